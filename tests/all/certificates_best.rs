//! Certificates of optimality: the rows have exactly the better solutions, two encoders agree, brute force finds
//! the same optimum, and a solution that is not optimal is refused.

use crate::certificates::{both_encoders_agree, entry, is_there, solutions};
use crate::objectives::{longest, random_points, turns};
use crate::support::lines::{all_fillings, random_line};
use crate::support::program::Folder;
use clew::families::{Hidato, Path};
use clew::puzzle::format::in_full;
use clew::puzzle::format::write_native;
use clew::puzzle::{Answer, Board, Entry, Goal, Neighbourhood, Puzzle};
use clew::strategy::prove::claim_best;
use clew::strategy::{Options, Task, run};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// A goal, its option, and its name.
type Kind = (Goal, &'static str, &'static str);
const LENGTH: Kind = (Goal::LEAST_LENGTH, "--minimize length", "length");
const TURNS: Kind = (Goal::FEWEST_TURNS, "--minimize turns", "turns");
const CELLS: Kind = (Goal::MOST_CELLS, "--maximize cells", "cells");

/// Numberlinks whose cells may stay empty, of every kind of neighbours and rule.
const LINKS: &[&str] = &[
    "puzzle: numberlink\ncover: partial\n\nA . B\n. . .\nA . B\n",
    "puzzle: numberlink\ncover: partial\n\nA . .\n. # .\n. . A\n",
    "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . .\n. . .\nA B B\n",
    "puzzle: numberlink\ncover: partial\ntouch: no2x2\n\nA . .\n. . .\n# A #\n",
    "puzzle: numberlink\ncover: partial\nneighbours: 8\n\nA . B\n. . .\nA . B\n",
    "puzzle: numberlink\ncover: partial\nneighbours: hex\n\nA . .\nB . A\n. B .\n",
    "puzzle: numberlink\ncover: partial\nwalls: r1c1|r1c2\n\nA . A\n. . .\n",
];

/// Lines, likewise, with no number, the ends, and numbers inside.
const LINES: &[&str] = &[
    "puzzle: hidato\n\n. . .\n. 5 .\n. . .\n",
    "puzzle: hidato\nneighbours: 4\n\n1 . .\n. . .\n",
    "puzzle: hidato\nneighbours: hex\n\n. . .\n. 2 .\n",
    "puzzle: hidato\n\n. .\n",
    "puzzle: hidato\n\n.\n",
    "puzzle: path\n\n. . .\n. . .\n. . .\n",
    "puzzle: path\n\n1 . .\n. . .\n. 6 .\n",
    "puzzle: path\n\n. . .\n. 5 .\n. . .\n",
    "puzzle: path\nneighbours: 8\n\n. . .\n. # .\n",
    "puzzle: path\nneighbours: hex\n\n. . .\n. . #\n",
    "puzzle: path\nwalls: r1c1|r2c1\n\n. . .\n. . .\n",
    "puzzle: path\n\n.\n",
    "puzzle: path\n\n. .\n",
    "puzzle: path\nboard: points\nreach: 2\n\n0 0 .\n1 0 .\n2 0 .\n1.5 0.5 .\n",
    "puzzle: hidato\nboard: points\nreach: 2\n\n0 0 .\n1 0 .\n2 0 .\n1.5 0.5 1\n",
];

/// Boards on which a line need not visit every cell.
const SHORT_LINES: &[&str] = &[
    "puzzle: path\n\n. . .\n. # .\n. . .\n",
    "puzzle: path\n\n. 1 .\n# . .\n",
    "puzzle: path\n\n1 # .\n# . .\n",
    "puzzle: path\n\n. # .\n",
    "puzzle: path\n\n.\n",
    "puzzle: path\nneighbours: 8\n\n. # .\n. # .\n",
    "puzzle: path\nneighbours: hex\n\n. # .\n. . #\n",
    "puzzle: path\nboard: points\nreach: 1\n\n0 0 1\n1 0 .\n1 1 .\n0 -1 .\n",
];

fn boards() -> impl Iterator<Item = (&'static str, Kind)> {
    let of = |texts: &'static [&str], kind: Kind| texts.iter().map(move |&text| (text, kind));
    of(LINKS, LENGTH).chain(of(LINES, TURNS)).chain(of(SHORT_LINES, CELLS))
}

/// Boards for which the search has something to learn, and the optimum.
const LARGER: &[(&str, Kind, i64)] = &[
    (
        "puzzle: numberlink\ncover: partial\n\nA . . . . B\n. C . . D .\n. . A . . .\n. B . . C .\n. . . . . .\nD . . . . .\n",
        LENGTH,
        30,
    ),
    ("puzzle: path\n\n. . . . .\n. . # . .\n. . . . .\n. . . . .\n", TURNS, 6),
    ("puzzle: hidato\n\n. . . .\n. 6 . .\n. . . 1\n. . # .\n", TURNS, 7),
    ("puzzle: path\n\n. # . .\n. . . #\n# . . .\n. . # .\n", CELLS, 8),
];

