//! All ways to solve one random small board of any family, against brute force: every network and
//! search, counting by every method, goals. A disagreement is a panic that names the seed.

use super::kind::{Kind, kind};
use super::lines::{all_fillings, random_line};
use super::links::{all_links, random_links};
use super::squares::{all_squares, random_square};
use clew::families::line::Zip;
use clew::families::{Hidato, Line, Path};
use clew::puzzle::{Answer, BuildError, Goal, Puzzle};
use clew::search::AdaptOptions;
use clew::strategy::dp::Dp;
use clew::strategy::{Method, Options, Outcome, RunError, SearchMode, Task, Verdict, run};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// A board of any family and all its solutions by brute force.
pub fn random_puzzle(seed: u64) -> (Puzzle, BTreeSet<Vec<u32>>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    match rng.random_range(0..4) {
        family @ 0..2 => {
            let (mut line, near) = random_line(&mut rng, None);
            let mut all: BTreeSet<Vec<u32>> = all_fillings(&line, &*near).into_iter().collect();
            mark(&mut line, &mut all, seed);
            (if family == 0 { Puzzle::from(Hidato(line)) } else { Puzzle::from(Path(line)) }, all)
        }
        2 => {
            let links = random_links(&mut rng);
            let all = all_links(&links);
            let all = all.into_iter().map(|on| on.into_iter().map(u32::from).collect()).collect();
            (Puzzle::from(links), all)
        }
        _ => {
            let square = random_square(&mut rng);
            let all = all_squares(&square).into_iter().collect();
            (Puzzle::from(square), all)
        }
    }
}

/// A zip on a board that has a line, with all its solutions by brute force: the lines that meet its numbered cells in
/// their order. `None` if the board of this seed has no line of two cells or more.
pub fn random_zip(seed: u64) -> Option<(Puzzle, BTreeSet<Vec<u32>>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x7a69_7000);
    let (mut line, near) = random_line(&mut rng, None);
    line.given.fill(None);
    let all = all_fillings(&line, &*near);
    let n = line.board.len();
    let chosen = all.get(rng.random_range(0..all.len().max(1))).filter(|_| n > 1)?;
    let mut at = vec![0; n];
    chosen.iter().enumerate().for_each(|(c, &k)| at[k as usize - 1] = c);
    let mut stops: Vec<usize> =
        (0..n).filter(|&i| i == 0 || i + 1 == n || rng.random_bool(0.3)).map(|i| at[i]).collect();
    // Sometimes in another order, which mostly has no solution.
    if stops.len() > 3 && rng.random_bool(0.2) {
        stops.swap(1, 2);
    }
    let mut numbers = vec![None; n];
    (1..).zip(&stops).for_each(|(k, &c)| numbers[c] = Some(k));
    let last = stops.len() - 1;
    let meets = |filling: &&Vec<u32>| {
        filling[stops[0]] == 1
            && filling[stops[last]] as usize == n
            && stops.windows(2).all(|pair| filling[pair[0]] < filling[pair[1]])
    };
    let all = all.iter().filter(meets).cloned().collect();
    Some((Puzzle::from(Zip { board: line.board, numbers }), all))
}

/// Marks steps of every third line, mostly of a true filling; keeps the fillings that contain them.
fn mark(line: &mut Line, all: &mut BTreeSet<Vec<u32>>, seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x6c69_6e6b);
    if rng.random_bool(0.67) || line.board.edges().is_empty() {
        return;
    }
    let chosen = (!all.is_empty()).then(|| all.iter().nth(rng.random_range(0..all.len())));
    let chosen = chosen.flatten().filter(|_| rng.random_bool(0.8)).cloned();
    let has =
        |filling: &[u32], [a, b]: [u32; 2]| filling[a as usize].abs_diff(filling[b as usize]) == 1;
    let fit = |pair: &&[u32; 2]| chosen.as_ref().is_none_or(|filling| has(filling, **pair));
    let mut pairs: Vec<[u32; 2]> = line.board.edges().iter().filter(fit).copied().collect();
    let wanted = rng.random_range(1..4usize).min(pairs.len());
    for i in 0..wanted {
        let other = rng.random_range(i..pairs.len());
        pairs.swap(i, other);
    }
    pairs.truncate(wanted);
    all.retain(|filling| pairs.iter().all(|&pair| has(filling, pair)));
    line.board = line.board.clone().with_links(&pairs).expect("steps are between neighbours");
}

