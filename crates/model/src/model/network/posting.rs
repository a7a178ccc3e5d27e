//! Posting into the network of a model: the literals, sums and tables that constraints are made of.

use super::frame::Frame;
use super::mentions::Mentions;
use super::places::{IntVarRef, Place, VarMap};
use crate::model::error::{ALWAYS_ALLOWED, ModelError, mebibytes};
use crate::model::expr::{Operand, Relation};
use crate::model::variables::{BoolKind, Literal, Variables};
use bitvec::vec::BitVec;
use clew_engine::kernel::{
    Bools, Conflict, Constraint, Halt, IntervalId, Lit, Model as Kernel, StepCounter, VarId,
};
use clew_engine::propagators::general::STAR;
use clew_engine::propagators::linear::Part;
use clew_engine::propagators::{Affine, Number, Table};
use rustc_hash::FxHashMap;

/// Steps of [`StepCounter`] that a clause takes.
pub(crate) const STEPS_A_CLAUSE: usize = 4;
/// The same of a variable of a constraint.
pub(crate) const STEPS_A_POST: usize = 16;

/// A network that constraints are posted into.
pub(crate) struct Posting<'a> {
    pub variables: &'a Variables,
    pub model: Kernel,
    pub places: VarMap,
    /// Copies of variables in other frames.
    pub copies: FxHashMap<(VarId, Frame), VarId>,
    /// Copies of literals, each with its literal.
    pub twins: Vec<[Lit; 2]>,
    /// A literal that is false, made on first use.
    pub(super) never: Option<Lit>,
    /// Pairs, the smaller one first: they are one propagator in the end.
    pub less: Vec<[VarId; 2]>,
    pub counter: StepCounter<'a>,
    /// Whether constraints may be replaced by clauses.
    pub(super) presolves: bool,
    /// The truth values that constraints mention, if those are looked for of which one side matters.
    pub(super) mentions: Option<Mentions>,
    /// The bytes that the network may take.
    memory: usize,
    /// Set with the interruption if it takes more.
    pub overfull: Option<ModelError>,
    /// Whether jobs on resources have edge finding as well.
    pub has_energy: bool,
}

impl<'a> Posting<'a> {
    /// Into a network that has the variables of a model.
    pub fn new(
        variables: &'a Variables,
        model: Kernel,
        places: VarMap,
        memory: usize,
        counter: StepCounter<'a>,
    ) -> Posting<'a> {
        let (copies, twins, less) = (FxHashMap::default(), Vec::new(), Vec::new());
        let (never, overfull, mentions) = (None, None, None);
        let (presolves, has_energy) = (false, true);
        Posting {
            variables,
            model,
            places,
            copies,
            twins,
            never,
            less,
            counter,
            presolves,
            has_energy,
            mentions,
            memory,
            overfull,
        }
    }
}

