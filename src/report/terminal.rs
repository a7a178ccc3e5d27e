//! Drawings for a terminal: lines of box-drawing characters, numbers with the steps between them,
//! paths in colour, inequality signs.
//!
//! A terminal cell is about twice as high as wide, so neighbouring columns stand two characters or
//! more apart and rows of plain lines follow without a gap.

use super::canvas::{Canvas, Style};
use crate::puzzle::format::{write_grid, write_solution};
use crate::puzzle::scene::{BoardScene, BoxScene, Scene, Stroke, Writing};
use crate::puzzle::{Answer, Board, Cell, Neighbourhood, Puzzle, Shape};

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Whether to use colours and bold.
    pub colour: bool,
    /// Columns of the terminal. What does not fit is drawn closer, without the steps.
    pub width: Option<usize>,
}

/// Draws a puzzle, with its answer if there is one. Every line ends in a line end. Free points, which
/// have no picture in characters, are listed as in the text format.
///
/// # Panics
/// If the answer is not one for this puzzle's family and size.
pub fn draw(puzzle: &Puzzle, answer: Option<&Answer>, options: Options) -> String {
    let scene = match puzzle.scene(answer) {
        Scene::Boxes(scene) => return boxes(&scene).text(options.colour),
        Scene::Board(scene) => scene,
    };
    match scene.board.shape() {
        Shape::Points { .. } => {
            answer.map_or_else(|| write_grid(puzzle), |answer| write_solution(puzzle, answer))
        }
        Shape::Grid { moves: Neighbourhood::Rook, .. } if scene.bare => strokes(&scene, options),
        Shape::Grid { .. } => spread(&scene, options),
    }
}

/// The style of a colour number; lines that are the only one have a colour of their own.
fn style(colour: Option<u32>) -> Style {
    Style::of_path(colour.unwrap_or(3))
}

/// Lines that say everything, on a board where characters can show them.
fn strokes(scene: &BoardScene<'_>, options: Options) -> String {
    let names = scene.discs.iter().map(|disc| disc.text.chars().count());
    let mut drawing = Strokes::new(scene.board, names.max().unwrap_or(1));
    for stroke in &scene.strokes {
        drawing.stroke(&stroke.cells, style(stroke.colour));
        if stroke.colour.is_none() {
            // Its ends have no names.
            for (end, mark) in [(stroke.cells.first(), "○"), (stroke.cells.last(), "●")] {
                if let Some(&c) = end {
                    drawing.mark(c, mark, style(None).bold());
                }
            }
        }
    }
    for disc in &scene.discs {
        drawing.mark(disc.cell, &disc.text, style(Some(disc.colour)).bold());
    }
    drawing.text(options)
}

/// What is written in the cells, with the steps between them.
fn spread(scene: &BoardScene<'_>, options: Options) -> String {
    let token = |writing: &Option<Writing>| match writing {
        None => ("·".into(), Style::FAINT),
        Some(Writing { text, given, colour }) => {
            let plain = colour.map_or(Style::PLAIN, Style::of_path);
            (text.clone(), if *given { plain.bold() } else { plain })
        }
    };
    let tokens: Vec<(String, Style)> = scene.cells.iter().map(token).collect();
    let windows = |s: &Stroke| s.cells.windows(2).map(|s| [s[0], s[1]]).collect::<Vec<_>>();
    let steps = scene.strokes.iter().flat_map(|s| {
        let style = style(s.colour);
        windows(s).into_iter().map(move |step| (step, style))
    });
    let steps: Vec<([Cell; 2], Style)> = steps.collect();
    Spread::new(scene.board, &tokens, !steps.is_empty(), options.width)
        .draw(&tokens, &steps, options)
}

/// A rook board with one box-drawing character a cell and a dash between joined columns.
struct Strokes<'a> {
    board: &'a Board,
    /// Columns that a cell takes: those of the longest label.
    width: usize,
    /// Per cell the directions in which its line leaves: up 1, right 2, down 4, left 8.
    ways: Vec<u8>,
    styles: Vec<Style>,
    marks: Vec<Option<String>>,
}

