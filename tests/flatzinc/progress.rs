//! The best value and the bound of a goal, as they are reported while it is searched for.

use crate::oracle::Instance;
use clew::api::request::{Ask, Case, Hear};
use clew::families::parse_native;
use clew::flatzinc::run::{FlatZincRun, Wanted, entry, read};
use clew::flatzinc::{FlatZinc, Goal};
use clew::model::{Expr, Model, Options};
use clew::run::GoalProgress;
use clew::strategy::Watch;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Options that write down each report.
fn watched(options: Options) -> (Options, Arc<Mutex<Vec<GoalProgress>>>) {
    let all = Arc::new(Mutex::new(Vec::new()));
    let to = all.clone();
    let watch = Watch::new(move |goal| to.lock().expect("no thread panics").push(goal));
    (Options { goal_watch: Some(watch), ..options }, all)
}

/// Every report is true of the best value, and nearer than the one before; the last one is that value, proved.
fn expect(reports: &[GoalProgress], wanted: Option<i64>, largest: bool, text: &str) {
    let Some(wanted) = wanted else {
        assert!(reports.iter().all(|goal| goal.best.is_none()), "{reports:?}\n{text}");
        return;
    };
    let sign = if largest { -1 } else { 1 };
    for goal in reports {
        assert!(goal.best.is_none_or(|best| sign * best >= sign * wanted), "{reports:?}\n{text}");
        assert!(goal.bound.is_none_or(|b| sign * b <= sign * wanted), "{reports:?}\n{text}");
    }
    for two in reports.windows(2) {
        let nearer = |a: Option<i64>, b: Option<i64>, sign: i64| match (a, b) {
            (Some(a), Some(b)) => sign * a <= sign * b,
            (a, _) => a.is_none(),
        };
        assert!(two[0] != two[1], "{reports:?}\n{text}");
        assert!(nearer(two[0].best, two[1].best, -sign), "{reports:?}\n{text}");
        assert!(nearer(two[0].bound, two[1].bound, sign), "{reports:?}\n{text}");
    }
    let last = GoalProgress { best: Some(wanted), bound: Some(wanted) };
    assert_eq!((reports.last(), last.gap()), (Some(&last), Some(0)), "{text}");
}

/// The goal of a file.
fn sum(file: &FlatZinc) -> (Expr, bool) {
    match &file.goal {
        Goal::Minimize(sum) => (sum.clone(), false),
        Goal::Maximize(sum) => (sum.clone(), true),
        Goal::Satisfy => panic!("there is a goal"),
    }
}

#[test]
fn reports_of_random_files_are_true() {
    let mut gaps = 0;
    for seed in 0..600 {
        let instance = Instance::random(seed);
        let all = instance.solutions();
        for (goal, wanted) in [
            ("minimize x0", all.iter().map(|s| s.ints[0]).min()),
            ("maximize x0", all.iter().map(|s| s.ints[0]).max()),
        ] {
            let text = instance.text(goal);
            let file = FlatZinc::parse(&text).expect("a file");
            let threads = if seed % 4 == 0 { 3 } else { 1 };
            let (options, reports) = watched(Options { threads, ..Options::default() });
            let (sum, largest) = sum(&file);
            let outcome = match largest {
                true => file.model.maximize(sum, &options),
                false => file.model.minimize(sum, &options),
            };
            assert!(outcome.expect("a small model").exact);
            let reports = reports.lock().expect("no thread panics");
            expect(&reports, wanted, largest, &text);
            gaps += usize::from(reports.iter().any(|goal| goal.gap() > Some(0)));
        }
    }
    assert!(gaps > 0, "none had a gap on the way");
}

/// Random knapsacks, on one thread and on several: a sum is the goal.
#[test]
fn reports_of_sums_are_true() {
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let weights: Vec<i64> = (0..10).map(|_| rng.random_range(1..20)).collect();
        let worths: Vec<i64> = weights.iter().map(|w| w + rng.random_range(0..6)).collect();
        let mut m = Model::new();
        let take = m.bools("take", 10).expect("ten");
        let total = |of: &[i64]| take.iter().zip(of).map(|(&b, &k)| k * b).sum::<Expr>();
        m.at_most(total(&weights), 40).expect("a sum");
        let chosen = |mask: u32, of: &[i64]| -> i64 {
            (0..10).filter(|k| mask >> k & 1 == 1).map(|k| of[k]).sum()
        };
        let fits = (0..1 << 10).filter(|&mask| chosen(mask, &weights) <= 40);
        let wanted = fits.map(|mask| chosen(mask, &worths)).max();
        let threads = 1 + seed as usize % 3;
        let (options, reports) = watched(Options { threads, ..Options::default() });
        m.maximize(total(&worths), &options).expect("a small model");
        let reports = reports.lock().expect("no thread panics");
        assert!(reports[0].bound.is_some(), "there is a bound before the first solution");
        expect(&reports, wanted, true, &format!("seed {seed}"));
    }
}

