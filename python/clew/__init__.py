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

from . import aio
from ._clew import (
    Cancel,
    Progress,
    Puzzle,
    Solution,
    Solutions,
    __version__,
    ask,
    certified,
    check_all,
    compare,
    count_all,
    families,
    formats,
    from_dict,
    generate,
    grid,
    judge,
    languages,
    networks,
    parse,
    rate_all,
    read,
    same,
    solve_all,
)
from .data import fingerprint, from_solution, generate_all, verify_all, why_not
from .errors import ClewError, LimitReached, NoSolution, ParseError, Unsuited, WrongKeyword
from .model.arrays import array
from .model.constraints import BoolVar, Constraint
from .model.expressions import Expr, IntVar
from .model.intervals import Interval, cumulative, no_overlap, no_overlap_2d, reservoir
from .model.library import (
    all_different,
    all_equal,
    allowed,
    among,
    arc_circuit,
    at_most_one,
    automaton,
    bin_packing,
    blocks,
    cardinality,
    circuit,
    clause,
    closed_loop,
    connected,
    count_of,
    element,
    exactly_one,
    forbidden,
    increasing,
    inverse,
    knapsack,
    lexicographic,
    maximum,
    minimum,
    non_decreasing,
    nvalue,
    path,
    precedence,
    regular,
    reify,
    sub_circuit,
    walk,
)
from .model.drawn import ModelGrid
from .model.questions import Exported, Model
from .model.replies import ModelReply, ModelSolution, ModelSolutions
from .options import Options
from .propagation import Propagation, propagation
from .results import Certificate, Document, Reply
from .tables import table
from .tree import SearchTree, search_tree

__all__ = [
    "BoolVar",
    "Cancel",
    "Certificate",
    "ClewError",
    "Constraint",
    "Document",
    "Exported",
    "Expr",
    "IntVar",
    "Interval",
    "LimitReached",
    "Model",
    "ModelGrid",
    "ModelReply",
    "ModelSolution",
    "ModelSolutions",
    "NoSolution",
    "Options",
    "ParseError",
    "Progress",
    "Propagation",
    "Puzzle",
    "Reply",
    "SearchTree",
    "Solution",
    "Solutions",
    "Unsuited",
    "WrongKeyword",
    "__version__",
    "aio",
    "all_different",
    "all_equal",
    "allowed",
    "among",
    "arc_circuit",
    "array",
    "ask",
    "at_most_one",
    "automaton",
    "bin_packing",
    "blocks",
    "cardinality",
    "certified",
    "check_all",
    "circuit",
    "clause",
    "closed_loop",
    "compare",
    "connected",
    "count_all",
    "count_of",
    "cumulative",
    "element",
    "exactly_one",
    "families",
    "fingerprint",
    "forbidden",
    "formats",
    "from_dict",
    "from_solution",
    "generate",
    "generate_all",
    "grid",
    "increasing",
    "inverse",
    "judge",
    "knapsack",
    "languages",
    "lexicographic",
    "maximum",
    "minimum",
    "networks",
    "no_overlap",
    "no_overlap_2d",
    "non_decreasing",
    "nvalue",
    "parse",
    "path",
    "precedence",
    "propagation",
    "rate_all",
    "read",
    "regular",
    "reify",
    "reservoir",
    "same",
    "search_tree",
    "solve_all",
    "sub_circuit",
    "table",
    "verify_all",
    "walk",
    "why_not",
]
