//! How a profile looks: table, CSV, JSON, networks side by side, folded stacks.

use super::measured::Measured;
use super::profiler::Line;
use super::stats;
use super::table::Table;
use crate::puzzle::Entry;
use crate::report::Figure;
use crate::search::Activation;
use crate::strategy::Task;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

/// The word of the command line for a task.
pub(super) fn keyword(task: Task) -> &'static str {
    match task {
        Task::Solve { .. } => "solve",
        Task::Check => "check",
        Task::Count => "count",
    }
}

fn ms(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

fn per(a: f64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a / b as f64 }
}

/// The table of one network.
pub(super) fn text(m: &Measured) -> String {
    let stats = m.stats();
    let mut table = Table::new([
        "propagator",
        "instances",
        "calls",
        "calls/node",
        "effective",
        "removed",
        "failures",
        "time ms",
        "share",
        "ns/call",
    ]);
    for Line { kind, instances, row } in &m.lines {
        table.row([
            kind.clone(),
            instances.to_string(),
            row.calls.to_string(),
            format!("{:.1}", per(row.calls as f64, stats.nodes)),
            row.effective.to_string(),
            row.inferred.to_string(),
            row.failures.to_string(),
            format!("{:.3}", ms(row.time)),
            format!("{:.1} %", 100.0 * m.share(row.time)),
            format!("{:.0}", per(row.time.as_nanos() as f64, row.calls)),
        ]);
    }
    let none = || String::from("-");
    let rest = m.search_time();
    let share = format!("{:.1} %", 100.0 * m.share(rest));
    table.row([
        "search, clauses".into(),
        none(),
        none(),
        none(),
        none(),
        stats.clause_propagations.to_string(),
        none(),
        format!("{:.3}", ms(rest)),
        share,
        none(),
    ]);
    let mut out = format!("network {}, {}: {}\n\n", m.outcome.network, m.outcome.how, answer(m));
    out += &table.text();
    let _ = write!(
        out,
        "\nnodes {}, failures {}, depth {}, propagations {}, restarts {}, nogoods {}\n\
         built in {:.3} ms, searched in {:.3} ms, first solution after {}\n\
         the profiler itself: about {:.3} ms ({:.1} %), {:.0} ns a call\n",
        stats.nodes,
        stats.failures,
        stats.peak_depth,
        stats.propagations,
        stats.restarts,
        stats.nogoods,
        ms(m.outcome.init_time),
        ms(m.total),
        first(m),
        ms(m.overhead),
        100.0 * m.share(m.overhead),
        per(m.overhead.as_nanos() as f64, m.calls),
    );
    out += &activations(m);
    out
}

/// What the learner decided about costly redundant propagators, if it judged any.
fn activations(m: &Measured) -> String {
    if m.outcome.activations.is_empty() {
        return String::new();
    }
    let mut table = Table::new(["costly, redundant", "runs", "lowered", "raised"]);
    let mut why = String::new();
    for a in &m.outcome.activations {
        let changes = [a.lowered, a.raised].map(|n| n.to_string());
        table.row([a.name.to_string(), a.place()].into_iter().chain(changes));
        let _ = writeln!(why, "{}: {}", a.name, a.why());
    }
    format!("\n{}{why}", table.text())
}

fn answer(m: &Measured) -> String {
    let least = if m.outcome.exact { "" } else { "at least " };
    let stopped =
        m.outcome.stopped.map_or(String::new(), |s| format!(" (stopped: {})", s.keyword()));
    format!("{least}{} solution(s){stopped}", m.outcome.count)
}

fn first(m: &Measured) -> String {
    m.first_solution.map_or_else(|| "-".into(), |t| format!("{:.3} ms", ms(t)))
}

/// Networks side by side: figures, then time and calls of each kind of propagator.
pub(super) fn side_by_side(all: &[Measured]) -> String {
    let names = || all.iter().map(|m| m.outcome.network.to_string());
    let head = |first: &str| std::iter::once(first.to_string()).chain(names());
    let mut figures = Table::new(head("network"));
    let mut row = |name: &str, value: &dyn Fn(&Measured) -> String| {
        figures.row(std::iter::once(name.to_string()).chain(all.iter().map(value)));
    };
    row("solutions", &|m| {
        format!("{}{}", if m.outcome.exact { "" } else { ">= " }, m.outcome.count)
    });
    row("stopped", &|m| m.outcome.stopped.map_or("-", |s| s.keyword()).into());
    row("search", &|m| m.outcome.how.keyword().into());
    row("variables", &|m| m.outcome.sizes[0].to_string());
    row("Boolean variables", &|m| m.outcome.sizes[1].to_string());
    row("propagators", &|m| m.outcome.sizes[2].to_string());
    row("clauses", &|m| m.outcome.sizes[3].to_string());
    row("nodes", &|m| m.stats().nodes.to_string());
    row("failures", &|m| m.stats().failures.to_string());
    row("depth", &|m| m.stats().peak_depth.to_string());
    row("propagations", &|m| m.stats().propagations.to_string());
    row("build ms", &|m| format!("{:.3}", ms(m.outcome.init_time)));
    row("search ms", &|m| format!("{:.3}", ms(m.total)));
    row("first solution", &first);
    row("profiler ms", &|m| format!("{:.3}", ms(m.overhead)));
    let mut times = Table::new(head("time (share)"));
    let mut calls = Table::new(head("calls"));
    let kinds: BTreeSet<&str> = all.iter().flat_map(|m| &m.lines).map(|l| &*l.kind).collect();
    for kind in kinds {
        let of = |m: &Measured| m.lines.iter().find(|l| l.kind == kind).cloned();
        let time = |m: &Measured| of(m).map_or("-".into(), |l| timed(m, l.row.time));
        let called = |m: &Measured| of(m).map_or("-".into(), |l| l.row.calls.to_string());
        times.row(std::iter::once(kind.to_string()).chain(all.iter().map(time)));
        calls.row(std::iter::once(kind.to_string()).chain(all.iter().map(called)));
    }
    let rest = all.iter().map(|m| timed(m, m.search_time()));
    times.row(std::iter::once("search, clauses".to_string()).chain(rest));
    format!("{}\n{}\n{}", figures.text(), times.text(), calls.text())
}

