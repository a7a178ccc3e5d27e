//! The parts that the encodings of paths share, independent of any network: the names of the cells, their neighbours,
//! and steps along which positions increase.

use clew_puzzle::certificate::derive::{Step, Tip};
use clew_puzzle::certificate::{Literal, Name, Opb, Unstated};
use clew_puzzle::puzzle::Board;
use clew_puzzle::puzzle::verify::touching;
use smallvec::{SmallVec, smallvec};

/// The most cells of a board whose rules are written down.
const MAX_CELLS: usize = 8192;

/// The cells of a board by their names, and which touch.
pub(super) struct Cells {
    /// `r1c1`; the points of a board of points lie in one row. At a bridge `r1c1` is the cell of the line along the
    /// row, and `r1c1x` that of the line that crosses it.
    pub names: Vec<String>,
    /// Per cell its neighbours, ascending.
    pub near: Vec<Vec<usize>>,
}

impl Cells {
    /// The cells of a board. Adjacency is tested for every pair of cells, except for pairs on a grid whose rows are
    /// neither adjacent nor the first and the last.
    ///
    /// # Errors
    /// [`Unstated`] if there are too many cells, or the error that an added row raises.
    pub fn from_board(board: &Board, opb: &Opb) -> Result<Cells, Unstated> {
        let n = board.len() as u32;
        if n as usize > MAX_CELLS {
            return Err(Unstated::Excess);
        }
        let last = board.size().0.saturating_sub(1);
        // Per row its cells; points lie in one row.
        let mut rows: Vec<Vec<u32>> = vec![Vec::new(); last as usize + 1];
        (0..n).for_each(|c| rows[board.place(c).0 as usize].push(c));
        let mut near = vec![Vec::new(); n as usize];
        let mut later: Vec<u32> = Vec::new();
        for c in 0..n {
            let row = board.place(c).0;
            let mut others: SmallVec<[u32; 5]> =
                smallvec![row, row.saturating_sub(1), (row + 1).min(last), 0, last];
            others.retain(|other| [0, 1, last].contains(&row.abs_diff(*other)));
            others.sort_unstable();
            others.dedup();
            let others = others.iter().flat_map(|&row| &rows[row as usize]);
            later.clear();
            later.extend(others.filter(|&&q| q > c));
            opb.check_interrupt(later.len())?;
            later.sort_unstable();
            for &q in later.iter().filter(|&&q| touching(board, c, q)) {
                near[c as usize].push(q as usize);
                near[q as usize].push(c as usize);
            }
        }
        Ok(Cells { near, ..Cells::named(board) })
    }

    /// The same cells with their names only, without neighbours.
    pub fn named(board: &Board) -> Cells {
        let name = |c: u32| {
            let (row, col) = board.place(c);
            let [mut down, mut across] = [itoa::Buffer::new(); 2];
            let crosses = if board.is_second(c) { "x" } else { "" };
            ["r", down.format(row + 1), "c", across.format(col + 1), crosses].concat()
        };
        Cells { names: (0..board.len() as u32).map(name).collect(), near: Vec::new() }
    }

    /// The pairs of neighbours, the smaller cell first.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let pairs = |c: usize| self.near[c].iter().filter(move |&&q| c < q).map(move |&q| [c, q]);
        (0..self.near.len()).flat_map(pairs).collect()
    }

    /// The number of a cell's variable: `x_r1c1_5`, "r1c1 holds 5".
    pub fn number(&self, cell: usize, number: usize) -> Name {
        Name::from_parts(&["x_", &self.names[cell], "_", itoa::Buffer::new().format(number)])
    }

    /// The variable of an edge: `e_r1c1_r1c2`.
    pub fn edge(&self, [a, b]: [usize; 2]) -> Name {
        Name::from_parts(&["e_", &self.names[a.min(b)], "_", &self.names[a.max(b)]])
    }

    /// The variable of an edge that is used from `from` to `to`: `a_r1c1_r1c2`.
    pub fn arc(&self, from: usize, to: usize) -> Name {
        Name::from_parts(&["a_", &self.names[from], "_", &self.names[to]])
    }

    /// A variable of a cell: `s_r1c1`.
    pub(crate) fn of_cell(&self, kind: &str, cell: usize) -> Name {
        Name::from_parts(&[kind, "_", &self.names[cell]])
    }
}

