//! Masyu, a family of puzzles added from outside: no file of the program or its library mentions
//! it.
//!
//! Draw one closed loop along neighbouring cells. It visits every pearl. In a white pearl it goes straight, and
//! it turns in the cell before or the cell after. In a black pearl it turns, and it goes straight in the cell
//! before and the cell after.
//!
//! | file | content |
//! |---|---|
//! | `family.rs` | the keyword, the meaning of tokens, the puzzle, and its implementation of `Rules` |
//! | `verify.rs` | the rules, stated directly, by which every solution is checked |
//! | `network.rs` | the rules as variables, propagators and clauses |
//! | `one_loop.rs` | a propagator that the library does not have |
//! | `tests.rs` | random boards, compared with brute force |
//!
//! ```text
//! cargo run --release --example masyu -- solve examples/masyu/pearls.puzzle
//! cargo run --release --example masyu -- check|solve|count|draw|svg|json FILE...
//! cargo test --release --example masyu
//! ```

mod family;
mod network;
mod one_loop;
#[cfg(test)]
mod tests;
mod verify;

use clew::families::{parse_chunk, register};
use clew::puzzle::Puzzle;
use clew::puzzle::format::{split_input, write_json, write_solution};
use clew::report::{svg, terminal};
use clew::strategy::{Options, Task, Verdict, run};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    match answer(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// The output of the program for these arguments.
fn answer(arguments: &[String]) -> Result<String, String> {
    let [command, files @ ..] = arguments else {
        return Err("expected: check|solve|count|draw|svg|json FILE...".into());
    };
    register(family::FAMILY)?;
    let mut out = String::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for chunk in split_input(&text) {
            let entry = parse_chunk(&chunk).map_err(|error| format!("{file}: {error}"))?;
            out += &match &command[..] {
                "json" => write_json(&entry),
                command => ask(command, &entry.puzzle).map_err(|why| format!("{file}: {why}"))?,
            };
        }
    }
    Ok(out)
}

/// The answer of a command about one puzzle.
fn ask(command: &str, puzzle: &Puzzle) -> Result<String, String> {
    let task = match command {
        "check" => Task::Check,
        "count" => Task::Count,
        "solve" | "draw" | "svg" => Task::Solve { limit: 1 },
        _ => return Err(format!("there is no command {command}")),
    };
    let outcome = run(puzzle, task, &Options::default()).map_err(|error| error.to_string())?;
    let solution = outcome.answers.first();
    Ok(match (command, solution) {
        ("check", _) => format!("{}\n", outcome.verdict().keyword()),
        ("count", _) => format!("{}\n", outcome.count),
        (_, None) if outcome.verdict() == Verdict::None => "no solution\n".into(),
        ("solve", Some(answer)) => write_solution(puzzle, answer),
        ("svg", answer) => svg::draw(puzzle, answer, "masyu", svg::Options::default()),
        (_, answer) => terminal::draw(puzzle, answer, terminal::Options::default()),
    })
}
