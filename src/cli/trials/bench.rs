//! `clew bench`: many instances under many settings.

use super::tally::{Bench, Instance};
use super::{limited, page, read};
use crate::cli::args::values::once_each;
use crate::cli::batch::settings::known_networks;
use crate::cli::io::{interrupt, output};
use crate::cli::profile::args::BenchArgs;
use clew::api::profile::median;
use clew::api::trials::{Common, Setting, Trial};
use clew::report::table::Table;
use clew::strategy::{SearchMode, Task};
use std::fmt::Write;
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &BenchArgs) -> Result<u8, String> {
    let how = limited(&args.search)?;
    known_networks("--networks", &args.networks)?;
    let searches: Vec<String> = args.searches.iter().map(|s| s.keyword().to_string()).collect();
    once_each("--searches", &searches)?;
    let page_instead = args.html.as_deref().is_some_and(output::is_standard);
    if args.csv && page_instead {
        return Err("--html - takes the place of the table: leave out --csv".into());
    }
    let settings = settings(args)?;
    let (puzzles, mut status) = read(&args.puzzles, &how);
    if puzzles.is_empty() {
        return Ok(status.code());
    }
    let cancel = interrupt::flag();
    let quit = || cancel.load(Ordering::Relaxed);
    let options = || how.options(1, &cancel);
    let common = Common { task: args.task.task(), options: &options, quit: &quit };
    let mut instances = Vec::new();
    for (name, entry) in &puzzles {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let results = settings.iter().map(|setting| {
            let trials: Result<Vec<Trial>, String> = (0..u64::from(args.seeds))
                .map(|seed| common.run(&entry.puzzle, setting, args.search.seed.wrapping_add(seed)))
                .collect();
            trials.map(middle)
        });
        let results = results.collect();
        // A row that was cut short would report unfinished runs as undecided.
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        instances.push(Instance { name: name.clone(), cells: entry.puzzle.cells(), results });
    }
    let limit = how.time.map(|time| time.as_secs_f64());
    let names = settings.into_iter().map(|setting| setting.name).collect();
    let counted = common.task == Task::Count;
    let bench = Bench { settings: names, instances, limit, counted };
    if let Some(path) = &args.html {
        status = output::write(path, page::page(&bench).as_bytes(), status);
    }
    if !page_instead {
        let text = if args.csv { csv(&bench) } else { sheet(&bench) };
        status = status.max(output::print(text.as_bytes(), status));
    }
    Ok(status.code_unless(cancel.load(Ordering::Relaxed)))
}

/// The run of the median time; undecided ones are the longest.
fn middle(mut trials: Vec<Trial>) -> Trial {
    trials.sort_by(|a, b| b.decided.cmp(&a.decided).then(a.seconds.total_cmp(&b.seconds)));
    let at = (trials.len() - 1) / 2;
    trials.swap_remove(at)
}

fn settings(args: &BenchArgs) -> Result<Vec<Setting>, String> {
    let networks: Vec<Option<String>> = match args.networks.is_empty() {
        true => vec![args.search.network.clone()],
        false => args.networks.iter().cloned().map(Some).collect(),
    };
    let searches: Vec<SearchMode> = match args.searches.is_empty() {
        true => vec![args.search.search],
        false => args.searches.clone(),
    };
    let mut all = Vec::new();
    for network in &networks {
        for &search in &searches {
            let name = match network {
                Some(network) => format!("{network} {}", search.keyword()),
                None => search.keyword().to_string(),
            };
            let (network, without) = (network.clone(), args.search.without.clone());
            all.push(Setting { name, network, search, without, ..Setting::default() });
        }
    }
    Ok(all)
}

fn sheet(bench: &Bench) -> String {
    let mut table =
        Table::new(["setting", "solved", "PAR2 s", "median ms", "failures", "does not apply"]);
    for (s, name) in bench.settings.iter().enumerate() {
        let times: Vec<f64> = bench.times(s).collect();
        let trials: Vec<&Trial> =
            bench.instances.iter().filter_map(|i| i.results[s].as_ref().ok()).collect();
        let failures: u64 = trials.iter().map(|t| t.failures).sum();
        table.row([
            name.clone(),
            format!("{} of {}", bench.solved(s), bench.instances.len()),
            bench.par2(s).map_or("-".into(), |p| format!("{p:.4}")),
            format!("{:.3}", 1e3 * median(&times)),
            failures.to_string(),
            (bench.instances.len() - trials.len()).to_string(),
        ]);
    }
    let mut each = Table::new(
        ["instance", "cells"].into_iter().map(str::to_string).chain(bench.settings.iter().cloned()),
    );
    for i in &bench.instances {
        let result = |r: &Result<Trial, String>| match r {
            Ok(t) if t.decided => format!("{:.3} ms, {}", 1e3 * t.seconds, t.nodes),
            Ok(_) => "undecided".into(),
            Err(_) => "-".into(),
        };
        let results = i.results.iter().map(result);
        each.row([i.name.clone(), i.cells.to_string()].into_iter().chain(results));
    }
    let mut out = format!("{}\nprocessor time and decisions:\n{}", table.text(), each.text());
    let wrong = bench.contradictions();
    if !wrong.is_empty() {
        let _ = writeln!(out, "\nsettings contradict each other on {}", wrong.join(", "));
    }
    out
}

fn csv(bench: &Bench) -> String {
    let mut table = Table::new([
        "instance",
        "cells",
        "setting",
        "decided",
        "verdict",
        "nodes",
        "failures",
        "propagations",
        "seconds",
        "by",
        "note",
    ]);
    for i in &bench.instances {
        for (name, result) in bench.settings.iter().zip(&i.results) {
            let head = [i.name.clone(), i.cells.to_string(), name.clone()];
            let rest = match result {
                Ok(t) => [
                    t.decided.to_string(),
                    t.verdict.keyword().to_string(),
                    t.nodes.to_string(),
                    t.failures.to_string(),
                    t.propagations.to_string(),
                    format!("{:.9}", t.seconds),
                    t.way.to_string(),
                    String::new(),
                ],
                Err(why) => {
                    let mut rest: [String; 8] = Default::default();
                    rest[7].clone_from(why);
                    rest
                }
            };
            table.row(head.into_iter().chain(rest));
        }
    }
    table.csv()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::trials::tally::tests::trial;

    #[test]
    fn the_middle_run_is_taken() {
        let runs = vec![trial(true, 3.0), trial(false, 1.0), trial(true, 2.0)];
        assert_eq!(middle(runs).seconds, 3.0);
    }
}
