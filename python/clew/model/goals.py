"""Questions with goals: the best solution, several goals, several solutions, and constraints that exclude each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar, Union

from ..errors import LimitReached, NoSolution, Unsuited
from .constraints import BoolVar, Comparison, Constraint, Or
from .expressions import Expr, IntVar, Sum, Term, as_term
from .globals import Element, Extreme
from .replies import ModelReply, ModelSolution

if TYPE_CHECKING:
    from .questions import Model

Goal = Union[Expr, int, Sequence[Union[Expr, int]]]


class Known:
    """The variables that a model knows: those of each owner up to numbers of integer and of Boolean ones."""

    def __init__(self, owners: Mapping[int, tuple[int, int] | None]) -> None:
        self.owners = dict(owners)

    def __call__(self, variable: IntVar | BoolVar) -> None:
        """Raises `Unsuited` unless a variable is one of them."""
        limit = self.owners.get(variable.owner, (0, 0) if variable.owner >= 0 else None)
        if limit is not None:
            is_int = isinstance(variable, IntVar)
            if (variable.index >= limit[0]) if is_int else (abs(variable.index) > limit[1]):
                raise Unsuited(f"{variable.name} is a variable of another model, or was made after the question was asked")

    def now(self, ints: Sequence[IntVar], bools: Sequence[BoolVar]) -> Known:
        """Those that there are now."""
        most = (1 + max((x.index for x in ints), default=-1), max((b.index for b in bools), default=0))
        return Known({owner: limit or most for owner, limit in self.owners.items()})


def reply(outcome: Any, found: list[ModelSolution], **more: Any) -> ModelReply:
    """A reply of an outcome of the core."""
    return ModelReply(
        **{
            "verdict": outcome.verdict,
            "solutions": found,
            "exact": outcome.exact,
            "count": outcome.count,
            "stopped": outcome.stopped,
            "seconds": outcome.seconds,
            "method": outcome.method,
            "stats": outcome.stats,
            **more,
        }
    )


class Clock:
    """Divides the time of a question among the searches that it takes."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        limit = self.options.pop("time", None)
        self.end = None if limit is None else time.monotonic() + seconds(limit)

    def left(self, part: float = 1.0) -> dict[str, Any]:
        """The options of the next search, which may take a part of the time that is left."""
        if self.end is None:
            return dict(self.options)
        return {**self.options, "time": max(0.0, self.end - time.monotonic()) * part}


def seconds(limit: Any) -> float:
    """A time limit in seconds."""
    if isinstance(limit, timedelta):
        return limit.total_seconds()
    if isinstance(limit, str):
        from .._clew import seconds as spelled

        return spelled(limit)
    return float(limit)


# --- the best solution


def with_goal(of: Model, goal: Term) -> tuple[Model, Any]:
    """A copy of a model in which the goal is a sum of variables, and this sum."""
    made = of.clone()
    guards: list[int] = []
    linear = made._poster.linear(by_elements(goal), guards)
    for guard in guards:
        made._core.clause([guard])
    return made, linear


#: Values of a variable whose costs become a list.
_LISTED = 1 << 12


def by_elements(goal: Term) -> Term:
    """The goal with the costs of a variable's values, ``3 * (x == 0) + 5 * (x == 1)``, as one element of a list. The list has
    bounds for whatever values are left, which a sum over truth values does not have; it equals the sum for every value."""
    if not isinstance(goal, Sum):
        return goal
    costs: dict[int, tuple[IntVar, dict[int, int]]] = {}
    rest = Sum.of(goal.constant)
    for factor, term in goal.terms:
        if isinstance(term, Comparison) and term.relation == "==" and isinstance(term.left, IntVar) and isinstance(term.right, int):
            _, listed = costs.setdefault(term.left.index, (term.left, {}))
            listed[term.right] = listed.get(term.right, 0) + factor
        else:
            rest = rest.plus(factor, term)
    for x, listed in costs.values():
        if len(listed) < 2 or x.ub - x.lb >= _LISTED:
            for value, factor in listed.items():
                rest = rest.plus(factor, Comparison(x, "==", value))
            continue
        values: list[Term] = [listed.get(value, 0) for value in range(x.lb, x.ub + 1)]
        rest = rest.plus(1, Element([values, [Sum.of(x).plus(-1, x.lb)]]))
    return rest


