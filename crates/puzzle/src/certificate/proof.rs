//! A proof as text, in the format of VeriPB 3.
//!
//! Source: the proof format of VeriPB; Bogaerts, Gocht, McCreesh, Nordström, "Certified dominance and
//! symmetry breaking for combinatorial optimisation", 2023.

use super::derive::Becomes;
use super::literal::Literal;
use super::opb::Opb;
use std::io::Write;

/// The size of the pieces in which text is written, in bytes.
const PIECE: usize = 1 << 16;

/// The destination of the text of a proof, piece by piece; it returns false if it cannot continue.
pub type Outlet<'a> = Box<dyn FnMut(&[u8]) -> bool + 'a>;

/// A proof that is being written.
pub struct ProofFile<'a> {
    outlet: Outlet<'a>,
    text: Vec<u8>,
    /// The number of the last row.
    last: u64,
    bytes: u64,
    broken: bool,
}

impl<'a> ProofFile<'a> {
    /// A proof about these rows. If one of them is that the goal is better than a known solution, the proof begins
    /// with that solution, from which the row follows.
    pub fn new(opb: &Opb, outlet: Outlet<'a>) -> ProofFile<'a> {
        let rows = opb.len() - usize::from(opb.best().is_some());
        let text = format!("pseudo-Boolean proof version 3.0\nf {rows};\n").into_bytes();
        let mut file = ProofFile { outlet, text, last: rows as u64, bytes: 0, broken: false };
        if let Some(best) = opb.best() {
            file.text.extend_from_slice(b"soli");
            file.literals(opb, &best.solution);
            file.end_row();
        }
        file
    }

    /// A proof that these literals, one for each variable of the rows, are a solution of them. Returns its length in
    /// bytes; `None` if the outlet has refused a piece.
    pub fn solution(opb: &Opb, solution: &[Literal], outlet: Outlet<'a>) -> Option<u64> {
        let mut file = ProofFile::new(opb, outlet);
        file.text.extend_from_slice(b"output NONE;\nconclusion SAT :");
        file.literals(opb, solution);
        file.text.extend_from_slice(b";\nend pseudo-Boolean proof;\n");
        file.hand_on();
        (!file.broken).then_some(file.bytes)
    }

    fn literals(&mut self, opb: &Opb, literals: &[Literal]) {
        for &l in literals {
            self.text.push(b' ');
            opb.write(l, &mut self.text);
        }
    }

    /// The number of the last row.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.text.len() as u64
    }

    /// Whether the outlet has refused a piece.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// A clause that follows by unit propagation in these rows; returns its number.
    pub fn rup(&mut self, opb: &Opb, lits: &[Literal], rows: impl Iterator<Item = u64>) -> u64 {
        self.text.extend_from_slice(b"rup ");
        opb.write_clause(lits, &mut self.text);
        self.text.extend_from_slice(b" : ~");
        for row in rows {
            self.text.push(b' ');
            self.number(row);
        }
        self.end_row()
    }

    /// The sum of rows, each once; with `divide`, saturated, divided by that and rounded up. Returns its number.
    pub fn sum(&mut self, rows: impl Iterator<Item = u64>, divide: Option<u32>) -> u64 {
        self.text.extend_from_slice(b"pol");
        for (i, row) in rows.enumerate() {
            self.text.push(b' ');
            self.number(row);
            self.text.extend_from_slice(if i == 0 { b"" } else { b" +" });
        }
        if let Some(by) = divide {
            self.text.extend_from_slice(b" s");
            if by > 1 {
                let _ = write!(self.text, " {by} d");
            }
        }
        self.end_row()
    }

    /// One of the clauses that define an auxiliary variable which occurs in no other row yet; returns its number. The
    /// variable takes the value that satisfies the clause.
    pub fn define(&mut self, opb: &Opb, word: Literal, clause: &[Literal]) -> u64 {
        self.text.extend_from_slice(b"red ");
        opb.write_clause(clause, &mut self.text);
        self.text.extend_from_slice(b" : ");
        opb.write(word, &mut self.text);
        self.text.extend_from_slice(if clause.contains(&word) { b" -> 1" } else { b" -> 0" });
        self.end_row()
    }

    /// A clause that follows by unit propagation from all rows; returns its number.
    pub fn follows(&mut self, opb: &Opb, lits: &[Literal]) -> u64 {
        self.text.extend_from_slice(b"rup ");
        opb.write_clause(lits, &mut self.text);
        self.end_row()
    }

