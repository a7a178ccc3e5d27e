//! Whether an answer obeys the rules, stated directly and apart from every network.

use super::{Cover, Numberlink, Touch};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::verify::{Spot, Violation, same_length, spot, touching};
use clew_puzzle::puzzle::wording::how_many;

/// Checks a set of edges.
///
/// # Errors
/// The first rule found broken.
pub(super) fn verify_links(link: &Numberlink, on: &[bool]) -> Result<(), Violation> {
    let board = &link.board;
    same_length(board.edges().len(), on.len())?;
    let mut joined: Vec<Vec<Cell>> = vec![Vec::new(); board.len()];
    for (&[a, b], _) in board.edges().iter().zip(on).filter(|(_, on)| **on) {
        if !touching(board, a, b) {
            return Err(Violation::not_an_edge(spot(board, a), spot(board, b)));
        }
        joined[a as usize].push(b);
        joined[b as usize].push(a);
    }
    let mut end_of: Vec<Option<usize>> = vec![None; board.len()];
    for (k, &[a, b]) in link.ends.iter().enumerate() {
        end_of[a as usize] = Some(k);
        end_of[b as usize] = Some(k);
    }
    for (c, next) in joined.iter().enumerate() {
        let (at, degree) = (spot(board, c as u32), next.len() as u32);
        match (end_of[c], degree) {
            (Some(_), 1) | (None, 2) => {}
            (Some(k), _) => {
                let (label, links) = (&link.labels[k], how_many(degree, "link"));
                let text = format!("{at}, an end of {label}, has {links} instead of 1");
                return Err(Violation::new("end", [at], text));
            }
            (None, 0) if link.cover == Cover::Partial => {}
            (None, 0) => {
                return Err(Violation::new("cover", [at], format!("{at} is on no path")));
            }
            (None, _) => return Err(Violation::degree(at, degree)),
        }
    }
    let path_of = trace(link, &joined)?;
    if let Some(c) = (0..board.len()).find(|&c| !joined[c].is_empty() && path_of[c].is_none()) {
        let at = spot(board, c as u32);
        return Err(Violation::new("loop", [at], format!("{at} is on a closed loop")));
    }
    match link.touch {
        Touch::Yes => Ok(()),
        Touch::No => no_touching(link, on, &path_of),
        Touch::No2x2 => no_blocks(link, &path_of),
    }
}

/// Walks every path from its first end-point; per cell the label whose walk came by.
fn trace(link: &Numberlink, joined: &[Vec<Cell>]) -> Result<Vec<Option<usize>>, Violation> {
    let mut path_of = vec![None; joined.len()];
    for (k, &[from, to]) in link.ends.iter().enumerate() {
        let (mut before, mut here) = (from, from);
        path_of[from as usize] = Some(k);
        // Degrees are right, so the walk goes on until a cell with one link only: an end-point.
        while let Some(&next) = joined[here as usize].iter().find(|&&next| next != before) {
            (before, here) = (here, next);
            path_of[here as usize] = Some(k);
        }
        if here != to {
            let (from, to) = (spot(&link.board, from), spot(&link.board, here));
            let label = &link.labels[k];
            let text =
                format!("the path of {label} from {from} ends at {to}, not at the other {label}");
            return Err(Violation::new("ends", [from, to], text));
        }
    }
    Ok(path_of)
}

/// Two cells of one path that are neighbours are consecutive on it.
fn no_touching(link: &Numberlink, on: &[bool], path_of: &[Option<usize>]) -> Result<(), Violation> {
    for (&[a, b], &on) in link.board.edges().iter().zip(on) {
        if let (false, Some(k)) = (on, path_of[a as usize])
            && path_of[b as usize] == Some(k)
        {
            let (first, second) = (spot(&link.board, a), spot(&link.board, b));
            let label = &link.labels[k];
            let text = format!("the path of {label} touches itself at {first} and {second}");
            return Err(Violation::new("touch", [first, second], text));
        }
    }
    Ok(())
}

/// No four places of a 2×2 block are on one path. At a bridge two paths may be.
fn no_blocks(link: &Numberlink, path_of: &[Option<usize>]) -> Result<(), Violation> {
    let board = &link.board;
    let ((rows, cols), wrap) = (board.size(), board.wrap());
    let paths_at = |(r, c): (u32, u32)| -> Vec<usize> {
        let here = board.cell_at(r, c);
        let both = [here, here.and_then(|c| board.crossing(c))].into_iter().flatten();
        both.filter_map(|cell| path_of[cell as usize]).collect()
    };
    // The place after this one, over a joined side too.
    let after = |i: u32, n: u32, joined: bool| {
        if i + 1 < n { Some(i + 1) } else { (joined && n > 2).then_some(0) }
    };
    for row in 0..rows {
        for col in 0..cols {
            let next = after(row, rows, wrap.columns()).zip(after(col, cols, wrap.rows()));
            let Some((below, beside)) = next else { continue };
            let others = [(row, beside), (below, col), (below, beside)].map(paths_at);
            let whole = |k: &usize| others.iter().all(|paths| paths.contains(k));
            if let Some(k) = paths_at((row, col)).into_iter().find(whole) {
                let (label, at) = (&link.labels[k], Spot::of_grid(row, col));
                let text = format!("the path of {label} fills the 2x2 block at {at}");
                return Err(Violation::new("touch", [at], text));
            }
        }
    }
    Ok(())
}
