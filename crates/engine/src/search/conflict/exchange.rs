//! Learnt clauses that are short or span few levels, shared between learners of one problem on several threads.
//!
//! Only consequences of the problem are shared: a learner stops exporting at its first solution, because
//! from then on its clauses may rest on the one that forbids that solution. If solutions are pooled it goes
//! on: a learner that imports such a clause misses only solutions that are already in the pool. Reading
//! happens at restarts, which are due sooner when there is much to read. Clauses that all learners have
//! read are dropped. One lock, held for as long as a short copy takes.

use crate::kernel::Lit;
use crate::structures::sync::atomic::{AtomicUsize, Ordering};
use crate::structures::sync::{Arc, Mutex, PoisonError};
use std::collections::VecDeque;

/// Longest clause that is shared, unless its glue is at most [`GLUE`].
const LONGEST: usize = 4;
/// Clauses of at most this glue are shared regardless of their length.
const GLUE: u32 = 5;
/// The number of unread clauses that is worth a restart.
const MANY: usize = 200;

/// A clause shared by a learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// Its literals.
    pub clause: Vec<Lit>,
    /// The number of their levels.
    pub glue: u32,
}

/// The common log of shared clauses.
#[derive(Debug, Default)]
pub struct Exchange {
    log: Mutex<Log>,
    /// How many clauses were ever offered.
    offered: AtomicUsize,
    pools: bool,
}

/// The clauses that some learner has not read yet. They are numbered in the order in which they were
/// offered.
#[derive(Debug, Default)]
struct Log {
    /// The learner that offered a clause, and the clause.
    clauses: VecDeque<(usize, Shared)>,
    /// The number of the first of them, which is the number of dropped clauses.
    first: usize,
    /// Per port the number of the clause that it reads next; `None` after the port was dropped.
    ports: Vec<Option<usize>>,
}

impl Log {
    /// The number that the next clause gets.
    fn end(&self) -> usize {
        self.first + self.clauses.len()
    }

    /// A place for a port that reads from this clause on.
    fn enter(&mut self, next: usize) -> usize {
        self.ports.push(Some(next));
        self.ports.len() - 1
    }

    /// Drops the clauses that all ports have read.
    fn trim(&mut self) {
        let next = self.ports.iter().flatten().min();
        let read = next.map_or(self.clauses.len(), |next| next - self.first);
        self.clauses.drain(..read);
        self.first += read;
    }
}

impl Exchange {
    /// An exchange among learners that put every solution into one pool before they forbid it.
    pub fn pooling() -> Exchange {
        Exchange { pools: true, ..Exchange::default() }
    }

