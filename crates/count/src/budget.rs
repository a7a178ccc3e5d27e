//! A budget in force: bytes that are metered, work that is counted, and a reason to stop that all threads observe.
//!
//! Tables take bytes from one shared [`MemoryMeter`] *before* they allocate, so a limit ends a run with an
//! answer ("stopped: memory") instead of an abort. The cost is one atomic addition per allocation.

use clew_engine::run::{Budget, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Bytes in use, the most that ever were, and the limit. Shared by all tables of a run.
#[derive(Debug)]
pub struct MemoryMeter {
    used: AtomicUsize,
    peak: AtomicUsize,
    limit: usize,
}

impl MemoryMeter {
    /// A meter with nothing taken.
    pub fn new(limit: usize) -> Arc<MemoryMeter> {
        Arc::new(MemoryMeter { used: AtomicUsize::new(0), peak: AtomicUsize::new(0), limit })
    }

    /// Bytes taken at present.
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The most bytes ever taken at once.
    pub fn peak(&self) -> usize {
        self.peak.load(Relaxed)
    }

    /// The limit in bytes.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Takes bytes. Call it before they are allocated.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the limit would be passed; then nothing is taken.
    pub fn take(self: &Arc<MemoryMeter>, bytes: usize) -> Result<Reservation, Stop> {
        let mut seen = self.used.load(Relaxed);
        loop {
            let next = seen.checked_add(bytes).filter(|&n| n <= self.limit).ok_or(Stop::Memory)?;
            match self.used.compare_exchange_weak(seen, next, Relaxed, Relaxed) {
                Ok(_) => {
                    self.peak.fetch_max(next, Relaxed);
                    return Ok(Reservation { meter: Arc::clone(self), bytes });
                }
                Err(now) => seen = now,
            }
        }
    }
}

/// Bytes taken from a [`MemoryMeter`], given back when dropped.
#[derive(Debug)]
pub struct Reservation {
    meter: Arc<MemoryMeter>,
    bytes: usize,
}

impl Reservation {
    /// The meter they were taken from.
    pub fn meter(&self) -> &Arc<MemoryMeter> {
        &self.meter
    }

    /// How many bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.meter.used.fetch_sub(self.bytes, Relaxed);
    }
}

/// The budget of a run in force: its meter, and whether some thread has stopped it.
#[derive(Debug)]
pub struct RunBudget {
    meter: Arc<MemoryMeter>,
    budget: Budget,
    /// Work that was done, in the units of [`Budget::work`].
    work: AtomicU64,
    /// 0 while running, else the first reason to stop, plus one.
    stopped: AtomicU8,
}

const REASONS: [Stop; 5] = [Stop::Limit, Stop::Time, Stop::Nodes, Stop::Memory, Stop::Interrupt];

impl RunBudget {
    /// Puts a budget in force.
    pub fn new(budget: &Budget) -> RunBudget {
        RunBudget {
            meter: MemoryMeter::new(budget.memory),
            budget: budget.clone(),
            work: AtomicU64::new(0),
            stopped: AtomicU8::new(0),
        }
    }

    /// The meter that tables take their bytes from.
    pub fn meter(&self) -> &Arc<MemoryMeter> {
        &self.meter
    }

    /// Notes work, in the units of [`Budget::work`]. The next [`RunBudget::poll`] returns whether the budget is exceeded:
    /// all work is recorded before a layer is used, so that the result does not depend on the number of threads.
    pub fn spend(&self, work: u64) {
        self.work.fetch_add(work, Relaxed);
    }

    /// Work that was done so far.
    pub fn spent(&self) -> u64 {
        self.work.load(Relaxed)
    }

    /// Makes every later [`RunBudget::poll`] fail with this reason, on all threads.
    pub fn stop(&self, why: Stop) {
        let code = REASONS.iter().position(|&r| r == why).map_or(0, |i| i as u8 + 1);
        // Only the first reason counts, so losing the race does not matter.
        let _ = self.stopped.compare_exchange(0, code, Relaxed, Relaxed);
    }

