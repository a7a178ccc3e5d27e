//! The document of a profile, filled in.

use super::{
    ActivationRecord, ConstraintRecord, DecisionRecord, Document, HistogramRecord, LayerRecord,
    Machine, MemberRecord, OptionsRecord, OverheadRecord, PartRecord, PropagatorRecord,
    QualityRecord, StageRecord, TimeRecord,
};
use crate::api::research::profile::account::{Line, Subject};
use crate::api::research::profile::keyword;
use crate::api::research::profile::layers::Layer;
use crate::api::research::profile::measure::{Measured, Named, NamedPart, per, stages_by_name};
use crate::api::research::profile::object::{About, SCHEMA};
use crate::api::research::profile::sheet::decisions_by_kind;
use clew_engine::search::Activation;
use clew_engine::search::profile::Histogram;
use clew_puzzle::puzzle::{Cell, Puzzle};
use clew_report::document::{self, Head};
use clew_report::figures;
use clew_report::listed::Place;
use clew_solve::strategy::StageCost;
use serde_json::Value;
use std::time::Duration;

fn ns(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// One JSON object.
pub fn json(about: &About<'_>, m: &Measured) -> Value {
    let puzzle = &about.entry.puzzle;
    let rest =
        |line: &&Line| !matches!(line.what, Subject::Propagating(_) | Subject::Explaining(_));
    let times = &m.account.times;
    let (share, how) = m.overhead();
    let [timed, fixpoints] = m.units;
    document::value(&Document {
        head: Head { id: about.id, ..Head::new(SCHEMA, about.entry, about.id) },
        version: env!("CARGO_PKG_VERSION"),
        machine: Machine {
            system: std::env::consts::OS,
            processor: std::env::consts::ARCH,
            cores: about.cores,
        },
        options: OptionsRecord::new(about),
        digest: &about.digest,
        task: keyword(about.task),
        network: m.outcome.network,
        search: m.outcome.how,
        verdict: m.outcome.verdict(),
        count: m.outcome.count.to_string(),
        exact: m.outcome.exact,
        stopped: m.outcome.stopped,
        time: TimeRecord {
            runs: times.all.iter().map(|t| t.round()).collect(),
            median_ns: times.median.round(),
            spread_ns: times.spread.round(),
            mean_ns: m.account.total.round(),
            outliers: &times.outliers,
            plain_median_ns: m.plain.as_ref().map(|t| t.median.round()),
            differing: m.differing,
        },
        stages: stages_by_name(m).iter().map(|stage| StageRecord::new(m, stage)).collect(),
        propagators: m.rows.iter().map(|row| PropagatorRecord::new(puzzle, m, row)).collect(),
        constraints: m.parts.iter().map(|part| ConstraintRecord::new(puzzle, part)).collect(),
        parts: m.account.lines.iter().filter(rest).map(PartRecord::from).collect(),
        layers: m.layers.all().into_iter().map(LayerRecord::from).collect(),
        quality: QualityRecord::from(m),
        adaptive: m.outcome.activations.iter().map(ActivationRecord::from).collect(),
        first_solution_ns: m.profile.first_solution.map(ns),
        overhead: OverheadRecord {
            share,
            how,
            calls: m.profile.calls(),
            time_ns: m.overhead_ns.round(),
            timed,
            fixpoints,
        },
        stats: figures::figures(&m.outcome).into_iter().collect(),
    })
}

impl<'a> OptionsRecord<'a> {
    fn new(about: &'a About<'_>) -> OptionsRecord<'a> {
        let options = &about.wanted.options;
        OptionsRecord {
            seed: options.seed,
            search: options.search.keyword(),
            network: options.network.as_deref(),
            without: &options.without,
            threads: options.threads,
            nodes: options.budget.nodes,
            time_s: about.wanted.time.map(|t| t.as_secs_f64()),
            probe: options.probe.work,
            adaptive: options.adaptive.is_some(),
            memory: options.budget.memory,
        }
    }
}

fn places(puzzle: &Puzzle, cells: &[Cell]) -> Vec<Place> {
    cells.iter().map(|&c| puzzle.place(c)).collect()
}

