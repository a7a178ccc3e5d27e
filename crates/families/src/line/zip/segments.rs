//! `suite`: one Boolean per edge, and one label per cell for the segment that it lies on.
//!
//! A numbered cell but the first and the last lies on two segments: one ends there, the next one begins. So it is two
//! nodes of a second graph, one for each; a way to the cell leads to either. On that graph the segments are paths
//! between given ends that cover all nodes, each with a label of its own: degrees, no loops, and equal labels along
//! edges are sufficient, and no constraint on the order is needed. Redundant: all degrees at once as a flow, and, on
//! the board itself, where the segments are one line, cuts and chains of blocks.
//!
//! Size: edges of the board and of the second graph as Booleans, cells times segments as labels.

use super::super::decode::LineEdges;
use super::super::split::Links;
use super::super::turns;
use super::Zip;
use crate::static_orders;
use clew_engine::kernel::model::Objective;
use clew_engine::kernel::{Atom, Bools, Group, Lit, Model, Store, Vars};
use clew_engine::propagators::EqualityChannel;
use clew_engine::propagators::path::{
    BlockChain, Connectivity, Degree, DegreeFlow, Flag, Fragments, Graph, PathVars, Pattern,
};
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Cell, Content, Decode, EdgeId, Goal,
};
use std::sync::Arc;

/// The most that cells times segments may be: a bit each in the domains of the cells.
const MOST_BITS: usize = 1 << 26;

/// The graph in which the segments are paths apart from each other.
struct Split {
    /// Nodes: the cells, and behind them once more each number but the first and the last. The cell is the node of
    /// the segment that ends there.
    nodes: u32,
    links: Links,
    /// Per segment the nodes of its ends.
    ends: Vec<[u32; 2]>,
}

impl Split {
    fn new(zip: &Zip) -> Split {
        let (stops, n) = (zip.stops(), zip.board.len() as u32);
        let last = stops.len() as u32 - 1;
        // The nodes of the ends of the segments before and behind a number.
        let before = |i: u32| (i > 0).then(|| stops[i as usize]);
        let behind = |i: u32| match i {
            0 => Some(stops[0]),
            _ if i == last => None,
            _ => Some(n + i - 1),
        };
        let rank = |c: u32| zip.numbers[c as usize].map(|k| k - 1);
        let mut split = Split {
            nodes: n + last.saturating_sub(1),
            links: Links::default(),
            ends: (0..last)
                .map(|i| [behind(i), before(i + 1)].map(|e| e.expect("an end")))
                .collect(),
        };
        for (&[a, b], e) in zip.board.edges().iter().zip(0..) {
            let mut add = |a: Option<u32>, b: Option<u32>| {
                if let (Some(a), Some(b)) = (a, b) {
                    split.links.add(e, [a, b]);
                }
            };
            match (rank(a), rank(b)) {
                (None, None) => add(Some(a), Some(b)),
                (Some(i), None) => {
                    [before(i), behind(i)].into_iter().for_each(|end| add(end, Some(b)))
                }
                (None, Some(j)) => {
                    [before(j), behind(j)].into_iter().for_each(|end| add(Some(a), end))
                }
                (Some(i), Some(j)) if j == i + 1 => add(behind(i), before(j)),
                (Some(i), Some(j)) if i == j + 1 => add(before(i), behind(j)),
                _ => {}
            }
        }
        split
    }
}

/// An edge is on the line; the label of a cell is its segment.
#[derive(Clone, Debug)]
struct SegmentLine {
    line: LineEdges,
    /// The segment of each node.
    labels: Vars,
    /// Per cell its number.
    numbers: Vec<Option<u32>>,
}

impl Decode for SegmentLine {
    fn answer(&self, board: Option<&Board>, store: &Store) -> Answer {
        self.line.answer(board, store)
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        self.line.edge(edge)
    }

    /// A cell holds the number that the line has met last: the one with which its segment begins.
    fn holds(&self, store: &Store, cell: Cell, content: Content) -> Option<Lit> {
        let Content::Number(number) = content else { return None };
        match self.numbers[cell as usize] {
            // The node of a number is that of the segment which ends there.
            Some(own) => {
                let always = store.atom(self.labels.at(cell), own.saturating_sub(2));
                Some(always.lit(own == number))
            }
            None => {
                let segment = self.labels.at(cell);
                (1..=store.values(segment))
                    .contains(&number)
                    .then(|| store.atom(segment, number - 1).pos())
            }
        }
    }
}

