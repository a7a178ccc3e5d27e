//! Handles: small copyable names of the variables of one model, and which of them a model knows.

use std::ops::Not;
use std::sync::atomic::{AtomicU32, Ordering};

/// An integer variable of a model. Any other model refuses it with an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Int {
    pub(super) model: u32,
    pub(super) index: u32,
}

/// A Boolean variable of a model, or its negation: `!b`. Any other model refuses it with an error. In sums it counts 1
/// while it is true.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bool {
    pub(super) model: u32,
    pub(super) index: u32,
    pub(super) negated: bool,
}

impl Not for Bool {
    type Output = Bool;

    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let b = m.bool("b")?;
    /// assert_eq!(!!b, b);
    /// # Ok(()) }
    /// ```
    fn not(self) -> Bool {
        Bool { negated: !self.negated, ..self }
    }
}

/// A variable of a model, of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// An integer variable.
    Int(Int),
    /// A Boolean variable.
    Bool(Bool),
}

impl From<Int> for Variable {
    fn from(x: Int) -> Variable {
        Variable::Int(x)
    }
}

impl From<Bool> for Variable {
    fn from(b: Bool) -> Variable {
        Variable::Bool(b)
    }
}

/// The variables that handles of one model mention: all have numbers below these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mentions {
    pub model: u32,
    pub ints: u32,
    pub bools: u32,
}

impl Mentions {
    /// Extends the mentions by those of `other`.
    pub fn widen(&mut self, other: Mentions) {
        self.ints = self.ints.max(other.ints);
        self.bools = self.bools.max(other.bools);
    }
}

impl From<Int> for Mentions {
    fn from(x: Int) -> Mentions {
        Mentions { model: x.model, ints: x.index + 1, bools: 0 }
    }
}

impl From<Bool> for Mentions {
    fn from(b: Bool) -> Mentions {
        Mentions { model: b.model, ints: 0, bools: b.index + 1 }
    }
}

/// Which models made the variables of one: itself, and those it was cloned from, each up to the variables that
/// it had then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lineage {
    id: u32,
    /// The oldest first.
    before: Vec<Mentions>,
}

impl Lineage {
    /// That of a new model.
    pub fn new() -> Lineage {
        Lineage { id: new_model(), before: Vec::new() }
    }

    /// That of a copy, of a model that has this many variables.
    pub fn copy(&self, ints: u32, bools: u32) -> Lineage {
        let mut before = self.before.clone();
        before.push(Mentions { model: self.id, ints, bools });
        Lineage { id: new_model(), before }
    }

    /// Whether a model that has this many variables knows all variables that handles mention.
    pub fn knows(&self, of: impl Into<Mentions>, ints: usize, bools: usize) -> bool {
        let of = of.into();
        let within = |known: &Mentions| of.ints <= known.ints && of.bools <= known.bools;
        if of.model == self.id {
            return of.ints as usize <= ints && of.bools as usize <= bools;
        }
        self.before.iter().find(|known| known.model == of.model).is_some_and(within)
    }

    /// The model whose handles are given out from now on.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The model that made a Boolean variable, so that it has one handle in all copies.
    pub fn maker_of_bool(&self, index: u32) -> u32 {
        self.before.iter().find(|known| index < known.bools).map_or(self.id, |known| known.model)
    }
}

/// A number that no other model of this process has, so that handles of another model are noticed.
/// It decides nothing: any two models differ, whichever numbers they got.
fn new_model() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
