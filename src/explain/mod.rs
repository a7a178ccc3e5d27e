//! Solving as a person does, step by step, and what that says of a puzzle.
//!
//! The walk is always with the cheapest technique that says anything: all it concludes from the
//! position is taken together, in as few steps as say it, then the cheapest is asked again. So a walk does not
//! depend on the order in which cells are looked at, a puzzle is rated like its mirror image, and every step says
//! something that was not known.
//!
//! Some techniques assume something, and follow it until it fails: the less is drawn or placed until then, the
//! easier they are. Of all that fails, what fails soonest is taken. Nothing is ever assumed
//! because solutions are said to be unique: a walk that ends has proved that there is one.

mod fewest;
mod rating;
mod trial;

pub use rating::{Rating, rate};
use trial::{Failure, Trials};

use clew_engine::run::{Budget, Stop};
use clew_puzzles::puzzle::ladder::{
    Deduction, Fact, Finding, Found, Ladder, NoLadder, Nonsense, Technique, Telling,
};
use clew_puzzles::puzzle::{Answer, Cell, Content, Puzzle};

/// A step of a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: &'static Technique,
    /// What follows; all of it was news when the step's round began.
    pub findings: Vec<Finding>,
    /// What it adds to the score: the technique's weight, and for a trial the marks until it failed.
    pub cost: u32,
    /// What was assumed and failed, if that is the technique.
    pub assumed: Option<Finding>,
    /// In words, if that was asked for.
    pub telling: Option<Telling>,
    /// Which look at the board it was: steps of one round do not need each other.
    pub round: u32,
}

/// How a walk ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// Everything is known: this is the only solution.
    Solved(Answer),
    /// There is no solution; why, as a sentence.
    Nonsense(String),
    /// The techniques say nothing more.
    Stuck,
    /// A limit came first.
    Stopped(Stop),
}

/// All steps, and the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// In the order in which they are taken.
    pub steps: Vec<Step>,
    /// What came of them.
    pub end: End,
    /// The rungs of the ladder; none if the givens are nonsense already.
    pub techniques: &'static [Technique],
}

/// How to walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Put every step into words.
    pub words: bool,
    /// Stop after the first round.
    pub one_round: bool,
}

