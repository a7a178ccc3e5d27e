//! Questions about the solver's work: plans, networks, profiles, traces; models for other solvers.

use crate::asking::Asking;
use crate::document::Document;
use crate::errors::unsuited;
use crate::lock::run;
use crate::objects::{Puzzle, Solution};
use crate::values::goal_of;
use clew::api::AnswerStatus;
use clew::api::models::{self, Target};
use clew::api::networks::Network;
use pyo3::prelude::*;

#[pymethods]
impl Puzzle {
    /// The plan for a question: the methods, their order, their shares of the limits, and the reasons: a document
    /// `clew.plan/1`.
    ///
    /// ``task`` is ``"check"`` (default), ``"solve"`` or ``"count"``; the other keywords are those of questions.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.plan(task="count")["schema"]
    /// 'clew.plan/1'
    #[pyo3(signature = (**options))]
    fn plan(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Document> {
        self.asked(py, "plan", options.unwrap_or_default())
    }

    /// The networks of its family for this puzzle, built and propagated to the first fixpoint: one document
    /// `clew-network/1` each, the default first; with ``network`` only that one.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> sorted(size["network"] for size in puzzle.network_sizes()) == sorted(puzzle.networks)
    /// True
    #[pyo3(signature = (**options))]
    fn network_sizes(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Vec<Document>> {
        let asking = options.unwrap_or_default();
        asking.members.done()?;
        let entry = &self.0;
        let built = run(py, &asking, |options, _| {
            let usual = entry.puzzle.network(None).map_err(|why| why.to_string())?.name;
            let wanted = options.network.as_deref();
            entry.puzzle.network(wanted).map_err(|why| why.to_string())?;
            let all = entry.puzzle.family().networks().iter();
            let one = all.filter(|info| wanted.is_none_or(|name| name == info.name)).map(|info| {
                let network = Network::build(entry, info, &options.budget);
                let default = info.name == usual;
                let id = entry.id.as_deref().unwrap_or("");
                let json = network.json(entry, id, default);
                Document::new(AnswerStatus::Yes, network.text(default), json)
            });
            Ok::<_, String>(one.collect::<Vec<_>>())
        })?;
        built.map_err(unsuited)
    }

    /// Where the processor time of a question goes: a document `clew-profile/2` with a page. ``document["propagators"]`` is
    /// a table for pandas.
    ///
    /// ``task`` is ``"check"`` (default), ``"solve"`` or ``"count"``; ``runs`` is how often it runs (as often as three seconds
    /// allow); with ``instances`` each propagator has a row of its own; with ``search_only`` the other stages of the plan are
    /// left out; with ``page`` a page is made, which takes another run.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.profile(runs=1)["schema"]
    /// 'clew-profile/2'
    #[pyo3(signature = (**options))]
    fn profile(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Document> {
        let mut asking = each_run(options);
        // Figures of several runs have errors: as often as three seconds allow, unless it is stated.
        asking.members.0.entry("runs").or_insert(serde_json::Value::Null);
        self.asked(py, "profile", asking)
    }

    /// The contributions of each redundant part of its network, each other network and each search: a document
    /// `clew-ablation/1`. Its ``document["settings"]`` are a table for pandas.
    ///
    /// ``task`` is ``"check"`` (default), ``"solve"`` or ``"count"``; ``seeds`` is how often each setting runs (3); of the other
    /// networks only ``networks``. ``time`` and ``nodes`` limit each run (10 seconds without them).
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.ablate(seeds=1, networks=puzzle.networks[:1])["schema"]
    /// 'clew-ablation/1'
    #[pyo3(signature = (**options))]
    fn ablate(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Document> {
        self.asked(py, "ablate", each_run(options))
    }

    /// Inferences with rule, premises and conclusion, decisions, and learnt clauses: dictionaries, one per row.
    ///
    /// ``task`` is ``"check"`` (default), ``"solve"`` or ``"count"``; ``first`` is the maximum number (1000);
    /// ``propagator``, ``rule``, ``depth`` and ``cell`` (``(row, column)`` from 0) select some of them.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.trace(first=1)[0]["event"]
    /// 'inference'
    #[pyo3(signature = (**options))]
    fn trace<'py>(&self, py: Python<'py>, options: Option<Asking>) -> PyResult<Bound<'py, PyAny>> {
        self.asked(py, "trace", options.unwrap_or_default())?
            .into_pyobject(py)?
            .call_method0("to_dict")
    }

    /// The puzzle as a model for another solver: ``name`` is one of `Puzzle.models`, ``to`` a language such as ``"lp"``,
    /// ``"mps"``, ``"opb"``, ``"fzn"``, ``"mzn"`` or ``"cnf"``, or ``"mod"`` and ``"dat"`` for AMPL and ``"tex"`` for the
    /// formulation on paper. The solutions of ``exclude`` are cut off; ``goal`` is one of `Puzzle.goals` for an objective;
    /// with ``relax`` all variables are continuous (``"lp"`` and ``"mps"``).
    ///
    /// Raises `Unsuited` if there is no such model, or it or the language cannot state it.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> puzzle.model(puzzle.models[0], "lp").count("\n") > 10
    /// True
    #[pyo3(signature = (name, to, *, exclude = None, goal = None, relax = false))]
    fn model(
        &self,
        py: Python<'_>,
        name: &str,
        to: &str,
        exclude: Option<Vec<PyRef<'_, Solution>>>,
        goal: Option<&str>,
        relax: bool,
    ) -> PyResult<String> {
        let to = Target::from_name(to).map_err(unsuited)?;
        let entry = &self.0;
        let goal = goal_of(entry, goal)?;
        let excluded = exclude.iter().flatten().map(|solution| solution.answer(entry).cloned());
        let excluded = excluded.collect::<PyResult<Vec<_>>>()?;
        let stated = run(py, &Asking::default(), |_, _| {
            let mut stated = models::state(entry, name, goal, &excluded)?;
            if relax {
                models::relax(&mut stated, to)?;
            }
            models::write(&stated, to, false)
        })?;
        stated.map_err(|why| unsuited(format!("model {name}: {why}")))
    }

    /// The output of another solver for a model, with its goal if it had one, read and checked against the rules: a
    /// document `clew-import/1`.
    ///
    /// Raises `Unsuited` if there is no such model or the output cannot be read.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> try:
    /// ...     puzzle.read_model(puzzle.models[0], "no output of a solver")
    /// ... except clew.Unsuited as error:
    /// ...     print(str(error)[:17])
    /// line 1, column 1:
    #[pyo3(signature = (name, output, *, goal = None))]
    fn read_model(&self, name: &str, output: &str, goal: Option<&str>) -> PyResult<Document> {
        let entry = &self.0;
        let goal = goal_of(entry, goal)?;
        let stated = models::state(entry, name, goal, &[]).map_err(unsuited)?;
        let found = models::found(&stated, entry, (name, goal), output).map_err(unsuited)?;
        let id = entry.id.as_deref().unwrap_or("");
        let json = found.json(entry, id, name);
        Ok(Document::new(found.standing(), found.text(entry), json))
    }
}

/// The keywords of a question that runs often: the time limit is that of each run.
fn each_run(options: Option<Asking>) -> Asking {
    let mut asking = options.unwrap_or_default();
    match asking.time.take() {
        Some(time) => asking.with("seconds", time.as_secs_f64()),
        None => asking,
    }
}
