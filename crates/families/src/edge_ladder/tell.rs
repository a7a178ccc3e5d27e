//! Deductions in words.

use super::{EdgeLadder, NONE, Shape, TechniqueId, Touching};
use clew_puzzle::puzzle::ladder::{Deduction, Finding, StepText};
use clew_puzzle::puzzle::wording::{how_many, join};
use clew_puzzle::puzzle::{Cell, EdgeId};

impl EdgeLadder {
    pub(super) fn telling(&self, rung: TechniqueId, deduction: &Deduction) -> StepText {
        // The meaning of the numbers is up to the technique that has added them, in `look` or `cut`.
        let [a, b, x, y] = deduction.subject;
        let edge = || self.edge_name([a, b]);
        let (cells, reason) = match rung {
            TechniqueId::Exits if a == NONE => {
                (Vec::new(), "every label is joined, and the rest stays empty".to_string())
            }
            TechniqueId::Exits => (vec![a], self.few_exits(a)),
            TechniqueId::Labels => (vec![a, b], self.two_labels([a, b], [x, y])),
            TechniqueId::Loop => (vec![a, b], format!("{} would close a loop", edge())),
            TechniqueId::Early => (vec![a, b], format!("{} would end the line too early", edge())),
            TechniqueId::Order => {
                (vec![a, b, x, y], format!("{} {}", edge(), self.disorder([x, y])))
            }
            TechniqueId::SameLabel => {
                let (a, b, name) = (self.spot(a), self.spot(b), self.name(x));
                let reason = if self.shortcuts {
                    format!("{a} and {b} are both on {name}, and {a}-{b} would be a shortcut")
                } else {
                    format!("{a} and {b} are both on {name}, which is not beside itself")
                };
                (vec![deduction.subject[0], deduction.subject[1]], reason)
            }
            TechniqueId::Beside => {
                let at = [x.min(y), x.max(y)].map(|c| self.spot(c));
                let what = match self.rules.touching {
                    Touching::NoBlocks => format!("fill the square from {} to {}", at[0], at[1]),
                    _ if self.shortcuts => {
                        format!("leave the shortcut {}-{}, a second solution", at[0], at[1])
                    }
                    _ => format!("bring a path beside itself at {} and {}", at[0], at[1]),
                };
                (vec![a, b, x, y], format!("{} would {what}", edge()))
            }
            TechniqueId::DeadEnd => {
                let reason =
                    format!("{} would shut {} in{}", edge(), self.spot(x), self.why_used(x));
                (vec![a, b, x], reason)
            }
            TechniqueId::Parity => (vec![a, b], loose_ends(&edge(), x, y == 1)),
            TechniqueId::Isolation => (
                vec![a, b],
                format!(
                    "{} can get through at {} only, which {} would give away",
                    self.name(x),
                    self.spot(y),
                    edge()
                ),
            ),
            TechniqueId::Reach => self.claim_in_words(deduction.subject, &self.claims()),
            TechniqueId::Colours => (vec![a, b], self.surplus_of_a_colour(a, b, x, y)),
            TechniqueId::Border => self.border_in_words(deduction.subject),
            TechniqueId::Narrow => self.row_in_words(a, b),
            TechniqueId::Detour => self.detour_in_words(a),
            TechniqueId::Bottleneck => {
                let [from, to] = self.rules.ends[x as usize];
                let ends = [from, to].map(|c| self.spot(c));
                let who = self.name(x);
                let reason =
                    format!("{who} can get from {} to {} by {} only", ends[0], ends[1], edge());
                (vec![a, b, from, to], reason)
            }
            TechniqueId::Trial => (Vec::new(), String::new()),
        };
        StepText { because: self.around(&cells), cells, reason }
    }

    /// Two neighbours as the edge between them: "r1c1-r1c2".
    pub(super) fn edge_name(&self, pair: [Cell; 2]) -> String {
        let [a, b] = [pair[0].min(pair[1]), pair[0].max(pair[1])].map(|c| self.spot(c));
        format!("{a}-{b}")
    }

    /// The name of a label.
    pub(super) fn name(&self, label: u32) -> &str {
        &self.rules.names[label as usize]
    }

    /// That a cell takes all edges that are left to it, and that the path runs on if there is one way only.
    fn few_exits(&self, cell: Cell) -> String {
        let ways: Vec<EdgeId> = self.ways(cell).collect();
        let to = join(ways.iter().map(|&e| self.spot(self.other(e, cell))));
        let who = match (self.rules.shape, self.label_of(cell)) {
            (Shape::Line, _) => "the line",
            (Shape::Links, NONE) => "the path",
            (Shape::Links, label) => self.name(label),
        };
        let here = self.spot(cell);
        let mut reason = match (self.on[cell as usize], &ways[..]) {
            (0, [_]) => format!("{who} can leave {here} to {to} only"),
            (0, _) => format!("{here} has two ways only, to {to}"),
            _ => format!("{who} can go on from {here} to {to} only"),
        };
        let drawn: Vec<Finding> = ways.iter().map(|&e| self.about(e, true)).collect();
        if self.run_on(&drawn).len() > drawn.len() {
            reason += ", and runs on from there";
        }
        reason
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
        let beyond = match cells {
            1 => format!("{} beyond {} needs", self.spot(behind), self.spot(gate)),
            _ => format!("the {cells} cells beyond {} need", self.spot(gate)),
        };
        let paths = if paths == 0 { "no step".into() } else { how_many(paths, "step") };
        format!("counted in the colours of a chequerboard, {beyond} {paths} from there")
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
    let (parity, so) = if odd { ("odd", "one passes") } else { ("even", "none passes") };
    let beyond = how_many(cells, "cell");
    format!("an {parity} number of ends is loose in the {beyond} beyond {edge}, so {so} there")
}
