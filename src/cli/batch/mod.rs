//! Many puzzles: one per thread, results in input order, memory bounded.
//!
//! The calling thread reads inputs and hands puzzles to a pool of threads; a printing thread puts results back into
//! order. A window counts the puzzles and bytes in progress; when it is full the reader waits. The reader never waits
//! for a puzzle that is not yet handed over, so there is no deadlock: everything in the window is running or printed in
//! the end.

pub(crate) mod answer;
pub(crate) mod asked;
pub(crate) mod columns;
pub(crate) mod counter;
pub(crate) mod eta;
pub(crate) mod meter;
pub(crate) mod object;
pub(crate) mod overrides;
pub(crate) mod progress;
pub(crate) mod selection;
pub(crate) mod settings;
pub(crate) mod show;
pub(crate) mod status;

use crate::cli::batch::answer::{Done, Worker};
use crate::cli::batch::columns::Columns;
use crate::cli::batch::meter::{BatchMeter, Meter};
use crate::cli::batch::progress::Progress;
use crate::cli::batch::selection::{Results, Selection};
use crate::cli::batch::settings::Settings;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::io::input::Jobs;
use crate::cli::io::job::Job;
use crate::cli::io::output::{Standard, broken};
use crate::cli::io::stderr;
use crate::cli::io::stream::Waited;
use crate::cli::io::window::Window;
use clew::puzzle::wording::how_many;
use clew::run::threads;
use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The number of puzzles in progress from which the printer pauses between results, and the length of a pause.
const CROWD: usize = 64;
const PAUSE: Duration = Duration::from_millis(1);

/// How long to wait for a pipe between two checks whether anything is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long puzzles that an interrupt leaves undone are counted.
const COUNTING: Duration = Duration::from_millis(50);
/// How long the first puzzle of a pipe waits for company.
const FIRST_WAIT: Duration = Duration::from_millis(20);

/// Runs a batch and returns the exit status.
pub(crate) fn run(settings: &Settings) -> u8 {
    let cancel = crate::cli::io::interrupt::flag();
    let mut selection = Selection::new(settings.shard);
    let results = Results {
        schema: settings.schema(),
        first: settings.columns.first(),
        question: asked::question(settings),
    };
    let resumed = settings.resume.as_deref().map(|file| selection.resume(file, &results));
    let target = match resumed {
        None => Target::Standard,
        Some(Ok(file)) => Target::File(file),
        Some(Err((status, why))) => {
            stderr::line(format_args!("error: {why}"));
            return status.code();
        }
    };
    let mut jobs = Jobs::new(&settings.puzzles, settings.show.json, &settings.how.rules)
        .with_models(settings.takes_models())
        .only(selection);
    let (first, more) = look_ahead(&mut jobs, settings, &cancel);
    let status = match &first[..] {
        [] => print_head(settings, &target).map(|status| status.max(jobs.kept())),
        // A share, and the rest of a batch, are reported like the whole.
        [job] if !more && settings.shard.is_none() && settings.resume.is_none() => {
            single(settings, job, &cancel)
        }
        _ => {
            // Few puzzles get several threads each.
            let threads = if more { 1 } else { (settings.how.threads / first.len()).max(1) };
            many(settings, first, jobs, threads, &cancel, target)
        }
    };
    match status {
        _ if cancel.load(Ordering::Relaxed) => INTERRUPTED,
        Ok(status) => status.code(),
        Err(status) => status.code(),
    }
}

/// The destination of the results of a batch.
enum Target {
    Standard,
    /// Appended to existing results.
    File(File),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Standard => Standard::lock().write(bytes),
            Target::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Standard => Standard::lock().flush(),
            Target::File(file) => file.flush(),
        }
    }
}

/// The result of a batch without puzzles: nothing but the head of a table, if it is one.
fn print_head(settings: &Settings, target: &Target) -> Result<Status, Status> {
    match (target, settings.columns.head()) {
        (Target::Standard, Some(head)) => {
            Ok(crate::cli::io::output::print(head.as_bytes(), Status::Yes))
        }
        _ => Ok(Status::Yes),
    }
}

