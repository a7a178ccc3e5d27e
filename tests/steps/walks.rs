//! Steps of a person against all solutions: the conclusions of a step hold in every one of them, a walk ends as it
//! should, and a rating does not depend on the orientation of the board.

use crate::support::lines::{all_fillings, random_line};
use crate::support::links::{all_links, random_links};
use crate::support::squares::{all_squares, random_square};
use crate::support::turned::{TRANSPOSED, reversed};
use clew::explain::{End, Rating, Step, Walk, WalkOptions, rate, walk};
use clew::families::{Hidato, Line, Path};
use clew::puzzle::ladder::{Fact, Finding, Level};
use clew::puzzle::{Answer, Puzzle};
use clew::run::Budget;
use clew::strategy::{Options, Verdict};

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

fn walked(puzzle: &Puzzle) -> Option<Walk> {
    walked_within(puzzle, &Budget::unlimited())
}

pub fn walked_within(puzzle: &Puzzle, budget: &Budget) -> Option<Walk> {
    walk(puzzle, &[], WalkOptions::WORDS, budget).ok()
}

/// Without words, which must not change the deductions.
fn walk_plainly(puzzle: &Puzzle) -> Walk {
    let manner = WalkOptions::default();
    walk(puzzle, &[], manner, &Budget::unlimited()).unwrap_or_else(|why| panic!("{why}"))
}

/// Whether a finding holds in an answer.
pub fn holds(puzzle: &Puzzle, answer: &Answer, finding: Finding) -> bool {
    let truth = match (finding.fact, answer) {
        (Fact::Number { cell, number }, Answer::Line(numbers) | Answer::Square(numbers)) => {
            numbers[cell as usize] == number
        }
        (Fact::Link { from, to }, Answer::Links(on)) => {
            let edge = puzzle.board().and_then(|board| board.edge_between(from, to));
            on[edge.expect("links are between neighbours") as usize]
        }
        (Fact::Link { from, to }, Answer::Line(numbers)) => {
            numbers[from as usize].abs_diff(numbers[to as usize]) == 1
        }
        _ => panic!("a finding about something else"),
    };
    truth == finding.holds
}

/// Every step has a conclusion that was unknown before it, in any order of the steps of a round.
pub fn says_something_new(puzzle: &Puzzle, walk: &Walk) {
    let Ok(start) = puzzle.ladder() else { return };
    for turned in [false, true] {
        let mut ladder = start.copy();
        for round in walk.steps.chunk_by(|a, b| a.round == b.round) {
            let mut steps: Vec<&Step> = round.iter().collect();
            if turned {
                steps.reverse();
            }
            for step in steps {
                let mut news = false;
                for &finding in &step.findings {
                    match ladder.learn(finding) {
                        Ok(is_new) => news |= is_new,
                        // A conclusion that contradicts the known facts is new, and the end.
                        Err(_) => return,
                    }
                }
                assert!(news, "{puzzle:?}\n{step:?}\nsays nothing new");
                let places = step.findings.iter().any(|finding| finding.holds);
                let solved = matches!(walk.end, End::Solved(_));
                assert!(places || !solved, "{step:?}\nonly rules something out");
            }
        }
    }
}

/// Statistics of the walks of a test.
#[derive(Default, Debug)]
struct Tally {
    solved: u32,
    nonsense: u32,
    stuck: u32,
    none: u32,
}

