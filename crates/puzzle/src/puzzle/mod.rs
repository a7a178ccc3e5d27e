//! The puzzles: their givens, their answers, and the operations of all of them.
//!
//! This layer contains the parts that all families share. It knows no family by name, and nothing of threads, files,
//! flags or output.

pub mod answer;
pub mod asked;
pub mod board;
pub mod capabilities;
pub mod certified;
pub mod clue;
pub mod counting;
pub mod family;
pub mod filled;
pub mod format;
pub mod formulated;
pub mod grid;
pub mod keyword;
pub mod ladder;
pub mod network;
pub mod rules;
pub mod scene;
pub mod verify;
pub mod wander;
pub mod wording;

pub use answer::{Answer, line_order};
pub use board::{Board, Cell, EdgeId, Neighbourhood, Shape};
pub use capabilities::{Capabilities, Construction, LocalSearch};
pub use clue::{Change, Clue, Gap, Variant};
pub use family::{Alias, Family, FamilyInfo, Named};
pub use filled::{Filled, Unfit};
pub use formulated::{AnswerMapping, Formulated, FormulationInfo};
pub use grid::points::{Decimal, NamedPoints, Point};
pub use grid::{Grid, Wrap};
pub use network::{BuildError, BuildOptions, Built, Decode, Goal, Keep, NetworkInfo};
pub use rules::{Content, Layout, Rules};
pub use verify::Violation;
pub use wander::{SolutionFeature, SolutionWalker};

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The rules and givens of one puzzle, of any family; cheap to clone. It is made from a family's own type; its
/// operations are the methods of [`dyn Rules`](asked).
#[derive(Clone)]
pub struct Puzzle(Arc<dyn Rules>);

impl<R: Rules> From<R> for Puzzle {
    fn from(rules: R) -> Puzzle {
        Puzzle(Arc::new(rules))
    }
}

impl Deref for Puzzle {
    type Target = dyn Rules;

