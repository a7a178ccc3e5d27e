//! The variables of a file as those of a model.

use super::bounds::{Bounds, FAR};
use super::definitions::definitions;
use super::syntax::{Declared, Domain, FznConstraint, Items, Kind, List, Term, place};
use super::text::Words;
use crate::model::{Bool, Expr, Int, Model, ModelError};
use clew_puzzle::puzzle::format::ParseError;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{Not, RangeInclusive};

/// A variable or a number where a whole number stands.
#[derive(Clone, Debug)]
pub(super) enum IntTerm {
    Number(i64),
    Int(Int),
    /// 1 while it is true.
    Bool(Bool),
    /// A sum; only sums mention the variable.
    Sum(Expr),
}

impl From<IntTerm> for Expr {
    fn from(of: IntTerm) -> Expr {
        match of {
            IntTerm::Number(number) => number.into(),
            IntTerm::Int(x) => x.into(),
            IntTerm::Bool(b) => b.into(),
            IntTerm::Sum(sum) => sum,
        }
    }
}

/// A variable or a value where a truth value stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum BoolTerm {
    Known(bool),
    Bool(Bool),
}

impl Not for BoolTerm {
    type Output = BoolTerm;

    fn not(self) -> BoolTerm {
        match self {
            BoolTerm::Known(b) => BoolTerm::Known(!b),
            BoolTerm::Bool(b) => BoolTerm::Bool(!b),
        }
    }
}

/// Why a constraint is not stated.
pub(super) enum Refusal {
    /// An argument is of another kind.
    Expected(&'static str),
    /// The model does not take it.
    Model(ModelError),
    /// The constraint is unknown.
    Unknown,
}

impl From<ModelError> for Refusal {
    fn from(error: ModelError) -> Refusal {
        Refusal::Model(error)
    }
}

/// The model in the making.
pub(super) struct State<'a> {
    pub model: Model,
    parameters: FxHashMap<&'a str, &'a Term<'a>>,
    lists: FxHashMap<&'a str, &'a List<'a>>,
    pub wholes: FxHashMap<&'a str, IntTerm>,
    pub truths: FxHashMap<&'a str, BoolTerm>,
    /// Variables that stand for numbers and for truth values, where a constraint needs one.
    numbers: FxHashMap<i64, Int>,
    counters: FxHashMap<Bool, Int>,
    fixed: Option<Bool>,
    made: usize,
    /// Values of quotients and remainders that are stated one by one.
    tabulated: u64,
    /// Whether a range is assumed for variables without bounds.
    assumes: bool,
    /// The variables whose range is assumed.
    pub assumed: Vec<String>,
}

/// Quotients and remainders with at most this many values are always stated value by value.
const FEW: u64 = 256;
/// The maximum number of values of all quotients and remainders that are stated one by one, with two clauses each.
const MAX_TABULATED: u64 = 50_000;

/// The range that is assumed for a variable without bounds: the largest one with which products can be stated.
pub(crate) const ASSUMED: RangeInclusive<i64> = -1_000_000_000..=1_000_000_000;

impl<'a> State<'a> {
    /// All variables. A constraint that defines a variable by a sum that is too wide for one, or a number by a truth
    /// value, is represented by the variable itself; the indices of those constraints are returned. If `assumes`, a
    /// variable without bounds gets an assumed range.
    ///
    /// # Errors
    /// A variable with more values than a model takes, or with a name that is taken.
    pub fn from_items(
        items: &'a Items<'a>,
        words: &Words<'a>,
        assumes: bool,
    ) -> Result<(State<'a>, FxHashSet<usize>), ParseError> {
        let mut state = State {
            model: Model::new(),
            parameters: items.parameters.iter().map(|(name, value)| (*name, value)).collect(),
            lists: items.lists.iter().map(|list| (list.name, list)).collect(),
            wholes: FxHashMap::default(),
            truths: FxHashMap::default(),
            numbers: FxHashMap::default(),
            counters: FxHashMap::default(),
            fixed: None,
            made: 0,
            tabulated: 0,
            assumes,
            assumed: Vec::new(),
        };
        let bounds = Bounds::from_items(items);
        let mut said = FxHashSet::default();
        let (counted, summed) = definitions(items, &bounds);
        for declared in items.variables.iter().filter(|v| v.kind == Kind::Bool) {
            let truth = state.declare_bool(declared).map_err(|why| wrong(declared, why, words))?;
            state.truths.insert(declared.name, truth);
        }
        let mut late = Vec::new();
        for declared in items.variables.iter().filter(|v| v.kind != Kind::Bool) {
            let whole = match (counted.get(declared.name), summed.get(declared.name)) {
                (Some(&(at, b)), _) => {
                    said.insert(at);
                    match state.truths[b] {
                        BoolTerm::Known(b) => IntTerm::Number(b.into()),
                        BoolTerm::Bool(b) => IntTerm::Bool(b),
                    }
                }
                (_, Some(&at)) => {
                    late.push((declared, at));
                    continue;
                }
                _ => state.declare_int(declared, &bounds, words)?,
            };
            state.wholes.insert(declared.name, whole);
        }
        state.declare_sums(&late, items, &bounds, words, &mut said)?;
        Ok((state, said))
    }

