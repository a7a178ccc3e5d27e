//! Specifications of generated puzzles are met, for every seed, or refused before any work.

use super::program::Folder;
use clew::api::generate::{GenerateRequest, Made, News, With};
use clew::api::request::GenerateOptions;
use clew::explain::rate;
use clew::families::from_keyword;
use clew::generate::{DifficultyTarget, beauty, fingerprint, generate};
use clew::puzzle::family::{Mask, Request, Symmetry};
use clew::puzzle::ladder::Level;
use clew::puzzle::verify::turns_of_path;
use clew::puzzle::{Clue, Entry, Puzzle};
use clew::run::Budget;
use clew::strategy::{Options, SearchMode, Task, Verdict, run};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

/// Generates the given number of puzzles on the given number of threads.
fn many(
    family: &str,
    request: Request,
    level: Option<Level>,
    count: u64,
    threads: usize,
) -> Vec<Made> {
    let wanted = GenerateRequest {
        family: from_keyword(family).expect("a family"),
        request,
        wish: DifficultyTarget { level, score: None },
        count,
        best: 1,
        with: With { solution: true, rating: true, steps: false },
        from: None,
    };
    let mut all = Vec::new();
    let mut tell = |news: News| {
        if let News::Made(made) = news {
            all.push(*made);
        }
        ControlFlow::Continue(())
    };
    wanted.run(threads, &Budget::unlimited, &mut tell).expect("it can be made");
    all
}

/// By search without learning: a method other than the one that generated them.
fn is_unique(puzzle: &Puzzle) -> bool {
    let options = Options { search: SearchMode::Dfs, ..Options::default() };
    run(puzzle, Task::Check, &options).expect("it is searched").verdict() == Verdict::Unique
}

/// For each label its two places.
fn ends(entry: &Entry) -> Vec<[(u32, u32); 2]> {
    let mut ends: BTreeMap<String, Vec<(u32, u32)>> = BTreeMap::new();
    for (c, token) in (0..).zip(entry.puzzle.tokens(None)).filter(|(_, token)| token != ".") {
        ends.entry(token).or_default().push(entry.puzzle.place(c));
    }
    ends.into_values().map(|places| places.try_into().expect("two of each")).collect()
}

/// As in published boards: paths of at least four cells, so that no two ends of a label are adjacent, and long on
/// average.
#[test]
fn numberlinks_look_like_published_ones() {
    let (mut labels, mut far, mut near) = (0, 0, 0);
    let boards = many("numberlink", Request::new(10, 10, 1), None, 60, 2);
    assert_eq!(boards.len(), 60);
    for made in &boards {
        assert!(is_unique(&made.entry.puzzle));
        for [(r, c), (s, d)] in ends(&made.entry) {
            let apart = r.abs_diff(s) + c.abs_diff(d);
            assert!(apart > 1, "{}", made.text());
            (labels, far, near) = (labels + 1, far + apart, near + u32::from(apart == 2));
        }
    }
    let cells = 60 * 100 / labels;
    assert!((12..=20).contains(&cells), "{cells} cells a label");
    assert!(far >= 6 * labels && near * 14 < labels, "{far} and {near} of {labels}");
}

/// Also where the rules that allow most are requested: paths are not cut until nothing else obeys them.
#[test]
fn numberlinks_of_the_loosest_rules_have_few_labels() {
    let words = vec![("cover", "partial"), ("touch", "yes")];
    let boards = many("numberlink", Request { words, ..Request::new(8, 8, 1) }, None, 12, 2);
    let labels: usize = boards.iter().map(|made| ends(&made.entry).len()).sum();
    assert!(labels <= 12 * 7, "{labels} labels");
    assert!(boards.iter().all(|made| is_unique(&made.entry.puzzle)));
}

