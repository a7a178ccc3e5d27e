//! `clew flatzinc --proof`: the answer to a file, with a certificate that others can check.

use super::files::Written;
use super::{UNFINISHED, can_be_written, refuse_others, remove, unwritten, whole};
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::io::{output, stderr};
use clew::api::certificate::{Failed, PROOF};
use clew::api::modelled::{CLAIM, MODEL, ROWS, SHOWN, write};
use clew::certificate::Unproved;
use clew::model::Claim;
use clew::strategy::Options;
use clew::strategy::prove::NoProof;
use std::path::Path;
use std::sync::atomic::Ordering;

/// All files of a certificate, the one that is written first in front.
const FILES: [&str; 6] = [ROWS, MODEL, CLAIM, SHOWN, UNFINISHED, PROOF];

/// Answers a file, `name` on the command line, and writes a certificate of the answer; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(
    (name, text): (&Path, &str),
    (dir, limit): (&Path, Option<usize>),
    options: &Options,
) -> Result<u8, String> {
    refuse_others(dir, name, &FILES)?;
    if let Err(why) = remove(dir, &FILES).and_then(|()| can_be_written(dir)) {
        return Ok(unwritten(dir, &why));
    }
    let sizes = Written::with_limit(limit);
    let progress = sizes.progress(true);
    let done = whole(dir, FILES, &sizes, |open| write(text, options, open));
    drop(progress);
    match done {
        Ok((proof, shown)) => {
            let rows = sizes.formula().div_ceil(1000);
            stderr::line(format_args!(
                "proof in {}: {} kB, constraints {rows} kB",
                crate::cli::shown(dir),
                proof.bytes.div_ceil(1000)
            ));
            let solution = shown.map(|shown| shown + "----------\n").unwrap_or_default();
            let end = match proof.claim {
                Claim::None => "=====UNSATISFIABLE=====\n",
                Claim::Solved => "",
                Claim::Best(_) => "==========\n",
            };
            Ok(output::print((solution + end).as_bytes(), Status::Yes).code())
        }
        Err(Failed::Files(why)) => Ok(unwritten(dir, &why)),
        Err(Failed::Proof(NoProof::Unstated(why))) => {
            stderr::line(format_args!("error: {}: {why}", name.display()));
            Ok(Status::BadInput.code())
        }
        Err(Failed::Proof(why)) => {
            let raised = crate::cli::io::interrupt::flag().load(Ordering::Relaxed);
            let why = match why {
                NoProof::Unproved(Unproved::Interrupted) => "a limit came first".into(),
                why => why.to_string(),
            };
            stderr::line(format_args!("error: {}: no certificate: {why}", name.display()));
            let status = output::print(b"=====UNKNOWN=====\n", Status::Undecided);
            Ok(if raised { INTERRUPTED } else { status.code() })
        }
    }
}
