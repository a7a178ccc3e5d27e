//! Numberlink: join equal labels by paths.
//!
//! This module holds the parts common to all networks: one Boolean per edge (the answer), one label per cell, and with
//! partial cover the extra label "empty". The set of edges determines everything else, so each network has one solution
//! per puzzle solution.

mod another;
mod bearings;
mod certificate;
mod clues;
mod construct;
pub mod counting;
mod documents;
mod drawn;
mod exchange;
mod fault;
mod filled;
mod formulations;
pub mod generate;
mod instructions;
mod joined;
mod ladder;
mod names;
mod normal_form;
mod router;
mod rules;
mod scene;
mod so_far;
mod suite;
mod syntax;
mod turns;
mod verify;

pub use joined::Joined;
pub use rules::{Cover, FAMILY, Numberlink, Touch};

use clew_engine::kernel::model::Objective;
use clew_engine::kernel::{Atom, Bools, Conflict, Lit, Model, Store, VarId, Vars};
use clew_engine::propagators::path::Graph;
use clew_puzzle::puzzle::capabilities::Goals;
use clew_puzzle::puzzle::network::{BuildError, BuildOptions, Built, Decode, NetworkInfo};
use clew_puzzle::puzzle::{Answer, Board, Cell, Content, EdgeId};
use std::sync::Arc;

/// The most that cells times labels may be in a network: a bit each in the domains of the cells.
pub const MAX_CELL_LABELS: usize = 1 << 27;

/// The words of 64 bits that they take.
const MAX_LABEL_WORDS: usize = MAX_CELL_LABELS / 64;

static NETWORKS: [NetworkInfo; 4] = [
    NetworkInfo {
        name: "suite",
        source: "clew",
        summary: "edges with degrees and no closed loops, labels channelled to the edges, turns \
                  that run on along diagonals",
        optional: &["degree_flow", "turns", "triangles", "normal_form", "hugging"],
    },
    NetworkInfo {
        name: "labels",
        source: "Numberlink, the constraint-programming form",
        summary: "a label a cell, and the number of neighbours with the same label is 1 or 2",
        optional: &[],
    },
    NetworkInfo {
        name: "pairs",
        source: "Numberlink, the quadratic form made linear",
        summary: "a product for each edge and label, and counting sums over the products",
        optional: &[],
    },
    NetworkInfo {
        name: "degree",
        source: "Numberlink, Rob Pratt's form",
        summary: "sums over the neighbours' indicators of a label, conditional on the cell's own",
        optional: &[],
    },
];

/// The networks of numberlink, the default first.
pub const fn networks() -> &'static [NetworkInfo] {
    &NETWORKS
}

/// Builds the network `name`.
///
/// # Errors
/// [`BuildError::UnknownNetwork`]; [`BuildError::NotApplicable`] where the document's formulation
/// cannot state the puzzle's rules; [`BuildError::TooLarge`].
pub fn build(puzzle: &Numberlink, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
    match name {
        "suite" => suite::build(puzzle, options),
        "labels" => documents::labels(puzzle, options),
        "pairs" => documents::pairs(puzzle, options),
        "degree" => documents::degree(puzzle, options),
        _ => Err(BuildError::UnknownNetwork { family: FAMILY, name: name.to_string() }),
    }
}

/// The variables all networks have, and the model they are in.
struct Frame<'a> {
    puzzle: &'a Numberlink,
    model: Model,
    graph: Arc<Graph>,
    /// A Boolean an edge.
    edges: Bools,
    /// A label a cell; none before [`Frame::add_labels`].
    labels: Vars,
    /// The value of a cell that no path visits.
    empty: Option<u32>,
    /// Per cell whether an end-point stands there.
    is_end: Vec<bool>,
}

impl<'a> Frame<'a> {
    fn new(puzzle: &'a Numberlink, options: &BuildOptions) -> Result<Frame<'a>, BuildError> {
        let board = &puzzle.board;
        let cells = board.len() as u32;
        let pairs = puzzle.ends.len() as u32;
        let empty = (puzzle.cover == Cover::Partial).then_some(pairs);
        let values = pairs + u32::from(empty.is_some());
        let words = board.len() * values.div_ceil(64) as usize;
        if words > MAX_LABEL_WORDS {
            return Err(BuildError::TooLarge(format!(
                "{pairs} labels on {cells} cells are too many: cells times labels may be {} at most",
                MAX_CELL_LABELS
            )));
        }
        let mut model = Model::new();
        // A board without labels has no solution that covers it, unless there is nothing to cover.
        model.infeasible = values == 0 && cells > 0;
        let edges = model.bools("edge", board.edges().len() as u32);
        model.answer = edges.iter().collect();
        options.check_interrupt()?;
        if let Some(goal) = options.goal {
            puzzle.admits_goal(goal, "")?;
            let terms = edges.iter().map(|a| (a.pos(), 1)).collect();
            model.objective = Some(Objective { terms, ..Objective::default() });
        }
        let graph = Arc::new(Graph::new(cells, board.edges()));
        let mut is_end = vec![false; board.len()];
        puzzle.ends.iter().flatten().for_each(|&c| is_end[c as usize] = true);
        Ok(Frame { puzzle, model, graph, edges, labels: Vars::default(), empty, is_end })
    }

    /// Adds the labels. Booleans of a network's own come before, all clauses after: the lists of clauses extend to the
    /// last literal that is in one.
    fn add_labels(&mut self) {
        let values = self.puzzle.ends.len() as u32 + u32::from(self.empty.is_some());
        self.labels = self.model.vars("label", self.cells(), values.max(1));
        for (k, &ends) in (0u32..).zip(&self.puzzle.ends) {
            for c in ends {
                let at = self.model.engine.store().atom(self.label(c), k);
                let posted = self.model.engine.assert(at.pos());
                self.check(posted);
            }
        }
    }

    fn cells(&self) -> u32 {
        self.graph.cells()
    }

    fn label(&self, c: u32) -> VarId {
        self.labels.at(c)
    }

    fn edge(&self, e: u32) -> Atom {
        self.edges.at(e)
    }

    /// Notes a failure of posting: the puzzle has no solution.
    fn check(&mut self, posted: Result<(), Conflict>) {
        if posted.is_err() {
            self.model.infeasible = true;
        }
    }

    fn finish(self) -> Built {
        let (labels, empty) = (self.labels, self.empty);
        Built::new(self.model, LinkEdges { edges: self.edges, labels, empty })
    }
}

/// A Boolean an edge: it is on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LinkEdges {
    /// The Booleans, in the order of edges.
    pub edges: Bools,
    /// The labels of the cells.
    pub labels: Vars,
    /// The value of a cell that no path visits, if there may be one.
    pub empty: Option<u32>,
}

impl Decode for LinkEdges {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Links(self.edges.iter().map(|edge| store.is_true(edge.pos())).collect())
    }

    fn holds(&self, store: &Store, cell: Cell, content: Content) -> Option<Lit> {
        let label = self.labels.at(cell);
        match content {
            Content::Label(k) => Some(store.atom(label, k).pos()),
            Content::Nothing => Some(store.atom(label, self.empty?).pos()),
            Content::Number(_) => None,
        }
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(self.edges.at(edge))
    }
}
