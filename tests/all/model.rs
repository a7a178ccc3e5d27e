//! Refusals and edge cases of the modelling API: mistakes are reported when they are stated.

use clew::model::{Expr, Graph, MAX_SUM, Model, ModelError, Options, Verdict};
use clew::run::{Budget, Stop};
use std::ops::RangeInclusive;

fn count(model: &Model) -> String {
    let outcome = model.count(&Options::default()).expect("it can be counted");
    assert!(outcome.exact);
    outcome.count.to_string()
}

#[test]
fn mistakes_are_refused_with_words() {
    let mut m = Model::new();
    let x = m.int("x", 0..=3).expect("a variable");
    let stranger = Model::new().int("x", 0..=3).expect("a variable");
    let cases: Vec<(Result<(), ModelError>, &str)> = vec![
        (m.int("e", RangeInclusive::new(3, 2)).map(drop), "variable e: the range 3..=2 is empty"),
        (m.int("w", 0..=1 << 32).map(drop), "w: 0..=4294967296 has more than 4294967295 values"),
        (m.int("w", i64::MIN..=i64::MAX).map(drop), "has more than 4294967295 values"),
        (m.int("x", 0..=1).map(drop), "there is a variable named \"x\" already"),
        (m.equal(stranger, 1), "a variable of another model"),
        (m.equal(x + stranger, 1), "a variable of another model"),
        (m.all_different(&[x, stranger]), "a variable of another model"),
        (m.all_different(&[x, x]), "all different: variable x is given twice"),
        (m.equal(MAX_SUM * x, 1), "a sum may pass"),
        (m.equal(i64::MAX * (i64::MAX * (i64::MAX * x)), 1), "a sum may pass"),
        (m.table(&[x], [[1, 2]]), "table: 2 given, 1 expected"),
        (m.table(&[], [[0i64; 0]]), "table: 0 given, 1 expected"),
        (m.inverse(&[x], &[]), "inverse: 0 given, 1 expected"),
        (Graph::new(3, [[0, 3]]).map(drop), "a graph of 3 nodes has no edge 0-3"),
        (Graph::new(3, [[1, 1]]).map(drop), "a graph of 3 nodes has no edge 1-1"),
        (m.path(&Graph::from_fn(3, |_, _| true), &[x], 0), "path: 1 given, 3 expected"),
    ];
    for (result, words) in cases {
        let message = result.expect_err(words).to_string();
        assert!(message.contains(words), "{message:?} does not say {words:?}");
    }
    assert_eq!(count(&m), "4", "what was refused has left no trace");
}

#[test]
fn ranges_that_differ_may_be_far_apart() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=9).expect("x"), m.int("y", 1_000_000..=1_000_001).expect("y"));
    m.less_than(x, y).expect("sums know no frames");
    m.different(x, y).expect("sums know no frames");
    assert_eq!(count(&m), "20");
    m.all_different(&[x, y]).expect("it can be stated");
    assert_eq!(count(&m), "20", "few variables are kept apart two by two");
    let mut xs = m.ints("z", 300, 0..=999).expect("variables");
    xs.push(y);
    m.all_different(&xs).expect("it can be stated");
    let kept = m.check(&Options::default()).expect("they differ by their bounds");
    assert_eq!(kept.verdict(), Verdict::Multiple);
}

/// Models that are too large are refused before anything is built.
#[test]
fn what_is_too_large_is_said() {
    // Each circuit has a row of 250 words for each of 16 000 variables; two circuits share no rows.
    let n = 16_000;
    let mut m = Model::new();
    let xs = m.ints("x", n, 0..=n as i64 - 1).expect("variables");
    let round = Graph::new(n as u32, (0..n as u32).map(|v| [v, (v + 1) % n as u32]));
    let round = round.expect("a graph");
    for _ in 0..9 {
        m.circuit(&round, &xs).expect("it can be stated");
    }
    assert!(matches!(m.count(&Options::default()), Err(ModelError::TooLarge { .. })));

    let mut m = Model::new();
    let xs = m.ints("x", 2, 0..=4).expect("variables");
    m.walk(&Graph::new(70_000, []).expect("a graph"), &xs).expect("it can be stated");
    let refused = m.check(&Options::default()).expect_err("too many nodes");
    assert!(matches!(refused, ModelError::TooLarge { .. }), "{refused}");
    assert!(refused.to_string().contains("walk") || refused.to_string().contains("adjacency"));
}

/// The only node has no neighbour whose constraint would restrict it.
#[test]
fn the_only_variable_of_a_walk_is_a_node() {
    for (nodes, edges, expected) in
        [(3, vec![[0, 1]], "3"), (70_000, vec![], "10"), (0, vec![], "0")]
    {
        let mut m = Model::new();
        let x = m.int("x", -3..=9).expect("a variable");
        m.walk(&Graph::new(nodes, edges).expect("a graph"), &[x]).expect("it can be stated");
        assert_eq!(count(&m), expected, "{nodes}");
    }
    let mut m = Model::new();
    m.walk(&Graph::new(0, []).expect("a graph"), &[]).expect("it can be stated");
    assert_eq!(count(&m), "1");
}

