//! The request of the command line, in the terms of the solver, and how to show the results.

use crate::cli::args::values::once_each;
use crate::cli::args::{
    BatchArgs, CheckArgs, Colour, CountArgs, ExportArgs, RateArgs, RuleArgs, SearchArgs, SolveArgs,
    StatsForm, Switch, TechniqueArgs,
};
use crate::cli::batch::columns::{Columns, RecordKind};
use crate::cli::batch::selection::Shard;
use crate::cli::io::machine;
pub(crate) use clew::api::Question;
use clew::families::all;
use clew::interchange::FORMATS;
use clew::report::json;
use clew::run::Budget;
use clew::search::{AdaptOptions, ProbeLimits};
use clew::strategy::{Method, Options, SearchMode};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Bytes for solutions that are kept, by default: their text takes memory too.
const KEPT: usize = 1 << 30;

/// The format of results.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Show {
    /// The format in which answers are written, if it is not the text format.
    pub target: Option<ExportArgs>,
    pub json: bool,
    /// With JSON: each solution is a result of its own.
    pub each: bool,
    pub quiet: bool,
    pub stats: Option<StatsForm>,
    pub colour: bool,
    /// Solutions are drawn, not written as grids.
    pub drawn: bool,
    /// Columns of the terminal, where there is one.
    pub width: Option<usize>,
}

/// How to search, apart from the question. Deadlines are set when a puzzle starts.
#[derive(Clone, Debug)]
pub(crate) struct How {
    pub options: Options,
    pub time: Option<Duration>,
    /// Bytes for solutions that are kept until they are printed.
    pub kept: usize,
    pub threads: usize,
    pub rules: RuleArgs,
}

/// Everything about a batch.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub puzzles: Vec<PathBuf>,
    pub question: Question,
    pub how: How,
    pub show: Show,
    pub ordered: bool,
    pub columns: Columns,
    pub shard: Option<Shard>,
    /// The file of results to continue.
    pub resume: Option<PathBuf>,
    /// Puzzles are rated, and the question is put for those that the steps do not finish.
    pub rates: bool,
}

impl Settings {
    /// Whether the question applies to a model, and its answer can be shown.
    pub fn takes_models(&self) -> bool {
        let asks = matches!(
            self.question,
            Question::Check | Question::Count | Question::Solve(_) | Question::SolveAll
        );
        asks && !self.rates && self.show.target.is_none() && !self.show.drawn
    }
}

impl How {
    /// # Errors
    /// In words, if no family has the network.
    pub fn new(args: &SearchArgs) -> Result<How, String> {
        if let Some(name) = &args.network {
            known_network(name)?;
        }
        args.without.iter().try_for_each(|name| known_part(name))?;
        let mut probe = ProbeLimits { work: args.probe, ..ProbeLimits::default() };
        let mut adaptive = (args.adaptive == Switch::On).then(AdaptOptions::default);
        for setting in &args.set {
            setting.probe(&mut probe);
            adaptive.iter_mut().for_each(|adaptive| setting.adapt(adaptive));
        }
        let options = Options {
            network: args.network.clone(),
            search: args.search,
            budget: Budget {
                nodes: args.nodes,
                memory: args.memory.unwrap_or_else(machine::default_memory),
                ..Budget::unlimited()
            },
            probe,
            seed: args.seed,
            deterministic: args.deterministic,
            adaptive,
            settings: args.set.clone(),
            without: args.without.clone(),
            ..Options::default()
        };
        let threads = args.threads.map_or_else(machine::cores, usize::from);
        let kept = args.memory.unwrap_or(KEPT.min(options.budget.memory));
        Ok(How { options, time: args.time, kept, threads, rules: args.rules.clone() })
    }

    /// Default settings, with this time limit per puzzle.
    pub fn usual(time: Option<Duration>, threads: usize, rules: RuleArgs) -> How {
        let memory = machine::default_memory();
        let options = Options { budget: Budget::of_memory(memory), ..Options::default() };
        How { options, time, kept: KEPT.min(memory), threads, rules }
    }

    /// The settings with these techniques.
    pub fn explaining(mut self, techniques: TechniqueArgs) -> How {
        self.options.uniqueness = !techniques.no_uniqueness;
        self
    }

    /// The options for a puzzle that starts now.
    pub fn options(&self, threads: usize, cancel: &Arc<AtomicBool>) -> Options {
        let mut options = self.options.clone();
        options.threads = threads;
        options.budget = options.budget.with_cancel(cancel.clone());
        if let Some(time) = self.time {
            options.budget = options.budget.within(time);
        }
        options
    }
}

