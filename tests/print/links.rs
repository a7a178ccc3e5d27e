//! Addresses to share: those of Penpa+ for solvers.

use crate::support::program::Folder;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use clew::interchange::{self, Reading, Sheet};
use clew::puzzle::{Answer, Entry};
use clew::strategy::{Options, Task, run};
use miniz_oxide::inflate::decompress_to_vec;

fn read(text: &str) -> Entry {
    interchange::read_all(text, &Reading::default()).remove(0).expect("a puzzle")
}

fn solved(entry: &Entry) -> Answer {
    let found =
        run(&entry.puzzle, Task::Solve { limit: 1 }, &Options::default()).expect("no limit");
    found.answers.into_iter().next().expect("a solution")
}

fn write(entry: &Entry, format: &str, answer: Option<&Answer>) -> Result<String, String> {
    let format = interchange::format(format).expect("a format");
    interchange::write(format, Sheet { entry, answer }).map(|written| {
        assert!(written.lost.is_empty(), "{:?}", written.lost);
        written.text
    })
}

fn inflated(data: &str) -> String {
    let deflated = BASE64_STANDARD.decode(data.trim()).expect("base 64");
    String::from_utf8(decompress_to_vec(&deflated).expect("deflated")).expect("text")
}

/// The text with which the site compares the solver's drawing.
fn check(address: &str) -> String {
    inflated(address.split("&a=").nth(1).expect("a solution"))
}

/// The number of a cell on the site: two more rows and columns on each side of the grid.
fn index(cols: u32, (r, c): (u32, u32)) -> u32 {
    (r + 1) * (cols + 4) + c + 1
}

/// Lists of the site: numbers that are not given, or lines from the smaller index on; in the order of texts.
#[test]
fn the_check_has_the_form_of_the_site() {
    let hidato = read("puzzle: hidato\n\n1 .\n. 4\n");
    // Both solutions have the two numbers that are not given.
    let text =
        check(&write(&hidato, "penpa-solve", Some(&solved(&hidato))).expect("it is written"));
    let at = [(1, 2), (2, 1)].map(|place| index(2, place));
    let either = [[2, 3], [3, 2]].map(|numbers| {
        format!("[[],[],[],[],[\"{},{}\",\"{},{}\"],[]]", at[0], numbers[0], at[1], numbers[1])
    });
    assert!(either.contains(&text), "{text}");
    // Columns 9 and 10 have indices of two and of three digits: the order is that of texts.
    let link = read(
        "puzzle: numberlink\n\nA . . A\nB . . B\nC . . C\nD . . D\nE . . E\nF . . F\nG . . G\nH . . H\n",
    );
    let text = check(&write(&link, "penpa-solve", Some(&solved(&link))).expect("it is written"));
    let mut lines: Vec<String> = (1..=8)
        .flat_map(|r| (1..=3).map(move |c| [index(4, (r, c)), index(4, (r, c + 1))]))
        .map(|[a, b]| format!("\"{a},{b},1\""))
        .collect();
    lines.sort();
    assert!(lines[0].starts_with("\"18,") || lines[0] < *lines.last().expect("lines"));
    assert_eq!(text, format!("[[],[{}],[],[],[],[]]", lines.join(",")));
}

