//! The command line as types.

pub(crate) mod common;
pub(crate) mod format;
pub(crate) mod help;
pub(crate) mod help_long;
pub(crate) mod option_conflicts;
pub(crate) mod rules;
pub(crate) mod values;

pub use crate::cli::args::common::{BatchArgs, Colour, RuleArgs, SearchArgs, StatsForm, Switch};
pub use crate::cli::args::format::ExportArgs;
pub use crate::cli::count::cubes_args::{CountCubeArgs, MergeArgs, SplitArgs};
pub use crate::cli::count::long_args::LongArgs;
pub use crate::cli::craft::args::{
    DedupArgs, ExplainArgs, FromSolutionArgs, GenerateArgs, HintArgs, RateArgs, TechniqueArgs,
};
pub use crate::cli::draw::args::DrawArgs;
use crate::cli::models::args::{ModelExportArgs, ModelImportArgs, help as model_help};
use crate::cli::models::flatzinc::{self, FlatZincArgs};
use crate::cli::models::install::{self, InstallArgs};
pub use crate::cli::profile::args::{AblateArgs, BenchArgs, CompareArgs, ProfileArgs, TraceArgs};
pub use crate::cli::proof::args::{BestProofArgs, CertifyArgs, ProofArgs};
use crate::cli::serve;
pub use crate::cli::serve::ServeArgs;
use clap::{Args, Parser, Subcommand};
use clew::api::request::{PlanOptions, RepairOptions, word};
use clew::interchange::Format;
use clew::puzzle::Goal;
use clew::strategy::Method;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Solve, count, verify and profile Hidato, continuous-line, Numberlink and Futoshiki puzzles.
#[derive(Parser, Debug)]
#[command(
    name = "clew",
    version,
    long_version = LONG_VERSION.as_str(),
    args_override_self = true,
    long_about = help::main(),
    after_help = help::MAIN_AFTER
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// The version with the commit it was built of, if the build names one, the target, and optional features.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("CLEW_COMMIT").filter(|commit| !commit.is_empty());
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    let env = match () {
        () if cfg!(target_env = "gnu") => "-gnu",
        () if cfg!(target_env = "musl") => "-musl",
        () if cfg!(target_env = "msvc") => "-msvc",
        () => "",
    };
    let pictures = if cfg!(feature = "pictures") { "pictures" } else { "none" };
    format!(
        "{}\ncommit: {}\ntarget: {arch}-{os}{env}\nfeatures: {pictures}",
        env!("CARGO_PKG_VERSION"),
        commit.unwrap_or("not stated"),
    )
});

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Print a solution, or several, or all
    #[command(long_about = help::SOLVE, after_help = help::SOLVE_AFTER)]
    Solve(SolveArgs),
    /// Is there exactly one solution? If not, where do two differ?
    #[command(long_about = help::CHECK, after_help = help::CHECK_AFTER)]
    Check(CheckArgs),
    /// Print the exact number of solutions
    #[command(long_about = help::COUNT, after_help = help::COUNT_AFTER)]
    Count(CountArgs),
    /// Cut a count by search into cubes, which are counted apart
    #[command(long_about = help_long::SPLIT, after_help = help_long::SPLIT_AFTER)]
    Split(SplitArgs),
    /// Count cubes of a count that was cut
    #[command(long_about = help_long::COUNT_CUBE, after_help = help_long::COUNT_CUBE_AFTER)]
    CountCube(CountCubeArgs),
    /// Join the pieces of a count: residues, or cubes
    #[command(long_about = help_long::MERGE, after_help = help_long::MERGE_AFTER)]
    Merge(MergeArgs),
    /// Mend a puzzle: clues to add, givens at fault, givens to spare
    #[command(long_about = help::REPAIR, after_help = help::REPAIR_AFTER)]
    Repair(RepairArgs),
    /// Profile the propagators on a puzzle: calls, removals, processor time
    #[command(long_about = help::PROFILE, after_help = help::PROFILE_AFTER)]
    Profile(ProfileArgs),
    /// Ablation study over redundant constraints, formulations and searches
    #[command(long_about = help::ABLATE, after_help = help::ABLATE_AFTER)]
    Ablate(AblateArgs),
    /// Compare two saved profiles
    #[command(long_about = help::COMPARE, after_help = help::COMPARE_AFTER)]
    Compare(CompareArgs),
    /// Run many puzzles under many settings: solved counts, PAR2, plots
    #[command(long_about = help::BENCH, after_help = help::BENCH_AFTER)]
    Bench(BenchArgs),
    /// Print every inference of a run: its rule, its premises, its conclusion
    #[command(long_about = help::TRACE, after_help = help::TRACE_AFTER)]
    // For this command --rule selects inferences.
    #[command(mut_arg("rule-of-puzzle", |arg| arg.long("puzzle-rule")))]
    Trace(TraceArgs),
    /// Show the solving plan: methods, order, budgets, reasons
    #[command(long_about = help::PLAN, after_help = help::PLAN_AFTER)]
    Plan(PlanArgs),
    /// Solve a puzzle as a person does, step by step, each with its reason
    #[command(long_about = help::EXPLAIN, after_help = help::EXPLAIN_AFTER)]
    Explain(ExplainArgs),
    /// Show the next step only
    #[command(long_about = help::HINT, after_help = help::HINT_AFTER)]
    Hint(HintArgs),
    /// Rate the difficulty of puzzles for people
    #[command(long_about = help::RATE, after_help = help::RATE_AFTER)]
    Rate(RateArgs),
    /// List the formulations, and the network of each for a puzzle
    #[command(after_help = help::NETWORKS_AFTER)]
    Networks(NetworksArgs),
    /// Draw a puzzle and its solutions, or sheets of many, as SVG, PNG or PDF
    #[command(long_about = help::DRAW, after_help = help::DRAW_AFTER)]
    Draw(DrawArgs),
    /// Write puzzles in another format: an address, an id, a level, a file of another program
    #[command(long_about = help::convert(), after_help = help::CONVERT_AFTER)]
    Convert(ConvertArgs),
    /// Is the certificate of `clew check --proof` or `clew solve --proof` right?
    #[command(long_about = help::CERTIFY, after_help = help::CERTIFY_AFTER)]
    Certify(CertifyArgs),
    /// Does a solution obey the rules of a puzzle? If not, which one does it break, and where?
    #[command(long_about = help::VERIFY, after_help = help::VERIFY_AFTER)]
    Verify(VerifyArgs),
    /// Write a puzzle as a model for another solver: LP, MPS, MiniZinc, FlatZinc, OPB, DIMACS
    #[command(long_about = model_help::EXPORT, after_help = model_help::EXPORT_AFTER)]
    Export(ModelExportArgs),
    /// Read the solution of another solver, verify it and print it
    #[command(long_about = model_help::IMPORT, after_help = model_help::IMPORT_AFTER)]
    Import(ModelImportArgs),
    /// Answer a FlatZinc file, as MiniZinc expects it of a solver
    #[command(long_about = flatzinc::ABOUT, after_help = flatzinc::AFTER)]
    Flatzinc(FlatZincArgs),
    /// Write the files by which MiniZinc finds clew
    #[command(long_about = install::ABOUT)]
    InstallMinizinc(InstallArgs),
    /// Make puzzles with one solution
    #[command(long_about = help::GENERATE, after_help = help::GENERATE_AFTER)]
    Generate(GenerateArgs),
    /// Make puzzles of drawn solutions
    #[command(long_about = help_long::FROM_SOLUTION, after_help = help_long::FROM_SOLUTION_AFTER)]
    FromSolution(FromSolutionArgs),
    /// Keep one of puzzles that are the same turned, mirrored, relabelled or counted from the other end
    #[command(long_about = help_long::DEDUP, after_help = help_long::DEDUP_AFTER)]
    Dedup(DedupArgs),
    /// Open a page on which puzzles are drawn, checked, solved and explained
    #[command(long_about = serve::ABOUT, after_help = serve::AFTER)]
    Serve(ServeArgs),
    /// Write a completion script for a shell
    #[command(hide = true)]
    Completions { shell: clap_complete::Shell },
    /// Write the manual: a page a command
    #[command(hide = true)]
    Man(ManArgs),
}