/// Whether there are marks between cells, which not every method supports.
fn is_marked(puzzle: &Puzzle) -> bool {
    puzzle.board().is_some_and(|board| !board.links().is_empty())
}

/// An answer as plain numbers.
pub fn flat(answer: &Answer) -> Vec<u32> {
    match answer {
        Answer::Line(numbers) | Answer::Square(numbers) => numbers.clone(),
        Answer::Links(on) => on.iter().map(|&e| u32::from(e)).collect(),
        Answer::Values(_) => unreachable!("no family answers so"),
    }
}

/// The numbers of a line in the reverse direction.
pub fn reversed(numbers: &[u32]) -> Vec<u32> {
    numbers.iter().map(|&k| numbers.len() as u32 + 1 - k).collect()
}

/// Settings under which costly propagators are switched off and on all the time.
pub fn restless(seed: u64) -> AdaptOptions {
    let dearer = (seed % 5) as f64 / 2.0;
    AdaptOptions { window: 1, costly: 0.0, dearer, needed: (seed % 3) as f64 / 2.0 }
}

/// The outcome; `None` if the network cannot state the puzzle's rules.
pub fn ask(puzzle: &Puzzle, task: Task, options: &Options, label: &str) -> Option<Outcome> {
    match run(puzzle, task, options) {
        Ok(outcome) => Some(outcome),
        Err(RunError::Build(BuildError::NotApplicable(_))) if options.network.is_some() => None,
        Err(e) => panic!("{label}: {e}"),
    }
}

/// The expected verdict of `check`.
pub fn expected_verdict(puzzle: &Puzzle, all: &BTreeSet<Vec<u32>>) -> Verdict {
    let line_both_ways = || all.first().map(|a| reversed(a)).as_ref() == all.last();
    match (all.len(), kind(puzzle)) {
        (0, _) => Verdict::None,
        (1, _) => Verdict::Unique,
        (2, Kind::Path(_)) if line_both_ways() => Verdict::Unique,
        _ => Verdict::Multiple,
    }
}

/// All modes on one board. Returns how many runs were compared.
pub fn agree(seed: u64) -> u64 {
    let (puzzle, expected) = random_puzzle(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x6d6f_6465);
    let verdict = expected_verdict(&puzzle, &expected);
    let count = BigUint::from(expected.len());
    let mut compared = 0;
    for info in puzzle.family().networks() {
        for search in
            [SearchMode::Dfs, SearchMode::Learn, SearchMode::StaticOrder, SearchMode::Auto]
        {
            let without: Vec<String> = if rng.random_bool(0.5) {
                Vec::new()
            } else {
                info.optional
                    .iter()
                    .filter(|_| rng.random_bool(0.4))
                    .map(|s| s.to_string())
                    .collect()
            };
            let label = format!(
                "seed {seed}, network {}, {} without {without:?}: {puzzle:?}",
                info.name,
                search.keyword()
            );
            let options = Options {
                network: Some(info.name.to_string()),
                search,
                without,
                seed: rng.random_range(0..3),
                adaptive: match rng.random_range(0..4) {
                    0 => None,
                    1 => Some(AdaptOptions::default()),
                    _ => Some(restless(seed)),
                },
                ..Options::default()
            };
            let task = Task::Solve { limit: usize::MAX };
            let Some(outcome) = ask(&puzzle, task, &options, &label) else { continue };
            assert!(outcome.exact, "{label}: not exhausted");
            assert_eq!(outcome.count, count, "{label}: count");
            let listed: Vec<Vec<u32>> = outcome.answers.iter().map(flat).collect();
            let mut found: BTreeSet<Vec<u32>> = listed.iter().cloned().collect();
            assert_eq!(found.len(), listed.len(), "{label}: an answer twice");
            if listed.len() * 2 == expected.len() {
                // One direction of each line.
                found.extend(listed.iter().map(|a| reversed(a)));
            }
            assert_eq!(found, expected, "{label}: answers");
            let check = ask(&puzzle, Task::Check, &options, &label).expect("it applied before");
            assert_eq!(check.verdict(), verdict, "{label}: verdict");
            assert!(
                check.answers.iter().all(|a| expected.contains(&flat(a))),
                "{label}: a wrong answer"
            );
            compared += 2;
        }
    }
    let label = format!("seed {seed}: {puzzle:?}");
    for (method, search) in [
        (Method::Auto, SearchMode::Auto),
        (Method::Dp, SearchMode::Auto),
        (Method::Search, SearchMode::Auto),
        (Method::Search, SearchMode::Learn),
        (Method::Parts, SearchMode::Auto),
    ] {
        let options = Options { method, search, ..Options::default() };
        let outcome = match run(&puzzle, Task::Count, &options) {
            Err(RunError::NoMethod(_)) if is_marked(&puzzle) => {
                assert!(matches!(method, Method::Dp | Method::Parts), "{label}");
                continue;
            }
            Err(RunError::NoMethod(_)) if method == Method::Parts => {
                assert!(!matches!(kind(&puzzle), Kind::Hidato(_) | Kind::Futoshiki(_)), "{label}");
                continue;
            }
            other => other.unwrap_or_else(|e| panic!("{label}: {e}")),
        };
        assert!(outcome.exact, "{label}: {method:?}, {search:?} is not exact");
        assert_eq!(outcome.count, count, "{label}: {method:?}, {search:?}");
        compared += 1;
    }
    let options = Options::default();
    let usual = Dp::new(&puzzle).map(|dp| ("usual", dp));
    let named = |&name| Dp::by(&puzzle, Some(name)).map(|dp| (name, dp));
    let named = puzzle.programs().iter().map(named);
    for (name, dp) in std::iter::once(usual).chain(named).flatten() {
        let run = dp.count(&options);
        assert_eq!(run.answer.as_ref().ok(), Some(&count), "{label}: program {name}");
        let found: BTreeSet<Vec<u32>> =
            dp.first(usize::MAX, &options).answer.expect("small tables").iter().map(flat).collect();
        assert_eq!(found, expected, "{label}: solutions of program {name}");
        compared += 2;
    }
    let check = ask(&puzzle, Task::Check, &options, &label).expect("no network was asked for");
    assert_eq!(check.verdict(), verdict, "{label}: default check");
    compared + 1 + goals_agree(&puzzle, &expected, &mut rng, &label)
}

