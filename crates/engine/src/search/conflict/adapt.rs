//! Which costly redundant propagators run.
//!
//! All propagators of one kind are judged together: those of one board do the same work on different
//! places of it, and the figures of a single one of seventy mean little. Kinds below the priority of
//! flows cost little more than the changes that wake them and always run.
//!
//! *Trials.* A kind whose share of the work is worth saving is tried: for windows of some conflicts it is switched on and
//! off in the order on, off, off, on, so that a trend counts for neither side. It costs more than its own runs: its
//! inferences wake others, and its explanations have to be found and lengthen clauses. So the measure is the cost of a
//! failure with it, divided by that of one without it. How many failures it saves cannot be seen in a window; its share
//! of the conflicts is a bound. A kind that makes failures much dearer, and does not take part in most of them, runs at the
//! root only. It is tried again later, at growing distances.
//!
//! *Work.* The kernel has no clock, and a run must be repeatable, so work is counted in steps: the
//! cost of a run as reported by the propagator, else the size of its scope; for the rest of search,
//! trail entries, calls and the work of conflict analysis.
//!
//! Sources: C. Schulte and P. Stuckey, Efficient constraint propagation engines, 2008 (costs and
//! scheduling of propagators); Q. Ma, S. Muthukrishnan and M. Sandler, Frugal streaming for
//! estimating quantiles, 2013.

mod activation;
#[cfg(test)]
mod tests;

pub use activation::{Activation, Pace};

use crate::kernel::{CallResult, Engine, Halt, Observer, Priority, PropId};

/// The cost of dispatching one trail entry through watches and queues, in steps (about 5 ns each).
const ENTRY: u64 = 25;
/// The cost of a call of a propagator that is not judged.
const CALL: u64 = 60;
/// The cost of a conflict, and of each literal of the clause learnt from it.
const CONFLICT: u64 = 4_000;
const LITERAL: u64 = 200;
/// Steps for each literal of the scope of a propagator that does not report the cost of a run.
const SCOPE: u64 = 2;
/// Windows of a trial, in the first and the last of which the kind is as before.
const WINDOWS: usize = 4;
/// Windows until a kind is tried again, the first time.
const REST: u64 = 32;
/// A window ends early when it has cost this many times as much as the cheapest one of its trial.
const FAR_DEARER: u64 = 4;
/// A kind whose share of the work is this many times its share of the conflicts is switched off
/// without a trial.
const IDLE: f64 = 8.0;

/// Settings of adaptive activation: when costly redundant propagators run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdaptOptions {
    /// Conflicts in a window of a trial, at least 1.
    pub window: u64,
    /// Only kinds with at least this share of all work are tried: otherwise there is nothing to gain.
    pub costly: f64,
    /// A kind is switched off if failures with it cost this many times as much as without it,
    pub dearer: f64,
    /// unless it takes part in this share of them.
    pub needed: f64,
}

impl Default for AdaptOptions {
    fn default() -> Self {
        AdaptOptions { window: 50, costly: 0.15, dearer: 1.4, needed: 0.5 }
    }
}

/// An estimate of a median in constant memory: it moves a little toward each value.
#[derive(Clone, Copy, Default, Debug)]
struct Median {
    estimate: f64,
    counted: u32,
}

impl Median {
    fn hear(&mut self, value: u32) {
        let value = f64::from(value);
        self.counted = self.counted.saturating_add(1);
        // The first values are followed closely, later ones in steps of a thirty-second.
        let step = (1.0 / f64::from(self.counted)).max(1.0 / 32.0) * self.estimate.max(1.0);
        if self.counted == 1 {
            self.estimate = value;
        } else if value > self.estimate {
            self.estimate = (self.estimate + step).min(value);
        } else {
            self.estimate = (self.estimate - step).max(value);
        }
    }
}

/// A kind of propagator.
#[derive(Clone, Debug)]
struct Kind {
    members: Vec<PropId>,
    told: Activation,
    /// Whether its members are switched on.
    on: bool,
    /// The conflicts it took part in and its steps, in this window.
    recent: [u64; 2],
    /// Windows until it may be tried, and the distance of its last two trials.
    rest: u64,
    rested: u64,
    reason: Median,
    /// The length of the clauses learnt from conflicts it took part in.
    length: Median,
    glue: Median,
    in_conflict: bool,
}

impl Kind {
    fn new(name: &'static str) -> Kind {
        Kind {
            members: Vec::new(),
            told: Activation::new(name),
            on: true,
            recent: [0; 2],
            rest: 0,
            rested: 0,
            reason: Median::default(),
            length: Median::default(),
            glue: Median::default(),
            in_conflict: false,
        }
    }

    fn runs(&self) -> bool {
        self.told.pace == Pace::Always
    }
}

/// A comparison of windows with a kind and without it.
#[derive(Clone, Debug)]
struct Trial {
    kind: usize,
    /// Windows that are over.
    windows: usize,
    /// The cost of a failure or solution in each of them.
    prices: [f64; WINDOWS],
    /// The work of the cheapest one.
    cheapest: u64,
    /// Conflicts it took part in while it was on, and all of these windows.
    conflicts: [u64; 2],
}

