//! A server for a test, and requests written by hand.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running `clew serve`, which is ended when this is dropped.
pub struct Server {
    child: Child,
    /// Address and port.
    pub host: String,
    /// The token of its address.
    pub token: String,
}

/// A response.
#[derive(Debug, Default)]
pub struct Response {
    /// 0 if the connection was closed without a response.
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

impl Server {
    pub fn start() -> Server {
        Server::start_with(&[], &[])
    }

    /// With further arguments, and variables of the environment.
    pub fn start_with(arguments: &[&str], environment: &[(&str, &OsStr)]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_clew"))
            .args(["serve", "--threads", "1"])
            .args(arguments)
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("an address");
        let rest = line.trim().strip_prefix("http://").expect("an address");
        let (host, token) = rest.split_once('/').expect("a token");
        let token = token.trim_end_matches('/').to_string();
        assert_eq!(token.len(), 32, "128 bits");
        assert!(host.starts_with("127.0.0.1:"), "this machine alone");
        Server { child, host: host.to_string(), token }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it ends by itself.
    pub fn end(&mut self) -> std::process::ExitStatus {
        self.child.wait().expect("it ran")
    }

    pub fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        Ok(stream)
    }

    /// Sends bytes as they are.
    pub fn bytes(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect().expect("it listens");
        let _ = stream.write_all(bytes);
        read(stream)
    }

    pub fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        self.bytes(&message(method, path, headers, body))
    }

    /// A request with the token, from the page.
    pub fn request(
        &self,
        method: &str,
        path: &str,
        more: &[(&str, &str)],
        body: &[u8],
    ) -> Response {
        let length = body.len().to_string();
        let mut headers = vec![("Host", &*self.host), ("Content-Length", &*length)];
        headers.extend(more);
        self.raw(method, &format!("/{}/{path}", self.token), &headers, body)
    }

    /// The same, without waiting for the response.
    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> TcpStream {
        let length = body.len().to_string();
        let headers = [("Host", &*self.host), ("Content-Length", &*length)];
        let mut stream = self.connect().expect("it listens");
        let path = format!("/{}/{path}", self.token);
        stream.write_all(&message(method, &path, &headers, body)).expect("it is sent");
        stream
    }

    pub fn get(&self, path: &str) -> Response {
        self.request("GET", path, &[], b"")
    }

    pub fn try_get(&self, path: &str) -> Option<Response> {
        let mut stream = self.connect().ok()?;
        let path = format!("/{}/{path}", self.token);
        stream.write_all(&message("GET", &path, &[("Host", &*self.host)], b"")).ok()?;
        Some(read(stream))
    }

    /// Sends a request, and returns all lines of the reply.
    pub fn ask(&self, id: &str, request: &Value) -> Vec<Value> {
        let text = self.ask_raw(id, request.to_string().as_bytes());
        let lines = text.lines().filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    pub fn ask_raw(&self, id: &str, body: &[u8]) -> String {
        let response = self.request("POST", &format!("ask/{id}"), &[], body);
        assert_eq!(response.status, 200, "{}", response.body);
        response.body
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn message(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let headers = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
    let head = format!("{method} {path} HTTP/1.1\r\n{}\r\n", headers.collect::<String>());
    [head.as_bytes(), body].concat()
}

fn read(mut stream: TcpStream) -> Response {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return Response::default() };
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
    let header = |line: &str| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_string(), value.trim().to_string()))
    };
    let headers: Vec<(String, String)> = lines.filter_map(header).collect();
    let chunked = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("transfer-encoding"));
    let body = if chunked { unchunked(body) } else { body.to_string() };
    Response { status: status.unwrap_or(0), headers, body }
}

fn unchunked(mut text: &str) -> String {
    let mut out = String::new();
    while let Some((size, rest)) = text.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size, 16) else { break };
        let Some(chunk) = rest.get(..size) else { break };
        out += chunk;
        text = rest[size..].trim_start_matches("\r\n");
    }
    out
}
