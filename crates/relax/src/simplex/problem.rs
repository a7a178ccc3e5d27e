//! A linear program: columns between bounds, rows between bounds, a column to be minimised.

/// Sparse vectors one after another, each a list of places with numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<(u32, f64)>,
}

impl Lists {
    /// `n` vectors, from entries in any order.
    fn gather(n: usize, entries: &[(u32, u32, f64)]) -> Lists {
        let mut starts = vec![0u32; n + 1];
        for &(list, ..) in entries {
            starts[list as usize + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut items = vec![(0, 0.0); entries.len()];
        for &(list, place, number) in entries {
            let at = &mut next[list as usize];
            items[*at as usize] = (place, number);
            *at += 1;
        }
        Lists { starts, items }
    }

    #[inline]
    pub fn of(&self, i: usize) -> &[(u32, f64)] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// The matrix and the costs of a linear program; its bounds lie with the solver, which moves them.
///
/// Variables are numbered: the structural ones (columns) first, then one for each row, its *activity*: each row states
/// that the sum of its terms minus the activity is 0, and its bounds are those of the activity.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) columns: Lists,
    pub(super) rows: Lists,
    pub(super) cost: Vec<f64>,
    /// The factor of each row, a power of two, that makes its largest coefficient about one.
    pub(super) scale: Vec<f64>,
    /// A column that stands in one row only and bears all the cost, with that row.
    pub(super) goal: Option<(u32, u32)>,
}

impl Problem {
    /// A program with these numbers of columns and rows, and entries (row, column, coefficient): at most one for each
    /// place. The column of `goal` is minimised; its row is the only one it stands in.
    pub fn new(
        columns: usize,
        rows: usize,
        entries: &[(u32, u32, f64)],
        goal: Option<(u32, u32)>,
    ) -> Problem {
        let mut most = vec![0.0f64; rows];
        for &(row, _, a) in entries {
            most[row as usize] = most[row as usize].max(a.abs());
        }
        let power = |most: &f64| if *most > 0.0 { (-most.log2().round()).exp2() } else { 1.0 };
        let scale: Vec<f64> = most.iter().map(power).collect();
        let scaled = |&(row, column, a): &(u32, u32, f64)| (row, column, a * scale[row as usize]);
        let by_row: Vec<_> = entries.iter().map(scaled).collect();
        let by_column: Vec<_> = by_row.iter().map(|&(row, column, a)| (column, row, a)).collect();
        let mut cost = vec![0.0; columns];
        let columns = Lists::gather(columns, &by_column);
        if let Some((goal, _)) = goal {
            cost[goal as usize] = 1.0;
        }
        Problem { columns, rows: Lists::gather(rows, &by_row), cost, scale, goal }
    }

    /// The same with more rows and their entries, whose rows are counted from the first one that is new.
    pub(super) fn with_rows(&self, rows: usize, entries: &[(u32, u32, f64)]) -> Problem {
        let more = Problem::new(self.columns(), rows, entries, None);
        let mut by_row = Vec::new();
        let mut row = 0;
        for of in [self, &more] {
            for i in 0..of.rows() {
                by_row.extend(of.rows.of(i).iter().map(|&(column, a)| (row, column, a)));
                row += 1;
            }
        }
        let by_column: Vec<_> = by_row.iter().map(|&(row, column, a)| (column, row, a)).collect();
        Problem {
            columns: Lists::gather(self.columns(), &by_column),
            rows: Lists::gather(row as usize, &by_row),
            cost: self.cost.clone(),
            scale: self.scale.iter().chain(&more.scale).copied().collect(),
            goal: self.goal,
        }
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.cost.len()
    }

    /// The number of coefficients that are not 0.
    pub fn entries(&self) -> usize {
        self.rows.items.len()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.scale.len()
    }
}
