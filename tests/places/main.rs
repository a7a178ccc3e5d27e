//! Random puzzles written as lists of places, in every notation, base and order: each is read back as itself, as its
//! mirror image where the note says so, or it is a question; never as another puzzle.
//!
//! `PLACES=10000` in the environment sets the number of puzzles.

mod kinds;
mod notations;

use clew::families::{named, parse_native};
use clew::interchange::{self, Reading};
use clew::puzzle::Puzzle;
use notations::{Notation, Style};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

/// A place, from 0.
type Place = (usize, usize);

/// A puzzle as a list.
#[derive(Clone, Debug)]
struct List {
    family: &'static str,
    size: Place,
    values: Vec<(Place, usize)>,
    less: Vec<[Place; 2]>,
    walls: Vec<[Place; 2]>,
}

impl List {
    /// The list with rows and columns exchanged.
    fn mirrored(&self) -> List {
        let turn = |(r, c): Place| (c, r);
        List {
            size: turn(self.size),
            values: self.values.iter().map(|&(place, n)| (turn(place), n)).collect(),
            less: self.less.iter().map(|pair| pair.map(turn)).collect(),
            walls: self.walls.iter().map(|pair| pair.map(turn)).collect(),
            ..self.clone()
        }
    }

    /// The puzzle, by the text format.
    fn puzzle(&self) -> Puzzle {
        let name = |(r, c): Place| format!("r{}c{}", r + 1, c + 1);
        let found = named(self.family).expect("a family");
        let mut text = format!("puzzle: {}\n", found.family);
        if found.family.understands("neighbours") {
            text += &format!("neighbours: {}\n", found.neighbours());
        }
        let pairs = |list: &[[Place; 2]], between: &str| -> Vec<String> {
            list.iter().map(|pair| pair.map(name).join(between)).collect()
        };
        if !self.walls.is_empty() {
            text += &format!("walls: {}\n", pairs(&self.walls, "|").join(" "));
        }
        if !self.less.is_empty() {
            text += &format!("less: {}\n", pairs(&self.less, "<").join(" "));
        }
        let mut rows = vec![vec![".".to_string(); self.size.1]; self.size.0];
        self.values.iter().for_each(|&((r, c), n)| rows[r][c] = n.to_string());
        text += "\n";
        rows.iter().for_each(|row| text += &format!("{}\n", row.join(" ")));
        parse_native(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzle
    }
}

/// A random line through all cells of a grid: rows to and fro, then turned at its ends many times.
fn line((rows, cols): Place, rng: &mut ChaCha8Rng) -> Vec<Place> {
    let mut line: Vec<Place> = (0..rows * cols)
        .map(|i| (i / cols, if i / cols % 2 == 0 { i % cols } else { cols - 1 - i % cols }))
        .collect();
    for _ in 0..20 * line.len() {
        if rng.random_bool(0.5) {
            line.reverse();
        }
        let (r, c) = line[0];
        let near: Vec<usize> = (2..line.len())
            .filter(|&i| line[i].0.abs_diff(r) + line[i].1.abs_diff(c) == 1)
            .collect();
        if let Some(&i) = near.choose(rng) {
            line[..i].reverse();
        }
    }
    line
}

/// Some walls that a line does not cross.
fn walls(line: &[Place], (rows, cols): Place, rng: &mut ChaCha8Rng) -> Vec<[Place; 2]> {
    let crossed =
        |pair: [Place; 2]| line.windows(2).any(|step| step == pair || [step[1], step[0]] == pair);
    let mut all: Vec<[Place; 2]> = Vec::new();
    for (r, c) in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
        all.extend((r + 1 < rows).then_some([(r, c), (r + 1, c)]));
        all.extend((c + 1 < cols).then_some([(r, c), (r, c + 1)]));
    }
    all.retain(|pair| !crossed(*pair));
    all.shuffle(rng);
    let most = if rng.random_bool(0.5) { 0 } else { rng.random_range(0..4) };
    all.truncate(most);
    all
}

