//! A profile as a table of kinds of propagators, for a terminal.

use super::Profile;
use std::fmt;

/// The column names. Times are processor time.
const HEADS: [&str; 8] =
    ["propagator", "number", "calls", "effective", "inferred", "failures", "explained", "time, us"];

/// A line for each kind, the most time first: figures as in [`Row`](super::Row). Use it once the search is
/// [finished](Profile::finish).
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = vec![HEADS.map(String::from)];
        for (name, number, _, row) in self.kinds() {
            let time = row.whole().as_micros() as u64;
            let explained = row.explained;
            let figures =
                [number, row.calls, row.effective, row.inferred, row.failures, explained, time];
            let mut line = [const { String::new() }; HEADS.len()];
            line[0] = name.to_string();
            line[1..].iter_mut().zip(figures).for_each(|(at, n)| *at = n.to_string());
            lines.push(line);
        }
        let width = |column: usize| lines.iter().map(|l| l[column].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
        for line in &lines {
            write!(f, "{:<w$}", line[0], w = widths[0])?;
            for (text, w) in line.iter().zip(&widths).skip(1) {
                write!(f, "  {text:>w$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
