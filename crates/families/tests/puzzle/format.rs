//! Round trips, cutting of inputs, limits, and that no input makes the readers panic.

use proptest::prelude::*;

use clew_families::{Cover, Futoshiki, Hidato, Line, Numberlink, Path, Touch};
use clew_families::{parse_chunk, parse_json, parse_native};
use clew_puzzle::puzzle::format::*;
use clew_puzzle::puzzle::{Answer, Board, Decimal, Entry, Neighbourhood, Puzzle, Shape};

fn entry(puzzle: Puzzle) -> Entry {
    Entry::from(puzzle)
}

fn native(text: &str) -> Entry {
    parse_native(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn header_and_defaults() {
    let e = native(
        "solutions: 007\ntitle:  a: b \nsource:\npuzzle: numberlink\ncover: partial\ntouch: no2x2\n\nA A\n",
    );
    assert_eq!((e.title.as_str(), e.source.as_str()), ("a: b", ""));
    assert_eq!((e.solutions.as_deref(), e.id), (Some("7"), None));
    let Some(link) = e.puzzle.downcast::<Numberlink>() else { panic!("a numberlink") };
    assert_eq!((link.cover, link.touch), (Cover::Partial, Touch::No2x2));
    assert_eq!((&link.labels[..], &link.ends[..]), (&["A".to_string()][..], &[[0, 1]][..]));
    for (text, moves) in [
        ("puzzle: hidato\n\n.\n", Neighbourhood::King),
        ("puzzle: path\n\n.\n", Neighbourhood::Rook),
        ("puzzle: numberlink\n\nA A\n", Neighbourhood::Rook),
        ("puzzle: path\nneighbours: hex\n\n.\n", Neighbourhood::Hex),
        ("puzzle: numberlink\nneighbours: 8\n\nA A\n", Neighbourhood::King),
    ] {
        assert_eq!(native(text).puzzle.board().unwrap().moves(), Some(moves), "{text}");
    }
}

#[test]
fn futoshiki_signs() {
    let text = "puzzle: futoshiki\n\n\
                . < .   .   3\n-   -   ^   -\n.   2   . > .\nv   -   -   -\n\
                .   .   .   .\n-   -   -   -\n.   .   .   1\n";
    let e = native(text);
    let Some(f) = e.puzzle.downcast::<Futoshiki>() else { panic!("a futoshiki") };
    assert_eq!(f.n, 4);
    assert_eq!(f.less, [[0, 1], [2, 6], [7, 6], [8, 4]]);
    assert_eq!((f.given[3], f.given[5], f.given[15]), (Some(3), Some(2), Some(1)));
    assert_eq!(write_native(&e), text);
    assert_eq!(
        native("puzzle: futoshiki\n\n1\n").puzzle.family(),
        clew_families::futoshiki::FAMILY
    );
}

/// Prose lines may occur above the grid; in it `#` is a place without a cell.
#[test]
fn comments_stand_above_the_grid() {
    let plain = native("puzzle: hidato\ntitle: t\n\n# 1\n. .\n");
    for text in [
        "# my puzzle\npuzzle: hidato\ntitle: t\n\n# 1\n. .\n",
        "// one: two\n\n# three\npuzzle: hidato\n  # four\ntitle: t\n// five\n\n# 1\n. .\n",
    ] {
        assert_eq!(native(text), plain, "{text}");
    }
    let none = parse_native("# nothing\n// else\n").expect_err("no puzzle");
    assert!(none.expected.contains("the key \"puzzle\""), "{none}");
}

/// A row without signs may be blank or left out, and signs may be placed below their cells.
#[test]
fn rows_without_signs_say_nothing() {
    let full = "puzzle: futoshiki\n\n. < . .\n- ^ -\n. . 3\n- - -\n. . .\n";
    let f = native(full);
    for text in [
        full.replace("- - -\n", ""),
        full.replace("- - -\n", "\n"),
        full.replace("- - -\n", "   \n\n"),
        full.replace("- ^ -\n", "    ^\n\n").replace("- - -\n", ""),
        full.replace("- ^ -\n", "    ^\n"),
        full.replace("- ^ -\n", "-   ^\n"),
    ] {
        assert_eq!(native(&text), f, "{text}");
    }
    let bare = native("puzzle: futoshiki\n\n1 .\n. .\n");
    assert_eq!(bare, native("puzzle: futoshiki\n\n1 .\n- -\n. .\n"));
    for (text, expected) in [
        // The width of a tab is unknown, and this sign is below another sign.
        (full.replace("- ^ -\n", "\t^\n"), "exactly below its cell"),
        (full.replace("- ^ -\n", "  ^\n"), "exactly below its cell"),
        (full.replace(". . .\n", ""), "3 rows of 3 cells, not 2"),
        (full.to_string() + "\n. . .\n", "the end of the grid"),
    ] {
        let error = parse_native(&text).expect_err(&text);
        assert!(error.expected.contains(expected), "{text}{error}");
    }
}

#[test]
fn far_inequalities_and_walls_have_keys_of_their_own() {
    let text = "puzzle: futoshiki\nless: r1c1<r2c2 r2c1<r1c2\n\n.   .\n-   -\n.   .\n";
    let e = native(text);
    let Some(f) = e.puzzle.downcast::<Futoshiki>() else { panic!("a futoshiki") };
    assert_eq!(f.less, [[0, 3], [2, 1]]);
    assert_eq!(write_native(&e), text);

    let text = "puzzle: path\nneighbours: 4\nwalls: r1c1|r1c2 r2c1|r2c2\n\n. . .\n. . .\n";
    let e = native(text);
    assert_eq!(e.puzzle.board().unwrap().walls(), [[0, 1], [3, 4]]);
    assert_eq!(write_native(&e), text);
}

#[test]
fn free_points() {
    let text =
        "puzzle: hidato\nboard: points\nreach: 1.01\n\n0 0 1\n1 0 .\n0.5 0.8660254 .\n-3 0 .\n";
    let e = native(text);
    let board = e.puzzle.board().unwrap();
    assert_eq!(board.edges(), [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(write_native(&e), text);
    let unsaid = native("puzzle: path\nboard: points\n\n0 0 .\n1 1 .\n");
    assert_eq!(unsaid.puzzle.board().unwrap().edges(), [[0, 1]]);
    assert_eq!(
        write_json(&e),
        r#"{"schema":"clew-puzzle/1","puzzle":"hidato","title":"","source":"","rows":1,"cols":4,"cells":[[1,null,null,null]],"points":[[0.0,0.0],[1.0,0.0],[0.5,0.8660254],[-3.0,0.0]],"reach":1.01}"#
    );
    assert_eq!(parse_json(&write_json(&e)).unwrap(), e);
}

#[test]
fn json_as_the_format_shows_it() {
    let text = r##"{"schema":"clew-puzzle/1","puzzle":"hidato","title":"corner","source":"","neighbours":8,
 "rows":3,"cols":4,
 "cells":[[4,null,null,11],[null,null,null,null],[null,6,"#",1]],
 "solutions":"1"}"##;
    let e = parse_json(text).unwrap();
    assert_eq!(
        e,
        native("puzzle: hidato\ntitle: corner\nsolutions: 1\n\n4 . . 11\n. . . .\n. 6 # 1\n")
    );
    assert_eq!(write_json(&e), text.replace("\n ", ""));
    let known = r#"{"puzzle":"numberlink","id":"p17","colour":[{}],"title":null,"cells":[[1,null],["1",null]]}"#;
    let e = parse_json(known).unwrap();
    assert_eq!(e.id.as_deref(), Some("p17"));
    assert_eq!(e.warnings, ["the key \"colour\" is not known and was passed over"]);
    assert_eq!(
        write_json(&e),
        r#"{"schema":"clew-puzzle/1","puzzle":"numberlink","title":"","source":"","neighbours":4,"cover":"all","touch":"no","rows":2,"cols":2,"cells":[["1",null],["1",null]],"id":"p17"}"#
    );
    let square = r#"{"schema":"clew-puzzle/1","puzzle":"futoshiki","title":"","source":"","rows":2,"cols":2,"cells":[[1,null],[null,null]],"less":[[[0,0],[1,1]]]}"#;
    // r1c1 < r2c2 cannot hold here, but only solving finds that.
    assert_eq!(write_json(&parse_json(square).unwrap()), square);
}

#[test]
fn filled_grids() {
    let hidato = native("puzzle: hidato\n\n. 2 #\n# . 10\n. . .\n. . .\n");
    let numbers = Answer::Line(vec![1, 2, 3, 10, 4, 0, 9, 6, 7, 8]);
    assert_eq!(
        write_solution(&hidato.puzzle, &numbers),
        " 1  2  #\n #  3 10\n 4  .  9\n 6  7  8\n"
    );
    let link = native("puzzle: numberlink\ncover: partial\n\nA A\n. .\nB B\n");
    let on = vec![true, false, false, false, false, false, true];
    assert_eq!(write_solution(&link.puzzle, &Answer::Links(on)), "A A\n. .\nB B\n");
    let square = native("puzzle: futoshiki\n\n. < .\n-   v\n.   .\n");
    let values = Answer::Square(vec![1, 2, 2, 1]);
    assert_eq!(write_solution(&square.puzzle, &values), "1 < 2\n-   v\n2   1\n");
}

fn shape(text: &str) -> Vec<(ChunkKind, usize, usize, &str)> {
    split_input(text).iter().map(|c| (c.kind, c.line, c.column, c.text)).collect()
}

#[test]
fn inputs_are_cut_into_puzzles() {
    use ChunkKind::{Json, Native};
    assert_eq!(
        shape("a\n---\r\nb\nc\n --- \n\n"),
        [(Native, 1, 1, "a\n"), (Native, 3, 1, "b\nc\n")]
    );
    assert_eq!(shape("---\n---\nb"), [(Native, 3, 1, "b")]);
    // A header below a grid begins another puzzle, with the keys above its key "puzzle" that all families know.
    let (one, two) = ("puzzle: a\n\n. .\n\n", "title: x\nPuzzle : b\n\n. .\n");
    let both = [one, two, one].concat();
    assert_eq!(shape(&both), [(Native, 1, 1, one), (Native, 5, 1, two), (Native, 9, 1, one)]);
    // Not in the header, nor before the first one.
    for whole in ["title: x\npuzzle: a\npuzzle: b\n\n.\n", "a\npuzzle: b\n\n.\n"] {
        assert_eq!(shape(whole), [(Native, 1, 1, whole)]);
    }
    assert_eq!(shape("---\n \n"), [(Native, 2, 1, " \n")]);
    assert_eq!(
        shape("\u{feff}{\"a\":1}\n\n{\"b\n{}"),
        [(Json, 1, 1, "{\"a\":1}"), (Json, 3, 1, "{\"b"), (Json, 4, 1, "{}"),]
    );
    assert_eq!(shape("{\"a\":1}\nwhat\n"), [(Json, 1, 1, "{\"a\":1}"), (Json, 2, 1, "what")]);
    assert_eq!(shape("{\n\"a\":\n1}\n"), [(Json, 1, 1, "{\n\"a\":\n1}\n")]);
    assert_eq!(shape(" [ ]\n"), []);
    assert_eq!(
        shape("[{\"ä\":\"],\\\"\"},\n  {\"b\":[1,2]} ]"),
        [(Json, 1, 2, "{\"ä\":\"],\\\"\"}"), (Json, 2, 3, "{\"b\":[1,2]}"),]
    );
    assert_eq!(shape("[{},]"), [(Json, 1, 2, "{}"), (Json, 1, 5, "")]);
    assert_eq!(shape("[{}\n,{"), [(Json, 1, 2, "{}"), (Json, 2, 2, "{")]);
}

/// Inputs of all forms, whole and damaged.
const INPUTS: &[&str] = &[
    "",
    "\n \n",
    "\u{feff}",
    "a\n---\r\nb\nc\n --- \n\n",
    "puzzle: a\n\n. .\n\ntitle: x\npuzzle: b\n\n. .\npuzzle: c\n\n. .\n",
    "---\n\u{a0}\n---\nä",
    "\u{feff}{\"a\":1}\n\n{\"b\n{}",
    "\n {\"a\":1}\nwhat\n",
    "{\n\"a\":\n1}\n",
    "{\n{\"a\":1}",
    " [ ]\n",
    "\n[{\"ä\":\"],\\\"\"},\n  {\"b\":[1,2]} ]",
    "[{},]",
    "[{}\n,{",
    "[{} ] x \n ]",
];

#[test]
fn pieces_do_not_depend_on_how_the_input_arrives() {
    for text in INPUTS {
        let whole = split_input(text);
        for step in [1, 2, 3, 5, 1000] {
            let mut splitter = Splitter::default();
            let mut pieces = Vec::new();
            for bytes in text.as_bytes().chunks(step) {
                splitter.feed(bytes);
                pieces.extend(splitter.by_ref());
            }
            splitter.finish();
            pieces.extend(splitter.by_ref());
            let chunks: Vec<_> = pieces.iter().map(|p| p.chunk().expect("UTF-8")).collect();
            assert_eq!(chunks, whole, "{text:?} in steps of {step}");
            assert_eq!(splitter.held(), 0);
        }
    }
}

/// A piece is complete as soon as its last byte has been fed, and its end shows whether to wait for others.
#[test]
fn pieces_come_early_and_are_not_kept() {
    for (first, rest, follow) in [
        ("puzzle: path\n\n.\n---\n", "puzzle: path\n\n.\n", MorePieces::Announced),
        ("{\"a\":[1,\n2]}\n{\"b\":1}\n", "{}\n", MorePieces::No),
        ("{\"a\":[1,2]}\n", "{}\n", MorePieces::Possible),
        (" [ {\"a\":[1,2]},", "{}]", MorePieces::Announced),
        ("[{\"a\":[1,2]} ]", "\n", MorePieces::No),
    ] {
        let mut splitter = Splitter::default();
        splitter.feed(first.as_bytes());
        let Some(piece) = splitter.next() else {
            // Only an object over several lines waits for the end: it might be a line cut short.
            assert!(first.starts_with("{\"a\":[1,\n"), "{first:?}");
            continue;
        };
        assert_eq!((piece.follow(), piece.line()), (follow, 1), "{first:?}");
        assert!(splitter.next().is_none());
        assert_eq!(splitter.held(), 0, "{first:?}");
        splitter.feed(rest.as_bytes());
        splitter.finish();
        assert_eq!(splitter.count(), usize::from(rest.len() > 1));
    }
    let mut splitter = Splitter::default();
    let (mut most, mut pieces) = (0, 0);
    for _ in 0..2000 {
        splitter.feed(b"puzzle: path\n\n. . . .\n---\n");
        pieces += splitter.by_ref().count();
        most = most.max(splitter.held());
    }
    assert_eq!((most, pieces), (0, 2000));
}

/// Text in UTF-16, with or without a byte order mark and in either byte order, is named.
#[test]
fn text_of_two_bytes_a_character_is_named() {
    let units: Vec<u16> = "1 . .\n. 5 .\n. . 9\n".encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    let marked = [b"\xff\xfe".as_slice(), &little].concat();
    for bytes in [little, big, marked] {
        let mut splitter = Splitter::default();
        splitter.feed(&bytes);
        splitter.finish();
        let error = splitter.next().and_then(|piece| piece.chunk().err()).expect("an error");
        assert_eq!(error.line, 1);
        assert!(error.to_string().contains("UTF-16"), "{error}");
        assert!(error.to_string().ends_with("save it in that encoding"), "{error}");
    }
}

/// A byte that is no UTF-8 spoils its own puzzle only, and its position in the whole input is reported.
#[test]
fn bytes_that_are_no_text_have_a_position() {
    let mut splitter = Splitter::default();
    splitter.feed(b"puzzle: path\n\n.\n---\n\xc3\xa4: \xff\n---\npuzzle: path\n\n.\n");
    splitter.feed(b"---\n");
    let errors: Vec<_> = splitter.map(|piece| piece.chunk().err()).collect();
    assert_eq!((errors.len(), &errors[0], &errors[2]), (3, &None, &None));
    let said = errors[1].as_ref().map(ToString::to_string).unwrap_or_default();
    assert_eq!(
        said,
        "line 5, column 4: found the byte 0xff (byte 25 of the input), expected text in UTF-8"
    );
    let mut splitter = Splitter::default();
    splitter.feed(b"[{}, {\"\xc3\xa4\xff\"}, 1]");
    let error = splitter.nth(1).and_then(|piece| piece.chunk().err()).expect("a bad byte");
    assert_eq!((error.line, error.column), (1, 9));
}

#[test]
fn positions_are_those_of_the_whole_input() {
    let at = |text: &str| {
        let error = split_input(text).iter().find_map(|c| parse_chunk(c).err()).expect("an error");
        (error.line, error.column)
    };
    assert_eq!(at("puzzle: path\n\n.\n---\npuzzle: path\n\n. x\n"), (7, 3));
    let good = r#"{"puzzle":"path","cells":[[null]]}"#;
    assert_eq!(at(&format!("{good}\n{}", good.replace("path", "lath"))), (2, 11));
    assert_eq!(at(&format!("[{good}, {}]", good.replace("null", "0"))), (1, 1 + 34 + 2 + 28));
}

#[test]
fn limits_hold() {
    let says = |text: &str, expected: &str| {
        let error = split_input(text).iter().find_map(|c| parse_chunk(c).err()).expect("an error");
        assert!(error.expected.contains(expected), "{error}");
    };
    says(&format!("puzzle: path\n\n{}", "x".repeat(MAX_LINE + 1)), "bytes a line");
    let walls = ["r1c1|r1c2 "; MAX_LINE / 10 + 1];
    let path = |walls: String| format!("puzzle: path\nneighbours: 4\n{walls}\n. . .\n. . .\n");
    says(&path(format!("walls: {}\n", walls.concat())), "may have several lines of its key");
    let several = path(walls.map(|wall| format!("walls: {wall}\n")).concat());
    let read = split_input(&several).iter().map(|c| parse_chunk(c).is_ok()).collect::<Vec<_>>();
    assert_eq!(read, [true], "several lines of a key are one list");
    says(&format!("puzzle: path\n\n{}\n", ". ".repeat(MAX_SIDE + 1)), "at most 4096 columns");
    says(&format!("puzzle: path\n\n{}", ".\n".repeat(MAX_SIDE + 1)), "at most 4096 rows");
    says(&format!("puzzle: path\n\n{}", format!("{}\n", "# ".repeat(4096)).repeat(65)), "places");
    says(
        &format!("puzzle: path\n\n{}", format!("{}\n", ". ".repeat(257)).repeat(256)),
        "65536 cells",
    );
    says(&format!("puzzle: futoshiki\n\n{}\n", ". ".repeat(600)), "order 128 at most");
    let row: String = (0..MAX_LABELS).map(|i| format!("{i} ")).collect();
    says(&format!("puzzle: numberlink\n\n{row}\n{}\n", row.replace("0 ", "x ")), "4096 labels");
    let points: String = (0..=MAX_POINTS).map(|i| format!("{i} 0 .\n")).collect();
    says(&format!("puzzle: path\nboard: points\n\n{points}"), "at most 4096 points");
    let points: String = (0..1000).map(|i| format!("0.{i:03} 0 .\n")).collect();
    says(&format!("puzzle: path\nboard: points\n\n{points}"), "262144 pairs");
    says(&format!("puzzle: path\ntitle: {}\n\n.", "x".repeat(MAX_TEXT + 1)), "4096 bytes");
    let values = format!("{{\"cells\":[{}0]}}", "0,".repeat(MAX_JSON_VALUES));
    says(&values, "at most 2097152 values");
    says(&format!("{{\"a\":{}", "[".repeat(100_000)), "valid JSON (EOF");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    says(&format!("{{\"puzzle\":\"path\",\"cells\":{deep}}}"), "null");
    says(
        &format!("{{\"puzzle\":\"path\",\"x-a\":{deep},\"cells\":[[1]]}}"),
        "at most 65536 values",
    );
    let members: String = (0..=MAX_MEMBERS).map(|i| format!("\"k{i}\":0,")).collect();
    says(&format!("{{{members}\"cells\":[[1]]}}"), "members of an object");
    let walls = "[[0,0],[0,1]],".repeat(MAX_PAIRS);
    says(
        &format!("{{\"puzzle\":\"path\",\"walls\":[{walls}0],\"cells\":[[1,2]]}}"),
        "at most 262144",
    );
    let walls = format!("walls: {}\n", "r1c1|r1c2 ".repeat(6000)).repeat(MAX_PAIRS / 6000 + 2);
    says(&format!("puzzle: path\n{walls}\n. .\n"), "at most 262144");
    let wide = format!("puzzle: path\n\n{}", format!("{}\n", ". ".repeat(300)).repeat(218));
    assert_eq!(native(&wide).puzzle.board().unwrap().len(), 65_400);
}

/// Every file of the corpus, if `CLEW_CORPUS` gives its path.
#[test]
fn corpus_files_parse_and_round_trip() {
    let Some(root) = std::env::var_os("CLEW_CORPUS") else {
        println!("skipped: CLEW_CORPUS is not set");
        return;
    };
    let mut files = 0;
    for &family in clew_families::all() {
        let folder = std::path::Path::new(&root).join(family.keyword());
        // Of the newest families no corpus is published.
        let Ok(items) = std::fs::read_dir(&folder) else { continue };
        for item in items {
            let path = item.expect("a readable folder").path();
            if path.extension().is_none_or(|x| x != "puzzle") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("text");
            let entry = parse_native(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert_eq!(entry.puzzle.family(), family);
            assert_eq!(parse_native(&write_native(&entry)).as_ref(), Ok(&entry));
            assert_eq!(parse_json(&write_json(&entry)).as_ref(), Ok(&entry));
            files += 1;
        }
    }
    println!("{files} files");
    assert!(files > 0);
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-zA-Z0-9:#.üß\"\\\\]{1,4}( [a-z<&-]{1,5}){0,3}"]
}

fn grid_board(wall: bool) -> impl Strategy<Value = Board> {
    (1u32..6, 1u32..6, 0usize..3, prop::collection::vec(0u8..5, 25), any::<u64>()).prop_map(
        move |(rows, cols, moves, holes, seed)| {
            let moves = [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex][moves];
            let n = (rows * cols) as usize;
            let mut present: Vec<bool> = holes[..n].iter().map(|&h| h > 0).collect();
            present[0] = true;
            let plain = Board::grid(rows, cols, moves, &present);
            let picked = plain.edges().iter().enumerate();
            let walls: Vec<[(u32, u32); 2]> = picked
                .filter(|(i, _)| wall && seed >> (i % 64) & 7 == 0)
                .map(|(_, &[a, b])| [plain.place(a), plain.place(b)])
                .collect();
            Board::grid_with_walls(rows, cols, moves, &present, &walls)
        },
    )
}

fn point_board() -> impl Strategy<Value = Board> {
    let text = |x: i32, tail: u32| format!("{x}.{tail:09}").parse::<Decimal>().expect("in range");
    let coordinate = move || {
        let tail = prop_oneof![Just(0), Just(500_000_000), 0u32..1_000_000_000];
        let whole = prop_oneof![4 => -4..4i32, 1 => -999_999..999_999i32];
        (whole, tail).prop_map(move |(x, tail)| text(x, tail))
    };
    // Every point once.
    (prop::collection::btree_set((coordinate(), coordinate()), 1..12), 0..5i32, 1u32..999).prop_map(
        move |(at, whole, part)| {
            Board::points(at.into_iter().collect(), text(whole, part * 1_000_000))
        },
    )
}

fn line_puzzle() -> impl Strategy<Value = Puzzle> {
    let board = prop_oneof![3 => grid_board(true), 1 => point_board()];
    (board, any::<bool>(), prop::collection::vec(any::<u32>(), 36)).prop_map(
        |(board, hidato, noise)| {
            let n = board.len();
            let mut given: Vec<Option<u32>> = (1..=n as u32).map(Some).collect();
            for i in (1..n).rev() {
                given.swap(i, noise[i] as usize % (i + 1));
            }
            for (g, x) in given.iter_mut().zip(&noise) {
                *g = g.filter(|_| x % 3 == 0);
            }
            let line = Line { board, given };
            if hidato { Puzzle::from(Hidato(line)) } else { Puzzle::from(Path(line)) }
        },
    )
}

fn numberlink() -> impl Strategy<Value = Puzzle> {
    let noise = prop::collection::vec(any::<u32>(), 36);
    (grid_board(true), 0usize..2, 0usize..3, noise).prop_filter_map(
        "room for a label",
        |(board, cover, touch, noise)| {
            let mut cells: Vec<u32> = (0..board.len() as u32).collect();
            for i in (1..cells.len()).rev() {
                cells.swap(i, noise[i] as usize % (i + 1));
            }
            let pairs = 1 + noise[0] as usize % (cells.len() / 2).max(1);
            let mut ends: Vec<[u32; 2]> = cells
                .chunks_exact(2)
                .take(pairs)
                .map(|p| [p[0].min(p[1]), p[0].max(p[1])])
                .collect();
            ends.sort_unstable();
            let labels = (0..ends.len()).map(|k| format!("{}{k}", ["", "a", "Ö"][k % 3])).collect();
            let cover = [Cover::All, Cover::Partial][cover];
            let touch = [Touch::No, Touch::No2x2, Touch::Yes][touch];
            let link = Numberlink { board, labels, ends, cover, touch };
            (!link.ends.is_empty()).then_some(Puzzle::from(link))
        },
    )
}

fn futoshiki() -> impl Strategy<Value = Puzzle> {
    (
        1u32..7,
        prop::collection::vec((0u32..49, 0u32..49), 0..20),
        prop::collection::vec(0u32..12, 49),
    )
        .prop_map(|(n, pairs, noise)| {
            let cells = n * n;
            let given =
                noise[..cells as usize].iter().map(|&v| Some(v).filter(|v| (1..=n).contains(v)));
            let mut less: Vec<[u32; 2]> = Vec::new();
            for (i, (a, b)) in pairs.into_iter().enumerate() {
                // Half of them between neighbours.
                let a = a % cells;
                let b = if i % 2 == 0 { (a + [1, n][i / 2 % 2]) % cells } else { b % cells };
                if a != b && !less.contains(&[b, a]) {
                    less.push([a, b]);
                }
            }
            less.sort_unstable();
            less.dedup();
            Puzzle::from(Futoshiki { n, given: given.collect(), less, gaps: Vec::new() })
        })
}

fn entries() -> impl Strategy<Value = Entry> {
    let puzzle = prop_oneof![line_puzzle(), numberlink(), futoshiki()];
    let puzzle =
        puzzle.prop_filter("a rule says nothing there", |puzzle| puzzle.coherent().is_ok());
    (puzzle, words(), words(), prop::option::of("0|[1-9][0-9]{0,40}")).prop_map(
        |(puzzle, title, source, solutions)| Entry { title, source, solutions, ..entry(puzzle) },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_reads_back(e in entries()) {
        let text = write_native(&e);
        prop_assert_eq!(&parse_native(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?, &e);
        prop_assert_eq!(&parse_native(&text.replace('\n', "\r\n")).unwrap(), &e);
        let json = write_json(&e);
        prop_assert_eq!(&parse_json(&json).map_err(|e| TestCaseError::fail(format!("{e}\n{json}")))?, &e);
        let both = format!("{text}---\n\u{a0}\n---\n{text}");
        prop_assert_eq!(split_input(&both).len(), 2);
        let list = format!("[{json},\n{json}]");
        let chunks = split_input(&list);
        prop_assert_eq!(chunks.len(), 2);
        prop_assert_eq!(&parse_chunk(&chunks[1]).unwrap(), &e);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        for chunk in split_input(&text) {
            let _ = parse_chunk(&chunk);
        }
    }

    #[test]
    fn no_damage_panics(e in entries(), json in any::<bool>(), cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..4, "[^a]"), 1..5)) {
        let mut text: Vec<char> = if json { write_json(&e) } else { write_native(&e) }.chars().collect();
        for (at, kind, other) in cuts {
            if text.is_empty() {
                break;
            }
            let at = at.index(text.len());
            match kind {
                0 => { text.remove(at); }
                1 => text.insert(at, other.chars().next().unwrap_or(' ')),
                2 => text.insert(at, text[text.len() - 1 - at]),
                _ => text.truncate(at),
            }
        }
        let text: String = text.into_iter().collect();
        for chunk in split_input(&text) {
            match parse_chunk(&chunk) {
                Err(e) => {
                    let lines: Vec<&str> = text.split('\n').collect();
                    prop_assert!(e.line >= 1 && e.line <= lines.len(), "{e}\n{text}");
                    prop_assert!(e.column <= lines[e.line - 1].chars().count() + 1, "{e}\n{text}");
                    prop_assert!(!e.to_string().chars().any(is_unprintable), "{e:?}");
                }
                Ok(read) => prop_assert_eq!(parse_json(&write_json(&read)).unwrap().puzzle, read.puzzle),
            }
        }
    }
}

#[test]
fn damaged_points_keep_their_shape() {
    let board = Board::points(vec![(Decimal::from(1), Decimal::from(2))], 1.into());
    let e = entry(Puzzle::from(Path(Line { board, given: vec![None] })));
    assert!(matches!(
        native(&write_native(&e)).puzzle.board().unwrap().shape(),
        Shape::Points { .. }
    ));
}
