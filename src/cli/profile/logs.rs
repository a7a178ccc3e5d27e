//! Where logs of the search tree go, and the run that writes them.

use crate::cli::batch::status::Status;
use crate::cli::io::regular::reason;
use crate::cli::io::stderr;
use clew::api::profile::{CpProfiler, MeasureOptions, SearchLog};
use clew::kernel::Watched;
use clew::search::log::Tree;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;

/// Runs the question once more and writes the tree, one node per line.
pub(crate) fn search_log(wanted: &MeasureOptions<'_>, path: &Path, status: Status) -> Status {
    let written = File::create(path).and_then(|file| {
        let mut tree = Tree::new(SearchLog::new(wanted.puzzle, BufWriter::new(file)));
        let ran = wanted.observed(&wanted.options(), &mut Watched::new(&mut tree));
        tree.close();
        finished(ran, tree.grow.finish())
    });
    report(written, &path.to_string_lossy(), status)
}

/// Runs the question once more and writes or sends the tree as CP-Profiler reads it.
pub(crate) fn cp_profiler(
    wanted: &MeasureOptions<'_>,
    name: &str,
    to: &str,
    status: Status,
) -> Status {
    let written = target(to).and_then(|out| {
        let mut tree = Tree::new(CpProfiler::new(wanted.puzzle, name, BufWriter::new(out)));
        let ran = wanted.observed(&wanted.options(), &mut Watched::new(&mut tree));
        tree.close();
        finished(ran, tree.grow.finish())
    });
    report(written, to, status)
}

/// A question that was admitted once is admitted again; only limits can end the second run differently.
fn finished<T, E: std::fmt::Display>(ran: Result<T, E>, written: io::Result<()>) -> io::Result<()> {
    ran.map_err(|error| io::Error::other(error.to_string()))?;
    written
}

fn report(written: io::Result<()>, to: &str, status: Status) -> Status {
    match written {
        Ok(()) => status,
        Err(error) => {
            let shown = crate::cli::safe(to);
            stderr::line(format_args!("error: cannot write {shown}: {}", reason(&error)));
            Status::Unwritten
        }
    }
}

/// A socket of this machine if the name has a port, otherwise a file.
fn target(to: &str) -> io::Result<Box<dyn Write>> {
    let port = to.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
    if port.is_none() {
        return Ok(Box::new(File::create(to)?));
    }
    let all: Vec<_> = to.to_socket_addrs()?.collect();
    if let Some(far) = all.iter().find(|address| !address.ip().is_loopback()) {
        let why = format!("{far} is not on this machine");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    Ok(Box::new(TcpStream::connect(&all[..])?))
}
