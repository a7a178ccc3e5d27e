//! `low <= sum of coefficient * variable <= high`, over variables with domains and literals.
//!
//! Bounds consistency over the reals, repeated to a fixpoint: given the least and the largest sum
//! that are still possible, each variable keeps the values that allow the others to satisfy the
//! bounds. A row with one bound is domain consistent. A call is linear in the terms, and in the
//! words of the domains that it cuts. No state.
//!
//! An explanation states the bounds of the other terms, weakened while their sum still passes the
//! bound: terms that need many literals are dropped first, then known ones; the remaining slack
//! shortens one more. A known variable is one literal, "x = v".
//!
//! Sources: W. Harvey and P. J. Stuckey, Improving linear constraint propagation by changing
//! constraint representation, 2003; explanations as in O. Ohrimenko, P. J. Stuckey and M. Codish,
//! Propagation via lazy clause generation, 2009.

use crate::kernel::prelude::*;
use smallvec::SmallVec;

rules! {
    /// The inference rules of a sum.
    enum Rule {
        TooMuch => "the sum would be too large",
        TooLittle => "the sum would be too small",
    }
}

/// One term of a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Coefficient times the value of a variable, as a number `0 ..`.
    Var(VarId, i64),
    /// Coefficient times the value of an interval variable.
    Interval(IntervalId, i64),
    /// The coefficient, while the literal is true.
    Lit(Lit, i64),
}

impl Part {
    /// The least and the largest possible value of the term.
    #[inline]
    fn bounds(self, store: &Store) -> (i64, i64) {
        match self {
            Part::Interval(x, c) => {
                let (a, b) = (c * store.low(x), c * store.high(x));
                (a.min(b), a.max(b))
            }
            Part::Var(x, c) => {
                let d = store.domain(x);
                let (a, b) = (c * i64::from(d.min()), c * i64::from(d.max()));
                (a.min(b), a.max(b))
            }
            Part::Lit(l, c) if store.is_true(l) => (c, c),
            Part::Lit(l, _) if store.is_false(l) => (0, 0),
            Part::Lit(_, c) => (c.min(0), c.max(0)),
        }
    }
}

/// A sum between two bounds.
#[derive(Clone, Debug)]
pub struct IntLinear {
    parts: Vec<Part>,
    low: i64,
    high: i64,
}

impl IntLinear {
    /// `low <= sum of the parts <= high`; `i64::MIN` and `i64::MAX` for a side without a bound. Each
    /// variable or atom is in one part only, no coefficient is 0, and the largest absolute values of
    /// all parts together stay below 2^61; larger sums panic when they are added up.
    pub fn new(parts: Vec<Part>, low: i64, high: i64) -> IntLinear {
        // Bounds beyond any sum are moved to where differences with sums do not overflow.
        let limit = 1 << 62;
        IntLinear { parts, low: low.clamp(-limit, limit), high: high.clamp(-limit, limit) }
    }

    /// The number of parts.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// The least and the largest possible sum, and the most by which the values of one term differ.
    fn sums(&self, store: &Store) -> (i64, i64, i64) {
        self.parts.iter().fold((0, 0, 0), |(least, most, widest), part| {
            let (low, high) = part.bounds(store);
            (least + low, most + high, widest.max(high - low))
        })
    }

    /// Cuts one term to the values that `above` (slack above its minimum) and `below` (slack below
    /// its maximum) allow.
    fn cut(
        p: &mut Propagation<'_>,
        part: Part,
        (above, below): (i64, i64),
        note: u32,
    ) -> Result<bool, Conflict> {
        let (much, little) = (Rule::TooMuch.about(note), Rule::TooLittle.about(note));
        match part {
            Part::Interval(x, c) => {
                let (min, max) = (p.low(x), p.high(x));
                let (up, down, up_tag, down_tag) = room(c, (above, much), (below, little));
                let mut changed = false;
                if up < max - min {
                    changed |= p.lower(x, min + up, up_tag)?;
                }
                if down < max - min {
                    changed |= p.raise(x, max - down, down_tag)?;
                }
                Ok(changed)
            }
            Part::Var(x, c) => {
                let (min, max) = (i64::from(p.domain(x).min()), i64::from(p.domain(x).max()));
                let (up, down, up_tag, down_tag) = room(c, (above, much), (below, little));
                let mut changed = false;
                if up < max - min {
                    changed |= p.keep_at_most(x, (min + up) as u32, up_tag)?;
                }
                if down < max - min {
                    changed |= p.keep_at_least(x, (max - down) as u32, down_tag)?;
                }
                Ok(changed)
            }
            Part::Lit(l, c) if p.is_open(l.atom()) => {
                // Above: the literal must not raise the sum; below: it must.
                let raising = if c > 0 { l } else { !l };
                if c.abs() > above {
                    p.infer(!raising, much)
                } else if c.abs() > below {
                    p.infer(raising, little)
                } else {
                    Ok(false)
                }
            }
            Part::Lit(..) => Ok(false),
        }
    }

