//! Tabu search: always the best change of colour of a vertex with which something is wrong, and none
//! back to a colour that was left not long ago.
//!
//! Source: A. Hertz, D. de Werra, "Using tabu search techniques for graph coloring", 1987; the length
//! of the ban after P. Galinier, J.-K. Hao, "Hybrid evolutionary algorithms for graph coloring", 1999.

use super::graph::Graph;
use super::state::State;
use crate::structures::random::Random;

/// A colour that was left is banned for this share of the wrong vertices, in per cent, and as many
/// moves more as are drawn below the other number, from 1.
const BAN: (u32, u32) = (30, 10);
/// Of a choice that its vertex has.
const HELD: u32 = u32::MAX;
/// Choices looked at that take as long as a move of [`super::SquareSearch::run`].
const CHOICES_A_MOVE: u64 = 32;

/// A search from one colouring.
pub(super) struct Tabu {
    state: State,
    /// Per choice the step from which on it may be taken again; never while its vertex has it.
    until: Vec<u32>,
    /// Steps so far, and how many there were when the best colouring was found.
    now: u32,
    found_at: u32,
    /// The best colouring and what is wrong with it.
    best: Vec<u32>,
    energy: u32,
    /// Scratch: what each choice would change, and the choices that are equally good for the next step.
    changes: Vec<(u32, i32)>,
    best_steps: Vec<u32>,
}

impl Tabu {
    /// Nothing is coloured yet: [`Tabu::start`] comes next.
    pub fn new(graph: &Graph) -> Tabu {
        let until = vec![0; graph.choices()];
        Tabu {
            state: State::new(graph),
            until,
            now: 0,
            found_at: 0,
            best: Vec::new(),
            energy: 0,
            changes: vec![(0, 0); graph.choices()],
            best_steps: vec![0; graph.choices() + 1],
        }
    }

    /// Starts with this colouring, a choice a vertex, or with what fits best vertex by vertex.
    pub fn start(&mut self, graph: &Graph, chosen: Option<&[u32]>, random: &mut Random) {
        self.state.start(graph, chosen, random);
        self.until.fill(0);
        self.state.chosen.iter().for_each(|&choice| self.until[choice as usize] = HELD);
        (self.now, self.found_at) = (0, 0);
        self.note();
    }

    fn note(&mut self) {
        self.found_at = self.now;
        self.energy = self.state.energy;
        self.best.clone_from(&self.state.chosen);
    }

    /// What is wrong with the best colouring so far.
    pub fn energy(&self) -> u32 {
        self.energy
    }

    /// The best colouring so far.
    pub fn best(&self) -> &[u32] {
        &self.best
    }

    /// Steps since the best colouring was found.
    pub fn in_vain(&self) -> u32 {
        self.now - self.found_at
    }

    /// One step; says for how many moves it counts.
    pub fn step(&mut self, graph: &Graph, random: &mut Random) -> u64 {
        self.now += 1;
        let state = &self.state;
        // A banned choice is taken if it leads below everything so far.
        let below = self.energy as i32 - state.energy as i32;
        let (mut least, mut looked) = (i32::MAX, 0);
        // Nothing can be guessed about a single choice, so there are no branches inside.
        for &v in state.wrong.list() {
            let own = state.own(v) as i32;
            let range = graph.colours.range(v);
            let choices = state.clashes[range.clone()].iter().zip(&self.until[range.clone()]);
            let changes = &mut self.changes[looked..looked + range.len()];
            for (slot, (choice, (&clashes, &until))) in changes.iter_mut().zip(range.zip(choices)) {
                let change = i32::from(clashes) - own;
                let banned = (until > self.now) & (change >= below);
                let change = if banned { i32::MAX } else { change };
                least = least.min(change);
                *slot = (choice as u32, change);
            }
            looked += changes.len();
        }
        if least < i32::MAX {
            let mut many = 0;
            for &(choice, change) in &self.changes[..looked] {
                self.best_steps[many] = choice;
                many += usize::from(change == least);
            }
            let choice = random.one_of(&self.best_steps[..many]);
            let wrong = state.wrong.list().len() as u32;
            let old = state.chosen[graph.vertex[choice as usize] as usize];
            looked += self.state.choose(graph, choice);
            let ban = wrong * BAN.0 / 100 + random.below(BAN.1) + 1;
            self.until[old as usize] = self.now + ban;
            self.until[choice as usize] = HELD;
            if self.state.energy < self.energy {
                self.note();
            }
        }
        1 + looked as u64 / CHOICES_A_MOVE
    }
}
