//! A worklist that holds each item at most once.

/// Small numbers (cells, edges, gaps), each listed once; the last one in comes out first. Constant time each.
#[derive(Clone, Debug)]
pub(crate) struct Worklist {
    list: Vec<u32>,
    listed: Vec<bool>,
}

impl Worklist {
    /// Empty, for numbers below `n`.
    pub fn new(n: u32) -> Worklist {
        Worklist { list: Vec::new(), listed: vec![false; n as usize] }
    }

    /// Adds a number, if it is not in the list.
    #[inline]
    pub fn push(&mut self, x: u32) {
        if !std::mem::replace(&mut self.listed[x as usize], true) {
            self.list.push(x);
        }
    }

    /// Takes a number off.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        let x = self.list.pop()?;
        self.listed[x as usize] = false;
        Some(x)
    }

    /// Removes all numbers, after a failure.
    pub fn clear(&mut self) {
        for x in self.list.drain(..) {
            self.listed[x as usize] = false;
        }
    }
}
