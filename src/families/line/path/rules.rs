//! The continuous line: what the puzzle offers.

use super::super::{Line, contents, counting, generate, reversed, scene, syntax, verify};
use super::{admits, build, construct, networks};
use crate::puzzle::counting::{Counted, Optimum};
use crate::puzzle::family::{Boards, FamilyInfo};
use crate::puzzle::scene::Scene;
use crate::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Clue, Content, Family, Goal, Neighbourhood,
    Puzzle, Rules, Violation,
};
use serde_json::Value;

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "path",
    summary: "draw one line through every cell (the continuous line)",
    example: "puzzle: path\n\n. . #\n. # .\n. . .\n",
    neighbours: Neighbourhood::Rook,
    boards: Boards::GridsAndPoints,
    words: &[],
    pairs: &[],
    networks: networks(),
    clue: syntax::clue,
    json_clue: syntax::json_clue,
    layout: None,
    read: |draft| Ok(Puzzle::from(Path(syntax::line(draft)?))),
    generate: |request, judge| Ok(generate::path(request, judge)),
};

/// Draw one line through every cell; the rules of hidato, usually without given numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Path(pub Line);

impl Rules for Path {
    fn family(&self) -> Family {
        FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Path>() == Some(self)
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.0.board)
    }

    fn with_board(&self, board: Board) -> Option<Puzzle> {
        Some(Puzzle::from(Path(self.0.on(board))))
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        verify::verify(&self.0, answer, true)
    }

    fn verify_for(&self, goal: Goal, answer: &Answer) -> Result<(), Violation> {
        verify::verify(&self.0, answer, goal != Goal::MostCells)
    }

    fn admits_goal(&self, goal: Goal, network: &str) -> Result<(), BuildError> {
        admits(&self.0, network, goal)
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        match (goal, answer) {
            (Goal::FewestTurns, Answer::Line(numbers)) => Some(self.0.turns(numbers)),
            (Goal::MostCells, Answer::Line(numbers)) => {
                Some(numbers.iter().filter(|&&k| k > 0).count() as i64)
            }
            _ => None,
        }
    }

    fn is_undirected(&self) -> bool {
        self.0.is_undirected()
    }

    fn one_either_way(&self) -> bool {
        true
    }

    fn reversed(&self, answer: &Answer) -> Answer {
        reversed(answer)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        contents(answer)
    }

    fn candidates(&self) -> Vec<Content> {
        self.0.candidates()
    }

    fn clues(&self) -> Option<Vec<Clue>> {
        Some(self.0.clues())
    }

    fn with_clues(&self, clues: &[Clue]) -> Option<Puzzle> {
        Some(Puzzle::from(Path(self.0.with_clues(clues)?)))
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        build(&self.0, name, options)
    }

    fn constructs(&self) -> bool {
        construct::applies(&self.0)
    }

    fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        construct::answers(&self.0, wanted, quit)
    }

    fn counting(&self) -> Result<Counted<'_>, String> {
        counting::counted(&self.0)
    }

    fn optimises(&self, goal: Goal) -> bool {
        matches!(goal, Goal::FewestTurns | Goal::MostCells)
    }

    fn optimum(&self, goal: Goal) -> Option<Optimum<'_>> {
        counting::optimum(&self.0, goal)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        self.0.tokens(answer)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.0.clues_json()
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        let bare = self.0.given.iter().all(Option::is_none);
        scene::scene(&self.0, answer, bare, true)
    }
}
