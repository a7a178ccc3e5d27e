//! Tools that show where the work goes: profile, trace, logs, ablation, comparison, bench.

use crate::support::program::Folder;
use clew::families::parse_native;
use clew::kernel::Watched;
use clew::puzzle::Puzzle;
use clew::run::Stats;
use clew::search::Profile;
use clew::search::log::{Fate, Grow, Node, Tree};
use clew::strategy::{Options, SearchMode, Task, run, run_watched};
use serde_json::Value;
use std::collections::BTreeSet;

const FUTOSHIKI: &str = "instances/futoshiki/ladder-05x05.puzzle";

/// Boards of all families, some of which need learning.
const BOARDS: [&str; 6] = [
    "instances/hard/hidato-rook-minimal-9x9.puzzle",
    "instances/hard/numberlink-20x20.puzzle",
    "instances/futoshiki/ladder-09x09.puzzle",
    "instances/numberlink/partial-06x06.puzzle",
    "instances/numberlink/touch-06x06.puzzle",
    FUTOSHIKI,
];

fn text(path: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    std::fs::read_to_string(format!("{root}/{path}")).expect("an instance")
}

fn puzzle(path: &str) -> Puzzle {
    parse_native(&text(path)).expect("an instance").puzzle
}

/// Counts with the profiler equal those without it, in every stage, and the profiler's own counts agree.
#[test]
fn the_profiler_changes_nothing() {
    for path in BOARDS {
        let puzzle = puzzle(path);
        for search in [SearchMode::Auto, SearchMode::Dfs, SearchMode::Learn] {
            let mut options = Options { search, threads: 1, ..Options::default() };
            options.budget.nodes = Some(3000);
            let bare = run(&puzzle, Task::Check, &options).expect("it can be asked");
            let mut profile = Profile::new();
            let (seen, _) =
                run_watched(&puzzle, Task::Check, &options, &mut profile).expect("it can be asked");
            profile.finish();
            assert_eq!((bare.stats, &bare.count), (seen.stats, &seen.count), "{path} {search:?}");
            let stages = |o: &clew::strategy::Outcome| -> Vec<(&'static str, Stats, String)> {
                o.stages.iter().map(|s| (s.means, s.stats, s.came.clone())).collect()
            };
            assert_eq!(stages(&bare), stages(&seen), "{path} {search:?}");
            let mut clock = profile.clock().again();
            let (timed, _) =
                run_watched(&puzzle, Task::Check, &options, &mut Watched::new(&mut clock))
                    .expect("it can be asked");
            assert_eq!(stages(&bare), stages(&timed), "{path} {search:?}");
            assert_eq!(clock.units()[1], profile.clock().units()[1], "{path} {search:?}");
            let nodes: u64 = profile.sections.iter().map(|s| s.nodes).sum();
            assert_eq!(nodes, seen.stats.nodes, "{path} {search:?}");
            let learnt = profile.quality.length.heard;
            assert!(learnt <= seen.stats.nogoods + 1, "{path} {search:?}");
            let literals: u64 =
                profile.sections.iter().flat_map(|s| &s.rows).map(|r| r.literals).sum();
            let q = &profile.quality;
            let all = literals + q.of_decisions + q.of_clauses + q.of_kernel;
            assert_eq!(all, q.length.sum, "every literal of a clause is somebody's: {path}");
        }
    }
}

fn profiled(options: &str) -> Value {
    profiled_of(FUTOSHIKI, options)
}

fn profiled_of(path: &str, options: &str) -> Value {
    let here = Folder::with_puzzle(&text(path));
    here.run(&format!("profile --json {options} p.puzzle")).json().remove(0)
}

