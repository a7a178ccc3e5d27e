"""Models of one's own."""

from __future__ import annotations

import pathlib
import random
import shutil
import subprocess
from collections.abc import Callable

import pytest

import clew


def test_queens() -> None:
    m = clew.Model()
    queens = m.ints(6, 0, 5)
    m += clew.all_different(queens)
    m += clew.all_different(q + i for i, q in enumerate(queens))
    m += clew.all_different(q - i for i, q in enumerate(queens))
    assert m.count() == 4
    found = list(m.solutions())
    assert len(found) == 4 and len(list(m.solutions(limit=2))) == 2
    for solution in found:
        at = solution[queens]
        assert len({a + i for i, a in enumerate(at)}) == 6


def test_send_more_money() -> None:
    m = clew.Model()
    letters = m.ints(8, 0, 9)
    s, e, n, d, o, r, y = [letters[i] for i in (0, 1, 2, 3, 5, 6, 7)]
    money = letters[4]

    def word(*digits: clew.IntVar) -> clew.Expr | int:
        return sum(int(10**k) * x for k, x in enumerate(reversed(digits)))

    m.add(
        clew.all_different(letters),
        [s >= 1, money >= 1],
        word(s, e, n, d) + word(money, o, r, e) == word(money, o, n, e, y),
    )
    reply = m.check()
    assert reply.verdict == "unique" and reply.solution is not None
    assert reply.solution[letters] == [9, 5, 6, 7, 1, 0, 8, 2]
    assert reply.to_dict()["verdict"] == "unique"


@pytest.mark.parametrize(
    ("state", "holds"),
    [
        (lambda x, y: x + 2 * y <= 7, lambda a, b: a + 2 * b <= 7),
        (lambda x, y: x - y > 1, lambda a, b: a - b > 1),
        (lambda x, y: 7 >= x + y, lambda a, b: a + b <= 7),
        (lambda x, y: x < y, lambda a, b: a < b),
        (lambda x, y: 3 - x != y, lambda a, b: 3 - a != b),
        (lambda x, y: -x + 5 == y, lambda a, b: 5 - a == b),
        (lambda x, y: 4 < x, lambda a, b: a > 4),
        (lambda x, y: (x + y) * 2 - 3 >= 5, lambda a, b: 2 * (a + b) - 3 >= 5),
    ],
)
def test_operators_mean_what_they_say(state, holds) -> None:  # type: ignore[no-untyped-def]
    m = clew.Model()
    x, y = m.int(0, 5), m.int(-1, 4)
    m += state(x, y)
    expected = {(a, b) for a in range(6) for b in range(-1, 5) if holds(a, b)}
    assert {(s[x], s[y]) for s in m.solutions()} == expected


def test_booleans() -> None:
    m = clew.Model()
    a, b, c = m.bools(3)
    m += a | b
    m += a.implies(c)
    m += ~b
    assert m.count() == 1
    solution = m.solve()
    assert solution[a] is True and solution[b] is False and solution[~b] is True
    assert solution[a + b + c] == 2
    x = m.int(0, 3)
    m += m.is_(x, 2)
    assert m.solve()[x] == 2
    m += clew.clause([b, ~c])
    assert m.check().verdict == "none"
    with pytest.raises(clew.NoSolution):
        m.solve()


def test_other_constraints() -> None:
    m = clew.Model()
    x = m.ints(3, 0, 3)
    m += clew.increasing(x)
    assert m.count() == 4
    m += clew.allowed(x[:2], [[0, 1], [1, 2]])
    assert m.count() == 3
    line = [(0, 1), (1, 2), (2, 3)]
    m = clew.Model()
    at = m.ints(4, 0, 3)
    m += clew.walk(4, line, at)
    m += [at[0] == 0, at[3] == 3]
    assert m.solve()[at] == [0, 1, 2, 3]
    m = clew.Model()
    after = m.ints(5, 0, 4)
    m += clew.circuit(5, [(i, j) for i in range(5) for j in range(i)], after, directed=False)
    assert m.count() == 24
    m = clew.Model()
    seat, guest = m.ints(4, 0, 3), m.ints(4, 0, 3)
    m += clew.inverse(seat, guest)
    m += clew.non_decreasing(seat)
    assert m.solve()[guest] == [0, 1, 2, 3]
    m = clew.Model()
    number = m.ints(4, 1, 4)
    m += clew.path(4, line, number)
    assert m.count() == 2


