//! A wrong explanation is a wrong answer, sooner or later: how to find it.
//!
//! `cargo run -p clew-engine --example check_explanations`

use clew_engine::kernel::Group;
use clew_engine::kernel::prelude::*;
use clew_engine::run::{Budget, Stats};
use clew_engine::search::{Count, LearnOptions, Learner};
use clew_engine::testing::{CheckExplanations, Fault};

/// `x < y` by bounds. With `careless` it explains "y is not v" by the least value of x gone, and forgets the
/// other ones below v.
#[derive(Clone)]
struct Less {
    x: VarId,
    y: VarId,
    careless: bool,
}

impl Propagator for Less {
    const RULES: &'static [&'static str] = &["above the least", "below the most"];

    fn name(&self) -> &'static str {
        "less"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        [self.x, self.y].iter().for_each(|&x| to.on(x, Event::Bounds));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let low = p.domain(self.x).min() + 1;
        p.keep_at_least(self.y, low, Tag::new(0, 0))?;
        match p.domain(self.y).max().checked_sub(1) {
            Some(high) => p.keep_at_most(self.x, high, Tag::new(1, 0))?,
            None => return Err(p.fail(Tag::new(1, 0)).into()),
        };
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let v = fact.map_or(0, |l| past.store().meaning(l.atom()).expect("about a variable").1);
        let below = if self.careless { v.min(1) } else { v };
        match tag.rule() {
            0 => {
                why.extend((0..below.min(past.store().values(self.x))).map(|u| past.not(self.x, u)))
            }
            _ => why.extend((v + 1..past.store().values(self.y)).map(|u| past.not(self.y, u))),
        }
    }
}

impl Constraint for Less {
    fn scope(&self) -> Vec<Term> {
        [self.x, self.y].map(Term::Var).to_vec()
    }

    fn holds(&self, values: &[u32]) -> bool {
        values[0] < values[1]
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

/// A chain of five variables with two forbidden pairs, searched with the checking observer.
fn search(careless: bool, mut check: CheckExplanations) -> (u64, CheckExplanations) {
    let mut engine = Engine::new();
    let xs = engine.new_vars(5, 8);
    for i in 1..5 {
        let less = Less { x: xs.at(i - 1), y: xs.at(i), careless };
        check.post(&mut engine, less).expect("there is room");
    }
    for (x, y) in [((0, 1), (4, 5)), ((1, 2), (3, 5))] {
        let clause = [x, y].map(|(x, v)| engine.store().atom(xs.at(x), v).neg());
        engine.add_clause(&clause).expect("nothing is known yet");
    }
    let groups = [Group::Vars(xs)];
    let (mut count, mut stats) = (Count::default(), Stats::default());
    let options = LearnOptions::default();
    let mut learner = Learner::new(&mut engine, &groups, options, &mut check).expect("solutions");
    let end = learner.run(&mut engine, &mut count, &Budget::default(), &mut stats, &mut check);
    assert!(end.is_ok(), "nothing stopped it");
    (count.found, check)
}

/// Finds no fault in the careful propagator, and reports the fault of the careless one.
pub fn main() {
    let (found, check) = search(false, CheckExplanations::new());
    let figures = check.checked();
    assert!(figures.enumerated > 0 && figures.not_enumerated == 0);
    println!("careful: {found} solutions, {} explanations hold", figures.explanations);

    let (found, check) = search(true, CheckExplanations::collecting());
    let wrong = check.wrong().first().expect("it is found");
    assert!(matches!(wrong.fault, Fault::NotForced(_)));
    println!("careless: {found} solutions; {wrong}");
}
