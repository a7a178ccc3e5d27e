//! The frontier counts against drawing paths one label after another.

use super::*;
use crate::Cover;
use clew_count::Run;
use clew_engine::run::Budget;
use clew_puzzle::puzzle::{Board, Cell, Neighbourhood};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;

const RULES: [(Cover, Touch); 6] = [
    (Cover::All, Touch::No),
    (Cover::All, Touch::No2x2),
    (Cover::All, Touch::Yes),
    (Cover::Partial, Touch::No),
    (Cover::Partial, Touch::No2x2),
    (Cover::Partial, Touch::Yes),
];

/// All solutions as (edges, label of each cell), by walking each label's path in turn and judging
/// the finished drawing by the rules as they are written; shares nothing with the module.
fn brute(p: &Numberlink) -> Vec<(Vec<bool>, Vec<Option<usize>>)> {
    struct Walk<'a> {
        p: &'a Numberlink,
        label: Vec<Option<usize>>,
        edges: Vec<bool>,
        out: Vec<(Vec<bool>, Vec<Option<usize>>)>,
    }
    impl Walk<'_> {
        fn path(&mut self, k: usize, at: Cell) {
            if at == self.p.ends[k][1] {
                if k + 1 < self.p.ends.len() {
                    return self.path(k + 1, self.p.ends[k + 1][0]);
                }
                return self.judge();
            }
            let steps: Vec<(Cell, u32)> = self
                .p
                .board
                .neighbours(at)
                .iter()
                .copied()
                .zip(self.p.board.incident(at).iter().copied())
                .collect();
            for (q, e) in steps {
                let free = self.label[q as usize].is_none();
                if free || q == self.p.ends[k][1] {
                    let old = self.label[q as usize].replace(k);
                    self.edges[e as usize] = true;
                    self.path(k, q);
                    self.edges[e as usize] = false;
                    self.label[q as usize] = old;
                }
            }
        }
        fn judge(&mut self) {
            let p = self.p;
            if p.cover == Cover::All && self.label.contains(&None) {
                return;
            }
            let same = |cells: &[Cell]| {
                let first = self.label[cells[0] as usize];
                first.is_some() && cells.iter().all(|&c| self.label[c as usize] == first)
            };
            let fine = match p.touch {
                Touch::Yes => true,
                Touch::No => {
                    p.board.edges().iter().zip(&self.edges).all(|(pair, &on)| on || !same(pair))
                }
                Touch::No2x2 => {
                    let (rows, cols) = p.board.size();
                    (1..rows).all(|r| {
                        (1..cols).all(|c| {
                            let at = |dr, dc| p.board.cell_at(r - dr, c - dc);
                            match (at(1, 1), at(1, 0), at(0, 1), at(0, 0)) {
                                (Some(a), Some(b), Some(c), Some(d)) => !same(&[a, b, c, d]),
                                _ => true,
                            }
                        })
                    })
                }
            };
            if fine {
                self.out.push((self.edges.clone(), self.label.clone()));
            }
        }
    }
    let mut label = vec![None; p.board.len()];
    for (k, ends) in p.ends.iter().enumerate() {
        for &c in ends {
            label[c as usize] = Some(k);
        }
    }
    let mut w = Walk { p, label, edges: vec![false; p.board.edges().len()], out: Vec::new() };
    if p.ends.is_empty() {
        w.judge();
    } else {
        w.path(0, p.ends[0][0]);
    }
    w.out
}

/// A puzzle from rows of text: `.` open, `#` no cell, anything else a label.
fn parse(text: &str, moves: Neighbourhood) -> Numberlink {
    let rows: Vec<Vec<String>> =
        text.split_whitespace().map(|r| r.chars().map(String::from).collect()).collect();
    build(&rows, moves)
}

fn build(rows: &[Vec<String>], moves: Neighbourhood) -> Numberlink {
    let all = rows.concat();
    let present: Vec<bool> = all.iter().map(|c| c != "#").collect();
    let board = Board::grid(rows.len() as u32, rows[0].len() as u32, moves, &present);
    let mut labels: Vec<String> = Vec::new();
    let mut ends: Vec<Vec<Cell>> = Vec::new();
    for (cell, name) in all.into_iter().filter(|c| c != "#").enumerate() {
        match labels.iter().position(|l| *l == name) {
            _ if name == "." => {}
            Some(k) => ends[k].push(cell as u32),
            None => {
                labels.push(name);
                ends.push(vec![cell as u32]);
            }
        }
    }
    let ends = ends.iter().map(|e| [e[0], e[1]]).collect();
    Numberlink { board, labels, ends, cover: Cover::All, touch: Touch::No }
}

