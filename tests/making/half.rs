//! Half-made boards: givens stay, additions leave one solution, and impossible requests are refused.

use super::program::Folder;
use clew::api::generate::{GenerateRequest, Made, News, With};
use clew::families::parse_native;
use clew::generate::{DifficultyTarget, fault_of};
use clew::puzzle::Puzzle;
use clew::puzzle::family::{Mask, Request};
use clew::puzzle::ladder::Level;
use clew::run::Budget;
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use std::collections::HashSet;
use std::ops::ControlFlow;

const HIDATO: &str = "puzzle: hidato\n\n1 . . . .\n. . . . .\n. . 13 . .\n. . . . .\n. . . . .\n";
const SQUARE: &str = "puzzle: futoshiki\n\n1 < .   .   .\n-   -   -   -\n.   .   .   .\n-   -   -   -\n\
                      .   .   .   .\n-   -   -   -\n.   .   .   3\n";
const LINK: &str = "puzzle: numberlink\n\na . . . . .\n. . . . . .\n. . b . . .\n. . . . b .\n. . . . . .\n. . . a . .\n";
const ZIP: &str =
    "puzzle: zip\nwalls: r1c1|r1c2\n\n1 . . . .\n. . . . .\n. . 2 . .\n. . . . .\n. . . . 3\n";

fn completed(
    text: &str,
    count: u64,
    request: Request,
    level: Option<Level>,
) -> Result<Vec<Made>, String> {
    let entry = parse_native(text).expect("a puzzle");
    let (rows, cols) = entry.puzzle.size();
    let wanted = GenerateRequest {
        family: entry.puzzle.family(),
        request: Request { rows, cols, ..request },
        wish: DifficultyTarget { level, score: None },
        count,
        best: 1,
        with: With::default(),
        from: Some(entry),
    };
    let mut all = Vec::new();
    let mut tell = |news: News| {
        if let News::Made(made) = news {
            all.push(*made);
        }
        ControlFlow::Continue(())
    };
    wanted.run(2, &Budget::unlimited, &mut tell)?;
    Ok(all)
}

/// By search without learning: a method other than the one that generated them.
fn is_unique(puzzle: &Puzzle) -> bool {
    let options = Options { search: SearchMode::Dfs, ..Options::default() };
    run(puzzle, Task::Check, &options).expect("it is searched").verdict() == Verdict::Unique
}

#[test]
fn what_is_given_stays_and_there_is_one_solution() {
    for text in [HIDATO, SQUARE, LINK] {
        let half = parse_native(text).expect("a puzzle").puzzle;
        let all = completed(text, 6, Request::new(1, 1, 1), None).expect("it can be completed");
        let different: HashSet<&str> = all.iter().map(|made| made.fingerprint.as_str()).collect();
        assert_eq!((all.len(), different.len()), (6, 6), "{text}");
        for made in &all {
            let puzzle = &made.entry.puzzle;
            assert!(is_unique(puzzle), "{}", made.text());
            for (before, after) in half.tokens(None).iter().zip(puzzle.tokens(None)) {
                assert!(before == "." || *before == after, "{}", made.text());
            }
            let signs = puzzle.pairs();
            let kept = half
                .pairs()
                .iter()
                .zip(&signs)
                .all(|(old, new)| old.iter().all(|p| new.contains(p)));
            assert!(kept, "{}", made.text());
            assert_eq!(parse_native(&made.text()).expect("it is read").puzzle, *puzzle);
        }
    }
}

/// Shifted numbers of a zip: the numbered cells stay numbered, in their order.
#[test]
fn numbered_cells_of_a_zip_stay_in_their_order() {
    let half = parse_native(ZIP).expect("a puzzle").puzzle;
    for made in completed(ZIP, 6, Request::new(1, 1, 1), None).expect("it can be completed") {
        let puzzle = &made.entry.puzzle;
        assert!(is_unique(puzzle), "{}", made.text());
        let numbers: Vec<u32> = half
            .tokens(None)
            .iter()
            .zip(puzzle.tokens(None))
            .filter(|(before, _)| *before != ".")
            .map(|(_, after)| after.parse().expect("a number"))
            .collect();
        assert!(numbers.is_sorted() && numbers[0] == 1, "{}", made.text());
        assert_eq!(
            puzzle.board().expect("a board").walls(),
            half.board().expect("a board").walls()
        );
    }
}

