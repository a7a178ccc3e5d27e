//! The continuous line: what the puzzle offers beside what every line does.

use super::super::{Line, LineRules, formulations, generate, scene, syntax};
use super::{admits, build, construct, ladder, networks};
use crate::puzzle::family::{Alias, Boards, Dialect, FamilyInfo, LabelWords};
use crate::puzzle::ladder::{Ladder, NoLadder};
use crate::puzzle::scene::Scene;
use crate::puzzle::{Answer, BuildError, BuildOptions, Built, Family, Goal, Neighbourhood, Puzzle};

/// The family.
pub const FAMILY: Family = Family::new(&INFO);

static INFO: FamilyInfo = FamilyInfo {
    keyword: "path",
    aliases: &[
        Alias::with_moves("line", Neighbourhood::Rook),
        Alias::with_moves("continuousline", Neighbourhood::Rook),
        Alias::with_moves("hamiltonianpath", Neighbourhood::Rook),
        Alias::with_moves("hamiltonpath", Neighbourhood::Rook),
        Alias::with_moves("onestroke", Neighbourhood::Rook),
    ],
    summary: "draw one line through every cell (the continuous line)",
    example: "puzzle: path\n\n. . #\n. # .\n. . .\n",
    neighbours: Neighbourhood::Rook,
    boards: Boards::GridsAndPoints,
    grids: &["wrap"],
    words: &[],
    pairs: &syntax::PAIRS,
    labels: LabelWords::NONE,
    dialects: &[Dialect {
        of: "plain",
        name: "line",
        neighbours: Some(Neighbourhood::Rook),
        words: &[],
    }],
    networks: networks(),
    formulations: &formulations::MODELS,
    clue: syntax::clue,
    json_clue: syntax::json_clue,
    layout: None,
    read: |draft| Ok(Puzzle::from(Path(syntax::line(draft)?))),
    generate: |request, judge| generate::path(request, judge),
};

/// Draw one line through every cell; the rules of hidato, usually without given numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Path(pub Line);

impl LineRules for Path {
    const FAMILY: Family = FAMILY;
    const GOALS: &'static [Goal] = &[Goal::FewestTurns, Goal::MostCells];
    const EITHER_WAY: bool = true;

    fn of(line: Line) -> Path {
        Path(line)
    }

    fn line(&self) -> &Line {
        &self.0
    }

    fn stated(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        build(&self.0, name, options)
    }

    fn goal_applies(&self, goal: Goal, network: &str) -> Result<(), BuildError> {
        admits(&self.0, network, goal)
    }

    fn is_drawn_at_once(&self) -> bool {
        construct::applies(&self.0)
    }

    fn drawn_at_once(&self, wanted: usize, quit: &dyn Fn() -> bool) -> Vec<Answer> {
        construct::answers(&self.0, wanted, quit)
    }

    fn steps(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        ladder::ladder(self)
    }

    fn drawing(&self, answer: Option<&Answer>) -> Scene<'_> {
        let bare = self.0.given.iter().all(Option::is_none);
        scene::scene(&self.0, answer, bare, true)
    }
}
