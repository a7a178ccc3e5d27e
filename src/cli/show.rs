//! How an outcome looks: as text for people, or as a JSON line.

use super::judge::{Answered, judge, verdict, why};
use super::settings::{Question, Settings, Show};
use super::status::Status;
use super::{candidates, export, located, object};
use clew::puzzle::format::{in_full, routes};
use clew::puzzle::wording::how_many;
use clew::puzzle::{Answer, Entry, Goal, Neighbourhood, Puzzle};
use clew::report::listed::Listed;
use clew::report::{terminal, text};
use clew::run::Stop;
use clew::strategy::{Estimate, Outcome, Verdict};
use num_bigint::BigUint;
use std::io::{self, Write};
use std::time::Instant;

/// Cells that one line of a batch names at the most.
const MAX_NAMED: usize = 12;

/// Writes a result; says what it means for the exit status and the summary.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(
    settings: &Settings,
    answered: &Answered<'_>,
    out: &mut dyn Write,
) -> io::Result<(Status, &'static str)> {
    let verdict = verdict(settings.question, answered.entry, answered.outcome);
    let judged = judge(settings.question, verdict, answered);
    if settings.show.json {
        object::write(settings, verdict, judged.0, answered, out)?;
        return Ok(judged);
    }
    match settings.question {
        Question::Check => check(&settings.show, verdict, answered, out)?,
        Question::Locate => {
            if !answered.batch || verdict != Verdict::Multiple {
                check(&settings.show, verdict, answered, out)?;
            }
            if verdict == Verdict::Multiple {
                let head = heading(answered.title, answered.batch);
                let (puzzle, outcome) = (&answered.entry.puzzle, answered.outcome);
                let text = located::text(puzzle, outcome);
                match answered.batch {
                    true => writeln!(out, "{head}multiple: {}", located::line(puzzle, outcome))?,
                    false => write!(out, "\n{text}")?,
                }
            }
        }
        Question::Count | Question::Estimate => count(answered, out)?,
        Question::Candidates => {
            count(answered, out)?;
            let text = candidates::text(&answered.entry.puzzle, answered.outcome);
            out.write_all(text.as_bytes())?;
        }
        Question::Solve(_) | Question::SolveAll | Question::Sample(_) | Question::Optimise(_) => {
            solve(settings, answered, out)?;
        }
    }
    Ok(judged)
}

/// What stands before a result if there are others.
fn heading(title: &str, batch: bool) -> String {
    if batch { format!("{title}: ") } else { String::new() }
}

/// Writes a result for a puzzle that could not be searched.
///
/// # Errors
/// Those of `out`.
pub(super) fn unknown(title: &str, batch: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}unknown", heading(title, batch))
}

/// A verdict in words. Of a line without direction one solution is two fillings.
pub(super) fn verdict_words(verdict: Verdict, puzzle: &Puzzle, outcome: &Outcome) -> String {
    let either_way = puzzle.one_either_way() && outcome.lines.is_some();
    let beside = if verdict == Verdict::Unique && either_way { " (up to direction)" } else { "" };
    format!("{}{beside}", verdict.keyword())
}

fn check(
    show: &Show,
    verdict: Verdict,
    answered: &Answered<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Answered { entry, outcome, .. } = answered;
    let rules = export::rules(entry);
    let words = verdict_words(verdict, &entry.puzzle, outcome);
    write!(out, "{}{words}", heading(answered.title, answered.batch))?;
    match verdict {
        Verdict::None => writeln!(out, "{rules}"),
        Verdict::Unknown => writeln!(out, "{}{rules}", why(outcome)),
        Verdict::Unique => {
            writeln!(out, "{rules}")?;
            for text in answered.exported.iter().flatten() {
                out.write_all(text.as_bytes())?;
            }
            Ok(())
        }
        Verdict::Multiple if answered.batch => {
            let where_ = differences(entry, outcome, MAX_NAMED);
            writeln!(out, "{rules}: two solutions differ in {where_}")?;
            for text in answered.exported.iter().flatten() {
                out.write_all(text.as_bytes())?;
            }
            Ok(())
        }
        Verdict::Multiple => {
            writeln!(out, "{rules}")?;
            if show.quiet && answered.exported.is_none() {
                return Ok(());
            }
            for (i, answer) in outcome.answers.iter().enumerate() {
                writeln!(out, "\nsolution {}:", i + 1)?;
                let exported = answered.exported.as_ref().map(|texts| texts[i].clone());
                let text = exported.unwrap_or_else(|| grid(show, &entry.puzzle, answer));
                out.write_all(text.as_bytes())?;
            }
            writeln!(out, "\nthey differ in {}", differences(entry, outcome, usize::MAX))
        }
    }
}

