//! Lines on rook boards: broken-profile dynamic programming over plug words.
//!
//! Cells are scanned one after another. A *plug* is a move of the line that crosses from the scanned cells to the
//! others; there is one downward plug per column and one to the right, so width + 1. A plug is two bits: none, the left
//! or right one of a pair (the two plugs of one piece of line), or single (its piece ends inside, at an end of the
//! line). On a planar board pairs nest like brackets, so partners are found by counting; and a state has as many
//! singles as the line has ends so far, so no counter of ends is needed. Whether a cell's only plug comes from the left
//! or from above is forgotten, which saves a third of the states. A step costs the few cells to the partner; the number
//! of states grows by about 3 per column. The scan order is whichever of the 8 symmetries has the fewest plugs. On a
//! board that is its own mirror image, with rows reversed, a state at the end of a row has as many completions as its
//! image, so that a count holds the two as one. [`Rook::plain`] does neither: it has about twice as many states, and
//! checks both shortcuts.
//!
//! Source: Stoyan, Strehl, *Enumeration of Hamiltonian circuits in rectangular grids*, 1996;
//! Jacobsen, *Exact enumeration of Hamiltonian circuits, walks and chains in two and three
//! dimensions*, 2007.

use super::ends::Ends;
use super::plugs::{LEFT, NONE, RIGHT, SINGLE, Word};
use clew_count::{Moves, System, TransitionSystem};
use clew_puzzle::puzzle::{Board, Cell, EdgeId};

/// Move names are sets of these.
const TO_RIGHT: u32 = 1;
const TO_DOWN: u32 = 2;
/// The line turns here.
const TURN: u32 = 4;
/// The line leaves this cell out.
const SKIP: u32 = 8;

/// The step of the scan at one place of the grid.
#[derive(Clone, Copy, Debug)]
struct Place<W> {
    /// The plug from the left; the one from above is `at + 1`.
    at: usize,
    /// The cell, `None` for a hole.
    cell: Option<Cell>,
    /// The edges to the right and down, if there are such neighbours.
    right: Option<EdgeId>,
    down: Option<EdgeId>,
    /// The line may end here; it must end here.
    may_end: bool,
    must_end: bool,
    /// The last cell.
    last: bool,
    /// The row is done: move all plugs up by one.
    wrap: bool,
    /// How many ends may be used once this cell is done, as given ends still come.
    ends: u32,
    black: bool,
    /// Plugs whose cell on this side is black, and those whose cell is white.
    blacks: W,
    whites: W,
    /// Black cells less white cells on this side.
    balance: i32,
    /// Without this plug the neighbour could not be on the line.
    need_down: bool,
}

/// One of the eight ways to scan a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scan {
    /// Column by column instead of row by row.
    pub columns: bool,
    /// From the last row to the first.
    pub flip_rows: bool,
    /// Each row from right to left.
    pub flip_cols: bool,
}

impl Scan {
    /// All eight.
    pub fn all() -> impl Iterator<Item = Scan> {
        (0..8).map(|i| Scan { columns: i & 1 != 0, flip_rows: i & 2 != 0, flip_cols: i & 4 != 0 })
    }

    /// Height and width as scanned.
    fn size(self, board: &Board) -> (u32, u32) {
        let (rows, cols) = board.size();
        if self.columns { (cols, rows) } else { (rows, cols) }
    }

    fn cell(self, board: &Board, row: u32, col: u32) -> Option<Cell> {
        let (height, width) = self.size(board);
        let r = if self.flip_rows { height.checked_sub(row + 1)? } else { row };
        let c = if self.flip_cols { width.checked_sub(col + 1)? } else { col };
        if self.columns { board.cell_at(c, r) } else { board.cell_at(r, c) }
    }

