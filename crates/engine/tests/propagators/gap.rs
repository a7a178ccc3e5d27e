//! The propagators of gaps between given numbers against the oracle, on random small boards.

use crate::boards::{Moves, near};
use crate::rules::gap::Gaps;
use crate::rules::path::Paths;
use clew_engine::kernel::{Constraint, Engine, Term};
use clew_engine::propagators::gap::{GapSystem, GapTable, GapVars};
use clew_engine::propagators::path::{Flag, Graph, PathVars, Pattern};
use clew_engine::testing::{Case, Fixpoint, Strength, check, cut};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;

/// A part of a grid with at most `most` edges, of rook or king moves or hexagons, and given numbers: mostly those of a
/// random walk, so that there usually are solutions.
fn board(rng: &mut ChaCha8Rng, sizes: &[(usize, usize)], most: usize) -> (Graph, Vec<Option<u32>>) {
    let (rows, cols) = sizes[rng.random_range(0..sizes.len())];
    let moves = match rng.random_range(0..5) {
        0 => Moves::King,
        1 => Moves::Hex,
        _ => Moves::Rook,
    };
    let mut edges = Vec::new();
    for i in 0..rows * cols {
        for j in i + 1..rows * cols {
            if near(moves, cols, i, j) {
                edges.push([i as u32, j as u32]);
            }
        }
    }
    edges.shuffle(rng);
    edges.truncate(most);
    edges.sort_unstable();
    let n = rows * cols;
    let graph = Graph::new(n as u32, &edges);
    let mut given = vec![None; n];
    // The longest of some random walks gives the numbers.
    let mut walk: Vec<u32> = Vec::new();
    for _ in 0..20 {
        let mut other = vec![rng.random_range(0..n as u32)];
        loop {
            let at = other[other.len() - 1];
            let free: Vec<u32> =
                graph.neighbours(at).iter().copied().filter(|q| !other.contains(q)).collect();
            if free.is_empty() {
                break;
            }
            other.push(free[rng.random_range(0..free.len())]);
        }
        if other.len() > walk.len() {
            walk = other;
        }
    }
    let chance = [0.1, 0.3, 0.5][rng.random_range(0..3)];
    for (&c, k) in walk.iter().zip(1..) {
        if rng.random_bool(chance) {
            given[c as usize] = Some(k);
        }
    }
    if rng.random_bool(0.1) {
        given[rng.random_range(0..n)] = Some(rng.random_range(1..=n as u32));
    }
    (graph, given)
}

/// The variables: one atom per cell for each kind of end, or constants where numbers fix them.
fn variables(engine: &mut Engine, graph: Graph, table: GapTable, given: &[Option<u32>]) -> GapVars {
    let n = graph.cells();
    let first_edge = engine.new_bools(graph.edges());
    let fixed = |k: u32| given.contains(&Some(k));
    let mut flags = |k: u32| -> Vec<Flag> {
        given
            .iter()
            .map(|&g| match g {
                Some(g) if g == k => Flag::Always,
                Some(_) => Flag::Never,
                None if fixed(k) => Flag::Never,
                None => Flag::Open(engine.new_bool()),
            })
            .collect()
    };
    let (start, last) = (flags(1), flags(n));
    let ends = (0..n as usize)
        .map(|c| match (start[c], last[c]) {
            (Flag::Open(_), Flag::Open(_)) => Flag::Open(engine.new_bool()),
            (Flag::Never, other) | (other, Flag::Never) => other,
            _ => Flag::Always,
        })
        .collect();
    let open = (0..n).filter(|&c| table.clue(c).is_none());
    let sizes: Vec<u32> = open.map(|c| table.holds(c).len() as u32).collect();
    let gaps = engine.new_vars_of(sizes.into_iter());
    let path = PathVars::new(Arc::new(graph), first_edge, ends, None);
    GapVars::new(path, start, last, Arc::new(table), gaps)
}

/// The claims of the propagators of a system.
fn claimed(system: &GapSystem) -> Strength {
    let GapSystem { vars, count, reach } = system.clone();
    Strength::from_rules(move |at| {
        let paths = Paths::new(at, &vars.path);
        paths.degrees();
        paths.fragments_stay_open(Pattern::Line);
        if vars.table.gaps() == 1 {
            return;
        }
        let gaps = Gaps::new(at, &vars);
        gaps.edges();
        gaps.lengths();
        if count {
            gaps.counts();
        }
        if reach {
            gaps.reach();
        }
    })
}

fn case(rng: &mut ChaCha8Rng) -> Case {
    loop {
        let (graph, given) = board(rng, &[(1, 4), (2, 2), (2, 3), (3, 2), (1, 5), (2, 4)], 9);
        let Some(table) = GapTable::new(&graph, &given) else { continue };
        let mut engine = Engine::new();
        let vars = variables(&mut engine, graph, table, &given);
        let edges: Vec<Term> = vars.path.edges.iter().map(Term::Bool).collect();
        let (count, reach) = (rng.random_bool(0.6), rng.random_bool(0.6));
        let system = GapSystem { vars, count, reach };
        let scope = system.scope();
        let size: u64 = scope.iter().map(|t| u64::from(t.values(engine.store()))).product();
        if size > 1 << 15 {
            continue;
        }
        cut(&mut engine, &edges, rng, 0.1);
        let strength = claimed(&system);
        return Case { engine, constraint: Box::new(system), strength };
    }
}

#[test]
fn gaps_between_given_numbers() {
    check("gaps", 600, case);
}

/// Boards too large to enumerate, with long ways within a gap: after each decision, and after backtracking,
/// the rules demand nothing more.
#[test]
fn gaps_on_larger_boards() {
    let (mut asked, mut gone) = (0, 0);
    for seed in 0..120 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (graph, given) = board(&mut rng, &[(4, 4), (4, 5), (3, 6)], 60);
        let Some(table) = GapTable::new(&graph, &given) else { continue };
        let mut engine = Engine::new();
        let vars = variables(&mut engine, graph, table, &given);
        let (edges, count) = (vars.path.edges, rng.random_bool(0.3));
        let system = GapSystem { vars, count, reach: true };
        let Strength::Rules(rules) = claimed(&system) else { unreachable!("it claims rules") };
        if system.post(&mut engine).is_err() || engine.fixpoint(&mut ()).is_err() {
            continue;
        }
        for step in 0..25 {
            let atom = edges.at(rng.random_range(0..edges.len()));
            if engine.store().is_open(atom) {
                engine.decide(atom.lit(rng.random_bool(0.2)));
            }
            if engine.fixpoint(&mut ()).is_err() {
                if engine.level() == 0 {
                    break;
                }
                engine.backtrack(engine.level() - 1);
            } else if step % 10 == 9 {
                engine.backtrack(engine.level() / 2);
            }
            if engine.fixpoint(&mut ()).is_err() {
                break;
            }
            rules(&Fixpoint::new(engine.store(), &format!("seed {seed}, step {step}")));
            asked += 1;
            let gaps = &system.vars.gaps;
            gone +=
                gaps.iter().map(|x| engine.store().values(x) - engine.store().size(x)).sum::<u32>();
        }
    }
    assert!(asked > 500 && gone > 5000, "too little was asked: {asked}, {gone}");
}
