//! The scan of a numberlink board: in which order cells are settled, and what is open when.
//!
//! A state lives on the *frontier*: cells not settled yet that have a settled neighbour. Settling a
//! cell decides its edges to later cells. All lists here depend on the step alone.

use crate::families::{Cover, Numberlink, Touch};
use crate::puzzle::{Board, Cell, EdgeId};

use super::Question;
use super::guard::{Fragment, MAX_PAIRS};

/// An edge from the cell being settled to a later one.
#[derive(Clone, Debug)]
pub struct Later {
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
pub struct Slot {
    /// Its label if it is an end-point, else 0.
    pub terminal: Fragment,
    /// Whether it can already have both its edges (a state before this step; not for end-points).
    pub may_be_full: bool,
    /// Its place in the frontier before the step, if it was there.
    pub from: Option<usize>,
}

/// A touch rule's ban on one path running through all of certain cells, while it is open.
#[derive(Clone, Debug)]
pub struct Ban {
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
    pub cells: Vec<Slot>,
    /// The edges decided here.
    pub later: Vec<Later>,
    /// The bans of the touch rule that are open, those that begin here included.
    pub bans: Vec<Ban>,
    /// Pairs of later edges (places in `later`) that a cell nothing has come into may use.
    pub pairs: Vec<(usize, usize)>,
    /// A place in `later` that an edge from the cell settled before must not go on to. Where there
    /// is one, the state before tells whether that edge is there.
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
/// Cells of the board times cells of the frontier: what a plan takes in time and memory.
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

/// Which turns of a path can be, by turn chains.
///
/// On a rook board with every cell on a path and no 2×2 block on one path, a cell that turns round
/// a square pushes the cell diagonally across off both its neighbours in that square: that cell, if no end-point,
/// makes the same turn, and so on until an end-point or a hole. A chain that runs into the border,
/// where the turn has no room, cannot begin.
struct Chains<'a> {
    question: Question<'a>,
    terminal: &'a [Fragment],
    /// The rules and the board make chains.
    hold: bool,
}

impl<'a> Chains<'a> {
    fn new(question: Question<'a>, terminal: &'a [Fragment]) -> Chains<'a> {
        let Question { puzzle, .. } = question;
        let board = &puzzle.board;
        let ruled = match puzzle.touch {
            Touch::Yes => false,
            Touch::No2x2 => true,
            // Cells that a wall parts are no neighbours and may lie on one path.
            Touch::No => board.walls().is_empty(),
        };
        let hold = ruled && board.is_rook() && puzzle.cover == Cover::All;
        Chains { question, terminal, hold }
    }

    /// Whether a path may turn at `cell`, from `a` to `b`.
    fn allow(&self, cell: Cell, a: Cell, b: Cell) -> bool {
        let board = &self.question.puzzle.board;
        let (at, a, b) = (board.place(cell), board.place(a), board.place(b));
        let step =
            |to: (u32, u32)| (i64::from(to.0) - i64::from(at.0), i64::from(to.1) - i64::from(at.1));
        let (a, b) = (step(a), step(b));
        if !self.hold || (a.0 + b.0, a.1 + b.1) == (0, 0) {
            return true;
        }
        let look = |c: Cell, by: (i64, i64)| {
            let (r, k) = board.place(c);
            let (r, k) = (i64::from(r) + by.0, i64::from(k) + by.1);
            board.cell_at(u32::try_from(r).ok()?, u32::try_from(k).ok()?)
        };
        let can = |c: Cell, by| {
            let edge = look(c, by).and_then(|to| board.edge_between(c, to));
            edge.is_some_and(|e| {
                self.question.known.get(e as usize).copied().flatten() != Some(false)
            })
        };
        let mut at = cell;
        loop {
            if !can(at, a) || !can(at, b) {
                return false;
            }
            match look(at, (a.0 + b.0, a.1 + b.1)) {
                Some(next) if self.terminal[next as usize] == 0 => at = next,
                _ => return true,
            }
        }
    }
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

