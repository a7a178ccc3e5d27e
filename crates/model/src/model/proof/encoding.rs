//! A model as pseudo-Boolean rows: literals for its variables, and the rows that its constraints have for other solvers.
//!
//! An integer variable from `low` to `high` has a literal "at most v" for each v but the last; its value is `low` plus the
//! number of those that are false. A literal "has the value v" stands for two of them. Rows of one or two integers get
//! clauses in addition, which follow from them: by these, unit propagation finds bounds. Nothing here is taken from a
//! network, but which variables have a literal for each value.

use crate::model::error::MAX_VALUES;
use crate::model::export::row_builder::RowBuilder;
use crate::model::expr::Operand;
use crate::model::network::Layout;
use crate::model::proof::numbers::{Condition, Number, below, not};
use crate::model::rules::Rule;
use crate::model::statement::{Statement, Target};
use crate::model::variables::BoolKind;
use clew_engine::run::Interrupt;
use clew_puzzle::certificate::derive::Square;
use clew_puzzle::certificate::{Literal, Name, Opb, Unstated};
use clew_puzzle::formulation::{Constraint, Relation as Sign, Row};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The most values of all integer variables together: each takes a literal.
const MOST_VALUES: u64 = 2_000_000;
/// The goal, or a number of a constraint's own, has a literal for each value if it has no more than this and one more.
const MANY: usize = 256;
/// Values stay below this in absolute value, and those of goals below its square.
const MOST_VALUE: i64 = 1_000_000_000;
/// The weights of a row sum to less than this.
const MOST_WEIGHT: i128 = 1 << 31;
/// A row of two integers gets clauses if they have at most this many values together.
const MOST_PAIRED: usize = 4096;

/// Why a model has no rows for a proof.
#[derive(Debug)]
pub(super) enum NoRows {
    /// In words.
    Refused(String),
    /// See [`Unstated`].
    Unstated(Unstated),
}

impl From<Unstated> for NoRows {
    fn from(why: Unstated) -> NoRows {
        NoRows::Unstated(why)
    }
}

impl From<String> for NoRows {
    fn from(why: String) -> NoRows {
        NoRows::Refused(why)
    }
}

/// A variable of the rows for other solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Code {
    /// One of the numbers.
    Number(usize),
    Literal(Literal),
}

/// The rows of a model.
pub(super) struct Encoding<'a> {
    pub opb: Opb,
    /// The integer variables of the model, then numbers of constraints' own.
    pub numbers: Vec<Number>,
    /// The rows for other solvers, and the literals of their variables.
    pub rows: RowBuilder<'a>,
    pub codes: Vec<Code>,
    /// By the number of a variable of the rows that an integer variable has a value: these.
    pub meanings: FxHashMap<usize, (u32, i64)>,
    /// For each constraint its rows among them.
    pub ranges: Vec<Range<usize>>,
    /// The goal as a number, counted as the network counts it.
    pub goal: Option<Number>,
    /// The row that the goal's sum is at least its number.
    below: Option<usize>,
    /// The number to add to the objective of the rows for the value of the goal's sum.
    pub constant: i64,
}