#[test]
fn the_account_adds_up() {
    for options in
        ["--runs 1", "--runs 3 --search learn", "--runs 2 --task count", "--instances --runs 1"]
    {
        let m = profiled(options);
        assert_eq!(m["schema"].as_str(), Some("clew-profile/2"));
        let sum = |rows: &str, key: &str| -> f64 {
            let rows = m[rows].as_array().expect("rows");
            rows.iter().map(|r| r[key].as_f64().expect("a number")).sum()
        };
        let share = sum("propagators", "time_share")
            + sum("propagators", "explaining_share")
            + sum("parts", "time_share");
        assert!((share - 1.0).abs() < 1e-6, "{options}: {share}");
        let nodes = sum("stages", "nodes");
        assert_eq!(Some(nodes), m["stats"]["nodes"].as_f64(), "{options}");
        let staged = sum("stages", "time_ns");
        assert!(staged <= m["time"]["mean_ns"].as_f64().expect("a time") * 1.001, "{options}");
    }
}

/// The dynamic program is a stage with layers.
#[test]
fn tables_are_told_layer_by_layer() {
    let here = Folder::with_puzzle(&text("instances/path/ladder-05x05.puzzle"));
    let m = here.run("profile --task count --runs 1 --json p.puzzle").json().remove(0);
    let layers = m["layers"].as_array().expect("layers");
    assert!(layers.len() > 10, "{m}");
    let stages = m["stages"].as_array().expect("stages");
    assert!(stages.iter().any(|s| s["stage"] == "counting by dynamic programming"), "{m}");
    assert!(layers.iter().all(|l| l["states"].as_u64() > Some(0)));
}

#[test]
fn propagators_are_named_by_their_cells() {
    let names: Vec<String> = profiled("--instances --runs 1")["propagators"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|r| r["type"].as_str().expect("a name").to_string())
        .collect();
    for name in ["all_different row 3", "all_different column 5", "all_different_domain row 1"] {
        assert!(names.iter().any(|n| n == name), "{name}: {names:?}");
    }
    assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
    let here = Folder::with_puzzle(&text("instances/hidato/ladder-05x05.puzzle"));
    let csv = here.run("profile --search-only --csv --instances --runs 1 p.puzzle").out;
    assert!(
        csv.lines().next().is_some_and(|head| head.starts_with("type,instances,calls,")),
        "{csv}"
    );
    let columns = csv.lines().next().map(|head| head.matches(',').count());
    assert!(
        csv.lines().all(|l| l.contains('"') || Some(l.matches(',').count()) == columns),
        "{csv}"
    );
    assert!(csv.contains("adjacency all cells"), "{csv}");
}

/// Constraints that share a propagator: their work adds up to that of the propagator, and they are named by their
/// subject.
#[test]
fn constraints_of_one_propagator_are_told_apart() {
    let (sparse, large) = (
        "instances/hidato/document-12x12-sparse.puzzle",
        "instances/futoshiki/ladder-09x09.puzzle",
    );
    for (path, options, kinds, name) in [
        (sparse, "", &["adjacency", "edge_number", "degree"][..], "adjacency 140-141"),
        (sparse, "--network sparse", &["gap_count", "gap_reach"], "gap_count gap 44"),
        (large, "", &["order_chain"], "order_chain r6c3-r6c4"),
        ("instances/numberlink/ladder-08x08.puzzle", "", &["equality_channel"], ""),
        ("instances/numberlink/ladder-08x08.puzzle", "--network labels", &["equal_count"], ""),
    ] {
        let profile = profiled_of(path, &format!("--instances --search-only --runs 1 {options}"));
        let constraints = profile["constraints"].as_array().expect("they were asked for");
        for kind in kinds {
            let of_kind = |x: &&Value| {
                x["type"].as_str().is_some_and(|t| t == *kind || t.starts_with(&format!("{kind} ")))
            };
            for row in profile["propagators"].as_array().expect("rows").iter().filter(of_kind) {
                let own = || constraints.iter().filter(|c| c["of"] == row["type"]);
                let sum = |key: &str| own().filter_map(|c| c[key].as_u64()).sum::<u64>();
                assert_eq!(Some(sum("values_removed")), row["values_removed"].as_u64(), "{row}");
                assert!(Some(sum("failures")) <= row["failures"].as_u64(), "{row}");
                assert!(
                    own().all(|c| c["name"].as_str().is_some_and(|name| name.starts_with(kind)))
                );
            }
        }
        assert!(!constraints.is_empty(), "{path}");
        let named = constraints.iter().find(|c| c["name"] == name);
        let cells = named.and_then(|c| c["cells"].as_array());
        let has_cells = cells.is_some_and(|cells| cells.len() >= 2);
        assert!(has_cells || name.is_empty(), "{name}: {constraints:?}");
    }
}

