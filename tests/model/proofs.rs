//! Proofs about models: the rows have the solutions of brute force, every verdict and every optimum is proved, and the
//! external checker accepts the proofs, if it is there.

use crate::case::{Case, Point, number};
use clew::certificate::complete::complete;
use clew::certificate::{Literal, Opb};
use clew::model::{Claim, Expr, Goal, Model, Options};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// Proves a case with two goals and without one, and compares with all solutions. Proofs take longer than searches: one
/// case in ten is proved, with `CLEW_PROOFS=1` each.
pub fn compare(case: &Case, k: u64, expected: &[Point]) {
    if !k.is_multiple_of(number("CLEW_PROOFS", 10)) {
        return;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(k);
    compare_rows(case, expected, &mut rng);
    let claim = prove(&case.model, &Goal::Satisfy, &case.label);
    assert_eq!(claim == Claim::None, expected.is_empty(), "{}", case.label);
    for most in [true, false] {
        let mut sum = Expr::default() + rng.random_range(-3..4i64);
        let mut terms = Vec::new();
        for &x in &case.ints {
            terms.push(rng.random_range(-3..4i64));
            sum = sum + *terms.last().expect("it was pushed") * x;
        }
        for &b in &case.bools {
            sum = sum + rng.random_range(-3..4i64) * b;
        }
        let value = |p: &Point| {
            let found = case.model.solve(usize::MAX, &Options::default()).expect("it is small");
            let same = |s: &&clew::model::Solution| {
                case.ints.iter().zip(&p.0).all(|(&x, &v)| s[x] == v)
                    && case.bools.iter().zip(&p.1).all(|(&b, &v)| s[b] == v)
            };
            let of = found.solutions.iter().find(same).expect("solutions are those of brute force");
            of.evaluate(sum.clone()).expect("of this model")
        };
        let all = expected.iter().map(value);
        let best = if most { all.max() } else { all.min() };
        let goal = if most { Goal::Maximize(sum.clone()) } else { Goal::Minimize(sum.clone()) };
        let claim = prove(&case.model, &goal, &case.label);
        assert_eq!(claim, best.map_or(Claim::None, Claim::Best), "{}", case.label);
    }
}

/// The rows can be satisfied with values of the variables exactly if these are a solution.
fn compare_rows(case: &Case, expected: &[Point], rng: &mut ChaCha8Rng) {
    let rows = case.model.proof_rows(&Goal::Satisfy, Claim::None, None);
    let (opb, _) = rows.unwrap_or_else(|why| panic!("{}: {why}", case.label));
    let can = |p: &Point| complete(&opb, &literals(&opb, case, p), None).is_some();
    assert!(expected.iter().all(can), "{}", case.label);
    for _ in 0..100 {
        let ints = case.ranges.iter().map(|&(low, high)| rng.random_range(low..=high));
        let point = (ints.collect(), case.bools.iter().map(|_| rng.random_bool(0.5)).collect());
        let is_one = expected.binary_search(&point).is_ok();
        assert_eq!(can(&point), is_one, "{} {point:?}\n{}", case.label, opb.text());
    }
}

/// The literals that state the values of all variables.
fn literals(opb: &Opb, case: &Case, (ints, bools): &Point) -> Vec<Literal> {
    let lit = |name: String, holds: bool| {
        let l = opb.find(&*name).unwrap_or_else(|| panic!("no {name}"));
        if holds { l } else { !l }
    };
    let mut all = Vec::new();
    for (i, (&v, &(low, high))) in ints.iter().zip(&case.ranges).enumerate() {
        let number = |v: i64| v.to_string().replace('-', "m");
        all.extend((low..high).map(|at| lit(format!("x{i}_le_{}", number(at)), v <= at)));
    }
    all.extend(bools.iter().enumerate().map(|(i, &b)| lit(format!("b{i}"), b)));
    all
}

/// Proves what is the case, and has the proof checked.
pub fn prove(model: &Model, goal: &Goal, label: &str) -> Claim {
    let (mut rows, mut proof) = (Vec::new(), Vec::new());
    let mut take = |piece: &[u8]| {
        rows.extend_from_slice(piece);
        true
    };
    let steps = Box::new(|piece: &[u8]| {
        proof.extend_from_slice(piece);
        true
    });
    let proved = model.prove(goal, &Options::default(), &mut take, steps);
    let proved = proved.unwrap_or_else(|why| panic!("{label}: {why}"));
    if let Some(said) = checked(&rows, &proof) {
        let (rows, proof) = (String::from_utf8_lossy(&rows), String::from_utf8_lossy(&proof));
        let wanted = match proved.claim {
            Claim::None => "s VERIFIED UNSATISFIABLE",
            Claim::Solved => "s VERIFIED SATISFIABLE",
            Claim::Best(_) => "s VERIFIED BOUNDS ",
        };
        assert!(said.contains(wanted), "{label}\n{said}\n{rows}\n{proof}");
    }
    proved.claim
}

/// The output of the external checker, if there is one.
fn checked(rows: &[u8], proof: &[u8]) -> Option<String> {
    static THERE: OnceLock<bool> = OnceLock::new();
    let there = THERE.get_or_init(|| {
        let there = Command::new("veripb").arg("--version").output().is_ok();
        if !there {
            eprintln!("veripb is not on the path: no proof is checked here");
        }
        there
    });
    if !there {
        return None;
    }
    let dir = TempDir::new().expect("a temporary directory");
    let files = [("rows.opb", rows), ("proof.pbp", proof)];
    let [rows, proof] = files.map(|(name, text)| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    });
    let ran = Command::new("veripb").arg("-u").args([rows, proof]).output().expect("it runs");
    let text = [ran.stdout, ran.stderr].concat();
    Some(String::from_utf8_lossy(&text).into_owned())
}
