//! The layered counts against plain backtracking over cells.

use super::*;
use clew_engine::run::Budget;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;

/// Puts a question to an engine.
fn asked<T>(
    limits: &Budget,
    threads: usize,
    ask: impl FnOnce(&mut Runner<'_>) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let mut quiet = ();
    ask(&mut Runner::new(limits, threads, &mut quiet))
}

fn count_with(p: &Futoshiki, method: Method) -> Result<BigUint, Stop> {
    let Some(model) = Model::new(p) else { return Ok(BigUint::ZERO) };
    asked(&Budget::unlimited(), 1, |run| count_by(&model, method, run))
}

fn count(p: &Futoshiki, limits: &Budget, threads: usize) -> Result<BigUint, Stop> {
    asked(limits, threads, |run| counting(p, None).unwrap().count(run))
}

fn first_solutions(p: &Futoshiki, k: usize, threads: usize) -> Vec<Vec<u32>> {
    let found =
        asked(&Budget::unlimited(), threads, |run| counting(p, None).unwrap().first(k, run));
    found.unwrap().into_iter().map(|items| square(p, &items)).collect()
}

fn sample(p: &Futoshiki, k: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let run = asked(&Budget::unlimited(), 1, |run| {
        counting(p, None).unwrap().draw(k, seed, run, &mut |items| {
            all.push(square(p, &items));
            ControlFlow::Continue(())
        })
    });
    run.unwrap();
    all
}

/// All solutions by filling cells in reading order; shares nothing with the module.
fn brute(p: &Futoshiki) -> Vec<Vec<u32>> {
    fn go(p: &Futoshiki, at: usize, v: &mut Vec<u32>, out: &mut Vec<Vec<u32>>) {
        let n = p.n as usize;
        if at == n * n {
            out.push(v.clone());
            return;
        }
        for x in 1..=p.n {
            if p.given[at].is_some_and(|g| g != x) {
                continue;
            }
            v[at] = x;
            let line = (0..at).any(|o| v[o] == x && (o / n == at / n || o % n == at % n));
            let sign = p.less.iter().any(|&[a, b]| {
                let (a, b) = (a as usize, b as usize);
                a.max(b) == at && v[a] >= v[b]
            });
            if !line && !sign {
                go(p, at + 1, v, out);
            }
        }
        v[at] = 0;
    }
    let mut out = Vec::new();
    go(p, 0, &mut vec![0; p.given.len()], &mut out);
    out
}

/// A random square by shuffling a cyclic one, then signs and givens read off it; sometimes a lie.
fn random(rng: &mut ChaCha8Rng, n: u32, signs: usize, givens: usize, anywhere: bool) -> Futoshiki {
    let mut shuffle = || {
        let mut p: Vec<u32> = (0..n).collect();
        for i in (1..p.len()).rev() {
            p.swap(i, rng.random_range(0..=i));
        }
        p
    };
    let (rows, cols, values) = (shuffle(), shuffle(), shuffle());
    let square: Vec<u32> = (0..n * n)
        .map(|c| values[((rows[(c / n) as usize] + cols[(c % n) as usize]) % n) as usize] + 1)
        .collect();
    let mut given = vec![None; square.len()];
    for _ in 0..givens {
        let c = rng.random_range(0..square.len());
        given[c] = Some(square[c]);
    }
    let mut less = Vec::new();
    for _ in 0..signs {
        let a = rng.random_range(0..n * n);
        let b = if anywhere {
            rng.random_range(0..n * n)
        } else if rng.random_bool(0.5) && a % n + 1 < n {
            a + 1
        } else if a + n < n * n {
            a + n
        } else {
            continue;
        };
        let lie = rng.random_bool(0.01);
        let (x, y) = (square[a as usize], square[b as usize]);
        if x != y {
            less.push(if (x < y) != lie { [a, b] } else { [b, a] });
        }
    }
    Futoshiki { n, given, less, gaps: Vec::new() }
}

fn check(p: &Futoshiki) {
    let truth = brute(p);
    let limits = Budget::unlimited();
    let expect = BigUint::from(truth.len());
    for method in [Method::Values, Method::Rows, Method::Columns] {
        match count_with(p, method) {
            Ok(total) => assert_eq!(total, expect, "{method:?} {p:?}"),
            Err(stop) => assert!(stop == Stop::Memory && method != Method::Values),
        }
    }
    assert_eq!(count(p, &limits, 1), Ok(expect));
    let n = p.n as usize;
    let mut table = vec![vec![BigUint::default(); n]; n * n];
    for s in &truth {
        for (cell, &v) in s.iter().enumerate() {
            table[cell][v as usize - 1] += 1u8;
        }
    }
    let marginals = asked(&limits, 1, |run| counting(p, None).unwrap().marginals(run)).unwrap();
    if !truth.is_empty() {
        assert_eq!(marginals.items, table.concat(), "{p:?}");
    }
    assert_eq!(marginals.total, BigUint::from(truth.len()), "{p:?}");
    let mut all = first_solutions(p, truth.len() + 1, 1);
    all.sort_unstable();
    assert_eq!(all, truth, "{p:?}");
    assert_eq!(first_solutions(p, 1, 2).len(), truth.len().min(1));
    for s in sample(p, 3, 5) {
        assert!(truth.contains(&s));
    }
}

#[test]
fn all_methods_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for i in 0..1_000 {
        let n = rng.random_range(1..=4);
        let (signs, givens) = (rng.random_range(0..8), rng.random_range(0..4));
        check(&random(&mut rng, n, signs, givens, i % 3 == 0));
    }
    for i in 0..60 {
        check(&random(&mut rng, 5, 10, 4, i % 3 == 0));
    }
}

