//! Limits and Ctrl-C on large boards: a command ends within 0.2 processor seconds of its limit or of the signal,
//! during any of its phases: building, propagating, estimating, filling tables, drawing samples, printing.
//!
//! Processor time is read from `/proc` between the end of the program and its burial, so a busy machine
//! does not matter. The quick test takes small boards and some rows; the whole table is
//! `cargo test --release --test all limits:: -- --ignored --nocapture`; with `CLEW_PROGRAM=PATH` it is
//! that of another build of the program.
#![cfg(target_os = "linux")]

use crate::support::program::{interrupt, program};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Processor time that a command may take beyond its limit; tests are compiled without most
/// optimisations, and every reading is rounded to a hundredth of a second.
const TOLERANCE: f64 = if cfg!(debug_assertions) { 1.0 } else { 0.25 };
/// Ticks of the processor clock per second, as `/proc` counts them.
const TICKS: f64 = 100.0;
/// A program that runs longer than this is considered never to end.
const NEVER: Duration = Duration::from_secs(120);
/// The time of the signal.
const SIGNAL_AFTER: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 150 } else { 400 });

/// The limit that ends the command.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Millis(u64),
    Signal,
}

const LIMITS: [Limit; 4] =
    [Limit::Millis(1), Limit::Millis(100), Limit::Millis(1000), Limit::Signal];

const COMMANDS: [&str; 14] = [
    "check",
    "check --where",
    "repair",
    "draw --where",
    "solve",
    "count",
    "count --method dp",
    "count --estimate",
    "count --candidates",
    "solve --sample 1000000000",
    "solve --all --json",
    "draw --solution",
    "profile",
    "networks",
];

/// A grid of tokens with a header.
fn grid(header: &str, rows: usize, cols: usize, token: impl Fn(usize, usize) -> String) -> String {
    let mut text = format!("{header}\n\n");
    for r in 0..rows {
        let tokens: Vec<String> = (0..cols).map(|c| token(r, c)).collect();
        let _ = writeln!(text, "{}", tokens.join(" "));
    }
    text
}

/// An open square board.
pub fn open(header: &str, side: usize) -> String {
    grid(header, side, side, |_, _| ".".into())
}

/// A line to and fro over the board, one number in fifty given.
pub fn sparse_hidato(side: usize) -> String {
    grid("puzzle: hidato", side, side, |r, c| {
        let n = r * side + if r % 2 == 0 { c } else { side - 1 - c } + 1;
        if n % 50 == 1 { n.to_string() } else { ".".into() }
    })
}

/// A label at both ends of every row.
fn ladder(header: &str, side: usize) -> String {
    let last = side - 1;
    grid(header, side, side, |r, c| if c == 0 || c == last { format!("L{r}") } else { ".".into() })
}

/// Labels at scattered places.
fn scattered(header: &str, side: usize) -> String {
    pairs_at_random(header, side, side / 8)
}

/// The same with the given number of pairs.
pub fn pairs_at_random(header: &str, side: usize, pairs: usize) -> String {
    let cells = side * side;
    let mut at = vec![None; cells];
    let mut state = 12_345usize;
    for end in 0..2 * pairs {
        loop {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            let cell = (state >> 8) % cells;
            if at[cell].is_none() {
                at[cell] = Some(end / 2);
                break;
            }
        }
    }
    grid(header, side, side, |r, c| at[r * side + c].map_or(".".into(), |k| format!("L{k}")))
}

fn square(order: usize) -> String {
    let cells = |sign: bool| {
        let between = if sign { " < " } else { "   " };
        format!(".{between}.{}\n", "   .".repeat(order - 2))
    };
    let signs = format!("-{}\n", "   -".repeat(order - 1));
    let rows: Vec<String> = (0..order).map(|r| cells(r % 3 == 0)).collect();
    format!("puzzle: futoshiki\n\n{}", rows.join(&signs))
}

fn latin(order: usize) -> String {
    let row = |token| vec![token; order].join(" ") + "\n";
    let rows = vec![row("."); order];
    format!("puzzle: futoshiki\n\n{}", rows.join(&row("-")))
}

