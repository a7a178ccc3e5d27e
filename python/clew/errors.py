"""What can go wrong. Every error of this package is a :class:`ClewError`."""

from __future__ import annotations

from typing import Any


class ClewError(Exception):
    """An error of clew; by itself, a defect of the solver, whose answer does not count.

    >>> import clew
    >>> try:
    ...     clew.parse("puzzle: hidato\\n\\n1 x\\n")
    ... except clew.ClewError as error:
    ...     print(type(error).__name__)
    ParseError
    """


class ParseError(ClewError, ValueError):
    """A puzzle, a solution or a filled grid cannot be read.

    ``line`` and ``column`` count from 1, the column in characters; ``None`` where the mistake has no place in a text.

    >>> import clew
    >>> try:
    ...     clew.parse("puzzle: hidato\\n\\n1 x\\n")
    ... except clew.ParseError as error:
    ...     print(error.line, error.column)
    3 3
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
    """A question, an option or a format does not fit the puzzle, or a statement does not fit the model.

    >>> import clew
    >>> try:
    ...     clew.Model().int(3, 2)
    ... except clew.Unsuited as error:
    ...     print(error)
    the range from 3 to 2 is empty
    """


class WrongKeyword(Unsuited, TypeError):
    """A keyword argument does not exist, or its value is of another type or none of its words.

    >>> import clew
    >>> try:
    ...     clew.Model().check(time="soon")
    ... except clew.WrongKeyword as error:
    ...     print(str(error)[:24])
    time: "soon" is no time:
    """


class NoSolution(ClewError):
    """There is no solution; this is proved.

    >>> import clew
    >>> m = clew.Model()
    >>> m.add(m.int(0, 9) > 9)
    >>> try:
    ...     m.solve()
    ... except clew.NoSolution:
    ...     print("none")
    none
    """


class LimitReached(ClewError):
    """A limit of time, decisions or memory came before the answer.

    ``stopped`` is ``"time"``, ``"nodes"``, ``"memory"`` or ``"limit"``. ``partial`` is the part that is known: the number
    of solutions that there are at least, the solutions that were drawn, the best solution so far; ``None`` if nothing is.

    >>> import clew
    >>> try:
    ...     list(clew.parse("puzzle: path\\n\\n. . .\\n. . .\\n. . .\\n").solutions(nodes=1))
    ... except clew.LimitReached as error:
    ...     print(error.stopped)
    nodes
    """

    partial: Any
    stopped: str | None

    def __init__(self, message: str, stopped: str | None = None, partial: Any = None) -> None:
        super().__init__(message)
        self.stopped = stopped
        self.partial = partial

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.stopped, self.partial)