/// Where the solutions differ: in which cells, or, if all cells are alike, in which steps.
fn differences(entry: &Entry, outcome: &Outcome, most: usize) -> String {
    let puzzle = &entry.puzzle;
    let place = |place| text::place(puzzle, place);
    let answers = Listed::of(puzzle, &outcome.answers);
    let cells = answers.differing_cells();
    let (what, mut names): (&str, Vec<String>) = if cells.is_empty() {
        let edges = answers.differing_edges().unwrap_or_default();
        let step = |[a, b]: [(u32, u32); 2]| format!("{}-{}", place(a), place(b));
        ("step", edges.into_iter().map(step).collect())
    } else {
        ("cell", cells.into_iter().map(place).collect())
    };
    let n = names.len();
    names.truncate(most);
    let more = if n > most { format!(" and {} more", n - most) } else { String::new() };
    format!("{}: {}{more}", how_many(n, what), names.join(" "))
}

fn count(answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
    let outcome = answered.outcome;
    let least = if outcome.exact { "" } else { "at least " };
    write!(out, "{}{least}{}", heading(answered.title, answered.batch), outcome.count)?;
    if let Some(lines) = &outcome.lines {
        write!(out, " ({least}{}, whichever way they run)", how_many(lines, "line"))?;
    }
    write!(out, "{}", if outcome.exact { "" } else { why(outcome) })?;
    if let Some(estimate) = &outcome.estimate {
        write!(out, "; {}", guess(estimate))?;
    }
    writeln!(out)
}

/// An estimate in words that cannot be taken for an answer.
fn guess(estimate: &Estimate) -> String {
    if let Some(why) = estimate.lacking() {
        return format!("no estimate: {why} (of {} made)", estimate.probes);
    }
    let Estimate { mean, low, high, probes, hits, way, .. } = *estimate;
    let interval = if high.is_finite() {
        let (low, high) = (outward(low, false), outward(high, true));
        format!("with about 95 % confidence {low} to {high}")
    } else {
        "which may be far off".into()
    };
    let what = way.plural();
    format!("estimate {mean:.3e}, {interval} ({probes} {what}, {hits} met a solution)")
}

/// An end of an interval with three digits, rounded away from the middle, so that what is printed holds
/// what was computed.
fn outward(end: f64, up: bool) -> String {
    let near = format!("{end:.2e}");
    let inside = near.parse::<f64>().is_ok_and(|n| if up { n < end } else { n > end });
    if !inside {
        return near;
    }
    // Half a unit of the last digit further the nearest such number is the next one.
    let unit = 10f64.powf(end.log10().floor() - 2.0);
    format!("{:.2e}", if up { end + unit / 2.0 } else { end - unit / 2.0 })
}

fn solve(settings: &Settings, answered: &Answered<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Answered { entry, outcome, .. } = answered;
    let mut solutions = Solutions::new(settings, entry, answered.name, answered.name_before());
    if let Some(texts) = &answered.exported {
        for text in texts {
            solutions.write_text(text, out)?;
        }
    } else if answered.streamed.is_none() {
        for answer in &outcome.answers {
            solutions.write(answer, out)?;
        }
    }
    if answered.found() == 0 {
        solutions.begin(out)?;
    }
    let wanted = settings.question;
    // All solutions may be known before the first one of a sample is drawn.
    match outcome.exact && outcome.count == BigUint::ZERO {
        true if answered.found() == 0 => writeln!(out, "no solution")?,
        false if answered.found() == 0 => match (wanted, outcome.stopped) {
            (Question::Sample(_), Some(Stop::Memory)) => {
                writeln!(out, "unknown (too many solutions to list, and no tables that fit)")?;
            }
            _ => writeln!(out, "unknown{}", why(outcome))?,
        },
        _ if settings.show.target.is_some() => {}
        _ => {
            let between = if matches!(wanted, Question::Optimise(_)) { "" } else { "\n" };
            if let Some(words) = closing(wanted, answered) {
                writeln!(out, "{between}{words}")?;
            }
        }
    }
    if answered.batch { writeln!(out) } else { Ok(()) }
}

