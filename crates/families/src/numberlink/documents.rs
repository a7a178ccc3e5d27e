//! The networks of the document: by counting neighbours with the same label.
//!
//! All three have label variables only; edges follow from them, because where paths do not touch themselves two
//! neighbours are joined exactly if their labels are equal. Counting neighbours allows closed loops apart from the
//! paths, so "all cells of a label are connected" is added. Where paths may touch themselves the formulations do not
//! apply: there one labelling can hold several solutions.
//!
//! Source: E. Kalvelagen, "Numberlink", 2017, with Rob Pratt's formulation from its comments.

use super::{Frame, Numberlink, Touch};
use clew_engine::kernel::{Group, Lit};
use clew_engine::propagators::{EqualCount, EqualityChannel, LabelConnectivity, Linear};
use clew_puzzle::puzzle::network::{BuildError, BuildOptions, Built};

const NO_LOOPS: &str = "added to the document's model: the cells of a label hang together (counting \
                        neighbours alone allows closed loops apart from the paths)";

fn frame<'a>(
    puzzle: &'a Numberlink,
    options: &BuildOptions,
    name: &str,
) -> Result<Frame<'a>, BuildError> {
    if puzzle.touch != Touch::No {
        return Err(BuildError::NotApplicable(format!(
            "network \"{name}\" counts neighbours with the same label, so it can only state \
             touch: no; use network \"suite\""
        )));
    }
    let mut frame = Frame::new(puzzle, options)?;
    options.check_interrupt()?;
    frame.add_labels();
    options.check_interrupt()?;
    Ok(frame)
}

/// Edges from labels, no loops, labels to branch on.
fn complete(mut frame: Frame<'_>, options: &BuildOptions) -> Result<Built, BuildError> {
    options.check_interrupt()?;
    let engine = &mut frame.model.engine;
    let (graph, labels) = (frame.graph.clone(), frame.labels);
    let channel =
        EqualityChannel::new(engine, graph.clone(), labels, frame.edges, frame.empty, true);
    options.check_interrupt()?;
    engine.add(channel);
    options.check_interrupt()?;
    let engine = &mut frame.model.engine;
    let ends = frame.puzzle.ends.clone();
    engine.add(LabelConnectivity::new(graph.clone(), labels, None, ends));
    frame.model.says("edge = labels equal", u64::from(graph.edges()));
    frame.model.says("the cells of a label hang together", frame.puzzle.ends.len() as u64);
    frame.model.notes.push(NO_LOOPS.to_string());
    if frame.empty.is_some() {
        let note = "extended to partial cover: one more label, \"empty\", which counts nothing";
        frame.model.notes.push(note.to_string());
    }
    frame.model.groups.push(Group::Vars(labels));
    Ok(frame.finish())
}

/// Label per cell; the number of neighbours with the same label is 1 at an end-point, else 2.
pub(super) fn labels(puzzle: &Numberlink, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut frame = frame(puzzle, options, "labels")?;
    let count = frame.is_end.iter().map(|&end| if end { 1 } else { 2 }).collect();
    let equal = EqualCount::new(frame.graph.clone(), frame.labels, count, frame.empty);
    frame.model.engine.add(equal);
    let n = u64::from(frame.cells());
    frame.model.says("equal neighbours: 1 at an end-point, else 2", n);
    complete(frame, options)
}

/// Edges or cells, with all labels, between two checks of the limits.
const POLL_INTERVAL: u32 = 256;
/// The most products edge times label.
const MAX_PRODUCTS: u64 = 1 << 20;
/// The most rows cell times label.
const MAX_ROWS: u64 = 1 << 18;

fn limit(what: &str, found: u64, most: u64, name: &str) -> Result<(), BuildError> {
    if found <= most {
        return Ok(());
    }
    Err(BuildError::TooLarge(format!(
        "network \"{name}\" would need {found} {what}, and {most} is its limit; \
         use network \"suite\""
    )))
}

/// Posts `low <= sum <= high`; a row that cannot hold makes the model infeasible.
fn row(frame: &mut Frame<'_>, name: &'static str, terms: &[(Lit, i64)], low: i64, high: i64) {
    match Linear::new(frame.model.engine.store_mut(), name, terms, low, high) {
        Some(linear) => {
            frame.model.engine.add(linear);
        }
        None => frame.model.infeasible = true,
    }
}

