//! Rules in place of those of a file, and the rules of a puzzle in words.

use clew_families::all;
use clew_formats;
use clew_puzzle::puzzle::{Board, Entry, Family, Named, Neighbourhood, Shape, Unfit};

/// Rules that a caller states for a puzzle, in place of those of its file or of the family's usual ones.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The family, which has to be the puzzle's.
    pub family: Option<Family>,
    /// Keys of rules with their words, such as `cover` and `all`.
    pub words: Vec<(&'static str, &'static str)>,
    /// Which cells are neighbours.
    pub neighbours: Option<Neighbourhood>,
}

/// Rules as keys with words: the stated ones, and those that a family's name implies unless they are stated.
pub fn with_name(
    mut said: Vec<(&'static str, &'static str)>,
    named: Option<Named>,
) -> Vec<(&'static str, &'static str)> {
    if let Some(named) = named.filter(|named| named.sets_words()) {
        for (key, word) in named.family.words.iter().zip(named.words()) {
            if said.iter().all(|(other, _)| *other != key.name) {
                said.push((key.name, word));
            }
        }
    }
    said
}

impl Rules {
    /// Replaces rules. The statements of the file about its solutions refer to its own rules: if this changes the
    /// puzzle, the expected number of solutions is dropped, and solutions that break a rule now only cause warnings.
    ///
    /// # Errors
    /// In words, if the puzzle has no such rule: the command line has the same restrictions as a file.
    pub fn apply(&self, entry: &mut Entry) -> Result<(), String> {
        let before = entry.puzzle.clone();
        if let Some(family) = self.family.filter(|family| *family != before.family()) {
            return Err(format!(
                "--puzzle {family} does not apply: the input says {}",
                before.family()
            ));
        }
        for &(key, word) in &self.words {
            entry.guessed.defaults.retain(|other| *other != key);
            let changed = entry.puzzle.with_word(key, word);
            entry.puzzle = changed.ok_or_else(|| unsuited(key, entry.puzzle.family()))?;
        }
        if let Some(moves) = self.neighbours {
            entry.guessed.defaults.retain(|other| *other != "neighbours");
            let unsuited = || unsuited("neighbours", before.family());
            let board = change(entry.puzzle.board().ok_or_else(unsuited)?, moves)?;
            let linked = board.clone().with_links(before.board().map_or(&[], Board::links));
            if linked.is_none() {
                return Err(
                    "--neighbours does not apply: cells that are marked to follow each other \
                            (links) would be no neighbours"
                        .into(),
                );
            }
            entry.puzzle = entry.puzzle.with_board(board).ok_or_else(unsuited)?;
        }
        entry.puzzle.coherent()?;
        if entry.puzzle != before {
            entry.solutions = None;
            let misstated = entry.invalid_solutions().into_iter();
            let warnings = misstated.map(|said| format!("by other rules than its own, {said}"));
            entry.warnings.extend(warnings);
            entry.unfit.retain(|why| !matches!(why, Unfit::Broken(_)));
            let puzzle = &entry.puzzle;
            entry.answers.retain(|answer| puzzle.verify(answer).is_ok());
        }
        Ok(())
    }
}

/// Keys of rules that have options of their own.
const SHORT: [&str; 4] = ["cover", "touch", "closed", "neighbours"];

fn unsuited(key: &str, family: Family) -> String {
    let option = if SHORT.contains(&key) { "--" } else { "--rule " };
    let whose: Vec<&str> =
        all().iter().filter(|f| f.understands(key)).map(|f| f.keyword()).collect();
    format!("{option}{key} does not apply to {family}; it belongs to {}", whose.join(", "))
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
    board.with_layout(moves, board.walls()).ok_or_else(free)
}

/// The rules of a puzzle in brackets, for text, unless they are implied: a foreign format brought them, or the text
/// format states them.
pub fn rules_words(entry: &Entry) -> String {
    let foreign = clew_formats::format(entry.format).is_some_and(|format| !format.is_own());
    let puzzle = &entry.puzzle;
    let family = puzzle.family();
    let moves = puzzle.board().and_then(|board| board.moves());
    let moves = moves
        .filter(|moves| foreign || *moves != family.neighbours)
        .map(|moves| format!("neighbours: {moves}"));
    let wrap = puzzle.board().and_then(|board| board.wrap().keyword());
    let wrap = wrap.map(|wrap| format!("wrap: {wrap}"));
    let words: Vec<(&str, &str)> = puzzle.words();
    let usual = words.iter().zip(family.words).all(|((_, word), key)| *word == key.values[0]);
    let words = words.iter().filter(|_| foreign || !usual);
    let of_pairs = puzzle.words_of_pairs();
    let words = words.chain(&of_pairs);
    let words = words.map(|(key, word)| format!("{key}: {word}"));
    let all: Vec<String> = moves.into_iter().chain(wrap).chain(words).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// The same on a line of its own, for standard error.
pub fn rules_note(title: &str, entry: &Entry) -> String {
    let rules = rules_words(entry);
    let rules = rules.trim_start_matches([' ', '(']).trim_end_matches(')');
    if rules.is_empty() { String::new() } else { format!("{title}: rules: {rules}\n") }
}
