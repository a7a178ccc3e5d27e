//! Counting as a user meets it: candidates, random solutions, estimates, the memory limit, and optimal lines by
//! dynamic program against branch and bound.

use crate::support::program::run_on;
use clew::families::parse_native;
use clew::puzzle::{Answer, Content, Goal, Neighbourhood, Puzzle, line_order};
use clew::strategy::{self, Options, SearchMode, Task};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

const DOUBLE: &str = "puzzle: hidato\n\n1 .\n. 4\n";
const LINKS: &str =
    "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA B . .\n. . . .\nC A B C\n. . . .\n";

fn empty(family: &str, rows: usize, cols: usize) -> String {
    let row = vec!["."; cols].join(" ") + "\n";
    format!("puzzle: {family}\n\n{}", row.repeat(rows))
}

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).expect("a puzzle").puzzle
}

/// A board with random holes, in the text format.
fn with_holes(family: &str, rows: usize, cols: usize, rng: &mut ChaCha8Rng) -> String {
    let mut text = format!("puzzle: {family}\n\n");
    for _ in 0..rows {
        let mut token = || if rng.next_u32().is_multiple_of(6) { "#" } else { "." };
        text += &(0..cols).map(|_| token()).collect::<Vec<_>>().join(" ");
        text += "\n";
    }
    text
}

#[test]
fn candidates_of_each_cell_with_their_numbers() {
    let ran = run_on("count --candidates", DOUBLE);
    let cells = "r1c1: 1 (2)\nr1c2: 2 (1) 3 (1)\nr2c1: 2 (1) 3 (1)\nr2c2: 4 (2)\n";
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with(&format!("2\n{cells}")), "{}", ran.out);
    // Both solutions visit the middle, one begins along the upper edge.
    assert!(ran.out.contains("r1c1-r1c2: 1\n") && ran.out.contains("r1c2-r2c1: 2\n"));
    let result = run_on("count --candidates --json", DOUBLE).object();
    assert_eq!(result["candidates"], json!([[[1], [2, 3]], [[2, 3], [4]]]));
    assert_eq!(result["candidate_counts"], json!([[["2"], ["1", "1"]], [["1", "1"], ["2"]]]));
    assert_eq!((&result["exact"], &result["count"]), (&json!(true), &json!("2")));
    let result = run_on("count --candidates --json", LINKS).object();
    assert_eq!(result["candidates"][0], json!([["A"], ["B"], ["B"], ["B", null]]));
    assert_eq!(result["candidate_counts"][0][3], json!(["1", "1"]));
    let none =
        run_on("count --candidates --json", "puzzle: hidato\nneighbours: 4\n\n1 . 2\n").object();
    assert_eq!((&none["count"], &none["candidates"]), (&json!("0"), &json!([[[], [], []]])));
}

#[test]
fn candidates_cut_short_say_so() {
    // King moves without a narrow frontier: no tables fit into this memory, and there are far too many solutions to
    // list.
    let ran = run_on("count --candidates --memory 64K --nodes 3000 --json", &empty("hidato", 9, 9));
    let result = ran.object();
    assert_eq!((ran.status, &result["exact"]), (4, &json!(false)));
    assert_eq!(result["stopped"], "nodes");
    assert!(result["candidates"][0][0].as_array().is_some_and(|c| !c.is_empty()));
}

/// With any limit on the tables: if they do not fit, search counts.
#[test]
fn search_counts_what_does_not_fit_after_all() {
    let board = "puzzle: path\nneighbours: 8\n\n. . .\n. . .\n. . .\n";
    for memory in ["0", "1K", "2K", "4K", "8K", "10K", "1M"] {
        let result = run_on(&format!("count --json --memory {memory}"), board).object();
        let (count, exact) = (&result["count"], &result["exact"]);
        assert_eq!((count, exact), (&json!("784"), &json!(true)), "{memory}");
    }
}

