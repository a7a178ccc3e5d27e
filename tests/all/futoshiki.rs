//! The futoshiki networks under both searches: equal counts on random squares, and the sizes of the trees.
//!
//! `CLEW_CORPUS=… cargo test --release --test futoshiki -- --nocapture` prints nodes and failures on
//! the corpus and on squares with holes. They do not depend on the machine; times do.

use clew::families::Futoshiki;
use clew::families::futoshiki;
use clew::families::parse_native;
use clew::kernel::Engine;
use clew::puzzle::network::BuildOptions;
use clew::run::{Budget, End, Exhausted, Stats, Stop};
use clew::search::{BranchSpec, Brancher, Count, LearnOptions, Learner, VarOrder, dfs};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::path::Path;

struct Setting {
    name: &'static str,
    network: &'static str,
    without: &'static [&'static str],
    learn: bool,
}

const SETTINGS: [Setting; 7] = {
    const fn set(
        name: &'static str,
        network: &'static str,
        without: &'static [&'static str],
        learn: bool,
    ) -> Setting {
        Setting { name, network, without, learn }
    }
    [
        set("latin", "latin", &[], false),
        set("latin, no line_order", "latin", &["line_order"], false),
        set("latin, no domain", "latin", &["all_different_domain"], false),
        set("latin, neither", "latin", &["line_order", "all_different_domain"], false),
        set("latin, learning", "latin", &[], true),
        set("binary", "binary", &[], false),
        set("binary, learning", "binary", &[], true),
    ]
};

struct Measured {
    end: End,
    stats: Stats,
}

/// Counts solutions up to `limit`.
fn measure(p: &Futoshiki, s: &Setting, limit: Option<u64>, nodes: Option<u64>) -> Measured {
    let without = s.without.iter().map(|s| s.to_string()).collect();
    let options = BuildOptions { without, ..BuildOptions::default() };
    let mut built = futoshiki::build(p, s.network, &options).expect("it applies");
    let mut stats = Stats::default();
    let mut end = Ok(Exhausted);
    if !built.model.infeasible {
        let mut count = Count { found: 0, limit };
        let budget = Budget { nodes, ..Budget::default() };
        let groups = built.model.groups.clone();
        let engine: &mut Engine = &mut built.model.engine;
        if s.learn {
            let options = LearnOptions { first_reduce: 200, ..LearnOptions::default() };
            if let Ok(mut learner) = Learner::new(engine, &groups, options, &mut ()) {
                end = learner.run(engine, &mut count, &budget, &mut stats, &mut ());
            }
        } else {
            let spec = BranchSpec { order: VarOrder::SmallestDomain, ..BranchSpec::default() };
            let mut brancher = Brancher::new(&groups, spec, engine.store());
            end = dfs(engine, &mut brancher, &mut count, &budget, &mut stats, &mut ());
        }
        stats.solutions = count.found;
    }
    Measured { end, stats }
}

/// A shuffled cyclic square of order n; each cell is given with this probability.
fn with_holes(n: u32, holes: f64, signs: f64, seed: u64) -> Futoshiki {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut shuffled = || {
        let mut p: Vec<u32> = (0..n).collect();
        for i in (1..p.len()).rev() {
            p.swap(i, rng.random_range(0..=i));
        }
        p
    };
    let (rows, cols, values) = (shuffled(), shuffled(), shuffled());
    let at = |c: u32| values[((rows[(c / n) as usize] + cols[(c % n) as usize]) % n) as usize] + 1;
    let given = (0..n * n).map(|c| (!rng.random_bool(holes)).then(|| at(c))).collect();
    let mut less = Vec::new();
    for c in 0..n * n {
        for (d, there) in [(c + 1, c % n + 1 < n), (c + n, c / n + 1 < n)] {
            if there && rng.random_bool(signs) {
                less.push(if at(c) < at(d) { [c, d] } else { [d, c] });
            }
        }
    }
    Futoshiki { n, given, less, gaps: Vec::new() }
}

#[test]
fn all_settings_count_alike() {
    let mut several = 0;
    for seed in 0..150 {
        let n = [3, 4, 5, 6][seed as usize % 4];
        let mut p = with_holes(n, 0.75, 0.2, seed);
        if seed % 5 == 0 {
            // Often a contradiction that takes search to find.
            p.less.iter_mut().take(1).for_each(|l| l.swap(0, 1));
        }
        let counts: Vec<u64> = SETTINGS
            .iter()
            .map(|s| {
                let m = measure(&p, s, None, None);
                assert_eq!(m.end, Ok(Exhausted), "{}", s.name);
                m.stats.solutions
            })
            .collect();
        assert!(counts.iter().all(|&c| c == counts[0]), "{counts:?} on {p:?}");
        several += u32::from(counts[0] > 1);
    }
    assert!(several > 40, "{several} with several solutions");
}

fn report(name: &str, puzzles: &[(String, Futoshiki, Option<bool>)], limit: u64, each: bool) {
    for s in &SETTINGS {
        let mut sum = Stats::default();
        let (mut worst, mut over) = ((0, ""), 0);
        for (file, p, unique) in puzzles {
            let m = measure(p, s, Some(2), Some(limit));
            if m.end == Err(Stop::Nodes) {
                over += 1;
            } else {
                let one = m.stats.solutions == 1;
                assert!(unique.is_none_or(|u| u == one), "{} {file}: {:?}", s.name, m.stats);
            }
            if each && s.name == "latin" {
                let (nodes, failures) = (m.stats.nodes, m.stats.failures);
                println!("{file}: {nodes} nodes, {failures} failures");
            }
            sum.add(&m.stats);
            if m.stats.nodes > worst.0 {
                worst = (m.stats.nodes, file);
            }
        }
        println!(
            "{name}, {}: {} nodes, {} failures, at most {} nodes ({}), {over} over {limit}",
            s.name, sum.nodes, sum.failures, worst.0, worst.1
        );
    }
}

#[test]
fn trees_are_small() {
    let Ok(corpus) = std::env::var("CLEW_CORPUS") else { return };
    let folder = Path::new(&corpus).join("futoshiki");
    let mut puzzles = Vec::new();
    for file in std::fs::read_dir(folder).expect("the corpus has a folder a family") {
        let file = file.expect("readable").path();
        let text = std::fs::read_to_string(&file).expect("readable");
        let entry = parse_native(&text).expect("the corpus is well-formed");
        if let Some(p) = entry.puzzle.downcast::<Futoshiki>() {
            let name = file.file_name().expect("a file").to_string_lossy().to_string();
            puzzles.push((name, p.clone(), entry.solutions.map(|s| s == "1")));
        }
    }
    puzzles.sort_by(|a, b| a.0.cmp(&b.0));
    report("corpus", &puzzles, 20_000, true);
    for n in [15, 20, 25, 30] {
        let squares: Vec<_> = (0..5)
            .map(|seed| (format!("seed {seed}"), with_holes(n, 0.42, 0.0, seed), None))
            .collect();
        report(&format!("order {n} with 42 % holes"), &squares, 5_000, false);
    }
}
