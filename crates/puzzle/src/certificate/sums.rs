//! Sums of rows as rows of the proof.

use super::checker::Failed;
use super::literal::Literal;
use super::opb::Row;
use super::prover::Prover;
use smallvec::SmallVec;

impl Prover<'_> {
    /// Adds the sum of rows at the root; with `divides` as a clause. Returns its row; `None` if the sum is trivial.
    pub(super) fn sum(&mut self, rows: &[u32], divides: bool) -> Option<u32> {
        self.checker.undo();
        self.join_sum(rows, divides).map(|(row, _)| row)
    }

    /// The same while literals are assumed ([`super::Checker::join`]), with the row that fails then.
    pub(super) fn join_sum(
        &mut self,
        rows: &[u32],
        divides: bool,
    ) -> Option<(u32, Result<(), Failed>)> {
        let [mut vars, mut weights] = std::mem::take(&mut self.adding);
        weights.resize(self.opb.variables(), 0);
        let mut degree = 0i64;
        for &r in rows {
            let row = self.checker.row(r);
            degree += i64::from(row.degree);
            for (weight, l) in row.terms() {
                let (weight, sum) = (i64::from(weight), &mut weights[l.var()]);
                if *sum == 0 {
                    vars.push(l.var() as i64);
                }
                if l.is_affirmed() {
                    *sum += weight;
                } else {
                    *sum -= weight;
                    degree -= weight;
                }
            }
        }
        // Most terms of a sum cancel.
        vars.retain(|&v| weights[v as usize] != 0);
        vars.sort_unstable();
        vars.dedup();
        let left = vars.iter().map(|&v| (v as usize, std::mem::take(&mut weights[v as usize])));
        let sum: SmallVec<[(usize, i64); 32]> = left.collect();
        vars.clear();
        self.adding = [vars, weights];
        degree += sum.iter().map(|term| (-term.1).max(0)).sum::<i64>();
        let says = degree > 0 && !rows.is_empty();
        says.then(|| self.add_sum(rows, &sum, degree, divides))
    }

    fn add_sum(
        &mut self,
        rows: &[u32],
        sum: &[(usize, i64)],
        degree: i64,
        divides: bool,
    ) -> (u32, Result<(), Failed>) {
        let ids = rows.iter().map(|&r| self.checker.id(r));
        let id = self.file.sum(ids, divides.then_some(degree as u32));
        let lits: SmallVec<[Literal; 32]> =
            sum.iter().map(|&(v, weight)| Literal::new(v, weight > 0)).collect();
        self.effort.lemmas += 1;
        if divides {
            // After the division every weight is 1.
            return self.checker.join(Row::clause(&lits), id);
        }
        let mut weights: SmallVec<[u32; 32]> =
            sum.iter().map(|term| term.1.unsigned_abs() as u32).collect();
        if weights.iter().all(|&weight| weight == 1) {
            weights.clear();
        }
        let row = Row { lits: &lits, weights: &weights, degree: degree as u32 };
        self.checker.join(row, id)
    }
}
