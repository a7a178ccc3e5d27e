//! Branch and bound: a shared incumbent and the propagator that demands better.
//!
//! The incumbent is not on the trail: it only tightens, so removed values stay removed, on
//! backtracking and on every thread. For learning it is a permanent premise.

use super::incumbent::Incumbent;
use crate::kernel::{
    Atom, Engine, Halt, IntervalId, Lit, Lits, Objective, Past, Priority, Propagation, Propagator,
    Status, Store, Subscriptions, Tag, VarId, bits,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The value of the objective at a solution.
pub fn value_of(objective: &Objective, engine: &Engine) -> i64 {
    let sum: i64 =
        objective.terms.iter().filter(|t| engine.store().is_true(t.0)).map(|t| t.1).sum();
    let interval = objective.interval.map_or(0, |x| engine.store().low(x));
    objective.constant + sum + interval
}

/// A value that no solution within the domains is below: literals by themselves, values of one variable together.
pub fn least(objective: &Objective, store: &Store) -> i64 {
    let mut least = objective.constant + objective.interval.map_or(0, |x| store.low(x));
    let mut weights: FxHashMap<VarId, FxHashMap<u32, i64>> = FxHashMap::default();
    for &(l, weight) in &objective.terms {
        match store.meaning(l.atom()) {
            Some((x, v)) if l.is_positive() => {
                *weights.entry(x).or_default().entry(v).or_default() += weight;
            }
            _ if store.is_true(l) => least += weight,
            _ if store.is_false(l) => {}
            _ => least += weight.min(0),
        }
    }
    for (x, of) in weights {
        let weight = |v: u32| of.get(&v).copied().unwrap_or(0);
        least += store.domain(x).iter().map(weight).min().unwrap_or(0);
    }
    least
}

const TOO_DEAR: Tag = Tag::new(0, 0);

/// Literals of one sign in one word of the store, with their weights.
#[derive(Clone, Debug)]
struct Chunk {
    word: usize,
    /// Whether the literals are the atoms, not their negations.
    positive: bool,
    /// The atoms.
    mask: u64,
    /// The weight of each bit; 0 where there is none.
    weights: Box<[i64; 64]>,
    /// The smallest and the largest of them.
    least: i64,
    most: i64,
}

impl Chunk {
    /// The literal of a bit.
    fn lit(&self, bit: u32) -> Lit {
        Atom::from_word(self.word, bit).lit(self.positive)
    }

    /// The total weight of the bits of a mask.
    fn weight(&self, mask: u64) -> i64 {
        bits(mask).map(|b| self.weights[b as usize]).sum()
    }

    /// The atoms whose literals are true, of those alive and known.
    fn held(&self, alive: u64, known: u64) -> u64 {
        self.mask & if self.positive { known } else { !alive }
    }

    /// The open atoms with weight above `room`.
    fn too_expensive(&self, alive: u64, known: u64, room: i64) -> u64 {
        let open = self.mask & alive & !known;
        if self.most <= room || open == 0 {
            return 0;
        }
        if self.least > room {
            return open;
        }
        bits(open).filter(|&b| self.weights[b as usize] > room).fold(0, |m, b| m | 1 << b)
    }
}

/// The sum of the weights of the true literals stays below the incumbent. Weights are positive.
///
/// Bounds consistency. A run reads each word of the terms once, and single terms only if they are true or
/// become false: an objective of many values costs a sixty-fourth of their number. Explanation: the terms
/// that are true.
#[derive(Clone)]
pub struct Better {
    chunks: Vec<Chunk>,
    constant: i64,
    incumbent: Arc<Incumbent>,
}

impl Better {
    /// Posts the constraint on an engine; negative weights are normalised first.
    pub fn post(engine: &mut Engine, objective: &Objective, incumbent: Arc<Incumbent>) {
        let mut constant = objective.constant;
        let mut at: FxHashMap<(usize, bool), usize> = FxHashMap::default();
        let mut chunks: Vec<Chunk> = Vec::new();
        for &(l, w) in objective.terms.iter().filter(|term| term.1 != 0) {
            constant += w.min(0);
            let l = if w < 0 { !l } else { l };
            let (word, positive) = (l.atom().word(), l.is_positive());
            let i = *at.entry((word, positive)).or_insert_with(|| {
                let weights = Box::new([0; 64]);
                chunks.push(Chunk { word, positive, mask: 0, weights, least: 0, most: 0 });
                chunks.len() - 1
            });
            chunks[i].mask |= l.atom().mask();
            chunks[i].weights[l.atom().mask().trailing_zeros() as usize] += w.abs();
        }
        for chunk in &mut chunks {
            let weights = || bits(chunk.mask).map(|b| chunk.weights[b as usize]);
            (chunk.least, chunk.most) =
                (weights().min().unwrap_or(0), weights().max().unwrap_or(0));
        }
        let id = match objective.interval {
            None => engine.add(Better { chunks, constant, incumbent }),
            Some(x) => {
                assert!(chunks.is_empty(), "a goal is a sum of literals or an interval variable");
                engine.add(IntervalBound { x, constant, incumbent })
            }
        };
        engine.look_outside(id);
    }
}

impl Propagator for Better {
    const RULES: &'static [&'static str] = &["no better than the incumbent"];

    fn name(&self) -> &'static str {
        "objective"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for chunk in &self.chunks {
            bits(chunk.mask).for_each(|b| to.on_lit(chunk.lit(b)));
        }
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let best = self.incumbent.best();
        if best == i64::MAX {
            return Ok(Status::Fixpoint);
        }
        p.work(self.chunks.len())?;
        let held =
            |p: &Propagation<'_>, c: &Chunk| c.weight(c.held(p.alive(c.word), p.known(c.word)));
        let spent: i64 = self.chunks.iter().map(|c| held(p, c)).sum();
        let room = best - 1 - spent - self.constant;
        if room < 0 {
            return Err(p.fail(TOO_DEAR).into());
        }
        for chunk in &self.chunks {
            let dear = chunk.too_expensive(p.alive(chunk.word), p.known(chunk.word), room);
            if dear == 0 {
                continue;
            }
            if chunk.positive {
                p.remove_mask(chunk.word, dear, TOO_DEAR)?;
            } else {
                for bit in bits(dear) {
                    p.infer(!chunk.lit(bit), TOO_DEAR)?;
                }
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        for chunk in &self.chunks {
            let held = chunk.held(past.alive(chunk.word), past.known(chunk.word));
            why.extend(bits(held).map(|b| chunk.lit(b)).filter(|&l| Some(!l) != fact));
        }
    }
}

/// An interval variable stays below the incumbent. No premises: the incumbent only gets better.
#[derive(Clone)]
struct IntervalBound {
    x: IntervalId,
    constant: i64,
    incumbent: Arc<Incumbent>,
}

impl Propagator for IntervalBound {
    const RULES: &'static [&'static str] = &["no better than the incumbent"];

    fn name(&self) -> &'static str {
        "objective"
    }

    /// It reads only the incumbent, before every fixpoint.
    fn subscribe(&self, _to: &mut Subscriptions<'_>) {}

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let best = self.incumbent.best();
        if best < i64::MAX {
            p.lower(self.x, best - 1 - self.constant, TOO_DEAR)?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, _past: &Past<'_>, _fact: Option<Lit>, _tag: Tag, _why: &mut Lits) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Group;
    use crate::run::{Budget, Exhausted, Stats};
    use crate::search::{BranchSpec, Brancher, LearnOptions, Learner, dfs};
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use std::ops::ControlFlow;

    /// Plain search and learning find the optimum of brute force, with weights of both signs and
    /// clauses.
    #[test]
    fn the_optimum_is_that_of_brute_force() {
        let mut better = 0;
        for seed in 0..400 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let n = 7;
            let mut root = Engine::new();
            let first = root.new_bools(n);
            let lit = |i: u32, holds: bool| first.at(i).lit(holds);
            let clauses: Vec<Vec<(u32, bool)>> = (0..rng.random_range(3..9))
                .map(|_| (0..3).map(|_| (rng.random_range(0..n), rng.random_bool(0.5))).collect())
                .collect();
            for clause in &clauses {
                let lits: Vec<Lit> = clause.iter().map(|&(i, holds)| lit(i, holds)).collect();
                root.add_clause(&lits).expect("three literals leave a way");
            }
            let weights: Vec<(u32, bool, i64)> =
                (0..n).map(|i| (i, rng.random_bool(0.5), rng.random_range(-9..10))).collect();
            let terms = weights.iter().map(|&(i, holds, w)| (lit(i, holds), w)).collect();
            let objective = Objective { terms, constant: 3, ..Objective::default() };
            let mut values: Vec<i64> = (0..1u32 << n)
                .filter(|m| clauses.iter().all(|c| c.iter().any(|&(i, b)| (m >> i & 1 == 1) == b)))
                .map(|m| {
                    let chosen = weights.iter().filter(|&&(i, b, _)| (m >> i & 1 == 1) == b);
                    3 + chosen.map(|t| t.2).sum::<i64>()
                })
                .collect();
            values.sort_unstable();
            if values.is_empty() {
                continue;
            }
            let groups = [Group::Bools { bools: first, prefer: rng.random_bool(0.5) }];
            for learns in [false, true] {
                let incumbent = Arc::new(Incumbent::default());
                let mut engine = root.clone();
                Better::post(&mut engine, &objective, incumbent.clone());
                let mut sink = |e: &Engine| {
                    let value = value_of(&objective, e);
                    assert!(incumbent.improve(value), "every solution is better than the last");
                    better += 1;
                    ControlFlow::<()>::Continue(())
                };
                let (budget, mut stats) = (Budget::default(), Stats::default());
                let end = if learns {
                    let options = LearnOptions { luby_unit: 2, ..LearnOptions::default() };
                    let mut learner = Learner::new(&mut engine, &groups, options, &mut ())
                        .expect("an assignment is possible");
                    learner.run(&mut engine, &mut sink, &budget, &mut stats, &mut ())
                } else {
                    let spec = BranchSpec::default();
                    let mut brancher = Brancher::new(&groups, spec, engine.store());
                    dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, &mut ())
                };
                assert_eq!(end, Ok(Exhausted));
                assert_eq!(Some(&incumbent.best()), values.first(), "seed {seed}, {learns}");
            }
        }
        assert!(better > 1000, "hardly anything was improved: {better}");
    }

    /// The bound is the least value over the domains, if each variable and each truth value is free by itself.
    #[test]
    fn no_value_is_below_the_least_one() {
        for seed in 0..200 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut engine = Engine::new();
            let vars: Vec<VarId> = (0..2).map(|_| engine.new_var(3)).collect();
            let bools = engine.new_bools(2);
            let mut objective = Objective { constant: 7, ..Objective::default() };
            for &x in &vars {
                for v in 0..3 {
                    let atom = engine.store().atom(x, v);
                    objective.terms.push((atom.pos(), rng.random_range(-9..10)));
                }
                if rng.random_bool(0.3) {
                    engine.decide(!engine.store().atom(x, rng.random_range(0..3)).pos());
                    assert_eq!(engine.fixpoint(&mut ()), Ok(()));
                }
            }
            for k in 0..2 {
                let l = bools.at(k).lit(rng.random_bool(0.5));
                objective.terms.push((l, rng.random_range(-9..10)));
                if rng.random_bool(0.3) {
                    engine.decide(if rng.random_bool(0.5) { l } else { !l });
                    assert_eq!(engine.fixpoint(&mut ()), Ok(()));
                }
            }
            let store = engine.store();
            let worth = |l: Lit, values: [u32; 2], truths: u32| match store.meaning(l.atom()) {
                Some((x, v)) => values[usize::from(x == vars[1])] == v,
                None => {
                    let k = (0..2).find(|&k| bools.at(k) == l.atom()).expect("one of the two");
                    (truths >> k & 1 == 1) == l.is_positive()
                }
            };
            let is_left = |values: [u32; 2], truths: u32| {
                vars.iter().zip(values).all(|(&x, v)| store.domain(x).contains(v))
                    && (0..2).all(|k| !store.is_false(bools.at(k).lit(truths >> k & 1 == 1)))
            };
            let all = (0..36).map(|n| ([n % 3, n / 3 % 3], n / 9));
            let sum = |(values, truths)| {
                let terms = objective.terms.iter().filter(|t| worth(t.0, values, truths));
                7 + terms.map(|t| t.1).sum::<i64>()
            };
            let expected = all.filter(|&(v, t)| is_left(v, t)).map(sum).min();
            assert_eq!(Some(least(&objective, store)), expected, "seed {seed}");
        }
    }

    /// A bound on an objective of many values removes them by words, in either direction; the remaining
    /// values are those that a check of every value would leave.
    #[test]
    fn a_wide_objective_is_cut_by_words() {
        for turned in [false, true] {
            let mut engine = Engine::new();
            let (x, y) = (engine.new_var(200), engine.new_var(200));
            let mut objective = Objective::default();
            for x in [x, y] {
                let weight = |v: u32| i64::from(if turned { 199 - v } else { v });
                let term = |v: u32| (engine.store().atom(x, v).pos(), weight(v));
                objective.terms.extend((0..200).map(term));
            }
            let incumbent = Arc::new(Incumbent::default());
            incumbent.improve(71);
            Better::post(&mut engine, &objective, incumbent.clone());
            assert_eq!(engine.fixpoint(&mut ()), Ok(()));
            let range = |e: &Engine, x: VarId| {
                let domain = e.store().domain(x);
                (domain.min(), domain.iter().last(), e.store().size(x))
            };
            let expected = if turned { (129, Some(199), 71) } else { (0, Some(70), 71) };
            assert_eq!(range(&engine, x), expected);
            assert!(engine.store().trail().len() <= 8, "{}", engine.store().trail().len());
            // One of them leaves the other a slack of one.
            let most = if turned { 130 } else { 69 };
            engine.decide(engine.store().atom(x, most).pos());
            assert_eq!(engine.fixpoint(&mut ()), Ok(()));
            assert_eq!(range(&engine, y).2, 2);
        }
    }

    /// A variable all of whose values are too expensive fails with its last one: the reason contains it once,
    /// as the refused value, with the literals that use up the bound.
    #[test]
    fn no_value_is_a_reason_for_its_own_removal() {
        let mut engine = Engine::new();
        let (x, bools) = (engine.new_var(3), engine.new_bools(2));
        let other = bools.at(1).pos();
        let mut terms = vec![(other, 5)];
        terms.extend((0..3).map(|v| (engine.store().atom(x, v).pos(), 5)));
        let incumbent = Arc::new(Incumbent::default());
        incumbent.improve(8);
        let objective = Objective { terms, constant: 0, ..Objective::default() };
        Better::post(&mut engine, &objective, incumbent);
        engine.remember();
        engine.propagate_root(&mut ()).expect("one of the two is cheap enough");
        engine.decide(other);
        assert_eq!(engine.fixpoint(&mut ()), Err(Halt::Conflict));
        let mut why = Lits::new();
        engine.explain_failure(&mut why);
        why.sort();
        let last = (0..3).map(|v| engine.store().atom(x, v).pos());
        let mut expected: Vec<Lit> = last.filter(|&l| engine.store().is_true(l)).collect();
        assert_eq!(expected.len(), 1, "one value was left");
        expected.push(other);
        expected.sort();
        assert_eq!(why[..], expected[..]);
    }
}