    /// Makes the inferences of the sum, on behalf of any propagator: the tags of its inferences bear this note, and
    /// [`IntLinear::explain`](Propagator::explain) of this sum explains them.
    ///
    /// # Errors
    /// [`Conflict`] if the sum cannot lie between its bounds.
    pub fn infer(&self, p: &mut Propagation<'_>, note: u32) -> Result<Status, Conflict> {
        let (least, most, widest) = self.sums(p);
        if least > self.high {
            return Err(p.fail(Rule::TooMuch.about(note)));
        }
        if most < self.low {
            return Err(p.fail(Rule::TooLittle.about(note)));
        }
        if least >= self.low && most <= self.high {
            return Ok(Status::Entailed);
        }
        let room = (self.high - least, most - self.low);
        // Most calls end here: each term may still have all its values.
        if widest <= room.0.min(room.1) {
            return Ok(Status::Fixpoint);
        }
        let mut changed = false;
        for &part in &self.parts {
            changed |= Self::cut(p, part, room, note)?;
        }
        Ok(if changed { Status::Again } else { Status::Fixpoint })
    }
}

/// How far a variable may lie above its least value and below its largest, and the rules for these bounds: which end
/// of the domain makes the sum large depends on the sign of the coefficient.
#[inline]
fn room(c: i64, (above, much): (i64, Tag), (below, little): (i64, Tag)) -> (i64, i64, Tag, Tag) {
    let (above, below) = (above / c.abs(), below / c.abs());
    if c > 0 { (above, below, much, little) } else { (below, above, little, much) }
}

/// A premise about one term of an explanation, with its contribution to the sum.
struct Held {
    x: VarId,
    /// The bound that held, and the one that holds at the root; a larger bound in absolute terms
    /// gives more to the sum.
    then: u32,
    root: u32,
    /// Whether the bound is a lower one.
    is_lower: bool,
    weight: i64,
    /// The value that was known.
    value: Option<u32>,
}

impl Held {
    fn steps(&self) -> i64 {
        i64::from(self.then.abs_diff(self.root))
    }

    fn gain(&self) -> i64 {
        self.weight * self.steps()
    }

    /// Gives up `steps` of the bound.
    fn relax(&mut self, steps: i64) {
        let steps = steps as u32;
        self.then = if self.is_lower { self.then - steps } else { self.then + steps };
    }

    fn say(&self, past: &Past<'_>, why: &mut Lits) {
        if let Some(v) = self.value.filter(|_| self.steps() > 1) {
            why.push(past.is(self.x, v));
        } else if self.is_lower {
            why.extend((0..self.then).map(|v| past.not(self.x, v)));
        } else {
            let values = past.store().values(self.x);
            why.extend((self.then + 1..values).map(|v| past.not(self.x, v)));
        }
    }
}

/// The least (or largest) value of `x` then, and the same by the facts at the root.
fn reach(past: &Past<'_>, x: VarId, is_lower: bool) -> (u32, u32) {
    let store = past.store();
    let values = store.values(x);
    let gone = |v: u32| past.is_true(past.not(x, v));
    let at_root = |v: u32| gone(v) && store.level_of(past.not(x, v)) == 0;
    let end = |gone: &dyn Fn(u32) -> bool| {
        let step = |k: u32| if is_lower { k } else { values - 1 - k };
        step((0..values).find(|&k| !gone(step(k))).expect("a domain is never empty"))
    };
    (end(&gone), end(&at_root))
}

