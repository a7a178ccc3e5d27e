//! The document of a profile: `clew-profile/2`.

mod filling;

pub use filling::json;

use clew_engine::run::Stop;
use clew_report::document::Head;
use clew_report::json::Figure;
use clew_report::listed::Place;
use clew_solve::strategy::{How, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a run spent its time: the document `clew-profile/2`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The version of clew.
    version: &'static str,
    /// Where it ran.
    machine: Machine,
    /// The options of the run.
    options: OptionsRecord<'a>,
    /// The digest of the puzzle in the text format, rules included, titles left out; profiles of other digests are of
    /// other puzzles.
    digest: &'a str,
    /// The word for the question.
    task: &'static str,
    /// The network that was used.
    network: &'a str,
    /// The search that was used.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    search: How,
    /// How many solutions there are.
    verdict: Verdict,
    /// The solutions found: a whole number in decimal digits, however large.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9]+$")))]
    count: String,
    /// Whether count is the number of all solutions.
    exact: bool,
    /// The limit that ended the work early.
    #[cfg_attr(feature = "schema", schemars(schema_with = "clew_report::document::stopped"))]
    stopped: Option<Stop>,
    /// Times of whole runs.
    time: TimeRecord<'a>,
    /// The stages of the plan.
    stages: Vec<StageRecord>,
    /// Propagators, by kind or one by one.
    propagators: Vec<PropagatorRecord<'a>>,
    /// With --instances: each constraint that one propagator stands for together with others and that did something.
    constraints: Vec<ConstraintRecord<'a>>,
    /// The other parts of the run.
    parts: Vec<PartRecord>,
    /// Layers of a dynamic program.
    layers: Vec<LayerRecord>,
    /// The search by learning.
    quality: QualityRecord,
    /// Propagators that the search switched.
    adaptive: Vec<ActivationRecord<'a>>,
    /// Nanoseconds to the first solution; null if there is none.
    first_solution_ns: Option<u64>,
    /// The cost of the measurement itself.
    overhead: OverheadRecord,
    /// Figures by name.
    stats: BTreeMap<&'static str, Figure>,
}

/// Where it ran.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Machine {
    /// The operating system.
    system: &'static str,
    /// The kind of processor.
    processor: &'static str,
    /// Threads that it runs at once.
    cores: usize,
}

/// The options of the run.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OptionsRecord<'a> {
    /// The seed.
    seed: u64,
    /// The search.
    search: &'static str,
    /// The network, if one was named.
    network: Option<&'a str>,
    /// Parts that were left out.
    without: &'a [String],
    /// Threads.
    threads: usize,
    /// The limit of decisions.
    nodes: Option<u64>,
    /// The limit of time, in seconds.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_s: Option<f64>,
    /// Work of probing at the root.
    probe: u64,
    /// Whether propagators were switched.
    adaptive: bool,
    /// Bytes.
    memory: usize,
}

/// Times of whole runs, in nanoseconds.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TimeRecord<'a> {
    /// Each run.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = 0))))]
    runs: Vec<f64>,
    /// Their median.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    median_ns: f64,
    /// Their standard deviation.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    spread_ns: f64,
    /// Their mean.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    mean_ns: f64,
    /// Runs that are far from the others, counted from 0.
    outliers: &'a [usize],
    /// The median of runs that were not observed; null if there were none.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    plain_median_ns: Option<f64>,
    /// Runs that took other decisions than the first.
    differing: usize,
}

/// A stage of the plan.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StageRecord {
    /// Its method.
    stage: &'static str,
    /// How often it had its turn.
    turns: usize,
    /// Nanoseconds of the processor; null if they were not measured.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_ns: Option<f64>,
    /// Nanoseconds of the clock.
    wall_ns: u64,
    /// Of these for building networks.
    building_ns: u64,
    /// Nodes of the search.
    nodes: u64,
    /// Failures of the search.
    failures: u64,
    /// Propagations.
    propagations: u64,
    /// Its result, in words.
    came: String,
    /// Moves of local search.
    moves: Option<u64>,
    /// Its best cost.
    best_cost: Option<u64>,
    /// Searches side by side.
    members: Vec<MemberRecord>,
}

/// A search among several side by side.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MemberRecord {
    /// How it searches.
    how: &'static str,
    /// Nanoseconds of the processor.
    time_ns: u64,
    /// Nodes of the search.
    nodes: u64,
    /// Failures of the search.
    failures: u64,
}

