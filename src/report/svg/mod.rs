//! Pictures of puzzles and answers as SVG.
//!
//! One stand-alone picture, no scripts, no style sheet, no outside files, so it can be put into a page
//! as it is. All text is escaped. Lengths are pixels at the natural size; a cell is 40 wide.

mod board;
mod heat;
mod marks;
mod points;
mod sheet;
mod square;

pub use heat::heat;
pub use marks::Marks;
pub(crate) use sheet::escape;

use crate::puzzle::scene::Scene;
use crate::puzzle::{Answer, Cell, Puzzle, Shape};
use sheet::Sheet;

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options<'a> {
    /// Whether to write row and column numbers beside the grid (free points have none).
    pub numbers: bool,
    /// Cells that stand out because solutions differ there, one item a cell; none if it is empty.
    pub open: &'a [bool],
}

impl Options<'_> {
    /// Whether a cell stands out.
    fn is_open(&self, cell: Cell) -> bool {
        self.open.get(cell as usize) == Some(&true)
    }
}

/// The width of a cell.
const CELL: f64 = 40.0;
/// Black of outlines and text.
const INK: &str = "#222222";
/// The lines between cells.
const FAINT: &str = "#b8b8b8";
/// The ground of a cell whose number is given.
const GIVEN: &str = "#eee5cf";
/// The ground of a cell in which solutions differ.
const OPEN: &str = "#f7c9c0";
/// A place without a cell.
const HOLE: &str = "#3d3d3d";
/// The line of a hidato or continuous line.
const LINE: &str = "#2f74b5";
/// The same behind numbers.
const PALE_LINE: &str = "#a9cdec";

/// The picture of a puzzle, with its answer if there is one. `title` becomes the picture's title,
/// which viewers show on request. Linear in the board.
///
/// # Panics
/// If the answer is not one for this puzzle's family and size.
pub fn draw(puzzle: &Puzzle, answer: Option<&Answer>, title: &str, options: Options<'_>) -> String {
    sheet(puzzle, answer, options).finish(title)
}

/// The picture of a puzzle without an answer, and over it what is marked. Linear in the board.
pub fn draw_marked(puzzle: &Puzzle, marks: &Marks, title: &str, options: Options<'_>) -> String {
    let mut sheet = sheet(puzzle, None, options);
    marks.draw(&mut sheet);
    sheet.finish(title)
}

fn sheet(puzzle: &Puzzle, answer: Option<&Answer>, options: Options<'_>) -> Sheet {
    match puzzle.scene(answer) {
        Scene::Boxes(scene) => square::draw(&scene, options),
        Scene::Board(scene) => match scene.board.shape() {
            Shape::Points { at, .. } => points::draw(&scene, at, options),
            Shape::Grid { .. } => board::draw(&scene, options),
        },
    }
}

/// The colour of the k-th path. The first twelve are picked to be told apart on white and to carry
/// white text; later ones turn by the golden angle.
fn path_colour(k: usize) -> String {
    const PICKED: [&str; 12] = [
        "#d62f2f", "#2563c9", "#2a9147", "#d9720b", "#7b3fb0", "#0e8fa3", "#c2388f", "#7a5a2b",
        "#5b6770", "#94950f", "#16307a", "#8c1c3c",
    ];
    PICKED.get(k).map_or_else(
        || {
            let lightness = [42, 32, 50][k % 3];
            format!("hsl({}, 65%, {lightness}%)", (k as f64 * 137.508) as usize % 360)
        },
        |c| (*c).into(),
    )
}

#[cfg(test)]
mod tests;
