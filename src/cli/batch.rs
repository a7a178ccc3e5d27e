//! Many puzzles: one a thread, results in input order, memory bounded.
//!
//! The calling thread reads inputs and hands puzzles to a rayon pool; a printing thread puts results
//! back into order. A window counts what is on its way, puzzles and bytes; when it is full the
//! reader waits. The reader never waits for a puzzle that is not yet handed over, so there is no
//! deadlock: everything in the window is running or printed in the end.

use super::answer::{Asker, Done};
use super::input::{Job, Jobs};
use super::progress::{Meter, Progress};
use super::settings::Settings;
use super::status::{INTERRUPTED, Status};
use super::stream::Waited;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Puzzles on their way at the most.
const MAX_PUZZLES: usize = 4096;
/// Bytes of input and output on their way at the most (one puzzle may be larger).
const MAX_BYTES: usize = 256 << 20;

/// Puzzles on their way from which on the printer takes a pause between results, and how long a one.
const CROWD: usize = 64;
const PAUSE: Duration = Duration::from_millis(1);

/// How long to wait for a pipe until looking whether anything is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long the first puzzle of a pipe waits for company.
const MOMENT: Duration = Duration::from_millis(20);

/// Runs a batch and returns the exit status.
pub(super) fn run(settings: &Settings) -> u8 {
    let cancel = super::interrupt::flag();
    // Results of JSON are for programs: one that writes a puzzle and waits for its result gets it.
    let mut jobs = Jobs::of(&settings.puzzles, settings.show.json);
    let (first, more) = look_ahead(&mut jobs, settings, &cancel);
    let status = match &first[..] {
        [] => Ok(Status::Yes),
        [job] if !more => single(settings, job, &cancel),
        _ => {
            // Few puzzles get several threads each.
            let threads = if more { 1 } else { (settings.how.threads / first.len()).max(1) };
            many(settings, first, jobs, threads, &cancel)
        }
    };
    match status {
        _ if cancel.load(Ordering::Relaxed) => INTERRUPTED,
        Ok(status) => status.code(),
        Err(status) => status.code(),
    }
}

/// The first puzzles, as many as there are threads, and whether others may follow. Of a pipe that
/// holds several, puzzles after the first are not waited for, only given a moment; a deterministic
/// run does not even do that, for how it shares out threads must not depend on that moment.
fn look_ahead(jobs: &mut Jobs, settings: &Settings, cancel: &AtomicBool) -> (Vec<Job>, bool) {
    let wanted = settings.how.threads.max(2);
    let mut first: Vec<Job> = Vec::new();
    while first.len() < wanted && !cancel.load(Ordering::Relaxed) {
        let streams = jobs.is_pipe() && first.last().is_some_and(|job| job.number.is_some());
        if streams && settings.how.options.deterministic {
            break;
        }
        match jobs.wait(if streams { MOMENT } else { PATIENCE }) {
            Waited::Job(job) => first.push(job),
            Waited::End => return (first, false),
            Waited::Nothing if streams => break,
            Waited::Nothing => {}
        }
    }
    (first, true)
}

/// What to do when output fails: a reader that went away (`| head`) has what it wanted; anything
/// else is an answer that did not arrive.
fn broken(error: &io::Error, so_far: Status) -> Status {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return so_far;
    }
    eprintln!("error: cannot write the result: {error}");
    Status::Undecided
}

fn single(settings: &Settings, job: &Job, cancel: &Arc<AtomicBool>) -> Result<Status, Status> {
    let meter = Meter::default();
    // In a directory puzzles have names, even if there is one only.
    let batch = settings.puzzles.iter().any(|path| path.is_dir());
    let asker = Asker {
        settings,
        threads: settings.how.threads,
        cancel,
        batch,
        meter: Some(meter.clone()),
    };
    let progress = Progress::start(!settings.show.quiet, "decisions", &meter);
    let mut out = Vec::new();
    let done = asker.answer(job, &mut out).map_err(|e| broken(&e, Status::Yes))?;
    drop(progress);
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(&out).and_then(|()| stdout.flush());
    eprint!("{}", done.notes);
    written.map_err(|e| broken(&e, done.status))?;
    Ok(done.status)
}

/// A result on its way to the printer.
struct Finished {
    index: usize,
    out: Vec<u8>,
    done: Done,
}

