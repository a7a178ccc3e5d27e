//! User-defined constraints in models. `model_random.rs` mixes one of them with all others.

use clew::kernel::prelude::*;
use clew::model::{Method, Model, ModelError, Options, OwnConstraint, Placed, SearchMode};
use clew::strategy::RunError;

/// The integers times their weights, and the Booleans that are true, add up to `rest` modulo `modulus`.
#[derive(Clone)]
pub struct ModSum {
    pub weights: Vec<i64>,
    pub modulus: i64,
    pub rest: i64,
}

impl OwnConstraint for ModSum {
    fn name(&self) -> &'static str {
        "modular sum"
    }

    fn holds(&self, ints: &[i64], bools: &[bool]) -> bool {
        let sum: i64 = ints.iter().zip(&self.weights).map(|(x, w)| x * w).sum();
        let trues = bools.iter().filter(|&&b| b).count() as i64;
        (sum + trues - self.rest).rem_euclid(self.modulus) == 0
    }

    fn post(&self, engine: &mut Engine, ints: &[Placed], bools: &[Lit]) -> Result<(), Conflict> {
        engine.add(Propagates { of: self.clone(), ints: ints.to_vec(), bools: bools.to_vec() });
        Ok(())
    }
}

/// Propagates the last open term.
#[derive(Clone)]
struct Propagates {
    of: ModSum,
    ints: Vec<Placed>,
    bools: Vec<Lit>,
}

impl Propagates {
    /// Whether the sum is right if `last` is the value of the only open term.
    fn fits(&self, p: &Store, last: i64) -> bool {
        let ints = self.ints.iter().zip(&self.of.weights);
        let ints = ints.filter_map(|(x, w)| Some(w * x.number(p.value(x.var)?)));
        let trues = self.bools.iter().filter(|&&l| p.is_true(l)).count() as i64;
        (ints.sum::<i64>() + trues + last - self.of.rest).rem_euclid(self.of.modulus) == 0
    }
}

impl Propagator for Propagates {
    fn name(&self) -> &'static str {
        "mod_sum"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.ints.iter().for_each(|x| to.on(x.var, Event::Fixed));
        self.bools.iter().for_each(|l| to.on_bool(l.atom()));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let open_int = |i: &usize| p.value(self.ints[*i].var).is_none();
        let ints: Vec<usize> = (0..self.ints.len()).filter(open_int).collect();
        let bools: Vec<Lit> = self.bools.iter().copied().filter(|l| p.is_open(l.atom())).collect();
        match (&ints[..], &bools[..]) {
            ([], []) if !self.fits(p, 0) => return Err(p.fail(Tag::new(0, 0)).into()),
            // All values that do not fit are collected before any is removed, since removals might fix the last term.
            (&[i], []) => {
                let (x, weight) = (self.ints[i], self.of.weights[i]);
                let fits = |&v: &u32| self.fits(p, weight * x.number(v));
                let wrong: Vec<u32> = p.domain(x.var).iter().filter(|v| !fits(v)).collect();
                for v in wrong {
                    p.remove(x.var, v, Tag::new(0, 0))?;
                }
            }
            ([], &[l]) => {
                let [without, with] = [0, 1].map(|term| self.fits(p, term));
                for l in [(!without).then_some(l), (!with).then_some(!l)].into_iter().flatten() {
                    p.infer(l, Tag::new(0, 0))?;
                }
            }
            _ => {}
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _: Tag, why: &mut Lits) {
        let known = |x: &Placed| past.value(x.var).map(|v| past.is(x.var, v));
        why.extend(self.ints.iter().filter_map(known));
        let bools = self.bools.iter().flat_map(|&l| [l, !l]);
        why.extend(bools.filter(|&l| past.is_true(l) && fact != Some(l)));
    }
}

/// Three digits and a Boolean, counted in every way there is.
#[test]
fn own_constraints_are_propagated_and_counted() {
    let sum = ModSum { weights: vec![1, 2, -1], modulus: 5, rest: 3 };
    let mut expected = 0u32;
    for code in 0..2000 {
        let ints = [code % 10 - 4, code / 10 % 10, code / 100 % 10];
        expected += u32::from(ints[0] < ints[1] && sum.holds(&ints, &[code >= 1000]));
    }
    let mut model = Model::new();
    let (x, rest) = (model.int("x", -4..=5).unwrap(), model.ints("y", 2, 0..=9).unwrap());
    let b = model.bool("b").unwrap();
    model.less_than(x, rest[0]).unwrap();
    model.own(&[x, rest[0], rest[1]], &[b], sum).unwrap();
    for search in [SearchMode::Dfs, SearchMode::Learn, SearchMode::Auto] {
        let options = Options { method: Method::Search, search, ..Options::default() };
        let outcome = model.count(&options).expect("it can be counted");
        assert_eq!(outcome.count, expected.into(), "{search:?}");
    }
    let all = model.solve(usize::MAX, &Options::default()).expect("it can be solved");
    assert_eq!(all.solutions.len(), expected as usize);
}

/// Its check has a condition, but it propagates nothing.
struct Unpropagated;

impl OwnConstraint for Unpropagated {
    fn name(&self) -> &'static str {
        "unpropagated"
    }

    fn holds(&self, ints: &[i64], _: &[bool]) -> bool {
        ints[0] == 2
    }

    fn post(&self, _: &mut Engine, _: &[Placed], _: &[Lit]) -> Result<(), Conflict> {
        Ok(())
    }
}

/// A solution that propagators accept but the check refuses is not an answer.
#[test]
fn a_solution_that_the_check_refuses_is_an_error() {
    let mut model = Model::new();
    let x = model.int("x", 0..=2).unwrap();
    model.own(&[x], &[], Unpropagated).unwrap();
    let refused = model.check(&Options::default()).map(drop);
    let Err(ModelError::Run(RunError::Wrong { violation, .. })) = refused else {
        panic!("it is no answer: {refused:?}");
    };
    assert_eq!(violation.to_string(), "broken: unpropagated of x");
}

#[test]
fn own_constraints_are_about_own_variables() {
    let mut model = Model::new();
    let foreign = Model::new().int("x", 0..=2).unwrap();
    assert_eq!(model.own(&[foreign], &[], Unpropagated), Err(ModelError::Foreign));
}
