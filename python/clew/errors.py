"""What can go wrong. Every error of this package is a :class:`ClewError`."""

from __future__ import annotations

from typing import Any


class ClewError(Exception):
    """An error of clew; by itself, a defect of the solver, whose answer does not count."""


class ParseError(ClewError, ValueError):
    """A puzzle, a solution or a filled grid cannot be read.

    ``line`` and ``column`` count from 1, the column in characters; ``None`` where the mistake has no place in a text.
    """

    line: int | None
    column: int | None

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.line, self.column)


class Unsuited(ClewError, ValueError):
    """A question, an option or a format does not fit the puzzle, or a statement does not fit the model."""


class WrongKeyword(Unsuited, TypeError):
    """A keyword argument does not exist, or its value is of another type or none of its words."""


class NoSolution(ClewError):
    """There is no solution; this is proved."""


class LimitReached(ClewError):
    """A limit of time, decisions or memory came before the answer.

    ``stopped`` is ``"time"``, ``"nodes"``, ``"memory"`` or ``"limit"``. ``partial`` is the part that is known: the number
    of solutions that there are at least, the solutions that were drawn, the best solution so far; ``None`` if nothing is.
    """

    partial: Any
    stopped: str | None

    def __init__(self, message: str, stopped: str | None = None, partial: Any = None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.partial = partial

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.stopped, self.partial)
