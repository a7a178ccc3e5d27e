//! Futoshiki: the puzzle and its methods.

use super::local::{self, SquareSearch};
use super::{
    SquareValues, build, clues, construct, counting, formulations, gaps, ladder, networks, so_far,
    syntax, verify,
};
use clew_engine::kernel::{Lit, Store};
use clew_puzzle::puzzle::capabilities::{
    Adjusts, Certifies, Clues, Constructs, CountsByDp, Explains, Formulates, PairGivens,
    SolvesLocally,
};
use clew_puzzle::puzzle::certified::Certified;
use clew_puzzle::puzzle::counting::{Counted, DpKind};
use clew_puzzle::puzzle::family::{
    Alias, Boards, Dialect, FamilyInfo, LabelWords, PairKey, WordKey,
};
use clew_puzzle::puzzle::format::GridLayout;
use clew_puzzle::puzzle::ladder::{Ladder, NoLadder};
use clew_puzzle::puzzle::scene::{BoxScene, Scene};
use clew_puzzle::puzzle::verify::SoFar;
use clew_puzzle::puzzle::{
    Answer, BuildError, BuildOptions, Built, Capabilities, Cell, Clue, Construction, Content,
    Family, Filled, Formulated, Gap, Goal, Layout, LocalSearch, Neighbourhood, Puzzle, Rules,
    Unfit, Violation,
};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "futoshiki",
    aliases: &[
        Alias::with_words("unequal", &[]),
        Alias::with_words("futosiki", &[]),
        Alias::with_words("hutosiki", &[]),
        Alias::with_words("hutoshiki", &[]),
        Alias::with_words("inequality", &[]),
        Alias::with_words("moreorless", &[]),
        Alias::with_words("minarism", &["some"]),
        Alias::with_words("adjacent", &["all"]),
        Alias::with_words("adjacency", &["all"]),
        Alias::with_words("renzoku", &["all"]),
        Alias::with_words("latinsquare", &[]),
    ],
    summary: "a Latin square with signs of inequality, or of differences",
    example: "puzzle: futoshiki\n\n. < . < .\n-   -   -\n2   .   .\n-   -   -\n.   .   .\n",
    neighbours: Neighbourhood::Rook,
    boards: Boards::None,
    grids: &[],
    words: &[WordKey { name: "dots", values: &["some", "all"], option: None }],
    pairs: &[
        PairKey { name: "less", between: '<', like: "r1c1<r2c3", numbered: false },
        PairKey { name: "differ", between: '~', like: "r1c1~r1c2 or r1c1~r2c3=2", numbered: true },
        PairKey { name: "apart", between: '~', like: "r1c1~r1c2 or r1c1~r2c3=2", numbered: true },
    ],
    labels: LabelWords::NONE,
    goals: &[],
    dialects: &[
        dialect("plain", "signs"),
        dialect("pzpr", "minarism"),
        dialect("tatham", "unequal"),
        dialect("janko", "futoshiki"),
    ],
    networks: networks(),
    formulations: &formulations::MODELS,
    clue: syntax::clue,
    json_clue: syntax::json_clue,
    layout: Some(GridLayout { read: syntax::layout, is_sign: syntax::is_sign }),
    read: |draft| Ok(Puzzle::from(syntax::futoshiki(draft)?)),
    generate: |request, judge| super::generate::made(request, judge),
    drawn: None,
    choose: Some(super::generate::choose),
};

/// A name that others have for the family; its squares have no board and no rules to choose.
const fn dialect(of: &'static str, name: &'static str) -> Dialect {
    Dialect { of, name, neighbours: None, words: &[] }
}

/// A futoshiki of order n.
///
/// Readers and generators of puzzles keep the invariants of the fields. Other callers that set fields must keep them
/// too, because the solving methods rely on them and may panic.
#[derive(Clone, PartialEq, Debug)]
pub struct Futoshiki {
    /// The order: rows, columns and values 1..=n.
    pub n: u32,
    /// n × n, row-major: the given value, 1 to n.
    pub given: Vec<Option<u32>>,
    /// Pairs of cells (row-major indices), the first smaller than the second.
    pub less: Vec<[u32; 2]>,
    /// Differences between the values of pairs of cells. Each gap occurs once, and never together with its opposite.
    pub gaps: Vec<Gap>,
}