/// Every family: the puzzle and the answer are read back, the settings compare the drawn elements, and the rules are
/// there for people.
#[test]
fn what_is_written_for_solvers_is_read_back() {
    for (text, setting, rule) in [
        ("puzzle: hidato\ntitle: One, two\n\n6 . .\n. 2 8\n1 . .\n", "sol_number", "each once."),
        ("puzzle: path\n\n. . #\n. # .\n. . .\n", "sol_loopline", "one line"),
        ("puzzle: path\n\n1 . .\n. . .\n. . 9\n", "sol_number", "one line"),
        ("puzzle: path\nclosed: yes\n\n. . .\n. . .\n", "sol_loopline", "closed loop"),
        ("puzzle: numberlink\n\nA B C\n. . .\nA B C\n", "sol_loopline", "equal letters"),
        (
            "puzzle: numberlink\ncover: partial\ntouch: yes\n\n1 . 1\n. . .\n",
            "sol_loopline",
            "stay empty",
        ),
        ("puzzle: numberlink\nneighbours: 8\n\nA B\nB A\n", "sol_loopline", "corners"),
        (
            "puzzle: futoshiki\n\n. < .   .\n-   -   ^\n.   . < .\n-   -   -\n.   .   .\n",
            "sol_number",
            "smaller",
        ),
        ("puzzle: zip\nwalls: r1c1|r1c2\n\n1 . .\n. . .\n. 2 3\n", "sol_loopline", "Thick lines"),
        ("puzzle: zip\nneighbours: 8\n\n1 . .\n. 3 .\n. . 2\n", "sol_loopline", "in their order"),
    ] {
        let Some(Ok(entry)) = interchange::read_all(text, &Reading::default()).into_iter().next()
        else {
            panic!("{text}")
        };
        let Some(answer) = run(&entry.puzzle, Task::Solve { limit: 1 }, &Options::default())
            .expect("no limit")
            .answers
            .into_iter()
            .next()
        else {
            panic!("no solution: {text}")
        };
        let address = write(&entry, "penpa-solve", Some(&answer)).expect(text);
        let again = read(&address);
        assert_eq!(again.puzzle, entry.puzzle, "{text}");
        let reversed = entry.puzzle.reversed(&answer);
        assert!(again.answers == [answer] || again.answers == [reversed], "{text}{again:?}");
        assert_eq!(again.title, entry.title);
        let data = address.split("&p=").nth(1).and_then(|rest| rest.split('&').next());
        let data = inflated(data.expect("the data"));
        let lines: Vec<&str> = data.split('\n').collect();
        assert_eq!((lines.len(), lines[7]), (19, &*format!("{{\"{setting}\":true}}")), "{text}");
        assert!(lines[0].contains(rule) && lines[4].is_empty(), "{}", lines[0]);
    }
}

/// A line that begins elsewhere than with 1 keeps its numbers, with the rules in the address and in the answer check,
/// also if its ends are not given.
#[test]
fn numbers_that_begin_elsewhere_are_kept() {
    for text in [
        "puzzle: hidato\nfirst: 10\n\n10 . .\n. 14 .\n. . 18\n",
        "puzzle: hidato\nfirst: 0\n\n. 1 .\n. 4 .\n. . 7\n",
    ] {
        let entry = read(text);
        let answer = solved(&entry);
        for (format, answer) in
            [("penpa", None), ("penpa", Some(&answer)), ("penpa-solve", Some(&answer))]
        {
            let again = read(&write(&entry, format, answer).expect(text));
            assert_eq!(again.puzzle, entry.puzzle, "{format}: {text}");
            let solutions: Vec<&Answer> = again.answers.iter().collect();
            assert_eq!(solutions, answer.into_iter().collect::<Vec<_>>(), "{format}: {text}");
        }
    }
}

