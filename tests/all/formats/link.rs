//! Links to the page: short, whole, and refused if they were cut off.

use super::{error, read, written};
use clew::families::parse_native;
use clew::puzzle::format::write_native;

const PUZZLES: [&str; 6] = [
    "puzzle: hidato\ntitle: nine\nauthor: somebody\nrules: fill it\nmessage: well done\n\n6 . .\n. 2 8\n1 . .\n",
    "puzzle: hidato\nfirst: 10\nneighbours: hex\n\n10 . #\n. . .\n",
    "puzzle: numberlink\ncover: partial\ntouch: yes\nbridges: r2c2\n\n. A .\nB . B\n. A .\n",
    "puzzle: futoshiki\n\n. < . < .\n-   -   -\n2   .   .\n-   -   -\n.   .   .\n",
    "puzzle: zip\nwalls: r1c1|r1c2\n\n1 . .\n. 3 .\n. . 2\n",
    "puzzle: path\nboard: points\n\n0 0 1\n1 0 .\n0.5 0.75 .\n",
];

#[test]
fn links_hold_the_whole_puzzle() {
    for text in PUZZLES {
        let entry = parse_native(text).expect("a puzzle");
        let link = written(&entry, "link");
        let code = link.trim().strip_prefix("clew.html#solve=").expect("a link to the page");
        for mark in ["solve", "edit", "embed"] {
            let found = read(&format!("https://example.org/puzzles/clew.html#{mark}={code}\n"));
            assert_eq!(found.format, "link");
            assert_eq!(write_native(&found), write_native(&entry));
        }
    }
}

/// Whoever solves it is not told how many solutions there are.
#[test]
fn links_tell_no_number_of_solutions() {
    let entry =
        parse_native("puzzle: hidato\nsolutions: 1\n\n6 . .\n. 2 8\n1 . .\n").expect("a puzzle");
    assert_eq!(read(&written(&entry, "link")).solutions, None);
}

#[test]
fn links_of_ten_by_ten_are_short() {
    for file in
        ["hidato/ladder-10x10", "numberlink/ladder-10x10", "zip/ladder-10x10", "path/ladder-10x10"]
    {
        let text =
            std::fs::read_to_string(format!("instances/{file}.puzzle")).expect("an instance");
        let link = written(&read(&text), "link");
        assert!(link.len() < 200, "{file}: {}", link.len());
    }
}

#[test]
fn links_that_were_cut_off_or_changed_are_refused() {
    let entry = parse_native(PUZZLES[0]).expect("a puzzle");
    let link = written(&entry, "link");
    let link = link.trim();
    let expected = "the whole code of a link to the page; it was cut off or changed";
    for cut in 4..8 {
        let found = error(&link[..link.len() - cut]);
        assert!(found.contains(expected), "{found}");
    }
    let changed = link.replace("#solve=", "#solve=A");
    assert!(error(&changed).contains(expected), "{}", error(&changed));
}
