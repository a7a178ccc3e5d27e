//! A constraint of your own in a model: skyscrapers. From each side of the square a number of buildings is
//! visible; a building hides the lower ones behind it.
//!
//! `cargo run --release --example own_constraint`

use clew::kernel::prelude::*;
use clew::model::{Model, ModelError, Options, OwnConstraint, Placed, Verdict};

const N: usize = 5;

/// A constraint: this number of buildings is visible from the first one.
struct Seen(usize);

impl OwnConstraint for Seen {
    fn name(&self) -> &'static str {
        "seen"
    }

    /// Checked for every solution: the number of visible heights.
    fn holds(&self, heights: &[i64], _bools: &[bool]) -> bool {
        let seen = |&i: &usize| heights[..i].iter().all(|&before| before < heights[i]);
        (0..heights.len()).filter(seen).count() == self.0
    }

    fn post(&self, engine: &mut Engine, xs: &[Placed], _bools: &[Lit]) -> Result<(), Conflict> {
        let houses = xs.iter().map(|x| x.var).collect();
        engine.add(Skyline { houses, seen: self.0 as u32 });
        Ok(())
    }
}

/// The propagator tries all rows of the remaining heights: domain consistent, at a cost acceptable for short
/// rows.
#[derive(Clone)]
struct Skyline {
    houses: Vec<VarId>,
    seen: u32,
}

impl Skyline {
    /// Tries the buildings from number `i` on, after `seen` visible ones the highest of which is given. Marks the
    /// values that occur in a row with the required number of visible buildings, and returns whether there is such
    /// a row.
    fn walk(
        &self,
        store: &Store,
        i: usize,
        highest: Option<u32>,
        seen: u32,
        keep: &mut [u64],
    ) -> bool {
        let Some(&x) = self.houses.get(i) else { return seen == self.seen };
        let mut found = false;
        for v in store.domain(x).iter() {
            let is_seen = highest.is_none_or(|h| v > h);
            let highest = if is_seen { Some(v) } else { highest };
            if self.walk(store, i + 1, highest, seen + u32::from(is_seen), keep) {
                keep[i] |= 1 << v;
                found = true;
            }
        }
        found
    }
}

impl Propagator for Skyline {
    const RULES: &'static [&'static str] = &["no such skyline"];

    fn name(&self) -> &'static str {
        "skyline"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.houses.iter().for_each(|&x| to.on(x, Event::Any));
    }

    fn priority(&self) -> Priority {
        Priority::Global
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let mut keep = vec![0; self.houses.len()];
        if !self.walk(p, 0, None, 0, &mut keep) {
            return Err(p.fail(Tag::new(0, 0)).into());
        }
        for (i, keep) in keep.into_iter().enumerate() {
            p.keep_only(self.houses[i], &[keep], Tag::new(0, 0))?;
        }
        Ok(Status::Fixpoint)
    }

    /// The simplest correct explanation: everything that the row had lost by then.
    fn explain(&mut self, past: &Past<'_>, _: Option<Lit>, _: Tag, why: &mut Lits) {
        for &x in &self.houses {
            let gone = (0..past.store().values(x)).filter(|&v| !past.contains(x, v));
            why.extend(gone.map(|v| past.not(x, v)));
        }
    }
}

/// Builds the puzzle, solves it, and asserts the answer.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let cells = model.ints("house", N * N, 1..=N as i64)?;
    let line = |k: usize, across: bool| -> Vec<_> {
        (0..N).map(|i| cells[if across { k * N + i } else { i * N + k }]).collect()
    };
    // From the left, from the right, from above, from below; 0: not given.
    let sides = [[5, 0, 0, 0, 0], [0, 2, 0, 0, 4], [5, 0, 0, 0, 0], [0, 2, 0, 0, 3]];
    for (side, clues) in sides.iter().enumerate() {
        for (k, &seen) in clues.iter().enumerate() {
            let mut houses = line(k, side < 2);
            if side % 2 == 0 {
                model.all_different(&houses)?;
            } else {
                houses.reverse();
            }
            if seen > 0 {
                model.own(&houses, &[], Seen(seen))?;
            }
        }
    }
    let outcome = model.check(&Options::default())?;
    assert_eq!(outcome.verdict(), Verdict::Unique);
    let heights: Vec<i64> = cells.iter().map(|&x| outcome.solutions[0][x]).collect();
    let rows: Vec<&[i64]> = heights.chunks(N).collect();
    assert_eq!(
        rows,
        [[1, 2, 3, 4, 5], [2, 1, 4, 5, 3], [3, 5, 2, 1, 4], [4, 3, 5, 2, 1], [5, 4, 1, 3, 2]]
    );
    rows.iter().for_each(|row| println!("{row:?}"));
    Ok(())
}
