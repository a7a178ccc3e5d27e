//! How a person joins cells by paths: edges that are drawn, edges that are struck out, and the ladder
//! of techniques. Families whose answer is a set of edges share it; each names its rungs.
//!
//! When a cell has all the edges it needs, the others are struck out at once, as everybody does.
//! Pieces of path (*fragments*) know the label of an end that they hold.

mod border;
mod chain;
mod claim;
mod cut;
mod detour;
mod look;
mod narrow;
mod order;
mod region;
mod tell;
mod wave;

use clew_puzzle::puzzle::ladder::{
    Contradiction, Deduction, Extent, Fact, Finding, Found, Ladder, Level, NoLadder, PencilMark,
    Piece, StepText, Technique,
};
use clew_puzzle::puzzle::verify::{bridge_line, spot};
use clew_puzzle::puzzle::{Answer, Board, Cell, EdgeId};
use smallvec::SmallVec;
use std::sync::Arc;

/// The largest board that is explained, in cells.
const MAX_CELLS: usize = 2500;
/// No label.
const NONE: u32 = u32::MAX;

/// The techniques that families choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TechniqueId {
    /// A cell with as many ways out as it needs takes them all.
    Exits,
    /// Different labels are not joined.
    Labels,
    /// A path does not close.
    Loop,
    /// The only line does not end before every cell is on it.
    Early,
    /// The only line meets numbered cells in their order.
    Order,
    /// Neighbours on one path are joined, where a path does not run next to itself.
    SameLabel,
    /// Joining two pieces that lie side by side elsewhere.
    Beside,
    /// An edge that leaves another cell too few ways out.
    DeadEnd,
    /// The only way into a part of the board, by which as many paths leave as ends are loose there.
    Parity,
    /// The only way between the ends of a label.
    Bottleneck,
    /// A cell without which the ends of a label are parted is on no other path.
    Isolation,
    /// Cells to which the paths of some labels alone can come.
    Reach,
    /// How many paths a cell has into a part of the board that it alone joins to the rest, by the colours
    /// of a chequerboard.
    Colours,
    /// Ends round a border: a path does not part the ends of another one.
    Border,
    /// A row of cells that as many paths must cross.
    Narrow,
    /// A path does not bend around a free cell if there is one solution.
    Detour,
    /// Something is assumed, which is not up to the ladder.
    Trial,
}

/// Whether a path may run next to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Touching {
    /// It may.
    Free,
    /// But not fill a block of four cells.
    NoBlocks,
    /// Neighbours on one path are consecutive.
    Never,
}

/// The shape of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// The set of edges.
    Links,
    /// The number of each cell, counted from the first end of the only path.
    Line,
}

/// The rules, and the rungs in the order in which they are tried.
#[derive(Clone, Debug)]
pub(super) struct Rulebook {
    pub board: Board,
    /// Per label its two ends.
    pub ends: Vec<[Cell; 2]>,
    /// Per label its name.
    pub names: Vec<String>,
    /// Cells that the only line meets in this order; none where it has no such rule.
    pub order: Vec<Cell>,
    /// Every cell lies on a path.
    pub covers: bool,
    pub touching: Touching,
    pub shape: Shape,
    pub rungs: &'static Rungs,
    /// The same if it is known that there is one solution, where that gives more.
    pub unique: Option<&'static Rungs>,
}

/// Rungs in the order in which they are tried.
#[derive(Debug)]
pub(super) struct Rungs {
    pub ids: &'static [TechniqueId],
    /// A technique a rung, and one more, of trying with all of them.
    pub techniques: &'static [Technique],
}

/// Each rung with its technique, and at last that of trying with all of them.
macro_rules! rungs {
    ($($id:ident => $technique:expr,)* => $search:expr) => {
        $crate::edge_ladder::Rungs {
            ids: &[$($crate::edge_ladder::TechniqueId::$id),*],
            techniques: &[$($technique,)* $search],
        }
    };
}
pub(super) use rungs;

/// The state of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    Open,
    On,
    Off,
}

