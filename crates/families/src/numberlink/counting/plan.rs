//! The scan of a numberlink board: the order in which cells are settled, and the open parts at each step.
//!
//! A state lives on the *frontier*: cells not settled yet that have a settled neighbour. Settling a
//! cell decides its edges to later cells. All lists here depend on the step alone.

use crate::{Numberlink, Touch};
use clew_puzzle::puzzle::{Board, Cell, EdgeId};

use super::Question;
use super::chains::Chains;
use super::guard::{Fragment, MAX_PAIRS};

/// An edge from the cell being settled to a later one.
#[derive(Clone, Debug)]
pub struct ForwardEdge {
    /// The edge of the board.
    pub edge: EdgeId,
    /// The later cell's place among [`Step::cells`].
    pub slot: usize,
    /// It can be on a path.
    pub may: bool,
    /// It must be on a path.
    pub must: bool,
    /// It leads to the cell of the next step.
    pub next: bool,
}

/// A cell of the frontier.
#[derive(Clone, Debug)]
pub struct FrontierCell {
    /// Its label if it is an end-point, else 0.
    pub terminal: Fragment,
    /// Whether it can already have both its edges (a state before this step; not for end-points).
    pub may_be_full: bool,
    /// Its place in the frontier before the step, if it was there.
    pub from: Option<usize>,
}

/// A touch rule's ban on one path running through all of certain cells, while it is open.
#[derive(Clone, Debug)]
pub struct TouchBan {
    /// Its place among the open bans before the step; `None` if it begins here.
    pub from: Option<usize>,
    /// The label of its end-points, else 0.
    pub label: Fragment,
    /// The cell settled here is one of its cells.
    pub here: bool,
    /// Two cells of one path: the ban holds unless this edge, decided here, joins them.
    pub unless: Option<EdgeId>,
    /// No cell of unknown path is left after this step.
    pub closes: bool,
    /// Cells still to come that are no end-points, as places among [`Step::cells`]; `None` if one of them
    /// is not there (and so has no edge yet).
    pub rest: Option<Vec<usize>>,
}

/// One step: settling a cell.
#[derive(Clone, Debug)]
pub struct Step {
    /// The cell that is settled.
    pub cell: Cell,
    /// The cell itself, then the rest of the frontier, then cells it brings in, in scan order.
    pub cells: Vec<FrontierCell>,
    /// The edges decided here.
    pub later: Vec<ForwardEdge>,
    /// The bans of the touch rule that are open, those that begin here included.
    pub bans: Vec<TouchBan>,
    /// Pairs of later edges (places in `later`) that a cell nothing has come into may use.
    pub pairs: Vec<(usize, usize)>,
    /// A place in `later` that an edge from the cell settled before must not go on to. If it is set, the state before
    /// holds whether that edge is there.
    pub barred: Option<usize>,
    /// Where a path must not touch itself: neighbours among the cells still to come.
    pub side_by_side: Vec<(usize, usize)>,
}

/// The whole scan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// A step a cell, in scan order.
    pub steps: Vec<Step>,
    /// The number of labels.
    pub labels: usize,
    /// The most cells on the frontier.
    pub width: usize,
    /// Edges of the board.
    pub edges: usize,
}

/// A frontier of more cells than this has states with more fragments than a state can hold.
const WIDEST: usize = 4 * MAX_PAIRS;
/// The limit of cells of the board times cells of the frontier: the time and memory of a plan.
const LARGEST: usize = 1 << 19;

/// The cells in reading order, or column by column if that keeps the frontier smaller; and the most cells
/// on the frontier.
pub fn order(board: &Board) -> (Vec<Cell>, usize) {
    // The second cell of a bridge comes with its first.
    let rows = board.ordered_by(&|row, col| [row, col, 0]);
    let columns = board.ordered_by(&|row, col| [col, row, 0]);
    let (by_columns, by_rows) = (width(board, &columns), width(board, &rows));
    if by_columns < by_rows { (columns, by_columns) } else { (rows, by_rows) }
}

fn positions(order: &[Cell]) -> Vec<usize> {
    let mut at = vec![0; order.len()];
    for (i, &c) in order.iter().enumerate() {
        at[c as usize] = i;
    }
    at
}

/// The most cells that are on the frontier at once.
fn width(board: &Board, order: &[Cell]) -> usize {
    let at = positions(order);
    let mut change = vec![0i64; order.len() + 1];
    for &c in order {
        // On the frontier from its first neighbour's step to its own.
        let first = board.neighbours(c).iter().map(|&q| at[q as usize]).min();
        if let Some(first) = first.filter(|&f| f < at[c as usize]) {
            change[first + 1] += 1;
            change[at[c as usize] + 1] -= 1;
        }
    }
    let mut now = 0;
    let mut most = 0;
    for d in change {
        now += d;
        most = most.max(now);
    }
    most as usize
}

