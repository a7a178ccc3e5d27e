//! Which costly redundant propagators run, and how often.
//!
//! All propagators of one kind are judged together: those of one board do the same work on different
//! places of it, and the figures of a single one of seventy mean little. Kinds below the priority of
//! flows cost little more than the changes that wake them and always run.
//!
//! *Yield.* The kernel has no clock, and a run must be repeatable, so work is counted in steps: the
//! cost of a run as reported by the propagator, else the size of its scope; for the rest of search,
//! trail entries, calls and the work of conflict analysis. A kind is worth its work if its share of
//! the conflicts, counting those it takes part in, is at least its share of the steps. Numbers of
//! inferred facts mean little: most facts inferred by a flow would have been inferred by other
//! propagators a moment later, or never become premises.
//!
//! *Pace.* Always, at every k-th fixpoint (k up to 64), or at the root. A kind whose yield is far
//! below that of search as a whole has its k doubled if its share of the work is worth saving, a
//! good one has it halved; a kind that runs at the root only is tried again after some restarts, at
//! growing distances.
//!
//! *Guard.* Where the clauses learnt from conflicts it takes part in are long, of high glue and longer
//! than others, a kind that is not worth its work runs only at low levels.
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
/// The largest k of "at every k-th fixpoint".
const RAREST: u32 = 64;
/// Restarts until a kind that runs at the root only is tried again, the first time.
const REST: u64 = 8;

/// Settings of adaptive activation: how often costly redundant propagators run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdaptOptions {
    /// Conflicts between two checks of the yields, at least 1.
    pub window: u64,
    /// A kind whose yield is below this share of that of the whole search runs more rarely.
    pub poor: f64,
    /// Only kinds with at least this share of all work are made rarer: otherwise there is nothing
    /// to gain.
    pub costly: f64,
    /// From this share of the yield on, a kind runs more often.
    pub good: f64,
    /// Median length of learnt clauses above which, with `glue`, a kind keeps to low levels.
    pub length: f64,
    /// Median glue of the same clauses.
    pub glue: f64,
    /// The factor by which they must be longer than other learnt clauses.
    pub longer: f64,
    /// The highest of the low levels.
    pub low: u32,
}

impl Default for AdaptOptions {
    fn default() -> Self {
        AdaptOptions {
            window: 50,
            poor: 0.5,
            costly: 0.2,
            good: 1.0,
            length: 60.0,
            glue: 20.0,
            longer: 1.5,
            low: 10,
        }
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
    /// The conflicts it took part in and its steps, both with exponential decay.
    took_part: f64,
    work: f64,
    /// The same since the last check.
    recent: [u64; 2],
    /// Restarts for which it still pauses, and the length of its last pause.
    rest: u64,
    rested: u64,
    reason: Median,
    /// The length of the clauses learnt from conflicts it took part in.
    length: Median,
    glue: Median,
    /// Length of all other clauses.
    other: Median,
    in_conflict: bool,
}

impl Kind {
    fn new(name: &'static str) -> Kind {
        Kind {
            members: Vec::new(),
            told: Activation::new(name),
            on: true,
            took_part: 0.0,
            work: 0.0,
            recent: [0; 2],
            rest: 0,
            rested: 0,
            reason: Median::default(),
            length: Median::default(),
            glue: Median::default(),
            other: Median::default(),
            in_conflict: false,
        }
    }

    fn is_wanted(&self, level: u32, turn: u64, low: u32) -> bool {
        level == 0
            || (!self.told.low_only || level <= low)
                && match self.told.pace {
                    Pace::Every(k) => turn.is_multiple_of(u64::from(k)),
                    Pace::Root => false,
                }
    }

    fn lower(&mut self) {
        self.told.pace = match self.told.pace {
            Pace::Every(k) if k < RAREST => Pace::Every(k * 2),
            Pace::Every(_) => {
                self.rested = (self.rested * 2).max(REST);
                self.rest = self.rested;
                Pace::Root
            }
            Pace::Root => return,
        };
        self.told.lowered += 1;
    }

