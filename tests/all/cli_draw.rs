//! `clew draw` as a user meets it: themes, two solutions, candidates, results as input, sheets, PNG and
//! PDF.

use super::support::program::{Folder, Ran};

const UNIQUE: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const DOUBLE: &str = "puzzle: hidato\n\n1 2\n. .\n";
const NONE: &str = "puzzle: hidato\n\n1 . 2\n";
const LINKS: &str = "puzzle: numberlink\ntouch: yes\ncover: partial\n\nA . .\nB . A\n. . B\n";
const SQUARE: &str = "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n";
const LINE: &str = "puzzle: path\n\n. . .\n. . .\n";

fn elements(svg: &str) -> usize {
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    svg.matches('<').count()
}

#[test]
fn every_family_and_theme() {
    for text in [UNIQUE, DOUBLE, LINKS, SQUARE, LINE] {
        let here = Folder::with_puzzle(text);
        let plain = elements(&here.run("draw p.puzzle").out);
        for theme in ["colour", "dark", "mono"] {
            let drawn = |more: &str| here.run(&format!("draw --theme {theme} {more} p.puzzle"));
            let ran = drawn("--solution --coordinates");
            assert_eq!(ran.status, 0, "{}", ran.err);
            assert!(elements(&ran.out) > plain);
            elements(&drawn("--where").out);
        }
    }
    assert_eq!(Folder::with_puzzle(UNIQUE).run("draw --theme pink p.puzzle").status, 2);
}

#[test]
fn the_size_is_that_of_the_longer_side() {
    let ran = Folder::with_puzzle("puzzle: path\n\n. . . .\n").run("draw --size 900 p.puzzle");
    assert!(ran.out.contains("width=\"900\" height=\"300\" viewBox=\"0 0 180 60\""), "{}", ran.out);
    assert_eq!(Folder::with_puzzle(UNIQUE).run("draw --size 2 p.puzzle").status, 2);
}

#[test]
fn two_solutions_are_drawn_over_each_other() {
    let ran = Folder::with_puzzle(DOUBLE).run("draw --both p.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("stroke-dasharray") && ran.out.matches(">3</text>").count() == 2);
    let ran = Folder::with_puzzle(UNIQUE).run("draw --both p.puzzle");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("one solution only") && !ran.out.contains("dasharray"), "{}", ran.err);
    let ran = Folder::with_puzzle(NONE).run("draw --both p.puzzle");
    assert!(ran.status == 1 && ran.err.contains("no solution"), "{}", ran.err);
    assert_eq!(Folder::with_puzzle(DOUBLE).run("draw --both --solution p.puzzle").status, 2);
}

#[test]
fn candidates_are_those_of_all_solutions() {
    let ran = Folder::with_puzzle(DOUBLE).run("draw --candidates p.puzzle");
    assert_eq!((ran.status, ran.out.matches("</text>").count()), (0, 2 + 4), "{}", ran.out);
    let ran = Folder::with_puzzle(LINE).run("draw --candidates p.puzzle");
    assert!(ran.status == 2 && ran.err.contains("runs either way"), "{}", ran.err);
    // A cell has space for sixteen candidates; of more only their number is shown.
    let open = format!("puzzle: hidato\n\n1 {}\n{}", ". ".repeat(4), ". . . . .\n".repeat(4));
    let ran = Folder::with_puzzle(&open).run("draw --candidates p.puzzle");
    assert!(ran.out.contains("?</text>"), "{}", ran.out);
}

/// A result contains its puzzle with its solution: it is drawn, converted, verified, solved again.
#[test]
fn results_are_input() {
    for text in [UNIQUE, LINKS, SQUARE, LINE] {
        let here = Folder::with_puzzle(text);
        let result = here.run("solve --json p.puzzle").out;
        let drawn = here.feed("draw", &result);
        assert_eq!((drawn.status, &*drawn.err), (0, ""));
        let solved = here.run("draw --solution p.puzzle");
        assert_eq!(elements(&drawn.out), elements(&solved.out));
        let verified = here.feed("verify -", &result);
        assert!(
            verified.status == 0 && verified.out.contains("obeys the rules"),
            "{}",
            verified.err
        );
        let again = here.feed("convert --to native -", &result);
        assert_eq!((again.status, &*again.err), (0, ""));
        let here = Folder::with_puzzle(&again.out);
        assert_eq!(
            here.run("count p.puzzle").out,
            Folder::with_puzzle(text).run("count p.puzzle").out
        );
    }
    let here = Folder::with_puzzle(DOUBLE);
    let result = here.run("check --json p.puzzle").out;
    let both = here.feed("draw --both -", &result);
    assert!(both.status == 0 && both.out.contains("dasharray"), "{}", both.err);
    assert!(here.feed("verify -", &result).out.contains("solution 2: obeys"));
    let wrong = result.replace("[3,4]", "[4,4]");
    assert_eq!(here.feed("verify -", &wrong).status, if wrong == result { 0 } else { 1 });
    let bare = here.run("check --json --no-solutions p.puzzle").out;
    let ran = here.feed("draw -", &bare);
    assert!(ran.status == 3 && ran.err.contains("instance"), "{}", ran.err);
    assert_eq!(here.run("verify p.puzzle").status, 3);
}

fn many() -> String {
    [UNIQUE, LINKS, SQUARE, LINE, DOUBLE].join("---\n")
}

