//! Hall sets: lines of a square that have too few values left among them.
//!
//! Source: Hall, "On representatives of subsets", 1935; augmenting paths after Kuhn, "The Hungarian method for
//! the assignment problem", 1955.

use super::derive::Square;
use super::literal::Literal;
use clew_engine::structures::Marks;

/// In place of a line or a value: there is none.
const NONE: u32 = u32::MAX;

/// A matching of the lines of a square to values, computed anew for each look.
#[derive(Clone, Debug, Default)]
pub(super) struct HallSetFinder {
    /// Per value the line that holds it, and per line the value that it holds.
    holder: Vec<u32>,
    held: Vec<u32>,
    /// Values that were reached from the current line, and for each value the line it was reached from.
    reached: Marks,
    reached_from: Vec<u32>,
    /// Lines from which values are searched in this round, the first line first.
    open: Vec<u32>,
}

impl HallSetFinder {
    /// Lines and values of a Hall set: the lines can hold no other values than these, which are fewer. `None`: each
    /// line can hold a value of its own. `can` returns whether a literal is not false.
    ///
    /// Time: lines times the literals of the square, at worst.
    pub fn find(
        &mut self,
        square: &Square,
        can: impl Fn(Literal) -> bool,
    ) -> Option<(&[u32], Vec<u32>)> {
        self.holder.clear();
        self.holder.resize(square.values.len(), NONE);
        self.held.clear();
        self.held.resize(square.lines.len(), NONE);
        if self.reached_from.len() < square.values.len() {
            self.reached_from.resize(square.values.len(), NONE);
            self.reached = Marks::new(square.values.len());
        }
        for line in 0..square.lines.len() as u32 {
            match self.reach(square, line, &can) {
                Some(value) => self.augment(line, value),
                None => {
                    let values = 0..square.values.len() as u32;
                    let reached = values.filter(|&value| self.reached.has(value)).collect();
                    return Some((&self.open, reached));
                }
            }
        }
        None
    }

    /// The first free value on alternating paths from a line: to the values it could hold, from each to the line that
    /// holds it, and so on.
    fn reach(&mut self, square: &Square, line: u32, can: &impl Fn(Literal) -> bool) -> Option<u32> {
        self.reached.clear();
        self.open.clear();
        self.open.push(line);
        let mut next = 0;
        while let Some(&at) = self.open.get(next) {
            next += 1;
            for &(value, l) in &square.lines[at as usize].0 {
                if self.reached.has(value as u32) || !can(l) {
                    continue;
                }
                self.reached.mark(value as u32);
                self.reached_from[value] = at;
                match self.holder[value] {
                    NONE => return Some(value as u32),
                    other => self.open.push(other),
                }
            }
        }
        None
    }

    /// Augments the matching: every line on the path to a free value moves to the value that it reached.
    fn augment(&mut self, line: u32, mut value: u32) {
        loop {
            let at = self.reached_from[value as usize];
            let before = std::mem::replace(&mut self.held[at as usize], value);
            self.holder[value as usize] = at;
            if at == line {
                break;
            }
            value = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four lines, four values; bits determine which line can hold which value.
    #[test]
    fn a_hall_set_is_found_if_and_only_if_there_is_one() {
        let literal = |line: usize, value: usize| Literal::new(line * 4 + value, true);
        let lines =
            (0..4).map(|line| ((0..4).map(|value| (value, literal(line, value))).collect(), None));
        let square = Square { lines: lines.collect(), values: vec![None; 4] };
        let mut crowd = HallSetFinder::default();
        for bits in 0..1u32 << 16 {
            let can = |l: Literal| bits >> l.var() & 1 == 1;
            let domain = |line: u32| bits >> (4 * line) & 15;
            let union = |set: u32| {
                let lines = (0..4).filter(|line| set >> line & 1 == 1);
                lines.fold(0, |all, line| all | domain(line))
            };
            let is_hall = |set: u32| union(set).count_ones() < set.count_ones();
            match crowd.find(&square, can) {
                None => assert!(!(0..16).any(is_hall), "{bits:016b}"),
                Some((lines, values)) => {
                    let set = lines.iter().fold(0, |set, line| set | 1 << line);
                    let taken = values.iter().fold(0, |set, value| set | 1 << value);
                    assert!(is_hall(set) && union(set) == taken, "{bits:016b}");
                }
            }
        }
    }
}
