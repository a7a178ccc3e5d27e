//! An incremental propagator that is switched off and on has read each fact of a branch once.

use crate::kernel::{
    CellId, Engine, Event, Halt, Lit, Lits, Past, PropId, Propagation, Propagator, Status,
    Subscriptions, Tag, VarId, Vars,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Counts what it reads in a reversible cell: the values that have gone from some variables.
#[derive(Clone)]
struct Reader {
    vars: Vars,
    read: CellId,
}

impl Propagator for Reader {
    fn name(&self) -> &'static str {
        "reader"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        to.on_vars(self.vars, Event::Any);
    }

    fn is_incremental(&self) -> bool {
        true
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if p.is_first_run() {
            let gone = self.vars.iter().map(|x| p.values(x) - p.size(x)).sum();
            p.set_cell(self.read, gone);
            return Ok(Status::Fixpoint);
        }
        let mut read = p.cell(self.read);
        for at in p.news() {
            let entry = p.entry(at);
            if entry.removes() {
                read += entry.mask.count_ones();
            }
        }
        p.set_cell(self.read, read);
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, _: &Past<'_>, _: Option<Lit>, _: Tag, _: &mut Lits) {
        unreachable!("it infers nothing")
    }
}

#[test]
fn what_was_missed_is_read_once() {
    let (mut caught_up, mut read_again) = (0, 0);
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut engine = Engine::new();
        let vars = engine.new_vars(6, 5);
        let xs: Vec<VarId> = vars.iter().collect();
        let read = engine.store_mut().new_cell(0);
        let id: PropId = engine.add(Reader { vars, read });
        assert_eq!(engine.fixpoint(&mut ()), Ok(()));
        let gone = |e: &Engine| -> u32 {
            xs.iter().map(|&x| e.store().values(x) - e.store().size(x)).sum()
        };
        for _ in 0..60 {
            match rng.random_range(0..5) {
                0 => engine.set_enabled(id, false),
                1 => {
                    let late = gone(&engine) > engine.store().cell(read);
                    caught_up += u32::from(late && !engine.is_enabled(id) && engine.level() > 1);
                    engine.set_enabled(id, true);
                }
                2 if engine.level() > 0 => {
                    let before = engine.store().cell(read);
                    let level = rng.random_range(0..engine.level());
                    engine.backtrack(level);
                    read_again += u32::from(engine.store().cell(read) < before.min(gone(&engine)));
                }
                _ => {
                    let x = xs[rng.random_range(0..xs.len())];
                    let v = rng.random_range(0..5);
                    let atom = engine.store().atom(x, v);
                    if engine.store().size(x) > 2 && engine.store().is_open(atom) {
                        engine.decide(atom.neg());
                    }
                }
            }
            assert_eq!(engine.fixpoint(&mut ()), Ok(()));
            if engine.is_enabled(id) {
                let counted = engine.store().cell(read);
                assert_eq!(counted, gone(&engine), "seed {seed}, level {}", engine.level());
            }
        }
    }
    assert!(caught_up > 100 && read_again > 20, "{caught_up}, {read_again}");
}
