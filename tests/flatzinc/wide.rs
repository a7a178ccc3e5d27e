//! Variables with thousands of values and more: differing numbers, quotients and remainders, missing bounds, cycles of
//! comparisons.

use super::found;
use clew::flatzinc::FlatZinc;
use clew::flatzinc::run::{FlatZincRun, Wanted, read};
use clew::model::{Options, Verdict};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Multiples of a step that differ, and a sum of them: as many solutions as by brute force, with one bit per value
/// (step 1), with interval variables (1000), and with ranges too wide for bits (a million).
#[test]
fn numbers_that_are_far_apart_differ() {
    for step in [1, 1_000, 1_000_000] {
        let set = (0..5).map(|i| (i * step).to_string()).collect::<Vec<_>>().join(",");
        let variables: String =
            (0..4).map(|i| format!("var {{{set}}}: x{i} :: output_var;\n")).collect();
        let text = format!(
            "{variables}constraint clew_all_different([x0, x1, x2, x3]);\n\
             constraint int_lin_le([1, 1, -1], [x0, x1, x2], {step});\nsolve satisfy;\n"
        );
        let digit = |i: i64, k: u32| i / 5i64.pow(k) % 5;
        let holds = |i: &i64| {
            let x: Vec<i64> = (0..4).map(|k| digit(*i, k)).collect();
            x.iter().collect::<BTreeSet<_>>().len() == 4 && x[0] + x[1] - x[2] <= 1
        };
        assert_eq!(found(&text).len(), (0..625).filter(holds).count(), "step {step}");
    }
}

/// More numbers than values between two bounds, which pairs alone do not refute.
#[test]
fn too_many_numbers_between_two_bounds_are_refuted() {
    let variables: String =
        (0..12).map(|i| format!("var 2000000000..2000000010: x{i};\n")).collect();
    let xs = (0..12).map(|i| format!("x{i}")).collect::<Vec<_>>().join(", ");
    let far = "var 0..1: far;\n";
    let text =
        format!("{variables}{far}constraint clew_all_different([{xs}, far]);\nsolve satisfy;\n");
    let outcome = FlatZinc::parse(&text).expect("a file").model.check(&Options::default());
    let outcome = outcome.expect("a small model");
    assert_eq!((outcome.verdict(), outcome.stats.failures < 10), (Verdict::None, true));
}

/// Quotients and remainders of wide numbers are rounded towards 0 for all combinations of signs.
#[test]
fn wide_numbers_are_divided_as_small_ones() {
    for by in [-97_000i64, -7, 1, 7, 97_000] {
        let numbers = [-1_000_001i64, -97_000, -8, -7, 0, 3, 7, 96_999, 194_001, 1_000_000];
        let set = numbers.map(|n| n.to_string()).join(",");
        let text = format!(
            "var {{{set}}}: x :: output_var;\nvar -2000000..2000000: q :: output_var;\n\
             var -2000000..2000000: r :: output_var;\nconstraint int_div(x, {by}, q);\n\
             constraint int_mod(x, {by}, r);\nsolve satisfy;\n"
        );
        let expected = numbers.map(|x| format!("x = {x};\nq = {};\nr = {};\n", x / by, x % by));
        assert_eq!(found(&text), BTreeSet::from(expected), "by {by}");
    }
    // By a variable, which is not 0.
    let text = "var {-900000, -5, 700001}: x :: output_var;\nvar 0..3: y :: output_var;\n\
                var -1000000..1000000: q :: output_var;\nconstraint int_div(x, y, q);\nsolve satisfy;\n";
    let all = [-900_000i64, -5, 700_001].into_iter().flat_map(|x| (1..4).map(move |y| (x, y)));
    let expected = all.map(|(x, y)| format!("x = {x};\ny = {y};\nq = {};\n", x / y));
    assert_eq!(found(text), expected.collect());
}

/// The claims at the end of an answer, with and without bounds.
#[test]
fn nothing_is_claimed_of_numbers_beyond_an_assumed_range() {
    let printed = |text: &str, solutions: usize| {
        let (file, warning) = read(text).expect("a file");
        let all = Arc::new(Mutex::new(String::new()));
        let to = all.clone();
        let wanted = Wanted { solutions, improving: true, free: false, statistics: false };
        let answering = FlatZincRun::new(file, wanted, move |text| {
            to.lock().expect("nobody panics").push_str(text);
            ControlFlow::Continue(())
        });
        answering.run(&Options::default()).expect("a small model");
        let text = all.lock().expect("nobody panics").clone();
        (text, warning)
    };
    let (open, two) = ("var int: x :: output_var;\n", "var 0..1: y :: output_var;\n");
    let (text, warning) = printed(
        &format!(
            "{open}{two}constraint int_lin_le([1, 3000000000], [x, y], -5);\nsolve satisfy;\n"
        ),
        1,
    );
    assert!(text.ends_with("----------\n"), "{text}");
    assert!(warning.expect("it is said").contains("no bounds of x are stated"));
    // The ends that follow contradict each other, whatever range is assumed.
    let far = format!(
        "{open}{two}constraint int_le(x, -2000000);\nconstraint int_lin_le([-1, -1], [x, y], -5);\n"
    );
    let (text, _) = printed(&format!("{far}solve satisfy;\n"), usize::MAX);
    assert_eq!(text, "=====UNSATISFIABLE=====\n", "nothing within any range");
    // A solution lies outside the assumed range, so unsatisfiability is not claimed.
    let far = format!(
        "{open}var int: z;\nconstraint int_lin_le([-1, -1], [x, z], -2000000003);\nsolve minimize x;\n"
    );
    let (text, warning) = printed(&far, 1);
    assert!(warning.is_some(), "it is said");
    assert_eq!(text, "=====UNKNOWN=====\n", "the solutions lie beyond");
    let least = format!(
        "{open}var int: z;\nconstraint int_lin_le([-1, -1], [x, z], -5);\nsolve minimize x;\n"
    );
    let (text, warning) = printed(&least, 1);
    assert!(warning.is_some() && text.ends_with("x = -999999995;\n----------\n"), "{text}");
    // The same with bounds that follow: nothing is assumed.
    let near =
        format!("{open}constraint int_le(x, 7);\nconstraint int_le(3, x);\nsolve maximize x;\n");
    let (text, warning) = printed(&near, 1);
    assert_eq!((text.ends_with("x = 7;\n----------\n==========\n"), warning), (true, None));
}

/// Cycles of comparisons are refuted at once for all ranges.
#[test]
fn circles_of_comparisons_are_refuted() {
    let names = ["a", "b", "c", "d"];
    let variables: String =
        names.map(|x| format!("var 0..4000000000: {x} :: output_var;\n")).concat();
    let text = |last: i64| {
        format!(
            "{variables}constraint int_lt(a, b);\nconstraint int_lin_le([2, -2], [b, c], -3);\n\
             constraint int_lin_eq([1, -1], [c, d], -7);\nconstraint int_lin_le([1, -1], [d, a], {last});\nsolve satisfy;\n"
        )
    };
    let verdict = |last| {
        let file = FlatZinc::parse(&text(last)).expect("a file");
        file.model.check(&Options::default()).expect("a small model").verdict()
    };
    // a + 1 <= b, b + 2 <= c, c + 7 = d.
    assert_eq!([verdict(9), verdict(10)], [Verdict::None, Verdict::Multiple]);
}
