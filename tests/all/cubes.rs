//! Counts by search in cubes: their sum is the count, and missing, damaged, foreign or contradictory parts are never
//! added.

use crate::long_counts::{forged, open_board, open_square, refused};
use crate::support::agree::random_puzzle;
use crate::support::program::{Folder, Ran};
use clew::run::Budget;
use clew::strategy::cubes::{Cubes, Way};
use clew::strategy::{Options, RunError};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[test]
fn cubes_add_up_to_the_count_on_boards_of_all_families() {
    let mut counted = HashMap::<(&str, &str), u32>::new();
    for seed in 0..400 {
        let (puzzle, all) = random_puzzle(seed);
        for way in Way::ALL {
            let options = Options { seed: seed % 3, ..Options::default() };
            let asked = 1 + (seed as usize * 7) % 40;
            let cubes = match Cubes::new(&puzzle, &options, way, asked) {
                Ok(Ok(cubes)) => cubes,
                Err(RunError::NoMethod(_)) if way == Way::Parts => continue,
                other => panic!("{seed}, {way:?}: {:?}", other.err()),
            };
            let mut order: Vec<usize> = (0..cubes.len()).collect();
            order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
            let budget = Budget::default();
            let counts = order.iter().map(|&cube| cubes.count(cube, &budget).0.unwrap());
            let sum: BigUint = counts.sum();
            assert_eq!(sum, all.len().into(), "{seed}, {way:?}, {asked} cubes: {puzzle:?}");
            // The same cubes are cut again.
            let again = Cubes::new(&puzzle, &options, way, asked).unwrap().unwrap();
            assert_eq!(again.sides(), cubes.sides());
            *counted.entry((puzzle.family().keyword(), way.keyword())).or_default() += 1;
        }
    }
    assert!(counted.len() >= 10 && counted.values().all(|&n| n > 20), "{counted:?}");
}

const BOARD: usize = 5;

