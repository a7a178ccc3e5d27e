//! `sparse`: the edges of the line and, for each cell, the gap between given numbers it lies in.
//!
//! The other networks have a cell's number as a variable, so the square of the cells in atoms. Here a number exists
//! only where it is given: a fragment that touches one knows its own, and a gap is a path of its length between two
//! cells. The variables are edges, ends, and one variable per cell with the few gaps that are near enough: memory grows
//! with the cells. The price is the exclusion of single numbers.

use super::super::decode::{GapLine, LineEdges};
use crate::Line;
use crate::line::turns;
use clew_engine::kernel::{Bools, Group, Halt, Model, Store, Vars};
use clew_engine::propagators::gap::{GapSystem, GapTable, GapVars};
use clew_engine::propagators::path::{BlockChain, Connectivity, DegreeFlow, Flag, Graph, PathVars};
use clew_puzzle::puzzle::network::contradicts;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built, Goal};
use std::sync::Arc;

/// The redundant propagators, by the names of `without`.
pub(super) const OPTIONAL: [&str; 5] =
    ["gap_count", "gap_reach", "degree_flow", "connectivity", "block_chain"];

/// The name of the network.
pub(super) const NAME: &str = "sparse";

/// Builds the network `sparse`.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut model = Model::new();
    let board = &line.board;
    let n = board.len() as u32;
    let edges = model.bools("edge", board.edges().len() as u32);
    let given = |k: u32| line.given.iter().position(|&g| g == Some(k)).map(|c| c as u32);
    let (first, last) = (given(1), given(n));
    let graph = Arc::new(Graph::new(n, board.edges()));
    options.check_interrupt()?;
    let counter = options.step_counter();
    let table = GapTable::build(&graph, &line.given, &counter);
    let table = table.map_err(|_| BuildError::Interrupted)?;
    model.infeasible = table.is_none();
    let Some(table) = table.filter(|_| n > 1) else {
        let start = (n == 1).then_some(0);
        let decoder = LineEdges { edges, start, backwards: false };
        return Ok(Built::new(model, decoder));
    };
    options.check_interrupt()?;
    let table = Arc::new(table);
    let parity = parity(&graph, &table);
    let ends = Ends::new(&mut model, &table, first, last, parity);
    options.check_interrupt()?;
    let path = PathVars::new(graph, edges, ends.ends, None);
    let open = (0..n).filter(|&c| table.clue(c).is_none());
    let sizes: Vec<u32> = open.map(|c| table.holds(c).len() as u32).collect();
    options.check_interrupt()?;
    let gaps = model.vars_of("gap", &sizes);
    options.check_interrupt()?;
    model.answer = edges.iter().collect();
    if first.is_none() && last.is_none() {
        model.answer.extend(ends.start.iter().filter_map(|f| f.pos()).map(|l| l.atom()));
    }
    model.groups.push(Group::Bools { bools: edges, prefer: true });
    for bools in ends.blocks {
        model.groups.push(Group::Bools { bools, prefer: true });
    }
    model.groups.push(Group::Vars(gaps));
    let vars = GapVars::new(path, ends.start, ends.last, table.clone(), gaps);
    let starts = vars.start.clone();
    options.check_interrupt()?;
    model.infeasible = contradicts(post(&mut model, line, vars, options))?;
    if options.goal == Some(Goal::FEWEST_TURNS) {
        options.check_interrupt()?;
        turns::minimise(&mut model, board, edges, options)?;
    }
    let decoder = GapLine { edges, starts, table, gaps };
    Ok(Built::new(model, decoder))
}

/// The numbers that are known: the given ones, and those of cells that edges join to one of them, where it
/// is known in which direction. `edges` and `gaps` as in [`GapLine`].
pub fn known_numbers(
    line: &Line,
    edges: Bools,
    table: &GapTable,
    gaps: Vars,
    store: &Store,
) -> Vec<Option<u32>> {
    let board = &line.board;
    let mut known = line.given.clone();
    let next = |c: u32, but: u32| {
        let on = |e: u32| store.is_true(edges.at(e).pos());
        let ways = board.neighbours(c).iter().zip(board.incident(c));
        ways.filter(move |&(&q, &e)| on(e) && q != but).map(|(&q, _)| q)
    };
    for (c, &given) in line.given.iter().enumerate() {
        let Some(number) = given else { continue };
        for d in next(c as u32, u32::MAX) {
            let (mut at, mut came, mut steps) = (d, c as u32, 1);
            while table.clue(at).is_none() {
                let place = store.value(gaps.at(table.rank(at)));
                let Some(v) = place else { break };
                let above = table.holds(at)[v as usize].gap == table.gap_of(number + 1);
                let k = if above { number + steps } else { number.saturating_sub(steps) };
                known[at as usize] = Some(k);
                let Some(q) = next(at, came).next() else { break };
                (at, came, steps) = (q, at, steps + 1);
            }
        }
    }
    known
}

