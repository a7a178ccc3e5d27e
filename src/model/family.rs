//! A model as a puzzle: what the strategies ask of any puzzle, answered from the statement.

use super::error::ModelError;
use super::network;
use super::places::Places;
use super::statement::Statement;
use crate::kernel::Store;
use crate::puzzle::family::{Boards, FamilyInfo};
use crate::puzzle::format::Fault;
use crate::puzzle::scene::{BoxScene, Scene};
use crate::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Content, Decode, Family, Goal, Neighbourhood,
    NetworkInfo, Rules, Violation,
};
use serde_json::Value;

/// The name of the one network of a model.
pub(super) const NETWORK: &str = "model";

static NETWORKS: [NetworkInfo; 1] = [NetworkInfo {
    name: NETWORK,
    source: "stated by a program",
    summary: "a variable for each variable, a propagator for each constraint",
    optional: &[],
}];

/// Models are stated by programs; no file says one, so the family is in no list.
static INFO: FamilyInfo = FamilyInfo {
    keyword: "model",
    summary: "variables and constraints stated by a program",
    example: "",
    neighbours: Neighbourhood::Rook,
    boards: Boards::None,
    grids: &[],
    words: &[],
    pairs: &[],
    dialects: &[],
    formulations: &[],
    networks: &NETWORKS,
    clue: |_| Err("a model has no cells".into()),
    json_clue: |_| Err("a model has no cells".into()),
    layout: None,
    read: |draft| Err(Fault::new(draft.origin, "a family that files can state")),
    generate: |_, _| Err("a model is stated by a program".into()),
};

impl Decode for Places {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Values(self.values(store))
    }
}

impl Rules for Statement {
    fn family(&self) -> Family {
        Family::new(&INFO)
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Statement>() == Some(self)
    }

    fn board(&self) -> Option<&Board> {
        None
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        match answer {
            Answer::Values(values) => self.check(values).map_err(Violation::Stated),
            _ => Err(Violation::OtherFamily),
        }
    }

    fn admits_goal(&self, goal: Goal, _network: &str) -> Result<(), BuildError> {
        if goal == Goal::Stated && self.target.is_some() {
            return Ok(());
        }
        Err(BuildError::NotApplicable("a model has no goal but the one it states".into()))
    }

    fn worth(&self, _goal: Goal, answer: &Answer) -> Option<i64> {
        match answer {
            Answer::Values(values) => self.value(values),
            _ => None,
        }
    }

    fn contents(&self, _answer: &Answer) -> Vec<Content> {
        Vec::new()
    }

    fn candidates(&self) -> Vec<Content> {
        Vec::new()
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        if let Some(goal) = options.goal {
            self.admits_goal(goal, name)?;
        }
        match network::build(self) {
            Ok((model, places)) => Ok(Built::new(model, places)),
            Err(e @ ModelError::TooLarge { .. }) => Err(BuildError::TooLarge(e.to_string())),
            Err(e) => Err(BuildError::NotApplicable(e.to_string())),
        }
    }

    fn tokens(&self, _answer: Option<&Answer>) -> Vec<String> {
        Vec::new()
    }

    fn clues_json(&self) -> Vec<Value> {
        Vec::new()
    }

    fn scene(&self, _answer: Option<&Answer>) -> Scene<'_> {
        Scene::Boxes(BoxScene { n: 0, given: &[], found: None, less: &[] })
    }
}