fn many(
    settings: &Settings,
    first: Vec<Job>,
    mut jobs: Jobs,
    threads: usize,
    cancel: &Arc<AtomicBool>,
) -> Result<Status, Status> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.how.threads).build();
    let pool = pool.map_err(|error| {
        eprintln!("error: cannot start threads: {error}");
        Status::Undecided
    })?;
    let window = Window::default();
    let (sender, receiver) = channel();
    let asker = &Asker { settings, threads, cancel, batch: true, meter: None };
    std::thread::scope(|scope| {
        let window = &window;
        let printer = scope.spawn(move || {
            let result = print(settings, &receiver, window);
            // Without a printer nothing more is wanted; the receiver closes behind this.
            window.close();
            result
        });
        pool.in_place_scope(|tasks| {
            let mut first = first.into_iter();
            let mut index = 0;
            while !cancel.load(Ordering::Relaxed) && !window.is_closed() {
                let job = match first.next().map_or_else(|| jobs.wait(PATIENCE), Waited::Job) {
                    Waited::Job(job) => job,
                    Waited::Nothing => continue,
                    Waited::End => break,
                };
                let weight = job.weight();
                if !window.enter(weight) {
                    break;
                }
                let sender = sender.clone();
                tasks.spawn(move |_| {
                    if window.is_closed() {
                        return;
                    }
                    let mut out = Vec::new();
                    let done = asker.answer(&job, &mut out).expect("writing to memory succeeds");
                    window.change(weight, out.len());
                    // Fails only if the printer has given up.
                    let _ = sender.send(Finished { index, out, done });
                });
                index += 1;
            }
        });
        drop(sender);
        printer.join().unwrap_or(Err(Status::Undecided))
    })
}

/// Prints results in order (or as they come) until there are no more.
fn print(
    settings: &Settings,
    results: &Receiver<Finished>,
    window: &Window,
) -> Result<Status, Status> {
    let mut waiting: BTreeMap<usize, Finished> = BTreeMap::new();
    let mut next = 0;
    let mut summary = Summary::default();
    let meter = Meter::default();
    let progress = Progress::start(!settings.show.quiet, "puzzles", &meter);
    let start = std::time::Instant::now();
    let mut out = BufWriter::new(io::stdout());
    loop {
        // What is written goes out before anything is waited for.
        let finished = match results.try_recv() {
            Ok(finished) => finished,
            Err(_) => {
                out.flush().map_err(|error| broken(&error, summary.status))?;
                let Ok(finished) = results.recv() else { break };
                // Where many are on their way, waking and writing once for each is dear.
                if window.puzzles() > CROWD {
                    std::thread::sleep(PAUSE);
                }
                finished
            }
        };
        meter.step();
        waiting.insert(if settings.ordered { finished.index } else { next }, finished);
        while let Some(finished) = waiting.remove(&next) {
            next += 1;
            window.leave(finished.out.len());
            let written = progress.suspend(|| put(&finished, &mut out, progress.is_shown()));
            summary.add(&finished.done);
            written.map_err(|error| broken(&error, summary.status))?;
        }
    }
    drop(progress);
    if !settings.show.quiet {
        eprintln!("{} in {:.2} s", summary.text(), start.elapsed().as_secs_f64());
    }
    Ok(summary.status)
}

/// Writes a result, at once if something else goes to the same terminal.
fn put(finished: &Finished, out: &mut impl Write, at_once: bool) -> io::Result<()> {
    out.write_all(&finished.out)?;
    let notes = &finished.done.notes;
    if at_once || !notes.is_empty() {
        out.flush()?;
    }
    if !notes.is_empty() {
        eprint!("{notes}");
    }
    Ok(())
}

/// How many puzzles had which result.
#[derive(Default)]
struct Summary {
    status: Status,
    labels: BTreeMap<&'static str, u64>,
}

impl Summary {
    fn add(&mut self, done: &Done) {
        self.status = self.status.max(done.status);
        *self.labels.entry(done.label).or_default() += 1;
    }

    fn text(&self) -> String {
        let total: u64 = self.labels.values().sum();
        let parts: Vec<String> = self.labels.iter().map(|(l, n)| format!("{n} {l}")).collect();
        format!("{total} puzzles: {}", parts.join(", "))
    }
}

/// What is between reading and printing.
#[derive(Default)]
struct Window {
    held: Mutex<Held>,
    changed: Condvar,
    closed: AtomicBool,
}

#[derive(Default)]
struct Held {
    puzzles: usize,
    bytes: usize,
    /// Whether the reader waits for room.
    waits: bool,
}

impl Window {
    fn with(&self, act: impl FnOnce(&mut Held)) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut held);
        // A reader that waits is woken when there is room for many, not at every puzzle.
        let room = held.puzzles <= MAX_PUZZLES / 2 && held.bytes <= MAX_BYTES / 2;
        if held.waits && (room || self.is_closed()) {
            self.changed.notify_all();
        }
    }

    /// Waits for room for a puzzle; false if nothing more is wanted.
    fn enter(&self, weight: usize) -> bool {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_closed()
            && held.puzzles > 0
            && (held.puzzles >= MAX_PUZZLES || held.bytes + weight > MAX_BYTES)
        {
            held.waits = true;
            held = self.changed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
        held.waits = false;
        held.puzzles += 1;
        held.bytes += weight;
        !self.is_closed()
    }

    /// The input of a puzzle has become its output.
    fn change(&self, weight: usize, output: usize) {
        self.with(|held| held.bytes = held.bytes - weight + output);
    }

    fn leave(&self, output: usize) {
        self.with(|held| {
            held.puzzles -= 1;
            held.bytes -= output;
        });
    }

    fn puzzles(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).puzzles
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.with(|_| ());
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