/// Compares a walk with all solutions.
fn compare(puzzle: &Puzzle, all: &[Answer], tally: &mut Tally) {
    let Some(walk) = walked(puzzle) else {
        tally.none += 1;
        return;
    };
    for step in walk.steps.iter().flat_map(|step| step.ideas.iter().chain([step])) {
        for &finding in &step.findings {
            for answer in all {
                assert!(
                    holds(puzzle, answer, finding),
                    "{puzzle:?}\n{step:?}\nis false in {answer:?}"
                );
            }
        }
        let telling = step.telling.as_ref().expect("words were asked for");
        assert!(!telling.reason.is_empty(), "{step:?}");
    }
    let plain = walk_plainly(puzzle);
    assert_eq!((&walk.looks, &walk.end), (&plain.looks, &plain.end), "{puzzle:?}");
    assert_eq!(walk.steps.len(), plain.steps.len(), "{puzzle:?}");
    says_something_new(puzzle, &walk);
    match walk.end {
        End::Solved(answer) => {
            assert_eq!(all, [answer], "{puzzle:?}");
            tally.solved += 1;
        }
        End::Nonsense(why) => {
            assert!(all.is_empty(), "{puzzle:?}: {why}, but {all:?}");
            tally.nonsense += 1;
        }
        End::Stuck => tally.stuck += 1,
        End::Stopped(stop) => panic!("no limit was set: {stop:?}"),
    }
}

fn squares(boards: u64, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for i in 0..boards {
        let puzzle = random_square(&mut ChaCha8Rng::seed_from_u64(seed + i));
        let all: Vec<Answer> = all_squares(&puzzle).into_iter().map(Answer::Square).collect();
        compare(&Puzzle::from(puzzle), &all, &mut tally);
    }
    tally
}

fn hidatos(boards: u64, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for i in 0..boards {
        let (line, near) = random_line(&mut ChaCha8Rng::seed_from_u64(seed + i), None);
        let all: Vec<Answer> = all_fillings(&line, &*near).into_iter().map(Answer::Line).collect();
        compare(&Puzzle::from(Hidato(line)), &all, &mut tally);
    }
    tally
}

/// Marks up to four steps of one of these lines, or sometimes any steps of the board; keeps the lines that contain
/// them all.
fn mark(line: &mut Line, all: &mut Vec<Answer>, rng: &mut ChaCha8Rng) {
    let mut steps = line.board.edges().to_vec();
    let follow =
        |numbers: &[u32], [a, b]: [u32; 2]| numbers[a as usize].abs_diff(numbers[b as usize]) == 1;
    if let Some(Answer::Line(numbers)) = all.choose(rng)
        && rng.random_bool(0.9)
    {
        steps.retain(|&pair| follow(numbers, pair));
    }
    steps.shuffle(rng);
    steps.truncate(rng.random_range(1..=4));
    line.board = line.board.clone().with_links(&steps).expect("steps between neighbours");
    all.retain(|answer| {
        let Answer::Line(numbers) = answer else { return false };
        steps.iter().all(|&pair| follow(numbers, pair))
    });
}

/// Lines with marks between consecutive cells: hidatos, and paths whose ends are given.
fn marked(boards: u64, seed: u64) -> [Tally; 2] {
    let mut tallies = [Tally::default(), Tally::default()];
    for i in 0..boards {
        let mut rng = ChaCha8Rng::seed_from_u64(seed + i);
        for (kind, tally) in tallies.iter_mut().enumerate() {
            let (mut line, near) = random_line(&mut rng, None);
            if kind == 1 {
                give_ends(&mut line, &mut rng);
            }
            let fillings = all_fillings(&line, &*near).into_iter();
            let mut all: Vec<Answer> = fillings.map(Answer::Line).collect();
            mark(&mut line, &mut all, &mut rng);
            let puzzle =
                if kind == 0 { Puzzle::from(Hidato(line)) } else { Puzzle::from(Path(line)) };
            compare(&puzzle, &all, tally);
        }
    }
    tallies
}

/// Gives a line its two ends, anywhere, and nothing else.
fn give_ends(line: &mut Line, rng: &mut ChaCha8Rng) {
    let n = line.board.len();
    line.given = vec![None; n];
    let mut cells: Vec<usize> = (0..n).collect();
    cells.shuffle(rng);
    line.given[cells[0]] = Some(1);
    line.given[cells[n - 1]] = Some(n as u32);
}

