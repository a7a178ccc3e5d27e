//! The modelling API against brute force: small random models that mix all constraints.
//!
//! The meaning of each constraint is stated here once more, as a closure over plain values. More models with
//! `CLEW_MODELS=5000`, others with `CLEW_SEED`.

use crate::model_own::ModSum;
use clew::model::{
    Bool, Expr, Graph, Int, Method, Model, ModelError, Options, OwnConstraint, SearchMode, Task,
    Verdict,
};
use clew::strategy::RunError;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Values of the integer variables and of the Boolean variables.
type Point = (Vec<i64>, Vec<bool>);
type Test = Box<dyn Fn(&Point) -> bool>;

/// The value of a sum at a point.
type Value = Box<dyn Fn(&Point) -> i64>;

/// A model and its meaning.
struct Case {
    model: Model,
    ints: Vec<Int>,
    bools: Vec<Bool>,
    ranges: Vec<(i64, i64)>,
    tests: Vec<(String, Test)>,
}

impl Case {
    fn new(rng: &mut ChaCha8Rng) -> Result<Case, ModelError> {
        let mut model = Model::new();
        let mut ranges = Vec::new();
        let mut ints = Vec::new();
        let base = rng.random_range(-2..2);
        for i in 0..rng.random_range(1..5) {
            let low = base + rng.random_range(-1..2);
            let high = low + rng.random_range(0..5);
            ints.push(model.int(format!("x{i}"), low..=high)?);
            ranges.push((low, high));
        }
        let n = rng.random_range(0..4);
        let bools = model.bools("b", n)?;
        let mut case = Case { model, ints, bools, ranges, tests: Vec::new() };
        for _ in 0..rng.random_range(1..5) {
            case.constrain(rng)?;
        }
        if rng.random_bool(0.3) {
            case.own(rng)?;
        }
        Ok(case)
    }

    /// A constraint that the model does not know.
    fn own(&mut self, rng: &mut ChaCha8Rng) -> Result<(), ModelError> {
        let xs = self.some(rng, 1);
        let weights = xs.iter().map(|_| rng.random_range(-2..3)).collect();
        let modulus = rng.random_range(2..5);
        let sum = ModSum { weights, modulus, rest: rng.random_range(0..modulus) };
        let mut lits = Vec::new();
        let mut tests: Vec<Test> = Vec::new();
        for _ in 0..rng.random_range(0..3) {
            let (l, t) = self.literal(rng)?;
            lits.push(l);
            tests.push(t);
        }
        self.model.own(&self.handles(&xs), &lits, sum.clone())?;
        self.test(format!("own {xs:?}"), move |p| {
            let ints: Vec<i64> = xs.iter().map(|&i| p.0[i]).collect();
            let bools: Vec<bool> = tests.iter().map(|t| t(p)).collect();
            sum.holds(&ints, &bools)
        });
        Ok(())
    }