    /// The variables that sums define, with the indices of those constraints; a sum of sums comes after those that it is
    /// made of. If sums define each other, the first of their variables is one of the model.
    fn declare_sums(
        &mut self,
        late: &[(&'a Declared<'a>, usize)],
        items: &'a Items<'a>,
        bounds: &Bounds<'a>,
        words: &Words<'a>,
        said: &mut FxHashSet<usize>,
    ) -> Result<(), ParseError> {
        let mut ready: Vec<(&Declared<'_>, usize)> = late.iter().rev().copied().collect();
        // By the name of the variable that is missing.
        let mut waiting: FxHashMap<&str, Vec<(&Declared<'_>, usize)>> = FxHashMap::default();
        let mut rest = late.iter();
        loop {
            while let Some((declared, at)) = ready.pop() {
                if self.wholes.contains_key(declared.name) {
                    continue;
                }
                match self.declare_sum(declared, &items.constraints[at], bounds) {
                    Ok(None) => {
                        said.insert(at);
                        ready.extend(waiting.remove(declared.name).unwrap_or_default());
                    }
                    Ok(Some(missing)) => waiting.entry(missing).or_default().push((declared, at)),
                    Err(_) => return Err(too_wide(declared, bounds, words)),
                }
            }
            let Some((first, _)) = rest.find(|(next, _)| !self.wholes.contains_key(next.name))
            else {
                return Ok(());
            };
            let whole = self.declare_int(first, bounds, words)?;
            self.wholes.insert(first.name, whole);
            ready.extend(waiting.remove(first.name).unwrap_or_default());
        }
    }

    fn declare_bool(&mut self, declared: &'a Declared<'a>) -> Result<BoolTerm, Refusal> {
        match &declared.value {
            Some(value) => self.truth(value),
            None => Ok(BoolTerm::Bool(self.model.bool(declared.name)?)),
        }
    }

    fn declare_int(
        &mut self,
        declared: &'a Declared<'a>,
        bounds: &Bounds<'a>,
        words: &Words<'a>,
    ) -> Result<IntTerm, ParseError> {
        let Some([low, high]) = bounds.range(declared.name) else {
            return Err(too_wide(declared, bounds, words));
        };
        let (low, high) = match (low == -FAR || high == FAR, self.assumes) {
            (false, _) => (low, high),
            (true, true) if low <= *ASSUMED.end() && high >= *ASSUMED.start() => {
                self.assumed.push(declared.name.into());
                (low.max(*ASSUMED.start()), high.min(*ASSUMED.end()))
            }
            _ => return Err(too_wide(declared, bounds, words)),
        };
        let made = match self.model.int(declared.name, low..=high) {
            Ok(x) => self.narrowed(x, declared).map(|()| x),
            Err(ModelError::TooWide { .. }) => return Err(too_wide(declared, bounds, words)),
            Err(ModelError::EmptyRange { .. }) => self.impossible(declared.name),
            Err(error) => Err(error.into()),
        };
        made.map(IntTerm::Int).map_err(|why| wrong(declared, why, words))
    }

    /// A variable without values: there is no solution.
    fn impossible(&mut self, name: &str) -> Result<Int, Refusal> {
        let x = self.model.int(name, 0..=0)?;
        self.model.clause(&[])?;
        Ok(x)
    }

    /// The set and the value that stand with the declaration.
    fn narrowed(&mut self, x: Int, declared: &'a Declared<'a>) -> Result<(), Refusal> {
        if let Kind::Int(Some(Domain::Set(values))) = &declared.kind {
            self.among(x, values)?;
        }
        if let Some(value) = &declared.value {
            let value = self.whole(value)?;
            self.model.equal(x, value)?;
        }
        Ok(())
    }

    /// The variable that a sum defines, as that sum, within its range; the name of a term that is not declared yet, if
    /// there is one.
    fn declare_sum(
        &mut self,
        declared: &Declared<'a>,
        by: &'a FznConstraint<'a>,
        bounds: &Bounds<'a>,
    ) -> Result<Option<&'a str>, Refusal> {
        let [coefficients, terms, bound] = &by.arguments[..] else {
            return Err(Refusal::Expected("three arguments"));
        };
        let (coefficients, bound) = (self.numbers(coefficients)?, self.number(bound)?);
        let terms = self.elements(terms)?;
        if coefficients.len() != terms.len() {
            return Err(Refusal::Expected("as many coefficients as variables"));
        }
        let mut sum = -Expr::from(bound);
        let mut own = 0i128;
        for (&c, term) in coefficients.iter().zip(terms) {
            if *term == Term::Name(declared.name) {
                own += i128::from(c);
                continue;
            }
            match (self.whole(term), self.meant(term)) {
                (Ok(whole), _) => sum = sum + c * Expr::from(whole),
                (Err(_), Term::Name(name)) => return Ok(Some(name)),
                // What it is is said where the constraint is stated.
                (Err(_), _) => return Ok(Some("")),
            }
        }
        // own * x + sum = 0: a variable that stands twice may have another factor.
        let sum = match own {
            1 => -sum,
            -1 => sum,
            _ => return Err(Refusal::Expected("a variable that stands once")),
        };
        // An end at `FAR` is unknown, unless it is stated.
        let [low, high] = match declared.kind {
            Kind::Int(Some(Domain::Range(low, high))) => [low, high],
            _ => [i64::MIN, i64::MAX],
        };
        let known = bounds.range(declared.name).unwrap_or([-FAR, FAR]);
        let least = Some(known[0]).filter(|&v| v != -FAR).map_or(low, |v| v.max(low));
        let most = Some(known[1]).filter(|&v| v != FAR).map_or(high, |v| v.min(high));
        self.keep_between(&sum, [least, most])?;
        self.wholes.insert(declared.name, IntTerm::Sum(sum));
        Ok(None)
    }

    /// A sum lies between two numbers, as far as it can lie beyond them at all.
    ///
    /// # Errors
    /// As the model.
    fn keep_between(&mut self, sum: &Expr, [low, high]: [i64; 2]) -> Result<(), Refusal> {
        let range = self.model.reach(sum)?;
        if *range.start() > high || *range.end() < low {
            return Ok(self.model.clause(&[])?);
        }
        if *range.start() < low {
            self.model.at_least(sum.clone(), low)?;
        }
        if *range.end() > high {
            self.model.at_most(sum.clone(), high)?;
        }
        Ok(())
    }

    /// A variable has one of these values.
    ///
    /// # Errors
    /// As the model.
    pub fn among(&mut self, x: Int, values: &[i64]) -> Result<(), ModelError> {
        self.model.table(&[x], values.iter().map(|&v| [v]))
    }

    /// The value of a term, if it is a name or an element.
    fn meant(&self, mut term: &'a Term<'a>) -> &'a Term<'a> {
        // Parameters that stand for each other have no value.
        for _ in 0..=self.parameters.len() {
            let next = match term {
                Term::Name(name) => self.parameters.get(name).copied(),
                Term::At(name, at) => {
                    self.lists.get(name).and_then(|list| list.elements.get(place(*at)?))
                }
                _ => None,
            };
            match next {
                Some(next) => term = next,
                None => break,
            }
        }
        term
    }

    /// A whole number or a variable of them.
    ///
    /// # Errors
    /// If it is something else.
    pub fn whole(&self, term: &'a Term<'a>) -> Result<IntTerm, Refusal> {
        match self.meant(term) {
            Term::Int(number) => Ok(IntTerm::Number(*number)),
            Term::Name(name) => self
                .wholes
                .get(name)
                .cloned()
                .ok_or(Refusal::Expected("a whole number or a variable of them")),
            _ => Err(Refusal::Expected("a whole number or a variable of them")),
        }
    }

    /// A variable of whole numbers; one with a single value for a number.
    ///
    /// # Errors
    /// If it is something else, or a sum that is too wide for a variable.
    pub fn int(&mut self, term: &'a Term<'a>) -> Result<Int, Refusal> {
        match self.whole(term)? {
            IntTerm::Int(x) => Ok(x),
            IntTerm::Number(number) => self.constant(number),
            IntTerm::Bool(b) => self.counter(b),
            IntTerm::Sum(sum) => self.variable(sum),
        }
    }

    /// A variable that is equal to a sum.
    ///
    /// # Errors
    /// As the model.
    pub fn variable(&mut self, sum: Expr) -> Result<Int, Refusal> {
        let name = self.own_name("sum");
        match self.model.define(name.clone(), sum.clone()) {
            Err(ModelError::TooWide { .. }) if self.assumes => {
                let x = self.model.int(name.clone(), ASSUMED)?;
                self.assumed.push(name);
                self.model.equal(x, sum)?;
                Ok(x)
            }
            made => Ok(made?),
        }
    }

    /// The range of a whole number.
    ///
    /// # Errors
    /// If it is something else.
    pub fn between(&mut self, term: &'a Term<'a>) -> Result<RangeInclusive<i64>, Refusal> {
        Ok(match self.whole(term)? {
            IntTerm::Number(number) => number..=number,
            IntTerm::Bool(_) => 0..=1,
            IntTerm::Int(_) | IntTerm::Sum(_) => {
                let x = self.int(term)?;
                self.model.range(x)?
            }
        })
    }

    /// A variable with a single value.
    ///
    /// # Errors
    /// As the model.
    pub fn constant(&mut self, number: i64) -> Result<Int, Refusal> {
        if let Some(&x) = self.numbers.get(&number) {
            return Ok(x);
        }
        let x = self.model.int(format!("the number {number}"), number..=number)?;
        self.numbers.insert(number, x);
        Ok(x)
    }

    /// A variable that is 1 while a truth value holds, and 0 otherwise.
    fn counter(&mut self, b: Bool) -> Result<Int, Refusal> {
        if let Some(&x) = self.counters.get(&b) {
            return Ok(x);
        }
        let name = self.own_name("truth");
        let x = self.model.int(name, 0..=1)?;
        self.model.channel(x, 0, &[!b, b])?;
        self.counters.insert(b, x);
        Ok(x)
    }

    /// Whether a quotient or remainder by a constant with this many values is stated value by value, which propagates
    /// more strongly than a product: always for few values, otherwise while the total is not too large.
    pub fn may_tabulate(&mut self, values: u64) -> bool {
        let may = values <= FEW || self.tabulated + values <= MAX_TABULATED;
        self.tabulated += if may { values } else { 0 };
        may
    }

    /// A name that no file has.
    pub fn own_name(&mut self, of: &str) -> String {
        self.made += 1;
        format!("{of} {}", self.made)
    }

    /// A truth value or a variable of them.
    ///
    /// # Errors
    /// If it is something else.
    pub fn truth(&self, term: &'a Term<'a>) -> Result<BoolTerm, Refusal> {
        match self.meant(term) {
            Term::Bool(b) => Ok(BoolTerm::Known(*b)),
            Term::Name(name) => self
                .truths
                .get(name)
                .copied()
                .ok_or(Refusal::Expected("a truth value or a variable of them")),
            _ => Err(Refusal::Expected("a truth value or a variable of them")),
        }
    }

    /// A variable of truth values; one that is settled for a value.
    ///
    /// # Errors
    /// If it is something else.
    pub fn bool(&mut self, term: &'a Term<'a>) -> Result<Bool, Refusal> {
        match self.truth(term)? {
            BoolTerm::Bool(b) => Ok(b),
            BoolTerm::Known(value) => {
                let holds = match self.fixed {
                    Some(holds) => holds,
                    None => {
                        let holds = self.model.bool("true")?;
                        self.model.clause(&[holds])?;
                        *self.fixed.insert(holds)
                    }
                };
                Ok(if value { holds } else { !holds })
            }
        }
    }

    /// A truth value as a sum.
    ///
    /// # Errors
    /// If it is something else.
    pub fn weight(&self, term: &'a Term<'a>) -> Result<Expr, Refusal> {
        Ok(match self.truth(term)? {
            BoolTerm::Known(b) => i64::from(b).into(),
            BoolTerm::Bool(b) => b.into(),
        })
    }

    /// A number that is known.
    ///
    /// # Errors
    /// If it is something else.
    pub fn number(&self, term: &'a Term<'a>) -> Result<i64, Refusal> {
        match self.meant(term) {
            Term::Int(number) => Ok(*number),
            Term::Bool(b) => Ok((*b).into()),
            _ => Err(Refusal::Expected("a number that is known")),
        }
    }

    /// The elements of a list, stated here or by name.
    ///
    /// # Errors
    /// If it is none.
    pub fn elements(&self, term: &'a Term<'a>) -> Result<&'a [Term<'a>], Refusal> {
        match self.meant(term) {
            Term::Array(elements) => Ok(elements),
            Term::Name(name) => {
                let list = self.lists.get(name).map(|list| &list.elements[..]);
                list.ok_or(Refusal::Expected("a list"))
            }
            _ => Err(Refusal::Expected("a list")),
        }
    }

