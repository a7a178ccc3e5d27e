//! The linear relaxation of a model with a goal: the rows that its constraints have for other solvers, over the
//! variables of the network.

use crate::model::export::row_builder::RowBuilder;
use crate::model::expr::{Operand, Relation};
use crate::model::network::places::IntVarRef;
use crate::model::network::posting::{Posting, STEPS_A_POST};
use crate::model::rules::Rule;
use crate::model::statement::{Statement, Target};
use crate::model::variables::Variables;
use clew_engine::kernel::{Halt, Lit, Objective, Store, VarId};
use clew_puzzle::formulation::{self, Relation as Sign};
use clew_relax::{Column, Program, Relaxation, Row};
use rustc_hash::FxHashMap;

/// The most terms of all rows: some 10 MB, and a millisecond for each exchange of the simplex method.
const MOST_TERMS: u64 = 200_000;
/// A constraint with more variables, literals and values than this is left out.
const MOST_SIZE: usize = 5_000;
/// A variable with as many values has none of them as columns, but for those that are compared with alone.
const MANY: u64 = 256;

/// A variable of the rows in the network: a column whose value 0 stands for a number, or a number.
#[derive(Clone, Copy)]
struct Placed {
    column: Option<Column>,
    low: i64,
    /// The column is subtracted from that number.
    negated: bool,
}

