//! A model: an engine under construction, the branching variables, and names for facts.

use super::components::Components;
use super::engine::Engine;
use super::ids::{Atom, IntervalId, Lit, PropId, VarId};
use crate::kernel::store::ranges::{Bools, Vars};
use std::borrow::Cow;
use std::sync::Arc;

/// A group of literals that search branches on, in order of preference. Plain data, so that it can
/// be printed and copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Group {
    /// Variables with domains: branch "x = v" against "x ≠ v".
    Vars(Vars),
    /// Boolean variables.
    Bools {
        /// Which.
        bools: Bools,
        /// The value tried first.
        prefer: bool,
    },
}

impl Group {
    /// Calls `f` with every atom of the group.
    pub fn each_atom(&self, engine: &Engine, mut f: impl FnMut(Atom)) {
        match *self {
            Group::Vars(vars) => {
                for x in vars.iter() {
                    engine.store().atoms(x).iter().for_each(&mut f);
                }
            }
            Group::Bools { bools, .. } => bools.iter().for_each(f),
        }
    }
}

/// A run of variables that share a name: "cell", "edge".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The name, for people.
    pub name: &'static str,
    /// First and past-the-end word of the store.
    words: (u32, u32),
    what: Members,
}

/// The members of a block: a run of one kind of object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Members {
    Vars(Vars),
    Bools(Bools),
    /// Words of bounds, and how many there are.
    Bounds(Bools, u32),
}

/// The meaning of a literal as far as the kernel knows it: name of the block, index in the block,
/// value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The name of the block, `""` if it has none.
    pub block: &'static str,
    /// Which variable of the block, 0-based.
    pub index: u32,
    /// The value, for variables with domains.
    pub value: Option<u32>,
    /// Whether the fact is affirmed.
    pub holds: bool,
}

/// Lists of variables each of which takes every one of its values exactly once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Permutations {
    /// The lists; a variable may be in several.
    pub lists: Vec<Vec<VarId>>,
    /// The recommended phase for deciding their atoms; `None`: the last phase of each.
    pub phase: Option<bool>,
}

/// Hints of a network for learning search. Search may ignore them: they change no answer.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Hints {
    /// The factor by which conflict activity decays per conflict.
    pub decay: Option<f64>,
}

/// An engine under construction with the names of its variables and branching hints as data.
#[derive(Clone, Default)]
pub struct Model {
    /// Variables, propagators, clauses.
    pub engine: Engine,
    /// The branching groups. Plain search branches on atoms of earlier groups first.
    pub groups: Vec<Group>,
    /// Permutations for which search counts the places that are left for a value.
    pub permutations: Permutations,
    /// Hints for learning search.
    pub hints: Hints,
    /// Static decision orders, the best first, such as scans of the board, in which each decision
    /// adjoins earlier ones. Empty if none is known. They need not name all atoms.
    pub static_orders: Vec<Vec<Lit>>,
    /// Atoms that identify a solution: two solutions differ in at least one of them.
    pub answer: Vec<Atom>,
    /// The number of answers of the puzzle per solution (2 if a line and its reverse are one
    /// solution).
    pub multiplicity: u32,
    /// The constraints, for people: name and how many.
    pub constraints: Vec<(Cow<'static, str>, u64)>,
    /// Notes for people on parts that the network adds to its document or leaves out.
    pub notes: Vec<String>,
    /// Whether the problem was found to have no solution while it was built.
    pub infeasible: bool,
    /// The objective to minimise: the sum of the weights of the literals that are true, plus a
    /// constant.
    pub objective: Option<Objective>,
    /// Propagators whose constraints others imply: switching one off changes speed, not answers.
    pub redundant: Vec<PropId>,
    /// How the residual problem decomposes, if the network knows.
    pub components: Option<Arc<dyn Components>>,
    blocks: Vec<Block>,
}

/// A linear objective over literals, to be minimised; the value shown to people is
/// `sign * (constant + sum of the weights of the true literals)`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Objective {
    /// Literals, each with the weight it adds if it is true. Weights may be negative.
    pub terms: Vec<(Lit, i64)>,
    /// The constant term.
    pub constant: i64,
    /// True if people see the negated value (a maximisation).
    pub negated: bool,
    /// An interval variable whose value is added to the sum.
    pub interval: Option<IntervalId>,
}

