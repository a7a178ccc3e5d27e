//! How many solutions a puzzle has, as far as is known: by searches that may begin again, by counts that meet none, and
//! by lower bounds.

use crate::strategy::answers::solutions::Found;
use num_bigint::BigUint;

/// See the module documentation.
pub(crate) struct Tally {
    /// The solutions found by the search that is under way.
    pub found: Found,
    /// The most that an earlier search has found, which the one under way meets again.
    earlier: Option<Found>,
    /// Fillings, where they were counted without being met.
    pub counted: Option<BigUint>,
    /// Fillings that there are at least.
    at_least: BigUint,
}

impl Tally {
    /// Nothing is known; solutions will be added to `found`.
    pub fn new(found: Found) -> Tally {
        Tally { found, earlier: None, counted: None, at_least: BigUint::ZERO }
    }

    /// Begins a search from the root, which will meet the solutions of an earlier one again.
    pub(crate) fn start_over(&mut self) {
        let best = self.earlier.as_ref().map_or(0, Found::distinct);
        if self.found.distinct() > best {
            self.earlier = Some(self.found.clone());
        }
        self.found.restart();
    }

    /// Notes a lower bound on the number of fillings.
    pub(crate) fn know_at_least(&mut self, fillings: BigUint) {
        self.at_least = std::mem::take(&mut self.at_least).max(fillings);
    }

    /// The fillings that there are at least.
    pub fn at_least(&self) -> BigUint {
        let met = self.earlier.as_ref().map_or(BigUint::ZERO, Found::fillings);
        met.max(self.found.fillings()).max(self.at_least.clone())
    }

    /// The fillings that are reported, and the solutions found: after a run that was cut short, by the search that
    /// found most.
    pub fn close(mut self, exact: bool) -> (BigUint, Found) {
        let count = match self.counted.take() {
            Some(counted) if exact => counted,
            _ if exact => self.found.fillings(),
            _ => self.at_least(),
        };
        let earlier =
            self.earlier.filter(|earlier| !exact && earlier.distinct() > self.found.distinct());
        (count, earlier.unwrap_or(self.found))
    }
}
