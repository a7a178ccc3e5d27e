//! The rules of a futoshiki as pseudo-Boolean constraints, stated directly and apart from every network.

use super::Futoshiki;
use super::gaps::clauses;
use clew_engine::run::Interrupt;
use clew_puzzle::certificate::derive::Square;
use clew_puzzle::certificate::{Literal, Name, Opb, Unstated};
use clew_puzzle::puzzle::certified::{AtomLiterals, Certified, ProofNetwork, of_literal};
use clew_puzzle::puzzle::{Answer, Built, Content, Goal};

/// `x_r1c1_5`: r1c1 holds 5.
fn holds(n: u32, cell: u32, value: u32) -> Name {
    of_cell("x_r", n, cell, value)
}

/// `o_r1c1_5`: r1c1 holds 5 at the most.
fn at_most(n: u32, cell: u32, value: u32) -> Name {
    of_cell("o_r", n, cell, value)
}

fn of_cell(kind: &str, n: u32, cell: u32, value: u32) -> Name {
    let mut numbers = [itoa::Buffer::new(); 3];
    let [row, col, value] = {
        let [row, col, last] = &mut numbers;
        [row.format(cell / n + 1), col.format(cell % n + 1), last.format(value)]
    };
    Name::from_parts(&[kind, row, "c", col, "_", value])
}

/// The cells of each row and column.
fn lines(n: u32) -> Vec<Vec<u32>> {
    let row = |r| (0..n).map(|c| r * n + c).collect();
    let column = |c| (0..n).map(|r| r * n + c).collect();
    (0..n).map(row).chain((0..n).map(column)).collect()
}

impl Futoshiki {
    /// The cells that stand in an inequality, in the order in which they do first.
    fn compared(&self) -> Vec<u32> {
        let mut seen = vec![false; self.given.len()];
        let cells = self.less.iter().flatten().copied();
        cells.filter(|&c| !std::mem::replace(&mut seen[c as usize], true)).collect()
    }
}

impl Certified for Futoshiki {
    fn state(&self, _goal: Option<Goal>, asks: Option<Interrupt>) -> Result<Opb, Unstated> {
        let n = self.n;
        let mut opb = Opb::asking(asks);
        let mut least = Vec::new();
        for c in 0..n * n {
            opb.check_interrupt(8 * n as usize)?;
            let all: Vec<Literal> = (1..=n).map(|v| opb.variable(holds(n, c, v))).collect();
            least.push(opb.exactly_one(&all)[0]);
            if let Some(given) = self.given[c as usize] {
                opb.clause([opb.find(holds(n, c, given))].into_iter().flatten());
            }
        }
        for cells in lines(n) {
            let mut square = Square { lines: Vec::new(), values: Vec::new() };
            for &c in &cells {
                opb.check_interrupt(8 * n as usize)?;
                let lits =
                    (1..=n).filter_map(|v| Some((v as usize - 1, opb.find(holds(n, c, v))?)));
                square.lines.push((lits.collect(), least[c as usize]));
            }
            for v in 1..=n {
                opb.check_interrupt(8 * n as usize)?;
                let there = cells.iter().filter_map(|&c| opb.find(holds(n, c, v)));
                let there: Vec<Literal> = there.collect();
                let [_, most] = opb.exactly_one(&there);
                square.values.push(most);
            }
            opb.derivations.squares.push(square);
        }
        for c in self.compared() {
            opb.check_interrupt(8 * n as usize)?;
            order(&mut opb, n, c);
        }
        for &[a, b] in &self.less {
            // a < b: a is below n, b above 1, and where b is at most v + 1, a is at most v.
            opb.check_interrupt(8 * n as usize)?;
            let mut bound = |c: u32, v: u32| opb.variable(at_most(n, c, v));
            let mut clauses = Vec::new();
            if n > 1 {
                clauses.push(vec![bound(a, n - 1)]);
                clauses.push(vec![!bound(b, 1)]);
                clauses.extend((1..n - 1).map(|v| vec![!bound(b, v + 1), bound(a, v)]));
            } else {
                clauses.push(Vec::new());
            }
            clauses.into_iter().for_each(|clause| opb.clause(clause));
        }
        for &gap in &self.gaps {
            opb.check_interrupt(8 * n as usize)?;
            for clause in clauses(n, gap) {
                let lit = |(c, v, is): (u32, u32, bool)| {
                    let holds = opb.find(holds(n, c, v)).expect("every cell has its values");
                    if is { holds } else { !holds }
                };
                let lits: Vec<Literal> = clause.into_iter().map(lit).collect();
                opb.clause(lits);
            }
        }
        opb.whole()
    }

    fn exclude(&self, opb: &Opb, answer: &Answer) -> Result<Vec<Vec<Literal>>, Unstated> {
        let Answer::Square(values) = answer else { return Ok(Vec::new()) };
        let cells = (0..).zip(values);
        let lits = cells.filter_map(|(c, &v)| opb.find(holds(self.n, c, v)).map(|l| !l));
        Ok(vec![lits.collect()])
    }

    fn network(&self, _goal: Option<Goal>) -> ProofNetwork {
        ProofNetwork { name: "latin", changed: false, without: &[], rests: "nothing" }
    }

    fn speaks(&self, built: &Built, opb: &Opb) -> Result<AtomLiterals, Unstated> {
        let (n, store) = (self.n, built.model.engine.store());
        let mut said = Vec::new();
        for c in 0..n * n {
            opb.check_interrupt(8 * n as usize)?;
            for v in 1..=n {
                let l = built.decoder.holds(store, c, Content::Number(v));
                let named = l.zip(opb.find(holds(n, c, v)));
                said.extend(named.map(|(l, name)| of_literal(l, name)));
            }
        }
        for c in self.compared() {
            let first = built.decoder.holds(store, c, Content::Number(1));
            let cell = first.and_then(|l| store.meaning(l.atom()));
            let bounds = cell.and_then(|(x, _)| store.bounds(x));
            let named = bounds.iter().flat_map(|bounds| (1..n).zip(bounds.iter()));
            said.extend(named.filter_map(|(v, a)| Some((a, opb.find(at_most(n, c, v))?))));
        }
        Ok(said)
    }
}

/// The definition of "at most v" in a cell.
fn order(opb: &mut Opb, n: u32, c: u32) {
    for v in 1..=n {
        let x = opb.variable(holds(n, c, v));
        let here = (v < n).then(|| opb.variable(at_most(n, c, v)));
        let below = (v > 1).then(|| opb.variable(at_most(n, c, v - 1)));
        opb.clause([x].into_iter().chain(below).chain(here.map(|h| !h)));
        if let Some(h) = here {
            opb.clause([!x, h]);
        }
        if let Some(b) = below {
            opb.clause([!x, !b]);
            if let Some(h) = here {
                opb.clause([!b, h]);
            }
        }
    }
}
