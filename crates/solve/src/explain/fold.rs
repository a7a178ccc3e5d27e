//! Looks that only rule something out are no steps of their own: they are part of the step that needs them.
//!
//! The weights of all looks since the last step are added to the next one, so that scores and levels need no search for
//! reasons. In words, a step reports the ideas that it needs, of those ruled out but not reported yet, and in turn the
//! ideas that these need: everything is left out without which the technique still reaches the same conclusion.

use super::{FoundStep, Step};
use clew_puzzle::puzzle::ladder::{Finding, Found, Ladder, Technique, Use};

/// With more unreported ideas than this, the needed ones are not determined.
const MOST_PENDING: usize = 400;

/// A look, before it is a step or part of one.
#[derive(Clone, Debug)]
pub(super) struct PendingStep {
    /// The technique's place on the ladder.
    number: usize,
    /// The findings of the technique itself.
    direct: Vec<Finding>,
    /// That, and all that follows at once.
    pub learns: Vec<Finding>,
    /// The step that would report it.
    pub step: Step,
}

impl PendingStep {
    pub(super) fn new(
        number: usize,
        technique: &'static Technique,
        round: u32,
        ladder: &dyn Ladder,
        direct: Vec<Finding>,
    ) -> PendingStep {
        let learns = match technique.usage {
            Use::Silent => direct.clone(),
            _ => ladder.causes(&direct, technique.level),
        };
        let drawn = learns.iter().filter(|finding| finding.holds && !direct.contains(finding));
        let findings = direct.iter().chain(drawn).copied().collect();
        let step = Step {
            technique,
            findings,
            cost: technique.weight,
            assumed: None,
            extent: None,
            telling: None,
            trail: Vec::new(),
            failing: Vec::new(),
            pieces: [Vec::new(), Vec::new()],
            ideas: Vec::new(),
            round,
        };
        PendingStep { number, direct, learns, step }
    }

    pub(super) fn is_silent(&self) -> bool {
        self.step.technique.usage == Use::Silent
    }

    /// Whether something is drawn or placed.
    fn places(&self) -> bool {
        self.step.findings.iter().any(|finding| finding.holds)
    }
}

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

    /// Takes the looks of a round; `ladder` has learnt them.
    pub(super) fn take(&mut self, taken: Vec<PendingStep>, ladder: &dyn Ladder) {
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
        for taken in steps {
            self.look(&taken.step);
            self.step(taken, ladder);
        }
    }

    fn look(&mut self, step: &Step) {
        let Step { technique, cost, round, .. } = *step;
        self.looks.push(FoundStep { technique, cost, round, step: self.steps.len() });
    }

    fn step(&mut self, taken: PendingStep, ladder: &dyn Ladder) {
        let needed = self.needed(&taken);
        let mut step = taken.step;
        step.cost += std::mem::take(&mut self.owed);
        if let Some(told) = &mut self.told {
            step.pieces[0] = ladder.pieces(&step.findings);
            let ideas = needed.iter().map(|&i| &self.pending[i].step);
            step.ideas = ideas.cloned().collect();
            let hardest = step.ideas.iter().map(|idea| idea.technique);
            let hardest = hardest.max_by_key(|technique| technique.weight);
            if let Some(hardest) = hardest.filter(|t| t.weight > step.technique.weight) {
                step.technique = hardest;
            }
            let ideas = needed.iter().flat_map(|&i| &self.pending[i].learns);
            let mut then = told.copy();
            // A contradiction ends the walk, and leaves a position that cannot be continued.
            if ideas.chain(&taken.learns).all(|&finding| then.learn(finding).is_ok()) {
                *told = then;
            }
            let mut number = 0..;
            self.pending.retain(|idea| {
                let known = |finding: &Finding| told.copy().learn(*finding) == Ok(false);
                !number.next().is_some_and(|i| needed.contains(&i))
                    && !idea.direct.iter().all(known)
            });
        } else {
            self.pending.clear();
        }
        self.steps.push(step);
    }

    /// The unreported ideas that a look needs, and those that these need, in their order.
    fn needed(&self, taken: &PendingStep) -> Vec<usize> {
        let mut needed: Vec<usize> = Vec::new();
        let Some(told) = &self.told else { return needed };
        if self.pending.len() > MOST_PENDING {
            return needed;
        }
        let mut open = vec![(taken, self.pending.len())];
        while let Some((taken, before)) = open.pop() {
            for i in reasons(&**told, taken, &self.pending[..before]) {
                if !needed.contains(&i) {
                    needed.push(i);
                    open.push((&self.pending[i], i));
                }
            }
        }
        needed.sort_unstable();
        needed
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

/// As few of the ideas as a look needs, none if it assumes something.
fn reasons(told: &dyn Ladder, taken: &PendingStep, pending: &[PendingStep]) -> Vec<usize> {
    let mut stay: Vec<usize> = (0..pending.len()).collect();
    if pending.is_empty()
        || taken.step.technique.assumes()
        || !concludes(told, taken, pending, &stay)
    {
        return Vec::new();
    }
    let mut size = stay.len();
    loop {
        let mut from = 0;
        while from < stay.len() {
            let to = (from + size).min(stay.len());
            let fewer: Vec<usize> = [&stay[..from], &stay[to..]].concat();
            if concludes(told, taken, pending, &fewer) {
                stay = fewer;
            } else {
                from = to;
            }
        }
        if size == 1 {
            return stay;
        }
        size = size.div_ceil(2);
    }
}

/// Whether a technique reaches the same conclusion from the reported position and these ideas alone.
fn concludes(
    told: &dyn Ladder,
    taken: &PendingStep,
    pending: &[PendingStep],
    given: &[usize],
) -> bool {
    let mut at = told.copy();
    for &finding in given.iter().flat_map(|&i| &pending[i].learns) {
        if at.learn(finding).is_err() {
            return true;
        }
    }
    let mut found = Found::default();
    let techniques = at.techniques();
    let silent = |(_, t): &(usize, &Technique)| t.usage == Use::Silent;
    while {
        found.clear();
        let silent = techniques.iter().enumerate().filter(silent);
        silent.for_each(|(number, _)| at.look(number, &mut found));
        found.findings().iter().any(|&finding| at.learn(finding) == Ok(true))
    } {}
    found.clear();
    at.look(taken.number, &mut found);
    let known = |finding: &Finding| at.copy().learn(*finding) == Ok(false);
    taken.direct.iter().all(|finding| found.findings().contains(finding) || known(finding))
}