/// A board in the middle of being solved.
#[derive(Clone, Debug)]
struct EdgeLadder {
    rules: Arc<Rulebook>,
    /// Paths do not run next to themselves because there is one solution, not by the rules.
    shortcuts: bool,
    /// Per cell its squares, if paths have no detours because there is one solution; else empty.
    corners: Arc<Vec<Vec<detour::Corner>>>,
    edges: Vec<Edge>,
    /// Per cell how many edges it has in a solution that visits it.
    want: Arc<Vec<u16>>,
    /// Per cell its place among those that are met in order, `NONE` if it is none of them.
    rank: Arc<Vec<u32>>,
    /// Per cell how many edges are on, and how many are open.
    on: Vec<u16>,
    open: Vec<u16>,
    /// Per cell its fragment, numbered by the first cell of the fragment, and the next cell of the fragment (`NONE`
    /// after the last one); per fragment its last cell, its size and its label. Separate lists would be many pieces of
    /// memory to copy for each attempt.
    fragment: Vec<u32>,
    next: Vec<Cell>,
    tail: Vec<Cell>,
    size: Vec<u32>,
    label: Vec<u32>,
    /// Per label whether its ends are joined.
    joined: Vec<bool>,
    /// Per cell its learnt number on the only path, if any.
    numbers: Arc<Vec<Option<u32>>>,
    /// Edges that are open.
    left: usize,
    /// Edges that were drawn since an attempt began.
    drawn: Vec<EdgeId>,
    /// Cells at which an edge was drawn or struck out since the last wave, and since a wave examined the pieces there.
    touched: Vec<Cell>,
    stale: Vec<Cell>,
}

/// The board before the first step.
///
/// # Errors
/// Why there is no ladder.
pub(super) fn start(rules: Rulebook) -> Result<Box<dyn Ladder>, NoLadder> {
    let (cells, edges) = (rules.board.len(), rules.board.edges().len());
    if cells > MAX_CELLS {
        return Err(NoLadder::Unsuited(format!(
            "paths are explained up to {MAX_CELLS} cells, here are {cells}"
        )));
    }
    let (mut want, mut label) = (vec![2; cells], vec![NONE; cells]);
    for (k, &[a, b]) in (0..).zip(&rules.ends) {
        for c in [a, b] {
            want[c as usize] = 1;
            label[c as usize] = k;
        }
    }
    let mut rank = vec![NONE; cells];
    rules.order.iter().zip(0..).for_each(|(&c, i)| rank[c as usize] = i);
    let open = (0..cells as u32).map(|c| rules.board.incident(c).len() as u16).collect();
    Ok(Box::new(EdgeLadder {
        edges: vec![Edge::Open; edges],
        want: Arc::new(want),
        rank: Arc::new(rank),
        on: vec![0; cells],
        open,
        fragment: (0..cells as u32).collect(),
        next: vec![NONE; cells],
        tail: (0..cells as u32).collect(),
        size: vec![1; cells],
        label,
        joined: vec![false; rules.ends.len()],
        numbers: Arc::new(vec![None; rules.board.len()]),
        left: edges,
        shortcuts: false,
        corners: Arc::new(Vec::new()),
        drawn: Vec::new(),
        touched: Vec::new(),
        stale: Vec::new(),
        rules: Arc::new(rules),
    }))
}

impl EdgeLadder {
    /// Joins a cell to the neighbours whose numbers differ from its own by one; numbers have no other effect here.
    fn learn_number(&mut self, cell: Cell, number: u32) -> Result<bool, Contradiction> {
        Arc::make_mut(&mut self.numbers)[cell as usize] = Some(number);
        let next =
            |to: &Cell| self.numbers[*to as usize].is_some_and(|other| other.abs_diff(number) == 1);
        let beside = self.rules.board.neighbours(cell).iter().copied();
        let joined: Vec<Cell> = beside.filter(next).collect();
        let mut news = false;
        for to in joined {
            news |= self.learn(Finding { fact: Fact::Link { from: cell, to }, holds: true })?;
        }
        Ok(news)
    }

    fn cells(&self) -> u32 {
        self.on.len() as u32
    }

    fn pair(&self, e: EdgeId) -> [Cell; 2] {
        self.rules.board.edges()[e as usize]
    }

    fn is_open(&self, e: EdgeId) -> bool {
        self.edges[e as usize] == Edge::Open
    }

