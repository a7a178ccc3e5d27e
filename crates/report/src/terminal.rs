//! Drawings for a terminal: lines of box-drawing characters, numbers with the steps between them,
//! paths in colour, inequality signs.
//!
//! A terminal cell is about twice as high as wide, so neighbouring columns stand two characters or
//! more apart and rows of plain lines follow without a gap.

use super::canvas::{Canvas, Style, columns};
use super::gaps::{Gaps, dot};
use clew_puzzle::puzzle::format::{write_grid, write_solution};
use clew_puzzle::puzzle::scene::{Anchor, BoardScene, BoxScene, Mark, Scene, Stroke, Writing};
use clew_puzzle::puzzle::{Answer, Board, Cell, Neighbourhood, Puzzle, Shape};

/// Drawing options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Whether to use colours and bold.
    pub colour: bool,
    /// Columns of the terminal. A wider board is drawn more narrowly, without the steps.
    pub width: Option<usize>,
}

/// Draws a puzzle, with its answer if there is one. Every line ends in a line end. Free points, which cannot be drawn
/// in characters, are listed as in the text format.
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
        Shape::Grid { moves: Neighbourhood::Rook, .. }
            if scene.bare && !is_marked_between(&scene) =>
        {
            strokes(&scene, options)
        }
        Shape::Grid { .. } => spread(&scene, options),
    }
}

/// Whether there are marks between cells, for which plain lines have no space.
fn is_marked_between(scene: &BoardScene<'_>) -> bool {
    scene.marks.iter().any(|mark| matches!(mark.at, Anchor::Between(_)))
}

/// The style of a colour number; lines that are the only one have their own colour.
fn style(colour: Option<u32>) -> Style {
    Style::of_path(colour.unwrap_or(3))
}

/// The whole answer as lines, on a board where characters can show them.
fn strokes(scene: &BoardScene<'_>, options: Options) -> String {
    let signs = scene.marks.iter().map(Mark::sign);
    let names = scene.discs.iter().map(|disc| disc.text.as_str()).chain(signs).map(columns);
    let mut drawing = Strokes::new(scene.board, names.max().unwrap_or(1));
    for stroke in &scene.strokes {
        drawing.stroke(&stroke.cells, style(stroke.colour));
        if stroke.colour.is_none() && stroke.cells.first() != stroke.cells.last() {
            // Its ends have no names.
            for (end, mark) in [(stroke.cells.first(), "○"), (stroke.cells.last(), "●")] {
                if let Some(&c) = end {
                    drawing.mark(c, mark, style(None).bold());
                }
            }
        }
    }
    for mark in &scene.marks {
        if let Anchor::Cell(c) = mark.at {
            drawing.mark(c, mark.sign(), Style::BOLD);
        }
    }
    for disc in &scene.discs {
        drawing.mark(disc.cell, &disc.text, style(Some(disc.colour)).bold());
    }
    drawing.text(options)
}

/// The text in the cells, with the steps between them.
fn spread(scene: &BoardScene<'_>, options: Options) -> String {
    let token = |writing: &Option<Writing>| match writing {
        None => ("·".into(), Style::FAINT),
        Some(Writing { text, given, colour }) => {
            let plain = colour.map_or(Style::PLAIN, Style::of_path);
            (text.clone(), if *given { plain.bold() } else { plain })
        }
    };
    let mut tokens: Vec<(String, Style)> = scene.cells.iter().map(token).collect();
    let mut between = Vec::new();
    for mark in &scene.marks {
        match mark.at {
            Anchor::Between(pair) => between.push((pair, mark.sign())),
            Anchor::Cell(c) if scene.cells[c as usize].is_none() => {
                tokens[c as usize] = (mark.sign().into(), Style::BOLD);
            }
            // A circle around a text takes space that there is not.
            Anchor::Cell(_) => {}
        }
    }
    let windows = |s: &Stroke| s.cells.windows(2).map(|s| [s[0], s[1]]).collect::<Vec<_>>();
    let steps = scene.strokes.iter().flat_map(|s| {
        let style = style(s.colour);
        windows(s).into_iter().map(move |step| (step, style))
    });
    let steps: Vec<([Cell; 2], Style)> = steps.collect();
    let spread = Spread::new(scene.board, &tokens, &steps, !between.is_empty(), options.width);
    spread.draw(&tokens, &steps, &between, options)
}

