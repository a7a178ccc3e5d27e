//! The tables of a profile, which its text and its page show.

use super::account::Subject;
use super::measure::{Measured, Named, per, stages_by_name};
use clew_report::table::{Cell, Cells};
use clew_solve::strategy::StageCost;

/// Nanoseconds as milliseconds.
fn ms(ns: f64) -> Cell {
    Cell::Number(ns / 1e6, 3)
}

/// A figure about a time; without a sample it is unknown.
fn sampled(ns: f64, cell: Cell) -> Cell {
    if ns > 0.0 { cell } else { Cell::Nothing }
}

/// The stages of the plan.
pub(super) fn stages(m: &Measured) -> Cells {
    let row = |(turns, stage): (usize, StageCost)| {
        let StageCost { means, stats, came, .. } = stage;
        vec![
            Cell::Text(means.into()),
            Cell::count(turns as u64),
            Cell::count(stats.nodes),
            Cell::count(stats.failures),
            Cell::count(stats.propagations),
            ms(m.stages.get(means).copied().unwrap_or(0.0)),
            Cell::Text(came),
        ]
    };
    let head = ["stage", "turns", "nodes", "failures", "propagations", "time ms", "came of it"];
    Cells::new(head, stages_by_name(m).into_iter().map(row))
}

/// All that took time: propagators with their counts, then the rest.
pub(super) fn account(m: &Measured) -> Cells {
    let mut rows = Vec::new();
    for line in &m.account.lines {
        let named = match &line.what {
            Subject::Propagating(name) => m.rows.iter().find(|named| named.name == *name),
            _ => None,
        };
        let mut cells = vec![Cell::Text(line.what.words())];
        match named {
            Some(Named { instances, nodes, row, .. }) => cells.extend([
                Cell::count(*instances),
                Cell::count(row.calls),
                Cell::Number(per(row.calls as f64, *nodes), 1),
                Cell::count(row.effective),
                Cell::count(row.inferred),
                Cell::count(row.failures),
            ]),
            None => cells.extend((0..6).map(|_| Cell::Nothing)),
        }
        let spread = line.spread.map_or(Cell::Nothing, |s| Cell::Number(100.0 * s, 1));
        let calls = named.map_or(0, |named| named.row.calls);
        let each = match calls {
            0 => Cell::Nothing,
            _ => Cell::Number(per(line.ns, calls), 0),
        };
        let figures = [ms(line.ns), Cell::Share(line.share), spread, each];
        cells.extend(figures.map(|cell| sampled(line.ns, cell)));
        rows.push(cells);
    }
    let head = [
        "where",
        "instances",
        "calls",
        "calls/node",
        "effective",
        "removed",
        "failures",
        "time ms",
        "share",
        "+-",
        "ns/call",
    ];
    Cells::new(head, rows)
}

/// The constraints that did most, of those for which one propagator stands: a gap, a cell, an edge, a pair of numbers.
pub(super) fn constraints(m: &Measured, most: usize) -> Cells {
    let rows = m.parts.iter().take(most).map(|part| {
        let counts = [part.deeds.inferred, part.deeds.failures].map(Cell::count);
        [Cell::Text(part.name.clone())].into_iter().chain(counts).collect()
    });
    Cells::new(["constraint", "removed", "failures"], rows)
}

/// Propagators in learnt clauses.
pub(super) fn learning(m: &Measured) -> Cells {
    let q = &m.profile.quality;
    let (clauses, literals) = (q.length.heard, q.length.sum);
    let mut rows = Vec::new();
    for Named { name, row, .. } in m.rows.iter().filter(|named| named.row.asked > 0) {
        let line = m.account.line(&Subject::Explaining(name.clone()));
        let ns = line.map_or(0.0, |line| line.ns);
        rows.push(vec![
            Cell::Text(name.clone()),
            Cell::count(row.asked),
            Cell::Number(per(row.premises as f64, row.explained), 1),
            Cell::Share(per(row.clauses as f64, clauses)),
            Cell::Share(per(row.literals as f64, literals)),
            sampled(ns, ms(ns)),
            sampled(ns, Cell::Number(per(ns, row.asked), 0)),
        ]);
    }
    for (name, n) in
        [("decisions", q.of_decisions), ("clauses", q.of_clauses), ("kernel", q.of_kernel)]
    {
        let mut cells = vec![Cell::Nothing; 7];
        cells[0] = Cell::Text(name.into());
        cells[4] = Cell::Share(per(n as f64, literals));
        rows.push(cells);
    }
    let head = [
        "in learnt clauses",
        "explanations",
        "premises each",
        "clauses",
        "literals",
        "explaining ms",
        "ns each",
    ];
    Cells::new(head, rows)
}
