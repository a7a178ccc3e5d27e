//! FlatZinc against brute force that evaluates constraints by their definitions, and the program as MiniZinc calls it.

mod extremes;
mod fractions;
mod globals;
mod jobs;
mod neighbourhoods;
mod oracle;
mod presolve;
mod program;
mod progress;
mod relaxation;
mod turns;
mod wide;

use clew::flatzinc::{FlatZinc, Goal};
use clew::model::Options;
use oracle::Instance;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// All outputs for the solutions.
fn found(text: &str) -> BTreeSet<String> {
    let file = FlatZinc::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut all = BTreeSet::new();
    let mut each = |solution: &_| {
        assert!(all.insert(file.answer(solution)), "twice the same\n{text}");
        ControlFlow::Continue(())
    };
    let outcome = file.model.solve_each(usize::MAX, &Options::default(), &mut each);
    assert!(outcome.expect("a small model").exact, "{text}");
    all
}

#[test]
fn random_files_have_the_solutions_of_brute_force() {
    let mut several = 0;
    for seed in 0..3_000 {
        let instance = Instance::random(seed);
        let text = instance.text("satisfy");
        let all = instance.solutions();
        assert_eq!(
            found(&text),
            all.iter().map(|s| instance.shown(s)).collect(),
            "seed {seed}\n{text}"
        );
        several += u32::from(all.len() > 1);
    }
    assert!(several > 1_000, "{several} have several solutions");
}

#[test]
fn best_values_are_those_of_brute_force() {
    for seed in 0..600 {
        let instance = Instance::random(seed);
        let all = instance.solutions();
        for (goal, best) in [
            ("minimize x0", all.iter().map(|s| s.ints[0]).min()),
            ("maximize x0", all.iter().map(|s| s.ints[0]).max()),
        ] {
            let file = FlatZinc::parse(&instance.text(goal)).expect("a file");
            let options = Options::default();
            let outcome = match &file.goal {
                Goal::Minimize(sum) => file.model.minimize(sum.clone(), &options),
                Goal::Maximize(sum) => file.model.maximize(sum.clone(), &options),
                Goal::Satisfy => panic!("there is a goal"),
            };
            let outcome = outcome.expect("a small model");
            assert_eq!((outcome.objective(), outcome.exact), (best, true), "seed {seed}, {goal}");
        }
    }
}

/// Constraints that clew's library leaves as they are, against their meaning.
#[test]
fn constraints_of_the_library_mean_what_they_should() {
    let count = |constraint: &str| {
        let variables: String =
            (0..4).map(|i| format!("var 1..4: x{i} :: output_var;\n")).collect();
        found(&format!(
            "{variables}var 0..4: n :: output_var;\nconstraint {constraint};\nsolve satisfy;\n"
        ))
        .len()
    };
    let all = "[x0, x1, x2, x3]";
    // Times five: n is free.
    assert_eq!(count(&format!("clew_all_different({all})")), 5 * 24);
    assert_eq!(count(&format!("clew_circuit({all}, 1)")), 5 * 6);
    assert_eq!(count(&format!("clew_subcircuit({all}, 1)")), 5 * 21);
    assert_eq!(count("clew_inverse([x0, x1], 1, [x2, x3], 1)"), 5 * 2);
    assert_eq!(count("clew_inverse([x0, x1], 3, [x2, x3], 1)"), 5 * 2);
    assert_eq!(count("clew_table([x0, x1], [1, 2, 4, 4, 3, 3])"), 5 * 3 * 16);
    assert_eq!(count("clew_table([x0, x0], [1, 2, 4, 4, 3, 3])"), 5 * 2 * 64);
    assert_eq!(count(&format!("clew_count({all}, 2, n)")), 256);
    assert_eq!(count(&format!("clew_count({all}, n, 4)")), 4);
    assert_eq!(
        count(&format!("clew_cardinality({all}, [1, 2], [n, n])")),
        256 - pairs_of_unequal_counts()
    );
    // No two ones in a row.
    let automaton = "2, 4, [2, 1, 1, 1, 0, 1, 1, 1], 1, 1..2";
    assert_eq!(count(&format!("clew_regular({all}, {automaton})")), 5 * (81 + 4 * 27 + 3 * 9));
    assert_eq!(count("clew_lex_less([x0, x1], [x2, x3])"), 5 * 120);
    assert_eq!(count("clew_lex_lesseq([x0, x1], [x2, x3])"), 5 * 136);
    assert_eq!(count("clew_lex_less([x0], [x2, x3])"), 5 * 4 * 4 * 10);
    assert_eq!(count("clew_lex_lesseq([x0, x1], [x2])"), 5 * 4 * 4 * 6);
    assert_eq!(count("clew_disjunctive([x0, x1, x2], [1, 1, 0])"), 5 * 12 * 16);
    assert_eq!(count("clew_cumulative([x0, x1, x2], [1, 1, 2], [1, 1, 0], 1)"), 5 * 12 * 16);
}