    /// Checks the flag, the clock, the work and the other threads. Call it every few hundred states.
    ///
    /// # Errors
    /// The reason to stop; of too much work [`Stop::Nodes`].
    pub fn poll(&self) -> Result<(), Stop> {
        if let Some(i) = self.stopped.load(Relaxed).checked_sub(1) {
            return Err(REASONS[usize::from(i)]);
        }
        let is_over = self.budget.work.is_some_and(|most| self.spent() > most);
        match self.budget.urgent().or(is_over.then_some(Stop::Nodes)) {
            None => Ok(()),
            Some(why) => {
                self.stop(why);
                Err(why)
            }
        }
    }
}

impl RunBudget {
    /// For loops with short iterations: polls in every hundredth.
    pub fn pace(&self) -> Pace<'_> {
        Pace { gauge: self, left: PACE }
    }
}

/// Iterations between two polls.
const PACE: u32 = 100;

/// Polls a budget in every hundredth iteration of a loop.
#[derive(Debug)]
pub struct Pace<'a> {
    gauge: &'a RunBudget,
    left: u32,
}

impl Pace<'_> {
    /// One more round.
    ///
    /// # Errors
    /// The reason to stop.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.left -= 1;
        if self.left > 0 {
            return Ok(());
        }
        self.left = PACE;
        self.gauge.poll()
    }
}

/// The cost of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// States of the largest layer.
    pub peak_states: usize,
    /// States of all layers together.
    pub total_states: u64,
    /// The most bytes that tables and buffers held at once.
    pub peak_bytes: usize,
    /// Steps done.
    pub steps: usize,
    /// Work that was done, in the units of [`Budget::work`].
    pub work: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    #[test]
    fn a_meter_never_passes_its_limit_and_gets_bytes_back() {
        let m = MemoryMeter::new(100);
        let a = m.take(60).unwrap();
        assert_eq!(m.take(41).unwrap_err(), Stop::Memory);
        let b = m.take(40).unwrap();
        drop(a);
        assert_eq!((m.used(), m.peak(), b.bytes()), (40, 100, 40));
        assert_eq!(m.take(usize::MAX).unwrap_err(), Stop::Memory);
    }

    #[test]
    fn the_first_reason_to_stop_stays() {
        let flag = Arc::new(AtomicBool::new(false));
        let gauge = RunBudget::new(&Budget::unlimited().with_cancel(Arc::clone(&flag)));
        assert_eq!(gauge.poll(), Ok(()));
        flag.store(true, Relaxed);
        assert_eq!(gauge.poll(), Err(Stop::Interrupt));
        gauge.stop(Stop::Memory);
        flag.store(false, Relaxed);
        assert_eq!(gauge.poll(), Err(Stop::Interrupt));
        for why in REASONS {
            let gauge = RunBudget::new(&Budget::unlimited());
            gauge.stop(why);
            assert_eq!(gauge.poll(), Err(why));
        }
        let late = RunBudget::new(&Budget::unlimited().within(Duration::ZERO));
        assert_eq!(late.poll(), Err(Stop::Time));
    }

    #[test]
    fn more_work_than_was_allowed_stops_a_run() {
        let gauge = RunBudget::new(&Budget::unlimited().at_most_work(10));
        gauge.spend(10);
        assert_eq!((gauge.spent(), gauge.poll()), (10, Ok(())));
        gauge.spend(1);
        assert_eq!(gauge.poll(), Err(Stop::Nodes));
    }

    #[test]
    fn a_pace_polls_in_every_hundredth_round() {
        let gauge = RunBudget::new(&Budget::unlimited());
        let mut pace = gauge.pace();
        gauge.stop(Stop::Time);
        for _ in 0..2 {
            assert!((1..PACE).all(|_| pace.tick().is_ok()));
            assert_eq!(pace.tick(), Err(Stop::Time));
        }
    }
}