impl<'a> Strokes<'a> {
    fn new(board: &'a Board, width: usize) -> Strokes<'a> {
        let n = board.len();
        Strokes {
            board,
            width,
            ways: vec![0; n],
            styles: vec![Style::FAINT; n],
            marks: vec![None; n],
        }
    }

    /// Draws a line through neighbouring cells.
    fn stroke(&mut self, cells: &[Cell], style: Style) {
        for &c in cells {
            self.styles[c as usize] = style;
        }
        for step in cells.windows(2) {
            let (there, back) = match self.board.step(step[0], step[1]) {
                (0, 1..) => (4, 1),
                (0, _) => (1, 4),
                (1.., _) => (2, 8),
                _ => (8, 2),
            };
            self.ways[step[0] as usize] |= there;
            self.ways[step[1] as usize] |= back;
        }
    }

    /// Puts a text in place of the line's character.
    fn mark(&mut self, c: Cell, text: &str, style: Style) {
        self.styles[c as usize] = style;
        self.marks[c as usize] = Some(text.into());
    }

    fn text(&self, options: Options) -> String {
        const LINES: [&str; 17] =
            ["·", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼", "╬"];
        /// A bridge that no line crosses.
        const BRIDGE: u8 = 16;
        let (rows, cols) = self.board.size();
        let mut canvas = Canvas::new(rows as usize);
        // Room for lines that leave over the left border.
        let left = usize::from(self.board.wrap().rows());
        for r in 0..rows {
            for c in 0..cols {
                let (x, y) = (left + c as usize * (self.width + 1), r as usize);
                let Some(cell) = self.board.cell_at(r, c) else {
                    canvas.put(x, y, &"▒".repeat(self.width), Style::FAINT);
                    continue;
                };
                let (mut ways, mut style) = (self.ways[cell as usize], self.styles[cell as usize]);
                if let Some(across) = self.board.crossing(cell) {
                    // Both lines, in the colour of the one along the row if it is there.
                    if ways == 0 {
                        style = self.styles[across as usize];
                    }
                    let there = ways | self.ways[across as usize];
                    ways = if there == 0 { BRIDGE } else { there };
                }
                let thin = Style { bold: false, ..style };
                let token = self.marks[cell as usize].as_deref().unwrap_or(LINES[ways as usize]);
                let pad = self.width - token.chars().count();
                if ways & 8 != 0 {
                    canvas.put(x, y, &"─".repeat(pad), thin);
                    if c == 0 && left == 1 {
                        canvas.put(0, y, "─", thin);
                    }
                }
                canvas.put(x + pad, y, token, style);
                if ways & 2 != 0 {
                    canvas.put(x + self.width, y, "─", thin);
                }
            }
        }
        canvas.text(options.colour)
    }
}

/// A board of any neighbourhood with a text in each cell and, where there is room, the steps between
/// cells as characters.
struct Spread<'a> {
    board: &'a Board,
    /// The columns of the longest text.
    width: usize,
    /// Columns from one cell to the next.
    pitch: usize,
    /// Lines from one row to the next: 2 with steps between them, else 1.
    leap: usize,
}

impl<'a> Spread<'a> {
    fn new(
        board: &'a Board,
        tokens: &[(String, Style)],
        steps: bool,
        screen: Option<usize>,
    ) -> Spread<'a> {
        let width = tokens.iter().map(|(t, _)| t.chars().count()).max().unwrap_or(1);
        let hex = board.moves() == Some(Neighbourhood::Hex);
        // Half a pitch must be whole on hex boards.
        let even = |pitch: usize| if hex { pitch.next_multiple_of(2) } else { pitch };
        let (wide, narrow) = (even(width + 3), even(width + 1));
        let fits = screen.is_none_or(|screen| board.size().1 as usize * wide <= screen + 3);
        let (pitch, leap) = if steps && fits { (wide, 2) } else { (narrow, 1) };
        Spread { board, width, pitch, leap }
    }

    /// The column at which the text of a place starts.
    fn column(&self, (row, col): (u32, u32)) -> usize {
        let shifted = self.board.moves() == Some(Neighbourhood::Hex) && row % 2 == 1;
        col as usize * self.pitch + if shifted { self.pitch / 2 } else { 0 }
    }

