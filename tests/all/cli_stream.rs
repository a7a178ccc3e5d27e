//! Input that is still being written: results come before it ends, without waiting for parts that they do not need.

use crate::support::program::interrupt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Longer than any of these puzzles takes on a busy machine.
const LONG: Duration = Duration::from_secs(60);

const UNIQUE: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const OBJECT: &str = r#"{"puzzle":"hidato","cells":[[6,null,null],[null,2,8],[1,null,null]]}"#;

/// The program with a pipe to and from it.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Running {
    fn start(arguments: &str) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_clew"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Running { child, input, lines }
    }

    fn write(&mut self, text: &str) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("it is read");
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(LONG).expect("a line of output, though the input has not ended")
    }

    /// Closes the input; returns the other lines, the text on standard error, and the status.
    fn end(mut self) -> (Vec<String>, String, Option<i32>) {
        drop(self.input.take());
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(LONG) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("no end of output"),
            }
        }
        let mut said = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        (rest, said, self.child.wait().expect("it ended").code())
    }
}

#[test]
fn the_first_result_does_not_wait_for_the_second_puzzle() {
    for threads in [1, 4] {
        let mut ran = Running::start(&format!("check --threads {threads} -"));
        ran.write(&format!("{UNIQUE}---\n"));
        assert_eq!(ran.line(), "-#1: unique");
        ran.write(&format!("{UNIQUE}---\n"));
        assert_eq!(ran.line(), "-#2: unique");
        ran.write("puzzle: path\n\n. x\n---\n");
        let wrong =
            "-#3: invalid: line 15, column 3: found \"x\", expected a number, \".\" or \"#\"";
        assert_eq!(ran.line(), wrong);
        ran.write(UNIQUE);
        let (rest, said, status) = ran.end();
        assert_eq!((rest, status), (vec!["-#4: unique".to_string()], Some(3)));
        assert!(said.starts_with("4 puzzles: 1 invalid, 3 unique in "), "{said}");
    }
}

#[test]
fn a_program_may_wait_for_each_result() {
    let mut ran = Running::start("check --json --quiet -");
    for i in 1..=5 {
        ran.write(&format!("{OBJECT}\n"));
        let result: serde_json::Value = serde_json::from_str(&ran.line()).expect("an object");
        assert_eq!(
            (&result["verdict"], &result["id"]),
            (&"unique".into(), &format!("-#{i}").into())
        );
    }
    ran.write("{\"puzzle\":\"lath\"}\n");
    let result: serde_json::Value = serde_json::from_str(&ran.line()).expect("an object");
    assert_eq!((&result["error"]["line"], &result["error"]["column"]), (&6.into(), &11.into()));
    assert_eq!(ran.end(), (Vec::new(), String::new(), Some(3)));

    let mut ran = Running::start("check --json --quiet --deterministic -");
    ran.write(&format!("[{OBJECT},"));
    assert!(ran.line().contains("\"unique\""));
    ran.write(&format!("{OBJECT}]"));
    let (rest, _, status) = ran.end();
    assert_eq!((rest.len(), status), (1, Some(0)));
}

#[test]
fn one_puzzle_is_one_whenever_its_pipe_is_closed() {
    for text in [UNIQUE, OBJECT, &format!("[{OBJECT}]")] {
        let mut ran = Running::start("check -");
        ran.write(text);
        std::thread::sleep(Duration::from_millis(200));
        let (lines, said, status) = ran.end();
        assert_eq!((&lines[..], &*said, status), (&["unique".to_string()][..], "", Some(0)));
    }
}

/// Ctrl-C ends the program though its input is still open.
#[cfg(unix)]
#[test]
fn an_interrupt_does_not_wait_for_input() {
    let mut ran = Running::start("check -");
    ran.write(&format!("{UNIQUE}---\n"));
    assert_eq!(ran.line(), "-#1: unique");
    interrupt(&ran.child);
    // The input stays open until the output has ended.
    assert_eq!(ran.lines.recv_timeout(LONG), Err(RecvTimeoutError::Disconnected));
    assert_eq!(ran.end().2, Some(130));
}

/// Solutions are written as they are drawn, so neither memory nor the requested number is a limit, and an interrupt
/// leaves those that were drawn.
#[cfg(unix)]
#[test]
fn draws_are_written_while_they_are_made() {
    let side = 5;
    let board = format!("{}\n", ". ".repeat(side).trim_end()).repeat(side);
    let command = "solve --sample 1000000000 --memory 16M --quiet -";
    let mut ran = Running::start(command);
    ran.write(&format!("puzzle: path\n\n{board}"));
    drop(ran.input.take());
    // More lines than draws that fit into this memory.
    let kept = (16 << 20) / (64 + 4 * side * side);
    for _ in 0..2 * kept * (side + 1) {
        ran.line();
    }
    interrupt(&ran.child);
    let (rest, _, status) = ran.end();
    let last = rest.last().expect("a line");
    assert!(last.starts_with("only ") && last.ends_with(" of 1000000000 (interrupted)"), "{last}");
    assert_eq!(status, Some(130));
}
