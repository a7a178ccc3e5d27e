//! The plans of typical questions as text, methods on small boards, and a check that the number of threads changes
//! nothing.

use crate::support::program::Folder;
use clew::families::parse_native;
use clew::puzzle::{Goal, Puzzle};
use clew::run::{Budget, Stop};
use clew::strategy::{self, Best, How, Method, Options, SearchMode, Task, Verdict};
use num_bigint::BigUint;
use serde_json::Value;
use std::fs;

const HIDATO: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const LINKS: &str = "puzzle: numberlink\n\nA B\n. .\nA B\n";
const TOUCHING: &str =
    "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA B . .\n. . . .\nC A B C\n. . . .\n";
const PARTIAL: &str = "puzzle: numberlink\ncover: partial\n\nA B\n. .\nA B\n";
const FILLED: &str = "puzzle: numberlink\ntouch: yes\n\nA B\n. .\nA B\n";
const SQUARE: &str =
    "puzzle: futoshiki\n\n. . . .\n- - - -\n. . . .\n- - - -\n. . . .\n- - - -\n. . . .\n";

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).expect("a puzzle").puzzle
}

/// An open board of the path family.
fn open(rows: usize, cols: usize) -> Puzzle {
    let row = vec!["."; cols].join(" ");
    puzzle(&format!("puzzle: path\n\n{}\n", vec![row; rows].join("\n")))
}

/// A plan, one short line per stage: the step, the method, its decisions unless they are unlimited, `if` if it is
/// conditional.
fn short(puzzle: &Puzzle, task: Task, options: &Options) -> Vec<String> {
    let plan = strategy::plan_for(puzzle, task, options, false).expect("it can be asked");
    let line = |s: strategy::Described| {
        let mut line = format!("{} {}", s.step, s.method);
        if let Some(first) = s.first_turn {
            line += &format!(" by turns of {first}");
        } else if s.decisions != "all that are left" {
            line += &format!(", {}", s.decisions);
        }
        if !s.only_if.is_empty() {
            line += ", if";
        }
        line
    };
    plan.described().into_iter().map(line).collect()
}

#[test]
fn check_asks_search() {
    let options = Options::default();
    assert_eq!(
        short(&puzzle(LINKS), Task::Check, &options),
        ["1 plain search, 60", "2 probing", "3 learning"]
    );
    assert_eq!(
        short(&puzzle(HIDATO), Task::Check, &options),
        [
            "1 plain search, 60",
            "2 probing",
            "3 learning by turns of 200",
            "3 local search by turns of 200, if"
        ]
    );
    assert_eq!(
        short(&puzzle(PARTIAL), Task::Check, &Options::default()),
        [
            "1 plain search, 60",
            "2 search under a stricter rule, 4000",
            "3 probing",
            "4 learning by turns of 200",
            "4 local search by turns of 200, if"
        ]
    );
    let team = Options { threads: 2, ..Options::default() };
    assert_eq!(
        short(&puzzle(LINKS), Task::Check, &team),
        ["1 plain search, 60", "2 probing", "3 learning, 500", "4 team of learners"]
    );
}

/// Tables are considered after search, and not at all if the board is wide.
#[test]
fn tables_decide_narrow_boards_only() {
    let narrow = short(&puzzle(TOUCHING), Task::Check, &Options::default());
    assert_eq!(
        narrow,
        [
            "1 plain search, 60",
            "2 search under a stricter rule, 4000",
            "3 probing",
            "4 learning, 20000",
            "5 weighing the dynamic program",
            "6 deciding by dynamic programming, if",
            "7 learning by turns of 200",
            "7 local search by turns of 200, if"
        ]
    );
    let mut rows = vec![vec!["."; 20]; 20];
    rows[0][0] = "A";
    rows[19][19] = "A";
    let rows: Vec<String> = rows.into_iter().map(|row| row.join(" ")).collect();
    let text = format!("puzzle: numberlink\ncover: partial\ntouch: yes\n\n{}\n", rows.join("\n"));
    let wide = short(&puzzle(&text), Task::Check, &Options::default());
    assert_eq!(
        wide,
        [
            "1 plain search, 60",
            "2 search under a stricter rule, 4000",
            "3 probing",
            "4 learning by turns of 200",
            "4 local search by turns of 200, if"
        ]
    );
}