def hinted(of: Model, hint: Mapping[Any, int] | None) -> Model:
    """A copy of a model whose search begins with the values of a hint; the model itself without a hint."""
    if not hint:
        return of
    made = of.clone()
    guards: list[int] = []
    for x, value in hint.items():
        if isinstance(x, BoolVar):
            made._core.hint_truth(x.index, bool(value))
        else:
            made._core.hint(made._poster.variable(as_term(x), guards), value)
    for guard in guards:
        made._core.clause([guard])
    return made


def best(
    of: Model,
    goal: Goal,
    which: str,
    hint: Mapping[Any, int] | None,
    on_solution: Callable[[ModelSolution], Any] | None,
    log: Any,
    options: dict[str, Any],
) -> ModelReply:
    """The best solution for a goal, or for several, the first one first."""
    wanted = [as_term(goal)] if isinstance(goal, (Expr, int)) or not hasattr(goal, "__iter__") else [as_term(one) for one in goal]
    if not wanted:
        raise Unsuited("there is no goal")
    clock, values = Clock(options), []
    made, last = of, None
    for one in wanted:
        found = _one(made, one, which, hint, on_solution, log, clock)
        if found.solution is None or not found.exact:
            if last is None or found.verdict == "none":
                return found if last is None else last
            # The goals before are proved; this one is not.
            return _joined(found if found.solution is not None else last, values, found, exact=False)
        last = found
        values.append(found.objective)
        made = made.clone() if made is of else made
        assert found.objective is not None
        made.add(Comparison(one, "==", found.objective), name="goal")
        hint = None
    assert last is not None
    return last if len(wanted) == 1 else _joined(last, values, last, exact=True)


def _joined(shown: ModelReply, values: list[Any], last: ModelReply, exact: bool) -> ModelReply:
    """A reply about several goals: the value of the first one is its objective."""
    all_values = tuple(values) if exact else (*values, last.objective) if last.objective is not None else tuple(values)
    return ModelReply(
        verdict="optimal" if exact else "solved",
        solutions=shown.solutions,
        objective=all_values[0] if all_values else None,
        bound=all_values[0] if all_values and (exact or len(values) > 0) else last.bound,
        exact=exact,
        stopped=last.stopped,
        seconds=last.seconds,
        method=last.method,
        stats=last.stats,
        objectives=all_values,
    )


def _one(
    of: Model,
    goal: Term,
    which: str,
    hint: Mapping[Any, int] | None,
    on_solution: Callable[[ModelSolution], Any] | None,
    log: Any,
    clock: Clock,
) -> ModelReply:
    made, linear = with_goal(hinted(of, hint), goal)
    begin, scheme = time.monotonic(), of._scheme()
    low, high = made._poster.reach(linear)
    bound = low if which == "minimize" else high
    say = print if log is True else log or None

    def tell(solution: ModelSolution) -> bool:
        if say is not None:
            say(f"{time.monotonic() - begin:8.2f} s  {which} {solution.objective}  (no better than {bound})")
        return bool(on_solution(solution)) if on_solution is not None else False

    each = None
    if say is not None or on_solution is not None:

        def each(ints: list[int], bools: list[bool]) -> bool:
            solution = ModelSolution(scheme, (ints, bools))
            solution.objective = int(solution[goal])
            return tell(solution)

    outcome = made._core.ask(which, 1, linear, each, clock.left())
    found = [ModelSolution(scheme, values, outcome.objective) for values in outcome.solutions]
    objective = outcome.objective
    verdict = "optimal" if found and outcome.exact else "solved" if found else "none" if outcome.exact else "unknown"
    if outcome.bound is not None:
        bound = max(bound, outcome.bound) if which == "minimize" else min(bound, outcome.bound)
    return reply(outcome, found, verdict=verdict, objective=objective, bound=bound, objectives=() if objective is None else (objective,))


# --- several solutions


def _proved(found: ModelReply, what: str) -> bool:
    """Whether there is a solution and it is the best; raises `LimitReached` if that is not known."""
    if found.exact:
        return found.solution is not None
    raise LimitReached(f"a limit came before {what} (stopped: {found.stopped})", found.stopped, found.solution)


def pareto(of: Model, minimize: list[Any], maximize: list[Any], options: Mapping[str, Any]) -> Iterator[ModelSolution]:
    """The solutions that no other one beats. The one with the least sum of goals among those that no solution before beats
    or equals is beaten by none: one that beat it would have a smaller sum, and would be beaten by one before as little."""
    goals = [as_term(goal) for goal in minimize] + [Sum.of(as_term(goal)).times(-1) for goal in maximize]
    if not goals:
        raise Unsuited("there is no goal")
    total = Sum.of(0)
    for goal in goals:
        total = total.plus(1, goal)
    made, clock = of.clone(), Clock(options)
    while True:
        found = _one(made, total, "minimize", None, None, False, clock)
        if not _proved(found, "the last solution was found"):
            return
        assert found.solution is not None
        values = [found.solution[goal] for goal in goals]
        yield found.solution
        made.add(Or(*(Comparison(goal, "<", value) for goal, value in zip(goals, values))))


