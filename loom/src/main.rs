//! The data shared by clew's threads, tested under every possible order of events: the files of the
//! program itself, with loom's locks and atomics instead of those of the standard library.
//!
//! `cargo run --release --manifest-path loom/Cargo.toml`

#![allow(dead_code)]

// The program calls the library by this name.
extern crate self as clew;

use loom::sync::{Arc, Mutex};
use loom::thread;

/// The items that the files import from the program, as far as they are needed.
mod kernel {
    /// A literal; its meaning does not matter here.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Lit(pub u32);
}

mod structures {
    /// Loom's primitives, under the names that the program uses.
    pub mod sync {
        pub use loom::sync::atomic;
        pub use loom::sync::{Arc, Condvar, Mutex};
        pub use std::sync::PoisonError;
    }
}

#[path = "../../crates/engine/src/search/conflict/exchange.rs"]
mod exchange;
#[path = "../../crates/engine/src/search/incumbent.rs"]
mod incumbent;
#[path = "../../src/cli/io/window.rs"]
mod window;

use exchange::{Exchange, Port, Shared};
use incumbent::Incumbent;
use kernel::Lit;
use window::Window;

/// Two learners that offer and take at the same time: each gets each clause of the other exactly once,
/// and none of its own.
fn clauses_arrive_once() {
    let exchange = Arc::new(Exchange::default());
    let learner = |me: usize| {
        let mut port = Port::new(exchange.clone(), me);
        move || {
            let mut got = Vec::new();
            port.offer(&[Lit(me as u32)], 1);
            got.extend(port.take());
            port.offer(&[Lit(me as u32 + 10)], 1);
            got.extend(port.take());
            (port, got)
        }
    };
    // Both have their ports before either starts.
    let (one, other) = (learner(0), learner(1));
    let other = thread::spawn(other);
    let (mut port, mut got) = one();
    let (mut other_port, mut other_got) = other.join().unwrap();
    got.extend(port.take());
    other_got.extend(other_port.take());
    assert_eq!(literals(got), [1, 11]);
    assert_eq!(literals(other_got), [0, 10]);
}

/// A learner that has found a solution offers nothing any more, regardless of the others.
fn closed_ports_are_silent() {
    let exchange = Arc::new(Exchange::default());
    let mut closing = Port::new(exchange.clone(), 0);
    let mut reading = Port::new(exchange.clone(), 1);
    let other = thread::spawn(move || {
        closing.offer(&[Lit(1)], 1);
        closing.forbids();
        closing.offer(&[Lit(2)], 1);
    });
    let mut got = reading.take();
    other.join().unwrap();
    got.extend(reading.take());
    assert_eq!(literals(got), [1]);
}

/// A learner that takes a clause derived from a forbidden solution finds that solution in the pool.
fn pooled_solutions_come_before_their_clauses() {
    let exchange = Arc::new(Exchange::pooling());
    let pool = Arc::new(Mutex::new(false));
    let mut finding = Port::new(exchange.clone(), 0);
    let mut reading = Port::new(exchange.clone(), 1);
    let put = pool.clone();
    let other = thread::spawn(move || {
        *put.lock().unwrap() = true;
        finding.forbids();
        finding.offer(&[Lit(2)], 1);
    });
    let got = reading.take();
    assert!(got.is_empty() || *pool.lock().unwrap());
    other.join().unwrap();
    assert_eq!(got.len() + reading.take().len(), 1);
}

/// The literals of clauses of one literal each.
fn literals(clauses: Vec<Shared>) -> Vec<u32> {
    clauses.into_iter().flat_map(|shared| shared.clause).map(|l| l.0).collect()
}

/// Values that are found at the same time: the least stays, it never grows, and exactly one finder
/// learns that the least value is new.
fn the_least_value_stays() {
    let incumbent = Arc::new(Incumbent::default());
    let finders: Vec<_> = [3, 5]
        .into_iter()
        .map(|value| {
            let incumbent = incumbent.clone();
            thread::spawn(move || {
                let before = incumbent.best();
                let new = incumbent.improve(value);
                let after = incumbent.best();
                assert!(after <= value && after <= before);
                (value, new)
            })
        })
        .collect();
    let seen = incumbent.best();
    let told: Vec<(i64, bool)> = finders.into_iter().map(|f| f.join().unwrap()).collect();
    assert!(incumbent.best() <= seen);
    assert_eq!(incumbent.best(), 3);
    assert!(told[0].1, "the least value is new whenever it comes");
    assert!(!incumbent.improve(3), "what is as good is not better");
}

/// A reader, a worker and a window of capacity two: no thread waits for ever, the capacity is never
/// exceeded, and at the end the window is empty.
fn batches_end() {
    let window = Arc::new(Window::new(2, 100));
    let worker = |window: Arc<Window>| {
        move || {
            window.change(10, 5);
            assert!(window.puzzles() <= 2);
            window.leave(5);
        }
    };
    let mut workers = Vec::new();
    for _ in 0..3 {
        assert!(window.enter(10), "nobody has closed it");
        workers.push(thread::spawn(worker(window.clone())));
        if workers.len() == 2 {
            workers.remove(0).join().unwrap();
        }
    }
    workers.into_iter().for_each(|worker| worker.join().unwrap());
    assert_eq!(window.puzzles(), 0);
}

/// A reader that waits for capacity is woken when nothing more is wanted.
fn closing_wakes_the_reader() {
    let window = Arc::new(Window::new(1, 100));
    assert!(window.enter(10));
    let closer = {
        let window = window.clone();
        thread::spawn(move || window.close())
    };
    assert!(!window.enter(10), "there is no room, and then it is closed");
    closer.join().unwrap();
}

fn main() {
    let models: [(&str, fn()); 6] = [
        ("clauses arrive once", clauses_arrive_once),
        ("closed ports are silent", closed_ports_are_silent),
        ("pooled solutions come before their clauses", pooled_solutions_come_before_their_clauses),
        ("the least value stays", the_least_value_stays),
        ("batches end", batches_end),
        ("closing wakes the reader", closing_wakes_the_reader),
    ];
    for (name, model) in models {
        loom::model(model);
        println!("{name}: in every order of events");
    }
}
