//! How large the search trees of the futoshiki networks are, on the corpus: set `CLEW_CORPUS`.
//!
//! `CLEW_CORPUS=… cargo test --release --test futoshiki_nodes -- --nocapture` prints a line a puzzle
//! and network. Nodes and failures do not depend on the machine.

use clew::puzzle::format::parse_native;
use clew::puzzle::network::BuildOptions;
use clew::puzzle::{Futoshiki, Puzzle, futoshiki};
use clew::search::{BranchSpec, Brancher, Count, Limits, Stats, Stop, VarOrder, dfs};
use std::path::Path;
use std::time::Instant;

/// A name, a network, and the redundant propagators it goes without.
const CONFIGURATIONS: [(&str, &str, &[&str]); 5] = [
    ("latin", "latin", &[]),
    ("no line_order", "latin", &["line_order"]),
    ("no domain", "latin", &["all_different_domain"]),
    ("neither", "latin", &["line_order", "all_different_domain"]),
    ("binary", "binary", &[]),
];

/// Solutions (at most 2), nodes, failures, microseconds to build and to search; `None` beyond the
/// limit of nodes.
fn measure(p: &Futoshiki, network: &str, without: &[&str]) -> Option<(u64, u64, u64, u128, u128)> {
    let options = BuildOptions {
        without: without.iter().map(|s| s.to_string()).collect(),
        ..BuildOptions::default()
    };
    let start = Instant::now();
    let mut built = futoshiki::build(p, network, &options).expect("it applies");
    let build_time = start.elapsed().as_micros();
    let spec = BranchSpec { order: VarOrder::SmallestDomain, ..BranchSpec::default() };
    let mut brancher = Brancher::new(&built.model.groups, spec, built.model.engine.store());
    let mut count = Count { found: 0, limit: Some(2) };
    let mut stats = Stats::default();
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let engine = &mut built.model.engine;
    let stop = dfs(engine, &mut brancher, &mut count, &limits, &mut stats, &mut ());
    let time = start.elapsed().as_micros() - build_time;
    matches!(stop, Stop::Exhausted | Stop::SinkSatisfied).then_some((
        stats.solutions,
        stats.nodes,
        stats.failures,
        build_time,
        time,
    ))
}

#[test]
fn trees_on_the_corpus_are_small() {
    let Ok(corpus) = std::env::var("CLEW_CORPUS") else { return };
    let folder = Path::new(&corpus).join("futoshiki");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus has a folder a family")
        .map(|f| f.expect("readable").path())
        .collect();
    files.sort();
    for (name, network, without) in CONFIGURATIONS {
        let (mut nodes, mut worst, mut over, mut build, mut search) =
            (0, (0, String::new()), 0, 0, 0);
        for file in &files {
            let text = std::fs::read_to_string(file).expect("readable");
            let Ok(entry) = parse_native(&text) else { continue };
            let Puzzle::Futoshiki(p) = &entry.puzzle else { continue };
            let file = file.file_name().expect("a file").to_string_lossy().to_string();
            let Some(m) = measure(p, network, without) else {
                println!("{name:>14} {file}: more than 200000 nodes");
                over += 1;
                continue;
            };
            if network == "latin" && without.is_empty() {
                println!(
                    "{name:>14} {file}: solutions {}, nodes {}, failures {}, build {} us, search {} us",
                    m.0, m.1, m.2, m.3, m.4
                );
                let expected = entry.solutions.as_deref().map(|s| s == "1");
                assert!(expected.is_none_or(|one| one == (m.0 == 1)), "{file}: {} solutions", m.0);
            }
            nodes += m.1;
            build += m.3;
            search += m.4;
            if m.1 > worst.0 {
                worst = (m.1, file);
            }
        }
        println!(
            "{name:>14}: nodes {nodes} in all, at most {} ({}), over the limit {over}; build {build} us, search {search} us",
            worst.0, worst.1
        );
    }
}