/// The first puzzles, as many as there are threads, and whether others may follow. If a pipe holds several, puzzles
/// after the first are waited for only for a moment. A deterministic run does not wait at all, because its distribution
/// of threads must not depend on timing.
fn look_ahead(jobs: &mut Jobs, settings: &Settings, cancel: &AtomicBool) -> (Vec<Job>, bool) {
    let wanted = settings.how.threads.max(2);
    let mut first: Vec<Job> = Vec::new();
    while first.len() < wanted && !cancel.load(Ordering::Relaxed) {
        let streams = jobs.is_pipe() && first.last().is_some_and(|job| job.number.is_some());
        if streams && settings.how.options.deterministic {
            break;
        }
        match jobs.wait(if streams { FIRST_WAIT } else { POLL_INTERVAL }) {
            Waited::Job(job) => first.push(job),
            Waited::End => return (first, false),
            Waited::Nothing if streams => break,
            Waited::Nothing => {}
        }
    }
    (first, true)
}

fn single(settings: &Settings, job: &Job, cancel: &Arc<AtomicBool>) -> Result<Status, Status> {
    let meter = Meter::default();
    // In a directory puzzles have names, even if there is one only.
    let batch = settings.puzzles.iter().any(|path| path.is_dir());
    let asker = Worker {
        settings,
        threads: settings.how.threads,
        cancel,
        batch,
        writes: true,
        meter: Some(meter.clone()),
    };
    let progress = Progress::start(!settings.show.quiet, move |_| meter.message());
    if settings.begins_early() {
        let screen = Screen { progress: &progress, out: Standard::lock() };
        let mut out = Shaped { columns: &settings.columns, line: Vec::new(), out: screen };
        let done = asker.answer(job, &mut out).and_then(|done| out.flush().map(|()| done));
        drop(progress);
        // If the reader closes standard output, it has seen a solution.
        let done = done.map_err(|error| broken(&error, Status::Yes))?;
        stderr::text(&done.notes);
        return Ok(done.status);
    }
    let mut out = Vec::new();
    let done = asker.answer(job, &mut out).map_err(|error| broken(&error, Status::Yes))?;
    drop(progress);
    let head = settings.columns.head().unwrap_or_default().into_bytes();
    let out = [head, settings.columns.shape(out)].concat();
    let mut stdout = Standard::lock();
    let written = stdout.write_all(&out).and_then(|()| stdout.flush());
    stderr::text(&done.notes);
    written.map_err(|error| broken(&error, done.status))?;
    Ok(done.status)
}

/// Lines in the requested shape, each written as soon as it is complete.
struct Shaped<'a, W> {
    columns: &'a Columns,
    /// The current incomplete line.
    line: Vec<u8>,
    out: W,
}

impl<W: Write> Write for Shaped<'_, W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(text);
        if text.ends_with(b"\n") {
            self.out.write_all(&self.columns.shape(mem::take(&mut self.line)))?;
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&mem::take(&mut self.line))?;
        self.out.flush()
    }
}

/// Standard output, coordinated with a progress line.
struct Screen<'a> {
    progress: &'a Progress,
    out: Standard,
}

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out = &mut self.out;
        self.progress.suspend(|| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A puzzle on its way to the printer.
struct Finished {
    index: usize,
    out: Vec<u8>,
    fate: Fate,
    /// Its name, and how long it took.
    name: String,
    time: Duration,
}

impl Finished {
    /// No puzzle, but the information that there may be more.
    fn unread(index: usize) -> Finished {
        let (name, time) = (String::new(), Duration::ZERO);
        Finished { index, out: Vec::new(), fate: Fate::Unread, name, time }
    }
}

/// The result of a puzzle of a batch.
enum Fate {
    Answered(Done),
    /// An interrupt came before the answer; the puzzle's title.
    CutShort(String),
    /// An interrupt came before the start.
    NotBegun(String),
    /// An interrupt came, and the input has not ended.
    Unread,
}

/// The puzzles of a batch, one by one: first those that were looked at, then the others as they come.
struct Feed<'a> {
    first: VecDeque<Job>,
    jobs: &'a mut Jobs,
    cancel: &'a AtomicBool,
    /// When to stop counting the puzzles that an interrupt leaves undone.
    until: Option<Instant>,
}

