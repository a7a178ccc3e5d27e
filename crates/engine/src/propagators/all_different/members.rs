//! The variables of an all-different, shared by its propagators.

use crate::kernel::{Store, VarId, rules};
use std::sync::Arc;

rules! {
    /// The inference rules of a matching.
    pub(super) enum Rule {
        Tight => "Hall set",
        TooFew => "more places than values",
    }
}

/// A variable and the place of its domain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub x: VarId,
    /// The first word of its domain.
    pub first: u32,
    /// The words of its domain.
    pub words: u32,
}

/// Variables, each given once, with the largest initial domain size.
#[derive(Clone, Debug)]
pub(super) struct Members {
    pub all: Arc<[Member]>,
    pub values: u32,
    /// Each domain lies in one word.
    pub narrow: bool,
    /// All have the same initial domain size.
    pub even: bool,
}

impl Members {
    pub fn new(store: &Store, xs: &[VarId]) -> Members {
        let member = |&x: &VarId| Member {
            x,
            first: store.first_word(x) as u32,
            words: store.values(x).div_ceil(64),
        };
        let values = xs.iter().map(|&x| store.values(x)).max().unwrap_or(0);
        let even = xs.iter().all(|&x| store.values(x) == values);
        Members { all: xs.iter().map(member).collect(), values, narrow: values <= 64, even }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn x(&self, i: usize) -> VarId {
        self.all[i].x
    }
}
