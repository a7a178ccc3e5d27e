//! Boards of free points: adjacency is decided by exact decimals, for all translations and notations of the points.

use clew::families::{parse_json, parse_native};
use clew::puzzle::format::{write_json, write_native};
use clew::puzzle::{Entry, Shape};
use clew::strategy::{Options, Task, Verdict, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

fn verdict(entry: &Entry) -> Verdict {
    run(&entry.puzzle, Task::Check, &Options::default()).expect("a small board").verdict()
}

fn text(reach: &str, points: &[(String, String)]) -> String {
    let lines: String = points.iter().map(|(x, y)| format!("{x} {y} .\n")).collect();
    format!("puzzle: path\nboard: points\nreach: {reach}\n\n{lines}")
}

/// Tenths, written out.
fn tenths(k: i64) -> String {
    format!("{}{}.{}", if k < 0 { "-" } else { "" }, k.abs() / 10, k.abs() % 10)
}

#[test]
fn a_reach_of_three_tenths_joins_one_tenth_and_four() {
    for shift in [0, 10_000, -10_000, 9_999_990] {
        let at: Vec<_> = [1, 4, 7].map(|x| (tenths(x + shift), tenths(0))).to_vec();
        let entry = parse_native(&text("0.3", &at)).expect("well formed");
        assert_eq!(verdict(&entry), Verdict::Unique, "moved by {shift} tenths");
        let list: Vec<String> = at.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
        let json = format!(
            "{{\"puzzle\":\"path\",\"points\":[{}],\"reach\":0.3,\"cells\":[[null,null,null]]}}",
            list.join(",")
        );
        let json = parse_json(&json).expect("well formed");
        assert_eq!(json.puzzle, entry.puzzle);
    }
}

/// Lattices of tenths against whole numbers ten times as large: the same board.
#[test]
fn scale_and_place_change_no_neighbour() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for round in 0..300 {
        let n = rng.random_range(1..12);
        let mut at: Vec<(i64, i64)> =
            (0..n).map(|_| (rng.random_range(0..9), rng.random_range(0..9))).collect();
        at.sort_unstable();
        at.dedup();
        let reach = rng.random_range(1..8);
        let shift = [0, 12_345, -77_777][round % 3];
        let write = |f: &dyn Fn(i64) -> String| {
            text(&f(reach), &at.iter().map(|&(x, y)| (f(x), f(y))).collect::<Vec<_>>())
        };
        let whole = parse_native(&write(&|k| k.to_string())).expect("whole numbers");
        let moved: Vec<_> =
            at.iter().map(|&(x, y)| (tenths(x + shift), tenths(y - shift))).collect();
        let tenth = parse_native(&text(&tenths(reach), &moved)).expect("tenths");
        let edges = |e: &Entry| e.puzzle.board().expect("a board").edges().to_vec();
        assert_eq!(edges(&tenth), edges(&whole), "{at:?} with reach {reach}");
        let near = |&[a, b]: &[usize; 2]| {
            let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
            dx * dx + dy * dy <= reach * reach
        };
        let pairs = (0..at.len()).flat_map(|a| (a + 1..at.len()).map(move |b| [a, b]));
        let expected: Vec<[u32; 2]> = pairs.filter(near).map(|p| p.map(|c| c as u32)).collect();
        assert_eq!(edges(&whole), expected);
    }
}

#[test]
fn decimals_are_written_back() {
    let at = ["0.1 -999999.123456789 .", "1000000 0.000000001 2", "-0.25 17 ."];
    let text = format!("puzzle: hidato\nboard: points\nreach: 0.3\n\n{}\n", at.join("\n"));
    let entry = parse_native(&text).expect("well formed");
    assert_eq!(write_native(&entry), text);
    let json = write_json(&entry);
    assert_eq!(parse_json(&json).expect("what was written"), entry);
    let Some(Shape::Points { at, reach }) = entry.puzzle.board().map(|b| b.shape()) else {
        panic!("points");
    };
    assert_eq!((at[0].1.to_string().as_str(), reach.units()), ("-999999.123456789", 300_000_000));
}

#[test]
fn what_is_wrong_with_a_point_stands_where_it_is() {
    let native = |points: &str, reach: &str| {
        let text = format!("puzzle: path\nboard: points\nreach: {reach}\n\n{points}");
        parse_native(&text).expect_err("a mistake").to_string()
    };
    assert_eq!(
        native("0.5 1 .\n0 0 .\n0.50 1.0 .\n", "1"),
        "line 7, column 1: found \"0.50\", expected every point once; this is where point 1 is already"
    );
    assert_eq!(
        native("0 0 .\n0 0.1234567891 .\n", "1"),
        "line 6, column 3: found \"0.1234567891\", expected a coordinate with at most 9 digits \
         after the point"
    );
    assert_eq!(
        native("0 0 .\n", "0.1234567891"),
        "line 3, column 8: found \"0.1234567891\", expected a length with at most 9 digits after \
         the point"
    );
    assert!(native("0 1e3 .\n", "1").ends_with("expected a coordinate up to 1000000"));
    let json = |points: &str| {
        let text = format!("{{\"puzzle\":\"path\",\"cells\":[[null,null]],\n\"points\":{points}}}");
        parse_json(&text).expect_err("a mistake").to_string()
    };
    assert_eq!(
        json("[[0.5,1],[5e-1,1.0]]"),
        "line 2, column 19: found \"[5e-1,1.0]\", expected every point once; this is where point 1 is \
         already"
    );
    assert_eq!(
        json("[[0.1234567891,0],[1,1]]"),
        "line 2, column 11: found \"[0.1234567891,0]\", expected a pair of coordinates with at most \
         9 digits after the point"
    );
}

#[test]
fn many_points_are_read_at_once() {
    let lines: Vec<_> =
        (0..4096).map(|i| (format!("{}.5", i % 64), (i / 64).to_string())).collect();
    let entry = parse_native(&text("1", &lines)).expect("well formed");
    assert_eq!(entry.puzzle.board().map(|b| b.edges().len()), Some(2 * 64 * 63));
}
