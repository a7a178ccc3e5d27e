//! Generated puzzles: as specified, with one solution, and the same for ever.

use super::program::Folder;
use clew::explain::rate;
use clew::families::{from_keyword, parse_native};
use clew::generate::{DifficultyTarget, generate, make};
use clew::puzzle::family::{BoardSpec, Mask, Request, Symmetry};
use clew::puzzle::format::write_native;
use clew::puzzle::ladder::Level;
use clew::puzzle::{Clue, Content, Entry, Family, Neighbourhood, Wrap};
use clew::run::Budget;
use clew::strategy::repair::{Findings, repair};
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use std::time::Duration;

const PLAIN: Request = Request {
    rows: 5,
    cols: 5,
    neighbours: None,
    holes: 0,
    ground: BoardSpec::PLAIN,
    density: Some(0.2),
    givens: None,
    minimal: false,
    symmetry: None,
    givens_at: None,
    no_runs: false,
    free_ends: false,
    labels: None,
    shortest: None,
    empty: None,
    turns: None,
    signs_only: false,
    symmetric_signs: false,
    chain: None,
    unique: false,
    words: Vec::new(),
    seed: 1,
    stream: 0,
};

const HALF: Option<Symmetry> = Some(Symmetry::HalfTurn);

fn family(name: &str) -> Family {
    from_keyword(name).expect("a family")
}

fn made(name: &str, request: Request) -> Entry {
    let made = make(
        family(name),
        &request,
        &DifficultyTarget::default(),
        &Budget::unlimited(),
        &mut |_| (),
    );
    made.expect("a request that can be met").expect("no limit").0
}

/// Also the ends of a line are given only where they are needed.
#[test]
fn minimal_lines_have_no_given_to_spare() {
    let mut ends = 0;
    for seed in 0..12 {
        let entry = made("hidato", Request { seed, minimal: true, ..Request::new(5, 5, seed) });
        let found = repair(&entry.puzzle, false, &Options::default()).expect("it is repaired");
        let Findings::Unique(found) = found.findings else { panic!("seed {seed}: one solution") };
        assert_eq!(found.redundant, [], "seed {seed}");
        let is_end = |clue: &Clue| {
            let number = |k| Clue::Holds {
                cell: clue.cells().next().unwrap_or(0),
                content: Content::Number(k),
            };
            [1, entry.puzzle.cells() as u32].map(number).contains(clue)
        };
        ends += found.needed.iter().filter(|clue| is_end(clue)).count();
    }
    assert!((1..24).contains(&ends), "{ends}");
}

#[test]
fn made_puzzles_have_one_solution() {
    for seed in 0..12 {
        let line = Request { seed, density: None, unique: true, ..PLAIN };
        let requests = [
            ("hidato", Request { seed, ..PLAIN }),
            ("hidato", Request { seed, minimal: true, holes: 4, ..PLAIN }),
            (
                "hidato",
                Request { seed, neighbours: Some(Neighbourhood::Rook), minimal: true, ..PLAIN },
            ),
            ("hidato", Request { seed, symmetry: HALF, minimal: true, ..PLAIN }),
            ("futoshiki", Request { seed, ..PLAIN }),
            ("futoshiki", Request { seed, symmetry: HALF, minimal: true, ..PLAIN }),
            ("futoshiki", Request { seed, signs_only: true, ..PLAIN }),
            ("numberlink", Request { seed, density: None, rows: 6, cols: 5, ..PLAIN }),
            ("path", line.clone()),
            ("path", Request { minimal: true, holes: 4, ..line.clone() }),
            (
                "path",
                Request {
                    neighbours: Some(Neighbourhood::King),
                    rows: 3,
                    ground: BoardSpec { links: 2, walls: 3, ..BoardSpec::PLAIN },
                    ..line.clone()
                },
            ),
            (
                "path",
                Request { neighbours: Some(Neighbourhood::Hex), minimal: true, ..line.clone() },
            ),
            (
                "path",
                Request { ground: BoardSpec { wrap: Wrap::Rows, ..BoardSpec::PLAIN }, ..line },
            ),
        ];
        for (name, request) in requests {
            let entry = made(name, request.clone());
            // By search without learning: a method other than the one that generated them.
            let options = Options { search: SearchMode::Dfs, ..Options::default() };
            let outcome = run(&entry.puzzle, Task::Check, &options).expect("it is searched");
            assert_eq!(outcome.verdict(), Verdict::Unique, "{name} {request:?}");
            let text = write_native(&entry);
            let read = parse_native(&text).expect("it is read");
            assert_eq!(write_native(&read), text);
        }
    }
}