def test_the_best() -> None:
    m = clew.Model()
    take = m.bools(4)
    weight, worth = [5, 4, 3, 6], [10, 40, 30, 50]
    m += sum(w * t for w, t in zip(weight, take)) <= 10
    best = m.maximize(sum(v * t for v, t in zip(worth, take)))
    assert best.objective == 90 and best.exact and best.solution is not None
    assert [best.solution[t] for t in take] == [False, True, False, True]
    x = m.define(take[0] + take[1], "both")
    assert m.minimize(x).objective == 0 and x.name == "both"


def test_mistakes_are_refused() -> None:
    m, other = clew.Model(), clew.Model()
    x, y = m.int(0, 9), other.int(0, 9)
    with pytest.raises(clew.Unsuited):
        m += x == y
    with pytest.raises(clew.Unsuited):
        m.int(3, 2)
    with pytest.raises(clew.Unsuited):
        m += clew.all_different([x, x])
    with pytest.raises(TypeError):
        bool(x < 3)
    with pytest.raises(TypeError):
        m += 0 < x < 3
    with pytest.raises(TypeError):
        m += x
    with pytest.raises(TypeError):
        x == None  # noqa: B015, E711
    with pytest.raises(TypeError):
        x + 1.5
    found = m.solve()
    with pytest.raises(clew.Unsuited):
        found[y]
    later = m.int(0, 1)
    with pytest.raises(clew.Unsuited):
        found[later]
    names = {x: "x", later: "later"}
    assert names[x] == "x"


def test_limits_of_models() -> None:
    m = clew.Model()
    m.grid(9, 9, 1, 9)
    with pytest.raises(clew.LimitReached) as caught:
        list(m.solutions(nodes=50))
    assert isinstance(caught.value.partial, int)


def test_conditions() -> None:
    m = clew.Model()
    x, y, b = m.int(0, 4), m.int(0, 4), m.bool()
    m += b.implies(x + y <= 1)
    m += clew.reify(~b, x > 2)
    big = m.truth(x + y >= 6, "big")
    assert big.name == "big"
    expected = {
        (i, j, k, i + j >= 6)
        for i in range(5)
        for j in range(5)
        for k in (False, True)
        if (not k or i + j <= 1) and (not k) == (i > 2)
    }
    assert {(s[x], s[y], s[b], s[big]) for s in m.solutions()} == expected
    m += b.implies(clew.all_different([x, y]))
    assert m.count() == len([1 for i, j, k, _ in expected if not k or i != j])


def test_arithmetic() -> None:
    m = clew.Model()
    x, y, z = m.int(-3, 3), m.int(-3, 3), m.int(-9, 9)
    m += z == x * y
    m += clew.maximum([x, 1]) == y
    found = {(s[x], s[y], s[z]) for s in m.solutions()}
    assert found == {(a, max(a, 1), a * max(a, 1)) for a in range(-3, 4)}
    m = clew.Model()
    x, y = m.int(-3, 3), m.int(0, 9)
    m += y == abs(x)
    m += clew.minimum([y, 2]) == y
    assert m.count() == 5
    m = clew.Model()
    i, y, xs = m.int(0, 5), m.int(0, 9), m.ints(2, 3, 4)
    m += clew.element([5, 3, 8], i) == y
    m += clew.element(xs, i) == 3
    assert {(s[i], s[y]) for s in m.solutions()} == {(0, 5), (1, 3)}
    with pytest.raises(TypeError, match=r"clew.maximum\(...\) == y"):
        clew.maximum(y, [x])
    with pytest.raises(TypeError, match=r"clew.element\(...\) == y"):
        clew.element(y, [1, 2], i)


def test_counting() -> None:
    m = clew.Model()
    x, n = m.ints(4, 0, 2), m.int(0, 4)
    m += clew.count_of(x, 1, n)
    m += clew.among(x, [0, 1], 4)
    m += n >= 3
    assert m.count() == 5
    m = clew.Model()
    x = m.ints(4, 0, 4)
    m += clew.cardinality(x, [0, 1, 2, 3], x)
    assert sorted(tuple(s[x]) for s in m.solutions()) == [(1, 2, 1, 0), (2, 0, 2, 0)]
    m = clew.Model()
    x, y = m.ints(2, 0, 1), m.int(0, 1)
    m += clew.count_of(x, y, 2)
    assert m.count() == 2
    m = clew.Model()
    x = m.ints(3, 0, 2)
    m += clew.allowed(x, [[0, None, None], [1, 2, None]])
    assert m.count() == 12


