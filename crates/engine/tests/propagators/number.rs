//! Numbers, tables with open places, circuits through some nodes and connected vertices, against the oracle.

use clew_engine::kernel::{Conflict, Constraint, Engine, Lit, Term, VarId};
use clew_engine::propagators::general::{InTable, STAR};
use clew_engine::propagators::path::{Graph, Joined};
use clew_engine::propagators::{
    Amount, BoundsDifferent, Cumulative, Element, Energy, Job, Maximum, Number, OnSubCircuit,
    Product,
};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::sync::Arc;

/// Fresh numbers, some of them of interval variables if there may be such.
fn numbers(
    engine: &mut Engine,
    rng: &mut ChaCha8Rng,
    n: usize,
    most: u32,
    intervals: bool,
) -> Vec<Number> {
    let number = |_| {
        let (values, low) = (rng.random_range(1..=most), rng.random_range(-3..3));
        let x = match intervals && rng.random_bool(0.6) {
            true => Number::of_interval(engine.new_interval(values), low),
            false => Number::new(engine.new_var(values), low),
        };
        if rng.random_bool(0.3) { x.negated() } else { x }
    };
    (0..n).map(number).collect()
}

fn cut_numbers(engine: &mut Engine, rng: &mut ChaCha8Rng, of: &[Number]) {
    let terms: Vec<Term> = of.iter().map(|x| x.term()).collect();
    let of_values = terms.iter().copied().filter(|t| matches!(t, Term::Var(_)));
    cut(engine, &of_values.collect::<Vec<_>>(), rng, 0.2);
    let intervals = terms.iter().copied().filter(|t| matches!(t, Term::Interval(_)));
    cut(engine, &intervals.collect::<Vec<_>>(), rng, 0.6);
}

#[test]
fn maximum() {
    check("maximum", 1200, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(2..5);
        let intervals = rng.random_bool(0.6);
        let all = numbers(&mut engine, rng, n, 5, intervals);
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(Maximum::new(all[0], &all[1..]));
        let strength = Strength::from_rules(move |f| {
            let ((y, xs), store) = ((all[0], &all[1..]), f.store);
            let ends = |x: &Number| (x.min(store), x.max(store));
            let floor = xs.iter().map(|x| ends(x).0).max().expect("there is one");
            let top = xs.iter().map(|x| ends(x).1).max().expect("there is one");
            let (low, high) = ends(&y);
            f.demand(floor <= low && high <= top, "y lies between the largest ends");
            f.demand(xs.iter().all(|x| ends(x).1 <= high), "none passes y");
            let can: Vec<&Number> = xs.iter().filter(|x| ends(x).1 >= low).collect();
            f.demand(can.len() != 1 || ends(can[0]).0 >= low, "the only one is the largest");
        });
        Case { engine, constraint, strength }
    });
}

/// Whether all numbers between these bounds can differ if number `k` has this value: greedily, the number with the
/// earliest deadline takes the least free value.
fn can_differ(ends: &[(i64, i64)], k: usize, value: i64) -> bool {
    let mut open: Vec<(i64, i64)> =
        ends.iter().enumerate().map(|(i, &x)| if i == k { (value, value) } else { x }).collect();
    let (first, last) = (ends.iter().map(|x| x.0).min(), ends.iter().map(|x| x.1).max());
    for place in first.unwrap_or(0)..=last.unwrap_or(0) {
        let here = (0..open.len()).filter(|&i| open[i].0 <= place);
        if let Some(i) = here.min_by_key(|&i| open[i].1) {
            if open[i].1 < place {
                return false;
            }
            open.swap_remove(i);
        }
    }
    open.is_empty()
}

#[test]
fn bounds_different() {
    check("bounds-different", 3000, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(2..6);
        let most = rng.random_range(3..8);
        let intervals = rng.random_bool(0.8);
        let all = numbers(&mut engine, rng, n, most, intervals);
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(BoundsDifferent::new(&all));
        let strength = Strength::from_rules(move |f| {
            let ends: Vec<(i64, i64)> =
                all.iter().map(|x| (x.min(f.store), x.max(f.store))).collect();
            for (k, &(low, high)) in ends.iter().enumerate() {
                f.demand(can_differ(&ends, k, low), "a least number leaves places for the others");
                f.demand(can_differ(&ends, k, high), "a largest one leaves places for the others");
            }
        });
        Case { engine, constraint, strength }
    });
}

