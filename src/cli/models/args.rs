//! Options of `clew export` and `clew import`, and their help.

use crate::cli::args::common::RuleArgs;
use crate::cli::args::values;
use clap::Args;
use clew::api::models::Target;
use std::path::PathBuf;

/// The objective of a model; of `clew import` that of the model that was solved.
#[derive(Args, Debug)]
pub struct ObjectiveArgs {
    /// The objective is the least of this: turns (of lines) or length (of numberlinks with partial cover)
    #[arg(long, value_name = "WHAT", conflicts_with = "maximize", value_parser = values::goal_name(false))]
    pub minimize: Option<String>,
    /// The objective is the most of this: cells (of a continuous line that need not visit all)
    #[arg(long, value_name = "WHAT", value_parser = values::goal_name(true))]
    pub maximize: Option<String>,
}

/// `clew export`.
#[derive(Args, Debug)]
pub struct ModelExportArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE", required_unless_present = "list")]
    pub puzzle: Option<PathBuf>,
    /// The model, see --list
    #[arg(long, value_name = "NAME", required_unless_present = "list")]
    pub model: Option<String>,
    /// The language: lp, mps, mzn, fzn, opb, cnf; dzn for the data of a model in MiniZinc that goes with clew;
    /// mod and dat for the model in AMPL that goes with clew, and its data; tex for the formulation on paper
    #[arg(long, value_name = "FORMAT", required_unless_present_any = ["list", "stats"], value_parser = Target::from_name)]
    pub to: Option<Target>,
    #[command(flatten)]
    pub objective: ObjectiveArgs,
    /// Cut off this solution, so that the model has no solution exactly if it was the only one; several
    /// if the file has several. Of a continuous line its reverse too. A file, - for standard input, or
    /// the solution itself, as for `clew verify`
    #[arg(long, value_name = "SOLUTION")]
    pub exclude: Option<PathBuf>,
    /// With --to mzn: write the model that --to dzn writes data for, which is the same for all puzzles
    #[arg(long, conflicts_with_all = ["exclude", "minimize", "maximize"])]
    pub shipped: bool,
    /// Write the relaxation, in which all variables are continuous: its best value bounds that of the model
    #[arg(long, conflicts_with_all = ["shipped", "stats"])]
    pub relax: bool,
    /// Print how many columns, integers, rows and nonzeros the model has, in place of the model
    #[arg(long, conflicts_with_all = ["to", "shipped", "output"])]
    pub stats: bool,
    /// The file to write; standard output if left out or -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// List the models of every family, with their caveats
    #[arg(long, exclusive = true)]
    pub list: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew import`.
#[derive(Args, Debug)]
pub struct ModelImportArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    /// The output of the solver: a file, or - for standard input
    #[arg(value_name = "SOLVERFILE")]
    pub solved: PathBuf,
    /// The model that it solved, see `clew export --list`
    #[arg(long, value_name = "NAME")]
    pub model: String,
    #[command(flatten)]
    pub objective: ObjectiveArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: RuleArgs,
}

pub(crate) mod help {
    //! Longer texts.

    pub const EXPORT: &str = "\
Writes a puzzle as a model for another solver: the models of the literature as they stand there, and
some of our own. Variables have stable names: x_1_2_3 is row 1, column 2, number 3. The head of the file
has the model, its source, its caveats, and the number that each kind of row has in the document. Without
--minimize or --maximize the objective is that of the document: none, or the same for all solutions.

A model that cannot state the puzzle's rules, and a language that cannot express the model, are refused with
the reason. docs/models.md explains every model with its formulas.";

    pub const EXPORT_AFTER: &str = "\
Examples:
  clew export --list
  clew export --model assign --to lp corner.puzzle -o corner.lp
  clew solve corner.puzzle > one.txt
  clew export --model assign --to lp --exclude one.txt corner.puzzle   infeasible if it is unique
  clew export --model positions --to mzn --shipped corner.puzzle -o model.mzn
  clew export --model positions --to dzn corner.puzzle -o corner.dzn
  clew export --model labels --to mzn links.puzzle | minizinc -
  clew export --model mtz --stats corner.puzzle
  clew export --model mtz --to lp --relax corner.puzzle -o bound.lp
  clew export --model flow --to lp --minimize turns line.puzzle -o turns.lp
  clew export --model mtz --to tex corner.puzzle -o corner.tex         the algebra, for LaTeX
  clew export --model mtz --to mod corner.puzzle -o mtz.mod            the model, for AMPL or GLPK
  clew export --model mtz --to dat corner.puzzle -o corner.dat         its data

Exit status: 0 written, 2 the model or the language cannot state it, 3 bad input, 5 output could not be
written.";

    pub const IMPORT: &str = "\
Reads the output of another solver for a model of `clew export`, verifies every solution against the rules
of the puzzle, and prints it.

Read are the solution files of HiGHS (raw), SCIP, CBC, Gurobi and CPLEX, the output of MiniZinc and
FlatZinc solvers, and the s and v lines of pseudo-Boolean and DIMACS solvers (of minisat its file). The
form is recognised.";

    pub const IMPORT_AFTER: &str = "\
Examples:
  highs corner.lp --solution_file corner.sol
  clew import --model assign corner.puzzle corner.sol
  cbc corner.lp solve solution corner.txt
  clew import --model assign --json corner.puzzle corner.txt
  cadical corner.cnf | clew import --model assign corner.puzzle -

Exit status: 0 a solution that obeys the rules, 1 the solver found that there is none, or its solution breaks a
rule, 3 bad input, 4 the solver does not know.";
}
