//! A puzzle stated as a model for other solvers, and the way back to its answers.

use super::board::{Board, Cell, Neighbourhood, Shape};
use super::network::Goal;
use super::{Answer, Puzzle};
use crate::formulation::{Algebra, Constraint, Model, Relation, Values, Var, name};
use std::fmt::{Debug, Write};

/// A model that a family states, for `clew export --list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormulationInfo {
    /// The argument of `--model`.
    pub name: &'static str,
    /// Where the model comes from.
    pub source: &'static str,
    /// Its description, in one sentence.
    pub summary: &'static str,
    /// Its limits: solutions that are no solutions of the puzzle, rules that it cannot state.
    pub caveat: Option<&'static str>,
    /// Whether every solution of the model is one of the puzzle. If not, only the converse holds: every solution of the
    /// puzzle is one of the model.
    pub exact: bool,
    /// The languages that it can be written in.
    pub languages: &'static [&'static str],
    /// Its mathematical notation.
    pub algebra: &'static Algebra,
}

/// The mapping between the values of a model and an answer.
pub trait AnswerMapping: Debug + Send + Sync {
    /// The value of each variable in the solution of the model that states this answer.
    ///
    /// # Panics
    /// If the answer does not obey the rules of the puzzle.
    fn values(&self, answer: &Answer) -> Vec<i64>;

    /// The answer that values spell, not yet checked against the rules. `value` returns the value of a variable.
    ///
    /// # Errors
    /// A message: why they spell none.
    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String>;
}

/// A model that is distributed with the program, and the data that make it the model of one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFile {
    /// The model, in its language.
    pub model: &'static str,
    /// The data, without excluded solutions.
    pub data: String,
}

/// A model of one puzzle.
#[derive(Debug)]
pub struct Formulated {
    /// Variables and constraints.
    pub model: Model,
    /// The mapping between its values and an answer.
    pub spelling: Box<dyn AnswerMapping>,
    /// The variables that distinguish solutions: Booleans such that no other solution sets all those to true that one
    /// solution does, or integers whose values determine the solution.
    pub distinguishing: Vec<Var>,
    /// The same as data for a distributed model in MiniZinc, or why not.
    pub shipped: Result<DataFile, String>,
    /// The same in AMPL, or why not.
    pub ampl: Result<DataFile, String>,
    /// Its mathematical notation.
    pub algebra: &'static Algebra,
    /// The name of the goal; empty without one.
    pub goal: &'static str,
}

impl Formulated {
    /// A model without data apart from it; `no_data` is the reason for MiniZinc. [`Puzzle::formulate_for`] adds its algebra
    /// and the name of its goal.
    pub fn new(
        model: Model,
        spelling: Box<dyn AnswerMapping>,
        telling: Vec<Var>,
        no_data: &str,
    ) -> Formulated {
        let ampl = Err("no model in AMPL goes with it; see clew export --list".into());
        let algebra = &EMPTY_ALGEBRA;
        Formulated {
            model,
            spelling,
            distinguishing: telling,
            shipped: Err(no_data.into()),
            ampl,
            algebra,
            goal: "",
        }
    }

    /// With data for a distributed model in AMPL, if there are any for this puzzle.
    #[must_use]
    pub fn with_ampl(mut self, model: &'static str, data: Result<String, String>) -> Formulated {
        self.ampl = data.map(|data| DataFile { model, data });
        self
    }

    /// The formulation as a LaTeX document.
    pub fn tex(&self) -> String {
        let title = self.model.head().first().map_or("", |line| line);
        self.algebra.tex(title.split(": ").next().unwrap_or(title), &self.model, self.goal)
    }

    /// The answer that the values of a solver spell, not yet checked against the rules.
    ///
    /// # Errors
    /// A message: why they spell none.
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
        self.ampl = Err("its data have no excluded solutions; --to lp states them".into());
        let values = self.spelling.values(answer);
        let is = |var: Var| values[var.number()];
        let said = self.model.head().iter().filter(|line| line.starts_with(EXCLUDED));
        let number = 1 + said.count() as u32;
        if self.distinguishing.iter().all(|&var| self.model.variable(var).is_boolean()) {
            let on: Vec<Var> =
                self.distinguishing.iter().copied().filter(|&var| is(var) == 1).collect();
            let most = on.len() as i64 - 1;
            self.model.row(
                name("exclude", &[number]),
                on.into_iter().map(|var| (1, var)),
                Relation::Most,
                most,
            );
            self.model.push_comment(format!("{EXCLUDED} {number} by the row exclude_{number}."));
            return;
        }
        let values: Vec<i64> = self.distinguishing.iter().map(|&var| is(var)).collect();
        let terms = self.distinguishing.iter().map(|&var| (is(var), var)).collect();
        self.model.add(Constraint::NotAll(terms));
        self.model.push_comment(format!("{EXCLUDED} {number} by a disjunction."));
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

/// A placeholder until [`Puzzle::formulate`] sets the algebra of the model.
static EMPTY_ALGEBRA: Algebra =
    Algebra { numbering: "", sets: &[], variables: &[], objectives: &[], equations: &[] };

/// The first words of the comment for a solution that is cut off.
const EXCLUDED: &str = "Excluded: solution";
/// The last line of data from which nothing is cut off.
pub const NOTHING_EXCLUDED: &str = "excluded = [];\n";

impl Puzzle {
    /// States the puzzle as the model of this name.
    ///
    /// # Errors
    /// A message: there is no such model, it cannot state this puzzle, or it would be too large.
    pub fn formulate(&self, name: &str) -> Result<Formulated, String> {
        self.formulate_for(name, None)
    }

