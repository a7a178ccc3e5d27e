"""Puzzles that are paths, links and Latin squares, and models of your own: solved, counted, explained, made, proved.

>>> import clew
>>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
>>> puzzle.check().verdict
'unique'
>>> print(puzzle.solve())
6 7 9
5 2 8
1 4 3
<BLANKLINE>
"""

from __future__ import annotations

from ._clew import (
    BoolVar,
    Certificate,
    Constraint,
    Document,
    Expr,
    IntVar,
    Model,
    ModelReply,
    ModelSolution,
    Progress,
    Puzzle,
    Reply,
    Solution,
    Solutions,
    __version__,
    all_different,
    allowed,
    certified,
    check_all,
    circuit,
    clause,
    count_all,
    families,
    formats,
    from_dict,
    generate,
    grid,
    increasing,
    inverse,
    languages,
    networks,
    non_decreasing,
    parse,
    path,
    rate_all,
    read,
    solve_all,
    walk,
)
from .errors import ClewError, LimitReached, NoSolution, ParseError, Unsuited
from .tables import table

__all__ = [
    "BoolVar",
    "Certificate",
    "ClewError",
    "Constraint",
    "Document",
    "Expr",
    "IntVar",
    "LimitReached",
    "Model",
    "ModelReply",
    "ModelSolution",
    "NoSolution",
    "ParseError",
    "Progress",
    "Puzzle",
    "Reply",
    "Solution",
    "Solutions",
    "Unsuited",
    "__version__",
    "all_different",
    "allowed",
    "certified",
    "check_all",
    "circuit",
    "clause",
    "count_all",
    "families",
    "formats",
    "from_dict",
    "generate",
    "grid",
    "increasing",
    "inverse",
    "languages",
    "networks",
    "non_decreasing",
    "parse",
    "path",
    "rate_all",
    "read",
    "solve_all",
    "table",
    "walk",
]
