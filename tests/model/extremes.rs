//! Calls with numbers at the ends of 64 bits, and models whose networks are far larger than their statement: refused with
//! a reason, or answered.

use clew::model::{
    Arcs, Automaton, Bool, Comparison, Expr, Goal, Graph, Int, MAX_SUM, Model, ModelError, Options,
    Verdict,
};
use clew::puzzle::BuildError;
use clew::run::Budget;
use clew::strategy::RunError;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::time::Duration;

/// Bounds that creep through thousands of millions of values are not waited for.
const MOMENT: Duration = Duration::from_millis(50);

/// A number, often near an end of some kind of numbers.
fn number(rng: &mut ChaCha8Rng) -> i64 {
    if rng.random_bool(0.4) {
        return rng.random_range(-3..=3);
    }
    let end = *[1 << 16, 1 << 31, 1 << 32, 1 << 53, MAX_SUM, 1 << 62, i64::MAX]
        .choose(rng)
        .expect("some");
    let near = i64::saturating_add(end, rng.random_range(-2..=2));
    if rng.random() { near } else { near.wrapping_neg().saturating_sub(1) }
}

fn numbers(rng: &mut ChaCha8Rng, n: usize) -> Vec<i64> {
    (0..n).map(|_| number(rng)).collect()
}

/// A random model; calls that are refused leave it as it was.
struct Random {
    rng: ChaCha8Rng,
    model: Model,
    ints: Vec<Int>,
    bools: Vec<Bool>,
}

impl Random {
    fn new(seed: u64) -> Random {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut model = Model::new();
        let mut ints = Vec::new();
        while ints.len() < 3 {
            let low = number(&mut rng);
            let span = *[0, 1, 4, 70, 300, (1 << 32) - 2].choose(&mut rng).expect("some");
            ints.extend(model.int(format!("x{}", ints.len()), low..=low.saturating_add(span)));
        }
        let bools = model.bools("b", 2).expect("names");
        Random { rng, model, ints, bools }
    }

    fn int(&mut self) -> Int {
        *self.ints.choose(&mut self.rng).expect("some")
    }

    fn some(&mut self, n: usize) -> Vec<Int> {
        (0..n).map(|_| self.int()).collect()
    }

    fn sum(&mut self) -> Expr {
        let mut sum = Expr::from(number(&mut self.rng));
        for _ in 0..self.rng.random_range(0..=3) {
            let c = number(&mut self.rng);
            sum = if self.rng.random_bool(0.7) {
                sum + c * self.int()
            } else {
                sum - c * self.bools[0]
            };
        }
        sum
    }

    fn state(&mut self) -> Result<(), ModelError> {
        let n = self.rng.random_range(1..=3);
        let (x, y, z, xs, ys) = (self.int(), self.int(), self.int(), self.some(n), self.some(n));
        let (a, b) = (self.sum(), self.sum());
        let (first, list) = (number(&mut self.rng), numbers(&mut self.rng, n));
        let b0 = self.bools[0];
        let m = &mut self.model;
        match self.rng.random_range(0..30) {
            0 => m.equal(a, b),
            1 => m.different(a, b),
            2 => m.at_most(a, b),
            3 => m.at_least(a, b),
            4 => m.less_than(a, b),
            5 => m.increasing(&xs),
            6 => m.table(&xs, [&list[..], &list]),
            7 => m.table_with_stars(
                &xs,
                [list.iter().map(|&v| (v > 0).then_some(v)).collect::<Vec<_>>()],
            ),
            8 => m.channel(x, first, &[b0, !self.bools[1]]),
            9 => m.inverse(&xs, &ys),
            10 => m.define(format!("d{first}"), a).map(drop),
            11 => m.is(x, first).and_then(|is| m.clause(&[is, b0])),
            12 => m.when(b0, Comparison::equal(a, b)),
            13 => m.reify(b0, Comparison::at_most(a, b)),
            14 => m.reify(b0, Comparison::different(a, b)),
            15 => m.maximum(y, &xs),
            16 => m.minimum(y, &xs),
            17 => m.product(z, x, y),
            18 => m.absolute(y, x),
            19 => m.element(y, &xs, x),
            20 => m.element_of(y, &list, x),
            21 => m.count_of(&xs, first, b),
            22 => m.among(&xs, &list, b),
            23 => m.cardinality(&xs, &list, &ys),
            24 => m.lexicographic(&xs, &ys),
            25 => m.no_overlap(&xs, &list),
            26 => m.cumulative(&xs, &list, &list, first),
            27 => m.path(&Graph::from_fn(n as u32, |_, _| true), &xs, first),
            28 => m.circuit(Arcs::complete(n as u32), &xs),
            _ => Automaton::new(2, &[0], [(0, first, 1), (1, list[0], 0)])
                .and_then(|of| m.automaton(&xs, &of)),
        }
    }
}

