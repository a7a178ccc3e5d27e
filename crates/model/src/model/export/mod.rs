//! Models for other solvers: a model as rows, in the languages of `clew export`, and solutions read back.

pub(crate) mod horizon;
mod relaxed_table;
pub(crate) mod row_builder;
pub(crate) mod stated_rules;

use super::builder::Model;
use super::error::{MAX_VALUES, ModelError};
use super::expr::Expr;
use super::outcome::Solution;
use super::statement::Statement;
use crate::model::export::row_builder::RowBuilder;
use clew_puzzle::formulation::{self, LANGUAGES, Reply, language};
use clew_puzzle::puzzle::Answer;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The goal of a search for solutions.
#[derive(Clone, Debug, Default)]
pub enum Goal {
    /// A solution.
    #[default]
    Satisfy,
    /// A solution in which this is as small as possible.
    Minimize(Expr),
    /// A solution in which this is as large as possible.
    Maximize(Expr),
}

impl Goal {
    /// The expression to be minimised, or with `true` maximised, if there is one.
    pub fn sum(&self) -> Option<(&Expr, bool)> {
        match self {
            Goal::Satisfy => None,
            Goal::Minimize(sum) => Some((sum, false)),
            Goal::Maximize(sum) => Some((sum, true)),
        }
    }
}

/// A model as another solver takes it; see [`Model::export`].
#[derive(Clone, Debug)]
pub struct Exported {
    text: String,
    rows: formulation::Model,
    lineage: Arc<super::handle::Lineage>,
    statement: Arc<Statement>,
}

/// # Other solvers
impl Model {
    /// The model in the language of another solver: `"lp"`, `"mps"`, `"opb"`, `"cnf"`, `"fzn"` (FlatZinc) or `"mzn"`
    /// (MiniZinc).
    ///
    /// Constraints become rows over the variables and over Booleans `x_is_3`; in FlatZinc and MiniZinc "all different"
    /// is itself. The exported model has a solution exactly if the model has one, and the same optimum; variables of
    /// its own (`own_17`) are not always determined. Rows of constraints bear their names
    /// ([`Model::name_constraints`]), and otherwise those of their kinds. Names of variables become letters, digits and
    /// underscores.
    ///
    /// Size and time: that of the model, plus a Boolean for each value of variables whose values constraints mention, a
    /// row for each node of a graph and position, and one for each moment of [`Model::cumulative`]. Of a variable of
    /// more than [`MAX_VALUES`] values (or of [`Model::keep_ends_above`]) only the mentioned values get a Boolean; "all
    /// different" of such variables is a choice for each pair, and so are their jobs. Rows under a condition have
    /// numbers as large as their ranges: solvers that compute with floating-point numbers keep them within a tolerance,
    /// and [`Exported::read`] finds values that violate a constraint.
    ///
    /// ```
    /// use clew_model::model::{Goal, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=9)?;
    /// m.less_than(x[0], x[1])?;
    /// let exported = m.export("lp", &Goal::Maximize(2 * x[0] - x[1]))?;
    /// assert!(exported.text().contains("Maximize\n obj: 2 x_0 - x_1\n"));
    /// assert!(exported.text().contains(" linear_1_1: x_0 - x_1 <= -1\n"));
    /// let solutions = exported.read("# Objective value = 7\nx_0 8\nx_1 9\n").expect("a solution");
    /// assert_eq!((solutions[0][x[0]], solutions[0][x[1]]), (8, 9));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ModelError::Export`]: there is no such language, a constraint of your own ([`Model::own`]) cannot be stated,
    /// the rows are too many or their numbers too large, or the language cannot state them (integers in `"cnf"`); those
    /// of [`Model::minimize`] for the goal.
    pub fn export(&self, to: &str, goal: &Goal) -> Result<Exported, ModelError> {
        let refused = |what: String| ModelError::Export { what };
        let known = language(to).ok_or_else(|| {
            let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
            refused(format!("there is no language {to:?}; there are {}", names.join(", ")))
        })?;
        let target = match goal {
            Goal::Satisfy => None,
            Goal::Minimize(sum) => Some((self.sum(sum)?, false)),
            Goal::Maximize(sum) => Some((self.sum(sum)?, true)),
        };
        let of = &self.statement.variables;
        let given = of.ints.iter().map(|x| &x.name).chain(&of.own);
        let many = self.statement.ends_above.unwrap_or(MAX_VALUES).min(MAX_VALUES);
        let names = names(given.map(String::as_str));
        let mut into = RowBuilder::new(of, &names, many, matches!(to, "fzn" | "mzn"));
        for (i, rule) in self.statement.rules.iter().enumerate() {
            let called = self.statement.name(i).unwrap_or(rule.kind());
            into.begin(format!("{}_{}", plain(called), i + 1));
            let stated = rule.state(&mut into);
            stated.map_err(|why| refused(format!("{}: {why}", rule.describe(of))))?;
        }
        if let Some(((terms, constant), most)) = target {
            into.begin("objective".into());
            into.optimise(&terms, constant, most).map_err(refused)?;
        }
        let mut rows = into.rows;
        for (name, given) in names.iter().zip(of.ints.iter().map(|x| &x.name).chain(&of.own)) {
            if name != given {
                rows.push_comment(format!("{name}: {given}"));
            }
        }
        rows.push_front_comment(format!("A model of {}.", self.described()));
        let text = (known.write)(&rows).map_err(|why| refused(format!("{to}: {why}")))?;
        let (lineage, statement) = (Arc::new(self.lineage().clone()), self.statement.clone());
        Ok(Exported { text, rows, lineage, statement: Arc::new(statement) })
    }
}

