//! The profiler across a rebuilt network: search may build a richer network half-way, for learning,
//! so calls are filed under the kinds of propagators of the engine that made them.

use crate::kernel::{CallResult, Engine, Lit, Observer, PropId};
use crate::search::profile::{Profile, Row};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Duration;

/// One row of the table: a kind of propagator, or one of them.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub kind: String,
    pub instances: u64,
    pub row: Row,
}

/// Times calls, engine by engine.
pub(super) struct Profiler {
    profile: Profile,
    /// The kind of each propagator of the engine that runs now.
    kinds: Vec<&'static str>,
    /// What ran on engines before.
    before: Vec<(Vec<&'static str>, Vec<Row>)>,
}

impl Profiler {
    /// Nothing measured yet; its clock starts now.
    pub fn new() -> Profiler {
        Profiler { profile: Profile::new(), kinds: Vec::new(), before: Vec::new() }
    }

    /// When the first solution was found, from the start.
    pub fn first_solution(&self) -> Option<Duration> {
        self.profile.first_solution
    }

    /// Rows by kind, or by propagator; the most time first. `last` is the engine of the network
    /// that was searched in the end: its propagators appear even if they never ran.
    pub fn lines(mut self, last: &Engine, instances: bool) -> Vec<Line> {
        self.follow(last);
        self.profile.rows.resize(self.kinds.len(), Row::default());
        self.before.push((self.kinds, self.profile.rows));
        let mut lines: BTreeMap<String, Line> = BTreeMap::new();
        for (kinds, rows) in &self.before {
            let mut here: BTreeMap<String, Line> = BTreeMap::new();
            for (i, (kind, row)) in kinds.iter().zip(rows).enumerate() {
                let kind = if instances { format!("{kind}#{i}") } else { kind.to_string() };
                let empty = Line { kind: kind.clone(), instances: 0, row: Row::default() };
                let line = here.entry(kind).or_insert(empty);
                line.instances += 1;
                line.row.add(row);
            }
            for (kind, line) in here {
                match lines.entry(kind) {
                    Entry::Vacant(place) => {
                        place.insert(line);
                    }
                    Entry::Occupied(mut place) => {
                        let known = place.get_mut();
                        known.instances = known.instances.max(line.instances);
                        known.row.add(&line.row);
                    }
                }
            }
        }
        let mut lines: Vec<Line> = lines.into_values().collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.row.time));
        lines
    }

    /// Files what was measured if `engine` is another network than before. Networks of one puzzle
    /// that differ have different numbers of propagators.
    fn follow(&mut self, engine: &Engine) {
        if engine.len() == self.kinds.len() {
            return;
        }
        let ids = (0..engine.len() as u32).map(PropId);
        let kinds = ids.map(|id| engine.prop(id).name()).collect();
        let mut rows = std::mem::take(&mut self.profile.rows);
        let old = std::mem::replace(&mut self.kinds, kinds);
        rows.resize(old.len(), Row::default());
        self.before.push((old, rows));
    }
}

impl Observer for Profiler {
    const CALLS: bool = true;

    fn starts(&mut self, who: PropId) {
        self.profile.starts(who);
    }

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        if engine.len() != self.kinds.len() {
            self.follow(engine);
        }
        self.profile.ran(engine, who, from, result);
    }

    fn branched(&mut self, depth: u32, on: Lit) {
        self.profile.branched(depth, on);
    }

    fn solution(&mut self, engine: &Engine) {
        self.profile.solution(engine);
    }
}
