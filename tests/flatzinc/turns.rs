//! Files answered under the options of MiniZinc, with and without search annotations; and as puzzles.

use crate::oracle::Instance;
use clew::flatzinc::FlatZinc;
use clew::flatzinc::run::{FlatZincRun, Wanted, entry};
use clew::model::{Model, Options, Verdict};
use clew::strategy::{Task, run};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

const CHOICES: [&str; 9] = [
    "input_order",
    "first_fail",
    "anti_first_fail",
    "smallest",
    "largest",
    "occurrence",
    "most_constrained",
    "max_regret",
    "dom_w_deg",
];
const VALUES: [&str; 9] = [
    "indomain_min",
    "indomain_max",
    "indomain_median",
    "indomain_middle",
    "indomain_random",
    "indomain_split",
    "indomain_reverse_split",
    "outdomain_min",
    "outdomain_max",
];

/// The output for a file.
fn printed(text: &str, wanted: Wanted, threads: usize) -> String {
    let file = FlatZinc::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let all = Arc::new(Mutex::new(String::new()));
    let to = all.clone();
    let answering = FlatZincRun::new(file, wanted, move |text| {
        to.lock().expect("nobody panics").push_str(text);
        ControlFlow::Continue(())
    });
    answering.run(&Options { threads, ..Options::default() }).expect("a small model");
    all.lock().expect("nobody panics").clone()
}

/// The solutions of an output, and the lines after them.
fn parts(printed: &str) -> (Vec<&str>, &str) {
    let mut parts: Vec<&str> = printed.split("----------\n").collect();
    let end = parts.pop().unwrap_or_default();
    (parts, end)
}

fn all() -> Wanted {
    Wanted { solutions: usize::MAX, improving: true, free: false, statistics: false }
}

/// A random annotation.
fn annotation(seed: u64) -> String {
    let (choose, values) = (CHOICES[seed as usize % 9], VALUES[seed as usize / 9 % 9]);
    let ints = format!("int_search([x1, x0], {choose}, {values}, complete)");
    let bools = format!("bool_search([b0], input_order, {values}, complete)");
    // Hints that are seldom right.
    let hints = format!("warm_start([x1, x0], [{}, {}])", seed % 5, seed / 5 % 4);
    let ints = if seed.is_multiple_of(2) { ints } else { format!("seq_search([{hints}, {ints}])") };
    match seed % 3 {
        0 => format!(":: {ints}"),
        1 => format!(":: seq_search([{bools}, {ints}])"),
        _ => format!(":: {bools} :: {ints}"),
    }
}

#[test]
fn the_first_solution_has_the_values_of_hints() {
    let text = |ban: &str| {
        format!(
            "array [1..3] of int: w = [4, 7, 2];\nvar 0..9: x :: output_var;\nvar 0..9: y :: output_var;\n\
             var 0..9: z :: output_var;\nvar bool: b :: output_var;\narray [1..3] of var int: xs = [x, y, z];\n\
             {ban}solve :: seq_search([warm_start(xs, w), warm_start([b], [true]), \
             int_search(xs, input_order, indomain_min)]) satisfy;\n"
        )
    };
    let one = Wanted { solutions: 1, improving: false, free: false, statistics: false };
    let first = printed(&text(""), one, 1);
    assert!(first.starts_with("x = 4;\ny = 7;\nz = 2;\nb = true;\n"), "{first}");
    // Where they are wrong, most of them stay.
    let near = printed(&text("constraint int_ne(y, 7);\n"), one, 1);
    assert!(
        near.contains("x = 4;") && near.contains("z = 2;") && !near.contains("y = 7;"),
        "{near}"
    );
    // Without any other annotation, and in a model.
    let alone = text("").replace(", int_search(xs, input_order, indomain_min)", "");
    let first = printed(&alone, one, 1);
    assert!(first.starts_with("x = 4;\ny = 7;\nz = 2;\nb = true;\n"), "{first}");
    let mut model = Model::new();
    let x = model.int("x", 0..=1_000_000).expect("a range");
    model.hint(x, 123_456).expect("its own");
    let one = model.solve(1, &Options::default()).expect("a small model");
    assert_eq!((one.solutions[0][x], one.exact), (123_456, false));
    model.at_least(x, 2_000_000).expect("small numbers");
    let none = model.solve(1, &Options::default()).expect("a small model");
    assert!(none.solutions.is_empty() && none.exact);
}

#[test]
fn all_solutions_are_met_whatever_search_is_asked_for() {
    for seed in 0..700 {
        let instance = Instance::random(seed);
        let expected: BTreeSet<String> =
            instance.solutions().iter().map(|s| instance.shown(s)).collect();
        let text = instance.text(&format!("{} satisfy", annotation(seed)));
        let end = if expected.is_empty() { "=====UNSATISFIABLE=====\n" } else { "==========\n" };
        for free in [false, true] {
            let printed = printed(&text, Wanted { free, ..all() }, 1);
            let (solutions, last) = parts(&printed);
            assert_eq!(last, end, "seed {seed}\n{text}");
            assert_eq!(solutions.len(), expected.len(), "seed {seed}\n{text}");
            assert!(solutions.iter().all(|s| expected.contains(*s)), "seed {seed}\n{text}");
        }
    }
}

