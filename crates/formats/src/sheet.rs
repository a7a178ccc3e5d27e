//! The common part of exporters: a puzzle in the terms of formats, and the losses of a conversion.

use clew_puzzle::puzzle::family::Dialect;
use clew_puzzle::puzzle::format::{name, routes};
use clew_puzzle::puzzle::{Answer, Board, Cell, Content, Entry, Neighbourhood, Shape};
use std::collections::HashMap;

/// Something that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LossNote {
    /// Its description.
    pub what: String,
    /// For a rule: its key, and the word that holds in the format instead.
    pub rule: Option<(&'static str, &'static str)>,
}

/// A puzzle in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text. It ends with a line break if it has several lines.
    pub text: String,
    /// The properties that it does not express.
    pub lost: Vec<LossNote>,
}

/// A puzzle, with a solution if that is to be written too.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// The puzzle with its title.
    pub entry: &'a Entry,
    /// A solution.
    pub answer: Option<&'a Answer>,
}

/// The things that a format can hold in addition to the givens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormatCapabilities {
    /// Walls between cells.
    pub walls: bool,
    /// Places without a cell.
    pub holes: bool,
    /// All rules of the puzzle.
    pub rules: bool,
}

impl<'a> Sheet<'a> {
    /// Rows and columns.
    ///
    /// # Errors
    /// A message, for a board without a grid.
    pub fn size(self) -> Result<(u32, u32), String> {
        match self.entry.puzzle.board().map(Board::shape) {
            Some(Shape::Points { .. }) => {
                Err("its board is of free points, which only the text format and JSON hold".into())
            }
            _ => Ok(self.entry.puzzle.size()),
        }
    }

