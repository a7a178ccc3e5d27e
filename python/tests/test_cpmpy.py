"""clew behind cpmpy: against OR-tools on random models, and what else its interface offers."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

cp = pytest.importorskip("cpmpy")

import clew.cpmpy  # noqa: E402


def random_model(rng: random.Random) -> tuple[Any, list[Any]]:
    x = [cp.intvar(-2, 3) for _ in range(3)]
    b = [cp.boolvar() for _ in range(2)]

    def number(depth: int) -> Any:
        if depth == 0:
            return rng.choice([*x, rng.randint(-3, 3)])
        a, c = number(depth - 1), number(depth - 1)
        made = [
            lambda: a + 2 * c,
            lambda: a - c,
            lambda: x[0] * a,
            lambda: cp.max([a, c, x[1]]),
            lambda: abs(x[2] - a),
            lambda: cp.Element([x[0], 1, x[2]], x[1]),
            lambda: cp.Count([a, c, *x], 1),
            lambda: x[0] // 3 + a,
            lambda: x[1] % 2 - c,
        ]
        return rng.choice(made)()

    def holds(depth: int) -> Any:
        if depth == 0:
            return rng.choice([*b, ~b[0], x[0] >= rng.randint(-1, 2)])
        made = [
            lambda: number(1) + x[0] <= number(1),
            lambda: number(2) + x[1] == number(1),
            lambda: holds(depth - 1) & holds(depth - 1),
            lambda: holds(depth - 1) | holds(depth - 1),
            lambda: holds(depth - 1).implies(holds(depth - 1)),
            lambda: holds(depth - 1) == holds(depth - 1),
            lambda: ~holds(depth - 1),
            lambda: cp.AllDifferent(*x),
            lambda: cp.AllDifferentExcept0(*x),
            lambda: cp.Table(x[:2], [[0, 1], [2, 2], [-1, 3]]),
            lambda: cp.Xor([holds(depth - 1), holds(depth - 1)]),
        ]
        return rng.choice(made)()

    return cp.Model([holds(2) for _ in range(2)]), [*x, *b]


@pytest.mark.filterwarnings("ignore")
def test_random_models_have_the_solutions_of_another_solver() -> None:
    if not dict(cp.SolverLookup.base_solvers())["ortools"].supported():
        pytest.skip("OR-tools is not installed")
    for seed in range(40):
        model, variables = random_model(random.Random(seed))
        expected = set()
        # Every variable counts, also one that the constraints do not mention.
        model += [x == x for x in variables]
        assert model.solveAll(solver="ortools", display=lambda: expected.add(tuple(int(x.value()) for x in variables))) >= 0
        found = []
        number = model.solveAll(solver="clew", display=lambda: found.append(tuple(int(x.value()) for x in variables)))
        assert number == len(found) == len(set(found)), seed
        seen = {tuple(row) for row in found}
        mentioned = cp.SolverLookup.get("clew", model).user_vars
        keep = [k for k, x in enumerate(variables) if x in mentioned]
        assert {tuple(row[k] for k in keep) for row in seen} == {tuple(row[k] for k in keep) for row in expected}, seed


def test_goals_hints_cores_and_subsets() -> None:
    x, y, b = cp.intvar(0, 9), cp.intvar(0, 9), cp.boolvar(shape=3)
    model = cp.Model(x + y == 9, maximize=2 * x + y)
    assert model.solve(solver="clew") and model.objective_value() == 18 and x.value() == 9
    assert model.status().exitstatus.name == "OPTIMAL"
    solver = cp.SolverLookup.get("clew", cp.Model(x + y == 9, b[0].implies(x >= 7), b[1].implies(y >= 7), b[2].implies(x >= 1)))
    assert not solver.solve(assumptions=list(b))
    assert set(solver.get_core()) == {b[0], b[1]}
    assert solver.solve(assumptions=[b[0], b[2]]) and x.value() >= 7
    solver.solution_hint([x], [8])
    assert solver.solve() and x.value() == 8
    soft = [x >= 5, y >= 5, x >= 1, x != y]
    assert set(map(str, clew.cpmpy.CPM_clew.mus_native(soft, [x + y == 9]))) == {str(soft[0]), str(soft[1])}
    assert cp.Model(x + y == 9, x > 9).solve(solver="clew") is False


def test_closed_counts_and_every_order() -> None:
    x = cp.intvar(0, 3, shape=3)
    assert cp.Model(cp.GlobalCardinalityCount(x, [1, 2], [1, 2], closed=True)).solveAll(solver="clew") == 3
    assert cp.Model(cp.GlobalCardinalityCount(x, [1, 2], [1, 1])).solveAll(solver="clew") == 12
    for make, holds in (
        (cp.Increasing, lambda a: list(a) == sorted(a)),
        (cp.DecreasingStrict, lambda a: a[0] > a[1] > a[2]),
    ):
        expected = sum(holds(a) for a in itertools.product(range(4), repeat=3))
        assert cp.Model(make(x)).solveAll(solver="clew") == expected


@pytest.mark.parametrize(("a", "c"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, -3), (-6, 3), (0, 5)])
def test_quotients_are_rounded_towards_zero(a: int, c: int) -> None:
    x, y, q, r = cp.intvar(-9, 9), cp.intvar(-9, 9), cp.intvar(-9, 9), cp.intvar(-9, 9)
    assert cp.Model(x == a, y == c, q == x // y, r == x % y).solveAll(solver="clew") == 1
    assert (q.value(), r.value()) == (int(a / c), a - c * int(a / c))


def test_assumptions_are_an_array_too() -> None:
    b = cp.boolvar(shape=3)
    solver = cp.SolverLookup.get("clew", cp.Model(~(b[0] & b[1])))
    assert not solver.solve(assumptions=b)
    assert {str(one) for one in solver.get_core()} == {str(b[0]), str(b[1])}
    assert solver.solve(assumptions=b[1:])
