//! Several learners on one hard puzzle, each on a thread of its own.
//!
//! They differ in the order of their decisions and in how fast activity fades; they share short clauses and the
//! incumbent. If few solutions are wanted they put them into one pool. Each solution goes into the pool before the
//! member that found it forbids it: so clauses that rest on forbidden solutions may be shared, and a member that comes
//! to its end has searched everything except the solutions in the pool. If local search can answer, it has one of the
//! threads. The first member to finish has the answer. Proofs do not depend on which member that is. Which of many
//! solutions is shown does, so the deterministic mode uses no team.

use crate::strategy::answers::solutions::Found;

use crate::strategy::answers::solutions::FoundSink;
use crate::strategy::case::{Case, SearchState};
use crate::strategy::cost::Cost;
use crate::strategy::error::RunError;
use crate::strategy::learning::{Leader, never_begun};
use crate::strategy::local_searchers::LocalSearcher;
use crate::strategy::method::Method;
use crate::strategy::options::Task;
use crate::strategy::outcome::How;
use crate::strategy::plan::stages::{MemberCost, Moves};
use crate::strategy::progress::Progress;
use clew_engine::kernel::{Engine, Observer};
use clew_engine::run::clock::thread_time;
use clew_engine::run::{Budget, End, Exhausted, Stats, Stop};
use clew_engine::search::{ClausePort, Exchange, Incumbent, LearnOptions, Learner, Sink};
use clew_puzzle::puzzle::{Built, Puzzle};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Moves of local search between two checks of the pool: about a hundredth of a second.
const MOVES: u64 = 100_000;

/// See the module documentation.
pub(crate) struct Portfolio;

impl Method for Portfolio {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        let Some(leader) = case.leader.take() else {
            return Ok(Progress::NotApplicable("there is no learner to lead the team".into()));
        };
        let guesser = case.guesser.take();
        let beside = (case.task == Task::Check).then_some(case.facts.met.is_some());
        let SearchState { built, found, cost, incumbent, puzzle, options, .. } =
            case.on(leader.kind);
        let plan = Workers {
            built,
            puzzle,
            incumbent,
            budget,
            threads: options.threads,
            options: leader.options.clone(),
            second_known: beside,
        };
        let (end, how) = plan.run(leader, guesser, found, cost, seen);
        case.how = how;
        Ok(end.into())
    }
}

/// The state that the members share.
struct Workers<'a> {
    built: &'a Built,
    puzzle: &'a Puzzle,
    incumbent: &'a Incumbent,
    budget: &'a Budget,
    threads: usize,
    /// How the leader searches.
    options: LearnOptions,
    /// If a second solution settles the question: whether one is known.
    second_known: Option<bool>,
}

/// The result of one member.
struct Report {
    end: End,
    /// How it was found, for people.
    how: How,
    found: Found,
    stats: Stats,
    /// Processor time of its thread.
    cpu: Duration,
    /// The work of local search, if the member runs it.
    moves: Option<Moves>,
}