/// A rook board with one box-drawing character per cell and a dash between joined columns.
struct Strokes<'a> {
    board: &'a Board,
    /// Columns per cell: those of the longest label.
    width: usize,
    /// For each cell the directions in which its line leaves: up 1, right 2, down 4, left 8.
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
        // Space for lines that leave over the left border.
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
                    // Both lines, in the colour of the one along the row if there is one.
                    if ways == 0 {
                        style = self.styles[across as usize];
                    }
                    let there = ways | self.ways[across as usize];
                    ways = if there == 0 { BRIDGE } else { there };
                }
                let thin = Style { bold: false, ..style };
                let token = self.marks[cell as usize].as_deref().unwrap_or(LINES[ways as usize]);
                let pad = self.width - columns(token);
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

/// A board of any neighbourhood with a text in each cell and, where there is space, the steps between cells as
/// characters.
struct Spread<'a> {
    board: &'a Board,
    /// The columns of the longest text.
    width: usize,
    /// Columns from one cell to the next.
    pitch: usize,
    /// Lines from one row to the next: 2 with steps between them, else 1.
    leap: usize,
    /// Columns to the left of the board for steps over the border.
    left: usize,
    /// Lines above it for them, and below.
    top: usize,
}

impl<'a> Spread<'a> {
    fn new(
        board: &'a Board,
        tokens: &[(String, Style)],
        steps: &[([Cell; 2], Style)],
        between: bool,
        screen: Option<usize>,
    ) -> Spread<'a> {
        let width = tokens.iter().map(|(t, _)| columns(t)).max().unwrap_or(1);
        let hex = board.moves() == Some(Neighbourhood::Hex);
        // Half a pitch must be an integer on hex boards.
        let even = |pitch: usize| if hex { pitch.next_multiple_of(2) } else { pitch };
        let (wide, narrow) = (even(width + 3), even(width + 1));
        let around = steps.iter().filter(|([a, b], _)| board.leads_around(*a, *b));
        let around = around.map(|(step, _)| step.map(|c| board.place(c)));
        let (over_rows, over_columns) = around.fold((false, false), |(rows, columns), [p, q]| {
            (rows || p.1.abs_diff(q.1) > 1, columns || p.0.abs_diff(q.0) > 1)
        });
        let left = if over_rows { wide.div_ceil(2) } else { 0 };
        let fits =
            screen.is_none_or(|screen| board.size().1 as usize * wide + 2 * left <= screen + 3);
        if (steps.is_empty() && !between) || !fits {
            return Spread { board, width, pitch: narrow, leap: 1, left: 0, top: 0 };
        }
        Spread { board, width, pitch: wide, leap: 2, left, top: over_columns.into() }
    }

    /// The column at which the space for the text of a place starts; the place may be one outside the border, so that
    /// there is no such column.
    fn column(&self, (row, col): (i64, i64)) -> i64 {
        let shifted = self.board.moves() == Some(Neighbourhood::Hex) && row.rem_euclid(2) == 1;
        let start = self.left as i64 + col * self.pitch as i64;
        start + if shifted { self.pitch as i64 / 2 } else { 0 }
    }

    /// The start of a text of `len` columns, so that the texts of a column are right-aligned.
    fn text_at(&self, place: (i64, i64), len: usize) -> usize {
        self.column(place) as usize + self.width - len
    }

    fn draw(
        &self,
        tokens: &[(String, Style)],
        steps: &[([Cell; 2], Style)],
        between: &[([Cell; 2], &str)],
        options: Options,
    ) -> String {
        let (rows, cols) = self.board.size();
        let height = (rows as usize * self.leap).saturating_sub(self.leap - 1);
        let mut canvas = Canvas::new(height + 2 * self.top);
        for r in 0..rows {
            for c in 0..cols {
                let (text, style) = match self.board.cell_at(r, c) {
                    Some(cell) => (tokens[cell as usize].0.as_str(), tokens[cell as usize].1),
                    None => ("▒", Style::FAINT),
                };
                let x = self.text_at((r.into(), c.into()), columns(text));
                canvas.put(x, r as usize * self.leap + self.top, text, style);
            }
        }
        if self.leap == 2 {
            steps.iter().for_each(|&(step, style)| self.step(&mut canvas, step, tokens, style));
            between.iter().for_each(|&(pair, sign)| self.between(&mut canvas, pair, sign));
        }
        canvas.text(options.colour)
    }

    /// Draws the step between two neighbouring cells; a step over the border at both of its ends.
    fn step(&self, canvas: &mut Canvas, step: [Cell; 2], tokens: &[(String, Style)], style: Style) {
        let len = |c: Cell| columns(&tokens[c as usize].0);
        let [p, q] = step.map(|c| {
            let (row, col) = self.board.place(c);
            (i64::from(row), i64::from(col))
        });
        if self.board.leads_around(step[0], step[1]) {
            for (a, p, q) in [(step[0], p, q), (step[1], q, p)] {
                let beyond = (beside(p.0, q.0), beside(p.1, q.1));
                if beyond.0 != p.0 {
                    self.slant(canvas, p, beyond, style);
                    continue;
                }
                let left = beyond.1 < p.1;
                let x = if left { self.text_at(p, len(a)) - 2 } else { self.text_at(p, 0) + 1 };
                canvas.put(x, p.0 as usize * 2 + self.top, "─", style);
            }
            return;
        }
        // Upper or left cell first: cells are numbered in reading order.
        let ([_, b], [p, q]) =
            if step[0] < step[1] { (step, [p, q]) } else { ([step[1], step[0]], [q, p]) };
        if p.0 == q.0 {
            let start = self.text_at(p, 0) + 1;
            let end = self.text_at(q, len(b));
            canvas.put(start, p.0 as usize * 2 + self.top, &"─".repeat(end - start - 1), style);
            return;
        }
        self.slant(canvas, p, q, style);
    }

    /// Writes a sign halfway between two cells that are adjacent on the grid.
    fn between(&self, canvas: &mut Canvas, pair: [Cell; 2], sign: &str) {
        if self.board.leads_around(pair[0], pair[1]) {
            return;
        }
        let [p, q] = pair.map(|c| {
            let (row, col) = self.board.place(c);
            (i64::from(row), i64::from(col))
        });
        let x = (self.column(p) + self.column(q)).div_euclid(2) as usize + self.width - 1;
        let y = (p.0 + q.0) as usize + self.top;
        canvas.put(x, y, sign, Style::BOLD);
    }

    /// Draws a step from a place to one in the next row or the row before.
    fn slant(&self, canvas: &mut Canvas, p: (i64, i64), q: (i64, i64), style: Style) {
        let (upper, lower) = if p.0 < q.0 { (p, q) } else { (q, p) };
        let (from, to) = (self.column(upper), self.column(lower));
        // Halfway between the last characters of the two texts.
        let x = (from + to).div_euclid(2) as usize + self.width - 1;
        let y = (upper.0 * 2 + 1 + self.top as i64) as usize;
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

/// The row or column next to `from` at which a step to `to` arrives, which is outside the border if `to` lies at the
/// opposite side.
fn beside(from: i64, to: i64) -> i64 {
    match to - from {
        near @ -1..=1 => from + near,
        far => from - far.signum(),
    }
}

/// Boxes with their signs; relations without a sign are listed below.
fn boxes(square: &BoxScene<'_>) -> Canvas {
    let n = square.n as usize;
    let width = square.n.to_string().len();
    let gaps = Gaps::new(square);
    // A difference takes as many columns as it has digits.
    let between = gaps.drawn.iter().map(|gap| columns(&dot(gap.by))).max().unwrap_or(1);
    let pitch = width + between + 2;
    let near = |&&[a, b]: &&[u32; 2]| {
        let (low, high) = (a.min(b) as usize, a.max(b) as usize);
        high == low + n || (high == low + 1 && high % n != 0)
    };
    let far: Vec<&[u32; 2]> = square.less.iter().filter(|pair| !near(pair)).collect();
    let mut canvas = Canvas::new(2 * n - 1 + far.len() + gaps.lines.len());
    for i in 0..n * n {
        let value = square.found.as_ref().map_or(square.given[i], |values| Some(values[i]));
        let (text, style) = match value {
            None | Some(0) => ("·".into(), Style::FAINT),
            Some(v) if square.given[i].is_some() => (v.to_string(), Style::BOLD),
            Some(v) => (v.to_string(), Style::PLAIN),
        };
        canvas.put(i % n * pitch + width - columns(&text), i / n * 2, &text, style);
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
    for gap in &gaps.drawn {
        let first = gap.cells[0] as usize;
        let (x, y) = (first % n * pitch, first / n * 2);
        match gap.cells[1] - gap.cells[0] {
            1 => canvas.put(x + width + 1, y, &dot(gap.by), sign),
            _ => {
                let text = dot(gap.by);
                canvas.put((x + width).saturating_sub(columns(&text)), y + 1, &text, sign);
            }
        }
    }
    for (i, text) in gaps.lines.iter().enumerate() {
        canvas.put(0, 2 * n - 1 + far.len() + i, text, sign);
    }
    canvas
}

#[cfg(test)]
mod tests;
