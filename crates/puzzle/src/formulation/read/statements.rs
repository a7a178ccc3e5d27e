//! MiniZinc and FlatZinc: one `name = value;` per variable, a line of dashes after each solution.

use super::{Mistake, Names, Piece, Reply, Values, lines};

/// The line after a solution.
const SOLUTION: &str = "----------";
/// The line after the last solution.
const COMPLETE: &str = "==========";

/// The least number of bytes of a statement: `x = 1;` and the end of the line.
const LEAST: usize = 7;
/// Values that are always kept.
const SLACK: usize = 1 << 20;

/// Whether a text is of this form.
pub(super) fn is(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| {
        line == SOLUTION || line.starts_with("=====") || line.contains('=') && line.ends_with(';')
    })
}

/// Reads all solutions.
///
/// # Errors
/// The first mistake.
pub(super) fn read(names: &Names<'_>, text: &str) -> Result<Reply, Mistake> {
    let mut solutions: Vec<Values> = Vec::new();
    let mut open: Option<Values> = None;
    let mut last = Piece { text: "", line: 1, column: 1 };
    let (mut infeasible, mut unknown) = (false, false);
    for line in lines(text).map(Piece::trim) {
        last = line.skip(line.text.len());
        match line.text {
            "" | COMPLETE => {}
            text if text.starts_with('%') => {}
            SOLUTION => {
                let whole = open.take().ok_or_else(|| line.mistake("name = value; before it"))?;
                // A solution takes at least one line per variable.
                if (solutions.len() + 1) * whole.len() > SLACK + text.len() / LEAST {
                    let expected = "solutions with a value for each variable: there are too many";
                    return Err(line.mistake(expected));
                }
                solutions.push(whole);
            }
            "=====UNSATISFIABLE=====" => infeasible = true,
            "=====UNKNOWN=====" => unknown = true,
            _ => statement(names, open.get_or_insert_with(|| names.nothing()), line)?,
        }
    }
    if open.is_some() {
        return Err(last.mistake(format!("{SOLUTION} behind a solution")));
    }
    match (solutions.is_empty(), infeasible, unknown) {
        (false, ..) => Ok(Reply::Solutions(solutions)),
        (true, true, _) => Ok(Reply::Infeasible),
        (true, false, true) => Ok(Reply::Unknown),
        _ => Err(last.mistake(format!("a solution and {SOLUTION}, or =====UNSATISFIABLE====="))),
    }
}

fn statement(names: &Names<'_>, values: &mut Values, line: Piece<'_>) -> Result<(), Mistake> {
    let Some(at) = line.text.find('=') else { return Err(line.mistake("name = value;")) };
    let (name, value) = (line.to(at).trim(), line.skip(at + 1).trim());
    let Some(end) = value.text.strip_suffix(';').map(str::len) else {
        return Err(value.skip(value.text.len()).mistake("; behind the value"));
    };
    names.set(values, name, value.to(end).trim())
}
