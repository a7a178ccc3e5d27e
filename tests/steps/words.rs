//! Steps in words, of random boards of every family: short, with a reason, in the words of the family.

use crate::support::lines::random_line;
use crate::support::links::random_links;
use crate::support::squares::random_square;
use crate::walks::holds;
use clew::explain::{End, Step, WalkOptions, walk};
use clew::families::{Hidato, Line, Path, from_keyword, parse_native};
use clew::generate::{DifficultyTarget, generate, make};
use clew::puzzle::Puzzle;
use clew::puzzle::family::Request;
use clew::puzzle::ladder::{Fact, Finding, Level};
use clew::report::steps::lines;
use clew::run::Budget;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// What nobody would say: a conclusion without its cause, or another family's word.
const NEVER: [&str; 6] = [
    "no other number is left",
    "assumptions fail",
    "suppose ",
    "has one place left",
    "no path",
    "times:",
];

/// The most characters of a line.
const LONGEST: usize = 160;

/// Checks all lines of the steps to a puzzle, and that ideas hold as steps do; returns how many lines there are.
fn read(puzzle: &Puzzle) -> usize {
    let Ok(walk) = walk(puzzle, &[], WalkOptions::WORDS, &Budget::unlimited()) else { return 0 };
    if let End::Solved(answer) = &walk.end {
        for idea in walk.steps.iter().flat_map(|step| &step.ideas) {
            assert!(!idea.findings.is_empty(), "{idea:?}");
            idea.findings.iter().for_each(|&f| assert!(holds(puzzle, answer, f), "{idea:?}"));
        }
    }
    walk.steps.iter().flat_map(|step| step.ideas.iter().chain([step])).for_each(own_words);
    let all: Vec<String> =
        walk.steps.iter().flat_map(|step| lines(puzzle, step)).map(|line| line.text).collect();
    for line in &all {
        let wrong = NEVER.iter().find(|never| line.contains(**never));
        assert_eq!(wrong, None, "{line}");
        assert!(line.chars().count() <= LONGEST, "{line}");
        assert!(line.contains(": ") && line.ends_with('.'), "{line}");
    }
    all.len()
}

/// The words of forced pieces and of signs are about a cell of the conclusion, and nothing is assumed where a cell has two
/// ways only.
fn own_words(step: &Step) {
    let Some(telling) = &step.telling else { return };
    let about = |finding: &Finding| match finding.fact {
        Fact::Number { cell, .. } => telling.cells.contains(&cell),
        Fact::Link { from, to } => telling.cells.contains(&from) || telling.cells.contains(&to),
    };
    let names = [".exits", ".link-bound"];
    if names.iter().any(|name| step.own.name.ends_with(name)) && !telling.cells.is_empty() {
        assert!(step.findings.iter().any(about), "{step:?}");
    }
    let alone = step.assumed.is_some_and(|assumed| !assumed.holds) && step.core.is_empty();
    assert!(!alone || !telling.reason.ends_with("only one way out"), "{step:?}");
}

/// Of several assumptions of a round the first one often settles the others, and each conclusion has its own reason.
#[test]
fn reasons_are_those_of_their_conclusions() {
    for (family, size, level) in [
        ("path", 7, Level::Easy),
        ("zip", 6, Level::Hard),
        ("futoshiki", 6, Level::Hard),
        ("numberlink", 7, Level::Tricky),
    ] {
        for seed in 0..6 {
            let family = from_keyword(family).expect("a family");
            let wish = DifficultyTarget { level: Some(level), score: None };
            let request = Request::new(size, size, seed);
            let made = make(family, &request, &wish, &Budget::unlimited(), &mut |_| {});
            let (entry, _) = made.expect("it is possible").expect("it is made");
            assert!(read(&entry.puzzle) > 5);
        }
    }
}

#[test]
fn steps_are_short_and_have_their_reasons() {
    let mut counts = [0; 5];
    for seed in 0..150 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let line = |rng: &mut ChaCha8Rng| random_line(rng, None).0;
        let both_ends = |mut line: Line| {
            let n = line.board.len();
            line.given = vec![None; n];
            (line.given[0], line.given[n - 1]) = (Some(1), Some(n as u32));
            line
        };
        let zip = generate(from_keyword("zip").expect("a family"), &Request::new(4, 5, seed));
        let puzzles = [
            Puzzle::from(random_square(&mut rng)),
            Puzzle::from(Hidato(line(&mut rng))),
            Puzzle::from(Path(both_ends(line(&mut rng)))),
            Puzzle::from(random_links(&mut rng)),
            zip.expect("it is made").puzzle,
        ];
        for (count, puzzle) in counts.iter_mut().zip(&puzzles) {
            *count += read(puzzle);
        }
    }
    assert!(counts.iter().all(|&count| count > 60), "{counts:?}");
    for text in [
        include_str!("../../instances/numberlink/ladder-10x10.puzzle"),
        include_str!("../../instances/numberlink/free-06x06.puzzle"),
        include_str!("../../instances/hidato/ladder-hex-08x08.puzzle"),
        include_str!("../../instances/futoshiki/ladder-09x09.puzzle"),
        include_str!("../../instances/zip/ladder-10x10.puzzle"),
    ] {
        assert!(read(&parse_native(text).expect("a puzzle").puzzle) > 10);
    }
}

/// Each piece of path that is forced is a step of its own.
#[test]
fn no_step_draws_most_of_the_board() {
    let text = include_str!("../../instances/numberlink/ladder-10x10.puzzle");
    let puzzle = parse_native(text).expect("a puzzle").puzzle;
    let walk = walk(&puzzle, &[], WalkOptions::WORDS, &Budget::unlimited()).expect("it has steps");
    let drawn = |step: &clew::explain::Step| step.findings.iter().filter(|f| f.holds).count();
    let all: usize = walk.steps.iter().map(drawn).sum();
    let most = walk.steps.iter().map(drawn).max().unwrap_or(0);
    assert!(matches!(walk.end, End::Solved(_)) && 5 * most <= all, "{most} of {all}");
}
