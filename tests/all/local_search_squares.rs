//! Local search for squares: its results are solutions, it finds all solutions of small ones, it claims nothing if
//! there is none, and the solver answers with it. Construction of open squares likewise.

use crate::support::squares::{all_squares, random_square};
use clew::families::Futoshiki;
use clew::families::futoshiki::generate::random_latin;
use clew::families::futoshiki::local::SquareSearch;
use clew::puzzle::{Answer, BuildOptions, LocalSearch, Puzzle};
use clew::run::{Budget, Stop};
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use std::time::Duration;

/// A search from the root of the default network; `None` if there is nothing to search.
fn search(puzzle: &Futoshiki, seed: u64, quit: &dyn Fn() -> bool) -> Option<Box<dyn LocalSearch>> {
    let puzzle = Puzzle::from(puzzle.clone());
    let mut built = puzzle.build("latin", &BuildOptions::default()).expect("it applies");
    if built.model.infeasible || built.model.engine.fixpoint(&mut ()).is_err() {
        return None;
    }
    puzzle.local_search(&built, built.model.engine.store(), seed, quit)
}

/// A random square in which each cell is given with probability `density`, and each sign between neighbours with
/// probability `signs`.
fn with_holes(rng: &mut ChaCha8Rng, n: u32, density: f64, signs: f64) -> Futoshiki {
    let square = random_latin(n, rng);
    let mut less = Vec::new();
    for c in 0..n * n {
        for (d, there) in [(c + 1, c % n + 1 < n), (c + n, c / n + 1 < n)] {
            if there && rng.random_bool(signs) {
                less.push(if square[c as usize] < square[d as usize] { [c, d] } else { [d, c] });
            }
        }
    }
    let given = square.iter().map(|&v| rng.random_bool(density).then_some(v)).collect();
    Futoshiki { n, given, less, gaps: Vec::new() }
}

/// Gives one value more, which fits its row and column at first sight, and mostly nothing else.
fn spoil(puzzle: &mut Futoshiki, rng: &mut ChaCha8Rng) {
    let n = puzzle.n;
    let fits = |c: u32, v: u32| {
        let given = |d: u32| puzzle.given[d as usize] == Some(v);
        (0..n).all(|i| !given(c / n * n + i) && !given(i * n + c % n))
    };
    let open = (0..n * n).filter(|&c| puzzle.given[c as usize].is_none());
    let choices: Vec<(u32, u32)> =
        open.flat_map(|c| (1..=n).map(move |v| (c, v))).filter(|&(c, v)| fits(c, v)).collect();
    if let Some(&(cell, value)) = choices.choose(rng) {
        puzzle.given[cell as usize] = Some(value);
    }
}

/// Small squares with and without signs and givens, against all their solutions: on most of them every one is found if
/// the search runs long enough, and nothing else is.
#[test]
fn small_squares_against_all_their_solutions() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut searched, mut whole) = (0, 0);
    for case in 0..400 {
        let puzzle = random_square(&mut rng);
        let Some(mut search) = search(&puzzle, case, &|| false) else { continue };
        searched += 1;
        let all = all_squares(&puzzle);
        let mut found = BTreeSet::new();
        let moves = if all.is_empty() { 20_000 } else { 200_000 };
        for _ in 0..200 {
            let Some(answer) = search.run(moves / 200) else { continue };
            Puzzle::from(puzzle.clone()).verify(&answer).unwrap();
            let Answer::Square(square) = answer else { panic!("of another family") };
            assert!(all.contains(&square));
            found.insert(square);
        }
        assert_eq!(found.is_empty(), all.is_empty(), "case {case}: {puzzle:?}");
        whole += u32::from(found.len() == all.len() && all.len() > 1);
    }
    assert!(searched > 200 && whole > 100, "{searched} {whole}");
}

/// A search among the values that no known cell of the row or column has; cells with one such value become known.
/// `None` if a cell has no value. This propagates less than the root of a network.
fn simple_search(puzzle: &Futoshiki, seed: u64) -> Option<SquareSearch> {
    let n = puzzle.n;
    let mut known = puzzle.given.clone();
    let values = |known: &[Option<u32>], c: u32| -> Vec<u32> {
        let is = |d: u32, v| d != c && known[d as usize] == Some(v);
        let free = |&v: &u32| (0..n).all(|i| !is(c / n * n + i, v) && !is(i * n + c % n, v));
        (1..=n).filter(|&v| known[c as usize].is_none_or(|k| k == v)).filter(free).collect()
    };
    while let Some((c, v)) = (0..n * n).filter(|&c| known[c as usize].is_none()).find_map(|c| {
        let values = values(&known, c);
        (values.len() == 1).then(|| (c, values[0]))
    }) {
        known[c as usize] = Some(v);
    }
    let list = |c, list: &mut Vec<u8>| {
        list.extend(values(&known, c).into_iter().map(|v| v as u8 - 1));
    };
    SquareSearch::new(n, &puzzle.less, list, seed, &|| false)
}

/// Squares with spoilt values: nothing is found for those that search proves infeasible, and a solution for the others.
#[test]
fn nothing_is_found_where_there_is_nothing() {
    let mut rng = ChaCha8Rng::seed_from_u64(37);
    let (mut barren, mut solved) = (0, 0);
    for case in 0..300 {
        let mut puzzle = with_holes(&mut rng, 5 + case as u32 % 6, 0.33, 0.0);
        (0..4).for_each(|_| spoil(&mut puzzle, &mut rng));
        let Some(mut search) = simple_search(&puzzle, case) else { continue };
        let puzzle = Puzzle::from(puzzle);
        let truth = run(&puzzle, Task::Solve { limit: 1 }, &Options::default()).unwrap();
        let found = search.run(200_000).map(|square| puzzle.verify(&Answer::Square(square)));
        if truth.verdict() == Verdict::None {
            barren += 1;
            assert_eq!(found, None, "case {case}");
        } else {
            solved += 1;
            assert_eq!(found, Some(Ok(())), "case {case}");
        }
    }
    assert!(barren > 8 && solved > 50, "{barren} {solved}");
}

