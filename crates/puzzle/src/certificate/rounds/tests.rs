use crate::certificate::derive::{Square, Step, Tip};
use crate::certificate::literal::Literal;
use crate::certificate::{Opb, ProofFile, Prover};
use clew_engine::run::Budget;

/// Neighbours on two rows of three cells.
const PAIRS: [[usize; 2]; 7] = [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]];

/// Numbers from 1 to 6 on these cells, with their edges; for each pair its edge, for each cell "the line ends here".
fn board() -> (Opb, Vec<Literal>, Vec<Literal>) {
    let mut opb = Opb::new();
    let held: Vec<Vec<Literal>> = (0..6)
        .map(|c| (0..6).map(|k| opb.variable(&*format!("x_r1c{}_{}", c + 1, k + 1))).collect())
        .collect();
    let mut square = Square { lines: Vec::new(), values: Vec::new() };
    for held in &held {
        let [least, _] = opb.exactly_one(held);
        square.lines.push((held.iter().copied().enumerate().collect(), least));
    }
    for k in 0..6 {
        let there: Vec<Literal> = held.iter().map(|held| held[k]).collect();
        square.values.push(opb.exactly_one(&there)[1]);
    }
    opb.derivations.squares.push(square);
    let mut edges = Vec::new();
    for [a, b] in PAIRS {
        let edge = opb.variable(&*format!("e_r1c{}_r1c{}", a + 1, b + 1));
        edges.push(edge);
        for cells in [[a, b], [b, a]] {
            opb.derivations.steps.push(Step { cells, arc: None, edge, rises: [None; 2] });
            for (k, &here) in held[cells[0]].iter().enumerate() {
                let beside = [k.checked_sub(1), Some(k + 1)].into_iter().flatten();
                let there = beside.filter_map(|k| held[cells[1]].get(k).copied());
                opb.clause([!edge, !here].into_iter().chain(there.collect::<Vec<_>>()));
            }
        }
    }
    let mut ends = Vec::new();
    for (c, held) in held.iter().enumerate() {
        let inside = opb.word(&*format!("i_r1c{}", c + 1), [!held[0], !held[5]]);
        ends.push(!inside);
        let end = [Some(held[0]), Some(held[5])];
        opb.derivations.tips.push(Tip { places: None, end, word: Some(!inside) });
    }
    (opb, edges, ends)
}

/// Whether a clause follows with this limit of looks, and how many rows were written.
fn derives(opb: &Opb, clause: &[Literal], looks: u32) -> (bool, u64) {
    let file = ProofFile::new(opb, Box::new(|_| true));
    let mut prover =
        Prover::new(opb, Default::default(), file, Budget::default(), Default::default());
    prover.define(clause);
    assert!(prover.checker.follows(clause).is_none(), "it takes lemmas");
    let done = prover.refute(clause, looks);
    assert_eq!(done, prover.checker.follows(clause).is_some());
    (done, prover.effort.lemmas)
}

#[test]
fn a_loop_has_a_lemma_for_a_number_and_a_direction() {
    let (opb, edges, _) = board();
    let around = [0, 5, 2, 4].map(|pair| !edges[pair]);
    let (done, lemmas) = derives(&opb, &around, 1);
    assert!(done);
    assert!(lemmas <= 2 * 6 + 1, "{lemmas}");
}

#[test]
fn a_line_that_ends_too_early_has_a_lemma_for_each_end() {
    let (opb, edges, ends) = board();
    let short = [!edges[0], !edges[1], !ends[0], !ends[2]];
    let (done, lemmas) = derives(&opb, &short, 1);
    assert!(done);
    assert!(lemmas <= 3, "{lemmas}");
    let whole = [0, 1, 6, 3, 2].map(|pair| !edges[pair]);
    let whole: Vec<Literal> = whole.into_iter().chain([!ends[0], !ends[3]]).collect();
    assert!(!derives(&opb, &whole, 50).0, "that is a solution");
}
