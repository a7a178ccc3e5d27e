//! Looks that have found something, before they are steps.

use super::Step;
use clew_puzzle::puzzle::ladder::{Finding, Ladder, Technique, Use};

/// A look, before it is a step or part of one.
#[derive(Clone, Debug)]
pub(super) struct PendingStep {
    /// The technique's place on the ladder.
    pub number: usize,
    /// The findings of the technique itself.
    pub direct: Vec<Finding>,
    /// That, and all that is drawn in one go.
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
            _ => ladder.causes(&direct),
        };
        let drawn = learns.iter().filter(|finding| finding.holds && !direct.contains(finding));
        let findings = direct.iter().chain(drawn).copied().collect();
        let step = Step {
            technique,
            own: technique,
            findings,
            cost: technique.weight,
            assumed: None,
            extent: None,
            telling: None,
            trail: Vec::new(),
            core: Vec::new(),
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
    pub(super) fn places(&self) -> bool {
        self.step.findings.iter().any(|finding| finding.holds)
    }

    /// Of a look that places something the part that only rules something out, which is left to the steps that need it.
    pub(super) fn split(&mut self) -> Option<PendingStep> {
        let off: Vec<Finding> = self.direct.iter().filter(|f| !f.holds).copied().collect();
        if off.is_empty() {
            return None;
        }
        let mut rest = self.clone();
        (rest.direct, rest.learns, rest.step.findings) = (off.clone(), off.clone(), off);
        for findings in [&mut self.direct, &mut self.learns, &mut self.step.findings] {
            findings.retain(|finding| finding.holds);
        }
        Some(rest)
    }
}
