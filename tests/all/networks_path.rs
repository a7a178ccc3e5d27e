//! The networks of the continuous line against an enumeration written from the rules.

use crate::support::boards::full;
use clew::families::{Line, Path};
use clew::kernel::Halt;
use clew::puzzle::{Answer, Board, BuildOptions, Goal, Neighbourhood, Puzzle};
use clew::run::{Budget, Exhausted, Stats};
use clew::search::objective::{Better, value_of};
use clew::search::{BranchSpec, Brancher, Collect, Count, Incumbent, LearnOptions, Learner, dfs};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// All lines over as many cells as there are (`partial`: of any length), as numberings.
fn brute(line: &Line, partial: bool) -> BTreeSet<Vec<u32>> {
    let n = line.board.len();
    let mut found = BTreeSet::new();
    let mut numbers = vec![0; n];
    fn extend(
        line: &Line,
        partial: bool,
        at: u32,
        k: u32,
        numbers: &mut Vec<u32>,
        found: &mut BTreeSet<Vec<u32>>,
    ) {
        if line.given[at as usize].is_some_and(|g| g != k) || numbers[at as usize] != 0 {
            return;
        }
        numbers[at as usize] = k;
        let full = k as usize == numbers.len();
        let given = numbers.iter().zip(&line.given).all(|(&k, &g)| g.is_none_or(|g| g == k));
        if (full || partial) && given {
            found.insert(numbers.clone());
        }
        for &q in line.board.neighbours(at) {
            extend(line, partial, q, k + 1, numbers, found);
        }
        numbers[at as usize] = 0;
    }
    for c in 0..n as u32 {
        extend(line, partial, c, 1, &mut numbers, &mut found);
    }
    found
}

fn random_line(rng: &mut ChaCha8Rng, most: u32) -> Line {
    let moves = [Neighbourhood::Rook, Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex]
        [rng.random_range(0..4)];
    let top = if moves == Neighbourhood::Rook { most } else { 3 };
    let (rows, cols) = (rng.random_range(1..=top), rng.random_range(1..=top));
    let holes = [0.0, 0.1, 0.25][rng.random_range(0..3)];
    let mut present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    if !present.contains(&true) {
        present[0] = true;
    }
    let board = Board::grid(rows, cols, moves, &present);
    let n = board.len();
    let mut given = vec![None; n];
    if n > 1 && rng.random_bool(0.3) {
        let c = rng.random_range(0..n);
        given[c] = Some(1);
    }
    if n > 1 && rng.random_bool(0.3) {
        let c = rng.random_range(0..n);
        if given[c].is_none() {
            given[c] = Some(n as u32);
        }
    }
    Line { board, given }
}

/// Both directions of the answers if a solution stands for two.
fn unfold(answers: Vec<Answer>, multiplicity: u32) -> (usize, BTreeSet<Vec<u32>>) {
    let mut all = BTreeSet::new();
    let count = answers.len() * multiplicity as usize;
    for a in answers {
        let Answer::Line(numbers) = a else { panic!("a line has numbers") };
        if multiplicity == 2 {
            let n = numbers.iter().copied().max().unwrap_or(0);
            all.insert(numbers.iter().map(|&k| if k == 0 { 0 } else { n + 1 - k }).collect());
        }
        all.insert(numbers);
    }
    (count, all)
}

#[test]
fn suite_finds_exactly_the_lines_there_are() {
    for seed in 0..1500 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let line = random_line(&mut rng, 4);
        let expected = brute(&line, false);
        let puzzle = Puzzle::from(Path(line));
        let without: Vec<String> = ["degree_flow", "connectivity", "block_chain"]
            .iter()
            .filter(|_| rng.random_bool(0.3))
            .map(|s| s.to_string())
            .collect();
        let label = format!("seed {seed} without {without:?} {puzzle:?}");
        let built =
            puzzle.build("suite", &BuildOptions { without, ..BuildOptions::default() }).unwrap();
        let mut model = built.model.clone();
        if model.infeasible {
            assert!(expected.is_empty(), "{label}: called infeasible");
            continue;
        }
        let decode = |e: &clew::kernel::Engine| built.decode(puzzle.board(), e.store());
        let mut sink = Collect::new(usize::MAX, decode);
        let budget = Budget::default();
        let mut stats = Stats::default();
        let end = if seed % 2 == 0 {
            let spec = BranchSpec::default();
            let mut brancher = Brancher::new(&model.groups, spec, model.engine.store());
            dfs(&mut model.engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ())
        } else {
            match Learner::new(&mut model.engine, &model.groups, LearnOptions::default(), &mut ()) {
                Ok(mut l) => l.run(&mut model.engine, &mut sink, &budget, &mut stats, &mut ()),
                Err(Halt::Conflict) => Ok(Exhausted),
                Err(Halt::Interrupted) => unreachable!("this counter never interrupts"),
            }
        };
        assert_eq!(end, Ok(Exhausted));
        let (count, all) = unfold(sink.found, model.multiplicity);
        assert_eq!(all, expected, "{label}");
        assert_eq!(count, expected.len(), "{label}: solutions are listed once");
    }
}

