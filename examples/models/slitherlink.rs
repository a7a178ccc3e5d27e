//! Slitherlink: one closed loop along the lines of a grid; a number is how many sides of its cell are on it.
//!
//! The example of the article on Slitherlink in Wikipedia, which has one solution; and, without any number, the
//! loops in a grid of 3 x 3 cells, of which there are 213 (OEIS A140517).

use clew::model::{Bool, Expr, Graph, Model, ModelError, Options, Solution, Verdict};

const CLUES: [&str; 6] = ["....0.", "33..1.", "..12..", "..20..", ".1..11", ".2...."];

/// A grid of cells with its corners, and the sides between them.
struct Grid {
    width: u32,
    height: u32,
    corners: Graph,
    sides: Vec<Bool>,
}

impl Grid {
    fn new(model: &mut Model, height: u32, width: u32) -> Result<Grid, ModelError> {
        let cols = width + 1;
        let joined = |a: u32, b: u32| b == a + cols || (b == a + 1 && !b.is_multiple_of(cols));
        let corners = Graph::from_fn((height + 1) * cols, joined);
        let sides = model.bools("side", corners.edges().len())?;
        model.closed_loop(&corners, &sides)?;
        Ok(Grid { width, height, corners, sides })
    }

    /// The side between two corners.
    fn side(&self, a: u32, b: u32) -> Bool {
        let edges = self.corners.edges();
        self.sides[edges.iter().position(|&e| e == [a, b]).expect("corners side by side")]
    }

    fn draw(&self, solution: &Solution) -> String {
        let cols = self.width + 1;
        let mut text = String::new();
        for row in 0..=self.height {
            for col in 0..cols {
                let at = row * cols + col;
                let right = col < self.width && solution[self.side(at, at + 1)];
                text.push_str(if right { "+--" } else { "+  " });
            }
            text.push('\n');
            for at in (row * cols..(row + 1) * cols).take_while(|_| row < self.height) {
                text.push_str(if solution[self.side(at, at + cols)] { "|  " } else { "   " });
            }
            text.push('\n');
        }
        text
    }
}

/// Builds the models, solves them, and asserts the answers.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let grid = Grid::new(&mut model, 6, 6)?;
    for (row, line) in (0..).zip(CLUES) {
        for (col, clue) in (0..).zip(line.chars()) {
            let Some(n) = clue.to_digit(10) else { continue };
            let (upper, lower) = (row * 7 + col, (row + 1) * 7 + col);
            let corners =
                [(upper, upper + 1), (lower, lower + 1), (upper, lower), (upper + 1, lower + 1)];
            let around = corners.map(|(a, b)| grid.side(a, b));
            model.equal(around.into_iter().sum::<Expr>(), i64::from(n))?;
        }
    }
    let outcome = model.check(&Options::default())?;
    assert_eq!(outcome.verdict(), Verdict::Unique);
    println!("{}", grid.draw(&outcome.solutions[0]));

    let mut model = Model::new();
    Grid::new(&mut model, 3, 3)?;
    let loops = model.count(&Options::default())?;
    println!("{} loops in 3 x 3 cells", loops.count);
    assert_eq!((loops.count.clone(), loops.exact), (213u32.into(), true));
    Ok(())
}