/// Counts candidates over enumerated answers, independently of the solver's own counting.
fn tally(puzzle: &Puzzle, answers: &[Answer]) -> Vec<BTreeMap<u32, u64>> {
    let mut cells: Vec<BTreeMap<u32, u64>> = Vec::new();
    for answer in answers {
        let index = |content| match content {
            Content::Number(v) => v - 1,
            Content::Label(k) => k,
            Content::Nothing => puzzle.candidates().len() as u32 - 1,
        };
        let values: Vec<u32> = puzzle.contents(answer).into_iter().map(index).collect();
        cells.resize(values.len(), BTreeMap::new());
        for (cell, v) in cells.iter_mut().zip(values) {
            *cell.entry(v).or_default() += 1;
        }
    }
    cells
}

#[test]
fn candidates_by_tables_are_those_of_all_solutions() {
    let futoshiki = "puzzle: futoshiki\n\n. < .   .   .   .\n-   -   -   -   -\n.   .   .   .   .\n\
                     -   -   -   -   -\n.   .   . < .   .\n-   -   -   -   -\n.   .   .   .   .\n\
                     -   -   -   -   -\n1   .   .   .   .\n";
    let links = "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . . . . .\n. . . B . .\n\
                 . . . . . .\n. B . . . A\n. . . . . .\n";
    for text in [futoshiki, links] {
        let p = puzzle(text);
        let all = Task::Solve { limit: usize::MAX };
        let options = Options { search: SearchMode::Dfs, ..Options::default() };
        let answers = strategy::run(&p, all, &options).expect("answers").answers;
        assert!(answers.len() > 2_000, "{}: too few to reach the tables", answers.len());
        let truth = tally(&p, &answers);
        for threads in [1, 3] {
            let options = Options { threads, ..Options::default() };
            let outcome = strategy::candidates(&p, &options).expect("candidates");
            assert_eq!((outcome.exact, outcome.count), (true, BigUint::from(answers.len())));
            assert!(["layers", "frontier"].contains(&outcome.how.keyword()));
            let values = outcome.candidates.and_then(|c| c.values).expect("values");
            for (cell, (found, truth)) in values.iter().zip(&truth).enumerate() {
                let found: Vec<_> = found.iter().map(|(v, n)| (*v, n.clone())).collect();
                let mut true_n: Vec<_> =
                    truth.iter().map(|(&v, &n)| (v, BigUint::from(n))).collect();
                true_n.sort();
                assert_eq!(found, true_n, "cell {cell}");
            }
        }
    }
}

#[test]
fn edges_by_tables_are_those_of_all_lines() {
    let p = puzzle(&empty("path", 5, 6));
    let all = Task::Solve { limit: usize::MAX };
    let options = Options { search: SearchMode::Dfs, ..Options::default() };
    let answers = strategy::run(&p, all, &options).expect("answers").answers;
    let board = p.board().expect("a board");
    let mut truth = vec![0u64; board.edges().len()];
    for answer in &answers {
        let Answer::Line(numbers) = answer else { panic!("a line") };
        for step in line_order(numbers).windows(2) {
            truth[board.edge_between(step[0], step[1]).expect("an edge") as usize] += 2;
        }
    }
    let outcome = strategy::candidates(&p, &Options::default()).expect("candidates");
    assert_eq!(
        (outcome.how.keyword(), outcome.count),
        ("frontier", BigUint::from(2 * answers.len()))
    );
    let edges = outcome.candidates.and_then(|c| c.edges).expect("edges");
    assert_eq!(edges, truth.into_iter().map(BigUint::from).collect::<Vec<_>>());
}

