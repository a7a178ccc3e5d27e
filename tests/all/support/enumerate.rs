//! All solutions of a model by plain depth-first search.

use clew::kernel::{Engine, Lit, Model, Reason};

/// Calls `found` at every solution; returns the number of failures. Decides the atoms of the model's
/// groups in order, as the model prefers.
pub fn enumerate(model: &Model, mut found: impl FnMut(&Engine)) -> u64 {
    if model.infeasible {
        return 0;
    }
    let mut atoms = Vec::new();
    for group in &model.groups {
        let prefer = match *group {
            clew::kernel::model::Group::Bools { prefer, .. } => prefer,
            clew::kernel::model::Group::Vars { .. } => true,
        };
        group.each_atom(&model.engine, |a| atoms.push(a.lit(prefer)));
    }
    let mut engine = model.engine.clone();
    let mut decisions: Vec<Lit> = Vec::new();
    let mut failures = 0;
    let mut dead = engine.fixpoint(&mut ()).is_err();
    loop {
        if !dead {
            if let Some(&l) = atoms.iter().find(|l| engine.store().is_open(l.atom())) {
                decisions.push(l);
                engine.decide(l);
                dead = engine.fixpoint(&mut ()).is_err();
                continue;
            }
            found(&engine);
        } else {
            failures += 1;
        }
        // The other branch of the deepest decision that has one left.
        loop {
            let Some(l) = decisions.pop() else { return failures };
            engine.backtrack(decisions.len() as u32);
            let died =
                engine.assign(!l, Reason::DECISION).is_err() || engine.fixpoint(&mut ()).is_err();
            if died {
                failures += 1;
            } else {
                dead = false;
                break;
            }
        }
    }
}
