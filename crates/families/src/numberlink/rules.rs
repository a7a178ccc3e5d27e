//! Numberlink: the puzzle and its methods.

use super::router::Router;
use super::{
    another, build, clues, construct, counting, exchange, fault, filled, formulations, ladder,
    networks, normal_form, scene, so_far, syntax, verify,
};
use bitvec::vec::BitVec;
use clew_engine::kernel::Store;
use clew_puzzle::puzzle::capabilities::{
    Adjusts, Certifies, Constructs, CountsByDp, Explains, Formulates, Goals, LocalMoves, Routes,
    SolvesLocally, Varies,
};
use clew_puzzle::puzzle::certified::Certified;
use clew_puzzle::puzzle::counting::Counted;
use clew_puzzle::puzzle::family::{Alias, Boards, Dialect, FamilyInfo, LabelWords, WordKey};
use clew_puzzle::puzzle::ladder::{Ladder, NoLadder};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::verify::SoFar;
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Capabilities, Cell, Construction, Content,
    Family, Filled, Formulated, Goal, Layout, LocalSearch, Neighbourhood, Puzzle, Rules, Unfit,
    Variant, Violation,
};
use serde_json::{Value, json};

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "numberlink",
    aliases: &[
        Alias::with_words("numlin", &["partial", "yes"]),
        Alias::with_words("numberlinks", &[]),
        Alias::with_words("nanbarinku", &["partial", "yes"]),
        Alias::with_words("arukone", &["all", "yes"]),
        Alias::with_words("flow", &["all", "no"]),
        Alias::with_words("flowfree", &["all", "no"]),
        Alias::with_words("flowgame", &["all", "no"]),
    ],
    summary: "join equal labels by paths that fill the board",
    example: "puzzle: numberlink\n\nA B C\n. . .\nA B C\n",
    neighbours: Neighbourhood::Rook,
    boards: Boards::Grids,
    grids: &["wrap", "bridges"],
    words: &[
        WordKey {
            name: "cover",
            values: &["all", "partial"],
            option: Some("Numberlink: must every cell lie on a path?"),
        },
        WordKey {
            name: "touch",
            values: &["no", "no2x2", "yes"],
            option: Some("Numberlink: may a path run next to itself?"),
        },
    ],
    pairs: &[],
    labels: LabelWords {
        held: "on the path of",
        conflict: "these paths cannot be there together, even if cells stay empty",
        weakened: "all paths can be there together, but then cells stay empty",
        unstatable: ", where a label is at the two ends of its path only",
    },
    goals: &[Goal::LEAST_LENGTH],
    dialects: &[
        dialect("plain", "pairs", &["all", "no"]),
        dialect("pzpr", "numlin", &["partial", "yes"]),
        dialect("pzpr", "numberlink", &["partial", "yes"]),
        dialect("pzpr", "arukone", &["all", "yes"]),
        dialect("pzpr", "arukone/e", &["partial", "yes"]),
        dialect("janko", "arukone", &["partial", "yes"]),
        dialect("janko", "arukone-3", &["all", "no2x2"]),
        // No default is known for these pages: the reader of the page gives the rules.
        dialect("janko", "arukone-2", &["", ""]),
        dialect("janko", "numberlink", &["", ""]),
    ],
    networks: networks(),
    formulations: &formulations::MODELS,
    clue: syntax::clue,
    json_clue: syntax::json_clue,
    layout: None,
    read: syntax::puzzle,
    generate: |request, judge| super::generate::made(request, judge),
    drawn: Some(super::drawn::read),
    choose: Some(crate::numberlink::generate::complete::choose),
};

/// A name that others have for the family, and the words for `cover` and `touch` that they mean.
const fn dialect(of: &'static str, name: &'static str, words: &'static [&'static str]) -> Dialect {
    Dialect { of, name, neighbours: Some(Neighbourhood::Rook), words }
}

