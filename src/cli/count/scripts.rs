//! Batch scripts for Slurm.

use crate::cli::batch::status::Status;
use crate::cli::count::cubes_args::SplitArgs;
use crate::cli::count::records::{BOARD, JOB_FILE, Named, unwritten};
use crate::cli::count::residues::how_many;
use crate::cli::io::regular::reason;
use crate::cli::io::{atomic, regular};
use clew::puzzle::Puzzle;
use clew::strategy::dp::Dp;
use std::fs;

/// The most tasks of an array: Slurm's default limit (MaxArraySize 1001).
const TASKS: u64 = 1000;

/// A place as one word of a shell that no command takes for an option.
fn word(place: &str) -> String {
    let here = if place.starts_with('-') { "./" } else { "" };
    format!("'{here}{}'", place.replace('\'', "'\\''"))
}

fn head(place: &str, tasks: u64) -> String {
    // A line break would end the comment, and begin a command.
    let place = if place.contains(char::is_control) { "with that place" } else { place };
    format!(
        "#!/bin/sh\n\
         #SBATCH --job-name=clew\n\
         #SBATCH --array=1-{tasks}\n\
         #SBATCH --ntasks=1\n\
         #SBATCH --cpus-per-task=1\n\
         #SBATCH --requeue\n\
         #SBATCH --open-mode=append\n\
         # Tasks may be killed and run again at any time: what is finished is not done again, and\n\
         # nothing counts twice. When all have ended: clew merge {place}\n\
         # Slurm's own limits, such as --time, --mem and --partition, are for you to add.\n"
    )
}

/// The script that counts all cubes of a job.
pub(crate) fn slurm_cubes(args: &SplitArgs, cubes: u64) -> String {
    let place = word(&args.output.to_string_lossy());
    if cubes == 0 {
        return format!("{}# There is nothing to count.\nexit 0\n", head(&place, 1));
    }
    let chunk = args.chunk.map_or_else(|| cubes.div_ceil(TASKS), u64::from).max(1);
    let tasks = cubes.div_ceil(chunk);
    format!(
        "{}first=$(( (SLURM_ARRAY_TASK_ID - 1) * {chunk} + 1 ))\n\
         last=$(( SLURM_ARRAY_TASK_ID * {chunk} ))\n\
         if [ \"$last\" -gt {cubes} ]; then last={cubes}; fi\n\
         exec clew count-cube {place} \"$first-$last\"\n",
        head(&place, tasks)
    )
}

/// Makes the directory of a count by residues, with its puzzle, and prints the commands to run.
///
/// # Errors
/// In words, with the status.
pub(crate) fn residues(
    args: &SplitArgs,
    puzzle: &Puzzle,
    named: &Named,
) -> Result<String, (String, Status)> {
    let total = how_many(puzzle).map_err(|why| (why, Status::Usage))?;
    let board = args.output.join(BOARD);
    let another = |what: &str| {
        let shown = crate::cli::shown(&args.output);
        Err((format!("{shown}: there is another {what} in this directory"), Status::BadInput))
    };
    if args.output.join(JOB_FILE).exists() {
        return another("job");
    }
    let write = |error: std::io::Error| unwritten(&board, &reason(&error));
    let read = |why: String| (format!("{}: {why}", crate::cli::shown(&board)), Status::BadInput);
    fs::create_dir_all(&args.output).map_err(write)?;
    let made = atomic::create(&board, |to| to.write_all(named.text.as_bytes())).map_err(write)?;
    if !made && regular::text(&board, regular::MOST).map_err(read)? != named.text {
        return another("puzzle");
    }
    let text = args.output.to_string_lossy();
    if !args.slurm {
        return Ok(format!("{}: {total} residues, 1 to {total}\n", crate::cli::safe(&text)));
    }
    let place = word(&text);
    let keeps = Dp::new(puzzle).is_ok_and(|dp| dp.no_checkpoint_reason().is_none());
    let (how, kept) = if keeps {
        let how = format!(
            "if [ -e {place}/kept-$k/run.json ]; then how=--resume; else how=--checkpoint; fi\n"
        );
        (how, format!("\"$how\" {place}/kept-$k "))
    } else {
        Default::default()
    };
    Ok(format!(
        "{}k=$SLURM_ARRAY_TASK_ID\n{how}\
         exec clew count --residues \"$k/{total}\" -o {place}/residue-$k.jsonl {kept}{place}/{BOARD}\n",
        head(&format!("{place}/residue-*.jsonl"), total)
    ))
}
