//! Counting by dynamic programming: whether a puzzle has a dynamic program, its expected cost and its results.

use crate::strategy::error::RunError;
use crate::strategy::options::Options;
use crate::strategy::plan::{shares, tuning};
use clew_count::{BlockStore, Estimate, EstimateScope, LayerStore, Run, Runner, Sample};
use clew_engine::run::{Budget, Progress, Step, Stop};
use clew_puzzle::puzzle::counting::{Candidates, Counted, Marks, Optimum};
use clew_puzzle::puzzle::{Answer, Goal, Puzzle};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashMap;
use std::ops::{ControlFlow, Range};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// States sampled per layer by an estimate of the layers' sizes.
const SAMPLE: usize = 2_000;
/// Bytes that one state takes in the tables at the worst, both layers and slack included.
const TABLE_BYTES: usize = 96;
/// The same for a count whose large layers are not stored as tables.
const STRAND_BYTES: usize = 64;

/// The expected cost of a dynamic program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// States of the largest layer.
    pub peak: f64,
    /// States of all layers.
    pub states: f64,
    /// Bytes of the largest layer and the one after it, at the worst.
    pub bytes: f64,
    /// Work of the question, in the units of [`Budget::work`](clew_engine::run::Budget::work).
    pub work: f64,
}

impl Cost {
    /// Whether the layers are expected to fit into this number of bytes.
    pub fn fits(&self, memory: usize) -> bool {
        self.bytes < memory as f64
    }
}

/// The dynamic program of a puzzle. Every query ends soon after the limits of the options.
pub struct Dp<'a>(Counted<'a>);

impl<'a> Dp<'a> {
    /// The dynamic program that counts the puzzle.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn new(puzzle: &'a Puzzle) -> Result<Dp<'a>, String> {
        Dp::by(puzzle, None)
    }

    /// The dynamic program with this name, if there is one, to count the puzzle in another way.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub fn by(puzzle: &'a Puzzle, program: Option<&str>) -> Result<Dp<'a>, String> {
        let names = puzzle.programs();
        if let Some(name) = program.filter(|name| !names.contains(name)) {
            let names = names.join(", ");
            return Err(format!("no counting program is called {name}; there are {names}"));
        }
        puzzle.counting(program).map(Dp)
    }

    /// The name of the method, for reports.
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// Whether its candidates include the contents of cells, not only the edges used.
    pub fn knows_cells(&self) -> bool {
        self.0.marks != Marks::Edges
    }

    /// The expected cost of a question. The estimate stops early if tables do not fit into memory, have more than
    /// `most` states in all layers, or take more work than the budget allows.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn cost(&self, about: EstimateScope, most: f64, options: &Options) -> Result<Cost, Stop> {
        let strands = about == EstimateScope::Count && self.no_shelf_reason().is_none();
        let bytes = if strands { STRAND_BYTES } else { TABLE_BYTES };
        let sample = Sample { about, total: most, ..Sample::new(SAMPLE) };
        cost(sample, bytes, options, |sample, run| self.0.engine.estimate(sample, run))
    }

    /// Counts all solutions.
    pub fn count(&self, options: &Options) -> Run<BigUint> {
        with_runner(options, |run| self.0.engine.count(run))
    }

    /// Counts all solutions, keeping layers, and going on from those that are kept.
    pub fn count_keeping(&self, options: &Options, keeper: &mut dyn LayerStore) -> Run<BigUint> {
        self.count_shelved(options, Some(keeper), None)
    }

    /// The same, with blocks of layers on a shelf where memory is short.
    pub fn count_shelved(
        &self,
        options: &Options,
        keeper: Option<&mut dyn LayerStore>,
        shelf: Option<Arc<dyn BlockStore>>,
    ) -> Run<BigUint> {
        with_keeper(options, keeper, shelf, |run| self.0.engine.count(run))
    }

    /// The number of solutions modulo a prime below 2^63. With a keeper it keeps layers, and goes on from
    /// those that are kept.
    pub fn residue(
        &self,
        prime: u64,
        options: &Options,
        keeper: Option<&mut dyn LayerStore>,
    ) -> Run<u64> {
        self.residue_shelved(prime, options, keeper, None)
    }

    /// The same, with blocks of layers on a shelf where memory is short.
    pub fn residue_shelved(
        &self,
        prime: u64,
        options: &Options,
        keeper: Option<&mut dyn LayerStore>,
        shelf: Option<Arc<dyn BlockStore>>,
    ) -> Run<u64> {
        with_keeper(options, keeper, shelf, |run| self.0.engine.residue(prime, run))
    }

    /// The number of solutions is below two to this power; found without counting them.
    pub fn bits(&self) -> u64 {
        self.0.bits
    }

    /// Why its layers are never moved out of memory, if so.
    pub fn no_shelf_reason(&self) -> Option<&'static str> {
        self.0.engine.no_shelf_reason()
    }

    /// Why layers of its counts cannot be kept, if so.
    pub fn no_checkpoint_reason(&self) -> Option<&'static str> {
        self.0.engine.no_checkpoint_reason()
    }

    /// A lower bound on the number of solutions, from layers of at most this number of states.
    pub fn at_least(&self, states: usize, options: &Options) -> Run<BigUint> {
        with_runner(options, |run| self.0.engine.at_least(states, run))
    }

    /// Natural logarithms of independent estimates, one per seed, from layers of at most `states` states.
    pub fn estimates(&self, seeds: Range<u64>, states: usize, options: &Options) -> Run<Vec<f64>> {
        with_runner(options, |run| self.0.engine.estimates(seeds.clone(), states, run))
    }

    /// Up to `k` solutions, all if there are no more.
    pub fn first(&self, k: usize, options: &Options) -> Run<Vec<Answer>> {
        let ways = self.0.engine.multiplicity();
        with_runner(options, |run| {
            let mut met: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut answers = Vec::new();
            for mut items in self.0.engine.first(k, run)? {
                items.sort_unstable();
                // The same items again are another reading of them: for example, a line whose middle is given can be
                // numbered from either end.
                let from = met.entry(items.clone()).or_default();
                answers.extend((*from..*from + ways).map(|way| (self.0.decode)(&items, way)));
                *from += ways;
            }
            answers.truncate(k);
            Ok(answers)
        })
    }

    /// Draws `k` uniformly random solutions, each independent of the others, and hands each out until
    /// `take` breaks off. A run that is stopped has handed out the first of them.
    pub fn draw(
        &self,
        k: usize,
        options: &Options,
        take: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> Run<()> {
        // The random stream that chooses between directions differs from the one that chooses the solutions.
        let mut coin = ChaCha8Rng::seed_from_u64(options.seed ^ 0xd1b5_4a32_d192_ed03);
        with_runner(options, |run| {
            self.0.engine.draw(k, options.seed, run, &mut |items| {
                take((self.0.decode)(&items, coin.next_u32() & 1))
            })
        })
    }

    /// The number of solutions, and how many of them have each candidate.
    pub fn candidates(&self, options: &Options) -> Run<(BigUint, Candidates)> {
        with_runner(options, |run| {
            let marginals = self.0.engine.marginals(run)?;
            Ok((marginals.total.clone(), Candidates::new(marginals, self.0.marks)))
        })
    }
}