#[test]
fn element() {
    check("element", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(2..6);
        let all = numbers(&mut engine, rng, n, 4, false);
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(Element::new(all[0], &all[2..], all[1]));
        Case { engine, constraint, strength: Strength::Domain }
    });
}

#[test]
fn product() {
    check("product", 400, |rng| {
        let mut engine = Engine::new();
        let mut all = numbers(&mut engine, rng, 2, 7, false);
        let z = engine.new_var(rng.random_range(1..30));
        all.push(Number::new(z, rng.random_range(-12..5)));
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(Product::new(all[0], all[1], all[2]));
        let strength = Strength::from_rules(move |f| {
            let range = |x: Number| x.min(f.store)..=x.max(f.store);
            let (x, y, z) = (all[0], all[1], all[2]);
            // Every possible value of a factor has a product in the range of z with some real number in the range
            // of the other factor: the products with its bounds are on both sides of the range, or inside.
            for (x, y) in [(x, y), (y, x)] {
                for n in range(x).filter(|&n| x.can_be(n, f.store)) {
                    let ends = [n * y.min(f.store), n * y.max(f.store)];
                    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
                    f.demand(
                        low <= *range(z).end() && high >= *range(z).start(),
                        "a product in reach",
                    );
                }
            }
            let products: Vec<i64> = range(x).flat_map(|a| range(y).map(move |b| a * b)).collect();
            let inside = |n: &i64| {
                *products.iter().min().unwrap() <= *n && *n <= *products.iter().max().unwrap()
            };
            f.demand(
                inside(range(z).start()) && inside(range(z).end()),
                "z lies between the products",
            );
        });
        Case { engine, constraint, strength }
    });
}

/// The maximum of a number and its negation: one variable is in the list twice.
#[derive(Debug)]
struct Absolute {
    y: Number,
    x: Number,
}

impl Constraint for Absolute {
    fn scope(&self) -> Vec<Term> {
        vec![self.y.term(), self.x.term()]
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.y.number_of(values[0]) == self.x.number_of(values[1]).abs()
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(Maximum::new(self.y, &[self.x, self.x.negated()]));
        Ok(())
    }
}

#[test]
fn maximum_of_a_number_and_its_negation() {
    check("absolute value", 2000, |rng| {
        let mut engine = Engine::new();
        let mut number = |values: u32, low: i64, rng: &mut ChaCha8Rng| match rng.random_bool(0.7) {
            true => Number::of_interval(engine.new_interval(values), low),
            false => Number::new(engine.new_var(values), low),
        };
        let y = number(rng.random_range(1..9), rng.random_range(-3..3), rng);
        let x = number(rng.random_range(1..14), rng.random_range(-9..2), rng);
        cut_numbers(&mut engine, rng, &[y, x]);
        Case { engine, constraint: Box::new(Absolute { y, x }), strength: Strength::Checking }
    });
}

/// Where factors or product are interval variables, propagation is checked against the plain product only.
#[test]
fn product_of_intervals() {
    check("product of intervals", 2000, |rng| {
        let mut engine = Engine::new();
        let mut all = numbers(&mut engine, rng, 2, 7, true);
        let (values, low) = (rng.random_range(1..30), rng.random_range(-12..5));
        all.push(match rng.random_bool(0.5) {
            true => Number::of_interval(engine.new_interval(values), low),
            false => Number::new(engine.new_var(values), low),
        });
        cut_numbers(&mut engine, rng, &all);
        let constraint = Box::new(Product::new(all[0], all[1], all[2]));
        Case { engine, constraint, strength: Strength::Checking }
    });
}

