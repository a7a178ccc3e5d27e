//! A name for a puzzle that is the same for all its equivalent forms: rotated, mirrored, with other names of labels, or
//! counted the other way.

use clew_puzzle::puzzle::{Answer, Cell, Neighbourhood, Puzzle, Shape};
use serde_json::Value;
use std::fmt::Write;

/// 32 hexadecimal digits that two puzzles share if one is the other turned, mirrored, with other names of labels, or
/// with numbers (and signs) counted from the other end. Boards of hexagons and free points are not turned. Puzzles with
/// other rules, walls or sides joined have others. Linear in the cells and pairs, but for sorting.
pub fn fingerprint(puzzle: &Puzzle) -> String {
    let stated = Stated::new(puzzle);
    named(puzzle, &|turn, reversed| form(&stated, turn, reversed))
}

/// The same for a solution, whatever is given of it: 32 hexadecimal digits that two puzzles share, also of different
/// families, if their lines, paths or squares are the same turned, mirrored, with other names of labels, or counted
/// from the other end.
pub fn solution_fingerprint(puzzle: &Puzzle, answer: &Answer) -> String {
    named(puzzle, &|turn, reversed| solution_form(puzzle, answer, turn, reversed))
}

/// The digits for the least of the forms that a puzzle takes by turning and reversing.
fn named(puzzle: &Puzzle, form: &dyn Fn(u32, bool) -> String) -> String {
    let turns = match puzzle.board().map(|board| board.shape()) {
        Some(Shape::Grid { moves: Neighbourhood::Hex, .. } | Shape::Points { .. }) => 1,
        _ => 8,
    };
    let forms = (0..turns).flat_map(|turn| [false, true].map(|reversed| form(turn, reversed)));
    let least = forms.min().expect("there is at least the puzzle itself");
    format!(
        "{:016x}{:016x}",
        hash(&least, 0xcbf2_9ce4_8422_2325),
        hash(&least, 0x9e37_79b9_7f4a_7c15)
    )
}

/// A place in one of eight positions of a grid of this size.
fn moved((r, c): Place, (rows, cols): Place, turn: u32) -> Place {
    let (r, c) = if turn & 1 == 1 { (rows - 1 - r, c) } else { (r, c) };
    let (r, c) = if turn & 2 == 2 { (r, cols - 1 - c) } else { (r, c) };
    if turn & 4 == 4 { (c, r) } else { (r, c) }
}

/// A solution as a text: the edges of its paths, or the numbers of its cells.
fn solution_form(puzzle: &Puzzle, answer: &Answer, turn: u32, reversed: bool) -> String {
    let size = puzzle.size();
    let place = |cell: Cell| moved(puzzle.place(cell), size, turn);
    let edges = |paths: Vec<Vec<Cell>>| {
        let edge = |pair: &[Cell]| {
            let [a, b] = [place(pair[0]), place(pair[1])];
            [a.min(b), a.max(b)]
        };
        let mut edges: Vec<[Place; 2]> =
            paths.iter().flat_map(|path| path.windows(2).map(edge)).collect();
        edges.sort_unstable();
        format!("{edges:?}")
    };
    match answer {
        Answer::Line(numbers) => {
            let mut line: Vec<(u32, Cell)> = numbers.iter().copied().zip(0..).collect();
            line.retain(|(number, _)| *number > 0);
            line.sort_unstable();
            edges(vec![line.into_iter().map(|(_, cell)| cell).collect()])
        }
        Answer::Links(_) => edges(puzzle.routes(answer).unwrap_or_default()),
        Answer::Square(values) => {
            let turned = |value: u32| if reversed { size.0 + 1 - value } else { value };
            let mut cells: Vec<(Place, u32)> =
                (0..).zip(values).map(|(cell, &value)| (place(cell), turned(value))).collect();
            cells.sort_unstable();
            format!("{cells:?}")
        }
        Answer::Values(values) => format!("{values:?}"),
    }
}

