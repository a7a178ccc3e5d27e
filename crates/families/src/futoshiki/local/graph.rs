//! The graph that is coloured: the open cells of a square, the values each can take, and the signs between them.

use clew_engine::structures::Csr;

/// Cells of the set-up between two checks of the clock.
const POLL_INTERVAL: u32 = 256;

/// A sign from the view of one of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sign {
    /// The other cell, as a vertex.
    pub other: u32,
    /// This cell is the smaller one.
    pub below: bool,
}

/// A vertex for every open cell; vertices of a row or column are to differ. A *choice* is a vertex
/// with one of its colours; choices are numbered vertex by vertex.
pub(super) struct Graph {
    /// The order of the square.
    pub n: u32,
    /// Per cell of the square its value, from 1; 0 where it is open.
    known: Vec<u32>,
    /// Per vertex its cell.
    pub cells: Vec<u32>,
    /// Per vertex its colours, at least two, in ascending order: values of the square from 0. The
    /// ranges of the rows are the choices of the vertices.
    pub colours: Csr<u8>,
    /// Per choice its vertex.
    pub vertex: Vec<u32>,
    /// Per choice its colour in its row, and in its column, as a row of `places`.
    pub lines: Vec<[u32; 2]>,
    /// Per row and colour, then per column and colour, the choices of it.
    pub places: Csr,
    /// Per vertex the signs to other vertices. Those to known cells are in the lists of colours.
    pub signs: Csr<Sign>,
}

impl Graph {
    /// The graph of a square of order `n`, at most 256, of which each cell can take the values that `values` pushes,
    /// from 0, in ascending order. A value that is the only one of its cell is known, and stands in no other list of
    /// its row and column. `None` if nothing is open, some cell has no value, or `quit` returns true.
    pub fn new(
        n: u32,
        less: &[[u32; 2]],
        mut values: impl FnMut(u32, &mut Vec<u8>),
        quit: &dyn Fn() -> bool,
    ) -> Option<Graph> {
        let (mut known, mut cells) = (Vec::new(), Vec::new());
        let mut choices: Vec<(u32, u8)> = Vec::new();
        let mut vertex_of = vec![None; (n * n) as usize];
        let mut list = Vec::new();
        for cell in 0..n * n {
            if cell % POLL_INTERVAL == 0 && quit() {
                return None;
            }
            list.clear();
            values(cell, &mut list);
            match list[..] {
                [] => return None,
                [value] => known.push(u32::from(value) + 1),
                _ => {
                    known.push(0);
                    let v = cells.len() as u32;
                    vertex_of[cell as usize] = Some(v);
                    cells.push(cell);
                    choices.extend(list.iter().map(|&value| (v, value)));
                }
            }
        }
        if cells.is_empty() || quit() {
            return None;
        }
        let in_lines = |&(v, colour): &(u32, u8)| {
            let cell = cells[v as usize];
            [cell / n, n + cell % n].map(|line| line * n + u32::from(colour))
        };
        let lines: Vec<[u32; 2]> = choices.iter().map(in_lines).collect();
        let pairs = [0, 1].map(|i| (0..).zip(&lines).map(move |(choice, l)| (l[i], choice)));
        let [row, column] = pairs;
        let places = Csr::new((2 * n * n) as usize, row.chain(column));
        if quit() {
            return None;
        }
        let open = |&[a, b]: &[u32; 2]| Some([vertex_of[a as usize]?, vertex_of[b as usize]?]);
        let both = |[a, b]: [u32; 2]| {
            [(a, Sign { other: b, below: true }), (b, Sign { other: a, below: false })]
        };
        let signs = Csr::new(cells.len(), less.iter().filter_map(open).flat_map(both));
        let colours = Csr::new(cells.len(), choices.iter().copied());
        let vertex = choices.iter().map(|&(v, _)| v).collect();
        Some(Graph { n, known, cells, colours, vertex, lines, places, signs })
    }

    /// How many vertices there are.
    pub fn vertices(&self) -> u32 {
        self.cells.len() as u32
    }

    /// How many choices there are.
    pub fn choices(&self) -> usize {
        self.vertex.len()
    }

    /// The colour of a choice.
    #[inline]
    pub fn colour(&self, choice: u32) -> u8 {
        self.colours.items()[choice as usize]
    }

    /// The choices of the other cell of a sign that conflict with this colour of a cell.
    pub fn against(&self, sign: Sign, colour: u8) -> std::ops::Range<usize> {
        let range = self.colours.range(sign.other);
        let its = &self.colours.items()[range.clone()];
        match sign.below {
            true => range.start..range.start + its.partition_point(|&c| c <= colour),
            false => range.start + its.partition_point(|&c| c < colour)..range.end,
        }
    }

    /// Per cell of the square whether it is open.
    pub fn open(&self) -> Vec<bool> {
        self.known.iter().map(|&value| value == 0).collect()
    }

    /// The whole square with one choice per vertex; values from 1.
    pub fn square(&self, choices: &[u32]) -> Vec<u32> {
        let mut square = self.known.clone();
        for (&cell, &choice) in self.cells.iter().zip(choices) {
            square[cell as usize] = u32::from(self.colour(choice)) + 1;
        }
        square
    }
}
