//! Boards whose sides are joined to the opposite ones, and bridges that two lines cross: read, written, drawn, and
//! compared with all solutions by an oracle that uses only places and directions.
//!
//! The other random comparisons (`modes.rs`, `normal_forms.rs`, `explain.rs`, `repair.rs` and others) include such
//! boards.

use super::support::boards::random_pairs;
use super::support::links::all_links;
use super::support::program::Folder;
use clew::families::{Cover, Numberlink, Touch, parse_json, parse_native};
use clew::interchange::{self, FORMATS, Reading, Sheet};
use clew::puzzle::format::{write_json, write_native, write_solution};
use clew::puzzle::{Answer, Board, Filled, Grid, Neighbourhood, Puzzle, Wrap};
use clew::report::terminal;
use clew::strategy::{Options, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

type Place = (u32, u32);
/// Steps between places, the smaller first.
type Steps = BTreeSet<[Place; 2]>;

/// A board as a person sees it.
struct Seen {
    rows: u32,
    cols: u32,
    present: Vec<bool>,
    walls: Vec<[Place; 2]>,
    wrap: Wrap,
    bridges: Vec<Place>,
    pairs: Vec<[Place; 2]>,
    cover: Cover,
    touch: Touch,
}

/// Up, down, left, right.
const WAYS: [(i64, i64); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

impl Seen {
    fn is_cell(&self, (r, c): Place) -> bool {
        self.present[(r * self.cols + c) as usize]
    }

    /// The place one step on, if a line can go there.
    fn step(&self, (r, c): Place, (dr, dc): (i64, i64)) -> Option<Place> {
        let go = |x: u32, d: i64, n: u32, joined: bool| {
            let x = i64::from(x) + d;
            let n = i64::from(n);
            let round = if x < 0 {
                x + n
            } else if x >= n {
                x - n
            } else {
                x
            };
            (round == x || joined).then_some(round as u32)
        };
        let r2 = go(r, dr, self.rows, matches!(self.wrap, Wrap::Columns | Wrap::Both))?;
        let c2 = go(c, dc, self.cols, matches!(self.wrap, Wrap::Rows | Wrap::Both))?;
        let to = (r2, c2);
        let walled = self.walls.iter().any(|w| *w == [(r, c), to] || *w == [to, (r, c)]);
        (to != (r, c) && self.is_cell(to) && !walled).then_some(to)
    }

    /// All solutions, by walking every line from its first end to its second.
    fn solutions(&self) -> BTreeSet<Steps> {
        let mut walks = Walks {
            seen: self,
            lines: BTreeMap::new(),
            steps: Steps::new(),
            found: BTreeSet::new(),
        };
        for (k, pair) in self.pairs.iter().enumerate() {
            pair.iter().for_each(|&p| {
                walks.lines.insert(p, vec![(k, None)]);
            });
        }
        if self.pairs.is_empty() {
            walks.finish();
        } else {
            walks.line(0);
        }
        walks.found
    }

    fn puzzle(&self) -> Numberlink {
        let plain = Grid::new(self.rows, self.cols, Neighbourhood::Rook, &self.present);
        let grid = Grid { walls: &self.walls, wrap: self.wrap, bridges: &self.bridges, ..plain };
        let board = Board::new(&grid);
        let cell = |(r, c): Place| board.cell_at(r, c).expect("a cell");
        let ends = self.pairs.iter().map(|pair| pair.map(cell)).collect();
        let labels = (1..=self.pairs.len()).map(|k| k.to_string()).collect();
        Numberlink { ends, labels, board, cover: self.cover, touch: self.touch }
    }
}

/// Unfinished lines.
struct Walks<'a> {
    seen: &'a Seen,
    /// For each place the lines through it, on a bridge with their direction: true along the column.
    lines: BTreeMap<Place, Vec<(usize, Option<bool>)>>,
    steps: Steps,
    found: BTreeSet<Steps>,
}

impl Walks<'_> {
    fn line(&mut self, k: usize) {
        for way in WAYS {
            self.walk(k, self.seen.pairs[k][0], way);
        }
    }

    /// Goes one step from a place in a direction, and on.
    fn walk(&mut self, k: usize, from: Place, way: (i64, i64)) {
        let Some(to) = self.seen.step(from, way) else { return };
        let step = [from.min(to), from.max(to)];
        if !self.steps.insert(step) {
            return;
        }
        let bridge = self.seen.bridges.contains(&to);
        let upright = way.0 != 0;
        if to == self.seen.pairs[k][1] {
            if k + 1 < self.seen.pairs.len() { self.line(k + 1) } else { self.finish() }
        } else if bridge
            && !self.lines.get(&to).is_some_and(|l| l.iter().any(|l| l.1 == Some(upright)))
        {
            self.lines.entry(to).or_default().push((k, Some(upright)));
            self.walk(k, to, way);
            self.lines.get_mut(&to).expect("just put there").pop();
        } else if !bridge && self.lines.get(&to).is_none_or(Vec::is_empty) {
            self.lines.insert(to, vec![(k, None)]);
            for next in WAYS.into_iter().filter(|&next| next != (-way.0, -way.1)) {
                self.walk(k, to, next);
            }
            self.lines.insert(to, Vec::new());
        }
        self.steps.remove(&step);
    }

    fn at(&self, place: Place) -> &[(usize, Option<bool>)] {
        self.lines.get(&place).map_or(&[], Vec::as_slice)
    }

    fn finish(&mut self) {
        let seen = self.seen;
        let places = (0..seen.rows).flat_map(|r| (0..seen.cols).map(move |c| (r, c)));
        let cells: Vec<Place> = places.filter(|&p| seen.is_cell(p)).collect();
        let full = |&p: &Place| self.at(p).len() == if seen.bridges.contains(&p) { 2 } else { 1 };
        if seen.cover == Cover::All && !cells.iter().all(full) {
            return;
        }
        // The lines at a place that a step in this direction would continue.
        let met = |p: Place, way: (i64, i64)| -> Vec<usize> {
            let along =
                self.at(p).iter().filter(|l| l.1.is_none_or(|upright| upright == (way.0 != 0)));
            along.map(|l| l.0).collect()
        };
        let beside = |&p: &Place| {
            WAYS.into_iter().any(|way| {
                let Some(to) = seen.step(p, way) else { return false };
                let joined = self.steps.contains(&[p.min(to), p.max(to)]);
                !joined && met(p, way).iter().any(|k| met(to, way).contains(k))
            })
        };
        let name = |p: Place| self.at(p).iter().map(|l| l.0).collect::<BTreeSet<usize>>();
        // A block is a place, the one below, and those to the right of both, whether or not walls part them.
        let open = Seen {
            walls: Vec::new(),
            bridges: Vec::new(),
            pairs: Vec::new(),
            present: vec![true; seen.present.len()],
            ..*seen
        };
        let block = |&p: &Place| {
            let (Some(below), Some(right)) = (open.step(p, (1, 0)), open.step(p, (0, 1))) else {
                return false;
            };
            let corner = open.step(right, (1, 0)).expect("below the right one");
            let three = [below, right, corner].map(name);
            name(p).iter().any(|k| three.iter().all(|names| names.contains(k)))
        };
        let forbidden = match seen.touch {
            Touch::Yes => false,
            Touch::No => cells.iter().any(beside),
            Touch::No2x2 => cells.iter().any(block),
        };
        if !forbidden {
            self.found.insert(self.steps.clone());
        }
    }
}

