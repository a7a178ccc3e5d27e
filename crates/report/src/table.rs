//! Tables of text: the first column aligned to the left, the others to the right.

use super::csv;

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A text.
    Text(String),
    /// A number with the given number of digits after the point.
    Number(f64, usize),
    /// A share, 0 to 1, with a bar.
    Share(f64),
    /// A number, with a bar of a share, 0 to 1.
    Weighted(u64, f64),
    /// An empty cell.
    Nothing,
}

impl Cell {
    /// A whole number.
    pub fn count(n: u64) -> Cell {
        Cell::Number(n as f64, 0)
    }

    /// As text, a dash for nothing.
    fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(n, digits) => format!("{n:.digits$}"),
            Cell::Share(share) => format!("{:.1} %", 100.0 * share),
            Cell::Weighted(n, _) => n.to_string(),
            Cell::Nothing => "-".into(),
        }
    }
}

/// Cells with their meaning, for text and for pages.
#[derive(Clone, PartialEq, Debug)]
pub struct Cells {
    /// The names of the columns.
    pub(crate) head: Vec<String>,
    /// Rows as long as the head.
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Cells {
    /// Rows with a head of the same length.
    pub fn new<S: Into<String>>(
        head: impl IntoIterator<Item = S>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Cells {
        Cells { head: head.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect() }
    }

    /// The table as text, as [`Table::text`].
    pub fn text(&self) -> String {
        let mut table = Table::new(self.head.iter().cloned());
        self.rows.iter().for_each(|row| table.row(row.iter().map(Cell::text)));
        table.text()
    }
}

/// Rows of cells; the first row is the head.
#[derive(Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a head.
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Table {
        let mut table = Table::default();
        table.row(head);
        table
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table, columns two blanks apart.
    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![0; columns];
        for row in &self.rows {
            for (w, cell) in widths.iter_mut().zip(row) {
                *w = cell.chars().count().max(*w);
            }
        }
        let mut out = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for (i, (cell, &w)) in row.iter().zip(&widths).enumerate() {
                if i == 0 {
                    line += &format!("{cell:<w$}");
                } else {
                    line += &format!("  {cell:>w$}");
                }
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }

    /// The table as comma-separated values.
    pub fn csv(&self) -> String {
        self.rows.iter().map(csv::row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_csv_is_quoted() {
        let mut table = Table::new(["name", "n"]);
        table.row(["a,b", "12"]);
        table.row(["c", "3"]);
        assert_eq!(table.text(), "name   n\na,b   12\nc      3\n");
        assert_eq!(table.csv(), "name,n\n\"a,b\",12\nc,3\n");
    }
}
