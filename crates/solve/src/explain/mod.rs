//! Solving a puzzle as a person does, step by step, and the rating of a puzzle that follows from it.
//!
//! The walk always uses the cheapest technique that has a finding: all its conclusions from the position are taken
//! together, with the obvious consequences, in as few steps as cover them; then the search for the cheapest technique
//! begins again. A conclusion that only rules something out is no step: it is reported with the step that needs it. So
//! a walk does not depend on the order in which cells are examined, a puzzle is rated like its mirror image, and every
//! step adds something new.
//!
//! Some techniques assume something, and follow it until it fails: the less is drawn or placed until then, the easier
//! they are. Of all assumptions that fail, those that fail soonest are taken. The uniqueness of solutions is not
//! assumed, so that a walk that ends has proved it, except where cells may stay empty: there a walk uses it as people do
//! once a search has found it ([`Walk::unique`]).

mod fewest;
mod fold;
mod minimal;
mod pending;
mod proof;
mod rating;
mod trial;

use fold::StepList;
use pending::PendingStep;
pub use rating::{Rating, rate};
use trial::{Failure, Trials};

use clew_engine::run::{Budget, Stop};
use clew_puzzle::puzzle::ladder::{
    Contradiction, Deduction, Extent, Fact, Finding, Found, Ladder, Level, NoLadder, Piece,
    StepText, Technique,
};
use clew_puzzle::puzzle::{Answer, Cell, Puzzle};

/// A step of a walk: something is drawn or placed. Candidates ruled out before are part of the step that needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique; of one that needs harder ideas the hardest of these.
    pub technique: &'static Technique,
    /// The technique of the step itself, without its ideas.
    pub own: &'static Technique,
    /// The findings; at least one was new when the step's round began, and belongs to no other step of the round.
    pub findings: Vec<Finding>,
    /// The addition to the effort: the weights of all looks since the last step, and for trials the marks until they
    /// failed.
    pub cost: u32,
    /// The assumption that failed, if the technique makes one.
    pub assumed: Option<Finding>,
    /// How much was drawn or placed until that failed.
    pub extent: Option<Extent>,
    /// The explanation by the technique that concludes it, if words were requested.
    pub telling: Option<StepText>,
    /// If words were requested: the findings drawn or placed until the assumption failed, without the assumption.
    pub trail: Vec<Finding>,
    /// The part of the trail that the contradiction needs.
    pub core: Vec<Finding>,
    /// In which cells it failed, where that is a matter of single cells.
    pub failing: Vec<Cell>,
    /// If words were requested: the pieces of path of the findings, and of the core of the trail.
    pub pieces: [Vec<Piece>; 2],
    /// If words were requested: the earlier conclusions that ruled something out and are needed here, one idea each.
    pub ideas: Vec<Step>,
    /// Which look at the board it was: steps of one round do not need each other.
    pub round: u32,
}

/// A look at the board that found something new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundStep {
    /// The technique.
    pub technique: &'static Technique,
    /// Its weight, and for a trial the marks until it failed.
    pub cost: u32,
    /// The round: looks of one round do not need each other.
    pub round: u32,
    /// The step to which it led, from 0.
    pub step: usize,
}

/// How a walk ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Everything is known: this is the only solution.
    Solved(Answer),
    /// There is no solution; why, as a sentence.
    Nonsense(String),
    /// No technique finds anything more.
    Stuck,
    /// A limit came first.
    Stopped(Stop),
}

/// All steps, and the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// In the order in which they are taken.
    pub steps: Vec<Step>,
    /// All looks that led to them, in their order.
    pub looks: Vec<FoundStep>,
    /// The end of the walk.
    pub end: End,
    /// The rungs of the ladder; none if the givens are nonsense already.
    pub techniques: &'static [Technique],
    /// Whether steps use that there is one solution, which a search has found, and if so whether that leaves no cell
    /// empty, which they use too.
    pub unique: Option<bool>,
}