impl<'a> Encoding<'a> {
    /// The rows of a statement, with the goal if there is one.
    ///
    /// # Errors
    /// [`NoRows`].
    pub fn new(
        of: &'a Statement,
        layout: &Layout,
        interrupt: Option<Interrupt>,
    ) -> Result<Encoding<'a>, NoRows> {
        let ranges = of.variables.ints.iter().map(|x| x.high.abs_diff(x.low));
        let values = ranges.fold(0, u64::saturating_add);
        if values > MOST_VALUES {
            let what = format!("its integer variables have {values} values together");
            return Err(format!("{what}, at most {MOST_VALUES} are possible in a proof").into());
        }
        if let Some(x) = of.variables.ints.iter().find(|x| x.low.min(-x.high) <= -MOST_VALUE) {
            let what = format!("{} may pass {MOST_VALUE} in absolute value", x.name);
            return Err(format!("{what}, which names in a proof cannot hold").into());
        }
        let names = vec![String::new(); of.variables.ints.len() + of.variables.own.len()];
        let mut rows = RowBuilder::new(&of.variables, &names, MAX_VALUES, false).proving();
        let mut ranges = Vec::with_capacity(of.rules.len());
        for rule in &of.rules {
            if interrupt.as_ref().is_some_and(Interrupt::is_raised) {
                return Err(Unstated::Interrupted.into());
            }
            let from = rows.rows.constraints().len();
            if differs(of, rule).is_none() {
                rule.state(&mut rows).map_err(|why| format!("{}: {why}", rule.kind()))?;
            }
            ranges.push(from..rows.rows.constraints().len());
        }
        let opb = Opb::asking(interrupt);
        let numbers = Vec::with_capacity(of.variables.ints.len());
        let meanings = rows.meanings().map(|(var, x, value)| (var.number(), (x, value))).collect();
        let (codes, constant, goal, below) = (Vec::new(), 0, None, None);
        let mut encoding =
            Encoding { opb, numbers, rows, codes, meanings, ranges, goal, below, constant };
        encoding.variables(of, layout)?;
        for i in 0..encoding.rows.rows.constraints().len() {
            encoding.opb.check_interrupt(16)?;
            let Constraint::Row(row) = &encoding.rows.rows.constraints()[i] else {
                return Err("a constraint without rows".to_string().into());
            };
            let row = row.clone();
            encoding.row(&row)?;
        }
        for rule in &of.rules {
            if let Some(xs) = differs(of, rule) {
                encoding.square(xs)?;
            }
        }
        if let Some(target) = &of.target {
            encoding.state_goal(of, target)?;
        }
        if encoding.opb.variables() == 0 {
            // The checker takes an empty solution for none.
            let own = encoding.opb.variable("h0");
            encoding.opb.clause([own]);
        }
        Ok(encoding)
    }

    /// Makes the variables and their definitions.
    fn variables(&mut self, of: &Statement, layout: &Layout) -> Result<(), NoRows> {
        let opb = &mut self.opb;
        for (i, x) in of.variables.ints.iter().enumerate() {
            opb.check_interrupt(4 * (x.high - x.low + 1) as usize)?;
            self.numbers.push(Number::new(opb, format!("x{i}"), x.low, x.high));
            self.codes.push(Code::Number(i));
            opb.note(format!("x{i}: {}", one_line(&x.name)));
        }
        for (i, name) in of.variables.own.iter().enumerate() {
            self.codes.push(Code::Literal(opb.variable(Name::from_parts(&["b", &i.to_string()]))));
            opb.note(format!("b{i}: {}", one_line(name)));
        }
        for x in 0..of.variables.ints.len() {
            if !layout.wide[x] {
                opb.check_interrupt(12 * self.numbers[x].order.len())?;
                self.numbers[x].make_values(opb);
            }
        }
        for (k, own) in self.rows.rows.variables().iter().enumerate().skip(self.codes.len()) {
            opb.check_interrupt(4)?;
            let code = match self.meanings.get(&k) {
                Some(&(x, value)) => {
                    let x = &mut self.numbers[x as usize];
                    x.make_value(opb, value);
                    Code::Literal(x.value(value).ok_or_else(|| "a value out of range".to_string())?)
                }
                None if own.is_boolean() => {
                    Code::Literal(opb.variable(Name::from_parts(&["h", &k.to_string()])))
                }
                None => {
                    if own.high.abs_diff(own.low) > MOST_VALUES
                        || own.low.min(-own.high) <= -MOST_VALUE
                    {
                        return Err("a number of a constraint's own is too large"
                            .to_string()
                            .into());
                    }
                    let mut number = Number::new(opb, format!("h{k}"), own.low, own.high);
                    if number.order.len() <= MANY {
                        number.make_values(opb);
                    }
                    self.numbers.push(number);
                    Code::Number(self.numbers.len() - 1)
                }
            };
            self.codes.push(code);
        }
        Ok(())
    }

    /// A sum of numbers and literals as weighted literals and a constant.
    fn sum(
        &self,
        terms: impl Iterator<Item = (i64, Code)>,
    ) -> Result<(Vec<(i64, Literal)>, i64), NoRows> {
        let (mut sum, mut constant, mut weight) = (Vec::new(), 0i128, 0i128);
        for (c, code) in terms {
            match code {
                Code::Literal(l) => {
                    sum.push((c, l));
                    weight += i128::from(c.abs());
                }
                Code::Number(x) => {
                    let x = &self.numbers[x];
                    constant += i128::from(c) * i128::from(x.low);
                    weight += i128::from(c.abs()) * x.order.len() as i128;
                    if sum.len() + x.order.len() > MOST_VALUES as usize {
                        return Err(Unstated::Excess.into());
                    }
                    sum.extend(x.order.iter().map(|&l| (c, !l)));
                }
            }
        }
        match i64::try_from(constant) {
            Ok(constant) if weight < MOST_WEIGHT => Ok((sum, constant)),
            _ => {
                let what = format!("the weights of a row would sum to {weight}");
                Err(format!("{what}, less than {MOST_WEIGHT} is possible in a proof").into())
            }
        }
    }

    fn row(&mut self, row: &Row) -> Result<(), NoRows> {
        let terms: Vec<(i64, Code)> =
            row.terms.iter().map(|&(c, var)| (c, self.codes[var.number()])).collect();
        let (sum, constant) = self.sum(terms.iter().copied())?;
        let bound = i128::from(row.constant) - i128::from(constant);
        let big = || "a number of a row is too large".to_string();
        let bound =
            i64::try_from(bound).ok().filter(|n| n.unsigned_abs() < 1 << 60).ok_or_else(big)?;
        if row.relation != Sign::Most {
            // A bound beyond all weights makes a row that cannot hold.
            self.at_least(sum.iter().copied(), bound);
            let other: Vec<_> = terms.iter().map(|&(c, code)| (-c, code)).collect();
            self.clauses(&other, -i128::from(row.constant));
        }
        if row.relation != Sign::Least {
            self.at_least(sum.iter().map(|&(c, l)| (-c, l)), -bound);
            self.clauses(&terms, i128::from(row.constant));
        }
        Ok(())
    }

    /// The sum is at least a bound; where that is out of reach, nothing holds.
    fn at_least(&mut self, sum: impl Iterator<Item = (i64, Literal)> + Clone, bound: i64) {
        let most: i64 = sum.clone().map(|(c, _)| c.max(0)).sum();
        match bound > most {
            true => self.opb.clause([]),
            false => self.opb.at_least(sum, bound),
        }
    }

    /// Of a sum of one or two numbers and at most two literals that is at most a constant: the bounds that follow from
    /// others, as clauses.
    fn clauses(&mut self, terms: &[(i64, Code)], most: i128) {
        let is_number = |code: &Code| match *code {
            Code::Number(x) => Some(x),
            Code::Literal(_) => None,
        };
        let numbers: Vec<(i64, usize)> =
            terms.iter().filter_map(|(c, code)| Some((*c, is_number(code)?))).collect();
        let literals: Vec<(i64, Literal)> = terms
            .iter()
            .filter_map(|&(c, code)| match code {
                Code::Literal(l) => Some((c, l)),
                Code::Number(_) => None,
            })
            .collect();
        let values: usize = numbers.iter().map(|&(_, x)| self.numbers[x].order.len()).sum();
        if !(1..=2).contains(&numbers.len()) || literals.len() > 2 || values > MOST_PAIRED {
            return;
        }
        for chosen in 0..1u32 << literals.len() {
            // The literals that take away from the constant are true, or those that add to it false.
            let (mut clause, mut left) = (Vec::new(), most);
            for (i, &(c, l)) in literals.iter().enumerate() {
                let tight = chosen >> i & 1 == 1;
                left -= i128::from(if tight { c.max(0) } else { c.min(0) });
                if tight {
                    clause.push(if c > 0 { !l } else { l });
                }
            }
            self.bounds(&numbers, left, &clause);
        }
    }

    /// The bounds of one or two numbers whose sum is at most a constant, or one of the literals holds.
    fn bounds(&mut self, numbers: &[(i64, usize)], most: i128, or: &[Literal]) {
        let (c, x) = numbers[0];
        let Some(&(d, y)) = numbers.get(1) else {
            let bound = below(&self.numbers[x], c, most);
            self.clause(or.to_vec(), [bound]);
            return;
        };
        let (low, high) = (self.numbers[x].low, self.numbers[x].high());
        let mut last = None;
        let values: Vec<i64> =
            if c > 0 { (low..=high).collect() } else { (low..=high).rev().collect() };
        for v in values {
            // x is v or worse, so y has a bound; a worse v adds a clause only if the bound is another one.
            let worse = match c > 0 {
                true => self.numbers[x].at_most(i128::from(v) - 1),
                false => not(self.numbers[x].at_most(v.into())),
            };
            let bound = below(&self.numbers[y], d, most - i128::from(c) * i128::from(v));
            if last != Some(bound) {
                last = Some(bound);
                self.clause(or.to_vec(), [worse, bound]);
            }
        }
    }

    fn clause<const N: usize>(&mut self, mut literals: Vec<Literal>, more: [Condition; N]) {
        for condition in more {
            match condition {
                Condition::Always(true) => return,
                Condition::Always(false) => {}
                Condition::Literal(l) => literals.push(l),
            }
        }
        self.opb.clause(literals);
    }

    /// Variables that differ: each value is that of one at the most.
    fn square(&mut self, xs: &[u32]) -> Result<(), NoRows> {
        let mut lines = Vec::with_capacity(xs.len());
        let low = xs.iter().map(|&x| self.numbers[x as usize].low).min().unwrap_or(0);
        let mut places: Vec<Vec<Literal>> = Vec::new();
        let mut fixed: Vec<i64> = Vec::new();
        for &x in xs {
            let x = &mut self.numbers[x as usize];
            self.opb.check_interrupt(12 * x.order.len())?;
            let least = x.make_values(&mut self.opb);
            let mut line = Vec::new();
            for v in x.low..=x.high() {
                let at = (v - low) as usize;
                if places.len() <= at {
                    places.resize(at + 1, Vec::new());
                    fixed.resize(at + 1, 0);
                }
                match x.value(v) {
                    Some(l) => {
                        places[at].push(l);
                        line.push((at, l));
                    }
                    None => fixed[at] += 1,
                }
            }
            lines.push((line, least));
        }
        let mut values = Vec::with_capacity(places.len());
        for (there, fixed) in places.iter().zip(fixed) {
            self.opb.check_interrupt(there.len())?;
            values.push(match 1 - fixed {
                ..0 => self.opb.noting(|opb| opb.clause([])),
                left => self.opb.noting(|opb| opb.at_most(there, left)),
            });
        }
        self.opb.derivations.squares.push(Square { lines, values });
        Ok(())
    }

    /// The goal: the objective, and a number that equals it.
    fn state_goal(&mut self, of: &Statement, target: &Target) -> Result<(), NoRows> {
        let terms: Vec<(i64, Code)> = target
            .terms
            .iter()
            .map(|&(c, x)| match x {
                Operand::Int(x) => Ok((c, Code::Number(x as usize))),
                Operand::Bool(b) => Ok((c, self.bool(of, b)?)),
            })
            .collect::<Result<_, NoRows>>()?;
        let (least, most) = of.variables.range(&target.terms);
        let square = i128::from(MOST_VALUE).pow(2);
        if most - least > i128::from(MOST_VALUES) || least.min(-most) <= -square {
            let what = format!("the goal has {} values", most - least + 1);
            return Err(format!("{what}, at most {MOST_VALUES} are possible in a proof").into());
        }
        let (sum, constant) = self.sum(terms.iter().copied())?;
        // Both ends were checked when the sum was stated.
        let (least, most) = (least as i64, most as i64);
        let goal = Number::new(&mut self.opb, "goal".into(), least, most);
        self.numbers.push(goal);
        let own = Code::Number(self.numbers.len() - 1);
        let mut equal = terms.clone();
        equal.push((-1, own));
        let (whole, rest) = self.sum(equal.iter().copied())?;
        let from = self.opb.len();
        self.at_least(whole.iter().copied(), -rest);
        self.below = (self.opb.len() > from).then_some(from);
        self.at_least(whole.iter().map(|&(c, l)| (-c, l)), rest);
        self.clauses(&equal, 0);
        let other: Vec<_> = equal.iter().map(|&(c, code)| (-c, code)).collect();
        self.clauses(&other, 0);
        let mut goal = self.numbers.pop().expect("it was pushed");
        if goal.order.len() <= MANY {
            goal.make_values(&mut self.opb);
        }
        let shift = self.opb.minimize(&sum)?;
        self.constant = shift + constant + target.constant;
        self.opb.note(match (target.negated, self.constant) {
            (false, k) => format!("the goal is the objective below, plus {k}"),
            (true, k) => format!("the goal is {} less the objective below", -k),
        });
        self.goal = Some(goal);
        Ok(())
    }

    /// The literal of a Boolean variable.
    pub fn bool(&self, of: &Statement, index: u32) -> Result<Code, NoRows> {
        let missing = || NoRows::Refused("a goal with a value that no variable has".into());
        match of.variables.bools[index as usize] {
            BoolKind::Own(k) => Ok(self.codes[of.variables.ints.len() + k as usize]),
            BoolKind::Is(x, v) => {
                let literal = self.numbers[x as usize].value(v);
                literal.map(Code::Literal).ok_or_else(missing)
            }
        }
    }

    /// The literals of a solution's variables.
    pub fn literals(&self, of: &Statement, values: &[i64]) -> Vec<Literal> {
        let mut all = Vec::new();
        let lit = |l: Literal, holds: bool| if holds { l } else { !l };
        for (x, &v) in self.numbers.iter().zip(values).take(of.variables.ints.len()) {
            all.extend((x.low..).zip(&x.order).map(|(at, &l)| lit(l, v <= at)));
        }
        let own = values.iter().zip(&self.codes).skip(of.variables.ints.len());
        all.extend(own.filter_map(|(&v, code)| match *code {
            Code::Literal(l) => Some(lit(l, v == 1)),
            Code::Number(_) => None,
        }));
        all
    }

    /// Requires a better goal than that of a solution of all rows.
    pub fn improve(&mut self, solution: Vec<Literal>) {
        self.opb.improve(solution);
        // With this row, which is about the sum: the goal's number is better.
        let last = self.opb.len() - 1;
        self.opb.derivations.sums.extend(self.below.map(|below| vec![below, last]));
    }
}

/// The variables of a constraint that they differ, if their values are few enough to be stated one by one.
fn differs<'s>(of: &Statement, rule: &'s Rule) -> Option<&'s [u32]> {
    let Rule::AllDifferent(xs) = rule else { return None };
    let ends = |&x: &u32| &of.variables.ints[x as usize];
    let low = xs.iter().map(|x| ends(x).low).min()?;
    let high = xs.iter().map(|x| ends(x).high).max()?;
    (high.abs_diff(low) < MAX_VALUES).then_some(xs)
}

/// A name without ends of lines.
fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
