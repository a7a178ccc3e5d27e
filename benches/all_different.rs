//! All-different, tier by tier: median nanoseconds per call, and the results of the calls.
//!
//! Each case walks down from n variables of n values with a random part of the values taken away: a random variable
//! gets a random value of its domain, everything is propagated, and at the bottom or at a failure it starts again from
//! the top. Calls of the tier are timed by an observer, whose own cost (two clock readings, measured on an empty
//! stretch) is taken off. The median is shown: a mean would also measure the other load of the machine. Seeds are
//! fixed: the numbers of calls and removals are the same on every machine.
//!
//! Run: `cargo bench --bench all_different`.

use clew::kernel::{CallResult, Engine, Observer, Part, PropId, Reason, VarId};
use clew::propagators::all_different::{Elimination, WideMatching, post_domain};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::time::Instant;

/// Walks a case.
const WALKS: u32 = 200;

#[derive(Clone, Copy, PartialEq)]
enum Tier {
    Elimination,
    Bits,
    Wide,
}

/// Times the calls of one propagator.
struct Clock {
    who: PropId,
    since: Instant,
    nanos: Vec<u64>,
    calls: u64,
    failures: u64,
    removals: u64,
}

impl Observer for Clock {
    const CALLS: bool = true;
    const PARTS: bool = true;

    fn enters(&mut self, part: Part) {
        if part == Part::Propagating(self.who) {
            self.since = Instant::now();
        }
    }

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        if who != self.who {
            return;
        }
        self.nanos.push(self.since.elapsed().as_nanos() as u64);
        self.calls += 1;
        self.failures += u64::from(result.is_err());
        let made = &engine.store().trail()[from..];
        let own = made.iter().filter(|e| e.reason.prop() == Some(who));
        self.removals += own.map(|e| u64::from(e.mask.count_ones())).sum::<u64>();
    }
}

/// The time measured for an empty stretch, in nanoseconds: the least mean of many batches.
fn clock_cost() -> f64 {
    let batch = || (0..1000).map(|_| Instant::now().elapsed().as_nanos()).sum::<u128>();
    (0..200).map(|_| batch()).min().unwrap_or(0) as f64 / 1000.0
}

/// n variables of n values; each keeps its own value (so that there is a solution) and others with
/// the given chance.
fn start(n: u32, density: f64, rng: &mut ChaCha8Rng) -> (Engine, Vec<VarId>) {
    let mut engine = Engine::new();
    let xs: Vec<VarId> = (0..n).map(|_| engine.new_var(n)).collect();
    for (i, &x) in xs.iter().enumerate() {
        for v in (0..n).filter(|&v| v != i as u32) {
            if !rng.random_bool(density) {
                let a = engine.store().atom(x, v);
                engine.assert(a.neg()).expect("its own value is kept");
            }
        }
    }
    (engine, xs)
}

fn measure(tier: Tier, n: u32, density: f64) -> Clock {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(n));
    let (mut engine, xs) = start(n, density, &mut rng);
    let elimination = Elimination::new(engine.store_mut(), &xs);
    let first = engine.add(elimination);
    let who = match tier {
        Tier::Elimination => first,
        Tier::Bits => post_domain(&mut engine, &xs),
        Tier::Wide => {
            let wide = WideMatching::new(engine.store_mut(), &xs);
            engine.add(wide)
        }
    };
    let mut clock =
        Clock { who, since: Instant::now(), nanos: Vec::new(), calls: 0, failures: 0, removals: 0 };
    engine.fixpoint(&mut clock).expect("there is a solution");
    let walks = if n > 200 { WALKS / 20 } else { WALKS };
    for _ in 0..walks {
        loop {
            let open: Vec<VarId> =
                xs.iter().copied().filter(|&x| engine.store().size(x) > 1).collect();
            if open.is_empty() {
                break;
            }
            let x = open[rng.random_range(0..open.len())];
            let domain = engine.store().domain(x);
            let skip = rng.random_range(0..domain.size()) as usize;
            let v = domain.iter().nth(skip).expect("within the size");
            engine.push_level();
            let a = engine.store().atom(x, v);
            engine.assign(a.pos(), Reason::DECISION).expect("it was open");
            if engine.fixpoint(&mut clock).is_err() {
                break;
            }
        }
        engine.backtrack(0);
    }
    clock
}

fn main() {
    let cost = clock_cost();
    println!("clock: {cost:.0} ns a pair of readings, taken off below");
    println!(
        "{:<12} {:>5} {:>8} {:>9} {:>9} {:>9} {:>9}",
        "tier", "n", "density", "ns/call", "calls", "failures", "removals"
    );
    let cases = [
        ("elimination", Tier::Elimination, &[9, 25, 40, 60, 100][..]),
        ("bits", Tier::Bits, &[9, 25, 40, 60, 100]),
        ("wide", Tier::Wide, &[9, 40, 100, 150, 400, 900]),
    ];
    for (name, tier, orders) in cases {
        for &n in orders {
            for density in [0.6, 4.0 / f64::from(n).max(8.0)] {
                let mut c = measure(tier, n, density);
                c.nanos.sort_unstable();
                let each = c.nanos[c.nanos.len() / 2] as f64 - cost;
                println!(
                    "{name:<12} {n:>5} {density:>8.3} {each:>9.0} {:>9} {:>9} {:>9}",
                    c.calls, c.failures, c.removals
                );
            }
        }
    }
}
