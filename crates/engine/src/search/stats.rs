//! The statistics of a search, collected by an observer.

use crate::kernel::{Engine, Lit, Observer};
use crate::run::Stats;

impl Observer for Stats {
    fn branched(&mut self, depth: u32, _on: Lit) {
        self.nodes += 1;
        self.peak_depth = self.peak_depth.max(u64::from(depth));
    }

    fn failed(&mut self, _depth: u32) {
        self.failures += 1;
    }

    fn learned(&mut self, _engine: &mut Engine, clause: &[Lit]) {
        self.nogoods += 1;
        self.nogood_literals += clause.len() as u64;
    }

    fn solution(&mut self, _engine: &Engine) {
        self.solutions += 1;
    }

    fn restarted(&mut self) {
        self.restarts += 1;
    }
}

/// The numbers of runs of propagators and clauses at some moment.
pub(super) struct Calls {
    propagators: u64,
    steps: u64,
    clauses: u64,
}

impl Calls {
    /// Up to now.
    pub fn new(engine: &Engine) -> Calls {
        Calls {
            propagators: engine.propagations,
            steps: engine.steps,
            clauses: engine.clauses().propagations,
        }
    }

    /// Adds the runs since then to statistics.
    pub fn note(self, engine: &Engine, stats: &mut Stats) {
        stats.propagations += engine.propagations - self.propagators;
        stats.steps += engine.steps - self.steps;
        stats.clause_propagations += engine.clauses().propagations - self.clauses;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Atom;

    #[test]
    fn each_figure_has_its_own_events() {
        let (mut stats, mut engine) = (Stats::default(), Engine::new());
        let l = Atom::from_word(0, 0).pos();
        [3, 2, 2, 1].into_iter().for_each(|depth| stats.branched(depth, l));
        (0..5).for_each(|depth| stats.failed(depth));
        [2, 3].into_iter().for_each(|length| stats.learned(&mut engine, &vec![l; length]));
        (0..6).for_each(|_| stats.solution(&engine));
        (0..7).for_each(|_| stats.restarted());
        assert_eq!((stats.nodes, stats.peak_depth, stats.failures), (4, 3, 5));
        assert_eq!((stats.nogoods, stats.nogood_literals), (2, 5));
        assert_eq!((stats.solutions, stats.restarts), (6, 7));
    }
}
