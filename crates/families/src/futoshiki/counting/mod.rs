//! Latin squares and futoshiki: exact counts, candidates, samples and first solutions.
//!
//! Four ways to cut a square into layers, and the choice between them:
//! - [`Method::Classes`]: no given and no sign. Layers of values up to permutations ([`plain`]).
//! - [`Method::Values`]: all 1s, then all 2s, … ([`values`]). Counting runs from 1 up and from n down and
//!   meets where the layers would be largest; the end that has fewer states moves.
//! - [`Method::Rows`], [`Method::Columns`]: row by row, or column by column ([`rows`]).
//!
//! With differences between cells only the last two will do: they remember values. The last three are sampled
//! ([`clew_count::estimate`](mod@clew_count::estimate)) and the one with the smallest peak is taken. Orders up to
//! [`MAX_ORDER`]; greater ones are the search's.

pub mod model;
pub mod plain;
pub mod rows;
pub mod values;

use crate::Futoshiki;
use clew_count::keep::Head;
use clew_count::layer::{Layer, Source};
use clew_count::run::big;
use clew_count::table::Combine;
use clew_count::word::Word;
use clew_count::{Choice, Chosen, Counting, Estimate, EstimateScope, Known, Runner, Sample};
use clew_engine::run::Stop;
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::counting::{Counted, Marks};
use model::Model;
use num_bigint::BigUint;
use rows::RowLayers;
use std::cell::RefCell;
use std::io::Read;
use values::ValueLayers;

pub(crate) use model::MAX_ORDER;

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

/// The names of the methods.
pub(crate) const DP_NAMES: [&str; 4] = ["classes", "values", "rows", "columns"];

impl Method {
    /// The method of a name, one of [`DP_NAMES`].
    fn named(name: &str) -> Option<Method> {
        let all = [Method::Classes, Method::Values, Method::Rows, Method::Columns];
        DP_NAMES.iter().position(|&other| other == name).map(|at| all[at])
    }
}

/// The program of a method in the narrowest key. `None` if the method cannot hold the puzzle's states.
fn dp(model: &Model, method: Method) -> Option<Box<dyn Counting>> {
    if matches!(method, Method::Classes | Method::Values) {
        if !model.gaps.is_empty() {
            return None;
        }
        return Some(if model.n <= 8 {
            Box::new(ValueLayers::<u64>::new(model))
        } else {
            Box::new(ValueLayers::<u128>::new(model))
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
        ..=64 => Some(Box::new(RowLayers::<u64>::new(model, turned))),
        65..=128 => Some(Box::new(RowLayers::<u128>::new(model, turned))),
        129..=192 => Some(Box::new(RowLayers::<[u64; 4]>::new(model, turned))),
        _ => None,
    }
}

/// A method and its expected cost.
#[derive(Clone, PartialEq, Debug)]
struct Plan {
    /// Which layers to count by.
    method: Method,
    /// How large its layers will be.
    size: Estimate,
}

/// The engine for a puzzle, by one method or by that which promises the smallest layers. Items are values of
/// cells: n × the cell + the value less one.
///
/// # Errors
/// A message, if the order is 0 or above [`MAX_ORDER`], or the method does not suit the puzzle.
pub fn counting(puzzle: &Futoshiki, only: Option<Method>) -> Result<Box<dyn Counting>, String> {
    let n = puzzle.n;
    if !(1..=MAX_ORDER).contains(&n) {
        return Err(format!(
            "there is no program for a square of order {n}, only up to {MAX_ORDER}"
        ));
    }
    let Some(model) = Model::new(puzzle) else {
        // No solution at first sight.
        return Ok(Box::new(Known(false)));
    };
    if only == Some(Method::Classes) && !model.is_plain() {
        return Err("only squares without givens and signs are counted by classes".into());
    }
    let by_values = only.is_some_and(|method| matches!(method, Method::Classes | Method::Values));
    if by_values && !model.gaps.is_empty() {
        return Err("squares with differences are counted by rows or by columns".into());
    }
    let none = [Method::Rows, Method::Columns].iter().all(|&method| dp(&model, method).is_none());
    if only.is_some_and(|method| dp(&model, method).is_none()) || !model.gaps.is_empty() && none {
        return Err("this square is too large for a packed state of this program".into());
    }
    Ok(Box::new(Chosen(Squares { model, only, plans: RefCell::default() })))
}

/// The squares of a model, by the method that promises the smallest layers.
struct Squares {
    model: Model,
    /// The requested method, if any.
    only: Option<Method>,
    /// The plan for each half of the questions, once it is made: whole runs, and runs from both ends.
    plans: RefCell<[Option<Plan>; 2]>,
}

impl Squares {
    /// The method that is expected to hold the fewest states at once; `halves`: whether values may be run from both
    /// ends. Or the requested method, with the size of its whole runs.
    fn plan(&self, halves: bool, run: &mut Runner<'_>) -> Result<Plan, Stop> {
        let made = self.plans.borrow()[usize::from(halves)].clone();
        if let Some(plan) = made {
            return Ok(plan);
        }
        let plan = match self.only {
            None => plan(&self.model, halves, run)?,
            Some(method) => {
                let whole = dp(&self.model, method).ok_or(Stop::Memory)?;
                Plan { method, size: whole.estimate(&Sample::new(SAMPLE), run)? }
            }
        };
        self.plans.borrow_mut()[usize::from(halves)] = Some(plan.clone());
        Ok(plan)
    }
}

impl Choice for Squares {
    /// Questions that need one program from end to end.
    fn ask<T>(
        &self,
        run: &mut Runner<'_>,
        mut question: impl FnMut(&dyn Counting, &mut Runner<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let method = self.plan(false, run)?.method;
        let whole = dp(&self.model, method).ok_or(Stop::Memory)?;
        question(&*whole, run)
    }

    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        let size = self.plan(sample.about == EstimateScope::Count, run)?.size;
        Ok(Estimate { work: size.work * sample.about.passes(), ..size })
    }

    fn count(&self, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        let method = self.plan(true, run)?.method;
        count_by(&self.model, method, run)
    }

    fn residue(&self, prime: u64, run: &mut Runner<'_>) -> Result<u64, Stop> {
        let method = self.plan(true, run)?.method;
        residue_by(&self.model, method, prime, run)
    }

    fn no_checkpoint_reason(&self) -> Option<&'static str> {
        let why =
            "a square without givens and signs is counted in one piece, by classes of matrices";
        let by_classes = self.only.is_none_or(|method| method == Method::Classes);
        (by_classes && self.model.is_plain()).then_some(why)
    }

    fn no_shelf_reason(&self) -> Option<&'static str> {
        Some("a square is counted from both ends, in tables that are searched all over")
    }
}

