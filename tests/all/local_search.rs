//! Local search for hidato and open path boards: its results obey the rules, it finds something if there are many
//! solutions, and the solver answers with it.

use crate::support::boards::full;
use clew::families::Line;
use clew::families::line::generate::random_line;
use clew::families::line::hidato::anneal::Annealer;
use clew::families::{Cover, Hidato, Numberlink, Path, Touch};
use clew::puzzle::{Answer, Board, Neighbourhood, Puzzle};
use clew::run::Stop;
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A board with the numbers of a random line, each given with this probability. The line need not
/// be the only one.
fn sparse(rng: &mut ChaCha8Rng, size: [u32; 2], moves: Neighbourhood, density: f64) -> Line {
    let [rows, cols] = size;
    let line = random_line(rows, cols, moves, rng);
    let mut given = vec![None; line.len()];
    for (number, &c) in (1..).zip(&line) {
        given[c as usize] = rng.random_bool(density).then_some(number);
    }
    Line { board: full(rows, cols, moves), given }
}

fn free(line: &Line, seed: u64) -> Option<Annealer> {
    Annealer::new(&line.board, &line.given, |_, _| true, seed, &|| false)
}

#[test]
fn fillings_obey_the_rules_and_small_boards_are_filled() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut filled = 0;
    for case in 0..150 {
        let moves =
            [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex][case as usize % 3];
        let density = [0.0, 0.1, 0.3, 0.7][case as usize / 3 % 4];
        let size = [rng.random_range(1..6), rng.random_range(2..6)];
        let line = sparse(&mut rng, size, moves, density);
        let Some(mut search) = free(&line, case) else { continue };
        let numbers = search.run(400_000).unwrap_or_else(|| panic!("case {case}: {line:?}"));
        filled += 1;
        Puzzle::from(Hidato(line)).verify(&Answer::Line(numbers)).unwrap();
    }
    assert!(filled > 120);
}

#[test]
fn cells_stay_where_they_are_possible() {
    // A free 4x4 king's board where number 1 is to stand in the last row, number 16 in the first.
    let line = Line { board: full(4, 4, Neighbourhood::King), given: vec![None; 16] };
    let given: Vec<Option<u32>> = (0..16).map(|c| (c == 5).then_some(8)).collect();
    let low = |c: u32, range: std::ops::RangeInclusive<u32>| *range.start() > 8 || c >= 8;
    let mut search = Annealer::new(&line.board, &given, low, 3, &|| false).unwrap();
    let numbers = search.run(1_000_000).expect("there are many");
    for (c, &k) in numbers.iter().enumerate() {
        assert!(k >= 8 || c >= 8, "{numbers:?}");
    }
}

#[test]
fn nothing_to_search() {
    let board = full(2, 2, Neighbourhood::King);
    assert!(
        Annealer::new(&board, &[Some(1), Some(2), Some(3), Some(4)], |_, _| true, 0, &|| false)
            .is_none()
    );
    assert!(Annealer::new(&board, &[None; 4], |_, _| false, 0, &|| false).is_none());
    // There is no cell between 1 and 2, and nothing follows 4.
    let given = [Some(1), Some(2), Some(4), None];
    let mut search = Annealer::new(&board, &given, |_, _| true, 0, &|| false).unwrap();
    assert!(search.run(1000).is_some());
    let islands = Board::points(vec![(0.into(), 0.into()), (9.into(), 0.into())], 1.into());
    let mut search = Annealer::new(&islands, &[None; 2], |_, _| true, 0, &|| false).unwrap();
    assert_eq!(search.run(10_000), None);
}

/// A line of a full rook board less its last cells, which become holes.
fn with_holes(rng: &mut ChaCha8Rng, size: [u32; 2], holes: usize, density: f64) -> Line {
    let [rows, cols] = size;
    let mut line = random_line(rows, cols, Neighbourhood::Rook, rng);
    line.truncate(line.len() - holes);
    let mut number = vec![None; (rows * cols) as usize];
    for (k, &c) in (1..).zip(&line) {
        number[c as usize] = Some(k);
    }
    let present: Vec<bool> = number.iter().map(Option::is_some).collect();
    let mut given: Vec<Option<u32>> = number.into_iter().filter(Option::is_some).collect();
    given.iter_mut().for_each(|k| *k = k.filter(|_| rng.random_bool(density)));
    Line { board: Board::grid(rows, cols, Neighbourhood::Rook, &present), given }
}

