//! What a puzzle of lines offers, from the line: one answer for all families of lines.

use super::certificate::LineProof;
use super::{Line, contents, counting, formulations, reversed, verify};
use crate::puzzle::certified::Certified;
use crate::puzzle::counting::{Counted, Optimum};
use crate::puzzle::filled::numbers_on;
use crate::puzzle::ladder::{Ladder, NoLadder};
use crate::puzzle::scene::Scene;
use crate::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Cell, Clue, Construction, Content, Family,
    Filled, Formulated, Goal, LocalSearch, NetworkInfo, Puzzle, Rules, Unfit, Violation, Wander,
};
use clew_engine::kernel::Store;
use serde_json::Value;
use std::fmt::Debug;

/// What is said of all that does not know marks between cells.
const MARKED: &str = "knows no marks between cells that follow each other (links)";

/// Puts the marks between cells into a network: the steps between them are on the line. Neither
/// reversal nor parts that are counted by themselves change what they mean, but nobody has shown that
/// of the parts, so there are none.
///
/// # Errors
/// [`BuildError::NotApplicable`] if the network has no words for steps.
fn mark(board: &Board, built: &mut Built, name: &str) -> Result<(), BuildError> {
    for &[a, b] in board.links() {
        if built.model.infeasible {
            return Ok(());
        }
        let edge = board.edge_between(a, b).expect("marks are between neighbours");
        let Some(atom) = built.decoder.edge(edge) else {
            return Err(BuildError::NotApplicable(format!("the network {name} {MARKED}")));
        };
        built.model.components = None;
        built.model.infeasible |= built.model.engine.assert(atom.pos()).is_err();
    }
    Ok(())
}

