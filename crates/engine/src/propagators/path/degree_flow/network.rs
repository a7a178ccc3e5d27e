//! The fixed shape of the flow network of all degree constraints.

use crate::kernel::Atom;
use crate::propagators::path::{Flag, PathVars};
use crate::structures::Csr;

/// No arc.
pub(super) const NONE: u32 = u32::MAX;

/// The fixed shape of the flow network. Nodes: black ones first, then white ones.
#[derive(Debug)]
pub(super) struct Network {
    pub blacks: u32,
    /// Per arc its black node, its white node and its atom.
    pub black: Vec<u32>,
    pub white: Vec<u32>,
    pub atom: Vec<Atom>,
    /// The arcs at each node.
    pub arcs: Csr,
    /// Units a black node ships or a white node receives.
    pub supply: Vec<u32>,
    /// Per cell the arc of its end flag, or `NONE`; the arc of edge e is e.
    pub end_arc: Vec<u32>,
    /// The double cover has every arc twice: arc `a + second` mirrors arc a.
    pub second: u32,
    pub doubled: bool,
}

/// How many ends are black and how many white, given the difference between the numbers of black and white
/// cells: with 2 B - x = 2 W - y and x + y = total. In a double cover every end is both. `None`: no such
/// numbers.
fn virtual_supply(total: u32, doubled: bool, difference: i64) -> Option<[i64; 2]> {
    let total = i64::from(total);
    if doubled {
        return Some([total; 2]);
    }
    if total % 2 != 0 {
        return None;
    }
    let ends = [total / 2 + difference, total / 2 - difference];
    ends.iter().all(|&n| n >= 0).then_some(ends)
}

impl Network {
    /// `None`: the numbers of cells of the two colours leave no flow.
    pub fn build(vars: &PathVars, total: u32) -> Option<Network> {
        let graph = &vars.graph;
        let (n, m) = (graph.cells(), graph.edges());
        let colour = graph.two_colouring();
        let doubled = colour.is_none();
        let is_black = |c: u32| colour.as_ref().is_none_or(|k| k[c as usize]);
        let blacks = (0..n).filter(|&c| is_black(c)).count() as u32;
        let whites = if doubled { n } else { n - blacks };
        // Node numbers: black cells, the virtual black cell, white cells, the virtual white cell.
        let mut node = vec![0; n as usize];
        let (mut b, mut w) = (0, 0);
        for c in 0..n {
            let next = if is_black(c) { &mut b } else { &mut w };
            node[c as usize] = *next;
            *next += 1;
        }
        let first_white = blacks + 1;
        let as_black = |c: u32| node[c as usize];
        let as_white = |c: u32| first_white + node[c as usize];
        let nodes = (blacks + whites + 2) as usize;
        let mut supply = vec![2u32; nodes];
        let difference = if doubled { 0 } else { i64::from(blacks) - i64::from(whites) };
        let [mut to_white, mut from_black] = virtual_supply(total, doubled, difference)?;
        let mut net = Network {
            blacks: first_white,
            black: Vec::with_capacity(m as usize + n as usize),
            white: Vec::with_capacity(m as usize + n as usize),
            atom: Vec::with_capacity(m as usize + n as usize),
            arcs: Csr::default(),
            supply: Vec::new(),
            end_arc: vec![NONE; n as usize],
            second: 0,
            doubled,
        };
        for pass in 0..1 + u32::from(doubled) {
            for e in 0..m {
                let [mut a, mut b] = graph.ends(e);
                if (doubled && pass == 1) || (!doubled && !is_black(a)) {
                    std::mem::swap(&mut a, &mut b);
                }
                net.push(as_black(a), as_white(b), vars.edge(e));
            }
            for c in 0..n {
                let black = if doubled { pass == 0 } else { is_black(c) };
                match vars.ends[c as usize] {
                    Flag::Never => {}
                    Flag::Always if black => {
                        supply[as_black(c) as usize] -= 1;
                        to_white -= 1;
                    }
                    Flag::Always => {
                        supply[as_white(c) as usize] -= 1;
                        from_black -= 1;
                    }
                    Flag::Open(a) => {
                        if pass == 0 {
                            net.end_arc[c as usize] = net.atom.len() as u32;
                        }
                        if black {
                            net.push(as_black(c), first_white + whites, a);
                        } else {
                            net.push(blacks, as_white(c), a);
                        }
                    }
                }
            }
            if pass == 0 {
                net.second = net.atom.len() as u32;
            }
        }
        if to_white < 0 || from_black < 0 {
            return None;
        }
        supply[blacks as usize] = from_black as u32;
        supply[nodes - 1] = to_white as u32;
        net.supply = supply;
        net.index(nodes);
        Some(net)
    }

    fn push(&mut self, black: u32, white: u32, atom: Atom) {
        self.black.push(black);
        self.white.push(white);
        self.atom.push(atom);
    }

    fn index(&mut self, nodes: usize) {
        let ends = self.black.iter().zip(&self.white);
        let places = (0u32..).zip(ends).flat_map(|(a, (&b, &w))| [(b, a), (w, a)]);
        self.arcs = Csr::new(nodes, places);
    }

    #[inline]
    pub fn at(&self, v: u32) -> &[u32] {
        self.arcs.row(v)
    }

    #[inline]
    pub fn across(&self, a: u32, v: u32) -> u32 {
        self.black[a as usize] ^ self.white[a as usize] ^ v
    }

    #[inline]
    pub fn is_black(&self, v: u32) -> bool {
        v < self.blacks
    }
}
