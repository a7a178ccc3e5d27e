//! The subset of HTTP that one page on this machine needs: one request per connection, bodies of a stated length, no
//! more bytes and no more time than is allowed.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Bytes of the head of a request at most.
const HEAD: usize = 16 << 10;
/// Bytes of a body at most.
pub(crate) const BODY: usize = 16 << 20;
/// How long a client may take to send the head of its request, and its body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client that was refused is read on.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);

/// A request without its body.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub method: String,
    /// The path, without a query.
    pub path: String,
    headers: Vec<(String, String)>,
    /// The bytes that came with the head.
    rest: Vec<u8>,
}

/// The error of a request: the status and the reason.
pub(crate) type Fault = (u16, &'static str);

impl Request {
    /// The value of a header, if it is there once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        all.next().filter(|_| all.next().is_none()).map(|(_, value)| value.as_str())
    }

    /// Whether a header is there at all.
    pub fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name))
    }

    /// Reads the head of a request: who does not show the token sends no more.
    ///
    /// # Errors
    /// The error of the request; `None` if the connection broke off, or nothing came in time.
    pub fn read(stream: &mut TcpStream) -> Result<Request, Option<Fault>> {
        let until = Instant::now() + REQUEST_TIMEOUT;
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break end;
            }
            if bytes.len() > HEAD {
                return Err(Some((431, "the head of the request is too long")));
            }
            more(stream, &mut bytes, 4 << 10, until)?;
        };
        let mut request = head(&bytes[..end]).map_err(Some)?;
        bytes.drain(..end + 4);
        request.rest = bytes;
        Ok(request)
    }

    /// Reads the body, which may be long.
    ///
    /// # Errors
    /// As [`Request::read`].
    pub fn body(self, stream: &mut TcpStream) -> Result<Vec<u8>, Option<Fault>> {
        let until = Instant::now() + REQUEST_TIMEOUT;
        let length = length(&self).map_err(Some)?;
        let mut bytes = self.rest;
        while bytes.len() < length {
            let missing = length - bytes.len();
            more(stream, &mut bytes, missing.min(64 << 10), until)?;
        }
        bytes.truncate(length);
        Ok(bytes)
    }
}

/// Reads on for a moment after a refusal: a client that is still sending would not receive it otherwise.
pub(crate) fn drain(stream: &mut TcpStream) {
    let until = Instant::now() + DRAIN_TIMEOUT;
    let mut bytes = [0; 16 << 10];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            return;
        }
        if !stream.read(&mut bytes).is_ok_and(|read| read > 0) {
            return;
        }
    }
}

/// Reads some more bytes, at most the given number.
fn more(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    most: usize,
    until: Instant,
) -> Result<(), Option<Fault>> {
    let left = until.saturating_duration_since(Instant::now());
    let late = Some((408, "the request took too long"));
    if left.is_zero() {
        return Err(late);
    }
    stream.set_read_timeout(Some(left)).map_err(|_| None)?;
    let old = bytes.len();
    bytes.resize(old + most, 0);
    let read = stream.read(&mut bytes[old..]);
    bytes.truncate(old + read.as_ref().copied().unwrap_or(0));
    match read {
        Ok(0) => Err(None),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(error)
            if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
        {
            Err(late)
        }
        Err(_) => Err(None),
    }
}

/// The head of a request.
fn head(bytes: &[u8]) -> Result<Request, Fault> {
    let bad = (400, "this is no HTTP request");
    let text = std::str::from_utf8(bytes).map_err(|_| bad)?;
    let mut lines = text.split("\r\n");
    let mut first = lines.next().unwrap_or_default().split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (first.next(), first.next(), first.next(), first.next())
    else {
        return Err(bad);
    };
    let path = target.split(['?', '#']).next().unwrap_or_default();
    if !path.starts_with('/') {
        return Err(bad);
    }
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic());
        named.then(|| (name.to_string(), value.trim().to_string()))
    };
    let headers = lines.map(header).collect::<Option<Vec<_>>>().ok_or(bad)?;
    Ok(Request { method: method.into(), path: path.into(), headers, rest: Vec::new() })
}

