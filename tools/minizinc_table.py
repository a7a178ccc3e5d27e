#!/usr/bin/env python3
"""Runs every MiniZinc model of a folder with several solvers and prints a table of them.

    python3 tools/minizinc_table.py FOLDER [--time 60] [--solvers clew,gecode] [--files N] [--only TEXT]
        [--free] [--rows FILE]

An instance is a model with a data file of its folder, or a model alone in a folder without data files. With `--files N`
each model runs with its N smallest data files only. Each instance runs once with each solver, one at a time, for `--time`
seconds, flattening included; `--free` requests free search of all of them. clew is found by MZN_SOLVER_PATH, as
`clew install-minizinc FOLDER` leaves it.

The table has, per solver, the instances with a solution, those that were decided (the best one proved, all of a
satisfaction model answered), the mean PAR2 (seconds; twice the limit for what was not decided), and those it refused or
failed at. Below it stand the disagreements: one solver proves that there is no solution where another one shows one, or
proves a best value that another one does not have. Every instance is a row of `--rows`, separated by tabs.

It needs Python 3.8 or later and `minizinc`, nothing else.
"""
import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path


def instances(folder, files, only):
    """Models with their data, the models of one folder after those of another."""
    for model in sorted(Path(folder).rglob("*.mzn")):
        if not re.search(r"\bsolve\b", model.read_text(errors="replace")):
            continue
        data = [f for f in model.parent.rglob("*.dzn")]
        data.sort(key=lambda f: (f.stat().st_size, f.name))
        chosen = data[:files] if files else data
        for one in chosen or [None]:
            name = str(model.relative_to(folder)) + (" " + one.name if one else "")
            if not only or only in name:
                yield name, model, one


def goal(model):
    """1 of a model that is maximised, -1 of one that is minimised, 0 of others."""
    text = re.sub(r"%.*", "", model.read_text(errors="replace"))
    found = re.search(r"\bsolve\b[^;]*?\b(satisfy|minimize|maximize)\b", text, re.S)
    return {"minimize": -1, "maximize": 1}.get(found and found.group(1), 0)


def run(solver, model, data, seconds, free):
    """The state (`proved`, `found`, `none`, `open`, `refused`), the value of the goal, seconds, and a message."""
    command = ["minizinc", "--solver", solver, "--time-limit", str(seconds * 1000), "-s"]
    command += ["--output-mode", "json", "--output-objective", "-i"] + (["-f"] if free else [])
    command += [str(model)] + ([str(data)] if data else [])
    begun = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace", start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds + 10)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, err = process.communicate()
    took = time.monotonic() - begun
    values = re.findall(r'"_objective"\s*:\s*(-?\d+)', out)
    value = int(values[-1]) if values else None
    has = "----------" in out
    message = next((line for line in err.splitlines() if "rror" in line), "")
    if "=====UNSATISFIABLE=====" in out:
        state = "none"
    elif "==========" in out:
        state = "proved"
    elif has and goal(model) == 0:
        state = "proved"
    elif has:
        state = "found"
    elif message or (process.returncode and process.returncode > 0):
        state = "refused"
        details = [line.strip() for line in err.splitlines() if line.strip()]
        message = " | ".join(details[:4])[:300]
    else:
        state = "open"
    return state, value, took, message


def disagree(better, rows):
    """What cannot all be true of an instance, in words."""
    for solver, (state, value, _, _) in rows.items():
        for other, (state2, value2, _, _) in rows.items():
            if state == "none" and state2 in ("proved", "found"):
                return f"{solver} proves that there is no solution, {other} shows one"
            if better and state == "proved" and None not in (value, value2) and better * (value2 - value) > 0:
                return f"{solver} proves {value}, {other} shows {value2}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--solvers", default="clew,gecode")
    parser.add_argument("--files", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--free", action="store_true")
    parser.add_argument("--rows")
    args = parser.parse_args()
    solvers, seconds = args.solvers.split(","), max(1, int(args.time))
    totals = {s: {"found": 0, "decided": 0, "par2": 0.0, "refused": 0} for s in solvers}
    count, wrong = 0, []
    out = open(args.rows, "w") if args.rows else None
    for name, model, data in instances(args.folder, args.files, args.only):
        rows = {s: run(s, model, data, seconds, args.free) for s in solvers}
        if all(row[0] == "refused" for row in rows.values()):
            print(f"refused by all: {name}: {rows[solvers[0]][3]}", file=sys.stderr)
            continue
        count += 1
        for solver, (state, _, took, _) in rows.items():
            total = totals[solver]
            decided = state in ("proved", "none")
            total["found"] += state in ("proved", "found")
            total["decided"] += decided
            total["refused"] += state == "refused"
            total["par2"] += took if decided else 2 * seconds
        clash = disagree(goal(model), rows)
        if clash:
            wrong.append(f"{name}: {clash}")
        shown = [f"{s}\t{r[0]}\t{'' if r[1] is None else r[1]}\t{r[2]:.2f}\t{r[3]}" for s, r in rows.items()]
        if out:
            print(name, *shown, sep="\t", file=out, flush=True)
    print(f"| solver | instances | with a solution | decided | PAR2 (s), limit {seconds} s | refused |")
    print("|---|---|---|---|---|---|")
    for solver, t in totals.items():
        mean = t["par2"] / count if count else 0
        print(f"| {solver} | {count} | {t['found']} | {t['decided']} | {mean:.2f} | {t['refused']} |")
    print(f"\nDisagreements: {len(wrong)}")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
