//! The program with foreign formats: arguments, bulk, conversion, answers.

use std::process::Output;
use tempfile::TempDir;

const NUMLIN: &str = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";
const FLOW: &str = "5,0,1,5;18,17,12;21,16,11,6;3,4,9;0,1,2,7,8,13,14,19,24,23,22;20,15,10,5";

fn clew(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_clew"));
    let output: Output = command.args(arguments).write_stdin(input).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn an_argument_may_be_the_puzzle() {
    let (status, out, err) = clew(&["check", NUMLIN], "");
    assert_eq!((status, &*out), (Some(0), "unique (neighbours: 4, cover: partial, touch: yes)\n"));
    assert_eq!(err, "");
    let (_, out, _) = clew(&["check", "--json", NUMLIN], "");
    assert!(out.contains(r#""rules":{"cover":"partial","touch":"yes"}"#), "{out}");
    let (_, out, _) = clew(&["check", "--cover", "all", NUMLIN], "");
    assert_eq!(out, "unique (neighbours: 4, cover: all, touch: yes)\n");
    let (status, out, _) = clew(&["count", "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"], "");
    assert_eq!((status, &*out), (Some(0), "1\n"));
    // A text in no known format is a file that does not exist.
    let (status, _, err) = clew(&["check", "no-such-file"], "");
    assert_eq!(status, Some(3));
    assert!(err.contains("there is no such file"), "{err}");
    let (status, _, err) = clew(&["check", "https://puzz.link/p?numlin/5/5/1j!"], "");
    assert_eq!(status, Some(3));
    assert!(
        err.contains("line 1, column 34: found \"!\"") && err.contains("(read as pzpr)"),
        "{err}"
    );
    for command in ["draw", "plan", "networks", "profile"] {
        assert_eq!(clew(&[command, NUMLIN], "").0, Some(0), "{command}");
    }
}

/// Addresses in the notations of mail and documents: without a scheme, in capitals, in brackets.
#[test]
fn addresses_may_be_written_otherwise() {
    let ids = ["https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"].map(str::to_string).to_vec();
    let puzzle = "puzzle: hidato\nneighbours: 8\n\n1 . .\n. . .\n7 . 9\n";
    let made = ["kudamono", "penpa"].map(|to| clew(&["convert", "--to", to, "-"], puzzle).1);
    let unequal =
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/unequal.html#3:1,0,0,0,0,0,0,0,0,";
    let addresses = ids.into_iter().chain(made).chain([unequal.to_string()]);
    for address in addresses.map(|address| address.trim().to_string()) {
        let (_, bare) = address.split_once("://").expect("an address");
        let (host, rest) = bare.split_once('/').expect("a host");
        let usual = clew(&["check", &address], "").1;
        assert!(usual.starts_with("unique") || usual.starts_with("multiple"), "{address}: {usual}");
        let loud = format!("HTTPS://{}/{rest}", host.to_uppercase());
        for other in [bare.to_string(), loud.clone(), format!("{}/{rest}", host.to_uppercase())] {
            for text in [other.clone(), format!("<{other}>")] {
                assert_eq!(clew(&["check", &text], "").1, usual, "{text}");
                assert_eq!(clew(&["check", "-"], &format!("{text}\n")).1, usual, "{text}");
            }
        }
        let (_, out, _) = clew(&["check", "-"], &format!("<{address}>\n<{loud}>\n"));
        assert_eq!(out.lines().filter(|line| line.starts_with("-#")).count(), 2, "{out}");
    }
    // A mistake is reported at its place.
    let (status, _, err) = clew(&["check", "<https://puzz.link/p?numlin/5/5/1j!>"], "");
    assert!(status == Some(3) && err.contains("line 1, column 35: found \"!\""), "{err}");
    // A file takes precedence, and a path that only looks like an address is a file that does not exist.
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("puzz.link/p?numlin/5/5/1j2h3m1h2j3");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    std::fs::write(&file, "puzzle: hidato\n\n1 . 2\n").expect("a file");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_clew"));
    let ran = command.current_dir(&folder).args(["check", "puzz.link/p?numlin/5/5/1j2h3m1h2j3"]);
    assert_eq!(ran.output().expect("it runs").stdout, b"none\n");
    for missing in ["mypuzz.link/p?numlin/5/5/1j2h3m1h2j3", "puzzles/p?numlin/5/5/1j2h3m1h2j3"] {
        let (status, _, err) = clew(&["check", missing], "");
        assert!(status == Some(3) && err.contains("there is no such file"), "{err}");
    }
}

const FILES: &str = "pzprv3\nnumlin\n2\n3\n1 . 1 \n2 . 2 \n";

/// Files of the format in one stream are several puzzles; a text that is neither is refused at its place.
#[test]
fn nothing_behind_a_file_is_dropped() {
    let one = clew(&["check", "-"], FILES).1;
    assert_eq!(one, "unique (neighbours: 4, cover: partial, touch: yes)\n");
    let line = "pzprv3/numlin/2/3/1 . 1 /2 . 2 /\n";
    for text in [
        format!("{FILES}{FILES}"),
        format!("{FILES}\n\n{FILES}\n"),
        format!("{FILES}---\n{FILES}"),
        format!("{FILES}{line}"),
        format!("{line}{FILES}"),
        format!("{line}{line}"),
        format!("{FILES}history:{{\"type\":\"pzpr\"\n}}\n{FILES}"),
    ] {
        let (status, out, _) = clew(&["check", "-"], &text);
        assert_eq!((status, &*out), (Some(0), &*format!("-#1: {one}-#2: {one}")), "{text}");
        let (_, out, _) = clew(&["check", "--from", "pzprv3", "-"], &text);
        assert_eq!(out, format!("-#1: {one}-#2: {one}"), "{text}");
    }
    let solved = format!("{FILES}1 1 \n1 1 \n0 0 0 \n");
    assert_eq!(clew(&["verify", "-"], &solved).0, Some(0));
    for (garbage, line, column) in [
        (format!("{solved}rubbish\n"), 10, 1),
        (format!("{solved}\n  1 2 3\n"), 11, 3),
        (format!("{line}\nrubbish\n"), 3, 1),
    ] {
        let (status, _, err) = clew(&["check", "-"], &garbage);
        assert_eq!(status, Some(3), "{garbage}");
        let said = format!("line {line}, column {column}: found ");
        assert!(err.contains(&said) && err.contains("expected the end of the puzzle"), "{err}");
    }
}

/// The output of `generate` and `convert` in any format is read back, for any number of puzzles.
#[test]
fn several_that_are_written_are_read_again() {
    for family in ["hidato", "numberlink", "futoshiki"] {
        let shape = ["generate", family, "--rows", "4", "--seed", "3", "--count", "3"];
        let json = clew(&[&shape[..], &["--json"]].concat(), "").1;
        for format in [
            "native",
            "json",
            "grid",
            "pzpr",
            "pzprv3",
            "penpa",
            "tatham",
            "flowfree",
            "flowsolver",
            "thomasahle",
            "kudamono",
        ] {
            let to = ["--as", format, "--lossy"];
            let (status, made, _) = clew(&[&shape[..], &to].concat(), "");
            if status != Some(0) {
                continue;
            }
            let (_, converted, _) = clew(&["convert", "--to", format, "--lossy", "-"], &json);
            // Formats that need a solution get one from `generate`, but not from `convert`.
            for text in [made, converted].iter().filter(|text| !text.is_empty()) {
                let read = clew(&["convert", "--to", "json", "--puzzle", family, "-"], text).1;
                assert_eq!(read.lines().count(), 3, "{family} as {format}: {text}");
            }
        }
    }
}

#[test]
fn many_on_standard_input() {
    let input = format!("# levels\n{NUMLIN}\n\n{FLOW}\n5#77\n");
    let (status, out, _) = clew(&["check", "-"], &input);
    assert_eq!(status, Some(3));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "-#1: unique (neighbours: 4, cover: partial, touch: yes)");
    assert_eq!(lines[1], "-#2: unique (neighbours: 4, cover: all, touch: no)");
    assert!(lines[2].starts_with("-#3: invalid: line 5, column 2: found \"#\""), "{}", lines[2]);
}

#[test]
fn rows_of_holes_are_no_comments() {
    assert_eq!(clew(&["check", "-"], "# . .\n# . 3\n").0, Some(1));
    let (status, _, err) = clew(&["check", "-"], "# one\n# two\n");
    assert_eq!(status, Some(3));
    assert!(err.contains("there is no puzzle in it"), "{err}");
}

#[test]
fn from_says_the_format() {
    let grid = "1 . .\n. . .\n. . 9\n";
    let (status, out, _) = clew(&["check", "--from", "grid", "--puzzle", "path", "-"], grid);
    assert_eq!(status, Some(1));
    assert!(out.starts_with("multiple (neighbours: 4)\n"), "{out}");
    let (status, _, err) = clew(&["check", "--from", "nothing", "-"], grid);
    assert_eq!(status, Some(2));
    assert!(err.contains("the formats are link, kudamono, pzpr"), "{err}");
    let (status, out, _) = clew(&["check", "--from", "pzpr", "-"], grid);
    assert_eq!((status, out.matches("(read as pzpr)").count()), (Some(3), 3), "{out}");
}

#[test]
fn conversions_lose_nothing_in_silence() {
    let (status, out, err) = clew(&["convert", FLOW, "--to", "pzpr"], "");
    assert_eq!((status, &*out), (Some(0), "https://puzz.link/p?arukone/5/5/1h2g34h2h5k5g341h\n"));
    assert!(err.contains("the one solution is the same without"), "{err}");
    // With several solutions the rule matters.
    let loose = "puzzle: numberlink\n\nA . .\n. . .\nA . .\n";
    let (status, out, err) = clew(&["convert", "-", "--to", "pzpr"], loose);
    assert_eq!((status, &*out), (Some(2), ""));
    assert!(err.contains("pzpr would lose the rule touch: no (there it is yes)"), "{err}");
    let (status, out, err) = clew(&["convert", "-", "--to", "pzpr", "--lossy"], loose);
    assert_eq!((status, &*out), (Some(0), "https://puzz.link/p?arukone/3/3/1k1h\n"));
    assert!(err.contains("warning: -: lost in pzpr: the rule touch: no"), "{err}");
    let walls = "puzzle: path\nneighbours: 4\nwalls: r1c1|r1c2\n\n. .\n. .\n";
    let (status, _, err) = clew(&["convert", "-", "--to", "grid"], walls);
    assert_eq!(status, Some(2));
    assert!(err.contains("grid would lose the wall r1c1|r1c2"), "{err}");
    let (status, _, err) = clew(&["convert", "-", "--to", "pzpr"], walls);
    assert_eq!(status, Some(2));
    assert!(err.contains("pzpr cannot hold it: it has no puzzles of the family path"), "{err}");
    let (status, _, err) = clew(&["convert", "-", "--to", "janko"], walls);
    assert_eq!(status, Some(2));
    assert!(err.contains("the formats are"), "{err}");
}

/// The output is recognised when it is read again, or the format counts as lost.
#[test]
fn a_text_that_would_be_taken_for_another_format_says_so() {
    let column = "puzzle: numberlink\n\nAB\nAB\n";
    let words = "puzzle: numberlink\n\nZebra Horse\nZebra Horse\n";
    for (puzzle, format) in [(column, "grid"), (words, "grid")] {
        let (status, out, err) = clew(&["convert", "-", "--to", format], puzzle);
        assert_eq!((status, &*out), (Some(2), ""), "{puzzle}");
        let why =
            format!("{format} would lose the format (say --from {format} to whoever reads it)");
        assert!(err.contains(&why), "{err}");
        let (status, out, err) = clew(&["convert", "-", "--to", format, "--lossy"], puzzle);
        assert!(status == Some(0) && err.contains("lost in"), "{err}");
        let json = clew(&["convert", "-", "--to", "json"], puzzle).1;
        let told = clew(&["convert", "-", "--from", format, "--to", "json"], &out).1;
        assert_eq!(told, json, "{out}");
        assert_ne!(clew(&["convert", "-", "--to", "json"], &out).1, json, "{out}");
        // A solution is written with the puzzle.
        let (status, _, err) = clew(&["solve", "-", "--as", format], puzzle);
        assert_eq!(status, Some(0), "{err}");
    }
}

#[test]
fn conversions_go_to_files() {
    let folder = TempDir::new().expect("a temporary directory");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let input = format!("{NUMLIN}\n{FLOW}\n");
    let (status, out, _) = clew(&["convert", "-", "--to", "native", "-o", &path("all")], &input);
    assert_eq!((status, &*out), (Some(0), ""));
    assert_eq!(clew(&["check", &path("all")], "").1.lines().count(), 2);
    let (status, ..) = clew(&["convert", "-", "--to", "json", "-o", &path("each/")], &input);
    assert_eq!(status, Some(0));
    let (_, out, _) = clew(&["check", &path("each")], "");
    assert_eq!(out.lines().filter(|line| line.contains("unique")).count(), 2, "{out}");
    let (_, out, _) = clew(&["convert", &path("all"), "--to", "json"], "");
    assert_eq!(clew(&["check", "-"], &out).1.lines().count(), 2);
}

/// Names of results are derived from those of inputs, and one may be the name of another input.
#[test]
fn conversions_write_over_nothing_that_is_read() {
    let folder = TempDir::new().expect("a temporary directory");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let other = "puzzle: hidato\n\n4 .\n. 1\n";
    std::fs::write(path("a.puzzle"), "puzzle: hidato\n\n1 .\n. 4\n").expect("it can be written");
    std::fs::write(path("a-0002.puzzle"), other).expect("it can be written");
    let place = folder.path().to_string_lossy().into_owned();
    let (status, _, err) = clew(&["convert", &place, "--to", "native", "-o", &place], "");
    assert_eq!(status, Some(2));
    assert!(err.contains("a-0002.puzzle is what is read"), "{err}");
    assert_eq!(std::fs::read_to_string(path("a-0002.puzzle")).expect("it is there"), other);
}

/// Properties that a format cannot express are refused or named; no output is unreadable.
#[test]
fn conversions_write_nothing_that_is_not_read() {
    let large: String = (0..256u32)
        .map(|r| {
            let row = (0..256).map(|c| match (r < 200, r % 2 == 0) {
                (true, true) => (r * 256 + c + 1).to_string(),
                (true, false) => (r * 256 + 256 - c).to_string(),
                (false, _) => ".".into(),
            });
            row.collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    let large = format!("puzzle: hidato\n\n{large}");
    let (status, out, err) = clew(&["convert", "-", "--to", "penpa"], &large);
    assert_eq!((status, &*out), (Some(2), ""));
    assert!(err.contains("more than the 1048576 bytes"), "{err}");
    let slanting = "puzzle: numberlink\nneighbours: 8\nwalls: r1c2|r2c3\n\nA . A\n# B B\n";
    let arguments = ["solve", "-", "--as", "flowfree", "--lossy"];
    let (status, level, err) = clew(&arguments, slanting);
    assert_eq!(status, Some(0), "{err}");
    assert!(err.contains("the wall r1c2|r2c3"), "{err}");
    let (status, _, err) = clew(&["convert", "-", "--from", "flowfree", "--to", "json"], &level);
    assert_eq!(status, Some(0), "{err}");
}

#[test]
fn filled_grids_stand_beside_the_puzzle() {
    let folder = TempDir::new().expect("a temporary directory");
    let path = folder.path().join("walls.puzzle").to_string_lossy().into_owned();
    let walls = "puzzle: hidato\ntitle: Walls\nneighbours: 4\nwalls: r1c1|r1c2\n\n1 .\n. .\n";
    std::fs::write(&path, walls).expect("it can be written");
    let (status, native, err) = clew(&["solve", "--as", "native", &path], "");
    assert_eq!((status, &*native), (Some(0), "1 4\n2 3\n"), "{err}");
    assert_eq!(
        clew(&["verify", &path, "-"], &native).0,
        Some(0),
        "it is a solution of that puzzle"
    );
    // The grid may be readable by itself, as a different puzzle.
    let (_, out, err) = clew(&["solve", "--as", "grid", &path], "");
    assert_eq!(out, "", "{err}");
    assert!(err.contains("grid would lose") && err.contains("the wall r1c1|r1c2"), "{err}");
    let (_, grid, err) = clew(&["solve", "--as", "grid", "--lossy", &path], "");
    assert_eq!(grid, native, "{err}");
}

#[test]
fn answers_are_addresses() {
    let (status, out, _) = clew(&["solve", "--as", "pzpr", NUMLIN], "");
    assert_eq!(status, Some(0));
    assert!(out.starts_with("https://puzz.link/p?pzprv3/numlin/5/5/1%20.%20"), "{out}");
    // The output carries a solution that is checked when it is read.
    let (status, again, err) = clew(&["solve", "--as", "pzpr", out.trim()], "");
    assert_eq!((status, again == out), (Some(0), true));
    assert!(!err.contains("breaks the rules"), "{err}");
    let broken = out.replacen("/1%200%201%201%20/", "/1%201%201%201%20/", 1);
    let (_, _, err) = clew(&["draw", broken.trim()], "");
    assert!(err.contains("the solution in it breaks the rules"), "{err}");
    let double = "puzzle: hidato\n\n1 2\n. .\n";
    let (status, out, _) = clew(&["check", "--as", "penpa", "-"], double);
    assert_eq!(status, Some(1));
    assert_eq!(out.matches("https://swaroopg92.github.io/penpa-edit/#m=edit&p=").count(), 2);
    let (status, _, err) = clew(&["solve", "--as", "tatham", "-"], double);
    assert_eq!(status, Some(2));
    assert!(err.contains("it has no room for solutions"), "{err}");
    let (status, _, err) = clew(&["solve", "--as", "penpa", "--json", "-"], double);
    assert_eq!(status, Some(2));
    assert!(err.contains("--as does not apply with --json"), "{err}");
    let (status, out, _) = clew(&["generate", "futoshiki", "--rows", "4", "--as", "tatham"], "");
    assert_eq!(status, Some(0));
    assert_eq!(clew(&["check", out.trim()], "").1, "unique\n");
}

/// A file in a folder; its path.
fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

#[test]
fn solutions_are_verified() {
    let folder = TempDir::new().expect("a temporary directory");
    let put = |name: &str, text: &str| file(&folder, name, text);
    let hidato = put("h", "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
    let square = put("s", "puzzle: futoshiki\n\n. < .\n-   v\n.   .\n");
    let links = put("l", "puzzle: numberlink\ntouch: yes\n\nA . .\n. . A\n");
    let square_of_links = put("m", "puzzle: numberlink\ntouch: yes\n\nA . .\n. . .\n. . A\n");
    for (puzzle, solution, status, said) in [
        (&hidato, "6 7 9\n5 2 8\n1 4 3\n", 0, "obeys the rules\n"),
        (
            &hidato,
            "6 7 9\n5 2 8\n1 3 4\n",
            1,
            "breaks the rules: 4 at r3c3 and 5 at r2c1 are not neighbours\n",
        ),
        (&hidato, "6 7 9\n5 2 8\n3 4 1\n", 1, "breaks the rules: r3c1 holds 3 where 1 is given\n"),
        (
            &hidato,
            "6 9 7\n5 2 8\n1 4 3\n",
            1,
            "breaks the rules: 6 at r1c1 and 7 at r1c3 are not neighbours\n",
        ),
        (&square, "1 < 2\n-   v\n2   1\n", 0, "obeys the rules\n"),
        (
            &square,
            "2 < 1\n-   v\n1   2\n",
            1,
            "breaks the rules: r1c1 must be less than r1c2, but holds 2 and that 1\n",
        ),
        (
            &links,
            "paths:\n A: r1c1-r2c1-r2c2-r1c2-r1c3-r2c3\n",
            0,
            "obeys the rules (cover: all, touch: yes)\n",
        ),
        // Only one route is possible through these letters.
        (&links, "A A A\nA A A\n", 0, "obeys the rules (cover: all, touch: yes)\n"),
        (
            &links,
            "paths:\n A: r1c1-r1c2-r1c3-r2c3\n",
            1,
            "breaks the rules (cover: all, touch: yes): r2c1 is on no path\n",
        ),
    ] {
        let (code, out, err) = clew(&["verify", puzzle, "-"], solution);
        assert_eq!((code, &*out), (Some(status), said), "{solution}{err}");
    }
    for (puzzle, solution, said) in [
        (
            &hidato,
            "6 7 9\n5 2 8\n1 4\n",
            "line 3, column 4: found the end, expected 3 cells in a row of a filled grid, not 2",
        ),
        (&hidato, "6 7 9\n5 2 8\n1 4 x\n", "line 3, column 5: found \"x\""),
        (&square_of_links, "A A A\nA A A\nA A A\n", "letters leave open how the path of A runs"),
        (&links, "{\"solutions\":[]}", "a result with \"solutions\""),
    ] {
        let (code, _, err) = clew(&["verify", puzzle, "-"], solution);
        assert_eq!(code, Some(3), "{err}");
        assert!(err.contains(said), "{err}");
    }
    // The output of the program itself, in every form.
    for puzzle in [&hidato, &square, &links] {
        for arguments in [vec!["solve"], vec!["check", "--json"], vec!["solve", "--as", "penpa"]] {
            let (_, solution, _) = clew(&[&arguments[..], &[puzzle]].concat(), "");
            let (code, out, err) = clew(&["verify", puzzle, "-"], &solution);
            assert_eq!(code, Some(0), "{arguments:?} {solution} {out} {err}");
        }
    }
    let (code, out, _) = clew(&["verify", FLOW, FLOW], "");
    assert_eq!((code, out.starts_with("obeys the rules")), (Some(0), true));
}

/// Solutions that the program writes one after the other are read back.
#[test]
fn several_solutions_in_a_format_are_read_again() {
    let folder = TempDir::new().expect("a temporary directory");
    let put = |name: &str, text: &str| file(&folder, name, text);
    let links = put("l", "puzzle: numberlink\ncover: partial\n\nA . B\n. . .\nA . B\n");
    let points = put("p", "puzzle: hidato\nboard: points\n\n0 0 1\n1 0 .\n0 1 .\n");
    let holes = put("h", "puzzle: hidato\n\n1 . #\n. # .\n. . .\n");
    for (puzzle, formats) in [
        (&links, &["native", "grid", "flowsolver", "thomasahle", "pzprv3", "penpa"][..]),
        (&points, &["native"]),
        (&holes, &["native", "grid", "penpa"]),
    ] {
        for format in formats {
            let (_, out, err) = clew(&["solve", "--all", puzzle, "--as", format, "--lossy"], "");
            let (status, said, why) = clew(&["verify", puzzle, "-"], &out);
            assert_eq!(status, Some(0), "{format}\n{out}{err}{said}{why}");
            assert!(said.lines().count() > 1, "{format}\n{out}{said}");
        }
        let (_, out, _) = clew(&["solve", "--all", puzzle, "--json"], "");
        assert_eq!(clew(&["verify", puzzle, "-"], &out).0, Some(0), "{out}");
    }
}

/// If one of several solutions is wrong, the verdicts on the others are still printed.
#[test]
fn an_unclear_solution_hides_no_other() {
    let folder = TempDir::new().expect("a temporary directory");
    let path = folder.path().join("q").to_string_lossy().into_owned();
    std::fs::write(&path, "puzzle: hidato\n\n1 .\n. .\n").expect("a file");
    let json =
        r#"{"solutions":[{"cells":[[1,2],[3,4]]},{"cells":[[1,2]]},{"cells":[[2,1],[4,3]]}]}"#;
    let penpa = |solution: &str| {
        let puzzle = format!("puzzle: hidato\n\n{solution}");
        clew(&["solve", "-", "--as", "penpa"], &puzzle).1
    };
    let other = clew(&["convert", "-", "--to", "penpa"], "puzzle: hidato\n\n1 . .\n").1;
    let addresses = penpa("1 2\n. 4\n") + &other + &penpa("2 1\n. .\n");
    for (text, why) in [
        (json, "expected 2 rows of 2 in \"cells\", found 1"),
        ("1 2\n3 4\n---\n1 2\n3 x\n---\n2 1\n3 4\n", "line 5, column 3: found \"x\", expected a"),
        (&addresses, "line 2, column 1: found another board, expected a solution on the board"),
    ] {
        let (status, out, err) = clew(&["verify", &path, "-"], text);
        assert_eq!((status, &*err), (Some(3), ""), "{text}{out}");
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines.len() == 3 && lines[0] == "solution 1: obeys the rules", "{out}");
        assert!(lines[1].starts_with(&format!("solution 2: unclear: {why}")), "{out}");
        assert_eq!(lines[2], "solution 3: breaks the rules: r1c1 holds 2 where 1 is given");
    }
}
