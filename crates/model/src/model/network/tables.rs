//! Tables in a network: propagators, clauses where few combinations of values are excluded, and gaps of interval variables.

use crate::model::network::places::Place;
use crate::model::network::posting::{Posting, STEPS_A_CLAUSE};
use clew_engine::kernel::{Halt, Lit, VarId};
use clew_engine::propagators::Table;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most combinations of values that are looked at one by one.
const MOST_COMBINATIONS: usize = 1 << 10;
/// The most pairs of values that are excluded by clauses.
const MOST_PAIRS: usize = 8;

impl Posting<'_> {
    pub(super) fn table(&mut self, xs: &[u32], rows: &[i64]) -> Result<(), Halt> {
        if let &[x] = xs
            && self.keeps_ends(x)
        {
            return self.gaps(x, rows);
        }
        if let &[x] = xs {
            let place = self.places.place_of(x);
            self.counter.spend(rows.len())?;
            let wanted: FxHashSet<u32> =
                rows.iter().filter_map(|&v| place.frame.place(v)).collect();
            return self.keep(place.var, |v| wanted.contains(&v));
        }
        let places: Vec<Place> = xs.iter().map(|&x| self.places.place_of(x)).collect();
        let mut all: Vec<u32> = Vec::with_capacity(rows.len());
        for row in rows.chunks_exact(xs.len()) {
            self.counter.spend(row.len())?;
            let from = all.len();
            all.extend(row.iter().zip(&places).map_while(|(&v, x)| x.frame.place(v)));
            if all.len() < from + xs.len() {
                all.truncate(from);
            }
        }
        let vars: Vec<VarId> = places.iter().map(|x| x.var).collect();
        if self.presolves
            && let Some(clauses) = self.clauses_of(&vars, &all)
        {
            self.counter.spend(STEPS_A_CLAUSE * clauses.len())?;
            return Ok(clauses.into_iter().try_for_each(|clause| self.clause(clause))?);
        }
        let rows = all.chunks_exact(xs.len());
        let table = Table::build(&mut self.model.engine, &vars, rows, &self.counter)?;
        self.model.engine.add(table);
        Ok(())
    }

    /// An interval variable has one of these values: it lies in none of the gaps between them.
    fn gaps(&mut self, x: u32, values: &[i64]) -> Result<(), Halt> {
        let of = &self.variables.ints[x as usize];
        let range = of.low..=of.high;
        let mut values: Vec<i64> = values.iter().copied().filter(|v| range.contains(v)).collect();
        values.sort_unstable();
        let (Some(&first), Some(&last)) = (values.first(), values.last()) else {
            return Err(Halt::Conflict);
        };
        let (below, most) = (self.at_most(x, first - 1), self.at_most(x, last));
        self.clause(vec![!below])?;
        self.clause(vec![most])?;
        for w in values.windows(2).filter(|w| w[1] - w[0] > 1) {
            self.counter.spend(STEPS_A_CLAUSE)?;
            let (most, below) = (self.at_most(x, w[0]), self.at_most(x, w[1] - 1));
            self.clause(vec![most, !below])?;
        }
        Ok(())
    }

    /// Clauses that propagate as a table of these rows does: where it excludes one combination of values, or a few of two
    /// variables.
    fn clauses_of(&self, vars: &[VarId], rows: &[u32]) -> Option<Vec<Vec<Lit>>> {
        let n = vars.len();
        let store = self.model.engine.store();
        let domains: Vec<Vec<u32>> =
            vars.iter().map(|&x| store.domain(x).iter().collect()).collect();
        let all = domains.iter().fold(1usize, |all, domain| all.saturating_mul(domain.len()));
        if n < 2 || all > MOST_COMBINATIONS {
            return None;
        }
        let is_open = |row: &&[u32]| row.iter().zip(&domains).all(|(v, d)| d.contains(v));
        let rows: FxHashSet<&[u32]> = rows.chunks_exact(n).filter(is_open).collect();
        let excluded = all - rows.len();
        if excluded == 0 || excluded > if n == 2 { MOST_PAIRS } else { 1 } {
            return (excluded == 0).then(Vec::new);
        }
        let mut none: Vec<Vec<u32>> = Vec::with_capacity(excluded);
        for k in 0..all {
            let mut rest = k;
            let of = |domain: &Vec<u32>| {
                let v = domain[rest % domain.len()];
                rest /= domain.len();
                v
            };
            let row: Vec<u32> = domains.iter().map(of).collect();
            none.extend((!rows.contains(&row[..])).then_some(row));
        }
        let is = |k: usize, v: u32| store.atom(vars[k], v).pos();
        let mut clauses: Vec<Vec<Lit>> = none
            .iter()
            .map(|row| row.iter().enumerate().map(|(k, &v)| !is(k, v)).collect())
            .collect();
        // A value that excludes several ones of the other variable needs one of the rest.
        for (k, other) in [(0, 1), (1, 0)].into_iter().filter(|_| n == 2) {
            let mut excludes: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
            none.iter().for_each(|row| excludes.entry(row[k]).or_default().push(row[other]));
            for (v, excluded) in excludes.iter().filter(|of| of.1.len() > 1) {
                let rest = domains[other].iter().filter(|w| !excluded.contains(w));
                clauses.push(rest.map(|&w| is(other, w)).chain([!is(k, *v)]).collect());
            }
        }
        clauses.sort_unstable();
        Some(clauses)
    }
}
