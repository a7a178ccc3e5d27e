#!/usr/bin/env python3
"""Runs MiniZinc's specification tests with a solver.

    python3 tools/minizinc_spec.py FOLDER [--solver clew] [--against gecode] [--time 20] [--only TEXT]

FOLDER is `tests/spec/unit` of the sources of MiniZinc (https://github.com/MiniZinc/libminizinc), which are not part of
clew. Of the tests that state solutions each runs once; those that look at flattening or at messages are left out. A test
fails if what is printed is none of its expected results. What `--against` fails at as well (its version is another one
than the tests', or the test is for another solver) is counted apart, as are models with fractions, which clew refuses.

It needs Python 3.8 or later, PyYAML and `minizinc`.
"""
import argparse
import json
import math
import re
import subprocess
import sys
from pathlib import Path

import yaml


class Tagged:
    """A value with a tag of the tests, such as `!Result`."""

    def __init__(self, tag, value):
        self.tag, self.value = tag, value


class Loader(yaml.SafeLoader):
    """Reads tags as what they are."""


def tagged(loader, tag, node):
    if isinstance(node, yaml.MappingNode):
        return Tagged(tag, loader.construct_mapping(node, deep=True))
    if isinstance(node, yaml.SequenceNode):
        return Tagged(tag, loader.construct_sequence(node, deep=True))
    return Tagged(tag, loader.construct_scalar(node))


Loader.add_multi_constructor("!", tagged)


def tests(model):
    """The tests in the comment at the head of a model."""
    found = re.search(r"/\*\*\*(.*?)\*\*\*/", model.read_text(errors="replace"), re.S)
    if not found:
        return
    try:
        documents = list(yaml.load_all(found.group(1), Loader))
    except yaml.YAMLError:
        return
    for test in documents:
        if isinstance(test, Tagged) and test.tag == "Test" and isinstance(test.value, dict):
            yield test.value


def expected(test):
    """The expected results of a test; none if it is not about solutions."""
    if test.get("type", "solve") != "solve":
        return []
    wanted = test.get("expected", [])
    wanted = wanted if isinstance(wanted, list) else [wanted]
    if not all(isinstance(one, Tagged) and one.tag == "Result" for one in wanted):
        return []
    return [one.value for one in wanted if isinstance(one.value, dict)]


def run(solver, model, test, seconds):
    """The status, the solutions, and the message of an error."""
    options = test.get("options") or {}
    command = ["minizinc", "--solver", solver, "--output-mode", "json", "--time-limit", str(seconds * 1000)]
    for key, value in options.items():
        if key == "all_solutions":
            command += ["-a"] if value else []
        elif key == "free_search":
            command += ["-f"] if value else []
        elif key not in ("timeout",):
            flag = key if key.startswith("-") else "--" + key
            command += [flag] if value is True else [flag, str(value)]
    extra = [str(model.parent / name) for name in test.get("extra_files") or []]
    try:
        done = subprocess.run(command + [str(model)] + extra, capture_output=True, text=True, timeout=seconds + 20)
    except subprocess.TimeoutExpired:
        return "UNKNOWN", [], "time"
    solutions = []
    for part in done.stdout.split("----------\n")[:-1]:
        at = part.find("{")
        try:
            solutions.append(json.JSONDecoder().raw_decode(part[at:])[0] if at >= 0 else {})
        except ValueError:
            solutions.append({})
    if "=====UNSATISFIABLE=====" in done.stdout:
        status = "UNSATISFIABLE"
    elif "==========" in done.stdout:
        goal = re.search(r"\bsolve\b[^;]*\b(minimize|maximize)\b", re.sub(r"%.*", "", model.read_text(errors="replace")))
        status = "OPTIMAL_SOLUTION" if goal else "ALL_SOLUTIONS"
    elif solutions:
        status = "SATISFIED"
    else:
        status = "ERROR" if done.returncode or "rror" in done.stderr else "UNKNOWN"
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip() and "arning" not in line]
    return status, solutions, " | ".join(lines)[:200]


def plain(value):
    """A value of either side, so that both are compared alike."""
    if isinstance(value, Tagged):
        if value.tag == "Range":
            low, high = re.match(r"(.+?)\.\.(.+)", str(value.value)).groups()
            return frozenset(range(int(low), int(high) + 1)) if "." not in low + high else None
        if isinstance(value.value, dict) and "name" in value.value:
            return value.value["name"]
        return plain(value.value)
    if isinstance(value, (set, frozenset)):
        return frozenset(plain(v) for v in value)
    if isinstance(value, dict):
        if set(value) == {"set"}:
            members = set()
            for one in value["set"]:
                if isinstance(one, list):
                    members |= set(range(one[0], one[1] + 1))
                else:
                    members.add(plain(one))
            return frozenset(members)
        if set(value) == {"e"}:
            return value["e"]
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value


def alike(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return isinstance(a, (int, float)) and isinstance(b, (int, float)) and math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(alike(x, y) for x, y in zip(a, b))
    return a == b


def is_solution(wanted, found):
    """Whether the names that a test states have these values."""
    for name, value in (wanted or {}).items():
        if name.startswith("_output") or name in ("_objective", "_checker"):
            continue
        if name not in found and value is not None:
            return False
        if not alike(plain(value), plain(found.get(name))):
            return False
    return True


def fits(wanted, status, solutions):
    stated = wanted.get("status")
    # One solution of a test that does not state whether there are others.
    if stated and stated != status and not (stated == "SATISFIED" and status == "ALL_SOLUTIONS"):
        return False
    solution = wanted.get("solution")
    if solution is None:
        return status != "ERROR"
    if isinstance(solution, Tagged) and solution.tag == "SolutionSet":
        each = [one.value if isinstance(one, Tagged) else one for one in solution.value]
        distinct = {json.dumps(one, sort_keys=True): one for one in solutions}.values()
        return len(each) == len(distinct) and all(any(is_solution(w, s) for s in distinct) for w in each)
    if isinstance(solution, list):
        each = [one.value if isinstance(one, Tagged) else one for one in solution]
        return len(each) == len(solutions) and all(is_solution(w, s) for w, s in zip(each, solutions))
    return bool(solutions) and is_solution(solution.value, solutions[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--solver", default="clew")
    parser.add_argument("--against", default="gecode")
    parser.add_argument("--time", type=int, default=20)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    count = {"passed": 0, "failed": 0, "failed by both": 0, "fractions": 0}
    for model in sorted(args.folder.rglob("*.mzn")):
        if args.only not in str(model):
            continue
        for test in tests(model):
            wanted = expected(test)
            if not wanted or model.parent.joinpath(str(test.get("checker", ""))).is_file():
                continue
            status, solutions, message = run(args.solver, model, test, args.time)
            if any(fits(one, status, solutions) for one in wanted):
                count["passed"] += 1
                continue
            if "fraction" in message or "float" in message:
                count["fractions"] += 1
                continue
            other, others, _ = run(args.against, model, test, args.time)
            if not any(fits(one, other, others) for one in wanted):
                count["failed by both"] += 1
                continue
            count["failed"] += 1
            print(f"{model.relative_to(args.folder)}: {status}, {len(solutions)} solutions {message}", flush=True)
    print(", ".join(f"{n} {what}" for what, n in count.items()))
    sys.exit(1 if count["failed"] else 0)


if __name__ == "__main__":
    main()
