//! The family: the meaning of a file, the puzzle, and the methods that every puzzle has.

use super::{network, verify};
use clew::puzzle::family::FamilyInfo;
use clew::puzzle::filled::{by_cell, links_on};
use clew::puzzle::format::{Clue, Draft, Fault};
use clew::puzzle::scene::{Anchor, BoardScene, Circle, Mark, Scene, Stroke};
use clew::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Cell, Content, Family, Filled, Layout,
    Neighbourhood, Puzzle, Rules, Unfit, Violation,
};
use serde_json::{Value, json};

/// The handle by which the program knows the family; `families::register` takes it.
pub const FAMILY: Family = Family::new(&INFO);

// Fields that are not given here are as in `PLAIN`: grids with walls and holes, four neighbours, no keys of
// its own.
static INFO: FamilyInfo = FamilyInfo {
    keyword: "masyu",
    summary: "draw one closed loop through all pearls",
    example: "puzzle: masyu\n\n. w .\n. . .\nb . .\n",
    networks: &network::NETWORKS,
    clue,
    json_clue: |value| value.as_str().ok_or_else(expected).and_then(clue),
    read: |draft| Ok(Puzzle::from(read(draft)?)),
    ..FamilyInfo::PLAIN
};

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pearl {
    /// The loop goes straight through it and turns in a cell before or after it.
    White,
    /// The loop turns in it and goes straight through the cells before and after it.
    Black,
}

/// A puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Masyu {
    /// The cells, of which those with a common side are neighbours unless a wall separates them.
    pub board: Board,
    /// Per cell the pearl in it.
    pub pearls: Vec<Option<Pearl>>,
}

fn expected() -> String {
    "\"w\" (a white pearl), \"b\" (a black pearl), \".\" or \"#\"".into()
}

/// The meaning of a token of the grid. The reader handles `.` and, in text, `#`.
fn clue(token: &str) -> Result<Clue, String> {
    match token {
        "#" => Ok(Clue::Hole),
        "w" | "b" => Ok(Clue::Label(token.into())),
        _ => Err(expected()),
    }
}

/// The puzzle of a draft, the common form of text and JSON.
fn read<'a>(draft: Draft<'a>) -> Result<Masyu, Fault<'a>> {
    if draft.moves != Neighbourhood::Rook {
        return Err(Fault::new(draft.origin, "cells with 4 neighbours"));
    }
    let pearl = |clue: &Clue| match clue {
        Clue::Hole => None,
        Clue::Label(name) if name == "w" => Some(Some(Pearl::White)),
        Clue::Label(_) => Some(Some(Pearl::Black)),
        Clue::Empty | Clue::Number(_) => Some(None),
    };
    let pearls = draft.clues.iter().filter_map(|(clue, _)| pearl(clue)).collect();
    Ok(Masyu { board: draft.board()?, pearls })
}

/// The ways in which the loop can leave a cell: up 1, right 2, down 4, left 8. A cell of the loop has two of
/// them, and each pair has a character.
const PIECES: [(u8, &str); 6] = [(3, "└"), (5, "│"), (6, "┌"), (9, "┘"), (10, "─"), (12, "┐")];

impl Masyu {
    /// The neighbour of a cell and the edge to it, in the order up, right, down, left.
    pub fn around(&self, cell: Cell) -> [Option<(Cell, u32)>; 4] {
        let mut around = [None; 4];
        for (&to, &edge) in self.board.neighbours(cell).iter().zip(self.board.incident(cell)) {
            let way = match self.board.step(cell, to) {
                (0, ..=-1) => 0,
                (1.., 0) => 1,
                (0, 1..) => 2,
                _ => 3,
            };
            around[way] = Some((to, edge));
        }
        around
    }

    /// Per cell the ways in which the loop leaves it.
    fn ways(&self, on: &[bool]) -> Vec<u8> {
        let leaves = |(way, next): (usize, Option<(Cell, u32)>)| {
            u8::from(next.is_some_and(|(_, edge)| on[edge as usize])) << way
        };
        let cells = 0..self.board.len() as Cell;
        cells.map(|cell| (0..).zip(self.around(cell)).map(leaves).sum()).collect()
    }