/// Puts a question to an engine.
fn asked<T>(limits: &Budget, ask: impl FnOnce(&mut Runner<'_>) -> Result<T, Stop>) -> Run<T> {
    let mut quiet = ();
    let mut runner = Runner::new(limits, 1, &mut quiet);
    let answer = ask(&mut runner);
    Run { answer, stats: runner.stats() }
}

fn count<'a>(question: impl Into<Question<'a>>, limits: &Budget) -> Run<BigUint> {
    let engine = counting(question).unwrap();
    asked(limits, |run| engine.count(run))
}

fn first_solutions(p: &Numberlink, k: usize) -> Vec<Vec<bool>> {
    let engine = counting(p).unwrap();
    let found = asked(&Budget::unlimited(), |run| engine.first(k, run)).answer.unwrap();
    found.into_iter().map(|edges| drawing(p, &edges)).collect()
}

fn sample(p: &Numberlink, k: usize, seed: u64) -> Vec<Vec<bool>> {
    let engine = counting(p).unwrap();
    let mut all = Vec::new();
    let run = asked(&Budget::unlimited(), |run| {
        engine.draw(k, seed, run, &mut |edges| {
            all.push(drawing(p, &edges));
            ControlFlow::Continue(())
        })
    });
    run.answer.unwrap();
    all
}

fn total(p: &Numberlink) -> BigUint {
    count(p, &Budget::unlimited()).answer.unwrap()
}

/// The general program, also where the fast one would be taken.
fn general(p: &Numberlink) -> BigUint {
    let engine = Widening::new(p.into()).unwrap();
    asked(&Budget::unlimited(), |run| engine.count(run)).answer.unwrap()
}

fn random(rng: &mut ChaCha8Rng, rows: u32, cols: u32, moves: Neighbourhood) -> Numberlink {
    let holes = if rng.random_bool(0.3) { 0.12 } else { 0.0 };
    let present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    let walls: Vec<[(u32, u32); 2]> = (0..rng.random_range(0..3))
        .map(|_| {
            let (r, c) = (rng.random_range(0..rows), rng.random_range(0..cols));
            [(r, c), if rng.random_bool(0.5) { (r + 1, c) } else { (r, c + 1) }]
        })
        .collect();
    let walls = if rng.random_bool(0.2) { &walls[..] } else { &[] };
    let board = Board::grid_with_walls(rows, cols, moves, &present, walls);
    let mut cells: Vec<Cell> = (0..board.len() as u32).collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, rng.random_range(0..=i));
    }
    let labels = rng.random_range(0..=(cells.len() / 2).min(4));
    let ends: Vec<[Cell; 2]> =
        cells.chunks_exact(2).take(labels).map(|e| [e[0].min(e[1]), e[0].max(e[1])]).collect();
    let labels = (0..ends.len()).map(|k| k.to_string()).collect();
    Numberlink { board, labels, ends, cover: Cover::All, touch: Touch::No }
}

/// Every figure of the module against brute force under all rules; returns how many solutions.
fn check(p: &Numberlink) -> usize {
    let mut seen = 0;
    for (cover, touch) in RULES {
        let p = Numberlink { cover, touch, ..p.clone() };
        let truth = brute(&p);
        seen += truth.len();
        let expect = BigUint::from(truth.len());
        assert_eq!(total(&p), expect, "{p:?}");
        assert_eq!(general(&p), expect, "{p:?}");
    }
    seen
}

