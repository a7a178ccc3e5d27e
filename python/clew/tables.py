"""Answers about many puzzles as rows of a table, for pandas or the module csv."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import ClewError, ParseError
from .results import Document, Reply


def table(answers: Iterable[Reply | Document | ClewError]) -> list[dict[str, Any]]:
    """A dictionary for each answer, all with plain values: ``pandas.DataFrame(clew.table(replies))``.

    Replies have ``verdict``, ``stopped``, ``count``, ``exact``, ``objective``, ``seconds``, ``network``, ``method`` and their
    figures; ratings ``verdict``, ``level``, ``score`` and so on, and how often each technique was needed; errors ``error``, ``line`` and ``column``. All have ``id``
    and ``family``, as far as they are known.

    >>> import clew
    >>> [rating] = clew.rate_all(["puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n"])
    >>> row = clew.table([rating])[0]
    >>> row["level"], row["steps"] == sum(n for name, n in row.items() if name.startswith("technique "))
    ('trivial', True)
    """
    return [_row(answer) for answer in answers]


def _row(answer: Reply | Document | ClewError) -> dict[str, Any]:
    if isinstance(answer, Reply):
        puzzle = answer.puzzle
        return {
            "id": puzzle.id,
            "family": puzzle.family,
            "rows": puzzle.rows,
            "cols": puzzle.cols,
            "verdict": answer.verdict,
            "stopped": answer.stopped,
            "count": answer.count,
            "exact": answer.exact,
            "objective": answer.objective,
            "seconds": answer.seconds,
            "network": answer.network,
            "method": answer.method,
            **answer.stats,
        }
    if isinstance(answer, ClewError):
        place = (answer.line, answer.column) if isinstance(answer, ParseError) else (None, None)
        return {"verdict": "invalid", "error": str(answer), "line": place[0], "column": place[1]}
    return _flat(answer.to_dict())


def _flat(document: dict[str, Any]) -> dict[str, Any]:
    """The plain values of a document, those of its rating beside them."""
    plain = {key: value for key, value in document.items() if not isinstance(value, (dict, list))}
    if "puzzle" in plain:
        plain["family"] = plain.pop("puzzle")
    rating = document.get("rating")
    if isinstance(rating, dict):
        plain.pop("rating", None)
        plain.update(_flat(rating))
        plain.update((f"technique {name}", n) for name, n in (rating.get("counts") or {}).items())
    return plain
