//! Learning search, conflict-driven clause learning over the same propagators: propagate, analyse, jump back, decide,
//! restart, forget. One loop for first solutions and for all; they differ in the action after a solution ([`OnSolution`]).
//!
//! Source: Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", 2009; Feydy,
//! Stuckey, "Lazy clause generation reengineered", 2009; Marques-Silva, Sakallah, "GRASP", 1999.

use super::assumed::Assumed;
use super::conflict::{
    Activation, Adapt, Analyser, ClausePort, Database, Nogood, Restarts, Shared,
};
use super::decide::{
    Activity, Alternatives, Brancher, Decider, DeciderContext, Splits, StaticOrders,
    WeightedActivity, choose,
};
use super::enumerate::FlippedLevels;
use super::options::{DecideBy, LearnOptions, OnSolution};
use super::sink::Sink;
use super::stats::Calls;
use crate::kernel::{
    Conflict, Engine, Group, Halt, IntervalId, Learnt, Lit, Model, Observer, Part, Permutations,
    PropId, Reason,
};
use crate::run::{Budget, End, Exhausted, Stats, Stop};

/// A learning search over one engine. It can be stopped and continued (see [`OnSolution`] for
/// when); learnt clauses stay.
#[derive(Clone)]
pub struct Learner {
    decider: Box<dyn Decider>,
    analyser: Analyser,
    restarts: Restarts,
    database: Database,
    conflicts: u64,
    pub(super) on_solution: OnSolution,
    /// The assumptions of the present question; empty when all solutions are enumerated.
    pub(super) assumed: Assumed,
    /// Per level its decision.
    decisions: Vec<Lit>,
    turned: FlippedLevels,
    port: Option<ClausePort>,
    adapt: Option<Adapt>,
    /// Decides interval variables in the end, that of the goal last.
    splits: Splits,
    /// The improvement demanded of the next solution, while larger strides are tried.
    stride: i64,
}

/// The hints of a model for a learner.
struct ModelHints<'a> {
    groups: &'a [Group],
    permutations: &'a Permutations,
    orders: &'a [Vec<Lit>],
    redundant: &'a [PropId],
    goal: Option<IntervalId>,
}

/// The result of a step of the search.
enum Next {
    /// There is something to propagate.
    Open,
    /// A failure is to be analysed.
    Failed,
    /// All is done.
    Nothing,
}

/// The statistics and the observer of a running search.
struct SearchContext<'a, O> {
    stats: &'a mut Stats,
    seen: &'a mut O,
}

impl<O: Observer> SearchContext<'_, O> {
    /// Does a part of the work, as [`Observer::part`].
    #[inline(always)]
    fn part<T>(&mut self, part: Part, work: impl FnOnce(&mut SearchContext<'_, O>) -> T) -> T {
        let stats = &mut *self.stats;
        self.seen.part(part, |seen| work(&mut SearchContext { stats, seen }))
    }
}

impl Learner {
    /// Prepares learning over these groups of atoms. The engine must be at the root; it is propagated
    /// to its fixpoint here, and reasons are recorded from then on.
    ///
    /// # Errors
    /// Why there is nothing to search: no solution ([`Halt::Conflict`]), or interrupted.
    pub fn new<O: Observer>(
        engine: &mut Engine,
        groups: &[Group],
        options: LearnOptions,
        seen: &mut O,
    ) -> Result<Learner, Halt> {
        let permutations = &Permutations::default();
        let guide = ModelHints { groups, permutations, orders: &[], redundant: &[], goal: None };
        Learner::guided(engine, &guide, options, seen)
    }

    /// The same with the hints of a model: its permutations, static orders and redundant
    /// propagators. `engine` is the model's, or a clone of it at the root.
    ///
    /// # Errors
    /// As [`Learner::new`].
    pub fn from_model<O: Observer>(
        engine: &mut Engine,
        model: &Model,
        options: LearnOptions,
        seen: &mut O,
    ) -> Result<Learner, Halt> {
        let guide = ModelHints {
            groups: &model.groups,
            permutations: &model.permutations,
            orders: &model.static_orders,
            redundant: &model.redundant,
            goal: model.objective.as_ref().and_then(|goal| goal.interval),
        };
        Learner::guided(engine, &guide, options, seen)
    }

