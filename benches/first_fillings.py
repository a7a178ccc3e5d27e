#!/usr/bin/env python3
"""First fillings of boards that are found and not proved: sparse rook hidatos, hidatos with marks between cells that
follow each other, and sparse Latin squares.

    python3 benches/first_fillings.py [--clew PROGRAM]... [--limit S] [--seeds N] [--only WORD]

Boards are made here, from seeds: a line through a square board by backbite moves, of which some cells are given;
a cyclic Latin square stirred by switching cycles of rows, of which some cells are given. A row of the table is a
kind of board; a column, for each program, how many of the boards it solved and the user seconds of each
(`clew solve --threads 1 --time LIMIT`), in the order of the seeds.
"""

import argparse
import json
import pathlib
import random
import resource
import subprocess
import tempfile

ROOK = [(0, 1), (1, 0), (0, -1), (-1, 0)]
KING = ROOK + [(1, 1), (1, -1), (-1, 1), (-1, -1)]

# Of each: its name, and what makes it from a generator of random numbers.
KINDS = (
    [
        (f"hidato {n}x{n}, {share} % given", lambda rng, n=n, share=share: hidato(n, share, rng))
        for n in (20, 30, 45, 60)
        for share in (2, 4, 8, 15)
    ]
    + [
        (
            f"hidato with marks, {len(moves)} neighbours, {n}x{n}, {share} % given, {marks} % marked",
            lambda rng, moves=moves, n=n, share=share, marks=marks: marked(n, share, marks, rng, moves),
        )
        for moves in (ROOK, KING)
        for n in (15, 20, 30)
        for share, marks in ((2, 30), (4, 10), (8, 5), (15, 10))
    ]
    + [
        (f"square {n}x{n}, {share} % given", lambda rng, n=n, share=share: square(n, share, rng))
        for n in (60, 128)
        for share in (5, 10, 13, 16)
    ]
)


def line(n, rng, moves=lambda row: ROOK):
    """A line through an n x n board: its end is joined to a neighbour, and what that cuts off turns round."""
    path = [(r, c if r % 2 == 0 else n - 1 - c) for r in range(n) for c in range(n)]
    for _ in range(25 * n * n):
        if rng.random() < 0.5:
            path.reverse()
        r, c = path[-1]
        near = [(r + down, c + right) for down, right in moves(r)]
        near = [p for p in near if 0 <= p[0] < n and 0 <= p[1] < n and p != path[-2]]
        at = path.index(rng.choice(near)) + 1
        path[at:] = path[at:][::-1]
    return path


def hidato(n, share, rng, neighbours=4, moves=lambda row: ROOK):
    """A hidato with this percentage of its cells given, and both ends; `moves` are the neighbours of a cell by its row."""
    return given_some(line(n, rng, moves), n, share, rng, neighbours)


def marked(n, share, marks, rng, moves):
    """The same with marks between this percentage of the cells that follow each other."""
    path = line(n, rng, lambda row: moves)
    board = given_some(path, n, share, rng, len(moves))
    steps = [step for step in zip(path, path[1:]) if rng.random() * 100 < marks]
    return board | {"links": steps}


def given_some(path, n, share, rng, neighbours):
    """The hidato that this line is a filling of."""
    number = {cell: i + 1 for i, cell in enumerate(path)}
    given = set(rng.sample(path, n * n * share // 100)) | {path[0], path[-1]}
    cells = [[number[r, c] if (r, c) in given else None for c in range(n)] for r in range(n)]
    return {"puzzle": "hidato", "neighbours": neighbours, "rows": n, "cols": n, "cells": cells}


def square(n, share, rng):
    """A Latin square with this percentage of its cells given."""
    rows, cols, values = (rng.sample(range(n), n) for _ in range(3))
    full = [[values[(r + c) % n] + 1 for c in cols] for r in rows]
    for _ in range(4 * n):
        one, other = rng.sample(full, 2)
        place = {value: c for c, value in enumerate(one)}
        start = c = rng.randrange(n)
        while True:
            one[c], other[c] = other[c], one[c]
            c = place[one[c]]
            if c == start:
                break
    given = set(rng.sample(range(n * n), n * n * share // 100))
    cells = [[full[r][c] if r * n + c in given else None for c in range(n)] for r in range(n)]
    return {"puzzle": "futoshiki", "rows": n, "cols": n, "cells": cells}


def timed(program, *words, limit):
    """What a command says in JSON on one thread, and user seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, *words, "--json", "--threads", "1", "--time", str(limit)]
    out = subprocess.run(command, capture_output=True, text=True).stdout
    return json.loads(out), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def solve(program, file, limit):
    """Whether it is solved, and user seconds."""
    out, spent = timed(program, "solve", "--no-solutions", str(file), limit=limit)
    return out["verdict"] == "solved", spent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clew", action="append")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    programs = args.clew or ["target/release/clew"]
    print("| boards |" + " solved, user s |" * len(programs))
    print("|---|" + "---|" * len(programs))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "board.json"
        for name, make in KINDS:
            if args.only not in name:
                continue
            runs = [[] for _ in programs]
            for seed in range(args.seeds):
                rng = random.Random(f"{name} {seed}")
                file.write_text(json.dumps(make(rng)))
                for program, of in zip(programs, runs):
                    of.append(solve(program, file, args.limit))
            cells = [
                f"{sum(done for done, _ in of)} of {len(of)}: " + ", ".join(f"{s:.2f}" if done else "-" for done, s in of)
                for of in runs
            ]
            print("| " + " | ".join([name, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
