//! Ladders that cache unsuccessful looks, against fresh ladders.

use crate::support::lines::random_line;
use crate::support::links::random_links;
use crate::support::squares::random_square;
use clew::families::{Hidato, Line, Path, parse_native};
use clew::puzzle::Puzzle;
use clew::puzzle::ladder::{Deduction, Finding, Found, Ladder};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// The deductions of a technique, in its order, and whether it found a contradiction.
fn look(ladder: &mut dyn Ladder, technique: usize) -> (Vec<Deduction>, bool) {
    let mut found = Found::default();
    ladder.look(technique, &mut found);
    (found.deductions().collect(), found.nonsense.is_some())
}

/// Statistics of walks.
#[derive(Default, Debug)]
struct Tally {
    looks: u32,
    said: u32,
    unsound: u32,
}

/// Follows random deductions. After every step, each technique must find the same as on a fresh board that was given
/// the same findings.
fn walk(puzzle: &Puzzle, rng: &mut ChaCha8Rng, tally: &mut Tally) {
    let Ok(mut ladder) = puzzle.ladder() else { return };
    let mut known: Vec<Finding> = Vec::new();
    for _ in 0..60 {
        let mut fresh = puzzle.ladder().unwrap_or_else(|_| panic!("there was one"));
        for &finding in &known {
            let taken = fresh.learn(finding);
            assert!(taken.is_ok(), "{puzzle:?}: {finding:?} of {known:?}: {taken:?}");
        }
        assert_eq!(ladder.sound(), fresh.sound(), "{puzzle:?} {known:?}");
        if ladder.sound().is_err() {
            tally.unsound += 1;
            return;
        }
        let mut next: Vec<Finding> = Vec::new();
        let looks = ladder.techniques().iter().enumerate().filter(|(_, t)| !t.assumes());
        let looks: Vec<usize> = looks.map(|(technique, _)| technique).collect();
        for technique in looks {
            let (said, wanted) = (look(&mut *ladder, technique), look(&mut *fresh, technique));
            assert_eq!(
                said,
                wanted,
                "{} {puzzle:?} {known:?}",
                ladder.techniques()[technique].name
            );
            tally.looks += 1;
            if said.1 {
                return;
            }
            if let Some(deduction) = said.0.choose(rng) {
                tally.said += 1;
                next.clone_from(&deduction.findings);
                // Occasionally continue with a harder technique although this one has found something.
                if rng.random_bool(0.8) {
                    break;
                }
            }
        }
        if next.is_empty() {
            let open = ladder.open(usize::MAX);
            assert_eq!(open, fresh.open(usize::MAX));
            let Some(&finding) = open.choose(rng).and_then(|group| group.choose(rng)) else {
                return;
            };
            next.push(if rng.random_bool(0.5) { finding } else { finding.negated() });
        }
        if rng.random_bool(0.3) {
            ladder = ladder.copy();
        }
        for finding in next {
            if ladder.learn(finding).is_err() {
                tally.unsound += 1;
                return;
            }
            known.push(finding);
        }
    }
}

/// The line with its two ends given, anywhere, and nothing else.
fn with_ends(mut line: Line, rng: &mut ChaCha8Rng) -> Line {
    let n = line.board.len();
    let mut cells: Vec<usize> = (0..n).collect();
    cells.shuffle(rng);
    line.given = vec![None; n];
    line.given[cells[0]] = Some(1);
    line.given[cells[n - 1]] = Some(n as u32);
    line
}

/// Makes a board.
type Maker<'a> = dyn Fn(&mut ChaCha8Rng) -> Puzzle + 'a;

fn walks(boards: u64, of: &Maker<'_>) -> Tally {
    let mut tally = Tally::default();
    for i in 0..boards {
        let mut rng = ChaCha8Rng::seed_from_u64(i);
        let puzzle = of(&mut rng);
        walk(&puzzle, &mut rng, &mut tally);
    }
    tally
}

#[test]
fn what_was_looked_at_need_not_be_looked_at_again() {
    let line = |rng: &mut ChaCha8Rng| random_line(rng, None).0;
    let small: [(&str, &Maker<'_>); 4] = [
        ("futoshiki", &|rng| Puzzle::from(random_square(rng))),
        ("hidato", &|rng| Puzzle::from(Hidato(line(rng)))),
        ("path", &|rng| Puzzle::from(Path(with_ends(line(rng), rng)))),
        ("numberlink", &|rng| Puzzle::from(random_links(rng))),
    ];
    for (name, of) in small {
        let tally = walks(300, of);
        println!("{name}: {tally:?}");
        assert!(tally.said > 100 && tally.unsound > 5, "{name}: {tally:?}");
    }
    for text in [
        include_str!("../../instances/hard/hidato-rook-minimal-9x9.puzzle"),
        include_str!("../../instances/hidato/ladder-hex-08x08.puzzle"),
        include_str!("../../instances/numberlink/free-06x06.puzzle"),
        "puzzle: hidato\n\n1 . . . .\n. . . . .\n. . 13 . .\n. . . . .\n. . . . .\n",
        "puzzle: futoshiki\n\n. < . .   . < . .\n-   - - - - ^\n.   . .   . . .\n-   - - ^ - -\n.   . . > . . 3\n\
         -   - - - v -\n.   . .   . . .\n- v - - - -\n. . . . . .\n- - - - - -\n. . 5 . . .\n",
    ] {
        let parsed = parse_native(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        let tally = walks(8, &|_| parsed.puzzle.clone());
        assert!(tally.said > 20, "{text}: {tally:?}");
    }
}

/// Free points that are all neighbours of each other: a cell has more edges than a byte holds.
#[test]
fn cells_may_have_hundreds_of_neighbours() {
    let given = |k: u32| if k == 300 { ".".to_string() } else { k.to_string() };
    let points = (1..=300).map(|k| format!("{} {} {}\n", k % 20, k / 20, given(k)));
    let text =
        format!("puzzle: hidato\nboard: points\nreach: 100\n\n{}", points.collect::<String>());
    let puzzle = parse_native(&text).unwrap_or_else(|why| panic!("{why}")).puzzle;
    let ladder = puzzle.ladder().unwrap_or_else(|_| panic!("the numbers fit"));
    assert_eq!(ladder.sound(), Ok(()));
    let tally = walks(2, &|_| puzzle.clone());
    assert!(tally.said > 0, "{tally:?}");
    // A continuous line counts the edges of a cell.
    for n in [257, 300] {
        let given = |k: u32| if k == 1 || k == n { k.to_string() } else { ".".to_string() };
        let points = (1..=n).map(|k| format!("{} {} {}\n", k % 20, k / 20, given(k)));
        let text =
            format!("puzzle: path\nboard: points\nreach: 100\n\n{}", points.collect::<String>());
        let puzzle = parse_native(&text).unwrap_or_else(|why| panic!("{why}")).puzzle;
        let ladder = puzzle.ladder().unwrap_or_else(|_| panic!("both ends are given"));
        assert_eq!(ladder.sound(), Ok(()), "{n} points");
    }
}