/// How to walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkOptions {
    /// Put every step into words.
    pub words: bool,
    /// Stop after the first round, and do not fold conclusions that only rule something out into the steps that need
    /// them.
    pub one_round: bool,
    /// Steps may use that there is one solution, once a search has found it.
    pub uniqueness: bool,
}

impl WalkOptions {
    /// The whole walk in words.
    pub const WORDS: WalkOptions = WalkOptions { words: true, one_round: false, uniqueness: true };
}

impl Default for WalkOptions {
    /// The whole walk without words.
    fn default() -> WalkOptions {
        WalkOptions { words: false, ..WalkOptions::WORDS }
    }
}

/// Checks that findings are about cells and numbers of the puzzle, which ladders take for granted.
fn speak_of(puzzle: &Puzzle, known: &[Finding]) -> Result<(), String> {
    if known.is_empty() {
        return Ok(());
    }
    let cells = puzzle.cells();
    let most = puzzle.greatest_filling();
    for finding in known {
        let ends = match finding.fact {
            Fact::Number { number, .. } if !(1..=most).contains(&number) => {
                return Err(format!("no cell of the puzzle holds the number {number}"));
            }
            Fact::Number { cell, .. } => [cell, cell],
            Fact::Link { from, to } => [from, to],
        };
        if let Some(cell) = ends.into_iter().find(|&cell| cell as usize >= cells) {
            return Err(format!("there is no cell {cell}: the puzzle has {cells}, counted from 0"));
        }
    }
    Ok(())
}

/// Solves a puzzle as a person does, after having learnt `known` in addition to the givens.
///
/// A round costs as much as its techniques, which is in the order of the cells times the members of a row; trials cost
/// a walk each for everything that is open.
///
/// # Errors
/// The reason why there is no ladder for the puzzle, or the known finding that is about no cell or number of it.
pub fn walk(
    puzzle: &Puzzle,
    known: &[Finding],
    manner: WalkOptions,
    budget: &Budget,
) -> Result<Walk, String> {
    let until = if manner.one_round { Until::Round } else { Until::End };
    taken_until((until, Level::Beyond), puzzle, known, manner, &mut || true, budget)
}

/// As [`walk`] from the givens. `go_on` is called before the first look of the level tricky, because
/// looks are expensive from there on; if it returns false, the walk ends there as stuck.
///
/// # Errors
/// As of [`walk`].
fn walk_asking(
    puzzle: &Puzzle,
    manner: WalkOptions,
    go_on: &mut dyn FnMut() -> bool,
    budget: &Budget,
) -> Result<Walk, String> {
    taken_until((Until::End, Level::Beyond), puzzle, &[], manner, go_on, budget)
}

/// As [`walk`] without words, ending at the first look that is harder than this level. That is for puzzles that must be
/// easier, where a full walk would cost too much: a walk that ends without a solution means a harder puzzle.
///
/// # Errors
/// As of [`walk`].
pub(crate) fn walk_within(puzzle: &Puzzle, most: Level, budget: &Budget) -> Result<Walk, String> {
    let manner = WalkOptions::default();
    taken_until((Until::End, most), puzzle, &[], manner, &mut || true, budget)
}

/// The first step, which draws or places something, with all that leads to it.
///
/// # Errors
/// As of [`walk`].
pub fn next_step(
    puzzle: &Puzzle,
    known: &[Finding],
    manner: WalkOptions,
    budget: &Budget,
) -> Result<Walk, String> {
    taken_until((Until::Step, Level::Beyond), puzzle, known, manner, &mut || true, budget)
}

/// Where a walk stops at the latest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Round,
    Step,
    End,
}

