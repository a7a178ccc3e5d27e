//! Numbers and signs of a futoshiki that separate its square from every other.

use super::Futoshiki;
use super::gaps::neighbours;
use super::spec::{Marks, SquareSpec};
use crate::chosen::{self, Choice, ClueTargets, Filling};
use clew_engine::structures::UnionFind;
use clew_puzzle::puzzle::family::{Symmetry, UniquenessOracle};
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Answer, Gap, Puzzle};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// Share of the choices between a sign and a number that a sign wins.
const SIGNS: f64 = 0.8;

/// Larger squares with hardly more clues than they need take many seconds each to be judged.
pub(super) const SPARSE: u32 = 12;
/// Share of the pairs with a sign at first in such squares, unless the request gives one.
const DENSE: f64 = 0.4;
/// In such squares, one more clue is given for this many clues that separate another solution from the wanted one.
const STRIDE: usize = 24;

/// The signs between all neighbouring cells, smaller cell first, in reading order of the pairs.
pub(super) fn all_signs(n: u32, values: &[u32]) -> Vec<[u32; 2]> {
    let mut less = Vec::new();
    for r in 0..n {
        for c in 0..n {
            let here = r * n + c;
            for there in [(c + 1 < n).then_some(here + 1), (r + 1 < n).then_some(here + n)] {
                let Some(there) = there else { continue };
                let up = values[here as usize] < values[there as usize];
                less.push(if up { [here, there] } else { [there, here] });
            }
        }
    }
    less
}

/// The differences of neighbours that a dot stands for, or the lack of one.
fn all_dots(n: u32, values: &[u32]) -> Vec<Gap> {
    let differ = |&cells: &[u32; 2]| {
        let [x, y] = cells.map(|c| values[c as usize]);
        x.abs_diff(y) == 1
    };
    neighbours(n).map(|cells| Gap { cells, by: 1, is: differ(&cells) }).collect()
}

/// The marks that may stand between cells, one clue per pair of neighbours.
fn all_marks(marks: Marks, n: u32, values: &[u32], rng: &mut ChaCha8Rng) -> Vec<Mark> {
    let by = |[a, b]: [u32; 2]| values[a as usize].abs_diff(values[b as usize]);
    let mark = |sign: [u32; 2]| match marks {
        Marks::Differences if rng.random_bool(0.5) => {
            let cells = [sign[0].min(sign[1]), sign[0].max(sign[1])];
            Mark::Gap(Gap { cells, by: by(sign), is: true })
        }
        _ => Mark::Less(sign),
    };
    match marks {
        Marks::Dots => Vec::new(),
        Marks::Signs | Marks::Differences => all_signs(n, values).into_iter().map(mark).collect(),
    }
}

/// A mark between two cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Mark {
    Less([u32; 2]),
    Gap(Gap),
}

impl Mark {
    fn cells(self) -> [u32; 2] {
        match self {
            Mark::Less(cells) => cells,
            Mark::Gap(gap) => gap.cells,
        }
    }

    /// Whether it is true of these numbers in its cells.
    fn allows(self, x: u32, y: u32) -> bool {
        match self {
            Mark::Less(_) => x < y,
            Mark::Gap(gap) => gap.allows(x, y),
        }
    }
}

/// A square whose numbers and marks are to be given: first groups of cells, then groups of marks.
struct Square<'a> {
    n: u32,
    truth: &'a [u32],
    orbits: Vec<Vec<u32>>,
    /// Per cell its group.
    orbit_of: Vec<u32>,
    marks: Vec<Mark>,
    /// Per mark its group.
    group_of_mark: Vec<u32>,
    /// Per cell the marks at it.
    marks_at: Vec<Vec<u32>>,
    /// The gaps that are always given.
    dots: Vec<Gap>,
}

impl Filling for Square<'_> {
    fn puzzle(&self, given: &[bool]) -> Puzzle {
        Puzzle::from(self.square(given))
    }

    /// Cells with another value, joined where the value of one occurs at the other in the same row or column, and where
    /// a sign compares them: each such group is a change that leaves a square, regardless of the given signs.
    fn apart(&self, other: &Answer) -> Vec<Vec<u32>> {
        let Answer::Square(other) = other else { return Vec::new() };
        let n = self.n as usize;
        let differ: Vec<usize> = (0..n * n).filter(|&i| other[i] != self.truth[i]).collect();
        let mut together = UnionFind::new((n * n) as u32);
        // Per line and value the cell that has it here.
        let mut in_row = vec![0u32; n * (n + 1)];
        let mut in_column = in_row.clone();
        for &i in &differ {
            in_row[i / n * (n + 1) + self.truth[i] as usize] = i as u32;
            in_column[i % n * (n + 1) + self.truth[i] as usize] = i as u32;
        }
        for &i in &differ {
            together.join(i as u32, in_row[i / n * (n + 1) + other[i] as usize]);
            together.join(i as u32, in_column[i % n * (n + 1) + other[i] as usize]);
        }
        let dots = self.dots.iter().copied().map(Mark::Gap);
        for mark in self.marks.iter().copied().chain(dots) {
            let [a, b] = mark.cells().map(|c| c as usize);
            if other[a] != self.truth[a] && other[b] != self.truth[b] {
                // A mark that both changes together satisfy must not be broken by one of them alone.
                let both = mark.allows(other[a], other[b]);
                let either =
                    mark.allows(other[a], self.truth[b]) && mark.allows(self.truth[a], other[b]);
                if both && !either {
                    together.join(a as u32, b as u32);
                }
            }
        }
        let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &i in &differ {
            groups.entry(together.root(i as u32)).or_default().push(i);
        }
        let changes = groups.into_values();
        changes.filter_map(|cells| self.set(cells.iter().map(|&i| (i, other[i])))).collect()
    }

    fn numbers(&self, item: usize) -> usize {
        self.orbits.get(item).map_or(0, Vec::len)
    }
}

