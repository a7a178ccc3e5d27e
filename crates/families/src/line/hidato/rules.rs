//! Hidato: its rules, and its capabilities in addition to those of every line.

use super::super::decode::{CellNumbers, GapLine};
use super::super::rules::{LineRules, of_line};
use super::super::{
    Line, choose, contents, formulations, generate, instructions, scene, so_far, syntax,
};
use super::anneal::{Annealer, Walk};
use super::level::PathLevelling;
use super::{admits, build, default_network, ladder, networks, sparse};
use crate::no_line;
use clew_engine::kernel::Store;
use clew_puzzle::puzzle::capabilities::{Explains, Goals, SolutionWalks, SolvesLocally};
use clew_puzzle::puzzle::family::{Alias, Boards, Dialect, FamilyInfo, LabelWords};
use clew_puzzle::puzzle::ladder::{Ladder, NoLadder};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::verify::SoFar;
use clew_puzzle::puzzle::{
    Answer, BuildError, BuildOptions, Built, Capabilities, Content, Family, Filled, Goal, Layout,
    LocalSearch, Neighbourhood, NetworkInfo, Puzzle, Rules, SolutionWalker, Unfit, Violation,
};
use serde_json::Value;

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "hidato",
    aliases: &[
        Alias::with_moves("numbrix", Neighbourhood::Rook),
        Alias::with_moves("rikudo", Neighbourhood::Hex),
        Alias::with_moves("hexhidato", Neighbourhood::Hex),
        Alias::with_moves("hidoku", Neighbourhood::King),
        Alias::with_moves("hidatos", Neighbourhood::King),
        Alias::with_moves("snake", Neighbourhood::King),
        Alias::with_moves("numbersnake", Neighbourhood::King),
        Alias::with_moves("snakepit", Neighbourhood::King),
        Alias::with_moves("jadium", Neighbourhood::King),
        Alias::with_moves("zahlenschlange", Neighbourhood::King),
    ],
    summary: "fill in the missing numbers so that consecutive numbers are neighbours",
    example: "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n",
    neighbours: Neighbourhood::King,
    boards: Boards::GridsAndPoints,
    grids: &["wrap"],
    words: &[],
    pairs: &syntax::PAIRS,
    labels: LabelWords::NONE,
    goals: GOALS,
    dialects: &[
        dialect("plain", "numbers", Some(Neighbourhood::King)),
        dialect("pzpr", "meander", Some(Neighbourhood::Rook)),
        dialect("tatham", "ascent", None),
        dialect("janko", "hidoku", Some(Neighbourhood::King)),
        dialect("kudamono", "hidoku", Some(Neighbourhood::King)),
    ],
    networks: networks(),
    formulations: &formulations::MODELS,
    clue: syntax::clue,
    json_clue: syntax::json_clue,
    layout: None,
    read: |draft| Ok(Puzzle::from(Hidato(syntax::line(draft)?))),
    generate: |request, judge| generate::hidato(request, judge),
    drawn: None,
    choose: Some(choose::hidato),
};

/// A name that others have for the family, and the neighbours that they mean.
const fn dialect(
    of: &'static str,
    name: &'static str,
    neighbours: Option<Neighbourhood>,
) -> Dialect {
    Dialect { of, name, neighbours, words: &[] }
}

// A hidato's line visits every cell, so only its turns can differ.
const GOALS: &[Goal] = &[Goal::FEWEST_TURNS];

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

    fn layout(&self) -> Layout<'_> {
        Layout::Board(&self.0.board)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            solves_locally: Some(self),
            wanders: Some(self),
            explains: Some(self),
            ..of_line(self)
        }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        self.0.verify_for(None, answer)
    }

    fn broken_so_far(&self, so_far: &SoFar) -> Vec<Violation> {
        so_far::numbers(&self.0, so_far)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        contents(answer)
    }

    fn shape_fault(&self) -> Option<String> {
        no_line::quick_reason(&self.0.board)
    }

    fn candidates(&self) -> Vec<Content> {
        self.0.candidates()
    }

    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        self.0.answer_of(filled)
    }

    fn default_network(&self) -> &'static NetworkInfo {
        default_network(&self.0)
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        options.goal.map_or(Ok(()), |goal| self.0.marks_admit(goal))?;
        self.0.mark(build(&self.0, name, options)?, name)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        self.0.tokens(answer)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.0.clues_json()
    }

    fn instructions(&self) -> String {
        instructions::numbers(&self.0)
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        scene::scene(&self.0, answer, false, false)
    }
}

impl LineRules for Hidato {
    const EITHER_WAY: bool = false;