/// `clew solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Print all solutions; of a line that may run either way one direction
    #[arg(long, conflicts_with_all = ["number", "minimize", "maximize"])]
    pub all: bool,
    /// Print up to this many solutions
    #[arg(short, long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Print this many uniformly random solutions, each independent of the others (see --seed)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..),
          conflicts_with_all = ["all", "number", "minimize", "maximize"])]
    pub sample: Option<u32>,
    /// With --json: a result for each solution, as soon as it is found; the last result has none, and
    /// has their number
    #[arg(long, requires = "json",
          conflicts_with_all = ["csv", "no_solutions", "resume", "minimize", "maximize"])]
    pub stream: bool,
    /// Find the solution with the fewest turns (hidato, path) or the least total length (numberlink
    /// with partial cover), and prove it
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["number", "maximize"],
          value_parser = values::goal(false))]
    pub minimize: Option<Goal>,
    /// Find a line through as many cells as possible (path), and prove it
    #[arg(long, value_name = "WHAT", conflicts_with = "number", value_parser = values::goal(true))]
    pub maximize: Option<Goal>,
    #[command(flatten)]
    pub proof: BestProofArgs,
    #[command(flatten)]
    pub export: ExportArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// If there are several solutions: list the cells that are the same in all of them, and the possible
    /// contents of each other cell, proved over all solutions
    #[arg(long = "where")]
    pub locate: bool,
    #[command(flatten)]
    pub proof: ProofArgs,
    #[command(flatten)]
    pub export: ExportArgs,
    #[command(flatten)]
    pub batch: BatchArgs,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew count`.
#[derive(Args, Debug)]
pub struct CountArgs {
    /// How to count: by dynamic programming; by search; by search that counts independent parts by
    /// themselves (hidato, futoshiki); or the way that seems cheapest
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = word::<Method>())]
    pub method: Method,
    /// For each cell, print the number of solutions for each value or label; for lines with too many
    /// solutions to look at each, and too few numbers to fall into parts, only for each step between
    /// two cells
    #[arg(long, conflicts_with_all = ["method", "estimate"])]
    pub candidates: bool,
    /// If the exact number is not known soon (half of --time, or one second), estimate it at random,
    /// with a 95 % confidence interval (empirical). --method selects the way to count, not to estimate:
    /// estimates come from layers of a dynamic program if there is one
    #[arg(long)]
    pub estimate: bool,
    /// With --method dp, --mod or --checkpoint: count by the dynamic program of this name instead of the one that
    /// promises the fewest states, to check a count another way; a wrong name lists the names
    #[arg(long = "dp", id = "dp", alias = "programme", value_name = "NAME", conflicts_with_all = ["candidates", "estimate", "residues"])]
    pub program: Option<String>,
    #[command(flatten)]
    pub batch: BatchArgs,
    #[command(flatten)]
    pub long: LongArgs,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew repair`.
