//! The board in the form that a ladder needs: neighbours of whole sets of cells, and the cells within a number of
//! steps.

use clew_engine::structures::{Csr, bits};
use clew_puzzle::puzzle::{Board, Cell};
use smallvec::SmallVec;

/// A set of cells, a bit each.
pub(super) type Cells = SmallVec<[u64; 4]>;

/// A board, and the data that do not change while a puzzle on it is solved.
#[derive(Debug)]
pub(super) struct BoardData {
    pub board: Board,
    /// Per cell its neighbours, as words of a set of cells: the word's place, and the word.
    near: Csr<(u32, u64)>,
    /// The cells of each colour, if every step changes the colour of the cell, as on a chessboard.
    colours: Option<[Vec<u64>; 2]>,
    /// Words of a set of cells.
    pub words: usize,
}

/// How far one gets from a cell.
pub(super) struct DistanceLayers {
    words: usize,
    /// Per number of steps, from 0, the cells reached in exactly that many steps. Ends when no new cells are reached:
    /// from then on every other entry is the same.
    exact: Vec<u64>,
    /// All cells that are reached.
    pub all: Cells,
}

impl DistanceLayers {
    /// The cells reached in exactly `steps` steps, where `steps` is at least the distance.
    pub(super) fn after(&self, steps: u32) -> &[u64] {
        let last = (self.exact.len() / self.words) as u32 - 1;
        let steps = if steps > last { last - (steps - last) % 2 } else { steps };
        &self.exact[steps as usize * self.words..][..self.words]
    }
}

impl BoardData {
    pub(super) fn new(board: Board) -> BoardData {
        let n = board.len();
        let words = n.div_ceil(64);
        let mut pairs: Vec<(u32, (u32, u64))> = Vec::new();
        for c in 0..n as u32 {
            let first = pairs.len();
            for &q in board.neighbours(c) {
                let (word, bit) = (q / 64, 1 << (q % 64));
                match pairs[first..].iter_mut().find(|(_, (w, _))| *w == word) {
                    Some((_, (_, mask))) => *mask |= bit,
                    None => pairs.push((c, (word, bit))),
                }
            }
        }
        let colours = board.is_rook().then(|| {
            let mut colours = [vec![0; words], vec![0; words]];
            for c in 0..n as u32 {
                let (row, column) = board.place(c);
                bits::insert(&mut colours[(row + column) as usize % 2], c);
            }
            colours
        });
        BoardData { near: Csr::new(n, pairs.iter().copied()), colours, words, board }
    }

    /// No cells.
    pub(super) fn none(&self) -> Cells {
        SmallVec::from_elem(0, self.words)
    }

    /// Adds the neighbours of a cell to a set.
    pub(super) fn add_near(&self, c: Cell, set: &mut [u64]) {
        for &(word, mask) in self.near.row(c) {
            set[word as usize] |= mask;
        }
    }

    /// The neighbours of all cells of a set.
    pub(super) fn near(&self, cells: &[u64]) -> Cells {
        let mut set = self.none();
        bits::members(cells).for_each(|c| self.add_near(c, &mut set));
        set
    }

    /// The cells a step further than `ring` that are neither barred nor among `all`, to which they are added.
    pub(super) fn step(&self, ring: &[u64], all: &mut [u64], barred: Option<&[u64]>) -> Cells {
        let mut next = self.near(ring);
        for (i, word) in next.iter_mut().enumerate() {
            *word &= !all[i] & !barred.map_or(0, |barred| barred[i]);
            all[i] |= *word;
        }
        next
    }

    /// The cells reached from one in up to `most` steps over cells that are not `barred`, which that one may be.
    /// A line that is long enough gets to a cell by detours too; where steps change the colour only in a number
    /// of steps of the right parity.
    pub(super) fn rings(&self, from: Cell, most: u32, barred: Option<&[u64]>) -> DistanceLayers {
        let mut all = self.none();
        bits::insert(&mut all, from);
        let mut ring = all.clone();
        let parity = |d: u32| {
            let [black, white] = self.colours.as_ref()?;
            Some(if bits::has(black, from) == d.is_multiple_of(2) { black } else { white })
        };
        let mut exact = Vec::with_capacity((most as usize + 1).min(16) * self.words);
        exact.extend_from_slice(&all);
        let mut over = 0;
        for d in 1..=most {
            ring = self.step(&ring, &mut all, barred);
            match parity(d) {
                Some(colour) => exact.extend(all.iter().zip(colour).map(|(a, b)| a & b)),
                None => exact.extend_from_slice(&all),
            }
            over += u32::from(ring.iter().all(|&word| word == 0));
            if over == 2 {
                break;
            }
        }
        DistanceLayers { words: self.words, exact, all }
    }
}
