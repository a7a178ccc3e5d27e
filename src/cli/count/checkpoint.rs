//! A directory in which a count keeps its state: `run.json`, which describes the count, one layer per lane, and `lock`,
//! which one run at a time holds.
//!
//! A layer's file is a line of JSON, the layer, and a digest of both. It is written under a temporary name and then
//! renamed, so that there always is a complete one; it is read through once before it is used.

use crate::cli::batch::status::Status;
use crate::cli::count::records::{self, Named, VERSION};
use crate::cli::io::atomic;
use crate::cli::io::lock::{Lock, Unlocked};
use crate::cli::io::regular;
use crate::cli::io::regular::reason;
use crate::cli::io::stderr;
use clew::dp::LayerStore;
use clew::run::Stop;
use clew::structures::Digest;
use serde_json::json;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The version of the formats. That of layers is also raised whenever the keys of some dynamic program change their
/// meaning, or other states are merged.
const RUN: &str = "clew.run/1";
const LAYER: &str = "clew.layer/1";
/// The key of the record of a run that states whether the count made the directory.
const OWNED: &str = "ownDirectory";
/// The longest head of a layer.
const HEAD: u64 = 1 << 16;
/// The lanes of counts, which keep one layer each.
const LANES: [&str; 3] = ["", "below", "above"];
/// Bytes of a digest.
const DIGEST: u64 = 16;

/// See the module documentation.
pub(crate) struct Checkpoint {
    directory: PathBuf,
    puzzle: String,
    question: String,
    every: Duration,
    last: Instant,
    /// When the run's time is over: shortly before that nothing is kept, as the writing might outlast it.
    ends: Option<Instant>,
    /// Where the layer of a lane begins and ends, once its file was read through.
    whole: HashMap<&'static str, (u64, u64)>,
    /// The error in the files that were kept.
    fault: Option<String>,
    /// The user was told that a layer could not be kept.
    warned: bool,
    /// When a layer was kept last, in this run.
    kept: Option<Instant>,
    /// Whether the count went on from a layer of an earlier run.
    went_on: bool,
    /// The lock that keeps other runs away; `None` if the file system has no locks.
    lock: Option<Lock>,
    /// Whether the count made the directory, so that it is removed with the count.
    owned: bool,
}

