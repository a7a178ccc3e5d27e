//! The continuous line: its rules, and its capabilities in addition to those of every line.

use super::super::rules::{LineRules, of_line};
use super::super::{
    Circuit, Line, choose, contents, formulations, generate, instructions, scene, syntax,
};
use super::{admits, build, construct, ladder, networks};
use crate::no_line;
use clew_engine::kernel::Store;
use clew_puzzle::puzzle::capabilities::{Constructs, Explains, Goals, SolvesLocally};
use clew_puzzle::puzzle::family::{Alias, Boards, Dialect, FamilyInfo, LabelWords, WordKey};
use clew_puzzle::puzzle::ladder::{Ladder, NoLadder};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::verify::SoFar;
use clew_puzzle::puzzle::{
    Answer, BuildError, BuildOptions, Built, Capabilities, Construction, Content, Family, Filled,
    Goal, Layout, LocalSearch, Neighbourhood, Puzzle, Rules, Unfit, Violation,
};
use serde_json::Value;

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "path",
    aliases: &[
        Alias::with_moves("line", Neighbourhood::Rook),
        Alias::with_moves("continuousline", Neighbourhood::Rook),
        Alias::with_moves("hamiltonianpath", Neighbourhood::Rook),
        Alias::with_moves("hamiltonpath", Neighbourhood::Rook),
        Alias::with_moves("onestroke", Neighbourhood::Rook),
    ],
    summary: "draw one line through every cell (the continuous line)",
    example: "puzzle: path\n\n. . #\n. # .\n. . .\n",
    neighbours: Neighbourhood::Rook,
    boards: Boards::GridsAndPoints,
    grids: &["wrap"],
    words: &[WordKey {
        name: "closed",
        values: &["no", "yes"],
        option: Some("Path: the line comes back to where it began"),
    }],
    pairs: &syntax::PAIRS,
    labels: LabelWords::NONE,
    goals: GOALS,
    dialects: &[Dialect {
        of: "plain",
        name: "line",
        neighbours: Some(Neighbourhood::Rook),
        words: &["no"],
    }],
    networks: networks(),
    formulations: &formulations::MODELS,
    clue: syntax::clue,
    json_clue: syntax::json_clue,
    layout: None,
    read: |draft| match draft.words.first() {
        Some(&"yes") => Ok(Puzzle::from(Circuit::new(syntax::closed(draft)?))),
        _ => Ok(Puzzle::from(Path(syntax::line(draft)?))),
    },
    generate: |request, judge| generate::path(request, judge),
    drawn: None,
    choose: Some(choose::path),
};

const GOALS: &[Goal] = &[Goal::FEWEST_TURNS, Goal::MOST_CELLS];

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

    fn layout(&self) -> Layout<'_> {
        Layout::Board(&self.0.board)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            constructs: Some(self),
            solves_locally: Some(self),
            explains: Some(self),
            ..of_line(self)
        }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        self.0.verify_for(None, answer)
    }

    fn broken_so_far(&self, so_far: &SoFar) -> Vec<Violation> {
        so_far.forks_and_loops(&self.0.board, false)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        contents(answer)
    }

    fn shape_fault(&self) -> Option<String> {
        no_line::quick_reason(&self.0.board)
    }

    fn candidates(&self) -> Vec<Content> {
        self.0.candidates()
    }

    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        self.0.answer_of(filled)
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        options.goal.map_or(Ok(()), |goal| self.0.marks_admit(goal))?;
        self.0.mark(build(&self.0, name, options)?, name)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        self.0.tokens(answer)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.0.clues_json()
    }

    fn instructions(&self) -> String {
        instructions::line(&self.0, false)
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        let bare = self.0.given.iter().all(Option::is_none);
        scene::scene(&self.0, answer, bare, true)
    }
}

impl LineRules for Path {
    const EITHER_WAY: bool = true;

    fn from_line(line: Line) -> Puzzle {
        Puzzle::from(Path(line))
    }

    fn line(&self) -> &Line {
        &self.0
    }

    fn with_word(&self, key: &str, word: &str) -> Option<Puzzle> {
        match (key, word) {
            ("closed", "no") => Some(Puzzle::from(self.clone())),
            // It has no first cell, so nothing can be given.
            ("closed", "yes") if self.0.given.iter().all(Option::is_none) => {
                Some(Puzzle::from(Circuit::new(self.0.board.clone())))
            }
            _ => None,
        }
    }
}

impl Goals for Path {
    fn admits_goal(&self, goal: Goal, network: &str) -> Result<(), BuildError> {
        self.0.marks_admit(goal)?;
        admits(&self.0, network, goal)
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        self.0.objective_value(GOALS, goal, answer)
    }

    fn verify_for(&self, goal: Goal, answer: &Answer) -> Result<(), Violation> {
        self.0.verify_for(Some(goal), answer)
    }
}

impl Constructs for Path {
    fn constructs(&self) -> Option<Construction> {
        let applies = construct::applies(&self.0) && !self.0.is_marked();
        applies.then_some(Construction::Lengthy)
    }

    fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        if self.0.is_marked() {
            return Vec::new();
        }
        construct::answers(&self.0, wanted, quit)
    }
}

impl SolvesLocally for Path {
    fn local_search(
        &self,
        _: &Built,
        _: &Store,
        seed: u64,
        _: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        // Construction has used seed 1.
        let lines = construct::Lines::new(&self.0, seed.wrapping_add(2))?;
        Some(Box::new(lines))
    }

    fn searches_locally(&self) -> bool {
        construct::Lines::apply_to(&self.0) && !self.0.is_marked()
    }
}

impl Explains for Path {
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        ladder::ladder(self)
    }
}
