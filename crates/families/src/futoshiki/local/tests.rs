use super::beliefs::Beliefs;
use super::graph::Graph;
use super::state::State;
use super::switches::Switches;
use super::tabu::Tabu;
use super::*;
use crate::futoshiki::generate::random_latin;
use crate::futoshiki::verify::verify_square;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// An open square in which each cell has some random values, and some signs between any cells.
fn random_graph(rng: &mut ChaCha8Rng) -> (Graph, Vec<[u32; 2]>) {
    let n = rng.random_range(2..7);
    let cells = n * n;
    let mut less = Vec::new();
    for _ in 0..rng.random_range(0..8) {
        let (a, b) = (rng.random_range(0..cells), rng.random_range(0..cells));
        if a != b {
            less.push([a, b]);
        }
    }
    let values = |_: u32, list: &mut Vec<u8>| {
        list.extend((0..n as u8).filter(|_| rng.random_bool(0.7)));
        if list.len() < 2 {
            *list = vec![0, 1];
        }
    };
    (Graph::new(n, &less, values, &|| false).expect("all is open"), less)
}

/// The conflicts, counted pair by pair.
fn count(graph: &Graph, less: &[[u32; 2]], chosen: &[u32]) -> (u32, Vec<u32>) {
    let square = graph.square(chosen);
    let n = graph.n;
    let (mut pairs, mut own) = (0, vec![0; square.len()]);
    for b in 0..n * n {
        for a in 0..b {
            let same_line = a / n == b / n || a % n == b % n;
            let equal = u32::from(same_line && square[a as usize] == square[b as usize]);
            let signs = less.iter().filter(|&&[low, high]| {
                [low.min(high), low.max(high)] == [a, b]
                    && square[low as usize] >= square[high as usize]
            });
            let wrong = equal + signs.count() as u32;
            pairs += wrong;
            own[a as usize] += wrong;
            own[b as usize] += wrong;
        }
    }
    (pairs, own)
}

/// After every change the incremental counts equal a recount.
#[test]
fn books_are_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for case in 0..200 {
        let (graph, less) = random_graph(&mut rng);
        let mut state = State::new(&graph);
        let mut random = Random::new(case);
        let any = |v: u32| rng.random_range(graph.colours.range(v)) as u32;
        let given: Vec<u32> = (0..graph.vertices()).map(any).collect();
        let given = (case % 2 == 0).then_some(&given[..]);
        state.start(&graph, given, &mut random);
        assert!(given.is_none_or(|given| given == state.chosen));
        for _ in 0..30 {
            let (pairs, own) = count(&graph, &less, &state.chosen);
            assert_eq!(state.energy, pairs);
            for v in 0..graph.vertices() {
                let cell = graph.cells[v as usize] as usize;
                assert_eq!(state.own(v), own[cell], "{less:?}");
                assert_eq!(state.wrong.contains(v), own[cell] > 0);
            }
            let choice = random.below(graph.choices() as u32);
            if state.chosen[graph.vertex[choice as usize] as usize] == choice {
                continue;
            }
            // The predicted conflicts of a choice are its conflicts after the change.
            let said = u32::try_from(state.clashes(state.place(choice))).unwrap();
            state.choose(&graph, choice);
            assert_eq!(state.own(graph.vertex[choice as usize]), said);
        }
    }
}

/// The best colouring is the best one visited, and its conflict count is right.
#[test]
fn the_best_is_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for case in 0..50 {
        let (graph, less) = random_graph(&mut rng);
        let (mut tabu, mut random) = (Tabu::new(&graph), Random::new(case));
        tabu.start(&graph, None, &mut random);
        let mut last = tabu.energy();
        for _ in 0..300 {
            tabu.step(&graph, &mut random);
            assert!(tabu.energy() <= last);
            assert_eq!(tabu.in_vain() == 0, tabu.energy() < last);
            last = tabu.energy();
            assert_eq!(count(&graph, &less, tabu.best()).0, last);
        }
    }
}

/// A square of order `n` with holes, and per cell its remaining values after each single value is removed from the
/// other cells of its row and column.
fn quasigroup(n: u32, share: f64, rng: &mut ChaCha8Rng) -> (Vec<u32>, Vec<Vec<u8>>) {
    let square = random_latin(n, rng);
    let mut fits = vec![(1u32 << n) - 1; square.len()];
    for (fits, value) in fits.iter_mut().zip(&square) {
        if !rng.random_bool(share) {
            *fits = 1 << (value - 1);
        }
    }
    loop {
        let before = fits.clone();
        for cell in (0..n * n).filter(|&c| before[c as usize].count_ones() == 1) {
            let see = |other: &u32| *other / n == cell / n || *other % n == cell % n;
            for other in (0..n * n).filter(see).filter(|&other| other != cell) {
                fits[other as usize] &= !before[cell as usize];
            }
        }
        if fits == before {
            break;
        }
    }
    let list = |fits: u32| (0..n as u8).filter(|v| fits >> v & 1 == 1).collect();
    (square, fits.into_iter().map(list).collect())
}

fn graph_of(n: u32, lists: &[Vec<u8>]) -> Graph {
    let values = |cell: u32, list: &mut Vec<u8>| list.extend(&lists[cell as usize]);
    Graph::new(n, &[], values, &|| false).expect("something is open")
}

/// The result of belief propagation, and its number of rounds.
fn believe(graph: &Graph, parents: &[&[u32]], random: &mut Random) -> (Vec<u32>, u32) {
    let mut beliefs = Beliefs::new(graph).expect("there are few choices");
    assert!(beliefs.is_over(), "nothing is begun");
    beliefs.start(parents.iter().copied(), random);
    let mut rounds = 0;
    while !beliefs.is_over() {
        assert!(beliefs.step(graph) > 0);
        rounds += 1;
    }
    (beliefs.best().to_vec(), rounds)
}

