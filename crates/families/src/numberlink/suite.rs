//! The default network: edges, labels and turns together.
//!
//! Degrees and fragments make the edges paths between end-points. The equality channel gives each path one label; where
//! paths do not touch themselves it also joins neighbours of one label. The other rules are static clauses over edges
//! and turns, so that learning sees them as clauses. Labels are redundant once all edges are known; they never need a
//! decision.
//!
//! Measured and left out: looking for labels cut off from their end-points (no fewer conflicts, and five to fifty times
//! the work per conflict); labels in the fragments' reasons (longer clauses).

use super::Cover;

use super::Frame;

use super::LinkEdges;

use super::Numberlink;

use super::Touch;

use crate::numberlink::normal_form::changes;

use super::exchange;

use crate::numberlink::normal_form::hugging;

use super::normal_form;

use crate::numberlink::normal_form::sight;

use super::turns;
use crate::static_orders;
use clew_engine::kernel::{Bools, Group, Lit};
use clew_engine::propagators::path::{Degree, DegreeFlow, Flag, Fragments, PathVars, Pattern};
use clew_engine::propagators::{EqualityChannel, MixedBlocks};
use clew_puzzle::puzzle::Answer;
use clew_puzzle::puzzle::network::{BuildError, BuildOptions, Built, Keep};

/// Clauses for triangles are useful, not needed: a dense board gets at most this many.
const MAX_TRIANGLES: usize = 200_000;
/// Cells or edges whose clauses are posted between two questions whether to stop.
const PATIENCE: usize = 4096;

pub(super) fn build(puzzle: &Numberlink, options: &BuildOptions) -> Result<Built, BuildError> {
    let one_is_enough = options.keep != Keep::All && options.wants("normal_form");
    let stricter = normal_form::rules(puzzle).filter(|_| one_is_enough);
    let looser = changes::rules(puzzle).filter(|_| options.changed);
    let mut built = match (&stricter, &looser) {
        (_, Some(looser)) => network(looser, options, false)?,
        (Some(stricter), None) => network(stricter, options, true)?,
        (None, None) => network(puzzle, options, false)?,
    };
    let exchanges = one_is_enough && exchange::applies(puzzle);
    built.represents = stricter.is_some() || exchanges;
    if let Keep::Others(Answer::Links(on)) = &options.keep {
        forbid(&mut built, on);
        if exchanges {
            let edges = built.decoder::<LinkEdges>().expect("a network of links").edges;
            exchange::patterns::post(puzzle, &mut built.model, edges, options)?;
        }
    }
    Ok(built)
}

/// Takes a solution out of the model.
fn forbid(built: &mut Built, on: &[bool]) {
    let model = &mut built.model;
    // Of two sets of paths none is part of the other.
    let edges = model.answer.iter().zip(on).filter(|(_, on)| **on);
    let clause: Vec<Lit> = edges.map(|(edge, _)| edge.neg()).collect();
    if model.engine.add_clause(&clause).is_err() {
        model.infeasible = true;
    }
}

/// The network under the puzzle's rules as they stand. `normal`: where cells may stay empty, of
/// solutions in normal form only.
fn network(puzzle: &Numberlink, options: &BuildOptions, normal: bool) -> Result<Built, BuildError> {
    let mut frame = Frame::new(puzzle, options)?;
    options.check_interrupt()?;
    let (rook, exact) = (puzzle.board.is_rook(), puzzle.touch == Touch::No);
    let n = frame.cells();
    let used = frame.empty.map(|_| frame.model.bools("used", n));
    // In the cheapest solutions no path runs around three sides of a square.
    let closes = puzzle.touch != Touch::Yes || options.changed;
    let turns = (rook && closes && options.wants("turns"))
        .then(|| frame.model.bools("turn", n * turns::QUADRANTS));
    options.check_interrupt()?;
    frame.add_labels();
    options.check_interrupt()?;
    if let (Some(used), Some(empty)) = (used, frame.empty) {
        used_flags(&mut frame, used, empty, options)?;
    }
    options.check_interrupt()?;
    paths(&mut frame, used, options);
    options.check_interrupt()?;
    let engine = &mut frame.model.engine;
    let (graph, labels) = (frame.graph.clone(), frame.labels);
    let channel =
        EqualityChannel::new(engine, graph.clone(), labels, frame.edges, frame.empty, exact);
    options.check_interrupt()?;
    engine.add(channel);
    options.check_interrupt()?;
    let what = if exact { "edge on = labels equal" } else { "edge on: labels equal" };
    frame.model.says(what, u64::from(graph.edges()));
    if puzzle.touch == Touch::No2x2 {
        blocks(&mut frame);
    }
    if let Some(turns) = turns {
        turns::post(&mut frame, turns, used, options)?;
    }
    if let (Some(used), Some(empty), true) = (used, frame.empty, normal && rook) {
        normal_form::flips(&mut frame, turns, used, options)?;
        sight::post(&mut frame, empty, options)?;
        if let Some(turns) = turns
            && options.wants("hugging")
        {
            hugging::post(&mut frame, turns, options)?;
        }
    }
    options.check_interrupt()?;
    if !rook && exact && options.wants("triangles") {
        triangles(&mut frame, options)?;
    }
    if let Some(bools) = turns {
        frame.model.groups.push(Group::Bools { bools, prefer: false });
    }
    frame.model.groups.push(Group::Bools { bools: frame.edges, prefer: true });
    if turns.is_some() && exact && puzzle.cover == Cover::All {
        frame.model.static_orders = static_orders::orders(&puzzle.board, frame.edges);
    }
    Ok(frame.finish())
}

