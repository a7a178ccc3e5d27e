//! Zip: its rules and its capabilities.

use super::super::certificate::OrderProof;
use super::super::{Line, contents, formulations, instructions, so_far, syntax as lines};
use super::{
    admits, build, construct, counting, generate, ladder, networks, numbers, syntax, verify,
};
use crate::no_line;
use crate::path_cover::construction;
use clew_engine::kernel::Store;
use clew_puzzle::puzzle::capabilities::{
    Adjusts, Certifies, Constructs, CountsByDp, Explains, Formulates, Goals, SolvesLocally,
};
use clew_puzzle::puzzle::certified::Certified;
use clew_puzzle::puzzle::counting::Counted;
use clew_puzzle::puzzle::family::{Alias, Boards, Dialect, FamilyInfo, LabelWords};
use clew_puzzle::puzzle::filled::numbers_on;
use clew_puzzle::puzzle::ladder::{Ladder, NoLadder};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::verify::SoFar;
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Capabilities, Cell, Construction, Content,
    Family, Filled, Formulated, Goal, Layout, LocalSearch, Neighbourhood, Puzzle, Rules, Unfit,
    Violation, line_order,
};
use serde_json::{Value, json};

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "zip",
    aliases: &[
        Alias::with_moves("zipline", Neighbourhood::Rook),
        Alias::with_moves("linkedinzip", Neighbourhood::Rook),
    ],
    summary: "draw one line through every cell that meets the numbers in their order",
    example: "puzzle: zip\nwalls: r1c1|r1c2\n\n1 . .\n. 3 .\n. . 2\n",
    neighbours: Neighbourhood::Rook,
    boards: Boards::GridsAndPoints,
    grids: &["wrap"],
    words: &[],
    pairs: &[],
    labels: LabelWords::NONE,
    goals: GOALS,
    dialects: &[Dialect {
        of: "plain",
        name: "stops",
        neighbours: Some(Neighbourhood::Rook),
        words: &[],
    }],
    networks: networks(),
    formulations: &formulations::ORDERED,
    clue: lines::clue,
    json_clue: lines::json_clue,
    layout: None,
    read: |draft| Ok(Puzzle::from(syntax::zip(draft)?)),
    generate: |request, judge| generate::zip(request, judge),
    drawn: None,
    choose: Some(generate::choose),
};

// The line visits every cell, so only its turns can differ.
const GOALS: &[Goal] = &[Goal::FEWEST_TURNS];

/// Draw one line through every cell that meets the numbered cells in the order of their numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Zip {
    /// The cells and which are neighbours.
    pub board: Board,
    /// Per cell its number. The numbers are 1, 2, ..., each once, two of them at least on a board of two cells or
    /// more.
    pub numbers: Vec<Option<u32>>,
}

impl Zip {
    /// The numbered cells, in the order of their numbers. Linear in the cells.
    pub fn stops(&self) -> Vec<Cell> {
        let numbered = (0..).zip(&self.numbers).filter_map(|(c, k)| Some(((*k)?, c)));
        let mut stops: Vec<(u32, Cell)> = numbered.collect();
        stops.sort_unstable();
        stops.into_iter().map(|(_, c)| c).collect()
    }

    /// The cells where the line starts and where it ends.
    pub fn ends(&self) -> [Cell; 2] {
        let stops = self.stops();
        [stops[0], stops[stops.len() - 1]]
    }

    /// The line through all cells between the first and the last number, without the order of the numbers in between.
    pub fn line(&self) -> Line {
        let mut given = vec![None; self.board.len()];
        let [first, last] = self.ends();
        given[last as usize] = Some(self.board.len() as u32);
        given[first as usize] = Some(1);
        Line { board: self.board.clone(), given }
    }

    /// The puzzle with these cells numbered, in this order.
    pub(super) fn new(board: Board, stops: &[Cell]) -> Zip {
        let mut numbers = vec![None; board.len()];
        for (&c, k) in stops.iter().zip(1..) {
            numbers[c as usize] = Some(k);
        }
        Zip { board, numbers }
    }
}

