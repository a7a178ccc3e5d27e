"""Global constraints and functions of lists: what they mean, how the core states them, and how they read under a condition."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import Unsuited
from .constraints import And, Comparison, Constraint, Or, Truth
from .expressions import Expr, Sum, Term, Undefined, Values, bounds, value

if TYPE_CHECKING:
    from .posting import Linear, Poster


class Global(Constraint):
    """A constraint on lists of terms: a name, its lists, and its numbers."""

    __slots__ = ("lists", "numbers", "_plain")
    name = ""
    binds = 9

    def __init__(self, lists: Sequence[Sequence[Term]], *numbers: Any) -> None:
        self.lists = [list(one) for one in lists]
        self.numbers = numbers
        self._plain: Constraint | None = None
        for one in self.parts():
            if isinstance(one, Expr):
                one._used()

    def parts(self) -> Iterable[Term]:
        return itertools.chain.from_iterable(self.lists)

    def at(self, at: Values) -> list[list[int]]:
        """The values of its lists."""
        return [[value(term, at) for term in one] for one in self.lists]

    def holds(self, at: Values) -> bool:
        return self.met(*self.at(at), *self.numbers)

    def met(self, *given: Any) -> bool:
        """Whether values satisfy it."""
        raise NotImplementedError

    def post(self, poster: Poster, guards: list[int]) -> None:
        """States it in the core; by default by the method of its name."""
        xs = [poster.all_variables(one, guards) for one in self.lists]
        getattr(poster.core, self.name)(*xs, *self.numbers)

    def plain(self) -> Constraint:
        """The same, made of comparisons: what is stated under a condition."""
        if self._plain is None:
            self._plain = self.taken_apart()
        return self._plain

    def taken_apart(self) -> Constraint:
        """The same, made of comparisons; by default a disjunction over all values that satisfy it, if there are few."""
        xs = list(self.parts())
        ranges = [range(low, high + 1) for low, high in map(bounds, xs)]
        many = 1
        for one in ranges:
            many *= len(one)
        if many > 50_000:
            raise Unsuited(f"{self.name.replace('_', ' ')} cannot be stated under a condition: its variables have {many} combinations of values")
        cuts = list(itertools.accumulate([0, *map(len, self.lists)]))
        rows = [
            row
            for row in itertools.product(*ranges)
            if self.met(*(list(row[a:b]) for a, b in zip(cuts, cuts[1:])), *self.numbers)
        ]
        return Or(*(And(*(_is(x, v) for x, v in zip(xs, row))) for row in rows))

    def shown(self) -> str:
        lists = ["[" + ", ".join(term.shown() if isinstance(term, Expr) else str(term) for term in one) + "]" for one in self.lists]
        return f"{self.name}({', '.join([*lists, *map(_brief, self.numbers)])})"


def _brief(number: Any) -> str:
    text = repr(number)
    return text if len(text) <= 60 else text[:57] + "..."


def _is(x: Term, v: Any) -> Constraint:
    return Truth(x == v) if not isinstance(x, Expr) else x == v


class AllDifferent(Global):
    __slots__ = ()
    name = "all_different"

    def met(self, xs: list[int]) -> bool:
        return len(set(xs)) == len(xs)

    def taken_apart(self) -> Constraint:
        return And(*(Comparison(a, "!=", b) for a, b in itertools.combinations(self.lists[0], 2)))


class Chain(Global):
    """``increasing`` and ``non_decreasing``."""

    __slots__ = ("name",)

    def __init__(self, name: str, lists: Sequence[Sequence[Term]]) -> None:
        self.name = name
        super().__init__(lists)

    def met(self, xs: list[int]) -> bool:
        return all(a < b or a == b and self.name == "non_decreasing" for a, b in zip(xs, xs[1:]))

    def taken_apart(self) -> Constraint:
        relation = "<" if self.name == "increasing" else "<="
        xs = self.lists[0]
        return And(*(Comparison(a, relation, b) for a, b in zip(xs, xs[1:])))


class Allowed(Global):
    __slots__ = ()
    name = "allowed"

    def met(self, xs: list[int], rows: Any) -> bool:
        return any(all(v is None or v == x for x, v in zip(xs, row)) for row in rows)

    def taken_apart(self) -> Constraint:
        xs = self.lists[0]
        return Or(*(And(*(_is(x, v) for x, v in zip(xs, row) if v is not None)) for row in self.numbers[0]))


class Inverse(Global):
    __slots__ = ()
    name = "inverse"

    def met(self, xs: list[int], ys: list[int]) -> bool:
        places = range(len(xs))
        return len(xs) == len(ys) and all(x in places and ys[x] == i for i, x in enumerate(xs)) and all(y in places for y in ys)

    def taken_apart(self) -> Constraint:
        xs, ys = self.lists
        inside = [c for x in (*xs, *ys) for c in (Comparison(x, ">=", 0), Comparison(x, "<", len(xs)))]
        return And(*inside, *(Comparison(_is(x, j), "==", _is(y, i)) for i, x in enumerate(xs) for j, y in enumerate(ys)))


class Walk(Global):
    __slots__ = ()
    name = "walk"

    def met(self, xs: list[int], nodes: int, edges: Any) -> bool:
        joined = {pair for a, b in edges for pair in ((a, b), (b, a))}
        return all(0 <= x < nodes for x in xs) and all(pair in joined for pair in zip(xs, xs[1:]))

    def taken_apart(self) -> Constraint:
        xs, (nodes, edges) = self.lists[0], self.numbers
        joined = sorted({pair for a, b in edges for pair in ((a, b), (b, a))})
        inside = [c for x in xs for c in (Comparison(x, ">=", 0), Comparison(x, "<", nodes))]
        return And(*inside, *(Allowed([pair], joined).plain() for pair in zip(xs, xs[1:])))


class Path(Global):
    __slots__ = ()
    name = "path"

    def met(self, xs: list[int], nodes: int, edges: Any, first: int) -> bool:
        joined = {pair for a, b in edges for pair in ((a, b), (b, a))}
        at = {x: v for v, x in enumerate(xs)}
        steps = range(first, first + nodes)
        return set(at) == set(steps) and all((at[k], at[k + 1]) in joined for k in steps[:-1])


class Circuit(Global):
    """``circuit`` and ``sub_circuit``."""

    __slots__ = ("name",)

    def __init__(self, name: str, lists: Sequence[Sequence[Term]], nodes: int, arcs: Any) -> None:
        self.name = name
        super().__init__(lists, nodes, arcs)

    def met(self, xs: list[int], nodes: int, arcs: Any) -> bool:
        lead = {tuple(arc) for arc in arcs}
        on = [v for v, x in enumerate(xs) if self.name == "circuit" or x != v]
        if any((v, xs[v]) not in lead and not (nodes == 1 and self.name == "circuit") for v in on):
            return False
        if not on:
            return True
        seen, at = [on[0]], xs[on[0]]
        while at != on[0] and len(seen) <= len(on):
            seen.append(at)
            at = xs[at] if 0 <= at < nodes else on[0]
        return sorted(seen) == on


class Cardinality(Global):
    __slots__ = ()
    name = "cardinality"

    def post(self, poster: Poster, guards: list[int]) -> None:
        xs, counts = (poster.all_variables(one, guards) for one in self.lists)
        poster.core.cardinality(xs, counts, list(self.numbers[0]))

    def met(self, xs: list[int], counts: list[int], numbers: Any) -> bool:
        return all(xs.count(number) == n for number, n in zip(numbers, counts))

    def taken_apart(self) -> Constraint:
        xs, counts = self.lists
        return And(*(Comparison(Count([xs], number), "==", n) for number, n in zip(self.numbers[0], counts)))


class Automaton(Global):
    __slots__ = ()
    name = "automaton"

    def met(self, xs: list[int], states: int, accepting: Any, moves: Any) -> bool:
        leads = {(state, sign): to for state, sign, to in moves}
        at: int | None = 0
        for x in xs:
            at = leads.get((at, x)) if at is not None else None
        return at in set(accepting)

    def taken_apart(self) -> Constraint:
        """The states on the way, as disjunctions: a state is reached by one of the moves to it."""
        xs, (_, accepting, moves) = self.lists[0], self.numbers
        reached: dict[int, Constraint] = {0: Truth(True)}
        for x in xs:
            after: dict[int, list[Constraint]] = {}
            for state, sign, to in moves:
                if state in reached:
                    after.setdefault(to, []).append(And(reached[state], _is(x, sign)))
            reached = {state: Or(*ways) for state, ways in after.items()}
        return Or(*(reached[state] for state in set(accepting) if state in reached))


class Lexicographic(Global):
    __slots__ = ()
    name = "lexicographic"

    def met(self, xs: list[int], ys: list[int], strict: bool) -> bool:
        return xs < ys or xs == ys and not strict

    def taken_apart(self) -> Constraint:
        made: Constraint = Truth(len(self.lists[0]) < len(self.lists[1]) or not self.numbers[0])
        for x, y in reversed(list(zip(*self.lists))):
            made = Or(Comparison(x, "<", y), And(Comparison(x, "==", y), made))
        return made


class NoOverlap(Global):
    __slots__ = ()
    name = "no_overlap"

    def met(self, starts: list[int], lengths: Any) -> bool:
        jobs = list(zip(starts, lengths))
        return all(a + k <= b or b + n <= a or not k or not n for (a, k), (b, n) in itertools.combinations(jobs, 2))

    def taken_apart(self) -> Constraint:
        jobs = [job for job in zip(self.lists[0], self.numbers[0]) if job[1]]
        pairs = itertools.combinations(jobs, 2)
        return And(*(Or(Comparison(Sum.of(a).plus(1, k), "<=", b), Comparison(Sum.of(b).plus(1, n), "<=", a)) for (a, k), (b, n) in pairs))


class Cumulative(Global):
    __slots__ = ()
    name = "cumulative"

    def met(self, starts: list[int], lengths: Any, needs: Any, capacity: int) -> bool:
        def load(moment: int) -> int:
            return sum(need for a, k, need in zip(starts, lengths, needs) if a <= moment < a + k)

        return all(load(a) <= capacity for a, k in zip(starts, lengths) if k)

    def taken_apart(self) -> Constraint:
        jobs = [job for job in zip(self.lists[0], self.numbers[0], self.numbers[1]) if job[1] and job[2]]
        capacity = self.numbers[2]
        made = []
        for a, _, _ in jobs:
            load = Sum.of(0)
            for b, k, need in jobs:
                load = load.plus(need, And(Comparison(b, "<=", a), Comparison(a, "<", Sum.of(b).plus(1, k))))
            made.append(Comparison(load, "<=", capacity))
        return And(*made)


class CumulativeOf(Global):
    """``cumulative`` whose lengths, needs and capacity are expressions that are not negative; ``apart`` is the same, made of
    comparisons."""

    __slots__ = ()
    name = "cumulative_of"

    def __init__(self, lists: Sequence[Sequence[Term]], apart: Constraint) -> None:
        super().__init__(lists)
        self._plain = apart

    def met(self, starts: list[int], lengths: list[int], needs: list[int], capacity: list[int]) -> bool:
        return min([*lengths, *needs, *capacity]) >= 0 and Cumulative([]).met(starts, lengths, needs, capacity[0])


class OnGraph(Global):
    """``connected`` and ``closed_loop``, which are about constraints that choose nodes or edges."""

    __slots__ = ("name",)

    def __init__(self, name: str, on: Sequence[Constraint], nodes: int, edges: Any) -> None:
        self.name = name
        super().__init__([on], nodes, edges)

    def post(self, poster: Poster, guards: list[int]) -> None:
        literals = [poster.literal(b) for b in self.lists[0] if isinstance(b, Constraint)]
        getattr(poster.core, self.name)(*self.numbers, literals)

    def met(self, on: list[int], nodes: int, edges: Any) -> bool:
        if self.name == "closed_loop":
            chosen = [edge for edge, b in zip(edges, on) if b]
            degree = [sum(v in edge for edge in chosen) for v in range(nodes)]
            inside = {v for v in range(nodes) if degree[v]}
            if not chosen or any(degree[v] != 2 for v in inside):
                return False
        else:
            inside = {v for v in range(nodes) if on[v]}
            chosen = [edge for edge in edges if set(edge) <= inside]
        if not inside:
            return True
        seen, todo = set(), [min(inside)]
        while todo:
            v = todo.pop()
            if v not in seen:
                seen.add(v)
                todo.extend(w for edge in chosen if v in edge for w in edge)
        return seen == inside


class Value(Expr):
    """A whole number that lists of terms determine."""

    __slots__ = ("lists", "numbers")
    name = ""
    #: Whether the core states it with a sum in the place of its value.
    takes_sums = False

    def __init__(self, lists: Sequence[Sequence[Term]], *numbers: Any) -> None:
        self.lists = [list(one) for one in lists]
        self.numbers = numbers
        for one in self.parts():
            if isinstance(one, Expr):
                one._used()

    def parts(self) -> Iterable[Term]:
        return itertools.chain.from_iterable(self.lists)

    def value(self, at: Values) -> int:
        return self.of(*[[value(term, at) for term in one] for one in self.lists], *self.numbers)

    def of(self, *given: Any) -> int:
        """The value for values of the lists."""
        raise NotImplementedError

    def post_value(self, poster: Poster, y: Linear, guards: list[int]) -> None:
        """States that it equals a sum; of one variable unless it takes sums."""
        raise NotImplementedError

    shown = Global.shown


class Extreme(Value):
    """``maximum`` and ``minimum``."""

    __slots__ = ("name",)

    def __init__(self, name: str, xs: Sequence[Term]) -> None:
        self.name = name
        super().__init__([xs])

    def bounds(self) -> tuple[int, int]:
        lows, highs = zip(*map(bounds, self.lists[0]))
        of: Callable[[Any], int] = max if self.name == "maximum" else min
        return of(lows), of(highs)

    def of(self, xs: list[int]) -> int:
        return max(xs) if self.name == "maximum" else min(xs)

    def post_value(self, poster: Poster, y: Linear, guards: list[int]) -> None:
        poster.core.function(self.name, y[0][0][1], poster.all_variables(self.lists[0], guards))


class Element(Value):
    """``values[i]``; undefined for a place that is not there."""

    __slots__ = ()
    name = "element"

    def bounds(self) -> tuple[int, int]:
        low, high = bounds(self.lists[1][0])
        lows, highs = zip(*map(bounds, self.lists[0][max(low, 0) : max(high, 0) + 1] or self.lists[0]))
        return min(lows), max(highs)

    def of(self, xs: list[int], at: list[int]) -> int:
        if not 0 <= at[0] < len(xs):
            raise Undefined
        return xs[at[0]]

    def post_value(self, poster: Poster, y: Linear, guards: list[int]) -> None:
        xs, (i,) = self.lists
        index = poster.variable(i, guards)
        low, high = poster.ranges[index]
        if low < 0 or high >= len(xs):
            # A place in the list in any case: 0 where the given one is none, and a guard is false.
            inside = poster.literal(And(Comparison(i, ">=", 0), Comparison(i, "<", len(xs))))
            guards.append(inside)
            safe = poster.fresh(0, len(xs) - 1)
            poster.core.compare(([(1, safe), (-1, index)], [], 0), "==", inside)
            poster.core.compare(([(1, safe)], [], 0), "==", -inside)
            index = safe
        if any(isinstance(x, Expr) for x in xs):
            poster.core.element(y[0][0][1], poster.all_variables(xs, guards), index)
        else:
            poster.core.element_of(y[0][0][1], xs, index)


class Count(Value):
    """How many of the terms have a value, which is a number or a term."""

    __slots__ = ()
    name = "count_of"
    takes_sums = True

    def parts(self) -> Iterable[Term]:
        return (*self.lists[0], self.numbers[0]) if isinstance(self.numbers[0], Expr) else self.lists[0]

    def bounds(self) -> tuple[int, int]:
        return 0, len(self.lists[0])

    def value(self, at: Values) -> int:
        return [value(x, at) for x in self.lists[0]].count(value(self.numbers[0], at))

    def post_value(self, poster: Poster, y: Linear, guards: list[int]) -> None:
        xs = poster.all_variables(self.lists[0], guards)
        if isinstance(self.numbers[0], Expr):
            poster.core.count_equal(xs, poster.variable(self.numbers[0], guards), y)
        else:
            poster.core.count_of(xs, self.numbers[0], y)


class Among(Value):
    """How many of the terms have one of these values."""

    __slots__ = ()
    name = "among"
    takes_sums = True

    def bounds(self) -> tuple[int, int]:
        return 0, len(self.lists[0])

    def of(self, xs: list[int], numbers: Any) -> int:
        return sum(x in numbers for x in xs)

    def post_value(self, poster: Poster, y: Linear, guards: list[int]) -> None:
        poster.core.among(poster.all_variables(self.lists[0], guards), list(self.numbers[0]), y)


def same_length(what: str, *lists: Sequence[Any]) -> None:
    """Raises `Unsuited` unless lists have one length."""
    if len({len(one) for one in lists}) > 1:
        raise Unsuited(f"{what}: lists of one length are expected, not of {', '.join(str(len(one)) for one in lists)}")

