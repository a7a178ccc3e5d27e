//! Colourings that searches ended with, and children of two of them.
//!
//! A child has whole classes of its parents: all vertices that have a colour in one of them, by turns
//! in the one and the other, the largest class first; what is left over is coloured as it fits. Two
//! good colourings have in common what is right, more than chance would have it, and a child keeps
//! that. The pool stays small, and one that has become all alike is given up.
//!
//! Sources: P. Galinier, J.-K. Hao, "Hybrid evolutionary algorithms for graph coloring", 1999 (classes);
//! Y. Jin, J.-K. Hao, "Solving the Latin square completion problem by memetic graph coloring", 2019.

use super::graph::Graph;
use crate::structures::random::Random;

/// Colourings that are kept.
const SIZE: usize = 3;
/// Colourings that differ at fewer vertices than one of so many are alike.
const ALIKE: usize = 20;
/// The same for a whole pool that is given up.
const ALL_ALIKE: usize = 100;

/// A colouring: per vertex its choice.
struct Member {
    energy: u32,
    chosen: Vec<u32>,
}

/// See the head of the file.
#[derive(Default)]
pub(super) struct Pool {
    members: Vec<Member>,
}

impl Pool {
    /// Takes in a colouring, in place of one that is like it, or of the worst, unless these are better.
    pub fn add(&mut self, energy: u32, chosen: &[u32]) {
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

    /// Where to start next, per vertex: a child's choices, or none while the pool is not full.
    pub fn next(&mut self, graph: &Graph, random: &mut Random) -> Vec<Option<u32>> {
        if self.members.len() == SIZE {
            let vertices = graph.vertices() as usize;
            let far = |m: &Member| distance(&m.chosen, &self.members[0].chosen);
            if self.members.iter().all(|m| far(m) * ALL_ALIKE <= vertices) {
                self.members.clear();
            }
        }
        if self.members.len() < SIZE {
            return vec![None; graph.vertices() as usize];
        }
        let one = random.below(SIZE as u32) as usize;
        let other = (one + 1 + random.below(SIZE as u32 - 1) as usize) % SIZE;
        cross(graph, [one, other].map(|i| &self.members[i].chosen[..]), random)
    }
}

/// At how many vertices colourings differ.
fn distance(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x != y).count()
}

/// A child, without the vertices that no class has left it. Time: colours times vertices.
fn cross(graph: &Graph, parents: [&[u32]; 2], random: &mut Random) -> Vec<Option<u32>> {
    let n = graph.n as usize;
    let mut child = vec![None; graph.vertices() as usize];
    let mut open = vec![true; n];
    for turn in 0..n {
        let parent = parents[turn % 2];
        let classes = Classes::of(graph, parent, &child);
        let (mut largest, mut ties, mut class) = (0, 0, None);
        for colour in (0..n).filter(|&c| open[c]) {
            let size = classes.size[colour];
            if class.is_none() || size > largest {
                (largest, ties, class) = (size, 1, Some(colour));
            } else if size == largest {
                ties += 1;
                if random.below(ties) == 0 {
                    class = Some(colour);
                }
            }
        }
        let Some(class) = class else { break };
        open[class] = false;
        for (v, &choice) in (0..).zip(parent) {
            if usize::from(graph.colour(choice)) == class
                && child[v as usize].is_none()
                && classes.is_alone(graph, v, class)
            {
                child[v as usize] = Some(choice);
            }
        }
    }
    child
}

/// What a parent has to give to a child: vertices that are alone in their row and column with their
/// colour, among those that the child does not have yet.
struct Classes {
    /// Per row and colour, then per column and colour, how many vertices have it.
    met: Vec<u8>,
    /// Per colour how many vertices are alone with it.
    size: Vec<u32>,
}

impl Classes {
    fn of(graph: &Graph, parent: &[u32], child: &[Option<u32>]) -> Classes {
        let n = graph.n as usize;
        let mut classes = Classes { met: vec![0; 2 * n * n], size: vec![0; n] };
        let left = || (0..graph.vertices()).filter(|&v| child[v as usize].is_none());
        let colour = |v: u32| usize::from(graph.colour(parent[v as usize]));
        for v in left() {
            for at in lines(graph, v, colour(v)) {
                classes.met[at] = classes.met[at].saturating_add(1);
            }
        }
        for v in left() {
            classes.size[colour(v)] += u32::from(classes.is_alone(graph, v, colour(v)));
        }
        classes
    }

    fn is_alone(&self, graph: &Graph, v: u32, colour: usize) -> bool {
        lines(graph, v, colour).into_iter().all(|at| self.met[at] == 1)
    }
}

/// A colour in the row and in the column of a vertex.
fn lines(graph: &Graph, v: u32, colour: usize) -> [usize; 2] {
    let (n, cell) = (graph.n as usize, graph.cells[v as usize] as usize);
    [cell / n, n + cell % n].map(|line| line * n + colour)
}
