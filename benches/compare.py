#!/usr/bin/env python3
"""Runs clew and other solvers on the same files, on one machine in one run, and prints a Markdown table a family.

    cargo build --release
    python3 benches/boards.py $CLEW_GEN
    cargo bench --bench infeasible -- --write $CLEW_GEN/infeasible
    python3 benches/compare.py [--limit SECONDS] [--family NAME,...] [--only REGEX] [--out FILE]

compare.tsv lists the instances, a line each, with the peers worth running on it. Where things are comes from the
environment; what is not there is skipped with a word on standard error:

    CLEW                the program (target/release/clew of this repository if not set)
    CLEW_CORPUS         a folder of puzzles by others, for files that start with corpus:
    CLEW_CORPUS_2       another one, for files that start with corpus2:
    CLEW_GEN            a folder of generated ladders and of the boards above, for gen:
    CLEW_PEERS          a folder with the peers' driver, peers.py, which is called as a program
    CLEW_PEERS_PYTHON   the interpreter that has the peers' packages (this one if not set)

and the variables of the driver itself (KISSAT, CADICAL, NUMBERLINK_AHLE, UNEQUALSOLVER, ...). Everything runs on one thread.
"user" and "wall" are seconds of the whole process and "MB" the most memory it had resident; "solve" is what the solver says of
itself: clew's building and searching, for a peer what its driver says without the start of the interpreter (imports and the
building of the model are in it). clew's solutions are checked here by the rules, the peers' by their driver; verdicts
that contradict each other are shown and end the script with status 1.
"""

import argparse
import contextlib
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import rules

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# A part of a peer's name: the variable and the program it needs.
PROGRAMS = {
    "kissat": ("KISSAT", "kissat"),
    "cadical-bin": ("CADICAL", "cadical"),
    "ahle": ("NUMBERLINK_AHLE", "numberlink"),
    "unequal": ("UNEQUALSOLVER", "unequalsolver"),
    "mzn-": ("MINIZINC", "minizinc"),
    "mzn-chuffed": ("CHUFFED_MSC", None),
}
# The peers' words for clew's verdicts.
VERDICTS = {"SAT": "solved", "UNIQUE": "unique", "MULTI": "multiple", "UNSAT": "none"}
told = set()


def tell(text):
    """Says something once."""
    if text not in told:
        told.add(text)
        print(text, file=sys.stderr)


def located(name):
    """The path of an instance, or None."""
    for prefix, variable in (("corpus:", "CLEW_CORPUS"), ("corpus2:", "CLEW_CORPUS_2"), ("gen:", "CLEW_GEN")):
        if name.startswith(prefix):
            folder = os.environ.get(variable)
            if not folder:
                tell(f"{variable} is not set: files that start with {prefix} are skipped")
                return None
            path = os.path.join(folder, name[len(prefix):])
            break
    else:
        path = os.path.join(ROOT, name)
    if not os.path.exists(path):
        tell(f"{name} is not there: skipped")
        return None
    return path


