//! `suite`: the matrix of `dual`, joined with the edges of the line.
//!
//! An edge is on where consecutive numbers meet, so everything that holds for the edges of a line
//! (two ways at a cell, no short loops, cuts, flows) prunes numbers, and numbers prune edges. The
//! ends of the line are the cells of 1 and N.
//!
//! Flow is for bipartite boards: without givens it divides the nodes by fifty there, elsewhere it
//! finds nothing that all-different does not. Cuts are for bipartite boards with few givens; with
//! many, or on boards of king moves, a search with them takes longer and is no smaller.

use super::super::decode::CellNumbers;
use super::numbers::{self, Numbers};
use crate::Line;
use crate::line::turns;
use clew_engine::kernel::{Bools, Constraint, Group, Halt, Model};
use clew_engine::propagators::all_different;
use clew_engine::propagators::path::{
    Connectivity, Degree, DegreeFlow, Flag, Fragments, Graph, PathVars, Pattern,
};
use clew_engine::propagators::position::{self, Adjacency, EdgeNumber, FragmentOffset};
use clew_puzzle::puzzle::network::contradicts;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built, Goal};
use std::sync::Arc;

/// Fewer givens than one in this many cells are few.
const SPARSE: usize = 12;

/// The redundant propagators, by the names of `without`.
pub(super) const OPTIONAL: [&str; 6] =
    ["degree", "fragments", "fragment_offset", "all_different", "degree_flow", "connectivity"];

/// Builds the network `suite`.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub fn build(line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut model = Model::new();
    let numbers = numbers::add(&mut model, line, options)?;
    model.groups.push(Group::Vars(numbers.cells));
    // With few givens most boards have very many fillings. Local search finds those, and gets its turn
    // sooner after decisions that are cheap.
    if !has_few_givens(line) {
        model.permutations = numbers.permutations();
    }
    model.answer = numbers::open_atoms(&model, numbers.cells, options)?;
    model.components = Some(numbers.components());
    options.check_interrupt()?;
    let mut decoder = CellNumbers { cells: numbers.cells, edges: None, ends: Vec::new() };
    if !model.infeasible {
        let posted = post(&mut model, line, &numbers, options, &mut decoder);
        model.infeasible = contradicts(posted)?;
    }
    Ok(Built::new(model, decoder))
}

fn has_few_givens(line: &Line) -> bool {
    line.given.iter().flatten().count() * SPARSE < line.board.len()
}

fn post(
    model: &mut Model,
    line: &Line,
    numbers: &Numbers,
    options: &BuildOptions,
    decoder: &mut CellNumbers,
) -> Result<(), Halt> {
    let counter = options.step_counter();
    let cells = numbers.cells.len();
    Adjacency::new(numbers.graph.clone(), numbers.matrix, numbers.cells).post(&mut model.engine)?;
    model.says("one number a cell", cells.into());
    model.says("one cell a number", cells.into());
    model.says("consecutive numbers on neighbours", cells.saturating_sub(1).into());
    if cells < 2 {
        return Ok(());
    }
    let edges = line.board.edges().len() as u32;
    let bools = model.bools("edge", edges);
    decoder.edges = Some(bools);
    model.groups.push(Group::Bools { bools, prefer: true });
    counter.look()?;
    let graph = Arc::new(Graph::new(cells, line.board.edges()));
    let ends = ends(model, numbers);
    decoder.ends.clone_from(&ends);
    let vars = PathVars::new(graph, bools, ends, None);
    counter.look()?;
    position::post_ends(&mut model.engine, &vars, numbers.cells, cells)?;
    EdgeNumber::new(&vars, numbers.cells, cells).install(&mut model.engine);
    model.says("edge <=> consecutive numbers", edges.into());
    counter.look()?;
    let engine = &mut model.engine;
    let mut extra = Vec::new();
    let mut names: Vec<(&str, u64)> = Vec::new();
    if options.wants("degree") {
        extra.push(Degree::post(engine, &vars));
        names.push(("two ways at a cell", cells.into()));
    }
    // Fragments are runs of cells with at most two ways: they rely on the degree constraint, which may be left out
    // here.
    if options.wants("degree") && options.wants("fragments") {
        extra.push(Fragments::post(engine, &vars, Pattern::Line));
        names.push(("one line, no loops", 1));
    }
    if options.wants("fragment_offset") {
        extra.push(FragmentOffset::new(&vars, numbers.cells, cells).install(engine));
        names.push(("numbers along fragments", 1));
    }
    // Its reasons are large sets: they make learnt clauses long, which costs more than it prunes.
    if options.wants("all_different") && !options.learning {
        let xs: Vec<_> = numbers.cells.iter().collect();
        extra.push(all_different::post_domain(engine, &xs));
        names.push(("all different, domain consistent", 1));
    }
    counter.look()?;
    let is_rook = line.board.is_rook();
    if is_rook
        && options.wants("degree_flow")
        && let Some(flow) = DegreeFlow::post(engine, &vars, 2)
    {
        extra.push(flow);
        names.push(("two ways at every cell, as a flow", 1));
    }
    if is_rook && has_few_givens(line) && options.wants("connectivity") {
        extra.push(Connectivity::post(engine, &vars, true));
        names.push(("the line hangs together", 1));
    }
    for (name, count) in names {
        model.says(name, count);
    }
    model.redundant.extend(extra);
    if options.goal == Some(Goal::FEWEST_TURNS) {
        counter.look()?;
        turns::minimise(model, &line.board, bools, options).map_err(|_| Halt::Interrupted)?;
    }
    Ok(())
}

/// Whether the line ends in a cell: known where 1 or N is given there or cannot stand there.
fn ends(model: &mut Model, numbers: &Numbers) -> Vec<Flag> {
    let store = model.engine.store();
    let extremes = [0, numbers.cells.len() - 1];
    let domains = numbers.cells.iter().map(|x| store.domain(x));
    let possible: Vec<bool> =
        domains.clone().map(|d| extremes.iter().any(|&k| d.contains(k))).collect();
    let certain: Vec<bool> = domains.map(|d| d.iter().all(|k| extremes.contains(&k))).collect();
    let open = (0..possible.len()).filter(|&c| possible[c] && !certain[c]).count() as u32;
    let bools = if open > 0 { model.bools("end", open) } else { Bools::default() };
    let mut atoms = bools.iter();
    (0..possible.len())
        .map(|c| match (possible[c], certain[c]) {
            (_, true) => Flag::Always,
            (false, _) => Flag::Never,
            _ => Flag::Open(atoms.next().expect("as many as were counted")),
        })
        .collect()
}
