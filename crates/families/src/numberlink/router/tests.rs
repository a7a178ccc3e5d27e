//! The solutions of the router obey the rules, and the number of interruptions does not change them.

use super::Router;
use super::route::Routes;
use crate::numberlink::{Cover, Numberlink, Touch};
use clew_puzzle::puzzle::{Board, LocalSearch, Neighbourhood, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn random(rng: &mut ChaCha8Rng) -> Numberlink {
    let moves =
        [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex][rng.random_range(0..3)];
    let (rows, cols) = (rng.random_range(2..9), rng.random_range(2..9));
    let present: Vec<bool> = (0..rows * cols).map(|_| rng.random_bool(0.95)).collect();
    let walls: Vec<_> = (0..rng.random_range(0..5))
        .map(|_| {
            let (r, c) = (rng.random_range(0..rows), rng.random_range(0..cols));
            [(r, c), if rng.random_bool(0.5) { (r + 1, c) } else { (r, c + 1) }]
        })
        .collect();
    let board = Board::grid_with_walls(rows, cols, moves, &present, &walls);
    let mut cells: Vec<u32> = (0..board.len() as u32).collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, rng.random_range(0..=i));
    }
    let pairs = cells.chunks_exact(2).take(rng.random_range(1..5));
    let ends: Vec<[u32; 2]> = pairs.map(|p| [p[0].min(p[1]), p[0].max(p[1])]).collect();
    let labels = (0..ends.len()).map(|k| k.to_string()).collect();
    let touch = [Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..3)];
    Numberlink { board, labels, ends, cover: Cover::Partial, touch }
}

#[test]
fn solutions_obey_the_rules() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut found = 0;
    for seed in 0..300 {
        let links = random(&mut rng);
        let mut router = Router::new(&links, seed).expect("there is something to route");
        let puzzle = Puzzle::from(links);
        for _ in 0..2 {
            let Some(answer) = router.run(20_000) else { continue };
            assert_eq!(puzzle.verify(&answer), Ok(()), "{puzzle:?}");
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn stops_change_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for seed in 0..40 {
        let links = random(&mut rng);
        let of = |stride: u64| {
            let mut router = Router::new(&links, seed).expect("there is something to route");
            (0..60_000 / stride).find_map(|_| router.run(stride))
        };
        let all = of(60_000);
        assert_eq!(of(1), all);
        assert_eq!(of(777).is_some(), all.is_some());
        assert!(all.is_none() || of(777) == all);
    }
}

#[test]
fn nothing_to_route() {
    let board = Board::grid(1, 3, Neighbourhood::Rook, &[true, false, true]);
    let links = |ends: Vec<[u32; 2]>, cover| Numberlink {
        board: board.clone(),
        labels: vec!["1".into(); ends.len()],
        ends,
        cover,
        touch: Touch::No,
    };
    assert!(Router::new(&links(vec![], Cover::Partial), 0).is_none());
    assert!(Router::new(&links(vec![[0, 1]], Cover::All), 0).is_none());
    let mut parted = Router::new(&links(vec![[0, 1]], Cover::Partial), 0).expect("two ends");
    assert_eq!(parted.run(1_000_000), None, "the hole parts the ends, which ends the search");
}

#[test]
fn ways_lose_their_chords() {
    let board = Board::grid(3, 3, Neighbourhood::Rook, &[true; 9]);
    let ends = vec![[0, 6]];
    let links = Numberlink {
        board,
        labels: vec!["1".into()],
        ends,
        cover: Cover::Partial,
        touch: Touch::No,
    };
    let routes = Routes::new(&links);
    assert_eq!(routes.chordless(&[0, 1, 2, 5, 4, 3, 6]), [0, 3, 6]);
    assert_eq!(routes.chordless(&[0, 1, 2, 5, 8, 7, 6]), [0, 1, 2, 5, 8, 7, 6]);
}
