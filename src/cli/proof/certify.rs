//! `clew certify`: whether the files of a certificate prove their claim.

use crate::cli::batch::status::Status;
use crate::cli::io::{machine, output, stderr};
use crate::cli::proof::args::CertifyArgs;
use clew::api::certificate::{GOAL, OPB, PROOF, PUZZLE, SOLUTION};
use clew::api::certified::{self, Statement, proves, rows};
use clew::api::modelled::{CLAIM, MODEL, ModelStatement, ROWS};
use clew::puzzle::Goal;
use clew::run::Interrupt;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The second encoder, which shares nothing with this program.
const SECOND: &str = include_str!("../../../tools/opb.py");
/// The checker's output if the proof is right.
const VERDICT: &str = "s VERIFIED UNSATISFIABLE";
/// Interval between two checks of a running program.
const NAP: Duration = Duration::from_millis(5);

/// Why a certificate is not accepted.
enum Refusal {
    /// It proves nothing, in words.
    Wrong(String),
    /// It could not be read.
    Unread(String),
    /// A limit came first.
    Stopped,
}

impl From<String> for Refusal {
    fn from(why: String) -> Refusal {
        Refusal::Wrong(why)
    }
}

impl From<certified::Refusal> for Refusal {
    fn from(why: certified::Refusal) -> Refusal {
        match why {
            certified::Refusal::Wrong(why) => Refusal::Wrong(why),
            certified::Refusal::Stopped => Refusal::Stopped,
        }
    }
}

/// When to stop.
#[derive(Clone)]
struct Limit {
    cancel: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Limit {
    fn is_reached(&self) -> bool {
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        late || self.cancel.load(Ordering::Relaxed)
    }

    fn interrupt(&self) -> Interrupt {
        let limit = self.clone();
        Interrupt::new(move || limit.is_reached())
    }
}

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &CertifyArgs) -> Result<u8, String> {
    let cancel = crate::cli::io::interrupt::flag();
    let deadline = args.time.and_then(|time| Instant::now().checked_add(time));
    let limit = Limit { cancel, deadline };
    let (line, status) = match certified(&args.dir, &limit) {
        Ok(notes) => {
            if !args.quiet {
                notes.iter().for_each(|note| stderr::line(format_args!("{note}")));
            }
            ("certified\n".to_string(), Status::Yes)
        }
        Err(Refusal::Wrong(why)) => (format!("refused: {}\n", crate::cli::safe(&why)), Status::No),
        Err(Refusal::Unread(why)) => {
            stderr::line(format_args!("error: {}", crate::cli::safe(&why)));
            return Ok(Status::BadInput.code());
        }
        Err(Refusal::Stopped) => ("unknown\n".to_string(), Status::Undecided),
    };
    let written = output::print(line.as_bytes(), status);
    let raised = limit.cancel.load(Ordering::Relaxed);
    let interrupted = raised && written == Status::Undecided;
    Ok(written.code_unless(interrupted))
}

/// Checks all files; returns further remarks.
fn certified(dir: &Path, limit: &Limit) -> Result<Vec<String>, Refusal> {
    // A name that begins with a dash would be an option to other programs.
    let dashed = dir.as_os_str().as_encoded_bytes().starts_with(b"-");
    let dir = &if dashed { Path::new(".").join(dir) } else { dir.to_path_buf() };
    if dir.is_file() {
        let shown = crate::cli::shown(dir);
        return Err(Refusal::Unread(format!("{shown}: expected the directory of a certificate")));
    }
    if let Some(model) = text(dir, MODEL, large(), limit)? {
        return certified_model(dir, &model, limit);
    }
    let puzzle = text(dir, PUZZLE, SMALL, limit)?.ok_or_else(|| missing(dir, PUZZLE))?;
    let goal = text(dir, GOAL, SMALL, limit)?;
    let solution = text(dir, SOLUTION, SMALL, limit)?;
    let interrupt = limit.interrupt();
    let stated = Statement::read(&puzzle, goal.as_deref(), solution.as_deref(), interrupt.clone())?;
    let (goal, sources) = (stated.goal, stated.sources);
    let mut notes = vec![stated.words.clone()];
    let opb = text(dir, OPB, large(), limit)?.ok_or_else(|| missing(dir, OPB))?;
    let expected = stated.rows(&opb, &interrupt)?;
    drop(opb);
    notes.push(match second(dir, sources, goal, limit)? {
        Some(second) if second == expected => {
            format!("{OPB} is what tools/opb.py makes of {PUZZLE}")
        }
        Some(_) => return Err(format!("{OPB} is not what tools/opb.py makes of {PUZZLE}").into()),
        None => format!("{OPB} was not compared with tools/opb.py: there is no python3"),
    });
    drop(expected);
    rules(dir, limit)?;
    checked(dir, (OPB, VERDICT), limit)?;
    Ok(notes)
}