def test_sequences_and_jobs() -> None:
    m = clew.Model()
    line = m.ints(6, 0, 1)
    m += clew.blocks(line, [2, 1])
    assert m.count() == 6
    m = clew.Model()
    days = m.ints(5, 0, 1)
    m += clew.automaton(days, 2, [0, 1], [(0, 1, 0), (0, 0, 1), (1, 1, 0)])
    assert m.count() == 13
    with pytest.raises(clew.Unsuited, match="two moves"):
        clew.automaton(days, 2, [0], [(0, 1, 0), (0, 1, 1)])
    m = clew.Model()
    x, y = m.ints(2, 0, 1), m.ints(2, 0, 1)
    m += clew.lexicographic(x, y, strict=True)
    assert m.count() == 6
    m = clew.Model()
    start = m.ints(2, 0, 3)
    m += clew.no_overlap(start, [2, 1])
    assert m.count() == 9
    m = clew.Model()
    start = m.ints(3, 0, 1)
    m += clew.cumulative(start, [1, 1, 1], [2, 1, 1], 2)
    assert m.count() == 2


def test_loops() -> None:
    # Two rows of three nodes, the edges in an order of their own.
    edges = [(5, 4), (0, 1), (1, 2), (3, 4), (0, 3), (1, 4), (2, 5)]
    m = clew.Model()
    on = m.bools(len(edges))
    m += clew.closed_loop(6, edges, on)
    loops = [{e for e, b in zip(edges, on) if s[b]} for s in m.solutions()]
    assert sorted(len(loop) for loop in loops) == [4, 4, 6]
    assert {(0, 1), (3, 4), (0, 3), (1, 4)} in loops
    m = clew.Model()
    nodes = m.bools(4)
    m += clew.connected(4, [(0, 1), (1, 2), (2, 3)], nodes)
    assert m.count() == 11
    m = clew.Model()
    after = m.ints(4, 0, 3)
    m += clew.sub_circuit(4, [(i, j) for i in range(4) for j in range(i)], after, directed=False)
    assert m.count() == 21


def test_directions_are_never_guessed() -> None:
    ring = [(0, 1), (1, 2), (2, 0)]
    both = ring + [(b, a) for a, b in ring]
    for edges, options, circuits in [
        (ring, {"directed": True}, 1),
        (ring, {"directed": False}, 2),
        (both, {}, 2),
        (both, {"directed": True}, 2),
    ]:
        m = clew.Model()
        after = m.ints(3, 0, 2)
        m += clew.circuit(3, edges, after, **options)
        assert m.count() == circuits, (edges, options)
        m = clew.Model()
        after = m.ints(3, 0, 2)
        m += clew.sub_circuit(3, edges, after, **options)
        # None, those of two nodes where both ways are there, those of three.
        assert m.count() == circuits + 1 + (3 if circuits == 2 else 0), (edges, options)
    for circuit in clew.circuit, clew.sub_circuit:
        with pytest.raises(clew.Unsuited, match="directed=True .* directed=False"):
            circuit(3, ring, clew.Model().ints(3, 0, 2))
    with pytest.raises(clew.Unsuited, match="4000000000 nodes"):
        clew.circuit(4_000_000_000, [], [])


def test_variables_may_occur_twice() -> None:
    m = clew.Model()
    x = m.ints(4, 0, 3)
    m += clew.inverse(x, x)
    # The permutations of four that are their own inverses.
    assert m.count() == 10
    m = clew.Model()
    a, b = m.ints(2, 0, 2)
    m += clew.walk(3, [(0, 1), (1, 2)], [a, b, a])
    m += clew.allowed([a, b, a], [[0, 1, 0], [0, 1, 2], [1, 2, 1]])
    assert m.count() == 2
    m += clew.circuit(2, [(0, 1), (1, 0)], [a, a])
    assert m.check().verdict == "none"


def test_variables_have_no_truth_value() -> None:
    m = clew.Model()
    a, b = m.bools(2)
    x = m.int(0, 1)
    for unknown in (lambda: a and b, lambda: a or b, lambda: not a, lambda: bool(x), lambda: bool(x + 1)):
        with pytest.raises(TypeError, match="neither true nor false.*clew.clause"):
            unknown()
    with pytest.raises(TypeError):
        m.add(a and b)
    assert m.count() == 8


def test_long_sums_take_linear_time() -> None:
    m = clew.Model()
    n = 100_000
    x = m.bools(n)
    total = sum(x)
    half = total - x[0]
    double = total + x[0]
    assert isinstance(total, clew.Expr)
    m += total == n
    # Sums that begin alike do not disturb each other.
    solution = m.solve()
    assert (solution[total], solution[half], solution[double]) == (n, n - 1, n + 1)
    assert solution[sum((3 * v for v in x[:5]), start=x[7] + 1)] == 17
    assert solution[(2**62) * x[0] + (2**62) * x[1]] == 2**63
    with pytest.raises(clew.Unsuited, match="a sum may pass"):
        m += (2**62) * x[0] <= 1