/// A stage that begins because an estimate is low states the limit of its tables.
#[test]
fn tables_end_where_their_estimate_would_have_kept_them_from_beginning() {
    let plan = strategy::plan_for(&puzzle(TOUCHING), Task::Check, &Options::default(), false);
    let stages = plan.expect("it can be asked").described();
    let capped: Vec<_> = stages.iter().filter(|stage| stage.work.is_some()).collect();
    assert_eq!(capped.len(), 1);
    assert_eq!(capped[0].method, "deciding by dynamic programming");
    let last = stages.last().expect("there are stages");
    assert_eq!((last.work, last.time.as_str()), (None, "all that is left"), "search goes on");
}

/// If tables take too much, search follows, on any number of threads.
#[test]
fn tables_that_take_too_much_give_way() {
    let puzzle = puzzle(TOUCHING);
    let dp = strategy::dp::Dp::new(&puzzle).expect("a program");
    for threads in [1, 3] {
        let with = |budget: Budget| Options { budget, threads, ..Options::default() };
        let free = dp.first(2, &with(Budget::default()));
        let work = free.stats.work;
        assert!(free.answer.is_ok() && work > 100, "{work}");
        assert_eq!(dp.first(2, &with(Budget::default().at_most_work(work))).answer, free.answer);
        let short = dp.first(2, &with(Budget::default().at_most_work(work / 2)));
        assert_eq!(short.answer, Err(Stop::Nodes));
    }
}

/// The differences between solutions are not computed by tables that need much more work than has been done so far:
/// king moves, and cells that may stay empty.
#[test]
fn large_tables_do_not_say_where_solutions_differ() {
    let text = "puzzle: numberlink\nneighbours: 8\ncover: partial\ntouch: no2x2\n\n\
                . . . A . A .\n. . . C . . .\n. . D . . D .\n. . B . . . .\n. . . . . . .\n\
                . . . . . . .\nC . . . . B .\n";
    let puzzle = puzzle(text);
    for seed in 0..2 {
        let options = Options { locate: true, seed, ..Options::default() };
        let outcome = strategy::run(&puzzle, Task::Check, &options).expect("a check");
        assert_eq!(outcome.verdict(), Verdict::Multiple);
        assert!(outcome.whereabouts.expect("it was asked").is_complete());
        assert!(outcome.peak_states < 20_000, "{} states", outcome.peak_states);
    }
}

/// A puzzle that propagation solves has one solution, and `solve` states this.
#[test]
fn solving_knows_when_nothing_is_left() {
    let solve = |text: &str| {
        let task = Task::Solve { limit: 1 };
        strategy::run(&puzzle(text), task, &Options::default()).expect("a solution")
    };
    let sure = solve("puzzle: hidato\n\n1 2 .\n. 5 4\n7 8 9\n");
    assert_eq!((sure.exact, sure.stopped, sure.answers.len()), (true, None, 1));
    let open = solve(SQUARE);
    assert_eq!((open.exact, open.stopped, open.answers.len()), (false, Some(Stop::Limit), 1));
}

/// If local moves can find a solution near a known one, a first solution comes before the search for another.
#[test]
fn a_solution_comes_before_its_neighbours() {
    let check = |options: &Options| short(&puzzle(FILLED), Task::Check, options);
    assert_eq!(
        check(&Options::default()),
        [
            "1 plain search, 60",
            "2 search under a stricter rule, 4000",
            "3 probing, if",
            "4 learning until a solution, 1000, if",
            "5 probing next to the solution, if",
            "6 learning next to the solution, 1000, if",
            "7 weighing the dynamic program",
            "8 deciding by dynamic programming, if",
            "9 learning until a solution, if",
            "10 exchanges around the solution, if",
            "11 probing next to the solution, if",
            "12 learning next to the solution, if",
        ]
    );
    let team = check(&Options { threads: 2, ..Options::default() });
    assert_eq!(team[11..], ["12 learning next to the solution, 20000, if", "13 team of learners"]);
    assert_eq!(
        short(&puzzle(FILLED), Task::Solve { limit: 1 }, &Options::default()),
        ["1 plain search, 60", "2 search under a stricter rule, 4000", "3 probing", "4 learning"]
    );
    // Questions for three solutions, or with a chosen network, are not restricted to canonical forms.
    assert_eq!(
        short(&puzzle(FILLED), Task::Solve { limit: 3 }, &Options::default()),
        ["1 plain search, 60", "2 probing", "3 learning"]
    );
    let named = Options { network: Some("labels".into()), ..Options::default() };
    assert_eq!(short(&puzzle(LINKS), Task::Check, &named)[2], "3 learning");
}

