//! CPLEX: XML, of which only the elements `variable` and the status are read.

use super::{Mistake, Names, Piece, Reply, lines, zeros};

/// Reads it.
///
/// # Errors
/// The first mistake.
pub(super) fn read(names: &Names<'_>, text: &str) -> Result<Reply, Mistake> {
    let mut values = names.nothing();
    let (mut known, mut inside, mut infeasible) = (false, false, false);
    for line in lines(text) {
        inside |= line.text.contains("<CPLEXSolution");
        if let Some(status) = attribute(line, "solutionStatusString") {
            infeasible |= status.text.contains("infeasible");
        }
        let mut rest = line;
        while let Some(at) = rest.text.find("<variable ") {
            let element = rest.skip(at);
            let Some(end) = element.text.find('>') else {
                return Err(element.mistake("the end of the element on this line"));
            };
            let whole = element.to(end);
            let name = attribute(whole, "name").ok_or_else(|| whole.mistake("name=\"...\""))?;
            let value = attribute(whole, "value").ok_or_else(|| whole.mistake("value=\"...\""))?;
            names.set(&mut values, name, value)?;
            known = true;
            rest = element.skip(end);
        }
    }
    if !inside {
        let first = lines(text).map(Piece::trim).find(|line| !line.text.is_empty());
        let first = first.unwrap_or(Piece { text: "", line: 1, column: 1 });
        return Err(first.mistake("a CPLEX solution: an element CPLEXSolution"));
    }
    Ok(match (known, infeasible) {
        (true, _) => {
            zeros(names.model, &mut values);
            Reply::Solutions(vec![values])
        }
        (false, true) => Reply::Infeasible,
        (false, false) => Reply::Unknown,
    })
}

/// The value of an attribute on a line.
fn attribute<'a>(line: Piece<'a>, name: &str) -> Option<Piece<'a>> {
    let at =
        line.text.find(&format!(" {name}=\"")).map(|at| at + name.len() + 3).or_else(|| {
            let trimmed = line.trim();
            let begin = line.text.len() - line.text.trim_start().len();
            trimmed.text.starts_with(&format!("{name}=\"")).then_some(begin + name.len() + 2)
        })?;
    let value = line.skip(at);
    Some(value.to(value.text.find('"')?))
}