    fn open_edges(&self) -> impl Iterator<Item = EdgeId> + '_ {
        (0..self.edges.len() as u32).filter(|&e| self.is_open(e))
    }

    /// The open edges of a cell.
    fn ways(&self, c: Cell) -> impl Iterator<Item = EdgeId> + '_ {
        self.rules.board.incident(c).iter().copied().filter(|&e| self.is_open(e))
    }

    /// The label of the fragment a cell is in, `NONE` if it is not known.
    fn label_of(&self, c: Cell) -> u32 {
        self.label[self.fragment[c as usize] as usize]
    }

    /// The cells of a fragment.
    fn members(&self, fragment: u32) -> impl Iterator<Item = Cell> + '_ {
        let next = |&c: &Cell| Some(self.next[c as usize]).filter(|&next| next != NONE);
        std::iter::successors(Some(fragment), next)
    }

    /// The number of cells in the fragment of a cell.
    fn size_of(&self, c: Cell) -> usize {
        self.size[self.fragment[c as usize] as usize] as usize
    }

    /// The cells in the fragment of a cell.
    fn mates(&self, c: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.members(self.fragment[c as usize])
    }

    /// Whether a path certainly visits the cell.
    fn is_used(&self, c: Cell) -> bool {
        self.rules.covers
            || self.on[c as usize] > 0
            || self.want[c as usize] == 1
            || self.blocks_detour(c)
    }

    /// A cell in words; on a bridge with the line that is meant, for both have one place.
    fn spot(&self, c: Cell) -> String {
        let board = &self.rules.board;
        let place = spot(board, c);
        bridge_line(board, c).map_or(place.to_string(), |line| format!("{place} ({line})"))
    }

    /// That a cell has fewer ways out than it needs.
    fn shut_in(&self, c: Cell) -> String {
        let ways = self.on[c as usize] + self.open[c as usize];
        let left = if ways == 0 { "no way" } else { "only one way" };
        format!("{} would have {left} out{}", self.spot(c), self.why_used(c))
    }

    fn strike(&mut self, e: EdgeId) {
        self.edges[e as usize] = Edge::Off;
        self.left -= 1;
        let pair = self.pair(e);
        for c in pair {
            self.open[c as usize] -= 1;
        }
        self.touched.extend(pair);
    }

    /// Makes one fragment of two.
    fn merge(&mut self, a: Cell, b: Cell) -> Result<(), Contradiction> {
        let (f, g) = (self.fragment[a as usize], self.fragment[b as usize]);
        if f == g {
            let why = format!("{} would close a loop", self.edge_name([a, b]));
            return Err(Contradiction::at([a, b], why));
        }
        let (k, l) = (self.label[f as usize], self.label[g as usize]);
        if k != NONE && l != NONE && k != l {
            let edge = self.edge_name([a, b]);
            let why = format!("{edge} would join {} and {}", self.name(k), self.name(l));
            return Err(Contradiction::at([a, b], why));
        }
        let (f, g) = if self.size[f as usize] < self.size[g as usize] { (g, f) } else { (f, g) };
        let mut moved = g;
        while moved != NONE {
            self.fragment[moved as usize] = f;
            moved = self.next[moved as usize];
        }
        self.next[self.tail[f as usize] as usize] = g;
        self.tail[f as usize] = self.tail[g as usize];
        self.size[f as usize] += self.size[g as usize];
        self.label[f as usize] = k.min(l);
        if k != NONE && k == l {
            self.joined[k as usize] = true;
            let whole = self.size[f as usize] as usize == self.on.len();
            if self.rules.shape == Shape::Line && !whole {
                let why = format!("{} would end the line too early", self.edge_name([a, b]));
                return Err(Contradiction::at([a, b], why));
            }
        }
        Ok(())
    }
}