/// The format of answers.
///
/// # Errors
/// In words, if it cannot hold a solution or is combined with JSON.
fn target(args: &ExportArgs, json: bool) -> Result<Option<ExportArgs>, String> {
    let Some(format) = args.format else { return Ok(None) };
    if json {
        return Err(
            "--as does not apply with --json or --csv: one form of answers at a time".into()
        );
    }
    if !format.solutions {
        let fit = FORMATS.iter().filter(|f| f.solutions && f.write.is_some()).map(|f| f.name);
        let fit = fit.collect::<Vec<_>>().join(", ");
        return Err(format!("--as {}: it has no room for solutions; {fit} have", format.name));
    }
    Ok(Some(*args))
}

/// How to search a puzzle in passing, if an answer is useful but not required, within the limits of the command.
pub(crate) fn brief(limits: &Budget) -> Options {
    clew::api::quick_options(limits, machine::auxiliary_memory())
}

/// # Errors
/// In words, if no family has a network of this name.
pub(crate) fn known_network(name: &str) -> Result<(), String> {
    let mut all: Vec<&str> = all().iter().flat_map(|f| f.networks()).map(|n| n.name).collect();
    if all.contains(&name) {
        return Ok(());
    }
    all.sort_unstable();
    all.dedup();
    Err(format!(
        "there is no network \"{}\"; the networks are {}",
        crate::cli::safe(name),
        all.join(", ")
    ))
}

/// Networks that a list names.
///
/// # Errors
/// In words, if one is unknown, or named twice.
pub(crate) fn known_networks(option: &str, names: &[String]) -> Result<(), String> {
    names.iter().try_for_each(|name| known_network(name))?;
    once_each(option, names)
}

/// # Errors
/// In words, if no network has a part of this name that can be left out.
fn known_part(name: &str) -> Result<(), String> {
    let mut all: Vec<&str> =
        all().iter().flat_map(|f| f.networks()).flat_map(|n| n.optional.iter().copied()).collect();
    if all.contains(&name) {
        return Ok(());
    }
    all.sort_unstable();
    all.dedup();
    Err(format!(
        "no network has a part \"{}\" to leave out; there are {}",
        crate::cli::safe(name),
        all.join(", ")
    ))
}

/// The command that writes the results.
fn teller(question: Question, rates: bool) -> RecordKind {
    match question {
        _ if rates => RecordKind::Rate,
        Question::Check => RecordKind::Check,
        Question::Locate => RecordKind::Where,
        Question::Count | Question::Estimate => RecordKind::Count,
        Question::Candidates => RecordKind::Candidates,
        Question::Solve(_) | Question::SolveAll | Question::Optimise(_) | Question::Sample(_) => {
            RecordKind::Solve
        }
    }
}

impl Settings {
    /// The settings of `clew solve`.
    ///
    /// # Errors
    /// The error in the command line, in words.
    pub fn solve(args: SolveArgs) -> Result<Settings, String> {
        let goal = args.minimize.or(args.maximize);
        let question = match goal {
            Some(goal) => Question::Optimise(goal),
            None if args.sample.is_some() => Question::Sample(args.sample.unwrap_or(1) as usize),
            None if args.all => Question::SolveAll,
            None => Question::Solve(usize::try_from(args.number).unwrap_or(usize::MAX - 1)),
        };
        let mut settings = Settings::new(question, args.batch, &args.search)?;
        settings.show.target = target(&args.export, settings.show.json)?;
        settings.show.each = args.stream;
        Ok(settings)
    }

    /// The settings of `clew check`.
    ///
    /// # Errors
    /// The error in the command line, in words.
    pub fn check(args: CheckArgs) -> Result<Settings, String> {
        let question = if args.locate { Question::Locate } else { Question::Check };
        let mut settings = Settings::new(question, args.batch, &args.search)?;
        settings.show.target = target(&args.export, settings.show.json)?;
        if args.locate && settings.show.target.is_some() {
            return Err(
                "--as does not apply with --where: there is no one solution to write".into()
            );
        }
        Ok(settings)
    }

    /// The settings of `clew count`.
    ///
    /// # Errors
    /// The error in the command line, in words.
    pub fn count(args: CountArgs) -> Result<Settings, String> {
        let question = match (args.candidates, args.estimate) {
            (true, _) => Question::Candidates,
            (_, true) => Question::Estimate,
            _ => Question::Count,
        };
        let search = &args.search;
        if args.method == Method::Dp
            && (search.network.is_some()
                || !search.without.is_empty()
                || search.search != SearchMode::Auto)
        {
            return Err(
                "--method dp counts without a network: leave out --network, --without and \
                        --search"
                    .into(),
            );
        }
        let mut settings = Settings::new(question, args.batch, search)?;
        settings.how.options.method = args.method;
        settings.how.options.program = args.program;
        Ok(settings)
    }

