//! Best values with the linear relaxation, and without it, against brute force.

use crate::oracle::{Assignment, Instance};
use clew::flatzinc::run::{FlatZincRun, Wanted};
use clew::flatzinc::{FlatZinc, Goal};
use clew::model::Options;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The output for a file whose goal is answered as MiniZinc expects it.
pub fn printed(text: &str, options: &Options) -> String {
    let file = FlatZinc::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let all = Arc::new(Mutex::new(String::new()));
    let to = all.clone();
    let wanted = Wanted { solutions: 1, improving: false, free: false, statistics: false };
    let run = FlatZincRun::new(file, wanted, move |text| {
        to.lock().expect("nobody panics").push_str(text);
        ControlFlow::Continue(())
    });
    run.run(options).expect("a small model");
    all.lock().expect("nobody panics").clone()
}

/// The parts of a search for a best value.
const PARTS: [&str; 8] = [
    "presolve",
    "energy",
    "relaxation",
    "plain",
    "learning",
    "rounding",
    "neighbourhoods",
    "cores",
];

/// Without some parts.
pub fn without(parts: impl Fn(&str) -> bool) -> Options {
    let left = PARTS.iter().filter(|part| parts(part)).map(|part| part.to_string());
    Options { without: left.collect(), ..Options::default() }
}

/// With and without the relaxation.
fn both() -> [Options; 2] {
    [Options::default(), without(|part| part == "relaxation")]
}

/// All parts, sometimes on some threads; one left out; one of them alone with the relaxation, and without it. Of the last
/// three by turns.
fn some(turn: u64) -> [Options; 4] {
    let one = PARTS[turn as usize % PARTS.len()];
    let threads = if turn.is_multiple_of(5) { 2 + turn as usize % 3 } else { 1 };
    [
        Options { threads, ..Options::default() },
        without(|part| part == one),
        without(|part| part != one && part != "relaxation"),
        without(|part| part != one),
    ]
}

/// The best value that was found; `None` if it was proved that there is none.
pub fn best(file: &FlatZinc, options: &Options) -> Option<i64> {
    let outcome = match &file.goal {
        Goal::Minimize(sum) => file.model.minimize(sum.clone(), options),
        Goal::Maximize(sum) => file.model.maximize(sum.clone(), options),
        Goal::Satisfy => panic!("there is a goal"),
    };
    let outcome = outcome.expect("a small model");
    assert!(outcome.exact);
    outcome.objective()
}

/// A weighted sum of all variables is the goal, in a file and in a model.
#[test]
fn best_sums_are_those_of_brute_force() {
    let mut found = 0;
    for seed in 0..2_000 {
        let instance = Instance::random(seed);
        let all = instance.solutions();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let n = instance.ints();
        let weights: Vec<i64> = (0..n).map(|_| rng.random_range(-9..10)).collect();
        let value =
            |s: &Assignment| -> i64 { weights.iter().zip(&s.ints).map(|(w, v)| w * v).sum() };
        let goal = if rng.random() { "minimize" } else { "maximize" };
        let values = all.iter().map(value);
        let wanted = if goal == "minimize" { values.min() } else { values.max() };
        found += u32::from(wanted.is_some());
        let xs: Vec<String> = (0..n).map(|x| format!("x{x}")).collect();
        let text = instance.text(&format!("{goal} z"));
        let sum = format!(
            "var -1000..1000: z :: output_var;\nconstraint int_lin_eq([1, {}], [z, {}], 0);\nsolve",
            weights.iter().map(|w| (-w).to_string()).collect::<Vec<_>>().join(", "),
            xs.join(", ")
        );
        let text = text.replace("solve", &sum);
        for options in some(seed) {
            let file = FlatZinc::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(best(&file, &options), wanted, "seed {seed} {:?}\n{text}", options.without);
            let printed = printed(&text, &options);
            match wanted {
                None => assert_eq!(printed, "=====UNSATISFIABLE=====\n", "seed {seed}\n{text}"),
                Some(value) => {
                    assert!(
                        printed.contains(&format!("z = {value};\n")),
                        "{seed}: {printed}\n{text}"
                    );
                    assert!(printed.ends_with("==========\n"), "seed {seed}: {printed}\n{text}");
                }
            }
        }
    }
    assert!(found > 700, "{found} have a solution");
}

