//! Numberlink: exact counts, uniqueness, candidates, samples and first solutions.
//!
//! Cells are settled one by one; what matters of the settled part is what its open ends on the
//! frontier are. Two programmes do it: [`free`] for rook boards where paths may touch, [`guarded`] for every
//! touch rule and neighbourhood. Both scan along the smaller dimension. States grow exponentially
//! with the width: [`Counting::estimate`] tells how far they would.

pub mod free;
pub mod guard;
pub mod guarded;
pub mod labels;
pub mod plan;

use std::cell::Cell;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use num_bigint::BigUint;

use crate::dp::word::Word;
use crate::dp::{Counting, Estimate, Items, Marginals, Runner, Sample};
use crate::families::{Numberlink, Touch};
use crate::puzzle::Answer;
use crate::puzzle::counting::{Counted, Marks};
use crate::run::Stop;
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

/// The engine for a puzzle; `None` if the board is too wide for the states of any. The items of its solutions
/// are edges of the board; those of its marginals are labels of cells: (labels + 1) × the cell + the label,
/// where the last label means that the cell stays empty.
pub fn counting<'a>(question: impl Into<Question<'a>>) -> Option<Box<dyn Counting + 'a>> {
    let question = question.into();
    let puzzle = question.puzzle;
    if puzzle.touch == Touch::Yes && puzzle.board.is_rook() {
        let fast: Option<Box<dyn Counting>> = match free::bits(puzzle) {
            ..64 => Some(Box::new(Free::<u64>::new(question))),
            64..128 => Some(Box::new(Free::<u128>::new(question))),
            _ => None,
        };
        if let Some(fast) = fast {
            return Some(Box::new(Fast { fast, question }));
        }
    }
    Some(Box::new(Widening::of(question)?))
}

/// The fast programme; labels are the general one's to tell.
struct Fast<'a> {
    fast: Box<dyn Counting>,
    question: Question<'a>,
}

/// The general programme, with wider keys until its states fit.
struct Widening<'a> {
    puzzle: &'a Numberlink,
    plan: Arc<Plan>,
    /// The narrowest key (as a place in [`Widening::WIDTHS`]) whose states may fit.
    least: Cell<usize>,
}

/// The general programme with one kind of key.
trait Attempt: Counting {
    /// Whether some state did not fit the key: then nothing that was found counts.
    fn overflowed(&self) -> bool;

    /// In how many solutions each cell has each label.
    fn labels(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop>;
}

impl<K: Word> Attempt for Guarded<K> {
    fn overflowed(&self) -> bool {
        Guarded::overflowed(self)
    }

    fn labels(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        labels::count(self, run)
    }
}

impl<'a> Widening<'a> {
    /// Bits of the keys.
    const WIDTHS: [u32; 6] = [64, 128, 256, 512, 1024, 2048];

    fn of(question: Question<'a>) -> Option<Widening<'a>> {
        let (puzzle, plan) = (question.puzzle, Plan::new(question)?);
        let last = Self::WIDTHS.len() - 1;
        let usual = Guarded::<u64>::usual_bits(puzzle, &plan);
        let least = Self::WIDTHS.iter().position(|&bits| usual <= bits).unwrap_or(last);
        Some(Widening { puzzle, plan: Arc::new(plan), least: Cell::new(least) })
    }

    fn with_key(&self, width: usize, named: bool) -> Box<dyn Attempt> {
        let (puzzle, plan) = (self.puzzle, Arc::clone(&self.plan));
        match width {
            0 => Box::new(Guarded::<u64>::new(puzzle, plan, named)),
            1 => Box::new(Guarded::<u128>::new(puzzle, plan, named)),
            2 => Box::new(Guarded::<[u64; 4]>::new(puzzle, plan, named)),
            3 => Box::new(Guarded::<[u64; 8]>::new(puzzle, plan, named)),
            4 => Box::new(Guarded::<[u64; 16]>::new(puzzle, plan, named)),
            _ => Box::new(Guarded::<[u64; 32]>::new(puzzle, plan, named)),
        }
    }

    /// Asks with wider keys until the states fit. [`Stop::Memory`] if they fit none.
    fn ask<T>(
        &self,
        named: bool,
        mut ask: impl FnMut(&dyn Attempt) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        for width in self.least.get()..Self::WIDTHS.len() {
            let program = self.with_key(width, named);
            let answer = ask(&*program);
            // A run that is void ends without an answer of its own, unless a limit came first.
            match answer {
                Err(stop @ (Stop::Time | Stop::Interrupt)) => return Err(stop),
                answer if !program.overflowed() => return answer,
                _ => self.least.set(width + 1),
            }
        }
        Err(Stop::Memory)
    }
}

impl Counting for Widening<'_> {
    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        self.ask(false, |p| p.estimate(sample, run))
    }