#[test]
fn cumulative() {
    check("cumulative", 1200, |rng| {
        let mut engine = Engine::new();
        let intervals = rng.random_bool(0.6);
        let varies = rng.random_bool(0.5);
        let n = rng.random_range(1..if varies { 4 } else { 5 });
        let starts = numbers(&mut engine, rng, n, if varies { 4 } else { 6 }, intervals);
        cut_numbers(&mut engine, rng, &starts);
        let amount = |engine: &mut Engine, rng: &mut ChaCha8Rng, low: i64, high: i64| {
            let low = rng.random_range(low..high);
            if !varies || rng.random_bool(0.5) {
                return Amount::Fixed(low);
            }
            let values = rng.random_range(2..4);
            Amount::Of(match rng.random_bool(0.5) {
                true => Number::of_interval(engine.new_interval(values), low),
                false => Number::new(engine.new_var(values), low),
            })
        };
        let least = if varies { 0 } else { 1 };
        let mut jobs: Vec<Job> = Vec::new();
        for &start in &starts {
            let length = amount(&mut engine, rng, least, 5 - i64::from(varies));
            jobs.push(Job { start, length, need: amount(&mut engine, rng, least, 4) });
        }
        let capacity = amount(&mut engine, rng, 1, 6);
        let constraint = Box::new(Cumulative::new(&jobs, capacity));
        let strength = Strength::from_rules(move |f| {
            let ends = |of: Amount| match of {
                Amount::Fixed(n) => (n, n),
                Amount::Of(x) => (x.min(f.store), x.max(f.store)),
            };
            let capacity = ends(capacity).1;
            let runs = |job: &Job, t: i64| {
                let last = job.start.min(f.store) + ends(job.length).0;
                (job.start.max(f.store)..last).contains(&t)
            };
            let needed = |but: usize, t: i64| -> i64 {
                let others = jobs.iter().enumerate().filter(|(k, job)| *k != but && runs(job, t));
                others.map(|(_, job)| ends(job.need).0).sum()
            };
            for (k, job) in jobs.iter().enumerate() {
                let (least, most) = (job.start.min(f.store), job.start.max(f.store));
                let ((length, longest), (need, greatest)) = (ends(job.length), ends(job.need));
                let fits = |t: i64, need: i64| {
                    let others = needed(k, t);
                    others == 0 || need == 0 || others + need <= capacity
                };
                let possible = |&start: &i64| match job.start.var() {
                    Some(_) => job.start.can_be(start, f.store),
                    None => start == least || start == most,
                };
                for start in (least..=most).filter(possible) {
                    let fits = (start..start + length).all(|t| fits(t, need));
                    f.demand(fits, "a start at which a job fits beside what runs for certain");
                }
                let lasts = (most..least + longest).all(|t| fits(t, need));
                f.demand(lasts, "a length with which it ends before too much is needed");
                let needs = (most..least + length).all(|t| fits(t, greatest));
                f.demand(needs, "a need that is there while it runs for certain");
            }
        });
        Case { engine, constraint, strength }
    });
}

/// A resource with the additional propagator of energy.
#[derive(Debug)]
struct WithEnergy(Cumulative, Energy);

impl Constraint for WithEnergy {
    fn scope(&self) -> Vec<Term> {
        self.0.scope()
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.0.holds(values)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.1.clone());
        into.add(self.0.clone());
        Ok(())
    }
}

#[test]
fn energy() {
    check("energy", 3_000, |rng| {
        let mut engine = Engine::new();
        let intervals = rng.random_bool(0.6);
        let n = rng.random_range(2..5);
        let starts = numbers(&mut engine, rng, n, 6, intervals);
        cut_numbers(&mut engine, rng, &starts);
        let amount = |engine: &mut Engine, rng: &mut ChaCha8Rng, low: i64, high: i64| {
            let low = rng.random_range(low..high);
            if rng.random_bool(0.85) {
                return Amount::Fixed(low);
            }
            Amount::Of(match rng.random_bool(0.5) {
                true => Number::of_interval(engine.new_interval(2), low),
                false => Number::new(engine.new_var(2), low),
            })
        };
        let is_unary = rng.random_bool(0.5);
        let mut jobs: Vec<Job> = Vec::new();
        for &start in &starts {
            let length = amount(&mut engine, rng, 0, 5);
            let need = if is_unary { Amount::Fixed(1) } else { amount(&mut engine, rng, 0, 4) };
            jobs.push(Job { start, length, need });
        }
        let capacity = if is_unary { Amount::Fixed(1) } else { amount(&mut engine, rng, 4, 6) };
        let (all, room) = (Cumulative::new(&jobs, capacity), Energy::new(&jobs, capacity));
        let strength = Strength::from_rules(move |f| {
            let ends = |of: Amount| match of {
                Amount::Fixed(n) => (n, n),
                Amount::Of(x) => (x.min(f.store), x.max(f.store)),
            };
            let bar = |job: &Job| {
                let length = ends(job.length).0;
                (job.start.min(f.store), job.start.max(f.store) + length, length, ends(job.need).0)
            };
            let bars: Vec<_> = jobs.iter().map(bar).filter(|b| b.2 * b.3 > 0).collect();
            let windows = bars.iter().flat_map(|a| bars.iter().map(move |b| (a.0, b.1)));
            for (from, to) in windows.filter(|w| w.0 < w.1) {
                let lies_in = |b: &(i64, i64, i64, i64)| from <= b.0 && b.1 <= to;
                let inside: Vec<_> = bars.iter().filter(|b| lies_in(b)).collect();
                let energy: i64 = inside.iter().map(|b| b.2 * b.3).sum();
                let room = ends(capacity).1 * (to - from) - energy;
                let is_tight =
                    inside.iter().any(|b| b.0 == from) && inside.iter().any(|b| b.1 == to);
                if !is_tight {
                    continue;
                }
                f.demand(room >= 0, "a window that is not too full");
                for b in bars.iter().filter(|b| !lies_in(b)) {
                    for start in [b.0, b.1 - b.2] {
                        let overlap = ((start + b.2).min(to) - start.max(from)).max(0);
                        f.demand(overlap * b.3 <= room, "an end of a start that leaves room");
                    }
                }
            }
        });
        Case { engine, constraint: Box::new(WithEnergy(all, room)), strength }
    });
}