/// All solutions with their values; for lines that need not visit every cell by trying every walk.
fn all(entry: &Entry, goal: Goal) -> Vec<(i64, Answer)> {
    let answers = if goal == Goal::MOST_CELLS {
        walks(&entry.puzzle)
    } else {
        let outcome = run(&entry.puzzle, Task::Solve { limit: 10_000 }, &Options::default());
        let outcome = outcome.expect("it runs");
        assert!(outcome.exact, "all are found");
        let mut answers = outcome.answers;
        if entry.puzzle.one_either_way() && entry.puzzle.is_undirected() {
            // Only one of two reversed solutions is listed; the rows admit both.
            for i in 0..answers.len() {
                let reverse = entry.puzzle.reversed(&answers[i]);
                if reverse != answers[i] {
                    answers.push(reverse);
                }
            }
        }
        answers
    };
    let worth = |answer: &Answer| entry.puzzle.worth(goal, answer).expect("it is worth something");
    answers.into_iter().map(|answer| (worth(&answer), answer)).collect()
}

fn walks(puzzle: &Puzzle) -> Vec<Answer> {
    fn walk(board: &Board, at: u32, numbers: &mut Vec<u32>, k: u32, all: &mut Vec<Answer>) {
        numbers[at as usize] = k;
        all.push(Answer::Line(numbers.clone()));
        for &q in board.neighbours(at) {
            if numbers[q as usize] == 0 {
                walk(board, q, numbers, k + 1, all);
            }
        }
        numbers[at as usize] = 0;
    }
    let board = puzzle.board().expect("a board");
    let mut all = Vec::new();
    for start in 0..board.len() as u32 {
        walk(board, start, &mut vec![0; board.len()], 1, &mut all);
    }
    all.retain(|answer| puzzle.verify_for(Goal::MOST_CELLS, answer).is_ok());
    all
}

/// The value of the best of all solutions.
fn best(all: &[(i64, Answer)], goal: Goal) -> i64 {
    let worths = all.iter().map(|(worth, _)| *worth);
    let best = if goal == Goal::MOST_CELLS { worths.max() } else { worths.min() };
    best.expect("a solution")
}

#[test]
fn the_rows_have_the_better_solutions() {
    for (text, (goal, ..)) in boards() {
        let entry = entry(text);
        let all = all(&entry, goal);
        assert!(!all.is_empty(), "{text}");
        let better = |one: i64, other: i64| match goal {
            Goal::MOST_CELLS => one > other,
            _ => one < other,
        };
        let mut seen = Vec::new();
        for (worth, answer) in &all {
            if seen.contains(worth) {
                continue;
            }
            seen.push(*worth);
            let claim = claim_best(&entry.puzzle, goal, answer, None).expect("it is small");
            let left = all.iter().filter(|other| better(other.0, *worth)).count() as u64;
            assert_eq!(solutions(&claim.opb), left, "{worth} {text}");
        }
    }
}

#[test]
fn the_second_encoder_writes_the_same() {
    if !is_there("python3") {
        return;
    }
    for (nth, (text, (goal, _, word))) in boards().enumerate() {
        let entry = entry(text);
        let all = all(&entry, goal);
        let (_, answer) = if nth % 2 == 0 { all.first() } else { all.last() }.expect("a solution");
        let claim = claim_best(&entry.puzzle, goal, answer, None).expect("it is small");
        both_encoders_agree(&entry, Some(answer), &claim, &["--goal", word]);
    }
}

/// Proves the optimum of a puzzle with the program, which prints its value, and certifies that.
fn certified(text: &str, (_, asked, word): Kind, worth: i64) -> Folder {
    let folder = Folder::with_puzzle(text);
    let ran = folder.run(&format!("solve {asked} --proof proof p.puzzle"));
    assert_eq!(ran.status, 0, "{text}{}", ran.err);
    let last = ran.out.lines().last().expect("a worth");
    assert!(last.starts_with(&format!("{word}: {worth}, the ")), "{text}{last}, not {worth}");
    assert!(ran.err.contains("proof in proof"), "{}", ran.err);
    if is_there("veripb") {
        let said = folder.run("certify proof");
        assert_eq!(said.out, "certified\n", "{text}{}", said.err);
        assert!(said.err.contains(last), "{}", said.err);
    }
    folder
}