/// The length of the body.
fn length(request: &Request) -> Result<usize, Fault> {
    if request.has("transfer-encoding") {
        return Err((501, "bodies have a Content-Length here"));
    }
    if !request.has("content-length") {
        return Ok(0);
    }
    let stated = request.header("content-length").filter(|text| {
        !text.is_empty() && text.len() <= 12 && text.bytes().all(|b| b.is_ascii_digit())
    });
    let stated = stated.and_then(|text| text.parse::<usize>().ok());
    let length = stated.ok_or((400, "Content-Length is no number"))?;
    if length > BODY { Err((413, "the body is too long: 16 MiB are the most")) } else { Ok(length) }
}

/// Headers of every response: nothing is cached, embedded, sniffed or sent to other pages.
const ALWAYS: &str = "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\nX-Frame-Options: DENY\r\n";

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        _ => "Service Unavailable",
    }
}

/// Writes a whole response.
///
/// # Errors
/// Those of the connection.
pub(crate) fn respond(
    out: &mut impl Write,
    status: u16,
    kind: &str,
    body: &[u8],
) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} {}\r\n{ALWAYS}Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
        reason(status),
        body.len()
    );
    out.write_all(head.as_bytes())?;
    out.write_all(body)?;
    out.flush()
}

/// A response of lines that are written one by one.
pub(crate) struct Lines<'a>(&'a mut TcpStream);

impl<'a> Lines<'a> {
    /// Begins the response.
    ///
    /// # Errors
    /// Those of the connection.
    pub fn begin(stream: &'a mut TcpStream) -> io::Result<Lines<'a>> {
        let kind = "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
        stream.write_all(format!("HTTP/1.1 200 OK\r\n{ALWAYS}{kind}").as_bytes())?;
        Ok(Lines(stream))
    }

    /// Writes a line.
    ///
    /// # Errors
    /// Those of the connection: the client no longer listens.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let chunk = format!("{:x}\r\n{text}\n\r\n", text.len() + 1);
        self.0.write_all(chunk.as_bytes())?;
        self.0.flush()
    }

    /// Ends the response.
    ///
    /// # Errors
    /// Those of the connection.
    pub fn end(self) -> io::Result<()> {
        self.0.write_all(b"0\r\n\r\n")?;
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_or_refused() {
        let read = |text: &str| head(text.as_bytes());
        let request = read("POST /a/b?c HTTP/1.1\r\nHost: x\r\nContent-Length: 7").expect("one");
        assert_eq!((&*request.method, &*request.path), ("POST", "/a/b"));
        assert_eq!((request.header("host"), length(&request)), (Some("x"), Ok(7)));
        for bad in
            ["", "GET /", "GET / HTTP/2", "GET x HTTP/1.1", "GET / HTTP/1.1\r\nno colon", "A B C D"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        let twice = read("GET / HTTP/1.1\r\nHost: a\r\nhost: b").expect("one");
        assert_eq!(twice.header("host"), None, "two hosts are none");
    }

    #[test]
    fn lengths_are_bounded() {
        let of = |header: &str| {
            length(&head(format!("GET / HTTP/1.1\r\n{header}").as_bytes()).expect("one"))
        };
        assert_eq!(of("Content-Length: 16777216"), Ok(BODY));
        for (header, status) in [
            ("Content-Length: 16777217", 413),
            ("Content-Length: 1073741824", 413),
            ("Content-Length: -1", 400),
            ("Content-Length: 99999999999999999999", 400),
            ("Content-Length: 1\r\nContent-Length: 2", 400),
            ("Transfer-Encoding: chunked", 501),
        ] {
            assert_eq!(of(header).map_err(|(status, _)| status), Err(status), "{header}");
        }
    }
}
