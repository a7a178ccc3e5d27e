//! `clew merge`: a count from the pieces it was computed in.

use crate::cli::batch::status::Status;
use crate::cli::count::cubes;
use crate::cli::count::cubes_args::MergeArgs;
use crate::cli::count::records::{BOARD, text};
use crate::cli::count::residues::{self, Found};
use crate::cli::io::{interrupt, output, stderr};
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
pub(crate) fn run(args: &MergeArgs) -> u8 {
    match merged(args) {
        Ok((text, status)) => output::print(text.as_bytes(), status).code(),
        Err((why, status)) => {
            stderr::line(format_args!("error: {why}"));
            let interrupted = interrupt::flag().load(Ordering::Relaxed);
            status.code_unless(interrupted && status == Status::Undecided)
        }
    }
}

fn merged(args: &MergeArgs) -> Result<(String, Status), (String, Status)> {
    if let Some(directory) = args.pieces.iter().find(|path| path.is_dir()) {
        let shown = crate::cli::shown(directory);
        if args.pieces.len() > 1 {
            let why = format!("{shown}: the directory of a job is merged by itself");
            return Err((why, Status::Usage));
        }
        if !cubes::is_job(directory) {
            let why = match directory.join(BOARD).exists() {
                true => format!("{shown}: residues are merged by their files: {shown}/*.jsonl"),
                false => {
                    format!("{shown}: this is no directory of a job: there is no job.jsonl in it")
                }
            };
            return Err((why, Status::BadInput));
        }
        return cubes::merge(directory);
    }
    joined(args).map_err(|why| (why, Status::BadInput))
}

fn joined(args: &MergeArgs) -> Result<(String, Status), String> {
    let mut all: Vec<Found> = Vec::new();
    for path in &args.pieces {
        all.extend(residues::found(path)?);
    }
    if let Some(odd) = all.iter().find(|f| text(&f.record, "schema") != Ok(residues::SCHEMA)) {
        return Err(format!("{}: this is no residue of a count", odd.place));
    }
    if all.is_empty() {
        let names: Vec<String> = args.pieces.iter().map(|path| crate::cli::shown(path)).collect();
        return Err(format!("{}: there are no residues in it", names.join(", ")));
    }
    residues::merge(&all)
}
