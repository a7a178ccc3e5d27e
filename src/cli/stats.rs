//! Statistics of a run: names that experiment scripts know, and lines for people.
//!
//! Names: the statistics of MiniZinc (<https://docs.minizinc.dev>, "Machine-readable JSON and
//! statistics"), where they apply; ours beside them start with a letter and have no dots.

use super::args::StatsForm;
use crate::report::Figure;
use crate::strategy::Outcome;
use std::fmt::Write;

/// All figures of a run, by name.
pub(super) fn figures(outcome: &Outcome) -> Vec<(&'static str, Figure)> {
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
        ("nSolutions", stats.solutions),
    ];
    // Room for the times, and for what is added to a result.
    let mut figures = Vec::with_capacity(counts.len() + 4);
    figures.extend(counts.map(|(name, n)| (name, Figure::Count(n))));
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
        figures.push(("objective", Figure::Real(best as f64)));
    }
    let seconds = |t: std::time::Duration| Figure::Real(t.as_nanos() as f64 / 1e9);
    figures.push(("initTime", seconds(outcome.init_time)));
    figures.push(("solveTime", seconds(outcome.solve_time)));
    figures
}

/// The text that `--stats` puts on standard error for one puzzle.
pub(super) fn text(form: StatsForm, name: &str, outcome: &Outcome) -> String {
    match form {
        StatsForm::Text => people(name, outcome),
        StatsForm::Mzn => minizinc(&figures(outcome)),
        StatsForm::Json => {
            let object: serde_json::Map<String, serde_json::Value> = figures(outcome)
                .into_iter()
                .map(|(name, figure)| (name.to_string(), serde_json::json!(figure)))
                .collect();
            format!("{}\n", serde_json::Value::Object(object))
        }
    }
}

fn minizinc(figures: &[(&str, Figure)]) -> String {
    let mut out = String::new();
    for (name, figure) in figures {
        let _ = match figure {
            Figure::Count(n) => writeln!(out, "%%%mzn-stat: {name}={n}"),
            // What is not known has no line.
            Figure::Real(x) if !x.is_finite() => continue,
            Figure::Real(x) => writeln!(out, "%%%mzn-stat: {name}={x}"),
            Figure::Text(text) => writeln!(out, "%%%mzn-stat: {name}=\"{text}\""),
        };
    }
    out.push_str("%%%mzn-stat-end\n");
    out
}

fn people(name: &str, outcome: &Outcome) -> String {
    let s = &outcome.stats;
    let [int, bools, propagators, clauses] = outcome.sizes;
    let ms = |t: std::time::Duration| t.as_secs_f64() * 1e3;
    let tables = match outcome.peak_states {
        0 => String::new(),
        n => format!("  tables: at most {n} states, {:.1} MB\n", outcome.peak_bytes as f64 / 1e6),
    };
    format!(
        "{name}: network {}, {}\n  \
         nodes {}, failures {}, depth {}, restarts {}, nogoods {}, backjumps {}\n  \
         probed at the root {}, fixed {}\n  \
         propagations {}, by clauses {}\n  \
         variables {int} and {bools} Boolean, propagators {propagators}, clauses {clauses}\n  \
         built in {:.3} ms, searched in {:.3} ms\n{tables}",
        outcome.network,
        outcome.search,
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
