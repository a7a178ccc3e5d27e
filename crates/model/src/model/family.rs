//! A model as a puzzle: the interface that the strategies require of any puzzle, implemented by the statement.

use super::error::{ModelError, Unbuilt};
use super::guide::PARTS;
use super::network::{self, Layout};
use super::statement::Statement;
use crate::model::network::places::VarMap;
use clew_engine::kernel::{IntervalId, Lit, Model as Kernel, StepCounter, Store};
use clew_puzzle::puzzle;
use clew_puzzle::puzzle::capabilities::Goals;
use clew_puzzle::puzzle::family::{Boards, FamilyInfo, LabelWords};
use clew_puzzle::puzzle::format::Fault;
use clew_puzzle::puzzle::scene::{BoxScene, Scene};
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Capabilities, Content, Decode, Family, Goal,
    Neighbourhood, NetworkInfo, Puzzle, Rules, Violation,
};
use clew_solve::strategy::Options;
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// The name of the one network of a model.
pub(super) const NETWORK: &str = "model";

static NETWORKS: [NetworkInfo; 1] = [NetworkInfo {
    name: NETWORK,
    source: "stated by a program",
    summary: "a variable for each variable, a propagator for each constraint",
    optional: &PARTS,
}];

/// The one network of a model.
pub(super) fn network() -> &'static NetworkInfo {
    &NETWORKS[0]
}

/// Models are stated by programs; no file contains one, so the family is in no list.
static INFO: FamilyInfo = FamilyInfo {
    keyword: "model",
    aliases: &[],
    summary: "variables and constraints stated by a program",
    example: "",
    neighbours: Neighbourhood::Rook,
    boards: Boards::None,
    grids: &[],
    words: &[],
    pairs: &[],
    labels: LabelWords::NONE,
    goals: &[Goal::STATED],
    dialects: &[],
    formulations: &[],
    networks: &NETWORKS,
    clue: |_| Err("a model has no cells".into()),
    json_clue: |_| Err("a model has no cells".into()),
    layout: None,
    read: |draft| Err(Fault::new(draft.origin, "a family that files can state")),
    generate: |_, _| Err("a model is stated by a program".into()),
    drawn: None,
    choose: None,
};

/// Where the variables of a statement are.
#[derive(Debug)]
pub(super) struct Located {
    pub places: VarMap,
    pub statement: Arc<Statement>,
}

impl Decode for Located {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Values(self.places.values(store))
    }

    /// Takes as many steps as there are variables: for people.
    fn words(&self, store: &Store, l: Lit) -> Option<String> {
        let (of, atom, holds) = (&self.statement.variables, l.atom(), l.is_positive());
        let own = |k: usize| {
            let negated = self.places.own[k] != l;
            format!("{}{}", if negated { "not " } else { "" }, of.own[k])
        };
        let (x, value, sign) = match (store.bound(atom), store.meaning(atom), holds) {
            (Some((x, v)), _, true) => (x, v, "<="),
            (Some((x, v)), _, false) => (x, v + 1, ">="),
            (None, Some((x, v)), true) => (x, v, "="),
            (None, Some((x, v)), false) => (x, v, "!="),
            (None, None, _) => {
                return self.places.own.iter().position(|own| own.atom() == atom).map(own);
            }
        };
        let (index, low) = self.places.bits_of(x)?;
        Some(format!("{} {sign} {}", of.int_name(index), low + i64::from(value)))
    }

    fn interval(&self, x: IntervalId) -> Option<(String, i64)> {
        let (index, low) = self.places.ends(x)?;
        Some((self.statement.variables.int_name(index).to_string(), low))
    }
}

/// A statement, and the places of its variables, which are computed once.
#[derive(Debug)]
pub(super) struct ModelPuzzle {
    statement: Arc<Statement>,
    /// Bytes that its network may take.
    memory: usize,
    layout: OnceLock<Layout>,
}

impl ModelPuzzle {
    /// Nothing is computed yet; its network may take this many bytes.
    pub fn new(statement: Arc<Statement>, memory: usize) -> ModelPuzzle {
        ModelPuzzle { statement, memory, layout: OnceLock::new() }
    }

    /// The same with another statement.
    pub fn restated(&self, statement: Statement) -> ModelPuzzle {
        ModelPuzzle::new(Arc::new(statement), self.memory)
    }

    /// The statement.
    pub fn statement(&self) -> &Arc<Statement> {
        &self.statement
    }

    /// Where its variables lie.
    ///
    /// # Errors
    /// Why it has no network; interrupted.
    pub fn layout(&self, counter: &StepCounter<'_>) -> Result<&Layout, Unbuilt> {
        match self.layout.get() {
            Some(layout) => Ok(layout),
            None => {
                let layout = Layout::from_statement(&self.statement, self.memory, counter)?;
                Ok(self.layout.get_or_init(|| layout))
            }
        }
    }
}

impl ModelPuzzle {
    /// By the number of a propagator in its network the constraint that it was posted for; nothing if it has no
    /// network.
    pub fn owners(&self) -> Vec<u32> {
        let built = self.build(StepCounter::new(None), &[]);
        built.map_or_else(|_| Vec::new(), |(_, places)| places.owners)
    }

    fn build(
        &self,
        counter: StepCounter<'_>,
        without: &[String],
    ) -> Result<(Kernel, VarMap), Unbuilt> {
        let layout = self.layout(&counter)?;
        network::build(&self.statement, layout, (self.memory, without, false), counter)
    }
}

impl Rules for ModelPuzzle {
    fn family(&self) -> Family {
        Family::new(&INFO)
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<ModelPuzzle>().is_some_and(|other| other.statement == self.statement)
    }

