//! Layer consistency of consecutive positions: nanoseconds per dilation and per fixpoint.
//!
//! Boards are full rectangles, some with holes; seeds are fixed. `cargo bench --bench adjacency`.

use clew::kernel::{Constraint, Engine, VarId};
use clew::propagators::Adjacency;
use clew::propagators::position::adjacency::{Graph, Layers};
use clew::puzzle::{Board, Neighbourhood};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// Nanoseconds per call, the best of five rounds.
fn time(calls: u32, mut call: impl FnMut()) -> f64 {
    (0..5)
        .map(|_| {
            let start = Instant::now();
            (0..calls).for_each(|_| call());
            start.elapsed().as_nanos() as f64 / f64::from(calls)
        })
        .fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("board            n  dilate/full  dilate/8  root layers  first run  decision  (ns)");
    for (side, holes) in [(6, 0.0), (10, 0.0), (20, 0.0), (20, 0.1), (30, 0.0)] {
        for moves in [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex] {
            figures(side, holes, moves);
        }
    }
}

fn figures(side: u32, holes: f64, moves: Neighbourhood) {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(side));
    let present: Vec<bool> = (0..side * side).map(|_| !rng.random_bool(holes)).collect();
    let board = Board::grid(side, side, moves, &present);
    let n = board.len() as u32;
    let graph = Arc::new(Graph::new(n, |c| board.neighbours(c)));
    let words = graph.words();
    let half: Vec<u64> = (0..words).map(|_| rng.random()).collect();
    let mut few = vec![0u64; words];
    (0..8).map(|_| rng.random_range(0..n)).for_each(|c| few[c as usize / 64] |= 1 << (c % 64));
    let mut near = vec![0u64; words];
    let mut dilate = |set: &[u64]| {
        time(10_000, || {
            near.fill(0);
            graph.dilate(black_box(set), &mut near);
            black_box(&near);
        })
    };
    let (dense, sparse) = (dilate(&half), dilate(&few));
    // A clue in the middle, at the middle position.
    let mut given = vec![None; n as usize];
    given[n as usize / 2] = Some(n / 2);
    let root = time(20, || {
        let mut layers = Layers::from_given(&graph, &given).expect("one clue");
        layers.close(&graph).expect("consistent");
        black_box(layers.rows());
    });
    let mut engine = Engine::new();
    let rows = engine.new_vars(n, n);
    let xs: Vec<VarId> = rows.iter().collect();
    let matrix = engine.new_matrix(rows);
    Adjacency::new(graph.clone(), matrix, rows).post(&mut engine).expect("posting cannot fail");
    let first = {
        let start = Instant::now();
        engine.fixpoint(&mut ()).expect("open board");
        start.elapsed().as_nanos() as f64
    };
    let middle = engine.store().atom(xs[n as usize / 2], n / 2);
    let corner = engine.store().atom(xs[0], n / 2 + side);
    let fixed = engine.store().level();
    let decision = time(5, || {
        for a in [middle, corner] {
            engine.decide(a.pos());
            let _ = black_box(engine.fixpoint(&mut ()));
        }
        engine.backtrack(fixed);
    }) / 2.0;
    println!(
        "{:4} {side:2}x{side:<2} {:3.0}% {n:4} {dense:12.0} {sparse:9.0} {root:12.0} {first:10.0} {decision:9.0}",
        moves.keyword(),
        holes * 100.0
    );
}