#[test]
fn samples_are_repeatable_and_solutions() {
    for text in [empty("path", 8, 8), empty("hidato", 4, 5), LINKS.into(), DOUBLE.into()] {
        let once = run_on("solve --sample 5 --seed 3 --threads 1 --json", &text).object();
        let again = run_on("solve --sample 5 --seed 3 --threads 3 --json", &text).object();
        let other = run_on("solve --sample 5 --seed 4 --json", &text).object();
        assert_eq!(once["solutions"].as_array().map(Vec::len), Some(5), "{once}");
        assert_eq!(once["solutions"], again["solutions"]);
        if text.len() > 60 && text != LINKS {
            assert_ne!(once["solutions"], other["solutions"]);
        }
    }
    let ran = run_on("solve --sample 2", &empty("path", 7, 7));
    assert_eq!((ran.status, ran.out.split("\n\n").count()), (0, 2), "{}", ran.out);
    let ran = run_on("solve --sample 2", "puzzle: hidato\nneighbours: 4\n\n1 . 2\n");
    assert_eq!((ran.status, &*ran.out), (1, "no solution\n"));
    // All solutions are known before one is drawn; running out of time for the draw is no answer.
    let ran = run_on("solve --sample 2 --time 0", "puzzle: path\n\n.\n");
    assert_eq!((ran.status, &*ran.out), (4, "unknown (time limit)\n"));
    let late = run_on("solve --sample 2 --time 0 --json", "puzzle: path\n\n.\n").object();
    assert_eq!((&late["verdict"], &late["stopped"]), (&"unknown".into(), &"time".into()), "{late}");
    let ran = run_on("solve --sample 2 --memory 64K --nodes 5000", &empty("hidato", 9, 9));
    assert_eq!(ran.status, 4, "{}", ran.out);
    assert!(ran.out.starts_with("unknown ("), "{}", ran.out);
    assert_eq!(run_on("solve --sample 2 --all", DOUBLE).status, 2);
}

/// Each of a few dozen solutions is drawn about equally often.
#[test]
fn samples_are_uniform() {
    const DRAWS: usize = 6_000;
    let three = "puzzle: path\n\n. . . .\n. . . .\n. . . .\n";
    let latin = "puzzle: futoshiki\n\n. . < .\n- - -\n. . .\n- - -\n. . .\n";
    let links = "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . . B\n. . . .\nA . . B\n";
    for text in [three, latin, links] {
        let p = puzzle(text);
        let outcome = strategy::sample(&p, DRAWS, &Options { seed: 5, ..Options::default() });
        let mut times: HashMap<Answer, f64> = HashMap::new();
        for answer in outcome.expect("a sample").answers {
            p.verify(&answer).expect("a solution");
            *times.entry(answer).or_default() += 1.0;
        }
        let count = strategy::run(&p, Task::Count, &Options::default()).expect("a count").count;
        let n = times.len() as f64;
        assert_eq!(BigUint::from(times.len()), count, "each comes up");
        let mean = DRAWS as f64 / n;
        let square: f64 = times.values().map(|t| (t - mean).powi(2) / mean).sum();
        // Chi squared with n - 1 degrees: mean n - 1, variance 2 (n - 1).
        assert!(square < n - 1.0 + 5.0 * (2.0 * (n - 1.0)).sqrt(), "{square} for {n}");
    }
}

#[test]
fn an_estimate_is_no_answer() {
    let ran = run_on("count --estimate", DOUBLE);
    assert_eq!((ran.status, &*ran.out), (0, "2\n"), "what is known is not estimated");
    let wide = empty("hidato", 9, 9);
    let ran = run_on("count --estimate --time 40s --memory 1M --nodes 400", &wide);
    assert_eq!(ran.status, 4);
    assert!(ran.out.starts_with("at least ") && ran.out.contains("estimate"), "{}", ran.out);
    let result =
        run_on("count --estimate --time 40s --memory 1M --nodes 400 --seed 2 --json", &wide)
            .object();
    assert_eq!(result["exact"], json!(false));
    assert_eq!(result["verdict"], "multiple");
    let figure = |name: &str| result["stats"][name].as_f64().expect("a figure");
    assert!(figure("estimate") > 0.0 && figure("estimateError") > 0.0);
    assert!(figure("estimateLow") <= figure("estimate"));
    assert!(figure("estimate") <= figure("estimateHigh"));
    // Runs of the program, not probes of the search tree.
    assert_eq!(figure("estimateProbes"), 16.0);
}