#[test]
fn transposed_and_mirrored_squares_count_equal() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut solvable = 0;
    for _ in 0..20 {
        let p = random(&mut rng, 6, 22, 3, false);
        let n = p.n;
        let turn = |c: u32| c % n * n + c / n;
        let turned = Futoshiki {
            n,
            given: (0..n * n).map(|c| p.given[turn(c) as usize]).collect(),
            less: p.less.iter().map(|l| l.map(turn)).collect(),
            gaps: Vec::new(),
        };
        let flipped = Futoshiki {
            n,
            given: p.given.iter().map(|g| g.map(|v| n + 1 - v)).collect(),
            less: p.less.iter().map(|&[a, b]| [b, a]).collect(),
            gaps: Vec::new(),
        };
        let limits = Budget::unlimited();
        let total = count(&p, &limits, 2);
        solvable += u32::from(total != Ok(BigUint::default()));
        for q in [&turned, &flipped] {
            for method in [Method::Values, Method::Rows, Method::Columns] {
                assert_eq!(count_with(q, method), total);
            }
        }
    }
    assert!(solvable > 10);
}

#[test]
fn samples_are_uniform() {
    // 12 Latin squares of order 3; each is expected 1000 times, with a deviation of 30.
    let p = Futoshiki { n: 3, given: vec![None; 9], less: Vec::new(), gaps: Vec::new() };
    let mut seen = std::collections::HashMap::new();
    for s in sample(&p, 12_000, 7) {
        *seen.entry(s).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 12);
    assert!(seen.values().all(|&times| times.abs_diff(1_000) < 150), "{seen:?}");
}

#[test]
fn limits_stop_a_count() {
    let p = Futoshiki { n: 7, given: vec![None; 49], less: vec![[0, 1]], gaps: Vec::new() };
    let tight = Budget::of_memory(1 << 20);
    assert_eq!(count(&p, &tight, 1), Err(Stop::Memory));
    let engine = counting(&p, None).unwrap();
    assert_eq!(asked(&tight, 1, |run| engine.marginals(run)), Err(Stop::Memory));
    let late = Budget::unlimited().within(std::time::Duration::ZERO);
    assert_eq!(count(&p, &late, 1), Err(Stop::Time));
}

#[test]
fn orders_nine_to_eleven_fit_their_keys() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for n in 9..=11 {
        // Nearly full squares, so that brute force still ends.
        let p = random(&mut rng, n, 60, 3 * (n * n) as usize, false);
        check(&p);
    }
}
