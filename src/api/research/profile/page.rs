//! A profile as one page that needs no network: verdict, where the time went, where on the board, how the search went,
//! which propagator wakes which, properties of the clauses, and a glossary.

use super::account::Times;
use super::detail::Detail;
use super::measure::Measured;
use super::sheet::heading;
use super::subtrees::Subtrees;
use super::tables;
use clew_engine::search::profile::{Histogram, ProgressSample};
use clew_puzzle::puzzle::Puzzle;
use clew_report::page::{self, Chart, bars, grouped, short, table};
use clew_report::svg::{self, Options, escape};
use clew_report::table::{Cell, Cells};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Sorts a table by the column whose head was clicked. The policy of the page names its hash, so that
/// nothing else can run.
pub(crate) const SCRIPT: &str = "document.querySelectorAll('th').forEach(h=>{h.tabIndex=0;h.onclick=()=>{\
const i=h.cellIndex,b=h.closest('table').tBodies[0],d=h.dataset.d=h.dataset.d=='1'?'-1':'1';\
const v=r=>{const c=r.cells[i];return c.dataset.v!==undefined?+c.dataset.v:c.textContent};\
[...b.rows].sort((x,y)=>{const p=v(x),q=v(y);return (typeof p=='number'&&typeof q=='number'?q-p:\
String(p).localeCompare(String(q)))*d}).forEach(r=>b.append(r))};\
h.onkeydown=e=>{if(e.key=='Enter')h.click()}});";

/// The SHA-256 of [`SCRIPT`], in base 64.
pub(crate) const HASH: &str = "qpk7JzkEdKCZG8EE4PjQCbOKAVsR+CzSxl52VeyIap0=";

const STYLE: &str = "\
body{max-width:64rem}
.strip{display:flex;flex-wrap:wrap;gap:1.2rem;align-items:flex-start}
.strip svg{max-width:16rem;max-height:16rem;margin:0}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;flex:1 1 20rem}
.facts div{border-left:3px solid var(--fill);padding-left:.6rem}
.facts b{display:block;font-size:1.15rem}.facts span,.small{font-size:.85rem;color:var(--faint)}
.maps{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem}
.maps figure{margin:0}.maps svg{width:100%;margin:0}
th{cursor:pointer}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:0 1.5rem}
.pair .chart{width:100%}
.ice rect{stroke:Canvas;stroke-width:.6}.ice .f{fill:var(--c1)}.ice .o{fill:var(--c0)}
.ice text{font:10px system-ui,sans-serif;fill:Canvas;text-anchor:start}
nav a{margin-right:.9rem;color:inherit}
details{margin:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.75rem}
@media print{body{max-width:none;font-size:11pt}.wide{overflow:visible}th{position:static}nav,details{display:none}\
section,figure{break-inside:avoid}}";

/// The content of the page.
pub(crate) struct Content<'a> {
    pub title: &'a str,
    pub verdict: &'a str,
    pub command: &'a str,
    pub cores: usize,
    pub puzzle: &'a Puzzle,
    pub measured: &'a Measured,
    pub detail: &'a Detail,
    pub trees: &'a Subtrees,
    pub json: &'a Value,
}

/// The page.
pub(crate) fn page(c: &Content<'_>) -> String {
    let style = format!("{}\n{STYLE}", page::CHARTS);
    let mut out = page::head(&format!("Profile: {}", c.title), &style, Some(HASH));
    let _ = writeln!(out, "<h1>Profile: {}</h1>", escape(c.title));
    out += "<nav><a href=\"#time\">Where the time went</a><a href=\"#board\">Where on the board</a>\
            <a href=\"#search\">The search</a><a href=\"#clauses\">Clauses</a><a href=\"#wakes\">Who wakes \
            whom</a><a href=\"#words\">What the words mean</a></nav>\n";
    out += &strip(c);
    out += &time(c.measured);
    out += &board(c);
    out += &search(c);
    out += &clauses(c.measured);
    out += &wakes(c.detail);
    out += WORDS;
    let raw = escape(&c.json.to_string());
    let _ = writeln!(
        out,
        "<details><summary>All figures as JSON (clew-profile/2)</summary><pre id=\"json\">{raw}</pre>\
         </details>\n<script>{SCRIPT}</script>\n</body>\n</html>"
    );
    out
}

/// How many runs there were, and how far apart.
fn sample(times: &Times) -> String {
    match times.all.len() {
        1 => "one run".into(),
        n => format!("{n} runs, spread {} ms", grouped(times.spread / 1e6, 2)),
    }
}