/// Chooses between the methods by samples of their layers.
fn plan(model: &Model, halves: bool, run: &mut Runner<'_>) -> Result<Plan, Stop> {
    if halves && model.is_plain() {
        // A class stands for (n!)² matrices at most; the true number is not needed for a choice.
        let size = Estimate { layers: Vec::new(), work: 0.0, exact: false, cut: false };
        return Ok(Plan { method: Method::Classes, size });
    }
    let mut sample = |model: &Model, method| {
        dp(model, method).map(|p| p.estimate(&Sample::new(SAMPLE), run)).transpose()
    };
    if !model.gaps.is_empty() {
        let mut best: Option<Plan> = None;
        for method in [Method::Rows, Method::Columns] {
            let Some(size) = sample(model, method)? else { continue };
            if best.as_ref().is_none_or(|best| size.peak() < best.size.peak()) {
                best = Some(Plan { method, size });
            }
        }
        return best.ok_or(Stop::Memory);
    }
    let up = sample(model, Method::Values)?.expect("values always fit without differences");
    let exact = up.exact;
    let size = if halves {
        let down = sample(&model.mirrored(), Method::Values)?.expect("values always fit");
        meeting(&up, &down, model.n)
    } else {
        up
    };
    let mut best = Plan { method: Method::Values, size };
    if exact {
        return Ok(best);
    }
    for method in [Method::Rows, Method::Columns] {
        if let Some(e) = sample(model, method)?
            && e.peak() < best.size.peak()
        {
            best = Plan { method, size: e };
        }
    }
    Ok(best)
}

/// The cost of running values from both ends.
fn meeting(up: &Estimate, down: &Estimate, n: usize) -> Estimate {
    let width = (up.layers.len() - 1) / n;
    let layer = |e: &Estimate, v: usize| e.layers[v * width + 1..=(v + 1) * width].to_vec();
    let (mut low, mut high) = (0, 0);
    let mut layers = vec![1.0, 1.0];
    while low + high < n {
        if up.layers[low * width] <= down.layers[high * width] {
            low += 1;
            layers.extend(layer(up, low - 1));
        } else {
            high += 1;
            layers.extend(layer(down, high - 1));
        }
    }
    let work = (up.work + down.work) / 2.0;
    Estimate { layers, work, exact: up.exact && down.exact, cut: false }
}

/// The exact number of solutions by a given method; [`Method::Classes`] falls back to values where
/// there are givens or signs. [`Stop::Memory`] also if the method has no key wide enough for the
/// puzzle.
fn count_by(model: &Model, method: Method, runner: &mut Runner<'_>) -> Result<BigUint, Stop> {
    match method {
        Method::Classes if model.is_plain() => {
            let (total, classes) = plain::count(model.n, runner.gauge())?;
            runner.held(classes);
            Ok(total)
        }
        Method::Classes | Method::Values if model.n <= 8 => {
            meet::<u64>(model, Combine::Sum, runner)
        }
        Method::Classes | Method::Values => meet::<u128>(model, Combine::Sum, runner),
        Method::Rows | Method::Columns => dp(model, method).ok_or(Stop::Memory)?.count(runner),
    }
}

