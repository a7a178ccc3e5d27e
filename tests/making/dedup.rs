//! Packs that contain a puzzle again turned, mirrored, relabelled or counted from the other end.

use super::program::Folder;
use clew::api::dedup::Dedup;
use clew::families::{from_keyword, parse_native};
use clew::generate::generate;
use clew::puzzle::Entry;
use clew::puzzle::family::Request;

/// The rows of a grid turned by a quarter, and mirrored.
fn turned(rows: &[Vec<String>]) -> [Vec<Vec<String>>; 2] {
    let across = |c: usize| rows.iter().rev().map(|row| row[c].clone()).collect();
    let mirrored = rows.iter().map(|row| row.iter().rev().cloned().collect());
    [(0..rows[0].len()).map(across).collect(), mirrored.collect()]
}

fn read(family: &str, rows: &[Vec<String>]) -> Entry {
    let grid: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    parse_native(&format!("puzzle: {family}\n\n{}\n", grid.join("\n"))).expect("a puzzle")
}

#[test]
fn positions_names_and_directions_do_not_count() {
    let mut seen = Dedup::default();
    for (family, seed) in ["hidato", "zip", "numberlink"].iter().flat_map(|f| [(f, 1), (f, 2)]) {
        let made = generate(from_keyword(family).expect("a family"), &Request::new(4, 5, seed));
        let made = made.expect("it is made").puzzle;
        let rows: Vec<Vec<String>> = made.tokens(None).chunks(5).map(<[String]>::to_vec).collect();
        let name = format!("{family} {seed}");
        assert_eq!(seen.take(&read(family, &rows), &name).copy_of, None, "{name}");
        let numbers = rows.iter().flatten().filter_map(|token| token.parse::<u32>().ok());
        let most = if *family == "hidato" { 20 } else { numbers.max().unwrap_or(0) };
        let reversed = |token: &String| match token.parse::<u32>() {
            Ok(k) => (most + 1 - k).to_string(),
            Err(_) => token.clone(),
        };
        let reversed: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(reversed).collect()).collect();
        let all = turned(&rows).into_iter().chain(turned(&reversed)).chain([reversed]);
        for other in all {
            let found = seen.take(&read(family, &other), "other");
            assert_eq!(found.copy_of.as_deref(), Some(name.as_str()), "{other:?}");
        }
    }
    assert_eq!(seen.kept(), 6);
}

/// Lines with another first number are the same line.
#[test]
fn first_numbers_do_not_count() {
    let mut seen = Dedup::default();
    let of = |text: &str| parse_native(text).expect("a puzzle");
    seen.take(&of("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"), "one");
    let same = seen.take(&of("puzzle: hidato\nfirst: 10\n\n15 . .\n. 11 17\n10 . .\n"), "ten");
    assert_eq!(same.copy_of.as_deref(), Some("one"));
    let reversed = of("puzzle: hidato\nfirst: 10\n\n13 . .\n. 17 11\n18 . .\n");
    assert_eq!(seen.take(&reversed, "reversed").copy_of.as_deref(), Some("one"));
}

#[test]
fn the_command_keeps_puzzles_as_they_stand() {
    let one = "puzzle: hidato\ntitle: kept as it is\n\n6 . .\n. 2 8\n1 . .\n";
    let copy = "puzzle: hidato\n\n1 . 6\n. 2 .\n. 8 .\n";
    let other = "puzzle: numberlink\n\nA . A\nB . B\n";
    let json = r#"{"puzzle":"numberlink","id":"seven","cells":[["x",null,"x"],["y",null,"y"]],"x-mine":7}"#;
    let here = Folder::with(&[
        ("pack.txt", &format!("{one}---\n{copy}---\n{other}")),
        ("pack.jsonl", &format!("{json}\n")),
        ("good.jsonl", &format!("{json}\n")),
        ("bad.txt", "puzzle: hidato\n\n6 6\n"),
    ]);
    let ran = here.run("dedup pack.txt pack.jsonl");
    assert_eq!((ran.status, ran.out), (1, format!("{one}---\n{other}")));
    assert!(ran.err.contains("pack.txt#2: the same puzzle as pack.txt#1\n"), "{}", ran.err);
    assert!(ran.err.contains("(seven): the same puzzle as pack.txt#3\n"), "{}", ran.err);
    assert!(ran.err.ends_with("2 of 4 puzzles are kept\n"), "{}", ran.err);
    let ran = here.run("dedup good.jsonl -o out.jsonl");
    assert_eq!((ran.status, here.read("out.jsonl")), (0, format!("{json}\n")));
    let found = here.run("dedup --json pack.txt").json();
    assert_eq!(found[1]["copyOf"], "pack.txt#1");
    assert_eq!(found[0]["fingerprint"], found[1]["fingerprint"]);
    assert!(found[2]["copyOf"].is_null());
    assert_eq!(here.run("dedup pack.txt bad.txt").status, 3);
    assert_eq!(here.run("dedup missing.txt").status, 3);
    let more = format!("{one}---\npuzzle: hidato\n\n. 7 9\n. 2 8\n1 4 3\n");
    assert_eq!(here.feed("dedup -", &more).status, 0);
    let ran = here.feed("dedup --solutions -", &more);
    assert_eq!((ran.status, ran.out), (1, one.to_string()));
    assert!(ran.err.contains("the same solution as"), "{}", ran.err);
}
