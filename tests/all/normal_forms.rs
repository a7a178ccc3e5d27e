//! Networks of canonical forms, and the search for a second solution from a known one, against all solutions by brute
//! force: on small rook boards with every combination of cover, touch, holes and walls, and on some king and hex
//! boards. A wrong "unique" would be the worst possible mistake.
//!
//! `cargo test --release --test all normal_forms:: -- --ignored` tests a hundred times as many.

use crate::support::boards::{random_pairs, special_grid};
use crate::support::enumerate::enumerate;
use crate::support::links::{all_links, random_links};
use clew::families::{Cover, Numberlink, Touch};
use clew::puzzle::{Answer, Board, BuildOptions, Goal, Keep, Neighbourhood, Puzzle};
use clew::strategy::{self, Options, SearchMode, Task, Verdict};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// A rook board with few labels, so that paths have space.
fn roomy(rng: &mut ChaCha8Rng) -> Numberlink {
    let (rows, cols) =
        [(3, 3), (3, 4), (4, 3), (4, 4), (2, 6), (3, 5), (5, 3)][rng.random_range(0..7)];
    let holes = [0.0, 0.0, 0.0, 0.1][rng.random_range(0..4)];
    let present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    let mut walls = Vec::new();
    for _ in 0..[0, 0, 0, 1, 2, 4][rng.random_range(0..6)] {
        let (r, c) = (rng.random_range(0..rows), rng.random_range(0..cols));
        let down = rng.random_bool(0.5);
        walls.push([(r, c), if down { (r + 1, c) } else { (r, c + 1) }]);
    }
    let board = special_grid(rng, (rows, cols), Neighbourhood::Rook, &present, &walls);
    let mut ends = random_pairs(rng, &board);
    ends.truncate(rng.random_range(1..=3));
    let labels = (1..=ends.len()).map(|k| k.to_string()).collect();
    let cover = [Cover::All, Cover::Partial, Cover::Partial][rng.random_range(0..3)];
    let touch = [Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..3)];
    Numberlink { board, labels, ends, cover, touch }
}

/// A rook board on which a solution with full cover and touching paths was drawn: edges in random order,
/// as long as they close no loop. Cells that none reached are holes.
fn drawn(rng: &mut ChaCha8Rng) -> Numberlink {
    let cover = [Cover::All, Cover::All, Cover::Partial][rng.random_range(0..3)];
    let sizes = match cover {
        Cover::All => [(3, 4), (4, 4), (4, 5), (5, 4)],
        Cover::Partial => [(3, 3), (2, 5), (4, 3), (3, 4)],
    };
    let (rows, cols) = sizes[rng.random_range(0..4)];
    let mut present = vec![true; (rows * cols) as usize];
    if rng.random_bool(0.3) {
        let hole = rng.random_range(0..present.len());
        present[hole] = false;
    }
    let board = Board::grid(rows, cols, Neighbourhood::Rook, &present);
    let mut order: Vec<[u32; 2]> = board.edges().to_vec();
    for i in (1..order.len()).rev() {
        order.swap(i, rng.random_range(0..=i));
    }
    let mut part: Vec<usize> = (0..board.len()).collect();
    let mut joined = vec![Vec::new(); board.len()];
    for [a, b] in order.into_iter().map(|edge| edge.map(|c| c as usize)) {
        if joined[a].len() < 2 && joined[b].len() < 2 && part[a] != part[b] {
            let (from, to) = (part[a], part[b]);
            part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
            joined[a].push(b);
            joined[b].push(a);
        }
    }
    let place = |c: usize| board.place(c as u32);
    for c in (0..board.len()).filter(|&c| joined[c].is_empty()) {
        let (row, col) = place(c);
        present[(row * cols + col) as usize] = false;
    }
    let smaller = Board::grid(rows, cols, Neighbourhood::Rook, &present);
    let ends_of = |part_of: usize| {
        let ends = (0..board.len()).filter(|&c| part[c] == part_of && joined[c].len() == 1);
        let at = |c| {
            let (row, col) = place(c);
            smaller.cell_at(row, col).expect("it has an edge")
        };
        ends.map(at).collect::<Vec<u32>>()
    };
    let pairs = (0..board.len()).map(ends_of).filter(|ends| ends.len() == 2);
    let ends: Vec<[u32; 2]> = pairs.map(|ends| [ends[0], ends[1]]).collect();
    let labels = (1..=ends.len()).map(|k| k.to_string()).collect();
    let touch = [Touch::No2x2, Touch::Yes, Touch::Yes][rng.random_range(0..3)];
    Numberlink { board: smaller, labels, ends, cover, touch }
}