/// The picture, the verdict and the main figures.
fn strip(c: &Content<'_>) -> String {
    let m = c.measured;
    let stats = m.stats();
    let seconds = m.account.total / 1e9;
    let rate = if seconds > 0.0 { stats.nodes as f64 / seconds } else { 0.0 };
    let times = &m.account.times;
    let (overhead, how) = m.overhead();
    let answer = m.outcome.answers.first();
    let picture = svg::draw(c.puzzle, answer, "", Options::default());
    let picture = if picture.len() < 200_000 { picture } else { String::new() };
    let facts: [(String, &str); 9] = [
        (c.verdict.to_string(), "verdict"),
        (heading(m), "what ran"),
        (format!("{} ms", grouped(times.median / 1e6, 2)), "processor time, median"),
        (sample(times), "measured"),
        (grouped(stats.nodes as f64, 0), "decisions"),
        (grouped(stats.failures as f64, 0), "failures"),
        (short(rate), "decisions a second"),
        (grouped(stats.propagations as f64, 0), "calls of propagators"),
        (format!("{:+.1} %", 100.0 * overhead), how),
    ];
    let mut out = format!("<section class=\"strip\">{picture}<div class=\"facts\">");
    for (value, name) in facts {
        let _ = write!(out, "<div><b>{}</b><span>{}</span></div>", escape(&value), escape(name));
    }
    let rules: Vec<String> =
        c.puzzle.words().into_iter().map(|(key, word)| format!("{key}: {word}")).collect();
    let _ = writeln!(
        out,
        "</div></section>\n<p class=\"small\">{} {} &middot; clew {} &middot; {} {}, {} cores &middot; \
         <code>{}</code></p>",
        escape(c.puzzle.family().keyword()),
        escape(&rules.join(", ")),
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        c.cores,
        escape(c.command)
    );
    out
}

/// Constraints that are listed.
const CONSTRAINTS: usize = 100;

/// Stages, and all that took time.
fn time(m: &Measured) -> String {
    "<section id=\"time\"><h2>Where the time went</h2>\n".to_string()
        + &table(&tables::stages(m))
        + &table(&tables::account(m))
        + &constraints(m)
        + &layers(m)
        + "<p class=\"small\">The lines add up to all processor time. Click a head to sort.</p></section>\n"
}

/// The work of single constraints if a propagator stands for many.
fn constraints(m: &Measured) -> String {
    if m.parts.is_empty() {
        return String::new();
    }
    let mut out = String::from("<h3>Constraints that share a propagator</h3>\n");
    if m.parts.len() > CONSTRAINTS {
        let _ = writeln!(
            out,
            "<p class=\"small\">The {CONSTRAINTS} of {} that did most.</p>",
            m.parts.len()
        );
    }
    out + &table(&tables::constraints(m, CONSTRAINTS))
}

/// How large the tables of a dynamic program were.
fn layers(m: &Measured) -> String {
    let layers = m.layers.all();
    if layers.is_empty() {
        return String::new();
    }
    let points = layers.iter().map(|l| (l.step.done as f64, l.step.states as f64)).collect();
    let chart = Chart {
        title: "Tables, layer by layer",
        x: "layer",
        lines: vec![("states".into(), points)],
        marks: Vec::new(),
        logarithmic: false,
        dots: false,
    };
    chart.svg()
}

fn board(c: &Content<'_>) -> String {
    let d = c.detail;
    let maps = [
        (
            &d.failures,
            "Failures",
            "cells that reasons of failures speak of; each failure counts once",
        ),
        (&d.decisions, "Decisions", "what search decided about"),
        (&d.removals, "Removals", "facts inferred about the cell"),
        (&d.activity, "Activity", "cells that learnt clauses speak of; each clause counts once"),
    ];
    let mut out =
        String::from("<section id=\"board\"><h2>Where on the board</h2>\n<div class=\"maps\">");
    for (values, title, what) in maps {
        let most = values.iter().copied().fold(0.0, f64::max);
        // Plain search learns nothing, and if propagation decides the puzzle there are no decisions.
        if most == 0.0 {
            continue;
        }
        let picture = svg::heat(c.puzzle, values, title);
        let _ = write!(
            out,
            "<figure>{picture}<figcaption><b>{title}</b>: {what}. Darkest: {}.</figcaption></figure>",
            short(most)
        );
    }
    out += "</div>\n";
    let rows: Vec<Vec<Cell>> = d
        .rules
        .iter()
        .map(|((kind, rule), [inferred, failed])| {
            let (kind, rule) = (Cell::Text((*kind).into()), Cell::Text((*rule).into()));
            vec![kind, rule, Cell::count(*inferred), Cell::count(*failed)]
        })
        .collect();
    if !rows.is_empty() {
        out += "<h2>Rules</h2>\n";
        out += &table(&Cells::new(["propagator", "rule", "facts inferred", "failures"], rows));
    }
    out + "</section>\n"
}