    /// The first and the last column, as scanned, that has a cell; `None` if there is no cell.
    fn span(self, board: &Board) -> Option<[u32; 2]> {
        let (height, width) = self.size(board);
        let is_used = |&c: &u32| (0..height).any(|r| self.cell(board, r, c).is_some());
        let first = (0..width).find(is_used)?;
        let last = (0..width).rev().find(is_used)?;
        Some([first, last])
    }

    /// Whether the widest words can hold its plugs.
    pub(crate) fn is_possible(self, board: &Board) -> bool {
        self.span(board).is_some_and(fits::<u128>)
    }
}

/// Whether a word can hold the plugs of these columns: one down from each, and one to the right.
fn fits<W: Word>([from, to]: [u32; 2]) -> bool {
    (to - from + 2) as usize <= W::PLUGS
}

/// The program of one board and scan.
#[derive(Clone, Debug)]
pub struct Rook<W> {
    places: Vec<Place<W>>,
    /// Black less white cells of the whole board.
    balance: i32,
    goal: Goal,
    /// Edges of the board.
    edges: usize,
    /// How many fillings a line is.
    directions: u32,
    /// The last plug of a row, if the board is its own mirror image.
    image: Option<usize>,
    /// Whether a cell's only plug comes from the left or from above is forgotten.
    slides: bool,
    /// A state at the end of a row stands for its image as well: this system only counts.
    folds: bool,
}

/// The objective of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To visit every cell. Moves cost nothing.
    Cover,
    /// To visit every cell and to close. Moves cost nothing.
    Close,
    /// To visit every cell; a turn costs one.
    Turns,
    /// To visit as many cells as it can; a cell that is left out costs one.
    Longest,
}

impl<W: Word> Rook<W> {
    /// The program of the line on a rook board with these ends, `None` if the scan has more plugs
    /// than the word holds or the board has no cell.
    pub fn new(board: &Board, ends: &Ends, scan: Scan, goal: Goal) -> Option<Rook<W>> {
        let (height, _) = scan.size(board);
        let occupied = |r: u32, c: u32| scan.cell(board, r, c);
        // Empty columns at the sides are cut off; so are rows after the last cell.
        let [from, to] = scan.span(board)?;
        if !fits::<W>([from, to]) {
            return None;
        }
        let mut places = Vec::with_capacity((height * (to - from + 1)) as usize);
        let mut balance = 0;
        for r in 0..height {
            for c in from..=to {
                let (cell, at) = (occupied(r, c), (c - from) as usize);
                let edge = |r, c| board.edge_between(cell?, occupied(r, c)?);
                let (mut blacks, mut whites) = (W::ZERO, W::ZERO);
                for i in 0..=(to - from + 1) as usize {
                    // Plug i comes from (r, i) or, still from the row above, (r - 1, i - 1): the same
                    // colour; the plug from the left comes from (r, i - 1).
                    let even = (r as usize + i + usize::from(i == at)).is_multiple_of(2);
                    let mask = if even { &mut blacks } else { &mut whites };
                    *mask = mask.with(i, 1);
                }
                let black = (r as usize + at).is_multiple_of(2);
                let down = if r + 1 < height { edge(r + 1, c) } else { None };
                let below = down.and(occupied(r + 1, c));
                let need_down = below
                    .is_some_and(|x| board.neighbours(x).len() <= if ends.may(x) { 1 } else { 2 });
                places.push(Place {
                    at,
                    cell,
                    right: if c < to { edge(r, c + 1) } else { None },
                    down,
                    may_end: cell.is_some_and(|x| ends.may(x)),
                    must_end: cell.is_some_and(|x| ends.must(x)),
                    last: false,
                    wrap: c == to,
                    ends: 2,
                    black,
                    blacks,
                    whites,
                    balance,
                    need_down: need_down && goal != Goal::Longest,
                });
                balance += i32::from(cell.is_some()) * if black { 1 } else { -1 };
            }
        }
        let width = (to - from + 1) as usize;
        let image = is_its_image(&places, width).then_some(width);
        let last = places.iter().rposition(|p| p.cell.is_some())?;
        places[last].last = true;
        places.truncate(last + 1);
        let mut room = 2;
        for p in places.iter_mut().rev() {
            p.ends = room;
            room -= u32::from(p.must_end);
        }
        if goal != Goal::Longest {
            // A line's cells alternate in colour: with more black cells both ends are black.
            for p in places.iter_mut().filter(|p| p.cell.is_some()) {
                p.may_end &= match balance {
                    0 => true,
                    1 => p.black,
                    -1 => !p.black,
                    _ => false,
                };
            }
        }
        let (edges, directions) = (board.edges().len(), ends.directions());
        // Only turns depend on whether a plug comes from the left or from above.
        let slides = goal != Goal::Turns;
        Some(Rook { places, balance, goal, edges, directions, image, slides, folds: false })
    }

