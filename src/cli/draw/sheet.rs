//! `clew draw --sheet`: many puzzles on pages, with their answers at the back.

use crate::cli::batch::settings::How;
use crate::cli::batch::status::failed;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::batch::{answer, overrides};
use crate::cli::draw::args::{DrawArgs, PaperName, PictureForm};
use crate::cli::draw::pictures::Target;
use crate::cli::io::input::Jobs;
use crate::cli::io::invalid::{Refusal, guarded, refused};
use crate::cli::io::job::{Job, NO_PUZZLE};
use crate::cli::io::stderr;
use clew::api::Options;
use clew::api::sheet::{Missing, Places, Sheet, SheetContent, SheetItem};
use clew::api::title::Title;
use clew::puzzle::Entry;
use clew::report::svg::{self, Paper};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// The most puzzles of a sheet: all are kept until the pages are written.
pub(crate) const MOST: usize = 100_000;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(
    args: &DrawArgs,
    inputs: &[PathBuf],
    places: &Places,
    target: &Target,
    how: &How,
) -> Result<u8, String> {
    if target.form == PictureForm::Pdf && args.question.size.is_some() {
        return Err("--size does not apply: the pages of a PDF have the size of --paper".into());
    }
    let cancel = crate::cli::io::interrupt::flag();
    let wanted = SheetContent {
        answer: args.question.solution || args.sheet.answers.is_some(),
        level: args.sheet.rate,
        rating: !places.from.is_empty(),
    };
    let options = || how.options(how.threads, &cancel);
    let (mut status, mut all) = (Status::Yes, Vec::new());
    for job in Jobs::new(inputs, false, &how.rules) {
        if cancel.load(Ordering::Relaxed) {
            return Ok(INTERRUPTED);
        }
        if all.len() == MOST {
            return Err(format!("a sheet has at most {MOST} puzzles"));
        }
        let drawn = guarded(|| {
            let (entry, number) = (read(&job, how)?, all.len() + 1);
            Ok(look(&job, entry, number, &args.sheet.title, wanted, options))
        });
        match drawn {
            Ok((drawn, fate)) => {
                status = status.max(fate);
                target.look_at_letters(&(svg::texts(&drawn.entry.puzzle) + &drawn.heading));
                all.push(drawn);
            }
            Err(why) => status = status.max(refused(&job, &why, None)),
        }
    }
    if cancel.load(Ordering::Relaxed) {
        return Ok(INTERRUPTED);
    }
    if all.is_empty() {
        if status == Status::Yes {
            stderr::line(format_args!("error: {NO_PUZZLE}"));
        }
        return Ok(status.max(Status::BadInput).code());
    }
    let sheet = Sheet {
        places,
        paper: match args.sheet.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::LETTER,
        },
        heading: args.sheet.heading.as_deref().unwrap_or_default(),
        solved: args.question.solution,
        title_page: args.sheet.title_page,
        levels: args.sheet.rate,
        answers: args.sheet.answers.is_some(),
        answer_places: args.sheet.answers.flatten(),
        rules: !args.sheet.no_rules,
        booklet: args.sheet.booklet,
    };
    let pages = sheet.pages(&all, args.question.look());
    Ok(target.write(&pages, status)?.code())
}

fn read(job: &Job, how: &How) -> Result<Entry, Refusal> {
    let entry = overrides::parsed(job, &how.rules)?;
    stderr::text(&answer::warnings(&job.title(entry.id.as_deref()), &entry));
    Ok(entry)
}

/// A puzzle as the sheet shows it; reports missing parts.
fn look(
    job: &Job,
    entry: Entry,
    number: usize,
    heading: &Title,
    wanted: SheetContent,
    options: impl Fn() -> Options,
) -> (SheetItem, Status) {
    let title = job.title(entry.id.as_deref());
    let (drawn, standing, missing) = SheetItem::new(entry, number, heading, wanted, options);
    let mut status = Status::from(standing);
    for missing in missing {
        status = status.max(match missing {
            Missing::Answer(why) => {
                stderr::line(format_args!("{title}: {why}"));
                Status::Yes
            }
            Missing::Level(why) => {
                stderr::line(format_args!("{title}: not rated: {why}"));
                Status::Usage
            }
            Missing::Failed(failure) => failed(&failure, &title),
        });
    }
    (drawn, status)
}
