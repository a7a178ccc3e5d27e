//! Reading lines: hidato and the continuous line have the same givens.

use super::Line;
use clew_puzzle::puzzle::family::{ClueResult, PairKey};
use clew_puzzle::puzzle::format::{Clue, Draft, Fault, MAX_FIRST, Pair, Place, name};
use clew_puzzle::puzzle::{Board, Shape};
use serde_json::Value;

/// Marks between cells that follow each other on the line.
pub(super) static PAIRS: [PairKey; 1] =
    [PairKey { name: "links", between: '-', like: "r1c1-r1c2", numbered: false }];

/// The meaning of a token that is neither `.` nor `#`.
pub(super) fn clue(text: &str) -> ClueResult {
    Clue::number(text).ok_or_else(|| "a number, \".\" or \"#\"".into())
}

/// The meaning of a JSON value that is not `null`.
pub(super) fn json_clue(value: &Value) -> ClueResult {
    let clue = match value {
        Value::String(text) if text == "#" => Some(Clue::Hole),
        Value::Number(number) => Clue::json_number(number),
        _ => None,
    };
    clue.ok_or_else(|| "null, \"#\" or a number".into())
}

/// The line that a draft describes.
///
/// # Errors
/// The first mistake.
pub(super) fn line<'a>(mut draft: Draft<'a>) -> Result<Line, Fault<'a>> {
    let cells = draft.cells();
    let start = draft.first.unwrap_or(1);
    let mut given = Vec::with_capacity(cells);
    let mut first: Vec<Option<Place>> = vec![None; cells + 1];
    for (i, (clue, at)) in draft.clues.iter().enumerate() {
        match *clue {
            Clue::Number(v) if v < start || (v - start) as usize >= cells => {
                return Err(Fault::new(*at, range(&draft, start, cells)));
            }
            Clue::Number(shown) => {
                let v = shown - start + 1;
                if let Some(place) = first[v as usize].replace(draft.place(i)) {
                    let earlier = name(place);
                    return Err(Fault::new(
                        *at,
                        format!("every number at most once; {shown} stands at {earlier} already"),
                    ));
                }
                given.push(Some(v));
            }
            Clue::Empty => given.push(None),
            Clue::Hole => {}
            Clue::Label(_) => return Err(Fault::new(*at, "a number, \".\" or \"#\"")),
        }
    }
    let links = std::mem::take(&mut draft.pairs).into_iter().next().unwrap_or_default();
    Ok(Line { board: linked(draft.board()?, &links)?.with_first(start), given })
}

/// The error text for the expected numbers of `cells` cells, with a hint if they may begin with another number.
fn range(draft: &Draft<'_>, start: u32, cells: usize) -> String {
    let last = u64::from(start) + cells as u64 - 1;
    let expected = match start {
        1 => format!("a number from 1 to {cells} (the number of cells)"),
        _ => format!("a number from {start} to {last} ({cells} cells from {start} on)"),
    };
    let numbers = || {
        draft.clues.iter().filter_map(|(clue, _)| match clue {
            Clue::Number(v) => Some(*v),
            _ => None,
        })
    };
    match (draft.first, numbers().min(), numbers().max()) {
        (None, Some(least), Some(most))
            if least > 1 && most < MAX_FIRST && ((most - least) as usize) < cells =>
        {
            format!("{expected}; \"first: {least}\" above the grid lets them begin with {least}")
        }
        _ => expected,
    }
}

/// The board of a closed line.
///
/// # Errors
/// The first mistake: a number that is given, too.
pub(super) fn closed<'a>(draft: Draft<'a>) -> Result<Board, Fault<'a>> {
    let given = draft.clues.iter().find(|(clue, _)| matches!(clue, Clue::Number(_)));
    if let Some(&(_, at)) = given {
        let expected = "\".\" or \"#\": a closed line has no first cell, so no number is given (closed: no has ends)";
        return Err(Fault::new(at, expected));
    }
    Ok(line(draft)?.board)
}

/// The board with its marks between consecutive cells.
fn linked<'a>(board: Board, links: &[Pair<'a>]) -> Result<Board, Fault<'a>> {
    let points = matches!(board.shape(), Shape::Points { .. });
    let cell = |(row, col): Place| match points {
        true => (row == 0 && (col as usize) < board.len()).then_some(col),
        false => board.cell_at(row, col),
    };
    let mut pairs = Vec::with_capacity(links.len());
    for link in links {
        let [p, q] = link.places;
        let pair = cell(p).zip(cell(q));
        let joined = pair.filter(|&(a, b)| board.edge_between(a, b).is_some());
        let (a, b) = joined.ok_or_else(|| {
            let parted = pair.is_some_and(|(a, b)| board.walls().contains(&[a.min(b), a.max(b)]));
            let (p, q) = (name(p), name(q));
            Fault::new(
                link.at,
                match parted {
                    true => format!("two neighbouring cells; a wall parts {p} and {q}"),
                    false => format!("two neighbouring cells; {p} and {q} are not"),
                },
            )
        })?;
        pairs.push([a, b]);
    }
    Ok(board.with_links(&pairs).expect("neighbours"))
}
