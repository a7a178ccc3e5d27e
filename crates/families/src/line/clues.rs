//! Numbers of a hidato that separate its line from every other.

use super::{Hidato, Line};
use crate::chosen::{self, Choice, ClueTargets, Filling};
use crate::ground;
use clew_engine::structures::UnionFind;
use clew_puzzle::puzzle::family::{Request, Symmetry, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Board, Cell, Puzzle};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Numbers whose cells are exchanged or put elsewhere lie at most so far apart in a small change that goes on along the
/// line.
const NEAR: usize = 9;

/// The clues that may be given.
#[derive(Clone, Default)]
pub(super) struct Clues {
    /// Share of the cells that are given at first, 0 to 1; `None`: only the needed ones are given in the end.
    pub density: Option<f64>,
    pub minimal: bool,
    pub symmetry: Option<Symmetry>,
    pub givens: Option<u32>,
    pub no_runs: bool,
    pub free_ends: bool,
    /// Per cell whether it is given; nothing else is.
    pub pattern: Option<Vec<bool>>,
    /// Per cell whether it stays given.
    pub fixed: Option<Vec<bool>>,
}

impl Clues {
    pub(super) fn new(request: &Request) -> Clues {
        Clues {
            density: request.density,
            minimal: request.minimal,
            symmetry: request.symmetry,
            givens: request.givens,
            no_runs: request.no_runs,
            free_ends: request.free_ends,
            pattern: None,
            fixed: None,
        }
    }

    /// Whether the requested count of numbers can be given on this board.
    ///
    /// # Errors
    /// The reason, if it cannot.
    pub(super) fn fit(&self, board: &Board) -> Result<(), String> {
        let Some(givens) = self.givens else { return Ok(()) };
        let (cells, least) = (board.len(), if self.free_ends { 1 } else { 2 });
        if !(least..=cells).contains(&(givens as usize)) {
            return Err(if self.free_ends {
                format!("of a hidato with {cells} cells from 1 to {cells} numbers are given")
            } else {
                format!(
                    "of a hidato with {cells} cells the first and the last number are given, so from 2 to \
                     {cells} numbers"
                )
            });
        }
        if !chosen::can_have(&orbits(board, self.symmetry), givens as usize) {
            return Err(format!(
                "numbers in groups that the symmetry exchanges are never {givens} here"
            ));
        }
        Ok(())
    }
}

/// Cells that a symmetry takes to each other, a group each; every cell alone if there is none.
fn orbits(board: &Board, symmetry: Option<Symmetry>) -> Vec<Vec<Cell>> {
    chosen::orbits(board.len() as u32, &|c| ground::image(board, c, symmetry?))
}

/// A line whose numbers are to be given, in groups.
struct Numbered<'a> {
    board: &'a Board,
    numbers: &'a [u32],
    /// The cell of each number, from 1; that of 0 means nothing.
    at: Vec<Cell>,
    orbits: Vec<Vec<Cell>>,
    /// Per cell its group.
    orbit_of: Vec<u32>,
    no_runs: bool,
}

impl Filling for Numbered<'_> {
    fn puzzle(&self, given: &[bool]) -> Puzzle {
        Puzzle::from(Hidato(self.line(given)))
    }

    /// Runs of numbers that stand elsewhere, joined where one stands on the cells of another: each such group of runs
    /// is a change that leaves a line.
    fn apart(&self, other: &Answer) -> Vec<Vec<u32>> {
        let Answer::Line(other) = other else { return Vec::new() };
        let n = self.numbers.len();
        let mut there = vec![0; n + 1];
        (0..).zip(other).for_each(|(c, &k)| there[k as usize] = c);
        let differs = |k: usize| self.at[k] != there[k];
        // Per number the first number of its run.
        let mut run = vec![0u32; n + 1];
        for k in (1..=n).filter(|&k| differs(k)) {
            run[k] = if k > 1 && differs(k - 1) { run[k - 1] } else { k as u32 };
        }
        let mut together = UnionFind::new(n as u32 + 1);
        for k in (1..=n).filter(|&k| differs(k)) {
            together.join(run[k], run[self.numbers[there[k] as usize] as usize]);
        }
        let mut sets: std::collections::BTreeMap<u32, Vec<u32>> = std::collections::BTreeMap::new();
        for k in (1..=n).filter(|&k| differs(k)) {
            let group = together.root(run[k]);
            sets.entry(group).or_default().push(self.orbit_of[self.at[k] as usize]);
        }
        sets.into_values().collect()
    }

    fn numbers(&self, item: usize) -> usize {
        self.orbits[item].len()
    }

    /// Whether three numbers that follow each other would be given.
    fn is_ugly(&self, item: usize, given: &[bool]) -> bool {
        let is_given = |k: u32| self.is_given_with(k, item, given);
        self.orbits[item].iter().any(|&c| {
            let k = self.numbers[c as usize];
            let (before, after) = (is_given(k - 1), is_given(k + 1));
            before && after || before && k > 1 && is_given(k - 2) || after && is_given(k + 2)
        })
    }

    fn may_join(&self, item: usize, given: &[bool]) -> bool {
        let is_given = |k: u32| self.is_given_with(k, item, given);
        let alone = |c: &Cell| {
            let k = self.numbers[*c as usize];
            !is_given(k - 1) && !is_given(k + 1)
        };
        !self.no_runs || self.orbits[item].iter().all(alone)
    }
}

