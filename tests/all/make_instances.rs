//! Makes the files of `instances/` from seeds and from the examples in the documents.
//!
//! `CLEW_INSTANCES=instances cargo test --release --test all make_instances:: -- --ignored` writes them
//! into that folder. Nothing is written without the variable. Every `solutions` header is counted by
//! the program; `tests/instances.rs` checks it in other ways. The same program makes the same files;
//! a change of its search may lead to other clues, as good as these.

use crate::support::boards::full;
use clew::families::futoshiki::generate::{Marks, SquareSpec, futoshiki_from, square_puzzle};
use clew::families::line::generate::hidato_from;
use clew::families::{self, Numberlink};
use clew::families::{Cover, Futoshiki, Hidato, Line, Path, Touch};
use clew::generate::{generate, judge};
use clew::puzzle::family::{Request, UniquenessOracle};
use clew::puzzle::format::write_native;
use clew::puzzle::{Answer, Board, Decimal, Entry, Family, Neighbourhood, Puzzle};
use clew::run::Budget;
use clew::strategy::{Options, Task, Verdict, run};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The 12 × 12 solution that the document 55_Hidato prints.
const TWELVE: [[u32; 12]; 12] = [
    [137, 135, 134, 2, 4, 7, 8, 9, 114, 113, 112, 111],
    [136, 138, 133, 1, 3, 5, 6, 10, 115, 106, 105, 110],
    [139, 132, 125, 124, 121, 122, 117, 116, 11, 107, 109, 104],
    [140, 131, 126, 127, 123, 120, 118, 12, 13, 108, 102, 103],
    [141, 130, 144, 128, 22, 119, 17, 15, 14, 98, 99, 101],
    [142, 143, 129, 24, 23, 21, 18, 16, 65, 97, 96, 100],
    [30, 29, 25, 26, 20, 19, 61, 62, 64, 66, 94, 95],
    [32, 31, 28, 27, 57, 59, 60, 75, 63, 67, 93, 92],
    [33, 40, 42, 55, 56, 58, 76, 74, 72, 70, 68, 91],
    [34, 39, 41, 43, 54, 77, 78, 73, 71, 85, 69, 90],
    [35, 38, 44, 46, 53, 49, 50, 79, 80, 84, 86, 89],
    [36, 37, 45, 47, 48, 52, 51, 81, 82, 83, 87, 88],
];

/// The square that the futoshiki document prints.
const FIVE: [u32; 25] = [4, 2, 1, 5, 3, 3, 4, 2, 1, 5, 1, 5, 3, 4, 2, 2, 1, 5, 3, 4, 5, 3, 4, 2, 1];

/// The holes of the document "Continuous line", 6 × 6.
const NINE: [(u32, u32); 9] =
    [(0, 2), (1, 4), (3, 2), (3, 3), (4, 0), (4, 3), (4, 5), (5, 0), (5, 5)];

/// Seconds that counting the solutions of one file may take.
const SECONDS: u64 = 60;

/// Writes one file, its solutions counted.
fn write(folder: &str, name: &str, puzzle: Puzzle, title: &str, source: &str) {
    let started = Instant::now();
    let budget =
        Budget { deadline: Some(started + Duration::from_secs(SECONDS)), ..Budget::default() };
    let options = Options { budget, ..Options::default() };
    let check = run(&puzzle, Task::Check, &options).expect("it is well-formed");
    // The verdict "unique" counts a line and its reverse as one; the header counts both.
    let both_ways = check.lines.is_some();
    let solutions = if check.verdict() == Verdict::Unique && !both_ways {
        Some("1".to_string())
    } else {
        let count = run(&puzzle, Task::Count, &options).expect("it is well-formed");
        count.exact.then(|| count.count.to_string())
    };
    let family = puzzle.family();
    let entry = Entry {
        title: title.to_string(),
        source: source.to_string(),
        solutions: solutions.clone(),
        ..Entry::from(puzzle)
    };
    let to = PathBuf::from(folder).join(family.keyword());
    std::fs::create_dir_all(&to).expect("the folder can be made");
    std::fs::write(to.join(format!("{name}.puzzle")), write_native(&entry)).expect("writable");
    println!(
        "{family}/{name}: {} solutions, {:.1} s",
        solutions.as_deref().unwrap_or("?"),
        started.elapsed().as_secs_f64()
    );
}

fn generated(seed: u64) -> String {
    format!("clew, tests/make_instances.rs, seed {seed}")
}

/// A generated line puzzle under a name that contains its size.
#[allow(clippy::too_many_arguments)] // one row of a table
fn ladder(
    folder: &str,
    family: Family,
    kind: &str,
    size: u32,
    moves: Neighbourhood,
    holes: u32,
    density: f64,
    minimal: bool,
) {
    let seed = u64::from(size);
    // A path has no numbers given.
    let density = (family.keyword() == "hidato").then_some(density);
    let request = Request {
        neighbours: Some(moves),
        holes,
        density,
        minimal,
        ..Request::new(size, size, seed)
    };
    let name = format!("{kind}-{size:02}x{size:02}");
    let title = format!("{family} {name}");
    let made = generate(family, &request).expect("a board that can be");
    write(folder, &name, made.puzzle, &title, &generated(seed));
}

