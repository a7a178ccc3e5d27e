//! Answers in many dresses, judged: right ones are right, changed ones are wrong with a rule and a place, others are
//! unreadable.

use clew::api::judge::{AnswerVerdict, Answers, Judge, judge};
use clew::families::line::generate::random_line;
use clew::families::parse_native;
use clew::interchange;
use clew::puzzle::{Entry, Neighbourhood};
use clew::run::Budget;
use clew::strategy::{Options, Task, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const LINE: &str = "puzzle: hidato\nneighbours: 4\n\n1 . . 4\n. . 6 .\n9 . . .\n. 15 . .\n";
const ZIP: &str = "puzzle: zip\nwalls: r1c1|r1c2\n\n1 . .\n. 3 .\n. . 2\n";
const SQUARE: &str = "puzzle: futoshiki\nless: r1c1<r1c2 r2c2<r3c2 r3c3<r3c4\n\n. . . 1\n. 2 . .\n. . . .\n. . 3 .\n";
const LINKS: &str = "puzzle: numberlink\n\nA . . A\nB . . B\nC . . C\n";

/// A puzzle and the tokens of its solution, row by row.
fn solved(text: &str) -> (Entry, Vec<Vec<String>>) {
    let entry = parse_native(text).unwrap_or_else(|error| panic!("{error}"));
    let found =
        run(&entry.puzzle, Task::Solve { limit: 1 }, &Options::default()).expect("an outcome");
    let answer = found.answers.first().unwrap_or_else(|| panic!("no solution of {text}"));
    let cols = entry.puzzle.size().1 as usize;
    let rows = entry.puzzle.tokens(Some(answer)).chunks(cols).map(<[_]>::to_vec).collect();
    (entry, rows)
}

/// A grid in every dress.
fn dresses(rows: &[Vec<String>], labels: bool) -> Vec<(&'static str, String)> {
    let (n, m) = (rows.len(), rows[0].len());
    let joined = |between: &str, end: &str| -> String {
        rows.iter().map(|row| row.join(between) + end + "\n").collect()
    };
    let plain = joined(" ", "");
    let value = |cell: &String| if labels { format!("\"{cell}\"") } else { cell.clone() };
    let lists = |open: &str, close: &str| {
        let row = |row: &Vec<String>| {
            format!("{open}{}{close}", row.iter().map(value).collect::<Vec<_>>().join(", "))
        };
        format!("{open}{}{close}", rows.iter().map(row).collect::<Vec<_>>().join(", "))
    };
    let list = lists("[", "]");
    let table: String = rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect();
    let ruling = format!("|{}\n", "---|".repeat(m));
    let heads: Vec<String> = (0..m).map(|c| format!("col{c}")).collect();
    let names: String = rows
        .iter()
        .enumerate()
        .map(|(i, row)| format!("Row {}: {}\n", i + 1, row.join(" ")))
        .collect();
    let quoted = plain.trim_end().replace('\n', "\\n");
    let mut all = vec![
        ("rows", plain.clone()),
        ("commas", joined(",", "")),
        ("commas and blanks", joined(", ", "")),
        ("tabs", joined("\t", "")),
        ("semicolons", joined(";", "")),
        ("a comma at the end", joined(", ", ",")),
        ("a size above", format!("{n} {m}\n{plain}")),
        ("a size with an x", format!("{n}x{m}\n{plain}")),
        ("a fence", format!("```\n{plain}```\n")),
        ("a fence with a name", format!("```text\n{plain}```\n")),
        ("words around", format!("Here is the solution:\n\n{plain}\nEvery rule holds.\n")),
        ("words right above", format!("The filled grid is\n{plain}I checked it.\n")),
        ("tags", format!("<think>Let me see.</think>\n<answer>\n{plain}</answer>\n")),
        ("tags on one line", format!("<answer>{list}</answer>")),
        ("lists", list.clone()),
        ("lists with line ends", list.replace("], [", "],\n [")),
        ("tuples", lists("(", ")")),
        ("an assignment", format!("solution = {list}\n")),
        ("an object", format!("{{\"answer\": {list}}}")),
        ("an object, solution", format!("{{\"solution\": {list}}}")),
        ("an object, grid", format!("{{\"grid\": {list}, \"steps\": 3}}")),
        ("an object within", format!("{{\"result\": {{\"grid\": {list}}}}}")),
        ("a text in an object", format!("{{\"answer\": \"{quoted}\"}}")),
        ("an object in a sentence", format!("So the result is {{\"answer\": {list}}}.\n")),
        ("a table", table.clone()),
        ("a table with a heading", format!("| {} |\n{ruling}{table}", heads.join(" | "))),
        ("row names", names),
        ("quoted", rows.iter().map(|row| format!("> {}\n", row.join(" "))).collect()),
        ("two tries", format!("First try:\n\n{}\nBetter:\n\n{plain}", reversed(rows))),
    ];
    if !labels {
        all.push(("one line", rows.concat().join(" ")));
        all.push((
            "two digits each",
            rows.iter()
                .map(|row| {
                    row.iter().map(|cell| format!("{cell:0>2}")).collect::<Vec<_>>().join(" ")
                        + "\n"
                })
                .collect(),
        ));
    }
    all
}

/// The rows from the last one on: another grid.
fn reversed(rows: &[Vec<String>]) -> String {
    rows.iter().rev().map(|row| row.join(" ") + "\n").collect()
}

#[test]
fn right_answers_are_right_in_every_dress() {
    let mut wrong = Vec::new();
    for (text, labels) in [(LINE, false), (ZIP, false), (SQUARE, false), (LINKS, true)] {
        let (entry, rows) = solved(text);
        let judge = Judge::new(&entry, Budget::unlimited(), 1 << 26);
        for (name, dress) in dresses(&rows, labels) {
            let found = judge.text(&dress);
            if found.verdict != AnswerVerdict::Right {
                wrong.push(format!("{name}: {found:?}\n{dress}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} dresses:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn changed_answers_are_wrong_where_they_were_changed() {
    for (text, labels) in [(LINE, false), (ZIP, false), (SQUARE, false)] {
        let (entry, rows) = solved(text);
        let judge = Judge::new(&entry, Budget::unlimited(), 1 << 26);
        let given = entry.puzzle.tokens(None);
        let mut changed = rows.clone();
        let cols = rows[0].len();
        let open: Vec<usize> = (0..given.len()).filter(|&at| given[at] == ".").collect();
        let (a, b) = (open[0], open[open.len() - 1]);
        let (one, other) = (rows[a / cols][a % cols].clone(), rows[b / cols][b % cols].clone());
        (changed[a / cols][a % cols], changed[b / cols][b % cols]) = (other.clone(), one.clone());
        for (name, dress) in dresses(&changed, labels) {
            let found = judge.text(&dress);
            if one != other {
                assert_eq!(found.verdict, AnswerVerdict::Wrong, "{name}: {found:?}\n{dress}");
                assert!(found.rule.is_some() && found.why.is_some(), "{found:?}");
                assert!(
                    found.right.is_none_or(|right| right as usize + 2 == open.len()),
                    "{found:?}"
                );
            }
        }
        if text == ZIP {
            continue;
        }
        // A given that was changed.
        let at = (0..given.len()).find(|&at| given[at] != ".").expect("a given");
        let mut changed = rows.clone();
        changed[at / cols][at % cols] = rows[a / cols][a % cols].clone();
        let found = judge.text(&dresses(&changed, labels)[0].1);
        assert_eq!(found.verdict, AnswerVerdict::Wrong);
        assert_eq!(found.changed, [((at / cols) as u32, (at % cols) as u32)], "{found:?}");
    }
}

/// A random puzzle of a line, with its numbers: a hidato, a numbrix or a zip.
fn random_line_puzzle(seed: u64) -> (Entry, Vec<Vec<String>>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (rows, cols) = (rng.random_range(3..6u32), rng.random_range(3..6u32));
    let line = random_line(rows, cols, Neighbourhood::Rook, &mut rng);
    let n = line.len();
    let zip = seed.is_multiple_of(3);
    let mut numbers = vec![0; n];
    (1..).zip(&line).for_each(|(k, &c)| numbers[c as usize] = k);
    let mut given = vec![".".to_string(); n];
    let mut next = 0;
    for (i, &c) in line.iter().enumerate() {
        if i == 0 || i + 1 == n || rng.random_bool(0.3) {
            next += 1;
            given[c as usize] = if zip { next } else { i + 1 }.to_string();
        }
    }
    let grid: Vec<String> = given.chunks(cols as usize).map(|row| row.join(" ")).collect();
    let family = if zip { "zip" } else { "hidato\nneighbours: 4" };
    let entry = parse_native(&format!("puzzle: {family}\n\n{}\n", grid.join("\n")));
    let rows = numbers.chunks(cols as usize);
    let rows = rows.map(|row| row.iter().map(u32::to_string).collect()).collect();
    (entry.expect("a puzzle"), rows)
}

/// Answers in all dresses: right ones, some with two numbers exchanged, some with a row less.
#[test]
fn a_thousand_answers_are_judged_as_they_are() {
    let mut seen = [0; 3];
    for seed in 0..12 {
        let (entry, rows) = random_line_puzzle(seed);
        let judge = Judge::new(&entry, Budget::unlimited(), 1 << 26);
        let cols = rows[0].len();
        // Numbers of one colour of the chessboard, which a line never exchanges without a break.
        let mut exchanged = rows.clone();
        let (one, other) = (exchanged[0][0].clone(), exchanged[1][1].clone());
        (exchanged[0][0], exchanged[1][1]) = (other, one);
        let short = rows[1..].to_vec();
        let all = [
            (AnswerVerdict::Right, &rows),
            (AnswerVerdict::Wrong, &exchanged),
            (AnswerVerdict::Unreadable, &short),
        ];
        for (wanted, rows) in all {
            for (name, dress) in dresses(rows, false) {
                let found = judge.text(&dress);
                // A square without a row and "two tries" of it may be another grid.
                let rest = wanted == AnswerVerdict::Unreadable && name == "two tries";
                assert!(
                    found.verdict == wanted || rest,
                    "seed {seed}, {cols} columns, {name}: {found:?}\n{dress}"
                );
                if wanted == AnswerVerdict::Wrong {
                    assert!(found.rule.is_some() && found.why.is_some(), "{found:?}");
                }
                seen[wanted as usize] += 1;
            }
        }
    }
    assert!(seen.iter().sum::<usize>() > 1000, "{seen:?}");
}

#[test]
fn lines_are_read_as_places_routes_and_moves() {
    for text in [LINE, ZIP] {
        let (entry, rows) = solved(text);
        let judge = Judge::new(&entry, Budget::unlimited(), 1 << 26);
        let cells = rows.concat();
        let cols = rows[0].len();
        let at = |n: usize| {
            let at = cells.iter().position(|cell| *cell == n.to_string()).expect("every number");
            (at / cols, at % cols)
        };
        let line: Vec<(usize, usize)> = (1..=cells.len()).map(at).collect();
        let places = |from: usize, between: &str| -> String {
            let place = |&(r, c): &(usize, usize)| format!("[{}, {}]", r + from, c + from);
            line.iter().map(place).collect::<Vec<_>>().join(between)
        };
        let route: Vec<String> =
            line.iter().map(|(r, c)| format!("r{}c{}", r + 1, c + 1)).collect();
        let mut forms = vec![
            format!("[{}]", places(0, ", ")),
            format!("[{}]", places(1, ", ")),
            places(0, " -> ").replace('[', "(").replace(']', ")"),
            format!("{{\"path\": [{}]}}", places(0, ", ")),
            format!("Path: {}", places(1, " ")),
            route.join("-"),
            route.join(" "),
            route.join(" -> "),
        ];
        let first = entry.puzzle.tokens(None).contains(&"1".to_string());
        if first {
            let step = |pair: &[(usize, usize)]| match (pair[0], pair[1]) {
                (a, b) if b.0 < a.0 => 'U',
                (a, b) if b.0 > a.0 => 'D',
                (a, b) if b.1 < a.1 => 'L',
                _ => 'R',
            };
            let moves: String = line.windows(2).map(step).collect();
            forms.push(moves.clone());
            forms.push(format!(
                "Moves: {}",
                moves.chars().map(String::from).collect::<Vec<_>>().join(", ")
            ));
        }
        for form in forms {
            let found = judge.text(&form);
            assert_eq!(found.verdict, AnswerVerdict::Right, "{found:?}\n{form}");
        }
    }
}

#[test]
fn other_texts_are_unreadable() {
    let (entry, rows) = solved(LINE);
    let judge = Judge::new(&entry, Budget::unlimited(), 1 << 26);
    for text in [
        "",
        "I cannot solve this.",
        "1 2 3",
        "{\"answer\": null}",
        "[[1, 2], [3, 4]]",
        "r1c1-r9c9",
        "UUUU",
    ] {
        let found = judge.text(text);
        assert_eq!(found.verdict, AnswerVerdict::Unreadable, "{text}: {found:?}");
    }
    let mut open = rows;
    open[0][0] = ".".into();
    let found = judge.text(&dresses(&open, false)[0].1);
    assert_eq!(found.verdict, AnswerVerdict::Wrong, "{found:?}");
}

#[test]
fn answers_are_joined_by_identifier_or_order() {
    clew::families::install();
    let puzzles = "{\"id\": \"a\", \"grid\": [[1, 0], [0, 4]], \"type\": \"numbrix\"}\n\
                   {\"id\": \"b\", \"grid\": [[0, 1], [0, 0]], \"type\": \"hidato\"}\n";
    let entries: Vec<_> = interchange::read_all(puzzles, &interchange::Reading::default());
    let verdicts = |mut answers: Answers| -> Vec<String> {
        let entries = entries.iter().map(|entry| entry.as_ref().map_err(|why| why.to_string()));
        let (found, _) = judge(entries, &mut answers, &Budget::unlimited(), 1 << 26);
        let word =
            |judged: &serde_json::Value| judged["verdict"].as_str().unwrap_or_default().to_string();
        assert_eq!(answers.left(), 0);
        found.iter().map(word).collect()
    };
    for text in [
        "{\"id\": \"b\", \"answer\": [[2, 1], [3, 4]]}\n{\"id\": \"a\", \"response\": \"1 2\\n4 3\"}\n",
        "{\"b\": \"2 1\\n3 4\", \"a\": [[1, 2], [4, 3]]}",
        "[\"1 2\\n2 4\", \"2 1\\n3 4\"]",
        "id,answer\nb,\"2 1\n3 4\"\na,1 2 2 4\n",
        "1 2\n2 4\n---\n2 1\n3 4\n",
    ] {
        let found = verdicts(Answers::new(text.to_string()));
        // The first grid has 4 where 3 belongs if the second row is 4 3.
        assert_eq!(found.len(), 2, "{text}");
        assert_eq!(found[1], "right", "{text}");
        assert_ne!(found[0], "unreadable", "{text}");
    }
    assert_eq!(
        verdicts(Answers::in_order(vec!["1 2\n3 4".into(), "?".into()])),
        ["wrong", "unreadable"]
    );
}
