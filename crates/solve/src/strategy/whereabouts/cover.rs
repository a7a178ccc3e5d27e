//! Which facts are true of some solution: the state of each fact, and which facts the next question should cover
//! ([`super::settle`]).

use super::questions::Questions;
use crate::strategy::plan::tuning;
use crate::strategy::whereabouts::{CellCandidates, Differences, EdgeUse, used};
use clew_engine::kernel::Lit;
use clew_engine::run::{Budget, Stop};
use clew_puzzle::puzzle::counting::Candidates;
use clew_puzzle::puzzle::{Answer, Cell, Clue, Content, EdgeId, Puzzle, SolutionFeature};
use num_bigint::BigUint;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::VecDeque;

/// The state of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Neither met nor ruled out.
    Unseen,
    /// Some solution has it: it was met, or tables count it.
    Seen,
    /// No solution has it.
    Refuted,
}

/// Bytes that a fact takes here and while it waits, roughly.
const FACT_BYTES: usize = 64;

/// The rank of a content among the puzzle's candidates of the same kind.
fn rank(content: Content) -> u32 {
    match content {
        Content::Number(k) | Content::Label(k) => k,
        Content::Nothing => u32::MAX,
    }
}

/// For each cell its distance in steps from the nearest of these cells; on a board along its edges, otherwise across
/// rows and columns.
fn distances(puzzle: &Puzzle, from: impl Iterator<Item = Cell>) -> Vec<u32> {
    let mut far = vec![u32::MAX; puzzle.cells()];
    let mut reached: Vec<Cell> = Vec::new();
    for cell in from {
        if far[cell as usize] != 0 {
            far[cell as usize] = 0;
            reached.push(cell);
        }
    }
    let Some(board) = puzzle.board() else {
        for (cell, far) in (0..).zip(&mut far) {
            let (r, c) = puzzle.place(cell);
            let to = |&other: &Cell| {
                let (s, d) = puzzle.place(other);
                r.abs_diff(s) + c.abs_diff(d)
            };
            *far = reached.iter().map(to).min().unwrap_or(0);
        }
        return far;
    };
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for &q in board.neighbours(cell) {
            if far[q as usize] == u32::MAX {
                far[q as usize] = far[cell as usize] + 1;
                reached.push(q);
            }
        }
    }
    far
}

/// The subject of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FactKind {
    /// A clue is true.
    Clue(Clue),
    /// An edge is used, or is not.
    Edge(EdgeId, bool),
}

/// A statement that may be true of a solution.
struct Fact {
    place: FactKind,
    /// The literal that represents the fact.
    lit: Lit,
    state: State,
}

impl Fact {
    fn unseen(place: FactKind, lit: Lit) -> Fact {
        Fact { place, lit, state: State::Unseen }
    }

    /// Whether the fact is neither seen nor refuted.
    fn is_open(&self) -> bool {
        self.state == State::Unseen
    }
}

/// Facts about the solutions of a puzzle: those that the root leaves open or has settled to be true.
#[derive(Default)]
pub(crate) struct FactTable {
    /// In the order of cells, and of the puzzle's candidates; then edges, on before off; then signs.
    facts: Vec<Fact>,
    /// Per cell its first fact, and one more at the end; empty without facts about cells.
    first: Vec<u32>,
    /// Index of the first edge fact; each edge has two facts.
    edges: Option<usize>,
    /// Index of the first sign fact.
    signs: Option<usize>,
    /// Solutions that were met.
    met: u64,
    /// The literals true in the last solution, each with a cell that it is about.
    last: Vec<(Lit, Cell)>,
    /// The last one.
    last_answer: Option<Answer>,
}

impl FactTable {
    /// Adds the facts about contents of cells; false if the network has no literals for them.
    ///
    /// # Errors
    /// Time or memory do not suffice for all of them.
    pub(crate) fn add_cells(
        &mut self,
        puzzle: &Puzzle,
        questions: &Questions,
        budget: &Budget,
    ) -> Result<bool, Stop> {
        let contents = puzzle.candidates();
        if contents.first().is_none_or(|&c| questions.content(0, c).is_none()) {
            return Ok(false);
        }
        for cell in 0..puzzle.cells() as u32 {
            if let Some(stop) = budget.urgent() {
                return Err(stop);
            }
            if self.facts.len() * FACT_BYTES > budget.memory {
                return Err(Stop::Memory);
            }
            self.first.push(self.facts.len() as u32);
            for &content in &contents {
                let Some(l) = questions.content(cell, content) else { continue };
                if !questions.is_refuted(l) {
                    let clue = Clue::Holds { cell, content };
                    self.facts.push(Fact::unseen(FactKind::Clue(clue), l));
                }
            }
        }
        self.first.push(self.facts.len() as u32);
        Ok(true)
    }