    fn count(&self, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        self.ask(false, |p| p.count(run))
    }

    fn at_least(&self, states: usize, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        self.ask(false, |p| p.at_least(states, run))
    }

    fn estimates(
        &self,
        seeds: Range<u64>,
        states: usize,
        run: &mut Runner<'_>,
    ) -> Result<Vec<f64>, Stop> {
        self.ask(false, |p| p.estimates(seeds.clone(), states, run))
    }

    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        self.ask(true, |p| p.labels(run))
    }

    fn draw(
        &self,
        how_many: usize,
        seed: u64,
        run: &mut Runner<'_>,
        take: &mut dyn FnMut(Items) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        // All layers are made before the first solution is drawn, so none is of a run that is void.
        self.ask(false, |p| p.draw(how_many, seed, run, take))
    }

    fn first(&self, k: usize, run: &mut Runner<'_>) -> Result<Vec<Items>, Stop> {
        self.ask(false, |p| p.first(k, run))
    }

    fn best(&self, run: &mut Runner<'_>) -> Result<Option<(u64, Items)>, Stop> {
        self.ask(false, |p| p.best(run))
    }

    fn multiplicity(&self) -> u32 {
        1
    }
}

impl Counting for Fast<'_> {
    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        self.fast.estimate(sample, run)
    }

    fn count(&self, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        self.fast.count(run)
    }

    fn at_least(&self, states: usize, run: &mut Runner<'_>) -> Result<BigUint, Stop> {
        self.fast.at_least(states, run)
    }

    fn estimates(
        &self,
        seeds: Range<u64>,
        states: usize,
        run: &mut Runner<'_>,
    ) -> Result<Vec<f64>, Stop> {
        self.fast.estimates(seeds, states, run)
    }

    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        Widening::of(self.question).ok_or(Stop::Memory)?.marginals(run)
    }

    fn draw(
        &self,
        how_many: usize,
        seed: u64,
        run: &mut Runner<'_>,
        take: &mut dyn FnMut(Items) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.fast.draw(how_many, seed, run, take)
    }

    fn first(&self, k: usize, run: &mut Runner<'_>) -> Result<Vec<Items>, Stop> {
        self.fast.first(k, run)
    }

    fn best(&self, run: &mut Runner<'_>) -> Result<Option<(u64, Items)>, Stop> {
        self.fast.best(run)
    }

    fn multiplicity(&self) -> u32 {
        1
    }
}

/// The drawing of a solution: per edge of the board whether it is on a path.
pub fn drawing(puzzle: &Numberlink, items: &[u32]) -> Vec<bool> {
    let mut on = vec![false; puzzle.board.edges().len()];
    items.iter().for_each(|&edge| on[edge as usize] = true);
    on
}

/// The counting engine of a puzzle, with its answers.
///
/// # Errors
/// Why there is none, in words.
pub fn counted(links: &Numberlink) -> Result<Counted<'_>, String> {
    let engine = counting(links)
        .ok_or("there is no programme for this board: it is too wide for a packed state")?;
    Ok(Counted {
        name: "frontier",
        engine,
        decode: Box::new(|edges, _| Answer::Links(drawing(links, edges))),
        marks: Marks::Cells { width: links.ends.len() + 1 },
    })
}

#[cfg(test)]
mod tests;
