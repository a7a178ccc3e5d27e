//! Every file of `instances/` by every network, with and without learning, on 1 and 8 threads; small ones by brute
//! force too. Questions that do not finish within their budget are skipped with a note: `cargo test --test instances
//! -- --nocapture`. `CLEW_BUDGET` multiplies the budgets.

use crate::support::kind::{Kind, kind};
use crate::support::lines::all_fillings;
use crate::support::links::all_links;
use crate::support::squares::all_squares;
use clew::dp::EstimateScope;
use clew::families::{self, Line, Zip, parse_native};
use clew::puzzle::format::write_native;
use clew::puzzle::{BuildError, Entry, Neighbourhood, Puzzle, Shape};
use clew::run::Budget;
use clew::strategy::{Method, Options, Outcome, RunError, SearchMode, Task, Verdict, dp::Dp, run};
use num_bigint::BigUint;
use std::path::Path;
use std::time::{Duration, Instant};

/// Decisions a run may take: enough for a plain search to be split over threads.
const NODES: u64 = 3_000;
/// The time limit, for networks whose decisions are slow.
const TIME: Duration = Duration::from_millis(60);
/// States of the largest dynamic program that is run here.
const STATES: f64 = 20_000.0;

/// All instances: file name below `instances/` and the puzzle, sorted.
fn instances() -> Vec<(String, Entry)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let mut all = Vec::new();
    for &family in families::all() {
        let folder = root.join(family.keyword());
        for file in std::fs::read_dir(&folder).expect("a folder a family") {
            let path = file.expect("readable").path();
            let file = path.file_name().expect("a file").to_string_lossy();
            let name = format!("{family}/{file}");
            let text = std::fs::read_to_string(&path).expect("readable");
            let entry = parse_native(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(entry.puzzle.family(), family, "{name}");
            assert_eq!(write_native(&entry), text, "{name}: is written as it is read");
            all.push((name, entry));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn count_of(entry: &Entry) -> Option<BigUint> {
    entry.solutions.as_ref().map(|s| s.parse().expect("a number"))
}

/// The expected verdict of `check` for a puzzle with a stated number of solutions.
fn verdict_of(entry: &Entry) -> Option<Verdict> {
    let count = count_of(entry)?;
    let line = entry.puzzle.downcast::<families::Path>();
    let both_ways = line.is_some_and(|line| line.0.given.iter().all(Option::is_none));
    Some(match u64::try_from(count) {
        Ok(0) => Verdict::None,
        Ok(1) => Verdict::Unique,
        Ok(2) if both_ways => Verdict::Unique,
        _ => Verdict::Multiple,
    })
}

fn budget() -> u32 {
    std::env::var("CLEW_BUDGET").ok().map_or(1, |b| b.parse().expect("a whole number"))
}

/// Runs; every answer is verified here once more. `None` if the network cannot state the rules.
fn ask(name: &str, puzzle: &Puzzle, task: Task, options: &Options) -> Option<Outcome> {
    let outcome = match run(puzzle, task, options) {
        Ok(outcome) => outcome,
        Err(RunError::Build(BuildError::NotApplicable(_))) => return None,
        Err(e) => panic!("{name}: {e}"),
    };
    for answer in &outcome.answers {
        assert_eq!(puzzle.verify(answer), Ok(()), "{name}");
    }
    Some(outcome)
}

#[test]
fn every_network_agrees_with_the_header() {
    let (mut runs, mut decided, mut slow) = (0, 0, Vec::new());
    let budget = budget();
    for (name, entry) in instances() {
        let expected = verdict_of(&entry);
        for info in entry.puzzle.family().networks() {
            for (search, threads) in
                [(SearchMode::Dfs, 1), (SearchMode::Dfs, 8), (SearchMode::Learn, 1)]
            {
                let label = format!("{name} {} {} {threads}", info.name, search.keyword());
                if slow.contains(&format!("{name} {} dfs 1", info.name)) && threads > 1 {
                    slow.push(label);
                    continue;
                }
                let options = Options {
                    network: Some(info.name.to_string()),
                    search,
                    threads,
                    budget: Budget {
                        deadline: Some(Instant::now() + TIME * budget),
                        // A node limit keeps search on one thread.
                        nodes: (threads == 1).then_some(NODES * u64::from(budget)),
                        ..Budget::default()
                    },
                    ..Options::default()
                };
                let Some(outcome) = ask(&label, &entry.puzzle, Task::Check, &options) else {
                    continue;
                };
                runs += 1;
                let verdict = outcome.verdict();
                if verdict == Verdict::Unknown {
                    slow.push(label);
                    continue;
                }
                decided += 1;
                assert!(
                    expected.is_none_or(|e| e == verdict),
                    "{label}: {verdict:?}, {expected:?}"
                );
            }
        }
    }
    eprintln!("{runs} runs, {decided} decided within {NODES} nodes and {TIME:?}; not decided:");
    slow.iter().for_each(|s| eprintln!("  {s}"));
    assert!(decided * 10 > runs * 6, "{decided} of {runs} were decided");
}

#[test]
fn headers_are_right_by_counting() {
    let (mut by_search, mut by_dp, mut neither) = (0, 0, Vec::new());
    for (name, entry) in instances() {
        let Some(expected) = count_of(&entry) else {
            eprintln!("{name}: no count in its header");
            continue;
        };
        let mut counted = false;
        for threads in [1, 8] {
            let options = Options {
                method: Method::Search,
                threads,
                budget: Budget {
                    deadline: Some(Instant::now() + TIME * 10 * budget()),
                    ..Budget::default()
                },
                ..Options::default()
            };
            if expected <= BigUint::from(30_000u32) {
                let outcome = ask(&name, &entry.puzzle, Task::Count, &options).expect("applies");
                if outcome.exact {
                    assert_eq!(outcome.count, expected, "{name} by search, {threads} threads");
                    by_search += 1;
                    counted = true;
                }
            }
            if let Ok(dp) = Dp::new(&entry.puzzle)
                && dp
                    .cost(EstimateScope::Solutions, STATES, &Options::default())
                    .is_ok_and(|c| c.states < STATES)
            {
                let options = Options { threads, ..Options::default() };
                let run = dp.count(&options);
                assert_eq!(run.answer.ok(), Some(expected.clone()), "{name}, {threads} threads");
                by_dp += 1;
                counted = true;
            }
        }
        if !counted {
            neither.push(name);
        }
    }
    eprintln!(
        "{by_search} counts by search, {by_dp} by dynamic programming; by neither: {neither:?}"
    );
    assert!(by_search > 20 && by_dp > 20);
}

/// Whether two cells touch, from where they lie alone.
fn near(line: &Line) -> impl Fn(usize, usize) -> bool + '_ {
    let place = |c: usize| {
        let (r, k) = line.board.place(c as u32);
        (i64::from(r), i64::from(k))
    };
    move |a, b| {
        let (p, q) = (place(a), place(b));
        let (dr, dc) = ((p.0 - q.0).abs(), (p.1 - q.1).abs());
        match line.board.shape() {
            Shape::Points { at, reach } => {
                let at = [at[a], at[b]].map(|(x, y)| (x.to_f64(), y.to_f64()));
                let d = (at[0].0 - at[1].0).hypot(at[0].1 - at[1].1);
                d > 0.0 && d <= reach.to_f64()
            }
            Shape::Grid { moves: Neighbourhood::Rook, .. } => dr + dc == 1,
            Shape::Grid { moves: Neighbourhood::King, .. } => dr.max(dc) == 1,
            Shape::Grid { moves: Neighbourhood::Hex, .. } => {
                // Doubled columns: odd rows stand half a cell to the right.
                let dc = ((2 * p.1 + p.0 % 2) - (2 * q.1 + q.0 % 2)).abs();
                (dr, dc) == (0, 2) || (dr, dc) == (1, 1)
            }
        }
    }
}

/// The examples in the help are puzzles of their family with one solution.
#[test]
fn examples_of_the_families_have_one_solution() {
    for &family in families::all() {
        let entry = parse_native(family.example).unwrap_or_else(|e| panic!("{family}: {e}"));
        assert_eq!(entry.puzzle.family(), family);
        let outcome = run(&entry.puzzle, Task::Check, &Options::default()).expect("it is decided");
        assert_eq!(outcome.verdict(), Verdict::Unique, "{family}");
    }
}

#[test]
fn headers_are_right_by_brute_force() {
    let mut tried = 0;
    for (name, entry) in instances() {
        // Small closed lines are tested in `tests/lines`.
        if entry.puzzle.words().contains(&("closed", "yes")) {
            continue;
        }
        let found = match kind(&entry.puzzle) {
            Kind::Hidato(l) | Kind::Path(l) if l.board.len() <= 16 => {
                all_fillings(l, &near(l)).len()
            }
            Kind::Hidato(l) if l.board.len() <= 30 && dense(l) => all_fillings(l, &near(l)).len(),
            Kind::Numberlink(n) if n.board.len() <= 25 => all_links(n).len(),
            Kind::Zip(zip) if zip.board.len() <= 25 => zips(zip),
            Kind::Futoshiki(f) if f.n <= 5 => all_squares(f).len(),
            _ => continue,
        };
        let expected = count_of(&entry).unwrap_or_else(|| panic!("{name} is small: no header"));
        assert_eq!(BigUint::from(found), expected, "{name}");
        tried += 1;
    }
    assert!(tried >= 10, "only {tried} are small enough");
}

/// The number of lines that visit the numbers of a zip in their order, of all between its first and its last number.
fn zips(zip: &Zip) -> usize {
    let (line, stops) = (zip.line(), zip.stops());
    let touch = near(&line);
    let walled = |a: usize, b: usize| {
        let pair = [a.min(b) as u32, a.max(b) as u32];
        zip.board.walls().iter().any(|&[a, b]| [a.min(b), a.max(b)] == pair)
    };
    let all = all_fillings(&line, &|a, b| touch(a, b) && !walled(a, b));
    let in_order = |numbers: &&Vec<u32>| stops.is_sorted_by_key(|&c| numbers[c as usize]);
    all.iter().filter(in_order).count()
}

/// Walks are short where the first number is given and another soon after.
fn dense(line: &Line) -> bool {
    let given = |k: u32| line.given.contains(&Some(k));
    given(1) && line.given.iter().flatten().count() * 5 >= line.board.len()
}

/// The answers printed in the documents are found.
#[test]
fn the_documents_answers_are_found() {
    for (file, start) in [
        ("hidato/lpl-03x03.puzzle", &[6, 7, 9, 5, 2, 8, 1, 4, 3][..]),
        ("hidato/document-12x12-dense.puzzle", &[137, 135, 134, 2, 4, 7, 8, 9, 114, 113, 112, 111]),
        (
            "hidato/document-12x12-sparse.puzzle",
            &[137, 135, 134, 2, 4, 7, 8, 9, 114, 113, 112, 111],
        ),
        ("futoshiki/document-05x05.puzzle", &[4, 2, 1, 5, 3, 3, 4, 2, 1, 5, 1, 5, 3, 4, 2]),
    ] {
        let (_, entry) =
            instances().into_iter().find(|(name, _)| name == file).expect("it is there");
        let outcome = run(&entry.puzzle, Task::Check, &Options::default()).expect("it is sound");
        assert_eq!(outcome.verdict(), Verdict::Unique, "{file}");
        let (clew::puzzle::Answer::Line(found) | clew::puzzle::Answer::Square(found)) =
            &outcome.answers[0]
        else {
            panic!("{file}: numbers")
        };
        assert_eq!(found[..start.len()], *start, "{file}");
    }
}
