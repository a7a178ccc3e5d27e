//! Certificates of verdicts and of best solutions.

use crate::asking::Asking;
use crate::document::result;
use crate::errors::{ClewError, failed, limit, unsuited};
use crate::lock::{locked, run};
use crate::objects::Puzzle;
use crate::values::goal_of;
use clew::api::certificate::{Failed, GOAL, OPB, PROOF, PUZZLE, Proof, SOLUTION};
use clew::api::certified::{Refusal, Statement, proves};
use clew::api::modelled::{self, ModelStatement};
use clew::api::{Failure, run_guarded};
use clew::certificate::Unproved;
use clew::puzzle::{Entry, Goal};
use clew::run::{Interrupt, Stop};
use clew::strategy::prove::{NoProof, followed};
use clew::strategy::{self, Options, Task, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex};

/// A certificate: its claim in words, and its documents, of which the proof is the last.
pub struct Certificate {
    words: String,
    documents: Vec<(&'static str, Vec<u8>)>,
}

impl<'py> IntoPyObject<'py> for Certificate {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (parts, documents) = (PyDict::new(py), PyDict::new(py));
        for (name, bytes) in &self.documents {
            documents.set_item(name, PyBytes::new(py, bytes))?;
        }
        parts.set_item("claim", self.words)?;
        parts.set_item("documents", documents)?;
        result(py, "Certificate", &parts)
    }
}

/// A document in memory, with a limited size.
#[derive(Clone)]
struct Sink {
    bytes: Arc<Mutex<Vec<u8>>>,
    most: usize,
}

