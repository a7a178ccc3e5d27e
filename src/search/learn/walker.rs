//! The conflict-driven loop: propagate, analyse, jump back, decide by activity, restart, forget.

use super::activity::Activity;
use super::adapt::{Activation, Adapt};
use super::analyse::{Analyser, Nogood};
use super::choices::Choices;
use super::database::Database;
use super::exchange::Port;
use super::restart::Restarts;
use super::sweep::Sweep;
use crate::kernel::{Engine, Group, Halt, Lit, Observer, Reason};
use crate::run::{Budget, End, Exhausted, Stats, Stop};
use crate::search::sink::Sink;

/// Settings of the learning search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearnOptions {
    /// How fast old activity fades: 0.8 (fast) to 0.99.
    pub decay: f64,
    /// Unit of Luby's sequence, in conflicts.
    pub luby_unit: u64,
    /// Learnt clauses with at most this glue are kept for ever.
    pub keep_glue: u32,
    /// Conflicts until learnt clauses are first reduced.
    pub first_reduce: u64,
    /// Conflicts until phases are first reset; the distance grows linearly.
    pub rephase: u64,
    /// Seed that stirs the first order of decisions; 0: the model's order.
    pub seed: u64,
}

impl Default for LearnOptions {
    fn default() -> Self {
        LearnOptions {
            decay: 0.9,
            luby_unit: 100,
            keep_glue: 2,
            first_reduce: 300,
            rephase: 1000,
            seed: 0,
        }
    }
}

/// A learning search over one engine. It can be stopped and continued; what was learnt stays.
#[derive(Clone)]
pub struct Learner {
    pub(super) activity: Activity,
    analyser: Analyser,
    pub(super) restarts: Restarts,
    database: Database,
    options: LearnOptions,
    conflicts: u64,
    next_rephase: u64,
    rephases: u64,
    decisions: Vec<Lit>,
    port: Option<Port>,
    sweep: Option<Sweep>,
    choices: Option<Choices>,
    pub(super) adapt: Option<Adapt>,
}

impl Learner {
    /// Prepares learning. The engine must be at the root; it is brought to its fixpoint here, from
    /// then on reasons are remembered.
    ///
    /// # Errors
    /// Why there is nothing to search: no solution ([`Halt::Conflict`]), or interrupted.
    pub fn new<O: Observer>(
        engine: &mut Engine,
        groups: &[Group],
        options: LearnOptions,
        seen: &mut O,
    ) -> Result<Learner, Halt> {
        engine.fixpoint(seen)?;
        engine.remember();
        engine.settle_root(seen)?;
        Ok(Learner {
            activity: Activity::new(engine, groups, options.decay, options.seed),
            analyser: Analyser::default(),
            restarts: Restarts::new(options.luby_unit),
            database: Database::new(&options),
            options,
            conflicts: 0,
            next_rephase: options.rephase,
            rephases: 0,
            decisions: Vec::new(),
            port: None,
            sweep: None,
            choices: None,
            adapt: None,
        })
    }

    /// Goes on with a clone of the engine it has learnt in, after more was asserted at its root.
    ///
    /// # Errors
    /// As [`Learner::new`].
    pub fn renewed<O: Observer>(self, engine: &mut Engine, seen: &mut O) -> Result<Learner, Halt> {
        engine.settle_root(seen)?;
        Ok(self)
    }

    /// Sets the phase of an atom: which way it is decided next.
    pub fn prefer(&mut self, l: Lit) {
        self.activity.set_phase(l);
    }

    /// Decides in scan order when the sweep says so, by activity otherwise.
    pub fn sweep(&mut self, sweep: Sweep) {
        self.sweep = Some(sweep);
    }

    /// Weighs activity against what is left to choose, where that is known.
    pub fn weigh(&mut self, choices: Option<Choices>) {
        self.choices = choices;
    }

    /// Switches costly redundant propagators off and on as they pay.
    pub fn adapt(&mut self, adapt: Option<Adapt>) {
        self.analyser.explained = adapt.as_ref().map(|_| Vec::new());
        self.adapt = adapt;
    }

    /// What was decided about costly redundant propagators.
    pub fn activations(&self) -> Vec<Activation> {
        self.adapt.as_ref().map(Adapt::activations).unwrap_or_default()
    }