#[test]
fn sheets_of_several_pages() {
    let here = Folder::with(&[]);
    let ran = here.feed("draw --sheet 2x2 --answers -o s.svg", &many());
    assert_eq!((ran.status, &*ran.out, &*ran.err), (0, "", ""));
    let pages: Vec<String> = (1..=3).map(|i| here.read(&format!("s-{i}.svg"))).collect();
    for (i, page) in pages.iter().enumerate() {
        elements(page);
        assert!(page.contains(&format!(">{} / 3</text>", i + 1)));
        assert_eq!(page.contains(">Answers</text>"), i == 2);
        assert_eq!(page.matches("<g transform=").count(), [4, 1, 5][i]);
    }
    let ran = here.feed("draw --sheet 2x2", &many());
    assert!(ran.status == 2 && ran.err.contains("standard output"), "{}", ran.err);
    let ran = here.feed("draw --sheet 5x4 --rate --heading Today", &many());
    let page = ran.out;
    assert!(page.contains(">Today</text>") && page.contains(">trivial</text>"), "{page}");
    assert!(page.contains(">several solutions</text>") && ran.status >= 1);
}

#[test]
fn sheets_say_what_is_wrong() {
    let here = Folder::with(&[]);
    let ran =
        here.feed("draw --sheet 2x2 --answers", &format!("{NONE}---\npuzzle: hidato\n\n1 1\n"));
    assert_eq!(ran.status, 2, "two pages: {}", ran.err);
    let ran = here.feed("draw --sheet 2x2", &format!("{UNIQUE}---\npuzzle: hidato\n\n1 1\n"));
    assert!(ran.status == 3 && ran.err.contains("line 9"), "{}", ran.err);
    elements(&ran.out);
    let ran = here.feed("draw --sheet 2x2 --solution", NONE);
    assert!(ran.status == 1 && ran.out.contains(">no solution</text>"), "{}", ran.out);
    for wrong in ["--sheet 0x3", "--sheet 3", "--answers", "--rate", "--sheet 2x2 --both"] {
        assert_eq!(here.feed(&format!("draw {wrong}"), UNIQUE).status, 2, "{wrong}");
    }
    let ran = here.feed("draw", &many());
    assert_eq!(ran.status, 2);
    assert_eq!(here.feed("draw --sheet 2x2", "").status, 3);
}

/// Formats that this build of the program cannot write are refused before the search, with the way to get them.
#[cfg(not(feature = "pictures"))]
#[test]
fn other_forms_are_refused() {
    for arguments in ["draw p.puzzle -o p.png", "draw p.puzzle -o p.PDF", "draw --to png p.puzzle"]
    {
        let ran: Ran = Folder::with_puzzle(UNIQUE).run(arguments);
        assert!(ran.status == 2 && ran.err.contains("--features pictures"), "{}", ran.err);
    }
    let ran = Folder::with_puzzle(UNIQUE).run("draw p.puzzle --to svg -o p.png");
    assert_eq!(ran.status, 0);
}

#[test]
fn foreign_endings_and_wrong_solutions_are_named() {
    let here = Folder::with_puzzle(UNIQUE);
    let ran: Ran = here.run("draw p.puzzle -o p.jpg");
    assert!(ran.status == 2 && ran.err.contains("not .jpg"), "{}", ran.err);
    let solved: Ran = here.run("solve --json p.puzzle");
    let wrong = solved.out.replace("[[6,7,9]", "[[6,9,7]");
    assert_ne!(wrong, solved.out);
    std::fs::write(here.path().join("r.json"), wrong).expect("it is written");
    for arguments in ["draw r.json -o p.svg", "convert r.json --to native"] {
        let ran: Ran = here.run(arguments);
        assert!(ran.status == 0 && ran.err.contains("breaks the rules"), "{}", ran.err);
    }
}

#[cfg(feature = "pictures")]
mod pictures {
    use super::*;

    /// Width and height of a PNG.
    fn size(png: &[u8]) -> (u32, u32) {
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four"));
        (number(16), number(20))
    }

    #[test]
    fn png_has_the_size_that_is_asked_for() {
        let here = Folder::with_puzzle("puzzle: path\n\n. . . .\n");
        for (more, expected) in [("", (180, 60)), ("--size 901", (901, 300))] {
            let ran: Ran = here.run(&format!("draw --solution {more} p.puzzle -o p.png"));
            assert_eq!((ran.status, &*ran.err), (0, ""));
            let png = std::fs::read(here.path().join("p.png")).expect("a picture");
            assert_eq!(size(&png), expected);
        }
        let wide = format!("puzzle: path\n\n{}\n", ". ".repeat(4000));
        assert_eq!(Folder::with_puzzle(&wide).run("draw p.puzzle -o p.png").status, 0);
        let large = format!("puzzle: path\n\n{}", format!("{}\n", ". ".repeat(255)).repeat(256));
        let ran = Folder::with_puzzle(&large).run("draw p.puzzle -o p.png");
        assert!(ran.status == 2 && ran.err.contains("pixels"), "{} {}", ran.status, ran.err);
    }

    #[test]
    fn pdf_has_a_page_a_page() {
        let here = Folder::with(&[]);
        let ran = here.feed("draw --sheet 2x2 --answers -o s.pdf", &many());
        assert_eq!((ran.status, &*ran.err), (0, ""));
        let pdf = std::fs::read(here.path().join("s.pdf")).expect("a file");
        assert!(pdf.starts_with(b"%PDF-"));
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.contains("/Count 3"), "pages");
        assert_eq!(text.matches("/Type /Page\n").count(), 3);
        let ran = here.feed("draw --sheet 2x2 --size 500 -o s.pdf", &many());
        assert_eq!(ran.status, 2);
    }

    #[test]
    fn letters_that_are_not_there_are_told() {
        let here = Folder::with_puzzle("puzzle: numberlink\n\n漢 漢\n");
        let ran = here.run("draw p.puzzle -o p.png");
        assert!(ran.status == 0 && ran.err.contains('漢'), "{}", ran.err);
        assert_eq!(here.run("draw p.puzzle -o p.svg").err, "");
    }
}