impl Write for Sink {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let mut bytes = locked(&self.bytes);
        if bytes.len() + piece.len() > self.most {
            return Err(ErrorKind::OutOfMemory.into());
        }
        bytes.extend_from_slice(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The reason why there is no certificate.
enum Without {
    Failed(Failure),
    /// The question has no proof: several solutions.
    Unsuited(String),
    Stopped(Option<Stop>),
    Defect(String),
}

#[pymethods]
impl Puzzle {
    /// A certificate that it has one solution, or none; with ``goal`` that no solution is better than the best.
    ///
    /// Raises `Unsuited` if it has several solutions or its family has no certificates, `LimitReached` if a limit came first;
    /// the documents have at most ``memory`` bytes.
    ///
    /// >>> import clew
    /// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    /// >>> certificate = puzzle.prove()
    /// >>> clew.certified(certificate.documents) == certificate.claim
    /// True
    #[pyo3(signature = (**options))]
    fn prove(&self, py: Python<'_>, options: Option<Asking>) -> PyResult<Certificate> {
        let mut asking = options.unwrap_or_default();
        let entry = &self.0;
        let goal = goal_of(entry, asking.members.take::<Option<String>>("goal")?.as_deref())?;
        asking.members.done()?;
        if followed(&entry.puzzle, None).is_none() {
            let family = entry.puzzle.family();
            return Err(unsuited(format!(
                "there are no certificates for puzzles of the family {family}"
            )));
        }
        run(py, &asking, |options, _| certificate(entry, goal, &options))?.map_err(raised)
    }
}

fn raised(why: Without) -> PyErr {
    match why {
        Without::Failed(why) => failed(why),
        Without::Unsuited(why) => unsuited(why),
        Without::Stopped(stop) => limit(stop, "a limit came before the proof", None),
        Without::Defect(why) => ClewError::new_err(why),
    }
}

fn certificate(
    entry: &Entry,
    goal: Option<Goal>,
    options: &Options,
) -> Result<Certificate, Without> {
    let options = &Options { goal, ..options.clone() };
    let task = if goal.is_some() { Task::Solve { limit: 1 } } else { Task::Check };
    let outcome = run_guarded(options, || strategy::run(&entry.puzzle, task, options));
    let outcome = outcome.map_err(Without::Failed)?;
    let proof = match (goal, outcome.verdict(), outcome.answers.first()) {
        (Some(goal), _, Some(best)) if outcome.exact => Proof::Best(goal, best),
        (None, Verdict::Unique, Some(answer)) => Proof::Unique(answer),
        (_, Verdict::None, _) => Proof::None,
        (None, Verdict::Multiple, _) => {
            return Err(Without::Unsuited("two solutions need no proof: check has them".into()));
        }
        _ => return Err(Without::Stopped(outcome.stopped)),
    };
    let words = match proof {
        Proof::None => "no solution".to_string(),
        Proof::Unique(_) => "one solution, and no other".to_string(),
        Proof::Best(goal, answer) => {
            let worth = entry.puzzle.worth(goal, answer).unwrap_or_default();
            format!("{}: {worth}, {}", goal.name, goal.best)
        }
    };
    let claim = proof.claim(entry, options).map_err(unproved)?;
    let (documents, _) = documents(options, |open| proof.write(entry, &claim, options, open))?;
    Ok(Certificate { words, documents })
}

fn unproved(why: NoProof) -> Without {
    match why {
        NoProof::Unproved(Unproved::Interrupted) => Without::Stopped(None),
        NoProof::Another => Without::Defect(why.to_string()),
        why => Without::Unsuited(why.to_string()),
    }
}

/// Opens a document by its name.
type Open<'a> = dyn FnMut(&'static str) -> io::Result<Box<dyn Write>> + 'a;

/// The documents that a function writes, the proof last.
fn documents<T>(
    options: &Options,
    write: impl FnOnce(&mut Open<'_>) -> Result<T, Failed>,
) -> Result<(Vec<(&'static str, Vec<u8>)>, T), Without> {
    let mut sinks: BTreeMap<&'static str, Sink> = BTreeMap::new();
    let written = write(&mut |name| {
        let sink = Sink { bytes: Arc::default(), most: options.budget.memory };
        sinks.insert(name, sink.clone());
        Ok(Box::new(sink))
    });
    let written = written.map_err(|why| match why {
        Failed::Files(_) => Without::Stopped(Some(Stop::Memory)),
        Failed::Proof(why) => unproved(why),
    })?;
    let mut documents: Vec<_> = sinks
        .into_iter()
        .map(|(name, sink)| (name, std::mem::take(&mut *locked(&sink.bytes))))
        .collect();
    documents.sort_by_key(|&(name, _)| name == PROOF);
    Ok((documents, written))
}

/// A certificate of the answer to a FlatZinc file.
#[pyfunction]
pub fn prove_flatzinc(py: Python<'_>, text: &str, options: Asking) -> PyResult<Certificate> {
    options.members.done()?;
    let proved = run(py, &options, |options, _| {
        let (documents, (proof, _)) =
            documents(&options, |open| modelled::write(text, &options, open))?;
        Ok(Certificate { words: modelled::words(proof.claim), documents })
    });
    proved?.map_err(raised)
}

/// The claim of a certificate, in words, after all of its documents except the proof were checked: the solution obeys
/// the rules, the constraints are those of the puzzle and the claim, and the proof has no rule that makes assumptions.
/// The proof itself is for an external checker such as VeriPB: ``clew certify`` runs it.
///
/// ``documents`` are those of `Certificate.documents`, as bytes or text. Raises `Unsuited` if they prove nothing.
///
/// >>> import clew
/// >>> puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
/// >>> clew.certified(puzzle.prove().documents) != ""
/// True
#[pyfunction]
#[pyo3(signature = (documents, **options))]
pub fn certified(
    py: Python<'_>,
    documents: HashMap<String, Bound<'_, PyAny>>,
    options: Option<Asking>,
) -> PyResult<String> {
    let asking = options.unwrap_or_default();
    asking.members.done()?;
    let mut texts: HashMap<String, String> = HashMap::new();
    for (name, document) in documents {
        let text = match document.cast::<PyBytes>() {
            Ok(bytes) => String::from_utf8(bytes.as_bytes().to_vec())
                .map_err(|_| unsuited(format!("{name} is no text in UTF-8")))?,
            Err(_) => document.extract()?,
        };
        texts.insert(name, text);
    }
    let told = run(py, &asking, |options, _| {
        let budget = options.budget;
        let interrupt = Interrupt::new(move || budget.urgent().is_some());
        let text = |name: &str| texts.get(name).map(String::as_str);
        let missing = |name: &str| Refusal::Wrong(format!("{name} is missing"));
        let proof = text(PROOF).ok_or_else(|| missing(PROOF))?;
        for (number, line) in (1..).zip(proof.split('\n')) {
            proves(number, line.as_bytes())?;
        }
        if let Some(model) = text(modelled::MODEL) {
            let claim = text(modelled::CLAIM).ok_or_else(|| missing(modelled::CLAIM))?;
            let stated = ModelStatement::read(model, claim, interrupt.clone())?;
            let rows = text(modelled::ROWS).ok_or_else(|| missing(modelled::ROWS))?;
            stated.compare(rows, &interrupt)?;
            return Ok(stated.words);
        }
        let puzzle = text(PUZZLE).ok_or_else(|| missing(PUZZLE))?;
        let stated = Statement::read(puzzle, text(GOAL), text(SOLUTION), interrupt.clone())?;
        let words = stated.words.clone();
        stated.rows(text(OPB).ok_or_else(|| missing(OPB))?, &interrupt)?;
        Ok(words)
    })?;
    told.map_err(|why| match why {
        Refusal::Wrong(why) => unsuited(why),
        Refusal::Stopped => {
            limit(Some(Stop::Time), "a limit came before the documents were read", None)
        }
    })
}
