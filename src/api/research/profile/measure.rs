//! Runs a question under the profiler, repeatedly, in turns with runs without it.

use super::account::{Account, Lines, Times, median};
use super::layers::Layers;
use crate::api::research::profile::per_network::PerNetwork;
use clew_engine::kernel::{Observer, OnNetwork, Searched, Watched};
use clew_engine::run::clock::Instant;
use clew_engine::run::{Stats, Stop};
use clew_engine::search::profile::{Clock, PartStats, Parts, Profile, Row};
use clew_puzzle::puzzle::{Built, Cell, Puzzle};
use clew_report::literal_names::Meanings;
use clew_solve::strategy::{self, Outcome, RunError, StageCost, Task};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Runs are repeated until this much time has passed, or the time limit of one run if that is less.
const TOTAL_TIME: Duration = Duration::from_secs(3);
/// The maximum number of runs.
const MAX_RUNS: usize = 200;

/// The subject and the settings of a measurement.
#[derive(Clone, Debug)]
pub struct MeasureOptions<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The question.
    pub task: Task,
    /// How it is answered: network, limits but time, threads.
    pub options: strategy::Options,
    /// The time limit of each run.
    pub time: Option<Duration>,
    /// One row for each propagator, instead of one for each kind.
    pub instances: bool,
    /// By search alone, without the other stages of the plan.
    pub search_only: bool,
    /// How often it is run; as often as three seconds allow if left out.
    pub runs: Option<u32>,
    /// Ends everything once it is raised.
    pub cancel: Arc<AtomicBool>,
}

impl MeasureOptions<'_> {
    /// The options of a run that starts now.
    pub fn options(&self) -> strategy::Options {
        let mut options = self.options.clone();
        options.threads = options.threads.max(1);
        options.budget = options.budget.with_cancel(self.cancel.clone());
        if let Some(time) = self.time {
            options.budget = options.budget.within(time);
        }
        options
    }

    /// Runs the question once with an observer.
    ///
    /// # Errors
    /// Those of the solver.
    pub fn observed<O: Observer>(
        &self,
        options: &strategy::Options,
        seen: &mut O,
    ) -> Result<Outcome, RunError> {
        Ok(match self.search_only {
            true => strategy::run_observed(self.puzzle, self.task, options, seen)?,
            false => strategy::run_watched(self.puzzle, self.task, options, seen)?.0,
        })
    }
}

/// One of the constraints for which a propagator stands.
#[derive(Clone, Debug)]
pub struct NamedPart {
    /// The name of the propagator's row.
    pub of: String,
    /// The propagator's kind and the subject of the constraint.
    pub name: String,
    /// Its cells that were open.
    pub cells: Vec<Cell>,
    /// The number of its inferences and failures.
    pub deeds: PartStats,
}

/// One row of the table of propagators.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name of the row.
    pub name: String,
    /// The cells of an instance.
    pub cells: Option<Vec<Cell>>,
    /// The number of propagators of the row.
    pub instances: u64,
    /// Decisions of the stages in which it could run.
    pub nodes: u64,
    /// Its counts; times are those of one run.
    pub row: Row,
}

/// The measurements on one network.
pub struct Measured {
    /// The outcome of the run that counted.
    pub outcome: Outcome,
    /// The counts of that run.
    pub profile: Profile,
    /// Where the time of the timed runs went.
    pub account: Account,
    /// Propagators; the most time first.
    pub rows: Vec<Named>,
    /// Constraints for which one propagator stands, if rows are instances; those that did most first.
    pub parts: Vec<NamedPart>,
    /// Processor time of runs without the profiler, in nanoseconds; `None` if there was no time for
    /// one.
    pub plain: Option<Times>,
    /// Runs whose counts were not those of the first one: something in the plan depends on time.
    pub differing: usize,
    /// The layers of counts.
    pub layers: Layers,
    /// Processor time by stage, in nanoseconds.
    pub stages: BTreeMap<&'static str, f64>,
    /// The cost of the clock readings in a run, in nanoseconds.
    pub overhead_ns: f64,
    /// Fixpoints that were timed, and all fixpoints, of all runs.
    pub units: [u64; 2],
}

impl Measured {
    /// The cost of the profiler as a share of the run without it: the measured difference of the medians, if there
    /// were runs without it, else the cost of its clock readings.
    pub fn overhead(&self) -> (f64, &'static str) {
        match &self.plain {
            Some(plain) if plain.all.len() >= 3 => {
                let ratio = self.account.times.median / plain.median.max(1.0) - 1.0;
                (ratio, "against runs without it")
            }
            _ => (self.overhead_ns / self.account.total.max(1.0), "by its readings of the clock"),
        }
    }

    /// The figures of the run that counted.
    pub fn stats(&self) -> &Stats {
        &self.outcome.stats
    }
}

/// A propagator's name, and of an instance its cells.
type Title = (String, Option<Vec<Cell>>);

