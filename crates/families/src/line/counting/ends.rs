//! Where a line may end and in how many directions an undirected line is read.

use super::Unsupported;
use crate::Line;
use clew_puzzle::puzzle::Cell;

/// The given ends of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ends {
    /// The cells of number 1 and of number N, where given.
    given: [Option<Cell>; 2],
    /// There are none: the line is closed.
    none: bool,
}

impl Ends {
    /// Of a closed line.
    pub const NONE: Ends = Ends { given: [None; 2], none: true };

    /// Whether the line is closed.
    pub fn is_closed(&self) -> bool {
        self.none
    }

    /// The given ends of a line.
    ///
    /// # Errors
    /// [`Unsupported::Numbers`] if another number is given.
    pub fn new(line: &Line) -> Result<Ends, Unsupported> {
        let length = line.board.len() as u32;
        let mut given = [None; 2];
        for (cell, number) in line.given.iter().enumerate() {
            match *number {
                None => {}
                Some(1) => given[0] = Some(cell as Cell),
                Some(n) if n == length => given[1] = Some(cell as Cell),
                Some(_) => return Err(Unsupported::Numbers),
            }
        }
        Ok(Ends { given, none: false })
    }

    /// Whether the line may end in this cell.
    pub fn may(&self, cell: Cell) -> bool {
        !self.none && (self.given.contains(&Some(cell)) || self.given.contains(&None))
    }

    /// Whether the line must end in this cell.
    pub fn must(&self, cell: Cell) -> bool {
        self.given.contains(&Some(cell))
    }

    /// How many fillings an undirected line of two or more cells is: 2 if both ends are free.
    pub fn directions(&self) -> u32 {
        if self.given == [None; 2] && !self.none { 2 } else { 1 }
    }
}
