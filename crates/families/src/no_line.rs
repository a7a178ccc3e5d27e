//! Why a board has no line through all its cells, and the nearest board that has one.

use clew_engine::structures::UnionFind;
use clew_puzzle::puzzle::format::name;
use clew_puzzle::puzzle::wording::{how_many, join};
use clew_puzzle::puzzle::{Board, Cell, Grid, Wrap};

/// The most boards that are tried in search of one with a line.
const MOST_TRIED: usize = 400;

/// The turns of a search for a line on each of them.
const TURNS: usize = 2_000;

/// The property of a board by which it has no line through all its cells; `None` if none of those that are known
/// applies. Quadratic in the board.
pub(super) fn reason(board: &Board) -> Option<String> {
    obvious(board).or_else(|| cut(board))
}

/// The same in a short time: on large boards only of the properties that are found in linear time.
pub(super) fn quick_reason(board: &Board) -> Option<String> {
    /// The most cells of a board from which each cell is taken away once.
    const MOST: usize = 1024;
    if board.len() > MOST { obvious(board) } else { reason(board) }
}

/// The same, of the properties that are found in linear time.
pub(super) fn obvious(board: &Board) -> Option<String> {
    let cells = || 0..board.len() as Cell;
    let named = |c: Cell| name(board.place(c));
    let pieces = pieces(board, None);
    if pieces.len() > 1 {
        let of = join(pieces.iter().take(3).map(|&c| named(c)));
        return Some(format!(
            "its cells are {} that no step joins (one with each of {of})",
            how_many(pieces.len(), "piece")
        ));
    }
    let black = cells().filter(|&c| board.is_black(c)).count();
    let white = board.len() - black;
    if board.is_checkered() && black.abs_diff(white) > 1 {
        let (more, less) = (black.max(white), black.min(white));
        return Some(format!(
            "a line goes from one colour of a chessboard to the other at each step, but the board has {more} cells of one and {less} \
             of the other, which differ by more than one"
        ));
    }
    let ends: Vec<Cell> = cells().filter(|&c| board.neighbours(c).len() < 2).collect();
    if ends.len() > 2 && board.len() > 1 {
        let of = join(ends.iter().take(6).map(|&c| named(c)));
        return Some(format!("{of} have one neighbour each, and a line has two ends"));
    }
    None
}

/// Why no line through all cells has these ends: on a chessboard their colours follow from the number of cells.
pub(super) fn ends(board: &Board, [first, last]: [Cell; 2]) -> Option<String> {
    let cells = || 0..board.len() as Cell;
    if !board.is_checkered() || board.len() < 2 {
        return None;
    }
    let black = cells().filter(|&c| board.is_black(c)).count();
    let even = board.len().is_multiple_of(2);
    let colours = [first, last].map(|c| board.is_black(c));
    let wanted = if even { "different colours" } else { "the colour of the most cells" };
    let right = match even {
        true => colours[0] != colours[1],
        false => colours == [2 * black > board.len(); 2],
    };
    let [a, b] = [first, last].map(|c| name(board.place(c)));
    (!right).then(|| {
        format!(
            "a line goes from one colour of a chessboard to the other at each step, so over {} cells it joins two of \
             {wanted}, which {a} and {b} are not",
            board.len()
        )
    })
}

/// A cell whose absence parts a board into more than two pieces.
fn cut(board: &Board) -> Option<String> {
    let cells = 0..board.len() as Cell;
    let named = |c: Cell| name(board.place(c));
    let cut = cells.map(|c| (c, self::pieces(board, Some(c)).len())).find(|(_, n)| *n > 2);
    cut.map(|(c, n)| {
        format!(
            "without {} the board falls into {n} pieces, and a line through it joins two",
            named(c)
        )
    })
}

/// A cell of each piece of a board, perhaps without one of its cells.
fn pieces(board: &Board, without: Option<Cell>) -> Vec<Cell> {
    let mut together = UnionFind::new(board.len() as u32);
    for &[a, b] in board.edges().iter().filter(|pair| !pair.iter().any(|&c| Some(c) == without)) {
        together.join(a, b);
    }
    let kept = (0..board.len() as Cell).filter(|&c| Some(c) != without);
    kept.filter(|&c| together.root(c) == c).collect()
}

