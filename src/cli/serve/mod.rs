//! `clew serve`: the page with the native engine behind it, for this machine alone.
//!
//! The server listens on the loopback address. Other programs and pages are kept out by a token of 128 random bits in the
//! path, by the names of `Host` and `Origin`, and by the absence of any header that lets other origins read. Of who has
//! not shown the token, only the head of a request is read.

mod browser;
mod http;
mod jobs;
mod page;
mod strangers;

use crate::cli::io::{machine, output, stderr};
use browser::RedirectFile;
use clap::Args;
use clew::report::text::printable;
use http::{Fault, Lines, Request, respond};
use jobs::Jobs;
use std::io;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use strangers::Strangers;

/// Requests with the token at a time, at most.
const CLIENTS: usize = 64;

/// `clew serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The port; a free one if left out
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Threads for each question; as many as the machine runs if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The address that links begin with: where others open the page, as https://example.org/clew.html
    #[arg(long, value_name = "URL", value_parser = base_address)]
    pub base: Option<String>,
}

/// An address without the part behind `#`, and without characters that have a meaning in HTML.
fn base_address(text: &str) -> Result<String, String> {
    let known = text.starts_with("http://") || text.starts_with("https://");
    let plain = text.bytes().all(|b| b.is_ascii_graphic() && !b"\"'<>&#".contains(&b));
    match known && plain {
        true => Ok(text.to_string()),
        false => Err("expected an address as https://example.org/clew.html, without #".into()),
    }
}

pub(crate) const ABOUT: &str = "\
Serves a page on which puzzles are drawn, checked, solved, counted and explained, with this program as its engine.
Prints the address of the page and runs until Ctrl-C.

Only this machine can reach it, and only who knows the address, which has a random token in it. Nothing leaves the
machine.";

pub(crate) const AFTER: &str = "\
Examples:
  clew serve --open          the page in the browser
  clew serve --port 8700     the address has this port
  clew serve --base https://example.org/clew.html   links lead to the page on that host

Exit status: 2 the port is taken.";

/// A server.
struct Server {
    /// As requests must name it.
    host: String,
    /// The beginning of every path.
    prefix: String,
    /// The beginning of links to puzzles; empty for the address of this server.
    base: String,
    jobs: Jobs,
    strangers: Strangers,
    clients: AtomicUsize,
    /// The file that leads the browser here, until the page is loaded.
    redirect: Mutex<Option<RedirectFile>>,
}

