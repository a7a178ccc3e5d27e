//! Repairs with restricted kinds or places of clues, and clues that make a puzzle easier, against brute force.

use super::program::Folder;
use clew::api::repair::{EasingClue, Mending, RepairGoal, repair_with_goal};
use clew::explain::rate;
use clew::families::{from_keyword, parse_native};
use clew::generate::{DifficultyTarget, make};
use clew::puzzle::family::Request;
use clew::puzzle::ladder::Level;
use clew::puzzle::{Answer, Clue, Entry, Puzzle};
use clew::run::Budget;
use clew::strategy::repair::{Findings, Proof, Scope};
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use std::collections::HashSet;

const SQUARE: &str = "puzzle: futoshiki\n\n1 < .   .   .\n-   -   -   -\n.   .   .   .\n-   -   -   -\n\
                      .   .   .   .\n-   -   -   -\n.   .   .   3\n";

fn mended<'a>(entry: &'a Entry, wanted: &RepairGoal) -> Mending<'a> {
    repair_with_goal(entry, wanted, &Options::default(), usize::MAX).expect("it can be asked")
}

fn with(puzzle: &Puzzle, clues: &[Clue]) -> Puzzle {
    puzzle.with_clues(&[&puzzle.clues().expect("clues")[..], clues].concat()).expect("a puzzle")
}

fn is_unique(puzzle: &Puzzle) -> bool {
    let options = Options { search: SearchMode::Dfs, ..Options::default() };
    run(puzzle, Task::Check, &options).expect("it is searched").verdict() == Verdict::Unique
}

/// All solutions of a small puzzle.
fn all(puzzle: &Puzzle) -> Vec<Answer> {
    run(puzzle, Task::Solve { limit: 100_000 }, &Options::default())
        .expect("it is searched")
        .answers
}

/// Clues that hold in some solution and are not given.
fn possible(puzzle: &Puzzle, scope: &Scope) -> Vec<Clue> {
    let mut found = HashSet::new();
    for answer in all(puzzle) {
        let contents = puzzle.contents(&answer);
        found.extend((0..).zip(&contents).map(|(cell, &content)| Clue::Holds { cell, content }));
        let signs = puzzle.sign_places().into_iter().flat_map(|[a, b]| [[a, b], [b, a]]);
        found.extend(signs.map(Clue::Less).filter(|clue| clue.is_true(&contents)));
    }
    found.into_iter().filter(|clue| scope.admits(*clue)).collect()
}

#[test]
fn single_clues_are_those_of_brute_force() {
    let square = "puzzle: futoshiki\n\n1   .   .\n-   -   -\n.   .   .\n-   -   -\n.   .   .\n";
    let line = "puzzle: hidato\n\n1 . .\n. . .\n. 9 .\n";
    for text in [square, line] {
        let entry = parse_native(text).expect("a puzzle");
        let puzzle = &entry.puzzle;
        for pattern in 1..32u32 {
            let cells: Vec<bool> = (0..9).map(|c| ((pattern * 13) >> (c % 9)) & 1 == 1).collect();
            for signs in [false, true] {
                if signs && puzzle.sign_places().is_empty() {
                    continue;
                }
                let scope = Scope { cells: Some(cells.clone()), signs };
                let wanted = RepairGoal { scope: scope.clone(), ..RepairGoal::default() };
                let mending = mended(&entry, &wanted);
                let Findings::Multiple(found) = &mending.found.findings else { panic!("several") };
                let named: HashSet<Clue> = found.single.iter().map(|single| single.clue).collect();
                let every = possible(puzzle, &scope);
                let brute: HashSet<Clue> = every
                    .iter()
                    .copied()
                    .filter(|&clue| is_unique(&with(puzzle, &[clue])))
                    .collect();
                assert_eq!(named, brute, "{text}{scope:?}");
                let Some(together) = &found.together else { continue };
                assert!(together.clues.iter().all(|&clue| scope.admits(clue)), "{scope:?}");
                assert!(is_unique(&with(puzzle, &together.clues)), "{scope:?}");
                if together.proof == Proof::Smallest {
                    assert!(brute.is_empty() && together.clues.len() >= 2);
                }
            }
        }
    }
}

/// If all possible clues together leave several solutions, none is named.
#[test]
fn nothing_is_named_where_nothing_does() {
    let entry = parse_native(SQUARE).expect("a puzzle");
    let cells = (0..16).map(|c| c == 5 || c == 6).collect();
    let scope = Scope { cells: Some(cells), signs: false };
    let mending = mended(&entry, &RepairGoal { scope, ..RepairGoal::default() });
    assert!(
        mending.text().ends_with("no clues that may be given do together\n"),
        "{}",
        mending.text()
    );
}

#[test]
fn clues_bring_the_level_down() {
    for (family, rows) in [("futoshiki", 5), ("hidato", 5)] {
        for seed in 0..3 {
            let wish = DifficultyTarget { level: Some(Level::Tricky), score: None };
            let made = make(
                from_keyword(family).expect("a family"),
                &Request::new(rows, rows, seed),
                &wish,
                &Budget::unlimited(),
                &mut |_| (),
            );
            let (entry, _) = made.expect("it can be made").expect("no limit");
            let puzzle = &entry.puzzle;
            let wanted = RepairGoal { level: Some(Level::Easy), ..RepairGoal::default() };
            let mending = mended(&entry, &wanted);
            let easier = mending.easier.as_ref().expect("it was asked for");
            assert_eq!(easier.now.level, Some(Level::Tricky));
            let level = |clues: &[Clue]| {
                rate(&with(puzzle, clues), &Options::default()).expect("it is rated").level
            };
            // Exactly the sufficient clues are named, by brute force.
            let scope = Scope::default();
            for clue in possible(puzzle, &scope) {
                let given = puzzle.clues().expect("clues").contains(&clue);
                let enough = level(&[clue]).is_some_and(|level| level <= Level::Easy);
                let named = easier.single.iter().any(|(aid, _)| *aid == EasingClue::Clue(clue));
                assert_eq!(named, enough && !given, "{family} {seed}: {clue:?}");
            }
            if easier.single.is_empty() {
                let (aids, rating) = easier.together.as_ref().expect("with all clues it is easy");
                let clue = |aid: &EasingClue| match aid {
                    EasingClue::Clue(clue) => *clue,
                    EasingClue::Wall(_) => panic!("it has clues: {aid:?}"),
                };
                assert_eq!(level(&aids.iter().map(clue).collect::<Vec<_>>()), rating.level);
                assert!(rating.level <= Some(Level::Easy));
            }
            let hard = RepairGoal { level: Some(Level::Hard), ..RepairGoal::default() };
            assert!(mended(&entry, &hard).text().contains("hard or easier as it stands"));
        }
    }
}

