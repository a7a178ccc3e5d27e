//! A proof as text, in the format of VeriPB 3.
//!
//! Source: the proof format of VeriPB; Bogaerts, Gocht, McCreesh, Nordström, "Certified dominance and
//! symmetry breaking for combinatorial optimisation", 2023.

use super::literal::Literal;
use super::opb::Opb;
use std::fmt::Write;

/// Text is handed on in pieces of this size, in bytes.
const PIECE: usize = 1 << 16;

/// Where the text of a proof goes, piece by piece; false: it cannot go on.
pub type Outlet<'a> = Box<dyn FnMut(&str) -> bool + 'a>;

/// A proof that is being written.
pub struct ProofFile<'a> {
    outlet: Outlet<'a>,
    text: String,
    /// The number of the last row.
    last: u64,
    bytes: u64,
    broken: bool,
}

impl<'a> ProofFile<'a> {
    /// A proof about so many rows.
    pub fn new(rows: usize, outlet: Outlet<'a>) -> ProofFile<'a> {
        let text = format!("pseudo-Boolean proof version 3.0\nf {rows};\n");
        ProofFile { outlet, text, last: rows as u64, bytes: 0, broken: false }
    }

    /// The number of the last row.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.text.len() as u64
    }

    /// Whether the outlet has refused something.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// A clause that follows by unit propagation in these rows; returns its number.
    pub fn rup(&mut self, opb: &Opb, lits: &[Literal], rows: impl Iterator<Item = u64>) -> u64 {
        self.text.push_str("rup ");
        opb.write_clause(lits, &mut self.text);
        self.text.push_str(" : ~");
        for row in rows {
            self.text.push(' ');
            self.text.push_str(itoa::Buffer::new().format(row));
        }
        self.end_row()
    }

    /// The sum of rows, each once; with `divide`, saturated, and divided by that and rounded up.
    /// Returns its number.
    pub fn sum(&mut self, rows: &[u64], divide: Option<u32>) -> u64 {
        let _ = write!(self.text, "pol {}", rows[0]);
        for &row in &rows[1..] {
            self.text.push(' ');
            self.text.push_str(itoa::Buffer::new().format(row));
            self.text.push_str(" +");
        }
        if let Some(by) = divide {
            self.text.push_str(" s");
            if by > 1 {
                let _ = write!(self.text, " {by} d");
            }
        }
        self.end_row()
    }

    /// One of the clauses that define a word which no other row has yet; returns its number. The word takes
    /// the value with which the clause holds.
    pub fn define(&mut self, opb: &Opb, word: Literal, clause: &[Literal]) -> u64 {
        self.text.push_str("red ");
        opb.write_clause(clause, &mut self.text);
        self.text.push_str(" : ");
        opb.write(word, &mut self.text);
        let _ = write!(self.text, " -> {}", u8::from(clause.contains(&word)));
        self.end_row()
    }

    /// A clause by resolution for each of some values, and the sum of these clauses and one row more, saturated:
    /// that something holds for every value, and that there is a value. Returns the row's number.
    pub fn cases(&mut self, cases: &[Vec<u64>], one: u64) -> u64 {
        self.text.push_str("pol ");
        self.text.push_str(itoa::Buffer::new().format(one));
        for case in cases {
            for (i, &row) in case.iter().enumerate() {
                self.text.push(' ');
                self.text.push_str(itoa::Buffer::new().format(row));
                self.text.push_str(if i == 0 { "" } else { " + s" });
            }
            self.text.push_str(" +");
        }
        self.text.push_str(" s");
        self.end_row()
    }

    /// A row is needed no more.
    pub fn delete(&mut self, row: u64) {
        self.text.push_str("del id ");
        self.text.push_str(itoa::Buffer::new().format(row));
        self.end();
    }

    /// The row of this number says that nothing is left. Returns the length of the proof in bytes;
    /// `None` if the outlet has refused something.
    pub fn conclude(mut self, row: u64) -> Option<u64> {
        let _ = write!(
            self.text,
            "output NONE;\nconclusion UNSAT : {row};\nend pseudo-Boolean proof;\n"
        );
        self.hand_on();
        (!self.broken).then_some(self.bytes)
    }

    fn end_row(&mut self) -> u64 {
        self.last += 1;
        self.end();
        self.last
    }

    fn end(&mut self) {
        self.text.push_str(";\n");
        if self.text.len() > PIECE {
            self.hand_on();
        }
    }

    fn hand_on(&mut self) {
        self.broken = self.broken || !(self.outlet)(&self.text);
        self.bytes += self.text.len() as u64;
        self.text.clear();
    }
}