/// A hard one is no rarity: few attempts lead to it, and it has as many labels as others.
#[test]
fn hard_numberlinks_have_labels_as_usual() {
    for made in many("numberlink", Request::new(8, 8, 1), Some(Level::Hard), 4, 2) {
        assert_eq!(made.rating.as_ref().and_then(|rating| rating.level), Some(Level::Hard));
        assert!((3..=10).contains(&ends(&made.entry).len()), "{}", made.text());
        assert!(is_unique(&made.entry.puzzle));
    }
}

#[test]
fn labels_and_paths_are_as_asked_for() {
    for seed in 0..8 {
        let request =
            Request { labels: Some((6, 9)), shortest: Some(5), ..Request::new(8, 8, seed) };
        let family = from_keyword("numberlink").expect("a family");
        let entry = generate(family, &request).expect("it can be made");
        assert!((6..=9).contains(&ends(&entry).len()));
        let found = run(&entry.puzzle, Task::Check, &Options::default()).expect("searched");
        let routes = entry.puzzle.routes(&found.answers[0]).expect("paths");
        assert!(routes.iter().all(|route| route.len() >= 5), "{routes:?}");
    }
}

/// A chain of signs that leads on from sign to sign, at every level and with symmetric signs.
#[test]
fn signs_lead_through_as_many_cells_as_asked_for() {
    let half = Some(Symmetry::HalfTurn);
    for (cells, level, symmetry) in [
        (6, None, None),
        (5, Some(Level::Easy), None),
        (4, Some(Level::Hard), None),
        (4, None, half),
    ] {
        let request = Request {
            chain: Some(cells),
            symmetry,
            symmetric_signs: symmetry.is_some(),
            ..Request::new(6, 6, 2)
        };
        for made in many("futoshiki", request, level, 3, 2) {
            let puzzle = &made.entry.puzzle;
            let clues = puzzle.clues().expect("clues");
            let less = |clue: &Clue| match clue {
                Clue::Less(pair) => Some(*pair),
                _ => None,
            };
            let less: Vec<[u32; 2]> = clues.iter().filter_map(less).collect();
            // Of each cell how many cells a chain that ends there has.
            let mut chain = [1; 36];
            for [a, b] in less.iter().copied().cycle().take(36 * less.len()) {
                chain[b as usize] = chain[b as usize].max(chain[a as usize] + 1);
            }
            assert!(chain.iter().any(|&most| most >= cells), "{}", made.text());
            assert!(is_unique(puzzle));
        }
    }
}

/// Straight and winding ones, which no boards are by chance; the turns are counted in the solution.
#[test]
fn turns_are_as_many_as_asked_for() {
    for (turns, symmetry) in
        [((8, 14), None), ((30, 40), None), ((12, 16), Some(Symmetry::HalfTurn))]
    {
        let request = Request { turns: Some(turns), symmetry, ..Request::new(7, 7, 1) };
        for made in many("numberlink", request, None, 3, 2) {
            let puzzle = &made.entry.puzzle;
            let found = run(puzzle, Task::Check, &Options::default()).expect("searched");
            assert_eq!(found.verdict(), Verdict::Unique);
            let routes = puzzle.routes(&found.answers[0]).expect("paths");
            let board = puzzle.board().expect("a board");
            let all = routes.iter().map(|route| turns_of_path(board, route)).sum::<usize>();
            assert!((turns.0 as usize..=turns.1 as usize).contains(&all), "{all}: {}", made.text());
        }
    }
}

/// The places of the ends, with the requested symmetry, in puzzles with one solution.
#[test]
fn ends_are_as_symmetric_as_asked_for() {
    for symmetry in [Symmetry::HalfTurn, Symmetry::Mirror, Symmetry::Diagonal] {
        let request = Request { symmetry: Some(symmetry), ..Request::new(6, 6, 1) };
        for made in many("numberlink", request, None, 4, 2) {
            let places: HashSet<(u32, u32)> = ends(&made.entry).into_iter().flatten().collect();
            let image = |&place: &(u32, u32)| symmetry.image((6, 6), place);
            assert!(places.iter().all(|place| places.contains(&image(place))), "{}", made.text());
            assert!(is_unique(&made.entry.puzzle));
        }
    }
}