/// Puzzles of paths between ends, and lines whose numbers depend on each other, become easier by walls at edges that
/// the solution does not use. Each wall that is listed leaves the only solution, and none that suffices is missing.
#[test]
fn walls_bring_the_level_down() {
    let mut named = 0;
    for (family, rows, level) in
        [("numberlink", 5, Level::Tricky), ("zip", 5, Level::Tricky), ("path", 4, Level::Tricky)]
    {
        let wish = DifficultyTarget { level: Some(level), score: None };
        let request = Request::new(rows, rows, 4);
        let family = from_keyword(family).expect("a family");
        let made = make(family, &request, &wish, &Budget::unlimited(), &mut |_| ());
        let (entry, _) = made.expect("it can be made").expect("no limit");
        let wanted = RepairGoal { level: Some(Level::Easy), ..RepairGoal::default() };
        let mending = mended(&entry, &wanted);
        let easier = mending.easier.as_ref().expect("it was asked for");
        assert_eq!(easier.now.level, Some(level));
        let board = entry.puzzle.board().expect("a board");
        let walled = |aids: &[EasingClue]| {
            let wall = |aid: &EasingClue| match aid {
                EasingClue::Wall(pair) => *pair,
                EasingClue::Clue(_) => panic!("{family}: {aid:?}"),
            };
            let walls: Vec<_> =
                aids.iter().map(wall).chain(board.walls().iter().copied()).collect();
            let board = board.with_layout(board.moves()?, &walls)?;
            entry.puzzle.with_board(board)
        };
        let truth = &all(&entry.puzzle)[0];
        let passes = |e: usize, [a, b]: [u32; 2]| match truth {
            Answer::Links(on) => on[e],
            Answer::Line(numbers) => numbers[a as usize].abs_diff(numbers[b as usize]) == 1,
            _ => panic!("{family}: {truth:?}"),
        };
        for (e, &pair) in board.edges().iter().enumerate() {
            let puzzle = walled(&[EasingClue::Wall(pair)]).expect("a board with a wall");
            let enough = !passes(e, pair)
                && is_unique(&puzzle)
                && rate(&puzzle, &Options::default())
                    .is_ok_and(|rating| rating.level.is_some_and(|level| level <= Level::Easy));
            let is_named = easier.single.iter().any(|(aid, _)| *aid == EasingClue::Wall(pair));
            assert_eq!(is_named, enough, "{family}: {pair:?}");
            named += usize::from(is_named);
        }
        if let Some((aids, rating)) = &easier.together {
            let puzzle = walled(aids).expect("a board with walls");
            assert!(is_unique(&puzzle), "{family}");
            assert!(rating.level <= Some(Level::Easy), "{family}: {rating:?}");
        }
        let text = mending.text();
        assert!(text.contains("  a wall r"), "{text}");
        assert!(mending.json("x").contains("{\"wall\":["), "{family}");
    }
    assert!(named > 0);
}

#[test]
fn the_command_has_the_options() {
    let here = Folder::with(&[
        ("square.txt", SQUARE),
        ("one.txt", "puzzle: futoshiki\n\n1   .\n-   -\n.   .\n"),
        ("link.txt", "puzzle: numberlink\n\nA . A\nB . B\n"),
        ("at.txt", "####\n#...\n####\n####\n"),
        ("small.txt", "..\n..\n"),
    ]);
    let signs = here.run("repair --signs square.txt");
    assert_eq!(signs.status, 0, "{signs:?}");
    assert!(signs.out.contains(" < ") && !signs.out.contains(" = "), "{signs:?}");
    let at = here.run("repair --at at.txt --json square.txt");
    for single in at.object()["single"].as_array().expect("clues") {
        assert_eq!(single["clue"]["cell"][0], 1, "{at:?}");
    }
    let rated = here.run("repair square.txt");
    assert_eq!(rated.status, 0, "{rated:?}");
    let easy = here.run("repair --level trivial --json one.txt").object();
    assert_eq!(
        (&easy["easier"]["wanted"], &easy["verdict"]),
        (&"trivial".into(), &"unique".into())
    );
    let link = here.run("repair --level easy link.txt");
    assert!(link.status == 0 && link.out.contains("easy or easier as it stands"), "{link:?}");
    for (arguments, status, why) in [
        ("repair --signs link.txt", 2, "--signs does not apply"),
        ("repair --level easy square.txt", 2, "this one has several"),
        ("repair --at small.txt square.txt", 2, "the puzzle 4 and 4"),
        ("repair --minimal --signs one.txt", 2, "cannot be used with"),
    ] {
        let ran = here.run(arguments);
        assert_eq!(ran.status, status, "{arguments}: {ran:?}");
        assert!(ran.err.contains(why), "{arguments}: {ran:?}");
    }
}