fn timed(m: &Measured, time: Duration) -> String {
    format!("{:.3} ms {:5.1} %", ms(time), 100.0 * m.share(time))
}

/// The table as CSV; with the network in front if several are compared.
pub(super) fn csv(all: &[Measured], compared: bool) -> String {
    let network = |name: &str| compared.then(|| name.to_string());
    let columns = [
        "type",
        "instances",
        "calls",
        "effective",
        "values_removed",
        "failures",
        "time_ns",
        "time_share",
        "ns_per_call",
        "calls_per_node",
    ];
    let mut table = Table::new(network("network").into_iter().chain(columns.map(str::to_string)));
    for m in all {
        for Line { kind, instances, row } in &m.lines {
            let cells = [
                kind.clone(),
                instances.to_string(),
                row.calls.to_string(),
                row.effective.to_string(),
                row.inferred.to_string(),
                row.failures.to_string(),
                row.time.as_nanos().to_string(),
                format!("{:.6}", m.share(row.time)),
                format!("{:.1}", per(row.time.as_nanos() as f64, row.calls)),
                format!("{:.3}", per(row.calls as f64, m.stats().nodes)),
            ];
            table.row(network(m.outcome.network).into_iter().chain(cells));
        }
        let rest = m.search_time();
        let mut cells = vec![String::new(); columns.len()];
        cells[0] = "search".into();
        cells[6] = rest.as_nanos().to_string();
        cells[7] = format!("{:.6}", m.share(rest));
        table.row(network(m.outcome.network).into_iter().chain(cells));
    }
    table.csv()
}

/// One JSON object on a line.
pub(super) fn json(id: &str, entry: &Entry, task: Task, m: &Measured) -> String {
    let row = |Line { kind, instances, row }: &Line| {
        json!({
            "type": kind, "instances": instances, "calls": row.calls, "effective": row.effective,
            "values_removed": row.inferred, "failures": row.failures,
            "time_ns": row.time.as_nanos() as u64, "time_share": m.share(row.time),
            "ns_per_call": per(row.time.as_nanos() as f64, row.calls),
            "calls_per_node": per(row.calls as f64, m.stats().nodes),
        })
    };
    let activation = |a: &Activation| {
        json!({
            "type": a.name, "runs": a.place(), "lowered": a.lowered, "raised": a.raised,
            "why": a.why(), "calls": a.runs, "facts": a.facts, "failures": a.failures,
            "steps": a.work[0], "all_steps": a.work[1],
            "conflicts": a.conflicts[0], "all_conflicts": a.conflicts[1],
            "median_reason": a.reason, "median_clause": a.length, "median_glue": a.glue,
        })
    };
    let figure = |(name, figure): (&str, Figure)| (name.to_string(), json!(figure));
    let figures: serde_json::Map<String, Value> =
        stats::figures(&m.outcome).into_iter().map(figure).collect();
    let rest = m.search_time();
    let object = json!({
        "schema": "clew-profile/1",
        "id": id,
        "puzzle": entry.puzzle.family().keyword(),
        "task": keyword(task),
        "network": m.outcome.network,
        "search": m.outcome.how,
        "count": m.outcome.count.to_string(),
        "exact": m.outcome.exact,
        "stopped": m.outcome.stopped.map(|s| s.keyword()),
        "propagators": m.lines.iter().map(row).collect::<Vec<Value>>(),
        "adaptive": m.outcome.activations.iter().map(activation).collect::<Vec<Value>>(),
        "rest": {"time_ns": rest.as_nanos() as u64, "time_share": m.share(rest)},
        "first_solution_ns": m.first_solution.map(|t| t.as_nanos() as u64),
        "overhead": {"calls": m.calls, "time_ns": m.overhead.as_nanos() as u64,
                     "time_share": m.share(m.overhead)},
        "stats": figures,
    });
    format!("{object}\n")
}

/// Folded stacks: frames joined by `;`, a blank, nanoseconds.
pub(super) fn folded(task: &str, m: &Measured) -> String {
    let mut out = String::new();
    let root = format!("{task};{}", m.outcome.network);
    for line in m.lines.iter().filter(|line| line.row.calls > 0) {
        let frame = line.kind.replace([' ', ';'], "_");
        let _ = writeln!(out, "{root};propagate;{frame} {}", line.row.time.as_nanos());
    }
    let _ = writeln!(out, "{root};search {}", m.search_time().as_nanos());
    out
}