def _apart(of: Model, solution: ModelSolution) -> list[Constraint]:
    """For each variable that counts, that it differs from its value in a solution."""
    variables: Sequence[IntVar | BoolVar] = of.variables if of._apart is None else of._apart
    return [Comparison(x, "!=", int(solution[x])) for x in variables]


def k_best(of: Model, k: int, minimize: Any, maximize: Any, options: Mapping[str, Any]) -> Iterator[ModelSolution]:
    """The best solutions, each excluded before the next one is sought."""
    if (minimize is None) == (maximize is None):
        raise Unsuited("one of minimize and maximize is expected")
    which = "minimize" if maximize is None else "maximize"
    goal = as_term(minimize if maximize is None else maximize)
    made, clock = of.clone(), Clock(options)
    for _ in range(k):
        found = _one(made, goal, which, None, None, False, clock)
        if not _proved(found, f"{k} solutions were found"):
            return
        assert found.solution is not None
        yield found.solution
        made.add(Or(*_apart(of, found.solution)))


def diverse(of: Model, k: int, options: Mapping[str, Any]) -> Iterator[ModelSolution]:
    """Solutions that differ much: the next one is as far as possible from the nearest before."""
    clock, far = Clock(options), []
    try:
        solution = of.solve(**clock.left()) if k > 0 else None
    except NoSolution:
        return
    while solution is not None:
        yield solution
        apart = Sum.of(0)
        for differs in _apart(of, solution):
            apart = apart.plus(1, differs)
        far.append(apart)
        if len(far) >= k:
            return
        found = _one(of, Extreme("minimum", far), "maximize", None, None, False, clock)
        # The next one may be the best that was found in time: it is a solution in any case.
        solution = found.solution if found.objective else None


# --- constraints that exclude each other


def conflict(of: Model, assumptions: Any, options: Mapping[str, Any]) -> list[str]:
    """A minimal set of constraints without a solution."""
    clock = Clock(options)
    groups: dict[str, list[tuple[Constraint, str]]] = {}
    known = of._under(assumptions)
    for constraint, name in known._stated:
        label = repr(constraint) if name in ("", "assumption") else name
        groups.setdefault(label, []).append((constraint, name))

    def clash(labels: Sequence[str]) -> bool:
        return _none(known._of([pair for label in labels for pair in groups[label]]), clock)

    labels = list(groups)
    if not clash(labels):
        raise Unsuited("there is a solution, so no constraints exclude each other")
    return minimal(labels, clash)


def minimal_subset(of: Model, constraints: Sequence[Constraint], options: Mapping[str, Any]) -> list[int]:
    """Places of constraints that have no solution together in a model, none of which can be left out."""
    clock = Clock(options)

    def clash(places: Sequence[int]) -> bool:
        return _none(of._under([constraints[place] for place in places]), clock)

    places = list(range(len(constraints)))
    if not clash(places):
        raise Unsuited("there is a solution, so no constraints exclude each other")
    return minimal(places, clash)


def _none(of: Model, clock: Clock) -> bool:
    """Whether a model has no solution; raises `LimitReached` if that is not known."""
    found = of._ask("solve", **clock.left())
    if found.solutions or found.exact:
        return not found.solutions
    raise LimitReached(f"a limit came before the conflict was found (stopped: {found.stopped})", found.stopped)


Item = TypeVar("Item")


def minimal(items: list[Item], clash: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A minimal part of items that clash, in their order, by QuickXplain (Junker, 2004)."""

    def part(firm: list[Item], added: bool, open_: list[Item]) -> list[Item]:
        if added and clash(firm):
            return []
        if len(open_) == 1:
            return open_
        half = len(open_) // 2
        left, right = open_[:half], open_[half:]
        second = part(firm + left, bool(left), right)
        first = part(firm + second, bool(second), left)
        return first + second

    return part([], True, items) if items else []


def one(of: Model, hint: Mapping[Any, int] | None, options: Mapping[str, Any]) -> ModelReply:
    """A reply with one solution, which has the values of a hint where they are possible."""
    return hinted(of, hint)._ask("solve", **options)
