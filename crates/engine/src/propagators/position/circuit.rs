//! Successors form one circuit through all nodes.
//!
//! The successor variables are the rows of a permutation matrix, so every assignment is a set of cycles; this
//! propagator forbids the short ones: the last node of a chain of known successors does not lead back to the first,
//! unless the chain holds every node. That is all it infers at a fixpoint. Chains are followed again when a successor
//! becomes known: linear in the nodes. No state.
//!
//! Explanation: the successors along the chain. Sources: Y. Caseau and F. Laburthe, Solving small
//! TSPs with constraints, 1997; explanations as by K. G. Francis and P. J. Stuckey, Explaining
//! circuit propagation, 2014.

use crate::kernel::prelude::*;
use bitvec::vec::BitVec;

rules! {
    /// The inference rules of a circuit.
    enum Rule {
        Short => "would close a short loop",
        Closed => "a short loop",
    }
}

/// Variables with as many values as there are of them, all different by other means, are successors
/// on one circuit.
#[derive(Clone, Debug)]
pub struct Circuit {
    nodes: Vars,
    /// Scratch: the successor of each node, itself being none; whether a node is a successor.
    next: Vec<u32>,
    led_to: Vec<bool>,
}

impl Circuit {
    /// A circuit through all nodes; variable number i is the successor of node i.
    pub fn new(nodes: Vars) -> Circuit {
        let n = nodes.len() as usize;
        Circuit { nodes, next: vec![0; n], led_to: vec![false; n] }
    }
}

impl Propagator for Circuit {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "circuit"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_vars(self.nodes, Event::Fixed);
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        const NONE: u32 = u32::MAX;
        self.led_to.fill(false);
        for (next, x) in self.next.iter_mut().zip(self.nodes.iter()) {
            *next = p.value(x).unwrap_or(NONE);
            if let Some(j) = p.value(x) {
                self.led_to[j as usize] = true;
            }
        }
        let n = self.nodes.len();
        for start in 0..n {
            if self.led_to[start as usize] {
                continue;
            }
            let (mut last, mut length) = (start, 1);
            while self.next[last as usize] != NONE {
                // Every open chain is followed once, so the nodes left at the end lie on closed
                // chains.
                let here = last as usize;
                last = self.next[here];
                self.next[here] = NONE;
                length += 1;
            }
            if length < n {
                p.remove(self.nodes.at(last), start, Rule::Short.tag())?;
            }
        }
        // Two chains may still lead into one node here; the matrix fails on that.
        let Some(on) = (0..n).find(|&i| self.next[i as usize] != NONE) else {
            return Ok(Status::Again);
        };
        let (mut at, mut length) = (on, 0);
        while self.next[at as usize] != NONE {
            let here = at as usize;
            at = self.next[here];
            self.next[here] = NONE;
            length += 1;
        }
        if at == on && length < n {
            return Err(p.fail(Rule::Closed.about(on)).into());
        }
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let (mut at, end) = match fact {
            Some(fact) => {
                let (x, start) = past.store().meaning(fact.atom()).expect("about a successor");
                (start, self.nodes.index_of(x).expect("about a successor"))
            }
            None => {
                let on = tag.note();
                let next = past.value(self.nodes.at(on)).expect("it lies on a cycle");
                why.push(past.is(self.nodes.at(on), next));
                (next, on)
            }
        };
        while at != end {
            let next = past.value(self.nodes.at(at)).expect("the chain was known");
            why.push(past.is(self.nodes.at(at), next));
            at = next;
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }
}

impl Constraint for Circuit {
    fn scope(&self) -> Vec<Term> {
        self.nodes.iter().map(Term::Var).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let mut seen: BitVec = BitVec::repeat(false, values.len());
        let mut at = 0;
        for _ in 0..values.len() {
            if seen.replace(at, true) {
                return false;
            }
            at = values[at] as usize;
        }
        at == 0
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
