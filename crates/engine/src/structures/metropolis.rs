//! Metropolis' rule for local search whose costs are whole numbers.
//!
//! Source: N. Metropolis, A. Rosenbluth, M. Rosenbluth, A. Teller, E. Teller, "Equation of state
//! calculations by fast computing machines", 1953.

use super::random::Random;

/// The acceptance probabilities of moves that cost less than `COSTS`; more expensive ones are never
/// accepted. Before the first call of `heat`, only moves at no cost are accepted.
pub struct Metropolis<const COSTS: usize> {
    /// Probability of accepting a move, indexed by its cost, as a fraction of 2^32.
    chances: [u32; COSTS],
}

impl<const COSTS: usize> Default for Metropolis<COSTS> {
    fn default() -> Self {
        Metropolis::new()
    }
}

impl<const COSTS: usize> Metropolis<COSTS> {
    /// The initial state, before any heating.
    pub fn new() -> Metropolis<COSTS> {
        Metropolis { chances: [0; COSTS] }
    }

    /// Sets the temperature, in the unit of costs.
    pub fn heat(&mut self, temperature: f64) {
        for (cost, chance) in self.chances.iter_mut().enumerate() {
            *chance = ((-(cost as f64) / temperature).exp() * f64::from(u32::MAX)) as u32;
        }
    }

    /// Whether a move of this cost is accepted. No random number is drawn if the answer is certain.
    #[inline]
    pub fn accepts(&self, cost: i32, random: &mut Random) -> bool {
        cost <= 0 || self.chances.get(cost as usize).is_some_and(|&chance| random.draw() < chance)
    }

    /// Whether a move of this cost is never accepted.
    pub fn never_accepts(&self, cost: i32) -> bool {
        cost >= COSTS as i32
    }
}
