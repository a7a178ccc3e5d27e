//! What is asked of the generators of families, and what they ask back: a request, how many solutions a candidate has,
//! how difficult it is.

use crate::puzzle::board::{Neighbourhood, Wrap};
use crate::puzzle::grid::mask::Mask;
use crate::puzzle::grid::symmetry::Symmetry;
use crate::puzzle::ladder::Level;
use crate::puzzle::{Answer, Puzzle};
use std::sync::Arc;

/// The properties of a board to be made, in addition to its size and its neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardSpec {
    /// Its cells; all places if there is none. It has the size of the request.
    pub mask: Option<Arc<Mask>>,
    /// Which sides are joined to the opposite ones.
    pub wrap: Wrap,
    /// Walls between neighbours.
    pub walls: u32,
    /// Marks between cells that follow each other.
    pub links: u32,
    /// Places where lines cross.
    pub bridges: u32,
}

impl BoardSpec {
    /// A whole grid.
    pub const PLAIN: BoardSpec =
        BoardSpec { mask: None, wrap: Wrap::None, walls: 0, links: 0, bridges: 0 };
}

/// The properties of a puzzle to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// Rows of the grid, at least 1.
    pub rows: u32,
    /// Columns of the grid, at least 1.
    pub cols: u32,
    /// Which cells are neighbours; `None`: the family's default.
    pub neighbours: Option<Neighbourhood>,
    /// Places of the grid that become holes.
    pub holes: u32,
    /// Other properties of the board.
    pub ground: BoardSpec,
    /// The initial share of the possible givens that are given, 0 to 1; `None`: the family's default.
    pub density: Option<f64>,
    /// The exact number of givens.
    pub givens: Option<u32>,
    /// Take out every given that is not needed.
    pub minimal: bool,
    /// The pattern of givens is invariant under this change of the grid.
    pub symmetry: Option<Symmetry>,
    /// Only at these places numbers are given; the mask has the size of the request.
    pub givens_at: Option<Arc<Mask>>,
    /// No two numbers that follow each other are given.
    pub no_runs: bool,
    /// The first and the last number of a line need not be given.
    pub free_ends: bool,
    /// The least and the greatest number of labels; `None`: a default for the size.
    pub labels: Option<(u32, u32)>,
    /// No path of a label has fewer cells; `None`: 4 if the board allows it.
    pub shortest: Option<u32>,
    /// The least and the greatest number of cells that the paths of the solution leave empty; `None`: none is.
    pub empty: Option<(u32, u32)>,
    /// The least and the greatest number of turns that the paths of the solution have together.
    pub turns: Option<(u32, u32)>,
    /// No numbers are given, where a puzzle can do without: signs only.
    pub signs_only: bool,
    /// The places of signs are invariant under the symmetry, too.
    pub symmetric_signs: bool,
    /// Signs lead through this number of cells, one beside the other, each greater than the one before.
    pub chain: Option<u32>,
    /// There is one solution, where puzzles of the family may have more.
    pub unique: bool,
    /// Rules other than the family's default, as the formats name them: a key, one of its words.
    pub words: Vec<(&'static str, &'static str)>,
    /// The same seed makes the same puzzle.
    pub seed: u64,
    /// The stream of random numbers: other kinds of puzzles have others, so that one seed does not make the same
    /// solution for all of them.
    pub stream: u64,
}

impl Request {
    /// The seed of the random numbers of an attempt, from 0.
    pub const fn random_seed(&self, attempt: u64) -> u64 {
        self.seed.wrapping_add(self.stream) ^ (attempt << 40)
    }

    /// Whether it has wishes that are about signs between cells.
    pub const fn is_about_signs(&self) -> bool {
        self.signs_only || self.symmetric_signs || self.chain.is_some()
    }

    /// Whether it has wishes that are about paths of labels.
    pub const fn is_about_paths(&self) -> bool {
        self.labels.is_some()
            || self.shortest.is_some()
            || self.empty.is_some()
            || self.turns.is_some()
    }

    /// A puzzle on a whole grid, with defaults otherwise.
    pub const fn new(rows: u32, cols: u32, seed: u64) -> Request {
        Request {
            rows,
            cols,
            neighbours: None,
            holes: 0,
            ground: BoardSpec::PLAIN,
            density: None,
            givens: None,
            minimal: false,
            symmetry: None,
            givens_at: None,
            no_runs: false,
            free_ends: false,
            labels: None,
            shortest: None,
            empty: None,
            turns: None,
            signs_only: false,
            symmetric_signs: false,
            chain: None,
            unique: false,
            words: Vec::new(),
            seed,
            stream: 0,
        }
    }
}

