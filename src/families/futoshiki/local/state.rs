//! A colouring and what is wrong with it, kept up to date from one change of colour to the next.

use super::graph::Graph;
use crate::structures::random::Random;
use crate::structures::subset::Subset;

/// One clash more, and one less.
const MORE: u16 = 1;
const LESS: u16 = MORE.wrapping_neg();

/// Every vertex has one of its choices. What is wrong is counted in pairs: of equal colours in a row
/// or column, and of colours that are equal or the wrong way round beside a sign.
pub(super) struct State {
    /// Per vertex its choice.
    pub chosen: Vec<u32>,
    /// Per row and colour, then per column and colour, how many vertices have it, and the exclusive or
    /// of their choices: of one alone it is the choice.
    met: Vec<u16>,
    holders: Vec<u32>,
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
            met: vec![0; graph.places.rows() as usize],
            holders: vec![0; graph.places.rows() as usize],
            clashes: vec![0; graph.choices()],
            wrong: Subset::new(graph.vertices() as usize),
            energy: 0,
        }
    }

    /// Begins with this colouring, a choice a vertex; without one vertices take, in random order, the
    /// choice that fits best with what was chosen before.
    pub fn start(&mut self, graph: &Graph, chosen: Option<&[u32]>, random: &mut Random) {
        self.clashes.fill(0);
        self.met.fill(0);
        self.holders.fill(0);
        let mut order: Vec<u32> = (0..graph.vertices()).collect();
        if chosen.is_none() {
            random.shuffle(&mut order);
        }
        for v in order {
            let choice = match chosen {
                Some(chosen) => chosen[v as usize],
                None => self.best(graph, v, random),
            };
            self.chosen[v as usize] = choice;
            self.count(graph, choice, MORE);
            for line in graph.lines[choice as usize] {
                self.met[line as usize] += 1;
                self.holders[line as usize] ^= choice;
            }
        }
        self.energy = 0;
        for v in 0..graph.vertices() {
            let own = self.own(v);
            self.energy += own;
            self.wrong.set(v, own > 0);
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
        self.count(graph, old, LESS);
        self.count(graph, choice, MORE);
        let mut looked = 0;
        for line in graph.lines[old as usize] {
            looked += graph.places.row(line).len();
            let (met, holder) = (&mut self.met[line as usize], &mut self.holders[line as usize]);
            *met -= 1;
            *holder ^= old;
            // One that is left alone may have nothing wrong any more.
            if *met == 1 {
                let left = graph.vertex[*holder as usize];
                self.wrong.set(left, self.own(left) > 0);
            }
        }
        for line in graph.lines[choice as usize] {
            looked += graph.places.row(line).len();
            let (met, holder) = (&mut self.met[line as usize], &mut self.holders[line as usize]);
            if *met == 1 {
                self.wrong.set(graph.vertex[*holder as usize], true);
            }
            *met += 1;
            *holder ^= choice;
        }
        self.wrong.set(v, self.own(v) > 0);
        for sign in graph.signs.row(v) {
            self.wrong.set(sign.other, self.own(sign.other) > 0);
        }
        looked
    }

    /// Books a choice at all that are wrong beside it, [`MORE`] or [`LESS`] at each.
    #[inline]
    fn count(&mut self, graph: &Graph, choice: u32, by: u16) {
        let book = |clashes: &mut u16, by: u16| *clashes = clashes.wrapping_add(by);
        for line in graph.rivals(choice) {
            for &rival in line {
                book(&mut self.clashes[rival as usize], by);
            }
        }
        // The choice itself is in its row and in its column.
        book(&mut self.clashes[choice as usize], 0u16.wrapping_sub(by.wrapping_mul(2)));
        let v = graph.vertex[choice as usize];
        for &sign in graph.signs.row(v) {
            let against = graph.against(sign, graph.colour(choice));
            self.clashes[against].iter_mut().for_each(|clashes| book(clashes, by));
        }
    }
}
