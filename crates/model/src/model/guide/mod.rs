//! Which variable a search decides next, and how: search annotations of the modeller, as in MiniZinc.

mod cores;
pub(crate) mod guided;
mod listing;
mod neighbourhood;
mod phases;
mod rounded;
mod shared;
mod team;
mod turns;
mod values;

use super::expr::Operand;
use super::handle::Variable;
use super::variables::{BoolKind, Variables};
use crate::model::guide::phases::PlacedPhase;
use crate::model::guide::values::Cheapest;
use crate::model::network::places::{IntVarRef, VarMap};
use crate::model::network::truths::PRESOLVE;
use crate::model::network::{ENERGY, RELAXATION};
use clew_engine::kernel::{Atom, Domain, Engine, Failure, IntervalId, Lit, Store, VarId};
use clew_engine::search::Decider;
use rustc_hash::{FxHashMap, FxHashSet};

/// The parts of a search for a best value that can be left out.
pub(super) const PARTS: [&str; 8] = [
    PRESOLVE,
    ENERGY,
    RELAXATION,
    turns::PLAIN,
    turns::LEARNING,
    rounded::ROUNDING,
    neighbourhood::NEIGHBOURHOODS,
    cores::CORES,
];

/// Which open variable comes next; of equal ones the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choose {
    /// The first one.
    InOrder,
    /// The one with the fewest values.
    Fewest,
    /// The one with the most values.
    Most,
    /// The one with the least value of all.
    Smallest,
    /// The one with the greatest value of all.
    Largest,
    /// The one whose two least values are farthest from each other.
    Regret,
    /// The one in the most constraints.
    Occurrence,
    /// The one with the fewest values, of these the one in the most constraints.
    MostConstrained,
    /// The one with the fewest values for the failures that it took part in.
    Weighted,
}

/// Which of its values is tried, or given up, first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Try {
    /// The least one.
    Least,
    /// The greatest one.
    Greatest,
    /// The middle one of those that are left.
    Median,
    /// The one nearest to the middle between the least and the greatest.
    Middle,
    /// Any.
    Random,
    /// The lower half; for a variable with one bit per value the least value.
    Lower,
    /// The upper half; for a variable with one bit per value the greatest value.
    Upper,
    /// All but the least one.
    NotLeast,
    /// All but the greatest one.
    NotGreatest,
}

/// Variables that are decided before those of later phases.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// Each with the number of constraints that mention it.
    pub variables: Vec<(Variable, u32)>,
    pub choose: Choose,
    pub values: Try,
}

/// A variable in the store.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Int {
        var: VarId,
        low: i64,
        mentions: u32,
    },
    /// An interval variable.
    Ends {
        interval: IntervalId,
        low: i64,
        mentions: u32,
    },
    Bool {
        lit: Lit,
        mentions: u32,
    },
}

/// Phases with their variables in the store.
pub(super) type Placed = Vec<PlacedPhase>;

/// Decides by phases, then by another decider.
#[derive(Clone)]
pub(super) struct Guided {
    phases: Placed,
    /// Failures that a word of the store took part in.
    weight: Vec<f32>,
    involved: Vec<Lit>,
    random: Random,
    turns: Option<Turns>,
    rest: Box<dyn Decider>,
    /// Literals of the goal as they cost less, by their atoms, and the variables of which large values do.
    cheapest: FxHashMap<Atom, Lit>,
    large: FxHashSet<VarId>,
    /// Interval variables of the goal that are still to be tried at the end that costs less: the low one, or the high one.
    ends: Vec<(IntervalId, bool)>,
}

/// Numbers at random. Source: Marsaglia, "Xorshift RNGs", 2003.
#[derive(Clone, Copy, Debug)]
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    /// A number below this, which is not 0.
    fn below(&mut self, most: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) % u64::from(most)) as u32
    }
}

/// Whether the phases are followed, or the other decider alone, by turns.
#[derive(Clone, Copy, Debug)]
struct Turns {
    follows: bool,
    /// Failures of this turn, and those that are left of it.
    length: u64,
    left: u64,
}

