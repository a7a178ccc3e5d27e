//! Numbers by which plans choose between methods or divide time and decisions between them, and
//! some by which methods divide their own work. Each is documented with its unit, the range in which it was tried or
//! makes sense, the trade-off, and, if known, the evidence by which it was set. Other numbers stand in the files that
//! use them.

use std::time::Duration;

/// Decisions of the plain dive that comes before learning.
///
/// Range: 20 to 1000. Trades: puzzles made for people end within it and never pay for a second network; nodes that it
/// searches in vain are searched again. Set by: the corpus of published puzzles.
pub(crate) const DIVE: u64 = 60;

/// Decisions of the plain search that comes before a count by dynamic programming is weighed.
///
/// Range: 60 to 2000. Trades: puzzles that propagation nearly settles are counted without tables; a dynamic program
/// waits a millisecond for it. Set by: counting times of the corpus.
pub(crate) const DIVE_BEFORE_DP: u64 = 300;

/// Decisions of plain search on one thread before it is judged, or worth splitting into jobs.
///
/// Range: 500 to 20 000. Trades: one small search against the cost of clones of the root. Set by:
/// counting times of the corpus.
pub const LOOK: u64 = 2_000;

/// Failures per solution above which plain search gives way to learning, if all solutions are wanted.
///
/// Range: 2 to 100. Trades: clauses pay when most branches fail, and cost when few do. Set by:
/// counts of hidatos and of futoshikis with few signs.
pub(crate) const FAILURES_PER_SOLUTION: u64 = 8;

/// Decisions of a learner that meets every solution, before its work is cut into jobs or gives way
/// to counting by parts.
///
/// Range: 2000 to 100 000. Trades: the clauses of one learner go to all jobs; until then one thread works. Set by:
/// counting times of the corpus.
pub(crate) const LEARN_ALONE: u64 = 20_000;

/// Choices of counting by parts on one thread before it is cut into jobs.
///
/// Range: 2000 to 100 000. Trades as [`LEARN_ALONE`]. Set by: counts of hidatos.
pub(crate) const PARTS_ALONE: u64 = 20_000;

/// Jobs of plain search and of counting by parts: fixed, so that results do not depend on threads.
///
/// Range: a few times the threads of a machine, at least. Trades: even load against clones of the
/// root. Set by: scaling on two and on many cores.
pub const JOBS: usize = 96;

/// Jobs of learners.
///
/// Range: 8 to 96. Trades: even load against clauses that one job learns and the next one lacks. Set by: counting times
/// of the corpus.
pub(crate) const LEARNER_JOBS: usize = 32;

/// Decisions of the first turn of learning where it takes turns with local search; each turn has
/// twice as many.
///
/// Range: 50 to 5000. Trades: boards with one solution want learning, sparse ones local search;
/// neither costs more than about as much again as the other. Set by: sparse hidatos.
pub const TURN: u64 = 200;

/// Moves of local search for one decision of a learner, in addition to one per cell.
///
/// Range: measured, not chosen: about as long as the decision takes. Set by: profiles of both.
pub(crate) const MOVES_PER_DECISION: u64 = 100;

/// By how much the turns of local search are longer than those of learning where it finds most
/// answers.
///
/// Range: 1 to 5. Trades: answers found soon against proofs that there is none, which wait for
/// these turns. Set by: quasigroups at the phase transition.
pub(crate) const LEADING_GUESSES: u64 = 3;

/// Decisions of learning after a first answer for which local search looks for another one by turns with it, or as many
/// as were taken before if those are more, where two settle the question.
///
/// Range: 1 000 to 50 000. Trades: another answer that local search finds soon or never, against a third to three
/// quarters of the time in which learning proves that there is none. Set by: numberlink where cells may stay empty, of
/// which it finds the second solution of 16 within 12 600 decisions and of none later.
pub(crate) const SECOND_BY_LOCAL_SEARCH: u64 = 12_000;

/// The same in decisions that one solution takes, for large boards.
///
/// Range: 2 to 8. Trades: as above. Set by: a board of 50x50 cells that may stay empty, where a solution takes 6 400
/// decisions and local search finds the second one after 15 500.
pub(crate) const SECOND_DIVES: u64 = 4;

