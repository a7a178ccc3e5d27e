//! Layered counts of squares and links: states and seconds.
//!
//! `cargo bench --bench layers [WORD]` runs the instances whose name contains WORD, each once.
//! Instances are made from seeds, so every machine counts the same ones.

use std::time::Instant;

use clew::dp::{Counting, Runner};
use clew::families::futoshiki::counting as latin;
use clew::families::numberlink::counting as links;
use clew::families::{Cover, Futoshiki, Numberlink, Touch};
use clew::puzzle::{Board, Neighbourhood};
use clew::run::Budget;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn shuffled(rng: &mut ChaCha8Rng, n: u32) -> Vec<u32> {
    let mut p: Vec<u32> = (0..n).collect();
    for i in (1..p.len()).rev() {
        p.swap(i, rng.random_range(0..=i));
    }
    p
}

/// `signs` signs between neighbours, read off a shuffled cyclic square.
fn futoshiki(n: u32, signs: usize, seed: u64) -> Futoshiki {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (rows, cols, values) =
        (shuffled(&mut rng, n), shuffled(&mut rng, n), shuffled(&mut rng, n));
    let at = |c: u32| values[((rows[(c / n) as usize] + cols[(c % n) as usize]) % n) as usize];
    let mut pairs: Vec<[u32; 2]> = (0..n * n)
        .flat_map(|c| {
            [(c % n + 1 < n).then_some([c, c + 1]), (c + n < n * n).then_some([c, c + n])]
        })
        .flatten()
        .collect();
    for i in (1..pairs.len()).rev() {
        pairs.swap(i, rng.random_range(0..=i));
    }
    let less = pairs
        .into_iter()
        .take(signs)
        .map(|[a, b]| if at(a) < at(b) { [a, b] } else { [b, a] })
        .collect();
    Futoshiki { n, given: vec![None; (n * n) as usize], less, gaps: Vec::new() }
}

/// `labels` pairs of random cells.
fn numberlink(size: u32, labels: usize, seed: u64, cover: Cover, touch: Touch) -> Numberlink {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let board = Board::grid(size, size, Neighbourhood::Rook, &vec![true; (size * size) as usize]);
    let cells = shuffled(&mut rng, size * size);
    let ends: Vec<[u32; 2]> =
        cells.chunks_exact(2).take(labels).map(|e| [e[0].min(e[1]), e[0].max(e[1])]).collect();
    let labels = (0..labels).map(|k| k.to_string()).collect();
    Numberlink { board, labels, ends, cover, touch }
}

/// A rook-move numberlink of the corpus, and its known number of solutions.
fn read(text: &str) -> Option<(Numberlink, Option<String>)> {
    let (head, grid) = text.split_once("\n\n")?;
    let key = |k: &str| head.lines().find_map(|l| l.strip_prefix(k)).map(str::trim);
    if key("neighbours:").is_some_and(|n| n != "4") {
        return None;
    }
    let rows: Vec<Vec<&str>> = grid.lines().map(|l| l.split_whitespace().collect()).collect();
    let all: Vec<&str> = rows.concat();
    let present: Vec<bool> = all.iter().map(|&t| t != "#").collect();
    let size = (rows.len() as u32, rows[0].len() as u32);
    let board = Board::grid(size.0, size.1, Neighbourhood::Rook, &present);
    let mut labels: Vec<String> = Vec::new();
    let mut ends: Vec<[u32; 2]> = Vec::new();
    for (cell, &t) in all.iter().filter(|&&t| t != "#").enumerate() {
        match labels.iter().position(|l| l == t) {
            _ if t == "." => {}
            Some(k) => ends[k][1] = cell as u32,
            None => {
                labels.push(t.to_string());
                ends.push([cell as u32; 2]);
            }
        }
    }
    let cover = if key("cover:") == Some("partial") { Cover::Partial } else { Cover::All };
    let touch = match key("touch:") {
        Some("yes") => Touch::Yes,
        Some("no2x2") => Touch::No2x2,
        _ => Touch::No,
    };
    let known = key("solutions:").map(str::to_string);
    Some((Numberlink { board, labels, ends, cover, touch }, known))
}

/// The numberlinks of the corpus (the folder that CLEW_CORPUS names) up to width 50.
fn corpus(limits: &Budget) {
    let Some(folder) = std::env::var_os("CLEW_CORPUS") else { return };
    let Ok(files) = std::fs::read_dir(std::path::Path::new(&folder).join("numberlink")) else {
        return;
    };
    let mut paths: Vec<_> = files.filter_map(|f| Some(f.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let Some((p, known)) = std::fs::read_to_string(&path).ok().and_then(|t| read(&t)) else {
            continue;
        };
        let (rows, cols) = p.board.size();
        if rows.min(cols) <= 50 {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let known = known.unwrap_or("?".into());
            let limits = limits.clone().within(std::time::Duration::from_secs(10));
            show(&format!("corpus {name} {rows}x{cols} ({known})"), &limits, || {
                links::counting(&p)
            });
        }
    }
}

fn show<'a>(name: &str, limits: &Budget, engine: impl FnOnce() -> Option<Box<dyn Counting + 'a>>) {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    if !wanted.is_empty() && !wanted.iter().any(|w| name.contains(w.as_str())) {
        return;
    }
    let start = Instant::now();
    let mut quiet = ();
    let mut run = Runner::new(limits, 0, &mut quiet);
    let Some(engine) = engine() else { return println!("{name:34} too wide") };
    let (answer, stats) = (engine.count(&mut run), run.stats());
    let seconds = start.elapsed().as_secs_f64();
    let total = match answer {
        Ok(n) => n.to_string(),
        Err(why) => format!("stopped: {why}"),
    };
    println!(
        "{name:34} {total:>30}  peak {:>9} states {:>10}  {:>7.1} MB {seconds:>8.3} s",
        stats.peak_states,
        stats.total_states,
        stats.peak_bytes as f64 / 1e6,
    );
}

fn main() {
    let limits = Budget::of_memory(6 << 30);
    for n in 3..=8 {
        let p = Futoshiki {
            n,
            given: vec![None; (n * n) as usize],
            less: Vec::new(),
            gaps: Vec::new(),
        };
        show(&format!("latin {n}"), &limits, || latin::counting(&p, None).ok());
    }
    for (n, signs, seed) in [(7, 32, 1), (8, 60, 1), (8, 60, 2), (8, 60, 3), (8, 50, 1), (9, 80, 1)]
    {
        let p = futoshiki(n, signs, seed);
        show(&format!("futoshiki {n}x{n} {signs} signs #{seed}"), &limits, || {
            latin::counting(&p, None).ok()
        });
    }
    let rules = [
        ("all yes", Cover::All, Touch::Yes, vec![(10, 5, 12), (12, 6, 3), (14, 7, 3)]),
        ("partial yes", Cover::Partial, Touch::Yes, vec![(8, 4, 3), (10, 5, 3)]),
        ("all 2x2", Cover::All, Touch::No2x2, vec![(7, 4, 3), (8, 5, 3)]),
        ("all no", Cover::All, Touch::No, vec![(7, 4, 3), (8, 5, 3), (10, 8, 3)]),
        ("partial no", Cover::Partial, Touch::No, vec![(6, 4, 3), (7, 4, 3)]),
    ];
    for (name, cover, touch, sizes) in rules {
        for (size, labels, seed) in sizes {
            let p = numberlink(size, labels, seed, cover, touch);
            let name = format!("links {size}x{size} {labels} {name} #{seed}");
            show(&name, &limits, || links::counting(&p));
        }
    }
    corpus(&limits);
}
