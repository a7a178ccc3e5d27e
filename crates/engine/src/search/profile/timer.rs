//! The distribution of time, by samples of known cost.
//!
//! Reading a clock at every boundary of every part would cost as much as many of the parts. So the run is cut into
//! units, from the start of one fixpoint to the start of the next, and of these some are timed throughout, chosen
//! at random gaps: one in k, where k is such that the clock readings cost `SHARE` of the time. A timed unit counts
//! k times. In a first run the `FIRST` units of every stage are all timed, so that a short stage has figures too.
//! Parts that are rare and may be long (restarts, forgetting and moving clauses) are always timed.
//!
//! In the end the estimates are scaled so that they add up to the processor time that the stage's
//! search took, which is measured without sampling. Time in which the thread did not run, because
//! others had the processor, is detected by the difference of two clocks around a unit; it is taken
//! from the longest interval of the unit, where it most probably was.

use crate::kernel::{Part, PropId};
use crate::run::clock::{Instant, thread_time};
use crate::structures::random::GOLDEN_RATIO;
use std::time::Duration;

/// Readings may cost this share of the time.
const SHARE: f64 = 0.003;
/// Units of a stage that are all timed, in a first run.
const FIRST: u64 = 64;
/// The longest mean gap between two timed units.
const RAREST: u64 = 1 << 12;
/// A difference of the two clocks below this is noise, in nanoseconds.
const NOISE: f64 = 3_000.0;

/// The parts of the run, apart from propagators.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// The loops of search and everything without a row of its own.
    Search = 0,
    /// Dispatching changes to propagators, columns and queues.
    Waking = 1,
    /// Inferring from clauses.
    Clauses = 2,
    /// Conflict analysis without explanations.
    Analysing = 3,
    /// Minimising learnt clauses, without explanations.
    Minimising = 4,
    /// Choosing decisions.
    Choosing = 5,
    /// Undoing levels.
    Backtracking = 6,
    /// Preparing searches.
    Preparing = 7,
    /// Restarts.
    Restarting = 8,
    /// Forgetting clauses.
    Reducing = 9,
    /// Compacting the clause arena.
    Rebuilding = 10,
}

impl Slot {
    /// How many there are.
    pub const COUNT: usize = 11;

    /// All of them, in the order of their numbers.
    pub const ALL: [Slot; Slot::COUNT] = [
        Slot::Search,
        Slot::Waking,
        Slot::Clauses,
        Slot::Analysing,
        Slot::Minimising,
        Slot::Choosing,
        Slot::Backtracking,
        Slot::Preparing,
        Slot::Restarting,
        Slot::Reducing,
        Slot::Rebuilding,
    ];

    /// Its name in a table.
    pub fn words(self) -> &'static str {
        match self {
            Slot::Search => "search loop",
            Slot::Waking => "waking, queue, columns",
            Slot::Clauses => "clause propagation",
            Slot::Analysing => "conflict analysis",
            Slot::Minimising => "minimising clauses",
            Slot::Choosing => "choosing decisions",
            Slot::Backtracking => "backtracking",
            Slot::Preparing => "setting up searches",
            Slot::Restarting => "restarts",
            Slot::Reducing => "forgetting clauses",
            Slot::Rebuilding => "moving clauses",
        }
    }
}

/// The innermost part as a number: a slot, or a propagator that propagates or explains.
fn place(part: Part) -> u32 {
    match part {
        Part::Fixpoint => Slot::Waking as u32,
        Part::Propagating(who) => propagating(who),
        Part::Clauses => Slot::Clauses as u32,
        Part::Explaining(who) => explaining(who),
        Part::Analysing => Slot::Analysing as u32,
        Part::Minimising => Slot::Minimising as u32,
        Part::Choosing => Slot::Choosing as u32,
        Part::Backtracking => Slot::Backtracking as u32,
        Part::Preparing => Slot::Preparing as u32,
        Part::Restarting => Slot::Restarting as u32,
        Part::Reducing => Slot::Reducing as u32,
        Part::Rebuilding => Slot::Rebuilding as u32,
    }
}

fn propagating(who: PropId) -> u32 {
    Slot::COUNT as u32 + 2 * who.0
}

fn explaining(who: PropId) -> u32 {
    propagating(who) + 1
}

