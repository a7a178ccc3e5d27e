//! `clew split` and `clew count-cube`: a count by search in pieces, which `clew merge` adds up.
//!
//! A directory of jobs holds `job.jsonl`, which describes the count and how it was cut, and one file per cube that was
//! counted. Every command that counts or adds up cubes cuts the search again and compares.

use crate::cli::batch::counter::{counted, milliseconds};
use crate::cli::batch::progress::Progress;
use crate::cli::batch::status::Status;
use crate::cli::count::cubes_args::{CountCubeArgs, CubeWay, MOST_JOBS, SplitArgs};
use crate::cli::count::records::{self, BOARD, JOB_FILE, Named, VERSION, number, text, unwritten};
use crate::cli::count::residues::{Found, found};
use crate::cli::count::scripts;
use crate::cli::io::job::hex;
use crate::cli::io::regular::reason;
use crate::cli::io::{atomic, interrupt};
use crate::cli::io::{machine, output, regular};
use crate::cli::io::{single, stderr};
use clew::api::rules_note;
use clew::puzzle::wording::are;
use clew::puzzle::{Entry, Puzzle};
use clew::run::{Budget, Stop};
use clew::strategy::cubes::{Cubes, Way};
use clew::strategy::{Options, RunError};
use clew::structures::Digest;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;
use std::{fs, io};

/// The versions of the forms.
const JOB: &str = "clew.cubes/1";
const CUBE: &str = "clew.cube/1";

/// The definition of a job: all that its cubes depend on.
struct Job {
    puzzle: Puzzle,
    way: Way,
    asked: usize,
    options: Options,
    /// The hash that identifies it in the records of its cubes.
    hash: String,
    /// How many cubes there are, and the digest of their list.
    cubes: (u64, String),
}

/// The cubes of a puzzle's search; a terminal shows progress if cutting takes long.
fn cut<'a>(
    puzzle: &'a Puzzle,
    options: &'a Options,
    way: Way,
    asked: usize,
) -> Result<Cubes<'a>, (String, Status)> {
    let _line = Progress::start(true, move |_| format!("cutting the search into {asked} cubes"));
    match Cubes::new(puzzle, options, way, asked) {
        Ok(Ok(cubes)) => Ok(cubes),
        Ok(Err(stop)) => Err((format!("stopped: {stop}"), Status::Undecided)),
        Err(error @ RunError::Wrong { .. }) => Err((error.to_string(), Status::Undecided)),
        Err(error) => Err((error.to_string(), Status::Usage)),
    }
}

/// The number of cubes that a job's file requests: no more than the command line takes, since cutting costs memory.
fn checked_jobs(jobs: u64) -> Result<usize, String> {
    match u32::try_from(jobs) {
        Ok(jobs @ 1..=MOST_JOBS) => Ok(jobs as usize),
        _ => Err(format!("\"jobs\" is {jobs}, expected 1 to {MOST_JOBS}")),
    }
}

/// The number of cubes, and the digest of their list.
fn list(cubes: &Cubes<'_>) -> (u64, String) {
    let mut digest = Digest::default();
    for sides in cubes.sides() {
        digest.add(&(sides.len() as u64).to_le_bytes());
        digest.add(sides);
    }
    (cubes.len() as u64, hex(digest.finish()))
}

/// Runs `clew split`; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn split(args: &SplitArgs) -> Result<u8, String> {
    let (job, entry) = match single::read(&args.puzzle, &args.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let said = |why: String, status: Status| {
        stderr::line(format_args!("error: {}: {why}", job.name()));
        let interrupted = interrupt::flag().load(Ordering::Relaxed);
        Ok(status.code_unless(interrupted && status == Status::Undecided))
    };
    let named = Named::new(&entry.puzzle);
    if args.residues {
        return match scripts::residues(args, &entry.puzzle, &named) {
            Ok(text) => Ok(output::print(text.as_bytes(), Status::Yes).code()),
            Err((why, status)) => said(why, status),
        };
    }
    if let Some(network) = &args.network {
        crate::cli::batch::settings::known_network(network)?;
    }
    let way = match args.method {
        CubeWay::Search => Way::Search,
        CubeWay::Learn => Way::Learn,
        CubeWay::Parts => Way::Parts,
    };
    let budget = Budget::of_memory(machine::default_memory()).with_cancel(interrupt::flag());
    let options = Options {
        network: args.network.clone(),
        without: args.without.clone(),
        seed: args.seed,
        budget,
        ..Options::default()
    };
    let asked = args.jobs as usize;
    let cubes = match cut(&entry.puzzle, &options, way, asked) {
        Ok(cubes) => cubes,
        Err((why, status)) => return said(why, status),
    };
    let (count, digest) = list(&cubes);
    let line = records::line(json!({
        "schema": JOB,
        "puzzle": named.hash,
        "text": named.text,
        "version": VERSION,
        "method": way.keyword(),
        "network": cubes.network(),
        "without": options.without,
        "seed": options.seed,
        "jobs": asked,
        "cubes": count,
        "list": digest,
    }));
    if let Err((why, status)) = leave(&args.output, &line) {
        stderr::line(format_args!("error: {why}"));
        return Ok(status.code());
    }
    let text = if args.slurm {
        scripts::slurm_cubes(args, count)
    } else {
        match count {
            0 => format!("{}: no cubes: there is no solution\n", crate::cli::shown(&args.output)),
            1 => format!("{}: 1 cube\n", crate::cli::shown(&args.output)),
            _ => format!("{}: {count} cubes, 1 to {count}\n", crate::cli::shown(&args.output)),
        }
    };
    Ok(output::print(text.as_bytes(), Status::Yes).code())
}

