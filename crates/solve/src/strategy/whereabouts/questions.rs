//! Many questions about one puzzle, put to one learner that stays alive: nothing is built again, and the clauses learnt
//! for one question serve the next.

use crate::strategy::error::RunError;
use crate::strategy::learning::{learn_options, never_begun};
use crate::strategy::options::Options;
use crate::strategy::whereabouts::cells_tell;
use clew_engine::kernel::{Atom, Engine, Lit};
use clew_engine::run::{Budget, End, Exhausted, Stats, Stop};
use clew_engine::search::{AssumptionQuery, AssumptionResult, Learner, Switches};
use clew_puzzle::puzzle::{
    Answer, Built, Clue, Content, Decode, Puzzle, SolutionWalker, Violation, line_order,
};
use std::sync::Arc;

/// The result of a question.
#[derive(Clone, Debug)]
pub(crate) enum QuestionResult {
    /// A solution, verified.
    Solution(Answer),
    /// No solution has all of these assumptions.
    Refused(Vec<Lit>),
    /// It was stopped before it was answered.
    Stopped(Stop),
}

/// A puzzle with a learner that answers questions about its solutions.
pub struct Questions {
    /// Solutions have to obey its rules.
    puzzle: Puzzle,
    decoder: Arc<dyn Decode>,
    network: &'static str,
    learner: Learner,
    engine: Engine,
    switches: Switches,
    /// The cost of the questions.
    pub stats: Stats,
    /// How many questions were put.
    pub asked: u64,
}

impl Questions {
    /// Prepares questions about a network, whose root is left as it is. Up to `clauses` clauses can
    /// be added for some of them.
    ///
    /// # Errors
    /// Why no question can be put: there is no solution, or the time is up.
    pub fn new(
        puzzle: &Puzzle,
        network: &'static str,
        built: &Built,
        clauses: u32,
        options: &Options,
        budget: &Budget,
    ) -> Result<Questions, End> {
        if built.model.infeasible {
            return Err(Ok(Exhausted));
        }
        let mut model = built.model.clone();
        let switches = Switches::reserve(&mut model, clauses);
        let mut engine = std::mem::take(&mut model.engine);
        engine.set_interrupt(budget.interrupt());
        let made = Learner::from_model(&mut engine, &model, learn_options(built, options), &mut ());
        engine.set_interrupt(None);
        let learner = made.map_err(|halt| never_begun(halt, budget))?;
        Ok(Questions {
            puzzle: puzzle.clone(),
            decoder: built.decoder.clone(),
            network,
            learner,
            engine,
            switches,
            stats: Stats::default(),
            asked: 0,
        })
    }

    /// Answers one question.
    ///
    /// # Errors
    /// [`RunError::Wrong`] if a solution breaks a rule.
    pub(crate) fn solve_under(
        &mut self,
        question: AssumptionQuery<'_>,
        budget: &Budget,
    ) -> Result<QuestionResult, RunError> {
        self.asked += 1;
        let mut met: Option<Result<Answer, Violation>> = None;
        let (puzzle, decoder) = (&self.puzzle, &self.decoder);
        let mut found = |engine: &Engine| {
            let answer = decoder.answer(puzzle.board(), engine.store());
            met = Some(puzzle.verify(&answer).map(|()| answer));
        };
        let reply = self.learner.ask(
            &mut self.engine,
            question,
            &mut found,
            budget,
            &mut self.stats,
            &mut (),
        );
        Ok(match (reply, met) {
            (Ok(AssumptionResult::Refused(core)), _) => QuestionResult::Refused(core),
            (Err(stop), _) => QuestionResult::Stopped(stop),
            (Ok(AssumptionResult::Solution), Some(Ok(answer))) => QuestionResult::Solution(answer),
            (Ok(AssumptionResult::Solution), Some(Err(violation))) => {
                return Err(RunError::Wrong { network: self.network, violation });
            }
            (Ok(AssumptionResult::Solution), None) => unreachable!("a solution is shown"),
        })
    }

    /// Whether these literals hold together in some solution.
    ///
    /// # Errors
    /// As [`Questions::ask`].
    pub fn holds(&mut self, assume: &[Lit], budget: &Budget) -> Result<QuestionResult, RunError> {
        self.solve_under(AssumptionQuery { assume, wish: &[] }, budget)
    }

    /// A clause for questions that assume the literal returned; `None`: there are too many already.
    pub fn clause(&mut self, lits: &[Lit]) -> Option<Lit> {
        self.switches.clause(&mut self.learner, &mut self.engine, lits)
    }

    /// Clauses that can still be added.
    pub(crate) fn clauses_left(&self) -> u32 {
        self.switches.left()
    }

    /// Declares that a clause is not needed again.
    pub fn retire(&mut self, switch: Lit) {
        self.switches.retire(&mut self.learner, &mut self.engine, switch);
    }

