//! Malformed input of every kind, each with the exact message that it must give.

use clew::families::parse_chunk;
use clew::puzzle::format::split_input;

/// The mistake, the input, its first message.
#[rustfmt::skip]
const BAD: &[(&str, &str, &str)] = &[
    (
        "empty",
        "",
        "line 1, column 1: found end of input, expected the key \"puzzle\" with \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "blank",
        " \n\n",
        "line 3, column 1: found end of input, expected the key \"puzzle\" with \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "no header",
        "6 . .\n. 2 8\n",
        "line 1, column 1: found \"6 . .\", expected \"key: value\", or a blank line before the grid",
    ),
    (
        "no puzzle key",
        "title: x\n\n. .\n",
        "line 1, column 1: found \"title\", expected the key \"puzzle\" with \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "unknown family",
        "puzzle: sudoku\n\n. .\n",
        "line 1, column 9: found \"sudoku\", expected \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "family left out",
        "puzzle:\n\n. .\n",
        "line 1, column 8: found end of line, expected \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "unknown key",
        "puzzle: hidato\ncolour: red\n\n. .\n",
        "line 2, column 1: found \"colour\", expected one of the keys puzzle, title, source, author, neighbours, solutions, closed, cover, touch, dots, board, reach, first, walls, wrap, bridges, links, less, differ, apart, rules, message",
    ),
    (
        "json key that is nearly known",
        r#"{"puzzle":"hidato","neighbors":4,"cells":[[null,null]]}"#,
        "line 1, column 20: found \"neighbors\", expected the key \"neighbours\", or one that starts with \"x-\"",
    ),
    (
        "json word that is none of a key's",
        r#"{"puzzle":"hidato","wrap":"all","cells":[[null,null]]}"#,
        "line 1, column 27: found \"all\", expected \"rows\", \"columns\" or \"both\"",
    ),
    (
        "json key in capitals",
        r#"{"puzzle":"hidato","ID":4,"cells":[[null,null]]}"#,
        "line 1, column 20: found \"ID\", expected the key \"id\", or one that starts with \"x-\"",
    ),
    (
        "json key for others twice",
        r#"{"puzzle":"hidato","x-level":4,"x-level":5,"cells":[[null,null]]}"#,
        "line 1, column 32: found \"x-level\", expected every key at most once",
    ),
    (
        "key twice",
        "puzzle: hidato\ntitle: a\ntitle: b\n\n. .\n",
        "line 3, column 1: found \"title\", expected every key at most once",
    ),
    (
        "no blank line",
        "puzzle: hidato\n. .\n",
        "line 2, column 1: found \". .\", expected \"key: value\", or a blank line before the grid",
    ),
    (
        "no grid",
        "puzzle: hidato\n",
        "line 2, column 1: found end of input, expected a blank line and the grid",
    ),
    (
        "no grid, blanks",
        "puzzle: hidato\n\n\n",
        "line 4, column 1: found end of input, expected a blank line and the grid",
    ),
    (
        "bad neighbours",
        "puzzle: hidato\nneighbours: 6\n\n. .\n",
        "line 2, column 13: found \"6\", expected \"4\", \"8\" or \"hex\"",
    ),
    (
        "neighbours of a futoshiki",
        "puzzle: futoshiki\nneighbours: 4\n\n.\n",
        "line 2, column 1: found \"neighbours\", expected no key \"neighbours\" for futoshiki; it belongs to hidato, path, numberlink, zip",
    ),
    (
        "cover of a hidato",
        "puzzle: hidato\ncover: all\n\n. .\n",
        "line 2, column 1: found \"cover\", expected no key \"cover\" for hidato; it belongs to numberlink",
    ),
    (
        "bad cover",
        "puzzle: numberlink\ncover: some\n\nA A\n",
        "line 2, column 8: found \"some\", expected \"all\" or \"partial\"",
    ),
    (
        "bad touch",
        "puzzle: numberlink\ntouch: maybe\n\nA A\n",
        "line 2, column 8: found \"maybe\", expected \"no\", \"no2x2\" or \"yes\"",
    ),
    (
        "solutions in words",
        "puzzle: hidato\nsolutions: one\n\n. .\n",
        "line 2, column 12: found \"one\", expected a number of solutions",
    ),
    (
        "reach on a grid",
        "puzzle: hidato\nreach: 2\n\n. .\n",
        "line 2, column 1: found \"reach\", expected the key \"reach\" only with \"board: points\"",
    ),
    (
        "bad board",
        "puzzle: hidato\nboard: sphere\n\n. .\n",
        "line 2, column 8: found \"sphere\", expected \"grid\" or \"points\"",
    ),
    (
        "points of a numberlink",
        "puzzle: numberlink\nboard: points\n\n0 0 A\n1 0 A\n",
        "line 2, column 1: found \"board\", expected no key \"board\" for numberlink; it belongs to hidato, path, zip",
    ),
    (
        "neighbours of points",
        "puzzle: hidato\nboard: points\nneighbours: 8\n\n0 0 .\n",
        "line 3, column 1: found \"neighbours\", expected no such key with \"board: points\"",
    ),
    (
        "bad reach",
        "puzzle: hidato\nboard: points\nreach: -1\n\n0 0 .\n",
        "line 3, column 8: found \"-1\", expected a length above 0 and up to 1000000",
    ),
    (
        "reach nan",
        "puzzle: hidato\nboard: points\nreach: nan\n\n0 0 .\n",
        "line 3, column 8: found \"nan\", expected a length above 0 and up to 1000000",
    ),
    (
        "long row",
        "puzzle: hidato\n\n. .\n. . .\n",
        "line 4, column 5: found \".\", expected the end of the row: rows have 2 places",
    ),
    (
        "short row",
        "puzzle: hidato\n\n. . .\n. .\n",
        "line 4, column 4: found end of line, expected a row of 3 places, not 2",
    ),
    (
        "letter in a hidato",
        "puzzle: hidato\n\n. x\n",
        "line 3, column 3: found \"x\", expected a number, \".\" or \"#\"",
    ),
    (
        "question mark",
        "puzzle: hidato\n\n. ?\n",
        "line 3, column 3: found \"?\", expected a number, \".\" or \"#\"",
    ),
    (
        "negative",
        "puzzle: hidato\n\n. -1\n",
        "line 3, column 3: found \"-1\", expected a number, \".\" or \"#\"",
    ),
    (
        "zero",
        "puzzle: hidato\n\n. 0\n",
        "line 3, column 3: found \"0\", expected a number from 1 to 2 (the number of cells)",
    ),
    (
        "number above the cells",
        "puzzle: hidato\n\n. 4\n# 1\n",
        "line 3, column 3: found \"4\", expected a number from 1 to 3 (the number of cells)",
    ),
    (
        "number beyond words",
        "puzzle: path\n\n. 99999999999999999999999999\n",
        "line 3, column 3: found \"999999999999999999999999…\", expected a number from 1 to 2 (the number of cells)",
    ),
    (
        "number twice",
        "puzzle: hidato\n\n2 .\n. 2\n",
        "line 4, column 3: found \"2\", expected every number at most once; 2 stands at r1c1 already",
    ),
    (
        "only holes",
        "puzzle: path\n\n# #\n# #\n",
        "line 3, column 1: found \"# #\", expected at least one cell",
    ),
    (
        "text behind the grid",
        "puzzle: hidato\n\n. .\n\n. .\n",
        "line 5, column 1: found \". .\", expected the end of the puzzle: a blank line ends the grid",
    ),
    (
        "label once",
        "puzzle: numberlink\n\nA . A\nB . .\n",
        "line 4, column 1: found \"B\", expected every label twice; this one stands once",
    ),
    (
        "label thrice",
        "puzzle: numberlink\n\nA . A\n. A .\n",
        "line 4, column 3: found \"A\", expected every label twice; this is the third",
    ),
    (
        "no labels",
        "puzzle: numberlink\n\n. .\n",
        "line 3, column 1: found \". .\", expected at least one pair of labels",
    ),
    (
        "label with a sign",
        "puzzle: numberlink\n\nA+ .\n. A+\n",
        "line 3, column 1: found \"A+\", expected \".\", \"#\" or a label of letters and digits, at most 32 bytes",
    ),
    (
        "label question mark",
        "puzzle: numberlink\n\nA A\n? .\n",
        "line 3, column 1: found \"A A\", expected every label twice, or \"touch: yes\": only then labels may stand 4 or 6 times, and \"?\" for any label",
    ),
    (
        "label too long",
        "puzzle: numberlink\n\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA .\n",
        "line 3, column 1: found \"AAAAAAAAAAAAAAAAAAAAAAAA…\", expected \".\", \"#\" or a label of letters and digits, at most 32 bytes",
    ),
    (
        "control characters",
        "puzzle: hidato\n\n. \u{1b}[2J\n",
        "line 3, column 3: found \"\\u{1b}[2J\", expected a number, \".\" or \"#\"",
    ),
    (
        "direction characters",
        "puzzle: hid\u{202e}ato\n\n.\n",
        "line 1, column 9: found \"hid\\u{202e}ato\", expected \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "column in characters",
        "puzzle: numberlink\ntitle: ü\n\nä é ä ß?\n",
        "line 4, column 7: found \"ß?\", expected \".\", \"#\" or a label of letters and digits, at most 32 bytes",
    ),
    (
        "wall at no cell",
        "puzzle: path\nwalls: r1c1|r1c3\n\n. . #\n",
        "line 2, column 8: found \"r1c1|r1c3\", expected two neighbouring cells; there is no cell r1c3",
    ),
    (
        "wall between strangers",
        "puzzle: path\nwalls: r1c1|r1c3\n\n. . .\n",
        "line 2, column 8: found \"r1c1|r1c3\", expected two neighbouring cells; r1c1 and r1c3 are not",
    ),
    (
        "wall misspelt",
        "puzzle: path\nwalls: r1c1|r1c2 r0c1|r1c1\n\n. . .\n",
        "line 2, column 18: found \"r0c1|r1c1\", expected pairs of cells like r1c1|r1c2",
    ),
    (
        "futoshiki not square",
        "puzzle: futoshiki\n\n. . .\n- - -\n. . .\n",
        "line 6, column 1: found end of input, expected 3 rows of 3 cells, not 2",
    ),
    (
        "futoshiki too long",
        "puzzle: futoshiki\n\n. .\n- -\n. .\n- -\n",
        "line 6, column 1: found \"- -\", expected the end of the grid: it has 2 rows of 2 cells",
    ),
    (
        "futoshiki row short",
        "puzzle: futoshiki\n\n. .\n- -\n.\n",
        "line 5, column 2: found end of line, expected a row of 2 cells, not 1",
    ),
    (
        "futoshiki row long",
        "puzzle: futoshiki\n\n. .\n- -\n. . .\n",
        "line 5, column 5: found \".\", expected the end of the row: rows have 2 cells",
    ),
    (
        "sign off the right",
        "puzzle: futoshiki\n\n. . <\n- -\n. .\n",
        "line 3, column 5: found \"<\", expected no sign here: it has no cell on its right",
    ),
    (
        "sign off the left",
        "puzzle: futoshiki\n\n> . .\n- -\n. .\n",
        "line 3, column 1: found \">\", expected a cell: this sign has none on its left",
    ),
    (
        "two signs",
        "puzzle: futoshiki\n\n. < > .\n- -\n. .\n",
        "line 3, column 5: found \">\", expected a cell: one sign between two cells",
    ),
    (
        "only signs",
        "puzzle: futoshiki\n\n< >\n",
        "line 3, column 1: found \"< >\", expected a cell: this sign has none on its left",
    ),
    (
        "sign row short",
        "puzzle: futoshiki\n\n. .\n ^\n. .\n",
        "line 4, column 2: found \"^\", expected 2 signs in this row (\"-\" for none), or each exactly below its cell",
    ),
    (
        "sign row long",
        "puzzle: futoshiki\n\n. .\n- - ^\n. .\n",
        "line 4, column 5: found \"^\", expected the end of the row: there are 2 columns",
    ),
    (
        "sign row sideways",
        "puzzle: futoshiki\n\n. .\n- <\n. .\n",
        "line 4, column 3: found \"<\", expected \"^\", \"v\", \"o\", \"(2)\" or \"-\" in a row of signs",
    ),
    (
        "cells in the sign row",
        "puzzle: futoshiki\n\n. .\n- .\n. .\n",
        "line 4, column 3: found \".\", expected \"^\", \"v\", \"o\", \"(2)\" or \"-\" in a row of signs",
    ),
    (
        "two rows of signs",
        "puzzle: futoshiki\n\n. .\n- ^\n- v\n. .\n",
        "line 5, column 1: found \"- v\", expected a row of cells: there are signs above already",
    ),
    (
        "signs above all cells",
        "puzzle: futoshiki\n\n- v\n. .\n. .\n",
        "line 3, column 1: found \"- v\", expected a row of cells: these signs have none above them",
    ),
    (
        "upright sign in a cell row",
        "puzzle: futoshiki\n\n. ^\n- -\n. .\n",
        "line 3, column 3: found \"^\", expected a number, \".\", or \"<\", \">\", \"o\" or \"(2)\" between cells",
    ),
    (
        "futoshiki number",
        "puzzle: futoshiki\n\n. 3\n- -\n. .\n",
        "line 3, column 3: found \"3\", expected a number from 1 to 2 (the order)",
    ),
    (
        "futoshiki hole",
        "puzzle: futoshiki\n\n. #\n- -\n. .\n",
        "line 3, column 3: found \"#\", expected a number, \".\", or \"<\", \">\", \"o\" or \"(2)\" between cells",
    ),
    (
        "contradiction",
        "puzzle: futoshiki\nless: r1c2<r1c1\n\n. < .\n- -\n. .\n",
        "line 2, column 7: found \"r1c2<r1c1\", expected signs that agree; r1c2 and r1c1 are each less than the other",
    ),
    (
        "less than itself",
        "puzzle: futoshiki\nless: r1c1<r1c1\n\n. .\n- -\n. .\n",
        "line 2, column 7: found \"r1c1<r1c1\", expected two different cells",
    ),
    (
        "less off the grid",
        "puzzle: futoshiki\nless: r1c1<r3c1\n\n. .\n- -\n. .\n",
        "line 2, column 7: found \"r1c1<r3c1\", expected two cells of the 2 x 2 grid; r3c1 is off it",
    ),
    (
        "point with two tokens",
        "puzzle: hidato\nboard: points\n\n0 0\n",
        "line 4, column 4: found end of line, expected x y token: two coordinates and a clue",
    ),
    (
        "point with four tokens",
        "puzzle: hidato\nboard: points\n\n0 0 . .\n",
        "line 4, column 7: found \".\", expected the end of the line after x y token",
    ),
    (
        "point at a word",
        "puzzle: hidato\nboard: points\n\n0 x .\n",
        "line 4, column 3: found \"x\", expected a coordinate up to 1000000",
    ),
    (
        "point with an exponent",
        "puzzle: hidato\nboard: points\n\n0 1e3 .\n",
        "line 4, column 3: found \"1e3\", expected a coordinate up to 1000000",
    ),
    (
        "point far away",
        "puzzle: hidato\nboard: points\n\n0 1000001 .\n",
        "line 4, column 3: found \"1000001\", expected a coordinate up to 1000000",
    ),
    (
        "point without a cell",
        "puzzle: hidato\nboard: points\n\n0 0 #\n",
        "line 4, column 5: found \"#\", expected a number or \".\"",
    ),
    (
        "BOM and CRLF",
        "\u{feff}puzzle: hidato\r\n\r\n1 . .\r\n. ! .\r\n",
        "line 4, column 3: found \"!\", expected a number, \".\" or \"#\"",
    ),
    (
        "json: cut short",
        "{\"puzzle\":\"hidato\"",
        "line 1, column 19: found end of input, expected valid JSON (EOF while parsing an object)",
    ),
    (
        "json: no value",
        "{\"puzzle\":}",
        "line 1, column 11: found \"}\", expected valid JSON (expected value)",
    ),
    (
        "json: trailing comma",
        "{\"puzzle\":\"hidato\",}",
        "line 1, column 20: found \"}\", expected valid JSON (trailing comma)",
    ),
    (
        "json: two lines",
        "{\"puzzle\":\"path\",\n \"cells\":[[null,]]}",
        "line 2, column 17: found \"]\", expected valid JSON (expected value)",
    ),
    (
        "json: trailing text",
        "{\"puzzle\":\"path\",\"cells\":[[null]]} x",
        "line 1, column 36: found \"x\", expected valid JSON (trailing characters)",
    ),
    (
        "json: deep",
        "{\"puzzle\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[}",
        "line 1, column 51: found \"}\", expected valid JSON (expected value)",
    ),
    (
        "json: key twice",
        "{\"puzzle\":\"path\",\"puzzle\":\"hidato\",\"cells\":[[null]]}",
        "line 1, column 18: found \"puzzle\", expected every key at most once",
    ),
    (
        "json: no puzzle",
        "{\"cells\":[[null]]}",
        "line 1, column 1: found \"{\\\"cells\\\":[[null]]}\", expected the key \"puzzle\"",
    ),
    (
        "json: no cells",
        "{\"puzzle\":\"path\"}",
        "line 1, column 1: found \"{\\\"puzzle\\\":\\\"path\\\"}\", expected the key \"cells\"",
    ),
    (
        "json: family",
        "{\"puzzle\":\"sudoku\",\"cells\":[[null]]}",
        "line 1, column 11: found \"sudoku\", expected \"hidato\", \"path\", \"numberlink\", \"futoshiki\" or \"zip\"",
    ),
    (
        "json: schema",
        "{\"schema\":\"clew-puzzle/2\",\"puzzle\":\"path\",\"cells\":[[null]]}",
        "line 1, column 11: found \"clew-puzzle/2\", expected \"clew-puzzle/1\"",
    ),
    (
        "json: title",
        "{\"title\":7,\"puzzle\":\"path\",\"cells\":[[null]]}",
        "line 1, column 10: found \"7\", expected a string of at most 4096 bytes",
    ),
    (
        "json: neighbours",
        "{\"puzzle\":\"path\",\"neighbours\":6,\"cells\":[[null]]}",
        "line 1, column 31: found \"6\", expected 4, 8 or \"hex\"",
    ),
    (
        "json: cover",
        "{\"puzzle\":\"numberlink\",\"cover\":true,\"cells\":[[\"A\",\"A\"]]}",
        "line 1, column 32: found \"true\", expected \"all\" or \"partial\"",
    ),
    (
        "json: walls of a futoshiki",
        "{\"puzzle\":\"futoshiki\",\"walls\":[],\"cells\":[[null]]}",
        "line 1, column 23: found \"walls\", expected no key \"walls\" for futoshiki; it belongs to hidato, path, numberlink, zip",
    ),
    (
        "json: cells no list",
        "{\"puzzle\":\"path\",\"cells\":\"...\"}",
        "line 1, column 26: found \"...\", expected a list",
    ),
    (
        "json: empty cells",
        "{\"puzzle\":\"path\",\"cells\":[]}",
        "line 1, column 26: found \"[]\", expected at least one cell",
    ),
    (
        "json: empty row",
        "{\"puzzle\":\"path\",\"cells\":[[]]}",
        "line 1, column 26: found \"[[]]\", expected at least one cell",
    ),
    (
        "json: ragged",
        "{\"puzzle\":\"path\",\n\"cells\":[[null,null],\n        [null]]}",
        "line 3, column 9: found \"[null]\", expected a list of 2 cells, as the first row",
    ),
    (
        "json: rows",
        "{\"puzzle\":\"path\",\"rows\":3,\"cells\":[[null]]}",
        "line 1, column 25: found \"3\", expected 1, the number of rows in \"cells\"",
    ),
    (
        "json: number twice",
        "{\"puzzle\":\"hidato\",\"cells\":[[1,null],\n[null,  1]]}",
        "line 2, column 9: found \"1\", expected every number at most once; 1 stands at r1c1 already",
    ),
    (
        "json: zero",
        "{\"puzzle\":\"hidato\",\"cells\":[[0,null]]}",
        "line 1, column 30: found \"0\", expected a number from 1 to 2 (the number of cells)",
    ),
    (
        "json: negative",
        "{\"puzzle\":\"hidato\",\"cells\":[[-5,null]]}",
        "line 1, column 30: found \"-5\", expected a number from 1 to 2 (the number of cells)",
    ),
    (
        "json: fraction",
        "{\"puzzle\":\"hidato\",\"cells\":[[1.5,null]]}",
        "line 1, column 30: found \"1.5\", expected null, \"#\" or a number",
    ),
    (
        "json: text in a hidato",
        "{\"puzzle\":\"hidato\",\"cells\":[[\"?\",null]]}",
        "line 1, column 30: found \"?\", expected null, \"#\" or a number",
    ),
    (
        "json: label once",
        "{\"puzzle\":\"numberlink\",\"cells\":[[\"A\",null,\"B\",\"A\"]]}",
        "line 1, column 43: found \"B\", expected every label twice; this one stands once",
    ),
    (
        "json: label",
        "{\"puzzle\":\"numberlink\",\"cells\":[[\"?\",\"?\"]]}",
        "line 1, column 32: found \"[[\\\"?\\\",\\\"?\\\"]]\", expected every label twice, or \"touch: yes\": only then labels may stand 4 or 6 times, and \"?\" for any label",
    ),
    (
        "json: not square",
        "{\"puzzle\":\"futoshiki\",\"cells\":[[null,null]]}",
        "line 1, column 31: found \"[[null,null]]\", expected as many rows as columns, not 1 x 2",
    ),
    (
        "json: less off the grid",
        "{\"puzzle\":\"futoshiki\",\"cells\":[[1]],\"less\":[[[0,0],[0,1]]]}",
        "line 1, column 45: found \"[[0,0],[0,1]]\", expected two cells of the 1 x 1 grid; r1c2 is off it",
    ),
    (
        "json: less contradicts",
        "{\"puzzle\":\"futoshiki\",\"cells\":[[null,null],[null,null]],\"less\":[[[0,0],[0,1]],[[0,1],[0,0]]]}",
        "line 1, column 65: found \"[[0,0],[0,1]]\", expected signs that agree; r1c1 and r1c2 are each less than the other",
    ),
    (
        "json: less misshapen",
        "{\"puzzle\":\"futoshiki\",\"cells\":[[1]],\"less\":[[0,0]]}",
        "line 1, column 45: found \"[0,0]\", expected a pair of cells like [[0,0],[0,1]]",
    ),
    (
        "json: wall",
        "{\"puzzle\":\"path\",\"cells\":[[null,null,null]],\"walls\":[[[0,0],[0,2]]]}",
        "line 1, column 54: found \"[[0,0],[0,2]]\", expected two neighbouring cells; r1c1 and r1c3 are not",
    ),
    (
        "json: solutions",
        "{\"puzzle\":\"path\",\"cells\":[[null]],\"solutions\":-1}",
        "line 1, column 47: found \"-1\", expected a number of solutions, in decimal digits",
    ),
    (
        "json: reach alone",
        "{\"puzzle\":\"path\",\"cells\":[[null]],\"reach\":2}",
        "line 1, column 35: found \"reach\", expected the key \"reach\" only together with \"points\"",
    ),
    (
        "json: point",
        "{\"puzzle\":\"path\",\"cells\":[[null]],\"points\":[[0]]}",
        "line 1, column 45: found \"[0]\", expected a pair of coordinates up to 1000000",
    ),
    (
        "json: points and cells",
        "{\"puzzle\":\"path\",\"cells\":[[null]],\"points\":[[0,0],[1,0]]}",
        "line 1, column 26: found \"[[null]]\", expected one row of 2 clues, one a point",
    ),
    (
        "json: lone list item",
        "[{\"puzzle\":\"path\",\"cells\":[[null]]}",
        "line 1, column 36: found end of input, expected a JSON object",
    ),
    (
        "json: list of numbers",
        "[\n 7 ]",
        "line 2, column 2: found \"7\", expected a JSON object",
    ),
    (
        "json: behind the list",
        "[{\"puzzle\":\"path\",\"cells\":[[null]]}] x",
        "line 1, column 38: found \"x\", expected a JSON object",
    ),
];

#[test]
fn every_mistake_is_named_where_it_stands() {
    let mut wrong = Vec::new();
    for (name, input, expected) in BAD {
        let error = split_input(input).iter().find_map(|chunk| parse_chunk(chunk).err());
        let said = error.map_or("accepted".to_string(), |e| e.to_string());
        if said != *expected {
            wrong.push(format!("{name}\n  said     {said}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), BAD.len(), wrong.join("\n"));
}