impl Posting<'_> {
    /// Ends the building if the network takes too much memory. To be called after every few clauses or propagators.
    pub fn afford(&mut self) -> Result<(), Halt> {
        if self.model.engine.bytes() <= self.memory.max(ALWAYS_ALLOWED) {
            return Ok(());
        }
        let what = format!("its constraints take more than {} MiB", mebibytes(self.memory));
        self.overfull = Some(ModelError::TooLarge { what });
        Err(Halt::Interrupted)
    }

    /// Keeps `len` values of a variable from `first` on, at the root.
    pub fn keep_between(&mut self, x: u32, first: i64, len: i64) -> Result<(), Halt> {
        let place = self.places.place_of(x);
        let low = first - place.frame.low;
        self.keep(place.var, |v| (low..low + len).contains(&i64::from(v)))
    }

    /// Keeps the values of a variable for which `wanted` is true, at the root.
    pub fn keep(&mut self, x: VarId, wanted: impl Fn(u32) -> bool) -> Result<(), Halt> {
        let values = self.model.engine.store().values(x);
        self.counter.spend(values as usize)?;
        let keep: BitVec = (0..values).map(wanted).collect();
        Ok(self.model.engine.assert_within(x, &keep)?)
    }

    /// The variable in this frame: itself, or a copy with the values that the frame has.
    pub fn framed(&mut self, x: u32, frame: Frame) -> Result<VarId, Halt> {
        let place = self.places.place_of(x);
        if place.frame == frame {
            return Ok(place.var);
        }
        if let Some(&copy) = self.copies.get(&(place.var, frame)) {
            return Ok(copy);
        }
        self.counter.spend(frame.len as usize)?;
        let copy = self.model.vars("copy", 1, frame.len).at(0);
        let shift = frame.low - place.frame.low;
        Affine::shifted(place.var, copy, shift).post(&mut self.model.engine)?;
        self.copies.insert((place.var, frame), copy);
        Ok(copy)
    }

    /// The literal "x has this value".
    pub fn is(&mut self, x: u32, value: i64) -> Result<Lit, Conflict> {
        match self.places.ints[x as usize] {
            IntVarRef::Bits(place) => match place.frame.place(value) {
                Some(v) => Ok(self.model.engine.store().atom(place.var, v).pos()),
                None => self.never(),
            },
            // A value that passes 64 bits from there is none of the range.
            IntVarRef::Ends { interval, low } => match value.checked_sub(low) {
                Some(v) => self.is_end(interval, v),
                None => self.never(),
            },
        }
    }

    /// The literal that an interval variable has a value: a Boolean variable, tied to two order literals.
    fn is_end(&mut self, x: IntervalId, v: i64) -> Result<Lit, Conflict> {
        let store = self.model.engine.store();
        if v < store.low(x) || v > store.high(x) {
            return self.never();
        }
        if let Some(&l) = self.places.values.get(&(x, v)) {
            return Ok(l);
        }
        let engine = &mut self.model.engine;
        let (most, least) = (engine.at_most(x, v), engine.at_least(x, v));
        let l = self.model.bools("inner", 1).at(0).pos();
        self.clause(vec![!l, most])?;
        self.clause(vec![!l, least])?;
        self.clause(vec![l, !most, !least])?;
        self.places.values.insert((x, v), l);
        Ok(l)
    }

    pub fn never(&mut self) -> Result<Lit, Conflict> {
        if let Some(l) = self.never {
            return Ok(l);
        }
        let l = self.model.bools("never", 1).at(0).pos();
        self.model.engine.assert(!l)?;
        self.never = Some(l);
        Ok(l)
    }

    /// A literal that a constraint mentions, of any kind but a clause.
    pub fn literal(&mut self, l: Literal) -> Result<Lit, Conflict> {
        let lit = self.unnoted(l)?;
        if let BoolKind::Own(_) = self.variables.bools[l.index as usize] {
            self.mentions.iter_mut().for_each(|mentions| mentions.note(lit));
        }
        Ok(lit)
    }

    /// A literal that counts as mentioned by nothing.
    pub(super) fn unnoted(&mut self, l: Literal) -> Result<Lit, Conflict> {
        let is = match self.variables.bools[l.index as usize] {
            BoolKind::Own(k) => self.places.own[k as usize],
            BoolKind::Is(x, v) => self.is(x, v)?,
        };
        Ok(if l.negated { !is } else { is })
    }

    pub fn clause(&mut self, mut lits: Vec<Lit>) -> Result<(), Conflict> {
        lits.sort_unstable();
        lits.dedup();
        // Sorted, a literal and its negation stand side by side.
        if lits.windows(2).any(|w| w[0] == !w[1]) {
            return Ok(());
        }
        self.model.engine.add_clause(&lits)
    }
}

