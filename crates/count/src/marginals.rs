//! In how many solutions is each item? Forward values times backward values.
//!
//! Source: Rabiner, *A tutorial on hidden Markov models*, 1989 (forward × backward).

use super::counting::Marginals;
use super::layer::{Layer, Source, expand};
use super::limbs::add;
use super::run::{Runner, big};
use super::system::{Buffer, System};
use super::table::{Combine, Key};
use clew_engine::run::Stop;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

impl Runner<'_> {
    /// In how many solutions each item is, and how many solutions there are.
    pub(super) fn marginals<K: Key>(&mut self, p: &System<'_, K>) -> Result<Marginals, Stop> {
        let mut counts = vec![BigUint::ZERO; p.item_count()];
        let (mut checkpoints, last) = self.checkpoints(p, Combine::Sum)?;
        let total = self.total(p, &last)?;
        let (gauge, workers) = (&self.gauge, &self.workers);
        let one = |sink: &mut super::layer::Sink<'_, K>, key| {
            if p.accepts(key) {
                sink.push(key, &[1]);
            }
        };
        let mut after = expand(
            Source::Keep(&last),
            (1, 0),
            Combine::Sum,
            gauge,
            workers,
            &|sink, _, key, _| one(sink, key),
        )?;
        drop(last);
        let mut items = Vec::new();
        self.walk_back(p, &mut checkpoints, Combine::Sum, false, &mut |run, step, layer| {
            for (name, uses) in run.multiply(p, step, layer, &after)? {
                items.clear();
                p.items(step, name, &mut items);
                for &item in &items {
                    counts[item as usize] += &uses;
                }
            }
            let limbs = after.limbs();
            let next = &after;
            let source = Source::Keep(layer);
            let (gauge, workers) = (&run.gauge, &run.workers);
            after = expand(
                source,
                (limbs, 1),
                Combine::Sum,
                gauge,
                workers,
                &|sink, buffer, key, _| {
                    let mut sum: SmallVec<[u64; 6]> = SmallVec::from_elem(0, limbs + 1);
                    buffer.each(p, step, key, |to, _| {
                        if let Some(v) = next.get(to) {
                            add(&mut sum, v);
                        }
                    });
                    if sum.iter().any(|&l| l != 0) {
                        sink.push(key, &sum);
                    }
                },
            )?;
            Ok(())
        })?;
        let each = p.multiplicity();
        let items = counts.into_iter().map(|n| n * each).collect();
        Ok(Marginals { total: total * each, items })
    }

    /// Per name the sum of forward × backward over the moves of one step.
    fn multiply<K: Key>(
        &self,
        p: &System<'_, K>,
        step: usize,
        before: &Layer<K>,
        after: &Layer<K>,
    ) -> Result<Vec<(u32, BigUint)>, Stop> {
        // Two words more than for a product suffice for the sum of any number of products that fits
        // in memory.
        let width = before.limbs() + after.limbs() + 2;
        let shards = before.shards();
        let (gauge, sums) = (&self.gauge, FxHashMap::<u32, Vec<u64>>::default);
        let empty = || Ok((sums(), Buffer::new(gauge), gauge.pace()));
        let parts =
            self.workers.each(shards.len(), gauge, empty, |(sums, buffer, pace), task| {
                for (key, f) in shards[task].iter() {
                    pace.tick()?;
                    buffer.each(p, step, key, |to, name| {
                        if let Some(b) = after.get(to) {
                            multiply_add(sums.entry(name).or_insert_with(|| vec![0; width]), f, b);
                        }
                    });
                }
                buffer.note();
                Ok(())
            })?;
        // If the moves of a state were interrupted, products are missing.
        gauge.poll()?;
        let mut sums: FxHashMap<u32, BigUint> = FxHashMap::default();
        for (name, sum) in parts.into_iter().flat_map(|part| part.0) {
            *sums.entry(name).or_default() += big(&sum);
        }
        Ok(sums.into_iter().collect())
    }
}

/// Adds the product of two numbers to `sum`, which is wide enough.
fn multiply_add(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &x) in a.iter().enumerate().filter(|&(_, &x)| x != 0) {
        let mut carry = 0u128;
        for (j, &y) in b.iter().enumerate() {
            let t = u128::from(x) * u128::from(y) + u128::from(sum[i + j]) + carry;
            sum[i + j] = t as u64;
            carry = t >> 64;
        }
        let carried = add(&mut sum[i + b.len()..], &[carry as u64]);
        debug_assert!(!carried, "the sum is wide enough");
    }
}
