//! The shape of the search tree: how large subtrees are, which failed ones are the largest.

use crate::api::research::profile::per_network::PerNetwork;
use clew_engine::kernel::{Lit, Searched};
use clew_engine::search::log::{Fate, Grow, Node};
use clew_puzzle::puzzle::Puzzle;
use clew_report::literal_names::Meanings;

/// Nodes beyond which the tree is no longer kept.
const MOST: usize = 6_000_000;

/// The data kept of a node.
#[derive(Clone, Copy)]
struct Kept {
    parent: u32,
    label: Option<Lit>,
    network: u16,
    depth: u16,
    /// Nodes of the subtree, this one included.
    size: u32,
    /// It contains a solution, or a part that the search has left unexplored.
    spared: bool,
}

const NOBODY: u32 = u32::MAX;

/// The trees of a run.
pub(crate) struct Subtrees {
    puzzle: Puzzle,
    known: PerNetwork<Meanings>,
    nodes: Vec<Option<Kept>>,
    /// The tree has more nodes than are kept.
    pub cut: bool,
}

/// A box of an icicle.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub depth: u32,
    /// Left end and width, as shares of the whole.
    pub from: f64,
    pub width: f64,
    pub size: u32,
    pub label: String,
    pub failed: bool,
}

impl Subtrees {
    pub fn new(puzzle: &Puzzle) -> Subtrees {
        let known = PerNetwork::default();
        Subtrees { puzzle: puzzle.clone(), known, nodes: Vec::new(), cut: false }
    }

    /// Adds up sizes. To be called once, when all nodes have been recorded.
    pub fn add_up(&mut self) {
        // Children have larger numbers than their parents.
        for id in (0..self.nodes.len()).rev() {
            let Some(node) = self.nodes[id] else { continue };
            if let Some(Some(parent)) = self.nodes.get_mut(node.parent as usize) {
                parent.size += node.size;
                parent.spared |= node.spared;
            }
        }
    }

    fn label(&self, node: &Kept) -> String {
        let known = self.known.get(node.network as usize);
        match (node.label, known) {
            (Some(l), Some(known)) => known.words(l),
            (Some(l), None) => format!("{l:?}"),
            (None, _) => "root".into(),
        }
    }

    /// The largest subtrees that failed as a whole, none within another: wrong decisions that took longest to be
    /// refuted. For each the number of nodes, and the decisions that lead there, the last one first.
    pub fn largest_failed(&self, most: usize) -> Vec<(u32, Vec<String>)> {
        let is_failed = |node: &Kept| !node.spared && node.size > 1;
        let mut all: Vec<(u32, u32)> = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            let Some(node) = node.filter(is_failed) else { continue };
            let parent = self.nodes.get(node.parent as usize).copied().flatten();
            // A tree that failed as a whole is a proof: its two halves are shown.
            if parent.is_none_or(|parent| !is_failed(&parent) || parent.parent == NOBODY)
                && node.label.is_some()
            {
                all.push((node.size, id as u32));
            }
        }
        all.sort_unstable_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        all.truncate(most);
        let path = |(size, id): (u32, u32)| {
            let mut labels = Vec::new();
            let mut at = id;
            while let Some(node) = self.nodes.get(at as usize).copied().flatten() {
                if node.label.is_some() {
                    labels.push(self.label(&node));
                }
                at = node.parent;
            }
            (size, labels)
        };
        all.into_iter().map(path).collect()
    }

    /// The largest tree as an icicle: boxes of at least a share `least` of its nodes, down to a depth.
    pub fn icicle(&self, least: f64, deepest: u32) -> Vec<Block> {
        let root = (0..self.nodes.len())
            .filter(|&id| self.nodes[id].is_some_and(|node| node.parent == NOBODY))
            .max_by_key(|&id| self.nodes[id].map_or(0, |node| node.size));
        let Some(root) = root else { return Vec::new() };
        let whole = f64::from(self.nodes[root].map_or(1, |node| node.size).max(1));
        // Left ends by node: a child begins where its elder sibling ends.
        let mut used: Vec<f64> = vec![0.0; self.nodes.len()];
        let mut level: Vec<u32> = vec![u32::MAX; self.nodes.len()];
        let mut blocks = Vec::new();
        for id in root..self.nodes.len() {
            let Some(node) = self.nodes[id] else { continue };
            let width = f64::from(node.size) / whole;
            let (from, depth) = if id == root {
                (0.0, 0)
            } else {
                let parent = node.parent as usize;
                match level.get(parent) {
                    Some(&above) if above < u32::MAX => (used[parent], above + 1),
                    _ => continue,
                }
            };
            if width < least || depth > deepest {
                continue;
            }
            if id != root {
                used[node.parent as usize] += width;
            }
            (used[id], level[id]) = (from, depth);
            let (size, label) = (node.size, self.label(&node));
            blocks.push(Block { depth, from, width, size, label, failed: !node.spared });
        }
        blocks
    }

    /// Nodes of all trees, and how deep they lie: decisions to nodes.
    pub fn depths(&self) -> Vec<u64> {
        let mut depths = Vec::new();
        for node in self.nodes.iter().flatten() {
            let depth = node.depth as usize;
            if depths.len() <= depth {
                depths.resize(depth + 1, 0);
            }
            depths[depth] += 1;
        }
        depths
    }
}

impl Grow for Subtrees {
    fn network(&mut self, on: &Searched<'_>) {
        self.known.turn_to(on, |built| Meanings::new(&self.puzzle, built));
    }

    fn node(&mut self, node: Node) {
        let id = node.id as usize;
        if id >= MOST {
            self.cut = true;
            return;
        }
        if self.nodes.len() <= id {
            self.nodes.resize(id + 1, None);
        }
        self.nodes[id] = Some(Kept {
            parent: node.parent.map_or(NOBODY, |p| p.0),
            label: node.label,
            network: self.known.place() as u16,
            depth: node.depth.min(u32::from(u16::MAX)) as u16,
            size: 1,
            spared: matches!(node.fate, Fate::Solved | Fate::Skipped),
        });
    }
}