/// A ban before it is laid along the scan.
struct Rule {
    cells: Vec<Cell>,
    label: Fragment,
    edge: Option<EdgeId>,
    /// First and last step that concern it.
    begin: usize,
    end: usize,
}

fn rules(puzzle: &Numberlink, terminal: &[Fragment], at: &[usize]) -> Vec<Rule> {
    let sets: Vec<(Vec<Cell>, Option<EdgeId>)> = match puzzle.touch {
        Touch::Yes => Vec::new(),
        Touch::No2x2 => puzzle.board.blocks().iter().map(|b| (b.to_vec(), None)).collect(),
        Touch::No => puzzle
            .board
            .edges()
            .iter()
            .enumerate()
            .map(|(e, pair)| (pair.to_vec(), Some(e as EdgeId)))
            .collect(),
    };
    let mut rules = Vec::new();
    for (cells, edge) in sets {
        let mut labels: Vec<Fragment> =
            cells.iter().map(|&c| terminal[c as usize]).filter(|&l| l != 0).collect();
        labels.dedup();
        if labels.len() > 1 {
            continue; // Two labels: never one path.
        }
        let step = |c: &Cell| at[*c as usize];
        let open = cells.iter().filter(|&&c| terminal[c as usize] == 0);
        // An edge matters from its first cell on, a block from its first cell of unknown path.
        let first = cells.iter().map(step).min().unwrap_or(0);
        let begin =
            if edge.is_some() { first } else { open.clone().map(step).min().unwrap_or(first) };
        let end = open.map(step).max().unwrap_or(begin).max(begin);
        let label = labels.first().copied().unwrap_or(0);
        rules.push(Rule { cells, label, edge, begin, end });
    }
    rules
}

/// At which place of a list each cell stands.
struct Places(Vec<u32>);

impl Places {
    fn new(cells: usize) -> Places {
        Places(vec![u32::MAX; cells])
    }

    fn set(&mut self, list: &[Cell]) {
        list.iter().zip(0..).for_each(|(&c, i)| self.0[c as usize] = i);
    }

    fn clear(&mut self, list: &[Cell]) {
        list.iter().for_each(|&c| self.0[c as usize] = u32::MAX);
    }

    fn place_of(&self, cell: Cell) -> Option<usize> {
        Some(self.0[cell as usize]).filter(|&i| i != u32::MAX).map(|i| i as usize)
    }
}

impl Plan {
    /// Lays a puzzle along the scan of its smaller dimension; `None` if the frontier is too wide for any
    /// state, which is known before any work.
    pub fn new(question: Question<'_>) -> Option<Plan> {
        let (order, width) = order(&question.puzzle.board);
        let fits = width <= WIDEST && order.len() * width.max(1) <= LARGEST;
        fits.then(|| Plan::along(question, &order))
    }

    /// Lays a puzzle along a scan.
    fn along(question: Question<'_>, order: &[Cell]) -> Plan {
        let puzzle = question.puzzle;
        let at = positions(order);
        let terminal: Vec<Fragment> =
            puzzle.terminals().iter().map(|t| t.map_or(0, |k| k as Fragment + 1)).collect();
        let rules = rules(puzzle, &terminal, &at);
        let chains = Chains::new(question, &terminal);
        let scan = Scan { question, order, at: &at, terminal: &terminal, rules: &rules, chains };
        let mut places = Places::new(order.len());
        let mut before = Places::new(order.len());
        let mut frontier: Vec<Cell> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        let mut most = 0;
        for (now, begin) in scan.begins().iter().enumerate() {
            let mut during = scan.during(now, &frontier);
            places.set(&during);
            before.set(&frontier);
            let bans: Vec<usize> = open.iter().chain(begin).copied().collect();
            let around = Around {
                now,
                during: &during,
                places: &places,
                before: &before,
                open: &open,
                bans: &bans,
            };
            steps.push(scan.step(&around));
            open = bans.into_iter().filter(|&i| rules[i].end > now).collect();
            places.clear(&during);
            before.clear(&frontier);
            during.remove(0);
            frontier = during;
            most = most.max(frontier.len());
        }
        let edges = puzzle.board.edges().len();
        Plan { steps, labels: puzzle.ends.len(), width: most, edges }
    }
}

/// The data that all steps of a scan share.
struct Scan<'a> {
    question: Question<'a>,
    order: &'a [Cell],
    /// Per cell its step.
    at: &'a [usize],
    /// Per cell its label if it is an end-point, else 0.
    terminal: &'a [Fragment],
    rules: &'a [Rule],
    chains: Chains<'a>,
}

