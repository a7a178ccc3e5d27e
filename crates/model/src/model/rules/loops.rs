//! Circuits through some nodes of a graph, closed loops of edges, and connected subgraphs.

use super::global::Global;
use crate::model::builder::Model;
use crate::model::constraints::{expect_length, is_repeated};
use crate::model::error::ModelError;
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::export::stated_rules;
use crate::model::graph::{Arcs, Graph};
use crate::model::handle::{Bool, Int};
use crate::model::network::frame::Frame;
use crate::model::network::posting::{Posting, STEPS_A_CLAUSE, STEPS_A_POST};
use crate::model::rules::Rule;
use crate::model::variables::{Literal, Values, Variables};
use clew_engine::kernel::{Constraint, Halt, Lit};
use clew_engine::propagators::{Joined, OnSubCircuit};
use clew_engine::propagators::{linear, path};
use clew_puzzle::formulation::Relation as Sign;
use std::sync::Arc;

/// # Loops
impl Model {
    /// From a node v along an arc to the node `successors[v]`: one circuit through some of the nodes. A node off
    /// the circuit is its own successor; all may be off. The arcs are [`Arcs`], or the edges of a `&Graph` both ways.
    ///
    /// ```
    /// use clew_model::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let complete = Graph::from_fn(4, |_, _| true);
    /// let mut m = Model::new();
    /// let next = m.ints("next", 4, 0..=3)?;
    /// m.sub_circuit(&complete, &next)?;
    /// // None, 6 of two nodes, 8 of three, 6 of four.
    /// assert_eq!(m.count(&Default::default())?.count, 21u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many variables as nodes, or one is of another model.
    pub fn sub_circuit(
        &mut self,
        arcs: impl Into<Arcs>,
        successors: &[Int],
    ) -> Result<(), ModelError> {
        let arcs = arcs.into();
        expect_length("sub-circuit", successors.len(), arcs.nodes() as usize)?;
        let next = self.own_ints(successors)?;
        match is_repeated(&next) {
            // No two nodes have one successor.
            true => self.post(Rule::Clause(Vec::new())),
            false => self.post_global(Through { arcs, next }),
        }
    }

    /// The chosen edges form one closed loop through some of the nodes: each node has two of them or none. There
    /// is at least one. `edges[e]` chooses edge e of [`Graph::edges`].
    ///
    /// ```
    /// use clew_model::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // Two rows of three nodes: two squares, and the way around both.
    /// let graph = Graph::from_fn(6, |a, b| b == a + 3 || (b == a + 1 && b != 3));
    /// let mut m = Model::new();
    /// let edges = m.bools("edge", graph.edges().len())?;
    /// m.closed_loop(&graph, &edges)?;
    /// assert_eq!(m.count(&Default::default())?.count, 3u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many variables as edges, or one is of another model.
    pub fn closed_loop(&mut self, graph: &Graph, edges: &[Bool]) -> Result<(), ModelError> {
        let of = graph.edges();
        expect_length("closed loop", edges.len(), of.len())?;
        let edges = edges.iter().map(|&b| self.own_bool(b)).collect::<Result<_, _>>()?;
        self.post_global(Loop { nodes: graph.nodes(), of, edges })
    }

    /// The chosen nodes are connected: between any two of them there is a path over chosen nodes. No node and a single
    /// node are connected.
    ///
    /// ```
    /// use clew_model::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let line = Graph::new(4, [[0, 1], [1, 2], [2, 3]])?;
    /// let mut m = Model::new();
    /// let on = m.bools("on", 4)?;
    /// m.connected(&line, &on)?;
    /// assert_eq!(m.count(&Default::default())?.count, 11u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many variables as nodes, or one is of another model.
    pub fn connected(&mut self, graph: &Graph, nodes: &[Bool]) -> Result<(), ModelError> {
        expect_length("connected", nodes.len(), graph.nodes() as usize)?;
        let nodes = nodes.iter().map(|&b| self.own_bool(b)).collect::<Result<_, _>>()?;
        self.post_global(Connected { of: graph.edges(), nodes })
    }
}

/// A circuit through some nodes.
#[derive(Debug)]
struct Through {
    arcs: Arcs,
    next: Vec<u32>,
}