/// A board of this shape, one word per row.
fn masked(rows: &str) -> BoardSpec {
    let present: Vec<bool> = rows.chars().filter(|c| *c != ' ').map(|c| c == '.').collect();
    let count = rows.split(' ').count() as u32;
    let mask = Mask { rows: count, cols: present.len() as u32 / count, present };
    BoardSpec { mask: Some(mask.into()), ..BoardSpec::PLAIN }
}

/// A board with one hole in the middle and cut corners.
const SHAPE: &str = "#...# ..... ..#.. ..... #...#";

/// Requests for boards that are no plain grids, each with its family.
fn special(seed: u64) -> Vec<(&'static str, Request)> {
    use Neighbourhood::{Hex, King, Rook};
    let plain = || Request { seed, ..PLAIN };
    let bare = || Request { density: None, ..plain() };
    let round = |wrap| BoardSpec { wrap, ..BoardSpec::PLAIN };
    vec![
        ("hidato", Request { ground: masked(SHAPE), ..plain() }),
        (
            "hidato",
            Request { ground: masked(SHAPE), neighbours: Some(Hex), minimal: true, ..plain() },
        ),
        (
            "hidato",
            Request { ground: BoardSpec { walls: 6, links: 4, ..BoardSpec::PLAIN }, ..plain() },
        ),
        (
            "hidato",
            Request {
                ground: BoardSpec { links: 5, ..round(Wrap::Both) },
                neighbours: Some(Rook),
                holes: 3,
                ..plain()
            },
        ),
        (
            "hidato",
            Request {
                ground: round(Wrap::Rows),
                neighbours: Some(King),
                rows: 4,
                minimal: true,
                ..plain()
            },
        ),
        (
            "path",
            Request {
                ground: BoardSpec { walls: 5, links: 2, ..masked(SHAPE) },
                neighbours: Some(King),
                ..bare()
            },
        ),
        ("numberlink", Request { ground: masked(SHAPE), ..bare() }),
        ("numberlink", Request { holes: 4, ..bare() }),
        ("numberlink", Request { neighbours: Some(Hex), ..bare() }),
        ("numberlink", Request { ground: BoardSpec { walls: 6, ..round(Wrap::Both) }, ..bare() }),
        ("numberlink", Request { ground: BoardSpec { bridges: 2, ..BoardSpec::PLAIN }, ..bare() }),
        (
            "numberlink",
            Request {
                ground: BoardSpec { bridges: 3, walls: 3, ..round(Wrap::Columns) },
                rows: 4,
                ..bare()
            },
        ),
    ]
}

#[test]
fn special_boards_have_what_was_asked_for() {
    for seed in 0..6 {
        for (name, request) in special(seed) {
            let entry = made(name, request.clone());
            let board = entry.puzzle.board().expect("a board");
            let label = format!("{name} {request:?}");
            assert_eq!(board.walls().len(), request.ground.walls as usize, "{label}");
            assert_eq!(board.links().len(), request.ground.links as usize, "{label}");
            assert_eq!(board.bridges().len(), request.ground.bridges as usize, "{label}");
            assert_eq!(board.wrap(), request.ground.wrap, "{label}");
            if let Some(mask) = &request.ground.mask {
                let places = (0..mask.rows).flat_map(|r| (0..mask.cols).map(move |c| (r, c)));
                let cells: Vec<bool> = places.map(|(r, c)| board.cell_at(r, c).is_some()).collect();
                assert_eq!(cells, mask.present, "{label}");
            }
            // By search without learning: a method other than the one that generated them.
            let options = Options { search: SearchMode::Dfs, ..Options::default() };
            let task = if name == "path" { Task::Solve { limit: 1 } } else { Task::Check };
            let outcome = run(&entry.puzzle, task, &options).expect("it is searched");
            let right = if name == "path" {
                !outcome.answers.is_empty()
            } else {
                outcome.verdict() == Verdict::Unique
            };
            assert!(right, "{label}");
            let text = write_native(&entry);
            let read = parse_native(&text).expect("it is read");
            assert_eq!(write_native(&read), text);
            assert_eq!(made(name, request), entry, "{label}: the same seed");
        }
    }
}

