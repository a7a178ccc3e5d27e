"""Constraints as expressions: comparisons, Boolean variables, and what joins them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import Any, Union, cast

from .expressions import (
    NO_TRUTH,
    Expr,
    Term,
    Undefined,
    Values,
    Variable,
    bracketed,
    elementwise,
    is_array,
    value,
)


class Constraint(Expr):
    """Something that holds or does not. `Model.add` states it; in sums it counts 1 while it holds.

    ``a & b``, ``a | b``, ``a ^ b``, ``~a`` and ``a.implies(b)`` combine constraints, ``a == b`` states that both hold or
    neither does.

    >>> import clew
    >>> m = clew.Model()
    >>> x, b = m.int(0, 9, "x"), m.bool("b")
    >>> m.add(b == (x <= 3), (x >= 8) | b, ~(x == 0))
    >>> m.count()
    5
    """

    __slots__ = ()
    binds = 3

    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def value(self, at: Values) -> int:
        try:
            return int(self.holds(at))
        except Undefined:
            return 0

    def holds(self, at: Values) -> bool:
        """Whether it holds. Raises `Undefined` if a part has no value, and it does not then."""
        raise NotImplementedError

    def __invert__(self) -> Constraint:
        return Not(self)

    def __and__(self, other: Any) -> Constraint:
        return _connected(And, self, other)

    def __rand__(self, other: Any) -> Constraint:
        return _connected(And, other, self)

    def __or__(self, other: Any) -> Constraint:
        return _connected(Or, self, other)

    def __ror__(self, other: Any) -> Constraint:
        return _connected(Or, other, self)

    def __xor__(self, other: Any) -> Constraint:
        return _connected(Xor, self, other)

    def __rxor__(self, other: Any) -> Constraint:
        return _connected(Xor, other, self)

    def implies(self, other: Statement) -> Constraint:
        """If this holds, so does the other constraint, or every one of a list.

        >>> import clew
        >>> m = clew.Model()
        >>> x, y = m.ints(2, 0, 2)
        >>> m.add((x >= 1).implies([y == x, y <= 1]))
        >>> m.count()
        4
        """
        return Or(Not(self), statement(other))


Statement = Union[Constraint, bool, Iterable[Any]]
"""What `Model.add` takes: a constraint, a truth value (of a sum over nothing), or a list of them, also nested."""


def statement(given: Any) -> Constraint:
    """One constraint: a list holds if all of it does.

    Raises `TypeError` if it is none.
    """
    if isinstance(given, Constraint):
        given._used()
        return given
    if isinstance(given, bool) or type(given).__name__ in ("bool_", "bool"):
        return Truth(bool(given))
    if isinstance(given, Expr):
        raise TypeError(f"{given.shown()} is a number, not a constraint: compare it, such as {given.shown()} >= 1")
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise TypeError(f"a constraint, a Boolean variable or a list of them is expected, not {given!r}")
    items = given.ravel().tolist() if is_array(given) else given
    return And(*(statement(item) for item in items))


def _connected(of: Callable[..., Constraint], left: Any, right: Any) -> Constraint:
    if is_array(left):
        return elementwise(left, lambda item: of(statement(item), statement(right)))
    if is_array(right):
        return elementwise(right, lambda item: of(statement(left), statement(item)))
    if isinstance(left, Expr) and isinstance(right, Expr) and not (
        isinstance(left, Constraint) and isinstance(right, Constraint)
    ):
        raise TypeError("&, | and ^ combine constraints: a number is compared first, such as x >= 1")
    if not isinstance(left, (Constraint, bool)) or not isinstance(right, (Constraint, bool)):
        return cast("Constraint", NotImplemented)
    return of(statement(left), statement(right))


class Truth(Constraint):
    """True or false."""

    __slots__ = ("truth",)
    binds = 9

    def __init__(self, truth: bool) -> None:
        self.truth = truth

    def bounds(self) -> tuple[int, int]:
        return int(self.truth), int(self.truth)

    def holds(self, at: Values) -> bool:
        return self.truth

    def shown(self) -> str:
        return str(self.truth)


class BoolVar(Variable, Constraint):
    """A Boolean variable, made by `Model.bool`, or its negation ``~b``.

    >>> import clew
    >>> m = clew.Model()
    >>> b = m.bool("b")
    >>> ~b, b | ~b, m.count()
    (~b, b | ~b, 2)
    """

    __slots__ = ()
    binds = 9

    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def value(self, at: Values) -> int:
        return at(self)

    def holds(self, at: Values) -> bool:
        return bool(at(self))

    def __invert__(self) -> BoolVar:
        name = self.name[1:] if self.name.startswith("~") else f"~{self.name}"
        return BoolVar(self.owner, -self.index, name)


class Comparison(Constraint):
    """A comparison of two terms. One that is dropped without use is warned of: it states nothing."""

    __slots__ = ("left", "relation", "right", "_dropped")
    binds = 0

    def __init__(self, left: Term, relation: str, right: Term) -> None:
        self.left = left
        self.relation = relation
        self.right = right
        self._dropped = True
        for side in (left, right):
            if isinstance(side, Expr):
                side._used()

    def _used(self) -> None:
        self._dropped = False

    def __del__(self) -> None:
        if getattr(self, "_dropped", False):
            try:
                shown = self.shown()
                warnings.warn(f"{shown} was made and never used: m.add states a constraint", RuntimeWarning, stacklevel=2)
            except Exception:
                # At the end of the interpreter nothing is left to warn with.
                pass

    def __bool__(self) -> bool:
        self._dropped = False
        raise TypeError(NO_TRUTH.format(what="a constraint"))

    def __getstate__(self) -> tuple[Any, ...]:
        return self.left, self.relation, self.right

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.left, self.relation, self.right = state
        self._dropped = False

    def parts(self) -> Iterable[Term]:
        return self.left, self.right

    def holds(self, at: Values) -> bool:
        a, b = value(self.left, at), value(self.right, at)
        return {"==": a == b, "!=": a != b, "<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b}[self.relation]

    def shown(self) -> str:
        return f"{bracketed(self.left, 1)} {self.relation} {bracketed(self.right, 1)}"


class Connective(Constraint):
    """Constraints joined."""

    __slots__ = ("args",)
    sign = ""

    def __init__(self, *args: Constraint) -> None:
        self.args = args
        for arg in args:
            arg._used()

    def parts(self) -> Iterable[Term]:
        return self.args

    def shown(self) -> str:
        return f" {self.sign} ".join(bracketed(arg, self.binds + 1) for arg in self.args) or str(bool(self.holds(_nothing)))


def _nothing(_: object) -> int:
    raise AssertionError("there are no variables")


class And(Connective):
    """All of them hold."""

    __slots__ = ()
    sign = "&"

    def holds(self, at: Values) -> bool:
        return all(arg.value(at) for arg in self.args)


class Or(Connective):
    """One of them holds, or several."""

    __slots__ = ()
    sign = "|"
    binds = 1

    def holds(self, at: Values) -> bool:
        return any(arg.value(at) for arg in self.args)


class Xor(Connective):
    """An odd number of them holds."""

    __slots__ = ()
    sign = "^"
    binds = 2

    def holds(self, at: Values) -> bool:
        return sum(arg.value(at) for arg in self.args) % 2 == 1


class Not(Connective):
    """It does not hold."""

    __slots__ = ()
    binds = 8

    def holds(self, at: Values) -> bool:
        return not self.args[0].value(at)

    def __invert__(self) -> Constraint:
        return self.args[0]

    def shown(self) -> str:
        return f"~{bracketed(self.args[0], 9)}"
