//! Rules from the command line in place of those of the file.

use super::args::{CoverRule, NeighbourRule, RuleArgs, TouchRule};
use super::job::{Fault, Job};
use super::status::Status;
use clew::families::ALL;
use clew::interchange::Reading;
use clew::puzzle::{Board, Entry, Family, Neighbourhood, Shape};

impl From<NeighbourRule> for Neighbourhood {
    fn from(rule: NeighbourRule) -> Neighbourhood {
        match rule {
            NeighbourRule::Rook => Neighbourhood::Rook,
            NeighbourRule::King => Neighbourhood::King,
            NeighbourRule::Hex => Neighbourhood::Hex,
        }
    }
}

/// The puzzle of a job, by the rules of the command line.
///
/// # Errors
/// What is wrong with it, or with the rules, and the exit status of that.
pub(super) fn parsed(job: &Job, rules: &RuleArgs) -> Result<Entry, (Fault, Status)> {
    let mut entry = job.parse().map_err(|fault| (fault, Status::BadInput))?;
    apply(rules, &mut entry).map_err(|why| (Fault::Whole(why), Status::Usage))?;
    Ok(entry)
}

/// What the command line says about an input that does not say it itself.
pub(super) fn reading(rules: &RuleArgs) -> Reading {
    Reading {
        format: rules.reading.from,
        family: rules.reading.family,
        words: words(rules.cover, rules.touch),
    }
}

/// The rules that are said, as the formats name them: a key, and its word.
pub(super) fn words(
    cover: Option<CoverRule>,
    touch: Option<TouchRule>,
) -> Vec<(&'static str, &'static str)> {
    let cover = cover.map(|rule| match rule {
        CoverRule::All => "all",
        CoverRule::Partial => "partial",
    });
    let touch = touch.map(|rule| match rule {
        TouchRule::No => "no",
        TouchRule::No2x2 => "no2x2",
        TouchRule::Yes => "yes",
    });
    [("cover", cover), ("touch", touch)]
        .into_iter()
        .filter_map(|(key, word)| Some((key, word?)))
        .collect()
}

/// Replaces rules. The expected number of solutions is dropped if that changes the puzzle, for it was
/// said of the rules of the file.
///
/// # Errors
/// In words, if the puzzle has no such rule: what a file may not say, the command line may not
/// either.
pub(super) fn apply(rules: &RuleArgs, entry: &mut Entry) -> Result<(), String> {
    let before = entry.puzzle.clone();
    if let Some(family) = rules.reading.family.filter(|family| *family != before.family()) {
        return Err(format!(
            "--puzzle {family} does not apply: the input says {}",
            before.family()
        ));
    }
    for (key, word) in words(rules.cover, rules.touch) {
        let changed = entry.puzzle.with_word(key, word);
        entry.puzzle = changed.ok_or_else(|| unsuited(key, entry.puzzle.family()))?;
    }
    if let Some(moves) = rules.neighbours {
        let unsuited = || unsuited("neighbours", before.family());
        let board = change(entry.puzzle.board().ok_or_else(unsuited)?, moves.into())?;
        let linked = board.clone().with_links(before.board().map_or(&[], Board::links));
        if linked.is_none() {
            return Err("--neighbours does not apply: cells that are marked to follow each other \
                        (links) would be no neighbours"
                .into());
        }
        entry.puzzle = entry.puzzle.with_board(board).ok_or_else(unsuited)?;
    }
    entry.puzzle.coherent()?;
    if entry.puzzle != before {
        entry.solutions = None;
    }
    Ok(())
}

fn unsuited(key: &str, family: Family) -> String {
    let whose: Vec<&str> = ALL.iter().filter(|f| f.understands(key)).map(|f| f.keyword()).collect();
    format!("--{key} does not apply to {family}; it belongs to {}", whose.join(", "))
}

fn change(board: &Board, moves: Neighbourhood) -> Result<Board, String> {
    let free =
        || "--neighbours is for grids; the board of this puzzle is of free points".to_string();
    let &Shape::Grid { rows, .. } = board.shape() else { return Err(free()) };
    if !board.bridges().is_empty() && moves != Neighbourhood::Rook {
        return Err(
            "--neighbours does not apply: lines cross on bridges where cells have 4 neighbours"
                .into(),
        );
    }
    if !board.wrap().fits(moves, rows) {
        return Err(format!(
            "--neighbours does not apply: columns of hexagons fit over the border on an even number of \
             rows, not {rows}"
        ));
    }
    board.laid_again(moves, board.walls()).ok_or_else(free)
}