fn check_details(p: &Numberlink) {
    let limits = Budget::unlimited();
    for (cover, touch) in RULES {
        let p = Numberlink { cover, touch, ..p.clone() };
        let mut truth = brute(&p);
        truth.sort_unstable();
        let mut edges = vec![BigUint::default(); p.board.edges().len()];
        let mut cells = vec![vec![BigUint::default(); p.ends.len() + 1]; p.board.len()];
        for (on, label) in &truth {
            for (n, &on) in edges.iter_mut().zip(on) {
                *n += u8::from(on);
            }
            for (n, label) in cells.iter_mut().zip(label) {
                n[label.unwrap_or(p.ends.len())] += 1u8;
            }
        }
        let general = Widening::new((&p).into()).unwrap();
        let by_edge = asked(&limits, |run| general.ask(run, |program, run| program.marginals(run)));
        assert_eq!(by_edge.answer.unwrap().items, edges, "{p:?}");
        let engine = counting(&p).unwrap();
        let by_cell = asked(&limits, |run| engine.marginals(run)).answer.unwrap();
        assert_eq!(by_cell.items, cells.concat(), "{p:?}");
        assert_eq!(by_cell.total, BigUint::from(truth.len()), "{p:?}");
        let mut all = first_solutions(&p, truth.len() + 1);
        all.sort_unstable();
        assert!(all.iter().eq(truth.iter().map(|t| &t.0)), "{p:?}");
        // Edges known from a solution, some of them: the solutions that agree.
        if let Some((on, _)) = truth.get(truth.len() / 2) {
            let known: Vec<Option<bool>> =
                on.iter().enumerate().map(|(i, &on)| (i % 3 == 0).then_some(on)).collect();
            let agree =
                |t: &Vec<bool>| t.iter().zip(&known).all(|(t, k)| k.is_none_or(|k| k == *t));
            let expect = BigUint::from(truth.iter().filter(|t| agree(&t.0)).count());
            let question = Question { puzzle: &p, known: &known };
            assert_eq!(count(question, &limits).answer, Ok(expect));
        }
        for s in sample(&p, 2, 1) {
            assert!(all.binary_search(&s).is_ok());
        }
    }
}

#[test]
fn rook_boards_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut seen = 0;
    for _ in 0..1_500 {
        let (rows, cols) = (rng.random_range(1..=4), rng.random_range(1..=4));
        seen += check(&random(&mut rng, rows, cols, Neighbourhood::Rook));
    }
    for _ in 0..40 {
        seen += check(&random(&mut rng, 4, 5, Neighbourhood::Rook));
    }
    assert!(seen > 10_000, "{seen}");
}

#[test]
fn hex_and_king_boards_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = 0;
    for i in 0..600 {
        let moves = if i % 2 == 0 { Neighbourhood::Hex } else { Neighbourhood::King };
        let (rows, cols) = (rng.random_range(1..=3), rng.random_range(1..=4));
        seen += check(&random(&mut rng, rows, cols, moves));
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn edges_labels_samples_and_solutions_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for i in 0..200 {
        let moves = [Neighbourhood::Rook, Neighbourhood::Rook, Neighbourhood::Hex][i % 3];
        let (rows, cols) = (rng.random_range(1..=4), rng.random_range(1..=4));
        check_details(&random(&mut rng, rows, cols, moves));
    }
}

#[test]
fn the_rules_matter() {
    // Solutions under (all, no), (all, yes), (partial, no), (partial, yes).
    let four = [RULES[0], RULES[2], RULES[3], RULES[5]];
    let cases: [(&str, [Option<u32>; 4]); 6] = [
        ("AB.. .... CABC ....", [Some(0), Some(1), Some(1), Some(2)]),
        ("C...B A.BA. ...C. .....", [Some(1); 4]),
        (".... .ab. ..b. a...", [Some(0), Some(5), Some(4), Some(40)]),
        ("AA BB .. ..", [Some(0), Some(1), Some(1), Some(3)]),
        (
            "B...I... ....EH.. B....... ..F...E. .FA.I... A...G..H DC.C.... .D..G...",
            [Some(0), Some(80), None, Some(589_152)],
        ),
        ("7...3 913.. ...7. ..... 9...1", [Some(1); 4]),
    ];
    for (text, expect) in cases {
        let p = parse(text, Neighbourhood::Rook);
        for ((cover, touch), expect) in four.into_iter().zip(expect) {
            let p = Numberlink { cover, touch, ..p.clone() };
            if let Some(n) = expect {
                assert_eq!(total(&p), BigUint::from(n), "{text} {cover:?} {touch:?}");
                assert_eq!(general(&p), BigUint::from(n), "{text} {cover:?} {touch:?}");
            }
        }
    }
}

