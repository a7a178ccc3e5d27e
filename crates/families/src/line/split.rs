//! Networks on a second graph, in which some cells of the board are two nodes: a way to such a cell leads to either of
//! them, so an edge of the board has a link for each way to take it.

use clew_engine::kernel::{Bools, Conflict, Lit, Model};
use clew_puzzle::puzzle::{BuildError, BuildOptions};

/// Edges whose clauses are posted between two questions whether to stop.
const POLL_INTERVAL: usize = 4096;

/// The links of the second graph.
#[derive(Default)]
pub(super) struct Links {
    /// Per link its two nodes.
    pub ends: Vec<[u32; 2]>,
    /// Per link the edge of the board, ascending.
    pub of: Vec<u32>,
}

impl Links {
    /// Adds a link for this edge of the board.
    pub fn add(&mut self, edge: u32, ends: [u32; 2]) {
        self.ends.push(ends);
        self.of.push(edge);
    }

    /// Posts that an edge of the board is on if one of its links is, and that at most one of them is on.
    ///
    /// # Errors
    /// [`BuildError::Interrupted`].
    pub fn join(
        &self,
        model: &mut Model,
        edges: Bools,
        links: Bools,
        options: &BuildOptions,
    ) -> Result<(), BuildError> {
        let mut at = 0;
        for e in 0..edges.len() {
            if (e as usize).is_multiple_of(POLL_INTERVAL) {
                options.check_interrupt()?;
            }
            let from = at;
            while self.of.get(at) == Some(&e) {
                at += 1;
            }
            let mine: Vec<Lit> = (from..at).map(|l| links.at(l as u32).pos()).collect();
            let posted = union(model, edges.at(e).pos(), &mine);
            model.infeasible |= posted.is_err();
        }
        model.says("an edge is on as one of its links is", edges.len().into());
        Ok(())
    }
}

/// `on` is true if exactly one of the literals is, false if none is.
fn union(model: &mut Model, on: Lit, mine: &[Lit]) -> Result<(), Conflict> {
    let any: Vec<Lit> = mine.iter().copied().chain([!on]).collect();
    model.engine.add_clause(&any)?;
    for (i, &l) in mine.iter().enumerate() {
        model.engine.add_clause(&[on, !l])?;
        for &other in &mine[i + 1..] {
            model.engine.add_clause(&[!l, !other])?;
        }
    }
    Ok(())
}
