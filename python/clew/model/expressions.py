"""Expressions: whole numbers and truth values that depend on the variables of a model, and the operators between them.

Every expression has the least and the largest value that it may take (`bounds`), a value in a solution (`value`), and a
text. Operators do not compute: they build larger expressions, which `clew.model.posting` states in the core.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, Union, cast

if TYPE_CHECKING:
    from .constraints import BoolVar, Constraint

Term = Union["Expr", int]
"""What stands for a whole number: an expression, a number of Python or numpy, or a truth value."""

Made = TypeVar("Made")

Undefined = ZeroDivisionError
"""An expression without a value, such as ``x // 0``: the smallest condition around it is false, as in MiniZinc."""

NO_TRUTH = (
    "{what} is neither true nor false before the model is solved, so Python's and, or, not, if, in and chains such as "
    "a < b < c cannot state constraints: write a | b, a & b, ~a, a.implies(b) or clew.clause([a, b]); for arrays of "
    "variables use clew.array; the value in a solution is solution[a]"
)


def number(value: Any) -> int | None:
    """A whole number of Python or numpy, also a float such as 2.0; ``None`` if it is none."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    index = getattr(value, "__index__", None)
    if index is None or getattr(value, "ndim", False):
        return None
    try:
        return int(index())
    except TypeError:
        return None


def is_array(value: Any) -> bool:
    """Whether it is an array of numpy, or something that becomes one elementwise."""
    return getattr(value, "ndim", 0) != 0 and hasattr(value, "__array__")


def as_term(value: Any) -> Term:
    """An expression or a whole number.

    Raises `TypeError` for anything else.
    """
    if isinstance(value, Expr):
        return value
    found = number(value)
    if found is None:
        raise TypeError(f"a variable, an expression or a whole number is expected, not {value!r}")
    return found


def terms(values: Iterable[Any]) -> list[Term]:
    """A list of expressions and numbers, from any iterable; arrays of several dimensions are read row by row."""
    if isinstance(values, Expr):
        raise TypeError("a list of expressions is expected, not one expression")
    if is_array(values):
        values = cast("Any", values).ravel().tolist()
    return [as_term(value) for value in values]


def bounds(term: Term) -> tuple[int, int]:
    """The least and the largest value that a term may take."""
    return term.bounds() if isinstance(term, Expr) else (term, term)


def value(term: Term, at: Values) -> int:
    """The value of a term."""
    return term.value(at) if isinstance(term, Expr) else term


Values = Callable[["IntVar | BoolVar"], int]
"""The values of variables: those of Boolean variables are 0 and 1."""


def elementwise(array: Any, by: Callable[[Any], Made]) -> Made:
    """An array of what a function makes of each element; for the checker of types it is one of them."""
    from .arrays import array as made

    whole: Made = made([by(item) for item in array.ravel().tolist()]).reshape(array.shape)
    return whole


class Expr:
    """A whole number that depends on variables; a constraint is one as well: 1 while it holds.

    ``+ - * // % **`` and ``abs`` make expressions, ``== != <= >= < >`` constraints. Arrays of numpy are elementwise.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y = m.int(0, 9, "x"), m.int(0, 9, "y")
    >>> 2 * x - y + 1
    2*x - y + 1
    >>> (x * y) % 7 == 3
    x*y % 7 == 3
    """

    __slots__ = ()
    __array_ufunc__ = None
    __hash__ = object.__hash__
    #: How strongly its text binds, to know where brackets are needed.
    binds = 9

    def bounds(self) -> tuple[int, int]:
        """The least and the largest value that it may take, as far as its parts show."""
        raise NotImplementedError

    def value(self, at: Values) -> int:
        """Its value. Raises `Undefined` if it has none."""
        raise NotImplementedError

    def parts(self) -> Iterable[Term]:
        """The terms that it is made of."""
        return ()

    def shown(self) -> str:
        """Its text."""
        raise NotImplementedError

    def __repr__(self) -> str:
        for node in walk(self):
            node._used()
        return self.shown()

    def _repr_latex_(self) -> str:
        from .drawn import latex

        repr(self)
        return f"${latex(self)}$"

    def _used(self) -> None:
        """It became a part of something."""

    def __bool__(self) -> bool:
        raise TypeError(NO_TRUTH.format(what="a variable" if isinstance(self, Variable) else "an expression"))

    # --- sums

    def __add__(self, other: Any) -> Expr:
        if is_array(other):
            return elementwise(other, self.__add__)
        term = _operand(other)
        return NotImplemented if term is None else Sum.of(self).plus(1, term)

    def __radd__(self, other: Any) -> Expr:
        if is_array(other):
            return elementwise(other, self.__radd__)
        term = _operand(other)
        return NotImplemented if term is None else Sum.of(term).plus(1, self)

    def __sub__(self, other: Any) -> Expr:
        if is_array(other):
            return elementwise(other, self.__sub__)
        term = _operand(other)
        return NotImplemented if term is None else Sum.of(self).plus(-1, term)

    def __rsub__(self, other: Any) -> Expr:
        if is_array(other):
            return elementwise(other, self.__rsub__)
        term = _operand(other)
        return NotImplemented if term is None else Sum.of(term).plus(-1, self)

    def __neg__(self) -> Expr:
        return Sum.of(self).times(-1)

    def __pos__(self) -> Expr:
        return self

    # --- products and other functions

    def __mul__(self, other: Any) -> Expr:
        if is_array(other):
            return elementwise(other, self.__mul__)
        term = _operand(other)
        if term is None:
            return NotImplemented
        return functions.Product(self, term) if isinstance(term, Expr) else Sum.of(self).times(term)

    def __rmul__(self, other: Any) -> Expr:
        return self.__mul__(other)

    def __floordiv__(self, other: Any) -> Expr:
        return _function(functions.Division, self, other)

    def __rfloordiv__(self, other: Any) -> Expr:
        return _function(functions.Division, other, self)

    def __mod__(self, other: Any) -> Expr:
        return _function(functions.Modulo, self, other)

    def __rmod__(self, other: Any) -> Expr:
        return _function(functions.Modulo, other, self)

    def __pow__(self, other: Any) -> Expr:
        return _function(functions.Power, self, other)

    def __rpow__(self, other: Any) -> Expr:
        return _function(functions.Power, other, self)

    def __abs__(self) -> Expr:
        return functions.Absolute(self)

    def __truediv__(self, other: Any) -> Expr:
        raise TypeError("whole numbers are divided by //, whose quotient is rounded down")

    # --- comparisons

    def __eq__(self, other: Any) -> Constraint:  # type: ignore[override]
        return _compared(self, "==", other)

    def __ne__(self, other: Any) -> Constraint:  # type: ignore[override]
        return _compared(self, "!=", other)

    def __le__(self, other: Any) -> Constraint:
        return _compared(self, "<=", other)

    def __ge__(self, other: Any) -> Constraint:
        return _compared(self, ">=", other)

    def __lt__(self, other: Any) -> Constraint:
        return _compared(self, "<", other)

    def __gt__(self, other: Any) -> Constraint:
        return _compared(self, ">", other)


def walk(term: Term) -> Iterator[Expr]:
    """The expression and all that it is made of, each occurrence once, without recursion."""
    todo: list[Term] = [term]
    seen: set[int] = set()
    while todo:
        at = todo.pop()
        if isinstance(at, Expr) and id(at) not in seen:
            seen.add(id(at))
            yield at
            todo.extend(at.parts())


def _operand(other: Any) -> Term | None:
    """The other side of an operator; ``None`` leaves the operator to it."""
    if isinstance(other, Expr):
        other._used()
        return other
    found = number(other)
    if found is None and isinstance(other, float):
        raise TypeError(f"coefficients are whole numbers, not {other}: multiply all of the sum")
    return found


def _function(of: Callable[[Term, Term], Expr], left: Any, right: Any) -> Expr:
    if is_array(left):
        return elementwise(left, lambda item: of(as_term(item), right))
    if is_array(right):
        return elementwise(right, lambda item: of(left, as_term(item)))
    a, b = _operand(left), _operand(right)
    return NotImplemented if a is None or b is None else of(a, b)


_FLIPPED = {"==": "==", "!=": "!=", "<=": ">=", ">=": "<=", "<": ">", ">": "<"}


def _compared(left: Expr, relation: str, right: Any) -> Constraint:
    if is_array(right):
        return elementwise(right, lambda item: _compared(left, relation, item))
    if isinstance(right, Expr):
        right._used()
    elif isinstance(right, float):
        # A bound between two whole numbers means the one it leaves.
        raise_unless_whole(right)
    left._used()
    return constraints.Comparison(left, relation, as_term(right))


def raise_unless_whole(value: float) -> None:
    """Raises `TypeError` for a number with a fraction."""
    if not value.is_integer():
        raise TypeError(f"whole numbers are compared, not {value}: multiply both sides")


def bracketed(term: Term, binds: int) -> str:
    """The text of a term, in brackets if it binds less than its surroundings."""
    if not isinstance(term, Expr):
        return str(term) if term >= 0 or binds < 6 else f"({term})"
    return term.shown() if term.binds >= binds else f"({term.shown()})"


class Variable(Expr):
    """What variables of both kinds have."""

    __slots__ = ("owner", "index", "name")

    def __init__(self, owner: int, index: int, name: str) -> None:
        self.owner = owner
        #: Its number in the core: from 0 for an integer variable, the literal, from 1, for a Boolean one.
        self.index = index
        self.name = name

    def __getstate__(self) -> tuple[Any, ...]:
        return (self.owner, self.index, self.name)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.owner, self.index, self.name = state[:3]

    def value(self, at: Values) -> int:
        return at(cast("IntVar | BoolVar", self))

    def shown(self) -> str:
        return self.name


class IntVar(Variable):
    """An integer variable, made by `Model.int`. Its range is readable.

    >>> import clew
    >>> x = clew.Model().int([1, 3, 5], name="x")
    >>> x, x.lb, x.ub, list(x.domain)
    (x, 1, 5, [1, 3, 5])
    """

    __slots__ = ("_domain",)

    def __init__(self, owner: int, index: int, name: str, domain: Sequence[int]) -> None:
        super().__init__(owner, index, name)
        self._domain = domain

    def __getstate__(self) -> tuple[Any, ...]:
        return (*super().__getstate__(), self._domain)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        super().__setstate__(state)
        self._domain = state[3]

    @property
    def domain(self) -> Sequence[int]:
        """Its values in ascending order: a range, or a tuple if they have gaps."""
        return self._domain

    @property
    def lb(self) -> int:
        """Its least value."""
        return self._domain[0]

    @property
    def ub(self) -> int:
        """Its largest value."""
        return self._domain[-1]

    def bounds(self) -> tuple[int, int]:
        return self._domain[0], self._domain[-1]


class Sum(Expr):
    """Terms with coefficients, and a constant.

    Sums that begin alike share their terms: the longest of them appends in place, so that a sum of n terms, made by n
    additions, takes time linear in n.
    """

    __slots__ = ("_terms", "_len", "constant")
    binds = 5

    def __init__(self, shared: list[tuple[int, Expr]], length: int, constant: int) -> None:
        self._terms = shared
        self._len = length
        self.constant = constant

    @staticmethod
    def of(term: Term) -> Sum:
        """A term as a sum."""
        if isinstance(term, Sum):
            return term
        if isinstance(term, Expr):
            term._used()
            return Sum([(1, term)], 1, 0)
        return Sum([], 0, term)

    @property
    def terms(self) -> list[tuple[int, Expr]]:
        """Its terms: coefficients and expressions."""
        return self._terms[: self._len]

    def plus(self, factor: int, term: Term) -> Sum:
        """The sum with a multiple of a term added."""
        if not isinstance(term, Expr):
            return Sum(self._terms, self._len, self.constant + factor * term)
        own = len(self._terms) == self._len
        shared = self._terms if own else self.terms
        constant = self.constant
        if isinstance(term, Sum):
            # The terms of the other sum are read before this list grows: it may be the same one.
            shared.extend([(factor * c, x) for c, x in term.terms])
            constant += factor * term.constant
        else:
            term._used()
            shared.append((factor, term))
        return Sum(shared, len(shared), constant)

    def times(self, factor: int) -> Sum:
        """A multiple of the sum."""
        made = [(factor * c, x) for c, x in self.terms]
        return Sum(made, len(made), factor * self.constant)

    def __getstate__(self) -> tuple[Any, ...]:
        return self.terms, self.constant

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._terms, self.constant = state
        self._len = len(self._terms)

    def parts(self) -> Iterable[Term]:
        return (x for _, x in self.terms)

    def bounds(self) -> tuple[int, int]:
        low = high = self.constant
        for c, x in self.terms:
            a, b = x.bounds()
            low, high = (low + c * a, high + c * b) if c >= 0 else (low + c * b, high + c * a)
        return low, high

    def value(self, at: Values) -> int:
        return self.constant + sum(c * x.value(at) for c, x in self.terms)

    def shown(self) -> str:
        out = ""
        for c, x in self.terms:
            sign = " - " if c < 0 else " + "
            size = "" if abs(c) == 1 else f"{abs(c)}*"
            out += sign + size + bracketed(x, 6)
        if self.constant or not out:
            out += f"{' - ' if self.constant < 0 else ' + '}{abs(self.constant)}"
        return f"-{out[3:]}" if out.startswith(" - ") else out[3:]


def new_owner() -> int:
    """A number by which a model knows its variables, also after they were pickled."""
    return random.SystemRandom().getrandbits(62)


# Operators make expressions of these, which are expressions themselves.
from . import constraints, functions  # noqa: E402
