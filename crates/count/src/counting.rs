//! The queries on a dynamic program, independent of its types: the public interface of this crate.

use super::estimate::{Estimate, EstimateScope, Sample, estimate};
use super::primes::times;
use super::run::Runner;
use super::sampled;
use super::system::TransitionSystem;
use clew_engine::run::Stop;
use num_bigint::BigUint;
use std::ops::{ControlFlow, Range};

/// The items of one solution, in the order of the steps that put them there.
pub type Items = Vec<u32>;

/// The number of solutions, and per item the number of solutions that have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marginals {
    /// All solutions.
    pub total: BigUint,
    /// Per item the solutions that have it.
    pub items: Vec<BigUint>,
}

/// A counting engine: all results that can be computed from the layers of a dynamic program.
///
/// All answers are about solutions of the question, of which each solution of a system may be several
/// ([`Counting::multiplicity`]); solutions themselves are handed out once, without duplicates. Every
/// query ends soon after the runner's budget does.
pub trait Counting {
    /// Estimates the sizes of the layers of the query given by the sample.
    ///
    /// # Errors
    /// The reason to stop.
    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop>;

    /// The exact number of solutions.
    ///
    /// # Errors
    /// The reason to stop; [`Stop::Memory`] also if the states fit no key.
    fn count(&self, run: &mut Runner<'_>) -> Result<BigUint, Stop>;

    /// The number of solutions modulo a prime below 2^63. One word per state is enough for that, so much
    /// larger layers fit into memory than with [`Counting::count`].
    ///
    /// # Errors
    /// As [`Counting::count`].
    fn residue(&self, prime: u64, run: &mut Runner<'_>) -> Result<u64, Stop>;

    /// The reason why this engine stores no layers of counts and residues ([`Runner::keeping`]), if
    /// it does not.
    fn no_checkpoint_reason(&self) -> Option<&'static str> {
        None
    }

    /// The reason why this engine never moves layers of counts and residues out of memory ([`Runner::shelving`]), if
    /// it does not.
    fn no_shelf_reason(&self) -> Option<&'static str> {
        None
    }

    /// A proven lower bound on the number of solutions, from layers of at most `states` states, or of
    /// fewer if there are very many steps: the runner's statistics contain the size of the largest layer.
    ///
    /// # Errors
    /// The reason to stop.
    fn at_least(&self, states: usize, run: &mut Runner<'_>) -> Result<BigUint, Stop>;

    /// Natural logarithms of independent unbiased estimates of the number of solutions, one per seed,
    /// from layers of at most `states` states. The runner's statistics contain the number of states that
    /// were expanded.
    ///
    /// # Errors
    /// The reason to stop.
    fn estimates(
        &self,
        seeds: Range<u64>,
        states: usize,
        run: &mut Runner<'_>,
    ) -> Result<Vec<f64>, Stop>;

    /// In how many solutions each item is.
    ///
    /// # Errors
    /// The reason to stop.
    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop>;

    /// Hands out `how_many` solutions, each uniformly random among all and independent of the others, until
    /// `take` breaks; none if there is no solution. The same seed gives the same solutions at any thread
    /// count, and a stopped run has handed out the first of them.
    ///
    /// # Errors
    /// The reason to stop.
    fn draw(
        &self,
        how_many: usize,
        seed: u64,
        run: &mut Runner<'_>,
        take: &mut dyn FnMut(Items) -> ControlFlow<()>,
    ) -> Result<(), Stop>;

    /// Up to `k` different solutions, all of them if there are no more. Always the same ones.
    ///
    /// # Errors
    /// The reason to stop.
    fn first(&self, k: usize, run: &mut Runner<'_>) -> Result<Vec<Items>, Stop>;

    /// The least cost of a solution, with a solution of that cost; `None` if there is no solution. Always
    /// the same one.
    ///
    /// # Errors
    /// The reason to stop.
    fn best(&self, run: &mut Runner<'_>) -> Result<Option<(u64, Items)>, Stop>;

    /// The number of solutions of the query represented by each solution handed out.
    fn multiplicity(&self) -> u32;
}

impl<P: TransitionSystem> Counting for P {
    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        let fewer = if sample.about == EstimateScope::Count { self.for_counts() } else { None };
        estimate::<P::Key>(fewer.as_deref().unwrap_or(self), sample, &run.gauge)
    }

    fn count(&self, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        let fewer = self.for_counts();
        let count = run.count::<P::Key>(fewer.as_deref().unwrap_or(self))?;
        Ok(count * TransitionSystem::multiplicity(self))
    }

    fn residue(&self, prime: u64, run: &mut Runner<'_>) -> Result<u64, Stop> {
        let each = u64::from(TransitionSystem::multiplicity(self));
        let fewer = self.for_counts();
        let found = run.residue::<P::Key>(fewer.as_deref().unwrap_or(self), prime)?;
        Ok(times(found, each % prime, prime))
    }

    fn at_least(&self, states: usize, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        let (count, peak) = sampled::at_least::<P::Key>(self, states, &run.gauge)?;
        run.held(peak);
        Ok(count * TransitionSystem::multiplicity(self))
    }

    fn estimates(
        &self,
        seeds: Range<u64>,
        states: usize,
        run: &mut Runner<'_>,
    ) -> Result<Vec<f64>, Stop> {
        let each = f64::from(TransitionSystem::multiplicity(self)).ln();
        let found = sampled::estimates::<P::Key>(self, seeds, states, run)?;
        Ok(found.into_iter().map(|ln| ln + each).collect())
    }

    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        run.marginals::<P::Key>(self)
    }

    fn draw(
        &self,
        how_many: usize,
        seed: u64,
        run: &mut Runner<'_>,
        take: &mut dyn FnMut(Items) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        run.draw::<P::Key>(self, how_many, seed, take)
    }

    fn first(&self, k: usize, run: &mut Runner<'_>) -> Result<Vec<Items>, Stop> {
        run.solutions::<P::Key>(self, k)
    }

    fn best(&self, run: &mut Runner<'_>) -> Result<Option<(u64, Items)>, Stop> {
        run.best::<P::Key>(self)
    }

    fn multiplicity(&self) -> u32 {
        TransitionSystem::multiplicity(self)
    }
}

/// How one of several engines is chosen for each query, if the suitable engine is known only after a
/// trial. [`Chosen`] makes an engine of it.
pub trait Choice {
    /// Queries the suitable engine, or one after the other until one has an answer.
    ///
    /// # Errors
    /// The reason to stop.
    fn ask<T>(
        &self,
        run: &mut Runner<'_>,
        question: impl FnMut(&dyn Counting, &mut Runner<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop>;

    /// [`Counting::estimate`], which may use another engine than the other queries.
    ///
    /// # Errors
    /// The reason to stop.
    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        self.ask(run, |engine, run| engine.estimate(sample, run))
    }

    /// [`Counting::count`], which may use another engine than the other queries.
    ///
    /// # Errors
    /// The reason to stop.
    fn count(&self, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        self.ask(run, |engine, run| engine.count(run))
    }

    /// [`Counting::residue`], which may use another engine than the other queries.
    ///
    /// # Errors
    /// The reason to stop.
    fn residue(&self, prime: u64, run: &mut Runner<'_>) -> Result<u64, Stop> {
        self.ask(run, |engine, run| engine.residue(prime, run))
    }

    /// [`Counting::no_checkpoint_reason`].
    fn no_checkpoint_reason(&self) -> Option<&'static str> {
        None
    }