/// Runs the command; returns the exit status only if it cannot begin.
///
/// # Errors
/// In words, why it cannot.
pub(crate) fn run(args: &ServeArgs) -> Result<u8, String> {
    // Ctrl-C ends the program at once: nothing is left unfinished.
    crate::cli::io::interrupt::is_raised();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port))
        .map_err(|error| format!("cannot listen on port {}: {error}", args.port))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let token = random()?;
    let host = address.to_string();
    let url = format!("http://{host}/{token}/");
    let written = output::print(format!("{url}\n").as_bytes(), crate::cli::Status::Yes);
    if written != crate::cli::Status::Yes {
        return Ok(written.code());
    }
    stderr::line(format_args!("Open this address; Ctrl-C ends the server."));
    let redirect = match args.open {
        true => browser::open(&url, &random()?),
        false => None,
    };
    let threads = args.threads.map_or_else(machine::cores, usize::from);
    let server = Arc::new(Server {
        host,
        prefix: format!("/{token}/"),
        base: args.base.clone().unwrap_or_default(),
        jobs: Jobs::new(threads, machine::default_memory()),
        strangers: Strangers::default(),
        clients: AtomicUsize::new(0),
        redirect: Mutex::new(redirect),
    });
    loop {
        match listener.accept() {
            Ok((stream, _)) => Server::accept(&server, stream),
            // No descriptors are left, or the client is gone: others may come.
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// 128 random bits, as digits.
fn random() -> Result<String, String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| format!("no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Counts a client until it is dropped.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Server {
    /// Answers a connection on a thread of its own.
    fn accept(server: &Arc<Server>, mut stream: TcpStream) {
        let server = server.clone();
        let work = move || {
            let _ = stream.set_nodelay(true);
            let _ = stream.set_write_timeout(Some(Duration::from_secs(30)));
            let _ = server.answer(&mut stream);
            let _ = stream.shutdown(Shutdown::Write);
        };
        // Without a thread the connection is closed.
        let _ = std::thread::Builder::new().spawn(work);
    }

    /// Answers the request of a connection.
    ///
    /// # Errors
    /// Those of the connection.
    fn answer(&self, stream: &mut TcpStream) -> io::Result<()> {
        let stranger = self.strangers.enter(stream)?;
        let request = match Request::read(stream) {
            Ok(request) => request,
            Err(None) => return Ok(()),
            Err(Some(fault)) => return refuse(stream, fault),
        };
        let path = match self.admitted(&request) {
            Ok(path) => path.to_string(),
            Err(fault) => return refuse(stream, fault),
        };
        drop(stranger);
        let before = self.clients.fetch_add(1, Ordering::Relaxed);
        let _counted = Counted(&self.clients);
        if before >= CLIENTS {
            return refuse(stream, (503, "too many requests at a time"));
        }
        let (verb, id) = path.split_once('/').unwrap_or((&path, ""));
        match (&*request.method, verb) {
            ("POST", "ask") if is_id(id) => self.ask(stream, id, request),
            ("POST", "cancel") if is_id(id) => {
                self.jobs.cancel(id);
                respond(stream, 204, "text/plain", b"")
            }
            ("GET", _) => match page::file(&path, &self.base) {
                Some((kind, content)) => {
                    // The page is there, so the file that leads to it is not needed any more.
                    drop(self.redirect.lock().unwrap_or_else(PoisonError::into_inner).take());
                    respond(stream, 200, kind, content.as_bytes())
                }
                None => refuse(stream, (404, "there is nothing here")),
            },
            _ => refuse(stream, (405, "this is not asked here")),
        }
    }

    /// The path after the token, for a request that may be answered.
    fn admitted<'r>(&self, request: &'r Request) -> Result<&'r str, Fault> {
        // A name that an attacker has pointed at this machine is refused: DNS rebinding.
        if !request.header("host").is_some_and(|host| is_own(&self.host, host)) {
            return Err((403, "open the address as it was printed"));
        }
        // Other pages have another origin.
        let origin = request.header("origin").and_then(|origin| origin.strip_prefix("http://"));
        if request.has("origin") && !origin.is_some_and(|host| is_own(&self.host, host)) {
            return Err((403, "another page cannot ask here"));
        }
        let path = request.path.strip_prefix(&self.prefix);
        path.ok_or((403, "the address lacks its token: open it as it was printed"))
    }

    /// Answers a question: lines of steps, and then the reply.
    fn ask(&self, stream: &mut TcpStream, id: &str, request: Request) -> io::Result<()> {
        // There is one body for each question in progress.
        let job = match self.jobs.begin(id) {
            Ok(job) => job,
            Err(fault) => return refuse(stream, fault),
        };
        let text = match request.body(stream) {
            Ok(body) => String::from_utf8_lossy(&body).into_owned(),
            Err(None) => return Ok(()),
            Err(Some(fault)) => {
                // The name and the slot are free before the client knows, not when it has left.
                drop(job);
                return refuse(stream, fault);
            }
        };
        let (received, _client) = job.answer(text);
        let mut lines = Lines::begin(stream)?;
        while let Some(line) = jobs::next(&received) {
            // A blank line shows whether the client still listens. If not, its question is ended.
            lines.line(line.as_deref().unwrap_or_default())?;
        }
        lines.end()
    }
}

/// Whether the address in a request is the server's own; clients leave out the port that HTTP has by default.
fn is_own(own: &str, host: &str) -> bool {
    host == own || own.strip_suffix(":80") == Some(host)
}

/// Whether a text can name a question.
fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Writes why a request is refused.
fn refuse(stream: &mut TcpStream, (status, why): Fault) -> io::Result<()> {
    respond(stream, status, "text/plain; charset=utf-8", printable(why).as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    http::drain(stream);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_port_may_be_left_out() {
        for (own, host, is) in [
            ("127.0.0.1:80", "127.0.0.1", true),
            ("127.0.0.1:80", "127.0.0.1:80", true),
            ("127.0.0.1:8700", "127.0.0.1:8700", true),
            ("127.0.0.1:8700", "127.0.0.1", false),
            ("127.0.0.1:8080", "127.0.0.1:80", false),
            ("127.0.0.1:80", "evil.example", false),
        ] {
            assert_eq!(is_own(own, host), is, "{own} {host}");
        }
    }
}
