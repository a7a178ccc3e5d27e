//! Frontier counting of numberlink on rook boards where paths may touch: the fast form.
//!
//! One symbol per column gives the state of the lowest unsettled cell there: nothing has come in, the left or the right
//! one of two open ends of a fragment, all its edges, or a label. On a planar board open ends nest like brackets, so
//! partners are found by counting and need no numbers. A step moves a few bits of one word. The states are those of
//! [`super::guarded`] without guards, and it is an order of magnitude faster. Sources as there.

use std::marker::PhantomData;

use super::Question;
use crate::{Cover, Numberlink};
use clew_count::word::Word;
use clew_count::{Moves, TransitionSystem};
use clew_puzzle::puzzle::{Board, Cell, EdgeId};

const NONE: u32 = 0;
const LEFT: u32 = 1;
const RIGHT: u32 = 2;
const FULL: u32 = 3;
/// Label k is `LABEL + k`.
const LABEL: u32 = 4;

/// Names of moves are sets of these.
const ACROSS: u32 = 1;
const DOWN: u32 = 2;

/// A later neighbour.
#[derive(Clone, Copy)]
struct Neighbour {
    edge: EdgeId,
    /// Its label's symbol if it is an end-point, else [`NONE`].
    terminal: u32,
}

/// One cell of the scan.
struct Step {
    /// The column of its symbol.
    column: u32,
    terminal: u32,
    across: Option<Neighbour>,
    down: Option<Neighbour>,
    /// Moves that must be made.
    must: u32,
}

/// The program. See the module's text.
pub struct Free<K> {
    cells: Vec<Step>,
    columns: u32,
    /// Bits of a symbol.
    bits: u32,
    cover: Cover,
    /// Edges of the board.
    edges: usize,
    key: PhantomData<fn() -> K>,
}

/// Bits that a state needs: the smaller dimension times the bits of a symbol.
pub fn bits(puzzle: &Numberlink) -> u32 {
    let (rows, cols) = puzzle.board.size();
    rows.min(cols) * symbol_bits(puzzle)
}

fn symbol_bits(puzzle: &Numberlink) -> u32 {
    u32::BITS - (LABEL + puzzle.ends.len() as u32 - 1).leading_zeros()
}

/// Cells in scan order: along the smaller dimension, as (cell, column).
fn scan(board: &Board) -> (Vec<(Cell, u32)>, bool) {
    let (rows, cols) = board.size();
    let turned = rows < cols;
    let scanned = |row: u32, col: u32| if turned { [col, row, 0] } else { [row, col, 0] };
    let column = |c: Cell| {
        let (row, col) = board.place(c);
        if turned { row } else { col }
    };
    let cells = board.ordered_by(&scanned);
    (cells.into_iter().map(|c| (c, column(c))).collect(), turned)
}

impl<K: Word> Free<K> {
    /// The program of a rook-move puzzle that allows touching; the key must have more than
    /// [`bits`] bits.
    pub fn new(question: Question<'_>) -> Free<K> {
        let Question { puzzle, known } = question;
        let known = |edge: EdgeId| known.get(edge as usize).copied().flatten();
        let board = &puzzle.board;
        assert!(board.is_rook() && bits(puzzle) < K::BITS, "a rook board that fits the key");
        let (rows, cols) = board.size();
        let (order, turned) = scan(board);
        let terminal: Vec<u32> =
            puzzle.terminals().iter().map(|t| t.map_or(NONE, |k| LABEL + k)).collect();
        let neighbour = |cell: Cell, dr: u32, dc: u32| {
            let (r, c) = board.place(cell);
            let other = board.cell_at(r + dr, c + dc)?;
            let edge = board.edge_between(cell, other).filter(|&e| known(e) != Some(false))?;
            Some(Neighbour { edge, terminal: terminal[other as usize] })
        };
        let cells = order
            .into_iter()
            .map(|(cell, column)| {
                let (east, south) = (neighbour(cell, 0, 1), neighbour(cell, 1, 0));
                let (across, down) = if turned { (south, east) } else { (east, south) };
                let must = |to: Option<Neighbour>, name| match to {
                    Some(to) if known(to.edge) == Some(true) => name,
                    _ => 0,
                };
                let must = must(across, ACROSS) | must(down, DOWN);
                Step { column, terminal: terminal[cell as usize], across, down, must }
            })
            .collect();
        Free {
            cells,
            columns: rows.min(cols),
            bits: symbol_bits(puzzle),
            cover: puzzle.cover,
            edges: board.edges().len(),
            key: PhantomData,
        }
    }

    #[inline]
    fn symbol(&self, key: u128, column: u32) -> u32 {
        (key >> (column * self.bits)) as u32 & ((1 << self.bits) - 1)
    }

    /// The key with another symbol in a column.
    #[inline]
    fn with(&self, key: u128, column: u32, symbol: u32) -> u128 {
        let shift = column * self.bits;
        let mask = ((1u128 << self.bits) - 1) << shift;
        key & !mask | u128::from(symbol) << shift
    }

