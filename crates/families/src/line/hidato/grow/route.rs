//! Disjoint short routes through the free cells, by negotiated congestion.
//!
//! Every gap is routed by itself, as if cells could be shared, at the least price; a cell's price grows
//! with the number of routes on it, ever more from round to round, and with how often it was shared. In
//! each round the routes that share a cell are ripped up and drawn again.
//!
//! Where a route has to cross another one, because the other passes on the wrong side of its end, prices of cells do
//! not help: all crossings are equally good, so that a whole region has to become expensive before either route goes
//! around. So routes that met pay each other a toll as well, wherever they meet, which grows with every round in which
//! they do. A route that is longer than its gap is drawn again: the cheapest one that is short enough, step by step, if
//! that is not too many cells; otherwise with a higher price for each cell, up to where only its length counts.
//!
//! Source: L. McMurchie and C. Ebeling, "PathFinder: a negotiation-based performance-driven router for
//! FPGAs", 1995.

use super::frame::{GivenGaps, NONE, RouteRequest};
use crate::path_cover::Routing;
use clew_engine::structures::random::Random;
use clew_puzzle::puzzle::Cell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The price that each route on a cell adds in the first round, its growth, and its limit; in cells.
const FIRST_PRESSURE: f32 = 0.5;
const GROWTH: f32 = 1.1;
const MOST_PRESSURE: f32 = 5.0;
/// The price that a round of being shared adds for good.
const LASTING: f32 = 0.5;
/// The price that a round in which two routes met adds, for good, to every cell of the one for the other.
const TOLL: f32 = 3.0;
/// One in this many routes that share nothing is drawn again all the same.
const RESTLESS: u32 = 20;
/// Rounds after which routing is given up.
const ROUNDS: u32 = 300;
/// The most cells of a route that is drawn step by step.
const MOST_STEPS: u32 = 60;
/// The factor of the price of a cell for routes that are too long, and where nothing else counts.
const SHORTER: f32 = 4.0;
const SHORTEST: f32 = 1e5;
/// The most that is added to prices at random, so that of equal routes any one is taken.
const JITTER: f32 = 0.01;
/// Prices in the queue are counted in this part of a cell.
const UNIT: f32 = 256.0;

/// A set of nets that are being routed.
pub(super) struct Router {
    nets: Vec<RouteRequest>,
    /// Per net its route, without the ends.
    ways: Vec<Vec<Cell>>,
    /// The nets in the order of this round, how many had their turn, and the round.
    order: Vec<u32>,
    next: usize,
    round: u32,
    pressure: f32,
    /// Per cell the routes on it, as places in the list; its accumulated price, and whether routes may lie there.
    on: Vec<Vec<u32>>,
    memory: Vec<f32>,
    free: Vec<bool>,
    /// Cells with more than one route.
    shared: u32,
    /// Per net those whose routes its own has met.
    rivals: Vec<Vec<Rival>>,
    /// Scratch: per net the price that the net being drawn pays for each of its cells.
    toll: Vec<f32>,
    /// Scratch: per cell its price from the start of a route, and the cell before.
    price: Vec<f32>,
    from: Vec<Cell>,
    touched: Vec<Cell>,
    queue: BinaryHeap<(Reverse<u64>, Cell)>,
    /// Scratch: per cell its steps to the end of a route; and its place among those met in a step.
    steps: Vec<u32>,
    place: Vec<u32>,
}

/// A cell met in some step from the start of a route: the price so far, and which one of the step before
/// leads to it.
#[derive(Clone, Copy)]
struct Met {
    cell: Cell,
    price: f32,
    from: u32,
}

/// A net whose route was met, the toll for each of its cells, and the round in which the two met last.
#[derive(Clone, Copy)]
struct Rival {
    net: u32,
    toll: f32,
    round: u32,
}

impl Router {
    pub fn new(cells: usize) -> Router {
        Router {
            nets: Vec::new(),
            ways: Vec::new(),
            order: Vec::new(),
            next: 0,
            round: 0,
            pressure: 0.0,
            on: vec![Vec::new(); cells],
            memory: vec![0.0; cells],
            free: vec![false; cells],
            shared: 0,
            rivals: Vec::new(),
            toll: Vec::new(),
            price: vec![f32::MAX; cells],
            from: vec![NONE; cells],
            touched: Vec::new(),
            queue: BinaryHeap::new(),
            steps: vec![NONE; cells],
            place: vec![NONE; cells],
        }
    }

