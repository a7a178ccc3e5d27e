//! Certificates: the rules of a puzzle as constraints, without its known solution or without all that is
//! not better than it, and a proof that nothing is left.

use super::learning::learn_options;
use super::options::Options;
use clew_engine::kernel::{Atom, Engine, Halt, Lit};
use clew_engine::run::{Budget, Exhausted, Interrupt, Stats};
use clew_engine::search::objective::Better;
use clew_engine::search::{Incumbent, LearnOptions, Learner, Sink};
use clew_puzzle::certificate::proof::Outlet;
use clew_puzzle::certificate::prover::Effort;
use clew_puzzle::certificate::{Literal, Names, Opb, ProofFile, Prover, Unproved, Unstated};
use clew_puzzle::puzzle::certified::{Certified, ProofNetwork};
use clew_puzzle::puzzle::{Answer, BuildError, BuildOptions, Built, Goal, Keep, Puzzle};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The constraints that a proof refutes.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The rules, and the clauses that exclude the solution.
    pub opb: Opb,
    /// The clauses that exclude it.
    pub excluded: Vec<Vec<Literal>>,
    /// Or the goal, and its worth, which is not reached again.
    pub better: Option<(Goal, i64)>,
}

/// The figures of a proof that was written.
#[derive(Clone, Copy, Debug)]
pub struct Proved {
    /// Its length.
    pub bytes: u64,
    /// The number of rows that state the claim.
    pub rows: u64,
    /// The effort of the proof.
    pub effort: Effort,
    /// Decisions, failures and the rest of the search.
    pub stats: Stats,
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoProof {
    /// The family states no constraints, or they are too large.
    #[error("{0}")]
    Unstated(String),
    /// There is a solution that the claim denies.
    #[error("there is another solution")]
    Another,
    /// See [`Unproved`].
    #[error("{0}")]
    Unproved(#[from] Unproved),
}

impl From<Unstated> for NoProof {
    fn from(why: Unstated) -> NoProof {
        match why {
            Unstated::Interrupted => Unproved::Interrupted.into(),
            Unstated::Excess => NoProof::Unstated(why.to_string()),
        }
    }
}

/// The claim that a puzzle has no solution, or none but this one, with the changes that a proof may use. It takes long
/// on large boards, and breaks off if `interrupt` is raised.
///
/// # Errors
/// In words, why there are no such constraints.
pub fn claim(
    puzzle: &Puzzle,
    known: Option<&Answer>,
    interrupt: Option<Interrupt>,
) -> Result<Claim, NoProof> {
    let (stated, mut claim) = others(puzzle, known, interrupt)?;
    stated.note_changes(&mut claim.opb, known)?;
    Ok(claim)
}

/// The same claim for callers that compare its rows and prove nothing: without changes.
///
/// # Errors
/// As [`claim`].
pub fn claim_alone(
    puzzle: &Puzzle,
    known: Option<&Answer>,
    asks: Option<Interrupt>,
) -> Result<Claim, NoProof> {
    others(puzzle, known, asks).map(|(_, claim)| claim)
}

/// That there is no solution but the known one.
fn others<'a>(
    puzzle: &'a Puzzle,
    known: Option<&Answer>,
    asks: Option<Interrupt>,
) -> Result<(Box<dyn Certified + 'a>, Claim), NoProof> {
    let (stated, mut opb) = statement(puzzle, None, asks)?;
    let excluded = match known {
        Some(answer) => stated.exclude(&opb, answer)?,
        None => Vec::new(),
    };
    for clause in &excluded {
        opb.clause(clause.iter().copied());
    }
    Ok((stated, Claim { opb, excluded, better: None }))
}

/// The claim that no solution is better than this one; otherwise as [`claim`].
///
/// # Errors
/// In words, why there are no such constraints.
pub fn claim_best(
    puzzle: &Puzzle,
    goal: Goal,
    best: &Answer,
    asks: Option<Interrupt>,
) -> Result<Claim, NoProof> {
    let (stated, mut opb) = statement(puzzle, Some(goal), asks)?;
    let none = || NoProof::Unstated("there are no certificates for this goal".into());
    let worth = puzzle.worth(goal, best).ok_or_else(none)?;
    if !stated.add_bound(&mut opb, goal, worth)? {
        return Err(none());
    }
    Ok(Claim { opb, excluded: Vec::new(), better: Some((goal, worth)) })
}

/// Why there are no certificates for a puzzle that has none, in words.
pub fn unstated(puzzle: &Puzzle) -> String {
    match puzzle.lacks() {
        Some(why) => format!("there are no certificates for this puzzle: {why}"),
        None => {
            let family = puzzle.family().keyword();
            format!("there are no certificates for puzzles of the family {family}")
        }
    }
}

/// The rules of a puzzle as constraints, and the terms of a goal.
fn statement(
    puzzle: &Puzzle,
    goal: Option<Goal>,
    asks: Option<Interrupt>,
) -> Result<(Box<dyn Certified + '_>, Opb), NoProof> {
    let Some(stated) = puzzle.certified() else {
        return Err(NoProof::Unstated(unstated(puzzle)));
    };
    if let Some(goal) = goal {
        let admitted = puzzle.admits_goal(goal, stated.network(Some(goal)).name);
        admitted.map_err(|why| NoProof::Unstated(why.to_string()))?;
    }
    let opb = stated.state(goal, asks)?;
    Ok((stated, opb))
}

/// The network whose search a proof follows, for the goal if there is one; `None` if there are no certificates.
pub fn followed(puzzle: &Puzzle, goal: Option<Goal>) -> Option<ProofNetwork> {
    puzzle.certified().map(|stated| stated.network(goal))
}

/// Searches the network of proofs and writes a proof of the claim, piece by piece, to `outlet`, which returns whether
/// it can go on.
///
/// # Errors
/// [`NoProof`].
pub fn prove(
    puzzle: &Puzzle,
    claim: &Claim,
    options: &Options,
    outlet: Outlet<'_>,
) -> Result<Proved, NoProof> {
    let Some(stated) = puzzle.certified() else {
        return Err(NoProof::Unstated(unstated(puzzle)));
    };
    let quits = Arc::new(AtomicBool::new(false));
    let budget = options.budget.with_cancel(quits.clone());
    let goal = claim.better.map(|(goal, _)| goal);
    let network = stated.network(goal);
    let changes = claim.opb.derivations.changes.as_ref();
    let built = puzzle.build(
        network.name,
        &BuildOptions {
            keep: Keep::All,
            goal,
            learning: true,
            changed: network.changed && changes.is_some(),
            without: network.without.iter().map(ToString::to_string).collect(),
            interrupt: budget.interrupt(),
            ..BuildOptions::default()
        },
    );
    let built = match built {
        Ok(built) => built,
        Err(BuildError::Interrupted) => return Err(Unproved::Interrupted.into()),
        Err(why) => return Err(NoProof::Unstated(why.to_string())),
    };
    let names = stated.speaks(&built, &claim.opb)?;
    let mut engine = built.model.engine.clone();
    let excluded = changes.and_then(|changes| changes.excluded.as_ref());
    let changed = changes.iter().flat_map(|changes| &changes.changes);
    let mut clauses: Vec<Vec<Literal>> = excluded.unwrap_or(&claim.excluded).clone();
    clauses.extend(changed.filter_map(|change| change.shorter.clone()));
    let exchanges = changes.iter().flat_map(|changes| &changes.exchanges.all);
    clauses.extend(exchanges.filter_map(|e| e.clause(&claim.opb.derivations.labels)));
    let closed = exclude(&mut engine, &names, &clauses);
    let worth = claim.better.map(|(_, worth)| worth);
    let names = (names, Vec::new());
    let network = Followed { built: &built, engine, names, closed, worth };
    network.prove(&claim.opb, (options, &budget, quits), outlet)
}

/// A network whose search a proof follows.
pub struct Followed<'a> {
    /// The network as it was built.
    pub built: &'a Built,
    /// Its engine, perhaps with further clauses.
    pub engine: Engine,
    /// The literals of its atoms in the rows.
    pub names: Names,
    /// Whether nothing is left at first sight.
    pub closed: bool,
    /// The value of the goal that a solution has to beat, if there is one.
    pub worth: Option<i64>,
}