fn random(seed: u64) -> Seen {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (rows, cols) = (rng.random_range(1..=4), rng.random_range(1..=4));
    let holes = [0.0, 0.0, 0.15][rng.random_range(0..3)];
    let present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    let mut walls = Vec::new();
    for _ in 0..[0, 0, 1, 3][rng.random_range(0..4)] {
        let (r, c) = (rng.random_range(0..rows), rng.random_range(0..cols));
        let down = rng.random_bool(0.5);
        walls.push([(r, c), if down { ((r + 1) % rows, c) } else { (r, (c + 1) % cols) }]);
    }
    let wrap = [Wrap::None, Wrap::Rows, Wrap::Columns, Wrap::Both][rng.random_range(0..4)];
    let mut bridges: Vec<Place> = Vec::new();
    for _ in 0..rng.random_range(0..=3) {
        let place = (rng.random_range(0..rows), rng.random_range(0..cols));
        if present[(place.0 * cols + place.1) as usize] && !bridges.contains(&place) {
            bridges.push(place);
        }
    }
    let cover = [Cover::All, Cover::Partial][rng.random_range(0..2)];
    let touch = [Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..3)];
    let mut seen =
        Seen { rows, cols, present, walls, wrap, bridges, pairs: Vec::new(), cover, touch };
    let board = seen.puzzle().board;
    let pairs = random_pairs(&mut rng, &board);
    seen.pairs = pairs.into_iter().map(|pair| pair.map(|c| board.place(c))).collect();
    seen
}

