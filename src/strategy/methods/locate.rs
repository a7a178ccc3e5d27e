//! What is the same in all solutions, and what each cell can be: question after question under
//! assumptions, to one learner.
//!
//! A fact is "this cell holds that" or "this edge is used" or "is not". A fact that some solution has
//! is possible. A question asks for a solution with one of a chunk of facts that none has shown so
//! far: an answer shows at least one of them, and whatever else is new in it; a refusal rules out the
//! whole chunk. Chunks double when they are refused and halve when they are not. Beside the chunk,
//! other facts not yet seen are tried first (wishes), more of them while solutions come easily. A
//! question gets so many failures; what takes longer waits for the next round, which allows more.
//!
//! Source: Janota, Lynce, Marques-Silva, "Algorithms for computing backbones of propositional
//! formulae", 2015 (chunks, decisions away from what was seen).

use crate::kernel::{Lit, Observer};
use crate::puzzle::{Answer, Puzzle};
use crate::run::{Budget, Stop};
use crate::search::Question;
use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::means::Kind;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::progress::{Extent, Progress};
use crate::strategy::questions::{Met, Questions};
use crate::strategy::tuning;
use crate::strategy::whereabouts::{EdgeUse, Place, Spot, Whereabouts, says_cells, used};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::VecDeque;

/// See the head of the file.
pub(super) struct Locate;

impl Method for Locate {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        case.leader = None;
        if let Some(over) = case.ready(Kind::Learning, budget, seen)? {
            return Ok(over);
        }
        let (puzzle, options, name) = (case.puzzle, case.options, case.network_name());
        let built = case.network(Kind::Learning);
        let made = Questions::new(puzzle, name, built, tuning::CHUNKS, options, budget);
        let mut questions = match made {
            Ok(questions) => questions,
            Err(end) => return Ok(end.into()),
        };
        questions.stats.nodes = case.cost.stats.nodes;
        let Some(mut facts) = Facts::new(puzzle, &questions) else {
            let why = format!("the network {name} has no words for cells or edges");
            return Ok(Progress::NotApplicable(why));
        };
        for answer in case.found.answers() {
            facts.see(puzzle, answer);
        }
        let stopped = facts.settle(puzzle, &mut questions, options.seed, budget)?;
        case.cost.stats.nodes = 0;
        case.cost.stats.add(&questions.stats);
        case.whereabouts = Some(facts.report(puzzle, questions.asked));
        case.how = How::Learn;
        Ok(stopped.map_or(Progress::Answered(Extent::Enough), Progress::OutOf))
    }
}

/// What is known of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Unseen,
    Seen,
    Refuted,
}

/// All facts of a puzzle that its root leaves open, or has settled to be true.
struct Facts {
    /// In the order of cells, and of the puzzle's candidates; then edges, on before off.
    facts: Vec<(Place, Lit, State)>,
    /// Per cell its first fact; one more at the end.
    first: Vec<u32>,
    /// Where the edges begin; two facts an edge.
    edges: Option<usize>,
    met: u64,
}

impl Facts {
    /// `None`: the network has words neither for cells nor for edges.
    fn new(puzzle: &Puzzle, questions: &Questions) -> Option<Facts> {
        let mut facts = Vec::new();
        let mut first = Vec::new();
        let contents = puzzle.candidates();
        let says = says_cells(puzzle)
            && contents.first().is_some_and(|&c| questions.content(0, c).is_some());
        if says {
            for cell in 0..puzzle.cells() as u32 {
                first.push(facts.len() as u32);
                for &content in &contents {
                    let Some(l) = questions.content(cell, content) else { continue };
                    if !questions.is_refuted(l) {
                        facts.push((Place::Cell(cell, content), l, State::Unseen));
                    }
                }
            }
            first.push(facts.len() as u32);
        }
        let board = puzzle.board().filter(|_| questions.edge(0).is_some());
        let edges = board.map(|board| {
            let start = facts.len();
            for e in 0..board.edges().len() as u32 {
                for on in [true, false] {
                    let l = questions.edge(e).expect("all edges or none").lit(on);
                    let state =
                        if questions.is_refuted(l) { State::Refuted } else { State::Unseen };
                    facts.push((Place::Edge(e, on), l, state));
                }
            }
            start
        });
        (says || edges.is_some()).then_some(Facts { facts, first, edges, met: 0 })
    }

    /// Notes what a solution shows; returns how much of it is new.
    fn see(&mut self, puzzle: &Puzzle, answer: &Answer) -> usize {
        self.met += 1;
        let mut new = 0;
        let mut note = |state: &mut State| {
            new += usize::from(*state == State::Unseen);
            *state = State::Seen;
        };
        if !self.first.is_empty() {
            for (cell, content) in puzzle.contents(answer).into_iter().enumerate() {
                let own = self.first[cell] as usize..self.first[cell + 1] as usize;
                let wanted = Place::Cell(cell as u32, content);
                let fact = self.facts[own].iter_mut().find(|fact| fact.0 == wanted);
                note(&mut fact.expect("what a solution has is not ruled out").2);
            }
        }
        if let Some(start) = self.edges {
            for (e, on) in used(puzzle, answer).into_iter().enumerate() {
                note(&mut self.facts[start + 2 * e + usize::from(!on)].2);
            }
        }
        new
    }

