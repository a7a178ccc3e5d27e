#!/usr/bin/env python3
"""Objectives, relaxations, AMPL models and LaTeX of `clew export`, held against other programs.

    python3 benches/bounds.py [--clew target/release/clew] [--limit 20] [--out bounds.tsv]

1. Each board below, each model that states its goal: HiGHS solves the model from LP and from MPS and must find the
   optimum that `clew solve` proves; `clew import` reads its solution and must find the same value. The bound of the
   relaxation (`--relax`) must not pass it. A table of optimum, bound and size is printed.
2. Each model that goes with clew in AMPL: glpsol translates model and data, and the matrix must be that of `--to mps`,
   column by column and row by row, whatever the names of rows.
3. Each formulation on paper: pdflatex must compile it without a warning about undefined things or overfull lines.

Nothing is installed. Parts whose programs are not there (the Python module highspy, glpsol, pdflatex) are passed over
with a word on standard error. Exit status 1 if anything differs.
"""

import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

TURNS, CELLS, LENGTH = ("--minimize", "turns"), ("--maximize", "cells"), ("--minimize", "length")
BOARDS = [  # a goal, and a puzzle
    (TURNS, "puzzle: path\n\n. . .\n. . .\n. . .\n"),
    (TURNS, "puzzle: path\n\n. . # .\n. . . .\n. # . .\n. . . .\n"),
    (TURNS, "puzzle: path\n\n. . . . .\n. # . . .\n. . . # .\n. . . . .\n"),
    (TURNS, "puzzle: path\nneighbours: king\n\n. . . .\n. # . .\n. . . .\n"),
    (TURNS, "puzzle: path\nneighbours: hex\n\n. . . .\n. . . .\n. # . .\n"),
    (TURNS, "puzzle: hidato\n\n. . 4 .\n. 1 . .\n. . . .\n"),
    (TURNS, "puzzle: hidato\nneighbours: rook\n\n1 . . .\n. . . .\n. . . 16\n. . . .\n"),
    (TURNS, "puzzle: path\n\n1 . . .\n. . . .\n. . # .\n"),
    (CELLS, "puzzle: path\n\n. # . .\n. . . #\n. # . .\n. . . .\n"),
    (CELLS, "puzzle: path\n\n. . # .\n# . . .\n. . # .\n"),
    (CELLS, "puzzle: path\nneighbours: king\n\n. # # .\n. . . #\n# # . .\n"),
    (CELLS, "puzzle: path\n\n. # .\n. . .\n. # 1\n"),
    (LENGTH, "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . . B\n. . . .\n. . A .\nB . . .\n"),
    (LENGTH, "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . . . C\n. B . . .\n. . . B .\n. . . . .\n. . A . C\n"),
    (LENGTH, "puzzle: numberlink\ncover: partial\ntouch: no\n\nA . . . B\n. . . . .\n. # . . .\nA . . . B\n"),
    (LENGTH, "puzzle: numberlink\ncover: partial\ntouch: no2x2\n\nA . B .\n. . . .\n. B . A\n. . . .\n"),
]
PLAIN = [  # without a goal, for AMPL and LaTeX
    "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n",
    "puzzle: hidato\n\n. 2 .\n. # .\n7 . .\n",
    "puzzle: path\n\n. . #\n. # .\n. . .\n",
    "puzzle: path\nneighbours: hex\n\n. . #\n. . .\n",
    "puzzle: hidato\n\n1 .\n. 4\n",
    "puzzle: numberlink\n\nA . B\n. . .\nA . B\n",
    "puzzle: numberlink\n\nA . . A\n. B B .\n. . . .\n",
    "puzzle: futoshiki\n\n1 < .   .\n-   -   -\n. > .   .\n-   -   -\n.   .   3\n",
    "puzzle: futoshiki\n\n. .\n. .\n",
]
faults = []