/// As [`count_by`], modulo a prime.
fn residue_by(
    model: &Model,
    method: Method,
    prime: u64,
    runner: &mut Runner<'_>,
) -> Result<u64, Stop> {
    let fold = Combine::Modulo(prime);
    let count = match method {
        Method::Classes if model.is_plain() => count_by(model, method, runner)?,
        Method::Classes | Method::Values if model.n <= 8 => meet::<u64>(model, fold, runner)?,
        Method::Classes | Method::Values => meet::<u128>(model, fold, runner)?,
        Method::Rows | Method::Columns => {
            return dp(model, method).ok_or(Stop::Memory)?.residue(prime, runner);
        }
    };
    Ok(u64::try_from(count % prime).expect("it is less than the prime"))
}

/// One of the two runs of [`meet`].
struct Side<K> {
    program: ValueLayers<K>,
    layer: Layer<K>,
    /// Values filled.
    done: usize,
    /// Under which name layers are kept.
    lane: &'static str,
    head: Head,
    fold: Combine,
}

impl<K: Word> Side<K> {
    fn new(
        model: &Model,
        lane: &'static str,
        fold: Combine,
        runner: &mut Runner<'_>,
    ) -> Result<Side<K>, Stop> {
        let program = ValueLayers::<K>::new(model);
        let prime = if let Combine::Modulo(prime) = fold { prime } else { 0 };
        let head = Head { prime, ..Head::from_system::<K>(&program) };
        let load =
            |head: &Head, from: &mut dyn Read, gauge: &_| Layer::load(from, head, fold, gauge);
        let (done, layer) = match runner.kept(&[head], lane, load)? {
            Some((head, layer)) => (head.step / program.steps_a_layer(), layer),
            None => (0, runner.first::<K>(&program, fold)?),
        };
        Ok(Side { program, layer, done, lane, head, fold })
    }

    /// Fills the next value.
    fn advance(mut self, runner: &mut Runner<'_>) -> Result<Side<K>, Stop> {
        let width = self.program.steps_a_layer();
        for step in self.done * width..(self.done + 1) * width {
            let limbs = self.layer.limbs();
            let source = Source::Consume(self.layer);
            self.layer = runner.advance::<K>(&self.program, step, source, limbs, self.fold)?;
        }
        self.done += 1;
        // Only whole values are kept: the other side goes on from there.
        runner.keep_layer(self.lane, &self.head, self.done * width, &self.layer);
        Ok(self)
    }
}

/// Values from both ends: the sets filled from below and those filled from above must be
/// complements.
///
/// The stored parts of the two sides are from different moments, but each side only ever fills more values, so together
/// they have never filled too many.
fn meet<K: Word>(model: &Model, fold: Combine, runner: &mut Runner<'_>) -> Result<BigUint, Stop> {
    let mut below = Side::<K>::new(model, "below", fold, runner)?;
    let mut above = Side::<K>::new(&model.mirrored(), "above", fold, runner)?;
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
    let mut total = BigUint::ZERO;
    let mut pace = runner.gauge().pace();
    for (key, ways) in few.iter() {
        pace.tick()?;
        if let Some(rest) = many.get(partner(key)) {
            total += big(ways) * big(rest);
        }
    }
    Ok(total)
}

/// The values of the cells, row-major, from the items of a solution.
pub fn square(puzzle: &Futoshiki, items: &[u32]) -> Vec<u32> {
    let mut values = vec![0; (puzzle.n * puzzle.n) as usize];
    for &item in items {
        values[(item / puzzle.n) as usize] = item % puzzle.n + 1;
    }
    values
}

/// There are less than two to this number of Latin squares: with k values left their cells form a matrix with
/// k ones in every row, which has at most (k!)^(n/k) permutation matrices.
///
/// Source: Brègman, *Some properties of nonnegative matrices and their permanents*, 1973.
fn bits(n: u32) -> u64 {
    let mut factorial = 0.0;
    let mut sum = 0.0;
    for k in 1..=n {
        factorial += f64::from(k).log2();
        sum += factorial * f64::from(n) / f64::from(k);
    }
    // One extra bit covers the rounding.
    sum.ceil() as u64 + 1
}

/// The counting engine of a puzzle, with its answers: the named one of [`DP_NAMES`], or the one that suits best.
///
/// # Errors
/// The reason why there is none.
pub fn counted<'a>(puzzle: &'a Futoshiki, program: Option<&str>) -> Result<Counted<'a>, String> {
    let engine = counting(puzzle, program.and_then(Method::named))?;
    Ok(Counted {
        name: "layers",
        engine,
        decode: Box::new(|items, _| Answer::Square(square(puzzle, items))),
        marks: Marks::Cells { width: puzzle.n as usize },
        bits: bits(puzzle.n),
    })
}

#[cfg(test)]
mod tests;
