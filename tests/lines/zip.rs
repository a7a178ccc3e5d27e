//! Lines that visit numbered cells in their order.

use super::{agrees, board, chance, edges, seeded, steps_hold};
use clew::families::line::Zip;
use clew::families::line::generate::random_line;
use clew::families::{from_keyword, parse_native};
use clew::generate::{judge, make};
use clew::puzzle::family::{BoardSpec, Judgement, Request};
use clew::puzzle::{Answer, Board, Entry, Neighbourhood, Puzzle};
use clew::run::Budget;
use clew::strategy::repair::{Findings, repair};
use clew::strategy::{Options, Task, Verdict, run};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// A zip on a random board, and its numbered cells: along an existing line, or sometimes at random.
fn random(rng: &mut ChaCha8Rng) -> Option<(super::Board64, Vec<usize>, Puzzle)> {
    let board = board(rng);
    let n = board.near.len();
    let mut cells = match board.any_line(rng).filter(|_| !chance(rng, 5)) {
        Some(line) => line,
        None => {
            let mut cells: Vec<usize> = (0..n).collect();
            cells.shuffle(rng);
            cells
        }
    };
    if n < 2 {
        return None;
    }
    let wanted = rng.random_range(2..=n.min(6));
    while cells.len() > wanted {
        cells.remove(rng.random_range(1..cells.len() - 1));
    }
    let mut numbers = vec![None; n];
    cells.iter().zip(1..).for_each(|(&c, k)| numbers[c] = Some(k));
    let puzzle = Puzzle::from(Zip { board: board.board.clone(), numbers });
    Some((board, cells, puzzle))
}

#[test]
fn all_ways_agree_with_brute_force() {
    let (mut none, mut one, mut more, mut solved, mut missed) = (0, 0, 0, 0, 0);
    for seed in 0..1_200 {
        let Some((board, stops, puzzle)) = random(&mut seeded(seed)) else { continue };
        let all = board.zips(&stops);
        agrees(&puzzle, &all, seed);
        solved += u32::from(steps_hold(&puzzle, &all) && all.len() == 1);
        let constructed = puzzle.construct(2, &|| false);
        for (i, answer) in constructed.iter().enumerate() {
            puzzle.verify(answer).expect("a line that was constructed");
            assert!(!constructed[..i].contains(answer), "seed {seed}: twice the same");
        }
        assert!(constructed.len() <= all.len(), "seed {seed}");
        missed += u32::from(constructed.len() < all.len().min(2));
        match all.len() {
            0 => none += 1,
            1 => one += 1,
            _ => more += 1,
        }
    }
    assert!(none > 50 && one > 300 && more > 200 && solved > 250, "{none} {one} {more} {solved}");
    assert!(missed < 10, "construction missed the lines of {missed} boards");
}

#[test]
fn verify_knows_the_solutions() {
    for seed in 0..300 {
        let mut rng = seeded(seed);
        let Some((board, stops, puzzle)) = random(&mut rng) else { continue };
        let all = board.zips(&stops);
        for _ in 0..4 {
            let Some(line) = board.any_line(&mut rng) else { break };
            let mut along = vec![0; line.len()];
            line.iter().zip(1..).for_each(|(&c, k)| along[c] = k);
            let answer = Answer::Line(along);
            let right = all.contains(&edges(&puzzle, &answer));
            let from_first = line[0] == stops[0];
            assert_eq!(puzzle.verify(&answer).is_ok(), right && from_first, "{puzzle:?} {line:?}");
        }
    }
}

#[test]
fn repairs_make_zips_unique() {
    let mut walls = 0;
    for seed in 0..60 {
        let Some((board, stops, puzzle)) = random(&mut seeded(seed)) else { continue };
        let several = board.zips(&stops).len();
        let Ok(found) = repair(&puzzle, false, &Options::default()) else { continue };
        if let Findings::Multiple(found) = found.findings {
            assert!(several > 1);
            for &pair in found.walls.iter().flatten() {
                let own = puzzle.board().expect("a board");
                let laid = [own.walls(), &[pair]].concat();
                let laid = own.with_layout(own.moves().expect("a grid"), &laid).expect("a board");
                let mended = puzzle.with_board(laid).expect("as many cells");
                let verdict = run(&mended, Task::Check, &Options::default());
                assert_eq!(verdict.expect("it is asked").verdict(), Verdict::Unique);
                walls += 1;
            }
        }
    }
    assert!(walls > 10, "{walls}");
}

fn made(request: &Request) -> Entry {
    let zip = from_keyword("zip").expect("a family");
    let made = make(zip, request, &Default::default(), &Budget::unlimited(), &mut |_| ());
    made.expect("a request that can be met").expect("no limit").0
}

#[test]
fn made_zips_have_one_solution() {
    for seed in 0..6 {
        let plain = Request::new(6, 6, seed);
        let walls = BoardSpec { walls: 8, ..BoardSpec::PLAIN };
        for request in [
            Request { minimal: true, ..plain.clone() },
            Request { holes: 3, ..plain.clone() },
            Request { ground: walls.clone(), givens: Some(14), ..plain.clone() },
            Request { density: Some(0.3), ..plain.clone() },
        ] {
            let entry = made(&request);
            assert_eq!(entry.solutions.as_deref(), Some("1"));
            assert_eq!(judge(&entry.puzzle), Judgement::Unique);
            let zip = entry.puzzle.downcast::<Zip>().expect("a zip");
            if let Some(givens) = request.givens {
                assert_eq!(zip.stops().len(), givens as usize);
            }
            assert_eq!(made(&request).puzzle, entry.puzzle);
        }
    }
}