    fn layout(&self) -> puzzle::Layout<'_> {
        puzzle::Layout::Rectangle { rows: 0, cols: 0 }
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities { goals: Some(self), tells: Some(self), ..Capabilities::default() }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        match answer {
            Answer::Values(values) => {
                self.statement.check(values).map_err(|why| Violation::new("stated", [], why))
            }
            _ => Err(Violation::other_family()),
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
        let (model, places) =
            self.build(options.step_counter(), &options.without).map_err(|why| match why {
                Unbuilt::Interrupted => BuildError::Interrupted,
                Unbuilt::Model(e @ ModelError::TooLarge { .. }) => {
                    BuildError::TooLarge(e.to_string())
                }
                Unbuilt::Model(e) => BuildError::NotApplicable(e.to_string()),
            })?;
        Ok(Built::new(model, Located { places, statement: self.statement.clone() }))
    }

    fn tokens(&self, _answer: Option<&Answer>) -> Vec<String> {
        Vec::new()
    }

    fn clues_json(&self) -> Vec<Value> {
        Vec::new()
    }

    fn scene(&self, _answer: Option<&Answer>) -> Scene<'_> {
        Scene::Boxes(BoxScene { n: 0, given: &[], found: None, less: &[], gaps: &[] })
    }
}

impl Goals for ModelPuzzle {
    fn admits_goal(&self, goal: Goal, _network: &str) -> Result<(), BuildError> {
        if goal == Goal::STATED && self.statement.target.is_some() {
            return Ok(());
        }
        Err(BuildError::NotApplicable("a model has no goal but the one it states".into()))
    }

    fn worth(&self, _goal: Goal, answer: &Answer) -> Option<i64> {
        match answer {
            Answer::Values(values) => self.statement.value(values),
            _ => None,
        }
    }
}

/// The model as a puzzle, after a check whether it can have a network.
///
/// # Errors
/// If it cannot. If the check is interrupted, the error appears when the network is built.
pub(super) fn puzzle(statement: &Arc<Statement>, options: &Options) -> Result<Puzzle, ModelError> {
    let stated = ModelPuzzle::new(statement.clone(), options.budget.memory);
    let interrupt = options.budget.interrupt();
    match stated.layout(&StepCounter::new(interrupt.as_ref())) {
        Err(Unbuilt::Model(why)) => Err(why),
        Ok(_) | Err(Unbuilt::Interrupted) => Ok(Puzzle::from(stated)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Bool, Graph, Int, Model, ModelError};
    use clew_engine::kernel::Interrupt;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Models, each large in another way.
    fn large() -> Result<Vec<(&'static str, Model)>, ModelError> {
        let mut all = Vec::new();
        let mut add = |name, state: &dyn Fn(&mut Model) -> Result<(), ModelError>| {
            let mut m = Model::new();
            state(&mut m)?;
            all.push((name, m));
            Ok::<(), ModelError>(())
        };
        add("inverse", &|m| {
            let (xs, ys) = (m.ints("x", 200, 0..=199)?, m.ints("y", 200, 0..=199)?);
            m.inverse(&xs, &ys)
        })?;
        add("table", &|m| {
            let xs = m.ints("x", 3, 0..=99)?;
            m.table(&xs, (0..100_000).map(|i| [i % 100, i / 100 % 100, i / 1000]))
        })?;
        add("channel", &|m| {
            let (x, bools) = (m.int("x", 0..=49_999)?, m.bools("b", 50_000)?);
            m.channel(x, 0, &bools)
        })?;
        add("clauses", &|m| {
            let b: Vec<Bool> = m.bools("b", 40_000)?;
            b.windows(3).try_for_each(|w| m.clause(w))
        })?;
        add("sums", &|m| {
            let x: Vec<Int> = m.ints("x", 10_000, 0..=9)?;
            x.windows(3).try_for_each(|w| m.at_most(w[0] + w[1] + w[2], 9))
        })?;
        add("circuit", &|m| {
            let x = m.ints("x", 900, 0..=899)?;
            let grid = Graph::from_fn(900, |a, b| b - a == 30 || (b - a == 1 && b % 30 > 0));
            m.circuit(&grid, &x)
        })?;
        add("wide variables", &|m| {
            m.keep_ends_above(u64::MAX);
            m.ints("x", 100, 0..=65_535).map(drop)
        })?;
        Ok(all)
    }

    #[test]
    fn building_asks_whether_to_stop_and_looks_at_the_size_once() {
        for (name, model) in large().expect("they can be stated") {
            let stated = || ModelPuzzle::new(Arc::new(model.statement.clone()), usize::MAX);
            // Raised at this question.
            let build = |stated: &ModelPuzzle, at: usize| {
                let asked = Arc::new(AtomicUsize::new(0));
                let seen = asked.clone();
                let raised = move || seen.fetch_add(1, Ordering::Relaxed) >= at;
                let interrupt = Some(Interrupt::new(raised));
                let options = BuildOptions { interrupt, ..BuildOptions::default() };
                let built = stated.build_network(NETWORK, &options).map(drop);
                (built, asked.load(Ordering::Relaxed))
            };
            let first = stated();
            let (built, all) = build(&first, usize::MAX);
            assert_eq!(built, Ok(()), "{name}");
            assert!(all > 1, "{name}: {all} questions");
            let (built, again) = build(&first, usize::MAX);
            assert!(built.is_ok() && again <= all && again > 0, "{name}: {again} of {all}");
            for at in [0, all / 2, all - 1] {
                let (built, asked) = build(&stated(), at);
                assert_eq!((built, asked), (Err(BuildError::Interrupted), at + 1), "{name}");
            }
            // An interrupted build can be repeated.
            let late = stated();
            assert!(build(&late, all - 1).0.is_err());
            assert!(build(&late, usize::MAX).0.is_ok(), "{name}");
        }
    }
}