/// Moves of local search between two checks of the budget.
///
/// Range: 500 to 20 000; a move takes about a hundred nanoseconds. Trades: the cost of the look
/// against the time until a limit is noticed.
pub(crate) const MOVES_PER_POLL: u64 = 2_000;

/// Decisions of search under a stricter rule for a first solution.
///
/// Range: 500 to 20 000. Trades: most boards that have such a solution show it within a thousand;
/// those that have none pay. Set by: numberlink where paths may touch, or cells may stay empty.
pub(crate) const STRICTER: u64 = 4_000;

/// Share of the time that is left which search under a stricter rule may take.
///
/// Range: 0.1 to 0.4. Trades as [`STRICTER`].
pub(crate) const STRICTER_TIME: f64 = 0.25;

/// Decisions of learning for a first solution, and then for another one, before tables or local moves in larger windows
/// are considered.
///
/// Range: 200 to 20 000. Trades: most boards are answered within it; the rest waits a tenth of a
/// second. Set by: numberlink where paths may touch.
pub(crate) const LEARN_FOR_SECOND: u64 = 1_000;

/// Decisions of a learner after which others join it, where one or two solutions settle the
/// question.
///
/// Range: 100 to 2 000. Trades: a member costs a copy of the network and starts with nothing
/// learnt; the sooner it comes, the more it spares. Set by: minimal futoshikis of order 11 and 12,
/// numberlink where paths may touch.
pub(crate) const TEAM_FOR_FEW: u64 = 500;

/// Share of the time left that local moves around a solution may take: they end by themselves, but not soon on large
/// boards.
///
/// Range: 0.1 to 0.5. Trades: a second solution near by against the proof that there is none.
pub(crate) const AROUND_TIME: f64 = 0.3;

/// Decisions of learning before `check` weighs a dynamic program that decides uniqueness.
///
/// Range: 0 to 50 000. Trades: tenths of a second of learning, which answers most boards that it
/// answers at all, against tables that answer a narrow board outright.
pub(crate) const LEARN_BEFORE_DP: u64 = 20_000;

/// Cells of the shorter side up to which a dynamic program is weighed for `check` at all.
///
/// Range: 6 to 20. Trades: states grow at least threefold with every second cell of the front; a wider board costs a
/// sample of its layers for nothing. Set by: the row "learning before tables" of the results: up to side 12 tables
/// decide boards on which learning fails, up to 15 a few such boards, at 16 and 17 none within the limit.
pub(crate) const CHECK_SIDE: u32 = 16;

/// States of a dynamic program up to which it decides uniqueness.
///
/// Range: 1e5 to 1e8. Trades: half a second of tables against search that may end sooner. Set by:
/// numberlink where paths may touch.
pub(crate) const CHECK_STATES: f64 = 3e6;

/// Work of tables that decide uniqueness, in states that are looked at and moves that are found, of which each takes
/// some 25 to 50 nanoseconds.
///
/// Range: 3e7 to 1e9; [`CHECK_STATES`] come to 3e7. Trades: estimates are low by a factor of a few, so that tables which
/// take longer than they promised still answer, against search that waits for them in vain.
pub(crate) const CHECK_WORK: u64 = 100_000_000;

/// Share of the time that is left which these tables may take.
///
/// Range: 0.3 to 0.9. Trades: as [`CHECK_WORK`], where time is short.
pub(crate) const CHECK_TIME: f64 = 0.5;

/// Decisions that questions about all solutions take before small tables are used.
///
/// Range: 500 to 50 000. Trades: some tenths of a second of questions, which settle most boards,
/// against tables that most boards do not have.
pub(crate) const LOCATE_BEFORE_DP: u64 = 5_000;

/// The same on boards where a walk goes from solution to solution.
///
/// Range: 5 000 to 1 000 000. Trades: as the former. Their tables take many times as long as their states suggest, and
/// the facts that the walk leaves are mostly refuted before they are done.
pub(crate) const LOCATE_BEFORE_DP_WALKING: u64 = 100_000;

/// Work of such tables for each decision that the questions have taken, as [`CHECK_WORK`].
///
/// Range: 100 to 5 000; about as long as the decision takes. Trades: tables that promise more than that wait, so that
/// they never take much longer than the questions have.
pub(crate) const LOCATE_WORK: u64 = 500;