    /// Begins with these nets, through these cells.
    pub fn start(&mut self, nets: Vec<RouteRequest>, free: &[Cell], random: &mut Random) {
        for &c in self.ways.iter().flatten() {
            self.on[c as usize].clear();
        }
        self.memory.fill(0.0);
        self.free.fill(false);
        free.iter().for_each(|&c| self.free[c as usize] = true);
        nets.iter().flat_map(|net| net.ends).for_each(|end| self.free[end as usize] = false);
        self.ways = vec![Vec::new(); nets.len()];
        self.rivals = vec![Vec::new(); nets.len()];
        self.toll = vec![0.0; nets.len()];
        self.order = (0..nets.len() as u32).collect();
        self.nets = nets;
        (self.round, self.shared, self.pressure) = (0, 0, FIRST_PRESSURE);
        self.shuffle(random);
    }

    fn shuffle(&mut self, random: &mut Random) {
        random.shuffle(&mut self.order);
        self.next = 0;
    }

    /// The routes that were found, in the order of the nets.
    pub fn routes(&self) -> impl Iterator<Item = (RouteRequest, &[Cell])> {
        self.nets.iter().zip(&self.ways).map(|(&net, way)| (net, &way[..]))
    }

    /// Gives one net its turn; with how many cells it settled.
    pub fn turn(&mut self, frame: &GivenGaps, random: &mut Random) -> (Routing, u64) {
        if self.next == self.order.len() {
            if self.shared == 0 {
                return (Routing::Done, 1);
            }
            self.round += 1;
            if self.round == ROUNDS {
                return (Routing::Failed, 1);
            }
            self.remember();
            self.shuffle(random);
        }
        let i = self.order[self.next] as usize;
        self.next += 1;
        let shares = self.ways[i].iter().any(|&c| self.on[c as usize].len() > 1);
        if self.round > 0 && !shares && random.below(RESTLESS) != 0 {
            return (Routing::Open, 1);
        }
        for c in std::mem::take(&mut self.ways[i]) {
            let on = &mut self.on[c as usize];
            on.retain(|&other| other != i as u32);
            self.shared -= u32::from(on.len() == 1);
        }
        for rival in &self.rivals[i] {
            self.toll[rival.net as usize] = rival.toll;
        }
        let (way, settled) = self.draw(frame, self.nets[i], random);
        for rival in &self.rivals[i] {
            self.toll[rival.net as usize] = 0.0;
        }
        let Some(way) = way else { return (Routing::Failed, settled) };
        for &c in &way {
            let on = &mut self.on[c as usize];
            on.push(i as u32);
            self.shared += u32::from(on.len() == 2);
        }
        self.ways[i] = way;
        (Routing::Open, settled)
    }

    /// Raises the price of shared cells for good, the tolls of routes that met, and the pressure.
    fn remember(&mut self) {
        for (i, way) in (0..).zip(&self.ways) {
            for &c in way {
                let on = &self.on[c as usize];
                if on.len() < 2 {
                    continue;
                }
                // Each of the routes on it adds its part.
                self.memory[c as usize] += LASTING / on.len() as f32;
                for &net in on.iter().filter(|&&net| net != i) {
                    meet(&mut self.rivals[i as usize], net, self.round);
                }
            }
        }
        self.pressure = (self.pressure * GROWTH).min(MOST_PRESSURE);
    }

    /// A cheap route that is short enough, and the cells that were settled.
    fn draw(
        &mut self,
        frame: &GivenGaps,
        net: RouteRequest,
        random: &mut Random,
    ) -> (Option<Vec<Cell>>, u64) {
        let RouteRequest { ends: [start, end], most, .. } = net;
        let (mut of_a_cell, mut settled) = (1.0, 0);
        loop {
            settled += self.search(frame, net.ends, of_a_cell, random);
            let mut way = Vec::new();
            let mut at = self.from[end as usize];
            if at == NONE {
                return (None, settled);
            }
            while at != start {
                way.push(at);
                at = self.from[at as usize];
            }
            if way.len() as u32 <= most {
                way.reverse();
                return (Some(way), settled);
            }
            if most <= MOST_STEPS {
                let (way, more) = self.step_by_step(frame, net.ends, most, random);
                return (way, settled + more);
            }
            if of_a_cell >= SHORTEST {
                return (None, settled);
            }
            of_a_cell *= SHORTER;
        }
    }

