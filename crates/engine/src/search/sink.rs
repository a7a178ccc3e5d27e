//! Receivers of solutions. Counting to two, listing and streaming are sinks, not modes of search.

use crate::kernel::Engine;
use std::ops::ControlFlow;

/// Takes solutions, and returns whether it wants more.
pub trait Sink {
    /// A solution: all answer atoms of the model are decided in the engine's store.
    fn solution(&mut self, engine: &Engine) -> ControlFlow<()>;

    /// A learning search begins again: at its root more facts may hold than before.
    fn restarted(&mut self, _engine: &Engine) {}
}

/// Counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// How many there were.
    pub found: u64,
    /// Stop at this many.
    pub limit: Option<u64>,
}

impl Sink for Count {
    fn solution(&mut self, _engine: &Engine) -> ControlFlow<()> {
        self.found += 1;
        match self.limit {
            Some(limit) if self.found >= limit => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Applies a function to each of the first `limit` solutions and keeps the results.
pub struct Collect<F, T> {
    decode: F,
    limit: usize,
    /// The results, in the order of discovery.
    pub found: Vec<T>,
}

impl<T, F: FnMut(&Engine) -> T> Collect<F, T> {
    /// Keeps up to `limit` solutions and then stops.
    pub fn new(limit: usize, decode: F) -> Collect<F, T> {
        Collect { decode, limit, found: Vec::new() }
    }
}

impl<T, F: FnMut(&Engine) -> T> Sink for Collect<F, T> {
    fn solution(&mut self, engine: &Engine) -> ControlFlow<()> {
        self.found.push((self.decode)(engine));
        if self.found.len() >= self.limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Any function is a sink.
impl<F: FnMut(&Engine) -> ControlFlow<()>> Sink for F {
    fn solution(&mut self, engine: &Engine) -> ControlFlow<()> {
        self(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sinks_say_when_they_have_enough() {
        let engine = Engine::new();
        let mut count = Count { found: 0, limit: Some(2) };
        assert!(count.solution(&engine).is_continue() && count.solution(&engine).is_break());
        let mut all = Count::default();
        assert!((0..9).all(|_| all.solution(&engine).is_continue()) && all.found == 9);
        let mut kept = Collect::new(2, |_: &Engine| 7);
        assert!(kept.solution(&engine).is_continue() && kept.solution(&engine).is_break());
        assert_eq!(kept.found, [7, 7]);
    }
}