/// Failures of the first turn.
const FIRST_TURN: u64 = 100;

impl Turns {
    /// A failure; turns become longer by half.
    fn failed(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.follows = !self.follows;
            self.length += self.length / 2;
            self.left = self.length;
        }
    }
}

impl Item {
    /// Where a variable is; `None` if it is one that has a value already.
    pub fn from_variable(
        (variable, mentions): (Variable, u32),
        of: &Variables,
        places: &VarMap,
        store: &Store,
    ) -> Option<Item> {
        let item = Item::from_operand(variable.into(), of, places, store)?;
        let negated = matches!(variable, Variable::Bool(b) if b.negated);
        Some(match item {
            Item::Int { var, low, .. } => Item::Int { var, low, mentions },
            Item::Ends { interval, low, .. } => Item::Ends { interval, low, mentions },
            Item::Bool { lit, .. } => {
                Item::Bool { lit: if negated { !lit } else { lit }, mentions }
            }
        })
    }

    /// The same without negations and mentions.
    fn from_operand(x: Operand, of: &Variables, places: &VarMap, store: &Store) -> Option<Item> {
        let mentions = 0;
        Some(match x {
            Operand::Int(x) => match places.ints[x as usize] {
                IntVarRef::Bits(place) => {
                    Item::Int { var: place.var, low: place.frame.low, mentions }
                }
                IntVarRef::Ends { interval, low } => Item::Ends { interval, low, mentions },
            },
            Operand::Bool(b) => Item::Bool { lit: literal(b, of, places, store)?, mentions },
        })
    }

    fn is_open(self, store: &Store) -> bool {
        match self {
            Item::Int { var, .. } => store.size(var) > 1,
            Item::Ends { interval, .. } => store.low(interval) < store.high(interval),
            Item::Bool { lit, .. } => store.is_open(lit.atom()),
        }
    }

    fn size(self, store: &Store) -> u32 {
        match self {
            Item::Int { var, .. } => store.size(var),
            Item::Ends { interval: x, .. } => (store.high(x) - store.low(x) + 1) as u32,
            Item::Bool { .. } => 2,
        }
    }

    fn mentions(self) -> u32 {
        match self {
            Item::Int { mentions, .. }
            | Item::Ends { mentions, .. }
            | Item::Bool { mentions, .. } => mentions,
        }
    }

    /// Whether it can have a value of the model.
    fn can_be(self, value: i64, store: &Store) -> bool {
        match self {
            Item::Int { .. } => self.literal_of(value, store).is_some_and(|l| !store.is_false(l)),
            Item::Ends { interval, low, .. } => {
                (store.low(interval)..=store.high(interval)).contains(&(value - low))
            }
            Item::Bool { .. } => true,
        }
    }

    /// The literal that it has a value of the model; `None` if it never had the value, or is an interval variable.
    fn literal_of(self, value: i64, store: &Store) -> Option<Lit> {
        match self {
            Item::Int { var, low, .. } => {
                let v = u32::try_from(value - low).ok().filter(|&v| v < store.values(var))?;
                Some(store.atom(var, v).pos())
            }
            Item::Bool { lit, .. } => Some(if value == 1 { lit } else { !lit }),
            Item::Ends { .. } => None,
        }
    }

    /// The least value.
    fn least(self, store: &Store) -> i64 {
        match self {
            Item::Int { var, low, .. } => low + i64::from(store.domain(var).min()),
            Item::Ends { interval, low, .. } => low + store.low(interval),
            Item::Bool { .. } => 0,
        }
    }

    fn greatest(self, store: &Store) -> i64 {
        match self {
            Item::Int { var, low, .. } => low + i64::from(greatest(store.domain(var))),
            Item::Ends { interval, low, .. } => low + store.high(interval),
            Item::Bool { .. } => 1,
        }
    }

    /// How far the two least values are from each other.
    fn regret(self, store: &Store) -> i64 {
        match self {
            Item::Int { var, .. } => {
                let domain = store.domain(var);
                let mut values = domain.iter().map(i64::from);
                values.next().zip(values.next()).map_or(0, |(a, b)| b - a)
            }
            Item::Ends { .. } | Item::Bool { .. } => 1,
        }
    }