/// The open parts in one step.
struct Around<'s> {
    now: usize,
    /// The cells of the step, as in [`Step::cells`].
    during: &'s [Cell],
    /// Where each of them stands, and where each cell of the frontier before the step stood.
    places: &'s Places,
    before: &'s Places,
    /// Rules that were open before the step, and those that are open in it.
    open: &'s [usize],
    bans: &'s [usize],
}

impl Scan<'_> {
    fn board(&self) -> &Board {
        &self.question.puzzle.board
    }

    /// Per step the rules that begin there.
    fn begins(&self) -> Vec<Vec<usize>> {
        let mut begins = vec![Vec::new(); self.order.len()];
        for (i, rule) in self.rules.iter().enumerate() {
            begins[rule.begin].push(i);
        }
        begins
    }

    /// The neighbours of a step's cell that are settled later, with the edges to them.
    fn later(&self, now: usize) -> impl Iterator<Item = (Cell, EdgeId)> {
        let (board, cell) = (self.board(), self.order[now]);
        let neighbours = board.neighbours(cell).iter().copied();
        let edges = board.incident(cell).iter().copied();
        neighbours.zip(edges).filter(move |&(q, _)| self.at[q as usize] > now)
    }

    /// The cells of a step, in scan order: the settled cell, the frontier before, and the cells that enter it.
    fn during(&self, now: usize, frontier: &[Cell]) -> Vec<Cell> {
        let mut during = frontier.to_vec();
        during.push(self.order[now]);
        during.extend(self.later(now).map(|(q, _)| q));
        during.sort_unstable_by_key(|&c| self.at[c as usize]);
        during.dedup();
        during
    }

    fn step(&self, around: &Around<'_>) -> Step {
        let cell = self.order[around.now];
        let later = self.edges(around);
        // Where an edge that is decided here leads.
        let to = |i: usize| around.during[later[i].slot];
        let pairs = (0..later.len())
            .flat_map(|i| (i + 1..later.len()).map(move |j| (i, j)))
            .filter(|&(i, j)| self.chains.allow(cell, to(i), to(j)))
            .collect();
        let last = around.now.checked_sub(1).map(|last| self.order[last]);
        let barred = last.and_then(|last| {
            self.board().edge_between(last, cell)?;
            (0..later.len()).find(|&i| !self.chains.allow(cell, last, to(i)))
        });
        Step {
            cell,
            cells: self.slots(around),
            bans: self.bans(around),
            pairs,
            barred,
            side_by_side: self.side_by_side(around),
            later,
        }
    }

    fn slots(&self, around: &Around<'_>) -> Vec<FrontierCell> {
        let is_settled = |q: &&Cell| self.at[**q as usize] < around.now;
        let settled = |c: Cell| self.board().neighbours(c).iter().filter(is_settled).count();
        let slot = |&c: &Cell| FrontierCell {
            terminal: self.terminal[c as usize],
            may_be_full: self.terminal[c as usize] == 0 && settled(c) >= 2,
            from: around.before.place_of(c),
        };
        around.during.iter().map(slot).collect()
    }

    fn bans(&self, around: &Around<'_>) -> Vec<TouchBan> {
        let &Around { now, places, open, .. } = around;
        let coming = |c: &&Cell| self.terminal[**c as usize] == 0 && self.at[**c as usize] > now;
        let ban = |&i: &usize| {
            let rule = &self.rules[i];
            TouchBan {
                from: open.iter().position(|&o| o == i),
                label: rule.label,
                here: rule.cells.contains(&self.order[now]),
                unless: rule.edge.filter(|_| rule.begin == now),
                closes: rule.end == now,
                rest: rule.cells.iter().filter(coming).map(|&c| places.place_of(c)).collect(),
            }
        };
        around.bans.iter().map(ban).collect()
    }

    fn edges(&self, around: &Around<'_>) -> Vec<ForwardEdge> {
        let edge = |(q, edge): (Cell, EdgeId)| {
            let known = self.question.known.get(edge as usize).copied().flatten();
            ForwardEdge {
                edge,
                slot: around.places.place_of(q).expect("a cell of the step"),
                may: known != Some(false),
                must: known == Some(true),
                next: self.at[q as usize] == around.now + 1,
            }
        };
        self.later(around.now).map(edge).collect()
    }

    fn side_by_side(&self, around: &Around<'_>) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        if self.question.puzzle.touch == Touch::No {
            for (i, &a) in around.during.iter().enumerate().skip(1) {
                let near =
                    self.board().neighbours(a).iter().filter_map(|&b| around.places.place_of(b));
                pairs.extend(near.filter(|&j| j > i).map(|j| (i, j)));
            }
        }
        pairs
    }
}
