//! A colouring and its conflicts, kept up to date from one change of colour to the next.

use super::graph::Graph;
use clew_engine::structures::Csr;
use clew_engine::structures::random::Random;
use clew_engine::structures::subset::Subset;
use std::ops::Range;

/// One clash more, and one less.
const MORE: i16 = 1;
const LESS: i16 = -1;

/// Places of a block: the number that a processor compares at once.
pub(super) const LANES: usize = 8;
/// Clashes of a place that no choice has: more than any choice comes to.
const UNUSED: i16 = 1 << 14;

/// One number for each place of a block.
pub(super) type Lanes = [i16; LANES];

/// Eight places.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// Per place the number of conflicts of its choice.
    pub clashes: Lanes,
    /// For tabu search: the step from which on each may be taken again.
    pub until: Lanes,
}

/// Where a vertex stands.
#[derive(Clone, Copy, Default)]
struct Spot {
    /// The place of its choice.
    at: u32,
    /// Its blocks.
    first: u32,
    end: u32,
}

/// Every vertex has one of its choices. Conflicts are counted in pairs: of equal colours in a row or column, and of
/// colours that are equal or in the wrong order at a sign.
///
/// The numbers that a step compares are stored in *places*: the choices of a vertex begin a new block of places, and
/// the rest of its last block is unused.
pub(super) struct State {
    /// Per vertex its choice, and where that stands.
    pub chosen: Vec<u32>,
    spots: Vec<Spot>,
    /// Per row and colour, then per column and colour, how many vertices have it, and the exclusive or
    /// of their choices: of one alone it is the choice.
    met: Vec<u16>,
    holders: Vec<u32>,
    /// Per choice its place; per row and colour, then per column and colour, the places of it.
    places: Vec<u32>,
    rivals: Csr,
    /// The places, and per block its vertex.
    pub blocks: Vec<Block>,
    whose: Vec<u32>,
    /// Vertices with which something is wrong.
    pub wrong: Subset,
    /// Pairs that are wrong.
    pub energy: u32,
}

impl State {
    /// Nothing is coloured yet: [`State::start`] comes next.
    pub fn new(graph: &Graph) -> State {
        let vertices = graph.vertices() as usize;
        let mut spots = vec![Spot::default(); vertices];
        let mut places = Vec::with_capacity(graph.choices());
        let mut whose = Vec::new();
        for (v, spot) in (0..).zip(&mut spots) {
            let many = graph.colours.range(v).len() as u32;
            let first = whose.len() as u32;
            places.extend((0..many).map(|i| first * LANES as u32 + i));
            whose.extend((0..many.div_ceil(LANES as u32)).map(|_| v));
            *spot = Spot { at: first * LANES as u32, first, end: whose.len() as u32 };
        }
        let lines = 0..graph.places.rows();
        let pairs = lines
            .clone()
            .flat_map(|line| graph.places.row(line).iter().map(move |&choice| (line, choice)));
        let rivals =
            Csr::new(lines.len(), pairs.map(|(line, choice)| (line, places[choice as usize])));
        State {
            chosen: vec![0; vertices],
            spots,
            met: vec![0; graph.places.rows() as usize],
            holders: vec![0; graph.places.rows() as usize],
            blocks: vec![Block { clashes: [UNUSED; LANES], until: [0; LANES] }; whose.len()],
            whose,
            places,
            rivals,
            wrong: Subset::new(vertices),
            energy: 0,
        }
    }

    /// How much is wrong with a vertex, and its blocks.
    #[inline]
    pub fn looked_at(&self, v: u32) -> (i16, Range<u32>) {
        let Spot { at, first, end } = self.spots[v as usize];
        (self.clashes(at), first..end)
    }

    /// The choice that stands in a block, in this lane.
    pub fn choice(&self, graph: &Graph, block: u32, lane: usize) -> u32 {
        let v = self.whose[block as usize];
        let before = (block - self.spots[v as usize].first) as usize * LANES;
        (graph.colours.range(v).start + before + lane) as u32
    }

    /// Where a choice stands.
    pub fn place(&self, choice: u32) -> u32 {
        self.places[choice as usize]
    }

    /// From which step on a choice may be taken again.
    pub fn until(&mut self, choice: u32) -> &mut i16 {
        let place = self.place(choice) as usize;
        &mut self.blocks[place / LANES].until[place % LANES]
    }

    /// The number of conflicts at a place.
    #[inline]
    pub(crate) fn clashes(&self, place: u32) -> i16 {
        self.blocks[place as usize / LANES].clashes[place as usize % LANES]
    }

    /// Begins with this colouring, one choice per vertex. Without one, the vertices take, in random order, the choice
    /// with the fewest conflicts with the earlier ones.
    pub fn start(&mut self, graph: &Graph, chosen: Option<&[u32]>, random: &mut Random) {
        for &place in &self.places {
            self.blocks[place as usize / LANES].clashes[place as usize % LANES] = 0;
        }
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
            self.spots[v as usize].at = self.places[choice as usize];
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

    /// One of the choices of a vertex with the fewest conflicts, at random.
    fn best(&self, graph: &Graph, v: u32, random: &mut Random) -> u32 {
        let range = graph.colours.range(v);
        let (mut least, mut ties, mut found) = (i16::MAX, 0, range.start);
        for choice in range {
            let clashes = self.clashes(self.places[choice]);
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
        self.clashes(self.spots[v as usize].at) as u32
    }

    /// Replaces the choice of a vertex by this one; returns how many other choices it examined.
    pub fn choose(&mut self, graph: &Graph, choice: u32) -> usize {
        let v = graph.vertex[choice as usize];
        let before = self.own(v);
        let old = std::mem::replace(&mut self.chosen[v as usize], choice);
        self.spots[v as usize].at = self.places[choice as usize];
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

    /// Adds `by` ([`MORE`] or [`LESS`]) at each choice that conflicts with this one.
    #[inline]
    fn count(&mut self, graph: &Graph, choice: u32, by: i16) {
        for line in graph.lines[choice as usize] {
            for &rival in self.rivals.row(line) {
                book(&mut self.blocks, rival, by);
            }
        }
        // The choice itself is in its row and in its column.
        book(&mut self.blocks, self.places[choice as usize], by.wrapping_mul(-2));
        let v = graph.vertex[choice as usize];
        for &sign in graph.signs.row(v) {
            for against in graph.against(sign, graph.colour(choice)) {
                book(&mut self.blocks, self.places[against], by);
            }
        }
    }
}

/// Adds `by` at a place.
#[inline]
fn book(blocks: &mut [Block], place: u32, by: i16) {
    let clashes = &mut blocks[place as usize / LANES].clashes[place as usize % LANES];
    *clashes = clashes.wrapping_add(by);
}
