//! The start of a run by belief propagation, which weighs all values of all cells at once.
//!
//! Three kinds of *items* must each be met exactly once: a cell, a colour in a row, a colour in a column. A choice
//! meets one item of each kind. An item sends each of its choices a message with the need for it: one divided by the
//! total weight of the other choices of the item. The weight that a choice sends to an item is the product of the
//! messages from its other two items. A few hundred such rounds are made. On a square at the phase transition the
//! result is a colouring with a few wrong pairs, a different one from each random start; a greedy start, cell by cell,
//! leaves a hundred.
//!
//! Without more, the messages may stay in a state where every choice is about as good as the others; so a choice also
//! reinforces itself, in proportion to its belief, and more strongly the longer nothing is decided. A child of two
//! colourings begins with a preference for their choices. Signs are ignored here: tabu search repairs them.
//!
//! Sources: J. Pearl, "Probabilistic Reasoning in Intelligent Systems", 1988; A. Braunstein, R. Zecchina,
//! "Learning by message passing in networks of discrete synapses", 2006 (the reinforcement).

use super::graph::Graph;
use clew_engine::structures::random::Random;

/// More choices than this take too long to go round once.
const LARGEST: usize = 1 << 18;
/// Rounds at most, and rounds between two checks of the resulting colouring.
const ROUNDS: u32 = 400;
const ROUNDS_PER_LOOK: u32 = 10;
/// Looks without anything better, after all is decided, after which it is over.
const MAX_STALE_CHECKS: u32 = 8;
/// How much of an old message is kept in a new one: with nothing kept all of them swing.
const KEPT: f32 = 0.3;
/// First messages are drawn between this and this plus that.
const FIRST: (f32, f32) = (0.2, 0.3);
/// The strength of the reinforcement, its growth factor while too little is decided, and the rounds between two
/// increases.
const PULL: f32 = 0.2;
const MORE_PULL: f32 = 1.5;
const ROUNDS_PER_PULL: u32 = 50;
/// A cell is decided if one of its choices has these odds; enough is this share of the cells.
const CLEAR: f32 = 4.0;
const ENOUGH: f32 = 0.9;
/// The factor on the prior weight of a choice for each parent that has it.
const INHERITED: f32 = 2.0;
/// Messages stay between this and its inverse.
const LEAST: f32 = 1e-6;
/// Choices of a round that take as long as a move of [`super::SquareSearch::run`].
const CHOICES_PER_MOVE: usize = 8;

/// The kinds of items: cells, colours in rows, colours in columns.
const KINDS: usize = 3;

/// See the head of the file.
pub(super) struct Beliefs {
    /// Per kind and choice the item.
    items: [Vec<u32>; KINDS],
    /// Per kind and choice: the message from its item, and the message to its item.
    to_choice: [Vec<f32>; KINDS],
    to_item: [Vec<f32>; KINDS],
    /// Per choice its prior weight.
    prior: Vec<f32>,
    /// Per item the sum of the messages to it.
    sums: Vec<f32>,
    pull: f32,
    rounds: u32,
    /// Looks since anything better came.
    in_vain: u32,
    /// The best colouring so far, per vertex its choice, and how many pairs of it are wrong.
    best: Vec<u32>,
    energy: u32,
    over: bool,
    /// Scratch: per item how many cells meet it; the colouring under evaluation.
    met: Vec<u16>,
    chosen: Vec<u32>,
}

impl Beliefs {
    /// Nothing is believed yet: [`Beliefs::start`] comes next. `None` if there are too many choices. Memory: about
    /// forty bytes per choice.
    pub fn new(graph: &Graph) -> Option<Beliefs> {
        if graph.choices() > LARGEST {
            return None;
        }
        let (n, vertices) = (graph.n, graph.vertices());
        let choices = || 0..graph.choices() as u32;
        let item = |kind: usize, choice: u32| {
            let v = graph.vertex[choice as usize];
            let (cell, colour) = (graph.cells[v as usize], u32::from(graph.colour(choice)));
            [v, vertices + cell / n * n + colour, vertices + (n + cell % n) * n + colour][kind]
        };
        let items = [0, 1, 2].map(|kind| choices().map(|c| item(kind, c)).collect());
        let many = (vertices + 2 * n * n) as usize;
        let nothing = || [0; KINDS].map(|_| vec![0.0; graph.choices()]);
        Some(Beliefs {
            items,
            to_choice: nothing(),
            to_item: nothing(),
            prior: vec![1.0; graph.choices()],
            sums: vec![0.0; many],
            pull: PULL,
            rounds: 0,
            in_vain: 0,
            best: Vec::new(),
            energy: u32::MAX,
            over: true,
            met: vec![0; many],
            chosen: Vec::new(),
        })
    }

