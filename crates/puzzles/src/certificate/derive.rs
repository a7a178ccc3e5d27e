//! What a family tells the prover about its rows, so that it finds short derivations. None of it is
//! believed: a wrong hint makes a proof that fails.

use super::literal::Literal;
use rustc_hash::FxHashMap;

/// Structure in the rows.
#[derive(Clone, Debug, Default)]
pub struct Derivations {
    /// Lists of rows the sums of which are worth having from the start.
    pub sums: Vec<Vec<usize>>,
    /// Per cell the sums that say how many of its edges and its end there are: two at least, two at the
    /// most, by their numbers in `sums`. Empty where cells need not be visited.
    pub degrees: Vec<[Option<usize>; 2]>,
    /// Kinds of ends that a line has: how many of a kind there are at the most, and the sum that says so.
    pub ends: Vec<(i32, Option<usize>)>,
    /// Steps between cells that count up along a path, if there are any.
    pub steps: Vec<Step>,
    /// Squares of literals in which every line holds exactly one.
    pub squares: Vec<Square>,
    /// What the path begins with (rows that bound its cell's position from above) and ends with (from
    /// below), by cell; empty where there are several paths.
    pub tips: Vec<Tip>,
    /// Per cell its word about turns, where such words and not positions exclude closed loops.
    pub bearings: Vec<Bearing>,
    /// What edges say about labels, if paths have labels.
    pub labels: Labels,
    /// Corners of squares, by the variables of the words that say that a path turns there.
    pub corners: FxHashMap<usize, Corner>,
    /// Changes of a solution that make it cheaper, where proofs may leave out what can be changed.
    pub changes: Option<Changes>,
}

/// Changes of a solution that lead to a cheaper one, by the rule of dominance. They need not keep all of the
/// statement: of a statement that has no solution a part may be left out, as long as nothing is left of the rest.
///
/// Source: Bogaerts, Gocht, McCreesh, Nordström, "Certified dominance and symmetry breaking for combinatorial
/// optimisation", 2023.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Weights and literals: the cost of a solution is the sum over those that are true.
    pub cost: Vec<(u128, Literal)>,
    /// Per row of the statement whether changes keep it; the others are left out.
    pub kept: Vec<bool>,
    /// Clauses that follow from the statement by unit propagation and that changes keep too.
    pub clauses: Vec<Vec<Literal>>,
    /// The changes that do not depend on the search.
    pub changes: Vec<Change>,
    /// Per cell the literals that are false where nothing is in it; none where something always is.
    pub cells: Vec<Vec<Literal>>,
    /// What excludes the known solution, if other clauses than those of the claim do.
    pub excluded: Option<Vec<Vec<Literal>>>,
    /// Exchanges of edges, which are derived when the search has made use of them.
    pub exchanges: Exchanges,
}

/// Sets of edges that can be exchanged for others, between the same ends and with the same cells inside.
#[derive(Clone, Debug, Default)]
pub struct Exchanges {
    /// Per cell the literals of its labels.
    pub on: Vec<Vec<Literal>>,
    /// The edges that can be exchanged, and those that take their place.
    pub all: Vec<Exchange>,
}

/// Edges, each by its cells, the smaller cell first, and those that take their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// What is not taken in the cheapest solutions.
    pub from: Vec<[u32; 2]>,
    /// What could be instead.
    pub to: Vec<[u32; 2]>,
}

/// A cell of a board in the plane, as far as turns of paths go.
#[derive(Clone, Copy, Debug)]
pub struct Bearing {
    /// Its row and column.
    pub place: [u32; 2],
    /// True behind an odd number of turns from right to down or from down to right, counted from the first end of a path
    /// and with the turn in this cell.
    pub word: Literal,
    /// Whether a path begins here, or ends here.
    pub tip: Option<Tipped>,
}

/// An end of a path that has a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tipped {
    /// It begins.
    First,
    /// It ends.
    Last,
}

/// A clause that holds in the cheapest solutions.
#[derive(Clone, Debug)]
pub struct Change {
    /// What a solution that can be changed breaks.
    pub clause: Vec<Literal>,
    /// What becomes of affirmed literals in such a solution; `None`: the clause follows from those before it.
    pub witness: Option<Vec<(Literal, Becomes)>>,
    /// The same clause for the search, in words of proofs, where there are some.
    pub shorter: Option<Vec<Literal>>,
}

/// What becomes of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Becomes {
    /// False.
    False,
    /// True.
    True,
    /// What this one was.
    As(Literal),
}

/// Paths with labels: every row about an edge and a label is there once for each label, one after the
/// other.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// How many labels there are.
    pub count: usize,
    /// Per cell the row that it has one label at least, or is empty.
    pub some: Vec<Option<usize>>,
    /// What is said of two neighbours, the smaller cell first.
    pub along: FxHashMap<[usize; 2], Along>,
    /// Four cells, ascending, that are not all on one path, and the row for the first label.
    pub blocks: FxHashMap<[usize; 4], usize>,
}

/// What the rows say about two neighbours and a label.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// They are joined.
    pub edge: Literal,
    /// The first row for the first label: joined, and the first cell has it, so has the second. The next
    /// one says it the other way round.
    pub first: usize,
    /// There is a third row: not both have it, unless they are joined.
    pub closes: bool,
}

/// A corner of a square of four cells, where a path turns from one side of the square into another.
#[derive(Clone, Copy, Debug)]
pub struct Corner {
    /// The cells in their order around the square: the one where the path turns, one of its
    /// neighbours, the opposite cell, the other neighbour.
    pub square: [usize; 4],
}

/// A step of a path from one cell to another.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The cells.
    pub cells: [usize; 2],
    /// It is taken; `None` where the cells hold numbers and steps have no word of their own.
    pub arc: Option<Literal>,
    /// It is taken one way or the other.
    pub edge: Literal,
    /// If it is taken, the second cell's position is larger by one: the rows "at least", "at most".
    pub rises: [Option<usize>; 2],
}

/// A cell as the beginning or the end of a line.
#[derive(Clone, Copy, Debug)]
pub struct Tip {
    /// The line begins here, with the row that makes its position 0 at most; it ends here, with the row that
    /// makes its position the last one at least. `None` where the cells hold numbers.
    pub places: Option<[(Literal, Option<usize>); 2]>,
    /// Per kind of end the literal that says that the line has one here.
    pub end: [Option<Literal>; 2],
    /// One of these, if there is a word of proofs for it.
    pub word: Option<Literal>,
}

/// The literals of a line of a square with their values, and the row "at least one".
pub type SquareLine = (Vec<(usize, Literal)>, Option<usize>);

/// Lines and values, each line has exactly one value and each value is on exactly one line.
#[derive(Clone, Debug)]
pub struct Square {
    /// Per line its literals with their values, and the row "at least one".
    pub lines: Vec<SquareLine>,
    /// Per value the row "at most one".
    pub values: Vec<Option<usize>>,
}
