//! `clew serve`: its answers, and the clients that it rejects.

mod client;
mod door;

use client::Server;
use serde_json::json;
use std::io::{Read, Write};
use std::time::Duration;

const SMALL: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
/// An open board whose solutions cannot be counted by search in a moment.
const LONG: &str = "puzzle: path\n\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n\
    . . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n\
    . . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n\
    . . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n\
    . . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n. . . . . . . . . . . . . . . . . .\n";

#[test]
fn the_page_and_its_modules_are_served() {
    let server = Server::start();
    let page = server.get("");
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    assert!(page.body.contains("<script type=\"module\" src=\"main.js\">"));
    assert!(page.body.contains("default-src 'none'"), "nothing leaves the page");
    let module = server.get("main.js");
    assert_eq!((module.status, module.body.contains("import ")), (200, true));
    for nothing in ["nothing.js", "../Cargo.toml", "%2e%2e/Cargo.toml", "main.js/"] {
        assert_eq!(server.get(nothing).status, 404, "{nothing}");
    }
    assert_eq!(server.request("PUT", "main.js", &[], b"").status, 405);
}

/// Links lead to where the page is for others.
#[test]
fn the_page_knows_its_base() {
    let base = "https://example.org/puzzles/clew.html";
    let page = Server::start_with(&["--base", base], &[]).get("").body;
    assert!(page.contains(&format!("<meta name=\"base\" content=\"{base}\">")));
    assert!(Server::start().get("").body.contains("<meta name=\"base\" content=\"\">"));
    for wrong in ["example.org", "https://example.org/#a", "https://example.org/\"><b>"] {
        let refused = std::process::Command::new(env!("CARGO_BIN_EXE_clew"))
            .args(["serve", "--base", wrong])
            .output()
            .expect("it runs");
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_question_is_answered_in_lines() {
    let server = Server::start();
    let lines = server.ask("a1", &json!({"ask": "check", "puzzle": SMALL}));
    let reply = &lines.last().expect("a reply")["reply"];
    assert_eq!(reply["document"]["verdict"], "unique");
    assert_eq!(reply["standing"], "yes");
    let bad = server.ask("a2", &json!({"ask": "check", "puzzle": "puzzle: hidato\n\n6 x\n"}));
    let error = &bad.last().expect("a reply")["reply"]["error"];
    assert_eq!((&error["line"], &error["column"]), (&json!(3), &json!(3)));
    assert!(server.ask_raw("a3", b"no json").contains("the request:"));
}

/// Cancelling ends a question with the results until then.
#[test]
fn cancelling_returns_what_is_known() {
    let server = Server::start();
    let request = json!({"ask": "count", "puzzle": LONG, "limits": {"seconds": 600}});
    let reply = std::thread::scope(|scope| {
        let asked = scope.spawn(|| server.ask("long", &request));
        std::thread::sleep(Duration::from_millis(800));
        while !asked.is_finished() {
            assert_eq!(server.request("POST", "cancel/long", &[], b"").status, 204);
            std::thread::sleep(Duration::from_millis(50));
        }
        asked.join().expect("a reply")
    });
    let reply = &reply.last().expect("a reply")["reply"];
    assert_eq!(reply["document"]["stopped"], "interrupt", "{reply}");
    assert_eq!(reply["document"]["exact"], false);
}

#[test]
fn others_are_kept_out() {
    let server = Server::start();
    let path = format!("/{}/", server.token);
    let own = server.host.clone();
    let status =
        |path: &str, headers: &[(&str, &str)]| server.raw("GET", path, headers, b"").status;
    assert_eq!(status(&path, &[("Host", &own)]), 200);
    assert_eq!(status("/", &[("Host", &own)]), 403, "no token");
    assert_eq!(status(&format!("/{}/", "0".repeat(32)), &[("Host", &own)]), 403, "another token");
    assert_eq!(status(&format!("/{}", server.token), &[("Host", &own)]), 403, "a part of the path");
    let port = own.split(':').nth(1).expect("a port");
    for host in ["evil.example", &format!("localhost:{port}"), &format!("evil.example:{port}"), ""]
    {
        assert_eq!(status(&path, &[("Host", host)]), 403, "{host:?}");
    }
    assert_eq!(status(&path, &[]), 403, "no host");
    assert_eq!(status(&path, &[("Host", &own), ("Host", "evil.example")]), 403, "two hosts");
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(status(&path, &[("Host", &own), ("Origin", origin)]), 403, "{origin}");
    }
    let page = server.get("");
    assert!(page.header("access-control-allow-origin").is_none(), "no other origin may read");
    assert_eq!(page.header("cross-origin-resource-policy"), Some("same-origin"));
}

#[test]
fn what_is_too_long_or_no_request_is_refused() {
    let server = Server::start();
    let host = server.host.clone();
    let path = format!("/{}/ask/x", server.token);
    let length =
        |text: &str| server.raw("POST", &path, &[("Host", &host), ("Content-Length", text)], b"");
    assert_eq!(length("1073741824").status, 413, "a gigabyte is refused before it is sent");
    assert_eq!(length("-3").status, 400);
    let chunked = [("Host", &*host), ("Transfer-Encoding", "chunked")];
    assert_eq!(server.raw("POST", &path, &chunked, b"0\r\n\r\n").status, 501);
    let long = "x".repeat(40_000);
    assert_eq!(server.raw("GET", "/", &[("Host", &host), ("X-Long", &long)], b"").status, 431);
    assert_eq!(server.bytes(b"\x16\x03\x01\x02\x00 hello \r\n\r\n").status, 400);
    for id in ["ask/", "ask/a/b", "ask/../x", &format!("ask/{}", "y".repeat(65))] {
        assert_ne!(server.request("POST", id, &[], b"{}").status, 200, "{id}");
    }
    assert_eq!(server.get("").status, 200, "it still answers");
}

/// The name of a refused question is free for the next one, though the client of the first has not left.
#[test]
fn refused_questions_do_not_keep_their_names() {
    let server = Server::start();
    let mut refused = server.connect().expect("it listens");
    let (token, host) = (&server.token, &server.host);
    let head =
        format!("POST /{token}/ask/x HTTP/1.1\r\nHost: {host}\r\nContent-Length: -3\r\n\r\n");
    refused.write_all(head.as_bytes()).expect("it is sent");
    let mut start = [0; 12];
    refused.read_exact(&mut start).expect("a response");
    assert_eq!(&start, b"HTTP/1.1 400");
    assert_eq!(server.request("POST", "ask/x", &[], b"{}").status, 200);
}

/// Connections beyond the limit are closed, and later ones are answered.
#[test]
fn a_thousand_connections_do_not_end_it() {
    let server = Server::start();
    let mut open = Vec::new();
    for _ in 0..1000 {
        if let Ok(mut stream) = server.connect() {
            let _ = stream.write_all(b"GET / HTT");
            open.push(stream);
        }
    }
    drop(open);
    let mut answered = false;
    for _ in 0..100 {
        answered = server.try_get("").is_some_and(|page| page.status == 200);
        if answered {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(answered, "it answers again");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    let mut server = Server::start();
    let id = server.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    assert_eq!(server.end().code(), Some(130));
}

/// A client that disconnects before the reply leaves no question behind: places come back.
#[test]
fn questions_end_with_those_who_asked() {
    let server = Server::start();
    let request = json!({"ask": "count", "puzzle": LONG, "limits": {"seconds": 600}}).to_string();
    for n in 0..6 {
        drop(server.send("POST", &format!("ask/gone{n}"), request.as_bytes()));
    }
    let lines = server.ask("after", &json!({"ask": "check", "puzzle": SMALL}));
    assert_eq!(lines.last().expect("a reply")["reply"]["document"]["verdict"], "unique");
}

/// A request without the token is refused by its head: its body is neither waited for nor kept.
#[test]
fn bodies_of_strangers_are_not_read() {
    let server = Server::start();
    let host = server.host.clone();
    let path = format!("/{}/ask/x", server.token);
    let long = ("Content-Length", "16777216");
    assert_eq!(server.raw("POST", "/x/ask/x", &[("Host", &host), long], b"").status, 403);
    assert_eq!(server.raw("POST", &path, &[("Host", "evil.example"), long], b"").status, 403);
    let origin = ("Origin", "http://evil.example");
    assert_eq!(server.raw("POST", &path, &[("Host", &host), origin, long], b"").status, 403);
}

/// Connections on which nothing is sent shut nobody out, however many there are.
#[test]
fn idle_connections_make_room() {
    let server = Server::start();
    let idle: Vec<_> = (0..200).map(|_| server.connect().expect("it listens")).collect();
    assert_eq!(server.get("").status, 200);
    let lines = server.ask("a", &json!({"ask": "check", "puzzle": SMALL}));
    assert_eq!(lines.last().expect("a reply")["reply"]["document"]["verdict"], "unique");
    drop(idle);
}

/// The browser is given a file that leads to the page: the token is in no command line, and the file is for the user
/// alone, and gone once the page is loaded.
#[cfg(unix)]
#[test]
fn the_browser_is_led_there_by_a_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("clew-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (program, seen) = (folder.join("xdg-open"), folder.join("seen"));
    let script = format!("#!/bin/sh\necho \"$@\" > {0}.part\nmv {0}.part {0}\n", seen.display());
    std::fs::write(&program, script).expect("a program");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("it runs");
    let mut path = folder.clone().into_os_string();
    path.push(":/usr/bin:/bin");
    let runtime = folder.as_os_str();
    let server = Server::start_with(&["--open"], &[("PATH", &path), ("XDG_RUNTIME_DIR", runtime)]);
    let argument = loop {
        match std::fs::read_to_string(&seen) {
            Ok(argument) => break argument,
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    assert!(!argument.contains(&server.token), "others can list it");
    let file = std::path::Path::new(argument.trim());
    let page = std::fs::read_to_string(file).expect("the file");
    assert!(page.contains(&format!("url=http://{}/{}/", server.host, server.token)), "{page}");
    let mode = std::fs::metadata(file).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(server.get("").status, 200);
    assert!(!file.exists(), "it is not needed any more");
    drop(server);
    std::fs::remove_dir_all(&folder).expect("nothing else is in it");
}
