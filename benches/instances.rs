//! Whole instances: the root fixpoint and a full check of every file under `instances/`.
//!
//! `cargo bench --bench instances`. Per file the median of several runs: microseconds to build the
//! default network, to its first fixpoint, and for the whole check with its nodes and failures, which
//! are exact.

use clew::families::parse_native;
use clew::puzzle::{BuildOptions, Puzzle};
use clew::strategy::{Options, Task, run};
use std::path::{Path, PathBuf};
use std::time::Instant;

const RUNS: usize = 9;

fn files(dir: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).expect("a directory").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, into);
        } else if path.extension().is_some_and(|e| e == "puzzle") {
            into.push(path);
        }
    }
}

fn median(mut f: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..RUNS).map(|_| f()).collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

fn build_and_fixpoint(puzzle: &Puzzle) -> (f64, f64) {
    let name = puzzle.network(None).expect("a default network").name;
    let build = median(|| {
        let start = Instant::now();
        std::hint::black_box(puzzle.build(name, &BuildOptions::default()).is_ok());
        start.elapsed().as_secs_f64()
    });
    let both = median(|| {
        let start = Instant::now();
        if let Ok(mut built) = puzzle.build(name, &BuildOptions::default())
            && !built.model.infeasible
        {
            std::hint::black_box(built.model.engine.fixpoint(&mut ()).is_ok());
        }
        start.elapsed().as_secs_f64()
    });
    (build, (both - build).max(0.0))
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
    let mut all = Vec::new();
    files(&root, &mut all);
    println!(
        "{:44} {:>9} {:>11} {:>10} {:>7} {:>8}  verdict",
        "instance", "build us", "fixpoint us", "check us", "nodes", "failures"
    );
    for path in all {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let puzzle = parse_native(&text).expect("a puzzle").puzzle;
        let (build, fixpoint) = build_and_fixpoint(&puzzle);
        let mut last = None;
        let check = median(|| {
            let start = Instant::now();
            last = Some(run(&puzzle, Task::Check, &Options::default()).expect("an outcome"));
            start.elapsed().as_secs_f64()
        });
        let outcome = last.expect("it ran");
        println!(
            "{:44} {:>9.1} {:>11.1} {:>10.1} {:>7} {:>8}  {}",
            path.strip_prefix(&root).unwrap_or(&path).display(),
            build * 1e6,
            fixpoint * 1e6,
            check * 1e6,
            outcome.stats.nodes,
            outcome.stats.failures,
            outcome.verdict().keyword()
        );
    }
}