/// Times parts of the work.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    /// The parts that are under way.
    stack: Vec<u32>,
    /// Nanoseconds by place, of this stage.
    spent: Vec<f64>,
    /// The weight of a nanosecond now; 0: nothing is timed.
    weight: f64,
    last: Instant,
    /// The clocks at the start of the current timing.
    from: (Instant, Duration),
    /// The longest interval of it, and its place.
    longest: (f64, u32),
    /// The depth of the part that is always timed, and the weight outside it.
    rare: Option<(usize, f64)>,
    /// Units at the front of a stage that are all timed.
    first: u64,
    /// Units until the next timed one, and the mean gap.
    skip: u64,
    gap: u64,
    random: u64,
    /// Readings of the two clocks.
    reads: [u64; 2],
    /// The cost of a reading, in nanoseconds.
    cost: [f64; 2],
    units: [u64; 2],
    origin: Instant,
    stage: Stage,
}

/// The state of the current stage.
#[derive(Clone, Copy, Debug, Default)]
struct Stage {
    /// Processor time when its search began.
    searched_from: Option<Duration>,
    /// Units so far.
    units: u64,
}

impl Default for Timer {
    fn default() -> Self {
        Timer::new()
    }
}

impl Timer {
    /// Nothing timed yet.
    pub fn new() -> Timer {
        let now = Instant::now();
        Timer {
            stack: Vec::with_capacity(16),
            spent: Vec::new(),
            weight: 0.0,
            last: now,
            from: (now, Duration::ZERO),
            longest: (0.0, 0),
            rare: None,
            first: FIRST,
            skip: 0,
            gap: 1,
            random: GOLDEN_RATIO,
            reads: [0; 2],
            cost: costs(),
            units: [0; 2],
            origin: now,
            stage: Stage::default(),
        }
    }

    /// A timer for another run of the same kind: it knows the sampling rate and its cost. No stage begins with
    /// units that are all timed, as many runs together have figures of short stages.
    pub fn again(&self) -> Timer {
        let now = Instant::now();
        let mut timer = Timer {
            stack: Vec::with_capacity(16),
            spent: Vec::new(),
            weight: 0.0,
            rare: None,
            first: 0,
            reads: [0; 2],
            units: [0; 2],
            origin: now,
            stage: Stage::default(),
            ..self.clone()
        };
        timer.skip = timer.draw();
        timer
    }

    /// The cost of its own readings.
    pub fn overhead(&self) -> Duration {
        let ns = self.reads[0] as f64 * self.cost[0] + self.reads[1] as f64 * self.cost[1];
        Duration::from_nanos(ns as u64)
    }

    /// Units timed, and all of them.
    pub fn units(&self) -> [u64; 2] {
        self.units
    }

    /// A fixpoint begins: the next unit.
    #[inline]
    pub fn unit(&mut self) {
        self.units[1] += 1;
        if self.rare.is_some() {
            return;
        }
        if self.weight > 0.0 {
            self.stop();
            self.pace();
        }
        // Every part is done.
        self.stack.clear();
        self.begin();
        self.stage.units += 1;
        if self.stage.units <= self.first {
            self.units[0] += 1;
            return self.start(1.0);
        }
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        self.units[0] += 1;
        self.skip = self.draw();
        self.start(self.gap as f64);
    }

    /// Search begins, if it has not begun.
    fn begin(&mut self) {
        if self.stage.searched_from.is_none() {
            self.reads[1] += 1;
            self.stage.searched_from = Some(thread_time());
        }
    }

    /// A random gap with the required mean.
    fn draw(&mut self) -> u64 {
        if self.gap == 1 {
            return 0;
        }
        // Xorshift: Marsaglia, "Xorshift RNGs", 2003.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % (2 * self.gap - 1)
    }

    /// Sets the gap from the cost of the readings of a timed unit and the duration of a unit.
    fn pace(&mut self) {
        let [timed, all] = self.units.map(|n| n.max(1) as f64);
        let unit = self.last.duration_since(self.origin).as_nanos() as f64 / all;
        let cost = self.overhead().as_nanos() as f64 / timed;
        self.gap = (cost / (SHARE * unit).max(1e-9)).ceil().clamp(1.0, RAREST as f64) as u64;
    }

    fn start(&mut self, weight: f64) {
        let cpu = thread_time();
        let now = Instant::now();
        self.reads[0] += 1;
        self.reads[1] += 1;
        self.weight = weight;
        self.last = now;
        self.from = (now, cpu);
        self.longest = (0.0, 0);
    }