@contextlib.contextmanager
def ruled(path, words):
    """The file with these rules in place of its own, as a file that is there for a while; itself if there are none."""
    if not words:
        yield path
        return
    with open(path, encoding="utf-8") as source:
        head, body = source.read().split("\n\n", 1)
    keys = {word.split("=")[0] for word in words} | {"solutions"}
    lines = [line for line in head.splitlines() if line.split(":")[0] not in keys]
    lines += [word.replace("=", ": ") for word in words]
    with tempfile.TemporaryDirectory() as scratch:
        changed = os.path.join(scratch, os.path.basename(path))
        with open(changed, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n\n" + body)
        yield changed


def present(peer):
    """Whether the program that a peer needs can be found."""
    for part, (variable, program) in PROGRAMS.items():
        if part in peer and not os.environ.get(variable) and not (program and shutil.which(program)):
            tell(f"{peer}: no {program or 'configuration'}; set {variable}: skipped")
            return False
    return True


class Run:
    """Figures of one run; `verdict` is one of clew's words, "limit" or "failed"."""

    def __init__(self, verdict, user, wall, solve, memory, failures=None, note=""):
        self.verdict, self.user, self.wall, self.solve = verdict, user, wall, solve
        self.memory, self.failures, self.note = memory, failures, note

    def cell(self):
        """User seconds / solver's own seconds, and how it ended."""
        if self.verdict == "limit":
            return "over limit"
        return f"{self.user:.2f} / {self.solve:.3f} {self.verdict}"


def run_clew(program, task, path, limit):
    """One whole process, timed by the kernel."""
    command = {"first": "solve", "unique": "check"}[task]
    words = [program, command, "--json", "--threads", "1", "--time", f"{int(limit * 1000)}ms", path]
    # A program started from here begins with this interpreter's memory on its account; one started by GNU time does not.
    clock = shutil.which("time")
    with tempfile.NamedTemporaryFile() as out, tempfile.NamedTemporaryFile("r") as peak:
        if clock:
            words = [clock, "-f", "%M", "-o", peak.name, *words]
        start = time.monotonic()
        process = subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode()
        memory = float(peak.read().split()[-1]) / 1024 if clock else usage.ru_maxrss / 1024
    try:
        result = json.loads(text)
    except ValueError:
        return Run("failed", usage.ru_utime, wall, 0.0, memory, note=f"status {process.returncode}")
    verdict = result["verdict"]
    found = result.get("solutions", [])
    grids = [solution["cells"] for solution in found]
    if task == "first" and grids:
        verdict = "solved"
    if verdict == "unknown":
        verdict = "limit"
    stats = result.get("stats", {"initTime": 0.0, "solveTime": 0.0, "failures": None})
    run = Run(verdict, usage.ru_utime, wall, stats["initTime"] + stats["solveTime"], memory, stats["failures"])
    with open(path, encoding="utf-8") as source:
        puzzle = rules.Puzzle(source.read())
    for solution in found:
        faults = puzzle.faults(solution["cells"], solution.get("paths"))
        if faults:
            run.verdict, run.note = "failed", f"a wrong solution: {faults[0]}"
    if len(found) == 2 and found[0] == found[1]:
        run.verdict, run.note = "failed", "the same solution twice"
    return run


def run_peer(peer, task, path, limit):
    """One call of the driver, which adds a row to a table."""
    folder = os.environ["CLEW_PEERS"]
    python = os.environ.get("CLEW_PEERS_PYTHON", sys.executable)
    with tempfile.TemporaryDirectory() as scratch:
        table = os.path.join(scratch, "rows.tsv")
        words = [python, os.path.join(folder, "peers.py"), "run", "--peers", peer, "--tasks", task]
        words += ["--limit", str(limit), "--out", table, path]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            with open(table, encoding="utf-8") as rows:
                row = list(csv.DictReader(rows, delimiter="\t"))[-1]
        except (OSError, IndexError):
            tell(f"{peer}: the driver gave no row: {done.stderr.strip()[-200:]}")
            return None
    if row["status"] in ("ERROR", "CRASH", "N/A"):
        tell(f"{peer} on {os.path.basename(path)}: {row['status']} {row['note'][:100]}: skipped")
        return None
    number = lambda key: float(row[key] or "nan")
    verdict = VERDICTS.get(row["status"], {"TIMEOUT": "limit"}.get(row["status"], "failed"))
    return Run(verdict, number("user"), number("wall"), number("solve"), number("rss_mb"), note=row["note"])


def markdown(rows):
    """A Markdown table; the first row is the head."""
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]) + "\n"


def compare(family, entries, options):
    """The table of one family, and the contradictions found in it."""
    peers, contradictions = [], []
    for _, _, names in entries:
        peers += [name for name in names if name not in peers]
    peers = [name for name in peers if options.peers and present(name)]
    head = ["instance", "task", "clew", "failures", "user s", "wall s", "solve s", "MB"]
    rows = [head + [f"{name}: user / solve s" for name in peers]]
    for task, name, wanted in entries:
        name, *words = name.split()
        found = located(name)
        if found is None:
            continue
        short = " ".join([os.path.splitext(os.path.basename(found))[0], *words])
        print(f"{family}: {short}, {task}", file=sys.stderr)
        with ruled(found, words) as path:
            own = run_clew(options.clew, task, path, options.limit)
            if own.note:
                contradictions.append(f"{short}, {task}: clew: {own.note}")
            row = [short, task, "over limit" if own.verdict == "limit" else own.verdict, str(own.failures)]
            row += [f"{own.user:.3f}", f"{own.wall:.3f}", f"{own.solve:.4f}", f"{own.memory:.0f}"]
            for peer in peers:
                run = run_peer(peer, task, path, options.limit) if peer in wanted else None
                row.append(run.cell() if run else "")
                if run and "limit" not in (run.verdict, own.verdict) and run.verdict != own.verdict:
                    contradictions.append(f"{short}, {task}: clew says {own.verdict}, {peer} {run.verdict} {run.note}")
        rows.append(row)
    return markdown(rows) if len(rows) > 1 else "", contradictions


def read_list(options):
    """The instances by family, in the order of the list."""
    families = {}
    with open(os.path.join(HERE, "compare.tsv"), encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                family, task, name, peers = line.rstrip("\n").split("\t")
                wanted = not options.family or family in options.family.split(",")
                if wanted and re.search(options.only, name):
                    families.setdefault(family, []).append((task, name, peers.split(",")))
    return families


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=60, help="seconds of wall time a run (default 60)")
    parser.add_argument("--family", default="", help="only these families, parted by commas")
    parser.add_argument("--only", default="", help="only files whose name, with its rules, this regular expression finds")
    parser.add_argument("--out", help="write the tables to this file too")
    options = parser.parse_args()
    options.clew = os.environ.get("CLEW", os.path.join(ROOT, "target", "release", "clew"))
    options.peers = bool(os.environ.get("CLEW_PEERS"))
    if not options.peers:
        tell("CLEW_PEERS is not set: clew runs alone")
    faults = []
    for family, entries in read_list(options).items():
        table, found = compare(family, entries, options)
        faults += found
        if table:
            text = f"## {family}, at most {options.limit:g} s a run\n\n{table}\n"
            print(text, flush=True)
            if options.out:
                with open(options.out, "a", encoding="utf-8") as out:
                    out.write(text)
    for fault in faults:
        print(f"CONTRADICTION: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
