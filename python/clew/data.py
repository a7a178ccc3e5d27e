"""Many puzzles and answers as data: judged, made, compared."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ._clew import Puzzle, ask, generate, judge, parse, same
from .results import Document


def verify_all(puzzles: str | Iterable[Puzzle | str], answers: str | Sequence[str] | Mapping[str, str]) -> list[dict[str, Any]]:
    """A row for each answer: ``verdict`` (``"right"``, ``"wrong"``, ``"unreadable"``), ``score`` (the part of the cells to fill
    that are right, 1.0 for a right answer), and the broken rule or the reason. Answers are in the order of the puzzles, or
    by identifier, in any dress: bare grids, Markdown, JSON, the prose of a language model.

    >>> import clew
    >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
    >>> rows = clew.verify_all([puzzle] * 3, ["6 7 9\\n5 2 8\\n1 4 3", "6 7 9\\n4 2 8\\n1 5 3", "I cannot."])
    >>> [(row["verdict"], row["score"]) for row in rows]
    [('right', 1.0), ('wrong', 0.6), ('unreadable', 0.0)]
    """
    rows = []
    for row in judge(puzzles, answers):
        right, fill = row.get("cells_right"), row.get("cells_to_fill")
        score = 1.0 if row["verdict"] == "right" else round(right / fill, 4) if right is not None and fill else 0.0
        rows.append({**{key: value for key, value in row.items() if key != "schema"}, "score": score})
    return rows


def generate_all(family: str, rows: int, cols: int | None = None, *, count: int, seed: int = 1, threads: int = 0, **options: Any) -> list[Puzzle]:
    """``count`` new puzzles, of the seeds from ``seed`` on, on all processors or so many threads.

    >>> import clew
    >>> len({str(puzzle) for puzzle in clew.generate_all("futoshiki", 4, count=3, level="easy")})
    3
    """

    def one(of: int) -> Puzzle:
        return generate(family, rows, cols, seed=of, **options)

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        return list(pool.map(one, range(seed, seed + count)))


def why_not(puzzle: Puzzle, cell: tuple[int, int], value: Any, **options: Any) -> Document:
    """Why a cell cannot have a content: the contradiction that follows, as steps of a person.

    >>> import clew
    >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
    >>> clew.why_not(puzzle, (0, 1), 5)["possible"]
    False
    """
    return puzzle.ask("why-not", cell=cell, value=value, **options)


def from_solution(drawn: Puzzle | str, **options: Any) -> Puzzle:
    """A puzzle of which this is the solution: ``givens="few"`` or ``"minimal"``, a ``level``, a ``seed``.

    >>> import clew
    >>> puzzle = clew.from_solution("puzzle: hidato\\n\\n6 7 9\\n5 2 8\\n1 4 3\\n", givens="few", seed=2)
    >>> str(puzzle.solve())
    '6 7 9\\n5 2 8\\n1 4 3\\n'
    """
    return parse(ask("from-solution", str(drawn), **options).text)


def fingerprint(puzzle: Puzzle) -> str:
    """The same for puzzles that are the same turned, mirrored, relabelled or counted from the other end.

    >>> import clew
    >>> a = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
    >>> b = clew.parse("puzzle: hidato\\n\\n1 . 6\\n. 2 .\\n. 8 .\\n")
    >>> clew.fingerprint(a) == clew.fingerprint(b)
    True
    """
    return str(same([puzzle])[0].to_dict()["fingerprint"])