#[test]
fn the_best_is_certified_and_nothing_else() {
    let small = boards().map(|(text, kind)| (text, kind, best(&all(&entry(text), kind.0), kind.0)));
    for (nth, (text, kind, worth)) in small.chain(LARGER.iter().copied()).enumerate() {
        let folder = certified(text, kind, worth);
        if nth % 3 > 0 {
            continue;
        }
        // The same files do not prove uniqueness.
        let goal = folder.read("proof/goal.txt");
        std::fs::remove_file(folder.path().join("proof/goal.txt")).expect("it is there");
        let refused = folder.run("certify proof");
        assert_eq!(refused.status, 1, "{text}");
        let why = ["refused: puzzle.opb does not state", "refused: solution.txt breaks the rules"];
        assert!(why.iter().any(|why| refused.out.starts_with(why)), "{}", refused.out);
        folder.put("proof/goal.txt", b"beauty\n");
        assert!(folder.run("certify proof").out.starts_with("refused: goal.txt names no goal"));
        for (_, _, other) in [LENGTH, TURNS, CELLS].iter().filter(|other| other.2 != kind.2) {
            folder.put("proof/goal.txt", other.as_bytes());
            let refused = folder.run("certify proof");
            assert_eq!(refused.status, 1, "{text}{other}: {}{}", refused.out, refused.err);
        }
        folder.put("proof/goal.txt", goal.as_bytes());
        std::fs::remove_file(folder.path().join("proof/solution.txt")).expect("it is there");
        assert!(folder.run("certify proof").out.starts_with("refused: goal.txt is about"));
    }
}

/// A worse solution with a right proof of the best one is not certified.
#[test]
fn a_worse_solution_is_refused() {
    for (text, kind) in [(LINKS[0], LENGTH), (LINES[5], TURNS), (SHORT_LINES[0], CELLS)] {
        let entry = entry(text);
        let all = all(&entry, kind.0);
        let best = best(&all, kind.0);
        let (_, worse) = all.iter().find(|(worth, _)| *worth != best).expect("a worse one");
        let folder = certified(text, kind, best);
        let solution = in_full(&entry.puzzle, worse);
        folder.put("proof/solution.txt", solution.as_bytes());
        let ran = folder.run("certify proof");
        assert_eq!(ran.status, 1);
        assert!(ran.out.starts_with("refused: puzzle.opb does not state"), "{}", ran.out);
    }
}

/// Small random boards: every optimum that brute force finds is certified.
fn random(kind: Option<Neighbourhood>, salt: u64) {
    let (mut asked, mut proved) = (0, [0; 2]);
    for seed in 0..40 {
        if proved.iter().sum::<i32>() >= 12 {
            break;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 8 | salt);
        let (mut line, near) = match kind {
            Some(_) => random_line(&mut rng, kind),
            None => random_points(&mut rng),
        };
        asked += 1;
        let text = |puzzle: Puzzle| write_native(&Entry::from(puzzle));
        let fillings = all_fillings(&line, &*near);
        if let Some(fewest) = fillings.iter().map(|f| turns(&line.board, f)).min() {
            proved[0] += 1;
            certified(&text(Puzzle::from(Hidato(line.clone()))), TURNS, fewest);
            certified(&text(Puzzle::from(Path(line.clone()))), TURNS, fewest);
        }
        let mut ones = line.given.iter().position(|&g| g == Some(1));
        if line.board.edges().len() <= 20 {
            for (c, g) in line.given.iter_mut().enumerate() {
                *g = (ones == Some(c)).then(|| ones.take()).flatten().map(|_| 1);
            }
            proved[1] += 1;
            let most = longest(&line, &*near);
            certified(&text(Puzzle::from(Path(line))), CELLS, most);
        }
    }
    assert!(proved.iter().all(|&n| n > 2), "{proved:?} of {asked}");
}

#[test]
fn random_rook_boards_are_certified() {
    random(Some(Neighbourhood::Rook), 11);
}

#[test]
fn random_king_boards_are_certified() {
    random(Some(Neighbourhood::King), 12);
}

#[test]
fn random_hexagonal_boards_are_certified() {
    random(Some(Neighbourhood::Hex), 13);
}

#[test]
fn random_points_are_certified() {
    random(None, 14);
}

#[test]
fn what_has_no_certificate_is_refused() {
    let folder = Folder::with_puzzle("puzzle: path\n\n. 2 .\n. . .\n");
    for (arguments, why) in [
        ("", "goes with --minimize or --maximize"),
        ("--minimize length", "goal of numberlink"),
        ("--maximize cells", "no number given but 1"),
        ("--minimize turns --json", "--json"),
    ] {
        let ran = folder.run(&format!("solve {arguments} --proof proof p.puzzle"));
        assert_eq!(ran.status, 2, "{}", ran.err);
        assert!(ran.err.contains(why), "{}", ran.err);
    }
    assert!(!folder.path().join("proof").exists());
}

/// A board without a solution has a certificate of that.
#[test]
fn no_solution_is_proved_too() {
    for (text, (_, asked, _)) in [
        ("puzzle: numberlink\ncover: partial\n\nA B\nB A\n", LENGTH),
        ("puzzle: path\n\n. # .\n. . .\n. # .\n", TURNS),
    ] {
        let folder = Folder::with_puzzle(text);
        let ran = folder.run(&format!("solve {asked} --proof proof p.puzzle"));
        assert_eq!((&*ran.out, ran.status), ("no solution\n", 1), "{}", ran.err);
        if is_there("veripb") {
            assert_eq!(folder.run("certify proof").out, "certified\n");
        }
    }
}
