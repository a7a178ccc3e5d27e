//! Latin squares and futoshiki: exact counts, candidates, samples and first solutions.
//!
//! Four ways to cut a square into layers, and the choice between them:
//! - [`Method::Classes`]: no given and no sign. Layers of values up to permutations ([`plain`]).
//! - [`Method::Values`]: all 1s, then all 2s, … ([`values`]). Counting runs from 1 up and from n down and
//!   meets where the layers would be largest; the end that has fewer states moves.
//! - [`Method::Rows`], [`Method::Columns`]: row by row, or column by column ([`rows`]).
//!
//! The last three are sampled ([`crate::dp::estimate`]) and the one with the smallest
//! peak is taken. Orders up to [`MAX_ORDER`]; greater ones are the search's.

pub mod model;
pub mod plain;
pub mod rows;
pub mod values;

use crate::run::{Budget, Progress, Stop};
use num_bigint::BigUint;

use crate::dp::estimate::{Estimate, estimate as sample_layers};
use crate::dp::layer::{Layer, Source};
use crate::dp::programme::big;
use crate::dp::sampled::{self, Ask, Halted, Told};
use crate::dp::table::Fold;
use crate::dp::word::Word;
use crate::dp::{Programme, Run, Runner};
use crate::families::Futoshiki;
use model::Model;
use rows::RowLayers;
use values::ValueLayers;

pub use model::MAX_ORDER;

/// States a layer in the sample that chooses between methods.
const SAMPLE: usize = 2_000;

/// How a square is cut into layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Values up to permutations of rows and columns; only without givens and signs.
    Classes,
    /// Value by value, from both ends.
    Values,
    /// Row by row.
    Rows,
    /// Column by column.
    Columns,
}

/// What a choice of a programme puts where.
pub trait Places {
    /// Calls `place` with cell (row-major) and value (1-based) for every cell that the choice at
    /// this step fills.
    fn places(&self, step: usize, choice: u32, place: &mut dyn FnMut(usize, u32));
}

/// What is to be done with a programme whose type is only known later.
trait Task {
    type Out;
    fn run<P: Programme + Places>(self, program: &P) -> Self::Out;
}

/// Builds the programme of a method in the narrowest key and hands it to the task. `None` if the method cannot
/// hold the puzzle's states.
fn with_program<T: Task>(model: &Model, method: Method, task: T) -> Option<T::Out> {
    if matches!(method, Method::Classes | Method::Values) {
        return Some(if model.n <= 8 {
            task.run(&ValueLayers::<u64>::new(model))
        } else {
            task.run(&ValueLayers::<u128>::new(model))
        });
    }
    let turned = method == Method::Columns;
    let transposed;
    let model = if turned {
        transposed = model.transposed();
        &transposed
    } else {
        model
    };
    match rows::bits(model) {
        ..=64 => Some(task.run(&RowLayers::<u64>::new(model, turned))),
        65..=128 => Some(task.run(&RowLayers::<u128>::new(model, turned))),
        129..=192 => Some(task.run(&RowLayers::<[u64; 3]>::new(model, turned))),
        _ => None,
    }
}

/// A method and what it is expected to cost.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Which layers to count by.
    pub method: Method,
    /// States held at once at the worst moment (an estimate unless small).
    pub peak: f64,
    /// States of all layers together.
    pub states: f64,
}

/// Chooses the method that is expected to hold the fewest states at once, for counting. `None` if
/// the puzzle has no solution at first sight.
///
/// # Panics
/// If the order is 0 or above [`MAX_ORDER`], as everywhere in this module.
pub fn estimate(puzzle: &Futoshiki) -> Option<Plan> {
    let model = Model::new(puzzle)?;
    Some(plan(&model, true))
}

/// As [`estimate`]; `halves` tells whether values may be run from both ends.
fn plan(model: &Model, halves: bool) -> Plan {
    if halves && model.is_plain() {
        // A class stands for (n!)² matrices at most; the true number is not needed for a choice.
        return Plan { method: Method::Classes, peak: 0.0, states: 0.0 };
    }
    struct Sample;
    impl Task for Sample {
        type Out = Estimate;
        fn run<P: Programme + Places>(self, program: &P) -> Estimate {
            sample_layers(program, SAMPLE)
        }
    }
    let sample = |model: &Model, method| with_program(model, method, Sample);
    let up = sample(model, Method::Values).expect("values always fit");
    let mut best = if halves {
        let down = sample(&model.mirrored(), Method::Values).expect("values always fit");
        meeting(&up, &down, model.n)
    } else {
        Plan { method: Method::Values, peak: up.peak(), states: up.states() }
    };
    if up.exact {
        return best;
    }
    for method in [Method::Rows, Method::Columns] {
        if let Some(e) = sample(model, method)
            && e.peak() < best.peak
        {
            best = Plan { method, peak: e.peak(), states: e.states() };
        }
    }
    best
}