    /// Adds proved facts: these literals are false in every solution.
    pub fn refute(&mut self, lits: &[Lit]) {
        self.learner.rest(&mut self.engine);
        for &l in lits {
            // A contradiction means that there is no solution at all, which the next question finds.
            if !self.engine.store().is_false(l) && self.engine.assert(!l).is_err() {
                break;
            }
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Checks an answer that was found by other means than questions.
    ///
    /// # Errors
    /// [`RunError::Wrong`] if it breaks a rule.
    pub fn check(&self, answer: &Answer) -> Result<(), RunError> {
        let network = self.network;
        self.puzzle.verify(answer).map_err(|violation| RunError::Wrong { network, violation })
    }

    /// A walk from answer to answer; `None`: the family has none, or the time is up.
    pub fn walk(
        &self,
        built: &Built,
        seed: u64,
        budget: &Budget,
    ) -> Option<Box<dyn SolutionWalker>> {
        let quit: &dyn Fn() -> bool = &|| budget.urgent().is_some();
        self.puzzle.wandering(built, self.engine.store(), seed, quit)
    }

    /// The literal for the content of a cell.
    pub fn content(&self, cell: u32, content: Content) -> Option<Lit> {
        self.decoder.holds(self.engine.store(), cell, content)
    }

    /// The atom of an edge of the board.
    pub fn edge(&self, edge: u32) -> Option<Atom> {
        self.decoder.edge(edge)
    }

    /// Whether a literal is false in every solution, as far as is known.
    pub fn is_refuted(&self, l: Lit) -> bool {
        let store = self.engine.store();
        store.is_false(l) && (self.engine.level() == 0 || store.level_of(!l) == 0)
    }

    /// The literals that together state that the solution is this answer and no other; for a line without direction in
    /// the network, up to its direction. `None`: the network has no literals for it.
    pub fn statement(&self, answer: &Answer) -> Option<Vec<Lit>> {
        statement(&self.puzzle, &*self.decoder, &self.engine, answer)
    }

    /// A clause for questions about solutions other than this answer.
    pub(crate) fn other_than(&mut self, answer: &Answer) -> Option<Lit> {
        let lits: Vec<Lit> = self.statement(answer)?.into_iter().map(|l| !l).collect();
        self.clause(&lits)
    }

    /// How many cells propagation settles once these hold; `None`: they cannot.
    pub(crate) fn settled_by(&mut self, assume: &[Lit], cells: &[Vec<Lit>]) -> Option<u32> {
        self.learner.rest(&mut self.engine);
        let mut holds = self.engine.fixpoint(&mut ()).is_ok();
        for &l in assume {
            if !holds || self.engine.store().is_true(l) {
                continue;
            }
            holds = !self.engine.store().is_false(l);
            if holds {
                self.engine.decide(l);
                holds = self.engine.fixpoint(&mut ()).is_ok();
            }
        }
        let store = self.engine.store();
        let settled = |cell: &&Vec<Lit>| cell.iter().any(|&l| store.is_true(l));
        let settled = holds.then(|| cells.iter().filter(settled).count() as u32);
        self.engine.backtrack(0);
        settled
    }
}

/// See [`Questions::statement`].
fn statement(
    puzzle: &Puzzle,
    decoder: &dyn Decode,
    engine: &Engine,
    answer: &Answer,
) -> Option<Vec<Lit>> {
    let store = engine.store();
    if let (Answer::Links(on), Some(_)) = (answer, decoder.edge(0)) {
        return (0..).zip(on).map(|(e, &on)| Some(decoder.edge(e)?.lit(on))).collect();
    }
    let contents = puzzle.contents(answer);
    let by_cells = (0..).zip(&contents).map(|(c, &content)| decoder.holds(store, c, content));
    if let Some(lits) =
        by_cells.collect::<Option<Vec<Lit>>>().filter(|_| cells_tell(puzzle, answer))
    {
        return Some(lits);
    }
    let (Answer::Line(numbers), Some(board)) = (answer, puzzle.board()) else { return None };
    let steps = line_order(numbers);
    let edges = steps.windows(2).map(|w| board.edge_between(w[0], w[1]));
    edges.map(|e| Some(decoder.edge(e?)?.pos())).collect()
}

/// The literals of clues, in a network that is not searched yet; `None`: it has no literal for one.
///
/// # Errors
/// Time or memory do not suffice for all of them: signs between cells with many values take many
/// clauses.
pub fn guards(
    puzzle: &Puzzle,
    built: &mut Built,
    clues: &[Clue],
    budget: &Budget,
) -> Result<Option<Vec<Lit>>, Stop> {
    let mut lits = Vec::with_capacity(clues.len());
    for &clue in clues {
        if let Some(stop) = budget.urgent() {
            return Err(stop);
        }
        // Searching takes a copy of the network.
        if built.model.engine.clauses().bytes().saturating_mul(2) > budget.memory {
            return Err(Stop::Memory);
        }
        let Some(l) = puzzle.guard(built, clue) else { return Ok(None) };
        lits.push(l);
    }
    Ok(Some(lits))
}