/// The steps of an answer.
fn steps(puzzle: &Numberlink, on: &[bool]) -> Steps {
    let edges = puzzle.board.edges().iter().zip(on).filter(|(_, on)| **on);
    edges
        .map(|(pair, _)| {
            let [p, q] = pair.map(|c| puzzle.board.place(c));
            [p.min(q), p.max(q)]
        })
        .collect()
}

/// Compares this many boards; returns the numbers of solutions on boards with joined sides and on boards with bridges,
/// and the number of unique boards.
fn compare(boards: u64, from: u64) -> [usize; 3] {
    let mut met = [0; 3];
    for seed in from..from + boards {
        let seen = random(seed);
        let link = seen.puzzle();
        let label = format!("seed {seed}: {link:?}");
        let wanted = seen.solutions();
        let found: BTreeSet<Steps> = all_links(&link).iter().map(|on| steps(&link, on)).collect();
        assert_eq!(found, wanted, "{label}");
        let puzzle = Puzzle::from(link);
        for solution in &wanted {
            let filled = Filled::Steps(solution.iter().copied().collect());
            let answer = puzzle.answer_of(&filled).expect("steps between neighbours");
            assert_eq!(puzzle.verify(&answer), Ok(()), "{label}");
        }
        let verdict = match wanted.len() {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Multiple,
        };
        let outcome = run(&puzzle, Task::Check, &Options::default()).expect("it can be asked");
        assert_eq!(outcome.verdict(), verdict, "{label}");
        met[0] += if seen.wrap == Wrap::None { 0 } else { wanted.len() };
        met[1] += if seen.bridges.is_empty() { 0 } else { wanted.len() };
        met[2] += usize::from(wanted.len() == 1);
    }
    met
}

#[test]
fn boards_are_what_people_see() {
    let met = compare(1500, 0);
    assert!(met[0] > 300 && met[1] > 300 && met[2] > 60, "{met:?}");
}