/// Names of rows.
struct Names {
    instances: bool,
    /// By number of the network and propagator.
    known: Vec<(usize, Vec<Title>)>,
}

impl Names {
    fn new(
        puzzle: &Puzzle,
        networks: &mut PerNetwork<Built>,
        profile: &Profile,
        instances: bool,
    ) -> Names {
        let known = profile.networks.iter().map(|network| {
            let kinds = network.kinds.iter().map(|kind| (*kind).to_string());
            let built = networks.of_mut(network.number);
            let Some(built) = built.filter(|_| instances) else {
                return (network.number, kinds.map(|kind| (kind, None)).collect());
            };
            let meanings = Meanings::new(puzzle, built);
            let mut names: Vec<Title> = Vec::new();
            for (id, kind) in (0..).map(clew_engine::kernel::PropId).zip(kinds) {
                let (place, cells) = meanings.place(&mut built.model.engine, id);
                let name = format!("{kind} {place}");
                let name = name.trim_end();
                // Two propagators with the same cells differ in their values.
                let known = names.iter().any(|(n, _)| n == name);
                let name = if known { format!("{name} #{}", id.0) } else { name.to_string() };
                names.push((name, Some(cells)));
            }
            (network.number, names)
        });
        Names { instances, known: known.collect() }
    }

    fn named(&self, network: usize, prop: usize) -> Title {
        let of = self.known.iter().find(|known| known.0 == network);
        let known = of.and_then(|of| of.1.get(prop).cloned());
        known.unwrap_or_else(|| (format!("propagator {prop}"), None))
    }

    fn name(&self, network: usize, prop: usize) -> String {
        self.named(network, prop).0
    }

    /// The work of single constraints. Constraints of one name in several networks count as one.
    fn parts(
        &self,
        puzzle: &Puzzle,
        networks: &PerNetwork<Built>,
        parts: &Parts,
    ) -> Vec<NamedPart> {
        let mut all: Vec<NamedPart> = Vec::new();
        let mut known: HashMap<(String, String), usize> = HashMap::new();
        let mut meanings: Option<(usize, Meanings)> = None;
        for (part, deeds) in parts.all() {
            let Some(built) = networks.of_network(part.network) else { continue };
            if meanings.as_ref().is_none_or(|known| known.0 != part.network) {
                meanings = Some((part.network, Meanings::new(puzzle, built)));
            }
            let (_, meanings) = meanings.as_ref().expect("it was just made");
            let engine = &built.model.engine;
            let (about, cells) = meanings.part(engine, part.prop, part.part);
            let name = format!("{} {about}", engine.prop(part.prop).name());
            let of = self.name(part.network, part.prop.0 as usize);
            let at = *known.entry((of.clone(), name.clone())).or_insert_with(|| {
                all.push(NamedPart { of, name, cells, deeds: PartStats::default() });
                all.len() - 1
            });
            all[at].deeds.inferred += deeds.inferred;
            all[at].deeds.failures += deeds.failures;
        }
        all.sort_by_key(|part| Reverse(part.deeds.inferred + part.deeds.failures));
        all
    }

    /// The rows of the table.
    fn rows(&self, profile: &Profile) -> Vec<Named> {
        if !self.instances {
            let all = profile.kinds().into_iter();
            let named = |(name, instances, nodes, row): (&str, u64, u64, Row)| Named {
                name: name.to_string(),
                cells: None,
                instances,
                nodes,
                row,
            };
            return all.map(named).collect();
        }
        let mut rows: Vec<Named> = Vec::new();
        for section in &profile.sections {
            for (i, row) in section.rows.iter().enumerate() {
                let (name, cells) = self.named(section.network, i);
                match rows.iter_mut().find(|named| named.name == name) {
                    Some(named) => {
                        named.nodes += section.nodes;
                        named.row.add(row);
                    }
                    None => {
                        let (instances, nodes, row) = (1, section.nodes, *row);
                        rows.push(Named { name, cells, instances, nodes, row });
                    }
                }
            }
        }
        rows.sort_by_key(|named| Reverse(named.row.whole()));
        rows
    }
}

/// Groups of runs, which give the standard error of a share.
const GROUPS: usize = 10;

