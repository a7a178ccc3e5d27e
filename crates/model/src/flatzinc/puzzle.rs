//! A file as a puzzle, for all methods of puzzles; solutions consist of their shown values. Its goal counts where the best
//! solution is asked for, and is ignored by other questions.

use super::FlatZinc;
use crate::model::{Guidance, ModelError, Reader};
use clew_puzzle::puzzle::capabilities::{Capabilities, Goals, NamedValues};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::{
    Answer, BuildError, BuildOptions, Built, Content, Family, Goal, Layout, Puzzle, Rules,
    Violation,
};
use clew_solve::strategy::{Options, Outcome, RunError};
use serde_json::Value;
use std::sync::Arc;

/// The data that all puzzles of a file share.
#[derive(Debug)]
struct Shared {
    file: FlatZinc,
    reader: Reader,
    text: Box<str>,
}

/// A file, perhaps without solutions that are known.
#[derive(Debug)]
struct Read {
    shared: Arc<Shared>,
    stated: Puzzle,
    /// The same with its goal, if it has one whose values are whole numbers.
    with_goal: Option<Puzzle>,
}

impl FlatZinc {
    /// The file as a puzzle; `text` is the one that it was read from.
    ///
    /// # Errors
    /// If its model can have no network.
    pub fn into_puzzle(self, text: &str) -> Result<Puzzle, ModelError> {
        let stated = self.model.puzzle()?;
        let goal = self.goal.sum().filter(|_| self.unit.is_none());
        let with_goal = goal.map(|(sum, most)| self.model.puzzle_for(sum, most)).transpose()?;
        let reader = self.model.reader();
        let shared = Arc::new(Shared { file: self, reader, text: text.into() });
        Ok(Read { shared, stated, with_goal }.into())
    }
}

/// Whether a puzzle is a file with a goal.
pub(super) fn has_goal(puzzle: &Puzzle) -> bool {
    puzzle.downcast::<Read>().is_some_and(|read| read.shared.file.goal.sum().is_some())
}

/// The best solution of a file, by the turns that answer it for MiniZinc; `None` if the puzzle is no file with a goal, or the
/// options name another way.
pub fn best(puzzle: &Puzzle, options: &Options) -> Option<Result<Outcome, RunError>> {
    let read = puzzle.downcast::<Read>()?;
    read.with_goal.as_ref()?;
    let file = &read.shared.file;
    let guidance = Guidance { phases: &file.search, free: false, all: false };
    let outcome = file.model.best(file.goal.sum()?, guidance, options).transpose()?;
    Some(outcome.map_err(|error| match error {
        ModelError::Run(error) => error,
        error @ ModelError::TooLarge { .. } => BuildError::TooLarge(error.to_string()).into(),
        error => BuildError::NotApplicable(error.to_string()).into(),
    }))
}

/// Everything but the shown values comes from the model.
impl Rules for Read {
    fn family(&self) -> Family {
        self.stated.family()
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Read>().is_some_and(|other| other.stated == self.stated)
    }

    fn layout(&self) -> Layout<'_> {
        self.stated.layout()
    }

    fn capabilities(&self) -> Capabilities<'_> {
        let goals: Option<&dyn Goals> = self.with_goal.is_some().then_some(self);
        Capabilities { goals, tells: Some(self), ..Capabilities::default() }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        self.stated.verify(answer)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        self.stated.contents(answer)
    }

    fn candidates(&self) -> Vec<Content> {
        self.stated.candidates()
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        let with_goal = self.with_goal.as_ref().filter(|_| options.goal.is_some());
        with_goal.unwrap_or(&self.stated).build_network(name, options)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        self.stated.tokens(answer)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.stated.clues_json()
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        self.stated.scene(answer)
    }
}

impl Goals for Read {
    fn admits_goal(&self, goal: Goal, network: &str) -> Result<(), BuildError> {
        self.with_goal.as_ref().unwrap_or(&self.stated).admits_goal(goal, network)
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        self.with_goal.as_ref()?.worth(goal, answer)
    }

    fn stated_goal(&self) -> Option<Goal> {
        Some(Goal::STATED)
    }
}

impl NamedValues for Read {
    fn text(&self, answer: &Answer) -> String {
        let Shared { file, reader, .. } = &*self.shared;
        reader.read(answer).map_or_else(String::new, |solution| file.answer(&solution))
    }

    fn values(&self, answer: &Answer) -> Vec<(String, Value)> {
        let Shared { file, reader, .. } = &*self.shared;
        reader.read(answer).map_or_else(Vec::new, |solution| file.values(&solution))
    }

    fn shows_alike(&self) -> bool {
        self.shared.file.shows_alike
    }

    fn without(&self, answer: &Answer) -> Puzzle {
        let stated = match self.stated.capabilities().tells {
            Some(tells) => tells.without(answer),
            None => self.stated.clone(),
        };
        Read { shared: self.shared.clone(), stated, with_goal: None }.into()
    }

    fn relaxed(&self) -> Vec<(String, Result<Puzzle, String>)> {
        let Shared { file, text, .. } = &*self.shared;
        let without = |name: &String| {
            let rest = FlatZinc::parse_without(text, Some(name)).map_err(|e| e.to_string())?;
            rest.into_puzzle(text).map_err(|e| e.to_string())
        };
        file.constraints.iter().map(|name| (name.clone(), without(name))).collect()
    }
}