    fn deref(&self) -> &dyn Rules {
        &*self.0
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Puzzle) -> bool {
        self.equals(&**other)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Puzzle {
    /// The network of this name, or the default for this puzzle.
    ///
    /// # Errors
    /// [`BuildError::UnknownNetwork`].
    pub fn network(&self, name: Option<&str>) -> Result<&'static NetworkInfo, BuildError> {
        let Some(name) = name else { return Ok(self.default_network()) };
        let family = self.family();
        let known = family.networks().iter().find(|n| n.name == name);
        known.ok_or_else(|| BuildError::UnknownNetwork { family, name: name.to_string() })
    }

    /// Whether this goal applies to the puzzle and the network of this name. A goal that applies is optimised and
    /// proved; any other is refused before the search begins.
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`] with the reason, or [`BuildError::UnknownNetwork`].
    pub fn admits(&self, goal: Goal, name: &str) -> Result<(), BuildError> {
        self.network(Some(name))?;
        self.admits_goal(goal, name)
    }

    /// Checks that an answer has the stated value.
    ///
    /// # Errors
    /// [`Violation::worth`], or [`Violation::other_family`] if the goal does not apply, or the answer is none for a
    /// puzzle of this family and size.
    pub fn verify_worth(
        &self,
        goal: Goal,
        answer: &Answer,
        said: Option<i64>,
    ) -> Result<(), Violation> {
        let found = self.worth(goal, answer).ok_or_else(Violation::other_family)?;
        if said == Some(found) { Ok(()) } else { Err(Violation::worth(said, found)) }
    }

    /// Builds the network of this name.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn build(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        self.network(Some(name))?.admits(&options.without)?;
        self.build_network(name, options)
    }
}

/// A puzzle with the other contents of its file.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The rules and givens.
    pub puzzle: Puzzle,
    /// A short name; empty if there is none.
    pub title: String,
    /// Where it comes from; empty if unknown.
    pub source: String,
    /// The words of its author to those who solve it.
    pub credits: Credits,
    /// The expected number of solutions, a decimal string, where the file states it.
    pub solutions: Option<String>,
    /// An identifier that results echo.
    pub id: Option<String>,
    /// Warnings about the file: it was read, but perhaps not as its author meant it.
    pub warnings: Vec<String>,
    /// The format that it was read from; empty if it was made.
    pub format: &'static str,
    /// Solutions that the file states, not checked.
    pub answers: Vec<Answer>,
    /// Solutions that the file states and that are incomplete or wrong, each as the reason why.
    pub unfit: Vec<Unfit>,
    /// The guesses made when it was read.
    pub guessed: Guesses,
    /// Keys of the file for other programs, which start with `x-`; results echo them.
    pub extra: Vec<(String, serde_json::Value)>,
}

/// The author of a puzzle, and the author's words to those who solve it. Each is empty if there is none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Credits {
    /// The name of the author.
    pub author: String,
    /// The rules in the author's words, in one paragraph.
    pub rules: String,
    /// A message that is shown when the puzzle is solved.
    pub message: String,
}

impl Credits {
    /// The keys of the formats.
    pub(crate) const KEYS: [&'static str; 3] = ["author", "rules", "message"];

    /// The texts, in the order of the keys.
    pub fn texts(&self) -> [&String; 3] {
        [&self.author, &self.rules, &self.message]
    }

    /// The texts, in the order of the keys.
    pub(crate) fn texts_mut(&mut self) -> [&mut String; 3] {
        [&mut self.author, &mut self.rules, &mut self.message]
    }
}

impl From<Puzzle> for Entry {
    /// A puzzle without further information.
    fn from(puzzle: Puzzle) -> Entry {
        Entry {
            puzzle,
            title: String::new(),
            source: String::new(),
            credits: Credits::default(),
            solutions: None,
            id: None,
            warnings: Vec::new(),
            format: "",
            answers: Vec::new(),
            unfit: Vec::new(),
            guessed: Guesses::default(),
            extra: Vec::new(),
        }
    }
}

/// The guesses made about a puzzle when it was read. They are no part of the puzzle: any two are equal.
#[derive(Clone, Default, Debug)]
pub struct Guesses {
    /// How the file was read, as a message, where no header states it.
    pub reading: Option<String>,
    /// The keys of the rules that are not stated: those of the puzzle are the defaults.
    pub defaults: Vec<&'static str>,
}

impl PartialEq for Guesses {
    fn eq(&self, _other: &Guesses) -> bool {
        true
    }
}

/// Where puzzles come from that were made here.
const MAKER: &str = "clew generate";

/// The name of the format of results.
pub const RESULT: &str = "result";

impl Entry {
    /// The stated solutions that break the rules, as one sentence each. Linear in the solutions times the cells.
    pub fn invalid_solutions(&self) -> Vec<String> {
        let broken = self.answers.iter().filter_map(|answer| self.puzzle.verify(answer).err());
        let broken = broken.map(|why| format!("the solution in it breaks the rules: {why}"));
        let unfit = self.unfit.iter().filter(|why| matches!(why, Unfit::Broken(_)));
        let unfit = unfit.map(|why| format!("the solution in it is none: {why}"));
        unfit.chain(broken).collect()
    }

    /// Completes each stated solution that is incomplete: `find` gets the contents of its cells and the missing part,
    /// and returns an answer or the reason why there is none.
    pub fn settle(&mut self, mut find: impl FnMut(&[Content], &str) -> Result<Answer, Unfit>) {
        for unfit in std::mem::take(&mut self.unfit) {
            let found = match &unfit {
                Unfit::Open { contents, why } => find(contents, why),
                _ => Err(unfit),
            };
            match found {
                Ok(answer) => self.answers.push(answer),
                Err(why) => self.unfit.push(why),
            }
        }
    }

    /// Whether it was read from a result: then its solutions are the subject of the input.
    pub fn is_result(&self) -> bool {
        self.format == RESULT
    }

    /// Whether it was made here: its title is the request for it, and its source no person.
    pub fn is_made(&self) -> bool {
        self.source == MAKER
    }

    /// A puzzle that was made, with a title and the verdict as its header.
    pub fn made(puzzle: impl Into<Puzzle>, title: String, unique: bool) -> Entry {
        Entry {
            title,
            source: MAKER.to_string(),
            solutions: unique.then(|| "1".to_string()),
            ..Entry::from(puzzle.into())
        }
    }
}
