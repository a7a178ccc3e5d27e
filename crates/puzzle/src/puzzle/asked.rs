//! The methods of every puzzle: each calls its [capability](super::capabilities), or returns the default of a puzzle
//! without it.

use super::board::{Board, Cell};
use super::certified::Certified;
use super::clue::{Clue, Variant};
use super::counting::{Counted, DpKind, Optimum};
use super::formulated::Formulated;
use super::ladder::{Ladder, NoLadder};
use super::network::{BuildError, Built, Goal};
use super::rules::Layout;
use super::verify::Violation;
use super::wander::SolutionWalker;
use super::{Answer, Construction, Content, LocalSearch, Puzzle, Rules};
use clew_engine::kernel::{Lit, Store};

/// The cells.
impl dyn Rules {
    /// The board; `None` for a family with a layout of its own.
    pub fn board(&self) -> Option<&Board> {
        match self.layout() {
            Layout::Board(board) => Some(board),
            Layout::Rectangle { .. } => None,
        }
    }

    /// Rows and columns of the grid, holes included.
    pub fn size(&self) -> (u32, u32) {
        match self.layout() {
            Layout::Board(board) => board.size(),
            Layout::Rectangle { rows, cols } => (rows, cols),
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        match self.layout() {
            Layout::Board(board) => board.len(),
            Layout::Rectangle { rows, cols } => rows as usize * cols as usize,
        }
    }

    /// The (row, column) of a cell, both from 0.
    pub fn place(&self, cell: Cell) -> (u32, u32) {
        match self.layout() {
            Layout::Board(board) => board.place(cell),
            Layout::Rectangle { cols: 0, .. } => (0, cell),
            Layout::Rectangle { cols, .. } => (cell / cols, cell % cols),
        }
    }

    /// The cell at a place; `None` for a hole.
    pub fn cell_at(&self, row: u32, col: u32) -> Option<Cell> {
        match self.layout() {
            Layout::Board(board) => board.cell_at(row, col),
            Layout::Rectangle { rows, cols } => {
                (row < rows && col < cols).then(|| row * cols + col)
            }
        }
    }
}

/// The rules.
impl dyn Rules {
    /// As [`Adjusts::words`](super::capabilities::Adjusts::words).
    pub fn words(&self) -> Vec<(&'static str, &'static str)> {
        self.capabilities().adjusts.map_or_else(Vec::new, |can| can.words())
    }

    /// As [`Adjusts::with_word`](super::capabilities::Adjusts::with_word).
    pub fn with_word(&self, key: &str, word: &str) -> Option<Puzzle> {
        self.capabilities().adjusts?.with_word(key, word)
    }

    /// As [`Adjusts::with_board`](super::capabilities::Adjusts::with_board).
    pub fn with_board(&self, board: Board) -> Option<Puzzle> {
        self.capabilities().adjusts?.with_board(board)
    }

    /// As [`Adjusts::with_first`](super::capabilities::Adjusts::with_first).
    pub fn with_first(&self, first: u32) -> Option<Puzzle> {
        self.capabilities().adjusts?.with_first(first)
    }

    /// As [`Adjusts::coherent`](super::capabilities::Adjusts::coherent).
    ///
    /// # Errors
    /// The reason why not, as a message.
    pub fn coherent(&self) -> Result<(), String> {
        self.capabilities().adjusts.map_or(Ok(()), |can| can.coherent())
    }

