//! The network that a proof of a model follows: constraints whose reasons follow from their rows are posted as they are,
//! the others as their rows.

use super::encoding::{Code, Encoding};
use super::numbers::{Condition, Number};
use crate::model::error::Unbuilt;
use crate::model::expr::{Operand, Relation};
use crate::model::network::places::{IntVarRef, VarMap};
use crate::model::network::posting::Posting;
use crate::model::network::truths::Truths;
use crate::model::network::{Layout, located};
use crate::model::rules::Rule;
use crate::model::statement::Statement;
use clew_engine::kernel::{Atom, Group, Halt, Lit, Model as Kernel, Objective, StepCounter};
use clew_engine::propagators::linear::Part;
use clew_puzzle::certificate::{Literal, Names};
use clew_puzzle::formulation::{Constraint, Relation as Sign, Row};
use rustc_hash::FxHashMap;

/// A number of a constraint's own with more values is an interval variable.
const MANY: i64 = 256;

/// The network, and the literals of its atoms in the rows.
pub(super) struct Network {
    pub model: Kernel,
    pub places: VarMap,
    pub names: Names,
}

/// A variable of a constraint's own in the network.
#[derive(Clone, Copy)]
struct Placed {
    part: Part,
    low: i64,
}

/// Whether the reasons of a constraint's propagators follow from its rows by short searches.
fn is_followed(rule: &Rule) -> bool {
    match rule {
        Rule::AllDifferent(_)
        | Rule::Linear { .. }
        | Rule::Chain { .. }
        | Rule::Clause(_)
        | Rule::Table { .. }
        | Rule::Channel { .. }
        | Rule::Inverse { .. }
        | Rule::Walk { .. } => true,
        Rule::Path { .. } | Rule::Circuit { .. } | Rule::Own { .. } => false,
        Rule::Global(global) => global.0.has_proofs(),
    }
}

/// Builds the network of a statement whose rows are these.
///
/// # Errors
/// If it becomes too large; interrupted.
pub(super) fn network(
    of: &Statement,
    layout: &Layout,
    encoding: &Encoding<'_>,
    (memory, counter): (usize, StepCounter<'_>),
) -> Result<Network, Unbuilt> {
    // Each truth value has a name in the rows, and thus a variable.
    let (mut model, places) = located(of, layout, &mut Truths::own(of));
    let own = own(encoding, of, &mut model);
    let mut posting = Posting::new(&of.variables, model, places, memory, counter);
    match posting.follow(of, encoding, &own) {
        Ok(()) => {}
        Err(Halt::Interrupted) => {
            return Err(match posting.overfull.take() {
                Some(why) => Unbuilt::Model(why),
                None => Unbuilt::Interrupted,
            });
        }
        Err(Halt::Conflict) => {
            posting.model.infeasible = true;
            let negated = of.target.as_ref().is_some_and(|target| target.negated);
            posting.model.objective = Some(Objective { negated, ..Objective::default() });
        }
    }
    let names = names(&posting, encoding, &own);
    Ok(Network { model: posting.model, places: posting.places, names })
}

/// Makes the variables of constraints' own, by their numbers in the rows; search decides them too.
fn own(encoding: &Encoding<'_>, of: &Statement, model: &mut Kernel) -> FxHashMap<usize, Placed> {
    let stated = of.variables.ints.len() + of.variables.own.len();
    let mut own = FxHashMap::default();
    for (k, v) in encoding.rows.rows.variables().iter().enumerate().skip(stated) {
        if encoding.meanings.contains_key(&k) {
            continue;
        }
        let part = match encoding.codes[k] {
            Code::Literal(_) => {
                let bools = model.bools("own", 1);
                model.groups.push(Group::Bools { bools, prefer: false });
                Part::Lit(bools.at(0).pos(), 1)
            }
            Code::Number(_) if v.high - v.low > MANY => {
                Part::Interval(model.engine.new_interval((v.high - v.low + 1) as u32), 1)
            }
            Code::Number(_) => {
                let vars = model.vars("own", 1, (v.high - v.low + 1) as u32);
                model.groups.push(Group::Vars(vars));
                Part::Var(vars.at(0), 1)
            }
        };
        own.insert(k, Placed { part, low: v.low });
    }
    own
}

impl Posting<'_> {
    /// Posts the constraints.
    fn follow(
        &mut self,
        of: &Statement,
        encoding: &Encoding<'_>,
        own: &FxHashMap<usize, Placed>,
    ) -> Result<(), Halt> {
        self.cut_ranges()?;
        for (rule, range) in of.rules.iter().zip(&encoding.ranges) {
            if is_followed(rule) {
                self.post_rule(rule, of)?;
            } else {
                for constraint in &encoding.rows.rows.constraints()[range.clone()] {
                    if let Constraint::Row(row) = constraint {
                        self.post_row(row, encoding, own)?;
                    }
                }
            }
            self.afford()?;
        }
        self.post_order()?;
        if let Some(target) = &of.target {
            self.objective(target)?;
        }
        Ok(())
    }

    fn post_row(
        &mut self,
        row: &Row,
        encoding: &Encoding<'_>,
        own: &FxHashMap<usize, Placed>,
    ) -> Result<(), Halt> {
        self.counter.spend(row.terms.len())?;
        let ints = self.variables.ints.len();
        let sign = if row.relation == Sign::Least { -1 } else { 1 };
        let terms: Vec<(i64, usize)> =
            row.terms.iter().map(|&(c, var)| (sign * c, var.number())).collect();
        let stated = terms.iter().filter(|term| term.1 < ints);
        let stated: Vec<(i64, Operand)> =
            stated.map(|&(c, k)| (c, Operand::Int(k as u32))).collect();
        let (mut parts, mut constant) = self.parts(&stated)?;
        for &(c, k) in terms.iter().filter(|term| term.1 >= ints) {
            if let Some(placed) = own.get(&k) {
                constant += c * placed.low;
                parts.push(match placed.part {
                    Part::Var(x, _) => Part::Var(x, c),
                    Part::Interval(x, _) => Part::Interval(x, c),
                    Part::Lit(l, _) => Part::Lit(l, c),
                });
                continue;
            }
            let l = match encoding.meanings.get(&k) {
                Some(&(x, value)) => self.is(x, value)?,
                None => self.places.own[k - ints],
            };
            let l = self.apart(l, &parts)?;
            parts.push(Part::Lit(l, c));
        }
        let relation = match row.relation {
            Sign::Equal => Relation::Equal,
            Sign::Most | Sign::Least => Relation::AtMost,
        };
        self.row(parts, relation, sign * row.constant - constant)
    }
}

