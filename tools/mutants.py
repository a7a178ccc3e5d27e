#!/usr/bin/env python3
"""A random sample of mutants, judged by the tests: how many mistakes would go unseen.

    python3 tools/mutants.py build DIR [--seed S] [--each N] [--rooms A,B]   draws N mutants a room and compiles them into DIR
    python3 tools/mutants.py trace DIR                         notes which tests reach which mutants, and their times
    python3 tools/mutants.py judge DIR [--passes N] [--until HH:MM]   runs the tests of each mutant
    python3 tools/mutants.py table DIR                         prints the score of each room and the survivors

Mutants are those of cargo-mutants (`cargo install cargo-mutants --locked`), which would build the tests anew for
each: minutes a mutant. Here all of the sample are compiled into one copy of the tree, each behind a switch that the
environment variable CLEW_MUTANT turns, so that a mutant costs what its tests cost. A mutant that does not compile is
left out, as cargo-mutants does; so are those in constants.

A mutant is judged by the tests that reach it, the room's own and the cheap ones first, until they would take a minute
without it; a test that takes more than a quarter of that, or does not pass without a mutant, judges none. A failure, a
panic, more than 5 GB or ten times the usual processor time catches a mutant. `trace` and `judge` go on where they were
broken off; after `build` with the same seed, for new tests, delete what they wrote (`tests.jsonl`, and of
`judged.jsonl` the lines of survivors).

Needs `pip install tree-sitter tree-sitter-rust`, which find the operands of an operator.
"""
import argparse
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
GLOBS = ["crates/engine/src/kernel/**", "crates/engine/src/propagators/**", "crates/engine/src/search/**", "crates/count/src/**",
         "crates/puzzle/src/puzzle/verify/**",
         "crates/puzzle/src/puzzle/verify.rs", "crates/families/src/**/verify.rs"]
MEMORY = 5 << 30
# The tests that should see the mistakes of a room: they are put in order as if they took a tenth of their time.
OWN = {
    "kernel": ["kernel::", "learning::", "model_random::"],
    "propagators": ["propagators"],
    "search": ["search::", "learning::", "modes::", "team::", "cubes::"],
    "dp": ["dp::", "counting", "long_counts::", "cubes::"],
    "verify": ["verify::", "points::", "marks::", "objectives::"],
}
# The tests that judge, in the order in which they are traced; the others draw, write and read arguments.
MODULES = [
    ("lib", "kernel propagators search dp puzzle"),
    ("all", "points marks profile objectives model_random numberlink_networks"),
    ("all", "warps counting long_counts counting_limits learning modes search cubes figures infeasible"),
    ("all", "networks_hidato networks_path team"),
    ("lib", "families strategy"),
    ("all", "formats model undirected normal_forms futoshiki whereabouts local_search plans instances"),
]
# Seconds of processor time that the unmutated program takes: for a test at most; for the tests of a mutant,
# pass by pass: most mutants are caught in the first.
DEAREST, LIMITS = 15, [3, 60]


def room(path):
    return "verify" if path.endswith("verify.rs") or "/verify/" in path else path.split("/")[1]


def nodes_of(data):
    import tree_sitter_rust
    from tree_sitter import Language, Parser

    def walk(node):
        yield node
        for child in node.children:
            yield from walk(child)

    return list(walk(Parser(Language(tree_sitter_rust.language())).parse(data).root_node))


def offset(lines, place):
    before = sum(len(line) for line in lines[: place["line"] - 1])
    return before + len(lines[place["line"] - 1].decode()[: place["column"] - 1].encode())


def is_constant(node):
    """Whether the place is evaluated by the compiler, which cannot ask a switch."""
    while node is not None:
        if node.type in ("const_item", "static_item", "attribute_item", "array_type", "const_block"):
            return True
        if node.type == "function_item":
            said = [child.text for child in node.children if child.type == "function_modifiers"]
            if any(b"const" in text for text in said):
                return True
        node = node.parent
    return False


