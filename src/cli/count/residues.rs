//! Residues of a count in files, and the count that they determine together.

use crate::cli::batch::counter::{Counter, counted, milliseconds};
use crate::cli::batch::status::Status;
use crate::cli::count::checkpoint::Checkpoint;
use crate::cli::count::records::{self, Named, VERSION, number, text, unwritten};
use crate::cli::io::regular::reason;
use crate::cli::io::stderr;
use crate::cli::io::{atomic, regular};
use clew::api::rules_note;
use clew::dp::primes::{join, needed, primes};
use clew::puzzle::wording::are;
use clew::puzzle::{Entry, Puzzle};
use clew::strategy::dp::Dp;
use num_bigint::BigUint;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The version of the form.
pub(crate) const SCHEMA: &str = "clew.residue/1";

/// Which residues a job computes, and where it writes them.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    /// From 1.
    pub k: u64,
    pub n: u64,
    pub file: PathBuf,
}

/// The moduli of a count below 2^bits: as many as determine it, and one more, which confirms it.
fn moduli(bits: u64) -> Vec<u64> {
    primes().take(needed(bits) + 1).collect()
}

/// How many residues determine the count of a puzzle and confirm it.
///
/// # Errors
/// In words, why no dynamic program counts it.
pub(crate) fn how_many(puzzle: &Puzzle) -> Result<u64, String> {
    Ok(needed(Dp::new(puzzle)?.bits()) as u64 + 1)
}

/// A record, with the place where it was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub place: String,
    pub record: Value,
}

/// The records of a file.
///
/// # Errors
/// In words, if one is not whole.
pub(crate) fn found(path: &std::path::Path) -> Result<Vec<Found>, String> {
    let shown = crate::cli::shown(path);
    let records = records::read(path)?.into_iter();
    Ok(records.map(|(line, record)| Found { place: format!("{shown}:{line}"), record }).collect())
}

/// Computes the residues of a share, but for those that its file holds already. The file grows by whole
/// records.
///
/// # Errors
/// In words and with the status, why the file cannot be used, or which limit ended the run.
pub(crate) fn share(
    counter: &mut Counter<'_>,
    named: &Named,
    share: &Share,
) -> Result<String, (String, Status)> {
    let shown = crate::cli::shown(&share.file);
    let all = moduli(counter.dp.bits());
    let total = all.len();
    let held = held(counter, named, &share.file)?;
    let mut lines: String = held.iter().map(|found| records::line(found.record.clone())).collect();
    let has = |prime: u64| held.iter().any(|f| number(&f.record, "prime") == Ok(prime));
    let mine = (0u64..).zip(&all).filter(|(i, _)| i % share.n == share.k - 1);
    let mine: Vec<(u64, u64)> = mine.map(|(i, &prime)| (i + 1, prime)).collect();
    if mine.iter().any(|&(_, prime)| !has(prime)) {
        atomic::can_be_written(&share.file)
            .map_err(|error| unwritten(&share.file, &reason(&error)))?;
    }
    for &(index, prime) in mine.iter().filter(|&&(_, prime)| !has(prime)) {
        let line = computed(counter, named, [index, total as u64], prime)?;
        // Another job may have written to the same file in the meantime.
        if let Ok(others) = regular::text(&share.file, regular::MOST) {
            let news = others.split_inclusive('\n').filter(|other| !lines.contains(other));
            lines = news.fold(lines.clone(), |all, other| all + other);
        }
        lines += &line;
        write(&share.file, &lines)?;
        counter.keeper.iter_mut().for_each(Checkpoint::begins_part);
    }
    if mine.is_empty() {
        if !share.file.exists() {
            write(&share.file, "")?;
        }
        return Ok(format!("{shown}: nothing to compute, for {total} residues are enough\n"));
    }
    let list: Vec<String> = mine.iter().map(|(index, _)| index.to_string()).collect();
    let residues = if list.len() == 1 { "residue" } else { "residues" };
    Ok(format!("{shown}: {residues} {} of {total}\n", list.join(", ")))
}

