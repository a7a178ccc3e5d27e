//! DIMACS and pseudo-Boolean solvers: a line `s` with the status, lines `v` with literals; also the
//! file that minisat writes, without letters.

use super::{Mistake, Piece, Reply, lines};
use crate::formulation::Model;
use crate::formulation::write::opb::{self, Bits};

/// Whether a text is of this form.
pub(super) fn is(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_end();
        line.starts_with("s ")
            || line.starts_with("v ")
            || matches!(line, "SAT" | "UNSAT" | "INDET")
    })
}

/// What a solver wrote.
#[derive(Default)]
struct Said<'a> {
    /// Whether there is a solution, if it says: `Some(None)` is that it does not know.
    status: Option<Option<bool>>,
    literals: Vec<Piece<'a>>,
}

impl<'a> Said<'a> {
    /// Reads the lines.
    ///
    /// # Errors
    /// A status that is none.
    fn of(text: &'a str) -> Result<Said<'a>, Mistake> {
        let mut all = Said::default();
        let mut bare = false;
        for line in lines(text) {
            let words = line.words();
            let Some(first) = words.first() else { continue };
            match first.text {
                "s" | "SAT" | "UNSAT" | "INDET" => {
                    bare |= first.text != "s";
                    let said = if first.text == "s" { line.skip(1).trim() } else { *first };
                    all.status = Some(match said.text {
                        "SATISFIABLE" | "OPTIMUM FOUND" | "SAT" => Some(true),
                        "UNSATISFIABLE" | "UNSAT" => Some(false),
                        "UNKNOWN" | "INDET" => None,
                        _ => return Err(said.mistake("SATISFIABLE, UNSATISFIABLE or UNKNOWN")),
                    });
                }
                "v" => all.literals.extend(&words[1..]),
                // Comments, statistics, values of an objective.
                "c" | "o" | "d" => {}
                _ if bare => all.literals.extend(&words),
                // What solvers say besides, without a letter.
                _ => {}
            }
        }
        Ok(all)
    }
}

/// Reads the solution.
///
/// # Errors
/// The first mistake.
pub(super) fn read(model: &Model, text: &str) -> Result<Reply, Mistake> {
    let Said { status, literals } = Said::of(text)?;
    match (status, literals.is_empty()) {
        (Some(Some(false)), _) => return Ok(Reply::Infeasible),
        (Some(None), _) | (None, true) => return Ok(Reply::Unknown),
        (Some(Some(true)), true) => {
            let end = lines(text).last().unwrap_or(Piece { text: "", line: 1, column: 1 });
            return Err(end
                .skip(end.text.len())
                .mistake("lines v with the literals of the solution"));
        }
        (_, false) => {}
    }
    // Pseudo-Boolean solvers write x1 -x2, the others 1 -2.
    let named = literals[0].text.contains('x');
    let bits = Bits::of(model);
    let known = if named { bits.len() as usize } else { model.variables().len() };
    let truth = truth(&literals, named, known)?;
    let value = |i: usize| {
        let numbers = if named { bits.bits(i) } else { i as u32 + 1..i as u32 + 2 };
        let all_known = numbers.clone().all(|n| truth[n as usize].is_some());
        let is = |n: u32| truth[n as usize] == Some(true);
        match (all_known, named) {
            (false, _) => None,
            (true, true) => Some(opb::value(model, &bits, i, &is)),
            (true, false) => Some(i64::from(is(numbers.start))),
        }
    };
    Ok(Reply::Solutions(vec![(0..model.variables().len()).map(value).collect()]))
}

/// Per number up to `known`, from 1, whether its literal is true. `named`: with an x before it.
///
/// # Errors
/// What is no literal, or contradicts an earlier one.
fn truth(literals: &[Piece<'_>], named: bool, known: usize) -> Result<Vec<Option<bool>>, Mistake> {
    let mut truth: Vec<Option<bool>> = vec![None; known + 1];
    for literal in literals {
        let (positive, rest) = match literal.text.strip_prefix(['-', '~']) {
            Some(rest) => (false, rest),
            None => (true, literal.text),
        };
        let digits = if named { rest.strip_prefix('x') } else { Some(rest) };
        let number = digits.and_then(|d| d.parse::<usize>().ok());
        match number {
            Some(0) if !named => break,
            // Booleans behind the model's own are nodes of sums.
            Some(n) if n > known && !named => {}
            Some(n) if n >= 1 && n <= known => match truth[n].replace(positive) {
                Some(before) if before != positive => {
                    return Err(literal.mistake("a literal whose negation does not stand before"));
                }
                _ => {}
            },
            _ if named => {
                return Err(literal.mistake(format!("a literal like x1 or -x1, up to x{known}")));
            }
            _ => return Err(literal.mistake("a literal like 1 or -1")),
        }
    }
    Ok(truth)
}