    /// [`Counting::no_shelf_reason`].
    fn no_shelf_reason(&self) -> Option<&'static str> {
        None
    }

    /// [`Counting::marginals`], which may use another engine than the other queries.
    ///
    /// # Errors
    /// The reason to stop.
    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        self.ask(run, |engine, run| engine.marginals(run))
    }
}

/// The engine of a choice between engines. Each of its solutions is one of the query's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chosen<C>(pub C);

impl<C: Choice> Counting for Chosen<C> {
    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        self.0.estimate(sample, run)
    }

    fn count(&self, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        self.0.count(run)
    }

    fn residue(&self, prime: u64, run: &mut Runner<'_>) -> Result<u64, Stop> {
        self.0.residue(prime, run)
    }

    fn no_checkpoint_reason(&self) -> Option<&'static str> {
        self.0.no_checkpoint_reason()
    }

    fn no_shelf_reason(&self) -> Option<&'static str> {
        self.0.no_shelf_reason()
    }

    fn at_least(&self, states: usize, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        self.0.ask(run, |engine, run| engine.at_least(states, run))
    }

    fn estimates(
        &self,
        seeds: Range<u64>,
        states: usize,
        run: &mut Runner<'_>,
    ) -> Result<Vec<f64>, Stop> {
        self.0.ask(run, |engine, run| engine.estimates(seeds.clone(), states, run))
    }

    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        self.0.marginals(run)
    }

    fn draw(
        &self,
        how_many: usize,
        seed: u64,
        run: &mut Runner<'_>,
        take: &mut dyn FnMut(Items) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        // All layers are made before the first solution is drawn, so no solution comes from an
        // unsuitable engine.
        self.0.ask(run, |engine, run| engine.draw(how_many, seed, run, take))
    }

    fn first(&self, k: usize, run: &mut Runner<'_>) -> Result<Vec<Items>, Stop> {
        self.0.ask(run, |engine, run| engine.first(k, run))
    }

    fn best(&self, run: &mut Runner<'_>) -> Result<Option<(u64, Items)>, Stop> {
        self.0.ask(run, |engine, run| engine.best(run))
    }

    fn multiplicity(&self) -> u32 {
        1
    }
}
