//! Small random models and their meaning: a closure over plain values for each constraint.

use crate::{exports, proofs};
use clew::model::{Bool, Int, Model, ModelError, Options, SearchMode, Verdict};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::ops::RangeInclusive;

/// Values of the integer variables and of the Boolean variables.
pub type Point = (Vec<i64>, Vec<bool>);
/// The meaning of a constraint.
pub type Test = Box<dyn Fn(&Point) -> bool>;

/// A model and its meaning.
pub struct Case {
    pub model: Model,
    pub ints: Vec<Int>,
    pub bools: Vec<Bool>,
    pub ranges: Vec<(i64, i64)>,
    tests: Vec<Test>,
    /// The description of the model, for messages.
    pub label: String,
}

impl Case {
    /// Integer variables with random ranges of at most the given number of values, and Boolean variables.
    pub fn new(
        rng: &mut ChaCha8Rng,
        ints: RangeInclusive<usize>,
        values: i64,
        bools: RangeInclusive<usize>,
    ) -> Case {
        let mut model = Model::new();
        let (mut all, mut ranges) = (Vec::new(), Vec::new());
        for i in 0..rng.random_range(ints) {
            let low = rng.random_range(-2..2);
            let high = low + rng.random_range(0..values);
            all.push(model.int(format!("x{i}"), low..=high).expect("a range"));
            ranges.push((low, high));
        }
        let n = rng.random_range(bools);
        let bools = model.bools("b", n).expect("names");
        // Variables of more values than this store only their bounds, if their constraints allow it.
        let ends = rng.random_bool(0.5).then(|| rng.random_range(0..4));
        if let Some(above) = ends {
            model.keep_ends_above(above);
        }
        let label = format!("{ranges:?}, {n} Booleans, ends only above {ends:?}");
        Case { model, ints: all, bools, ranges, tests: Vec::new(), label }
    }

    /// Integer variables of one range, and Boolean variables.
    pub fn with_variables(ints: usize, range: RangeInclusive<i64>, bools: usize) -> Case {
        let mut model = Model::new();
        let all = model.ints("x", ints, range.clone()).expect("a range");
        let ranges = vec![(*range.start(), *range.end()); ints];
        let bools = model.bools("b", bools).expect("names");
        let label = format!("{ranges:?}");
        Case { model, ints: all, bools, ranges, tests: Vec::new(), label }
    }

    /// States the meaning of a constraint.
    pub fn means(&mut self, test: impl Fn(&Point) -> bool + 'static) {
        self.tests.push(Box::new(test));
    }

    /// The number of a random integer variable.
    pub fn any(&self, rng: &mut ChaCha8Rng) -> usize {
        rng.random_range(0..self.ints.len())
    }

    /// Numbers of random integer variables, one may come twice.
    pub fn some(&self, rng: &mut ChaCha8Rng, n: RangeInclusive<usize>) -> Vec<usize> {
        (0..rng.random_range(n)).map(|_| self.any(rng)).collect()
    }

    /// The handles of variables.
    pub fn handles(&self, xs: &[usize]) -> Vec<Int> {
        xs.iter().map(|&i| self.ints[i]).collect()
    }

    /// A random literal and its meaning: of a Boolean variable, or of a value.
    pub fn literal(&mut self, rng: &mut ChaCha8Rng) -> (Bool, Test) {
        let negated = rng.random_bool(0.4);
        let (b, is): (Bool, Test) = if !self.bools.is_empty() && rng.random_bool(0.7) {
            let k = rng.random_range(0..self.bools.len());
            (self.bools[k], Box::new(move |p| p.1[k]))
        } else {
            let (i, v) = (self.any(rng), rng.random_range(-3..5));
            let b = self.model.is(self.ints[i], v).expect("of this model");
            (b, Box::new(move |p| p.0[i] == v))
        };
        (if negated { !b } else { b }, Box::new(move |p| is(p) != negated))
    }

    /// All solutions, by trying everything.
    pub fn brute(&self) -> Vec<Point> {
        let mut found = Vec::new();
        let mut point: Point =
            (self.ranges.iter().map(|r| r.0).collect(), vec![false; self.bools.len()]);
        'all: loop {
            if self.tests.iter().all(|test| test(&point)) {
                found.push(point.clone());
            }
            for i in 0..self.ints.len() {
                point.0[i] += 1;
                if point.0[i] <= self.ranges[i].1 {
                    continue 'all;
                }
                point.0[i] = self.ranges[i].0;
            }
            for b in &mut point.1 {
                *b = !*b;
                if *b {
                    continue 'all;
                }
            }
            found.sort();
            return found;
        }
    }

    /// Compares the answers of all searches with brute force, the optimum of the exported model, and of some cases what
    /// is proved; `k` is the number of the case.
    pub fn compare(&self, k: u64) -> usize {
        let expected = self.brute();
        exports::compare(self, &expected);
        proofs::compare(self, k, &expected);
        for (turn, search) in (k..).zip([SearchMode::Dfs, SearchMode::Learn, SearchMode::Auto]) {
            // Each search with and without presolve, by turns.
            let without = if turn % 2 == 1 { vec!["presolve".to_string()] } else { Vec::new() };
            let label = format!("{} {search:?} without {without:?}", self.label);
            let options = Options { search, without, ..Options::default() };
            let all = self.model.solve(usize::MAX, &options).expect(&label);
            assert!(all.exact, "{label}");
            let mut found: Vec<Point> = all
                .solutions
                .iter()
                .map(|s| {
                    let ints = self.ints.iter().map(|&x| s[x]).collect();
                    (ints, self.bools.iter().map(|&b| s[b]).collect())
                })
                .collect();
            found.sort();
            assert_eq!(found, expected, "{label}");
            let counted = self.model.count(&options).expect(&label);
            assert_eq!(
                (counted.count.clone(), counted.exact),
                (expected.len().into(), true),
                "{label}"
            );
            let verdict = match expected.len() {
                0 => Verdict::None,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            };
            assert_eq!(self.model.check(&options).expect(&label).verdict(), verdict, "{label}");
        }
        expected.len()
    }
}

/// A number of the environment.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().expect("a number"))
}

/// Random cases that a function states, all compared with brute force; some have solutions, some lack values.
pub fn check(state: impl Fn(&mut ChaCha8Rng) -> Result<Case, ModelError>) {
    let (cases, seed) = (number("CLEW_MODELS", 120), number("CLEW_SEED", 1));
    let mut solvable = 0;
    for k in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | k);
        let mut case = state(&mut rng).expect("the model can be stated");
        case.label = format!("case {k}: {}", case.label);
        solvable += u64::from(case.compare(k) > 0);
    }
    assert!(solvable > cases / 10, "{solvable} of {cases} have solutions");
}
