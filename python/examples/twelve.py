"""Twelve models of the literature, each with its published answer, which is asserted: those of ``examples/models`` in Rust.

    python3 twelve.py                   # all of them, with the time of each
    python3 twelve.py job_shop kakuro   # some of them
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterable, Sequence

import clew


def columns(rows: Sequence[Sequence[clew.IntVar]]) -> list[list[clew.IntVar]]:
    return [list(column) for column in zip(*rows)]


def car_sequencing() -> str:
    """M. Dincbas, H. Simonis, P. Van Hentenryck, 1988; problem 1 of CSPLib: six sequences of ten cars."""
    classes = [(1, "10110"), (1, "00010"), (2, "01001"), (2, "01010"), (2, "10100"), (2, "11000")]
    options = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)]
    m = clew.Model()
    line = m.ints(10, 1, 6)
    for number, (cars, _) in enumerate(classes, 1):
        m += clew.count_of(line, number, cars)
    for option, (most, row) in enumerate(options):
        needing = [number for number, (_, needs) in enumerate(classes, 1) if needs[option] == "1"]
        for first in range(len(line) - row + 1):
            m += clew.among(line[first : first + row], needing) <= most
    found = list(m.solutions())
    assert len(found) == 6
    return "\n".join(" ".join(map(str, solution[line])) for solution in found)


def golomb_ruler() -> str:
    """Problem 6 of CSPLib: the shortest ruler with 8 marks has length 34 (OEIS A003022)."""
    marks = 8
    m = clew.Model()
    mark = m.ints(marks, 0, marks * marks)
    m.add(mark[0] == 0, clew.increasing(mark))
    distances = []
    for a, b in itertools.combinations(range(marks), 2):
        # Marks between them are at least as far apart as that many different distances are.
        apart = m.int((b - a) * (b - a + 1) // 2, marks * marks)
        m += apart == mark[b] - mark[a]
        distances.append(apart)
    m += clew.all_different(distances)
    m += mark[1] - mark[0] < mark[-1] - mark[-2]
    best = m.minimize(mark[-1], search="dfs")
    assert best.objective == 34 and best.exact and best.solution is not None
    return " ".join(map(str, best.solution[mark]))


def job_shop() -> str:
    """H. Fisher, G. L. Thompson, 1963, ft06: the best makespan is 55."""
    jobs = [
        [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ]
    m = clew.Model()
    end = m.int(0, 100, name="end")
    machines: list[list[tuple[clew.IntVar, int]]] = [[] for _ in jobs]
    for job in jobs:
        starts = m.ints(len(job), 0, 100)
        for start, (machine, length), after in zip(starts, job, [*starts[1:], end]):
            m += start + length <= after
            machines[machine].append((start, length))
    for tasks in machines:
        m += clew.no_overlap([start for start, _ in tasks], [length for _, length in tasks])
    best = m.minimize(end)
    assert best.objective == 55 and best.exact
    return "makespan 55"


def kakuro() -> str:
    """The example of the article in Wikipedia."""
    board = ["..##...", "..#....", ".....##", "#..#..#", "##.....", "....#..", "...##.."]
    across = [16, 24, 17, 29, 35, 7, 8, 16, 21, 5, 6, 3]
    down = [23, 11, 30, 10, 15, 17, 7, 27, 12, 12, 16, 7]
    m = clew.Model()
    # Black cells are variables with one value.
    cells = [[m.int(0, 0) if sign == "#" else m.int(1, 9) for sign in row] for row in board]

    def stretches(lines: Iterable[Sequence[clew.IntVar]], signs: Iterable[Iterable[str]]) -> list[list[clew.IntVar]]:
        found = []
        for line, marks in zip(lines, signs):
            groups = itertools.groupby(zip(line, marks), key=lambda cell: cell[1] == "#")
            whites = [[x for x, _ in group] for black, group in groups if not black]
            found += [white for white in whites if len(white) > 1]
        return found

    for sums, found in [
        (across, stretches(cells, board)),
        (down, stretches(columns(cells), zip(*board))),
    ]:
        assert len(sums) == len(found)
        for stretch, wanted in zip(found, sums):
            m.add(clew.all_different(stretch), sum(stretch) == wanted)
    reply = m.check()
    assert reply.verdict == "unique" and reply.solution is not None
    shown = "\n".join("".join(map(str, row)) for row in reply.solution[cells]).replace("0", "#")
    assert shown.split() == "97##879 89#8957 68597## #61#26# ##46132 8931#14 312##21".split()
    return shown


def killer_sudoku() -> str:
    """A sudoku without givens, whose 29 cages have sums."""
    cages = ["AABBBCDEF", "GGHHCCDEF", "GGIICJKKF", "LMMINJKOF", "LPPQNJOOR", "SPTQNUVVR", "STTQWUUXX", "SYZWWaaXX", "SYZWbbbcc"]
    sums = (
        "A3 B15 C22 D4 E16 F15 G25 H17 I9 J8 K20 L6 M14 N17 O17 P13 Q20 R12 S27 T6 U20 V6 W10 X14 Y8 Z16 a15 b13 c17"
    ).split()
    m = clew.Model()
    cells = m.grid(9, 9, 1, 9)
    for row in cells + columns(cells):
        m += clew.all_different(row)
    for r, c in itertools.product(range(0, 9, 3), repeat=2):
        m += clew.all_different(x for row in cells[r : r + 3] for x in row[c : c + 3])
    for cage in sums:
        inside = [cells[r][c] for r in range(9) for c in range(9) if cages[r][c] == cage[0]]
        m.add(clew.all_different(inside), sum(inside) == int(cage[1:]))
    reply = m.check()
    assert reply.verdict == "unique" and reply.solution is not None
    return reply.solution.grid(cells, boxes=(3, 3)).text


def knights_tour() -> str:
    """A tour of 6 x 6 cells with some of its numbers given, which is the only one."""
    given = ["0 0 0 0 3 34", "0 19 0 33 0 0", "0 0 0 16 0 0", "0 11 0 0 0 0", "0 0 0 0 0 26", "0 0 0 0 0 0"]
    m = clew.Model()
    numbers = m.grid(6, 6, 1, 36)
    places = list(itertools.product(range(6), repeat=2))
    moves = [
        (a, b)
        for (a, (r, c)), (b, (s, d)) in itertools.combinations(enumerate(places), 2)
        if {abs(r - s), abs(c - d)} == {1, 2}
    ]
    m += clew.path(36, moves, [x for row in numbers for x in row])
    for line, row in zip(given, numbers):
        m += (x == int(number) for x, number in zip(row, line.split()) if number != "0")
    reply = m.check()
    assert reply.verdict == "unique" and reply.solution is not None
    return reply.solution.grid(numbers).text


def magic_square() -> str:
    """The numbers from 1 to 25: rows, columns and diagonals add up to 65."""
    n, magic = 5, 65
    m = clew.Model()
    cells = m.grid(n, n, 1, n * n)
    m += clew.all_different(x for row in cells for x in row)
    diagonals = [[cells[i][i] for i in range(n)], [cells[i][n - 1 - i] for i in range(n)]]
    for line in cells + columns(cells) + diagonals:
        m += sum(line) == magic
    # One of the eight that turning and reflecting make of each other.
    first, *others = cells[0][0], cells[0][-1], cells[-1][0], cells[-1][-1]
    m.add([first < other for other in others], others[0] < others[1])
    solution = m.solve()
    found = solution[cells]
    assert all(sum(row) == magic for row in found) and sorted(sum(found, [])) == list(range(1, 26))
    return solution.grid(cells).text


def nonogram() -> str:
    """The hen of problem 98 of W. Hett, P-99."""
    rows = [[3], [2, 1], [3, 2], [2, 2], [6], [1, 5], [6], [1], [2]]
    cols = [[1, 2], [3, 1], [1, 5], [7, 1], [5], [3], [4], [3]]
    m = clew.Model()
    cells = m.grid(len(rows), len(cols), 0, 1)
    for line, lengths in zip(cells + columns(cells), rows + cols):
        m += clew.blocks(line, lengths)
    reply = m.check()
    assert reply.verdict == "unique" and reply.solution is not None
    hen = reply.solution.grid(cells, filled=[1], empty=[0]).text.replace(" ", "")
    assert hen.split() == ".###.... ##.#.... .###..## ..##..## ..###### #.#####. ######.. ....#... ...##...".split()
    return hen


def quasigroup() -> str:
    """M. Fujita, J. Slaney, F. Bennett, 1993, QG5; problem 3 of CSPLib: idempotent squares of orders 7, 8 and 9."""
    counts = []
    for n in (7, 8, 9):
        m = clew.Model()
        cells = m.grid(n, n, 0, n - 1)
        down = columns(cells)
        for a in range(n):
            m.add(clew.all_different(cells[a]), clew.all_different(down[a]))
            # Against other names for the elements: a * n is at least a - 1, for the last element n.
            m.add(cells[a][a] == a, cells[a][n - 1] >= a - 1)
        for a, b in itertools.product(range(n), repeat=2):
            m += clew.element(down[b], clew.element(down[b], cells[b][a])) == a
        counts.append(m.count())
    assert counts == [3, 1, 0]
    return "orders 7, 8, 9: 3, 1 and 0 squares"


def skyscrapers() -> str:
    """The first example of the task "7 by 7 skyscrapers" of Codewars."""
    n = 7
    seen = [7, 0, 0, 0, 2, 2, 3, 0, 0, 3, 0, 0, 0, 0, 3, 0, 3, 0, 0, 5, 0, 0, 0, 0, 0, 5, 0, 4]
    m = clew.Model()
    cells = m.grid(n, n, 1, n)
    down = columns(cells)
    for line in cells + down:
        m += clew.all_different(line)
    # Clockwise from the left end of the upper side.
    sides = down + [row[::-1] for row in cells] + [col[::-1] for col in down[::-1]] + cells[::-1]
    for line, number in zip(sides, seen):
        if number == 0:
            continue
        highest: clew.Expr = line[0]
        higher: list[clew.Constraint] = []
        for house in line[1:]:
            higher.append(highest < house)
            highest = clew.maximum([highest, house])
        m += sum(higher) + 1 == number
    reply = m.check()
    assert reply.verdict == "unique" and reply.solution is not None
    text = reply.solution.grid(cells).text
    assert text.replace(" ", "").split() == "1567432 2745316 3456721 4631275 5312647 6273154 7124563".split()
    return text


def slitherlink() -> str:
    """The example of the article in Wikipedia, and the 213 loops of 3 x 3 cells (OEIS A140517)."""
    clues = ["....0.", "33..1.", "..12..", "..20..", ".1..11", ".2...."]

    def loops(m: clew.Model, height: int, width: int) -> dict[tuple[int, int], clew.BoolVar]:
        cols = width + 1
        places = range((height + 1) * cols)
        edges = [(a, a + 1) for a in places if (a + 1) % cols] + [(a, a + cols) for a in places if a + cols in places]
        # In the order of the pairs, as constraints on graphs have them.
        edges.sort()
        sides = m.bools(len(edges))
        m += clew.closed_loop(len(places), edges, sides)
        return dict(zip(edges, sides))

    m = clew.Model()
    side = loops(m, 6, 6)
    for r, line in enumerate(clues):
        for c, clue in enumerate(line):
            if clue != ".":
                a, b = r * 7 + c, (r + 1) * 7 + c
                m += side[a, a + 1] + side[b, b + 1] + side[a, b] + side[a + 1, b + 1] == int(clue)
    assert m.check().verdict == "unique"
    m = clew.Model()
    loops(m, 3, 3)
    assert m.count() == 213
    return "unique; 213 loops in 3 x 3 cells"


def social_golfers() -> str:
    """Problem 10 of CSPLib: three groups of three play for four weeks, not for five."""

    def plan(weeks: int) -> clew.ModelReply:
        groups = size = 3
        m = clew.Model()
        play = m.grid(weeks, groups * size, 0, groups - 1)
        for week in play:
            m += (clew.count_of(week, group, size) for group in range(groups))
        for a, b in itertools.combinations(range(groups * size), 2):
            m += sum(week[a] == week[b] for week in play) <= 1
        # Names do not matter: of golfers, of groups, of weeks.
        m += (x == golfer // size for golfer, x in enumerate(play[0]))
        for week in play[1:]:
            m += (week[golfer] == golfer for golfer in range(size))
        m += (clew.lexicographic(a, b) for a, b in zip(play[1:], play[2:]))
        return m.check()

    assert plan(4).verdict in ("unique", "multiple") and plan(5).verdict == "none"
    return "four weeks, not five"


MODELS: dict[str, Callable[[], str]] = {
    model.__name__: model
    for model in (
        car_sequencing,
        golomb_ruler,
        job_shop,
        kakuro,
        killer_sudoku,
        knights_tour,
        magic_square,
        nonogram,
        quasigroup,
        skyscrapers,
        slitherlink,
        social_golfers,
    )
}


def main() -> None:
    for name in sys.argv[1:] or MODELS:
        start = time.perf_counter()
        shown = MODELS[name]()
        print(f"== {name}: {(time.perf_counter() - start) * 1e3:.1f} ms\n{shown}\n")


if __name__ == "__main__":
    main()
