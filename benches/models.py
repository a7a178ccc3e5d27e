#!/usr/bin/env python3
"""Runs other solvers on the models of `clew export` and compares their verdicts with clew's.

    python3 benches/models.py PUZZLE|DIR... [--clew target/release/clew] [--limit 10] [--budget 60]
        [--solvers highs,scip,cbc,cpsat,cadical,kissat,clasp,gecode,chuffed,cpsat-fzn] [--models assign,mtz]
        [--most 100] [--cells 36] [--out models.tsv]

For each puzzle, model and solver: the model is exported and solved; what the solver wrote goes through
`clew import`, which verifies it; then the solution is cut off with `--exclude` and the model is solved
again. So a verdict (unique, multiple, none) is made by the other solver alone, and is compared with
`clew check`. Models that admit more than the puzzle's solutions (see `clew export --list`) may end in
"loops": their solution broke a rule.

Nothing is installed. A solver that is not there is passed over with a word on standard error:
  highs    the Python module highspy          cbc      the program cbc (or $CBC)
  scip     the Python module pyscipopt        cadical  the program cadical (or $CADICAL)
  cpsat    the Python module ortools          clasp    the program clasp (or $CLASP), for OPB
  kissat   the program kissat (or $KISSAT)
  gecode   minizinc with Gecode, or fzn-gecode for models that are rows
  chuffed  minizinc with Chuffed
Modules are looked for in the Python that $SOLVER_PYTHON names, this one if it is not set.

A combination of model and solver gets --budget seconds in all, a run --limit; --most puzzles a family, the
smallest first. Seconds are processor time of the solver: of the process where it is a program, of the call
where it is a module.
"""

import argparse
import collections
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

FORMS = {  # solver: the languages that it reads, the first that a model has is taken
    "highs": ["lp"],
    "scip": ["lp"],
    "cbc": ["lp"],
    "cpsat": ["mps"],
    "cadical": ["cnf"],
    "kissat": ["cnf"],
    "clasp": ["opb"],
    "gecode": ["dzn", "fzn"],
    "chuffed": ["dzn", "mzn"],
}
QUADRATIC = {"miqcp"}  # of these only scip reads LP
NETWORK = {  # the network of clew that has the formulation
    "hidato": {"assign": "dual", "mtz": "tour", "bigm": "link", "flow": "suite", "positions": "dual"},
    "path": {"assign": "assign", "mtz": "tour", "bigm": "link", "flow": "suite", "positions": "assign"},
    "numberlink": {"miqcp": "pairs", "pairs": "pairs", "degree": "degree", "labels": "labels", "edges": "suite"},
    "futoshiki": {"assign": "binary", "alldiff": "latin"},
}


# ---- a module as a process of its own, which answers one request a line ----


def worker(solver):
    limit = None

    def highs(source, target):
        import highspy

        h = highspy.Highs()
        h.setOptionValue("output_flag", False)
        h.setOptionValue("threads", 1)
        h.setOptionValue("time_limit", limit)
        h.readModel(source)
        h.run()
        h.writeSolution(target, 0)
        return {"nodes": int(h.getInfo().mip_node_count)}

    def scip(source, target):
        import pyscipopt

        m = pyscipopt.Model()
        m.hideOutput()
        m.setParam("limits/time", limit)
        m.readProblem(source)
        m.optimize()
        if m.getNSols():
            m.writeBestSol(target)
        else:
            pathlib.Path(target).write_text(f"solution status: {m.getStatus()}\nno solution available\n")
        return {"nodes": m.getNTotalNodes()}

    def cpsat(source, target):
        from ortools.linear_solver.python import model_builder

        m = model_builder.Model()
        m.import_from_mps_file(source)
        s = model_builder.Solver("sat")
        s.set_time_limit_in_seconds(limit)
        s.set_solver_specific_parameters("num_workers:1")
        status = s.solve(m).name
        if status in ("OPTIMAL", "FEASIBLE"):
            values = "".join(f"{v.name} {s.value(v)}\n" for v in m.get_variables())
            pathlib.Path(target).write_text("# CP-SAT\n" + values)
        else:
            word = "UNSATISFIABLE" if status == "INFEASIBLE" else "UNKNOWN"
            pathlib.Path(target).write_text(f"s {word}\n")
        return {}

    solve = {"highs": highs, "scip": scip, "cpsat": cpsat}[solver]
    __import__({"highs": "highspy", "scip": "pyscipopt", "cpsat": "ortools.linear_solver"}[solver])
    print("ready", flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        limit = request["limit"]
        start = time.process_time()
        try:
            reply = solve(request["source"], request["target"])
        except Exception as error:  # a solver's own failure is a row, not the end
            reply = {"error": str(error)}
        reply["seconds"] = time.process_time() - start
        print(json.dumps(reply), flush=True)


class Module:
    def __init__(self, name):
        python = os.environ.get("SOLVER_PYTHON", sys.executable)
        command = [python, __file__, "--worker", name]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.there = self.process.stdout.readline().strip() == "ready"

    def solve(self, source, target, limit, model):
        request = {"source": str(source), "target": str(target), "limit": limit}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if not line:
                return {"error": "the solver ended", "seconds": 0}
            if line.startswith("{"):
                return json.loads(line)


# ---- a program ----


class Program:
    def __init__(self, name):
        self.name = name
        words = {"gecode": "minizinc", "chuffed": "minizinc"}
        wanted = os.environ.get(name.upper()) or shutil.which(words.get(name, name))
        self.program = wanted
        self.there = bool(wanted)
        if name == "chuffed" and wanted:
            listed = subprocess.run([wanted, "--solvers"], capture_output=True, text=True).stdout
            self.there = "Chuffed" in listed

    def command(self, source, target, limit, model):
        if self.name == "cbc":
            return [self.program, str(source), "sec", str(limit), "solve", "solution", str(target)], False
        if self.name == "cadical":
            return [self.program, "-q", "-t", str(int(limit)), str(source)], True
        if self.name == "kissat":
            return [self.program, "-q", f"--time={int(limit)}", str(source)], True
        if self.name == "clasp":
            return [self.program, "--verbose=0", f"--time-limit={int(limit)}", str(source)], True
        if source.suffix == ".fzn":
            return ["fzn-gecode", "-time", str(int(limit * 1000)), str(source)], True
        common = [self.program, "--solver", self.name, "--time-limit", str(int(limit * 1000))]
        if source.suffix == ".dzn":
            return common + [str(model), str(source)], True
        return common + [str(source)], True

    def solve(self, source, target, limit, model):
        command, prints = self.command(source, target, limit, model)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            ran = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=2 * limit + 5, text=True
            )
            output = ran.stdout
            if prints and not output.strip():
                return {"error": ran.stderr.strip()[-300:] or "no output", "seconds": 0}
        except subprocess.TimeoutExpired:
            output = "s UNKNOWN\n"
            prints = True
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if prints:
            if self.name in ("cadical", "kissat", "clasp") and not any(l.startswith("s ") for l in output.splitlines()):
                output += "s UNKNOWN\n"
            target.write_text(output)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"seconds": seconds}