fn random(seed: u64) -> Numberlink {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    match seed % 4 {
        0 => random_links(&mut rng),
        1 => drawn(&mut rng),
        _ => roomy(&mut rng),
    }
}

fn links(answer: &Answer) -> Vec<bool> {
    let Answer::Links(on) = answer else { panic!("links") };
    on.clone()
}

fn length(on: &[bool]) -> usize {
    on.iter().filter(|on| **on).count()
}

/// The solutions of a network, and whether it stands for more than those.
fn kept(puzzle: &Puzzle, keep: Keep, learning: bool) -> (BTreeSet<Vec<bool>>, bool) {
    let options = BuildOptions { keep, learning, ..BuildOptions::default() };
    let built = puzzle.build("suite", &options).expect("a network");
    let mut found = BTreeSet::new();
    enumerate(&built.model, |engine| {
        let on = links(&built.decode(puzzle.board(), engine.store()));
        assert!(found.insert(on), "a solution twice on {puzzle:?}");
    });
    (found, built.represents)
}

/// Statistics, so that a test can check whether it examined anything.
#[derive(Default, Debug)]
struct Met {
    unique: u32,
    beside: u32,
    left_out: u32,
}

/// Compares networks and `another` with all solutions.
fn compare(seed: u64, met: &mut Met) {
    let links_puzzle = random(seed);
    let all: BTreeSet<Vec<bool>> = all_links(&links_puzzle).into_iter().collect();
    let puzzle = Puzzle::from(links_puzzle);
    let about = || format!("seed {seed}: {puzzle:?}");
    for learning in [false, true] {
        let (kept_ones, represents) = kept(&puzzle, Keep::Representatives, learning);
        assert!(kept_ones.is_subset(&all), "{}", about());
        assert_eq!(kept_ones.is_empty(), all.is_empty(), "{}", about());
        let least = |set: &BTreeSet<Vec<bool>>| set.iter().map(|on| length(on)).min();
        assert_eq!(least(&kept_ones), least(&all), "the least length of {}", about());
        if !represents {
            assert_eq!(kept_ones, all, "{}", about());
        }
        met.left_out += u32::from(kept_ones.len() < all.len());
        for on in all.iter().take(40) {
            let answer = Answer::Links(on.clone());
            let beside = puzzle.another(&answer);
            if let Some(other) = &beside {
                assert!(all.contains(&links(other)), "{on:?} gives {other:?}, {}", about());
                assert_ne!(other, &answer, "{}", about());
                met.beside += 1;
                continue;
            }
            let proved = represents && kept_ones.iter().all(|kept| kept == on);
            assert!(!proved || all.len() == 1, "a wrong \"unique\" for {on:?} of {}", about());
            assert!(!represents || proved == (all.len() == 1), "{}", about());
            let (others, _) = kept(&puzzle, Keep::Others(answer), learning);
            assert!(others.is_subset(&all) && !others.contains(on), "{}", about());
            assert_eq!(others.is_empty(), all.len() == 1, "others than {on:?} of {}", about());
            met.unique += u32::from(proved);
            if all.len() > 8 {
                break;
            }
        }
    }
}

