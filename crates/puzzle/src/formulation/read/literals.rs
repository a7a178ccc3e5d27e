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

/// Goes through the relevant lines: passes on the status of a line, or its literals. If the status is a bare word,
/// lines without a letter contain literals.
///
/// # Errors
/// Those of `see`.
fn each<'a>(
    text: &'a str,
    mut see: impl FnMut(Option<Piece<'a>>, &mut dyn Iterator<Item = Piece<'a>>) -> Result<(), Mistake>,
) -> Result<(), Mistake> {
    let mut bare = false;
    for line in lines(text) {
        let mut words = line.words();
        let mut none = std::iter::empty();
        match words.next() {
            None => {}
            Some(first) => match first.text {
                "s" => see(Some(line.skip(1).trim()), &mut none)?,
                "SAT" | "UNSAT" | "INDET" => {
                    bare = true;
                    see(Some(first), &mut none)?;
                }
                "v" => see(None, &mut words)?,
                // Comments, statistics, values of an objective.
                "c" | "o" | "d" => {}
                _ if bare => see(None, &mut line.words())?,
                // Other output of solvers, without a letter.
                _ => {}
            },
        }
    }
    Ok(())
}

/// Reads the solution.
///
/// # Errors
/// The first mistake.
pub(super) fn read(model: &Model, text: &str) -> Result<Reply, Mistake> {
    // Whether there is a solution, if the status is there: `Some(None)` stands for unknown.
    let mut status: Option<Option<bool>> = None;
    let mut first: Option<Piece<'_>> = None;
    each(text, |said, literals| {
        first = first.or_else(|| literals.next());
        let Some(said) = said else { return Ok(()) };
        status = Some(match said.text {
            "SATISFIABLE" | "OPTIMUM FOUND" | "SAT" => Some(true),
            "UNSATISFIABLE" | "UNSAT" => Some(false),
            "UNKNOWN" | "INDET" => None,
            _ => return Err(said.mistake("SATISFIABLE, UNSATISFIABLE or UNKNOWN")),
        });
        Ok(())
    })?;
    let first = match (status, first) {
        (Some(Some(false)), _) => return Ok(Reply::Infeasible),
        (Some(None), _) | (None, None) => return Ok(Reply::Unknown),
        (Some(Some(true)), None) => {
            let end = lines(text).last().unwrap_or(Piece { text: "", line: 1, column: 1 });
            return Err(end
                .skip(end.text.len())
                .mistake("lines v with the literals of the solution"));
        }
        (_, Some(first)) => first,
    };
    // Pseudo-Boolean solvers write x1 -x2, the others 1 -2.
    let named = first.text.contains('x');
    let bits = Bits::new(model);
    let known = if named { bits.len() as usize } else { model.variables().len() };
    let mut truth = Truth { known: vec![None; known + 1], named, ended: false };
    each(text, |_, literals| {
        for literal in literals {
            truth.take(literal)?;
        }
        Ok(())
    })?;
    let truth = truth.known;
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

/// The values of literals.
struct Truth {
    /// Per number, from 1, whether its literal is true.
    known: Vec<Option<bool>>,
    /// Whether there is an x before numbers.
    named: bool,
    /// Whether a 0 ended them.
    ended: bool,
}

impl Truth {
    /// Takes in a literal.
    ///
    /// # Errors
    /// If it is none, or contradicts an earlier one.
    fn take(&mut self, literal: Piece<'_>) -> Result<(), Mistake> {
        if self.ended {
            return Ok(());
        }
        let (named, most) = (self.named, self.known.len() - 1);
        let (positive, rest) = match literal.text.strip_prefix(['-', '~']) {
            Some(rest) => (false, rest),
            None => (true, literal.text),
        };
        let digits = if named { rest.strip_prefix('x') } else { Some(rest) };
        let number = digits.and_then(|d| d.parse::<usize>().ok());
        match number {
            Some(0) if !named => self.ended = true,
            // Booleans after the model's own are nodes of sums.
            Some(n) if n > most && !named => {}
            Some(n) if n >= 1 && n <= most => match self.known[n].replace(positive) {
                Some(before) if before != positive => {
                    return Err(literal.mistake("a literal whose negation does not stand before"));
                }
                _ => {}
            },
            _ if named => {
                return Err(literal.mistake(format!("a literal like x1 or -x1, up to x{most}")));
            }
            _ => return Err(literal.mistake("a literal like 1 or -1")),
        }
        Ok(())
    }
}