/// Whether every cell must lie on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Cover {
    /// Every cell is on exactly one path.
    #[default]
    All,
    /// Cells may stay empty.
    Partial,
}

/// Whether a path may run next to itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Touch {
    /// Two cells of one path that are neighbours are consecutive on it.
    #[default]
    No,
    /// No 2×2 block lies wholly on one path.
    No2x2,
    /// No restriction.
    Yes,
}

impl Cover {
    /// The word of the formats: `all` or `partial`.
    pub fn keyword(self) -> &'static str {
        match self {
            Cover::All => "all",
            Cover::Partial => "partial",
        }
    }

    /// The rule that a word of the formats names.
    pub fn from_keyword(word: &str) -> Option<Cover> {
        [Cover::All, Cover::Partial].into_iter().find(|c| c.keyword() == word)
    }
}

impl Touch {
    /// The word of the formats: `no`, `no2x2` or `yes`.
    pub fn keyword(self) -> &'static str {
        match self {
            Touch::No => "no",
            Touch::No2x2 => "no2x2",
            Touch::Yes => "yes",
        }
    }

    /// The rule that a word of the formats names.
    pub fn from_keyword(word: &str) -> Option<Touch> {
        [Touch::No, Touch::No2x2, Touch::Yes].into_iter().find(|t| t.keyword() == word)
    }
}

/// A numberlink puzzle. Every label stands exactly twice.
#[derive(Clone, PartialEq, Debug)]
pub struct Numberlink {
    /// The cells and which are neighbours.
    pub board: Board,
    /// The labels' names, in order of first appearance; label k is `labels[k]`.
    pub labels: Vec<String>,
    /// Per label its two end-points, the smaller cell first.
    pub ends: Vec<[Cell; 2]>,
    /// Whether every cell must lie on a path.
    pub cover: Cover,
    /// Whether a path may run next to itself.
    pub touch: Touch,
}

impl Numberlink {
    /// Per cell the label whose end-point stands there.
    pub fn terminals(&self) -> Vec<Option<u32>> {
        let mut t = vec![None; self.board.len()];
        for (k, ends) in self.ends.iter().enumerate() {
            for &c in ends {
                t[c as usize] = Some(k as u32);
            }
        }
        t
    }

    /// Per cell the label whose path runs through it in the answer; `None` for empty cells, and for
    /// all cells if the answer is one of another family. Linear in the board.
    pub fn found_labels(&self, answer: &Answer) -> Vec<Option<u32>> {
        let mut labels = vec![None; self.board.len()];
        for (k, path) in self.paths(answer).into_iter().enumerate() {
            for c in path {
                labels[c as usize] = Some(k as u32);
            }
        }
        labels
    }

    /// Per label the cells of its path from its first to its second end-point. If the answer breaks the rules: the part
    /// that can be followed without visiting a cell twice. Linear in the board.
    pub fn paths(&self, answer: &Answer) -> Vec<Vec<Cell>> {
        let Answer::Links(on) = answer else { return vec![Vec::new(); self.ends.len()] };
        let board = &self.board;
        let mut seen: BitVec = BitVec::repeat(false, board.len());
        let mut follow = |&[from, to]: &[Cell; 2]| {
            let mut path = vec![from];
            let mut here = from;
            seen.set(from as usize, true);
            while here != to {
                let steps = board.neighbours(here).iter().zip(board.incident(here));
                let next = steps
                    .filter(|&(&q, &e)| on.get(e as usize) == Some(&true) && !seen[q as usize])
                    .map(|(&q, _)| q)
                    .next();
                let Some(next) = next else { break };
                seen.set(next as usize, true);
                path.push(next);
                here = next;
            }
            path
        };
        self.ends.iter().map(&mut follow).collect()
    }
}

/// The edges of an answer.
///
/// # Panics
/// If it is one of another family.
fn edges(answer: &Answer) -> &[bool] {
    match answer {
        Answer::Links(on) => on,
        _ => panic!("an answer of the puzzle's own family"),
    }
}