/// The cost of running values from both ends.
fn meeting(up: &Estimate, down: &Estimate, n: usize) -> Plan {
    let width = (up.layers.len() - 1) / n;
    let layer = |e: &Estimate, v: usize| e.layers[v * width + 1..=(v + 1) * width].to_vec();
    let (mut low, mut high) = (0, 0);
    let (mut peak, mut states) = (1.0f64, 2.0);
    while low + high < n {
        let part = if up.layers[low * width] <= down.layers[high * width] {
            low += 1;
            layer(up, low - 1)
        } else {
            high += 1;
            layer(down, high - 1)
        };
        peak = part.iter().copied().fold(peak, f64::max);
        states += part.iter().sum::<f64>();
    }
    Plan { method: Method::Values, peak, states }
}

/// Whether this module can count the puzzle: its order is at most [`MAX_ORDER`].
pub fn fits(puzzle: &Futoshiki) -> bool {
    (1..=MAX_ORDER).contains(&puzzle.n)
}

/// The exact number of solutions, by the method that [`estimate`] chooses, on this many threads (0: one a
/// processor).
pub fn count(
    puzzle: &Futoshiki,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<BigUint> {
    let method = estimate(puzzle).map_or(Method::Values, |plan| plan.method);
    count_with(puzzle, method, budget, progress, threads)
}

/// The exact number of solutions by a given method; [`Method::Classes`] falls back to values where
/// there are givens or signs. [`Stop::Memory`] also if the method has no key wide enough for the
/// puzzle.
pub fn count_with(
    puzzle: &Futoshiki,
    method: Method,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<BigUint> {
    let mut runner = Runner::new(budget, threads, progress);
    let total = match Model::new(puzzle) {
        None => Ok(BigUint::default()),
        Some(model) => count_by(&model, method, &mut runner),
    };
    Run { answer: total, stats: runner.stats() }
}

fn count_by(model: &Model, method: Method, runner: &mut Runner<'_>) -> Result<BigUint, Stop> {
    struct Forward<'a, 'b>(&'a mut Runner<'b>);
    impl Task for Forward<'_, '_> {
        type Out = Result<BigUint, Stop>;
        fn run<P: Programme + Places>(self, program: &P) -> Self::Out {
            self.0.count(program)
        }
    }
    match method {
        Method::Classes if model.is_plain() => {
            let (total, classes) = plain::count(model.n, &runner.gauge)?;
            runner.held(classes);
            Ok(total)
        }
        Method::Classes | Method::Values if model.n <= 8 => meet::<u64>(model, runner),
        Method::Classes | Method::Values => meet::<u128>(model, runner),
        Method::Rows | Method::Columns => {
            with_program(model, method, Forward(runner)).unwrap_or(Err(Stop::Memory))
        }
    }
}

/// One of the two runs of [`meet`].
struct Side<K> {
    program: ValueLayers<K>,
    layer: Layer<K>,
    /// Values filled.
    done: usize,
}

impl<K: Word> Side<K> {
    fn new(model: &Model, runner: &Runner<'_>) -> Result<Side<K>, Stop> {
        let program = ValueLayers::<K>::new(model);
        let layer = runner.first(&program, Fold::Sum)?;
        Ok(Side { program, layer, done: 0 })
    }

    /// Fills the next value.
    fn advance(mut self, runner: &mut Runner<'_>) -> Result<Side<K>, Stop> {
        let width = self.program.steps_a_layer();
        for step in self.done * width..(self.done + 1) * width {
            let limbs = self.layer.limbs();
            let source = Source::Consume(self.layer);
            self.layer = runner.advance(&self.program, step, source, limbs, Fold::Sum)?;
        }
        self.done += 1;
        Ok(self)
    }
}

/// Values from both ends: the sets filled from below and those filled from above must be
/// complements.
fn meet<K: Word>(model: &Model, runner: &mut Runner<'_>) -> Result<BigUint, Stop> {
    let mut below = Side::<K>::new(model, runner)?;
    let mut above = Side::<K>::new(&model.mirrored(), runner)?;
    while below.done + above.done < model.n {
        if below.layer.len() <= above.layer.len() {
            below = below.advance(runner)?;
        } else {
            above = above.advance(runner)?;
        }
    }
    let full = (1u128 << (model.n * model.n)) - 1;
    // One side alone may have run to the end, where all its keys are folded into the empty set.
    let met = below.done > 0 && above.done > 0;
    let partner = |key: K| if met { K::from_low(full & !key.low()) } else { key };
    let (few, many) = if below.layer.len() <= above.layer.len() {
        (&below.layer, &above.layer)
    } else {
        (&above.layer, &below.layer)
    };
    let join = |(key, ways): (K, &[u64])| Some(big(ways) * big(many.get(partner(key))?));
    Ok(few.iter().filter_map(join).sum())
}

/// What at most `beam` states a layer tell of the number of solutions. `None`: halted, or the states
/// fit no key.
pub fn sampled(puzzle: &Futoshiki, ask: &Ask, beam: usize, halted: Halted<'_>) -> Option<Told> {
    struct Look<'a>(&'a Ask, usize, Halted<'a>);
    impl Task for Look<'_> {
        type Out = Option<Told>;
        fn run<P: Programme + Places>(self, program: &P) -> Self::Out {
            sampled::ask(program, self.0, self.1, self.2)
        }
    }
    let Some(model) = Model::new(puzzle) else { return Some(Told::exact(ask, 0)) };
    with_program(&model, plan(&model, false).method, Look(ask, beam, halted)).flatten()
}

/// For each cell (row-major) and value (index v - 1), in how many solutions it stands there.
pub fn candidates(
    puzzle: &Futoshiki,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<Vec<Vec<BigUint>>> {
    struct Candidates<'a, 'b>(usize, &'a mut Runner<'b>);
    impl Task for Candidates<'_, '_> {
        type Out = Result<Vec<Vec<BigUint>>, Stop>;
        fn run<P: Programme + Places>(self, program: &P) -> Self::Out {
            let mut table = vec![vec![BigUint::default(); self.0]; self.0 * self.0];
            for (step, names) in self.1.uses(program)?.1.into_iter().enumerate() {
                for (name, times) in names {
                    program.places(step, name, &mut |cell, value| {
                        table[cell][value as usize - 1] += &times;
                    });
                }
            }
            Ok(table)
        }
    }
    let n = puzzle.n as usize;
    let mut runner = Runner::new(budget, threads, progress);
    let answer = match Model::new(puzzle) {
        None => Ok(vec![vec![BigUint::default(); n]; n * n]),
        Some(model) => whole(&model, Candidates(n, &mut runner)),
    };
    Run { answer, stats: runner.stats() }
}

/// Up to `k` solutions as values of the cells, row-major: all of them if there are no more. Always
/// the same ones.
pub fn first_solutions(
    puzzle: &Futoshiki,
    k: usize,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<Vec<Vec<u32>>> {
    squares(puzzle, Wanted::First(k), Runner::new(budget, threads, progress))
}

/// `k` solutions drawn uniformly and independently; none if there is no solution. The same seed
/// gives the same solutions at any thread count.
pub fn sample(
    puzzle: &Futoshiki,
    k: usize,
    seed: u64,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<Vec<Vec<u32>>> {
    squares(puzzle, Wanted::Random(k, seed), Runner::new(budget, threads, progress))
}

/// Runs a task that needs a programme from end to end.
fn whole<T, U>(model: &Model, task: T) -> Result<U, Stop>
where
    T: Task<Out = Result<U, Stop>>,
{
    with_program(model, plan(model, false).method, task).unwrap_or(Err(Stop::Memory))
}

/// Which solutions.
enum Wanted {
    First(usize),
    Random(usize, u64),
}

fn squares(puzzle: &Futoshiki, wanted: Wanted, mut runner: Runner<'_>) -> Run<Vec<Vec<u32>>> {
    struct Squares<'a, 'b>(usize, &'a mut Runner<'b>, Wanted);
    impl Task for Squares<'_, '_> {
        type Out = Result<Vec<Vec<u32>>, Stop>;
        fn run<P: Programme + Places>(self, program: &P) -> Self::Out {
            let traces = match self.2 {
                Wanted::First(k) => self.1.solutions(program, k)?,
                Wanted::Random(k, seed) => self.1.sample(program, k, seed)?,
            };
            let square = |names: Vec<u32>| {
                let mut values = vec![0; self.0 * self.0];
                for (step, name) in names.into_iter().enumerate() {
                    program.places(step, name, &mut |cell, value| values[cell] = value);
                }
                values
            };
            Ok(traces.into_iter().map(square).collect())
        }
    }
    let answer = match Model::new(puzzle) {
        None => Ok(Vec::new()),
        Some(model) => whole(&model, Squares(model.n, &mut runner, wanted)),
    };
    Run { answer, stats: runner.stats() }
}

#[cfg(test)]
mod tests;
