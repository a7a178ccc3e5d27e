"""Intervals of time: jobs with variable lengths that may be left out, and the constraints between them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from ..errors import Unsuited
from .constraints import And, Comparison, Constraint, Not, Or, Truth, statement
from .expressions import Expr, Sum, Term, as_term, bounds, terms
from .globals import Cumulative, CumulativeOf, NoOverlap, same_length


class Interval:
    """A job: its start, its length, its end, and whether it takes place. Made by `Model.interval`.

    >>> import clew
    >>> m = clew.Model()
    >>> a = m.interval(m.int(0, 4), 3, "a")
    >>> b = m.interval(m.int(0, 4), m.int(1, 2), "b", optional=True)
    >>> m.add(clew.no_overlap([a, b]), a.start == 0, b.end <= 5, b.present)
    >>> sorted(m.solve()[b])
    [3, 4]
    """

    __slots__ = ("start", "length", "end", "present", "name")

    def __init__(self, start: Term, length: Term, end: Term, present: Constraint, name: str) -> None:
        self.start = start
        self.length = length
        self.end = end
        #: A constraint that holds if it takes place.
        self.present = present
        self.name = name

    def _in_solution(self, solution: Any) -> tuple[int, int] | None:
        """Its start and its end; ``None`` if it does not take place."""
        return (solution[self.start], solution[self.end]) if solution[self.present] else None

    @property
    def is_optional(self) -> bool:
        """Whether it may be left out."""
        return not (isinstance(self.present, Truth) and self.present.truth)

    def __repr__(self) -> str:
        return f"<clew.Interval {self.name}: from {self.start} for {self.length}>"


def interval(start: Any, length: Any, name: str, present: Any) -> tuple[Interval, Constraint]:
    """An interval, and what its parts must satisfy: a length is never negative."""
    begin, size = as_term(start), as_term(length)
    holds = Truth(True) if present is None else statement(present)
    end = Sum.of(begin).plus(1, size)
    made = Interval(begin, size, end, holds, name)
    low, _ = bounds(size)
    return made, Truth(True) if low >= 0 else Comparison(size, ">=", 0)


def _before(a: Interval, b: Interval) -> Constraint:
    return Comparison(a.end, "<=", b.start)


def _absent(*intervals: Interval) -> list[Constraint]:
    return [Not(one.present) for one in intervals if one.is_optional]


def _empty(one: Term) -> list[Constraint]:
    low, _ = bounds(one)
    return [Comparison(one, "==", 0)] if low <= 0 else []


def no_overlap(starts: Iterable[Any], lengths: Any = None) -> Constraint:
    """No two of the jobs overlap: intervals, or starts with lengths, which are numbers or expressions. A job of length 0
    overlaps nothing.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.no_overlap(m.ints(2, 0, 3), [2, 1]))
    >>> m.count()
    9
    """
    jobs = list(starts)
    if lengths is None:
        if not all(isinstance(job, Interval) for job in jobs):
            raise TypeError("no_overlap: intervals are expected, or starts and lengths")
        if not any(job.is_optional or isinstance(job.length, Expr) for job in jobs):
            return NoOverlap([terms(job.start for job in jobs)], [job.length for job in jobs])
        return And(*(Or(_before(a, b), _before(b, a), *_absent(a, b), *_empty(a.length), *_empty(b.length)) for a, b in itertools.combinations(jobs, 2)))
    sizes = terms(lengths)
    same_length("no_overlap", jobs, sizes)
    if all(not isinstance(size, Expr) for size in sizes):
        return NoOverlap([terms(jobs)], sizes)
    made = [interval(start, size, "", None) for start, size in zip(jobs, sizes)]
    return And(*(known for _, known in made), no_overlap([job for job, _ in made]))


def no_overlap_2d(xs: Sequence[Interval], ys: Sequence[Interval]) -> Constraint:
    """No two of the rectangles overlap: rectangle k is ``xs[k]`` wide and ``ys[k]`` high, and is there if both are.

    >>> import clew
    >>> m = clew.Model()
    >>> xs = [m.interval(m.int(0, 2 - w), w) for w in (2, 1, 1)]
    >>> ys = [m.interval(m.int(0, 1), 1) for _ in range(3)]
    >>> m.add(clew.no_overlap_2d(xs, ys))
    >>> m.count()
    4
    """
    same_length("no_overlap_2d", xs, ys)
    made = []
    for (a, c), (b, d) in itertools.combinations(zip(xs, ys), 2):
        flat = [empty for one in (a, b, c, d) for empty in _empty(one.length)]
        made.append(Or(_before(a, b), _before(b, a), _before(c, d), _before(d, c), *_absent(a, b, c, d), *flat))
    return And(*made)


def cumulative(starts: Iterable[Any], *given: Any) -> Constraint:
    """The jobs that run at the same time do not exceed the capacity together: ``cumulative(intervals, needs, capacity)`` or
    ``cumulative(starts, lengths, needs, capacity)``. Lengths, needs and the capacity are numbers or expressions.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.cumulative(m.ints(3, 0, 1), [1, 1, 1], [2, 1, 1], 2))
    >>> m.count()
    2
    """
    jobs = list(starts)
    known: list[Constraint] = []
    if len(given) == 3:
        lengths = terms(given[0])
        same_length("cumulative", jobs, lengths)
        made = [interval(start, size, "", None) for start, size in zip(jobs, lengths)]
        jobs, known = [job for job, _ in made], [holds for _, holds in made]
    elif len(given) != 2:
        raise TypeError("cumulative: intervals, needs and a capacity are expected, or starts, lengths, needs and a capacity")
    needs, capacity = terms(given[-2]), as_term(given[-1])
    same_length("cumulative", jobs, needs)
    fixed = [job.start for job in jobs if not job.is_optional and not isinstance(job.length, Expr)]
    if len(fixed) == len(jobs) and not any(isinstance(number, Expr) for number in (*needs, capacity)):
        return Cumulative([fixed], [job.length for job in jobs], needs, capacity)
    # At the start of each job those that run then, itself among them, fit.
    fits: list[Constraint] = []
    for a in jobs:
        load = Sum.of(0)
        for b, need in zip(jobs, needs):
            runs: Constraint = And(Comparison(b.start, "<=", a.start), Comparison(a.start, "<", b.end))
            if b.is_optional:
                runs = And(runs, b.present)
            load = load.plus(1, _times(need, runs))
        fits.append(Or(Comparison(load, "<=", capacity), *_absent(a), *_empty(a.length)))
    known += [Comparison(need, ">=", 0) for need in needs if isinstance(need, Expr)]
    # A job that is absent needs nothing. Numbers below 0 are for the comparisons.
    loads = [_times(need, job.present) if job.is_optional else need for job, need in zip(jobs, needs)]
    lengths = [job.length for job in jobs]
    if jobs and all(bounds(number)[0] >= 0 for number in (*lengths, *loads, capacity)):
        return And(*known, CumulativeOf([[job.start for job in jobs], lengths, loads, [capacity]], And(*fits)))
    return And(*known, *fits)


def _times(need: Term, holds: Constraint) -> Expr:
    """What a job needs while it runs."""
    from .functions import Product

    return Product(need, holds) if isinstance(need, Expr) else Sum.of(holds).times(need)


def reservoir(times: Iterable[Any], changes: Iterable[Any], low: int, high: int, present: Iterable[Any] | None = None) -> Constraint:
    """A level begins at 0 and changes at these times by these amounts; after all changes of a moment it lies between
    ``low`` and ``high``. With ``present`` a change takes place only if its constraint holds.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(clew.reservoir(m.ints(2, 0, 2), [1, -1], 0, 1))
    >>> m.count()
    6
    """
    moments, amounts = terms(times), terms(changes)
    same_length("reservoir", moments, amounts)
    if low > 0 or high < 0:
        raise Unsuited("reservoir: the level begins at 0, which must lie between the bounds")
    there = [Truth(True)] * len(moments) if present is None else [statement(one) for one in present]
    same_length("reservoir", moments, there)
    made: list[Constraint] = []
    for a, holds in zip(moments, there):
        level = Sum.of(0)
        for b, amount, taken in zip(moments, amounts, there):
            before: Constraint = Comparison(b, "<=", a)
            if present is not None:
                before = And(before, taken)
            level = level.plus(1, _times(amount, before))
        inside = And(Comparison(level, ">=", low), Comparison(level, "<=", high))
        made.append(inside if present is None else Or(Not(holds), inside))
    return And(*made)


