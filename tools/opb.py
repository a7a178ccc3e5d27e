#!/usr/bin/env python3
"""Writes the rules of a puzzle as pseudo-Boolean constraints in the format OPB.

    python3 tools/opb.py PUZZLE.json [SOLUTION.txt [--goal GOAL]] > puzzle.opb

PUZZLE.json is one puzzle as clew writes it (`clew convert --to json`). With a solution, that solution is
excluded; with a goal all that are not better: `length` (numberlink: shorter in total), `turns` (hidato,
path: fewer turns), `cells` (path: a line of more cells, which need not visit all). This is a second
statement of the rules, apart from the one in clew: `clew certify` compares the two as sets of rows. It needs Python 3.6 or later and nothing else.
"""
import json
import sys
from fractions import Fraction
from itertools import product

ROWS = []


def at_least(terms, bound):
    """The sum of (weight, literal) is at least the bound; a literal is (name, affirmed)."""
    weights = {}
    for weight, (name, affirmed) in terms:
        if not affirmed:
            bound -= weight
            weight = -weight
        weights[name] = weights.get(name, 0) + weight
    row = []
    for name, weight in weights.items():
        if weight > 0:
            row.append("%d %s" % (weight, name))
        elif weight < 0:
            bound -= weight
            row.append("%d ~%s" % (-weight, name))
    if bound > 0:
        ROWS.append(" ".join(row) + " >= %d ;" % bound)


def yes(name):
    return (name, True)


def no(name):
    return (name, False)


def clause(literals):
    at_least([(1, literal) for literal in literals], 1)


def one_of(names):
    clause(map(yes, names))
    at_least([(-1, yes(name)) for name in names], -1)


def is_sum(whole, parts):
    """The literal `whole` is the sum of the literals `parts`."""
    up = [(1, part) for part in parts] + [(-1, whole)]
    at_least(up, 0)
    at_least([(-weight, literal) for weight, literal in up], 0)