/// Checks all files about a FlatZinc file; returns further remarks.
fn certified_model(dir: &Path, model: &str, limit: &Limit) -> Result<Vec<String>, Refusal> {
    let claim = text(dir, CLAIM, SMALL, limit)?.ok_or_else(|| missing(dir, CLAIM))?;
    let interrupt = limit.interrupt();
    let stated = ModelStatement::read(model, &claim, interrupt.clone())?;
    let opb = text(dir, ROWS, large(), limit)?.ok_or_else(|| missing(dir, ROWS))?;
    stated.compare(&opb, &interrupt)?;
    drop(opb);
    rules(dir, limit)?;
    checked(dir, (ROWS, &stated.verdict), limit)?;
    let alone =
        format!("{ROWS} was compared with what clew makes of {MODEL}; there is no second encoder");
    Ok(vec![stated.words, alone])
}

/// The most bytes that the small files may have, and a line of a proof.
const SMALL: u64 = 64 << 20;

/// The most bytes that the constraints may have: a share of the memory, as they are compared in it.
fn large() -> u64 {
    machine::auxiliary_memory() as u64
}

/// A file of a certificate, which is untrusted: one that can be read to its end, and has at most the given number of
/// bytes. `None` if it does not exist.
fn opened(dir: &Path, name: &str, most: u64) -> Result<Option<File>, Refusal> {
    let path = dir.join(name);
    let known = match fs::metadata(&path) {
        Ok(known) => known,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unread(name, &error)),
    };
    if !known.is_file() {
        return Err(format!("{name} is no regular file").into());
    }
    if known.len() > most {
        return Err(format!("{name} is larger than {} MiB", most >> 20).into());
    }
    File::open(path).map(Some).map_err(|error| unread(name, &error))
}

fn missing(dir: &Path, name: &str) -> Refusal {
    Refusal::Unread(format!("{}: there is no such file", crate::cli::shown(&dir.join(name))))
}

/// The text of such a file; looks at the limit between pieces.
fn text(dir: &Path, name: &str, most: u64, limit: &Limit) -> Result<Option<String>, Refusal> {
    const PIECE: u64 = 4 << 20;
    let Some(file) = opened(dir, name, most)? else { return Ok(None) };
    // The file may have grown in the meantime.
    let mut file = file.take(most);
    let mut bytes = Vec::new();
    loop {
        if limit.is_reached() {
            return Err(Refusal::Stopped);
        }
        let read = file.by_ref().take(PIECE).read_to_end(&mut bytes);
        if read.map_err(|error| unread(name, &error))? == 0 {
            break;
        }
    }
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| format!("{name} is no text in UTF-8").into())
}

fn unread(name: &str, error: &io::Error) -> Refusal {
    Refusal::Unread(format!("{name}: {}", crate::cli::io::regular::reason(error)))
}

/// The rows that the second encoder makes; `None` if there is no Python.
fn second(
    dir: &Path,
    files: &[&str],
    goal: Option<Goal>,
    limit: &Limit,
) -> Result<Option<BTreeSet<String>>, Refusal> {
    let mut command = Command::new("python3");
    command.arg("-").args(files.iter().map(|name| dir.join(name)));
    if let Some(goal) = goal {
        command.args(["--goal", goal.name]);
    }
    match output_of(command, SECOND, limit) {
        Ok(Some((status, out, _))) if status.success() => Ok(Some(rows(&out, &limit.interrupt())?)),
        Ok(Some((_, _, err))) => {
            let last = err.lines().last().unwrap_or_default();
            match runs_python(limit) {
                true => Err(format!("tools/opb.py fails: {last}").into()),
                // This is no statement about the certificate.
                false => Err(Refusal::Unread(format!("python3 does not run: {last}"))),
            }
        }
        Ok(None) => Err(Refusal::Stopped),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => {
            Err(Refusal::Unread(format!("python3: {}", crate::cli::io::regular::reason(&error))))
        }
    }
}

