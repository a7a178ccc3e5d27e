//! Tabu search: always the best change of colour of a vertex with which something is wrong, and none
//! back to a colour that was left not long ago.
//!
//! Source: A. Hertz, D. de Werra, "Using tabu search techniques for graph coloring", 1987; the length
//! of the ban after P. Galinier, J.-K. Hao, "Hybrid evolutionary algorithms for graph coloring", 1999.

use super::graph::Graph;
use super::state::{Block, LANES, Lanes, State};
use clew_engine::structures::random::Random;

/// A colour that was left is banned for this share of the wrong vertices, in per cent, and as many
/// moves more as are drawn below the other number, from 1.
const BAN: (u32, u32) = (30, 10);
/// Until when it is banned: of a choice that its vertex has.
const HELD: i16 = i16::MAX;
/// Steps after which their numbers start again from 0. With the longest ban they stay below [`HELD`].
const AGE: i16 = 1 << 14;
/// No ban is longer than this.
const LONGEST: u32 = 1 << 13;
/// Examined places that take as long as a move of [`super::SquareSearch::run`].
const CHOICES_PER_MOVE: u64 = 128;

/// The change in conflicts for each choice of a block whose vertex has `own` conflicts now: the maximum for choices
/// that are banned at this step and do not lead below `below`. The branches for single choices would be unpredictable,
/// so there are none, and the block is computed at once by vector instructions. Unused places change too much to lead
/// below anything.
#[inline]
fn changes(block: &Block, own: i16, now: i16, below: i16) -> Lanes {
    let changes: Lanes = block.clashes.map(|clashes| clashes.wrapping_sub(own));
    let late: Lanes = block.until.map(|until| -i16::from(until > now));
    let high: Lanes = changes.map(|change| -i16::from(change >= below));
    let banned: Lanes = std::array::from_fn(|lane| late[lane] & high[lane]);
    std::array::from_fn(|lane| (changes[lane] & !banned[lane]) | (i16::MAX & banned[lane]))
}

/// A block under examination.
#[derive(Clone, Copy, Default)]
struct Look {
    changes: Lanes,
    block: u32,
    /// How many of the best steps there are up to here.
    upto: u32,
}

/// A search from one colouring.
pub(super) struct Tabu {
    state: State,
    /// The step at hand, as the bans count them.
    now: i16,
    /// Steps since the best colouring was found.
    in_vain: u32,
    /// The best colouring and the number of its conflicting pairs.
    best: Vec<u32>,
    energy: u32,
    /// Scratch, per examined block.
    looks: Vec<Look>,
}

impl Tabu {
    /// Nothing is coloured yet: [`Tabu::start`] comes next.
    pub fn new(graph: &Graph) -> Tabu {
        let state = State::new(graph);
        let looks = vec![Look::default(); state.blocks.len()];
        Tabu { state, now: 0, in_vain: 0, best: Vec::new(), energy: 0, looks }
    }

    /// Starts with this colouring, one choice per vertex, or with a greedy one.
    pub fn start(&mut self, graph: &Graph, chosen: Option<&[u32]>, random: &mut Random) {
        self.state.start(graph, chosen, random);
        // Unused places are banned for ever.
        self.state.blocks.iter_mut().for_each(|block| block.until = [HELD; LANES]);
        for choice in 0..graph.choices() as u32 {
            *self.state.until(choice) = 0;
        }
        for v in 0..graph.vertices() {
            *self.state.until(self.state.chosen[v as usize]) = HELD;
        }
        self.now = 0;
        self.note();
    }

    fn note(&mut self) {
        self.in_vain = 0;
        self.energy = self.state.energy;
        self.best.clone_from(&self.state.chosen);
    }

    /// The number of conflicting pairs in the best colouring so far.
    pub(crate) fn energy(&self) -> u32 {
        self.energy
    }

    /// The best colouring so far.
    pub fn best(&self) -> &[u32] {
        &self.best
    }

    /// Steps since the best colouring was found.
    pub fn in_vain(&self) -> u32 {
        self.in_vain
    }

    /// One step; returns the number of moves that it counts for.
    pub fn step(&mut self, graph: &Graph, random: &mut Random) -> u64 {
        if self.now == AGE {
            let bans = self.state.blocks.iter_mut().flat_map(|block| &mut block.until);
            bans.filter(|until| **until < HELD).for_each(|until| *until = (*until - AGE).max(0));
            self.now = 0;
        }
        self.now += 1;
        self.in_vain += 1;
        let (now, state) = (self.now, &self.state);
        // A banned choice is taken if it leads below everything so far.
        let below = (self.energy as i32 - state.energy as i32).max(i16::MIN.into()) as i16;
        let mut leasts = [i16::MAX; LANES];
        let mut looks = self.looks.iter_mut();
        for &v in state.wrong.list() {
            let (own, blocks) = state.looked_at(v);
            for block in blocks {
                let look = looks.next().expect("there is one for each block");
                look.changes = changes(&state.blocks[block as usize], own, now, below);
                look.block = block;
                leasts = std::array::from_fn(|lane| leasts[lane].min(look.changes[lane]));
            }
        }
        let left = looks.len();
        let looked = self.looks.len() - left;
        let looks = &mut self.looks[..looked];
        let least = leasts.into_iter().fold(i16::MAX, i16::min);
        let mut others = 0;
        if least < i16::MAX {
            let mut many = 0;
            for look in &mut *looks {
                let equal = look.changes.map(|change| u16::from(change == least));
                many += u32::from(equal.into_iter().sum::<u16>());
                look.upto = many;
            }
            let drawn = random.below(many);
            let at = looks.partition_point(|look| look.upto <= drawn);
            let after = looks[at].upto - drawn - 1;
            let mut equal = (0..LANES).rev().filter(|&lane| looks[at].changes[lane] == least);
            let lane = equal.nth(after as usize).expect("so many are equally good");
            let choice = state.choice(graph, looks[at].block, lane);
            let wrong = state.wrong.list().len() as u32;
            let old = state.chosen[graph.vertex[choice as usize] as usize];
            others = self.state.choose(graph, choice);
            let ban = (wrong * BAN.0 / 100 + random.below(BAN.1) + 1).min(LONGEST);
            *self.state.until(old) = now + ban as i16;
            *self.state.until(choice) = HELD;
            if self.state.energy < self.energy {
                self.note();
            }
        }
        1 + (looked * LANES + others) as u64 / CHOICES_PER_MOVE
    }
}