fn post(model: &mut Model, line: &Line, vars: GapVars, options: &BuildOptions) -> Result<(), Halt> {
    let counter = options.step_counter();
    let path = vars.path.clone();
    let (count, reach) = (options.wants("gap_count"), options.wants("gap_reach"));
    let (n, gaps) = (u64::from(vars.table.cells()), u64::from(vars.table.gaps()));
    GapSystem { vars, count, reach }.try_post(&mut model.engine, &counter)?;
    counter.look()?;
    model.says("two ways out of a cell, an end counts as one", n);
    model.says("one line, no loop, from number 1 to the last", 1);
    model.says("a gap between given numbers is one path of its length", gaps);
    if line.board.is_rook() && options.wants("degree_flow") {
        let Some(id) = DegreeFlow::post(&mut model.engine, &path, 2) else {
            return Err(Halt::Conflict);
        };
        model.redundant.push(id);
        counter.look()?;
        model.says("all degrees at once, as a flow (redundant)", 1);
    }
    if line.board.is_rook() && options.wants("connectivity") {
        model.redundant.push(Connectivity::post(&mut model.engine, &path, true));
        counter.look()?;
        model.says("what is possible is connected, cuts are crossed (redundant)", 1);
    }
    if line.board.is_rook() && options.wants("block_chain") {
        model.redundant.push(BlockChain::post(&mut model.engine, &path));
        model.says("blocks form a chain (redundant)", 1);
    }
    Ok(())
}

/// On a board of two colours, whether a cell has the colour of number 1 (side 0) or of the last number, derived from
/// the first given number.
fn parity(graph: &Graph, table: &GapTable) -> impl Fn(u32, usize) -> bool + use<> {
    let black = graph.two_colouring().filter(|_| table.gaps() > 1);
    let anchor = table.above(0).map(|c| (c, table.number(0)));
    let cells = table.cells();
    move |c, side| match (&black, anchor) {
        (Some(black), Some((given, number))) => {
            let steps = number.abs_diff([1, cells][side]);
            (black[c as usize] == black[given as usize]) == steps.is_multiple_of(2)
        }
        _ => true,
    }
}

/// Where the line can start and end, with an atom where that is open.
struct Ends {
    start: Vec<Flag>,
    last: Vec<Flag>,
    ends: Vec<Flag>,
    /// All the atoms.
    blocks: Vec<Bools>,
}

impl Ends {
    fn new(
        model: &mut Model,
        table: &GapTable,
        first: Option<u32>,
        last: Option<u32>,
        may: impl Fn(u32, usize) -> bool,
    ) -> Ends {
        let mut blocks = Vec::new();
        let mut flags = |model: &mut Model, name, given: Option<u32>, gap: u32, side: usize| {
            let open = |c: u32| given.is_none() && table.value(c, gap).is_some() && may(c, side);
            let cells = 0..table.cells();
            let many = cells.clone().filter(|&c| open(c)).count() as u32;
            let bools = (many > 0).then(|| model.bools(name, many));
            blocks.extend(bools);
            let mut atoms = bools.unwrap_or_default().iter();
            cells
                .map(|c| match () {
                    () if given == Some(c) => Flag::Always,
                    () if open(c) => Flag::Open(atoms.next().expect("as many as were counted")),
                    () => Flag::Never,
                })
                .collect::<Vec<Flag>>()
        };
        let start = flags(model, "start", first, 0, 0);
        let last = flags(model, "last", last, table.gaps() - 1, 1);
        let both = |c: usize| matches!((start[c], last[c]), (Flag::Open(_), Flag::Open(_)));
        let many = (0..start.len()).filter(|&c| both(c)).count() as u32;
        let bools = (many > 0).then(|| model.bools("end", many));
        blocks.extend(bools);
        let mut atoms = bools.unwrap_or_default().iter();
        let ends = (0..start.len())
            .map(|c| match (start[c], last[c]) {
                (Flag::Open(_), Flag::Open(_)) => {
                    Flag::Open(atoms.next().expect("as many as were counted"))
                }
                (Flag::Never, other) | (other, Flag::Never) => other,
                _ => Flag::Always,
            })
            .collect();
        Ends { start, last, ends, blocks }
    }
}
