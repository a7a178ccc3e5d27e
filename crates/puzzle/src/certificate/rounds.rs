//! Closed loops, and lines that end too early, where cells hold numbers.
//!
//! Along edges that are taken numbers rise or fall by one per step, and keep their direction, since the two neighbours
//! of a cell hold different numbers. So a number of one cell fails by unit propagation around the loop if the next
//! cell's number is also assumed to be larger; after that the number fails by itself. This is derived for the remaining
//! numbers of the cell that has the fewest. A line that ends too early fails from the first number and from the last.
//!
//! Source: after McIlree, McCreesh, Nordström, "Proof logging for the circuit constraint", 2024, for edges without a
//! direction.

use super::literal::Literal;
use super::prover::Prover;
use super::refute::ProofSteps;

impl Prover<'_> {
    /// Derives that no number is left for a cell of the course, as far as the checker's assumptions leave any. In the
    /// end the checker holds nothing. Returns whether there was something to derive.
    pub(super) fn bar_by_numbers(&mut self, course: &ProofSteps) -> bool {
        let opb = self.opb;
        let steps = &opb.derivations.steps;
        let Some(square) = opb.derivations.squares.first() else { return false };
        let cell = |step: usize| steps[course.steps[step]].cells[0];
        let open = |l: &Literal| self.checker.value(*l) != Some(false);
        let mut taken: Vec<Literal> = course.steps.iter().map(|&i| !steps[i].edge).collect();
        // The numbers that are left, each with the literal for a larger number in the next cell.
        let left: Vec<(Literal, Option<Literal>)> = if course.closed {
            let numbers =
                |step: usize| square.lines[cell(step)].0.iter().filter(|held| open(&held.1));
            let fewest = (0..course.steps.len()).min_by_key(|&step| numbers(step).count());
            let Some(at) = fewest else { return false };
            let next = &square.lines[steps[course.steps[at]].cells[1]].0;
            let above = |number: usize| {
                let place = next.binary_search_by_key(&(number + 1), |held| held.0).ok()?;
                Some(next[place].1)
            };
            numbers(at).map(|&(number, here)| (here, above(number))).collect()
        } else {
            let tips = &opb.derivations.tips;
            let last = course.steps.last().map(|&i| steps[i].cells[1]);
            taken.extend(last.and_then(|c| self.end_at(&tips[c])).map(|l| !l));
            tips[cell(0)].end.into_iter().flatten().filter(open).map(|here| (here, None)).collect()
        };
        self.checker.undo();
        let mut any = false;
        for (here, above) in left {
            let mut clause = taken.clone();
            clause.push(!here);
            if let Some(above) = above {
                let rising: Vec<Literal> = clause.iter().copied().chain([!above]).collect();
                any |= self.pass(&rising);
            }
            any |= self.pass(&clause);
        }
        any
    }

    /// Derives an intermediate clause, if it follows and not from a single row.
    fn pass(&mut self, clause: &[Literal]) -> bool {
        let ground = self.checker.follows(clause).filter(|ground| ground.rows.len() > 1);
        ground.map(|ground| self.lemma(&ground)).is_some()
    }
}

#[cfg(test)]
mod tests;
