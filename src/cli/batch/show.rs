//! The output of an outcome: as text for people, or as a JSON line.

use crate::cli::args::ExportArgs;
use crate::cli::batch::settings::{Settings, Show};
use crate::cli::batch::status::Status;
use crate::cli::batch::{asked, object};
use clew::api::text::{self, Form, conclusion, grid};
use clew::api::{AnswerStatus, OutcomeReply};
use clew::puzzle::{Answer, Entry};
use clew::report::listed::Listed;
use clew::report::terminal;
use std::io::{self, Write};
use std::time::Instant;

impl Show {
    /// The text format of replies; `title` is the puzzle's name if there are others.
    pub fn form<'a>(&self, title: Option<&'a str>) -> Form<'a> {
        let options = terminal::Options { colour: self.colour, width: self.width };
        Form { title, quiet: self.quiet, drawn: self.drawn.then_some(options) }
    }
}

/// Writes a reply; returns the exit status and the category for the summary. `title` is the puzzle's name if there are
/// others, `digest` that of its text.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write(
    settings: &Settings,
    reply: &OutcomeReply<'_>,
    title: Option<&str>,
    digest: &str,
    out: &mut dyn Write,
) -> io::Result<(Status, &'static str)> {
    let (standing, label) = reply.judge();
    // A file with false statements about itself is bad input, whatever the answer.
    let status = match standing {
        AnswerStatus::Yes if !reply.misstated.is_empty() => Status::BadInput,
        standing => Status::from(standing),
    };
    if settings.show.json {
        reply.write_json(Some(asked::asked(settings, digest, status)), out)?;
        writeln!(out)?;
    } else if reply.question.solves() {
        solve(settings, reply, title, out)?;
    } else {
        text::write(reply, &settings.show.form(title), out)?;
    }
    Ok((status, label))
}

fn solve(
    settings: &Settings,
    reply: &OutcomeReply<'_>,
    title: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    // The title stands before the solutions, unless they are written already.
    let before = title.filter(|_| reply.streamed.is_none_or(|n| n == 0));
    let mut solutions = Solutions::new(settings, reply.entry, reply.name, before);
    if let Some(texts) = &reply.exported {
        for text in texts {
            solutions.write_text(text, out)?;
        }
    } else if reply.streamed.is_none() {
        for answer in &reply.outcome.answers {
            solutions.write(answer, out)?;
        }
    }
    if reply.found() == 0 {
        solutions.begin(out)?;
    }
    conclusion(reply, settings.show.target.is_none(), out)?;
    if title.is_some() { writeln!(out) } else { Ok(()) }
}

/// Solutions, one after the other: as text, as one result each, or for a result with all of them.
pub(crate) struct Solutions<'a> {
    show: &'a Show,
    entry: &'a Entry,
    name: &'a str,
    /// The title before the first text, if the batch has other puzzles.
    title: Option<&'a str>,
    since: Instant,
    written: usize,
    /// The separator between two texts.
    between: &'static str,
    /// The solutions that go into one object.
    listed: Option<Listed<'a>>,
}

impl<'a> Solutions<'a> {
    pub fn new(
        settings: &'a Settings,
        entry: &'a Entry,
        name: &'a str,
        title: Option<&'a str>,
    ) -> Solutions<'a> {
        let show = &settings.show;
        let listed = settings.lists().then(|| match settings.columns.has_solutions() {
            true => Listed::new(&entry.puzzle),
            false => Listed::without_text(&entry.puzzle),
        });
        let target = show.target.as_ref().and_then(ExportArgs::target);
        let between = target.map_or("\n", |target| target.between());
        Solutions { show, entry, name, title, since: Instant::now(), written: 0, between, listed }
    }

    /// Writes the title, unless it was written before.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.title.take().map_or(Ok(()), |title| writeln!(out, "{title}:"))
    }

    /// Writes the next one.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&mut self, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        if let Some(listed) = &mut self.listed {
            listed.push(answer);
            self.written += 1;
            return Ok(());
        }
        if self.show.json {
            self.written += 1;
            let time_ms = self.since.elapsed().as_secs_f64() * 1e3;
            return writeln!(out, "{}", object::one(self.name, self.entry, answer, time_ms));
        }
        self.write_text(&grid(&self.show.form(None), &self.entry.puzzle, answer), out)
    }

    /// Writes the next one, which is already converted to text.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        if self.written > 0 {
            out.write_all(self.between.as_bytes())?;
        }
        self.written += 1;
        out.write_all(text.as_bytes())
    }

    /// Those that go into one object.
    pub fn listed(&self) -> Option<&Listed<'a>> {
        self.listed.as_ref()
    }

    /// How many were written.
    pub fn written(&self) -> usize {
        self.written
    }
}
