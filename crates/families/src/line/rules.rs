//! The capabilities of all puzzles that are a line, stated once for every family of lines.

use super::certificate::LineProof;
use super::{Line, counting, formulations, reversed, verify};
use clew_puzzle::puzzle::capabilities::{
    Adjusts, Certifies, Clues, CountsByDp, Formulates, Goals, OptimisesByDp, PairGivens, Reverses,
};
use clew_puzzle::puzzle::certified::Certified;
use clew_puzzle::puzzle::counting::{Counted, Optimum};
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, Built, Capabilities, Cell, Clue, Formulated, Goal, Puzzle, Rules,
    Violation,
};

/// The reason why something refuses a board with marks between cells.
pub(super) const MARKED: &str = "knows no marks between cells that follow each other (links)";

/// A family of puzzles that are a [`Line`]. It has the capabilities of [`of_line`], which `line_capabilities!`
/// implements, in addition to its own.
pub(super) trait LineRules:
    Rules
    + Goals
    + Adjusts
    + Reverses
    + PairGivens
    + Clues
    + Formulates
    + CountsByDp
    + OptimisesByDp
    + Certifies
{
    /// Whether a line and its reverse are one answer.
    const EITHER_WAY: bool;

    /// The puzzle of a line.
    fn from_line(line: Line) -> Puzzle;

    /// The board and the numbers given on it.
    fn line(&self) -> &Line;

    /// As [`Adjusts::with_word`].
    fn with_word(&self, _key: &str, _word: &str) -> Option<Puzzle> {
        None
    }
}

/// The capabilities of every puzzle of lines.
pub(super) fn of_line<P: LineRules>(puzzle: &P) -> Capabilities<'_> {
    Capabilities {
        adjusts: Some(puzzle),
        goals: Some(puzzle),
        reverses: Some(puzzle),
        pairs: Some(puzzle),
        clues: Some(puzzle),
        formulates: Some(puzzle),
        counts: Some(puzzle),
        optimises: Some(puzzle),
        certifies: Some(puzzle),
        ..Capabilities::default()
    }
}

impl Line {
    /// Puts the marks between cells into a network: the steps between them are on the line. Marks are compatible with
    /// reversal. Independent components are disabled, because it is not proved that marks are compatible with them.
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`] if the network cannot express steps.
    pub(super) fn mark(&self, mut built: Built, name: &str) -> Result<Built, BuildError> {
        for &[a, b] in self.board.links() {
            if built.model.infeasible {
                break;
            }
            let edge = self.board.edge_between(a, b).expect("marks are between neighbours");
            let Some(atom) = built.decoder.edge(edge) else {
                return Err(BuildError::NotApplicable(format!("the network {name} {MARKED}")));
            };
            built.model.components = None;
            built.model.infeasible |= built.model.engine.assert(atom.pos()).is_err();
        }
        Ok(built)
    }

    /// Whether marks admit a goal.
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`], with the reason.
    pub(super) fn marks_admit(&self, goal: Goal) -> Result<(), BuildError> {
        match goal {
            Goal::MOST_CELLS if self.is_marked() => {
                Err(BuildError::NotApplicable(format!("a longest line {MARKED}")))
            }
            _ => Ok(()),
        }
    }

    /// Checks an answer for a goal: the longest line need not visit every cell.
    ///
    /// # Errors
    /// The first rule found broken.
    pub(super) fn verify_for(&self, goal: Option<Goal>, answer: &Answer) -> Result<(), Violation> {
        verify::verify(self, answer, goal != Some(Goal::MOST_CELLS))
    }

    /// The value of an answer under one of these goals.
    pub(super) fn objective_value(
        &self,
        goals: &[Goal],
        goal: Goal,
        answer: &Answer,
    ) -> Option<i64> {
        match (goal, answer) {
            _ if !goals.contains(&goal) => None,
            (_, Answer::Line(numbers)) if numbers.len() != self.board.len() => None,
            (Goal::FEWEST_TURNS, Answer::Line(numbers)) => Some(self.turns(numbers)),
            (Goal::MOST_CELLS, Answer::Line(numbers)) => {
                Some(numbers.iter().filter(|&&k| k > 0).count() as i64)
            }
            _ => None,
        }
    }
}

/// Implements the capabilities of [`of_line`] for a family. The traits belong to another crate, so that they cannot be
/// implemented for every [`LineRules`] at once.
macro_rules! line_capabilities {
    ($family:ty) => {
        impl Adjusts for $family {
            fn with_word(&self, key: &str, word: &str) -> Option<Puzzle> {
                LineRules::with_word(self, key, word)
            }

            fn with_board(&self, board: Board) -> Option<Puzzle> {
                // Marks are between neighbours, and stay.
                if board.len() != self.line().board.len() {
                    return None;
                }
                let own = &self.line().board;
                let board = board.with_links(own.links())?.with_first(own.first());
                Some(<$family as LineRules>::from_line(self.line().on(board)))
            }

            fn with_first(&self, first: u32) -> Option<Puzzle> {
                Some(<$family as LineRules>::from_line(
                    self.line().on(self.line().board.clone().with_first(first)),
                ))
            }
        }

        impl Reverses for $family {
            fn is_undirected(&self) -> bool {
                self.line().is_undirected()
            }

            fn one_either_way(&self) -> bool {
                <$family as LineRules>::EITHER_WAY
            }

            fn reversed(&self, answer: &Answer) -> Answer {
                reversed(answer)
            }
        }

        impl PairGivens for $family {
            fn pairs(&self) -> Vec<Vec<([Cell; 2], bool)>> {
                // Lines without marks do not mention them.
                let links = self.line().board.links();
                let said =
                    (!links.is_empty()).then(|| links.iter().map(|&pair| (pair, false)).collect());
                said.into_iter().collect()
            }
        }

        impl Clues for $family {
            fn clues(&self) -> Vec<Clue> {
                self.line().clues()
            }

            fn with_clues(&self, clues: &[Clue]) -> Option<Puzzle> {
                Some(<$family as LineRules>::from_line(self.line().with_clues(clues)?))
            }
        }

        impl Formulates for $family {
            fn build_formulation(
                &self,
                name: &str,
                goal: Option<Goal>,
            ) -> Result<Formulated, String> {
                if self.line().is_marked() {
                    return Err(format!("the model {name} {MARKED}"));
                }
                formulations::build(self.line(), &[], name, goal)
            }
        }

        impl CountsByDp for $family {
            fn programs(&self) -> &'static [&'static str] {
                &counting::DP_NAMES
            }

            fn counting(&self, program: Option<&str>) -> Result<Counted<'_>, String> {
                if self.line().is_marked() {
                    return Err(format!("a counting program {MARKED}"));
                }
                counting::counted(self.line(), program)
            }
        }

        impl OptimisesByDp for $family {
            fn optimises(&self, goal: Goal) -> bool {
                self.family().goals.contains(&goal) && !self.line().is_marked()
            }

            fn optimum(&self, goal: Goal) -> Option<Optimum<'_>> {
                self.optimises(goal).then(|| counting::optimum(self.line(), goal)).flatten()
            }
        }

        impl Certifies for $family {
            fn certified(&self) -> Box<dyn Certified + '_> {
                Box::new(LineProof::new(
                    self.line(),
                    <$family as LineRules>::EITHER_WAY,
                    <$family as LineRules>::EITHER_WAY,
                ))
            }
        }
    };
}

line_capabilities!(super::hidato::Hidato);
line_capabilities!(super::path::Path);
