//! The changes from one profile to another: documents `clew-profile/2`.

use clew_report::document;
use clew_report::table::Table;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Differences of fewer standard errors than this count as noise.
const NOISE_THRESHOLD: f64 = 2.5;

/// A line of one of the two profiles.
#[derive(Clone, Copy)]
struct Line {
    ns: f64,
    /// Standard error, in nanoseconds; `None` if it is unknown: there was one run, or the line stands for calls for
    /// which the file gives no error.
    error: Option<f64>,
    calls: Option<f64>,
}

impl Line {
    /// The line of an item that did not run at all.
    const NONE: Line = Line { ns: 0.0, error: Some(0.0), calls: None };
}

/// A line of both profiles.
struct Change {
    name: String,
    before: Line,
    after: Line,
}

impl Change {
    fn ns(&self) -> f64 {
        self.after.ns - self.before.ns
    }

    /// Whether there were calls, but none of them was timed.
    fn is_unsampled(&self) -> bool {
        [self.before, self.after].iter().any(|l| l.ns == 0.0 && l.calls.is_some_and(|n| n > 0.0))
    }

    /// Whether the difference is more than noise; `None` if that is unknown: there was one run, or no sample was taken
    /// of the calls.
    fn is_real(&self) -> Option<bool> {
        if self.is_unsampled() {
            return None;
        }
        let (a, b) = (self.before.error?, self.after.error?);
        Some(self.ns().abs() > NOISE_THRESHOLD * a.hypot(b))
    }
}

fn lines(run: &Value) -> BTreeMap<String, Line> {
    let mean = run["time"]["mean_ns"].as_f64().unwrap_or(0.0);
    let mut all = BTreeMap::new();
    let error = |row: &Value, spread: &str| row[spread].as_f64().map(|s| s * mean);
    let rows = |name: &str| run[name].as_array().cloned().unwrap_or_default();
    for row in rows("propagators") {
        let name = row["type"].as_str().unwrap_or("").to_string();
        let ns = row["time_ns"].as_f64().unwrap_or(0.0);
        let explaining = row["explaining_ns"].as_f64().unwrap_or(0.0);
        let calls = row["calls"].as_f64();
        if explaining > 0.0 {
            let error = error(&row, "explaining_spread");
            let line = Line { ns: explaining, error, calls: row["explanations"].as_f64() };
            all.insert(format!("explaining: {name}"), line);
        }
        all.insert(name, Line { ns, error: error(&row, "share_spread"), calls });
    }
    for row in rows("parts") {
        let name = row["name"].as_str().unwrap_or("").to_string();
        let ns = row["time_ns"].as_f64().unwrap_or(0.0);
        all.insert(name, Line { ns, error: error(&row, "share_spread"), calls: None });
    }
    all
}

/// All lines of both profiles, the largest effect first.
fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let (a, b) = (lines(before), lines(after));
    let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let of = |lines: &BTreeMap<String, Line>, name: &String| {
        lines.get(name).copied().unwrap_or(Line::NONE)
    };
    let change =
        |name: &String| Change { name: name.clone(), before: of(&a, name), after: of(&b, name) };
    let mut all: Vec<Change> = names.into_iter().map(change).collect();
    all.sort_by(|x, y| y.ns().abs().total_cmp(&x.ns().abs()));
    all
}

/// The differences between the questions of the two runs, and whether the runs can be compared at all.
fn differences(before: &Value, after: &Value) -> Vec<String> {
    let mut all = Vec::new();
    let mut look = |name: &str, a: &Value, b: &Value| {
        if a != b {
            all.push(format!("{name}: {a} before, {b} after"));
        }
    };
    for name in ["id", "task", "version", "network", "search", "verdict", "count"] {
        look(name, &before[name], &after[name]);
    }
    // Profiles of earlier versions have no digest; profiles of one file can have different rules.
    if [before, after].iter().all(|run| run["digest"].is_string()) {
        look("puzzle", &before["digest"], &after["digest"]);
    }
    for group in ["options", "machine"] {
        for (key, value) in before[group].as_object().into_iter().flatten() {
            look(&format!("{group}.{key}"), value, &after[group][key]);
        }
    }
    all
}

/// Exact counts of both profiles.
fn counts(before: &Value, after: &Value) -> Vec<(&'static str, f64, f64)> {
    let names = ["nodes", "failures", "propagations", "clausePropagations", "restarts", "nogoods"];
    let of = |run: &Value, name: &str| run["stats"][name].as_f64().unwrap_or(0.0);
    names.into_iter().map(|name| (name, of(before, name), of(after, name))).collect()
}

/// The whole time: medians, and whether they differ by more than the spread of runs.
fn whole(before: &Value, after: &Value) -> Change {
    let line = |run: &Value| {
        let runs = run["time"]["runs"].as_array().map_or(1, Vec::len);
        let spread = run["time"]["spread_ns"].as_f64().unwrap_or(0.0);
        Line {
            ns: run["time"]["median_ns"].as_f64().unwrap_or(0.0),
            // The error of a median is a fourth larger than that of a mean.
            error: (runs > 1).then(|| 1.25 * spread / (runs as f64).sqrt()),
            calls: None,
        }
    };
    Change { name: "whole run (median)".into(), before: line(before), after: line(after) }
}

