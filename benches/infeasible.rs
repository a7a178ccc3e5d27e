//! Boards without a line: the time until clew refutes them. A separate bench, because failures are the figure.
//!
//! ```text
//! cargo bench --bench infeasible                      a table: failures, nodes, milliseconds a board
//! cargo bench --bench infeasible -- --cause TEXT      the boards with that text in their names
//! cargo bench --bench infeasible -- --write DIR       writes the boards into DIR, and runs nothing
//! cargo bench --bench infeasible -- --chance N SIDE   N random boards of that side, those without a line listed,
//!                                                     those that need search drawn
//! ```
//!
//! One thread; at most [`NODES`] decisions per board.

#[path = "../tests/all/support/barren.rs"]
#[allow(dead_code)]
mod barren;

use barren::{Cause, Grid, make};
use clew::puzzle::Puzzle;
use clew::run::Budget;
use clew::strategy::{self, Options, Outcome, Task};
use std::path::Path;

/// Decisions after which a board counts as not settled.
const NODES: u64 = 200_000;
/// Sides and seeds of the family. Rooms with two doors need more than 12.
const SIDES: [usize; 5] = [12, 16, 22, 30, 40];
const SEEDS: u64 = 3;
const CAUSES: [Cause; 6] =
    [Cause::Parity, Cause::Flow, Cause::Bridges, Cause::Blocks, Cause::Sides, Cause::Doors];

fn main() {
    // Cargo adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["--write", folder] => write(Path::new(folder)),
        ["--cause", name] => table(name),
        ["--chance", boards, side] => {
            chance(boards.parse().expect("a number"), side.parse().expect("a number"));
        }
        _ => table(""),
    }
}

/// The names of the boards, and a function that makes each.
fn family() -> impl Iterator<Item = (String, impl Fn() -> Grid)> {
    let sides = |cause| SIDES.into_iter().filter(move |&n| cause != Cause::Doors || n > 12);
    CAUSES.into_iter().flat_map(move |cause| {
        sides(cause).flat_map(move |n| {
            (1..=SEEDS).map(move |seed| {
                (format!("{}-{n:02}-{seed}", cause.name()), move || make(cause, n, seed))
            })
        })
    })
}

fn ask(grid: &Grid) -> Outcome {
    let options = Options {
        budget: Budget { nodes: Some(NODES), ..Budget::default() },
        threads: 1,
        ..Options::default()
    };
    let puzzle = Puzzle::from(clew::families::Path(grid.line()));
    strategy::run(&puzzle, Task::Solve { limit: 1 }, &options).expect("the board is no larger")
}

fn row(name: &str, grid: &Grid, outcome: &Outcome) {
    let verdict = match (outcome.answers.is_empty(), outcome.exact) {
        (false, _) => "line",
        (true, true) => "none",
        (true, false) => "open",
    };
    println!(
        "| {name} | {} | {verdict} | {} | {} | {} | {:.1} |",
        grid.line().board.len(),
        outcome.how.keyword(),
        outcome.stats.failures,
        outcome.stats.nodes,
        (outcome.init_time + outcome.solve_time).as_secs_f64() * 1e3
    );
}

/// `wanted` is a part of the names.
fn table(wanted: &str) {
    println!(
        "| board | cells | verdict | by | failures | nodes | ms |\n|---|---|---|---|---|---|---|"
    );
    for (name, make) in family().filter(|(name, _)| name.contains(wanted)) {
        let grid = make();
        row(&name, &grid, &ask(&grid));
    }
}

fn write(folder: &Path) {
    std::fs::create_dir_all(folder).expect("a folder to write to");
    for (name, make) in family() {
        let grid = make();
        let path = folder.join(format!("{name}.puzzle"));
        std::fs::write(path, grid.text(&name, Some(false))).expect("a file to write to");
    }
}

fn chance(boards: u64, side: usize) {
    let (mut lines, mut open) = (0, 0);
    for seed in 1..=boards {
        let grid = make(Cause::Chance, side, seed);
        let outcome = ask(&grid);
        if outcome.answers.is_empty() {
            open += u32::from(!outcome.exact);
            let name = format!("chance-{side:02}-{seed}");
            row(&name, &grid, &outcome);
            if outcome.stats.nodes > 0 {
                println!("\n{}", grid.text(&name, Some(false).filter(|_| outcome.exact)));
            }
        } else {
            lines += 1;
        }
    }
    println!("{boards} boards: {lines} with a line, {open} not settled");
}
