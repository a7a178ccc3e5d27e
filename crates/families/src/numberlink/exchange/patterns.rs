//! The patterns of the normal form: minimal sets of edges of a small window for which a lesser set can
//! be exchanged (head of `exchange`).
//!
//! They are made by enumeration: all sets of edges of a window without loops in which no cell has more than two
//! edges fall into classes of equal degrees and equal joined ends. All but the least set of a class
//! are forbidden; those that contain no smaller forbidden set, of their own window or of a smaller one,
//! are the patterns. There are about a hundred.

use crate::numberlink::Numberlink;
use crate::numberlink::turns::{self, DOWN, NONE, RIGHT};
use clew_engine::kernel::{Bools, Lit, Model};
use clew_puzzle::puzzle::{BuildError, BuildOptions};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// Rows and columns of the windows, the smaller ones first.
const SIZES: [(u32, u32); 5] = [(2, 3), (3, 2), (3, 3), (3, 4), (4, 3)];
/// Cells of a board up to which it gets all patterns; beyond it gets those of the smallest windows, so
/// that no board has more than some hundred thousand clauses.
const ALL_PATTERNS: usize = 4_000;
/// The most edges of a pattern of the smallest windows.
const FEW_EDGES: usize = 4;
/// Cells between two checks of the limits.
const POLL_INTERVAL: u32 = 64;

/// An edge of a window: whether it leads down (else to the right), its row and column.
pub(super) type Step = (bool, u32, u32);

/// A set of edges that a solution in normal form does not contain, wherever the other set is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Pattern {
    /// The forbidden edges, in reading order.
    pub on: Vec<Step>,
    /// The set of edges that can replace them.
    pub instead: Vec<Step>,
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(generate);

/// All patterns, those with few edges first.
pub(super) fn patterns() -> &'static [Pattern] {
    &PATTERNS
}

/// Adds the clauses to a model; edge e is the Boolean `edges + e`.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(in super::super) fn post(
    puzzle: &Numberlink,
    model: &mut Model,
    edges: Bools,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let board = &puzzle.board;
    let around = turns::edges_around(board);
    let all = board.len() <= ALL_PATTERNS;
    let wanted = |p: &&Pattern| all || p.on.len() <= FEW_EDGES;
    let used: Vec<&Pattern> = patterns().iter().filter(wanted).collect();
    let (rows, cols) = board.size();
    let (mut count, mut at) = (0, 0);
    for top in 0..rows {
        for left in 0..cols {
            if at % POLL_INTERVAL == 0 {
                options.check_interrupt()?;
            }
            at += 1;
            let edge = |&(down, r, c): &Step| {
                let cell = board.cell_at(top + r, left + c)?;
                let e = around[cell as usize][if down { DOWN } else { RIGHT }];
                (e != NONE).then_some(e)
            };
            for pattern in &used {
                let on: Option<Vec<u32>> = pattern.on.iter().map(edge).collect();
                let instead = pattern.instead.iter().all(|step| edge(step).is_some());
                let (Some(on), true) = (on, instead) else { continue };
                let clause: Vec<Lit> = on.iter().map(|&e| edges.at(e).neg()).collect();
                if model.engine.add_clause(&clause).is_err() {
                    model.infeasible = true;
                }
                count += 1;
            }
        }
    }
    model.says("no exchange for a lesser set of edges in a small window", count);
    Ok(())
}

fn generate() -> Vec<Pattern> {
    let mut found: Vec<Pattern> = Vec::new();
    for (rows, cols) in SIZES {
        let window = Window::new(rows, cols);
        let mut forbidden = window.forbidden(&window.known(&found));
        // Fewer edges first, then in a fixed order.
        forbidden.sort_unstable_by_key(|&(set, _)| (set.count_ones(), set));
        let mut minimal: Vec<u32> = Vec::new();
        for (set, least) in forbidden {
            let holds = |small: &u32| set & small == *small;
            if minimal.iter().any(holds) {
                continue;
            }
            minimal.push(set);
            found.push(window.pattern(set, least));
        }
    }
    found.sort_by_key(|pattern| pattern.on.len());
    found
}