impl Futoshiki {
    /// The (row, column) of a cell, both from 0.
    pub fn place(&self, cell: Cell) -> (u32, u32) {
        (cell / self.n, cell % self.n)
    }

    /// The gaps that hold (`is`), or those that are excluded.
    pub(super) fn gaps(&self, is: bool) -> impl Iterator<Item = Gap> + '_ {
        self.gaps.iter().copied().filter(move |gap| gap.is == is)
    }

    /// Whether the excluded gaps are exactly those of all neighbours without a stated difference: all dots are given.
    pub(super) fn has_all_dots(&self) -> bool {
        !self.gaps.is_empty() && self.gaps(false).eq(gaps::complete(self.n, self.gaps(true)))
    }

    /// The excluded gaps, without those that are implied where all dots are given.
    fn listed_apart(&self) -> impl Iterator<Item = Gap> + '_ {
        let all = self.has_all_dots();
        self.gaps(false).filter(move |_| !all)
    }

    /// Whether two cells are side by side.
    fn are_near(&self, [a, b]: [Cell; 2]) -> bool {
        let ((r, c), (s, d)) = (self.place(a), self.place(b));
        r.abs_diff(s) + c.abs_diff(d) == 1
    }

    /// The gaps that hold, and whether the grid of the text format can show each: between adjacent cells without a
    /// sign.
    pub(super) fn shown(&self) -> impl Iterator<Item = (Gap, bool)> + '_ {
        let signs: HashSet<[Cell; 2]> =
            self.less.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        self.gaps(true)
            .map(move |gap| (gap, self.are_near(gap.cells) && !signs.contains(&gap.cells)))
    }
}

/// The values of an answer.
///
/// # Panics
/// If it is one of another family.
fn values(answer: &Answer) -> &[u32] {
    match answer {
        Answer::Square(values) => values,
        _ => panic!("an answer of the puzzle's own family"),
    }
}

impl Rules for Futoshiki {
    fn family(&self) -> Family {
        FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Futoshiki>() == Some(self)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Rectangle { rows: self.n, cols: self.n }
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            pairs: Some(self),
            clues: Some(self),
            formulates: Some(self),
            solves_locally: Some(self),
            constructs: Some(self),
            counts: Some(self),
            certifies: Some(self),
            adjusts: Some(self),
            explains: Some(self),
            ..Capabilities::default()
        }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        match answer {
            Answer::Square(values) => verify::verify_square(self, values),
            _ => Err(Violation::other_family()),
        }
    }

    fn broken_so_far(&self, so_far: &SoFar) -> Vec<Violation> {
        so_far::numbers(self, so_far)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        let content = |&v: &u32| if v > 0 { Content::Number(v) } else { Content::Nothing };
        values(answer).iter().map(content).collect()
    }

    fn candidates(&self) -> Vec<Content> {
        (1..=self.n).map(Content::Number).collect()
    }

    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        match filled {
            Filled::Numbers(places) if places.len() == self.given.len() => {
                Ok(Answer::Square(places.iter().map(|v| v.unwrap_or(0)).collect()))
            }
            _ => {
                let why = format!("a solution is {} numbers in a square", self.given.len());
                Err(Unfit::Ambiguous(why))
            }
        }
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        build(self, name, options)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        let token = |v: Option<u32>| v.map_or(".".into(), |v| v.to_string());
        match answer {
            None => self.given.iter().map(|v| token(*v)).collect(),
            Some(answer) => values(answer).iter().map(|&v| token((v > 0).then_some(v))).collect(),
        }
    }

    fn grid_text(&self, tokens: &[String]) -> String {
        syntax::square_text(self, tokens)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.given.iter().map(|v| json!(v)).collect()
    }

    fn instructions(&self) -> String {
        super::instructions::text(self)
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        Scene::Boxes(BoxScene {
            n: self.n,
            given: &self.given,
            found: answer.map(|a| values(a).to_vec()),
            less: &self.less,
            gaps: &self.gaps,
        })
    }
}

impl PairGivens for Futoshiki {
    fn pairs(&self) -> Vec<Vec<([Cell; 2], bool)>> {
        // Signs stand between cells that are side by side; other pairs need the key.
        let less = self.less.iter().map(|&pair| (pair, self.are_near(pair))).collect();
        let differ = self.shown().map(|(gap, shown)| (gap.cells, shown)).collect();
        vec![less, differ, self.listed_apart().map(|gap| (gap.cells, false)).collect()]
    }