fn job(method: &str) -> (Folder, String) {
    let folder = Folder::with_puzzle(&open_board("path", BOARD, ""));
    let ran = folder.run(&format!("split --jobs 30 --method {method} -o jobs p.puzzle"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("jobs: 30 cubes"), "{}", ran.out);
    let exact = folder.run("count p.puzzle").out;
    (folder, exact)
}

#[test]
fn a_job_is_counted_in_pieces_and_added_up() {
    for method in ["search", "learn"] {
        let (folder, exact) = job(method);
        let empty = folder.run("merge jobs");
        assert_eq!(empty.status, 4);
        assert_eq!(empty.out, "unknown: 0 of 30 cubes are counted; missing are 1-30\n");
        assert_eq!(folder.run("count-cube jobs 1-7 9 11-30").status, 0);
        let partial = folder.run("merge jobs");
        assert_eq!(partial.status, 4);
        assert_eq!(partial.out, "unknown: 28 of 30 cubes are counted; missing are 8, 10\n");
        let ran = folder.run("count-cube jobs 8-10");
        assert!(ran.out.contains("before"), "{}", ran.out);
        let merged = folder.run("merge jobs");
        assert_eq!((merged.status, &merged.out), (0, &exact), "{}", merged.err);
        // Once more, and another split of the same kind, change nothing.
        assert_eq!(
            folder.run(&format!("split --jobs 30 --method {method} -o jobs p.puzzle")).status,
            0
        );
        assert_eq!(folder.run("count-cube jobs 1-30").status, 0);
        assert_eq!(folder.run("merge jobs").out, exact);
        refused(&folder.run("split --jobs 31 -o jobs p.puzzle"), 3, &["another job"]);
    }
}

#[test]
fn parts_are_counted_in_cubes() {
    let rows = [". . . . .", ". . 3 . .", ". < . . . .", ". . . . .", "1 . . . ."];
    let text = format!("puzzle: futoshiki\n\n{}\n", rows.join("\n- - - - -\n"));
    let text = &text[..];
    let folder = Folder::with_puzzle(text);
    let exact = folder.run("count p.puzzle").out;
    assert_eq!(folder.run("split --jobs 20 --method parts -o jobs p.puzzle").status, 0);
    let job: serde_json::Value = serde_json::from_str(&folder.read("jobs/job.jsonl")).unwrap();
    assert_eq!(folder.run(&format!("count-cube jobs 1-{}", job["cubes"])).status, 0);
    assert_eq!(folder.run("merge jobs").out, exact);
}

#[test]
fn damaged_foreign_and_contradictory_cubes_are_refused_by_name() {
    let (folder, exact) = job("search");
    assert_eq!(folder.run("count-cube jobs 1-30").status, 0);
    let name = |cube: u32| format!("jobs/cube-{cube:06}.jsonl");
    let whole = folder.read(&name(3));
    let run = |text: &str, words: &[&str]| {
        folder.put(&name(3), text.as_bytes());
        refused(&folder.run("merge jobs"), 3, words);
        refused(&folder.run("count-cube jobs 3"), 3, words);
        folder.put(&name(3), whole.as_bytes());
    };
    run("", &["cube-000003.jsonl", "record"]);
    run(&whole[..whole.len() / 2], &["cube-000003.jsonl:1", "torn"]);
    run(&whole.replacen("count\":\"", "count\":\"1", 1), &["cube-000003.jsonl:1", "damaged"]);
    run(&forged(&whole, |r| r["job"] = "0".into()), &["cube-000003.jsonl:1", "another job"]);
    run(&forged(&whole, |r| r["cube"] = 31.into()), &["cube-000003.jsonl:1", "no cube 31"]);
    for (count, words) in [("+5", "no number"), ("1_0", "no number"), ("", "no number")] {
        run(&forged(&whole, |r| r["count"] = count.into()), &["cube-000003.jsonl:1", words]);
    }
    let long = "9".repeat(1_000_000);
    run(&forged(&whole, |r| r["count"] = long.as_str().into()), &["1000000 digits"]);
    // A second result for a cube under another name.
    folder.put("jobs/copied.jsonl", whole.as_bytes());
    assert_eq!(folder.run("merge jobs").out, exact, "the same twice is once");
    folder.put("jobs/copied.jsonl", forged(&whole, |r| r["count"] = "1".into()).as_bytes());
    refused(&folder.run("merge jobs"), 3, &["cube-000003.jsonl:1", "copied.jsonl:1", "contradict"]);
    fs::remove_file(folder.path().join("jobs/copied.jsonl")).unwrap();

    let job = folder.read("jobs/job.jsonl");
    for (text, words) in [
        (job[..100].to_string(), &["job.jsonl:1", "torn"][..]),
        (forged(&job, |r| r["version"] = "9".into()), &["job.jsonl:1", "version"]),
        (forged(&job, |r| r["jobs"] = 31.into()), &["jobs", "not those"]),
        (forged(&job, |r| r["jobs"] = 1_000_001.into()), &["job.jsonl:1", "1 to 1000000"]),
        (forged(&job, |r| r["seed"] = 5.into()), &["jobs"]),
        (forged(&job, |r| r["text"] = "puzzle: path\n\n. .\n".into()), &["job.jsonl:1", "digest"]),
    ] {
        folder.put("jobs/job.jsonl", text.as_bytes());
        let merged = folder.run("merge jobs");
        refused(&merged, 3, words);
    }
    for (text, words) in [("", "expected one record"), (&job[..100], "torn")] {
        folder.put("jobs/job.jsonl", text.as_bytes());
        let again = folder.run("split --jobs 30 --method search -o jobs p.puzzle");
        refused(&again, 3, &["job.jsonl", words]);
    }
    folder.put("jobs/job.jsonl", job.as_bytes());
    assert_eq!(folder.run("merge jobs").out, exact);
    refused(&folder.run("count-cube jobs 31"), 2, &["no cube 31"]);
    // A range that ends beyond the last cube is refused before its first cube is counted.
    let ran = folder.run("count-cube jobs 1-31");
    assert_eq!((ran.status, &*ran.out), (2, ""), "{}", ran.err);
    refused(&folder.run("merge jobs jobs"), 2, &["by itself"]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    refused(&folder.run("merge empty"), 3, &["empty", "no directory of a job"]);
    refused(&folder.run("merge jobs/job.jsonl"), 3, &["job.jsonl:1", "no residue"]);
}

/// Workers that are killed and restarted count every cube once.
#[test]
fn killed_workers_lose_nothing() {
    let (folder, exact) = job("search");
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut kills = 0;
    loop {
        let mut child = folder.start("count-cube jobs 1-30");
        std::thread::sleep(Duration::from_millis(rng.random_range(20..=200 * (kills + 1))));
        let over = child.try_wait().unwrap().is_some();
        let _ = child.kill();
        child.wait().unwrap();
        let merged = folder.run("merge jobs");
        assert!(merged.status == 4 || merged.out == exact, "{}{}", merged.out, merged.err);
        if over {
            break;
        }
        kills += 1;
    }
    assert_eq!(folder.run("merge jobs").out, exact, "after {kills} kills");
}

#[test]
fn scripts_for_slurm_cover_all_pieces() {
    let folder = Folder::with_puzzle(&open_board("path", BOARD, ""));
    let ran = folder.run("split --jobs 30 --slurm --chunk 7 -o jobs p.puzzle");
    for line in
        ["#SBATCH --array=1-5\n", "#SBATCH --requeue\n", "count-cube 'jobs' \"$first-$last\"\n"]
    {
        assert!(ran.out.contains(line), "{line} is missing in {}", ran.out);
    }
    let residues = folder.run("split --residues --slurm -o counts p.puzzle");
    assert_eq!(residues.status, 0, "{}", residues.err);
    assert!(residues.out.contains("#SBATCH --array=1-2\n"), "{}", residues.out);
    assert!(folder.read("counts/board.puzzle").starts_with("puzzle: path\n"));
    refused(&folder.run("split --jobs 3 --chunk 2 -o other p.puzzle"), 2, &["--slurm"]);
    refused(&folder.run("split --residues --jobs 3 -o other p.puzzle"), 2, &["--jobs"]);
    refused(&folder.run("split --network none -o other p.puzzle"), 2, &["no network"]);
    refused(&folder.run("split --without luck -o other p.puzzle"), 2, &["luck"]);
}

/// A script's first task, run here.
fn task(folder: &Folder, script: &str) -> Ran {
    let program = Path::new(env!("CARGO_BIN_EXE_clew")).parent().expect("it is in a directory");
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.to_path_buf()).chain(std::env::split_paths(&paths));
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("SLURM_ARRAY_TASK_ID", "1").current_dir(folder.path());
    let paths = std::env::join_paths(paths).expect("paths");
    Ran::from_output(command.env("PATH", paths).output().expect("there is a shell"))
}

#[cfg(unix)]
#[test]
fn tasks_of_every_script_end_well() {
    let nothing = Folder::with_puzzle("puzzle: numberlink\ncover: partial\n\nA B\nB A\n");
    // A directory may have a name like an option.
    for (place, again) in [(" jobs", "jobs"), ("=-x", "./-x")] {
        let script = nothing.run(&format!("split --slurm -o{place} p.puzzle"));
        let ran = task(&nothing, &script.out);
        assert_eq!((script.status, ran.status), (0, 0), "{}{}", script.out, ran.err);
        assert_eq!(nothing.run(&format!("merge {again}")).out, "0\n");
    }
    let script = nothing.run("split --residues --slurm -o=-y p.puzzle");
    let ran = task(&nothing, &script.out);
    assert_eq!((script.status, ran.status), (0, 0), "{}{}", script.out, ran.err);
    // A square that is counted in one piece keeps no layers.
    let square = Folder::with_puzzle(&open_square(4, ""));
    let script = square.run("split --residues --slurm -o counts p.puzzle");
    let ran = task(&square, &script.out);
    assert_eq!((script.status, ran.status), (0, 0), "{}{}", script.out, ran.err);
}

#[test]
fn one_directory_holds_one_kind_of_job() {
    let folder = Folder::with_puzzle(&open_board("path", BOARD, ""));
    assert_eq!(folder.run("split --jobs 3 -o cubes p.puzzle").status, 0);
    let other = &["cubes: there is another job in this directory"];
    refused(&folder.run("split --residues -o cubes p.puzzle"), 3, other);
    assert_eq!(folder.run("split --residues -o counts p.puzzle").status, 0);
    let other = &["counts: there is another job in this directory"];
    refused(&folder.run("split --jobs 3 -o counts p.puzzle"), 3, other);
}