/// A propagator, or all of one kind.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PropagatorRecord<'a> {
    /// Its kind, with --instances its cells.
    r#type: &'a str,
    /// With --instances: the cells that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Place>>,
    /// How many there are.
    instances: u64,
    /// Calls.
    calls: u64,
    /// Calls that inferred something.
    effective: u64,
    /// Values that it removed.
    values_removed: u64,
    /// Failures that it saw.
    failures: u64,
    /// Nanoseconds of its calls.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_ns: f64,
    /// Its share of the whole time.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_share: f64,
    /// The standard error of time_share; null of one run.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    share_spread: Option<f64>,
    /// Nanoseconds of a call.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    ns_per_call: f64,
    /// Calls of a node.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    calls_per_node: f64,
    /// Nanoseconds of its explanations.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    explaining_ns: f64,
    /// Their share of the whole time.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    explaining_share: f64,
    /// The standard error of explaining_share; null of one run.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    explaining_spread: Option<f64>,
    /// Explanations.
    explanations: u64,
    /// Of these in the analysis of conflicts.
    explanations_in_analysis: u64,
    /// Premises of its explanations.
    premises: u64,
    /// Learnt clauses that it has a part in.
    clauses: u64,
    /// Literals of these clauses.
    clause_literals: u64,
}

/// A constraint that one propagator stands for together with others.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ConstraintRecord<'a> {
    /// The propagator's kind, and the subject of the constraint.
    name: &'a str,
    /// The type of the propagator.
    of: &'a str,
    /// Those that it is about when search begins.
    cells: Vec<Place>,
    /// Values that it removed.
    values_removed: u64,
    /// That the propagator saw itself.
    failures: u64,
}

/// Another part of the run.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PartRecord {
    /// In words.
    name: String,
    /// Nanoseconds.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_ns: f64,
    /// Its share of the whole time.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_share: f64,
    /// The standard error of time_share; null of one run.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    share_spread: Option<f64>,
}

/// A layer of a dynamic program.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LayerRecord {
    /// Its number.
    layer: usize,
    /// How many there are.
    of: usize,
    /// Its states.
    states: usize,
    /// Bytes of its table.
    bytes: usize,
    /// Nanoseconds.
    time_ns: u64,
}

/// The search by learning.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct QualityRecord {
    /// Clauses that were learnt.
    learnt: u64,
    /// Their literals.
    length: HistogramRecord,
    /// Levels of their literals.
    glue: HistogramRecord,
    /// Levels that a conflict undid.
    levels_undone: HistogramRecord,
    /// Depths of failures.
    failure_depth: HistogramRecord,
    /// Depths of decisions.
    decision_depth: HistogramRecord,
    /// Decisions between failures.
    decisions_between_failures: HistogramRecord,
    /// How often learnt clauses inferred something.
    uses: u64,
    /// How often learnt clauses were looked at.
    looks: u64,
    /// Clauses kept.
    kept: u64,
    /// Clauses that were used.
    used: u64,
    /// Clauses that were forgotten.
    forgotten: u64,
    /// Literals of learnt clauses from decisions.
    literals_of_decisions: u64,
    /// From clauses.
    literals_of_clauses: u64,
    /// From domains.
    literals_of_kernel: u64,
    /// Decisions by kind.
    decisions: Vec<DecisionRecord>,
}

/// How often each value was seen.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct HistogramRecord {
    /// Their mean.
    mean: f64,
    /// The largest one.
    most: u64,
    /// [from, to, how many].
    buckets: Vec<[u64; 3]>,
}

/// Decisions of one kind.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct DecisionRecord {
    /// Their name.
    kind: &'static str,
    /// How often it was decided to hold.
    r#for: u64,
    /// How often it was decided not to hold.
    against: u64,
}

/// A kind of propagator that the search switched.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ActivationRecord<'a> {
    /// Its kind.
    r#type: &'a str,
    /// How often it runs in the end.
    runs: String,
    /// How often it was switched off.
    lowered: u64,
    /// How often that was reverted.
    raised: u64,
    /// In words.
    why: String,
    /// Its calls.
    calls: u64,
    /// Literals that it set.
    facts: u64,
    /// Failures that it saw.
    failures: u64,
    /// Its steps.
    steps: u64,
    /// Steps of the whole search.
    all_steps: u64,
    /// Conflicts that its explanations took part in.
    conflicts: u64,
    /// All conflicts.
    all_conflicts: u64,
    /// Median length of its explanations; 0 if it gave none.
    median_reason: f64,
    /// Median length of the clauses learnt from those conflicts.
    median_clause: f64,
    /// Median glue of those clauses.
    median_glue: f64,
}

/// The cost of the measurement itself.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OverheadRecord {
    /// Its share of a run without it; below 0 if that took longer.
    share: f64,
    /// How that was found.
    how: &'static str,
    /// Calls of propagators.
    calls: u64,
    /// Nanoseconds of readings of the clock.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_ns: f64,
    /// Fixpoints that were timed, of all runs.
    timed: u64,
    /// All fixpoints, of all runs.
    fixpoints: u64,
}