/// Assignments of four values out of four in which the numbers of ones and twos differ.
fn pairs_of_unequal_counts() -> usize {
    let digit = |i: usize, k: u32| i / 4usize.pow(k) % 4;
    let number = |i: usize, d: usize| (0..4).filter(|&k| digit(i, k) == d).count();
    (0..256).filter(|&i| number(i, 0) != number(i, 1)).count()
}

/// A number with a million values is the sum that defines it, in other sums and as a goal.
#[test]
fn wide_variables_are_their_sums() {
    let text = "array [1..3] of int: worth = [400000, 350000, 90000];\n\
                var 0..3: a;\nvar 0..3: b;\nvar 0..3: c;\nvar int: total :: output_var;\nvar int: twice :: output_var;\n\
                array [1..3] of var int: taken :: output_array([1..3]) = [a, b, c];\n\
                constraint int_lin_eq([400000, 350000, 90000, -1], [a, b, c, total], 0);\n\
                constraint int_lin_eq([2, -1], [total, twice], 5);\n\
                constraint int_lin_le([5, 4, 1], [a, b, c], 9);\n\
                constraint int_le(total, 1100000);\n\
                solve maximize total;\n";
    let file = FlatZinc::parse(text).expect("a file");
    let Goal::Maximize(total) = &file.goal else { panic!("a goal") };
    let best = file.model.maximize(total.clone(), &Options::default()).expect("a small model");
    // Brute force: 5a + 4b + c <= 9 and the total as large as can be up to 1 100 000.
    let mut most = 0;
    for (a, b, c) in (0..64i64).map(|i| (i / 16, i / 4 % 4, i % 4)) {
        let total = 400_000 * a + 350_000 * b + 90_000 * c;
        if 5 * a + 4 * b + c <= 9 && total <= 1_100_000 {
            most = most.max(total);
        }
    }
    assert_eq!((best.objective(), best.exact), (Some(most), true));
    let answer = file.answer(&best.solutions[0]);
    assert!(
        answer.starts_with(&format!(
            "total = {most};\ntwice = {};\ntaken = array1d(1..3, [",
            2 * most - 5
        )),
        "{answer}"
    );
}

/// The square of a number with a billion values is a product.
#[test]
fn wide_numbers_have_squares() {
    let text = "var -1000000000..1000000000: x :: output_var;\nvar 0..4000000000: y :: output_var;\n\
                constraint int_times(x, x, y);\nconstraint int_lin_eq([1], [y], 9000000);\nsolve satisfy;\n";
    let file = FlatZinc::parse(text).expect("a file");
    let mut met = BTreeSet::new();
    let mut each = |solution: &_| {
        met.insert(file.answer(solution));
        ControlFlow::Continue(())
    };
    let outcome = file.model.solve_each(usize::MAX, &Options::default(), &mut each);
    assert!(outcome.expect("a small model").exact);
    let roots = [-3000, 3000].map(|x| format!("x = {x};\ny = 9000000;\n"));
    assert_eq!(met, BTreeSet::from(roots));
}