#[test]
fn large_open_lines_are_constructed() {
    let plan = short(&open(12, 12), Task::Solve { limit: 1 }, &Options::default());
    assert_eq!(plan[..2], ["1 plain search, none", "2 construction"]);
    assert_eq!(plan[2], "3 plain search, 60");
}

/// Zips, and full numberlinks whose paths may touch, are constructed after a short search, and before any network if
/// they are very large. Where that is in vain it continues by turns with learning.
#[test]
fn covers_are_constructed() {
    let zip = |size: usize| {
        let rest = vec!["."; size * size - 2].join(" ");
        let text: Vec<&str> = std::iter::once("1").chain(rest.split(' ')).chain(["2"]).collect();
        let rows: Vec<String> = text.chunks(size).map(|row| row.join(" ")).collect();
        puzzle(&format!("puzzle: zip\n\n{}\n", rows.join("\n")))
    };
    let options = Options::default();
    let in_turns = |from: usize| {
        [
            format!("{from} probing"),
            format!("{} learning by turns of 200", from + 1),
            format!("{} local search by turns of 200, if", from + 1),
        ]
    };
    let small = short(&zip(9), Task::Check, &options);
    assert_eq!(small[..2], ["1 plain search, 60", "2 construction"]);
    assert_eq!(small[2..], in_turns(3));
    assert_eq!(short(&zip(6), Task::Check, &options).len(), 3);
    assert_eq!(
        short(&zip(100), Task::Check, &options)[..2],
        ["1 construction", "2 plain search, 60"]
    );
    let mut rows = vec![["."; 8].join(" "); 8];
    rows[0] = "A B . . . . B A".into();
    let links = puzzle(&format!("puzzle: numberlink\ntouch: yes\n\n{}\n", rows.join("\n")));
    let first = short(&links, Task::Solve { limit: 1 }, &options);
    let before = ["1 plain search, 60", "2 search under a stricter rule, 4000", "3 construction"];
    assert_eq!(first[..3], before);
    assert_eq!(first[3..], in_turns(4));
    let check = short(&links, Task::Check, &options);
    assert_eq!(check[3..5], ["4 learning until a solution, 1000, if", "5 construction, if"]);
}

/// A square of this order whose first row begins with these tokens, and is open else.
fn square(n: usize, first: &str) -> Puzzle {
    let mut text = format!("puzzle: futoshiki\n\n{first}");
    let cells = n - first.split(' ').filter(|t| *t != "<" && !t.is_empty()).count();
    text += &" .".repeat(cells);
    for _ in 1..n {
        text += &format!("\n{}\n{}", vec!["-"; n].join(" "), vec!["."; n].join(" "));
    }
    puzzle(&(text + "\n"))
}

/// Construction comes first if it is quick; with a sign, squares are left to search. Local search takes part unless a
/// search was chosen, and decisions are not limited.
#[test]
fn open_squares_are_constructed_or_searched_locally() {
    let options = Options::default();
    // With a known solution it takes part for a while.
    let by_search = |from: usize, task: Task| {
        let on = if task == Task::Check { ", if" } else { "" };
        [
            format!("{from} plain search, 60"),
            format!("{} probing", from + 1),
            format!("{} learning by turns of 200", from + 2),
            format!("{} local search by turns of 200{on}", from + 2),
        ]
    };
    for task in [Task::Check, Task::Solve { limit: 1 }, Task::Solve { limit: 100 }] {
        let plan = short(&square(12, ". 3 5"), task, &options);
        assert_eq!(plan[0], "1 construction");
        assert_eq!(plan[1..], by_search(2, task));
        assert_eq!(short(&square(12, ". < ."), task, &options), by_search(1, task));
    }
    let searched = ["1 plain search, 60", "2 probing", "3 learning"];
    assert_eq!(short(&square(9, ". 3 5"), Task::Check, &options), searched);
    let many = Task::Solve { limit: 101 };
    assert_eq!(short(&square(12, ". 3 5"), many, &options), searched);
    let learning = Options { search: SearchMode::Learn, ..Options::default() };
    assert_eq!(short(&square(12, "."), Task::Check, &learning), ["1 learning"]);
    let named = Options { network: Some("latin".into()), ..Options::default() };
    assert_eq!(short(&square(12, "."), Task::Check, &named).len(), 3);
    let team = Options { threads: 2, ..Options::default() };
    assert_eq!(short(&square(12, ". < ."), Task::Check, &team)[4], "4 team of learners");
}

