//! Lines of numbers that begin elsewhere than with 1.

use crate::support::{agree, read, refused, round_trips, steps_hold, written};
use clew::explain::{WalkOptions, walk};
use clew::families::{Hidato, Line, Path};
use clew::interchange::{self, Reading};
use clew::puzzle::format::{write_json, write_native, write_solution};
use clew::puzzle::{Answer, Board, Entry, Filled, Neighbourhood, Puzzle};
use clew::report::listed::solution;
use clew::report::steps::sentence;
use clew::run::Budget;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::fmt::Write;

/// A grid whose numbers run from `first` on.
struct Shown {
    rows: usize,
    cols: usize,
    king: bool,
    first: u32,
    /// The numbers as they are shown.
    given: Vec<Option<u32>>,
}

/// The value of a cell that is not filled yet.
const OPEN: u32 = u32::MAX;

impl Shown {
    fn near(&self, a: usize, b: usize) -> bool {
        let (dr, dc) =
            ((a / self.cols).abs_diff(b / self.cols), (a % self.cols).abs_diff(b % self.cols));
        a != b && if self.king { dr.max(dc) == 1 } else { dr + dc == 1 }
    }

    /// All fillings with the numbers that are shown, by going from each to the next.
    fn all(&self) -> Vec<Vec<u32>> {
        let n = self.given.len();
        let (mut all, mut held) = (Vec::new(), vec![OPEN; n]);
        for start in 0..n {
            self.go(start, self.first, &mut held, &mut all);
        }
        all
    }

    fn go(&self, at: usize, number: u32, held: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        let n = self.given.len();
        if self.given[at].is_some_and(|given| given != number) || held[at] != OPEN {
            return;
        }
        held[at] = number;
        if number == self.first + n as u32 - 1 {
            all.push(held.clone());
        }
        for next in (0..n).filter(|&next| self.near(at, next)) {
            self.go(next, number + 1, held, all);
        }
        held[at] = OPEN;
    }

    fn grid(&self) -> String {
        let mut text = String::new();
        for row in self.given.chunks(self.cols) {
            let tokens = row.iter().map(|g| g.map_or(".".to_string(), |g| g.to_string()));
            writeln!(text, "{}", tokens.collect::<Vec<_>>().join(" ")).expect("a string");
        }
        text
    }

    fn native(&self, family: &str) -> String {
        let moves = if self.king { 8 } else { 4 };
        let Shown { first, .. } = self;
        format!("puzzle: {family}\nneighbours: {moves}\nfirst: {first}\n\n{}", self.grid())
    }

    /// The answer of a filling with shown numbers.
    fn answer(&self, shown: &[u32]) -> Answer {
        Answer::Line(shown.iter().map(|&k| k + 1 - self.first).collect())
    }
}

fn random(seed: u64) -> Shown {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (rows, cols) = [(1, 4), (2, 3), (3, 3), (3, 3), (2, 5), (3, 4)][rng.random_range(0..6)];
    let king = rng.random_bool(0.5) && rows * cols < 10;
    let first = [0, 2, 10, 98, 1000][rng.random_range(0..5)];
    let mut shown = Shown { rows, cols, king, first, given: vec![None; rows * cols] };
    let all = shown.all();
    let truth = all.choose(&mut rng).expect("grids have lines").clone();
    let share = [0.15, 0.3, 0.5][rng.random_range(0..3)];
    for (given, &k) in shown.given.iter_mut().zip(&truth) {
        *given = rng.random_bool(share).then_some(k);
    }
    if rng.random_bool(0.1) {
        let i = rng.random_range(0..truth.len());
        if !shown.given.contains(&Some(first)) {
            shown.given[i] = Some(first);
        }
    }
    shown
}

fn boards(usual: u64) -> u64 {
    std::env::var("CLEW_SIGNS_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn numbers_from_k_are_solved_as_others() {
    let mut kinds = [0; 3];
    for seed in 0..boards(400) {
        let shown = random(seed);
        let all: Vec<Answer> = shown.all().iter().map(|line| shown.answer(line)).collect();
        if all.len() > 300 {
            continue;
        }
        kinds[all.len().min(2)] += 1;
        let entry = read(&shown.native("hidato"));
        agree(&entry.puzzle, &all, &format!("seed {seed}"));
        steps_hold(&entry.puzzle, &all);
        for line in shown.all() {
            let places = Filled::Numbers(line.iter().map(|&k| Some(k)).collect());
            let answer = entry.puzzle.answer_of(&places).expect("it fits");
            assert!(all.contains(&answer));
            let text = write_solution(&entry.puzzle, &answer);
            let numbers: Vec<u32> =
                text.split_whitespace().map(|t| t.parse().expect("a number")).collect();
            assert_eq!(numbers, line);
            let cells = solution(&entry.puzzle, &answer)["cells"].to_string();
            let numbers: Vec<u32> =
                cells.split(|c: char| !c.is_ascii_digit()).filter_map(|t| t.parse().ok()).collect();
            assert_eq!(numbers, line);
        }
    }
    assert!(kinds.iter().all(|&n| n > 10), "{kinds:?}");
}

/// The number of places where the second text has a number that is larger by `by`; the texts must not differ
/// otherwise.
fn shifted(one: &str, other: &str, by: i64) -> usize {
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
        parts.map(str::to_string).collect()
    };
    let (one, other) = (words(one), words(other));
    assert_eq!(one.len(), other.len(), "{one:?} {other:?}");
    let mut count = 0;
    for (a, b) in one.iter().zip(&other).filter(|(a, b)| a != b) {
        let number =
            |text: &str| text.parse::<i64>().unwrap_or_else(|_| panic!("{one:?} {other:?}"));
        assert_eq!(number(b) - number(a), by, "{one:?} {other:?}");
        count += 1;
    }
    count
}

