//! What this program prints it reads: filled grids of every family with every feature, as text and as JSON, as
//! solutions, as entries of a person, and in certificates.

use crate::support::agree::random_puzzle;
use crate::support::lines::{all_fillings, random_line};
use crate::support::links::{bridged_links, random_links};
use crate::support::program::Folder;
use clew::api::certified::Statement;
use clew::api::filled_in;
use clew::api::hint::{Hint, hint};
use clew::api::text::{Form, grid};
use clew::api::{OutcomeReply, Question, models};
use clew::families::futoshiki::generate::random_latin;
use clew::families::line::{Circuit, Zip};
use clew::families::{Futoshiki, Hidato, parse_json, parse_native};
use clew::interchange::{self, Reading};
use clew::puzzle::format::{write_json, write_native};
use clew::puzzle::{Answer, Cell, Content, Entry, Gap, Goal, Puzzle};
use clew::report::words::objective;
use clew::run::Interrupt;
use clew::strategy::{Best, Options, Outcome, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// The features of the random boards, each by its own construction.
const FEATURES: [&str; 11] = [
    "any family",
    "another first number",
    "closed lines",
    "numbers that are met",
    "differences",
    "wide squares",
    "pairs of squares far apart",
    "labels that look like signs",
    "bridges",
    "labels that stand often",
    "letters that leave the route open",
];

/// A random puzzle with this feature; `None` if this seed makes none.
fn board(feature: &str, seed: u64) -> Option<Puzzle> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rng = &mut rng;
    match feature {
        "any family" => Some(random_puzzle(seed).0),
        "another first number" => {
            let (line, _) = random_line(rng, None);
            let first = [0, 2, 7, 95, 1_000_000_000 - line.board.len() as u32];
            Puzzle::from(Hidato(line)).with_first(*first.choose(rng)?)
        }
        "closed lines" => Some(Puzzle::from(Circuit::new(random_line(rng, None).0.board))),
        "numbers that are met" => {
            let (mut line, near) = random_line(rng, None);
            line.given.fill(None);
            let filling = all_fillings(&line, &*near).choose(rng)?.clone();
            let n = filling.len() as u32;
            let mut kept: Vec<u32> =
                (1..=n).filter(|&k| k == 1 || k == n || rng.random_bool(0.3)).collect();
            kept.dedup();
            let number = |k: &u32| kept.binary_search(k).ok().map(|i| i as u32 + 1);
            let numbers = filling.iter().map(number).collect();
            (n > 1).then(|| Puzzle::from(Zip { board: line.board, numbers }))
        }
        "differences" => Some(Puzzle::from(square(rng, 4, true))),
        "wide squares" => Some(Puzzle::from(square(rng, 11, true))),
        "pairs of squares far apart" => Some(Puzzle::from(square(rng, 4, false))),
        "labels that look like signs" => {
            let mut link = random_links(rng);
            let names = ["v", "o", "V", "10", "ü", "1", "longer", "x2"];
            link.labels = names.iter().take(link.labels.len()).map(ToString::to_string).collect();
            Some(Puzzle::from(link))
        }
        "bridges" => Some(Puzzle::from(bridged_links(rng))),
        "labels that stand often" => {
            let label = |rng: &mut ChaCha8Rng| *["A", "B", "?"].choose(rng).expect("three");
            let rows = format!("{0} . {1}\n. . .\n{0} {1} .\n. {0} {0}\n", label(rng), label(rng));
            let cover = ["all", "partial"][rng.random_range(0..2)];
            let text = format!("puzzle: numberlink\ncover: {cover}\ntouch: yes\n\n{rows}");
            parse_native(&text).ok().map(|entry| entry.puzzle)
        }
        _ => {
            let text = "puzzle: numberlink\ntouch: yes\n\nA . .\n. . A\nB . B\n";
            Some(parse_native(text).expect("a puzzle").puzzle)
        }
    }
}

/// A square of an order whose clues fit a Latin square, with signs and differences between neighbours, or anywhere.
fn square(rng: &mut ChaCha8Rng, n: u32, near: bool) -> Futoshiki {
    let truth = random_latin(n, rng);
    let at = |c: Cell| truth[c as usize];
    let given = if n > 4 { 0.6 } else { 0.3 };
    let given = truth.iter().map(|&v| rng.random_bool(given).then_some(v)).collect();
    let (mut less, mut gaps) = (Vec::new(), Vec::new());
    for a in 0..n * n {
        for b in a + 1..n * n {
            let beside = (b == a + 1 && b % n != 0) || b == a + n;
            if beside != near || !rng.random_bool(if near { 0.6 } else { 0.1 }) {
                continue;
            }
            match rng.random_range(0..3) {
                0 if at(a) != at(b) => less.push(if at(a) < at(b) { [a, b] } else { [b, a] }),
                1 if at(a) != at(b) => {
                    gaps.push(Gap { cells: [a, b], by: at(a).abs_diff(at(b)), is: true });
                }
                _ => {
                    let by = if at(a).abs_diff(at(b)) == 1 { 2 } else { 1 };
                    gaps.push(Gap { cells: [a, b], by, is: false });
                }
            }
        }
    }
    less.sort_unstable();
    gaps.sort_unstable();
    Futoshiki { n, given, less, gaps }
}

/// The solutions that a text states, which all have to be answers.
fn stated(entry: &Entry, text: &str) -> Vec<Answer> {
    let all = interchange::solutions(entry, text, &Reading::default());
    let all = all.unwrap_or_else(|why| panic!("{why}\n{}{text}", write_native(entry)));
    let right = |one: Result<Answer, _>| one.unwrap_or_else(|why| panic!("{why}\n{text}"));
    all.into_iter().map(right).collect()
}