def edit(mutant, nodes, lines):
    """Where a mutant changes the text, how, and to what; None if it cannot be behind a switch."""
    start, end = (offset(lines, mutant["span"][side]) for side in ("start", "end"))
    genre, new = mutant["genre"], mutant["replacement"]
    if genre == "FnValue":
        bodies = [n for n in nodes if n.type == "block" and n.parent.type == "function_item"
                  and n.start_byte < start and end <= n.end_byte]
        if bodies:
            body = max(bodies, key=lambda n: n.start_byte)
            at = body.start_byte + 1
            text = "return;" if new == "()" else "return (%s);" % new
            return None if is_constant(body) else (at, at, "body", text)
    for node in nodes:
        if genre == "BinaryOperator" and node.type in ("binary_expression", "compound_assignment_expr"):
            operator = node.child_by_field_name("operator")
            if operator is not None and (operator.start_byte, operator.end_byte) == (start, end):
                left, right = (node.child_by_field_name(side).text.decode() for side in ("left", "right"))
                left = "(%s)" % left if node.type == "binary_expression" else left
                text = "%s %s (%s)" % (left, new, right)
                return None if is_constant(node) else (node.start_byte, node.end_byte, "part", text)
        if genre == "UnaryOperator" and node.type == "unary_expression" and node.start_byte == start:
            text = node.children[1].text.decode()
            return None if is_constant(node) else (start, node.end_byte, "part", text)
        if genre == "MatchArmGuard" and (node.start_byte, node.end_byte) == (start, end):
            if node.parent.type == "match_pattern" and node.type != "let_condition":
                return (start, end, "part", new)
        if genre == "MatchArm" and node.type == "match_arm" and node.start_byte == start:
            pattern = node.child_by_field_name("pattern")
            guard = pattern.child_by_field_name("condition")
            if guard is not None:
                return (guard.start_byte, guard.end_byte, "part", "false")
            return (pattern.end_byte, pattern.end_byte, "arm", "")
    return None


def render(data, edits, low, high):
    """The text with its switches. What a mutant brings has none inside, only what was there."""
    out, at, i = [], low, 0
    while i < len(edits):
        start, end, kind, mutants = edits[i]
        inner = i + 1
        while inner < len(edits) and edits[inner][1] <= end and edits[inner][0] < end:
            inner += 1
        out.append(data[at:start].decode())
        marked = [(k, "/*m%d{*/ %s /*}m%d*/" % (k, text, k)) for k, text in mutants]
        ask = "crate::mutant_on(%d)" % mutants[0][0]
        if kind == "body":
            out += [" if %s == %d { %s }" % (ask, *pair) for pair in marked]
        elif kind == "arm":
            out += [" if %s != %d %s" % (ask, *pair) for pair in marked]
        else:
            arms = "".join("%d => {%s}," % pair for pair in marked)
            old = render(data, edits[i + 1 : inner], start, end)
            out.append("(match %s {%s _ => {%s}})" % (ask, arms, old))
        at, i = end, inner
    return "".join(out) + data[at:high].decode()


SWITCH = '''
/// Which mutant is on, asked at a place.
#[inline]
pub fn mutant_on(place: usize) -> u32 {
    static ON: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("CLEW_MUTANT").ok().and_then(|mutant| mutant.parse().ok()).unwrap_or(0)
    });
    if *ON == u32::MAX {
        mutant_seen(place);
    }
    *ON
}

/// Writes down that a place is reached, once.
#[cold]
#[inline(never)]
fn mutant_seen(place: usize) {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    static SEEN: [AtomicBool; PLACES] = [const { AtomicBool::new(false) }; PLACES];
    if !SEEN[place].swap(true, Ordering::Relaxed) {
        let path = std::env::var_os("CLEW_REACHED").expect("a file");
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).expect("it opens");
        file.write_all(format!("{place}\\n").as_bytes()).expect("it is written");
    }
}
'''