/// Computes the digest of the bytes written through it.
struct Summed<'w> {
    to: &'w mut dyn Write,
    digest: Digest,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.to.write(bytes)?;
        self.digest.add(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Checkpoint {
    fn at(
        (directory, owned): (&Path, bool),
        lock: io::Result<Lock>,
        named: &Named,
        question: &str,
        every: Duration,
    ) -> Checkpoint {
        Checkpoint {
            directory: directory.to_path_buf(),
            puzzle: named.hash.clone(),
            question: question.to_string(),
            every,
            last: Instant::now(),
            ends: None,
            whole: HashMap::new(),
            fault: None,
            warned: false,
            kept: None,
            went_on: false,
            lock: lock.map_or_else(|error| warned(directory, &error), Some),
            owned,
        }
    }

    /// The directory for a count that begins; it is created if it does not exist.
    ///
    /// # Errors
    /// In words and with the status, if there is a count in it already, which may be at work, or it cannot be
    /// written.
    pub fn begin(
        directory: &Path,
        named: &Named,
        question: &str,
        every: Duration,
    ) -> Result<Checkpoint, (String, Status)> {
        let run = directory.join("run.json");
        let because = |error: io::Error| records::unwritten(&run, &reason(&error));
        let is_new = !atomic::made(directory).map_err(because)?.is_empty();
        // A run that was killed at its beginning made it too.
        let owned = is_new || partial_files(directory).is_some_and(|left| !left.is_empty());
        // A count of this program writes its layers after the record of the run, and removes them before the record.
        let strange =
            LANES.map(|lane| layer(directory, lane)).into_iter().find(|file| file.exists());
        if let Some(file) = strange.filter(|_| !run.exists()) {
            let why = format!("{}: it is there already, and of no count", crate::cli::shown(&file));
            return Err((why, Status::BadInput));
        }
        let lock = lock(directory)?;
        let line = records::line(json!({
            "schema": RUN,
            "puzzle": named.hash,
            "text": named.text,
            "version": VERSION,
            "question": question,
            OWNED: owned,
        }));
        let made = atomic::create(&run, |to| to.write_all(line.as_bytes())).map_err(because)?;
        if made {
            return Ok(Checkpoint::at((directory, owned), lock, named, question, every));
        }
        let shown = crate::cli::shown(directory);
        let why = format!(
            "{shown}: a count is kept here already; --resume {shown} goes on with it, or remove the directory"
        );
        Err((why, Status::BadInput))
    }

    /// The directory of a count that goes on.
    ///
    /// # Errors
    /// In words and with the status, if there is no count in it, another one, or one that is at work.
    pub fn resume(
        directory: &Path,
        named: &Named,
        question: &str,
        every: Duration,
    ) -> Result<Checkpoint, (String, Status)> {
        let run = directory.join("run.json");
        let bad = |why: String| (why, Status::BadInput);
        // First without the lock, whose file must not be left in a directory without a count.
        records::read(&run).map_err(bad)?;
        let lock = lock(directory)?;
        let found = records::read(&run).map_err(bad)?;
        let [(_, record)] = &found[..] else {
            return Err(bad(format!("{}: expected one record", crate::cli::shown(&run))));
        };
        let expected = [
            ("schema", RUN),
            ("version", VERSION),
            ("puzzle", &named.hash),
            ("question", question),
        ];
        let fits = same(record, &expected);
        fits.map_err(|why| bad(format!("{}: {why}", crate::cli::shown(&run))))?;
        clear(directory);
        let owned = record[OWNED].as_bool().unwrap_or(false);
        Ok(Checkpoint::at((directory, owned), lock, named, question, every))
    }

    /// Sets how much time the run has.
    pub fn stops_after(&mut self, time: Duration) {
        self.ends = Instant::now().checked_add(time);
    }

    /// A part of the count is over and its result stored elsewhere; another one begins, for which nothing is kept.
    pub fn begins_part(&mut self) {
        for lane in LANES {
            let _ = fs::remove_file(self.file(lane));
        }
        self.whole.clear();
        (self.kept, self.went_on) = (None, false);
    }

    /// Its name, safe to print.
    pub fn directory(&self) -> String {
        crate::cli::shown(&self.directory)
    }

    /// Whether some layer is kept, of this run or an earlier one.
    pub fn keeps(&self) -> bool {
        LANES.iter().any(|lane| self.file(lane).exists())
    }

    /// The state that a stopped run leaves, in words.
    pub fn left(&self) -> String {
        let shown = crate::cli::shown(&self.directory);
        // The directory records the question and the method, but the options must be given again.
        let same = if self.question == COUNT { "" } else { " with the same options" };
        match self.kept {
            Some(when) => format!(
                "kept {:.1} s before the end; --resume {shown}{same} goes on from there",
                when.elapsed().as_secs_f64()
            ),
            None if self.went_on => {
                format!(
                    "no new layer was kept; --resume {shown}{same} goes on where this run began"
                )
            }
            None => format!(
                "no layer was kept yet (--every sets how often): --resume {shown}{same} would begin anew"
            ),
        }
    }

    fn file(&self, lane: &str) -> PathBuf {
        layer(&self.directory, lane)
    }

    /// The error in the kept files, if the run ended because of it.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Removes the files of a count that is over.
    pub fn end(mut self) {
        self.begins_part();
        let _ = fs::remove_file(self.directory.join("run.json"));
        clear(&self.directory);
        // The lock is removed last: as long as it exists no other run begins.
        if let Some(lock) = self.lock.take() {
            lock.end();
        }
        // The directory stays if it was there before, or something else is in it.
        if self.owned {
            let _ = fs::remove_dir(&self.directory);
        }
    }

    /// Reads a layer's file through: where the layer begins and ends.
    fn check(&self, lane: &str, file: &mut File) -> Result<(u64, u64), String> {
        let text = |error: io::Error| error.to_string();
        let torn = || "it is torn: the end is missing".to_string();
        let bytes = file.metadata().map_err(text)?.len();
        let end = bytes.checked_sub(DIGEST).ok_or_else(torn)?;
        let mut from = BufReader::with_capacity(1 << 18, &mut *file).take(end);
        let (mut digest, mut head, mut left) = (Digest::default(), Vec::new(), end);
        let mut buffer = vec![0; 1 << 18];
        let mut begin = None;
        while left > 0 {
            let n = from.read(&mut buffer).map_err(text)?;
            if n == 0 {
                return Err(torn());
            }
            digest.add(&buffer[..n]);
            if begin.is_none() {
                let line = buffer[..n].iter().position(|&b| b == b'\n');
                head.extend_from_slice(&buffer[..line.unwrap_or(n)]);
                begin = line.map(|_| head.len() as u64 + 1);
                if head.len() as u64 > HEAD {
                    return Err("it is no layer of a count: its first line has no end".into());
                }
            }
            left -= n as u64;
        }
        let mut sum = [0; DIGEST as usize];
        file.seek(SeekFrom::Start(end)).map_err(text)?;
        file.read_exact(&mut sum).map_err(text)?;
        if u128::from_le_bytes(sum) != digest.finish() {
            return Err("it is torn or damaged: its digest does not fit".into());
        }
        let begin = begin.ok_or("it is no layer of a count: it has no head")?;
        let head = String::from_utf8(head).map_err(|_| "its head is no text")?;
        let record = records::record(&head)?;
        let expected = [
            ("schema", LAYER),
            ("version", VERSION),
            ("puzzle", &self.puzzle),
            ("question", &self.question),
            ("lane", lane),
        ];
        same(&record, &expected)?;
        Ok((begin, end))
    }
}

/// The file of a lane.
fn layer(directory: &Path, lane: &str) -> PathBuf {
    let dash = if lane.is_empty() { "" } else { "-" };
    directory.join(format!("layer{dash}{lane}.clew"))
}

/// Takes the lock of a directory, or returns why it cannot be taken.
///
/// # Errors
/// In words and with the status, if another run has it.
fn lock(directory: &Path) -> Result<io::Result<Lock>, (String, Status)> {
    match Lock::take(directory) {
        Ok(lock) => Ok(Ok(lock)),
        Err(Unlocked::Failed(error)) => Ok(Err(error)),
        Err(Unlocked::Taken) => {
            let shown = crate::cli::shown(directory);
            let why =
                format!("{shown}: another run counts in this directory; wait until it has ended");
            Err((why, Status::BadInput))
        }
    }
}

/// Warns that nothing keeps other runs away.
fn warned(directory: &Path, error: &io::Error) -> Option<Lock> {
    let (shown, why) = (crate::cli::shown(directory), reason(error));
    stderr::line(format_args!(
        "warning: {shown}: cannot be locked: {why}; take care that no other run counts in it"
    ));
    None
}

/// Whether a file is the partial one of a run that was killed.
fn is_partial(entry: &fs::DirEntry) -> bool {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    let begun = [".layer", ".run.json"].iter().any(|start| name.starts_with(start));
    begun && name.ends_with(".part")
}

/// The files of a directory, if all of them are partial ones.
fn partial_files(directory: &Path) -> Option<Vec<fs::DirEntry>> {
    let files: Vec<fs::DirEntry> = fs::read_dir(directory).ok()?.collect::<Result<_, _>>().ok()?;
    files.iter().all(is_partial).then_some(files)
}

/// Removes the partial files of runs that were killed.
fn clear(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten().filter(is_partial) {
        let _ = fs::remove_file(entry.path());
    }
}

/// Whether a record has the expected values.
fn same(record: &serde_json::Value, expected: &[(&str, &str)]) -> Result<(), String> {
    for &(key, value) in expected {
        let found = records::text(record, key)?;
        if found != value {
            let found = crate::cli::safe(found);
            let again = match key {
                "question" => "; give the options that it began with",
                _ => "",
            };
            return Err(format!(
                "it is of another count: {key} is \"{found}\", expected \"{value}\"{again}"
            ));
        }
    }
    Ok(())
}

impl LayerStore for Checkpoint {
    fn due(&mut self) -> bool {
        let left = self.ends.map(|end| end.saturating_duration_since(Instant::now()));
        self.last.elapsed() >= self.every && left.is_none_or(|left| left >= self.every / 2)
    }

    fn save(
        &mut self,
        lane: &'static str,
        states: usize,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) {
        let path = self.file(lane);
        let head = records::line(json!({
            "schema": LAYER,
            "puzzle": self.puzzle,
            "version": VERSION,
            "question": self.question,
            "lane": lane,
            "states": states,
        }));
        let written = atomic::replace(&path, |to| {
            let mut summed = Summed { to, digest: Digest::default() };
            summed.write_all(head.as_bytes())?;
            write(&mut summed)?;
            let digest = summed.digest.finish();
            to.write_all(&digest.to_le_bytes())
        });
        match written {
            Ok(()) => {
                self.whole.remove(lane);
                self.warned = false;
                self.kept = Some(Instant::now());
            }
            Err(error) if !self.warned => {
                self.warned = true;
                let why = reason(&error);
                let path = crate::cli::shown(&path);
                stderr::line(format_args!(
                    "warning: cannot write {path}: {why}; the count goes on, what was kept before stays"
                ));
            }
            Err(_) => {}
        }
        self.last = Instant::now();
    }

    fn open(&mut self, lane: &'static str) -> Result<Option<Box<dyn Read>>, Stop> {
        let path = self.file(lane);
        if matches!(path.try_exists(), Ok(false)) {
            return Ok(None);
        }
        let mut file = match regular::open(&path) {
            Ok(file) => file,
            Err(why) => return Err(self.refuse(lane, why)),
        };
        let (begin, end) = match self.whole.get(lane) {
            Some(&place) => place,
            None => match self.check(lane, &mut file) {
                Ok(place) => place,
                Err(why) => return Err(self.refuse(lane, why)),
            },
        };
        self.whole.insert(lane, (begin, end));
        match file.seek(SeekFrom::Start(begin)) {
            Ok(_) => {
                let from = BufReader::with_capacity(1 << 18, file);
                Ok(Some(Box::new(from.take(end - begin))))
            }
            Err(error) => Err(self.refuse(lane, reason(&error))),
        }
    }

    fn accepted(&mut self) {
        self.went_on = true;
    }

    fn refuse(&mut self, lane: &'static str, why: String) -> Stop {
        self.fault = Some(format!("{}: {why}", crate::cli::shown(&self.file(lane))));
        Stop::Interrupt
    }
}

/// The question of a count by the default dynamic program, as records name it.
pub(crate) const COUNT: &str = "count";

/// The question of a residue, as records name it.
pub(crate) fn of_residue(prime: u64) -> String {
    format!("residue modulo {prime}")
}
