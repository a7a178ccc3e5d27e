//! Pasted texts, whole: with greetings, quotations, list markers, tables of pages, rules below the grid. Each is read
//! as the intended puzzle, or refused with a way out; never as another one.

use clew::families::parse_native;
use clew::interchange::{self, Reading, Sheet};
use clew::puzzle::{Entry, Named};
use clew::strategy::prove::unstated;
use clew::strategy::repair::repair;
use clew::strategy::{Options, Task, run};

/// A line of numbers in rows, and the same in the text format.
const ROWS: &str = "1 . 3 .\n. 6 . .\n. . 9 .\n. . . 16\n";
const LINE: &str = "puzzle: hidato\n\n1 . 3 .\n. 6 . .\n. . 9 .\n. . . 16\n";
const ZIP: &str = "1 . .\n. 3 .\n. . 2\n";
const LINKS: &str = "A . B\n. . .\nA . B\n";

fn all(text: &str, said: &Reading) -> Result<Vec<Entry>, String> {
    let read = interchange::read_all(text, said);
    read.into_iter().collect::<Result<_, _>>().map_err(|error| error.message())
}

/// The reading of a text whose family is named.
fn named(name: &str) -> Reading {
    let Named { family, alias } = clew::families::named(name).expect("a family");
    Reading { family: Some(family), alias, ..Reading::default() }
}

/// Checks that a text is read as these puzzles of the text format.
fn is(text: &str, said: &Reading, own: &[&str]) {
    let read = all(text, said).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let own: Vec<Entry> = own.iter().map(|own| parse_native(own).expect("a puzzle")).collect();
    assert_eq!(read.len(), own.len(), "{text}");
    for (read, own) in read.iter().zip(&own) {
        assert_eq!(read.puzzle, own.puzzle, "{text}\n{:?}", read.guessed.reading);
    }
}

/// Checks that a text is refused, and that the message has these words in it.
fn refused(text: &str, said: &Reading, words: &[&str]) {
    let error = all(text, said).map(|_| text.to_string()).expect_err("it is unclear");
    words.iter().for_each(|word| assert!(error.contains(word), "{word:?} in {error}\n{text}"));
}

/// The rows with a prefix each.
fn before(mark: impl Fn(usize) -> String) -> String {
    ROWS.lines().enumerate().map(|(i, row)| format!("{}{row}\n", mark(i + 1))).collect()
}

#[test]
fn words_around_a_grid_are_for_people() {
    let open = Reading::default();
    for text in [
        format!(
            "Hi all,\n\nI cannot do this one from the paper:\n\n{ROWS}\nAny help? Thanks!\n-- \nAnn\n"
        ),
        format!(
            "On Monday Ann Lee wrote:\n> Here it is:\n>\n{}>\n> Ann\n",
            before(|_| "> ".into())
        ),
        format!("{ROWS}Difficulty: hard\n"),
        format!("{ROWS}by Ann Lee, Leeds\n"),
        format!("{ROWS}\nCheers,\nAnn\n"),
        format!("4x4 of today (easy), number 12\n{ROWS}"),
        format!("My best one ever\n{ROWS}"),
        format!("From: Ann <ann@example.org>\nTo: Bob\nSubject: puzzle\n\nHello,\n\n{ROWS}"),
    ] {
        is(&text, &open, &[LINE]);
    }
    let said = all(&format!("{ROWS}Difficulty: hard\n"), &open).expect("a puzzle");
    let reading = said[0].guessed.reading.as_deref().unwrap_or_default();
    assert!(reading.contains("\"Difficulty: hard\" and so on is for people"), "{reading}");
}

#[test]
fn marks_of_lists_are_no_column() {
    let open = Reading::default();
    for text in [
        before(|i| format!("{i}. ")),
        before(|i| format!("{i}) ")),
        format!("<pre>\n{ROWS}</pre>\n"),
        format!("[code]\n{ROWS}[/code]\n"),
    ] {
        is(&text, &open, &[LINE]);
    }
    for mark in ["-", "*"] {
        let text = before(|_| format!("{mark} "));
        refused(&text, &open, &["marks of a list", &format!("--hole '{mark}'")]);
        let said = Reading { hole: vec![mark.into()], ..Reading::default() };
        let holes = before(|_| "# ".into());
        is(&text, &said, &[&format!("puzzle: hidato\n\n{holes}")]);
    }
    // Signs that also occur elsewhere are cells, and so are those that alone mark cells to fill.
    is("- A\n- A\n", &open, &["puzzle: numberlink\n\n. A\n. A\n"]);
    let cells = "- 1 -\n- - 4\n- 9 -\n";
    is(cells, &named("hidato"), &["puzzle: hidato\n\n. 1 .\n. . 4\n. 9 .\n"]);
}