/// The residues of this count that a file holds already.
fn held(counter: &Counter<'_>, named: &Named, file: &Path) -> Result<Vec<Found>, (String, Status)> {
    if file.is_dir() {
        return Err(unwritten(file, "it is a directory"));
    }
    if !file.exists() {
        return Ok(Vec::new());
    }
    if !file.is_file() {
        return Err(unwritten(file, "it is no regular file"));
    }
    without_torn(file, counter.dp.bits()).map_err(|why| unwritten(file, &why))?;
    let bad = |why: String| (why, Status::BadInput);
    let held = found(file).map_err(bad)?;
    let wanted = Wanted::new(named, &counter.dp);
    held.iter().try_for_each(|found| wanted.place(found).map(|_| ())).map_err(bad)?;
    Ok(held)
}

/// The record of a residue, which is computed: that modulo the prime which is `index` of `total`.
fn computed(
    counter: &mut Counter<'_>,
    named: &Named,
    [index, total]: [u64; 2],
    prime: u64,
) -> Result<String, (String, Status)> {
    let start = Instant::now();
    let run = counter.residue(prime);
    let residue = run.answer.map_err(|stop| counter.stopped(stop))?;
    Ok(records::line(json!({
        "schema": SCHEMA,
        "puzzle": named.hash,
        "text": named.text,
        "version": VERSION,
        "method": counter.dp.name(),
        "bits": counter.dp.bits(),
        "index": index,
        "of": total,
        "prime": prime.to_string(),
        "residue": residue.to_string(),
        "states": run.stats.peak_states,
        "totalStates": run.stats.total_states,
        "bytes": run.stats.peak_bytes,
        "disk": counter.disk.as_ref().map_or(0, |disk| disk.peak()),
        "ms": milliseconds(start.elapsed()),
    })))
}

/// Replaces a file by a text atomically.
fn write(file: &Path, text: &str) -> Result<(), (String, Status)> {
    let written = atomic::replace(file, |to| to.write_all(text.as_bytes()));
    written.map_err(|error| unwritten(file, &reason(&error)))
}

/// Removes the last record from a file of residues if its end is missing: it is computed again. Only a damaged disk
/// leaves such a file; a file of another kind is left as it is.
fn without_torn(file: &Path, bits: u64) -> Result<(), String> {
    let bytes = regular::bytes(file, regular::MOST)?;
    let whole = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
    // Keys stand in their order, so this is how a record begins.
    let (tail, head) = (&bytes[whole..], format!("{{\"bits\":{bits},").into_bytes());
    if tail.is_empty() || !(tail.starts_with(&head) || head.starts_with(tail)) {
        return Ok(());
    }
    let shown = crate::cli::shown(file);
    stderr::line(format_args!("note: {shown}: its last record is torn, and computed again"));
    atomic::replace(file, |to| to.write_all(&bytes[..whole])).map_err(|error| reason(&error))
}

/// The contents of a record.
struct Residue {
    hash: String,
    version: String,
    method: String,
    bits: u64,
    index: u64,
    prime: u64,
    residue: u64,
}

impl Residue {
    /// # Errors
    /// In words, with the place, if something is missing.
    fn new(found: &Found) -> Result<Residue, String> {
        let Found { place, record } = found;
        let read = || -> Result<Residue, String> {
            if text(record, "schema")? != SCHEMA {
                return Err(format!("expected a record of the form {SCHEMA}"));
            }
            Ok(Residue {
                hash: text(record, "puzzle")?.into(),
                version: text(record, "version")?.into(),
                method: text(record, "method")?.into(),
                bits: number(record, "bits")?,
                index: number(record, "index")?,
                prime: number(record, "prime")?,
                residue: number(record, "residue")?,
            })
        };
        read().map_err(|why| format!("{place}: {why}"))
    }
}

