//! Addresses of Penpa+ that are made here from the lines of their data.

use super::{error, lossy, native, read, written};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clew::families::from_keyword;
use clew::interchange::{Reading, read_all};
use miniz_oxide::deflate::compress_to_vec;

/// The address of a board without margins: its size, the text of the field for rules, the problem layer.
fn address([rows, cols]: [u64; 2], rules: &str, problem: &str) -> String {
    let cells = (0..rows).flat_map(|r| (0..cols).map(move |c| (r + 2) * (cols + 4) + c + 2));
    let mut before = 0;
    let steps: Vec<String> =
        cells.map(|at| (at - std::mem::replace(&mut before, at)).to_string()).collect();
    let head = format!("square,{cols},{rows},38,0,1,1,9,9,9,9,0,0,0,0,Title: ,Author: ,,{rules}");
    let text =
        format!("{head},OFF,false\n[0,0,0,0]\n{{}}\n{problem}\n{{}}\n[{}]\n", steps.join(","));
    format!("m=edit&p={}", STANDARD.encode(compress_to_vec(text.as_bytes(), 6)))
}

/// A hidato of 3 rows and 4 columns: W = 8, H = 7, so that the cell r1c1 is 18 and its lower right corner 74.
fn edges(drawn: &str) -> String {
    let number = r#""number":{"18":["1",1,"1"],"37":["12",1,"1"]}"#;
    address([3, 4], "", &format!("{{{number},{drawn}}}"))
}