/// Writes the record of a job to a directory, which is created if it does not exist. Writing the same job again changes
/// nothing.
///
/// # Errors
/// In words and with the status, if another job is there or it cannot be written.
fn leave(directory: &Path, line: &str) -> Result<(), (String, Status)> {
    let file = directory.join(JOB_FILE);
    let made = if directory.join(BOARD).exists() {
        Ok(false)
    } else {
        fs::create_dir_all(directory)
            .and_then(|()| atomic::create(&file, |to| to.write_all(line.as_bytes())))
    };
    let made = made.map_err(|error| unwritten(&file, &reason(&error)))?;
    if made || regular::text(&file, regular::MOST).is_ok_and(|there| there == line) {
        return Ok(());
    }
    let why = match found(&file) {
        Err(damage) if file.exists() => damage,
        Ok(all) if all.len() != 1 => format!("{}: expected one record", crate::cli::shown(&file)),
        _ => format!("{}: there is another job in this directory", crate::cli::shown(directory)),
    };
    Err((why, Status::BadInput))
}

impl Job {
    /// The job of a directory.
    ///
    /// # Errors
    /// In words, the error in its file.
    fn read(directory: &Path, budget: Budget) -> Result<Job, String> {
        let file = directory.join(JOB_FILE);
        let all = found(&file)?;
        let [Found { place, record }] = &all[..] else {
            return Err(format!("{}: expected one record", crate::cli::shown(&file)));
        };
        Job::from_record(record, budget).map_err(|why| format!("{place}: {why}"))
    }

    fn from_record(record: &Value, budget: Budget) -> Result<Job, String> {
        if text(record, "schema")? != JOB {
            return Err(format!("expected a record of the form {JOB}"));
        }
        let version = text(record, "version")?;
        if version != VERSION {
            let version = crate::cli::safe(version);
            return Err(format!("it was cut by version {version}, and this is {VERSION}"));
        }
        let method = text(record, "method")?;
        let way = Way::ALL.into_iter().find(|way| way.keyword() == method);
        let without = record.get("without").and_then(Value::as_array).cloned().unwrap_or_default();
        let names = without.iter().map(|name| name.as_str().map(str::to_string));
        let options = Options {
            network: Some(text(record, "network")?.to_string()),
            without: names.collect::<Option<_>>().ok_or("\"without\" is no list of names")?,
            seed: number(record, "seed")?,
            budget,
            ..Options::default()
        };
        Ok(Job {
            puzzle: Named::puzzle(record)?,
            way: way
                .ok_or_else(|| format!("there is no method \"{}\"", crate::cli::safe(method)))?,
            asked: checked_jobs(number(record, "jobs")?)?,
            options,
            hash: hex(Digest::of_bytes(record.to_string().as_bytes())),
            cubes: (number(record, "cubes")?, text(record, "list")?.to_string()),
        })
    }