impl IntLinear {
    /// Appends premises under which the sum, times `sign`, passes `bound` if `fact` is wrong.
    fn explain_over(
        &self,
        past: &Past<'_>,
        fact: Option<Lit>,
        (sign, bound): (i64, i64),
        why: &mut Lits,
    ) {
        let store = past.store();
        let about = fact.map(|l| (l, store.meaning(l.atom())));
        let mut sum = 0i64;
        let mut held: SmallVec<[Held; 8]> = SmallVec::new();
        let mut lits: SmallVec<[(Lit, i64); 8]> = SmallVec::new();
        let mut ends: SmallVec<[(IntervalId, i64, i64); 8]> = SmallVec::new();
        let cut = fact.and_then(|l| Some((l, store.order(l.atom())?)));
        for &part in &self.parts {
            match part {
                Part::Interval(x, c) => {
                    let c = c * sign;
                    if let Some((l, (y, v))) = cut
                        && x == y
                    {
                        // The value of the term if the fact were wrong.
                        sum += c * if l.is_positive() { v + 1 } else { v };
                        continue;
                    }
                    let end = if c > 0 { past.low(x) } else { past.high(x) };
                    sum += c * end;
                    ends.push((x, c, end));
                }
                Part::Var(x, c) => {
                    let c = c * sign;
                    // That it has a value may follow by a part for this value: then its bounds are premises.
                    if let Some((l, Some((y, v)))) = about
                        && x == y
                        && !l.is_positive()
                    {
                        sum += c * i64::from(v);
                        continue;
                    }
                    let (then, root) = reach(past, x, c > 0);
                    let (weight, value) = (c.abs(), past.value(x));
                    sum += c * i64::from(then);
                    held.push(Held { x, then, root, is_lower: c > 0, weight, value });
                }
                Part::Lit(l, c) => {
                    let c = c * sign;
                    if let Some((f, _)) = about
                        && f.atom() == l.atom()
                    {
                        sum += if !f == l { c } else { 0 };
                        continue;
                    }
                    let raising = if c > 0 { l } else { !l };
                    sum += c.min(0);
                    if past.is_true(raising) {
                        sum += c.abs();
                        lits.push((raising, c.abs()));
                    }
                }
            }
        }
        let mut slack = sum - bound - 1;
        debug_assert!(slack >= 0, "the sum passes the bound");
        for h in held.iter_mut().filter(|h| h.value.is_none()) {
            if h.gain() <= slack {
                slack -= h.gain();
                h.then = h.root;
            }
        }
        for h in held.iter_mut().filter(|h| h.value.is_some()) {
            if h.gain() <= slack {
                slack -= h.gain();
                (h.then, h.value) = (h.root, None);
            }
        }
        // A bound of an interval variable is one literal, and a weaker existing one may suffice.
        for (x, c, end) in ends {
            let steps = slack / c.abs();
            let l = match c > 0 {
                true => store.says_at_least(x, end - steps),
                false => store.says_at_most(x, end + steps),
            };
            let (_, v) = store.order(l.atom()).expect("an order literal");
            let said = if c > 0 { v + 1 } else { v };
            slack -= c.abs() * said.abs_diff(end) as i64;
            if store.level_of(l) > 0 {
                why.push(l);
            }
        }
        for (l, weight) in lits {
            if weight <= slack && store.level_of(l) > 0 {
                slack -= weight;
            } else {
                why.push(l);
            }
        }
        for h in held.iter_mut().filter(|h| h.value.is_none()) {
            let steps = (slack / h.weight).min(h.steps());
            slack -= steps * h.weight;
            h.relax(steps);
        }
        held.iter().for_each(|h| h.say(past, why));
    }
}

impl Propagator for IntLinear {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "int_linear"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for &part in &self.parts {
            match part {
                Part::Var(x, _) => to.on(x, Event::Bounds),
                Part::Interval(x, _) => to.on_interval(x),
                Part::Lit(l, _) => to.on_bool(l.atom()),
            }
        }
    }

    fn priority(&self) -> Priority {
        if self.parts.len() > 3 { Priority::Linear } else { Priority::Incremental }
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        Ok(self.infer(p, 0)?)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let over =
            if Rule::from_tag(tag) == Rule::TooMuch { (1, self.high) } else { (-1, -self.low) };
        self.explain_over(past, fact, over, why);
    }
}

/// The scope of a list of parts.
fn scope_of(parts: &[Part]) -> Vec<Term> {
    let term = |part: &Part| match *part {
        Part::Var(x, _) => Term::Var(x),
        Part::Interval(x, _) => Term::Interval(x),
        Part::Lit(l, _) => Term::Bool(l.atom()),
    };
    parts.iter().map(term).collect()
}

