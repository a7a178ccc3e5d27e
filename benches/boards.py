#!/usr/bin/env python3
"""Seeded boards that the comparison needs beside the ladders of its peers: boards.py DIR

path-100-00 and path-100-20 (100 x 100, empty and with a fifth of the cells gone, a line exists), and
qwh-40-1 (Latin square of order 40, 42 % of the cells open).
"""
import os
import random
import sys


def tree_tour(side, rng):
    """The round trip along a random spanning tree of blocks of 2 x 2 cells, as a map to the next cell."""
    half = side // 2
    turn = {}
    for r in range(half):
        for c in range(half):
            a, b, d, e = (2 * r, 2 * c), (2 * r, 2 * c + 1), (2 * r + 1, 2 * c + 1), (2 * r + 1, 2 * c)
            turn.update({a: b, b: d, d: e, e: a})
    seen = {(0, 0)}
    front = [(0, 0)]
    while front:
        r, c = front[-1]
        steps = [(r + dr, c + dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        steps = [q for q in steps if q not in seen and 0 <= q[0] < half and 0 <= q[1] < half]
        if not steps:
            front.pop()
            continue
        q = rng.choice(steps)
        seen.add(q)
        front.append(q)
        # Two facing sides of the blocks are exchanged for the two edges between them.
        (r0, c0), (r1, c1) = sorted([(r, c), q])
        if r0 == r1:
            turn[2 * r0, 2 * c0 + 1], turn[2 * r0 + 1, 2 * c1] = (2 * r0, 2 * c1), (2 * r0 + 1, 2 * c0 + 1)
        else:
            turn[2 * r1, 2 * c0], turn[2 * r0 + 1, 2 * c0 + 1] = (2 * r0 + 1, 2 * c0), (2 * r1, 2 * c0 + 1)
    return turn


def with_holes(side, share, seed):
    """Cells of a board with a round trip, after shortcuts past pairs of cells of the trip."""
    rng = random.Random(seed)
    after = tree_tour(side, rng)
    while len(after) > side * side * (1 - share):
        a = (rng.randrange(side), rng.randrange(side))
        if a not in after:
            continue
        b = after[a]
        d = after[after[b]]
        if abs(a[0] - d[0]) + abs(a[1] - d[1]) == 1 and d != a:
            del after[after[b]], after[b]
            after[a] = d
    return after



def latin(n, rng):
    """A random Latin square: cycles of values are exchanged between two rows, and lines permuted."""
    square = [[(r + c) % n for c in range(n)] for r in range(n)]
    for _ in range(20 * n * n):
        if rng.random() < 0.5:
            square = [list(column) for column in zip(*square)]
        a, b = rng.sample(range(n), 2)
        upper, lower = square[a], square[b]
        start = c = rng.randrange(n)
        where = {value: i for i, value in enumerate(upper)}
        while True:
            upper[c], lower[c] = lower[c], upper[c]
            c = where[upper[c]]
            if c == start:
                break
    return square


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)

    def save(name, head, rows):
        with open(os.path.join(folder, name + ".puzzle"), "w", encoding="utf-8") as out:
            out.write(f"puzzle: {head}\ntitle: {name}\n\n" + "".join(" ".join(row) + "\n" for row in rows))

    side = 100
    save("path-100-00", "path", [["."] * side] * side)
    cells = with_holes(side, 0.2, "holes 100")
    save("path-100-20", "path", [["." if (r, c) in cells else "#" for c in range(side)] for r in range(side)])
    n, rng = 40, random.Random("quasigroup 40")
    square = latin(n, rng)
    given = set(rng.sample([(r, c) for r in range(n) for c in range(n)], round(0.58 * n * n)))
    rows = []
    for r in range(n):
        rows.append([str(square[r][c] + 1) if (r, c) in given else "." for c in range(n)])
        rows.append(["-"] * n)
    save("qwh-40-1", "futoshiki", rows[:-1])


if __name__ == "__main__":
    main()