/// The message that a board has no line through all its cells: the reason, if it is known, and the nearest board that
/// has one, with one or two cells more or less. `finds`: whether a board has a line that is found within a number of turns.
pub(super) fn message(board: &Board, finds: &mut dyn FnMut(&Board, usize) -> bool) -> String {
    let why = reason(board).map_or(String::new(), |why| format!(": {why}"));
    let near = nearest(board, finds).map_or(String::new(), |mask| {
        format!("\nthe nearest board that has one (for --mask):\n{mask}")
    });
    format!("no line through all cells of this board was found{why}{near}")
}

/// The rows of the nearest board with a line, as a mask.
fn nearest(board: &Board, finds: &mut dyn FnMut(&Board, usize) -> bool) -> Option<String> {
    let moves = board.moves()?;
    if board.wrap() != Wrap::None || !board.bridges().is_empty() || !board.walls().is_empty() {
        return None;
    }
    let (rows, cols) = board.size();
    let places: Vec<(u32, u32)> = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).collect();
    let present: Vec<bool> = places.iter().map(|&(r, c)| board.cell_at(r, c).is_some()).collect();
    // Cells with few neighbours go first, and holes with many cells around them become cells.
    let cost = |&at: &usize| {
        let (r, c) = places[at];
        match board.cell_at(r, c) {
            Some(cell) => board.neighbours(cell).len(),
            None => {
                let near = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
                4 - near.iter().filter(|&&(r, c)| board.cell_at(r, c).is_some()).count()
            }
        }
    };
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(cost);
    let singles = order.iter().map(|&at| [at, at]);
    let pairs =
        order.iter().enumerate().flat_map(|(i, &a)| order[..i].iter().map(move |&b| [b, a]));
    let mut tried = 0;
    for pair in singles.chain(pairs).take(50 * MOST_TRIED) {
        let mut kept = present.clone();
        kept[pair[0]] = !kept[pair[0]];
        if pair[1] != pair[0] {
            kept[pair[1]] = !kept[pair[1]];
        }
        if !kept.iter().any(|kept| *kept) {
            continue;
        }
        let other = Board::new(&Grid::new(rows, cols, moves, &kept));
        if obvious(&other).is_some() {
            continue;
        }
        tried += 1;
        if finds(&other, TURNS) {
            let row = |row: &[bool]| {
                row.iter().map(|kept| if *kept { '.' } else { '#' }).collect::<String>()
            };
            let rows: Vec<String> = kept.chunks(cols as usize).map(row).collect();
            return Some(rows.join("\n"));
        }
        if tried == MOST_TRIED {
            break;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_puzzle::puzzle::Neighbourhood;

    fn board(rows: &[&str]) -> Board {
        let present: Vec<bool> =
            rows.iter().flat_map(|row| row.bytes().map(|b| b == b'.')).collect();
        Board::new(&Grid::new(
            rows.len() as u32,
            rows[0].len() as u32,
            Neighbourhood::Rook,
            &present,
        ))
    }

    /// Whether a board has a line, by trying all.
    fn has_line(board: &Board) -> bool {
        fn goes_on(board: &Board, here: Cell, seen: &mut Vec<bool>, left: usize) -> bool {
            left == 0
                || board.neighbours(here).to_vec().into_iter().any(|next| {
                    !std::mem::replace(&mut seen[next as usize], true) && {
                        let found = goes_on(board, next, seen, left - 1);
                        seen[next as usize] = false;
                        found
                    }
                })
        }
        (0..board.len() as Cell).any(|start| {
            let mut seen = vec![false; board.len()];
            seen[start as usize] = true;
            goes_on(board, start, &mut seen, board.len() - 1)
        })
    }

    #[test]
    fn reasons_are_told_only_where_there_is_no_line() {
        // All shapes in four by three.
        let mut told = 0;
        for bits in 1u32..1 << 12 {
            let present: Vec<bool> = (0..12).map(|i| bits >> i & 1 == 1).collect();
            let board = Board::new(&Grid::new(3, 4, Neighbourhood::Rook, &present));
            if reason(&board).is_some() {
                told += 1;
                assert!(!has_line(&board), "{bits:b}");
            }
        }
        assert!(told > 1000, "{told}");
    }

    #[test]
    fn the_nearest_board_has_a_line() {
        let heart = board(&[".#.#.", ".....", "#...#", "##.##"]);
        let cross = board(&["#.#", "...", "#.#"]);
        for shape in [heart, cross] {
            let text = message(&shape, &mut |board, _| has_line(board));
            assert!(reason(&shape).is_some() && text.contains("--mask"), "{text}");
            let rows: Vec<&str> = text.lines().skip(2).collect();
            assert!(has_line(&board(&rows)), "{text}");
        }
    }
}