/// Two colours: moves of single cells leave two jumps, which must not keep the search from the end.
#[test]
fn rook_boards_of_every_density_are_filled() {
    let mut rng = ChaCha8Rng::seed_from_u64(21);
    for case in 0..24 {
        let density = [0.02, 0.05, 0.08, 0.12, 0.2, 0.4][case as usize % 6];
        let line = with_holes(&mut rng, [12, 13], case as usize / 6 * 8, density);
        let mut search = free(&line, case).expect("there is something to fill");
        let numbers = search.run(5_000_000).unwrap_or_else(|| panic!("case {case}: {line:?}"));
        Puzzle::from(Hidato(line)).verify(&Answer::Line(numbers)).unwrap();
    }
}

/// The result depends on the seed alone, and not on how often the search was stopped.
#[test]
fn a_seed_is_a_filling() {
    let mut rng = ChaCha8Rng::seed_from_u64(22);
    for moves in [Neighbourhood::Rook, Neighbourhood::King] {
        let line = sparse(&mut rng, [9, 9], moves, 0.1);
        let found = |seed, stride| {
            let mut search = free(&line, seed).unwrap();
            (0..5_000_000 / stride).find_map(|_| search.run(stride)).expect("there are many")
        };
        let first = found(7, 5_000_000);
        assert_eq!(first, found(7, 5_000_000));
        assert_eq!(first, found(7, 777));
        assert!((8..12).any(|seed| found(seed, 5_000_000) != first));
    }
}

/// Found with one thread as with more, first and second solution.
#[test]
fn sparse_boards_are_answered() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    for (moves, size, density) in [
        (Neighbourhood::King, 14, 0.08),
        (Neighbourhood::Hex, 14, 0.08),
        (Neighbourhood::Rook, 16, 0.05),
    ] {
        let puzzle = Puzzle::from(Hidato(sparse(&mut rng, [size, size], moves, density)));
        for threads in [1, 3] {
            let options = Options { threads, ..Options::default() };
            let outcome = run(&puzzle, Task::Check, &options).unwrap();
            assert_eq!(outcome.verdict(), Verdict::Multiple);
            assert_eq!(outcome.stopped, Some(Stop::Limit));
            assert_ne!(outcome.answers[0], outcome.answers[1]);
            for answer in &outcome.answers {
                puzzle.verify(answer).unwrap();
            }
            let outcome = run(&puzzle, Task::Solve { limit: 1 }, &options).unwrap();
            assert_eq!(outcome.answers.len(), 1);
            // On rook boards the first plain dive is sometimes lucky.
            if moves != Neighbourhood::Rook {
                assert_eq!(outcome.how.keyword(), "local search");
            }
        }
    }
}

/// Open boards with king and hexagonal moves, with free and with given ends.
#[test]
fn lines_of_open_boards() {
    for moves in [Neighbourhood::King, Neighbourhood::Hex] {
        let board = full(11, 12, moves);
        let mut given = vec![None; board.len()];
        for ends in [[None; 2], [Some(1), Some(132)]] {
            (given[5], given[80]) = (ends[0], ends[1]);
            let puzzle = Puzzle::from(Path(Line { board: board.clone(), given: given.clone() }));
            let outcome = run(&puzzle, Task::Check, &Options::default()).unwrap();
            assert_eq!(
                (outcome.how.keyword(), outcome.verdict()),
                ("construction", Verdict::Multiple)
            );
            outcome.answers.iter().for_each(|a| puzzle.verify(a).unwrap());
        }
    }
}