#[test]
fn tables_of_pages_are_read() {
    let open = Reading::default();
    let cell = |word: &str| format!("<td>{}</td>", if word == "." { "&nbsp;" } else { word });
    let row = |row: &str| format!("<tr>{}</tr>\n", row.split(' ').map(cell).collect::<String>());
    let table = format!(
        "<table border=\"1\"><tbody>\n{}</tbody></table>\n",
        ROWS.lines().map(row).collect::<String>()
    );
    is(&table, &open, &[LINE]);
    is(&table.replace('\n', ""), &open, &[LINE]);
    refused(&table.replacen("<td>", "<td class=\"black\">", 3), &open, &["marked alike", "as #"]);
    refused(&table.replacen("<td>", "<td colspan=\"2\">", 1), &open, &["one place each"]);
    refused(&table.replacen("&nbsp;", "<img src=\"a.png\">", 1), &open, &["not known"]);
    refused(". &lt; .\n. . .\n", &named("futoshiki"), &["not its source"]);
    let tex: String = ROWS.lines().map(|row| row.replace(' ', " & ") + " \\\\\n").collect();
    is(
        &format!("\\begin{{tabular}}{{|c|c|c|c|}}\n\\hline\n{tex}\\hline\n\\end{{tabular}}\n"),
        &open,
        &[LINE],
    );
    let head = "|   |   |   |   |\n|:-:|:--|--:|:-:|\n";
    let bars: String = ROWS
        .lines()
        .map(|row| format!("| {} |\n", row.replace(' ', " | ").replace('.', " ")))
        .collect();
    is(&format!("{head}{bars}"), &open, &[LINE]);
    let tabs: String =
        ROWS.lines().map(|row| row.replace(' ', "\t").replace('.', "") + "\r\n").collect();
    is(&tabs, &open, &[LINE]);
}

#[test]
fn lists_may_state_their_type() {
    let rows: Vec<String> =
        ROWS.lines().map(|row| format!("[{}]", row.replace('.', "0").replace(' ', ", "))).collect();
    let list = rows.join(",\n ");
    for head in ["let b: [[u8; 4]; 4] = ", "grid: list[list[int]] = ", "board = "] {
        is(&format!("{head}[{list}]\n"), &Reading::default(), &[LINE]);
    }
    let facts = "puzzle(1, [[1,_],[_,4]]).\npuzzle(2, [[4,_],[_,1]]).\n";
    refused(facts, &Reading::default(), &["one grid, not 2"]);
}

#[test]
fn keys_below_a_grid_are_read() {
    let open = Reading::default();
    is(
        &format!("{ROWS}Neighbours: rook\n"),
        &open,
        &[&LINE.replace("\n\n", "\nneighbours: 4\n\n")],
    );
    is(
        &format!("{LINKS}\ntouch: yes\n"),
        &open,
        &[&format!("puzzle: numberlink\ntouch: yes\n\n{LINKS}")],
    );
    is(
        &format!("> {}> walls: r1c1|r1c2\n", LINKS.replace('\n', "\n> ").trim_end_matches("> ")),
        &open,
        &[&format!("puzzle: numberlink\nwalls: r1c1|r1c2\n\n{LINKS}")],
    );
    let zip = format!("puzzle: zip\nwalls: r1c1|r1c2 r2c3|r3c3\n\n{ZIP}");
    is(&format!("{ZIP}walls: r1c1|r1c2, r2c3|r3c3\n"), &named("zip"), &[&zip]);
    is(&format!("{ZIP}puzzle: zip\nwalls: r1c1|r1c2\nwalls: r2c3|r3c3\n"), &open, &[&zip]);
    is("[[1,0,0],[0,3,0],[0,0,2]]\nwalls: r1c1|r1c2 r2c3|r3c3\n", &named("zip"), &[&zip]);
    is(". . .\n. . .\nclosed: yes\n", &open, &["puzzle: path\nclosed: yes\n\n. . .\n. . .\n"]);
    is("10 . .\n. . .\nfirst: 10\n", &open, &["puzzle: hidato\nfirst: 10\n\n10 . .\n. . .\n"]);
    is(
        ". . .\n. 2 .\n. . .\nless: r1c1<r1c2\n",
        &open,
        &["puzzle: futoshiki\n\n. < . .\n- - -\n. 2 .\n- - -\n. . .\n"],
    );
    let read = all(&format!("{ROWS}title: Mine\nsolutions: 7\n"), &open).expect("a puzzle");
    assert_eq!((&*read[0].title, read[0].solutions.as_deref()), ("Mine", Some("7")));
}