/// The best of all solutions by a network that admits the goal; others refuse it.
fn goals_agree(
    puzzle: &Puzzle,
    all: &BTreeSet<Vec<u32>>,
    rng: &mut ChaCha8Rng,
    label: &str,
) -> u64 {
    let mut compared = 0;
    let networks = puzzle.family().networks();
    let name = networks[rng.random_range(0..networks.len())].name;
    let modes = [SearchMode::Dfs, SearchMode::Learn, SearchMode::StaticOrder, SearchMode::Auto];
    for goal in [Goal::FEWEST_TURNS, Goal::LEAST_LENGTH, Goal::MOST_CELLS] {
        let options = Options {
            network: rng.random_bool(0.7).then(|| name.to_string()),
            search: modes[rng.random_range(0..4)],
            goal: Some(goal),
            ..Options::default()
        };
        let label = format!("{label}, {goal:?}, {:?}, {:?}", options.network, options.search);
        let chosen = puzzle.network(options.network.as_deref()).expect("of the family").name;
        let ran = run(puzzle, Task::Solve { limit: 1 }, &options);
        if puzzle.admits(goal, chosen).is_err() {
            assert!(matches!(ran, Err(RunError::Build(BuildError::NotApplicable(_)))), "{label}");
            continue;
        }
        let outcome = match ran {
            Err(RunError::Build(BuildError::NotApplicable(_))) if options.network.is_some() => {
                continue;
            }
            ran => ran.unwrap_or_else(|e| panic!("{label}: {e}")),
        };
        assert!(outcome.exact, "{label}: not proved");
        if goal == Goal::MOST_CELLS {
            // Lines that leave cells out are not among the solutions; a whole one is the longest.
            let cells = puzzle.board().map(|b| b.len() as i64);
            let value = outcome.best.map(|b| b.value);
            assert!(value <= cells && (all.is_empty() || value == cells), "{label}");
        } else {
            let answer = |flat: &Vec<u32>| match kind(puzzle) {
                Kind::Numberlink(_) => Answer::Links(flat.iter().map(|&e| e == 1).collect()),
                _ => Answer::Line(flat.clone()),
            };
            let worths = all.iter().map(|flat| puzzle.worth(goal, &answer(flat)));
            let best = worths.map(|w| w.expect("it applies")).min();
            assert_eq!(outcome.best.map(|b| b.value), best, "{label}");
        }
        compared += 1;
    }
    compared
}