/// Lines whose two ends are given.
fn paths(boards: u64, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for i in 0..boards {
        let mut rng = ChaCha8Rng::seed_from_u64(seed + i);
        let (mut line, near) = random_line(&mut rng, None);
        give_ends(&mut line, &mut rng);
        let all: Vec<Answer> = all_fillings(&line, &*near).into_iter().map(Answer::Line).collect();
        compare(&Puzzle::from(Path(line)), &all, &mut tally);
    }
    tally
}

fn links(boards: u64, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for i in 0..boards {
        let puzzle = random_links(&mut ChaCha8Rng::seed_from_u64(seed + i));
        let all: Vec<Answer> = all_links(&puzzle).into_iter().map(Answer::Links).collect();
        compare(&Puzzle::from(puzzle), &all, &mut tally);
    }
    tally
}

#[test]
fn steps_hold_in_every_solution() {
    let [hidato, path] = marked(400, 1);
    for (name, tally) in [
        ("marked hidato", hidato),
        ("marked path", path),
        ("futoshiki", squares(400, 1)),
        ("hidato", hidatos(400, 1)),
        ("path", paths(300, 1)),
        ("numberlink", links(400, 1)),
    ] {
        println!("{name}: {tally:?}");
        assert!(tally.solved > 10 && tally.nonsense > 5, "{name}: {tally:?}");
    }
}

#[test]
#[ignore = "long: cargo test --release --test steps walks:: -- --ignored --nocapture"]
fn steps_hold_in_every_solution_long() {
    println!("marked: {:?}", marked(40_000, 1_000));
    println!("futoshiki: {:?}", squares(40_000, 1_000));
    println!("hidato: {:?}", hidatos(40_000, 1_000));
    println!("path: {:?}", paths(20_000, 1_000));
    println!("numberlink: {:?}", links(40_000, 1_000));
}

fn rated(puzzle: &Puzzle) -> Option<Rating> {
    rate(puzzle, &Options::default()).ok()
}

/// The rating of two puzzles that differ only in their orientation must be the same.
fn same(one: Option<Rating>, other: Option<Rating>, why: &str) -> Option<Level> {
    let (Some(one), Some(other)) = (one, other) else { return None };
    assert_eq!((one.score, one.steps), (other.score, other.steps), "{why}");
    assert_eq!((&one.counts, one.depth), (&other.counts, other.depth), "{why}");
    assert_eq!((one.level, one.bottleneck), (other.level, other.bottleneck), "{why}");
    assert_eq!(one.guessing(), other.guessing(), "{why}");
    one.level
}

#[test]
fn ratings_do_not_depend_on_how_a_board_lies() {
    let mut levels = std::collections::BTreeMap::new();
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (line, _) = random_line(&mut rng, None);
        let (mut ends, _) = random_line(&mut rng, None);
        give_ends(&mut ends, &mut rng);
        let puzzles = [
            ("futoshiki", Puzzle::from(random_square(&mut rng))),
            ("hidato", Puzzle::from(Hidato(line))),
            ("path", Puzzle::from(Path(ends))),
            ("numberlink", Puzzle::from(random_links(&mut rng))),
        ];
        for (family, puzzle) in puzzles {
            let why = format!("{puzzle:?}");
            let level = same(rated(&puzzle), rated(&reversed(&puzzle)), &why);
            *levels.entry((family, level)).or_insert(0) += 1;
            if let Some(other) = TRANSPOSED.puzzle(&puzzle) {
                same(rated(&puzzle), rated(&reversed(&other)), &why);
                same(rated(&puzzle), rated(&other), &why);
            }
        }
    }
    println!("{levels:?}");
    assert!(levels.len() > 8, "several levels were met: {levels:?}");
}

/// A unique puzzle that the techniques do not solve.
const BEYOND: &str = "puzzle: numberlink\ncover: partial\n\n1 . . . . .\n. . . . 2 .\n. 1 . . . .\n\
                      . . . 3 . 4\n. . 4 . . 3\n2 . . . . .\n";