/// The number of solutions of a puzzle that is being made, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// There is exactly one.
    Unique,
    /// There are several; some of them.
    Multiple(Vec<Answer>),
    /// There is none.
    None,
    /// It takes too long to decide.
    Unknown,
    /// The caller does not wait any longer: every result from now on is discarded.
    Stopped,
}

/// The difficulty of a puzzle in the making relative to the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// More clues are needed.
    TooHard,
    /// It meets the target.
    Fits,
    /// Fewer clues are needed.
    TooEasy,
}

/// A grade relative to the difficulty target, and the hardness of the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Graded {
    /// The grade relative to the difficulty target.
    pub grade: Grade,
    /// A measure of hardness, larger for harder puzzles; with it, puzzles that miss the target are brought nearer to
    /// it. Of those that are too hard it shows how much the techniques of the target find.
    pub hardness: u64,
}

/// Whether the techniques up to a level solve a puzzle.
type IsWithin<'a> = &'a dyn Fn(&Puzzle, Level) -> bool;

/// Decides whether a puzzle in the making has one solution and meets the difficulty target, and whether the caller
/// still waits for it. Generators receive it from a higher layer, because families know no solver and no limits.
#[derive(Clone, Copy)]
pub struct UniquenessOracle<'a> {
    verdict: &'a dyn Fn(&Puzzle) -> Judgement,
    over: &'a dyn Fn() -> bool,
    grade: Option<&'a dyn Fn(&Puzzle) -> Graded>,
    level: Option<Level>,
    within: Option<IsWithin<'a>>,
}

impl<'a> UniquenessOracle<'a> {
    /// An oracle from two functions; `over` returns whether the caller has stopped waiting.
    pub fn new(
        verdict: &'a dyn Fn(&Puzzle) -> Judgement,
        over: &'a dyn Fn() -> bool,
    ) -> UniquenessOracle<'a> {
        UniquenessOracle { verdict, over, grade: None, level: None, within: None }
    }

    /// An oracle whose caller waits as long as it takes.
    pub fn patient(verdict: &'a dyn Fn(&Puzzle) -> Judgement) -> UniquenessOracle<'a> {
        UniquenessOracle::new(verdict, &|| false)
    }

    /// The same with a difficulty target; `grade` means nothing unless the puzzle has one solution.
    pub fn steered(self, grade: &'a dyn Fn(&Puzzle) -> Graded) -> UniquenessOracle<'a> {
        UniquenessOracle { grade: Some(grade), ..self }
    }

    /// The same with the level that the target names. If the target is no more than that, `within` returns whether the
    /// techniques up to a level solve a puzzle, so that it has one solution.
    pub fn at_level(
        self,
        level: Option<Level>,
        within: Option<IsWithin<'a>>,
    ) -> UniquenessOracle<'a> {
        UniquenessOracle { level, within, ..self }
    }

    /// The level, if the difficulty target is no more than that.
    pub fn mere_level(self) -> Option<Level> {
        self.level.filter(|_| self.within.is_some())
    }

    /// Whether the techniques up to a level solve a puzzle; never without a [mere level](UniquenessOracle::mere_level).
    pub fn is_within(self, puzzle: &Puzzle, level: Level) -> bool {
        self.within.is_some_and(|within| within(puzzle, level))
    }

    /// The level that the difficulty target names.
    pub fn level(self) -> Option<Level> {
        self.level
    }

    /// Whether there is a difficulty target, and an early check pays, because it detects quickly what is too hard.
    pub fn sees_hard_ones(self) -> bool {
        self.is_steered() && self.level.is_some_and(|level| level < Level::Extreme)
    }

    /// Whether there is a difficulty target.
    pub fn is_steered(self) -> bool {
        self.grade.is_some()
    }

    /// The difficulty of a puzzle with one solution relative to the target; it fits if there is none.
    pub fn grade(self, puzzle: &Puzzle) -> Grade {
        self.graded(puzzle).grade
    }

    /// The same with its hardness.
    pub fn graded(self, puzzle: &Puzzle) -> Graded {
        let fits = Graded { grade: Grade::Fits, hardness: 0 };
        self.grade.map_or(fits, |grade| grade(puzzle))
    }

    /// Whether this puzzle has one solution.
    pub fn judge(self, puzzle: &Puzzle) -> Judgement {
        (self.verdict)(puzzle)
    }

    /// Whether the caller has stopped waiting: every result from now on, also an error, is discarded. Poll it in every
    /// computation that may take some milliseconds.
    pub fn is_over(self) -> bool {
        (self.over)()
    }
}
