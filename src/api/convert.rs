//! Puzzles and answers in foreign formats, and the treatment of properties that these formats cannot express.

use super::quick_options;
use clew_engine::run::{Budget, Stop};
use clew_formats::{self as interchange, Format, LossNote, Sheet};
use clew_puzzle::puzzle::format::Cut;
use clew_puzzle::puzzle::{Answer, Entry, Puzzle};
use clew_solve::strategy::{self, Options, Task, Verdict};

/// A format to write, and whether it may lose something.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The format.
    pub format: &'static Format,
    /// Properties that the format cannot express may be lost, with a warning.
    pub lossy: bool,
}

/// A puzzle that was written.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The puzzle in the format.
    pub text: String,
    /// Notes for standard error.
    pub notes: String,
}

impl Target {
    /// The separator between two puzzles that are written to one file.
    pub fn between(&self) -> &'static str {
        match self.format.cut {
            Cut::Blocks if self.format.name == "json" => "",
            Cut::Blocks | Cut::Loose | Cut::Headed(_) => "---\n",
            Cut::Lines | Cut::Counted => "",
        }
    }
}

/// A puzzle to be written in a format, with varying answers.
#[derive(Debug)]
pub struct Page<'a> {
    target: Target,
    /// The name of the puzzle in notes.
    title: &'a str,
    entry: &'a Entry,
    /// The limits of the check whether the loss matters.
    limits: Budget,
    /// The memory limit of the check, in bytes.
    memory: usize,
    /// The losses that were checked last, and whether the only solution is the same without them.
    known: Option<(Vec<LossNote>, bool)>,
}

impl<'a> Page<'a> {
    /// A page for `entry`, called `title` in notes. The check whether a loss matters runs within `limits` and `memory`
    /// bytes.
    pub fn new(
        target: Target,
        title: &'a str,
        entry: &'a Entry,
        limits: &Budget,
        memory: usize,
    ) -> Page<'a> {
        Page { target, title, entry, limits: limits.clone(), memory, known: None }
    }

    /// Writes the puzzle, with an answer if there is one.
    ///
    /// # Errors
    /// In words, if the format cannot hold it, or not all of it, and losing something was not allowed.
    pub fn write(&mut self, answer: Option<&Answer>) -> Result<Exported, String> {
        let Page { target: Target { format, lossy }, title, entry, .. } = *self;
        let written = interchange::write(format, Sheet { entry, answer })?;
        let (name, mut notes) = (format.name, String::new());
        if written.lost.is_empty() {
            return Ok(Exported { text: written.text, notes });
        }
        let what = written.lost.iter().map(|lost| lost.what.as_str()).collect::<Vec<_>>();
        let what = what.join("; ");
        if self.is_harmless(written.lost) {
            notes = format!(
                "note: {title}: {name} does not say {what}; the one solution is the same without\n"
            );
        } else if lossy {
            notes = format!("warning: {title}: lost in {name}: {what}\n");
        } else {
            let unknown = match self.limits.urgent() {
                Some(Stop::Interrupt) => "interrupted",
                Some(_) => "a limit came",
                None => {
                    return Err(format!(
                        "{name} would lose {what}; --lossy writes it all the same"
                    ));
                }
            };
            return Err(format!("{unknown} before it was known whether {name} loses {what}"));
        }
        Ok(Exported { text: written.text, notes })
    }

    fn is_harmless(&mut self, lost: Vec<LossNote>) -> bool {
        match &self.known {
            Some((known, harmless)) if *known == lost => *harmless,
            _ => {
                let harmless =
                    harmless(self.entry, &lost, &quick_options(&self.limits, self.memory));
                self.known = Some((lost, harmless));
                harmless
            }
        }
    }
}

/// Whether the puzzle has one solution, and the same one under the rules of the format. Both are checked: neither of
/// two words of a rule need be weaker than the other.
fn harmless(entry: &Entry, lost: &[LossNote], options: &Options) -> bool {
    let mut there = entry.puzzle.clone();
    for lost in lost {
        let Some((key, word)) = lost.rule else { return false };
        let Some(changed) = there.with_word(key, word) else { return false };
        there = changed;
    }
    let only = |puzzle: &Puzzle| {
        let outcome = strategy::run(puzzle, Task::Check, options).ok()?;
        let unique = outcome.verdict() == Verdict::Unique;
        outcome.answers.into_iter().next().filter(|_| unique)
    };
    let here = only(&entry.puzzle);
    here.is_some() && here == only(&there)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_families::parse_native;
    use std::time::Duration;

    /// The check whether a loss matters ends with the command's limits, and is done once.
    #[test]
    fn lost_rules_are_weighed_within_the_limits() {
        let text = "puzzle: numberlink\ntouch: no\n\nA . A\nB . B\n";
        let entry = parse_native(text).expect("a puzzle");
        let format = interchange::format("pzpr").expect("it is there");
        let target = Target { format, lossy: false };
        let mut page = Page::new(target, "it", &entry, &Budget::unlimited(), 1 << 28);
        for _ in 0..2 {
            let notes = page.write(None).expect("two rows have one solution").notes;
            assert!(notes.ends_with("; the one solution is the same without\n"), "{notes}");
        }
        assert!(page.known.as_ref().is_some_and(|(lost, harmless)| lost.len() == 1 && *harmless));
        let late = Budget::unlimited().within(Duration::ZERO);
        let refused = Page::new(target, "it", &entry, &late, 1 << 28).write(None).err();
        let why = "a limit came before it was known whether pzpr loses the rule touch: no";
        assert!(refused.is_some_and(|refused| refused.starts_with(why)));
    }
}
