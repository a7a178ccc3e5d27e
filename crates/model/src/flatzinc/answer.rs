//! Solutions as MiniZinc reads them: one assignment per line for each shown name.

use super::FlatZinc;
use super::fractions::{self, Units};
use super::syntax::{Declared, Items, Kind, Term};
use super::variables::{BoolTerm, IntTerm, Refusal, State};
use crate::model::{Model, ModelError, Solution, Variable};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};
use std::fmt::Write;

/// A variable or an array that is shown.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    name: String,
    /// Its index sets, of an array.
    sets: Option<Vec<(i64, i64)>>,
    elements: Vec<Element>,
}

#[derive(Clone, Debug)]
enum Element {
    IntTerm(IntTerm),
    BoolTerm(BoolTerm),
    /// A number of units, and the number of units that are 1.
    Fraction(IntTerm, i64),
    /// A number as it is written.
    Written(String),
}

impl Element {
    /// Its value; `None` if it passes 64 bits.
    fn value(&self, solution: &Solution) -> Option<String> {
        match self {
            Element::IntTerm(whole) => solution.evaluate(whole.clone()).map(|v| v.to_string()),
            Element::Fraction(whole, unit) => {
                solution.evaluate(whole.clone()).map(|v| fractions::written(v, *unit))
            }
            Element::Written(text) => Some(text.clone()),
            Element::BoolTerm(BoolTerm::Known(b)) => Some(b.to_string()),
            Element::BoolTerm(BoolTerm::Bool(b)) => Some(solution[*b].to_string()),
        }
    }

    /// The same as a value.
    fn json(&self, solution: &Solution) -> Value {
        match self {
            Element::IntTerm(whole) => json!(solution.evaluate(whole.clone())),
            Element::Fraction(whole, unit) => {
                json!(solution.evaluate(whole.clone()).map(|v| v as f64 / *unit as f64))
            }
            Element::Written(text) => json!(text.parse::<f64>().ok()),
            Element::BoolTerm(BoolTerm::Known(b)) => json!(b),
            Element::BoolTerm(BoolTerm::Bool(b)) => json!(solution[*b]),
        }
    }
}

impl FlatZinc {
    /// A solution of the model, one line per item: `x = 3;`, `q = array1d(1..2, [1, 2]);`.
    ///
    /// # Panics
    /// If the solution is of another model.
    pub fn answer(&self, solution: &Solution) -> String {
        let mut out = String::new();
        for Shown { name, sets, elements } in &self.shown {
            let values: Vec<String> =
                elements.iter().map(|e| e.value(solution).unwrap_or_default()).collect();
            let values = values.join(", ");
            let _ = match sets {
                None => writeln!(out, "{name} = {values};"),
                Some(sets) => {
                    let ranges: Vec<String> =
                        sets.iter().map(|(low, high)| format!("{low}..{high}")).collect();
                    writeln!(
                        out,
                        "{name} = array{}d({}, [{values}]);",
                        sets.len(),
                        ranges.join(", ")
                    )
                }
            };
        }
        out
    }
}

impl FlatZinc {
    /// The same as names with values: numbers, truth values, and lists of them, without the index sets.
    pub(super) fn values(&self, solution: &Solution) -> Vec<(String, Value)> {
        let of = |shown: &Shown| {
            let mut values: Vec<Value> =
                shown.elements.iter().map(|element| element.json(solution)).collect();
            let value = match &shown.sets {
                None => values.pop().unwrap_or_default(),
                Some(_) => values.into(),
            };
            (shown.name.clone(), value)
        };
        self.shown.iter().map(of).collect()
    }
}

/// The items that the output annotations of a file show, in its order: variables, then arrays.
///
/// # Errors
/// An element that is no variable and no value.
pub(super) fn shown<'a>(
    items: &'a Items<'a>,
    state: &State<'a>,
    units: &Units<'a>,
) -> Result<Vec<Shown>, Refusal> {
    let mut shown = Vec::new();
    for declared in &items.variables {
        if declared.notes.contains(&Term::Name("output_var")) {
            let elements = vec![match declared.kind {
                Kind::Bool => Element::BoolTerm(state.truth(&Term::Name(declared.name))?),
                Kind::Int(_) => {
                    let whole = state.whole(&Term::Name(declared.name))?;
                    match units.get(declared.name) {
                        Some(&unit) => Element::Fraction(whole, unit),
                        None => Element::IntTerm(whole),
                    }
                }
            }];
            shown.push(Shown { name: declared.name.into(), sets: None, elements });
        }
    }
    for list in &items.lists {
        let Some(sets) = list.notes.iter().find_map(index_sets) else { continue };
        let element = |term: &'a Term<'a>| match list.bools {
            true => state.truth(term).map(Element::BoolTerm),
            false => match term {
                Term::Float(text) => Ok(Element::Written((*text).into())),
                Term::Name(name) if units.contains_key(name) => {
                    state.whole(term).map(|whole| Element::Fraction(whole, units[name]))
                }
                _ => state.whole(term).map(Element::IntTerm),
            },
        };
        let elements = list.elements.iter().map(element).collect::<Result<_, _>>()?;
        shown.push(Shown { name: list.name.into(), sets: Some(sets), elements });
    }
    Ok(shown)
}

/// The index sets of `output_array([1..2, 1..3])`.
fn index_sets(note: &Term<'_>) -> Option<Vec<(i64, i64)>> {
    let Term::Call("output_array", arguments) = note else { return None };
    let [Term::Array(sets)] = &arguments[..] else { return None };
    let range = |set: &Term<'_>| match set {
        Term::Range(low, high) => Some((*low, *high)),
        Term::Set(values) => Some((*values.first()?, *values.last()?)),
        _ => None,
    };
    sets.iter().map(range).collect()
}

/// Makes solutions differ by the shown values, if some variable is not defined by these. Returns whether that was
/// needed.
pub(super) fn apart(
    model: &mut Model,
    items: &Items<'_>,
    shown: &[Shown],
) -> Result<bool, ModelError> {
    let is_shown = |notes: &[Term<'_>]| notes.iter().any(|note| index_sets(note).is_some());
    let lists = items.lists.iter().filter(|list| is_shown(&list.notes));
    let named: FxHashSet<&str> = lists.flat_map(|list| &list.elements).filter_map(name).collect();
    let determined = |of: &Declared<'_>| {
        let noted = |note: &str| of.notes.contains(&Term::Name(note));
        of.value.is_some()
            || noted("is_defined_var")
            || noted("output_var")
            || named.contains(of.name)
    };
    if shown.is_empty() || items.variables.iter().all(determined) {
        return Ok(false);
    }
    let mut by: Vec<Variable> = Vec::new();
    for element in shown.iter().flat_map(|shown| &shown.elements) {
        match element {
            Element::IntTerm(whole) | Element::Fraction(whole, _) => match whole {
                IntTerm::Int(x) => by.push((*x).into()),
                IntTerm::Bool(b) => by.push((*b).into()),
                IntTerm::Sum(sum) => model.tell_apart_by_sum(sum)?,
                IntTerm::Number(_) => {}
            },
            Element::BoolTerm(BoolTerm::Bool(b)) => by.push((*b).into()),
            Element::BoolTerm(BoolTerm::Known(_)) | Element::Written(_) => {}
        }
    }
    model.tell_apart_by(&by)?;
    Ok(true)
}

fn name<'a>(term: &Term<'a>) -> Option<&'a str> {
    match term {
        Term::Name(name) => Some(name),
        _ => None,
    }
}
