//! An incremental propagator that has drawn the consequences of its own changes does not read them again.

use crate::kernel::{
    Bools, Engine, Halt, Lit, Lits, Past, Propagation, Propagator, Status, Subscriptions, Tag,
};
use std::sync::{Arc, Mutex};

/// Where the first Boolean is true the second is; records the number of entries that each run reads.
#[derive(Clone)]
struct Follows {
    bools: Bools,
    own_read: bool,
    read: Arc<Mutex<Vec<usize>>>,
}

impl Propagator for Follows {
    fn name(&self) -> &'static str {
        "follows"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_bools(self.bools);
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.read.lock().expect("one thread").push(p.news().len());
        if p.is_true(self.bools.at(0).pos()) {
            p.infer(self.bools.at(1).pos(), Tag::new(0, 0))?;
        }
        if self.own_read {
            p.mark_own_read();
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, _: &Past<'_>, _: Option<Lit>, _: Tag, why: &mut Lits) {
        why.push(self.bools.at(0).pos());
    }
}

/// It runs after the decision, again for its own change, and for the other decision; after going back it reads that of the
/// other side alone.
#[test]
fn own_changes_are_read_or_marked_as_read() {
    for (own_read, expected) in [(true, [0, 1, 0, 1, 1]), (false, [0, 1, 1, 1, 1])] {
        let mut engine = Engine::new();
        let bools = engine.new_bools(3);
        let read = Arc::<Mutex<Vec<usize>>>::default();
        engine.add(Follows { bools, own_read, read: read.clone() });
        let decide = |engine: &mut Engine, l: Lit| {
            engine.decide(l);
            engine.fixpoint(&mut ()).expect("nothing contradicts");
        };
        engine.fixpoint(&mut ()).expect("nothing contradicts");
        decide(&mut engine, bools.at(0).pos());
        assert!(engine.store().is_true(bools.at(1).pos()));
        decide(&mut engine, bools.at(2).pos());
        engine.backtrack(1);
        decide(&mut engine, bools.at(2).neg());
        assert_eq!(*read.lock().expect("one thread"), expected, "own changes read: {own_read}");
    }
}
