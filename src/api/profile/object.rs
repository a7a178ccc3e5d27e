//! A profile as data: JSON (`clew-profile/2`), CSV, folded stacks.

use super::account::{Line, Subject};
use super::keyword;
use super::measure::{MeasureOptions, Measured, Named, NamedPart};
use super::sheet::{decisions_by_kind, per, stages_by_name};
use clew_engine::search::Activation;
use clew_engine::search::profile::Histogram;
use clew_puzzle::puzzle::{Cell, Entry, Puzzle};
use clew_report::figures;
use clew_report::table::Table;
use clew_solve::strategy::Task;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// The schema of a profile.
pub const SCHEMA: &str = "clew-profile/2";

/// The subject of a profile.
pub struct About<'a> {
    /// The identifier of the puzzle.
    pub id: &'a str,
    /// The puzzle.
    pub entry: &'a Entry,
    /// The question.
    pub task: Task,
    /// The subject and the settings of the measurement.
    pub wanted: &'a MeasureOptions<'a>,
    /// The digest of the puzzle, as lines of counts in pieces have it.
    pub digest: String,
    /// Threads that the machine runs at once.
    pub cores: usize,
}

fn ns(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// One JSON object.
pub fn json(about: &About<'_>, m: &Measured) -> Value {
    let figures = figures::object(&figures::figures(&m.outcome));
    let puzzle = &about.entry.puzzle;
    let propagators: Vec<Value> = m.rows.iter().map(|named| propagator(puzzle, m, named)).collect();
    let rest =
        |line: &&Line| !matches!(line.what, Subject::Propagating(_) | Subject::Explaining(_));
    let part = |line: &Line| {
        json!({"name": line.what.words(), "time_ns": line.ns.round(), "time_share": line.share,
               "share_spread": line.spread})
    };
    let parts: Vec<Value> = m.account.lines.iter().filter(rest).map(part).collect();
    let layer = |l: super::layers::Layer| {
        json!({"layer": l.step.done, "of": l.step.total, "states": l.step.states,
               "bytes": l.step.bytes, "time_ns": ns(l.time)})
    };
    let (overhead, measured_by) = m.overhead();
    let [timed, units] = m.units;
    let times = &m.account.times;
    json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "machine": {"system": std::env::consts::OS, "processor": std::env::consts::ARCH,
                    "cores": about.cores},
        "options": options(about),
        "id": about.id,
        "puzzle": about.entry.puzzle.family().keyword(),
        "digest": about.digest,
        "task": keyword(about.task),
        "network": m.outcome.network,
        "search": m.outcome.how,
        "verdict": m.outcome.verdict().keyword(),
        "count": m.outcome.count.to_string(),
        "exact": m.outcome.exact,
        "stopped": m.outcome.stopped.map(|s| s.keyword()),
        "time": {"runs": times.all.iter().map(|t| t.round()).collect::<Vec<f64>>(),
                 "median_ns": times.median.round(), "spread_ns": times.spread.round(),
                 "mean_ns": m.account.total.round(), "outliers": times.outliers,
                 "plain_median_ns": m.plain.as_ref().map(|t| t.median.round()),
                 "differing": m.differing},
        "stages": stages(m),
        "propagators": propagators,
        "constraints": m.parts.iter().map(|part| constraint(puzzle, part)).collect::<Vec<Value>>(),
        "parts": parts,
        "layers": m.layers.all().into_iter().map(layer).collect::<Vec<Value>>(),
        "quality": quality(m),
        "adaptive": m.outcome.activations.iter().map(activation).collect::<Vec<Value>>(),
        "first_solution_ns": m.profile.first_solution.map(ns),
        "overhead": {"share": overhead, "how": measured_by, "calls": m.profile.calls(),
                     "time_ns": m.overhead_ns.round(), "timed": timed, "fixpoints": units},
        "stats": figures,
    })
}

/// The options of the run.
fn options(about: &About<'_>) -> Value {
    let o = &about.wanted.options;
    json!({
        "seed": o.seed, "search": o.search.keyword(), "network": o.network, "without": o.without,
        "threads": o.threads, "nodes": o.budget.nodes, "time_s": about.wanted.time.map(|t| t.as_secs_f64()),
        "probe": o.probe.work, "adaptive": o.adaptive.is_some(), "memory": o.budget.memory,
    })
}

fn places(puzzle: &Puzzle, cells: &[Cell]) -> Vec<(u32, u32)> {
    cells.iter().map(|&c| puzzle.place(c)).collect()
}

fn constraint(puzzle: &Puzzle, part: &NamedPart) -> Value {
    let NamedPart { of, name, cells, deeds } = part;
    json!({"name": name, "of": of, "cells": places(puzzle, cells),
           "values_removed": deeds.inferred, "failures": deeds.failures})
}

fn propagator(puzzle: &Puzzle, m: &Measured, named: &Named) -> Value {
    let Named { name, cells, instances, nodes, row } = named;
    let line = |what: Subject| {
        m.account.line(&what).map_or((0.0, 0.0, None), |l| (l.ns, l.share, l.spread))
    };
    let (time, share, spread) = line(Subject::Propagating(name.clone()));
    let (explaining, explaining_share, explaining_spread) = line(Subject::Explaining(name.clone()));
    let mut object = json!({
        "type": name, "instances": instances, "calls": row.calls, "effective": row.effective,
        "values_removed": row.inferred, "failures": row.failures,
        "time_ns": time.round(), "time_share": share, "share_spread": spread,
        "ns_per_call": per(time, row.calls), "calls_per_node": per(row.calls as f64, *nodes),
        "explaining_ns": explaining.round(), "explaining_share": explaining_share,
        "explaining_spread": explaining_spread,
        "explanations": row.asked, "explanations_in_analysis": row.explained, "premises": row.premises,
        "clauses": row.clauses, "clause_literals": row.literals,
    });
    if let Some(cells) = cells {
        object["cells"] = json!(places(puzzle, cells));
    }
    object
}