/// A random puzzle of a family.
fn random(family: &'static str, rng: &mut ChaCha8Rng) -> List {
    let side = |rng: &mut ChaCha8Rng| rng.random_range(3..7);
    let size = if rng.random_bool(0.6) {
        let n = side(rng);
        (n, n)
    } else {
        (side(rng), side(rng))
    };
    let line = line(size, rng);
    let n = line.len();
    let mut list = List { family, size, values: Vec::new(), less: Vec::new(), walls: Vec::new() };
    match family {
        "hidato" | "numbrix" => {
            let mut at: Vec<usize> = (0..n).collect();
            at.shuffle(rng);
            at.truncate(rng.random_range(2..n));
            list.values = at.into_iter().map(|i| (line[i], i + 1)).collect();
        }
        "zip" => {
            let mut at: Vec<usize> = (1..n - 1).collect();
            at.shuffle(rng);
            at.truncate(rng.random_range(0..5));
            at.extend([0, n - 1]);
            at.sort_unstable();
            list.values = at.iter().enumerate().map(|(k, &i)| (line[i], k + 1)).collect();
            list.walls = walls(&line, size, rng);
        }
        "numberlink" => {
            let pieces = rng.random_range(1..=n / 4);
            for k in 0..pieces {
                let (from, to) = (k * n / pieces, (k + 1) * n / pieces - 1);
                list.values.extend([(line[from], k + 1), (line[to], k + 1)]);
            }
        }
        _ => {
            let n = size.0;
            list.size = (n, n);
            let mut rows: Vec<usize> = (0..n).collect();
            let mut cols = rows.clone();
            rows.shuffle(rng);
            cols.shuffle(rng);
            let value = |(r, c): Place| (rows[r] + cols[c]) % n + 1;
            for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
                if rng.random_bool(0.15) {
                    list.values.push(((r, c), value((r, c))));
                }
                for other in [(r, c + 1), (r + 1, c)] {
                    if other.0 < n && other.1 < n && rng.random_bool(0.3) {
                        let smaller = value((r, c)) < value(other);
                        list.less.push(if smaller { [(r, c), other] } else { [other, (r, c)] });
                    }
                }
            }
            if list.less.is_empty() {
                list.less.push(if value((0, 0)) < value((0, 1)) {
                    [(0, 0), (0, 1)]
                } else {
                    [(0, 1), (0, 0)]
                });
            }
        }
    }
    list
}

#[test]
fn lists_are_read_back_or_asked_about() {
    let count = std::env::var("PLACES").ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let mut rng = ChaCha8Rng::seed_from_u64(61);
    let mut seen: BTreeMap<(&str, String), [usize; 3]> = BTreeMap::new();
    for _ in 0..count {
        let family = *["hidato", "numbrix", "zip", "numberlink", "futoshiki"]
            .choose(&mut rng)
            .expect("five");
        let list = random(family, &mut rng);
        for notation in Notation::ALL {
            let style = Style {
                base: rng.random_range(0..2),
                column_first: notation.is_open() && rng.random_bool(0.3),
                kind: rng.random_bool(0.4),
            };
            let Some(text) = notation.write(&list, style) else { continue };
            // Families may be named, and so may base and order.
            let mut said = Reading::default();
            if rng.random_bool(0.6) || family == "numbrix" {
                let found = named(family).expect("a family");
                (said.family, said.alias) = (Some(found.family), found.alias);
            }
            let told = rng.random_bool(0.3) && !matches!(notation, Notation::Letters);
            if told {
                said.places.base = Some(style.base as u8);
                said.places.column_first = Some(style.column_first);
                said.places.larger_first = Some(false);
                said.places.value_first = Some(false);
                said.places.size = Some((list.size.0 as u16, list.size.1 as u16));
            }
            let tally = seen.entry((family, format!("{notation:?}"))).or_default();
            let read = interchange::read_all(&text, &said);
            let entry = match &read[..] {
                [Ok(entry)] => entry,
                [Err(why), ..] => {
                    // Nothing that is asked about is refused.
                    let asked = interchange::reading::is_question(why);
                    // Three places with values may also be the rows of a board of three.
                    let grid = list.size == (3, 3) && list.values.len() == 3;
                    let decided = told && said.family.is_some() && !grid;
                    assert!(asked && !decided, "{why}\n{list:?} {style:?} {notation:?}:\n{text}");
                    tally[2] += 1;
                    continue;
                }
                _ => panic!("{} puzzles in {text}", read.len()),
            };
            let reading = entry.guessed.reading.as_deref().unwrap_or_default();
            if entry.puzzle == list.puzzle() {
                tally[0] += 1;
            } else {
                let mirror =
                    reading.contains("mirror image") && entry.puzzle == list.mirrored().puzzle();
                assert!(
                    mirror && !told,
                    "{list:?} {style:?} {notation:?} is read as another:\n{text}\n{reading}"
                );
                tally[1] += 1;
            }
        }
    }
    let mut sums = [0usize; 3];
    for (key, tally) in &seen {
        if std::env::var("PLACES").is_ok() {
            println!("{key:?}: {} equal, {} mirrored, {} asked", tally[0], tally[1], tally[2]);
        }
        sums.iter_mut().zip(tally).for_each(|(sum, n)| *sum += n);
    }
    println!("{} equal, {} mirrored, {} asked", sums[0], sums[1], sums[2]);
    assert!(10 * sums[2] < 4 * sums.iter().sum::<usize>(), "most are read: {sums:?}");
}
