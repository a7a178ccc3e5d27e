//! Two variables stand on neighbouring vertices of a graph.
//!
//! Domain consistency: a vertex stays while a neighbour of it stays in the other domain. A run
//! takes the neighbourhood of each domain once ([`Graph::dilate`]). No state.
//!
//! Explanation: x lost a because y = b and b is no neighbour, or because y has lost all neighbours
//! of a.

use super::adjacency::Graph;
use crate::kernel::prelude::*;
use std::sync::Arc;

const NO_NEIGHBOUR: Tag = Tag::new(0, 0);

/// The values of two variables are neighbouring vertices.
#[derive(Clone, Debug)]
pub struct NextTo {
    graph: Arc<Graph>,
    x: VarId,
    y: VarId,
    /// Scratch: the neighbourhood of a domain.
    near: Vec<u64>,
}

impl NextTo {
    /// Value v of either variable is vertex v of the graph. The variables are two, with as many
    /// values as the graph has vertices.
    pub fn new(graph: Arc<Graph>, x: VarId, y: VarId) -> NextTo {
        debug_assert!(x != y, "nothing is its own neighbour");
        let near = vec![0; graph.words()];
        NextTo { graph, x, y, near }
    }

    fn prune(&mut self, p: &mut Propagation<'_>, from: VarId, to: VarId) -> Result<bool, Conflict> {
        self.near.fill(0);
        self.graph.dilate(p.domain_words(from), &mut self.near);
        p.keep_only(to, &self.near, NO_NEIGHBOUR)
    }
}

impl Propagator for NextTo {
    const RULES: &'static [&'static str] = &["no neighbour left"];

    fn name(&self) -> &'static str {
        "next_to"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on(self.x, Event::Any);
        to.on(self.y, Event::Any);
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.prune(p, self.x, self.y)?;
        // Values removed here supported no remaining value of the other domain, so once is enough.
        self.prune(p, self.y, self.x)?;
        let fixed = p.size(self.x) == 1 || p.size(self.y) == 1;
        Ok(if fixed { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let fact = fact.expect("this propagator fails by removing only");
        let (z, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        let other = if z == self.x { self.y } else { self.x };
        match past.value(other) {
            Some(w) => why.push(past.is(other, w)),
            None => why.extend(self.graph.neighbours(v).iter().map(|&q| past.not(other, q))),
        }
    }
}

impl Constraint for NextTo {
    fn scope(&self) -> Vec<Term> {
        vec![Term::Var(self.x), Term::Var(self.y)]
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.graph.neighbours(values[0]).contains(&values[1])
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
