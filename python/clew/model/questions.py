"""Models, with the questions about their solutions."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _clew
from ..aio import run
from ..errors import LimitReached, NoSolution, Unsuited
from . import goals
from .constraints import BoolVar
from .expressions import IntVar, as_term
from .goals import Goal
from .posting import Poster
from .replies import ModelReply, ModelSolution, ModelSolutions, Scheme
from .stating import Statements

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import Options
    from ..results import Certificate


class Model(Statements):
    """Variables and constraints of one's own, and questions about their solutions.

    ``m.add(x + 2 * y <= 7)`` or ``m += clew.all_different(row)`` state constraints. Questions take the keywords of `Options`,
    as those about puzzles do. Every solution is held against the plain meaning of each constraint.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y = m.int(0, 9, "x"), m.int(0, 9, "y")
    >>> m.add(x * y == 12, x < y)
    >>> print(m)
    x in 0..9
    y in 0..9
    x*y == 12
    x < y
    >>> [(s[x], s[y]) for s in m.solutions()]
    [(2, 6), (3, 4)]
    """

    @staticmethod
    def from_flatzinc(text: str) -> Model:
        """A model of FlatZinc, with its variables by name in `variables`; its goal, if there is one, is left to the caller.

        Raises `ParseError` with the line and column of a mistake.

        >>> import clew
        >>> m = clew.Model.from_flatzinc("var 1..9: x;\\nconstraint int_le(4, x);\\nsolve satisfy;\\n")
        >>> m.count()
        6
        """
        made = Model()
        core, ints, bools = _clew.Core.from_flatzinc(text)
        made._ints = [IntVar(made._owner, at, name, range(low, high + 1)) for at, (name, low, high) in enumerate(ints)]
        made._bools = [BoolVar(made._owner, at + 1, name) for at, name in enumerate(bools)]
        made._names = {x.name for x in made.variables}
        made._core, made._base, made._text = core, core.copy(), text
        made._poster = Poster(core, made._known)
        return made

    def _scheme(self) -> Scheme:
        return Scheme(self._ints, self._bools, self._known.now(self._ints, self._bools))

    def _ask(self, question: str, limit: builtins.int = 1, each: Callable[..., Any] | None = None, **options: Any) -> ModelReply:
        """Puts a question without a goal to the core."""
        outcome = self._core.ask(question, limit, None, each, options)
        scheme = self._scheme()
        found = [ModelSolution(scheme, values) for values in outcome.solutions]
        return goals.reply(outcome, found)

    def _under(self, assumptions: Any) -> Model:
        """The model with constraints that hold for one question."""
        if not assumptions:
            return self
        made = self.clone()
        made.add(assumptions, name="assumption")
        return made

    def check(self, *, assumptions: Any = (), **options: Unpack[Options]) -> ModelReply:
        """Whether it has no solution, one or several: a reply with two at most. Constraints among the ``assumptions`` hold
        for this question alone.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 9)
        >>> m.check().verdict, m.check(assumptions=[x >= 9]).verdict, m.check(assumptions=[x > 9]).verdict
        ('multiple', 'unique', 'none')
        """
        return self._under(assumptions)._ask("check", **options)

    def solve(
        self, *, assumptions: Any = (), hint: Mapping[Any, builtins.int] | None = None, **options: Unpack[Options]
    ) -> ModelSolution:
        """A solution. ``hint={x: 3}`` gives values that are tried first.

        Raises `NoSolution`, or `LimitReached` if a limit came first.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.ints(2, 0, 9)
        >>> m.add(x + y == 9)
        >>> m.solve(hint={x: 7})[y]
        2
        """
        reply = goals.one(self._under(assumptions), hint, options)
        if reply.solution is not None:
            return reply.solution
        if reply.exact:
            raise NoSolution("there is no solution (m.conflict() names constraints that exclude each other)")
        raise LimitReached(f"a limit came before a solution was found (stopped: {reply.stopped})", reply.stopped)

    def solutions(self, limit: builtins.int | None = None, **options: Unpack[Options]) -> ModelSolutions:
        """All solutions, or at most ``limit``: an iterator that gives each when it is found.

        Raises `LimitReached`, whose ``partial`` is the number of those that were found, if time, decisions or memory ended
        first.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 9)
        >>> [s[x] for s in m.solutions(limit=3)]
        [0, 1, 2]
        """
        core, scheme, most = self._core.copy(), self._scheme(), 2**63 - 1 if limit is None else limit

        def ask(put: Any, stop: _clew.Cancel) -> Any:
            stopped = options.get("cancel")
            if stopped is not None:
                # A search has one flag of its caller; this one is raised by either.
                return core.ask("solve", most, None, lambda *found: stopped.cancelled or put(*found), {**options, "cancel": stopped})
            return core.ask("solve", most, None, put, {**options, "cancel": stop})

        return ModelSolutions(ask, lambda values: ModelSolution(scheme, values), limit)

    def count(self, *, assumptions: Any = (), **options: Unpack[Options]) -> builtins.int:
        """The exact number of solutions: two differ in the value of a variable.

        Raises `LimitReached`, whose ``partial`` is a lower bound of the number.

        >>> import clew
        >>> m = clew.Model()
        >>> m.add(clew.all_different(m.ints(5, 1, 6)))
        >>> m.count()
        720
        """
        reply = self._under(assumptions)._ask("count", **options)
        if reply.exact:
            return reply.count
        raise LimitReached(f"a limit came before all solutions were counted (stopped: {reply.stopped})", reply.stopped, reply.count)

    def minimize(
        self,
        goal: Goal,
        *,
        assumptions: Any = (),
        hint: Mapping[Any, builtins.int] | None = None,
        on_solution: Callable[[ModelSolution], Any] | None = None,
        log: Any = False,
        **options: Unpack[Options],
    ) -> ModelReply:
        """A solution in which the goal, an expression, is as small as possible; of a list of goals the first counts most,
        and each further one among the solutions that are best so far.

        ``on_solution`` is called with each better solution, whose ``objective`` is its value, and ends the search if it
        returns True. ``log=True`` prints a line for each; a function gets the lines.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.ints(2, 0, 9)
        >>> m.add(2 * x + 3 * y >= 13)
        >>> reply = m.minimize([x + y, x])
        >>> reply.verdict, reply.objectives, reply.bound
        ('optimal', (5, 0), 5)
        """
        return goals.best(self._under(assumptions), goal, "minimize", hint, on_solution, log, dict(options))

    def maximize(
        self,
        goal: Goal,
        *,
        assumptions: Any = (),
        hint: Mapping[Any, builtins.int] | None = None,
        on_solution: Callable[[ModelSolution], Any] | None = None,
        log: Any = False,
        **options: Unpack[Options],
    ) -> ModelReply:
        """A solution in which the goal is as large as possible; otherwise as `minimize`.

        >>> import clew
        >>> m = clew.Model()
        >>> take = m.bools(3)
        >>> m.add(5 * take[0] + 4 * take[1] + 3 * take[2] <= 8)
        >>> m.maximize(6 * take[0] + 5 * take[1] + 4 * take[2]).objective
        10
        """
        return goals.best(self._under(assumptions), goal, "maximize", hint, on_solution, log, dict(options))

    def pareto(self, minimize: Sequence[Any] = (), maximize: Sequence[Any] = (), **options: Unpack[Options]) -> Iterator[ModelSolution]:
        """Solutions that no other one beats in all goals: one for each attainable combination of values.

        Raises `LimitReached` if a limit came before the last one.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.int(0, 3), m.int(0, 3)
        >>> m.add(x + y >= 2)
        >>> sorted((s[x], s[y]) for s in m.pareto(minimize=[x, y]))
        [(0, 2), (1, 1), (2, 0)]
        """
        return goals.pareto(self, list(minimize), list(maximize), options)

    def best(self, k: builtins.int, *, minimize: Any = None, maximize: Any = None, **options: Unpack[Options]) -> Iterator[ModelSolution]:
        """The ``k`` best solutions, the best one first.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 9)
        >>> [s[x] for s in m.best(3, maximize=x)]
        [9, 8, 7]
        """
        return goals.k_best(self, k, minimize, maximize, options)

    def diverse(self, k: builtins.int, **options: Unpack[Options]) -> Iterator[ModelSolution]:
        """Up to ``k`` solutions, each as far as possible from those before: in as many variables as possible its value differs
        from that in the nearest of them.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.ints(3, 0, 1)
        >>> a, b = m.diverse(2)
        >>> [u != v for u, v in zip(a[x], b[x])]
        [True, True, True]
        """
        return goals.diverse(self, k, options)

    def conflict(self, *, assumptions: Any = (), **options: Unpack[Options]) -> list[str]:
        """Constraints that have no solution together, none of which can be left out: their names, or their texts.
        Constraints of one name belong together.

        Raises `Unsuited` if there is a solution, `LimitReached` if a limit came first.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.int(0, 9, "x"), m.int(0, 9, "y")
        >>> m.add(x + y >= 14, name="much")
        >>> m.add(x <= 5, name="small x")
        >>> m.add(x != y, y <= 8)
        >>> m.conflict()
        ['much', 'small x', 'y <= 8']
        """
        return goals.conflict(self, assumptions, options)

    def profile(self, task: str = "check", **options: Unpack[Options]) -> dict[str, Any]:
        """Solves it with every call of a propagator timed: ``reply``, ``propagators`` by kind and ``constraints`` by name, each
        a list of dictionaries, as a table has them. The task is ``"check"``, ``"solve"`` or ``"count"``.

        >>> import clew
        >>> m = clew.Model()
        >>> m.add(clew.all_different(m.ints(4, 1, 4)), name="row")
        >>> m.profile("count")["constraints"][0]["name"]
        'row'
        """
        outcome, kinds, named = self._core.profile(task, dict(options))
        scheme = self._scheme()
        found = [ModelSolution(scheme, values) for values in outcome.solutions]
        return {"reply": goals.reply(outcome, found), "propagators": kinds, "constraints": named}

    def trace(self, **options: Any) -> list[dict[str, Any]]:
        """Inferences with rule, premises and conclusion, decisions, and learnt clauses: dictionaries, one per row, with the
        keywords of `Puzzle.trace`.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.int(0, 9, "x"), m.int(0, 9, "y")
        >>> m.add(x + y >= 17)
        >>> m.trace(first=1)[0]["conclusion"]
        ['x = 8']
        """
        return self._core.trace(options)

    def export(self, to: str, *, minimize: Any = None, maximize: Any = None) -> Exported:
        """The model in the language of another solver: ``"lp"``, ``"mps"``, ``"opb"``, ``"cnf"``, ``"fzn"`` (FlatZinc) or
        ``"mzn"`` (MiniZinc), with an objective if ``minimize`` or ``maximize`` is an expression.

        Constraints become rows; ``read`` of the returned object takes the solver's output. Raises `Unsuited` if the
        language cannot state the model, or it becomes too large.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 9, "x")
        >>> "solve maximize" in m.export("fzn", maximize=x).text
        True
        """
        if minimize is not None and maximize is not None:
            raise Unsuited("minimize and maximize exclude each other")
        goal = minimize if maximize is None else maximize
        of = self if goal is None else goals.with_goal(self, as_term(goal))[0]
        linear = None if goal is None else goals.with_goal(self, as_term(goal))[1]
        return Exported(of._core.export(to, maximize is not None, linear), self._scheme())

    def prove(self, *, minimize: Any = None, maximize: Any = None, **options: Unpack[Options]) -> Certificate:
        """A certificate that there is no solution, or a solution, or with a goal that no solution is better than the best.

        It is about the model in FlatZinc, as `export` writes it: ``model.fzn`` among its documents, with the rows that state
        it (``model.opb``) and the proof for VeriPB. ``save`` writes them for ``clew certify``, and `clew.certified` checks all
        but the proof. Raises `Unsuited` with the reason if a proof cannot state the model, `LimitReached` if a limit came first.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.ints(2, 0, 9)
        >>> m.add(2 * x + 3 * y >= 13)
        >>> certificate = m.prove(minimize=x + y)
        >>> certificate.claim
        'the goal: 5, and none better'
        >>> clew.certified(certificate.documents) == certificate.claim
        True
        """
        text = self.export("fzn", minimize=minimize, maximize=maximize).text
        made: Certificate = _clew.prove_flatzinc(text, dict(options))
        return made

    # --- without waiting

    async def check_async(self, **options: Any) -> ModelReply:
        """The same as `check` while other tasks of asyncio run; a cancelled task ends the search.

        >>> import asyncio, clew
        >>> m = clew.Model()
        >>> x = m.int(3, 3)
        >>> asyncio.run(m.check_async(time=5)).verdict
        'unique'
        """
        return await run(self.check, **options)

    async def solve_async(self, **options: Any) -> ModelSolution:
        """The same as `solve` while other tasks of asyncio run.

        >>> import asyncio, clew
        >>> m = clew.Model()
        >>> x = m.int(3, 3)
        >>> asyncio.run(m.solve_async())[x]
        3
        """
        return await run(self.solve, **options)

    async def count_async(self, **options: Any) -> builtins.int:
        """The same as `count` while other tasks of asyncio run.

        >>> import asyncio, clew
        >>> m = clew.Model()
        >>> x = m.int(1, 5)
        >>> asyncio.run(m.count_async())
        5
        """
        return await run(self.count, **options)


class Exported:
    """A model in the language of another solver, from `Model.export`.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(2 * m.int(0, 9, "x") <= 7)
    >>> print(m.export("lp").text.splitlines()[-1])
    End
    """

    def __init__(self, written: Any, scheme: Scheme) -> None:
        self._written = written
        self._scheme = scheme

    @property
    def text(self) -> str:
        """The text for the solver."""
        return str(self._written.text)

    def read(self, output: str) -> list[ModelSolution]:
        """The solutions in a solver's output, each checked against every constraint; empty if the solver found that there
        is none.

        Raises `Unsuited` if the output is of no known form, the solver did not come to an end, or a solution breaks a
        constraint.
        """
        return [ModelSolution(self._scheme, values) for values in self._written.read(output)]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<clew.Exported {len(self.text)} characters>"
