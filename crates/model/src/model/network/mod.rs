//! The network of a model: its variables in a store, a propagator for each constraint.

pub(crate) mod frame;
pub(crate) mod frames;
mod halves;
mod located;
mod mentions;
pub(crate) mod places;
pub(crate) mod posting;
mod probing;
pub(crate) mod relaxation;
pub(crate) mod size;
mod sums;
mod tables;
pub(crate) mod truths;
pub(crate) mod wide;

use self::located::answer;
pub(super) use self::located::located;
use super::components::Pairs;
use super::error::{MAX_VALUES, Unbuilt};
use super::expr::{Operand, Relation};
use super::graph::Graph;
use super::statement::{Statement, Target};
use super::variables::Literal;
use crate::model::network::frame::Frame;
use crate::model::network::frames::{frames, layout, needs_matrix};
use crate::model::network::mentions::Mentions;
use crate::model::network::places::{IntVarRef, Place, VarMap};
use crate::model::network::posting::{Posting, STEPS_A_CLAUSE, STEPS_A_POST};
use crate::model::network::truths::{PRESOLVE, Truths};
use crate::model::network::wide::{differ_by_bounds, wide};
use crate::model::rules::Rule;
use crate::model::rules::differences::is_circle;
use crate::model::rules::own::{Own, Placed};
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;
use clew_engine::kernel::{
    Conflict, Constraint, Halt, Lit, Model as Kernel, Objective, StepCounter, VarId, Vars,
};
use clew_engine::propagators::all_different::{self, Level};
use clew_engine::propagators::linear::Part;
use clew_engine::propagators::order::Order;
use clew_engine::propagators::{
    Adjacency, Affine, BoundsDifferent, Circuit, IntLinear, NextTo, Number, OrderChain,
};
use std::sync::Arc;

/// The maximum number of variables under all-different by bounds that are also kept apart pair by pair.
const MOST_PAIRED: usize = 256;

/// Where the variables of a model lie.
#[derive(Debug)]
pub(super) struct Layout {
    frames: Vec<Frame>,
    /// The interval variables.
    pub wide: BitVec,
    /// The order in which the other variables are made.
    order: Vec<u32>,
    /// Whose variables are the rows of its matrix as they are.
    rows: BitVec,
}

impl Layout {
    /// Checks that the network of a statement can be built and searched with this many bytes, and computes where its
    /// variables lie.
    ///
    /// # Errors
    /// [`ModelError::FarApart`](super::ModelError::FarApart), [`ModelError::TooLarge`](super::ModelError::TooLarge);
    /// interrupted.
    pub fn from_statement(
        statement: &Statement,
        memory: usize,
        counter: &StepCounter<'_>,
    ) -> Result<Layout, Unbuilt> {
        let wide = wide(statement, counter)?;
        let frames = frames(statement, &wide, counter)?;
        let (order, rows) = layout(statement, &frames, &wide);
        size::check(statement, (&frames, &wide), &rows, memory, counter)?;
        Ok(Layout { frames, wide, order, rows })
    }

    /// The frame of a variable that has one bit per value.
    fn frame_of_bits(&self, x: u32) -> Option<Frame> {
        (!self.wide[x as usize]).then_some(self.frames[x as usize])
    }
}

/// The name of the redundant part that is the linear relaxation of a model with a goal.
pub(in crate::model) const RELAXATION: &str = "relaxation";
/// The same of edge finding for jobs on resources.
pub(in crate::model) const ENERGY: &str = "energy";

