//! Lists of names and values: the solution files of HiGHS, SCIP, CBC and Gurobi.

use super::{Mistake, Names, Piece, Reply, lines, zeros};

/// What is expected where none of the forms begins.
const FORMS: &str = "a solution file of HiGHS, SCIP, CBC, Gurobi or CPLEX, or the output of a MiniZinc, \
                     FlatZinc, pseudo-Boolean or DIMACS solver";

/// What the lines of a SCIP file begin with that are no variables; its libraries leave the first out.
const SCIP: [&str; 3] = ["solution status:", "objective value:", "no solution available"];

/// Reads the file of whichever of them wrote it.
///
/// # Errors
/// The first mistake.
pub(super) fn read(names: &Names<'_>, text: &str) -> Result<Reply, Mistake> {
    let all: Vec<Piece<'_>> = lines(text).map(Piece::trim).collect();
    let Some(start) = all.iter().position(|line| !line.text.is_empty()) else {
        return Err(Piece { text: "", line: 1, column: 1 }.mistake(FORMS));
    };
    let all = &all[start..];
    let first = all[0];
    if first.text.starts_with("Model status") {
        return highs(names, all);
    }
    if SCIP.iter().any(|head| first.text.starts_with(head)) {
        return scip(names, all);
    }
    // CBC says "Optimal - objective value 0.0"; also where there is none.
    if first.text.contains("objective value") && !first.text.starts_with('#') {
        return cbc(names, all);
    }
    let pair = first.words().len() == 2;
    if first.text.starts_with('#') || pair {
        return gurobi(names, all);
    }
    Err(first.mistake(FORMS))
}

fn solution(names: &Names<'_>, pairs: &[(Piece<'_>, Piece<'_>)]) -> Result<Reply, Mistake> {
    let mut values = names.nothing();
    for &(name, value) in pairs {
        names.set(&mut values, name, value)?;
    }
    zeros(names.model, &mut values);
    Ok(Reply::Solutions(vec![values]))
}

/// The name and the value at the beginning of a line.
fn pair<'a>(line: Piece<'a>) -> Result<(Piece<'a>, Piece<'a>), Mistake> {
    match line.words()[..] {
        [name, value, ..] => Ok((name, value)),
        _ => Err(line.skip(line.text.len()).mistake("a name and a value")),
    }
}

/// HiGHS, the raw style: sections, of which the columns of the primal solution count.
fn highs(names: &Names<'_>, all: &[Piece<'_>]) -> Result<Reply, Mistake> {
    let status = all.get(1).copied().unwrap_or(all[0]);
    let columns = all.iter().position(|line| line.text.starts_with("# Columns"));
    let feasible = all.iter().position(|line| line.text == "# Primal solution values");
    let is_feasible = feasible.and_then(|i| all.get(i + 1)).is_some_and(|l| l.text == "Feasible");
    match (status.text, columns) {
        ("Infeasible", _) => Ok(Reply::Infeasible),
        (_, Some(columns)) if is_feasible => {
            let section = &all[columns + 1..];
            let inside = section.iter().take_while(|line| !line.text.starts_with('#'));
            let pairs: Result<Vec<_>, _> =
                inside.filter(|line| !line.text.is_empty()).map(|line| pair(*line)).collect();
            solution(names, &pairs?)
        }
        _ if feasible.is_some() => Ok(Reply::Unknown),
        _ => {
            Err(status.mistake("the raw style of HiGHS, with a section of primal solution values"))
        }
    }
}

/// SCIP: a status, the objective, the variables that are not 0.
fn scip(names: &Names<'_>, all: &[Piece<'_>]) -> Result<Reply, Mistake> {
    if all.iter().any(|line| line.text.starts_with("no solution available")) {
        let infeasible = all[0].text.contains("infeasible");
        return Ok(if infeasible { Reply::Infeasible } else { Reply::Unknown });
    }
    let ours = |line: &&Piece<'_>| {
        !line.text.is_empty() && !SCIP.iter().any(|head| line.text.starts_with(head))
    };
    let pairs: Result<Vec<_>, _> = all.iter().filter(ours).map(|line| pair(*line)).collect();
    solution(names, &pairs?)
}

/// CBC: a status with the objective, then number, name, value and reduced cost of columns that are
/// not 0; `**` stands before what breaks a bound.
fn cbc(names: &Names<'_>, all: &[Piece<'_>]) -> Result<Reply, Mistake> {
    let status = all[0].text.to_ascii_lowercase();
    if status.contains("infeasible") {
        return Ok(Reply::Infeasible);
    }
    if status.contains("no integer solution") {
        // What follows are values of the relaxation.
        return Ok(Reply::Unknown);
    }
    let mut pairs = Vec::new();
    for line in all[1..].iter().filter(|line| !line.text.is_empty()) {
        let words = line.words();
        let words = if words[0].text == "**" { &words[1..] } else { &words[..] };
        match words[..] {
            [_, name, value, ..] => pairs.push((name, value)),
            _ => return Err(line.mistake("number, name, value and reduced cost of a column")),
        }
    }
    if pairs.is_empty() && !status.starts_with("optimal") {
        return Ok(Reply::Unknown);
    }
    solution(names, &pairs)
}

/// Gurobi: comments, then all names with their values.
fn gurobi(names: &Names<'_>, all: &[Piece<'_>]) -> Result<Reply, Mistake> {
    let ours = |line: &&Piece<'_>| !line.text.is_empty() && !line.text.starts_with('#');
    let pairs: Result<Vec<_>, _> = all.iter().filter(ours).map(|line| pair(*line)).collect();
    let pairs = pairs?;
    if pairs.is_empty() {
        return Err(all[0].mistake("the values of variables below"));
    }
    solution(names, &pairs)
}
