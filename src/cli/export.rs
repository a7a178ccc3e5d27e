//! Puzzles and answers in formats of others, and what becomes of that which they cannot say.

use super::args::ExportArgs;
use super::interrupt;
use super::settings::brief;
use crate::interchange::{self, Format, Lost, Sheet};
use crate::puzzle::{Answer, Entry};
use crate::strategy::{self, Task, Verdict};
use std::sync::atomic::Ordering;

/// A format to write, and whether it may lose something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub format: &'static Format,
    pub lossy: bool,
}

/// A puzzle that was written.
pub(super) struct Exported {
    pub text: String,
    /// What to say of it on standard error.
    pub notes: String,
}

impl Target {
    /// What the command line asks for, if it does.
    pub fn of(args: &ExportArgs) -> Option<Target> {
        args.format.map(|format| Target { format, lossy: args.lossy })
    }

    /// Writes a puzzle, with an answer if there is one; `title` is what it is called in notes.
    ///
    /// # Errors
    /// In words, if the format cannot hold it, or not all of it, and losing something was not allowed.
    pub fn write(
        &self,
        title: &str,
        entry: &Entry,
        answer: Option<&Answer>,
    ) -> Result<Exported, String> {
        let written = interchange::write(self.format, Sheet { entry, answer })?;
        let (name, mut notes) = (self.format.name, String::new());
        if written.lost.is_empty() {
            return Ok(Exported { text: written.text, notes });
        }
        let what = written.lost.iter().map(|lost| lost.what.as_str()).collect::<Vec<_>>();
        let what = what.join("; ");
        if harmless(entry, &written.lost) {
            notes = format!(
                "note: {title}: {name} does not say {what}; the one solution is the same without\n"
            );
        } else if self.lossy {
            notes = format!("warning: {title}: lost in {name}: {what}\n");
        } else if interrupt::flag().load(Ordering::Relaxed) {
            return Err(format!("interrupted before it was known whether {name} loses {what}"));
        } else {
            return Err(format!("{name} would lose {what}; --lossy writes it all the same"));
        }
        Ok(Exported { text: written.text, notes })
    }
}

/// Whether the puzzle has the same one solution under the rules of the format. That is so where those
/// only allow more and still there is one solution, which keeps the rules of the puzzle too.
fn harmless(entry: &Entry, lost: &[Lost]) -> bool {
    let family = entry.puzzle.family();
    let mut weaker = entry.puzzle.clone();
    for lost in lost {
        let Some((key, word)) = lost.rule else { return false };
        let Some(values) = family.words.iter().find(|k| k.name == key).map(|k| k.values) else {
            return false;
        };
        // The words of a key stand in the order in which they allow more.
        let rank = |word: &str| values.iter().position(|w| *w == word);
        let before = entry.puzzle.words().into_iter().find(|(k, _)| *k == key);
        let allows_more = before.is_some_and(|(_, before)| rank(before) < rank(word));
        match weaker.with_word(key, word).filter(|_| allows_more) {
            Some(changed) => weaker = changed,
            None => return false,
        }
    }
    let Ok(outcome) = strategy::run(&weaker, Task::Check, &brief()) else { return false };
    outcome.verdict() == Verdict::Unique
        && outcome.answers.first().is_some_and(|answer| entry.puzzle.verify(answer).is_ok())
}

/// The rules of a puzzle in brackets, for text, where they are not those that go without saying: a
/// format of others brought them, or the text format states them.
pub(super) fn rules(entry: &Entry) -> String {
    let foreign = interchange::format(entry.format).is_some_and(|format| !format.is_own());
    let puzzle = &entry.puzzle;
    let family = puzzle.family();
    let moves = puzzle.board().and_then(|board| board.moves());
    let moves = moves.filter(|_| foreign).map(|moves| format!("neighbours: {moves}"));
    let wrap = puzzle.board().and_then(|board| board.wrap().keyword());
    let wrap = wrap.map(|wrap| format!("wrap: {wrap}"));
    let words: Vec<(&str, &str)> = puzzle.words();
    let usual = words.iter().zip(family.words).all(|((_, word), key)| *word == key.values[0]);
    let words = words.iter().filter(|_| foreign || !usual);
    let words = words.map(|(key, word)| format!("{key}: {word}"));
    let all: Vec<String> = moves.into_iter().chain(wrap).chain(words).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// The same on a line of its own, for standard error.
pub(super) fn rules_note(title: &str, entry: &Entry) -> String {
    let rules = rules(entry);
    let rules = rules.trim_start_matches([' ', '(']).trim_end_matches(')');
    if rules.is_empty() { String::new() } else { format!("{title}: rules: {rules}\n") }
}

/// What to say of solutions that a file carries.
pub(super) fn carried(title: &str, entry: &Entry) -> String {
    let broken = entry.answers.iter().filter_map(|answer| entry.puzzle.verify(answer).err());
    broken
        .map(|why| format!("warning: {title}: the solution in it breaks the rules: {why}\n"))
        .collect()
}
