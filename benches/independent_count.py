#!/usr/bin/env python3
"""Compares clew's counts of lines with those of Graphillion, which shares no code with it.

    python3 benches/independent_count.py [--clew PATH] [--boards N] [--seed S] [--squares N]

Needs the package `graphillion` (pip install graphillion); without it the script says so and ends with
status 0. Boards are random: rook, king and hex moves, with holes, some with a given first cell.
Graphillion counts the forests with all cells, N - 1 edges, one tree and no degree above two; a line
without given numbers is two fillings. Ends with status 1 if any two counts differ.

With --squares N: the lines of the n x n rook boards, n up to N, by both, with seconds and megabytes. Graphillion
then counts the cycles through all cells and a depot that is joined to every cell (n = 10 takes 5.5 GB).
"""

import argparse
import json
import multiprocessing
import random
import resource
import subprocess
import sys
import time

OFFSETS = {
    4: lambda r: [(0, 1), (1, 0)],
    8: lambda r: [(0, 1), (1, -1), (1, 0), (1, 1)],
    # Odd rows are shifted right by half a cell.
    "hex": lambda r: [(0, 1), (1, 0), (1, 1 if r % 2 else -1)],
}


def random_board(rng, number):
    """A puzzle object with 2 to about 40 cells."""
    moves = (4, 4, 4, "hex", 8)[number % 5]
    side = {4: 7, "hex": 5, 8: 4}[moves]
    rows, cols = rng.randint(2, side), rng.randint(2, side)
    holes = rng.choice((0.0, 0.05, 0.1, 0.2))
    cells = [["#" if rng.random() < holes else None for _ in range(cols)] for _ in range(rows)]
    places = [(r, c) for r in range(rows) for c in range(cols) if cells[r][c] is None]
    if len(places) < 2:
        return random_board(rng, number)
    if rng.random() < 0.3:
        r, c = rng.choice(places)
        cells[r][c] = 1
    return {
        "puzzle": "hidato",
        "id": str(number),
        "neighbours": moves,
        "rows": rows,
        "cols": cols,
        "cells": cells,
    }


def edges_of(board):
    """The cells that there are and the pairs of neighbours."""
    cells = {
        (r, c): value
        for r, row in enumerate(board["cells"])
        for c, value in enumerate(row)
        if value != "#"
    }
    edges = []
    for r, c in cells:
        for dr, dc in OFFSETS[board["neighbours"]](r):
            if (r + dr, c + dc) in cells:
                edges.append(((r, c), (r + dr, c + dc)))
    return cells, edges


def graphillion_count(board):
    """The number of fillings, by zero-suppressed decision diagrams."""
    from graphillion import GraphSet

    cells, edges = edges_of(board)
    touched = {cell for edge in edges for cell in edge}
    if touched != set(cells):
        return 0
    GraphSet.set_universe(edges)
    degrees = {cell: range(1, 3) for cell in cells}
    directions = 2
    for cell, value in cells.items():
        if value == 1:
            degrees[cell] = 1
            directions = 1
    lines = GraphSet.graphs(
        vertex_groups=[list(cells)],
        degree_constraints=degrees,
        num_edges=len(cells) - 1,
        no_loop=True,
    )
    return directions * lines.len()


def squares(clew, largest):
    """Both programs on square boards, each board in a process of its own. Whether all agree."""
    agree = True
    print("| n | lines | clew s | clew MB | Graphillion s | Graphillion MB |")
    print("|---|---|---|---|---|---|")
    for n in range(2, largest + 1):
        row = []
        for who in (clew_square, graphillion_square):
            receiver, sender = multiprocessing.Pipe(duplex=False)
            child = multiprocessing.Process(target=who, args=(clew, n, sender))
            child.start()
            row.append(receiver.recv())
            child.join()
        (own, own_s, own_mb), (other, other_s, other_mb) = row
        agree &= own == other
        print(f"| {n} | {own} | {own_s:.2f} | {own_mb} | {other_s:.2f} | {other_mb} |", flush=True)
        if own != other:
            print(f"Graphillion says {other}", file=sys.stderr)
    return agree


def clew_square(clew, n, sender):
    """Sends lines, seconds and megabytes of clew."""
    start = time.monotonic()
    cells = [[None] * n for _ in range(n)]
    board = {"puzzle": "hidato", "id": str(n), "neighbours": 4, "rows": n, "cols": n, "cells": cells}
    fillings = clew_counts(clew, [board], "dp")[0]
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    sender.send((fillings // 2, time.monotonic() - start, used))


def graphillion_square(_, n, sender):
    """Sends lines, seconds and megabytes of Graphillion."""
    from graphillion import GraphSet

    start = time.monotonic()
    cells, depot = range(n * n), n * n
    edges = [(c, c + 1) for c in cells if (c + 1) % n > 0]
    edges += [(c, c + n) for c in cells if c + n < depot]
    edges += [(c, depot) for c in cells]
    GraphSet.set_universe(edges)
    nodes = [*cells, depot]
    cycles = GraphSet.graphs(
        vertex_groups=[nodes],
        degree_constraints={node: 2 for node in nodes},
        num_edges=len(nodes),
    )
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sender.send((cycles.len(), time.monotonic() - start, used))


def clew_counts(clew, boards, method):
    """The numbers of fillings by clew, in the order of the boards."""
    lines = "".join(json.dumps(board) + "\n" for board in boards)
    command = [clew, "count", "--json", "--quiet", "--method", method, "-"]
    ran = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    results = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [r["id"] for r in results] == [b["id"] for b in boards]
    assert all(r["exact"] for r in results)
    return [int(r["count"]) for r in results]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--squares", type=int, metavar="N")
    args = parser.parse_args()
    try:
        import graphillion  # noqa: F401
    except ImportError:
        print("skipped: the package graphillion is not installed")
        return 0
    if args.squares:
        return 0 if squares(args.clew, args.squares) else 1
    rng = random.Random(args.seed)
    boards = [random_board(rng, number) for number in range(args.boards)]
    start = time.time()
    theirs = [graphillion_count(board) for board in boards]
    middle = time.time()
    ours = clew_counts(args.clew, boards, "dp")
    seconds = middle - start, time.time() - middle
    # Search is a third opinion where there is little to search.
    few = [i for i, count in enumerate(theirs) if count <= 20_000]
    searched = clew_counts(args.clew, [boards[i] for i in few], "search")
    wrong = [i for i in range(len(boards)) if ours[i] != theirs[i]]
    wrong += [i for i, count in zip(few, searched) if count != theirs[i]]
    for i in wrong:
        print(f"differs: {json.dumps(boards[i])}: Graphillion {theirs[i]}, clew {ours[i]}")
    some = sum(count > 0 for count in theirs)
    print(
        f"{len(boards)} boards, {some} with solutions, the most {max(theirs)}: "
        f"{len(boards) - len(set(wrong))} agree ({len(few)} also by search); "
        f"Graphillion {seconds[0]:.2f} s, clew {seconds[1]:.2f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
