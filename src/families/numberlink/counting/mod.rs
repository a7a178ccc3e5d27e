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

use crate::run::{Budget, Progress, Stop};
use num_bigint::BigUint;

use crate::dp::estimate::{Estimate, estimate as sample_layers};
use crate::dp::sampled::{self, Ask, Halted, Told};
use crate::dp::word::Word;
use crate::dp::{Run, Runner};
use crate::families::line::counting::Drawn;
use crate::families::{Numberlink, Touch};
use free::Free;
use guarded::Guarded;
use plan::Plan;

/// A puzzle, and edges whose state is already known.
///
/// Edges that some propagation has settled make the layers smaller. If every solution agrees with them
/// nothing else changes; if not, the solutions that agree are counted.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The rules and the board.
    pub puzzle: &'a Numberlink,
    /// Per edge of the board: on a path, off, or not known. Empty: none is known.
    pub known: &'a [Option<bool>],
}

impl<'a> From<&'a Numberlink> for Question<'a> {
    fn from(puzzle: &'a Numberlink) -> Question<'a> {
        Question { puzzle, known: &[] }
    }
}

/// What is to be done with a programme whose type is only known later; it may be run again with
/// wider keys.
trait Task {
    type Out;
    fn run<P: Drawn>(&mut self, program: &P) -> Self::Out;
}

/// Hands the fastest programme of a puzzle to the task. `None` if its states fit no key.
fn with_program<T: Task>(question: Question<'_>, task: &mut T) -> Option<T::Out> {
    let puzzle = question.puzzle;
    if puzzle.touch == Touch::Yes && puzzle.board.is_rook() {
        match free::bits(puzzle) {
            ..64 => return Some(task.run(&Free::<u64>::new(question))),
            64..128 => return Some(task.run(&Free::<u128>::new(question))),
            _ => {}
        }
    }
    with_guarded(question, task)
}

/// Something to do with the general programme, whatever its key.
trait Attempt {
    type Out;
    fn run<K: Word>(&mut self, program: &Guarded<K>) -> Self::Out;
}

/// Hands the general programme to the task.
fn with_guarded<T: Task>(question: Question<'_>, task: &mut T) -> Option<T::Out> {
    struct Any<'a, T>(&'a mut T);
    impl<T: Task> Attempt for Any<'_, T> {
        type Out = T::Out;
        fn run<K: Word>(&mut self, program: &Guarded<K>) -> T::Out {
            self.0.run(program)
        }
    }
    attempt(question, false, &mut Any(task))
}

/// Bits of the widest key.
const WIDEST: u32 = 2048;

/// Hands the general programme to the task, with wider keys until its states fit.
fn attempt<A: Attempt>(question: Question<'_>, named: bool, task: &mut A) -> Option<A::Out> {
    fn once<K: Word, A: Attempt>(
        puzzle: &Numberlink,
        plan: &Plan,
        named: bool,
        task: &mut A,
    ) -> Option<A::Out> {
        if K::BITS < WIDEST && Guarded::<K>::usual_bits(puzzle, plan) > K::BITS {
            return None;
        }
        let program = Guarded::<K>::new(puzzle, plan.clone(), named);
        let out = task.run(&program);
        (!program.overflowed()).then_some(out)
    }
    let puzzle = question.puzzle;
    let plan = Plan::new(question, &plan::order(&puzzle.board));
    once::<u64, A>(puzzle, &plan, named, task)
        .or_else(|| once::<u128, A>(puzzle, &plan, named, task))
        .or_else(|| once::<[u64; 4], A>(puzzle, &plan, named, task))
        .or_else(|| once::<[u64; 8], A>(puzzle, &plan, named, task))
        .or_else(|| once::<[u64; 16], A>(puzzle, &plan, named, task))
        .or_else(|| once::<[u64; 32], A>(puzzle, &plan, named, task))
}

struct Forward<'a, 'b> {
    runner: &'a mut Runner<'b>,
    cap: Option<u64>,
}

impl Task for Forward<'_, '_> {
    type Out = Result<BigUint, Stop>;
    fn run<P: Drawn>(&mut self, program: &P) -> Self::Out {
        match self.cap {
            None => self.runner.count(program),
            Some(cap) => self.runner.count_to(program, cap).map(BigUint::from),
        }
    }
}

/// The exact number of solutions, on this many threads (0: one a processor). [`Stop::Memory`] also
/// if the states fit no key, here and in the other questions.
pub fn count<'a>(
    question: impl Into<Question<'a>>,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<BigUint> {
    forward(question.into(), None, Runner::new(budget, threads, progress))
}

/// The number of solutions, or `cap` if there are more: 2 to decide uniqueness. Counters stay one
/// word; apart from that it costs what [`count`] does.
pub fn count_to<'a>(
    question: impl Into<Question<'a>>,
    cap: u64,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<BigUint> {
    forward(question.into(), Some(cap), Runner::new(budget, threads, progress))
}

fn forward(question: Question<'_>, cap: Option<u64>, mut runner: Runner<'_>) -> Run<BigUint> {
    let total = with_program(question, &mut Forward { runner: &mut runner, cap });
    Run { answer: total.unwrap_or(Err(Stop::Memory)), stats: runner.stats() }
}

