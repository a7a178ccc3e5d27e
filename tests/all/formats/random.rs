//! Round trips: random puzzles of every family through every format that can hold them.

use super::native;
use clew::interchange::{self, FORMATS, Reading, Sheet};
use clew::puzzle::{Answer, Entry};
use clew::strategy::{Options, Task, run};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// A grid of tokens as text, with a header.
fn text(header: &str, cells: &[Vec<String>]) -> String {
    let rows: Vec<String> = cells.iter().map(|row| row.join(" ")).collect();
    format!("{header}\n\n{}\n", rows.join("\n"))
}

fn moves(rng: &mut ChaCha8Rng) -> &'static str {
    ["4", "8", "hex"].choose(rng).expect("some")
}

/// Dots, with holes in some boards; never holes alone.
fn board(rng: &mut ChaCha8Rng) -> Vec<Vec<String>> {
    let (rows, cols) = (rng.random_range(1..=6), rng.random_range(1..=6));
    let holes = if rng.random_bool(0.5) { 0.0 } else { 0.2 };
    let mut cells = vec![vec![".".to_string(); cols]; rows];
    for cell in cells.iter_mut().flatten() {
        if rng.random_bool(holes) {
            *cell = "#".into();
        }
    }
    cells[0][0] = ".".into();
    cells
}

/// Places of cells in a random order.
fn places(cells: &[Vec<String>], rng: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
    let all = (0..cells.len()).flat_map(|r| (0..cells[0].len()).map(move |c| (r, c)));
    let mut places: Vec<(usize, usize)> = all.filter(|&(r, c)| cells[r][c] != "#").collect();
    places.shuffle(rng);
    places
}

/// Sometimes a wall between two adjacent cells.
fn walls(cells: &[Vec<String>], rng: &mut ChaCha8Rng) -> String {
    let (r, c) = (rng.random_range(0..cells.len()), rng.random_range(0..cells[0].len()));
    let beside = cells[r].get(c + 1).is_some_and(|right| right != "#") && cells[r][c] != "#";
    if beside && rng.random_bool(0.2) {
        return format!("\nwalls: r{}c{}|r{}c{}", r + 1, c + 1, r + 1, c + 2);
    }
    String::new()
}

fn line(family: &str, rng: &mut ChaCha8Rng) -> String {
    let mut cells = board(rng);
    let places = places(&cells, rng);
    let given = if family == "path" { 0 } else { rng.random_range(0..=places.len()) };
    let mut numbers: Vec<usize> = (1..=places.len()).collect();
    numbers.shuffle(rng);
    for (&(r, c), number) in places.iter().zip(&numbers).take(given) {
        cells[r][c] = number.to_string();
    }
    let header = format!("puzzle: {family}\nneighbours: {}{}", moves(rng), walls(&cells, rng));
    text(&header, &cells)
}

fn links(rng: &mut ChaCha8Rng) -> Option<String> {
    let mut cells = board(rng);
    let places = places(&cells, rng);
    let most = places.len() / 2;
    if most == 0 {
        return None;
    }
    let pairs = rng.random_range(1..=most);
    let long = rng.random_bool(0.3);
    for (k, pair) in places.chunks_exact(2).take(pairs).enumerate() {
        let letter = char::from(b'A' + (k % 26) as u8);
        let name = if long { format!("{letter}{letter}{k}") } else { letter.to_string() };
        pair.iter().for_each(|&(r, c)| cells[r][c] = name.clone());
    }
    let cover = ["all", "partial"].choose(rng).expect("some");
    let moves = moves(rng);
    // Rows of hexagons have no blocks.
    let touches = if moves == "hex" { &["no", "yes"][..] } else { &["no", "no2x2", "yes"] };
    let touch = touches.choose(rng).expect("some");
    let walls = walls(&cells, rng);
    let header =
        format!("puzzle: numberlink\nneighbours: {moves}\ncover: {cover}\ntouch: {touch}{walls}");
    Some(text(&header, &cells))
}

fn square(rng: &mut ChaCha8Rng) -> String {
    let n = rng.random_range(1..=5usize);
    let value = |r: usize, c: usize| (r * 2 + c) % n + 1;
    // A square whose rows are shifts of one another; signs are read off it, so that they agree.
    let shown = rng.random_range(0.0..0.5);
    let mut lines = Vec::new();
    for r in 0..n {
        let mut line = String::new();
        for c in 0..n {
            let given = rng.random_bool(shown);
            line += &if given { value(r, c).to_string() } else { ".".into() };
            if c + 1 < n {
                let sign = if value(r, c) < value(r, c + 1) { '<' } else { '>' };
                line += &format!(" {} ", if rng.random_bool(0.3) { sign } else { ' ' });
            }
        }
        lines.push(line);
        if r + 1 < n {
            let sign = |c: usize| match (value(r, c), value(r + 1, c)) {
                (a, b) if a < b => "^",
                (a, b) if a > b => "v",
                _ => "-",
            };
            let signs: Vec<&str> =
                (0..n).map(|c| if rng.random_bool(0.3) { sign(c) } else { "-" }).collect();
            lines.push(signs.join("   "));
        }
    }
    let far = if n > 2 && rng.random_bool(0.2) { "\nless: r1c1<r3c3" } else { "" };
    format!("puzzle: futoshiki{far}\n\n{}\n", lines.join("\n"))
}

