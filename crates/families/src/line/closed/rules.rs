//! The closed line: its rules and its capabilities.

use super::super::path::{self, Path};
use super::super::rules::MARKED;
use super::super::{Line, WRONG_FAMILY, instructions, scene, turns};
use super::{along, counting, edges, network};
use clew_puzzle::puzzle::capabilities::{
    Adjusts, CountsByDp, Explains, Formulates, Goals, PairGivens,
};
use clew_puzzle::puzzle::counting::Counted;
use clew_puzzle::puzzle::filled::numbers_on;
use clew_puzzle::puzzle::ladder::{Ladder, NoLadder};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::verify::SoFar;
use clew_puzzle::puzzle::verify::{Violation, same_length, spot};
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Capabilities, Cell, Content, Family, Filled,
    Formulated, Goal, Layout, Puzzle, Rules, Unfit,
};
use serde_json::Value;

/// Draw one line through every cell that comes back to where it began. No numbers are given: it has no first cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Circuit {
    /// The board, and no givens.
    line: Line,
}

impl Circuit {
    /// The closed line of a board.
    pub fn new(board: Board) -> Circuit {
        let given = vec![None; board.len()];
        Circuit { line: Line { board, given } }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.line.board
    }
}

impl Rules for Circuit {
    fn family(&self) -> Family {
        path::FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Circuit>() == Some(self)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Board(&self.line.board)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            adjusts: Some(self),
            goals: Some(self),
            pairs: Some(self),
            formulates: Some(self),
            counts: Some(self),
            explains: Some(self),
            ..Capabilities::default()
        }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        let Answer::Links(on) = answer else { return Err(Violation::other_family()) };
        let board = &self.line.board;
        same_length(board.edges().len(), on.len())?;
        for &[a, b] in board.links() {
            let edge = board.edge_between(a, b).expect("marks are between neighbours");
            if !on[edge as usize] {
                let (a, b) = (spot(board, a), spot(board, b));
                let text = format!("{a} and {b} are marked to follow each other, and do not");
                return Err(Violation::new("links", [a, b], text));
            }
        }
        for c in 0..board.len() as Cell {
            let ways = board.incident(c).iter().filter(|&&e| on[e as usize]).count();
            if ways != 2 {
                let at = spot(board, c);
                let text = format!("the line takes {ways} steps at {at}, and must take two");
                return Err(Violation::new("ways", [at], text));
            }
        }
        match along(board, |e| on[e as usize]) {
            Some(_) => Ok(()),
            None => Err(Violation::new("closed", [], "these are several closed lines, not one")),
        }
    }

    fn broken_so_far(&self, so_far: &SoFar) -> Vec<Violation> {
        so_far.forks_and_loops(&self.line.board, true)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        let Answer::Links(on) = answer else { panic!("{WRONG_FAMILY}") };
        let numbers = along(&self.line.board, |e| on[e as usize]);
        match numbers {
            Some(numbers) => numbers.into_iter().map(Content::Number).collect(),
            None => vec![Content::Nothing; self.line.board.len()],
        }
    }

    fn candidates(&self) -> Vec<Content> {
        (1..=self.line.board.len() as u32).map(Content::Number).collect()
    }

    /// The numbers may begin in any cell and run either way.
    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        let board = &self.line.board;
        let numbers = numbers_on(board, filled)?;
        let filled = Line { board: board.clone(), given: vec![None; board.len()] };
        let broken = |why: Violation| Unfit::Broken(why.to_string());
        super::super::verify::verify(&filled, &Answer::Line(numbers.clone()), true)
            .map_err(broken)?;
        let answer = Answer::Links(edges(board, &numbers));
        self.verify(&answer).map_err(broken)?;
        Ok(answer)
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        if let Some(goal) = options.goal {
            self.admits_goal(goal, name)?;
        }
        if name != "suite" {
            return Err(BuildError::NotApplicable(format!(
                "the network {name} numbers the cells from one end of a line to the other, and a closed line has none; \
                 suite knows closed lines"
            )));
        }
        let mut built = network::build(&self.line.board, options)?;
        for mark in network::marks(&self.line.board, &built) {
            built.model.infeasible |= built.model.engine.assert(mark).is_err();
        }
        Ok(built)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        match answer {
            None => vec![".".into(); self.line.board.len()],
            Some(answer) => {
                let token = |held| match held {
                    Content::Number(k) => k.to_string(),
                    _ => ".".into(),
                };
                self.contents(answer).into_iter().map(token).collect()
            }
        }
    }

    fn clues_json(&self) -> Vec<Value> {
        vec![Value::Null; self.line.board.len()]
    }

    fn instructions(&self) -> String {
        instructions::line(&self.line, true)
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        let numbers = answer.map(|answer| {
            let number = |held| if let Content::Number(k) = held { k } else { 0 };
            self.contents(answer).into_iter().map(number).collect::<Vec<u32>>()
        });
        scene::closed(&self.line, numbers.as_deref())
    }
}

impl Adjusts for Circuit {
    fn words(&self) -> Vec<(&'static str, &'static str)> {
        vec![("closed", "yes")]
    }

    fn with_word(&self, key: &str, word: &str) -> Option<Puzzle> {
        match (key, word) {
            ("closed", "yes") => Some(Puzzle::from(self.clone())),
            ("closed", "no") => Some(Puzzle::from(Path(self.line.clone()))),
            _ => None,
        }
    }

    fn with_board(&self, board: Board) -> Option<Puzzle> {
        if board.len() != self.line.board.len() {
            return None;
        }
        Some(Puzzle::from(Circuit::new(board.with_links(self.line.board.links())?)))
    }
}

impl Goals for Circuit {
    fn admits_goal(&self, goal: Goal, _network: &str) -> Result<(), BuildError> {
        match goal {
            Goal::FEWEST_TURNS => turns::admits(&self.line.board),
            _ => Err(BuildError::NotApplicable(format!(
                "a closed line has one goal, the fewest turns; it has none of {}",
                goal.name
            ))),
        }
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        let Answer::Links(on) = answer else { return None };
        let board = &self.line.board;
        if goal != Goal::FEWEST_TURNS || on.len() != board.edges().len() {
            return None;
        }
        let order = clew_puzzle::puzzle::line_order(&along(board, |e| on[e as usize])?);
        let n = order.len();
        let turns =
            |i: usize| !board.goes_straight(order[i], order[(i + 1) % n], order[(i + 2) % n]);
        Some((0..n).filter(|&i| turns(i)).count() as i64)
    }
}

impl PairGivens for Circuit {
    fn pairs(&self) -> Vec<Vec<([Cell; 2], bool)>> {
        let links = self.line.board.links();
        let said = (!links.is_empty()).then(|| links.iter().map(|&pair| (pair, false)).collect());
        said.into_iter().collect()
    }
}

impl Formulates for Circuit {
    fn build_formulation(&self, name: &str, _: Option<Goal>) -> Result<Formulated, String> {
        Err(format!("the model {name} states a line between two ends, and a closed line has none"))
    }
}

impl CountsByDp for Circuit {
    fn programs(&self) -> &'static [&'static str] {
        &counting::DP_NAMES
    }

    fn counting(&self, program: Option<&str>) -> Result<Counted<'_>, String> {
        if !self.line.board.links().is_empty() {
            return Err(format!("a counting program {MARKED}"));
        }
        counting::counted(&self.line, program)
    }
}

impl Explains for Circuit {
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        Err(NoLadder::Unsuited(
            "a line is explained when both its ends are given, and a closed line has none".into(),
        ))
    }
}
