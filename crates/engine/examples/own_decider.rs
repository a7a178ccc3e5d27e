//! A user-defined decider in learning search: queens from the middle of the board outward.
//!
//! `cargo run -p clew-engine --example own_decider`

use clew_engine::kernel::Group;
use clew_engine::kernel::prelude::*;
use clew_engine::propagators::linear::Sum;
use clew_engine::propagators::{AllDifferent, Level};
use clew_engine::run::{Budget, Stats};
use clew_engine::search::{Count, DecideBy, Decider, LearnOptions, Learner};

const N: u32 = 7;

/// The open row that is nearest to the middle, and its value nearest to the middle. A decider without
/// preferences on failures, restarts and phases overrides nothing else.
#[derive(Clone)]
struct FromTheMiddle {
    rows: Vec<VarId>,
}

impl Decider for FromTheMiddle {
    fn next(&mut self, engine: &Engine, _patient: bool) -> Option<Lit> {
        let store = engine.store();
        let row = self.rows.iter().copied().find(|&x| store.value(x).is_none())?;
        let column = store.domain(row).iter().min_by_key(|v| v.abs_diff(N / 2));
        column.map(|v| store.atom(row, v).pos())
    }
}

/// Queens that do not attack each other, one in each row.
fn queens() -> (Engine, Vars) {
    let mut engine = Engine::new();
    let rows = engine.new_vars(N, N);
    let all: Vec<VarId> = rows.iter().collect();
    AllDifferent::new(&all, Level::Domain).post(&mut engine).expect("as many columns as rows");
    for diagonal in 1..2 * N - 2 {
        for falls in [true, false] {
            let column = |r: u32| {
                if falls { diagonal.checked_sub(r) } else { (r + diagonal).checked_sub(N - 1) }
            };
            let on = (0..N).filter_map(|r| Some((r, column(r).filter(|&c| c < N)?)));
            let atom = |(r, c)| (engine.store().atom(rows.at(r), c).pos(), 1);
            let terms: Vec<(Lit, i64)> = on.map(atom).collect();
            Sum::new(&terms, 0, 1).post(&mut engine).expect("one fits");
        }
    }
    (engine, rows)
}

/// Counts the solutions with these options.
fn count(options: LearnOptions) -> (u64, Stats) {
    let (mut engine, rows) = queens();
    let (mut count, mut stats) = (Count::default(), Stats::default());
    let groups = [Group::Vars(rows)];
    let mut learner = Learner::new(&mut engine, &groups, options, &mut ()).expect("solutions");
    let end = learner.run(&mut engine, &mut count, &Budget::default(), &mut stats, &mut ());
    assert!(end.is_ok(), "nothing stopped it");
    (count.found, stats)
}

/// Counts with the default decider and with this one.
pub fn main() {
    let mut rows: Vec<VarId> = queens().1.iter().collect();
    rows.sort_by_key(|x| (x.index() as u32).abs_diff(N / 2));
    // The function is called once for each search that needs a decider: also for each thread of a
    // portfolio.
    let decide = DecideBy::own(move |_| Ok(FromTheMiddle { rows: rows.clone() }));
    let (own, own_stats) = count(LearnOptions { decide, ..LearnOptions::default() });
    let (usual, usual_stats) = count(LearnOptions::default());
    assert_eq!((own, usual), (40, 40));
    println!("from the middle: {} decisions; by activity: {}", own_stats.nodes, usual_stats.nodes);
}
