//! The profiler: an observer that counts the events of every propagator and samples times.
//!
//! Counts are exact, and search is the same as without the profiler. Times are processor time of the
//! thread, estimated from samples whose cost is known ([`timer`]); they add up to the time measured for
//! each stage. Counting costs more than sampling and need be done only once: further runs of the same
//! kind are timed by a [`Clock`] alone, and their times replace those of the run that counted.

pub mod clock;
pub mod parts;
pub mod quality;
mod table;
pub mod timer;

pub use clock::Clock;
pub use parts::{PartStats, Parts};
pub use quality::Histogram;
pub(crate) use quality::Quality;
pub use timer::Slot;

use crate::kernel::{
    CallResult, Cause, Conflict, Engine, Learnt, Lit, Model, Observer, Part, PropId, Searched,
};
use crate::run::clock::Instant;
use clock::Timed;
use rustc_hash::FxHashMap;
use std::time::Duration;
use timer::Place;

/// Figures of one propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Calls.
    pub calls: u64,
    /// Calls that inferred something or failed.
    pub effective: u64,
    /// Literals inferred: values removed, Booleans decided.
    pub inferred: u64,
    /// Calls that failed.
    pub failures: u64,
    /// Processor time spent in calls.
    pub time: Duration,
    /// Processor time spent explaining.
    pub explaining: Duration,
    /// Explanations given, including those for minimisation.
    pub asked: u64,
    /// Explanations given in analyses of failures.
    pub explained: u64,
    /// Their premises, summed.
    pub premises: u64,
    /// Literals of learnt clauses that it had inferred.
    pub literals: u64,
    /// Learnt clauses that used an explanation of it.
    pub clauses: u64,
}

impl Row {
    /// Adds another row's figures.
    pub fn add(&mut self, other: &Row) {
        self.calls += other.calls;
        self.effective += other.effective;
        self.inferred += other.inferred;
        self.failures += other.failures;
        self.time += other.time;
        self.explaining += other.explaining;
        self.asked += other.asked;
        self.explained += other.explained;
        self.premises += other.premises;
        self.literals += other.literals;
        self.clauses += other.clauses;
    }

    /// Propagating and explaining together.
    pub fn whole(&self) -> Duration {
        self.time + self.explaining
    }
}

/// The events of one stage on one network. Stages of one name are one section.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The stage.
    pub stage: &'static str,
    /// The number of the network within its run; see [`Profile::networks`].
    pub network: usize,
    /// Per [`PropId`].
    pub rows: Vec<Row>,
    /// Processor time by [`Slot`].
    pub parts: [Duration; Slot::COUNT],
    /// Processor time of search, measured without sampling.
    pub searched: Duration,
    /// Decisions taken.
    pub nodes: u64,
    /// Dead branches.
    pub failures: u64,
}

impl Section {
    fn new(stage: &'static str, network: usize) -> Section {
        let parts = [Duration::ZERO; Slot::COUNT];
        Section {
            stage,
            network,
            rows: Vec::new(),
            parts,
            searched: Duration::ZERO,
            nodes: 0,
            failures: 0,
        }
    }

    fn row(&mut self, who: PropId) -> &mut Row {
        let i = who.0 as usize;
        if self.rows.len() <= i {
            self.rows.resize(i + 1, Row::default());
        }
        &mut self.rows[i]
    }

    fn forget_times(&mut self) {
        self.searched = Duration::ZERO;
        self.parts = [Duration::ZERO; Slot::COUNT];
        for row in &mut self.rows {
            (row.time, row.explaining) = (Duration::ZERO, Duration::ZERO);
        }
    }