    /// The word under which its failures are counted; none are counted for an interval variable.
    fn word(self, store: &Store) -> Option<usize> {
        match self {
            Item::Int { var, .. } => Some(store.first_word(var)),
            Item::Ends { .. } => None,
            Item::Bool { lit, .. } => Some(lit.atom().word()),
        }
    }
}

/// The literal of a Boolean variable; `None` if it stands for "a variable has this value" and the variable never had
/// the value.
pub(super) fn literal(index: u32, of: &Variables, places: &VarMap, store: &Store) -> Option<Lit> {
    Some(match of.bools[index as usize] {
        BoolKind::Own(k) => places.own[k as usize],
        BoolKind::Is(x, v) => match places.ints[x as usize] {
            IntVarRef::Bits(place) => store.atom(place.var, place.frame.place(v)?).pos(),
            IntVarRef::Ends { interval, low } => {
                *places.values.get(&(interval, v.checked_sub(low)?))?
            }
        },
    })
}

/// The greatest value that is left.
fn greatest(domain: Domain<'_>) -> u32 {
    let words = domain.words();
    let last = words.iter().rposition(|word| *word != 0);
    last.map_or(0, |at| 64 * at as u32 + words[at].ilog2())
}

impl Guided {
    /// Nothing is decided yet.
    pub fn new(phases: Placed, seed: u64, rest: Box<dyn Decider>, store: &Store) -> Guided {
        let weight = vec![1.0; store.words()];
        Guided {
            phases,
            weight,
            involved: Vec::new(),
            random: Random::new(seed),
            turns: None,
            rest,
            cheapest: FxHashMap::default(),
            large: FxHashSet::default(),
            ends: Vec::new(),
        }
    }

    /// Decisions of the other decider on these truth values and variables turn towards the values that cost less.
    pub(super) fn towards(self, of: &Cheapest) -> Guided {
        let large = of.variables.iter().filter(|x| x.1).map(|x| x.0);
        Guided {
            large: large.collect(),
            cheapest: of.truths.iter().map(|&l| (l.atom(), l)).collect(),
            ..self
        }
    }

    /// Where no phase decides a variable, each of these interval variables is tried once at its end: the low one if the
    /// second is true.
    pub fn at_ends(self, ends: Vec<(IntervalId, bool)>) -> Guided {
        Guided { ends, ..self }
    }

    fn is_directed(&self) -> bool {
        !self.cheapest.is_empty() || !self.large.is_empty()
    }

    /// A decision of the other decider, in favour of the goal.
    fn cheaper(&self, store: &Store, l: Lit) -> Lit {
        if let Some(&cheaper) = self.cheapest.get(&l.atom()) {
            return cheaper;
        }
        match store.meaning(l.atom()) {
            Some((x, _)) if l.is_positive() && self.large.contains(&x) => {
                store.atom(x, greatest(store.domain(x))).pos()
            }
            _ => l,
        }
    }

    /// Phases are followed by turns only.
    pub fn by_turns(self) -> Guided {
        let turns = Turns { follows: false, length: FIRST_TURN, left: FIRST_TURN };
        Guided { turns: Some(turns), ..self }
    }

    fn literal(&mut self, store: &Store, item: Item, values: Try) -> Lit {
        let (var, size) = match item {
            Item::Bool { lit, .. } => {
                let holds = match values {
                    Try::Greatest | Try::Upper | Try::NotLeast => true,
                    Try::Random => self.random.below(2) == 1,
                    Try::Least | Try::Lower | Try::Median | Try::Middle | Try::NotGreatest => false,
                };
                return if holds { lit } else { !lit };
            }
            Item::Int { var, .. } => (var, store.size(var)),
            Item::Ends { .. } => unreachable!("it is cut before"),
        };
        let skip = match values {
            Try::Median => (size - 1) / 2,
            Try::Random => self.random.below(size),
            _ => 0,
        };
        let domain = store.domain(var);
        let (least, greatest) = (domain.min(), greatest(domain));
        let is = |v: u32| store.atom(var, v).pos();
        match values {
            Try::Least | Try::Lower => is(least),
            Try::Greatest | Try::Upper => is(greatest),
            Try::NotLeast => !is(least),
            Try::NotGreatest => !is(greatest),
            Try::Median | Try::Random => is(domain.iter().nth(skip as usize).unwrap_or(least)),
            Try::Middle => {
                let twice = least + greatest;
                is(domain.iter().min_by_key(|&v| (2 * v).abs_diff(twice)).unwrap_or(least))
            }
        }
    }