    /// The same program with each state by itself: none stands for another one that has as many completions.
    pub fn plain(self) -> Rook<W> {
        Rook { image: None, slides: false, ..self }
    }

    /// Whether this place may be one more end of the line.
    #[inline]
    fn may_end(&self, p: &Place<W>, key: W) -> bool {
        if !p.may_end {
            return false;
        }
        let singles = key.singles();
        if singles >= p.ends {
            return false;
        }
        if singles == 0 || self.goal == Goal::Longest || self.balance != 0 {
            return true;
        }
        // As many black cells as white: one end is black, one white. Each piece of line on this side
        // has as many more black cells as black ends, halved; its ends are plugs and the one end of
        // the line so far, whose colour follows.
        let end = 2 * p.balance - key.among(p.blacks) as i32 + key.among(p.whites) as i32;
        end == if p.black { -1 } else { 1 }
    }

    /// Of a state at the end of a row and its image the one that stands for both.
    #[inline]
    fn turned(&self, key: W) -> W {
        match self.image {
            Some(last) if self.folds => key.min(key.mirrored(last)),
            _ => key,
        }
    }

    /// The state of a longest line that is complete; cells to come stay empty.
    fn complete() -> W {
        W::ZERO.with(W::PLUGS, LEFT)
    }
}

/// Whether rows of places look the same from the right as from the left.
fn is_its_image<W>(places: &[Place<W>], width: usize) -> bool {
    let alike = |p: &Place<W>| {
        let cell = (p.cell.is_some(), p.may_end, p.must_end);
        (cell, p.down.is_some(), p.need_down)
    };
    places.chunks(width).all(|row| {
        let images = row.iter().rev();
        let sides = row[..width - 1].iter().zip(images.clone().skip(1));
        row.iter().zip(images).all(|(p, q)| alike(p) == alike(q))
            && sides.into_iter().all(|(p, q)| p.right.is_some() == q.right.is_some())
    })
}

/// The most plugs at any step of a scan, and the sum over all steps of 3^plugs, which orders scans.
pub fn plugs(board: &Board, scan: Scan) -> (usize, f64) {
    let (height, width) = scan.size(board);
    let mut open = vec![false; width as usize];
    let (mut count, mut most, mut sum) = (0usize, 0, 0.0);
    for r in 0..height {
        for c in 0..width {
            let cell = scan.cell(board, r, c);
            let edge = |r, c| {
                let pair = cell.zip(scan.cell(board, r, c));
                pair.is_some_and(|(a, b)| board.edge_between(a, b).is_some())
            };
            let down = r + 1 < height && edge(r + 1, c);
            count = count + usize::from(down) - usize::from(open[c as usize]);
            open[c as usize] = down;
            let plugs = count + usize::from(c + 1 < width && edge(r, c + 1));
            most = most.max(plugs);
            sum += 3f64.powi(plugs.min(600) as i32);
        }
    }
    (most, sum)
}

impl<W: Word> TransitionSystem for Rook<W> {
    type Key = W;

    fn steps(&self) -> usize {
        self.places.len()
    }

    fn start(&self) -> W {
        W::ZERO
    }