/// Figures a moment, from one to the next.
fn rates(moments: &[ProgressSample]) -> [Vec<(f64, f64)>; 2] {
    /// Points of a line.
    const POINTS: usize = 80;
    let size = moments.len().div_ceil(POINTS).max(1);
    let (mut failures, mut lengths) = (Vec::new(), Vec::new());
    let mut last = ProgressSample::default();
    for chunk in moments.chunks(size) {
        let now = chunk[chunk.len() - 1];
        let x = now.at.as_secs_f64() * 1e3;
        let passed = (now.at.saturating_sub(last.at)).as_secs_f64();
        if passed > 0.0 {
            failures.push((x, (now.failures - last.failures) as f64 / passed));
        }
        let clauses = now.clauses[0] - last.clauses[0];
        if clauses > 0 {
            lengths.push((x, (now.clauses[1] - last.clauses[1]) as f64 / clauses as f64));
        }
        last = now;
    }
    [failures, lengths]
}

fn search(c: &Content<'_>) -> String {
    let m = c.measured;
    let mut out = String::from("<section id=\"search\"><h2>The search</h2>\n");
    let moments = &m.profile.timeline;
    let [failures, lengths] = rates(moments);
    let ms = |at: std::time::Duration| at.as_secs_f64() * 1e3;
    let mut marks: Vec<(f64, String)> = moments
        .windows(2)
        .filter(|w| w[0].sections < w[1].sections)
        .map(|w| (ms(w[1].at), m.profile.sections[w[1].sections - 1].stage.to_string()))
        .collect();
    let restarts: Vec<f64> =
        moments.windows(2).filter(|w| w[0].restarts < w[1].restarts).map(|w| ms(w[1].at)).collect();
    if restarts.len() <= 60 {
        marks.extend(restarts.into_iter().map(|x| (x, "restart".to_string())));
    }
    let chart = |title, name: &str, points, marks| {
        Chart {
            title,
            x: "ms",
            lines: vec![(name.into(), points)],
            marks,
            logarithmic: false,
            dots: false,
        }
        .svg()
    };
    out += "<div class=\"pair\">";
    out += &chart("Failures a second", "over time", failures, marks.clone());
    out += &chart("Literals a learnt clause", "mean, over time", lengths, marks);
    out += "</div>\n";
    let depths = c.trees.depths();
    let step = depths.len().div_ceil(40).max(1);
    let buckets: Vec<(String, u64)> = depths
        .chunks(step)
        .enumerate()
        .map(|(i, chunk)| ((i * step).to_string(), chunk.iter().sum()))
        .collect();
    if !buckets.is_empty() {
        out += &bars("Nodes by the number of decisions above them", &buckets);
    }
    out += &icicle(c.trees);
    let rows: Vec<Vec<Cell>> = c
        .trees
        .largest_failed(12)
        .into_iter()
        .map(|(size, path)| {
            let wrong = path.first().cloned().unwrap_or_default();
            let after =
                path[1.min(path.len())..].iter().rev().cloned().collect::<Vec<_>>().join(", ");
            vec![Cell::count(size.into()), Cell::Text(wrong), Cell::Text(after)]
        })
        .collect();
    if !rows.is_empty() {
        out += "<h2>Wrong decisions that took longest to be refuted</h2>\n";
        out += &table(&Cells::new(["nodes below", "decision", "after"], rows));
    }
    out + "</section>\n"
}

fn icicle(trees: &Subtrees) -> String {
    const WIDTH: f64 = 900.0;
    const ROW: f64 = 15.0;
    let blocks = trees.icicle(0.0025, 36);
    if blocks.len() < 2 {
        return String::new();
    }
    let rows = blocks.iter().map(|b| b.depth).max().unwrap_or(0) + 1;
    let mut out = format!(
        "<figure><svg class=\"ice chart\" viewBox=\"0 0 {WIDTH} {:.0}\" width=\"{WIDTH}\" role=\"img\">\
         <title>The largest tree</title>\n",
        ROW * f64::from(rows)
    );
    for b in &blocks {
        let (x, y, w) = (b.from * WIDTH, ROW * f64::from(b.depth), b.width * WIDTH);
        let class = if b.failed { "f" } else { "o" };
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.0}\" width=\"{:.1}\" height=\"{ROW}\"><title>{}: \
             {} nodes</title></rect>",
            w.max(0.5),
            escape(&b.label),
            b.size
        );
        let fit = (w / 6.0) as usize;
        if b.label.chars().count() < fit {
            let (x, y) = (x + 3.0, y + 11.0);
            let _ = write!(out, "<text x=\"{x:.1}\" y=\"{y:.0}\">{}</text>", escape(&b.label));
        }
        out.push('\n');
    }
    let cut = if trees.cut { " Only the first six million nodes are in it." } else { "" };
    let _ = writeln!(
        out,
        "</svg><figcaption>The largest tree, root at the top; width is the number of nodes below. Red: failed \
         as a whole. Blue: holds a solution, or search left it.{cut}</figcaption></figure>"
    );
    out
}

