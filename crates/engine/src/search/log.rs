//! The search tree as it grows, for logs of the search: an observer that turns decisions, failures,
//! jumps and restarts into nodes of a binary tree.
//!
//! A node that branches has two children: its decision and the other side. Where learning jumps over a
//! level, the other side of that level's decision is *skipped*. Every restart, and every search of a run,
//! is a tree of its own.

use crate::kernel::{Engine, Lit, Observer, Searched};

/// The outcome of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// A solution.
    Solved,
    /// Nothing below it is a solution.
    Failed,
    /// It has two children, by a decision and its negation.
    Branch {
        /// The decision, which the first child takes.
        on: Lit,
        /// The number of the first child.
        left: u32,
        /// The number of the second.
        right: u32,
    },
    /// The search left it unvisited or unfinished.
    Skipped,
}

/// A node of the tree, reported when its outcome is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its unique number.
    pub id: u32,
    /// Its parent and which child of it this is, 0 or 1; `None` for a root.
    pub parent: Option<(u32, u8)>,
    /// The decision that distinguishes the node from its parent, for display.
    pub label: Option<Lit>,
    /// Which tree it is in, from 0.
    pub tree: u32,
    /// The number of decisions that lead to it; the other side of a decision has the depth of its
    /// parent.
    pub depth: u32,
    /// The outcome.
    pub fate: Fate,
}

/// Takes the nodes.
pub trait Grow {
    /// All following events concern this network; see [`Observer::network`].
    fn network(&mut self, _on: &Searched<'_>) {}

    /// The fate of a node is known. A parent comes before its children.
    fn node(&mut self, node: Node);
}

#[derive(Clone, Copy, Debug)]
struct Place {
    id: u32,
    parent: Option<(u32, u8)>,
    label: Option<Lit>,
    depth: u32,
}

/// The observer; hands nodes to a [`Grow`].
#[derive(Debug)]
pub struct Tree<G> {
    /// The receiver of the nodes.
    pub grow: G,
    /// The other side of each open decision; `None` where a decision was turned.
    open: Vec<Option<Place>>,
    here: Option<Place>,
    next: u32,
    tree: u32,
    begun: bool,
    /// A restart whose new tree has not begun.
    restarts: bool,
}

impl<G: Grow> Tree<G> {
    /// Nothing seen yet.
    pub fn new(grow: G) -> Tree<G> {
        Tree { grow, open: Vec::new(), here: None, next: 0, tree: 0, begun: false, restarts: false }
    }

    /// Ends the open tree: unvisited nodes are skipped.
    pub fn close(&mut self) {
        if let Some(here) = self.here.take() {
            self.tell(here, Fate::Skipped);
        }
        while let Some(open) = self.open.pop() {
            if let Some(place) = open {
                self.tell(place, Fate::Skipped);
            }
        }
        if self.begun {
            self.tree += 1;
            self.begun = false;
        }
        self.restarts = false;
    }

    fn tell(&mut self, place: Place, fate: Fate) {
        let Place { id, parent, label, depth } = place;
        self.grow.node(Node { id, parent, label, tree: self.tree, depth, fate });
    }

    fn number(&mut self) -> u32 {
        let id = self.next;
        self.next += 1;
        id
    }

    /// Moves to the position of the search: a level without open decisions above it.
    fn settle(&mut self, level: u32) {
        if std::mem::take(&mut self.restarts) && level == 0 {
            self.close();
        }
        if !self.begun {
            self.begun = true;
            let id = self.number();
            self.here = Some(Place { id, parent: None, label: None, depth: 0 });
        }
        if self.open.len() <= level as usize {
            return;
        }
        if let Some(here) = self.here.take() {
            // Its own literal was false already.
            self.tell(here, Fate::Failed);
        }
        while self.open.len() > level as usize {
            let Some(other) = self.open.pop().flatten() else { continue };
            match self.open.len() == level as usize {
                true => self.here = Some(other),
                false => self.tell(other, Fate::Skipped),
            }
        }
    }
}

impl<G: Grow> Observer for Tree<G> {
    fn stage(&mut self, _name: &'static str) {
        self.close();
    }

    fn network(&mut self, on: &Searched<'_>) {
        self.grow.network(on);
    }

    fn branched(&mut self, depth: u32, on: Lit) {
        self.settle(depth - 1);
        let Some(here) = self.here.take() else { return };
        let (left, right) = (self.number(), self.number());
        self.tell(here, Fate::Branch { on, left, right });
        let child = |id, which, label, depth| Place {
            id,
            parent: Some((here.id, which)),
            label: Some(label),
            depth,
        };
        self.open.push(Some(child(right, 1, !on, here.depth)));
        self.here = Some(child(left, 0, on, here.depth + 1));
    }

    fn turned(&mut self, depth: u32, _on: Lit) {
        self.settle(depth - 1);
        // The level stays, with the other side of its decision.
        self.open.push(None);
    }

    fn failed(&mut self, depth: u32) {
        self.settle(depth);
        if let Some(here) = self.here.take() {
            self.tell(here, Fate::Failed);
        }
    }

    fn solution(&mut self, engine: &Engine) {
        self.settle(engine.level());
        if let Some(here) = self.here.take() {
            self.tell(here, Fate::Solved);
        }
    }

    fn restarted(&mut self) {
        self.restarts = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Atom;

    struct Keep(Vec<Node>);

    impl Grow for Keep {
        fn node(&mut self, node: Node) {
            self.0.push(node);
        }
    }

    fn lit(i: usize) -> Lit {
        Atom::from_index(i).pos()
    }

    fn told(tree: &Tree<Keep>) -> Vec<(u32, &'static str)> {
        let word = |n: &Node| match n.fate {
            Fate::Solved => "solved",
            Fate::Failed => "failed",
            Fate::Branch { .. } => "branch",
            Fate::Skipped => "skipped",
        };
        tree.grow.0.iter().map(|n| (n.id, word(n))).collect()
    }

    /// Plain search: two levels, the left side of the second fails, then the right sides.
    #[test]
    fn plain_search_is_a_binary_tree() {
        let mut tree = Tree::new(Keep(Vec::new()));
        tree.branched(1, lit(0));
        tree.branched(2, lit(1));
        tree.failed(2);
        tree.failed(1);
        tree.failed(0);
        tree.close();
        let all = [(0, "branch"), (1, "branch"), (3, "failed"), (4, "failed"), (2, "failed")];
        assert_eq!(told(&tree), all);
        assert_eq!(tree.grow.0[3].parent, Some((1, 1)));
        assert_eq!(tree.grow.0[3].label, Some(!lit(1)));
    }

    /// Learning: a failure at level three that goes back to level one leaves out the other side of
    /// the third decision; a restart begins another tree.
    #[test]
    fn jumps_skip_and_restarts_begin_anew() {
        let mut tree = Tree::new(Keep(Vec::new()));
        (1..=3).for_each(|depth| tree.branched(depth, lit(depth as usize)));
        tree.failed(3);
        tree.branched(2, lit(7));
        tree.restarted();
        tree.branched(1, lit(8));
        tree.close();
        let ids = |word: &str| -> Vec<u32> {
            told(&tree).into_iter().filter(|n| n.1 == word).map(|n| n.0).collect()
        };
        assert_eq!(ids("branch"), [0, 1, 3, 4, 9]);
        assert_eq!(ids("failed"), [5]);
        assert_eq!(ids("skipped"), [6, 7, 8, 2, 10, 11]);
        assert_eq!(tree.grow.0.last().map(|n| n.tree), Some(1));
    }
}