/// The literals of the network's atoms.
fn names(posting: &Posting<'_>, encoding: &Encoding<'_>, own: &FxHashMap<usize, Placed>) -> Names {
    let store = posting.model.engine.store();
    let (mut names, mut intervals): Names = Default::default();
    let mut bits = |x, low: i64, number: &Number| {
        for (v, atom) in (low..).zip(store.atoms(x).iter()) {
            if (number.low..=number.low + number.order.len() as i64).contains(&v) {
                names.extend(number.value(v).map(|l| (atom, l)));
            }
        }
        for (v, atom) in (low..).zip(store.bounds(x).iter().flat_map(|bounds| bounds.iter())) {
            if let Condition::Literal(l) = number.at_most(v.into()) {
                names.push((atom, l));
            }
        }
    };
    for (seat, number) in posting.places.ints.iter().zip(&encoding.numbers) {
        match *seat {
            IntVarRef::Bits(place) => bits(place.var, place.frame.low, number),
            IntVarRef::Ends { interval, .. } => intervals.push((interval, number.order.clone())),
        }
    }
    for (&(from, frame), &copy) in &posting.copies {
        if let Some((x, _)) = posting.places.bits_of(from) {
            bits(copy, frame.low, &encoding.numbers[x as usize]);
        }
    }
    for (k, placed) in own {
        match (placed.part, encoding.codes[*k]) {
            (Part::Var(x, _), Code::Number(number)) => {
                bits(x, placed.low, &encoding.numbers[number]);
            }
            (Part::Interval(x, _), Code::Number(number)) => {
                intervals.push((x, encoding.numbers[number].order.clone()));
            }
            _ => {}
        }
    }
    if let (Some(goal), Some(objective)) = (&encoding.goal, &posting.model.objective) {
        match (objective.interval, objective.terms.first()) {
            (Some(x), _) => intervals.push((x, goal.order.clone())),
            (None, Some(&(l, _))) => {
                if let Some((x, _)) = store.meaning(l.atom()) {
                    bits(x, goal.low, goal);
                }
            }
            (None, None) => {}
        }
    }
    let named = |l: Lit, name: Literal| (l.atom(), if l.is_positive() { name } else { !name });
    for (k, placed) in own {
        if let (Part::Lit(l, _), Code::Literal(name)) = (placed.part, encoding.codes[*k]) {
            names.push(named(l, name));
        }
    }
    let ints = posting.places.ints.len();
    for (&l, code) in posting.places.own.iter().zip(&encoding.codes[ints..]) {
        if let Code::Literal(name) = *code {
            names.push(named(l, name));
        }
    }
    for (&(x, v), &l) in &posting.places.values {
        let Some((index, low)) = posting.places.ends(x) else { continue };
        names.extend(encoding.numbers[index as usize].value(low + v).map(|name| named(l, name)));
    }
    let known: FxHashMap<Atom, Literal> = names.iter().copied().collect();
    for &[copy, of] in &posting.twins {
        let Some(&name) = known.get(&of.atom()) else { continue };
        names.push(named(copy, if of.is_positive() { name } else { !name }));
    }
    // In an order that does not depend on hashes.
    names.sort_unstable_by_key(|&(atom, literal)| (atom.index(), literal));
    intervals.sort_unstable_by_key(|x| x.0);
    (names, intervals)
}
