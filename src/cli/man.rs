//! `clew man`: a manual page for the program and for each command.

use crate::cli::args::{Cli, ManArgs};
use crate::cli::batch::status::Status;
use crate::cli::io::output;
use crate::cli::io::regular::reason;
use crate::cli::io::stderr;
use clap::CommandFactory;
use std::path::Path;

/// Runs the command; returns the exit status.
pub(crate) fn run(args: &ManArgs) -> u8 {
    let pages = pages();
    if let Some(command) = &args.about {
        let name = format!("clew-{command}");
        return match pages.iter().find(|page| page.name == name) {
            Some(page) => output::print(&page.text, Status::Yes).code(),
            None => {
                let known: Vec<&str> =
                    pages.iter().filter_map(|page| page.name.strip_prefix("clew-")).collect();
                let (command, known) = (crate::cli::safe(command), known.join(", "));
                stderr::line(format_args!(
                    "error: there is no command \"{command}\"; the commands are {known}"
                ));
                Status::Usage.code()
            }
        };
    }
    let Some(directory) = args.output.as_deref().filter(|path| !output::is_standard(path)) else {
        let all: Vec<u8> = pages.into_iter().flat_map(|page| page.text).collect();
        return output::print(&all, Status::Yes).code();
    };
    if let Err(error) = std::fs::create_dir_all(directory) {
        let (shown, why) = (crate::cli::shown(directory), reason(&error));
        stderr::line(format_args!("error: cannot make {shown}: {why}"));
        return Status::Unwritten.code();
    }
    let status = pages.iter().map(|page| write(directory, page)).max();
    status.unwrap_or_default().code()
}

/// A manual page: `clew` or `clew-COMMAND`, and its text.
struct Page {
    name: String,
    text: Vec<u8>,
}

/// All pages: that of the program first.
fn pages() -> Vec<Page> {
    let mut program = Cli::command();
    // Building gives commands the names that their pages have, such as clew-solve.
    program.build();
    let mut commands = vec![program.clone()];
    let shown = |command: &&clap::Command| command.get_name() != "help";
    commands.extend(program.get_subcommands().filter(shown).cloned());
    let page = |command: clap::Command| {
        let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
        let mut text = Vec::new();
        let rendered = clap_mangen::Man::new(command).render(&mut text);
        rendered.expect("writing to memory succeeds");
        Page { name, text }
    };
    commands.into_iter().map(page).collect()
}

fn write(directory: &Path, page: &Page) -> Status {
    output::write(&directory.join(format!("{}.1", page.name)), &page.text, Status::Yes)
}
