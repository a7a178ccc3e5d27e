//! Bounds explained by one literal each: jobs with durations, with and without order literals.
//!
//! `cargo run --release -p clew-engine --example order_literals`

use clew_engine::kernel::Group;
use clew_engine::kernel::prelude::*;
use clew_engine::propagators::order::{Bound, OrderLiterals};
use clew_engine::run::{Budget, Stats};
use clew_engine::search::{Count, LearnOptions, Learner, Profile};

const END: u32 = 40;

rules! {
    /// Its inference rules.
    enum Rule {
        After => "after the earliest end",
        Before => "before the latest start",
    }
}

/// If `on`, job `x` ends before `y` begins: `x + d <= y`, by bounds. With order literals it uses them, otherwise
/// values.
#[derive(Clone)]
struct Before {
    on: Lit,
    x: VarId,
    d: u32,
    y: VarId,
    order: Option<OrderLiterals>,
}

impl Propagator for Before {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "before"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_lit(self.on);
        [self.x, self.y].iter().for_each(|&x| to.on(x, Event::Bounds));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if !p.is_true(self.on) {
            return Ok(Status::Fixpoint);
        }
        let start = p.domain(self.x).min() + self.d;
        let end = p.domain(self.y).max().checked_sub(self.d);
        let Some(order) = &self.order else {
            p.keep_at_least(self.y, start, Rule::After.about(start - self.d))?;
            let end = end.ok_or_else(|| p.fail(Rule::Before.about(self.d - 1)))?;
            p.keep_at_most(self.x, end, Rule::Before.about(end + self.d))?;
            return Ok(Status::Fixpoint);
        };
        // The note is the bound used by the inference.
        let after = Rule::After.about(start - self.d);
        match order.at_least(self.y, start) {
            Bound::If(l) => drop(p.infer(l, after)?),
            Bound::Always => {}
            Bound::Never => return Err(p.fail(after).into()),
        }
        let Some(end) = end else { return Err(p.fail(Rule::Before.about(self.d - 1)).into()) };
        if let Bound::If(l) = order.at_most(self.x, end) {
            p.infer(l, Rule::Before.about(end + self.d))?;
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        why.push(self.on);
        let bound = tag.note();
        match (&self.order, Rule::from_tag(tag)) {
            (Some(order), Rule::After) => why.extend(order.at_least(self.x, bound).lit()),
            (Some(order), Rule::Before) => why.extend(order.at_most(self.y, bound).lit()),
            (None, rule) => {
                // Every value up to the bound.
                let v = fact.and_then(|l| past.store().meaning(l.atom())).map(|m| m.1);
                match rule {
                    Rule::After => {
                        let low = v.map_or(bound, |v| (v + 1).saturating_sub(self.d));
                        why.extend((0..low).map(|u| past.not(self.x, u)));
                    }
                    Rule::Before => {
                        let high = v.map_or(bound + 1, |v| v + self.d);
                        why.extend((high..END).map(|u| past.not(self.y, u)));
                    }
                }
            }
        }
    }
}

/// Shows that six jobs on one machine take more than the available time; returns the failures and the mean
/// length of learnt clauses.
fn refute(with_order: bool) -> (u64, f64) {
    let durations = [6, 7, 8, 7, 6, 8];
    let mut engine = Engine::new();
    let starts = engine.new_vars(durations.len() as u32, END);
    let xs: Vec<VarId> = starts.iter().collect();
    for (&x, d) in xs.iter().zip(durations) {
        // It ends in time.
        for v in END - d + 1..END {
            let late = engine.store().atom(x, v).neg();
            engine.assert(late).expect("other values are left");
        }
    }
    let order = with_order.then(|| OrderLiterals::new(&mut engine, &xs));
    let n = xs.len();
    let firsts = engine.new_bools((n * (n - 1) / 2) as u32);
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    for (first, (i, j)) in firsts.iter().zip(pairs) {
        for (on, x, y) in [(first.pos(), i, j), (first.neg(), j, i)] {
            let order = order.clone();
            engine.add(Before { on, x: xs[x], d: durations[x], y: xs[y], order });
        }
    }
    // Once the order of the jobs is decided, only bounds are left to propagate.
    let groups = [Group::Bools { bools: firsts, prefer: true }, Group::Vars(starts)];
    let mut profile = Profile::from_engine(&engine);
    let (mut count, mut stats) = (Count::default(), Stats::default());
    let options = LearnOptions::default();
    let mut learner = Learner::new(&mut engine, &groups, options, &mut profile).expect("open");
    let end = learner.run(&mut engine, &mut count, &Budget::default(), &mut stats, &mut profile);
    assert!(end.is_ok() && count.found == 0, "42 hours of work do not fit into 40");
    (stats.failures, profile.quality.length.mean())
}

/// Compares the two.
pub fn main() {
    let (failures, length) = refute(false);
    let (with_order, with_order_length) = refute(true);
    println!("without order literals: {failures} failures, {length:.1} literals a clause");
    println!(
        "with order literals: {with_order} failures, {with_order_length:.1} literals a clause"
    );
    assert!(with_order_length < length);
}
