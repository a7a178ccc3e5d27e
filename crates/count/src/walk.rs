//! From the last layer back to the first, with the forward values of every layer at hand.
//!
//! Layers are kept at every √n-th step only and those between are computed again, so space is about 2√n
//! layers and time about twice a count.
//!
//! Source: Griewank, *Achieving logarithmic growth*, 1992 (checkpoints).

use super::budget::Reservation;
use super::layer::{Layer, Source};
use super::run::Runner;
use super::system::{Buffer, System};
use super::table::{Combine, Key};
use clew_engine::run::Stop;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A way into a state: the state before, the move's name, the value before.
pub(super) type Way<K> = (K, u32, SmallVec<[u64; 3]>);
pub(super) type Ways<K> = Vec<Way<K>>;

/// The number of ways for which bytes are taken at once.
const LEASE_CHUNK: usize = 4_096;

/// A callback for a layer of the states after a number of steps.
pub type Visit<'v, K> = &'v mut dyn FnMut(&mut Runner<'_>, usize, &Layer<K>) -> Result<(), Stop>;

/// The layers kept at every √n-th step, all but the last.
pub struct Checkpoints<K> {
    kept: Vec<Layer<K>>,
    stride: usize,
}

impl Runner<'_> {
    /// Runs forward; returns the checkpoints and the last layer.
    pub fn checkpoints<K: Key>(
        &mut self,
        p: &System<'_, K>,
        fold: Combine,
    ) -> Result<(Checkpoints<K>, Layer<K>), Stop> {
        let n = p.steps();
        let stride = (n.isqrt()).max(1);
        let mut kept = Vec::new();
        let mut layer = self.first(p, fold)?;
        for step in 0..n {
            let limbs = layer.limbs();
            if step % stride == 0 {
                let next = self.advance(p, step, Source::Keep(&layer), limbs, fold)?;
                kept.push(std::mem::replace(&mut layer, next));
            } else {
                layer = self.advance(p, step, Source::Consume(layer), limbs, fold)?;
            }
        }
        Ok((Checkpoints { kept, stride }, layer))
    }

    /// Calls `visit(step, layer)` for all layers but the last one, the last first. With `again` the
    /// checkpoints stay for another walk; else each is freed as soon as it is not needed.
    pub fn walk_back<K: Key>(
        &mut self,
        p: &System<'_, K>,
        checkpoints: &mut Checkpoints<K>,
        fold: Combine,
        again: bool,
        visit: Visit<'_, K>,
    ) -> Result<(), Stop> {
        let (n, stride) = (p.steps(), checkpoints.stride);
        for i in (0..checkpoints.kept.len()).rev() {
            let owned = if again { None } else { checkpoints.kept.pop() };
            let first = owned.as_ref().unwrap_or_else(|| &checkpoints.kept[i]);
            let from = i * stride;
            let mut stretch = Vec::new();
            for step in from..n.min(from + stride) - 1 {
                let last = stretch.last().unwrap_or(first);
                let next = self.advance(p, step, Source::Keep(last), last.limbs(), fold)?;
                stretch.push(next);
            }
            while let Some(layer) = stretch.pop() {
                visit(self, from + 1 + stretch.len(), &layer)?;
            }
            visit(self, from, first)?;
        }
        Ok(())
    }

    /// The ways into some states of layer `step + 1`, in ascending order.
    pub(super) fn ways<K: Key>(
        &self,
        p: &System<'_, K>,
        step: usize,
        before: &Layer<K>,
        targets: &mut dyn Iterator<Item = K>,
    ) -> Result<FxHashMap<K, Ways<K>>, Stop> {
        struct Found<'a, K> {
            list: Vec<(K, Way<K>)>,
            buffer: Buffer<'a, K>,
            leases: Vec<Reservation>,
        }
        let mut ways: FxHashMap<K, Ways<K>> = targets.map(|t| (t, Vec::new())).collect();
        let shards = before.shards();
        let (wanted, gauge) = (&ways, &self.gauge);
        let bytes = LEASE_CHUNK * (size_of::<Way<K>>() * 2 + size_of::<K>());
        let empty =
            || Ok(Found { list: Vec::new(), buffer: Buffer::new(gauge), leases: Vec::new() });
        let parts = self.workers.each(shards.len(), gauge, empty, |found, task| {
            let mut pace = gauge.pace();
            for (key, f) in shards[task].iter() {
                pace.tick()?;
                let Found { list, buffer, leases } = found;
                buffer.each(p, step, key, |to, name| {
                    if wanted.contains_key(&to) {
                        list.push((to, (key, name, SmallVec::from_slice(f))));
                    }
                });
                // A small number of ways is not worth a call of the meter.
                while list.len() > (leases.len() + 1) * LEASE_CHUNK {
                    leases.push(gauge.meter().take(bytes)?);
                }
            }
            found.buffer.note();
            Ok(())
        })?;
        // If the moves of a state were interrupted, ways are missing.
        gauge.poll()?;
        let mut pace = gauge.pace();
        for (to, way) in parts.into_iter().flat_map(|part| part.list) {
            pace.tick()?;
            ways.entry(to).or_default().push(way);
        }
        for list in ways.values_mut() {
            pace.tick()?;
            list.sort_unstable();
        }
        Ok(ways)
    }
}