impl Global for Through {
    fn kind(&self) -> &'static str {
        "sub-circuit"
    }

    fn ints(&self) -> Vec<u32> {
        self.next.clone()
    }

    fn size(&self) -> usize {
        self.next.len()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let next: Vec<i64> = self.next.iter().map(|&x| values.int(x)).collect();
        let joined = |(v, &w): (i64, &i64)| v == w || self.arcs.lead_values(v, w);
        if !(0..).zip(&next).all(joined) {
            return false;
        }
        let on: Vec<usize> = (0..next.len()).filter(|&v| next[v] != v as i64).collect();
        let Some(&first) = on.first() else { return true };
        let (mut at, mut steps) = (next[first] as usize, 1);
        while at != first && steps <= on.len() {
            (at, steps) = (next[at] as usize, steps + 1);
        }
        steps == on.len()
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        into.counter.spend(STEPS_A_POST * self.next.len())?;
        let frame = Frame { low: 0, len: self.arcs.nodes() };
        let mut next = Vec::with_capacity(self.next.len());
        for (v, &x) in (0..).zip(&self.next) {
            let x = into.framed(x, frame)?;
            into.keep(x, |w| v == w || self.arcs.lead(v, w))?;
            next.push(x);
        }
        Ok(OnSubCircuit(next).post(&mut into.model.engine)?)
    }

    fn frame(&self) -> Option<(&[u32], Frame)> {
        let frame = Frame { low: 0, len: self.arcs.nodes() };
        (frame.len > 0).then_some((&self.next, frame))
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        stated_rules::circuit(into, &self.arcs, &self.next, true)
    }
}

/// Whether a path over chosen edges joins each of the chosen nodes to the first one.
fn hangs_together(edges: &[[u32; 2]], on: impl Fn(usize) -> bool, chosen: &[u32]) -> bool {
    let mut met: Vec<u32> = chosen.first().copied().into_iter().collect();
    let mut k = 0;
    while k < met.len() {
        let at = met[k];
        for (e, &[a, b]) in edges.iter().enumerate() {
            let other = if a == at { b } else { a };
            let leads = (a == at || b == at) && on(e);
            if leads && chosen.contains(&other) && !met.contains(&other) {
                met.push(other);
            }
        }
        k += 1;
    }
    met.len() == chosen.len()
}

/// One closed loop of edges.
#[derive(Debug)]
struct Loop {
    nodes: u32,
    of: Vec<[u32; 2]>,
    edges: Vec<Literal>,
}

impl Loop {
    /// The edges at a node.
    fn at(&self, v: u32) -> impl Iterator<Item = usize> + '_ {
        (0..self.of.len()).filter(move |&e| self.of[e].contains(&v))
    }
}

impl Global for Loop {
    fn kind(&self) -> &'static str {
        "closed loop"
    }

    fn ints(&self) -> Vec<u32> {
        Vec::new()
    }

    fn size(&self) -> usize {
        self.edges.len()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let on = |e: usize| values.holds(self.edges[e]);
        let degree = |v: u32| self.at(v).filter(|&e| on(e)).count();
        let used: Vec<u32> = (0..self.nodes).filter(|&v| degree(v) > 0).collect();
        let two = used.iter().all(|&v| degree(v) == 2);
        two && !used.is_empty() && hangs_together(&self.of, on, &used)
    }

    /// A literal for each node, whether it is on the loop: twice as many edges are on.
    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let edges = self.edges.iter().map(|&l| into.literal(l));
        let edges: Vec<Lit> = edges.collect::<Result<_, _>>()?;
        into.clause(edges.clone())?;
        let used: Vec<Lit> = into.fresh(self.nodes as usize)?.iter().map(|a| a.pos()).collect();
        let mut around: Vec<Vec<(Lit, i64)>> = used.iter().map(|&l| vec![(l, -2)]).collect();
        for (&[a, b], &l) in self.of.iter().zip(&edges) {
            into.counter.spend(STEPS_A_POST)?;
            around[a as usize].push((l, 1));
            around[b as usize].push((l, 1));
        }
        for terms in around {
            // A node is used if and only if one of its edges is on.
            for &(l, _) in &terms[1..] {
                into.counter.spend(STEPS_A_CLAUSE)?;
                into.clause(vec![!l, terms[0].0])?;
            }
            linear::Sum::new(&terms, 0, 0).post(&mut into.model.engine)?;
        }
        let graph = Arc::new(path::Graph::new(self.nodes, &self.of));
        into.model.engine.add(Joined::new(graph, used, Some(edges)));
        Ok(())
    }

    fn words(&self, _: &Variables) -> u64 {
        u64::from(self.nodes) / 64 + 2
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let edges = self.edges.iter().map(|&l| into.literal(l)).collect::<Result<Vec<Sum>, _>>()?;
        into.clause(&edges)?;
        let nodes = (0..self.nodes).map(|_| into.fresh()).collect::<Result<Vec<Sum>, _>>()?;
        for (v, node) in (0..).zip(&nodes) {
            let around = Sum::total(self.at(v).map(|e| &edges[e]));
            into.row(around.plus(-2, node), Sign::Equal)?;
        }
        reached(into, &self.of, &nodes, &|e, _| edges[e].clone())
    }
}

/// The nodes that are on are connected. The last argument is whether an edge leads to one of its nodes, as 0 or 1.
///
/// For solvers that propagate, by steps from the first node that is on: once it is known which nodes are on, everything
/// follows. For others, and if steps would be too many, by a flow, which is small and has a tighter relaxation.
fn reached(
    into: &mut RowBuilder<'_>,
    edges: &[[u32; 2]],
    nodes: &[Sum],
    open: &dyn Fn(usize, u32) -> Sum,
) -> Result<(), String> {
    let steps = (nodes.len() + 2 * edges.len()).saturating_mul(nodes.len());
    if (into.globals || into.proves) && steps <= MOST_STEPS {
        reached_by_steps(into, edges, nodes, open)
    } else {
        reached_by_flow(into, edges, nodes, open)
    }
}

