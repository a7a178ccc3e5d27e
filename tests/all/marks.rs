//! Marks between consecutive cells of the line (`links`): obeyed, or refused with the reason, by every method for
//! questions about a puzzle. `modes.rs` compares the answers with brute force.

use super::support::program::Folder;
use clew::families::{parse_json, parse_native};
use clew::interchange::{self, FORMATS, Sheet};
use clew::puzzle::format::{write_json, write_native};
use clew::puzzle::{Answer, BuildError, BuildOptions, Goal, Puzzle};
use clew::strategy::dp::Dp;
use clew::strategy::{Options, Task, Verdict, run};

/// Two lines begin in the corner; one of them has the step that is marked.
const HIDATO: &str = "puzzle: hidato\nneighbours: 4\nlinks: r1c2-r2c2\n\n1 . .\n. . .\n";
const PATH: &str = "puzzle: path\nlinks: r2c1-r1c1 r1c2-r2c2 r1c2-r1c3\n\n. . .\n. . .\n";

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).unwrap_or_else(|e| panic!("{e}")).puzzle
}

#[test]
fn marks_are_read_and_written() {
    for text in [HIDATO, PATH, "puzzle: hidato\nboard: points\nlinks: r1c2-r1c1\n\n0 0 1\n1 0 .\n"]
    {
        let entry = parse_native(text).expect("well formed");
        assert!(!entry.puzzle.board().expect("a board").links().is_empty());
        assert_eq!(parse_native(&write_native(&entry)).expect("text").puzzle, entry.puzzle);
        let json = write_json(&entry);
        assert!(json.contains("\"links\":[[["), "{json}");
        assert_eq!(parse_json(&json).expect("JSON").puzzle, entry.puzzle);
        let without = parse_native(&text.replace("links", "title")).expect("well formed").puzzle;
        assert_ne!(without, entry.puzzle);
    }
    for (marks, expected) in [
        (
            "r1c1-r2c2",
            "line 3, column 8: found \"r1c1-r2c2\", expected two neighbouring cells; r1c1 and r2c2 are not",
        ),
        ("r1c1-r9c1", "two neighbouring cells"),
        ("r1c1|r1c2", "pairs of cells like r1c1-r1c2"),
    ] {
        let text = HIDATO.replace("r1c2-r2c2", marks);
        let error = parse_native(&text).expect_err("no marks").to_string();
        assert!(error.contains(expected), "{error}");
    }
    let walled = HIDATO.replace("links", "walls: r1c2|r2c2\nlinks");
    let parted = parse_native(&walled).expect_err("a wall parts them").to_string();
    assert!(parted.contains("two neighbouring cells; a wall parts r1c2 and r2c2"), "{parted}");
    for text in [
        "puzzle: numberlink\nlinks: r1c1-r1c2\n\nA A\n",
        "puzzle: futoshiki\nlinks: r1c1-r1c2\n\n1\n",
    ] {
        assert!(parse_native(text).expect_err("not of this family").to_string().contains("links"));
    }
}

#[test]
fn marks_are_rules() {
    let marked = puzzle(HIDATO);
    let up = Answer::Line(vec![1, 4, 5, 2, 3, 6]);
    let round = Answer::Line(vec![1, 2, 3, 6, 5, 4]);
    assert_eq!(marked.verify(&up), Ok(()));
    let why = marked.verify(&round).expect_err("2 and 5 do not follow each other").to_string();
    assert_eq!(why, "r1c2 and r2c2 are marked to follow each other, and hold 2 and 5");
}

#[test]
fn what_knows_no_marks_refuses_them() {
    for text in [HIDATO, PATH] {
        let marked = puzzle(text);
        let mut stated = 0;
        for info in marked.family().networks() {
            match marked.build(info.name, &BuildOptions::default()) {
                Ok(_) => stated += 1,
                Err(BuildError::NotApplicable(why)) => assert!(why.contains("links"), "{why}"),
                Err(other) => panic!("{other}"),
            }
        }
        assert!(stated >= 1 && stated < marked.family().networks().len(), "{stated}");
        assert!(marked.build("suite", &BuildOptions::default()).is_ok());
        assert!(Dp::new(&marked).is_err(), "a program would count lines without the marks");
        assert!(marked.constructs().is_none());
        assert!(marked.construct(2, &|| false).is_empty());
        assert!(marked.optimum(Goal::FEWEST_TURNS).is_none() && marked.certified().is_some());
        assert!(marked.admits(Goal::MOST_CELLS, "suite").is_err());
        for info in marked.family().formulations {
            assert!(marked.build_formulation(info.name, None).is_err(), "{}", info.name);
        }
        let entry = parse_native(text).expect("well formed");
        for format in FORMATS.iter().filter(|f| f.write.is_some() && !f.is_own()) {
            let written = interchange::write(format, Sheet { entry: &entry, answer: None });
            let says = written.is_err_and(|_| true)
                || interchange::write(format, Sheet { entry: &entry, answer: None })
                    .is_ok_and(|w| w.lost.iter().any(|lost| lost.what.contains("links")));
            assert!(says, "{} loses marks in silence", format.name);
        }
    }
}