impl Numbered<'_> {
    /// Whether a number is given if an item is given in addition to the given ones; 0 is no number.
    fn is_given_with(&self, k: u32, item: usize, given: &[bool]) -> bool {
        let cell = self.at.get(k as usize).filter(|_| k > 0);
        cell.is_some_and(|&c| {
            let orbit = self.orbit_of[c as usize] as usize;
            orbit == item || given[orbit]
        })
    }

    fn line(&self, given: &[bool]) -> Line {
        let number = |(c, &k): (usize, &u32)| given[self.orbit_of[c] as usize].then_some(k);
        let given = self.numbers.iter().enumerate().map(number).collect();
        Line { board: self.board.clone(), given }
    }

    fn near(&self, k: usize, l: usize) -> bool {
        let n = self.numbers.len();
        k < 1
            || l < 1
            || k > n
            || l > n
            || self.board.edge_between(self.at[k], self.at[l]).is_some()
    }

    /// Sets of small changes that leave a line: two cells exchanged, a short piece turned round, a cell put between
    /// two others not far off. None on boards with marks, which they would have to obey.
    fn small_changes(&self) -> Vec<Vec<u32>> {
        let mut sets = Vec::new();
        if !self.board.links().is_empty() {
            return sets;
        }
        let n = self.numbers.len();
        let set = |numbers: &mut dyn Iterator<Item = usize>| -> Vec<u32> {
            numbers.map(|k| self.orbit_of[self.at[k] as usize]).collect()
        };
        for k in 1..=n {
            // Exchanged with a number whose cell is near the one before.
            let around = self.board.neighbours(self.at[if k > 1 { k - 1 } else { k + 1 }.min(n)]);
            for l in
                around.iter().map(|&c| self.numbers[c as usize] as usize).filter(|&l| l > k + 1)
            {
                let fits = self.near(k - 1, l)
                    && (l == k + 2 || self.near(l, k + 1) && self.near(l - 1, k))
                    && (l != k + 2 || self.near(l, k + 1) && self.near(k + 1, k))
                    && self.near(k, l + 1);
                if fits {
                    sets.push(set(&mut [k, l].into_iter()));
                }
            }
            for l in k + 1..=(k + NEAR).min(n) {
                if self.near(k - 1, l) && self.near(k, l + 1) {
                    let middle = (k + l) % 2 == 0;
                    sets.push(set(&mut (k..=l).filter(|&i| !middle || 2 * i != k + l)));
                }
                // The cell of k behind that of l, or the cell of l in front of that of k.
                if self.near(k - 1, k + 1) && self.near(l, k) && self.near(k, l + 1) && l > k + 1 {
                    sets.push(set(&mut (k..=l)));
                }
                if self.near(l - 1, l + 1) && self.near(k - 1, l) && self.near(l, k) && l > k + 1 {
                    sets.push(set(&mut (k..=l)));
                }
            }
        }
        sets
    }
}

/// The hidato on this board whose only solution is `numbers`, with clues as requested; `None` if there are none for
/// this line.
pub(super) fn give(
    clues: &Clues,
    board: &Board,
    numbers: &[u32],
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Line> {
    let n = numbers.len();
    let orbits = orbits(board, clues.symmetry);
    let orbit_of = chosen::orbit_of(&orbits, n);
    let mut at = vec![0; n + 1];
    (0..).zip(numbers).for_each(|(c, &k)| at[k as usize] = c);
    let filling = Numbered { board, numbers, at, orbits, orbit_of, no_runs: clues.no_runs };
    let items = filling.orbits.len();
    let any = |cells: &Vec<bool>| -> Vec<bool> {
        filling.orbits.iter().map(|orbit| orbit.iter().any(|&c| cells[c as usize])).collect()
    };
    let allowed = clues.pattern.as_ref().map_or(vec![true; items], any);
    let mut fixed = match (&clues.pattern, &clues.fixed) {
        (Some(pattern), _) => any(pattern),
        (None, Some(cells)) => any(cells),
        (None, None) => vec![false; items],
    };
    let mut last = Vec::new();
    if !clues.free_ends {
        for k in [1, n] {
            let end = filling.orbit_of[filling.at[k] as usize] as usize;
            if !allowed[end] || (!fixed[end] && !filling.may_join(end, &fixed)) {
                return None;
            }
            // Without redundant givens the ends are not given for their own sake.
            if clues.minimal && !fixed[end] {
                last.push(end);
            }
            fixed[end] = true;
        }
    }
    let density = clues.density.unwrap_or(0.0);
    let first = (0..items as u32).filter(|_| rng.random_bool(density)).collect();
    let wishes = ClueTargets {
        allowed,
        fixed,
        last,
        first,
        reduce: clues.density.is_none(),
        minimal: clues.minimal,
        givens: clues.givens.map(|givens| givens as usize),
        most_signs: None,
        numbers_ease: true,
        signs: 0.0,
        stride: 0,
    };
    let sets = filling.small_changes();
    let given = Choice::made(&filling, wishes, sets, rng, judge)?;
    Some(filling.line(&given))
}
