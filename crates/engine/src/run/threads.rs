//! Threads for work that is cut into pieces. Pools are built only here.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A pool of `threads` threads, for work that splits itself.
///
/// # Errors
/// The system has no more threads to give.
pub fn pool(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(threads).build()
}

/// A pool of threads, or the caller's own thread if one is enough or no more are available.
#[derive(Debug)]
pub struct Threads {
    pool: Option<ThreadPool>,
}

impl Threads {
    /// This many threads; 0 for one per processor.
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

    /// Calls `work` once on every thread, at the same time.
    ///
    /// Not generic, so that the dispatch to threads is compiled once instead of once per use.
    pub fn on_all(&self, work: &(dyn Fn() + Sync)) {
        match &self.pool {
            None => work(),
            Some(pool) => {
                pool.broadcast(|_| work());
            }
        }
    }

    /// The results of `work` on every item, in the order of the items. Items are taken up one by
    /// one, the first ones first, so that pieces of very different size keep all threads busy.
    pub fn map<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(usize, &T) -> R + Sync,
    ) -> Vec<R> {
        let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        self.on_all(&|| {
            loop {
                let i = next.fetch_add(1, Relaxed);
                let Some(item) = items.get(i) else { break };
                let result = work(i, item);
                *results[i].lock().expect("nothing panics while it holds this") = Some(result);
            }
        });
        let taken = results.into_iter().map(|r| r.into_inner().ok().flatten());
        taken.map(|r| r.expect("every item was taken up")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{AtomicUsize, Relaxed, Threads};

    #[test]
    fn results_come_in_the_order_of_items() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 3] {
            let pool = Threads::new(threads);
            assert_eq!(pool.count(), threads);
            let got = pool.map(&items, |i, &item| i * item);
            assert!(got.iter().enumerate().all(|(i, &square)| square == i * i));
        }
        assert!(Threads::new(0).count() >= 1);
    }

    #[test]
    fn every_thread_is_asked() {
        for threads in [1, 3] {
            let asked = AtomicUsize::new(0);
            Threads::new(threads).on_all(&|| {
                asked.fetch_add(1, Relaxed);
            });
            assert_eq!(asked.into_inner(), threads);
        }
    }
}