/// The dynamic program for a best solution.
pub struct BestDp<'a>(Optimum<'a>);

impl<'a> BestDp<'a> {
    /// The dynamic program for this goal; `None` if there is none.
    pub fn new(puzzle: &'a Puzzle, goal: Goal) -> Option<BestDp<'a>> {
        puzzle.optimum(goal).map(BestDp)
    }

    /// The expected cost, as [`Dp::cost`].
    ///
    /// # Errors
    /// The reason to stop.
    pub fn cost(&self, most: f64, options: &Options) -> Result<Cost, Stop> {
        let about = EstimateScope::Solutions;
        let sample = Sample { about, total: most, ..Sample::new(tuning::BEST_SAMPLE) };
        cost(sample, TABLE_BYTES, options, |sample, run| self.0.engine.estimate(sample, run))
    }

    /// The best value and an answer that has it; `None` if there is no answer.
    pub fn best(&self, options: &Options) -> Run<Option<(i64, Answer)>> {
        with_runner(options, |run| Ok((self.0.decode)(self.0.engine.best(run)?)))
    }
}

fn cost(
    sample: Sample,
    bytes: usize,
    options: &Options,
    estimate: impl FnOnce(&Sample, &mut Runner<'_>) -> Result<Estimate, Stop>,
) -> Result<Cost, Stop> {
    let work = options.budget.work.map_or(f64::INFINITY, |work| work as f64);
    let sample = Sample { peak: shares::fit(&options.budget, bytes) as f64, work, ..sample };
    let mut quiet = ();
    // The work of estimating the size of tables is not counted as work of the tables.
    let limits = Budget { work: None, ..shares::for_tables(&options.budget) };
    let e = estimate(&sample, &mut Runner::new(&limits, 1, &mut quiet))?;
    Ok(Cost { peak: e.peak(), states: e.states(), bytes: e.peak() * bytes as f64, work: e.work })
}

/// Runs a query on an engine, within the limits of the options.
fn with_runner<T>(
    options: &Options,
    ask: impl FnOnce(&mut Runner<'_>) -> Result<T, Stop>,
) -> Run<T> {
    with_keeper(options, None, None, ask)
}

/// The same with a keeper of layers, and a shelf for them.
fn with_keeper<T>(
    options: &Options,
    keeper: Option<&mut dyn LayerStore>,
    shelf: Option<Arc<dyn BlockStore>>,
    ask: impl FnOnce(&mut Runner<'_>) -> Result<T, Stop>,
) -> Run<T> {
    let mut progress = forward(options);
    let limits = shares::for_tables(&options.budget);
    let keeper = keeper.map(|keeper| keeper as &mut dyn LayerStore);
    let runner = Runner::new(&limits, options.threads, &mut progress);
    let mut runner = runner.keeping(keeper).shelving(shelf);
    // Layers from a forged file can hold keys that are not states, which the dynamic program cannot handle.
    let answer = match catch_unwind(AssertUnwindSafe(|| ask(&mut runner))) {
        Ok(answer) => answer,
        Err(panic) => match runner.refuse_resumed() {
            Some(stop) => Err(stop),
            None => resume_unwind(panic),
        },
    };
    Run { answer, stats: runner.stats() }
}

/// Checks answers against the rules.
///
/// # Errors
/// [`RunError::Wrong`]: a defect of the program, never an answer.
pub(crate) fn verify(
    puzzle: &Puzzle,
    network: &'static str,
    answers: &[Answer],
) -> Result<(), RunError> {
    for answer in answers {
        puzzle.verify(answer).map_err(|violation| RunError::Wrong { network, violation })?;
    }
    Ok(())
}

/// Forwards each step to the watcher.
fn forward(options: &Options) -> impl Progress {
    let watch = options.watch.clone();
    move |step: Step| {
        if let Some(watch) = &watch {
            watch.call(step);
        }
    }
}
