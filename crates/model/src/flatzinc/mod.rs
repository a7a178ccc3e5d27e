//! FlatZinc: models of MiniZinc, read into a [`Model`], and solutions written as MiniZinc reads them.
//!
//! Whole numbers and truth values; the standard constraints on them, and those of clew's library of redefinitions
//! (`share/minizinc/clew`), which keep the constraints for which the engine has a propagator. That library turns sets
//! into truth values; numbers with fractions are treated where linear equations make them sums of whole numbers. A variable has at most [`MAX_RANGE`](crate::model::MAX_RANGE)
//! values; a wider one is replaced by the sum that defines it, if there is one and the variable occurs in sums only.
//!
//! Source: The MiniZinc Handbook, Interfacing Solvers to FlatZinc.

mod answer;
mod bounds;
mod constraints;
mod definitions;
mod fractions;
mod globals;
mod proof;
mod puzzle;
pub mod run;
mod search;
mod syntax;
mod text;
mod variables;

pub use crate::model::Goal;
use crate::model::{Model, Phase};
use answer::Shown;
use clew_puzzle::puzzle::format::ParseError;
pub use puzzle::best;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use syntax::{Declared, FznConstraint, Items, Term, Wanted};
use text::Words;
use variables::{BoolTerm, IntTerm, Refusal, State};

/// A model that was read.
///
/// ```
/// use clew_model::flatzinc::FlatZinc;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "var 1..9: x :: output_var;\nvar 1..9: y;\nconstraint int_lin_eq([1, 1], [x, y], 17);\n\
///             constraint int_lt(x, y);\nsolve satisfy;\n";
/// let file = FlatZinc::parse(text)?;
/// let outcome = file.model.check(&Default::default())?;
/// assert_eq!(file.answer(&outcome.solutions[0]), "x = 8;\n");
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct FlatZinc {
    /// Its variables and constraints. Two solutions differ in their shown values.
    pub model: Model,
    /// The goal of the `solve` item.
    pub goal: Goal,
    shown: Vec<Shown>,
    /// The search annotations of the modeller; empty if there are none.
    pub(crate) search: Vec<Phase>,
    /// Whether hidden values may differ between solutions with the same shown values.
    pub(crate) shows_alike: bool,
    /// The names of the constraints, each once: their names in the model, or else their kinds.
    constraints: Vec<String>,
    /// Variables without bounds, for which the range from -10^9 to 10^9 is assumed: a claim that there is no solution,
    /// no other one or no better one holds only within this range.
    pub(crate) assumed: Vec<String>,
    /// The number of units that are 1, of a goal that has fractions: its values are counted in units.
    pub(crate) unit: Option<i64>,
    /// The text, of a file with a goal for which a range was assumed: better solutions may be bounded by themselves.
    text: Option<Arc<str>>,
}

impl FlatZinc {
    /// A short description of the model.
    pub fn described(&self) -> String {
        self.model.described()
    }

    /// Reads a file. Linear in its length but for ranges that follow from each other.
    ///
    /// # Errors
    /// The place, the text found there and the text expected: a word that is none of the language, an unknown
    /// constraint, an argument of another kind, a variable with too many values.
    pub fn parse(text: &str) -> Result<FlatZinc, ParseError> {
        FlatZinc::parse_as(text, &Reading::default())
    }

    /// The same, but the range from -10^9 to 10^9 is assumed for variables without bounds. For callers that show
    /// solutions and claim nothing about others.
    ///
    /// # Errors
    /// As [`FlatZinc::parse`].
    pub(crate) fn parse_assuming(text: &str) -> Result<FlatZinc, ParseError> {
        FlatZinc::parse_as(text, &Reading { assumes: true, ..Reading::default() })
    }

    /// The same without the constraints of a name.
    ///
    /// # Errors
    /// As [`FlatZinc::parse`].
    fn parse_without(text: &str, left_out: Option<&str>) -> Result<FlatZinc, ParseError> {
        FlatZinc::parse_as(text, &Reading { left_out, ..Reading::default() })
    }

    /// The file restricted to solutions with a better value than `best`, without any assumed range; `None` if the file has
    /// no goal, if nothing was assumed, or if variables have no bounds there either.
    pub(crate) fn better_than(&self, best: i64) -> Option<FlatZinc> {
        let reading = Reading { better_than: Some(best), ..Reading::default() };
        FlatZinc::parse_as(self.text.as_ref()?, &reading).ok()
    }

