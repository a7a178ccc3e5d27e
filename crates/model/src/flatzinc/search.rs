//! Search annotations as phases: which variables are decided first, in which order, by which values.
//!
//! Domains are halved only for interval variables: for others `indomain_split` tries the least value, which meets the
//! solutions in the same order. Unknown annotations are ignored, as the language requires. Values of `warm_start` become hints.

use super::syntax::{Items, Term};
use super::variables::{BoolTerm, IntTerm, State};
use crate::model::{Choose, Phase, Try, Variable};
use rustc_hash::FxHashMap;

/// The annotations that give values to begin with.
const WARM_STARTS: [&str; 3] = ["warm_start", "warm_start_int", "warm_start_bool"];

/// The phases of the search annotations, in their order.
pub(super) fn phases<'a>(items: &'a Items<'a>, state: &State<'a>) -> Vec<Phase> {
    let mut phases = Vec::new();
    if !items.search.is_empty() {
        let mentions = mentions(items, state);
        items.search.iter().for_each(|note| add(note, state, &mentions, &mut phases));
    }
    phases.retain(|phase| !phase.variables.is_empty());
    phases
}

fn add<'a>(
    note: &'a Term<'a>,
    state: &State<'a>,
    mentions: &FxHashMap<&'a str, u32>,
    phases: &mut Vec<Phase>,
) {
    let Term::Call(name, arguments) = note else { return };
    match (*name, &arguments[..]) {
        ("seq_search", [Term::Array(parts)]) => {
            parts.iter().for_each(|part| add(part, state, mentions, phases));
        }
        ("int_search" | "bool_search", [variables, Term::Name(choose), Term::Name(values), ..]) => {
            let Ok(elements) = state.elements(variables) else { return };
            let is_bool = *name == "bool_search";
            let variable = |term: &'a Term<'a>| {
                let times = match term {
                    Term::Name(name) => mentions.get(name).copied().unwrap_or(0),
                    _ => 0,
                };
                let variable: Variable = match is_bool {
                    true => match state.truth(term).ok()? {
                        BoolTerm::Bool(b) => b.into(),
                        BoolTerm::Known(_) => return None,
                    },
                    false => match state.whole(term).ok()? {
                        IntTerm::Int(x) => x.into(),
                        IntTerm::Bool(b) => b.into(),
                        // Its variables are decided in their turn or at the end.
                        IntTerm::Number(_) | IntTerm::Sum(_) => return None,
                    },
                };
                Some((variable, times))
            };
            let variables = elements.iter().filter_map(variable).collect();
            phases.push(Phase { variables, choose: choice(choose), values: order(values) });
        }
        _ => {}
    }
}

/// The values that a modeller wants the search to begin with.
pub(super) fn hints<'a>(items: &'a Items<'a>, state: &State<'a>) -> Vec<(Variable, i64)> {
    let mut hints = Vec::new();
    items.search.iter().for_each(|note| add_hints(note, state, &mut hints));
    hints
}

fn add_hints<'a>(note: &'a Term<'a>, state: &State<'a>, hints: &mut Vec<(Variable, i64)>) {
    let Term::Call(name, arguments) = note else { return };
    match (*name, &arguments[..]) {
        ("seq_search" | "warm_start_array", [Term::Array(parts)]) => {
            parts.iter().for_each(|part| add_hints(part, state, hints));
        }
        (name, [variables, values]) if WARM_STARTS.contains(&name) => {
            let (Ok(variables), Ok(values)) = (state.elements(variables), state.elements(values))
            else {
                return;
            };
            for (x, value) in variables.iter().zip(values) {
                let number = match (state.whole(value), state.truth(value)) {
                    (Ok(IntTerm::Number(number)), _) => number,
                    (_, Ok(BoolTerm::Known(holds))) => holds.into(),
                    _ => continue,
                };
                match (state.whole(x), state.truth(x)) {
                    (Ok(IntTerm::Int(x)), _) => hints.push((x.into(), number)),
                    (_, Ok(BoolTerm::Bool(b))) => hints.push((b.into(), number)),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn choice(name: &str) -> Choose {
    match name {
        "first_fail" => Choose::Fewest,
        "anti_first_fail" => Choose::Most,
        "smallest" => Choose::Smallest,
        "largest" => Choose::Largest,
        "occurrence" => Choose::Occurrence,
        "most_constrained" => Choose::MostConstrained,
        "max_regret" => Choose::Regret,
        "dom_w_deg" | "impact" | "activity" => Choose::Weighted,
        _ => Choose::InOrder,
    }
}

fn order(name: &str) -> Try {
    match name {
        "indomain_max" => Try::Greatest,
        "indomain_split" => Try::Lower,
        "indomain_reverse_split" => Try::Upper,
        "indomain_median" => Try::Median,
        "indomain_middle" => Try::Middle,
        "indomain_random" | "indomain_split_random" => Try::Random,
        "outdomain_min" => Try::NotLeast,
        "outdomain_max" => Try::NotGreatest,
        _ => Try::Least,
    }
}

/// In how many constraints each name stands.
fn mentions<'a>(items: &'a Items<'a>, state: &State<'a>) -> FxHashMap<&'a str, u32> {
    let mut mentions = FxHashMap::default();
    for argument in items.constraints.iter().flat_map(|constraint| &constraint.arguments) {
        let terms = state.elements(argument).unwrap_or(std::slice::from_ref(argument));
        for term in terms {
            if let Term::Name(name) = term {
                *mentions.entry(*name).or_insert(0) += 1;
            }
        }
    }
    mentions
}