#[test]
fn what_solvers_cannot_be_given_is_refused() {
    let entry = read("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
    let why = write(&entry, "penpa-solve", None).expect_err("no solution");
    assert!(why.contains("solve the puzzle first"), "{why}");
    let hexes = read("puzzle: hidato\nneighbours: hex\n\n1 2\n. .\n");
    let why = write(&hexes, "penpa-solve", Some(&solved(&hexes))).expect_err("hexagons");
    assert!(why.contains("hexagons"), "{why}");
    let address = write(&entry, "penpa-solve", Some(&solved(&entry))).expect("it is written");
    for (wrong, message) in [
        ("&a=!!x", "a character of base 64"),
        ("&a=QUJD", "deflated data"),
        // `[[],["x"],[],[],[],[]]`
        ("&a=i46O1YlWqlACkggUCwA=", "an index and a number"),
    ] {
        let text = address.split("&a=").next().expect("an address").to_string() + wrong;
        let read = interchange::read_all(&text, &Reading::default()).remove(0);
        let error = read.expect_err(wrong).to_string();
        assert!(error.contains(message), "{wrong}: {error}");
    }
    // An address with several answers, any of which may be drawn, is not written by clew.
    let whole = read(&(address.split("&a=").next().expect("an address").to_string() + "\n"));
    assert!(whole.answers.is_empty() && whole.puzzle == entry.puzzle);
}

/// The contents of an address of SudokuPad.
fn squares(address: &str) -> serde_json::Value {
    let data = address.trim().split("/fpuzzles").nth(1).expect("an address");
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    serde_json::from_str(&unpacked(&data)).expect("JSON")
}

/// The text of base 64 whose bits are words of growing width, each the number of a phrase.
fn unpacked(data: &str) -> String {
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let signs = data.bytes().filter_map(|c| digits.bytes().position(|digit| digit == c));
    let mut bits = signs.flat_map(|sign| (0..6).rev().map(move |i| sign >> i & 1));
    let mut number = |width: usize| (0..width).map(|i| bits.next().expect("a bit") << i).sum();
    let mut phrases: Vec<Vec<u16>> = vec![Vec::new(); 3];
    let (mut width, mut left, mut out) = (2, 4, Vec::new());
    let mut last: Vec<u16> = Vec::new();
    left -= 2;
    loop {
        let word: usize = number(width);
        let phrase = match word {
            2 => return String::from_utf16(&out).expect("text"),
            0 | 1 => {
                let unit: usize = number(8 << word);
                phrases.push(vec![unit as u16]);
                (left, width) = if left == 1 { (1 << width, width + 1) } else { (left - 1, width) };
                vec![unit as u16]
            }
            _ if word == phrases.len() => [&last[..], &last[..1]].concat(),
            _ => phrases[word].clone(),
        };
        out.extend(&phrase);
        if !last.is_empty() {
            phrases.push([&last[..], &phrase[..1]].concat());
        }
        last = phrase;
        (left, width) = if left == 1 { (1 << width, width + 1) } else { (left - 1, width) };
    }
}

/// If the rules differ, the only solution has to be the same, which is proved.
#[test]
fn addresses_of_numlin_are_written_where_they_are_the_same_puzzle() {
    let here = Folder::with_puzzle("puzzle: numberlink\n\n1 2 3\n. . .\n1 2 3\n");
    let ran = here.run("convert p.puzzle --to numlin");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("https://puzz.link/p?numlin/3/3/123"), "{}", ran.out);
    assert!(ran.err.contains("the one solution is the same without"), "{}", ran.err);
    let again = read(&ran.out);
    assert_eq!(again.puzzle.words(), [("cover", "partial"), ("touch", "yes")]);
    assert_eq!(again.puzzle.tokens(None), ["1", "2", "3", ".", ".", ".", "1", "2", "3"]);
    // The shortest route leaves a cell empty there.
    let here = Folder::with_puzzle("puzzle: numberlink\n\n1 . .\n1 . .\n");
    let ran = here.run("convert p.puzzle --to numlin");
    assert!(
        ran.status == 2 && ran.err.contains("numlin would lose the rule cover: all"),
        "{}",
        ran.err
    );
    let hidato =
        Folder::with_puzzle("puzzle: hidato\n\n1 .\n. 4\n").run("convert p.puzzle --to numlin");
    assert!(
        hidato.status == 2 && hidato.err.contains("no puzzles of the family hidato"),
        "{}",
        hidato.err
    );
}

