//! Pictures of puzzles and answers as SVG.
//!
//! A picture stands alone, without scripts, style sheets or outside files, so it can be put into a page as it is. All
//! text is escaped. Lengths are pixels at the natural size; a cell is 40 wide.

mod backdrop;
mod board;
mod boxes;
mod far;
mod ground;
mod heat;
mod keys;
mod layout;
#[cfg(feature = "pictures")]
pub(super) mod letters;
mod marks;
mod pages;
mod sheet;
mod square;
mod theme;
mod title_page;
mod two;
mod writing;

pub(crate) use backdrop::Backdrop;
pub use heat::heat;
pub use marks::{Joined, Marks};
pub use pages::{Item, Page, Pages, Paper, booklet};
pub use sheet::escape;
pub use theme::Theme;
pub use title_page::{Contents, TitlePage};

use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::{Answer, Cell, Puzzle};
use keys::Keys;
use sheet::Sheet;
use theme::Palette;

/// Drawing options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Whether to write row and column numbers next to the grid, or the number of each free point into its cell.
    pub coordinates: bool,
    /// Cells that stand out because solutions differ there, one item per cell; none if it is empty.
    pub open: &'a [bool],
    /// The colours.
    pub theme: Theme,
    /// The longer side of the picture in pixels; by default the natural size.
    pub size: Option<u32>,
    /// Another answer, drawn over the first one, with the differences marked.
    pub second: Option<&'a Answer>,
    /// For each cell its possible contents; drawn small in cells with more than one. None if it is empty.
    pub candidates: &'a [Vec<String>],
}

impl Options<'_> {
    /// Whether a cell is highlighted.
    fn is_open(&self, cell: Cell) -> bool {
        self.open.get(cell as usize) == Some(&true)
    }

    /// The possible contents of a cell, if they are to be shown.
    fn candidates(&self, cell: Cell) -> Option<&[String]> {
        self.candidates.get(cell as usize).map(Vec::as_slice)
    }

    fn palette(&self) -> &'static Palette {
        self.theme.palette()
    }

    /// An empty picture of this size.
    fn sheet(&self, width: f64, height: f64) -> Sheet {
        Sheet::new(width, height, self.palette())
    }
}

/// The width of a cell.
const CELL: f64 = 40.0;
/// The size of text in a cell.
const TEXT: f64 = 17.0;

/// The picture of a puzzle, with its answer if there is one. `title` becomes the picture's title,
/// which viewers show on request. Linear in the board.
///
/// # Panics
/// If an answer is not one for this puzzle's family and size.
pub fn draw(puzzle: &Puzzle, answer: Option<&Answer>, title: &str, options: Options<'_>) -> String {
    sheet(puzzle, answer, options).finish(title, options.size)
}

/// All text that a picture of the puzzle may show, for callers that check whether the fonts have its letters.
pub fn texts(puzzle: &Puzzle) -> String {
    match puzzle.scene(None) {
        Scene::Board(scene) => {
            let discs = scene.discs.into_iter().map(|disc| disc.text);
            discs.chain(scene.marks.into_iter().map(|mark| mark.text)).collect()
        }
        Scene::Boxes(_) => String::new(),
    }
}

fn sheet(puzzle: &Puzzle, answer: Option<&Answer>, options: Options<'_>) -> Sheet {
    let second = options.second.map(|answer| puzzle.scene(Some(answer)));
    match (puzzle.scene(answer), second) {
        (Scene::Boxes(scene), Some(Scene::Boxes(second))) => {
            square::draw(&scene, second.found.as_deref(), options)
        }
        (Scene::Boxes(scene), _) => square::draw(&scene, None, options),
        (Scene::Board(scene), second) => {
            let second = match second {
                Some(Scene::Board(second)) => Some(second),
                _ => None,
            };
            let Some(keys) = Keys::new(&scene) else {
                return board::draw(&scene, second.as_ref(), options);
            };
            let short = |cell: &Vec<String>| cell.iter().map(|name| keys.short(name)).collect();
            let candidates: Vec<Vec<String>> = options.candidates.iter().map(short).collect();
            let options = Options { candidates: &candidates, ..options };
            let second = second.as_ref().map(|second| keys.shortened(second));
            let mut sheet = board::draw(&keys.shortened(&scene), second.as_ref(), options);
            keys.draw(&mut sheet);
            sheet
        }
    }
}

#[cfg(test)]
mod tests;
