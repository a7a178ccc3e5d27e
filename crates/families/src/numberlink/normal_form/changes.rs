//! Changes of a few cells that make a solution cheaper where cells may stay empty: the normal form of proofs.
//!
//! The normal form of search (`normal_form.rs`) rests on changes of whole paths, which a proof would have to spell out
//! cell by cell. Here are those of four cells, in the rules without "no path touches itself" and without an order along
//! paths: closed loops may lie anywhere then. That is as much, since of touching paths and loops a solution can be
//! made by leaving cells out. The cost of a solution is the sum of the rows of its used cells, counted from 1.
//!
//! - A closed loop is left out.
//! - A path around three sides of a square takes the fourth, unless it is there: then that is a loop.
//! - R1: a path that turns at b runs by d, the opposite cell of that square, if d is empty and further up.
//!
//! The search under proof keeps these, has degrees, labels along edges and no loops, and lacks that neighbours of one
//! label are joined and that no two see each other (R2). It learns about as much as with both.
//!
//! **The known solution.** A change must not lead to the known solution S. Where paths may touch themselves S is
//! excluded by its edges, and if a change led to S, the reverse change would lead from S to another solution. Where
//! they may not, S is excluded by its cells: a solution other than S has not all of S's cells on their paths. The first
//! two changes only take cells away; the third one adds d, and if d is on S's path of label j, R1 holds at least for
//! paths of other labels and where one of S's cells near d is not on that path.

use crate::numberlink::names::on_path;

use crate::certificate::Cells;
use crate::numberlink::names::turns_at;
use crate::numberlink::turns;
use crate::numberlink::turns::{LEFT, NONE, RIGHT};
use crate::numberlink::{Cover, Numberlink, Touch};
use clew_puzzle::certificate::derive::{Becomes, Change, Changes};
use clew_puzzle::certificate::{Literal, Opb, Unstated};
use clew_puzzle::puzzle::Answer;

/// Cells of the known path before and behind a cell that are examined.
const NEAR: usize = 2;

/// The rules that changes keep; `None` where there are no changes. Constant time.
pub(crate) fn rules(puzzle: &Numberlink) -> Option<Numberlink> {
    let applies = puzzle.cover == Cover::Partial
        && puzzle.touch != Touch::No2x2
        && puzzle.board.is_rook()
        && puzzle.board.len() > 2 * puzzle.ends.len();
    applies.then(|| Numberlink { touch: Touch::Yes, ..puzzle.clone() })
}

/// The literals of the rows for the cells of a board and its edges.
struct Words<'a> {
    puzzle: &'a Numberlink,
    cells: Cells,
    /// Per cell and label "on this path"; per cell "used", none at end-points.
    on: Vec<Vec<Literal>>,
    used: Vec<Option<Literal>>,
    /// Per edge its literal.
    edges: Vec<Literal>,
    /// Per cell the edges up, left, right and down.
    around: Vec<[u32; 4]>,
}

impl Numberlink {
    /// See [`Certified::note_changes`](clew_puzzle::puzzle::certified::Certified::note_changes).
    pub(crate) fn changes(&self, opb: &mut Opb, known: Option<&Answer>) -> Result<(), Unstated> {
        if rules(self).is_none() {
            return Ok(());
        }
        let Some(words) = Words::from_puzzle(self, opb) else { return Ok(()) };
        let mut changes = Changes { kept: words.kept(opb, known.is_some()), ..Changes::default() };
        let row = |c: usize| self.board.place(c as u32).0 + 1;
        let used = words.used.iter().enumerate();
        changes.cost = used.filter_map(|(c, used)| Some((u128::from(row(c)), (*used)?))).collect();
        words.degrees(&mut changes.clauses);
        let known = known.filter(|_| self.touch == Touch::No).map(|answer| words.place(answer));
        if let Some(known) = &known {
            let clause = known.clause(&words);
            changes.clauses.push(clause.clone());
            changes.excluded = Some(vec![clause]);
        }
        let empty = |c: usize| words.used[c].iter().chain(&words.on[c]).copied().collect();
        let is_end = |c: usize| words.used[c].is_none();
        changes.cells =
            (0..words.on.len()).map(|c| if is_end(c) { Vec::new() } else { empty(c) }).collect();
        opb.check_interrupt(64 * words.on.len())?;
        words.squares(&mut changes);
        for c in 0..words.on.len() {
            opb.check_interrupt(8 * self.ends.len())?;
            for (quadrant, side) in [(0, RIGHT), (1, LEFT)] {
                words.flip(opb, &mut changes, known.as_ref(), c, (quadrant, side));
            }
        }
        // The derivations about neighbours that may not touch are left out.
        opb.derivations.labels.along.clear();
        opb.derivations.corners.clear();
        opb.derivations.changes = Some(changes);
        Ok(())
    }
}