    /// Scales the sampled times to the measured time.
    fn settle(&mut self, timed: &Timed) {
        self.forget_times();
        self.searched = timed.searched;
        let positive = |raw: f64| raw.max(0.0);
        let sum: f64 = timed.raw.iter().copied().map(positive).sum();
        let whole = self.searched.as_nanos() as f64;
        if sum == 0.0 {
            self.parts[Slot::Search as usize] = self.searched;
            return;
        }
        for (place, &raw) in (0..).zip(&timed.raw) {
            let ns = positive(raw) * whole / sum;
            let time = Duration::from_nanos(ns as u64);
            match Place::from_number(place) {
                Place::Slot(slot) => self.parts[slot as usize] = time,
                Place::Propagating(who) => self.row(who).time = time,
                Place::Explaining(who) => self.row(who).explaining = time,
            }
        }
    }
}

/// The data of a searched network that reports need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The number under which sections refer to it.
    pub number: usize,
    /// The kind of each propagator, by [`PropId`].
    pub kinds: Vec<&'static str>,
    /// Names of its blocks of variables, with decisions for and against an atom of the block.
    pub decisions: Vec<(&'static str, [u64; 2])>,
    /// The block of each word of the store; of none: the last one, without a name.
    block_of: Vec<u16>,
    /// The kind of each propagator, as the place of the first one of that kind.
    first_of: Vec<u32>,
    /// By that place: the number of learnt clauses that used an explanation of the kind, and the
    /// last failure for which one was given.
    took_part: Vec<[u64; 2]>,
}

/// The progress of a search at a moment.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ProgressSample {
    /// From the start of the run.
    pub at: Duration,
    /// Failures so far.
    pub failures: u64,
    /// Decisions so far.
    pub nodes: u64,
    /// Restarts so far.
    pub restarts: u64,
    /// Clauses learnt so far, and their literals.
    pub clauses: [u64; 2],
    /// The number of sections: it grows if a stage or a network begins.
    pub sections: usize,
}

/// Moments that are kept.
const MOMENTS: usize = 600;

/// The profiler.
#[derive(Clone, Debug)]
pub struct Profile {
    clock: Clock,
    /// The sections, in the order of their first events.
    pub sections: Vec<Section>,
    /// The networks that were searched.
    pub networks: Vec<Network>,
    /// The quality of learning.
    pub quality: Quality,
    /// When the first solution was found, measured from [`Profile::new`].
    pub first_solution: Option<Duration>,
    /// Moments at regular numbers of failures.
    pub timeline: Vec<ProgressSample>,
    moment: ProgressSample,
    every: u64,
    origin: Instant,
    /// The section at hand.
    here: usize,
    /// The place of the current network within `networks`.
    at: Option<usize>,
    /// Decisions since the last failure.
    since: u64,
    /// Per propagator the last failure whose analysis it took part in; and which one this is.
    stamps: Vec<u64>,
    stamp: u64,
}

impl Default for Profile {
    fn default() -> Self {
        Profile::new()
    }
}

impl Profile {
    /// An empty profile; its clock starts now.
    pub fn new() -> Profile {
        Profile {
            clock: Clock::new(),
            sections: Vec::new(),
            networks: Vec::new(),
            quality: Quality::default(),
            first_solution: None,
            timeline: Vec::new(),
            moment: ProgressSample::default(),
            every: 1,
            origin: Instant::now(),
            here: usize::MAX,
            at: None,
            since: 0,
            stamps: Vec::new(),
            stamp: 0,
        }
    }