/// Estimates the layers of the programme that [`count`] would run, with at most `sample` states a
/// layer. `None` if the states fit no key.
pub fn estimate<'a>(question: impl Into<Question<'a>>, sample: usize) -> Option<Estimate> {
    struct Sample(usize);
    impl Task for Sample {
        type Out = Estimate;
        fn run<P: Drawn>(&mut self, program: &P) -> Estimate {
            sample_layers(program, self.0)
        }
    }
    with_program(question.into(), &mut Sample(sample))
}

/// What at most `beam` states a layer tell of the number of solutions. `None`: halted, or the states
/// fit no key.
pub fn sampled<'a>(
    question: impl Into<Question<'a>>,
    ask: &Ask,
    beam: usize,
    halted: Halted<'_>,
) -> Option<Told> {
    struct Look<'a>(&'a Ask, usize, Halted<'a>);
    impl Task for Look<'_> {
        type Out = Option<Told>;
        fn run<P: Drawn>(&mut self, program: &P) -> Self::Out {
            sampled::ask(program, self.0, self.1, self.2)
        }
    }
    with_program(question.into(), &mut Look(ask, beam, halted)).flatten()
}

/// Per edge of the board, in how many solutions it is on a path.
pub fn edge_counts<'a>(
    question: impl Into<Question<'a>>,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<Vec<BigUint>> {
    struct Edges<'a, 'b>(usize, &'a mut Runner<'b>);
    impl Task for Edges<'_, '_> {
        type Out = Result<Vec<BigUint>, Stop>;
        fn run<P: Drawn>(&mut self, program: &P) -> Self::Out {
            let mut table = vec![BigUint::default(); self.0];
            let mut edges = Vec::new();
            for (step, names) in self.1.uses(program)?.1.into_iter().enumerate() {
                for (name, times) in names {
                    edges.clear();
                    program.edges(step, name, &mut edges);
                    for &edge in &edges {
                        table[edge as usize] += &times;
                    }
                }
            }
            Ok(table)
        }
    }
    let question = question.into();
    let mut runner = Runner::new(budget, threads, progress);
    let mut task = Edges(question.puzzle.board.edges().len(), &mut runner);
    let answer = with_program(question, &mut task).unwrap_or(Err(Stop::Memory));
    Run { answer, stats: runner.stats() }
}

/// Per cell, in how many solutions it is on each label's path; one entry more than there are
/// labels, the last for "stays empty".
pub fn candidates<'a>(
    question: impl Into<Question<'a>>,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<Vec<Vec<BigUint>>> {
    struct Labels<'a, 'b>(&'a mut Runner<'b>);
    impl Attempt for Labels<'_, '_> {
        type Out = Result<Vec<Vec<BigUint>>, Stop>;
        fn run<K: Word>(&mut self, program: &Guarded<K>) -> Self::Out {
            labels::count(program, self.0)
        }
    }
    let mut runner = Runner::new(budget, threads, progress);
    let answer = attempt(question.into(), true, &mut Labels(&mut runner));
    Run { answer: answer.unwrap_or(Err(Stop::Memory)), stats: runner.stats() }
}

/// Up to `k` solutions, per edge of the board whether it is on a path: all of them if there are no
/// more. Always the same ones.
pub fn first_solutions<'a>(
    question: impl Into<Question<'a>>,
    k: usize,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<Vec<Vec<bool>>> {
    solutions(question.into(), Wanted::First(k), Runner::new(budget, threads, progress))
}

/// `k` solutions drawn uniformly and independently; none if there is no solution. The same seed
/// gives the same solutions at any thread count.
pub fn sample<'a>(
    question: impl Into<Question<'a>>,
    k: usize,
    seed: u64,
    budget: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Run<Vec<Vec<bool>>> {
    solutions(question.into(), Wanted::Random(k, seed), Runner::new(budget, threads, progress))
}

/// Which solutions.
enum Wanted {
    First(usize),
    Random(usize, u64),
}

fn solutions(
    question: Question<'_>,
    wanted: Wanted,
    mut runner: Runner<'_>,
) -> Run<Vec<Vec<bool>>> {
    struct Solutions<'a, 'b>(usize, &'a mut Runner<'b>, Wanted);
    impl Task for Solutions<'_, '_> {
        type Out = Result<Vec<Vec<bool>>, Stop>;
        fn run<P: Drawn>(&mut self, program: &P) -> Self::Out {
            let traces = match self.2 {
                Wanted::First(k) => self.1.solutions(program, k)?,
                Wanted::Random(k, seed) => self.1.sample(program, k, seed)?,
            };
            let drawing = |names: Vec<u32>| {
                let mut edges = Vec::new();
                for (step, name) in names.into_iter().enumerate() {
                    program.edges(step, name, &mut edges);
                }
                let mut on = vec![false; self.0];
                edges.into_iter().for_each(|e| on[e as usize] = true);
                on
            };
            Ok(traces.into_iter().map(drawing).collect())
        }
    }
    let mut task = Solutions(question.puzzle.board.edges().len(), &mut runner, wanted);
    let answer = with_program(question, &mut task).unwrap_or(Err(Stop::Memory));
    Run { answer, stats: runner.stats() }
}

#[cfg(test)]
mod tests;