/// Compares verdicts and witnesses of the strategy with all solutions.
fn judge(seed: u64) {
    let links_puzzle = random(seed);
    let all: BTreeSet<Vec<bool>> = all_links(&links_puzzle).into_iter().collect();
    let partial = links_puzzle.cover == Cover::Partial;
    let puzzle = Puzzle::from(links_puzzle);
    let about = || format!("seed {seed}: {puzzle:?}");
    let verdict = match all.len() {
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Multiple,
    };
    for search in [SearchMode::Auto, SearchMode::Dfs, SearchMode::Learn] {
        let options = Options { search, ..Options::default() };
        let run = |task, options: &Options| strategy::run(&puzzle, task, options).expect("a run");
        let outcome = run(Task::Check, &options);
        assert_eq!(outcome.verdict(), verdict, "{search:?} of {}", about());
        let found: BTreeSet<Vec<bool>> = outcome.answers.iter().map(links).collect();
        assert_eq!(found.len(), all.len().min(2), "{search:?} of {}", about());
        assert!(found.is_subset(&all));
        let solved = run(Task::Solve { limit: 1 }, &options);
        assert_eq!(solved.answers.len(), all.len().min(1), "{search:?} of {}", about());
        // Questions for all solutions, or for more than one, are not restricted to canonical forms.
        let some = run(Task::Solve { limit: 3 }, &options);
        assert_eq!(some.answers.len(), all.len().min(3), "{search:?} of {}", about());
        let listed = run(Task::Solve { limit: usize::MAX }, &options);
        assert_eq!(listed.answers.iter().map(links).collect::<BTreeSet<_>>(), all, "{}", about());
        let counted = run(Task::Count, &options);
        assert_eq!(counted.count, all.len().into(), "{search:?} of {}", about());
        if partial {
            let goal = Options { goal: Some(Goal::LEAST_LENGTH), ..options };
            let best = run(Task::Solve { limit: 1 }, &goal).best;
            let least = all.iter().map(|on| length(on) as i64).min();
            assert_eq!(best.map(|best| best.value), least, "{search:?} of {}", about());
            assert!(best.is_none_or(|best| best.proved), "{}", about());
        }
    }
    let candidates = strategy::candidates(&puzzle, &Options::default()).expect("candidates");
    assert_eq!(candidates.count, all.len().into(), "{}", about());
}

#[test]
fn representatives_stand_for_all() {
    let mut met = Met::default();
    (0..240).for_each(|seed| compare(seed, &mut met));
    assert!(met.unique > 20 && met.beside > 100 && met.left_out > 40, "{met:?}");
}

#[test]
#[ignore = "a quarter of an hour"]
fn representatives_stand_for_all_on_many_boards() {
    let mut met = Met::default();
    (1_000..40_000).for_each(|seed| compare(seed, &mut met));
    println!("{met:?}");
}

/// Whether an edge of a solution has both ends next to the same component of cells on no path.
fn passes_a_component_twice(puzzle: &Numberlink, on: &[bool]) -> bool {
    let board = &puzzle.board;
    let edges = || board.edges().iter().zip(on).filter(|(_, on)| **on).map(|(edge, _)| *edge);
    let used: BTreeSet<u32> = edges().flatten().collect();
    let mut component: Vec<u32> = (0..board.len() as u32).collect();
    for &[a, b] in board.edges().iter().filter(|edge| edge.iter().all(|c| !used.contains(c))) {
        let [from, to] = [a, b].map(|c| component[c as usize]);
        component.iter_mut().filter(|c| **c == from).for_each(|c| *c = to);
    }
    let beside = |c: u32| -> BTreeSet<u32> {
        let free = board.neighbours(c).iter().filter(|q| !used.contains(q));
        free.map(|&q| component[q as usize]).collect()
    };
    edges().any(|[a, b]| !beside(a).is_disjoint(&beside(b)))
}

/// Where cells may stay empty and paths may touch themselves, a solution is the only one exactly if it is the only one
/// without touching and none of its edges passes a component of empty cells with both ends.
#[test]
fn touching_paths_are_unique_as_others_that_pass_no_component_twice() {
    let (mut unique, mut only_without) = (0, 0);
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(90_000 + seed);
        let drawn = if seed % 2 == 0 { random_links(&mut rng) } else { roomy(&mut rng) };
        let under = |touch| Numberlink { cover: Cover::Partial, touch, ..drawn.clone() };
        let [yes, no] = [Touch::Yes, Touch::No].map(|touch| all_links(&under(touch)));
        let passes = no.iter().any(|on| passes_a_component_twice(&drawn, on));
        assert_eq!(yes.len() == 1, no.len() == 1 && !passes, "seed {seed}: {drawn:?}");
        unique += u32::from(yes.len() == 1);
        only_without += u32::from(no.len() == 1 && yes.len() > 1);
    }
    assert!(unique > 50 && only_without > 50, "{unique}, {only_without}");
}

#[test]
fn verdicts_and_witnesses() {
    (0..80).for_each(judge);
}

#[test]
#[ignore = "a quarter of an hour"]
fn verdicts_and_witnesses_on_many_boards() {
    (1_000..30_000).for_each(judge);
}