#[test]
fn only_a_puzzle_with_one_solution_has_a_level() {
    for (text, verdict, level) in [
        (BEYOND, Verdict::Unique, Some(Level::Beyond)),
        ("puzzle: hidato\n\n1 . .\n. 5 .\n. . 9\n", Verdict::Multiple, None),
        // Here the first look finds neither a step nor a solution.
        ("puzzle: futoshiki\n\n. .\n- -\n. .\n", Verdict::Multiple, None),
        ("puzzle: futoshiki\n\n. < .\n^   ^\n. > .\n", Verdict::None, None),
        ("puzzle: futoshiki\n\n1 2\n- -\n2 1\n", Verdict::Unique, Some(Level::Trivial)),
    ] {
        let puzzle = clew::families::parse_native(text).expect("a puzzle").puzzle;
        let rating = rated(&puzzle).unwrap_or_else(|| panic!("{text} has a ladder"));
        assert_eq!(
            (rating.verdict, rating.level, rating.stopped),
            (verdict, level, None),
            "{text}"
        );
    }
    let puzzle = clew::families::parse_native(BEYOND).expect("a puzzle").puzzle;
    let budget = Budget::unlimited().within(std::time::Duration::ZERO);
    let rating = rate(&puzzle, &Options { budget, ..Options::default() }).expect("it has a ladder");
    assert_eq!((rating.verdict, rating.level), (Verdict::Unknown, None));
    assert!(rating.stopped.is_some());
}

/// Puzzles that require a technique, and their ratings with it.
#[test]
fn techniques_are_used_where_they_help() {
    let colours = "puzzle: path\nneighbours: 4\nwalls: r2c2|r2c3 r2c4|r2c5 r4c2|r4c3 r4c3|r5c3\n\n\
                   . . . . .\n. . . . .\n. . . . .\n. 25 . . .\n. . . . 1\n";
    for (name, text, level) in [
        ("path.parity", colours, Level::Tricky),
        (
            "hidato.few-ways",
            "puzzle: hidato\nneighbours: 4\n\n. . 15 16\n. 1 . .\n5 . . .\n. . . .\n",
            Level::Easy,
        ),
        (
            "hidato.isolation",
            include_str!("../../instances/hidato/ladder-10x10.puzzle"),
            Level::Tricky,
        ),
        (
            "hidato.some-ways",
            include_str!("../../instances/hidato/hexagon-37.puzzle"),
            Level::Tricky,
        ),
        (
            "hidato.look-ahead",
            include_str!("../../instances/hidato/hexagon-37.puzzle"),
            Level::Tricky,
        ),
        (
            "numberlink.shut-in",
            include_str!("../../instances/numberlink/touch-07x07.puzzle"),
            Level::Easy,
        ),
        (
            "numberlink.look-ahead",
            include_str!("../../instances/numberlink/touch-06x06.puzzle"),
            Level::Tricky,
        ),
        (
            "numberlink.look-far",
            "puzzle: numberlink\n\n. . . . . .\n1 2 . . 2 .\n. . . . . .\n. . . . . .\n\
             . 1 3 . 3 .\n. . . . . .\n",
            Level::Hard,
        ),
        (
            "numberlink.shortcut",
            include_str!("../../instances/numberlink/free-06x06.puzzle"),
            Level::Easy,
        ),
    ] {
        let puzzle = clew::families::parse_native(text).expect("a puzzle").puzzle;
        let walk = walked(&puzzle).expect("a ladder");
        assert!(matches!(walk.end, End::Solved(_)), "{name}: {:?}", walk.end);
        assert!(walk.looks.iter().any(|look| look.technique.name == name), "{name}");
        let rating = rated(&puzzle).expect("a ladder");
        assert_eq!(rating.level, Some(level), "{name}");
        let costs = walk.steps.iter().map(|step| u64::from(step.cost)).sum::<u64>();
        assert_eq!(rating.effort, costs, "{name}");
    }
}