/// Where cells may stay empty, as many do as asked for, in the only solution.
#[test]
fn empty_cells_are_as_asked_for() {
    for (seed, words) in (0..6).flat_map(|seed| {
        [vec![("cover", "partial")], vec![("cover", "partial"), ("touch", "yes")]]
            .map(|words| (seed, words))
    }) {
        let request = Request { empty: Some((4, 8)), words, ..Request::new(7, 7, seed) };
        let family = from_keyword("numberlink").expect("a family");
        let entry = generate(family, &request).expect("it can be made");
        let found = run(&entry.puzzle, Task::Check, &Options::default()).expect("searched");
        assert_eq!(found.verdict(), Verdict::Unique, "{seed}");
        let routes = entry.puzzle.routes(&found.answers[0]).expect("paths");
        let empty = 49 - routes.iter().map(Vec::len).sum::<usize>();
        assert!((4..=8).contains(&empty), "{seed}: {empty}");
    }
}

/// Puzzles of each family and each level, by adding and removing clues.
#[test]
fn levels_are_met() {
    // Numberlinks of this size are hardly ever extreme.
    let hardest =
        [("hidato", Level::Extreme), ("futoshiki", Level::Extreme), ("numberlink", Level::Tricky)];
    for (family, hardest) in hardest {
        for level in [Level::Trivial, Level::Easy, Level::Hard, hardest] {
            for made in many(family, Request::new(6, 6, 5), Some(level), 3, 1) {
                assert!(is_unique(&made.entry.puzzle));
                let rating = rate(&made.entry.puzzle, &Options::default()).expect("rated");
                assert_eq!(rating.level, Some(level), "{}", made.text());
                let answer = made.solution.expect("it was asked for");
                assert_eq!(made.entry.puzzle.verify(&answer), Ok(()));
            }
        }
    }
}

#[test]
fn givens_have_every_symmetry() {
    for symmetry in Symmetry::ALL {
        for family in ["hidato", "futoshiki"] {
            let request = Request { symmetry: Some(symmetry), ..Request::new(6, 6, 3) };
            let entry = generate(from_keyword(family).expect("a family"), &request).expect("made");
            assert!(is_unique(&entry.puzzle));
            let tokens = entry.puzzle.tokens(None);
            for (c, token) in (0..).zip(&tokens) {
                let (r, k) = symmetry.image((6, 6), entry.puzzle.place(c));
                assert_eq!(
                    token == ".",
                    tokens[(r * 6 + k) as usize] == ".",
                    "{family} {symmetry:?}"
                );
            }
        }
    }
}

/// The places of signs have the symmetry, too, and without one they are refused.
#[test]
fn signs_have_every_symmetry() {
    let square = from_keyword("futoshiki").expect("a family");
    for symmetry in Symmetry::ALL {
        let asked =
            Request { symmetry: Some(symmetry), symmetric_signs: true, ..Request::new(5, 5, 3) };
        let puzzle = generate(square, &asked).expect("made").puzzle;
        assert!(is_unique(&puzzle));
        let signs: Vec<[(u32, u32); 2]> = puzzle
            .clues()
            .expect("numbers and signs")
            .into_iter()
            .filter_map(|clue| match clue {
                Clue::Less(cells) => Some(cells.map(|cell| puzzle.place(cell))),
                _ => None,
            })
            .collect();
        assert!(!signs.is_empty());
        for sign in &signs {
            let [a, b] = sign.map(|place| symmetry.image((5, 5), place));
            assert!(signs.contains(&[a, b]) || signs.contains(&[b, a]), "{symmetry:?}");
        }
    }
    for family in ["futoshiki", "hidato", "numberlink", "zip", "path"] {
        let asked = Request { symmetric_signs: true, ..Request::new(5, 5, 3) };
        assert!(generate(from_keyword(family).expect("a family"), &asked).is_err(), "{family}");
    }
}

