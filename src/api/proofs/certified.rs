//! Checks whether the documents of a certificate state the claim. This covers everything but the proof, which an
//! external proof checker reads.

use crate::api::proofs::certificate::GOAL;

use crate::api::proofs::certificate::OPB;

use crate::api::proofs::certificate::PROOF;

use crate::api::proofs::certificate::PUZZLE;

use crate::api::proofs::certificate::SOLUTION;
use clew_engine::run::Interrupt;
use clew_families::parse_json;
use clew_formats::{self as interchange, Reading};
use clew_puzzle::certificate::Unproved;
use clew_puzzle::certificate::opb::rows_until;
use clew_puzzle::puzzle::{Answer, Entry, Goal, Unfit};
use clew_solve::strategy::prove::{Claim, NoProof, claim_alone, claim_best};
use std::collections::BTreeSet;

/// Rules that a proof may contain, by their first word. None of them makes an assumption.
const RULES: [&str; 16] = [
    "pseudo-Boolean",
    "f",
    "rup",
    "pol",
    "red",
    "dom",
    "del",
    "left",
    "right",
    "fresh_right",
    "qed",
    "load_order",
    "soli",
    "output",
    "conclusion",
    "end",
];

/// Keywords that begin a part of the definition of an order. Each stands alone on its line, except for a name: rules
/// after it on the same line would not be seen.
const PARTS: [&str; 6] = ["def_order", "vars", "def", "transitivity", "proof", "proofgoal"];

/// The rule by which a proof may assume anything. (Names of variables are longer.)
const ASSUMES: &str = "a";

/// The reason why documents are no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// They prove nothing, in words.
    Wrong(String),
    /// A limit came first.
    Stopped,
}

impl From<String> for Refusal {
    fn from(why: String) -> Refusal {
        Refusal::Wrong(why)
    }
}

/// A puzzle, and the claim that its certificate has to prove.
#[derive(Debug)]
pub struct Statement {
    /// The goal for which the solution is claimed to be optimal; `None` if it is claimed to be the only solution.
    pub goal: Option<Goal>,
    /// The documents that the claim is made from, in the order in which a second encoder takes them.
    pub sources: &'static [&'static str],
    /// The claim in words, such as "one solution, and no other".
    pub words: String,
    claim: Claim,
}

impl Statement {
    /// The claim that the documents [`PUZZLE`], [`GOAL`] and [`SOLUTION`] state. The solution has to obey the rules.
    ///
    /// The constraints of the claim are written by this program, not read: see [`Statement::rows`]. Takes long on
    /// large boards; ends early if `interrupt` is raised.
    ///
    /// # Errors
    /// If a document cannot be read, the goal is unknown, or the solution is none.
    pub fn read(
        puzzle: &str,
        goal: Option<&str>,
        solution: Option<&str>,
        interrupt: Interrupt,
    ) -> Result<Statement, Refusal> {
        let entry = parse_json(puzzle).map_err(|error| format!("{PUZZLE}: {error}"))?;
        let goal = goal.map(named).transpose()?;
        let known = solution.map(|text| known(&entry, goal, text)).transpose()?;
        let interrupt = Some(interrupt);
        let claim = match (goal, &known) {
            (Some(goal), Some(best)) => claim_best(&entry.puzzle, goal, best, interrupt),
            (Some(_), None) => {
                return Err(format!("{GOAL} is about {SOLUTION}, which is missing").into());
            }
            (None, known) => claim_alone(&entry.puzzle, known.as_ref(), interrupt),
        };
        let claim = claim.map_err(|why| match why {
            NoProof::Unproved(Unproved::Interrupted) => Refusal::Stopped,
            why => Refusal::Wrong(why.to_string()),
        })?;
        let words = match (&known, claim.better) {
            (_, Some((goal, worth))) => format!("{}: {worth}, {}", goal.name, goal.best),
            (Some(_), None) => "one solution, and no other".to_string(),
            (None, None) => "no solution".to_string(),
        };
        let sources: &[&str] = if known.is_some() { &[PUZZLE, SOLUTION] } else { &[PUZZLE] };
        Ok(Statement { goal, sources, words, claim })
    }

    /// The constraints of the document [`OPB`], each in canonical form; they must be those of the claim.
    ///
    /// # Errors
    /// If they differ, or `interrupt` is raised first.
    pub fn rows(self, opb: &str, interrupt: &Interrupt) -> Result<BTreeSet<String>, Refusal> {
        let rows = rows(opb, interrupt)?;
        match rows == crate::api::proofs::certified::rows(&self.claim.opb.text(), interrupt)? {
            true => Ok(rows),
            false => Err(format!("{OPB} does not state the rules of the puzzle").into()),
        }
    }
}

/// The constraints of a text in OPB, each in canonical form: two texts with equal sets are equivalent.
///
/// # Errors
/// If `interrupt` is raised first.
pub fn rows(opb: &str, interrupt: &Interrupt) -> Result<BTreeSet<String>, Refusal> {
    rows_until(opb, || interrupt.is_raised()).ok_or(Refusal::Stopped)
}

/// The goal with this name.
fn named(text: &str) -> Result<Goal, Refusal> {
    let mut goals = clew_families::all().iter().flat_map(|family| family.goals);
    let named = goals.find(|goal| goal.name == text.trim()).copied();
    named.ok_or_else(|| format!("{GOAL} names no goal that has certificates").into())
}

/// The solution of the document, which obeys the rules, including those of the goal if there is one.
fn known(entry: &Entry, goal: Option<Goal>, text: &str) -> Result<Answer, Refusal> {
    let answers = interchange::solutions(entry, text, &Reading::default());
    let answers = answers.map_err(|error| format!("{SOLUTION}: {error}"))?;
    let answers: Result<Vec<Answer>, Unfit> = answers.into_iter().collect();
    let answers = answers.map_err(|why| format!("{SOLUTION} is no solution: {why}"))?;
    let [answer] = <[Answer; 1]>::try_from(answers)
        .map_err(|all| format!("{SOLUTION} has {} solutions, not one", all.len()))?;
    let verified = match goal {
        Some(goal) => entry.puzzle.verify_for(goal, &answer),
        None => entry.puzzle.verify(&answer),
    };
    verified.map_err(|why| format!("{SOLUTION} breaks the rules: {why}"))?;
    Ok(answer)
}

/// Whether every rule in line `number` (from 1) of the document [`PROOF`] is one that proves its conclusion.
///
/// # Errors
/// The first rule that is not, with the line.
pub fn proves(number: u64, line: &[u8]) -> Result<(), Refusal> {
    for rule in line.split(|&b| b == b';') {
        let text = String::from_utf8_lossy(rule);
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(first) = words.first() else { continue };
        let is_part = PARTS.contains(first) && words.len() <= 2;
        // The definition of an order has a sum.
        let is_sum = first.starts_with(['-', '+']) && words.contains(&">=");
        let wrong = match words.contains(&ASSUMES) {
            true => Some(&ASSUMES),
            false => Some(first).filter(|first| !RULES.contains(first) && !is_part && !is_sum),
        };
        if let Some(wrong) = wrong {
            let wrong: String = wrong.chars().take(20).collect();
            return Err(format!("line {number} of {PROOF} has the rule {wrong}").into());
        }
    }
    Ok(())
}
