//! Deductions in words.

use super::{EdgeLadder, NONE, Shape, TechniqueId, Touching};
use clew_puzzle::puzzle::ladder::{Deduction, Finding, StepText};
use clew_puzzle::puzzle::wording::how_many;
use clew_puzzle::puzzle::{Cell, EdgeId};

impl EdgeLadder {
    pub(super) fn telling(&self, rung: TechniqueId, deduction: &Deduction) -> StepText {
        // The meaning of the numbers is up to the technique that has added them, in `look` or `cut`.
        let [a, b, x, y] = deduction.subject;
        let both = || format!("{} and {}", self.spot(a), self.spot(b));
        let (cells, reason) = match rung {
            TechniqueId::Exits if a == NONE => {
                (Vec::new(), "every label is joined, and the rest stays empty".to_string())
            }
            TechniqueId::Exits => (vec![a], self.few_exits(a)),
            TechniqueId::Labels => (vec![a, b], self.two_labels([a, b], [x, y])),
            TechniqueId::Loop => {
                (vec![a, b], format!("{} are the ends of one piece, which must not close", both()))
            }
            TechniqueId::Early => {
                (vec![a, b], format!("joining {} would end the line too early", both()))
            }
            TechniqueId::Order => {
                (vec![a, b, x, y], format!("with {} joined, {}", both(), self.disorder([x, y])))
            }
            TechniqueId::SameLabel => (
                vec![a, b],
                format!(
                    "{} are neighbours on the path of {}, which must not run next to itself",
                    both(),
                    self.name(x)
                ),
            ),
            TechniqueId::Beside => {
                let at = [self.spot(x), self.spot(y)];
                let what = match self.rules.touching {
                    Touching::NoBlocks => format!("fill the square from {} to {}", at[0], at[1]),
                    _ => format!("run next to itself at {} and {}", at[0], at[1]),
                };
                (vec![a, b, x, y], format!("with {} joined, a path would {what}", both()))
            }
            TechniqueId::DeadEnd => (
                vec![a, b, x],
                format!("with {} joined, {} would have too few ways out", both(), self.spot(x)),
            ),
            TechniqueId::Parity => (vec![a, b], loose_ends(&both(), x, y == 1)),
            TechniqueId::Isolation => (
                vec![a, b],
                format!(
                    "every way between the ends of {} goes through the piece at {}, which joining {} would \
                     take",
                    self.name(x),
                    self.spot(y),
                    both()
                ),
            ),
            TechniqueId::Reach => self.claim_in_words(deduction.subject, &self.claims()),
            TechniqueId::Colours => (vec![a, b], self.surplus_of_a_colour(a, b, x, y)),
            TechniqueId::Border => self.border_in_words(deduction.subject),
            TechniqueId::Narrow => self.row_in_words(a, b),
            TechniqueId::Bottleneck => {
                let [from, to] = self.rules.ends[x as usize];
                let who = match self.rules.shape {
                    Shape::Links => format!("the ends of {}", self.name(x)),
                    Shape::Line => "the ends of the line".to_string(),
                };
                (vec![a, b, from, to], format!("every way between {who} goes through {}", both()))
            }
            TechniqueId::Trial => (Vec::new(), String::new()),
        };
        StepText { because: self.around(&cells), cells, reason }
    }

    /// The name of a label.
    pub(super) fn name(&self, label: u32) -> &str {
        &self.rules.names[label as usize]
    }

    /// That a cell takes all edges that are left to it.
    fn few_exits(&self, cell: Cell) -> String {
        let ways = match (self.on[cell as usize], self.open[cell as usize]) {
            (0, 1) => "one way out",
            (0, _) => "two ways out",
            _ => "one way on",
        };
        format!("{} has only {ways}", self.spot(cell))
    }

    /// That two neighbours belong to different labels.
    fn two_labels(&self, [a, b]: [Cell; 2], [of_a, of_b]: [u32; 2]) -> String {
        format!(
            "{} is on the path of {}, {} on that of {}",
            self.spot(a),
            self.name(of_a),
            self.spot(b),
            self.name(of_b)
        )
    }

    /// The sentence that behind `behind` there are `cells` cells, of which one colour has a surplus, so that `paths`
    /// paths lead there.
    fn surplus_of_a_colour(&self, gate: Cell, behind: Cell, paths: u32, cells: u32) -> String {
        let (are, they_take) = if cells == 1 { ("is", "it takes") } else { ("are", "they take") };
        format!(
            "{} from {} on {are} reached over open ways through {} only, and by the colours of a chequerboard \
             {they_take} {} from it",
            how_many(cells, "cell"),
            self.spot(behind),
            self.spot(gate),
            how_many(paths, "path")
        )
    }

    /// The known edges at these cells.
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

/// That the edge between two cells, the only open one to `cells` cells beyond it, is on where an odd number of ends is
/// loose among them, and off where an even one is: a path that does not leave has both its ends there.
fn loose_ends(edge: &str, cells: u32, odd: bool) -> String {
    let (parity, so) = if odd { ("odd", "one goes") } else { ("even", "none goes") };
    format!(
        "beyond {edge}, the only open way to {}, an {parity} number of ends is loose, so that {so} through",
        how_many(cells, "cell")
    )
}
