//! Solutions as files contain them: steps of paths, or one label per cell.

use super::Numberlink;
use clew_puzzle::puzzle::filled::{by_cell, links_on};
use clew_puzzle::puzzle::format::name;
use clew_puzzle::puzzle::{Answer, Content, Filled, Unfit};
use rustc_hash::FxHashMap;

/// The answer that a filled grid contains. Labels determine the route if two neighbouring cells of one label are always
/// joined; if a cell would get more links than it can have, they do not.
///
/// # Errors
/// [`Unfit`], if it is no solution of this board or leaves the route open: that of the first cell where it does.
pub(super) fn answer(link: &Numberlink, filled: &Filled) -> Result<Answer, Unfit> {
    let labels = match filled {
        Filled::Steps(steps) => return links_on(&link.board, steps),
        Filled::Labels(labels) => labels.clone(),
        // In files, labels may look like numbers.
        Filled::Numbers(numbers) => numbers.iter().map(|v| v.map(|v| v.to_string())).collect(),
    };
    let board = &link.board;
    let stated = by_cell(board, &labels)?;
    let mut held: Vec<Option<&str>> =
        stated.into_iter().map(|label| label.map(String::as_str)).collect();
    for &[along, across] in board.bridges() {
        let Some(both) = held[along as usize] else { continue };
        let place = name(board.place(along));
        let both = both.split_once('/');
        let both = both.ok_or_else(|| {
            Unfit::Ambiguous(format!("the bridge {place} does not hold two labels like A/B"))
        })?;
        held[along as usize] = Some(both.0).filter(|label| *label != ".");
        held[across as usize] = Some(both.1).filter(|label| *label != ".");
    }
    let at = |c: u32| held[c as usize];
    let terminals = link.terminals();
    for (c, end) in (0u32..).zip(&terminals) {
        let given = end.map(|k| link.labels[k as usize].as_str());
        if given.is_some() && at(c) != given {
            let (place, given) = (name(board.place(c)), given.unwrap_or_default());
            let held = at(c).unwrap_or(".");
            return Err(Unfit::Broken(format!("{place} holds {held} where {given} is given")));
        }
    }
    let labels: FxHashMap<&str, u32> = link.labels.iter().map(String::as_str).zip(0..).collect();
    for c in 0..board.len() as u32 {
        if let Some(label) = at(c).filter(|label| !labels.contains_key(label)) {
            let place = name(board.place(c));
            return Err(Unfit::Broken(format!(
                "{place} holds {label}, which is no label of the puzzle"
            )));
        }
    }
    let bare = held.iter().position(Option::is_none);
    if let Some(c) = bare.filter(|_| link.cover == super::Cover::All) {
        let place = name(board.place(c as u32));
        return Err(Unfit::Broken(format!("{place} is on no path")));
    }
    let joined = |&[a, b]: &[u32; 2]| at(a).is_some() && at(a) == at(b);
    let on: Vec<bool> = board.edges().iter().map(joined).collect();
    for (c, end) in (0u32..).zip(&terminals) {
        let links = board.incident(c).iter().filter(|&&e| on[e as usize]).count();
        let most = if end.is_some() { 1 } else { 2 };
        // Steps do not cover such a cell, so that no later check would notice the missing path.
        if let (0, None, Some(label)) = (links, end, at(c)) {
            let place = name(board.place(c));
            return Err(Unfit::Broken(format!(
                "{place} holds {label}, and no path of {label} goes there"
            )));
        }
        if links > most && link.touch != super::Touch::No {
            let place = name(board.place(c));
            let why = format!(
                "letters leave open how the path of {} runs at {place}; its route is needed",
                at(c).unwrap_or_default()
            );
            let content = |held: Option<&str>| match held.and_then(|label| labels.get(label)) {
                Some(&k) => Content::Label(k),
                None => Content::Nothing,
            };
            let contents = held.iter().map(|&held| content(held)).collect();
            return Err(Unfit::Open { contents, why });
        }
    }
    Ok(Answer::Links(on))
}