impl Rules for Numberlink {
    fn family(&self) -> Family {
        FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Numberlink>() == Some(self)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Board(&self.board)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            adjusts: Some(self),
            goals: Some(self),
            routes: Some(self),
            varies: Some(self),
            formulates: Some(self),
            exchanges: Some(self),
            solves_locally: Some(self),
            constructs: Some(self),
            counts: Some(self),
            certifies: Some(self),
            explains: Some(self),
            ..Capabilities::default()
        }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        match answer {
            Answer::Links(on) => verify::verify_links(self, on),
            _ => Err(Violation::other_family()),
        }
    }

    fn broken_so_far(&self, so_far: &SoFar) -> Vec<Violation> {
        so_far::paths(self, so_far)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        edges(answer);
        let content = |label: Option<u32>| label.map_or(Content::Nothing, Content::Label);
        self.found_labels(answer).into_iter().map(content).collect()
    }

    fn shape_fault(&self) -> Option<String> {
        fault::reason(self)
    }

    fn candidates(&self) -> Vec<Content> {
        let labels = (0..self.labels.len() as u32).map(Content::Label);
        labels.chain([Content::Nothing]).collect()
    }

    fn label(&self, label: u32) -> &str {
        self.labels.get(label as usize).map_or("", |name| name)
    }

    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        filled::answer(self, filled)
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        build(self, name, options)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        let labels = match answer {
            None => self.terminals(),
            Some(answer) => {
                edges(answer);
                self.found_labels(answer)
            }
        };
        let token = |l: Option<u32>| l.map_or(".".into(), |k| self.labels[k as usize].clone());
        labels.into_iter().map(token).collect()
    }

    fn clues_json(&self) -> Vec<Value> {
        let label = |k: Option<u32>| json!(k.map(|k| &self.labels[k as usize]));
        self.terminals().into_iter().map(label).collect()
    }

    fn instructions(&self) -> String {
        super::instructions::text(&self.board, &self.labels, (self.cover, self.touch), false)
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        scene::scene(self, answer)
    }
}

impl Adjusts for Numberlink {
    fn words(&self) -> Vec<(&'static str, &'static str)> {
        vec![("cover", self.cover.keyword()), ("touch", self.touch.keyword())]
    }

    fn with_word(&self, key: &str, word: &str) -> Option<Puzzle> {
        let mut other = self.clone();
        match key {
            "cover" => other.cover = Cover::from_keyword(word)?,
            "touch" => other.touch = Touch::from_keyword(word)?,
            _ => return None,
        }
        Some(Puzzle::from(other))
    }

    fn with_board(&self, board: Board) -> Option<Puzzle> {
        let fits = board.len() == self.board.len();
        fits.then(|| Puzzle::from(Numberlink { board, ..self.clone() }))
    }

    fn coherent(&self) -> Result<(), String> {
        let hexagons = self.board.moves() == Some(Neighbourhood::Hex);
        match self.touch {
            Touch::No2x2 if hexagons => {
                Err("touch: no2x2 is about blocks of 2 rows and 2 columns, \
                                             and rows of hexagons have none"
                    .into())
            }
            _ => Ok(()),
        }
    }
}

impl Goals for Numberlink {
    fn admits_goal(&self, goal: Goal, _network: &str) -> Result<(), BuildError> {
        let why = match (goal, self.cover) {
            (Goal::LEAST_LENGTH, Cover::Partial) => return Ok(()),
            (Goal::LEAST_LENGTH, Cover::All) => {
                "every cell is on a path, so all solutions have one length; the least is asked for where \
                 cells may stay empty (cover: partial)"
            }
            _ => "numberlink has one goal, the least total length",
        };
        Err(BuildError::NotApplicable(why.into()))
    }

