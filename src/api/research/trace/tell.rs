//! The observer that writes inferences, decisions, learnt clauses, and the ends of branches.

use super::frame::frame;
use crate::api::research::profile::per_network::PerNetwork;
use clew_engine::kernel::Store;
use clew_engine::kernel::{
    CallResult, Cause, Engine, Entry, Failure, Halt, Learnt, Lit, Lits, Observer, PropId, Reason,
    Searched,
};
use clew_engine::run::Budget;
use clew_puzzle::puzzle::{Built, Cell, Puzzle};
use clew_report::document;
use clew_report::literal_names::Meanings;
use clew_report::outlet::Outlet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The events to show.
pub struct Filter {
    /// Inferences by this kind of propagator; `clause` and `domain` are the other sources of inferences.
    pub propagator: Option<String>,
    /// Inferences whose rule contains these words.
    pub rule: Option<String>,
    /// Inferences with a conclusion about this cell.
    pub cell: Option<Cell>,
    /// Events at this depth.
    pub depth: Option<u32>,
}

impl Filter {
    /// Whether only inferences are shown, not the decisions of the search.
    fn is_about_inferences(&self) -> bool {
        self.propagator.is_some() || self.rule.is_some() || self.cell.is_some()
    }
}

/// A network and the meanings of its literals.
struct Known {
    built: Built,
    meanings: Meanings,
    places: BTreeMap<u32, String>,
}

/// An inference: conclusions with the same premises.
struct Step {
    conclusions: Vec<Lit>,
    premises: Vec<Lit>,
}

/// An event of the search.
struct Event<'e> {
    name: &'static str,
    depth: u32,
    author: Option<&'e Source>,
    /// The literals that hold then.
    so: &'e [String],
    /// Their premises.
    because: &'e [String],
}

/// The source of an inference.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Source {
    /// The kind of propagator; clause, domain or search for the other sources.
    propagator: String,
    /// The cells that the propagator is about; empty for other sources.
    place: String,
    /// The rule that it applied.
    rule: String,
}

/// An event of clew trace --json, one a line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'e> {
    /// Counted from 1.
    n: u64,
    /// The stage of the plan.
    stage: &'e str,
    /// Decisions before it.
    depth: u32,
    /// Its kind: inference, decision, failure, learnt, solution.
    event: &'e str,
    #[serde(flatten)]
    author: Option<&'e Source>,
    /// The facts that hold then.
    conclusion: &'e [String],
    /// The facts that they follow from.
    premises: &'e [String],
}

/// How inferences are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form {
    /// The maximum number of events.
    pub first: Option<u64>,
    /// Write JSON lines.
    pub json: bool,
    /// Write the board after each event.
    pub boards: bool,
}

/// See the head of the file.
pub struct Tracer<W> {
    puzzle: Puzzle,
    form: Form,
    filter: Filter,
    out: Outlet<W>,
    enough: Arc<AtomicBool>,
    /// The budget of the run. One call may infer so much that writing it takes longer than all else, so the budget is
    /// checked here as well.
    budget: Budget,
    /// The budget ended during output, which is incomplete.
    late: bool,
    shown: u64,
    known: PerNetwork<Known>,
    /// Trail entries before this one have been written.
    told: usize,
    stage: &'static str,
}

impl<W: Write> Tracer<W> {
    /// An observer that writes the inferences accepted by `filter` to `out`, and raises `enough` when it has written
    /// all that were requested; `budget` is that of the run.
    pub fn new(
        puzzle: &Puzzle,
        form: Form,
        filter: Filter,
        out: W,
        enough: Arc<AtomicBool>,
        budget: Budget,
    ) -> Tracer<W> {
        Tracer {
            puzzle: puzzle.clone(),
            form,
            filter,
            out: Outlet::new(out),
            enough,
            budget,
            late: false,
            shown: 0,
            known: PerNetwork::default(),
            told: 0,
            stage: "",
        }
    }

    /// Whether all requested events have been shown.
    pub fn is_full(&self) -> bool {
        self.form.first.is_some_and(|first| self.shown >= first) || self.out.is_broken()
    }

    /// Whether events are missing because a limit came first.
    pub fn is_cut_short(&self) -> bool {
        self.late && !self.is_full()
    }

    /// Whether the filter selects inferences, but none matched.
    pub fn is_empty(&self) -> bool {
        self.shown == 0 && self.filter.is_about_inferences()
    }

