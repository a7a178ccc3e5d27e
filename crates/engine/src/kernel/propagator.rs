//! The propagator trait and its contract.

use super::context::{Past, Propagation};
use super::event::Subscriptions;
use super::ids::{Atom, Lit};
use super::interrupt::Halt;
use super::reason::{Lits, Tag};
use super::store::Store;

/// The priority of a propagator: the queue of one priority is empty before the next one starts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Priority {
    /// A few instructions per change.
    Unit = 0,
    /// Proportional to the number of changes.
    Incremental = 1,
    /// Proportional to the scope.
    Linear = 2,
    /// Matchings, flows.
    Flow = 3,
    /// Whole-graph reasoning.
    Global = 4,
}

impl Priority {
    /// The number of priorities.
    pub const COUNT: usize = 5;
}

/// The guarantee given by a call of [`Propagator::propagate`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Running again now, with nothing changed by others, would infer nothing.
    Fixpoint,
    /// Running again may infer more; the engine schedules it again if it changed anything.
    Again,
    /// The constraint is entailed: it is not woken again until the level is undone.
    Entailed,
}

/// A propagator removes values that occur in no solution, and can explain each removal.
///
/// Contract, held by tests for every implementation (the feature `testing` has them for yours):
/// * *Sound*: no value of a solution of its constraint (within the current domains) is removed.
/// * *Checking*: when all its variables are fixed it fails if and only if the constraint is violated.
/// * *Status*: see [`Status`].
/// * *State*: state that must be undone lives in reversible cells; all other state must be valid,
///   or be recomputed, at any node where the next call may happen.
/// * *Explanations*: for every inference, `explain` with the same tag lists literals that were true
///   before it and from which, with the constraint, the inference follows.
/// * *Interrupts*: a call that may take longer than some milliseconds counts its work with
///   [`Propagation::work`]. An interrupted call is repeated with the same news, so repeating its
///   effects must be harmless.
/// * No allocation in `propagate` once its scratch has grown.
///
/// `Clone`, because an engine is copied for each thread. An engine holds propagators as
/// [`DynPropagator`], which every propagator is.
pub trait Propagator: Clone + Send + Sync + 'static {
    /// The names of its inference rules by their numbers, for profiles and words: `Rule::WORDS` of
    /// an enum made by [`rules!`](crate::rules). Without any, the propagator's name stands for them.
    const RULES: &'static [&'static str] = &[];

    /// The name in profiles: the same for all propagators of one kind.
    fn name(&self) -> &'static str;

    /// Subscribes to the events that wake this propagator. Called once, when it is posted.
    fn subscribe(&self, to: &mut Subscriptions<'_>);

    /// When it runs.
    fn priority(&self) -> Priority {
        Priority::Linear
    }

    /// Whether it reads [`Propagation::news`]. Such a propagator is also woken by its own changes,
    /// so that at a fixpoint it has seen everything.
    fn is_incremental(&self) -> bool {
        false
    }

    /// The cost of its last run, in steps of some five nanoseconds: the same on every machine. 0:
    /// not known.
    fn steps(&self) -> u64 {
        0
    }

    /// Removes values that no solution has, given the current domains.
    ///
    /// # Errors
    /// [`Halt::Conflict`] when there is no solution; [`Halt::Interrupted`] passed on from
    /// [`Propagation::work`].
    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt>;

    /// Why `fact` (`None`: the failure) followed, as true literals appended to `why`. `past` shows
    /// the facts just before. May use `past`, `tag` and immutable fields, and scratch of its own.
    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits);

    /// For a propagator that represents many constraints, such as one per cell: the number of the constraint
    /// that implied `fact` (`None`: the failure); `None` if unknown. For reports.
    fn part(&self, _store: &Store, _fact: Option<Lit>, _tag: Tag) -> Option<u32> {
        None
    }

    /// The atoms in the scope of one of these constraints.
    fn part_scope(&self, _store: &Store, _part: u32) -> Vec<Atom> {
        Vec::new()
    }
}

/// A type-erased propagator, as held by an engine. Implement [`Propagator`] instead, which has the same
/// methods.
pub trait DynPropagator: Send + Sync {
    /// See [`Propagator::name`].
    fn name(&self) -> &'static str;

    /// See [`Propagator::subscribe`].
    fn subscribe(&self, to: &mut Subscriptions<'_>);

    /// See [`Propagator::priority`].
    fn priority(&self) -> Priority;

    /// See [`Propagator::is_incremental`].
    fn is_incremental(&self) -> bool;

    /// See [`Propagator::steps`].
    fn steps(&self) -> u64;

    /// See [`Propagator::propagate`].
    ///
    /// # Errors
    /// As there.
    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt>;

    /// See [`Propagator::explain`].
    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits);

    /// The name of the inference rule behind a tag: "naked set", "last way out".
    fn rule(&self, tag: Tag) -> &'static str;

    /// See [`Propagator::part`].
    fn part(&self, store: &Store, fact: Option<Lit>, tag: Tag) -> Option<u32>;

    /// See [`Propagator::part_scope`].
    fn part_scope(&self, store: &Store, part: u32) -> Vec<Atom>;

    /// A copy, for another thread.
    fn boxed_clone(&self) -> Box<dyn DynPropagator>;
}

impl<P: Propagator> DynPropagator for P {
    fn name(&self) -> &'static str {
        Propagator::name(self)
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        Propagator::subscribe(self, to);
    }

    fn priority(&self) -> Priority {
        Propagator::priority(self)
    }

    fn is_incremental(&self) -> bool {
        Propagator::is_incremental(self)
    }

    fn steps(&self) -> u64 {
        Propagator::steps(self)
    }

    #[inline]
    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        Propagator::propagate(self, p)
    }

    #[inline]
    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        Propagator::explain(self, past, fact, tag, why);
    }

    fn rule(&self, tag: Tag) -> &'static str {
        P::RULES.get(usize::from(tag.rule())).copied().unwrap_or_else(|| Propagator::name(self))
    }

    fn part(&self, store: &Store, fact: Option<Lit>, tag: Tag) -> Option<u32> {
        Propagator::part(self, store, fact, tag)
    }

    fn part_scope(&self, store: &Store, part: u32) -> Vec<Atom> {
        Propagator::part_scope(self, store, part)
    }

    fn boxed_clone(&self) -> Box<dyn DynPropagator> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn DynPropagator> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}
