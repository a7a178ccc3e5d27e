#!/usr/bin/env python3
"""Where solutions differ, over boards with very many solutions: `clew check --where` on open lines.

    python3 benches/where.py [--clew PROGRAM]... [--limit S] [--seeds N] [--size N] [--only WORD] [--keep DIR]

Boards are made here, from seeds: a line through a square board by backbite moves, of which both ends and a share of
the other cells are given. A row of the table is a kind of board; a column says, for each program, how many of the
boards it settled, and of each board in the order of the seeds the user seconds, and in brackets questions and facts
still open (`clew check --where --json --threads 1 --time LIMIT`).
"""

import argparse
import json
import pathlib
import random
import resource
import subprocess
import tempfile

MOVES = {
    "rook": lambda r: [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "king": lambda r: [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)],
    "hex": lambda r: [(0, -1), (0, 1)] + [(s, b - 1 + r % 2) for s in (-1, 1) for b in (0, 1)],
}
SHARES = [0, 5, 10, 20, 35]


def line(kind, n, rng):
    """A line through an n x n board: its end is joined to a neighbour, and what that cuts off turns round."""
    path = [(r, c if r % 2 == 0 else n - 1 - c) for r in range(n) for c in range(n)]
    for _ in range(25 * n * n):
        if rng.random() < 0.5:
            path.reverse()
        r, c = path[-1]
        near = [(r + a, c + b) for a, b in MOVES[kind](r)]
        near = [p for p in near if 0 <= p[0] < n and 0 <= p[1] < n and p != path[-2]]
        at = path.index(rng.choice(near)) + 1
        path[at:] = path[at:][::-1]
    return path


def hidato(kind, n, share, rng):
    """A hidato with both ends and this percentage of its cells given."""
    path = line(kind, n, rng)
    number = {cell: i + 1 for i, cell in enumerate(path)}
    given = set(rng.sample(path, n * n * share // 100)) | {path[0], path[-1]}
    cells = [[number[r, c] if (r, c) in given else None for c in range(n)] for r in range(n)]
    neighbours = {"rook": 4, "king": 8, "hex": "hex"}[kind]
    return {"puzzle": "hidato", "neighbours": neighbours, "rows": n, "cols": n, "cells": cells}


def where(program, file, limit):
    """Whether all is settled, and user seconds, questions, facts still open."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, "check", "--where", "--json", "--threads", "1", "--time", str(limit), str(file)]
    out = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = out.get("where")
    if found is None:
        # The check that comes first took all the time.
        return False, f"{spent:.2f} (-)"
    unsettled = sum(len(cell or []) for row in found.get("perhaps", []) for cell in row) + len(found.get("edges_unsettled", []))
    return found.get("complete", False), f"{spent:.2f} ({found.get('questions')}, {unsettled})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clew", action="append")
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    args = parser.parse_args()
    programs = args.clew or ["target/release/clew"]
    print("| boards |" + " settled, user s (questions, open) |" * len(programs))
    print("|---|" + "---|" * len(programs))
    with tempfile.TemporaryDirectory() as folder:
        for kind in MOVES:
            for share in SHARES:
                name = f"{kind} {args.size}x{args.size}, {share} % given"
                if args.only not in name:
                    continue
                runs = [[] for _ in programs]
                for seed in range(args.seeds):
                    file = pathlib.Path(args.keep or folder) / f"{kind}-{args.size}-{share}-{seed}.json"
                    file.write_text(json.dumps(hidato(kind, args.size, share, random.Random(f"{name} {seed}"))))
                    for program, of in zip(programs, runs):
                        of.append(where(program, file, args.limit))
                cells = [f"{sum(done for done, _ in of)} of {len(of)}: " + ", ".join(s for _, s in of) for of in runs]
                print("| " + " | ".join([name, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
