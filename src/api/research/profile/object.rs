//! The subject of a profile, and the profile as data for tables and graphs: CSV, folded stacks.

use super::account::Subject;
use super::measure::per;
use super::measure::{MeasureOptions, Measured, Named};
use clew_puzzle::puzzle::Entry;
use clew_report::table::Table;
use clew_solve::strategy::Task;
use std::fmt::Write;

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