/// A closed line has no first cell and no direction, so its answers are steps; lines without a direction may be read
/// as they were printed.
fn solve(puzzle: &Puzzle, limit: usize) -> Outcome {
    run(puzzle, Task::Solve { limit }, &Options::default()).expect("it is solved")
}

#[test]
fn everything_printed_is_read() {
    let mut seen = BTreeSet::new();
    for (feature, seed) in FEATURES.iter().flat_map(|f| (0..60).map(move |seed| (*f, seed))) {
        let Some(puzzle) = board(feature, seed) else { continue };
        let entry = Entry::from(puzzle.clone());
        // No file states rules that do not go together, or a board without labels.
        if parse_json(&write_json(&entry)).is_err() {
            continue;
        }
        let outcome = solve(&puzzle, 2);
        let Some(first) = outcome.answers.first().cloned() else { continue };
        seen.insert(feature);
        let print = |answer: &Answer| grid(&Form::default(), &puzzle, answer);
        let printed: Vec<String> = outcome.answers.iter().map(print).collect();
        // One after the other, below a header line, with the value of a goal.
        for between in ["\n", "---\n"] {
            assert_eq!(stated(&entry, &printed.join(between)), outcome.answers, "{feature} {seed}");
        }
        for &goal in puzzle.family().goals.iter().filter(|goal| **goal != Goal::MOST_CELLS) {
            let best = puzzle.worth(goal, &first).map(|value| Best {
                value,
                proved: true,
                bound: Some(value),
            });
            let mut outcome = outcome.clone();
            outcome.best = best;
            let text = format!("{}{}\n", printed[0], objective(goal, &outcome, true));
            assert_eq!(stated(&entry, &text), std::slice::from_ref(&first), "{text}");
        }
        let json = OutcomeReply::new(&entry, Question::Solve(2), outcome.clone()).to_json();
        assert_eq!(stated(&entry, &json), outcome.answers, "{json}");
        entries_are_right(&puzzle, &entry, &first, &printed[0]);
        for info in puzzle.family().formulations.iter().take(1) {
            // A model that cannot state the puzzle says so with or without the cut.
            let whole = models::state(&entry, info.name, None, &[]).is_ok();
            assert_eq!(
                models::state(&entry, info.name, None, std::slice::from_ref(&first)).is_ok(),
                whole
            );
        }
        if puzzle.capabilities().certifies.is_some() {
            let read = Statement::read(
                &write_json(&entry),
                None,
                Some(&printed[0]),
                Interrupt::new(|| false),
            );
            assert!(read.is_ok(), "{read:?}\n{}{}", write_native(&entry), printed[0]);
        }
    }
    assert_eq!(seen.len(), FEATURES.len(), "{seen:?}");
}

/// The entries of a person are the contents of the answer, from the grid and from JSON; a puzzle's own grid is never
/// wrong.
fn entries_are_right(puzzle: &Puzzle, entry: &Entry, answer: &Answer, printed: &str) {
    let filling = puzzle.filling(answer);
    // Where cells stay empty, a given that is no content is only repeated.
    let is_full = !filling.contains(&Content::Nothing);
    let contents = (0..).zip(filling);
    let wanted: BTreeSet<(Cell, String)> = contents
        .filter(|(_, content)| *content != Content::Nothing)
        .map(|(cell, content)| (cell, puzzle.written(content)))
        .filter(|(cell, text)| is_full || !puzzle.is_mark(*cell, text))
        .collect();
    let read = |text: &str| {
        let read = filled_in::read(puzzle, text);
        read.unwrap_or_else(|why| panic!("{why}\n{}{text}", write_native(entry)))
    };
    let mut one = solve(puzzle, 1);
    one.answers = vec![answer.clone()];
    let json = OutcomeReply::new(entry, Question::Solve(1), one).to_json();
    for text in [printed, &format!("title: one\n\n{printed}"), &json] {
        let entered = read(text).into_iter().map(|(cell, held)| (cell, puzzle.written(held)));
        assert_eq!(entered.collect::<BTreeSet<_>>(), wanted, "{text}");
    }
    if puzzle.cells() > 20
        || run(puzzle, Task::Check, &Options::default()).expect("checked").verdict()
            != Verdict::Unique
    {
        return;
    }
    let hinted = |text: &str| hint(puzzle, &read(text), &Options::default());
    for text in [printed, &json, &write_native(entry), &write_json(entry)] {
        match hinted(text) {
            Ok(Hint::Wrong(wrong, _)) => panic!("{wrong:?} of\n{text}{}", write_native(entry)),
            Ok(_) => {}
            // Without entries a puzzle without techniques has no hint.
            Err(why) => assert!(text != printed, "{why}\n{text}"),
        }
    }
}

/// The same through the program, for a square with differences.
#[test]
fn solutions_go_through_pipes() {
    let puzzle =
        "puzzle: futoshiki\n\n. o . . .\n- - (2) -\n. . . .\n^ - - -\n3 . . .\n- - - o\n. . . .\n";
    let here = Folder::with(&[("p", puzzle)]);
    let solved = here.run("solve p");
    assert_eq!(solved.status, 0, "{}", solved.err);
    std::fs::write(here.path().join("s"), &solved.out).expect("it is written");
    for (command, status) in [
        ("verify p s", 0),
        ("hint --filled s p", 1),
        ("export p --model assign --to lp --exclude s -o model.lp", 0),
    ] {
        let ran = here.run(command);
        assert_eq!(ran.status, status, "{command}: {}{}", ran.out, ran.err);
    }
}
