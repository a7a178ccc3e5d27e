//! A profile as text: stages, where the time went, statistics of learning; networks side by side.

use super::account::Subject;
use super::answer;
use super::measure::{Measured, per, stages_by_name};
use super::tables;
use clew_engine::search::profile::Histogram;
use clew_puzzle::puzzle::wording::how_many;
use clew_report::table::Table;
use clew_solve::strategy::Task;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

pub(crate) fn ms(ns: f64) -> String {
    format!("{:.3}", ns / 1e6)
}

fn ms_of(time: Duration) -> String {
    ms(time.as_nanos() as f64)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The network and the search, for headings.
pub(crate) fn heading(m: &Measured) -> String {
    match m.outcome.network {
        "" => format!("by {}", m.outcome.how),
        network => format!("network {network}, {}", m.outcome.how),
    }
}

/// The report of one network.
pub fn text(task: Task, m: &Measured) -> String {
    let mut out = format!("{}: {}\n{}\n", heading(m), answer(task, m), runs(m));
    out += "\n";
    out += &stages(m);
    out += "\n";
    out += &tables::account(m).text();
    if !m.parts.is_empty() {
        out += "\n";
        out += &constraints(m);
    }
    if let Some(table) = layers(m) {
        out += "\n";
        out += &table;
    }
    if m.profile.quality.length.heard > 0 {
        out += "\n";
        out += &learning(m);
    }
    out += "\n";
    out += &figures(m);
    out += &activations(m);
    out
}

/// The maximum number of outliers that are listed, the furthest first.
const NAMED: usize = 4;

/// The number and the times of runs, and the outliers.
fn runs(m: &Measured) -> String {
    let times = &m.account.times;
    let n = times.all.len();
    let mut out = format!("{}, processor time {} ms", how_many(n, "run"), ms(times.median));
    if n > 1 {
        let ends = times
            .all
            .iter()
            .copied()
            .fold((f64::INFINITY, 0.0_f64), |(low, high), t| (low.min(t), high.max(t)));
        let _ =
            write!(out, " (median; {} to {}; spread {})", ms(ends.0), ms(ends.1), ms(times.spread));
    }
    if !times.outliers.is_empty() {
        let mut apart = times.outliers.clone();
        let far = |i: &usize| (times.all[*i] - times.median).abs();
        apart.sort_by(|a, b| far(b).total_cmp(&far(a)));
        let named =
            apart.iter().take(NAMED).map(|&i| format!("run {} ({} ms)", i + 1, ms(times.all[i])));
        let named: Vec<String> = named.collect();
        let more = match apart.len().saturating_sub(NAMED) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let _ = write!(out, "; left out, for they stand apart: {}{more}", named.join(", "));
    }
    if m.differing > 0 {
        let _ = write!(
            out,
            "\n{} of them did not take the same decisions: a limit of time or several threads divide \
             the work",
            m.differing
        );
    }
    out
}

fn stages(m: &Measured) -> String {
    let mut more = String::new();
    for (_, stage) in stages_by_name(m) {
        if let Some(moves) = stage.moves {
            let best = moves.best.map_or("unknown".into(), |b| b.to_string());
            let _ =
                writeln!(more, "{}: {} moves, least cost seen {best}", stage.means, moves.moves);
        }
        for (i, member) in stage.members.iter().enumerate() {
            let _ = writeln!(
                more,
                "{}: member {}, {}: nodes {}, failures {}, {} ms on its thread",
                stage.means,
                i + 1,
                member.how,
                member.stats.nodes,
                member.stats.failures,
                ms_of(member.cpu)
            );
        }
    }
    tables::stages(m).text() + &more
}

/// Constraints for which one propagator stands: a gap, a cell, an edge, a pair of numbers.
fn constraints(m: &Measured) -> String {
    /// The maximum number of rows.
    const SHOWN: usize = 20;
    let more = m.parts.len().saturating_sub(SHOWN);
    let more = match more {
        0 => String::new(),
        _ => format!("and {more} more that did less; --json has all of them\n"),
    };
    tables::constraints(m, SHOWN).text() + &more
}

fn layers(m: &Measured) -> Option<String> {
    /// The maximum number of layers that are shown one by one; of more, the largest.
    const SHOWN: usize = 16;
    let all = m.layers.all();
    if all.is_empty() {
        return None;
    }
    let mut shown = all.clone();
    if all.len() > SHOWN {
        shown.sort_by_key(|layer| std::cmp::Reverse(layer.step.states));
        shown.truncate(SHOWN);
        shown.sort_by_key(|layer| layer.step.done);
    }
    let mut table = Table::new(["layer", "states", "bytes", "time ms"]);
    for layer in &shown {
        table.row([
            format!("{} of {}", layer.step.done, layer.step.total),
            layer.step.states.to_string(),
            layer.step.bytes.to_string(),
            ms_of(layer.time),
        ]);
    }
    let time: Duration = all.iter().map(|layer| layer.time).sum();
    let states: usize = all.iter().map(|layer| layer.step.states).sum();
    let rest = match all.len() - shown.len() {
        0 => String::new(),
        n => format!("and {}; ", how_many(n, "smaller layer")),
    };
    Some(format!("{}{rest}all layers: {states} states, {} ms\n", table.text(), ms_of(time)))
}

/// Propagators in learnt clauses, and the properties of the clauses.
fn learning(m: &Measured) -> String {
    let q = &m.profile.quality;
    let mut out = tables::learning(m).text();
    out += "\n";
    for (name, h) in [
        ("clause length", &q.length),
        ("glue", &q.glue),
        ("levels undone", &q.jump),
        ("depth of failures", &q.failed_at),
        ("decisions between failures", &q.distance),
    ] {
        let _ = writeln!(out, "{name}: {}", histogram(h));
    }
    let _ = writeln!(
        out,
        "learnt {}, taking part later {} times; {} looks through them left {} in all, {} had been used since, \
         {} forgotten",
        q.length.heard, q.uses, q.looks, q.kept, q.used, q.forgotten
    );
    let _ = writeln!(out, "decisions: {}", decisions(m));
    out
}

/// Decisions for and against, by the kind of variable, of all networks together.
pub(crate) fn decisions_by_kind(m: &Measured) -> Vec<(&'static str, [u64; 2])> {
    let mut kinds: Vec<(&str, [u64; 2])> = Vec::new();
    for &(name, [on, off]) in m.profile.networks.iter().flat_map(|network| &network.decisions) {
        let name = if name.is_empty() { "unnamed" } else { name };
        match kinds.iter_mut().find(|(kind, _)| *kind == name) {
            _ if on + off == 0 => {}
            Some((_, sum)) => *sum = [sum[0] + on, sum[1] + off],
            None => kinds.push((name, [on, off])),
        }
    }
    kinds
}

/// The same in words.
pub(crate) fn decisions(m: &Measured) -> String {
    let kinds = decisions_by_kind(m).into_iter();
    let kinds: Vec<String> =
        kinds.map(|(name, [on, off])| format!("{name} {on} for, {off} against")).collect();
    if kinds.is_empty() { "none".into() } else { kinds.join("; ") }
}

/// Sizes and how often each was met.
pub(crate) fn histogram(h: &Histogram) -> String {
    let counts = h.counts.iter().enumerate().filter(|(_, n)| **n > 0);
    let bucket = |(i, n): (usize, &u64)| match Histogram::range(i) {
        [low, high] if low == high => format!("{low}: {n}"),
        [low, high] => format!("{low}-{high}: {n}"),
    };
    let buckets: Vec<String> = counts.map(bucket).collect();
    format!("mean {:.1}, most {}; {}", h.mean(), h.most, buckets.join(", "))
}

fn figures(m: &Measured) -> String {
    let stats = m.stats();
    let (overhead, how) = m.overhead();
    let [timed, units] = m.units;
    format!(
        "nodes {}, failures {}, depth {}, propagations {}, by clauses {}, restarts {}, nogoods {}\n\
         first solution after {}\n\
         the profiler: {:+.1} % {how}; times are from {:.2} % of the fixpoints\n",
        stats.nodes,
        stats.failures,
        stats.peak_depth,
        stats.propagations,
        stats.clause_propagations,
        stats.restarts,
        stats.nogoods,
        match m.profile.first_solution {
            Some(time) => format!("{} ms of wall time", ms_of(time)),
            None => "-".into(),
        },
        100.0 * overhead,
        100.0 * per(timed as f64, units),
    )
}

/// The learner's decisions about costly redundant propagators, if it judged any.
fn activations(m: &Measured) -> String {
    if m.outcome.activations.is_empty() {
        return String::new();
    }
    let mut table = Table::new(["costly, redundant", "runs", "lowered", "raised"]);
    let mut why = String::new();
    for a in &m.outcome.activations {
        let changes = [a.lowered, a.raised].map(|n| n.to_string());
        table.row([a.name.to_string(), a.pace.to_string()].into_iter().chain(changes));
        let _ = writeln!(why, "{}: {}", a.name, a.why());
    }
    format!("\n{}{why}", table.text())
}

fn first(m: &Measured) -> String {
    m.profile.first_solution.map_or_else(|| "-".into(), |t| format!("{} ms", ms_of(t)))
}

/// Networks side by side: figures, then time and calls of each kind of propagator.
pub fn side_by_side(all: &[Measured]) -> String {
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
    row("runs", &|m| m.account.times.all.len().to_string());
    row("time ms", &|m| ms(m.account.times.median));
    row("spread ms", &|m| ms(m.account.times.spread));
    row("first solution, wall", &first);
    row("profiler %", &|m| format!("{:+.1}", 100.0 * m.overhead().0));
    let whats: BTreeSet<&Subject> =
        all.iter().flat_map(|m| &m.account.lines).map(|line| &line.what).collect();
    let mut times = Table::new(head("time (share)"));
    let mut calls = Table::new(head("calls"));
    for what in whats {
        let time = |m: &Measured| {
            m.account
                .line(what)
                .map_or("-".into(), |l| format!("{} ms {}", ms(l.ns), percent(l.share)))
        };
        times.row(std::iter::once(what.words()).chain(all.iter().map(time)));
        if let Subject::Propagating(name) = what {
            let called = |m: &Measured| {
                let named = m.rows.iter().find(|named| named.name == *name);
                named.map_or("-".into(), |named| named.row.calls.to_string())
            };
            calls.row(std::iter::once(name.clone()).chain(all.iter().map(called)));
        }
    }
    format!("{}{}\n{}\n{}", figures.text(), mark(all), times.text(), calls.text())
}

/// A warning if plain search is compared with learning.
fn mark(all: &[Measured]) -> String {
    let learns = |m: &&Measured| m.stats().nogoods > 0;
    let (learning, plain): (Vec<&Measured>, Vec<&Measured>) = all.iter().partition(learns);
    if learning.is_empty() || plain.is_empty() {
        return String::new();
    }
    let list =
        |ms: &[&Measured]| ms.iter().map(|m| m.outcome.network).collect::<Vec<_>>().join(", ");
    format!(
        "note: {} learnt from failures, {} did not: their nodes and times are not those of one search; \
         --search dfs or --search learn makes them alike\n",
        list(&learning),
        list(&plain)
    )
}