impl Followed<'_> {
    /// Searches the network and writes a proof that the rows have no solution, piece by piece, to `outlet`. `quits` is
    /// a flag of the budget, which is raised once there can be no proof.
    ///
    /// # Errors
    /// [`NoProof`].
    pub fn prove(
        self,
        opb: &Opb,
        (options, budget, quits): (&Options, &Budget, Arc<AtomicBool>),
        outlet: Outlet<'_>,
    ) -> Result<Proved, NoProof> {
        let Followed { built, mut engine, names, closed, worth } = self;
        let file = ProofFile::new(opb, outlet);
        let mut prover = Prover::new(opb, names, file, budget.clone(), quits);
        if let Some(why) = prover.unproved() {
            return Err(why.clone().into());
        }
        let mut stats = Stats::default();
        if let (Some(worth), Some(objective)) = (worth, &built.model.objective) {
            let incumbent = Arc::new(Incumbent::default());
            incumbent.improve(if objective.negated { -worth } else { worth });
            Better::post(&mut engine, objective, incumbent);
        }
        if !closed && !built.model.infeasible && !prover.is_done() {
            let learn = LearnOptions { adaptive: None, ..learn_options(built, options) };
            search(&mut engine, built, learn, budget, &mut stats, &mut prover)?;
        }
        let (bytes, effort) = prover.conclude(&engine)?;
        Ok(Proved { bytes, rows: opb.len() as u64, effort, stats })
    }
}