/// Name and text of every board; sides are those of the whole table divided by `part`.
pub fn boards(part: usize) -> Vec<(&'static str, String)> {
    let (large, wide) = (256 / part, 100 / part);
    vec![
        ("path, king", open("puzzle: path\nneighbours: 8", large)),
        ("path, rook", open("puzzle: path", large)),
        ("hidato, open", open("puzzle: hidato", large)),
        ("hidato, 2 % given", sparse_hidato(large)),
        ("numberlink, partial", scattered("puzzle: numberlink\ncover: partial", large)),
        ("numberlink, wide", ladder("puzzle: numberlink", wide)),
        ("numberlink, wide, partial", scattered("puzzle: numberlink\ncover: partial", wide)),
        ("numberlink, touching", scattered("puzzle: numberlink\ntouch: yes", wide)),
        ("futoshiki 64", square(64 / part)),
        ("futoshiki 128", square(128 / part)),
        ("latin 8", latin(8)),
    ]
}

/// The state of a process and its processor seconds so far.
fn clock(pid: u32) -> Option<(char, f64)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in brackets may have blanks.
    let fields: Vec<&str> = stat[stat.rfind(')')? + 1..].split_whitespace().collect();
    let ticks: f64 = fields[11].parse::<f64>().ok()? + fields[12].parse::<f64>().ok()?;
    Some((fields[0].chars().next()?, ticks / TICKS))
}