fn stages(m: &Measured) -> Vec<Value> {
    let of = |(turns, s): (usize, clew_solve::strategy::StageCost)| {
        let members: Vec<Value> = s
            .members
            .iter()
            .map(|x| {
                json!({"how": x.how, "time_ns": ns(x.cpu), "nodes": x.stats.nodes,
                       "failures": x.stats.failures})
            })
            .collect();
        json!({
            "stage": s.means, "turns": turns, "time_ns": m.stages.get(s.means).map(|t| t.round()), "wall_ns": ns(s.time),
            "building_ns": ns(s.building), "nodes": s.stats.nodes, "failures": s.stats.failures,
            "propagations": s.stats.propagations, "came": s.came,
            "moves": s.moves.map(|x| x.moves), "best_cost": s.moves.and_then(|x| x.best),
            "members": members,
        })
    };
    stages_by_name(m).into_iter().map(of).collect()
}

fn quality(m: &Measured) -> Value {
    let q = &m.profile.quality;
    let histogram = |h: &Histogram| {
        let buckets = h.counts.iter().enumerate().filter(|(_, n)| **n > 0);
        let buckets: Vec<Value> = buckets
            .map(|(i, n)| json!([Histogram::range(i)[0], Histogram::range(i)[1], n]))
            .collect();
        json!({"mean": h.mean(), "most": h.most, "buckets": buckets})
    };
    let decisions: Vec<Value> = decisions_by_kind(m)
        .into_iter()
        .map(|(name, [on, off])| json!({"kind": name, "for": on, "against": off}))
        .collect();
    json!({
        "learnt": q.length.heard, "length": histogram(&q.length), "glue": histogram(&q.glue),
        "levels_undone": histogram(&q.jump), "failure_depth": histogram(&q.failed_at),
        "decision_depth": histogram(&q.depth), "decisions_between_failures": histogram(&q.distance),
        "uses": q.uses, "looks": q.looks, "kept": q.kept, "used": q.used, "forgotten": q.forgotten,
        "literals_of_decisions": q.of_decisions, "literals_of_clauses": q.of_clauses,
        "literals_of_kernel": q.of_kernel, "decisions": decisions,
    })
}

fn activation(a: &Activation) -> Value {
    json!({
        "type": a.name, "runs": a.place(), "lowered": a.lowered, "raised": a.raised,
        "why": a.why(), "calls": a.runs, "facts": a.facts, "failures": a.failures,
        "steps": a.work[0], "all_steps": a.work[1],
        "conflicts": a.conflicts[0], "all_conflicts": a.conflicts[1],
        "median_reason": a.reason, "median_clause": a.length, "median_glue": a.glue,
    })
}

/// The columns of the table.
const COLUMNS: [&str; 15] = [
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
    "explaining_ns",
    "explanations",
    "premises",
    "clauses",
    "clause_literals",
];

/// The table as CSV; with the network in front if several are compared.
pub fn csv(all: &[Measured], compared: bool) -> String {
    let network = |name: &str| compared.then(|| name.to_string());
    let head = network("network").into_iter().chain(COLUMNS.map(str::to_string));
    let mut table = Table::new(head);
    for m in all {
        for named in &m.rows {
            let Named { name, instances, nodes, row, .. } = named;
            let line = m.account.line(&Subject::Propagating(name.clone()));
            let explaining = m.account.line(&Subject::Explaining(name.clone()));
            let time = line.map_or(0.0, |l| l.ns);
            let cells = [
                name.clone(),
                instances.to_string(),
                row.calls.to_string(),
                row.effective.to_string(),
                row.inferred.to_string(),
                row.failures.to_string(),
                format!("{time:.0}"),
                format!("{:.6}", line.map_or(0.0, |l| l.share)),
                format!("{:.1}", per(time, row.calls)),
                format!("{:.3}", per(row.calls as f64, *nodes)),
                format!("{:.0}", explaining.map_or(0.0, |l| l.ns)),
                row.asked.to_string(),
                row.premises.to_string(),
                row.clauses.to_string(),
                row.literals.to_string(),
            ];
            table.row(network(m.outcome.network).into_iter().chain(cells));
        }
        for line in &m.account.lines {
            if matches!(line.what, Subject::Propagating(_) | Subject::Explaining(_)) {
                continue;
            }
            let mut cells = vec![String::new(); COLUMNS.len()];
            cells[0] = line.what.words();
            cells[6] = format!("{:.0}", line.ns);
            cells[7] = format!("{:.6}", line.share);
            table.row(network(m.outcome.network).into_iter().chain(cells));
        }
    }
    table.csv()
}

/// Folded stacks: frames joined by `;`, a blank, nanoseconds.
pub fn folded(task: &str, m: &Measured) -> String {
    let mut out = String::new();
    let network = if m.outcome.network.is_empty() { "no_network" } else { m.outcome.network };
    for line in m.account.lines.iter().filter(|line| line.ns >= 0.5) {
        let path = match &line.what {
            Subject::Propagating(name) => format!("propagate;{name}"),
            Subject::Explaining(name) => format!("learn;explain;{name}"),
            Subject::Part(slot) => format!("search;{}", slot.words()),
            Subject::Stage(name) => format!("stage;{name}"),
            other => other.words(),
        };
        let path = path.replace(' ', "_");
        let _ = writeln!(out, "{task};{network};{path} {:.0}", line.ns);
    }
    out
}