    fn guided<O: Observer>(
        engine: &mut Engine,
        guide: &ModelHints<'_>,
        options: LearnOptions,
        seen: &mut O,
    ) -> Result<Learner, Halt> {
        engine.fixpoint(seen)?;
        engine.remember();
        engine.propagate_root(seen)?;
        let decider = decider(engine, guide, &options)?;
        let adapt = options.adaptive.and_then(|o| Adapt::new(engine, guide.redundant, o));
        Ok(Learner {
            decider,
            analyser: Analyser::new(options.nogoods, adapt.is_some()),
            restarts: Restarts::new(options.restarts, options.luby_unit),
            database: Database::new(options.keep_glue, options.first_reduce, options.most_clauses),
            conflicts: 0,
            on_solution: options.on_solution,
            assumed: Assumed::default(),
            decisions: Vec::new(),
            turned: FlippedLevels::default(),
            port: None,
            adapt,
            splits: Splits::with_goal(guide.goal),
            stride: 1,
        })
    }

    /// Continues with a clone of the engine it has learnt in, after more was asserted at its root.
    ///
    /// # Errors
    /// As [`Learner::new`].
    pub fn renewed<O: Observer>(self, engine: &mut Engine, seen: &mut O) -> Result<Learner, Halt> {
        engine.propagate_root(seen)?;
        Ok(self)
    }

    /// Sets the phase of an atom: which way it is decided next.
    pub fn prefer(&mut self, l: Lit) {
        self.decider.prefer(l);
    }

    /// Shares short clauses with other learners of the same root from now on.
    pub fn connect(&mut self, port: ClausePort) {
        self.port = Some(port);
    }

    /// The decisions about costly redundant propagators.
    pub fn activations(&self) -> Vec<Activation> {
        self.adapt.as_ref().map(Adapt::activations).unwrap_or_default()
    }

    /// Continues the search, and passes every solution to the sink exactly once, or as many as it
    /// wants. The engine is at the root again at the end; learnt clauses stay in it.
    pub fn run<O: Observer>(
        &mut self,
        engine: &mut Engine,
        sink: &mut dyn Sink,
        budget: &Budget,
        stats: &mut Stats,
        seen: &mut O,
    ) -> End {
        debug_assert_eq!(engine.level(), 0, "search begins at the root");
        let end = self.measured(engine, sink, budget, stats, seen);
        self.jump(engine, 0);
        self.turned.clear();
        end
    }

    /// Continues the search, and records its cost.
    pub(super) fn measured<O: Observer>(
        &mut self,
        engine: &mut Engine,
        sink: &mut dyn Sink,
        budget: &Budget,
        stats: &mut Stats,
        seen: &mut O,
    ) -> End {
        let before = Calls::new(engine);
        engine.set_interrupt(budget.interrupt());
        let end = self.search(engine, sink, budget, &mut SearchContext { stats, seen });
        engine.set_interrupt(None);
        before.note(engine, stats);
        end
    }

