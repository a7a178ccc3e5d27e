//! Patterns of places: the shape of a board, or where numbers are given.

/// Which places of a grid are cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub cols: u32,
    /// rows × cols, row-major: is there a cell?
    pub present: Vec<bool>,
}

impl Mask {
    /// The most rows or columns.
    pub const MOST: usize = 64;

    /// Reads the shape of a board: rows of `.` and `#`, with or without blanks between them; lines without either
    /// are passed over.
    ///
    /// # Errors
    /// A message, with the line and the column.
    pub fn parse(text: &str) -> Result<Mask, String> {
        let mut present = Vec::new();
        let (mut rows, mut cols) = (0, 0);
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |column: usize, found: &str, expected: &str| {
                format!("line {number}, column {column}: found {found}, expected {expected}")
            };
            let marks = line.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace());
            let marks: Vec<(usize, char)> = marks.take(Mask::MOST + 1).collect();
            if marks.is_empty() {
                continue;
            }
            if let Some((at, other)) = marks.iter().find(|(_, mark)| !matches!(mark, '.' | '#')) {
                let expected = "\".\" for a cell or \"#\" for none";
                return Err(wrong(at + 1, &format!("{other:?}"), expected));
            }
            (rows, cols) = (rows + 1, if rows == 0 { marks.len() } else { cols });
            if rows > Mask::MOST || marks.len() > Mask::MOST {
                return Err(format!("at most {} rows and columns are made here", Mask::MOST));
            }
            if marks.len() != cols {
                let expected = format!("a row of {cols}, as the first one");
                return Err(wrong(1, &format!("{} places", marks.len()), &expected));
            }
            present.extend(marks.iter().map(|(_, mark)| *mark == '.'));
        }
        Ok(Mask { rows: rows as u32, cols: cols as u32, present })
    }
}
