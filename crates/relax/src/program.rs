//! The rows of a relaxation, over variables of a network.

use clew_engine::kernel::{IntervalId, Lit, Store, VarId};
use clew_engine::propagators::linear::Part;

/// The meaning of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The value of a variable, from 0 on.
    Var(VarId),
    /// The value of an interval variable, from 0 on.
    Interval(IntervalId),
    /// 1 while the literal is true, 0 while it is false.
    Lit(Lit),
    /// A variable of the rows alone, with its ends: for each solution of the network it has a value that satisfies them.
    Own(i64, i64),
}

impl Column {
    /// Its ends at the moment.
    pub fn bounds(self, store: &Store) -> (i64, i64) {
        match self {
            Column::Var(x) => {
                let domain = store.domain(x);
                (domain.min().into(), domain.max().into())
            }
            Column::Interval(x) => (store.low(x), store.high(x)),
            Column::Lit(l) => (store.is_true(l).into(), i64::from(!store.is_false(l))),
            Column::Own(low, high) => (low, high),
        }
    }

    /// The column with a coefficient as a term of a sum; `None` for a variable of the rows alone.
    pub(crate) fn part(self, c: i64) -> Option<Part> {
        match self {
            Column::Var(x) => Some(Part::Var(x, c)),
            Column::Interval(x) => Some(Part::Interval(x, c)),
            Column::Lit(l) => Some(Part::Lit(l, c)),
            Column::Own(..) => None,
        }
    }
}

/// A sum of columns between two bounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Columns by their numbers, each at most once, with coefficients that are not 0.
    pub terms: Vec<(u32, i64)>,
    /// The least sum; `i64::MIN` for none.
    pub low: i64,
    /// The largest sum; `i64::MAX` for none.
    pub high: i64,
}

/// Rows over columns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The columns; each variable and each atom is one of them at most.
    pub columns: Vec<Column>,
    /// The rows, consequences of the constraints of the network.
    pub rows: Vec<Row>,
    /// The column to be minimised, and the row that defines it, in which alone it stands.
    pub goal: Option<(u32, u32)>,
}
