//! Derivations of reasons that do not follow by unit propagation.
//!
//! A reason is refuted: its negation is assumed and propagated. Then the structure of the encoding's rows is tried: a
//! closed loop of edges, a line that ends too early, lines with too few values left. Where that fails too, one literal
//! after the other of a small clause nearby is assumed and refuted; every refutation is a clause that follows by unit
//! propagation from the ones before. The search is bounded: a reason beyond the bounds has no derivation.

use super::checker::Ground;
use super::derive::Tip;
use super::literal::{Literal, denial};
use super::prover::Prover;
use clew_engine::structures::lists::Lists;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The most nested assumptions of a small search, in addition to the clause's own: usually, and where nothing else is
/// left to try. A reason that needs more of them has no derivation.
const DEPTHS: [usize; 2] = [24, 200];

/// The result of a look at the structure of the rows.
enum Found {
    /// A row was added.
    Row,
    /// A row was added, with which the assumptions fail: the ground of that.
    Failure(Ground),
    /// There is none; a literal to assume, if there is one.
    Literal(Option<Literal>),
}

impl Prover<'_> {
    /// Derives a clause by a small search of at most `most` looks ([`Prover::look`]); returns whether it succeeded. The
    /// checker may hold the negation of the clause; in the end it holds nothing.
    pub(super) fn refute(&mut self, clause: &[Literal], most: u32) -> bool {
        self.effort.searched += 1;
        let mut assumed = denial(clause);
        let mut left = most;
        let depth = assumed.len() + DEPTHS[usize::from(self.at_last)];
        let first = self.passing.len();
        let Some(row) = self.closed(&mut assumed, depth, &mut left) else { return false };
        // Intermediate steps are no longer needed.
        for r in self.passing.split_off(first) {
            if r != row {
                self.delete(r);
            }
        }
        self.passing.push(row);
        true
    }

    /// Derives that not all of the assumptions hold; returns the row that states it.
    fn closed(&mut self, assumed: &mut Vec<Literal>, depth: usize, left: &mut u32) -> Option<u32> {
        loop {
            if let Some(ground) = self.checker.fails(assumed) {
                return Some(self.lemma(&ground));
            }
            // On a large board a look takes far longer than a poll.
            if *left == 0 || self.interrupted() {
                self.checker.undo();
                return None;
            }
            *left -= 1;
            let next = match self.look(assumed) {
                Found::Row => continue,
                Found::Failure(ground) => return Some(self.lemma(&ground)),
                Found::Literal(_) if assumed.len() >= depth => return None,
                Found::Literal(next) => next?,
            };
            assumed.push(next);
            let row = self.closed(assumed, depth, left);
            assumed.pop();
            let row = row?;
            let rests = self.checker.row(row).lits.iter().any(|&l| l == !next);
            if !rests {
                return Some(row);
            }
        }
    }

    /// Writes an intermediate clause.
    pub(super) fn lemma(&mut self, ground: &Ground) -> u32 {
        let row = self.write(ground);
        self.effort.lemmas += 1;
        self.passing.push(row);
        row
    }

    /// A literal to assume in addition to the assumptions of the checker: an open one of the smallest clause in which
    /// they have made a literal false, smallest by its open literals.
    fn next(&mut self) -> Option<Literal> {
        // Clauses about the direction of a path are weak: they are used when there are no others.
        let near = self.small(true).or_else(|| self.small(false));
        near.or_else(|| if self.at_last { self.anywhere() } else { None })
    }

    /// An open literal of the smallest clause of all that are not true now: used if the assumptions have made no clause
    /// smaller.
    fn anywhere(&self) -> Option<Literal> {
        let mut best: Option<(usize, Literal)> = None;
        let rows = self.opb.rows().enumerate().filter(|&(i, _)| self.is_stated(i));
        for (_, row) in rows.filter(|(_, row)| row.is_clause()) {
            let literals = || row.lits.iter().copied();
            if literals().any(|l| self.checker.value(l) == Some(true)) {
                continue;
            }
            let open = || literals().filter(|&l| self.checker.value(l).is_none());
            let size = open().count();
            let first = open().find(|l| l.is_affirmed()).or_else(|| open().next());
            if let Some(first) = first.filter(|_| best.is_none_or(|(least, _)| size < least)) {
                best = Some((size, first));
            }
        }
        best.map(|(_, l)| l)
    }

    /// Builds, for each literal, the list of the encoding's clauses that contain it: of all clauses, or of the sharp
    /// ones only. A clause without arcs is sharp; those with arcs are about the direction of a path.
    fn touch(&mut self, sharp: bool) {
        let mut rooms = vec![0; 2 * self.opb.variables()];
        let mut clauses: Vec<u32> = Vec::with_capacity(self.opb.len());
        for (i, row) in (0..).zip(self.opb.rows()) {
            if row.is_clause()
                && self.is_stated(i as usize)
                && !(sharp && row.lits.iter().any(|l| self.arcs[l.var()]))
            {
                clauses.push(i);
                row.lits.iter().for_each(|l| rooms[l.index()] += 1);
            }
        }
        let mut touching = Lists::with_capacities(&rooms);
        for i in clauses {
            self.opb.row(i as usize).lits.iter().for_each(|l| touching.push(l.index(), i));
        }
        self.touching[usize::from(sharp)] = Some(touching);
    }

    /// An open literal of the smallest clause, by its open literals, that is not true and that has a literal which has
    /// become false since the root; taken from the sharp clauses ([`Prover::touch`]) or from all.
    fn small(&mut self, sharp: bool) -> Option<Literal> {
        if self.touching[usize::from(sharp)].is_none() {
            self.touch(sharp);
        }
        let mut best: Option<(usize, Literal)> = None;
        let touching = self.touching[usize::from(sharp)].as_ref().expect("it was just made");
        let from = self.checker.root();
        for &l in &self.checker.trail()[from..] {
            for &i in touching.list((!l).index()) {
                let (mut open, mut first): (usize, Option<Literal>) = (0, None);
                let enough = best.map_or(usize::MAX, |(size, _)| size);
                for &m in self.opb.row(i as usize).lits {
                    match self.checker.value(m) {
                        // The clause is true: mark it as larger than any candidate.
                        Some(true) => open = usize::MAX - 1,
                        Some(false) => {}
                        None if open == usize::MAX - 1 => {}
                        None => {
                            open += 1;
                            // A positive assumption propagates more than a negative one.
                            if first.is_none_or(|l| !l.is_affirmed()) {
                                first = Some(m);
                            }
                        }
                    }
                    if open >= enough {
                        break;
                    }
                }
                if open < enough.min(usize::MAX - 1)
                    && let Some(first) = first
                {
                    best = Some((open, first));
                    if open <= 2 {
                        // There is none smaller: clauses with one open literal have been propagated.
                        return Some(first);
                    }
                }
            }
        }
        best.map(|(_, l)| l)
    }

    /// Adds a row from the structure of the encoding that fails, or propagates, under the assumptions, which the
    /// checker holds; else returns a further literal to assume. All looks share one propagation. After a sum was added
    /// the assumptions may stay, else nothing stays assumed.
    fn look(&mut self, assumed: &[Literal]) -> Found {
        let opb = self.opb;
        let mut held = true;
        let paths = if self.any_bends() { self.bends_here() } else { Vec::new() };
        if !paths.is_empty() {
            self.checker.undo();
            if self.bend_all(&paths) {
                return Found::Row;
            }
            held = self.checker.assume(assumed).is_ok();
        }
        let course = if held && self.closes() { self.course() } else { None };
        let rows = if course.is_none() && held {
            let shortage = (!opb.derivations.degrees.is_empty()).then(|| self.shortage());
            let mut squares = 0..opb.derivations.squares.len();
            shortage.flatten().or_else(|| squares.find_map(|i| self.crowd(i)))
        } else {
            None
        };
        if course.is_none() && rows.is_none() {
            let next = if held { self.next() } else { None };
            self.checker.undo();
            return Found::Literal(next);
        }
        if let Some(course) = course {
            if self.bar(&course) {
                return Found::Row;
            }
        } else if let Some((row, held)) = rows.and_then(|rows| self.join_sum(&rows, false)) {
            self.passing.push(row);
            let Err(failed) = held else { return Found::Row };
            let ground = self.checker.ground(failed);
            self.checker.undo();
            return Found::Failure(ground);
        }
        self.checker.undo();
        let held = self.checker.assume(assumed).is_ok();
        let next = if held { self.next() } else { None };
        self.checker.undo();
        Found::Literal(next)
    }

    /// Whether edges that are taken close a loop, or join two ends of a line: a cheap check whether there can be a
    /// [`Prover::course`], which is much more expensive to find.
    fn closes(&mut self) -> bool {
        let derivations = &self.opb.derivations;
        if derivations.steps.is_empty() {
            return false;
        }
        let mut joined = std::mem::take(&mut self.joined);
        joined.reset(self.cells);
        let taken = self.checker.trail().iter().filter(|l| l.is_affirmed());
        let mut closes = false;
        for l in taken {
            let Some([step, _]) = self.steps[l.var()] else { continue };
            let [a, b] = derivations.steps[step as usize].cells;
            if joined.join(a as u32, b as u32).is_none() {
                closes = true;
                break;
            }
        }
        if !closes {
            let ends = derivations.tips.iter().enumerate();
            let ends = ends.filter(|(_, tip)| self.end_at(tip).is_some());
            let mut roots: Vec<u32> = ends.map(|(c, _)| joined.root(c as u32)).collect();
            roots.sort_unstable();
            closes = roots.windows(2).any(|pair| pair[0] == pair[1]);
        }
        self.joined = joined;
        closes
    }

    /// The true literal that marks a cell as an end of the line, if there is one.
    pub(super) fn end_at(&self, tip: &Tip) -> Option<Literal> {
        tip.end
            .into_iter()
            .chain([tip.word])
            .flatten()
            .find(|&l| self.checker.value(l) == Some(true))
    }

    /// Consecutive steps along edges that are taken: a closed loop, or a whole line that does not visit every cell.
    fn course(&self) -> Option<ProofSteps> {
        let derivations = &self.opb.derivations;
        // Per cell the steps along edges that are taken.
        let mut ways: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for l in self.checker.trail().iter().filter(|l| l.is_affirmed()) {
            for i in self.steps[l.var()].into_iter().flatten().map(|i| i as usize) {
                ways.entry(derivations.steps[i].cells[0]).or_default().push(i);
            }
        }
        let is_end = |c: usize| {
            let tip = derivations.tips.get(c);
            tip.is_some_and(|tip| self.end_at(tip).is_some())
        };
        let mut starts: Vec<usize> = ways.keys().copied().collect();
        starts.sort_unstable();
        let mut seen: FxHashMap<usize, usize> = FxHashMap::default();
        for &start in &starts {
            if seen.contains_key(&start) {
                continue;
            }
            // A tree of steps from here; a step to another branch closes a loop.
            let mut came: FxHashMap<usize, usize> = FxHashMap::default();
            let mut open = VecDeque::from([start]);
            seen.insert(start, start);
            let mut ends = Vec::new();
            while let Some(c) = open.pop_front() {
                if is_end(c) {
                    ends.push(c);
                }
                for &i in &ways[&c] {
                    let to = derivations.steps[i].cells[1];
                    let back = came.get(&c).is_some_and(|&j| derivations.steps[j].cells[0] == to);
                    if back {
                        continue;
                    }
                    if seen.contains_key(&to) {
                        return Some(ProofSteps { steps: self.around(&came, i), closed: true });
                    }
                    seen.insert(to, start);
                    came.insert(to, i);
                    open.push_back(to);
                }
            }
            if let [from, to] = ends[..]
                && came.len() + 1 < derivations.tips.len()
            {
                let up = |cell: usize| self.back(&came, cell);
                let (mut first, mut second) = (up(from), up(to));
                while first.last().is_some() && first.last() == second.last() {
                    first.pop();
                    second.pop();
                }
                // From one end to the common ancestor, then on to the other end.
                let mut steps: Vec<usize> = first.iter().map(|&i| self.reverse(i)).collect();
                steps.extend(second.iter().rev());
                return Some(ProofSteps { steps, closed: false });
            }
        }
        None
    }

    /// The steps that led to a cell, the last first.
    fn back(&self, came: &FxHashMap<usize, usize>, mut cell: usize) -> Vec<usize> {
        let mut steps = Vec::new();
        while let Some(&i) = came.get(&cell) {
            steps.push(i);
            cell = self.opb.derivations.steps[i].cells[0];
        }
        steps
    }

    /// The loop that a step closes in a tree of steps.
    fn around(&self, came: &FxHashMap<usize, usize>, closing: usize) -> Vec<usize> {
        let [from, to] = self.opb.derivations.steps[closing].cells;
        let (mut there, mut here) = (self.back(came, to), self.back(came, from));
        while there.last().is_some() && there.last() == here.last() {
            there.pop();
            here.pop();
        }
        let mut steps: Vec<usize> = here.iter().rev().copied().collect();
        steps.push(closing);
        steps.extend(there.iter().map(|&i| self.reverse(i)));
        steps
    }

    /// The step back. The steps of both directions of an edge are adjacent.
    fn reverse(&self, step: usize) -> usize {
        step ^ 1
    }

    /// Derives that not all edges of a course are taken, at least under the assumptions, which the checker holds. In
    /// the end it holds nothing. Returns whether it succeeded.
    fn bar(&mut self, course: &ProofSteps) -> bool {
        let by_numbers = self.opb.derivations.steps[course.steps[0]].arc.is_none();
        let barred = if self.leaves_loops_out() {
            self.bar_by_change(course)
        } else if by_numbers {
            self.bar_by_numbers(course)
        } else {
            self.bar_loop(course).is_some()
        };
        self.checker.undo();
        barred
    }

    /// The same by the rows along arcs. Returns the derived row.
    pub(super) fn bar_loop(&mut self, course: &ProofSteps) -> Option<u32> {
        match self.opb.derivations.bearings[..] {
            [] => self.bar_by_places(course),
            _ => self.bar_by_bearings(course),
        }
    }

    /// By turn parities: a closed loop has an odd number of turns between right and down, so in neither direction can
    /// the parity of any of its cells be true or false.
    fn bar_by_bearings(&mut self, course: &ProofSteps) -> Option<u32> {
        let derivations = &self.opb.derivations;
        let start = &derivations.steps[course.steps[0]];
        let (arc, word) = (start.arc?, derivations.bearings[start.cells[0]].word);
        let steps = course.steps.iter();
        let whole: Vec<Literal> = steps.map(|&i| !derivations.steps[i].edge).collect();
        self.checker.undo();
        for more in [&[!arc, !word][..], &[!arc], &[!word], &[]] {
            let clause: Vec<Literal> = whole.iter().chain(more).copied().collect();
            let ground = self.checker.follows(&clause)?;
            self.lemma(&ground);
        }
        self.passing.last().copied()
    }

    /// By positions: the rows state that they increase along arcs.
    fn bar_by_places(&mut self, course: &ProofSteps) -> Option<u32> {
        let opb = self.opb;
        let steps = &opb.derivations.steps;
        let back: Vec<usize> = course.steps.iter().rev().map(|&i| self.reverse(i)).collect();
        for way in [&course.steps, &back] {
            let side = usize::from(!course.closed);
            let rises = way.iter().map(|&i| steps[i].rises[side]);
            let ends = [steps[way[0]].cells[0], steps[*way.last()?].cells[1]];
            let tips = (!course.closed).then(|| {
                let [start, last] = ends.map(|c| opb.derivations.tips[c].places);
                [start.and_then(|ends| ends[0].1), last.and_then(|ends| ends[1].1)]
            });
            let rows: Option<Vec<u32>> =
                rises.chain(tips.into_iter().flatten()).map(|r| Some(r? as u32)).collect();
            let row = self.sum(&rows?, true)?;
            self.passing.push(row);
        }
        let mut whole: Vec<Literal> = course.steps.iter().map(|&i| !steps[i].edge).collect();
        let first = if course.closed {
            !steps[course.steps[0]].arc?
        } else {
            let ends = [steps[course.steps[0]].cells[0], steps[*course.steps.last()?].cells[1]];
            whole.extend(ends.iter().filter_map(|&c| opb.derivations.tips[c].end[0]).map(|l| !l));
            !opb.derivations.tips[ends[0]].places?[0].0
        };
        let mut one_way = whole.clone();
        one_way.push(first);
        for clause in [&one_way, &whole] {
            let ground = self.checker.follows(clause)?;
            self.lemma(&ground);
        }
        self.passing.last().copied()
    }

    /// The rows whose sum states that some lines of a square have too few values left.
    fn crowd(&mut self, square: usize) -> Option<Vec<u32>> {
        let square = &self.opb.derivations.squares[square];
        let checker = &self.checker;
        let (lines, values) = self.crowd.find(square, |l| checker.value(l) != Some(false))?;
        let least = lines.iter().map(|&line| square.lines[line as usize].1);
        let most = values.into_iter().map(|value| square.values[value as usize]);
        least.chain(most).map(|r| r.map(|r| r as u32)).collect()
    }
}

/// Consecutive steps.
pub(super) struct ProofSteps {
    pub steps: Vec<usize>,
    /// The last step leads to the first cell.
    pub closed: bool,
}
