//! The first solutions, and a best one: backwards from the end, by a fixed choice of ways.

use super::counting::Items;
use super::draw::items;
use super::run::Runner;
use super::system::System;
use super::table::{Combine, Key};
use clew_engine::run::Stop;
use smallvec::SmallVec;

impl Runner<'_> {
    /// Up to `k` different solutions, all of them if there are no more. Always the same ones, at
    /// any thread count. Time about three times a count, space about 2√steps layers of one-word
    /// counters.
    pub(super) fn solutions<K: Key>(
        &mut self,
        p: &System<'_, K>,
        k: usize,
    ) -> Result<Vec<Items>, Stop> {
        let fold = Combine::SumTo(1);
        let (mut checkpoints, last) = self.checkpoints(p, fold)?;
        let mut ends: Vec<K> = Vec::new();
        let mut pace = self.gauge.pace();
        for (key, _) in last.iter().filter(|&(key, _)| p.accepts(key)) {
            pace.tick()?;
            ends.push(key);
        }
        ends.sort_unstable();
        drop(last);
        let mut tokens: Vec<(K, Vec<u32>)> =
            ends.into_iter().take(k).map(|key| (key, vec![0; p.steps()])).collect();
        self.walk_back(p, &mut checkpoints, fold, false, &mut |run, step, layer| {
            let ways = run.ways(p, step, layer, &mut tokens.iter().map(|t| t.0))?;
            let mut pace = run.gauge.pace();
            // Every state of a layer was reached, so no token is ever lost.
            let mut next = Vec::new();
            for (state, trace) in tokens.drain(..) {
                for &(before, name, _) in ways[&state].iter().take(k - next.len()) {
                    pace.tick()?;
                    let mut trace = trace.clone();
                    trace[step] = name;
                    next.push((before, trace));
                }
            }
            tokens = next;
            Ok(())
        })?;
        Ok(tokens.into_iter().map(|(_, trace)| items(p, &trace)).collect())
    }

    /// The least cost of a solution, with a solution of that cost; `None` if there is no solution.
    /// Always the same one, at any thread count.
    pub(super) fn best<K: Key>(&mut self, p: &System<'_, K>) -> Result<Option<(u64, Items)>, Stop> {
        let (mut checkpoints, last) = self.checkpoints(p, Combine::Min)?;
        let ends = last.iter().filter(|&(k, _)| p.accepts(k)).map(|(k, v)| (v[0], k));
        let Some((least, mut key)) = ends.min() else { return Ok(None) };
        drop(last);
        let (mut cost, mut trace) = (least, vec![0; p.steps()]);
        self.walk_back(p, &mut checkpoints, Combine::Min, false, &mut |run, step, layer| {
            let ways = run.ways(p, step, layer, &mut std::iter::once(key))?;
            let fits = |w: &&(K, u32, SmallVec<[u64; 3]>)| w.2[0] + p.cost(step, w.1) == cost;
            let way = ways[&key].iter().find(fits).expect("a least value has a way that gives it");
            (key, trace[step], cost) = (way.0, way.1, way.2[0]);
            Ok(())
        })?;
        Ok(Some((least, items(p, &trace))))
    }
}