/// Numberlinks whose paths may touch: few labels leave very many solutions, many labels mostly one.
#[test]
fn numberlinks_of_long_paths_are_constructed() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut one, mut constructed) = (0, 0);
    for case in 0..60 {
        let size = [5, 6, 8, 20][case % 4];
        let labels = [8, 9, 6, 5][case % 4];
        let line = random_line(size, size, Neighbourhood::Rook, &mut rng);
        let (board, long) = (full(size, size, Neighbourhood::Rook), line.len() / labels);
        let mut ends: Vec<[u32; 2]> =
            line.chunks(long).take(labels).map(|p| [p[0], p[long - 1]]).collect();
        ends[labels - 1][1] = line[line.len() - 1];
        ends.iter_mut().for_each(|ends| ends.sort_unstable());
        let labels = (1..=labels).map(|k| k.to_string()).collect();
        let puzzle = Numberlink { board, labels, ends, cover: Cover::All, touch: Touch::Yes };
        let puzzle = Puzzle::from(puzzle);
        let found = puzzle.construct(2, &|| false);
        found.iter().for_each(|answer| puzzle.verify(answer).unwrap());
        let limited = Options { search: SearchMode::Learn, ..Options::default() };
        if size < 20 {
            let verdict = run(&puzzle, Task::Check, &limited).unwrap().verdict();
            assert_eq!(verdict == Verdict::Multiple, found.len() > 1, "case {case}");
            one += u32::from(verdict == Verdict::Unique);
        } else {
            let outcome = run(&puzzle, Task::Check, &Options::default()).unwrap();
            assert_eq!(outcome.verdict(), Verdict::Multiple);
            constructed += u32::from(outcome.how.keyword() == "construction");
        }
    }
    assert!(one > 0 && constructed > 10, "{one} {constructed}");
}

/// A portfolio with a worker that searches locally, from its first decision on.
#[test]
fn a_team_with_local_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for (density, verdict) in [(0.1, Verdict::Multiple), (0.75, Verdict::Unique)] {
        let puzzle = Puzzle::from(Hidato(sparse(&mut rng, [9, 9], Neighbourhood::King, density)));
        let options = Options { threads: 2, team_after: 0, ..Options::default() };
        let outcome = run(&puzzle, Task::Check, &options).unwrap();
        assert_eq!(outcome.verdict(), verdict, "{outcome:?}");
    }
}

#[test]
fn boards_too_large_for_a_matrix_are_filled() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let line = sparse(&mut rng, [52, 52], Neighbourhood::King, 0.1);
    let puzzle = Puzzle::from(Hidato(line));
    let outcome = run(&puzzle, Task::Solve { limit: 1 }, &Options::default()).unwrap();
    assert_eq!((outcome.network, outcome.how.keyword()), ("sparse", "local search"));
    assert_eq!(outcome.answers.len(), 1);
    puzzle.verify(&outcome.answers[0]).unwrap();
}

/// The set-up takes the square of the cells in time: it often checks whether to go on, and gives up.
#[test]
fn set_up_can_be_given_up() {
    let line = full(50, 50, Neighbourhood::King);
    let asked = std::cell::Cell::new(0);
    let quit = |after: u32| {
        asked.set(asked.get() + 1);
        asked.get() > after
    };
    let mut given = vec![None; 2500];
    assert!(Annealer::new(&line, &given, |_, _| true, 0, &|| quit(u32::MAX)).is_some());
    assert!(asked.replace(0) >= 30, "more than once in a hundred cells");
    assert!(Annealer::new(&line, &given, |_, _| true, 0, &|| quit(5)).is_none());
    assert_eq!(asked.get(), 6);
    // Above 2500 cells the construction of a start tries only some places for each cell; it must succeed all the same.
    let line = full(52, 52, Neighbourhood::King);
    given.resize(2704, None);
    let mut search = Annealer::new(&line, &given, |_, _| true, 0, &|| false).unwrap();
    let found = (0..200).find_map(|_| search.run(100_000)).expect("an open board is filled");
    let answer = Answer::Line(found);
    let puzzle = Puzzle::from(Hidato(Line { board: line, given }));
    assert_eq!(puzzle.verify(&answer), Ok(()));
}