    /// Asks until nothing is open; returns what stopped it before that, if anything did.
    fn settle(
        &mut self,
        puzzle: &Puzzle,
        questions: &mut Questions,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Stop>, RunError> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut allowed = tuning::QUESTION_NODES;
        let mut waiting: Vec<u32> = (0..self.facts.len() as u32).collect();
        let (mut size, mut wishes) = (1usize, tuning::WISHES);
        loop {
            waiting.retain(|&f| self.is_open(f));
            if waiting.is_empty() {
                return Ok(None);
            }
            // Neighbours in the list would be at odds with each other.
            waiting.shuffle(&mut rng);
            let mut queue = VecDeque::from(std::mem::take(&mut waiting));
            while !queue.is_empty() {
                if let Some(stop) = budget.reached(questions.stats.nodes) {
                    return Ok(Some(stop));
                }
                let chunk = self.take(&mut queue, size, questions.clauses_left());
                let Some(&leader) = chunk.first() else { continue };
                let lits: Vec<Lit> = chunk.iter().map(|&f| self.facts[f as usize].1).collect();
                let switch = if lits.len() > 1 { questions.clause(&lits) } else { None };
                let assumed = switch.unwrap_or(lits[0]);
                let wish = self.wishes(leader, &queue, &lits, wishes);
                let own = budget.at_most_nodes(questions.stats.nodes.saturating_add(allowed));
                let failures = questions.stats.failures;
                let met = questions.ask(Question { assume: &[assumed], wish: &wish }, &own)?;
                let failures = questions.stats.failures - failures;
                if let Some(switch) = switch {
                    questions.retire(switch);
                }
                match met {
                    Met::Solution(answer) => {
                        self.see(puzzle, &answer);
                        // Of a chunk at least one is seen now.
                        chunk.iter().rev().for_each(|&f| queue.push_front(f));
                        size = (size / 2).max(1);
                        let easy = failures < tuning::EASY_FAILURES;
                        wishes = if easy { wishes * 2 } else { wishes / 2 };
                        wishes = wishes.clamp(tuning::WISHES, self.facts.len().max(tuning::WISHES));
                    }
                    Met::Refused(_) => {
                        for &f in &chunk {
                            self.facts[f as usize].2 = State::Refuted;
                        }
                        questions.refute(&lits);
                        size *= 2;
                    }
                    Met::Stopped(stop) => {
                        if budget.reached(questions.stats.nodes).is_some() || stop != Stop::Nodes {
                            return Ok(Some(stop));
                        }
                        wishes = tuning::WISHES;
                        if chunk.len() == 1 {
                            waiting.push(leader);
                        } else {
                            chunk.iter().rev().for_each(|&f| queue.push_front(f));
                        }
                        size = (size / 2).max(1);
                    }
                }
            }
            allowed = allowed.saturating_mul(4);
        }
    }

    fn is_open(&self, fact: u32) -> bool {
        self.facts[fact as usize].2 == State::Unseen
    }

    /// Up to `size` open facts from the front; one, where no clause is left.
    fn take(&self, queue: &mut VecDeque<u32>, size: usize, clauses: u32) -> Vec<u32> {
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

    /// What is tried beside the chunk: facts not yet seen, as they stand in the queue.
    fn wishes(&self, leader: u32, queue: &VecDeque<u32>, chunk: &[Lit], most: usize) -> Vec<Lit> {
        let lit = |f: u32| self.facts[f as usize].1;
        let mut wishes = Vec::new();
        if chunk.len() > 1 {
            wishes.push(lit(leader));
        }
        let open = queue.iter().copied().filter(|&f| self.is_open(f));
        wishes.extend(open.take(most).map(lit));
        wishes
    }

    fn report(&self, puzzle: &Puzzle, questions: u64) -> Whereabouts {
        let mut cells = (!self.first.is_empty()).then(|| vec![Spot::default(); puzzle.cells()]);
        for &(place, _, state) in &self.facts {
            if let (Place::Cell(cell, content), Some(cells)) = (place, &mut cells) {
                let spot = &mut cells[cell as usize];
                match state {
                    State::Seen => spot.can.push(content),
                    State::Unseen => spot.perhaps.push(content),
                    State::Refuted => {}
                }
            }
        }
        let edges = self.edges.map(|start| {
            let both = self.facts[start..].chunks(2);
            both.map(|pair| match (pair[0].2, pair[1].2) {
                (State::Seen, State::Seen) => EdgeUse::Sometimes,
                (State::Seen, State::Refuted) => EdgeUse::Always,
                (State::Refuted, State::Seen) => EdgeUse::Never,
                _ => EdgeUse::Unsettled,
            })
            .collect()
        });
        Whereabouts { cells, edges, questions, met: self.met }
    }
}