    fn from_line(line: Line) -> Puzzle {
        Puzzle::from(Hidato(line))
    }

    fn line(&self) -> &Line {
        &self.0
    }
}

impl Goals for Hidato {
    fn admits_goal(&self, goal: Goal, _network: &str) -> Result<(), BuildError> {
        self.0.marks_admit(goal)?;
        admits(&self.0, goal)
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        self.0.objective_value(GOALS, goal, answer)
    }

    fn verify_for(&self, goal: Goal, answer: &Answer) -> Result<(), Violation> {
        self.0.verify_for(Some(goal), answer)
    }
}

impl SolvesLocally for Hidato {
    fn local_search(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        let line = &self.0;
        let (given, annealer) = if let Some(&CellNumbers { cells, .. }) = built.decoder() {
            let known = |x| store.value(x).map(|v| v + 1);
            let given: Vec<Option<u32>> = cells.iter().map(known).collect();
            let possible = |c: u32, mut range: std::ops::RangeInclusive<u32>| {
                range.any(|k| store.domain(cells.at(c)).contains(k - 1))
            };
            let annealer = Annealer::new(&line.board, &given, possible, seed, quit);
            (given, annealer)
        } else {
            let GapLine { edges, table, gaps, .. } = built.decoder()?;
            let given = sparse::known_numbers(line, *edges, table, *gaps, store);
            let possible = |c: u32, range: std::ops::RangeInclusive<u32>| {
                let value = table.value(c, table.gap_of(*range.start()));
                value.is_some_and(|v| store.domain(gaps.at(table.rank(c))).contains(v))
            };
            let annealer = Annealer::new(&line.board, &given, possible, seed, quit);
            (given, annealer)
        };
        let leveller = PathLevelling::new(&line.board, &given, seed);
        Fillings::from_searches(&given, annealer, leveller)
            .map(|search| Box::new(search) as Box<dyn LocalSearch>)
    }
}

impl SolutionWalks for Hidato {
    fn wandering(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn SolutionWalker>> {
        let &CellNumbers { cells, .. } = built.decoder()?;
        let line = &self.0;
        let domain = |x| store.domain(x).iter().collect::<Vec<u32>>();
        let domains: Vec<Vec<u32>> = cells.iter().map(domain).collect();
        Some(Box::new(Walk::new(&line.board, &domains, seed, quit)?))
    }
}

impl Explains for Hidato {
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        ladder::start(self)
    }
}

/// Cells a known number from which on a board has few numbers. On rook boards of 60x60 and 80x80 with 8 to 10 % given,
/// levelling was the quicker, with 12 to 20 % annealing was.
const CELLS_A_GIVEN: usize = 8;
/// Of this many moves one belongs to annealing where numbers are few, or to levelling where they are many.
const LESSER_PART: u64 = 8;

/// Local search for fillings: annealing of lines with jumps, and, on rook boards, paths whose lengths are levelled. They
/// take turns, unequal ones.
struct Fillings {
    cells: usize,
    few: bool,
    annealer: Option<Annealer>,
    leveller: Option<PathLevelling>,
}

impl Fillings {
    /// `None` if neither has anything to search.
    fn from_searches(
        given: &[Option<u32>],
        annealer: Option<Annealer>,
        leveller: Option<PathLevelling>,
    ) -> Option<Fillings> {
        let any = annealer.is_some() || leveller.is_some();
        let cells = given.len();
        let few = given.iter().flatten().count() * CELLS_A_GIVEN <= cells;
        any.then_some(Fillings { cells, few, annealer, leveller })
    }
}

impl LocalSearch for Fillings {
    fn run(&mut self, moves: u64) -> Option<Answer> {
        let (level, anneal) = match (&self.leveller, &self.annealer) {
            (Some(_), Some(_)) => {
                let least = moves / LESSER_PART;
                if self.few { (moves - least, least) } else { (least, moves - least) }
            }
            _ => (moves, moves),
        };
        let found = self.leveller.as_mut().and_then(|search| search.run(level));
        let found = found.or_else(|| self.annealer.as_mut()?.run(anneal));
        found.map(Answer::Line)
    }

    fn cells(&self) -> usize {
        self.cells
    }

    /// Of rook boards with few numbers learning fills none that local search does not.
    fn leads(&self) -> bool {
        self.few && self.leveller.is_some()
    }

    fn cost(&self) -> Option<u64> {
        let costs = [
            self.annealer.as_ref().map(Annealer::energy),
            self.leveller.as_ref().and_then(PathLevelling::energy),
        ];
        costs.into_iter().flatten().min()
    }
}