    fn moves(&self, step: usize, key: W, to: &mut Moves<'_, W>) {
        let p = &self.places[step];
        let longest = self.goal == Goal::Longest;
        // A cell with one plug does not care whether it comes from the left or from above, so states
        // that differ in that are one.
        let slide = self.slides;
        let mut out = |key: W, name: u32| {
            let (key, next) = if p.wrap { (self.turned(key.up()), 0) } else { (key, p.at + 1) };
            to.emit(if slide { key.slide(next) } else { key }, name);
        };
        if longest && key == Self::complete() {
            // A given end that is still to come cannot be left out.
            if p.must_end {
                return;
            }
            return to.emit(key, if p.cell.is_some() { SKIP } else { 0 });
        }
        let at = p.at;
        let (left, up) = (key.plug(at), key.plug(at + 1));
        let rest = key.without_pair(at);
        if p.cell.is_none() {
            return out(rest, 0);
        }
        let ended = |rest: W| rest == W::ZERO && (p.last || longest);
        if left != NONE && up != NONE {
            if p.must_end || p.need_down {
                return;
            }
            match (left, up) {
                (SINGLE, SINGLE) if longest && ended(rest) => to.emit(Self::complete(), TURN),
                (SINGLE, SINGLE) if ended(rest) => out(rest, TURN),
                (LEFT, RIGHT) if self.goal == Goal::Close && ended(rest) => out(rest, TURN),
                (SINGLE, SINGLE) | (LEFT, RIGHT) => {}
                (SINGLE, _) => out(rest.to_single(key.partner(at + 1)), TURN),
                (_, SINGLE) => out(rest.to_single(key.partner(at)), TURN),
                (LEFT, LEFT) => out(rest.flip(key.partner(at + 1)), TURN),
                (RIGHT, RIGHT) => out(rest.flip(key.partner(at)), TURN),
                _ => out(rest, TURN),
            }
            return;
        }
        let symbol = left | up;
        if symbol == NONE {
            if !p.must_end && p.right.is_some() && p.down.is_some() {
                out(rest.with(at, LEFT).with(at + 1, RIGHT), TO_RIGHT | TO_DOWN | TURN);
            }
            if self.may_end(p, key) {
                if p.right.is_some() && !p.need_down {
                    out(rest.with(at + 1, SINGLE), TO_RIGHT);
                }
                if p.down.is_some() {
                    out(rest.with(at, SINGLE), TO_DOWN);
                }
            }
            if longest && !p.must_end {
                out(rest, SKIP);
            }
            return;
        }
        if !p.must_end {
            let (side, ahead) = if left != NONE { (0, TURN) } else { (TURN, 0) };
            if p.right.is_some() && !p.need_down {
                out(rest.with(at + 1, symbol), TO_RIGHT | side);
            }
            if p.down.is_some() {
                out(rest.with(at, symbol), TO_DOWN | ahead);
            }
        }
        if symbol == SINGLE {
            if p.may_end && ended(rest) {
                if longest {
                    to.emit(Self::complete(), 0);
                } else {
                    out(rest, 0);
                }
            }
        } else if !p.need_down && self.may_end(p, key) {
            let i = if left != NONE { at } else { at + 1 };
            out(rest.to_single(key.partner(i)), 0);
        }
    }

    fn accepts(&self, key: W) -> bool {
        key == if self.goal == Goal::Longest { Self::complete() } else { W::ZERO }
    }

    fn cost(&self, _step: usize, name: u32) -> u64 {
        match self.goal {
            Goal::Cover | Goal::Close => 0,
            Goal::Turns => u64::from(name & TURN != 0),
            Goal::Longest => u64::from(name & SKIP != 0),
        }
    }

    fn items(&self, step: usize, name: u32, edges: &mut Vec<EdgeId>) {
        let p = &self.places[step];
        edges.extend(p.right.filter(|_| name & TO_RIGHT != 0));
        edges.extend(p.down.filter(|_| name & TO_DOWN != 0));
    }

