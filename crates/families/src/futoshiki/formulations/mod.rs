//! Futoshikis as models for other solvers: the binary one of the document, and the all-different form that the document
//! gives for constraint programming.

mod algebra;

use super::Futoshiki;
use super::gaps::{clauses, too_many};
use clew_puzzle::formulation::{Constraint, Model, Relation, Var, name};
use clew_puzzle::puzzle::formulated::{DataFile, NOTHING_EXCLUDED, ampl_given, ampl_set};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Formulated, FormulationInfo, Gap};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The models of futoshikis.
pub(super) static MODELS: [FormulationInfo; 2] = [
    FormulationInfo {
        name: "assign",
        source: "the document on futoshiki and Gurobi, x(row, col, val)",
        summary: "a Boolean a cell and value; exactly one in each of three directions, and sums of \
                  values for the signs",
        caveat: None,
        exact: true,
        languages: &["lp", "mps", "mzn", "fzn", "opb", "cnf", "mod", "dat", "tex"],
        algebra: &algebra::ASSIGN,
    },
    FormulationInfo {
        name: "alldiff",
        source: "the all-different constraint that the document praises",
        summary: "a value a cell; rows and columns all different, signs as inequalities",
        caveat: None,
        exact: true,
        languages: &["mzn", "dzn", "fzn", "tex"],
        algebra: &algebra::ALLDIFF,
    },
];

/// The model for data in AMPL.
const AMPL: &str = include_str!("assign.mod");
/// The model for data.
const MODEL: &str = include_str!("alldiff.mzn");

/// States a futoshiki as the model of this name.
///
/// # Errors
/// A message, if it would be too large.
pub(super) fn build(puzzle: &Futoshiki, name: &str) -> Result<Formulated, String> {
    match name {
        "assign" => assign(puzzle),
        _ => all_different(puzzle),
    }
}

/// Row and column of a cell from 1.
fn spot(puzzle: &Futoshiki, cell: u32) -> [u32; 2] {
    let (row, col) = puzzle.place(cell);
    [row + 1, col + 1]
}

/// The name of a sign's row.
fn sign(puzzle: &Futoshiki, [a, b]: [u32; 2]) -> String {
    name("less", &[spot(puzzle, a), spot(puzzle, b)].concat())
}

/// The name of a row about a gap.
fn gap_name(puzzle: &Futoshiki, gap: Gap, clause: Option<u32>) -> String {
    let [a, b] = gap.cells.map(|c| spot(puzzle, c));
    let kind = if gap.is { "differ" } else { "apart" };
    name(kind, &[&a[..], &b, &[gap.by], clause.as_slice()].concat())
}