/// Checks that findings are about cells and numbers of the puzzle, which ladders take for granted.
fn speak_of(puzzle: &Puzzle, known: &[Finding]) -> Result<(), String> {
    if known.is_empty() {
        return Ok(());
    }
    let cells = puzzle.cells();
    let number = |content: &Content| match *content {
        Content::Number(k) => Some(k),
        Content::Label(_) | Content::Nothing => None,
    };
    let most = puzzle.candidates().iter().filter_map(number).max().unwrap_or(0);
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

/// Solves a puzzle as a person does, after having learnt `known` beside the givens.
///
/// A round costs what its techniques cost, which is in the order of the cells times the members of a
/// row; trials cost a walk each for everything that is open.
///
/// # Errors
/// Why there is no ladder for the puzzle, or which of what is known speaks of no cell or number of it.
pub fn walk(
    puzzle: &Puzzle,
    known: &[Finding],
    manner: Manner,
    budget: &Budget,
) -> Result<Walk, String> {
    let mut steps = Vec::new();
    let mut ladder = match puzzle.ladder() {
        Ok(ladder) => ladder,
        Err(NoLadder::Unsuited(why)) => return Err(why),
        Err(NoLadder::Nonsense(Nonsense(why))) => {
            return Ok(Walk { steps, end: End::Nonsense(why), techniques: &[] });
        }
    };
    let techniques = ladder.techniques();
    speak_of(puzzle, known)?;
    for &finding in known {
        if let Err(Nonsense(why)) = ladder.learn(finding) {
            return Ok(Walk { steps, end: End::Nonsense(why), techniques });
        }
    }
    let (mut round, mut found) = (0, Found::default());
    let end = loop {
        if let Some(stop) = budget.reached(0) {
            break End::Stopped(stop);
        }
        if let Err(Nonsense(why)) = ladder.sound() {
            break End::Nonsense(why);
        }
        if let Some(answer) = ladder.answer() {
            break End::Solved(answer);
        }
        if manner.one_round && round > 0 {
            break End::Stuck;
        }
        let taken = match taken_in(round, &mut *ladder, manner.words, &mut found, budget) {
            Ok(taken) => taken,
            Err(end) => break end,
        };
        if taken.is_empty() {
            break End::Stuck;
        }
        round += 1;
        let first = steps.len();
        steps.extend(taken);
        if let Err(Nonsense(why)) = learn_all(&mut *ladder, &steps[first..]) {
            break End::Nonsense(why);
        }
    };
    Ok(Walk { steps, end, techniques })
}

/// The steps that are taken in one round: all that the cheapest technique says, or what trials show where none says
/// anything.
///
/// # Errors
/// The end to which the look at the board came instead.
fn taken_in(
    round: u32,
    ladder: &mut dyn Ladder,
    words: bool,
    found: &mut Found,
    budget: &Budget,
) -> Result<Vec<Step>, End> {
    let (number, failures) = match round_of(ladder, found, budget).map_err(End::Stopped)? {
        Round::Says(number) => (number, Vec::new()),
        Round::Tried(number, failures) => (number, failures),
        Round::Fails(Nonsense(why)) => return Err(End::Nonsense(why)),
        Round::Nothing => return Ok(Vec::new()),
    };
    let technique = &ladder.techniques()[number];
    let of_failure = |failure: Failure| Step {
        technique,
        findings: vec![failure.assumed.negated()],
        cost: technique.weight + failure.extent.marks,
        assumed: Some(failure.assumed),
        telling: words.then(|| Telling {
            cells: cells(failure.assumed),
            because: Vec::new(),
            reason: format!("it fails, for {}", failure.why),
        }),
        round,
    };
    let of_deduction = |mut deduction: Deduction| {
        deduction.findings.sort_unstable();
        deduction.findings.dedup();
        Step {
            technique,
            telling: words.then(|| ladder.tell(number, &deduction)),
            findings: deduction.findings,
            cost: technique.weight,
            assumed: None,
            round,
        }
    };
    let mut all: Vec<Step> = if technique.assumes() {
        failures.into_iter().map(of_failure).collect()
    } else {
        found.deductions().map(of_deduction).collect()
    };
    if all.len() > 1 {
        let says: Vec<&[Finding]> = all.iter().map(|step| &step.findings[..]).collect();
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

fn learn_all(ladder: &mut dyn Ladder, steps: &[Step]) -> Result<(), Nonsense> {
    for finding in steps.iter().flat_map(|step| &step.findings) {
        ladder.learn(*finding)?;
    }
    Ok(())
}

/// What comes of looking at a position with one technique after the other.
enum Round {
    /// This technique is the first that says anything here.
    Says(usize),
    /// This technique assumes something, and these assumptions fail.
    Tried(usize, Vec<Failure>),
    /// The position cannot be completed.
    Fails(Nonsense),
    /// None says anything.
    Nothing,
}

/// Looks with techniques in their order until one says something. `found` is all that it says.
///
/// # Errors
/// The limit that came before it was found.
fn round_of(ladder: &mut dyn Ladder, found: &mut Found, budget: &Budget) -> Result<Round, Stop> {
    let mut trials = Trials::default();
    looked(ladder, found, budget, |ladder, technique| trials.fail(ladder, technique.usage, budget))
}

/// The same with techniques that assume nothing.
fn idea_of(ladder: &mut dyn Ladder, found: &mut Found, budget: &Budget) -> Result<Round, Stop> {
    looked(ladder, found, budget, |_, _| Ok(Vec::new()))
}

fn looked(
    ladder: &mut dyn Ladder,
    found: &mut Found,
    budget: &Budget,
    mut fail: impl FnMut(&dyn Ladder, &Technique) -> Result<Vec<Failure>, Stop>,
) -> Result<Round, Stop> {
    found.clear();
    for (number, technique) in ladder.techniques().iter().enumerate() {
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
