//! Why a step holds, in as few ideas as possible.
//!
//! A step is proved from the reported position and from ideas that were not reported yet. Ideas are left out, and of
//! the others single findings, as long as the technique still reaches the same conclusion; in turn the ideas that
//! remain are proved in the same way, for the findings that are needed alone. So each of them is needed, though another
//! choice may be smaller. Then each is put into words as it is seen in the position reached by then.

use super::Step;
use super::minimal::minimal;
use super::pending::PendingStep;
use super::trial;
use clew_engine::run::Budget;
use clew_puzzle::puzzle::ladder::{Deduction, Finding, Found, Ladder, Technique, Use};

/// The most positions that are tried to leave out ideas of one step.
const MOST_TRIED: u32 = 1_000;

/// An idea that is needed, by its place among the unreported ones, and the findings of it that are needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Need {
    pub idea: usize,
    pub findings: Vec<Finding>,
}

/// The unreported ideas that a look needs, and those that these need, in their order.
pub(super) fn needs(
    told: &dyn Ladder,
    taken: &PendingStep,
    pending: &[PendingStep],
    budget: &Budget,
) -> Vec<Need> {
    let mut needed: Vec<Need> = Vec::new();
    let mut prover = Prover { told, left: MOST_TRIED, budget };
    let mut next = Some((taken, taken.direct.clone(), pending.len()));
    while let Some((taken, wanted, before)) = next.take() {
        for (idea, finding) in prover.reasons(taken, &wanted, &pending[..before]) {
            match needed.iter_mut().find(|need| need.idea == idea) {
                Some(need) if need.findings.contains(&finding) => {}
                Some(need) => need.findings.push(finding),
                None => needed.push(Need { idea, findings: vec![finding] }),
            }
        }
        // Reasons come before their conclusions, so that all needs of an idea are known when it is due.
        let due = needed.iter().filter(|need| need.idea < before).max_by_key(|need| need.idea);
        next = due.map(|due| (&pending[due.idea], due.findings.clone(), due.idea));
    }
    needed.sort_unstable_by_key(|need| need.idea);
    needed
}

/// Searches for the reasons of looks.
struct Prover<'a> {
    /// The reported position.
    told: &'a dyn Ladder,
    /// Positions that may still be tried; without any nothing more is left out.
    left: u32,
    budget: &'a Budget,
}

impl Prover<'_> {
    /// Findings of ideas that a look needs for these findings, none of which can be left out; none if it does not
    /// follow from all of them either.
    fn reasons(
        &mut self,
        taken: &PendingStep,
        wanted: &[Finding],
        pending: &[PendingStep],
    ) -> Vec<(usize, Finding)> {
        let of = |ideas: &[usize]| -> Vec<(usize, Finding)> {
            let of = |&i: &usize| pending[i].direct.iter().map(move |&finding| (i, finding));
            ideas.iter().flat_map(of).collect()
        };
        let mut enough = |given: &[(usize, Finding)]| self.suffices(taken, wanted, given);
        let all: Vec<usize> = (0..pending.len()).collect();
        if pending.is_empty()
            || taken.step.own.usage == Use::Search
            || enough(&[])
            || !enough(&of(&all))
        {
            return Vec::new();
        }
        let mut ideas = minimal(all.clone(), &mut |ideas| enough(&of(ideas)));
        if ideas.len() > 2 {
            // The other way round the newest are left out first.
            let turned = all.into_iter().rev().collect();
            let mut oldest = minimal(turned, &mut |ideas| enough(&of(ideas)));
            if oldest.len() < ideas.len() {
                oldest.sort_unstable();
                ideas = oldest;
            }
        }
        minimal(of(&ideas), &mut enough)
    }

    /// Whether a look reaches these findings from the reported position and the given findings alone.
    fn suffices(
        &mut self,
        taken: &PendingStep,
        wanted: &[Finding],
        given: &[(usize, Finding)],
    ) -> bool {
        if self.left == 0 || self.budget.reached(0).is_some() {
            return false;
        }
        self.left -= 1;
        let mut at = self.told.copy();
        if given.iter().any(|&(_, finding)| at.learn(finding).is_err()) {
            return true;
        }
        see(&mut *at);
        if taken.step.own.assumes() {
            return trial::fails_again(&*at, &taken.step).is_some();
        }
        let mut found = Found::default();
        at.look(taken.number, &mut found);
        let known = |finding: &Finding| at.copy().learn(*finding) == Ok(false);
        wanted.iter().all(|finding| found.findings().contains(finding) || known(finding))
    }
}