/// Jobs whose needs and lengths are chosen at a cost, with a last end and a capacity that cost something: the rows about time
/// leave the best values as they are.
#[test]
fn best_schedules_are_those_of_brute_force() {
    let mut found = 0;
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let n = rng.random_range(2..4usize);
        let fixed: Vec<bool> = (0..2 * n + 1).map(|_| rng.random_bool(0.5)).collect();
        let value = |k: usize, rng: &mut ChaCha8Rng| {
            let low = rng.random_range(0..3);
            (low, if fixed[k] { low } else { low + 1 })
        };
        let amounts: Vec<(i64, i64)> = (0..=2 * n).map(|k| value(k, &mut rng)).collect();
        let first: Vec<i64> = (0..n).map(|_| rng.random_range(0..2)).collect();
        let [for_end, for_capacity] = [rng.random_range(1..4), rng.random_range(0..3)];
        let weight: Vec<i64> = (0..2 * n).map(|_| rng.random_range(-3..1)).collect();
        let after = rng.random_bool(0.5);
        let mut m = clew::model::Model::new();
        let int = |m: &mut clew::model::Model, name: String, (low, high): (i64, i64)| {
            m.int(name, low..=high).expect("a range")
        };
        let starts: Vec<_> = (0..n).map(|k| int(&mut m, format!("s{k}"), (first[k], 3))).collect();
        let of: Vec<_> = (0..=2 * n).map(|k| int(&mut m, format!("a{k}"), amounts[k])).collect();
        let end = int(&mut m, "end".to_string(), (0, 8));
        for k in 0..n {
            m.at_most(starts[k] + of[k] - end, 0).expect("its own");
        }
        if after {
            m.at_most(starts[0] + of[0] - starts[1], 0).expect("its own");
        }
        m.cumulative_of(&starts, &of[..n], &of[n..2 * n], of[2 * n]).expect("its own");
        let costs: clew::model::Expr = (0..2 * n).map(|k| weight[k] * of[k]).sum();
        let goal = for_end * end + for_capacity * of[2 * n] + costs;
        // All choices of starts and amounts.
        let ranges: Vec<(i64, i64)> =
            first.iter().map(|&low| (low, 3)).chain(amounts.iter().copied()).collect();
        let mut point: Vec<i64> = ranges.iter().map(|r| r.0).collect();
        let mut wanted: Option<i64> = None;
        loop {
            let (s, a) = point.split_at(n);
            let load = |t: i64| -> i64 {
                (0..n).filter(|&k| s[k] <= t && t < s[k] + a[k]).map(|k| a[n + k]).sum()
            };
            if (0..9).all(|t| load(t) <= a[2 * n]) && !(after && s[0] + a[0] > s[1]) {
                let last = (0..n).map(|k| s[k] + a[k]).max().unwrap_or(0);
                let costs: i64 = (0..2 * n).map(|k| weight[k] * a[k]).sum();
                let value = for_end * last + for_capacity * a[2 * n] + costs;
                wanted = Some(wanted.map_or(value, |old| old.min(value)));
            }
            let Some(k) = (0..point.len()).rev().find(|&k| point[k] < ranges[k].1) else { break };
            point[k] += 1;
            (k + 1..point.len()).for_each(|j| point[j] = ranges[j].0);
        }
        found += u32::from(wanted.is_some());
        for options in some(seed) {
            let best = m.minimize(goal.clone(), &options).expect("a small model");
            let without = options.without;
            assert_eq!((best.exact, best.objective()), (true, wanted), "seed {seed} {without:?}");
        }
    }
    assert!(found > 200, "{found} have a solution");
}