    /// As [`Goals::admits_goal`](super::capabilities::Goals::admits_goal).
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`], with the reason.
    pub fn admits_goal(&self, goal: Goal, network: &str) -> Result<(), BuildError> {
        match self.capabilities().goals {
            Some(can) => can.admits_goal(goal, network),
            None => {
                let family = self.family();
                Err(BuildError::NotApplicable(format!("{family} has nothing to optimise")))
            }
        }
    }

    /// As [`Goals::worth`](super::capabilities::Goals::worth).
    pub fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        self.capabilities().goals?.worth(goal, answer)
    }

    /// As [`Goals::stated_goal`](super::capabilities::Goals::stated_goal).
    pub fn stated_goal(&self) -> Option<Goal> {
        self.capabilities().goals?.stated_goal()
    }

    /// Checks the best answer for a goal, for which some rules are weakened.
    ///
    /// # Errors
    /// The first rule found broken.
    pub fn verify_for(&self, goal: Goal, answer: &Answer) -> Result<(), Violation> {
        match self.capabilities().goals {
            Some(can) => can.verify_for(goal, answer),
            None => self.verify(answer),
        }
    }
}

/// Answers.
impl dyn Rules {
    /// As [`Reverses::is_undirected`](super::capabilities::Reverses::is_undirected).
    pub fn is_undirected(&self) -> bool {
        self.capabilities().reverses.is_some_and(|can| can.is_undirected())
    }

    /// As [`Reverses::one_either_way`](super::capabilities::Reverses::one_either_way).
    pub fn one_either_way(&self) -> bool {
        self.capabilities().reverses.is_some_and(|can| can.one_either_way())
    }

    /// Whether each solution and its reverse are one answer here.
    pub fn folds_reverse(&self) -> bool {
        self.one_either_way() && self.is_undirected()
    }

    /// As [`Reverses::reversed`](super::capabilities::Reverses::reversed).
    pub fn reversed(&self, answer: &Answer) -> Answer {
        self.capabilities().reverses.map_or_else(|| answer.clone(), |can| can.reversed(answer))
    }

    /// As [`Routes::routes`](super::capabilities::Routes::routes); `None` where answers are no such paths.
    pub fn routes(&self, answer: &Answer) -> Option<Vec<Vec<Cell>>> {
        Some(self.capabilities().routes?.routes(answer))
    }

    /// Per path of an answer the name of its label.
    pub fn route_names(&self, answer: &Answer) -> Vec<&str> {
        let can = self.capabilities().routes;
        let labels = can.and_then(|can| can.route_labels(answer));
        let labels = labels.or_else(|| Some((0..can?.routes(answer).len() as u32).collect()));
        labels.unwrap_or_default().into_iter().map(|k| self.label(k)).collect()
    }

    /// As [`LocalMoves::another`](super::capabilities::LocalMoves::another).
    pub fn another(&self, answer: &Answer) -> Option<Answer> {
        self.capabilities().exchanges?.another(answer)
    }

    /// As [`LocalMoves::window_reroute`](super::capabilities::LocalMoves::window_reroute).
    pub fn another_around(&self, answer: &Answer, quit: &dyn Fn() -> bool) -> Option<Answer> {
        self.capabilities().exchanges?.window_reroute(answer, quit)
    }

    /// As [`LocalMoves::has_local_moves`](super::capabilities::LocalMoves::has_local_moves).
    pub fn has_exchanges(&self) -> bool {
        self.capabilities().exchanges.is_some_and(|can| can.has_local_moves())
    }

    /// As [`LocalMoves::stricter`](super::capabilities::LocalMoves::stricter).
    pub fn stricter(&self) -> Option<Puzzle> {
        self.capabilities().exchanges?.stricter()
    }
}

/// Givens.
impl dyn Rules {
    /// Why other puzzles of the family can do more, and the way out, as a message.
    pub fn lacks(&self) -> Option<&'static str> {
        self.capabilities().lacks
    }

    /// As [`Clues::clues`](super::capabilities::Clues::clues); `None` where givens depend on each other.
    pub fn clues(&self) -> Option<Vec<Clue>> {
        Some(self.capabilities().clues?.clues())
    }

    /// How a number of a cell, at least 1, is shown: numbers of lines may begin with another number than 1.
    pub fn shown(&self, number: u32) -> u32 {
        self.board().map_or(number, |board| board.shown(number))
    }

    /// The number of a cell, at least 1, that is shown as this one; `None` if no cell holds it.
    pub fn number_shown_as(&self, shown: u32) -> Option<u32> {
        let number = shown.checked_sub(self.shown(1))?.saturating_add(1);
        (number <= self.greatest_number()).then_some(number)
    }

    /// The content of a cell as the text format writes it.
    pub fn written(&self, content: Content) -> String {
        match content {
            Content::Number(number) => self.shown(number).to_string(),
            Content::Label(label) => self.label(label).to_string(),
            Content::Nothing => ".".into(),
        }
    }

    /// As [`Clues::rules`](super::capabilities::Clues::rules).
    pub fn clues_of_rules(&self) -> Vec<Clue> {
        self.capabilities().clues.map_or_else(Vec::new, |can| can.rules())
    }

    /// As [`Clues::with_clues`](super::capabilities::Clues::with_clues).
    pub fn with_clues(&self, clues: &[Clue]) -> Option<Puzzle> {
        self.capabilities().clues?.with_clues(clues)
    }

    /// As [`Clues::sign_places`](super::capabilities::Clues::sign_places).
    pub fn sign_places(&self) -> Vec<[Cell; 2]> {
        self.capabilities().clues.map_or_else(Vec::new, |can| can.sign_places())
    }

    /// As [`Clues::guard`](super::capabilities::Clues::guard).
    pub fn guard(&self, built: &mut Built, clue: Clue) -> Option<Lit> {
        match (self.capabilities().clues, clue) {
            (Some(can), _) => can.guard(built, clue),
            (None, Clue::Holds { cell, content }) => {
                built.decoder.holds(built.model.engine.store(), cell, content)
            }
            (None, Clue::Less(_) | Clue::Gap(_)) => None,
        }
    }

    /// The greatest number that a cell can hold; 0 if cells hold no numbers.
    pub fn greatest_number(&self) -> u32 {
        let number = |content| match content {
            Content::Number(number) => Some(number),
            Content::Label(_) | Content::Nothing => None,
        };
        self.candidates().into_iter().filter_map(number).max().unwrap_or(0)
    }

    /// As [`PairGivens::pairs`](super::capabilities::PairGivens::pairs).
    pub fn pairs(&self) -> Vec<Vec<([Cell; 2], bool)>> {
        self.capabilities().pairs.map_or_else(Vec::new, |can| can.pairs())
    }

    /// As [`PairGivens::numbers`](super::capabilities::PairGivens::numbers), continued with 1.
    pub fn numbers_of_pairs(&self, key: usize) -> impl Iterator<Item = u32> {
        let numbers = self.capabilities().pairs.map_or_else(Vec::new, |can| can.numbers(key));
        numbers.into_iter().chain(std::iter::repeat(1))
    }

    /// As [`PairGivens::words`](super::capabilities::PairGivens::words).
    pub fn words_of_pairs(&self) -> Vec<(&'static str, &'static str)> {
        self.capabilities().pairs.map_or_else(Vec::new, |can| can.words())
    }

    /// As [`Varies::variants`](super::capabilities::Varies::variants).
    pub fn variants(&self) -> Box<dyn Iterator<Item = Variant> + '_> {
        match self.capabilities().varies {
            Some(can) => can.variants(),
            None => Box::new(std::iter::empty()),
        }
    }

    /// As [`Varies::weakened`](super::capabilities::Varies::weakened).
    pub fn weakened(&self, labels: &[u32]) -> Option<Puzzle> {
        self.capabilities().varies?.weakened(labels)
    }
}

/// Solution methods other than the search of a network.
impl dyn Rules {
    /// As [`Formulates::build_formulation`](super::capabilities::Formulates::build_formulation).
    ///
    /// # Errors
    /// A message: there is no such model, it cannot state this puzzle or this goal, or it would be too large.
    pub fn build_formulation(&self, name: &str, goal: Option<Goal>) -> Result<Formulated, String> {
        match self.capabilities().formulates {
            Some(can) => can.build_formulation(name, goal),
            None => {
                let family = self.family();
                Err(format!("there is no model \"{name}\" for puzzles of the family {family}"))
            }
        }
    }

    /// As [`SolvesLocally::local_search`](super::capabilities::SolvesLocally::local_search).
    pub fn local_search(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        self.capabilities().solves_locally?.local_search(built, store, seed, quit)
    }

    /// As [`SolvesLocally::finds_others`](super::capabilities::SolvesLocally::finds_others).
    pub fn finds_others_locally(&self) -> bool {
        self.capabilities().solves_locally.is_some_and(|can| can.finds_others())
    }

    /// As [`SolvesLocally::searches_locally`](super::capabilities::SolvesLocally::searches_locally).
    pub fn searches_locally(&self) -> bool {
        self.capabilities().solves_locally.is_some_and(|can| can.searches_locally())
    }

    /// As [`Wanders::wandering`](super::capabilities::Wanders::wandering).
    pub fn wandering(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn SolutionWalker>> {
        self.capabilities().wanders?.wandering(built, store, seed, quit)
    }

    /// As [`Constructs::constructs`](super::capabilities::Constructs::constructs).
    pub fn constructs(&self) -> Option<Construction> {
        self.capabilities().constructs?.constructs()
    }

    /// As [`Constructs::construct`](super::capabilities::Constructs::construct).
    pub fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        self.capabilities().constructs.map_or_else(Vec::new, |can| can.construct(wanted, quit))
    }

    /// As [`CountsByDp::dp_kind`](super::capabilities::CountsByDp::dp_kind).
    pub fn dp_kind(&self) -> DpKind {
        self.capabilities().counts.map_or(DpKind::Frontier, |can| can.dp_kind())
    }

    /// As [`CountsByDp::dp_decides`](super::capabilities::CountsByDp::dp_decides).
    pub fn dp_decides(&self) -> bool {
        self.capabilities().counts.is_some_and(|can| can.dp_decides())
    }

    /// As [`CountsByDp::programs`](super::capabilities::CountsByDp::programs).
    pub fn programs(&self) -> &'static [&'static str] {
        self.capabilities().counts.map_or(&[], |can| can.programs())
    }

    /// As [`CountsByDp::counting`](super::capabilities::CountsByDp::counting).
    ///
    /// # Errors
    /// A message: why there is none.
    pub fn counting(&self, program: Option<&str>) -> Result<Counted<'_>, String> {
        match self.capabilities().counts {
            Some(can) => can.counting(program),
            None => Err("there is no counting program for puzzles of this family".into()),
        }
    }

    /// As [`OptimisesByDp::optimises`](super::capabilities::OptimisesByDp::optimises).
    pub fn optimises(&self, goal: Goal) -> bool {
        self.capabilities().optimises.is_some_and(|can| can.optimises(goal))
    }

    /// As [`OptimisesByDp::optimum`](super::capabilities::OptimisesByDp::optimum).
    pub fn optimum(&self, goal: Goal) -> Option<Optimum<'_>> {
        self.capabilities().optimises?.optimum(goal)
    }

    /// As [`Certifies::certified`](super::capabilities::Certifies::certified).
    pub fn certified(&self) -> Option<Box<dyn Certified + '_>> {
        Some(self.capabilities().certifies?.certified())
    }

    /// As [`Explains::ladder`](super::capabilities::Explains::ladder).
    ///
    /// # Errors
    /// Why there is none.
    pub fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        match self.capabilities().explains {
            Some(can) => can.ladder(),
            None => {
                let family = self.family();
                Err(NoLadder::Unsuited(format!(
                    "no steps are known for puzzles of the family {family}"
                )))
            }
        }
    }
}