    fn worth(&self, goal: Goal, answer: &Answer) -> Option<i64> {
        match (goal, answer) {
            (Goal::LEAST_LENGTH, Answer::Links(on)) => {
                Some(on.iter().filter(|&&on| on).count() as i64)
            }
            _ => None,
        }
    }
}

impl Routes for Numberlink {
    fn routes(&self, answer: &Answer) -> Vec<Vec<Cell>> {
        self.paths(answer)
    }
}

impl Varies for Numberlink {
    fn variants(&self) -> Box<dyn Iterator<Item = Variant> + '_> {
        Box::new(clues::variants(self))
    }

    fn weakened(&self, labels: &[u32]) -> Option<Puzzle> {
        let known = labels.iter().all(|&label| (label as usize) < self.labels.len());
        known.then(|| Puzzle::from(clues::weakened(self, labels)))
    }
}

impl Formulates for Numberlink {
    fn build_formulation(&self, name: &str, goal: Option<Goal>) -> Result<Formulated, String> {
        formulations::build(self, name, goal)
    }
}

impl LocalMoves for Numberlink {
    fn another(&self, answer: &Answer) -> Option<Answer> {
        if exchange::applies(self) {
            return exchange::another(self, answer);
        }
        another::another(self, answer)
    }

    fn window_reroute(&self, answer: &Answer, quit: &dyn Fn() -> bool) -> Option<Answer> {
        exchange::applies(self).then(|| exchange::another_around(self, answer, quit)).flatten()
    }

    fn has_local_moves(&self) -> bool {
        exchange::applies(self)
    }

    fn stricter(&self) -> Option<Puzzle> {
        // Where walls stand in a block of four cells, a path that does not touch itself may fill it.
        let touch = if self.touch == Touch::Yes { Touch::No } else { self.touch };
        let stricter = || Numberlink { cover: Cover::All, touch, ..self.clone() };
        let helps = self.cover == Cover::Partial || self.has_local_moves();
        helps.then(|| Puzzle::from(stricter()))
    }
}

impl SolvesLocally for Numberlink {
    fn local_search(
        &self,
        _: &Built,
        _: &Store,
        seed: u64,
        _: &dyn Fn() -> bool,
    ) -> Option<Box<dyn LocalSearch>> {
        // The root state of the network holds for canonical solutions only; here any solution is acceptable.
        if construct::cost(self).is_some() {
            // Construction has used seed 0.
            return Some(Box::new(construct::solutions(self, seed.wrapping_add(1))?));
        }
        Router::new(self, seed).map(|router| Box::new(router) as Box<dyn LocalSearch>)
    }

    /// Others next to a known one are found without search, and the rest have a normal form: few are left, which differ
    /// from it everywhere.
    fn finds_others(&self) -> bool {
        normal_form::rules(self).is_none()
    }

    fn searches_locally(&self) -> bool {
        let routes = self.cover == Cover::Partial && !self.ends.is_empty();
        routes || construct::cost(self).is_some()
    }
}

impl Constructs for Numberlink {
    fn constructs(&self) -> Option<Construction> {
        construct::cost(self)
    }

    fn construct(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        let search = construct::solutions(self, 0);
        search.map_or_else(Vec::new, |search| search.construct(wanted, quit))
    }
}

impl CountsByDp for Numberlink {
    fn dp_decides(&self) -> bool {
        // Where paths may touch, failures are caused far away from the decisions, and the dynamic program needs no
        // memory of components.
        self.touch == Touch::Yes && self.board.is_rook()
    }

    fn programs(&self) -> &'static [&'static str] {
        &counting::DP_NAMES
    }

    fn counting(&self, program: Option<&str>) -> Result<Counted<'_>, String> {
        counting::counted(self, program)
    }
}

impl Certifies for Numberlink {
    fn certified(&self) -> Box<dyn Certified + '_> {
        Box::new(self)
    }
}

impl Explains for Numberlink {
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        ladder::ladder(self)
    }
}