/// Variables without bounds of their own: the best value is proved where better ones are bounded, and only there.
#[test]
fn one_sided_goals_are_proved() {
    let free = "var int: x :: output_var;\nvar int: y :: output_var;\nvar int: z :: output_var;\n";
    let sum = "constraint int_lin_eq([1, 1, -1], [x, y, z], 0);\n";
    let above = "constraint int_le(3, x);\nconstraint int_lin_le([1, -1], [x, y], -2);\n";
    for (constraints, goal, wanted) in [
        (format!("{sum}{above}"), "minimize z", Some(8)),
        (format!("{sum}{above}"), "maximize z", None),
        // y can be as small as one likes.
        (format!("{sum}constraint int_le(3, x);\n"), "minimize z", None),
        // The bound is a corner that the variables do not reach: 2 x + 2 y is even.
        (
            format!(
                "constraint int_lin_eq([2, 2, -1], [x, y, z], 0);\n{above}constraint int_le(17, z);\n"
            ),
            "minimize z",
            Some(18),
        ),
    ] {
        let text = format!("{free}{constraints}solve {goal};\n");
        let file = clew::flatzinc::run::read(&text).expect("a file").0;
        let all = Arc::new(Mutex::new(String::new()));
        let to = all.clone();
        let asked = Wanted { solutions: 1, improving: false, free: false, statistics: true };
        let run = FlatZincRun::new(file, asked, move |text| {
            to.lock().expect("nobody panics").push_str(text);
            ControlFlow::Continue(())
        });
        run.run(&Options::default()).expect("a small model");
        let printed = all.lock().expect("nobody panics").clone();
        assert_eq!(printed.contains("==========\n"), wanted.is_some(), "{text}{printed}");
        if let Some(value) = wanted {
            assert!(printed.contains(&format!("z = {value};\n")), "{text}{printed}");
            assert!(printed.contains(&format!("objectiveBound={value}\n")), "{text}{printed}");
        }
    }
}

/// Models and files are searched by the same plan: a ruler with different distances has the same shortest length, and a
/// limit of nodes ends the turns.
#[test]
fn models_take_turns_as_files_do() {
    let mut m = clew::model::Model::new();
    let x = m.ints("x", 6, 0..=40).expect("a range");
    m.equal(x[0], 0).expect("its own");
    for w in x.windows(2) {
        m.less_than(w[0], w[1]).expect("its own");
    }
    let mut distances = Vec::new();
    for (j, &y) in x.iter().enumerate() {
        for (i, &x) in x[..j].iter().enumerate() {
            distances.push(m.define(format!("d{i}_{j}"), y - x).expect("small numbers"));
        }
    }
    m.all_different(&distances).expect("its own");
    let best = m.minimize(x[5], &Options::default()).expect("a small model");
    assert_eq!((best.objective(), best.exact), (Some(17), true));
    assert_eq!(best.best.map(|best| best.proved), Some(true));
    let text = m.export("fzn", &clew::model::Goal::Minimize(x[5].into())).expect("rows");
    assert!(printed(text.text(), &Options::default()).ends_with("==========\n"));
    let mut options = Options::default();
    options.budget.nodes = Some(20);
    let stopped = m.minimize(x[5], &options).expect("a small model");
    assert!(!stopped.exact && stopped.stopped.is_some());
    assert!(stopped.stats.nodes < 200, "{}", stopped.stats.nodes);
    let without = vec!["nothing".to_string()];
    assert!(m.minimize(x[5], &Options { without, ..Options::default() }).is_err());
}

/// Goals with more values than a variable can have, of one variable of few values.
#[test]
fn large_factors_of_one_variable() {
    let unit = 1i64 << 34;
    for (factor, largest, wanted) in [
        (unit, true, 4 * unit),
        (unit, false, 2 * unit),
        (-unit, true, -2 * unit),
        (-unit, false, -4 * unit),
    ] {
        for options in both() {
            let mut m = clew::model::Model::new();
            let (x, y) =
                (m.int("x", 1..=5).expect("a range"), m.ints("y", 2, 0..=9).expect("a range"));
            // It is even, which bounds do not show.
            m.equal(x + 2 * y[0] - 2 * y[1], 0).expect("its own");
            m.less_than(y[0], y[1]).expect("its own");
            let goal = factor * x;
            let best = match largest {
                true => m.maximize(goal, &options),
                false => m.minimize(goal, &options),
            };
            let best = best.expect("a small model");
            assert_eq!((best.exact, best.objective()), (true, Some(wanted)), "{factor} {largest}");
        }
    }
}

