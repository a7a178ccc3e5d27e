//! Short learnt clauses, shared between learners of one problem on several threads.
//!
//! Only consequences of the problem are shared: a learner stops exporting at its first solution,
//! because from then on its clauses may rest on the one that forbids that solution. Where solutions are
//! pooled it goes on: whoever takes such a clause misses nothing but solutions that the pool has. Reading
//! happens at restarts, which are due sooner when there is much to read. One lock, held for as long as a
//! short copy takes.

use crate::kernel::Lit;
use crate::structures::sync::atomic::{AtomicUsize, Ordering};
use crate::structures::sync::{Arc, Mutex};

/// Longest clause that is shared, unless its glue is at most [`GLUE`].
const LONGEST: usize = 4;
/// Clauses of so few levels are shared whatever their length.
const GLUE: u32 = 3;
/// So many clauses to read are worth a restart.
const MANY: usize = 200;

/// A clause that somebody learnt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// Its literals.
    pub clause: Vec<Lit>,
    /// How many levels they were of.
    pub glue: u32,
}

/// The common log of shared clauses.
#[derive(Debug, Default)]
pub struct Exchange {
    log: Mutex<Vec<(usize, Shared)>>,
    length: AtomicUsize,
    pools: bool,
}

impl Exchange {
    /// An exchange among learners that put every solution into one pool before they forbid it.
    pub fn pooling() -> Exchange {
        Exchange { pools: true, ..Exchange::default() }
    }
}

/// One learner's access to an [`Exchange`].
#[derive(Clone, Debug)]
pub struct Port {
    exchange: Arc<Exchange>,
    me: usize,
    read: usize,
    exports: bool,
}

impl Port {
    /// Access for learner number `me`.
    pub fn new(exchange: Arc<Exchange>, me: usize) -> Port {
        Port { exchange, me, read: 0, exports: true }
    }

    /// From now on this learner's clauses are not consequences of the problem alone, but of the problem
    /// without the solutions that it found.
    pub fn forbids(&mut self) {
        self.exports = self.exchange.pools;
    }

    /// Whether there is so much to read that it is worth a restart.
    #[inline]
    pub fn has_much(&self) -> bool {
        self.unread() >= MANY
    }

    /// How many clauses there are that it has not read, its own included.
    fn unread(&self) -> usize {
        self.exchange.length.load(Ordering::Acquire) - self.read
    }

    /// Offers a learnt clause.
    pub fn offer(&mut self, clause: &[Lit], glue: u32) {
        if self.exports && (clause.len() <= LONGEST || glue <= GLUE) {
            let mut log = self.exchange.log.lock().unwrap_or_else(|e| e.into_inner());
            log.push((self.me, Shared { clause: clause.to_vec(), glue }));
            self.exchange.length.store(log.len(), Ordering::Release);
        }
    }

    /// What others offered since the last call.
    pub fn take(&mut self) -> Vec<Shared> {
        if self.unread() == 0 {
            return Vec::new();
        }
        let log = self.exchange.log.lock().unwrap_or_else(|e| e.into_inner());
        let news = log[self.read..].iter().filter(|c| c.0 != self.me);
        let clauses = news.map(|c| c.1.clone()).collect();
        self.read = log.len();
        clauses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Atom;

    #[test]
    fn short_clauses_reach_the_others_once_until_a_solution_is_forbidden() {
        let exchange = Arc::new(Exchange::default());
        let mut ports: Vec<Port> = (0..3).map(|me| Port::new(exchange.clone(), me)).collect();
        let clause =
            |n: u32| -> Vec<Lit> { (0..n).map(|i| Atom::of_index(i as usize).is()).collect() };
        let shared = |n: u32, glue: u32| Shared { clause: clause(n), glue };
        ports[0].offer(&clause(4), 4);
        ports[0].offer(&clause(5), 4);
        ports[1].offer(&clause(7), 3);
        assert_eq!(ports[0].take(), [shared(7, 3)]);
        assert_eq!(ports[1].take(), [shared(4, 4)], "five literals of four levels are not shared");
        assert_eq!(ports[2].take(), [shared(4, 4), shared(7, 3)]);
        assert!(ports.iter_mut().all(|port| port.take().is_empty()), "what was read is read");
        ports[1].forbids();
        ports[1].offer(&clause(1), 1);
        assert!(ports[2].take().is_empty(), "it may rest on the solution that was forbidden");
        ports[2].offer(&clause(1), 1);
        assert_eq!(ports[1].take(), [shared(1, 1)], "reading goes on");
    }

    #[test]
    fn where_solutions_are_pooled_sharing_goes_on() {
        let exchange = Arc::new(Exchange::pooling());
        let mut ports: Vec<Port> = (0..2).map(|me| Port::new(exchange.clone(), me)).collect();
        ports[0].forbids();
        let unit = [Atom::of_index(0).is()];
        for _ in 0..MANY {
            assert!(!ports[1].has_much());
            ports[0].offer(&unit, 1);
        }
        assert!(ports[1].has_much());
        assert_eq!(ports[1].take().len(), MANY);
        assert!(!ports[1].has_much());
    }
}