#[test]
fn folded_stacks_are_frames_and_weights() {
    let here = Folder::with_puzzle(&text(FUTOSHIKI));
    let ran = here.run("profile --runs 1 --folded p.folded p.puzzle");
    assert!(ran.out.contains("remainder") && ran.out.contains("ns/call"), "{}", ran.out);
    for line in here.read("p.folded").lines() {
        let (frames, weight) = line.rsplit_once(' ').expect("frames and a weight");
        assert!(frames.starts_with("check;") && weight.parse::<u64>().is_ok(), "{line}");
    }
}

/// Plain search in comparison with learning is marked.
#[test]
fn unlike_searches_are_not_compared_unmarked() {
    let here = Folder::with_puzzle(&text("instances/hard/hidato-rook-minimal-9x9.puzzle"));
    let ran = here.run("profile --runs 1 --nodes 200 --compare suite,dual p.puzzle");
    let learnt = |line: &str| line.starts_with("search ") && line.contains("learn");
    if ran.out.lines().any(|l| learnt(l) && l.contains("dfs")) {
        assert!(ran.out.contains("note: "), "{}", ran.out);
    }
    let alike = here.run("profile --runs 1 --nodes 200 --search dfs --compare suite,dual p.puzzle");
    assert!(!alike.out.contains("note: "), "{}", alike.out);
}