/// Where as few numbers leave several lines on every board that is tried, walls take them away; walls that are counted
/// stay as many.
#[test]
fn walls_close_what_numbers_leave_open() {
    for seed in 0..4 {
        let few = Request { givens: Some(4), ..Request::new(8, 8, seed) };
        let entry = made(&few);
        assert_eq!(judge(&entry.puzzle), Judgement::Unique);
        let zip = entry.puzzle.downcast::<Zip>().expect("a zip");
        assert_eq!(zip.stops().len(), 4);
        assert!(zip.board.walls().len() > 4);
        assert_eq!(made(&few).puzzle, entry.puzzle);
    }
    let counted = BoardSpec { walls: 1, ..BoardSpec::PLAIN };
    let request = Request { givens: Some(2), ground: counted, ..Request::new(8, 8, 1) };
    let zip = from_keyword("zip").expect("a family");
    let refused = make(zip, &request, &Default::default(), &Budget::unlimited(), &mut |_| ());
    assert!(refused.expect_err("one wall is too few").contains("no zip with 2 numbers"));
}

/// Boards of every size have a second line at once, which search alone does not find in seconds.
#[test]
fn large_zips_are_constructed() {
    for (size, share) in [(16, 0.05), (24, 0.1), (32, 0.05)] {
        let mut rng = seeded(size.into());
        let line = random_line(size, size, Neighbourhood::Rook, &mut rng);
        let last = line.len() - 1;
        let mut numbers = vec![None; line.len()];
        let stops = line.iter().enumerate();
        let stops = stops.filter(|(i, _)| *i == 0 || *i == last || rng.random_bool(share));
        for ((_, &c), k) in stops.zip(1..) {
            numbers[c as usize] = Some(k);
        }
        let board = Board::grid(size, size, Neighbourhood::Rook, &vec![true; line.len()]);
        let puzzle = Puzzle::from(Zip { board, numbers });
        let outcome = run(&puzzle, Task::Check, &Options::default()).expect("it is answered");
        assert_eq!((outcome.how.keyword(), outcome.verdict()), ("construction", Verdict::Multiple));
        outcome.answers.iter().for_each(|a| puzzle.verify(a).expect("a line"));
        let many = run(&puzzle, Task::Solve { limit: 50 }, &Options::default()).expect("an answer");
        assert_eq!(many.answers.len(), 50);
    }
}

/// The colours of a chessboard decide which cells can be the ends of a line.
#[test]
fn shapes_without_a_line_have_a_reason() {
    for (text, why) in [
        ("puzzle: zip\n\n1 . .\n. . .\n. 2 .\n", "so over 9 cells"),
        ("puzzle: zip\n\n1 .\n. 2\n", "different colours, which r1c1 and r2c2 are not"),
        ("puzzle: zip\n\n1 # .\n. # 2\n", "2 pieces"),
        ("puzzle: path\n\n. . .\n# . #\n", "3 cells of one and 1 of the other"),
        ("puzzle: path\nneighbours: 8\n\n. # .\n. . .\n. # .\n", ""),
        ("puzzle: path\nneighbours: hex\n\n. # .\n# . #\n. # .\n", "pieces"),
    ] {
        let entry = parse_native(text).expect("a puzzle");
        let found = entry.puzzle.shape_fault().unwrap_or_default();
        assert!(found.contains(why) && found.is_empty() == why.is_empty(), "{text}: {found}");
    }
    for seed in 0..300 {
        let Some((board, stops, puzzle)) = random(&mut seeded(seed)) else { continue };
        let none = board.zips(&stops).is_empty();
        assert!(none || puzzle.shape_fault().is_none(), "seed {seed}: {:?}", puzzle.shape_fault());
    }
}

#[test]
fn a_wall_decides() {
    let text = "puzzle: zip\nWALLS\n. . 3 .\n4 1 . .\n. . . .\n. 2 . .\n";
    let count = |text: &str| {
        let puzzle = parse_native(text).expect("a zip").puzzle;
        run(&puzzle, Task::Count, &Options::default()).expect("it is counted").count
    };
    assert_eq!(count(&text.replace("WALLS", "")), 2u32.into());
    assert_eq!(count(&text.replace("WALLS", "walls: r2c2|r2c3\n")), 1u32.into());
}

#[test]
fn what_is_no_zip_is_refused() {
    for (grid, why) in [
        (". .\n. .\n", "at least the numbers 1 and 2"),
        ("1 .\n. .\n", "at least the numbers 1 and 2"),
        ("1 3\n. .\n", "2 stands nowhere"),
        ("1 1\n. .\n", "every number at most once"),
        ("1 5\n. .\n", "a number from 1 to 4"),
        ("1 A\n. .\n", "a number"),
    ] {
        let error = parse_native(&format!("puzzle: zip\n\n{grid}")).expect_err("no zip");
        assert!(error.to_string().contains(why), "{error}");
    }
}
