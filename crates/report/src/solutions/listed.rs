//! Solutions in the form of results, and their differences.

use super::cells::{Cells, content};
use crate::document;
use bitvec::vec::BitVec;
use clew_puzzle::puzzle::{Answer, Board, Cell, Content, Puzzle, line_order};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::HashMap;

/// The reason why writing solutions cannot fail.
const SERIALIZABLE: &str = "strings, numbers and lists are always JSON";

/// (row, column), 0-based.
pub type Place = (u32, u32);

/// Solutions that are written one by one, while they are found: their text and their differences are kept.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    puzzle: &'a Puzzle,
    /// Objects with commas between them; `None` if their text is not wanted.
    text: Option<Vec<u8>>,
    differences: Differences,
}

impl<'a> Listed<'a> {
    /// An empty list.
    pub fn new(puzzle: &'a Puzzle) -> Listed<'a> {
        Listed { puzzle, text: Some(Vec::new()), differences: Differences::default() }
    }

    /// An empty list that keeps only the differences, not the text.
    pub fn without_text(puzzle: &'a Puzzle) -> Listed<'a> {
        Listed { text: None, ..Listed::new(puzzle) }
    }

    /// The list of these answers.
    ///
    /// # Panics
    /// As [`Listed::push`].
    pub fn of_answers(puzzle: &'a Puzzle, answers: &[Answer]) -> Listed<'a> {
        let mut listed = Listed::new(puzzle);
        answers.iter().for_each(|answer| listed.push(answer));
        listed
    }

    /// Adds a solution. Linear in its cells.
    ///
    /// # Panics
    /// If it is not one for this puzzle's family and size.
    pub fn push(&mut self, answer: &Answer) {
        let contents = self.puzzle.filling(answer);
        if let Some(text) = &mut self.text {
            if !text.is_empty() {
                text.push(b',');
            }
            let written = Solution::of_answer(self.puzzle, answer, &contents);
            serde_json::to_writer(text, &written).expect(SERIALIZABLE);
        }
        self.differences.add(self.puzzle, answer, contents);
    }

    /// The length of their text in bytes.
    pub fn bytes(&self) -> usize {
        self.text().len()
    }

    /// The number of solutions.
    pub fn len(&self) -> usize {
        self.differences.answers
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Objects with commas between them; empty if there are none, or their text is not kept.
    pub(crate) fn text(&self) -> &[u8] {
        self.text.as_deref().unwrap_or_default()
    }

    /// The cells with different contents in some solutions, in reading order.
    pub(crate) fn differing_cells(&self) -> Vec<Place> {
        self.differences.cells(self.puzzle)
    }

    /// The names with different values in some solutions, in the order in which they are shown; `None` if the puzzle
    /// has cells.
    pub(crate) fn differing_names(&self) -> Option<Vec<&str>> {
        self.puzzle.capabilities().tells?;
        let differing = self.differences.names.iter().filter(|(_, _, differs)| *differs);
        Some(differing.map(|(name, ..)| name.as_str()).collect())
    }

    /// The edges that are on a line or path of some solutions but not of all, in lexicographic order; `None` if there
    /// is no board.
    pub(crate) fn differing_edges(&self) -> Option<Vec<[Place; 2]>> {
        self.puzzle.board().map(|board| self.differences.edges(board))
    }
}

/// The differences between answers.
#[derive(Clone, Default, Debug)]
struct Differences {
    answers: usize,
    first: Vec<Content>,
    cells: BitVec,
    /// For each edge, the number of answers that use it.
    uses: Vec<usize>,
    /// Names with their first value, and whether another answer has a different one.
    names: Vec<(String, Value, bool)>,
}

impl Differences {
    fn add(&mut self, puzzle: &Puzzle, answer: &Answer, contents: Vec<Content>) {
        self.answers += 1;
        if self.answers == 1 {
            self.cells = BitVec::repeat(false, contents.len());
            self.uses = vec![0; puzzle.board().map_or(0, |board| board.edges().len())];
            self.first = contents;
        } else {
            let pairs = self.first.iter().zip(contents).enumerate();
            for (c, _) in pairs.filter(|(_, (a, b))| *a != b) {
                self.cells.set(c, true);
            }
        }
        if let Some(tells) = puzzle.capabilities().tells {
            self.add_values(tells.values(answer));
        }
        let uses = &mut self.uses;
        match (answer, puzzle.board()) {
            (Answer::Links(on), _) => {
                uses.iter_mut().zip(on).for_each(|(n, &on)| *n += usize::from(on));
            }
            (Answer::Line(numbers), Some(board)) => {
                for step in line_order(numbers).windows(2) {
                    if let Some(e) = board.edge_between(step[0], step[1]) {
                        uses[e as usize] += 1;
                    }
                }
            }
            (Answer::Line(_) | Answer::Square(_) | Answer::Values(_), _) => {}
        }
    }

    fn add_values(&mut self, values: Vec<(String, Value)>) {
        if self.answers == 1 {
            self.names = values.into_iter().map(|(name, value)| (name, value, false)).collect();
            return;
        }
        for ((_, first, differs), (_, value)) in self.names.iter_mut().zip(values) {
            *differs |= *first != value;
        }
    }

    fn cells(&self, puzzle: &Puzzle) -> Vec<Place> {
        let mut places: Vec<Place> =
            self.cells.iter_ones().map(|c| puzzle.place(c as u32)).collect();
        // The second cell of a bridge comes last, and is where its first one is.
        places.sort_unstable();
        places.dedup();
        places
    }

    fn edges(&self, board: &Board) -> Vec<[Place; 2]> {
        let some = |&(_, &n): &(&[Cell; 2], &usize)| n > 0 && n < self.answers;
        let places = |(&[a, b], _): (&[Cell; 2], &usize)| [board.place(a), board.place(b)];
        board.edges().iter().zip(&self.uses).filter(some).map(places).collect()
    }
}

/// A solution in the form of results: its cells and paths.
///
/// # Panics
/// If it is not one for this puzzle's family and size.
pub fn solution(puzzle: &Puzzle, answer: &Answer) -> Value {
    document::value(&Solution::new(puzzle, answer))
}

/// A solution in the form of results.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solution<'a> {
    /// Rows of numbers or labels.
    cells: Cells<'a>,
    /// Of a model: the value of each name that is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<serde_json::Map<String, Value>>,
    /// Per label the cells of its path, from end to end.
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Paths<'a>>,
}

/// The places of every label's path.
struct Paths<'a> {
    puzzle: &'a Puzzle,
    names: Vec<&'a str>,
    cells: Vec<Vec<Cell>>,
}

impl Serialize for Paths<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // If a label has several paths, all but the first have a number after its name.
        let mut met: HashMap<&str, u32> = HashMap::new();
        let mut names: Vec<String> = Vec::new();
        for name in &self.names {
            let times = met.entry(name).or_default();
            *times += 1;
            names.push(if *times == 1 { name.to_string() } else { format!("{name}#{times}") });
        }
        let places = |path: &Vec<Cell>| -> Vec<Place> {
            path.iter().map(|&c| self.puzzle.place(c)).collect()
        };
        serializer.collect_map(names.into_iter().zip(self.cells.iter().map(places)))
    }
}

impl<'a> Solution<'a> {
    /// The answer in this form.
    ///
    /// # Panics
    /// If it is not one for this puzzle's family and size.
    pub fn new(puzzle: &'a Puzzle, answer: &Answer) -> Solution<'a> {
        Solution::of_answer(puzzle, answer, &puzzle.filling(answer))
    }

    fn of_answer(puzzle: &'a Puzzle, answer: &Answer, contents: &[Content]) -> Solution<'a> {
        let contents = contents.iter().map(|&one| content(puzzle, one)).collect();
        let names = puzzle.route_names(answer);
        let paths = puzzle.routes(answer).map(|cells| Paths { puzzle, names, cells });
        let tells = puzzle.capabilities().tells;
        let values = tells.map(|tells| tells.values(answer).into_iter().collect());
        Solution { cells: Cells { puzzle, contents }, values, paths }
    }
}

#[cfg(feature = "schema")]
clew_puzzle::schema_as!(Paths<'_>, std::collections::BTreeMap<String, Vec<Place>>);