    /// The loop as cells, of which the last is the first.
    fn stroke(&self, on: &[bool]) -> Option<Stroke> {
        let next = |cell: Cell, before: Option<Cell>| {
            let around = self.around(cell).into_iter().flatten();
            around.filter(|&(to, e)| on[e as usize] && Some(to) != before).map(|(to, _)| to).next()
        };
        let first = on.iter().position(|&on| on)?;
        let [from, second] = self.board.edges()[first];
        let mut cells = vec![from, second];
        while cells.last() != Some(&from) && cells.len() <= self.board.len() {
            cells.push(next(cells[cells.len() - 1], Some(cells[cells.len() - 2]))?);
        }
        Some(Stroke { cells, colour: None })
    }
}

/// The edges of an answer.
fn edges(answer: &Answer) -> &[bool] {
    match answer {
        Answer::Links(on) => on,
        _ => panic!("an answer of another family"),
    }
}

impl Rules for Masyu {
    fn family(&self) -> Family {
        FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Masyu>() == Some(self)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Board(&self.board)
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        match answer {
            Answer::Links(on) => verify::verify(self, on),
            _ => Err(Violation::other_family()),
        }
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        let content = |ways: u8| match PIECES.iter().position(|piece| piece.0 == ways) {
            Some(piece) => Content::Label(piece as u32),
            None => Content::Nothing,
        };
        self.ways(edges(answer)).into_iter().map(content).collect()
    }

    fn candidates(&self) -> Vec<Content> {
        (0..PIECES.len() as u32).map(Content::Label).chain([Content::Nothing]).collect()
    }

    fn label(&self, label: u32) -> &str {
        PIECES.get(label as usize).map_or("", |piece| piece.1)
    }

    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        let names = match filled {
            Filled::Steps(steps) => return links_on(&self.board, steps),
            Filled::Labels(names) => by_cell(&self.board, names)?,
            Filled::Numbers(_) => {
                return Err(Unfit::Ambiguous("a solution is a piece of the loop per cell".into()));
            }
        };
        let ways = |name: Option<&String>| PIECES.iter().find(|p| Some(p.1) == name.map(|n| &**n));
        let ways: Vec<u8> = names.into_iter().map(|n| ways(n).map_or(0, |piece| piece.0)).collect();
        let mut on = vec![false; self.board.edges().len()];
        for cell in 0..self.board.len() as Cell {
            for (way, next) in self.around(cell).into_iter().enumerate() {
                let leaves = ways[cell as usize] >> way & 1 == 1;
                let arrives = |(to, _): (Cell, u32)| ways[to as usize] >> ((way + 2) % 4) & 1 == 1;
                if leaves != next.is_some_and(arrives) {
                    let why = "the pieces of the loop do not fit together".to_string();
                    return Err(Unfit::Broken(why));
                }
                if let (true, Some((_, edge))) = (leaves, next) {
                    on[edge as usize] = true;
                }
            }
        }
        Ok(Answer::Links(on))
    }

    fn build_network(&self, _name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        network::build(self, options)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        let name = |content: Content| match content {
            Content::Label(piece) => self.label(piece),
            _ => ".",
        };
        match answer {
            Some(answer) => self.contents(answer).into_iter().map(|c| name(c).into()).collect(),
            None => self.pearls.iter().map(|pearl| token(*pearl).unwrap_or(".").into()).collect(),
        }
    }

    fn clues_json(&self) -> Vec<Value> {
        self.pearls.iter().map(|pearl| json!(token(*pearl))).collect()
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        let mark = |(cell, pearl): (Cell, &Option<Pearl>)| {
            let circle = match (*pearl)? {
                Pearl::White => Circle::Open,
                Pearl::Black => Circle::Filled,
            };
            Some(Mark { at: Anchor::Cell(cell), circle, text: String::new() })
        };
        Scene::Board(BoardScene {
            board: &self.board,
            cells: vec![None; self.board.len()],
            strokes: answer.and_then(|answer| self.stroke(edges(answer))).into_iter().collect(),
            discs: Vec::new(),
            marks: (0..).zip(&self.pearls).filter_map(mark).collect(),
            ends: None,
            bare: true,
            fill_holes: true,
        })
    }
}

fn token(pearl: Option<Pearl>) -> Option<&'static str> {
    pearl.map(|pearl| if pearl == Pearl::White { "w" } else { "b" })
}
