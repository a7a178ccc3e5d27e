//! The boards on which lines and links are made: masks, holes, joined sides, bridges, walls; and a random
//! line through all cells of one.

use super::no_line;
use clew_puzzle::puzzle::family::{BoardSpec, Request, Symmetry, UniquenessOracle};
use clew_puzzle::puzzle::{Board, Cell, Grid, Neighbourhood, Wrap};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// Moves of an end of a line, in cells of the board: so that nothing is left of how it was laid.
const MIXED: usize = 40;
/// The same for a line that goes on from one that was mixed before.
const MIXED_AGAIN: usize = 5;
/// Turns of mixing between two polls of the caller.
const POLL_INTERVAL: usize = 64;
/// Lines that are started before the generator reports that none was found.
const BEGUN: usize = 8;
/// The same for covers by lines, which are laid without turning back.
const COVERS: usize = 60;
/// Sets of symmetric holes that are tried before the generator reports that none leaves a line.
const HOLED: usize = 200;
/// Cells that are turned round while a line is sought, at most: some ten milliseconds.
const PATIENCE: usize = 3_000_000;

/// The empty board of a request: its mask, joined sides and bridges.
///
/// # Errors
/// A message that names the impossible request.
pub(super) fn board(
    request: &Request,
    moves: Neighbourhood,
    rng: &mut ChaCha8Rng,
) -> Result<Board, String> {
    let Request { rows, cols, ref ground, .. } = *request;
    let all = vec![true; (rows * cols) as usize];
    let present = match &ground.mask {
        Some(mask) if mask.present.len() == all.len() => mask.present.as_slice(),
        Some(_) => return Err(format!("the mask has another size than {rows} x {cols}")),
        None => &all,
    };
    if !ground.wrap.fits(moves, rows) {
        return Err("columns of hexagons go round on an even number of rows only".into());
    }
    let plain = Grid { wrap: ground.wrap, ..Grid::new(rows, cols, moves, present) };
    if ground.bridges == 0 {
        return Ok(Board::new(&plain));
    }
    if moves != Neighbourhood::Rook {
        return Err("lines cross on bridges where cells have 4 neighbours".into());
    }
    if request.holes > 0 {
        return Err("holes at random leave no bridges; a mask gives their places".into());
    }
    // Both lines need both their neighbours.
    let board = Board::new(&plain);
    let crossed = (0..board.len() as u32).filter(|&c| board.neighbours(c).len() == 4);
    let mut crossed: Vec<(u32, u32)> = crossed.map(|c| board.place(c)).collect();
    if crossed.len() < ground.bridges as usize {
        return Err(format!("there is room for {} bridges at most", crossed.len()));
    }
    crossed.shuffle(rng);
    crossed.truncate(ground.bridges as usize);
    Ok(Board::new(&Grid { bridges: &crossed, ..plain }))
}

/// Where a symmetry of the grid takes a cell; `None`: there is no cell. Of boards without bridges, of a size that the
/// symmetry fits.
pub(super) fn image(board: &Board, c: Cell, symmetry: Symmetry) -> Option<Cell> {
    let (r, k) = symmetry.image(board.size(), board.place(c));
    board.cell_at(r, k)
}

/// Refuses symmetries that no board here has.
///
/// # Errors
/// The reason.
pub(super) fn refuse_symmetry(
    symmetry: Symmetry,
    request: &Request,
    moves: Neighbourhood,
) -> Result<(), String> {
    let Request { rows, cols, holes, .. } = *request;
    let name = symmetry.keyword();
    if !symmetry.fits((rows, cols)) {
        return Err(format!("the symmetry {name} is one of squares, unlike {rows}x{cols}"));
    }
    if moves == Neighbourhood::Hex {
        if symmetry != Symmetry::HalfTurn {
            return Err(format!("hexagons have no symmetry {name} here, only half-turn"));
        }
        if rows % 2 == 1 {
            return Err(
                "half a turn takes rows of hexagons to each other where they are even in number"
                    .into(),
            );
        }
    }
    if holes > 0 && symmetry != Symmetry::HalfTurn {
        return Err(format!(
            "holes at random have the symmetry half-turn only; a mask gives their places for {name}"
        ));
    }
    Ok(())
}

