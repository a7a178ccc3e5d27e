//! The routes of a numberlink's paths in words, for text in which letters alone would not tell them.

use crate::puzzle::{Answer, Cell, Numberlink, Puzzle, Shape};

/// The routes below a `paths:` line, one a line, as `  A: r1c1-r1c2-r2c2`; `None` if the letters of the
/// filled grid determine them, because every two neighbouring cells of one letter are joined, or if
/// the puzzle has no paths. Linear in the board.
pub fn routes(puzzle: &Puzzle, answer: &Answer) -> Option<String> {
    let (Puzzle::Numberlink(link), Answer::Links(on)) = (puzzle, answer) else { return None };
    let labels = answer.labels(link);
    let told = link.board.edges().iter().zip(on).all(|(&[a, b], &on)| {
        let (a, b) = (labels[a as usize], labels[b as usize]);
        on || a.is_none() || a != b
    });
    if told {
        return None;
    }
    let mut out = String::from("paths:\n");
    for (label, path) in link.labels.iter().zip(answer.paths(link)) {
        let places: Vec<String> = path.iter().map(|&c| place(link, c)).collect();
        out += &format!("  {label}: {}\n", places.join("-"));
    }
    Some(out)
}

/// The name of a cell: row and column from 1, or the number of a free point.
fn place(link: &Numberlink, cell: Cell) -> String {
    let (r, c) = link.board.place(cell);
    match link.board.shape() {
        Shape::Points { .. } => format!("point {}", c + 1),
        Shape::Grid { .. } => format!("r{}c{}", r + 1, c + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::format::parse_native;

    /// The answer whose paths are these, as indices of cells.
    fn answer(puzzle: &Puzzle, paths: &[&[Cell]]) -> Answer {
        let board = puzzle.board().expect("a board");
        let mut on = vec![false; board.edges().len()];
        for step in paths.iter().flat_map(|path| path.windows(2)) {
            on[board.edge_between(step[0], step[1]).expect("an edge") as usize] = true;
        }
        Answer::Links(on)
    }

    #[test]
    fn routes_are_told_where_letters_leave_them_open() {
        let text = "puzzle: numberlink\ntouch: yes\n\nA . .\n. . A\n";
        let puzzle = parse_native(text).expect("a puzzle").puzzle;
        let one = answer(&puzzle, &[&[0, 3, 4, 1, 2, 5]]);
        let wanted = "paths:\n  A: r1c1-r2c1-r2c2-r1c2-r1c3-r2c3\n";
        assert_eq!(routes(&puzzle, &one).as_deref(), Some(wanted));
        let text = "puzzle: numberlink\ntouch: yes\n\nA . .\nB . A\n# B #\n";
        let puzzle = parse_native(text).expect("a puzzle").puzzle;
        let one = answer(&puzzle, &[&[0, 1, 2, 5], &[3, 4, 6]]);
        assert_eq!(routes(&puzzle, &one), None);
    }
}