    fn numbers(&self, key: usize) -> Vec<u32> {
        match key {
            syntax::DIFFER => self.gaps(true).map(|gap| gap.by).collect(),
            syntax::APART => self.listed_apart().map(|gap| gap.by).collect(),
            _ => Vec::new(),
        }
    }

    fn words(&self) -> Vec<(&'static str, &'static str)> {
        if self.has_all_dots() { vec![("dots", "all")] } else { Vec::new() }
    }
}

impl Adjusts for Futoshiki {
    // The rule is in the gaps, so that `words` has none.
    fn with_word(&self, key: &str, word: &str) -> Option<Puzzle> {
        let mut gaps: Vec<Gap> = match (key, word) {
            ("dots", "all") => self.gaps.clone(),
            ("dots", "some") => self.gaps(true).chain(self.listed_apart()).collect(),
            _ => return None,
        };
        if word == "all" {
            gaps.extend(gaps::complete(self.n, self.gaps(true)));
            gaps.sort_unstable();
            gaps.dedup();
        }
        Some(Puzzle::from(Futoshiki { gaps, ..self.clone() }))
    }
}

impl Clues for Futoshiki {
    fn clues(&self) -> Vec<Clue> {
        clues::given(self)
    }

    fn rules(&self) -> Vec<Clue> {
        let all = if self.has_all_dots() { &self.gaps[..] } else { &[] };
        all.iter().map(|&gap| Clue::Gap(gap)).collect()
    }

    fn with_clues(&self, clues: &[Clue]) -> Option<Puzzle> {
        Some(Puzzle::from(clues::with(self, clues)?))
    }

    fn sign_places(&self) -> Vec<[Cell; 2]> {
        clues::sign_places(self)
    }

    fn guard(&self, built: &mut Built, clue: Clue) -> Option<Lit> {
        clues::guard(self.n, built, clue)
    }
}

impl Formulates for Futoshiki {
    fn build_formulation(&self, name: &str, _: Option<Goal>) -> Result<Formulated, String> {
        formulations::build(self, name)
    }
}

impl SolvesLocally for Futoshiki {
    fn local_search(
        &self,
        built: &Built,
        store: &Store,
        seed: u64,
        quit: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        if !self.gaps.is_empty() {
            return None;
        }
        let &SquareValues { cells } = built.decoder()?;
        let values = |cell: u32, list: &mut Vec<u8>| {
            let domain = store.domain(cells.at(cell));
            list.extend((0..self.n as u8).filter(|&v| domain.contains(u32::from(v))));
        };
        let search = SquareSearch::new(self.n, &self.less, values, seed, quit)?;
        Some(Box::new(Colouring(search)))
    }

    fn searches_locally(&self) -> bool {
        local::applies(self)
    }
}

impl Constructs for Futoshiki {
    fn constructs(&self) -> Option<Construction> {
        construct::applies(self).then_some(Construction::Quick)
    }

    fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        construct::answers(self, wanted, quit)
    }
}

impl CountsByDp for Futoshiki {
    fn dp_kind(&self) -> DpKind {
        DpKind::Layers
    }

    fn programs(&self) -> &'static [&'static str] {
        &counting::DP_NAMES
    }

    fn counting(&self, program: Option<&str>) -> Result<Counted<'_>, String> {
        counting::counted(self, program)
    }
}

impl Certifies for Futoshiki {
    fn certified(&self) -> Box<dyn Certified + '_> {
        Box::new(self)
    }
}

impl Explains for Futoshiki {
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        ladder::start(self)
    }
}

/// Tabu search on colourings.
struct Colouring(SquareSearch);

impl LocalSearch for Colouring {
    fn run(&mut self, moves: u64) -> Option<Answer> {
        self.0.run(moves).map(Answer::Square)
    }

    fn cells(&self) -> usize {
        self.0.cells()
    }

    fn cost(&self) -> Option<u64> {
        Some(self.0.energy())
    }

    /// At the phase transition it finds most of the squares that are found.
    fn leads(&self) -> bool {
        true
    }
}