/// The best value by branch and bound.
fn best(puzzle: &Puzzle, goal: Goal) -> Option<i64> {
    let options = BuildOptions { goal: Some(goal), ..BuildOptions::default() };
    let built = puzzle.build("suite", &options).unwrap();
    let mut model = built.model.clone();
    if model.infeasible {
        return None;
    }
    let objective = model.objective.clone().expect("a goal makes an objective");
    let incumbent = Arc::new(Incumbent::default());
    Better::post(&mut model.engine, &objective, incumbent.clone());
    let mut sink = |e: &clew::kernel::Engine| {
        let answer = built.decode(puzzle.board(), e.store());
        puzzle.verify_for(Goal::MOST_CELLS, &answer).expect("a line by the rules");
        incumbent.improve(value_of(&objective, e));
        ControlFlow::<()>::Continue(())
    };
    let mut stats = Stats::default();
    let mut brancher = Brancher::new(&model.groups, BranchSpec::default(), model.engine.store());
    let end =
        dfs(&mut model.engine, &mut brancher, &mut sink, &Budget::default(), &mut stats, &mut ());
    assert_eq!(end, Ok(Exhausted));
    let sign = if objective.negated { -1 } else { 1 };
    (incumbent.best() != i64::MAX).then(|| sign * incumbent.best())
}

#[test]
fn longest_lines() {
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut line = random_line(&mut rng, 4);
        let n = line.board.len() as u32;
        line.given.iter_mut().filter(|g| **g == Some(n)).for_each(|g| *g = None);
        if line.board.len() > 11 {
            continue;
        }
        let length = |numbers: &Vec<u32>| numbers.iter().copied().max().unwrap_or(0);
        let expected = brute(&line, true).iter().map(length).max();
        let puzzle = Puzzle::from(Path(line));
        let found = best(&puzzle, Goal::MOST_CELLS);
        assert_eq!(found, expected.map(i64::from), "seed {seed} {puzzle:?}");
    }
}

fn turns(line: &Line, numbers: &[u32]) -> i64 {
    let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
    order.sort_by_key(|&c| numbers[c as usize]);
    let step = |a: u32, b: u32| line.board.place(a).0 == line.board.place(b).0;
    order.windows(3).filter(|w| step(w[0], w[1]) != step(w[1], w[2])).count() as i64
}

#[test]
fn fewest_turns() {
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let line = random_line(&mut rng, 4);
        if !line.board.is_rook() {
            continue;
        }
        let expected = brute(&line, false).iter().map(|k| turns(&line, k)).min();
        let puzzle = Puzzle::from(Path(line));
        assert_eq!(best(&puzzle, Goal::FEWEST_TURNS), expected, "seed {seed} {puzzle:?}");
    }
}

#[test]
fn other_numbers_are_left_to_the_dual() {
    let board = full(2, 3, Neighbourhood::Rook);
    let mut given = vec![None; 6];
    given[1] = Some(3);
    let line = Line { board, given };
    let expected = brute(&line, false);
    let puzzle = Puzzle::from(Path(line));
    let built = puzzle.build("suite", &BuildOptions::default()).unwrap();
    let mut model = built.model;
    let mut sink = Count::default();
    let mut brancher = Brancher::new(&model.groups, BranchSpec::default(), model.engine.store());
    let (budget, mut stats) = (Budget::default(), Stats::default());
    let end = dfs(&mut model.engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ());
    assert_eq!(end, Ok(Exhausted));
    assert_eq!(sink.found * u64::from(model.multiplicity), expected.len() as u64);
    let most = BuildOptions { goal: Some(Goal::MOST_CELLS), ..BuildOptions::default() };
    assert!(puzzle.build("suite", &most).is_err());
}

#[test]
fn colours_refute_at_the_root() {
    // Two black cells too few: no line alternates over the remaining cells.
    let mut present = vec![true; 18 * 18];
    present[0] = false;
    present[18 * 18 - 1] = false;
    let board = Board::grid(18, 18, Neighbourhood::Rook, &present);
    let given = vec![None; board.len()];
    let built = Puzzle::from(Path(Line { board, given })).build("suite", &BuildOptions::default());
    let mut model = built.unwrap().model;
    // Ends in two white cells compensate for two missing black ones; with one end given in a black cell nothing does.
    assert_eq!(model.engine.fixpoint(&mut ()), Ok(()));
    let board = Board::grid(18, 18, Neighbourhood::Rook, &present);
    let mut given = vec![None; board.len()];
    let black = (0..board.len()).find(|&c| board.is_black(c as u32)).expect("there are many");
    given[black] = Some(1);
    let built = Puzzle::from(Path(Line { board, given })).build("suite", &BuildOptions::default());
    let mut model = built.unwrap().model;
    let refuted = model.infeasible || model.engine.fixpoint(&mut ()).is_err();
    assert!(refuted, "the flow counts colours");
}

/// An edge removed by a block chain may separate sides of other cells in the same run; explanations must then not use
/// the smaller sides. Without the flow many such inferences are made; with it a few of a thousand seeds met one.
#[test]
fn learning_from_block_chains_loses_no_line() {
    let present = [1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0].map(|there| there == 1);
    let board = Board::grid(4, 4, Neighbourhood::King, &present);
    let seeds = (0..32).collect();
    for (board, without, lines, seeds) in [
        (full(3, 3, Neighbourhood::King), vec!["degree_flow".to_string()], 784 / 2, seeds),
        (board, Vec::new(), 1692 / 2, vec![261, 441, 782]),
    ] {
        let puzzle = Puzzle::from(Path(Line { given: vec![None; board.len()], board }));
        let options = BuildOptions { without, learning: true, ..BuildOptions::default() };
        let built = puzzle.build("suite", &options).expect("it applies");
        for seed in seeds {
            let mut engine = built.model.engine.clone();
            let options = LearnOptions { seed, ..LearnOptions::default() };
            let mut learner = Learner::new(&mut engine, &built.model.groups, options, &mut ())
                .expect("there are lines");
            let mut sink = Count::default();
            let mut stats = Stats::default();
            let end = learner.run(&mut engine, &mut sink, &Budget::default(), &mut stats, &mut ());
            assert_eq!((end, sink.found), (Ok(Exhausted), lines), "seed {seed}, {puzzle:?}");
        }
    }
}
