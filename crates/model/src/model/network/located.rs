//! The variables of a statement in a store, before any constraint.

use super::Layout;
use crate::model::network::places::{IntVarRef, Place, VarMap};
use crate::model::network::truths::{Truth, Truths};
use crate::model::statement::Statement;
use clew_engine::kernel::{Atom, Group, Halt, Lit, Model as Kernel, StepCounter};
use rustc_hash::FxHashMap;

/// A network that has the variables of a statement, and no constraints yet.
pub(in crate::model) fn located(
    statement: &Statement,
    layout: &Layout,
    truths: &mut Truths,
) -> (Kernel, VarMap) {
    let Layout { frames, wide, order, .. } = layout;
    let mut model = Kernel::new();
    let lens: Vec<u32> = order.iter().map(|&x| frames[x as usize].len).collect();
    let vars = model.vars_of("int", &lens);
    let mut rank = vec![0; frames.len()];
    (0..).zip(order).for_each(|(i, &x)| rank[x as usize] = i);
    let mut ints = Vec::with_capacity(frames.len());
    for ((&i, &frame), wide) in rank.iter().zip(frames).zip(wide.iter().by_vals()) {
        ints.push(match wide {
            true => {
                IntVarRef::Ends { interval: model.engine.new_interval(frame.len), low: frame.low }
            }
            false => IntVarRef::Bits(Place { var: vars.at(i), frame }),
        });
    }
    let meanings = (0..).zip(&statement.variables.own).map(|(k, _)| truths.of(k));
    let meanings: Vec<Truth> = meanings.collect();
    let is_root = |(k, meaning): &(u32, &Truth)| **meaning == Truth::Own(*k, false);
    let roots = (0..).zip(&meanings).filter(is_root).count();
    let bools = model.bools("bool", roots as u32);
    let mut fresh = bools.iter();
    let mut own: Vec<Lit> = Vec::with_capacity(meanings.len());
    for meaning in meanings {
        let (lit, negated) = match meaning {
            Truth::Is(x, value, negated) => match ints[x as usize] {
                IntVarRef::Bits(Place { var, frame }) => {
                    let value = frame.place(value).expect("it lies in the frame");
                    (model.engine.store().atom(var, value).pos(), negated)
                }
                IntVarRef::Ends { .. } => unreachable!("it has one bit per value"),
            },
            // The root of a class is its first one.
            Truth::Own(root, negated) => match own.get(root as usize) {
                Some(&lit) => (lit, negated),
                None => (fresh.next().expect("one for each root").pos(), negated),
            },
        };
        own.push(if negated { !lit } else { lit });
    }
    let (values, owners, halves) = (FxHashMap::default(), Vec::new(), Vec::new());
    let places = VarMap { ints, own, values, owners, halves, fractions: None };
    if !vars.is_empty() {
        model.groups.push(Group::Vars(vars));
    }
    if !bools.is_empty() {
        model.groups.push(Group::Bools { bools, prefer: false });
    }
    (model, places)
}

/// The atoms by which two solutions differ.
pub(super) fn answer(
    model: &Kernel,
    places: &VarMap,
    counter: &StepCounter<'_>,
) -> Result<Vec<Atom>, Halt> {
    let store = model.engine.store();
    let mut atoms = Vec::new();
    for x in places.bits() {
        counter.spend(1 + x.frame.len as usize)?;
        atoms.extend(store.atoms(x.var).iter());
    }
    counter.spend(places.own.len())?;
    let mut own: Vec<Atom> = places.own.iter().map(|l| l.atom()).collect();
    own.retain(|&atom| store.meaning(atom).is_none());
    own.sort_unstable();
    own.dedup();
    atoms.extend(own);
    Ok(atoms)
}
