//! The interface of a family to counting: an engine, and the meaning of its solutions.

use super::{Answer, Board, Cell};
use clew_count::{Counting, Items, Marginals};
use num_bigint::BigUint;

/// Makes an answer of the items of a solution. If a solution stands for several answers, the number selects one.
pub type Decode<'a> = Box<dyn Fn(&[u32], u32) -> Answer + 'a>;

/// Makes the best value, and an answer that has it, from the least cost and the items of a best solution; `None` if
/// there is no answer.
pub(crate) type DecodeBest<'a> = Box<dyn Fn(Option<(u64, Items)>) -> Option<(i64, Answer)> + 'a>;

/// The kind of layers of a dynamic program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DpKind {
    /// A frontier that moves over the edges of a board.
    Frontier,
    /// Layers of cells.
    Layers,
}

/// A puzzle that a dynamic program counts.
pub struct Counted<'a> {
    /// The name of the method in reports.
    pub name: &'static str,
    /// The engine.
    pub engine: Box<dyn Counting + 'a>,
    /// From solutions to answers.
    pub decode: Decode<'a>,
    /// The meaning of the items of the marginals.
    pub marks: Marks,
    /// A proved bound, found without counting: there are less than 2^`bits` solutions.
    pub bits: u64,
}

/// An upper bound of the number of edge sets in which every cell has one of the degrees that `degrees` lists for it:
/// the cells are taken in their order, and each chooses among its edges to later ones, given the edges to earlier ones.
/// Several lists are alternatives of which one holds in each cell.
pub fn edge_sets(board: &Board, degrees: impl Fn(Cell) -> &'static [&'static [u32]]) -> BigUint {
    let mut product = BigUint::from(1u32);
    for cell in 0..board.len() as Cell {
        let later = board.neighbours(cell).iter().filter(|&&other| other > cell).count() as u32;
        let earlier = board.neighbours(cell).len() as u32 - later;
        let ways = |list: &[u32], before: u32| -> u64 {
            list.iter().filter(|&&d| d >= before).map(|&d| choose(later, d - before)).sum()
        };
        let lists = degrees(cell).iter();
        let most = lists.flat_map(|list| (0..=earlier.min(2)).map(move |e| ways(list, e))).max();
        // If a cell has no choice at all, there is no such set; one is a bound too.
        product *= most.unwrap_or(0).max(1);
    }
    product
}

/// Subsets of `k` among `n`, `k` at most 2.
fn choose(n: u32, k: u32) -> u64 {
    let n = u64::from(n);
    match k {
        0 => 1,
        1 => n,
        _ => n * n.saturating_sub(1) / 2,
    }
}

/// The meaning of the items of marginals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// The edges of the board.
    Edges,
    /// The content of a cell: item `width` × the cell + the index of its content.
    Cells {
        /// The number of possible contents of a cell.
        width: usize,
    },
}

/// A puzzle whose best solution a dynamic program finds.
pub struct Optimum<'a> {
    /// The name of the method in reports.
    pub name: &'static str,
    /// The engine.
    pub engine: Box<dyn Counting + 'a>,
    /// From the best solution to its value and answer.
    pub decode: DecodeBest<'a>,
}

/// The contents of a cell in the solutions, as ascending indices into [`Rules::candidates`] (a value less one, or the
/// number of a label), each with the number of those solutions. Contents that occur in no solution have no entry: on a
/// board of many cells most numbers occur in few of them.
///
/// [`Rules::candidates`]: super::Rules::candidates
pub type CellMarginals = Vec<(u32, BigUint)>;

/// The entries of counts that are given in the order of their indices.
pub fn standing(counts: impl IntoIterator<Item = BigUint>) -> CellMarginals {
    (0u32..).zip(counts).filter(|(_, n)| *n != BigUint::ZERO).collect()
}

/// The contents and edges of all solutions together. Complete if the outcome is exact.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidates {
    /// For each cell, its contents in the solutions. `None`: only the edges are known.
    pub values: Option<Vec<CellMarginals>>,
    /// For lines: for each edge of the board the number of solutions that use it.
    pub edges: Option<Vec<BigUint>>,
}

impl Candidates {
    /// From marginals whose items have this meaning.
    pub fn new(marginals: Marginals, marks: Marks) -> Candidates {
        match marks {
            Marks::Edges => Candidates { values: None, edges: Some(marginals.items) },
            Marks::Cells { width } => {
                let cells =
                    marginals.items.chunks(width).map(|cell| standing(cell.iter().cloned()));
                Candidates { values: Some(cells.collect()), edges: None }
            }
        }
    }
}
