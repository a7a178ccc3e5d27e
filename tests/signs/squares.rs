//! Squares with differences: "differ by k", "differ by one" with its negative, of all kinds of pairs.

use crate::support::{agree, read, refused, round_trips, steps_hold, written};
use clew::families::futoshiki::generate::random_latin;
use clew::families::{Futoshiki, named};
use clew::generate::{DifficultyTarget, make};
use clew::puzzle::family::{Request, Symmetry};
use clew::puzzle::{Answer, Clue, Entry, Gap, Puzzle};
use clew::run::Budget;
use clew::strategy::prove::claim;
use clew::strategy::repair::{Findings, repair};
use clew::strategy::{Options, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

/// All Latin squares of an order that satisfy the clues of each cell and pair, by trying value after value.
fn all_squares(puzzle: &Futoshiki) -> Vec<Answer> {
    fn fill(puzzle: &Futoshiki, values: &mut Vec<u32>, all: &mut Vec<Answer>) {
        let (n, i) = (puzzle.n as usize, values.len());
        if i == n * n {
            all.push(Answer::Square(values.clone()));
            return;
        }
        for v in 1..=puzzle.n {
            let twice = (0..i).any(|j| values[j] == v && (j / n == i / n || j % n == i % n));
            values.push(v);
            let at = |c: u32| values.get(c as usize).copied();
            let ordered = puzzle.less.iter().all(|&[a, b]| match (at(a), at(b)) {
                (Some(x), Some(y)) => x < y,
                _ => true,
            });
            let apart = puzzle.gaps.iter().all(|gap| match gap.cells.map(at) {
                [Some(x), Some(y)] => (x.max(y) - x.min(y) == gap.by) == gap.is,
                _ => true,
            });
            if !twice && ordered && apart && puzzle.given[i].is_none_or(|g| g == v) {
                fill(puzzle, values, all);
            }
            values.pop();
        }
    }
    let mut all = Vec::new();
    fill(puzzle, &mut Vec::new(), &mut all);
    all
}

/// The pairs of adjacent cells.
fn near(n: u32) -> Vec<[u32; 2]> {
    let all = (0..n * n).flat_map(|a| (a + 1..n * n).map(move |b| [a, b]));
    all.filter(|[a, b]| (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) == 1).collect()
}

/// A random square of order 1 to 5 whose clues mostly fit one Latin square. Every third has all dots, every third has
/// differences and signs, every third gaps of any kind between any two cells.
fn random(seed: u64) -> Futoshiki {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let n = [1, 2, 3, 3, 4, 4, 4, 5][rng.random_range(0..8)];
    let truth = random_latin(n, &mut rng);
    let by = |[a, b]: [u32; 2]| truth[a as usize].abs_diff(truth[b as usize]);
    let share = if n == 5 { 0.3 } else { [0.0, 0.1, 0.2][rng.random_range(0..3)] };
    let mut given: Vec<Option<u32>> =
        truth.iter().map(|&v| rng.random_bool(share).then_some(v)).collect();
    let (mut less, mut gaps) = (Vec::new(), Vec::new());
    match seed % 3 {
        0 => {
            gaps.extend(near(n).into_iter().map(|cells| Gap { cells, by: 1, is: by(cells) == 1 }));
            if rng.random_bool(0.1) && !gaps.is_empty() {
                let i = rng.random_range(0..gaps.len());
                gaps[i].is = !gaps[i].is;
            }
        }
        1 => {
            for cells in near(n) {
                match rng.random_range(0..4) {
                    0 if by(cells) > 0 => gaps.push(Gap { cells, by: by(cells), is: true }),
                    1 if truth[cells[0] as usize] < truth[cells[1] as usize] => less.push(cells),
                    1 => less.push([cells[1], cells[0]]),
                    _ => {}
                }
            }
        }
        _ if n > 1 => {
            for _ in 0..rng.random_range(0..9) {
                let (a, b) = (rng.random_range(0..n * n), rng.random_range(0..n * n));
                let (cells, size) = ([a.min(b), a.max(b)], rng.random_range(1..n));
                let is = (by(cells) == size) != rng.random_bool(0.05);
                let known = |gap: &Gap| gap.cells == cells && (gap.is || is || gap.by == size);
                if a != b && !gaps.iter().any(known) {
                    gaps.push(Gap { cells, by: size, is });
                }
            }
        }
        _ => {}
    }
    if rng.random_bool(0.05) {
        given[rng.random_range(0..(n * n) as usize)] = Some(rng.random_range(1..=n));
    }
    less.sort_unstable();
    gaps.sort_unstable();
    gaps.dedup();
    Futoshiki { n, given, less, gaps }
}

/// The number of boards; more in long runs.
fn boards(usual: u64) -> u64 {
    std::env::var("CLEW_SIGNS_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn all_ways_to_solve_agree() {
    let (mut runs, mut kinds) = (0, [0; 3]);
    for seed in 0..boards(600) {
        let square = random(seed);
        let all = all_squares(&square);
        kinds[all.len().min(2)] += 1;
        if all.len() < 400 {
            runs += agree(&Puzzle::from(square), &all, &format!("seed {seed}"));
        }
    }
    assert!(runs > 6_000 && kinds.iter().all(|&n| n > 20), "{runs} {kinds:?}");
}

#[test]
fn steps_hold_in_all_solutions() {
    let mut used: HashMap<&str, (u32, String)> = HashMap::new();
    let mut solved = 0;
    for seed in 0..boards(3000) {
        let square = random(seed);
        let all = all_squares(&square);
        let (techniques, done) = steps_hold(&Puzzle::from(square), &all);
        solved += u32::from(done && all.len() == 1);
        for (id, reason) in techniques {
            let known = used.entry(id).or_default();
            known.0 += 1;
            // A step names its hardest idea, and ends with its conclusions.
            if reason.contains("differ") {
                known.1 = reason;
            }
        }
    }
    assert!(solved > 300, "{solved}");
    for id in ["difference", "no-difference", "line-difference"] {
        let (times, reason) = &used[&*format!("futoshiki.{id}")];
        assert!(*times > 100, "{id}: {times}");
        assert!(reason.contains("differ"), "{reason}");
    }
}

#[test]
fn formats_give_back_what_they_hold() {
    let mut held: HashMap<&str, u32> = HashMap::new();
    for seed in 0..boards(1500) {
        let entry = Entry::from(Puzzle::from(random(seed)));
        for name in round_trips(&entry) {
            *held.entry(name).or_default() += 1;
        }
    }
    for (name, least) in [("native", 1500), ("json", 1500), ("pzpr", 200), ("tatham", 200)] {
        assert!(held[name] >= least.min(boards(1500) as u32), "{name}: {held:?}");
    }
    assert!(held["pzprv3"] >= 200, "{held:?}");
}

#[test]
fn certificates_state_the_same_rules() {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..boards(400) {
        let square = random(seed);
        let n = square.n;
        let opb = claim(&Puzzle::from(square.clone()), None, None).expect("it is small").opb;
        let all = all_squares(&square);
        let free = Futoshiki { gaps: Vec::new(), ..square };
        for answer in all_squares(&free).iter().take(200) {
            let Answer::Square(values) = answer else { unreachable!() };
            let mut truth = vec![false; opb.variables()];
            for (c, &value) in (0..).zip(values) {
                for v in 1..=n {
                    let at = format!("r{}c{}_{v}", c / n + 1, c % n + 1);
                    for (kind, is) in [("x", value == v), ("o", value <= v)] {
                        if let Some(l) = opb.find(&*format!("{kind}_{at}")) {
                            truth[l.var()] = is == l.is_affirmed();
                        }
                    }
                }
            }
            let holds = opb.rows().all(|row| {
                let is_true = |l: clew::certificate::Literal| truth[l.var()] == l.is_affirmed();
                let sum: u64 = row.terms().filter(|t| is_true(t.1)).map(|t| u64::from(t.0)).sum();
                sum >= u64::from(row.degree)
            });
            assert_eq!(holds, all.contains(answer), "{free:?} {answer:?}");
            right += u32::from(holds);
            wrong += u32::from(!holds);
        }
    }
    assert!(right > 500 && wrong > 500, "{right} {wrong}");
}

#[test]
fn models_for_other_solvers_hold_the_same() {
    for seed in 0..boards(400) {
        let square = random(seed);
        let puzzle = Puzzle::from(square.clone());
        let all = all_squares(&square);
        let assign = puzzle.formulate("assign").expect("it is small");
        let rows = assign.model.linear_rows().expect("it is linear");
        let holds = |answer: &Answer| {
            let values = assign.spelling.values(answer);
            rows.iter().all(|row| {
                let sum: i64 = row.terms.iter().map(|(k, var)| k * values[var.number()]).sum();
                match row.relation.sign() {
                    "<=" => sum <= row.constant,
                    ">=" => sum >= row.constant,
                    _ => sum == row.constant,
                }
            })
        };
        let free = Futoshiki { gaps: Vec::new(), ..square.clone() };
        for answer in all_squares(&free).iter().take(300) {
            assert_eq!(holds(answer), all.contains(answer), "{square:?} {answer:?}");
        }
        let stated = puzzle.formulate("alldiff").expect("it is small");
        assert_eq!(stated.shipped.is_err(), !square.gaps.is_empty());
    }
}

#[test]
fn where_solutions_differ_is_what_brute_force_finds() {
    for seed in 0..boards(300) {
        let square = random(seed);
        let all = all_squares(&square);
        if !(2..200).contains(&all.len()) {
            continue;
        }
        let options = Options { locate: true, ..Options::default() };
        let puzzle = Puzzle::from(square);
        let outcome = run(&puzzle, Task::Check, &options).expect("it can be asked");
        let cells = outcome.whereabouts.expect("nothing limits it").cells.expect("values");
        for (c, spot) in cells.iter().enumerate() {
            let mut can: Vec<_> = all.iter().map(|a| puzzle.contents(a)[c]).collect();
            can.sort_by_key(|content| format!("{content:?}"));
            can.dedup();
            let mut found = spot.can.clone();
            found.sort_by_key(|content| format!("{content:?}"));
            assert_eq!(found, can, "seed {seed}, cell {c}");
        }
    }
}

/// The number of solutions of a square with these clues alone.
fn with(square: &Futoshiki, clues: &[Clue]) -> usize {
    let puzzle = Puzzle::from(square.clone()).with_clues(clues).expect("its own clues");
    let rules = puzzle.downcast::<Futoshiki>().expect("a square").clone();
    all_squares(&rules).len()
}

#[test]
fn repairs_are_right() {
    let (mut none, mut unique) = (0, 0);
    for seed in 0..boards(500) {
        let square = random(seed);
        if square.n > 4 {
            continue;
        }
        let puzzle = Puzzle::from(square.clone());
        let clues = puzzle.clues().expect("clues stand alone");
        let rules = puzzle.clues_of_rules();
        let ask = |minimal| repair(&puzzle, minimal, &Options::default()).expect("it can be asked");
        let found = ask(false);
        match &found.findings {
            Findings::None(found) => {
                none += 1;
                assert!(found.minimal);
                assert_eq!(with(&square, &found.clues), 0, "{square:?} {found:?}");
                for clue in &found.clues {
                    let rest: Vec<Clue> =
                        found.clues.iter().copied().filter(|c| c != clue).collect();
                    assert!(with(&square, &rest) > 0, "{square:?} {clue:?}");
                }
            }
            Findings::Unique(found) => {
                unique += 1;
                for (list, left) in [(&found.redundant, true), (&found.needed, false)] {
                    for clue in list {
                        assert!(!rules.contains(clue));
                        let rest: Vec<Clue> = clues.iter().copied().filter(|c| c != clue).collect();
                        assert_eq!(with(&square, &rest) == 1, left, "{square:?} {clue:?}");
                    }
                }
                let Findings::Unique(found) = ask(true).findings else { panic!("{square:?}") };
                let minimal = found.minimal.as_ref().expect("it was asked for");
                let rest = minimal.puzzle.downcast::<Futoshiki>().expect("a square");
                assert_eq!(all_squares(rest).len(), 1, "{rest:?}");
            }
            Findings::Multiple(found) => {
                for addition in &found.single {
                    assert_eq!(with(&square, &[&clues[..], &[addition.clue]].concat()), 1);
                }
            }
            Findings::Nothing => panic!("nothing limits it: {square:?} {:?}", found.check),
        }
    }
    assert!(none > 15 && unique > 80, "{none} {unique}");
}

#[test]
fn made_puzzles_have_one_solution() {
    for (name, orders) in [("adjacent", 2..7), ("renzoku", 4..5), ("minarism", 2..7)] {
        for rows in orders {
            for seed in 0..4 {
                let named = named(name).expect("a name of the family");
                let words = vec![("dots", named.words()[0])];
                let mut request = Request { words, ..Request::new(rows, rows, seed) };
                request.minimal = seed % 2 == 0;
                request.symmetry = (seed % 3 == 0).then_some(Symmetry::HalfTurn);
                let wish = DifficultyTarget::default();
                let made = make(named.family, &request, &wish, &Budget::unlimited(), &mut |_| ());
                let (entry, _) = made.expect("it can be made").expect("no limit");
                let square = entry.puzzle.downcast::<Futoshiki>().expect("a square");
                let all = all_squares(square);
                assert_eq!(all.len(), 1, "{name} {rows} {seed}");
                assert_eq!(entry.solutions.as_deref(), Some("1"));
                if name != "minarism" {
                    let complete = near(rows).len();
                    assert_eq!(square.gaps.len(), complete, "every pair is known");
                    assert!(rows < 3 || written(&entry, "tatham").expect("an id").1.is_empty());
                }
                assert!(round_trips(&entry).len() >= 2);
                let check = run(&entry.puzzle, Task::Check, &Options::default());
                assert_eq!(check.expect("it runs").verdict(), Verdict::Unique);
            }
        }
    }
    let family = named("adjacent").expect("a name").family;
    let words = vec![("dots", "all")];
    let request = Request { words, signs_only: true, ..Request::new(4, 4, 1) };
    let wish = DifficultyTarget::default();
    let made = make(family, &request, &wish, &Budget::unlimited(), &mut |_| ());
    assert!(made.is_err_and(|why| why.contains("at least one is given")));
}

#[test]
fn texts_of_others_are_read() {
    // A bar between two cells of each of two rows; no other neighbours differ by one.
    let entry = read("3a:0R,0L,0,0,0R,0L,0,0,0,\n");
    let square = entry.puzzle.downcast::<Futoshiki>().expect("a square");
    assert_eq!(square.gaps.iter().filter(|gap| gap.is).count(), 2);
    assert_eq!(square.gaps.len(), 12);
    assert!(refused("3a:0R,0,0,0,0,0,0,0,0,\n").contains("a bar that both cells have"));
    let entry = read("https://puzz.link/p?minarism/3/3/2gi1h-02jg\n");
    let square = entry.puzzle.downcast::<Futoshiki>().expect("a square");
    let differ: Vec<u32> = square.gaps.iter().map(|gap| gap.by).collect();
    assert_eq!((differ, square.less.len()), (vec![2, 1, 2], 3), "{square:?}");
    for (text, expected) in [
        ("https://puzz.link/p?minarism/3/3/3i\n", "a difference from 1 to 2"),
        ("https://puzz.link/p?minarism/3/3/0i\n", "a difference from 1 to 2"),
        ("https://puzz.link/p?minarism/3/3/.i\n", "the circle between r1c1 and r1c2 is empty"),
        ("https://puzz.link/p?minarism/3/3/-g\n", "two digits"),
        ("pzprv3/minarism/2/2/./0 /0 0 /. . /. . /\n", "is empty"),
        ("puzzle: futoshiki\n\n. (0) .\n-     -\n.     .\n", "a difference from 1 to 1"),
        (
            "puzzle: futoshiki\ndiffer: r1c1~r1c2=2\n\n. o . .\n. . .\n. . .\n",
            "differences that agree",
        ),
        (
            "puzzle: futoshiki\napart: r1c1~r1c2\n\n. o . .\n. . .\n. . .\n",
            "differences that agree",
        ),
        ("puzzle: futoshiki\ndots: none\n\n. .\n. .\n", "\"some\" or \"all\""),
    ] {
        let why = refused(text);
        assert!(why.contains(expected), "{text}{why}");
    }
    let text = "puzzle: adjacent\n\n.   . o .\n-   o   -\n. o .   .\n-   -   -\n.   .   1\n";
    let entry = read(text);
    let square = entry.puzzle.downcast::<Futoshiki>().expect("a square");
    assert_eq!(square.gaps.len(), 12);
    let (native, _) = written(&entry, "native").expect("its own format");
    assert!(native.starts_with("puzzle: futoshiki\ndots: all\n"), "{native}");
    let (grid, lost) = written(&entry, "grid").expect("a grid");
    assert!(lost.iter().any(|what| what.contains("difference")), "{grid} {lost:?}");
}
