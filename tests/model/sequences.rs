//! Automata, lexicographic order, jobs over time.

use crate::case::{Case, check};
use clew::model::{Automaton, Model, ModelError, Options};
use rand::RngExt;

#[test]
fn automata() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=4, 4, 0..=0);
        let xs = case.some(rng, 0..=5);
        let states = rng.random_range(1..4u32);
        let mut moves = Vec::new();
        for s in 0..states {
            for v in -2..4 {
                if rng.random_bool(0.6) {
                    moves.push((s, v, rng.random_range(0..states)));
                }
            }
        }
        let accepting: Vec<u32> = (0..states).filter(|_| rng.random_bool(0.6)).collect();
        let automaton = Automaton::new(states, &accepting, moves.iter().copied())?;
        case.model.automaton(&case.handles(&xs), &automaton)?;
        case.means(move |p| {
            let step = |s: u32, v: i64| moves.iter().find(|m| (m.0, m.1) == (s, v)).map(|m| m.2);
            let end = xs.iter().try_fold(0, |s, &x| step(s, p.0[x]));
            end.is_some_and(|s| accepting.contains(&s))
        });
        Ok(case)
    });
}

/// A thousand states and ten numbers at each of 300 steps: ten thousand moves, held once.
#[test]
fn large_automata_have_their_moves_once() {
    const STATES: u32 = 1_009;
    let moves =
        (0..STATES).flat_map(|s| (0..10).map(move |v| (s, v, (10 * s + v as u32) % STATES)));
    let divides = Automaton::new(STATES, &[0], moves).expect("an automaton");
    let mut m = Model::new();
    let digits = m.ints("digit", 300, 0..=9).expect("variables");
    m.automaton(&digits, &divides).expect("it can be stated");
    m.equal(digits[0], 1).expect("a digit");
    let found = m.solve(1, &Options::default()).expect("it is not too large");
    let rest = digits.iter().fold(0, |rest, &x| (10 * rest + found.solutions[0][x]) % 1_009);
    assert_eq!(rest, 0);
    // All but the last digits are known: three are enough to reach each remainder, at most once.
    for (k, &x) in digits[..297].iter().enumerate() {
        m.equal(x, (7 * k as i64 + 1) % 10).expect("a digit");
    }
    let digit = |k: i64| (7 * k + 1) % 10;
    let begin = (0..297).fold(0, |rest, k| (10 * rest + digit(k)) % 1_009);
    let expected = (0..1_000).filter(|end| (1_000 * begin + end) % 1_009 == 0).count();
    assert_eq!(m.count(&Options::default()).expect("a count").count, expected.into());
}

#[test]
fn blocks() {
    check(|rng| {
        let mut case = Case::with_variables(rng.random_range(1..9), 0..=1, 0);
        let lengths: Vec<u32> =
            (0..rng.random_range(0..4)).map(|_| rng.random_range(0..4)).collect();
        case.model.automaton(&case.ints, &Automaton::blocks(&lengths))?;
        case.means(move |p| {
            let runs = p.0.split(|&v| v == 0).map(|run| run.len() as u32).filter(|&n| n > 0);
            runs.eq(lengths.iter().copied().filter(|&n| n > 0))
        });
        Ok(case)
    });
}

#[test]
fn moves_are_checked() {
    let twice = Automaton::new(2, &[0], [(0, 1, 0), (0, 1, 1)]);
    let none = Automaton::new(2, &[2], []);
    let unfit = |why: &str| Err(ModelError::Unfit { rule: "automaton", what: why.into() });
    assert_eq!(twice, unfit("two moves from state 0 with 1"));
    assert_eq!(none, unfit("there is no state 2, there are 2"));
}

#[test]
fn lexicographic_order() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=5, 3, 0..=0);
        let xs = case.some(rng, 0..=3);
        let ys: Vec<usize> = xs.iter().map(|_| case.any(rng)).collect();
        let strict = rng.random_bool(0.4) && !xs.is_empty();
        let (a, b) = (case.handles(&xs), case.handles(&ys));
        let m = &mut case.model;
        if strict {
            m.lexicographic_strict(&a, &b)?
        } else {
            m.lexicographic(&a, &b)?
        };
        case.means(move |p| {
            let list = |xs: &[usize]| xs.iter().map(|&i| p.0[i]).collect::<Vec<_>>();
            let (a, b) = (list(&xs), list(&ys));
            if strict { a < b } else { a <= b }
        });
        Ok(case)
    });
}

#[test]
fn jobs_that_do_not_overlap() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=4, 6, 0..=0);
        let xs: Vec<usize> = (0..case.ints.len()).collect();
        let lengths: Vec<i64> = xs.iter().map(|_| rng.random_range(0..4)).collect();
        case.model.no_overlap(&case.ints, &lengths)?;
        case.means(move |p| {
            let apart = |i: usize, j: usize| {
                let ((a, l), (b, k)) = ((p.0[i], lengths[i]), (p.0[j], lengths[j]));
                l == 0 || k == 0 || a + l <= b || b + k <= a
            };
            xs.iter().all(|&i| xs[..i].iter().all(|&j| apart(i, j)))
        });
        Ok(case)
    });
}

#[test]
fn jobs_on_a_resource() {
    check(|rng| {
        let mut case = Case::new(rng, 1..=4, 6, 0..=0);
        let n = case.ints.len();
        let mut numbers =
            |most: i64| -> Vec<i64> { (0..n).map(|_| rng.random_range(0..most)).collect() };
        let (lengths, needs) = (numbers(5), numbers(4));
        let capacity = rng.random_range(0..6);
        case.model.cumulative(&case.ints, &lengths, &needs, capacity)?;
        case.means(move |p| {
            let runs = |k: usize, t: i64| p.0[k] <= t && t < p.0[k] + lengths[k];
            let need = |t: i64| (0..n).filter(|&k| runs(k, t)).map(|k| needs[k]).sum::<i64>();
            (-5..20).all(|t| need(t) <= capacity)
        });
        Ok(case)
    });
}

/// Starts, lengths, needs and the capacity are any variables, some of them several of these.
#[test]
fn jobs_with_variables() {
    check(|rng| {
        let mut case = Case::new(rng, 2..=5, 5, 0..=0);
        let n = rng.random_range(1..4);
        let mut some = |n: usize| -> Vec<usize> {
            (0..n).map(|_| rng.random_range(0..case.ints.len())).collect()
        };
        let (starts, lengths, needs, capacity) = (some(n), some(n), some(n), some(1)[0]);
        let of = |places: &[usize]| -> Vec<_> { places.iter().map(|&k| case.ints[k]).collect() };
        let (s, l, d, c) = (of(&starts), of(&lengths), of(&needs), case.ints[capacity]);
        case.model.cumulative_of(&s, &l, &d, c)?;
        case.means(move |p| {
            let runs =
                |k: usize, t: i64| p.0[starts[k]] <= t && t < p.0[starts[k]] + p.0[lengths[k]];
            let need = |t: i64| (0..n).filter(|&k| runs(k, t)).map(|k| p.0[needs[k]]).sum::<i64>();
            let amounts = lengths.iter().chain(&needs).chain([&capacity]);
            amounts.clone().all(|&k| p.0[k] >= 0) && (-5..20).all(|t| need(t) <= p.0[capacity])
        });
        Ok(case)
    });
}