/// Excludes the known solution from the network as well, and solutions that can be changed into cheaper ones; whether
/// that leaves nothing at first sight.
fn exclude(engine: &mut Engine, names: &[(Atom, Literal)], excluded: &[Vec<Literal>]) -> bool {
    if excluded.is_empty() {
        return false;
    }
    // Of several names the first.
    let mut named: FxHashMap<usize, (Atom, Literal)> = FxHashMap::default();
    named.reserve(names.len());
    for &(atom, name) in names {
        named.entry(name.var()).or_insert((atom, name));
    }
    excluded.iter().any(|clause| {
        let lit = |l: &Literal| -> Option<Lit> {
            let (atom, name) = named.get(&l.var())?;
            Some(atom.lit(name.is_affirmed() == l.is_affirmed()))
        };
        let lits: Option<Vec<Lit>> = clause.iter().map(lit).collect();
        lits.is_some_and(|lits| engine.add_clause(&lits).is_err())
    })
}

/// Searches until nothing is left.
fn search(
    engine: &mut Engine,
    built: &Built,
    learn: LearnOptions,
    budget: &Budget,
    stats: &mut Stats,
    prover: &mut Prover<'_>,
) -> Result<(), NoProof> {
    engine.set_interrupt(budget.interrupt());
    let made = Learner::from_model(engine, &built.model, learn, prover);
    engine.set_interrupt(None);
    let stopped = |prover: &Prover<'_>| match prover.unproved() {
        Some(why) => Err(NoProof::Unproved(why.clone())),
        None if prover.is_done() => Ok(()),
        None => Err(Unproved::Interrupted.into()),
    };
    let mut learner = match made {
        Ok(learner) => learner,
        Err(Halt::Conflict) => {
            // No conflict analysis has seen this failure, and its premises may need a derivation.
            prover.fails_at_root(engine);
            return Ok(());
        }
        Err(Halt::Interrupted) => return stopped(prover),
    };
    let mut first = First { found: false };
    match learner.run(engine, &mut first, budget, stats, prover) {
        _ if first.found => Err(NoProof::Another),
        Ok(Exhausted) => Ok(()),
        Err(_) => stopped(prover),
    }
}

/// Stops at a solution.
struct First {
    found: bool,
}

impl Sink for First {
    fn solution(&mut self, _engine: &Engine) -> ControlFlow<()> {
        self.found = true;
        ControlFlow::Break(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{Task, run};
    use clew_families::parse_native;

    /// In tests the prover compares with the clauses that the search has forgotten at every clause that is learnt.
    #[test]
    fn recently_learnt_clauses_are_kept() {
        let text = include_str!("../../../../instances/hidato/ladder-hex-05x05.puzzle");
        let puzzle = parse_native(text).expect("it is well-formed").puzzle;
        let options = Options::default();
        let found = run(&puzzle, Task::Check, &options).expect("it can be asked");
        let claim = claim(&puzzle, found.answers.first(), None).expect("it can be stated");
        let proved = prove(&puzzle, &claim, &options, Box::new(|_| true)).expect("it is proved");
        assert!(proved.effort.learnt > 50, "{:?}", proved.effort);
    }
}