# ---- the comparison ----


class Clew:
    def __init__(self, program):
        self.program = program

    def run(self, *arguments):
        ran = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)
        return ran.returncode, ran.stdout, ran.stderr

    def models(self):
        families, found = {}, None
        for line in self.run("export", "--list")[1].splitlines():
            if not line.startswith(" "):
                found = families.setdefault(line.strip(), {})
            elif line.startswith("  ") and line[2] != " ":
                name = line.split(":")[0].strip()
                found[name] = {"to": [], "exact": True}
            elif line.strip().startswith("--to:"):
                found[name]["to"] = line.split(":")[1].replace(" ", "").split(",")
            elif "closed loops" in line:
                found[name]["exact"] = False
        return families


def verdict(clew, solver, puzzle, model, language, folder, limit):
    """What the other solver says: a verdict, its seconds, its nodes, the size of the model."""
    files = {key: folder / f"{key}.{language}" for key in ("first", "second")}
    target, shipped = folder / "target.sol", folder / "shipped.mzn"
    code, _, why = clew.run("export", "--model", model, "--to", language, puzzle, "-o", files["first"])
    if code != 0:
        return {"verdict": "refused", "why": why.strip()}
    if language == "dzn":
        clew.run("export", "--model", model, "--to", "mzn", "--shipped", puzzle, "-o", shipped)
    row = {"seconds": 0.0, "nodes": "", "bytes": files["first"].stat().st_size}

    def solve(source):
        target.unlink(missing_ok=True)
        said = solver.solve(source, target, limit, shipped)
        row["seconds"] += said["seconds"]
        if "nodes" in said:
            row["nodes"] = (row["nodes"] or 0) + said["nodes"]
        if "error" in said or not target.exists():
            return -1, "", said.get("error", "the solver wrote nothing")
        return clew.run("import", "--model", model, puzzle, target)

    status, answer, why = solve(files["first"])
    row["first"] = row["seconds"]
    if status == 1:
        return row | {"verdict": "loops" if answer.startswith("breaks") else "none", "why": answer.strip()}
    if status != 0:
        return row | {"verdict": "unknown" if status == 4 else "error", "why": why.strip()}
    found = folder / "found.txt"
    found.write_text(answer)
    code, _, why = clew.run(
        "export", "--model", model, "--to", language, puzzle, "--exclude", found, "-o", files["second"]
    )
    if code != 0:
        return row | {"verdict": "error", "why": why.strip()}
    status, answer, why = solve(files["second"])
    words = {0: "multiple", 1: "loops" if answer.startswith("breaks") else "unique", 4: "unknown"}
    return row | {"verdict": words.get(status, "error"), "why": (why or answer).strip() if status else ""}


def size(clew, puzzle, model):
    """Columns, rows, coefficients of a linear model."""
    code, text, _ = clew.run("export", "--model", model, "--to", "mps", puzzle)
    if code != 0:
        return None
    section, rows, columns, coefficients = "", 0, set(), 0
    for line in text.splitlines():
        if line and line[0] not in " *":
            section = line.split()[0]
        elif section == "ROWS":
            rows += line.split()[0] != "N"
        elif section == "COLUMNS" and "MARKER" not in line:
            columns.add(line.split()[0])
            coefficients += " obj " not in line
    return len(columns), rows, coefficients


