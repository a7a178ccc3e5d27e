//! The counting engine of each family, and what its solutions mean.

use super::{futoshiki, line, numberlink};
use crate::puzzle::counting::{Counted, Marks, Optimum};
use crate::puzzle::{Answer, Futoshiki, Goal, Line, Numberlink, Puzzle};

/// The counting engine for a puzzle.
///
/// # Errors
/// Why there is none, in words.
pub fn counting(puzzle: &Puzzle) -> Result<Counted<'_>, String> {
    match puzzle {
        Puzzle::Hidato(line) | Puzzle::Path(line) => of_line(line),
        Puzzle::Numberlink(links) => of_links(links),
        Puzzle::Futoshiki(square) => of_square(square),
    }
}

/// The engine that finds the best solution; `None` if there is none for this goal and puzzle.
pub fn optimum(puzzle: &Puzzle, goal: Goal) -> Option<Optimum<'_>> {
    use line::counting::{best, filling, partial, rook};
    let name = "frontier";
    match (puzzle, goal) {
        (Puzzle::Hidato(line) | Puzzle::Path(line), Goal::FewestTurns) => Some(Optimum {
            name,
            engine: best(line, rook::Goal::Turns).ok()?,
            decode: Box::new(|best| {
                best.map(|(turns, edges)| {
                    (turns as i64, Answer::Line(filling(line, &edges, false)))
                })
            }),
        }),
        (Puzzle::Path(line), Goal::MostCells) => Some(Optimum {
            name,
            engine: best(line, rook::Goal::Longest).ok()?,
            decode: Box::new(|best| {
                let longest = partial(line, best.as_ref().map(|(cost, e)| (*cost, &e[..])));
                longest.map(|(cells, numbers)| (i64::from(cells), Answer::Line(numbers)))
            }),
        }),
        _ => None,
    }
}

fn of_line(line: &Line) -> Result<Counted<'_>, String> {
    let engine = line::counting::counting(line)
        .map_err(|why| format!("there is no programme for this board: {why}"))?;
    let fill = |edges: &[u32], way| line::counting::filling(line, edges, way != 0);
    Ok(Counted {
        name: "frontier",
        engine,
        decode: Box::new(move |edges, way| Answer::Line(fill(edges, way))),
        marks: Marks::Edges,
    })
}

fn of_links(links: &Numberlink) -> Result<Counted<'_>, String> {
    let engine = numberlink::counting::counting(links)
        .ok_or("there is no programme for this board: it is too wide for a packed state")?;
    Ok(Counted {
        name: "frontier",
        engine,
        decode: Box::new(|edges, _| Answer::Links(numberlink::counting::drawing(links, edges))),
        marks: Marks::Cells { width: links.ends.len() + 1 },
    })
}

fn of_square(square: &Futoshiki) -> Result<Counted<'_>, String> {
    let engine = futoshiki::counting::counting(square).ok_or_else(|| {
        format!(
            "there is no programme for a square of order {}, only up to {}",
            square.n,
            futoshiki::counting::MAX_ORDER
        )
    })?;
    Ok(Counted {
        name: "layers",
        engine,
        decode: Box::new(|items, _| Answer::Square(futoshiki::counting::square(square, items))),
        marks: Marks::Cells { width: square.n as usize },
    })
}