    fn search<O: Observer>(
        &mut self,
        engine: &mut Engine,
        sink: &mut dyn Sink,
        budget: &Budget,
        context: &mut SearchContext<'_, O>,
    ) -> End {
        let reads = engine.level() == 0 && self.on_solution == OnSolution::Forbid;
        let mut next = if reads { self.import(engine) } else { Next::Open };
        loop {
            let result = match next {
                Next::Open => self.propagate(engine, context.seen),
                Next::Failed => Err(Halt::Conflict),
                Next::Nothing => return Ok(Exhausted),
            };
            next = Next::Open;
            match result {
                Ok(()) => {}
                Err(Halt::Interrupted) => return Err(budget.why()),
                Err(Halt::Conflict) => {
                    next = self.failed(engine, context);
                    // On a large board, failures may take long with few steps.
                    match (&next, budget.urgent()) {
                        (Next::Open, Some(stop)) => return Err(stop),
                        _ => continue,
                    }
                }
            }
            if let Some(stop) = budget.reached(context.stats.nodes) {
                return Err(stop);
            }
            if self.is_restart_due(engine) {
                next = self.restart(engine, context);
                sink.restarted(engine);
                continue;
            }
            if let Some(l) = self.assumed.due(engine.store()) {
                if engine.store().is_false(l) {
                    self.assumed.core = self.analyser.core(engine, l);
                    return Ok(Exhausted);
                }
                self.assumed.decided();
                self.decide(engine, l, context);
                continue;
            }
            let wish = self.assumed.wish(engine.store());
            let choice = wish.or_else(|| self.leap(engine));
            let choice = choice.or_else(|| self.choose(engine, context.seen));
            if choice.is_some() {
                self.splits.passed();
            }
            match choice.or_else(|| self.splits.next(engine)) {
                Some(l) => self.decide(engine, l, context),
                None => {
                    context.stats.solution(engine);
                    self.adapt.iter_mut().for_each(Adapt::solved);
                    context.seen.solution(engine);
                    let enough = sink.solution(engine).is_break();
                    self.stride = self.stride.saturating_mul(2);
                    next = match self.on_solution {
                        OnSolution::Forbid => self.forbid(engine, context),
                        // A search by chronological backtracking cannot be continued.
                        OnSolution::TurnBack if enough => Next::Nothing,
                        OnSolution::TurnBack => self.turn(engine, context.seen),
                        OnSolution::Leave => return Err(Stop::Limit),
                    };
                    if enough {
                        return Err(Stop::Limit);
                    }
                    if self.splits.goal.is_some() && self.on_solution == OnSolution::Forbid {
                        self.jump(engine, self.assumed.top());
                    }
                }
            }
        }
    }

    /// At the root of an optimisation: the decision that the objective improves by a stride. Each solution doubles the
    /// stride, so that few solutions lead from a poor one to a good one; if no solution is that good, this is learnt,
    /// and search goes on without the decision.
    ///
    /// It is only a decision: its consequences are never taken as facts of the problem.
    fn leap(&mut self, engine: &mut Engine) -> Option<Lit> {
        let x = self.splits.goal.filter(|_| engine.level() == 0 && self.stride > 1)?;
        let (low, high) = (engine.store().low(x), engine.store().high(x));
        let stride = self.stride.min((high - low + 1) / 2);
        self.stride /= 2;
        (low < high && stride > 0).then(|| engine.split_at(x, high - stride))
    }

    /// The next decision; `None` if nothing is open: a solution.
    fn choose<O: Observer>(&mut self, engine: &mut Engine, seen: &mut O) -> Option<Lit> {
        let patient = self.restarts.is_patient();
        seen.part(Part::Choosing, |_| choose(engine, &mut *self.decider, patient))
    }

    /// Takes a decision.
    fn decide<O: Observer>(
        &mut self,
        engine: &mut Engine,
        l: Lit,
        context: &mut SearchContext<'_, O>,
    ) {
        engine.decide(l);
        self.decisions.push(l);
        context.stats.branched(engine.level(), l);
        context.seen.branched(engine.level(), l);
    }

    /// Runs the engine to its fixpoint.
    fn propagate<O: Observer>(&mut self, engine: &mut Engine, seen: &mut O) -> Result<(), Halt> {
        match &mut self.adapt {
            None => engine.fixpoint(seen),
            Some(adapt) => adapt.fixpoint(engine, seen),
        }
    }

    /// Undoes levels; undone atoms may be decided again.
    pub(super) fn jump(&mut self, engine: &mut Engine, level: u32) {
        if level < engine.level() {
            self.decider.made(engine, &[]);
            let from = engine.store().level_start(level + 1);
            self.decider.undone(&engine.store().trail()[from..]);
            engine.backtrack(level);
        }
        self.decisions.truncate(level as usize);
        self.assumed.undone(level);
    }

    /// The same, reported to the observer.
    fn watched_jump<O: Observer>(&mut self, engine: &mut Engine, level: u32, seen: &mut O) {
        seen.part(Part::Backtracking, |_| self.jump(engine, level));
    }

    /// Learns from the present failure and backtracks as far as the clause and turned levels allow.
    fn failed<O: Observer>(
        &mut self,
        engine: &mut Engine,
        context: &mut SearchContext<'_, O>,
    ) -> Next {
        context.stats.failed(engine.level());
        context.seen.failed(engine.level());
        self.decider.made(engine, &[]);
        self.decider.failed(engine, self.decisions.last().copied());
        let nogood = context.part(Part::Analysing, |context| self.analyse(engine, context));
        if nogood.clause.is_empty() {
            return Next::Nothing;
        }
        let next = self.backjump(engine, &nogood, context);
        if matches!(next, Next::Open) {
            self.database.tidy(engine, self.conflicts, context.seen);
            // If solutions are forbidden, clauses are compacted at restarts, which go to the root.
            if self.on_solution == OnSolution::TurnBack && engine.clauses().is_wasteful() {
                context.seen.part(Part::Rebuilding, |_| {
                    let moved = engine.compact_clauses();
                    self.turned.moved(&moved);
                });
            }
        }
        next
    }