/// Builds the network of a statement, with at most this many bytes, and without some redundant parts. If one solution or the
/// best one is wanted, it may have more solutions, which [`VarMap::complete`] turns into those of the statement.
///
/// # Errors
/// [`ModelError::TooLarge`](super::ModelError::TooLarge); interrupted.
pub(super) fn build(
    statement: &Statement,
    layout: &Layout,
    (memory, without, one): (usize, &[String], bool),
    counter: StepCounter<'_>,
) -> Result<(Kernel, VarMap), Unbuilt> {
    let leaves_out = |name: &str| without.iter().any(|part| part == name);
    let mut truths = if leaves_out(PRESOLVE) {
        Truths::own(statement)
    } else {
        Truths::from_statement(statement, layout, &counter).map_err(|_| Unbuilt::Interrupted)?
    };
    let (mut model, places) = located(statement, layout, &mut truths);
    model.answer = answer(&model, &places, &counter).map_err(|_| Unbuilt::Interrupted)?;
    let components =
        Pairs::from_model(statement, &places, &counter).map_err(|_| Unbuilt::Interrupted)?;
    model.components = components.map(|components| Arc::new(components) as _);
    let mut posting = Posting::new(&statement.variables, model, places, memory, counter);
    posting.presolves = !leaves_out(PRESOLVE);
    posting.has_energy = !leaves_out(ENERGY);
    posting.mentions = (one && posting.presolves).then(Mentions::default);
    posting.finish(statement, (&layout.rows, &truths.implied), !leaves_out(RELAXATION))
}