#[test]
fn transposed_boards_count_equal() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut seen = BigUint::default();
    for i in 0..60 {
        let (rows, cols) = (rng.random_range(4..=6), rng.random_range(4..=7));
        let mut p = random(&mut rng, rows, cols, Neighbourhood::Rook);
        (p.cover, p.touch) = RULES[i % 6];
        let place = |c: Cell| p.board.place(c);
        let mut present = vec![false; (rows * cols) as usize];
        for c in 0..p.board.len() as u32 {
            let (r, k) = place(c);
            present[(k * rows + r) as usize] = true;
        }
        let walls: Vec<[(u32, u32); 2]> = p
            .board
            .walls()
            .iter()
            .map(|w| {
                w.map(|c| {
                    let (r, k) = place(c);
                    (k, r)
                })
            })
            .collect();
        let board = Board::grid_with_walls(cols, rows, Neighbourhood::Rook, &present, &walls);
        let turn = |c: Cell| {
            let (r, k) = place(c);
            board.cell_at(k, r).unwrap()
        };
        let ends = p
            .ends
            .iter()
            .map(|e| {
                let [a, b] = e.map(turn);
                [a.min(b), a.max(b)]
            })
            .collect();
        let turned = Numberlink { ends, board: board.clone(), ..p.clone() };
        // The scan follows the smaller dimension, so square boards are really scanned the other way.
        let n = total(&p);
        assert_eq!(n, total(&turned), "{p:?}");
        assert_eq!(n, general(&turned), "{p:?}");
        seen += n;
    }
    assert!(seen > BigUint::from(1_000u32), "{seen}");
}

#[test]
fn samples_are_uniform() {
    // 40 solutions, each expected 500 times with a deviation of 22.
    let mut p = parse(".... .ab. ..b. a...", Neighbourhood::Rook);
    (p.cover, p.touch) = (Cover::Partial, Touch::Yes);
    let mut seen = std::collections::HashMap::new();
    for s in sample(&p, 20_000, 9) {
        *seen.entry(s).or_insert(0u32) += 1;
    }
    assert_eq!(seen.len(), 40);
    assert!(seen.values().all(|&n| n.abs_diff(500) < 110), "{seen:?}");
}

#[test]
fn limits_stop_a_count() {
    let rows = "A.........B ........... ........... ........... ...........";
    let rows = format!("{rows} ........... {rows}").replace('\n', " ");
    let mut p = parse(&rows, Neighbourhood::Rook);
    p.cover = Cover::Partial;
    for touch in [Touch::No, Touch::Yes] {
        p.touch = touch;
        let tight = Budget::of_memory(20_000);
        let Run { answer, stats } = count(&p, &tight);
        assert_eq!(answer, Err(Stop::Memory));
        assert!(stats.peak_bytes <= 20_000);
        let engine = counting(&p).unwrap();
        assert_eq!(asked(&tight, |run| engine.first(1, run)).answer, Err(Stop::Memory));
        assert_eq!(asked(&tight, |run| engine.marginals(run)).answer, Err(Stop::Memory));
    }
}

#[test]
fn wide_boards_take_wider_keys() {
    // 20 columns of 16 labels do not fit a word, and guards hardly fit two.
    let top: String = (0..16u8).map(|i| char::from(b'a' + i)).collect();
    let text = format!("{top}.... .................... {top}....");
    let p = parse(&text, Neighbourhood::Rook);
    let turned = |p: &Numberlink| Numberlink { cover: Cover::Partial, ..p.clone() };
    for touch in [Touch::No, Touch::No2x2, Touch::Yes] {
        let p = Numberlink { touch, ..turned(&p) };
        assert_eq!(total(&p), general(&p));
        assert!(total(&p) > BigUint::default());
    }
}

/// Run with CLEW_CORPUS naming a folder of puzzle files: counts where files state them.
#[test]
fn corpus_files_have_their_counts() {
    let Some(folder) = std::env::var_os("CLEW_CORPUS") else { return };
    let mut counted = 0;
    for file in std::fs::read_dir(std::path::Path::new(&folder).join("numberlink")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let (head, grid) = text.split_once("\n\n").unwrap();
        let key = |k: &str| head.lines().find_map(|l| l.strip_prefix(k)).map(str::trim);
        let Some(known) = key("solutions:") else { continue };
        let moves = match key("neighbours:") {
            Some("8") => Neighbourhood::King,
            Some("hex") => Neighbourhood::Hex,
            _ => Neighbourhood::Rook,
        };
        let rows: Vec<Vec<String>> =
            grid.lines().map(|l| l.split_whitespace().map(String::from).collect()).collect();
        let mut p = build(&rows, moves);
        if key("cover:") == Some("partial") {
            p.cover = Cover::Partial;
        }
        p.touch = match key("touch:") {
            Some("yes") => Touch::Yes,
            Some("no2x2") => Touch::No2x2,
            _ => Touch::No,
        };
        let limits = Budget::of_memory(1 << 30).within(std::time::Duration::from_secs(5));
        match count(&p, &limits).answer {
            Ok(n) => assert_eq!(n.to_string(), known, "{head}"),
            Err(why) => eprintln!("{why}: {}", head.lines().nth(1).unwrap_or_default()),
        }
        counted += 1;
    }
    assert!(counted > 0);
}
