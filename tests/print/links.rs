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

/// What solvers of an address are to draw: the text with which the site compares.
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
    // Two solutions: whichever it is, it has the two numbers that are not given.
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

/// Every family: the puzzle and the answer are read back, the settings compare what the solver draws, and the rules
/// are there for people.
#[test]
fn what_is_written_for_solvers_is_read_back() {
    for (text, setting, rule) in [
        ("puzzle: hidato\ntitle: One, two\n\n6 . .\n. 2 8\n1 . .\n", "sol_number", "each once."),
        ("puzzle: path\n\n. . #\n. # .\n. . .\n", "sol_loopline", "one line"),
        ("puzzle: path\n\n1 . .\n. . .\n. . 9\n", "sol_number", "one line"),
        (
            "puzzle: path\nclosed: yes\n\n. . .\n. . .\n. # .\n. . .\n",
            "sol_loopline",
            "closed loop",
        ),
        ("puzzle: numberlink\n\nA B C\n. . .\nA B C\n", "sol_loopline", "equal letters"),
        (
            "puzzle: numberlink\ncover: partial\ntouch: yes\n\n1 . 1\n. . .\n",
            "sol_loopline",
            "stay empty",
        ),
        ("puzzle: numberlink\nneighbours: 8\n\nA B\nB A\n", "sol_loopline", "corners"),
        (
            "puzzle: futoshiki\n\n. < .   .\n-   -   ^\n.   . > .\n-   -   -\n.   .   .\n",
            "sol_number",
            "smaller",
        ),
        ("puzzle: zip\nwalls: r1c1|r1c2\n\n1 3 .\n. . .\n. 2 .\n", "sol_loopline", "Thick lines"),
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
    // Several answers of which solvers may draw any are none of ours.
    let whole = read(&(address.split("&a=").next().expect("an address").to_string() + "\n"));
    assert!(whole.answers.is_empty() && whole.puzzle == entry.puzzle);
}

/// By the program: an address a puzzle, of a pack too.
#[test]
fn the_program_writes_addresses_for_solvers() {
    let here = Folder::of("puzzle: zip\n\n1 .\n. .\n. 2\n");
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
