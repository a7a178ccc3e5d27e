//! Up to a few solutions, by learning: probing at the root, then learning in turns with local search
//! where that can answer, then a team.

use super::guess::Guesser;
use super::run::Session;
use super::team::Team;
use crate::kernel::{Halt, Observer};
use crate::run::{Budget, End, Exhausted, Stop};
use crate::search::{DecideBy, LearnOptions, Turns, probe};

/// Decisions of the first turn of learning, where it takes turns with local search.
const TURN: u64 = 200;

impl Session<'_> {
    /// Probes the root of the network that is to be searched with learning.
    pub(super) fn probe<O: Observer>(&mut self, seen: &mut O) -> Result<(), End> {
        let budget = &self.options.budget;
        let engine = &mut self.built.model.engine;
        engine.set_interrupt(budget.interrupt());
        let probed = engine
            .fixpoint(seen)
            .and_then(|()| probe(engine, &self.built.model.groups, self.options.probe, seen));
        engine.set_interrupt(None);
        match probed {
            Ok(probed) => {
                self.stats.probes += probed.choices;
                self.stats.probed += probed.failed + probed.common;
                Ok(())
            }
            Err(Halt::Conflict) => {
                self.stats.failures += 1;
                Err(Ok(Exhausted))
            }
            Err(Halt::Interrupted) => Err(Err(budget.why())),
        }
    }

    /// Searches with learning; says how it ended and how it was done. With `turns`, in the static
    /// orders of the network, if it has any.
    pub(super) fn learn<O: Observer>(
        &mut self,
        seen: &mut O,
        turns: Option<Turns>,
    ) -> (End, &'static str) {
        match turns.filter(|_| !self.built.model.scans.is_empty()) {
            None => self.learn_by(seen, DecideBy::Activity, "learn"),
            Some(turns) => {
                let how = if turns.alternates { "scan and learn" } else { "scan" };
                self.learn_by(seen, DecideBy::StaticOrders(turns), how)
            }
        }
    }

    /// In turns with local search where that can answer, then with a team.
    fn learn_by<O: Observer>(
        &mut self,
        seen: &mut O,
        decide: DecideBy,
        how: &'static str,
    ) -> (End, &'static str) {
        let budget = &self.options.budget;
        let mut engine = self.built.model.engine.clone();
        let options = LearnOptions { decide, ..self.learn_options() };
        let mut learner = match self.learner(&mut engine, options, seen) {
            Ok(learner) => learner,
            Err(end) => return (end, how),
        };
        let alone = self.options.threads < 2
            || self.options.deterministic
            || budget.nodes.is_some()
            || O::CALLS;
        let most =
            if alone { budget.nodes } else { Some(self.stats.nodes + self.options.team_after) };
        let mut guesser = match O::CALLS {
            true => None,
            false => {
                let store = engine.store();
                Guesser::new(self.puzzle, self.task, self.options, &self.built, store)
            }
        };
        let mut turn = TURN;
        loop {
            let until = guesser.is_some().then(|| self.stats.nodes + turn);
            let nodes = until.into_iter().chain(most).min();
            let mut sink = self.tally.sink(&self.built, self.puzzle, &self.incumbent);
            let bounded = Budget { nodes, ..budget.clone() };
            let end = learner.run(&mut engine, &mut sink, &bounded, &mut self.stats, seen);
            self.activations = learner.activations();
            if end != Err(Stop::Nodes) {
                return (end, how);
            }
            if let Some(guesser) = &mut guesser {
                if guesser.turn(turn, budget, &mut self.tally) {
                    return (Err(Stop::Limit), "local search");
                }
                let hints = guesser.hints(self.puzzle.board(), engine.store());
                hints.into_iter().for_each(|l| learner.prefer(l));
            }
            turn *= 2;
            if most.is_some_and(|most| self.stats.nodes >= most) {
                break;
            }
        }
        if alone {
            return (Err(Stop::Nodes), how);
        }
        let team = Team {
            built: &self.built,
            puzzle: self.puzzle,
            incumbent: &self.incumbent,
            budget,
            threads: self.options.threads,
            options,
        };
        team.run(learner, engine, guesser, &mut self.tally, &mut self.stats)
    }
}
