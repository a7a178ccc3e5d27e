//! How long networks of the largest boards take to be set up, and the longest time without a check of the interrupt
//! meanwhile. The aim: set-up of any board of 65 536 cells within a second, and a check every 20 milliseconds.
//!
//! `cargo test --release --test all polls:: -- --ignored --nocapture` prints the table. Times are of the
//! processor, so a busy machine does not matter.
#![cfg(target_os = "linux")]

use crate::limits::{boards, open, sparse_hidato};
use clew::families::parse_native;
use clew::kernel::{Halt, Interrupt};
use clew::puzzle::{BuildError, BuildOptions, Goal, Puzzle};
use std::sync::{Arc, Mutex};

/// The longest time between two checks, in milliseconds: a multiple of the aim, since other processes disturb the
/// caches, and a few large allocations take as long.
const GAP: f64 = if cfg!(debug_assertions) { 400.0 } else { 100.0 };
/// The longest that building and the root may take together, in milliseconds: twice the aim.
const SET_UP: f64 = if cfg!(debug_assertions) { 20_000.0 } else { 2_000.0 };

/// Milliseconds that this thread has run.
fn clock() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux kernel");
    let first = text.split_whitespace().next().expect("three fields");
    first.parse::<f64>().expect("a number") / 1e6
}

/// The time of the last check, and the longest time between two of them.
struct Watch {
    last: f64,
    longest: f64,
}

impl Watch {
    fn ask(&mut self) {
        let now = clock();
        self.longest = self.longest.max(now - self.last);
        self.last = now;
    }
}

/// The times of the set-up of a network, all in milliseconds.
struct SetUp {
    building: f64,
    building_gap: f64,
    root: f64,
    root_gap: f64,
}

/// Builds a network and brings its root to a fixpoint; `None` if it is not for this puzzle.
fn set_up(puzzle: &Puzzle, network: &str, options: BuildOptions) -> Option<SetUp> {
    let start = clock();
    let watch = Arc::new(Mutex::new(Watch { last: start, longest: 0.0 }));
    let seen = watch.clone();
    let interrupt = Interrupt::new(move || {
        seen.lock().expect("one thread").ask();
        false
    });
    let asked = |from: f64| {
        let mut watch = watch.lock().expect("one thread");
        watch.ask();
        let longest = std::mem::take(&mut watch.longest);
        (watch.last - from, longest)
    };
    let options = BuildOptions { interrupt: Some(interrupt.clone()), ..options };
    let mut built = match puzzle.build(network, &options) {
        Ok(built) => built,
        Err(BuildError::TooLarge(_) | BuildError::NotApplicable(_)) => return None,
        Err(error) => panic!("{network}: {error}"),
    };
    let (building, building_gap) = asked(start);
    let from = clock();
    if !built.model.infeasible {
        let engine = &mut built.model.engine;
        engine.set_interrupt(Some(interrupt));
        assert_ne!(
            engine.fixpoint(&mut ()),
            Err(Halt::Interrupted),
            "this counter never interrupts"
        );
    }
    let (root, root_gap) = asked(from);
    Some(SetUp { building, building_gap, root, root_gap })
}

/// Prints the table; the rows with a longer gap than allowed.
fn table(boards: Vec<(&'static str, String)>) -> Vec<String> {
    let mut wrong = Vec::new();
    println!("| board | network | building ms | longest gap | root ms | longest gap |");
    println!("|---|---|---|---|---|---|");
    for (name, text) in boards {
        let puzzle = parse_native(&text).expect("a puzzle").puzzle;
        for network in puzzle.family().networks() {
            for (kind, goal, learning) in [
                ("", None, false),
                (", learning", None, true),
                (", fewest turns", Some(Goal::FEWEST_TURNS), true),
            ] {
                if goal.is_some_and(|goal| puzzle.admits(goal, network.name).is_err()) {
                    continue;
                }
                let options = BuildOptions { goal, learning, ..BuildOptions::default() };
                let Some(SetUp { building, building_gap, root, root_gap }) =
                    set_up(&puzzle, network.name, options)
                else {
                    continue;
                };
                let row = format!(
                    "| {name} | {}{kind} | {building:.0} | {building_gap:.0} | {root:.0} | \
                     {root_gap:.0} |",
                    network.name
                );
                println!("{row}");
                if building_gap.max(root_gap) > GAP || building + root > SET_UP {
                    wrong.push(row);
                }
            }
        }
    }
    wrong
}

/// An empty square whose values grow along every row and column.
fn all_signs(order: usize) -> String {
    let cells = format!(".{}\n", " < .".repeat(order - 1));
    let between = format!("^{}\n", "   ^".repeat(order - 1));
    format!("puzzle: futoshiki\n\n{}", vec![cells; order].join(&between))
}

#[test]
fn small_boards_are_asked_often() {
    let mut all = boards(8);
    all.push(("futoshiki 16x16, every sign", all_signs(16)));
    let wrong = table(all);
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "minutes; in release"]
fn large_boards_are_asked_often() {
    let mut all = boards(1);
    // The most cells that a matrix of cells by numbers is built for.
    all.extend([
        ("hidato 50x50, open", open("puzzle: hidato", 50)),
        ("hidato 50x50, rook", open("puzzle: hidato\nneighbours: 4", 50)),
        ("hidato 50x50, 2 % given", sparse_hidato(50)),
        ("path 50x50, rook", open("puzzle: path", 50)),
        ("futoshiki 128x128, every sign", all_signs(128)),
    ]);
    let wrong = table(all);
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
