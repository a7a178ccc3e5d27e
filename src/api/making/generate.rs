//! Puzzles generated to a specification, one or thousands, each with the data that an app or a book needs.

use crate::api::guarded::catch_panic;
use crate::api::quick_options;
use clew_engine::run::Budget;
use clew_engine::run::clock::Instant;
use clew_puzzle::puzzle::family::Request;
use clew_puzzle::puzzle::format::{PuzzleObject, json_object, write_native};
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Answer, Entry, Family};
use clew_report::document;
use clew_report::listed::solution;
use clew_report::steps::{RatingRecord, StepRecord};
use clew_solve::explain::{Rating, Walk, WalkOptions, walk};
use clew_solve::generate::{
    DifficultyTarget, beauty, complete, fault_of, fingerprint, follower, make,
};
use clew_solve::strategy::{self, Options, Task, Verdict};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// The data requested for each puzzle in addition to the puzzle itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct With {
    /// Its solution.
    pub solution: bool,
    /// How hard it is.
    pub rating: bool,
    /// The steps of a person, in words.
    pub steps: bool,
}

impl With {
    /// The words of the option, in their order.
    pub const WORDS: [&'static str; 3] = ["solution", "rating", "steps"];

    /// Whether nothing is requested.
    pub fn is_none(self) -> bool {
        self == With::default()
    }
}

/// A specification of puzzles to generate.
#[derive(Clone, Debug)]
pub struct GenerateRequest {
    /// Their family.
    pub family: Family,
    /// Board, clues and rules; its seed is that of the first puzzle, and each further puzzle has the next seed.
    pub request: Request,
    /// The difficulty target.
    pub wish: DifficultyTarget,
    /// The number of puzzles.
    pub count: u64,
    /// Of how many candidates each puzzle is the one that looks best, see [`beauty`]; at least 1.
    pub best: u32,
    /// The additional data requested for each puzzle.
    pub with: With,
    /// A half-made board, to which clues are added; it has the family and the size of the request.
    pub from: Option<Entry>,
}

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its index in the run, from 0.
    pub number: u64,
    /// The seed that generates this puzzle alone.
    pub seed: u64,
    /// The puzzle; its title names the level if the specification has one.
    pub entry: Entry,
    /// The same for all puzzles that differ only by turning, mirroring or other names.
    pub fingerprint: String,
    /// Its solution, if it was requested and is unique.
    pub solution: Option<Answer>,
    /// How hard it is, if a rating was requested or is part of the specification.
    pub rating: Option<Rating>,
    /// The steps, if they were requested.
    pub steps: Option<Walk>,
}

/// Events during generation, in the order of the puzzles' numbers, except for [`News::Waiting`].
#[derive(Debug)]
pub enum News {
    /// A puzzle is finished.
    Made(Box<Made>),
    /// The budget of this puzzle ended first.
    OutOfTime {
        /// Its number.
        number: u64,
        /// Its seed.
        seed: u64,
    },
    /// No puzzle was found with this seed; other seeds may succeed.
    NotFound {
        /// Its number.
        number: u64,
        /// Why, in words.
        why: String,
    },
    /// A puzzle is still being made; this many candidates did not fit the request.
    Waiting {
        /// The number of rejected puzzles.
        rejected: u64,
    },
}

/// Time between two progress messages for one puzzle.
const PAUSE: Duration = Duration::from_millis(500);

/// Seeds to try for a puzzle that duplicates another one; after that too few puzzles match the specification.
const DUPLICATES: u64 = 64;

/// Seeds without a puzzle at the start of a run after which the run fails.
const IN_VAIN: u64 = 5;