    /// The settings of `clew rate`.
    ///
    /// # Errors
    /// The error in the command line, in words.
    pub fn rate(args: RateArgs) -> Result<Settings, String> {
        if args.batch.stats.is_some() {
            return Err("--stats does not apply: a rating is no search".into());
        }
        let threads = args.threads.map_or_else(machine::cores, usize::from);
        let how = How::usual(args.time, threads, args.rules.clone()).explaining(args.techniques);
        Settings::with(Question::Check, args.batch, how, true)
    }

    fn new(question: Question, batch: BatchArgs, search: &SearchArgs) -> Result<Settings, String> {
        let mut how = How::new(search)?;
        how.options = question.options(how.options);
        Settings::with(question, batch, how, false)
    }

    fn with(
        question: Question,
        batch: BatchArgs,
        how: How,
        rates: bool,
    ) -> Result<Settings, String> {
        let lines = batch.json || batch.csv;
        for (asked, option) in
            [(batch.unordered, "--unordered"), (!batch.fields.is_empty(), "--fields")]
        {
            if asked && !lines {
                return Err(format!("{option} goes with --json or --csv"));
            }
        }
        if let Some(path) = batch.resume.as_deref().filter(|_| !batch.json) {
            let shown = crate::cli::shown(path);
            return Err(match path.exists() {
                true => "--resume goes with --json: results are added to the file".into(),
                false => format!(
                    "--resume {shown}: there is no such directory of a count, and results are added to a \
                     file with --json only"
                ),
            });
        }
        if batch.resume.as_deref().is_some_and(crate::cli::io::output::is_standard) {
            return Err("--resume needs a file: results are read from it and added to it".into());
        }
        let mut columns =
            Columns::new(&batch.fields, batch.csv, batch.no_solutions, teller(question, rates))?;
        if batch.resume.is_some() {
            columns = columns.resumable();
        }
        if batch.resume.is_some() && !columns.has_id() {
            return Err(
                "--resume needs the field id: it identifies the puzzles that have a result".into(),
            );
        }
        let stdout = std::io::stdout();
        let terminal = stdout.is_terminal();
        let auto = || anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        let colour = match batch.color {
            Colour::Auto => terminal && auto(),
            Colour::Always => true,
            Colour::Never => false,
        };
        let show = Show {
            target: None,
            json: lines,
            each: false,
            quiet: batch.quiet,
            stats: batch.stats,
            colour,
            drawn: terminal || batch.color == Colour::Always,
            width: machine::columns(),
        };
        let ordered = !batch.unordered;
        let BatchArgs { puzzles, shard, resume, .. } = batch;
        Ok(Settings { puzzles, question, how, show, ordered, columns, shard, resume, rates })
    }

    /// The schema of the results.
    pub fn schema(&self) -> &'static str {
        if self.rates { json::RATING_SCHEMA } else { json::SCHEMA }
    }

    /// How many solutions are converted to text while they are found or drawn, if more than one is requested.
    pub fn streams(&self) -> Option<usize> {
        match self.question {
            Question::Sample(draws) => Some(draws),
            Question::SolveAll => Some(usize::MAX),
            Question::Solve(limit) if limit > 1 => Some(limit),
            _ => None,
        }
    }

    /// Whether results begin before the work ends.
    pub fn begins_early(&self) -> bool {
        self.streams().is_some() && !self.lists()
    }

    /// Whether the solutions of a puzzle go into one object.
    pub fn lists(&self) -> bool {
        self.show.json && !self.show.each
    }

    /// How many solutions fit into the memory limit.
    pub fn room(&self, cells: usize) -> usize {
        /// The memory of an answer in addition to its cells, roughly.
        const OVERHEAD: usize = 64;
        /// The ratio of its size as an object with its puzzle.
        const AS_RESULT: usize = 8;
        /// The same as a part of an object.
        const AS_PART: usize = 3;
        /// No limit, and not the number that stands for one either.
        const ANY: usize = usize::MAX - 1;
        let times = match self.streams() {
            Some(_) if self.lists() && !self.columns.has_solutions() => return ANY,
            Some(_) if self.show.each => AS_RESULT,
            Some(_) => AS_PART,
            None => 1,
        };
        (self.how.kept / (times * (OVERHEAD + 4 * cells))).clamp(2, ANY)
    }
}