def fault(words):
    faults.append(words)
    print(f"FAULT: {words}", file=sys.stderr)


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def models(clew, puzzle):
    """The names of the models of the puzzle's family."""
    family, found, here = puzzle.split()[1], [], None
    for line in run(clew, "export", "--list").stdout.splitlines():
        if not line.startswith(" "):
            here = line.strip()
        elif not line.startswith("   ") and here == family:
            found.append(line.split(":")[0].strip())
    return found


def highs(path, limit):
    """The optimum, None if there is none, and the file of the solution."""
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", float(limit))
    if solver.readModel(str(path)) != highspy.HighsStatus.kOk:
        return "unread", None
    solver.run()
    status = solver.modelStatusToString(solver.getModelStatus())
    solution = path.with_suffix(".sol")
    solver.writeSolution(str(solution), 0)
    if status == "Optimal":
        return solver.getInfo().objective_function_value, solution
    return {"Infeasible": None}.get(status, status), solution


def objectives(args, folder, table):
    for number, (goal, text) in enumerate(BOARDS):
        puzzle = folder / f"goal{number}.puzzle"
        puzzle.write_text(text)
        reply = run(args.clew, "solve", *goal, "--json", puzzle)
        reply = json.loads(reply.stdout)
        best = reply["stats"].get("objective")
        if best is not None and not reply["stats"]["objectiveProved"]:
            fault(f"board {number}: clew did not prove its optimum")
        for model in models(args.clew, text):
            lp = folder / f"goal{number}-{model}.lp"
            wrote = run(args.clew, "export", "--model", model, "--to", "lp", *goal, puzzle, "-o", lp)
            if wrote.returncode == 2:
                continue  # refused with the reason
            mps = lp.with_suffix(".mps")
            run(args.clew, "export", "--model", model, "--to", "mps", *goal, puzzle, "-o", mps)
            what = f"board {number}, {' '.join(goal)}, {model}"
            for file in (mps, lp):
                value, solution = highs(file, args.limit)
                if isinstance(value, str):
                    print(f"{what}: HiGHS: {value}", file=sys.stderr)
                elif (None if value is None else round(value)) != best:
                    fault(f"{what}, {file.suffix}: HiGHS {value}, clew {best}")
            if isinstance(value, float):
                read = run(args.clew, "import", "--json", "--model", model, *goal, puzzle, solution)
                read = json.loads(read.stdout or "{}")
                if read.get("verdict") != "solved" or read.get("values") != [best]:
                    fault(f"{what}: imported {read}")
            relaxed = lp.with_suffix(".relaxed.lp")
            run(args.clew, "export", "--model", model, "--to", "lp", "--relax", *goal, puzzle, "-o", relaxed)
            bound, _ = highs(relaxed, args.limit)
            better = isinstance(bound, float) and best is not None and (
                bound < best - 1e-6 if goal[0] == "--maximize" else bound > best + 1e-6)
            if better or bound is None and best is not None:
                fault(f"{what}: the bound {bound} passes the optimum {best}")
            size = dict(line.split(": ") for line in run(
                args.clew, "export", "--model", model, "--stats", *goal, puzzle).stdout.splitlines())
            shown = f"{bound:.3f}" if isinstance(bound, float) else str(bound)
            table.append((number, text.split()[1], " ".join(goal), model, best, shown, size["columns"], size["rows"]))


def matrix(path):
    """Columns and rows of an MPS file, without the names of rows and with those of columns as clew writes them."""
    rows, columns, right, bounds, integers, whole, part = {}, collections.defaultdict(dict), {}, {}, set(), False, ""
    objective = None
    for line in path.read_text().splitlines():
        words = line.split()
        if line.startswith("*") or not words:
            continue
        if not line.startswith(" "):
            part = words[0]
        elif part == "ROWS":
            rows[words[1]] = words[0]
            if words[0] == "N":
                objective = objective or words[1]
        elif part == "COLUMNS":
            if "'MARKER'" in words:
                whole = "'INTORG'" in words
                continue
            name = words[0].replace("[", "_").replace(",", "_").replace("]", "")
            columns[name]
            if whole:
                integers.add(name)
            for row, value in zip(words[1::2], words[2::2]):
                if float(value):
                    columns[name][row] = float(value)
        elif part == "RHS":
            words = words if len(words) % 2 else ["rhs"] + words
            right.update((row, float(value)) for row, value in zip(words[1::2], words[2::2]))
    by_row = collections.defaultdict(dict)
    for name, entries in columns.items():
        for row, value in entries.items():
            by_row[row][name] = value
    def normal(row):
        # One sign for every way to write a row.
        terms, kind, constant = sorted(by_row[row].items()), rows[row], right.get(row, 0.0)
        if terms and kind != "N" and (kind == "G" or kind == "E" and terms[0][1] < 0):
            terms, constant = [(name, -value) for name, value in terms], -constant
            kind = "L" if kind == "G" else kind
        return kind, tuple(terms), constant + 0.0
    body = collections.Counter(normal(row) for row, kind in rows.items() if kind != "N" and by_row[row])
    return set(columns), integers, body


