//! A puzzle stated as a model for other solvers, and the way back to its answers.

use super::board::{Board, Cell, Neighbourhood, Shape};
use super::{Answer, Puzzle};
use crate::formulation::{Constraint, Model, Relation, Values, Var, name};
use std::fmt::{Debug, Write};

/// A model that a family states, for `clew export --list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormulationInfo {
    /// What `--model` takes.
    pub name: &'static str,
    /// Where the model comes from.
    pub source: &'static str,
    /// What it says, in one sentence.
    pub summary: &'static str,
    /// What must be known of it: solutions beside those of the puzzle, rules that it cannot state.
    pub caveat: Option<&'static str>,
    /// Whether every solution of the model is one of the puzzle. If not, the other way round is all
    /// that holds: every solution of the puzzle is one of the model.
    pub exact: bool,
    /// The languages that it can be written in.
    pub languages: &'static [&'static str],
}

/// How the values of a model spell an answer.
pub trait Spell: Debug + Send + Sync {
    /// The value of each variable in the solution of the model that states this answer.
    ///
    /// # Panics
    /// If the answer does not obey the rules of the puzzle.
    fn values(&self, answer: &Answer) -> Vec<i64>;

    /// The answer that values spell, not yet checked against the rules. `value` tells the value of a
    /// variable.
    ///
    /// # Errors
    /// In words, why they spell none.
    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String>;
}

/// A model that goes with the program, and the data that make it the model of one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// The model, in MiniZinc.
    pub model: &'static str,
    /// The data, without excluded solutions.
    pub data: String,
}

/// A model of one puzzle.
#[derive(Debug)]
pub struct Formulated {
    /// Variables and constraints.
    pub model: Model,
    /// How its values spell an answer.
    pub spelling: Box<dyn Spell>,
    /// The variables that tell solutions apart: Booleans of which no other solution has all that one
    /// solution has, or integers whose values say everything.
    pub telling: Vec<Var>,
    /// The same as data for a model that goes with the program, or why not.
    pub shipped: Result<Shipped, String>,
}

impl Formulated {
    /// The answer that the values of a solver spell, not yet checked against the rules.
    ///
    /// # Errors
    /// In words, why they spell none.
    pub fn answer(&self, values: &Values) -> Result<Answer, String> {
        self.spelling.answer(&|var| {
            let missing = || format!("there is no value for {}", self.model.name(var));
            values[var.number()].ok_or_else(missing)
        })
    }

    /// Cuts off exactly this solution.
    ///
    /// # Panics
    /// If the answer does not obey the rules of the puzzle.
    pub fn exclude(&mut self, answer: &Answer) {
        let values = self.spelling.values(answer);
        let is = |var: Var| values[var.number()];
        let said = self.model.head().iter().filter(|line| line.starts_with(EXCLUDED));
        let number = 1 + said.count() as u32;
        if self.telling.iter().all(|&var| self.model.variable(var).is_boolean()) {
            let on: Vec<Var> = self.telling.iter().copied().filter(|&var| is(var) == 1).collect();
            let most = on.len() as i64 - 1;
            self.model.row(
                name("exclude", &[number]),
                on.into_iter().map(|var| (1, var)),
                Relation::Most,
                most,
            );
            self.model.say(format!("{EXCLUDED} {number} by the row exclude_{number}."));
            return;
        }
        let values: Vec<i64> = self.telling.iter().map(|&var| is(var)).collect();
        let terms = self.telling.iter().map(|&var| (is(var), var)).collect();
        self.model.add(Constraint::NotAll(terms));
        self.model.say(format!("{EXCLUDED} {number} by a disjunction."));
        if let Ok(shipped) = &mut self.shipped {
            let list: Vec<String> = values.iter().map(i64::to_string).collect();
            shipped.data = match shipped.data.strip_suffix(NOTHING_EXCLUDED) {
                Some(before) => format!("{before}excluded = [{}];\n", list.join(", ")),
                None => {
                    let before = shipped.data.trim_end_matches("];\n");
                    format!("{before},\n  {}];\n", list.join(", "))
                }
            };
        }
    }
}

/// What the head says of a solution that is cut off.
const EXCLUDED: &str = "Excluded: solution";
/// The last line of data from which nothing is cut off.
pub const NOTHING_EXCLUDED: &str = "excluded = [];\n";