/// The puzzle that the format reads from a text, if it is one.
fn back(text: &str, format: &'static interchange::Format) -> Result<Entry, String> {
    let reading = Reading { format: Some(format), ..Reading::default() };
    let mut all = interchange::read_all(text, &reading);
    assert_eq!(all.len(), 1, "{}: {text}", format.name);
    all.remove(0).map_err(|error| error.to_string())
}

/// Writes and reads a puzzle; returns whether the format can express it.
fn there_and_back(
    entry: &Entry,
    answer: Option<&Answer>,
    format: &'static interchange::Format,
) -> bool {
    let Ok(written) = interchange::write(format, Sheet { entry, answer }) else { return false };
    if format.read.is_none() || !written.lost.is_empty() {
        return false;
    }
    let filled_grid = ["native", "grid", "flowsolver", "thomasahle"];
    if answer.is_some() && filled_grid.contains(&format.name) {
        return true;
    }
    let shown = clew::puzzle::format::write_native(entry);
    let again = back(&written.text, format)
        .unwrap_or_else(|why| panic!("{}: {why}\n{}\n{shown}", format.name, written.text));
    // Labels may be renamed, so that only their number and places count.
    let places = |entry: &Entry| {
        let mut names: Vec<String> = Vec::new();
        let number = |token: String| {
            let known = names.iter().position(|name| *name == token);
            known.unwrap_or_else(|| {
                names.push(token);
                names.len() - 1
            })
        };
        let labels: Vec<usize> = entry.puzzle.tokens(None).into_iter().map(number).collect();
        labels
    };
    let links = !entry.puzzle.words().is_empty();
    if links {
        assert_eq!(places(entry), places(&again), "{}\n{}\n{shown}", format.name, written.text);
        assert_eq!(entry.puzzle.words(), again.puzzle.words(), "{}", format.name);
        assert_eq!(entry.puzzle.board(), again.puzzle.board(), "{}\n{shown}", format.name);
    } else {
        assert_eq!(entry.puzzle, again.puzzle, "{}\n{}\n{shown}", format.name, written.text);
    }
    // A solution in a format is read back.
    if let Some(answer) = answer {
        let found = again.answers.first();
        let own = found.or(Some(answer)).filter(|_| format.name != "json");
        assert_eq!(own, Some(answer), "{}\n{}", format.name, written.text);
    }
    true
}

fn puzzle(round: u64, rng: &mut ChaCha8Rng) -> Option<Entry> {
    Some(native(&match round % 4 {
        0 => line("hidato", rng),
        1 => line("path", rng),
        2 => links(rng)?,
        _ => square(rng),
    }))
}

#[test]
fn every_format_gives_back_what_it_holds() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut held = vec![[0usize; 4]; FORMATS.len()];
    for round in 0..4000u64 {
        let Some(entry) = puzzle(round, &mut rng) else { continue };
        for (i, format) in FORMATS.iter().enumerate() {
            let held_it = there_and_back(&entry, None, format);
            held[i][(round % 4) as usize] += usize::from(held_it);
        }
    }
    let held: Vec<(&str, [bool; 4])> = FORMATS
        .iter()
        .zip(&held)
        .filter(|(f, _)| f.read.is_some())
        .map(|(f, n)| (f.name, n.map(|n| n > 5)))
        .collect();
    let wanted = [
        ("link", [true; 4]),
        ("kudamono", [true, false, false, false]),
        ("pzpr", [true, false, true, true]),
        ("penpa", [true; 4]),
        ("sudokupad", [false, false, false, true]),
        ("pzprv3", [true, false, true, true]),
        ("json", [true; 4]),
        ("tatham-save", [false; 4]),
        ("janko", [false; 4]),
        ("native", [true; 4]),
        // A level line requires a solution.
        ("flowfree", [false; 4]),
        ("tatham", [true, false, false, true]),
        ("thomasahle", [false, false, true, false]),
        ("flowsolver", [false, false, true, false]),
        ("grid", [true; 4]),
    ];
    assert_eq!(held, wanted);
}

#[test]
fn solutions_are_given_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut held = vec![0usize; FORMATS.len()];
    for round in 0..600u64 {
        let Some(entry) = puzzle(round, &mut rng) else { continue };
        let outcome = run(&entry.puzzle, Task::Solve { limit: 1 }, &Options::default());
        let outcome = outcome.expect("an outcome");
        let Some(answer) = outcome.answers.first() else { continue };
        for (i, format) in FORMATS.iter().enumerate().filter(|(_, f)| f.solutions) {
            held[i] += usize::from(there_and_back(&entry, Some(answer), format));
        }
    }
    for (format, held) in FORMATS.iter().zip(held).filter(|(f, _)| f.read.is_some()) {
        assert_eq!(format.solutions && format.write.is_some(), held > 0, "{}", format.name);
    }
}