/// The most variables for steps.
const MOST_STEPS: usize = 1 << 17;

/// One Boolean per node and number of steps: the node is reached within that many. A node that is on is reached from
/// the first one.
fn reached_by_steps(
    into: &mut RowBuilder<'_>,
    edges: &[[u32; 2]],
    nodes: &[Sum],
    open: &dyn Fn(usize, u32) -> Sum,
) -> Result<(), String> {
    let mut before: Vec<Sum> = Vec::with_capacity(nodes.len());
    let mut any = Sum::default();
    for node in nodes {
        // Whether one is on so far; the first one is where that changes.
        let more = into.fresh()?;
        into.row(any.clone().plus(-1, &more), Sign::Most)?;
        into.row(node.clone().plus(-1, &more), Sign::Most)?;
        into.row(more.clone().plus(-1, &any).plus(-1, node), Sign::Most)?;
        before.push(more.clone().plus(-1, &any));
        any = more;
    }
    for _ in 1..nodes.len() {
        let mut ways = before.clone();
        for (e, &[a, b]) in edges.iter().enumerate() {
            for [from, to] in [[a, b], [b, a]] {
                let way = into.fresh()?;
                into.row(way.clone().plus(-1, &before[from as usize]), Sign::Most)?;
                into.row(way.clone().plus(-1, &open(e, to)), Sign::Most)?;
                ways[to as usize] = ways[to as usize].clone().plus(1, &way);
            }
        }
        for (reached, ways) in before.iter_mut().zip(ways) {
            *reached = into.fresh()?;
            into.row(reached.clone().plus(-1, &ways), Sign::Most)?;
        }
    }
    nodes
        .iter()
        .zip(&before)
        .try_for_each(|(node, reached)| into.row(node.clone().plus(-1, reached), Sign::Most))
}

/// A flow from one node of the solver's choice, of which each that is on keeps a unit.
fn reached_by_flow(
    into: &mut RowBuilder<'_>,
    edges: &[[u32; 2]],
    nodes: &[Sum],
    open: &dyn Fn(usize, u32) -> Sum,
) -> Result<(), String> {
    let n = nodes.len() as i64;
    let mut kept: Vec<Sum> = nodes.iter().map(|node| node.times(-1)).collect();
    let mut roots = Vec::with_capacity(nodes.len());
    for (node, kept) in nodes.iter().zip(&mut kept) {
        let (root, source) = (into.fresh()?, into.number(0, n)?);
        into.row(root.clone().plus(-1, node), Sign::Most)?;
        into.row(source.clone().plus(-n, &root), Sign::Most)?;
        *kept = kept.clone().plus(1, &source);
        roots.push(root);
    }
    into.row(Sum::total(&roots).plus(-1, &Sum::constant(1)), Sign::Most)?;
    for (e, &[a, b]) in edges.iter().enumerate() {
        for [from, to] in [[a, b], [b, a]] {
            let carried = into.number(0, n)?;
            for end in [from, to] {
                into.row(carried.clone().plus(-n, &open(e, end)), Sign::Most)?;
            }
            let [from, to] = [from, to].map(|v| v as usize);
            kept[from] = kept[from].clone().plus(-1, &carried);
            kept[to] = kept[to].clone().plus(1, &carried);
        }
    }
    kept.into_iter().try_for_each(|sum| into.row(sum, Sign::Equal))
}

/// Chosen nodes that are connected.
#[derive(Debug)]
struct Connected {
    of: Vec<[u32; 2]>,
    nodes: Vec<Literal>,
}

impl Global for Connected {
    fn kind(&self) -> &'static str {
        "connected"
    }

    fn ints(&self) -> Vec<u32> {
        Vec::new()
    }

    fn size(&self) -> usize {
        self.nodes.len() + self.of.len()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let nodes = 0..self.nodes.len() as u32;
        let chosen: Vec<u32> = nodes.filter(|&v| values.holds(self.nodes[v as usize])).collect();
        hangs_together(&self.of, |_| true, &chosen)
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        into.counter.spend(STEPS_A_POST * self.size())?;
        let nodes = self.nodes.iter().map(|&l| into.literal(l));
        let nodes: Vec<Lit> = nodes.collect::<Result<_, _>>()?;
        let graph = Arc::new(path::Graph::new(self.nodes.len() as u32, &self.of));
        into.model.engine.add(Joined::new(graph, nodes, None));
        Ok(())
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let nodes = self.nodes.iter().map(|&l| into.literal(l)).collect::<Result<Vec<Sum>, _>>()?;
        reached(into, &self.of, &nodes, &|_, to| nodes[to as usize].clone())
    }
}
