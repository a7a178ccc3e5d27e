//! Questions about solutions.

use crate::asking::Asking;
use crate::errors::{NoSolution, ParseError, limit, parse_error, unsuited};
use crate::list_builder::{BuildFailure, ListBuilder};
use crate::lock::run;
use crate::objects::{Puzzle, Solution};
use crate::reply::Reply;
use crate::stream::Solutions;
use crate::values::{filled_text, goal_of};
use clew::api::so_far::completed;
use clew::api::{Question, run_guarded};
use clew::interchange::{self, Reading};
use clew::puzzle::{Answer, Unfit};
use clew::run::{Budget, Stop};
use clew::strategy::sample_each;
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::PyList;

#[pymethods]
impl Puzzle {
    /// Whether it has exactly one solution: a reply with the solution, or with two that differ.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.check(time="5s").verdict
    /// 'unique'
    #[pyo3(signature = (**options))]
    fn check(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Reply> {
        Reply::of(py, &self.0, "check", options)
    }

    /// The same, and the differences between solutions: ``to_dict()["where"]`` and ``["candidates"]``; see
    /// `Puzzle.svg`.
    ///
    /// >>> import clew
    /// >>> open_ = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
    /// >>> reply = open_.where()
    /// >>> reply.verdict, len(reply.solutions)
    /// ('multiple', 2)
    #[pyo3(name = "where", signature = (**options))]
    fn locate(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Reply> {
        Reply::of(py, &self.0, "where", options)
    }

    /// A solution.
    ///
    /// Raises `NoSolution`, or `LimitReached` if a limit came first.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.solve().grid()[0]
    /// [6, 7, 9]
    #[pyo3(signature = (**options))]
    fn solve(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Solution> {
        let reply = Reply::of(py, &self.0, "solve", options)?;
        match reply.found().into_iter().next() {
            Some(solution) => Ok(solution),
            None if reply.answered.outcome.exact => Err(none()),
            None => Err(reply.limit("a solution was found", None)),
        }
    }

    /// Its solutions one by one while they are found, at most ``limit``; see `Solutions`. Some puzzles find their first
    /// solutions all together.
    ///
    /// >>> import clew
    /// >>> open_ = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
    /// >>> found = open_.solutions(limit=2)
    /// >>> len(list(found)), found.complete
    /// (2, False)
    #[pyo3(signature = (limit = None, **options))]
    fn solutions(&self, limit: Option<usize>, options: Option<Asking>) -> PyResult<Solutions> {
        if limit == Some(0) {
            return Err(unsuited("limit: at least one solution"));
        }
        Solutions::of(&self.0, limit.unwrap_or(usize::MAX), options.unwrap_or_default())
    }

    /// The exact number of solutions. A line without a direction counts in both directions.
    ///
    /// Raises `LimitReached`, whose ``partial`` is a lower bound of the number.
    ///
    /// >>> import clew
    /// >>> open_ = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
    /// >>> open_.count() == len(list(open_.solutions()))
    /// True
    #[pyo3(signature = (**options))]
    fn count(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<BigUint> {
        let reply = Reply::of(py, &self.0, "count", options)?;
        if reply.answered.outcome.exact {
            return Ok(reply.answered.outcome.count.clone());
        }
        let known = reply.answered.outcome.count.clone().into_pyobject(py)?.into_any().unbind();
        Err(reply.limit("all solutions were counted", Some(known)))
    }

    /// The number of solutions, or an estimate if that takes long: ``stats["estimate"]`` and the ends of its interval.
    ///
    /// >>> import clew
    /// >>> open_ = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
    /// >>> open_.estimate().count == open_.count()
    /// True
    #[pyo3(signature = (**options))]
    fn estimate(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Reply> {
        let options = options.unwrap_or_default().with("estimate", true);
        Reply::of(py, &self.0, "count", Some(options))
    }

    /// The possible contents of each cell, with the number of solutions for each: ``to_dict()["candidates"]`` and
    /// ``["candidate_counts"]``.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.candidates().verdict
    /// 'unique'
    #[pyo3(signature = (**options))]
    fn candidates(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Reply> {
        Reply::of(py, &self.0, "candidates", options)
    }

    /// The given number of solutions, drawn uniformly at random with ``seed``; they may be alike.
    ///
    /// Raises `NoSolution`, or `LimitReached`, whose ``partial`` is the list of those that were drawn.
    ///
    /// >>> import clew
    /// >>> open_ = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
    /// >>> len(open_.sample(3, seed=1))
    /// 3
    #[pyo3(signature = (count = 1, **options))]
    fn sample(
        &self,
        py: Python<'_>,
        count: usize,
        options: Option<Asking>,
    ) -> PyResult<Py<PyList>> {
        let asking = options.unwrap_or_default();
        asking.members.done()?;
        let drawn = PyList::empty(py).unbind();
        let mut builder = ListBuilder::new(&drawn, asking.options().budget.memory);
        let outcome = run(py, &asking, |options, _| {
            let options = Question::Sample(count).options(options);
            let outcome = run_guarded(&options, || {
                let each = &mut |answer: Answer| {
                    let bytes = answer.bytes();
                    builder.push(Solution { entry: self.0.clone(), answer }, bytes)
                };
                sample_each(&self.0.puzzle, count, &options, each)
            })?;
            Ok((outcome, builder.end()?))
        })?;
        let (outcome, is_full) = outcome.map_err(|why: BuildFailure| PyErr::from(why))?;
        if drawn.bind(py).len() >= count {
            return Ok(drawn);
        }
        if outcome.exact && outcome.count == BigUint::ZERO {
            return Err(none());
        }
        let stopped = if is_full { Some(Stop::Memory) } else { outcome.stopped };
        let message = "a limit came before all of the sample were drawn";
        Err(limit(stopped, message, Some(drawn.into_any())))
    }

    /// The best solution for a goal, one of `Puzzle.goals`: a reply with the solution and its `objective`.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: path\n\n1 . .\n. . .\n. . .\n")
    /// >>> reply = puzzle.best("min-turns") if "min-turns" in puzzle.goals else puzzle.check()
    /// >>> reply.verdict in ("multiple", "unique", "solved", "optimal", "unknown")
    /// True
    #[pyo3(signature = (goal, **options))]
    fn best(&self, py: Python<'_>, goal: &str, options: Option<Asking>) -> PyResult<Reply> {
        let found = goal_of(&self.0, Some(goal))?;
        let key = if found.is_some_and(|goal| goal.most) { "maximize" } else { "minimize" };
        Reply::of(py, &self.0, "solve", Some(options.unwrap_or_default().with(key, goal)))
    }

    /// A given solution: a filled grid as text in any format, or rows of numbers and labels. It obeys the rules.
    ///
    /// Raises `ParseError` if it cannot be read or leaves something open, `Unsuited` if it breaks a rule, with the place.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.solution("6 7 9\n5 2 8\n1 4 3") == puzzle.solve()
    /// True
    fn solution(&self, py: Python<'_>, filled: &Bound<'_, PyAny>) -> PyResult<Solution> {
        let answer = self.stated_answer(py, filled)?.map_err(unsuited)?;
        Ok(Solution::new(&self.0, &answer))
    }

    /// The rule that a given solution breaks, in words with the place; ``None`` if it obeys all of them. It is read as
    /// by `Puzzle.solution`.
    ///
    /// Raises `ParseError` if it cannot be read or leaves something open.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.broken([[6, 9, 7], [5, 2, 8], [1, 4, 3]]) is None
    /// False
    /// >>> puzzle.broken(puzzle.solve()) is None
    /// True
    fn broken(&self, py: Python<'_>, filled: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.stated_answer(py, filled)?.err())
    }
}

fn none() -> PyErr {
    NoSolution::new_err("there is no solution")
}

impl Puzzle {
    /// The given answer, or the rule that it breaks.
    ///
    /// # Errors
    /// If it cannot be read, or does not determine the answer.
    fn stated_answer(
        &self,
        py: Python<'_>,
        filled: &Bound<'_, PyAny>,
    ) -> PyResult<Result<Answer, String>> {
        if let Ok(solution) = filled.cast::<Solution>() {
            let answer = solution.get().answer(&self.0)?.clone();
            let obeys = self.0.puzzle.verify(&answer);
            return Ok(obeys.map(|()| answer).map_err(|why| why.to_string()));
        }
        let text = filled_text(filled)?;
        let entry = &self.0;
        let stated = interchange::solutions(entry, &text, &Reading::default());
        let stated = stated.map_err(|mistake| parse_error(&mistake))?;
        let count = stated.len();
        let Ok([one]) = <[_; 1]>::try_from(stated) else {
            return Err(ParseError::new_err(format!(
                "{count} solutions are stated, one is expected"
            )));
        };
        match py.detach(|| completed(entry, one, &Budget::default())) {
            Ok(answer) => {
                Ok(entry.puzzle.verify(&answer).map(|()| answer).map_err(|w| w.to_string()))
            }
            Err(Unfit::Broken(why)) => Ok(Err(why)),
            Err(why) => Err(ParseError::new_err(why.to_string())),
        }
    }
}