def put(path, data):
    """Writes what has changed; the compiler goes by the times of files."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def write(tree, files, mutants):
    """Writes the files with these mutants; returns the place of each that can be behind a switch."""
    asked = {}
    for name in files:
        data = (ROOT / name).read_bytes()
        here = {k: m for k, m in mutants.items() if m["file"] == name}
        places = {}
        if here:
            nodes, lines = nodes_of(data), data.splitlines(keepends=True)
            for k, mutant in here.items():
                found = edit(mutant, nodes, lines)
                if found is not None:
                    places.setdefault(found[:3], []).append((k, found[3]))
        edits = [(*place, texts) for place, texts in places.items()]
        asked |= {k: texts[0][0] for texts in places.values() for k, _ in texts}
        edits.sort(key=lambda e: (e[0], e[0] != e[1], -e[1]))
        put(tree / name, render(data, edits, 0, len(data)).encode())
    switch = SWITCH.replace("PLACES", str(max(mutants) + 1))
    put(tree / "src/lib.rs", (ROOT / "src/lib.rs").read_bytes() + switch.encode())
    return asked


def environment(folder, **more):
    target = str(folder / "target")
    return dict(os.environ, RUSTFLAGS="-Awarnings", CARGO_TARGET_DIR=target, **more)


def unviable(folder):
    """The mutants that the compiler complains about."""
    done = subprocess.run(["cargo", "check", "--lib", "--message-format=json"], cwd=folder / "tree",
                          env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    bad = set()
    for line in done.stdout.splitlines():
        said = json.loads(line).get("message") or {}
        if said.get("level") != "error":
            continue
        # What is marked around the place; failing that, what is near, as a changed return type is.
        for slack in (0, 200):
            hit = set()
            for span in said["spans"]:
                path = folder / "tree" / span["file_name"]
                text = path.read_bytes() if path.exists() else b""
                for found in re.finditer(rb"/\*m(\d+)\{\*/.*?/\*\}m\1\*/", text, re.S):
                    low, high = found.start() - slack, found.end() + slack
                    inside = low <= span["byte_start"] and span["byte_end"] <= high
                    near = slack and low <= span["byte_end"] and span["byte_start"] <= high
                    if inside or near:
                        hit.add(int(found[1]))
            if hit:
                break
        bad |= hit
    if done.returncode != 0 and not bad:
        sys.exit("the tree does not compile, and no mutant is to blame")
    return bad


def build(folder, seed, each, rooms):
    tree = folder / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    globs = [word for glob in GLOBS for word in ("-f", glob)]
    command = ["cargo", "mutants", "--list", "--json", *globs]
    listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    every = json.loads(listed.stdout)
    rng = random.Random(seed)
    drawn = []
    for name in rooms:
        pool = [m for m in every if room(m["file"]) == name]
        drawn += rng.sample(pool, min(each, len(pool)))
        print("%s: %d of %d mutants drawn" % (name, min(each, len(pool)), len(pool)))
    mutants = dict(enumerate(drawn, 1))
    files = sorted({m["file"] for m in every})
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    for name in listed.splitlines():
        if name not in files and name != "src/lib.rs":
            put(tree / name, (ROOT / name).read_bytes())
    places = write(tree, files, mutants)
    mutants = {k: mutants[k] for k in places}
    print("%d cannot be behind a switch" % (len(drawn) - len(mutants)))
    while bad := unviable(folder):
        for k in bad:
            mutants.pop(k, None)
        places = write(tree, files, mutants)
    sample = {k: {"name": m["name"], "room": room(m["file"]), "place": places[k]} for k, m in mutants.items()}
    (folder / "sample.json").write_text(json.dumps(sample, indent=1))
    done = subprocess.run(["cargo", "test", "--no-run", "--lib", "--test", "all"], cwd=tree, env=environment(folder),
                          stderr=subprocess.PIPE, text=True)
    programs = dict(re.findall(r"Executable .*?(lib|all)(?:/main)?\.rs \((.*?)\)", done.stderr))
    if set(programs) != {"lib", "all"}:
        sys.exit(done.stderr)
    (folder / "programs.json").write_text(json.dumps(programs))
    print("%d mutants are compiled" % len(mutants))


def run(folder, program, tests, seconds, **more):
    """Runs tests: why they do not pass, if so, and the seconds of processor time that they took."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        os.setsid()

    def kill():
        try:
            os.killpg(running.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    path = pathlib.Path(json.loads((folder / "programs.json").read_text())[program])
    path = path if path.is_absolute() else folder / "tree" / path
    (folder / "tmp").mkdir(exist_ok=True)
    more |= {"RUST_BACKTRACE": "0", "PROPTEST_MAX_SHRINK_ITERS": "0", "TMPDIR": str(folder / "tmp")}
    running = subprocess.Popen([str(path), "--test-threads", "1", "--exact", *tests], cwd=folder / "tree",
                               env=environment(folder, **more), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", preexec_fn=limit)
    # What waits forever takes no processor time.
    clock = threading.Timer(60 + 10 * seconds, kill)
    clock.start()
    why = None
    for line in running.stdout:
        if line.startswith("test ") and line.rstrip().endswith("FAILED"):
            why = line.split()[1]
            kill()
            break
    running.stdout.close()
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = status
    clock.cancel()
    kill()
    # The cases that random tests write down would be tried on the next mutant first.
    shutil.rmtree(folder / "tree/proptest-regressions", ignore_errors=True)
    if why is None and status != 0:
        late = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        why = "out of time" if late else "status %d" % status
    return why, usage.ru_utime + usage.ru_stime


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def add(path, what):
    with path.open("a") as out:
        out.write(json.dumps(what) + "\n")


def trace(folder):
    """Which places each test reaches and how long it takes, while no mutant is on."""
    log, reached = folder / "tests.jsonl", folder / "reached"
    old = {(one["program"], one["test"]) for one in lines_of(log)}
    programs = json.loads((folder / "programs.json").read_text())
    for program, modules in MODULES:
        listed = subprocess.run([programs[program], "--list"], cwd=folder / "tree", stdout=subprocess.PIPE, text=True)
        tests = [line[: -len(": test")] for line in listed.stdout.splitlines() if line.endswith(": test")]
        for test in (test for module in modules.split() for test in tests if test.startswith(module + "::")):
            if (program, test) in old:
                continue
            reached.unlink(missing_ok=True)
            why, seconds = run(folder, program, [test], DEAREST, CLEW_MUTANT=str(2**32 - 1), CLEW_REACHED=str(reached))
            places = sorted({int(word) for word in reached.read_text().split()}) if reached.exists() else []
            add(log, {"program": program, "test": test, "why": why, "seconds": round(seconds, 3), "places": places})


def chosen(tests, one, limit):
    """The tests that reach a mutant, the cheapest first, in lots that together take the limit."""
    own = OWN[one["room"]]
    factor = {True: 0.1, False: 1}
    worth = [(t["seconds"] * factor[any(word in t["test"] for word in own)], t["seconds"], t["program"], t["test"])
             for t in tests if t["why"] is None and one["place"] in t["places"]]
    lots, total = [], 0
    for _, seconds, program, test in sorted(worth):
        if total + seconds <= limit:
            total += seconds
            if not lots or lots[-1][0] != program or sum(seconds for seconds, _ in lots[-1][1]) > 0.5:
                lots.append((program, []))
            lots[-1][1].append((seconds, test))
    return lots


def judge(folder, passes, until):
    sample = json.loads((folder / "sample.json").read_text())
    tests, log = lines_of(folder / "tests.jsonl"), folder / "judged.jsonl"
    order = sorted(sample, key=int)
    tried = {k: set() for k in order}
    settled = set()
    for one in lines_of(log):
        tried[one["id"]] |= set(map(tuple, one["tests"]))
        settled |= {one["id"]} if one["why"] else set()
    for limit in LIMITS[:passes]:
        lots = {k: chosen(tests, sample[k], limit) for k in order if k not in settled}
        for k in sorted(lots, key=lambda k: sum(seconds for _, lot in lots[k] for seconds, _ in lot)):
            begun, seen, why = time.time(), [], None
            if until and time.strftime("%H:%M") >= until:
                return
            for program, lot in lots[k]:
                lot = [(seconds, test) for seconds, test in lot if (program, test) not in tried[k]]
                if lot:
                    seconds = math.ceil(10 * sum(seconds for seconds, _ in lot) + 3)
                    why, _ = run(folder, program, [test for _, test in lot], seconds, CLEW_MUTANT=str(k))
                    seen += [(program, test) for _, test in lot]
                if why:
                    settled.add(k)
                    break
            if not seen:
                continue
            tried[k] |= set(seen)
            add(log, {"id": k, "limit": limit, "why": why, "tests": seen, "wall": round(time.time() - begun, 1)})


def table(folder):
    sample, traced = json.loads((folder / "sample.json").read_text()), lines_of(folder / "tests.jsonl")
    tried, caught = {}, {}
    for one in lines_of(folder / "judged.jsonl"):
        tried.setdefault(one["id"], set()).update(map(tuple, one["tests"]))
        if one["why"]:
            caught[one["id"]] = one["why"]
    seconds = {(test["program"], test["test"]): test["seconds"] for test in traced}
    print("| room | mutants | caught | survived |")
    print("|---|---|---|---|")
    for name in OWN:
        here = [k for k in sample if sample[k]["room"] == name]
        if not here:
            continue
        dead = sum(1 for k in here if k in caught)
        print("| %s | %d | %d | %d |" % (name, len(here), dead, len(here) - dead))
    for k in sorted(sample, key=lambda k: sample[k]["name"]):
        if k not in caught:
            reach = [test for test in traced if test["why"] is None and sample[k]["place"] in test["places"]]
            took = sum(seconds.get(test, 0) for test in tried.get(k, ()))
            said = (k, sample[k]["name"], len(tried.get(k, ())), len(reach), took)
            print("%s: %s (%d of the %d tests that reach it, %.1f s)" % said)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["build", "trace", "judge", "table"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=45, help="mutants a room")
    parser.add_argument("--rooms", default=",".join(OWN), help="draw from these only")
    parser.add_argument("--passes", type=int, default=len(LIMITS), help="the first passes only, of cheap tests")
    parser.add_argument("--until", help="no mutant is begun later, HH:MM by the clock of the machine")
    args = parser.parse_args()
    folder = args.folder.resolve()
    if args.what == "build":
        rooms = args.rooms.split(",")
        if unknown := [name for name in rooms if name not in OWN]:
            parser.error("no room %s; rooms: %s" % (", ".join(unknown), ", ".join(OWN)))
        build(folder, args.seed, args.each, rooms)
    elif args.what == "trace":
        trace(folder)
    elif args.what == "judge":
        judge(folder, args.passes, args.until)
    else:
        table(folder)


if __name__ == "__main__":
    main()