/// The best of several candidates looks no worse than the first, and its title names the seed that makes it alone.
#[test]
fn the_best_of_several_is_made() {
    let mut better = 0;
    for seed in 1..5 {
        let best_of = |best: u32, seed: u64| {
            let options = GenerateOptions {
                family: Some("numberlink".into()),
                rows: 7,
                best,
                seed,
                ..GenerateOptions::default()
            };
            let wanted = options.specification().expect("a specification");
            let made = wanted.one(0, seed, &Budget::unlimited(), &mut |_| ());
            made.expect("it can be made").expect("no limit")
        };
        let (first, best) = (best_of(1, seed), best_of(6, seed));
        assert_eq!(best_of(1, best.seed).text(), best.text());
        let [first, best] = [&first, &best].map(|made| beauty(&made.entry.puzzle));
        assert!(best >= first);
        better += u32::from(best > first);
    }
    assert!(better > 0);
    assert!(GenerateOptions { best: 0, ..GenerateOptions::default() }.specification().is_err());
}

/// The givens are where the pattern has them, and nowhere else.
#[test]
fn givens_stand_in_a_pattern() {
    let shape = "..#.. .#.#. #...# .#.#. ..#..";
    let present: Vec<bool> = shape.chars().filter(|c| *c != ' ').map(|c| c == '.').collect();
    for family in ["hidato", "futoshiki"] {
        let mask = Mask { rows: 5, cols: 5, present: present.clone() };
        let request = Request { givens_at: Some(mask.into()), ..Request::new(5, 5, 2) };
        let entry = generate(from_keyword(family).expect("a family"), &request).expect("made");
        assert!(is_unique(&entry.puzzle));
        let given: Vec<bool> = entry.puzzle.tokens(None).iter().map(|token| token != ".").collect();
        assert_eq!(given, present, "{family}");
    }
}

/// No two consecutive numbers are given; with free ends the first number is not always given.
#[test]
fn runs_and_ends_are_as_asked_for() {
    let mut without = 0;
    for seed in 0..8 {
        let request = Request { no_runs: true, free_ends: true, ..Request::new(6, 6, seed) };
        let entry = generate(from_keyword("hidato").expect("a family"), &request).expect("made");
        assert!(is_unique(&entry.puzzle));
        let tokens = entry.puzzle.tokens(None);
        let given: HashSet<u32> = tokens.iter().filter_map(|token| token.parse().ok()).collect();
        assert!(given.iter().all(|k| !given.contains(&(k + 1))), "{given:?}");
        without += u32::from(!given.contains(&1));
    }
    assert!(without > 0);
}

/// The few small boards are pairwise different, and the number of threads changes nothing.
#[test]
fn no_two_are_the_same() {
    let one = many("numberlink", Request::new(4, 4, 1), None, 12, 1);
    let prints: HashSet<String> = one.iter().map(|made| fingerprint(&made.entry.puzzle)).collect();
    assert_eq!(prints.len(), 12);
    let two = many("numberlink", Request::new(4, 4, 1), None, 12, 2);
    assert!(one.iter().zip(&two).all(|(a, b)| a.json() == b.json()));
}