#[test]
fn counts_weigh_tables_against_search() {
    assert_eq!(
        short(&puzzle(SQUARE), Task::Count, &Options::default()),
        [
            "1 plain search, 300",
            "2 weighing the dynamic program",
            "3 measuring the search tree, if",
            "4 plain search, 2000, if",
            "5 learning all, what 20 % of the dynamic program's time is worth, if",
            "6 counting by dynamic programming, if",
            "7 lower bound by layers, if",
            "8 plain search, 2000, if",
            "9 learning all, 20000, if",
            "10 learning all in jobs, if",
            "11 counting by parts, if",
            "12 plain search in jobs, if",
        ]
    );
    let dp = Options { method: Method::Dp, ..Options::default() };
    assert_eq!(
        short(&puzzle(SQUARE), Task::Count, &dp),
        ["1 counting by dynamic programming", "2 lower bound by layers, if"]
    );
    let limited = Options {
        method: Method::Search,
        budget: Budget::default().at_most_nodes(50),
        ..Options::default()
    };
    assert_eq!(
        short(&puzzle(SQUARE), Task::Count, &limited),
        [
            "1 plain search, 60",
            "2 plain search, 2000",
            "3 learning all, all that are left, or 20000 where counting by parts may follow, if",
            "4 counting by parts, if",
            "5 plain search, if",
        ]
    );
}

#[test]
fn goals_are_planned_or_refused() {
    let turns = Options { goal: Some(Goal::FEWEST_TURNS), ..Options::default() };
    assert_eq!(
        short(&open(5, 5), Task::Solve { limit: 1 }, &turns),
        [
            "1 plain search, 60",
            "2 weighing the dynamic program",
            "3 optimising by dynamic programming, if",
            "4 probing",
            "5 learning"
        ]
    );
    let cells = Options { goal: Some(Goal::MOST_CELLS), ..Options::default() };
    for task in [Task::Solve { limit: 1 }, Task::Check] {
        let refused = strategy::run(&puzzle(HIDATO), task, &cells);
        assert!(refused.is_err(), "{refused:?}");
        assert!(strategy::plan_for(&puzzle(HIDATO), task, &cells, false).is_err());
    }
}

/// The best value is proved, and there is none without a solution.
#[test]
fn nothing_is_proved_about_no_value() {
    let turns = Options { goal: Some(Goal::FEWEST_TURNS), ..Options::default() };
    let outcome = strategy::run(&open(3, 3), Task::Solve { limit: 1 }, &turns).expect("a line");
    assert_eq!(outcome.best, Some(Best { value: 4, proved: true, bound: Some(4) }));
    let none = puzzle("puzzle: path\n\n. # .\n");
    let outcome = strategy::run(&none, Task::Solve { limit: 1 }, &turns).expect("it applies");
    assert_eq!((outcome.best, outcome.exact), (None, true));
}

/// Every method answers a small board in its turn.
#[test]
fn methods_answer_small_boards() {
    let count = |text: &str, options: Options| {
        let outcome = strategy::run(&puzzle(text), Task::Count, &options).expect("a count");
        assert!(outcome.exact, "{:?}", outcome.stopped);
        (outcome.how, outcome.count)
    };
    let squares = BigUint::from(576u32);
    for (method, search, how) in [
        (Method::Dp, SearchMode::Auto, How::Layers),
        (Method::Search, SearchMode::Dfs, How::Dfs),
        (Method::Search, SearchMode::Learn, How::Learn),
        (Method::Search, SearchMode::StaticOrder, How::Learn),
    ] {
        let options = Options { method, search, ..Options::default() };
        assert_eq!(count(SQUARE, options), (how, squares.clone()), "{method:?} {search:?}");
    }
    let open = "puzzle: hidato\n\n. . .\n. . .\n. . .\n";
    let parts = Options { method: Method::Parts, ..Options::default() };
    assert_eq!(count(open, parts), (How::Parts, BigUint::from(784u32)));
    let dp = Options { method: Method::Dp, ..Options::default() };
    assert_eq!(count(open, dp), (How::Frontier, BigUint::from(784u32)));
    for (search, how) in [
        (SearchMode::Auto, How::Propagation),
        (SearchMode::Learn, How::Learn),
        (SearchMode::StaticOrder, How::StaticOrder),
    ] {
        let options = Options { search, ..Options::default() };
        let outcome = strategy::run(&puzzle(LINKS), Task::Check, &options).expect("a check");
        assert_eq!(outcome.verdict(), Verdict::Unique);
        assert!([how, How::Propagation, How::Dfs, How::Learn].contains(&outcome.how), "{search:?}");
    }
    let outcome =
        strategy::run(&self::open(12, 12), Task::Check, &Options::default()).expect("a check");
    assert_eq!((outcome.how, outcome.verdict()), (How::Construction, Verdict::Multiple));
    assert_eq!(outcome.lines, Some(BigUint::from(2u32)));
}

