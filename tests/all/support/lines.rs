//! Fillings of small boards by trying every walk, and the text of corpus files. Shares nothing with
//! the networks.

use super::boards::special;
use clew::families::Line;
use clew::puzzle::{Board, Decimal, Grid, Neighbourhood, Wrap};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// All fillings, sorted: from every start cell, step to any free neighbour by coordinates.
pub fn all_fillings(line: &Line, near: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<u32>> {
    let n = line.board.len();
    let mut all = Vec::new();
    let mut filling = vec![0; n];
    for start in 0..n {
        step(line, near, start, 1, &mut filling, &mut all);
    }
    all.sort();
    all
}

fn step(
    line: &Line,
    near: &dyn Fn(usize, usize) -> bool,
    c: usize,
    k: u32,
    filling: &mut Vec<u32>,
    all: &mut Vec<Vec<u32>>,
) {
    if line.given[c].is_some_and(|g| g != k) {
        return;
    }
    filling[c] = k;
    if k as usize == filling.len() {
        all.push(filling.clone());
    } else {
        for q in 0..filling.len() {
            if filling[q] == 0 && near(c, q) {
                step(line, near, q, k + 1, filling, all);
            }
        }
    }
    filling[c] = 0;
}

/// A small board with a few holes, joined sides and givens, and whether two of its cells touch, from coordinates.
/// Givens are mostly from a true filling, sometimes wrong.
pub fn random_line(
    rng: &mut ChaCha8Rng,
    only: Option<Neighbourhood>,
) -> (Line, Box<dyn Fn(usize, usize) -> bool>) {
    let (rows, cols) = (rng.random_range(1..4u32), rng.random_range(1..5u32));
    let kind = match only {
        Some(Neighbourhood::Rook) => 0,
        Some(Neighbourhood::King) => 1,
        Some(Neighbourhood::Hex) => 2,
        None => rng.random_range(0..5),
    };
    let holes = if rng.random_bool(0.5) { 0.0 } else { 0.25 };
    let mut present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    if !present.contains(&true) {
        present[0] = true;
    }
    let at: Vec<(i64, i64)> = (0..rows * cols)
        .filter(|&i| present[i as usize])
        .map(|i| (i64::from(i / cols), i64::from(i % cols)))
        .collect();
    // Tenths: reaches of more than one step only where few points make many lines.
    let reach_in_tenths = if at.len() <= 7 { rng.random_range(1..4i64) } else { 1 };
    let moves = [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex];
    let grid = moves.get(kind).filter(|_| only.is_none());
    // A torus whose cells have many neighbours has millions of lines as soon as it has a dozen cells.
    let grid = grid.filter(|&&moves| at.len() <= 7 || moves == Neighbourhood::Rook);
    let wrap = grid.map_or(Wrap::None, |&moves| special(rng, rows, cols, moves).0);
    let around = |n: u32, joined: bool| {
        let n = i64::from(n);
        move |d: i64| if joined { d.abs().min(n - d.abs()) } else { d.abs() }
    };
    let (down, right) = (around(rows, wrap.columns()), around(cols, wrap.rows()));
    let near: Box<dyn Fn(usize, usize) -> bool> = match kind {
        0 => {
            let at = at.clone();
            Box::new(move |a, b| down(at[a].0 - at[b].0) + right(at[a].1 - at[b].1) == 1)
        }
        4 => {
            let at = at.clone();
            Box::new(move |a, b| {
                let (dr, dc) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                a != b && dr * dr + dc * dc <= reach_in_tenths * reach_in_tenths
            })
        }
        2 => {
            // Doubled coordinates: odd rows stand half a cell to the right.
            let at: Vec<(i64, i64)> = at.iter().map(|&(r, c)| (r, 2 * c + r % 2)).collect();
            let right = around(2 * cols, wrap.rows());
            Box::new(move |a, b| {
                let (dr, dc) = (down(at[a].0 - at[b].0), right(at[a].1 - at[b].1));
                (dr, dc) == (0, 2) || (dr, dc) == (1, 1)
            })
        }
        _ => {
            let at = at.clone();
            Box::new(move |a, b| down(at[a].0 - at[b].0).max(right(at[a].1 - at[b].1)) == 1)
        }
    };
    let board = match kind {
        0..=2 => Board::new(&Grid { wrap, ..Grid::new(rows, cols, moves[kind], &present) }),
        4 => {
            let tenth = |k: i64| format!("0.{k}").parse::<Decimal>().expect("a decimal");
            let at = at.iter().map(|&(r, c)| (tenth(r), tenth(c))).collect();
            Board::points(at, tenth(reach_in_tenths))
        }
        _ => {
            let whole = |k: i64| Decimal::from(k as i16);
            Board::points(at.iter().map(|&(r, c)| (whole(r), whole(c))).collect(), reach())
        }
    };
    let mut line = Line { given: vec![None; board.len()], board };
    let chance = [0.0, 0.1, 0.3, 0.6][rng.random_range(0..4)];
    let fillings = all_fillings(&line, &*near);
    if !fillings.is_empty() && rng.random_bool(0.9) {
        let filling = &fillings[rng.random_range(0..fillings.len())];
        for (g, &k) in line.given.iter_mut().zip(filling) {
            let end = k == 1 || k as usize == filling.len();
            if rng.random_bool(if end { 0.4 } else { chance }) {
                *g = Some(k);
            }
        }
    }
    if rng.random_bool(0.15) {
        // A number anywhere, perhaps a second time.
        let n = line.given.len();
        line.given[rng.random_range(0..n)] = Some(rng.random_range(1..n as u32 + 1));
    }
    if !fillings.is_empty() && line.given.len() % 2 == 1 && rng.random_bool(0.2) {
        // Only the middle number of the line is given: such a line has a reverse.
        let middle = line.given.len() as u32 / 2 + 1;
        let filling = &fillings[rng.random_range(0..fillings.len())];
        line.given = filling.iter().map(|&k| (k == middle).then_some(k)).collect();
    }
    (line, near)
}

/// The default reach of free points.
fn reach() -> Decimal {
    "1.4243".parse().expect("a decimal")
}

/// A hidato or path file of the corpus: header lines, a blank line, the grid or the points.
pub fn read(text: &str) -> Line {
    let (head, body) = text.split_once("\n\n").expect("a blank line after the header");
    let value = |key: &str| {
        head.lines()
            .find_map(|l| l.split_once(':').filter(|(k, _)| *k == key))
            .map(|(_, v)| v.trim())
    };
    let number = |t: &str| t.parse::<u32>().ok();
    let rows: Vec<Vec<&str>> = body
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>())
        .filter(|r| !r.is_empty())
        .collect();
    if value("board") == Some("points") {
        let at = rows.iter().map(|r| (r[0].parse().unwrap(), r[1].parse().unwrap())).collect();
        let reach = value("reach").map_or(reach(), |r| r.parse().unwrap());
        let board = Board::points(at, reach);
        return Line { board, given: rows.iter().map(|r| number(r[2])).collect() };
    }
    let moves = match value("neighbours") {
        Some("4") => Neighbourhood::Rook,
        Some("hex") => Neighbourhood::Hex,
        Some(_) => Neighbourhood::King,
        None if value("puzzle") == Some("path") => Neighbourhood::Rook,
        None => Neighbourhood::King,
    };
    let present: Vec<bool> = rows.iter().flatten().map(|t| *t != "#").collect();
    let board = Board::grid(rows.len() as u32, rows[0].len() as u32, moves, &present);
    let given = rows.iter().flatten().filter(|t| **t != "#").map(|t| number(t)).collect();
    Line { board, given }
}
