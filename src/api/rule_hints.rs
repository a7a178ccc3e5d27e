//! Additions to a verdict: the other common rule under which a puzzle is unique, the verdict under the stricter rule
//! if the puzzle itself stays open, the first line of the reason why there is no solution.
//!
//! All of it is searched for briefly, within the limits of the question itself.

use super::{quick_options, run_guarded};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::wording::join;
use clew_puzzle::puzzle::{Board, Entry, Neighbourhood, Puzzle};
use clew_report::names::clue;
use clew_solve::strategy::repair::{Findings, repair};
use clew_solve::strategy::{self, Options, Task, Verdict};

/// The share of a time limit that is kept for these additions.
const SHARE: f64 = 0.05;

/// The limits of a question, less a share of the time that is kept for these additions.
pub fn reserve_hint_time(puzzle: &Puzzle, limits: &Budget) -> Budget {
    match puzzle.stricter() {
        Some(_) => limits.share(1.0 - SHARE),
        None => limits.clone(),
    }
}

/// Additions to a verdict, one per line; none if there is nothing to add. This takes two seconds and `memory` bytes at
/// most.
pub fn hints(entry: &Entry, verdict: Verdict, limits: &Budget, memory: usize) -> Vec<String> {
    let options = quick_options(limits, memory);
    let mut lines = Vec::new();
    match verdict {
        Verdict::None | Verdict::Multiple => {
            lines.extend(other_rule(entry, verdict, &options));
            if verdict == Verdict::None {
                lines.extend(reason(&entry.puzzle, &options));
            }
        }
        Verdict::Unknown => lines.extend(stricter(&entry.puzzle, &options)),
        Verdict::Unique => {}
    }
    lines
}

/// The verdict on a puzzle, if it is found quickly.
fn check(puzzle: &Puzzle, options: &Options) -> Verdict {
    let found = run_guarded(options, || strategy::run(puzzle, Task::Check, options));
    found.map_or(Verdict::Unknown, |outcome| outcome.verdict())
}

/// Why a puzzle has no solution, in one line, if that is found quickly.
fn reason(puzzle: &Puzzle, options: &Options) -> Option<String> {
    let found = run_guarded(options, || repair(puzzle, false, options)).ok()?;
    let Findings::None(found) = &found.findings else { return None };
    let clues = || join(found.clues.iter().map(|&c| clue(puzzle, c)));
    let labels = || join(found.labels.iter().map(|&k| puzzle.label(k).to_string()));
    let why = |mark| puzzle.shape_fault().map_or_else(String::new, |why| format!("{mark} {why}"));
    match (found.clues.len(), found.labels.len()) {
        _ if found.open => None,
        (0, 0) if found.only_if_full => Some(format!(
            "all paths can be there together, but then not every cell lies on one{}",
            why(":")
        )),
        (0, 0) => Some(format!("the board has no solution even without givens{}", why(":"))),
        (0, _) => Some(format!("these paths cannot be there together: {}{}", labels(), why(";"))),
        (1, _) => Some(format!("one given contradicts the rules by itself: {}", clues())),
        (n, _) => Some(format!("{n} givens contradict each other: {}", clues())),
    }
}

/// Another rule in place of defaults that makes a puzzle unique, or gives solutions to a puzzle that has none.
fn other_rule(entry: &Entry, verdict: Verdict, options: &Options) -> Option<String> {
    let mut some = None;
    for (puzzle, words, said) in others(entry) {
        match check(&puzzle, options) {
            Verdict::Unique => {
                return Some(format!("with {words} it has exactly one solution (say {said})"));
            }
            Verdict::Multiple if verdict == Verdict::None && some.is_none() => {
                some = Some(format!("with {words} it has several solutions (say {said})"));
            }
            _ => {}
        }
    }
    some
}

/// The puzzle under the other common rules, in place of those that are defaults: each with the rules in words, and as
/// options.
fn others(entry: &Entry) -> Vec<(Puzzle, String, String)> {
    let (puzzle, defaults) = (&entry.puzzle, &entry.guessed.defaults);
    let mut found = Vec::new();
    let board = puzzle
        .board()
        .filter(|board| defaults.contains(&"neighbours") && board.bridges().is_empty());
    let other = match board.and_then(Board::moves) {
        Some(Neighbourhood::King) => Some(Neighbourhood::Rook),
        // Paths of labels with king moves do not occur as puzzles.
        Some(Neighbourhood::Rook) if puzzle.words().is_empty() => Some(Neighbourhood::King),
        _ => None,
    };
    if let (Some(board), Some(moves)) = (board, other)
        && let Some(laid) = board.with_layout(moves, board.walls())
        && let Some(changed) = puzzle.with_board(laid)
    {
        found.push((changed, format!("neighbours: {moves}"), format!("--neighbours {moves}")));
    }
    let family = puzzle.family();
    let own: Vec<&str> = puzzle.words().into_iter().map(|(_, word)| word).collect();
    // All choices of words for the keys with default words, except the current one.
    let mut choices: Vec<Vec<&'static str>> = vec![Vec::new()];
    for (key, word) in family.words.iter().zip(&own) {
        let values: Vec<&'static str> = match defaults.contains(&key.name) {
            true => key.values.to_vec(),
            false => key.values.iter().copied().filter(|value| value == word).collect(),
        };
        choices =
            choices.iter().flat_map(|c| values.iter().map(|v| [&c[..], &[*v]].concat())).collect();
    }
    for choice in choices.into_iter().filter(|choice| *choice != own && !own.is_empty()) {
        let set = |puzzle: Puzzle, (key, word): (&str, &str)| puzzle.with_word(key, word);
        let keys = family.words.iter().map(|key| key.name);
        let changed = keys.clone().zip(choice.iter().copied()).try_fold(puzzle.clone(), set);
        let pairs = || keys.clone().zip(&choice).zip(&own).filter(|((_, word), own)| word != own);
        let words: Vec<String> = pairs().map(|((key, word), _)| format!("{key}: {word}")).collect();
        let options: Vec<String> =
            pairs().map(|((key, word), _)| format!("--{key} {word}")).collect();
        if let Some(changed) = changed.filter(|changed| changed.coherent().is_ok()) {
            found.push((changed, words.join(", "), options.join(" ")));
        }
    }
    found
}

/// The verdict under the stricter rule for a puzzle that stays open.
fn stricter(puzzle: &Puzzle, options: &Options) -> Option<String> {
    let stricter = puzzle.stricter()?;
    let words = puzzle.words().into_iter().zip(stricter.words());
    let words =
        words.filter(|(own, other)| own != other).map(|(_, (key, word))| format!("{key}: {word}"));
    let words = words.collect::<Vec<_>>().join(", ");
    match check(&stricter, options) {
        Verdict::Unique => Some(format!("under {words} it has exactly one solution")),
        Verdict::Multiple => Some(format!("under {words} it has several solutions already")),
        Verdict::None => Some(format!("under {words} it has none")),
        Verdict::Unknown => None,
    }
}