    /// States the puzzle, and a goal if there is one, as the model of this name.
    ///
    /// # Errors
    /// A message: there is no such model, it cannot state this puzzle or this goal, or it would be too large.
    pub fn formulate_for(&self, name: &str, goal: Option<Goal>) -> Result<Formulated, String> {
        let family = self.family();
        let Some(info) = family.formulations.iter().find(|info| info.name == name) else {
            let names: Vec<&str> = family.formulations.iter().map(|info| info.name).collect();
            return Err(match names.is_empty() {
                true => format!("{family} has no models for other solvers"),
                false => format!("{family} has no model \"{name}\"; it has {}", names.join(", ")),
            });
        };
        if let Some(goal) = goal {
            self.has_goal(goal)?;
        }
        let mut stated = self.build_formulation(name, goal)?;
        stated.algebra = info.algebra;
        if stated.model.variables().is_empty() {
            return Err("there is nothing to decide: the model would have no variable".into());
        }
        let (rows, cols) = self.size();
        if let Some(first) = self.board().map(Board::first).filter(|&first| first != 1) {
            let say = format!("Numbers are counted from 1 here; the puzzle shows {first} for 1.");
            stated.model.push_front_comment(say);
        }
        if let Some(goal) = goal {
            stated.goal = goal.name;
            let no = || Err("data have no goals; --to mzn states them".into());
            (stated.shipped, stated.ampl) = (no(), no());
            stated.model.push_front_comment(format!("Goal: {} {}.", goal.best, goal.name));
        }
        if let Some(caveat) = info.caveat {
            stated.model.push_front_comment(format!("Caveat: {caveat}"));
        }
        stated.model.push_front_comment(format!("Source: {}.", info.source));
        let article = format!("{family} {rows}x{cols}, model {}: {}.", info.name, info.summary);
        stated.model.push_front_comment(article);
        info.algebra
            .legend(&stated.model)
            .into_iter()
            .for_each(|line| stated.model.push_comment(line));
        Ok(stated)
    }

    /// Whether a goal applies to this puzzle at all, in any network.
    ///
    /// # Errors
    /// The reason why not, as a message.
    fn has_goal(&self, goal: Goal) -> Result<(), String> {
        let networks = self.family().networks().iter().map(|network| network.name);
        let mut refused = None;
        for name in std::iter::once(self.default_network().name).chain(networks) {
            match self.admits(goal, name) {
                Ok(()) => return Ok(()),
                Err(why) => refused = refused.or(Some(why.to_string())),
            }
        }
        Err(refused.unwrap_or_else(|| format!("{} are no goal of it", goal.name)))
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

/// The name of a variable of two neighbours: `y_1_1_1_2`. The two places determine which cells of bridges they are.
pub fn step_name(prefix: &str, board: &Board, from: Cell, to: Cell) -> String {
    name(prefix, &[spot_numbers(board, from), spot_numbers(board, to)].concat())
}

/// The data of a grid for the models that go with the program: size, neighbours, walls, and one number per place: the
/// given number, 0 for a cell to fill, -1 for no cell.
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
    // Numbers of places in reading order, from 1, two per wall.
    let place = |cell: Cell| {
        let (row, col) = board.place(cell);
        row * cols + col + 1
    };
    let walls = board.walls().iter().flatten().map(|&cell| place(cell).to_string());
    let _ = writeln!(out, "walls = [{}];", walls.collect::<Vec<_>>().join(", "));
    Ok(out)
}

/// A set of tuples as data of AMPL.
pub fn ampl_set(name: &str, tuples: impl IntoIterator<Item = Vec<u32>>) -> String {
    let tuple = |numbers: Vec<u32>| {
        let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
        format!(" ({})", numbers.join(","))
    };
    let tuples: Vec<String> = tuples.into_iter().map(tuple).collect();
    let lines: Vec<String> = tuples.chunks(AMPL_LINE).map(<[String]>::concat).collect();
    format!("set {name} :={};\n", lines.join("\n  "))
}

/// The givens as data of AMPL: row, column and number, one line each.
pub fn ampl_given(given: impl IntoIterator<Item = [u32; 3]>) -> String {
    let line = |[row, col, number]: [u32; 3]| format!("\n  {row} {col} {number}");
    let lines: String = given.into_iter().map(line).collect();
    match lines.is_empty() {
        // A parameter without a line has its default.
        true => lines,
        false => format!("param given :={lines};\n"),
    }
}

/// Tuples on a line of data.
const AMPL_LINE: usize = 10;

/// The cells of a board and its neighbours, as data of AMPL: each pair once, or with `arcs` in both directions.
///
/// # Errors
/// A message, if row and column do not identify the cells.
pub fn ampl_board(board: &Board, arcs: bool) -> Result<String, String> {
    if !board.is_flat() {
        return Err("two cells of a bridge have one row and column; --to lp states them".into());
    }
    let cells = (0..board.len() as u32).map(|c| spot_numbers(board, c).to_vec());
    let pair = |a, b| [spot_numbers(board, a), spot_numbers(board, b)].concat();
    let pairs = board.edges().iter().flat_map(|&[a, b]| match arcs {
        true => vec![pair(a, b), pair(b, a)],
        false => vec![pair(a, b)],
    });
    let word = if arcs { "ARCS" } else { "EDGES" };
    Ok(ampl_set("CELLS", cells) + &ampl_set(word, pairs))
}