    /// A list of numbers.
    ///
    /// # Errors
    /// If it is something else.
    pub fn numbers(&self, term: &'a Term<'a>) -> Result<Vec<i64>, Refusal> {
        self.elements(term)?.iter().map(|element| self.number(element)).collect()
    }

    /// A list of variables.
    ///
    /// # Errors
    /// If it is something else.
    pub fn ints(&mut self, term: &'a Term<'a>) -> Result<Vec<Int>, Refusal> {
        self.elements(term)?.iter().map(|element| self.int(element)).collect()
    }

    /// A list of truth values, some of which may be known.
    ///
    /// # Errors
    /// If it is something else.
    pub fn truths(&self, term: &'a Term<'a>) -> Result<Vec<BoolTerm>, Refusal> {
        self.elements(term)?.iter().map(|element| self.truth(element)).collect()
    }

    /// A list of variables of truth values.
    ///
    /// # Errors
    /// If it is something else.
    pub fn bools(&mut self, term: &'a Term<'a>) -> Result<Vec<Bool>, Refusal> {
        self.elements(term)?.iter().map(|element| self.bool(element)).collect()
    }

    /// The values of a set that is known, ascending.
    ///
    /// # Errors
    /// If it is something else, or a range of millions.
    pub fn set(&self, term: &'a Term<'a>) -> Result<Domain, Refusal> {
        match self.meant(term) {
            Term::Range(low, high) => Ok(Domain::Range(*low, *high)),
            Term::Set(values) => {
                let mut values = values.clone();
                values.sort_unstable();
                values.dedup();
                Ok(Domain::Set(values))
            }
            _ => Err(Refusal::Expected("a set of numbers that is known")),
        }
    }
}

/// A declaration that cannot be stated.
fn wrong(declared: &Declared<'_>, why: Refusal, words: &Words<'_>) -> ParseError {
    let why = match why {
        Refusal::Expected(what) => what.to_string(),
        Refusal::Model(error) => error.to_string(),
        Refusal::Unknown => "a constraint that is known".into(),
    };
    words.wrong_at(declared.place, why)
}

fn too_wide(declared: &Declared<'_>, bounds: &Bounds<'_>, words: &Words<'_>) -> ParseError {
    let most = crate::model::MAX_RANGE;
    let [low, high] = bounds.range(declared.name).unwrap_or([-FAR, FAR]);
    let range = match (low == -FAR, high == FAR) {
        (false, false) => format!("here {low}..{high}"),
        _ => "and no bounds are stated here".into(),
    };
    words.wrong_at(
        declared.place,
        format!("a variable of at most {most} values ({range}), or one that a sum defines"),
    )
}
