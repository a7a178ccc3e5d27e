//! Statistics of a run: under names that experiment scripts know, and as lines for people.
//!
//! Names: the statistics of MiniZinc (<https://docs.minizinc.dev>, "Machine-readable JSON and statistics"), where they
//! apply; additional names of clew start with a letter and have no dots.

use super::{Figure, document};
use clew_solve::strategy::Outcome;
use std::collections::BTreeMap;
use std::fmt::Write;

/// All figures of a run, by name.
pub fn figures(outcome: &Outcome) -> Vec<(&'static str, Figure)> {
    let stats = &outcome.stats;
    let [int, bools, propagators, clauses] = outcome.sizes;
    let counts = [
        ("nodes", stats.nodes),
        ("failures", stats.failures),
        ("restarts", stats.restarts),
        ("propagations", stats.propagations),
        ("clausePropagations", stats.clause_propagations),
        ("peakDepth", stats.peak_depth),
        ("nogoods", stats.nogoods),
        ("backjumps", stats.backjumps),
        ("probes", stats.probes),
        ("probed", stats.probed),
        ("variables", int + bools),
        ("intVariables", int),
        ("boolVariables", bools),
        ("propagators", propagators),
        ("clauses", clauses),
    ];
    // Capacity for the times, and for figures that are added to a result.
    let mut figures = Vec::with_capacity(counts.len() + 5);
    figures.extend(counts.map(|(name, n)| (name, Figure::Count(n))));
    // Several searches may find the same solution, so the sum of their counts is not the count of the answer.
    if let Ok(count) = u64::try_from(&outcome.count) {
        figures.push(("nSolutions", Figure::Count(count)));
    }
    if outcome.peak_states > 0 {
        figures.push(("peakStates", Figure::Count(outcome.peak_states)));
        figures.push(("peakMem", Figure::Real(outcome.peak_bytes as f64 / 1e6)));
    }
    if let Some(estimate) = &outcome.estimate {
        figures.push(("estimate", Figure::Real(estimate.mean)));
        figures.push(("estimateError", Figure::Real(estimate.error)));
        figures.push(("estimateLow", Figure::Real(estimate.low)));
        figures.push(("estimateHigh", Figure::Real(estimate.high)));
        figures.push(("estimateProbes", Figure::Count(estimate.probes)));
        figures.push(("estimateHits", Figure::Count(estimate.hits)));
        if let Some(why) = estimate.lacking() {
            figures.push(("estimateLacking", Figure::Text(why)));
        }
    }
    if let Some(best) = outcome.best {
        figures.push(("objective", Figure::Real(best.value as f64)));
    }
    let seconds = |t: std::time::Duration| Figure::Real(t.as_nanos() as f64 / 1e9);
    figures.push(("initTime", seconds(outcome.init_time)));
    figures.push(("solveTime", seconds(outcome.solve_time)));
    figures
}

/// Figures about search. An answer without a network, such as that of a dynamic program, has none of them.
const OF_SEARCH: &[&str] = &[
    "nodes",
    "failures",
    "restarts",
    "propagations",
    "clausePropagations",
    "peakDepth",
    "nogoods",
    "backjumps",
    "probes",
    "probed",
    "variables",
    "intVariables",
    "boolVariables",
    "propagators",
    "clauses",
    "nSolutions",
    "initTime",
];

/// The figures of the method that gave the answer: without those of search if nothing was searched.
fn own_figures(outcome: &Outcome) -> Vec<(&'static str, Figure)> {
    let searched = is_searched(outcome);
    let mut figures = figures(outcome);
    figures.retain(|(name, _)| searched || !OF_SEARCH.contains(name));
    figures
}

/// Whether a network was searched.
fn is_searched(outcome: &Outcome) -> bool {
    !outcome.network.is_empty()
}

/// The cost of a run, in lines for people; `name` is that of the puzzle.
pub fn text(name: &str, outcome: &Outcome) -> String {
    if is_searched(outcome) { people(name, outcome) } else { without_search(name, outcome) }
}

/// The same as a JSON object, without figures of search if nothing was searched.
pub fn json(outcome: &Outcome) -> serde_json::Value {
    document::value(&own_figures(outcome).into_iter().collect::<BTreeMap<_, _>>())
}

/// The same as lines of MiniZinc's statistics.
pub fn minizinc(outcome: &Outcome) -> String {
    let mut out = String::new();
    for (name, figure) in own_figures(outcome) {
        let _ = match figure {
            Figure::Count(n) => writeln!(out, "%%%mzn-stat: {name}={n}"),
            // Unknown figures have no line.
            Figure::Real(x) if !x.is_finite() => continue,
            Figure::Real(x) => writeln!(out, "%%%mzn-stat: {name}={x}"),
            Figure::Text(text) => writeln!(out, "%%%mzn-stat: {name}=\"{text}\""),
        };
    }
    out.push_str("%%%mzn-stat-end\n");
    out
}

/// The lines for an answer without a network.
fn without_search(name: &str, outcome: &Outcome) -> String {
    let ms = outcome.solve_time.as_secs_f64() * 1e3;
    format!("{name}: by {}\n{}  in {ms:.3} ms\n", outcome.how, tables(outcome))
}

/// The line about tables of dynamic programs, if there were any.
fn tables(outcome: &Outcome) -> String {
    match outcome.peak_states {
        0 => String::new(),
        n => format!("  tables: at most {n} states, {:.1} MB\n", outcome.peak_bytes as f64 / 1e6),
    }
}

fn people(name: &str, outcome: &Outcome) -> String {
    let s = &outcome.stats;
    let [int, bools, propagators, clauses] = outcome.sizes;
    let ms = |t: std::time::Duration| t.as_secs_f64() * 1e3;
    let tables = tables(outcome);
    format!(
        "{name}: network {}, {}\n  \
         nodes {}, failures {}, depth {}, restarts {}, nogoods {}, backjumps {}\n  \
         probed at the root {}, fixed {}\n  \
         propagations {}, by clauses {}\n  \
         variables {int} and {bools} Boolean, propagators {propagators}, clauses {clauses}\n  \
         built in {:.3} ms, searched in {:.3} ms\n{tables}",
        outcome.network,
        outcome.how,
        s.nodes,
        s.failures,
        s.peak_depth,
        s.restarts,
        s.nogoods,
        s.backjumps,
        s.probes,
        s.probed,
        s.propagations,
        s.clause_propagations,
        ms(outcome.init_time),
        ms(outcome.solve_time),
    )
}
