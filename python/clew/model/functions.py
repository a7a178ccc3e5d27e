"""Functions of whole numbers that operators make: products, quotients, remainders, powers, absolute values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..errors import Unsuited
from .expressions import Expr, Term, Undefined, Values, bounds, bracketed, value


class Function(Expr):
    """A function of terms that is no sum."""

    __slots__ = ("args",)
    sign = ""
    binds = 6

    def __init__(self, *args: Term) -> None:
        self.args = args
        for arg in args:
            if isinstance(arg, Expr):
                arg._used()

    def parts(self) -> Iterable[Term]:
        return self.args

    def shown(self) -> str:
        blank = "" if self.sign == "*" else " "
        left, right = (bracketed(arg, self.binds + side) for side, arg in enumerate(self.args))
        return f"{left}{blank}{self.sign}{blank}{right}"


def corners(term: Term, other: Term, of: Callable[[int, int], int]) -> tuple[int, int]:
    """The bounds of a function that takes its extremes at the ends of two ranges."""
    found = [of(a, b) for a in bounds(term) for b in bounds(other)]
    return min(found), max(found)


class Product(Function):
    """The product of two terms."""

    __slots__ = ()
    sign = "*"

    def bounds(self) -> tuple[int, int]:
        a, b = self.args
        if a is b:
            low, high = bounds(a)
            ends = (low * low, high * high)
            return (0 if low <= 0 <= high else min(ends)), max(ends)
        return corners(a, b, lambda x, y: x * y)

    def value(self, at: Values) -> int:
        return value(self.args[0], at) * value(self.args[1], at)


class Division(Function):
    """The quotient, rounded down as Python's ``//`` does; undefined for a divisor of 0."""

    __slots__ = ()
    sign = "//"

    def bounds(self) -> tuple[int, int]:
        a, (low, high) = self.args[0], bounds(self.args[1])
        divisors = {d for d in (low, high, 1 if low <= 1 <= high else low, -1 if low <= -1 <= high else high) if d}
        found = [x // d for x in bounds(a) for d in divisors]
        return (min(found), max(found)) if found else (0, 0)

    def value(self, at: Values) -> int:
        return value(self.args[0], at) // value(self.args[1], at)


class Modulo(Function):
    """The remainder, which has the sign of the divisor as Python's ``%`` does; undefined for a divisor of 0."""

    __slots__ = ()
    sign = "%"

    def bounds(self) -> tuple[int, int]:
        low, high = bounds(self.args[1])
        return min(low + 1, 0), max(high - 1, 0)

    def value(self, at: Values) -> int:
        return value(self.args[0], at) % value(self.args[1], at)


class Power(Function):
    """A power; undefined for a negative exponent."""

    __slots__ = ()
    sign = "**"
    binds = 7

    def bounds(self) -> tuple[int, int]:
        (low, high), (least, most) = bounds(self.args[0]), bounds(self.args[1])
        least, most = max(least, 0), max(most, 0)
        if most > 128:
            raise Unsuited(f"{self.shown()}: exponents are at most 128")
        exponents = {least, most, max(most - 1, least), min(least + 1, most)}
        found = [a**e for a in {low, high, max(low, min(high, 0))} for e in exponents]
        return min(found), max(found)

    def value(self, at: Values) -> int:
        exponent = value(self.args[1], at)
        if exponent < 0:
            raise Undefined
        return int(value(self.args[0], at) ** exponent)


class Absolute(Function):
    """The absolute value."""

    __slots__ = ()
    binds = 9

    def bounds(self) -> tuple[int, int]:
        low, high = bounds(self.args[0])
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))

    def value(self, at: Values) -> int:
        return abs(value(self.args[0], at))

    def shown(self) -> str:
        return f"abs({bracketed(self.args[0], 0)})"
