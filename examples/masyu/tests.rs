//! The family against brute force, which shares only the puzzle with it.

use super::answer;
use super::family::{FAMILY, Masyu, Pearl};
use clew::families::{parse_json, parse_native, register};
use clew::puzzle::format::{write_json, write_native};
use clew::puzzle::{Answer, Cell, Filled, Puzzle};
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// All sets of edges that are one closed loop: the connected ones among the sets in which no cell has more
/// than two edges and, once its last edge is decided, none has exactly one.
fn loops(puzzle: &Masyu) -> Vec<Vec<bool>> {
    let edges = puzzle.board.edges();
    let last = |cell: Cell| puzzle.board.incident(cell).iter().copied().max();
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), vec![0u8; puzzle.board.len()])];
    while let Some((on, degrees)) = open.pop() {
        let at = on.len() as u32;
        let Some(&ends) = edges.get(on.len()) else {
            if is_one_piece(edges, &on) {
                found.push(on);
            }
            continue;
        };
        for value in [false, true] {
            let mut degrees = degrees.clone();
            ends.iter().for_each(|&cell| degrees[cell as usize] += u8::from(value));
            let fits = |&cell: &Cell| {
                let degree = degrees[cell as usize];
                degree <= 2 && (degree != 1 || last(cell) != Some(at))
            };
            if ends.iter().all(fits) {
                open.push(([&on[..], &[value]].concat(), degrees));
            }
        }
    }
    found
}

/// Whether there are edges that are on, and all of them are connected.
fn is_one_piece(edges: &[[Cell; 2]], on: &[bool]) -> bool {
    let mut left: Vec<[Cell; 2]> =
        edges.iter().zip(on).filter(|(_, on)| **on).map(|(edge, _)| *edge).collect();
    let Some(first) = left.pop() else { return false };
    let mut cells = BTreeSet::from(first);
    while let Some(next) = left.iter().position(|edge| edge.iter().any(|c| cells.contains(c))) {
        cells.extend(left.swap_remove(next));
    }
    left.is_empty()
}

/// Whether a loop obeys a pearl, from the places of the five cells around it along the loop.
fn obeys(puzzle: &Masyu, on: &[bool], cell: Cell, pearl: Pearl) -> bool {
    let joined = |cell: Cell| -> Vec<Cell> {
        let edges = puzzle.board.edges().iter().zip(on);
        let ends = edges.filter(|(edge, on)| **on && edge.contains(&cell));
        ends.map(|(edge, _)| edge[0] ^ edge[1] ^ cell).collect()
    };
    // Two steps in one line keep the row or the column.
    let is_straight = |cell: Cell| match joined(cell)[..] {
        [a, b] => {
            let (a, b) = (puzzle.board.place(a), puzzle.board.place(b));
            a.0 == b.0 || a.1 == b.1
        }
        _ => panic!("a cell of the loop"),
    };
    let around = joined(cell);
    !around.is_empty()
        && match pearl {
            Pearl::White => is_straight(cell) && !around.iter().all(|&next| is_straight(next)),
            Pearl::Black => !is_straight(cell) && around.iter().all(|&next| is_straight(next)),
        }
}

/// A small board with holes, walls and pearls, most of them such that a random loop obeys them.
fn random_puzzle(rng: &mut ChaCha8Rng) -> Puzzle {
    let (rows, cols) = (rng.random_range(1..=4), rng.random_range(1..=4));
    let mut tokens = vec!["."; rows * cols];
    for token in tokens.iter_mut().filter(|_| rng.random_ratio(1, 12)) {
        *token = "#";
    }
    tokens[0] = ".";
    let wall = match rng.random_ratio(1, 4) && rows > 1 {
        true => "walls: r1c1|r2c1\n",
        false => "",
    };
    let text = |tokens: &[&str]| {
        let rows: Vec<String> = tokens.chunks(cols).map(|row| row.join(" ")).collect();
        format!("puzzle: masyu\n{wall}\n{}\n", rows.join("\n"))
    };
    let read = |tokens: &[&str]| parse_native(&text(tokens)).map(|entry| entry.puzzle);
    // A wall next to a hole is an error.
    let Ok(bare) = read(&tokens) else { return random_puzzle(rng) };
    let puzzle: &Masyu = bare.downcast().expect("a masyu");
    let all = loops(puzzle);
    let chosen = all.choose(rng);
    for _ in 0..rng.random_range(0..5) {
        let at = rng.random_range(0..tokens.len());
        let (row, col) = ((at / cols) as u32, (at % cols) as u32);
        let Some(cell) = puzzle.board.cell_at(row, col) else { continue };
        let fits = |pearl| chosen.is_some_and(|on| obeys(puzzle, on, cell, pearl));
        match () {
            () if rng.random_ratio(1, 10) => tokens[at] = "b",
            () if fits(Pearl::White) => tokens[at] = "w",
            () if fits(Pearl::Black) => tokens[at] = "b",
            () => {}
        }
    }
    read(&tokens).expect("the same board")
}

