//! Goals against brute force: with every network and search, an objective is optimal and proved, or it is refused
//! before any search, with a reason.
//!
//! The long run: `CLEW_BOARDS=1000 cargo test --test all objectives::` uses a thousand boards per kind.

use crate::support::lines::{all_fillings, random_line};
use crate::support::links::{all_links, random_links};
use crate::support::program::run_on;
use clew::families::{Cover, Hidato, Line, Path};
use clew::puzzle::{
    Answer, Board, BuildError, Decimal, Goal, Neighbourhood, Puzzle, Shape, line_order,
};
use clew::strategy::{Options, RunError, SearchMode, Task, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn boards() -> u64 {
    let text = std::env::var("CLEW_BOARDS").ok();
    text.map_or(60, |text| text.parse().expect("a whole number"))
}

/// The direction of a step, reduced to lowest terms.
fn direction(board: &Board, a: u32, b: u32) -> (i64, i64) {
    let (p, q) = (board.place(a), board.place(b));
    let (x, y) = match board.shape() {
        Shape::Points { at, .. } => {
            let (p, q) = (at[a as usize], at[b as usize]);
            (q.0.units() - p.0.units(), q.1.units() - p.1.units())
        }
        Shape::Grid { moves, .. } => {
            // Axial coordinates of hexagonal cells: a column leans to the right, row by row.
            let lean = |row: i64| if *moves == Neighbourhood::Hex { row.div_euclid(2) } else { 0 };
            let axial =
                |(row, col): (u32, u32)| (i64::from(col) - lean(row.into()), i64::from(row));
            let (p, q) = (axial(p), axial(q));
            (q.0 - p.0, q.1 - p.1)
        }
    };
    let (mut g, mut h) = (x.abs(), y.abs());
    while h != 0 {
        (g, h) = (h, g % h);
    }
    (x / g.max(1), y / g.max(1))
}

pub fn turns(board: &Board, numbers: &[u32]) -> i64 {
    let order = line_order(numbers);
    let steps: Vec<_> = order.windows(2).map(|w| direction(board, w[0], w[1])).collect();
    steps.windows(2).filter(|w| w[0] != w[1]).count() as i64
}

/// A few points of a small lattice, so close that steps of different lengths run the same way.
pub fn random_points(rng: &mut ChaCha8Rng) -> (Line, Box<dyn Fn(usize, usize) -> bool>) {
    let mut at: Vec<(i64, i64)> = (0..rng.random_range(1..9))
        .map(|_| (rng.random_range(0..5), rng.random_range(0..3)))
        .collect();
    at.sort_unstable();
    at.dedup();
    let reach = rng.random_range(1..4i64);
    let tenth = |k: i64| format!("{}.{}", k / 10, k % 10).parse::<Decimal>().expect("a decimal");
    let exact = at.iter().map(|&(x, y)| (tenth(x), tenth(y))).collect();
    let board = Board::points(exact, tenth(reach));
    let near = move |a: usize, b: usize| {
        let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
        a != b && dx * dx + dy * dy <= reach * reach
    };
    let mut line = Line { given: vec![None; board.len()], board };
    let fillings = all_fillings(&line, &near);
    if !fillings.is_empty() {
        let filling = &fillings[rng.random_range(0..fillings.len())];
        let chance = [0.0, 0.2, 0.5][rng.random_range(0..3)];
        for (g, &k) in line.given.iter_mut().zip(filling) {
            *g = rng.random_bool(chance).then_some(k);
        }
    }
    (line, Box::new(near))
}

fn options(rng: &mut ChaCha8Rng, network: Option<&str>, goal: Goal) -> Options {
    let modes = [SearchMode::Dfs, SearchMode::Learn, SearchMode::StaticOrder, SearchMode::Auto];
    Options {
        network: network.map(str::to_string),
        search: modes[rng.random_range(0..4)],
        goal: Some(goal),
        seed: rng.random_range(0..3),
        // A portfolio from the first decision on.
        threads: rng.random_range(1..4),
        team_after: 0,
        ..Options::default()
    }
}

/// Optimises with every network that admits the goal, and without one.
fn compare(puzzle: &Puzzle, goal: Goal, expected: Option<i64>, rng: &mut ChaCha8Rng, label: &str) {
    let names = puzzle.family().networks().iter().map(|n| Some(n.name));
    for network in names.chain([None]) {
        let options = options(rng, network, goal);
        let label = format!("{label}, {network:?}, {:?}, {puzzle:?}", options.search);
        let ran = run(puzzle, Task::Solve { limit: 1 }, &options);
        let name = puzzle.network(network).expect("a network of the family").name;
        if puzzle.admits(goal, name).is_err() {
            let refused = matches!(ran, Err(RunError::Build(BuildError::NotApplicable(_))));
            assert!(refused, "{label}: not refused");
            continue;
        }
        let outcome = match ran {
            Err(RunError::Build(BuildError::NotApplicable(_))) if goal == Goal::LEAST_LENGTH => {
                // The network of a document that has no such rule of touching.
                continue;
            }
            ran => ran.unwrap_or_else(|e| panic!("{label}: {e}")),
        };
        assert!(outcome.exact, "{label}: not proved");
        assert_eq!(outcome.best.map(|best| best.value), expected, "{label}");
        assert_eq!(outcome.answers.len(), usize::from(expected.is_some()), "{label}");
        for answer in &outcome.answers {
            assert_eq!(puzzle.worth(goal, answer), expected, "{label}: {answer:?}");
        }
    }
}

/// Returns how many boards have a line, and how many of those a number inside it.
fn fewest_turns(kind: Option<Neighbourhood>, salt: u64) -> (u64, u64) {
    let (mut solved, mut inside) = (0, 0);
    for seed in 0..boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 8 | salt);
        let (line, near) = match kind {
            Some(_) => random_line(&mut rng, kind),
            None => random_points(&mut rng),
        };
        let fillings = all_fillings(&line, &*near);
        let expected = fillings.iter().map(|f| turns(&line.board, f)).min();
        let n = line.board.len() as u32;
        solved += u64::from(expected.is_some());
        inside += u64::from(line.given.iter().flatten().any(|&k| k != 1 && k != n));
        let label = format!("seed {seed}");
        let puzzle = match seed % 2 {
            0 => Puzzle::from(Hidato(line)),
            _ => Puzzle::from(Path(line)),
        };
        compare(&puzzle, Goal::FEWEST_TURNS, expected, &mut rng, &label);
    }
    (solved, inside)
}

