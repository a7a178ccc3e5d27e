//! Numberlink: exact counts, uniqueness, candidates, samples and first solutions.
//!
//! Cells are settled one by one; what matters of the settled part is what its open ends on the
//! frontier are. Two programmes do it: [`free`] for rook boards where paths may touch, [`guarded`] for every
//! touch rule and neighbourhood. Both scan along the smaller dimension. States grow exponentially
//! with the width: [`estimate`] tells how far they would.

pub mod free;
pub mod guard;
pub mod guarded;
pub mod labels;
pub mod plan;

use num_bigint::BigUint;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::count::budget::Budget;
use crate::count::estimate::{Estimate, estimate as sample_layers};
use crate::count::kept::AnyKept;
use crate::count::word::Word;
use crate::count::{Limits, Outcome, Programme, Progress, Runner, Stats, Stop};
use crate::puzzle::{EdgeId, Numberlink, Touch};
use free::Free;
use guarded::Guarded;
use plan::Plan;

/// What a move of a programme draws.
pub trait Draws {
    /// Calls `draw` with every edge that the move of this name at this step puts on a path.
    fn draws(&self, step: usize, name: u32, draw: &mut dyn FnMut(EdgeId));

    /// Whether some state did not fit the key; nothing found counts then.
    fn overflowed(&self) -> bool {
        false
    }
}

/// What is to be done with a programme whose type is only known later; it may be run again with
/// wider keys.
trait Task {
    type Out;
    fn run<P: Programme + Draws>(&mut self, program: &P) -> Self::Out;
}

/// Hands the fastest programme of a puzzle to the task. `None` if its states fit no key.
fn with_program<T: Task>(puzzle: &Numberlink, task: &mut T) -> Option<T::Out> {
    if puzzle.touch == Touch::Yes && puzzle.board.is_rook() {
        match free::bits(puzzle) {
            ..64 => return Some(task.run(&Free::<u64>::new(puzzle))),
            64..128 => return Some(task.run(&Free::<u128>::new(puzzle))),
            _ => {}
        }
    }
    with_guarded(puzzle, task)
}

/// Hands the general programme to the task, with wider keys until its states fit.
fn with_guarded<T: Task>(puzzle: &Numberlink, task: &mut T) -> Option<T::Out> {
    fn attempt<K: Word, T: Task>(puzzle: &Numberlink, plan: &Plan, task: &mut T) -> Option<T::Out> {
        let program = Guarded::<K>::new(puzzle, plan.clone(), false);
        let out = task.run(&program);
        (!program.overflowed()).then_some(out)
    }
    let plan = Plan::new(puzzle, &plan::order(&puzzle.board));
    attempt::<u64, T>(puzzle, &plan, task)
        .or_else(|| attempt::<u128, T>(puzzle, &plan, task))
        .or_else(|| attempt::<[u64; 4], T>(puzzle, &plan, task))
        .or_else(|| attempt::<[u64; 8], T>(puzzle, &plan, task))
        .or_else(|| attempt::<[u64; 16], T>(puzzle, &plan, task))
}

struct Forward<'a, 'b> {
    runner: &'a mut Runner<'b>,
    cap: Option<u64>,
}

impl Task for Forward<'_, '_> {
    type Out = Result<BigUint, Stop>;
    fn run<P: Programme + Draws>(&mut self, program: &P) -> Self::Out {
        match self.cap {
            None => self.runner.count(program),
            Some(cap) => self.runner.count_to(program, cap).map(BigUint::from),
        }
    }
}

/// The exact number of solutions, on this many threads (0: one a processor). [`Stop::Memory`] also if the
/// states fit no key.
pub fn count(
    puzzle: &Numberlink,
    limits: &Limits,
    progress: &mut dyn Progress,
    threads: usize,
) -> (Outcome, Stats) {
    forward(puzzle, None, limits, progress, threads)
}

/// The number of solutions, or `cap` if there are more: 2 to decide uniqueness. Counters stay one
/// word; apart from that it costs what [`count`] does.
pub fn count_to(
    puzzle: &Numberlink,
    cap: u64,
    limits: &Limits,
    progress: &mut dyn Progress,
    threads: usize,
) -> (Outcome, Stats) {
    forward(puzzle, Some(cap), limits, progress, threads)
}

fn forward(
    puzzle: &Numberlink,
    cap: Option<u64>,
    limits: &Limits,
    progress: &mut dyn Progress,
    threads: usize,
) -> (Outcome, Stats) {
    let mut runner = Runner::new(limits, threads, progress);
    let total = with_program(puzzle, &mut Forward { runner: &mut runner, cap });
    let total = total.unwrap_or(Err(Stop::Memory));
    (total.map_or_else(Outcome::Stopped, Outcome::Exact), runner.stats())
}