    fn of(&self, cell: Cell) -> Option<usize> {
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
        let Question { puzzle, known } = question;
        let board = &puzzle.board;
        let at = positions(order);
        // Places of cells among those of the step, and in the frontier before it.
        let mut places = Places::new(order.len());
        let mut before = Places::new(order.len());
        let terminal: Vec<Fragment> =
            puzzle.terminals().iter().map(|t| t.map_or(0, |k| k as Fragment + 1)).collect();
        let rules = rules(puzzle, &terminal, &at);
        let mut begins: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (i, rule) in rules.iter().enumerate() {
            begins[rule.begin].push(i);
        }
        let chains = Chains::new(question, &terminal);
        let mut frontier: Vec<Cell> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        let mut most = 0;
        for (now, &cell) in order.iter().enumerate() {
            let mut during: Vec<Cell> = frontier.clone();
            let later: Vec<(Cell, EdgeId)> = board
                .neighbours(cell)
                .iter()
                .copied()
                .zip(board.incident(cell).iter().copied())
                .filter(|&(q, _)| at[q as usize] > now)
                .collect();
            during.push(cell);
            during.extend(later.iter().map(|l| l.0));
            during.sort_unstable_by_key(|&c| at[c as usize]);
            during.dedup();
            places.set(&during);
            before.set(&frontier);
            let place = |c: Cell| places.of(c);
            let settled =
                |c: Cell| board.neighbours(c).iter().filter(|&&q| at[q as usize] < now).count();
            let cells = during
                .iter()
                .map(|&c| Slot {
                    terminal: terminal[c as usize],
                    may_be_full: terminal[c as usize] == 0 && settled(c) >= 2,
                    from: before.of(c),
                })
                .collect();
            let bans_now: Vec<usize> = open.iter().chain(&begins[now]).copied().collect();
            let bans = bans_now
                .iter()
                .map(|&i| {
                    let rule = &rules[i];
                    let coming = |c: &Cell| terminal[*c as usize] == 0 && at[*c as usize] > now;
                    Ban {
                        from: open.iter().position(|&o| o == i),
                        label: rule.label,
                        here: rule.cells.contains(&cell),
                        unless: rule.edge.filter(|_| rule.begin == now),
                        closes: rule.end == now,
                        rest: rule.cells.iter().filter(|c| coming(c)).map(|&c| place(c)).collect(),
                    }
                })
                .collect();
            let later: Vec<Later> = later
                .iter()
                .map(|&(q, edge)| {
                    let known = known.get(edge as usize).copied().flatten();
                    let slot = place(q).expect("just put there");
                    Later {
                        edge,
                        slot,
                        may: known != Some(false),
                        must: known == Some(true),
                        next: at[q as usize] == now + 1,
                    }
                })
                .collect();
            let pairs = (0..later.len())
                .flat_map(|i| (i + 1..later.len()).map(move |j| (i, j)))
                .filter(|&(i, j)| {
                    let to = |i: usize| during[later[i].slot];
                    chains.allow(cell, to(i), to(j))
                })
                .collect();
            let mut side_by_side = Vec::new();
            if puzzle.touch == Touch::No {
                for (i, &a) in during.iter().enumerate().skip(1) {
                    let near = board.neighbours(a).iter().filter_map(|&b| place(b));
                    side_by_side.extend(near.filter(|&j| j > i).map(|j| (i, j)));
                }
            }
            let barred = now.checked_sub(1).map(|last| order[last]).and_then(|last| {
                board.edge_between(last, cell)?;
                (0..later.len()).find(|&i| !chains.allow(cell, last, during[later[i].slot]))
            });
            steps.push(Step { cell, cells, later, bans, pairs, barred, side_by_side });
            open = bans_now.into_iter().filter(|&i| rules[i].end > now).collect();
            places.clear(&during);
            before.clear(&frontier);
            during.remove(0);
            frontier = during;
            most = most.max(frontier.len());
        }
        Plan { steps, labels: puzzle.ends.len(), width: most, edges: board.edges().len() }
    }
}
