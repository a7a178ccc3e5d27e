//! How the networks of lines spell a line.

use clew_engine::kernel::{Atom, Bools, Lit, Store, VarId, Vars};
use clew_engine::propagators::gap::GapTable;
use clew_engine::propagators::path::Flag;
use clew_puzzle::puzzle::{Answer, Board, Cell, Content, Decode, EdgeId};
use std::sync::Arc;

/// A variable a cell: its number, less one.
#[derive(Clone, Debug)]
pub struct CellNumbers {
    /// The variables, in the order of cells.
    pub cells: Vars,
    /// The Booleans of the edges, where the network has them.
    pub edges: Option<Bools>,
    /// Whether the line ends in a cell, if the network has Booleans for that.
    pub ends: Vec<Flag>,
}

impl Decode for CellNumbers {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Line(self.cells.iter().map(|x| store.domain(x).min() + 1).collect())
    }

    fn holds(&self, store: &Store, cell: Cell, content: Content) -> Option<Lit> {
        match content {
            Content::Number(k) => Some(store.atom(self.cells.at(cell), k - 1).pos()),
            _ => None,
        }
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(self.edges?.at(edge))
    }

    fn hints(&self, _board: Option<&Board>, store: &Store, answer: &Answer) -> Vec<Lit> {
        let Answer::Line(numbers) = answer else { return Vec::new() };
        numbers.iter().zip(self.cells.iter()).map(|(&k, x)| store.atom(x, k - 1).pos()).collect()
    }
}

/// A Boolean an edge: it is on the line; the line is read from its end with the smaller
/// cell, or from an end that is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LineEdges {
    /// The Booleans, in the order of edges.
    pub edges: Bools,
    /// The cell of an end that is given.
    pub start: Option<u32>,
    /// That end has the last number, not number 1.
    pub backwards: bool,
}

impl Decode for LineEdges {
    fn answer(&self, board: Option<&Board>, store: &Store) -> Answer {
        let mut numbers = numbers_along(self.edges, self.start, board, store);
        if self.backwards {
            let last = numbers.iter().copied().max().unwrap_or(0);
            numbers.iter_mut().filter(|k| **k > 0).for_each(|k| *k = last + 1 - *k);
        }
        Answer::Line(numbers)
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(self.edges.at(edge))
    }
}

/// One Boolean per edge: it is on the line, which starts at the cell whose flag holds.
#[derive(Clone, Debug)]
pub struct GapLine {
    /// The Booleans, in the order of edges.
    pub edges: Bools,
    /// Per cell whether number 1 is there.
    pub starts: Arc<[Flag]>,
    /// The gaps between given numbers.
    pub table: Arc<GapTable>,
    /// The gap of each cell that is not given, in order.
    pub gaps: Vars,
}

impl Decode for GapLine {
    fn answer(&self, board: Option<&Board>, store: &Store) -> Answer {
        let start = self.starts.iter().position(|f| f.is_true(store));
        Answer::Line(numbers_along(self.edges, start.map(|c| c as u32), board, store))
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(self.edges.at(edge))
    }

    fn describe_value(&self, x: VarId, value: u32) -> Option<(Cell, String)> {
        let cell = self.table.cell(self.gaps.index_of(x)?)?;
        let gap = self.table.holds(cell).get(value as usize)?.gap;
        Some((cell, format!("gap {}", gap + 1)))
    }

    fn hints(&self, board: Option<&Board>, _store: &Store, answer: &Answer) -> Vec<Lit> {
        let (Answer::Line(numbers), Some(board)) = (answer, board) else { return Vec::new() };
        let next = |&[a, b]: &[u32; 2]| numbers[a as usize].abs_diff(numbers[b as usize]) == 1;
        let edges = board.edges().iter().zip(self.edges.iter());
        let edges = edges.map(|(ends, e)| e.lit(next(ends)));
        let starts = self.starts.iter().zip(numbers);
        edges.chain(starts.filter_map(|(f, &k)| Some(f.pos()?.atom().lit(k == 1)))).collect()
    }
}

fn numbers_along(
    edges: Bools,
    start: Option<u32>,
    board: Option<&Board>,
    store: &Store,
) -> Vec<u32> {
    let board = board.expect("lines lie on a board");
    number_line(board, |e| store.is_true(edges.at(e).pos()), start)
}

/// Numbers the cells of the line formed by the edges that are on: from `start`, else from the end
/// with the smaller cell. Cells off the line get 0.
pub(crate) fn number_line(board: &Board, on: impl Fn(u32) -> bool, start: Option<u32>) -> Vec<u32> {
    let mut numbers = vec![0; board.len()];
    let degree = |c: u32| board.incident(c).iter().filter(|&&e| on(e)).count();
    let cells = 0..board.len() as u32;
    let first = start
        .or_else(|| cells.clone().find(|&c| degree(c) == 1))
        .or((board.len() == 1).then_some(0));
    let Some(mut at) = first else { return numbers };
    let mut k = 1;
    loop {
        numbers[at as usize] = k;
        k += 1;
        let next = board
            .neighbours(at)
            .iter()
            .zip(board.incident(at))
            .find(|&(&q, &e)| on(e) && numbers[q as usize] == 0);
        match next {
            Some((&q, _)) => at = q,
            None => return numbers,
        }
    }
}