/// Estimates the layers of the programme that [`count`] would run, with at most `sample` states a
/// layer. `None` if the states fit no key.
pub fn estimate(puzzle: &Numberlink, sample: usize) -> Option<Estimate> {
    struct Sample(usize);
    impl Task for Sample {
        type Out = Estimate;
        fn run<P: Programme + Draws>(&mut self, program: &P) -> Estimate {
            sample_layers(program, self.0)
        }
    }
    with_program(puzzle, &mut Sample(sample))
}

/// Per edge of the board, in how many solutions it is on a path.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn edge_counts(puzzle: &Numberlink, limits: &Limits) -> Result<Vec<BigUint>, Stop> {
    struct Edges(usize, Budget);
    impl Task for Edges {
        type Out = Result<Vec<BigUint>, Stop>;
        fn run<P: Programme + Draws>(&mut self, program: &P) -> Self::Out {
            let mut table = vec![BigUint::default(); self.0];
            AnyKept::new(program, &self.1)?.choices(program, &self.1, |step, name, times| {
                program.draws(step, name, &mut |edge| table[edge as usize] += &times);
            })?;
            Ok(table)
        }
    }
    let mut task = Edges(puzzle.board.edges().len(), Budget::new(limits));
    with_program(puzzle, &mut task).unwrap_or(Err(Stop::Memory))
}

/// Per cell, in how many solutions it is on each label's path; one entry more than there are
/// labels, the last for "stays empty".
///
/// # Errors
/// [`Stop`] at a limit.
pub fn candidates(puzzle: &Numberlink, limits: &Limits) -> Result<Vec<Vec<BigUint>>, Stop> {
    type Table = Result<Vec<Vec<BigUint>>, Stop>;
    fn attempt<K: Word>(puzzle: &Numberlink, plan: &Plan, budget: &Budget) -> Option<Table> {
        let program = Guarded::<K>::new(puzzle, plan.clone(), true);
        let table = AnyKept::new(&program, budget).and_then(|kept| match &kept {
            AnyKept::Narrow(k) => labels::count(&program, k, budget),
            AnyKept::Wide(k) => labels::count(&program, k, budget),
            AnyKept::Big(k) => labels::count(&program, k, budget),
        });
        (!program.overflowed()).then_some(table)
    }
    let plan = Plan::new(puzzle, &plan::order(&puzzle.board));
    let budget = Budget::new(limits);
    attempt::<u64>(puzzle, &plan, &budget)
        .or_else(|| attempt::<u128>(puzzle, &plan, &budget))
        .or_else(|| attempt::<[u64; 4]>(puzzle, &plan, &budget))
        .or_else(|| attempt::<[u64; 8]>(puzzle, &plan, &budget))
        .or_else(|| attempt::<[u64; 16]>(puzzle, &plan, &budget))
        .unwrap_or(Err(Stop::Memory))
}

/// Up to `k` solutions, per edge of the board whether it is on a path: all of them if there are no
/// more.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn first_solutions(
    puzzle: &Numberlink,
    k: usize,
    limits: &Limits,
) -> Result<Vec<Vec<bool>>, Stop> {
    solutions(puzzle, limits, Wanted::First(k))
}

/// `k` solutions drawn uniformly and independently; none if there is no solution. The same seed
/// gives the same solutions.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn sample(
    puzzle: &Numberlink,
    k: usize,
    seed: u64,
    limits: &Limits,
) -> Result<Vec<Vec<bool>>, Stop> {
    solutions(puzzle, limits, Wanted::Random(k, seed))
}

/// Which solutions.
enum Wanted {
    First(usize),
    Random(usize, u64),
}

fn solutions(puzzle: &Numberlink, limits: &Limits, wanted: Wanted) -> Result<Vec<Vec<bool>>, Stop> {
    struct Solutions(usize, Budget, Wanted);
    impl Task for Solutions {
        type Out = Result<Vec<Vec<bool>>, Stop>;
        fn run<P: Programme + Draws>(&mut self, program: &P) -> Self::Out {
            let kept = AnyKept::new(program, &self.1)?;
            let found = match self.2 {
                Wanted::First(k) => kept.first(program, k),
                Wanted::Random(k, seed) => {
                    let mut rng = ChaCha8Rng::seed_from_u64(seed);
                    (0..k).map_while(|_| kept.sample(program, &mut rng)).collect()
                }
            };
            let edges = |names: Vec<u32>| {
                let mut on = vec![false; self.0];
                for (step, name) in names.into_iter().enumerate() {
                    program.draws(step, name, &mut |edge| on[edge as usize] = true);
                }
                on
            };
            Ok(found.into_iter().map(edges).collect())
        }
    }
    let mut task = Solutions(puzzle.board.edges().len(), Budget::new(limits), wanted);
    with_program(puzzle, &mut task).unwrap_or(Err(Stop::Memory))
}

#[cfg(test)]
mod tests;