/// An empty cell is called empty, though it is a value after those of all labels.
#[test]
fn a_trace_of_cells_that_may_stay_empty_names_what_they_hold() {
    let here = Folder::with_puzzle(
        "puzzle: numberlink\ncover: partial\n\n. A . .\n. B . .\n. . . B\nA . . .\n",
    );
    let ran = here.run("trace p.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("r1c2 != B, r1c2 != empty"), "{}", ran.out);
}

/// The conclusions of a trace before any decision are true in the only solution, and so are their premises.
#[test]
fn a_trace_tells_what_is_true() {
    let here = Folder::with_puzzle(&text(FUTOSHIKI));
    let solution = here.run("solve --json p.puzzle").json();
    let grid = &solution[0]["solutions"][0]["cells"];
    let cell = |place: &str| -> u64 {
        let (row, col) = place[1..].split_once('c').expect("a cell");
        let at = |text: &str| text.parse::<usize>().expect("a number") - 1;
        grid[at(row)][at(col)].as_u64().expect("a value")
    };
    let holds = |fact: &str| -> bool {
        let words: Vec<&str> = fact.split(' ').collect();
        match words[..] {
            [place, sign, value] if place.starts_with('r') => {
                (cell(place) == value.parse::<u64>().expect("a value")) == (sign == "=")
            }
            // Literals of the network's own.
            _ => true,
        }
    };
    let events = here.run("trace --json --depth 0 p.puzzle").json();
    assert!(events.len() > 20);
    let (mut facts, mut rules) = (0, BTreeSet::new());
    for event in events.iter().filter(|e| e["event"] == "inference") {
        let list = |key: &str| event[key].as_array().expect("a list").clone();
        for fact in list("conclusion").iter().chain(&list("premises")) {
            facts += 1;
            assert!(holds(fact.as_str().expect("words")), "{event}");
        }
        if event["propagator"] == "all_different" {
            assert!(!list("premises").is_empty(), "{event}");
            rules.insert(event["rule"].to_string());
        }
    }
    assert!(facts > 100 && !rules.is_empty(), "{facts} {rules:?}");
}

#[test]
fn a_trace_is_filtered() {
    let here = Folder::with_puzzle(&text(FUTOSHIKI));
    let events =
        here.run("trace --json --propagator all_different --cell r1c1 --first 3 p.puzzle").json();
    assert_eq!(events.len(), 3);
    for event in &events {
        assert_eq!(event["propagator"].as_str(), Some("all_different"));
        let so = event["conclusion"].as_array().expect("a list");
        assert!(so.iter().any(|f| f.as_str().is_some_and(|f| f.starts_with("r1c1 "))), "{event}");
    }
    let words = here.run("trace --rule another --first 2 --boards p.puzzle");
    assert_eq!(words.status, 0, "{}", words.err);
    assert!(words.out.starts_with("1 [0] all_different "), "{}", words.out);
    let nothing = here.run("trace --rule nobody p.puzzle");
    assert_eq!((nothing.status, &*nothing.out), (0, ""), "{}", nothing.err);
    assert_eq!(nothing.err, "p.puzzle: no inference matches\n");
    for (bad, why) in [("r9", "expected a cell"), ("r99c1", "no cell r99c1")] {
        let ran = here.run(&format!("trace --cell {bad} p.puzzle"));
        assert!(ran.status == 2 && ran.err.contains(why), "{}", ran.err);
    }
}

struct Keep(Vec<Node>);

impl Grow for Keep {
    fn node(&mut self, node: Node) {
        self.0.push(node);
    }
}

/// Every decision is a node with two children, and every child is listed once, after its parent.
#[test]
fn trees_are_whole() {
    for path in BOARDS {
        let puzzle = puzzle(path);
        for search in [SearchMode::Auto, SearchMode::Dfs, SearchMode::Learn] {
            let mut options = Options { search, threads: 1, ..Options::default() };
            options.budget.nodes = Some(2000);
            let mut tree = Tree::new(Keep(Vec::new()));
            let (outcome, _) =
                run_watched(&puzzle, Task::Check, &options, &mut tree).expect("it can be asked");
            tree.close();
            let nodes = &tree.grow.0;
            let branches = nodes.iter().filter(|n| matches!(n.fate, Fate::Branch { .. })).count();
            assert_eq!(branches as u64, outcome.stats.nodes, "{path} {search:?}");
            let mut owed = BTreeSet::new();
            for node in nodes {
                match node.parent {
                    Some(_) => assert!(owed.remove(&node.id), "{path} {search:?}: {node:?}"),
                    None => assert!(owed.is_empty(), "a tree is done before the next one begins"),
                }
                if let Fate::Branch { left, right, .. } = node.fate {
                    assert!(owed.insert(left) && owed.insert(right));
                }
            }
            assert!(owed.is_empty(), "{path} {search:?}: {owed:?}");
        }
    }
}

#[test]
fn logs_are_written() {
    let here = Folder::with_puzzle(&text("instances/hard/hidato-rook-minimal-9x9.puzzle"));
    let ran = here
        .run("profile --runs 1 --nodes 300 --search-log s.log --cp-profiler t.bin --json p.puzzle");
    let nodes = ran.json()[0]["stats"]["nodes"].as_u64().expect("a count");
    let log = here.read("s.log");
    assert_eq!(log.lines().filter(|l| l.split(' ').nth(1) == Some("2")).count() as u64, nodes);
    for line in log.lines() {
        let parts: Vec<&str> = line.split(' ').collect();
        assert!(parts.len() == if parts[1] == "2" { 6 } else { 2 }, "{line}");
    }
    let bytes = std::fs::read(here.path().join("t.bin")).expect("a file");
    let (mut at, mut kinds) = (0, Vec::new());
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize;
        kinds.push(bytes[at + 4]);
        at += 4 + length;
    }
    assert_eq!((at, kinds[0], kinds.last()), (bytes.len(), 2, Some(&1)));
    assert_eq!(kinds.iter().filter(|k| **k == 0).count(), log.lines().count());
    let far = here.run("profile --runs 1 --nodes 10 --cp-profiler 192.0.2.1:6565 p.puzzle");
    assert!(far.status == 5 && far.err.contains("not on this machine"), "{}", far.err);
}