fn exact(x: f64) -> Decimal {
    Decimal::from_f64(x).expect("few digits")
}

/// A hexagon of hexagonal cells, `side` cells along each side, as free points.
fn hexagon(side: i32) -> Board {
    let mut at = Vec::new();
    for r in 1 - side..side {
        let width = 2 * side - 1 - r.abs();
        for c in 0..width {
            // Unit distance between neighbours, rounded so that a file holds it exactly.
            let x = f64::from(c) - f64::from(width - 1) / 2.0;
            let y = (f64::from(r) * 0.75f64.sqrt() * 1e4).round() / 1e4;
            at.push((exact(x), exact(y)));
        }
    }
    Board::points(at, exact(1.01))
}

/// A clue set for a line that the search finds on this board.
fn on_board(board: Board, density: f64, minimal: bool, seed: u64) -> Puzzle {
    let blank = Line { given: vec![None; board.len()], board };
    let options = Options { seed, ..Options::default() };
    let found = run(&Puzzle::from(Path(blank.clone())), Task::Solve { limit: 1 }, &options);
    let Answer::Line(numbers) = &found.expect("it is well-formed").answers[0] else {
        panic!("a path's answer is a line")
    };
    Puzzle::from(Hidato(hidato_from(
        &blank.board,
        numbers,
        density,
        minimal,
        seed,
        UniquenessOracle::patient(&judge),
    )))
}

fn hidato(folder: &str) {
    let king = Neighbourhood::King;
    let given = [6, 0, 0, 0, 2, 8, 1, 0, 0].map(|k| (k > 0).then_some(k)).to_vec();
    let small = Puzzle::from(Hidato(Line { board: full(3, 3, king), given }));
    write(folder, "lpl-03x03", small, "The small example of LPL", "LPL model hidato, figure 1");

    let numbers = TWELVE.concat();
    let board = full(12, 12, king);
    let source = "55_Hidato: its solution; clues chosen by clew";
    let dense = hidato_from(&board, &numbers, 0.35, false, 5, UniquenessOracle::patient(&judge));
    write(
        folder,
        "document-12x12-dense",
        Puzzle::from(Hidato(dense)),
        "12 x 12, dense clues",
        source,
    );
    let sparse = hidato_from(&board, &numbers, 0.35, true, 4, UniquenessOracle::patient(&judge));
    write(
        folder,
        "document-12x12-sparse",
        Puzzle::from(Hidato(sparse)),
        "12 x 12, few clues",
        source,
    );

    use Neighbourhood::{Hex, Rook};
    for (kind, size, moves, holes, density, minimal) in [
        ("ladder", 5, king, 0, 0.3, true),
        ("ladder", 8, king, 0, 0.3, true),
        ("ladder", 10, king, 0, 0.35, true),
        ("ladder", 15, king, 0, 0.4, false),
        ("ladder", 20, king, 0, 0.45, false),
        ("ladder-rook", 5, Rook, 0, 0.1, true),
        ("ladder-rook", 8, Rook, 0, 0.15, true),
        ("ladder-rook", 12, Rook, 0, 0.25, false),
        ("ladder-hex", 5, Hex, 0, 0.2, true),
        ("ladder-hex", 8, Hex, 0, 0.3, true),
        ("ladder-hex", 12, Hex, 0, 0.35, false),
        ("ladder-holes", 6, king, 6, 0.3, true),
        ("ladder-holes", 9, king, 12, 0.3, true),
        ("ladder-holes", 12, Rook, 24, 0.25, false),
    ] {
        ladder(folder, families::line::hidato::FAMILY, kind, size, moves, holes, density, minimal);
    }
    for side in [3, 4] {
        let cells = 3 * side * (side - 1) + 1;
        let puzzle = on_board(hexagon(side), 0.2, true, side as u64);
        let name = format!("hexagon-{cells}");
        let title = format!("A hexagon of {cells} cells, as free points");
        write(folder, &name, puzzle, &title, &generated(side as u64));
    }
}

fn path(folder: &str) {
    let mut present = [true; 36];
    NINE.iter().for_each(|&(r, c)| present[(r * 6 + c) as usize] = false);
    let board = Board::grid(6, 6, Neighbourhood::Rook, &present);
    let nine = Puzzle::from(Path(Line { given: vec![None; board.len()], board }));
    let source = "Zettermann, Continuous line, 2021";
    write(folder, "document-06x06", nine, "Six by six with nine holes", source);

    use Neighbourhood::{Hex, King, Rook};
    for (kind, size, moves, holes) in [
        ("ladder", 3, Rook, 0),
        ("ladder", 5, Rook, 0),
        ("ladder", 6, Rook, 0),
        ("ladder", 8, Rook, 0),
        ("ladder", 10, Rook, 0),
        ("ladder-holes", 5, Rook, 4),
        ("ladder-holes", 8, Rook, 9),
        ("ladder-holes", 10, Rook, 16),
        ("ladder-holes", 12, Rook, 20),
        ("ladder-king", 3, King, 0),
        ("ladder-king", 4, King, 0),
        ("ladder-king", 5, King, 5),
        ("ladder-hex", 3, Hex, 0),
        ("ladder-hex", 5, Hex, 3),
        ("ladder-hex", 6, Hex, 6),
    ] {
        ladder(folder, families::line::path::FAMILY, kind, size, moves, holes, 0.0, false);
    }
}

