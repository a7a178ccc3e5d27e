//! A model as data: variables with bounds and names, linear and quadratic rows, a few global
//! constraints.
//!
//! Nothing here solves anything. A model is written in some solver's language ([`super::write`]), and the output of the
//! solver is read back by the names of its variables ([`super::read()`]). Names are stable: they depend on the puzzle
//! alone, so that files and solutions of different days belong together.

/// A variable of a model, by its place in [`Model::variables`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(u32);

impl Var {
    /// Its place in the list of variables.
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// The properties of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Letters, digits and underscores; begins with a letter other than `e`, which some readers take
    /// for the beginning of an exponent.
    pub name: String,
    /// The least value.
    pub low: i64,
    /// The largest value.
    pub high: i64,
    /// Whether it may be declared continuous: if some value of it is feasible with integer values of the others, an
    /// integer is.
    pub relaxed: bool,
}

impl Variable {
    /// Whether it can be 0 or 1, and nothing else.
    pub fn is_boolean(&self) -> bool {
        (self.low, self.high) == (0, 1)
    }
}

/// How a sum compares with a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `<=`
    Most,
    /// `=`
    Equal,
    /// `>=`
    Least,
}

impl Relation {
    /// The sign: `<=`, `=` or `>=`.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Most => "<=",
            Relation::Equal => "=",
            Relation::Least => ">=",
        }
    }
}

/// A coefficient and its variable.
pub type Term = (i64, Var);

/// Sum of terms and products, compared with a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Unique in its model.
    pub name: String,
    /// At most one term per variable.
    pub terms: Vec<Term>,
    /// Coefficient and two different variables; empty in a linear row.
    pub products: Vec<(i64, Var, Var)>,
    /// How the sum compares with the constant.
    pub relation: Relation,
    /// The constant on the right.
    pub constant: i64,
}

/// A list of pairs of values, which several constraints may share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableId(usize);

/// A constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// A sum.
    Row(Row),
    /// The variables have different values.
    AllDifferent(Vec<Var>),
    /// Exactly `times` of the variables have the value of `like`.
    Count {
        /// The variables.
        of: Vec<Var>,
        /// The one that they are compared with.
        like: Var,
        /// How many are equal to it.
        times: i64,
    },
    /// The two values are a pair of the table.
    Table([Var; 2], TableId),
    /// At least one of the variables differs from the value in its term.
    NotAll(Vec<Term>),
}

impl Constraint {
    /// The row; or the name of the other kind of constraint.
    pub fn row(&self) -> Result<&Row, &'static str> {
        match self {
            Constraint::Row(row) => Ok(row),
            Constraint::AllDifferent(_) => Err("all_different"),
            Constraint::Count { .. } => Err("count"),
            Constraint::Table(..) => Err("table"),
            Constraint::NotAll(_) => Err("a disjunction"),
        }
    }
}

/// A sum to be minimised or maximised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The sum.
    pub terms: Vec<Term>,
    /// Whether it is maximised.
    pub most: bool,
    /// Whether its value is the same for all solutions: an objective that a document states for a model of feasibility.
    pub same: bool,
}

/// The most terms of all rows together: some 80 MB of text, and far beyond the reach of solvers.
const MOST_TERMS: u64 = 4 << 20;
/// The most variables.
const MOST_VARIABLES: u64 = 1 << 20;

/// Variables, constraints, and the lines at the head of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    head: Vec<String>,
    variables: Vec<Variable>,
    constraints: Vec<Constraint>,
    tables: Vec<Vec<[i64; 2]>>,
    objective: Option<Objective>,
}

impl Model {
    /// A model without anything in it.
    pub fn new() -> Model {
        Model::default()
    }

    /// Whether a model of this size may be built; call it before building.
    ///
    /// # Errors
    /// A message with the limits.
    pub fn fits(variables: u64, terms: u64) -> Result<(), String> {
        if variables <= MOST_VARIABLES && terms <= MOST_TERMS {
            return Ok(());
        }
        Err(format!(
            "it would have {variables} variables and {terms} terms; at most {MOST_VARIABLES} and \
             {MOST_TERMS} are written"
        ))
    }

    /// Adds a variable that is 0 or 1.
    pub fn boolean(&mut self, name: String) -> Var {
        self.integer(name, 0, 1)
    }

