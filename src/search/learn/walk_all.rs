//! Every solution, with learning and without forbidding clauses: chronological backtracking after a
//! solution, backjumping over what holds no counted solution.
//!
//! A level is *turned* when the branch of its decision is done and at least one solution was met
//! there; the negation is then taken as a new decision at the same level, so that every level has
//! exactly one literal without a reason and conflict analysis works as ever. What has been met lies on
//! the other sides of turned levels, so levels up to the last turned one are never jumped over: they
//! are left only when everything below them is done. Clauses come from failures alone, so they are
//! consequences of the problem and hold in every solution.
//!
//! Below the last turned level a jump goes as far as the clause allows, and no farther than that
//! level; restarts go there too. A clause that asserts its literal later than it could have is *owed*
//! to lower levels: when a level is left, what it owes is asserted again.
//!
//! Source: Gebser, Kaufmann, Neumann, Schaub, "Conflict-driven answer set enumeration", 2007;
//! Spallitta, Sebastiani, Biere, "Disjoint partial enumeration without blocking clauses", 2024.

use super::adapt::Adapt;
use super::analyse::Nogood;
use super::walker::Learner;
use crate::kernel::{Conflict, Engine, Halt, Lit, Observer, Reason};
use crate::run::{Budget, End, Exhausted, Stats, Stop};
use crate::search::brancher::Brancher;
use crate::search::sink::Sink;

/// A literal that a clause asserted at a higher level than it could have.
#[derive(Clone, Copy, Debug)]
struct Owed {
    lit: Lit,
    reason: Reason,
    /// The clause's other literals are false from this level on.
    from: u32,
    /// The level at which the literal is asserted now.
    at: u32,
}

/// The decisions of a walk over all solutions.
#[derive(Debug, Default)]
struct Walk {
    /// Per level its decision.
    decisions: Vec<Lit>,
    /// The turned levels, lowest first.
    turned: Vec<u32>,
    /// In the order of their levels.
    owed: Vec<Owed>,
}

/// What came of going on.
enum Next {
    /// There is something to propagate.
    Open,
    /// A failure is to be analysed.
    Failed,
    /// All is done.
    Nothing,
}

impl Walk {
    /// The last turned level, 0 if there is none.
    fn floor(&self) -> u32 {
        self.turned.last().copied().unwrap_or(0)
    }

    /// Leaves levels, for a jump that passes over no turned level.
    fn retreat(&mut self, learner: &mut Learner, engine: &mut Engine, level: u32) {
        debug_assert!(level >= self.floor(), "turned levels are not jumped over");
        learner.jump(engine, level);
        self.decisions.truncate(level as usize);
    }

    /// Everything below the last turned level (or, after a solution, the current one) is done: turns
    /// the last level that has another side.
    fn turn(&mut self, learner: &mut Learner, engine: &mut Engine) -> Next {
        while self.turned.last() == Some(&(self.decisions.len() as u32)) {
            self.turned.pop();
            self.decisions.pop();
        }
        let Some(done) = self.decisions.pop() else { return Next::Nothing };
        let level = self.decisions.len() as u32;
        learner.jump(engine, level);
        engine.decide(!done);
        self.decisions.push(!done);
        self.turned.push(level + 1);
        match self.settle(engine, level + 1) {
            Ok(()) => Next::Open,
            Err(Conflict) => Next::Failed,
        }
    }

    /// Asserts again what the levels that were left owe to this one, the current and last turned.
    fn settle(&mut self, engine: &mut Engine, level: u32) -> Result<(), Conflict> {
        let first = self.owed.partition_point(|o| o.at < level);
        let mut kept = first;
        let mut result = Ok(());
        for i in first..self.owed.len() {
            let owed = Owed { at: level, ..self.owed[i] };
            // The clause may be forgotten unless it is the reason of a fact.
            let holds = owed.from < level && !engine.store().is_true(owed.lit);
            if holds && result.is_ok() {
                result = engine.assign(owed.lit, owed.reason).map(|_| ());
                if result.is_ok() {
                    self.owed[kept] = owed;
                    kept += 1;
                }
            }
        }
        self.owed.truncate(kept);
        result
    }