def main():
    if sys.argv[1:2] == ["--worker"]:
        return worker(sys.argv[2])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", nargs="+", type=pathlib.Path)
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--check", help="the clew that is measured, if it is another one")
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--budget", type=float, default=60)
    parser.add_argument("--solvers", default=",".join(FORMS))
    parser.add_argument("--models", default="")
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--cells", type=int, default=36)
    parser.add_argument("--out", type=pathlib.Path)
    args = parser.parse_args()
    clew = Clew(args.clew)
    measured = Clew(args.check or args.clew)
    files = [f for p in args.puzzles for f in (sorted(p.rglob("*.puzzle")) if p.is_dir() else [p])]
    by_family = collections.defaultdict(list)
    for file in files:
        text = file.read_text()
        family = next((l.split(":")[1].strip() for l in text.splitlines() if l.startswith("puzzle:")), "")
        grid = text.split("\n\n", 1)[-1].split()
        cells = sum(token not in ("#", "<", ">", "^", "v", "-") for token in grid)
        if "board: points" not in text and cells <= args.cells:
            by_family[family].append((cells, str(file)))
    solvers = {}
    for name in args.solvers.split(","):
        solver = Module(name) if name in ("highs", "scip", "cpsat") else Program(name)
        if solver.there:
            solvers[name] = solver
        else:
            print(f"{name} is not there", file=sys.stderr)
    out = args.out.open("w") if args.out else None
    fields = ["file", "cells", "model", "solver", "language", "clew", "verdict", "first", "seconds", "nodes", "bytes", "why"]
    if out:
        print(*fields, sep="\t", file=out)
    print("family model solver boards agree loops unknown wrong median_s total_s")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for family, models in clew.models().items():
            boards = sorted(by_family[family])[: args.most]
            known = {}
            for _, file in boards:
                said = json.loads(measured.run("check", "--json", "--time", "20s", "--threads", 1, file)[1])
                known[file] = said["verdict"]
            for model, info in models.items():
                if args.models and model not in args.models.split(","):
                    continue
                sizes = [s for s in (size(clew, file, model) for _, file in boards[-1:]) if s]
                if sizes:
                    columns, rows, coefficients = sizes[0]
                    print(f"# {family} {model}: {columns} columns, {rows} rows, {coefficients} coefficients"
                          f" for {pathlib.Path(boards[-1][1]).name}")
                network(measured, family, model, boards)
                for solver, runner in solvers.items():
                    language = next((l for l in FORMS[solver] if l in info["to"]), None)
                    if not language or (model in QUADRATIC and language == "lp" and solver != "scip"):
                        continue
                    tally, seconds, start = collections.Counter(), [], time.monotonic()
                    for cells, file in boards:
                        if time.monotonic() - start > args.budget:
                            break
                        row = verdict(clew, runner, file, model, language, folder, args.limit)
                        said = row["verdict"]
                        if said == "refused":
                            continue
                        right = said == known[file]
                        kind = "agree" if right else said if said in ("loops", "unknown") else "wrong"
                        if kind == "loops" and info["exact"]:
                            kind = "wrong"
                        tally[kind] += 1
                        seconds.append(row["seconds"])
                        if kind == "wrong":
                            print(f"WRONG {file} {model} {solver}: {said}, clew says {known[file]}: {row.get('why')}")
                        if out:
                            row |= {"file": file, "cells": cells, "model": model, "solver": solver}
                            row |= {"language": language, "clew": known[file]}
                            row["why"] = row.get("why", "").replace("\n", " ")[:200]
                            print(*(row.get(f, "") for f in fields), sep="\t", file=out, flush=True)
                    if seconds:
                        middle = sorted(seconds)[len(seconds) // 2]
                        counts = " ".join(str(tally[k]) for k in ("agree", "loops", "unknown", "wrong"))
                        print(f"{family} {model} {solver}({language}) {len(seconds)} {counts}"
                              f" {middle:.3f} {sum(seconds):.1f}", flush=True)


def network(clew, family, model, boards):
    """The network of clew that has the formulation, on the same boards."""
    name = NETWORK.get(family, {}).get(model)
    names = clew.run("networks")[1]
    if not name or not boards or f"{family}\n" not in names:
        return
    times, nodes, answered = [], [], 0
    for _, file in boards:
        code, text, _ = clew.run(
            "check", "--json", "--threads", 1, "--deterministic", "--time", "10s", "--network", name, file
        )
        if code == 2 or not text:
            return
        said = json.loads(text)
        answered += said["verdict"] != "unknown"
        times.append(said["time_ms"] / 1000)
        nodes.append(said["stats"]["nodes"])
    middle = len(boards) // 2
    print(f"{family} {model} clew:{name} {len(boards)} {answered} 0 {len(boards) - answered} 0"
          f" {sorted(times)[middle]:.4f} {sum(times):.2f} nodes {sum(nodes)}", flush=True)


if __name__ == "__main__":
    main()