    /// The dialect of the family in a group of formats, with the rules nearest to the puzzle's.
    ///
    /// # Errors
    /// A message, if it does not know it.
    pub fn dialect(self, of: &str) -> Result<&'static Dialect, String> {
        let (family, words) = (self.entry.puzzle.family(), self.entry.puzzle.words());
        let far = |d: &&Dialect| {
            words.iter().zip(d.words).filter(|((_, word), there)| word != *there).count()
        };
        let known = family.dialects.iter().filter(|d| d.of == of && !d.words.contains(&""));
        known.min_by_key(far).ok_or_else(|| format!("it has no puzzles of the family {family}"))
    }

    /// The cell at a place.
    pub fn cell(self, row: u32, col: u32) -> Option<Cell> {
        self.entry.puzzle.cell_at(row, col)
    }

    /// The given of each cell.
    pub fn given(self) -> Vec<Option<String>> {
        let tokens = self.entry.puzzle.tokens(None);
        tokens.into_iter().map(|t| (t != ".").then_some(t)).collect()
    }

    /// Whether labels occur more often than twice, or an end may be of any label.
    pub(crate) fn has_repeated_labels(self) -> bool {
        let labels = self.entry.puzzle.candidates();
        if !labels.iter().any(|content| matches!(content, Content::Label(_))) {
            return false;
        }
        let mut times: HashMap<String, u32> = HashMap::new();
        self.given().into_iter().flatten().for_each(|t| *times.entry(t).or_default() += 1);
        times.contains_key("?") || times.values().any(|&n| n > 2)
    }

    /// The given of each cell as a number, where numbers are given.
    pub(crate) fn given_numbers(self) -> Vec<Option<u32>> {
        self.given().into_iter().map(|t| t.and_then(|t| t.parse().ok())).collect()
    }

    /// Per cell the number of the label that is given there, counted from 0 in the order in which
    /// labels appear, and how many labels there are.
    pub(crate) fn given_labels(self) -> (Vec<Option<u32>>, usize) {
        let mut names: Vec<String> = Vec::new();
        let mut index = std::collections::HashMap::new();
        let number = |token: Option<String>| {
            let token = token?;
            Some(*index.entry(token.clone()).or_insert_with(|| {
                names.push(token);
                names.len() as u32 - 1
            }))
        };
        let labels = self.given().into_iter().map(number).collect();
        (labels, names.len())
    }

    /// Per cell the number of the solution.
    pub(crate) fn found_numbers(self) -> Option<Vec<Option<u32>>> {
        let contents = self.entry.puzzle.filling(self.answer?);
        let number = |content| match content {
            Content::Number(v) => Some(self.entry.puzzle.shown(v)),
            Content::Label(_) | Content::Nothing => None,
        };
        Some(contents.into_iter().map(number).collect())
    }

    /// Per label, in the order in which labels appear, the cells of its path in the solution.
    pub fn paths(self) -> Option<Vec<Vec<Cell>>> {
        self.entry.puzzle.routes(self.answer?)
    }

    /// Whether the solution steps from one place to the other.
    pub fn steps(self, edges: &[[Cell; 2]], a: (u32, u32), b: (u32, u32)) -> bool {
        let (Some(a), Some(b)) = (self.cell(a.0, a.1), self.cell(b.0, b.1)) else { return false };
        edges.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// Pairs of places, the first less than the second; whether they are side by side.
    pub fn less(self) -> Vec<([(u32, u32); 2], bool)> {
        let puzzle = &self.entry.puzzle;
        let pairs = puzzle.pairs().into_iter().zip(puzzle.family().pairs);
        let signs = pairs.filter(|(_, key)| key.name == "less").flat_map(|(pairs, _)| pairs);
        signs.map(|([a, b], near)| ([puzzle.place(a), puzzle.place(b)], near)).collect()
    }

    /// The pairs of a key with numbers: places, and the number.
    fn numbered(self, key: &str) -> Vec<([(u32, u32); 2], u32)> {
        let puzzle = &self.entry.puzzle;
        let keys = puzzle.family().pairs.iter();
        let Some(k) = keys.clone().position(|of| of.name == key) else { return Vec::new() };
        let pairs = puzzle.pairs().into_iter().nth(k).unwrap_or_default();
        let places = pairs.into_iter().map(|(pair, _)| pair.map(|cell| puzzle.place(cell)));
        places.zip(puzzle.numbers_of_pairs(k)).collect()
    }

    /// Pairs of places, each with the difference of their numbers.
    pub fn differ(self) -> Vec<([(u32, u32); 2], u32)> {
        self.numbered("differ")
    }

    /// Whether neighbours without such a pair must not differ by one.
    pub fn all_dots(self) -> bool {
        self.entry.puzzle.words_of_pairs().contains(&("dots", "all"))
    }

    /// Whether its givens are only numbers and which neighbours differ by one.
    pub(crate) fn is_adjacent(self) -> bool {
        let near = |&([a, b], by): &([(u32, u32); 2], u32)| by == 1 && side_by_side(a, b);
        self.all_dots() && self.less().is_empty() && self.differ().iter().all(near)
    }

    /// Walls that a format can hold, each by the places of its cells, and the names of the others. Without `slanting`
    /// these are the walls between cells that touch at a corner.
    pub fn walls(self, slanting: bool) -> (Vec<[(u32, u32); 2]>, Vec<String>) {
        let puzzle = &self.entry.puzzle;
        let walls = puzzle.board().map(Board::walls).unwrap_or_default();
        let walls = walls.iter().map(|wall| wall.map(|cell| puzzle.place(cell)));
        let (fitting, others): (Vec<_>, Vec<_>) =
            walls.partition(|[a, b]| slanting || a.0 == b.0 || a.1 == b.1);
        (fitting, others.into_iter().map(|wall| wall.map(name).join("|")).collect())
    }

    /// The loss of the routes of the solution, for a format of letters alone, if letters do not determine them.
    pub(crate) fn lost_routes(self) -> Option<LossNote> {
        routes(&self.entry.puzzle, self.answer?)?;
        Some(LossNote {
            what: "the routes of paths that letters do not determine".into(),
            rule: None,
        })
    }

    /// The losses of a format that can hold `room`.
    pub fn lost(self, dialect: &Dialect, room: FormatCapabilities) -> Vec<LossNote> {
        let puzzle = &self.entry.puzzle;
        let mut lost = Vec::new();
        let moves = puzzle.board().and_then(Board::moves);
        if let (Some(have), Some(there)) = (moves, dialect.neighbours)
            && have != there
            && !room.rules
        {
            let what = format!("the rule neighbours: {have} (there it is {there})");
            lost.push(LossNote { what, rule: None });
        }
        for ((key, word), there) in puzzle.words().into_iter().zip(dialect.words) {
            if word != *there && !room.rules {
                let what = format!("the rule {key}: {word} (there it is {there})");
                lost.push(LossNote { what, rule: Some((key, there)) });
            }
        }
        if !room.walls {
            let walls = puzzle.board().map(Board::walls).unwrap_or_default();
            let names = walls.iter().map(|w| w.map(|c| name(puzzle.place(c))).join("|"));
            lost.extend(several("the wall", "the walls", names.collect()));
        }
        if !room.holes {
            let (rows, cols) = puzzle.size();
            let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
            let holes = places.filter(|&(r, c)| puzzle.cell_at(r, c).is_none()).map(name);
            lost.extend(several("the hole", "the holes", holes.collect()));
        }
        lost
    }

    /// The losses of a format that holds signs between cells side by side only: all other signs.
    pub(crate) fn lost_signs(self) -> Vec<LossNote> {
        self.lost_but(|_| false)
    }

    /// The same for a format that can also hold a difference between cells without such a sign.
    pub(crate) fn lost_far_signs(self) -> Vec<LossNote> {
        let signs: Vec<_> = self.less().into_iter().map(|(pair, _)| pair).collect();
        self.lost_but(|[a, b]| {
            side_by_side(a, b) && !signs.contains(&[a, b]) && !signs.contains(&[b, a])
        })
    }

    /// Signs between far cells, and differences, except those between cells for which `holds` returns true.
    fn lost_but(self, holds: impl Fn([(u32, u32); 2]) -> bool) -> Vec<LossNote> {
        let far = self.less().into_iter().filter(|(_, near)| !near);
        let names = far.map(|([a, b], _)| format!("{}<{}", name(a), name(b)));
        let mut lost = several("the sign", "the signs", names.collect());
        let named = |([a, b], by): ([(u32, u32); 2], u32)| {
            format!("{by} between {} and {}", name(a), name(b))
        };
        let differ = self.differ().into_iter().filter(|&(pair, _)| !holds(pair));
        lost.extend(several("the difference", "the differences", differ.map(named).collect()));
        let apart = self.numbered("apart").into_iter().map(named);
        lost.extend(several("no difference of", "no differences of", apart.collect()));
        if self.all_dots() {
            let what = "the rule dots: all (there it is some)".into();
            lost.push(LossNote { what, rule: None });
        }
        lost
    }

    /// The losses of a format without givens.
    pub(crate) fn lost_givens(self) -> Vec<LossNote> {
        let puzzle = &self.entry.puzzle;
        let given = (0u32..).zip(self.given());
        let names = given.filter_map(|(c, t)| Some(format!("{} at {}", t?, name(puzzle.place(c)))));
        several("the given", "the givens", names.collect())
    }

    /// The neighbours of a board.
    pub fn moves(self) -> Option<Neighbourhood> {
        self.entry.puzzle.board().and_then(Board::moves)
    }
}

/// Whether two places are neighbours in a row or column.
fn side_by_side(a: (u32, u32), b: (u32, u32)) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

/// Things that are lost, the first few by name.
pub fn several(one: &str, many: &str, mut names: Vec<String>) -> Vec<LossNote> {
    /// The most that are named.
    const MOST: usize = 6;
    let n = names.len();
    names.truncate(MOST);
    let more = if n > MOST { format!(" and {} more", n - MOST) } else { String::new() };
    let what = match n {
        0 => return Vec::new(),
        1 => format!("{one} {}", names[0]),
        _ => format!("{many} {}{more}", names.join(", ")),
    };
    vec![LossNote { what, rule: None }]
}
