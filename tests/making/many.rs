//! Many puzzles explained, short steps, and levels of lines.

use super::program::Folder;
use clew::families::{from_keyword, parse_native};
use clew::generate::{DifficultyTarget, make};
use clew::puzzle::family::Request;
use clew::puzzle::ladder::Level;
use clew::run::Budget;
use clew::strategy::{Options, SearchMode, Task, Verdict, run};

const TWO: &str =
    "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n---\npuzzle: numberlink\n\nA . A\nB . B\n";

#[test]
fn many_puzzles_are_explained() {
    let here = Folder::with(&[("two.txt", TWO), ("one.txt", "puzzle: hidato\n\n1 .\n. 4\n")]);
    let ran = here.run("explain two.txt");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(
        ran.out.starts_with("two.txt#1:\n1. [") && ran.out.contains("\n\ntwo.txt#2:\n"),
        "{ran:?}"
    );
    let all = here.run("explain --json two.txt").json();
    assert_eq!((&all[0]["id"], &all[1]["id"]), (&"two.txt#1".into(), &"two.txt#2".into()));
    // The status is the worst one of all puzzles.
    assert_eq!(here.run("explain two.txt one.txt").status, 1);
    let ran = here.run("explain --html page.html two.txt");
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.err.contains("--html is a page about one puzzle"), "{ran:?}");
    assert_eq!(here.run("explain missing.txt").status, 3);
}

#[test]
fn many_puzzles_are_drawn_to_a_file_each() {
    let here = Folder::with(&[("two.txt", TWO), ("bad.txt", "puzzle: hidato\n\n1 x\n")]);
    let ran = here.run("draw two.txt");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran:?}");
    assert!(ran.err.contains("2 pictures do not go to standard output"), "{ran:?}");
    // One that cannot be read is reported; the others are drawn.
    let ran = here.run("draw --solution -o out.svg two.txt bad.txt");
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.err.contains("bad.txt"), "{ran:?}");
    let [one, other] = ["out-1.svg", "out-2.svg"].map(|name| here.read(name));
    assert!(one.contains(">9</text>") && other.contains(">A</text>"), "{one}{other}");
    assert!(here.run("draw -o one.svg bad.txt").status == 3);
}

/// Short steps are the steps without reasons.
#[test]
fn compact_steps_conclude_the_same() {
    let here = Folder::with(&[("two.txt", TWO)]);
    let (long, short) = (
        here.run("explain --json two.txt").json(),
        here.run("explain --json --compact two.txt").json(),
    );
    for (long, short) in long.iter().zip(&short) {
        assert_eq!((&short["compact"], &short["rating"]), (&true.into(), &long["rating"]));
        let steps =
            |document: &serde_json::Value| document["steps"].as_array().expect("steps").clone();
        assert_eq!(steps(long).len(), steps(short).len());
        for (long, short) in steps(long).iter().zip(steps(short)) {
            let keys = ["n", "technique", "text", "place", "remove", "pieces"];
            assert!(short.as_object().expect("a step").keys().all(|key| keys.contains(&&key[..])));
            assert_eq!(short["technique"], long["technique"]);
            let conclusion = short["text"].as_str().expect("a text");
            assert!(long["text"].as_str().expect("a text").contains(conclusion), "{long}\n{short}");
            match short.get("pieces") {
                Some(pieces) => assert_eq!(pieces, &long["pieces"]),
                None => {
                    assert_eq!(short.get("place").unwrap_or(&serde_json::json!([])), &long["place"])
                }
            }
        }
    }
    let text = here.run("explain --compact two.txt").out;
    assert!(text.contains("] r1c2 is 7\n"), "{text}");
    assert_eq!(here.run("explain --compact --html - two.txt").status, 2);
}

#[test]
fn lines_are_made_of_a_level() {
    for level in [Level::Trivial, Level::Easy, Level::Tricky] {
        let wish = DifficultyTarget { level: Some(level), score: None };
        let path = from_keyword("path").expect("a family");
        let made = make(path, &Request::new(5, 5, 1), &wish, &Budget::unlimited(), &mut |_| ());
        let (entry, rating) = made.expect("it can be made").expect("no limit");
        assert_eq!(rating.expect("it is rated").level, Some(level));
        let options = Options { search: SearchMode::Dfs, ..Options::default() };
        let found = run(&entry.puzzle, Task::Check, &options).expect("it is searched");
        assert_eq!(found.verdict(), Verdict::Unique);
        assert!(parse_native(&clew::puzzle::format::write_native(&entry)).is_ok());
    }
}
