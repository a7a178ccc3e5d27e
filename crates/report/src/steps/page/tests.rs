use super::*;
use clew_engine::run::Budget;
use clew_families::parse_native;
use clew_puzzle::puzzle::Answer;
use clew_solve::explain::{End, WalkOptions, walk};
use clew_solve::strategy::Options;

const PUZZLES: [&str; 6] = [
    "puzzle: futoshiki\n\n. < .   .   .\n-   v   ^   -\n3 > .   . > .\n-   -   -   -\n. > .   . > .\n\
     v   v   -   -\n.   .   .   .\n",
    "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n",
    "puzzle: hidato\nneighbours: hex\n\n1 . 16 12\n2 . 13 .\n. 4 . .\n5 . . .\n",
    "puzzle: numberlink\n\n1 . 2 . .\n3 . 4 4 .\n. . 5 5 .\n. . 2 . .\n3 . . . 1\n",
    "puzzle: numberlink\nwrap: both\n\n1 2 3 4\n. . 5 6\n4 1 5 6\n. 2 3 .\n",
    "puzzle: path\nneighbours: 8\n\n. . . .\n. # . #\n# . . #\n1 10 # #\n",
];

/// Whether the path between two neighbours belongs to the solution.
fn joins(puzzle: &Puzzle, answer: &Answer, [a, b]: [u32; 2]) -> bool {
    match answer {
        Answer::Links(on) => {
            let edge = puzzle.board().and_then(|board| board.edge_between(a, b));
            on[edge.expect("neighbours") as usize]
        }
        Answer::Line(numbers) => numbers[a as usize].abs_diff(numbers[b as usize]) == 1,
        Answer::Square(_) | Answer::Values(_) => false,
    }
}

/// The pencilled numbers agree with the solution in every step, something is struck out on the way, and at the end
/// nothing is left open.
#[test]
fn pencil_marks_agree_with_the_solution() {
    let manner = WalkOptions::WORDS;
    let (mut struck, mut crossed) = (0, 0);
    for text in PUZZLES {
        let puzzle = parse_native(text).expect("a puzzle").puzzle;
        let walked = walk(&puzzle, &[], manner, &Budget::unlimited()).expect("a ladder");
        let End::Solved(answer) = &walked.end else { panic!("{text}{:?}", walked.end) };
        let mut position = Position::new(&puzzle);
        for step in walked.steps.chunks(1) {
            position.take(step);
            let marks = &position.marks;
            for (cell, numbers) in &marks.pencil {
                let (Answer::Line(found) | Answer::Square(found)) = answer else {
                    panic!("{text}")
                };
                let (gone, left): (Vec<_>, Vec<_>) = numbers.iter().partition(|(_, gone)| *gone);
                let here = |(number, _): &(u32, bool)| *number == found[*cell as usize];
                assert!(left.iter().copied().any(here), "{text}{step:?}{marks:?}");
                assert!(!gone.iter().copied().any(here), "{text}{step:?}{marks:?}");
                struck += gone.len();
            }
            let apart = marks.crossed.iter().map(|(pair, _)| pair).chain(&marks.parted);
            crossed += apart.clone().count();
            assert!(apart.clone().all(|pair| !joins(&puzzle, answer, *pair)), "{text}{marks:?}");
            let joined = marks.joined.iter().map(|joined| joined.pair);
            assert!(joined.clone().all(|pair| joins(&puzzle, answer, pair)), "{text}");
        }
        position.take(&[]);
        assert!(position.marks.pencil.is_empty(), "{text}{:?}", position.marks);
    }
    assert!(struck > 20 && crossed > 40, "{struck} {crossed}");
}

/// A page has a switch, one script, one picture of the board that all steps use, and a legend of its colours.
#[test]
fn a_page_stands_alone() {
    for text in PUZZLES {
        let puzzle = parse_native(text).expect("a puzzle").puzzle;
        let manner = WalkOptions::WORDS;
        let walked = walk(&puzzle, &[], manner, &Budget::unlimited()).expect("a ladder");
        let rating = Rating::of_walk(&puzzle, &walked, &Options::default()).expect("it is rated");
        let page = page(&puzzle, &walked.steps, &rating, ["a < b", "Solved"], &Budget::unlimited());
        let boards = page.matches("<use href=\"#board\"/>").count();
        assert!((2..=2 + 2 * DRAWN).contains(&(boards - walked.steps.len())), "{text}");
        assert_eq!(page.matches("id=\"board\"").count(), 1);
        assert!(page.contains("id=\"pencil\"") && page.contains("class=\"pencil\""), "{text}");
        assert_eq!(page.matches("<script").count(), 1);
        assert!(page.contains("default-src 'none'") && page.contains(SCRIPT_HASH));
        for name in page.split("var(").skip(1) {
            let name = name.split(')').next().expect("a name");
            assert!(page.contains(&format!("{name}:#")), "{name}");
        }
    }
}

/// A page whose budget is used up shows the puzzle and says what it leaves out; its links lead to sections that exist.
#[test]
fn a_page_ends_with_its_budget() {
    let manner = WalkOptions::WORDS;
    let puzzle = parse_native(PUZZLES[1]).expect("a puzzle").puzzle;
    let walked = walk(&puzzle, &[], manner, &Budget::unlimited()).expect("a ladder");
    let rating = Rating::of_walk(&puzzle, &walked, &Options::default()).expect("a rating");
    let over = Budget::unlimited().within(std::time::Duration::ZERO);
    let page = page(&puzzle, &walked.steps, &rating, ["hidato", "Solved"], &over);
    assert_eq!(page.matches("<section ").count(), 2);
    let said = format!("the pictures of steps 1 to {}, which are left out", walked.steps.len());
    assert!(page.contains(&said), "{page}");
    for link in page.split("href=\"#").skip(1) {
        let id = link.split('"').next().expect("an end");
        assert!(page.contains(&format!(" id=\"{id}\"")), "{id}");
    }
}
