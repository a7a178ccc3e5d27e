//! Orders in which a frontier program visits the cells of any graph.
//!
//! The frontier after some cells is the set of unvisited cells with a visited neighbour; the number of
//! states grows exponentially with it. Scans by rows, columns and diagonals and one greedy order are
//! compared by their widest frontier, then by the sum of 3^frontier. Quadratic in the frontier for the
//! greedy order, linear otherwise.

use clew_puzzle::puzzle::{Board, Cell, EdgeId};

/// An order of all cells and its cost.
#[derive(Clone, Debug)]
pub struct Order {
    /// All cells, the first visited first.
    pub cells: Vec<Cell>,
    /// The most cells on the frontier.
    pub width: usize,
    /// The sum over all steps of 3^frontier.
    pub weight: f64,
}

impl Order {
    /// Measures an order.
    pub fn new(board: &Board, cells: Vec<Cell>) -> Order {
        // 0 unseen, 1 on the frontier, 2 visited.
        let mut seen = vec![0u8; board.len()];
        let (mut frontier, mut width, mut weight) = (0usize, 0, 0.0);
        for &v in &cells {
            frontier -= usize::from(seen[v as usize] == 1);
            seen[v as usize] = 2;
            for &u in board.neighbours(v) {
                if seen[u as usize] == 0 {
                    seen[u as usize] = 1;
                    frontier += 1;
                }
            }
            width = width.max(frontier);
            weight += 3f64.powi(frontier.min(600) as i32);
        }
        Order { cells, width, weight }
    }
}

/// A neighbour that is visited later.
#[derive(Clone, Copy, Debug)]
pub struct Later {
    /// Its slot in the state.
    pub slot: usize,
    /// The neighbour.
    pub cell: Cell,
    /// The edge to it.
    pub edge: EdgeId,
    /// Unvisited neighbours it still has after this visit.
    pub left: u32,
}

/// The visit of one cell.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The cell.
    pub cell: Cell,
    /// Its slot, `None` if none of its neighbours was visited before.
    pub slot: Option<usize>,
    /// Its unvisited neighbours.
    pub later: Vec<Later>,
    /// The frontier after this visit: slots and cells.
    pub frontier: Vec<(usize, Cell)>,
}

/// Gives every frontier cell a slot for as long as it is on the frontier. Returns the visits and the
/// number of slots used, `None` if more than `most` are needed or a cell has more than 15 later
/// neighbours (a move's name has 4 bits for each).
pub fn schedule(board: &Board, order: &[Cell], most: usize) -> Option<(Vec<Visit>, usize)> {
    let n = board.len();
    let mut left: Vec<u32> = (0..n as Cell).map(|c| board.neighbours(c).len() as u32).collect();
    let mut visited = vec![false; n];
    let mut frontier: Vec<(usize, Cell)> = Vec::new();
    let mut free: Vec<usize> = (0..most).rev().collect();
    let mut slots = 0;
    let mut visits = Vec::with_capacity(n);
    for &cell in order {
        visited[cell as usize] = true;
        let slot = frontier.iter().position(|f| f.1 == cell).map(|i| frontier.remove(i).0);
        free.extend(slot);
        let mut later = Vec::new();
        for (&u, &edge) in board.neighbours(cell).iter().zip(board.incident(cell)) {
            left[u as usize] -= 1;
            if visited[u as usize] {
                continue;
            }
            let known = frontier.iter().find(|f| f.1 == u).map(|f| f.0);
            let slot = match known {
                Some(s) => s,
                None => {
                    let s = free.pop()?;
                    frontier.push((s, u));
                    slots = slots.max(s + 1);
                    s
                }
            };
            later.push(Later { slot, cell: u, edge, left: left[u as usize] });
        }
        if later.len() > 15 {
            return None;
        }
        visits.push(Visit { cell, slot, later, frontier: frontier.clone() });
    }
    Some((visits, slots))
}