impl Workers<'_> {
    /// Continues a learner, alongside new ones on clones of the root, until one is done. `seen` sees the leader, which
    /// stays on this thread.
    fn run<O: Observer>(
        &self,
        mut leader: Leader,
        guesser: Option<LocalSearcher>,
        found: &mut Found,
        cost: &mut Cost,
        seen: &mut O,
    ) -> (End, How) {
        let done = Arc::new(AtomicBool::new(false));
        let budget = self.budget.with_cancel(done.clone());
        let pool = found.can_pool().then(|| Mutex::new(found.clone()));
        let exchange = Arc::new(match &pool {
            Some(_) => Exchange::pooling(),
            None => Exchange::default(),
        });
        if pool.is_some() || found.distinct() == 0 {
            leader.learner.connect(ClausePort::new(exchange.clone(), 0));
        }
        let learners = self.threads - usize::from(guesser.is_some());
        // All have their ports before the first begins, so that none misses clauses that the others have read.
        let ports: Vec<ClausePort> =
            (1..learners).map(|k| ClausePort::new(exchange.clone(), k)).collect();
        let results: Vec<Report> = std::thread::scope(|scope| {
            let guesser = guesser.map(|guesser| {
                let (budget, done, fresh) = (&budget, &done, found.fresh());
                let own = WorkerSink { found: fresh, pool: pool.as_ref() };
                scope.spawn(move || guess(guesser, self.second_known, own, budget, done))
            });
            let others: Vec<_> = (1..)
                .zip(ports)
                .map(|(member, port)| {
                    let (budget, done) = (&budget, &done);
                    let own = WorkerSink { found: found.fresh(), pool: pool.as_ref() };
                    scope.spawn(move || self.join(member, own, budget, port, done))
                })
                .collect();
            let own = WorkerSink { found: found.clone(), pool: pool.as_ref() };
            let own = self.lead(leader, own, &budget, &done, seen);
            let rest = others.into_iter().chain(guesser);
            let rest = rest.map(|t| t.join().expect("members do not panic"));
            std::iter::once(own).chain(rest).collect()
        });
        for r in &results {
            cost.stats.add(&r.stats);
            cost.members.push(MemberCost { how: r.how.keyword(), cpu: r.cpu, stats: r.stats });
            cost.moves = r.moves.or(cost.moves);
        }
        self.put_together(results, pool, found)
    }

    /// The result of all members: the end of the one that decides, and `found` with all solutions that count.
    fn put_together(
        &self,
        results: Vec<Report>,
        pool: Option<Mutex<Found>>,
        found: &mut Found,
    ) -> (End, How) {
        if found.optimises() {
            // The bound is shared, so any member may hold the best answer: the member that proves its optimality need
            // not have found it. The first one, the leader, continued from the earlier answer.
            let mut all = results.iter().map(|r| r.found.clone());
            if let Some(leader) = all.next() {
                *found = leader;
            }
            all.for_each(|other| found.absorb(other));
        }
        let pooled = pool.map(|pool| {
            let mut all = pool.into_inner().unwrap_or_else(PoisonError::into_inner);
            results.iter().for_each(|r| all.adopt(r.found.answers()));
            all
        });
        // A member that finished has the whole answer, with the pool; otherwise the member that found most.
        let best = results
            .into_iter()
            .max_by_key(|r| (is_final(r.end), r.found.distinct()))
            .expect("the leader has a result");
        if !found.optimises() {
            *found = pooled.unwrap_or(best.found);
        }
        let end = match best.end {
            // A full pool takes no more, so there may be other solutions, however a member ended.
            Ok(Exhausted) | Err(Stop::Interrupt) if found.can_pool() && found.is_full() => {
                Err(Stop::Limit)
            }
            Err(Stop::Interrupt) => Err(self.budget.why()),
            end => end,
        };
        (end, best.how)
    }

    /// Continues the existing learner, on this thread.
    fn lead<O: Observer>(
        &self,
        leader: Leader,
        own: WorkerSink<'_>,
        budget: &Budget,
        done: &AtomicBool,
        seen: &mut O,
    ) -> Report {
        let Leader { mut learner, mut engine, .. } = leader;
        let WorkerSink { mut found, pool } = own;
        let (mut stats, cpu) = (Stats::default(), thread_time());
        let inner = found.sink(self.built, self.puzzle, self.incumbent);
        let mut sink = Pooled { inner, pool };
        let end = learner.run(&mut engine, &mut sink, budget, &mut stats, seen);
        let cpu = thread_time().saturating_sub(cpu);
        finished(end, done);
        Report { end, how: How::Learn, found, stats, cpu, moves: None }
    }

    /// Starts another learner at the root, on a thread of its own.
    fn join(
        &self,
        member: usize,
        own: WorkerSink<'_>,
        budget: &Budget,
        port: ClausePort,
        done: &AtomicBool,
    ) -> Report {
        let WorkerSink { mut found, pool } = own;
        let (mut stats, cpu) = (Stats::default(), thread_time());
        let mut engine = self.built.model.engine.clone();
        // The leader takes turns; of the others every second one keeps to static orders.
        let options = self.options.for_member(member);
        let end = match Learner::from_model(&mut engine, &self.built.model, options, &mut ()) {
            Err(halt) => never_begun(halt, budget),
            Ok(mut learner) => {
                learner.connect(port);
                let inner = found.sink(self.built, self.puzzle, self.incumbent);
                let mut sink = Pooled { inner, pool };
                learner.run(&mut engine, &mut sink, budget, &mut stats, &mut ())
            }
        };
        finished(end, done);
        let cpu = thread_time().saturating_sub(cpu);
        Report { end, how: How::Learn, found, stats, cpu, moves: None }
    }
}

/// The destination of a member's solutions: its own list, and the shared pool, if there is one.
struct WorkerSink<'a> {
    found: Found,
    pool: Option<&'a Mutex<Found>>,
}

/// Puts the solutions of a member into the shared pool, before the member goes on.
struct Pooled<'a> {
    inner: FoundSink<'a>,
    pool: Option<&'a Mutex<Found>>,
}

impl Sink for Pooled<'_> {
    fn solution(&mut self, engine: &Engine) -> ControlFlow<()> {
        let flow = self.inner.solution(engine);
        let Some(pool) = self.pool else { return flow };
        let mut pool = pool.lock().unwrap_or_else(PoisonError::into_inner);
        pool.adopt(self.inner.answers());
        if pool.is_full() { ControlFlow::Break(()) } else { flow }
    }

    fn restarted(&mut self, engine: &Engine) {
        self.inner.restarted(engine);
    }
}

/// Local search until it has the answers wanted or another member is done; for a second solution (`beside`: whether one
/// is known) not for long.
fn guess(
    mut guesser: LocalSearcher,
    beside: Option<bool>,
    own: WorkerSink<'_>,
    budget: &Budget,
    done: &AtomicBool,
) -> Report {
    let cpu = thread_time();
    let WorkerSink { mut found, pool } = own;
    let (mut left, mut known) = (guesser.moves_for_second(), beside == Some(true));
    let enough = loop {
        if guesser.run(MOVES, budget, &mut found) {
            break true;
        }
        if let Some(pool) = pool {
            // The solutions of the other members may be different ones.
            let mut pool = pool.lock().unwrap_or_else(PoisonError::into_inner);
            pool.adopt(guesser.found());
            if pool.is_full() {
                break true;
            }
            known |= beside.is_some() && pool.distinct() > 0;
        }
        left = if known { left.saturating_sub(MOVES) } else { left };
        if left == 0 || budget.urgent().is_some() {
            break false;
        }
    };
    let end = Err(if enough { Stop::Limit } else { Stop::Interrupt });
    finished(end, done);
    let cpu = thread_time().saturating_sub(cpu);
    let (stats, moves) = (Stats::default(), Some(guesser.moves));
    Report { end, how: How::LocalSearch, found, stats, cpu, moves }
}

fn is_final(end: End) -> bool {
    matches!(end, Ok(Exhausted) | Err(Stop::Limit))
}

fn finished(end: End, done: &AtomicBool) {
    if is_final(end) {
        done.store(true, Ordering::Relaxed);
    }
}