/// The variables of paths with a direction: an arc each way between neighbours, and the position of each
/// cell along its path, counted from 0.
pub(super) struct DirectedPathVars {
    /// Per cell the literals of arcs that leave it, and of those that come to it.
    pub leaving: Vec<Vec<Literal>>,
    /// See `leaving`.
    pub coming: Vec<Vec<Literal>>,
    /// Per cell the rows that make its edges their arcs: "at most", "at least".
    edges: Vec<Vec<[Option<usize>; 2]>>,
    /// Per cell the literals that make up its position, with their weights.
    places: Vec<Vec<(i64, Literal)>>,
    /// The largest representable position; 0 without positions.
    top: i64,
}

impl DirectedPathVars {
    /// Makes the variables, and the rules of each arc: an edge is an arc one way or the other, and an arc
    /// leads from a position to the next. Arcs are named like `a_r1c1_r1c2`. Positions are in binary, with
    /// bits like `b_r1c1_0`, the lowest first.
    ///
    /// # Errors
    /// As [`Cells::of`].
    pub fn state(opb: &mut Opb, cells: &Cells) -> Result<DirectedPathVars, Unstated> {
        let n = cells.names.len();
        let width = (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize;
        let bit = |opb: &mut Opb, c: usize, i: usize| {
            opb.variable(Name::from_parts(&[
                "b_",
                &cells.names[c],
                "_",
                itoa::Buffer::new().format(i),
            ]))
        };
        let bits = |c: usize| (0..width).map(|i| (1 << i, bit(opb, c, i))).collect();
        let places = (0..n).map(bits).collect();
        DirectedPathVars::along(opb, cells, places, (1 << width) - 1)
    }

    /// The same, with a literal for each position of a cell, of which at most one holds.
    ///
    /// # Errors
    /// As [`Cells::of`].
    pub fn by_numbers(
        opb: &mut Opb,
        cells: &Cells,
        holds: &[Vec<Literal>],
    ) -> Result<DirectedPathVars, Unstated> {
        let of_cell = |held: &Vec<Literal>| (0..).zip(held.iter().copied()).collect();
        let places = holds.iter().map(of_cell).collect();
        DirectedPathVars::along(opb, cells, places, holds.len() as i64 - 1)
    }

    /// The same without positions: arcs only.
    ///
    /// # Errors
    /// As [`Cells::of`].
    pub(crate) fn of_arcs(opb: &mut Opb, cells: &Cells) -> Result<DirectedPathVars, Unstated> {
        DirectedPathVars::along(opb, cells, vec![Vec::new(); cells.names.len()], 0)
    }

    fn along(
        opb: &mut Opb,
        cells: &Cells,
        places: Vec<Vec<(i64, Literal)>>,
        top: i64,
    ) -> Result<DirectedPathVars, Unstated> {
        let none = vec![Vec::new(); cells.names.len()];
        let edges = vec![Vec::new(); cells.names.len()];
        let mut course =
            DirectedPathVars { leaving: none.clone(), coming: none, edges, places, top };
        for [a, b] in cells.pairs() {
            opb.check_interrupt(16)?;
            let edge = opb.variable(cells.edge([a, b]));
            let arcs = [[a, b], [b, a]].map(|[from, to]| {
                let arc = opb.variable(cells.arc(from, to));
                let mut rises = [None, None];
                if course.top > 0 {
                    rises = [
                        opb.noting(|opb| course.rises(opb, arc, from, to)),
                        opb.noting(|opb| course.is_next(opb, arc, from, to)),
                    ];
                }
                course.leaving[from].push(arc);
                course.coming[to].push(arc);
                opb.derivations.steps.push(Step { cells: [from, to], arc: Some(arc), edge, rises });
                arc
            });
            let both = opb.equals_sum(edge, &arcs);
            course.edges[a].push(both);
            course.edges[b].push(both);
        }
        Ok(course)
    }

    /// The literals of arcs that leave a cell, and one more.
    pub fn leaving(&self, cell: usize, or: Literal) -> Vec<Literal> {
        self.leaving[cell].iter().copied().chain([or]).collect()
    }

    /// The literals of arcs that come to a cell, and one more.
    pub(crate) fn coming(&self, cell: usize, or: Literal) -> Vec<Literal> {
        self.coming[cell].iter().copied().chain([or]).collect()
    }

    /// Notes that the arc rows at a cell (out and in, each "at least" and "at most") and the other rows at the cell sum
    /// up to rows about its edges. Returns the numbers of these two sums.
    pub(crate) fn note_degree(
        &self,
        opb: &mut Opb,
        cell: usize,
        ways: [[Option<usize>; 2]; 2],
        else_there: Option<[Option<usize>; 2]>,
    ) -> [Option<usize>; 2] {
        [(0, 1), (1, 0)].map(|(side, other)| {
            let arcs = ways.iter().map(|rows| rows[side]);
            let edges = self.edges[cell].iter().chain(&else_there).map(|rows| rows[other]);
            note(opb, arcs.chain(edges))
        })
    }

    /// The position of a cell, weighted.
    fn position(&self, cell: usize, sign: i64) -> impl Iterator<Item = (i64, Literal)> + '_ {
        self.places[cell].iter().map(move |&(weight, l)| (sign * weight, l))
    }