fn assign(puzzle: &Futoshiki) -> Result<Formulated, String> {
    let n = puzzle.n;
    let size = u64::from(n).pow(3);
    if let Some(why) = too_many(n, &puzzle.gaps) {
        return Err(why);
    }
    let ties = puzzle.less.len() as u64 + 3 * puzzle.gaps.len() as u64;
    Model::fits(size, 3 * size + ties * 2 * u64::from(n))?;
    let mut model = Model::new();
    let mut cell = |c: u32| -> Vec<Var> {
        let [row, col] = spot(puzzle, c);
        (1..=n).map(|v| model.boolean(name("x", &[row, col, v]))).collect()
    };
    let x: Vec<Vec<Var>> = (0..n * n).map(&mut cell).collect();
    let at = |row: u32, col: u32, v: u32| (1, x[(row * n + col) as usize][v as usize]);
    let pairs = || (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    for (row, col) in pairs() {
        let name = name("cell", &[row + 1, col + 1]);
        model.row(name, (0..n).map(|v| at(row, col, v)), Relation::Equal, 1);
    }
    for (col, v) in pairs() {
        let name = name("col", &[col + 1, v + 1]);
        model.row(name, (0..n).map(|row| at(row, col, v)), Relation::Equal, 1);
    }
    for (row, v) in pairs() {
        let name = name("row", &[row + 1, v + 1]);
        model.row(name, (0..n).map(|col| at(row, col, v)), Relation::Equal, 1);
    }
    for &[a, b] in &puzzle.less {
        let sum = |c: u32, factor: i64| {
            x[c as usize].iter().zip(1..).map(move |(&var, v)| (factor * v, var))
        };
        let terms = sum(b, 1).chain(sum(a, -1));
        model.row(sign(puzzle, [a, b]), terms, Relation::Least, 1);
    }
    for &gap in &puzzle.gaps {
        for (i, clause) in (1..).zip(clauses(n, gap)) {
            let term = |&(c, v, is): &(u32, u32, bool)| {
                (if is { 1 } else { -1 }, x[c as usize][v as usize - 1])
            };
            let denied = clause.iter().filter(|(.., is)| !is).count() as i64;
            let terms: Vec<(i64, Var)> = clause.iter().map(term).collect();
            let name = gap_name(puzzle, gap, Some(i));
            model.row(name, terms, Relation::Least, 1 - denied);
        }
    }
    for (c, given) in (0..).zip(&puzzle.given) {
        if let &Some(v) = given {
            let (row, col) = puzzle.place(c);
            let name = name("given", &[row + 1, col + 1]);
            model.row(name, [at(row, col, v - 1)], Relation::Equal, 1);
        }
    }
    model.push_comment("x_r_c_v = 1: value v stands in row r, column c.");
    let telling = x.iter().flatten().copied().collect();
    let spelling = Box::new(Indicators { n, x });
    let no_data = "no model for data goes with assign; alldiff has one";
    let stated = Formulated::new(model, spelling, telling, no_data);
    Ok(stated.with_ampl(AMPL, ampl(puzzle)))
}

fn all_different(puzzle: &Futoshiki) -> Result<Formulated, String> {
    let n = puzzle.n;
    let mut model = Model::new();
    let cells = 0..n * n;
    let x: Vec<Var> =
        cells.map(|c| model.integer(name("x", &spot(puzzle, c)), 1, n.into())).collect();
    for row in 0..n {
        let line = (0..n).map(|col| x[(row * n + col) as usize]);
        model.add(Constraint::AllDifferent(line.collect()));
    }
    for col in 0..n {
        let line = (0..n).map(|row| x[(row * n + col) as usize]);
        model.add(Constraint::AllDifferent(line.collect()));
    }
    for &[a, b] in &puzzle.less {
        let terms = [(1, x[b as usize]), (-1, x[a as usize])];
        model.row(sign(puzzle, [a, b]), terms, Relation::Least, 1);
    }
    let mut tables = BTreeMap::new();
    for &gap in &puzzle.gaps {
        let table = *tables.entry((gap.by, gap.is)).or_insert_with(|| {
            let pairs = (1..=n).flat_map(|v| (1..=n).map(move |w| (v, w)));
            let pairs = pairs.filter(|&(v, w)| gap.allows(v, w));
            model.table(pairs.map(|(v, w)| [v.into(), w.into()]).collect())
        });
        model.add(Constraint::Table(gap.cells.map(|c| x[c as usize]), table));
    }
    for (c, given) in (0..).zip(&puzzle.given) {
        if let &Some(v) = given {
            let name = name("given", &spot(puzzle, c));
            model.row(name, [(1, x[c as usize])], Relation::Equal, v.into());
        }
    }
    model.push_comment("x_r_c: the value in row r, column c.");
    let shipped = match puzzle.gaps.is_empty() {
        true => Ok(DataFile { model: MODEL, data: data(puzzle) }),
        false => Err("the data of alldiff have no differences; mzn and fzn state them".into()),
    };
    let telling = x.clone();
    Ok(Formulated { shipped, ..Formulated::new(model, Box::new(Square { x }), telling, "") })
}

/// The data for the model in AMPL.
///
/// # Errors
/// A message, if the data cannot express the puzzle.
fn ampl(puzzle: &Futoshiki) -> Result<String, String> {
    if !puzzle.gaps.is_empty() {
        return Err("the data have no differences; --to lp states them".into());
    }
    let less = puzzle.less.iter().map(|two| two.map(|c| spot(puzzle, c)).concat());
    let given = (0..).zip(&puzzle.given).filter_map(|(c, &given)| {
        let [row, col] = spot(puzzle, c);
        given.map(|v| [row, col, v])
    });
    Ok(format!("param n := {};\n", puzzle.n) + &ampl_set("LESS", less) + &ampl_given(given))
}

/// The data for the model that goes with the program.
fn data(puzzle: &Futoshiki) -> String {
    let n = puzzle.n as usize;
    let mut out = format!("n = {n};\ngiven = [|");
    for (row, values) in puzzle.given.chunks(n).enumerate() {
        let values: Vec<String> = values.iter().map(|v| v.unwrap_or(0).to_string()).collect();
        let begin = if row == 0 { " " } else { "\n         | " };
        let _ = write!(out, "{begin}{}", values.join(", "));
    }
    let numbers = puzzle.less.iter().flatten().map(|&c| (c + 1).to_string());
    let less = numbers.collect::<Vec<_>>().join(", ");
    let _ = write!(out, " |];\nless = [{less}];\n{NOTHING_EXCLUDED}");
    out
}

/// The values of an answer.
///
/// # Panics
/// If it is one of another family.
fn values(answer: &Answer) -> &[u32] {
    match answer {
        Answer::Square(values) => values,
        _ => panic!("an answer of the puzzle's own family"),
    }
}

/// A Boolean a cell and value.
#[derive(Debug)]
struct Indicators {
    n: u32,
    x: Vec<Vec<Var>>,
}

impl AnswerMapping for Indicators {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let is = |&value: &u32| (1..=self.n).map(move |v| i64::from(v == value));
        values(answer).iter().flat_map(is).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let mut found = Vec::new();
        for (c, row) in (0..).zip(&self.x) {
            let (r, k) = (c / self.n + 1, c % self.n + 1);
            let mut here = None;
            for (v, &var) in (1..).zip(row) {
                if value(var)? == 1 && here.replace(v).is_some() {
                    return Err(format!("r{r}c{k} has several values"));
                }
            }
            found.push(here.ok_or_else(|| format!("r{r}c{k} has no value"))?);
        }
        Ok(Answer::Square(found))
    }
}

/// A variable a cell.
#[derive(Debug)]
struct Square {
    x: Vec<Var>,
}

impl AnswerMapping for Square {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        values(answer).iter().map(|&v| v.into()).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        let values: Result<Vec<u32>, String> =
            self.x.iter().map(|&var| Ok(value(var)? as u32)).collect();
        Ok(Answer::Square(values?))
    }
}
