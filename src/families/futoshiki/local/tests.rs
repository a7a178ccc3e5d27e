use super::graph::Graph;
use super::state::State;
use super::switches::Switches;
use super::tabu::Tabu;
use super::*;
use crate::families::futoshiki::generate::random_latin;
use crate::families::futoshiki::verify::verify_square;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

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

/// What is wrong, counted pair by pair.
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

/// After every change the books say what counting says.
#[test]
fn books_are_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for case in 0..200 {
        let (graph, less) = random_graph(&mut rng);
        let mut state = State::new(&graph);
        let mut random = Random::new(case);
        let given: Vec<Option<u32>> = (0..graph.vertices())
            .map(|v| rng.random_bool(0.3).then(|| graph.colours.range(v).start as u32))
            .collect();
        state.start(&graph, &given, &mut random);
        for (choice, chosen) in given.iter().zip(&state.chosen) {
            assert!(choice.is_none_or(|c| c == *chosen));
        }
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
            // What a choice is said to be wrong beside is what it is wrong beside.
            let said = u32::from(state.clashes[choice as usize]);
            state.choose(&graph, choice);
            assert_eq!(state.own(graph.vertex[choice as usize]), said);
        }
    }
}

/// The best colouring is the best one that was met, and what it is said to be.
#[test]
fn the_best_is_kept() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for case in 0..50 {
        let (graph, less) = random_graph(&mut rng);
        let (mut tabu, mut random) = (Tabu::new(&graph), Random::new(case));
        tabu.start(&graph, &vec![None; graph.vertices() as usize], &mut random);
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

/// A child takes every choice from one of its parents, and nothing in it is wrong.
#[test]
fn children_are_of_their_parents() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut inherited = 0;
    for case in 0..50 {
        let (graph, _) = random_graph(&mut rng);
        let (mut pool, mut random) = (Pool::default(), Random::new(case));
        let mut members = Vec::new();
        for seed in 0..3 {
            let start = pool.next(&graph, &mut random);
            assert!(start.iter().all(Option::is_none), "the pool is not full");
            let mut tabu = Tabu::new(&graph);
            tabu.start(&graph, &start, &mut Random::new(100 * case + seed));
            pool.add(tabu.energy(), tabu.best());
            members.push(tabu.best().to_vec());
        }
        let child = pool.next(&graph, &mut random);
        let mut square = vec![None; graph.open().len()];
        for (v, choice) in child.iter().enumerate() {
            let Some(choice) = *choice else { continue };
            inherited += 1;
            assert!(members.iter().any(|m| m[v] == choice));
            square[graph.cells[v] as usize] = Some(graph.colour(choice));
        }
        let n = graph.n as usize;
        for line in 0..2 * n {
            let cells = (0..n).map(|i| if line < n { line * n + i } else { i * n + line - n });
            let mut values: Vec<u8> = cells.filter_map(|c| square[c]).collect();
            values.sort_unstable();
            let many = values.len();
            values.dedup();
            assert_eq!(values.len(), many, "twice in a line");
        }
    }
    assert!(inherited > 300);
}

/// Every switch gives a Latin square that is another one and keeps what must not change.
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
        let puzzle = Futoshiki { n, given, less: Vec::new() };
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
