//! The assumptions of a learner: questions, replies, and which assumptions are decided on which
//! level.

use crate::kernel::{Lit, Store};

/// A question.
#[derive(Clone, Copy, Debug, Default)]
pub struct AssumptionQuery<'q> {
    /// The assumptions. Their order matters for speed only: questions with a common prefix are
    /// cheaper.
    pub assume: &'q [Lit],
    /// Literals that are decided first after the assumptions, in this order, each once and only if
    /// it is open then. They change which solution is found, not whether there is one.
    pub wish: &'q [Lit],
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AssumptionResult {
    /// There is a solution; it was passed to the caller.
    Solution,
    /// There is none. No solution satisfies all of these assumptions; if the list is empty, there
    /// is no solution at all.
    Refused(Vec<Lit>),
}

/// The present assumptions of a learner.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assumed {
    lits: Vec<Lit>,
    /// Assumptions before this one are true.
    due: usize,
    /// Per level, from the first, the assumption decided there. Higher levels belong to the search.
    levels: Vec<usize>,
    wishes: Vec<Lit>,
    /// Wishes before this one have been tried.
    wished: usize,
    /// Why the assumptions cannot hold.
    pub core: Vec<Lit>,
    /// There is no solution at all.
    pub hopeless: bool,
    /// The last question was stopped, perhaps within a fixpoint, which is begun anew from the root.
    pub stopped: bool,
}

impl Assumed {
    /// The number of levels of assumptions.
    pub fn top(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The first assumption that is not true yet.
    pub fn due(&mut self, store: &Store) -> Option<Lit> {
        let rest = self.lits[self.due..].iter();
        self.due += rest.take_while(|&&l| store.is_true(l)).count();
        self.lits.get(self.due).copied()
    }

    /// Records that the due assumption was decided, in its own level.
    pub fn decided(&mut self) {
        self.levels.push(self.due);
    }

    /// The next wish that is still open.
    pub fn wish(&mut self, store: &Store) -> Option<Lit> {
        let rest = self.wishes[self.wished..].iter();
        let passed = rest.take_while(|&&l| !store.is_open(l.atom())).count();
        self.wished += passed + 1;
        let next = self.wishes.get(self.wished - 1).copied();
        self.wished = self.wished.min(self.wishes.len());
        next
    }

    /// Levels above this one are undone.
    pub fn undone(&mut self, level: u32) {
        if let Some(&first) = self.levels.get(level as usize) {
            // Those before it were true below its level.
            self.due = self.due.min(first);
            self.levels.truncate(level as usize);
        }
    }

    /// Takes other assumptions; returns the level up to which the old ones stay.
    pub fn replace(&mut self, question: AssumptionQuery<'_>) -> u32 {
        let alike = self.lits.iter().zip(question.assume).take_while(|(a, b)| a == b).count();
        let kept = self.levels.partition_point(|&i| i < alike);
        self.due = self.due.min(alike);
        self.lits.truncate(alike);
        self.lits.extend_from_slice(&question.assume[alike..]);
        self.wishes.clear();
        self.wishes.extend_from_slice(question.wish);
        self.wished = 0;
        self.core.clear();
        kept as u32
    }
}
