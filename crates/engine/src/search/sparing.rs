//! Costly redundant propagators while a network is probed: those that infer nothing run more and more
//! rarely.
//!
//! Each probe is a fixpoint of its own, of a literal that seldom fails. A search for cuts of a board of thousands of
//! cells takes a thousand times as long as the rest of such a fixpoint, and on most boards it finds nothing in any of
//! them. Learning judges by conflicts ([`super::conflict`]); here there are none, so a kind is judged by its results:
//! facts and failures.

use super::conflict::costly_by_name;
use crate::kernel::{CallResult, Engine, Observer, PropId};

/// Runs without a result after which a kind runs half as often.
const IDLE_RUNS: u32 = 16;
/// The largest distance between probes in which a kind runs.
const RAREST: u32 = 64;

/// All propagators of one name.
#[derive(Debug)]
struct Kind {
    members: Vec<PropId>,
    /// Runs since it last found something.
    fruitless: u32,
    on: bool,
}

impl Kind {
    /// The distance between probes in which it runs.
    fn pace(&self) -> u32 {
        1u32.checked_shl(self.fruitless / IDLE_RUNS).map_or(RAREST, |pace| pace.min(RAREST))
    }
}

/// Judges the costly redundant propagators of one engine, and switches them.
#[derive(Debug)]
pub(super) struct ProbeScheduler {
    kinds: Vec<Kind>,
    /// The kind of each judged propagator, ascending.
    of: Vec<(PropId, usize)>,
    turn: u32,
}

impl ProbeScheduler {
    /// Judges those of `redundant` that cost as much as a flow or more.
    pub fn new(engine: &Engine, redundant: &[PropId]) -> ProbeScheduler {
        let costly = costly_by_name(engine, redundant);
        let of_kind = |(at, (_, members)): (usize, &(_, Vec<PropId>))| {
            members.iter().map(move |&id| (id, at)).collect::<Vec<_>>()
        };
        let mut of: Vec<(PropId, usize)> = costly.iter().enumerate().flat_map(of_kind).collect();
        of.sort_unstable();
        let kind = |(_, members)| Kind { members, fruitless: 0, on: true };
        ProbeScheduler { kinds: costly.into_iter().map(kind).collect(), of, turn: 0 }
    }

    /// Switches on the kinds whose turn it is at the next probe, and the others off.
    pub fn next(&mut self, engine: &mut Engine) {
        self.turn = self.turn.wrapping_add(1);
        let turn = self.turn;
        self.switch(engine, |kind| turn.is_multiple_of(kind.pace()));
    }

    /// Switches all on.
    pub fn all(&mut self, engine: &mut Engine) {
        self.switch(engine, |_| true);
    }

    fn switch(&mut self, engine: &mut Engine, wanted: impl Fn(&Kind) -> bool) {
        for kind in &mut self.kinds {
            let on = wanted(kind);
            if kind.on != on {
                kind.on = on;
                kind.members.iter().for_each(|&id| engine.set_enabled(id, on));
            }
        }
    }
}

impl Observer for ProbeScheduler {
    const CALLS: bool = true;

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        let Ok(at) = self.of.binary_search_by_key(&who, |&(id, _)| id) else { return };
        let kind = &mut self.kinds[self.of[at].1];
        let found = result.is_err() || engine.store().trail().len() > from;
        kind.fruitless = if found { 0 } else { kind.fruitless.saturating_add(1) };
    }
}

#[cfg(test)]
mod tests {
    use super::super::idle::Idle;
    use super::super::probe::{ProbeLimits, probe};
    use super::*;
    use crate::kernel::Group;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    fn kind(fruitless: u32) -> Kind {
        Kind { members: Vec::new(), fruitless, on: true }
    }

    #[test]
    fn what_finds_nothing_runs_ever_more_rarely() {
        let pace = |runs: u32| kind(runs).pace();
        assert_eq!([0, 15, 16, 31, 32, 95].map(pace), [1, 1, 2, 2, 4, 32]);
        assert_eq!([96, 1_000, u32::MAX].map(pace), [RAREST; 3]);
    }

    /// The number of runs of a propagator that infers nothing, in a hundred probes of two sides.
    fn runs(spared: bool) -> u32 {
        let mut engine = Engine::new();
        let vars = engine.new_vars(100, 2);
        let count = Arc::new(AtomicU32::new(0));
        let id = engine.add(Idle { vars, runs: count.clone() });
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        count.store(0, Relaxed);
        let redundant = if spared { vec![id] } else { Vec::new() };
        let groups = [Group::Vars(vars)];
        let limits = ProbeLimits { work: 1_000_000, patience: 1_000 };
        let probed = probe(&mut engine, &groups, &redundant, limits, &mut ());
        assert_eq!(probed.expect("nothing contradicts").choices, 100);
        assert!(engine.is_enabled(id), "what comes after probing is not spared");
        count.load(Relaxed)
    }

    #[test]
    fn who_finds_nothing_runs_in_few_probes() {
        assert_eq!(runs(false), 200);
        // 16 in a row, then 16 in every second probe, and so on; and one at the root at the end.
        let rare = runs(true);
        assert!((50..=80).contains(&rare), "{rare}");
    }

    /// Runs without a result are counted; a fact or a failure resets the count.
    #[test]
    fn a_find_makes_a_kind_run_always_again() {
        let mut engine = Engine::new();
        let vars = engine.new_vars(2, 3);
        let ids = [(); 2].map(|()| engine.add(Idle { vars, runs: Default::default() }));
        let mut sparing = ProbeScheduler::new(&engine, &ids[..1]);
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        let nothing: CallResult = Ok(crate::kernel::Status::Fixpoint);
        let failure: CallResult = Err(crate::kernel::Conflict);
        let now = |engine: &Engine| engine.store().trail().len();
        let mut ran = |engine: &mut Engine, who: usize, from: usize, result: &CallResult| {
            sparing.ran(engine, ids[who], from, result);
            sparing.kinds[0].fruitless
        };
        let from = now(&engine);
        assert_eq!(ran(&mut engine, 0, from, &nothing), 1);
        assert_eq!(ran(&mut engine, 0, from, &nothing), 2);
        assert_eq!(ran(&mut engine, 1, from, &failure), 2, "nobody judges that one");
        assert_eq!(ran(&mut engine, 0, from, &failure), 0);
        assert_eq!(ran(&mut engine, 0, from, &nothing), 1);
        engine.assert(engine.store().atom(vars.at(0), 1).neg()).expect("two are left");
        let to = now(&engine);
        assert!(to > from);
        assert_eq!(ran(&mut engine, 0, to, &nothing), 2);
        assert_eq!(ran(&mut engine, 0, from, &nothing), 0);
    }
}