/// What is said behind solutions: what the best is worth, and whether there may be more. In another format they
/// stay by themselves, for whoever reads that, and this is said on standard error.
pub(super) fn closing(wanted: Question, answered: &Answered<'_>) -> Option<String> {
    let Answered { outcome, .. } = answered;
    let found = answered.found();
    let more = || format!("there may be more than these {found}{}", why(outcome));
    match (wanted, outcome.exact) {
        _ if found == 0 => None,
        (Question::Optimise(goal), exact) => Some(objective(goal, outcome, exact)),
        (Question::SolveAll, false) => Some(more()),
        (Question::Sample(n), _) if found < n => {
            Some(format!("only {found} of {n}{}", why(outcome)))
        }
        (Question::Solve(n), false) if found < n => Some(more()),
        _ => None,
    }
}

/// Solutions, one after the other: as text, as a result each, or for a result with all of them.
pub(super) struct Solutions<'a> {
    show: &'a Show,
    entry: &'a Entry,
    name: &'a str,
    /// What stands before the first text, if other puzzles are asked about too.
    title: Option<&'a str>,
    since: Instant,
    written: usize,
    /// What stands between two texts.
    between: &'static str,
    /// What goes into one object.
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
        let target = show.target.as_ref().and_then(export::Target::of);
        let between = target.map_or("\n", |target| target.between());
        Solutions { show, entry, name, title, since: Instant::now(), written: 0, between, listed }
    }

    /// Writes the title, if that was not done.
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
        self.write_text(&grid(self.show, &self.entry.puzzle, answer), out)
    }

    /// Writes the next one, which somebody has made text of.
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

/// What a goal is about, and what it asks for.
pub(super) fn goal_words(goal: Goal) -> [&'static str; 2] {
    match goal {
        Goal::FewestTurns => ["turns", "the fewest"],
        Goal::LeastLength => ["length", "the least"],
        Goal::MostCells => ["cells", "the most"],
        Goal::Stated => ["objective", "the best"],
    }
}

/// A solution without the line behind it that says what it is worth, see [`objective`].
pub(super) fn without_objective(text: &str) -> &str {
    let body = text.trim_end();
    let (rest, last) = body.rsplit_once('\n').unwrap_or(("", body));
    let all = [Goal::FewestTurns, Goal::LeastLength, Goal::MostCells, Goal::Stated];
    let is_worth = |goal: Goal| {
        let value = last.strip_prefix(goal_words(goal)[0]);
        value.is_some_and(|value| value.starts_with(": "))
    };
    if all.into_iter().any(is_worth) { rest } else { text }
}

/// The worth of the best solution, and whether it is proved.
pub(super) fn objective(goal: Goal, outcome: &Outcome, exact: bool) -> String {
    let [what, best] = goal_words(goal);
    let value = outcome.best.map(|best| best.value.to_string()).unwrap_or_default();
    if exact {
        format!("{what}: {value}, {best}")
    } else {
        format!("{what}: {value}, not proved {best}{}", why(outcome))
    }
}

/// A solution as it is shown: with the routes of its paths if letters do not determine them and they
/// are not drawn.
pub(super) fn grid(show: &Show, puzzle: &Puzzle, answer: &Answer) -> String {
    if !show.drawn {
        return in_full(puzzle, answer);
    }
    let options = terminal::Options { colour: show.colour, width: show.width };
    // Steps are left out of drawings that would be too wide; on rook boards they always fit.
    let rook = puzzle.board().is_some_and(|board| board.moves() == Some(Neighbourhood::Rook));
    let strokes = rook || show.width.is_none();
    let shown = terminal::draw(puzzle, Some(answer), options);
    match routes(puzzle, answer).filter(|_| !strokes) {
        Some(routes) => shown + &routes,
        None => shown,
    }
}
#[cfg(test)]
mod tests {
    use super::outward;

    #[test]
    fn ends_of_intervals_are_rounded_outward() {
        for (end, down, up) in [
            (1.234e9, "1.23e9", "1.24e9"),
            (1.239e9, "1.23e9", "1.24e9"),
            (9.999e3, "9.99e3", "1.00e4"),
            (1.0, "1.00e0", "1.00e0"),
            (0.0, "0.00e0", "0.00e0"),
            (1.0009e-3, "1.00e-3", "1.01e-3"),
        ] {
            assert_eq!((&*outward(end, false), &*outward(end, true)), (down, up), "{end}");
        }
        assert_eq!(outward(f64::INFINITY, true), "inf");
    }
}
