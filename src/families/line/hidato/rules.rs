//! Hidato: what the puzzle offers.

use super::super::decode::{CellNumbers, GapLine};
use super::super::{Line, contents, counting, generate, reversed, scene, syntax, verify};
use super::anneal::Annealer;
use super::{admits, build, default_network, networks, sparse};
use crate::kernel::{Store, VarId};
use crate::puzzle::counting::{Counted, Optimum};
use crate::puzzle::family::{Boards, FamilyInfo};
use crate::puzzle::scene::Scene;
use crate::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Clue, Content, Family, Goal, LocalSearch,
    Neighbourhood, NetworkInfo, Puzzle, Rules, Violation,
};
use serde_json::Value;

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "hidato",
    summary: "fill in the missing numbers so that consecutive numbers are neighbours",
    example: "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n",
    neighbours: Neighbourhood::King,
    boards: Boards::GridsAndPoints,
    words: &[],
    pairs: &[],
    networks: networks(),
    clue: syntax::clue,
    json_clue: syntax::json_clue,
    layout: None,
    read: |draft| Ok(Puzzle::from(Hidato(syntax::line(draft)?))),
    generate: |request, judge| Ok(generate::hidato(request, judge)),
};

/// Fill the cells with 1..N so that consecutive numbers are neighbours.
#[derive(Clone, PartialEq, Debug)]
pub struct Hidato(pub Line);

impl Rules for Hidato {
    fn family(&self) -> Family {
        FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Hidato>() == Some(self)
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.0.board)
    }

    fn with_board(&self, board: Board) -> Option<Puzzle> {
        Some(Puzzle::from(Hidato(self.0.on(board))))
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        verify::verify(&self.0, answer, true)
    }

    fn verify_for(&self, goal: Goal, answer: &Answer) -> Result<(), Violation> {
        verify::verify(&self.0, answer, goal != Goal::MostCells)
    }

    fn admits_goal(&self, goal: Goal, _network: &str) -> Result<(), BuildError> {
        admits(&self.0, goal)
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        match (goal, answer) {
            (Goal::FewestTurns, Answer::Line(numbers)) => Some(self.0.turns(numbers)),
            _ => None,
        }
    }

    fn is_undirected(&self) -> bool {
        self.0.is_undirected()
    }

    fn reversed(&self, answer: &Answer) -> Answer {
        reversed(answer)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        contents(answer)
    }

    fn candidates(&self) -> Vec<Content> {
        self.0.candidates()
    }

    fn default_network(&self) -> &'static NetworkInfo {
        default_network(&self.0)
    }

    fn clues(&self) -> Option<Vec<Clue>> {
        Some(self.0.clues())
    }

    fn with_clues(&self, clues: &[Clue]) -> Option<Puzzle> {
        Some(Puzzle::from(Hidato(self.0.with_clues(clues)?)))
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        build(&self.0, name, options)
    }

    fn local_search(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        let line = &self.0;
        let annealer = if let Some(&CellNumbers { first, cells, .. }) = built.decoder() {
            let cell = |c: u32| VarId(first.0 + c);
            let known = |c| (store.size(cell(c)) == 1).then(|| store.domain(cell(c)).min() + 1);
            let given: Vec<Option<u32>> = (0..cells).map(known).collect();
            let possible = |c: u32, mut range: std::ops::RangeInclusive<u32>| {
                range.any(|k| store.domain(cell(c)).contains(k - 1))
            };
            Annealer::new(&line.board, &given, possible, seed, quit)?
        } else {
            let GapLine { first, table, gap, .. } = built.decoder()?;
            let given = sparse::known_numbers(line, *first, table, *gap, store);
            let possible = |c: u32, range: std::ops::RangeInclusive<u32>| {
                let value = table.value(c, table.gap_of(*range.start()));
                let x = VarId(gap.0 + table.rank(c));
                value.is_some_and(|v| store.domain(x).contains(v))
            };
            Annealer::new(&line.board, &given, possible, seed, quit)?
        };
        Some(Box::new(Annealing(annealer)))
    }

    fn searches_locally(&self) -> bool {
        true
    }

    fn counting(&self) -> Result<Counted<'_>, String> {
        counting::counted(&self.0)
    }

    fn optimises(&self, goal: Goal) -> bool {
        // A hidato's line visits every cell, so only its turns can differ.
        goal == Goal::FewestTurns
    }

    fn optimum(&self, goal: Goal) -> Option<Optimum<'_>> {
        self.optimises(goal).then(|| counting::optimum(&self.0, goal)).flatten()
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        self.0.tokens(answer)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.0.clues_json()
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        scene::scene(&self.0, answer, false, false)
    }
}

/// Simulated annealing of fillings.
struct Annealing(Annealer);

impl LocalSearch for Annealing {
    fn run(&mut self, moves: u64) -> Option<Answer> {
        self.0.run(moves).map(Answer::Line)
    }

    fn cells(&self) -> usize {
        self.0.cells()
    }
}
