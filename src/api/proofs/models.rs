//! Models for other solvers: cutting off solutions, and the output of solvers, verified.

use crate::api::question::AnswerStatus;
use clew_families::all;
use clew_puzzle::formulation::{self, LANGUAGES, Language, Reply, Row, language};
use clew_puzzle::puzzle::format::routes;
use clew_puzzle::puzzle::{Answer, Entry, Formulated, Goal};
use clew_report::document::{self, Head};
use clew_report::listed::Solution;
use clew_report::text;
use serde::Serialize;
use std::fmt::Write;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-import/1";

/// Cuts off solutions, each once, together with its reverse if that is the same answer.
fn exclude(stated: &mut Formulated, entry: &Entry, answers: &[Answer]) {
    let puzzle = &entry.puzzle;
    let either_way = puzzle.folds_reverse();
    let mut done: Vec<Answer> = Vec::new();
    for answer in answers {
        let reverse = either_way.then(|| puzzle.reversed(answer));
        for answer in std::iter::once(answer.clone()).chain(reverse) {
            if !done.contains(&answer) {
                stated.exclude(&answer);
                done.push(answer);
            }
        }
    }
}

/// All models of all families.
pub fn list() -> String {
    let mut out = String::new();
    for family in all() {
        let none = if family.formulations.is_empty() { ": none" } else { "" };
        let _ = writeln!(out, "{family}{none}");
        for info in family.formulations {
            let _ = writeln!(out, "  {}: {}", info.name, info.summary);
            let _ = writeln!(out, "      source: {}", info.source);
            let _ = writeln!(out, "      --to: {}", info.languages.join(", "));
            if let Some(caveat) = info.caveat {
                let _ = writeln!(out, "      caveat: {caveat}");
            }
        }
    }
    out
}

/// The format of a model.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// A solver language.
    Language(&'static Language),
    /// Data in MiniZinc for the model shipped with clew; that model is the target `mzn` with `shipped`.
    Data,
    /// The AMPL model shipped with clew.
    AmplModel,
    /// Data for the AMPL model.
    AmplData,
    /// The formulation on paper.
    Tex,
}

/// The targets that are no separate languages.
const FURTHER: [(&str, Target); 4] = [
    ("dzn", Target::Data),
    ("mod", Target::AmplModel),
    ("dat", Target::AmplData),
    ("tex", Target::Tex),
];

impl Target {
    /// The target of this name.
    ///
    /// # Errors
    /// In words, with all names.
    pub fn from_name(name: &str) -> Result<Target, String> {
        let further = FURTHER.iter().find(|(known, _)| *known == name);
        let found = further.map(|(_, target)| *target).or(language(name).map(Target::Language));
        found.ok_or_else(|| format!("models are written to {}", Target::names().join(", ")))
    }

    /// All names.
    pub fn names() -> Vec<&'static str> {
        LANGUAGES.iter().map(|l| l.name).chain(FURTHER.iter().map(|(name, _)| *name)).collect()
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Target::Language(language) => language.name,
            Target::Data => "dzn",
            Target::AmplModel => "mod",
            Target::AmplData => "dat",
            Target::Tex => "tex",
        }
    }

    /// Whether the language has continuous variables, for relaxations.
    ///
    /// # Errors
    /// In words, with those that have.
    pub fn relaxes(self) -> Result<(), String> {
        let name = self.name();
        if CONTINUOUS.contains(&name) {
            return Ok(());
        }
        let have = CONTINUOUS.join(" and ");
        Err(format!("{name} has no relaxations: {have} have continuous variables"))
    }
}

/// States a puzzle as the model of this name, with a goal if there is one, and cuts off solutions.
///
/// # Errors
/// In words: there is no such model, or it cannot state the puzzle, the goal or the cuts.
pub fn state(
    entry: &Entry,
    model: &str,
    goal: Option<Goal>,
    excluded: &[Answer],
) -> Result<Formulated, String> {
    let mut stated = entry.puzzle.formulate_for(model, goal)?;
    if goal == Some(Goal::MOST_CELLS) && !excluded.is_empty() {
        return Err(
            "solutions are cut off by what is on in them, and a longer line may have all of that: \
                    --exclude does not apply with --maximize cells"
                .into(),
        );
    }
    exclude(&mut stated, entry, excluded);
    Ok(stated)
}

