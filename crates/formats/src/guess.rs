//! The guesses about an input, in a sentence for the user.

use clew_puzzle::puzzle::format::quote;
use clew_puzzle::puzzle::wording::{how_many, join};
use clew_puzzle::puzzle::{Board, Neighbourhood, Puzzle, Shape, Wrap};

/// The properties that no header states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guess {
    /// The name of the layout of the grid.
    pub what: &'static str,
    /// Signs of cells to fill.
    pub blanks: Vec<String>,
    /// Signs of places without a cell.
    pub holes: Vec<String>,
    /// The keys of the rules that are defaults.
    pub defaults: Vec<&'static str>,
    /// Further remarks.
    pub notes: Vec<String>,
}

/// How a puzzle was read: the family, the size, the rules and which of them are defaults, the meaning of signs.
pub fn describe(puzzle: &Puzzle, guess: &Guess) -> String {
    let (rows, cols) = puzzle.size();
    let board = puzzle.board();
    let free = matches!(board.map(Board::shape), Some(Shape::Points { .. }));
    let size = if free { how_many(cols, "point") } else { format!("{rows}x{cols}") };
    let mut text = format!("{} {size}", puzzle.family());
    if !guess.what.is_empty() && guess.what != "rows" {
        text += &format!(" ({})", guess.what);
    }
    if let Some(moves) = board.and_then(Board::moves) {
        let name = match moves {
            Neighbourhood::Rook => "rook moves",
            Neighbourhood::King => "king moves",
            Neighbourhood::Hex => "hexagons",
        };
        let usual = if guess.defaults.contains(&"neighbours") { ", the default" } else { "" };
        text += &format!(", {name} (neighbours: {moves}{usual})");
    }
    for (key, word) in puzzle.words().into_iter().chain(puzzle.words_of_pairs()) {
        let usual = if guess.defaults.contains(&key) { " (the default)" } else { "" };
        text += &format!(", {key}: {word}{usual}");
    }
    let all = (rows * cols) as usize;
    let cells = puzzle.cells() - board.map_or(0, |board| board.bridges().len());
    text += &format!(": {}", how_many(cells, "cell"));
    let signs = |signs: &[String]| {
        let one = |sign: &String| if sign.is_empty() { "empty places".into() } else { quote(sign) };
        join(signs.iter().map(one))
    };
    if !free && all > cells {
        let by = if guess.holes.is_empty() { "outside".into() } else { signs(&guess.holes) };
        text += &format!(", {} ({by})", how_many(all - cells, "hole"));
    }
    if let Some(board) = board {
        if !board.walls().is_empty() {
            text += &format!(", {}", how_many(board.walls().len(), "wall"));
        }
        if board.wrap() != Wrap::None {
            text += ", joined sides";
        }
    }
    let given = puzzle.tokens(None).iter().filter(|token| *token != ".").count();
    text += &format!(", {given} given");
    let pairs: usize = puzzle.pairs().iter().map(Vec::len).sum();
    if pairs > 0 {
        text += &format!(", {}", how_many(pairs, "sign"));
    }
    if !guess.blanks.is_empty() {
        text += &format!(", {} to fill", signs(&guess.blanks));
    }
    for note in &guess.notes {
        text += &format!("; {note}");
    }
    text
}
