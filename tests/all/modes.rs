//! All ways to solve a puzzle agree: every network, with and without learning, with redundant propagators switched
//! off, dynamic programs, and brute force, on random small boards of all families, neighbourhoods and rules. Learnt
//! clauses are tested against all solutions.
//!
//! The long run: `CLEW_SEED=1 CLEW_BOARDS=100000 cargo test --release --test all modes:: -- --ignored
//! --nocapture`. Without the variables it takes 100 000 boards from seed 0.

use crate::support::agree::{agree, random_puzzle, restless};
use crate::support::boards::full;
use crate::support::enumerate::enumerate;
use clew::families::{Cover, Futoshiki, Hidato, Line, Numberlink, Path, Touch, all};
use clew::kernel::{Engine, Halt, Lit, Observer, Store};
use clew::puzzle::{Answer, Board, BuildError, BuildOptions, Built, Neighbourhood, Puzzle};
use clew::run::{Budget, Exhausted, Stats};
use clew::search::{BranchSpec, Collect, DecideBy, LearnOptions, Learner, OnSolution};
use clew::strategy::{Options, SearchMode, Task, run};
use num_bigint::BigUint;
use std::collections::BTreeSet;

/// Tests each learnt clause against the solutions that were not found yet, or against all.
struct ClauseCheck<'a> {
    built: &'a Built,
    board: Option<&'a Board>,
    /// Each solution with the whole store at that point.
    left: Vec<(Answer, Store)>,
    /// Solutions found so far; clauses must hold in them too if no clause forbids them.
    found: Option<Vec<(Answer, Store)>>,
    checked: u64,
    label: &'a str,
}

impl Observer for ClauseCheck<'_> {
    fn solution(&mut self, engine: &Engine) {
        let answer = self.built.decode(self.board, engine.store());
        let at = self.left.iter().position(|(a, _)| *a == answer);
        let at = at.unwrap_or_else(|| panic!("{}: {answer:?} is new or a repeat", self.label));
        let solution = self.left.swap_remove(at);
        if let Some(found) = &mut self.found {
            found.push(solution);
        }
    }

    fn learned(&mut self, _engine: &mut Engine, clause: &[Lit]) {
        self.checked += 1;
        for (answer, store) in self.left.iter().chain(self.found.iter().flatten()) {
            // An auxiliary fact that the solution leaves open can be chosen so that it holds.
            assert!(
                !clause.iter().all(|&l| store.is_false(l)),
                "{}: learnt {clause:?}, which forbids {answer:?}",
                self.label
            );
        }
    }
}

/// How a learner goes through all solutions.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Walk {
    /// A clause forbids each solution.
    Forbidding,
    /// Chronologically after a solution, deciding by activity.
    ByActivity,
    /// The same, deciding by domain sizes.
    ByDomain,
}

/// Learns on one board with every network; returns how many clauses were tested.
fn clauses_hold(puzzle: &Puzzle, expected: Option<usize>, label: &str, seed: u64) -> u64 {
    let mut checked = 0;
    for info in puzzle.family().networks() {
        let label = format!("{label}, network {}: {puzzle:?}", info.name);
        let options = BuildOptions { learning: seed.is_multiple_of(2), ..BuildOptions::default() };
        let built = match puzzle.build(info.name, &options) {
            Ok(built) => built,
            Err(BuildError::NotApplicable(_)) => continue,
            Err(e) => panic!("{label}: {e}"),
        };
        let mut left = Vec::new();
        enumerate(&built.model, |engine| {
            left.push((built.decode(puzzle.board(), engine.store()), engine.store().clone()));
        });
        let multiplicity = built.model.multiplicity as usize;
        if let Some(expected) = expected {
            assert_eq!(left.len() * multiplicity, expected, "{label}: solutions of the model");
        }
        if built.model.infeasible {
            continue;
        }
        for way in [Walk::Forbidding, Walk::ByActivity, Walk::ByDomain] {
            let label = format!("{label}, {way:?}");
            let mut engine = built.model.engine.clone();
            let mut seen = ClauseCheck {
                built: &built,
                board: puzzle.board(),
                left: left.clone(),
                found: (way != Walk::Forbidding).then(Vec::new),
                checked: 0,
                label: &label,
            };
            let (decide, on_solution) = match way {
                Walk::Forbidding => (DecideBy::Activity, OnSolution::Forbid),
                Walk::ByDomain => (DecideBy::Plain(BranchSpec::default()), OnSolution::TurnBack),
                _ => (DecideBy::Activity, OnSolution::TurnBack),
            };
            let options = LearnOptions {
                seed,
                first_reduce: 20,
                rephase: 30,
                luby_unit: 5,
                decide,
                on_solution,
                adaptive: Some(restless(seed)),
                ..LearnOptions::default()
            };
            let mut sink = Collect::new(usize::MAX, |_: &Engine| ());
            let budget = Budget::default();
            match Learner::from_model(&mut engine, &built.model, options, &mut seen) {
                Ok(mut learner) => {
                    let mut stats = Stats::default();
                    let end = learner.run(&mut engine, &mut sink, &budget, &mut stats, &mut seen);
                    assert_eq!(end, Ok(Exhausted), "{label}");
                }
                Err(Halt::Conflict) => {}
                Err(Halt::Interrupted) => unreachable!("this counter never interrupts"),
            }
            assert!(seen.left.is_empty(), "{label}: {} solutions were not found", seen.left.len());
            checked += seen.checked;
        }
    }
    checked
}