/// Writes a model; `shipped` writes the one shipped with clew, which is the same for all puzzles.
///
/// # Errors
/// In words: the target cannot express the model.
pub fn write(stated: &Formulated, to: Target, shipped: bool) -> Result<String, String> {
    match to {
        Target::Language(_) if shipped => stated.shipped.clone().map(|own| own.model.into()),
        Target::Language(language) => (language.write)(&stated.model)
            .map_err(|why| format!("{} cannot state it: {why}", to.name())),
        Target::Data => stated.shipped.clone().map(|own| own.data),
        Target::AmplModel => stated.ampl.clone().map(|own| own.model.into()),
        Target::AmplData => stated.ampl.clone().map(|own| own.data),
        Target::Tex => Ok(stated.tex()),
    }
}

/// Declares all variables of a model continuous, for a language that has such variables.
///
/// # Errors
/// In words, if the language has none.
pub fn relax(stated: &mut Formulated, to: Target) -> Result<(), String> {
    to.relaxes()?;
    stated.model.relax();
    stated.model.push_comment("all variables are continuous: the relaxation of the model");
    Ok(())
}

/// The languages that have continuous variables.
const CONTINUOUS: [&str; 2] = ["lp", "mps"];

/// The size of a model, one figure per line.
pub fn size(stated: &Formulated) -> String {
    let model = &stated.model;
    let integers = model.variables().iter().filter(|variable| !variable.relaxed);
    let booleans = integers.clone().filter(|variable| variable.is_boolean()).count();
    let (constraints, nonzeros) = model.size();
    let rows: Vec<&Row> = model.constraints().iter().filter_map(|c| c.row().ok()).collect();
    let products: usize = rows.iter().map(|row| row.products.len()).sum();
    let mut out = String::new();
    for (figure, n) in [
        ("columns", model.variables().len()),
        ("of them integers", integers.count()),
        ("of these 0 or 1", booleans),
        ("rows", rows.len()),
        ("nonzeros", nonzeros),
        ("of them products", products),
        ("other constraints", constraints - rows.len()),
        ("terms of the objective", model.objective().map_or(0, |sum| sum.terms.len())),
    ] {
        let _ = writeln!(out, "{figure}: {n}");
    }
    out
}

/// The output of the solver, with a verdict for each solution.
#[derive(Clone, Debug)]
pub enum Found {
    /// Answers, each with the rule that it breaks, if any, and the goal if there is one.
    Answers(Vec<(Answer, Option<String>)>, Option<Goal>),
    /// There is no solution.
    None,
    /// The solver ended without a result.
    Unknown,
}

/// Reads a solver's output for `model`, which was made from `stated`; each solution is checked against the rules.
///
/// # Errors
/// In words, the mistake in the output.
pub fn found(
    stated: &Formulated,
    entry: &Entry,
    (model, goal): (&str, Option<Goal>),
    text: &str,
) -> Result<Found, String> {
    let reply = formulation::read(&stated.model, text).map_err(|mistake| mistake.to_string())?;
    let all = match reply {
        Reply::Infeasible => return Ok(Found::None),
        Reply::Unknown => return Ok(Found::Unknown),
        Reply::Solutions(all) => all,
    };
    let mut answers = Vec::new();
    for (i, values) in all.iter().enumerate() {
        let spelled = stated.answer(values);
        let answer = spelled.map_err(|why| match all.len() {
            1 => format!("the values are no answer of model {}: {why}", model),
            _ => format!("solution {}: the values are no answer of model {}: {why}", i + 1, model),
        })?;
        let verified = match goal {
            Some(goal) => entry.puzzle.verify_for(goal, &answer),
            None => entry.puzzle.verify(&answer),
        };
        answers.push((answer, verified.err().map(|why| why.to_string())));
    }
    Ok(Found::Answers(answers, goal))
}

