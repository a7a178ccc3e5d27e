//! Questions in progress: a few in parallel, each with a flag that ends it.

use clew::api::door::{self, Host};
use clew::run::Budget;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Questions answered at the same time, at most.
const MOST: usize = 4;
/// How long a question waits for its turn.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(30);
/// Interval between two checks whether the client still listens.
pub(crate) const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The questions of a server.
pub(crate) struct Jobs(Arc<Running>);

struct Running {
    /// The flags that end them, by name.
    flags: Mutex<HashMap<String, Arc<AtomicBool>>>,
    ended: Condvar,
    threads: usize,
    memory: usize,
}

impl Running {
    fn flags(&self) -> MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.flags.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A slot for a question, until its work has ended.
pub(crate) struct Job {
    jobs: Arc<Running>,
    id: String,
    flag: Arc<AtomicBool>,
}

/// A client that waits for a reply; dropping it ends the question.
pub(crate) struct WaitingClient(Arc<AtomicBool>);

impl Jobs {
    /// `threads` for each question, and `memory` bytes for all together.
    pub fn new(threads: usize, memory: usize) -> Jobs {
        let memory = Budget::of_memory(memory).side_by_side(MOST).memory;
        let (flags, ended) = (Mutex::default(), Condvar::new());
        Jobs(Arc::new(Running { flags, ended, threads, memory }))
    }

    /// Waits for a free slot for a question.
    ///
    /// # Errors
    /// The status and the words: another question has this name, or there is none in time.
    pub fn begin(&self, id: &str) -> Result<Job, (u16, &'static str)> {
        let until = Instant::now() + QUEUE_TIMEOUT;
        let mut running = self.0.flags();
        while running.len() >= MOST {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err((503, "too many questions at a time: stop one of them"));
            }
            let waited = self.0.ended.wait_timeout(running, left);
            running = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if running.contains_key(id) {
            return Err((400, "a question of this name is being answered"));
        }
        let flag = Arc::new(AtomicBool::new(false));
        running.insert(id.to_string(), flag.clone());
        Ok(Job { jobs: self.0.clone(), id: id.to_string(), flag })
    }

    /// Ends a question, if it is being answered: the facts known until then are its reply.
    pub fn cancel(&self, id: &str) {
        if let Some(flag) = self.0.flags().get(id) {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

impl Job {
    /// Answers a request on a thread of its own; lines for the client are received from there, the reply last. The slot
    /// is free again before the reply is sent.
    pub fn answer(self, request: String) -> (Receiver<String>, WaitingClient) {
        let (send, receive) = channel();
        let steps = Mutex::new(send.clone());
        let hear = move |step: &str| {
            let steps = steps.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = steps.send(format!("{{\"step\":{step}}}"));
        };
        let left = Arc::new(AtomicBool::new(false));
        let host = Host {
            hear: Arc::new(hear),
            cancel: Some(self.flag.clone()),
            left: Some(left.clone()),
            threads: self.jobs.threads,
            memory: self.jobs.memory,
        };
        std::thread::spawn(move || {
            let reply = door::answer(&request, &host);
            drop(self);
            let _ = send.send(format!("{{\"reply\":{reply}}}"));
        });
        (receive, WaitingClient(left))
    }
}

impl Drop for WaitingClient {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.jobs.flags().remove(&self.id);
        self.jobs.ended.notify_one();
    }
}

/// The next line, or none within a beat; `None` after the last one.
pub(crate) fn next(lines: &Receiver<String>) -> Option<Option<String>> {
    match lines.recv_timeout(POLL_INTERVAL) {
        Ok(line) => Some(Some(line)),
        Err(RecvTimeoutError::Timeout) => Some(None),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_taken_once_and_places_come_back() {
        let jobs = Jobs::new(1, 1 << 30);
        let job = jobs.begin("a").expect("the first");
        assert!(jobs.begin("a").is_err());
        jobs.cancel("a");
        assert!(job.flag.load(Ordering::Relaxed));
        drop(job);
        assert!(jobs.begin("a").is_ok());
    }

    /// The slot of a question whose client has left is free when its work has ended, not before.
    #[test]
    fn a_slot_is_taken_while_its_question_is_worked_on() {
        let jobs = Jobs::new(1, 1 << 30);
        let request = r#"{"ask":"check","puzzle":"puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"}"#;
        let (lines, client) = jobs.begin("a").expect("the first").answer(request.into());
        drop(client);
        let last = lines.iter().last().expect("a line");
        assert!(last.starts_with("{\"reply\":"), "{last}");
        assert!(jobs.begin("a").is_ok(), "the slot is free before the reply is sent");
    }
}
