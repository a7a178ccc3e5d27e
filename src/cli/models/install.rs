//! `clew install-minizinc`: the files by which MiniZinc finds clew.

use crate::cli::batch::status::Status;
use crate::cli::io::{output, stderr};
use clap::Args;
use std::fs;
use std::path::PathBuf;

pub(crate) const ABOUT: &str = "Writes the files by which MiniZinc finds clew as a solver: solvers/clew.msc and the library \
clew/*.mzn, into the folder in which MiniZinc looks for the solvers of a user. Then: minizinc --solver clew model.mzn";

/// `clew install-minizinc`.
#[derive(Args, Debug)]
pub struct InstallArgs {
    /// The folder; ~/.minizinc if left out. Another one is named to MiniZinc by MZN_SOLVER_PATH=FOLDER/solvers
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// The library: constraints that stay as they are, and how others are stated.
const LIBRARY: [(&str, &str); 18] = [
    (
        "fzn_all_different_int.mzn",
        include_str!("../../../share/minizinc/clew/fzn_all_different_int.mzn"),
    ),
    ("fzn_bin_packing.mzn", include_str!("../../../share/minizinc/clew/fzn_bin_packing.mzn")),
    ("fzn_circuit.mzn", include_str!("../../../share/minizinc/clew/fzn_circuit.mzn")),
    ("fzn_count_eq.mzn", include_str!("../../../share/minizinc/clew/fzn_count_eq.mzn")),
    ("fzn_cumulative.mzn", include_str!("../../../share/minizinc/clew/fzn_cumulative.mzn")),
    ("fzn_cumulative_opt.mzn", include_str!("../../../share/minizinc/clew/fzn_cumulative_opt.mzn")),
    ("fzn_diffn.mzn", include_str!("../../../share/minizinc/clew/fzn_diffn.mzn")),
    ("fzn_disjunctive.mzn", include_str!("../../../share/minizinc/clew/fzn_disjunctive.mzn")),
    (
        "fzn_disjunctive_strict.mzn",
        include_str!("../../../share/minizinc/clew/fzn_disjunctive_strict.mzn"),
    ),
    (
        "fzn_global_cardinality.mzn",
        include_str!("../../../share/minizinc/clew/fzn_global_cardinality.mzn"),
    ),
    ("fzn_inverse.mzn", include_str!("../../../share/minizinc/clew/fzn_inverse.mzn")),
    ("fzn_lex_less_int.mzn", include_str!("../../../share/minizinc/clew/fzn_lex_less_int.mzn")),
    ("fzn_lex_lesseq_int.mzn", include_str!("../../../share/minizinc/clew/fzn_lex_lesseq_int.mzn")),
    ("fzn_regular.mzn", include_str!("../../../share/minizinc/clew/fzn_regular.mzn")),
    ("fzn_subcircuit.mzn", include_str!("../../../share/minizinc/clew/fzn_subcircuit.mzn")),
    ("fzn_table_int.mzn", include_str!("../../../share/minizinc/clew/fzn_table_int.mzn")),
    ("redefinitions-2.0.mzn", include_str!("../../../share/minizinc/clew/redefinitions-2.0.mzn")),
    ("redefinitions.mzn", include_str!("../../../share/minizinc/clew/redefinitions.mzn")),
];

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, if there is no folder to write to.
pub(crate) fn run(args: &InstallArgs) -> Result<u8, String> {
    let home = || std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    let folder = args.folder.clone().or_else(|| Some(PathBuf::from(home()?).join(".minizinc")));
    let folder = folder.ok_or("no home folder is known: name the folder to write to")?;
    match written(&folder) {
        Ok(solver) => {
            let text = format!("{}\n", solver.display());
            Ok(output::print(text.as_bytes(), Status::Yes).code())
        }
        Err(error) => {
            stderr::line(format_args!("error: {}: {error}", folder.display()));
            Ok(Status::Unwritten.code())
        }
    }
}

/// Writes all files; returns the one that describes the solver.
fn written(folder: &std::path::Path) -> std::io::Result<PathBuf> {
    let (library, solvers) = (folder.join("clew"), folder.join("solvers"));
    fs::create_dir_all(&library)?;
    fs::create_dir_all(&solvers)?;
    for (name, text) in LIBRARY {
        fs::write(library.join(name), text)?;
    }
    let described = serde_json::json!({
        "id": "clew",
        "name": "clew",
        "description": "Constraint programming with learning, over whole numbers and truth values",
        "version": env!("CARGO_PKG_VERSION"),
        "mznlib": fs::canonicalize(&library)?,
        "executable": std::env::current_exe()?,
        "tags": ["cp", "int"],
        "stdFlags": ["-a", "-f", "-i", "-n", "-p", "-r", "-s", "-t", "-v"],
        "supportsMzn": false,
        "supportsFzn": true,
        "needsSolns2Out": true,
    });
    let file = solvers.join("clew.msc");
    fs::write(&file, format!("{described:#}\n"))?;
    Ok(file)
}