/// A number that has overflowed stays invalid, even if the sum is reduced again.
#[test]
fn what_overflowed_stays_refused() {
    let max = i64::MAX;
    let mut m = Model::new();
    let x = m.int("x", 0..=1).expect("x");
    let wide = || x * max * max * 4;
    for sum in [
        wide() - x * max * max * 5,
        wide() - wide(),
        x * max * max + x * max * max + x * max * max - x * max * max * 2,
        Expr::from(max) * max * max - Expr::from(max) * max * max + x,
    ] {
        assert_eq!(m.equal(sum, 0), Err(ModelError::Overflow));
    }
    assert_eq!(count(&m), "2");
}

/// Sums that cannot overflow are accepted, also if variables share a frame that is wider than their ranges.
#[test]
fn large_coefficients_of_small_variables_are_exact() {
    let large = 1i64 << 43;
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=1).expect("x"), m.int("y", 60_000..=60_001).expect("y"));
    m.equal(large * x, large).expect("it is below the limit");
    m.all_different(&[x, y]).expect("they span few enough values");
    let huge = 1i64 << 58;
    m.at_most(huge * x + y, huge + 60_000).expect("it is below the limit");
    assert_eq!(count(&m), "1");
    let best = m.minimize(3 * large * x - y, &Options::default()).expect("it can be asked");
    assert_eq!(best.objective(), Some(3 * large - 60_000));
    let best = m.maximize(-huge * x, &Options::default()).expect("it can be asked");
    assert_eq!(best.objective(), Some(-huge));
    // An objective with many values, over variables whose frame is wider.
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=2).expect("x"), m.int("y", 50_000..=50_001).expect("y"));
    m.all_different(&[x, y]).expect("they span few enough values");
    let best = m.maximize(huge * x - 70_000 * y, &Options::default()).expect("it can be asked");
    assert_eq!(best.objective(), Some(2 * huge - 70_000 * 50_000));
}

#[test]
fn what_fails_makes_no_variable() {
    let mut m = Model::new();
    let x = m.int("x", 0..=1).expect("x");
    let half = MAX_SUM / 2;
    let far = m.int("far", half..=half + 1).expect("far");
    assert_eq!(m.define("y", far + x), Err(ModelError::Overflow));
    m.int("z[2]", 0..=1).expect("z[2]");
    assert!(m.ints("z", 4, 0..=1).is_err() && m.bools("z", 4).is_err());
    assert_eq!(count(&m), "8");
    m.int("y", 0..=1).expect("the name is free");
    m.bools("z", 2).expect("the names are free");
    assert_eq!(count(&m), "64");
}

/// Handles created before a clone belong to both models, those created afterwards to one.
#[test]
fn a_clone_knows_what_its_original_knew() {
    let mut m = Model::new();
    let x = m.int("x", 0..=1).expect("x");
    let is = m.is(x, 1).expect("a value");
    let mut n = m.clone();
    assert_eq!(n.is(x, 1), Ok(is), "it has one handle");
    let (a, b) = (m.bool("a").expect("a"), n.bool("b").expect("b"));
    let (y, z) = (m.int("y", 0..=2).expect("y"), n.int("z", 0..=3).expect("z"));
    let zero = n.is(z, 0).expect("a value");
    assert_eq!(n.clause(&[a]), Err(ModelError::Foreign));
    assert_eq!(m.clause(&[b]), Err(ModelError::Foreign));
    assert_eq!(m.clause(&[zero]), Err(ModelError::Foreign));
    assert_eq!(n.equal(x + y, 1), Err(ModelError::Foreign));
    assert_eq!(m.name(z), Err(ModelError::Foreign));
    let mut third = n.clone();
    third.clause(&[is, zero]).expect("handles of both before it");
    third.equal(x, z).expect("handles of both before it");
    assert_eq!(third.clause(&[a]), Err(ModelError::Foreign));
    assert_eq!(count(&third), "4");
    let solutions = third.solve(9, &Options::default()).expect("it can be asked").solutions;
    assert!(solutions.iter().all(|s| s[x] == s[z] && s[is] == (s[x] == 1)));
    assert_eq!((count(&m), count(&n)), ("12".into(), "16".into()));
}

#[test]
fn nothing_at_all_has_one_solution() {
    assert_eq!(count(&Model::new()), "1");
    let mut m = Model::new();
    m.clause(&[]).expect("an empty clause can be stated");
    assert_eq!(m.check(&Options::default()).expect("it can be asked").verdict(), Verdict::None);
}

#[test]
fn constants_compare() {
    let mut m = Model::new();
    let x = m.int("x", 0..=1).expect("x");
    m.equal(x - x, 0).expect("nothing is left of it");
    m.at_most(2, 3).expect("numbers are expressions");
    assert_eq!(count(&m), "2");
    m.equal(Expr::from(2), 3).expect("it can be stated");
    assert_eq!(count(&m), "0");
}