    /// Learns from the failure at hand and goes back as far as the clause and the count allow.
    fn learn<O: Observer>(
        &mut self,
        learner: &mut Learner,
        engine: &mut Engine,
        stats: &mut Stats,
        seen: &mut O,
    ) -> Next {
        let nogood: Nogood = learner.understand(engine, stats);
        if nogood.clause.is_empty() {
            return Next::Nothing;
        }
        let (lit, floor) = (nogood.clause[0], self.floor());
        let level = nogood.level.max(floor);
        let exhausted = nogood.top <= floor;
        self.retreat(learner, engine, level);
        let reason = learner.keep(engine, &nogood, stats, seen);
        if nogood.level < floor {
            self.owed.push(Owed { lit, reason, from: nogood.level, at: floor });
        }
        let next = if exhausted {
            // Nothing is left below the last turned level.
            self.turn(learner, engine)
        } else {
            engine.assign(lit, reason).expect("the jump undid the literal's negation");
            Next::Open
        };
        if matches!(next, Next::Open) {
            learner.tidy(engine);
            if engine.clauses().is_wasteful() {
                let moved = engine.compact_clauses();
                for owed in &mut self.owed {
                    if let Some(at) = owed.reason.clause_at() {
                        owed.reason = Reason::clause(moved[&at]);
                    }
                }
            }
        }
        next
    }
}

impl Learner {
    /// Hands every solution to the sink exactly once, or as many as it wants. Learnt clauses hold in
    /// all of them and stay in the engine, which is at the root again at the end. The walk cannot be
    /// continued after a limit, only begun anew.
    pub fn walk_all<S: Sink, O: Observer>(
        &mut self,
        engine: &mut Engine,
        mut brancher: Option<&mut Brancher>,
        sink: &mut S,
        budget: &Budget,
        stats: &mut Stats,
        seen: &mut O,
    ) -> End {
        let (calls, clause_calls) = (engine.propagations, engine.clauses().propagations);
        engine.set_interrupt(budget.interrupt());
        let end = self.walk(engine, &mut brancher, sink, budget, stats, seen);
        self.jump(engine, 0);
        engine.set_interrupt(None);
        stats.propagations += engine.propagations - calls;
        stats.clause_propagations += engine.clauses().propagations - clause_calls;
        end
    }

    fn walk<S: Sink, O: Observer>(
        &mut self,
        engine: &mut Engine,
        brancher: &mut Option<&mut Brancher>,
        sink: &mut S,
        budget: &Budget,
        stats: &mut Stats,
        seen: &mut O,
    ) -> End {
        debug_assert_eq!(engine.level(), 0, "a walk begins at the root");
        let mut walk = Walk::default();
        let mut next = Next::Open;
        loop {
            let result = match next {
                Next::Open => self.propagate(engine, seen),
                Next::Failed => Err(Halt::Conflict),
                Next::Nothing => return Ok(Exhausted),
            };
            next = Next::Open;
            match result {
                Ok(()) => {}
                Err(Halt::Interrupted) => return Err(budget.why()),
                Err(Halt::Conflict) => {
                    stats.failed(engine.level());
                    seen.failed(engine.level());
                    if let Some(b) = brancher {
                        b.failed(engine, walk.decisions.last().copied());
                    }
                    next = walk.learn(self, engine, stats, seen);
                    continue;
                }
            }
            if let Some(stop) = budget.reached(stats.nodes) {
                return Err(stop);
            }
            if self.restarts.due() && walk.floor() < engine.level() {
                walk.retreat(self, engine, walk.floor());
                self.adapt.iter_mut().for_each(Adapt::restarted);
                stats.restarted();
                seen.restarted();
                continue;
            }
            let choice = match brancher {
                Some(b) => b.choose(engine),
                None => self.choose(engine),
            };
            match choice {
                Some(l) => {
                    engine.decide(l);
                    walk.decisions.push(l);
                    stats.branched(engine.level(), l);
                    seen.branched(engine.level(), l);
                }
                None => {
                    stats.solution(engine);
                    seen.solution(engine);
                    if sink.solution(engine).is_break() {
                        return Err(Stop::Limit);
                    }
                    next = walk.turn(self, engine);
                }
            }
        }
    }
}