    fn draw(
        &self,
        tokens: &[(String, Style)],
        steps: &[([Cell; 2], Style)],
        options: Options,
    ) -> String {
        let (rows, cols) = self.board.size();
        let mut canvas = Canvas::new((rows as usize * self.leap).saturating_sub(self.leap - 1));
        for r in 0..rows {
            for c in 0..cols {
                let (text, style) = match self.board.cell_at(r, c) {
                    Some(cell) => (tokens[cell as usize].0.as_str(), tokens[cell as usize].1),
                    None => ("▒", Style::FAINT),
                };
                let x = self.column((r, c)) + self.width - text.chars().count();
                canvas.put(x, r as usize * self.leap, text, style);
            }
        }
        if self.leap == 2 {
            steps.iter().for_each(|&(step, style)| self.step(&mut canvas, step, tokens, style));
        }
        canvas.text(options.colour)
    }

    /// Draws the step between two neighbouring cells.
    fn step(&self, canvas: &mut Canvas, step: [Cell; 2], tokens: &[(String, Style)], style: Style) {
        if self.board.leads_around(step[0], step[1]) {
            // Numbers tell that the line goes on at the opposite side.
            return;
        }
        // Upper or left cell first: cells are numbered in reading order.
        let (a, b) = (step[0].min(step[1]), step[0].max(step[1]));
        let (p, q) = (self.board.place(a), self.board.place(b));
        let (from, to) = (self.column(p), self.column(q));
        if p.0 == q.0 {
            let start = from + self.width + 1;
            let end = to + self.width - tokens[b as usize].0.chars().count();
            canvas.put(start, p.0 as usize * 2, &"─".repeat(end - start - 1), style);
            return;
        }
        // Halfway between the last characters of the two texts.
        let x = (from + to) / 2 + self.width - 1;
        let y = p.0 as usize * 2 + 1;
        let mark = match from.cmp(&to) {
            std::cmp::Ordering::Equal => '│',
            std::cmp::Ordering::Less => '╲',
            std::cmp::Ordering::Greater => '╱',
        };
        let crossing = matches!((canvas.at(x, y), mark), ('╱', '╲') | ('╲', '╱'));
        let mark = if crossing { '╳' } else { mark };
        canvas.put(x, y, mark.encode_utf8(&mut [0; 4]), style);
    }
}

/// Boxes with their signs; what no sign can say is listed below.
fn boxes(square: &BoxScene<'_>) -> Canvas {
    let n = square.n as usize;
    let width = square.n.to_string().len();
    let pitch = width + 3;
    let near = |&&[a, b]: &&[u32; 2]| {
        let (low, high) = (a.min(b) as usize, a.max(b) as usize);
        high == low + n || (high == low + 1 && high % n != 0)
    };
    let far: Vec<&[u32; 2]> = square.less.iter().filter(|pair| !near(pair)).collect();
    let mut canvas = Canvas::new(2 * n - 1 + far.len());
    for i in 0..n * n {
        let value = square.found.as_ref().map_or(square.given[i], |values| Some(values[i]));
        let (text, style) = match value {
            None | Some(0) => ("·".into(), Style::FAINT),
            Some(v) if square.given[i].is_some() => (v.to_string(), Style::BOLD),
            Some(v) => (v.to_string(), Style::PLAIN),
        };
        canvas.put(i % n * pitch + width - text.chars().count(), i / n * 2, &text, style);
    }
    let sign = Style::of_path(5);
    for &[a, b] in square.less.iter().filter(near) {
        let first = a.min(b) as usize;
        let (x, y) = (first % n * pitch, first / n * 2);
        if a.abs_diff(b) == 1 && n > 1 && first % n + 1 < n {
            canvas.put(x + width + 1, y, if a < b { "<" } else { ">" }, sign);
        } else {
            canvas.put(x + width - 1, y + 1, if a < b { "∧" } else { "∨" }, sign);
        }
    }
    for (i, &&[a, b]) in far.iter().enumerate() {
        let name = |c: u32| format!("r{}c{}", c / square.n + 1, c % square.n + 1);
        canvas.put(0, 2 * n - 1 + i, &format!("{} < {}", name(a), name(b)), sign);
    }
    canvas
}

#[cfg(test)]
mod tests;
