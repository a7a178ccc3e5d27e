"""Replies to questions about models, and the solutions in them: plain values, which are pickled and compared."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from .. import _clew
from ..errors import LimitReached, Unsuited
from ..results import Standing, Verdict
from .constraints import BoolVar, Constraint
from .drawn import ModelGrid
from .expressions import Expr, IntVar, Undefined, is_array, number


class Scheme:
    """The variables that a solution has values for, and how values are found: shared by all solutions of a question."""

    def __init__(self, ints: Sequence[IntVar], bools: Sequence[BoolVar], known: Callable[[Any], None]) -> None:
        self.ints = tuple(ints)
        self.bools = tuple(bools)
        self.known = known


class ModelSolution:
    """Values of all variables of a model, checked against every constraint.

    ``solution[x]`` is the value of a variable, an expression, a constraint, or the name of a variable; of a list, a tuple,
    a dictionary or an array of numpy it is one of the same shape.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y = m.int(3, 3, "x"), m.int(4, 4, "y")
    >>> solution = m.solve()
    >>> solution[x], solution["y"], solution[x * y], solution[x > y], solution[{"a": [x, y]}]
    (3, 4, 12, False, {'a': [3, 4]})
    """

    __slots__ = ("_scheme", "_ints", "_bools", "objective")

    def __init__(self, scheme: Scheme, values: tuple[list[int], list[bool]], objective: int | None = None) -> None:
        self._scheme = scheme
        self._ints, self._bools = values
        #: The value of the goal, if the question had one.
        self.objective = objective

    def _at(self, variable: IntVar | BoolVar) -> int:
        self._scheme.known(variable)
        try:
            if isinstance(variable, IntVar):
                return self._ints[variable.index]
            holds = self._bools[abs(variable.index) - 1]
        except IndexError:
            raise Unsuited("a variable is of another model, or was made after the question was asked") from None
        return int(holds == (variable.index > 0))

    @overload
    def __getitem__(self, of: Constraint) -> bool: ...
    @overload
    def __getitem__(self, of: Expr | int) -> int: ...
    @overload
    def __getitem__(self, of: str) -> int: ...
    @overload
    def __getitem__(self, of: list[list[IntVar]]) -> list[list[int]]: ...
    @overload
    def __getitem__(self, of: list[IntVar]) -> list[int]: ...
    @overload
    def __getitem__(self, of: list[BoolVar]) -> list[bool]: ...
    @overload
    def __getitem__(self, of: Any) -> Any: ...

    def __getitem__(self, of: Any) -> Any:
        if isinstance(of, Constraint):
            of._used()
            return bool(of.value(self._at))
        if isinstance(of, Expr):
            try:
                return of.value(self._at)
            except Undefined:
                raise Unsuited(f"{of.shown()} has no value in this solution") from None
        if isinstance(of, str):
            values = self.to_dict()
            if of not in values:
                raise KeyError(of)
            return values[of]
        if isinstance(of, Mapping):
            return {key: self[item] for key, item in of.items()}
        if is_array(of):
            import numpy

            plain = numpy.asarray(of)
            values_ = [self[item] for item in plain.ravel().tolist()]
            return numpy.array(values_).reshape(plain.shape)
        if isinstance(of, (list, tuple)):
            return type(of)(self[item] for item in of)
        if hasattr(of, "_in_solution"):
            return of._in_solution(self)
        found = number(of)
        if found is None:
            raise TypeError(f"a variable, an expression, a name or a collection of them is expected, not {of!r}")
        return found

    def to_dict(self) -> dict[str, int | bool]:
        """The values by name: numbers, and truth values of Boolean variables.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(3, 3, "x")
        >>> m.solve().to_dict()
        {'x': 3}
        """
        values: dict[str, int | bool] = {x.name: self._ints[x.index] for x in self._scheme.ints}
        values.update((b.name, self._bools[b.index - 1]) for b in self._scheme.bools)
        return values

    def grid(
        self,
        rows: Any,
        *,
        boxes: tuple[int, int] | None = None,
        filled: Sequence[int] = (),
        empty: Sequence[int] = (),
        clues: Sequence[tuple[int, int]] = (),
        cages: Sequence[tuple[Sequence[tuple[int, int]], Any]] = (),
        signs: Sequence[tuple[tuple[int, int], tuple[int, int]]] = (),
    ) -> ModelGrid:
        """The values of a grid of variables, a list of rows, as a drawing, which a notebook shows: ``boxes=(3, 3)`` draws
        thick lines around boxes of that many rows and columns, cells with a value of ``filled`` are filled, those with one
        of ``empty`` are left empty. Places are ``(row, column)`` from 0: ``clues`` are bold on grey, ``cages`` are pairs of
        places and a number or ``None``, ``signs`` pairs of neighbours, the one with the smaller value first.

        >>> import clew
        >>> m = clew.Model()
        >>> cells = m.grid(2, 2, 0, 1)
        >>> m.add(cells[r][c] == (r == c) for r in range(2) for c in range(2))
        >>> print(m.solve().grid(cells, filled=[1], empty=[0]))
        # .
        . #
        <BLANKLINE>
        """
        for row in rows:
            for item in row:
                if not isinstance(item, Expr):
                    raise TypeError(f"rows of variables are expected, not {item!r}")
        values = [[int(self[item]) for item in row] for row in rows]
        return ModelGrid(values, boxes, tuple(filled), tuple(empty), tuple(clues), tuple(cages), tuple(signs))

    def __getstate__(self) -> Any:
        scheme = (self._scheme.ints, self._scheme.bools, self._scheme.known)
        return scheme, self._ints, self._bools, self.objective

    def __setstate__(self, state: Any) -> None:
        scheme, self._ints, self._bools, self.objective = state
        self._scheme = Scheme(*scheme)

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if isinstance(other, ModelSolution) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._ints[x.index] for x in self._scheme.ints))

    def __repr__(self) -> str:
        shown = [f"{name}={value}" for name, value in self.to_dict().items()]
        more = f" and {len(shown) - 8} more" if len(shown) > 8 else ""
        return f"<clew.ModelSolution {' '.join(shown[:8])}{more}>"


@dataclass(frozen=True, repr=False)
class ModelReply:
    """The outcome of a question about a model.

    ``bool(reply)`` is whether the answer is yes: one solution for `Model.check`, a best one for `Model.minimize`. It raises
    `LimitReached` if a limit came before the answer, as a reply about a puzzle does.

    >>> import clew
    >>> m = clew.Model()
    >>> x = m.int(0, 9, "x")
    >>> m.maximize(x)
    <clew.ModelReply optimal, objective 9>
    >>> bool(m.check())
    False
    """

    #: ``"unique"``, ``"multiple"``, ``"none"``, ``"unknown"``; with a goal ``"optimal"`` (proved), ``"solved"`` (a solution,
    #: perhaps not the best), ``"none"``, ``"unknown"``.
    verdict: Verdict
    #: The solutions that were found; with a goal the best one.
    solutions: list[ModelSolution]
    #: The value of the goal at the best solution; ``None`` without one. Of several goals that of the first.
    objective: int | None = None
    #: What no solution is better than, as far as it is proved.
    bound: int | None = None
    #: Whether the search was complete: `count` is that of all solutions, or no solution is better.
    exact: bool = False
    #: The number of solutions, or a lower bound of it if not `exact`; without meaning with a goal.
    count: int = 0
    #: The limit that ended the work: ``"limit"``, ``"time"``, ``"nodes"``, ``"memory"``; ``None`` if there was none.
    stopped: str | None = None
    #: Seconds that the question took.
    seconds: float = 0.0
    #: How it was searched or counted.
    method: str = ""
    #: Figures of the search by name.
    stats: dict[str, Any] = field(default_factory=dict)
    #: The values of all goals, if there are several.
    objectives: tuple[int, ...] = ()

    @property
    def solution(self) -> ModelSolution | None:
        """The first of the solutions; ``None`` if there is none."""
        return self.solutions[0] if self.solutions else None

    @property
    def nodes(self) -> int:
        """Decisions of the search."""
        return int(self.stats.get("nodes", 0))

    @property
    def gap(self) -> float | None:
        """How far the objective may be from the best one, as a part of it; 0 if it is proved."""
        if self.objective is None or self.bound is None:
            return None
        return abs(self.objective - self.bound) / max(1, abs(self.objective))

    @property
    def standing(self) -> Standing:
        """The status of the question: ``"yes"``, ``"no"`` or ``"undecided"``."""
        if self.verdict in ("unique", "optimal"):
            return "yes"
        return "no" if self.verdict in ("multiple", "none") else "undecided"

    def to_dict(self) -> dict[str, Any]:
        """The document `clew-model-result/1`.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(3, 3, "x")
        >>> m.check().to_dict()["solutions"]
        [{'x': 3}]
        """
        made: dict[str, Any] = {
            "schema": "clew-model-result/1",
            "verdict": self.verdict,
            "count": str(self.count),
            "exact": self.exact,
            "stopped": self.stopped,
        }
        if self.objective is not None:
            made |= {"objective": self.objective, "objective_proved": self.exact, "bound": self.bound}
        made["solutions"] = [solution.to_dict() for solution in self.solutions]
        made |= {"network": "model", "search": self.method, "nodes": self.nodes}
        return made | {"failures": self.stats.get("failures", 0), "time_ms": round(self.seconds * 1e3, 3)}

    def __bool__(self) -> bool:
        if self.standing == "undecided":
            raise LimitReached(f"a limit came before the answer (stopped: {self.stopped})", self.stopped, self.solution)
        return self.standing == "yes"

    def __repr__(self) -> str:
        if self.objective is None:
            return f"<clew.ModelReply {self.verdict}>"
        bound = f", bound {self.bound}" if not self.exact and self.bound is not None else ""
        return f"<clew.ModelReply {self.verdict}, objective {self.objective}{bound}>"


class ModelSolutions(Iterator[ModelSolution]):
    """An iterator over solutions, which are found while it runs, on a thread of its own.

    It ends after all solutions, or after as many as were wanted; if another limit comes first it raises `LimitReached`.
    The search ends when the iterator is dropped.

    >>> import clew
    >>> m = clew.Model()
    >>> x = m.int(0, 10**6)
    >>> found = m.solutions()
    >>> next(found)[x] in range(10**6 + 1), found.found, found.complete
    (True, 1, False)
    """

    _AHEAD = 64

    def __init__(self, ask: Callable[[Callable[..., bool], Any], Any], made: Callable[[Any], ModelSolution], most: int | None) -> None:
        #: The number of solutions so far.
        self.found = 0
        #: Whether the iterator has ended and yielded all solutions.
        self.complete = False
        self._most = most
        self._made = made
        self._waiting: queue.Queue[Any] = queue.Queue(self._AHEAD)
        self._stop = _clew.Cancel()
        self._over = most == 0
        waiting, stop = self._waiting, self._stop

        def put(item: Any) -> bool:
            while not stop.cancelled:
                try:
                    waiting.put(item, timeout=0.05)
                    return False
                except queue.Full:
                    pass
            return True

        def work() -> None:
            try:
                end: Any = ask(lambda ints, bools: put((ints, bools)), stop)
            except BaseException as why:
                end = why
            put([end])

        if not self._over:
            threading.Thread(target=work, daemon=True).start()

    def __iter__(self) -> ModelSolutions:
        return self

    def __next__(self) -> ModelSolution:
        if self._over:
            raise StopIteration
        item = self._waiting.get()
        if isinstance(item, tuple):
            self.found += 1
            return self._made(item)
        self._over = True
        if isinstance(item[0], BaseException):
            raise item[0]
        self.complete = item[0].exact
        if not self.complete and (self._most is None or self.found < self._most):
            stopped = item[0].stopped
            raise LimitReached(f"a limit came after {self.found} solutions (stopped: {stopped})", stopped, self.found)
        raise StopIteration

    def __del__(self) -> None:
        self._stop.cancel()

    def __repr__(self) -> str:
        return f"<clew.ModelSolutions {self.found} so far{', all' if self.complete else ''}>"
