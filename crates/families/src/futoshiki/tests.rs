//! Both networks against enumeration by the rules.

use super::{build, networks};
use crate::Futoshiki;
use clew_engine::kernel::{Engine, Halt, Lit, Reason};
use clew_engine::run::Budget;
use clew_engine::search::{Cache, PartCounter};
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::network::{BuildOptions, Built};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// All fillings, cell by cell, each checked against the rules as far as it goes.
fn by_rules(p: &Futoshiki) -> Vec<Vec<u32>> {
    fn go(p: &Futoshiki, so_far: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        let (n, c) = (p.n as usize, so_far.len());
        if c == n * n {
            all.push(so_far.clone());
            return;
        }
        for v in 1..=p.n {
            so_far.push(v);
            let taken = (0..c).any(|d| so_far[d] == v && (d / n == c / n || d % n == c % n));
            let broken = p.less.iter().any(|&[a, b]| {
                let (a, b) = (a as usize, b as usize);
                a.max(b) <= c && so_far[a] >= so_far[b]
            });
            if !taken && !broken && p.given[c].is_none_or(|g| g == v) {
                go(p, so_far, all);
            }
            so_far.pop();
        }
    }
    let mut all = Vec::new();
    go(p, &mut Vec::new(), &mut all);
    all
}

/// All solutions of a network by a plain walk that decides the first open answer atom.
fn by_network(mut built: Built) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    if built.model.infeasible {
        return all;
    }
    let mut stack: Vec<Lit> = Vec::new();
    loop {
        let engine: &mut Engine = &mut built.model.engine;
        let result = engine.fixpoint(&mut ());
        assert_ne!(result, Err(Halt::Interrupted), "this counter never interrupts");
        if result.is_ok() {
            let open = built.model.answer.iter().copied().find(|&a| engine.store().is_open(a));
            if let Some(a) = open {
                engine.decide(a.pos());
                stack.push(a.pos());
                continue;
            }
            match built.decode(None, built.model.engine.store()) {
                Answer::Square(values) => all.push(values),
                other => panic!("a square is decoded to {other:?}"),
            }
        }
        loop {
            let Some(l) = stack.pop() else {
                all.sort_unstable();
                return all;
            };
            built.model.engine.backtrack(stack.len() as u32);
            if built.model.engine.assign(!l, Reason::DECISION).is_ok() {
                break;
            }
        }
    }
}

fn random(rng: &mut ChaCha8Rng, n: u32) -> Futoshiki {
    let cells = n * n;
    let mut given = vec![None; cells as usize];
    for _ in 0..rng.random_range(0..n) {
        given[rng.random_range(0..cells) as usize] = Some(rng.random_range(1..=n));
    }
    let mut less = Vec::new();
    for _ in 0..rng.random_range(0..2 * n) {
        let a = rng.random_range(0..cells);
        // Mostly neighbours, along a hidden gradient so that many boards have solutions.
        let b = if rng.random_bool(0.85) {
            let right = rng.random_bool(0.5);
            if right && a % n + 1 < n {
                a + 1
            } else if a + n < cells {
                a + n
            } else {
                continue;
            }
        } else {
            rng.random_range(0..cells)
        };
        less.push(if rng.random_bool(0.3) { [b, a] } else { [a, b] });
    }
    Futoshiki { n, given, less, gaps: Vec::new() }
}

#[test]
fn both_networks_have_the_solutions_of_the_rules() {
    let weaker = BuildOptions {
        without: vec!["all_different_domain".into(), "line_order".into()],
        ..BuildOptions::default()
    };
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut none, mut one, mut more) = (0, 0, 0);
    for round in 0..2400 {
        let n = [3, 4, 4, 2, 1, 3][round % 6];
        let p = random(&mut rng, n);
        let expected = by_rules(&p);
        for info in networks() {
            let built = build(&p, info.name, &BuildOptions::default()).expect("it applies");
            assert_eq!(by_network(built), expected, "{} on {p:?}", info.name);
        }
        let built = build(&p, "latin", &weaker).expect("it applies");
        assert_eq!(by_network(built), expected, "weaker latin on {p:?}");
        match expected.len() {
            0 => none += 1,
            1 => one += 1,
            _ => more += 1,
        }
    }
    assert!(none > 200 && one > 100 && more > 200, "{none} {one} {more}");
}

#[test]
fn small_parts_are_counted_directly() {
    let (cache, budget) = (Cache::new(0), Budget::unlimited());
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut several = 0;
    for round in 0..1500 {
        let p = random(&mut rng, [3, 4, 4][round % 3]);
        let Built { mut model, .. } =
            build(&p, "latin", &BuildOptions::default()).expect("it applies");
        if model.infeasible || model.engine.fixpoint(&mut ()).is_err() {
            continue;
        }
        let components = model.components.expect("a square has parts");
        let mut counter = PartCounter::new(&*components, &cache, &budget);
        let store = model.engine.store();
        let all: Vec<_> = components.vars().iter().collect();
        let parts = counter.split(store, &all);
        let counts: Option<Vec<u64>> =
            parts.iter().map(|part| components.completions(store, part)).collect();
        let Some(counts) = counts else { continue };
        assert_eq!(counts.iter().product::<u64>(), by_rules(&p).len() as u64, "{p:?}");
        several += usize::from(counts.iter().any(|&n| n > 1));
    }
    assert!(several > 300, "{several} have parts with several completions");
}

#[test]
fn contradictions_do_not_panic() {
    let p = |given: &[Option<u32>], less: &[[u32; 2]]| Futoshiki {
        n: 2,
        given: given.to_vec(),
        less: less.to_vec(),
        gaps: Vec::new(),
    };
    for p in [
        p(&[Some(3), None, None, None], &[]),
        p(&[Some(1), Some(1), None, None], &[]),
        p(&[None; 4], &[[0, 1], [1, 0]]),
        p(&[None; 4], &[[2, 2]]),
    ] {
        for info in networks() {
            let built = build(&p, info.name, &BuildOptions::default()).expect("it applies");
            assert!(by_network(built).is_empty(), "{} on {p:?}", info.name);
        }
    }
}

#[test]
fn misfits_are_errors() {
    let p = Futoshiki { n: 2, given: vec![None; 3], less: vec![], gaps: Vec::new() };
    assert!(build(&p, "latin", &BuildOptions::default()).is_err());
    let p = Futoshiki { n: 2, given: vec![None; 4], less: vec![[0, 4]], gaps: Vec::new() };
    assert!(build(&p, "latin", &BuildOptions::default()).is_err());
    let p = Futoshiki { n: 2, given: vec![None; 4], less: vec![], gaps: Vec::new() };
    assert!(build(&p, "cubic", &BuildOptions::default()).is_err());
}