fn taken_until(
    (until, most): (Until, Level),
    puzzle: &Puzzle,
    known: &[Finding],
    WalkOptions { words, uniqueness, .. }: WalkOptions,
    go_on: &mut dyn FnMut() -> bool,
    budget: &Budget,
) -> Result<Walk, String> {
    let mut ladder = match puzzle.ladder() {
        Ok(ladder) => ladder,
        Err(NoLadder::Unsuited(why)) => return Err(why),
        Err(NoLadder::Nonsense(Contradiction { why, .. })) => {
            return Ok(Walk::ended(End::Nonsense(why), &[]));
        }
    };
    let techniques = ladder.techniques();
    speak_of(puzzle, known)?;
    for &finding in known {
        if let Err(Contradiction { why, .. }) = ladder.learn(finding) {
            return Ok(Walk::ended(End::Nonsense(why), techniques));
        }
    }
    let mut folds = StepList::new(until != Until::Round, words.then(|| ladder.copy()));
    let (mut round, mut found) = (0, Found::default());
    let mut reach = most.min(Level::Easy);
    // A search for other solutions runs once, before the expensive looks, if techniques use its result.
    let (mut may_search, mut unique) = (uniqueness, None);
    let end = loop {
        if let Some(stop) = budget.reached(0) {
            break End::Stopped(stop);
        }
        if let Err(Contradiction { why, .. }) = ladder.sound() {
            break End::Nonsense(why);
        }
        if let Some(answer) = ladder.answer() {
            break End::Solved(answer);
        }
        if until == Until::Round && round > 0 || until == Until::Step && !folds.steps.is_empty() {
            break End::Stuck;
        }
        let taken = match taken_in(round, &mut *ladder, (words, reach), &mut found, budget) {
            Ok(taken) => taken,
            Err(end) => break end,
        };
        let Some(first) = taken.first() else {
            if std::mem::take(&mut may_search)
                && ladder.copy().assume_unique(false)
                && let Some(full) = rating::only_solution(puzzle, budget)
            {
                ladder.assume_unique(full);
                folds.assume_unique(full);
                unique = Some(full);
                continue;
            }
            if reach < most && go_on() {
                reach = most;
                continue;
            }
            break End::Stuck;
        };
        round += u32::from(!first.is_silent());
        let learnt = taken.iter().flat_map(|taken| &taken.learns);
        let nonsense = learnt.map(|&finding| ladder.learn(finding)).find_map(Result::err);
        folds.take(taken, &*ladder, budget);
        if let Some(Contradiction { why, .. }) = nonsense {
            break End::Nonsense(why);
        }
    };
    let (steps, looks) = folds.over(matches!(end, End::Solved(_)));
    Ok(Walk { steps, looks, end, techniques: ladder.techniques(), unique })
}

impl Walk {
    fn ended(end: End, techniques: &'static [Technique]) -> Walk {
        Walk { steps: Vec::new(), looks: Vec::new(), end, techniques, unique: None }
    }
}

/// The steps that are taken in one round: all conclusions of the cheapest technique, or of trials if no technique has
/// any, in as few steps as cover all of them.
///
/// # Errors
/// The end of the walk, if the round reaches one.
fn taken_in(
    round: u32,
    ladder: &mut dyn Ladder,
    (words, most): (bool, Level),
    found: &mut Found,
    budget: &Budget,
) -> Result<Vec<PendingStep>, End> {
    let (number, failures) = match round_of(ladder, most, found, budget).map_err(End::Stopped)? {
        Round::Says(number) => (number, Vec::new()),
        Round::Tried(number, failures) => (number, failures),
        Round::Fails(Contradiction { why, .. }) => return Err(End::Nonsense(why)),
        Round::Nothing => return Ok(Vec::new()),
    };
    let technique = &ladder.techniques()[number];
    if technique.level > most {
        return Ok(Vec::new());
    }
    let new = |mut direct: Vec<Finding>| {
        direct.sort_unstable();
        direct.dedup();
        PendingStep::new(number, technique, round, ladder, direct)
    };
    let mut all: Vec<PendingStep> = if technique.assumes() {
        let of_failure = |failure: Failure| {
            let mut taken = new(vec![failure.assumed.negated()]);
            taken.step.cost += failure.extent.marks;
            taken.step.assumed = Some(failure.assumed);
            taken.step.extent = Some(failure.extent);
            taken.step.telling = words.then(|| StepText {
                cells: cells(failure.assumed),
                because: Vec::new(),
                reason: failure.nonsense.why,
            });
            taken.step.failing = failure.nonsense.cells;
            taken
        };
        failures.into_iter().map(of_failure).collect()
    } else {
        let of_deduction = |deduction: Deduction| {
            let telling = words.then(|| ladder.tell(number, &deduction));
            let mut taken = new(deduction.findings);
            taken.step.telling = telling;
            taken
        };
        found.deductions().map(of_deduction).collect()
    };
    if all.len() > 1 && !all[0].is_silent() {
        let says: Vec<&[Finding]> = all.iter().map(|taken| &taken.step.findings[..]).collect();
        let mut stays = fewest::fewest(ladder, &says).into_iter();
        all.retain(|_| stays.next().unwrap_or(true));
    }
    Ok(all)
}