#[test]
fn edges_between_cells_are_walls() {
    let puzzle =
        |walls: &str| native(&format!("puzzle: hidato\n{walls}\n1 . . .\n. . . .\n. . . 12\n"));
    // Below r1c1 and r1c2, right of r2c2; under the code of the site, its name, and as walls of other programs.
    for name in ["zE", "\"lineE\"", "\"wall\"", "zW", "\"freelineE\""] {
        let entry = read(&edges(&format!(r#"{name}:{{"73,74":2,"74,75":2,"75,83":13}}"#)));
        assert_eq!(entry.puzzle, puzzle("walls: r1c1|r2c1 r1c2|r2c2 r2c2|r2c3\n").puzzle, "{name}");
        // One line from corner to corner, also backward and drawn twice.
        let entry = read(&edges(&format!(r#"{name}:{{"75,73":2,"73,75":2,"74,75":5}}"#)));
        assert_eq!(entry.puzzle, puzzle("walls: r1c1|r2c1 r1c2|r2c2\n").puzzle, "{name}");
        // A thin one below it.
        let entry = read(&edges(&format!(r#"{name}:{{"73,74":80,"73,75":2,"74,75":80}}"#)));
        assert_eq!(entry.puzzle, puzzle("walls: r1c1|r2c1 r1c2|r2c2\n").puzzle, "{name}");
    }
    // The frame, elements next to the board, crosses, and lines of the grid that are taken away.
    let frame = r#""lineE":{"65,66":2,"65,73":2,"89,90":2,"69,77":2,"64,65":2,"56,64":2,"130":98,"57,65":80},"deletelineE":{"73,74":1}"#;
    assert_eq!(read(&edges(frame)).puzzle, puzzle("").puzzle);
    // An edge around a hole.
    let around = r#"{"lineE":{"73,74":2,"74,82":2,"73,81":2,"81,82":2},"surface":{"26":4}}"#;
    let hole = native("puzzle: path\n\n. . . .\n# . . .\n. . . .\n");
    assert_eq!(read(&address([3, 4], "", around)).puzzle, hole.puzzle);
}

#[test]
fn edges_that_are_no_walls_are_refused() {
    for (drawn, message) in [
        // From corner to corner across a cell; along half a side; through a cell from side to side.
        (
            r#"zE:{"73,82":2}"#,
            "found \"73,82\", expected edges from corner to corner along the sides of cells",
        ),
        (
            r#"zE:{"74,131":2}"#,
            "found \"74,131\", expected edges from corner to corner along the sides of cells",
        ),
        (
            r#"zW:{"130,138":2}"#,
            "found \"130,138\", expected edges from corner to corner along the sides of cells",
        ),
        (
            r#"zE:{"what":2}"#,
            "found \"what\", expected edges from corner to corner along the sides of cells",
        ),
        (
            r#"zE:{"73,74":80}"#,
            "found \"73,74\", expected a thicker edge between r1c1 and r2c1: whether one like the lines of the grid is a wall is not known",
        ),
    ] {
        let said = error(&edges(drawn));
        assert!(said.contains(message), "{drawn}\n{said}");
    }
    let square = |edges: &str| {
        let sign = r#""symbol":{"219":[1,"inequality",2]}"#;
        address([4, 4], "", &format!(r#"{{{sign},"lineE":{{{edges}}}}}"#))
    };
    let message = "found \"83,91\", expected no edge between r2c2 and r2c3: it would be a wall, and puzzles of the family futoshiki have none";
    // Alone, and upon a thin line along the whole column.
    for edges in [r#""83,91":2"#, r#""75,107":80,"83,91":2"#] {
        let said = error(&square(edges));
        assert!(said.contains(message), "{edges}\n{said}");
    }
    assert!(read(&square(r#""83,91":80"#)).puzzle.board().is_none());
}

#[test]
fn walls_are_written_as_edges() {
    for text in [
        "puzzle: numberlink\nneighbours: 8\nwalls: r1c1|r2c1 r2c2|r2c3\n\nA # B\n. . .\nB . A\n",
        "puzzle: path\nneighbours: hex\nwalls: r2c2|r3c2 r3c1|r3c2\n\n. . .\n. . .\n. . .\n",
        "puzzle: hidato\nneighbours: 4\nwalls: r1c1|r1c2 r1c1|r2c1 r2c2|r3c2 r3c1|r3c2\n\n1 .\n. .\n. .\n",
    ] {
        let entry = native(text);
        assert_eq!(read(&written(&entry, "penpa")).puzzle, entry.puzzle, "{text}");
    }
    // Cells that touch at a corner have no common side.
    let king = native("puzzle: hidato\nwalls: r1c1|r2c2 r1c1|r1c2\n\n1 .\n. 4\n");
    assert_eq!(lossy(&king, "penpa").1, ["the wall r1c1|r2c2"]);
}

#[test]
fn rules_are_read_or_refused() {
    let number = r#"{"number":{"14":["A",1,"1"],"15":["A",1,"1"]}}"#;
    let of = |rules: &str| address([2, 2], rules, number);
    let words = |rules: &str| {
        let puzzle = read(&of(rules)).puzzle;
        puzzle.words().into_iter().map(|(_, word)| word).collect::<Vec<_>>()
    };
    assert_eq!(words("cover: partial; touch: yes"), ["partial", "yes"]);
    assert_eq!(words(" puzzle: numberlink;neighbours: 8 ; touch: no2x2;"), ["all", "no2x2"]);
    for text in
        ["", "Join the letters; cover: partial", "Note: draw lines%2C two; cover: foo", "foo"]
    {
        assert_eq!(words(text), ["all", "no"], "{text}");
    }
    for (rules, message) in [
        ("cover: foo", "found \"cover: foo\", expected cover: all or partial"),
        ("touch: yes; cover: foo", "found \"cover: foo\", expected cover: all or partial"),
        (
            "puzzle: numberlink; neighbours: 5",
            "found \"neighbours: 5\", expected neighbours: 4 or 8 or hex",
        ),
        (
            "puzzle: sudoku; cover: all",
            "found \"puzzle: sudoku\", expected puzzle: hidato or path or numberlink or futoshiki or zip",
        ),
        (
            "puzzle: numberlink; colour: red",
            "found \"colour: red\", expected one of the rules puzzle, neighbours, cover, touch of the family numberlink",
        ),
        ("touch: yes; and so on", "found \"and so on\", expected one of the rules"),
    ] {
        let said = error(&of(rules));
        assert!(said.contains(message), "{rules}\n{said}");
    }
    // Another family has other rules.
    let reading = Reading { family: from_keyword("path"), ..Reading::default() };
    let board = "puzzle: numberlink; cover: all; neighbours: hex";
    let entry = read_all(&address([2, 2], board, "{}"), &reading).remove(0).expect("a path");
    assert_eq!(entry.puzzle, native("puzzle: path\nneighbours: hex\n\n. .\n. .\n").puzzle);
}
