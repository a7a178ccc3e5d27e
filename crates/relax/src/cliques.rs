//! Rows of which at most one literal holds, merged: where any two of some literals exclude each other, at most one of all of them
//! holds. Over the fractions that is much stronger than the pairs, which a half of each satisfies.
//!
//! Source: A. Atamtürk, G. Nemhauser and M. Savelsbergh, Conflict graphs in solving integer programming problems, 2000.

use crate::combine::is_endless;
use crate::program::{Program, Row};
use std::collections::BTreeSet;

/// The most pairs of literals of all rows, and the most steps of merging: some tenths of a second.
const MOST_PAIRS: usize = 1 << 21;
const MOST_STEPS: usize = 1 << 24;

/// A column of 0 and 1 and the value by which it takes part: twice its number, and one more for the value 0.
type Literal = u32;

impl Program {
    /// Replaces rows of which at most one literal holds by larger ones; `ranges` holds the ends of all columns.
    pub(crate) fn merge_cliques(&mut self, ranges: &[(i64, i64)]) {
        let goal = self.goal.map(|goal| goal.1 as usize);
        let mut merger = Merger::new(2 * ranges.len());
        // Rows of this kind that may be replaced.
        let mut pairs: Vec<(usize, Vec<Literal>)> = Vec::new();
        for (i, row) in self.rows.iter().enumerate() {
            for is_high in [true, false] {
                let Some(literals) = exclusive(row, is_high, ranges) else { continue };
                merger.join(&literals);
                let one_sided = is_endless(if is_high { row.low } else { row.high });
                if one_sided && goal != Some(i) {
                    pairs.push((i, literals));
                }
            }
        }
        merger.sort();
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.1.len()));
        let mut replaced = vec![false; self.rows.len()];
        let mut larger = Vec::new();
        for (i, literals) in pairs {
            if merger.is_within(&literals) {
                replaced[i] = true;
            } else if let Some(clique) = merger.extended(&literals) {
                replaced[i] = true;
                larger.push(row(&clique));
            }
        }
        let before = |i: usize| replaced[..i].iter().filter(|replaced| **replaced).count() as u32;
        self.goal = self.goal.map(|(column, row)| (column, row - before(row as usize)));
        let mut replaced = replaced.iter();
        self.rows.retain(|_| replaced.next() == Some(&false));
        self.rows.extend(larger);
    }
}

/// The literals of a row of which at most one holds by this end of it.
fn exclusive(row: &Row, is_high: bool, ranges: &[(i64, i64)]) -> Option<Vec<Literal>> {
    let (sign, end) = if is_high { (1, row.high) } else { (-1, row.low) };
    let size = row.terms.first()?.1.abs();
    let is_literal = |&(j, a): &(u32, i64)| ranges[j as usize] == (0, 1) && a.abs() == size;
    if row.terms.len() < 2 || is_endless(end) || !row.terms.iter().all(is_literal) {
        return None;
    }
    // A negative term is a negation less a number.
    let negative = row.terms.iter().filter(|term| sign * term.1 < 0).count() as i64;
    let most = (sign * end).div_euclid(size).checked_add(negative)?;
    let literal = |&(j, a): &(u32, i64)| 2 * j + u32::from(sign * a < 0);
    (most == 1).then(|| row.terms.iter().map(literal).collect())
}

/// The row of a clique.
fn row(clique: &[Literal]) -> Row {
    let terms: Vec<_> =
        clique.iter().map(|l| (l / 2, if l.is_multiple_of(2) { 1 } else { -1 })).collect();
    let negative = terms.iter().filter(|term| term.1 < 0).count() as i64;
    Row { terms, low: i64::MIN, high: 1 - negative }
}

/// The literals that exclude each other, and the cliques so far.
struct Merger {
    /// Per literal those that it excludes, sorted.
    excluded: Vec<Vec<Literal>>,
    pairs: usize,
    steps: usize,
    /// Per literal the cliques that it is in.
    cliques: Vec<BTreeSet<u32>>,
    made: u32,
}

impl Merger {
    fn new(literals: usize) -> Merger {
        let (excluded, cliques) = (vec![Vec::new(); literals], vec![BTreeSet::new(); literals]);
        Merger { excluded, pairs: 0, steps: 0, cliques, made: 0 }
    }

    /// Notes that any two of these exclude each other.
    fn join(&mut self, literals: &[Literal]) {
        self.pairs = self.pairs.saturating_add(literals.len() * literals.len());
        if self.pairs > MOST_PAIRS {
            return;
        }
        for &l in literals {
            self.excluded[l as usize].extend(literals.iter().filter(|other| **other != l));
        }
    }