/// Takes the conclusions of the techniques that explanations leave out.
fn see(at: &mut dyn Ladder) {
    let techniques = at.techniques();
    let silent = |(_, t): &(usize, &Technique)| t.usage == Use::Silent;
    let mut found = Found::default();
    while {
        found.clear();
        let silent = techniques.iter().enumerate().filter(silent);
        silent.for_each(|(number, _)| at.look(number, &mut found));
        found.findings().iter().any(|&finding| at.learn(finding) == Ok(true))
    } {}
}

/// Takes findings; false if one of them contradicts the position.
pub(super) fn learn(at: &mut dyn Ladder, findings: &[Finding]) -> bool {
    findings.iter().all(|&finding| at.learn(finding).is_ok())
}

/// The same findings by the technique of the last idea that a look needs, if that sees them at once after the others.
pub(super) fn seen_sooner(
    told: &dyn Ladder,
    taken: &PendingStep,
    needs: &[Need],
    pending: &[PendingStep],
) -> Option<PendingStep> {
    let (last, others) = needs.split_last()?;
    let idea = &pending[last.idea];
    if idea.step.technique.assumes() {
        return None;
    }
    let mut at = told.copy();
    if others.iter().any(|need| !learn(&mut *at, &need.findings)) {
        return None;
    }
    see(&mut *at);
    let mut found = Found::default();
    at.look(idea.number, &mut found);
    let holds = |deduction: &Deduction| {
        taken.direct.iter().all(|finding| deduction.findings.contains(finding))
    };
    let deduction = found.deductions().find(holds)?;
    let mut sooner = taken.clone();
    sooner.number = idea.number;
    sooner.step.own = idea.step.own;
    sooner.step.telling = Some(at.tell(idea.number, &deduction));
    (sooner.step.assumed, sooner.step.extent) = (None, None);
    Some(sooner)
}

/// The step of an assumption, if by now a technique that assumes nothing sees the same: of the assumptions of a round,
/// the first ones often leave nothing to assume for the others.
pub(super) fn told_simply(at: &dyn Ladder, taken: &PendingStep) -> Option<Step> {
    if !taken.step.own.assumes() || taken.step.own.usage == Use::Search {
        return None;
    }
    let mut at = at.copy();
    see(&mut *at);
    let techniques = at.techniques();
    let simple = (0..taken.number).filter(|&number| !techniques[number].assumes());
    simple.into_iter().find_map(|number| {
        let mut found = Found::default();
        at.copy().look(number, &mut found);
        let all = |deduction: &Deduction| {
            taken.direct.iter().all(|finding| deduction.findings.contains(finding))
        };
        let mut deduction = found.deductions().find(all)?;
        deduction.findings.retain(|finding| taken.direct.contains(finding));
        let (own, telling) = (&techniques[number], Some(at.tell(number, &deduction)));
        let step = taken.step.clone();
        Some(Step { technique: own, own, telling, assumed: None, extent: None, ..step })
    })
}

/// The step of a look for these findings alone, in words as it is seen in this position. Where it is seen in another
/// way, or not at once, the words of the walk remain.
pub(super) fn told_again(at: &dyn Ladder, taken: &PendingStep, findings: &[Finding]) -> Step {
    let mut step = Step { findings: findings.to_vec(), ..taken.step.clone() };
    let mut at = at.copy();
    see(&mut *at);
    if step.own.assumes() {
        trial::follow(&*at, &mut step);
        return step;
    }
    let wanted: Vec<Finding> =
        taken.direct.iter().filter(|finding| findings.contains(finding)).copied().collect();
    let mut found = Found::default();
    at.look(taken.number, &mut found);
    let fits = found.deductions().find(|deduction| {
        let says = |finding: &Finding| deduction.findings.contains(finding);
        let known = |finding: &Finding| at.copy().learn(*finding) == Ok(false);
        wanted.iter().any(says) && wanted.iter().all(|finding| says(finding) || known(finding))
    });
    if let Some(mut deduction) = fits {
        deduction.findings.retain(|finding| wanted.contains(finding));
        step.telling = Some(at.tell(taken.number, &deduction));
    }
    step
}
