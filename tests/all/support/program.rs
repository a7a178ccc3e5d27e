//! The program in tests: run in a folder of its own, with its output and its status.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time for a program to install its handler of Ctrl-C.
const LONG: Duration = Duration::from_secs(60);

/// A temporary folder that the program runs in.
pub struct Folder(TempDir);

impl Folder {
    /// A folder with these files, by name and text.
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(TempDir::new().expect("a temporary directory"));
        files.iter().for_each(|(name, text)| folder.put(name, text.as_bytes()));
        folder
    }

    /// A folder with one puzzle, `p.puzzle`.
    pub fn with_puzzle(text: &str) -> Folder {
        Folder::with(&[("p.puzzle", text)])
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and the folders above it.
    pub fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, bytes).expect("a file");
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file that was written")
    }

    /// Runs the program in this folder.
    pub fn run(&self, arguments: &str) -> Ran {
        run(self.path(), arguments)
    }

    /// Starts the program in this folder, without waiting for it.
    pub fn start(&self, arguments: &str) -> Child {
        let mut command = clew(self.path(), arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }

    /// The same with standard input.
    pub fn feed(&self, arguments: &str, input: &str) -> Ran {
        let mut command = assert_cmd::Command::from_std(clew(self.path(), arguments));
        Ran::from_output(command.write_stdin(input).output().expect("the program runs"))
    }
}

/// The output of the program, and its status.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Converts the output of a program that has ended.
    pub fn from_output(output: Output) -> Ran {
        Ran {
            status: output.status.code().expect("no signal"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// The result objects, one per line.
    pub fn json(&self) -> Vec<Value> {
        self.out.lines().map(|l| serde_json::from_str(l).expect("a JSON object a line")).collect()
    }

    /// The one result object.
    pub fn object(&self) -> Value {
        serde_json::from_str(&self.out).expect("one JSON object")
    }
}

/// Where the program is: the one that was built with the tests, or `CLEW_PROGRAM`.
pub fn program() -> PathBuf {
    match std::env::var_os("CLEW_PROGRAM") {
        Some(path) => path.into(),
        None => env!("CARGO_BIN_EXE_clew").into(),
    }
}

/// The program, to be run in a folder without standard input.
pub fn clew(here: &Path, arguments: &str) -> Command {
    let mut command = Command::new(program());
    command.current_dir(here).args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

/// Runs the program in a folder.
pub fn run(here: &Path, arguments: &str) -> Ran {
    Ran::from_output(clew(here, arguments).output().expect("the program runs"))
}

/// Runs the program on one puzzle.
pub fn run_on(arguments: &str, puzzle: &str) -> Ran {
    Folder::with_puzzle(puzzle).run(&format!("{arguments} p.puzzle"))
}

/// Sends the signal of Ctrl-C to a running program, as soon as it handles it: on a busy machine the program may not
/// have come that far, and would just be ended.
pub fn interrupt(child: &Child) {
    let start = Instant::now();
    while !listens(child.id()) && start.elapsed() < LONG {
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill can be run").success(), "no signal was sent");
}

/// Whether a process handles Ctrl-C itself, or has ended; assumed if `/proc` is not available.
fn listens(process: u32) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { return true };
    let field = |name| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let caught = field("SigCgt:").and_then(|mask| u64::from_str_radix(mask, 16).ok());
    field("State:").is_some_and(|state| state.starts_with('Z'))
        || caught.is_none_or(|mask| mask & INTERRUPT != 0)
}
