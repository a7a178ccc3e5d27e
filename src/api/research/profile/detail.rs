//! The results of an additional run: where on the board things happen, by which rules, and which propagator wakes
//! which. It costs time of its own, so it is not timed.

use crate::api::research::profile::per_network::PerNetwork;
use clew_engine::kernel::{
    CallResult, Cause, Engine, Failure, Halt, Lit, Lits, Observer, PropId, Searched,
};
use clew_puzzle::puzzle::{Cell, Puzzle};
use clew_report::literal_names::Meanings;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A network seen by the observer.
struct Known {
    meanings: Meanings,
    kinds: Vec<&'static str>,
    /// Cells of literals that have been looked up, by plane and bit.
    cells: FxHashMap<Lit, Vec<Cell>>,
}

impl Known {
    fn cells(&mut self, l: Lit) -> &[Cell] {
        let meanings = &self.meanings;
        self.cells.entry(l).or_insert_with(|| meanings.cells(l.atom()))
    }
}

/// See the head of the file.
pub(crate) struct Detail {
    puzzle: Puzzle,
    known: PerNetwork<Known>,
    told: usize,
    /// For each cell: failures whose reason involves it, decisions about it, literals removed or settled.
    pub failures: Vec<f64>,
    pub decisions: Vec<f64>,
    pub removals: Vec<f64>,
    /// For each cell: learnt clauses that involve it, each shared out among its cells.
    pub activity: Vec<f64>,
    /// For each kind of propagator and rule: literals inferred, failures.
    pub rules: BTreeMap<(&'static str, &'static str), [u64; 2]>,
    /// For each pair, how often the first woke the second; `""` if no propagator did.
    pub wakes: BTreeMap<(&'static str, &'static str), u64>,
}

impl Detail {
    pub fn new(puzzle: &Puzzle) -> Detail {
        let none = vec![0.0; puzzle.cells()];
        Detail {
            puzzle: puzzle.clone(),
            known: PerNetwork::default(),
            told: 0,
            failures: none.clone(),
            decisions: none.clone(),
            removals: none.clone(),
            activity: none,
            rules: BTreeMap::new(),
            wakes: BTreeMap::new(),
        }
    }

    fn news(&mut self, engine: &Engine) {
        let trail = engine.store().trail();
        let Some(known) = self.known.now_mut() else { return };
        for e in trail.get(self.told..).unwrap_or_default() {
            if matches!(e.reason.cause(), Cause::Decision) {
                continue;
            }
            for l in e.lits() {
                for &cell in known.cells(l) {
                    self.removals[cell as usize] += 1.0;
                }
            }
            if let Cause::Rule { prop, tag } = e.reason.cause() {
                let propagator = engine.prop(prop);
                let rule = (propagator.name(), propagator.rule(tag));
                self.rules.entry(rule).or_default()[0] += u64::from(e.mask.count_ones());
            }
        }
        self.told = trail.len();
    }
}

/// Adds one, in equal parts, to the cells of some literals.
fn share_out(known: &mut Known, about: &[Lit], cells: &mut [f64]) {
    let mut spoken: Vec<Cell> = about.iter().flat_map(|&l| known.cells(l).to_vec()).collect();
    spoken.sort_unstable();
    spoken.dedup();
    let each = 1.0 / spoken.len().max(1) as f64;
    spoken.into_iter().for_each(|cell| cells[cell as usize] += each);
}

impl Observer for Detail {
    const CALLS: bool = true;
    const WAKES: bool = true;

    fn network(&mut self, on: &Searched<'_>) {
        self.known.turn_to(on, |built| Known {
            meanings: Meanings::new(&self.puzzle, built),
            kinds: (0..on.engine.len() as u32)
                .map(|id| on.engine.prop(PropId(id)).name())
                .collect(),
            cells: FxHashMap::default(),
        });
    }

    fn fixpoint(&mut self, engine: &mut Engine, from: usize) {
        if engine.level() == 0 {
            engine.remember();
        }
        self.told = from;
    }

    fn ran(&mut self, engine: &mut Engine, _who: PropId, _from: usize, _result: &CallResult) {
        self.news(engine);
    }

    fn fixed(&mut self, engine: &mut Engine, result: &Result<(), Halt>) {
        self.news(engine);
        if *result != Err(Halt::Conflict) || !engine.store().remembers() {
            return;
        }
        let Some(failure) = engine.store().failure() else { return };
        let by_rule = match failure {
            Failure::Rule { prop, tag } => Some((prop, tag)),
            Failure::Lit { reason, .. } => match reason.cause() {
                Cause::Rule { prop, tag } => Some((prop, tag)),
                _ => None,
            },
            _ => None,
        };
        if let Some((prop, tag)) = by_rule {
            let propagator = engine.prop(prop);
            self.rules.entry((propagator.name(), propagator.rule(tag))).or_default()[1] += 1;
        }
        let mut why = Lits::new();
        engine.explain_failure(&mut why);
        let Some(known) = self.known.now_mut() else { return };
        // Every failure counts once, regardless of its premises.
        share_out(known, &why, &mut self.failures);
    }

    fn learned(&mut self, _engine: &mut Engine, clause: &[Lit]) {
        if let Some(known) = self.known.now_mut() {
            share_out(known, clause, &mut self.activity);
        }
    }

    fn branched(&mut self, _depth: u32, on: Lit) {
        let Some(known) = self.known.now_mut() else { return };
        for &cell in known.cells(on) {
            self.decisions[cell as usize] += 1.0;
        }
    }

    fn woken(&mut self, author: Option<PropId>, who: PropId) {
        let Some(known) = self.known.now() else { return };
        let kind = |id: PropId| known.kinds.get(id.0 as usize).copied().unwrap_or("");
        let pair = (author.map_or("", kind), kind(who));
        *self.wakes.entry(pair).or_default() += 1;
    }
}