def ampl(args, folder):
    seen = 0
    for number, text in enumerate(PLAIN):
        puzzle = folder / f"plain{number}.puzzle"
        puzzle.write_text(text)
        for model in models(args.clew, text):
            files = {to: folder / f"plain{number}-{model}.{to}" for to in ("mod", "dat", "mps")}
            wrote = [run(args.clew, "export", "--model", model, "--to", to, puzzle, "-o", path).returncode
                     for to, path in files.items()]
            if any(wrote):
                continue
            seen += 1
            theirs = files["mps"].with_suffix(".glpk")
            done = run("glpsol", "--math", "-m", files["mod"], "-d", files["dat"], "--check", "--wfreemps", theirs)
            if done.returncode or not theirs.exists():
                fault(f"plain {number}, {model}: glpsol: {done.stdout[-300:]}")
                continue
            # glpsol leaves the names in a file of its own kind: with --wfreemps they stand in the file.
            own, other = matrix(files["mps"]), matrix(theirs)
            for what, a, b in zip(("columns", "integers", "rows"), own, other):
                if a != b:
                    less, more = list((a - b))[:3], list((b - a))[:3]
                    fault(f"plain {number}, {model}: {what}: clew alone {less}, glpsol alone {more}")
    print(f"AMPL: {seen} models and data with the matrix of --to mps")


def latex(args, folder):
    seen = 0
    for number, (goal, text) in enumerate([((), text) for text in PLAIN] + BOARDS):
        puzzle = folder / "paper.puzzle"
        puzzle.write_text(text)
        for model in models(args.clew, text):
            tex = folder / f"paper{number}-{model}.tex"
            wrote = run(args.clew, "export", "--model", model, "--to", "tex", *goal, puzzle, "-o", tex)
            if wrote.returncode:
                continue
            seen += 1
            done = run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", tex.name, cwd=folder)
            bad = [line for line in done.stdout.splitlines()
                   if line.startswith("!") or "undefined" in line or "Overfull" in line]
            if done.returncode or bad:
                fault(f"paper {number}, {model}: {bad[:3]}")
            elif args.keep:
                shutil.copy(tex.with_suffix(".pdf"), args.keep)
    print(f"LaTeX: {seen} pages")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", type=pathlib.Path, default=pathlib.Path("target/release/clew"))
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--out", type=pathlib.Path, help="the table of optima and bounds, as TSV")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the pages of LaTeX")
    args = parser.parse_args()
    args.clew = args.clew.resolve()
    head = ("board", "family", "goal", "model", "optimum", "bound", "columns", "rows")
    table = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            import highspy  # noqa: F401

            objectives(args, folder, table)
            print("\n".join("\t".join(map(str, row)) for row in [head, *table]))
        except ImportError:
            print("objectives passed over: no Python module highspy", file=sys.stderr)
        for program, part in (("glpsol", ampl), ("pdflatex", latex)):
            if shutil.which(program):
                part(args, folder)
            else:
                print(f"passed over: no {program}", file=sys.stderr)
    if args.out:
        args.out.write_text("\n".join("\t".join(map(str, row)) for row in [head, *table]) + "\n")
    print(f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
