//! Made puzzles: as asked for, with one solution, and the same for ever.

use clew::explain::rate;
use clew::families::{from_keyword, parse_native};
use clew::generate::{Wish, make};
use clew::puzzle::family::Request;
use clew::puzzle::format::write_native;
use clew::puzzle::ladder::Level;
use clew::puzzle::{Entry, Family, Neighbourhood};
use clew::run::Budget;
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use std::time::Duration;

const PLAIN: Request = Request {
    rows: 5,
    cols: 5,
    neighbours: None,
    holes: 0,
    density: Some(0.2),
    minimal: false,
    symmetric: false,
    signs_only: false,
    seed: 1,
};

fn family(name: &str) -> Family {
    from_keyword(name).expect("a family")
}

fn made(name: &str, request: Request) -> Entry {
    let made = make(family(name), &request, &Wish::default(), &Budget::unlimited());
    made.expect("a request that can be met").expect("no limit").0
}

#[test]
fn made_puzzles_have_one_solution() {
    for seed in 0..12 {
        let requests = [
            ("hidato", Request { seed, ..PLAIN }),
            ("hidato", Request { seed, minimal: true, holes: 4, ..PLAIN }),
            (
                "hidato",
                Request { seed, neighbours: Some(Neighbourhood::Rook), minimal: true, ..PLAIN },
            ),
            ("hidato", Request { seed, symmetric: true, minimal: true, ..PLAIN }),
            ("futoshiki", Request { seed, ..PLAIN }),
            ("futoshiki", Request { seed, symmetric: true, minimal: true, ..PLAIN }),
            ("futoshiki", Request { seed, signs_only: true, ..PLAIN }),
            ("numberlink", Request { seed, density: None, rows: 6, cols: 5, ..PLAIN }),
        ];
        for (name, request) in requests {
            let entry = made(name, request);
            // By search without learning: another way than the one they were made by.
            let options = Options { search: SearchMode::Dfs, ..Options::default() };
            let outcome = run(&entry.puzzle, Task::Check, &options).expect("it is searched");
            assert_eq!(outcome.verdict(), Verdict::Unique, "{name} {request:?}");
            let text = write_native(&entry);
            let read = parse_native(&text).expect("it is read");
            assert_eq!(write_native(&read), text);
        }
    }
}

#[test]
fn givens_are_as_asked_for() {
    for seed in 0..8 {
        for name in ["hidato", "futoshiki"] {
            let entry = made(name, Request { seed, symmetric: true, minimal: true, ..PLAIN });
            let tokens = entry.puzzle.tokens(None);
            for (i, token) in tokens.iter().enumerate() {
                let across = &tokens[tokens.len() - 1 - i];
                assert_eq!(token == ".", across == ".", "{name} {seed}: {tokens:?}");
            }
        }
        let entry = made("futoshiki", Request { seed, signs_only: true, ..PLAIN });
        assert!(entry.puzzle.tokens(None).iter().all(|token| token == "."));
    }
}

/// What a seed makes is part of the program's promise: a change of this is a new version.
#[test]
fn a_seed_makes_the_same_puzzle_for_ever() {
    let grid = |name: &str, request: Request| made(name, request).puzzle.tokens(None).join(" ");
    let small = Request { rows: 4, cols: 4, minimal: true, ..PLAIN };
    let links = Request { density: None, minimal: false, ..small };
    let grids = [grid("hidato", small), grid("futoshiki", small), grid("numberlink", links)];
    assert_eq!(grids, GOLDEN);
}

const GOLDEN: [&str; 3] = [
    "7 . . . . 8 15 . 9 . . 2 11 12 . .",
    ". . . . . . . . . . . . 4 . 3 .",
    ". . 1 2 . 2 . . . . . 1 3 . . 3",
];

#[test]
fn a_level_is_met_or_it_is_said_that_it_was_not() {
    let request = Request { rows: 4, cols: 4, ..PLAIN };
    for level in [Level::Trivial, Level::Easy, Level::Extreme] {
        let wish = Wish { level: Some(level), score: None };
        let made = make(family("futoshiki"), &request, &wish, &Budget::unlimited());
        let (entry, rating) = made.expect("it can be met").expect("no limit");
        let again = rate(&entry.puzzle, &Budget::unlimited()).expect("it is rated");
        assert_eq!(rating, Some(again));
        assert_eq!(rating.and_then(|rating| rating.level), Some(level));
    }
    // Two rows and columns need no step beyond the easy ones.
    let tiny = Request { rows: 2, cols: 2, ..PLAIN };
    let wish = Wish { level: Some(Level::Hard), score: None };
    let budget = Budget::unlimited().within(Duration::from_millis(200));
    assert_eq!(make(family("futoshiki"), &tiny, &wish, &budget), Ok(None));
}

#[test]
fn what_a_family_does_not_have_is_refused() {
    for (name, request) in [
        ("path", Request { density: None, symmetric: true, ..PLAIN }),
        ("path", PLAIN),
        ("numberlink", PLAIN),
        ("numberlink", Request { density: None, holes: 3, ..PLAIN }),
        ("hidato", Request { signs_only: true, ..PLAIN }),
        ("hidato", Request { symmetric: true, neighbours: Some(Neighbourhood::Hex), ..PLAIN }),
        ("futoshiki", Request { cols: 6, ..PLAIN }),
        ("futoshiki", Request { holes: 1, ..PLAIN }),
    ] {
        let made = make(family(name), &request, &Wish::default(), &Budget::unlimited());
        assert!(made.is_err(), "{name} {request:?}");
    }
}