/// The next thing to do.
enum FeedResult {
    Job(Job),
    /// Nothing has come yet.
    Later,
    /// An interrupt came, and the input has not ended.
    Unread,
    End,
}

impl Feed<'_> {
    /// The next puzzle, waited for a moment. After an interrupt the puzzles that are available are still handed out for
    /// a while, so that each can be reported as not begun.
    fn next(&mut self) -> FeedResult {
        let interrupted = self.cancel.load(Ordering::Relaxed);
        if let Some(job) = self.first.pop_front() {
            return FeedResult::Job(job);
        }
        if interrupted {
            let until = *self.until.get_or_insert_with(|| Instant::now() + COUNTING);
            if until < Instant::now() {
                return FeedResult::Unread;
            }
        }
        match self.jobs.wait(if interrupted { Duration::ZERO } else { POLL_INTERVAL }) {
            Waited::Job(job) => FeedResult::Job(job),
            Waited::Nothing if interrupted => FeedResult::Unread,
            Waited::Nothing => FeedResult::Later,
            Waited::End => FeedResult::End,
        }
    }
}

fn many(
    settings: &Settings,
    first: Vec<Job>,
    mut jobs: Jobs,
    threads: usize,
    cancel: &Arc<AtomicBool>,
    target: Target,
) -> Result<Status, Status> {
    let pool = threads::pool(settings.how.threads).map_err(|error| {
        stderr::line(format_args!("error: cannot start threads: {error}"));
        Status::Undecided
    })?;
    let window = Window::default();
    let (sender, receiver) = channel();
    let asker = &Worker { settings, threads, cancel, batch: true, writes: false, meter: None };
    let meter = &BatchMeter::default();
    std::thread::scope(|scope| {
        let window = &window;
        let printer = scope.spawn(move || {
            let result = Printer::new(settings, meter).print(&receiver, window, target);
            // Without a printer no more puzzles are wanted; the receiver is closed after this.
            window.close();
            result
        });
        pool.in_place_scope(|tasks| {
            let mut feed = Feed { first: first.into(), jobs: &mut jobs, cancel, until: None };
            let mut index = 0;
            while !window.is_closed() {
                let job = match feed.next() {
                    FeedResult::Job(job) => job,
                    FeedResult::Later => continue,
                    FeedResult::Unread => {
                        // Fails only if the printer has stopped; the same applies below.
                        let _ = sender.send(Finished::unread(index));
                        break;
                    }
                    FeedResult::End => {
                        meter.ended(index as u64);
                        break;
                    }
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
                    let (mut out, start) = (Vec::new(), Instant::now());
                    let fate = answer(asker, &job, &mut out);
                    window.change(weight, out.len());
                    let (name, time) = (job.name(), start.elapsed());
                    let _ = sender.send(Finished { index, out, fate, name, time });
                });
                index += 1;
            }
        });
        drop(sender);
        let printed = printer.join().unwrap_or(Err(Status::Undecided));
        printed.map(|status| status.max(jobs.kept()))
    })
}

/// Answers a puzzle, unless an interrupt comes before the start or the end of the work: then there
/// is no result.
fn answer(asker: &Worker<'_>, job: &Job, out: &mut Vec<u8>) -> Fate {
    let title = || job.title(job.id().as_deref());
    if asker.cancel.load(Ordering::Relaxed) {
        return Fate::NotBegun(title());
    }
    let done = asker.answer(job, out).expect("writing to memory succeeds");
    *out = asker.settings.columns.shape(std::mem::take(out));
    if !done.interrupted {
        return Fate::Answered(done);
    }
    out.clear();
    Fate::CutShort(title())
}

/// Puts results back into order, prints them, and reports a summary in the end.
struct Printer<'a> {
    settings: &'a Settings,
    meter: &'a BatchMeter,
    status: Status,
    rest: Rest,
}

