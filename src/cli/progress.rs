//! Progress on standard error: only on a terminal, only for work that takes more than a second.

use crate::kernel::{Lit, Observer};
use crate::run::Step;
use crate::strategy::Watch;
use indicatif::{BinaryBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that takes less needs no progress line.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two looks.
const TICK: Duration = Duration::from_millis(100);

/// How far the work is: things counted, or the newest step of a counting programme. Shared by its
/// clones.
#[derive(Clone, Default)]
pub(super) struct Meter {
    count: Arc<AtomicU64>,
    programme: Arc<Mutex<Option<Newest>>>,
}

impl Meter {
    /// Counts one more.
    pub fn step(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// A listener for counting programmes.
    /// `what` is the word for a step: cell k of n.
    pub fn watch(&self, what: &'static str) -> Watch {
        let newest = self.programme.clone();
        Watch::new(move |step| {
            if let Ok(mut newest) = newest.lock() {
                let start = match *newest {
                    // A programme that starts over, backwards or for another table.
                    Some(before) if before.step.done < step.done => before.start,
                    _ => Instant::now(),
                };
                *newest = Some(Newest { what, step, start });
            }
        })
    }

    fn message(&self, what: &str) -> String {
        let newest = self.programme.lock().ok().and_then(|newest| *newest);
        match (newest, self.count.load(Ordering::Relaxed)) {
            (Some(newest), _) => newest.message(),
            (None, 0) => "searching".into(),
            (None, n) => format!("{} {what}", HumanCount(n)),
        }
    }
}

/// The newest step of a programme.
#[derive(Clone, Copy)]
struct Newest {
    what: &'static str,
    step: Step,
    /// When the programme was seen first.
    start: Instant,
}

impl Newest {
    fn message(&self) -> String {
        let Step { done, total, states, bytes } = self.step;
        let elapsed = self.start.elapsed();
        // In proportion to the steps: good enough once the layers have reached their size.
        let left = elapsed.mul_f64(total.saturating_sub(done) as f64 / done.max(1) as f64);
        format!(
            "{} {done} of {total}, {} states, {}, about {} left",
            self.what,
            HumanCount(states as u64),
            BinaryBytes(bytes as u64),
            HumanDuration(left)
        )
    }
}

impl Observer for Meter {
    fn branched(&mut self, _depth: u32, _on: Lit) {
        self.step();
    }
}

/// A progress line; taken off the screen when it is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    done: Arc<(Mutex<bool>, Condvar)>,
    shown: Arc<AtomicBool>,
    watcher: Option<JoinHandle<()>>,
}

impl Progress {
    /// A line with what `meter` counts, or nothing if it is not wanted or nobody would see it.
    pub fn start(wanted: bool, what: &'static str, meter: &Meter) -> Progress {
        let bar = ProgressBar::hidden();
        let done = Arc::new((Mutex::new(false), Condvar::new()));
        let shown = Arc::new(AtomicBool::new(false));
        let watcher = (wanted && std::io::stderr().is_terminal()).then(|| {
            let (bar, done, shown, meter) =
                (bar.clone(), done.clone(), shown.clone(), meter.clone());
            std::thread::spawn(move || watch(&bar, &done, &shown, &meter, what))
        });
        Progress { bar, done, shown, watcher }
    }

    /// Whether the line is on the screen.
    pub fn is_shown(&self) -> bool {
        self.shown.load(Ordering::Relaxed)
    }

    /// Writes to the terminal without tearing the line.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.is_shown() { self.bar.suspend(write) } else { write() }
    }
}

fn watch(
    bar: &ProgressBar,
    done: &(Mutex<bool>, Condvar),
    shown: &AtomicBool,
    meter: &Meter,
    what: &str,
) {
    let wait = |time: Duration| -> bool {
        let Ok(guard) = done.0.lock() else { return true };
        let result = done.1.wait_timeout_while(guard, time, |done| !*done);
        result.map_or(true, |(done, _)| *done)
    };
    if wait(PATIENCE) {
        return;
    }
    bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    shown.store(true, Ordering::Relaxed);
    loop {
        bar.set_message(meter.message(what));
        bar.tick();
        if wait(TICK) {
            return;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let Some(watcher) = self.watcher.take() else { return };
        if let Ok(mut done) = self.done.0.lock() {
            *done = true;
        }
        self.done.1.notify_all();
        let _ = watcher.join();
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_says_where_it_is() {
        let meter = Meter::default();
        assert_eq!(meter.message("decisions"), "searching");
        let watch = meter.watch("cell");
        watch.call(Step { done: 3, total: 12, states: 45_678, bytes: 3 << 20 });
        let message = meter.message("decisions");
        assert!(message.starts_with("cell 3 of 12, 45,678 states, 3.00 MiB, about "), "{message}");
        assert!(message.ends_with(" left"), "{message}");
    }
}
