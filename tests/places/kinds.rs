//! Lists of places and puzzles in data as programs and people write them: one input of each kind, in `kinds.txt`. Each
//! is read as its puzzle, or is a question.

use clew::api::judge::Judge;
use clew::families::{named, parse_native};
use clew::interchange::{self, PlaceRules, Reading};
use clew::puzzle::Puzzle;
use clew::puzzle::format::write_native;
use clew::run::Budget;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

/// The inputs and their puzzles: `==== name` above a puzzle in the text format, `#### file | puzzle | options | how`
/// above an input.
const KINDS: &str = include_str!("kinds.txt");

/// The parts below lines that begin with a mark: the rest of that line, and the text.
fn parts(mark: &str) -> impl Iterator<Item = (&str, &str)> {
    let marks = ["==== ", "#### "];
    let next = move |text: &str| marks.iter().filter_map(|m| text.find(&format!("\n{m}"))).min();
    KINDS.match_indices(mark).map(move |(at, _)| {
        let rest = &KINDS[at + mark.len()..];
        let (head, body) = rest.split_once('\n').expect("a text below its name");
        (head, &body[..next(body).map_or(body.len(), |to| to + 1)])
    })
}

/// A puzzle without the names of its labels.
fn plain(puzzle: &Puzzle) -> String {
    format!("{:?}", puzzle.tokens(None)).to_lowercase()
}

/// Lists with another meaning than those that look alike are refused, not read.
#[test]
fn other_lists_are_refused() {
    clew::families::install();
    for text in [
        // Cells with their neighbours behind walls, several for each.
        r#"{"game": "zip", "rows": 4, "cols": 4, "waypoints": [[0,0],[1,1],[3,2]], "walls": {"0": [1, 4], "5": [6, 9]}}"#,
        // Calls of functions.
        "n = 4\nprint(1, 2, 3)\nrange(1, 4)\n",
    ] {
        let found = interchange::read_all(text, &Reading::default());
        assert!(found.iter().all(Result::is_err), "{text}: {found:?}");
    }
}

#[test]
fn code_with_lists_is_no_puzzle() {
    clew::families::install();
    let code = "import clew\n\ndef run(q):\n    m = clew.no_overlap([a for a,_ in q],[d for _,d in q])\n    return m\n";
    let found = interchange::read_all(code, &Reading::default());
    assert!(found.iter().all(Result::is_err), "{found:?}");
}

/// A text with up to five characters exchanged, taken out or added, or cut off.
fn spoilt(text: &str, rng: &mut ChaCha8Rng) -> String {
    let signs: Vec<char> = "[](){}<>,;:|-=.'\"#\n\t /019aArx＜é".chars().collect();
    let mut spoilt: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..6) {
        let at = rng.random_range(0..spoilt.len().max(1));
        match rng.random_range(0..5) {
            0 => spoilt.truncate(at),
            1 if at < spoilt.len() => drop(spoilt.remove(at)),
            2 if at < spoilt.len() => spoilt[at] = signs[at % signs.len()],
            _ => spoilt.insert(at.min(spoilt.len()), signs[rng.random_range(0..signs.len())]),
        }
    }
    spoilt.into_iter().collect()
}

/// What the fuzz target `places` does, without a fuzzer: inputs of all kinds that are spoilt, with any words about how
/// places are meant, and spoilt again as answers. Nothing panics, and each puzzle is read again from the native format.
/// `SPOILT=1000` in the environment sets the number of inputs of each kind.
#[test]
fn spoilt_kinds_never_panic() {
    clew::families::install();
    let rounds = std::env::var("SPOILT").map_or(12, |n| n.parse().expect("a number"));
    let mut rng = ChaCha8Rng::seed_from_u64(62);
    for (_, text) in parts("#### ") {
        for _ in 0..rounds {
            let mut said = Reading::default();
            for word in PlaceRules::WORDS.into_iter().chain(["4x5"]) {
                let _ = rng.random_bool(0.05) && said.places.take(word);
            }
            let (puzzles, answer) = (spoilt(text, &mut rng), spoilt(text, &mut rng));
            for entry in interchange::read_all(&puzzles, &said).into_iter().flatten() {
                assert!(entry.puzzle.cells() <= 1 << 18, "{puzzles}");
                if entry.puzzle.cells() <= 256 {
                    let again = parse_native(&write_native(&entry)).expect("our own format");
                    assert_eq!(again.puzzle, entry.puzzle, "{puzzles}");
                    let budget = Budget::unlimited().at_most_nodes(100);
                    Judge::new(&entry, budget, 1 << 24).text(&answer);
                }
            }
        }
    }
}

/// Lists of something else than cells are no answer, also where what is found in them looks like a list again; nor is
/// an end of grids without a grid.
#[test]
fn what_holds_no_cells_is_no_answer() {
    clew::families::install();
    let entry = parse_native("puzzle: hidato\n\n1 . .\n. . 6\n").expect("a puzzle");
    for text in [
        "0 0\n123\n",
        "[[{a: 1}, {b: 2}], [{a: 4}, {b: 3}]]",
        "x = [{n: 1}, {n: 2}]\ny = [{n: 4}]\n",
    ] {
        let found = interchange::solutions(&entry, text, &Reading::default());
        assert!(found.is_err() || found.is_ok_and(|all| all.iter().all(Result::is_err)), "{text}");
        Judge::new(&entry, Budget::unlimited(), 1 << 24).text(text);
    }
}

#[test]
fn every_kind_is_read_or_asked_about() {
    clew::families::install();
    let puzzles: BTreeMap<&str, Puzzle> = parts("==== ")
        .map(|(name, text)| (name, parse_native(text).expect("a puzzle").puzzle))
        .collect();
    let (mut seen, mut asked) = (0, 0);
    for (head, text) in parts("#### ") {
        let [name, puzzle, options, how] = head.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{head}")
        };
        let mut said = Reading::default();
        for word in options.split_whitespace() {
            match named(word) {
                Some(found) => (said.family, said.alias) = (Some(found.family), found.alias),
                None => assert!(said.places.take(word), "{name}: {word}"),
            }
        }
        let found = interchange::read_all(text, &said);
        seen += 1;
        match (&found[..], how) {
            ([Ok(entry)], "read") => {
                let wanted = &puzzles[puzzle];
                let same = entry.puzzle == *wanted || plain(&entry.puzzle) == plain(wanted);
                assert!(same, "{name}: {:?}\n{text}", entry.guessed.reading);
            }
            ([Err(why)], "asked") => {
                let question = interchange::reading::is_question(why);
                assert!(question || why.expected.contains("--places"), "{name}: {why}");
                asked += 1;
            }
            (found, how) => panic!("{name} is not {how}: {found:?}\n{text}"),
        }
    }
    assert!(seen > 60 && asked < 6, "{seen} {asked}");
}