    /// Adds the facts about edges of the board; false if the network has no literals for them.
    pub(crate) fn add_edges(&mut self, puzzle: &Puzzle, questions: &Questions) -> bool {
        let Some(board) = puzzle.board().filter(|_| questions.edge(0).is_some()) else {
            return false;
        };
        self.edges = Some(self.facts.len());
        for e in 0..board.edges().len() as u32 {
            for on in [true, false] {
                let lit = questions.edge(e).expect("all edges or none").lit(on);
                let state = if questions.is_refuted(lit) { State::Refuted } else { State::Unseen };
                self.facts.push(Fact { place: FactKind::Edge(e, on), lit, state });
            }
        }
        true
    }

    /// Adds signs that could be given, with their literals.
    pub(crate) fn add_signs(&mut self, signs: impl IntoIterator<Item = (Clue, Lit)>) {
        self.signs.get_or_insert(self.facts.len());
        self.facts.extend(signs.into_iter().map(|(c, l)| Fact::unseen(FactKind::Clue(c), l)));
    }

    /// The clues that some solution is known to have, with their literals, and how many facts are open.
    pub fn clues(&self) -> (Vec<(Clue, Lit)>, usize) {
        let clue = |fact: &Fact| match (fact.place, fact.state) {
            (FactKind::Clue(clue), State::Seen) => Some((clue, fact.lit)),
            _ => None,
        };
        (self.facts.iter().filter_map(clue).collect(), self.open())
    }

    /// The solution that was seen last.
    pub(crate) fn last_answer(&self) -> Option<&Answer> {
        self.last_answer.as_ref()
    }

    /// How many facts are neither seen nor refuted.
    pub fn open(&self) -> usize {
        self.facts.iter().filter(|fact| fact.is_open()).count()
    }

    /// Open facts by number, each with the sight that would show it in a solution; signs are left out.
    pub fn sights(&self) -> impl Iterator<Item = (u32, SolutionFeature)> {
        let sight = |place| match place {
            FactKind::Clue(Clue::Holds { cell, content }) => {
                Some(SolutionFeature::Holds(cell, content))
            }
            FactKind::Clue(Clue::Less(_) | Clue::Gap(_)) => None,
            FactKind::Edge(e, on) => Some(SolutionFeature::Edge(e, on)),
        };
        let open = (0..).zip(&self.facts).filter(|(_, fact)| fact.is_open());
        open.filter_map(move |(f, fact)| Some((f, sight(fact.place)?)))
    }

    /// Marks the facts that a solution shows.
    pub fn see(&mut self, puzzle: &Puzzle, answer: &Answer) {
        self.met += 1;
        self.last_answer = Some(answer.clone());
        self.last.clear();
        let contents = puzzle.contents(answer);
        if !self.first.is_empty() {
            for (cell, &content) in (0u32..).zip(&contents) {
                let own =
                    self.first[cell as usize] as usize..self.first[cell as usize + 1] as usize;
                let own = &mut self.facts[own];
                let fact = own.binary_search_by_key(&rank(content), |fact| match fact.place {
                    FactKind::Clue(Clue::Holds { content, .. }) => rank(content),
                    _ => unreachable!("facts of a cell are about its content"),
                });
                let fact = &mut own[fact.expect("what a solution has is not ruled out")];
                fact.state = State::Seen;
                // If edges determine everything, a label on a path adds no information.
                if self.edges.is_none() || !matches!(content, Content::Label(_)) {
                    self.last.push((fact.lit, cell));
                }
            }
        }
        let numbers = matches!(contents.first(), Some(Content::Number(_)));
        if let (Some(start), Some(board)) = (self.edges, puzzle.board()) {
            for (e, on) in used(puzzle, answer).into_iter().enumerate() {
                let fact = &mut self.facts[start + 2 * e + usize::from(!on)];
                fact.state = State::Seen;
                if on && (self.first.is_empty() || !numbers) {
                    self.last.push((fact.lit, board.edges()[e][0]));
                }
            }
        }
        let signs = self.signs.unwrap_or(self.facts.len());
        for Fact { place, state, .. } in &mut self.facts[signs..] {
            if let FactKind::Clue(clue) = place
                && clue.is_true(&contents)
            {
                *state = State::Seen;
            }
        }
    }