impl<'a> ConstraintRecord<'a> {
    fn new(puzzle: &Puzzle, part: &'a NamedPart) -> ConstraintRecord<'a> {
        let NamedPart { of, name, cells, deeds } = part;
        let (values_removed, failures) = (deeds.inferred, deeds.failures);
        ConstraintRecord { name, of, cells: places(puzzle, cells), values_removed, failures }
    }
}

impl<'a> PropagatorRecord<'a> {
    fn new(puzzle: &Puzzle, m: &Measured, named: &'a Named) -> PropagatorRecord<'a> {
        let Named { name, cells, instances, nodes, row } = named;
        let line = |what: Subject| {
            m.account.line(&what).map_or((0.0, 0.0, None), |l| (l.ns, l.share, l.spread))
        };
        let (time, time_share, share_spread) = line(Subject::Propagating(name.clone()));
        let (explaining, explaining_share, explaining_spread) =
            line(Subject::Explaining(name.clone()));
        PropagatorRecord {
            r#type: name,
            cells: cells.as_ref().map(|cells| places(puzzle, cells)),
            instances: *instances,
            calls: row.calls,
            effective: row.effective,
            values_removed: row.inferred,
            failures: row.failures,
            time_ns: time.round(),
            time_share,
            share_spread,
            ns_per_call: per(time, row.calls),
            calls_per_node: per(row.calls as f64, *nodes),
            explaining_ns: explaining.round(),
            explaining_share,
            explaining_spread,
            explanations: row.asked,
            explanations_in_analysis: row.explained,
            premises: row.premises,
            clauses: row.clauses,
            clause_literals: row.literals,
        }
    }
}

impl From<&Line> for PartRecord {
    fn from(line: &Line) -> PartRecord {
        PartRecord {
            name: line.what.words(),
            time_ns: line.ns.round(),
            time_share: line.share,
            share_spread: line.spread,
        }
    }
}

impl From<Layer> for LayerRecord {
    fn from(layer: Layer) -> LayerRecord {
        let Layer { step, time } = layer;
        LayerRecord {
            layer: step.done,
            of: step.total,
            states: step.states,
            bytes: step.bytes,
            time_ns: ns(time),
        }
    }
}

impl StageRecord {
    fn new(m: &Measured, (turns, stage): &(usize, StageCost)) -> StageRecord {
        let members = stage.members.iter().map(|member| MemberRecord {
            how: member.how,
            time_ns: ns(member.cpu),
            nodes: member.stats.nodes,
            failures: member.stats.failures,
        });
        StageRecord {
            stage: stage.means,
            turns: *turns,
            time_ns: m.stages.get(stage.means).map(|t| t.round()),
            wall_ns: ns(stage.time),
            building_ns: ns(stage.building),
            nodes: stage.stats.nodes,
            failures: stage.stats.failures,
            propagations: stage.stats.propagations,
            came: stage.came.clone(),
            moves: stage.moves.map(|x| x.moves),
            best_cost: stage.moves.and_then(|x| x.best),
            members: members.collect(),
        }
    }
}

impl From<&Histogram> for HistogramRecord {
    fn from(histogram: &Histogram) -> HistogramRecord {
        let buckets = histogram.counts.iter().enumerate().filter(|(_, n)| **n > 0);
        let bucket = |(i, n): (usize, &u64)| {
            let [from, to] = Histogram::range(i);
            [from, to, *n]
        };
        HistogramRecord {
            mean: histogram.mean(),
            most: histogram.most,
            buckets: buckets.map(bucket).collect(),
        }
    }
}

impl From<&Measured> for QualityRecord {
    fn from(m: &Measured) -> QualityRecord {
        let q = &m.profile.quality;
        let decision =
            |(kind, [r#for, against]): (_, [u64; 2])| DecisionRecord { kind, r#for, against };
        QualityRecord {
            learnt: q.length.heard,
            length: HistogramRecord::from(&q.length),
            glue: HistogramRecord::from(&q.glue),
            levels_undone: HistogramRecord::from(&q.jump),
            failure_depth: HistogramRecord::from(&q.failed_at),
            decision_depth: HistogramRecord::from(&q.depth),
            decisions_between_failures: HistogramRecord::from(&q.distance),
            uses: q.uses,
            looks: q.looks,
            kept: q.kept,
            used: q.used,
            forgotten: q.forgotten,
            literals_of_decisions: q.of_decisions,
            literals_of_clauses: q.of_clauses,
            literals_of_kernel: q.of_kernel,
            decisions: decisions_by_kind(m).into_iter().map(decision).collect(),
        }
    }
}

impl<'a> From<&'a Activation> for ActivationRecord<'a> {
    fn from(a: &'a Activation) -> ActivationRecord<'a> {
        ActivationRecord {
            r#type: a.name,
            runs: a.pace.to_string(),
            lowered: a.lowered,
            raised: a.raised,
            why: a.why(),
            calls: a.runs,
            facts: a.facts,
            failures: a.failures,
            steps: a.work[0],
            all_steps: a.work[1],
            conflicts: a.conflicts[0],
            all_conflicts: a.conflicts[1],
            median_reason: a.reason,
            median_clause: a.length,
            median_glue: a.glue,
        }
    }
}