    /// An empty profile of searches of this engine alone, whose propagators have their names by now.
    ///
    /// ```
    /// use clew_engine::kernel::{Constraint, Engine, Group};
    /// use clew_engine::propagators::NotEqual;
    /// use clew_engine::run::{Budget, Stats};
    /// use clew_engine::search::{Count, LearnOptions, Learner, Profile};
    ///
    /// let mut engine = Engine::new();
    /// let xs = engine.new_vars(2, 3);
    /// NotEqual::new(xs.at(0), xs.at(1)).post(&mut engine).unwrap();
    /// let mut profile = Profile::from_engine(&engine);
    /// let options = LearnOptions::default();
    /// let mut learner = Learner::new(&mut engine, &[Group::Vars(xs)], options, &mut profile).unwrap();
    /// let (mut count, mut stats) = (Count::default(), Stats::default());
    /// learner.run(&mut engine, &mut count, &Budget::default(), &mut stats, &mut profile).unwrap();
    /// profile.finish();
    /// let (name, instances, _, row) = profile.kinds()[0];
    /// assert_eq!((name, instances, row.calls), ("not_equal", 1, profile.calls()));
    /// assert!(profile.to_string().contains("not_equal"));
    /// ```
    pub fn from_engine(engine: &Engine) -> Profile {
        let mut profile = Profile::new();
        Observer::network(&mut profile, &Searched { number: 0, engine, blocks: &[], owner: &() });
        profile
    }

    /// The same of a model, whose blocks of variables have names as well ([`Network::decisions`]).
    pub fn from_model(model: &Model) -> Profile {
        let mut profile = Profile::new();
        let (engine, blocks) = (&model.engine, &model.words());
        Observer::network(&mut profile, &Searched { number: 0, engine, blocks, owner: model });
        profile
    }

    /// The rows of single propagators, with their names, those of all sections of a network added up, in the
    /// order in which they were posted. Networks follow each other.
    pub fn rows(&self) -> Vec<(PropId, &'static str, Row)> {
        let mut all = Vec::new();
        for network in &self.networks {
            for (i, &kind) in network.kinds.iter().enumerate() {
                let mut sum = Row::default();
                let here = self.sections.iter().filter(|s| s.network == network.number);
                here.filter_map(|s| s.rows.get(i)).for_each(|row| sum.add(row));
                all.push((PropId(i as u32), kind, sum));
            }
        }
        all
    }

