//! The definitions of the constraints that the propagators of this folder implement.

use super::block_chain::BlockChain;
use super::connectivity::Connectivity;
use super::count::Count;
use super::degree::Degree;
use super::degree_flow::DegreeFlow;
use super::fragments::{Fragments, Pattern};
use super::graph::{Flag, PathVars};
use crate::kernel::prelude::*;
use bitvec::vec::BitVec;

/// Edges on + end = 2 * used in every cell, and a given total number of ends.
#[derive(Clone, Debug)]
pub struct DegreeSystem {
    /// The variables.
    pub vars: PathVars,
    /// The number of ends, if it is part of the constraint.
    pub ends: Option<u32>,
    /// If the flow is posted as well, the nodes that its single searches may visit in one repair
    /// before phases take over; it needs a number of ends, and that all cells are used.
    pub flow: Option<usize>,
}

/// The used cells lie on paths of a pattern.
#[derive(Clone, Debug)]
pub struct PathSystem {
    /// The variables.
    pub vars: PathVars,
    /// One line or links.
    pub pattern: Pattern,
    /// Whether the propagator of connectivity is posted as well.
    pub connectivity: bool,
    /// Whether the propagator of block chains is posted as well (one line through all cells).
    pub blocks: bool,
}

fn open_atoms(vars: &PathVars) -> Vec<Atom> {
    let edges = (0..vars.graph.edges()).map(|e| vars.edge(e));
    let flags = vars.ends.iter().chain(vars.used.iter()).filter_map(|f| f.atom());
    edges.chain(flags).collect()
}

/// The values of the scope, accessible by edge or by cell.
struct Drawn<'a> {
    vars: &'a PathVars,
    atoms: Vec<Atom>,
    values: &'a [u32],
}

impl Drawn<'_> {
    fn edge(&self, e: u32) -> bool {
        self.values[e as usize] == 1
    }

    fn flag(&self, f: Flag) -> bool {
        match f {
            Flag::Never => false,
            Flag::Always => true,
            Flag::Open(a) => {
                let at = self.atoms.iter().position(|&b| a == b).expect("of the scope");
                self.values[at] == 1
            }
        }
    }

    fn degrees_hold(&self, ends: Option<u32>) -> bool {
        let vars = self.vars;
        let mut total = 0;
        for c in 0..vars.graph.cells() {
            let end = u32::from(self.flag(vars.ends[c as usize]));
            let used = u32::from(self.flag(vars.used[c as usize]));
            let on = vars.graph.incident(c).iter().filter(|&&e| self.edge(e)).count() as u32;
            if on + end != 2 * used {
                return false;
            }
            total += end;
        }
        ends.is_none_or(|k| k == total)
    }
}

impl Constraint for DegreeSystem {
    fn scope(&self) -> Vec<Term> {
        open_atoms(&self.vars).into_iter().map(Term::Bool).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        Drawn { vars: &self.vars, atoms: open_atoms(&self.vars), values }.degrees_hold(self.ends)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        Degree::post(into, &self.vars);
        if let Some(total) = self.ends {
            Count::post_ends(into, &self.vars, total);
            if let Some(patience) = self.flow {
                DegreeFlow::post_with(into, &self.vars, total, patience).ok_or(Conflict)?;
            }
        }
        Ok(())
    }
}

impl Constraint for PathSystem {
    fn scope(&self) -> Vec<Term> {
        open_atoms(&self.vars).into_iter().map(Term::Bool).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let vars = &self.vars;
        let drawn = Drawn { vars, atoms: open_atoms(vars), values };
        let ends = (self.pattern == Pattern::Line).then_some(2);
        if !drawn.degrees_hold(ends) {
            return false;
        }
        // Walk every path from an end; all used cells must have been seen, by one walk for a line.
        let n = vars.graph.cells();
        let mut seen: BitVec = BitVec::repeat(false, n as usize);
        let mut walks = 0;
        for c in 0..n {
            if !drawn.flag(vars.ends[c as usize]) || seen[c as usize] {
                continue;
            }
            walks += 1;
            let mut at = c;
            seen.set(c as usize, true);
            while let Some((q, _)) =
                vars.graph.around(at).find(|&(q, e)| drawn.edge(e) && !seen[q as usize])
            {
                seen.set(q as usize, true);
                at = q;
            }
        }
        let all = (0..n).all(|c| seen[c as usize] == drawn.flag(vars.used[c as usize]));
        all && (walks == 1 || self.pattern != Pattern::Line)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        Degree::post(into, &self.vars);
        if self.pattern == Pattern::Line {
            Count::post_ends(into, &self.vars, 2);
        }
        Fragments::post(into, &self.vars, self.pattern);
        if self.connectivity {
            Connectivity::post(into, &self.vars, self.pattern == Pattern::Line);
        }
        if self.blocks && self.pattern == Pattern::Line && self.vars.covers_all {
            BlockChain::post(into, &self.vars);
        }
        Ok(())
    }
}
