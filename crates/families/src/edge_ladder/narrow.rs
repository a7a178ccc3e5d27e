//! Narrow rows: as many paths must cross them as they have places.
//!
//! Cells without which the ends of some labels are separated are on the paths of these labels. If there are as many
//! labels as pieces of path among the cells, each label has one piece, and no other path comes there.

use super::{EdgeLadder, NONE};
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::ladder::{Contradiction, Found};
use clew_puzzle::puzzle::wording::{how_many, join};

/// The longest row that is examined, in cells; a row of one cell is covered by `isolation`.
const LONGEST: usize = 5;

impl EdgeLadder {
    /// The findings of the shortest rows that give any.
    pub(super) fn narrow_rows(&self, found: &mut Found) {
        if !self.rules.board.is_rook() {
            return;
        }
        let claims = self.claims();
        for length in 2..=LONGEST {
            for row in self.rows(length) {
                let labels = self.cut_off(&row);
                let pieces = self.pieces_of(&row);
                if labels.len() > pieces.len() {
                    found.nonsense = Some(Contradiction::at(&row[..], self.crowd(&row, &labels)));
                    return;
                }
                if labels.is_empty() || labels.len() < pieces.len() {
                    continue;
                }
                let mut then = claims.clone();
                pieces.iter().for_each(|&f| then.keep(f, &labels));
                found.nonsense = self.unclaimed(&then);
                if found.nonsense.is_some() {
                    return;
                }
                let mut findings = Vec::new();
                for c in pieces.iter().flat_map(|&f| self.members(f)) {
                    for e in self.ways(c) {
                        let [f, g] = self.pair(e).map(|c| self.piece(c));
                        let within = f != g && pieces.contains(&f) && pieces.contains(&g);
                        let holds = if within { Some(false) } else { self.claimed(e, &then) };
                        findings.extend(holds.map(|holds| self.about(e, holds)));
                    }
                }
                findings.sort_unstable();
                findings.dedup();
                found.add(findings, [row[0], row[length - 1], 0, 0]);
            }
            if !found.is_empty() {
                return;
            }
        }
    }

    /// The pieces of path that a row consists of.
    fn pieces_of(&self, row: &[Cell]) -> Vec<u32> {
        let mut pieces: Vec<u32> = row.iter().map(|&c| self.piece(c)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }

    /// All straight and diagonal rows of `length` cells without labels.
    fn rows(&self, length: usize) -> Vec<Vec<Cell>> {
        let board = &self.rules.board;
        let free = |&c: &Cell| self.label_of(c) == NONE;
        let mut rows = Vec::new();
        for c in (0..self.cells()).filter(free) {
            let (row, col) = board.place(c);
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let at = |i: u32| {
                    let col = col.checked_add_signed(right * i as i32)?;
                    board.cell_at(row + down * i, col).filter(free)
                };
                let cells: Option<Vec<Cell>> = (0..length as u32).map(at).collect();
                rows.extend(cells);
            }
        }
        rows
    }

    /// That these labels must all pass a row.
    fn crowd(&self, row: &[Cell], labels: &[u32]) -> String {
        let names = join(labels.iter().map(|&k| self.name(k).to_string()));
        let must = match labels.len() {
            1 => "must pass",
            2 => "must both pass",
            _ => "must all pass",
        };
        let (from, to) = (self.spot(row[0]), self.spot(row[row.len() - 1]));
        format!("{names} {must} the {} from {from} to {to}", how_many(row.len(), "cell"))
    }

    /// A conclusion about the row from one cell to another one in words.
    pub(super) fn row_in_words(&self, from: Cell, to: Cell) -> (Vec<Cell>, String) {
        let board = &self.rules.board;
        let ((r, c), (s, d)) = (board.place(from), board.place(to));
        let length = (r.abs_diff(s)).max(c.abs_diff(d));
        let step = |a: u32, b: u32, i: u32| {
            a.saturating_add_signed((b as i32 - a as i32).signum() * i as i32)
        };
        let cells = (0..=length).filter_map(|i| board.cell_at(step(r, s, i), step(c, d, i)));
        let row: Vec<Cell> = cells.collect();
        let reason = format!("{}, where nothing else fits", self.crowd(&row, &self.cut_off(&row)));
        (row, reason)
    }
}
