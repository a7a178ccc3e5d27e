//! How the networks of lines spell a line.

use crate::kernel::{Atom, Lit, Store, VarId};
use crate::propagators::gap::GapTable;
use crate::propagators::path::Flag;
use crate::puzzle::{Answer, Board, Cell, Content, Decode, EdgeId};
use std::sync::Arc;

/// Variable `first + c` is the number of cell c, less one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellNumbers {
    /// The variable of cell 0.
    pub first: VarId,
    /// How many cells there are.
    pub cells: u32,
    /// The atom of edge 0, where the network has edges.
    pub edges: Option<Atom>,
}

impl Decode for CellNumbers {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        let vars = self.first.0..self.first.0 + self.cells;
        Answer::Line(vars.map(|x| store.domain(VarId(x)).min() + 1).collect())
    }

    fn holds(&self, store: &Store, cell: Cell, content: Content) -> Option<Lit> {
        match content {
            Content::Number(k) => Some(store.atom(VarId(self.first.0 + cell), k - 1).is()),
            _ => None,
        }
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(Atom(self.edges?.0 + edge))
    }

    fn hints(&self, _board: Option<&Board>, store: &Store, answer: &Answer) -> Vec<Lit> {
        let Answer::Line(numbers) = answer else { return Vec::new() };
        numbers.iter().zip(self.first.0..).map(|(&k, x)| store.atom(VarId(x), k - 1).is()).collect()
    }
}

/// Boolean `first + e`: edge e is on the line; the line is read from its end with the smaller
/// cell, or from an end that is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineEdges {
    /// The atom of edge 0.
    pub first: Atom,
    /// The cell of an end that is given.
    pub start: Option<u32>,
    /// That end has the last number, not number 1.
    pub backwards: bool,
}

impl Decode for LineEdges {
    fn answer(&self, board: Option<&Board>, store: &Store) -> Answer {
        let mut numbers = edges(self.first, self.start, board, store);
        if self.backwards {
            let last = numbers.iter().copied().max().unwrap_or(0);
            numbers.iter_mut().filter(|k| **k > 0).for_each(|k| *k = last + 1 - *k);
        }
        Answer::Line(numbers)
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(Atom(self.first.0 + edge))
    }
}

/// Boolean `first + e`: edge e is on the line, which starts where the flag says.
#[derive(Clone, Debug)]
pub struct GapLine {
    /// The atom of edge 0.
    pub first: Atom,
    /// Per cell whether number 1 is there.
    pub starts: Arc<[Flag]>,
    /// The gaps between given numbers.
    pub table: Arc<GapTable>,
    /// The gap of the first cell that is not given; the others follow in order.
    pub gap: VarId,
}

impl Decode for GapLine {
    fn answer(&self, board: Option<&Board>, store: &Store) -> Answer {
        let start = self.starts.iter().position(|f| f.is_true(store));
        Answer::Line(edges(self.first, start.map(|c| c as u32), board, store))
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(Atom(self.first.0 + edge))
    }

    fn hints(&self, board: Option<&Board>, _store: &Store, answer: &Answer) -> Vec<Lit> {
        let (Answer::Line(numbers), Some(board)) = (answer, board) else { return Vec::new() };
        let next = |&[a, b]: &[u32; 2]| numbers[a as usize].abs_diff(numbers[b as usize]) == 1;
        let edges = board.edges().iter().zip(self.first.0..);
        let edges = edges.map(|(ends, e)| Atom(e).lit(next(ends)));
        let starts = self.starts.iter().zip(numbers);
        edges.chain(starts.filter_map(|(f, &k)| Some(f.is()?.atom().lit(k == 1)))).collect()
    }
}

fn edges(first: Atom, start: Option<u32>, board: Option<&Board>, store: &Store) -> Vec<u32> {
    let board = board.expect("lines lie on a board");
    number_line(board, |e| store.is_true(Atom(first.0 + e).is()), start)
}

/// Numbers the cells of the line formed by the edges that are on: from `start`, else from the end
/// with the smaller cell. Cells off the line get 0.
pub fn number_line(board: &Board, on: impl Fn(u32) -> bool, start: Option<u32>) -> Vec<u32> {
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
