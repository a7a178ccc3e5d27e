//! Threads for work that is cut into pieces. Pools are built here and nowhere else.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A pool of so many threads, for work that cuts itself.
///
/// # Errors
/// The system has no more threads to give.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// A pool of threads, or the caller's own thread where one is enough or no more can be had: slower
/// then, never wrong.
#[derive(Debug)]
pub struct Threads {
    pool: Option<ThreadPool>,
}

impl Threads {
    /// This many threads; 0 for one a processor.
    pub fn new(threads: usize) -> Threads {
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        };
        Threads { pool: if threads > 1 { pool(threads).ok() } else { None } }
    }

    /// How many threads work.
    pub fn count(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }

    /// The pool; `None`: everything is done on the caller's thread.
    pub fn pool(&self) -> Option<&ThreadPool> {
        self.pool.as_ref()
    }

    /// The results of `work` on every item, in the order of the items. Items are taken up one by
    /// one, so that pieces of very different size keep all threads busy.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(usize, &T) -> R + Sync,
    ) -> Vec<R> {
        match &self.pool {
            None => items.iter().enumerate().map(|(i, item)| work(i, item)).collect(),
            Some(pool) => pool.install(|| {
                let items = items.par_iter().enumerate().with_max_len(1);
                items.map(|(i, item)| work(i, item)).collect()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Threads;

    #[test]
    fn results_come_in_the_order_of_items() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 3] {
            let pool = Threads::new(threads);
            assert_eq!(pool.count(), threads);
            assert_eq!(pool.pool().is_some(), threads > 1);
            let got = pool.map(&items, |i, &item| i * item);
            assert!(got.iter().enumerate().all(|(i, &square)| square == i * i));
        }
        assert!(Threads::new(0).count() >= 1);
    }
}
