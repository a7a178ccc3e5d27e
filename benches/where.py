#!/usr/bin/env python3
"""Where solutions differ, over boards with very many solutions: `clew check --where` on open lines.

    python3 benches/where.py [--clew PROGRAM]... [--limit S] [--seeds N] [--first SEED] [--size N]
                            [--shares PERCENT...] [--nodes N] [--only WORD] [--keep DIR]

Boards are made here, from seeds: a line through a square board by backbite moves, of which both ends and a share of
the other cells are given. A row of the table is a kind of board; a column says, for each program, how many of the
boards it settled, and of each board in the order of the seeds the user seconds, and in brackets questions and facts
still open (`clew check --where --json --threads 1 --time LIMIT`). With `--nodes` it is this many decisions that end it: the same
work however busy the machine is.
"""

import argparse
import json
import pathlib
import random
import tempfile

from first_fillings import ROOK, hidato, timed

KINDS = {  # name: neighbours in JSON, and as steps by row
    "rook": (4, lambda row: ROOK),
    "king": (8, lambda row: [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]),
    "hex": ("hex", lambda row: [(0, -1), (0, 1)] + [(s, b - 1 + row % 2) for s in (-1, 1) for b in (0, 1)]),
}
SHARES = [0, 5, 10, 20, 35]


def where(program, file, limit, nodes):
    """Whether all is settled, and user seconds, questions, facts still open."""
    out, spent = timed(program, "check", "--where", *nodes, str(file), limit=limit)
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
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--shares", type=int, nargs="+", default=SHARES)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    args = parser.parse_args()
    programs = args.clew or ["target/release/clew"]
    nodes = ["--nodes", str(args.nodes)] if args.nodes else []
    print("| boards |" + " settled, user s (questions, open) |" * len(programs))
    print("|---|" + "---|" * len(programs))
    with tempfile.TemporaryDirectory() as folder:
        for kind, (neighbours, moves) in KINDS.items():
            for share in args.shares:
                name = f"{kind} {args.size}x{args.size}, {share} % given"
                if args.only not in name:
                    continue
                runs = [[] for _ in programs]
                for seed in range(args.first, args.first + args.seeds):
                    file = pathlib.Path(args.keep or folder) / f"{kind}-{args.size}-{share}-{seed}.json"
                    board = hidato(args.size, share, random.Random(f"{name} {seed}"), neighbours, moves)
                    file.write_text(json.dumps(board))
                    for program, of in zip(programs, runs):
                        of.append(where(program, file, args.limit, nodes))
                cells = [f"{sum(done for done, _ in of)} of {len(of)}: " + ", ".join(s for _, s in of) for of in runs]
                print("| " + " | ".join([name, *cells]) + " |", flush=True)


if __name__ == "__main__":
    main()
