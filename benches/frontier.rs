//! Times of frontier counts of lines: states of the largest layer, all states, bytes per state, seconds.
//!
//! `cargo bench --bench frontier` runs the boards of the documentation; `-- ROWSxCOLS[k|h] [THREADS]`
//! runs one (k: king moves, h: hexagons); `-- upto N [THREADS]` the rook squares from 1 to N. 15 takes
//! about 0.4 GB and 16 a few times that, and minutes.

use clew::dp::Runner;
use clew::families::Line;
use clew::families::line::counting as line;
use clew::puzzle::{Board, Neighbourhood};
use clew::run::Budget;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::ops::ControlFlow;
use std::time::Instant;

fn full(rows: u32, cols: u32, moves: Neighbourhood) -> Line {
    let board = Board::grid(rows, cols, moves, &vec![true; (rows * cols) as usize]);
    Line { given: vec![None; board.len()], board }
}

/// 12 x 12 with 15 holes that leave as many black cells as white ones, or one more or less.
fn holed(seed: u64) -> Line {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let mut present = vec![true; 144];
        while present.iter().filter(|&&p| p).count() > 129 {
            present[rng.next_u32() as usize % 144] = false;
        }
        let board = Board::grid(12, 12, Neighbourhood::Rook, &present);
        let degrees = (0..129).all(|c| board.neighbours(c).len() > 1);
        let black = (0..129).filter(|&c| board.is_black(c)).count();
        if degrees && (64..=65).contains(&black) {
            return Line { given: vec![None; 129], board };
        }
    }
}

/// A random line of a full board with every `step`-th number given.
fn hidato(rows: u32, cols: u32, moves: Neighbourhood, step: u32) -> Line {
    let mut line = full(rows, cols, moves);
    let engine = line::counting(&line).expect("has a program");
    let (mut quiet, mut filling) = ((), Vec::new());
    let mut run = Runner::new(&Budget::unlimited(), 0, &mut quiet);
    let drawn = engine.draw(1, 7, &mut run, &mut |edges| {
        filling = line::filling(&line, &edges, false);
        ControlFlow::Break(())
    });
    drawn.expect("no limits");
    drop(engine);
    line.given = filling.iter().map(|&k| Some(k).filter(|k| k % step == 1)).collect();
    line
}

fn measure(name: &str, line: &Line, threads: usize) {
    let start = Instant::now();
    match line::counting(line) {
        Err(why) => println!("{name:16} {why}"),
        Ok(engine) => {
            let mut quiet = ();
            let mut run = Runner::new(&Budget::unlimited(), threads, &mut quiet);
            let answer = engine.count(&mut run);
            let s = run.stats();
            let bytes = s.peak_bytes as f64 / s.peak_states.max(1) as f64;
            let answer = answer.map_or_else(|stop| stop.to_string(), |n| n.to_string());
            println!(
                "{name:16} peak {:>10} all {:>12} bytes {:>11} bytes/state {bytes:>6.1} seconds {:>8.3}  {answer}",
                s.peak_states,
                s.total_states,
                s.peak_bytes,
                start.elapsed().as_secs_f64(),
            );
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    if words.first().is_some_and(|w| w == "upto") {
        let largest = words.get(1).and_then(|n| n.parse().ok());
        let threads = words.get(2).and_then(|t| t.parse().ok()).unwrap_or(0);
        let Some(largest) = largest else { return println!("expected upto N, as in upto 14") };
        for n in 1..=largest {
            measure(&format!("{n}x{n}"), &full(n, n, Neighbourhood::Rook), threads);
        }
        return;
    }
    let threads = words.get(1).and_then(|t| t.parse().ok()).unwrap_or(0);
    if let Some(size) = words.first() {
        let moves = match size.chars().last() {
            Some('k') => Neighbourhood::King,
            Some('h') => Neighbourhood::Hex,
            _ => Neighbourhood::Rook,
        };
        let size = size.trim_end_matches(['k', 'h']).split_once('x');
        let size = size.and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
        let Some((rows, cols)) = size else { return println!("expected ROWSxCOLS, as in 10x10") };
        return measure(&words[0], &full(rows, cols, moves), threads);
    }
    for n in 8..=13 {
        measure(&format!("{n}x{n}"), &full(n, n, Neighbourhood::Rook), threads);
    }
    measure("10x50", &full(10, 50, Neighbourhood::Rook), threads);
    for seed in 1..=3 {
        measure(&format!("12x12-15 #{seed}"), &holed(seed), threads);
    }
    measure("8x8 king", &full(8, 8, Neighbourhood::King), threads);
    for (name, rows, moves, step) in [
        ("10x10 1,6,11..", 10, Neighbourhood::Rook, 5),
        ("10x10 1,13,25..", 10, Neighbourhood::Rook, 12),
        ("7x7 1,13,25..", 7, Neighbourhood::Rook, 12),
        ("8x8 king 1,6,..", 8, Neighbourhood::King, 5),
        ("8x8 hex 1,9,..", 8, Neighbourhood::Hex, 8),
    ] {
        measure(name, &hidato(rows, rows, moves, step), threads);
    }
    measure("10x10 hex", &full(10, 10, Neighbourhood::Hex), threads);
}