    /// The cubes, cut again.
    ///
    /// # Errors
    /// In words, with the status, if they are not those of the file.
    fn cubes(&self) -> Result<Cubes<'_>, (String, Status)> {
        let cubes = cut(&self.puzzle, &self.options, self.way, self.asked);
        // An unsuitable value is an error of the file, not of the command line.
        let cubes = cubes.map_err(|(why, status)| match status {
            Status::Usage => (why, Status::BadInput),
            status => (why, status),
        })?;
        let (count, digest) = list(&cubes);
        if (count, &digest) != (self.cubes.0, &self.cubes.1) {
            let why = format!(
                "its cubes are not those that this program cuts: {} with digest {}, expected {count} \
                 with {digest}",
                self.cubes.0, self.cubes.1
            );
            return Err((why, Status::BadInput));
        }
        Ok(cubes)
    }

    /// The count in a cube's record, which is untrusted: at most the number of fillings if every cell could hold any of
    /// as many contents as there are cells.
    fn count(&self, text: &str) -> Result<BigUint, String> {
        let cells = self.puzzle.cells().max(9);
        let most = cells * (cells.ilog10() as usize + 1);
        if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err("its count is no number".into());
        }
        if text.len() > most {
            return Err(format!(
                "its count has {} digits: there are not that many fillings",
                text.len()
            ));
        }
        text.parse().map_err(|_| "its count is no number".into())
    }

    /// The contents of a cube's record, if it belongs to this job: the number of the cube, from 1, and its count.
    fn cube(&self, found: &Found) -> Result<(u64, BigUint), String> {
        let Found { place, record } = found;
        let read = || -> Result<(u64, BigUint), String> {
            if text(record, "schema")? != CUBE {
                return Err(format!("expected a record of the form {CUBE}"));
            }
            if text(record, "job")? != self.hash {
                return Err("this cube is of another job".into());
            }
            let cube = number(record, "cube")?;
            if !(1..=self.cubes.0).contains(&cube) {
                return Err(format!("there is no cube {cube}; there are {}", self.cubes.0));
            }
            Ok((cube, self.count(text(record, "count")?)?))
        };
        read().map_err(|why| format!("{place}: {why}"))
    }
}

/// The file of a cube.
fn file(directory: &Path, cube: u64) -> PathBuf {
    directory.join(format!("cube-{cube:06}.jsonl"))
}

/// Runs `clew count-cube`; returns the exit status.
pub(crate) fn count_cube(args: &CountCubeArgs) -> u8 {
    let memory = args.memory.unwrap_or_else(machine::default_memory);
    let budget = Budget::of_memory(memory).with_cancel(interrupt::flag());
    match counted_cubes(args, &budget) {
        Ok(status) => status.code(),
        Err((why, status)) => {
            stderr::line(format_args!("error: {why}"));
            let interrupted = budget.urgent() == Some(Stop::Interrupt);
            status.code_unless(interrupted && status == Status::Undecided)
        }
    }
}

/// Counts cubes, and reports each as soon as it is in its file.
fn counted_cubes(args: &CountCubeArgs, budget: &Budget) -> Result<Status, (String, Status)> {
    let bad = |why: String| (why, Status::BadInput);
    let place =
        |why: (String, Status)| (format!("{}: {}", crate::cli::shown(&args.jobs), why.0), why.1);
    let job = Job::read(&args.jobs, budget.clone()).map_err(bad)?;
    let cubes = job.cubes().map_err(place)?;
    // A wrong number is reported before the first cube is counted, which may take hours.
    let wanted = || args.cubes.iter().flat_map(|&(first, last)| first..=last);
    if let Some(cube) = wanted().find(|cube| !(1..=job.cubes.0).contains(cube)) {
        let why = format!("there is no cube {cube}; there are {}", job.cubes.0);
        return Err(place((why, Status::Usage)));
    }
    for cube in wanted() {
        let text = counted_cube(&job, &cubes, cube, &file(&args.jobs, cube), budget)?;
        match output::print(text.as_bytes(), Status::Yes) {
            Status::Yes => {}
            status => return Ok(status),
        }
    }
    Ok(Status::Yes)
}

/// Counts a cube into its file, unless it exists; returns a line about it.
fn counted_cube(
    job: &Job,
    cubes: &Cubes<'_>,
    cube: u64,
    path: &Path,
    budget: &Budget,
) -> Result<String, (String, Status)> {
    let bad = |why: String| (why, Status::BadInput);
    if path.exists() {
        let count = one_cube(job, cube, path).map_err(bad)?;
        return Ok(format!("cube {cube}: {count} (it was counted before)\n"));
    }
    atomic::can_be_written(path).map_err(|error| unwritten(path, &reason(&error)))?;
    let start = Instant::now();
    let (count, stats) = cubes.count(cube as usize - 1, budget);
    let count = match count {
        Ok(count) => count,
        Err(stop) => return Err((format!("cube {cube}: {}", why(stop)), Status::Undecided)),
    };
    let line = records::line(json!({
        "schema": CUBE,
        "job": job.hash,
        "cube": cube,
        "count": count.to_string(),
        "nodes": stats.nodes,
        "failures": stats.failures,
        "ms": milliseconds(start.elapsed()),
    }));
    let made = atomic::create(path, |to| io::Write::write_all(to, line.as_bytes()));
    match made {
        Ok(true) => {}
        // Another process was faster.
        Ok(false) => {
            let other = one_cube(job, cube, path).map_err(bad)?;
            if other != count {
                let shown = crate::cli::shown(path);
                return Err(bad(format!(
                    "{shown}: cube {cube} was counted twice, with two results: {other} and {count}"
                )));
            }
        }
        Err(error) => return Err(unwritten(path, &reason(&error))),
    }
    Ok(format!("cube {cube}: {count}\n"))
}