    /// The propagators of the networks that were searched, if the requested one is not among them.
    pub fn others(&self) -> Option<Vec<&'static str>> {
        let wanted = self.filter.propagator.as_deref()?;
        let mut names = vec!["clause", "domain"];
        for known in self.known.all() {
            let engine = &known.built.model.engine;
            names.extend((0..engine.len() as u32).map(|id| engine.prop(PropId(id)).name()));
        }
        names.sort_unstable();
        names.dedup();
        (!names.contains(&wanted)).then_some(names)
    }

    /// Whether output has ended.
    fn is_over(&mut self) -> bool {
        self.late = self.late || self.budget.urgent().is_some();
        self.late || self.is_full()
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// The first that went wrong.
    pub fn finish(self) -> io::Result<()> {
        self.out.finish()
    }

    fn words(&self, l: Lit) -> String {
        self.known.now().map_or_else(|| format!("{l:?}"), |k| k.meanings.words(l))
    }

    /// Literals for people, or one by one for programs.
    fn list(&self, store: &Store, lits: &[Lit]) -> Vec<String> {
        let Some(known) = self.known.now().filter(|_| store.intervals() > 0) else {
            return self.others_of(lits);
        };
        let mut ends = Vec::new();
        let mut others = lits.to_vec();
        others.retain(|&l| known.meanings.end(store, l).map(|words| ends.push(words)).is_none());
        ends.extend(self.others_of(&others));
        ends
    }

    /// The same for literals, without order literals.
    fn others_of(&self, lits: &[Lit]) -> Vec<String> {
        match self.known.now() {
            Some(known) if !self.form.json => known.meanings.list(lits),
            _ => lits.iter().map(|&l| self.words(l)).collect(),
        }
    }

    fn cells(&self, lits: &[Lit]) -> Vec<Cell> {
        let known = self.known.now();
        let of = |l: &Lit| known.map_or_else(Vec::new, |k| k.meanings.cells(l.atom()));
        let mut cells: Vec<Cell> = lits.iter().flat_map(of).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn author(&mut self, engine: &Engine, reason: Reason) -> Source {
        let plain = |propagator: &str, rule: &str| Source {
            propagator: propagator.into(),
            place: String::new(),
            rule: rule.into(),
        };
        match reason.cause() {
            Cause::Given => plain("domain", "given, or proved at the root"),
            Cause::Decision => plain("search", "decision"),
            Cause::Fixed { .. } => plain("domain", "the variable has a value"),
            Cause::LastValue => plain("domain", "last value left"),
            Cause::OutOfBounds => plain("domain", "beyond a bound"),
            Cause::ValuesGone => plain("domain", "values up to a bound are gone"),
            Cause::ColumnTaken { .. } => plain("domain", "the value is taken"),
            Cause::ColumnLast => plain("domain", "last place left"),
            Cause::Binary { .. } => plain("clause", "clause of two literals"),
            Cause::Clause { at } if engine.clauses().is_learnt(at) => {
                plain("clause", "learnt clause")
            }
            Cause::Clause { .. } => plain("clause", "clause of the model"),
            Cause::Rule { prop, tag } => {
                let propagator = engine.prop(prop);
                Source {
                    propagator: propagator.name().into(),
                    place: self.place(prop),
                    rule: propagator.rule(tag).into(),
                }
            }
        }
    }

    fn place(&mut self, id: PropId) -> String {
        let Some(known) = self.known.now_mut() else { return String::new() };
        let (meanings, built) = (&known.meanings, &mut known.built);
        let engine = &mut built.model.engine;
        if id.0 as usize >= engine.len() {
            return String::new();
        }
        known.places.entry(id.0).or_insert_with(|| meanings.place(engine, id).0).clone()
    }

    /// Writes all trail entries that have not been written yet.
    fn news(&mut self, engine: &mut Engine) {
        while self.told < engine.store().trail().len() && !self.is_over() {
            let entry = engine.store().trail()[self.told];
            self.told += 1;
            if !matches!(entry.reason.cause(), Cause::Decision) {
                self.inferred(engine, entry);
            }
        }
        self.told = engine.store().trail().len();
    }

    fn inferred(&mut self, engine: &mut Engine, entry: Entry) {
        if self.filter.depth.is_some_and(|depth| depth != entry.level) {
            return;
        }
        let author = self.author(engine, entry.reason);
        if !self.is_wanted(&author) {
            return;
        }
        let mut steps: Vec<Step> = Vec::new();
        for l in entry.lits() {
            let mut why = Lits::new();
            if engine.store().remembers() {
                engine.explain(l, &mut why);
            }
            let mut premises = why.to_vec();
            premises.sort_unstable();
            premises.dedup();
            match steps.iter_mut().find(|step| step.premises == premises) {
                Some(step) => step.conclusions.push(l),
                None => steps.push(Step { conclusions: vec![l], premises }),
            }
        }
        for step in steps {
            let cells = self.cells(&step.conclusions);
            if self.filter.cell.is_some_and(|cell| !cells.contains(&cell)) || self.is_full() {
                continue;
            }
            let (so, because) = (
                self.list(engine.store(), &step.conclusions),
                self.list(engine.store(), &step.premises),
            );
            let (name, depth, author) = ("inference", entry.level, Some(&author));
            self.write_event(engine, &Event { name, depth, author, so: &so, because: &because });
        }
    }

    fn is_wanted(&self, author: &Source) -> bool {
        let kind = self.filter.propagator.as_ref().is_none_or(|name| *name == author.propagator);
        let words = |rule: &String| author.rule.to_lowercase().contains(&rule.to_lowercase());
        kind && self.filter.rule.as_ref().is_none_or(words)
    }

    /// One event, in words or as JSON.
    fn write_event(&mut self, engine: &Engine, event: &Event<'_>) {
        if self.is_full() {
            return;
        }
        self.shown += 1;
        let text = match self.form.json {
            true => self.object(event),
            false => self.sentence(event),
        };
        let mut text = text + "\n";
        if self.form.boards
            && let Some(known) = self.known.now()
        {
            text += &frame(&self.puzzle, &known.built, engine);
        }
        self.out.send(text.as_bytes());
        if self.is_full() {
            self.enough.store(true, Ordering::Relaxed);
        }
    }

    fn sentence(&self, &Event { name, depth, author, so, because }: &Event<'_>) -> String {
        let who = author.map_or_else(String::new, |a| {
            let place = if a.place.is_empty() { String::new() } else { format!(" {}", a.place) };
            format!("{}{place}, {}: ", a.propagator, a.rule)
        });
        let why = match because {
            [] => String::new(),
            _ => format!("\n    because {}", because.join(", ")),
        };
        let what = match name {
            "inference" => so.join(", "),
            "failure" => "impossible".into(),
            _ if so.is_empty() => String::new(),
            _ => so.join(if name == "learnt" { " or " } else { ", " }),
        };
        let event = if name == "inference" { "" } else { name };
        let blank = if event.is_empty() || (who.is_empty() && what.is_empty()) { "" } else { " " };
        format!("{} [{depth}] {event}{blank}{who}{what}{why}", self.shown)
    }

    fn object(&self, &Event { name, depth, author, so, because }: &Event<'_>) -> String {
        document::value(&Document {
            n: self.shown,
            stage: self.stage,
            depth,
            event: name,
            author,
            conclusion: so,
            premises: because,
        })
        .to_string()
    }

    /// Writes an event of the search, unless only inferences are requested.
    fn searched(&mut self, engine: &Engine, name: &'static str, depth: u32, so: &[String]) {
        let elsewhere = self.filter.depth.is_some_and(|wanted| wanted != depth);
        if !self.filter.is_about_inferences() && !elsewhere {
            self.write_event(engine, &Event { name, depth, author: None, so, because: &[] });
        }
    }
}

impl<W: Write> Observer for Tracer<W> {
    const CALLS: bool = true;

    fn stage(&mut self, name: &'static str) {
        self.stage = name;
        if !self.form.json && !self.filter.is_about_inferences() && !self.is_full() {
            self.out.send(format!("-- {name}\n").as_bytes());
        }
    }

    fn network(&mut self, on: &Searched<'_>) {
        self.known.turn_to(on, |built| Known {
            meanings: Meanings::new(&self.puzzle, built),
            built: built.clone(),
            places: BTreeMap::new(),
        });
    }

    fn fixpoint(&mut self, engine: &mut Engine, from: usize) {
        if engine.level() == 0 {
            engine.remember();
        }
        self.told = from;
        // A decision that was just taken is on the trail.
        if let Some(e) = engine.store().trail().get(from).copied()
            && matches!(e.reason.cause(), Cause::Decision)
        {
            let taken: Vec<Lit> = e.lits().collect();
            let so = self.list(engine.store(), &taken);
            self.searched(engine, "decision", e.level, &so);
        }
    }

    fn ran(&mut self, engine: &mut Engine, _who: PropId, _from: usize, _result: &CallResult) {
        self.news(engine);
    }

    fn fixed(&mut self, engine: &mut Engine, result: &Result<(), Halt>) {
        self.news(engine);
        if *result != Err(Halt::Conflict) || self.is_full() {
            return;
        }
        let depth = engine.level();
        let Some(failure) = engine.store().failure() else { return };
        let reason = match failure {
            Failure::Lit { reason, .. } => Some(reason),
            _ => None,
        };
        let author = match (failure, reason) {
            (Failure::Rule { prop, tag }, _) => Source {
                propagator: engine.prop(prop).name().into(),
                place: self.place(prop),
                rule: engine.prop(prop).rule(tag).into(),
            },
            (_, Some(reason)) => self.author(engine, reason),
            (Failure::Clause { at }, _) => Source {
                propagator: "clause".into(),
                place: String::new(),
                rule: match engine.clauses().is_learnt(at) {
                    true => "learnt clause".into(),
                    false => "clause of the model".into(),
                },
            },
            _ => Source {
                propagator: "domain".into(),
                place: String::new(),
                rule: "no place left for a value".into(),
            },
        };
        let mut why = Lits::new();
        if engine.store().remembers() {
            engine.explain_failure(&mut why);
        }
        let cells = self.cells(&why);
        if !self.is_wanted(&author)
            || self.filter.depth.is_some_and(|wanted| wanted != depth)
            || self.filter.cell.is_some_and(|cell| !cells.contains(&cell))
        {
            return;
        }
        let because = self.list(engine.store(), &why);
        let (name, author) = ("failure", Some(&author));
        self.write_event(engine, &Event { name, depth, author, so: &[], because: &because });
    }

    fn analysed(&mut self, engine: &Engine, learnt: &Learnt<'_>) {
        let so = self.list(engine.store(), learnt.clause);
        self.searched(engine, "learnt", learnt.from, &so);
    }

    fn solution(&mut self, engine: &Engine) {
        self.searched(engine, "solution", engine.level(), &[]);
    }
}
