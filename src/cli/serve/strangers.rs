//! Connections that have not shown the token yet. There are a few at a time: a further one closes the oldest, so that
//! idle ones shut nobody out.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Such connections at a time, at most.
const MOST: usize = 64;

/// The connections, the oldest first.
#[derive(Default)]
pub(crate) struct Strangers(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    all: VecDeque<(u64, TcpStream)>,
    /// How many there have been.
    met: u64,
}

/// One of them, until it is dropped.
pub(crate) struct Stranger<'a> {
    among: &'a Strangers,
    number: u64,
}

impl Strangers {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new connection; the oldest one is closed if there are too many.
    ///
    /// # Errors
    /// Those of the system.
    pub fn enter(&self, stream: &TcpStream) -> std::io::Result<Stranger<'_>> {
        let own = stream.try_clone()?;
        let mut waiting = self.waiting();
        waiting.met += 1;
        let number = waiting.met;
        waiting.all.push_back((number, own));
        if waiting.all.len() > MOST
            && let Some((_, oldest)) = waiting.all.pop_front()
        {
            // Its thread reads the end of it and stops.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        Ok(Stranger { among: self, number })
    }
}

impl Drop for Stranger<'_> {
    fn drop(&mut self) {
        self.among.waiting().all.retain(|(number, _)| *number != self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::net::TcpListener;

    #[test]
    fn the_oldest_makes_room() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let strangers = Strangers::default();
        let mut kept = Vec::new();
        for _ in 0..=MOST {
            let client = TcpStream::connect(address).expect("it listens");
            let (server, _) = listener.accept().expect("a connection");
            kept.push((strangers.enter(&server).expect("a place"), client, server));
        }
        let mut ends = [0];
        assert_eq!(kept[0].1.read(&mut ends).expect("it was closed"), 0);
        assert_eq!(strangers.waiting().all.len(), MOST);
        kept.clear();
        assert!(strangers.waiting().all.is_empty());
    }
}
