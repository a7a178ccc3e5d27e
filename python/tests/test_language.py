"""Every form of the modelling language against brute force: by itself, under a condition, reified, negated."""

from __future__ import annotations

import itertools
import operator
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import clew


def brute(m: clew.Model, constraint: Any, variables: Sequence[Any]) -> set[tuple[int, ...]]:
    """All values of the variables for which the plain meaning of a constraint holds."""
    ranges = [x.domain if isinstance(x, clew.IntVar) else (0, 1) for x in variables]
    found = set()
    for values in itertools.product(*ranges):
        at = {id(x): v for x, v in zip(variables, values)}
        names = {x.name: v for x, v in zip(variables, values)}

        def read(x: Any) -> int:
            if id(x) in at:
                return at[id(x)]
            return 1 - names[x.name[1:]] if x.name.startswith("~") else names[x.name]

        if constraint.value(read):
            found.add(values)
    return found


def solved(m: clew.Model, variables: Sequence[Any]) -> list[tuple[int, ...]]:
    return [tuple(int(v) for v in s[list(variables)]) for s in m.solutions()]


def agree(make: Callable[[clew.Model], tuple[Any, Sequence[Any]]]) -> None:
    """A constraint, its negation, its truth and its consequence have the solutions that their meaning has."""
    for how in ("plain", "negated", "reified", "implied", "either", "exclusive"):
        m = clew.Model()
        constraint, variables = make(m)
        variables = list(variables)
        if how == "negated":
            constraint = ~constraint
        elif how == "reified":
            b = m.bool("b")
            constraint, variables = b == constraint, [*variables, b]
        elif how == "implied":
            b = m.bool("b")
            constraint, variables = b.implies(constraint), [*variables, b]
        elif how == "either":
            b = m.bool("b")
            constraint, variables = constraint | b, [*variables, b]
        elif how == "exclusive":
            b = m.bool("b")
            constraint, variables = (constraint ^ b) & (variables[0] >= 0), [*variables, b]
        m.add(constraint)
        found = solved(m, variables)
        assert len(found) == len(set(found)) == m.count(), (how, constraint)
        assert set(found) == brute(m, constraint, variables), (how, constraint)


def ints(m: clew.Model, n: int = 3, low: int = -1, high: int = 2) -> list[clew.IntVar]:
    return m.ints(n, low, high, "x")


RANDOM_MODELS = 250
LINES = [(0, 1), (1, 2), (2, 0), (1, 3)]