impl Square<'_> {
    fn square(&self, given: &[bool]) -> Futoshiki {
        let number = |(c, &v): (usize, &u32)| given[self.orbit_of[c] as usize].then_some(v);
        let (mut less, mut gaps) = (Vec::new(), self.dots.clone());
        let marks = self.marks.iter().zip(&self.group_of_mark);
        let is_given = |group: u32| given[self.orbits.len() + group as usize];
        for (&mark, _) in marks.filter(|&(_, &group)| is_given(group)) {
            match mark {
                Mark::Less(sign) => less.push(sign),
                Mark::Gap(gap) => gaps.push(gap),
            }
        }
        // In the order in which readers keep them, so that the puzzle equals itself written and read.
        less.sort_unstable();
        gaps.sort_unstable();
        let given = self.truth.iter().enumerate().map(number).collect();
        Futoshiki { n: self.n, given, less, gaps }
    }

    /// The items that contradict a change of these cells: their numbers, and the marks that it breaks. `None` if it
    /// breaks a gap that is always given.
    fn set(&self, change: impl Iterator<Item = (usize, u32)>) -> Option<Vec<u32>> {
        let change: BTreeMap<usize, u32> = change.collect();
        let now = |c: u32| change.get(&(c as usize)).copied().unwrap_or(self.truth[c as usize]);
        let allowed = |mark: Mark| {
            let [x, y] = mark.cells().map(now);
            mark.allows(x, y)
        };
        if !self.dots.iter().all(|&dot| allowed(Mark::Gap(dot))) {
            return None;
        }
        let mut set: Vec<u32> = change.keys().map(|&c| self.orbit_of[c]).collect();
        let mut marks: Vec<u32> = change.keys().flat_map(|&c| &self.marks_at[c]).copied().collect();
        marks.sort_unstable();
        marks.dedup();
        let broken = marks.into_iter().filter(|&m| !allowed(self.marks[m as usize]));
        let group = |m: u32| self.group_of_mark[m as usize];
        set.extend(broken.map(|m| self.orbits.len() as u32 + group(m)));
        Some(set)
    }

    /// Sets of small changes: two rows, or two columns, exchanged along a cycle of the permutation that takes one to
    /// the other; two values exchanged along a cycle of the cells that have them.
    fn small_changes(&self) -> Vec<Vec<u32>> {
        let n = self.n as usize;
        let mut sets = Vec::new();
        // A Latin square is triples of a row, a column and a value; each may play the part of another.
        for roles in 0..3 {
            let cell = |line: usize, place: usize, value: usize| match roles {
                0 => (line * n + place, value as u32 + 1),
                1 => (place * n + line, value as u32 + 1),
                _ => (place * n + value, line as u32 + 1),
            };
            // Per line and place its value; per line and value its place.
            let (mut value, mut place) = (vec![0; n * n], vec![0; n * n]);
            for (i, &v) in self.truth.iter().enumerate() {
                let (r, c, v) = (i / n, i % n, v as usize - 1);
                let (line, at, is) = [(r, c, v), (c, r, v), (v, r, c)][roles];
                value[line * n + at] = is;
                place[line * n + is] = at;
            }
            for a in 0..n {
                for b in a + 1..n {
                    let mut seen = vec![false; n];
                    for first in 0..n {
                        let (mut at, mut cycle) = (first, Vec::new());
                        while !std::mem::replace(&mut seen[at], true) {
                            cycle.push(at);
                            at = place[a * n + value[b * n + at]];
                        }
                        if cycle.is_empty() || 2 * cycle.len() > n {
                            continue;
                        }
                        let change = cycle.iter().flat_map(|&at| {
                            [cell(a, at, value[b * n + at]), cell(b, at, value[a * n + at])]
                        });
                        sets.extend(self.set(change));
                    }
                }
            }
        }
        sets
    }
}

/// Cells of a square of this order that a symmetry takes to each other, a group each.
pub(super) fn orbits(n: u32, symmetry: Option<Symmetry>) -> Vec<Vec<u32>> {
    chosen::orbits(n * n, &|c| {
        let (r, k) = symmetry?.image((n, n), (c / n, c % n));
        Some(r * n + k)
    })
}

