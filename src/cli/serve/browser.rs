//! Opening the page in the browser.
//!
//! Others can list the command lines of this machine, so the address does not stand in one: the browser opens a file of
//! the user's alone, which leads there, and which is removed once the page was loaded.

use crate::cli::io::interrupt::Unfinished;
use crate::cli::io::stderr;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file that leads to the page, until this is dropped.
pub(crate) struct RedirectFile {
    path: PathBuf,
    /// Ctrl-C removes it too.
    _unfinished: Unfinished,
}

impl Drop for RedirectFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Opens the address in the browser, if the system has a way.
pub(crate) fn open(url: &str, name: &str) -> Option<RedirectFile> {
    let opened = redirect_file(url, name).and_then(|file| start(&file.path).map(|()| file));
    opened.map_err(|error| stderr::line(format_args!("note: no browser was opened: {error}"))).ok()
}

/// Makes the file.
fn redirect_file(url: &str, name: &str) -> io::Result<RedirectFile> {
    let folder = std::env::var_os("XDG_RUNTIME_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let path = folder.join(format!("clew-{name}.html"));
    let file = RedirectFile { _unfinished: Unfinished::new(&path), path };
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let page = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>clew</title>\n<a href=\"{url}\">clew</a>\n"
    );
    options.open(&file.path)?.write_all(page.as_bytes())?;
    Ok(file)
}

fn start(file: &Path) -> io::Result<()> {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = match cfg!(windows) {
        true => {
            let mut command = Command::new("cmd");
            command.args(["/C", "start", ""]);
            command
        }
        false => Command::new(program),
    };
    let quiet = command.arg(file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().map(drop)
}
