//! Other squares near a given one, by switching cycles.
//!
//! Where two rows are compared, each place leads to the one where the first row has the value that the second has here;
//! the places fall into cycles, and the two rows can be exchanged along any one of them. The same goes for two columns,
//! and for two values (their places in each row). So a second solution is often found next to the first without any
//! search: whenever some cycle meets no given.
//!
//! Source: I. M. Wanless, "Cycle switches in Latin squares", 2004.

/// For each view, which of row (0), column (1) and value (2) is compared, which is the place, and which is exchanged.
const VIEWS: [[usize; 3]; 3] = [[0, 1, 2], [1, 0, 2], [2, 0, 1]];

/// Squares that differ from one by a cycle, one after the other.
pub(super) struct Switches {
    n: usize,
    /// The square, values from 1.
    square: Vec<u32>,
    /// Per cell whether it may change.
    open: Vec<bool>,
    /// The view and the pair of lines that come next, and the squares found for the last pair.
    view: usize,
    pair: (usize, usize),
    /// Per line of this view and place its entry.
    lines: Vec<u32>,
    ready: Vec<Vec<u32>>,
}

impl Switches {
    /// The squares near this one, with changes in open cells only.
    pub fn new(n: u32, square: Vec<u32>, open: Vec<bool>) -> Switches {
        let n = n as usize;
        let mut switches = Switches {
            n,
            square,
            open,
            view: 0,
            pair: (0, 1),
            lines: Vec::new(),
            ready: Vec::new(),
        };
        switches.look();
        switches
    }

    /// Lists the lines of the view.
    fn look(&mut self) {
        let n = self.n;
        self.lines = vec![0; n * n];
        for (cell, &value) in self.square.iter().enumerate() {
            let whole = [cell / n, cell % n, value as usize - 1];
            let [line, place, entry] = VIEWS[self.view].map(|i| whole[i]);
            self.lines[line * n + place] = entry as u32;
        }
    }

    /// Whether there is nothing left to try.
    pub fn is_over(&self) -> bool {
        self.ready.is_empty() && self.view == VIEWS.len()
    }

    /// The next square, or `None` if a pair of lines has none: call it again unless it is over. Time: linear in the
    /// order, and for a square linear in its cells.
    pub fn next(&mut self) -> Option<Vec<u32>> {
        if let Some(square) = self.ready.pop() {
            return Some(square);
        }
        if self.view < VIEWS.len() {
            if self.pair.1 < self.n {
                self.compare();
            }
            self.pair.1 += 1;
            if self.pair.1 >= self.n {
                self.pair = (self.pair.0 + 1, self.pair.0 + 2);
            }
            if self.pair.1 >= self.n {
                (self.view, self.pair) = (self.view + 1, (0, 1));
                if self.view < VIEWS.len() {
                    self.look();
                }
            }
        }
        self.ready.pop()
    }

    /// Exchanges a pair of lines along each cycle that may change.
    fn compare(&mut self) {
        let n = self.n;
        let [a, b] = [self.pair.0, self.pair.1].map(|line| &self.lines[line * n..(line + 1) * n]);
        let mut place_of = vec![0; n];
        (0..n).for_each(|place| place_of[a[place] as usize] = place);
        let mut seen = vec![false; n];
        for start in 0..n {
            let mut cycle = Vec::new();
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                cycle.push(at);
                at = place_of[b[at] as usize];
            }
            let triples = cycle.iter().flat_map(|&place| {
                [(self.pair.0, b[place]), (self.pair.1, a[place])].map(|(line, entry)| {
                    let mut whole = [0; 3];
                    let parts = [line, place, entry as usize];
                    VIEWS[self.view].iter().zip(parts).for_each(|(&i, part)| whole[i] = part);
                    whole
                })
            });
            if cycle.is_empty() || !triples.clone().all(|[row, col, _]| self.open[row * n + col]) {
                continue;
            }
            let mut square = self.square.clone();
            for [row, col, value] in triples {
                square[row * n + col] = value as u32 + 1;
            }
            self.ready.push(square);
        }
    }
}
