#!/usr/bin/env python3
"""Prints what a search spends its time on and what each redundant part of the network is worth to it.

    cargo build --release
    python3 benches/ablation.py [--task check|solve] [--nodes N] [--seeds N] PUZZLE...

For every file: the table of `clew profile` (parts below 0.5 % of the time left out), then the same question without each part
that `clew networks` names, and once without any, by the search that is used in reality (dive, then learning; one thread).
A run ends after --nodes decisions, not after some time, so failures and propagations are exact and repeatable; user seconds are
of the whole process. With --seeds the search is run with so many seeds, and the figures are medians: one run of a
heavy-tailed search says little.
The program is $CLEW, or target/release/clew of this repository.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLEW = os.environ.get("CLEW", os.path.join(ROOT, "target", "release", "clew"))
SMALL_SHARE = 0.005


def call(words):
    """Runs the program: the object it prints, user seconds."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([CLEW, *words], stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode()
    if not text:
        sys.exit(f"clew {' '.join(words)}: status {process.returncode}")
    return [json.loads(line) for line in text.splitlines()], usage.ru_utime


def table(head, rows):
    """A Markdown table."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in [head, *rows]]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]])


def profile(path, options):
    """Prints where the time goes; returns the family."""
    (result,), _ = call(["profile", "--json", "--task", options.task, "--nodes", str(options.nodes), path])
    rows = []
    for row in sorted(result["propagators"], key=lambda row: -row["time_ns"]):
        if row["time_share"] >= SMALL_SHARE:
            figures = [row["calls"], row["effective"], row["values_removed"], row["failures"]]
            rows.append([row["type"], *figures, f"{100 * row['time_share']:.1f} %", f"{row['ns_per_call']:.0f}"])
    stats = result["stats"]
    clauses = ["search, clauses", "", "", stats["clausePropagations"], stats["failures"] - sum(r[4] for r in rows)]
    rows.append([*clauses, f"{100 * result['rest']['time_share']:.1f} %", ""])
    seconds = stats["initTime"] + stats["solveTime"]
    print(f"Network {result['network']}, {result['search']}: nodes {stats['nodes']}, failures {stats['failures']}, "
          f"{stats['nogoods']} clauses learnt, {seconds:.2f} s with the profiler "
          f"({100 * result['overhead']['time_share']:.1f} % of it the profiler's own).\n")
    print(table(["propagator", "calls", "effective", "removed", "failures", "time", "ns a call"], rows) + "\n")
    return result["puzzle"]


def measure(path, extra, options):
    """Medians over the seeds: whether all were decided, failures, propagations, user seconds; and sizes."""
    runs = []
    for seed in range(options.seeds):
        words = [options.task, "--json", "--threads", "1", "--nodes", str(options.nodes)]
        (result,), user = call([*words, "--seed", str(seed), *extra, path])
        decided = result["stopped"] in (None, "limit")
        runs.append((decided, result["stats"]["failures"], result["stats"]["propagations"], user, result["stats"]))
    middle = [statistics.median(run[i] for run in runs) for i in (1, 2, 3)]
    return sum(run[0] for run in runs), middle, runs[0][4]


def ablation(path, family, options):
    """What leaving out costs."""
    networks, _ = call(["networks", "--json"])
    parts = next(n["optional"] for n in networks if n["puzzle"] == family and n["default"])
    settings = [("everything", [])]
    settings += [(f"without {part}", ["--without", part]) for part in parts]
    settings.append(("without any of them", [word for part in parts for word in ("--without", part)]))
    settings.append(("everything, no learning", ["--search", "dfs"]))
    rows, first = [], None
    for name, extra in settings:
        decided, (failures, propagations, user), sizes = measure(path, extra, options)
        figures = (failures, propagations, sizes["propagators"], sizes["clauses"])
        if first is None:
            first = figures
        elif figures == first:
            rows.append([name, "not in the network of this board, or not while learning", "", "", ""])
            continue
        rows.append([name, f"{decided} of {options.seeds}", f"{failures:.0f}", f"{propagations:.0f}", f"{user:.2f}"])
    head = ["setting", f"decided in {options.nodes} nodes", "failures", "propagations", "user s"]
    print(table(head, rows) + "\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", choices=["check", "solve"], default="check")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("puzzles", nargs="+", metavar="PUZZLE")
    options = parser.parse_args()
    for path in options.puzzles:
        print(f"### {os.path.splitext(os.path.basename(path))[0]}, {options.task}\n")
        family = profile(path, options)
        ablation(path, family, options)


if __name__ == "__main__":
    main()
