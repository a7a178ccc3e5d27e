//! The common part of importers: from the statements of a format to a puzzle.

use super::Format;
use clew_puzzle::puzzle::board::Cell;
use clew_puzzle::puzzle::family::Dialect;
use clew_puzzle::puzzle::format::{
    At, Clue, Draft, Fault, Pair, ParseError, Place, Token, size_fault,
};
use clew_puzzle::puzzle::{
    Alias, Answer, Board, Entry, Family, Filled, Named, Neighbourhood, Wrap,
};
use clew_puzzle::registry::all;

/// Options that state properties of an input which the input itself may leave open.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The format, instead of detection.
    pub format: Option<&'static Format>,
    /// The family, for formats that do not state it.
    pub family: Option<Family>,
    /// The name by which the family was named, with the rules that it brings.
    pub alias: Option<Alias>,
    /// Rules, for formats that leave them open: key and word.
    pub words: Vec<(&'static str, &'static str)>,
    /// Which cells are neighbours, for texts laid out as a grid.
    pub neighbours: Option<Neighbourhood>,
    /// Signs of cells to fill.
    pub blank: Vec<String>,
    /// Signs of places without a cell.
    pub hole: Vec<String>,
    /// Signs that are numbers or labels.
    pub given: Vec<String>,
    /// Whether the first row of numbers states the size of the rows below.
    pub size_row: Option<bool>,
    /// How lists of places are resolved.
    pub places: PlaceRules,
}

/// How places in lists are resolved where the data leaves it open.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PlaceRules {
    /// The number of the first row and column: 0 or 1.
    pub base: Option<u8>,
    /// Whether the column stands before the row.
    pub column_first: Option<bool>,
    /// Whether the first of two cells holds the larger number.
    pub larger_first: Option<bool>,
    /// Whether the value stands before its place where three numbers are a cell.
    pub value_first: Option<bool>,
    /// Rows and columns of the board.
    pub size: Option<(u16, u16)>,
}

impl PlaceRules {
    /// The words that state them; the last one stands for any size, `4x5`.
    pub const WORDS: [&'static str; 9] =
        ["0", "1", "row", "column", "place", "value", "smaller", "larger", "ROWSxCOLUMNS"];

    /// Takes one of [`WORDS`](Self::WORDS), with numbers for a size; false for another word.
    pub fn take(&mut self, word: &str) -> bool {
        match word {
            "0" => self.base = Some(0),
            "1" => self.base = Some(1),
            "row" => self.column_first = Some(false),
            "column" => self.column_first = Some(true),
            "place" => self.value_first = Some(false),
            "value" => self.value_first = Some(true),
            "smaller" => self.larger_first = Some(false),
            "larger" => self.larger_first = Some(true),
            size => {
                let sides = size.split_once('x').map(|(rows, cols)| (rows.parse(), cols.parse()));
                let Some((Ok(rows), Ok(cols))) = sides else { return false };
                self.size = Some((rows, cols));
            }
        }
        true
    }
}

impl Reading {
    /// The family with the rules of its name.
    pub fn named(&self) -> Option<Named> {
        Some(Named { family: self.family?, alias: self.alias })
    }
}

/// The family that a format knows by this name, and its dialect.
pub fn dialect(of: &str, name: &str) -> Option<(Family, &'static Dialect)> {
    all().iter().find_map(|family| {
        let found = family.dialects.iter().find(|d| d.of == of && d.name == name)?;
        Some((*family, found))
    })
}

/// The error for lines that part a board into closed pieces.
pub(crate) const PARTED: &str = "walls that leave the board in one piece; lines around closed pieces are the borders of regions, \
                          which other puzzles have (state real walls under \"walls:\")";

/// A puzzle as an importer has read it.
pub struct Import<'a> {
    /// Its grid and rules.
    pub draft: Draft<'a>,
    /// Its title; empty if there is none.
    pub title: String,
    /// Its author; empty if unknown.
    pub source: String,
    /// The author's solution.
    pub filled: Option<Filled>,
    /// Warnings about the input.
    pub warnings: Vec<String>,
}

