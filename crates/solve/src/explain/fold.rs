//! Looks that only rule something out are no steps of their own: they are part of the step that needs them.
//!
//! The weights of all looks since the last step are added to the next one, so that efforts and levels need no search for
//! reasons. In words, a step reports the ideas that it needs, of those ruled out but not reported yet, and in turn the
//! ideas that these need ([`proof`](super::proof)). Of the steps of a round, those that need the fewest come first.

use super::pending::PendingStep;
use super::proof::{Need, needs};
use super::{FoundStep, Step, proof};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::ladder::{Ladder, Technique};

/// With more unreported ideas than this, the needed ones are not determined.
const MOST_PENDING: usize = 400;

/// The most proofs that are compared to find the step of a round that needs the fewest ideas.
const MOST_COMPARED: usize = 12;

/// The steps so far.
pub(super) struct StepList {
    pub steps: Vec<Step>,
    looks: Vec<FoundStep>,
    /// The total weight of the looks since the last step.
    owed: u32,
    /// Whether there is anything to fold.
    fold: bool,
    /// If words were requested: the position as reported by the steps so far.
    told: Option<Box<dyn Ladder>>,
    /// The looks that ruled something out and are not reported yet; without words since the last step.
    pending: Vec<PendingStep>,
}

impl StepList {
    pub(super) fn new(fold: bool, told: Option<Box<dyn Ladder>>) -> StepList {
        let (steps, looks, pending) = (Vec::new(), Vec::new(), Vec::new());
        StepList { steps, looks, owed: 0, fold, told, pending }
    }

    /// Takes it as known that there is one solution.
    pub(super) fn assume_unique(&mut self, full: bool) {
        let Some(told) = &mut self.told else { return };
        told.assume_unique(full);
        let techniques = told.techniques();
        for idea in &mut self.pending {
            let same = |technique: &Technique| technique.name == idea.step.own.name;
            idea.number = techniques.iter().position(same).unwrap_or(idea.number);
        }
    }

    /// Takes the looks of a round; `ladder` has learnt them.
    pub(super) fn take(&mut self, taken: Vec<PendingStep>, ladder: &dyn Ladder, budget: &Budget) {
        if taken.first().is_some_and(PendingStep::is_silent) {
            return;
        }
        let fold = self.fold;
        let (steps, ideas): (Vec<PendingStep>, Vec<PendingStep>) =
            taken.into_iter().partition(|taken| !fold || taken.places());
        for idea in ideas {
            self.look(&idea.step);
            self.owed += idea.step.cost;
            self.pending.push(idea);
        }
        self.steps_in_order(steps, ladder, budget);
    }

    /// Takes the steps of a round; in words, those that need the fewest ideas first. The looks are alike, so that their
    /// order does not matter.
    fn steps_in_order(
        &mut self,
        mut steps: Vec<PendingStep>,
        ladder: &dyn Ladder,
        budget: &Budget,
    ) {
        while !steps.is_empty() {
            let (mut best, mut needs) = (0, self.needed(&steps[0], budget));
            for (i, step) in steps.iter().enumerate().take(MOST_COMPARED).skip(1) {
                if needs.is_empty() {
                    break;
                }
                let other = self.needed(step, budget);
                if other.len() < needs.len() {
                    (best, needs) = (i, other);
                }
            }
            let mut taken = steps.remove(best);
            self.look(&taken.step);
            while let Some(told) = &self.told
                && let Some(sooner) = proof::seen_sooner(&**told, &taken, &needs, &self.pending)
            {
                let fewer = self.needed(&sooner, budget);
                if fewer.len() >= needs.len() {
                    break;
                }
                (taken, needs) = (sooner, fewer);
            }
            self.step(taken, needs, ladder);
        }
    }

    fn look(&mut self, step: &Step) {
        let Step { technique, cost, round, .. } = *step;
        self.looks.push(FoundStep { technique, cost, round, step: self.steps.len() });
    }

    fn step(&mut self, mut taken: PendingStep, needs: Vec<Need>, ladder: &dyn Ladder) {
        taken.step.cost += std::mem::take(&mut self.owed);
        let Some(told) = self.told.take() else {
            self.pending.clear();
            self.steps.push(taken.step);
            return;
        };
        let rest = self.fold.then(|| taken.split()).flatten();
        let mut at = told.copy();
        let mut ideas: Vec<Step> = Vec::new();
        for need in &needs {
            let idea = &self.pending[need.idea];
            // An earlier idea may have come to the same.
            if need.findings.iter().all(|&finding| at.copy().learn(finding) == Ok(false)) {
                continue;
            }
            let told = proof::told_again(&*at, idea, &need.findings);
            proof::learn(&mut *at, &told.findings);
            ideas.push(told);
        }
        let mut step = proof::told_simply(&*at, &taken)
            .unwrap_or_else(|| proof::told_again(&*at, &taken, &taken.step.findings));
        step.pieces[0] = ladder.pieces(&step.findings);
        step.ideas = ideas;
        let hardest = step.ideas.iter().map(|idea| idea.technique);
        let hardest = hardest.max_by_key(|technique| technique.weight);
        if let Some(hardest) = hardest.filter(|t| t.weight > step.technique.weight) {
            step.technique = hardest;
        }
        // A contradiction ends the walk, and leaves a position that cannot be continued.
        let told = if proof::learn(&mut *at, &taken.learns) { at } else { told };
        self.pending.extend(rest);
        for idea in &mut self.pending {
            idea.direct.retain(|finding| told.copy().learn(*finding) != Ok(false));
        }
        self.pending.retain(|idea| !idea.direct.is_empty());
        self.told = Some(told);
        self.steps.push(step);
    }

    /// The unreported ideas that a look needs, and those that these need, in their order, each with the findings of it
    /// that are needed.
    fn needed(&self, taken: &PendingStep, budget: &Budget) -> Vec<Need> {
        match &self.told {
            Some(told) if self.pending.len() <= MOST_PENDING => {
                needs(&**told, taken, &self.pending, budget)
            }
            _ => Vec::new(),
        }
    }

    /// The steps and looks at the end of a walk. The looks after the last step that ruled something out are dropped if
    /// the puzzle is solved; otherwise each of them becomes a step.
    pub(super) fn over(mut self, solved: bool) -> (Vec<Step>, Vec<FoundStep>) {
        let first = self.steps.len();
        if solved {
            self.looks.retain(|look| look.step < first);
            return (self.steps, self.looks);
        }
        let mut last: Vec<usize> = (0..self.looks.len()).collect();
        last.retain(|&i| self.looks[i].step == first);
        let rest = self.pending.len().saturating_sub(last.len());
        for (n, (i, idea)) in last.into_iter().zip(self.pending.drain(rest..)).enumerate() {
            self.looks[i].step = first + n;
            self.steps.push(idea.step);
        }
        (self.steps, self.looks)
    }
}