#[test]
fn what_cannot_be_is_refused_at_once() {
    let here = Folder::with(&[("pattern.txt", "..\n.#\n")]);
    for (asked, why) in [
        ("numberlink --no-runs", "no numbers that follow each other"),
        ("numberlink --symmetry diagonal --cols 8", "one of squares"),
        ("numberlink --symmetry mirror --bridges 1", "symmetric ends"),
        ("numberlink --symmetry mirror --holes 3", "half-turn only"),
        ("numberlink --symmetry mirror --cover partial --empty 3", "no empty cells by wish"),
        ("numberlink --turns 80", "at most 34 turns"),
        ("numberlink --turns 30 --cover partial --empty 3", "no empty cells by wish"),
        ("hidato --chain 3", "no signs"),
        ("futoshiki --chain 7", "from 2 to 6 cells"),
        ("futoshiki --chain 4 --minimal", "not each may be needed"),
        ("numberlink --labels 20 --shortest 5", "no room"),
        ("numberlink --givens-at pattern.txt --rows 2", "cannot be chosen"),
        ("numberlink --empty 3", "cover=partial"),
        ("numberlink --cover partial --rows 4 --empty 15", "no room"),
        ("numberlink --cover partial --empty 9-3", "expected 6 or 6-9"),
        ("hidato --empty 3", "no labels"),
        ("hidato --labels 3", "no labels"),
        ("hidato --rows 4 --cols 5 --symmetry diagonal", "one of squares"),
        ("hidato --rows 3 --givens-at pattern.txt", "the board 3 and 3"),
        ("hidato --symmetry quarter --givens 10", "never 10"),
        ("futoshiki --symmetry quarter --givens 10", "never 10"),
        ("futoshiki --free-ends", "no numbers that follow each other"),
        ("path --no-runs", "no numbers given"),
        ("hidato --with solution --as tatham", "--with does not apply"),
    ] {
        let ran = here.run(&format!("generate {asked}"));
        assert!(ran.status == 2 && ran.err.contains(why), "{asked}: {}", ran.err);
    }
}

/// A line of an app's pack is a puzzle again, whose solution is read and verified.
#[test]
fn packs_are_read_with_their_solutions() {
    let here = Folder::with(&[]);
    for family in ["hidato", "numberlink", "futoshiki"] {
        let asked = format!("generate {family} --rows 5 --count 3 --with solution,rating,steps");
        let ran = here.run(&format!("{asked} -o pack.jsonl"));
        assert_eq!((ran.status, &*ran.err), (0, ""), "{family}");
        let pack = std::fs::read_to_string(here.path().join("pack.jsonl")).expect("it is there");
        for (line, n) in pack.lines().zip(0..) {
            let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(object["rating"]["level"].is_string() && object["steps"].is_array());
            assert_eq!(object["id"], format!("{family}-5x5-{}", n + 1));
            assert_eq!(object["fingerprint"].as_str().map(str::len), Some(32));
        }
        let ran = here.run("check pack.jsonl");
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
        assert_eq!(ran.err.matches("warning").count(), 0, "{}", ran.err);
        let ran = here.run("verify pack.jsonl");
        assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    }
    let wrong = r#"{"puzzle":"futoshiki","rows":2,"cols":2,"cells":[[1,null],[null,null]],"solution":[[2,1],[1,2]]}"#;
    std::fs::write(here.path().join("wrong.json"), wrong).expect("it is written");
    assert_ne!(here.run("verify wrong.json").status, 0);
    assert_eq!(here.run("check wrong.json").status, 3, "a wrong stored solution");
}

/// Futoshikis of a level have this level, one solution, and up to tricky as few clues as published ones.
#[test]
fn futoshikis_of_a_level_have_few_clues() {
    for level in [Level::Easy, Level::Tricky, Level::Hard, Level::Extreme] {
        for made in many("futoshiki", Request::new(6, 6, 1), Some(level), 4, 1) {
            let puzzle = &made.entry.puzzle;
            let rating = rate(puzzle, &Options::default()).expect("it is rated");
            assert!(is_unique(puzzle) && rating.level == Some(level), "{}", made.text());
            let clues = puzzle.clues().expect("numbers and signs");
            let signs = clues.iter().filter(|clue| matches!(clue, Clue::Less(_))).count();
            let is_sparse = signs <= 12 && clues.len() - signs <= 6;
            assert!(is_sparse || level > Level::Tricky, "{}", made.text());
        }
    }
}