    /// Adds a variable with values from `low` to `high`.
    pub fn integer(&mut self, name: String, low: i64, high: i64) -> Var {
        self.variables.push(Variable { name, low, high, relaxed: false });
        Var(self.variables.len() as u32 - 1)
    }

    /// Adds a variable that may be declared continuous, see [`Variable::relaxed`].
    pub fn relaxed(&mut self, name: String, low: i64, high: i64) -> Var {
        self.variables.push(Variable { name, low, high, relaxed: true });
        Var(self.variables.len() as u32 - 1)
    }

    /// Adds a linear row.
    pub fn row(
        &mut self,
        name: String,
        terms: impl IntoIterator<Item = Term>,
        relation: Relation,
        constant: i64,
    ) {
        let terms = terms.into_iter().collect();
        self.add(Constraint::Row(Row { name, terms, products: Vec::new(), relation, constant }));
    }

    /// Adds a constraint.
    pub fn add(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
    }

    /// Adds a list of pairs for [`Constraint::Table`].
    pub fn table(&mut self, pairs: Vec<[i64; 2]>) -> TableId {
        self.tables.push(pairs);
        TableId(self.tables.len() - 1)
    }

    /// Sets a sum to be minimised that is the same for all solutions, as in a document.
    pub fn minimize_same(&mut self, terms: Vec<Term>) {
        self.objective = Some(Objective { terms, most: false, same: true });
    }

    /// Sets a sum to be minimised or maximised, in place of any other objective.
    pub fn optimise(&mut self, terms: Vec<Term>, most: bool) {
        self.objective = Some(Objective { terms, most, same: false });
    }

    /// Declares all variables continuous: the relaxation, whose best value bounds that of the model.
    pub fn relax(&mut self) {
        self.variables.iter_mut().for_each(|variable| variable.relaxed = true);
    }

    /// Adds a line at the end of the head of a file.
    pub fn push_comment(&mut self, line: impl Into<String>) {
        self.head.push(line.into());
    }

    /// Adds a line at the beginning of the head of a file.
    pub fn push_front_comment(&mut self, line: impl Into<String>) {
        self.head.insert(0, line.into());
    }

    /// The lines at the head of a file.
    pub fn head(&self) -> &[String] {
        &self.head
    }

    /// The variables in the order in which they were made.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The properties of a variable.
    pub fn variable(&self, var: Var) -> &Variable {
        &self.variables[var.number()]
    }

    /// The name of a variable.
    pub fn name(&self, var: Var) -> &str {
        &self.variable(var).name
    }

    /// The constraints.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// All lists of pairs.
    pub fn tables(&self) -> &[Vec<[i64; 2]>] {
        &self.tables
    }

    /// The pairs of a table.
    pub fn pairs(&self, table: TableId) -> &[[i64; 2]] {
        &self.tables[table.0]
    }

    /// The number of a table, from 0.
    pub(crate) fn table_number(table: TableId) -> usize {
        table.0
    }

    /// The objective, if there is one.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The objective, unless it is the same for all solutions: then a proof of optimality is useless.
    pub fn goal(&self) -> Option<&Objective> {
        self.objective().filter(|objective| !objective.same)
    }

    /// The rows, if all constraints are rows.
    ///
    /// # Errors
    /// The name of the first other constraint.
    pub fn rows(&self) -> Result<Vec<&Row>, &'static str> {
        self.constraints.iter().map(Constraint::row).collect()
    }

    /// The rows of a linear model.
    ///
    /// # Errors
    /// A message: which part is not linear.
    pub fn linear_rows(&self) -> Result<Vec<&Row>, String> {
        let rows =
            self.rows().map_err(|other| format!("it has {other}, which is no linear row"))?;
        match rows.iter().find(|row| !row.products.is_empty()) {
            Some(row) => Err(format!("row {} has products of variables", row.name)),
            None => Ok(rows),
        }
    }

    /// How many rows or other constraints there are, and how many terms the rows have.
    pub fn size(&self) -> (usize, usize) {
        let terms = |constraint: &Constraint| match constraint {
            Constraint::Row(row) => row.terms.len() + row.products.len(),
            _ => 0,
        };
        (self.constraints.len(), self.constraints.iter().map(terms).sum())
    }
}

/// A name made of a prefix and numbers: `x_1_2_3`.
pub fn name(prefix: &str, numbers: &[u32]) -> String {
    use std::fmt::Write;
    let mut name = prefix.to_string();
    for number in numbers {
        let _ = write!(name, "_{number}");
    }
    name
}