#[test]
fn keys_whose_puzzle_is_unclear_are_refused() {
    let open = Reading::default();
    let below = format!("{ROWS}\nneighbours: 4\n\n{ROWS}");
    refused(&below, &open, &["neighbours: 4", "below all rows", "---"]);
    is(
        &format!("{ROWS}neighbours: 4\n\n{ROWS}"),
        &open,
        &[&LINE.replace("\n\n", "\nneighbours: 4\n\n"), LINE],
    );
    is(
        &format!("{ROWS}\npuzzle: numbrix\n\n{ROWS}"),
        &open,
        &[LINE, &LINE.replace("hidato", "numbrix")],
    );
    refused(&format!("{ROWS}neighbours: five\n"), &open, &["\"4\", \"8\" or \"hex\""]);
    refused(&format!("{ROWS}walls: (1,1)-(1,2)\n"), &open, &["r1c1|r1c2"]);
    refused(&format!("{ROWS}cover: all\n"), &open, &["no key \"cover\" for hidato", "numberlink"]);
    refused(&format!("{ROWS}wall: r1c1|r1c2\n"), &open, &["walls: r1c1|r1c2"]);
    refused(&format!("{ROWS}\nA wall is between r1c1 and r1c2\n"), &open, &["walls: r1c1|r1c2"]);
    let rook =
        Reading { neighbours: Some(clew::puzzle::Neighbourhood::Rook), ..Reading::default() };
    refused(&format!("{ROWS}neighbours: 8\n"), &rook, &["--neighbours, not both"]);
}

#[test]
fn what_may_be_two_puzzles_is_asked() {
    refused(ZIP, &Reading::default(), &["2 ways", "--puzzle hidato", "--puzzle zip"]);
    for (name, title) in [("zip", "Zip 214\n\n"), ("zip", "LinkedIn Zip of today\n"), ("zip", "")] {
        let said = if title.is_empty() { named(name) } else { Reading::default() };
        is(&format!("{title}{ZIP}"), &said, &[&format!("puzzle: zip\n\n{ZIP}")]);
    }
    // A page number is no board.
    refused(&format!("{ROWS}\n12\n"), &Reading::default(), &["12"]);
    // One line may contain all of a square.
    refused("1..5...79", &named("hidato"), &["a row of 9 places", "\"1 9\"", "square of 3"]);
    is("1 9\n1 . . . . . . . 9\n", &named("hidato"), &["puzzle: hidato\n\n1 . . . . . . . 9\n"]);
}

#[test]
fn signs_in_colours_are_read() {
    let circles = "🔴⬛🟢\n⬛⬛⬛\n🔴⬛🟢\n";
    is(circles, &Reading::default(), &["puzzle: numberlink\n\nred . green\n. . .\nred . green\n"]);
    let keys = "1️⃣⬜⬜\n⬜3️⃣⬜\n⬜⬜2️⃣\n";
    is(keys, &named("zip"), &[&format!("puzzle: zip\n\n{ZIP}")]);
}

#[test]
fn addresses_of_other_pages_are_named() {
    refused(
        "https://example.org/p/12\n",
        &Reading::default(),
        &["https://example.org/p/12", "puzz.link"],
    );
}

/// The puzzles in the chapter on the text format are read, and have the number of solutions that they state.
#[test]
fn the_chapter_on_the_format_is_right() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/puzzle-format.md");
    let text = std::fs::read_to_string(path).expect("the chapter");
    let blocks = text.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut stated = 0;
    for block in blocks.filter(|block| block.starts_with("puzzle:")) {
        let entry = parse_native(block).unwrap_or_else(|error| panic!("{error}\n{block}"));
        let Some(solutions) = &entry.solutions else { continue };
        let counted = run(&entry.puzzle, Task::Count, &Options::default()).expect("it is counted");
        assert_eq!(counted.count.to_string(), *solutions, "{block}");
        stated += 1;
    }
    assert!(stated >= 4, "only {stated} state their solutions");
}

/// Questions that do not apply to a puzzle, but to others of its family, are refused with the reason and a way out.
#[test]
fn joined_labels_are_refused_in_true_words() {
    let joined =
        parse_native("puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . A\n. . .\nA . A\n");
    let joined = joined.expect("a puzzle");
    let why = repair(&joined.puzzle, false, &Options::default()).expect_err("several, and no clue");
    for word in ["joined in pairs", "a label of its own"] {
        assert!(why.to_string().contains(word), "{why}");
        let unstated = unstated(&joined.puzzle);
        assert!(unstated.contains(word), "{unstated}");
    }
    // The text makes no claim about changes that were not tried.
    let none = "puzzle: numberlink\ntouch: yes\n\nA B A\nB . .\nA . A\n";
    let none = parse_native(none).expect("a puzzle");
    let mending =
        clew::api::repair::repair(&none, false, &Options::default(), 1 << 20).expect("none");
    let text = mending.text();
    assert!(text.contains("no change of one was tried") && !text.contains("mends it"), "{text}");
    for format in interchange::FORMATS.iter().filter(|f| f.write.is_some() && !f.needs_solution) {
        let written = interchange::write(format, Sheet { entry: &joined, answer: None });
        let own = ["native", "json", "link", "pzpr", "pzprv3", "numlin"].contains(&format.name);
        assert_eq!((written.is_ok(), format.joined_labels), (own, own), "{}", format.name);
    }
}