/// A family of puzzles that are a [`Line`], and what it does in its own way. All else is in [`Rules`],
/// which every such family gets.
pub trait LineRules: Clone + PartialEq + Debug + Send + Sync + Sized + 'static {
    /// The family.
    const FAMILY: Family;
    /// The goals that can differ between its lines.
    const GOALS: &'static [Goal];
    /// Whether a line and its reverse are one answer.
    const EITHER_WAY: bool;
    /// Whether [`LineRules::annealing`] suits the family at all.
    const ANNEALS: bool = false;

    /// The puzzle of a line.
    fn of(line: Line) -> Self;

    /// The board and the numbers given on it.
    fn line(&self) -> &Line;

    /// As [`Rules::default_network`].
    fn usual_network(&self) -> &'static NetworkInfo {
        &Self::FAMILY.networks()[0]
    }

    /// As [`Rules::build_network`].
    ///
    /// # Errors
    /// [`BuildError`].
    fn stated(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError>;

    /// As [`Rules::admits_goal`].
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`], with the reason.
    fn goal_applies(&self, goal: Goal, network: &str) -> Result<(), BuildError>;

    /// As [`Rules::local_search`].
    fn annealing(
        &self,
        _built: &Built,
        _store: &Store,
        _seed: u64,
        _quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        None
    }

    /// As [`Rules::wandering`].
    fn walk(
        &self,
        _built: &Built,
        _store: &Store,
        _seed: u64,
        _quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn Wander>> {
        None
    }

    /// As [`Rules::constructs`].
    fn is_drawn_at_once(&self) -> bool {
        false
    }

    /// As [`Rules::construct`].
    fn drawn_at_once(&self, _wanted: usize, _quit: &dyn Fn() -> bool) -> Vec<Answer> {
        Vec::new()
    }

    /// As [`Rules::ladder`].
    ///
    /// # Errors
    /// Why there is none.
    fn steps(&self) -> Result<Box<dyn Ladder>, NoLadder>;

    /// As [`Rules::scene`].
    fn drawing(&self, answer: Option<&Answer>) -> Scene<'_>;
}

impl<P: LineRules> Rules for P {
    fn family(&self) -> Family {
        P::FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<P>() == Some(self)
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.line().board)
    }

    fn with_board(&self, board: Board) -> Option<Puzzle> {
        // Marks are between neighbours, and stay.
        if board.len() != self.line().board.len() {
            return None;
        }
        let board = board.with_links(self.line().board.links())?;
        Some(Puzzle::from(P::of(self.line().on(board))))
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        verify::verify(self.line(), answer, true)
    }

    fn verify_for(&self, goal: Goal, answer: &Answer) -> Result<(), Violation> {
        verify::verify(self.line(), answer, goal != Goal::MostCells)
    }

    fn admits_goal(&self, goal: Goal, network: &str) -> Result<(), BuildError> {
        if goal == Goal::MostCells && self.line().is_marked() {
            return Err(BuildError::NotApplicable(format!("a longest line {MARKED}")));
        }
        self.goal_applies(goal, network)
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        match (goal, answer) {
            _ if !P::GOALS.contains(&goal) => None,
            (_, Answer::Line(numbers)) if numbers.len() != self.line().board.len() => None,
            (Goal::FewestTurns, Answer::Line(numbers)) => Some(self.line().turns(numbers)),
            (Goal::MostCells, Answer::Line(numbers)) => {
                Some(numbers.iter().filter(|&&k| k > 0).count() as i64)
            }
            _ => None,
        }
    }

    fn is_undirected(&self) -> bool {
        self.line().is_undirected()
    }

    fn one_either_way(&self) -> bool {
        P::EITHER_WAY
    }

    fn reversed(&self, answer: &Answer) -> Answer {
        reversed(answer)
    }

    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        Ok(Answer::Line(numbers_on(&self.line().board, filled)?))
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        contents(answer)
    }

    fn clues(&self) -> Option<Vec<Clue>> {
        Some(self.line().clues())
    }

    fn with_clues(&self, clues: &[Clue]) -> Option<Puzzle> {
        Some(Puzzle::from(P::of(self.line().with_clues(clues)?)))
    }

    fn candidates(&self) -> Vec<Content> {
        self.line().candidates()
    }

    fn default_network(&self) -> &'static NetworkInfo {
        self.usual_network()
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        if options.goal == Some(Goal::MostCells) {
            self.admits_goal(Goal::MostCells, name)?;
        }
        let mut built = self.stated(name, options)?;
        mark(&self.line().board, &mut built, name)?;
        Ok(built)
    }

    fn build_formulation(&self, name: &str) -> Result<Formulated, String> {
        if self.line().is_marked() {
            return Err(format!("the model {name} {MARKED}"));
        }
        formulations::build(self.line(), name)
    }

    fn local_search(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        self.annealing(built, store, seed, quit)
    }

    fn wandering(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn Wander>> {
        self.walk(built, store, seed, quit)
    }

    fn searches_locally(&self) -> bool {
        P::ANNEALS
    }

    fn constructs(&self) -> Option<Construction> {
        (self.is_drawn_at_once() && !self.line().is_marked()).then_some(Construction::Lengthy)
    }

    fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        if self.line().is_marked() {
            return Vec::new();
        }
        self.drawn_at_once(wanted, quit)
    }

    fn programmes(&self) -> &'static [&'static str] {
        &counting::PROGRAMMES
    }

    fn counting(&self, programme: Option<&str>) -> Result<Counted<'_>, String> {
        if self.line().is_marked() {
            return Err(format!("a counting programme {MARKED}"));
        }
        counting::counted(self.line(), programme)
    }

    fn optimises(&self, goal: Goal) -> bool {
        P::GOALS.contains(&goal) && !self.line().is_marked()
    }

    fn optimum(&self, goal: Goal) -> Option<Optimum<'_>> {
        self.optimises(goal).then(|| counting::optimum(self.line(), goal)).flatten()
    }

    fn certified(&self) -> Option<Box<dyn Certified + '_>> {
        Some(Box::new(LineProof::new(self.line(), P::EITHER_WAY, P::EITHER_WAY)))
    }

    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        self.steps()
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        self.line().tokens(answer)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.line().clues_json()
    }

    fn pairs(&self) -> Vec<Vec<([Cell; 2], bool)>> {
        // Lines without marks do not speak of them.
        let links = self.line().board.links();
        let said = (!links.is_empty()).then(|| links.iter().map(|&pair| (pair, false)).collect());
        said.into_iter().collect()
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        self.drawing(answer)
    }
}