/// Search begins with the values that the goal wants: whether Booleans or their negations are counted makes no
/// difference.
#[test]
fn the_goal_gives_first_values() {
    let n = 200;
    for negated in [false, true] {
        let mut m = clew::model::Model::new();
        let bools = m.bools("b", n).expect("names");
        let sum: clew::model::Expr = bools
            .iter()
            .map(|&b| if negated { 1 - clew::model::Expr::from(b) } else { b.into() })
            .fold(clew::model::Expr::default(), |sum, b| sum + b);
        // Neighbours along a line exclude each other at every tenth place.
        for w in bools.windows(2).step_by(10) {
            let pair = if negated { [w[0], w[1]] } else { [!w[0], !w[1]] };
            m.clause(&pair).expect("its own");
        }
        let best = m.maximize(sum, &Options::default()).expect("a small model");
        assert_eq!((best.objective(), best.exact), (Some(180), true), "{negated}");
        assert!(best.stats.nodes < 2_000, "{negated}: {}", best.stats.nodes);
    }
}

/// Knapsacks of 18 things under three limits: the relaxation leaves a fraction of the failures, at the same best values.
#[test]
fn knapsacks_take_few_failures() {
    let mut failures = [0, 0];
    for seed in 0..6 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut m = clew::model::Model::new();
        let take = m.bools("take", 18).expect("names");
        let mut sum =
            || -> clew::model::Expr { take.iter().map(|&b| rng.random_range(5..60) * b).sum() };
        let worth = sum();
        for _ in 0..3 {
            m.at_most(sum(), 200).expect("small numbers");
        }
        let best =
            both().map(|options| m.maximize(worth.clone(), &options).expect("a small model"));
        assert!(best.iter().all(|best| best.exact), "{seed}");
        assert_eq!(best[0].objective(), best[1].objective(), "{seed}");
        (0..2).for_each(|i| failures[i] += best[i].stats.failures);
    }
    assert!(4 * failures[0] < failures[1], "{failures:?}");
}

/// Deviations from wanted sums, of which all but one are too large to be met: their sum is bounded by that of the sums.
#[test]
fn absolute_values_are_bounded_by_both_sides() {
    let mut failures = [0, 0];
    for seed in 0..4 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut m = clew::model::Model::new();
        let (people, shifts) = (4, 8);
        let lengths: Vec<i64> = (0..shifts).map(|_| rng.random_range(2..9)).collect();
        let takes: Vec<Vec<clew::model::Bool>> =
            (0..people).map(|i| m.bools(&format!("p{i}"), shifts).expect("names")).collect();
        for s in 0..shifts {
            m.at_most(takes.iter().map(|of| 1 * of[s]).sum::<clew::model::Expr>(), 1)
                .expect("small numbers");
        }
        let mut goal = clew::model::Expr::default();
        for (i, of) in takes.iter().enumerate() {
            let wanted = if i == 0 { 0 } else { rng.random_range(30..50) };
            let off = m.int(format!("off{i}"), -100..=100).expect("a name");
            let size = m.int(format!("size{i}"), 0..=100).expect("a name");
            let sum: clew::model::Expr = lengths.iter().zip(of).map(|(&n, &b)| n * b).sum();
            m.compared(&clew::model::Comparison::equal(sum, off + wanted)).expect("small numbers");
            m.absolute(size, off).expect("its own");
            goal = goal + size;
        }
        let best = both().map(|options| m.minimize(goal.clone(), &options).expect("a small model"));
        assert!(best.iter().all(|best| best.exact), "{seed}");
        assert_eq!(best[0].objective(), best[1].objective(), "{seed}");
        (0..2).for_each(|i| failures[i] += best[i].stats.failures);
    }
    assert!(10 * failures[0] < failures[1], "{failures:?}");
}