#[test]
fn far_numbers_are_exact() {
    let mut m = Model::new();
    let big = 1i64 << 50;
    let (x, y) = (m.int("x", big..=big + 5).expect("x"), m.int("y", -big..=5 - big).expect("y"));
    m.equal(x + y, 7).expect("it can be stated");
    assert_eq!(count(&m), "4");
    let best = m.maximize(3 * x - 2 * y, &Options::default()).expect("it can be asked");
    assert_eq!(best.objective(), Some(3 * (big + 5) - 2 * (2 - big)));
    // One solution is optimal, which does not make it unique.
    assert_eq!(best.verdict(), Verdict::Unknown);
    assert!(best.to_json().contains(r#""verdict":"solved""#), "{}", best.to_json());
    let one = m.solve(1, &Options::default()).expect("it can be asked");
    assert!(one.to_json().contains(r#""verdict":"solved""#), "{}", one.to_json());
}

#[test]
fn objectives_with_many_values_are_weighed_value_by_value() {
    let mut m = Model::new();
    let x = m.ints("x", 3, -5..=5).expect("x");
    let sum = 100_000 * x[0] - 70_000 * x[1] + 30_000 * x[2];
    m.at_most(x[0] + x[2] - x[1], 1).expect("it can be stated");
    m.all_different(&x).expect("it can be stated");
    let brute = |best: fn(i64, i64) -> i64| {
        let mut found = None;
        for a in -5..=5i64 {
            for b in -5..=5 {
                for c in -5..=5 {
                    if a + c - b <= 1 && a != b && b != c && a != c {
                        let v = 100_000 * a - 70_000 * b + 30_000 * c;
                        found = Some(found.map_or(v, |f| best(f, v)));
                    }
                }
            }
        }
        found
    };
    let options = Options::default();
    let least = m.minimize(&sum, &options).expect("it can be asked");
    let most = m.maximize(&sum, &options).expect("it can be asked");
    assert_eq!((least.objective(), least.exact), (brute(i64::min), true));
    assert_eq!((most.objective(), most.exact), (brute(i64::max), true));
}

#[test]
fn solutions_that_are_kept_take_the_memory_of_the_options() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=59).expect("x");
    m.different(x[0], x[1]).expect("it can be stated");
    let within = |memory, threads| {
        let budget = Budget { memory, ..Budget::default() };
        Options { budget, threads, ..Options::default() }
    };
    for threads in [1, 2] {
        let asked = m.solve(usize::MAX, &within(1 << 17, threads)).expect("it can be asked");
        assert_eq!((asked.exact, asked.stopped), (false, Some(Stop::Memory)));
        assert!((100..2500).contains(&asked.solutions.len()), "{}", asked.solutions.len());
        assert!(asked.count >= asked.solutions.len().into());
        // Counting needs no memory for solutions, and a few solutions always fit.
        let count = m.count(&within(1, threads)).expect("it can be counted").count.clone();
        assert_eq!(count, (60u32 * 60 * 59).into());
        let two = m.solve(2, &within(1, threads)).expect("it can be asked");
        assert_eq!((two.solutions.len(), two.stopped), (2, Some(Stop::Limit)));
        assert_eq!(m.check(&within(1, threads)).expect("asked").verdict(), Verdict::Multiple);
    }
    let some = m.solve(200, &within(1 << 17, 1)).expect("it can be asked");
    assert_eq!((some.solutions.len(), some.stopped), (200, Some(Stop::Limit)));
}

#[test]
fn options_that_do_not_apply_are_refused() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=1).expect("x");
    m.at_most(x[0] + x[1] + x[2], 1).expect("it can be stated");
    let base = Options::default();
    let refused = [
        Options { network: Some("dual".into()), ..base.clone() },
        Options { without: vec!["flow".into()], ..base.clone() },
        Options { goal: Some(clew::puzzle::Goal::LEAST_LENGTH), ..base.clone() },
        Options { method: clew::model::Method::Parts, ..base.clone() },
        Options { method: clew::model::Method::Dp, ..base.clone() },
    ];
    for options in refused {
        assert!(m.count(&options).is_err(), "{options:?}");
    }
}

#[test]
fn the_book_shows_the_tested_example() {
    let read = |path: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(path).expect("a file of the project can be read")
    };
    let block = |text: &str, fence: &str| -> Vec<String> {
        let lines = text.lines().skip_while(|l| *l != fence).skip(1);
        lines.take_while(|l| *l != "```").map(str::to_string).collect()
    };
    let page: Vec<String> = read("crates/model/src/model/mod.rs")
        .lines()
        .filter_map(|l| l.strip_prefix("//!"))
        .map(|l| l.strip_prefix(' ').unwrap_or(l).to_string())
        .collect();
    // Lines that begin so are run, not shown.
    let mut tested = block(&page.join("\n"), "```");
    tested.retain(|l| !l.starts_with("# "));
    assert!(tested.len() > 10, "the example is found");
    // Users see the names of the library, the crate its own.
    let tested: Vec<String> = tested.iter().map(|l| l.replace("clew_model::", "clew::")).collect();
    assert_eq!(block(&read("docs/library.md"), "```rust"), tested);
}