/// `CLEW_BOARDS=100000 cargo test --release --test all warps:: -- --ignored`
#[test]
#[ignore = "long"]
fn many_boards_are_what_people_see() {
    let boards = std::env::var("CLEW_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(100_000);
    compare(boards, 1_000_000);
}

/// Edge sets that break a rule are refused: solutions with a step more or less.
#[test]
fn what_is_nearly_a_solution_is_none() {
    let mut refused = 0;
    for seed in 0..400 {
        let link = random(seed).puzzle();
        let all = all_links(&link);
        let puzzle = Puzzle::from(link);
        for on in &all {
            for e in 0..on.len() {
                let mut other = on.clone();
                other[e] = !other[e];
                let right = all.contains(&other);
                assert_eq!(puzzle.verify(&Answer::Links(other)).is_ok(), right, "seed {seed}");
                refused += usize::from(!right);
            }
        }
    }
    assert!(refused > 3000, "{refused}");
}

/// Answers in which lines touch or fill a block, also over a joined side, are refused where that is forbidden,
/// and only there.
#[test]
fn what_touches_is_refused_where_it_must_not() {
    let (mut refused, mut over_a_side) = (0, 0);
    for seed in 0..1_500 {
        let loose = Seen { touch: Touch::Yes, ..random(seed) };
        let all = loose.solutions();
        for touch in [Touch::No, Touch::No2x2] {
            let seen = Seen { touch, ..random(seed) };
            let allowed = seen.solutions();
            let puzzle = Puzzle::from(seen.puzzle());
            for solution in all.iter().take(50) {
                let filled = Filled::Steps(solution.iter().copied().collect());
                let answer = puzzle.answer_of(&filled).expect("steps between neighbours");
                let right = allowed.contains(solution);
                assert_eq!(puzzle.verify(&answer).is_ok(), right, "seed {seed}: {solution:?}");
                refused += usize::from(!right);
                over_a_side += usize::from(!right && seen.wrap != Wrap::None);
            }
        }
    }
    assert!(refused > 500 && over_a_side > 300, "{refused} {over_a_side}");
}

#[test]
fn texts_say_them_and_are_read_again() {
    let mut levels = 0;
    for seed in 0..600 {
        let seen = random(seed);
        if seen.pairs.is_empty() {
            continue;
        }
        let puzzle = Puzzle::from(seen.puzzle());
        let entry = clew::puzzle::Entry::from(puzzle.clone());
        let text = write_native(&entry);
        let again = parse_native(&text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
        assert_eq!(again.board(), puzzle.board(), "{text}");
        let text = write_json(&entry);
        let again = parse_json(&text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
        assert_eq!(again.board(), puzzle.board(), "{text}");
        let special = puzzle.board().is_some_and(|board| !board.is_flat());
        let link = puzzle.downcast::<Numberlink>().expect("links");
        for on in all_links(link).into_iter().take(2) {
            let answer = Answer::Links(on);
            let filled = write_solution(&puzzle, &answer);
            if link.touch == Touch::No {
                let reading = Reading::default();
                let read = interchange::solutions(&entry, &filled, &reading);
                let read = read.unwrap_or_else(|e| panic!("{e}\n{filled}"));
                assert_eq!(read, [Ok(answer.clone())], "{filled}");
            }
            for format in &FORMATS {
                if format.write.is_none() || !format.solutions || format.is_own() || !special {
                    continue;
                }
                let written =
                    interchange::write(format, Sheet { entry: &entry, answer: Some(&answer) });
                if format.name != "flowfree" {
                    assert!(written.is_err(), "{}: {written:?}", format.name);
                    continue;
                }
                let level = written.expect("levels have them").text;
                let read = interchange::read_all(&level, &Reading::default()).remove(0);
                let read = read.unwrap_or_else(|e| panic!("{e}\n{level}"));
                let board = read.puzzle.board().expect("a board");
                assert_eq!(board.edges(), link.board.edges(), "{level}");
                assert_eq!(read.answers, std::slice::from_ref(&answer), "{level}");
                levels += 1;
            }
        }
    }
    assert!(levels > 60, "{levels}");
}

#[test]
fn mistakes_are_named_where_they_stand() {
    for (text, expected) in [
        (
            "puzzle: numberlink\nwrap: sideways\n\nA A\n",
            "line 2, column 7: found \"sideways\", expected \"rows\", \"columns\" or \"both\"",
        ),
        (
            "puzzle: numberlink\nwrap: rows\nwrap: rows\n\nA A\n",
            "line 3, column 1: found \"wrap\", expected every key at most once",
        ),
        (
            "puzzle: numberlink\nneighbours: hex\nwrap: both\n\nA .\n. .\n. A\n",
            "line 3, column 7: found \"both\", expected \"rows\": columns of hexagons fit over the border on an even number of rows, not 3",
        ),
        (
            "puzzle: numberlink\nneighbours: 8\nbridges: r1c2\n\nA . A\n",
            "line 3, column 10: found \"r1c2\", expected no bridge: lines cross where cells have 4 neighbours",
        ),
        (
            "puzzle: numberlink\nbridges: r1c2 r1c1\n\nA . A\n",
            "line 2, column 15: found \"r1c1\", expected a cell to fill; lines neither end nor begin on the bridge r1c1",
        ),
        (
            "puzzle: numberlink\nbridges: r1c2\n\nA # A\n",
            "line 2, column 10: found \"r1c2\", expected a cell; there is none at r1c2",
        ),
        (
            "puzzle: numberlink\nbridges: r1c2 r1c2\n\nA . A\n",
            "line 2, column 15: found \"r1c2\", expected every bridge once; r1c2 is one already",
        ),
        (
            "puzzle: numberlink\nbridges: 3\n\nA . A\n",
            "line 2, column 10: found \"3\", expected cells like r1c1",
        ),
        (
            "puzzle: numberlink\nwalls: r1c1|r1c3\n\nA . A\n",
            "line 2, column 8: found \"r1c1|r1c3\", expected two neighbouring cells; r1c1 and r1c3 are not",
        ),
        (
            "puzzle: hidato\nbridges: r1c2\n\n1 . 3\n",
            "line 2, column 1: found \"bridges\", expected no key \"bridges\" for hidato; it belongs to numberlink",
        ),
        (
            "puzzle: futoshiki\nwrap: rows\n\n1\n",
            "line 2, column 1: found \"wrap\", expected no key \"wrap\" for futoshiki; it belongs to hidato, path, numberlink, zip",
        ),
        (
            "puzzle: hidato\nboard: points\nwrap: rows\n\n0 0 1\n",
            "line 3, column 1: found \"wrap\", expected no such key with \"board: points\"",
        ),
    ] {
        assert_eq!(parse_native(text).expect_err("wrong").to_string(), expected, "{text}");
    }
    for (keys, expected) in [
        ("\"wrap\":1", "found \"1\", expected \"rows\", \"columns\" or \"both\""),
        ("\"bridges\":[[0,1],3]", "found \"3\", expected a cell like [0,1]"),
        (
            "\"bridges\":[[0,0]]",
            "found \"[0,0]\", expected a cell to fill; lines neither end nor begin on the bridge r1c1",
        ),
        ("\"bridge\":[[0,1]]", "expected the key \"bridges\""),
    ] {
        let text = format!("{{\"puzzle\":\"numberlink\",{keys},\"cells\":[[\"A\",null,\"A\"]]}}");
        let error = parse_json(&text).expect_err("wrong").to_string();
        assert!(error.contains(expected), "{error}");
    }
    // The wall between the two ends of a wrapped row.
    let closed = "puzzle: numberlink\nwrap: rows\nwalls: r1c1|r1c3\n\nA . A\n";
    assert_eq!(
        parse_native(closed).expect("well formed").puzzle.board().expect("a board").edges().len(),
        2
    );
}

/// Two lines cross, and two go round; the walls keep B from doing so.
const CROSSED: &str =
    "puzzle: numberlink\nwrap: rows\nwalls: r2c1|r2c3\nbridges: r2c2\n\nC A C\nB . B\nD A D\n";

#[test]
fn drawings_show_them() {
    let text = "puzzle: numberlink\nbridges: r2c2\ncover: partial\n\n# A #\nB . B\n# A #\n";
    let puzzle = parse_native(text).expect("well formed").puzzle;
    let options = terminal::Options::default();
    assert_eq!(terminal::draw(&puzzle, None, options), "▒ A ▒\nB ╬ B\n▒ A ▒\n");
    let outcome = run(&puzzle, Task::Check, &Options::default()).expect("it can be asked");
    assert_eq!((outcome.verdict(), outcome.answers.len()), (Verdict::Unique, 1));
    let answer = &outcome.answers[0];
    assert_eq!(terminal::draw(&puzzle, Some(answer), options), "▒ A ▒\nB─┼─B\n▒ A ▒\n");
    assert_eq!(write_solution(&puzzle, answer), "  #   A   #\n  B B/A   B\n  #   A   #\n");
    let text = "puzzle: numberlink\nwrap: rows\n\nA # . A\n";
    let puzzle = parse_native(text).expect("well formed").puzzle;
    let outcome = run(&puzzle, Task::Check, &Options::default()).expect("it can be asked");
    assert_eq!(outcome.verdict(), Verdict::None, "nothing leads to the third place");
    let puzzle = puzzle.with_word("cover", "partial").expect("a rule");
    let outcome = run(&puzzle, Task::Check, &Options::default()).expect("it can be asked");
    assert_eq!(outcome.verdict(), Verdict::Unique);
    assert_eq!(terminal::draw(&puzzle, Some(&outcome.answers[0]), options), "─A ▒ · A─\n");
}

#[test]
fn the_program_knows_them() {
    let folder = Folder::with(&[("crossed.puzzle", CROSSED)]);
    let solved = folder.run("solve --json crossed.puzzle");
    let cells = &solved.object()["solutions"][0]["cells"];
    assert_eq!(cells[1][1], serde_json::json!(["B", "A"]), "{}", solved.out);
    // A result is a puzzle, and its solution one of it.
    folder.put("result.jsonl", solved.out.as_bytes());
    let verified = folder.run("verify crossed.puzzle result.jsonl");
    assert_eq!(verified.status, 0, "{}{}", verified.out, verified.err);
    for to in ["pzpr", "penpa", "flowsolver"] {
        let refused = folder.run(&format!("convert --to {to} crossed.puzzle"));
        assert_eq!(refused.status, 2, "{to}");
        assert!(refused.err.contains("(wrap)"), "{to}: {}", refused.err);
    }
    let lossy = folder.run("convert --lossy --to pzpr crossed.puzzle");
    assert_eq!(lossy.status, 2, "another board would be another puzzle");
    let king = folder.run("check --neighbours 8 crossed.puzzle");
    assert_eq!((king.status, king.err.contains("bridges")), (2, true), "{}", king.err);
}
