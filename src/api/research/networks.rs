//! The formulations of each family as networks of propagators, and the network of each formulation for a puzzle.

use clew_engine::kernel::{Halt, Model, PropId};
use clew_engine::run::Budget;
use clew_engine::run::clock::Instant;
use clew_families::all;
use clew_puzzle::puzzle::{BuildOptions, Entry, Family, NetworkInfo};
use clew_report::document;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-network/1";

/// All networks of all families, with their sources.
pub fn list() -> String {
    let mut out = String::new();
    for family in all() {
        let _ = writeln!(out, "{family}");
        for (i, info) in family.networks().iter().enumerate() {
            let default = if i == 0 { " (default)" } else { "" };
            let _ = writeln!(out, "  {}{default}: {}", info.name, info.summary);
            let _ = writeln!(out, "      source: {}", info.source);
            if !info.optional.is_empty() {
                let _ = writeln!(out, "      --without: {}", info.optional.join(", "));
            }
        }
    }
    out
}

/// The same, a document `clew-network/1` for each, on a line.
pub fn list_json() -> String {
    let one = |family: Family, info: &NetworkInfo, default: bool| {
        format!("{}\n", document::value(&Document::new(family, info, default)))
    };
    let of = |family: Family| {
        family.networks().iter().enumerate().map(move |(i, info)| one(family, info, i == 0))
    };
    all().iter().copied().flat_map(of).collect()
}

/// A network built for a puzzle, measured before and after the root fixpoint.
pub struct Network<'a> {
    info: &'a NetworkInfo,
    /// The network, or the reason why it cannot be built.
    built: Result<Measured, String>,
}

struct Measured {
    model: Model,
    propagators: BTreeMap<&'static str, u64>,
    /// Atoms that are neither true nor false, as built and at the root fixpoint.
    open: (u64, u64),
    /// The result of the root fixpoint.
    root: &'static str,
    build_time: Duration,
    root_time: Duration,
}

impl<'a> Network<'a> {
    /// Builds it and propagates to the root fixpoint, unless the budget ends before.
    pub fn build(entry: &Entry, info: &'a NetworkInfo, budget: &Budget) -> Network<'a> {
        let start = Instant::now();
        let options = BuildOptions { interrupt: budget.interrupt(), ..BuildOptions::default() };
        let built = entry.puzzle.build(info.name, &options);
        let build_time = start.elapsed();
        let measure = |mut model: Model| {
            let before = open(&model);
            model.engine.set_interrupt(budget.interrupt());
            let start = Instant::now();
            let halt =
                if model.infeasible { Err(Halt::Conflict) } else { model.engine.fixpoint(&mut ()) };
            let root_time = start.elapsed();
            let after = open(&model);
            let root = match halt {
                Err(_) => "no solution",
                Ok(()) if after == 0 => "solved",
                Ok(()) => "open",
            };
            let mut propagators = BTreeMap::new();
            for id in 0..model.engine.len() as u32 {
                *propagators.entry(model.engine.prop(PropId(id)).name()).or_default() += 1;
            }
            Measured { model, propagators, open: (before, after), root, build_time, root_time }
        };
        let built = built.map(|b| measure(b.model)).map_err(|error| error.to_string());
        Network { info, built }
    }

    /// The network and its results as text; `default`: it is the one that is used if none is named.
    pub fn text(&self, default: bool) -> String {
        let mut out = String::new();
        let suffix = if default { " (default)" } else { "" };
        let _ = writeln!(out, "{}{suffix}: {}", self.info.name, self.info.summary);
        let _ = writeln!(out, "  source       {}", self.info.source);
        let built = match &self.built {
            Ok(built) => built,
            Err(why) => {
                let _ = writeln!(out, "  not for this puzzle: {why}");
                return out;
            }
        };
        let model = &built.model;
        let mut section = |title: &str, lines: Vec<String>| {
            for (i, line) in lines.iter().enumerate() {
                let _ = writeln!(out, "  {:<12} {line}", if i == 0 { title } else { "" });
            }
        };
        let kind = |is_bool: bool| if is_bool { " (Boolean)" } else { "" };
        section(
            "variables",
            model.blocks().map(|(n, k, b)| format!("{k} {n}{}", kind(b))).collect(),
        );
        section(
            "constraints",
            model.constraints.iter().map(|(c, n)| format!("{n} × {c}")).collect(),
        );
        section(
            "propagators",
            built.propagators.iter().map(|(p, n)| format!("{n} × {p}")).collect(),
        );
        section("clauses", vec![model.engine.clauses().statics().to_string()]);
        if !self.info.optional.is_empty() {
            section("--without", vec![self.info.optional.join(", ")]);
        }
        section("notes", model.notes.clone());
        section("built in", vec![format!("{:.3} ms", ms(built.build_time))]);
        let (before, after) = built.open;
        section(
            "propagation",
            vec![format!(
                "{before} open facts to {after} in {:.3} ms: {}",
                ms(built.root_time),
                built.root
            )],
        );
        out
    }

    /// The document `clew-network/1`.
    pub fn json(&self, entry: &Entry, id: &str, default: bool) -> Value {
        let mut document = Document::new(entry.puzzle.family(), self.info, default);
        document.id = Some(id);
        match &self.built {
            Ok(built) => document.built = Some(BuiltRecord::from(built)),
            Err(why) => document.error = Some(why),
        }
        document::value(&document)
    }
}

/// A network, with its size for a puzzle: the document `clew-network/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    /// The version of the document.
    schema: &'static str,
    /// The puzzle's own id, or where it was read; without a puzzle there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// The family: hidato, path, numberlink, futoshiki or zip.
    puzzle: &'static str,
    /// Its name.
    network: &'a str,
    /// Whether it is the one that is searched by default: for the puzzle, or for the family's usual ones.
    default: bool,
    /// Where it is from.
    source: &'a str,
    /// In a sentence.
    summary: &'a str,
    /// Parts that can be left out.
    optional: &'a [&'a str],
    /// Why it cannot be built for this puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(flatten)]
    built: Option<BuiltRecord<'a>>,
}

