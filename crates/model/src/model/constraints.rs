//! Stating a model: its constraints.

use super::builder::Model;
use super::error::{MAX_SUM, ModelError};
use super::expr::{Expr, Relation};
use super::graph::{Arcs, Graph};
use super::handle::{Bool, Int};
use crate::model::rules::Rule;
use crate::model::rules::own::{Own, OwnConstraint};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// # Constraints
impl Model {
    /// All of the variables have different values. Made domain consistent; about the number of variables times that of
    /// values per run.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 4, -1..=2)?;
    /// m.all_different(&x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 24u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is given twice or of another model.
    pub fn all_different(&mut self, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.different_ints("all different", xs)?;
        self.post(Rule::AllDifferent(xs))
    }

    /// The two sides are equal. Bounds consistent, for `x = ±y + c` domain consistent; linear in the terms per run. The
    /// same holds for the other comparisons.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// m.equal(3 * x + 5 * y, 31)?;
    /// let all = m.solve(9, &Default::default())?;
    /// let mut pairs: Vec<_> = all.solutions.iter().map(|s| (s[x], s[y])).collect();
    /// pairs.sort_unstable();
    /// assert_eq!(pairs, [(2, 5), (7, 2)]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or the sum may pass [`MAX_SUM`].
    pub fn equal(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into(), Relation::Equal)
    }

    /// The two sides are not equal.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.different(x, y + 1)?;
    /// assert_eq!(m.count(&Default::default())?.count, 7u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn different(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into(), Relation::Different)
    }

    /// `a <= b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.at_most(x + y, 1)?;
    /// assert_eq!(m.count(&Default::default())?.count, 3u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn at_most(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into(), Relation::AtMost)
    }

    /// `a >= b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.at_least(2 * x, y + 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn at_least(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(b.into() - a.into(), Relation::AtMost)
    }

    /// `a < b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.less_than(x, y)?;
    /// assert_eq!(m.count(&Default::default())?.count, 3u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::equal`].
    pub fn less_than(&mut self, a: impl Into<Expr>, b: impl Into<Expr>) -> Result<(), ModelError> {
        self.compare(a.into() - b.into() + 1, Relation::AtMost)
    }

    /// Each variable is smaller than the next.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 3, 1..=5)?;
    /// m.increasing(&x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 10u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn increasing(&mut self, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.own_ints(xs)?;
        self.post(Rule::Chain { xs, strict: true })
    }

    /// No variable is larger than the next.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.non_decreasing(&x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 10u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn non_decreasing(&mut self, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.own_ints(xs)?;
        self.post(Rule::Chain { xs, strict: false })
    }

    /// One of the Boolean variables at least is true. An empty clause has no solution.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let b = m.bools("b", 3)?;
    /// m.clause(&[b[0], !b[1], b[2]])?;
    /// assert_eq!(m.count(&Default::default())?.count, 7u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn clause(&mut self, bools: &[Bool]) -> Result<(), ModelError> {
        let lits = bools.iter().map(|&b| self.own_bool(b)).collect::<Result<_, _>>()?;
        self.post(Rule::Clause(lits))
    }

    /// A constraint of your own on these variables: with a propagator of the engine, and a check.
    ///
    /// ```
    /// use clew_engine::kernel::{Conflict, Engine, Lit};
    /// use clew_model::model::{Model, OwnConstraint, Placed};
    ///
    /// /// No two are neighbouring numbers; stated by clauses.
    /// struct Apart;
    ///
    /// impl OwnConstraint for Apart {
    ///     fn name(&self) -> &'static str {
    ///         "apart"
    ///     }
    ///
    ///     fn holds(&self, ints: &[i64], _: &[bool]) -> bool {
    ///         ints[0].abs_diff(ints[1]) != 1
    ///     }
    ///
    ///     fn post(&self, engine: &mut Engine, ints: &[Placed], _: &[Lit]) -> Result<(), Conflict> {
    ///         let [x, y] = ints else { unreachable!("two were given") };
    ///         for v in 0..engine.store().values(x.var) {
    ///             for near in [x.number(v) - 1, x.number(v) + 1] {
    ///                 let Some(w) = y.value(near).filter(|&w| w < engine.store().values(y.var)) else {
    ///                     continue;
    ///                 };
    ///                 let both = [(x.var, v), (y.var, w)];
    ///                 let clause = both.map(|(var, v)| engine.store().atom(var, v).neg());
    ///                 engine.add_clause(&clause)?;
    ///             }
    ///         }
    ///         Ok(())
    ///     }
    /// }
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=3)?, m.int("y", 2..=4)?);
    /// m.own(&[x, y], &[], Apart)?;
    /// assert_eq!(m.count(&Default::default())?.count, 8u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn own(
        &mut self,
        ints: &[Int],
        bools: &[Bool],
        constraint: impl OwnConstraint + 'static,
    ) -> Result<(), ModelError> {
        let xs = self.own_ints(ints)?;
        let bools = bools.iter().map(|&b| self.own_bool(b)).collect::<Result<_, _>>()?;
        self.post(Rule::Own { own: Own(Arc::new(constraint)), xs, bools })
    }

    /// If `a` is true, so is `b`.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.int("x", 0..=3)?;
    /// let (small, b) = (m.is(x, 0)?, m.bool("b")?);
    /// m.implies(small, b)?;
    /// assert_eq!(m.count(&Default::default())?.count, 7u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn implies(&mut self, a: Bool, b: Bool) -> Result<(), ModelError> {
        self.clause(&[!a, b])
    }

    /// The values of the variables, one of which may be given several times, are one of the rows. Rows with values outside of the ranges are allowed and have no
    /// effect. Domain consistent; memory of one bit per row and value.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", -9..=9)?);
    /// m.table(&[x, y], [[1, 5], [1, -5], [2, 7], [20, 0]])?;
    /// m.different(x, 2)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a row has another length than there are variables, there is no variable, or one is of another model.
    pub fn table<R: AsRef<[i64]>>(
        &mut self,
        xs: &[Int],
        rows: impl IntoIterator<Item = R>,
    ) -> Result<(), ModelError> {
        let rule = "table";
        let given = self.own_ints(xs)?;
        if given.is_empty() {
            return Err(ModelError::Length { rule, found: 0, expected: 1 });
        }
        // A variable that is given twice is one column, of the rows with equal numbers in both.
        let mut xs: Vec<u32> = Vec::new();
        let mut first: FxHashMap<u32, usize> = FxHashMap::default();
        let columns: Vec<usize> = (0..given.len())
            .map(|k| {
                *first.entry(given[k]).or_insert_with(|| {
                    xs.push(given[k]);
                    k
                })
            })
            .collect();
        let mut all = Vec::new();
        for row in rows {
            let row = row.as_ref();
            expect_length(rule, row.len(), given.len())?;
            if columns.iter().zip(row).all(|(&k, v)| row[k] == *v) {
                let kept = row.iter().enumerate().filter(|(k, _)| columns[*k] == *k);
                all.extend(kept.map(|(_, v)| v));
            }
        }
        self.post(Rule::Table { xs, rows: all })
    }

    /// Boolean variable i is true if and only if `x` has the value `first + i`; x has one of these values.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, b) = (m.int("x", 0..=9)?, m.bools("b", 3)?);
    /// m.channel(x, 4, &b)?;
    /// m.clause(&[!b[1]])?;
    /// let all = m.solve(9, &Default::default())?.solutions;
    /// assert_eq!(all.iter().map(|s| (s[x], s[b[0]])).collect::<Vec<_>>(), [(4, true), (6, false)]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or `first` passes [`MAX_SUM`] in absolute value
    /// ([`ModelError::Overflow`]).
    pub fn channel(&mut self, x: Int, first: i64, bools: &[Bool]) -> Result<(), ModelError> {
        let x = self.own_int(x)?;
        let bools = bools.iter().map(|&b| self.own_bool(b)).collect::<Result<_, _>>()?;
        if !(-MAX_SUM..=MAX_SUM).contains(&first) {
            return Err(ModelError::Overflow);
        }
        self.post(Rule::Channel { x, first, bools })
    }

    /// `xs[i] = j` exactly if `ys[j] = i`, both counted from 0: two permutations, each the other's
    /// inverse. Clauses, as many as the square of the length.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (seat, guest) = (m.ints("seat", 4, 0..=3)?, m.ints("guest", 4, 0..=3)?);
    /// m.inverse(&seat, &guest)?;
    /// m.equal(seat[1], 3)?;
    /// let all = m.solve(9, &Default::default())?.solutions;
    /// assert!(all.len() == 6 && all.iter().all(|s| s[guest[3]] == 1));
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the lists differ in length, or a variable is of another model.
    pub fn inverse(&mut self, xs: &[Int], ys: &[Int]) -> Result<(), ModelError> {
        expect_length("inverse", ys.len(), xs.len())?;
        let (xs, ys) = (self.own_ints(xs)?, self.own_ints(ys)?);
        self.post(Rule::Inverse { xs, ys })
    }

    /// Each variable's value is a node of the graph (also for a single variable), and is joined to the next variable's.
    /// For each pair domain consistent.
    ///
    /// ```
    /// use clew_model::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let line = Graph::new(4, [[0, 1], [1, 2], [2, 3]])?;
    /// let mut m = Model::new();
    /// let at = m.ints("at", 4, 0..=3)?;
    /// m.walk(&line, &at)?;
    /// m.equal(at[0], 0)?;
    /// m.equal(at[3], 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 1u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model.
    pub fn walk(&mut self, graph: &Graph, xs: &[Int]) -> Result<(), ModelError> {
        let xs = self.own_ints(xs)?;
        self.post(Rule::Walk { graph: graph.clone(), xs })
    }

    /// The values of the two variables are nodes that are joined. Domain consistent.
    ///
    /// ```
    /// use clew_model::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let line = Graph::new(3, [[0, 1], [1, 2]])?;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// m.adjacent(&line, x, y)?;
    /// assert_eq!(m.count(&Default::default())?.count, 4u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::walk`].
    pub fn adjacent(&mut self, graph: &Graph, x: Int, y: Int) -> Result<(), ModelError> {
        self.walk(graph, &[x, y])
    }

    /// The nodes form a path that visits every node once; node v has the number `positions[v]`, and
    /// the first node of the path has the number `first`.
    ///
    /// ```
    /// use clew_model::model::{Graph, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // Rook moves on two rows of three cells.
    /// let board = Graph::from_fn(6, |a, b| b == a + 3 || (b == a + 1 && b != 3));
    /// let mut m = Model::new();
    /// let number = m.ints("number", 6, 1..=6)?;
    /// m.path(&board, &number, 1)?;
    /// assert_eq!(m.count(&Default::default())?.count, 16u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many variables as nodes, one is of another model, or `first` passes [`MAX_SUM`] in absolute
    /// value ([`ModelError::Overflow`]).
    pub fn path(&mut self, graph: &Graph, positions: &[Int], first: i64) -> Result<(), ModelError> {
        expect_length("path", positions.len(), graph.nodes() as usize)?;
        let positions = self.own_ints(positions)?;
        if !(-MAX_SUM..=MAX_SUM).contains(&first) {
            return Err(ModelError::Overflow);
        }
        self.post(match is_repeated(&positions) {
            // No two nodes have one number.
            true => Rule::Clause(Vec::new()),
            false => Rule::Path { graph: graph.clone(), positions, first },
        })
    }

    /// From each node v along an arc to the node `successors[v]`: one circuit that visits every node once. The arcs are
    /// [`Arcs`], or the edges of a `&Graph` both ways.
    ///
    /// ```
    /// use clew_model::model::{Arcs, Model};
    ///
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = Model::new();
    /// let next = m.ints("next", 5, 0..=4)?;
    /// m.circuit(Arcs::complete(5), &next)?;
    /// assert_eq!(m.count(&Default::default())?.count, 24u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many variables as nodes, or one is of another model.
    pub fn circuit(&mut self, arcs: impl Into<Arcs>, successors: &[Int]) -> Result<(), ModelError> {
        let arcs = arcs.into();
        expect_length("circuit", successors.len(), arcs.nodes() as usize)?;
        let successors = self.own_ints(successors)?;
        self.post(match is_repeated(&successors) {
            // No two nodes have one successor.
            true => Rule::Clause(Vec::new()),
            false => Rule::Circuit { arcs, successors },
        })
    }
}

/// Whether a variable is given twice.
pub(super) fn is_repeated(xs: &[u32]) -> bool {
    let mut seen = FxHashSet::default();
    !xs.iter().all(|x| seen.insert(x))
}

/// Checks that a list is as long as it should be.
///
/// # Errors
/// [`ModelError::Length`].
pub(super) fn expect_length(
    rule: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), ModelError> {
    if found == expected { Ok(()) } else { Err(ModelError::Length { rule, found, expected }) }
}
