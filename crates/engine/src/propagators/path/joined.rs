//! The chosen vertices of a graph are connected by chosen vertices and edges.
//!
//! From a vertex that is chosen, a search over all vertices and edges that may be chosen: an unreached
//! vertex is not chosen, and if it was chosen the branch is dead. Linear in the graph. No state. There is no
//! inference about cut vertices. Explanation: the vertex where the search began, and the vertices and edges
//! not chosen around the side that it reached, or around the other side if that is shorter.

use super::graph::Graph;
use crate::kernel::prelude::*;
use std::sync::Arc;

const CUT_OFF: u8 = 0;

/// The propagator and constraint of connected chosen vertices.
#[derive(Clone)]
pub struct Joined {
    graph: Arc<Graph>,
    vertices: Vec<Lit>,
    edges: Option<Vec<Lit>>,
    /// Scratch.
    reached: Vec<bool>,
    stack: Vec<u32>,
}

impl Joined {
    /// Vertex v is chosen if `vertices[v]` is true; with `edges`, a path goes along chosen edges only.
    pub fn new(graph: Arc<Graph>, vertices: Vec<Lit>, edges: Option<Vec<Lit>>) -> Joined {
        let reached = vec![false; vertices.len()];
        Joined { graph, vertices, edges, reached, stack: Vec::new() }
    }

    fn vertex(&self, v: u32) -> Lit {
        self.vertices[v as usize]
    }

    /// The false literal, if there is one, that blocks the way to a vertex along an edge.
    fn bar(&self, to: u32, e: u32, view: &impl View) -> Option<Lit> {
        let edge = self.edges.as_ref().map(|edges| edges[e as usize]);
        edge.into_iter().chain([self.vertex(to)]).find(|&l| view.is_false(l))
    }

    /// Marks all that may be joined with a vertex.
    fn search(&mut self, from: u32, view: &impl View) {
        self.reached.fill(false);
        self.reached[from as usize] = true;
        self.stack.push(from);
        while let Some(v) = self.stack.pop() {
            for (w, e) in self.graph.around(v) {
                if !self.reached[w as usize] && self.bar(w, e, view).is_none() {
                    self.reached[w as usize] = true;
                    self.stack.push(w);
                }
            }
        }
    }

    /// Appends the literals that block the ways out of the marked side.
    fn border(&self, past: &Past<'_>, why: &mut Lits) {
        for v in (0..self.graph.cells()).filter(|&v| self.reached[v as usize]) {
            for (w, e) in self.graph.around(v) {
                if !self.reached[w as usize] {
                    let bar = self.bar(w, e, past).expect("there is no way");
                    if !why.contains(&!bar) {
                        why.push(!bar);
                    }
                }
            }
        }
    }
}

impl Propagator for Joined {
    const RULES: &'static [&'static str] = &["cut off"];

    fn name(&self) -> &'static str {
        "joined"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for &l in self.vertices.iter().chain(self.edges.iter().flatten()) {
            to.on_bool(l.atom());
        }
    }

    fn priority(&self) -> Priority {
        Priority::Global
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let chosen = |&v: &u32| p.is_true(self.vertex(v));
        let Some(from) = (0..self.graph.cells()).find(chosen) else {
            return Ok(Status::Fixpoint);
        };
        self.search(from, p);
        p.work(1 + self.vertices.len() / 8)?;
        for v in 0..self.graph.cells() {
            if !self.reached[v as usize] {
                p.infer(!self.vertex(v), Tag::new(CUT_OFF, from))?;
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let fact = fact.expect("it fails only by inferring");
        let from = tag.note();
        why.push(self.vertex(from));
        self.search(from, past);
        let mut around = Lits::new();
        self.border(past, &mut around);
        let at =
            (0..self.graph.cells()).find(|&v| !self.reached[v as usize] && self.vertex(v) == !fact);
        // From the other side: the vertex itself is assumed to be chosen.
        let other = at.and_then(|v| {
            self.search(v, past);
            let mut other = Lits::new();
            let apart = !self.reached[from as usize];
            apart.then(|| self.border(past, &mut other))?;
            Some(other)
        });
        let shorter = other.filter(|other| other.len() < around.len());
        why.extend(shorter.unwrap_or(around));
    }
}

impl Constraint for Joined {
    fn scope(&self) -> Vec<Term> {
        let all = self.vertices.iter().chain(self.edges.iter().flatten());
        let mut scope: Vec<Term> = Vec::new();
        for term in all.map(|l| Term::Bool(l.atom())) {
            if !scope.contains(&term) {
                scope.push(term);
            }
        }
        scope
    }

    fn holds(&self, values: &[u32]) -> bool {
        let scope = self.scope();
        let is = |l: Lit| {
            let i = scope.iter().position(|t| *t == Term::Bool(l.atom())).expect("of the scope");
            (values[i] == 1) == l.is_positive()
        };
        let n = self.graph.cells();
        let chosen: Vec<u32> = (0..n).filter(|&v| is(self.vertex(v))).collect();
        let mut met: Vec<u32> = chosen.first().copied().into_iter().collect();
        let mut k = 0;
        while k < met.len() {
            for (w, e) in self.graph.around(met[k]) {
                let open = self.edges.as_ref().is_none_or(|edges| is(edges[e as usize]));
                if open && is(self.vertex(w)) && !met.contains(&w) {
                    met.push(w);
                }
            }
            k += 1;
        }
        met.len() == chosen.len()
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