fn named(h: &Histogram) -> Vec<(String, u64)> {
    let name = |i: usize| match Histogram::range(i) {
        [low, high] if low == high => low.to_string(),
        [low, high] => format!("{low}-{high}"),
    };
    h.counts.iter().enumerate().map(|(i, n)| (name(i), *n)).collect()
}

fn clauses(m: &Measured) -> String {
    let q = &m.profile.quality;
    let mut out = String::from("<section id=\"clauses\"><h2>Clauses</h2>\n");
    if q.length.heard == 0 {
        return out + "<p>Nothing was learnt from failures in this run.</p></section>\n";
    }
    out += "<div class=\"pair\">";
    out += &bars("Literals a learnt clause", &named(&q.length));
    out += &bars("Glue: levels a learnt clause", &named(&q.glue));
    out += &bars("Levels undone after a failure", &named(&q.jump));
    out += &bars("Decisions between failures", &named(&q.distance));
    out += "</div>\n";
    out += &table(&tables::learning(m));
    let _ = writeln!(
        out,
        "<p>{} clauses were learnt; learnt clauses took part in later analyses {} times. {} looks through \
         them left {} in all, {} had been used since the look before, {} were forgotten. Decisions: \
         {}.</p></section>",
        grouped(q.length.heard as f64, 0),
        grouped(q.uses as f64, 0),
        q.looks,
        grouped(q.kept as f64, 0),
        grouped(q.used as f64, 0),
        grouped(q.forgotten as f64, 0),
        escape(&super::sheet::decisions(m))
    );
    out
}

fn wakes(d: &Detail) -> String {
    let mut out = String::from("<section id=\"wakes\"><h2>Who wakes whom</h2>\n");
    let who: BTreeSet<&str> = d.wakes.keys().map(|k| k.1).collect();
    let by: BTreeSet<&str> = d.wakes.keys().map(|k| k.0).collect();
    if who.is_empty() {
        return out + "<p>No propagator was woken.</p></section>\n";
    }
    let mut head = vec!["woken by"];
    head.extend(who.iter().copied());
    let most = d.wakes.values().copied().max().unwrap_or(1) as f64;
    let rows: Vec<Vec<Cell>> = by
        .iter()
        .map(|author| {
            let name = if author.is_empty() { "decisions, clauses, kernel" } else { author };
            let mut row = vec![Cell::Text(name.into())];
            row.extend(who.iter().map(|woken| match d.wakes.get(&(*author, *woken)) {
                Some(&n) => Cell::Weighted(n, n as f64 / most),
                None => Cell::Nothing,
            }));
            row
        })
        .collect();
    out += &table(&Cells::new(head, rows));
    out + "<p class=\"small\">How often a change by the one on the left put the one above into the \
           queue.</p></section>\n"
}

const WORDS: &str = "<section id=\"words\"><h2>What the words mean</h2><dl>\
<dt>propagator</dt><dd>The part of the solver that looks after one constraint: it removes values that the \
constraint forbids.</dd>\
<dt>calls/node</dt><dd>How often it was run for each decision of the stages it belongs to. Many calls that \
are cheap can cost more than few that are dear: look at this beside ns/call.</dd>\
<dt>effective</dt><dd>Calls that removed something or failed.</dd>\
<dt>failure</dt><dd>A branch in which some constraint cannot hold.</dd>\
<dt>learnt clause, nogood</dt><dd>What is kept of a failure: a set of facts of which one must be otherwise.</dd>\
<dt>glue</dt><dd>On how many decision levels the facts of a clause lie. Small is good.</dd>\
<dt>explaining</dt><dd>Saying why a fact was inferred. It is asked for when a failure is analysed.</dd>\
<dt>waking</dt><dd>Telling propagators of changes, and the queue they wait in.</dd>\
<dt>remainder</dt><dd>Processor time outside of all stages: planning, checking answers.</dd>\
<dt>+-</dt><dd>Standard error of the share, in points of a hundred, over groups of runs.</dd>\
</dl></section>\n";