def test_solutions_are_told_apart() -> None:
    m = clew.Model()
    x, aid = m.int(0, 2), m.ints(3, 0, 5)
    assert m.count() == 648
    m.tell_apart_by([x])
    assert m.count() == 3
    m += x == 1
    assert m.check().verdict == "unique"
    m.tell_apart_by(aid[:1])
    assert m.count() == 6
    with pytest.raises(TypeError):
        m.tell_apart_by([x + 1])  # type: ignore[list-item]


def test_grids_are_drawn() -> None:
    m = clew.Model()
    cells = m.grid(2, 2, 1, 2)
    m.add((clew.all_different(row) for row in cells), cells[0][0] == 2, cells[1][0] == 1)
    dark = m.bool()
    m += dark
    grid = m.solve().grid(cells, boxes=(1, 2), filled=[1])
    assert grid.values == [[2, 1], [1, 2]]
    assert grid.text == "2 #\n# 2\n" == str(grid)
    assert grid._repr_svg_() == grid.svg and grid.svg.count("<text") == 2
    assert m.solve().grid([[dark]]).values == [[1]]
    with pytest.raises(TypeError):
        m.solve().grid([[3]])
    with pytest.raises(clew.Unsuited):
        m.solve().grid([[clew.Model().int(0, 1)]])


def puzzle_of_many_constraints(seed: int) -> tuple[clew.Model, list[clew.IntVar], clew.Expr]:
    """A small random model of the constraints that become rows, and an objective."""
    rng = random.Random(seed)
    m = clew.Model()
    xs = m.ints(5, rng.randint(-1, 1), rng.randint(3, 5), name="x")
    bs = m.bools(3, name="b")
    pick = rng.sample(xs, 3)
    statements: list[Callable[[], clew.Constraint]] = [
        lambda: clew.all_different(pick),
        lambda: rng.randint(-2, 2) * xs[0] + xs[1] - 2 * xs[2] <= rng.randint(-2, 5),
        lambda: xs[0] + xs[3] != rng.randint(0, 5),
        lambda: clew.maximum(pick[:2]) == xs[4],
        lambda: xs[3] == xs[0] * xs[1],
        lambda: xs[2] == abs(xs[1]),
        lambda: clew.element(xs[2:], xs[0]) == xs[1],
        lambda: clew.count_of(xs, 2, rng.randint(1, 3)),
        lambda: clew.allowed(pick[:2], [[rng.randint(-1, 5), rng.choice([None, 1, 2])] for _ in range(6)]),
        lambda: clew.reify(bs[0], xs[0] + xs[1] == rng.randint(0, 5)),
        lambda: clew.reify(bs[1], xs[2] < xs[3]),
        lambda: clew.lexicographic(xs[:2], xs[2:4], strict=rng.random() < 0.5),
        lambda: clew.no_overlap(xs[:3], [1, 2, 1]),
        lambda: clew.cumulative(xs[:4], [2, 1, 2, 1], [1, 2, 1, 1], 2),
        lambda: clew.blocks([m.int(0, 1) for _ in range(5)], [2, 1]),
        lambda: clew.walk(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 3)], pick),
        lambda: clew.sub_circuit(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 3)], xs, directed=rng.random() < 0.5),
        lambda: clew.connected(3, [(0, 1), (1, 2)], bs),
    ]
    for statement in rng.sample(statements, rng.randint(1, 4)):
        m += statement()
    weights = [rng.randint(-3, 3) for _ in range(7)]
    goal = sum(w * x for w, x in zip(weights, xs)) + weights[5] * bs[0] + weights[6] * bs[2]
    return m, xs, goal + rng.randint(-5, 5)


@pytest.mark.parametrize("to", ["lp", "mps"])
def test_exported_models_have_the_same_optimum_in_highs(to: str, tmp_path: pathlib.Path) -> None:
    highspy = pytest.importorskip("highspy")
    solvable = 0
    for seed in range(60):
        m, xs, goal = puzzle_of_many_constraints(seed)
        best = m.maximize(goal)
        exported = m.export(to, maximize=goal)
        path = tmp_path / f"{seed}.{to}"
        path.write_text(exported.text)
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.readModel(str(path))
        highs.run()
        highs.writeSolution(str(path) + ".sol", 0)
        found = exported.read((tmp_path / f"{seed}.{to}.sol").read_text())
        assert bool(found) == (best.solution is not None), seed
        if found:
            solvable += 1
            assert found[0][goal] == best.objective, seed
    assert solvable > 15