    /// Analyses the failure and updates decider, restarts and activations of propagators.
    fn analyse<O: Observer>(
        &mut self,
        engine: &mut Engine,
        context: &mut SearchContext<'_, O>,
    ) -> Nogood {
        self.conflicts += 1;
        let database = &mut self.database;
        let nogood =
            self.analyser.analyse(engine, context.seen, |engine, c| database.used(engine, c));
        self.decider.involved(&self.analyser.involved);
        if nogood.clause.is_empty() {
            return nogood;
        }
        self.decider.learnt(engine, self.restarts.is_patient());
        self.restarts.conflict(nogood.glue);
        if let (Some(adapt), Some(explained)) = (&mut self.adapt, &self.analyser.explained) {
            adapt.learnt(explained, nogood.clause.len(), nogood.glue);
        }
        self.database.decay();
        if nogood.level + 1 < engine.level() {
            context.stats.backjumps += 1;
        }
        let Nogood { clause, level, top, glue } = &nogood;
        let learnt = Learnt { clause, glue: *glue, from: *top, to: *level };
        context.seen.analysed(engine, &learnt);
        nogood
    }

    /// Jumps back, adds the clause and asserts its first literal, or continues with the other side
    /// of the last turned level if the clause leaves nothing below it.
    fn backjump<O: Observer>(
        &mut self,
        engine: &mut Engine,
        nogood: &Nogood,
        context: &mut SearchContext<'_, O>,
    ) -> Next {
        let (lit, floor) = (nogood.clause[0], self.turned.floor());
        engine.keep(&nogood.clause);
        self.splits.refuted(!lit);
        self.decider.made(engine, &nogood.clause);
        self.watched_jump(engine, nogood.level.max(floor), context.seen);
        let reason = self.learn(engine, nogood, context);
        if nogood.level < floor {
            self.turned.defer_assertion(lit, reason, nogood.level);
        }
        if nogood.top <= floor {
            return self.turn(engine, context.seen);
        }
        engine.assign(lit, reason).expect("the jump undid the literal's negation");
        Next::Open
    }