/// Whether `python3` is a Python that is new enough for the second encoder.
fn runs_python(limit: &Limit) -> bool {
    let mut command = Command::new("python3");
    command.args(["-c", "import sys; sys.exit(sys.version_info < (3, 6))"]);
    output_of(command, "", limit).is_ok_and(|ran| ran.is_some_and(|(status, ..)| status.success()))
}

/// Checks that every rule used in the proof is a sound one.
fn rules(dir: &Path, limit: &Limit) -> Result<(), Refusal> {
    let file = opened(dir, PROOF, u64::MAX)?.ok_or_else(|| missing(dir, PROOF))?;
    let mut lines = BufReader::new(file);
    let (mut line, mut number) = (Vec::new(), 0u64);
    loop {
        line.clear();
        let read = lines.by_ref().take(SMALL).read_until(b'\n', &mut line);
        let read = read.map_err(|error| unread(PROOF, &error))?;
        if read == 0 {
            return Ok(());
        }
        number += 1;
        if read as u64 == SMALL {
            return Err(
                format!("line {number} of {PROOF} is longer than {} MiB", SMALL >> 20).into()
            );
        }
        if number.is_multiple_of(4096) && limit.is_reached() {
            return Err(Refusal::Stopped);
        }
        proves(number, &line)?;
    }
}

/// The external checker accepts the proof, without any warning.
fn checked(dir: &Path, (opb, verdict): (&str, &str), limit: &Limit) -> Result<(), Refusal> {
    let mut command = Command::new("veripb");
    // A proof may delete constraints: a contradiction from the rest is one of all.
    command.arg("--unchecked-deletion").arg(dir.join(opb)).arg(dir.join(PROOF));
    let (status, out, err) = match output_of(command, "", limit) {
        Ok(Some(output)) => output,
        Ok(None) => return Err(Refusal::Stopped),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Refusal::Unread(
                "there is no veripb on the path; cargo install veripb --locked brings it".into(),
            ));
        }
        Err(error) => {
            return Err(Refusal::Unread(format!(
                "veripb: {}",
                crate::cli::io::regular::reason(&error)
            )));
        }
    };
    let said = |word: &str| out.lines().chain(err.lines()).find(|line| line.contains(word));
    let short = |line: &str| line.chars().take(200).collect::<String>();
    if let Some(warning) = said("arning") {
        return Err(format!("veripb warns: {}", short(warning)).into());
    }
    if !status.success() {
        let why = said("rror").or(err.lines().next()).unwrap_or("it fails");
        return Err(format!("veripb: {}", short(why)).into());
    }
    if !out.lines().any(|line| line == verdict) {
        return Err(format!("veripb does not print \"{verdict}\"").into());
    }
    Ok(())
}

/// Runs a program with this on its standard input, until it ends or the limit is reached, then `None`.
fn output_of(
    mut command: Command,
    input: &str,
    limit: &Limit,
) -> io::Result<Option<(ExitStatus, String, String)>> {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A separate process group: child processes end with it, and no process keeps the pipes open.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(piped, 0);
    let mut child = piped.spawn()?;
    let (mut stdin, stdout, stderr) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let out = scope.spawn(|| stdout.map_or(Ok(String::new()), all));
        let err = scope.spawn(|| stderr.map_or(Ok(String::new()), all));
        if let Some(stdin) = &mut stdin {
            // A program that does not read its input reports the reason itself.
            let _ = stdin.write_all(input.as_bytes());
        }
        drop(stdin);
        let ended = waited(&mut child, limit)?;
        let text = |read: std::thread::ScopedJoinHandle<'_, io::Result<String>>| {
            read.join().unwrap_or_else(|_| Ok(String::new()))
        };
        let (out, err) = (text(out)?, text(err)?);
        Ok(ended.map(|status| (status, out, err)))
    })
}

fn all(mut from: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Ends a program, and all that it has started.
fn kill(child: &mut Child) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // A group that is gone needs no end.
        let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    }
    child.kill()
}

/// Waits for the end of a program; ends it itself when the limit is reached.
fn waited(child: &mut Child, limit: &Limit) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if limit.is_reached() {
            kill(child)?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(NAP);
    }
}
