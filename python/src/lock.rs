//! Work without the lock of the interpreter, which Ctrl-C ends and whose progress can be observed.

use crate::asking::Asking;
use crate::errors::ClewError;
use clew::api::guarded::DEFECT;
use clew::run::{GoalProgress, Step};
use clew::strategy::{Options, Watch};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// The time between two checks for Ctrl-C.
const NAP: Duration = Duration::from_millis(50);
/// The time between two calls of the watcher.
const BEAT: Duration = Duration::from_millis(100);
/// The stack of a worker thread.
const STACK: usize = 8 << 20;

/// The progress of some work; the argument of a `progress` function.
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> seen = []
/// >>> puzzle.count(progress=seen.append)
/// 1
/// >>> all(isinstance(progress, clew.Progress) for progress in seen)
/// True
#[pyclass(frozen, get_all, module = "clew")]
#[derive(Clone, Debug)]
pub struct Progress {
    /// Seconds since the work began.
    seconds: f64,
    /// Steps done: layers of a count, puzzles of a batch; 0 for a search, whose length is unknown.
    done: usize,
    /// Steps in all; 0 if unknown.
    total: usize,
    /// States in the newest layer of a count.
    states: usize,
    /// Bytes that the tables of a count hold.
    bytes: usize,
    /// The value of the best solution so far, where there is a goal.
    best: Option<i64>,
    /// A value of the goal that no solution passes, where one is proved.
    bound: Option<i64>,
    /// The distance between the two; 0 if the best one is proved.
    gap: Option<u64>,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        let Progress { seconds, done, total, best, bound, .. } = *self;
        match (GoalProgress { best, bound }).words(|value| value.to_string()) {
            goal if goal.is_empty() => {
                format!("<clew.Progress {done} of {total} after {seconds:.1} s>")
            }
            goal => format!("<clew.Progress {goal} after {seconds:.1} s>"),
        }
    }
}

/// Receives the progress of some work.
#[derive(Clone, Default)]
pub struct Meter(Arc<Mutex<Step>>, Arc<Mutex<GoalProgress>>);

impl Meter {
    /// Notes a step.
    pub fn note(&self, step: Step) {
        *locked(&self.0) = step;
    }

    /// Notes that one of `total` pieces is done.
    pub fn one_of(&self, total: usize) {
        let mut step = locked(&self.0);
        *step = Step { done: step.done + 1, total, ..*step };
    }
}

/// Locks a value; no thread panics while it holds one of these locks.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` without the lock of the interpreter, under options that Ctrl-C ends. Python handles signals only on its
/// main thread. There, or if there is a watcher, the work moves to another thread and this one waits.
///
/// # Errors
/// `KeyboardInterrupt`, an exception of a watcher, or `ClewError` if the work panicked.
pub fn run<T: Send>(
    py: Python<'_>,
    asking: &Asking,
    work: impl FnOnce(Options, &Meter) -> T + Send,
) -> PyResult<T> {
    let meter = Meter::default();
    let mut options = asking.options();
    if asking.progress.is_none() && !is_main_thread(py)? {
        let result = py.detach(|| catch_unwind(AssertUnwindSafe(|| work(options, &meter))));
        return result.map_err(|panic| defect(&*panic));
    }
    let raised = Arc::new(AtomicBool::new(false));
    options.budget = options.budget.with_cancel(raised.clone());
    if asking.progress.is_some() {
        let heard = meter.clone();
        options.watch = Some(Watch::new(move |step| heard.note(step)));
        let heard = meter.clone();
        options.goal_watch = Some(Watch::new(move |goal| *locked(&heard.1) = goal));
    }
    let watcher =
        asking.progress.as_ref().map(|to| Watcher { to, meter: &meter, start: Instant::now() });
    py.detach(|| beside(&raised, watcher, || work(options, &meter)))
}

/// Runs `work` on a thread of its own while this one checks for signals and calls the watcher; `raised` interrupts the
/// work.
fn beside<T: Send>(
    raised: &AtomicBool,
    watcher: Option<Watcher<'_>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (result, ended) = (Mutex::new(None), Condvar::new());
    std::thread::scope(|scope| {
        let job = || {
            let done = catch_unwind(AssertUnwindSafe(work));
            *locked(&result) = Some(done);
            ended.notify_one();
        };
        let spawned = Builder::new().stack_size(STACK).spawn_scoped(scope, job);
        spawned
            .map_err(|why| ClewError::new_err(format!("there is no thread to work on: {why}")))?;
        let (mut error, mut told) = (Ok(()), Instant::now());
        let mut waiting = locked(&result);
        while waiting.is_none() {
            waiting = ended.wait_timeout(waiting, NAP).unwrap_or_else(PoisonError::into_inner).0;
            if waiting.is_some() || error.is_err() {
                continue;
            }
            drop(waiting);
            error = Python::attach(|py| {
                py.check_signals()?;
                match &watcher {
                    Some(watcher) if told.elapsed() >= BEAT => {
                        told = Instant::now();
                        watcher.tell(py)
                    }
                    _ => Ok(()),
                }
            });
            raised.store(error.is_err(), Ordering::Relaxed);
            waiting = locked(&result);
        }
        let result = waiting.take().expect("the loop ended with it");
        error?;
        let result = result.map_err(|panic| defect(&*panic))?;
        if let Some(watcher) = watcher {
            Python::attach(|py| watcher.tell(py))?;
        }
        Ok(result)
    })
}

/// A function that receives the progress of some work.
struct Watcher<'a> {
    to: &'a Py<PyAny>,
    meter: &'a Meter,
    start: Instant,
}

impl Watcher<'_> {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let Step { done, total, states, bytes } = *locked(&self.meter.0);
        let seconds = self.start.elapsed().as_secs_f64();
        let goal = *locked(&self.meter.1);
        let (best, bound, gap) = (goal.best, goal.bound, goal.gap());
        let progress = Progress { seconds, done, total, states, bytes, best, bound, gap };
        self.to.call1(py, (progress,))?;
        Ok(())
    }
}

/// Whether Python handles signals on this thread.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    let main: u64 = threading.call_method0("main_thread")?.getattr("ident")?.extract()?;
    Ok(main == threading.call_method0("get_ident")?.extract::<u64>()?)
}

/// A panic as an exception.
pub fn defect(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    ClewError::new_err(format!("{DEFECT}: {text}"))
}