    /// Restarts, with a preference for the choices of these colourings.
    pub fn start<'a>(&mut self, parents: impl Iterator<Item = &'a [u32]>, random: &mut Random) {
        for told in self.to_choice.iter_mut().flatten() {
            let share = (random.draw() >> 8) as f32 / (1 << 24) as f32;
            *told = FIRST.0 + FIRST.1 * share;
        }
        self.prior.fill(1.0);
        for &choice in parents.flatten() {
            self.prior[choice as usize] *= INHERITED;
        }
        (self.pull, self.rounds, self.in_vain) = (PULL, 0, 0);
        (self.energy, self.over) = (u32::MAX, false);
    }

    /// Whether the best colouring is final, so that a run can start with it.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The best colouring of the run: per vertex its choice.
    pub fn best(&self) -> &[u32] {
        &self.best
    }

    /// Makes one round; returns the number of moves that it counts for. Time: linear in the choices.
    pub fn step(&mut self, graph: &Graph) -> u64 {
        self.send_to_items();
        self.send_to_choices();
        self.rounds += 1;
        if self.rounds.is_multiple_of(ROUNDS_PER_LOOK) {
            self.look(graph);
        }
        1 + (self.prior.len() / CHOICES_PER_MOVE) as u64
    }

    /// Choices send their weights to their items.
    fn send_to_items(&mut self) {
        self.sums.fill(0.0);
        for choice in 0..self.prior.len() {
            let [a, b, c] = [0, 1, 2].map(|kind| self.to_choice[kind][choice]);
            let odds = self.prior[choice] * a * b * c;
            let own = self.prior[choice] * (1.0 + self.pull * odds / (1.0 + odds));
            for (kind, worth) in [own * b * c, own * a * c, own * a * b].into_iter().enumerate() {
                self.to_item[kind][choice] = worth;
                self.sums[self.items[kind][choice] as usize] += worth;
            }
        }
    }

    /// Items send their choices the need for them.
    fn send_to_choices(&mut self) {
        for kind in 0..KINDS {
            let tells = self.to_item[kind].iter().zip(&self.items[kind]);
            for (told, (&worth, &item)) in self.to_choice[kind].iter_mut().zip(tells) {
                let others = (self.sums[item as usize] - worth).max(LEAST);
                *told = (KEPT * *told + (1.0 - KEPT) / others).clamp(LEAST, 1.0 / LEAST);
            }
        }
    }

    /// Evaluates the colouring of the likeliest choices, keeps the best one, and determines whether the process is
    /// over.
    fn look(&mut self, graph: &Graph) {
        let odds = |c: usize| {
            self.prior[c] * self.to_choice[0][c] * self.to_choice[1][c] * self.to_choice[2][c]
        };
        let mut decided = 0;
        self.met.fill(0);
        self.chosen.clear();
        let mut energy = 0;
        for v in 0..graph.vertices() {
            let range = graph.colours.range(v);
            let mut likeliest = (range.start, odds(range.start));
            for choice in range.skip(1) {
                let its = odds(choice);
                if its > likeliest.1 {
                    likeliest = (choice, its);
                }
            }
            decided += u32::from(likeliest.1 > CLEAR);
            self.chosen.push(likeliest.0 as u32);
            for kind in 0..KINDS {
                let met = &mut self.met[self.items[kind][likeliest.0] as usize];
                energy += u32::from(*met);
                *met += 1;
            }
        }
        let enough = decided as f32 > ENOUGH * graph.vertices() as f32;
        if energy < self.energy {
            (self.energy, self.in_vain) = (energy, 0);
            std::mem::swap(&mut self.best, &mut self.chosen);
        } else if enough {
            self.in_vain += 1;
        }
        if !enough && self.rounds.is_multiple_of(ROUNDS_PER_PULL) {
            self.pull *= MORE_PULL;
        }
        self.over = energy == 0 || self.in_vain >= MAX_STALE_CHECKS || self.rounds >= ROUNDS;
    }
}
