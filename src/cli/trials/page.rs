//! A bench as one page: cactus, scatter, size ladders, all figures.

use super::tally::{Bench, Instance};
use clew::puzzle::wording::how_many;
use clew::report::page::{self, Chart, table};
use clew::report::svg::escape;
use clew::report::table::{Cell, Cells};
use std::fmt::Write;

const STYLE: &str = "\
body{max-width:64rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:0 1.5rem}
.pair .chart{width:100%}
@media print{body{max-width:none}.wide{overflow:visible}figure{break-inside:avoid}}";

/// The page.
pub(crate) fn page(bench: &Bench) -> String {
    let style = format!("{}\n{STYLE}", page::CHARTS);
    let mut out = page::head("Bench", &style, None);
    let limit = bench.limit.map_or(String::new(), |s| format!(", {s} s a run"));
    let _ = writeln!(
        out,
        "<h1>Bench</h1>\n<p>{}{limit}.</p>",
        how_many(bench.instances.len(), "instance")
    );
    let rows: Vec<Vec<Cell>> = (0..bench.settings.len())
        .map(|s| {
            vec![
                Cell::Text(bench.settings[s].clone()),
                Cell::count(bench.solved(s) as u64),
                bench.par2(s).map_or(Cell::Nothing, |p| Cell::Number(p, 4)),
            ]
        })
        .collect();
    out += &table(&Cells::new(["setting", "solved", "PAR2 s"], rows));
    out += "<div class=\"pair\">";
    out += &cactus(bench).svg();
    if let Some(chart) = scatter(bench) {
        out += &chart.svg();
    }
    out += &ladder(bench, "Processor time by size", &|t| t.seconds).svg();
    // Zero has no place on a logarithmic axis.
    out += &ladder(bench, "Decisions by size, and one more", &|t| t.nodes as f64 + 1.0).svg();
    out += "</div>\n";
    let mut head = vec!["instance", "cells"];
    head.extend(bench.settings.iter().map(String::as_str));
    let rows: Vec<Vec<Cell>> = bench
        .instances
        .iter()
        .map(|i| {
            let mut row = vec![Cell::Text(i.name.clone()), Cell::count(i.cells as u64)];
            row.extend(i.results.iter().map(|r| match r {
                Ok(t) if t.decided => Cell::Number(1e3 * t.seconds, 3),
                Ok(_) => Cell::Text("undecided".into()),
                Err(_) => Cell::Nothing,
            }));
            row
        })
        .collect();
    out += "<h2>Processor time, ms</h2>\n";
    out += &table(&Cells::new(head, rows));
    for i in &bench.instances {
        for (name, result) in bench.settings.iter().zip(&i.results) {
            if let Err(why) = result {
                let _ =
                    writeln!(out, "<p>{}, {}: {}</p>", escape(&i.name), escape(name), escape(why));
            }
        }
    }
    out + "</body>\n</html>\n"
}

/// How many instances are decided within a time.
fn cactus(bench: &Bench) -> Chart<'_> {
    let line = |s: usize| {
        let mut times: Vec<f64> = bench.times(s).collect();
        times.sort_by(f64::total_cmp);
        let points = (1..).zip(times).map(|(n, t)| (f64::from(n), t)).collect();
        (bench.settings[s].clone(), points)
    };
    Chart {
        title: "Cactus: seconds within which this many are decided",
        x: "instances decided",
        lines: (0..bench.settings.len()).map(line).collect(),
        marks: Vec::new(),
        logarithmic: true,
        dots: false,
    }
}

/// The first two settings against each other.
fn scatter(bench: &Bench) -> Option<Chart<'_>> {
    let [a, b] = [bench.settings.first()?, bench.settings.get(1)?];
    let points: Vec<(f64, f64)> = bench
        .instances
        .iter()
        .filter_map(|i| match (&i.results[0], &i.results[1]) {
            (Ok(x), Ok(y)) => Some((x.seconds, y.seconds)),
            _ => None,
        })
        .collect();
    Some(Chart {
        title: "Seconds: the first setting along the bottom, the second upwards",
        x: "s",
        lines: vec![(format!("{a} against {b}"), points)],
        marks: Vec::new(),
        logarithmic: true,
        dots: true,
    })
}

fn ladder<'a>(bench: &Bench, title: &'a str, value: &dyn Fn(&super::Trial) -> f64) -> Chart<'a> {
    let line = |s: usize| {
        let of = |i: &Instance| {
            let trial = i.results[s].as_ref().ok().filter(|t| t.decided)?;
            Some((i.cells as f64, value(trial)))
        };
        (bench.settings[s].clone(), bench.instances.iter().filter_map(of).collect())
    };
    Chart {
        title,
        x: "cells",
        lines: (0..bench.settings.len()).map(line).collect(),
        marks: Vec::new(),
        logarithmic: true,
        dots: true,
    }
}
