//! How often values occur: among some variables, of one value, of each value.

use super::global::Global;
use crate::model::builder::Model;
use crate::model::constraints::expect_length;
use crate::model::error::ModelError;
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::expr::{Expr, Operand, Relation};
use crate::model::handle::Int;
use crate::model::network::posting::{Posting, STEPS_A_CLAUSE};
use crate::model::variables::{Values, Variables};
use clew_engine::kernel::{Halt, Lit};
use clew_engine::propagators::linear::Part;
use clew_puzzle::formulation::Relation as Sign;
use rustc_hash::{FxHashMap, FxHashSet};

/// # Counting
impl Model {
    /// `n` of the variables have this value. A sum of their literals: domain consistent where `n` is a number.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 4, 0..=2)?;
    /// m.count_of(&x, 1, 3)?;
    /// assert_eq!(m.count(&Default::default())?.count, 8u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If a variable is of another model, or the sum may pass [`MAX_SUM`](crate::model::MAX_SUM).
    pub fn count_of(
        &mut self,
        xs: &[Int],
        value: i64,
        n: impl Into<Expr>,
    ) -> Result<(), ModelError> {
        self.among(xs, &[value], n)
    }

    /// `n` of the variables have one of these values.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, n) = (m.ints("x", 3, 0..=3)?, m.int("n", 0..=1)?);
    /// m.among(&x, &[1, 3, 5], n)?;
    /// assert_eq!(m.count(&Default::default())?.count, 32u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::count_of`].
    pub fn among(
        &mut self,
        xs: &[Int],
        values: &[i64],
        n: impl Into<Expr>,
    ) -> Result<(), ModelError> {
        let xs = self.own_ints(xs)?;
        let (n, constant) = self.sum(&n.into())?;
        // A variable counts once, however often its value is given.
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        let counted = Counted::Values(values);
        self.post_global(Occurrences { xs, counted, n, constant })
    }

    /// `n` of the variables have the value of `y`. Each variable is compared with y by one literal.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let (x, y) = (m.ints("x", 2, 0..=1)?, m.int("y", 0..=1)?);
    /// m.count_equal(&x, y, 2)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`Model::count_of`].
    pub fn count_equal(
        &mut self,
        xs: &[Int],
        y: Int,
        n: impl Into<Expr>,
    ) -> Result<(), ModelError> {
        let (xs, y) = (self.own_ints(xs)?, self.own_int(y)?);
        let (n, constant) = self.sum(&n.into())?;
        self.post_global(Occurrences { xs, counted: Counted::EqualTo(y), n, constant })
    }

    /// Global cardinality: `counts[k]` of the variables have the value `values[k]`; those with other values are
    /// not counted. A sum for each value, and one over all.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// // A sequence that counts itself: place k holds how often k occurs.
    /// let mut m = clew_model::model::Model::new();
    /// let x = m.ints("x", 4, 0..=4)?;
    /// m.cardinality(&x, &[0, 1, 2, 3], &x)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many counts as values, a value is given twice, or a variable is of another model.
    pub fn cardinality(
        &mut self,
        xs: &[Int],
        values: &[i64],
        counts: &[Int],
    ) -> Result<(), ModelError> {
        expect_length("cardinality", counts.len(), values.len())?;
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        if let Some(w) = sorted.windows(2).find(|w| w[0] == w[1]) {
            let what = format!("the value {} is given twice", w[0]);
            return Err(ModelError::Unfit { rule: "cardinality", what });
        }
        let (xs, counts) = (self.own_ints(xs)?, self.own_ints(counts)?);
        self.post_global(Cardinality { xs, values: values.to_vec(), counts })
    }
}

#[derive(Debug)]
enum Counted {
    Values(Vec<i64>),
    EqualTo(u32),
}

/// The number of variables with a counted value equals a sum of terms and a constant.
#[derive(Debug)]
struct Occurrences {
    xs: Vec<u32>,
    counted: Counted,
    n: Vec<(i64, Operand)>,
    constant: i64,
}