#[test]
fn extreme_numbers_are_refused_or_answered() {
    let (mut stated, mut decided) = (0, 0);
    for seed in 0..1_500 {
        let mut random = Random::new(seed);
        for _ in 0..3 {
            stated += u32::from(random.state().is_ok());
        }
        let goal = random.sum();
        let options = Options {
            budget: Budget::default().at_most_nodes(300).within(MOMENT),
            ..Options::default()
        };
        let model = &random.model;
        decided +=
            u32::from(model.check(&options).is_ok_and(|found| found.verdict() != Verdict::Unknown));
        let _ = model.minimize(goal.clone(), &options);
        for to in ["lp", "opb", "fzn", "mzn"] {
            let _ = model.export(to, &Goal::Maximize(goal.clone()));
        }
    }
    assert!(stated > 1_500 && decided > 100, "{stated} stated, {decided} decided");
}

/// Small statements with large networks, under a limit on memory.
#[test]
fn networks_that_do_not_fit_are_refused() {
    let little = Options { budget: Budget::of_memory(64 << 20), ..Options::default() };
    let refused = |name: &str, state: &dyn Fn(&mut Model) -> Result<(), ModelError>| {
        let mut m = Model::new();
        let checked = state(&mut m).and_then(|()| m.check(&little).map(drop));
        let is_refused = matches!(
            checked,
            Err(ModelError::TooLarge { .. }
                | ModelError::Run(RunError::Build(BuildError::TooLarge(_))))
        );
        assert!(is_refused, "{name}: {checked:?}");
    };
    let n = 3_000;
    let nodes = |m: &mut Model| m.ints("x", n as usize, 0..=n - 1);
    refused("circuit", &|m| {
        let xs = nodes(m)?;
        m.circuit(Arcs::complete(n as u32), &xs)
    });
    refused("sub-circuit", &|m| {
        let xs = nodes(m)?;
        m.sub_circuit(Arcs::complete(n as u32), &xs)
    });
    refused("inverse", &|m| {
        let (xs, ys) = (m.ints("x", 900, 0..=899)?, m.ints("y", 900, 0..=899)?);
        m.inverse(&xs, &ys)
    });
    refused("no overlap", &|m| {
        let xs = m.ints("x", 2_000, 0..=1_000_000)?;
        m.no_overlap(&xs, &vec![1; 2_000])
    });
    refused("automaton", &|m| {
        let xs = m.ints("x", 2_000, 0..=50_000)?;
        m.automaton(&xs, &Automaton::blocks(&[20_000]))
    });
    refused("tables", &|m| {
        let xs = m.ints("x", 60, 0..=1_999)?;
        let rows: Vec<[i64; 2]> = (0..60_000).map(|i| [i % 2_000, i / 30]).collect();
        xs.windows(2).try_for_each(|w| m.table(w, &rows))
    });
    refused("variables", &|m| m.ints("x", 1 << 40, 0..=1).map(drop));
    refused("truth values", &|m| m.bools("b", 1 << 40).map(drop));
    refused("nodes", &|m| {
        let graph = Graph::new(u32::MAX, [])?;
        m.connected(&graph, &[])
    });
    // Blocks that fit nowhere take no memory.
    let mut m = Model::new();
    let xs = m.ints("x", 9, 0..=1).expect("variables");
    m.automaton(&xs, &Automaton::blocks(&[u32::MAX, u32::MAX])).expect("it can be stated");
    assert_eq!(m.check(&little).expect("a small model").verdict(), Verdict::None);
}