/// The results of local search on its own, before anything verifies them.
#[test]
fn local_search_follows_marks() {
    let open =
        "\n\n1 . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . 36\n";
    for (moves, links) in [
        ("4", "r1c2-r2c2 r4c3-r4c4 r4c4-r5c4"),
        ("8", "r1c2-r2c3 r4c3-r4c4 r4c4-r5c5 r6c1-r6c2 r3c6-r4c5"),
        ("hex", "r1c2-r1c3 r4c3-r4c4 r5c1-r6c1"),
    ] {
        let text = format!("puzzle: hidato\nneighbours: {moves}\nlinks: {links}{open}");
        // Rook moves from corner to corner need sides of different colours.
        let text = if moves == "4" { text.replace("36", ". ") } else { text };
        let marked = puzzle(&text);
        let mut built = marked.build("suite", &BuildOptions::default()).expect("a hidato");
        built.model.engine.fixpoint(&mut ()).expect("no contradiction");
        let store = built.model.engine.store();
        let search = marked.local_search(&built, store, 1, &|| false);
        let mut search = search.expect("cells are free");
        let found: Vec<Answer> = (0..40).filter_map(|_| search.run(50_000)).collect();
        assert!(found.len() > 10, "{} with {moves} neighbours", found.len());
        for answer in &found {
            assert_eq!(marked.verify(answer), Ok(()), "{moves} neighbours");
        }
    }
}

#[test]
fn questions_about_marked_lines() {
    // Without marks these have several lines.
    for (text, verdict, count) in [(HIDATO, Verdict::Unique, 1u32), (PATH, Verdict::Unique, 2)] {
        let marked = puzzle(text);
        let outcome = run(&marked, Task::Check, &Options::default()).expect("a small board");
        assert_eq!(outcome.verdict(), verdict, "{text}");
        let outcome = run(&marked, Task::Count, &Options::default()).expect("a small board");
        assert!(outcome.exact && outcome.count == count.into(), "{}", outcome.count);
    }
}

/// Steps rest on marks, and without the marks they would not end.
#[test]
fn marked_lines_are_explained() {
    let here = Folder::with_puzzle(HIDATO);
    let ran = here.run("explain p.puzzle");
    assert!(ran.status == 0 && ran.out.contains("marked"), "{}{}", ran.out, ran.err);
    assert_eq!(here.run("hint p.puzzle").status, 0);
    let rating = here.run("rate --json p.puzzle").object();
    assert_eq!(
        (&rating["verdict"], &rating["rating"]["guessing"]),
        (&"unique".into(), &false.into())
    );
    let without = Folder::with_puzzle(&HIDATO.replace("links: r1c2-r2c2", "title: t"));
    assert_eq!(without.run("rate p.puzzle").status, 1);
    let path = "puzzle: path\nlinks: r1c1-r1c2\n\n1 . .\n6 . .\n";
    let here = Folder::with_puzzle(path);
    let ran = here.run("explain p.puzzle");
    assert_eq!((ran.status, here.run("check p.puzzle").status), (0, 0), "{}{}", ran.out, ran.err);
    let parted = path.replace("r1c1-r1c2", "r1c2-r2c2");
    assert_eq!(Folder::with_puzzle(&parted).run("rate p.puzzle").status, 1);
    let torn = "puzzle: path\nlinks: r1c1-r1c2 r1c1-r2c1\n\n1 . .\n6 . .\n";
    let ran = Folder::with_puzzle(torn).run("rate p.puzzle");
    assert_eq!(ran.status, 1, "{}{}", ran.out, ran.err);
}

#[test]
fn commands_about_marked_lines() {
    let here = Folder::with_puzzle(PATH);
    assert_eq!(here.run("check p.puzzle").out, "unique (up to direction)\n");
    assert_eq!(here.run("count --candidates --json p.puzzle").object()["count"], "2");
    assert_eq!(here.run("check --where p.puzzle").status, 0);
    assert_eq!(here.run("repair p.puzzle").status, 0);
    for refused in ["count --method dp", "check --network assign"] {
        let ran = here.run(&format!("{refused} p.puzzle"));
        assert!(
            ran.status == 2 && ran.err.contains("links"),
            "{refused}: {} {}",
            ran.status,
            ran.err
        );
    }
    assert_eq!(here.run("solve --maximize cells p.puzzle").status, 2);
    assert_eq!(here.run("convert --to grid p.puzzle").status, 2);
    let solved = here.run("solve p.puzzle").out;
    assert!(here.feed("verify p.puzzle -", &solved).out.contains("obeys"));
    let other = "3 4 5\n2 1 6\n";
    assert!(
        here.feed("verify p.puzzle -", other).out.contains("marked"),
        "a line without the marks"
    );
    let plain = here.run("draw p.puzzle").out;
    assert_eq!(plain.matches("<circle").count(), 3);
    let here = Folder::with_puzzle("puzzle: hidato\nlinks: r1c1-r2c2\n\n1 .\n. .\n");
    let ran = here.run("check --neighbours 4 p.puzzle");
    assert!(ran.status == 2 && ran.err.contains("links"), "{}", ran.err);
}