#[test]
fn squares_with_holes_and_signs_are_completed() {
    let mut rng = ChaCha8Rng::seed_from_u64(32);
    let cases = [(12, 0.2, 0.0), (15, 0.5, 0.0), (20, 0.55, 0.0), (10, 0.4, 0.2), (14, 0.0, 0.05)];
    for (case, &(n, density, signs)) in (0..).zip(cases.iter().cycle().take(15)) {
        let puzzle = with_holes(&mut rng, n, density, signs);
        // Propagation alone may complete it.
        let Some(mut search) = search(&puzzle, case, &|| false) else { continue };
        let found = search.run(30_000_000).unwrap_or_else(|| panic!("case {case}"));
        Puzzle::from(puzzle).verify(&found).unwrap();
    }
}

/// The result depends on the seed alone, and not on how often the search was stopped.
#[test]
fn a_seed_is_a_row_of_squares() {
    let mut rng = ChaCha8Rng::seed_from_u64(33);
    let puzzle = with_holes(&mut rng, 15, 0.3, 0.05);
    let found = |seed, stride: u64| {
        let mut search = search(&puzzle, seed, &|| false).expect("much is open");
        let mut all = Vec::new();
        while all.len() < 3 {
            all.extend(search.run(stride));
        }
        all
    };
    let first = found(7, 1_000_000);
    assert_eq!(first, found(7, 1_000_000));
    assert_eq!(first, found(7, 1));
    assert!((8..12).any(|seed| found(seed, 1_000_000) != first));
}

/// The set-up checks whether to go on, and gives up.
#[test]
fn set_up_can_be_given_up() {
    let puzzle = Futoshiki { n: 40, given: vec![None; 1600], less: Vec::new(), gaps: Vec::new() };
    let asked = std::cell::Cell::new(0);
    let quit = |after: u32| {
        asked.set(asked.get() + 1);
        asked.get() > after
    };
    assert!(search(&puzzle, 0, &|| quit(u32::MAX)).is_some());
    assert!(asked.replace(0) >= 5);
    assert!(search(&puzzle, 0, &|| quit(2)).is_none());
    assert_eq!(asked.get(), 3);
}

/// Two squares for `check`, found with one thread as with more; with signs, so that nothing is constructed, and
/// together with learning that has too little time to answer alone.
#[test]
fn local_search_answers() {
    let mut rng = ChaCha8Rng::seed_from_u64(34);
    for (n, density, signs) in [(33, 0.55, 0.0), (24, 0.0, 0.05), (24, 0.45, 0.02)] {
        let puzzle = Puzzle::from(with_holes(&mut rng, n, density, signs));
        for threads in [1, 3] {
            let options = Options { threads, ..Options::default() };
            let outcome = run(&puzzle, Task::Check, &options).unwrap();
            assert_eq!(outcome.verdict(), Verdict::Multiple);
            assert_eq!(outcome.stopped, Some(Stop::Limit));
            assert_ne!(outcome.answers[0], outcome.answers[1]);
            outcome.answers.iter().for_each(|answer| puzzle.verify(answer).unwrap());
        }
    }
}

/// A learner that begins alone, then a portfolio with a worker that searches locally: verdicts are the same.
#[test]
fn verdicts_are_those_of_learning() {
    let mut rng = ChaCha8Rng::seed_from_u64(35);
    for case in 0..24 {
        let mut puzzle =
            with_holes(&mut rng, 10 + case % 4, [0.4, 0.55, 0.7][case as usize % 3], 0.0);
        if case % 2 == 0 {
            spoil(&mut puzzle, &mut rng);
        }
        let puzzle = Puzzle::from(puzzle);
        let learning = Options { search: SearchMode::Learn, threads: 1, ..Options::default() };
        let truth = run(&puzzle, Task::Check, &learning).unwrap().verdict();
        for threads in [1, 2] {
            let options = Options { threads, team_after: 0, ..Options::default() };
            let outcome = run(&puzzle, Task::Check, &options).unwrap();
            assert_eq!(outcome.verdict(), truth, "case {case}");
        }
    }
}

/// Open squares of any order are constructed, two for `check`, without a network; a deadline that has
/// passed stops that too.
#[test]
fn open_squares_are_constructed() {
    let mut rng = ChaCha8Rng::seed_from_u64(36);
    for (n, density) in [(10, 0.0), (40, 0.03), (90, 0.02), (128, 0.0), (128, 0.01)] {
        let puzzle = Puzzle::from(with_holes(&mut rng, n, density, 0.0));
        for (task, many) in [(Task::Solve { limit: 1 }, 1), (Task::Check, 2)] {
            let outcome = run(&puzzle, task, &Options::default()).unwrap();
            assert_eq!((outcome.how.keyword(), outcome.networks), ("construction", 0));
            assert_eq!(outcome.answers.len(), many);
            outcome.answers.iter().for_each(|answer| puzzle.verify(answer).unwrap());
        }
        let late = Budget::default().within(Duration::ZERO);
        let options = Options { budget: late, ..Options::default() };
        let outcome = run(&puzzle, Task::Check, &options).unwrap();
        assert_eq!((outcome.verdict(), outcome.stopped), (Verdict::Unknown, Some(Stop::Time)));
    }
}