CASES: dict[str, Callable[[Any], tuple[Any, Sequence[Any]]]] = {
    "sum": lambda m: ((x := ints(m))[0] + 2 * x[1] - x[2] <= 1, x),
    "product": lambda m: ((x := ints(m))[0] * x[1] == x[2], x),
    "square": lambda m: ((x := ints(m, 2))[0] * x[0] == x[1], x),
    "quotient": lambda m: ((x := ints(m, 3, -2, 2))[0] // x[1] == x[2], x),
    "remainder": lambda m: ((x := ints(m, 3, -2, 2))[0] % x[1] == x[2], x),
    "quotient by a number": lambda m: ((x := ints(m, 2, -4, 4))[0] // -3 + x[1] % 3 >= 1, x),
    "number by a variable": lambda m: (7 // (x := ints(m, 2, -2, 3))[0] == x[1], x),
    "power": lambda m: ((x := ints(m, 2))[0] ** 3 + 1 == x[1] ** 2, x),
    "power of variables": lambda m: ((x := ints(m, 3, -1, 3))[0] ** x[1] == x[2], x),
    "power of a number": lambda m: (2 ** (x := ints(m, 2, -1, 3))[0] == x[1] + 2, x),
    "absolute": lambda m: (abs((x := ints(m))[0] - x[1]) == x[2], x),
    "absolute of a sum": lambda m: (abs((x := ints(m))[0] + x[1]) + abs(x[2]) >= 2, x),
    "maximum": lambda m: (clew.maximum(x := ints(m)) == 1, x),
    "maximum of sums": lambda m: (clew.maximum([(x := ints(m))[0] + x[1], 0, x[2]]) <= x[0] + 1, x),
    "minimum": lambda m: (clew.minimum((x := ints(m))[:2]) + 1 == x[2], x),
    "element of numbers": lambda m: (clew.element([1, -1, 2], (x := ints(m, 2))[0]) == x[1], x),
    "element of variables": lambda m: (clew.element(x := ints(m), x[0]) == x[1] + 1, x),
    "element of an element": lambda m: (clew.element([2, 0, 1], clew.element([1, 0, 5], (x := ints(m, 2))[0])) >= x[1], x),
    "count": lambda m: (clew.count_of(x := ints(m), 1) == 2, x),
    "count of a variable": lambda m: (clew.count_of((x := ints(m))[:2], x[2]) >= 1, x),
    "among": lambda m: (clew.among((x := ints(m))[:2], [0, 2]) == x[2], x),
    "nvalue": lambda m: (clew.nvalue(x := ints(m)) == 2, x),
    "sum of comparisons": lambda m: (((x := ints(m))[0] == 1) + (x[1] >= 0) + (x[2] != 2) == 2, x),
    "and": lambda m: (((x := ints(m))[0] <= 0) & (x[1] >= 1) & (x[2] != 0), x),
    "or": lambda m: (((x := ints(m))[0] <= 0) | (x[1] >= 2) | (x[2] == 0), x),
    "xor": lambda m: (((x := ints(m))[0] <= 0) ^ (x[1] >= 2) ^ (x[2] == 0), x),
    "equivalence": lambda m: (((x := ints(m, 2))[0] <= 0) == (x[1] >= 1), x),
    "inequivalence": lambda m: (((x := ints(m, 2))[0] <= 0) != (x[1] >= 1), x),
    "implication": lambda m: (((x := ints(m))[0] == 1).implies([x[1] == x[2], x[1] >= 0]), x),
    "not an implication": lambda m: (~((x := ints(m, 2))[0] == 1).implies(x[1] == 0), x),
    "different": lambda m: (clew.all_different(x := ints(m)), x),
    "different sums": lambda m: (clew.all_different((x := ints(m))[0], x[1] + 1, x[2] + 2), x),
    "equal": lambda m: (clew.all_equal(x := ints(m)), x),
    "increasing": lambda m: (clew.increasing(x := ints(m)), x),
    "non-decreasing": lambda m: (clew.non_decreasing(x := ints(m)), x),
    "clause": lambda m: (clew.clause([(b := m.bools(3, "c"))[0], ~b[1], b[2]]), b),
    "exactly one": lambda m: (clew.exactly_one(b := m.bools(3, "c")), b),
    "at most one": lambda m: (clew.at_most_one(b := m.bools(3, "c")), b),
    "table": lambda m: (clew.allowed(x := ints(m), [(0, 0, 1), (1, None, 2), (-1, 2, None)]), x),
    "forbidden": lambda m: (clew.forbidden(x := ints(m), [(0, 0, 1), (1, None, 2)]), x),
    "inverse": lambda m: (clew.inverse((x := ints(m, 4, 0, 1))[:2], x[2:]), x),
    "walk": lambda m: (clew.walk(4, LINES, x := ints(m, 3, 0, 3)), x),
    "path": lambda m: (clew.path(4, LINES, x := ints(m, 4, 1, 4)), x),
    "circuit": lambda m: (clew.circuit(3, LINES[:3], x := ints(m, 3, 0, 2), directed=True), x),
    "sub-circuit": lambda m: (clew.sub_circuit(3, LINES[:3], x := ints(m, 3, 0, 2), directed=False), x),
    "circuit of arcs": lambda m: (
        clew.arc_circuit([(0, 1, (b := m.bools(5, "c"))[0]), (1, 0, b[1]), (1, 2, b[2]), (2, 0, b[3]), (2, 2, b[4])]),
        b,
    ),
    "loop": lambda m: (clew.closed_loop(4, [*LINES, (2, 3)], b := m.bools(5, "c")), b),
    "connected": lambda m: (clew.connected(4, LINES, b := m.bools(4, "c")), b),
    "cardinality": lambda m: (clew.cardinality((x := ints(m))[:2], [0, 1], [x[2], 1]), x),
    "lexicographic": lambda m: (clew.lexicographic((x := ints(m, 4, 0, 1))[:2], x[2:]), x),
    "lexicographic, strict": lambda m: (clew.lexicographic((x := ints(m, 4, 0, 1))[:2], x[2:], strict=True), x),
    "precedence": lambda m: (clew.precedence(x := ints(m, 3, 1, 3), [1, 2, 3]), x),
    "automaton": lambda m: (clew.automaton(x := ints(m, 4, 0, 1), 2, [0], [(0, 0, 0), (0, 1, 1), (1, 0, 0)]), x),
    "regular": lambda m: (clew.regular(x := ints(m, 4, 0, 2), "0*1(2|00)*1?"), x),
    "blocks": lambda m: (clew.blocks(x := ints(m, 5, 0, 1), [1, 2]), x),
    "bins": lambda m: (clew.bin_packing(x := ints(m, 3, 0, 1), [2, 1, 2], [3, 2]), x),
    "bins with loads": lambda m: (clew.bin_packing((x := ints(m, 3, 0, 2))[:2], [2, 1], [x[2], 3]), x),
    "knapsack": lambda m: (clew.knapsack(x := ints(m, 2, 0, 2), [2, 3], 6), x),
    "no overlap": lambda m: (clew.no_overlap(x := ints(m, 3, 0, 3), [1, 2, 1]), x),
    "no overlap, lengths": lambda m: (clew.no_overlap((x := ints(m, 4, 0, 2))[:2], x[2:]), x),
    "cumulative": lambda m: (clew.cumulative(x := ints(m, 3, 0, 2), [1, 2, 1], [1, 1, 2], 2), x),
    "cumulative, capacity": lambda m: (clew.cumulative((x := ints(m, 3, 0, 2))[:2], [2, 1], [1, 2], x[2]), x),
    "cumulative, needs": lambda m: (clew.cumulative((x := ints(m, 4, 0, 2))[:2], [2, 1], x[2:], 2), x),
    "cumulative, lengths": lambda m: (clew.cumulative((x := ints(m, 4, 0, 2))[:2], x[2:], [2, 1], 2), x),
    "cumulative, optional": lambda m: (
        clew.cumulative([m.interval((x := ints(m, 4, 0, 2))[0], 2, optional=x[2] > 0), m.interval(x[1], x[3])], [2, 1], 2),
        x,
    ),
    "reservoir": lambda m: (clew.reservoir(x := ints(m, 3, 0, 2), [1, -1, 1], 0, 1), x),
    "truth": lambda m: (clew.clause([]) | ((x := ints(m, 1))[0] == 0), x),
}


@pytest.mark.parametrize("name", CASES)
def test_means_what_it_says(name: str) -> None:
    agree(CASES[name])


def test_intervals() -> None:
    for optional in (False, True):
        m = clew.Model()
        start, length = m.ints(3, 0, 3, "s"), m.int(0, 2, "n")
        jobs = [m.interval(start[0], 2), m.interval(start[1], length, optional=optional), m.interval(start[2], 1)]
        there = jobs[1].present
        m.add(clew.no_overlap(jobs))
        found = {tuple(s[[*start, length]]) + (s[there],) for s in m.solutions()}
        expected = set()
        for a, b, c, n, on in itertools.product(range(4), range(4), range(4), range(3), (False, True)):
            spans = [(a, a + 2), (c, c + 1)] + ([(b, b + n)] if on and n else [])
            apart = all(q <= r or s <= p for (p, q), (r, s) in itertools.combinations(spans, 2))
            if apart and (on or optional):
                expected.add((a, b, c, n, on))
        assert found == expected


def test_rectangles() -> None:
    m = clew.Model()
    x, y = m.ints(3, 0, 2), m.ints(3, 0, 2)
    size = [(2, 1), (1, 2), (1, 1)]
    xs = [m.interval(v, w) for v, (w, _) in zip(x, size)]
    ys = [m.interval(v, h) for v, (_, h) in zip(y, size)]
    m.add(clew.no_overlap_2d(xs, ys))
    expected = 0
    for at in itertools.product(range(3), repeat=6):
        cells = [
            {(r, c) for r in range(at[3 + k], at[3 + k] + h) for c in range(at[k], at[k] + w)}
            for k, (w, h) in enumerate(size)
        ]
        expected += all(not a & b for a, b in itertools.combinations(cells, 2))
    assert m.count() == expected


def random_expression(rng: random.Random, xs: Sequence[Any], bs: Sequence[Any], depth: int) -> Any:
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([rng.choice(xs), rng.randint(-3, 3), rng.choice(bs)])
    a = random_expression(rng, xs, bs, depth - 1)
    b = random_expression(rng, xs, bs, depth - 1)
    kinds: list[Callable[[], Any]] = [
        lambda: a + b,
        lambda: a - b,
        lambda: a * b if isinstance(a, clew.Expr) or isinstance(b, clew.Expr) else 2,
        lambda: (a + 0 * xs[0]) // b,
        lambda: (a + 0 * xs[0]) % b,
        lambda: abs(a - b + 0 * xs[0]),
        lambda: clew.maximum([a, b, xs[0]]),
        lambda: clew.minimum([a, b, xs[1]]),
        lambda: clew.element([xs[0], 2, b], a),
        lambda: clew.count_of([a, b, *xs], 1),
        lambda: random_constraint(rng, xs, bs, depth - 1),
    ]
    return rng.choice(kinds)()


def random_constraint(rng: random.Random, xs: Sequence[Any], bs: Sequence[Any], depth: int) -> Any:
    if depth == 0:
        return rng.choice([rng.choice(bs), ~rng.choice(bs), rng.choice(xs) >= rng.randint(-1, 2)])

    def inner() -> Any:
        return random_constraint(rng, xs, bs, depth - 1)

    def term() -> Any:
        return random_expression(rng, xs, bs, depth - 1)

    compare = rng.choice([operator.eq, operator.ne, operator.le, operator.ge, operator.lt, operator.gt])
    kinds: list[Callable[[], Any]] = [
        lambda: compare(term() + 0 * xs[0], term()),
        lambda: compare(term() + 0 * xs[0], term()),
        lambda: inner() & inner(),
        lambda: inner() | inner(),
        lambda: inner() ^ inner(),
        lambda: ~inner(),
        lambda: inner().implies(inner()),
        lambda: inner() == inner(),
        lambda: inner() != inner(),
        lambda: clew.all_different([term(), term(), rng.choice(xs)]),
        lambda: clew.allowed([term(), rng.choice(xs)], [(rng.randint(-1, 2), rng.choice([None, 0, 1])) for _ in range(3)]),
        lambda: clew.lexicographic([term(), term()], xs[:2]),
    ]
    return rng.choice(kinds)()


@pytest.mark.filterwarnings("ignore:.*never used:RuntimeWarning")
def test_random_models_agree_with_brute_force() -> None:
    for seed in range(RANDOM_MODELS):
        rng = random.Random(seed)
        m = clew.Model()
        xs, bs = m.ints(2, -1, 2, "x"), m.bools(2, "b")
        constraint = random_constraint(rng, xs, bs, 3)
        variables = [*xs, *bs]
        try:
            m.add(constraint)
        except clew.Unsuited as why:
            assert "given twice" in str(why)
            continue
        found = solved(m, variables)
        assert len(found) == len(set(found)) == m.count(), (seed, constraint)
        assert set(found) == brute(m, constraint, variables), (seed, constraint)
        goal = random_expression(rng, xs, bs, 2) + 0 * xs[0]
        reply = m.maximize(goal)

        def worth(solution: clew.ModelSolution, goal: Any = goal) -> list[int]:
            try:
                return [solution[goal]]
            except clew.Unsuited:
                return []

        values = [v for s in m.solutions() for v in worth(s)]
        assert reply.objective == (max(values) if values else None), (seed, constraint, goal)
        assert reply.verdict == ("optimal" if values else "none")


def test_domains_are_readable() -> None:
    m = clew.Model()
    x, y, z = m.int([5, 1, 3, 3]), m.int(range(4)), m.int({2}, name="z")
    assert (x.lb, x.ub, list(x.domain)) == (1, 5, [1, 3, 5])
    assert (y.lb, y.ub, list(y.domain), repr(z)) == (0, 3, [0, 1, 2, 3], "z")
    assert sorted(s[x] for s in m.solutions()) == sorted([1, 3, 5] * 4)
    with pytest.raises(clew.Unsuited):
        m.int([])
    with pytest.raises(clew.Unsuited):
        m.int(3, 1)
    with pytest.raises(TypeError):
        m.int(3)
    with pytest.raises(TypeError):
        m.int([1.5])


def test_empty_sums_and_truth_values() -> None:
    m = clew.Model()
    m.bool()
    m.add(sum([]) <= 3, True, [], [[True]])
    assert m.count() == 2
    m.add(sum([]) >= 3)
    assert m.check().verdict == "none"


def test_names_texts_and_models_are_shown() -> None:
    m = clew.Model()
    x, y, b = m.int(0, 9, "x"), m.int([1, 3], name="y"), m.bool("b")
    m.add(b.implies(x + 2 * y <= 7), name="when b")
    m.add(clew.all_different([x, y, 4]), -x - 1 != y * (x + 1))
    assert str(m).splitlines() == [
        "x in 0..9",
        "y in {1, 3}",
        "b is true or false",
        "when b: ~b | (x + 2*y <= 7)",
        "all_different([x, y, 4])",
        "-x - 1 != y*(x + 1)",
    ]
    assert repr(m) == "<clew.Model 2 integer variables, 1 Boolean variable, 3 constraints>"
    assert repr(~b) == "~b" and repr(~(x == 3)) == "~(x == 3)" and repr(abs(x) % 3) == "abs(x) % 3"
    assert repr(((x == 1) | (y == 2)) & b) == "((x == 1) | (y == 2)) & b"


def test_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    m = clew.Model()
    a = numpy.array(m.grid(2, 3, 0, 3, "a"))
    weights = numpy.array([1, 2, 3])
    m.add(a.sum() == 9, weights @ a[0] <= 7, clew.all_different(a[:, 0]), a[0][0] <= weights)
    m.add(clew.array(a) >= numpy.int64(1), clew.array(a[1]) != weights[::-1])
    solution = m.solve()
    found = solution[a]
    assert isinstance(found, numpy.ndarray) and found.shape == (2, 3) and found.dtype.kind == "i"
    assert found.sum() == 9 and (found >= 1).all() and (found[1] != weights[::-1]).all()
    x = m.int(numpy.int64(0), numpy.int64(5))
    for by in (weights + x, x + weights, weights * x, x - weights, weights - x):
        assert by.shape == (3,) and isinstance(by[0], clew.Expr)
    m.add(x <= weights, weights >= x)
    assert repr(m.constraints[-3:]) == f"[{x} <= 1, {x} <= 2, {x} <= 3]"
    assert clew.array(m.bools(2)).implies([x >= 1, x >= 2]).shape == (2,)
    with pytest.raises(TypeError, match="clew.array"):
        a >= 1


def test_solutions_are_indexed_by_anything() -> None:
    m = clew.Model()
    x, y, b = m.int(2, 2, "x"), m.int(5, 5, "y"), m.bool("b")
    m.add(b)
    s = m.solve()
    assert s["x"] == 2 and s["b"] is True and s[{"k": x, (1, 2): [y, b]}] == {"k": 2, (1, 2): [5, True]}
    assert s[(x, y)] == (2, 5) and s[x * y - 1] == 9 and s[x > y] is False and s[3] == 3
    with pytest.raises(KeyError):
        s["z"]
    with pytest.raises(clew.Unsuited):
        s[x // (y - 5)]


def test_a_comparison_that_is_dropped_is_warned_of() -> None:
    m = clew.Model()
    x = m.int(0, 9, "x")
    with pytest.warns(RuntimeWarning, match="x <= 1 was made and never used"):
        x <= 1


def test_floats() -> None:
    m = clew.Model()
    x = m.int(0, 9, "x")
    m.add(2.0 * x <= 7)
    assert m.count() == 4
    wrong: list[Callable[[], object]] = [lambda: 1.5 * x, lambda: x / 2, lambda: x <= 2.5]
    for one in wrong:
        with pytest.raises(TypeError):
            one()


def test_regular_expressions() -> None:
    import re

    letters = {"a": 0, "b": 1, "c": 2}
    for pattern in ("a*b", "(ab|c)+", "[a-b]{2,3}c?", "a.(b|c)*", "[^a]*", "((a|b)c){2}", "", "a|b|", "(a*b*)*c"):
        m = clew.Model()
        x = m.ints(4, 0, 2)
        m.add(clew.regular(x, pattern, letters))
        expected = {v for v in itertools.product(range(3), repeat=4) if re.fullmatch(pattern, "".join("abc"[k] for k in v))}
        assert {tuple(s[x]) for s in m.solutions()} == expected, pattern
    for wrong in ("(a", "a)", "[a", "d", "*", "a{3,2}", "a{x}"):
        with pytest.raises(clew.Unsuited, match="regular"):
            clew.regular(x, wrong, letters)