    /// The item that comes next, and how it is decided.
    fn next_item(&mut self, store: &Store) -> Option<(Item, Try)> {
        let followed = match self.turns {
            Some(Turns { follows: false, .. }) => 0,
            _ => self.phases.len(),
        };
        let weight = &self.weight;
        self.phases[..followed].iter_mut().find_map(|phase| phase.next(store, weight))
    }

    /// Where an interval variable is cut, and whether it is to be at most that.
    fn end(&mut self, (low, high): (i64, i64), values: Try) -> (i64, bool) {
        match values {
            Try::Least => (low, true),
            Try::NotLeast => (low, false),
            Try::Greatest => (high - 1, false),
            Try::NotGreatest => (high - 1, true),
            Try::Median | Try::Middle | Try::Lower => (low + (high - low) / 2, true),
            Try::Upper => (low + (high - low) / 2, false),
            Try::Random => {
                let v = low + i64::from(self.random.below((high - low) as u32));
                (v, self.random.below(2) == 0)
            }
        }
    }

    /// A literal took part in a failure.
    fn weigh(&mut self, store: &Store, lit: Lit) {
        let word = lit.atom().word();
        let word = store.owner(word).map_or(word, |x| store.first_word(x));
        if let Some(weight) = self.weight.get_mut(word) {
            *weight += 1.0;
        }
    }
}

/// The next decision that leads an open interval variable to a value: first it becomes no less, then no more.
fn cut_towards(x: IntervalId, value: i64, store: &Store) -> (IntervalId, i64, bool) {
    match store.low(x) < value {
        true => (x, value - 1, false),
        false => (x, value, true),
    }
}

impl Decider for Guided {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        let store = engine.store();
        if let Some((item, values)) = self.next_item(store) {
            return Some(self.literal(store, item, values));
        }
        let l = self.rest.next(engine, patient)?;
        Some(if self.is_directed() { self.cheaper(engine.store(), l) } else { l })
    }

    fn rest(&self) -> Option<&dyn Decider> {
        Some(&*self.rest)
    }

    fn rest_mut(&mut self) -> Option<&mut dyn Decider> {
        Some(&mut *self.rest)
    }

    fn cut(&mut self, engine: &Engine) -> Option<(IntervalId, i64, bool)> {
        let store = engine.store();
        match self.next_item(store) {
            Some((Item::Ends { interval, .. }, values)) => {
                let ends = (store.low(interval), store.high(interval));
                let (v, below) = self.end(ends, values);
                Some((interval, v, below))
            }
            Some(_) => None,
            None => {
                while let Some((x, is_low)) = self.ends.pop() {
                    let (low, high) = (store.low(x), store.high(x));
                    if low < high {
                        return Some((x, if is_low { low } else { high - 1 }, is_low));
                    }
                }
                None
            }
        }
    }

    fn failed(&mut self, engine: &Engine, last: Option<Lit>) {
        if let Some(Failure::Lit { lit, .. }) = engine.store().failure() {
            self.weigh(engine.store(), lit);
        }
        self.rest.failed(engine, last);
    }

    fn involved(&mut self, lits: &[Lit]) {
        self.involved.clear();
        self.involved.extend_from_slice(lits);
        self.rest.involved(lits);
    }

    fn learnt(&mut self, engine: &Engine, patient: bool) {
        let store = engine.store();
        self.turns.iter_mut().for_each(Turns::failed);
        for lit in std::mem::take(&mut self.involved) {
            self.weigh(store, lit);
        }
        self.rest.learnt(engine, patient);
    }
}
