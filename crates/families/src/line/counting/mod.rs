//! Exact counting of the lines of hidato and path boards, and further results of the same tables: in how many lines
//! each edge is, uniformly random lines, fewest turns, the longest line.
//!
//! Three engines, one interface:
//! - [`rook`]: plug words on rook boards without given numbers other than the first and last;
//! - [`graph`]: mates of frontier cells on any board, same givens;
//! - [`numbers`]: pieces of line with their numbers, on any board with any givens.
//!
//! A fourth, [`stops`], counts lines that meet numbered cells in their order, at any places along the line.
//!
//! The first also runs plainly, without holding symmetric states as one. A caller may name one of the four, so that a
//! count can be checked by another one.
//!
//! A *filling* gives the numbers 1..=N to the cells so that consecutive numbers are neighbours. All counts are of
//! fillings: a line and its reverse are two, unless a given number distinguishes them.

pub mod ends;
pub mod graph;
pub mod numbers;
pub mod order;
mod plugs;
pub mod rook;
mod solutions;
pub mod stops;

pub use solutions::{filling, partial};

use crate::Line;
use clew_count::{Counting, Known};
use clew_puzzle::puzzle::counting::{Counted, Marks, Optimum, edge_sets};
use clew_puzzle::puzzle::{Answer, Board, Cell};
use ends::Ends;
use graph::Graph;
use num_bigint::BigUint;
use numbers::Numbers;
use plugs::Word;
use rook::{Goal, Rook, Scan};

/// Why a line puzzle has no program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Unsupported {
    /// Numbers other than the first and last are given, which this question does not allow.
    Numbers,
    /// The frontier is wider than a packed state.
    Width,
    /// The question is only answered on rook boards.
    Moves,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unsupported::Numbers => "numbers other than the first and last are given",
            Unsupported::Width => "the board is too wide for a packed state",
            Unsupported::Moves => "only boards with rook moves whose sides are not joined",
        })
    }
}

impl std::error::Error for Unsupported {}

/// Which engine runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Engine {
    /// [`rook`], in this scan order.
    Rook(Scan),
    /// The same, each state by itself.
    PlainRook(Scan),
    /// [`graph`], in this order of the cells.
    Graph(Vec<Cell>),
    /// [`numbers`], in this order of the cells.
    Numbers(Vec<Cell>),
}

/// The names of the engines.
pub(crate) const DP_NAMES: [&str; 4] = ["plugs", "plain-plugs", "mates", "numbers"];

impl Engine {
    /// The engine of a name, one of [`DP_NAMES`], in the order that promises the fewest states.
    ///
    /// # Errors
    /// The board has none.
    fn named(name: &str, board: &Board) -> Result<Engine, Unsupported> {
        let scan = || match board.is_rook() {
            true => best_scan(board).ok_or(Unsupported::Width),
            false => Err(Unsupported::Moves),
        };
        Ok(match name {
            "plugs" => Engine::Rook(scan()?),
            "plain-plugs" => Engine::PlainRook(scan()?),
            "mates" => Engine::Graph(order::best(board).cells),
            "numbers" => Engine::Numbers(order::best(board).cells),
            other => unreachable!("no program is called {other}"),
        })
    }

    /// The engine and order with the smallest estimated number of states.
    ///
    /// # Errors
    /// [`Unsupported::Width`] if the board is obviously too wide. Whether its states can be packed is known only when
    /// it is made.
    pub fn new(line: &Line) -> Result<Engine, Unsupported> {
        let numbers = Ends::new(line).is_err();
        if numbers && line.board.len() > numbers::MOST_CELLS {
            return Err(Unsupported::Width);
        }
        let order = order::best(&line.board);
        if numbers {
            return Ok(Engine::Numbers(order.cells));
        }
        let scan = if line.board.is_rook() { best_scan(&line.board) } else { None };
        // A frontier of w cells has about as many states as w + 1 plugs, and plugs know colours.
        if let Some(scan) = scan
            && rook::plugs(&line.board, scan).0 <= order.width + 2
        {
            return Ok(Engine::Rook(scan));
        }
        Ok(Engine::Graph(order.cells))
    }
}

