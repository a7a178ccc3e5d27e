//! Logs of the search tree: one line per node, and the protocol of CP-Profiler.
//!
//! The protocol: each message is a length of four bytes and then that many bytes, the first of which is its type. That
//! length is little-endian: CP-Profiler takes it as its processor has it, though an example in its own documents shows
//! the bytes the other way. All integers within a message are big-endian, in two's complement.

use super::per_network::PerNetwork;
use clew_engine::kernel::{Lit, Searched};
use clew_engine::search::log::{Fate, Grow, Node};
use clew_puzzle::puzzle::Puzzle;
use clew_report::literal_names::Meanings;
use clew_report::outlet::Outlet;
use std::io::{self, Write};

/// Names of literals of the current network.
struct Names {
    puzzle: Puzzle,
    meanings: PerNetwork<Meanings>,
}

impl Names {
    fn new(puzzle: &Puzzle) -> Names {
        Names { puzzle: puzzle.clone(), meanings: PerNetwork::default() }
    }

    fn network(&mut self, on: &Searched<'_>) {
        self.meanings.turn_to(on, |built| Meanings::new(&self.puzzle, built));
    }

    fn label(&self, l: Lit) -> String {
        self.meanings.now().map_or_else(|| format!("{l:?}"), |meanings| meanings.label(l))
    }
}

/// Writes `id children [child label]...`, one line per node.
pub struct SearchLog<W> {
    out: Outlet<W>,
    names: Names,
}

impl<W: Write> SearchLog<W> {
    /// A log of searches for this puzzle, written to `out`.
    pub fn new(puzzle: &Puzzle, out: W) -> SearchLog<W> {
        SearchLog { out: Outlet::new(out), names: Names::new(puzzle) }
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// The first that went wrong.
    pub fn finish(self) -> io::Result<()> {
        self.out.finish()
    }
}

impl<W: Write> Grow for SearchLog<W> {
    fn network(&mut self, on: &Searched<'_>) {
        self.names.network(on);
    }

    fn node(&mut self, node: Node) {
        let line = match node.fate {
            Fate::Branch { on, left, right } => {
                let (to, other) = (self.names.label(on), self.names.label(!on));
                format!("{} 2 {left} {to} {right} {other}\n", node.id)
            }
            _ => format!("{} 0\n", node.id),
        };
        self.out.send(line.as_bytes());
    }
}

/// Types of messages.
const NODE: u8 = 0;
const DONE: u8 = 1;
const START: u8 = 2;
/// Types of fields.
const LABEL: u8 = 0;
const INFO: u8 = 2;

/// Writes messages for CP-Profiler.
pub struct CpProfiler<W> {
    out: Outlet<W>,
    names: Names,
}

impl<W: Write> CpProfiler<W> {
    /// Begins with the name of the run.
    pub fn new(puzzle: &Puzzle, name: &str, out: W) -> CpProfiler<W> {
        let mut out = Outlet::new(out);
        out.send(&start(name));
        CpProfiler { out, names: Names::new(puzzle) }
    }

    /// Marks the end of the log.
    ///
    /// # Errors
    /// The first that went wrong.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.send(&message(DONE, &[]));
        self.out.finish()
    }
}

impl<W: Write> Grow for CpProfiler<W> {
    fn network(&mut self, on: &Searched<'_>) {
        self.names.network(on);
    }

    fn node(&mut self, node: Node) {
        let label = match node.label {
            Some(l) => self.names.label(l),
            None => "Root".into(),
        };
        self.out.send(&node_message(&node, &label));
    }
}

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 1).expect("messages are short");
    let mut out = length.to_le_bytes().to_vec();
    out.push(kind);
    out.extend_from_slice(body);
    out
}

fn field(kind: u8, text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).expect("texts are short");
    let mut out = vec![kind];
    out.extend(length.to_be_bytes());
    out.extend(text.as_bytes());
    out
}

/// Every restart is a tree of its own, which has to be announced; otherwise a second root is refused.
fn start(name: &str) -> Vec<u8> {
    let info = format!("{{\"name\": {}, \"has_restarts\": true}}", serde_json::Value::from(name));
    message(START, &field(INFO, &info))
}

fn node_message(node: &Node, label: &str) -> Vec<u8> {
    let (children, status): (i32, u8) = match node.fate {
        Fate::Solved => (0, 0),
        Fate::Failed => (0, 1),
        Fate::Branch { .. } => (2, 2),
        Fate::Skipped => (0, 3),
    };
    let tree = i32::try_from(node.tree).unwrap_or(i32::MAX);
    let id = |id: u32| [i32::try_from(id).unwrap_or(i32::MAX), tree, 0];
    let (parent, alternative) = match node.parent {
        Some((parent, which)) => (id(parent), i32::from(which)),
        None => ([-1, -1, -1], -1),
    };
    let mut body = Vec::new();
    for number in id(node.id).into_iter().chain(parent).chain([alternative, children]) {
        body.extend(number.to_be_bytes());
    }
    body.push(status);
    body.extend(field(LABEL, label));
    message(NODE, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        hex.split(' ').map(|b| u8::from_str_radix(b, 16).expect("a byte")).collect()
    }

    /// As CP-Profiler reads them: the length of a message as a little-endian number, all others big-endian.
    #[test]
    fn messages_are_those_of_the_protocol() {
        let begun = "2a 00 00 00 02 02 00 00 00 24 7b 22 6e 61 6d 65 22 3a 20 22 70 37 22 2c 20 \
                     22 68 61 73 5f 72 65 73 74 61 72 74 73 22 3a 20 74 72 75 65 7d";
        assert_eq!(start("p7"), bytes(begun));
        assert_eq!(message(DONE, &[]), bytes("01 00 00 00 01"));
        let fate = Fate::Branch {
            on: clew_engine::kernel::Atom::from_word(0, 0).pos(),
            left: 1,
            right: 2,
        };
        let root = Node { id: 0, parent: None, label: None, tree: 0, depth: 0, fate };
        // Node, restart and thread; its parent, which is none; which child it is; how many it has; a branch; its label.
        let wanted = bytes(
            "2b 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 ff ff ff ff ff ff ff ff ff ff ff ff ff ff \
             ff ff 00 00 00 02 02 00 00 00 00 04 52 6f 6f 74",
        );
        assert_eq!(node_message(&root, "Root"), wanted);
    }
}
