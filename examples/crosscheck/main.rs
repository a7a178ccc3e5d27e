//! Everything against everything, on random boards of all families: every network, search and method
//! against brute force; candidates, draws, estimates and cut-short runs against all solutions; larger
//! boards against transformed versions of themselves, and with a clue more or less.
//!
//! `cargo run --release --example crosscheck -- --seed 1 --boards 1000000`
//!
//! The same seed checks the same boards. A disagreement is printed with the number that reproduces its
//! board (`--only CHECK --board NUMBER`) and the exit status is 1.

mod larger;
mod small;
mod support;

use clap::Parser;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

/// Checks clew against brute force and against itself on random boards.
#[derive(Parser)]
struct Arguments {
    /// Seed of the first board.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many boards.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    boards: u64,
    /// Threads; 0 for one per processor.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Only this check.
    #[arg(long, value_name = "CHECK")]
    only: Option<String>,
    /// Only the board with this number, as printed with a disagreement.
    #[arg(long, value_name = "NUMBER")]
    board: Option<u64>,
}

/// One check on the board with this number; returns the number of comparisons. It panics with a
/// message on a disagreement.
type Check = fn(u64, &Tally) -> u64;

/// The checks, each with its interval in boards: costly ones run rarely.
const CHECKS: [(&str, u64, Check); 9] = [
    ("modes", 1, small::modes),
    ("where", 4, small::located),
    ("candidates", 2, small::candidates_agree),
    ("draws", 4, small::draws),
    ("estimates", 2, small::estimates),
    ("cut-short", 2, small::cut_short),
    ("lying", 8, larger::lying),
    ("clues", 8, larger::clues),
    ("methods", 8, larger::methods),
];

/// Results that are judged over all boards together.
#[derive(Default)]
pub struct Tally {
    /// The number of estimates with an interval, and of those whose interval contains the true
    /// count.
    intervals: Mutex<[u64; 2]>,
}

impl Tally {
    /// Records whether an interval contained the true count.
    pub fn interval(&self, holds: bool) {
        let mut intervals = self.intervals.lock().expect("nobody panics while holding it");
        intervals[0] += 1;
        intervals[1] += u64::from(holds);
    }
}

/// The words of a panic.
fn words(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no words").to_string()
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.only.as_deref().is_some_and(|o| CHECKS.iter().all(|(name, ..)| *name != o)) {
        let names: Vec<&str> = CHECKS.iter().map(|(name, ..)| *name).collect();
        eprintln!("no such check; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build();
    let pool = pool.expect("threads can be started");
    // A disagreement is reported below, in one line and with its board.
    panic::set_hook(Box::new(|_| {}));
    let (start, tally) = (Instant::now(), Tally::default());
    let compared: Mutex<BTreeMap<&str, [u64; 2]>> = Mutex::default();
    let wrong = Mutex::new(Vec::new());
    let board = |number: u64, chosen: bool| {
        for (name, every, check) in CHECKS {
            let asked = arguments.only.as_deref().is_none_or(|only| only == name);
            if !asked || (!chosen && !number.is_multiple_of(every)) {
                continue;
            }
            match panic::catch_unwind(AssertUnwindSafe(|| check(number, &tally))) {
                Ok(n) => {
                    let mut all = compared.lock().expect("nobody panics while holding it");
                    let entry = all.entry(name).or_default();
                    *entry = [entry[0] + 1, entry[1] + n];
                }
                Err(payload) => {
                    let what = words(payload.as_ref());
                    eprintln!("DISAGREEMENT --only {name} --board {number}: {what}");
                    wrong.lock().expect("nobody panics while holding it").push(number);
                }
            }
        }
    };
    let boards = match arguments.board {
        Some(number) => {
            board(number, true);
            1
        }
        None => {
            let first = arguments.seed << 32;
            pool.install(|| {
                (first..first + arguments.boards).into_par_iter().for_each(|n| board(n, false));
            });
            arguments.boards
        }
    };
    for (name, [boards, compared]) in compared.into_inner().expect("nobody panicked") {
        println!("{name:>12}: {compared} comparisons on {boards} boards");
    }
    let [intervals, hold] = tally.intervals.into_inner().expect("nobody panicked");
    let mut fine = wrong.into_inner().expect("nobody panicked").is_empty();
    if intervals > 0 {
        let share = hold as f64 / intervals as f64;
        println!("{:>12}: {hold} of {intervals} intervals hold the truth", "intervals");
        // The nominal coverage is 19 of 20; few probes of a lopsided tree give less, but never much
        // less.
        if intervals >= 500 && share < 0.85 {
            eprintln!("DISAGREEMENT: intervals hold the truth in {share:.2} of the cases");
            fine = false;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let end = if fine { "nothing disagrees" } else { "SOMETHING DISAGREES" };
    println!("{boards} boards from seed {} in {seconds:.0} s: {end}", arguments.seed);
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
