//! Hints of a family to the prover about its rows, for short derivations. They are not trusted: a wrong hint makes a
//! proof that fails.

use super::literal::Literal;
use rustc_hash::FxHashMap;

/// Structure in the rows.
#[derive(Clone, Debug, Default)]
pub struct Derivations {
    /// Lists of rows whose sums are derived at the start.
    pub sums: Vec<Vec<usize>>,
    /// For each cell the sums that bound the number of its edges and its end: at least two, at most two, by their
    /// numbers in `sums`. Empty where cells need not be visited.
    pub degrees: Vec<[Option<usize>; 2]>,
    /// Kinds of ends of a line: the greatest number of ends of a kind, and the sum that bounds it.
    pub ends: Vec<(i32, Option<usize>)>,
    /// Steps between cells, along which positions on a path increase, if there are any.
    pub steps: Vec<Step>,
    /// Squares of literals in which every line holds exactly one.
    pub squares: Vec<Square>,
    /// The beginning of the path (rows that bound its cell's position from above) and its end (from below), by cell;
    /// empty where there are several paths.
    pub tips: Vec<Tip>,
    /// Per cell its turn parity, if turn parities and not positions exclude closed loops.
    pub bearings: Vec<Bearing>,
    /// The rows about edges and labels, if paths have labels.
    pub labels: Labels,
    /// Corners of squares, by the auxiliary variables for a turn of a path there.
    pub corners: FxHashMap<usize, Corner>,
    /// Changes of a solution that make it cheaper, where proofs may exclude solutions that can be changed.
    pub changes: Option<Changes>,
}

/// Changes of a solution that lead to a cheaper one, by the rule of dominance. They need not keep all of the statement:
/// if a statement has no solution, a part may be removed, as long as the rest has none either.
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
    /// For each cell the literals that are false if the cell is empty; none if it is never empty.
    pub cells: Vec<Vec<Literal>>,
    /// The clauses that exclude the known solution, if they differ from those of the claim.
    pub excluded: Option<Vec<Vec<Literal>>>,
    /// Exchanges of edges, which are derived once the search has used them.
    pub exchanges: Exchanges,
}

/// Sets of edges that can be exchanged for others that join the same ends and cover the same inner cells.
#[derive(Clone, Debug, Default)]
pub struct Exchanges {
    /// Per cell the literals of its labels.
    pub on: Vec<Vec<Literal>>,
    /// The exchanges, each with the edges that it removes and those that it adds.
    pub all: Vec<Exchange>,
}

/// An exchange of edges. Each edge is given by its cells, the smaller cell first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The edges that the cheapest solutions do not all contain.
    pub from: Vec<[u32; 2]>,
    /// The edges that replace them.
    pub to: Vec<[u32; 2]>,
}

/// A cell of a board in the plane, with its turn parity.
#[derive(Clone, Copy, Debug)]
pub struct Bearing {
    /// Its row and column.
    pub place: [u32; 2],
    /// The turn parity (the *word* of the cell): true if the number of turns from right to down or from down to right
    /// is odd, counted from the first end of the path up to and including the turn in this cell.
    pub word: Literal,
    /// Whether a path begins or ends here.
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
    /// The clause that is false in a solution that can be changed.
    pub clause: Vec<Literal>,
    /// The substitution of affirmed literals in such a solution; `None`: the clause follows from those before it.
    pub witness: Option<Vec<(Literal, Becomes)>>,
    /// The same clause for the search, in auxiliary variables of proofs, where there are some.
    pub shorter: Option<Vec<Literal>>,
}

/// The value of a literal after a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Becomes {
    /// False.
    False,
    /// True.
    True,
    /// The value that this literal had before.
    As(Literal),
}

/// Paths with labels: every row about an edge and a label occurs once per label, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// How many labels there are.
    pub count: usize,
    /// For each cell the row that it has at least one label, or is empty.
    pub some: Vec<Option<usize>>,
    /// The rows about two neighbours, the smaller cell first.
    pub along: FxHashMap<[usize; 2], Along>,
    /// Four cells, ascending, that must not all be on one path, with the row for the first label.
    pub blocks: FxHashMap<[usize; 4], usize>,
}

/// The rows about two neighbours and a label.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// They are joined.
    pub edge: Literal,
    /// The first row for the first label: if they are joined and the first cell has the label, so has the second. The
    /// next row is the converse.
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
    /// It is taken; `None` where the cells hold numbers and steps have no variable of their own.
    pub arc: Option<Literal>,
    /// It is taken in one direction or the other.
    pub edge: Literal,
    /// If it is taken, the second cell's position is larger by one: the rows "at least", "at most".
    pub rises: [Option<usize>; 2],
}

/// A cell as the beginning or the end of a line.
#[derive(Clone, Copy, Debug)]
pub struct Tip {
    /// The line begins here, with the row that makes its position at most 0; it ends here, with the row that makes its
    /// position at least the last one. `None` where the cells hold numbers.
    pub places: Option<[(Literal, Option<usize>); 2]>,
    /// For each kind of end, the literal that is true if the line has one here.
    pub end: [Option<Literal>; 2],
    /// The disjunction of these literals, if a proof has an auxiliary variable for it.
    pub word: Option<Literal>,
}

/// The literals of a line of a square with their values, and the row "at least one".
pub(crate) type SquareLine = (Vec<(usize, Literal)>, Option<usize>);

/// Lines and values, each line has exactly one value and each value is on exactly one line.
#[derive(Clone, Debug)]
pub struct Square {
    /// Per line its literals with their values, and the row "at least one".
    pub lines: Vec<SquareLine>,
    /// Per value the row "at most one".
    pub values: Vec<Option<usize>>,
}

/// The edge between two cells, with the rows about it.
pub(super) fn along(labels: &Labels, [a, b]: [usize; 2]) -> Option<Along> {
    labels.along.get(&[a.min(b), a.max(b)]).copied()
}

impl Exchange {
    /// The clause "not all of these edges"; `None` if the rows do not contain one of them.
    pub fn clause(&self, labels: &Labels) -> Option<Vec<Literal>> {
        let edge = |pair: &[u32; 2]| Some(!along(labels, pair.map(|c| c as usize))?.edge);
        self.from.iter().map(edge).collect()
    }
}

/// The exchanges that are not derived yet, indexed by the variables of the edges that they remove.
#[derive(Clone, Debug, Default)]
pub(super) struct PendingExchanges {
    pub by_edge: FxHashMap<usize, Vec<u32>>,
    pub done: Vec<bool>,
}

impl PendingExchanges {
    /// All exchanges, none of them derived yet.
    pub fn new(exchanges: &[Exchange], labels: &Labels) -> PendingExchanges {
        let mut pending =
            PendingExchanges { done: vec![false; exchanges.len()], ..PendingExchanges::default() };
        for (i, exchange) in (0..).zip(exchanges) {
            for l in exchange.clause(labels).into_iter().flatten() {
                pending.by_edge.entry(l.var()).or_default().push(i);
            }
        }
        pending
    }
}