#[derive(Args, Debug)]
pub struct RepairArgs {
    /// A file, or - for standard input
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    /// Name only clues in these cells: a file with rows of `.` for such a cell and `#` for another one
    #[arg(long, value_name = "FILE")]
    pub at: Option<PathBuf>,
    #[command(flatten)]
    pub question: RepairOptions,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew plan`.
#[derive(Args, Debug)]
pub struct PlanArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    #[command(flatten)]
    pub question: PlanOptions,
    /// Plan for the least of this, as `clew solve --minimize`
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["task", "maximize"],
          value_parser = values::goal(false))]
    pub minimize: Option<Goal>,
    /// Plan for the most of this, as `clew solve --maximize`
    #[arg(long, value_name = "WHAT", conflicts_with = "task", value_parser = values::goal(true))]
    pub maximize: Option<Goal>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew networks`.
#[derive(Args, Debug)]
pub struct NetworksArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: Option<PathBuf>,
    /// Print one JSON object per network
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew convert`.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Files, directories, - for standard input, or addresses, ids and levels themselves
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = values::written)]
    pub to: &'static Format,
    /// The file to write, or a directory, with a file for each puzzle; standard output if left out or -
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// Write the part that the format can hold, and list the losses
    #[arg(long)]
    pub lossy: bool,
    /// Write the solution that the input carries too; in the text format and as a plain grid the filled
    /// grid alone, as `clew verify` takes it together with the puzzle
    #[arg(long)]
    pub solution: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    /// The solution: a filled grid, a result of --json, or an address or level that carries one; a
    /// file, or - for standard input. If left out: the solutions that the puzzle's input carries
    #[arg(value_name = "SOLUTION")]
    pub solution: Option<PathBuf>,
    /// Print a JSON object for each answer, one per line: right, wrong or unreadable, the rule that is broken and
    /// where, how many cells are right
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew man`.
#[derive(Args, Debug)]
pub struct ManArgs {
    /// Write only the page of this command
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    pub about: Option<String>,
    /// Write each page to a file of its own in this directory: clew.1, clew-solve.1, ...; standard
    /// output, one page after the other, if left out
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}
