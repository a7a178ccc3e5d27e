//! Numberlink: exact counts, uniqueness, candidates, samples and first solutions.
//!
//! Cells are settled one by one; of the settled part only the open ends on the frontier matter. There are two dynamic
//! programs: [`free`] for rook boards where paths may touch, [`guarded`] for every touch rule and neighbourhood. Both
//! scan along the smaller dimension. States grow exponentially with the width: [`Counting::estimate`] estimates how
//! far.

mod chains;
pub mod free;
pub mod guard;
pub mod guarded;
pub mod labels;
pub mod plan;

use crate::{Cover, Numberlink, Touch};
use clew_count::word::Word;
use clew_count::{Choice, Chosen, Counting, Estimate, EstimateScope, Marginals, Runner, Sample};
use clew_engine::run::Stop;
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::counting::{Counted, Marks, edge_sets};
use free::Free;
use guarded::Guarded;
use plan::Plan;
use std::cell::Cell;
use std::sync::Arc;

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

/// The names of the dynamic programs.
pub(crate) const DP_NAMES: [&str; 2] = ["free", "guarded"];

/// The engine for a puzzle; `None` if the board is too wide for the states of any. The items of its solutions
/// are edges of the board; those of its marginals are labels of cells: (labels + 1) × the cell + the label,
/// where the last label means that the cell stays empty.
pub fn counting<'a>(question: impl Into<Question<'a>>) -> Option<Box<dyn Counting + 'a>> {
    let question = question.into();
    quick(question).or_else(|| general(question))
}

/// [`free`], where it suits.
fn quick(question: Question<'_>) -> Option<Box<dyn Counting + '_>> {
    let puzzle = question.puzzle;
    if puzzle.touch != Touch::Yes || !puzzle.board.is_rook() {
        return None;
    }
    let fast: Box<dyn Counting> = match free::bits(puzzle) {
        ..64 => Box::new(Free::<u64>::new(question)),
        64..128 => Box::new(Free::<u128>::new(question)),
        _ => return None,
    };
    Some(Box::new(Chosen(Fast { fast, question })))
}

/// [`guarded`], where the board is not too wide.
fn general(question: Question<'_>) -> Option<Box<dyn Counting + '_>> {
    Some(Box::new(Chosen(Widening::new(question)?)))
}

/// The fast dynamic program; questions about labels go to the general one.
struct Fast<'a> {
    fast: Box<dyn Counting>,
    question: Question<'a>,
}

/// The general program, with wider keys until its states fit.
struct Widening<'a> {
    puzzle: &'a Numberlink,
    plan: Arc<Plan>,
    /// The narrowest key (as a place in [`Widening::WIDTHS`]) whose states may fit.
    least: Cell<usize>,
}

/// The general program with one kind of key.
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
    /// Bits of the keys. Each of them is the whole counting engine compiled once more; keys beyond 512 bits
    /// are of boards so wide that few of them can be counted.
    const WIDTHS: [u32; 5] = [64, 128, 256, 512, 2048];

    fn new(question: Question<'a>) -> Option<Widening<'a>> {
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
            _ => Box::new(Guarded::<[u64; 32]>::new(puzzle, plan, named)),
        }
    }

    /// Repeats a query with wider keys until the states fit. [`Stop::Memory`] if they fit none.
    fn widen<T>(
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

impl Choice for Widening<'_> {
    fn ask<T>(
        &self,
        run: &mut Runner<'_>,
        mut question: impl FnMut(&dyn Counting, &mut Runner<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        // The layers kept by an earlier run of the same count show which keys were too narrow for it.
        if let Some(words) = run.kept_words()? {
            let kept = Self::WIDTHS.iter().position(|&bits| bits as usize == 64 * words);
            self.least.set(self.least.get().max(kept.unwrap_or(0)));
        }
        self.widen(false, |engine| question(engine, run))
    }

    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        match sample.about {
            // Label queries need the label names in the states, so that there are more states.
            EstimateScope::Marginals => self.widen(true, |engine| engine.estimate(sample, run)),
            EstimateScope::Count | EstimateScope::Solutions => {
                self.ask(run, |engine, run| engine.estimate(sample, run))
            }
        }
    }

    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        self.widen(true, |engine| engine.labels(run))
    }
}

impl Choice for Fast<'_> {
    fn ask<T>(
        &self,
        run: &mut Runner<'_>,
        mut question: impl FnMut(&dyn Counting, &mut Runner<'_>) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        question(&*self.fast, run)
    }

    fn estimate(&self, sample: &Sample, run: &mut Runner<'_>) -> Result<Estimate, Stop> {
        match sample.about {
            EstimateScope::Marginals => match Widening::new(self.question) {
                Some(general) => Choice::estimate(&general, sample, run),
                None => Err(Stop::Memory),
            },
            EstimateScope::Count | EstimateScope::Solutions => self.fast.estimate(sample, run),
        }
    }

    fn marginals(&self, run: &mut Runner<'_>) -> Result<Marginals, Stop> {
        Choice::marginals(&Widening::new(self.question).ok_or(Stop::Memory)?, run)
    }
}

/// The drawing of a solution: per edge of the board whether it is on a path.
pub fn drawing(puzzle: &Numberlink, items: &[u32]) -> Vec<bool> {
    let mut on = vec![false; puzzle.board.edges().len()];
    items.iter().for_each(|&edge| on[edge as usize] = true);
    on
}

/// There are less than two to this number of solutions: each is a set of edges, one at every end-point and
/// two at every other cell on a path.
fn bits(links: &Numberlink) -> u64 {
    let ends: Vec<_> = links.ends.iter().flatten().copied().collect();
    let others: &'static [&'static [u32]] = match links.cover {
        Cover::All => &[&[2]],
        Cover::Partial => &[&[0, 2]],
    };
    edge_sets(&links.board, |cell| if ends.contains(&cell) { &[&[1]] } else { others }).bits()
}

/// The counting engine of a puzzle, with its answers: the named one of [`DP_NAMES`], or the one that suits best.
///
/// # Errors
/// The reason why there is none.
pub fn counted<'a>(links: &'a Numberlink, program: Option<&str>) -> Result<Counted<'a>, String> {
    let wide = "there is no program for this board: it is too wide for a packed state";
    let engine = match program {
        Some("free") => quick(links.into())
            .ok_or("this program is of boards with rook moves whose paths may touch, not too wide"),
        Some("guarded") => general(links.into()).ok_or(wide),
        _ => counting(links).ok_or(wide),
    }?;
    Ok(Counted {
        name: "frontier",
        engine,
        decode: Box::new(|edges, _| Answer::Links(drawing(links, edges))),
        marks: Marks::Cells { width: links.ends.len() + 1 },
        bits: bits(links),
    })
}

#[cfg(test)]
mod tests;