fn why(stop: Stop) -> String {
    format!("stopped: {stop}")
}

/// The count of a cube from its file.
fn one_cube(job: &Job, cube: u64, path: &Path) -> Result<BigUint, String> {
    let all = found(path)?;
    let [one] = &all[..] else {
        return Err(format!("{}: expected one record", crate::cli::shown(path)));
    };
    match job.cube(one)? {
        (told, count) if told == cube => Ok(count),
        (told, _) => Err(format!("{}: this is cube {told}", one.place)),
    }
}

/// Whether a directory is one of a job.
pub(crate) fn is_job(directory: &Path) -> bool {
    directory.join(JOB_FILE).exists()
}

/// The count of a job: a text, and the status.
///
/// # Errors
/// In words, with the status, the part that is damaged or does not match.
pub(crate) fn merge(directory: &Path) -> Result<(String, Status), (String, Status)> {
    let bad = |why: String| (why, Status::BadInput);
    let budget = Budget::of_memory(machine::default_memory()).with_cancel(interrupt::flag());
    let job = Job::read(directory, budget).map_err(bad)?;
    job.cubes()
        .map_err(|(why, status)| (format!("{}: {why}", crate::cli::shown(directory)), status))?;
    let files = fs::read_dir(directory)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>())
        .map_err(|error| bad(format!("{}: {}", crate::cli::shown(directory), reason(&error))))?;
    let is_result = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "jsonl")
            && path.file_name().is_some_and(|name| name != JOB_FILE)
            && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
    };
    let mut files: Vec<PathBuf> = files.into_iter().filter(is_result).collect();
    files.sort();
    let total = job.cubes.0 as usize;
    let mut known: Vec<Option<(BigUint, String)>> = vec![None; total];
    for path in &files {
        let all = found(path).map_err(bad)?;
        if all.is_empty() {
            return Err(bad(format!(
                "{}: expected a record, found an empty file",
                crate::cli::shown(path)
            )));
        }
        for found in all {
            let (cube, count) = job.cube(&found).map_err(bad)?;
            let slot = &mut known[cube as usize - 1];
            match slot {
                Some((other, before)) if *other != count => {
                    return Err(bad(format!(
                        "{before} and {} contradict each other: cube {cube} has {other} and {count} \
                         solutions",
                        found.place
                    )));
                }
                Some(_) => {}
                None => *slot = Some((count, found.place)),
            }
        }
    }
    let missing: Vec<u64> =
        (1..).zip(&known).filter(|(_, known)| known.is_none()).map(|(cube, _)| cube).collect();
    if !missing.is_empty() {
        let have = total - missing.len();
        let list = ranges(&missing);
        let are = are(missing.len());
        let text = format!("unknown: {have} of {total} cubes are counted; missing {are} {list}\n");
        return Ok((text, Status::Undecided));
    }
    let sum: BigUint = known.into_iter().flatten().map(|(count, _)| count).sum();
    let text = counted(&job.puzzle, &sum);
    stderr::text(&rules_note(&crate::cli::shown(directory), &Entry::from(job.puzzle)));
    Ok((text, Status::Yes))
}

/// Rising numbers with those that follow each other as ranges: `3, 7-9`.
fn ranges(numbers: &[u64]) -> String {
    let mut all: Vec<(u64, u64)> = Vec::new();
    for &n in numbers {
        match all.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => all.push((n, n)),
        }
    }
    let text = |&(first, last): &(u64, u64)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    all.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_in_a_row_are_ranges() {
        assert_eq!(super::ranges(&[3, 7, 8, 9, 11, 12]), "3, 7-9, 11-12");
        assert_eq!(super::ranges(&[1]), "1");
    }
}