/// The stream over a local socket equals the one to a file.
#[test]
fn the_stream_goes_to_a_socket() {
    use std::io::Read;
    let here = Folder::with_puzzle(&text(FUTOSHIKI));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let heard = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        listener.accept().expect("somebody calls").0.read_to_end(&mut bytes).expect("bytes");
        bytes
    });
    let ran = here.run(&format!("profile --runs 1 --cp-profiler 127.0.0.1:{port} p.puzzle"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    here.run("profile --runs 1 --cp-profiler t.bin p.puzzle");
    assert_eq!(
        heard.join().expect("bytes"),
        std::fs::read(here.path().join("t.bin")).expect("a file")
    );
}

/// SHA-256 (FIPS 180-4), for the policy of the page: round constants are fractions of cube roots.
fn sha256(text: &[u8]) -> [u8; 32] {
    let primes = || (2u64..).filter(|n| (2..*n).all(|d| n % d != 0));
    let fraction = |n: u64, root: u32| {
        // The integer root of n * 2^(32 * root), by bisection, gives the first 32 bits after the point.
        let (mut low, mut high) = (0u128, 1u128 << 36);
        while high - low > 1 {
            let middle = (low + high) / 2;
            let power = (1..root).try_fold(middle, |p, _| p.checked_mul(middle));
            let goal = u128::from(n) << (32 * root);
            if power.is_some_and(|p| p <= goal) { low = middle } else { high = middle }
        }
        low as u32
    };
    let k: Vec<u32> = primes().take(64).map(|p| fraction(p, 3)).collect();
    let mut h: Vec<u32> = primes().take(8).map(|p| fraction(p, 2)).collect();
    let mut message = text.to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend((text.len() as u64 * 8).to_be_bytes());
    for block in message.chunks(64) {
        let mut w: Vec<u32> =
            block.chunks(4).map(|b| u32::from_be_bytes(b.try_into().expect("four"))).collect();
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = h.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let first =
                [v[7], s1, choice, k[i], w[i]].into_iter().fold(0u32, |sum, x| sum.wrapping_add(x));
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(first);
            v[0] = first.wrapping_add(s0.wrapping_add(majority));
        }
        h.iter_mut().zip(v).for_each(|(h, v)| *h = h.wrapping_add(v));
    }
    let bytes: Vec<u8> = h.iter().flat_map(|x| x.to_be_bytes()).collect();
    bytes.try_into().expect("eight words")
}