class Board:
    """Cells in reading order, their names, and who touches whom."""

    def __init__(self, puzzle):
        grid = puzzle["cells"]
        # Numbers of a line may be shown from another one than 1 on.
        self.shift = puzzle.get("first", 1) - 1
        self.given = []
        self.at = {}
        for r, row in enumerate(grid):
            for c, held in enumerate(row):
                if held != "#":
                    self.at[(r, c)] = len(self.given)
                    self.given.append(held - self.shift if isinstance(held, int) else held)
        self.place = sorted(self.at, key=self.at.get)
        self.names = ["r%dc%d" % (r + 1, c + 1) for r, c in self.place]
        # At a bridge are two cells: that of the line along the row, and behind all others that of the line across.
        bridges = sorted(map(tuple, puzzle.get("bridges", [])))
        self.across = {place: len(self.place) + i for i, place in enumerate(bridges)}
        self.along = {self.at[place] for place in bridges}
        self.place += bridges
        self.names += ["r%dc%dx" % (r + 1, c + 1) for r, c in bridges]
        self.given += [None] * len(bridges)
        wrap = puzzle.get("wrap")
        self.rows = len(grid) if wrap in ("columns", "both") else None
        self.cols = len(grid[0]) if wrap in ("rows", "both") else None
        walls = {frozenset(map(tuple, wall)) for wall in puzzle.get("walls", [])}
        if "points" not in puzzle:
            half = 1 if puzzle["neighbours"] == "hex" else 0
            self.centre = [(2 * c + r % 2 * half, 2 * r) for r, c in self.place]
        if "points" in puzzle:
            points = [(Fraction(str(x)), Fraction(str(y))) for x, y in puzzle["points"]]
            reach = Fraction(str(puzzle["reach"]))
            self.centre = points
            near = lambda p, q: 0 < self.far(points[p[1]], points[q[1]]) <= reach * reach
        else:
            kind = {4: self.rook, 8: self.king, "hex": self.hex}[puzzle["neighbours"]]
            near = lambda p, q: any(kind(p, image) for image in self.images(q))
        touch = lambda p, q: p != q and near(p, q) and frozenset((p, q)) not in walls
        size = range(len(self.place))
        joined = lambda a, b: touch(self.place[a], self.place[b]) and self.may_join(a, b)
        self.near = [[b for b in size if joined(a, b)] for a in size]

    def images(self, place):
        """A place, and where it is for one who looks over a side that is joined to the opposite one."""
        down = (0,) if self.rows is None else (-self.rows, 0, self.rows)
        right = (0,) if self.cols is None else (-self.cols, 0, self.cols)
        return [(place[0] + r, place[1] + c) for r in down for c in right]

    def may_join(self, a, b):
        """At a bridge one line keeps its row, and the other its column."""
        p, q = self.place[a], self.place[b]
        of_row, of_column = self.along & {a, b}, set(self.across.values()) & {a, b}
        return not (of_row and p[0] != q[0]) and not (of_column and p[1] != q[1])

    def at_place(self, place):
        """The cells at a place, none where there is no such place."""
        if self.rows is not None and self.rows > 2:
            place = (place[0] % self.rows, place[1])
        if self.cols is not None and self.cols > 2:
            place = (place[0], place[1] % self.cols)
        both = (self.at.get(place), self.across.get(place))
        return [cell for cell in both if cell is not None]

    @staticmethod
    def far(p, q):
        return (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2

    @staticmethod
    def rook(p, q):
        return abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1

    @staticmethod
    def king(p, q):
        return max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1

    @staticmethod
    def hex(p, q):
        """The second, fourth, ... row lies half a cell to the right."""
        if p[0] == q[0]:
            return abs(p[1] - q[1]) == 1
        if abs(p[0] - q[0]) != 1:
            return False
        left = q[1] - 1 if q[0] % 2 == 0 else q[1]
        return p[1] in (left, left + 1)

    def steps(self, start):
        """Per cell the least number of steps from here; cells that cannot be reached are missing."""
        found = {start: 0}
        edge = [start]
        while edge:
            edge = sorted({q for c in edge for q in self.near[c]} - set(found))
            for c in edge:
                found[c] = min(found[q] for q in self.near[c] if q in found) + 1
        return found

    def straight(self, a, b, c):
        """Whether a line from a over b to c keeps its direction."""
        (x, y), (z, w) = self.step(a, b), self.step(b, c)
        return x * w == y * z and x * z + y * w > 0

    def step(self, a, b):
        """How far it is to the right and down from a cell to a neighbour, the shortest way round."""
        way = [q - p for p, q in zip(self.centre[a], self.centre[b])]
        for i, size in enumerate((self.cols, self.rows)):
            if size is not None:
                way[i] = min((way[i], way[i] - 2 * size, way[i] + 2 * size), key=abs)
        return way

    def edge(self, a, b):
        return "e_%s_%s" % (self.names[min(a, b)], self.names[max(a, b)])

    def arc(self, a, b):
        return "a_%s_%s" % (self.names[a], self.names[b])


def numbers(board):
    """Every cell holds one number, every number is in one cell, neighbours of numbers are near."""
    n = len(board.given)
    may = [set(range(1, n + 1)) for _ in range(n)]
    for cell, given in enumerate(board.given):
        if given is None:
            continue
        steps = board.steps(cell)
        for other in range(n):
            if other == cell:
                may[other] &= {given}
            else:
                far = steps.get(other, n + 1)
                may[other].difference_update(range(given - far + 1, given + far))
    name = lambda cell, k: "x_%s_%d" % (board.names[cell], k)
    for cell in range(n):
        one_of([name(cell, k) for k in sorted(may[cell])])
    for k in range(1, n + 1):
        one_of([name(cell, k) for cell in range(n) if k in may[cell]])
    for cell in range(n):
        for k in may[cell]:
            for beside in (k - 1, k + 1):
                if 1 <= beside <= n:
                    there = [name(q, beside) for q in board.near[cell] if beside in may[q]]
                    clause([no(name(cell, k))] + list(map(yes, there)))
    return name, may


def ordered(board, name, may, stops):
    """The line meets these cells in their order: where one is, the next is further on, and the other way round."""
    for first, second in zip(stops, stops[1:]):
        for k in may[first]:
            clause([no(name(first, k))] + [yes(name(second, j)) for j in may[second] if j > k])
        for k in may[second]:
            clause([no(name(second, k))] + [yes(name(first, j)) for j in may[first] if j < k])


def joined(board, name, may):
    """Edges between cells whose numbers follow each other; two for every cell that holds no end."""
    n = len(board.given)
    for a in range(n):
        for b in board.near[a]:
            edge = board.edge(a, b)
            for k in may[a]:
                beside = [name(b, j) for j in (k - 1, k + 1) if j in may[b]]
                clause([no(edge), no(name(a, k))] + list(map(yes, beside)))
                if a < b:
                    for other in beside:
                        clause([no(name(a, k)), no(other), yes(edge)])
    for cell in range(n):
        ways = [yes(board.edge(cell, q)) for q in board.near[cell]]
        ways += [yes(name(cell, k)) for k in (1, n) if k in may[cell]]
        at_least([(1, way) for way in ways], 2)
        at_least([(-1, way) for way in ways], -2)


def turns(board, ends, fewer):
    """Where the line turns, which is at less than so many cells; `ends` of each cell say it is an end."""
    turn = ["t_" + name for name in board.names]
    for cell, here in enumerate(turn):
        for end in ends(cell):
            clause([no(here), no(end)])
        for a in board.near[cell]:
            for b in board.near[cell]:
                if a < b:
                    last = no(here) if board.straight(a, cell, b) else yes(here)
                    clause([no(board.edge(a, cell)), no(board.edge(cell, b)), last])
    at_least([(-1, yes(here)) for here in turn], 1 - fewer)


class Positions:
    """The place of each cell along its path, from 0: in binary, or by its number, from 1."""

    def __init__(self, board, numbers=False):
        self.board = board
        n = len(board.given)
        width = (n - 1).bit_length() if n else 0
        self.top = n - 1 if numbers else 2 ** width - 1
        if numbers:
            self.parts = [(k, "x_%%s_%d" % (k + 1)) for k in range(1, n)]
        else:
            self.parts = [(2 ** i, "b_%%s_%d" % i) for i in range(width)]

    def of(self, cell, sign):
        name = self.board.names[cell]
        return [(sign * weight, yes(part % name)) for weight, part in self.parts]

    def if_less(self, literal, cell, most):
        """If the literal holds, the position is at most this."""
        at_least(self.of(cell, -1) + [(most - self.top, literal)], -self.top)

    def if_more(self, literal, cell, least):
        at_least(self.of(cell, 1) + [(-least, literal)], 0)

    def arcs(self):
        """Edges are arcs one way or the other; along an arc the position is one more."""
        board = self.board
        for a in range(len(board.given)):
            for b in board.near[a]:
                arc = yes(board.arc(a, b))
                rise = self.of(b, 1) + self.of(a, -1)
                at_least(rise + [(-self.top - 1, arc)], -self.top)
                fall = self.of(b, -1) + self.of(a, 1)
                at_least(fall + [(1 - self.top, arc)], -self.top)
                if a < b:
                    is_sum(yes(board.edge(a, b)), [arc, yes(board.arc(b, a))])


def line(board):
    """One line with a beginning and an end, by its edges."""
    n = len(board.given)
    positions = Positions(board)
    positions.arcs()
    for cell in range(n):
        name = board.names[cell]
        start, last, end = "s_" + name, "l_" + name, "d_" + name
        positions.if_less(yes(start), cell, 0)
        positions.if_less(yes(last), cell, n - 1)
        positions.if_more(yes(last), cell, n - 1)
        one_of([board.arc(cell, q) for q in board.near[cell]] + [last])
        one_of([board.arc(q, cell) for q in board.near[cell]] + [start])
        if n > 1:
            is_sum(yes(end), [yes(start), yes(last)])
            if board.given[cell] == 1:
                clause([yes(start)])
            elif board.given[cell] == n:
                clause([yes(last)])
    if n:
        one_of(["s_" + name for name in board.names])
        one_of(["l_" + name for name in board.names])


def some(board, longer):
    """A line that need not visit all cells, of at least so many, and of two."""
    n = len(board.given)
    cells, numbers = range(n), range(1, n + 1)
    holds = lambda cell, k: "x_%s_%d" % (board.names[cell], k)
    there = lambda k: yes("w_%d" % k)
    Positions(board, numbers=True).arcs()
    for k in numbers:
        is_sum(there(k), [yes(holds(cell, k)) for cell in cells])
        clause([there(k)] if k == 1 else [no("w_%d" % k), there(k - 1)])
    for a in cells:
        for b in board.near[a]:
            arc = no(board.arc(a, b))
            clause([arc, no(holds(b, 1))])
            clause([arc, no(holds(a, n))])
            for k in range(1, n):
                clause([arc, no(holds(a, k)), yes(holds(b, k + 1))])
                clause([arc, no(holds(b, k + 1)), yes(holds(a, k))])
    for cell in cells:
        name = board.names[cell]
        used, last, first = yes("u_" + name), "l_" + name, yes(holds(cell, 1))
        is_sum(used, [yes(holds(cell, k)) for k in numbers])
        is_sum(used, [yes(board.arc(cell, q)) for q in board.near[cell]] + [yes(last)])
        is_sum(used, [yes(board.arc(q, cell)) for q in board.near[cell]] + [first])
        is_sum(yes("d_" + name), [first, yes(last)])
        clause([no(last), used])
        for k in numbers:
            more = [there(k + 1)] if k < n else []
            clause([no(holds(cell, k)), yes(last)] + more)
            for name_of_more, _ in more:
                clause([no(holds(cell, k)), no(last), no(name_of_more)])
        if board.given[cell] is not None:
            clause([first])
    if n:
        one_of(["l_" + name for name in board.names])
    clause([there(longer)] if longer <= n else [])


def counts_turns(board, puzzle):
    """Whether turns are counted in place of positions: flat boards of squares, all covered, paths may touch themselves."""
    flat = not puzzle.get("wrap") and not puzzle.get("bridges") and "points" not in puzzle
    return flat and puzzle["neighbours"] == 4 and puzzle["cover"] == "all" and puzzle["touch"] == "yes"


def turned(board, ends):
    """Behind a cell, v of it: whether its path has turned between right and down an odd number of times so far."""
    cells = range(len(board.given))
    firsts, lasts = ({pair[i] for pair in ends.values()} for i in (0, 1))
    v = ["v_" + name for name in board.names]
    right, down = (0, 1), (1, 0)
    way = lambda a, b: tuple(q - p for p, q in zip(board.place[a], board.place[b]))
    for a in cells:
        if a in firsts:
            clause([no(v[a])])
        for b in board.near[a]:
            if a < b:
                is_sum(yes(board.edge(a, b)), [yes(board.arc(a, b)), yes(board.arc(b, a))])
            if b in firsts or a in lasts:
                continue
            arc = no(board.arc(a, b))
            turns = {right: down, down: right}.get(way(a, b))
            then = [board.arc(b, c) for c in board.near[b] if b not in lasts and way(b, c) == turns]
            clause([arc, no(v[a]), yes(v[b])] + list(map(yes, then)))
            clause([arc, yes(v[a]), no(v[b])] + list(map(yes, then)))
            for turn in then:
                clause([arc, no(turn), yes(v[a]), yes(v[b])])
                clause([arc, no(turn), no(v[a]), no(v[b])])


def links(board, puzzle):
    """Paths between equal labels, from the first end in reading order to the second."""
    cells = range(len(board.given))
    ends = {}
    for cell in cells:
        if board.given[cell] is not None:
            ends.setdefault(board.given[cell], []).append(cell)
    paths = range(1, len(ends) + 1)
    number = {label: k for k, label in enumerate(ends, 1)}
    on = lambda cell, k: "p_%s_%d" % (board.names[cell], k)
    if counts_turns(board, puzzle):
        turned(board, ends)
        positions = None
    else:
        positions = Positions(board)
        positions.arcs()
    for cell in cells:
        out = [board.arc(cell, q) for q in board.near[cell]]
        into = [board.arc(q, cell) for q in board.near[cell]]
        mine = [on(cell, k) for k in paths]
        label = board.given[cell]
        if label is not None:
            one_of(mine)
            clause([yes(on(cell, number[label]))])
            if ends[label][0] == cell:
                if positions:
                    at_least(positions.of(cell, -1), 0)
            else:
                out, into = into, out
            one_of(out)
            for arc in into:
                clause([no(arc)])
        elif puzzle["cover"] == "all":
            one_of(mine)
            one_of(out)
            one_of(into)
        else:
            used = "u_" + board.names[cell]
            is_sum(yes(used), list(map(yes, mine)))
            positions.if_less(no(used), cell, 0)
            is_sum(yes(used), list(map(yes, out)))
            is_sum(yes(used), list(map(yes, into)))
    for a in cells:
        for b in board.near[a]:
            for k in paths:
                edge, here, there = board.edge(a, b), on(a, k), on(b, k)
                clause([no(edge), no(here), yes(there)])
                if puzzle["touch"] == "no" and a < b:
                    clause([yes(edge), no(here), no(there)])
    if puzzle["touch"] == "no2x2":
        for r, c in board.at:
            corners = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
            for block in product(*map(board.at_place, corners)):
                for k in paths:
                    clause([no(on(cell, k)) for cell in block])


def square(puzzle):
    """A Latin square with signs."""
    grid = puzzle["cells"]
    n = len(grid)
    size = range(n)
    name = lambda r, c, v: "x_r%dc%d_%d" % (r + 1, c + 1, v)
    upto = lambda r, c, v: "o_r%dc%d_%d" % (r + 1, c + 1, v)
    values = range(1, n + 1)
    for r in size:
        for c in size:
            one_of([name(r, c, v) for v in values])
            if grid[r][c] is not None:
                clause([yes(name(r, c, grid[r][c]))])
    for v in values:
        for i in size:
            one_of([name(i, c, v) for c in size])
            one_of([name(r, i, v) for r in size])
    less = [(tuple(low), tuple(high)) for low, high in puzzle.get("less", [])]
    for r, c in {place for pair in less for place in pair}:
        for v in values:
            x = name(r, c, v)
            below = [upto(r, c, v - 1)] if v > 1 else []
            here = [upto(r, c, v)] if v < n else []
            clause([yes(x)] + list(map(yes, below)) + list(map(no, here)))
            for o in here:
                clause([no(x), yes(o)])
            for o in below:
                clause([no(x), no(o)])
                for next_one in here:
                    clause([no(o), yes(next_one)])
    for low, high in less:
        if n == 1:
            clause([])
            continue
        clause([yes(upto(*low, n - 1))])
        clause([no(upto(*high, 1))])
        for v in range(1, n - 1):
            clause([no(upto(*high, v + 1)), yes(upto(*low, v))])
    differences(puzzle, n, name)


def differences(puzzle, n, name):
    """Pairs of cells that differ by so much, or by anything else, each in the order of the cells."""
    pairs = lambda key: {
        (*sorted(map(tuple, pair[:2])), (pair[2:] or [1])[0]) for pair in puzzle.get(key, [])
    }
    differ, apart = pairs("differ"), pairs("apart")
    if puzzle.get("dots") == "all":
        marked = {(a, b) for a, b, _ in differ}
        for r, c in product(range(n), repeat=2):
            for other in [(r, c + 1), (r + 1, c)]:
                if max(other) < n and ((r, c), other) not in marked:
                    apart.add(((r, c), other, 1))
    at = lambda v, by: [w for w in (v - by, v + by) if 1 <= w <= n]
    for a, b, by in differ:
        for this, other in [(a, b), (b, a)]:
            for v in range(1, n + 1):
                clause([no(name(*this, v))] + [yes(name(*other, w)) for w in at(v, by)])
    for a, b, by in apart:
        for v in range(1, n + 1):
            for w in at(v, by):
                clause([no(name(*a, v)), no(name(*b, w))])


def fits(filled, cells):
    if filled != cells:
        sys.exit("the solution fills %d cells, the puzzle has %d" % (filled, cells))


def tokens(board, text):
    """What every cell of a filled grid holds; at a bridge two tokens with a stroke between, or one for both lines."""
    held = [t for t in text.split("paths:")[0].split() if t != "#"]
    fits(len(held), len(board.at))
    bridges = [held[board.at[place]].split("/") for place in board.across]
    for place, lines in zip(board.across, bridges):
        held[board.at[place]] = lines[0]
    return held + [lines[-1] for lines in bridges]


def held_numbers(board, text, points):
    """The number of every cell, 0 of those that are not on the line."""
    if points:
        held = [row.split()[2] for row in text.splitlines() if row.strip()]
        fits(len(held), len(board.given))
    else:
        held = tokens(board, text)
    return [0 if t == "." else int(t) - board.shift for t in held]


def taken_edges(board, text):
    """The edges of the paths of a solution."""
    if "paths:" in text:
        cells = {name: [cell] for cell, name in enumerate(board.names)}
        for place, across in board.across.items():
            # Along which of its lines a path crosses a bridge, the neighbours on the path tell.
            cells[board.names[board.at[place]]].append(across)
        found = set()
        for row in text.split("paths:")[1].splitlines():
            route = [cells[name] for name in row.split(":")[-1].strip().split("-") if name]
            for here, there in zip(route, route[1:]):
                found |= {board.edge(a, b) for a in here for b in there if b in board.near[a]}
        return sorted(found)
    held = tokens(board, text)
    pairs = [(a, b) for a in range(len(held)) for b in board.near[a] if a < b]
    return [board.edge(a, b) for a, b in pairs if held[a] == held[b] != "."]


GOALS = {"numberlink": ("length",), "hidato": ("turns",), "path": ("turns", "cells")}


def read(path):
    """The text of a file."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        sys.exit("%s: %s" % (path, error))


def main(paths):
    goal = None
    if "--goal" in paths:
        at = paths.index("--goal")
        goal = "".join(paths[at + 1:at + 2])
        paths = paths[:at] + paths[at + 2:]
    if not 1 <= len(paths) <= 2 or paths[0].startswith("--"):
        sys.exit(__doc__.strip())
    try:
        # Coordinates are taken as they are written.
        puzzle = json.loads(read(paths[0]), parse_float=Fraction)
        family = puzzle["puzzle"]
    except (ValueError, KeyError, TypeError) as error:
        sys.exit("%s: no puzzle as JSON: %r" % (paths[0], error))
    text = read(paths[1]) if len(paths) > 1 else None
    if goal is not None and (text is None or goal not in GOALS.get(family, ())):
        sys.exit("--goal %s is not about a solution of %s" % (goal, family))
    if family == "futoshiki":
        square(puzzle)
        if text is not None:
            n = len(puzzle["cells"])
            held = [int(t) for t in text.split() if t.isdigit()]
            fits(len(held), n * n)
            clause([no("x_r%dc%d_%d" % (i // n + 1, i % n + 1, v)) for i, v in enumerate(held)])
    elif family == "numberlink":
        board = Board(puzzle)
        links(board, puzzle)
        if goal:
            edges = {board.edge(a, b) for a in range(len(board.near)) for b in board.near[a]}
            longest = len(set(taken_edges(board, text))) - 1
            at_least([(-1, yes(edge)) for edge in edges], -longest)
        elif text is not None:
            clause(map(no, taken_edges(board, text)))
    elif family in ("hidato", "path"):
        board = Board(puzzle)
        n = len(board.given)
        given = {k for k in board.given if k is not None}
        held = held_numbers(board, text, "points" in puzzle) if text is not None else None
        order = sorted((c for c in range(n) if held and held[c]), key=lambda c: held[c])
        bends = sum(not board.straight(*order[i:i + 3]) for i in range(len(order) - 2))
        if goal == "cells":
            some(board, len(order) + 1)
        elif family == "path" and given <= {1, n}:
            line(board)
            if goal:
                kind = "d_" if n > 1 else "s_"
                turns(board, lambda cell: [kind + board.names[cell]], bends)
            elif held is not None:
                clause([no(board.edge(a, b)) for a, b in zip(order, order[1:])])
        else:
            name, may = numbers(board)
            held_there = sum(k is not None for k in board.given)
            ways = sum(map(len, board.near))
            # As in crates/families/src/line/certificate/mod.rs (FEW, MOST, joins), which repeats these
            # numbers; where the two differ, `clew certify` refuses.
            sparse = 6 * held_there <= n and 1 < n <= 625 and ways <= 4 * n
            if goal or puzzle.get("links") or sparse and family == "hidato":
                joined(board, name, may)
            if goal:
                turns(board, lambda c: [name(c, k) for k in (1, n) if k in may[c]], bends)
            elif held is not None:
                fillings = [held]
                if family == "path" and n > 1 and all(2 * k == n + 1 for k in given):
                    fillings.append([n + 1 - k for k in held])
                for filling in fillings:
                    clause([no(name(c, k)) for c, k in enumerate(filling) if k in may[c]])
        for link in puzzle.get("links", []):
            clause([yes(board.edge(*(board.at[tuple(place)] for place in link)))])
    elif family == "zip":
        board = Board(puzzle)
        n = len(board.given)
        stops = sorted((c for c in range(n) if board.given[c]), key=lambda c: board.given[c])
        board.given = [None] * n
        board.given[stops[-1]] = n
        board.given[stops[0]] = 1
        name, may = numbers(board)
        ordered(board, name, may, stops)
        if text is not None:
            held = held_numbers(board, text, "points" in puzzle)
            clause([no(name(c, k)) for c, k in enumerate(held) if k in may[c]])
    else:
        sys.exit("no rules are known for " + family)
    sys.stdout.write("".join(row + "\n" for row in ROWS))


if __name__ == "__main__":
    main(sys.argv[1:])
