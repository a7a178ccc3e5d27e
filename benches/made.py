#!/usr/bin/env python3
"""Generated puzzles beside published ones.

For each family, size and level: how much is given, how it lies, and how long a puzzle takes, over some seeds, beside the
figures of published puzzles (janko.at, Nikoli, Flow Free, LinkedIn's Zip). At the end, how many solutions of one seed are
the same at two levels, and in two families.

    benches/made.py [--clew PROGRAM] [--seeds N] [--family NAME] [--limit DURATION]
"""

import argparse
import json
import subprocess
import time

# Family, size, level (None: any), and the published figures.
CELLS = [
    ("numberlink", 8, None, "10 cells a label, no adjacent ends, unique under all rules"),
    ("numberlink", 10, None, "14 cells a label"),
    ("numberlink", 12, None, "17 cells a label"),
    ("hidato", 8, "easy", "36 % given, 5.8 pairs of given numbers that follow each other"),
    ("hidato", 8, "tricky", "36 %"),
    ("hidato", 8, "hard", "36 %"),
    ("zip", 6, "easy", "8 numbers, often walls"),
    ("zip", 6, "tricky", "8 numbers, often walls"),
    ("futoshiki", 6, "easy", "2 to 6 given, 8 to 12 signs"),
    ("futoshiki", 6, "tricky", "2 to 6 given, 8 to 12 signs"),
]


def run(arguments, text=None):
    return subprocess.run(arguments, input=text, capture_output=True, text=True)


def made(options, family, size, level, seeds):
    """The puzzles of these seeds, and the seconds that they took together."""
    arguments = [options.clew, "generate", family, "--rows", str(size), "--count", str(seeds), "--threads", "1"]
    arguments += ["--with", "solution,rating", "--time", options.limit]
    if level:
        arguments += ["--level", level]
    begin = time.monotonic()
    ran = run(arguments)
    return [json.loads(line) for line in ran.stdout.splitlines()], time.monotonic() - begin


def given(puzzle):
    """The cells with a number or label: (row, column, content)."""
    return [
        (r, c, value)
        for r, row in enumerate(puzzle["cells"])
        for c, value in enumerate(row)
        if value not in (None, "#", ".")
    ]


def numberlink(options, puzzles):
    """Cells a label, adjacent ends a board, mean distance of ends, share that is unique under the loosest rules."""
    cells = labels = adjacent = distance = 0
    for puzzle in puzzles:
        ends = {}
        for r, c, label in given(puzzle):
            ends.setdefault(label, []).append((r, c))
        away = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in ends.values()]
        cells += sum(len(row) for row in puzzle["cells"])
        labels += len(ends)
        adjacent += away.count(1)
        distance += sum(away)
    unique = 0
    for puzzle in puzzles:
        loose = dict(puzzle, cover="partial", touch="yes")
        for key in ("solution", "rating", "fingerprint", "solutions"):
            loose.pop(key, None)
        ran = run([options.clew, "check", "--json", "--time", "20s", "-"], json.dumps(loose))
        unique += '"verdict":"unique"' in ran.stdout
    n = len(puzzles)
    return f"{cells / labels:.1f} cells a label, {adjacent / n:.2f} adjacent ends, distance {distance / labels:.1f}, unique {unique} of {n}"


def hidato(_, puzzles):
    """Share given, pairs of given numbers that follow each other, boards whose givens half a turn takes to each other."""
    share = pairs = turned = 0
    for puzzle in puzzles:
        rows, cols = len(puzzle["cells"]), len(puzzle["cells"][0])
        places = given(puzzle)
        numbers = {value for _, _, value in places}
        share += len(places) / (rows * cols)
        pairs += sum(k + 1 in numbers for k in numbers)
        at = {(r, c) for r, c, _ in places}
        turned += all((rows - 1 - r, cols - 1 - c) in at for r, c in at)
    n = len(puzzles)
    return f"{100 * share / n:.0f} % given, {pairs / n:.1f} pairs, half turn {turned} of {n}"


def zip_(_, puzzles):
    numbers = sum(len(given(puzzle)) for puzzle in puzzles) / len(puzzles)
    walls = sum(len(puzzle.get("walls", [])) for puzzle in puzzles) / len(puzzles)
    return f"{numbers:.1f} numbers, {walls:.1f} walls"


def futoshiki(_, puzzles):
    counts = [len(given(puzzle)) for puzzle in puzzles]
    signs = [len(puzzle.get("less", [])) for puzzle in puzzles]
    n = len(puzzles)
    return f"{sum(counts) / n:.1f} given ({min(counts)} to {max(counts)}), {sum(signs) / n:.1f} signs ({min(signs)} to {max(signs)})"


FIGURES = {"numberlink": numberlink, "hidato": hidato, "zip": zip_, "futoshiki": futoshiki}


def same_solutions(options, family, size):
    """How many seeds have the same solution at the levels easy and tricky."""
    solutions = []
    for level in ("easy", "tricky"):
        puzzles, _ = made(options, family, size, level, options.seeds)
        solutions.append({p["id"]: json.dumps(p.get("solution")) for p in puzzles})
    both = solutions[0].keys() & solutions[1].keys()
    return sum(solutions[0][k] == solutions[1][k] for k in both), len(both)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--family")
    parser.add_argument("--limit", default="20s")
    options = parser.parse_args()
    for family, size, level, published in CELLS:
        if options.family not in (None, family):
            continue
        puzzles, seconds = made(options, family, size, level, options.seeds)
        name = f"{family} {size}x{size} {level or ''}".strip()
        if not puzzles:
            print(f"| {name} | none of {options.seeds} | {published} | {seconds:.1f} s |", flush=True)
            continue
        figures = FIGURES[family](options, puzzles)
        print(f"| {name} | {len(puzzles)} made: {figures} | {published} | {seconds / len(puzzles):.2f} s each |", flush=True)
    for family, size in (("hidato", 6), ("zip", 6), ("futoshiki", 5), ("numberlink", 7)):
        if options.family in (None, family):
            same, all_ = same_solutions(options, family, size)
            print(f"| {family} {size}x{size}: the same solution, easy and tricky | {same} of {all_} | 0 | |", flush=True)


main()