#[test]
fn wishes_are_obeyed() {
    let plain = || Request::new(1, 1, 3);
    let count = |made: &Made| made.entry.puzzle.tokens(None).iter().filter(|t| *t != ".").count();
    let few =
        completed(HIDATO, 2, Request { givens: Some(9), ..plain() }, None).expect("it can be");
    assert!(few.iter().all(|made| count(made) == 9));
    let runs = Request { no_runs: true, ..plain() };
    for made in completed(HIDATO, 3, runs, None).expect("it can be") {
        let mut numbers: Vec<u32> =
            made.entry.puzzle.tokens(None).iter().filter_map(|t| t.parse().ok()).collect();
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|pair| pair[0] + 1 < pair[1]), "{}", made.text());
    }
    let labels = Request { labels: Some((5, 6)), ..plain() };
    for made in completed(LINK, 3, labels, None).expect("it can be") {
        assert!([10, 12].contains(&count(&made)), "{}", made.text());
    }
    for level in [Level::Trivial, Level::Easy] {
        let made = completed(SQUARE, 1, plain(), Some(level)).expect("it can be");
        assert_eq!(made[0].rating.as_ref().expect("it is rated").level, Some(level));
    }
}

/// The same seed makes the same puzzle, on any number of threads.
#[test]
fn seeds_repeat() {
    let text = |made: &Made| made.text();
    for half in [HIDATO, LINK] {
        let once: Vec<String> = completed(half, 3, Request::new(1, 1, 8), None)
            .expect("it can be")
            .iter()
            .map(text)
            .collect();
        let again = completed(half, 3, Request::new(1, 1, 8), None).expect("it can be");
        assert_eq!(once, again.iter().map(text).collect::<Vec<_>>());
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let mask = |text: &str| Some(Mask::parse(text).expect("a mask").into());
    let plain = || Request::new(1, 1, 1);
    let rows = "#####\n#####\n#####\n#####\n....#\n";
    let wrong: [(&str, Request, &str); 6] = [
        ("puzzle: hidato\n\n1 . .\n. 9 .\n. . 3\n", plain(), "contradict each other"),
        ("puzzle: numberlink\n\na b .\nb . .\n. . a\n", plain(), "contradict each other"),
        (HIDATO, Request { givens_at: mask(rows), ..plain() }, "r1c1 is given"),
        (SQUARE, Request { signs_only: true, ..plain() }, "not only signs"),
        (LINK, Request { labels: Some((1, 1)), ..plain() }, "2 labels are given and stay"),
        (ZIP, Request { givens: Some(2), ..plain() }, "3 cells are numbered"),
    ];
    for (text, request, why) in wrong {
        let error = completed(text, 1, request, None).expect_err(text);
        assert!(error.contains(why), "{text}: {error}");
    }
    let runs = "puzzle: hidato\n\n1 2 .\n. . .\n. . .\n";
    let error = completed(runs, 1, Request { no_runs: true, ..plain() }, None).expect_err(runs);
    assert!(error.contains("1 and 2 follow each other"), "{error}");
    let closed = parse_native("puzzle: path\nclosed: yes\n\n. .\n. .\n").expect("a puzzle").puzzle;
    assert_eq!(fault_of(&closed, &Budget::unlimited()), None, "what it has is no contradiction");
}

#[test]
fn the_command_completes_a_board() {
    let here = Folder::with(&[("half.txt", HIDATO), ("bad.txt", "puzzle: hidato\n\n1 1\n. .\n")]);
    let ran = here.run("generate --from half.txt --seed 4");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.contains("solutions: 1\n"), "{ran:?}");
    for (arguments, status, why) in [
        ("generate --from bad.txt", 3, "line 3"),
        ("generate zip --from half.txt", 2, "--from is a hidato, not a zip"),
        ("generate --from half.txt --rows 9", 2, "cannot be used with '--rows"),
        ("generate", 2, "<FAMILY>"),
    ] {
        let ran = here.run(arguments);
        assert_eq!(ran.status, status, "{arguments}: {ran:?}");
        assert!(ran.err.contains(why), "{arguments}: {ran:?}");
    }
}