/// The puzzles that an interrupt left undone.
#[derive(Default)]
struct Rest {
    /// Puzzles that were begun.
    cut_short: Vec<String>,
    not_begun: u64,
    /// The first of them in the order of the input.
    first: Option<(usize, String)>,
    /// The end of the input was not seen.
    unread: bool,
}

impl<'a> Printer<'a> {
    fn new(settings: &'a Settings, meter: &'a BatchMeter) -> Printer<'a> {
        Printer { settings, meter, status: Status::Yes, rest: Rest::default() }
    }

    /// Prints results in order (or as they come) until there are no more.
    fn print(
        mut self,
        results: &Receiver<Finished>,
        window: &Window,
        target: Target,
    ) -> Result<Status, Status> {
        let mut waiting: BTreeMap<usize, Finished> = BTreeMap::new();
        let mut next = 0;
        let (shared, start) = (self.meter.clone(), Instant::now());
        let progress = Progress::start(!self.settings.show.quiet, move |t| shared.message(t));
        let mut out = BufWriter::new(target);
        let head = self.settings.columns.head().unwrap_or_default();
        out.write_all(head.as_bytes()).map_err(|error| broken(&error, self.status))?;
        loop {
            // Output is flushed before waiting for more.
            let finished = match results.try_recv() {
                Ok(finished) => finished,
                Err(_) => {
                    out.flush().map_err(|error| broken(&error, self.status))?;
                    let Ok(finished) = results.recv() else { break };
                    // If many are in progress, waking and writing once for each is expensive.
                    if window.puzzles() > CROWD {
                        std::thread::sleep(PAUSE);
                    }
                    finished
                }
            };
            if let Fate::Answered(done) = &finished.fate {
                self.meter.done(done.label, finished.time, &finished.name);
            }
            waiting.insert(if self.settings.ordered { finished.index } else { next }, finished);
            while let Some(finished) = waiting.remove(&next) {
                next += 1;
                if !matches!(finished.fate, Fate::Unread) {
                    window.leave(finished.out.len());
                }
                let shown = progress.is_shown();
                let written = progress.suspend(|| self.put(finished, &mut out, shown));
                written.map_err(|error| broken(&error, self.status))?;
            }
        }
        drop(progress);
        if !self.settings.show.quiet {
            stderr::line(format_args!("{}", self.meter.summary(start.elapsed())));
        }
        stderr::text(&self.rest.text());
        Ok(self.status)
    }

    /// Writes a result, at once if something else goes to the same terminal.
    fn put(&mut self, finished: Finished, out: &mut impl Write, at_once: bool) -> io::Result<()> {
        let done = match finished.fate {
            Fate::Answered(done) => done,
            fate => {
                self.rest.add(finished.index, fate);
                return Ok(());
            }
        };
        self.status = self.status.max(done.status);
        out.write_all(&finished.out)?;
        if at_once || !done.notes.is_empty() {
            out.flush()?;
        }
        stderr::text(&done.notes);
        Ok(())
    }
}

impl Rest {
    fn add(&mut self, index: usize, fate: Fate) {
        match fate {
            Fate::Answered(_) => {}
            Fate::CutShort(title) => self.cut_short.push(title),
            Fate::Unread => self.unread = true,
            Fate::NotBegun(title) => {
                self.not_begun += 1;
                if self.first.as_ref().is_none_or(|(first, _)| index < *first) {
                    self.first = Some((index, title));
                }
            }
        }
    }

    /// Lines that state where to resume, or nothing if nothing was left undone.
    fn text(&self) -> String {
        let mut out = String::new();
        if !self.cut_short.is_empty() {
            out += &format!("interrupted in the middle of {}\n", self.cut_short.join(", "));
        }
        let Some((_, first)) = &self.first else {
            return out
                + if self.unread { "interrupted before the end of the input\n" } else { "" };
        };
        let puzzles = how_many(self.not_begun, "puzzle");
        let were = if self.not_begun == 1 { "was" } else { "were" };
        let more = if self.unread { " and what follows in the input" } else { "" };
        out += &format!("{puzzles}{more} {were} not begun, the first is {first}\n");
        out
    }
}