impl Trial {
    /// Whether the kind is on in the present window; `runs`: otherwise it is.
    fn is_on(&self, runs: bool) -> bool {
        runs == (self.windows == 0 || self.windows + 1 == WINDOWS)
    }

    /// Records a window with this number of solutions.
    fn hear(&mut self, is_on: bool, took_part: u64, solutions: u64, [conflicts, work]: [u64; 2]) {
        self.prices[self.windows] = work as f64 / (conflicts + solutions) as f64;
        self.cheapest = self.cheapest.min(work);
        self.windows += 1;
        if is_on {
            self.conflicts[0] += took_part;
            self.conflicts[1] += conflicts;
        }
    }

    /// Whether the kind is to run, after all windows; `ran`: it did before. Only if both halves of the trial agree, this
    /// changes.
    fn pays(&self, ran: bool, options: &AdaptOptions) -> bool {
        let [a, b, c, d] = self.prices;
        let dearer = if ran { (a / b).min(d / c) } else { (b / a).max(c / d) };
        let [took_part, all] = self.conflicts;
        dearer <= options.dearer || took_part as f64 >= options.needed * all as f64
    }
}

/// The propagators that cost as much as a flow or more, grouped by name; names and members in the order of
/// `redundant`.
pub(in crate::search) fn costly_by_name(
    engine: &Engine,
    redundant: &[PropId],
) -> Vec<(&'static str, Vec<PropId>)> {
    let mut kinds: Vec<(&'static str, Vec<PropId>)> = Vec::new();
    for &id in redundant.iter().filter(|&&id| engine.priority(id) >= Priority::Flow) {
        let name = engine.prop(id).name();
        match kinds.iter_mut().find(|kind| kind.0 == name) {
            Some((_, members)) => members.push(id),
            None => kinds.push((name, vec![id])),
        }
    }
    kinds
}

/// Watches the costly redundant propagators of one engine and switches them.
#[derive(Clone, Debug)]
pub(crate) struct Adapt {
    options: AdaptOptions,
    kinds: Vec<Kind>,
    /// Per propagator its kind, and the cost of a run if it does not report costs itself.
    of: Vec<Option<(u8, u64)>>,
    trial: Option<Trial>,
    recent: [u64; 2],
    total: [u64; 2],
    /// In this window.
    solutions: u64,
    judged_calls: u64,
}

impl Adapt {
    /// `None` if none of the redundant propagators is costly.
    pub fn new(engine: &mut Engine, redundant: &[PropId], options: AdaptOptions) -> Option<Adapt> {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut of = vec![None; engine.len()];
        let costly = costly_by_name(engine, redundant);
        let scopes = if costly.is_empty() { Vec::new() } else { engine.scope_sizes() };
        for (name, members) in costly {
            let at = u8::try_from(kinds.len()).ok()?;
            for &id in &members {
                of[id.0 as usize] = Some((at, SCOPE * scopes[id.0 as usize].max(1)));
            }
            kinds.push(Kind { members, ..Kind::new(name) });
        }
        (!kinds.is_empty()).then_some(Adapt {
            options,
            kinds,
            of,
            trial: None,
            recent: [0; 2],
            total: [0; 2],
            solutions: 0,
            judged_calls: 0,
        })
    }

    /// The decisions, one per kind.
    pub fn activations(&self) -> Vec<Activation> {
        let told = |k: &Kind| Activation {
            reason: k.reason.estimate,
            length: k.length.estimate,
            glue: k.glue.estimate,
            work: [k.told.work[0], self.total[1] + self.recent[1]],
            conflicts: [k.told.conflicts[0], self.total[0] + self.recent[0]],
            ..k.told.clone()
        };
        self.kinds.iter().map(told).collect()
    }

    /// Propagates to the fixpoint, with those kinds switched on whose turn it is.
    ///
    /// # Errors
    /// As [`Engine::fixpoint`].
    pub fn fixpoint<O: Observer>(&mut self, engine: &mut Engine, seen: &mut O) -> Result<(), Halt> {
        self.switch(engine);
        let (entries, calls) = (engine.store().trail().len(), engine.propagations);
        self.judged_calls = 0;
        let result = engine.fixpoint(&mut (seen, &mut *self));
        let entries = engine.store().trail().len().saturating_sub(entries) as u64;
        let calls = engine.propagations - calls - self.judged_calls;
        self.recent[1] += ENTRY * entries + CALL * calls;
        result
    }

    fn switch(&mut self, engine: &mut Engine) {
        let is_root = engine.level() == 0;
        for (i, kind) in self.kinds.iter_mut().enumerate() {
            let runs = kind.runs();
            let trial = self.trial.as_ref().filter(|trial| trial.kind == i);
            let on = is_root || trial.map_or(runs, |trial| trial.is_on(runs));
            if kind.on != on {
                kind.on = on;
                kind.members.iter().for_each(|&id| engine.set_enabled(id, on));
            }
        }
    }

    /// A clause was learnt. `explained` are the propagators that gave reasons, with the lengths of
    /// these.
    pub fn learnt(&mut self, explained: &[(PropId, u32)], length: usize, glue: u32) {
        for &(id, premises) in explained {
            let Some((at, _)) = self.of[id.0 as usize] else { continue };
            let kind = &mut self.kinds[at as usize];
            kind.reason.hear(premises);
            kind.in_conflict = true;
        }
        for kind in &mut self.kinds {
            if !std::mem::take(&mut kind.in_conflict) {
                continue;
            }
            kind.told.conflicts[0] += 1;
            kind.recent[0] += 1;
            kind.length.hear(length as u32);
            kind.glue.hear(glue);
        }
        self.recent[0] += 1;
        self.recent[1] += CONFLICT + LITERAL * length as u64;
        self.stop_idle();
        let most =
            self.trial.as_ref().map_or(u64::MAX, |trial| FAR_DEARER.saturating_mul(trial.cheapest));
        if self.recent[0] >= self.options.window || self.recent[1] >= most {
            self.end_window();
        }
    }

    /// A solution was found: like a failure it ends a branch, so it shares in the work.
    pub fn solved(&mut self) {
        self.solutions += 1;
    }

    /// Switches off kinds that do much of the work and take part in hardly any conflict.
    fn stop_idle(&mut self) {
        let [conflicts, work] = self.recent.map(|n| n as f64);
        for i in 0..self.kinds.len() {
            let mine = self.kinds[i].recent.map(|n| n as f64);
            // One conflict more than were seen: after few conflicts there may only be none yet.
            if self.kinds[i].on && mine[1] * conflicts > IDLE * (mine[0] + 1.0) * work {
                // Windows before and after it cannot be compared.
                self.trial = None;
                self.kinds[i].recent = [0; 2];
                self.decide(i, false);
            }
        }
    }

    /// A window is over: records it in the trial, decides after the last one, and begins another trial.
    fn end_window(&mut self) {
        for (total, recent) in self.total.iter_mut().zip(self.recent) {
            *total += recent;
        }
        let recent = std::mem::take(&mut self.recent);
        let solutions = std::mem::take(&mut self.solutions);
        match self.trial.as_mut() {
            None => self.begin_trial(solutions, recent),
            Some(trial) => {
                let kind = &self.kinds[trial.kind];
                trial.hear(trial.is_on(kind.runs()), kind.recent[0], solutions, recent);
                if trial.windows == WINDOWS {
                    let (i, pays) = (trial.kind, trial.pays(kind.runs(), &self.options));
                    self.trial = None;
                    self.decide(i, pays);
                }
            }
        }
        for kind in &mut self.kinds {
            kind.recent = [0; 2];
            kind.rest = kind.rest.saturating_sub(1);
        }
    }

    /// Begins the trial of a kind that is due, with the window that is just over as its first.
    fn begin_trial(&mut self, solutions: u64, recent: [u64; 2]) {
        let costly = self.options.costly * recent[1] as f64;
        let is_due =
            |kind: &Kind| kind.rest == 0 && (!kind.runs() || kind.recent[1] as f64 >= costly);
        let due = (0..self.kinds.len()).filter(|&i| is_due(&self.kinds[i]));
        // The dearest first; of equals the first.
        let Some(i) = due.rev().max_by_key(|&i| self.kinds[i].recent[1]) else { return };
        let kind = &self.kinds[i];
        let (prices, cheapest) = ([0.0; WINDOWS], u64::MAX);
        let mut trial = Trial { kind: i, windows: 0, prices, cheapest, conflicts: [0; 2] };
        trial.hear(kind.runs(), kind.recent[0], solutions, recent);
        self.trial = Some(trial);
    }

    fn decide(&mut self, i: usize, runs: bool) {
        let kind = &mut self.kinds[i];
        let ran = kind.runs();
        kind.rested = if ran == runs { kind.rested * 2 } else { 0 }.max(REST);
        kind.rest = kind.rested;
        kind.told.pace = if runs { Pace::Always } else { Pace::Root };
        kind.told.lowered += u64::from(ran && !runs);
        kind.told.raised += u64::from(runs && !ran);
    }
}

impl Observer for Adapt {
    const CALLS: bool = true;

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        let Some((at, cost)) = self.of[who.0 as usize] else { return };
        let work = match engine.prop(who).steps() {
            0 => cost,
            steps => steps,
        };
        let facts: u32 = engine.store().trail()[from..]
            .iter()
            .filter(|e| e.reason.prop() == Some(who))
            .map(|e| e.mask.count_ones())
            .sum();
        let kind = &mut self.kinds[at as usize];
        kind.told.runs += 1;
        kind.told.facts += u64::from(facts);
        kind.told.failures += u64::from(result.is_err());
        kind.told.work[0] += work;
        kind.recent[1] += work;
        self.recent[1] += work;
        self.judged_calls += 1;
    }
}
