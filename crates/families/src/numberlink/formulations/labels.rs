//! The document's models: labels of cells, and how many neighbours have the same.
//!
//! Source: E. Kalvelagen, "Numberlink", 2017, with Rob Pratt's formulation from its comments. Labels are
//! numbered from 1 in the order in which they first stand on the board.

use super::Numberlink;
use clew_puzzle::formulation::{Constraint, Model, Relation, Row, Var};
use clew_puzzle::puzzle::formulated::{
    DataFile, NOTHING_EXCLUDED, ampl_board, ampl_given, cell_name, grid_data, spot_numbers,
    step_name,
};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Cell, Formulated};

/// The model for data.
const MODEL: &str = include_str!("labels.mzn");
/// Why there is none for the others.
const NO_DATA: &str = "no model for data goes with this one; labels has one";

/// Indicators: one Boolean per cell and label, exactly one label per cell, ends fixed.
struct Indicators<'a> {
    puzzle: &'a Numberlink,
    model: Model,
    x: Vec<Vec<Var>>,
}

impl<'a> Indicators<'a> {
    fn new(puzzle: &'a Numberlink, variables: u64, terms: u64) -> Result<Indicators<'a>, String> {
        let board = &puzzle.board;
        let kinds = puzzle.ends.len() as u32;
        let indicators = board.len() as u64 * u64::from(kinds);
        Model::fits(indicators + variables, 2 * indicators + terms)?;
        let mut model = Model::new();
        let cells = 0..board.len() as u32;
        let mut row = |c: Cell| -> Vec<Var> {
            (1..=kinds).map(|k| model.boolean(cell_name("x", board, c, Some(k)))).collect()
        };
        let x: Vec<Vec<Var>> = cells.clone().map(&mut row).collect();
        for (c, row) in cells.zip(&x) {
            let one = row.iter().map(|&var| (1, var));
            model.row(cell_name("cell", board, c, None), one, Relation::Equal, 1);
        }
        for (c, end) in (0..).zip(puzzle.terminals()) {
            let Some(end) = end else { continue };
            for (k, &var) in (0..).zip(&x[c as usize]) {
                let name = cell_name("given", board, c, Some(k + 1));
                model.row(name, [(1, var)], Relation::Equal, i64::from(k == end));
            }
        }
        model.push_comment("x_r_c_k = 1: label k runs through row r, column c.");
        write_labels(&mut model, puzzle);
        Ok(Indicators { puzzle, model, x })
    }

    fn at(&self, c: Cell, k: usize) -> Var {
        self.x[c as usize][k]
    }

    /// How many neighbours have the label of a cell.
    fn degrees(&self) -> Vec<i64> {
        self.puzzle.terminals().iter().map(|end| if end.is_some() { 1 } else { 2 }).collect()
    }

    /// A board and the labels of end-points, as data of AMPL.
    fn ampl(&self) -> Result<String, String> {
        let board = &self.puzzle.board;
        let given = (0..).zip(self.puzzle.terminals()).filter_map(|(c, end)| {
            let [row, col] = spot_numbers(board, c);
            end.map(|k| [row, col, k + 1])
        });
        let labels = self.puzzle.ends.len();
        Ok(format!("param labels := {labels};\n") + &ampl_board(board, false)? + &ampl_given(given))
    }

    fn finish(self, products: bool) -> Formulated {
        let telling = self.x.iter().flatten().copied().collect();
        let spelling = Box::new(Labels { puzzle: self.puzzle.clone(), x: self.x, products });
        Formulated::new(self.model, spelling, telling, NO_DATA)
    }
}

/// Writes at the head which label has which number.
fn write_labels(model: &mut Model, puzzle: &Numberlink) {
    let names = puzzle.labels.iter().zip(1..).map(|(label, k)| format!("{k} is {label}"));
    model.push_comment(format!("Labels: {}.", names.collect::<Vec<_>>().join(", ")));
}

/// `miqcp`: the sum of the products over neighbours is 1 at an end-point, else 2.
pub(super) fn quadratic(puzzle: &Numberlink) -> Result<Formulated, String> {
    let board = &puzzle.board;
    let products = (board.edges().len() * puzzle.ends.len()) as u64;
    let mut all = Indicators::new(puzzle, 0, 4 * products)?;
    for (c, degree) in (0..).zip(all.degrees()) {
        let near = board.neighbours(c).iter();
        let kinds = 0..puzzle.ends.len();
        let products = near.flat_map(|&q| kinds.clone().map(move |k| (q, k)));
        let products = products.map(|(q, k)| (1, all.at(c, k), all.at(q, k))).collect();
        all.model.add(Constraint::Row(Row {
            name: cell_name("count", board, c, None),
            terms: Vec::new(),
            products,
            relation: Relation::Equal,
            constant: degree,
        }));
    }
    Ok(all.finish(false))
}

/// `pairs`: the same with a variable y a product, y <= x, y <= x', y >= x + x' - 1.
pub(super) fn pairs(puzzle: &Numberlink) -> Result<Formulated, String> {
    let (board, kinds) = (&puzzle.board, puzzle.ends.len());
    let products = (board.edges().len() * kinds) as u64;
    let mut all = Indicators::new(puzzle, products, 9 * products)?;
    let mut y: Vec<Vec<Var>> = Vec::new();
    for &[p, q] in board.edges() {
        let name = |prefix: &str, k: usize| format!("{}_{}", step_name(prefix, board, p, q), k + 1);
        y.push((0..kinds).map(|k| all.model.relaxed(name("y", k), 0, 1)).collect());
        let products = &y[y.len() - 1];
        for (k, &product) in products.iter().enumerate() {
            let (a, b) = (all.at(p, k), all.at(q, k));
            all.model.row(name("one", k), [(1, product), (-1, a)], Relation::Most, 0);
            all.model.row(name("other", k), [(1, product), (-1, b)], Relation::Most, 0);
            let both = [(1, product), (-1, a), (-1, b)];
            all.model.row(name("both", k), both, Relation::Least, -1);
        }
    }
    for (c, degree) in (0..).zip(all.degrees()) {
        let around = board.incident(c).iter().flat_map(|&e| y[e as usize].iter());
        let terms: Vec<(i64, Var)> = around.map(|&var| (1, var)).collect();
        all.model.row(cell_name("count", board, c, None), terms, Relation::Equal, degree);
    }
    all.model.push_comment("y_r_c_s_d_k = 1: label k runs through both cells.");
    let data = all.ampl();
    Ok(all.finish(true).with_ampl(include_str!("pairs.mod"), data))
}

/// `degree`: one neighbour of an end-point has its label; of another cell with label k two have it, and
/// of one without at most as many as there are.
pub(super) fn degree(puzzle: &Numberlink) -> Result<Formulated, String> {
    let (board, kinds) = (&puzzle.board, puzzle.ends.len());
    let terms = (4 * board.edges().len() + 2 * board.len()) * kinds;
    let mut all = Indicators::new(puzzle, 0, terms as u64)?;
    for (c, end) in (0..).zip(puzzle.terminals()) {
        let near = board.neighbours(c);
        for k in 0..kinds {
            let mut terms: Vec<(i64, Var)> = near.iter().map(|&q| (1, all.at(q, k))).collect();
            let name = |word| cell_name(word, board, c, Some(k as u32 + 1));
            if let Some(end) = end {
                if end as usize == k {
                    all.model.row(name("end"), terms, Relation::Equal, 1);
                }
                continue;
            }
            let (most, here) = (near.len() as i64, all.at(c, k));
            terms.push((-2, here));
            all.model.row(name("least"), terms.clone(), Relation::Least, 0);
            terms.pop();
            if most != 2 {
                terms.push((most - 2, here));
            }
            all.model.row(name("most"), terms, Relation::Most, most);
        }
    }
    let data = all.ampl();
    Ok(all.finish(false).with_ampl(include_str!("degree.mod"), data))
}

/// `labels`: the label of each cell, counted among those of its neighbours.
pub(super) fn counting(puzzle: &Numberlink) -> Result<Formulated, String> {
    let board = &puzzle.board;
    if puzzle.ends.is_empty() {
        return Err("there are no labels, so that no cell can have one".into());
    }
    let n = board.len() as u32;
    Model::fits(n.into(), 2 * board.edges().len() as u64)?;
    let mut model = Model::new();
    let kinds = puzzle.ends.len() as i64;
    let name = |c| cell_name("x", board, c, None);
    let x: Vec<Var> = (0..n).map(|c| model.integer(name(c), 1, kinds)).collect();
    for (c, end) in (0..).zip(puzzle.terminals()) {
        let here = x[c as usize];
        if let Some(k) = end {
            let name = cell_name("given", board, c, None);
            model.row(name, [(1, here)], Relation::Equal, i64::from(k) + 1);
        }
        let of = board.neighbours(c).iter().map(|&q| x[q as usize]).collect();
        let times = if end.is_some() { 1 } else { 2 };
        model.add(Constraint::Count { of, like: here, times });
    }
    model.push_comment("x_r_c: the label that runs through row r, column c.");
    write_labels(&mut model, puzzle);
    let terminals = puzzle.terminals();
    let given = |c: Cell| terminals[c as usize].map_or(0, |k| k + 1);
    let data = grid_data(board, &given);
    let shipped = data.map(|data| DataFile {
        model: MODEL,
        data: format!("labels = {kinds};\n{data}{NOTHING_EXCLUDED}"),
    });
    let telling = x.clone();
    let spelling = Box::new(LabelNumbers { puzzle: puzzle.clone(), x });
    Ok(Formulated { shipped, ..Formulated::new(model, spelling, telling, "") })
}

/// The labels of the cells in an answer, from 0.
///
/// # Panics
/// If a cell has none.
fn found(puzzle: &Numberlink, answer: &Answer) -> Vec<u32> {
    let labels = puzzle.found_labels(answer).into_iter();
    labels.map(|label| label.expect("every cell is on a path")).collect()
}

/// The edges between equal labels.
fn joined(puzzle: &Numberlink, labels: &[u32]) -> Answer {
    let equal = |&[a, b]: &[Cell; 2]| labels[a as usize] == labels[b as usize];
    Answer::Links(puzzle.board.edges().iter().map(equal).collect())
}

/// Indicators of labels, and behind them products if there are any.
#[derive(Debug)]
struct Labels {
    puzzle: Numberlink,
    x: Vec<Vec<Var>>,
    products: bool,
}

impl AnswerMapping for Labels {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let labels = found(&self.puzzle, answer);
        let kinds = self.puzzle.ends.len() as u32;
        let is = |&label: &u32| (0..kinds).map(move |k| i64::from(k == label));
        let pair = |&[a, b]: &[Cell; 2]| {
            let [a, b] = [a, b].map(|c| labels[c as usize]);
            (0..kinds).map(move |k| i64::from(k == a && k == b))
        };
        let pairs = self.puzzle.board.edges().iter().filter(|_| self.products);
        labels.iter().flat_map(is).chain(pairs.flat_map(pair)).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let mut labels = Vec::new();
        for (c, row) in (0..).zip(&self.x) {
            let (r, k) = self.puzzle.board.place(c);
            let spot = format!("r{}c{}", r + 1, k + 1);
            let mut found = None;
            for (label, &var) in (0..).zip(row) {
                if value(var)? == 1 && found.replace(label).is_some() {
                    return Err(format!("{spot} has several labels"));
                }
            }
            labels.push(found.ok_or_else(|| format!("{spot} has no label"))?);
        }
        Ok(joined(&self.puzzle, &labels))
    }
}

/// The number of each cell's label.
#[derive(Debug)]
struct LabelNumbers {
    puzzle: Numberlink,
    x: Vec<Var>,
}

impl AnswerMapping for LabelNumbers {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        found(&self.puzzle, answer).into_iter().map(|k| i64::from(k) + 1).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let labels: Result<Vec<u32>, String> =
            self.x.iter().map(|&var| Ok(value(var)? as u32)).collect();
        Ok(joined(&self.puzzle, &labels?))
    }
}