#[test]
fn givens_are_as_asked_for() {
    for seed in 0..8 {
        for name in ["hidato", "futoshiki"] {
            let entry = made(name, Request { seed, symmetry: HALF, minimal: true, ..PLAIN });
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

/// Half a turn maps cells to cells and numbers to numbers, with any holes.
#[test]
fn symmetry_is_that_of_holes_too() {
    let walled = BoardSpec { walls: 3, links: 2, ..BoardSpec::PLAIN };
    let (rook, round) =
        (Some(Neighbourhood::Rook), BoardSpec { wrap: Wrap::Both, ..BoardSpec::PLAIN });
    for seed in 0..12 {
        for request in [
            Request { seed, holes: 3, minimal: true, ..PLAIN },
            Request { seed, rows: 6, holes: 4, ground: walled.clone(), ..PLAIN },
            Request { seed, rows: 6, cols: 6, holes: 4, neighbours: rook, ..PLAIN },
            Request { seed, rows: 4, holes: 6, ground: round.clone(), ..PLAIN },
            Request { seed, holes: 2, ground: masked("#.... ..... ..... ..... ....#"), ..PLAIN },
            Request { seed, rows: 4, holes: 2, neighbours: Some(Neighbourhood::Hex), ..PLAIN },
        ] {
            let request = Request { symmetry: HALF, ..request };
            let entry = made("hidato", request.clone());
            let board = entry.puzzle.board().expect("a board");
            let (rows, cols) = board.size();
            let masked = if request.ground.mask.is_some() { 2 } else { 0 };
            assert_eq!(board.len() as u32, rows * cols - request.holes - masked, "{request:?}");
            let tokens = entry.puzzle.tokens(None);
            for (c, token) in (0..).zip(&tokens) {
                let (r, k) = board.place(c);
                let across = board.cell_at(rows - 1 - r, cols - 1 - k);
                let across = across.unwrap_or_else(|| panic!("{tokens:?} of {request:?}"));
                assert_eq!(token == ".", tokens[across as usize] == ".", "{tokens:?}");
            }
            assert!(is_unique(&entry), "{request:?}");
        }
    }
}

/// If no random line is found, the boustrophedon line is used, as on plain boards.
#[test]
fn large_boards_whose_sides_are_joined_have_lines() {
    let side = |n: u32| Request { rows: n, cols: n, density: None, ..PLAIN };
    let wrap = |wrap| BoardSpec { wrap, ..BoardSpec::PLAIN };
    let mask = |n: usize| masked(&vec![".".repeat(n); n].join(" "));
    for (request, kind) in [
        (Request { ground: wrap(Wrap::Rows), ..side(64) }, Neighbourhood::Rook),
        (Request { ground: wrap(Wrap::Both), ..side(64) }, Neighbourhood::Hex),
        (Request { ground: wrap(Wrap::Both), ..side(64) }, Neighbourhood::King),
        (Request { ground: mask(48), ..side(48) }, Neighbourhood::Rook),
    ] {
        let entry = made("path", Request { neighbours: Some(kind), ..request });
        assert_eq!(entry.puzzle.cells() as u32, request.rows * request.cols);
    }
}

fn is_unique(entry: &Entry) -> bool {
    let options = Options { search: SearchMode::Dfs, ..Options::default() };
    run(&entry.puzzle, Task::Check, &options).expect("it is searched").verdict() == Verdict::Unique
}

#[test]
fn so_many_numbers_are_given() {
    for seed in 0..10 {
        for (name, symmetric, givens) in [
            ("hidato", false, 10),
            ("hidato", true, 13),
            ("hidato", false, 25),
            ("futoshiki", false, 0),
            ("futoshiki", false, 3),
            ("futoshiki", true, 9),
            ("futoshiki", false, 25),
        ] {
            let request = Request {
                seed,
                symmetry: HALF.filter(|_| symmetric),
                density: None,
                givens: Some(givens),
                ..PLAIN
            };
            let entry = made(name, request.clone());
            let tokens = entry.puzzle.tokens(None);
            let given = tokens.iter().filter(|token| *token != ".").count();
            assert_eq!(given, givens as usize, "{name} {seed}: {tokens:?}");
            assert!(is_unique(&entry), "{name} {request:?}");
            for (token, across) in tokens.iter().zip(tokens.iter().rev()).filter(|_| symmetric) {
                assert_eq!(token == ".", across == ".", "{name} {seed}: {tokens:?}");
            }
        }
    }
}

#[test]
fn rules_are_as_asked_for() {
    let mut cut = 0;
    for seed in 0..10 {
        for (cover, touch) in [("partial", "yes"), ("partial", "no2x2"), ("all", "yes")] {
            let words = vec![("cover", cover), ("touch", touch)];
            let request =
                Request { seed, density: None, words: words.clone(), rows: 8, cols: 8, ..PLAIN };
            let entry = made("numberlink", request);
            assert_eq!(entry.puzzle.words(), words);
            assert!(is_unique(&entry), "{seed}: {words:?}");
            let strict =
                made("numberlink", Request { seed, density: None, rows: 8, cols: 8, ..PLAIN });
            cut += usize::from(strict.puzzle.tokens(None) != entry.puzzle.tokens(None));
        }
    }
    // Most small boards are unique under any rules at once; otherwise paths are cut.
    assert!(cut >= 3, "hardly ever did a rule make a difference: {cut}");
}

/// The puzzle of a seed is part of the program's promise: a change requires a new version.
#[test]
fn a_seed_makes_the_same_puzzle_for_ever() {
    let grid = |name: &str, request: Request| made(name, request).puzzle.tokens(None).join(" ");
    let small = Request { rows: 4, cols: 4, minimal: true, ..PLAIN };
    let links = Request { density: None, minimal: false, ..small.clone() };
    let grids =
        [grid("hidato", small.clone()), grid("futoshiki", small), grid("numberlink", links)];
    assert_eq!(grids, GOLDEN);
}

/// The same for boards that are no plain grids, in the text format.
#[test]
fn special_boards_are_the_same_for_ever() {
    let text = |(name, request): (&str, Request)| {
        let text = write_native(&made(name, request));
        text.lines().skip(2).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
    };
    let texts: Vec<String> = special(1).into_iter().map(text).collect();
    assert_eq!(texts, SPECIAL);
}

/// The same for continuous lines with one solution: both ends, and the walls that it takes.
#[test]
fn unique_lines_are_the_same_for_ever() {
    let text = |(rows, seed): (u32, u64)| {
        let request = Request { rows, cols: rows, density: None, seed, unique: true, ..PLAIN };
        let entry = made("path", request);
        let text = write_native(&entry);
        text.lines().skip(4).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!([(4, 1), (5, 7)].map(text), UNIQUE);
}

#[rustfmt::skip]
const UNIQUE: [&str; 2] = [
    "solutions: 1; walls: r1c2|r1c3 r3c1|r3c2 r4c3|r4c4;  .  .  .  .;  .  .  .  .;  .  .  .  .;  1  .  . 16",
    "solutions: 1; walls: r2c1|r3c1 r2c2|r2c3 r2c2|r3c2 r3c3|r3c4 r3c4|r4c4 r4c2|r4c3;  .  .  .  .  .;  .  1  .  .  .;  .  .  .  .  .;  . 25  .  .  .;  .  .  .  .  .",
];

#[rustfmt::skip]
const SPECIAL: [&str; 12] = [
    "source: clew generate; neighbours: 8; solutions: 1;  #  1  .  .  #;  9  .  2  .  5; 11  .  #  .  4; 12 14  . 18 20;  #  . 16  .  #",
    "source: clew generate; neighbours: hex; solutions: 1;  # 11  .  .  #;  .  .  .  .  .;  8  .  #  .  .;  .  .  .  1  .;  #  .  3  .  #",
    "source: clew generate; neighbours: 8; solutions: 1; links: r1c3-r2c3 r1c4-r2c3 r2c2-r3c1 r3c2-r4c2; walls: r1c2|r2c2 r1c2|r2c3 r2c2|r3c2 r2c4|r3c5 r4c1|r5c1 r4c3|r5c3; 18  .  . 14  .;  .  .  . 11 13;  . 23 25 10  .;  .  .  .  8  .;  1  .  .  4  .",
    "source: clew generate; neighbours: 4; solutions: 1; wrap: both; links: r1c4-r1c5 r1c5-r2c5 r2c1-r2c2 r2c2-r2c3 r2c5-r3c5;  .  .  .  .  .;  .  .  1 22  .;  #  #  #  .  .; 13  .  .  .  .;  .  8  . 16  .",
    "source: clew generate; neighbours: 8; solutions: 1; wrap: rows;  .  .  .  .  9;  7  .  . 11 10; 18  2  . 13 17;  . 20  .  .  .",
    "source: clew generate; neighbours: 8; links: r2c1-r2c2 r2c4-r3c4; walls: r1c2|r1c3 r2c3|r2c4 r2c4|r3c5 r3c2|r4c3 r4c3|r5c3; # . . . #; . . . . .; . . # . .; . . . . .; # . . . #",
    "source: clew generate; neighbours: 4; solutions: 1; # . . 1 #; 2 . 3 . .; . 1 # 4 .; . . 2 . 3; # 4 . . #",
    "source: clew generate; neighbours: 4; solutions: 1; # 1 # # #; . . 2 . 3; . . 3 . .; . . 2 . .; 1 . . . .",
    "source: clew generate; neighbours: hex; solutions: 1; 1 . . . .; . . . 2 .; . 3 . . .; . . 2 3 .; 4 . . 4 1",
    "source: clew generate; neighbours: 4; solutions: 1; wrap: both; walls: r1c1|r1c2 r1c5|r5c5 r2c1|r3c1 r3c1|r4c1 r3c2|r4c2 r4c2|r4c3; . . 1 . 2; . . . . 3; 4 . . . 2; . 3 . . .; . . . 4 1",
    "source: clew generate; neighbours: 4; solutions: 1; bridges: r3c2 r3c3; 1 . . . 1; 2 . . 3 4; . . . . .; . . . . .; 4 . . 2 3",
    "source: clew generate; neighbours: 4; solutions: 1; wrap: columns; walls: r1c5|r2c5 r2c4|r3c4 r3c5|r4c5; bridges: r1c3 r1c4 r3c2; . . . . .; 1 2 3 1 2; . . . . .; . . 3 . .",
];

const GOLDEN: [&str; 3] = [
    ". . . 14 10 . 13 16 . 5 1 2 7 . . .",
    ". . . . 1 . . 3 4 . . 2 . . . .",
    ". 1 . 2 . 2 . 1 . . . . 3 . . 3",
];

#[test]
fn a_level_is_met_or_it_is_said_that_it_was_not() {
    let request = Request { rows: 4, cols: 4, ..PLAIN };
    for level in [Level::Trivial, Level::Easy, Level::Extreme] {
        let wish = DifficultyTarget { level: Some(level), score: None };
        let made = make(family("futoshiki"), &request, &wish, &Budget::unlimited(), &mut |_| ());
        let (entry, rating) = made.expect("it can be met").expect("no limit");
        let again = rate(&entry.puzzle, &Options::default()).expect("it is rated");
        assert_eq!(rating, Some(again));
        assert_eq!(rating.and_then(|rating| rating.level), Some(level));
    }
    let words = vec![("cover", "partial")];
    let free = Request { rows: 6, cols: 6, density: None, words, seed: 3000, ..PLAIN };
    let wish = DifficultyTarget { level: Some(Level::Beyond), score: None };
    let made = make(family("numberlink"), &free, &wish, &Budget::unlimited(), &mut |_| ());
    let (entry, rating) = made.expect("it can be met").expect("no limit");
    let rating = rating.expect("it was wished for");
    assert_eq!((rating.level, rating.verdict), (Some(Level::Beyond), Verdict::Unique));
    assert!(
        rating.guessing() && !DifficultyTarget::default().admits(&rating),
        "{}",
        write_native(&entry)
    );
    // Two rows and columns need no step beyond the easy ones.
    let tiny = Request { rows: 2, cols: 2, ..PLAIN };
    let wish = DifficultyTarget { level: Some(Level::Hard), score: None };
    let mut heard = 0;
    let made = make(family("futoshiki"), &tiny, &wish, &Budget::unlimited(), &mut |n| heard = n);
    let why = made.expect_err("none of them is as hard as that");
    assert!(why.contains("no puzzle of 2x2") && why.contains("are easier, 0 harder"), "{why}");
    assert!(heard > 0, "it was heard that it goes on");
    // King moves lead from one number to another one in many ways; meanwhile progress is reported.
    let few = Request { rows: 6, cols: 6, density: None, givens: Some(2), ..PLAIN };
    let budget = Budget::unlimited().within(Duration::from_millis(200));
    let mut heard = Vec::new();
    let made =
        make(family("hidato"), &few, &DifficultyTarget::default(), &budget, &mut |n| heard.push(n));
    assert!(made == Ok(None) && !heard.is_empty() && heard.iter().all(|&n| n == 0), "{heard:?}");
}

#[test]
fn what_a_family_does_not_have_is_refused() {
    for (name, request) in [
        ("path", Request { density: None, symmetry: HALF, ..PLAIN }),
        ("path", PLAIN),
        ("path", Request { density: None, minimal: true, ..PLAIN }),
        ("path", Request { unique: true, ..PLAIN }),
        ("hidato", Request { unique: true, ..PLAIN }),
        ("futoshiki", Request { unique: true, ..PLAIN }),
        ("numberlink", Request { density: None, unique: true, ..PLAIN }),
        ("numberlink", PLAIN),
        ("numberlink", Request { density: None, minimal: true, ..PLAIN }),
        ("hidato", Request { ground: BoardSpec { bridges: 1, ..BoardSpec::PLAIN }, ..PLAIN }),
        (
            "numberlink",
            Request { density: None, ground: BoardSpec { links: 1, ..BoardSpec::PLAIN }, ..PLAIN },
        ),
        ("numberlink", Request { density: None, givens: Some(4), ..PLAIN }),
        ("path", Request { density: None, givens: Some(4), ..PLAIN }),
        ("hidato", Request { givens: Some(9), ..PLAIN }),
        // An odd number of rows.
        ("hidato", Request { symmetry: HALF, neighbours: Some(Neighbourhood::Hex), ..PLAIN }),
        ("hidato", Request { density: None, givens: Some(1), ..PLAIN }),
        ("hidato", Request { density: None, givens: Some(26), ..PLAIN }),
        ("hidato", Request { density: None, givens: Some(9), rows: 4, symmetry: HALF, ..PLAIN }),
        ("futoshiki", Request { givens: Some(26), ..PLAIN }),
        ("futoshiki", Request { givens: Some(1), signs_only: true, ..PLAIN }),
        ("futoshiki", Request { givens: Some(1), rows: 4, cols: 4, symmetry: HALF, ..PLAIN }),
        ("hidato", Request { words: vec![("cover", "all")], ..PLAIN }),
        ("futoshiki", Request { words: vec![("touch", "no")], ..PLAIN }),
        ("numberlink", Request { density: None, words: vec![("touch", "never")], ..PLAIN }),
        ("futoshiki", Request { ground: BoardSpec { walls: 1, ..BoardSpec::PLAIN }, ..PLAIN }),
        ("hidato", Request { ground: BoardSpec { walls: 999, ..BoardSpec::PLAIN }, ..PLAIN }),
        ("hidato", Request { ground: BoardSpec { links: 99, ..BoardSpec::PLAIN }, ..PLAIN }),
        // Colours of a chessboard: nine cells of one, five of the other.
        (
            "path",
            Request {
                density: None,
                neighbours: Some(Neighbourhood::Rook),
                ground: masked("#.#.# ..... #.#.# ..... #.#.#"),
                ..PLAIN
            },
        ),
        ("hidato", Request { signs_only: true, ..PLAIN }),
        ("hidato", Request { symmetry: HALF, neighbours: Some(Neighbourhood::Hex), ..PLAIN }),
        ("hidato", Request { symmetry: HALF, rows: 4, holes: 3, ..PLAIN }),
        (
            "hidato",
            Request { symmetry: HALF, ground: masked("#.... ..... ..... ..... ....."), ..PLAIN },
        ),
        ("futoshiki", Request { cols: 6, ..PLAIN }),
        ("futoshiki", Request { holes: 1, ..PLAIN }),
    ] {
        let made = make(
            family(name),
            &request,
            &DifficultyTarget::default(),
            &Budget::unlimited(),
            &mut |_| (),
        );
        assert!(made.is_err(), "{name} {request:?}");
    }
}

/// Impossible sizes and shares, for every family: refused in words, by both entry points.
#[test]
fn what_no_board_is_is_refused() {
    let sizes = [(0, 0), (0, 3), (3, 0), (4097, 1), (1, 4097), (1024, 1024), (70_000, 70_000)];
    let mut requests: Vec<Request> =
        sizes.map(|(rows, cols)| Request { rows, cols, density: None, ..PLAIN }).into();
    let shares = [f64::NAN, -1.0, 2.0, f64::INFINITY];
    requests.extend(shares.map(|share| Request { density: Some(share), ..PLAIN }));
    let bare = masked("##### ##### ##### ##### #####");
    requests.push(Request { density: None, ground: bare, ..PLAIN });
    for name in ["futoshiki", "hidato", "numberlink", "path"] {
        for request in &requests {
            assert!(generate(family(name), request).is_err(), "{name} {request:?}");
            let budget = Budget::unlimited();
            let made =
                make(family(name), request, &DifficultyTarget::default(), &budget, &mut |_| ());
            assert!(made.is_err(), "{name} {request:?}");
        }
    }
}

#[test]
fn made_puzzles_equal_themselves_written_and_read() {
    for seed in 0..4 {
        for (name, density) in
            [("futoshiki", Some(0.2)), ("hidato", Some(0.2)), ("numberlink", None), ("path", None)]
        {
            let entry = made(name, Request { seed, density, ..PLAIN });
            let read = parse_native(&write_native(&entry)).expect("what is written can be read");
            assert_eq!(read.puzzle, entry.puzzle, "{name} {seed}");
        }
    }
}

/// For a continuous line both ends are given and nothing else, and every wall is needed, so it has a level.
#[test]
fn lines_with_one_solution_have_the_walls_they_need() {
    for seed in 0..4 {
        let request = Request { seed, density: None, unique: true, minimal: true, ..PLAIN };
        let entry = made("path", request.clone());
        let text = write_native(&entry);
        let board = entry.puzzle.board().expect("a board");
        assert!(!board.walls().is_empty(), "{text}");
        for pair in board.walls() {
            let [p, q] = pair.map(|c| board.place(c));
            let wall = format!(" r{}c{}|r{}c{}", p.0 + 1, p.1 + 1, q.0 + 1, q.1 + 1);
            let fewer = text.replacen(&wall, "", 1);
            assert_ne!(fewer, text, "{wall}");
            let fewer = fewer.replace("walls:\n", "");
            let fewer = parse_native(&fewer).expect("it is read").puzzle;
            let outcome = run(&fewer, Task::Check, &Options::default()).expect("it is searched");
            assert_eq!(outcome.verdict(), Verdict::Multiple, "{text}{wall}");
        }
        let level = rate(&entry.puzzle, &Options::default()).expect("it is rated").level;
        let wish = DifficultyTarget { level, score: None };
        let again = make(family("path"), &request, &wish, &Budget::unlimited(), &mut |_| ())
            .expect("rated");
        let (other, rating) = again.expect("no limit");
        assert_eq!(rating.and_then(|rating| rating.level), level);
        // Each level has its own random numbers.
        assert_ne!(other.puzzle, entry.puzzle);
    }
}

/// Requested walls and marks stay, whether they are needed or not.
#[test]
fn lines_keep_the_walls_that_were_asked_for() {
    for seed in 0..8 {
        let ground = BoardSpec { walls: 5, links: 2, ..BoardSpec::PLAIN };
        let plain = Request { seed, density: None, unique: true, ground, ..PLAIN };
        let [some, fewest] = [false, true]
            .map(|minimal| made("path", Request { minimal, ..plain.clone() }).puzzle)
            .map(|puzzle| puzzle.board().expect("a board").walls().to_vec());
        let asked = made("path", Request { unique: false, ..plain }).puzzle;
        let asked = asked.board().expect("a board").walls().to_vec();
        assert_eq!(asked.len(), 5);
        assert!(asked.iter().all(|wall| some.contains(wall) && fewest.contains(wall)), "{seed}");
    }
}

/// Each puzzle that takes too long is given up separately: the next ones are generated, and the failures are reported.
#[test]
fn what_takes_too_long_is_given_up_for_itself() {
    let here = Folder::with(&[]);
    let ran = here.run("generate hidato --rows 12 --time 0 --seed 5 --count 3");
    let expected: String = (0..3)
        .map(|i| {
            format!(
                "puzzle {} of 3: the time limit came before one was made as requested with seed {}\n",
                i + 1,
                i + 5
            )
        })
        .collect();
    assert_eq!((ran.status, &*ran.out), (4, ""));
    let end = "0 of 3 puzzles were made; for 3 the time was too short\n";
    assert_eq!(ran.err, expected + end);
    // For any number of puzzles, each is that of its seed.
    let shape = "generate hidato --rows 7 --level hard";
    let ran = here.run(&format!("{shape} --time 100ms --count 5 --seed 1 --json"));
    let given_up = ran.err.lines().filter(|line| line.starts_with("puzzle ")).count();
    assert_eq!(ran.out.lines().count() + given_up, 5, "{}", ran.err);
    assert_eq!(ran.status, if given_up == 0 { 0 } else { 4 });
    if let Some(first) = ran.out.lines().next() {
        let seeds: Vec<u64> = (1..=5)
            .filter(|seed| !ran.err.lines().any(|line| line.ends_with(&format!("seed {seed}"))))
            .collect();
        let alone = here.run(&format!("{shape} --seed {} --json", seeds[0]));
        assert_eq!(alone.out.lines().next(), Some(first));
    }
}

/// The message for a shape that a family does not support is about the shape.
#[test]
fn a_mask_is_refused_as_a_mask() {
    let here = Folder::with(&[("wide.txt", "...\n...\n"), ("square.txt", "..\n..\n")]);
    for mask in ["wide.txt", "square.txt"] {
        let ran = here.run(&format!("generate futoshiki --mask {mask}"));
        assert!(ran.status == 2 && ran.err.contains("without mask"), "{}", ran.err);
    }
}

/// Random holes may leave no place for walls: then others are tried.
#[test]
fn walls_find_room_beside_holes() {
    for seed in 1..=8 {
        for (name, rows, holes, walls, neighbours) in
            [("hidato", 4, 4, 2, Some(Neighbourhood::Rook)), ("numberlink", 4, 5, 5, None)]
        {
            let ground = BoardSpec { walls, ..BoardSpec::PLAIN };
            let request = Request {
                rows,
                cols: rows,
                holes,
                neighbours,
                seed,
                ground,
                density: None,
                ..PLAIN
            };
            let entry = made(name, request);
            let board = entry.puzzle.board().expect("a board");
            assert_eq!(board.walls().len(), walls as usize, "{name} with seed {seed}");
        }
    }
}