    /// Different variables, at least `least` if there are that many.
    fn some(&self, rng: &mut ChaCha8Rng, least: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.ints.len()).collect();
        all.shuffle(rng);
        let n = rng.random_range(least.min(all.len())..=all.len());
        all.truncate(n);
        all
    }

    fn handles(&self, xs: &[usize]) -> Vec<Int> {
        xs.iter().map(|&i| self.ints[i]).collect()
    }

    fn test(&mut self, name: String, test: impl Fn(&Point) -> bool + 'static) {
        self.tests.push((name, Box::new(test)));
    }

    /// A Boolean variable or its negation, or that a variable has a value, with its meaning.
    fn literal(&mut self, rng: &mut ChaCha8Rng) -> Result<(Bool, Test), ModelError> {
        let negated = rng.random_bool(0.4);
        let (b, is): (Bool, Test) = if !self.bools.is_empty() && rng.random_bool(0.6) {
            let k = rng.random_range(0..self.bools.len());
            (self.bools[k], Box::new(move |p| p.1[k]))
        } else {
            let i = rng.random_range(0..self.ints.len());
            let v = rng.random_range(-3..5);
            (self.model.is(self.ints[i], v)?, Box::new(move |p| p.0[i] == v))
        };
        let lit = if negated { !b } else { b };
        Ok((lit, Box::new(move |p| is(p) != negated)))
    }

    /// A sum and its meaning.
    fn sum(&mut self, rng: &mut ChaCha8Rng) -> Result<(Expr, Value), ModelError> {
        let constant = rng.random_range(-3..4);
        let mut e = Expr::from(constant);
        let mut terms: Vec<(i64, Value)> = Vec::new();
        for _ in 0..rng.random_range(1..4) {
            let c = rng.random_range(-3..4);
            if rng.random_bool(0.7) {
                let i = rng.random_range(0..self.ints.len());
                e = e + c * self.ints[i];
                terms.push((c, Box::new(move |p| p.0[i])));
            } else {
                let (lit, is) = self.literal(rng)?;
                e = e - (-c) * lit;
                terms.push((c, Box::new(move |p| i64::from(is(p)))));
            }
        }
        let value = move |p: &Point| constant + terms.iter().map(|(c, t)| c * t(p)).sum::<i64>();
        Ok((e, Box::new(value)))
    }

    fn graph(rng: &mut ChaCha8Rng, n: u32) -> (Graph, Vec<Vec<bool>>) {
        let mut joined = vec![vec![false; n as usize]; n as usize];
        let graph = Graph::from_fn(n, |a, b| {
            let on = rng.random_bool(0.7);
            joined[a as usize][b as usize] = on;
            joined[b as usize][a as usize] = on;
            on
        });
        (graph, joined)
    }

    fn constrain(&mut self, rng: &mut ChaCha8Rng) -> Result<(), ModelError> {
        match rng.random_range(0..12) {
            0 => {
                let xs = self.some(rng, 2);
                self.model.all_different(&self.handles(&xs))?;
                self.test(format!("different {xs:?}"), move |p| {
                    xs.iter().enumerate().all(|(k, &i)| xs[..k].iter().all(|&j| p.0[i] != p.0[j]))
                });
            }
            1..=3 => {
                let ((a, va), (b, vb)) = (self.sum(rng)?, self.sum(rng)?);
                let m = &mut self.model;
                match rng.random_range(0..5) {
                    0 => {
                        m.equal(a, b)?;
                        self.test("equal".into(), move |p| va(p) == vb(p));
                    }
                    1 => {
                        m.different(a, b)?;
                        self.test("different".into(), move |p| va(p) != vb(p));
                    }
                    2 => {
                        m.at_most(a, b)?;
                        self.test("at most".into(), move |p| va(p) <= vb(p));
                    }
                    3 => {
                        m.at_least(a, b)?;
                        self.test("at least".into(), move |p| va(p) >= vb(p));
                    }
                    _ => {
                        m.less_than(a, b)?;
                        self.test("less".into(), move |p| va(p) < vb(p));
                    }
                }
            }
            4 => {
                // Two variables with a shift: the cases with propagators of their own.
                let (i, j) = (self.some(rng, 1)[0], self.some(rng, 1)[0]);
                let (c, sign) = (rng.random_range(-2..3), [1, -1][rng.random_range(0..2)]);
                let (x, y) = (self.ints[i], sign * self.ints[j] + c);
                match rng.random_range(0..3) {
                    0 => {
                        self.model.equal(x, y)?;
                        self.test("pair =".into(), move |p| p.0[i] == sign * p.0[j] + c);
                    }
                    1 => {
                        self.model.different(x, y)?;
                        self.test("pair !=".into(), move |p| p.0[i] != sign * p.0[j] + c);
                    }
                    _ => {
                        self.model.less_than(x, y)?;
                        self.test("pair <".into(), move |p| p.0[i] < sign * p.0[j] + c);
                    }
                }
            }
            5 => {
                let xs = self.some(rng, 2);
                if rng.random_bool(0.5) {
                    self.model.increasing(&self.handles(&xs))?;
                    self.test("increasing".into(), move |p| {
                        xs.windows(2).all(|w| p.0[w[0]] < p.0[w[1]])
                    });
                } else {
                    self.model.non_decreasing(&self.handles(&xs))?;
                    self.test("non-decreasing".into(), move |p| {
                        xs.windows(2).all(|w| p.0[w[0]] <= p.0[w[1]])
                    });
                }
            }
            6 => {
                let mut lits = Vec::new();
                let mut tests: Vec<Test> = Vec::new();
                for _ in 0..rng.random_range(1..4) {
                    let (l, t) = self.literal(rng)?;
                    lits.push(l);
                    tests.push(t);
                }
                self.model.clause(&lits)?;
                self.test("clause".into(), move |p| tests.iter().any(|t| t(p)));
            }
            7 => {
                let xs = self.some(rng, 1);
                let rows: Vec<Vec<i64>> = (0..rng.random_range(1..12))
                    .map(|_| xs.iter().map(|_| rng.random_range(-2..5)).collect())
                    .collect();
                self.model.table(&self.handles(&xs), &rows)?;
                self.test("table".into(), move |p| {
                    rows.iter().any(|r| xs.iter().zip(r).all(|(&i, &v)| p.0[i] == v))
                });
            }
            8 => {
                let i = self.some(rng, 1)[0];
                let first = rng.random_range(-2..2);
                let mut lits = Vec::new();
                let mut tests: Vec<Test> = Vec::new();
                for _ in 0..rng.random_range(1..4) {
                    let (l, t) = self.literal(rng)?;
                    lits.push(l);
                    tests.push(t);
                }
                self.model.channel(self.ints[i], first, &lits)?;
                self.test("channel".into(), move |p| {
                    let says = |(k, t): (i64, &Test)| t(p) == (p.0[i] == first + k);
                    (first..first + tests.len() as i64).contains(&p.0[i])
                        && (0..).zip(&tests).all(says)
                });
            }
            9 => {
                let all = self.some(rng, 2);
                let n = all.len() / 2;
                let (xs, ys) = (all[..n].to_vec(), all[n..2 * n].to_vec());
                self.model.inverse(&self.handles(&xs), &self.handles(&ys))?;
                self.test("inverse".into(), move |p| {
                    let n = xs.len() as i64;
                    let inside = xs.iter().chain(&ys).all(|&i| (0..n).contains(&p.0[i]));
                    inside
                        && xs.iter().enumerate().all(|(i, &x)| p.0[ys[p.0[x] as usize]] == i as i64)
                });
            }
            10 => {
                let xs = self.some(rng, 1);
                let n = rng.random_range(1..6);
                let (graph, joined) = Case::graph(rng, n);
                self.model.walk(&graph, &self.handles(&xs))?;
                self.test("walk".into(), move |p| {
                    xs.iter().all(|&x| (0..i64::from(n)).contains(&p.0[x]))
                        && xs.windows(2).all(|w| joined[p.0[w[0]] as usize][p.0[w[1]] as usize])
                });
            }
            _ => {
                let xs = self.some(rng, 2);
                let n = xs.len();
                let (graph, joined) = Case::graph(rng, n as u32);
                if rng.random_bool(0.5) {
                    let first = rng.random_range(-1..2);
                    self.model.path(&graph, &self.handles(&xs), first)?;
                    self.test(format!("path from {first} of {xs:?}"), move |p| {
                        let at = |k: i64| xs.iter().position(|&i| p.0[i] == first + k);
                        let order: Option<Vec<usize>> = (0..n as i64).map(at).collect();
                        order.is_some_and(|o| o.windows(2).all(|w| joined[w[0]][w[1]]))
                    });
                } else {
                    self.model.circuit(&graph, &self.handles(&xs))?;
                    self.test(format!("circuit of {xs:?}"), move |p| {
                        let mut seen = vec![false; n];
                        let mut at = 0usize;
                        for _ in 0..n {
                            let next = p.0[xs[at]];
                            if !(0..n as i64).contains(&next) || !joined[at][next as usize] {
                                return false;
                            }
                            at = next as usize;
                            if std::mem::replace(&mut seen[at], true) {
                                return false;
                            }
                        }
                        at == 0
                    });
                }
            }
        }
        Ok(())
    }

    /// All solutions, by trying everything.
    fn brute(&self) -> Vec<Point> {
        let mut found = Vec::new();
        let (n, k) = (self.ints.len(), self.bools.len());
        let mut point: Point = (self.ranges.iter().map(|r| r.0).collect(), vec![false; k]);
        'all: loop {
            if self.tests.iter().all(|(_, test)| test(&point)) {
                found.push(point.clone());
            }
            for i in 0..n {
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
            return found;
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().expect("a number"))
}

