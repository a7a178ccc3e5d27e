//! Successors of nodes form one circuit through some of them; a node off the circuit is its own successor.
//!
//! Once known successors close a circuit, all other nodes are off it; while a node is known to be on the
//! circuit, the chain of known successors that leads elsewhere must not close. Linear in the nodes. No state.
//! Another constraint has to enforce that successors are different. Explanations: the chain, and the node off
//! it.
//!
//! Source: K. G. Francis and P. J. Stuckey, Explaining circuit propagation, 2014.

use crate::kernel::prelude::*;
use crate::propagators::all_different::{self, Level};

rules! {
    /// The inference rules of a circuit through some nodes.
    enum Rule {
        Closed => "the circuit is closed",
        TooEarly => "the circuit would close too early",
    }
}

/// The propagator of a circuit through some nodes.
#[derive(Clone, Debug)]
pub(crate) struct SubCircuit {
    next: Vec<VarId>,
    /// Scratch: the round in which a node was met; whether a known successor leads to it.
    met: Vec<u32>,
    entered: Vec<bool>,
}

impl SubCircuit {
    /// From node v to the node `next[v]`; the variables have the nodes for values. They are different because
    /// of another constraint.
    pub fn new(next: &[VarId]) -> SubCircuit {
        let n = next.len();
        SubCircuit { next: next.to_vec(), met: vec![0; n], entered: vec![false; n] }
    }

    /// The successor of a node, if it is known and not the node itself.
    fn step(&self, v: u32, view: &impl View) -> Option<u32> {
        view.value(self.next[v as usize]).filter(|&w| w != v)
    }

    /// A node known to be on the circuit and not met in this round, if there is one.
    fn other(&self, round: u32, view: &impl View) -> Option<u32> {
        (0..self.next.len() as u32)
            .find(|&v| self.met[v as usize] != round && !view.contains(self.next[v as usize], v))
    }

    /// Walks from a node along known successors, and marks the nodes; returns the end of the walk, and whether
    /// it returned to its start.
    fn walk(&mut self, from: u32, round: u32, view: &impl View) -> (u32, bool) {
        let mut at = from;
        loop {
            self.met[at as usize] = round;
            match self.step(at, view) {
                Some(w) if w == from => return (at, true),
                Some(w) if self.met[w as usize] != round => at = w,
                _ => return (at, false),
            }
        }
    }

    /// Appends the known successors from a node on, up to the end of its chain.
    fn say(&self, from: u32, past: &Past<'_>, why: &mut Lits) {
        let mut at = from;
        for _ in 0..self.next.len() {
            let Some(w) = self.step(at, past) else { return };
            why.push(past.is(self.next[at as usize], w));
            if w == from {
                return;
            }
            at = w;
        }
    }
}

impl Propagator for SubCircuit {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "sub_circuit"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.next.iter().for_each(|&x| to.on(x, Event::Any));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let n = self.next.len() as u32;
        self.met.fill(0);
        self.entered.fill(false);
        for v in 0..n {
            if let Some(w) = self.step(v, p) {
                self.entered[w as usize] = true;
            }
        }
        let (mut round, mut changed) = (0, false);
        // Chains begin where no known successor leads; the nodes left then lie on circuits.
        for entered in [false, true] {
            for v in 0..n {
                let known = self.entered[v as usize] == entered && self.step(v, p).is_some();
                if !known || self.met[v as usize] != 0 {
                    continue;
                }
                round += 1;
                let (end, closed) = self.walk(v, round, p);
                if closed {
                    let tag = Tag::new(Rule::Closed.tag().rule(), v);
                    for u in (0..n).filter(|&u| self.met[u as usize] != round) {
                        p.fix(self.next[u as usize], u, tag)?;
                    }
                    return Ok(Status::Entailed);
                }
                let x = self.next[end as usize];
                if p.domain(x).contains(v) && self.other(round, p).is_some() {
                    changed |= p.remove(x, v, Tag::new(Rule::TooEarly.tag().rule(), v))?;
                }
            }
        }
        Ok(if changed { Status::Again } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, _fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let from = tag.note();
        self.say(from, past, why);
        if Rule::from_tag(tag) == Rule::TooEarly {
            self.met.fill(0);
            self.walk(from, 1, past);
            let u = self.other(1, past).expect("another node was on the circuit");
            why.push(past.not(self.next[u as usize], u));
        }
    }
}

/// The constraint behind [`SubCircuit`], with that of different successors.
#[derive(Clone, Debug)]
pub struct OnSubCircuit(pub Vec<VarId>);

impl Constraint for OnSubCircuit {
    fn scope(&self) -> Vec<Term> {
        self.0.iter().map(|&x| Term::Var(x)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let on: Vec<usize> = (0..values.len()).filter(|&v| values[v] as usize != v).collect();
        let Some(&first) = on.first() else { return true };
        let (mut at, mut steps) = (first, 0);
        loop {
            (at, steps) = (values[at] as usize, steps + 1);
            if at == first || steps > on.len() {
                return at == first && steps == on.len();
            }
        }
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        all_different::post(into, &self.0, Level::Domain)?;
        into.add(SubCircuit::new(&self.0));
        Ok(())
    }
}