/// Literals and variables of constraints' own.
impl Posting<'_> {
    /// `n` Boolean variables that constraints make for themselves.
    pub fn fresh(&mut self, n: usize) -> Result<Bools, Halt> {
        self.counter.spend(1 + n)?;
        self.afford()?;
        Ok(self.model.bools("inner", n as u32))
    }

    /// One of them.
    pub fn fresh_lit(&mut self) -> Result<Lit, Halt> {
        Ok(self.fresh(1)?.at(0).pos())
    }

    /// An integer variable as the number that it stands for.
    pub fn number(&self, x: u32) -> Number {
        match self.places.ints[x as usize] {
            IntVarRef::Bits(place) => Number::new(place.var, place.frame.low),
            IntVarRef::Ends { interval, low } => Number::of_interval(interval, low),
        }
    }

    /// Whether a variable is an interval variable.
    pub fn keeps_ends(&self, x: u32) -> bool {
        matches!(self.places.ints[x as usize], IntVarRef::Ends { .. })
    }

    /// The literal "this interval variable is at most this number".
    ///
    /// # Panics
    /// If it has one bit per value.
    pub fn at_most(&mut self, x: u32, n: i64) -> Lit {
        match self.places.ints[x as usize] {
            IntVarRef::Ends { interval, low } => {
                self.model.engine.at_most(interval, n.saturating_sub(low))
            }
            IntVarRef::Bits(_) => unreachable!("it keeps its ends only"),
        }
    }

    /// The numbers that a variable can be, now.
    pub fn values(&self, x: u32) -> Vec<i64> {
        let place = self.places.place_of(x);
        let values = self.model.engine.store().domain(place.var).iter();
        values.map(|v| place.frame.low + i64::from(v)).collect()
    }

    /// `l` exactly if all of these hold.
    pub fn all_of(&mut self, l: Lit, lits: &[Lit]) -> Result<(), Halt> {
        self.counter.spend(STEPS_A_CLAUSE * (1 + lits.len()))?;
        for &other in lits {
            self.clause(vec![!l, other])?;
        }
        let mut back: Vec<Lit> = lits.iter().map(|&other| !other).collect();
        back.push(l);
        Ok(self.clause(back)?)
    }

    /// A literal for "x is one of the values that are wanted".
    pub fn one_of(&mut self, x: u32, wanted: impl Fn(i64) -> bool) -> Result<Lit, Halt> {
        let (inside, outside): (Vec<i64>, Vec<i64>) =
            self.values(x).into_iter().partition(|&v| wanted(v));
        match (&inside[..], &outside[..]) {
            ([], _) => return Ok(self.never()?),
            (_, []) => return Ok(!self.never()?),
            (&[v], _) => return Ok(self.is(x, v)?),
            (_, &[v]) => return Ok(!self.is(x, v)?),
            _ => {}
        }
        let l = self.fresh_lit()?;
        for (l, values) in [(l, inside), (!l, outside)] {
            self.counter.spend(2 * STEPS_A_CLAUSE * values.len())?;
            let mut one = vec![!l];
            for v in values {
                let is = self.is(x, v)?;
                self.clause(vec![!is, l])?;
                one.push(is);
            }
            self.clause(one)?;
        }
        Ok(l)
    }

    /// The least and the largest sum of parts, now.
    fn reach(&self, parts: &[Part]) -> (i64, i64) {
        let store = self.model.engine.store();
        parts.iter().fold((0, 0), |(least, most), part| {
            let (a, b) = match *part {
                Part::Var(x, c) => {
                    let d = store.domain(x);
                    (c * i64::from(d.min()), c * i64::from(d.max()))
                }
                Part::Interval(x, c) => (c * store.low(x), c * store.high(x)),
                Part::Lit(_, c) => (0, c),
            };
            (least + a.min(b), most + a.max(b))
        })
    }

    /// A literal equal to `l` whose atom occurs in no part.
    pub fn apart(&mut self, l: Lit, parts: &[Part]) -> Result<Lit, Halt> {
        let var = self.model.engine.store().meaning(l.atom()).map(|(x, _)| x);
        let speaks = |part: &Part| match *part {
            Part::Var(x, _) => Some(x) == var,
            Part::Interval(..) => false,
            Part::Lit(other, _) => other.atom() == l.atom(),
        };
        if !parts.iter().any(speaks) {
            return Ok(l);
        }
        Ok(self.copied(l)?)
    }

    /// A new literal that is equal to another one.
    pub(super) fn copied(&mut self, l: Lit) -> Result<Lit, Conflict> {
        let copy = self.model.bools("copy", 1).at(0).pos();
        self.clause(vec![!l, copy])?;
        self.clause(vec![l, !copy])?;
        self.twins.push([copy, l]);
        Ok(copy)
    }

    /// If `l` is true, a sum of parts compares in this way with a bound: the same row, relaxed so far that it holds
    /// while `l` is false.
    pub fn when(
        &mut self,
        l: Lit,
        parts: &[Part],
        relation: Relation,
        bound: i64,
    ) -> Result<(), Halt> {
        self.counter.spend(STEPS_A_POST * (1 + parts.len()))?;
        self.afford()?;
        if let &[Part::Interval(x, c)] = parts {
            return Ok(self.when_end(l, (x, c), relation, bound)?);
        }
        let (least, most) = self.reach(parts);
        match relation {
            Relation::AtMost if most <= bound => Ok(()),
            Relation::Different if bound < least || bound > most => Ok(()),
            Relation::AtMost if least > bound => Ok(self.clause(vec![!l])?),
            Relation::Equal if bound < least || bound > most => Ok(self.clause(vec![!l])?),
            Relation::AtMost => {
                let mut row = parts.to_vec();
                row.push(Part::Lit(self.apart(l, parts)?, most - bound));
                self.row(row, Relation::AtMost, most)
            }
            Relation::Different => {
                let mut row = parts.to_vec();
                row.push(Part::Lit(!self.apart(l, parts)?, bound - least + 1));
                self.row(row, Relation::Different, bound)
            }
            Relation::Equal => {
                if let Some(done) = self.when_pair(l, parts, bound)? {
                    return Ok(done);
                }
                let other: Vec<Part> = parts.iter().map(|&part| negated(part)).collect();
                self.when(l, parts, Relation::AtMost, bound)?;
                self.when(l, &other, Relation::AtMost, -bound)
            }
        }
    }

    /// If `l` is true, an interval variable times a number compares so with a bound: clauses of order literals.
    fn when_end(
        &mut self,
        l: Lit,
        (x, c): (IntervalId, i64),
        relation: Relation,
        bound: i64,
    ) -> Result<(), Conflict> {
        let engine = &mut self.model.engine;
        if relation == Relation::AtMost {
            // Rounded down, and for a negative coefficient up.
            let v = bound.div_euclid(c.abs());
            let end = if c > 0 { engine.at_most(x, v) } else { engine.at_least(x, -v) };
            return self.clause(vec![!l, end]);
        }
        if bound % c != 0 {
            return if relation == Relation::Equal { self.clause(vec![!l]) } else { Ok(()) };
        }
        let v = bound / c;
        let (most, least) = (engine.at_most(x, v), engine.at_least(x, v));
        if relation == Relation::Different {
            return self.clause(vec![!l, !most, !least]);
        }
        self.clause(vec![!l, most])?;
        self.clause(vec![!l, least])
    }

    /// If `l` is true, one variable has a value, or the values of two variables are related one to one: clauses, a few
    /// for each value. `None` for other sums.
    fn when_pair(&mut self, l: Lit, parts: &[Part], bound: i64) -> Result<Option<()>, Halt> {
        let store = self.model.engine.store();
        let (x, a, y) = match *parts {
            [Part::Var(x, a)] => (x, a, None),
            [Part::Var(x, a), Part::Var(y, b)] if a.abs() == 1 && b.abs() == 1 => {
                (x, a, Some((y, b)))
            }
            _ => return Ok(None),
        };
        if store.values(x).max(y.map_or(0, |(y, _)| store.values(y))) > PAIRED {
            return Ok(None);
        }
        let atom = |x: VarId, n: i64| {
            let v = u32::try_from(n).ok().filter(|&v| v < store.values(x))?;
            Some(store.atom(x, v).pos())
        };
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let Some((y, b)) = y else {
            let is = (bound % a == 0).then(|| atom(x, bound / a)).flatten();
            self.clause(is.into_iter().chain([!l]).collect())?;
            return Ok(Some(()));
        };
        // a x + b y = bound, and a and b are their own inverses.
        let mut goes = |x: VarId, a: i64, y: VarId, b: i64| {
            for v in store.domain(x).iter() {
                let is = store.atom(x, v).pos();
                let partner = atom(y, b * (bound - a * i64::from(v)));
                clauses.push(partner.into_iter().chain([!l, !is]).collect());
            }
        };
        goes(x, a, y, b);
        goes(y, b, x, a);
        for clause in clauses {
            self.counter.spend(STEPS_A_CLAUSE)?;
            self.clause(clause)?;
        }
        Ok(Some(()))
    }

    /// `l` is true exactly if a sum of parts compares so with a bound.
    pub fn reify(
        &mut self,
        l: Lit,
        parts: &[Part],
        relation: Relation,
        bound: i64,
    ) -> Result<(), Halt> {
        match relation {
            Relation::Equal => {
                self.when(l, parts, Relation::Equal, bound)?;
                self.when(!l, parts, Relation::Different, bound)
            }
            Relation::Different => self.reify(!l, parts, Relation::Equal, bound),
            Relation::AtMost => {
                let other: Vec<Part> = parts.iter().map(|&part| negated(part)).collect();
                self.when(l, parts, Relation::AtMost, bound)?;
                self.when(!l, &other, Relation::AtMost, -bound - 1)
            }
        }
    }

    /// A literal that is true exactly if a sum compares so with a bound.
    pub fn truth(
        &mut self,
        terms: &[(i64, Operand)],
        relation: Relation,
        bound: i64,
    ) -> Result<Lit, Halt> {
        let (parts, constant) = self.parts(terms)?;
        let l = self.fresh_lit()?;
        self.reify(l, &parts, relation, bound - constant)?;
        Ok(l)
    }

    /// The values of variables, in which one may occur twice, are one of the rows; `None` in a row agrees with
    /// every value.
    pub fn rows(&mut self, xs: &[u32], rows: &[Vec<Option<i64>>]) -> Result<(), Halt> {
        let mut own: Vec<u32> = Vec::new();
        let column: Vec<usize> = xs
            .iter()
            .map(|&x| {
                own.iter().position(|&y| y == x).unwrap_or_else(|| {
                    own.push(x);
                    own.len() - 1
                })
            })
            .collect();
        let places: Vec<Place> = own.iter().map(|&x| self.places.place_of(x)).collect();
        let mut all: Vec<Vec<u32>> = Vec::with_capacity(rows.len());
        'rows: for row in rows {
            self.counter.spend(row.len())?;
            let mut merged = vec![STAR; own.len()];
            for (&k, &v) in column.iter().zip(row) {
                let Some(v) = v else { continue };
                match places[k].frame.place(v) {
                    Some(v) if merged[k] == STAR || merged[k] == v => merged[k] = v,
                    _ => continue 'rows,
                }
            }
            all.push(merged);
        }
        let vars: Vec<VarId> = places.iter().map(|x| x.var).collect();
        let rows = all.iter().map(Vec::as_slice);
        let table = Table::build(&mut self.model.engine, &vars, rows, &self.counter)?;
        self.model.engine.add(table);
        Ok(())
    }
}

/// The most values of variables whose equality under a condition is stated value by value.
const PAIRED: u32 = 256;

/// A part with the other sign.
pub(crate) fn negated(part: Part) -> Part {
    match part {
        Part::Var(x, c) => Part::Var(x, -c),
        Part::Lit(l, c) => Part::Lit(l, -c),
        Part::Interval(x, c) => Part::Interval(x, -c),
    }
}