    /// If the arc is taken, the position of `to` is larger by one at least.
    fn rises(&self, opb: &mut Opb, arc: Literal, from: usize, to: usize) {
        let free = self.top + 1;
        let sum = self.position(to, 1).chain(self.position(from, -1));
        opb.at_least(sum.chain([(-free, arc)]), 1 - free);
    }

    /// If the arc is taken, the position of `to` is larger by one at the most.
    fn is_next(&self, opb: &mut Opb, arc: Literal, from: usize, to: usize) {
        let free = self.top - 1;
        let sum = self.position(to, -1).chain(self.position(from, 1));
        opb.at_least(sum.chain([(-free, arc)]), -1 - free);
    }

    /// If the literal holds, the position of the cell is this at the most.
    pub(crate) fn is_at_most(
        &self,
        opb: &mut Opb,
        l: Literal,
        cell: usize,
        most: i64,
    ) -> Option<usize> {
        let free = self.top - most;
        let sum = self.position(cell, -1).chain([(-free, l)]);
        opb.noting(|opb| opb.at_least(sum, -most - free))
    }

    /// If the literal holds, the position of the cell is this at least.
    pub(crate) fn is_at_least(
        &self,
        opb: &mut Opb,
        l: Literal,
        cell: usize,
        least: i64,
    ) -> Option<usize> {
        let sum = self.position(cell, 1).chain([(-least, l)]);
        opb.noting(|opb| opb.at_least(sum, 0))
    }

    /// Position 0.
    pub fn is_first(&self, opb: &mut Opb, cell: usize) {
        opb.at_least(self.position(cell, -1), 0);
    }
}

/// A cell as a tip of the line: `s_r1c1` if the line begins there, `l_r1c1` if it ends there, `d_r1c1` for either.
/// Returns these three literals and notes their definitions.
pub(super) fn tip(
    opb: &mut Opb,
    cells: &Cells,
    course: &DirectedPathVars,
    cell: usize,
) -> [Literal; 3] {
    let [start, last] = ["s", "l"].map(|kind| opb.variable(cells.of_cell(kind, cell)));
    let first = course.is_at_most(opb, start, cell, 0);
    let top = cells.names.len() as i64 - 1;
    course.is_at_most(opb, last, cell, top);
    let least = course.is_at_least(opb, last, cell, top);
    // The only cell of a board is both, and has no word for one of both.
    let end = if top > 0 { opb.variable(cells.of_cell("d", cell)) } else { start };
    let places = Some([(start, first), (last, least)]);
    opb.derivations.tips.push(Tip { places, end: [Some(end), None], word: None });
    [start, last, end]
}

/// Notes a sum of rows, unless one of them is not there; returns its number.
pub(super) fn note(opb: &mut Opb, rows: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let sum: Vec<usize> = rows.collect::<Option<_>>()?;
    opb.derivations.sums.push(sum);
    Some(opb.derivations.sums.len() - 1)
}
