"""The keywords of questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from ._clew import Cancel, Progress


class Options(TypedDict, total=False):
    """Keywords that every question takes, as types: ``def ask(**options: Unpack[clew.Options])``.

    >>> import clew
    >>> quick: clew.Options = {"time": "5s", "threads": 2}
    >>> clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n").check(**quick).verdict
    'unique'
    """

    time: float | str | timedelta | None
    cancel: Cancel | None
    nodes: int | None
    memory: int | None
    threads: int
    network: str | None
    without: Sequence[str]
    search: Literal["auto", "dfs", "learn", "scan"]
    method: Literal["auto", "dp", "search", "parts"]
    program: str | None
    seed: int
    deterministic: bool
    adaptive: bool
    uniqueness: bool
    progress: Callable[[Progress], object] | None