    fn parse_as(text: &str, reading: &Reading<'_>) -> Result<FlatZinc, ParseError> {
        let start = Words::new(text)?;
        let mut items = syntax::parse(&mut start.clone())?;
        let units = fractions::scale(&mut items);
        let units = units.map_err(|(place, why)| start.wrong_at(place, why))?;
        items.constraints.retain(|constraint| Some(constraint.called()) != reading.left_out);
        items.constraints.extend(reading.better_than.and_then(|best| better(&items, best)));
        let mut known = FxHashSet::default();
        let names = items.constraints.iter().map(FznConstraint::called);
        let constraints = names.filter(|name| known.insert(*name)).map(String::from).collect();
        let (mut state, said) = State::from_items(&items, &start, reading.assumes)?;
        for (at, constraint) in items.constraints.iter().enumerate() {
            if said.contains(&at) {
                continue;
            }
            constraints::state(&mut state, constraint).map_err(|refusal| {
                let expected = match refusal {
                    Refusal::Expected(what) => format!("{what}, in {}", constraint.name),
                    Refusal::Model(error) => format!("a constraint that can be stated: {error}"),
                    Refusal::Unknown => {
                        let name = constraint.name;
                        format!(
                            "a standard constraint or one of clew's library; there is no {name}"
                        )
                    }
                };
                start.wrong_at(constraint.place, expected)
            })?;
        }
        let wrong = |_| start.wrong_at(items.wanted_at, "a goal with a variable of whole numbers");
        let goal = match &items.wanted {
            Wanted::Any => Goal::Satisfy,
            Wanted::Least(term) => Goal::Minimize(state.whole(term).map_err(wrong)?.into()),
            Wanted::Most(term) => Goal::Maximize(state.whole(term).map_err(wrong)?.into()),
        };
        let shown = answer::shown(&items, &state, &units);
        let shown = shown.map_err(|_| {
            start.wrong_at(items.wanted_at, "variables or values wherever something is shown")
        })?;
        let unit = match &items.wanted {
            Wanted::Least(Term::Name(name)) | Wanted::Most(Term::Name(name)) => {
                units.get(name).copied()
            }
            _ => None,
        };
        let search = search::phases(&items, &state);
        for (x, value) in search::hints(&items, &state) {
            let hinted = state.model.hint(x, value);
            hinted.map_err(|e| start.wrong_at(items.wanted_at, e.to_string()))?;
        }
        note_defined(&items, &mut state);
        let assumed = state.assumed;
        let again = !assumed.is_empty() && items.wanted != Wanted::Any;
        let mut model = state.model;
        let shows_alike = answer::apart(&mut model, &items, &shown)
            .map_err(|e| start.wrong_at(items.wanted_at, e.to_string()))?;
        Ok(FlatZinc {
            model,
            goal,
            shown,
            search,
            shows_alike,
            constraints,
            assumed,
            unit,
            text: again.then(|| text.into()),
        })
    }
}

/// Notes the variables that constraints define by the annotations of the file.
fn note_defined(items: &Items<'_>, state: &mut State<'_>) {
    let is_defined = |of: &&Declared<'_>| of.notes.contains(&Term::Name("is_defined_var"));
    for declared in items.variables.iter().filter(is_defined) {
        match (state.wholes.get(declared.name), state.truths.get(declared.name)) {
            (Some(&IntTerm::Int(x)), _) => state.model.note_defined(x),
            (_, Some(&BoolTerm::Bool(b))) => state.model.note_defined(b),
            _ => {}
        }
    }
}

/// How a file is read.
#[derive(Clone, Copy, Default)]
struct Reading<'a> {
    /// Without the constraints of this name.
    left_out: Option<&'a str>,
    /// The range from -10^9 to 10^9 is assumed for variables without bounds.
    assumes: bool,
    /// Only solutions with a better value of the goal.
    better_than: Option<i64>,
}

/// The constraint that the goal has a better value.
fn better<'a>(items: &Items<'a>, best: i64) -> Option<FznConstraint<'a>> {
    let arguments = match &items.wanted {
        Wanted::Any => return None,
        Wanted::Least(term) => vec![term.clone(), Term::Int(best.checked_sub(1)?)],
        Wanted::Most(term) => vec![Term::Int(best.checked_add(1)?), term.clone()],
    };
    Some(FznConstraint { name: "int_le", arguments, notes: Vec::new(), place: items.wanted_at })
}