fn cells(finding: Finding) -> Vec<Cell> {
    match finding.fact {
        Fact::Number { cell, .. } => vec![cell],
        Fact::Link { from, to } => vec![from, to],
    }
}

/// The result of trying one technique after the other on a position.
enum Round {
    /// This technique is the first that finds anything here.
    Says(usize),
    /// This technique assumes something, and these assumptions fail.
    Tried(usize, Vec<Failure>),
    /// The position cannot be completed.
    Fails(Contradiction),
    /// No technique finds anything.
    Nothing,
}

/// Tries techniques in their order until one finds something, as long as some are not harder than `most`. `found` holds
/// all its findings.
///
/// # Errors
/// The limit that was reached first.
fn round_of(
    ladder: &mut dyn Ladder,
    most: Level,
    found: &mut Found,
    budget: &Budget,
) -> Result<Round, Stop> {
    let mut trials = Trials::default();
    let last = ladder.techniques().iter().rposition(|technique| technique.level <= most);
    looked(ladder, last, found, budget, |ladder, technique| {
        trials.fail(ladder, technique.usage, budget)
    })
}

/// The same with techniques that assume nothing and are not harder than `most`; with `only_fails` those that find
/// something do not end it, but only a contradiction.
///
/// # Errors
/// The limit that was reached first.
fn idea_of(
    ladder: &mut dyn Ladder,
    most: Level,
    only_fails: bool,
    found: &mut Found,
    budget: &Budget,
) -> Result<Round, Stop> {
    let last = ladder.techniques().iter().rposition(|technique| technique.level <= most);
    if !only_fails {
        return looked(ladder, last, found, budget, |_, _| Ok(Vec::new()));
    }
    for number in 0..last.map_or(0, |last| last + 1) {
        if let Some(stop) = budget.reached(0) {
            return Err(stop);
        }
        let technique = &ladder.techniques()[number];
        if technique.assumes() || technique.is_habit() {
            continue;
        }
        found.clear();
        ladder.look(number, found);
        if let Some(nonsense) = found.nonsense.take() {
            return Ok(Round::Fails(nonsense));
        }
    }
    found.clear();
    Ok(Round::Nothing)
}

/// Looks with the techniques up to the last one.
fn looked(
    ladder: &mut dyn Ladder,
    last: Option<usize>,
    found: &mut Found,
    budget: &Budget,
    mut fail: impl FnMut(&dyn Ladder, &Technique) -> Result<Vec<Failure>, Stop>,
) -> Result<Round, Stop> {
    found.clear();
    for (number, technique) in
        ladder.techniques().iter().enumerate().take(last.map_or(0, |k| k + 1))
    {
        if let Some(stop) = budget.reached(0) {
            return Err(stop);
        }
        if technique.assumes() {
            let failures = fail(ladder, technique)?;
            if !failures.is_empty() {
                return Ok(Round::Tried(number, failures));
            }
            continue;
        }
        ladder.look(number, found);
        if let Some(nonsense) = found.nonsense.take() {
            return Ok(Round::Fails(nonsense));
        }
        if !found.is_empty() {
            return Ok(Round::Says(number));
        }
    }
    Ok(Round::Nothing)
}