/// The properties that all residues of a count share.
struct Wanted {
    /// Names and values.
    common: [(&'static str, String); 4],
    moduli: Vec<u64>,
}

impl Wanted {
    fn new(named: &Named, dp: &Dp<'_>) -> Wanted {
        let common = [
            ("puzzle", named.hash.clone()),
            ("version", VERSION.to_string()),
            ("method", dp.name().to_string()),
            ("bits", dp.bits().to_string()),
        ];
        Wanted { common, moduli: moduli(dp.bits()) }
    }

    /// The index of the residue's prime, from 0, and its value.
    ///
    /// # Errors
    /// In words, with the place, if it is none of this count.
    fn place(&self, found: &Found) -> Result<(usize, u64), String> {
        let (one, place) = (Residue::new(found)?, &found.place);
        let told = [one.hash, one.version, one.method, one.bits.to_string()];
        for ((key, value), told) in self.common.iter().zip(told) {
            if told != *value {
                let told = crate::cli::safe(&told);
                return Err(format!(
                    "{place}: this residue is of another count: {key} is {told}, expected {value}"
                ));
            }
        }
        let at = usize::try_from(one.index).unwrap_or(0).wrapping_sub(1);
        match self.moduli.get(at) {
            None => {
                let total = self.moduli.len();
                Err(format!("{place}: there is no residue {} of {total}", one.index))
            }
            Some(&prime) if prime != one.prime => {
                Err(format!("{place}: prime {} is {prime}, not {}", one.index, one.prime))
            }
            Some(&prime) if one.residue >= prime => {
                Err(format!("{place}: {} is no residue modulo {prime}", one.residue))
            }
            Some(_) => Ok((at, one.residue)),
        }
    }
}

/// The count that residues determine: a text, and the status.
///
/// # Errors
/// In words, which residues do not match.
pub(crate) fn merge(all: &[Found]) -> Result<(String, Status), String> {
    let Some(first) = all.first() else { return Err("there are no residues".into()) };
    let puzzle = Named::puzzle(&first.record).map_err(|why| format!("{}: {why}", first.place))?;
    let dp = Dp::new(&puzzle).map_err(|why| format!("{}: {why}", first.place))?;
    let wanted = Wanted::new(&Named::new(&puzzle), &dp);
    let (moduli, bits) = (&wanted.moduli, dp.bits());
    let mut known: Vec<Option<(u64, &str)>> = vec![None; moduli.len()];
    for found in all {
        let (at, residue) = wanted.place(found)?;
        match known[at] {
            Some((other, before)) if other != residue => {
                return Err(format!(
                    "{before} and {} contradict each other: residue {} is {other} and {residue}",
                    found.place,
                    at + 1
                ));
            }
            Some(_) => {}
            None => known[at] = Some((residue, &found.place)),
        }
    }
    let missing = known.iter().enumerate().filter(|(_, residue)| residue.is_none());
    let missing: Vec<String> = missing.map(|(i, _)| (i + 1).to_string()).collect();
    let total = moduli.len();
    if !missing.is_empty() {
        let list = missing.join(", ");
        let have = total - missing.len();
        let are = are(missing.len());
        let text = format!("unknown: {have} of {total} residues are there; missing {are} {list}\n");
        return Ok((text, Status::Undecided));
    }
    let pairs = moduli.iter().zip(&known).map(|(&prime, r)| (prime, r.map_or(0, |(r, _)| r)));
    let pairs: Vec<(u64, u64)> = pairs.collect();
    let (&(check, expected), rest) = pairs.split_last().expect("there are two primes at least");
    let count = join(rest);
    if count.bits() > bits || &count % check != BigUint::from(expected) {
        return Err("the residues contradict each other: the one that is there to confirm the \
                    count does not, so at least one of them is wrong"
            .into());
    }
    let text = counted(&puzzle, &count);
    stderr::text(&rules_note(&first.place, &Entry::from(puzzle.clone())));
    Ok((text, Status::Yes))
}