    /// Dijkstra's algorithm; the cells that were settled.
    fn search(
        &mut self,
        frame: &GivenGaps,
        [start, end]: [Cell; 2],
        of_a_cell: f32,
        random: &mut Random,
    ) -> u64 {
        for c in self.touched.drain(..) {
            self.price[c as usize] = f32::MAX;
            self.from[c as usize] = NONE;
        }
        self.queue.clear();
        self.price[start as usize] = 0.0;
        self.touched.push(start);
        self.queue.push((Reverse(0), start));
        let mut settled = 0;
        while let Some((Reverse(key), c)) = self.queue.pop() {
            let so_far = self.price[c as usize];
            if key > (so_far * UNIT) as u64 {
                continue;
            }
            settled += 1;
            if c == end {
                break;
            }
            for &q in frame.board.neighbours(c) {
                let i = q as usize;
                if q != end && !self.free[i] {
                    continue;
                }
                let price = so_far + self.price_of(q, of_a_cell, random);
                if price < self.price[i] {
                    if self.price[i] == f32::MAX {
                        self.touched.push(q);
                    }
                    self.price[i] = price;
                    self.from[i] = c;
                    self.queue.push((Reverse((price * UNIT) as u64), q));
                }
            }
        }
        settled
    }

    fn price_of(&self, c: Cell, of_a_cell: f32, random: &mut Random) -> f32 {
        let of_routes = self.on[c as usize].iter().map(|&i| self.pressure + self.toll[i as usize]);
        let jitter = JITTER * (random.draw() >> 28) as f32 / 16.0;
        of_a_cell + self.memory[c as usize] + of_routes.sum::<f32>() + jitter
    }

    /// The cheapest route with at most the given number of cells inside, and how many cells were visited. It visits no
    /// cell twice, for that would cost more.
    fn step_by_step(
        &mut self,
        frame: &GivenGaps,
        [start, end]: [Cell; 2],
        most: u32,
        random: &mut Random,
    ) -> (Option<Vec<Cell>>, u64) {
        // How far the end is, for all that it can be reached from in time.
        let mut near = vec![end];
        self.steps[end as usize] = 0;
        let mut head = 0;
        while let Some(&c) = near.get(head) {
            head += 1;
            let further = self.steps[c as usize] + 1;
            for &q in frame.board.neighbours(c).iter().filter(|_| further <= most) {
                if self.free[q as usize] && self.steps[q as usize] == NONE {
                    self.steps[q as usize] = further;
                    near.push(q);
                }
            }
        }
        let mut layers = vec![vec![Met { cell: start, price: 0.0, from: NONE }]];
        let mut best: Option<(f32, usize, u32)> = None;
        for step in 1..=most + 1 {
            let mut layer: Vec<Met> = Vec::new();
            for (i, met) in (0..).zip(&layers[step as usize - 1]) {
                for &q in frame.board.neighbours(met.cell) {
                    if q == end {
                        if best.is_none_or(|(price, ..)| met.price < price) {
                            best = Some((met.price, step as usize - 1, i));
                        }
                        continue;
                    }
                    let left = self.steps[q as usize];
                    if !self.free[q as usize] || left == NONE || step + left > most + 1 {
                        continue;
                    }
                    let price = met.price + self.price_of(q, 1.0, random);
                    let place = &mut self.place[q as usize];
                    if *place == NONE {
                        *place = layer.len() as u32;
                        layer.push(Met { cell: q, price, from: i });
                    } else if price < layer[*place as usize].price {
                        layer[*place as usize] = Met { cell: q, price, from: i };
                    }
                }
            }
            layer.iter().for_each(|met| self.place[met.cell as usize] = NONE);
            layers.push(layer);
        }
        near.iter().for_each(|&c| self.steps[c as usize] = NONE);
        let met = layers.iter().map(Vec::len).sum::<usize>() + near.len();
        let way = best.map(|(_, step, i)| {
            let mut way = Vec::new();
            let mut at = i;
            for layer in layers[1..=step].iter().rev() {
                let met = layer[at as usize];
                way.push(met.cell);
                at = met.from;
            }
            way.reverse();
            way
        });
        (way, met as u64)
    }
}

/// Raises the toll of this net, at most once per round.
fn meet(rivals: &mut Vec<Rival>, net: u32, round: u32) {
    match rivals.iter_mut().find(|rival| rival.net == net) {
        Some(rival) if rival.round == round => {}
        Some(rival) => (rival.toll, rival.round) = (rival.toll + TOLL, round),
        None => rivals.push(Rival { net, toll: TOLL, round }),
    }
}