impl GenerateRequest {
    /// Makes the puzzles on the given number of threads and passes each to `tell`, in the order of their numbers. No
    /// two are the same up to turning, mirroring, relabelling and reversing. `budget` makes the budget of each puzzle
    /// when it is started. The puzzles do not depend on the number of threads. If no puzzle is found with a seed, the
    /// run continues with the next seed. It ends early when `tell` breaks off or the budget's cancel flag is set.
    ///
    /// # Errors
    /// A message: why such puzzles cannot be made or rated, or that there are no more of them. Puzzles that were passed
    /// on before are valid.
    pub fn run(
        &self,
        threads: usize,
        budget: &(dyn Fn() -> Budget + Sync),
        tell: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), String> {
        if let Some(half) = &self.from {
            let fault = catch_panic(|| fault_of(&half.puzzle, &budget()));
            fault.map_err(|why| why.to_string())?.map_or(Ok(()), Err)?;
        }
        let (next, quit) = (AtomicU64::new(0), AtomicBool::new(false));
        // The number of finished puzzles that may wait for a slower one.
        let (send, receive) = mpsc::sync_channel::<(u64, WorkerMessage)>(threads.max(1) * 16);
        let threads = (threads.max(1) as u64).min(self.count.max(1));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (send, next, quit) = (send.clone(), &next, &quit);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.count || quit.load(Ordering::Relaxed) {
                            break;
                        }
                        let mut last = Instant::now();
                        let mut waits = |rejected| {
                            if last.elapsed() >= PAUSE {
                                last = Instant::now();
                                let _ = send.try_send((number, WorkerMessage::Waiting(rejected)));
                            }
                        };
                        let seed = self.request.seed.wrapping_add(number);
                        let made = self.one(number, seed, &budget(), &mut waits);
                        if send.send((number, WorkerMessage::Ended(Box::new(made)))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let ended = self.in_order(receive, budget, tell);
            quit.store(true, Ordering::Relaxed);
            ended
        })
    }

    /// Reports the puzzles in the order of their numbers, and generates duplicates of earlier ones anew.
    fn in_order(
        &self,
        receive: mpsc::Receiver<(u64, WorkerMessage)>,
        budget: &(dyn Fn() -> Budget + Sync),
        tell: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<(), String> {
        let mut waiting: std::collections::BTreeMap<u64, Result<Option<Made>, String>> =
            std::collections::BTreeMap::new();
        let (mut due, mut seen, mut in_vain) = (0, HashSet::new(), Vec::new());
        for (number, told) in receive {
            match told {
                WorkerMessage::Waiting(rejected) => {
                    if tell(News::Waiting { rejected }).is_break() {
                        return Ok(());
                    }
                }
                WorkerMessage::Ended(made) => drop(waiting.insert(number, *made)),
            }
            while let Some(made) = waiting.remove(&due) {
                let seed = self.request.seed.wrapping_add(due);
                let made = made.and_then(|made| self.replace_duplicate(made, due, &seen, budget));
                let news = match made {
                    Ok(Some(made)) if seen.contains(&made.fingerprint) => {
                        return Err(all_made(due));
                    }
                    Ok(Some(made)) => {
                        seen.insert(made.fingerprint.clone());
                        News::Made(Box::new(made))
                    }
                    Ok(None) => News::OutOfTime { number: due, seed },
                    Err(why) => News::NotFound { number: due, why },
                };
                due += 1;
                // A fault that no seed can avoid already occurs with the first seeds: it is reported once.
                match news {
                    News::NotFound { why, .. }
                        if seen.is_empty()
                            && in_vain.len() as u64 + 1 >= IN_VAIN.min(self.count) =>
                    {
                        return Err(why);
                    }
                    News::NotFound { .. } if seen.is_empty() => in_vain.push(news),
                    news => {
                        if in_vain.drain(..).chain([news]).any(|news| tell(news).is_break()) {
                            return Ok(());
                        }
                    }
                }
            }
        }
        _ = in_vain.into_iter().any(|news| tell(news).is_break());
        Ok(())
    }

    /// Replaces a puzzle that duplicates an earlier one; returns a duplicate if none of the tried seeds makes a new
    /// one.
    ///
    /// # Errors
    /// As [`one`](Self::one).
    fn replace_duplicate(
        &self,
        mut made: Option<Made>,
        number: u64,
        seen: &HashSet<String>,
        budget: &(dyn Fn() -> Budget + Sync),
    ) -> Result<Option<Made>, String> {
        let seed = self.request.seed.wrapping_add(number);
        for again in 1..=DUPLICATES {
            match &made {
                Some(puzzle) if seen.contains(&puzzle.fingerprint) => {}
                _ => return Ok(made),
            }
            let seed = follower(seed, again << 32);
            made = self.one(number, seed, &budget(), &mut |_| ())?;
        }
        Ok(made)
    }

    /// Makes one puzzle; `None` if the budget ends first.
    ///
    /// # Errors
    /// A message: why no puzzle was found with this seed, or why such puzzles cannot be made or rated.
    pub fn one(
        &self,
        number: u64,
        seed: u64,
        budget: &Budget,
        waits: &mut dyn FnMut(u64),
    ) -> Result<Option<Made>, String> {
        let made = catch_panic(|| self.attempt(number, seed, budget, waits));
        made.unwrap_or_else(|failure| Err(failure.to_string()))
    }

    /// As [`one`](Self::one), without a guard.
    fn attempt(
        &self,
        number: u64,
        seed: u64,
        budget: &Budget,
        waits: &mut dyn FnMut(u64),
    ) -> Result<Option<Made>, String> {
        let mut best: Option<(u32, u64, (Entry, Option<Rating>))> = None;
        for candidate in 0..u64::from(self.best.max(1)) {
            let seed = follower(seed, candidate << 48);
            let request = Request { seed, ..self.request.clone() };
            let made = match &self.from {
                Some(half) => complete(half, &request, &self.wish, budget, waits)?,
                None => make(self.family, &request, &self.wish, budget, waits)?,
            };
            // Which candidates are made in time must not decide which puzzle it is.
            let Some(made) = made else { return Ok(None) };
            let score = beauty(&made.0.puzzle);
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, seed, made));
            }
        }
        let Some((_, seed, (mut entry, rating))) = best else { return Ok(None) };
        if let Some(rating) = &rating {
            entry.title += &match rating.level {
                Some(level) if level != Level::Beyond => {
                    format!(", {}, score {}", level.keyword(), rating.score)
                }
                _ => ", beyond the techniques".into(),
            };
        }
        if !self.with.is_none() {
            let id = entry.title.split(',').next().unwrap_or_default().replace(" seed ", "-");
            entry.id = Some(id.replace(' ', "-"));
        }
        Made::new(entry, rating, self.with, [number, seed], budget).map(Some)
    }
}