#[test]
fn table_with_open_places() {
    check("table with open places", 400, |rng| {
        let mut engine = Engine::new();
        let xs: Vec<VarId> =
            (0..rng.random_range(1..5)).map(|_| engine.new_var(rng.random_range(1..5))).collect();
        let terms: Vec<Term> = xs.iter().map(|&x| Term::Var(x)).collect();
        cut(&mut engine, &terms, rng, 0.2);
        let row = |rng: &mut ChaCha8Rng| -> Vec<u32> {
            let place = |rng: &mut ChaCha8Rng| match rng.random_bool(0.3) {
                true => STAR,
                false => rng.random_range(0..4),
            };
            xs.iter().map(|_| place(rng)).collect()
        };
        let rows = (0..rng.random_range(1..8)).map(|_| row(rng)).collect();
        let constraint = Box::new(InTable::new(&xs, rows));
        Case { engine, constraint, strength: Strength::Domain }
    });
}

#[test]
fn sub_circuit() {
    check("sub_circuit", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(1..6);
        let xs: Vec<VarId> = (0..n).map(|_| engine.new_var(n)).collect();
        let terms: Vec<Term> = xs.iter().map(|&x| Term::Var(x)).collect();
        cut(&mut engine, &terms, rng, 0.3);
        Case { engine, constraint: Box::new(OnSubCircuit(xs)), strength: Strength::Checking }
    });
}

#[test]
fn joined() {
    check("joined", 400, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(1..7u32);
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| [a, b]));
        let edges: Vec<[u32; 2]> = pairs.filter(|_| rng.random_bool(0.4)).take(7).collect();
        let mut literal = || {
            let atom = engine.new_bools(1).at(0);
            atom.lit(rng.random_bool(0.7))
        };
        let vertices = (0..n).map(|_| literal()).collect();
        let on: Vec<_> = edges.iter().map(|_| literal()).collect();
        let on = rng.random_bool(0.5).then_some(on);
        let vertices: Vec<Lit> = vertices;
        let strength = {
            let (vertices, edges, on) = (vertices.clone(), edges.clone(), on.clone());
            Strength::from_rules(move |f| {
                let open = |l: Lit| !f.store.is_false(l);
                let Some(from) = vertices.iter().position(|&l| f.store.is_true(l)) else { return };
                let mut reached = vec![false; vertices.len()];
                reached[from] = true;
                for _ in 0..vertices.len() {
                    for (e, &[a, b]) in edges.iter().enumerate() {
                        let (a, b) = (a as usize, b as usize);
                        let leads = on.as_ref().is_none_or(|on: &Vec<Lit>| open(on[e]));
                        if leads && open(vertices[a]) && open(vertices[b]) {
                            let either = reached[a] || reached[b];
                            (reached[a], reached[b]) = (either, either);
                        }
                    }
                }
                for (v, &l) in vertices.iter().enumerate().filter(|(v, _)| !reached[*v]) {
                    f.must(!l, &format!("vertex {v} is cut off"));
                }
            })
        };
        let constraint = Box::new(Joined::new(Arc::new(Graph::new(n, &edges)), vertices, on));
        Case { engine, constraint, strength }
    });
}