impl<'a> Import<'a> {
    /// A puzzle with empty cells only, of the family that a format knows by a name.
    ///
    /// # Errors
    /// If the size is beyond the limits, or the format leaves a rule open and `reading` does not state it.
    ///
    /// # Panics
    /// If no family has the name: formats use existing names only.
    pub fn new(
        (of, name): (&str, &str),
        size: (usize, usize),
        origin: Token<'a>,
        reading: &Reading,
    ) -> Result<Import<'a>, ParseError> {
        let (family, dialect) = dialect(of, name).expect("a name that some family has");
        Import::for_family(family, dialect, size, origin, reading)
    }

    /// As [`Import::new`], for a family that was found.
    ///
    /// # Errors
    /// As there.
    pub fn for_family(
        family: Family,
        dialect: &Dialect,
        size: (usize, usize),
        origin: Token<'a>,
        reading: &Reading,
    ) -> Result<Import<'a>, ParseError> {
        if let Some(expected) = size_fault(size.0, size.1) {
            return Err(origin.error(expected));
        }
        let mut words = Vec::with_capacity(family.words.len());
        for (i, key) in family.words.iter().enumerate() {
            let word = dialect.words.get(i).copied().unwrap_or(key.values[0]);
            let said = reading.words.iter().find(|(name, _)| *name == key.name);
            words.push(match (word, said) {
                ("", Some((_, word))) => word,
                ("", None) => {
                    let (name, values) = (key.name, key.values.join(", "));
                    return Err(origin.error(format!(
                        "the rule --{name} ({values}), which pages of this kind leave open"
                    )));
                }
                (word, _) => word,
            });
        }
        let draft = Draft {
            family,
            size,
            clues: vec![(Clue::Empty, origin.into()); size.0 * size.1],
            moves: dialect.neighbours.unwrap_or(family.neighbours),
            points: None,
            walls: Vec::new(),
            first: None,
            wrap: (Wrap::None, origin.into()),
            bridges: Vec::new(),
            pairs: family.pairs.iter().map(|_| Vec::new()).collect(),
            words,
            origin: origin.into(),
        };
        let (title, source) = (String::new(), String::new());
        Ok(Import { draft, title, source, filled: None, warnings: Vec::new() })
    }

    /// Sets the content of place `i` of the grid, row by row.
    pub fn put(&mut self, i: usize, clue: Clue, at: Token<'a>) {
        self.draft.clues[i] = (clue, at.into());
    }

    /// Adds a sign: the first place's number is smaller than the second's.
    pub fn less(&mut self, places: [Place; 2], at: Token<'a>) {
        let key = self.draft.family.pairs.iter().position(|key| key.name == "less");
        if let Some(key) = key {
            self.draft.pairs[key].push(Pair { places, number: 1, at: at.into() });
        }
    }

    /// Adds a difference between the numbers of two places.
    pub fn differ(&mut self, places: [Place; 2], number: u32, at: Token<'a>) {
        let key = self.draft.family.pairs.iter().position(|key| key.name == "differ");
        if let Some(key) = key {
            self.draft.pairs[key].push(Pair { places, number, at: at.into() });
        }
    }

    /// Sets the word of a key of the family's rules.
    pub fn word(&mut self, name: &str, word: &'static str) {
        if let Some(i) = self.draft.family.words.iter().position(|key| key.name == name) {
            self.draft.words[i] = word;
        }
    }

    /// Adds a wall between two places.
    pub fn wall(&mut self, places: [Place; 2], at: Token<'a>) {
        self.draft.walls.push(Pair { places, number: 1, at: at.into() });
    }

    /// Whether walls are the borders of regions: they part the board into pieces of three cells or more, and each
    /// stands between two of them.
    pub(crate) fn is_parted(&self) -> bool {
        let (rows, cols) = self.draft.size;
        let key = |pair: [Place; 2]| [pair[0].min(pair[1]), pair[0].max(pair[1])];
        let walls: std::collections::HashSet<[Place; 2]> =
            self.draft.walls.iter().map(|wall| key(wall.places)).collect();
        if walls.is_empty() || rows < 3 || cols < 3 {
            return false;
        }
        // Per place its piece; holes are pieces of their own.
        let mut piece: Vec<usize> = vec![0; rows * cols];
        let mut sizes: Vec<usize> = Vec::new();
        let hole = |at: usize| self.draft.clues[at].0 == Clue::Hole;
        for start in (0..rows * cols).filter(|&at| !hole(at)) {
            if piece[start] > 0 {
                continue;
            }
            sizes.push(0);
            piece[start] = sizes.len();
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                sizes[piece[start] - 1] += 1;
                let (r, c) = (at / cols, at % cols);
                let near = [(r > 0, cols), (c > 0, 1)].map(|(is, by)| is.then(|| at - by));
                let far =
                    [(r + 1 < rows, cols), (c + 1 < cols, 1)].map(|(is, by)| is.then(|| at + by));
                for next in near.into_iter().chain(far).flatten() {
                    let pair = key([at, next].map(|at| self.draft.place(at)));
                    if piece[next] == 0 && !hole(next) && !walls.contains(&pair) {
                        piece[next] = piece[start];
                        open.push(next);
                    }
                }
            }
        }
        let of = |(r, c): Place| piece[r as usize * cols + c as usize];
        sizes.len() > 1
            && sizes.iter().all(|&cells| cells > 2)
            && walls.iter().all(|pair| of(pair[0]) != of(pair[1]))
    }

    /// Sets the sides that are joined to the opposite ones.
    pub fn wrap(&mut self, wrap: Wrap, at: Token<'a>) {
        self.draft.wrap = (wrap, at.into());
    }

    /// Sets the number with which a line begins.
    pub fn first(&mut self, first: u32) {
        self.draft.first = Some(first);
    }

    /// Adds a bridge: two lines cross at the place.
    pub fn bridge(&mut self, place: Place, at: Token<'a>) {
        self.draft.bridges.push((place, at.into()));
    }

    /// Sets which cells are neighbours.
    pub fn moves(&mut self, moves: Neighbourhood) {
        self.draft.moves = moves;
    }

    /// The puzzle.
    ///
    /// # Errors
    /// The first mistake, with its position.
    pub fn entry(self) -> Result<Entry, ParseError> {
        let origin = match self.draft.origin {
            At::Text(token) => token,
            At::Json(_) => Token { text: "", line: 1, column: 1 },
        };
        let puzzle = self.draft.build().map_err(|Fault { at, expected }| match at {
            At::Text(token) => token.error(expected),
            At::Json(_) => origin.error(expected),
        })?;
        let mut entry = Entry { title: self.title, source: self.source, ..Entry::from(puzzle) };
        entry.warnings = self.warnings;
        if let Some(filled) = self.filled {
            match entry.puzzle.answer_of(&filled) {
                Ok(answer) => entry.answers.push(answer),
                Err(why) => entry.unfit.push(why),
            }
        }
        Ok(entry)
    }
}

/// A label for the n-th pair, from 0: `A` to `Z`, `a` to `z`, then numbers from 53 on.
pub fn letter(n: usize) -> String {
    match n {
        0..26 => char::from(b'A' + n as u8).to_string(),
        26..52 => char::from(b'a' + (n - 26) as u8).to_string(),
        _ => (n + 1).to_string(),
    }
}

/// The cells along the steps of an answer: per edge of the board whether it is on.
pub(crate) fn edges_on<'b>(board: &'b Board, answer: &Answer) -> Vec<[Cell; 2]> {
    let on = |(e, pair): (usize, &'b [Cell; 2])| match answer {
        Answer::Links(on) if on.get(e) == Some(&true) => Some(*pair),
        _ => None,
    };
    board.edges().iter().enumerate().filter_map(on).collect()
}
