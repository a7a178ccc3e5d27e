//! Readers: the output of solvers for a model. The text determines which solver wrote it.
//!
//! Values are given by the names of variables, in DIMACS and OPB by their numbers. Solvers of mixed-integer programs
//! leave out zeros and write 0.9999999; both are accepted. Text is untrusted: everything is checked before it is used,
//! and a mistake has its position.

mod listing;
mod literals;
mod markup;
mod statements;

use super::Model;
use rustc_hash::FxHashMap;

/// The tolerance for integers: ten times that of solvers.
const TOLERANCE: f64 = 1e-4;

/// For each variable of the model its value; `None` where the solver gave none.
pub type Values = Vec<Option<i64>>;

/// The result of a solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// One solution or several.
    Solutions(Vec<Values>),
    /// There is none.
    Infeasible,
    /// The solver could not decide.
    Unknown,
}

/// A mistake in a text, with its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: found {found}, expected {expected}")]
pub struct Mistake {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// The text found there.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

/// Reads the output of a solver, with memory for the values alone: the solution files of HiGHS, SCIP, CBC, Gurobi and
/// CPLEX, the output of MiniZinc and FlatZinc solvers, the `s` and `v` lines of pseudo-Boolean and DIMACS solvers.
///
/// # Errors
/// The first mistake.
pub fn read(model: &Model, text: &str) -> Result<Reply, Mistake> {
    let text = text.trim_start_matches('\u{feff}');
    let names = model.variables().iter().zip(0..).map(|(v, i)| (v.name.as_str(), i));
    let names = Names { model, by_name: names.collect() };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with('<') {
        markup::read(&names, text)
    } else if literals::is(text) {
        literals::read(model, text)
    } else if statements::is(text) {
        statements::read(&names, text)
    } else {
        listing::read(&names, text)
    }
}

/// The variables by their names.
struct Names<'a> {
    model: &'a Model,
    by_name: FxHashMap<&'a str, usize>,
}

impl Names<'_> {
    /// A solution of which nothing is known yet.
    fn nothing(&self) -> Values {
        vec![None; self.model.variables().len()]
    }

    /// Takes a value for a name.
    fn set(&self, values: &mut Values, name: Piece<'_>, value: Piece<'_>) -> Result<(), Mistake> {
        let Some(&at) = self.by_name.get(name.text) else {
            return Err(name.mistake("the name of a variable of the model"));
        };
        let variable = &self.model.variables()[at];
        let range =
            || format!("a value of {} from {} to {}", name.text, variable.low, variable.high);
        let number = match value.text {
            "true" => 1.0,
            "false" => 0.0,
            text => text.parse::<f64>().map_err(|_| value.mistake(range()))?,
        };
        let whole = number.round();
        // Comparing as floats keeps infinite, undefined and huge numbers away from the conversion.
        let inside = whole >= variable.low as f64 && whole <= variable.high as f64;
        let near = (number - whole).abs() <= TOLERANCE;
        if !inside || !near && !variable.relaxed {
            return Err(value.mistake(range()));
        }
        // A relaxed variable between integers may have any value: it carries no information.
        match values[at].replace(if near { whole as i64 } else { variable.low }) {
            None => Ok(()),
            Some(_) => {
                Err(name.mistake(format!("each variable once, but {} is there twice", name.text)))
            }
        }
    }
}

/// Fills in the zeros that a solver leaves out.
fn zeros(model: &Model, values: &mut Values) {
    for (value, v) in values.iter_mut().zip(model.variables()) {
        if v.low <= 0 {
            value.get_or_insert(0);
        }
    }
}

/// A stretch of a line.
#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    text: &'a str,
    line: usize,
    /// The column of its first character.
    column: usize,
}

impl<'a> Piece<'a> {
    fn mistake(self, expected: impl Into<String>) -> Mistake {
        let found = match self.text {
            "" => "the end".to_string(),
            text => format!("\"{}\"", text.chars().take(40).collect::<String>()),
        };
        Mistake { line: self.line, column: self.column, found, expected: expected.into() }
    }

    /// Pieces between blanks.
    fn words(self) -> impl Iterator<Item = Piece<'a>> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            rest = rest.trim();
            let end = rest.text.find(char::is_whitespace).unwrap_or(rest.text.len());
            let word = rest.to(end);
            rest = rest.skip(end);
            (!word.text.is_empty()).then_some(word)
        })
    }

    /// The first pieces between blanks, as far as there are any.
    fn first<const N: usize>(self) -> [Option<Piece<'a>>; N] {
        let mut words = self.words();
        std::array::from_fn(|_| words.next())
    }

    /// The part after the first `n` bytes, at a boundary of characters.
    fn skip(self, n: usize) -> Piece<'a> {
        let column = self.column + self.text[..n].chars().count();
        Piece { text: &self.text[n..], line: self.line, column }
    }

    /// The first `n` bytes.
    fn to(self, n: usize) -> Piece<'a> {
        Piece { text: &self.text[..n], ..self }
    }

    /// Without blanks on both sides.
    fn trim(self) -> Piece<'a> {
        let begin = self.text.len() - self.text.trim_start().len();
        let rest = self.skip(begin);
        Piece { text: rest.text.trim_end(), ..rest }
    }
}

/// The lines of a text.
fn lines(text: &str) -> impl Iterator<Item = Piece<'_>> + Clone {
    text.lines().zip(1..).map(|(text, line)| Piece { text, line, column: 1 })
}