impl Model {
    /// An empty model.
    pub fn new() -> Model {
        Model { multiplicity: 1, ..Model::default() }
    }

    /// `n` variables of `values` values each, under a name.
    pub fn vars(&mut self, name: &'static str, n: u32, values: u32) -> Vars {
        self.named_vars(name, std::iter::repeat_n(values, n as usize))
    }

    /// Named variables; `values` holds their domain sizes.
    pub fn vars_of(&mut self, name: &'static str, values: &[u32]) -> Vars {
        self.named_vars(name, values.iter().copied())
    }

    fn named_vars(
        &mut self,
        name: &'static str,
        values: impl ExactSizeIterator<Item = u32> + Clone,
    ) -> Vars {
        let from = self.engine.store().words() as u32;
        let words = values.clone().map(|k| k.div_ceil(64) as usize).sum();
        self.engine.reserve(values.len(), words);
        let vars = self.engine.new_vars_of(values);
        let words = (from, self.engine.store().words() as u32);
        self.blocks.push(Block { name, words, what: Members::Vars(vars) });
        vars
    }

    /// `n` Boolean variables under a name.
    pub fn bools(&mut self, name: &'static str, n: u32) -> Bools {
        let from = self.engine.store().words() as u32;
        let bools = self.engine.new_bools(n);
        let words = (from, self.engine.store().words() as u32);
        self.blocks.push(Block { name, words, what: Members::Bools(bools) });
        bools
    }

    /// Gives variables bounds as literals under a name; as [`Engine::new_bounds`].
    pub fn bounds(&mut self, name: &'static str, xs: &[VarId]) {
        let from = self.engine.store().words() as u32;
        let bools = self.engine.new_bounds(xs);
        let words = (from, self.engine.store().words() as u32);
        let own = |&x| self.engine.store().bounds(x).map_or(0, |own| own.len());
        let what = Members::Bounds(bools, xs.iter().map(own).sum());
        self.blocks.push(Block { name, words, what });
    }

    /// The named blocks: name, number of variables, whether they are Boolean.
    pub fn blocks(&self) -> impl Iterator<Item = (&'static str, u32, bool)> + '_ {
        self.blocks.iter().map(|b| match b.what {
            Members::Vars(vars) => (b.name, vars.len(), false),
            Members::Bools(bools) => (b.name, bools.len(), true),
            Members::Bounds(_, n) => (b.name, n, true),
        })
    }

    /// The Booleans of the first block of this name.
    pub fn bools_named(&self, name: &str) -> Option<Bools> {
        self.blocks.iter().find(|b| b.name == name).and_then(|b| match b.what {
            Members::Bools(bools) => Some(bools),
            Members::Vars(_) | Members::Bounds(..) => None,
        })
    }

    /// The named blocks with their words of the store.
    pub fn words(&self) -> Vec<(&'static str, std::ops::Range<usize>)> {
        let words = |b: &Block| b.words.0 as usize..b.words.1 as usize;
        self.blocks.iter().map(|b| (b.name, words(b))).collect()
    }

    /// The meaning of a literal.
    pub fn fact(&self, l: Lit) -> Fact {
        let w = l.atom().word() as u32;
        let block = self.blocks.iter().find(|b| (b.words.0..b.words.1).contains(&w));
        let name = block.map_or("", |b| b.name);
        let (index, value) = match (self.engine.store().meaning(l.atom()), block.map(|b| b.what)) {
            (Some((x, v)), Some(Members::Vars(vars))) => (vars.index_of(x), Some(v)),
            (Some((x, v)), _) => (Some(x.0), Some(v)),
            (None, Some(Members::Bools(bools) | Members::Bounds(bools, _))) => {
                (bools.index_of(l.atom()), None)
            }
            (None, _) => (None, None),
        };
        // An unnamed object is identified by its number.
        let index = index.unwrap_or(l.atom().0);
        Fact { block: name, index, value, holds: l.is_positive() }
    }

    /// Records the name and number of a constraint, for reports on the network.
    pub fn says(&mut self, constraint: impl Into<Cow<'static, str>>, count: u64) {
        self.constraints.push((constraint.into(), count));
    }
}
