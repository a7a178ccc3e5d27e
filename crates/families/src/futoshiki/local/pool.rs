//! Colourings that searches ended with, the parents of those that others start with.
//!
//! Two good colourings share correct choices more often than by chance, and a child that keeps these (`beliefs`) is
//! nearly as good before any search. The pool stays small. A pool whose members have all become alike, or that has not
//! improved for long, is given up.
//!
//! Source: Y. Jin, J.-K. Hao, "Solving the Latin square completion problem by memetic graph coloring",
//! 2019 (a pool that is kept by quality and distance).

use clew_engine::structures::random::Random;

/// Colourings that are kept.
const SIZE: usize = 8;
/// Colourings that differ at fewer than one in this many vertices are alike.
const ALIKE: usize = 20;
/// The same for a whole pool that is given up.
const ALL_ALIKE: usize = 100;
/// Colourings that a pool takes in since its best one before it is given up.
const STALE: u32 = 60;

/// A colouring: per vertex its choice.
struct Member {
    energy: u32,
    chosen: Vec<u32>,
}

/// See the head of the file.
#[derive(Default)]
pub(super) struct Pool {
    members: Vec<Member>,
    /// How many came since the best one.
    in_vain: u32,
}

impl Pool {
    /// Takes in a colouring, in place of one that is like it, or of the worst, unless these are better.
    pub fn add(&mut self, energy: u32, chosen: &[u32]) {
        let better = self.members.iter().all(|m| energy < m.energy);
        self.in_vain = if better { 0 } else { self.in_vain + 1 };
        if self.in_vain > STALE {
            *self = Pool::default();
        }
        let new = Member { energy, chosen: chosen.to_vec() };
        if self.members.len() < SIZE {
            self.members.push(new);
            return;
        }
        let far = |m: &Member| distance(&m.chosen, &new.chosen);
        let nearest = self.members.iter_mut().min_by_key(|m| far(m)).expect("the pool is full");
        let out = match far(nearest) * ALIKE < chosen.len() {
            true => nearest,
            false => self.members.iter_mut().max_by_key(|m| m.energy).expect("the pool is full"),
        };
        if new.energy <= out.energy {
            *out = new;
        }
    }

    /// The parents of where to start next: two colourings, or none while the pool is not full.
    pub fn parents(&mut self, random: &mut Random) -> Option<[&[u32]; 2]> {
        if self.members.len() == SIZE {
            let far = |m: &Member| distance(&m.chosen, &self.members[0].chosen);
            let alike = |m: &Member| far(m) * ALL_ALIKE <= m.chosen.len();
            if self.members.iter().all(alike) {
                self.members.clear();
            }
        }
        (self.members.len() == SIZE).then(|| {
            let one = random.below(SIZE as u32) as usize;
            let other = (one + 1 + random.below(SIZE as u32 - 1) as usize) % SIZE;
            [one, other].map(|i| &self.members[i].chosen[..])
        })
    }
}

/// At how many vertices colourings differ.
fn distance(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x != y).count()
}