/// How many times as many decisions questions take until tables that promised too much are weighed again.
///
/// Range: 2 to 10. Trades: the cost of weighing against waiting.
pub(crate) const LOCATE_AGAIN: u64 = 4;

/// Random solutions that tables show in addition to their counts.
///
/// Range: 0 to 1 000. Trades: milliseconds against a question for everything that they would have
/// shown.
pub(crate) const LOCATE_DRAWS: usize = 100;

/// States of a dynamic program up to which it looks for the best line.
///
/// Range: 1e6 to 1e9. Trades: seconds of tables against branch and bound. Set by: fewest turns on
/// open boards.
pub(crate) const BEST_STATES: f64 = 2e7;

/// Work of such tables, as [`CHECK_WORK`].
///
/// Range: 2e8 to 1e10; [`BEST_STATES`] come to 2e8. Trades: as [`CHECK_WORK`].
pub(crate) const BEST_WORK: u64 = 1_000_000_000;

/// Share of the time that is left which a proved lower bound may take before an estimate.
///
/// Range: 0.1 to 0.6. Trades: a better proof against a narrower interval. Set by: open rook boards.
pub(crate) const BOUND_TIME: f64 = 0.4;

/// States per layer that are sampled to estimate the size of a dynamic program for the best line.
///
/// Range: 200 to 10 000. Trades: time of the estimate against its error. Set by: as the former.
pub(crate) const BEST_SAMPLE: usize = 1_000;

/// Random walks down the search tree that estimate its size before counting.
///
/// Range: 8 to 1000. Trades: a few milliseconds against an error of a factor of a few. Set by:
/// counting times of the corpus.
pub const WALKS: u64 = 24;

/// Decisions of all those walks after which no other walk begins.
///
/// Range: 5 000 to 1 000 000. Trades: seconds on boards of many thousand cells against the same
/// error.
pub(crate) const WALKS_WORK: u64 = 20_000;

/// Random walks of an estimate that is shown.
///
/// Range: 100 to 100 000. Trades: time against the width of the interval.
pub(crate) const WALKS_SHOWN: u64 = 1_000;

/// Decisions of all those walks after which no other walk begins.
///
/// Range: 100 000 to 10 000 000. Trades: as [`WALKS_WORK`].
pub(crate) const WALKS_SHOWN_WORK: u64 = 1_000_000;

/// Seconds that a decision of plain search takes.
///
/// Range: 1e-6 to 1e-4, by board. Measured on counts of all families; like the next two for
/// comparing methods only.
pub(crate) const PLAIN_SECONDS: f64 = 4e-6;

/// Seconds that a decision of learning takes.
pub(crate) const LEARNING_SECONDS: f64 = 1e-4;

/// Seconds that a state of a dynamic program takes.
pub(crate) const STATE_SECONDS: f64 = 1.5e-7;

/// Seconds of plain search beyond which it is not expected to end.
///
/// Range: minutes to days. Trades: patience against a lower bound at once.
pub(crate) const INTRACTABLE_SECONDS: f64 = 3600.0;

/// Seconds of a dynamic program below which it is not compared with search.
///
/// Range: 0.01 to 1. Trades: the comparison costs about as much.
pub(crate) const CHEAP: f64 = 0.05;

/// How many times as fast as plain search learning may be.
///
/// Range: 5 to 100. Trades: only a trial can decide, and the trial is lost if it fails. Set by: counts of numberlink.
pub(crate) const LEARNING_SAVES: f64 = 30.0;

/// Share of a dynamic program's time that a trial of learning may take.
///
/// Range: 0.05 to 0.5. Trades as [`LEARNING_SAVES`].
pub(crate) const TRIAL: f64 = 0.2;

/// Share of the time that a dynamic program gets: the rest is for a lower bound if that is not
/// enough.
///
/// Range: 0.5 to 0.98. Trades: an exact count against a proved bound.
pub(crate) const DP_TIME: f64 = 0.9;

/// Share of the memory that the cache of counting by parts gets.
///
/// Range: 0.2 to 0.8; the engines of the jobs need the rest.
pub(crate) const CACHE_MEMORY: f64 = 0.5;

/// Share of the time in which the exact number is looked for before it is estimated.
///
/// Range: 0.2 to 0.9. Trades: an exact answer against a narrow interval.
pub(crate) const EXACT_TIME: f64 = 0.5;