/// FNV-1a (Fowler, Noll, Vo), from this basis.
fn hash(text: &str, basis: u64) -> u64 {
    text.bytes()
        .fold(basis, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

type Place = (u32, u32);

/// The content of a puzzle that is the same in all positions.
struct Stated<'a> {
    puzzle: &'a Puzzle,
    clues: Vec<Value>,
    /// The greatest number of a cell, 0 if there are none, counted from 1.
    most: u64,
    /// The first number that cells show.
    first: u64,
    /// Per key the pairs of cells, each with its number.
    pairs: Vec<Vec<([Cell; 2], u32)>>,
}

impl Stated<'_> {
    fn new(puzzle: &Puzzle) -> Stated<'_> {
        let numbered = |(k, pairs): (usize, Vec<([Cell; 2], bool)>)| {
            pairs.into_iter().map(|(cells, _)| cells).zip(puzzle.numbers_of_pairs(k)).collect()
        };
        let clues = puzzle.clues_json();
        // Where givens depend on each other, the count is that of the givens, not of the cells.
        let most = match puzzle.greatest_number() {
            0 => 0,
            _ if puzzle.clues().is_none() => {
                clues.iter().filter_map(Value::as_u64).max().unwrap_or(0)
            }
            cells => cells.into(),
        };
        let first = if most > 0 { puzzle.shown(1) } else { 1 };
        Stated {
            puzzle,
            clues,
            most,
            first: first.into(),
            pairs: puzzle.pairs().into_iter().enumerate().map(numbered).collect(),
        }
    }
}