/// If some variables are hidden, each visible solution is found once, counted once, and distinguished from the others.
#[test]
fn what_is_hidden_does_not_count() {
    let (mut alike, mut unique) = (0, 0);
    for seed in 0..700 {
        let instance = Instance::random(seed);
        let note = if seed % 2 == 0 { annotation(seed) } else { String::new() };
        let whole = instance.text(&format!("{note} satisfy"));
        // All but the first variable.
        let mut seen = 0;
        let hidden = |line: &str| {
            seen += usize::from(line.starts_with("var"));
            if seen > 1 { line.replace(" :: output_var", "") } else { line.to_string() }
        };
        let text: String = whole.lines().map(hidden).map(|line| line + "\n").collect();
        let solutions = instance.solutions();
        let first = |s: &crate::oracle::Assignment| format!("x0 = {};\n", s.ints[0]);
        let expected: BTreeSet<String> = solutions.iter().map(first).collect();
        alike += u32::from(expected.len() < solutions.len());
        for (free, threads) in [(false, 1), (true, 1), (true, 2)] {
            let printed = printed(&text, Wanted { free, ..all() }, threads);
            let (met, _) = parts(&printed);
            assert_eq!(met.len(), expected.len(), "seed {seed}\n{text}\n{printed}");
            assert!(met.iter().all(|s| expected.contains(*s)), "seed {seed}\n{text}\n{printed}");
        }
        let file = FlatZinc::parse(&text).expect("a file");
        let puzzle = entry(file, &text).expect("a small model").puzzle;
        let counted = run(&puzzle, Task::Count, &Options::default()).expect("a count");
        assert_eq!((counted.count, counted.exact), (expected.len().into(), true), "seed {seed}");
        let checked = run(&puzzle, Task::Check, &Options::default()).expect("a verdict");
        let verdict = match expected.len() {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        unique += u32::from(verdict == Verdict::Unique && solutions.len() > 1);
        assert_eq!(checked.verdict(), verdict, "seed {seed}\n{text}");
    }
    assert!(alike > 200 && unique > 20, "{alike} are shown alike, {unique} all of them");
}

/// Better and better solutions, the last one the best, for every search.
#[test]
fn solutions_improve_to_the_best() {
    let mut improved = 0;
    for seed in 0..500 {
        let instance = Instance::random(seed);
        let values: Vec<i64> = instance.solutions().iter().map(|s| s.ints[0]).collect();
        let note = if seed % 4 == 0 { String::new() } else { annotation(seed) };
        for (goal, best) in [("minimize", values.iter().min()), ("maximize", values.iter().max())] {
            let text = instance.text(&format!("{note} {goal} x0"));
            for (free, threads) in [(false, 1), (true, 1), (true, 2)] {
                let printed = printed(&text, Wanted { free, ..all() }, threads);
                let (met, end) = parts(&printed);
                let value = |s: &&str| {
                    let line = s.lines().find_map(|line| line.strip_prefix("x0 = "));
                    line.and_then(|v| v.trim_end_matches(';').parse::<i64>().ok())
                };
                let met: Vec<i64> = met.iter().filter_map(value).collect();
                assert_eq!(met.last(), best, "seed {seed}\n{text}");
                let better = |w: &[i64]| if goal == "minimize" { w[1] < w[0] } else { w[1] > w[0] };
                assert!(met.windows(2).all(better), "seed {seed}\n{text}\n{printed}");
                improved += u32::from(met.len() > 1);
                let last =
                    if best.is_none() { "=====UNSATISFIABLE=====\n" } else { "==========\n" };
                assert_eq!(end, last, "seed {seed}\n{text}");
            }
            let one = printed(&text, Wanted { improving: false, ..all() }, 1);
            assert_eq!(parts(&one).0.len(), usize::from(best.is_some()), "seed {seed}");
        }
    }
    assert!(improved > 300, "{improved} searches met more than one");
}

/// The order of the annotations, in searches where nothing but the annotation decides.
#[test]
fn annotations_are_followed() {
    let declared = "var 0..6: x :: output_var;\nvar 1..2: y :: output_var;\nvar bool: b;\n";
    for (note, first) in [
        ("int_search([x, y], input_order, indomain_min, complete)", (0, 1)),
        ("int_search([x, y], input_order, indomain_max, complete)", (6, 2)),
        ("int_search([x, y], input_order, indomain_median, complete)", (3, 1)),
        (
            "seq_search([int_search([y], first_fail, indomain_max, complete), int_search([x], smallest, indomain_min)])",
            (0, 2),
        ),
        ("int_search([x, y], largest, outdomain_max, complete)", (0, 1)),
    ] {
        let text = format!("{declared}solve :: {note} satisfy;\n");
        let printed = printed(&text, Wanted { solutions: 1, ..all() }, 1);
        assert_eq!(printed, format!("x = {};\ny = {};\n----------\n", first.0, first.1), "{note}");
    }
    // The variable with fewer values first, after which x is fixed.
    let text = format!(
        "{declared}constraint int_lin_eq([1, -1], [x, y], 3);\nsolve :: int_search([x, y], first_fail, indomain_max, complete) satisfy;\n"
    );
    let printed = printed(&text, Wanted { solutions: 2, ..all() }, 1);
    assert!(printed.starts_with("x = 5;\ny = 2;\n----------\nx = 4;\ny = 1;\n"), "{printed}");
}