#[test]
fn the_page_needs_nothing_and_runs_nothing_else() {
    use base64::Engine;
    let here = Folder::with_puzzle(&text("instances/hard/hidato-rook-minimal-9x9.puzzle"));
    let ran = here.run("profile --runs 1 --nodes 2000 --html p.html p.puzzle");
    assert_eq!(ran.err, "");
    let page = here.read("p.html");
    assert!(page.len() < 1_000_000, "{}", page.len());
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-";
    let (_, rest) = page.split_once(policy).expect("a policy");
    let hash = rest.split('\'').next().expect("a hash");
    let (_, script) = page.split_once("<script>").expect("a script");
    let script = script.split("</script>").next().expect("its end");
    let empty = base64::engine::general_purpose::STANDARD.encode(sha256(b""));
    assert_eq!(empty, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    assert_eq!(base64::engine::general_purpose::STANDARD.encode(sha256(script.as_bytes())), hash);
    assert_eq!(page.matches("<script").count(), 1);
    for outside in ["src=", "@import", "url(", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    for part in
        ["Where the time went", "Where on the board", "Who wakes whom", "What the words mean"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert_eq!(here.run("profile --html - p.puzzle").status, 2);
}

#[test]
fn changes_are_told() {
    let here = Folder::with_puzzle(&text("instances/futoshiki/ladder-09x09.puzzle"));
    let save = |name: &str, options: &str| {
        let ran = here.run(&format!("profile --search dfs --runs 3 --json {options} p.puzzle"));
        here.put(name, ran.out.as_bytes());
    };
    save("a.json", "");
    save("b.json", "--without all_different_domain");
    let told = here.run("compare a.json b.json");
    assert_eq!(told.status, 0, "{}", told.err);
    assert!(told.out.contains("options.without: [] before"), "{}", told.out);
    let lines = here.run("compare --json a.json b.json").json()[0]["lines"]
        .as_array()
        .expect("lines")
        .len();
    assert!(lines > 5);
    let same = here.run("compare a.json a.json").out;
    assert!(
        same.contains("same") && !same.contains(" more\n") && !same.contains(" less\n"),
        "{same}"
    );
    // The same file under other rules is another puzzle.
    here.put("n.puzzle", b"puzzle: numberlink\n\nA . B\n. . .\nA . B\n");
    for (name, options) in [("n.json", ""), ("o.json", "--touch yes")] {
        let ran = here.run(&format!("profile --runs 1 --json {options} n.puzzle"));
        here.put(name, ran.out.as_bytes());
    }
    let by_rules = here.run("compare n.json o.json").out;
    assert!(by_rules.lines().any(|line| line.starts_with("puzzle: ")), "{by_rules}");
    assert!(!same.contains("puzzle: "), "{same}");
    here.put("c.json", b"{\"schema\": \"x\"}");
    let bad = here.run("compare a.json c.json");
    assert!(bad.status == 3 && bad.err.contains("c.json:1:1: found schema \"x\""), "{}", bad.err);
    here.put("d.json", b"{\n  oops");
    let bad = here.run("compare d.json a.json");
    assert!(bad.status == 3 && bad.err.contains("d.json:2:3: "), "{}", bad.err);
    here.put("e.json", b"");
    let empty = here.run("compare e.json a.json");
    assert!(empty.err.contains("e.json:1:1: found nothing, expected one JSON"), "{}", empty.err);
}

#[test]
fn parts_are_left_out_one_by_one() {
    let here = Folder::with_puzzle(&text(FUTOSHIKI));
    let told = here.run("ablate --seeds 2 p.puzzle");
    assert_eq!(told.status, 0, "{}", told.err);
    let rows = ["everything", "without line_order", "network binary", "search dfs"];
    for row in rows.into_iter().chain(["matched: everything", "matched: without line_order"]) {
        assert!(told.out.lines().any(|l| l.starts_with(row)), "{row}: {}", told.out);
    }
    let object = here.run("ablate --seeds 2 --json p.puzzle").json().remove(0);
    let settings = object["settings"].as_array().expect("settings");
    let runs = |s: &Value| s["runs"].as_array().map_or(0, Vec::len);
    assert!(settings.iter().all(|s| runs(s) == 2 || s["not_applicable"].is_string()), "{object}");
    let verdicts: BTreeSet<String> = settings
        .iter()
        .flat_map(|s| s["runs"].as_array().cloned().unwrap_or_default())
        .map(|r| r["verdict"].to_string())
        .collect();
    assert_eq!(verdicts.len(), 1, "no part changes an answer: {object}");
    let csv = here.run("ablate --seeds 2 --csv p.puzzle p.puzzle").out;
    assert_eq!(csv.matches("id,setting").count(), 1, "{csv}");
}

/// With the same decisions, a network that infers less fails later, never sooner.
#[test]
fn decisions_are_matched() {
    let here = Folder::with_puzzle(&text("instances/futoshiki/ladder-07x07.puzzle"));
    let object = here.run("ablate --seeds 1 --networks latin --json p.puzzle").object();
    let settings = object["settings"].as_array().expect("settings");
    let matched = |s: &&Value| s["group"] == "matched";
    let nodes = |s: &Value| s["median_nodes"].as_f64().expect("a number");
    let all: Vec<f64> = settings.iter().filter(matched).map(nodes).collect();
    assert!(all.len() > 3 && all.iter().all(|&n| n >= all[0]), "{object}");
    assert!(all[all.len() - 1] > all[0], "without any of them: {object}");
    // Settings whose search does not end are left out, with a note.
    let cut = here.run("ablate --seeds 1 --networks latin --nodes 1 p.puzzle").out;
    assert!(cut.contains("do not come to an end") && !cut.contains("matched: everything"), "{cut}");
}

/// A network of another family is not omitted silently: its row states that it does not apply.
#[test]
fn networks_of_other_families_are_not_ablated_in_silence() {
    let here = Folder::with_puzzle(&text("instances/futoshiki/ladder-04x04.puzzle"));
    let arguments = "ablate --seeds 1 --networks link,binary --nodes 1000 p.puzzle";
    let told = here.run(arguments).out;
    assert!(told.contains("network link: ") && told.contains("network binary"), "{told}");
    let object = here.run(&format!("{arguments} --json")).object();
    let settings = object["settings"].as_array().expect("settings");
    let link = settings.iter().find(|s| s["setting"] == "network link").expect("a setting");
    assert!(link["not_applicable"].as_str().is_some_and(|why| why.contains("link")), "{link}");
}

/// A row states its seed, so that the run can be repeated.
#[test]
fn rows_of_an_ablation_name_their_seeds() {
    let here = Folder::with_puzzle(&text("instances/futoshiki/ladder-04x04.puzzle"));
    let table = here.run("ablate --csv --seed 7 --seeds 2 --nodes 500 p.puzzle").out;
    let seeds: Vec<&str> = table.lines().skip(1).filter_map(|row| row.split(',').nth(2)).collect();
    assert!(!seeds.is_empty() && seeds.chunks(2).all(|pair| pair == ["7", "8"]), "{table}");
}

/// Invalid requests are refused before anything is measured.
#[test]
fn lists_name_nothing_twice() {
    let here = Folder::with_puzzle(&text("instances/futoshiki/ladder-04x04.puzzle"));
    for (arguments, why) in [
        ("ablate --networks latin,latin", "--networks names latin twice"),
        ("bench --searches dfs,learn,dfs", "--searches names dfs twice"),
        ("profile --compare latin,binary,latin", "--compare names latin twice"),
        ("check --fields id,id --json", "--fields names id twice"),
        ("profile --compare latin,binary --without line_order", "network binary has no part"),
        ("profile --compare latin,link", "futoshiki has no network \"link\""),
    ] {
        let bad = here.run(&format!("{arguments} p.puzzle"));
        assert!(bad.status == 2 && bad.err.contains(why) && bad.out.is_empty(), "{}", bad.err);
    }
}

/// A run that ends before there is a network is undecided, as with any other limit.
#[test]
fn no_time_at_all_is_a_limit() {
    let here = Folder::with_puzzle(&text("instances/futoshiki/ladder-04x04.puzzle"));
    let told = here.run("ablate --seeds 1 --time 0 p.puzzle");
    assert!(told.out.contains("0 of 1") && !told.out.contains("interrupted"), "{}", told.out);
}

#[test]
fn settings_are_benched() {
    let here = Folder::with(&[]);
    for n in [4, 5, 6] {
        let name = format!("f{n}.puzzle");
        here.put(&name, text(&format!("instances/futoshiki/ladder-0{n}x0{n}.puzzle")).as_bytes());
    }
    let ran = here.run("bench --searches dfs,learn --networks latin,binary --html b.html f4.puzzle f5.puzzle f6.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    for setting in ["latin dfs", "latin learn", "binary dfs", "binary learn"] {
        let row = ran.out.lines().find(|l| l.starts_with(setting)).expect("a row");
        assert!(row.contains("3 of 3"), "{row}");
    }
    let page = here.read("b.html");
    assert!(
        page.contains("Cactus") && page.contains("Decisions by size") && !page.contains("<script")
    );
    let csv = here.run("bench --searches dfs,learn --csv f4.puzzle f5.puzzle").out;
    assert_eq!(csv.lines().count(), 1 + 2 * 2, "{csv}");
    let bad = here.run("bench --searches fast f4.puzzle");
    assert!(bad.status == 2 && bad.err.contains("invalid value 'fast'"), "{}", bad.err);
}

/// In a real browser: the only script runs, since its hash is that of the policy, and there are no other errors.
/// `cargo test --test all profile:: -- --ignored`, with Chromium installed.
#[test]
#[ignore = "needs Chromium"]
fn the_page_in_a_browser() {
    let here = Folder::with_puzzle(&text("instances/hard/hidato-rook-minimal-9x9.puzzle"));
    here.run("profile --runs 1 --nodes 2000 --html p.html p.puzzle");
    let address = format!("file://{}", here.path().join("p.html").display());
    let ran = std::process::Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .arg(address)
        .output()
        .expect("Chromium runs");
    let (dom, told) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(dom.contains("tabindex=\"0\""), "the script has not run: {told}");
    assert!(!told.contains("CONSOLE"), "{told}");
}