    /// The clock of this run.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Replaces all times by those of these runs of the same kind, added up; counts stay as they are.
    pub fn set_times<'a>(&mut self, runs: impl IntoIterator<Item = &'a Clock>) {
        let mut sum = Clock::new();
        runs.into_iter().for_each(|run| sum.add(run));
        self.settle(&sum);
    }

    fn settle(&mut self, clock: &Clock) {
        self.sections.iter_mut().for_each(Section::forget_times);
        for timed in clock.timed() {
            let at = self.section_at(timed.stage, timed.network);
            self.sections[at].settle(timed);
        }
    }

    /// Calls, summed.
    pub fn calls(&self) -> u64 {
        self.sections.iter().flat_map(|s| &s.rows).map(|r| r.calls).sum()
    }

    /// Ends the current timing. A run with stages does that by itself.
    pub fn finish(&mut self) {
        self.clock.finish();
        let clock = std::mem::take(&mut self.clock);
        self.settle(&clock);
        self.clock = clock;
    }

    /// The network of a section, if it was reported.
    pub fn network(&self, section: &Section) -> Option<&Network> {
        self.networks.iter().find(|n| n.number == section.network)
    }

    /// Rows of all sections by kind of propagator, with the number of instances and the decisions
    /// of the stages in which such a propagator could run; the most time first.
    pub fn kinds(&self) -> Vec<(&'static str, u64, u64, Row)> {
        let mut all: Vec<(&'static str, u64, u64, Row)> = Vec::new();
        for section in &self.sections {
            let Some(network) = self.network(section) else { continue };
            let mut here: Vec<(&'static str, u64, Row)> = Vec::new();
            for (i, &kind) in network.kinds.iter().enumerate() {
                let row = section.rows.get(i).copied().unwrap_or_default();
                match here.iter_mut().find(|k| k.0 == kind) {
                    Some(k) => {
                        k.1 += 1;
                        k.2.add(&row);
                    }
                    None => here.push((kind, 1, row)),
                }
            }
            for (kind, instances, row) in here {
                match all.iter_mut().find(|k| k.0 == kind) {
                    Some(k) => {
                        k.1 = k.1.max(instances);
                        k.2 += section.nodes;
                        k.3.add(&row);
                    }
                    None => all.push((kind, instances, section.nodes, row)),
                }
            }
        }
        // A clause may use several of one kind.
        for (kind, .., row) in &mut all {
            let first = |n: &Network| {
                let at = n.kinds.iter().position(|k| k == kind);
                at.map_or(0, |at| n.took_part[at][0])
            };
            row.clauses = self.networks.iter().map(first).sum();
        }
        all.sort_by(|a, b| b.3.whole().cmp(&a.3.whole()).then(a.0.cmp(b.0)));
        all
    }

    /// Processor time by slot, of all sections.
    pub fn parts(&self) -> [Duration; Slot::COUNT] {
        let mut sum = [Duration::ZERO; Slot::COUNT];
        for section in &self.sections {
            sum.iter_mut().zip(&section.parts).for_each(|(sum, part)| *sum += *part);
        }
        sum
    }

    /// The place of a section, which is created if it does not exist.
    fn section_at(&mut self, stage: &'static str, network: usize) -> usize {
        let known = |s: &Section| s.stage == stage && s.network == network;
        self.sections.iter().position(known).unwrap_or_else(|| {
            self.sections.push(Section::new(stage, network));
            self.sections.len() - 1
        })
    }

    fn section(&mut self) -> &mut Section {
        if self.here == usize::MAX {
            let (stage, network) = self.clock.at();
            self.here = self.section_at(stage, network);
        }
        &mut self.sections[self.here]
    }

    /// Records the progress of the search from time to time, so rarely that the list of moments
    /// stays short.
    fn look_at_the_clock(&mut self) {
        if !self.moment.failures.is_multiple_of(self.every) {
            return;
        }
        let sections = self.sections.len();
        self.timeline.push(ProgressSample { at: self.origin.elapsed(), sections, ..self.moment });
        if self.timeline.len() >= MOMENTS {
            let mut i = 0;
            self.timeline.retain(|_| {
                i += 1;
                i % 2 == 0
            });
            self.every *= 2;
        }
    }
}

impl Observer for Profile {
    const CALLS: bool = true;
    const PARTS: bool = true;

    fn stage(&mut self, name: &'static str) {
        self.clock.stage(name);
        self.here = usize::MAX;
    }

    fn staged(&mut self) {
        self.clock.staged();
        self.here = usize::MAX;
    }

    fn network(&mut self, on: &Searched<'_>) {
        let Searched { number, engine, blocks, .. } = *on;
        self.clock.network(on);
        self.here = usize::MAX;
        let known = self.networks.iter().position(|n| n.number == number);
        let at = known.unwrap_or_else(|| {
            let nameless = blocks.len() as u16;
            let mut block_of = vec![nameless; engine.store().words()];
            for (i, (_, words)) in blocks.iter().enumerate() {
                block_of[words.clone()].fill(i as u16);
            }
            let names = blocks.iter().map(|b| b.0).chain([""]);
            let ids = (0..engine.len() as u32).map(PropId);
            let kinds: Vec<&'static str> = ids.map(|id| engine.prop(id).name()).collect();
            let mut firsts: FxHashMap<&'static str, u32> = FxHashMap::default();
            let first_of =
                (0..).zip(&kinds).map(|(i, kind)| *firsts.entry(kind).or_insert(i)).collect();
            self.networks.push(Network {
                number,
                first_of,
                took_part: vec![[0; 2]; kinds.len()],
                kinds,
                decisions: names.map(|name| (name, [0; 2])).collect(),
                block_of,
            });
            self.networks.len() - 1
        });
        self.at = Some(at);
    }

    fn fixpoint(&mut self, engine: &mut Engine, from: usize) {
        self.clock.fixpoint(engine, from);
    }

    fn enters(&mut self, part: Part) {
        self.clock.enters(part);
    }

    fn leaves(&mut self) {
        self.clock.leaves();
    }

    fn samples(&self) -> bool {
        self.clock.samples()
    }

    fn asked(&mut self, who: PropId) {
        self.section().row(who).asked += 1;
    }

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        let inferred: u64 = engine.store().trail()[from..]
            .iter()
            .filter(|e| e.reason.prop() == Some(who))
            .map(|e| u64::from(e.mask.count_ones()))
            .sum();
        let failed = *result == Err(Conflict);
        let row = self.section().row(who);
        row.calls += 1;
        row.inferred += inferred;
        row.failures += u64::from(failed);
        row.effective += u64::from(failed || inferred > 0);
    }

    fn branched(&mut self, depth: u32, on: Lit) {
        self.section().nodes += 1;
        self.since += 1;
        self.moment.nodes += 1;
        self.quality.depth.hear(depth.into());
        if let Some(network) = self.at.map(|at| &mut self.networks[at]) {
            let nameless = network.decisions.len() - 1;
            let block = network.block_of.get(on.atom().word());
            let block = block.map_or(nameless, |&b| usize::from(b));
            network.decisions[block].1[usize::from(!on.is_positive())] += 1;
        }
    }

    fn failed(&mut self, depth: u32) {
        self.section().failures += 1;
        self.quality.failed_at.hear(depth.into());
        self.quality.distance.hear(self.since);
        self.since = 0;
        self.stamp += 1;
        self.moment.failures += 1;
        self.look_at_the_clock();
    }

    fn explained(&mut self, who: PropId, premises: usize) {
        let (i, stamp) = (who.0 as usize, self.stamp);
        if self.stamps.len() <= i {
            self.stamps.resize(i + 1, 0);
        }
        let is_first = std::mem::replace(&mut self.stamps[i], stamp) != stamp;
        let row = self.section().row(who);
        row.explained += 1;
        row.premises += premises as u64;
        row.clauses += u64::from(is_first);
        if let Some(network) = self.at.map(|at| &mut self.networks[at])
            && let Some(&first) = network.first_of.get(i)
        {
            let took_part = &mut network.took_part[first as usize];
            if std::mem::replace(&mut took_part[1], stamp) != stamp {
                took_part[0] += 1;
            }
        }
    }

    fn used(&mut self, _clause: u32) {
        self.quality.uses += 1;
    }

    fn analysed(&mut self, engine: &Engine, learnt: &Learnt<'_>) {
        let q = &mut self.quality;
        self.moment.clauses[0] += 1;
        self.moment.clauses[1] += learnt.clause.len() as u64;
        q.length.hear(learnt.clause.len() as u64);
        q.glue.hear(learnt.glue.into());
        q.jump.hear(u64::from(learnt.from.saturating_sub(learnt.to)));
        let store = engine.store();
        for &l in learnt.clause {
            let reason = store.trail()[store.position(!l) as usize].reason;
            match (reason.prop(), reason.cause()) {
                (Some(who), _) => self.section().row(who).literals += 1,
                (None, Cause::Decision) => self.quality.of_decisions += 1,
                (None, Cause::Binary { .. } | Cause::Clause { .. }) => self.quality.of_clauses += 1,
                _ => self.quality.of_kernel += 1,
            }
        }
    }

    fn reduced(&mut self, kept: usize, used: usize, forgotten: usize) {
        let q = &mut self.quality;
        q.looks += 1;
        q.kept += kept as u64;
        q.used += used as u64;
        q.forgotten += forgotten as u64;
    }

    fn solution(&mut self, _engine: &Engine) {
        if self.first_solution.is_none() {
            self.first_solution = Some(self.origin.elapsed());
        }
    }

    fn restarted(&mut self) {
        self.quality.restarts += 1;
        self.moment.restarts += 1;
    }
}

#[cfg(test)]
mod tests;
