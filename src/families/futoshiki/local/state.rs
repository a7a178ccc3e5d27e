//! A colouring and what is wrong with it, kept up to date from one change of colour to the next.

use super::graph::Graph;
use crate::structures::random::Random;
use crate::structures::subset::Subset;

/// Every vertex has one of its choices. What is wrong is counted in pairs: of equal colours in a row
/// or column, and of colours that are equal or the wrong way round beside a sign.
pub(super) struct State {
    /// Per vertex its choice.
    pub chosen: Vec<u32>,
    /// Per choice whether its vertex has it.
    is_chosen: Vec<bool>,
    /// Per choice how many others it is wrong beside.
    pub clashes: Vec<u16>,
    /// Vertices with which something is wrong.
    pub wrong: Subset,
    /// Pairs that are wrong.
    pub energy: u32,
}

impl State {
    /// Nothing is coloured yet: [`State::start`] comes next.
    pub fn new(graph: &Graph) -> State {
        State {
            chosen: vec![0; graph.vertices() as usize],
            is_chosen: vec![false; graph.choices()],
            clashes: vec![0; graph.choices()],
            wrong: Subset::new(graph.vertices() as usize),
            energy: 0,
        }
    }

    /// Begins with these choices; vertices without one take, in random order, the choice that fits
    /// best with what was chosen before.
    pub fn start(&mut self, graph: &Graph, given: &[Option<u32>], random: &mut Random) {
        self.clashes.fill(0);
        self.is_chosen.fill(false);
        let mut order: Vec<u32> = (0..graph.vertices()).collect();
        random.shuffle(&mut order);
        order.sort_by_key(|&v| given[v as usize].is_none());
        for v in order {
            let choice = given[v as usize].unwrap_or_else(|| self.best(graph, v, random));
            self.chosen[v as usize] = choice;
            self.count(graph, choice, |clashes| *clashes += 1);
        }
        self.energy = 0;
        for v in 0..graph.vertices() {
            let own = self.own(v);
            self.energy += own;
            self.wrong.set(v, own > 0);
            self.is_chosen[self.chosen[v as usize] as usize] = true;
        }
        self.energy /= 2;
    }

    /// One of the choices of a vertex that are wrong beside the fewest others.
    fn best(&self, graph: &Graph, v: u32, random: &mut Random) -> u32 {
        let range = graph.colours.range(v);
        let (mut least, mut ties, mut found) = (u16::MAX, 0, range.start);
        for choice in range {
            let clashes = self.clashes[choice];
            if clashes < least {
                (least, ties, found) = (clashes, 1, choice);
            } else if clashes == least {
                ties += 1;
                if random.below(ties) == 0 {
                    found = choice;
                }
            }
        }
        found as u32
    }

    /// How much is wrong with a vertex.
    #[inline]
    pub fn own(&self, v: u32) -> u32 {
        u32::from(self.clashes[self.chosen[v as usize] as usize])
    }

    /// Gives the vertex of a choice this choice in place of the one it had; says how many others it
    /// looked at.
    pub fn choose(&mut self, graph: &Graph, choice: u32) -> usize {
        let v = graph.vertex[choice as usize];
        let before = self.own(v);
        let old = std::mem::replace(&mut self.chosen[v as usize], choice);
        self.energy = self.energy + self.own(v) - before;
        self.is_chosen[old as usize] = false;
        self.is_chosen[choice as usize] = true;
        self.count(graph, old, |clashes| *clashes -= 1);
        self.count(graph, choice, |clashes| *clashes += 1);
        let mut looked = 0;
        for changed in [old, choice] {
            for line in graph.rivals(changed) {
                looked += line.len();
                for &rival in line.iter().filter(|&&rival| self.is_chosen[rival as usize]) {
                    let wrong = self.clashes[rival as usize] > 0;
                    self.wrong.set(graph.vertex[rival as usize], wrong);
                }
            }
        }
        self.wrong.set(v, self.own(v) > 0);
        for sign in graph.signs.row(v) {
            self.wrong.set(sign.other, self.own(sign.other) > 0);
        }
        looked
    }

    /// Books a choice at all that are wrong beside it.
    #[inline]
    fn count(&mut self, graph: &Graph, choice: u32, by: impl Fn(&mut u16)) {
        for line in graph.rivals(choice) {
            for &rival in line.iter().filter(|&&rival| rival != choice) {
                by(&mut self.clashes[rival as usize]);
            }
        }
        let v = graph.vertex[choice as usize];
        for &sign in graph.signs.row(v) {
            let against = graph.against(sign, graph.colour(choice));
            self.clashes[against].iter_mut().for_each(&by);
        }
    }
}
