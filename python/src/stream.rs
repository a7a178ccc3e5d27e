//! Solutions one by one, while another thread finds them.

use crate::asking::Asking;
use crate::errors::{ClewError, failed, limit};
use crate::lock::{defect, locked};
use crate::objects::Solution;
use clew::api::{Failure, Question, run_guarded};
use clew::puzzle::{Answer, Entry};
use clew::strategy::{Outcome, solve_each};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

/// The maximum number of solutions that are found in advance.
const AHEAD: usize = 64;
/// The time between two checks for Ctrl-C.
const NAP: Duration = Duration::from_millis(50);
/// The stack of the thread that searches.
const STACK: usize = 8 << 20;

/// A message over the channel: a solution, or the end of the search.
enum Sent {
    Found(Answer),
    Ended(Box<Result<Outcome, Failure>>),
    Panicked(PyErr),
}

/// An iterator over solutions, which are found while it runs, on a thread of its own.
///
/// An iterator that ends has yielded all solutions, or as many as were wanted; if another limit comes first it raises
/// `LimitReached`. The search is cancelled when the iterator is dropped.
///
/// >>> import clew
/// >>> open_ = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
/// >>> found = open_.solutions()
/// >>> first = next(found)
/// >>> found.found, len(list(found)) + 1 == open_.count(), found.complete
/// (1, True, True)
#[pyclass(frozen, module = "clew")]
pub struct Solutions {
    entry: Arc<Entry>,
    /// `None` after the end.
    receiver: Mutex<Option<Receiver<Sent>>>,
    raised: Arc<AtomicBool>,
    /// The maximum number of solutions.
    most: usize,
    known: Mutex<Known>,
}

/// The results so far.
#[derive(Clone, Copy, Default)]
struct Known {
    found: usize,
    complete: bool,
}

impl Solutions {
    /// Begins a search for at most `most` solutions.
    ///
    /// # Errors
    /// The first keyword that is wrong, or if there is no thread.
    pub fn of(entry: &Arc<Entry>, most: usize, mut asking: Asking) -> PyResult<Solutions> {
        asking.members.done()?;
        if asking.progress.take().is_some() {
            return Err(crate::errors::unsuited(
                "progress does not apply to solutions: count them",
            ));
        }
        let (sender, receiver) = sync_channel(AHEAD);
        let raised = Arc::new(AtomicBool::new(false));
        let (job, flag) = (entry.clone(), raised.clone());
        let work = move || {
            let ran = catch_unwind(AssertUnwindSafe(|| search(&job, most, &asking, flag, &sender)));
            // Sending fails if the receiver is gone, which is fine.
            let _ = sender.send(match ran {
                Ok(ended) => Sent::Ended(Box::new(ended)),
                Err(panic) => Sent::Panicked(defect(&*panic)),
            });
        };
        let spawned = Builder::new().stack_size(STACK).spawn(work);
        spawned
            .map_err(|why| ClewError::new_err(format!("there is no thread to work on: {why}")))?;
        let receiver = Mutex::new(Some(receiver));
        Ok(Solutions { entry: entry.clone(), receiver, raised, most, known: Mutex::default() })
    }

    fn end(&self, ended: Result<Outcome, Failure>) -> PyResult<()> {
        let outcome = ended.map_err(failed)?;
        let mut known = locked(&self.known);
        known.complete = outcome.exact;
        if outcome.exact || known.found >= self.most {
            return Ok(());
        }
        let message = format!("a limit came after {} solutions", known.found);
        Err(limit(outcome.stopped, &message, None))
    }
}

/// Searches for solutions and sends them, until they are no longer received.
fn search(
    entry: &Entry,
    most: usize,
    asking: &Asking,
    raised: Arc<AtomicBool>,
    sender: &SyncSender<Sent>,
) -> Result<Outcome, Failure> {
    let question = if most == usize::MAX { Question::SolveAll } else { Question::Solve(most) };
    let mut options = question.options(asking.options());
    options.budget = options.budget.with_cancel(raised);
    let each = &mut |answer: &Answer| match sender.send(Sent::Found(answer.clone())) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    run_guarded(&options, || solve_each(&entry.puzzle, most, &options, &mut (), each))
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.raised.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Solutions {
    /// The number of solutions so far.
    #[getter]
    fn found(&self) -> usize {
        locked(&self.known).found
    }

    /// Whether the iterator has ended and yielded all solutions.
    #[getter]
    fn complete(&self) -> bool {
        locked(&self.known).complete
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let take = || -> PyResult<Option<Sent>> {
            let mut receiver = locked(&self.receiver);
            let Some(open) = receiver.as_ref() else { return Ok(None) };
            loop {
                match open.recv_timeout(NAP) {
                    Ok(sent) => {
                        if !matches!(sent, Sent::Found(_)) {
                            *receiver = None;
                        }
                        return Ok(Some(sent));
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        *receiver = None;
                        return Ok(None);
                    }
                    Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                }
            }
        };
        // A loop in C over many solutions, such as `list`, never reaches the point where Python checks for signals.
        py.check_signals()?;
        match py.detach(take)? {
            Some(Sent::Found(answer)) => {
                locked(&self.known).found += 1;
                Ok(Some(Solution { entry: self.entry.clone(), answer }))
            }
            Some(Sent::Ended(ended)) => self.end(*ended).map(|()| None),
            Some(Sent::Panicked(error)) => Err(error),
            None => Ok(None),
        }
    }

    fn __repr__(&self) -> String {
        let Known { found, complete } = *locked(&self.known);
        format!("<clew.Solutions {found} so far{}>", if complete { ", all" } else { "" })
    }
}
