//! The first solutions: as [`super::trace`], but all ways back are taken until there are enough.

use super::layer::Layer;
use super::programme::{Programme, Runner};
use super::table::Fold;
use super::trace::Trace;
use crate::run::Stop;

impl Runner<'_> {
    /// Up to `k` different solutions, all of them if there are no more. Always the same ones, at
    /// any thread count. Time about three times a count, space about 2√steps layers of one-word
    /// counters.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn solutions<P: Programme>(&mut self, p: &P, k: usize) -> Result<Vec<Trace>, Stop> {
        let end = |_: &mut Self, last: &Layer<P::Key>| {
            let mut ends: Vec<P::Key> =
                last.iter().map(|(key, _)| key).filter(|&key| p.accepts(key)).collect();
            ends.sort_unstable();
            Ok(ends.into_iter().take(k).map(|key| (key, vec![0; p.steps()])).collect::<Vec<_>>())
        };
        let fold = Fold::SumTo(1);
        let found = self.descend(p, fold, end, |run, tokens, step, layer| {
            let ways = run.ways(p, step, layer, tokens.iter().map(|t| t.0))?;
            // Every state of a layer was reached, so no token is ever lost.
            let mut next = Vec::new();
            for (state, trace) in tokens.drain(..) {
                for &(before, name, _) in ways[&state].iter().take(k - next.len()) {
                    let mut trace = trace.clone();
                    trace[step] = name;
                    next.push((before, trace));
                }
            }
            *tokens = next;
            Ok(())
        })?;
        Ok(found.into_iter().map(|(_, trace)| trace).collect())
    }
}