/// The decisions of a run never exceed its limit, with any number of stages.
#[test]
fn stages_share_one_limit_of_decisions() {
    for nodes in [0, 1, 61, 301, 400] {
        for (text, task) in
            [(SQUARE, Task::Count), (TOUCHING, Task::Count), (TOUCHING, Task::Check)]
        {
            let budget = Budget::default().at_most_nodes(nodes);
            let options = Options { budget, method: Method::Search, ..Options::default() };
            let outcome = strategy::run(&puzzle(text), task, &options).expect("an outcome");
            assert!(outcome.stats.nodes <= nodes, "{} of {nodes}", outcome.stats.nodes);
            assert!(outcome.exact || outcome.stopped.is_some());
            if outcome.stats.nodes == nodes && !outcome.exact {
                assert!([Some(Stop::Nodes), Some(Stop::Limit)].contains(&outcome.stopped));
            }
        }
    }
}

/// A count that ends in learning builds the plain network and the one for learning, and no other.
#[test]
fn a_network_is_built_once_a_kind() {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/instances/count/futoshiki-9x9-one-sign-less.puzzle");
    let near_minimal = fs::read_to_string(path).expect("an instance");
    let count = strategy::run(&puzzle(&near_minimal), Task::Count, &Options::default());
    let count = count.expect("a count");
    assert_eq!((count.count, count.how, count.networks), (73u32.into(), How::Learn, 2));
    for (text, task) in [(HIDATO, Task::Check), (SQUARE, Task::Count), (TOUCHING, Task::Count)] {
        for search in [SearchMode::Auto, SearchMode::Dfs, SearchMode::Learn] {
            let options = Options { search, ..Options::default() };
            let outcome = strategy::run(&puzzle(text), task, &options).expect("an outcome");
            assert!(outcome.networks <= 2, "{} for {task:?} by {search:?}", outcome.networks);
        }
    }
}

#[test]
fn threads_change_nothing() {
    for (text, method) in
        [(SQUARE, Method::Auto), (SQUARE, Method::Search), (TOUCHING, Method::Search)]
    {
        let of = |threads| {
            let options = Options { threads, method, ..Options::default() };
            let outcome = strategy::run(&puzzle(text), Task::Count, &options).expect("a count");
            (outcome.count, outcome.exact, outcome.how, outcome.stats.nodes, outcome.stats.failures)
        };
        assert_eq!(of(1), of(3), "{text}");
    }
}

#[test]
fn the_command_prints_the_plan() {
    let folder = Folder::with_puzzle(HIDATO);
    let ran = |arguments: &str| {
        let ran = folder.run(&format!("plan {arguments}"));
        (Some(ran.status), ran.out)
    };
    let (status, text) = ran("--threads 1 p.puzzle");
    assert_eq!(status, Some(0));
    for part in ["1. plain search\n     decisions: 60\n", "by turns of 200", "why: ", "leaves: "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (status, text) = ran("--task count --time 1m --json p.puzzle");
    let plan: Value = serde_json::from_str(&text).expect("one object");
    assert_eq!(status, Some(0));
    assert_eq!((&plan["schema"], &plan["task"]), (&"clew.plan/1".into(), &"count".into()));
    let stages = plan["stages"].as_array().expect("a list");
    assert_eq!(stages[0]["method"], "plain search");
    assert!(stages.iter().any(|s| s["time"] == "90 % of what is left"), "{text}");
    assert_eq!(ran("--maximize cells p.puzzle").0, Some(2));
    assert_eq!(ran("--estimate p.puzzle").0, Some(2));
    assert_eq!(ran("--help").0, Some(0));
}