impl Exported {
    /// The text for the solver.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The solutions in a solver's output, each checked against the statement of every constraint; none if the solver
    /// found that there is none. The forms are those of `clew import`, and are recognised.
    ///
    /// # Errors
    /// A message: the output is of no known form, the solver did not finish, or a solution breaks a constraint.
    pub fn read(&self, output: &str) -> Result<Vec<Solution>, String> {
        let all = match formulation::read(&self.rows, output).map_err(|why| why.to_string())? {
            Reply::Infeasible => return Ok(Vec::new()),
            Reply::Unknown => return Err("neither a solution nor that there is none".into()),
            Reply::Solutions(all) => all,
        };
        let of = &self.statement.variables;
        let solution = |values: &formulation::Values| {
            let value = |(i, value): (usize, &Option<i64>)| {
                let name = &self.rows.variables()[i].name;
                value.ok_or_else(|| format!("there is no value for {name}"))
            };
            let own = values.iter().take(of.ints.len() + of.own.len()).enumerate();
            let values: Vec<i64> = own.map(value).collect::<Result<_, _>>()?;
            self.statement.check(&values)?;
            let solution =
                Solution::from_answer(&self.lineage, &self.statement, Answer::Values(values));
            solution.ok_or_else(|| "no solution".to_string())
        };
        all.iter().map(solution).collect()
    }
}

/// Words that some language has for itself.
const TAKEN: [&str; 41] = [
    "ann",
    "annotation",
    "any",
    "array",
    "bin",
    "binaries",
    "binary",
    "bool",
    "bounds",
    "case",
    "constraint",
    "diff",
    "div",
    "free",
    "general",
    "generals",
    "function",
    "if",
    "in",
    "inf",
    "infinity",
    "include",
    "int",
    "integers",
    "intersect",
    "let",
    "list",
    "max",
    "min",
    "mod",
    "not",
    "obj",
    "objective",
    "of",
    "output",
    "par",
    "predicate",
    "set",
    "solve",
    "st",
    "var",
];

/// Letters, digits and underscores of a text.
fn plain(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.take(8).collect::<Vec<_>>().join("_")
}

/// A name for each variable that every language takes: different ones, that none has for itself.
fn names<'a>(given: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = FxHashSet::default();
    let mut free = |given: &str| {
        let mut name: String = plain(given).chars().take(60).collect();
        let first = name.chars().next().unwrap_or('0');
        let helps = ["own_", "help_", "table_"].iter().any(|word| name.starts_with(word));
        let is_word = TAKEN.contains(&&*name.to_ascii_lowercase()) || name.contains("_is_");
        // LP readers take a name that begins with e for an exponent.
        if !first.is_ascii_alphabetic() || matches!(first, 'e' | 'E') || helps || is_word {
            name = format!("v_{name}").replace("_is_", "_be_");
        }
        let begin = name.clone();
        for k in 2.. {
            if taken.insert(name.clone()) {
                break;
            }
            name = format!("{begin}_n{k}");
        }
        name
    };
    given.map(&mut free).collect()
}
