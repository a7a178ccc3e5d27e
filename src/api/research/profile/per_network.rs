//! Data kept for each network that a run searches: made when the network is first met, found again when search returns
//! to it.

use clew_engine::kernel::Searched;
use clew_puzzle::puzzle::Built;

/// One value per network, by the network's number.
pub(in crate::api) struct PerNetwork<T> {
    all: Vec<(usize, T)>,
    at: usize,
}

impl<T> Default for PerNetwork<T> {
    fn default() -> Self {
        PerNetwork { all: Vec::new(), at: 0 }
    }
}

impl<T> PerNetwork<T> {
    /// Search continues in this network; `make` is called if it is new.
    pub fn turn_to(&mut self, on: &Searched<'_>, make: impl FnOnce(&Built) -> T) {
        let known = self.all.iter().position(|known| known.0 == on.number);
        self.at = known.unwrap_or_else(|| {
            if let Some(built) = on.owner.downcast_ref::<Built>() {
                self.all.push((on.number, make(built)));
            }
            self.all.len().saturating_sub(1)
        });
    }

    /// The value of the current network.
    pub fn now(&self) -> Option<&T> {
        self.get(self.at)
    }

    /// The mutable value of the current network.
    pub fn now_mut(&mut self) -> Option<&mut T> {
        self.all.get_mut(self.at).map(|known| &mut known.1)
    }

    /// The index of the current network, in the order in which the networks were met.
    pub fn place(&self) -> usize {
        self.at
    }

    /// The data at an index in that order.
    pub fn get(&self, place: usize) -> Option<&T> {
        self.all.get(place).map(|known| &known.1)
    }

    /// The values of all networks.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        self.all.iter().map(|known| &known.1)
    }

    /// The value of the network with this number.
    pub fn of_network(&self, number: usize) -> Option<&T> {
        self.all.iter().find(|known| known.0 == number).map(|known| &known.1)
    }

    /// The mutable value of the network with this number.
    pub fn of_mut(&mut self, number: usize) -> Option<&mut T> {
        self.all.iter_mut().find(|known| known.0 == number).map(|known| &mut known.1)
    }
}
