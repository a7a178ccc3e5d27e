//! `bigm`: one integer per cell, links to neighbours, big-M rows between them.
//!
//! Source: the model 55_Hidato, constraints (1) to (5). Its indicator functions in (1) are Booleans x
//! that add up to the value. Its conditions "for all cells with a value below N" in (3) are rows too:
//! N - v <= (N - 1) sum of links, and v + sum of links <= N.

use super::{Line, NO_DATA, ampl, answer_of, arcs, at_cells, in_order, numbers, steps, turns};
use clew_puzzle::formulation::{Model, Relation, Var};
use clew_puzzle::puzzle::formulated::{cell_name, step_name};
use clew_puzzle::puzzle::{Answer, AnswerMapping, Cell, Formulated};

/// The model for data in AMPL.
const AMPL: &str = include_str!("bigm.mod");

/// States the line, or the one with the fewest turns.
///
/// # Errors
/// If the model would be too large.
pub(super) fn build(line: &Line, stops: &[Cell], few_turns: bool) -> Result<Formulated, String> {
    let board = &line.board;
    let (n, edges) = (board.len() as u64, board.edges().len() as u64);
    Model::fits(n * n + n + 2 * edges, n * n * 3 + 24 * edges + 10 * n)?;
    let mut model = Model::new();
    let n = board.len() as u32;
    let big = i64::from(n);
    let v: Vec<Var> =
        (0..n).map(|c| model.integer(cell_name("v", board, c, None), 1, big)).collect();
    let arcs = arcs(board);
    let y: Vec<Var> =
        arcs.iter().map(|&[p, q]| model.boolean(step_name("y", board, p, q))).collect();
    let name = |c, k| cell_name("x", board, c, Some(k));
    let x: Vec<Vec<Var>> =
        (0..n).map(|c| (1..=n).map(|k| model.boolean(name(c, k))).collect()).collect();
    let [out, into] = [0, 1].map(|side| at_cells(n as usize, &arcs, &y, side));
    // (1)
    for (c, row) in (0..n).zip(&x) {
        let sum = (1..).zip(row).map(|(k, &var)| (-k, var));
        let terms = std::iter::once((1, v[c as usize])).chain(sum);
        model.row(cell_name("value", board, c, None), terms, Relation::Equal, 0);
        let one = row.iter().map(|&var| (1, var));
        model.row(cell_name("cell", board, c, None), one, Relation::Equal, 1);
    }
    for k in 1..=n {
        let cells = x.iter().map(|row| (1, row[k as usize - 1]));
        model.row(format!("number_{k}"), cells, Relation::Equal, 1);
    }
    // (2)
    for (c, given) in (0..n).zip(&line.given) {
        if let &Some(k) = given {
            let name = cell_name("given", board, c, None);
            model.row(name, [(1, v[c as usize])], Relation::Equal, k.into());
        }
    }
    for [a, b] in in_order(stops) {
        let rise = [(1, v[b as usize]), (-1, v[a as usize])];
        model.row(step_name("after", board, a, b), rise, Relation::Least, 1);
    }
    // (3): a link leaves unless the value is N; one enters unless it is 1.
    for c in 0..n {
        let i = c as usize;
        let mut row = |name: &str, links: &[Var], factor: i64, value: i64, relation, constant| {
            let mut terms: Vec<(i64, Var)> = links.iter().map(|&var| (factor, var)).collect();
            if value != 0 {
                terms.push((value, v[i]));
            }
            terms.retain(|(factor, _)| *factor != 0);
            model.row(cell_name(name, board, c, None), terms, relation, constant);
        };
        row("leaves", &out[i], 1, 0, Relation::Most, 1);
        row("next", &out[i], big - 1, 1, Relation::Least, big);
        row("last", &out[i], 1, 1, Relation::Most, big);
        row("enters", &into[i], 1, 0, Relation::Most, 1);
        row("previous", &into[i], big - 1, -1, Relation::Least, -1);
        row("first", &into[i], 1, -1, Relation::Most, -1);
    }
    // (4)
    for (&[p, q], &link) in arcs.iter().zip(&y) {
        let [from, to] = [p, q].map(|c| v[c as usize]);
        let ahead = |factor| [(1, to), (-1, from), (factor, link)];
        model.row(step_name("least", board, p, q), ahead(-big), Relation::Least, 1 - big);
        model.row(step_name("most", board, p, q), ahead(big), Relation::Most, 1 + big);
    }
    model.push_comment(
        "v_r_c: the number in row r, column c. y_r_c_s_d = 1: the next one is in row s, column d.",
    );
    model.push_comment("x_r_c_k = 1: v_r_c is k.");
    let telling = y.clone();
    let steps: Vec<([Cell; 2], Var)> = arcs.iter().copied().zip(y).collect();
    let spelling = Box::new(Values { v, arcs });
    let stated =
        Formulated::new(model, spelling, telling, NO_DATA).with_ampl(AMPL, ampl(line, stops));
    if few_turns { turns::fewest(stated, board, &steps) } else { Ok(stated) }
}

/// The variable of each cell's number, and the arcs between.
#[derive(Debug)]
struct Values {
    v: Vec<Var>,
    arcs: Vec<[Cell; 2]>,
}

impl AnswerMapping for Values {
    fn values(&self, answer: &Answer) -> Vec<i64> {
        let numbers = numbers(answer);
        let values = numbers.iter().map(|&k| i64::from(k));
        let links = self.arcs.iter().map(|&arc| i64::from(steps(answer, arc)));
        let is = |&number: &u32| (1..=numbers.len() as u32).map(move |k| i64::from(k == number));
        values.chain(links).chain(numbers.iter().flat_map(is)).collect()
    }

    fn answer(&self, value: &dyn Fn(Var) -> Result<i64, String>) -> Result<Answer, String> {
        answer_of(self.v.iter().map(|&var| value(var)))
    }
}