@pytest.mark.skipif(shutil.which("fzn-gecode") is None, reason="no fzn-gecode")
def test_exported_models_have_the_same_optimum_in_gecode(tmp_path: pathlib.Path) -> None:
    for seed in range(60):
        m, xs, goal = puzzle_of_many_constraints(seed)
        best = m.minimize(goal)
        exported = m.export("fzn", minimize=goal)
        path = tmp_path / f"{seed}.fzn"
        path.write_text(exported.text)
        done = subprocess.run(["fzn-gecode", str(path)], capture_output=True, text=True, timeout=60, check=True)
        found = exported.read(done.stdout)
        assert bool(found) == (best.solution is not None), seed
        if found:
            assert found[-1][goal] == best.objective, seed


def wide_model() -> tuple[clew.Model, list[clew.IntVar]]:
    top = 10**9
    m = clew.Model()
    x, y, z = m.ints(3, -top, top, name="x")
    m += [x + 3 * y <= top, y - z == 17, y >= 0]
    return m, [x, y, z]


def test_ranges_of_a_thousand_million() -> None:
    top = 10**9
    m, (x, y, z) = wide_model()
    best = m.maximize(x)
    assert best.exact and best.objective == top
    best = m.maximize(x + y + z)
    assert best.exact and best.objective == top - 17
    with pytest.raises(clew.Unsuited, match="the objective spans"):
        m.maximize(9 * x + y + z)
    m += ~m.is_(x, top)
    m += clew.all_different([x, y, z])
    for to in ("lp", "mps", "opb", "fzn", "mzn"):
        assert len(m.export(to, maximize=x + y + z).text) < 20_000, to
    m += z == x * y
    with pytest.raises(clew.Unsuited, match="both factors"):
        m.export("lp")
    with pytest.raises(clew.Unsuited, match="more than 4294967295 values"):
        m.int(0, 2**32 - 1)
    assert m.int(0, 2**32 - 2).name


@pytest.mark.parametrize("to", ["lp", "mps"])
def test_exported_wide_ranges_have_the_same_optimum_in_highs(to: str, tmp_path: pathlib.Path) -> None:
    highspy = pytest.importorskip("highspy")
    m, (x, y, z) = wide_model()
    exported = m.export(to, maximize=x + y + z)
    path = tmp_path / f"wide.{to}"
    path.write_text(exported.text)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.run()
    highs.writeSolution(f"{path}.sol", 0)
    found = exported.read(pathlib.Path(f"{path}.sol").read_text())
    assert found[0][x + y + z] == 10**9 - 17


def test_what_cannot_be_exported_is_refused() -> None:
    m = clew.Model()
    x = m.int(0, 9, name="x")
    m.name_constraints("lower half")
    m += 2 * x <= 9
    assert " lower_half_1_1: 2 x <= 9\n" in m.export("lp", minimize=x).text
    with pytest.raises(clew.Unsuited, match="integer"):
        m.export("cnf")
    with pytest.raises(clew.Unsuited, match="no language"):
        m.export("xml")
    with pytest.raises(clew.Unsuited, match="exclude"):
        m.export("lp", minimize=x, maximize=x)


def test_proofs() -> None:
    m = clew.Model()
    x = m.ints(4, 0, 9)
    m.add(clew.all_different(x), x[0] < x[1], sum(x) == 20, x[2] * x[3] >= 12)
    best = m.maximize(x[0] + 2 * x[3]).objective
    certificate = m.prove(maximize=x[0] + 2 * x[3])
    assert certificate.claim == f"the goal: {best}, and none better"
    assert set(certificate.documents) == {"model.fzn", "model.opb", "claim.txt", "solution.txt", "proof.pbp"}
    assert clew.certified(certificate.documents) == certificate.claim
    for name, old, new in [("claim.txt", b"best", b"worst"), ("model.opb", b"min:", b"max:"), ("proof.pbp", b"soli", b"a")]:
        spoilt = {**certificate.documents, name: certificate.documents[name].replace(old, new)}
        with pytest.raises(clew.Unsuited):
            clew.certified(spoilt)
    assert m.prove().claim == "a solution"
    m.add(x[0] >= 8, x[2] >= 8)
    assert m.prove().claim == "no solution"
    wide = clew.Model()
    wide.add(wide.int(0, 2_000_000_000) >= 7)
    with pytest.raises(clew.Unsuited, match="a proof cannot state this model"):
        wide.prove()