/// The goal, and the value of an answer under it.
fn worth(entry: &Entry, goal: Option<Goal>, answer: &Answer) -> Option<(Goal, i64)> {
    Some((goal?, entry.puzzle.worth(goal?, answer)?))
}

impl Found {
    /// Yes if all solutions obey the rules.
    pub fn standing(&self) -> AnswerStatus {
        match self {
            Found::Answers(all, _) if all.iter().all(|(_, broken)| broken.is_none()) => {
                AnswerStatus::Yes
            }
            Found::Answers(..) | Found::None => AnswerStatus::No,
            Found::Unknown => AnswerStatus::Undecided,
        }
    }

    /// The solutions as grids, or which rules they break.
    pub fn text(&self, entry: &Entry) -> String {
        let (all, goal) = match self {
            Found::None => {
                return "none: the solver reports that the model has no solution\n".into();
            }
            Found::Unknown => {
                return "unknown: the solver reports neither a solution nor that there is none\n"
                    .into();
            }
            Found::Answers(all, goal) => (all, goal),
        };
        let mut out = String::new();
        for (i, (answer, broken)) in all.iter().enumerate() {
            if all.len() > 1 {
                let begin = if i > 0 { "\n" } else { "" };
                let _ = writeln!(out, "{begin}solution {}:", i + 1);
            }
            match broken {
                Some(why) => {
                    let _ = writeln!(out, "breaks the rules: {why}");
                }
                None => {
                    if let Some((goal, worth)) = worth(entry, *goal, answer) {
                        let _ = writeln!(out, "{}: {worth}", goal.name);
                    }
                    out += &text::solution(&entry.puzzle, answer);
                    out += &routes(&entry.puzzle, answer).unwrap_or_default();
                }
            }
        }
        out
    }

    /// The document `clew-import/1`, on one line.
    pub fn json(&self, entry: &Entry, id: &str, model: &str) -> String {
        let verdict = match self {
            Found::None => Verified::None,
            Found::Unknown => Verified::Unknown,
            Found::Answers(..) if self.standing() == AnswerStatus::Yes => Verified::Solved,
            Found::Answers(..) => Verified::Broken,
        };
        let head = Head { id, ..Head::new(SCHEMA, entry, id) };
        let answers = match self {
            Found::Answers(all, goal) => Some(VerifiedAnswers::new(entry, all, *goal)),
            Found::None | Found::Unknown => None,
        };
        document::value(&Document { head, model, verdict, answers }).to_string()
    }
}

/// The findings of another solver: the document `clew-import/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The model that the other solver was given.
    model: &'a str,
    /// Whether its solutions obey the rules, or that it has none.
    verdict: Verified,
    #[serde(flatten)]
    answers: Option<VerifiedAnswers<'a>>,
}

/// A verdict on the output of another solver.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Verified {
    /// All solutions obey the rules.
    Solved,
    /// A solution breaks a rule.
    Broken,
    /// It reports that there is none.
    None,
    /// It reports neither.
    Unknown,
}

/// The solutions of another solver.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct VerifiedAnswers<'a> {
    /// The objective, if the model has one: turns, length or cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'static str>,
    /// The goal's value of each of the solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<i64>>,
    /// Those that obey the rules, as in results.
    solutions: Vec<Solution<'a>>,
    /// The rules that the others break.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    broken: Vec<&'a str>,
}

impl<'a> VerifiedAnswers<'a> {
    fn new(
        entry: &'a Entry,
        all: &'a [(Answer, Option<String>)],
        goal: Option<Goal>,
    ) -> VerifiedAnswers<'a> {
        let good = || all.iter().filter(|(_, broken)| broken.is_none()).map(|(answer, _)| answer);
        let worths = good().filter_map(|answer| worth(entry, goal, answer));
        VerifiedAnswers {
            goal: goal.map(|goal| goal.name),
            values: goal.map(|_| worths.map(|(_, worth)| worth).collect()),
            solutions: good().map(|answer| Solution::new(&entry.puzzle, answer)).collect(),
            broken: all.iter().filter_map(|(_, broken)| broken.as_deref()).collect(),
        }
    }
}
