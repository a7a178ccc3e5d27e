//! The networks of hidato and of numbered lines: the same fillings as trying every walk.

use crate::support::lines::{all_fillings, random_line, read};
use clew::families::Line;
use clew::families::line::hidato;
use clew::families::line::path;
use clew::families::line::{CellNumbers, GapLine};
use clew::kernel::{Engine, Observer};
use clew::puzzle::{Answer, BuildError, BuildOptions, Built, Neighbourhood};
use clew::run::{Budget, Exhausted, Stats, Stop};
use clew::search::{BranchSpec, Brancher, LearnOptions, Learner, Sink, dfs};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Keeps every solution as it is decoded.
struct Keep<'a> {
    built: &'a Built,
    line: &'a Line,
    found: Vec<Vec<u32>>,
    most: usize,
}

impl Sink for Keep<'_> {
    fn solution(&mut self, engine: &Engine) -> ControlFlow<()> {
        match self.built.decode(Some(&self.line.board), engine.store()) {
            Answer::Line(numbers) => self.found.push(numbers),
            other => panic!("not a line: {other:?}"),
        }
        if self.found.len() >= self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn by_dfs<O: Observer>(
    built: &Built,
    line: &Line,
    most: usize,
    seen: &mut O,
) -> (Vec<Vec<u32>>, Stats) {
    let mut stats = Stats::default();
    let mut sink = Keep { built, line, found: Vec::new(), most };
    if !built.model.infeasible {
        let mut engine = built.model.engine.clone();
        let mut brancher =
            Brancher::new(&built.model.groups, BranchSpec::default(), engine.store());
        let end = dfs(&mut engine, &mut brancher, &mut sink, &Budget::default(), &mut stats, seen);
        assert!(matches!(end, Ok(Exhausted) | Err(Stop::Limit)));
    }
    sink.found.sort();
    (sink.found, stats)
}

fn by_learning(built: &Built, line: &Line) -> Vec<Vec<u32>> {
    let mut sink = Keep { built, line, found: Vec::new(), most: usize::MAX };
    if !built.model.infeasible {
        let mut engine = built.model.engine.clone();
        let options = LearnOptions { luby_unit: 2, first_reduce: 5, ..LearnOptions::default() };
        if let Ok(mut learner) = Learner::new(&mut engine, &built.model.groups, options, &mut ()) {
            let mut stats = Stats::default();
            let end = learner.run(&mut engine, &mut sink, &Budget::default(), &mut stats, &mut ());
            assert_eq!(end, Ok(Exhausted));
        }
    }
    sink.found.sort();
    sink.found
}

/// No two solutions agree on all answer atoms.
fn answers_differ(built: &Built, expected: &[Vec<u32>]) -> bool {
    let Some(CellNumbers { cells, .. }) = built.decoder() else {
        // Edges, and where the line starts: learning has just walked over all of them.
        return true;
    };
    let says: Vec<(usize, u32)> = built
        .model
        .answer
        .iter()
        .map(|&a| built.model.engine.store().meaning(a).expect("a number of a cell"))
        .map(|(x, k)| (cells.index_of(x).expect("a cell") as usize, k + 1))
        .collect();
    expected.iter().enumerate().all(|(i, a)| {
        expected[..i].iter().all(|b| says.iter().any(|&(c, k)| (a[c] == k) != (b[c] == k)))
    })
}

/// Random lines and all their fillings; every test takes the first ones of the same.
static LINES: LazyLock<Vec<(Line, Vec<Vec<u32>>)>> = LazyLock::new(|| {
    let line = |seed| {
        let (line, near) = random_line(&mut ChaCha8Rng::seed_from_u64(seed), None);
        let fillings = all_fillings(&line, &*near);
        (line, fillings)
    };
    (0..4000).map(line).collect()
});

fn agree(name: &str, runs: usize) {
    let mut found = 0;
    for (seed, (line, expected)) in LINES[..runs].iter().enumerate() {
        if expected.len() > 200 && seed % 50 != 0 {
            // Open boards with thousands of fillings: a few are enough.
            continue;
        }
        found += expected.len();
        let built = hidato::build(line, name, &BuildOptions::default()).unwrap();
        let by_dfs = by_dfs(&built, line, usize::MAX, &mut ()).0;
        assert_eq!(by_dfs, *expected, "{name} seed {seed}: {line:?}");
        if seed % 4 == 0 {
            let learnt = by_learning(&built, line);
            assert_eq!(learnt, *expected, "{name} learning, seed {seed}: {line:?}");
            assert!(answers_differ(&built, expected), "{name} seed {seed}: answers agree");
        }
    }
    assert!(found > 1000, "{name}: too few solutions to mean anything: {found}");
}

#[test]
fn dual() {
    agree("dual", 2000);
}

#[test]
fn link() {
    agree("link", 1500);
}

#[test]
fn tour() {
    agree("tour", 1500);
}

#[test]
fn suite() {
    agree("suite", 1500);
}

#[test]
fn sparse() {
    agree("sparse", 4000);
}

/// The bounds on numbers from edges and gaps at the root's fixpoint hold in every filling.
#[test]
fn numbers_known_without_a_matrix() {
    let mut known = 0;
    for (seed, (line, fillings)) in LINES[..2000].iter().enumerate() {
        let built = hidato::build(line, "sparse", &BuildOptions::default()).unwrap();
        let Some(GapLine { edges, table, gaps, .. }) = built.decoder() else { continue };
        let mut engine = built.model.engine.clone();
        if built.model.infeasible || engine.fixpoint(&mut ()).is_err() {
            continue;
        }
        let numbers = hidato::sparse::known_numbers(line, *edges, table, *gaps, engine.store());
        let given = line.given.iter().flatten().count();
        known += numbers.iter().flatten().count() - given;
        for filling in fillings {
            let holds = |(n, k): (&Option<u32>, &u32)| n.is_none_or(|n| n == *k);
            assert!(numbers.iter().zip(filling).all(holds), "seed {seed}: {numbers:?} {line:?}");
        }
    }
    assert!(known > 1000, "only {known} numbers were known");
}

#[test]
fn sparse_without_redundant_parts() {
    let names = ["gap_count", "gap_reach", "degree_flow", "connectivity", "block_chain"];
    for (seed, (line, expected)) in LINES[..1500].iter().enumerate() {
        if expected.len() > 100 {
            continue;
        }
        let without = (0..names.len()).filter(|&i| seed >> i & 1 == 0);
        let without: Vec<String> = without.map(|i| names[i].to_string()).collect();
        let options = BuildOptions { without, ..BuildOptions::default() };
        let built = hidato::build(line, "sparse", &options).unwrap();
        let found = by_dfs(&built, line, usize::MAX, &mut ()).0;
        assert_eq!(found, *expected, "seed {seed} {:?}: {line:?}", options.without);
        assert_eq!(by_learning(&built, line), *expected, "seed {seed}, learning: {line:?}");
    }
}

#[test]
fn suite_without_any_redundant_part() {
    let names =
        ["degree", "fragments", "fragment_offset", "all_different", "degree_flow", "connectivity"];
    for (seed, (line, expected)) in LINES[..600].iter().enumerate() {
        if expected.len() > 100 {
            continue;
        }
        let without = (0..names.len()).filter(|&i| seed >> (i % 3) & 1 == i / 3 % 2);
        let without: Vec<String> = without.map(|i| names[i].to_string()).collect();
        let options = BuildOptions { without, ..BuildOptions::default() };
        let built = hidato::build(line, "suite", &options).unwrap();
        let found = by_dfs(&built, line, usize::MAX, &mut ()).0;
        assert_eq!(found, *expected, "seed {seed} {:?}: {line:?}", options.without);
    }
}

#[test]
fn the_three_by_three_of_the_document() {
    let line = read("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
    for info in hidato::networks() {
        let built = hidato::build(&line, info.name, &BuildOptions::default()).unwrap();
        let found = by_dfs(&built, &line, usize::MAX, &mut ()).0;
        assert_eq!(found, [[6, 7, 9, 5, 2, 8, 1, 4, 3]], "{}", info.name);
    }
}

#[test]
fn one_cell_two_cells_and_none() {
    for (text, fillings) in [
        ("puzzle: hidato\n\n.\n", 1),
        ("puzzle: hidato\n\n1\n", 1),
        ("puzzle: hidato\n\n2\n", 0),
        ("puzzle: hidato\n\n. .\n", 2),
        ("puzzle: hidato\n\n2 .\n", 1),
        ("puzzle: hidato\n\n. # .\n", 0),
        ("puzzle: hidato\n\n#\n", 1),
    ] {
        let line = read(text);
        for info in hidato::networks() {
            let built = hidato::build(&line, info.name, &BuildOptions::default()).unwrap();
            let found = by_dfs(&built, &line, usize::MAX, &mut ()).0;
            assert_eq!(found.len(), fillings, "{} {text:?}", info.name);
        }
    }
}

#[test]
fn too_large_and_unknown() {
    let cells = vec![true; 51 * 50];
    let board = clew::puzzle::Board::grid(51, 50, Neighbourhood::King, &cells);
    let line = Line { given: vec![None; board.len()], board };
    let small = read("puzzle: hidato\n\n. .\n");
    for info in hidato::networks() {
        let built = hidato::build(&line, info.name, &BuildOptions::default());
        let too_large = matches!(built, Err(BuildError::TooLarge(_)));
        assert_eq!(too_large, info.name != "sparse", "{}", info.name);
    }
    let mut numbered = line.clone();
    numbered.given[1000] = Some(1000);
    for (name, fits) in [("suite", true), ("assign", false)] {
        let built = path::build(&numbered, name, &BuildOptions::default());
        assert_eq!(built.is_ok(), fits, "path {name}");
    }
    let built = hidato::build(&small, "nothing", &BuildOptions::default());
    assert!(matches!(built, Err(BuildError::UnknownNetwork { .. })));
}

/// The rules, for boards too large to enumerate.
fn is_filling(line: &Line, numbers: &[u32]) -> bool {
    let mut at = vec![usize::MAX; numbers.len()];
    for (c, &k) in numbers.iter().enumerate() {
        at[k as usize - 1] = c;
    }
    !at.contains(&usize::MAX)
        && line.given.iter().zip(numbers).all(|(g, k)| g.is_none_or(|g| g == *k))
        && at.windows(2).all(|w| line.board.edge_between(w[0] as u32, w[1] as u32).is_some())
}

/// Figures for every hidato below `$CLEW_CORPUS`, of network `$CLEW_NETWORK` (all of them) without
/// the propagators `$CLEW_WITHOUT`, learning if `$CLEW_LEARN` is set; run with `--ignored --nocapture`, in release.
#[test]
#[ignore = "a measurement"]
fn corpus_figures() {
    let Ok(root) = std::env::var("CLEW_CORPUS") else { return };
    let only = std::env::var("CLEW_NETWORK").ok();
    let without = std::env::var("CLEW_WITHOUT").unwrap_or_default();
    let learn = std::env::var_os("CLEW_LEARN").is_some();
    let without = without.split(',').map(str::to_string).collect();
    let options = BuildOptions { without, ..BuildOptions::default() };
    let mut files: Vec<_> =
        std::fs::read_dir(format!("{root}/hidato")).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    for info in hidato::networks().iter().filter(|i| only.as_ref().is_none_or(|o| o == i.name)) {
        let (mut all, mut few, mut none) = (0, 0, 0);
        for path in &files {
            let line = read(&std::fs::read_to_string(path).unwrap());
            let built = hidato::build(&line, info.name, &options).unwrap();
            let mut stats = Stats::default();
            let mut sink = Keep { built: &built, line: &line, found: Vec::new(), most: 2 };
            let mut engine = built.model.engine.clone();
            let budget = Budget { nodes: Some(5_000), ..Budget::default() };
            let groups = &built.model.groups;
            let mut end = Ok(Exhausted);
            if built.model.infeasible {
                assert!(sink.found.is_empty());
            } else if learn {
                let options = LearnOptions::default();
                if let Ok(mut learner) = Learner::new(&mut engine, groups, options, &mut ()) {
                    end = learner.run(&mut engine, &mut sink, &budget, &mut stats, &mut ());
                }
            } else {
                let mut brancher = Brancher::new(groups, BranchSpec::default(), engine.store());
                end = dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ());
            }
            for f in &sink.found {
                assert!(is_filling(&line, f), "{path:?}: {f:?}");
            }
            let name = path.file_stem().unwrap().to_string_lossy();
            println!(
                "{:6} {name:34} n={:4} nodes {:6} found {} {end:?}",
                info.name,
                line.board.len(),
                stats.nodes,
                sink.found.len()
            );
            all += 1;
            none += u32::from(stats.nodes == 0);
            few += u32::from(stats.nodes <= 50);
        }
        println!("{}: {all} puzzles, {none} without search, {few} within 50 nodes", info.name);
    }
}

#[test]
fn read_grid_with_holes() {
    let line = read("puzzle: hidato\nneighbours: 4\n\n1 # .\n. . 4\n");
    assert_eq!(line.board.len(), 5);
    assert_eq!(line.given, [Some(1), None, None, None, Some(4)]);
}