/// The puzzle as a text, in one of eight positions; `reversed`: numbers are counted from the other end.
fn form(stated: &Stated<'_>, turn: u32, reversed: bool) -> String {
    let Stated { puzzle, ref clues, most, first, ref pairs } = *stated;
    let (rows, cols) = puzzle.size();
    let moved = |place: Place| moved(place, (rows, cols), turn);
    let size = if turn & 4 == 4 { (cols, rows) } else { (rows, cols) };
    let mut cells: Vec<(Place, &Value)> =
        (0..).zip(clues).map(|(c, clue)| (moved(puzzle.place(c)), clue)).collect();
    cells.sort_by_key(|(place, _)| *place);
    let mut text = format!("{} {}x{}", puzzle.family(), size.0, size.1);
    for (key, word) in puzzle.words() {
        let _ = write!(text, " {key}={word}");
    }
    if let Some(board) = puzzle.board() {
        let round = (board.wrap().rows(), board.wrap().columns());
        let round = if turn & 4 == 4 { (round.1, round.0) } else { round };
        let _ = write!(text, " {:?} {round:?}", board.moves());
    }
    let mut names: Vec<&Value> = Vec::new();
    for ((r, c), clue) in cells {
        match (clue, clue.as_u64().filter(|_| most > 0)) {
            (Value::Null, _) => {
                let _ = write!(text, ";{r},{c}");
            }
            (_, Some(number)) => {
                let number = (number + 1).saturating_sub(first);
                let number = if reversed && number <= most { most + 1 - number } else { number };
                let _ = write!(text, ";{r},{c}:{number}");
            }
            (name, None) => {
                let known = names.iter().position(|known| *known == name);
                let index = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(name);
                }
                let _ = write!(text, ";{r},{c}:#{index}");
            }
        }
    }
    let place = |cell| moved(puzzle.place(cell));
    for (pairs, key) in pairs.iter().zip(puzzle.family().pairs) {
        let ordered = key.between == '<';
        let pair = |[a, b]: [u32; 2]| {
            let [a, b] = [place(a), place(b)];
            match (ordered, reversed) {
                (false, _) => [a.min(b), a.max(b)],
                (true, false) => [a, b],
                (true, true) => [b, a],
            }
        };
        let mut pairs: Vec<([Place; 2], u32)> =
            pairs.iter().map(|&(cells, number)| (pair(cells), number)).collect();
        pairs.sort_unstable();
        let _ = write!(text, ";{}{pairs:?}", key.name);
    }
    if let Some(board) = puzzle.board() {
        let wall = |&[a, b]: &[u32; 2]| [place(a).min(place(b)), place(a).max(place(b))];
        let mut walls: Vec<[Place; 2]> = board.walls().iter().map(wall).collect();
        walls.sort_unstable();
        let mut bridges: Vec<Place> = board.bridge_places().into_iter().map(moved).collect();
        bridges.sort_unstable();
        let _ = write!(text, ";{walls:?}{bridges:?}");
    }
    if let Some(Shape::Points { at, reach }) = puzzle.board().map(|board| board.shape()) {
        let _ = write!(text, ";{at:?}{reach:?}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::{Options, Task, run};
    use clew_families::parse_native;

    fn of_text(text: &str) -> String {
        fingerprint(&parse_native(text).expect("a puzzle").puzzle)
    }

    #[test]
    fn solutions_are_the_same_whatever_is_given() {
        let of = |text: &str| {
            let puzzle = parse_native(text).expect("a puzzle").puzzle;
            let found = run(&puzzle, Task::Solve { limit: 1 }, &Options::default());
            solution_fingerprint(&puzzle, &found.expect("it is solved").answers[0])
        };
        let line = of("puzzle: hidato\nneighbours: 4\n\n1 . 3\n6 . 4\n. . 9\n");
        assert_eq!(line, of("puzzle: hidato\nneighbours: 4\n\n. . 9\n. . .\n1 . 3\n"), "mirrored");
        assert_eq!(line, of("puzzle: zip\n\n1 . .\n. 2 .\n. . 3\n"), "of another family");
        assert_ne!(line, of("puzzle: hidato\nneighbours: 4\n\n1 2 3\n8 9 4\n7 6 5\n"));
        let square = of("puzzle: futoshiki\n\n1   .\n-   -\n.   .\n");
        assert_eq!(square, of("puzzle: futoshiki\n\n. < .\n-   -\n.   .\n"));
        let links = of("puzzle: numberlink\n\nA . A\nB . B\n");
        assert_eq!(links, of("puzzle: numberlink\n\nx y\n. .\nx y\n"));
    }

    #[test]
    fn turning_mirroring_naming_and_reversing_change_nothing() {
        let line = of_text("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
        assert_eq!(line, of_text("puzzle: hidato\n\n1 . 6\n. 2 .\n. 8 .\n"), "a quarter of a turn");
        assert_eq!(line, of_text("puzzle: hidato\n\n4 . .\n. 8 2\n9 . .\n"), "from the other end");
        assert_ne!(line, of_text("puzzle: hidato\n\n5 . .\n. 2 8\n1 . .\n"));
        assert_ne!(line, of_text("puzzle: hidato\nneighbours: 4\n\n6 . .\n. 2 8\n1 . .\n"));
        let links = of_text("puzzle: numberlink\n\nA . A\nB . B\n");
        assert_eq!(links, of_text("puzzle: numberlink\n\nx . x\ny . y\n"));
        assert_eq!(links, of_text("puzzle: numberlink\n\n2 1\n. .\n2 1\n"));
        assert_ne!(links, of_text("puzzle: numberlink\ncover: partial\n\nA . A\nB . B\n"));
        let square = of_text("puzzle: futoshiki\n\n1 < .\n-   -\n.   .\n");
        assert_eq!(
            square,
            of_text("puzzle: futoshiki\n\n2 > .\n-   -\n.   .\n"),
            "counted from the other end"
        );
        assert_ne!(square, of_text("puzzle: futoshiki\n\n1   .\n-   -\n.   .\n"));
        let differ = |by: u32| {
            of_text(&format!("puzzle: futoshiki\ndiffer: r1c1~r2c2={by}\n\n. . .\n. . .\n. . 1\n"))
        };
        assert_ne!(differ(1), differ(2));
    }
}