impl Posting<'_> {
    /// Posts the relaxation of a model whose goal has been stated.
    ///
    /// # Errors
    /// If there is no solution; interrupted.
    pub fn relax(&mut self, statement: &Statement, target: &Target) -> Result<(), Halt> {
        // Ranges as they are after propagation make the rows tighter.
        self.model.engine.set_interrupt(self.counter.interrupt().cloned());
        let propagated = self.model.engine.fixpoint(&mut ());
        self.model.engine.set_interrupt(None);
        propagated?;
        let of = self.narrowed(&statement.variables);
        let names = vec![String::new(); of.ints.len() + of.own.len()];
        let mut rows = RowBuilder::new(&of, &names, MANY, false).relaxing(MOST_TERMS);
        // Which variables have their values as columns is decided by the others.
        let by_values = |rule: &Rule| match rule {
            Rule::AllDifferent(_) => true,
            Rule::Global(global) => global.0.relaxes_by_values(),
            _ => false,
        };
        let (later, first): (Vec<_>, Vec<_>) = statement.rules.iter().partition(|r| by_values(r));
        let (terms, constant) = defined(target, statement);
        for (is_later, rules) in [(false, first), (true, later)] {
            if is_later {
                let goal: Vec<_> = target.terms.iter().chain(&terms).copied().collect();
                self.counter.spend(STEPS_A_POST * rows.rows.constraints().len())?;
                rows.find_horizons(&goal);
            }
            for rule in rules {
                self.counter.spend(STEPS_A_POST * (1 + rule.size()))?;
                if rule.size() <= MOST_SIZE {
                    // The rows of a constraint that is not stated to its end are consequences of it as well.
                    let _ = rule.state(&mut rows);
                }
            }
        }
        if rows.optimise(&terms, constant, false).is_ok()
            && let Some(program) = self.program(&rows)
            && let Some(relaxation) = Relaxation::new(&mut self.model.engine, &program)
        {
            self.places.fractions = Some(relaxation.fractions());
            let id = self.model.engine.add(relaxation.economical());
            self.model.redundant.push(id);
            self.model.says("row of the relaxation", program.rows.len() as u64);
        }
        Ok(())
    }

    /// The variables with the ranges that they have in the network.
    fn narrowed(&self, of: &Variables) -> Variables {
        let mut of = of.clone();
        let store = self.model.engine.store();
        for (x, place) in of.ints.iter_mut().zip(&self.places.ints) {
            let (from, low, high) = match *place {
                IntVarRef::Bits(place) => {
                    let domain = store.domain(place.var);
                    (place.frame.low, domain.min().into(), domain.max().into())
                }
                IntVarRef::Ends { interval, low } => {
                    (low, store.low(interval), store.high(interval))
                }
            };
            (x.low, x.high) = (from + low, from + high);
        }
        of
    }

    /// The rows over the variables of the network; `None` where the goal is no variable.
    fn program(&self, rows: &RowBuilder<'_>) -> Option<Program> {
        let store = self.model.engine.store();
        let objective = self.model.objective.as_ref()?;
        let goal = column(objective, store)?;
        let mut program = Program::default();
        let placed = self.placed(rows);
        // Truth values that are the same literal are one column.
        let mut lits: FxHashMap<Lit, u32> = FxHashMap::default();
        let mut numbers = Vec::new();
        for place in &placed {
            numbers.push(place.column.map(|column| {
                let next = program.columns.len() as u32;
                let number = match column {
                    Column::Lit(l) => *lits.entry(l).or_insert(next),
                    _ => next,
                };
                program.columns.extend((number == next).then_some(column));
                number
            }));
        }
        let has_equal = program.columns.len() < numbers.iter().flatten().count();
        let add = |terms: &[formulation::Term], constant: i64| {
            let mut row = Row { terms: Vec::with_capacity(terms.len() + 1), low: 0, high: 0 };
            let mut rest = i128::from(constant);
            for &(c, var) in terms {
                let Placed { low, negated, .. } = placed[var.number()];
                rest -= i128::from(c) * i128::from(low);
                let c = if negated { -c } else { c };
                row.terms.extend(numbers[var.number()].map(|number| (number, c)));
            }
            if has_equal {
                row.terms = merged(&row.terms)?;
            }
            (row.low, row.high) = (i64::try_from(rest).ok()?, i64::try_from(rest).ok()?);
            Some(row)
        };
        let mut stated_rows = Vec::new();
        for constraint in rows.rows.constraints() {
            let Ok(stated) = constraint.row() else { continue };
            let Some(mut row) = add(&stated.terms, stated.constant) else { continue };
            match stated.relation {
                Sign::Most => row.low = i64::MIN,
                Sign::Least => row.high = i64::MAX,
                Sign::Equal => {}
            }
            stated_rows.push(row);
        }
        let cuts = |row: &Row| match row.terms[..] {
            [] => false,
            // A bound that nothing else knows, as the energy of jobs of known lengths.
            [(j, c)] => {
                let (low, high) = program.columns[j as usize].bounds(store);
                let ends = [i128::from(c) * i128::from(low), i128::from(c) * i128::from(high)];
                ends.iter().any(|&end| end < row.low.into() || end > row.high.into())
            }
            _ => true,
        };
        program.rows = stated_rows.into_iter().filter(cuts).collect();
        // The goal of the network minus the sum.
        let sum: Vec<_> = rows.rows.objective()?.terms.iter().map(|&(c, var)| (-c, var)).collect();
        let mut row = add(&sum, -objective.constant)?;
        row.terms.push((program.columns.len() as u32, 1));
        program.goal = Some((program.columns.len() as u32, program.rows.len() as u32));
        program.columns.push(goal);
        program.rows.push(row);
        Some(program)
    }

    /// The variables of the rows in the network.
    fn placed(&self, rows: &RowBuilder<'_>) -> Vec<Placed> {
        let store = self.model.engine.store();
        let own = |v: &formulation::Variable| Placed {
            column: (v.low < v.high).then(|| Column::Own(0, v.high - v.low)),
            low: v.low,
            negated: false,
        };
        let mut placed: Vec<Placed> = rows.rows.variables().iter().map(own).collect();
        let ints = self.places.ints.iter().map(|place| match *place {
            IntVarRef::Bits(place) => (Column::Var(place.var), place.frame.low),
            IntVarRef::Ends { interval, low } => (Column::Interval(interval), low),
        });
        let bools = self.places.own.iter().map(|&l| (Column::Lit(l.atom().pos()), 0));
        let negated = self.places.own.iter().map(|l| !l.is_positive());
        let negated = vec![false; self.places.ints.len()].into_iter().chain(negated);
        for ((place, (column, low)), negated) in
            placed.iter_mut().zip(ints.chain(bools)).zip(negated)
        {
            let low = low + i64::from(negated);
            *place = match fixed(column, store) {
                Some(value) if negated => Placed { column: None, low: low - value, negated },
                Some(value) => Placed { column: None, low: low + value, negated },
                None => Placed { column: Some(column), low, negated },
            };
        }
        for (var, x, value) in rows.meanings() {
            let lit = match self.places.ints[x as usize] {
                IntVarRef::Bits(place) => {
                    place.frame.place(value).map(|v| store.atom(place.var, v).pos())
                }
                IntVarRef::Ends { interval, low } => {
                    self.places.values.get(&(interval, value - low)).copied()
                }
            };
            if let Some(column) = lit.map(Column::Lit) {
                placed[var.number()] = match fixed(column, store) {
                    Some(value) => Placed { column: None, low: value, negated: false },
                    None => Placed { column: Some(column), low: 0, negated: false },
                };
            }
        }
        placed
    }
}