    fn raise(&mut self) {
        self.told.pace = match self.told.pace {
            Pace::Every(1) => return,
            Pace::Every(k) => Pace::Every(k / 2),
            Pace::Root => Pace::Every(RAREST),
        };
        self.told.raised += 1;
    }

    /// Judges the results of the work since the last check. `conflicts` and `work` are those of the
    /// whole search, with exponential decay.
    fn look(&mut self, options: &AdaptOptions, conflicts: f64, work: f64) {
        let [took_part, steps] = std::mem::take(&mut self.recent);
        self.took_part = self.took_part / 2.0 + took_part as f64;
        self.work = self.work / 2.0 + steps as f64;
        if self.told.pace == Pace::Root || steps == 0 {
            return;
        }
        // Its share of the conflicts divided by its share of the work.
        let worth = self.took_part * work / (conflicts * self.work).max(1e-9);
        let is_costly = self.work >= options.costly * work;
        if worth < options.poor && is_costly {
            self.lower();
        } else if worth >= options.good {
            self.raise();
        }
        self.guard(options, worth);
    }

    /// Learnt clauses may be long with or without this kind, so they are compared with the clauses it
    /// has no part in. And if a kind is worth its work, its long clauses are better than short ones
    /// without it (quasigroups).
    fn guard(&mut self, options: &AdaptOptions, worth: f64) {
        let counted = |m: &Median| u64::from(m.counted) >= options.window;
        let (length, glue) = (self.length.estimate, self.glue.estimate);
        let longer = counted(&self.other) && length > options.longer * self.other.estimate;
        let long = length > options.length && glue > options.glue && worth < options.good;
        // The restriction is lifted only well below the bounds, to avoid oscillation.
        let short = length < options.length / 1.5
            || glue < options.glue / 1.5
            || worth >= 2.0 * options.good;
        if !self.told.low_only && long && longer && counted(&self.length) {
            self.told.low_only = true;
            self.told.lowered += 1;
        } else if self.told.low_only && short {
            self.told.low_only = false;
            self.told.raised += 1;
        }
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
    turn: u64,
    until_look: u64,
    conflicts: f64,
    work: f64,
    recent: [u64; 2],
    total: [u64; 2],
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
            turn: 0,
            until_look: options.window,
            conflicts: 0.0,
            work: 0.0,
            recent: [0; 2],
            total: [0; 2],
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
        let level = engine.level();
        self.turn += 1;
        for kind in &mut self.kinds {
            let on = kind.is_wanted(level, self.turn, self.options.low);
            if kind.on != on {
                kind.on = on;
                kind.members.iter().for_each(|&id| engine.set_enabled(id, on));
            }
        }
    }

    /// The search was restarted from the root.
    pub fn restarted(&mut self) {
        for kind in &mut self.kinds {
            if kind.told.pace == Pace::Root {
                kind.rest = kind.rest.saturating_sub(1);
                if kind.rest == 0 {
                    kind.raise();
                    (kind.took_part, kind.work) = (0.0, 0.0);
                }
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
                kind.other.hear(length as u32);
                continue;
            }
            kind.told.conflicts[0] += 1;
            kind.recent[0] += 1;
            kind.length.hear(length as u32);
            kind.glue.hear(glue);
        }
        self.recent[0] += 1;
        self.recent[1] += CONFLICT + LITERAL * length as u64;
        self.until_look -= 1;
        if self.until_look == 0 {
            self.until_look = self.options.window;
            self.look();
        }
    }

    fn look(&mut self) {
        for (total, recent) in self.total.iter_mut().zip(self.recent) {
            *total += recent;
        }
        let [conflicts, work] = std::mem::take(&mut self.recent);
        self.conflicts = self.conflicts / 2.0 + conflicts as f64;
        self.work = self.work / 2.0 + work as f64;
        for kind in &mut self.kinds {
            kind.look(&self.options, self.conflicts, self.work);
        }
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