impl Made {
    /// A puzzle with the requested additional data; its number and seed, and its rating if that is known.
    ///
    /// # Errors
    /// In words, why such puzzles cannot be rated.
    pub(crate) fn new(
        entry: Entry,
        mut rating: Option<Rating>,
        with: With,
        [number, seed]: [u64; 2],
        budget: &Budget,
    ) -> Result<Made, String> {
        let With { solution, rating: rated, steps } = with;
        let options = quick_options(budget, usize::MAX);
        let mut walked = None;
        if steps || (rated && rating.is_none()) {
            let manner = WalkOptions { words: steps, ..WalkOptions::default() };
            let walk = walk(&entry.puzzle, &[], manner, budget)?;
            if rating.is_none() {
                rating = Some(Rating::of_walk(&entry.puzzle, &walk, &options)?);
            }
            walked = steps.then_some(walk);
        }
        let solution = if solution { only(&entry, &options)? } else { None };
        let fingerprint = fingerprint(&entry.puzzle);
        Ok(Made { number, seed, entry, fingerprint, solution, rating, steps: walked })
    }
}

/// The error that every further puzzle duplicates an earlier one.
fn all_made(made: u64) -> String {
    format!(
        "after {made} puzzles every further one of {DUPLICATES} is one of them, turned, mirrored or named otherwise; \
         larger boards have more"
    )
}

/// A message from a worker.
enum WorkerMessage {
    Waiting(u64),
    Ended(Box<Result<Option<Made>, String>>),
}

/// The only solution of a puzzle; `None` if there are several, or a limit comes first.
///
/// # Errors
/// Why the options do not suit it.
fn only(entry: &Entry, options: &Options) -> Result<Option<Answer>, String> {
    let outcome = strategy::run(&entry.puzzle, Task::Check, options).map_err(|e| e.to_string())?;
    let unique = outcome.verdict() == Verdict::Unique;
    Ok(outcome.answers.into_iter().next().filter(|_| unique))
}

impl Made {
    /// The puzzle in the text format.
    pub fn text(&self) -> String {
        write_native(&self.entry)
    }

    /// The puzzle as a JSON object on one line, the document `clew-puzzle/1`, with the member `fingerprint`, and the
    /// members `solution`, `rating` and `steps` if they were requested.
    pub fn json(&self) -> String {
        let puzzle = &self.entry.puzzle;
        let steps = self.steps.as_ref().map(|walk| {
            let steps = (1..).zip(&walk.steps).map(|(n, step)| StepRecord::new(puzzle, n, step));
            document::value(&steps.collect::<Vec<_>>())
        });
        let document = Document {
            puzzle: json_object(&self.entry),
            fingerprint: Some(&self.fingerprint),
            solution: self.solution.as_ref().map(|answer| solution(puzzle, answer)),
            rating: self.rating.as_ref().map(RatingRecord::from),
            steps,
        };
        serde_json::to_string(&document).expect("strings, numbers and lists are always JSON")
    }
}

/// A puzzle: the document `clew-puzzle/1`, with more members for one that was made.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    #[serde(flatten)]
    puzzle: PuzzleObject,
    /// The same for a puzzle turned, mirrored, relabelled or counted from the other end.
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint: Option<&'a str>,
    /// A solution, as results state one, or its rows alone; it is verified.
    #[cfg_attr(feature = "schema", schemars(extend("type" = ["object", "array"])))]
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Value>,
    /// How hard it is, as in clew-rating/1.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingRecord>,
    /// The steps to its solution, as in clew-steps/1.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<StepRecord<'_>>>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Value>,
}