impl Ladder for EdgeLadder {
    fn techniques(&self) -> &'static [Technique] {
        self.rules.rungs.techniques
    }

    fn look(&mut self, technique: usize, found: &mut Found) {
        match self.rules.rungs.ids[technique] {
            TechniqueId::Exits => self.exits(found),
            TechniqueId::Labels => self.labels(found),
            TechniqueId::Loop => self.loops(found),
            TechniqueId::Early => self.early(found),
            TechniqueId::Order => self.orders(found),
            TechniqueId::SameLabel => self.same_labels(found),
            TechniqueId::Beside => self.beside(found),
            TechniqueId::DeadEnd => self.dead_ends(found),
            TechniqueId::Parity => self.parities(found),
            TechniqueId::Bottleneck => self.bottlenecks(found),
            TechniqueId::Isolation => self.isolations(found),
            TechniqueId::Reach => self.reaches(found),
            TechniqueId::Colours => self.colours(found),
            TechniqueId::Border => self.borders(found),
            TechniqueId::Narrow => self.narrow_rows(found),
            TechniqueId::Detour => self.detours(found),
            TechniqueId::Trial => {}
        }
    }

    fn assume_unique(&mut self, full: bool) -> bool {
        let Some(rungs) = self.rules.unique else { return false };
        let rules = Arc::make_mut(&mut self.rules);
        rules.covers = full;
        if !full && rungs.ids.contains(&TechniqueId::Detour) {
            self.corners = Arc::new(detour::corners(&rules.board));
        }
        (rules.rungs, rules.unique) = (rungs, None);
        (rules.touching, self.shortcuts) = (Touching::Never, true);
        true
    }

    fn tell(&self, technique: usize, deduction: &Deduction) -> StepText {
        self.telling(self.rules.rungs.ids[technique], deduction)
    }

    fn learn(&mut self, finding: Finding) -> Result<bool, Contradiction> {
        let (from, to) = match finding.fact {
            Fact::Link { from, to } => (from, to),
            Fact::Number { cell, number } => return self.learn_number(cell, number),
        };
        let Some(e) = self.rules.board.edge_between(from, to) else {
            return Err(Contradiction::at([from, to], "these cells are no neighbours"));
        };
        // Words cost more than all the rest, and most findings contradict nothing.
        let edge = || self.edge_name([from, to]);
        match (self.edges[e as usize], finding.holds) {
            (Edge::On, true) | (Edge::Off, false) => return Ok(false),
            (Edge::On, false) => {
                return Err(Contradiction::at(
                    [from, to],
                    format!("{} would be ruled out, which is drawn", edge()),
                ));
            }
            (Edge::Off, true) => {
                return Err(Contradiction::at(
                    [from, to],
                    format!("{} would be needed, which is ruled out", edge()),
                ));
            }
            (Edge::Open, false) => {
                self.strike(e);
                return Ok(true);
            }
            (Edge::Open, true) => {}
        }
        if let Some(two) = self.out_of_order(from, to) {
            let why = format!("{} {}", edge(), self.disorder(two));
            return Err(Contradiction::at([from, to], why));
        }
        self.strike(e);
        self.edges[e as usize] = Edge::On;
        self.drawn.push(e);
        for c in [from, to] {
            self.on[c as usize] += 1;
        }
        self.merge(from, to)?;
        for c in [from, to] {
            if self.on[c as usize] == self.want[c as usize] {
                for way in self.ways(c).collect::<Vec<_>>() {
                    self.strike(way);
                }
            }
        }
        Ok(true)
    }

    fn sound(&self) -> Result<(), Contradiction> {
        for c in (0..self.cells()).filter(|&c| self.is_used(c)) {
            if self.on[c as usize] + self.open[c as usize] < self.want[c as usize] {
                return Err(Contradiction::at([c], self.shut_in(c)));
            }
        }
        self.untouched()?;
        self.connected()
    }

    fn open(&self, most: usize) -> Vec<Vec<Finding>> {
        if 2 * self.left > most {
            return Vec::new();
        }
        let both = |e| [true, false].map(|holds| Finding::link(self.pair(e), holds)).to_vec();
        self.open_edges().map(both).collect()
    }

    fn bytes(&self) -> usize {
        let cell = 3 * size_of::<Cell>() + size_of::<Option<u32>>() + 10;
        size_of::<Self>() + self.edges.len() + cell * self.on.len()
    }

    fn pencil(&self, _: usize) -> PencilMark {
        let known = (0..).zip(&self.edges).filter(|(_, edge)| **edge != Edge::Open);
        PencilMark::Links(known.map(|(e, &edge)| (self.pair(e), edge == Edge::On)).collect())
    }

    fn answer(&self) -> Option<Answer> {
        if self.left > 0 {
            return None;
        }
        let on: Vec<bool> = self.edges.iter().map(|&e| e == Edge::On).collect();
        match self.rules.shape {
            Shape::Links => Some(Answer::Links(on)),
            Shape::Line => {
                let mut numbers = vec![0; self.on.len()];
                let mut here = self.rules.ends.first()?[0];
                for k in 1..=self.cells() {
                    numbers[here as usize] = k;
                    let board = &self.rules.board;
                    let ways = board.neighbours(here).iter().zip(board.incident(here));
                    let next = ways
                        .filter(|(q, e)| on[**e as usize] && numbers[**q as usize] == 0)
                        .map(|(q, _)| *q)
                        .next();
                    match next {
                        Some(q) => here = q,
                        None => break,
                    }
                }
                Some(Answer::Line(numbers))
            }
        }
    }

    fn copy(&self) -> Box<dyn Ladder> {
        Box::new(self.clone())
    }

    fn attempt(&self) -> Box<dyn Ladder> {
        Box::new(self.begun())
    }

    fn extent(&self) -> Extent {
        let at = |e: &EdgeId| self.fragment[self.pair(*e)[0] as usize];
        let mut pieces: SmallVec<[u32; 16]> = self.drawn.iter().map(at).collect();
        pieces.sort_unstable();
        pieces.dedup();
        Extent { marks: self.drawn.len().max(1) as u32, pieces: pieces.len().max(1) as u32 }
    }

    fn trail(&self) -> Vec<Finding> {
        self.drawn.iter().map(|&e| self.about(e, true)).collect()
    }

    fn wave(&mut self, found: &mut Found) -> Result<(), Contradiction> {
        self.spread(Level::Extreme, found)
    }

    fn sound_after(&self, learnt: Finding) -> Result<(), Contradiction> {
        if self.parts_nothing(learnt) { Ok(()) } else { self.connected() }
    }

    fn causes(&self, findings: &[Finding]) -> Vec<Finding> {
        self.run_on(findings)
    }

    fn pieces(&self, drawn: &[Finding]) -> Vec<Piece> {
        self.chains(drawn)
    }
}
