"""Models under construction: variables, constraints, copies."""

from __future__ import annotations

import builtins
import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from .. import _clew
from ..errors import Unsuited
from .constraints import BoolVar, Comparison, Constraint, statement
from .expressions import Expr, IntVar, Sum, as_term, new_owner, number
from .goals import Known
from .intervals import Interval, interval
from .posting import Poster

Self = TypeVar("Self", bound="Statements")


class Statements:
    """Variables and constraints; `Model` adds the questions about them."""

    #: For a model of FlatZinc: the core with its constraints alone.
    _base: Any = None

    def __init__(self) -> None:
        self._core = _clew.Core()
        self._owner = new_owner()
        self._known = Known({self._owner: None})
        self._ints: list[IntVar] = []
        self._bools: list[BoolVar] = []
        self._stated: list[tuple[Constraint, str]] = []
        self._apart: list[IntVar | BoolVar] | None = None
        self._names: set[str] = set()
        self._name = ""
        self._text: str | None = None
        self._poster = Poster(self._core, self._known)

    # --- variables

    def int(self, low: Any, high: builtins.int | None = None, name: str | None = None) -> IntVar:
        """A new integer variable with the values from ``low`` to ``high``, both included, or with those of a list, a set or
        a range: fewer than 2**32 values.

        Raises `Unsuited` if there is no value or there are too many, or the name is taken.

        >>> import clew
        >>> m = clew.Model()
        >>> m.int(0, 9), m.int([1, 3, 5], name="odd"), m.int(range(3)).ub
        (x1, odd, 2)
        """
        return self._new_int(_domain(low, high), name)

    def ints(self, n: builtins.int, low: Any, high: builtins.int | None = None, name: str | None = None) -> list[IntVar]:
        """``n`` new integer variables with the same values, ``name[0]``, ``name[1]``, ...

        >>> import clew
        >>> clew.Model().ints(3, 0, 9, "x")
        [x[0], x[1], x[2]]
        """
        domain, of = _domain(low, high), self._free(name, "x")
        return [self._new_int(domain, f"{of}[{i}]") for i in range(n)]

    def grid(self, rows: builtins.int, cols: builtins.int, low: Any, high: builtins.int | None = None, name: str | None = None) -> list[list[IntVar]]:
        """``rows`` times ``cols`` new integer variables with the same values, a list of rows.

        >>> import clew
        >>> clew.Model().grid(2, 2, 0, 9, "x")
        [[x[0][0], x[0][1]], [x[1][0], x[1][1]]]
        """
        of = self._free(name, "x")
        return [self.ints(cols, low, high, f"{of}[{r}]") for r in range(rows)]

    def bool(self, name: str | None = None) -> BoolVar:
        """A new Boolean variable. ``~b`` is its negation, ``a | b`` states that one is true; in sums it counts 1.

        >>> import clew
        >>> m = clew.Model()
        >>> a, b = m.bool("a"), m.bool("b")
        >>> m.add(a | ~b)
        >>> m.count()
        3
        """
        own = self._free(name, "b")
        self._names.add(own)
        literal = self._core.bool(own)
        made = BoolVar(self._owner, literal, own)
        self._bools.append(made)
        return made

    def bools(self, n: builtins.int, name: str | None = None) -> list[BoolVar]:
        """``n`` new Boolean variables.

        >>> import clew
        >>> clew.Model().bools(2, "b")
        [b[0], b[1]]
        """
        of = self._free(name, "b")
        return [self.bool(f"{of}[{i}]") for i in range(n)]

    def interval(self, start: Any, length: Any, name: str | None = None, *, optional: Any = False) -> Interval:
        """A job from ``start`` for ``length``, which are numbers or expressions. With ``optional=True`` it may be left out,
        by a new Boolean variable; with ``optional=b`` it takes place exactly if the constraint b holds.

        >>> import clew
        >>> m = clew.Model()
        >>> job = m.interval(m.int(0, 9, "start"), 3, "job")
        >>> job.end
        start + 3
        """
        own = self._free(name, "job")
        present = None if optional is False else self.bool(f"{own} takes place") if optional is True else optional
        made, holds = interval(start, length, own, present)
        self.add(holds)
        return made

    def is_(self, x: IntVar, value: builtins.int) -> Constraint:
        """The constraint that ``x`` has this value; the same as ``x == value``.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 3)
        >>> m.add(m.is_(x, 2))
        >>> m.solve()[x]
        2
        """
        return Comparison(x, "==", value)

    def define(self, expression: Any, name: str | None = None) -> IntVar:
        """A new integer variable that equals an expression.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 9)
        >>> y = m.define(2 * x + 1, "y")
        >>> y.lb, y.ub
        (1, 19)
        """
        low, high = Sum.of(as_term(expression)).bounds()
        made = self.int(low, high, name)
        self._state(Comparison(made, "==", as_term(expression)), "")
        return made

    def truth(self, holds: Any, name: str | None = None) -> BoolVar:
        """A new Boolean variable that is true exactly if a constraint holds.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.ints(2, 0, 3)
        >>> far = m.truth(abs(x - y) >= 2, "far")
        >>> m.add(far)
        >>> m.count()
        6
        """
        made = self.bool(name)
        self._state(Comparison(made, "==", statement(holds)), "")
        return made

    @property
    def variables(self) -> list[IntVar | BoolVar]:
        """All variables: integer ones, then Boolean ones.

        >>> import clew
        >>> m = clew.Model()
        >>> m.bool("b"), m.int(0, 1, "x"), m.variables
        (b, x, [x, b])
        """
        return [*self._ints, *self._bools]

    @property
    def constraints(self) -> list[Constraint]:
        """All constraints, in the order in which they were stated.

        >>> import clew
        >>> m = clew.Model()
        >>> m.add(m.int(0, 9, "x") >= 3)
        >>> m.constraints
        [x >= 3]
        """
        return [constraint for constraint, _ in self._stated]

    def tell_apart_by(self, variables: Iterable[IntVar | BoolVar]) -> None:
        """From now on two solutions differ only if one of these variables does; further calls add variables. All others
        are auxiliary: of solutions that differ only in auxiliary variables, one is found.

        Each solution is then a search of its own. Optima are not affected by this.

        >>> import clew
        >>> m = clew.Model()
        >>> x, aid = m.int(0, 2), m.int(0, 5)
        >>> m.tell_apart_by([x])
        >>> m.count()
        3
        """
        given = list(variables)
        for variable in given:
            if not isinstance(variable, (IntVar, BoolVar)):
                raise TypeError(f"variables are expected, not {variable!r}")
            self._known(variable)
        ints = [x.index for x in given if isinstance(x, IntVar)]
        self._core.tell_apart_by(ints, [b.index for b in given if isinstance(b, BoolVar)])
        self._apart = [*(self._apart or []), *given]

    def _free(self, given: str | None, letter: str) -> str:
        """The given name, or a new one."""
        if given is not None:
            return given
        at = len(self._ints) + len(self._bools) + 1
        while f"{letter}{at}" in self._names:
            at += 1
        return f"{letter}{at}"

    def _new_int(self, domain: Sequence[builtins.int], name: str | None) -> IntVar:
        own = self._free(name, "x")
        try:
            index = self._core.int(own, domain[0], domain[-1])
        except OverflowError:
            raise Unsuited(f"variable {own}: {domain[0]}..{domain[-1]} has more than 4294967295 values") from None
        self._names.add(own)
        if len(domain) != domain[-1] - domain[0] + 1:
            self._core.allowed([index], [[value] for value in domain])
        made = IntVar(self._owner, index, own, domain)
        self._ints.append(made)
        return made

    # --- constraints

    def add(self, *constraints: Any, name: str | None = None) -> None:
        """States constraints: a constraint, a Boolean variable, which is true then, or a list, an array or a generator of
        them; also True and False, the comparisons of sums over nothing. Messages, `conflict`, `profile` and the rows of
        `export` show the name.

        Raises `Unsuited` if a variable is of another model, is given twice where each is given once, or a sum may overflow.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.ints(3, 0, 9, "x")
        >>> m.add(clew.all_different(x), [v >= 5 for v in x], sum([]) <= 3, name="high")
        >>> m.count()
        60
        """
        for given in constraints:
            for one in _flat(given):
                self._state(one, self._name if name is None else name)

    def __iadd__(self: Self, constraint: Any) -> Self:
        self.add(constraint)
        return self

    def _state(self, constraint: Constraint, name: str) -> None:
        self._core.name_constraints(name)
        constraint._used()
        try:
            self._poster.state(constraint)
        except OverflowError:
            raise Unsuited("a number has more than 64 bits") from None
        self._stated.append((constraint, name))

    def name_constraints(self, name: str) -> None:
        """The name of the constraints that are stated from now on, until another is given; an empty one ends this.

        >>> import clew
        >>> m = clew.Model()
        >>> m.name_constraints("lower half")
        >>> m.add(2 * m.int(0, 9, "x") <= 9)
        >>> " lower_half_1_1: 2 x <= 9" in m.export("lp").text
        True
        """
        self._name = name

    # --- copies

    def clone(self: Self) -> Self:
        """A model with the same variables and constraints, which goes on by itself. It knows the variables that were made
        before.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 9)
        >>> other = m.clone()
        >>> other.add(x >= 5)
        >>> m.count(), other.count()
        (10, 5)
        """
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        for key in ("_ints", "_bools", "_stated", "_names"):
            setattr(made, key, self.__dict__[key].copy())
        made._apart = None if self._apart is None else list(self._apart)
        made._own(self._core.copy(), self._poster)
        return made

    __copy__ = clone

    def _own(self, core: Any, poster: Poster) -> None:
        """Goes on with a core; variables that are made from now on are another model's for those before."""
        ints = 1 + max((x.index for x in self._ints), default=-1)
        bools = max((b.index for b in self._bools), default=0)
        before = {owner: limit or (ints, bools) for owner, limit in self._known.owners.items()}
        self._owner = new_owner()
        self._core, self._known = core, Known({**before, self._owner: None})
        self._poster = poster.copy(core, self._known)

    @contextlib.contextmanager
    def scope(self: Self) -> Iterator[Self]:
        """Variables and constraints of this block are gone after it.

        >>> import clew
        >>> m = clew.Model()
        >>> x = m.int(0, 9)
        >>> with m.scope():
        ...     m.add(x >= 5)
        ...     print(m.count())
        5
        >>> m.count()
        10
        """
        before = self.clone()
        try:
            yield self
        finally:
            self.__dict__.update(before.__dict__)

    def __getstate__(self) -> dict[str, Any]:
        kept = ("_owner", "_known", "_ints", "_bools", "_stated", "_apart", "_names", "_name", "_text")
        return {key: self.__dict__[key] for key in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["_text"] is not None:
            raise Unsuited("a model of FlatZinc is not pickled: pickle its text")
        self.__dict__.update(state)
        self._rebuild(self._stated)

    def _rebuild(self, stated: Sequence[tuple[Constraint, str]]) -> None:
        """A new core, with these constraints: variables are made in the order of their numbers in the old one, so that they
        keep them, and places between them are filled."""
        self._core = _clew.Core()
        self._poster = Poster(self._core, self._known)
        place = 0
        for x in self._ints:
            for place in range(place, x.index):
                self._core.int(f"_gap{place}", 0, 0)
            place = x.index + 1
            self._core.int(x.name, x.lb, x.ub)
            if len(x.domain) != x.ub - x.lb + 1:
                self._core.allowed([x.index], [[value] for value in x.domain])
        place = 1
        for b in self._bools:
            for place in range(place, b.index):
                self._core.clause([self._core.bool(f"_gap{place} holds")])
            place = b.index + 1
            self._core.bool(b.name)
        if self._apart is not None:
            ints = [x.index for x in self._apart if isinstance(x, IntVar)]
            self._core.tell_apart_by(ints, [b.index for b in self._apart if isinstance(b, BoolVar)])
        for constraint, name in stated:
            self._core.name_constraints(name)
            self._poster.state(constraint)

    def _of(self: Self, stated: Sequence[tuple[Constraint, str]]) -> Self:
        """A model with the same variables and some of the constraints."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        if self._text is not None:
            made._own(self._base.copy(), Poster(self._base, self._known))
            for constraint, name in stated:
                made._state(constraint, name)
        else:
            made._rebuild(stated)
        made._stated = list(stated)
        return made

    # --- shown

    def __str__(self) -> str:
        lines = []
        for x in self._ints:
            gaps = len(x.domain) != x.ub - x.lb + 1
            lines.append(f"{x.name} in {'{' + ', '.join(map(str, x.domain)) + '}' if gaps else f'{x.lb}..{x.ub}'}")
        lines += [f"{b.name} is true or false" for b in self._bools]
        for constraint, name in self._stated:
            lines.append(f"{name}: {constraint!r}" if name else repr(constraint))
        return "\n".join(lines)

    def _repr_latex_(self) -> str:
        from .drawn import latex, rows

        lines = [rf"{latex(x)} \in \{{{x.lb}, \dots, {x.ub}\}}" if x.ub - x.lb + 1 == len(x.domain) else
                 rf"{latex(x)} \in \{{{', '.join(map(str, x.domain))}\}}" for x in self._ints]
        return rows([*lines, *(latex(constraint) for constraint, _ in self._stated)])

    def __repr__(self) -> str:
        sizes = [(len(self._ints), "integer variable"), (len(self._bools), "Boolean variable"), (len(self._stated), "constraint")]
        return f"<clew.Model {', '.join(f'{n} {what}' + 's' * (n != 1) for n, what in sizes)}>"


def _domain(low: Any, high: int | None) -> Sequence[int]:
    """The values of a variable, ascending, from two ends or from a collection."""
    if high is not None:
        least, most = number(low), number(high)
        if least is None or most is None:
            raise TypeError(f"two whole numbers or a collection of them are expected, not {low!r} and {high!r}")
        if least > most:
            raise Unsuited(f"the range from {least} to {most} is empty")
        return range(least, most + 1)
    if number(low) is not None or isinstance(low, (str, Expr)) or not hasattr(low, "__iter__"):
        raise TypeError("the least and the largest value are expected, or a collection of values")
    if isinstance(low, range) and abs(low.step) == 1:
        values: Sequence[int] = low if low.step > 0 else low[::-1]
    else:
        found = {number(value) for value in low}
        if None in found:
            raise TypeError("whole numbers are expected")
        values = tuple(sorted(value for value in found if value is not None))
    if not values:
        raise Unsuited("a variable has at least one value")
    return range(values[0], values[-1] + 1) if len(values) == values[-1] - values[0] + 1 else values


def _flat(given: Any) -> Iterator[Constraint]:
    """The constraints in a nested list."""
    if isinstance(given, (Expr, bool)) or isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        yield statement(given)
        return
    if getattr(given, "ndim", 0):
        given = given.ravel().tolist()
    for item in given:
        yield from _flat(item)