    /// Orders solutions by their cost, the sum of the weights of literals that are true.
    pub fn order(&mut self, opb: &Opb, cost: &[(u128, Literal)]) {
        let vars = |text: &mut Vec<u8>, sort: &str, letter: char| {
            text.extend_from_slice(sort.as_bytes());
            (0..cost.len()).for_each(|i| drop(write!(text, " {letter}{i}")));
            text.extend_from_slice(b";\n");
        };
        self.text.extend_from_slice(b"def_order cost\nvars\n");
        vars(&mut self.text, "left", 'u');
        vars(&mut self.text, "right", 'v');
        self.text.extend_from_slice(b"end vars;\ndef\n");
        for (i, (weight, _)) in cost.iter().enumerate() {
            let _ = write!(self.text, "-{weight} u{i} +{weight} v{i} ");
        }
        self.text.extend_from_slice(b">= 0;\nend def;\ntransitivity\nvars\n");
        vars(&mut self.text, "fresh_right", 'w');
        self.text.extend_from_slice(
            b"end vars;\nproof\nproofgoal #1\npol 1 2 + 3 +;\nqed #1 : -1;\nqed proof;\nend transitivity;\n\
              end def_order;\nload_order cost",
        );
        for &(_, l) in cost {
            self.text.push(b' ');
            opb.write(l, &mut self.text);
        }
        self.end();
    }

    /// A clause that holds in the cheapest solutions: a solution that violates it is changed into a cheaper one.
    /// Returns its number.
    pub fn dominates(
        &mut self,
        opb: &Opb,
        clause: &[Literal],
        witness: &[(Literal, Becomes)],
    ) -> u64 {
        self.text.extend_from_slice(b"dom ");
        opb.write_clause(clause, &mut self.text);
        self.text.extend_from_slice(b" :");
        for &(l, becomes) in witness {
            self.text.push(b' ');
            opb.write(l, &mut self.text);
            self.text.extend_from_slice(b" -> ");
            match becomes {
                Becomes::False => self.text.push(b'0'),
                Becomes::True => self.text.push(b'1'),
                Becomes::As(other) => opb.write(other, &mut self.text),
            }
        }
        self.end_row()
    }

    /// For each of some values a clause by resolution, and the sum of these clauses and one more row, saturated: a fact
    /// holds for every value, and there is a value. Returns the row's number.
    pub fn cases(&mut self, cases: impl Iterator<Item: Iterator<Item = u64>>, one: u64) -> u64 {
        self.text.extend_from_slice(b"pol ");
        self.number(one);
        for case in cases {
            for (i, row) in case.enumerate() {
                self.text.push(b' ');
                self.number(row);
                self.text.extend_from_slice(if i == 0 { b"" } else { b" + s" });
            }
            self.text.extend_from_slice(b" +");
        }
        self.text.extend_from_slice(b" s");
        self.end_row()
    }

    /// Deletes a row.
    pub fn delete(&mut self, row: u64) {
        self.text.extend_from_slice(b"del id ");
        self.number(row);
        self.end();
    }

    /// Deletes rows of the statement.
    pub(crate) fn delete_all(&mut self, rows: impl Iterator<Item = u64>) {
        let mut rows = rows.peekable();
        while rows.peek().is_some() {
            self.text.extend_from_slice(b"del id");
            for row in rows.by_ref().take(1000) {
                self.text.push(b' ');
                self.number(row);
            }
            self.end();
        }
    }

    /// Concludes with the row of this number, which is a contradiction: there is no solution, or none better than the
    /// known one. Returns the length of the proof in bytes; `None` if the outlet has refused a piece.
    pub fn conclude(mut self, opb: &Opb, row: u64) -> Option<u64> {
        self.text.extend_from_slice(b"output NONE;\nconclusion ");
        match opb.best() {
            None => drop(write!(self.text, "UNSAT : {row}")),
            Some(best) => {
                let _ = write!(self.text, "BOUNDS {} : {row} {} :", best.value, best.value);
                self.literals(opb, &best.solution);
            }
        }
        self.text.extend_from_slice(b";\nend pseudo-Boolean proof;\n");
        self.hand_on();
        (!self.broken).then_some(self.bytes)
    }

    fn number(&mut self, number: u64) {
        self.text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    fn end_row(&mut self) -> u64 {
        self.last += 1;
        self.end();
        self.last
    }

    fn end(&mut self) {
        self.text.extend_from_slice(b";\n");
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