/// The terms with each column once; `None` if coefficients pass 64 bits.
fn merged(terms: &[(u32, i64)]) -> Option<Vec<(u32, i64)>> {
    let mut known: FxHashMap<u32, usize> = FxHashMap::default();
    let mut merged: Vec<(u32, i64)> = Vec::with_capacity(terms.len());
    for &(column, c) in terms {
        let at = *known.entry(column).or_insert(merged.len());
        match merged.get_mut(at) {
            Some(term) => term.1 = term.1.checked_add(c)?,
            None => merged.push((column, c)),
        }
    }
    merged.retain(|term| term.1 != 0);
    Some(merged)
}

/// The value of a column of the network that has only one.
fn fixed(column: Column, store: &Store) -> Option<i64> {
    let (low, high) = column.bounds(store);
    (low == high).then_some(low)
}

/// The column of a goal that is a variable, counted from its least value.
pub(crate) fn column(goal: &Objective, store: &Store) -> Option<Column> {
    if let Some(x) = goal.interval {
        return Some(Column::Interval(x));
    }
    let owner = |&(l, w): &(Lit, i64)| {
        let counts = |&(_, v): &(VarId, u32)| l.is_positive() && i64::from(v) == w;
        store.meaning(l.atom()).filter(counts).map(|(x, _)| x)
    };
    let mut owners = goal.terms.iter().map(owner);
    let first = owners.next()??;
    owners.all(|owner| owner == Some(first)).then_some(Column::Var(first))
}

/// The sum of a goal, where this is a variable that a linear equation defines: the sum in that equation.
pub(crate) fn defined(target: &Target, statement: &Statement) -> (Vec<(i64, Operand)>, i64) {
    let stated = (target.terms.clone(), target.constant);
    let &[(factor, z)] = &target.terms[..] else { return stated };
    let defines = statement.rules.iter().find_map(|rule| match rule {
        Rule::Linear { terms, relation: Relation::Equal, bound } => {
            let own = terms.iter().find(|t| t.1 == z && t.0.abs() == 1)?.0;
            Some((terms, own, *bound))
        }
        _ => None,
    });
    let Some((terms, own, bound)) = defines else { return stated };
    // own z + rest = bound, so z = own (bound - rest).
    let rest = terms.iter().filter(|t| t.1 != z);
    let rest = rest.map(|&(c, x)| Some((c.checked_mul(-own)?.checked_mul(factor)?, x)));
    let constant = bound.checked_mul(own).and_then(|k| k.checked_mul(factor));
    let constant = constant.and_then(|k| k.checked_add(target.constant));
    match (rest.collect::<Option<Vec<_>>>(), constant) {
        (Some(rest), Some(constant)) => (rest, constant),
        _ => stated,
    }
}