    /// Ends the current timing, and subtracts the time in which the thread did not run.
    fn stop(&mut self) {
        self.charge();
        let passed = self.last.duration_since(self.from.0).as_nanos() as f64;
        let ran = thread_time().saturating_sub(self.from.1).as_nanos() as f64;
        self.reads[1] += 1;
        // The interval includes parts of two readings of the slow clock.
        let away = passed - ran;
        if away > NOISE {
            let (ns, place) = self.longest;
            self.spent[place as usize] -= self.weight * away.min(ns);
        }
        self.weight = 0.0;
    }

    /// Books the time since the last reading on the innermost part.
    fn charge(&mut self) {
        let now = Instant::now();
        self.reads[0] += 1;
        let ns = now.duration_since(self.last).as_nanos() as f64 - self.cost[0];
        self.last = now;
        let place = self.stack.last().copied().unwrap_or(Slot::Search as u32);
        let i = place as usize;
        if self.spent.len() <= i {
            self.spent.resize(i + 1, 0.0);
        }
        let ns = ns.max(0.0);
        self.spent[i] += self.weight * ns;
        if ns > self.longest.0 {
            self.longest = (ns, place);
        }
    }

    /// A part begins.
    #[inline]
    pub fn enter(&mut self, part: Part) {
        if !part.is_rare() || self.rare.is_some() {
            self.push(place(part));
        } else {
            let outside = self.weight;
            if outside > 0.0 {
                self.stop();
            }
            self.stack.push(place(part));
            self.begin();
            self.rare = Some((self.stack.len(), outside));
            self.start(1.0);
        }
    }

    /// Whether parts are timed at present; otherwise they need not be reported.
    pub fn is_on(&self) -> bool {
        self.weight > 0.0
    }

    #[inline]
    fn push(&mut self, place: u32) {
        if self.weight > 0.0 {
            self.charge();
            self.stack.push(place);
        }
    }

    /// The innermost part is done.
    #[inline]
    pub fn leave(&mut self) {
        if self.weight == 0.0 {
            return;
        }
        self.charge();
        if let Some((depth, outside)) = self.rare
            && depth == self.stack.len()
        {
            self.stop();
            self.rare = None;
            if outside > 0.0 {
                self.start(outside);
            }
        }
        self.stack.pop();
    }

    /// The stage is over: hands out estimates of the time of each place, in nanoseconds, and
    /// forgets them. Returns the processor time since its first fixpoint, which they should add up
    /// to.
    pub fn stage_over(&mut self, mut take: impl FnMut(u32, f64)) -> f64 {
        if self.weight > 0.0 {
            self.stop();
        }
        self.stack.clear();
        self.rare = None;
        let Some(from) = std::mem::take(&mut self.stage).searched_from else { return 0.0 };
        let whole = thread_time().saturating_sub(from).as_nanos() as f64;
        self.reads[1] += 1;
        for (place, ns) in self.spent.iter_mut().enumerate() {
            if *ns != 0.0 {
                take(place as u32, *ns);
            }
            *ns = 0.0;
        }
        whole
    }
}

/// The meaning of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A slot.
    Slot(Slot),
    /// A propagator that propagates.
    Propagating(PropId),
    /// A propagator that explains.
    Explaining(PropId),
}

impl Place {
    /// The place of this number.
    pub fn from_number(number: u32) -> Place {
        match Slot::ALL.get(number as usize) {
            Some(&slot) => Place::Slot(slot),
            None => {
                let rest = number - Slot::COUNT as u32;
                let who = PropId(rest / 2);
                if rest.is_multiple_of(2) {
                    Place::Propagating(who)
                } else {
                    Place::Explaining(who)
                }
            }
        }
    }
}

/// The cost of a reading of each clock here, in nanoseconds: the least of several means, because
/// other programs can only increase the measured cost.
fn costs() -> [f64; 2] {
    const READS: u32 = 200;
    let mean = |read: &dyn Fn()| {
        let once = || {
            let start = Instant::now();
            (0..READS).for_each(|_| read());
            start.elapsed().as_nanos() as f64 / f64::from(READS)
        };
        (0..5).map(|_| once()).fold(f64::INFINITY, f64::min)
    };
    [
        mean(&|| {
            std::hint::black_box(Instant::now());
        }),
        mean(&|| {
            std::hint::black_box(thread_time());
        }),
    ]
}

#[cfg(test)]
mod tests;
