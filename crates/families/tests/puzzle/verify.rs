//! Each rule broken once, and all fillings of tiny boards against rules stated independently.

use clew_families::{Numberlink, parse_native};
use clew_puzzle::puzzle::verify::*;
use clew_puzzle::puzzle::{Answer, Cell, Goal, Puzzle, line_order};

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).unwrap_or_else(|e| panic!("{e}")).puzzle
}

/// The message of verification for an answer, `ok` if there is none.
fn say(puzzle: &Puzzle, answer: &Answer) -> String {
    puzzle.verify(answer).err().map_or("ok".into(), |v| v.to_string())
}

#[test]
fn lines() {
    let p = puzzle("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
    let said = |numbers: &[u32]| say(&p, &Answer::Line(numbers.to_vec()));
    assert_eq!(said(&[6, 7, 9, 5, 2, 8, 1, 4, 3]), "ok");
    assert_eq!(said(&[6, 7, 9, 5, 2, 8, 1, 3, 4]), "4 at r3c3 and 5 at r2c1 are not neighbours");
    assert_eq!(said(&[6, 7, 9, 5, 2, 8, 1, 4, 4]), "4 stands at r3c2 and at r3c3");
    assert_eq!(said(&[6, 7, 9, 5, 2, 8, 1, 4, 10]), "r3c3 holds 10, which is not from 1 to 9");
    assert_eq!(said(&[6, 7, 9, 5, 2, 8, 1, 4, 0]), "r3c3 is not filled");
    assert_eq!(said(&[6, 7, 9, 5, 2, 3, 1, 4, 8]), "r2c3 holds 3 where 8 is given");
    assert_eq!(said(&[6, 7]), "the answer has 2 entries, the puzzle 9");
    assert_eq!(say(&p, &Answer::Links(vec![])), "the answer is one for another family of puzzles");
}

#[test]
fn partial_lines() {
    let p = puzzle("puzzle: path\n\n. . .\n. # .\n. . 2\n");
    let said = |numbers: &[u32]| {
        let checked = p.verify_for(Goal::MOST_CELLS, &Answer::Line(numbers.to_vec()));
        checked.err().map_or("ok".into(), |v| v.to_string())
    };
    assert_eq!(said(&[0, 0, 0, 0, 1, 0, 3, 2]), "ok");
    assert_eq!(said(&[0, 0, 0, 0, 1, 0, 0, 2]), "ok");
    assert_eq!(said(&[0, 0, 0, 0, 0, 0, 3, 2]), "1 stands nowhere");
    assert_eq!(said(&[0, 0, 4, 0, 1, 0, 3, 2]), "3 at r3c2 and 4 at r1c3 are not neighbours");
    assert_eq!(said(&[0; 8]), "r3c3 holds 0 where 2 is given");
    let free = puzzle("puzzle: path\n\n. .\n");
    let none = free.verify_for(Goal::MOST_CELLS, &Answer::Line(vec![0, 0]));
    assert_eq!(none.map_err(|v| v.to_string()), Err("1 stands nowhere".into()));
    assert!(free.verify_for(Goal::MOST_CELLS, &Answer::Line(vec![1, 0])).is_ok());
    assert_eq!(line_order(&[3, 0, 1, 2]), [2, 3, 0]);
}

#[test]
fn walls_part_lines() {
    let p = puzzle("puzzle: path\nwalls: r1c1|r1c2\n\n. .\n. .\n");
    assert_eq!(say(&p, &Answer::Line(vec![1, 4, 2, 3])), "ok");
    let through = say(&p, &Answer::Line(vec![1, 2, 4, 3]));
    assert_eq!(through, "1 at r1c1 and 2 at r1c2 are not neighbours");
}

#[test]
fn marked_lines_join_cells_that_are_filled() {
    let p = puzzle("puzzle: hidato\nlinks: r1c1-r1c2\n\n. . .\n");
    let said = |numbers: &[u32]| {
        let checked = p.verify_for(Goal::MOST_CELLS, &Answer::Line(numbers.to_vec()));
        checked.is_ok()
    };
    assert!(said(&[1, 2, 0]) && said(&[2, 1, 0]) && said(&[3, 2, 1]));
    assert!(!said(&[0, 1, 2]) && !said(&[0, 2, 1]) && !said(&[1, 0, 0]) && !said(&[0, 0, 1]));
}

/// The neighbours of every cell of a board, as verification computes them.
fn neighbours(text: &str) -> Vec<Vec<Cell>> {
    let p = puzzle(text);
    let board = p.board().expect("a board");
    let cells = 0..board.len() as Cell;
    let beside = |a: Cell| cells.clone().filter(|&b| b != a && touching(board, a, b)).collect();
    cells.clone().map(beside).collect()
}

#[test]
fn cells_touch_over_joined_sides_and_along_the_lines_of_a_bridge() {
    let ring = [vec![1, 3], vec![0, 2], vec![1, 3], vec![0, 2]];
    assert_eq!(neighbours("puzzle: path\nwrap: rows\n\n. . . .\n"), ring);
    assert_eq!(neighbours("puzzle: hidato\nneighbours: hex\nwrap: rows\n\n. . . .\n"), ring);
    let plain = [vec![1], vec![0, 2], vec![1, 3], vec![2]];
    assert_eq!(neighbours("puzzle: hidato\nneighbours: hex\n\n. . . .\n"), plain);
    // Of the two cells of the bridge in the middle each has the neighbours of one line.
    let crossing = "puzzle: numberlink\nbridges: r2c2\n\n. 1 .\n2 . 2\n. 1 .\n";
    let p = puzzle(crossing);
    let &[along, across] = p.board().expect("a board").bridges().first().expect("a bridge");
    let all = neighbours(crossing);
    let [row, column] = [&all[along as usize], &all[across as usize]];
    assert_eq!([row.len(), column.len()], [2, 2]);
    assert!(row.iter().all(|c| !column.contains(c)));
    let board = p.board().expect("a board");
    assert!(row.iter().all(|&c| board.place(c).0 == board.place(along).0));
    assert!(column.iter().all(|&c| board.place(c).1 == board.place(across).1));
}

/// Links by naming the pairs of places that are joined.
fn links(p: &Puzzle, pairs: &[[(u32, u32); 2]]) -> Answer {
    let board = p.board().expect("a board");
    let cell = |(r, c)| board.cell_at(r, c).expect("a cell");
    let mut on = vec![false; board.edges().len()];
    for &[a, b] in pairs {
        on[board.edge_between(cell(a), cell(b)).expect("an edge") as usize] = true;
    }
    Answer::Links(on)
}

#[test]
fn numberlink_rules() {
    let rules = |cover: &str, touch: &str| {
        puzzle(&format!(
            "puzzle: numberlink\ncover: {cover}\ntouch: {touch}\n\nA A\nB B\n. .\n. .\n"
        ))
    };
    let a = [(0, 0), (0, 1)];
    let b = [(1, 0), (1, 1)];
    let long =
        [[(1, 0), (2, 0)], [(2, 0), (3, 0)], [(3, 0), (3, 1)], [(3, 1), (2, 1)], [(2, 1), (1, 1)]];
    let square = [[(2, 0), (3, 0)], [(3, 0), (3, 1)], [(3, 1), (2, 1)], [(2, 1), (2, 0)]];
    let with = |more: &[[(u32, u32); 2]]| [&[a][..], more].concat();
    let said = |cover, touch, pairs: &[_]| {
        let p = rules(cover, touch);
        say(&p, &links(&p, pairs))
    };
    assert_eq!(said("all", "no", &[a, b]), "r3c1 is on no path");
    assert_eq!(said("partial", "no", &[a, b]), "ok");
    assert_eq!(said("all", "no", &[&[a, b][..], &square].concat()), "r3c1 is on a closed loop");
    assert_eq!(
        said("partial", "yes", &[&[a, b][..], &square].concat()),
        "r3c1 is on a closed loop"
    );
    assert_eq!(said("all", "no", &with(&long)), "the path of B touches itself at r2c1 and r2c2");
    assert_eq!(said("all", "no2x2", &with(&long)), "the path of B fills the 2x2 block at r2c1");
    assert_eq!(said("all", "yes", &with(&long)), "ok");
    assert_eq!(said("all", "yes", &[b]), "r1c1, an end of A, has 0 links instead of 1");
    assert_eq!(
        said("all", "yes", &with(&long[..4])),
        "r2c2, an end of B, has 0 links instead of 1"
    );
    assert_eq!(said("partial", "yes", &[a, b, long[2]]), "r4c1 has 1 link instead of 2");
    let upright = [[(0, 0), (1, 0)], [(0, 1), (1, 1)]];
    assert_eq!(
        said("partial", "yes", &upright),
        "the path of A from r1c1 ends at r2c1, not at the other A"
    );
    let p = rules("all", "yes");
    let answer = links(&p, &with(&long));
    let Some(link) = p.downcast::<Numberlink>() else { panic!("a numberlink") };
    assert_eq!(link.paths(&answer), [vec![0, 1], vec![2, 4, 6, 7, 5, 3]]);
    assert_eq!(link.found_labels(&answer), [0, 0, 1, 1, 1, 1, 1, 1].map(Some));
    let few = rules("partial", "no");
    assert_eq!(link.found_labels(&links(&few, &[a, b]))[4..], [None; 4]);
}

#[test]
fn squares() {
    let p = puzzle("puzzle: futoshiki\n\n. < .   .\n-   -   v\n.   .   2\n-   -   -\n.   .   .\n");
    let said = |values: [u32; 9]| say(&p, &Answer::Square(values.to_vec()));
    assert_eq!(said([1, 2, 3, 3, 1, 2, 2, 3, 1]), "ok");
    assert_eq!(said([2, 1, 3, 3, 1, 2, 1, 3, 2]), "1 stands twice in column 2");
    assert_eq!(
        said([2, 1, 3, 1, 3, 2, 3, 2, 1]),
        "r1c1 must be less than r1c2, but holds 2 and that 1"
    );
    assert_eq!(said([1, 2, 2, 3, 1, 2, 2, 3, 1]), "2 stands twice in row 1");
    assert_eq!(said([1, 2, 3, 2, 1, 3, 3, 1, 2]), "r2c3 holds 3 where 2 is given");
    assert_eq!(said([1, 2, 3, 3, 1, 2, 2, 0, 1]), "r3c2 is not filled");
    assert_eq!(said([1, 2, 4, 3, 1, 2, 2, 3, 1]), "r1c3 holds 4, which is not from 1 to 3");
}

/// The number of fillings of all cells that pass, over all permutations.
fn directed_lines(text: &str) -> usize {
    let p = puzzle(text);
    let n = p.board().expect("a board").len();
    let mut numbers: Vec<u32> = (1..=n as u32).collect();
    let mut passed = 0;
    // Heap's permutations, without recursion.
    let mut counters = vec![0; n];
    let mut i = 0;
    passed += usize::from(p.verify(&Answer::Line(numbers.clone())).is_ok());
    while i < n {
        if counters[i] < i {
            numbers.swap(if i % 2 == 0 { 0 } else { counters[i] }, i);
            passed += usize::from(p.verify(&Answer::Line(numbers.clone())).is_ok());
            counters[i] += 1;
            i = 0;
        } else {
            counters[i] = 0;
            i += 1;
        }
    }
    passed
}

#[test]
fn known_counts_of_lines() {
    // Published numbers of Hamiltonian paths: 20 undirected with rook moves, 784 directed with king moves.
    assert_eq!(directed_lines("puzzle: path\n\n. . .\n. . .\n. . .\n"), 40);
    assert_eq!(directed_lines("puzzle: hidato\n\n. . .\n. . .\n. . .\n"), 784);
    // The same graph as free points.
    let points: String = (0..9).map(|i| format!("{} {} .\n", i % 3, i / 3)).collect();
    assert_eq!(directed_lines(&format!("puzzle: path\nboard: points\n\n{points}")), 784);
    assert_eq!(directed_lines("puzzle: path\n\n. .\n. #\n"), 2);
    // A hexagon of seven cells: a middle and a rim of six.
    let flower = "puzzle: hidato\nneighbours: hex\n\n# . .\n. . .\n# . .\n";
    let board = puzzle(flower);
    let degrees: Vec<usize> =
        (0..7).map(|c| board.board().expect("a board").neighbours(c).len()).collect();
    assert_eq!(degrees, [3, 3, 3, 6, 3, 3, 3]);
    // Middle first or last: 2 x 12. In between: a rim arc of k, the middle, the other 6 - k rim
    // cells as an arc from either end (one way if it is a single cell): the first arc starts at
    // any of 6 cells and turns either way (one way if single).
    let ways = |k: usize| if k == 1 { 1 } else { 2 };
    let between: usize = (1..6).map(|k| 6 * ways(k) * ways(6 - k)).sum();
    assert_eq!(directed_lines(flower), 24 + between);
}

/// How many sets of edges pass, under each of four rule sets. Sets with a cell of three links, or
/// with an end of other than one, are not tried; everything else is.
fn counts_of_links(grid: &str) -> [usize; 4] {
    let rules = [("all", "no"), ("all", "yes"), ("partial", "no"), ("partial", "yes")];
    let puzzles = rules.map(|(cover, touch)| {
        puzzle(&format!("puzzle: numberlink\ncover: {cover}\ntouch: {touch}\n\n{grid}"))
    });
    let board = puzzles[0].board().expect("a board");
    let mut counts = [0; 4];
    let Some(link) = puzzles[0].downcast::<Numberlink>() else { panic!("a numberlink") };
    // Links that a cell may still get.
    let room: Vec<u8> = link.terminals().iter().map(|t| if t.is_some() { 1 } else { 2 }).collect();
    let mut open = vec![(Vec::new(), room)];
    while let Some((on, mut room)) = open.pop() {
        let Some(&[a, b]) = board.edges().get(on.len()) else {
            let answer = Answer::Links(on);
            for (count, puzzle) in counts.iter_mut().zip(&puzzles) {
                *count += usize::from(puzzle.verify(&answer).is_ok());
            }
            continue;
        };
        // Edges come in the order of their smaller cell: the cells before `a` are done.
        if link.ends.iter().flatten().any(|&end| end < a && room[end as usize] > 0) {
            continue;
        }
        open.push(([&on[..], &[false]].concat(), room.clone()));
        if room[a as usize] > 0 && room[b as usize] > 0 {
            room[a as usize] -= 1;
            room[b as usize] -= 1;
            open.push(([&on[..], &[true]].concat(), room));
        }
    }
    counts
}

#[test]
fn known_counts_of_links() {
    // A on rows 1..=a, B on rows b..=4, a < b; all rows covered if b = a + 1.
    assert_eq!(counts_of_links("A A\n. .\n. .\nB B\n"), [0, 3, 1, 6]);
    // Two ways round a hole.
    assert_eq!(counts_of_links("A . A\n. # .\n. . .\n"), [0, 0, 2, 2]);
    // Published counts.
    assert_eq!(counts_of_links("A A\nB B\n. .\n. .\n"), [0, 1, 1, 3]);
    assert_eq!(counts_of_links("A B . .\n. . . .\nC A B C\n. . . .\n"), [0, 1, 1, 2]);
    assert_eq!(counts_of_links(". . . .\n. a b .\n. . b .\na . . .\n"), [0, 5, 4, 40]);
}