impl Posting<'_> {
    fn finish(
        mut self,
        statement: &Statement,
        of: (&BitSlice, &BitSlice),
        relaxes: bool,
    ) -> Result<(Kernel, VarMap), Unbuilt> {
        let filled = self.fill(statement, of).and_then(|()| match &statement.target {
            Some(target) => {
                if self.presolves {
                    self.probe()?;
                }
                if relaxes { self.relax(statement, target) } else { Ok(()) }
            }
            None => Ok(()),
        });
        match filled {
            Ok(()) => {}
            Err(Halt::Interrupted) => {
                return Err(match self.overfull.take() {
                    Some(why) => Unbuilt::Model(why),
                    None => Unbuilt::Interrupted,
                });
            }
            Err(Halt::Conflict) => {
                self.model.infeasible = true;
                // There is a goal all the same, and no solution to reach it.
                let goal =
                    |target: &Target| Objective { negated: target.negated, ..Objective::default() };
                self.model.objective = statement.target.as_ref().map(goal);
            }
        }
        Ok((self.model, self.places))
    }

    /// Posts all constraints but the implied ones; `rows` are those whose matrix is their variables as they are.
    fn fill(
        &mut self,
        statement: &Statement,
        (rows, implied): (&BitSlice, &BitSlice),
    ) -> Result<(), Halt> {
        // Otherwise propagation would move the bounds towards each other one by one.
        let keeps_ends = |seat: &IntVarRef| matches!(seat, IntVarRef::Ends { .. });
        if self.places.ints.iter().any(keeps_ends) && is_circle(statement, &self.counter)? {
            return Err(Halt::Conflict);
        }
        // Matrices are made of fresh variables, so they come before anything is cut.
        let mut matrices = Vec::new();
        for (rule, rows) in statement.rules.iter().zip(rows.iter().by_vals()) {
            self.counter.spend(1 + scope(rule).len())?;
            matrices.push(needs_matrix(rule).then(|| self.matrix(rule, rows)));
        }
        self.cut_ranges()?;
        for ((i, rule), matrix) in (0..).zip(&statement.rules).zip(matrices) {
            match rule {
                _ if implied[i as usize] => self.counter.spend(1)?,
                _ if self.is_half(i, rule)? => {}
                Rule::Path { graph, first, .. } => {
                    self.counter.spend(STEPS_A_POST * rule.size())?;
                    self.tie_matrix(rule, matrix, Frame { low: *first, len: graph.nodes() })?;
                    if let Some((rows, Some(id))) = matrix {
                        let path = Adjacency::new(graph.packed(), id, rows);
                        path.post(&mut self.model.engine)?;
                    }
                }
                Rule::Circuit { arcs, .. } => {
                    self.tie_matrix(rule, matrix, Frame { low: 0, len: arcs.nodes() })?;
                    if let Some((rows, Some(_))) = matrix {
                        for (v, x) in (0..).zip(rows.iter()) {
                            self.keep(x, |w| arcs.lead(v, w))?;
                        }
                        self.counter.spend(STEPS_A_POST * rule.size())?;
                        Circuit::new(rows).post(&mut self.model.engine)?;
                    }
                }
                _ => self.post_rule(rule, statement)?,
            }
            self.places.owners.resize(self.model.engine.len(), i);
            self.afford()?;
        }
        self.post_order()?;
        // A search for solutions that differ in these variables needs their literals.
        if let Some(apart) = &statement.apart {
            let terms = apart.sums.iter().flat_map(|sum| &sum.terms);
            let of_sums = terms.filter_map(|t| match t.1 {
                Operand::Bool(index) => Some(Literal { index, negated: false }),
                Operand::Int(_) => None,
            });
            for b in apart.bools.iter().copied().chain(of_sums) {
                self.literal(b)?;
            }
        }
        if let Some(target) = &statement.target {
            self.objective(target)?;
        }
        self.post_halves(statement)?;
        let mut kinds: Vec<(&'static str, u64)> = Vec::new();
        for rule in &statement.rules {
            match kinds.iter_mut().find(|k| k.0 == rule.kind()) {
                Some(kind) => kind.1 += 1,
                None => kinds.push((rule.kind(), 1)),
            }
        }
        kinds.into_iter().for_each(|(kind, n)| self.model.says(kind, n));
        Ok(())
    }

    /// Variables with one bit per value have the values of their ranges; the ends of others are those of their ranges.
    pub(super) fn cut_ranges(&mut self) -> Result<(), Halt> {
        for (x, seat) in self.variables.ints.iter().zip(self.places.ints.clone()) {
            let IntVarRef::Bits(place) = seat else { continue };
            let (low, high) = (x.low - place.frame.low, x.high - place.frame.low);
            self.keep(place.var, |v| (low..=high).contains(&i64::from(v)))?;
        }
        Ok(())
    }

    /// Posts the collected pairs of variables of which one is smaller, as one propagator.
    pub(super) fn post_order(&mut self) -> Result<(), Halt> {
        if self.less.is_empty() {
            return Ok(());
        }
        self.counter.spend(STEPS_A_POST * self.less.len())?;
        let order = Order::new(&self.less).ok_or(Conflict)?;
        let chain = OrderChain::new(order);
        self.model.engine.add(chain);
        Ok(())
    }

    /// The rows and the number of the matrix of a constraint: its variables as they are, or new ones. No number for a
    /// graph without nodes.
    fn matrix(&mut self, rule: &Rule, own: bool) -> (Vars, Option<u32>) {
        let xs = scope(rule);
        let n = xs.len() as u32;
        if n == 0 {
            return (Vars::default(), None);
        }
        let rows = match own {
            true => Vars::spanning(xs.iter().map(|&x| self.places.place_of(x).var)),
            false => self.model.vars("row", n, n),
        };
        (rows, Some(self.model.engine.new_matrix(rows)))
    }

    /// Ties new rows to the variables that they stand for.
    fn tie_matrix(
        &mut self,
        rule: &Rule,
        matrix: Option<(Vars, Option<u32>)>,
        frame: Frame,
    ) -> Result<(), Halt> {
        let Some((rows, Some(_))) = matrix else { return Ok(()) };
        for (row, &x) in rows.iter().zip(scope(rule)) {
            let place = self.places.place_of(x);
            if row != place.var {
                let shift = frame.low - place.frame.low;
                self.counter.spend(frame.len as usize)?;
                Affine::shifted(place.var, row, shift).post(&mut self.model.engine)?;
            }
        }
        Ok(())
    }

    pub(super) fn post_rule(&mut self, rule: &Rule, statement: &Statement) -> Result<(), Halt> {
        // A constraint that is many clauses, or has many rows, spends steps for each of them.
        self.counter.spend(match rule {
            Rule::Channel { .. } | Rule::Inverse { .. } | Rule::Table { .. } => 1,
            Rule::Clause(literals) => STEPS_A_CLAUSE + literals.len(),
            _ => STEPS_A_POST * (1 + rule.size()),
        })?;
        match rule {
            Rule::AllDifferent(xs) if differ_by_bounds(xs, statement, |x| self.keeps_ends(x)) => {
                self.different_bounds(xs)?
            }
            Rule::AllDifferent(xs) => self.all_different(xs)?,
            Rule::Linear { terms, relation, bound } => self.linear(terms, *relation, *bound)?,
            Rule::Chain { xs, strict } => self.chain(xs, *strict)?,
            Rule::Clause(lits) => {
                let lits = self.needed(lits)?;
                self.clause(lits)?;
            }
            Rule::Table { xs, rows } => self.table(xs, rows)?,
            Rule::Channel { x, first, bools } => self.channel(*x, *first, bools)?,
            Rule::Inverse { xs, ys } => self.inverse(xs, ys)?,
            Rule::Walk { graph, xs } => self.walk(graph, xs)?,
            Rule::Own { own, xs, bools } => self.own(own, xs, bools)?,
            Rule::Global(global) => global.0.post(self)?,
            Rule::Path { .. } | Rule::Circuit { .. } => unreachable!("posted with their matrices"),
        }
        Ok(())
    }

    fn all_different(&mut self, xs: &[u32]) -> Result<(), Halt> {
        let xs: Vec<VarId> = xs.iter().map(|&x| self.places.place_of(x).var).collect();
        let posted = all_different::post(&mut self.model.engine, &xs, Level::Domain)?;
        self.model.redundant.extend(posted.strong);
        let values = xs.first().map_or(0, |&x| self.model.engine.store().values(x));
        if xs.len() > 2 && xs.len() as u32 == values {
            self.model.permutations.lists.push(xs);
        }
        Ok(())
    }

    /// All-different by bounds; variables with one bit per value are also kept apart pair by pair.
    fn different_bounds(&mut self, xs: &[u32]) -> Result<(), Halt> {
        let numbers: Vec<Number> = xs.iter().map(|&x| self.number(x)).collect();
        self.model.engine.add(BoundsDifferent::new(&numbers));
        let narrow: Vec<u32> = xs.iter().copied().filter(|&x| !self.keeps_ends(x)).collect();
        for (i, &x) in narrow.iter().take(MOST_PAIRED).enumerate() {
            for &y in &narrow[i + 1..narrow.len().min(MOST_PAIRED)] {
                self.counter.spend(STEPS_A_POST)?;
                let pair = [(1, Operand::Int(x)), (-1, Operand::Int(y))];
                self.linear(&pair, Relation::Different, 0)?;
            }
        }
        Ok(())
    }

    fn chain(&mut self, xs: &[u32], strict: bool) -> Result<(), Halt> {
        for w in xs.windows(2) {
            let pair = [(1, Operand::Int(w[0])), (-1, Operand::Int(w[1]))];
            if w[0] != w[1] {
                self.linear(&pair, Relation::AtMost, -i64::from(strict))?;
            } else if strict {
                return Err(Halt::Conflict);
            }
        }
        Ok(())
    }

    /// One Boolean variable per value of a variable, from `first` on.
    fn channel(&mut self, x: u32, first: i64, bools: &[Literal]) -> Result<(), Halt> {
        self.keep_between(x, first, bools.len() as i64)?;
        for (value, &b) in (first..).zip(bools) {
            self.counter.spend(2 * STEPS_A_CLAUSE)?;
            let (b, is) = (self.literal(b)?, self.is(x, value)?);
            self.clause(vec![!b, is])?;
            self.clause(vec![b, !is])?;
            self.afford()?;
        }
        Ok(())
    }

    /// Two lists of variables, each of which holds the places of the other's indices.
    fn inverse(&mut self, xs: &[u32], ys: &[u32]) -> Result<(), Halt> {
        for &x in xs.iter().chain(ys) {
            self.keep_between(x, 0, xs.len() as i64)?;
        }
        for (i, &x) in (0..).zip(xs) {
            for (j, &y) in (0..).zip(ys) {
                self.counter.spend(2 * STEPS_A_CLAUSE)?;
                let (a, b) = (self.is(x, j)?, self.is(y, i)?);
                self.clause(vec![!a, b])?;
                self.clause(vec![a, !b])?;
            }
            self.afford()?;
        }
        Ok(())
    }

    /// Each variable is a neighbour of the one before it.
    fn walk(&mut self, graph: &Graph, xs: &[u32]) -> Result<(), Halt> {
        if xs.is_empty() {
            return Ok(());
        }
        if graph.nodes() == 0 {
            return Err(Halt::Conflict);
        }
        // Alone it has no neighbour, and is a node all the same.
        if let [x] = xs[..] {
            return self.keep_between(x, 0, i64::from(graph.nodes()));
        }
        let frame = Frame { low: 0, len: graph.nodes() };
        let packed = graph.packed();
        let xs: Vec<VarId> =
            xs.iter().map(|&x| self.framed(x, frame)).collect::<Result<_, Halt>>()?;
        for w in xs.windows(2) {
            // No node is joined to itself.
            if w[0] == w[1] {
                return Err(Halt::Conflict);
            }
            NextTo::new(packed.clone(), w[0], w[1]).post(&mut self.model.engine)?;
        }
        Ok(())
    }

    /// A constraint of the user's, which posts itself.
    fn own(&mut self, own: &Own, xs: &[u32], bools: &[Literal]) -> Result<(), Halt> {
        let bools: Vec<Lit> = bools.iter().map(|&b| self.literal(b)).collect::<Result<_, _>>()?;
        let placed = |&x: &u32| {
            let Place { var, frame } = self.places.place_of(x);
            Placed { var, low: frame.low }
        };
        let ints: Vec<Placed> = xs.iter().map(placed).collect();
        Ok(own.0.post(&mut self.model.engine, &ints, &bools)?)
    }

    /// The objective: a variable for the sum minus its least value, so that an incumbent is a bound; if that would have
    /// too many values, a weight for each value of each variable.
    pub(super) fn objective(&mut self, target: &Target) -> Result<(), Halt> {
        self.counter.spend(STEPS_A_POST * target.terms.len())?;
        let (least, most) = self.variables.range(&target.terms);
        let (mut parts, constant) = self.parts(&target.terms)?;
        let mut objective = Objective { negated: target.negated, ..Objective::default() };
        if is_interval(&parts, least, most) {
            let least = i64::try_from(least).expect("sums were checked");
            let values = u32::try_from(most - i128::from(least) + 1).expect("the size was checked");
            let z = self.model.engine.new_interval(values);
            objective.constant = target.constant + least;
            objective.interval = Some(z);
            parts.push(Part::Interval(z, -1));
            let sum = least - constant;
            IntLinear::new(parts, sum, sum).post(&mut self.model.engine)?;
        } else if most - least < i128::from(MAX_VALUES) {
            let least = i64::try_from(least).expect("sums were checked");
            let values = (most - i128::from(least) + 1) as u32;
            let z = self.model.vars("objective", 1, values).at(0);
            let store = self.model.engine.store();
            let weight = |v: u32| (store.atom(z, v).pos(), i64::from(v));
            objective.terms = (1..values).map(weight).collect();
            objective.constant = target.constant + least;
            parts.push(Part::Var(z, -1));
            let sum = least - constant;
            IntLinear::new(parts, sum, sum).post(&mut self.model.engine)?;
        } else {
            objective.constant = target.constant + constant;
            for part in parts {
                match part {
                    Part::Lit(l, c) => objective.terms.push((l, c)),
                    Part::Interval(..) => unreachable!("such goals are interval variables"),
                    Part::Var(x, c) => {
                        // Counted from the end that is best, all weights are positive.
                        let store = self.model.engine.store();
                        let last = i64::from(store.values(x)) - 1;
                        let best = if c > 0 { 0 } else { last };
                        objective.constant += c * best;
                        let weight = |v: u32| (store.atom(x, v).pos(), c * (i64::from(v) - best));
                        objective
                            .terms
                            .extend((0..store.values(x)).map(weight).filter(|t| t.1 != 0));
                    }
                }
            }
        }
        self.model.objective = Some(objective);
        Ok(())
    }
}

/// A goal of more values is an interval variable.
const MANY_WORTHS: i128 = 256;

/// Whether a goal with these ends is an interval variable: where it has many values, but no more than fit.
fn is_interval(parts: &[Part], least: i128, most: i128) -> bool {
    let fits = most - least < i128::from(u32::MAX);
    let wide = parts.iter().any(|part| matches!(part, Part::Interval(..)));
    wide || fits && most - least > MANY_WORTHS
}

/// The variables of a constraint that needs a matrix.
fn scope(rule: &Rule) -> &[u32] {
    match rule {
        Rule::Path { positions, .. } => positions,
        Rule::Circuit { successors, .. } => successors,
        _ => &[],
    }
}
