//! Drawn solutions: they become puzzles that have them as a solution, and drawings that are no solution are refused at
//! the place of the mistake.

use super::program::Folder;
use clew::api::from_solution::{Drawn, DrawnOptions, Givens, drawn, read};
use clew::families::{from_keyword, parse_native};
use clew::generate::generate;
use clew::interchange::Reading;
use clew::puzzle::family::DrawnRules;
use clew::puzzle::family::{Mask, Request};
use clew::puzzle::format::{Chunk, ChunkKind, ParseError, write_native, write_solution};
use clew::puzzle::{Answer, Entry};
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use std::sync::Arc;

fn entry(text: &str) -> Result<Entry, ParseError> {
    let chunk = Chunk { kind: ChunkKind::Native, text, line: 1, column: 1 };
    read(&chunk, &Reading::default(), &DrawnRules::default())
}

fn made(text: &str, givens: Option<Givens>) -> Drawn {
    let entry = entry(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    let wish = DrawnOptions { givens, seed: 3, ..DrawnOptions::default() };
    drawn(&entry, &wish, &Options::default()).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// The only solution, by search without learning: a method other than the one that checked it.
fn only(puzzle: &clew::puzzle::Puzzle) -> Option<Answer> {
    let options = Options { search: SearchMode::Dfs, ..Options::default() };
    let found = run(puzzle, Task::Check, &options).expect("it is searched");
    (found.verdict() == Verdict::Unique).then(|| found.answers[0].clone())
}

/// A puzzle of a family, and its text with the solution in its grid.
fn solved(family: &str, seed: u64) -> (Entry, Answer, String) {
    let request = Request { unique: family == "path", ..Request::new(5, 5, seed) };
    let entry = generate(from_keyword(family).expect("a family"), &request).expect("it is made");
    let answer = only(&entry.puzzle).expect("made puzzles have one solution");
    let whole = write_native(&Entry::from(entry.puzzle.clone()));
    let head = whole.split_once("\n\n").expect("a header").0.to_string();
    let text = format!("{head}\n\n{}", write_solution(&entry.puzzle, &answer));
    (entry, answer, text)
}

#[test]
fn drawn_solutions_become_puzzles_that_have_no_other() {
    for seed in 0..12 {
        for family in ["hidato", "path", "zip", "futoshiki", "numberlink"] {
            let (entry, answer, text) = solved(family, seed);
            let made = made(&text, None);
            assert_eq!(made.answer, answer, "{text}");
            let puzzle = &made.made.entry.puzzle;
            if family == "numberlink" {
                assert_eq!(*puzzle, entry.puzzle, "{text}");
            }
            assert_eq!((made.verdict, only(puzzle)), (Verdict::Unique, Some(answer)), "{text}");
            // The puzzle is not solved already.
            assert!(puzzle.tokens(None).contains(&".".to_string()), "{text}");
            let read = parse_native(&made.made.text()).expect("it is read again");
            assert_eq!((read.puzzle, read.solutions), (puzzle.clone(), Some("1".into())));
        }
    }
}

/// Minimal givens are fewer, and none of them is redundant.
#[test]
fn minimal_givens_are_all_needed() {
    for seed in 0..4 {
        for family in ["hidato", "futoshiki"] {
            let (_, _, text) = solved(family, seed);
            let puzzle = made(&text, Some(Givens::Minimal)).made.entry.puzzle;
            let clues = puzzle.clues().expect("clues");
            let stays = puzzle_signs(&text);
            for left_out in 0..clues.len() {
                let mut rest = clues.clone();
                let clue = rest.remove(left_out);
                // The signs of the drawing stay, needed or not.
                if stays.contains(&clue) {
                    continue;
                }
                let weaker = puzzle.with_clues(&rest).expect("a puzzle");
                assert_eq!(only(&weaker), None, "{text}: {clue:?}");
            }
        }
    }
}

/// The signs of a drawing.
fn puzzle_signs(text: &str) -> Vec<clew::puzzle::Clue> {
    let clues = parse_native(text).expect("a puzzle").puzzle.clues().expect("clues");
    clues.into_iter().filter(|clue| !matches!(clue, clew::puzzle::Clue::Holds { .. })).collect()
}

#[test]
fn givens_stand_where_they_are_wished_and_another_solution_is_named() {
    let mask = |text: &str| Some(Givens::At(Arc::new(Mask::parse(text).expect("a mask"))));
    let square = "puzzle: hidato\n\n1 2 3\n6 5 4\n7 8 9\n";
    let few = made(square, mask(".##\n###\n##.\n"));
    assert_eq!(few.verdict, Verdict::Multiple);
    assert_eq!(few.made.entry.solutions, None);
    assert!(!few.differs().is_empty());
    assert_eq!(few.made.entry.puzzle.tokens(None), ["1", ".", ".", ".", ".", ".", ".", ".", "9"]);
    let all = made(square, Some(Givens::All));
    assert!(!all.made.entry.puzzle.tokens(None).contains(&".".to_string()));
    let zip = made(&square.replace("hidato", "zip"), mask(".##\n#.#\n##.\n"));
    assert_eq!(zip.made.entry.puzzle.tokens(None), ["1", ".", ".", ".", "2", ".", ".", ".", "3"]);
}

/// Signs that are drawn stay, and no others are added.
#[test]
fn drawn_signs_stay() {
    let text = "puzzle: futoshiki\n\n1 < 2   3\n-   -   -\n2   3   1\n-   -   -\n3   1   2\n";
    let puzzle = made(text, None).made.entry.puzzle;
    assert_eq!(puzzle_signs(&write_native(&Entry::from(puzzle))), puzzle_signs(text));
}

#[test]
fn lists_of_places_and_touching_paths_are_read() {
    let grid = made("puzzle: numberlink\n\na a a b\na b b b\na c c c\na a a c\n", None);
    let lists = "a: r1c3-r1c1-r4c1-r4c3\nb: r1c4-r2c4-r2c2\nc: r3c2-r3c4-r4c4\n";
    let listed = made(&format!("puzzle: numberlink\n\n{lists}"), None);
    assert_eq!(grid.answer, listed.answer);
    assert_eq!(grid.made.entry.puzzle, listed.made.entry.puzzle);
    // Letters do not determine this route, places do.
    let head = "puzzle: numberlink\ntouch: yes\n\n";
    let open = entry(&format!("{head}a a b\na a b\n")).unwrap_err();
    assert!(open.expected.contains("leave open how it runs"), "{open}");
    let routed = made(&format!("{head}a: r1c1-r2c1-r2c2-r1c2\nb: r1c3-r2c3\n"), None);
    assert_eq!(routed.made.entry.puzzle.tokens(None), ["a", "a", "b", ".", ".", "b"]);
    // Only one route is possible through these.
    let one = made(&format!("{head}a a b\nc a b\nc a b\n"), None);
    assert_eq!(one.made.entry.puzzle.tokens(None), ["a", ".", "b", "c", ".", ".", "c", "a", "b"]);
}

#[test]
fn what_is_no_solution_is_refused_at_its_place() {
    let link = "puzzle: numberlink\n\n";
    for (text, line, column, why) in [
        (format!("{link}a a a b\na a b b\n"), 3, 3, "(--touch yes)"),
        (format!("{link}a b\nb a\n"), 4, 3, "r1c1 and r2c2 are not joined"),
        (format!("{link}a a\n. b\n"), 4, 1, "(--cover partial)"),
        (format!("{link}a a\na b\n"), 4, 3, "a path of two cells or more"),
        (format!("{link}a a a\na # a\na a a\n"), 3, 1, "a loop, which has no ends"),
        (format!("{link}a a a\n# a #\n"), 3, 3, "has 3 neighbours on it"),
        (format!("{link}a: r1c1-r2c3\n"), 3, 1, "r1c1 and r2c3 are not"),
        (format!("{link}a: r1c1-r1c3\nb: r2c1-r2c2\n"), 3, 1, "paths of one solution"),
        (format!("{link}a: r1c1-r1c3\nb: r1c3-r2c3\n"), 4, 1, "r1c3 is one twice"),
        ("puzzle: hidato\n\n1 2\n3 .\n".into(), 1, 1, "r2c2 has none"),
        ("puzzle: hidato\nneighbours: 4\n\n1 2\n3 4\n".into(), 1, 1, "are not neighbours"),
        ("puzzle: futoshiki\n\n1 2\n1 2\n".into(), 1, 1, "solution"),
        ("a b\na b\n".into(), 1, 1, "--puzzle FAMILY"),
    ] {
        let error = entry(&text).expect_err(&text);
        assert_eq!((error.line, error.column), (line, column), "{text}{error}");
        assert!(error.to_string().contains(why), "{text}{error}");
    }
}

#[test]
fn the_command_writes_puzzles_and_says_what_is_not_unique() {
    let here = Folder::with(&[
        ("grid.txt", "aaab\nabbb\naccc\naaac\n"),
        ("line.txt", "puzzle: hidato\n\n1 2 3\n6 5 4\n7 8 9\n"),
        ("corners.txt", ".##\n###\n##.\n"),
    ]);
    let ran = here.run("from-solution --puzzle numberlink grid.txt");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.ends_with("solutions: 1\n\n. . a b\n. b . .\n. c . .\n. . a c\n"), "{ran:?}");
    let ran = here.run("from-solution --givens corners.txt line.txt");
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.err.contains("is not the only one; another differs in r"), "{ran:?}");
    let ran = here.run("from-solution --with solution,rating line.txt");
    let made = ran.object();
    assert_eq!(made["solution"]["cells"][1], serde_json::json!([6, 5, 4]));
    assert!(made["rating"]["level"].is_string() && made["fingerprint"].is_string(), "{made}");
    let ran = here.run("from-solution --givens all --puzzle numberlink grid.txt");
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("the ends of the paths are given"), "{ran:?}");
    assert_eq!(here.run("from-solution --givens none.txt line.txt").status, 2);
}
