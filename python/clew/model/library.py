"""The functions that make constraints and expressions of lists.

Lists come first, then numbers. What has a value is an expression, which is compared: ``clew.element(list, i) == y``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from .. import _clew
from ..errors import Unsuited
from .constraints import And, Comparison, Constraint, Or, Truth, statement
from .expressions import Expr, Sum, Term, as_term, bounds, terms
from .globals import (
    AllDifferent,
    Allowed,
    Among,
    Automaton,
    Cardinality,
    Chain,
    Circuit,
    Count,
    Element,
    Extreme,
    Inverse,
    Lexicographic,
    OnGraph,
    Path,
    Walk,
    same_length,
)
from .regular import moves_of

Terms = Iterable[Any]


def _spread(values: tuple[Any, ...]) -> list[Term]:
    """Terms that were given one by one, or as one list."""
    if len(values) == 1 and not isinstance(values[0], (Expr, int)):
        return terms(values[0])
    return terms(values)


def all_different(*values: Any) -> Constraint:
    """All values are different: of a list, or given one by one.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y, z = m.ints(3, 1, 3)
    >>> m.add(clew.all_different(x, y, z))
    >>> m.count()
    6
    """
    return AllDifferent([_spread(values)])


def all_equal(*values: Any) -> Constraint:
    """All values are equal.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.all_equal(m.ints(3, 1, 4)))
    >>> m.count()
    4
    """
    xs = _spread(values)
    return And(*(Comparison(a, "==", b) for a, b in zip(xs, xs[1:])))


def increasing(values: Terms) -> Constraint:
    """Each value is larger than the one before.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.increasing(m.ints(3, 1, 4)))
    >>> m.count()
    4
    """
    return Chain("increasing", [terms(values)])


def non_decreasing(values: Terms) -> Constraint:
    """Each value is at least as large as the one before.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.non_decreasing(m.ints(2, 1, 3)))
    >>> m.count()
    6
    """
    return Chain("non_decreasing", [terms(values)])


def clause(constraints: Iterable[Any]) -> Constraint:
    """At least one of the constraints holds.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.clause(m.bools(3)))
    >>> m.count()
    7
    """
    return Or(*map(statement, constraints))


def exactly_one(constraints: Iterable[Any]) -> Constraint:
    """Exactly one of the constraints holds.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.exactly_one(m.bools(5)))
    >>> m.count()
    5
    """
    return Comparison(_how_many(constraints), "==", 1)


def at_most_one(constraints: Iterable[Any]) -> Constraint:
    """At most one of the constraints holds.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.at_most_one(m.bools(5)))
    >>> m.count()
    6
    """
    return Comparison(_how_many(constraints), "<=", 1)


def _how_many(constraints: Iterable[Any]) -> Sum:
    total = Sum.of(0)
    for one in constraints:
        total = total.plus(1, statement(one))
    return total


def reify(b: Constraint, holds: Any) -> Constraint:
    """The first constraint holds exactly if the other does; the same as ``b == holds``.

    >>> import clew
    >>> m = clew.Model()
    >>> late, end = m.bool(), m.int(0, 9)
    >>> m.add(clew.reify(late, end > 6), late)
    >>> m.count()
    3
    """
    return Comparison(b, "==", statement(holds))


def allowed(values: Terms, rows: Iterable[Sequence[int | None]]) -> Constraint:
    """The values together form one of the rows, each with as many numbers as there are values; ``None`` matches any.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y = m.ints(2, 0, 3)
    >>> m.add(clew.allowed([x, y], [(0, 1), (2, None)]))
    >>> m.count()
    5
    """
    xs, table = terms(values), [[None if v is None else int(v) for v in row] for row in rows]
    for row in table:
        same_length("allowed", xs, row)
    return Allowed([xs], table)


def forbidden(values: Terms, rows: Iterable[Sequence[int | None]]) -> Constraint:
    """The values together form none of the rows; ``None`` matches any.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y = m.ints(2, 0, 3)
    >>> m.add(clew.forbidden([x, y], [(0, 1), (2, None)]))
    >>> m.count()
    11
    """
    xs, table = terms(values), [list(row) for row in rows]
    for row in table:
        same_length("forbidden", xs, row)
    return And(*(Or(*(Comparison(x, "!=", int(v)) for x, v in zip(xs, row) if v is not None)) for row in table))


def inverse(xs: Terms, ys: Terms) -> Constraint:
    """``xs[i] == j`` exactly if ``ys[j] == i``, places counted from 0: permutations, each the inverse of the other.

    >>> import clew
    >>> m = clew.Model()
    >>> seat, guest = m.ints(3, 0, 2), m.ints(3, 0, 2)
    >>> m.add(clew.inverse(seat, guest), seat[0] == 2, seat[1] == 0)
    >>> m.solve()[guest]
    [1, 2, 0]
    """
    a, b = terms(xs), terms(ys)
    same_length("inverse", a, b)
    return Inverse([a, b])


def _pairs(pairs: Iterable[Any]) -> list[list[int]]:
    return [[int(a), int(b)] for a, b in pairs]


def walk(nodes: int, edges: Iterable[Any], values: Terms) -> Constraint:
    """Each value is a node of the graph and is joined to the next one. Nodes count from 0; edges lead both ways.

    >>> import clew
    >>> m = clew.Model()
    >>> at = m.ints(3, 0, 2)
    >>> m.add(clew.walk(3, [(0, 1), (1, 2)], at))
    >>> m.count()
    6
    """
    _clew.one_way(nodes, _pairs(edges))
    return Walk([terms(values)], nodes, _pairs(edges))


def path(nodes: int, edges: Iterable[Any], numbers: Terms, first: int = 1) -> Constraint:
    """A path visits every node once, along edges that lead both ways; ``numbers[v]`` is the number of node v on it,
    counted from ``first``.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.path(3, [(0, 1), (1, 2)], m.ints(3, 1, 3)))
    >>> m.count()
    2
    """
    xs = terms(numbers)
    if len(xs) != nodes:
        raise Unsuited(f"path: {len(xs)} given, {nodes} expected")
    _clew.one_way(nodes, _pairs(edges))
    return Path([xs], nodes, _pairs(edges), first)


def _circuit(name: str, nodes: int, pairs: Iterable[Any], successors: Terms, directed: bool | None) -> Constraint:
    arcs = _pairs(pairs)
    single = _clew.one_way(nodes, arcs)
    if directed is None and single is not None:
        a, b = single
        raise Unsuited(
            f"({a}, {b}) is given one way only: pass directed=True if each pair is an arc, from its first node to its "
            "second, or directed=False if it is an edge, which leads both ways"
        )
    if not directed:
        arcs += [[b, a] for a, b in arcs]
    xs = terms(successors)
    if len(xs) != nodes:
        raise Unsuited(f"{name}: {len(xs)} given, {nodes} expected")
    return Circuit(name, [xs], nodes, arcs)


def circuit(nodes: int, edges: Iterable[Any], successors: Terms, *, directed: bool | None = None) -> Constraint:
    """One circuit visits every node once; ``successors[v]`` is the node after node v.

    With ``directed=True`` a pair ``(a, b)`` is an arc: b may come after a. With ``directed=False`` it is an edge, which
    leads both ways. It may be left out if every pair is given both ways; otherwise raises `Unsuited`.

    >>> import clew
    >>> m = clew.Model()
    >>> after = m.ints(4, 0, 3)
    >>> m.add(clew.circuit(4, [(a, b) for a in range(4) for b in range(a)], after, directed=False))
    >>> m.count()
    6
    """
    return _circuit("circuit", nodes, edges, successors, directed)


def sub_circuit(nodes: int, edges: Iterable[Any], successors: Terms, *, directed: bool | None = None) -> Constraint:
    """One circuit visits some nodes; ``successors[v]`` is the node after node v, v itself off the circuit. The pairs are
    arcs or edges, as for `circuit`.

    >>> import clew
    >>> m = clew.Model()
    >>> after = m.ints(3, 0, 2)
    >>> m.add(clew.sub_circuit(3, [(0, 1), (1, 2), (2, 0)], after, directed=True))
    >>> m.count()
    2
    """
    return _circuit("sub_circuit", nodes, edges, successors, directed)


def arc_circuit(arcs: Iterable[tuple[int, int, Any]]) -> Constraint:
    """The arcs whose constraint holds form one circuit: a list of ``(from, to, constraint)``, nodes counted from 0.

    A node with an arc to itself is optional: the circuit passes it by if that arc's constraint holds.

    >>> import clew
    >>> m = clew.Model()
    >>> on = m.bools(4)
    >>> m.add(clew.arc_circuit([(0, 1, on[0]), (1, 0, on[1]), (1, 2, on[2]), (2, 0, on[3]), (2, 2, ~on[2])]))
    >>> m.count()
    2
    """
    given = [(int(a), int(b), statement(holds)) for a, b, holds in arcs]
    nodes = 1 + max((max(a, b) for a, b, _ in given), default=-1)
    out: list[list[Constraint]] = [[] for _ in range(nodes)]
    into: list[list[Constraint]] = [[] for _ in range(nodes)]
    after: list[Sum] = [Sum.of(0) for _ in range(nodes)]
    for a, b, holds in given:
        out[a].append(holds)
        into[b].append(holds)
        after[a] = after[a].plus(b, holds)
    ones = [exactly_one(side) for side in (*out, *into)]
    optional = {a for a, b, _ in given if a == b}
    pairs = sorted({(a, b) for a, b, _ in given if a != b})
    inside = sub_circuit(nodes, pairs, after, directed=True) if nodes else Truth(True)
    # A node without an arc to itself is on the circuit, as it is its own successor only off it.
    return And(*ones, *(Comparison(after[v], "!=", v) for v in range(nodes) if v not in optional), inside)


def _chosen(on: Iterable[Any]) -> list[Constraint]:
    return [statement(b) for b in on]


def closed_loop(nodes: int, edges: Iterable[Any], on: Iterable[Any]) -> Constraint:
    """The edges whose constraint holds form one closed loop; ``on[k]`` is that of ``edges[k]``.

    Raises `Unsuited` if an edge is given twice, or there are not as many constraints as edges.

    >>> import clew
    >>> m = clew.Model()
    >>> edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0)]
    >>> m.add(clew.closed_loop(4, edges, m.bools(5)))
    >>> m.count()
    3
    """
    pairs, chosen = _pairs(edges), _chosen(on)
    _clew.one_way(nodes, pairs)
    if len(chosen) != len(pairs) or len({tuple(sorted(pair)) for pair in pairs}) != len(pairs):
        raise Unsuited(f"closed loop: {len(chosen)} given, {len({tuple(sorted(pair)) for pair in pairs})} expected")
    return OnGraph("closed_loop", chosen, nodes, pairs)


def connected(nodes: int, edges: Iterable[Any], on: Iterable[Any]) -> Constraint:
    """The nodes whose constraint holds are connected.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.connected(3, [(0, 1), (1, 2)], m.bools(3)))
    >>> m.count()
    7
    """
    pairs, chosen = _pairs(edges), _chosen(on)
    _clew.one_way(nodes, pairs)
    if len(chosen) != nodes:
        raise Unsuited(f"connected: {len(chosen)} given, {nodes} expected")
    return OnGraph("connected", chosen, nodes, pairs)


def lexicographic(xs: Terms, ys: Terms, strict: bool = False) -> Constraint:
    """The first list precedes the second in lexicographic order; unless ``strict``, it may equal it.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.lexicographic(m.ints(2, 0, 1), m.ints(2, 0, 1), strict=True))
    >>> m.count()
    6
    """
    return Lexicographic([terms(xs), terms(ys)], strict)


# --- what has a value


def _targetless(name: str, *rest: Any) -> None:
    if rest:
        raise TypeError(f"{name} takes no result: it is an expression, as in clew.{name}(...) == y")


def maximum(values: Any, *rest: Any) -> Expr:
    """The largest of the values, as an expression.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y = m.ints(2, 0, 3)
    >>> m.add(clew.maximum([x, y]) == 2)
    >>> m.count()
    5
    """
    _targetless("maximum", *rest)
    return _extreme("maximum", values)


def minimum(values: Any, *rest: Any) -> Expr:
    """The smallest of the values, as an expression.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y = m.ints(2, 0, 3)
    >>> m.add(clew.minimum([x, y]) == 2)
    >>> m.count()
    3
    """
    _targetless("minimum", *rest)
    return _extreme("minimum", values)


def _extreme(name: str, values: Any) -> Expr:
    xs = terms(values)
    if not xs:
        raise Unsuited(f"{name}: there are no values")
    return Extreme(name, xs)


def element(values: Any, i: Any, *rest: Any) -> Expr:
    """``values[i]`` as an expression, places counted from 0: a list of numbers or of expressions. It has no value for a
    place that is not there, so that a constraint on it does not hold then.

    >>> import clew
    >>> m = clew.Model()
    >>> i = m.int(0, 9)
    >>> m.add(clew.element([3, 1, 4, 1, 5], i) == 1)
    >>> sorted(s[i] for s in m.solutions())
    [1, 3]
    """
    _targetless("element", *rest)
    xs = terms(values)
    if not xs:
        raise Unsuited("element: the list is empty")
    return Element([xs, [as_term(i)]])


def count_of(values: Terms, value: Any, n: Any = None) -> Any:
    """How many of the values equal a number or an expression; with ``n`` the constraint that there are so many.

    >>> import clew
    >>> m = clew.Model()
    >>> x = m.ints(4, 0, 2)
    >>> m.add(clew.count_of(x, 1) >= 3)
    >>> m.count()
    9
    """
    made = Count([terms(values)], as_term(value))
    return made if n is None else Comparison(made, "==", as_term(n))


def among(values: Terms, numbers: Iterable[int], n: Any = None) -> Any:
    """How many of the values are among the numbers; with ``n`` the constraint that there are so many.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.among(m.ints(3, 0, 3), [1, 2]) == 3)
    >>> m.count()
    8
    """
    made = Among([terms(values)], sorted({int(k) for k in numbers}))
    return made if n is None else Comparison(made, "==", as_term(n))


def cardinality(values: Terms, numbers: Iterable[int], counts: Terms) -> Constraint:
    """``counts[k]`` of the values are ``numbers[k]``; others are not counted.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.cardinality(m.ints(4, 0, 2), [0, 1], [2, 1]))
    >>> m.count()
    12
    """
    known, many = [int(k) for k in numbers], terms(counts)
    same_length("cardinality", known, many)
    return Cardinality([terms(values), many], known)


def nvalue(values: Terms) -> Expr:
    """How many different values there are.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.nvalue(m.ints(3, 1, 3)) == 2)
    >>> m.count()
    18
    """
    xs = terms(values)
    ranges = [range(low, high + 1) for low, high in map(bounds, xs)]
    total = Sum.of(0)
    for v in sorted(set().union(*ranges)):
        total = total.plus(1, Or(*(Comparison(x, "==", v) for x, within in zip(xs, ranges) if v in within)))
    return total


def precedence(values: Terms, order: Sequence[int]) -> Constraint:
    """Of each two neighbours in ``order`` the second occurs only after the first: values of equal meaning in one order.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.precedence(m.ints(3, 1, 3), [1, 2, 3]))
    >>> m.count()
    5
    """
    xs = terms(values)
    made: list[Constraint] = []
    for before, after in zip(order, order[1:]):
        seen: Constraint = Truth(False)
        for x in xs:
            made.append(Or(Comparison(x, "!=", after), seen))
            seen = Or(seen, Comparison(x, "==", before))
    return And(*made)


# --- sequences


def automaton(values: Terms, states: int, accepting: Sequence[int], moves: Iterable[Sequence[int]]) -> Constraint:
    """A deterministic automaton accepts the values in their order. It begins in state 0 and has moves
    ``(state, value, state)``.

    >>> import clew
    >>> m = clew.Model()
    >>> days = m.ints(5, 0, 1)
    >>> m.add(clew.automaton(days, 2, [0, 1], [(0, 1, 0), (0, 0, 1), (1, 1, 0)]))
    >>> m.count()
    13
    """
    leads = [(int(a), int(v), int(b)) for a, v, b in moves]
    _clew.check_automaton(states, list(accepting), leads)
    return Automaton([terms(values)], states, list(accepting), leads)


def regular(values: Terms, pattern: str, letters: dict[str, int] | None = None) -> Constraint:
    """The values, read as letters, match a regular expression: ``|``, ``*``, ``+``, ``?``, ``{2,3}``, ``.``, ``[abc]``,
    brackets. A digit stands for its value; ``letters`` gives others theirs.

    >>> import clew
    >>> m = clew.Model()
    >>> week = m.ints(5, 0, 2, "day")
    >>> m.add(clew.regular(week, "(E{1,2}O)*E?", {"O": 0, "E": 1}))
    >>> m.count()
    3
    """
    xs = terms(values)
    signs: set[int] = set()
    for low, high in map(bounds, xs):
        signs.update(range(low, high + 1))
    states, accepting, moves = moves_of(pattern, letters or {}, sorted(signs))
    return automaton(xs, states, accepting, moves)


def blocks(values: Terms, lengths: Iterable[int]) -> Constraint:
    """The ones among zeros form blocks of these lengths, in this order: a line of a nonogram.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.blocks(m.ints(6, 0, 1), [2, 1]))
    >>> m.count()
    6
    """
    moves: list[tuple[int, int, int]] = []
    at, runs = 0, [int(length) for length in lengths if length]
    for number, length in enumerate(runs):
        moves.append((at, 0, at))
        for _ in range(length):
            moves.append((at, 1, at + 1))
            at += 1
        if number + 1 < len(runs):
            moves.append((at, 0, at + 1))
            at += 1
    moves.append((at, 0, at))
    return automaton(values, at + 1, [at], moves)


# --- packing


def bin_packing(bins: Terms, sizes: Sequence[int], capacities: Any) -> Constraint:
    """Item k lies in bin ``bins[k]``, counted from 0, and the items in a bin do not exceed its capacity: a number or an
    expression for each bin.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.bin_packing(m.ints(3, 0, 1), [2, 2, 1], [4, 2]))
    >>> m.count()
    3
    """
    xs, limits = terms(bins), terms(capacities)
    same_length("bin packing", xs, sizes)
    inside = [c for x in xs for c in (Comparison(x, ">=", 0), Comparison(x, "<", len(limits)))]
    return And(*inside, *(Comparison(load, "<=", limit) for load, limit in zip(_loads(xs, sizes, len(limits)), limits)))


def _loads(xs: Sequence[Term], sizes: Sequence[int], bins: int) -> list[Sum]:
    loads = [Sum.of(0) for _ in range(bins)]
    for b, (x, size) in itertools.product(range(bins), zip(xs, sizes)):
        loads[b] = loads[b].plus(int(size), Comparison(x, "==", b))
    return loads


def knapsack(take: Terms, weights: Sequence[int], capacity: Any) -> Constraint:
    """What is taken weighs no more than the capacity; ``take[k]`` is how often item k is taken, or whether.

    >>> import clew
    >>> m = clew.Model()
    >>> take = m.bools(4)
    >>> m.add(clew.knapsack(take, [5, 4, 3, 6], 10))
    >>> m.maximize(10 * take[0] + 40 * take[1] + 30 * take[2] + 50 * take[3]).objective
    90
    """
    xs = terms(take)
    same_length("knapsack", xs, weights)
    weight = Sum.of(0)
    for x, w in zip(xs, weights):
        weight = weight.plus(int(w), x)
    return And(*(Comparison(x, ">=", 0) for x in xs), Comparison(weight, "<=", as_term(capacity)))