#[test]
fn fewest_turns_by_rook_moves() {
    let (solved, inside) = fewest_turns(Some(Neighbourhood::Rook), 1);
    assert!(solved * 3 > boards() && inside * 10 > boards(), "{solved} solved, {inside} inside");
}

#[test]
fn fewest_turns_by_king_moves() {
    let (solved, inside) = fewest_turns(Some(Neighbourhood::King), 2);
    assert!(solved * 2 > boards() && inside * 10 > boards(), "{solved} solved, {inside} inside");
}

#[test]
fn fewest_turns_on_hexagons() {
    let (solved, inside) = fewest_turns(Some(Neighbourhood::Hex), 3);
    assert!(solved * 3 > boards() && inside * 10 > boards(), "{solved} solved, {inside} inside");
}

#[test]
fn fewest_turns_between_points() {
    let (solved, inside) = fewest_turns(None, 4);
    assert!(solved * 4 > boards() && inside * 20 > boards(), "{solved} solved, {inside} inside");
}

/// The cells of the longest walk that visits none twice and starts where number 1 is given.
pub fn longest(line: &Line, near: &dyn Fn(usize, usize) -> bool) -> i64 {
    fn walk(at: usize, seen: &mut [bool], near: &dyn Fn(usize, usize) -> bool) -> i64 {
        seen[at] = true;
        let mut best = 0;
        for q in 0..seen.len() {
            if !seen[q] && near(at, q) {
                best = best.max(walk(q, seen, near));
            }
        }
        seen[at] = false;
        best + 1
    }
    let n = line.board.len();
    let one = line.given.iter().position(|&g| g == Some(1));
    let starts = one.map_or(0..n, |c| c..c + 1);
    starts.map(|c| walk(c, &mut vec![false; n], near)).max().unwrap_or(0)
}