/// The edges of a window in reading order; a set of them is a mask.
struct Window {
    rows: u32,
    cols: u32,
    steps: Vec<Step>,
    /// Their two cells.
    ends: Vec<[usize; 2]>,
}

/// The common part of two exchangeable sets: per cell its degree and, at the end of a piece, the other end, six bits
/// together. Windows have at most twelve cells.
type Class = u128;

/// Degrees, or other ends, of the cells of a window: four bits each.
#[derive(Clone, Copy)]
struct Nibbles(u64);

impl Nibbles {
    fn at(self, cell: usize) -> usize {
        (self.0 >> (4 * cell) & 15) as usize
    }

    fn with(self, cell: usize, value: usize) -> Nibbles {
        Nibbles(self.0 & !(15 << (4 * cell)) | (value as u64) << (4 * cell))
    }
}

impl Window {
    fn new(rows: u32, cols: u32) -> Window {
        let mut steps = Vec::new();
        for r in 0..rows {
            for c in 0..cols {
                steps.extend((c + 1 < cols).then_some((false, r, c)));
                steps.extend((r + 1 < rows).then_some((true, r, c)));
            }
        }
        let cell = |r: u32, c: u32| (r * cols + c) as usize;
        let ends = steps.iter().map(|&(down, r, c)| {
            let next = if down { cell(r + 1, c) } else { cell(r, c + 1) };
            [cell(r, c), next]
        });
        Window { rows, cols, ends: ends.collect(), steps }
    }

    /// All sets that have a lesser one and contain none of the known patterns, with the least. A set
    /// that contains one is no minimal pattern, and not the least of its class either.
    fn forbidden(&self, known: &[u32]) -> Vec<(u32, u32)> {
        let mut classes = Classes {
            window: self,
            known: vec![Vec::new(); self.steps.len()],
            sets: FxHashMap::default(),
        };
        for &pattern in known {
            classes.known[pattern.ilog2() as usize].push(pattern);
        }
        let cells = 0..self.cells();
        let other = cells.fold(Nibbles(0), |other, cell| other.with(cell, cell));
        classes.collect(0, 0, Nibbles(0), other);
        let mut forbidden = Vec::new();
        for sets in classes.sets.into_values() {
            // The first edge is the lowest bit; of two sets the one without the lowest that differs is
            // less.
            let least = sets.iter().copied().min_by_key(|set| set.reverse_bits());
            let least = least.expect("a class has a member");
            forbidden.extend(sets.into_iter().filter(|&set| set != least).map(|set| (set, least)));
        }
        forbidden
    }

    fn cells(&self) -> usize {
        (self.rows * self.cols) as usize
    }

    /// The patterns at every place of this window where they fit, as masks.
    fn known(&self, found: &[Pattern]) -> Vec<u32> {
        let index: FxHashMap<Step, usize> =
            self.steps.iter().enumerate().map(|(i, &step)| (step, i)).collect();
        let mut masks = FxHashSet::default();
        for pattern in found {
            for top in 0..self.rows {
                for left in 0..self.cols {
                    let bit = |&(down, r, c): &Step| index.get(&(down, r + top, c + left));
                    let bits = |steps: &[Step]| -> Option<u32> {
                        steps.iter().try_fold(0, |mask, step| Some(mask | 1 << bit(step)?))
                    };
                    if let (Some(on), Some(_)) = (bits(&pattern.on), bits(&pattern.instead)) {
                        masks.insert(on);
                    }
                }
            }
        }
        masks.into_iter().collect()
    }

    fn pattern(&self, on: u32, instead: u32) -> Pattern {
        let steps = |set: u32| -> Vec<Step> {
            (0..self.steps.len()).filter(|i| set >> i & 1 == 1).map(|i| self.steps[i]).collect()
        };
        let (on, instead) = (steps(on), steps(instead));
        let all = || on.iter().chain(&instead);
        let top = all().map(|step| step.1).min().unwrap_or(0);
        let left = all().map(|step| step.2).min().unwrap_or(0);
        let moved =
            |steps: &[Step]| steps.iter().map(|&(down, r, c)| (down, r - top, c - left)).collect();
        Pattern { on: moved(&on), instead: moved(&instead) }
    }
}