/// No probe finds a solution of a wide open board with three numbers: that is no estimate of zero.
#[test]
fn an_estimate_without_a_hit_is_null() {
    let mut wide = empty("hidato", 20, 20);
    for (from, to) in [("\n\n.", "\n\n1"), (". . .\n. . .", ". . 137\n. . .")] {
        wide = wide.replacen(from, to, 1);
    }
    wide.truncate(wide.trim_end().len() - 1);
    wide += "400\n";
    let result = run_on("count --estimate --time 500ms --json", &wide).object();
    let stats = &result["stats"];
    assert_eq!(stats["estimateHits"], json!(0), "{result}");
    for name in ["estimate", "estimateError", "estimateHigh"] {
        assert!(stats.get(name).is_some_and(Value::is_null), "{name}: {result}");
    }
    assert!(stats["estimateLacking"].as_str().is_some_and(|why| !why.is_empty()), "{result}");
    let ran = run_on("count --estimate --time 500ms", &wide);
    assert!(ran.out.contains("no estimate: "), "{}", ran.out);
}

/// The text names the limit that ended the exact part, not a general explanation of the bound.
#[test]
fn an_estimate_names_the_limit_of_the_exact_part() {
    let wide = empty("hidato", 9, 9);
    for more in ["", " --estimate"] {
        let result =
            run_on(&format!("count --method search --time 600ms --json{more}"), &wide).object();
        assert_eq!(result["stopped"], "time", "{more}: {result}");
    }
}

/// If the time is up before anything can be estimated, the text states this.
#[test]
fn no_time_for_an_estimate_is_said() {
    let wide = empty("path", 30, 30);
    let ran = run_on("count --estimate --time 1ms", &wide);
    assert!(ran.status == 4 && ran.out.contains("no estimate: there was no time"), "{}", ran.out);
    let result = run_on("count --estimate --time 1ms --json", &wide).object();
    assert!(result["stats"]["estimateLacking"].is_string(), "{result}");
}

#[test]
fn candidates_that_are_cut_short_say_so() {
    let wide = empty("hidato", 20, 20);
    let ran = run_on("count --candidates --nodes 1", &wide);
    assert_eq!(ran.status, 4);
    assert!(ran.out.contains("no solution was met"), "{}", ran.out);
    assert!(!ran.out.contains("r1c1:"), "{}", ran.out);
    let result = run_on("count --candidates --nodes 1 --json", &wide).object();
    assert_eq!(result["candidates_complete"], json!(false));
    assert!(result.get("candidates").is_none(), "{result}");
    let some = empty("hidato", 4, 4);
    let ran = run_on("count --candidates --nodes 200", &some);
    assert_eq!(ran.status, 4);
    assert!(ran.out.contains("\nincomplete: ") && ran.out.contains("r1c1: "), "{}", ran.out);
    assert!(
        ran.out
            .lines()
            .filter(|l| l.starts_with('r') && l.contains(':') && !l.contains('-'))
            .all(|l| l.ends_with('…'))
    );
    let result = run_on("count --candidates --nodes 200 --json", &some).object();
    assert_eq!(result["candidates_complete"], json!(false));
    assert!(result["candidates"].is_array(), "{result}");
    let all = run_on("count --candidates --json", DOUBLE).object();
    assert_eq!(all["candidates_complete"], json!(true));
}

#[test]
fn memory_ends_in_at_least() {
    let board = empty("path", 12, 12);
    let result = run_on("count --method dp --memory 1M --json", &board).object();
    assert_eq!((&result["exact"], &result["stopped"]), (&json!(false), &json!("memory")));
    let count: f64 = result["count"].as_str().and_then(|n| n.parse().ok()).expect("a number");
    // The board has 1.7e21 solutions; the states that fit into a megabyte prove a part of them.
    assert!(count > 1e12 && count < 1e22, "{count}");
    assert_eq!(result["verdict"], "multiple");
    let ran = run_on("count --memory 1M --time 20s", &board);
    assert_eq!(ran.status, 4);
    assert!(ran.out.starts_with("at least ") && !ran.out.starts_with("at least 0"), "{}", ran.out);
    assert_eq!(run_on("count --memory lots", &board).status, 2);
}