/// The scan that promises the fewest states; `None` if the board is too long and too wide for any.
pub(super) fn best_scan(board: &Board) -> Option<Scan> {
    let possible = Scan::all().filter(|s| s.is_possible(board));
    let measured = possible.map(|s| (rook::plugs(board, s), s));
    let least = measured.min_by(|(a, _), (b, _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    least.map(|(_, scan)| scan)
}

/// The number of fillings where no program is needed: fewer than two cells, or givens that
/// contradict each other.
fn trivial(line: &Line) -> Option<u32> {
    let n = line.board.len();
    let mut seen = vec![false; n];
    let given = line.given.iter().flatten();
    let fit = given.clone().all(|&g| {
        (1..=n).contains(&(g as usize)) && !std::mem::replace(&mut seen[g as usize - 1], true)
    });
    if !fit || n == 0 {
        return Some(0);
    }
    (n == 1).then_some(1)
}

/// The engine for the fillings of a line. Items are edges of the board; a line and its reverse are one solution of
/// multiplicity 2 if no given number distinguishes them.
///
/// # Errors
/// [`Unsupported`] if the board has no dynamic program; use search instead.
pub fn counting(line: &Line) -> Result<Box<dyn Counting>, Unsupported> {
    match trivial(line) {
        Some(n) => Ok(Box::new(Known(n == 1))),
        None => counting_by(&Engine::new(line)?, line),
    }
}

/// As [`counting`], by the engine and order of the caller's choice.
///
/// # Errors
/// As [`counting`].
pub(crate) fn counting_by(engine: &Engine, line: &Line) -> Result<Box<dyn Counting>, Unsupported> {
    if let Some(n) = trivial(line) {
        return Ok(Box::new(Known(n == 1)));
    }
    let board = &line.board;
    match engine {
        Engine::Rook(scan) => by_rook(line, *scan, Goal::Cover, States::Joined),
        Engine::PlainRook(scan) => by_rook(line, *scan, Goal::Cover, States::Plain),
        Engine::Graph(cells) => {
            let ends = Ends::new(line)?;
            if let Some(p) = Graph::<u64>::new(board, &ends, cells) {
                return Ok(Box::new(p));
            }
            Ok(Box::new(Graph::<u128>::new(board, &ends, cells).ok_or(Unsupported::Width)?))
        }
        Engine::Numbers(cells) => {
            Ok(Box::new(Numbers::new(line, cells).ok_or(Unsupported::Width)?))
        }
    }
}

/// Whether states that have as many completions are held as one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum States {
    Joined,
    Plain,
}

fn by_rook(
    line: &Line,
    scan: Scan,
    goal: Goal,
    states: States,
) -> Result<Box<dyn Counting>, Unsupported> {
    fn boxed<W: Word + 'static>(p: Rook<W>, states: States) -> Box<dyn Counting> {
        Box::new(if states == States::Plain { p.plain() } else { p })
    }
    let board = &line.board;
    if !board.is_rook() {
        return Err(Unsupported::Moves);
    }
    let ends = Ends::new(line)?;
    if let Some(p) = Rook::<u64>::new(board, &ends, scan, goal) {
        return Ok(boxed(p, states));
    }
    let wide = Rook::<u128>::new(board, &ends, scan, goal).ok_or(Unsupported::Width)?;
    Ok(boxed(wide, states))
}

/// The engine whose best solution has the fewest turns, or leaves out the fewest cells. Items are edges of
/// the board.
///
/// # Errors
/// [`Unsupported`] on boards without rook moves, or with given numbers other than the first and last
/// (for the longest line, other than the first).
pub fn best(line: &Line, goal: Goal) -> Result<Box<dyn Counting>, Unsupported> {
    if !line.board.is_rook() {
        return Err(Unsupported::Moves);
    }
    if goal == Goal::Longest && line.given.iter().flatten().any(|&g| g != 1) {
        return Err(Unsupported::Numbers);
    }
    match trivial(line) {
        // A line of one cell is drawn without edges; see `partial` for the longest.
        Some(n) => Ok(Box::new(Known(n == 1 && goal != Goal::Longest))),
        None => {
            let scan = best_scan(&line.board).ok_or(Unsupported::Width)?;
            by_rook(line, scan, goal, States::Joined)
        }
    }
}

/// There are less than two to this number of fillings: from a first cell on each number has at most as many
/// places as the cell before has neighbours, less the one it was reached from; and every filling is two ends
/// with a set of edges, two at each other cell.
pub(super) fn bits(line: &Line) -> u64 {
    let board = &line.board;
    let cells = board.len() as u64;
    let degrees = || (0..board.len() as Cell).map(|cell| board.neighbours(cell).len() as u64);
    let walks = degrees().map(|d| d.saturating_sub(1).max(1)).product::<BigUint>()
        * (cells * degrees().max().unwrap_or(0)).max(1);
    let ends = (cells * cells.saturating_sub(1)).max(1);
    let sets = edge_sets(board, |_| &[&[1], &[2]]) * ends;
    walks.min(sets).bits()
}

/// The counting engine of a line, with its answers: the named one, or the one with the smallest estimated number of
/// states.
///
/// # Errors
/// The reason why there is none.
pub fn counted<'a>(line: &'a Line, program: Option<&str>) -> Result<Counted<'a>, String> {
    let asked = program.filter(|name| DP_NAMES.contains(name));
    let engine = match asked {
        None => counting(line),
        Some(name) => {
            Engine::named(name, &line.board).and_then(|engine| counting_by(&engine, line))
        }
    };
    let engine = engine.map_err(|why| match asked {
        Some(name) => format!("program {name} does not count this board: {why}"),
        None => format!("there is no program for this board: {why}"),
    })?;
    Ok(Counted {
        name: "frontier",
        engine,
        decode: Box::new(|edges, way| Answer::Line(filling(line, edges, way != 0))),
        marks: Marks::Edges,
        bits: bits(line),
    })
}

/// The engine for the fewest turns, or for the longest line; `None` if there is none.
pub fn optimum(line: &Line, goal: clew_puzzle::puzzle::Goal) -> Option<Optimum<'_>> {
    let name = "frontier";
    match goal {
        clew_puzzle::puzzle::Goal::FEWEST_TURNS => Some(Optimum {
            name,
            engine: best(line, Goal::Turns).ok()?,
            decode: Box::new(|best| {
                best.map(|(turns, edges)| {
                    (turns as i64, Answer::Line(filling(line, &edges, false)))
                })
            }),
        }),
        clew_puzzle::puzzle::Goal::MOST_CELLS => Some(Optimum {
            name,
            engine: best(line, Goal::Longest).ok()?,
            decode: Box::new(|best| {
                let longest = partial(line, best.as_ref().map(|(cost, e)| (*cost, &e[..])));
                longest.map(|(cells, numbers)| (i64::from(cells), Answer::Line(numbers)))
            }),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