#[test]
fn all_modes_agree() {
    let compared: u64 = (0..600).map(agree).sum();
    assert!(compared > 6_000, "only {compared} runs were compared");
}

#[test]
fn learnt_clauses_hold_in_every_solution_left() {
    let mut checked = 0;
    for seed in 0..400 {
        let (puzzle, expected) = random_puzzle(seed);
        if expected.len() <= 100 {
            checked += clauses_hold(&puzzle, Some(expected.len()), &format!("seed {seed}"), seed);
        }
    }
    assert!(checked > 1000, "only {checked} clauses were tested");
}

#[test]
#[ignore = "100 000 boards take minutes; see the header"]
fn all_modes_agree_long() {
    let number = |name: &str, default| {
        std::env::var(name).ok().map_or(default, |v| v.parse().expect("a whole number"))
    };
    let (boards, first) = (number("CLEW_BOARDS", 100_000), number("CLEW_SEED", 0) << 32);
    let (mut compared, mut checked) = (0, 0);
    for seed in first..first + boards {
        compared += agree(seed);
        if seed % 4 == 0 {
            let (puzzle, expected) = random_puzzle(seed);
            if expected.len() <= 200 {
                let label = format!("seed {seed}");
                checked += clauses_hold(&puzzle, Some(expected.len()), &label, seed / 4);
            }
        }
        if (seed - first) % 10_000 == 9_999 {
            eprintln!("{} boards, {compared} runs, {checked} clauses", seed - first + 1);
        }
    }
    eprintln!("{boards} boards: {compared} runs agree with brute force, {checked} clauses hold");
}

/// Puzzles whose plain search is long enough to be split, with a network that makes it so.
fn long_ones() -> Vec<(Puzzle, &'static str)> {
    let blank = |board: Board| Line { given: vec![None; board.len()], board };
    let links = |rows, cols, ends: &[[u32; 2]], cover, touch| {
        Puzzle::from(Numberlink {
            board: full(rows, cols, Neighbourhood::Rook),
            labels: (1..=ends.len()).map(|k| k.to_string()).collect(),
            ends: ends.to_vec(),
            cover,
            touch,
        })
    };
    let mut first_row = vec![None; 25];
    (0..5).for_each(|c| first_row[c as usize] = Some(c + 1));
    vec![
        (Puzzle::from(Hidato(blank(full(3, 3, Neighbourhood::King)))), "dual"),
        (Puzzle::from(Path(blank(full(5, 5, Neighbourhood::Rook)))), "suite"),
        (Puzzle::from(Path(blank(full(5, 5, Neighbourhood::Rook)))), "assign"),
        (links(5, 5, &[[0, 24], [6, 18]], Cover::Partial, Touch::Yes), "suite"),
        (links(5, 5, &[[0, 24], [4, 20]], Cover::Partial, Touch::Yes), "suite"),
        (
            Puzzle::from(Futoshiki {
                n: 5,
                given: first_row,
                less: vec![[5, 6]],
                gaps: Vec::new(),
            }),
            "latin",
        ),
    ]
}

