"""Questions while other tasks of asyncio run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from ._clew import Cancel

T = TypeVar("T")


async def run(question: Callable[..., T], *args: Any, **options: Any) -> T:
    """Puts a question on a thread of its own and waits for the answer; a cancelled task ends the search.

    >>> import asyncio, clew
    >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
    >>> asyncio.run(clew.aio.run(puzzle.count, time=5))
    1
    """
    stop = options.setdefault("cancel", Cancel())
    loop = asyncio.get_running_loop()
    work = loop.run_in_executor(None, lambda: question(*args, **options))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.cancel()
        # The thread ends soon; what it raises then concerns nobody.
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        raise