/// The same where there is no time limit.
///
/// Range: a tenth of a second to a minute: as long as a user waits for an estimate.
pub(crate) const EXACT_WAIT: Duration = Duration::from_secs(1);

/// How long search looks for a lower bound where tables do not fit and no limit is set, at least.
///
/// Range: seconds to minutes: a search that is not expected to end must end some time.
pub const GRACE: Duration = Duration::from_secs(20);

/// Choices after which counting by parts, once for each value of each cell, gives up.
///
/// Range: 1e4 to 1e7. Trades: exact candidates against those of a dynamic program.
pub const PLACES: u64 = 300_000;

/// Clauses that questions about where solutions differ may add, each for a question about several
/// facts at once.
/// Range: 1 to 2^20. Trades: a refusal settles all facts of such a question; each clause permanently takes a Boolean
/// and its literals, and once there are no more, each question is about one fact.
pub(crate) const CHUNKS: u32 = 4096;

/// Decisions of a question of the first round about where solutions differ, in addition to two per cell; each round
/// allows twice as many.
///
/// Range: 100 to 1 000 000. Trades: fewer leave more to later rounds, more delay easy questions.
pub(crate) const QUESTION_NODES: u64 = 500;

/// The same, without those of the cells, where a walk from solution to solution has seen nearly all
/// that can be.
///
/// Range: 2 to 1000. Trades: few are enough to refute facts that are easy to refute, and the clauses learnt from that
/// make the rest easier; more are spent on facts that are not refuted so soon. Set by: lines of 20x20, where a
/// refutation in the first round takes 2 to 4.
pub(crate) const REFUTING_NODES: u64 = 5;

/// How many steps from a fact that is to be refuted the line is tried first.
///
/// Range: 1 to 5, which do about as well. Trades: a contradiction that is near is met before search
/// goes elsewhere, and the same number of decisions takes a tenth more time. Set by: lines of 20x20
/// of which about as much is given as leaves 10^20 solutions.
pub(crate) const NEIGHBOUR_STEPS: u32 = 2;

/// Decisions of questions after which such a walk gets a turn, at the least.
///
/// Range: 200 to 100 000. Trades: facts that a walk shows need no question, impossible facts are settled only by
/// questions; each turn that shows no more than the questions settled doubles the time to the next.
pub(crate) const WALK_TURN: u64 = 2_000;

/// The part of the time of those questions that a walk goes on for before it is compared with them.
///
/// Range: 1 to 64. Trades: the last part of a turn shows little, so that large ones are lost on it; small ones see too
/// few aims to judge. Set by: king moves on 20x20 with 35 % given.
pub(crate) const WALK_PARTS: u64 = 8;

/// Stretches that such a walk takes at the most to come to a fact that it is aimed at for the first time; twice as many
/// each further time, up to a limit. A stretch is one move per cell.
///
/// Range: 2 to 1000. Trades: fewer miss facts that are near, more are lost on impossible facts. Set by: lines of 20x20;
/// more than half of such first aims hit, one in five of those with a sixth of the moves.
pub(crate) const AIM_STRIDES: u64 = 12;

/// The longest list of answers that local search takes part in: longer ones are listed by search alone, in an order that
/// does not depend on the number of threads.
pub(crate) const GUESSED: usize = 1_000;
/// Bytes of the answers from which aimed walks begin, and as many for the index of what they show.
///
/// Range: 2^22 to 2^30. Trades: with fewer kept more aims begin far from their facts.
pub(crate) const POOL_BYTES: usize = 1 << 26;

/// Facts that are tried in addition to those of the question, at first: more after a solution that was easy to find,
/// fewer after one that was not and after a question that was given up.
///
/// Range: 1 to 1000. Trades: more show more in one solution, and make it harder to find.
pub(crate) const WISHES: usize = 4;

/// Failures: a solution that took fewer was easy to find.
///
/// Range: 1 to 1000. Trades as [`WISHES`].
pub(crate) const EASY_FAILURES: u64 = 20;

/// The share of the time left that the search for possible clues may take.
///
/// Range: 0.1 to 0.9. Trades: without clues there is nothing to try, and with all of them and no
/// time nothing is tried.
pub(crate) const COVER_TIME: f64 = 0.4;