#[test]
fn random_boards_agree_with_brute_force() {
    register(FAMILY).expect("the keyword is free");
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut met = [0; 3];
    for board in 0..1_200 {
        let puzzle = random_puzzle(&mut rng);
        let masyu: &Masyu = puzzle.downcast().expect("a masyu");
        let text = write_native(&puzzle.clone().into());
        let all = loops(masyu);
        let obeys_all = |on: &&Vec<bool>| {
            let mut pearls = (0..).zip(&masyu.pearls);
            pearls.all(|(cell, pearl)| pearl.is_none_or(|pearl| obeys(masyu, on, cell, pearl)))
        };
        let expected: BTreeSet<Answer> =
            all.iter().filter(obeys_all).map(|on| Answer::Links(on.clone())).collect();

        let search = [SearchMode::Auto, SearchMode::Dfs, SearchMode::Learn][board % 3];
        let options = Options { search, ..Options::default() };
        let ask = |task| run(&puzzle, task, &options).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let verdict = match expected.len() {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        met[expected.len().min(2)] += 1;
        assert_eq!(ask(Task::Check).verdict(), verdict, "{text}");
        assert_eq!(ask(Task::Count).count, expected.len().into(), "{text}");
        let listed = ask(Task::Solve { limit: usize::MAX }).answers;
        assert_eq!(listed.len(), expected.len(), "{text}");
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), expected, "{text}");

        // Checks every loop, and sets of edges near it, by the rules for solutions.
        for on in all.iter().take(20) {
            let answer = Answer::Links(on.clone());
            assert_eq!(puzzle.verify(&answer).is_ok(), expected.contains(&answer), "{text}");
            let mut other = on.clone();
            let at = rng.random_range(0..other.len());
            other[at] = !other[at];
            assert!(puzzle.verify(&Answer::Links(other)).is_err(), "one edge more or less: {text}");
        }
        // Written text is read back.
        assert_eq!(parse_native(&text).expect("as written").puzzle, puzzle);
        let json = write_json(&puzzle.clone().into());
        assert_eq!(parse_json(&json).expect("as written").puzzle, puzzle);
        for answer in expected.iter().take(20) {
            let (rows, cols) = puzzle.size();
            let tokens = puzzle.tokens(Some(answer));
            let at = |place: u32| {
                let cell = puzzle.cell_at(place / cols, place % cols)?;
                Some(tokens[cell as usize].clone()).filter(|token| token != ".")
            };
            let filled = Filled::Labels((0..rows * cols).map(at).collect());
            assert_eq!(puzzle.answer_of(&filled).as_ref(), Ok(answer), "{text}");
        }
    }
    assert!(met.iter().all(|&met| met > 100), "{met:?} boards with no, one and several solutions");
}

/// The output of the program for the puzzle next to this file.
#[test]
fn commands() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/masyu/pearls.puzzle");
    let say = |command: &str| answer(&[command.into(), file.into()]).expect("it can be answered");
    assert_eq!(say("check"), "unique\n");
    assert_eq!(say("count"), "1\n");
    assert_eq!(say("draw"), "· ●───○─┐\n· │ · ┌─┘\n· └─┐ ○ ·\n· · │ └─┐\n· · ●─○─┘\n");
    assert_eq!(say("solve"), ". ┌ ─ ─ ┐\n. │ . ┌ ┘\n. └ ┐ │ .\n. . │ └ ┐\n. . └ ─ ┘\n");
    assert_eq!(say("svg").matches("<circle").count(), 5, "pearls");
    assert!(answer(&["hint".into(), file.into()]).is_err());
}

#[test]
fn mistakes_have_places() {
    register(FAMILY).expect("the keyword is free");
    let said = |text: &str| parse_native(text).expect_err("a mistake").to_string();
    assert_eq!(
        said("puzzle: masyu\n\n. x\n"),
        "line 3, column 3: found \"x\", expected \"w\" (a white pearl), \"b\" (a black pearl), \".\" or \"#\""
    );
    let moves = said("puzzle: masyu\nneighbours: 8\n\n. .\n");
    assert!(moves.contains("cells with 4 neighbours"), "{moves}");
}