fn verdict(change: &Change) -> &'static str {
    match change.is_real() {
        Some(true) if change.ns() < 0.0 => "less",
        Some(true) => "more",
        Some(false) => "noise",
        None if change.is_unsampled() => "not sampled",
        None => "one run",
    }
}

/// Both profiles as tables: differences of the questions, exact counts, and times with whether they changed.
pub fn text(before: &Value, after: &Value) -> String {
    let changes = &changes(before, after);
    let mut out = String::new();
    for difference in differences(before, after) {
        let _ = writeln!(out, "{difference}");
    }
    if !out.is_empty() {
        out.push('\n');
    }
    let mut exact = Table::new(["count", "before", "after", "change"]);
    for (name, a, b) in counts(before, after) {
        let change = if a == b { "same".into() } else { ratio(a, b) };
        exact.row([name.to_string(), format!("{a:.0}"), format!("{b:.0}"), change]);
    }
    out += &exact.text();
    out.push('\n');
    let mut table =
        Table::new(["where", "before ms", "after ms", "change ms", "relative", "calls", "verdict"]);
    let first = whole(before, after);
    for change in std::iter::once(&first).chain(changes) {
        let calls = match (change.before.calls, change.after.calls) {
            (Some(a), Some(b)) if a == b => "same".into(),
            (Some(a), Some(b)) => ratio(a, b),
            _ => "-".into(),
        };
        table.row([
            change.name.clone(),
            format!("{:.3}", change.before.ns / 1e6),
            format!("{:.3}", change.after.ns / 1e6),
            format!("{:+.3}", change.ns() / 1e6),
            if change.is_unsampled() {
                "-".into()
            } else {
                ratio(change.before.ns, change.after.ns)
            },
            calls,
            verdict(change).to_string(),
        ]);
    }
    out + &table.text()
}

fn ratio(a: f64, b: f64) -> String {
    match (a > 0.0, b > 0.0) {
        (true, _) => format!("x {:.2}", b / a),
        (false, true) => "new".into(),
        (false, false) => "-".into(),
    }
}

/// The version of the JSON form.
pub(crate) const SCHEMA: &str = "clew-comparison/1";

/// Two saved profiles: the document `clew-comparison/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document {
    /// The version of the document.
    schema: &'static str,
    /// The differences between the runs, in words.
    differences: Vec<String>,
    /// Exact counts.
    counts: Vec<CountRecord>,
    /// Times: of the whole run, then of its parts, the largest change first.
    lines: Vec<LineRecord>,
}

/// A count of both runs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CountRecord {
    /// Its name, as among the statistics of results.
    name: &'static str,
    /// In the first run.
    before: f64,
    /// In the second run.
    after: f64,
}

/// A time of both runs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LineRecord {
    /// The kind of propagator, or the part of the run.
    name: String,
    /// Nanoseconds of the first run.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    before_ns: f64,
    /// Nanoseconds of the second run.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    after_ns: f64,
    /// Nanoseconds that the second run takes longer.
    change_ns: f64,
    /// Whether that is more than noise: less, more, noise, not sampled, or one run.
    verdict: &'static str,
}

impl From<Change> for LineRecord {
    fn from(change: Change) -> LineRecord {
        let (verdict, change_ns) = (verdict(&change), change.ns());
        let (before_ns, after_ns) = (change.before.ns, change.after.ns);
        LineRecord { name: change.name, before_ns, after_ns, change_ns, verdict }
    }
}

/// The document `clew-comparison/1`.
pub fn json(before: &Value, after: &Value) -> Value {
    let count = |(name, before, after)| CountRecord { name, before, after };
    let lines = std::iter::once(whole(before, after)).chain(changes(before, after));
    document::value(&Document {
        schema: SCHEMA,
        differences: differences(before, after),
        counts: counts(before, after).into_iter().map(count).collect(),
        lines: lines.map(LineRecord::from).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(before: f64, after: f64, error: Option<f64>) -> Change {
        let line = |ns| Line { ns, error, calls: None };
        Change { name: "x".into(), before: line(before), after: line(after) }
    }

    #[test]
    fn noise_is_told_from_change() {
        assert_eq!(verdict(&change(100.0, 103.0, Some(2.0))), "noise");
        assert_eq!(verdict(&change(100.0, 130.0, Some(2.0))), "more");
        assert_eq!(verdict(&change(130.0, 100.0, Some(2.0))), "less");
        assert_eq!(verdict(&change(130.0, 100.0, None)), "one run");
        let gone = Change { after: Line::NONE, ..change(100.0, 0.0, Some(2.0)) };
        assert_eq!(verdict(&gone), "less");
        let mut unseen = change(0.0, 100.0, Some(2.0));
        assert_eq!(verdict(&unseen), "more");
        unseen.before.calls = Some(3.0);
        assert_eq!(verdict(&unseen), "not sampled");
    }
}