#[test]
fn steps_speak_of_the_numbers_that_are_shown() {
    let manner = WalkOptions::WORDS;
    let (mut steps, mut numbers) = (0, 0);
    for seed in 0..boards(400) {
        let shown = random(seed);
        if shown.first < 20 {
            continue;
        }
        let there = read(&shown.native("hidato")).puzzle;
        let here = there.with_first(1).expect("a line");
        let sentences = |puzzle: &Puzzle| -> Vec<String> {
            let walked = walk(puzzle, &[], manner, &Budget::unlimited()).expect("it is small");
            walked.steps.iter().map(|step| sentence(puzzle, step)).collect()
        };
        for (one, other) in sentences(&here).iter().zip(&sentences(&there)) {
            let n = shifted(one, other, i64::from(shown.first) - 1);
            assert!(n > 0, "{one}");
            (steps, numbers) = (steps + 1, numbers + n);
        }
        // Messages about mistakes use these numbers too.
        let mut wrong: Vec<u32> = shown.all().first().map_or(vec![1; shown.given.len()], |line| {
            line.iter().map(|&k| k + 1 - shown.first).collect()
        });
        wrong.reverse();
        let wrong = Answer::Line(wrong);
        if let (Err(one), Err(other)) = (here.verify(&wrong), there.verify(&wrong)) {
            shifted(&one.to_string(), &other.to_string(), i64::from(shown.first) - 1);
        }
    }
    assert!(steps > 300 && numbers > steps, "{steps} {numbers}");
}

#[test]
fn formats_give_back_what_they_hold() {
    let mut inferred = 0;
    for seed in 0..boards(600) {
        let shown = random(seed);
        for family in ["hidato", "path"] {
            let entry = read(&shown.native(family));
            let names = round_trips(&entry);
            assert!(names.contains(&"native") && names.contains(&"json"), "{names:?}");
            assert_eq!(write_native(&entry).contains("first: "), shown.first != 1);
            assert!(write_json(&entry).contains(&format!("\"first\":{}", shown.first)));
        }
        let entry = read(&shown.native("hidato"));
        // A grid without a header: if both ends are given, they show the first number.
        let n = shown.given.len() as u32;
        let last = shown.first + n - 1;
        let ends = [shown.first, last].iter().all(|k| shown.given.contains(&Some(*k)));
        let open = shown.given.contains(&None);
        let found = interchange::read_all(&shown.grid(), &Reading::default()).remove(0);
        if ends && open && shown.first > 1 && shown.rows > 1 && shown.first >= n {
            let read = found.unwrap_or_else(|why| panic!("{why}\n{}", shown.grid()));
            let said = read.guessed.reading.expect("it is a guess");
            assert!(said.contains(&format!("numbers from {} to {last}", shown.first)), "{said}");
            let with = read.puzzle.board().expect("a grid").first();
            assert_eq!(with, shown.first);
            inferred += 1;
        }
        if let Some((text, lost)) = written(&entry, "penpa") {
            assert!(!lost.iter().any(|what| what.contains("the numbers from")), "{text} {lost:?}");
            let read = interchange::read_all(&text, &Reading::default()).remove(0);
            let read = read.unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert_eq!(read.puzzle.board().expect("a grid").first(), shown.first, "{text}");
        }
        for format in ["pzpr", "tatham", "kudamono"] {
            let Some((text, lost)) = written(&entry, format) else { continue };
            let said =
                lost.iter().any(|what| what.contains(&format!("the numbers from {}", shown.first)));
            assert!(said, "{text} {lost:?}");
        }
    }
    assert!(inferred > 10, "{inferred}");
}

#[test]
fn what_does_not_fit_is_refused() {
    for (text, expected) in [
        ("puzzle: hidato\nfirst: 10\n\n9 .\n. .\n", "a number from 10 to 13"),
        ("puzzle: hidato\nfirst: 10\n\n14 .\n. .\n", "a number from 10 to 13"),
        ("puzzle: hidato\n\n10 .\n. 12\n", "\"first: 10\" above the grid"),
        ("puzzle: hidato\nfirst: 10\n\n10 .\n. 10\n", "10 stands at r1c1 already"),
        ("puzzle: hidato\nfirst: -1\n\n. .\n. .\n", "the number with which the line begins"),
        ("puzzle: hidato\nfirst:\n\n. .\n. .\n", "the number with which the line begins"),
        ("puzzle: numberlink\nfirst: 2\n\nA A\n", "it belongs to hidato, path"),
        ("{\"puzzle\":\"hidato\",\"first\":\"x\",\"cells\":[[1,null]]}", "the number with which"),
        ("10 . .\n. . .\n. . 19\n", "a number from 1 to 9"),
    ] {
        let why = refused(text);
        assert!(why.contains(expected), "{text}{why}");
    }
    let entry = read("puzzle: hidato\nfirst: 10\n\n10 .\n. .\n");
    let places = Filled::Numbers(vec![Some(10), Some(11), Some(12), Some(3)]);
    let why = entry.puzzle.answer_of(&places).expect_err("3 is below 10").to_string();
    assert!(why.contains("r2c2 holds 3, and the numbers begin with 10"), "{why}");
    let board = Board::grid(2, 2, Neighbourhood::King, &[true; 4]).with_first(7);
    let line = Line { board, given: vec![None; 4] };
    for puzzle in [Puzzle::from(Hidato(line.clone())), Puzzle::from(Path(line))] {
        assert_eq!(puzzle.with_first(1).expect("a line").board().map(Board::first), Some(1));
        assert!(round_trips(&Entry::from(puzzle)).len() >= 2);
    }
}
