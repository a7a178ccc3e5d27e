//! A puzzle drawn once for a page of pictures that draw marks over it.

use super::layout::Layout;
use super::marks::{Ground, Marks, Pencilled};
use super::sheet::Look;
use super::writing::TEXT_WIDTH;
use super::{Options, Sheet, TEXT, sheet};
use clew_puzzle::puzzle::scene::{Anchor, Scene};
use clew_puzzle::puzzle::{Cell, Puzzle};
use std::collections::HashMap;
use std::fmt::Write;

/// The picture of a puzzle without an answer, drawn once for a page on which other pictures draw marks over it. The
/// pencilled numbers of a cell are drawn once too, even if many pictures and cells show the same ones.
pub(crate) struct Backdrop<'a> {
    name: &'a str,
    body: String,
    /// The ground on which marks are drawn, with nothing in it yet.
    bare: Sheet,
    ground: Ground<'a>,
    size: Option<u32>,
    /// The largest number of a cell.
    greatest: u32,
    /// Numbers of a cell with those that are struck out, and the number of their element.
    pencilled: HashMap<Pencilled, usize>,
    /// Elements of several cells, which seldom change together, and their numbers.
    blocks: HashMap<String, usize>,
}

/// The cells of a block are numbered one after the other.
const BLOCK: Cell = 6;

impl<'a> Backdrop<'a> {
    /// The picture, under a name that is unique on the page. Linear in the board.
    pub fn new(puzzle: &'a Puzzle, name: &'a str, options: Options<'_>) -> Backdrop<'a> {
        let mut bare = sheet(puzzle, None, options);
        let body = bare.take();
        let ground = match puzzle.scene(None) {
            Scene::Boxes(scene) => Ground::Boxes(scene.n),
            Scene::Board(scene) => {
                let mut taken = vec![false; scene.cells.len()];
                scene.discs.iter().for_each(|disc| taken[disc.cell as usize] = true);
                for mark in &scene.marks {
                    if let Anchor::Cell(c) = mark.at {
                        taken[c as usize] = true;
                    }
                }
                for (taken, writing) in taken.iter_mut().zip(&scene.cells) {
                    *taken |= writing.as_ref().is_some_and(|writing| writing.given);
                }
                Ground::Board { layout: Layout::new(scene.board, options), taken }
            }
        };
        let greatest = puzzle.shown(puzzle.greatest_number().max(1));
        let size = options.size;
        Backdrop {
            name,
            body,
            bare,
            ground,
            size,
            greatest,
            pencilled: HashMap::new(),
            blocks: HashMap::new(),
        }
    }

    /// The element that the other pictures use, after all of them have been drawn; it shows nothing itself.
    pub fn element(&self) -> String {
        let mut marks = String::new();
        for (numbers, number) in in_order(&self.pencilled) {
            let drawn = self.ground.pencilled(numbers, self.greatest, self.bare.palette);
            let _ = writeln!(marks, "<g id=\"p{number}\">{drawn}</g>");
        }
        for (elements, number) in in_order(&self.blocks) {
            let _ = writeln!(marks, "<g id=\"b{number}\">{elements}</g>");
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" aria-hidden=\"true\" \
             class=\"ground\">\n<g id=\"{}\">\n{}</g>\n{marks}</svg>\n",
            self.name, self.body
        )
    }

    /// A picture of the marks over it. Linear in the marks.
    pub fn marked(&mut self, marks: &Marks) -> String {
        let mut sheet = self.bare.clone();
        sheet.put(&format!("<use href=\"#{}\"/>\n", self.name));
        marks.draw(&mut sheet, &self.ground);
        if !marks.pencil.is_empty() {
            sheet.open("class=\"pencil\"");
            for block in marks.pencil.chunk_by(|a, b| a.0 / BLOCK == b.0 / BLOCK) {
                let mut elements = self.bare.clone();
                for (cell, numbers) in block {
                    let next = self.pencilled.len();
                    let number = *self.pencilled.entry(numbers.clone()).or_insert(next);
                    elements.reuse(&format!("p{number}"), self.bare.centres[*cell as usize]);
                }
                self.put_block(&mut sheet, elements.take());
            }
            sheet.close();
        }
        self.put_numbers(&mut sheet, marks);
        sheet.finish("", self.size)
    }

    /// Draws the numbers that were found before; new ones are drawn with the marks.
    fn put_numbers(&mut self, sheet: &mut Sheet, marks: &Marks) {
        let mut found: Vec<(Cell, u32)> =
            marks.numbers.iter().filter(|mark| !mark.2).map(|mark| (mark.0, mark.1)).collect();
        found.sort_unstable();
        sheet.open_text(TEXT, Look::new(sheet.palette.found));
        for block in found.chunk_by(|a, b| a.0 / BLOCK == b.0 / BLOCK) {
            let mut elements = sheet.clone();
            elements.take();
            for &(cell, number) in block {
                let centre = self.bare.centres[cell as usize];
                elements.text(centre, TEXT, TEXT_WIDTH, &number.to_string(), Look::default());
            }
            self.put_block(sheet, elements.take());
        }
        sheet.close();
    }

    /// Defines elements that other pictures may show too.
    fn put_block(&mut self, sheet: &mut Sheet, elements: String) {
        let next = self.blocks.len();
        let number = *self.blocks.entry(elements).or_insert(next);
        sheet.put(&format!("<use href=\"#b{number}\"/>\n"));
    }
}

/// The keys in the order of their numbers.
fn in_order<T>(all: &HashMap<T, usize>) -> Vec<(&T, &usize)> {
    let mut all: Vec<(&T, &usize)> = all.iter().collect();
    all.sort_unstable_by_key(|(_, number)| **number);
    all
}