    fn with_log<T>(&self, f: impl FnOnce(&mut Log) -> T) -> T {
        f(&mut self.log.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One learner's access to an [`Exchange`]. Clauses it has not read are kept until the port is
/// dropped.
#[derive(Debug)]
pub struct ClausePort {
    exchange: Arc<Exchange>,
    me: usize,
    /// Its place in the log.
    place: usize,
    read: usize,
    exports: bool,
    waits: bool,
}

impl Clone for ClausePort {
    /// Another port at the same position.
    fn clone(&self) -> ClausePort {
        let place = self.exchange.with_log(|log| log.enter(self.read));
        ClausePort { exchange: self.exchange.clone(), place, ..*self }
    }
}

impl Drop for ClausePort {
    fn drop(&mut self) {
        self.exchange.with_log(|log| {
            log.ports[self.place] = None;
            log.trim();
        });
    }
}

impl ClausePort {
    /// Access for learner number `me`. Clauses that all earlier ports have read are gone, so all ports
    /// of a portfolio are created before its first worker starts.
    pub fn new(exchange: Arc<Exchange>, me: usize) -> ClausePort {
        let (place, read) = exchange.with_log(|log| (log.enter(log.first), log.first));
        ClausePort { exchange, me, place, read, exports: true, waits: false }
    }

    /// The same for a learner that has turns: it reads when its turn begins, and at restarts that are due anyhow.
    pub fn waiting(mut self) -> ClausePort {
        self.waits = true;
        self
    }

    /// From now on this learner's clauses are not consequences of the problem alone, but of the problem
    /// without the solutions that it found.
    pub fn forbids(&mut self) {
        self.exports = self.exchange.pools;
    }

    /// Whether there are enough unread clauses to be worth a restart.
    #[inline]
    pub fn has_much(&self) -> bool {
        !self.waits && self.unread() >= MANY
    }

    /// How many clauses there are that it has not read, its own included.
    fn unread(&self) -> usize {
        self.exchange.offered.load(Ordering::Acquire) - self.read
    }

    /// Offers a learnt clause.
    pub fn offer(&mut self, clause: &[Lit], glue: u32) {
        if self.exports && (clause.len() <= LONGEST || glue <= GLUE) {
            self.exchange.with_log(|log| {
                log.clauses.push_back((self.me, Shared { clause: clause.to_vec(), glue }));
                self.exchange.offered.store(log.end(), Ordering::Release);
            });
        }
    }

    /// The clauses offered by other learners since the last call.
    pub fn take(&mut self) -> Vec<Shared> {
        if self.unread() == 0 {
            return Vec::new();
        }
        let ClausePort { exchange, me, place, read, .. } = self;
        exchange.with_log(|log| {
            let news = log.clauses.range(*read - log.first..).filter(|c| c.0 != *me);
            let clauses = news.map(|c| c.1.clone()).collect();
            *read = log.end();
            log.ports[*place] = Some(*read);
            log.trim();
            clauses
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Atom;

    #[test]
    fn short_clauses_reach_the_others_once_until_a_solution_is_forbidden() {
        let exchange = Arc::new(Exchange::default());
        let mut ports: Vec<ClausePort> =
            (0..3).map(|me| ClausePort::new(exchange.clone(), me)).collect();
        let clause =
            |n: u32| -> Vec<Lit> { (0..n).map(|i| Atom::from_index(i as usize).pos()).collect() };
        let shared = |n: u32, glue: u32| Shared { clause: clause(n), glue };
        ports[0].offer(&clause(4), 4);
        ports[0].offer(&clause(6), 6);
        ports[1].offer(&clause(7), 3);
        assert_eq!(ports[0].take(), [shared(7, 3)]);
        assert_eq!(ports[1].take(), [shared(4, 4)], "six literals of six levels are not shared");
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
        let mut ports: Vec<ClausePort> =
            (0..2).map(|me| ClausePort::new(exchange.clone(), me)).collect();
        ports[0].forbids();
        let unit = [Atom::from_index(0).pos()];
        for _ in 0..MANY {
            assert!(!ports[1].has_much());
            ports[0].offer(&unit, 1);
        }
        assert!(ports[1].has_much());
        let waiting = ports[1].clone().waiting();
        assert!(!waiting.has_much(), "it reads at its next turn");
        assert_eq!(ports[1].take().len(), MANY);
        assert!(!ports[1].has_much());
    }

    #[test]
    fn what_all_have_read_is_dropped() {
        let exchange = Arc::new(Exchange::default());
        let kept = || exchange.with_log(|log| log.clauses.len());
        let mut ports: Vec<ClausePort> =
            (0..3).map(|me| ClausePort::new(exchange.clone(), me)).collect();
        let unit = [Atom::from_index(0).pos()];
        for _ in 0..10 {
            ports[0].offer(&unit, 1);
            assert_eq!((kept(), ports[0].take().len()), (1, 0));
            assert_eq!((kept(), ports[1].take().len()), (1, 1));
            assert_eq!((kept(), ports[2].take().len()), (1, 1));
            assert_eq!(kept(), 0);
        }
        ports[0].offer(&unit, 1);
        let mut late = ports[1].clone();
        assert_eq!(ports[0].take().len() + ports[1].take().len(), 1);
        assert_eq!(kept(), 1, "two ports have not read it");
        drop(ports.pop());
        assert_eq!(
            (kept(), late.take().len()),
            (1, 1),
            "a port has what the one it is a copy of had"
        );
        assert_eq!(kept(), 0, "nothing is kept for a port that is gone");
    }
}
