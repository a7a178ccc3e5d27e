//! Reading Zip: which cells are numbered.

use super::Zip;
use clew_puzzle::puzzle::format::{Clue, Draft, Fault, Place, name};

/// The puzzle that a draft describes.
///
/// # Errors
/// The first mistake: a number that stands twice or not at all, or a board without a first and a last one.
pub(super) fn zip<'a>(draft: Draft<'a>) -> Result<Zip, Fault<'a>> {
    let cells = draft.cells();
    let mut numbers = Vec::with_capacity(cells);
    let mut first: Vec<Option<Place>> = vec![None; cells + 1];
    let mut most = (0, draft.origin);
    for (i, (clue, at)) in draft.clues.iter().enumerate() {
        match *clue {
            Clue::Number(v) if v == 0 || v as usize > cells => {
                let expected = format!("a number from 1 to {cells} (the number of cells)");
                return Err(Fault::new(*at, expected));
            }
            Clue::Number(v) => {
                if let Some(place) = first[v as usize].replace(draft.place(i)) {
                    let expected =
                        format!("every number at most once; {v} stands at {} already", name(place));
                    return Err(Fault::new(*at, expected));
                }
                if v > most.0 {
                    most = (v, *at);
                }
                numbers.push(Some(v));
            }
            Clue::Empty => numbers.push(None),
            Clue::Hole => {}
            Clue::Label(_) => return Err(Fault::new(*at, "a number, \".\" or \"#\"")),
        }
    }
    let (last, at) = most;
    if let Some(missing) = (1..last).find(|&k| first[k as usize].is_none()) {
        let expected = format!(
            "every number from 1 to the largest; there is {last}, and {missing} stands nowhere"
        );
        return Err(Fault::new(at, expected));
    }
    if (last as usize) < cells.min(2) {
        let expected = "at least the numbers 1 and 2: the line starts at 1, meets all numbers in their order, and ends at the largest";
        return Err(Fault::new(draft.origin, expected));
    }
    Ok(Zip { board: draft.board()?, numbers })
}