/// A Boolean y for each edge and label, y = x * x of its cells; the sum of y around a cell is 1 or 2.
pub(super) fn pairs(puzzle: &Numberlink, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut frame = frame(puzzle, options, "pairs")?;
    let kinds = puzzle.ends.len() as u32;
    let graph = frame.graph.clone();
    let products = u64::from(graph.edges()) * u64::from(kinds);
    limit("products", products, MAX_PRODUCTS, "pairs")?;
    let products_of = frame.model.bools("pair", products as u32);
    let pair = |e: u32, k: u32| products_of.at(e * kinds + k);
    for e in 0..graph.edges() {
        if e % POLL_INTERVAL == 0 {
            options.check_interrupt()?;
        }
        let [p, q] = graph.ends(e).map(|c| frame.label(c));
        for k in 0..kinds {
            let engine = &mut frame.model.engine;
            let [xp, xq] = [p, q].map(|x| engine.store().atom(x, k));
            let y = pair(e, k);
            let posted = engine
                .add_clause(&[y.neg(), xp.pos()])
                .and_then(|()| engine.add_clause(&[y.neg(), xq.pos()]))
                .and_then(|()| engine.add_clause(&[y.pos(), xp.neg(), xq.neg()]));
            frame.check(posted);
        }
    }
    let mut terms = Vec::new();
    for c in 0..frame.cells() {
        if c % POLL_INTERVAL == 0 {
            options.check_interrupt()?;
        }
        terms.clear();
        for (_, e) in graph.around(c) {
            terms.extend((0..kinds).map(|k| (pair(e, k).pos(), 1)));
        }
        if let Some(empty) = frame.empty {
            terms.push((frame.model.engine.store().atom(frame.label(c), empty).pos(), 2));
        }
        let count = if frame.is_end[c as usize] { 1 } else { 2 };
        row(&mut frame, "counting_sum", &terms, count, count);
    }
    let cells = u64::from(frame.cells());
    frame.model.says("pair = product of two indicators", products);
    frame.model.says("sum of the pairs around a cell: 1 at an end-point, else 2", cells);
    complete(frame, options)
}

/// Indicators x; around an end-point one neighbour has its label, around another cell two have its
/// label, or at least no more than there are.
pub(super) fn degree(puzzle: &Numberlink, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut frame = frame(puzzle, options, "degree")?;
    let kinds = puzzle.ends.len() as u32;
    let graph = frame.graph.clone();
    let rows = u64::from(frame.cells()) * u64::from(kinds);
    limit("pairs of a cell and a label", rows, MAX_ROWS, "degree")?;
    let is = |frame: &Frame<'_>, c: u32, k: u32| {
        frame.model.engine.store().atom(frame.label(c), k).pos()
    };
    let mut terms = Vec::new();
    for (k, &ends) in (0u32..).zip(&puzzle.ends) {
        for c in 0..frame.cells() {
            if c % POLL_INTERVAL == 0 {
                options.check_interrupt()?;
            }
            let around = graph.neighbours(c);
            terms.clear();
            terms.extend(around.iter().map(|&d| (is(&frame, d, k), 1)));
            if ends.contains(&c) {
                row(&mut frame, "end_degree", &terms, 1, 1);
            } else if !frame.is_end[c as usize] {
                let most = around.len() as i64;
                terms.push((is(&frame, c, k), -2));
                row(&mut frame, "at_least_two", &terms, 0, i64::MAX);
                terms.pop();
                terms.push((is(&frame, c, k), most - 2));
                row(&mut frame, "at_most_two", &terms, i64::MIN, most);
            }
        }
    }
    frame.model.says("an end-point has one neighbour of its label", 2 * u64::from(kinds));
    let inner = rows - 2 * u64::from(kinds) * u64::from(kinds);
    frame.model.says("2 x <= sum over the neighbours", inner);
    frame.model.says("sum over the neighbours <= 2 x + M (1 - x)", inner);
    complete(frame, options)
}
