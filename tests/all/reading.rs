//! Reading pasted texts: formats that are recognised, ambiguous texts, and that nothing is misread.

use clew::families::{from_keyword, named};
use clew::interchange::reading::examples::EXAMPLES;
use clew::interchange::{self, Reading};
use clew::puzzle::format::write_grid;
use clew::puzzle::{Entry, Neighbourhood};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::path::Path;

/// All puzzles of a text, or the first message.
fn all(text: &str, said: &Reading) -> Result<Vec<Entry>, String> {
    clew::families::install();
    interchange::read_all(text, said)
        .into_iter()
        .map(|read| read.map_err(|e| e.to_string()))
        .collect()
}

/// The only puzzle of a text.
fn one(text: &str, said: &Reading) -> Result<Entry, String> {
    let mut entries = all(text, said)?;
    assert_eq!(entries.len(), 1, "{text}");
    Ok(entries.remove(0))
}

/// How a text was read, or the message about it.
fn said_of(text: &str, said: &Reading) -> String {
    match one(text, said) {
        Ok(entry) => entry.guessed.reading.unwrap_or_else(|| "a header says it".into()),
        Err(error) => error,
    }
}

fn family(name: &str) -> Reading {
    let found = named(name).expect("a family");
    Reading { family: Some(found.family), alias: found.alias, ..Reading::default() }
}

/// The page about recognised formats, from the table that the tests read.
fn page() -> String {
    let mut out = String::from(
        "# What can I paste?\n\n\
         Anything below: a file of it, the clipboard on standard input (`clew check -`), or the text itself as an argument. clew\n\
         shows on standard error how it was read, with `--json` under `reading`; `clew convert FILE --to native` shows it as a file\n\
         of clew's own format.\n\n\
         An input that can be read in two ways is a question: the message shows both with the options that choose, `--puzzle FAMILY`,\n\
         `--blank SIGNS` (cells to fill), `--hole SIGNS` (no cell), `--given SIGNS` (numbers or labels), `--size-row` and\n\
         `--no-size-row` (the first row of numbers), `--neighbours RULE`; for lists of places `--places WORDS`: counted from `0` or `1`,\n\
         `row` or `column` first, `place` or `value` first, the first of two cells `smaller` or `larger`, the board (`4x5`).\n\n\
         Several puzzles of one file stand below each other with\n\
         blank lines or lines of `---` between. This page is made from the examples that the tests read.\n",
    );
    for example in EXAMPLES {
        let mut capital = example.name.chars();
        let first = capital.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        let (tabs, text) = (example.text.contains('\t'), example.text.replace('\t', "⇥"));
        let fence = if text.contains("```") { "````" } else { "```" };
        out += &format!("\n## {first}{}\n\n{fence}text\n{text}{fence}\n\n", capital.as_str());
        let read = said_of(example.text, &Reading::default());
        let note = if tabs { " (⇥ is a tab)" } else { "" };
        out += &match read.as_str() {
            "a header says it" => format!("The address is enough{note}.\n"),
            read => format!("Read as {read}{note}.\n"),
        };
    }
    out
}

fn page_path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/paste.md")
}

#[test]
fn every_example_is_read_as_the_page_says() {
    for example in EXAMPLES {
        if let Err(error) = one(example.text, &Reading::default()) {
            panic!("{}: {error}", example.name);
        }
    }
    let stands = std::fs::read_to_string(page_path()).expect("docs/paste.md");
    assert!(stands == page(), "docs/paste.md is older than the examples: see `write_page`");
}

#[test]
#[ignore = "writes docs/paste.md"]
fn write_page() {
    std::fs::write(page_path(), page()).expect("docs/paste.md");
}

