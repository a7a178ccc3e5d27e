//! What a count may cost: bytes, seconds, and a flag that says "stop".
//!
//! Tables take bytes from one shared [`Meter`] *before* they allocate, so a limit ends a run with an
//! answer ("stopped: memory") instead of an abort. The cost is one atomic addition an allocation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Why a count ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Stop {
    /// The next allocation would have passed the memory limit.
    Memory,
    /// The deadline has passed.
    Time,
    /// The cancel flag was raised.
    Interrupt,
}

impl Stop {
    /// The spelling of the result format: `memory`, `time` or `interrupt`.
    pub fn keyword(self) -> &'static str {
        match self {
            Stop::Memory => "memory",
            Stop::Time => "time",
            Stop::Interrupt => "interrupt",
        }
    }
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.keyword())
    }
}

/// Limits of one run. The default has none.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most bytes that tables and buffers may hold together.
    pub memory: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Each is raised by somebody who wants the run to end.
    pub cancel: Vec<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: usize::MAX, deadline: None, cancel: Vec::new() }
    }
}

impl Limits {
    /// No limit but this many bytes.
    pub fn memory(bytes: usize) -> Limits {
        Limits { memory: bytes, ..Limits::default() }
    }

    /// The same limits, ending at most `time` from now.
    pub fn within(mut self, time: Duration) -> Limits {
        self.deadline = Instant::now().checked_add(time);
        self
    }
}

/// Bytes in use, the most that ever were, and the limit. Shared by all tables of a run.
#[derive(Debug)]
pub struct Meter {
    used: AtomicUsize,
    peak: AtomicUsize,
    limit: usize,
}

impl Meter {
    /// A meter with nothing taken.
    pub fn new(limit: usize) -> Arc<Meter> {
        Arc::new(Meter { used: AtomicUsize::new(0), peak: AtomicUsize::new(0), limit })
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

    /// Takes bytes, to be called before they are allocated.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the limit would be passed; then nothing is taken.
    pub fn take(self: &Arc<Meter>, bytes: usize) -> Result<Lease, Stop> {
        let mut seen = self.used.load(Relaxed);
        loop {
            let next = seen.checked_add(bytes).filter(|&n| n <= self.limit).ok_or(Stop::Memory)?;
            match self.used.compare_exchange_weak(seen, next, Relaxed, Relaxed) {
                Ok(_) => {
                    self.peak.fetch_max(next, Relaxed);
                    return Ok(Lease { meter: Arc::clone(self), bytes });
                }
                Err(now) => seen = now,
            }
        }
    }
}

/// Bytes taken from a [`Meter`], given back when dropped.
#[derive(Debug)]
pub struct Lease {
    meter: Arc<Meter>,
    bytes: usize,
}

impl Lease {
    /// The meter they were taken from.
    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    /// How many bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.meter.used.fetch_sub(self.bytes, Relaxed);
    }
}

/// The limits of a run in force: its meter, and whether some thread has stopped it.
#[derive(Debug)]
pub struct Budget {
    meter: Arc<Meter>,
    deadline: Option<Instant>,
    cancel: Vec<Arc<AtomicBool>>,
    /// 0 while running, else the first reason to stop, plus one.
    stopped: AtomicU8,
}

const REASONS: [Stop; 3] = [Stop::Memory, Stop::Time, Stop::Interrupt];

impl Budget {
    /// Puts limits in force.
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            meter: Meter::new(limits.memory),
            deadline: limits.deadline,
            cancel: limits.cancel.clone(),
            stopped: AtomicU8::new(0),
        }
    }

    /// The meter that tables take their bytes from.
    pub fn meter(&self) -> &Arc<Meter> {
        &self.meter
    }

    /// Makes every later [`Budget::poll`] fail with this reason, on all threads.
    pub fn stop(&self, why: Stop) {
        let code = REASONS.iter().position(|&r| r == why).map_or(0, |i| i as u8 + 1);
        // Only the first reason counts; losing the race is as good as winning it.
        let _ = self.stopped.compare_exchange(0, code, Relaxed, Relaxed);
    }

    /// Looks at the flag, the clock and the other threads. To be called every few hundred states.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn poll(&self) -> Result<(), Stop> {
        if let Some(i) = self.stopped.load(Relaxed).checked_sub(1) {
            return Err(REASONS[usize::from(i)]);
        }
        if self.cancel.iter().any(|c| c.load(Relaxed)) {
            self.stop(Stop::Interrupt);
            return Err(Stop::Interrupt);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            self.stop(Stop::Time);
            return Err(Stop::Time);
        }
        Ok(())
    }
}

impl Budget {
    /// For loops whose rounds are short: polls in every hundredth.
    pub fn pace(&self) -> Pace<'_> {
        Pace { budget: self, left: PACE }
    }
}

/// Rounds between two looks at the clock.
const PACE: u32 = 100;

/// Polls a budget in every hundredth round of a loop.
#[derive(Debug)]
pub struct Pace<'a> {
    budget: &'a Budget,
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
        self.budget.poll()
    }
}

/// How far a run has come; reported after every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Steps done.
    pub done: usize,
    /// Steps in all.
    pub total: usize,
    /// States in the newest layer.
    pub states: usize,
    /// Bytes that tables hold.
    pub bytes: usize,
}

/// Hears how far a run has come. `()` hears nothing; every `FnMut(Step)` is a listener.
pub trait Progress {
    /// Called after every step, on the thread that started the run.
    fn step(&mut self, step: Step);
}

impl Progress for () {
    fn step(&mut self, _: Step) {}
}

impl<F: FnMut(Step)> Progress for F {
    fn step(&mut self, step: Step) {
        self(step);
    }
}

/// What a run has cost.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_never_passes_its_limit_and_gets_bytes_back() {
        let m = Meter::new(100);
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
        let limits = Limits { cancel: vec![Arc::clone(&flag)], ..Limits::default() };
        let b = Budget::new(&limits);
        assert_eq!(b.poll(), Ok(()));
        flag.store(true, Relaxed);
        assert_eq!(b.poll(), Err(Stop::Interrupt));
        b.stop(Stop::Memory);
        flag.store(false, Relaxed);
        assert_eq!(b.poll(), Err(Stop::Interrupt));
        let late = Budget::new(&Limits::default().within(Duration::ZERO));
        assert_eq!(late.poll(), Err(Stop::Time));
    }
}