fn numberlink(folder: &str) {
    for size in [5, 6, 7, 8, 10, 12, 15] {
        let seed = u64::from(size);
        let made = generate(families::numberlink::FAMILY, &Request::new(size, size, seed));
        let made = made.expect("a board that can be").puzzle;
        let board = made.downcast::<Numberlink>().expect("a numberlink");
        let name = format!("ladder-{size:02}x{size:02}");
        let title = format!("numberlink {name}");
        write(folder, &name, Puzzle::from(board.clone()), &title, &generated(seed));
        if size > 7 {
            continue;
        }
        for (what, cover, touch) in [
            ("touch", Cover::All, Touch::Yes),
            ("no2x2", Cover::All, Touch::No2x2),
            ("partial", Cover::Partial, Touch::No),
            ("free", Cover::Partial, Touch::Yes),
        ] {
            let mut other = board.clone();
            (other.cover, other.touch) = (cover, touch);
            let name = format!("{what}-{size:02}x{size:02}");
            let title = format!("numberlink {name}");
            write(folder, &name, Puzzle::from(other), &title, &generated(seed));
        }
    }
}

fn futoshiki(folder: &str) {
    let square = futoshiki_from(5, &FIVE, 5, UniquenessOracle::patient(&judge))
        .expect("the signs determine it");
    assert!(square.given.iter().all(Option::is_none));
    let source = "Futoshiki Puzzle: its solution; signs chosen by clew";
    write(folder, "document-05x05", Puzzle::from(square), "Signs only", source);
    for (n, signs) in [(4, 0.3), (5, 0.3), (6, 0.3), (7, 0.3), (9, 0.2), (12, 0.15)] {
        let seed = u64::from(n);
        let minimal = n < 12;
        let spec = SquareSpec {
            n,
            signs: Some(signs),
            marks: Marks::Signs,
            givens: None,
            most_signs: None,
            minimal,
            symmetry: None,
            pattern: None,
            symmetric_signs: false,
            chain: None,
            signs_only: false,
            seed,
        };
        let entry = square_puzzle(&spec, UniquenessOracle::patient(&judge));
        let name = format!("ladder-{n:02}x{n:02}");
        write(folder, &name, entry.puzzle, &format!("futoshiki {name}"), &generated(seed));
    }
    for (n, what, less) in [(4, "empty", vec![]), (4, "chain", vec![[0, 1], [1, 2], [4, 8]])] {
        let given = vec![None; (n * n) as usize];
        let puzzle = Puzzle::from(Futoshiki { n, given, less, gaps: Vec::new() });
        let name = format!("{what}-{n:02}x{n:02}");
        write(folder, &name, puzzle, &format!("futoshiki {name}"), &generated(0));
    }
}

#[test]
#[ignore = "writes the instances into the folder CLEW_INSTANCES"]
fn make_instances() {
    let Ok(folder) = std::env::var("CLEW_INSTANCES") else {
        eprintln!("CLEW_INSTANCES is not set: nothing is written");
        return;
    };
    futoshiki(&folder);
    numberlink(&folder);
    path(&folder);
    hidato(&folder);
}

#[test]
fn clues_are_of_the_solution_asked_for() {
    for side in [2, 3] {
        let board = hexagon(side);
        let blank =
            Puzzle::from(Path(Line { given: vec![None; board.len()], board: board.clone() }));
        let task = Task::Solve { limit: 3 };
        let found = run(&blank, task, &Options::default()).expect("it is well-formed").answers;
        for (seed, answer) in (0..).zip(&found) {
            let Answer::Line(numbers) = answer else { panic!("a path's answer is a line") };
            let line = hidato_from(
                &board,
                numbers,
                0.2,
                seed % 2 == 0,
                seed,
                UniquenessOracle::patient(&judge),
            );
            assert!(line.given.iter().zip(numbers).all(|(g, k)| g.is_none_or(|g| g == *k)));
            let check = run(&Puzzle::from(Hidato(line)), Task::Check, &Options::default());
            let check = check.expect("it is well-formed");
            assert_eq!((check.verdict(), &check.answers[0]), (Verdict::Unique, answer));
        }
    }
    // One sign determines a square of order 2; the other three are removed.
    let square = futoshiki_from(2, &[1, 2, 2, 1], 0, UniquenessOracle::patient(&judge))
        .expect("one sign is enough");
    assert_eq!((square.less.len(), square.given), (1, vec![None; 4]));
}
