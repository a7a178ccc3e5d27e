//! Deductions in words.

use super::{EdgeLadder, NONE, Rung, Shape};
use crate::puzzle::ladder::{Deduction, Finding, Telling};
use crate::puzzle::{Cell, EdgeId};

impl EdgeLadder {
    pub(super) fn telling(&self, rung: Rung, deduction: &Deduction) -> Telling {
        let [a, b, x, y] = deduction.subject;
        let spot = |c: Cell| self.spot(c);
        let name = |k: u32| &self.rules.names[k as usize];
        let plain = |cells: Vec<Cell>, reason: String| Telling {
            because: self.around(&cells),
            cells,
            reason,
        };
        match rung {
            Rung::Exits if a == NONE => {
                plain(Vec::new(), "every label is joined, and the rest stays empty".into())
            }
            Rung::Exits => {
                let ways = match (self.on[a as usize], self.open[a as usize]) {
                    (0, 1) => "one way out",
                    (0, _) => "two ways out",
                    _ => "one way on",
                };
                plain(vec![a], format!("{} has only {ways}", spot(a)))
            }
            Rung::Labels => plain(
                vec![a, b],
                format!(
                    "{} is on the path of {}, {} on that of {}",
                    spot(a),
                    name(x),
                    spot(b),
                    name(y)
                ),
            ),
            Rung::Loop => plain(
                vec![a, b],
                format!(
                    "{} and {} are the ends of one piece, which must not close",
                    spot(a),
                    spot(b)
                ),
            ),
            Rung::Early => plain(
                vec![a, b],
                format!("joining {} and {} would end the line too early", spot(a), spot(b)),
            ),
            Rung::SameLabel => plain(
                vec![a, b],
                format!(
                    "{} and {} are neighbours on the path of {}, which must not run beside itself",
                    spot(a),
                    spot(b),
                    name(x)
                ),
            ),
            Rung::Beside => plain(
                vec![a, b, x, y],
                format!(
                    "with {} and {} joined, a path would run beside itself at {} and {}",
                    spot(a),
                    spot(b),
                    spot(x),
                    spot(y)
                ),
            ),
            Rung::DeadEnd => plain(
                vec![a, b, x],
                format!(
                    "with {} and {} joined, {} would have too few ways out",
                    spot(a),
                    spot(b),
                    spot(x)
                ),
            ),
            Rung::Parity => {
                let so = if y == 1 { "one goes" } else { "none goes" };
                let odd = if y == 1 { "odd" } else { "even" };
                let reason = format!(
                    "beyond {} and {}, the only way to {x} cell{}, an {odd} number of ends is loose, so \
                     that {so} through",
                    spot(a),
                    spot(b),
                    if x == 1 { "" } else { "s" }
                );
                plain(vec![a, b], reason)
            }
            Rung::Isolation => plain(
                vec![a, b],
                format!(
                    "every way between the ends of {} goes through the piece at {}, which joining {} and {} \
                     would take",
                    name(x),
                    spot(y),
                    spot(a),
                    spot(b)
                ),
            ),
            Rung::Colours => {
                let s = if x == 1 { "" } else { "s" };
                let reason = format!(
                    "{y} cell{} from {} on {} reached through {} only, and by the colours of a \
                     chequerboard {} {x} path{s} from it",
                    if y == 1 { "" } else { "s" },
                    spot(b),
                    if y == 1 { "is" } else { "are" },
                    spot(a),
                    if y == 1 { "it takes" } else { "they take" }
                );
                plain(vec![a, b], reason)
            }
            Rung::Bottleneck => {
                let [from, to] = self.rules.ends[x as usize];
                let who = match self.rules.shape {
                    Shape::Links => format!("the ends of {}", name(x)),
                    Shape::Line => "the ends of the line".to_string(),
                };
                plain(
                    vec![a, b, from, to],
                    format!("every way between {who} goes through {} and {}", spot(a), spot(b)),
                )
            }
        }
    }

    /// What is known of the edges at these cells.
    fn around(&self, cells: &[Cell]) -> Vec<Finding> {
        let board = &self.rules.board;
        let mut edges: Vec<EdgeId> =
            cells.iter().flat_map(|&c| board.incident(c)).copied().collect();
        edges.sort_unstable();
        edges.dedup();
        let known = edges.into_iter().filter(|&e| !self.is_open(e));
        known
            .map(|e| Finding::link(self.pair(e), self.edges[e as usize] == super::Edge::On))
            .collect()
    }
}
