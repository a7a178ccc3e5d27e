//! Progress on standard error: only on a terminal, only for work that takes more than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Work that takes less needs no progress line.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two updates.
const TICK: Duration = Duration::from_millis(100);

/// A progress line; taken off the screen when it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    done: Arc<(Mutex<bool>, Condvar)>,
    shown: Arc<AtomicBool>,
    watcher: Option<JoinHandle<()>>,
}

impl Progress {
    /// A line with the text of `message` after a while, or nothing if it is not wanted or standard error is not a
    /// terminal.
    pub fn start(wanted: bool, message: impl Fn(Duration) -> String + Send + 'static) -> Progress {
        let bar = ProgressBar::hidden();
        let done = Arc::new((Mutex::new(false), Condvar::new()));
        let shown = Arc::new(AtomicBool::new(false));
        let watcher = (wanted && std::io::stderr().is_terminal()).then(|| {
            let (bar, done, shown) = (bar.clone(), done.clone(), shown.clone());
            std::thread::spawn(move || watch(&bar, &done, &shown, &message))
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
    message: &dyn Fn(Duration) -> String,
) {
    let start = Instant::now();
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
        bar.set_message(message(start.elapsed()));
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
