//! Search that begins with the optimum over the fractions, rounded: the values that a linear relaxation wants, those first
//! that are whole numbers already and the largest of truth values.
//!
//! Source: T. Achterberg, Constraint integer programming, 2007, chapter 9 (diving heuristics).

use super::cut_towards;
use clew_engine::kernel::{Engine, Entry, IntervalId, Lit, Store};
use clew_engine::search::Decider;
use clew_relax::{Column, Fractions};
use std::sync::Arc;

/// The name of these turns where parts of a run are left out.
pub(in crate::model) const ROUNDING: &str = "rounding";

/// Decides columns by the last optimum, then by another decider.
#[derive(Clone)]
pub(super) struct Rounded {
    of: Arc<Fractions>,
    /// The values of which optimum.
    optima: u64,
    values: Vec<f64>,
    /// Columns in the order of decisions; those before `at` need none.
    order: Vec<u32>,
    at: usize,
    rest: Box<dyn Decider>,
}

impl Rounded {
    /// By these fractions; `rest` decides all other variables.
    pub fn new(of: Arc<Fractions>, rest: Box<dyn Decider>) -> Rounded {
        let (values, order) = (Vec::new(), Vec::new());
        Rounded { of, optima: 0, values, order, at: 0, rest }
    }

    /// Takes over the values of a later optimum.
    fn refresh(&mut self) {
        let optima = self.of.optima();
        if optima == self.optima && !self.values.is_empty() {
            return;
        }
        self.optima = optima;
        self.of.read(&mut self.values);
        let columns = self.of.columns();
        let is_own = |k: &u32| matches!(columns[*k as usize], Column::Own(..));
        self.order = (0..self.values.len() as u32).filter(|k| !is_own(k)).collect();
        let rank = |&k: &u32| {
            let value = self.values[k as usize];
            match columns[k as usize] {
                // A truth value that holds decides more than one that does not.
                Column::Lit(_) if value >= 0.5 => 1.0 - value,
                Column::Lit(_) => 1.0 + value,
                _ => 0.5 + (value - value.round()).abs(),
            }
        };
        self.order.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        self.at = 0;
    }

    /// The next open column, with its value.
    fn column(&mut self, store: &Store) -> Option<(Column, f64)> {
        self.refresh();
        while let Some(&k) = self.order.get(self.at) {
            let column = self.of.columns()[k as usize];
            let (low, high) = column.bounds(store);
            if low < high {
                return Some((column, self.values[k as usize]));
            }
            self.at += 1;
        }
        None
    }
}

impl Decider for Rounded {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        let store = engine.store();
        match self.column(store) {
            Some((Column::Lit(l), value)) => Some(if value >= 0.5 { l } else { !l }),
            Some((Column::Var(x), value)) => {
                let distance = |v: &u32| (f64::from(*v) - value).abs();
                let values = store.domain(x).iter();
                let nearest = values.min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
                Some(store.atom(x, nearest).pos())
            }
            _ => self.rest.next(engine, patient),
        }
    }

    fn rest(&self) -> Option<&dyn Decider> {
        Some(&*self.rest)
    }

    fn rest_mut(&mut self) -> Option<&mut dyn Decider> {
        Some(&mut *self.rest)
    }

    fn cut(&mut self, engine: &Engine) -> Option<(IntervalId, i64, bool)> {
        let store = engine.store();
        match self.column(store) {
            Some((Column::Interval(x), value)) => {
                let value = (value.round() as i64).clamp(store.low(x), store.high(x));
                Some(cut_towards(x, value, store))
            }
            Some(_) => None,
            None => self.rest.cut(engine),
        }
    }

    fn undone(&mut self, entries: &[Entry]) {
        self.at = 0;
        self.rest.undone(entries);
    }
}