    fn item_count(&self) -> usize {
        self.edges
    }

    fn multiplicity(&self) -> u32 {
        self.directions
    }

    fn for_counts(&self) -> Option<Box<System<'_, W>>> {
        let folds = self.image.is_some() && matches!(self.goal, Goal::Cover | Goal::Close);
        folds.then(|| Box::new(Rook { folds, ..self.clone() }) as Box<System<'_, W>>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Line;
    use clew_count::{Counting, Runner};
    use clew_engine::run::Budget;
    use clew_puzzle::puzzle::Neighbourhood;
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, SeedableRng};

    /// On boards that are their own mirror image, with holes, walls and given ends, states folded with their
    /// images count as many lines as all states do, and are fewer; on other boards nothing is folded.
    #[test]
    fn mirror_images_count_as_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(17);
        let mut chance = |one_in: u32| rng.next_u32().is_multiple_of(one_in);
        let scan = Scan { columns: false, flip_rows: false, flip_cols: false };
        let (mut folded, mut fewer, mut lines) = (0, 0, 0);
        for round in 0..600u32 {
            let (rows, cols) = (2 + round % 4, 2 + round % 5);
            let mut present = vec![true; (rows * cols) as usize];
            let mut walls: Vec<[(u32, u32); 2]> = Vec::new();
            for r in 0..rows {
                for c in 0..cols.div_ceil(2) {
                    let image = cols - 1 - c;
                    if chance(12) {
                        present[(r * cols + c) as usize] = false;
                        present[(r * cols + image) as usize] = false;
                    }
                    if r > 0 && chance(12) {
                        walls.extend([c, image].map(|c| [(r - 1, c), (r, c)]));
                    }
                    if c > 0 && chance(12) {
                        walls.push([(r, c - 1), (r, c)]);
                        walls.push([(r, image), (r, image + 1)]);
                    }
                }
            }
            // One in three is made uneven again.
            if chance(3) {
                present[(rows * cols) as usize - 1] ^= true;
            }
            let board = Board::grid_with_walls(rows, cols, Neighbourhood::Rook, &present, &walls);
            let mut given = vec![None; board.len()];
            if chance(3)
                && let Some(end) = board.cell_at(0, cols / 2)
            {
                given[end as usize] = Some(1);
            }
            let line = Line { board, given };
            let ends = Ends::new(&line).expect("only an end is given");
            let Some(all) = Rook::<u64>::new(&line.board, &ends, scan, Goal::Cover) else {
                continue;
            };
            let budget = Budget::unlimited();
            let mut quiet = ();
            let mut run = Runner::new(&budget, 1, &mut quiet);
            let truth = run.count(&all).expect("there is no limit");
            let states = run.stats().total_states;
            let even = |r, c| {
                let here = line.board.cell_at(r, c);
                let there = line.board.cell_at(r, cols - 1 - c);
                let given = |cell: Option<Cell>| cell.map(|cell| line.given[cell as usize]);
                given(here) == given(there)
            };
            let is_even = (0..rows).all(|r| (0..cols).all(|c| even(r, c)));
            let Some(half) = all.for_counts() else {
                assert!(!is_even, "{:?}", line.board);
                continue;
            };
            // Columns without a cell at the sides are cut off, so some boards are even that do not look it.
            let mut run = Runner::new(&budget, 1, &mut quiet);
            assert_eq!(run.count(&*half).expect("there is no limit"), truth, "{:?}", line.board);
            let counted = Counting::count(&all, &mut Runner::new(&budget, 1, &mut ()));
            assert_eq!(counted.expect("there is no limit"), &truth * ends.directions());
            folded += 1;
            fewer += u32::from(run.stats().total_states < states);
            lines += u32::from(truth > 0u32.into());
        }
        assert!(folded > 250 && fewer > 150 && lines > 50, "{folded} {fewer} {lines}");
    }
}