/// Texts that could be read in several ways, their options, and a part of how they are read or refused.
const UNCLEAR: &[(&str, &str)] = &[
    // Zero is a number or a cell to fill.
    (". 0 .\n. . 5\n", "--given 0"),
    (". 0 .\n. . 5\n", "--blank 0"),
    // With the last number of such a board given it is a number, or a hole.
    ("7 . .\n. 0 .\n. . .\n", "ways"),
    // Two signs for cells to fill.
    ("_ . 3\n1 _ .\n", "--hole ."),
    // The last number is given if dots are holes, and they are rarer.
    ("1 _ _\n. _ 5\n", "1 hole (\".\")"),
    // A line of two columns with a size, or a row more.
    ("3 2\n1 .\n. .\n. 6\n", "--size-row"),
    ("2 2\n1 .\n. .\n", "hidato 2x2"),
    ("1 2\n4 3\n", "4 cells, 4 given"),
    // Ones in zeros.
    ("0 0\n0 1\n", "--puzzle path"),
    ("0 1 0\n1 0 1\n", "ways"),
    // A sign for cells to fill although it usually is none.
    ("X 2 X\n1 X X\n", "\"X\" to fill"),
    ("X 2 .\n1 . .\n", "1 hole (\"X\")"),
    // Labels that are usually something else.
    ("X A X\n. . .\n. A .\n", "--hole X"),
    ("0 . 1\n. . .\n0 . 1\n", "4 given"),
    ("0 . A\n. . .\n0 . A\n", "ways"),
    // A negative number.
    ("0 -1 3\n0 0 0\n", "1 hole (\"-1\")"),
    ("-1 -1 3\n1 -1 -1\n", "\"-1\" to fill"),
    // Rows of dashes.
    ("A-A\n---\nB-B\n", "parts 2 puzzles"),
    ("A-B\n---\nA-B\n", "numberlink 3x3"),
    // Rows with inconsistent spacing.
    ("1 .  .\n  .  . 9\n.  .  .\n", "ways"),
    // Lists of tuples are places or rows.
    ("[(0, 2, 1), (1, 3, 2)]\n", "places or rows"),
    // Lines between some rows may be walls.
    ("+--+--+\n|1 |  |\n+--+  +\n|  |  |\n+--+--+\n|  | 6|\n+--+--+\n", "wall"),
    ("│ 1 │   │ 3 │\n│   ┃   │   │\n", "walls"),
    // Keys that may change the puzzle.
    (r#"{"grid": [[1,0],[0,4]], "cages": [[0,1]]}"#, "cages"),
    (r#"{"rows": 3, "cols": 3, "endpoints": [[[1,1],[2,2]]]}"#, "--places 0"),
    // A number above the grid that is no size of the grid below.
    ("4\n1 . .\n. . .\n. . 9\n", "size"),
    ("4x3\n1 . .\n. . .\n. . 9\n", "size"),
    ("4 0 0\n0 0 1\n", "6 cells, 2 given, \"0\" to fill"),
    ("\u{ff11} \u{b7} \u{25a0}\n\u{b7} \u{ff15} \u{b7}\n", "1 hole"),
];

#[test]
fn what_is_unclear_is_asked_about_or_said() {
    let mut wrong = Vec::new();
    for (text, expected) in UNCLEAR {
        let said = said_of(text, &Reading::default());
        if !said.contains(expected) {
            wrong.push(format!("{text}  said {said}\n  expected {expected}\n"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), UNCLEAR.len(), wrong.join("\n"));
}

#[test]
fn options_answer_what_is_asked() {
    let signs = |signs: &str| signs.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let read = |text: &str, said: Reading| said_of(text, &said);
    let text = ". 0 .\n. . 5\n";
    assert!(
        read(text, Reading { given: signs("0"), ..Reading::default() }).contains("numbers from 0")
    );
    assert!(read(text, Reading { blank: signs("0 ."), ..Reading::default() }).contains("1 given"));
    assert!(read(text, Reading { hole: signs("0"), ..Reading::default() }).contains("1 hole"));
    let text = "3 2\n1 .\n. .\n. 6\n";
    assert!(
        read(text, Reading { size_row: Some(true), ..Reading::default() }).contains("hidato 3x2")
    );
    assert!(
        read(text, Reading { size_row: Some(false), ..Reading::default() }).contains("hidato 4x2")
    );
    let text = "1 .  .\n  .  . 9\n.  .  .\n";
    let moves = |moves| Reading { neighbours: Some(moves), ..Reading::default() };
    assert!(read(text, moves(Neighbourhood::Hex)).contains("hexagons"));
    assert!(read(text, moves(Neighbourhood::King)).contains("king moves"));
    let text = "0 0\n0 1\n";
    assert!(read(text, family("hidato")).contains("1 given"));
    let maze = Reading { hole: signs("1"), ..family("path") };
    assert!(read(text, maze).contains("3 cells, 1 hole"));
}

#[test]
fn names_bring_their_rules() {
    for (name, family, rules) in [
        ("numbrix", "hidato", "4"),
        ("Hidoku", "hidato", "8"),
        ("RIKUDO", "hidato", "hex"),
        ("number snake", "hidato", "8"),
        ("numlin", "numberlink", "partial yes"),
        ("arukone", "numberlink", "all yes"),
        ("Flow Free", "numberlink", "all no"),
        ("unequal", "futoshiki", ""),
    ] {
        let grid = match family {
            "numberlink" => "A B\n. .\nA B\n",
            "futoshiki" => "1 .\n- -\n. .\n",
            _ => "1 .\n. .\n",
        };
        let text = format!("puzzle: {name}\n\n{grid}");
        let entry = one(&text, &Reading::default()).expect("a name that is known");
        assert_eq!(entry.puzzle.family(), from_keyword(family).expect("a family"), "{name}");
        let words: Vec<&str> = entry.puzzle.words().into_iter().map(|(_, word)| word).collect();
        let moves = entry.puzzle.board().and_then(|b| b.moves()).map_or("", Neighbourhood::keyword);
        let found = if words.is_empty() { moves.to_string() } else { words.join(" ") };
        assert_eq!(found, rules, "{name}");
    }
    // The statements of the file take precedence.
    let text = "puzzle: Numbrix\nNeighbours: King\n\n1 .\n. .\n";
    let entry = one(text, &Reading::default()).expect("a puzzle");
    assert_eq!(entry.puzzle.board().and_then(|b| b.moves()), Some(Neighbourhood::King));
    let text = r#"{"puzzle":"Numbrix","cells":[[1,null]]}"#;
    let entry = one(text, &Reading::default()).expect("a puzzle");
    assert_eq!(entry.puzzle.board().and_then(|b| b.moves()), Some(Neighbourhood::Rook));
}

#[test]
fn several_puzzles_stand_below_each_other() {
    let grid = "1 .\n. 4\n";
    for (text, n) in [
        (format!("{grid}\n{grid}"), 2),
        (format!("{grid}\n\n\n{grid}\n"), 2),
        (format!("First:\n\n{grid}\nSecond:\n\n{grid}\nThat was all.\n"), 2),
        (format!("{grid}---\n{grid}\n{grid}"), 3),
        (". < .\n-   -\n.   .\n\n1   2\n^   -\n.   .\n".to_string(), 2),
        ("_ < _\n\n_   _\n\n_   _\n\n_ > _\n".to_string(), 2),
        (format!("Numbrix (mine), easy\n{grid}"), 1),
        (format!("{grid}\nSolution:\n1 2\n3 4\n"), 1),
    ] {
        let read = all(&text, &Reading::default());
        assert_eq!(read.map(|all| all.len()), Ok(n), "{text}");
    }
    // How an input is split does not depend on its line ends.
    let text = format!("First:\r\n\r\n{grid}\r\nSecond:\r\r{grid}");
    let whole = all(&text, &Reading::default()).expect("two puzzles");
    let mut splitter = interchange::Puzzles::new(&Reading::default());
    text.bytes().for_each(|byte| splitter.feed(&[byte]));
    splitter.finish();
    let pieces: Vec<_> = splitter.collect();
    assert_eq!((whole.len(), pieces.len()), (2, 2));
}

#[test]
fn a_solution_below_is_one() {
    let entry =
        one("1 . 3\n6 . .\n\nSolution\n1 2 3\n6 5 4\n", &Reading::default()).expect("a puzzle");
    assert_eq!(entry.answers.len(), 1);
    assert!(entry.puzzle.verify(&entry.answers[0]).is_ok());
}

#[test]
fn filled_grids_are_read_in_every_layout() {
    let entry = one("1 . 3\n6 . .\n", &Reading::default()).expect("a puzzle");
    for text in [
        "1 2 3\n6 5 4\n",
        "[[1, 2, 3], [6, 5, 4]]",
        "1,2,3\n6,5,4\n",
        "┌─┬─┬─┐\n│1│2│3│\n├─┼─┼─┤\n│6│5│4│\n└─┴─┴─┘\n",
        "```\n1 2 3\n6 5 4\n```\n",
    ] {
        let found = interchange::solutions(&entry, text, &Reading::default()).expect(text);
        let answer = found.into_iter().next().expect("one").expect("an answer");
        assert!(entry.puzzle.verify(&answer).is_ok(), "{text}");
    }
    let entry = one("A . B\nA . B\n", &Reading::default()).expect("a puzzle");
    let text = "[[[0,0],[0,1],[1,1],[1,0]], [[0,2],[1,2]]]";
    let found = interchange::solutions(&entry, text, &Reading::default()).expect("paths");
    assert!(found[0].is_ok());
}

/// A board of one kind, cell by cell: `.` to fill, `#` no cell, else given.
fn board(rng: &mut ChaCha8Rng) -> (&'static str, Vec<Vec<String>>) {
    let kind = *["hidato", "path", "numberlink"].choose(rng).expect("some");
    let (rows, cols) = (rng.random_range(2..=6), rng.random_range(2..=6));
    let mut cells = vec![vec![".".to_string(); cols]; rows];
    let holes = if rng.random_bool(0.5) { 0.25 } else { 0.0 };
    for cell in cells.iter_mut().flatten() {
        if rng.random_bool(holes) {
            *cell = "#".into();
        }
    }
    let mut places: Vec<(usize, usize)> = (0..rows)
        .flat_map(|r| (0..cols).map(move |c| (r, c)))
        .filter(|&(r, c)| cells[r][c] == ".")
        .collect();
    if places.len() < 4 {
        return board(rng);
    }
    places.shuffle(rng);
    match kind {
        "hidato" => {
            let mut numbers: Vec<usize> = (1..=places.len()).collect();
            numbers.shuffle(rng);
            let given = rng.random_range(1..places.len());
            for (&(r, c), n) in places.iter().zip(&numbers).take(given) {
                cells[r][c] = n.to_string();
            }
        }
        "numberlink" => {
            let letters = rng.random_bool(0.5);
            let most = (places.len() - 1) / 2;
            for (k, pair) in
                places.chunks_exact(2).take(rng.random_range(1..=most.min(9))).enumerate()
            {
                let label = if letters {
                    char::from(b'A' + k as u8).to_string()
                } else {
                    (k + 1).to_string()
                };
                pair.iter().for_each(|&(r, c)| cells[r][c] = label.clone());
            }
        }
        _ => {}
    }
    (kind, cells)
}

/// A grid in one of the layouts; `None` if the layout cannot express these words.
fn laid_out(rng: &mut ChaCha8Rng, cells: &[Vec<String>]) -> Option<String> {
    let join = |by: &str| cells.iter().map(|row| row.join(by) + "\n").collect::<String>();
    let empty = cells.iter().flatten().any(String::is_empty);
    let quoted = |open: char, close: char| {
        let word = |text: &String| match text.parse::<i64>() {
            Ok(_) => text.clone(),
            Err(_) if matches!(&**text, "None" | "null") => text.clone(),
            Err(_) => format!("\"{text}\""),
        };
        let row = |row: &Vec<String>| {
            format!("{open}{}{close}", row.iter().map(word).collect::<Vec<_>>().join(", "))
        };
        format!("{open}{}{close}\n", cells.iter().map(row).collect::<Vec<_>>().join(",\n "))
    };
    let bars = |bar: char| {
        let row = |row: &Vec<String>| {
            let cells: String = row.iter().map(|cell| format!(" {cell:>4} {bar}")).collect();
            format!("{bar}{cells}\n")
        };
        cells.iter().map(row).collect::<Vec<String>>()
    };
    let ruling = |left: char, dash: char, between: char, right: char| {
        let cells: Vec<String> = cells[0].iter().map(|_| dash.to_string().repeat(6)).collect();
        format!("{left}{}{right}\n", cells.join(&between.to_string()))
    };
    let (rows, cols) = (cells.len(), cells[0].len());
    let text = match rng.random_range(0..14) {
        0 if !empty => join(" "),
        1 if cells.iter().flatten().all(|cell| cell.chars().count() == 1) => join(""),
        2 => join(","),
        3 => join(";"),
        4 => join("\t"),
        5 => bars('|').concat(),
        6 => {
            let inner = bars('│').join(&ruling('├', '─', '┼', '┤'));
            ruling('┌', '─', '┬', '┐') + &inner + &ruling('└', '─', '┴', '┘')
        }
        7 => {
            let line = ruling('+', '-', '+', '+');
            line.clone() + &bars('|').join(&line) + &line
        }
        8 => "puzzle = ".to_string() + &quoted('[', ']'),
        9 => quoted('{', '}'),
        10 if !empty => format!("```\n{}```\n", join(" ")),
        11 if !empty => join(" ").lines().map(|line| format!("> {line}\n")).collect(),
        12 if !empty => format!("{rows} {cols}\n{}", join(" ")),
        13 => cells
            .iter()
            .map(|row| row.iter().map(|c| format!("[{c:>3}]")).collect::<String>() + "\n")
            .collect(),
        _ => return None,
    };
    Some(text)
}

/// Reads a random board in a random notation: the same board is read, or a question results, never another board.
fn round_trip(rng: &mut ChaCha8Rng) -> bool {
    let (kind, cells) = board(rng);
    let blank = *[".", "_", "-", "?", "0", "·", "□", "", "None", "-1", "__", "..", "X"]
        .choose(rng)
        .expect("some");
    let hole =
        *["#", "X", "■", "*", "x", "-1", ".", "_", "XX", "##", "0", "-"].choose(rng).expect("some");
    let mark = |text: &str| -> String {
        let mut chars = text.chars();
        let first = chars.next();
        if chars.all(|c| Some(c) == first) { first.into_iter().collect() } else { text.into() }
    };
    if mark(blank) == mark(hole) {
        return false;
    }
    // X and -1 are holes if the other sign is usually one for cells to fill.
    if matches!(blank, "X" | "-1") && matches!(mark(hole).as_str(), "." | "_" | "-" | "0") {
        return false;
    }
    // Two zeros among labels that are digits are labels; a minus alone is a cell to fill.
    let count = |sign: &str| cells.iter().flatten().filter(|cell| *cell == sign).count();
    let zeros = match (blank, hole) {
        ("0", _) => count("."),
        (_, "0") => count("#"),
        _ => 0,
    };
    if kind == "numberlink" && zeros == 2 {
        return false;
    }
    let word = |cell: &String| match cell.as_str() {
        "." => blank.to_string(),
        "#" => hole.to_string(),
        text => text.to_string(),
    };
    let written: Vec<Vec<String>> =
        cells.iter().map(|row| row.iter().map(word).collect()).collect();
    let Some(text) = laid_out(rng, &written) else { return false };
    let grid: String = cells.iter().map(|row| row.join(" ") + "\n").collect();
    let own = one(&format!("puzzle: {kind}\n\n{grid}"), &Reading::default()).expect("a puzzle");
    let said = if rng.random_bool(0.5) { family(kind) } else { Reading::default() };
    match all(&text, &said) {
        Ok(read) => {
            let same = read.len() == 1
                && read[0].puzzle.family() == own.puzzle.family()
                && write_grid(&read[0].puzzle) == write_grid(&own.puzzle);
            let how = read[0].guessed.reading.as_deref().unwrap_or_default();
            assert!(
                same,
                "{} puzzles; {how}\n{text}\nis another one than {kind}\n{grid}",
                read.len()
            );
            true
        }
        Err(_) => false,
    }
}

/// Makes `n` texts; returns how many were read back as the original puzzle.
fn round_trips(seed: u64, n: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..n).filter(|_| round_trip(&mut rng)).count()
}

#[test]
fn a_board_is_read_as_itself_or_asked_about() {
    let read = round_trips(1, 600);
    assert!(read > 200, "only {read} of 600 were read");
}

#[test]
#[ignore = "long"]
fn ten_thousand_boards_are_read_as_themselves_or_asked_about() {
    let read = round_trips(2, 30_000);
    assert!(read > 10_000, "only {read} of 30000 were read");
}

#[test]
fn large_texts_are_refused_before_they_are_kept() {
    let rows = ". ".repeat(30) + "\n";
    for (text, expected) in [
        (rows.repeat(5000), "at most 4096 rows"),
        (". ".repeat(5000) + "\n.\n", "at most 4096 columns"),
        ("[".repeat(300_000), "brackets"),
        ("[".repeat(1000) + &"]".repeat(1000), "brackets within each other"),
        ("[".to_string() + &"[],".repeat(300_000) + "]", "values of one puzzle"),
    ] {
        let said =
            said_of(&text, &Reading { format: interchange::format("grid"), ..Reading::default() });
        assert!(said.contains(expected), "{said}");
    }
}