#[test]
fn best_lines_by_program_are_those_of_branch_and_bound() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut programs = 0;
    for round in 0..40 {
        let (rows, cols) = (3 + rng.next_u32() as usize % 3, 4 + rng.next_u32() as usize % 3);
        let text = match round % 2 {
            0 => with_holes("path", rows, cols, &mut rng),
            _ => empty("path", rows, cols),
        };
        let p = puzzle(&text);
        assert_eq!(p.board().and_then(|b| b.moves()), Some(Neighbourhood::Rook));
        for goal in [Goal::FEWEST_TURNS, Goal::MOST_CELLS] {
            let with = |search| Options { goal: Some(goal), search, ..Options::default() };
            let task = Task::Solve { limit: 1 };
            let dp = strategy::run(&p, task, &with(SearchMode::Auto)).expect("an outcome");
            let search = strategy::run(&p, task, &with(SearchMode::Learn)).expect("an outcome");
            assert!(dp.exact && search.exact);
            assert_eq!(dp.best, search.best, "{goal:?} of\n{text}");
            assert_eq!(dp.answers.is_empty(), search.answers.is_empty());
            programs += usize::from(dp.how.keyword() == "frontier");
        }
    }
    assert!(programs >= 10, "only {programs} by program");
}

#[test]
fn narrow_boards_have_their_best_line_at_once() {
    let ran = run_on("solve --minimize turns --json", &empty("path", 7, 30));
    let result = ran.object();
    assert_eq!((ran.status, result["search"].as_str()), (0, Some("frontier")), "{}", ran.out);
    // Six rows are changed at two turns each.
    assert_eq!(result["stats"]["objective"].as_f64(), Some(12.0));
    let ran =
        run_on("solve --maximize cells", "puzzle: path\n\n. . .\n# . #\n. . .\n# . #\n. . .\n");
    assert!(ran.out.ends_with("cells: 7, the most\n"), "{}", ran.out);
}

#[test]
fn a_count_can_be_checked_by_another_program() {
    let square =
        "puzzle: futoshiki\n\n. 1 . .\n- ^ - -\n. . < . .\n- - - -\n. . . .\n- - - v\n. . . .\n";
    let boards: [(&str, String, &[&str]); 4] = [
        ("path", empty("path", 4, 5), &["plugs", "plain-plugs", "mates", "numbers"]),
        ("hidato", DOUBLE.into(), &["mates", "numbers"]),
        ("numberlink", LINKS.into(), &["free", "guarded"]),
        ("futoshiki", square.into(), &["values", "rows", "columns"]),
    ];
    for (family, board, names) in boards {
        let usual = run_on("count --method dp", &board);
        assert_eq!(usual.status, 0, "{family}: {}", usual.err);
        for name in names {
            let ran = run_on(&format!("count --method dp --dp {name}"), &board);
            assert_eq!((ran.status, &ran.out), (0, &usual.out), "{family} by {name}: {}", ran.err);
            let residue = run_on(&format!("count --mod 101 --dp {name}"), &board);
            let usual = run_on("count --mod 101", &board);
            assert_eq!((residue.status, &residue.out), (0, &usual.out), "{family} by {name}");
        }
    }
    // Single states without compression are more states.
    let states = |options: &str| {
        let ran = run_on(&format!("count --method dp {options} --json"), &empty("path", 6, 6));
        ran.object()["stats"]["peakStates"].as_u64().expect("a number")
    };
    assert!(states("--dp plain-plugs") > states(""));
}

#[test]
fn programs_that_do_not_suit_are_refused() {
    let path = empty("path", 4, 4);
    for (options, board, why) in [
        ("--method dp --dp tables", &path[..], "called tables; there are plugs, plain-plugs,"),
        ("--method dp --dp values", &path, "called values; there are plugs,"),
        ("--dp plugs", &path, "--dp does not apply"),
        ("--method search --dp plugs", &path, "--dp does not apply"),
        ("--estimate --dp plugs", &path, "cannot be used with"),
        ("--residues 1/1 -o r --dp plugs", &path, "cannot be used with"),
        ("--method dp --dp plugs", DOUBLE, "only boards with rook moves"),
        ("--mod 101 --dp plugs", DOUBLE, "only boards with rook moves"),
        ("--method dp --dp free", &LINKS.replace("touch: yes", "touch: no"), "may touch"),
        ("--method dp --dp classes", "puzzle: futoshiki\n\n1 .\n- -\n. .\n", "without givens"),
    ] {
        let ran = run_on(&format!("count {options}"), board);
        assert_eq!(ran.status, 2, "{options}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(why), "{options}: {}", ran.err);
    }
}