    /// The column of the bracket that belongs to the one at `column`.
    #[inline]
    fn partner(&self, key: u128, column: u32, symbol: u32) -> u32 {
        let mut open = 0u32;
        let mut at = column;
        loop {
            at = if symbol == LEFT { at + 1 } else { at - 1 };
            debug_assert!(at < self.columns, "brackets match");
            let s = self.symbol(key, at);
            if s == symbol {
                open += 1;
            } else if s == LEFT + RIGHT - symbol {
                if open == 0 {
                    return at;
                }
                open -= 1;
            }
        }
    }

    /// Leads an end with this symbol into an end-point. `at` is the column whose bracket, if the
    /// symbol is one, it stands for in `key`.
    #[inline]
    fn end(&self, key: u128, at: u32, symbol: u32, terminal: u32) -> Option<u128> {
        if symbol >= LABEL {
            return (symbol == terminal).then_some(key);
        }
        let other = self.partner(key, at, symbol);
        Some(self.with(key, other, terminal))
    }

    /// The end with symbol `x` at column `c` runs on downwards, or into an end-point there.
    #[inline]
    fn go_down(&self, key: u128, c: u32, x: u32, to: Neighbour) -> Option<u128> {
        if to.terminal == NONE {
            return Some(self.with(key, c, x));
        }
        Some(self.with(self.end(key, c, x, to.terminal)?, c, FULL))
    }

    /// The end with symbol `x` at column `c` runs into the next cell of the row.
    #[inline]
    fn go_across(&self, key: u128, c: u32, x: u32, to: Neighbour) -> Option<u128> {
        let there = self.symbol(key, c + 1);
        if to.terminal != NONE {
            let key = self.end(key, c, x, to.terminal)?;
            return Some(self.with(self.with(key, c + 1, FULL), c, NONE));
        }
        if there == NONE {
            return Some(self.with(self.with(key, c + 1, x), c, NONE));
        }
        let joined = match (x, there) {
            (LABEL.., LABEL..) => (x == there).then_some(key)?,
            (LABEL.., _) => self.with(key, self.partner(key, c + 1, there), x),
            (_, LABEL..) => self.with(key, self.partner(key, c, x), there),
            (LEFT, RIGHT) => return None, // Neighbours, so each other's partners: a loop.
            (LEFT, _) => self.with(key, self.partner(key, c + 1, LEFT), LEFT),
            (RIGHT, RIGHT) => self.with(key, self.partner(key, c, RIGHT), RIGHT),
            _ => key,
        };
        Some(self.with(self.with(joined, c + 1, FULL), c, NONE))
    }

    /// Both edges of a cell that nothing has come into.
    #[inline]
    fn turn(&self, key: u128, c: u32, across: Neighbour, down: Neighbour) -> Option<u128> {
        let there = self.symbol(key, c + 1);
        if across.terminal != NONE {
            let key = self.with(key, c + 1, FULL);
            return self.go_down(key, c, across.terminal, down);
        }
        if there == NONE {
            if down.terminal != NONE {
                return Some(self.with(self.with(key, c + 1, down.terminal), c, FULL));
            }
            return Some(self.with(self.with(key, c, LEFT), c + 1, RIGHT));
        }
        // The fragment that comes down next door turns here and goes down in this column.
        let key = self.with(self.with(key, c, there), c + 1, FULL);
        self.go_down(key, c, there, down)
    }
}

impl<K: Word> TransitionSystem for Free<K> {
    type Key = K;

    fn steps(&self) -> usize {
        self.cells.len()
    }

    fn start(&self) -> K {
        K::default()
    }

    fn moves(&self, step: usize, key: K, to: &mut Moves<'_, K>) {
        let cell = &self.cells[step];
        let (c, key) = (cell.column, key.low());
        let symbol = self.symbol(key, c);
        let mut tell = |key: Option<u128>, name: u32| {
            if let Some(key) = key.filter(|_| name & cell.must == cell.must) {
                to.emit(K::from_low(key), name);
            }
        };
        let across = cell.across.filter(|_| self.symbol(key, c + 1) != FULL);
        if symbol == FULL {
            return tell(Some(self.with(key, c, NONE)), 0);
        }
        if symbol == NONE && cell.terminal == NONE {
            if self.cover == Cover::Partial {
                tell(Some(key), 0);
            }
            if let (Some(a), Some(d)) = (across, cell.down) {
                tell(self.turn(key, c, a, d), ACROSS | DOWN);
            }
            return;
        }
        let end = if cell.terminal == NONE { symbol } else { cell.terminal };
        if let Some(a) = across {
            tell(self.go_across(key, c, end, a), ACROSS);
        }
        if let Some(d) = cell.down {
            tell(self.go_down(key, c, end, d), DOWN);
        }
    }

    fn accepts(&self, _: K) -> bool {
        // No edge leads beyond the last cell, so no end is open.
        true
    }

    fn items(&self, step: usize, name: u32, edges: &mut Vec<EdgeId>) {
        let cell = &self.cells[step];
        for (bit, to) in [(ACROSS, cell.across), (DOWN, cell.down)] {
            edges.extend(to.filter(|_| name & bit != 0).map(|to| to.edge));
        }
    }

    fn item_count(&self) -> usize {
        self.edges
    }
}
