//! Lists of names and values: the solution files of HiGHS, SCIP, CBC and Gurobi.

use super::{Mistake, Names, Piece, Reply, lines, zeros};

/// The expected text where none of the forms begins.
const FORMS: &str = "a solution file of HiGHS, SCIP, CBC, Gurobi or CPLEX, or the output of a MiniZinc, \
                     FlatZinc, pseudo-Boolean or DIMACS solver";

/// Beginnings of lines of a SCIP file that are no variables; its libraries leave out the first.
const SCIP: [&str; 3] = ["solution status:", "objective value:", "no solution available"];

/// Reads the file of any of these solvers.
///
/// # Errors
/// The first mistake.
pub(super) fn read(names: &Names<'_>, text: &str) -> Result<Reply, Mistake> {
    let all = lines(text).map(Piece::trim).skip_while(|line| line.text.is_empty());
    let Some(first) = all.clone().next() else {
        return Err(Piece { text: "", line: 1, column: 1 }.mistake(FORMS));
    };
    if first.text.starts_with("Model status") {
        return highs(names, first, all);
    }
    if SCIP.iter().any(|head| first.text.starts_with(head)) {
        return scip(names, first, all);
    }
    // CBC writes "Optimal - objective value 0.0", also for a model without an objective.
    if first.text.contains("objective value") && !first.text.starts_with('#') {
        return cbc(names, first, all);
    }
    let pair = first.words().count() == 2;
    if first.text.starts_with('#') || pair {
        return gurobi(names, first, all);
    }
    Err(first.mistake(FORMS))
}

/// The solution of lines, each with a name and its value.
fn solution<'a>(
    names: &Names<'_>,
    pairs: impl Iterator<Item = Result<(Piece<'a>, Piece<'a>), Mistake>>,
) -> Result<Reply, Mistake> {
    let mut values = names.nothing();
    for pair in pairs {
        let (name, value) = pair?;
        names.set(&mut values, name, value)?;
    }
    zeros(names.model, &mut values);
    Ok(Reply::Solutions(vec![values]))
}

/// The name and the value at the beginning of a line.
fn pair(line: Piece<'_>) -> Result<(Piece<'_>, Piece<'_>), Mistake> {
    match line.first() {
        [Some(name), Some(value)] => Ok((name, value)),
        _ => Err(line.skip(line.text.len()).mistake("a name and a value")),
    }
}

/// HiGHS, the raw style: sections, of which the columns of the primal solution are read.
fn highs<'a>(
    names: &Names<'_>,
    first: Piece<'a>,
    all: impl Iterator<Item = Piece<'a>> + Clone,
) -> Result<Reply, Mistake> {
    let status = all.clone().nth(1).unwrap_or(first);
    let behind = |mark: &'static str| {
        let mut rest = all.clone();
        rest.any(|line| line.text.starts_with(mark)).then_some(rest)
    };
    let primal = "# Primal solution values";
    let mut rest = all.clone();
    let feasible = rest.any(|line| line.text == primal).then_some(rest);
    let is_feasible =
        feasible.clone().and_then(|mut rest| rest.next()).is_some_and(|l| l.text == "Feasible");
    match (status.text, behind("# Columns")) {
        ("Infeasible", _) => Ok(Reply::Infeasible),
        (_, Some(columns)) if is_feasible => {
            let inside = columns.take_while(|line| !line.text.starts_with('#'));
            solution(names, inside.filter(|line| !line.text.is_empty()).map(pair))
        }
        _ if feasible.is_some() => Ok(Reply::Unknown),
        _ => {
            Err(status.mistake("the raw style of HiGHS, with a section of primal solution values"))
        }
    }
}

/// SCIP: a status, the objective, the variables that are not 0.
fn scip<'a>(
    names: &Names<'_>,
    first: Piece<'a>,
    all: impl Iterator<Item = Piece<'a>> + Clone,
) -> Result<Reply, Mistake> {
    if all.clone().any(|line| line.text.starts_with("no solution available")) {
        let infeasible = first.text.contains("infeasible");
        return Ok(if infeasible { Reply::Infeasible } else { Reply::Unknown });
    }
    let ours = |line: &Piece<'_>| {
        !line.text.is_empty() && !SCIP.iter().any(|head| line.text.starts_with(head))
    };
    solution(names, all.filter(ours).map(pair))
}

/// CBC: a status with the objective, then number, name, value and reduced cost of columns that are not 0; `**` marks a
/// column that violates a bound.
fn cbc<'a>(
    names: &Names<'_>,
    first: Piece<'a>,
    all: impl Iterator<Item = Piece<'a>> + Clone,
) -> Result<Reply, Mistake> {
    let status = first.text.to_ascii_lowercase();
    if status.contains("infeasible") {
        return Ok(Reply::Infeasible);
    }
    if status.contains("no integer solution") {
        // The lines that follow are values of the relaxation.
        return Ok(Reply::Unknown);
    }
    let mut columns = all.skip(1).filter(|line| !line.text.is_empty()).peekable();
    if columns.peek().is_none() && !status.starts_with("optimal") {
        return Ok(Reply::Unknown);
    }
    let column = |line: Piece<'a>| match line.first() {
        [Some(mark), _, Some(name), Some(value)] if mark.text == "**" => Ok((name, value)),
        [Some(mark), ..] if mark.text == "**" => Err(line.mistake(COLUMN)),
        [_, Some(name), Some(value), _] => Ok((name, value)),
        _ => Err(line.mistake(COLUMN)),
    };
    solution(names, columns.map(column))
}

/// The fields of a line of CBC.
const COLUMN: &str = "number, name, value and reduced cost of a column";

/// Gurobi: comments, then all names with their values.
fn gurobi<'a>(
    names: &Names<'_>,
    first: Piece<'a>,
    all: impl Iterator<Item = Piece<'a>> + Clone,
) -> Result<Reply, Mistake> {
    let ours = |line: &Piece<'_>| !line.text.is_empty() && !line.text.starts_with('#');
    let mut pairs = all.filter(ours).peekable();
    if pairs.peek().is_none() {
        return Err(first.mistake("the values of variables below"));
    }
    solution(names, pairs.map(pair))
}