    fn sort(&mut self) {
        for excluded in &mut self.excluded {
            excluded.sort_unstable();
            excluded.dedup();
        }
    }

    /// Whether one of the cliques has all these literals.
    fn is_within(&mut self, literals: &[Literal]) -> bool {
        let Some((&first, rest)) = literals.split_first() else { return true };
        let mut cliques = self.cliques[first as usize].iter();
        self.steps += cliques.len() * rest.len();
        cliques.any(|clique| rest.iter().all(|&l| self.cliques[l as usize].contains(clique)))
    }

    /// A larger clique with these literals, if there is one.
    fn extended(&mut self, literals: &[Literal]) -> Option<Vec<Literal>> {
        let of = |l: Literal| &self.excluded[l as usize];
        let fewest = literals.iter().copied().min_by_key(|&l| of(l).len())?;
        self.steps += of(fewest).len() * literals.len();
        if self.steps > MOST_STEPS {
            return None;
        }
        let fits = |other: &Literal| {
            literals.iter().all(|&l| l == fewest || of(l).binary_search(other).is_ok())
        };
        let mut open: Vec<Literal> = of(fewest).iter().copied().filter(fits).collect();
        // Those that exclude most come first.
        open.sort_by_key(|&l| std::cmp::Reverse(of(l).len()));
        let mut clique = literals.to_vec();
        let mut steps = 0;
        let mut at = 0;
        while at < open.len() {
            let next = open[at];
            clique.push(next);
            at += 1;
            steps += open.len() - at;
            let excluded = of(next);
            let rest: Vec<Literal> =
                open.drain(at..).filter(|l| excluded.binary_search(l).is_ok()).collect();
            open.extend(rest);
        }
        self.steps += steps;
        if clique.len() == literals.len() {
            return None;
        }
        for &l in &clique {
            self.cliques[l as usize].insert(self.made);
        }
        self.made += 1;
        Some(clique)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Column;
    use clew_engine::testing::Rng;
    use clew_engine::testing::rand::{RngExt, SeedableRng};

    /// Random rows over columns of 0 and 1 have the same solutions before and after, and many are merged.
    #[test]
    fn the_solutions_stay() {
        let mut merged = 0;
        for seed in 0..2000 {
            let mut rng = Rng::seed_from_u64(seed);
            let n = rng.random_range(3..8u32);
            let high = |j: u32| if seed % 5 == 0 && j == 0 { 2 } else { 1 };
            let ranges: Vec<_> = (0..n).map(|j| (0, high(j))).collect();
            let columns = ranges.iter().map(|&(low, high)| Column::Own(low, high)).collect();
            let mut program = Program { columns, ..Program::default() };
            for _ in 0..rng.random_range(3..14) {
                let mut all: Vec<u32> = (0..n).collect();
                while all.len() > 2 && rng.random_bool(0.8) {
                    all.swap_remove(rng.random_range(0..all.len()));
                }
                let size = rng.random_range(1..3);
                let sign = |rng: &mut Rng| if rng.random_bool(0.2) { -size } else { size };
                let terms: Vec<_> = all.into_iter().map(|j| (j, sign(&mut rng))).collect();
                let negative = terms.iter().filter(|t| t.1 < 0).count() as i64;
                let end = size * (1 - negative) + rng.random_range(0..2) * (size - 1);
                program.rows.push(match rng.random_range(0..6) {
                    0 => Row { terms, low: end, high: end },
                    1 => {
                        let terms = terms.into_iter().map(|(j, a)| (j, -a)).collect();
                        Row { terms, low: -end, high: i64::MAX }
                    }
                    _ => Row { terms, low: i64::MIN, high: end },
                });
            }
            let goal = rng.random_range(0..program.rows.len());
            program.goal = Some((0, goal as u32));
            let before = program.clone();
            program.merge_cliques(&ranges);
            merged += u32::from(before != program);
            let of = |of: &Program| of.rows[of.goal.expect("there is one").1 as usize].clone();
            assert_eq!(of(&before), of(&program), "seed {seed}");
            let mut values: Vec<i64> = vec![0; n as usize];
            loop {
                let holds = |of: &Program| {
                    of.rows.iter().all(|row| {
                        let sum: i64 = row.terms.iter().map(|&(j, a)| a * values[j as usize]).sum();
                        row.low <= sum && sum <= row.high
                    })
                };
                assert_eq!(holds(&before), holds(&program), "seed {seed}: {values:?}");
                let Some(j) = (0..values.len()).find(|&j| values[j] < ranges[j].1) else { break };
                values[j] += 1;
                (0..j).for_each(|i| values[i] = 0);
            }
        }
        assert!(merged > 500, "{merged}");
    }
}