impl Puzzle {
    /// States the puzzle as the model of this name.
    ///
    /// # Errors
    /// In words: there is no such model, it cannot state this puzzle, or it would be too large.
    pub fn formulate(&self, name: &str) -> Result<Formulated, String> {
        let family = self.family();
        let Some(info) = family.formulations.iter().find(|info| info.name == name) else {
            let names: Vec<&str> = family.formulations.iter().map(|info| info.name).collect();
            return Err(match names.is_empty() {
                true => format!("{family} has no models for other solvers"),
                false => format!("{family} has no model \"{name}\"; it has {}", names.join(", ")),
            });
        };
        let mut stated = self.build_formulation(name)?;
        if stated.model.variables().is_empty() {
            return Err("there is nothing to decide: the model would have no variable".into());
        }
        let (rows, cols) = self.size();
        if let Some(first) = self.board().map(Board::first).filter(|&first| first != 1) {
            let say = format!("Numbers are counted from 1 here; the puzzle shows {first} for 1.");
            stated.model.say_first(say);
        }
        if let Some(caveat) = info.caveat {
            stated.model.say_first(format!("Caveat: {caveat}"));
        }
        stated.model.say_first(format!("Source: {}.", info.source));
        let article = format!("{family} {rows}x{cols}, model {}: {}.", info.name, info.summary);
        stated.model.say_first(article);
        Ok(stated)
    }
}

/// Row and column of a cell from 1, as names have them.
pub fn spot_numbers(board: &Board, cell: Cell) -> [u32; 2] {
    let (row, col) = board.place(cell);
    [row + 1, col + 1]
}

/// The name of a variable of a cell, with a further number if there is one: `x_1_2` or `x_1_2_3`. That of
/// the line along the column of a bridge has a letter more: `xv_1_2`.
pub fn cell_name(prefix: &str, board: &Board, cell: Cell, further: Option<u32>) -> String {
    let prefix = &format!("{prefix}{}", if board.is_second(cell) { "v" } else { "" });
    let [row, col] = spot_numbers(board, cell);
    let numbers = [row, col, further.unwrap_or(0)];
    name(prefix, &numbers[..2 + usize::from(further.is_some())])
}

/// The name of a variable of two neighbours: `y_1_1_1_2`. Their places tell which cells of bridges they are.
pub fn step_name(prefix: &str, board: &Board, from: Cell, to: Cell) -> String {
    name(prefix, &[spot_numbers(board, from), spot_numbers(board, to)].concat())
}

/// The data of a grid for the models that go with the program: size, neighbours, walls, and a number a
/// place: what is given, 0 to fill, -1 no cell.
///
/// # Errors
/// If the board is no grid.
pub fn grid_data(board: &Board, given: &dyn Fn(Cell) -> u32) -> Result<String, String> {
    let &Shape::Grid { rows, cols, moves } = board.shape() else {
        return Err("free points have no rows and columns; --to mzn states them".into());
    };
    if !board.is_flat() {
        return Err(
            "it knows neither bridges nor sides that are joined; --to mzn states them".into()
        );
    }
    let neighbours = match moves {
        Neighbourhood::Rook => 4,
        Neighbourhood::King => 8,
        Neighbourhood::Hex => 6,
    };
    let mut out = format!("rows = {rows}; cols = {cols}; neighbours = {neighbours};\n");
    out += "given = [|";
    for row in 0..rows {
        let at = |col| match board.cell_at(row, col) {
            Some(cell) => given(cell).to_string(),
            None => "-1".to_string(),
        };
        let line: Vec<String> = (0..cols).map(at).collect();
        let begin = if row == 0 { " " } else { "\n         | " };
        let _ = write!(out, "{begin}{}", line.join(", "));
    }
    out += " |];\n";
    // Numbers of places in reading order, from 1, two a wall.
    let place = |cell: Cell| {
        let (row, col) = board.place(cell);
        row * cols + col + 1
    };
    let walls = board.walls().iter().flatten().map(|&cell| place(cell).to_string());
    let _ = writeln!(out, "walls = [{}];", walls.collect::<Vec<_>>().join(", "));
    Ok(out)
}
