//! Short learnt clauses, shared between learners of one problem on several threads.
//!
//! Only consequences of the problem are shared: a learner stops exporting at its first solution,
//! because from then on its clauses may rest on the one that forbids that solution. Reading happens at
//! restarts. One lock, held for as long as a short copy takes.

use crate::kernel::Lit;
use crate::structures::sync::atomic::{AtomicUsize, Ordering};
use crate::structures::sync::{Arc, Mutex};

/// Longest clause that is shared, unless its glue is at most 2.
const LONGEST: usize = 2;

/// The common log of shared clauses.
#[derive(Debug, Default)]
pub struct Exchange {
    log: Mutex<Vec<(usize, Vec<Lit>)>>,
    length: AtomicUsize,
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

    /// From now on this learner's clauses are not consequences of the problem alone.
    pub fn close(&mut self) {
        self.exports = false;
    }

    /// Offers a learnt clause.
    pub fn offer(&mut self, clause: &[Lit], glue: u32) {
        if self.exports && (clause.len() <= LONGEST || glue <= 2) {
            let mut log = self.exchange.log.lock().unwrap_or_else(|e| e.into_inner());
            log.push((self.me, clause.to_vec()));
            self.exchange.length.store(log.len(), Ordering::Release);
        }
    }

    /// What others offered since the last call.
    pub fn take(&mut self) -> Vec<Vec<Lit>> {
        if self.exchange.length.load(Ordering::Acquire) == self.read {
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
        ports[0].offer(&clause(2), 9);
        ports[0].offer(&clause(3), 3);
        ports[1].offer(&clause(7), 2);
        assert_eq!(ports[0].take(), [clause(7)]);
        assert_eq!(ports[1].take(), [clause(2)], "three literals of three levels are not shared");
        assert_eq!(ports[2].take(), [clause(2), clause(7)]);
        assert!(ports.iter_mut().all(|port| port.take().is_empty()), "what was read is read");
        ports[1].close();
        ports[1].offer(&clause(1), 1);
        assert!(ports[2].take().is_empty(), "it may rest on the solution that was forbidden");
        ports[2].offer(&clause(1), 1);
        assert_eq!(ports[1].take(), [clause(1)], "reading goes on");
    }
}
