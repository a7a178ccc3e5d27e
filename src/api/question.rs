//! Questions about solutions, the verdict of an outcome on them, and whether that is a yes or a no.

use clew_puzzle::puzzle::{Goal, Puzzle};
use clew_solve::strategy::{Options, Outcome, SearchMode, Task, Verdict};
use num_bigint::BigUint;

/// A question about the solutions of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Up to this many solutions.
    Solve(usize),
    /// All solutions.
    SolveAll,
    /// The best solution.
    Optimise(Goal),
    /// This many uniformly random solutions.
    Sample(usize),
    /// Whether there is exactly one solution.
    Check,
    /// The same, with the differences between solutions.
    Locate,
    /// The number of solutions.
    Count,
    /// The number of solutions, or an estimate of it.
    Estimate,
    /// The frequency of each content of each cell over all solutions.
    Candidates,
}

/// The status of a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AnswerStatus {
    /// The answer is yes: solved, unique, counted.
    Yes,
    /// The answer is no: no solution, not unique.
    No,
    /// A limit or an interrupt came first.
    Undecided,
}

impl AnswerStatus {
    /// The word of replies: `yes`, `no` or `open`.
    pub fn keyword(self) -> &'static str {
        match self {
            AnswerStatus::Yes => "yes",
            AnswerStatus::No => "no",
            AnswerStatus::Undecided => "open",
        }
    }
}

impl serde::Serialize for AnswerStatus {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.keyword())
    }
}

impl Question {
    /// Whether the question is about solutions, not about their number.
    pub fn solves(self) -> bool {
        matches!(
            self,
            Question::Solve(_) | Question::SolveAll | Question::Sample(_) | Question::Optimise(_)
        )
    }

    /// The question as a puzzle understands it: one solution of a puzzle that states a goal is its best one.
    pub fn on(self, puzzle: &Puzzle) -> Question {
        match (self, puzzle.stated_goal()) {
            (Question::Solve(1), Some(goal)) => Question::Optimise(goal),
            _ => self,
        }
    }

    /// Whether the question is about the number of solutions or about their contents.
    pub fn counts(self) -> bool {
        matches!(self, Question::Count | Question::Estimate | Question::Candidates)
    }

    /// The task of the solver; `room` is the number of solutions that memory can hold, a bound on every list of
    /// solutions.
    pub fn task(self, room: usize) -> Task {
        match self {
            Question::Check | Question::Locate => Task::Check,
            Question::Count | Question::Estimate | Question::Candidates => Task::Count,
            Question::Solve(limit) => Task::Solve { limit: limit.min(room) },
            Question::SolveAll => Task::Solve { limit: room },
            Question::Optimise(_) | Question::Sample(_) => Task::Solve { limit: 1 },
        }
    }

    /// The options with those that the question implies. All solutions are listed by plain search, which needs no
    /// clause for each of them.
    pub fn options(self, options: Options) -> Options {
        let goal = match self {
            Question::Optimise(goal) => Some(goal),
            _ => None,
        };
        let search = match (self, options.search) {
            (Question::SolveAll, SearchMode::Auto) => SearchMode::Dfs,
            (_, search) => search,
        };
        Options { goal, search, locate: self == Question::Locate, ..options }
    }

    /// The command of the program for this question, without options of search; `seed` is that of samples.
    pub fn command(self, seed: u64) -> String {
        match self {
            Question::Solve(1) => "solve".into(),
            Question::Solve(n) => format!("solve --number {n}"),
            Question::SolveAll => "solve --all".into(),
            Question::Optimise(Goal { name, most: true, .. }) => format!("solve --maximize {name}"),
            Question::Optimise(Goal { name, .. }) => format!("solve --minimize {name}"),
            Question::Sample(n) => format!("solve --sample {n} --seed {seed}"),
            Question::Check => "check".into(),
            Question::Locate => "check --where".into(),
            Question::Count => "count".into(),
            Question::Estimate => "count --estimate".into(),
            Question::Candidates => "count --candidates".into(),
        }
    }

    /// The verdict of the outcome on the number of solutions.
    pub fn verdict(self, puzzle: &Puzzle, outcome: &Outcome) -> Verdict {
        if matches!(self, Question::Check | Question::Locate) {
            return outcome.verdict();
        }
        let none = outcome.count == BigUint::ZERO;
        if let Question::Optimise(_) = self {
            // The search was for good solutions only, so their number is unknown.
            return if outcome.exact && outcome.answers.is_empty() {
                Verdict::None
            } else {
                Verdict::Unknown
            };
        }
        // A continuous line and its reverse are one answer.
        let distinct = match &outcome.lines {
            Some(lines) if puzzle.one_either_way() => lines,
            _ => &outcome.count,
        };
        match (none, outcome.exact) {
            (true, true) => Verdict::None,
            _ if *distinct > BigUint::from(1u32) => Verdict::Multiple,
            (false, true) => Verdict::Unique,
            _ => Verdict::Unknown,
        }
    }

    /// Whether the outcome, with this verdict and this many solutions `found`, answers the question, and the word for
    /// that in the summary of a batch.
    pub fn judge(
        self,
        verdict: Verdict,
        outcome: &Outcome,
        found: usize,
    ) -> (AnswerStatus, &'static str) {
        let solved = |enough: bool| match (found, enough) {
            // All solutions may be known before the first one of a sample is drawn.
            (0, _) if outcome.exact && outcome.count == BigUint::ZERO => {
                (AnswerStatus::No, "without solution")
            }
            (1.., true) => (AnswerStatus::Yes, "solved"),
            _ => (AnswerStatus::Undecided, "unknown"),
        };
        match self {
            // The question includes the differences between solutions, which are not all known.
            Question::Locate
                if verdict == Verdict::Multiple
                    && !outcome.whereabouts.as_ref().is_some_and(|found| found.is_complete()) =>
            {
                (AnswerStatus::Undecided, "multiple")
            }
            Question::Check | Question::Locate => match verdict {
                Verdict::Unique => (AnswerStatus::Yes, "unique"),
                Verdict::Multiple => (AnswerStatus::No, "multiple"),
                Verdict::None => (AnswerStatus::No, "none"),
                Verdict::Unknown => (AnswerStatus::Undecided, "unknown"),
            },
            Question::Count | Question::Estimate | Question::Candidates if outcome.exact => {
                (AnswerStatus::Yes, "counted")
            }
            Question::Count | Question::Estimate | Question::Candidates => {
                (AnswerStatus::Undecided, "cut short")
            }
            Question::Solve(limit) => solved(outcome.exact || found >= limit),
            Question::SolveAll | Question::Optimise(_) => solved(outcome.exact),
            Question::Sample(k) => solved(found >= k),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for AnswerStatus {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Standing".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words = [AnswerStatus::Yes, AnswerStatus::No, AnswerStatus::Undecided]
            .map(AnswerStatus::keyword);
        schemars::json_schema!({"type": "string", "enum": words})
    }
}
