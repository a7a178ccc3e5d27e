//! A path that bends around nothing: the joint consequence of R0 and R2 of the normal form (`normal_form.rs`) for a
//! straight run that leaves its line to the same side at both ends, as clauses.
//!
//! Let a path run straight from a turn at a to a turn at b and leave to the same side, "down", at both.
//! Its legs in the next line are no neighbours (that would be a chord, R0) and do not see each other
//! (R2), so a cell between them is used. Take the first one from a. Its upper neighbour is an inner cell of
//! the run, whose edges both belong to the run; its neighbour before it is empty, or it is the leg, and an edge to that
//! would be the third of a square of four cells of one path, whose fourth pair is a chord. So it is an end-point, or
//! turns down and on along the line. There the path comes to an end-point or turns down again before the
//! other leg, to which it cannot be joined either. So between the legs of each such bend there is an
//! end-point in the next line, or another bend, at least two cells narrower. By induction **an end-point lies in the
//! triangle** of the cells a + j to b - j of the lines j = 1, 2, ... below the run; where there is none the run
//! cannot be.
//!
//! The clauses follow from the normal form, so they change no answer; without them search would have to repeat the
//! cases of the induction wherever a path bends. All cells and edges of the triangle and of the legs must exist; it
//! ends at holes and walls. Where a line of it has no edge down at all, at the border, no bend is in that line and
//! nothing below it counts.
//!
//! Tried and left out: round a single end-point each line between it and the run has a bend, so that edges of these
//! are known. Search finds that by itself: no fewer failures, and more clauses.

use crate::numberlink::turns::{DOWN, LEFT, NONE, QUADRANTS, RIGHT, UP};
use crate::numberlink::{Frame, turns};
use clew_engine::kernel::{Bools, Lit};
use clew_puzzle::puzzle::{Board, BuildError, BuildOptions, Cell};

/// Along the run and towards its legs, and the quadrants of its first and its last turn.
const SIDES: [([usize; 2], [u32; 2]); 4] = [
    ([RIGHT, DOWN], [2, 3]),
    ([RIGHT, UP], [0, 1]),
    ([DOWN, RIGHT], [2, 0]),
    ([DOWN, LEFT], [3, 1]),
];

/// Cells of the longest run that is examined. Where end-points are so far apart little is gained.
const MAX_RUN: usize = 12;

/// Adds the clauses; `turn` is the first turn of the network. At most [`MAX_RUN`] for each cell and side.
///
/// # Errors
/// [`BuildError::Interrupted`].
pub(crate) fn post(
    frame: &mut Frame<'_>,
    turn: Bools,
    options: &BuildOptions,
) -> Result<(), BuildError> {
    let around = turns::edges_around(&frame.puzzle.board);
    let (mut run, mut clause) = (Vec::new(), Vec::new());
    let mut count = 0;
    for c in 0..frame.cells() {
        options.check_interrupt()?;
        for (ways, quadrants) in SIDES {
            let bends = Bends { board: &frame.puzzle.board, around: &around, ways };
            run.clear();
            run.push(c);
            while let Some(next) = bends.beside(run[run.len() - 1], ways[0])
                && run.len() < MAX_RUN
            {
                run.push(next);
                if !bends.are_round_nothing(&run, &frame.is_end) {
                    break;
                }
                if run.len() > 2 {
                    clause.clear();
                    clause.extend(bends.run_is_broken(frame, turn, quadrants, &run));
                    let posted = frame.model.engine.add_clause(&clause);
                    frame.check(posted);
                    count += 1;
                }
            }
        }
    }
    frame.model.says("a path bends round an end-point", count);
    Ok(())
}

/// Runs that may bend, in one direction to one side.
struct Bends<'a> {
    board: &'a Board,
    around: &'a [[u32; 4]],
    ways: [usize; 2],
}

impl Bends<'_> {
    /// The neighbour that way.
    fn beside(&self, c: Cell, way: usize) -> Option<Cell> {
        match self.around[c as usize][way] {
            NONE => None,
            e => {
                let [a, b] = self.board.edges()[e as usize];
                Some(if a == c { b } else { a })
            }
        }
    }

    /// Whether the triangle of a run is complete and contains no end-point. The triangle of the run without its last
    /// cell was tested before, so only the new part is tested: one side of the triangle.
    fn are_round_nothing(&self, run: &[Cell], is_end: &[bool]) -> bool {
        let [along, aside] = self.ways;
        let [.., mut before, mut last] = *run else { return true };
        // Cells of the line that ends there.
        let mut width = run.len();
        loop {
            let inner = match [before, last].map(|c| self.beside(c, aside)) {
                // As all of the line.
                [None, None] if width < run.len() => return true,
                [Some(inner), Some(leg)] if self.beside(inner, along) == Some(leg) => inner,
                _ => return false,
            };
            if width == 2 {
                return true;
            }
            if is_end[inner as usize] {
                return false;
            }
            // The line below, without its legs.
            width -= 2;
            if width == 1 {
                return true;
            }
            last = inner;
            // The opposite direction of d is 3 - d.
            before = self.beside(inner, 3 - along).expect("it was found along a shorter run");
        }
    }

    /// That one of both turns or of the edges of the run is not there.
    fn run_is_broken(
        &self,
        frame: &Frame<'_>,
        turn: Bools,
        quadrants: [u32; 2],
        run: &[Cell],
    ) -> impl Iterator<Item = Lit> {
        let [first, last] = [0, run.len() - 1].map(|i| run[i] * QUADRANTS);
        let turns = [first + quadrants[0], last + quadrants[1]].map(|t| turn.at(t).neg());
        // The turns bring the edges at both ends.
        let inner = run[1..run.len() - 2].iter();
        let edges = inner.map(|&c| frame.edge(self.around[c as usize][self.ways[0]]).neg());
        turns.into_iter().chain(edges)
    }
}