/// Per mark the number of its group, and how many groups there are: marks whose places a symmetry takes to each other,
/// or each mark by itself.
fn mark_groups(n: u32, symmetry: Option<Symmetry>, marks: &[Mark]) -> (Vec<u32>, usize) {
    let place = |mark: &Mark| {
        let [a, b] = mark.cells();
        [a.min(b), a.max(b)]
    };
    let at: BTreeMap<[u32; 2], u32> = (0..).zip(marks).map(|(m, mark)| (place(mark), m)).collect();
    let image = |m: u32| {
        let to = |c: u32| {
            let (r, k) = symmetry?.image((n, n), (c / n, c % n));
            Some(r * n + k)
        };
        let [a, b] = place(&marks[m as usize]).map(to);
        let (a, b) = (a?, b?);
        at.get(&[a.min(b), a.max(b)]).copied()
    };
    let groups = chosen::orbits(marks.len() as u32, &image);
    (chosen::orbit_of(&groups, marks.len()), groups.len())
}

/// The futoshiki whose only solution is the Latin square `truth`, with clues as requested; `None` if there are none for
/// this square.
pub(super) fn give(
    spec: &SquareSpec,
    truth: &[u32],
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Futoshiki> {
    give_keeping(spec, truth, &Kept::default(), rng, judge)
}

/// The clues that stay given.
#[derive(Default)]
pub(super) struct Kept {
    /// Per cell whether its number does; none if it is empty.
    pub numbers: Vec<bool>,
    /// Signs and differences.
    pub marks: Vec<Mark>,
    /// No other signs are given.
    pub only_numbers: bool,
}

/// Like `give`, with the clues that stay.
pub(super) fn give_keeping(
    spec: &SquareSpec,
    truth: &[u32],
    kept: &Kept,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Futoshiki> {
    let n = spec.n;
    let mut marks = all_marks(spec.marks, n, truth, rng);
    if !kept.marks.is_empty() {
        let pair = |mark: &Mark| {
            let [a, b] = mark.cells();
            [a.min(b), a.max(b)]
        };
        let taken: BTreeSet<[u32; 2]> = kept.marks.iter().map(pair).collect();
        marks.retain(|mark| !kept.only_numbers && !taken.contains(&pair(mark)));
    }
    let others = marks.len();
    marks.extend(&kept.marks);
    let dots = if spec.marks == Marks::Dots { all_dots(n, truth) } else { Vec::new() };
    let orbits = orbits(n, spec.symmetry);
    let orbit_of = chosen::orbit_of(&orbits, truth.len());
    let mut marks_at = vec![Vec::new(); truth.len()];
    for (m, mark) in (0..).zip(&marks) {
        mark.cells().iter().for_each(|&c| marks_at[c as usize].push(m));
    }
    let symmetry = spec.symmetry.filter(|_| spec.symmetric_signs);
    let (group_of_mark, mark_groups) = mark_groups(n, symmetry, &marks);
    let square = Square { n, truth, orbits, orbit_of, marks, group_of_mark, marks_at, dots };
    let (groups, items) = (square.orbits.len(), square.orbits.len() + mark_groups);
    let mut allowed = vec![true; items];
    let mut fixed = vec![false; items];
    for group in 0..groups {
        let chosen = |pattern: &Vec<bool>| pattern[square.orbits[group][0] as usize];
        let stays =
            square.orbits[group].iter().any(|&c| kept.numbers.get(c as usize) == Some(&true));
        fixed[group] = stays || spec.pattern.as_ref().is_some_and(chosen);
        allowed[group] = stays || !spec.signs_only && spec.pattern.as_ref().is_none_or(chosen);
    }
    square.group_of_mark[others..].iter().for_each(|&group| fixed[groups + group as usize] = true);
    let share = match spec.signs {
        None if spec.signs_only => 1.0,
        None if n > SPARSE => DENSE,
        share => share.unwrap_or(0.0),
    };
    let first = (groups as u32..items as u32).filter(|_| rng.random_bool(share)).collect();
    let reduce = spec.signs.is_none() && (n <= SPARSE || spec.signs_only);
    let whole = n <= SPARSE || reduce || spec.minimal || spec.givens.is_some();
    let wishes = ClueTargets {
        allowed,
        fixed,
        last: Vec::new(),
        first,
        reduce,
        minimal: spec.minimal,
        givens: spec.givens.map(|givens| givens as usize),
        most_signs: spec.most_signs.map(|signs| signs as usize),
        // Trivial steps use no signs.
        numbers_ease: judge.level() == Some(Level::Trivial),
        signs: SIGNS,
        stride: if whole { 0 } else { STRIDE },
    };
    let sets = square.small_changes();
    let given = Choice::made(&square, wishes, sets, rng, judge)?;
    Some(square.square(&given))
}
