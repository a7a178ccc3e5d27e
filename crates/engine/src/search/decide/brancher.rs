//! Branching of plain search. It is binary: a literal, then its negation.
//!
//! Sources: Haralick, Elliott, "Increasing tree search efficiency for constraint satisfaction
//! problems", 1980 (smallest domain); Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic
//! search by weighting constraints", 2004 (dom/wdeg); Lecoutre, Sais, Tabary, Vidal, "Reasoning
//! from last conflict(s) in constraint programming", 2009.

use super::Decider;
use crate::kernel::{Atom, Bools, Engine, Failure, Group, Lit, Store, VarId, Vars, bits};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Which variable is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum VarOrder {
    /// Smallest domain; for matrices rows and columns alike.
    SmallestDomain,
    /// Smallest domain over failures seen, the variable of the last conflict first.
    #[default]
    DomWdeg,
    /// The first open one, in the order of the model: the decisions do not depend on the constraints of the
    /// network, so that two networks over the same variables differ by their inferences only.
    Input,
}

/// Which value is tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum ValueOrder {
    /// The smallest; for Boolean variables the value preferred by the model.
    #[default]
    Ascending,
    /// At random.
    Random,
}

/// How to branch: data, so that it can be printed, copied to jobs and put on a command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct BranchSpec {
    /// How the next variable is chosen.
    pub order: VarOrder,
    /// Which of its values comes first.
    pub values: ValueOrder,
    /// For the random orders.
    pub seed: u64,
}

/// Chooses decisions by a [`BranchSpec`] over a model's groups.
#[derive(Clone, Debug)]
pub struct Brancher {
    groups: Vec<Group>,
    spec: BranchSpec,
    /// Failures a word of the store was involved in: a variable's weight is kept at its first word,
    /// a Boolean's in `atom_weight`.
    weight: Vec<f32>,
    /// Empty until a Boolean is involved in a failure.
    atom_weight: Vec<f32>,
    last: Option<Lit>,
    coins: Coins,
}

/// The source of the random orders' numbers: a copy continues with the same ones.
#[derive(Debug)]
struct Coins(ChaCha8Rng);

impl Clone for Coins {
    fn clone(&self) -> Coins {
        Coins(ChaCha8Rng::deserialize_state(&self.0.serialize_state()))
    }
}

/// A place to branch: a variable, a column of a matrix, or a Boolean.
#[derive(Clone, Copy)]
enum Place {
    Var(VarId),
    Column(u32, u32),
    Bool(Atom, bool),
}

impl Brancher {
    /// A brancher over these groups, earlier ones first.
    pub fn new(groups: &[Group], spec: BranchSpec, store: &Store) -> Brancher {
        Brancher {
            groups: groups.to_vec(),
            spec,
            weight: vec![1.0; store.words()],
            atom_weight: Vec::new(),
            last: None,
            coins: Coins(ChaCha8Rng::seed_from_u64(spec.seed)),
        }
    }

    /// The next decision, `None` if everything the groups name is decided.
    pub fn choose(&mut self, engine: &Engine) -> Option<Lit> {
        let store = engine.store();
        if self.spec.order == VarOrder::DomWdeg
            && let Some(l) = self.last.filter(|l| store.is_open(l.atom()))
        {
            // The literal that died last is the most likely culprit: settle it at once.
            return Some(l);
        }
        for g in 0..self.groups.len() {
            let place = match self.groups[g] {
                Group::Vars(vars) => self.place_in_vars(store, vars),
                Group::Bools { bools, prefer } => self.place_in_bools(store, bools, prefer),
            };
            if let Some(place) = place {
                return Some(self.literal(store, place));
            }
        }
        None
    }

    fn place_in_vars(&self, store: &Store, vars: Vars) -> Option<Place> {
        let mut best = None;
        let mut best_key = f32::INFINITY;
        for x in vars.iter() {
            let size = store.size(x);
            if size == 1 {
                continue;
            }
            let key = match self.spec.order {
                VarOrder::SmallestDomain => size as f32,
                VarOrder::DomWdeg => size as f32 / self.weight[store.first_word(x)],
                VarOrder::Input => return Some(Place::Var(x)),
            };
            if key < best_key || best.is_none() {
                best_key = key;
                best = Some(Place::Var(x));
            }
        }
        for m in 0..store.matrices() {
            let matrix = store.matrix(m);
            if !matrix.starts_at(vars) {
                continue;
            }
            for k in 0..matrix.order() {
                let size = matrix.column_size(k);
                if size > 1 && (size as f32) < best_key {
                    best_key = size as f32;
                    best = Some(Place::Column(m, k));
                }
            }
        }
        best
    }