/// The sets of edges of a window by their classes.
struct Classes<'a> {
    window: &'a Window,
    /// Sets that none of these may contain, by their last edge.
    known: Vec<Vec<u32>>,
    sets: FxHashMap<Class, Vec<u32>>,
}

impl Classes<'_> {
    /// Decides edge after edge. `other`: per end of a piece its other end.
    fn collect(&mut self, edge: usize, set: u32, degree: Nibbles, other: Nibbles) {
        let Some(&[a, b]) = self.window.ends.get(edge) else {
            let class = (0..self.window.cells()).fold(0, |class: Class, c| {
                let d = degree.at(c);
                let end = if d == 1 { other.at(c) } else { 0 };
                class << 6 | (d << 4 | end) as Class
            });
            self.sets.entry(class).or_default().push(set);
            return;
        };
        self.collect(edge + 1, set, degree, other);
        let (at_a, at_b) = (degree.at(a), degree.at(b));
        let set = set | 1 << edge;
        let is_known = |&pattern: &u32| set & pattern == pattern;
        if at_a < 2 && at_b < 2 && other.at(a) != b && !self.known[edge].iter().any(is_known) {
            let joined = other.with(other.at(a), other.at(b)).with(other.at(b), other.at(a));
            let degree = degree.with(a, at_a + 1).with(b, at_b + 1);
            self.collect(edge + 1, set, degree, joined);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The domino: a piece of two cells goes from one path to the other.
    #[test]
    fn the_smallest_patterns_are_dominoes() {
        let few: Vec<&Pattern> = patterns().iter().filter(|p| p.on.len() <= 4).collect();
        let (right, down) = (false, true);
        let upright = Pattern {
            on: vec![(right, 0, 0), (right, 1, 0), (down, 1, 0), (down, 1, 1)],
            instead: vec![(down, 0, 0), (down, 0, 1), (right, 1, 0), (right, 2, 0)],
        };
        let lying = Pattern {
            on: vec![(right, 0, 0), (down, 0, 1), (down, 0, 2), (right, 1, 0)],
            instead: vec![(down, 0, 0), (right, 0, 1), (down, 0, 1), (right, 1, 1)],
        };
        assert_eq!(few.len(), 2, "{few:?}");
        assert!(few.contains(&&upright) && few.contains(&&lying), "{few:?}");
    }

    /// The number of patterns equals the count over the classes of all windows, and each pattern has the claimed
    /// properties.
    #[test]
    fn patterns_can_be_exchanged_and_are_minimal() {
        assert_eq!(patterns().len(), 100);
        for pattern in patterns() {
            let window = Window::new(4, 4);
            let mask = |steps: &[Step]| -> u32 {
                let bit = |s: &Step| window.steps.iter().position(|t| t == s).expect("it fits");
                steps.iter().map(|s| 1 << bit(s)).sum()
            };
            let (on, instead) = (mask(&pattern.on), mask(&pattern.instead));
            let lowest = (on ^ instead).trailing_zeros();
            assert_eq!(on >> lowest & 1, 1, "the other set is less: {pattern:?}");
            assert_eq!(class(&window, on), class(&window, instead), "{pattern:?}");
            for other in patterns().iter().filter(|other| other.on.len() < pattern.on.len()) {
                assert_ne!(mask(&other.on) & on, mask(&other.on), "{other:?} in {pattern:?}");
            }
        }
    }

    /// Degrees and joined ends, found by walking.
    fn class(window: &Window, set: u32) -> Vec<Option<usize>> {
        let n = 16;
        let mut next = vec![Vec::new(); n];
        for (i, &[a, b]) in window.ends.iter().enumerate() {
            if set >> i & 1 == 1 {
                next[a].push(b);
                next[b].push(a);
            }
        }
        (0..n)
            .map(|c| {
                assert!(next[c].len() <= 2);
                if next[c].len() != 1 {
                    return (next[c].len() == 2).then_some(n);
                }
                let (mut before, mut here) = (c, next[c][0]);
                while let Some(&on) = next[here].iter().find(|&&q| q != before) {
                    (before, here) = (here, on);
                }
                Some(here)
            })
            .collect()
    }
}