/// The differences between `base` threads and each of `others`, for these questions.
fn thread_differences(
    tasks: &[Task],
    base: usize,
    others: &[usize],
    deterministic: bool,
) -> Vec<String> {
    let (mut wrong, mut split) = (Vec::new(), 0);
    for (puzzle, network) in long_ones() {
        for search in [SearchMode::Dfs, SearchMode::Auto] {
            for &task in tasks {
                let of = |threads| {
                    let network = Some(network.to_string());
                    let options =
                        Options { network, search, threads, deterministic, ..Options::default() };
                    run(&puzzle, task, &options).expect("it applies")
                };
                let one = of(base);
                split += u32::from(one.stats.nodes > 2000);
                for &threads in others {
                    let more = of(threads);
                    let (family, mode) = (puzzle.family(), search.keyword());
                    let label = format!("{family}, {task:?}, {network}, {mode}, {threads} threads");
                    if more.count != one.count {
                        wrong.push(format!("{label}: counts {}, {}", more.count, one.count));
                    }
                    if (more.exact, more.verdict()) != (one.exact, one.verdict()) {
                        wrong.push(format!("{label}: exact or verdict"));
                    }
                    if more.answers != one.answers {
                        let at = one.answers.iter().zip(&more.answers).position(|(a, b)| a != b);
                        let (n, m) = (one.answers.len(), more.answers.len());
                        wrong.push(format!("{label}: answers ({n}, {m}), first at {at:?}"));
                    }
                }
            }
        }
    }
    assert!(split >= 4, "only {split} searches are long enough to be split");
    wrong
}

/// Lists that take longer to make than a search runs before it is split.
const LISTS: [Task; 2] = [Task::Solve { limit: 1500 }, Task::Solve { limit: 4000 }];

#[test]
fn threads_change_nothing() {
    let tasks = [Task::Count, Task::Check, Task::Solve { limit: 1 }, Task::Solve { limit: 20 }];
    let mut wrong = thread_differences(&tasks, 1, &[2, 8], false);
    // Without this option a portfolio may list other solutions.
    wrong.extend(thread_differences(&LISTS, 2, &[8], true));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A portfolio may list other solutions than one learner does; a deterministic run has no portfolio.
#[test]
fn threads_change_no_long_list() {
    let wrong = thread_differences(&LISTS, 1, &[2, 8], true);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Learning with few redundant parts meets many conflicts on a dense small board: a reason with too few premises loses
/// lines. The nine cells of king moves have 784 fillings (published).
#[test]
fn no_line_is_lost_by_learning() {
    let board = Board::grid(3, 3, Neighbourhood::King, &[true; 9]);
    let puzzle = Puzzle::from(Path(Line { given: vec![None; 9], board }));
    for without in [&[][..], &["degree_flow"], &["connectivity"], &["degree_flow", "connectivity"]]
    {
        for seed in 0..40 {
            let options = Options {
                network: Some("suite".into()),
                search: SearchMode::Learn,
                without: without.iter().map(|name| name.to_string()).collect(),
                seed,
                ..Options::default()
            };
            let task = Task::Solve { limit: usize::MAX };
            let outcome = run(&puzzle, task, &options).expect("a small board");
            assert_eq!(outcome.count, BigUint::from(784u32), "without {without:?}, seed {seed}");
        }
    }
}

#[test]
fn families_are_all_drawn() {
    let mut drawn = BTreeSet::new();
    let (mut solved, mut several, mut marked) = (0, 0, [0; 2]);
    for seed in 0..400 {
        let (puzzle, all) = random_puzzle(seed);
        drawn.insert(puzzle.family());
        if puzzle.board().is_some_and(|board| !board.links().is_empty()) {
            marked[usize::from(!all.is_empty())] += 1;
        }
        solved += u32::from(!all.is_empty());
        several += u32::from(all.len() > 1);
    }
    // Zips have their own random boards, in `tests/lines`.
    let wanted = all().iter().copied().filter(|family| family.keyword() != "zip");
    assert_eq!(drawn, wanted.collect::<BTreeSet<_>>());
    assert!(marked[0] > 3 && marked[1] > 30, "{marked:?} have marks and no solution, and one");
    assert!(solved > 100 && several > 60, "{solved} of 400 have solutions, {several} several");
}