impl Global for Occurrences {
    fn kind(&self) -> &'static str {
        match &self.counted {
            Counted::Values(values) if values.len() != 1 => "among",
            _ => "count",
        }
    }

    fn ints(&self) -> Vec<u32> {
        self.xs.clone()
    }

    fn size(&self) -> usize {
        let values = if let Counted::Values(values) = &self.counted { values.len() } else { 1 };
        self.xs.len() + values + self.n.len()
    }

    fn by_value(&self) -> Vec<u32> {
        match self.counted {
            Counted::Values(_) => self.xs.clone(),
            Counted::EqualTo(_) => Vec::new(),
        }
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let is = |x: u32| match &self.counted {
            Counted::Values(counted) => counted.contains(&values.int(x)),
            Counted::EqualTo(y) => values.int(x) == values.int(*y),
        };
        let found = self.xs.iter().filter(|&&x| is(x)).count() as i128;
        let term = |t: &(i64, Operand)| i128::from(t.0) * i128::from(values.operand(t.1));
        found == i128::from(self.constant) + self.n.iter().map(term).sum::<i128>()
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let mut lits = Vec::with_capacity(self.xs.len());
        let counted: FxHashSet<i64> = match &self.counted {
            Counted::Values(values) => values.iter().copied().collect(),
            Counted::EqualTo(_) => FxHashSet::default(),
        };
        for &x in &self.xs {
            lits.push(match &self.counted {
                Counted::Values(_) => into.one_of(x, |v| counted.contains(&v))?,
                Counted::EqualTo(y) if *y == x => !into.never()?,
                Counted::EqualTo(y) => {
                    let pair = [(1, Operand::Int(x)), (-1, Operand::Int(*y))];
                    into.truth(&pair, Relation::Equal, 0)?
                }
            });
        }
        into.occurrences(&lits, &self.n, self.constant)
    }

    fn words(&self, of: &Variables) -> u64 {
        let spread = |&x: &u32| of.ints[x as usize].high.abs_diff(of.ints[x as usize].low) / 64 + 2;
        self.xs.iter().map(spread).sum()
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let mut counted = Vec::new();
        for &x in &self.xs {
            match &self.counted {
                Counted::Values(values) => {
                    for &v in values {
                        counted.push(into.is(x, v)?);
                    }
                }
                Counted::EqualTo(y) if *y == x => counted.push(Sum::constant(1)),
                Counted::EqualTo(y) => {
                    let difference = into.int(x).plus(-1, &into.int(*y));
                    let equal = into.fresh()?;
                    into.exactly_when(&equal, difference)?;
                    counted.push(equal);
                }
            }
        }
        let n = into.sum(&self.n)?.plus(1, &Sum::constant(self.constant));
        into.row(Sum::total(&counted).plus(-1, &n), Sign::Equal)
    }
}

impl Posting<'_> {
    /// Posts that the number of true literals equals a sum of terms and a constant.
    fn occurrences(
        &mut self,
        lits: &[Lit],
        n: &[(i64, Operand)],
        constant: i64,
    ) -> Result<(), Halt> {
        self.counter.spend(STEPS_A_CLAUSE * (1 + lits.len()))?;
        let (terms, more) = self.parts(n)?;
        let mut parts: Vec<Part> = Vec::with_capacity(lits.len() + terms.len());
        let mut counted: FxHashMap<Lit, usize> = FxHashMap::default();
        for &l in lits {
            let l = self.apart(l, &terms)?;
            // A literal that is given twice counts twice.
            if let Some(&k) = counted.get(&l) {
                if let Part::Lit(_, c) = &mut parts[k] {
                    *c += 1;
                }
                continue;
            }
            let opposite = counted.contains_key(&!l);
            counted.insert(l, parts.len());
            parts.push(match opposite {
                true => {
                    let copy = self.fresh_lit()?;
                    self.clause(vec![!l, copy])?;
                    self.clause(vec![l, !copy])?;
                    Part::Lit(copy, 1)
                }
                false => Part::Lit(l, 1),
            });
        }
        parts.extend(terms.into_iter().map(crate::model::network::posting::negated));
        self.row(parts, Relation::Equal, constant + more)
    }
}

/// For each value, the number of variables that have it.
#[derive(Debug)]
struct Cardinality {
    xs: Vec<u32>,
    values: Vec<i64>,
    counts: Vec<u32>,
}

impl Global for Cardinality {
    fn kind(&self) -> &'static str {
        "cardinality"
    }

    fn ints(&self) -> Vec<u32> {
        self.xs.iter().chain(&self.counts).copied().collect()
    }

    fn size(&self) -> usize {
        self.xs.len() + 2 * self.values.len()
    }

    fn by_value(&self) -> Vec<u32> {
        self.xs.clone()
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let found = |value: i64| self.xs.iter().filter(|&&x| values.int(x) == value).count() as i64;
        self.values.iter().zip(&self.counts).all(|(&v, &n)| found(v) == values.int(n))
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        for (&value, &n) in self.values.iter().zip(&self.counts) {
            let is = self.xs.iter().map(|&x| into.is(x, value));
            let lits: Vec<Lit> = is.collect::<Result<_, _>>()?;
            into.occurrences(&lits, &[(1, Operand::Int(n))], 0)?;
        }
        // Together they count each variable once at the most, and once where it has no other value.
        let mut times: FxHashMap<u32, i64> = FxHashMap::default();
        self.counts.iter().for_each(|&n| *times.entry(n).or_insert(0) += 1);
        let first = self.counts.iter();
        let sum: Vec<(i64, Operand)> =
            first.filter_map(|&n| Some((times.remove(&n)?, Operand::Int(n)))).collect();
        let values: FxHashSet<i64> = self.values.iter().copied().collect();
        let mut all = true;
        for &x in &self.xs {
            let left = into.values(x);
            into.counter.spend(1 + left.len())?;
            all &= left.iter().all(|v| values.contains(v));
        }
        let relation = if all { Relation::Equal } else { Relation::AtMost };
        into.linear(&sum, relation, self.xs.len() as i64)
    }

    fn words(&self, _: &Variables) -> u64 {
        (self.xs.len() * self.values.len()) as u64
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        for (&value, &n) in self.values.iter().zip(&self.counts) {
            let is = self.xs.iter().map(|&x| into.is(x, value)).collect::<Result<Vec<Sum>, _>>()?;
            let n = into.int(n);
            into.row(Sum::total(&is).plus(-1, &n), Sign::Equal)?;
        }
        Ok(())
    }
}
