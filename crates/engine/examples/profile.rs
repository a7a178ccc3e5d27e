//! The time of a search: a profile of a user-defined network.
//!
//! `cargo run --release -p clew-engine --example profile`

use clew_engine::kernel::prelude::*;
use clew_engine::kernel::{Group, Model};
use clew_engine::propagators::order::Order;
use clew_engine::propagators::{AllDifferent, Level, OrderChain};
use clew_engine::run::{Budget, Stats};
use clew_engine::search::{Count, LearnOptions, Learner, Profile};

const N: u32 = 5;

/// A square whose rows and columns hold each number once, with five cells that are less than their right neighbour.
fn model() -> Model {
    let mut model = Model::new();
    let cells = model.vars("cell", N * N, N);
    let cell = |r: u32, c: u32| cells.at(r * N + c);
    for k in 0..N {
        for line in [0, 1] {
            let cells = (0..N).map(|i| if line == 0 { cell(k, i) } else { cell(i, k) });
            let cells: Vec<VarId> = cells.collect();
            AllDifferent::new(&cells, Level::Domain).post(&mut model.engine).expect("open");
        }
    }
    let less: Vec<[VarId; 2]> = (0..N).map(|r| [cell(r, r % 4), cell(r, r % 4 + 1)]).collect();
    let chain = OrderChain::new(Order::new(&less).expect("there is no circle"));
    model.engine.add(chain);
    model.groups.push(Group::Vars(cells));
    model
}

/// Counts a thousand solutions and prints the statistics of each kind of propagator.
pub fn main() {
    let model = model();
    // The names of propagators and of blocks of variables are taken from the model.
    let mut profile = Profile::from_model(&model);
    let options = LearnOptions::from_model(&model);
    let mut engine = model.engine.clone();
    let mut learner =
        Learner::from_model(&mut engine, &model, options, &mut profile).expect("solutions");
    let mut count = Count { limit: Some(1000), ..Count::default() };
    let mut stats = Stats::default();
    let end = learner.run(&mut engine, &mut count, &Budget::default(), &mut stats, &mut profile);
    assert!(end.is_err() && count.found == 1000, "it stops when there are enough");
    profile.finish();

    print!("{profile}");
    let kinds = profile.kinds();
    assert!(kinds.iter().any(|k| k.0 == "order_chain" && k.1 == 1));
    // The figures of single propagators add up to those of their kinds.
    let calls: u64 = profile.rows().iter().map(|(_, _, row)| row.calls).sum();
    assert_eq!(calls, profile.calls());
    assert_eq!(profile.rows().len(), model.engine.len());
    let (cell, [is, is_not]) = profile.networks[0].decisions[0];
    println!("decisions about a {cell}: {is} for a value, {is_not} against one");
    assert_eq!(is + is_not, stats.nodes);
}
