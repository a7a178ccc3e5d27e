//! Hooks into propagation and search that compile to nothing when unused.
//!
//! Statistics, the profiler, logs of the search and the explanation checker are observers; `()`
//! observes nothing, and a pair of observers is an observer. Search never depends on an observer:
//! observers receive events and return nothing.

use super::engine::Engine;
use super::ids::{Lit, PropId};
use super::interrupt::Halt;
use super::propagator::Status;
use super::reason::Conflict;
use std::any::Any;
use std::ops::Range;

/// The result of a propagator call.
pub type CallResult = Result<Status, Conflict>;

/// A part of the work, for measuring time. Parts nest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Propagation to a fixpoint. Time in no nested part is spent on dispatching changes to
    /// propagators.
    Fixpoint,
    /// A propagator infers.
    Propagating(PropId),
    /// Inferring from clauses.
    Clauses,
    /// A propagator explains an inference.
    Explaining(PropId),
    /// Conflict analysis.
    Analysing,
    /// Minimising the learnt clause.
    Minimising,
    /// Choosing a decision.
    Choosing,
    /// Undoing levels.
    Backtracking,
    /// Preparing a search: copies of networks, tables of deciders.
    Preparing,
    /// A restart.
    Restarting,
    /// Forgetting clauses.
    Reducing,
    /// Compacting the clause arena.
    Rebuilding,
}

impl Part {
    /// Whether the part is rare and may take long. Such a part may contain propagations to a fixpoint; the
    /// others do not, so each of them that began is done before the next propagation.
    pub fn is_rare(self) -> bool {
        matches!(self, Part::Preparing | Part::Restarting | Part::Reducing | Part::Rebuilding)
    }
}

/// A network that is going to be searched.
#[derive(Clone, Copy)]
pub struct Searched<'a> {
    /// The number of the network within its run.
    pub number: usize,
    /// Its propagators and store.
    pub engine: &'a Engine,
    /// Its named blocks of variables, with their words of the store.
    pub blocks: &'a [(&'static str, Range<usize>)],
    /// The original object, for callers that know its type.
    pub owner: &'a dyn Any,
}

/// A clause that was learnt, before anything is undone.
#[derive(Clone, Copy, Debug)]
pub struct Learnt<'a> {
    /// Its literals, all of them false now.
    pub clause: &'a [Lit],
    /// The number of their levels.
    pub glue: u32,
    /// The level of the failure.
    pub from: u32,
    /// The level that search goes back to.
    pub to: u32,
}

/// The hooks that are called only if an observer requests them.
#[derive(Clone, Copy, Debug)]
struct Wants {
    calls: bool,
    parts: bool,
    wakes: bool,
}

/// An observer behind a pointer. Search is compiled once for each type of observer that it is given; all
/// observers that need not be fast share the code compiled for this one.
///
/// Parts begin and end more often than anything else, and an observer that samples is interested in few
/// of them ([`Observer::samples`]); of the others, only the rare ones are forwarded.
pub struct Watched<'a> {
    seen: &'a mut dyn Hooks,
    wants: Wants,
    /// Whether parts that are not rare are forwarded at present.
    told: bool,
}

impl<'a> Watched<'a> {
    /// The observer `seen`, which must not be one for proofs ([`Observer::PROVES`]).
    pub fn new<O: Observer>(seen: &'a mut O) -> Watched<'a> {
        const { assert!(!O::PROVES, "implications for proofs are not passed through a pointer") };
        let wants = Wants { calls: O::CALLS, parts: O::PARTS, wakes: O::WAKES };
        Watched { seen, wants, told: O::PARTS }
    }

    fn calls(&self) -> bool {
        self.wants.calls
    }

    fn wakes(&self) -> bool {
        self.wants.wakes
    }

    fn is_told(&self) -> bool {
        self.told
    }

    fn hears_of(&self, part: Part) -> bool {
        self.told || self.wants.parts && part.is_rare()
    }

    /// Updates whether parts that are not rare are forwarded from now on.
    fn look(&mut self) {
        self.told = self.wants.parts && self.seen.samples();
    }
}

impl std::fmt::Debug for Watched<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watched").field("wants", &self.wants).finish_non_exhaustive()
    }
}

/// An observer of the networks of a run only.
pub struct OnNetwork<'a>(pub &'a mut dyn FnMut(&Searched<'_>));

impl Observer for OnNetwork<'_> {
    fn network(&mut self, on: &Searched<'_>) {
        (self.0)(on);
    }
}