/// Waits until a program has used the processor as long as it would have on an idle machine before the signal is sent;
/// returns its processor seconds, `None` if it has ended.
fn at_work(child: &Child, since: Instant) -> Option<f64> {
    loop {
        let (_, seconds) = clock(child.id()).filter(|(state, _)| *state != 'Z')?;
        if seconds >= SIGNAL_AFTER.as_secs_f64() || since.elapsed() > NEVER {
            return Some(seconds);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for the end of a program, without reaping it; its processor seconds, `None` if it does not end.
fn end_of(child: &mut Child, since: Instant) -> Option<f64> {
    loop {
        match clock(child.id()) {
            Some(('Z', seconds)) => return Some(seconds),
            Some(_) if since.elapsed() > NEVER => {
                let _ = child.kill();
                return None;
            }
            _ => std::thread::sleep(Duration::from_millis(2)),
        }
    }
}

/// Runs a row of the table; an error describes a violation.
fn row(here: &Path, command: &str, limit: Limit) -> Result<f64, String> {
    let mut arguments: Vec<String> = command.split(' ').map(String::from).collect();
    let makes = command.starts_with("generate");
    if command != "networks" && command != "profile" && !makes {
        arguments.extend(["--threads".into(), "1".into()]);
    }
    if let Limit::Millis(ms) = limit {
        arguments.extend(["--time".into(), format!("{ms}ms")]);
    }
    if !makes {
        arguments.push("p.puzzle".into());
    }
    let said = File::create(here.join("said")).expect("a file");
    let mut child = Command::new(program())
        .args(&arguments)
        .current_dir(here)
        .stdout(Stdio::null())
        .stderr(said)
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    // The processor time that it may have used when its time was up; `None`: it ended before the signal.
    let mut before = match limit {
        Limit::Millis(ms) => Some(ms as f64 / 1e3),
        Limit::Signal => None,
    };
    if let Limit::Signal = limit {
        std::thread::sleep(SIGNAL_AFTER);
        if let Some(seconds) = at_work(&child, start) {
            interrupt(&child);
            before = Some(clock(child.id()).map_or(seconds, |(_, later)| later.max(seconds)));
        }
    }
    let seconds = end_of(&mut child, start);
    let status = child.wait().expect("it ended").code();
    let words = fs::read_to_string(here.join("said")).unwrap_or_default();
    let Some(seconds) = seconds else { return Err("does not end".into()) };
    let beyond = before.map_or(0.0, |before| seconds - before);
    let refused = matches!(limit, Limit::Millis(_)) && command == "profile" && status == Some(2);
    if words.contains("panicked") || matches!(status, Some(3 | 5 | 101)) || refused {
        return Err(format!("status {status:?}: {}", words.lines().next().unwrap_or_default()));
    }
    if beyond > TOLERANCE {
        return Err(format!("{beyond:.2} processor seconds beyond the limit"));
    }
    Ok(beyond)
}

/// Runs the wanted rows; returns all violations.
fn table(part: usize, wanted: impl Fn(&str, &str, Limit) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, text) in boards(part) {
        let here = TempDir::new().expect("a temporary directory");
        fs::write(here.path().join("p.puzzle"), text).expect("a file");
        for command in COMMANDS {
            for limit in LIMITS {
                let timed = matches!(limit, Limit::Millis(_));
                // Only a signal ends a listing.
                if !wanted(name, command, limit) || (timed && command == "networks") {
                    continue;
                }
                match row(here.path(), command, limit) {
                    Ok(beyond) => println!("{name}: {command}, {limit:?}: {beyond:.2}"),
                    Err(why) => {
                        println!("{name}: {command}, {limit:?}: WRONG: {why}");
                        wrong.push(format!("{name}: {command}, {limit:?}: {why}"));
                    }
                }
            }
        }
    }
    wrong
}

#[test]
fn small_boards_end_at_their_limits() {
    let wrong = table(8, |_, command, limit| match limit {
        Limit::Millis(1) => ["check", "count", "draw --solution"].contains(&command),
        Limit::Millis(100) => ["check --where", "repair"].contains(&command),
        Limit::Signal => ["solve", "count --candidates", "repair"].contains(&command),
        Limit::Millis(_) => false,
    });
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// The whole table.
#[test]
#[ignore = "many minutes; in release"]
fn all_boards_end_at_their_limits() {
    let wrong = table(1, |_, _, _| true);
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// Single steps that take long: stating every sign of a large square as clauses, writing the inferences of one call of
/// a propagator, looking up the meanings of a network's literals, looking for lines before there is a puzzle to be
/// judged.
#[test]
fn long_steps_end_at_their_limits() {
    let mut wrong = Vec::new();
    for (text, command) in [
        (latin(128), "repair"),
        (sparse_hidato(50), "trace"),
        (open("puzzle: path", 256), "trace --first 5"),
        (String::new(), "generate numberlink --rows 60 --bridges 300"),
        (String::new(), "generate path --rows 64 --neighbours 8 --unique"),
    ] {
        let here = TempDir::new().expect("a temporary directory");
        fs::write(here.path().join("p.puzzle"), text).expect("a file");
        for limit in [Limit::Millis(100), Limit::Signal] {
            match row(here.path(), command, limit) {
                Ok(beyond) => println!("{command}, {limit:?}: {beyond:.2}"),
                Err(why) => wrong.push(format!("{command}, {limit:?}: {why}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// A question that is cut short on a large board leaves millions of literals on the trail: the program does not wait
/// until they are undone for a question that has ended.
#[test]
fn questions_end_at_their_limits() {
    for text in [open("puzzle: path", 50), open("puzzle: hidato", 50)] {
        let here = TempDir::new().expect("a temporary directory");
        fs::write(here.path().join("p.puzzle"), text).expect("a file");
        let beyond = row(here.path(), "repair", Limit::Millis(2500));
        assert!(beyond.is_ok(), "{beyond:?}");
    }
}

/// Solutions are converted to text while they are found: converting hundreds of thousands at the end would exceed the
/// limit.
#[test]
fn listings_end_at_their_limits() {
    let here = TempDir::new().expect("a temporary directory");
    fs::write(here.path().join("p.puzzle"), grid("puzzle: hidato", 3, 8, |_, _| ".".into()))
        .expect("a file");
    for command in
        ["solve --all --json", "solve --all --search learn", "solve --sample 1000000000 --json"]
    {
        let beyond = row(here.path(), command, Limit::Millis(1000));
        assert!(beyond.is_ok(), "{command}: {beyond:?}");
    }
}

/// Ctrl-C in a batch of many puzzles, as one stream and as a directory of files: no puzzle is begun after it, and the
/// remaining ones are counted.
#[test]
fn a_batch_of_thousands_ends_at_the_signal() {
    const PUZZLES: usize = 4096;
    let boards = [open("puzzle: hidato", 8), open("puzzle: path", 9), latin(7)];
    let texts: Vec<&str> = (0..PUZZLES).map(|i| &*boards[i % boards.len()]).collect();
    let stream = TempDir::new().expect("a temporary directory");
    fs::write(stream.path().join("p.puzzle"), texts.join("---\n")).expect("a file");
    let folder = TempDir::new().expect("a temporary directory");
    // The argument is called like a file, but may be a directory as well.
    fs::create_dir(folder.path().join("p.puzzle")).expect("a directory");
    for (i, text) in texts.iter().enumerate() {
        fs::write(folder.path().join(format!("p.puzzle/{i}.puzzle")), text).expect("a file");
    }
    let mut wrong = Vec::new();
    for (name, here) in [("stream", stream.path()), ("directory", folder.path())] {
        for command in ["check", "count --json", "count --candidates", "solve --sample 1000000"] {
            match row(here, command, Limit::Signal) {
                Ok(beyond) => println!("{name}: {command}: {beyond:.2}"),
                Err(why) => wrong.push(format!("{name}: {command}: {why}")),
            }
            let said = fs::read_to_string(here.join("said")).expect("a file");
            let left = said.lines().find(|line| line.contains(" were not begun, the first is "));
            if left.is_none() {
                wrong.push(format!(
                    "{name}: {command}: nothing was left, or it is not said: {said}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}