    /// Runs the engine to its fixpoint.
    pub(super) fn propagate<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
    ) -> Result<(), Halt> {
        match &mut self.adapt {
            None => engine.fixpoint(seen),
            Some(adapt) => adapt.fixpoint(engine, seen),
        }
    }

    /// Shares short clauses with other learners of the same root from now on.
    pub fn connect(&mut self, port: Port) {
        self.port = Some(port);
    }

    /// Conflicts so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Searches on. After a solution the decisions that led to it are forbidden by a clause, and
    /// everything learnt is kept: such a clause excludes that solution only, because all else
    /// followed from them.
    pub fn run<S: Sink, O: Observer>(
        &mut self,
        engine: &mut Engine,
        sink: &mut S,
        budget: &Budget,
        stats: &mut Stats,
        seen: &mut O,
    ) -> End {
        let (calls, clause_calls) = (engine.propagations, engine.clauses().propagations);
        engine.set_interrupt(budget.interrupt());
        let end = self.search(engine, sink, budget, stats, seen);
        engine.set_interrupt(None);
        stats.propagations += engine.propagations - calls;
        stats.clause_propagations += engine.clauses().propagations - clause_calls;
        end
    }

    fn search<S: Sink, O: Observer>(
        &mut self,
        engine: &mut Engine,
        sink: &mut S,
        budget: &Budget,
        stats: &mut Stats,
        seen: &mut O,
    ) -> End {
        loop {
            match self.propagate(engine, seen) {
                Err(Halt::Interrupted) => {
                    self.jump(engine, 0);
                    return Err(budget.why());
                }
                Err(Halt::Conflict) => {
                    stats.failed(engine.level());
                    seen.failed(engine.level());
                    if !self.conflict(engine, stats, seen) {
                        return Ok(Exhausted);
                    }
                    continue;
                }
                Ok(()) => {}
            }
            if let Some(stop) = budget.reached(stats.nodes) {
                self.jump(engine, 0);
                return Err(stop);
            }
            let swept = self.sweep.as_mut().and_then(Sweep::due);
            if swept.unwrap_or_else(|| self.restarts.due()) {
                if !self.restart(engine, stats, seen) {
                    return Ok(Exhausted);
                }
                continue;
            }
            let scanned = self.sweep.as_mut().and_then(|sweep| sweep.next(engine));
            let scanned = scanned.map(|l| self.activity.as_last(l));
            match scanned.or_else(|| self.choose(engine)) {
                Some(l) => {
                    engine.decide(l);
                    self.decisions.truncate(engine.level() as usize - 1);
                    self.decisions.push(l);
                    stats.branched(engine.level(), l);
                    seen.branched(engine.level(), l);
                }
                None => {
                    stats.solution(engine);
                    seen.solution(engine);
                    let enough = sink.solution(engine).is_break();
                    let more = self.forbid(engine, stats, seen);
                    if enough {
                        self.jump(engine, 0);
                        return Err(Stop::Limit);
                    }
                    if !more {
                        return Ok(Exhausted);
                    }
                }
            }
        }
    }

    /// The next decision by activity. `None`: all are taken.
    pub(super) fn choose(&mut self, engine: &Engine) -> Option<Lit> {
        let (store, patient) = (engine.store(), self.restarts.is_patient());
        let choices = self.choices.as_mut();
        choices
            .and_then(|c| c.next(store, &mut self.activity, patient))
            .or_else(|| self.activity.next(store, patient))
    }

    /// Undoes levels; what is undone may be decided again.
    pub(super) fn jump(&mut self, engine: &mut Engine, level: u32) {
        if level < engine.level() {
            let from = engine.store().level_start(level + 1);
            for i in (from..engine.store().trail().len()).rev() {
                self.activity.undone(engine.store().trail()[i]);
            }
            engine.backtrack(level);
        }
    }

    /// Learns from the failure. False: there is nothing left to search.
    fn conflict<O: Observer>(
        &mut self,
        engine: &mut Engine,
        stats: &mut Stats,
        seen: &mut O,
    ) -> bool {
        let nogood = self.understand(engine, stats);
        if nogood.clause.is_empty() {
            return false;
        }
        self.adopt(engine, nogood, stats, seen);
        self.tidy(engine);
        true
    }

    /// Analyses the failure at hand and notes what it says about activity, phases and restarts.
    pub(super) fn understand(&mut self, engine: &mut Engine, stats: &mut Stats) -> Nogood {
        self.conflicts += 1;
        let (activity, database) = (&mut self.activity, &mut self.database);
        let nogood = self.analyser.analyse(
            engine,
            |l| activity.bump(l.atom()),
            |engine, c| database.used(engine, c),
        );
        if nogood.clause.is_empty() {
            return nogood;
        }
        if self.restarts.is_patient() {
            let free = engine.store().level_start(engine.level());
            self.activity.watch_trail(&engine.store().trail()[1..free]);
        }
        if self.conflicts >= self.next_rephase {
            self.activity.rephase(self.rephases);
            self.rephases += 1;
            self.next_rephase = self.conflicts + self.options.rephase * (self.rephases + 1);
        }
        self.restarts.conflict(nogood.glue);
        if let (Some(adapt), Some(explained)) = (&mut self.adapt, &self.analyser.explained) {
            adapt.learnt(explained, nogood.clause.len(), nogood.glue);
        }
        if let Some(sweep) = &mut self.sweep {
            sweep.conflict();
        }
        self.activity.decay();
        self.database.decay();
        if nogood.level + 1 < engine.level() {
            stats.backjumps += 1;
        }
        nogood
    }

    /// Jumps back, adds the clause and asserts its first literal.
    fn adopt<O: Observer>(
        &mut self,
        engine: &mut Engine,
        nogood: Nogood,
        stats: &mut Stats,
        seen: &mut O,
    ) {
        self.jump(engine, nogood.level);
        let reason = self.keep(engine, &nogood, stats, seen);
        engine.assign(nogood.clause[0], reason).expect("the jump undid the literal's negation");
    }

    /// Adds a learnt clause; returns what it is as the reason of its first literal.
    pub(super) fn keep<O: Observer>(
        &mut self,
        engine: &mut Engine,
        nogood: &Nogood,
        stats: &mut Stats,
        seen: &mut O,
    ) -> Reason {
        stats.learned(engine, &nogood.clause);
        seen.learned(engine, &nogood.clause);
        if let Some(port) = &mut self.port
            && nogood.glue > 0
        {
            port.offer(&nogood.clause, nogood.glue);
        }
        match nogood.clause[..] {
            [_] => Reason::GIVEN,
            _ => {
                let at = engine.learn_clause(&nogood.clause, nogood.glue);
                at.map_or(Reason::binary(!nogood.clause[1]), Reason::clause)
            }
        }
    }

    /// Forbids the solution at hand. False: it was the last.
    fn forbid<O: Observer>(
        &mut self,
        engine: &mut Engine,
        stats: &mut Stats,
        seen: &mut O,
    ) -> bool {
        if let Some(port) = &mut self.port {
            port.close();
        }
        let level = engine.level();
        if level == 0 {
            return false;
        }
        let clause: Vec<Lit> = self.decisions[..level as usize].iter().rev().map(|&l| !l).collect();
        // No consequence of the problem, so it must never be forgotten: glue 0.
        let nogood = Nogood { clause, level: level - 1, top: level, glue: 0 };
        self.adopt(engine, nogood, stats, seen);
        true
    }

    /// Goes back to the root. False: there is nothing left, as clauses of others may show.
    fn restart<O: Observer>(
        &mut self,
        engine: &mut Engine,
        stats: &mut Stats,
        seen: &mut O,
    ) -> bool {
        self.jump(engine, 0);
        self.adapt.iter_mut().for_each(Adapt::restarted);
        stats.restarted();
        seen.restarted();
        if engine.clauses().is_wasteful() {
            match engine.settle_root(seen) {
                Ok(()) => {
                    engine.compact_clauses();
                }
                Err(Halt::Conflict) => return false,
                // The next fixpoint notices it as well, and stops.
                Err(Halt::Interrupted) => {}
            }
        }
        let news = self.port.as_mut().map(Port::take).unwrap_or_default();
        news.iter().all(|clause| import(engine, clause))
    }

    /// Forgets learnt clauses if it is time to.
    pub(super) fn tidy(&mut self, engine: &mut Engine) {
        self.database.tidy(engine, self.conflicts);
    }
}

/// Adds a clause of another learner at the root. False: it has no literal left.
fn import(engine: &mut Engine, clause: &[Lit]) -> bool {
    let store = engine.store();
    if clause.iter().any(|&l| store.is_true(l)) {
        return true;
    }
    let open: Vec<Lit> = clause.iter().copied().filter(|&l| !store.is_false(l)).collect();
    match open[..] {
        [] => false,
        [unit] => engine.assign(unit, Reason::GIVEN).is_ok(),
        _ => {
            engine.learn_clause(&open, 2);
            true
        }
    }
}