impl Rules for Zip {
    fn family(&self) -> Family {
        FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Zip>() == Some(self)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Board(&self.board)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            adjusts: Some(self),
            goals: Some(self),
            formulates: Some(self),
            certifies: Some(self),
            constructs: Some(self),
            solves_locally: Some(self),
            counts: Some(self),
            explains: Some(self),
            ..Capabilities::default()
        }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        verify::verify(self, answer)
    }

    fn broken_so_far(&self, so_far: &SoFar) -> Vec<Violation> {
        so_far::stops(self, so_far)
    }

    /// The number that the line has met last, in the cell itself or before it.
    fn contents(&self, answer: &Answer) -> Vec<Content> {
        let along = super::super::numbers(answer);
        let mut met = vec![Content::Nothing; along.len()];
        let mut last = Content::Nothing;
        for c in line_order(along) {
            last = self.numbers[c as usize].map_or(last, Content::Number);
            met[c as usize] = last;
        }
        met
    }

    fn shape_fault(&self) -> Option<String> {
        no_line::quick_reason(&self.board).or_else(|| no_line::ends(&self.board, self.ends()))
    }

    fn candidates(&self) -> Vec<Content> {
        (1..=self.stops().len() as u32).map(Content::Number).collect()
    }

    fn filling(&self, answer: &Answer) -> Vec<Content> {
        contents(answer)
    }

    fn greatest_filling(&self) -> u32 {
        self.board.len() as u32
    }

    fn is_mark(&self, cell: Cell, text: &str) -> bool {
        self.numbers[cell as usize].is_some_and(|number| number.to_string() == text)
    }

    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        Ok(Answer::Line(numbers_on(&self.board, filled)?))
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        build(self, name, options)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        let token = |v: Option<u32>| v.map_or(".".into(), |v| v.to_string());
        match answer {
            None => self.numbers.iter().map(|v| token(*v)).collect(),
            Some(answer) => super::super::numbers(answer).iter().map(|&v| token(Some(v))).collect(),
        }
    }

    fn clues_json(&self) -> Vec<Value> {
        self.numbers.iter().map(|v| json!(v)).collect()
    }

    fn instructions(&self) -> String {
        instructions::stops(self)
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        super::super::scene::stops(self, answer)
    }
}

impl Adjusts for Zip {
    fn with_board(&self, board: Board) -> Option<Puzzle> {
        let fits = board.len() == self.board.len();
        fits.then(|| Puzzle::from(Zip { board, numbers: self.numbers.clone() }))
    }
}

impl Goals for Zip {
    fn admits_goal(&self, goal: Goal, _network: &str) -> Result<(), BuildError> {
        admits(self, goal)
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        self.line().objective_value(GOALS, goal, answer)
    }
}

impl Formulates for Zip {
    fn build_formulation(&self, name: &str, goal: Option<Goal>) -> Result<Formulated, String> {
        formulations::build(&self.line(), &self.stops(), name, goal)
    }
}

impl Certifies for Zip {
    fn certified(&self) -> Box<dyn Certified + '_> {
        Box::new(OrderProof { line: self.line(), stops: self.stops(), places: numbers::places })
    }
}

impl CountsByDp for Zip {
    fn programs(&self) -> &'static [&'static str] {
        &counting::DP_NAMES
    }

    fn counting(&self, _program: Option<&str>) -> Result<Counted<'_>, String> {
        counting::counted(self)
    }
}

impl Constructs for Zip {
    fn constructs(&self) -> Option<Construction> {
        construction(self.board.len())
    }

    fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        let search = construct::lines(self, 0);
        search.map_or_else(Vec::new, |search| search.construct(wanted, quit))
    }
}

impl SolvesLocally for Zip {
    fn local_search(
        &self,
        _: &Built,
        _: &Store,
        seed: u64,
        _: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        // Construction has used seed 0.
        Some(Box::new(construct::lines(self, seed.wrapping_add(1))?))
    }

    fn searches_locally(&self) -> bool {
        self.constructs().is_some()
    }
}

impl Explains for Zip {
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        ladder::ladder(self)
    }
}
