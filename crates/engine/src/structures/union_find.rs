//! Disjoint sets that are joined, never parted.
//!
//! Source: R. E. Tarjan and J. van Leeuwen, Worst-case analysis of set union algorithms, 1984 (paths
//! are halved on the way to a root).

/// Numbers below a bound in disjoint sets. Each set is named by one of its members, its root.
#[derive(Clone, Debug, Default)]
pub struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    /// Each number below `n` in a set of its own.
    pub fn new(n: u32) -> UnionFind {
        UnionFind { parent: (0..n).collect() }
    }

    /// As [`UnionFind::new`], in the memory that is there.
    pub fn reset(&mut self, n: u32) {
        self.parent.clear();
        self.parent.extend(0..n);
    }

    /// The root of the set of `x`.
    #[inline]
    pub fn root(&mut self, mut x: u32) -> u32 {
        while self.parent[x as usize] != x {
            let above = self.parent[self.parent[x as usize] as usize];
            self.parent[x as usize] = above;
            x = above;
        }
        x
    }

    /// Joins the sets of `x` and `y`; the root of the first one becomes that of both. `None` if they
    /// were one set, else the former root of the second.
    #[inline]
    pub fn join(&mut self, x: u32, y: u32) -> Option<u32> {
        let (x, y) = (self.root(x), self.root(y));
        self.parent[y as usize] = x;
        (x != y).then_some(y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Two numbers have one root if and only if joined pairs connect them.
        #[test]
        fn sets_are_what_pairs_connect(pairs in prop::collection::vec((0u32..12, 0u32..12), 0..20)) {
            let mut sets = UnionFind::new(12);
            let mut name: Vec<u32> = (0..12).collect();
            for (x, y) in pairs {
                let (a, b) = (name[x as usize], name[y as usize]);
                let (root, gone) = (sets.root(x), sets.root(y));
                prop_assert_eq!(sets.join(x, y), (a != b).then_some(gone));
                prop_assert_eq!(sets.root(y), root);
                name.iter_mut().filter(|k| **k == b).for_each(|k| *k = a);
                for u in 0..12 {
                    for v in 0..12 {
                        let one = name[u as usize] == name[v as usize];
                        prop_assert_eq!(sets.root(u) == sets.root(v), one);
                    }
                }
            }
            sets.reset(3);
            prop_assert_eq!((0..3).map(|x| sets.root(x)).collect::<Vec<_>>(), [0, 1, 2]);
        }
    }
}