#[test]
fn most_cells_where_no_number_but_1_is_given() {
    let (mut asked, mut refused) = (0, 0);
    for seed in 0..boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 8 | 5);
        let (mut line, near) = random_line(&mut rng, None);
        if rng.random_bool(0.5) {
            line.given.iter_mut().for_each(|g| *g = g.filter(|&k| k == 1));
        }
        let ones = line.given.iter().filter(|g| **g == Some(1)).count();
        if ones > 1 || line.board.edges().len() > 24 {
            continue;
        }
        let expected = longest(&line, &*near);
        let admitted = line.given.iter().flatten().all(|&k| k == 1);
        *(if admitted { &mut asked } else { &mut refused }) += 1;
        let puzzle = Puzzle::from(Path(line.clone()));
        assert_eq!(puzzle.admits(Goal::MOST_CELLS, "suite").is_ok(), admitted, "{puzzle:?}");
        assert!(puzzle.admits(Goal::MOST_CELLS, "assign").is_err());
        compare(&puzzle, Goal::MOST_CELLS, Some(expected), &mut rng, &format!("seed {seed}"));
        let hidato = Puzzle::from(Hidato(line));
        for network in hidato.family().networks() {
            assert!(hidato.admits(Goal::MOST_CELLS, network.name).is_err());
        }
        compare(&hidato, Goal::MOST_CELLS, None, &mut rng, &format!("seed {seed}"));
    }
    assert!(asked > boards() / 4 && refused > boards() / 10, "{asked} asked, {refused} refused");
}

#[test]
fn least_length_where_cells_may_stay_empty() {
    for seed in 0..boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 8 | 6);
        let links = random_links(&mut rng);
        let partial = links.cover == Cover::Partial;
        let length = |on: &Vec<bool>| on.iter().filter(|&&on| on).count() as i64;
        let expected = if partial { all_links(&links).iter().map(length).min() } else { None };
        let puzzle = Puzzle::from(links);
        assert_eq!(puzzle.admits(Goal::LEAST_LENGTH, "suite").is_ok(), partial);
        compare(&puzzle, Goal::LEAST_LENGTH, expected, &mut rng, &format!("seed {seed}"));
    }
}

#[test]
fn an_answer_that_is_not_worth_what_is_said_is_caught() {
    let board = Board::grid(1, 3, Neighbourhood::Rook, &[true; 3]);
    let puzzle = Puzzle::from(Path(Line { given: vec![None; 3], board }));
    let answer = Answer::Line(vec![1, 2, 3]);
    assert_eq!(puzzle.verify_worth(Goal::FEWEST_TURNS, &answer, Some(0)), Ok(()));
    for said in [None, Some(1)] {
        assert!(puzzle.verify_worth(Goal::FEWEST_TURNS, &answer, said).is_err());
    }
    assert!(puzzle.verify_worth(Goal::LEAST_LENGTH, &answer, Some(2)).is_err());
}

/// Runs the program; its exit status, output and messages.
fn clew(arguments: &str, puzzle: &str) -> (i32, String, String) {
    let ran = run_on(arguments, puzzle);
    (ran.status, ran.out, ran.err)
}

#[test]
fn the_program_proves_a_value_or_refuses() {
    let hidato = "puzzle: hidato\n\n. . .\n. 5 .\n. . .\n";
    for network in ["suite", "dual", "link", "tour", "sparse"] {
        let (status, out, _) = clew(&format!("solve --minimize turns --network {network}"), hidato);
        assert!(out.ends_with("turns: 4, the fewest\n"), "{network}: {out}");
        assert_eq!(status, 0);
    }
    let path = "puzzle: path\n\n. . .\n. 5 .\n. . .\n";
    for arguments in ["", " --network assign", " --network suite"] {
        let (status, out, _) = clew(&format!("solve --json --minimize turns{arguments}"), path);
        let result: serde_json::Value = serde_json::from_str(&out).expect("one object");
        let stats = &result["stats"];
        assert_eq!((status, stats["objectiveProved"].as_u64()), (0, Some(1)), "{arguments}: {out}");
        assert_eq!(stats["objective"].as_f64(), Some(4.0), "{arguments}: {out}");
    }
    let islands = "puzzle: hidato\n\n. . #\n# . #\n# # .\n";
    let all = "puzzle: numberlink\n\nA . A\n";
    for (arguments, puzzle, reason) in [
        ("--maximize cells", islands, "fill every cell"),
        ("--maximize cells", path, "no number given but 1"),
        ("--maximize cells --network assign", "puzzle: path\n\n. .\n", "numbers every cell"),
        ("--minimize length", hidato, "lengths are a goal of numberlink"),
        ("--minimize length", path, "lengths are a goal of numberlink"),
        ("--minimize length", all, "all solutions have one length"),
        ("--minimize turns", all, "one goal, the least total length"),
        ("--minimize turns", "puzzle: futoshiki\n\n1 .\n- -\n. .\n", "nothing to optimise"),
    ] {
        let (status, out, err) = clew(&format!("solve {arguments}"), puzzle);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments}: {err}");
        assert!(err.contains(reason), "{arguments}: {err}");
    }
}