    /// Applies the counts by tables over all `total` solutions, `contents` being the puzzle's candidates; returns the
    /// literals of the facts that no solution has and that were not known to be refuted.
    pub fn count(&mut self, contents: &[Content], total: &BigUint, known: &Candidates) -> Vec<Lit> {
        let mut refuted = Vec::new();
        for Fact { place, lit, state } in &mut self.facts {
            let is_some = match *place {
                FactKind::Clue(Clue::Holds { cell, content }) => {
                    known.values.as_ref().map(|cells| {
                        cells[cell as usize].iter().any(|&(at, _)| contents[at as usize] == content)
                    })
                }
                FactKind::Clue(Clue::Less(_) | Clue::Gap(_)) => None,
                FactKind::Edge(e, on) => known.edges.as_ref().map(|edges| {
                    let with = &edges[e as usize];
                    if on { *with > BigUint::ZERO } else { with < total }
                }),
            };
            match is_some.filter(|_| *state == State::Unseen) {
                Some(true) => *state = State::Seen,
                Some(false) => {
                    *state = State::Refuted;
                    refuted.push(*lit);
                }
                None => {}
            }
        }
        refuted
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// The literal of a fact.
    pub fn literal(&self, fact: u32) -> Lit {
        self.facts[fact as usize].lit
    }

    /// Notes that no solution has a fact.
    pub fn refute(&mut self, fact: u32) {
        self.facts[fact as usize].state = State::Refuted;
    }

    /// Whether a fact is neither seen nor refuted.
    pub fn is_open(&self, fact: u32) -> bool {
        self.facts[fact as usize].is_open()
    }

    /// Up to `size` open facts from the front of the queue; only one if no clause is left.
    pub fn take(&self, queue: &mut VecDeque<u32>, size: usize, clauses: u32) -> Vec<u32> {
        let size = if clauses == 0 { 1 } else { size };
        let mut chunk = Vec::new();
        while chunk.len() < size
            && let Some(f) = queue.pop_front()
        {
            if self.is_open(f) {
                chunk.push(f);
            }
        }
        chunk
    }

    /// Literals to try in addition to the chunk: first unseen facts in the order of the queue, then the literals of the
    /// last solution, farthest from all of these first. So the rest of a board stays as it was, as far as possible.
    pub(crate) fn preferred_literals(
        &self,
        puzzle: &Puzzle,
        chunk: &[u32],
        queue: &VecDeque<u32>,
        most: usize,
    ) -> Vec<Lit> {
        let leader = if chunk.len() > 1 { &chunk[..1] } else { &[] };
        let open = queue.iter().copied().filter(|&f| self.is_open(f)).take(most);
        let new: Vec<u32> = leader.iter().copied().chain(open).collect();
        let far =
            distances(puzzle, chunk.iter().chain(&new).flat_map(|&f| self.cells_of(puzzle, f)));
        let mut rest = self.last.clone();
        rest.sort_by_key(|&(_, cell)| Reverse(far[cell as usize]));
        let lit = |&f: &u32| self.literal(f);
        new.iter().map(lit).chain(rest.into_iter().map(|(l, _)| l)).collect()
    }

    /// Literals for the neighbouring numbers of a fact's number: one step away in the cells next to its cell, then two
    /// steps away. They describe where a line comes from and goes to if the fact holds. Empty for facts of other kinds.
    pub(crate) fn neighbour_literals(
        &self,
        puzzle: &Puzzle,
        questions: &Questions,
        fact: u32,
    ) -> Vec<Lit> {
        let (FactKind::Clue(Clue::Holds { cell, content: Content::Number(k) }), Some(board)) =
            (self.facts[fact as usize].place, puzzle.board())
        else {
            return Vec::new();
        };
        let mut reached: SmallVec<[Cell; 32]> = SmallVec::from_slice(&[cell]);
        let mut lits = Vec::new();
        let mut ring = 0;
        for steps in 1..=tuning::NEIGHBOUR_STEPS {
            let next = reached.len();
            for at in ring..next {
                for &q in board.neighbours(reached[at]) {
                    if !reached.contains(&q) {
                        reached.push(q);
                    }
                }
            }
            ring = next;
            let numbers = [k + steps, k.saturating_sub(steps)];
            for number in numbers.into_iter().filter(|n| (1..=puzzle.cells() as u32).contains(n)) {
                let held = |&q: &Cell| questions.content(q, Content::Number(number));
                lits.extend(reached[ring..].iter().filter_map(held));
            }
        }
        lits
    }

    /// The cells that a fact is about.
    fn cells_of(&self, puzzle: &Puzzle, fact: u32) -> SmallVec<[Cell; 2]> {
        match self.facts[fact as usize].place {
            FactKind::Clue(clue) => clue.cells().collect(),
            FactKind::Edge(e, _) => {
                puzzle.board().map_or_else(SmallVec::new, |b| b.edges()[e as usize].into())
            }
        }
    }

    /// The known state of cells and edges.
    pub fn report(&self, puzzle: &Puzzle, questions: u64) -> Differences {
        let mut cells =
            (!self.first.is_empty()).then(|| vec![CellCandidates::default(); puzzle.cells()]);
        for &Fact { place, state, .. } in &self.facts {
            let FactKind::Clue(Clue::Holds { cell, content }) = place else { continue };
            if let Some(cells) = &mut cells {
                let spot = &mut cells[cell as usize];
                match state {
                    State::Seen => spot.can.push(content),
                    State::Unseen => spot.perhaps.push(content),
                    State::Refuted => {}
                }
            }
        }
        let edges = self.edges.map(|start| {
            let both = self.facts[start..self.signs.unwrap_or(self.facts.len())].chunks(2);
            both.map(|pair| match (pair[0].state, pair[1].state) {
                (State::Seen, State::Seen) => EdgeUse::Sometimes,
                (State::Seen, State::Refuted) => EdgeUse::Always,
                (State::Refuted, State::Seen) => EdgeUse::Never,
                _ => EdgeUse::Unsettled,
            })
            .collect()
        });
        Differences { cells, edges, questions, met: self.met }
    }
}
