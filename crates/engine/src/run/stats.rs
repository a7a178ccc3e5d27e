//! Exact counts of the events of a search.

/// Counts of one search. Sums over jobs are exact; they do not depend on the number of threads
/// unless an incumbent was shared or a run was cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Decisions taken.
    pub nodes: u64,
    /// Dead branches.
    pub failures: u64,
    /// Deepest level.
    pub peak_depth: u64,
    /// Propagator calls.
    pub propagations: u64,
    /// Steps of those propagators of the last priority that count them, of some five nanoseconds.
    pub steps: u64,
    /// Facts inferred by clauses.
    pub clause_propagations: u64,
    /// Solutions found (of the model: a line and its reverse may be one).
    pub solutions: u64,
    /// Restarts.
    pub restarts: u64,
    /// Clauses learnt.
    pub nogoods: u64,
    /// Conflicts after which more than one level was undone.
    pub backjumps: u64,
    /// Literals in learnt clauses, summed.
    pub nogood_literals: u64,
    /// Choices probed at the root.
    pub probes: u64,
    /// Facts that probing fixed.
    pub probed: u64,
}

impl Stats {
    /// The counts since `before`; the deepest level is that of the whole search.
    pub fn since(&self, before: &Stats) -> Stats {
        Stats {
            nodes: self.nodes - before.nodes,
            failures: self.failures - before.failures,
            peak_depth: self.peak_depth,
            propagations: self.propagations - before.propagations,
            steps: self.steps - before.steps,
            clause_propagations: self.clause_propagations - before.clause_propagations,
            solutions: self.solutions - before.solutions,
            restarts: self.restarts - before.restarts,
            nogoods: self.nogoods - before.nogoods,
            backjumps: self.backjumps - before.backjumps,
            nogood_literals: self.nogood_literals - before.nogood_literals,
            probes: self.probes - before.probes,
            probed: self.probed - before.probed,
        }
    }

    /// Adds another job's counts.
    pub fn add(&mut self, other: &Stats) {
        self.nodes += other.nodes;
        self.failures += other.failures;
        self.peak_depth = self.peak_depth.max(other.peak_depth);
        self.propagations += other.propagations;
        self.steps += other.steps;
        self.clause_propagations += other.clause_propagations;
        self.solutions += other.solutions;
        self.restarts += other.restarts;
        self.nogoods += other.nogoods;
        self.backjumps += other.backjumps;
        self.nogood_literals += other.nogood_literals;
        self.probes += other.probes;
        self.probed += other.probed;
    }
}