/// Builds the network.
///
/// # Errors
/// [`BuildError::TooLarge`], [`BuildError::Interrupted`].
pub(super) fn build(zip: &Zip, options: &BuildOptions) -> Result<Built, BuildError> {
    let board = &zip.board;
    let mut model = Model::new();
    let edges = model.bools("edge", board.edges().len() as u32);
    let stops = zip.stops();
    let decoder = LineEdges { edges, start: stops.first().copied(), backwards: false };
    if stops.len() < 2 {
        // One cell, which is a line without a step.
        if options.goal.is_some() {
            model.objective = Some(Objective::default());
        }
        return Ok(Built::new(model, decoder));
    }
    options.check_interrupt()?;
    let split = Split::new(zip);
    let segments = split.ends.len();
    if split.nodes as usize * segments.div_ceil(64) > MOST_BITS / 64 {
        return Err(BuildError::TooLarge(format!(
            "{segments} segments on {} cells are too many: cells times segments may be {MOST_BITS} at most",
            board.len()
        )));
    }
    let links = model.bools("link", split.links.ends.len() as u32);
    options.check_interrupt()?;
    let labels = model.vars("segment", split.nodes, segments as u32);
    options.check_interrupt()?;
    let mut posted = Ok(());
    for (&ends, k) in split.ends.iter().zip(0..) {
        for node in ends {
            let at = model.engine.store().atom(labels.at(node), k);
            posted = posted.and_then(|()| model.engine.assert(at.pos()));
        }
    }
    model.infeasible |= posted.is_err();
    options.check_interrupt()?;
    let graph = Arc::new(Graph::new(split.nodes, &split.links.ends));
    paths(&mut model, &split, graph.clone(), links, options)?;
    let channel = EqualityChannel::new(&model.engine, graph, labels, links, None, false);
    options.check_interrupt()?;
    model.engine.add(channel);
    model.says("along a segment one label", split.links.ends.len() as u64);
    split.links.join(&mut model, edges, links, options)?;
    if board.is_rook() {
        model.static_orders = static_orders::orders(board, edges);
    }
    line(&mut model, zip, edges, options)?;
    if options.goal == Some(Goal::FEWEST_TURNS) {
        turns::minimise(&mut model, board, edges, options)?;
    }
    model.groups.push(Group::Bools { bools: links, prefer: true });
    model.groups.push(Group::Bools { bools: edges, prefer: true });
    model.answer = edges.iter().collect();
    let numbers = zip.numbers.clone();
    Ok(Built::new(model, SegmentLine { line: decoder, labels, numbers }))
}

/// The segments: paths between their ends that cover the second graph.
fn paths(
    model: &mut Model,
    split: &Split,
    graph: Arc<Graph>,
    links: Bools,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let mut ends = vec![Flag::Never; split.nodes as usize];
    split.ends.iter().flatten().for_each(|&node| ends[node as usize] = Flag::Always);
    let vars = PathVars::new(graph, links, ends, None);
    options.check_interrupt()?;
    Degree::post(&mut model.engine, &vars);
    options.check_interrupt()?;
    Fragments::post(&mut model.engine, &vars, Pattern::Links);
    model.says("two ways out of a cell, one on either side of a number", split.nodes.into());
    model.says("no closed loop", 1);
    options.check_interrupt()?;
    if options.wants("degree_flow") {
        match DegreeFlow::post(&mut model.engine, &vars, 2 * split.ends.len() as u32) {
            Some(id) => model.redundant.push(id),
            None => model.infeasible = true,
        }
        model.says("all degrees at once, as a flow (redundant)", 1);
    }
    options.check_interrupt()
}

/// Redundant: constraints on the line as a whole.
fn line(
    model: &mut Model,
    zip: &Zip,
    edges: Bools,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let board = &zip.board;
    let wants = ["connectivity", "block_chain"].map(|name| options.wants(name));
    if wants == [false; 2] {
        return Ok(());
    }
    let n = board.len() as u32;
    let mut ends = vec![Flag::Never; board.len()];
    zip.ends().into_iter().for_each(|c| ends[c as usize] = Flag::Always);
    let graph = Arc::new(Graph::new(n, board.edges()));
    options.check_interrupt()?;
    let vars = PathVars::new(graph, edges, ends, None);
    if wants[0] {
        let id = Connectivity::post(&mut model.engine, &vars, true);
        model.redundant.push(id);
        model.says("what is possible is connected, cuts are crossed (redundant)", 1);
    }
    options.check_interrupt()?;
    if wants[1] {
        let id = BlockChain::post(&mut model.engine, &vars);
        model.redundant.push(id);
        model.says("blocks form a chain (redundant)", 1);
    }
    options.check_interrupt()
}
