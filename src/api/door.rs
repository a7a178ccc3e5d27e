//! The door: a request as JSON, a reply as JSON. A page, a server and other languages use it; it has the questions and
//! the documents of the command line. `docs/door.md` describes both.
//!
//! ```
//! use clew::api::door::{Host, answer};
//!
//! let request = r#"{"ask": "check", "puzzle": "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"}"#;
//! let reply = answer(request, &Host::default());
//! assert!(reply.contains(r#""words":"unique\n""#), "{reply}");
//! ```

pub use super::request::{Ask, Hear, Host};

use super::guarded::catch_panic;
use super::request::{Mistake, Reply, Request, ask};
use serde::Serialize;
use serde_json::Value;

/// The version of replies.
pub const SCHEMA: &str = "clew-reply/1";

/// A reply as it is sent.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Sent {
    /// The version of replies.
    schema: &'static str,
    /// The question, as far as the request states one.
    ask: String,
    #[serde(flatten)]
    reply: Reply,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Mistake>,
}

/// Answers a request: JSON on one line. Mistakes in the request or its puzzle are in the reply, as `error`. Every
/// question ends with its limits of time and memory.
pub fn answer(request: &str, host: &Host) -> String {
    clew_families::install();
    let (asked, reply) = match serde_json::from_str::<Request>(request) {
        Ok(request) => {
            let work = || ask(&request, host);
            let reply = catch_panic(work).unwrap_or_else(|failure| Err(failure.into()));
            (request.ask.name().to_string(), reply)
        }
        Err(why) => (stated(request), Err(Mistake::from(format!("the request: {why}")))),
    };
    let (reply, error) = match reply {
        Ok(reply) => (reply, None),
        Err(error) => (Reply::default(), Some(error)),
    };
    let sent = Sent { schema: SCHEMA, ask: asked, reply, error };
    serde_json::to_string(&sent).expect("strings and numbers are always JSON")
}

/// The question of a request that cannot be read, as far as it states one.
fn stated(request: &str) -> String {
    let value: Option<Value> = serde_json::from_str(request).ok();
    let ask = value.as_ref().and_then(|value| value.get("ask")).and_then(Value::as_str);
    ask.unwrap_or_default().to_string()
}
