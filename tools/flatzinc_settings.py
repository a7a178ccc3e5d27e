#!/usr/bin/env python3
"""Runs every FlatZinc file of a folder under several settings and prints a table of them.

    python3 tools/flatzinc_settings.py FOLDER --setting "all=clew flatzinc"
        --setting "no relaxation=clew flatzinc --without relaxation" [--seconds 10] [--only TEXT] [--rows FILE]

A setting is a name and a command, to which `-i FILE` is appended: any solver of FlatZinc files will do that prints
solutions as MiniZinc expects them. Files come from `minizinc --solver SOLVER -c MODEL DATA --fzn FILE`. Limits are seconds of
processor time, so that other work on the machine matters little; after five times as many seconds on the clock a run ends too.

The table has, per setting, the files that were decided (the best value proved, all of a satisfaction file answered), those
with a solution, those where no other setting has a better value, and the mean of PAR2 (processor seconds; twice the limit
for what was not decided). Below it stand the files about which settings differ, and disagreements: one proves that there
is no solution where another one shows one, or proves a value that another one betters.

It needs Python 3.8 or later on a system with limits of processor time, nothing else.
"""
import argparse
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path


def goal(text):
    """1 of a file that is maximised, -1 of one that is minimised, 0 of others, with the name of the goal."""
    found = re.search(r"^\s*solve\b(.*)\b(satisfy|minimize|maximize)\b\s*(\w*)", text, re.M | re.S)
    sign = {"minimize": -1, "maximize": 1}.get(found and found.group(2), 0)
    return sign, found.group(3) if found else ""


def shown(text, name):
    """The text with the goal among the variables that are shown."""
    if not name or re.search(r"\b%s\b\s*::[^;=]*output_var" % name, text):
        return text
    return re.sub(r"^(\s*var [^;:]*:\s*%s\b)" % name, r"\1 :: output_var", text, count=1, flags=re.M)


def run(command, file, name, seconds):
    """Whether a run decided its file, whether it had a solution, its best value, and its processor seconds."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryFile("w+", errors="replace") as out:
        process = subprocess.Popen(shlex.split(command) + ["-i", str(file)], stdout=out, stderr=subprocess.DEVNULL,
                                   preexec_fn=limit, start_new_session=True)
        try:
            process.wait(timeout=5 * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
        out.seek(0)
        text = out.read()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    none = "=====UNSATISFIABLE=====" in text
    found = "----------" in text
    values = re.findall(r"^%s = (-?\d+);" % name, text, re.M) if name else []
    decided = none or "==========" in text.replace("=====UN", "")
    if found and not name:
        decided = True
    return {"decided": decided, "found": found, "none": none, "value": int(values[-1]) if values else None, "s": took}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--setting", action="append", required=True, metavar="NAME=COMMAND")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--only", default="")
    parser.add_argument("--rows")
    args = parser.parse_args()
    settings = dict(setting.split("=", 1) for setting in args.setting)
    log = open(args.rows, "a") if args.rows else None
    rows = {}
    for file in sorted(Path(args.folder).rglob("*.fzn")):
        if args.only not in file.name:
            continue
        text = file.read_text(errors="replace")
        sign, name = goal(text)
        with tempfile.NamedTemporaryFile("w", suffix=".fzn") as copy:
            copy.write(shown(text, name))
            copy.flush()
            rows[file.stem] = (sign, {s: run(c, copy.name, name, args.seconds) for s, c in settings.items()})
        for setting, row in rows[file.stem][1].items():
            line = [file.stem, setting, row["decided"], row["found"], row["value"], "%.2f" % row["s"]]
            print(*line, sep="\t", file=log or sys.stderr, flush=True)
    print("| setting | files | decided | with a solution | best value | PAR2 (s) |\n|---|---|---|---|---|---|")
    best = {}
    for file, (sign, of) in rows.items():
        values = [sign * row["value"] for row in of.values() if row["value"] is not None]
        best[file] = max(values, default=None)
    is_best = lambda file, sign, row: row["decided"] or row["value"] is not None and sign * row["value"] == best[file]
    for setting in settings:
        of = [(file, sign, all[setting]) for file, (sign, all) in rows.items()]
        par2 = sum(row["s"] if row["decided"] else 2 * args.seconds for _, _, row in of) / max(len(of), 1)
        counts = [len(of), sum(r["decided"] for _, _, r in of), sum(r["found"] for _, _, r in of)]
        counts.append(sum(is_best(*row) for row in of))
        print("|", setting, "|", " | ".join(map(str, counts)), "| %.2f |" % par2)
    print()
    for file, (sign, of) in rows.items():
        text = lambda r: "%s%s %.1f s" % (r["value"], " proved" if r["decided"] else "", r["s"])
        if len({(row["decided"], row["found"], row["value"]) for row in of.values()}) > 1:
            print(file, *(s + ": " + text(row) for s, row in of.items()), sep="; ")
        wrong = any(a["none"] and b["found"] or sign and a["decided"] and a["value"] is not None and b["value"] is not None
                    and sign * b["value"] > sign * a["value"] for a in of.values() for b in of.values())
        if wrong:
            print("DISAGREEMENT about", file)


if __name__ == "__main__":
    main()
