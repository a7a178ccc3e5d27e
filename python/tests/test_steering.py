"""Hints, callbacks, goals, conflicts, copies, and what replies say."""

from __future__ import annotations

import asyncio
import copy
import itertools
import pickle
import random
import threading
import time
from datetime import timedelta
from typing import Any

import pytest

import clew


def knapsack() -> tuple[clew.Model, list[clew.BoolVar], Any]:
    m = clew.Model()
    take = m.bools(6, "take")
    m.add(clew.knapsack(take, [5, 4, 3, 6, 2, 7], 12))
    return m, take, sum(v * t for v, t in zip([10, 40, 30, 50, 15, 55], take))


def test_each_better_solution_is_told() -> None:
    m, take, worth = knapsack()
    seen: list[int] = []
    lines: list[str] = []

    def tell(solution: clew.ModelSolution) -> None:
        assert solution[worth] == solution.objective
        seen.append(solution[worth])

    reply = m.maximize(worth, on_solution=tell, log=lines.append)
    assert reply.verdict == "optimal" and reply and seen[-1] == reply.objective == 105
    assert seen == sorted(set(seen)) and len(lines) == len(seen) and "maximize 105" in lines[-1]
    assert (reply.bound, reply.gap) == (105, 0.0)
    stopped = m.maximize(worth, on_solution=lambda _: True)
    assert stopped.solution is not None and not stopped.exact and stopped.verdict == "solved"
    assert stopped.bound is not None and stopped.bound >= 105
    with pytest.raises(clew.LimitReached):
        bool(stopped)
    with pytest.raises(ZeroDivisionError):
        m.maximize(worth, on_solution=lambda _: 1 // 0)


def test_hints_are_tried_first() -> None:
    m, take, worth = knapsack()
    hint = {take[1]: 1, take[2]: 1, take[0]: 1}
    seen: list[int] = []
    reply = m.maximize(worth, hint=hint, on_solution=lambda s: seen.append(s[worth]))
    assert seen[0] == 80 and reply.objective == 105 and reply.exact
    # A hint that no solution has changes nothing.
    assert m.maximize(worth, hint={t: 1 for t in take}).objective == 105
    # One that is the best is kept.
    assert m.maximize(worth, hint={take[1]: 1, take[3]: 1, take[4]: 1}).objective == 105
    x = clew.Model()
    v = x.int(0, 10**6)
    assert x.solve(hint={v: 123456})[v] == 123456


def test_several_goals() -> None:
    m = clew.Model()
    x, y, z = m.ints(3, 0, 4)
    m.add(x + y + z >= 6, x != y)
    reply = m.minimize([x + y, z - x, y])
    expected = min((a + b, c - a, b) for a, b, c in itertools.product(range(5), repeat=3) if a + b + c >= 6 and a != b)
    assert reply.objectives == expected and reply.verdict == "optimal" and reply.objective == expected[0]
    front = sorted((s[x], s[z]) for s in m.pareto(minimize=[x], maximize=[z]))
    points = {(a, c) for a, b, c in itertools.product(range(5), repeat=3) if a + b + c >= 6 and a != b}
    beaten = {p for p in points for q in points if q != p and q[0] <= p[0] and q[1] >= p[1]}
    assert front == sorted(points - beaten)
    best = [s[2 * x - y] for s in m.best(5, maximize=2 * x - y)]
    every = sorted((2 * s[x] - s[y] for s in m.solutions()), reverse=True)
    assert best == every[:5]
    assert len(list(m.best(10**6, minimize=x))) == m.count() if m.count() < 200 else True
    far = list(m.diverse(3))
    assert len(far) == 3 and all(a != b for a, b in itertools.combinations(far, 2))
    with pytest.raises(clew.Unsuited):
        m.minimize([])


def test_costs_of_values_become_lists() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        m = clew.Model()
        x = m.ints(3, -1, 2, "x")
        m.add(clew.all_different(x))
        goal = sum(rng.randint(-9, 9) * (rng.choice(x) == rng.randint(-2, 3)) for _ in range(8)) + rng.randint(-3, 3) * x[0]
        values = [s[goal] for s in m.solutions()]
        assert (m.minimize(goal).objective, m.maximize(goal).objective) == (min(values), max(values))
    # An assignment of 20 to 20, whose costs are a sum over truth values.
    rng = random.Random(20)
    cost = [[rng.randint(1, 99) for _ in range(20)] for _ in range(20)]
    m = clew.Model()
    x = m.ints(20, 0, 19)
    m.add(clew.all_different(x))
    reply = m.minimize(sum(cost[i][j] * m.is_(x[i], j) for i in range(20) for j in range(20)), nodes=50_000)
    assert reply.objective == 142 and reply.exact


def test_assumptions_and_conflicts() -> None:
    m = clew.Model()
    x, y, b = m.int(0, 9, "x"), m.int(0, 9, "y"), m.bool("b")
    m.add(x + y == 9, name="total")
    m.add(b.implies(x >= 6), name="when b")
    m.add(y >= 2)
    assert m.check(assumptions=[b, x <= 6]).verdict == "unique" and m.count(assumptions=[~b]) == 8
    assert m.check(assumptions=[b, y >= 4]).verdict == "none"
    assert m.conflict(assumptions=[b, y >= 4, x != 9]) == ["total", "when b", "b", "y >= 4"]
    with pytest.raises(clew.Unsuited, match="there is a solution"):
        m.conflict()
    with pytest.raises(clew.NoSolution, match="conflict"):
        m.solve(assumptions=[b, y >= 4])
    m.add(x < 0)
    assert m.conflict() == ["x < 0"]


def test_copies_scopes_and_pickles() -> None:
    m = clew.Model()
    x, b = m.int([0, 2, 4], name="x"), m.bool("b")
    m.add(b == (x * x >= 5), name="square")
    for other in (m.clone(), copy.copy(m), pickle.loads(pickle.dumps(m))):
        assert other.count() == 3 and str(other) == str(m)
        assert sorted(s[x] for s in other.solutions()) == [0, 2, 4]
        y = other.int(0, 1, "y")
        other.add(y + x == 5)
        assert other.solve()[[x, y]] == [4, 1]
        with pytest.raises(clew.Unsuited):
            m.add(y == 1)
    with m.scope():
        z = m.int(0, 3, "z")
        m.add(z == x)
        assert m.count() == 2
        with m.scope():
            m.add(b)
            assert m.check().verdict == "none"
        assert m.count() == 2
    assert m.count() == 3
    later = m.int(0, 7, "z")
    with pytest.raises(clew.Unsuited):
        m.add(z == 1)
    m.add(later == 1)
    assert m.count() == 3
    solution = pickle.loads(pickle.dumps(m.solve(assumptions=[b])))
    assert solution[x] == 4 and solution["b"] is True and solution == m.solve(assumptions=[b])
    reply = pickle.loads(pickle.dumps(m.maximize(x)))
    assert reply.objective == 4 and reply.solution is not None and reply.solution[x * later] == 4


def test_words_of_replies() -> None:
    m = clew.Model()
    x = m.int(0, 3, "x")
    assert m.check().verdict == "multiple" and not m.check()
    assert m.check(assumptions=[x == 1]).verdict == "unique" and m.check(assumptions=[x == 1])
    none = m.minimize(x, assumptions=[x > 3])
    assert none.verdict == "none" and not none and none.objective is None and none.to_dict()["verdict"] == "none"
    best = m.minimize(x)
    assert repr(best) == "<clew.ModelReply optimal, objective 0>"
    assert best.to_dict()["verdict"] == "optimal" and best.to_dict()["solutions"] == [{"x": 0}]
    assert best.stats["nodes"] == best.nodes and best.seconds >= 0


def test_times_are_spelled() -> None:
    m = clew.Model()
    x = m.int(0, 3)
    for limit in (5, 0.5, "5s", "500ms", "1m", "1h", timedelta(seconds=2)):
        assert m.minimize([x, -x], time=limit).verdict == "optimal"
    for wrong in ("soon", "5 parsecs"):
        with pytest.raises(clew.WrongKeyword, match="no time"):
            m.check(time=wrong)
    with pytest.raises(TypeError):
        m.check(tine=3)  # type: ignore[call-arg]


def hard() -> clew.Model:
    m = clew.Model()
    x = m.grid(12, 11, 0, 1)
    m.add(sum(row) == 5 for row in x)
    m.add(sum(a * b for a, b in zip(p, q)) == 2 for p, q in itertools.combinations(x, 2))
    return m


def test_questions_are_cancelled() -> None:
    m, stop = hard(), clew.Cancel()
    threading.Timer(0.2, stop.cancel).start()
    start = time.monotonic()
    with pytest.raises(clew.LimitReached):
        m.count(cancel=stop, time=60)
    assert stop.cancelled and time.monotonic() - start < 30

    async def main() -> str:
        try:
            await asyncio.wait_for(m.count_async(time=60), 0.2)
        except asyncio.TimeoutError:
            return "ended"
        return "done"

    start = time.monotonic()
    assert asyncio.run(main()) == "ended" and time.monotonic() - start < 30
    puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    assert asyncio.run(clew.aio.run(puzzle.check)).verdict == "unique"


def test_solutions_come_one_by_one() -> None:
    m = clew.Model()
    x = m.int(0, 10**7)
    found = m.solutions()
    assert len({next(found)[x] for _ in range(100)}) == 100 and found.found == 100 and not found.complete
    del found
    few = clew.Model()
    few.int(0, 2)
    every = few.solutions()
    assert len(list(every)) == 3 and every.complete


def test_profiles_and_flatzinc() -> None:
    m = clew.Model()
    m.add(clew.all_different(m.ints(5, 1, 5)), name="row")
    profile = m.profile("count")
    assert profile["reply"].count == 120 and profile["constraints"][0]["name"] == "row"
    assert all(row["calls"] >= row["effective"] for row in profile["propagators"])
    text = "var 1..9: x;\nvar bool: b;\nconstraint int_le_reif(4, x, b);\nsolve satisfy;\n"
    read = clew.Model.from_flatzinc(text)
    x, b = read.variables
    assert (repr(x), repr(b), read.count()) == ("x", "b", 9)
    read.add(b, x != 5)
    assert sorted(s["x"] for s in read.solutions()) == [4, 6, 7, 8, 9]
    assert read.conflict(assumptions=[x <= 3]) == ["b", "x <= 3"]
    with pytest.raises(clew.ParseError) as caught:
        clew.Model.from_flatzinc("var 1..9: x;\nsolve what;\n")
    assert caught.value.line == 2


def test_goals_that_are_truth_values_have_numbers() -> None:
    m = clew.Model()
    b = m.bool("b")
    seen: list[int | None] = []
    reply = m.maximize([b], on_solution=lambda s: seen.append(s.objective))
    assert reply.objectives == (1,) and seen and all(type(value) is int for value in seen)