    fn place_in_bools(&self, store: &Store, bools: Bools, prefer: bool) -> Option<Place> {
        let open = bools.words().map(|(w, mask)| (w, mask & store.alive(w) & !store.known(w)));
        if self.spec.order == VarOrder::DomWdeg && !self.atom_weight.is_empty() {
            let mut best: Option<(f32, Atom)> = None;
            for a in open.clone().flat_map(|(w, open)| bits(open).map(move |b| (w, b))) {
                let a = Atom::from_word(a.0, a.1);
                let weight = self.atom_weight[a.index()];
                if weight > best.map_or(0.0, |b| b.0) {
                    best = Some((weight, a));
                }
            }
            if let Some((_, a)) = best {
                return Some(Place::Bool(a, prefer));
            }
        }
        open.clone()
            .find(|&(_, open)| open != 0)
            .map(|(w, open)| Place::Bool(Atom::from_word(w, open.trailing_zeros()), prefer))
    }

    fn literal(&mut self, store: &Store, place: Place) -> Lit {
        match place {
            Place::Bool(a, prefer) => a.lit(match self.spec.values {
                ValueOrder::Ascending => prefer,
                ValueOrder::Random => self.coins.0.random_bool(0.5),
            }),
            Place::Var(x) => {
                let d = store.domain(x);
                let v = match self.spec.values {
                    ValueOrder::Ascending => d.min(),
                    ValueOrder::Random => {
                        let i = self.coins.0.random_range(0..d.size());
                        d.iter().nth(i as usize).expect("within the size")
                    }
                };
                store.atom(x, v).pos()
            }
            Place::Column(m, k) => {
                let matrix = store.matrix(m);
                let skip = match self.spec.values {
                    ValueOrder::Ascending => 0,
                    ValueOrder::Random => self.coins.0.random_range(0..matrix.column_size(k)),
                };
                let row = matrix.places(k).nth(skip as usize).expect("within the size");
                store.atom(matrix.rows().at(row), k).pos()
            }
        }
    }
}

impl Decider for Brancher {
    fn next(&mut self, engine: &Engine, _patient: bool) -> Option<Lit> {
        self.choose(engine)
    }