    /// Adds a learnt clause; returns the reason of its first literal.
    fn learn<O: Observer>(
        &mut self,
        engine: &mut Engine,
        nogood: &Nogood,
        context: &mut SearchContext<'_, O>,
    ) -> Reason {
        context.stats.learned(engine, &nogood.clause);
        context.seen.learned(engine, &nogood.clause);
        if let Some(port) = &mut self.port
            && nogood.glue > 0
            && nogood.clause.iter().all(|&l| engine.store().is_shared(l))
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

    /// Forbids the present solution by a clause over its decisions: that excludes no other
    /// solution, because everything else followed from them.
    fn forbid<O: Observer>(
        &mut self,
        engine: &mut Engine,
        context: &mut SearchContext<'_, O>,
    ) -> Next {
        if let Some(port) = &mut self.port {
            port.forbids();
        }
        let level = engine.level();
        if level == 0 {
            return Next::Nothing;
        }
        let clause: Vec<Lit> = self.decisions.iter().rev().map(|&l| !l).collect();
        // It is no consequence of the problem, so it must never be forgotten: glue 0.
        let nogood = Nogood { clause, level: level - 1, top: level, glue: 0 };
        self.backjump(engine, &nogood, context)
    }

    /// Everything below the last turned level (or, after a solution, the current one) is done: turns
    /// the last level that has another side.
    fn turn<O: Observer>(&mut self, engine: &mut Engine, seen: &mut O) -> Next {
        while self.turned.pop(self.decisions.len() as u32) {
            self.decisions.pop();
        }
        let Some(done) = self.decisions.pop() else { return Next::Nothing };
        let level = self.decisions.len() as u32;
        self.watched_jump(engine, level, seen);
        engine.decide(!done);
        self.decisions.push(!done);
        seen.turned(level + 1, !done);
        self.turned.push(level + 1);
        match self.turned.settle(engine, level + 1) {
            Ok(()) => Next::Open,
            Err(Conflict) => Next::Failed,
        }
    }

    fn is_restart_due(&mut self, engine: &Engine) -> bool {
        let due = self.decider.restart().unwrap_or_else(|| self.restarts.due())
            || self.port.as_ref().is_some_and(ClausePort::has_much);
        // Chronological backtracking has nothing to undo at its last turned level.
        let floor = self.turned.floor().max(self.assumed.top());
        due && (self.on_solution == OnSolution::Forbid || floor < engine.level())
    }

    /// Goes back to the last turned level; if solutions are forbidden, that is the root, where
    /// clauses are compacted and imported. Assumptions stay unless clauses are compacted.
    fn restart<O: Observer>(
        &mut self,
        engine: &mut Engine,
        context: &mut SearchContext<'_, O>,
    ) -> Next {
        context.part(Part::Restarting, |context| self.begin_anew(engine, context))
    }

    fn begin_anew<O: Observer>(
        &mut self,
        engine: &mut Engine,
        context: &mut SearchContext<'_, O>,
    ) -> Next {
        let stays = self.port.is_none() && !engine.clauses().is_wasteful();
        let assumed = if stays { self.assumed.top() } else { 0 };
        self.jump(engine, self.turned.floor().max(assumed));
        context.stats.restarted();
        context.seen.restarted();
        if self.on_solution == OnSolution::TurnBack {
            return Next::Open;
        }
        if engine.clauses().is_wasteful() {
            match engine.propagate_root(context.seen) {
                Ok(()) => {
                    context.seen.part(Part::Rebuilding, |_| engine.compact_clauses());
                }
                Err(Halt::Conflict) => return Next::Nothing,
                // The next fixpoint notices it as well, and stops.
                Err(Halt::Interrupted) => {}
            }
        }
        self.import(engine)
    }

    /// Adds the clauses of other learners, at the root.
    fn import(&mut self, engine: &mut Engine) -> Next {
        let news = self.port.as_mut().map(ClausePort::take).unwrap_or_default();
        if news.iter().all(|shared| import(engine, shared)) { Next::Open } else { Next::Nothing }
    }
}

/// The decider, for an engine at its root fixpoint.
fn decider(
    engine: &Engine,
    guide: &ModelHints<'_>,
    options: &LearnOptions,
) -> Result<Box<dyn Decider>, Halt> {
    let mut groups = guide.groups.to_vec();
    if options.backwards {
        groups.reverse();
    }
    let active = || -> Result<Box<dyn Decider>, Halt> {
        let activity = Activity::new(engine, &groups, options.decay, options.seed)?;
        let activity = activity.rephasing(options.rephase);
        Ok(match Alternatives::new(engine.store(), guide.permutations) {
            Some(alternatives) => Box::new(WeightedActivity::new(engine, activity, alternatives)?),
            None => Box::new(activity),
        })
    };
    Ok(match &options.decide {
        DecideBy::Plain(spec) => Box::new(Brancher::new(&groups, *spec, engine.store())),
        DecideBy::StaticOrders(turns) if !guide.orders.is_empty() => {
            Box::new(StaticOrders::new(guide.orders, *turns, active()?))
        }
        DecideBy::Activity | DecideBy::StaticOrders(_) => active()?,
        DecideBy::Own(make) => {
            make.decider(&DeciderContext { engine, groups: &groups, usual: &active })?
        }
    })
}

/// Adds a clause of another learner at the root. False: it has no literal left.
fn import(engine: &mut Engine, shared: &Shared) -> bool {
    let (clause, store) = (&shared.clause, engine.store());
    if clause.iter().any(|&l| store.is_true(l)) {
        return true;
    }
    let open: Vec<Lit> = clause.iter().copied().filter(|&l| !store.is_false(l)).collect();
    match open[..] {
        [] => false,
        [unit] => engine.assign(unit, Reason::GIVEN).is_ok(),
        _ => {
            engine.learn_clause(&open, shared.glue.max(2));
            true
        }
    }
}

#[cfg(test)]
mod tests;