impl<'a> Document<'a> {
    fn new(family: Family, info: &'a NetworkInfo, default: bool) -> Document<'a> {
        Document {
            schema: SCHEMA,
            id: None,
            puzzle: family.keyword(),
            network: info.name,
            default,
            source: info.source,
            summary: info.summary,
            optional: info.optional,
            error: None,
            built: None,
        }
    }
}

/// A network that was built.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BuiltRecord<'a> {
    /// Its variables, in blocks.
    blocks: Vec<Block<'a>>,
    /// Its constraints.
    constraints: Vec<Constraint<'a>>,
    /// Propagators by kind.
    propagators: &'a BTreeMap<&'static str, u64>,
    /// Clauses of the model.
    clauses: u32,
    /// Remarks of the network.
    notes: &'a [String],
    /// Facts that are neither true nor false.
    open: OpenFacts,
    /// The result of the fixpoint at the root.
    root: &'static str,
    /// Milliseconds.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    build_ms: f64,
    /// Milliseconds of the fixpoint at the root.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    root_ms: f64,
}

/// Variables of one kind.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Block<'a> {
    /// Their name.
    name: &'a str,
    /// How many there are.
    variables: u32,
    /// Whether they are Boolean.
    boolean: bool,
}

/// Constraints of one kind.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Constraint<'a> {
    /// In words or as a formula.
    constraint: &'a str,
    /// How many there are.
    count: u64,
}

/// Facts that are neither true nor false.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OpenFacts {
    /// Before the fixpoint at the root.
    built: u64,
    /// After it.
    root: u64,
}

impl<'a> From<&'a Measured> for BuiltRecord<'a> {
    fn from(built: &'a Measured) -> BuiltRecord<'a> {
        let model = &built.model;
        let block = |(name, variables, boolean)| Block { name, variables, boolean };
        let constraints = model.constraints.iter();
        BuiltRecord {
            blocks: model.blocks().map(block).collect(),
            constraints: constraints
                .map(|(constraint, count)| Constraint { constraint, count: *count })
                .collect(),
            propagators: &built.propagators,
            clauses: model.engine.clauses().statics(),
            notes: &model.notes,
            open: OpenFacts { built: built.open.0, root: built.open.1 },
            root: built.root,
            build_ms: ms(built.build_time),
            root_ms: ms(built.root_time),
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

/// The number of atoms that are neither true nor false.
fn open(model: &Model) -> u64 {
    let store = model.engine.store();
    (0..store.words()).map(|w| u64::from((store.alive(w) & !store.known(w)).count_ones())).sum()
}
