//! The default network: edges, labels and turns together.
//!
//! Degrees and fragments make the edges paths between end-points; the equality channel gives each
//! path one label, and where paths do not touch themselves it also says that neighbours of one label
//! are joined. The other rules are static clauses over edges and turns, so that learning sees them
//! as what they are. Labels are redundant once all edges are known; they never need a decision.
//!
//! Measured and left out: looking for labels cut off from their end-points (no fewer conflicts, and
//! five to fifty times the work a conflict); labels in the fragments' reasons (longer clauses).

use super::{Cover, Frame, Numberlink, Touch, scan, turns};
use crate::kernel::{Atom, Group, VarId};
use crate::propagators::path::{Degree, DegreeFlow, Flag, Fragments, NO_LABEL, PathVars, Pattern};
use crate::propagators::{EqualityChannel, MixedBlocks};
use crate::puzzle::network::{BuildError, BuildOptions, Built};

/// Clauses for triangles are worth having, not needed: a dense board gets this many.
const MAX_TRIANGLES: usize = 200_000;

pub(super) fn build(puzzle: &Numberlink, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut frame = Frame::new(puzzle, options)?;
    options.go_on()?;
    let (rook, exact) = (puzzle.board.is_rook(), puzzle.touch == Touch::No);
    let n = frame.cells();
    let used = frame.empty.map(|_| frame.model.bools("used", n));
    let turns = (rook && puzzle.touch != Touch::Yes && options.wants("turns"))
        .then(|| frame.model.bools("turn", n * turns::QUADRANTS));
    frame.add_labels();
    options.go_on()?;
    if let (Some(first), Some(empty)) = (used, frame.empty) {
        used_flags(&mut frame, first, empty);
    }
    options.go_on()?;
    paths(&mut frame, used, options);
    options.go_on()?;
    let engine = &mut frame.model.engine;
    let (graph, labels) = (frame.graph.clone(), frame.labels);
    let channel =
        EqualityChannel::new(engine, graph.clone(), labels, frame.edges, frame.empty, exact);
    engine.add(channel);
    options.go_on()?;
    let what = if exact { "edge on = labels equal" } else { "edge on: labels equal" };
    frame.model.says(what, u64::from(graph.edges()));
    if puzzle.touch == Touch::No2x2 {
        blocks(&mut frame);
    }
    if let Some(first) = turns {
        turns::post(&mut frame, first, used, options)?;
    }
    options.go_on()?;
    if !rook && exact && options.wants("triangles") {
        triangles(&mut frame);
    }
    if let Some(first) = turns {
        let n = frame.cells() * turns::QUADRANTS;
        frame.model.groups.push(Group::Bools { first, n, prefer: false });
    }
    let n = frame.graph.edges();
    frame.model.groups.push(Group::Bools { first: frame.edges, n, prefer: true });
    if turns.is_some() && exact && puzzle.cover == Cover::All {
        frame.model.scans = scan::orders(&puzzle.board, frame.edges);
    }
    Ok(frame.finish())
}

/// With partial cover a Boolean a cell: some path visits it.
fn used_flags(frame: &mut Frame<'_>, used: Atom, empty: u32) {
    let n = frame.cells();
    for c in 0..n {
        let u = Atom(used.0 + c);
        let engine = &mut frame.model.engine;
        let none = engine.store().atom(VarId(frame.labels.0 + c), empty);
        let posted = engine
            .add_clause(&[u.not(), none.not()])
            .and_then(|()| engine.add_clause(&[u.is(), none.is()]));
        frame.check(posted);
    }
    frame.model.says("used = label not empty", u64::from(n));
}

/// Degrees and no closed loops.
fn paths(frame: &mut Frame<'_>, used: Option<Atom>, options: &BuildOptions) {
    let ends = frame.is_end.iter().map(|&e| if e { Flag::Always } else { Flag::Never }).collect();
    let used = used.map(|first| {
        (0u32..)
            .zip(&frame.is_end)
            .map(|(c, &end)| if end { Flag::Always } else { Flag::Open(Atom(first.0 + c)) })
            .collect()
    });
    let vars = PathVars::new(frame.graph.clone(), frame.edges, ends, used);
    let engine = &mut frame.model.engine;
    Degree::post(engine, &vars);
    // Which labels may be joined is left to the labels: their reasons are shorter.
    let nobody = vec![NO_LABEL; frame.is_end.len()];
    Fragments::post(engine, &vars, Pattern::Links(nobody.into()));
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
    let board = &frame.puzzle.board;
    let (rows, cols) = board.size();
    let mut blocks = Vec::new();
    for r in 1..rows {
        for c in 1..cols {
            let at = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)];
            if let [Some(a), Some(b), Some(c), Some(d)] = at.map(|(r, c)| board.cell_at(r, c)) {
                blocks.push([a, b, c, d]);
            }
        }
    }
    frame.model.says("not all of a 2x2 block on one path", blocks.len() as u64);
    let cells = frame.cells();
    frame.model.engine.add(MixedBlocks::new(frame.labels, cells, blocks, frame.empty));
}

/// Of three cells that touch one another at most two are joined: two joins would put all three on
/// one path, and the third pair would have to be joined as well.
fn triangles(frame: &mut Frame<'_>) {
    let graph = frame.graph.clone();
    let mut count = 0;
    'all: for e in 0..graph.edges() {
        let [a, b] = graph.ends(e);
        for (c, f) in graph.around(b).filter(|&(c, _)| c > b) {
            let Some(g) = graph.edge_between(a, c) else { continue };
            if count == MAX_TRIANGLES {
                break 'all;
            }
            count += 1;
            for (x, y) in [(e, f), (f, g), (e, g)] {
                let clause = [frame.edge(x).not(), frame.edge(y).not()];
                let posted = frame.model.engine.add_clause(&clause);
                frame.check(posted);
            }
        }
    }
    frame.model.says("at most one edge of a triangle", count as u64);
}