/// Measures: a first run that counts, and further ones that are timed. If there is no second run, the first one is
/// timed as well as possible while it counts.
///
/// # Errors
/// [`RunError`].
pub fn measure(wanted: &MeasureOptions<'_>) -> Result<Measured, RunError> {
    let start = Instant::now();
    let layers = Layers::default();
    let mut profile = Profile::new();
    let mut networks: PerNetwork<Built> = PerNetwork::default();
    // The networks from which rows get their names.
    let mut keep = |on: &Searched<'_>| {
        if wanted.instances {
            networks.turn_to(on, Built::clone);
        }
    };
    let mut first_options = wanted.options();
    first_options.watch = Some(layers.watch());
    let mut parts = Parts::default();
    let counting = (&mut profile, OnNetwork(&mut keep));
    let first = match wanted.instances {
        true => wanted.observed(&first_options, &mut Watched::new(&mut (counting, &mut parts)))?,
        false => wanted.observed(&first_options, &mut Watched::new(&mut { counting }))?,
    };
    profile.finish();
    let names = Names::new(wanted.puzzle, &mut networks, &profile, wanted.instances);
    let parts = names.parts(wanted.puzzle, &networks, &parts);
    let once = start.elapsed();
    let most = match wanted.runs {
        Some(1) => 0,
        Some(runs) => runs as usize,
        None => MAX_RUNS,
    };
    let enough = wanted.time.map_or(TOTAL_TIME, |time| time.min(TOTAL_TIME));
    let mut runs: Vec<(Outcome, Clock)> = Vec::new();
    let (mut plain, mut differing) = (Vec::new(), 0);
    let counts = |o: &Outcome| (o.stats, o.count.clone());
    let of_first = counts(&first);
    while runs.len() < most && !wanted.cancel.load(Ordering::Relaxed) {
        // If the time limit was reached, it is not spent again.
        let is_over = first.stopped == Some(Stop::Time) || start.elapsed() + 2 * once > enough;
        if wanted.runs.is_none() && is_over {
            break;
        }
        let bare = wanted.observed(&wanted.options(), &mut ())?;
        plain.push(bare.cpu.as_nanos() as f64);
        let mut clock = runs.last().map_or(profile.clock(), |run| &run.1).again();
        let outcome = wanted.observed(&wanted.options(), &mut Watched::new(&mut clock))?;
        clock.finish();
        differing += usize::from(counts(&outcome) != of_first || counts(&bare) != of_first);
        runs.push((outcome, clock));
    }
    let timed: Vec<(&Outcome, &Clock)> = match runs.is_empty() {
        true => vec![(&first, profile.clock())],
        false => runs.iter().map(|run| (&run.0, &run.1)).collect(),
    };
    let overhead = timed.iter().map(|run| run.1.overhead().as_nanos() as f64).collect::<Vec<_>>();
    let units =
        timed.iter().map(|run| run.1.units()).fold([0, 0], |a, b| [a[0] + b[0], a[1] + b[1]]);
    let (account, stages, profile) = account(&timed, &profile, &names);
    let rows = names.rows(&profile);
    Ok(Measured {
        profile,
        account,
        stages,
        rows,
        parts,
        plain: (!plain.is_empty()).then(|| Times::new(&plain)),
        differing,
        layers,
        overhead_ns: median(&overhead),
        units,
        outcome: first,
    })
}

/// The account of timed runs, the processor time of each stage by its name, and the profile that counted with the
/// times of all runs that are no outliers.
fn account(
    runs: &[(&Outcome, &Clock)],
    counted: &Profile,
    names: &Names,
) -> (Account, BTreeMap<&'static str, f64>, Profile) {
    let totals: Vec<f64> = runs.iter().map(|run| run.0.cpu.as_nanos() as f64).collect();
    let times = Times::new(&totals);
    let kept: Vec<(&Outcome, &Clock)> =
        (0..runs.len()).filter(|i| !times.outliers.contains(i)).map(|i| runs[i]).collect();
    let mut profile = counted.clone();
    let mut together = |group: &[(&Outcome, &Clock)]| {
        profile.set_times(group.iter().map(|run| run.1));
        let outcomes: Vec<&Outcome> = group.iter().map(|run| run.0).collect();
        Lines::new(&outcomes, &profile, &|network, prop| names.name(network, prop))
    };
    let size = kept.len().div_ceil(GROUPS).max(1);
    let groups: Vec<Lines> = kept.chunks(size).map(&mut together).collect();
    let whole = together(&kept);
    let mut stages: BTreeMap<&'static str, f64> = BTreeMap::new();
    for stage in kept.iter().flat_map(|run| &run.0.stages) {
        *stages.entry(stage.means).or_default() += stage.cpu.as_nanos() as f64 / kept.len() as f64;
    }
    (Account::new(&whole, &groups, times), stages, profile)
}

/// A mean, 0 of nothing.
pub(crate) fn per(a: f64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a / b as f64 }
}

/// The stages, merged by name.
pub(crate) fn stages_by_name(m: &Measured) -> Vec<(usize, StageCost)> {
    let mut all: Vec<(usize, StageCost)> = Vec::new();
    for stage in &m.outcome.stages {
        match all.iter_mut().find(|known| known.1.means == stage.means) {
            Some((turns, known)) => {
                *turns += 1;
                known.time += stage.time;
                known.cpu += stage.cpu;
                known.building += stage.building;
                known.stats.add(&stage.stats);
                known.came.clone_from(&stage.came);
                if let (Some(a), Some(b)) = (&mut known.moves, stage.moves) {
                    a.moves += b.moves;
                    a.best = a.best.into_iter().chain(b.best).min();
                }
                known.members.extend(&stage.members);
            }
            None => all.push((1, stage.clone())),
        }
    }
    all
}