impl<'a> Words<'a> {
    fn from_puzzle(puzzle: &'a Numberlink, opb: &Opb) -> Option<Words<'a>> {
        let cells = Cells::named(&puzzle.board);
        let n = cells.names.len();
        let labels = 0..puzzle.ends.len();
        let on = |c: usize| labels.clone().map(|k| opb.find(on_path(&cells, c, k))).collect();
        let edge = |pair: &[u32; 2]| opb.find(cells.edge(pair.map(|c| c as usize)));
        Some(Words {
            puzzle,
            on: (0..n).map(on).collect::<Option<_>>()?,
            used: (0..n).map(|c| opb.find(cells.of_cell("u", c))).collect(),
            edges: puzzle.board.edges().iter().map(edge).collect::<Option<_>>()?,
            around: turns::edges_around(&puzzle.board),
            cells,
        })
    }

    /// Which rows changes keep: those about edges, labels and used cells alone, but for neighbours that may not touch
    /// and for the exclusion of a known solution by its edges where cells exclude it.
    fn kept(&self, opb: &Opb, is_known: bool) -> Vec<bool> {
        let mut kept_vars = vec![false; opb.variables()];
        let words = self.on.iter().flatten().chain(self.used.iter().flatten()).chain(&self.edges);
        words.for_each(|l| kept_vars[l.var()] = true);
        let mut kept: Vec<bool> =
            opb.rows().map(|row| row.lits.iter().all(|l| kept_vars[l.var()])).collect();
        for along in opb.derivations.labels.along.values().filter(|along| along.closes) {
            (0..self.puzzle.ends.len()).for_each(|k| kept[along.first + 3 * k + 2] = false);
        }
        if self.puzzle.touch == Touch::No && is_known {
            kept.pop();
            kept.push(false);
        }
        kept
    }

    fn edge(&self, e: u32) -> Literal {
        self.edges[e as usize]
    }

    /// An end-point has one edge. (The rows of other cells are sums.)
    fn degrees(&self, clauses: &mut Vec<Vec<Literal>>) {
        let ends = self.around.iter().zip(&self.used).filter(|(_, used)| used.is_none());
        for (around, _) in ends {
            let edges = around.iter().filter(|&&e| e != NONE);
            let edges: Vec<Literal> = edges.map(|&e| self.edge(e)).collect();
            for (i, &a) in edges.iter().enumerate() {
                clauses.extend(edges[..i].iter().map(|&b| vec![!a, !b]));
            }
            clauses.push(edges);
        }
    }

    /// Loops around squares and paths around three of their sides.
    fn squares(&self, changes: &mut Changes) {
        let board = &self.puzzle.board;
        for block in board.blocks() {
            // The cells in their order around.
            let [a, b, c, d] = block;
            let Some(ring) = [[a, b, c, d], [a, b, d, c], [a, c, b, d]].into_iter().find(|ring| {
                (0..4).all(|i| board.edge_between(ring[i], ring[(i + 1) % 4]).is_some())
            }) else {
                continue;
            };
            let edge = |i: usize| board.edge_between(ring[i % 4], ring[(i + 1) % 4]);
            let edges: Vec<Literal> = (0..4).filter_map(|i| Some(self.edge(edge(i)?))).collect();
            let inner = |i: usize| self.used[ring[i % 4] as usize].is_some();
            let gone = |cells: &[usize]| -> Vec<(Literal, Becomes)> {
                let of = |&i: &usize| &changes.cells[ring[i % 4] as usize];
                cells.iter().flat_map(of).map(|&l| (l, Becomes::False)).collect()
            };
            let all: Vec<Literal> = edges.iter().map(|&e| !e).collect();
            let mut new = Vec::new();
            if (0..4).all(inner) {
                let taken = edges.iter().map(|&e| (e, Becomes::False));
                let witness = Some(gone(&[0, 1, 2, 3]).into_iter().chain(taken).collect());
                new.push(Change { clause: all.clone(), witness, shorter: None });
            }
            // The path runs from cell i by the next two to the third.
            for i in (0..4).filter(|&i| inner(i + 1) && inner(i + 2)) {
                let sides = [i, i + 1, i + 2].map(|i| edges[i % 4]);
                let fourth = edges[(i + 3) % 4];
                let mut clause: Vec<Literal> = sides.iter().map(|&e| !e).collect();
                let mut witness = gone(&[i + 1, i + 2]);
                witness.extend(sides.map(|e| (e, Becomes::False)));
                witness.push((fourth, Becomes::True));
                clause.push(fourth);
                new.push(Change { clause: clause.clone(), witness: Some(witness), shorter: None });
                clause.pop();
                new.push(Change { clause, witness: None, shorter: None });
            }
            changes.changes.extend(new);
        }
    }

    /// R1 for a turn at a cell, if it can be changed.
    fn flip(
        &self,
        opb: &Opb,
        changes: &mut Changes,
        known: Option<&Known>,
        c: usize,
        (quadrant, side): (usize, usize),
    ) {
        let flip = turns::opposite(&self.puzzle.board, &self.around, c as u32, side);
        let Some((d, here, there)) = flip.map(|(d, here, there)| (d as usize, here, there)) else {
            return;
        };
        let (Some(from), Some(to)) = (self.used[c], self.used[d]) else { return };
        let mut witness: Vec<(Literal, Becomes)> = Vec::new();
        witness.extend(here.map(|e| (self.edge(e), Becomes::False)));
        witness.extend(there.map(|e| (self.edge(e), Becomes::True)));
        witness.extend([(to, Becomes::True), (from, Becomes::False)]);
        for (&new, &old) in self.on[d].iter().zip(&self.on[c]) {
            witness.extend([(new, Becomes::As(old)), (old, Becomes::False)]);
        }
        let clause = vec![!self.edge(here[0]), !self.edge(here[1]), to];
        let turn = opb.find(turns_at(&self.cells, c, quadrant));
        let shorter = turn.map(|turn| vec![!turn, to]);
        let unless: Vec<Literal> = match known {
            Some(known) if known.label[c].is_none() => known.unless(self, d, c),
            _ => Vec::new(),
        };
        let with = |l: &Literal| Change {
            clause: clause.iter().copied().chain([*l]).collect(),
            witness: Some(witness.clone()),
            shorter: shorter.as_ref().map(|s| s.iter().copied().chain([*l]).collect()),
        };
        if unless.is_empty() {
            changes.changes.push(Change { clause, witness: Some(witness), shorter });
        } else {
            let new: Vec<Change> = unless.iter().map(with).collect();
            changes.changes.extend(new);
        }
    }

    /// The known solution cell by cell.
    fn place(&self, answer: &Answer) -> Known {
        let paths = self.puzzle.paths(answer);
        let mut label = vec![None; self.on.len()];
        for (k, path) in paths.iter().enumerate() {
            path.iter().enumerate().for_each(|(i, &c)| label[c as usize] = Some((k, i)));
        }
        Known { paths, label }
    }
}

/// A solution.
struct Known {
    /// Per label its cells from end to end.
    paths: Vec<Vec<u32>>,
    /// Per cell its label and its place on that path.
    label: Vec<Option<(usize, usize)>>,
}

impl Known {
    /// Not all of its cells are on their paths.
    fn clause(&self, words: &Words<'_>) -> Vec<Literal> {
        let cells = self.label.iter().enumerate().filter(|(c, _)| words.used[*c].is_some());
        cells.filter_map(|(c, label)| Some(!words.on[c][(*label)?.0])).collect()
    }

    /// Literals of which each keeps a path that comes to run by d instead of c from being this solution; none if
    /// nothing is needed for that.
    fn unless(&self, words: &Words<'_>, d: usize, c: usize) -> Vec<Literal> {
        let Some((k, at)) = self.label[d] else { return Vec::new() };
        let near = at.saturating_sub(NEAR)..=at + NEAR;
        let cells = near.filter_map(|i| self.paths[k].get(i)).map(|&q| q as usize);
        let cells = cells.filter(|&q| q != d && words.used[q].is_some());
        std::iter::once(c).chain(cells).map(|q| words.on[q][k]).collect()
    }
}