#[test]
fn squares_are_written_for_sudokupad() {
    let entry = read(
        "puzzle: futoshiki\ntitle: Mine\nsource: Ada\n\n. < 3   .\n-   -   ^\n.   . < .\n-   v   -\n.   .   .\n",
    );
    let answer = solved(&entry);
    let Answer::Square(numbers) = &answer else { panic!("a square") };
    let found = squares(&write(&entry, "sudokupad", Some(&answer)).expect("it is written"));
    assert_eq!(found["size"], 3);
    assert_eq!((&found["title"], &found["author"]), (&"Mine".into(), &"Ada".into()));
    assert_eq!(found["solution"], serde_json::json!(numbers));
    assert_eq!(found["grid"][0][1], serde_json::json!({"value": 3, "given": true, "region": null}));
    assert_eq!(found["grid"][2][2], serde_json::json!({"region": null}));
    let signs = found["text"].as_array().expect("signs");
    let shown: Vec<String> = signs
        .iter()
        .map(|sign| {
            let [a, b] = [0, 1].map(|i| sign["cells"][i].as_str().unwrap_or_default());
            format!("{a}{}{b}:{}", sign["value"].as_str().unwrap_or_default(), sign["angle"])
        })
        .collect();
    let known = ["R1C1<R1C2:0", "R1C3<R2C3:90", "R2C2<R2C3:0", "R2C2>R3C2:90"];
    assert_eq!(
        known.into_iter().filter(|sign| shown.contains(&sign.to_string())).count(),
        4,
        "{shown:?}"
    );
    assert!(found["ruleset"].as_str().is_some_and(|rules| rules.contains("smaller number")));
    // Without a solution there is nothing to compare with.
    assert!(
        squares(&write(&entry, "sudokupad", None).expect("it is written"))["solution"].is_null()
    );
    let dots = read(
        "puzzle: futoshiki\ndots: all\n\n. o .   .\no   -   -\n.   .   .\n-   -   o\n. o .   .\n",
    );
    let found = squares(&write(&dots, "sudokupad", None).expect("it is written"));
    assert_eq!(found["difference"].as_array().map(Vec::len), Some(4));
    assert!(found["ruleset"].as_str().is_some_and(|rules| rules.contains("without a dot")));
    let rows = |n: usize| vec![". ".repeat(n); n].join("\n");
    for (text, why) in [
        ("puzzle: hidato\n\n1 .\n. 4\n".to_string(), "squares of digits only"),
        (format!("puzzle: futoshiki\n\n{}\n", rows(10)), "one digit"),
    ] {
        let refused = write(&read(&text), "sudokupad", None).expect_err(&text);
        assert!(refused.contains(why), "{refused}");
    }
    let far = read("puzzle: futoshiki\nless: r1c1<r2c2\n\n. .\n. .\n");
    let format = interchange::format("sudokupad").expect("a format");
    let written =
        interchange::write(format, Sheet { entry: &far, answer: None }).expect("it is written");
    assert_eq!(written.lost.len(), 1);
}

/// By the program: one address per puzzle, also of a pack.
#[test]
fn the_program_writes_addresses_for_solvers() {
    let here = Folder::with_puzzle("puzzle: zip\n\n1 .\n. .\n. 2\n");
    let ran = here.run("solve p.puzzle --as penpa-solve");
    assert!(ran.status == 0 && ran.out.contains("#m=solve&p="), "{} {}", ran.out, ran.err);
    let ran = here.run("convert p.puzzle --to penpa-solve");
    assert!(ran.status == 2 && ran.err.contains("solve the puzzle first"), "{}", ran.err);
    let made = here.run("generate hidato --rows 4 --count 3 --seed 1 --as penpa-solve");
    assert_eq!(made.out.matches("#m=solve&p=").count(), 3, "{}", made.err);
    let told = here.feed("check -", &made.out);
    assert!(told.status == 0, "{} {}", told.out, told.err);
    let text = made.out.lines().next().expect("an address");
    let data = inflated(text.split("&p=").nth(1).and_then(|t| t.split('&').next()).expect("data"));
    assert!(!data.contains("seed") && !data.contains("generate"), "{data}");
}