/// The name of the move of a visit that uses its later neighbours `i` and `j` (`None`: fewer edges).
pub fn name(i: Option<usize>, j: Option<usize>) -> u32 {
    let one = |x: Option<usize>| x.map_or(0, |x| x as u32 + 1);
    one(i) | one(j) << 4
}

impl Visit {
    /// The edges that the move of this name uses.
    pub fn edges(&self, name: u32) -> impl Iterator<Item = EdgeId> + '_ {
        let used = [name & 15, name >> 4].into_iter().filter_map(|i| i.checked_sub(1));
        used.map(|i| self.later[i as usize].edge)
    }
}

/// Boards beyond this many cells get no greedy order.
const GREEDY: usize = 4_096;

/// The order with the fewest states, estimated from the frontier.
pub fn best(board: &Board) -> Order {
    let all: Vec<Cell> = (0..board.len() as Cell).collect();
    let by = |key: &dyn Fn(u32, u32) -> [u32; 3]| Order::new(board, board.ordered_by(key));
    let (rows, _) = board.size();
    let mut found = vec![
        by(&|row, col| [row, col, 0]),
        by(&|row, col| [col, row, 0]),
        by(&|row, col| [row + col, row, 0]),
        by(&|row, col| [rows - row + col, row, 0]),
    ];
    if board.len() <= GREEDY {
        found.extend((0..all.len()).step_by(all.len() / 4 + 1).map(|from| {
            let far = far_from(board, from as Cell);
            Order::new(board, greedy(board, far))
        }));
    }
    let narrowest =
        |a: &Order, b: &Order| a.width.cmp(&b.width).then(a.weight.total_cmp(&b.weight));
    found.into_iter().min_by(narrowest).expect("there is an order")
}

/// A cell far from this one: the last of a breadth-first walk.
fn far_from(board: &Board, from: Cell) -> Cell {
    let mut seen = vec![false; board.len()];
    seen[from as usize] = true;
    let mut queue = vec![from];
    let mut at = 0;
    while at < queue.len() {
        for &u in board.neighbours(queue[at]) {
            if !std::mem::replace(&mut seen[u as usize], true) {
                queue.push(u);
            }
        }
        at += 1;
    }
    queue[queue.len() - 1]
}

/// Visits next the frontier cell that brings the fewest new ones, the oldest among equals.
fn greedy(board: &Board, from: Cell) -> Vec<Cell> {
    let mut seen = vec![0u8; board.len()];
    let mut frontier = vec![from];
    seen[from as usize] = 1;
    let mut cells = Vec::with_capacity(board.len());
    let mut rest = 0..board.len() as Cell;
    loop {
        let fresh =
            |c: Cell| board.neighbours(c).iter().filter(|&&u| seen[u as usize] == 0).count();
        let Some(at) = (0..frontier.len()).min_by_key(|&i| fresh(frontier[i])) else {
            // A board in several parts has no line, but the order is still an order.
            match rest.find(|&c| seen[c as usize] == 0) {
                None => return cells,
                Some(c) => {
                    seen[c as usize] = 1;
                    frontier.push(c);
                    continue;
                }
            }
        };
        let v = frontier.remove(at);
        seen[v as usize] = 2;
        cells.push(v);
        for &u in board.neighbours(v) {
            if seen[u as usize] == 0 {
                seen[u as usize] = 1;
                frontier.push(u);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_puzzle::puzzle::{Decimal, Neighbourhood};

    #[test]
    fn orders_are_permutations_and_follow_the_narrow_side() {
        for moves in [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex] {
            for (rows, cols) in [(3, 9), (9, 3)] {
                let o = best(&Board::grid(rows, cols, moves, &[true; 27]));
                let mut sorted = o.cells.clone();
                sorted.sort_unstable();
                assert!(sorted.iter().copied().eq(0..27));
                assert!(o.width <= 5, "{moves} {rows}x{cols}: {}", o.width);
            }
        }
        let at = [0, 1, 9].map(|x| (Decimal::from(x), Decimal::from(0)));
        let parts = Board::points(at.to_vec(), 2.into());
        assert_eq!(best(&parts).cells.len(), 3);
    }
}
