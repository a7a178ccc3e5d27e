//! Closed lines.

use super::{agrees, board, seeded};
use clew::families::line::{Circuit, Line};
use clew::families::{Path, parse_native};
use clew::puzzle::{Answer, Filled, Puzzle, Unfit};
use clew::strategy::{Method, Options, Task, run};
use rand::RngExt;

#[test]
fn all_ways_agree_with_brute_force() {
    let (mut none, mut some) = (0, 0);
    for seed in 0..1_200 {
        let board = board(&mut seeded(seed));
        if board.near.is_empty() {
            continue;
        }
        let all = board.closed();
        agrees(&Puzzle::from(Circuit::new(board.board.clone())), &all, seed);
        match all.len() {
            0 => none += 1,
            _ => some += 1,
        }
    }
    assert!(none > 100 && some > 100, "{none} {some}");
}

#[test]
fn known_counts() {
    for (n, wanted) in [(2, 1), (3, 0), (4, 6), (6, 1072), (8, 4_638_576u32)] {
        let row = ". ".repeat(n);
        let text = format!("puzzle: path\nclosed: yes\n\n{}", format!("{row}\n").repeat(n));
        let puzzle = parse_native(&text).expect("a board").puzzle;
        for program in ["plugs", "mates"] {
            let options =
                Options { method: Method::Dp, program: Some(program.into()), ..Options::default() };
            let counted = run(&puzzle, Task::Count, &options).expect("it is counted");
            assert_eq!(counted.count, wanted.into(), "{n} {program}");
        }
    }
}

#[test]
fn numbers_may_begin_anywhere() {
    for seed in 0..200 {
        let mut rng = seeded(seed);
        let board = board(&mut rng);
        let n = board.near.len() as u32;
        let puzzle = Puzzle::from(Circuit::new(board.board.clone()));
        let (rows, cols) = puzzle.size();
        for on in board.closed().into_iter().take(3) {
            let answer = Answer::Links(on);
            assert_eq!(puzzle.verify(&answer), Ok(()));
            let (shift, back) = (rng.random_range(0..n), rng.random_range(0..2) == 0);
            let mut places = vec![None; (rows * cols) as usize];
            for (c, token) in (0..).zip(puzzle.tokens(Some(&answer))) {
                let k = (token.parse::<u32>().expect("a number") - 1 + shift) % n + 1;
                let (r, d) = puzzle.place(c);
                places[(r * cols + d) as usize] = Some(if back { n + 1 - k } else { k });
            }
            assert_eq!(puzzle.answer_of(&Filled::Numbers(places.clone())), Ok(answer));
            // After exchanging two numbers a line is no longer closed, unless there are only three.
            let (p, q) = (
                places.iter().position(|k| *k == Some(1)),
                places.iter().position(|k| *k == Some(2)),
            );
            if let (Some(p), Some(q), true) = (p, q, puzzle.board().expect("a board").is_rook()) {
                places.swap(p, q);
                let wrong = puzzle.answer_of(&Filled::Numbers(places));
                assert!(matches!(wrong, Err(Unfit::Broken(_))), "{wrong:?}");
            }
        }
    }
}

#[test]
fn words_turn_lines_into_closed_ones_and_back() {
    let board = board(&mut seeded(3)).board;
    let open = Puzzle::from(Path(Line { given: vec![None; board.len()], board: board.clone() }));
    let closed = open.with_word("closed", "yes").expect("no number is given");
    assert_eq!(closed, Puzzle::from(Circuit::new(board.clone())));
    assert_eq!(closed.with_word("closed", "no"), Some(open.clone()));
    let mut given = vec![None; board.len()];
    given[0] = Some(1);
    assert_eq!(Puzzle::from(Path(Line { board, given })).with_word("closed", "yes"), None);
    let error = parse_native("puzzle: path\nclosed: yes\n\n1 .\n. .\n").expect_err("no first cell");
    assert!(error.to_string().contains("no first cell"), "{error}");
}
