//! Searches on several threads: each takes turns of some kinds, and all share the best solution, the bound and short
//! clauses.

use crate::model::guide::cores::CORES;
use crate::model::guide::neighbourhood::NEIGHBOURHOODS;
use crate::model::guide::rounded::ROUNDING;
use crate::model::guide::shared::Shared;
use crate::model::guide::turns::{Each, Guidance, PLAIN, Search};
use crate::model::network::places::VarMap;
use crate::model::outcome::{Reader, Solution};
use crate::model::statement::Statement;
use clew_engine::kernel::{Halt, Model as Kernel};
use clew_engine::run::clock::thread_time;
use clew_engine::run::{Exhausted, Stats};
use clew_puzzle::puzzle::{Answer, Violation};
use clew_solve::strategy::{GoalMeter, Options};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// The result of a search, or of a team of them.
pub(super) struct Searched {
    /// A search that ended has met all solutions, or none is better.
    pub end: Result<Exhausted, Halt>,
    pub stats: Stats,
    /// Processor time of further threads.
    pub cpu: Duration,
    /// The violation found in a solution, if any.
    pub wrong: Option<Violation>,
    pub bound: Option<i64>,
}

/// The parts that a member leaves to the others: the first one makes proofs, the second one looks for better solutions and
/// for bounds; the third and every second one from there on learns and looks around the best solution, the others are like the
/// second one, with other seeds. With hints the first one begins with these too.
fn left_out(member: usize, is_hinted: bool) -> &'static [&'static str] {
    match member {
        0 if is_hinted => &[ROUNDING, CORES],
        0 => &[NEIGHBOURHOODS, ROUNDING, CORES],
        k if k % 2 == 1 => &[PLAIN],
        _ => &[PLAIN, ROUNDING, CORES],
    }
}

/// Searches on this thread, or on as many as the options name.
pub(super) fn search(
    statement: &Arc<Statement>,
    built: (Kernel, VarMap),
    options: &Options,
    (reader, guidance): (Reader, Guidance<'_>),
    each: &mut Each<'_>,
) -> Searched {
    let shared = Shared::new(built.0.objective.as_ref(), options);
    // Threads make the order of solutions depend on time.
    if options.threads <= 1 || options.deterministic || guidance.all {
        let mut search = Search::new(statement, built, options, (reader, shared.clone()));
        let mut stats = Stats::default();
        let end = search.run(guidance, &mut stats, each);
        let all =
            vec![Searched { end, stats, cpu: Duration::ZERO, wrong: search.wrong, bound: None }];
        return together(all, &shared.meter);
    }
    let (over, is_hinted) = (Arc::new(AtomicBool::new(false)), !statement.hints.is_empty());
    let members: Vec<Options> =
        (0..options.threads).map(|k| member(options, (k, is_hinted), over.clone())).collect();
    let largest = statement.target.as_ref().is_some_and(|target| target.negated);
    let (to, from) = channel::<Answer>();
    let all: Vec<Searched> = thread::scope(|scope| {
        let mut threads = Vec::with_capacity(members.len());
        for (k, options) in members.iter().enumerate() {
            let (built, to, over) = (built.clone(), to.clone(), over.clone());
            let own = (reader.clone(), shared.clone());
            let guidance = Guidance { free: guidance.free || k > 0, ..guidance };
            threads.push(scope.spawn(move || {
                let cpu = thread_time();
                let mut search = Search::new(statement, built, options, own);
                let mut stats = Stats::default();
                let mut each = |solution: &_| tell(&to, solution);
                let end = search.run(guidance, &mut stats, &mut each);
                if !matches!(end, Err(Halt::Interrupted)) || search.wrong.is_some() {
                    over.store(true, Ordering::Relaxed);
                }
                let cpu = thread_time().saturating_sub(cpu);
                Searched { end, stats, cpu, wrong: search.wrong, bound: None }
            }));
        }
        drop(to);
        let mut last: Option<i64> = None;
        let mut is_enough = false;
        for solution in from.iter().filter_map(|answer| reader.read(&answer)) {
            let value = solution.objective();
            // Of two threads the one with the worse solution may be the later one.
            let is_better =
                last.zip(value).is_none_or(|(a, b)| if largest { b > a } else { b < a });
            if is_better && !is_enough {
                last = value;
                is_enough = each(&solution).is_break();
                over.fetch_or(is_enough, Ordering::Relaxed);
            }
        }
        threads.into_iter().map(|t| t.join().expect("members do not panic")).collect()
    });
    together(all, &shared.meter)
}

/// The options of a member: its share of the memory, a seed and parts of its own.
fn member(options: &Options, (member, is_hinted): (usize, bool), over: Arc<AtomicBool>) -> Options {
    let budget = options.budget.side_by_side(options.threads).with_cancel(over);
    let left = left_out(member, is_hinted).iter().map(|part| (*part).to_string());
    let without = options.without.iter().cloned().chain(left).collect();
    let seed = options.seed.wrapping_add(member as u64);
    Options { threads: 1, budget, without, seed, ..options.clone() }
}

/// Hands a solution to the thread of the caller.
fn tell(to: &Sender<Answer>, solution: &Solution) -> ControlFlow<()> {
    match to.send(solution.answer()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// The result of all members, with the bound that they have found together.
fn together(all: Vec<Searched>, meter: &GoalMeter) -> Searched {
    let mut whole = Searched {
        end: Err(Halt::Interrupted),
        stats: Stats::default(),
        cpu: Duration::ZERO,
        wrong: None,
        bound: None,
    };
    for one in all {
        whole.stats.add(&one.stats);
        whole.cpu += one.cpu;
        whole.wrong = whole.wrong.or(one.wrong);
        if !matches!(one.end, Err(Halt::Interrupted)) {
            whole.end = one.end;
        }
    }
    // A failure at the root means that there is no better solution.
    if whole.wrong.is_none() && !matches!(whole.end, Err(Halt::Interrupted)) {
        meter.close();
    }
    whole.bound = meter.progress().bound;
    whole
}