/// Declares the hooks once, and implements them for `&mut A`, a pair of observers and [`Watched`]. If
/// [`Watched`] forwards a call only conditionally, the condition is given after `if`; an action after
/// the call is given after `then`.
macro_rules! hooks {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident : $ty:ty),*)
        $(if $wanted:ident($($about:ident)?))? $(then $after:ident)?;)+) => {
        /// Receives events of propagation and search. All methods do nothing unless overridden.
        pub trait Observer {
            /// Whether [`Observer::ran`] and [`Observer::asked`] are to be called.
            const CALLS: bool = false;
            /// Whether [`Observer::enters`] and [`Observer::leaves`] are to be called.
            const PARTS: bool = false;
            /// Whether [`Observer::woken`] is to be called.
            const WAKES: bool = false;
            /// Whether [`Observer::rests`] is to be called.
            const PROVES: bool = false;

            /// Propagator `who` ran; `from` is the trail length before, so its changes are
            /// `engine.store().trail()[from..]`.
            fn ran(
                &mut self,
                _engine: &mut Engine,
                _who: PropId,
                _from: usize,
                _result: &CallResult,
            ) {
            }

            /// A nogood was learnt, as a clause: one of these literals holds. Search is back at the
            /// level where the first one follows.
            fn learned(&mut self, _engine: &mut Engine, _clause: &[Lit]) {}

            /// Whether parts that are not rare have to be forwarded until the next propagation to a
            /// fixpoint or the next end of a rare part.
            fn samples(&self) -> bool {
                Self::PARTS
            }

            /// Does a part of the work, between its beginning and its end.
            #[inline(always)]
            fn part<T>(&mut self, part: Part, work: impl FnOnce(&mut Self) -> T) -> T
            where
                Self: Sized,
            {
                if Self::PARTS {
                    self.enters(part);
                }
                let result = work(self);
                if Self::PARTS {
                    self.leaves();
                }
                result
            }

            $($(#[$doc])* fn $name(&mut self, $($arg: $ty),*) { let _ = ($($arg,)*); })+
        }

        impl Observer for () {}

        impl<A: Observer> Observer for &mut A {
            const CALLS: bool = A::CALLS;
            const PARTS: bool = A::PARTS;
            const WAKES: bool = A::WAKES;
            const PROVES: bool = A::PROVES;

            fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
                (**self).ran(engine, who, from, result);
            }

            fn learned(&mut self, engine: &mut Engine, clause: &[Lit]) {
                (**self).learned(engine, clause);
            }

            fn samples(&self) -> bool {
                (**self).samples()
            }

            $(fn $name(&mut self, $($arg: $ty),*) { (**self).$name($($arg),*); })+
        }

        impl<A: Observer, B: Observer> Observer for (A, B) {
            const CALLS: bool = A::CALLS || B::CALLS;
            const PARTS: bool = A::PARTS || B::PARTS;
            const WAKES: bool = A::WAKES || B::WAKES;
            const PROVES: bool = A::PROVES || B::PROVES;

            fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
                self.0.ran(engine, who, from, result);
                self.1.ran(engine, who, from, result);
            }

            fn learned(&mut self, engine: &mut Engine, clause: &[Lit]) {
                self.0.learned(engine, clause);
                self.1.learned(engine, clause);
            }

            fn samples(&self) -> bool {
                self.0.samples() || self.1.samples()
            }

            $(fn $name(&mut self, $($arg: $ty),*) {
                self.0.$name($($arg),*);
                self.1.$name($($arg),*);
            })+
        }

        /// The hooks of an observer without its constants, so that the trait is object safe.
        trait Hooks {
            fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult);
            fn learned(&mut self, engine: &mut Engine, clause: &[Lit]);
            fn samples(&self) -> bool;
            $(fn $name(&mut self, $($arg: $ty),*);)+
        }

        impl<A: Observer> Hooks for A {
            fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
                Observer::ran(self, engine, who, from, result);
            }

            fn learned(&mut self, engine: &mut Engine, clause: &[Lit]) {
                Observer::learned(self, engine, clause);
            }

            fn samples(&self) -> bool {
                Observer::samples(self)
            }

            $(fn $name(&mut self, $($arg: $ty),*) { Observer::$name(self, $($arg),*); })+
        }

        impl Observer for Watched<'_> {
            const CALLS: bool = true;
            const PARTS: bool = true;
            const WAKES: bool = true;

            fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
                if self.calls() {
                    self.seen.ran(engine, who, from, result);
                }
            }

            fn learned(&mut self, engine: &mut Engine, clause: &[Lit]) {
                self.seen.learned(engine, clause);
            }

            fn samples(&self) -> bool {
                self.told
            }

            $(#[inline]
            fn $name(&mut self, $($arg: $ty),*) {
                $(if !self.$wanted($($about)?) { return; })?
                self.seen.$name($($arg),*);
                $(self.$after();)?
            })+
        }
    };
}

hooks! {
    /// A stage of a run begins, under this name.
    fn stage(name: &'static str);

    /// The stage is over.
    fn staged();

    /// All following events concern this network.
    fn network(on: &Searched<'_>);

    /// It has come to its fixpoint, or failed, or was interrupted.
    fn fixed(engine: &mut Engine, result: &Result<(), Halt>);

    /// The engine starts propagating to a fixpoint. New facts are on the trail from `from` on.
    fn fixpoint(engine: &mut Engine, from: usize) then look;

    /// A part of the work begins.
    fn enters(part: Part) if hears_of(part) then look;

    /// The part that began last is done.
    fn leaves() if is_told() then look;

    /// Propagator `who` is about to give a reason.
    fn asked(who: PropId) if calls();

    /// A change by `author` (`None`: a decision, a clause, or the kernel itself) woke `who`.
    fn woken(author: Option<PropId>, who: PropId) if wakes();

    /// Search made the decision `on`; `depth` is the level it opened.
    fn branched(depth: u32, on: Lit);

    /// Search turned the decision of level `depth` to its other side `on`, as a decision.
    fn turned(depth: u32, on: Lit);

    /// A branch died at this depth.
    fn failed(depth: u32);

    /// Propagator `who` gave a reason of `premises` premises to conflict analysis. Calls by clause
    /// minimisation are not reported here.
    fn explained(who: PropId, premises: usize);

    /// An implication used by conflict analysis, including minimisation: if all of `why` hold, so
    /// does `fact`; if `fact` is `None`, they cannot all hold.
    fn rests(fact: Option<Lit>, why: &[Lit]);

    /// A learnt clause took part in the conflict analysis.
    fn used(clause: u32);

    /// A failure has been analysed.
    fn analysed(engine: &Engine, learnt: &Learnt<'_>);

    /// The clause database was reduced: `kept` learnt clauses remain, `used` of these were used
    /// since the last reduction, `forgotten` were deleted.
    fn reduced(kept: usize, used: usize, forgotten: usize);

    /// A solution was found.
    fn solution(engine: &Engine);

    /// A restart.
    fn restarted();
}