/// At the door there is a message for each report, of files and of goals of puzzles.
#[test]
fn hosts_hear_the_bound_and_the_gap() {
    let file = "var 0..9: x :: output_var;\nvar 0..9: y;\nvar 0..81: z;\nconstraint int_times(x, y, z);\n\
                constraint int_lin_le([-1], [z], -30);\nconstraint int_lin_le([-1, 1], [x, y], 2);\nsolve minimize x;\n";
    let path = "puzzle: path\n\n. . . .\n. . . .\n. . . .\n. . . .\n";
    let file = entry(FlatZinc::parse(file).expect("a file"), file).expect("a small model");
    let path = parse_native(path).expect("a puzzle");
    for (entry, options) in [(file, json!({})), (path, json!({"minimize": "turns"}))] {
        let Value::Object(options) = options else { panic!("an object") };
        let all = Arc::new(Mutex::new(Vec::new()));
        let to = all.clone();
        let hear: Hear = Arc::new(move |text| {
            let event: Value = serde_json::from_str(text).expect("JSON");
            to.lock().expect("no thread panics").push(event);
        });
        let case = Case { hear, ..Case::new(&entry, "", Options::default()) };
        let asked = Ask::read("solve", options).expect("a question");
        let reply = asked.answer(&case).map_err(|why| why.message).expect("a reply");
        let document = reply.document.expect("a document");
        let document: Value = serde_json::from_str(document.get()).expect("JSON");
        let best = document["stats"]["objective"].as_f64().expect("a value");
        let events = all.lock().expect("no thread panics");
        let last = events.iter().rfind(|event| event.get("bound").is_some());
        let last = last.expect("a report of a bound");
        assert_eq!((last["best"].as_f64(), last["gap"].as_u64()), (Some(best), Some(0)), "{last}");
    }
}

/// `-s` with `-i`: the best value and the bound after each solution, not only in the end.
#[test]
fn statistics_stand_after_each_better_solution() {
    let variables: String = (0..4).map(|k| format!("var 0..3: x{k} :: output_var;\n")).collect();
    let text = format!(
        "{variables}var 0..99: cost :: output_var;\n\
         constraint int_lin_eq([7, 5, 3, 2, -1], [x0, x1, x2, x3, cost], 0);\n\
         constraint int_lin_le([-4, -3, -2, -1], [x0, x1, x2, x3], -19);\nsolve minimize cost;\n"
    );
    let file = FlatZinc::parse(&text).expect("a file");
    let all = Arc::new(Mutex::new(String::new()));
    let to = all.clone();
    let wanted = Wanted { solutions: 1, improving: true, free: false, statistics: true };
    let run = FlatZincRun::new(file, wanted, move |text| {
        to.lock().expect("no thread panics").push_str(text);
        ControlFlow::Continue(())
    });
    assert_eq!(run.progress(), None);
    run.run(&Options::default()).expect("a small model");
    let printed = all.lock().expect("no thread panics").clone();
    let solutions = printed.matches("----------\n").count();
    let figures = printed.matches("%%%mzn-stat: objectiveBound=").count();
    assert_eq!(figures, solutions + 1, "{printed}");
    let progress = run.progress().expect("something is known");
    assert!(progress.ends_with(", gap 0"), "{progress}");
}

/// Within ranges that are assumed nothing is proved, and the search that confirms the best value takes back no report.
#[test]
fn bounds_within_assumed_ranges_are_none() {
    let text = "var int: x :: output_var;\nvar int: y :: output_var;\nvar int: z :: output_var;\n\
                constraint int_lin_eq([1, 1, -1], [x, y, z], 0);\nconstraint int_le(3, x);\n\
                constraint int_lin_le([1, -1], [x, y], -2);\nsolve minimize z;\n";
    let (file, warning) = read(text).expect("a file");
    assert!(warning.is_some(), "a range is assumed");
    let wanted = Wanted { solutions: 1, improving: false, free: false, statistics: false };
    let run = FlatZincRun::new(file, wanted, |_| ControlFlow::Continue(()));
    run.run(&Options::default()).expect("a small model");
    assert_eq!(run.progress().as_deref(), Some("best 8"));
}
