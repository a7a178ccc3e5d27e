//! A propagator of the example's own: all edges that are on lie on one closed loop.
//!
//! Another propagator handles degrees, so the edges that are on form pieces: paths and, at the worst,
//! loops. At a fixpoint
//! * a loop is everything: nothing outside of it is used, and all other edges are off;
//! * while something outside of a path is used, the edge that would close the path is off.
//!
//! Every run walks all pieces: linear in the board. No state. Explanations are the edges of the piece and one
//! used cell outside of it.

use clew::kernel::prelude::*;
use clew::kernel::{Lit, PropId};
use clew::propagators::path::PathVars;

/// No second loop.
#[derive(Clone)]
pub struct OneLoop {
    vars: PathVars,
    piece: Piece,
    /// Cells whose piece was examined in this run.
    seen: Vec<bool>,
}

/// The cells joined to one cell by edges that are on.
#[derive(Clone, Default)]
struct Piece {
    cells: Vec<u32>,
    edges: Vec<u32>,
    /// Per cell whether it is one of them.
    inside: Vec<bool>,
}

impl Piece {
    /// Collects the piece of a cell. `is_true` returns whether a literal is known to be true.
    fn collect(&mut self, vars: &PathVars, from: u32, is_true: &dyn Fn(Lit) -> bool) {
        self.edges.clear();
        self.cells.drain(..).for_each(|cell| self.inside[cell as usize] = false);
        self.inside.resize(vars.graph.cells() as usize, false);
        self.cells.push(from);
        self.inside[from as usize] = true;
        let mut next = 0;
        while let Some(&cell) = self.cells.get(next) {
            next += 1;
            for (to, edge) in vars.graph.around(cell) {
                if is_true(vars.edge(edge).pos()) {
                    if to > cell {
                        self.edges.push(edge);
                    }
                    if !std::mem::replace(&mut self.inside[to as usize], true) {
                        self.cells.push(to);
                    }
                }
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.edges.len() == self.cells.len()
    }

    /// The literal of a used cell outside.
    fn outside(&self, vars: &PathVars, is_true: &dyn Fn(Lit) -> bool) -> Option<Lit> {
        let mut used = vars.used.iter().zip(&self.inside).filter(|(_, inside)| !**inside);
        used.find_map(|(used, _)| used.pos().filter(|&used| is_true(used)))
    }

    /// The two cells of a path at which it can go on.
    fn ends(&self, vars: &PathVars, is_true: &dyn Fn(Lit) -> bool) -> Option<[u32; 2]> {
        let on = |cell: u32| {
            let incident = vars.graph.incident(cell).iter();
            incident.filter(|&&edge| is_true(vars.edge(edge).pos())).count()
        };
        let mut ends = self.cells.iter().copied().filter(|&cell| on(cell) == 1);
        Some([ends.next()?, ends.next()?])
    }
}

impl OneLoop {
    /// Posts the constraint. Every flag of `vars.used` must be open.
    pub fn post(engine: &mut Engine, vars: &PathVars) -> PropId {
        engine.add(OneLoop { vars: vars.clone(), piece: Piece::default(), seen: Vec::new() })
    }
}

impl Propagator for OneLoop {
    const RULES: &'static [&'static str] = &["would close a loop too early"];

    fn name(&self) -> &'static str {
        "one_loop"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_known(self.vars.edges);
        self.vars.used.iter().filter_map(|used| used.pos()).for_each(|used| to.on_lit(used));
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let OneLoop { vars, piece, seen } = self;
        seen.clear();
        seen.resize(vars.graph.cells() as usize, false);
        for from in 0..vars.graph.cells() {
            if seen[from as usize] {
                continue;
            }
            piece.collect(vars, from, &|l| p.is_true(l));
            piece.cells.iter().for_each(|&cell| seen[cell as usize] = true);
            if piece.cells.len() < 3 {
                continue;
            }
            p.work(piece.cells.len())?;
            // The tag holds a cell of the piece, from which it is collected again for an explanation.
            let tag = Tag::new(0, from);
            let is_outside = piece.outside(vars, &|l| p.is_true(l)).is_some();
            if piece.is_closed() {
                if is_outside {
                    return Err(p.fail(tag).into());
                }
                for cell in 0..vars.graph.cells() {
                    if !piece.inside[cell as usize]
                        && let Some(unused) = vars.used[cell as usize].neg()
                    {
                        p.infer(unused, tag)?;
                    }
                }
            } else if is_outside
                && let Some([a, b]) = piece.ends(vars, &|l| p.is_true(l))
                && let Some(edge) = vars.graph.edge_between(a, b)
            {
                p.infer(vars.edge(edge).neg(), tag)?;
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let OneLoop { vars, piece, .. } = self;
        piece.collect(vars, tag.note(), &|l| past.is_true(l));
        why.extend(piece.edges.iter().map(|&edge| vars.edge(edge).pos()));
        // That other cells are not used follows from a loop alone.
        if fact.is_none() || !piece.is_closed() {
            why.extend(piece.outside(vars, &|l| past.is_true(l)));
        }
    }
}