/// Where half a turn of the grid takes a cell.
fn turned(board: &Board, c: Cell) -> Option<Cell> {
    image(board, c, Symmetry::HalfTurn)
}

/// A random line through all cells of a board except `holes` of them, which a half turn maps to each other.
///
/// # Errors
/// A message, if no such holes exist or no line was found that avoids them.
pub(super) fn line_around_holes(
    board: &Board,
    holes: u32,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Vec<Cell>, String> {
    let all = 0..board.len() as u32;
    let mut pairs: Vec<[Cell; 2]> = Vec::new();
    let mut centre = None;
    for c in all.clone() {
        match turned(board, c) {
            Some(q) if q > c => pairs.push([c, q]),
            Some(q) if q == c => centre = Some(c),
            _ => {}
        }
    }
    let odd = holes % 2 == 1;
    if odd && centre.is_none() {
        return Err("holes in pairs that half a turn exchanges are an even number here".into());
    }
    let centre = centre.filter(|_| odd);
    for _ in 0..HOLED {
        pairs.shuffle(rng);
        let mut kept = vec![true; board.len()];
        let holes = pairs.iter().take(holes as usize / 2).flatten().copied().chain(centre);
        holes.for_each(|c| kept[c as usize] = false);
        let (left, numbers) = built(board, &kept, 0, &|_| true, rng)?;
        if left.is_empty() || no_line::obvious(&left).is_some() {
            continue;
        }
        if let Ok(mut cells) = line(&left, rng, judge) {
            let was: Vec<Cell> = all.filter(|&c| numbers[c as usize].is_some()).collect();
            cells.iter_mut().for_each(|c| *c = was[*c as usize]);
            return Ok(cells);
        }
        if judge.is_over() {
            break;
        }
    }
    Err("no line was found with this number of symmetric holes".into())
}

/// The board that consists of these cells only, with `walls` walls between pairs of neighbours for which `free` holds
/// (no step passes between them), and for each cell of the original board its number on the new one.
///
/// # Errors
/// A message, if there are too few places for the walls.
pub(super) fn built(
    board: &Board,
    kept: &[bool],
    walls: u32,
    free: &dyn Fn([Cell; 2]) -> bool,
    rng: &mut ChaCha8Rng,
) -> Result<(Board, Vec<Option<Cell>>), String> {
    let (rows, cols) = board.size();
    let moves = board.moves().expect("a grid");
    let is_kept = |c: Cell| kept[c as usize];
    let present: Vec<bool> = (0..rows)
        .flat_map(|r| (0..cols).map(move |c| (r, c)))
        .map(|(r, c)| board.cell_at(r, c).is_some_and(is_kept))
        .collect();
    let edges =
        board.edges().iter().filter(|pair| pair.iter().all(|&c| is_kept(c)) && free(**pair));
    let mut room: Vec<[(u32, u32); 2]> = edges.map(|pair| pair.map(|c| board.place(c))).collect();
    if room.len() < walls as usize {
        return Err(format!("there is room for {} walls at most", room.len()));
    }
    if walls > 0 {
        room.shuffle(rng);
    }
    room.truncate(walls as usize);
    let plain = Grid::new(rows, cols, moves, &present);
    let bridges = &board.bridge_places();
    let new = Board::new(&Grid { walls: &room, wrap: board.wrap(), bridges, ..plain });
    let number = |c: Cell| {
        let (r, k) = board.place(c);
        let here = new.cell_at(r, k).filter(|_| is_kept(c))?;
        if board.is_second(c) { new.crossing(here) } else { Some(here) }
    };
    let numbers = (0..board.len() as u32).map(number).collect();
    Ok((new, numbers))
}

/// Whether a request is about nothing but a grid and its size.
pub(super) fn is_plain(ground: &BoardSpec) -> bool {
    ground.mask.is_none() && ground.wrap == Wrap::None && ground.bridges == 0
}

/// A random line through all cells of a board that need not have one.
///
/// It grows at one end, to cells with few ways on first; where it cannot, its end bites into it, and the part
/// behind goes the other way round (L. Pósa, "Hamiltonian circuits in random graphs", 1976).
///
/// # Errors
/// A message, if none was found.
pub(super) fn line(
    board: &Board,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Vec<Cell>, String> {
    let n = board.len();
    let is_known = no_line::reason(board).is_some();
    for _ in 0..if is_known { 0 } else { BEGUN } {
        let is_over = || judge.is_over();
        if let Some(mut cells) = attempt(board, rng, PATIENCE.min(10_000 * n), &is_over) {
            mix(board, &mut cells, rng, judge);
            return Ok(cells);
        }
    }
    let (rows, cols) = board.size();
    let mut cells = to_and_fro(rows, cols);
    let follows = |pair: &[Cell]| board.neighbours(pair[0]).contains(&pair[1]);
    if cells.len() == n && cells.windows(2).all(follows) {
        mix(board, &mut cells, rng, judge);
        return Ok(cells);
    }
    let mut finds =
        |board: &Board, turns| attempt(board, rng, turns, &|| judge.is_over()).is_some();
    Err(no_line::message(board, &mut finds))
}

/// A line through all cells of a board, if it is found before `turns` cells have been turned round.
fn attempt(
    board: &Board,
    rng: &mut ChaCha8Rng,
    turns: usize,
    is_over: &dyn Fn() -> bool,
) -> Option<Vec<Cell>> {
    let n = board.len();
    let mut line = Line { at: vec![None; n], cells: Vec::with_capacity(n) };
    line.push(rng.random_range(0..n as u32));
    let mut turned = 0;
    while line.cells.len() < n && turned < turns {
        if !line.grows(board, rng) {
            turned += line.bites(board, rng);
            if is_over() {
                break;
            }
        }
    }
    (line.cells.len() == n).then_some(line.cells)
}

/// The rows of a full grid one after the other, every second one from right to left: a line in every neighbourhood
/// (rows of hexagons touch straight or slanted).
pub(super) fn to_and_fro(rows: u32, cols: u32) -> Vec<Cell> {
    let place =
        |row: u32, k: u32| row * cols + if row.is_multiple_of(2) { k } else { cols - 1 - k };
    (0..rows).flat_map(|row| (0..cols).map(move |k| place(row, k))).collect()
}

/// A line in the making.
struct Line {
    /// Per cell its place on the line.
    at: Vec<Option<usize>>,
    cells: Vec<Cell>,
}

impl Line {
    fn push(&mut self, c: Cell) {
        self.at[c as usize] = Some(self.cells.len());
        self.cells.push(c);
    }

    fn end(&self) -> Cell {
        *self.cells.last().expect("it has a cell")
    }

    /// Goes on to a free neighbour, mostly one with the fewest ways on.
    fn grows(&mut self, board: &Board, rng: &mut ChaCha8Rng) -> bool {
        let free = |c: Cell| {
            board.neighbours(c).iter().copied().filter(|&q| self.at[q as usize].is_none())
        };
        let mut next: Vec<Cell> = free(self.end()).collect();
        if rng.random_bool(0.7) {
            let least = next.iter().map(|&q| free(q).count()).min();
            next.retain(|&q| Some(free(q).count()) == least);
        }
        let chosen = next.get(rng.random_range(0..next.len().max(1))).copied();
        chosen.inspect(|&c| self.push(c)).is_some()
    }

    /// The end bites into the line, or the other end takes over; how many cells were turned round.
    fn bites(&mut self, board: &Board, rng: &mut ChaCha8Rng) -> usize {
        let around = board.neighbours(self.end());
        let bitten = around.get(rng.random_range(0..around.len().max(1)));
        let from = match bitten.and_then(|&q| self.at[q as usize]) {
            Some(k) if k + 2 < self.cells.len() && !rng.random_bool(0.1) => k + 1,
            _ => 0,
        };
        self.cells[from..].reverse();
        for (i, &c) in self.cells.iter().enumerate().skip(from) {
            self.at[c as usize] = Some(i);
        }
        self.cells.len() - from
    }
}

/// Random lines of two cells or more that visit all cells of a board, which need not have one line alone.
/// None ends on a bridge.
///
/// # Errors
/// A message, if none were found.
pub(super) fn lines(
    board: &Board,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Vec<Vec<Cell>>, String> {
    let crossed = |c: Cell| board.crossing(c).is_some();
    for _ in 0..COVERS {
        let mut left: Vec<Cell> = (0..board.len() as u32).collect();
        left.shuffle(rng);
        // Lines that cross one begin there, as long as both its neighbours are free.
        let (crossings, others): (Vec<Cell>, Vec<Cell>) =
            left.into_iter().partition(|&c| crossed(c));
        let mut line = Line { at: vec![None; board.len()], cells: Vec::new() };
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        let mut alone = Vec::new();
        for c in crossings.into_iter().chain(others) {
            if line.at[c as usize].is_some() {
                continue;
            }
            if judge.is_over() {
                return Err("a limit came first".into());
            }
            line.push(c);
            while line.grows(board, rng) {}
            line.cells.reverse();
            while line.grows(board, rng) {}
            let cells = std::mem::take(&mut line.cells);
            if cells.len() > 1 { lines.push(cells) } else { alone.push(c) }
        }
        let whole = alone.iter().all(|&c| !judge.is_over() && insert_cell(board, c, &mut lines));
        let ends = |line: &Vec<Cell>| [line[0], line[line.len() - 1]].into_iter().any(crossed);
        if whole && !lines.iter().any(ends) {
            return Ok(lines);
        }
    }
    Err("no lines that visit all cells of this board were found".into())
}

/// Puts a cell at the end of one of the lines, or of a part of one that is cut. Returns whether that was possible.
fn insert_cell(board: &Board, c: Cell, lines: &mut Vec<Vec<Cell>>) -> bool {
    for i in 0..lines.len() {
        let near = |q: &Cell| board.edge_between(c, *q).is_some();
        for _ in 0..2 {
            lines[i].reverse();
            // The piece that is cut off in front of the neighbour must be empty, or long enough for a line.
            let found = lines[i].iter().position(near).filter(|&k| k != 1);
            if let Some(k) = found {
                let mut rest = lines[i].split_off(k);
                rest.insert(0, c);
                if lines[i].is_empty() {
                    lines[i] = rest
                } else {
                    lines.push(rest)
                }
                return true;
            }
        }
    }
    false
}

/// Changes a line into another one through the same cells by moves of its ends; fewer moves if the caller cancels.
/// Source: Oberdorf, Ferguson, Jacobsen, Kondev, "Secondary structures in long compact polymers",
/// 2006 (backbite moves).
pub(super) fn mix(
    board: &Board,
    line: &mut [Cell],
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) {
    moved(board, line, MIXED, rng, judge);
}

/// Changes a mixed line into another one, which costs a fraction of mixing a new one.
pub(super) fn mix_again(
    board: &Board,
    line: &mut [Cell],
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) {
    moved(board, line, MIXED_AGAIN, rng, judge);
}

/// Moves the ends of a line, in turns of a few moves; `turns` in cells of the board.
fn moved(
    board: &Board,
    line: &mut [Cell],
    turns: usize,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) {
    let n = line.len();
    let mut at = vec![0u32; n];
    for (i, &c) in line.iter().enumerate() {
        at[c as usize] = i as u32;
    }
    // Whether the line is walked from its last place on.
    let mut back = false;
    for turn in 0..n * turns {
        if turn % POLL_INTERVAL == 0 && judge.is_over() {
            break;
        }
        back ^= rng.random_bool(0.5);
        for _ in 0..8 {
            let around = board.neighbours(line[if back { n - 1 } else { 0 }]);
            let Some(&q) = around.get(rng.random_range(0..around.len().max(1))) else { break };
            // The end bites the line at q: the part before q is walked the other way.
            let k = at[q as usize] as usize;
            let before = if back { k + 1..n } else { 0..k };
            if before.len() > 1 {
                line[before.clone()].reverse();
                for (i, &c) in (before.start as u32..).zip(&line[before]) {
                    at[c as usize] = i;
                }
            }
        }
    }
    if back {
        line.reverse();
    }
}
