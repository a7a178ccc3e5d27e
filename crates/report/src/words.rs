//! Verdicts, counts, estimates and reasons in words.

use super::text;
use crate::solutions::listed::Listed;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::wording::how_many;
use clew_puzzle::puzzle::{Goal, Puzzle};
use clew_solve::strategy::{Estimate, Outcome, Verdict};

/// The limit that ended the work, in brackets, with a blank before them; empty if there was none.
pub fn why(stopped: Option<Stop>) -> &'static str {
    match stopped {
        Some(Stop::Time) => " (time limit)",
        Some(Stop::Nodes) => " (node limit)",
        Some(Stop::Memory) => " (memory limit)",
        Some(Stop::Interrupt) => " (interrupted)",
        Some(Stop::Limit) => " (as many as requested)",
        Some(Stop::Defect) => " (a defect of this program)",
        None => "",
    }
}

/// A count, exact or a lower bound, with the lines without direction if they are counted too.
pub fn count(outcome: &Outcome) -> String {
    let least = if outcome.exact { "" } else { "at least " };
    let mut out = format!("{least}{}", outcome.count);
    if let Some(lines) = &outcome.lines {
        out += &format!(" ({least}{}, whichever way they run)", how_many(lines, "line"));
    }
    if !outcome.exact {
        out += why(outcome.stopped);
    }
    if let Some(estimate) = &outcome.estimate {
        out += &format!("; {}", guess(estimate));
    }
    out
}

/// A verdict in words. For a line without direction, one solution is two fillings.
pub fn verdict_words(verdict: Verdict, puzzle: &Puzzle, outcome: &Outcome) -> String {
    let either_way = puzzle.one_either_way() && outcome.lines.is_some();
    let beside = if verdict == Verdict::Unique && either_way { " (up to direction)" } else { "" };
    format!("{}{beside}", verdict.keyword())
}

/// The differences between solutions, at most `most` places: the cells, or, if all cells are alike, the steps.
pub fn differences(puzzle: &Puzzle, outcome: &Outcome, most: usize) -> String {
    let place = |place| text::place(puzzle, place);
    let answers = Listed::of_answers(puzzle, &outcome.answers);
    let cells = answers.differing_cells();
    let (what, mut names): (&str, Vec<String>) = if let Some(names) = answers.differing_names() {
        ("value", names.into_iter().map(String::from).collect())
    } else if cells.is_empty() {
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

/// An estimate in words that cannot be mistaken for an exact answer.
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

/// An end of an interval with three digits, rounded away from the middle, so that the printed interval contains the
/// computed one.
fn outward(end: f64, up: bool) -> String {
    let near = format!("{end:.2e}");
    let inside = near.parse::<f64>().is_ok_and(|n| if up { n < end } else { n > end });
    if !inside {
        return near;
    }
    // Half a unit of the last digit further out, the nearest number with three digits is the next one.
    let unit = 10f64.powf(end.log10().floor() - 2.0);
    format!("{:.2e}", if up { end + unit / 2.0 } else { end - unit / 2.0 })
}

/// The value of the best solution, and whether it is proved; if not, the bound that no solution passes.
pub fn objective(goal: Goal, outcome: &Outcome, exact: bool) -> String {
    let Goal { name: what, best, .. } = goal;
    let value = outcome.best.map(|best| best.value.to_string()).unwrap_or_default();
    if exact {
        format!("{what}: {value}, {best}")
    } else {
        let bound = outcome.best.and_then(|best| best.bound);
        let bound = bound.map(|bound| format!(", none is better than {bound}")).unwrap_or_default();
        format!("{what}: {value}, not proved {best}{bound}{}", why(outcome.stopped))
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