#[test]
fn random_models_agree_with_brute_force() {
    let (models, seed) = (number("CLEW_MODELS", 400), number("CLEW_SEED", 1));
    let mut parts = 0;
    let mut solvable = 0;
    for k in 0..models {
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | k);
        let case = Case::new(&mut rng).expect("the model can be stated");
        let names: Vec<&str> = case.tests.iter().map(|t| t.0.as_str()).collect();
        let label = format!("model {k} {:?} {names:?}", case.ranges);
        let mut expected = case.brute();
        solvable += u64::from(!expected.is_empty());
        expected.sort();
        let ways = [
            Options { search: SearchMode::Dfs, ..Options::default() },
            Options { search: SearchMode::Learn, ..Options::default() },
            Options::default(),
        ];
        for options in &ways {
            let label = format!("{label} {:?}", options.search);
            let counted = case.model.count(options).expect(&label);
            assert!(counted.exact, "{label}");
            assert_eq!(counted.count, expected.len().into(), "{label}");
            let all = case.model.solve(usize::MAX, options).expect(&label);
            let mut found: Vec<Point> = all
                .solutions
                .iter()
                .map(|s| {
                    let ints = case.ints.iter().map(|&x| s[x]).collect();
                    (ints, case.bools.iter().map(|&b| s[b]).collect())
                })
                .collect();
            found.sort();
            assert_eq!(found, expected, "{label}");
            let verdict = match expected.len() {
                0 => Verdict::None,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            };
            // Sometimes a portfolio of two workers from the first decision on.
            let threads = if k % 8 == 0 { 2 } else { 1 };
            let options = Options { threads, team_after: 1, ..options.clone() };
            let checked = case.model.check(&options).expect(&label);
            assert_eq!(checked.verdict(), verdict, "{label}");
        }
        let by_parts = Options { method: Method::Parts, ..Options::default() };
        match case.model.count(&by_parts) {
            Ok(counted) => {
                parts += 1;
                assert_eq!(counted.count, expected.len().into(), "{label} parts");
            }
            Err(ModelError::Run(RunError::NoMethod(_))) => {}
            Err(e) => panic!("{label}: {e}"),
        }
        best(case, &expected, &ways, &mut rng, &label);
    }
    assert!(parts > models / 20 && solvable > models / 4, "{parts} by parts, {solvable} solvable");
}

/// The least and the largest value of a random sum.
fn best(mut case: Case, expected: &[Point], ways: &[Options], rng: &mut ChaCha8Rng, label: &str) {
    let (sum, value) = case.sum(rng).expect("a sum can be stated");
    for options in ways {
        let least = case.model.minimize(&sum, options).expect(label);
        let most = case.model.maximize(&sum, options).expect(label);
        assert!(least.exact && most.exact, "{label}");
        assert_eq!(least.objective(), expected.iter().map(&value).min(), "{label} least");
        assert_eq!(most.objective(), expected.iter().map(&value).max(), "{label} most");
        assert_eq!(
            least.best.map(|b| b.value),
            least.objective(),
            "{label}: the network's own value"
        );
    }
}

#[test]
fn profiles_answer_as_plain_questions_do() {
    for k in 0..20 {
        let mut rng = ChaCha8Rng::seed_from_u64(k);
        let case = Case::new(&mut rng).expect("the model can be stated");
        let plain = case.model.count(&Options::default()).expect("it can be counted");
        let profiled = case.model.profile(Task::Count, &Options::default()).expect("it can");
        assert_eq!(plain.count, profiled.outcome.count);
    }
}