/// If only a sum is shown, every value of it is found.
#[test]
fn sums_that_are_shown_alone_are_all_met() {
    let text = "var 0..2: a;\nvar 0..1: b;\nvar int: total :: output_var;\n\
                constraint int_lin_eq([90000, 40000, -1], [a, b, total], 0);\nsolve satisfy;\n";
    let file = FlatZinc::parse(text).expect("a file");
    let mut totals = BTreeSet::new();
    let mut each = |solution: &_| {
        totals.insert(file.answer(solution));
        ControlFlow::Continue(())
    };
    let outcome = file.model.solve_each(usize::MAX, &Options::default(), &mut each);
    assert!(outcome.expect("a small model").exact);
    assert_eq!(totals.len(), 6, "{totals:?}");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, message) in [
        ("var 1..9: x;\nconstraint int_foo(x);\nsolve satisfy;\n", "line 2, column 1"),
        ("var 1..9: x;\nconstraint int_foo(x);\nsolve satisfy;\n", "there is no int_foo"),
        ("var 1..9: x\nsolve satisfy;\n", "line 2, column 1"),
        ("var 0..5000000000: x;\nvar 0..50000: y;\nsolve satisfy;\n", "at most 4294967295 values"),
        (
            "var int: x;\nvar 0..9: y;\nconstraint int_lin_eq([1, 1, 1], [x, x, y], 7000000000000);\n",
            "at most 4294967295 values",
        ),
        (
            "array [1..1] of var int: q :: output_array([1..1]) = [nobody];\nsolve satisfy;\n",
            "wherever something is shown",
        ),
        ("var bool: a = b;\nvar bool: b;\nsolve satisfy;\n", "a truth value or a variable"),
        ("var 1..9: x = y;\nvar 1..9: y;\nsolve satisfy;\n", "a whole number or a variable"),
        ("var float: x;\nsolve satisfy;\n", "fractions are not treated"),
        ("var set of 1..3: x;\nsolve satisfy;\n", "sets are not treated"),
        ("var int: x;\nsolve satisfy;\n", "no bounds are stated"),
        ("var 1..99000000000: x;\nsolve satisfy;\n", "at most 4294967295 values"),
        (
            "var bool: b;\nconstraint int_eq(b, 1);\nsolve satisfy;\n",
            "a whole number or a variable of them",
        ),
        ("var 1..2: x;\nconstraint int_le(x);\nsolve satisfy;\n", "as many arguments"),
        ("var 1..2: x;\nvar 1..2: x;\nsolve satisfy;\n", "already"),
        ("var 1..2: x :: note(\"never closed;\nsolve satisfy;\n", "a text that ends on its line"),
        ("var 1..99999999999999999999: x;\n", "2^63"),
        // Functions given by their values are refused before billions of values are looked at.
        (
            "var -3..4000000000: x;\nvar 0..9: y;\nconstraint int_pow(x, 2, y);\nsolve satisfy;\n",
            "more than 65536 values",
        ),
    ] {
        let error = FlatZinc::parse(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    let deep =
        format!("var 1..2: x :: {}1{};\nsolve satisfy;\n", "a(".repeat(5_000), ")".repeat(5_000));
    assert!(FlatZinc::parse(&deep).expect_err("too deep").to_string().contains("in each other"));
}

/// Truncated or damaged texts are read or refused, and nothing else happens.
#[test]
fn damaged_files_are_refused() {
    let text = Instance::random(7).text("maximize x0");
    for end in 0..text.len() {
        let _ = FlatZinc::parse(&text[..end]);
        let damaged: String =
            text.char_indices().map(|(i, c)| if i == end { '[' } else { c }).collect();
        let _ = FlatZinc::parse(&damaged);
    }
}