/// Belief propagation ends; it gives each vertex one of its own choices, and far fewer pairs are wrong than in a greedy
/// colouring.
#[test]
fn belief_is_better_than_what_fits() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut wrong, mut fitting) = (0, 0);
    for case in 0..12 {
        let n = 16 + case as u32 % 4;
        let graph = graph_of(n, &quasigroup(n, 0.45, &mut rng).1);
        let mut random = Random::new(case);
        let (chosen, rounds) = believe(&graph, &[], &mut random);
        assert!(rounds <= 400);
        for (v, choice) in (0..).zip(&chosen) {
            assert!(graph.colours.range(v).contains(&(*choice as usize)));
        }
        let mut state = State::new(&graph);
        state.start(&graph, Some(&chosen), &mut random);
        assert_eq!(state.energy, count(&graph, &[], &chosen).0);
        wrong += state.energy;
        state.start(&graph, None, &mut random);
        fitting += state.energy;
    }
    assert!(4 * wrong < fitting, "{wrong} and {fitting}");
}

/// A child is more similar to its parents than a colouring made from scratch is.
#[test]
fn children_are_like_their_parents() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut alike, mut strange, mut found) = (0, 0, 0);
    for case in 0..12 {
        let (square, lists) = quasigroup(16, 0.55, &mut rng);
        let graph = graph_of(16, &lists);
        let is_right = |&c: &u32| {
            let cell = graph.cells[graph.vertex[c as usize] as usize];
            u32::from(graph.colour(c)) + 1 == square[cell as usize]
        };
        let parent: Vec<u32> = (0..graph.choices() as u32).filter(is_right).collect();
        let mut random = Random::new(case);
        let same = |chosen: &[u32]| chosen.iter().zip(&parent).filter(|(a, b)| a == b).count();
        let (child, _) = believe(&graph, &[&parent, &parent], &mut random);
        alike += same(&child);
        found += u32::from(child == parent);
        strange += same(&believe(&graph, &[], &mut random).0);
    }
    assert!(2 * strange < alike, "{strange} and {alike}");
    assert!(found >= 6, "{found}");
}

/// The pool has two parents once it is full of different colourings, and none while all are alike or
/// after many that were not better.
#[test]
fn the_pool_has_different_parents() {
    let mut random = Random::new(1);
    let (mut pool, mut twins) = (Pool::default(), Pool::default());
    let mut members = 0;
    while pool.parents(&mut random).is_none() {
        pool.add(9, &[members; 100]);
        members += 1;
        assert!(members < 100, "it is never full");
    }
    for _ in 0..20 {
        let [a, b] = pool.parents(&mut random).expect("it is full");
        assert_ne!(a, b);
        assert!(a[0] < members && b[0] < members);
    }
    // Worse ones are not taken in, better ones are, in place of the worst or of their like.
    pool.add(10, &[members; 100]);
    assert!((0..50).all(|_| pool.parents(&mut random).expect("it is full")[0][0] < members));
    pool.add(8, &[members; 100]);
    assert!((0..50).any(|_| pool.parents(&mut random).expect("it is full")[0][0] == members));
    // Nothing better for long: all are given up.
    let mut more = 0;
    while pool.parents(&mut random).is_some() {
        pool.add(8, &[members; 100]);
        more += 1;
        assert!(more < 200, "it is never given up");
    }
    assert!(more > 30);
    for _ in 0..40 {
        twins.add(9, &[0; 100]);
        assert!(twins.parents(&mut random).is_none());
    }
}

/// From one seed always the same squares, and they are completions.
#[test]
fn completions_are_found() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for case in 0..6 {
        let n = 18;
        let (_, lists) = quasigroup(n, 0.43, &mut rng);
        let given = |list: &Vec<u8>| (list.len() == 1).then(|| u32::from(list[0]) + 1);
        let puzzle = Futoshiki {
            n,
            given: lists.iter().map(given).collect(),
            less: Vec::new(),
            gaps: Vec::new(),
        };
        let search = || {
            let values = |cell: u32, list: &mut Vec<u8>| list.extend(&lists[cell as usize]);
            let mut search = SquareSearch::new(n, &[], values, case, &|| false)?;
            (0..1000).find_map(|_| search.run(10_000))
        };
        let square = search().expect("something is found");
        assert_eq!(Some(&square), search().as_ref());
        assert_eq!(verify_square(&puzzle, &square), Ok(()));
    }
}

/// Every switch gives a different Latin square and keeps the fixed cells.
#[test]
fn switches_give_other_squares() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut found = 0;
    for case in 0..100 {
        let n = rng.random_range(1..9);
        let square = random_latin(n, &mut rng);
        let density = [0.0, 0.2, 0.5, 1.0][case % 4];
        let given: Vec<Option<u32>> =
            square.iter().map(|&v| rng.random_bool(density).then_some(v)).collect();
        let puzzle = Futoshiki { n, given, less: Vec::new(), gaps: Vec::new() };
        let open = puzzle.given.iter().map(Option::is_none).collect();
        let mut switches = Switches::new(n, square.clone(), open);
        while !switches.is_over() {
            let Some(other) = switches.next() else { continue };
            assert_ne!(other, square);
            assert_eq!(verify_square(&puzzle, &other), Ok(()));
            assert!(density < 1.0);
            found += 1;
        }
    }
    assert!(found > 1000, "{found}");
}