    fn failed(&mut self, engine: &Engine, last: Option<Lit>) {
        if self.spec.order != VarOrder::DomWdeg {
            return;
        }
        self.last = last;
        if let Some(Failure::Lit { lit, .. }) = engine.store().failure() {
            let store = engine.store();
            match store.owner(lit.atom().word()) {
                Some(x) => self.weight[store.first_word(x)] += 1.0,
                None => {
                    self.atom_weight.resize(store.words() * 64, 0.0);
                    self.atom_weight[lit.atom().index()] += 1.0;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Reason;

    fn without(engine: &mut Engine, x: VarId, values: &[u32]) {
        for &v in values {
            engine.assert(engine.store().atom(x, v).neg()).expect("another value is left");
        }
    }

    #[test]
    fn the_smallest_domain_or_column_first_then_booleans() {
        let mut engine = Engine::new();
        let rows = engine.new_vars(4, 4);
        let xs: Vec<VarId> = rows.iter().collect();
        engine.new_matrix(rows);
        let first = engine.new_bools(70);
        let groups = [Group::Vars(rows), Group::Bools { bools: first.part(65, 3), prefer: true }];
        let mut brancher = Brancher::new(&groups, BranchSpec::default(), engine.store());
        without(&mut engine, xs[2], &[0]);
        let at = |engine: &Engine, x: usize, v| engine.store().atom(xs[x], v);
        assert_eq!(brancher.choose(&engine), Some(at(&engine, 2, 1).pos()));
        // Value 3 has two places left, fewer than any variable has values.
        for x in [0, 3] {
            without(&mut engine, xs[x], &[3]);
        }
        assert_eq!(brancher.choose(&engine), Some(at(&engine, 1, 3).pos()));
    }

    #[test]
    fn in_the_order_of_the_model() {
        let mut engine = Engine::new();
        let rows = engine.new_vars(4, 4);
        let xs: Vec<VarId> = rows.iter().collect();
        engine.new_matrix(rows);
        let spec = BranchSpec { order: VarOrder::Input, ..BranchSpec::default() };
        let mut brancher = Brancher::new(&[Group::Vars(rows)], spec, engine.store());
        without(&mut engine, xs[2], &[0, 1]);
        without(&mut engine, xs[0], &[0]);
        let at = |engine: &Engine, x: usize, v| engine.store().atom(xs[x], v);
        assert_eq!(brancher.choose(&engine), Some(at(&engine, 0, 1).pos()));
        without(&mut engine, xs[0], &[1, 2]);
        assert_eq!(brancher.choose(&engine), Some(at(&engine, 1, 0).pos()));
    }

    #[test]
    fn booleans_of_the_group_only_in_their_order() {
        let mut engine = Engine::new();
        let first = engine.new_bools(200);
        let group = Group::Bools { bools: first.part(60, 70), prefer: false };
        let mut brancher = Brancher::new(&[group], BranchSpec::default(), engine.store());
        for i in 60..130 {
            let l = brancher.choose(&engine).expect("some are open");
            assert_eq!(l, first.at(i).neg());
            engine.decide(l);
            engine.fixpoint(&mut ()).expect("nothing contradicts");
        }
        assert_eq!(brancher.choose(&engine), None, "the others are not to be decided");
    }

    /// After a failure the literal that died is tried again at once, and the variables of failures
    /// weigh more.
    #[test]
    fn failures_are_remembered() {
        let mut engine = Engine::new();
        let all = engine.new_vars(3, 5);
        let xs: Vec<VarId> = all.iter().collect();
        without(&mut engine, xs[2], &[0]);
        let groups = [Group::Vars(all)];
        let mut brancher = Brancher::new(&groups, BranchSpec::default(), engine.store());
        let atom = engine.store().atom(xs[1], 0);
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        for _ in 0..2 {
            engine.decide(atom.pos());
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            assert!(engine.assign(atom.neg(), Reason::GIVEN).is_err());
            brancher.failed(&engine, Some(atom.pos()));
            engine.backtrack(0);
        }
        assert_eq!(brancher.choose(&engine), Some(atom.pos()));
        brancher.failed(&engine, None);
        // Five values over three failures are fewer than four over none.
        let l = brancher.choose(&engine).expect("much is open");
        assert_eq!(engine.store().meaning(l.atom()).map(|(x, _)| x), Some(xs[1]));
        let plain = BranchSpec { order: VarOrder::SmallestDomain, ..BranchSpec::default() };
        let l = Brancher::new(&groups, plain, engine.store()).choose(&engine).expect("open");
        assert_eq!(engine.store().meaning(l.atom()).map(|(x, _)| x), Some(xs[2]));
    }

    /// Booleans involved in failures come first, by frequency, then all others in their order.
    #[test]
    fn booleans_that_fail_often_come_first() {
        let mut engine = Engine::new();
        let bools = engine.new_bools(8);
        let groups = [Group::Bools { bools, prefer: true }];
        let mut brancher = Brancher::new(&groups, BranchSpec::default(), engine.store());
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        for i in [3, 5, 5, 6] {
            engine.decide(bools.at(i).pos());
            engine.fixpoint(&mut ()).expect("nothing contradicts");
            assert!(engine.assign(bools.at(i).neg(), Reason::GIVEN).is_err());
            brancher.failed(&engine, None);
            engine.backtrack(0);
        }
        let mut order = Vec::new();
        while let Some(l) = brancher.choose(&engine) {
            order.push(bools.index_of(l.atom()).expect("one of them"));
            engine.decide(l);
            engine.fixpoint(&mut ()).expect("nothing contradicts");
        }
        assert_eq!(order, [5, 3, 6, 0, 1, 2, 4, 7]);
    }

    /// A copy continues like the original, at any point.
    #[test]
    fn copies_draw_the_same_numbers() {
        let mut engine = Engine::new();
        let all = engine.new_vars(150, 9);
        let spec = BranchSpec { values: ValueOrder::Random, seed: 5, ..BranchSpec::default() };
        let mut brancher = Brancher::new(&[Group::Vars(all)], spec, engine.store());
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        let mut values = Vec::new();
        loop {
            let mut copy = brancher.clone();
            let decision = brancher.choose(&engine);
            assert_eq!(copy.choose(&engine), decision);
            let Some(l) = decision else { break };
            values.push(engine.store().meaning(l.atom()).expect("of a variable").1);
            engine.decide(l);
            engine.fixpoint(&mut ()).expect("nothing contradicts");
        }
        assert_eq!(values.len(), 150);
        assert!((0..9).all(|v| values.contains(&v)), "{values:?}");
    }
}