/// The sum of a list of parts whose scope has these values.
fn sum_of(parts: &[Part], values: &[u32]) -> i64 {
    let value = |(part, &v): (&Part, &u32)| match *part {
        Part::Var(_, c) | Part::Interval(_, c) => c * i64::from(v),
        Part::Lit(l, c) => c * i64::from((v == 1) == l.is_positive()),
    };
    parts.iter().zip(values).map(value).sum()
}

impl Constraint for IntLinear {
    fn scope(&self) -> Vec<Term> {
        scope_of(&self.parts)
    }

    fn holds(&self, values: &[u32]) -> bool {
        (self.low..=self.high).contains(&sum_of(&self.parts, values))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

/// `sum of coefficient * variable` is not `bound`.
///
/// Domain consistency: once all terms but one are known, that one loses the value that would
/// complete the sum, and the constraint is entailed. A call stops at the second open term. No
/// state. Explanation: the values of the others.
#[derive(Clone, Debug)]
pub struct LinearDiffers {
    parts: Vec<Part>,
    bound: i64,
}

impl LinearDiffers {
    /// The sum of the parts is not `bound`. The parts are as for [`IntLinear::new`].
    pub fn new(parts: Vec<Part>, bound: i64) -> LinearDiffers {
        LinearDiffers { parts, bound }
    }
}

const COMPLETES: Tag = Tag::new(0, 0);

impl Propagator for LinearDiffers {
    const RULES: &'static [&'static str] = &["would complete the sum"];

    fn name(&self) -> &'static str {
        "linear_differs"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for &part in &self.parts {
            match part {
                Part::Var(x, _) => to.on(x, Event::Fixed),
                Part::Interval(x, _) => to.on_interval(x),
                Part::Lit(l, _) => to.on_bool(l.atom()),
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Incremental
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let mut rest = self.bound;
        let mut open = None;
        for &part in &self.parts {
            let (low, high) = part.bounds(p);
            if low == high {
                rest -= low;
            } else if open.replace(part).is_some() {
                return Ok(Status::Fixpoint);
            }
        }
        match open {
            None if rest == 0 => return Err(p.fail(COMPLETES).into()),
            None => {}
            Some(Part::Var(x, c)) => {
                let v = (rest % c == 0).then_some(rest / c).and_then(|v| u32::try_from(v).ok());
                if let Some(v) = v.filter(|&v| v < p.values(x)) {
                    p.remove(x, v, COMPLETES)?;
                }
            }
            Some(Part::Interval(x, c)) if rest % c == 0 => {
                let v = rest / c;
                match (p.low(x), p.high(x)) {
                    (low, _) if v == low => p.raise(x, v + 1, COMPLETES)?,
                    (_, high) if v == high => p.lower(x, v - 1, COMPLETES)?,
                    // A bound may still reach the value.
                    (low, high) if low < v && v < high => return Ok(Status::Fixpoint),
                    _ => false,
                };
            }
            Some(Part::Interval(..)) => {}
            Some(Part::Lit(l, c)) => {
                if rest == c {
                    p.infer(!l, COMPLETES)?;
                } else if rest == 0 {
                    p.infer(l, COMPLETES)?;
                }
            }
        }
        Ok(Status::Entailed)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let store = past.store();
        let about = fact.map(|l| (l.atom(), store.meaning(l.atom())));
        let cut = fact.and_then(|l| Some((l, store.order(l.atom())?)));
        for &part in &self.parts {
            match (part, about) {
                // The bound that was at the value; for a failure, both bounds.
                (Part::Interval(x, _), _) => match cut {
                    Some((l, (y, v))) if x == y && l.is_positive() => {
                        why.push(store.says_at_most(x, v + 1));
                    }
                    Some((_, (y, v))) if x == y => why.push(store.says_at_least(x, v)),
                    _ => {
                        let v = past.low(x);
                        why.extend([store.says_at_least(x, v), store.says_at_most(x, v)]);
                    }
                },
                (Part::Var(x, _), Some((_, Some((y, _))))) if x == y => {}
                (Part::Lit(l, _), Some((a, _))) if l.atom() == a => {}
                (Part::Var(x, _), _) => {
                    let v = past.value(x).expect("all other terms were known");
                    why.push(past.is(x, v));
                }
                (Part::Lit(l, _), _) => why.push(if past.is_true(l) { l } else { !l }),
            }
        }
    }
}

impl Constraint for LinearDiffers {
    fn scope(&self) -> Vec<Term> {
        scope_of(&self.parts)
    }

    fn holds(&self, values: &[u32]) -> bool {
        sum_of(&self.parts, values) != self.bound
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}