/// With partial cover one Boolean per cell: some path visits it.
fn used_flags(
    frame: &mut Frame<'_>,
    used: Bools,
    empty: u32,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    for (c, (u, label)) in used.iter().zip(frame.labels.iter()).enumerate() {
        if c % PATIENCE == 0 {
            options.check_interrupt()?;
        }
        let engine = &mut frame.model.engine;
        let none = engine.store().atom(label, empty);
        let posted = engine
            .add_clause(&[u.neg(), none.neg()])
            .and_then(|()| engine.add_clause(&[u.pos(), none.pos()]));
        frame.check(posted);
    }
    frame.model.says("used = label not empty", u64::from(used.len()));
    Ok(())
}

/// Degrees and no closed loops.
fn paths(frame: &mut Frame<'_>, used: Option<Bools>, options: &BuildOptions) {
    let ends = frame.is_end.iter().map(|&e| if e { Flag::Always } else { Flag::Never }).collect();
    let used = used.map(|used| {
        used.iter()
            .zip(&frame.is_end)
            .map(|(used, &end)| if end { Flag::Always } else { Flag::Open(used) })
            .collect()
    });
    let vars = PathVars::new(frame.graph.clone(), frame.edges, ends, used);
    let engine = &mut frame.model.engine;
    Degree::post(engine, &vars);
    // Which labels may be joined is left to the labels: their reasons are shorter.
    Fragments::post(engine, &vars, Pattern::Links);
    // Pays where paths may touch themselves and no square rule helps; elsewhere it only costs.
    let board = &frame.puzzle.board;
    let rules = (frame.puzzle.cover, frame.puzzle.touch);
    if rules == (Cover::All, Touch::Yes) && board.is_rook() && options.wants("degree_flow") {
        let total = 2 * frame.puzzle.ends.len() as u32;
        match DegreeFlow::post(engine, &vars, total) {
            Some(flow) => frame.model.redundant.push(flow),
            None => frame.model.infeasible = true,
        }
        frame.model.says("all degrees at once, as a flow (redundant)", 1);
    }
    let n = u64::from(frame.cells());
    let what = match frame.puzzle.cover {
        Cover::All => "edges at a cell: 1 at an end-point, else 2",
        Cover::Partial => "edges at a cell: 1 at an end-point, else 0 or 2",
    };
    frame.model.says(what, n);
    frame.model.says("no closed loop", 1);
}

/// No 2×2 block lies wholly on one path.
fn blocks(frame: &mut Frame<'_>) {
    let blocks = frame.puzzle.board.blocks();
    frame.model.says("not all of a 2x2 block on one path", blocks.len() as u64);
    frame.model.engine.add(MixedBlocks::new(frame.labels, blocks, frame.empty));
}

/// Of three cells that touch one another at most two are joined: two joins would put all three on
/// one path, and the third pair would have to be joined as well.
fn triangles(frame: &mut Frame<'_>, options: &BuildOptions) -> Result<(), BuildError> {
    let graph = frame.graph.clone();
    let mut count = 0;
    'all: for e in 0..graph.edges() {
        if (e as usize).is_multiple_of(PATIENCE) {
            options.check_interrupt()?;
        }
        let [a, b] = graph.ends(e);
        for (c, f) in graph.around(b).filter(|&(c, _)| c > b) {
            let Some(g) = graph.edge_between(a, c) else { continue };
            if count == MAX_TRIANGLES {
                break 'all;
            }
            count += 1;
            for (x, y) in [(e, f), (f, g), (e, g)] {
                let clause = [frame.edge(x).neg(), frame.edge(y).neg()];
                let posted = frame.model.engine.add_clause(&clause);
                frame.check(posted);
            }
        }
    }
    frame.model.says("at most one edge of a triangle", count as u64);
    Ok(())
}
