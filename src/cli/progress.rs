//! Progress on standard error: only on a terminal, only for work that takes more than a second.

use crate::count::Step;
use crate::kernel::{Lit, Observer};
use crate::solver::Watch;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// Work that takes less needs no progress line.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two looks.
const TICK: Duration = Duration::from_millis(100);

/// How far the work is: things counted, or the newest step of a counting programme. Shared by its
/// clones.
#[derive(Clone, Default)]
pub(super) struct Meter {
    count: Arc<AtomicU64>,
    programme: Arc<Mutex<Option<Step>>>,
}

impl Meter {
    /// Counts one more.
    pub fn step(&self) {
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// A listener for counting programmes.
    pub fn watch(&self) -> Watch {
        let newest = self.programme.clone();
        Watch::new(move |step| {
            if let Ok(mut newest) = newest.lock() {
                *newest = Some(step);
            }
        })
    }

    fn message(&self, what: &str) -> String {
        let newest = self.programme.lock().ok().and_then(|newest| *newest);
        match (newest, self.count.load(Ordering::Relaxed)) {
            (Some(step), _) => {
                let states = HumanCount(step.states as u64);
                format!("step {} of {}, {states} states", step.done, step.total)
            }
            (None, 0) => "searching".into(),
            (None, n) => format!("{} {what}", HumanCount(n)),
        }
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

    /// Writes to the terminal without tearing the line.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.shown.load(Ordering::Relaxed) { self.bar.suspend(write) } else { write() }
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
