"""What questions return: outcomes of searches, documents, certificates. Plain values, which are pickled and compared."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .errors import LimitReached

if TYPE_CHECKING:
    from ._clew import Puzzle, Solution

Verdict = Literal["unique", "multiple", "none", "unknown", "solved", "optimal"]
Standing = Literal["yes", "no", "undecided"]


@dataclass(frozen=True)
class Outcome:
    """What came of a search or of a count."""

    verdict: Verdict
    solutions: Sequence[Any]
    #: The number of solutions, or a lower bound of it if not ``exact``.
    count: int
    #: Whether the work was complete.
    exact: bool
    #: The limit that ended it early.
    stopped: str | None
    #: The value of the goal.
    objective: int | None
    #: Seconds that it took.
    seconds: float
    #: How it was searched or counted.
    method: str
    #: Figures of the search by name.
    stats: Mapping[str, Any]
    #: A value of the goal that no solution passes, where the search has found one.
    bound: int | None = None


@dataclass(frozen=True, repr=False)
class Reply:
    """A question about a puzzle and its outcome.

    ``bool(reply)`` is whether the answer is yes (one solution, solved, counted); it raises `LimitReached` if a limit came before
    the answer, because an unknown answer is not a no. ``str(reply)`` is the text of the reply. Replies can be pickled.

    >>> import clew, pickle
    >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
    >>> reply = puzzle.check()
    >>> bool(reply), reply.verdict, reply.count, reply.exact
    (True, 'unique', 1, True)
    >>> pickle.loads(pickle.dumps(reply)) == reply
    True
    """

    #: The puzzle of the question.
    puzzle: Puzzle
    #: The verdict on the number of solutions: ``"unique"``, ``"multiple"``, ``"none"`` or ``"unknown"``; with a goal ``"optimal"``
    #: (proved), ``"solved"`` (a solution, perhaps not the best), ``"none"`` or ``"unknown"``.
    verdict: Verdict
    #: The solutions that were found, if they were requested.
    solutions: list[Solution]
    #: The number of solutions, or a lower bound of it if not `exact`; a line without a direction counts in both directions.
    count: int
    #: Whether `count` is the number of all solutions; with a goal, whether none is better than the best found.
    exact: bool
    #: The limit that ended the work early: ``"limit"`` (as many solutions as were wanted), ``"time"``, ``"nodes"``, ``"memory"``;
    #: ``None`` if there was none.
    stopped: str | None
    #: The value of the goal at the best solution found; ``None`` without a goal or a solution.
    objective: int | None
    #: Seconds that the question took.
    seconds: float
    #: How it was searched or counted, such as ``"propagation"``, ``"learn"`` or ``"frontier"``.
    method: str
    #: Figures of the search by name: ``nodes`` (decisions), ``failures``, ``propagations`` and so on.
    stats: dict[str, Any]
    #: The status of the question: ``"yes"``, ``"no"`` or ``"undecided"``.
    standing: Standing
    #: The number of lines without regard to direction; ``None`` for puzzles whose lines have a direction.
    lines: int | None
    #: The network that was searched; empty for a dynamic program.
    network: str
    _words: str = field(repr=False)
    _json: str = field(repr=False)
    #: Where solutions differ, for `Puzzle.svg`: the possible contents of each cell, and whether it is open.
    _open: tuple[list[list[str]], list[bool]] | None = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The document `clew-result/1`.

        >>> import clew
        >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
        >>> puzzle.check().to_dict()["verdict"]
        'unique'
        """
        found: dict[str, Any] = json.loads(self._json)
        return found

    def to_json(self) -> str:
        """The document as JSON text on one line.

        >>> import clew
        >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
        >>> puzzle.check().to_json().startswith("{")
        True
        """
        return self._json

    def __bool__(self) -> bool:
        if self.standing == "undecided":
            raise LimitReached("a limit came before the answer", self.stopped)
        return self.standing == "yes"

    def __hash__(self) -> int:
        return hash(self._json)

    def __str__(self) -> str:
        return self._words

    def __repr__(self) -> str:
        return f"<clew.Reply {self.verdict}: {'' if self.exact else 'at least '}{self.count}>"

    def _repr_svg_(self) -> str | None:
        return self.solutions[0].svg() if self.solutions else None


@dataclass(frozen=True, repr=False)
class Document:
    """An answer as text and as a document.

    ``str(document)`` is the text of the answer, ``document.to_dict()`` the document, ``document["key"]`` a part of it.
    A notebook shows its page if it has one, else the text.

    >>> import clew
    >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
    >>> rating = puzzle.rate()
    >>> rating["rating"]["level"], rating.standing
    ('trivial', 'yes')
    """

    #: The status of the question: ``"yes"``, ``"no"`` or ``"undecided"``.
    standing: Standing
    #: The text of the answer.
    text: str
    _json: str
    #: A page of HTML that needs no network; ``None`` for answers without one.
    html: str | None = None

    def to_dict(self) -> Any:
        """The document; its schema is in `docs/json.md`.

        >>> import clew
        >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
        >>> puzzle.rate().to_dict()["schema"]
        'clew-rating/1'
        """
        return json.loads(self._json)

    def to_json(self) -> str:
        """The document as JSON text on one line.

        >>> import clew
        >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
        >>> puzzle.rate().to_json().startswith("{")
        True
        """
        return self._json

    def __getitem__(self, key: str) -> Any:
        return self.to_dict()[key]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<clew.Document {self.standing}: {self.text.partition(chr(10))[0]}>"

    def _repr_html_(self) -> str:
        if self.html is None:
            return f"<pre>{escape(self.text)}</pre>"
        # A page has its own style sheet and scripts, which are isolated from the notebook.
        return f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" width="100%" height="640" style="border: 0"></iframe>'


@dataclass(frozen=True, repr=False)
class Certificate:
    """A certificate: the documents for an external proof checker, which is independent of clew.

    >>> import clew
    >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
    >>> puzzle.prove().claim
    'one solution, and no other'
    """

    #: The claim in words.
    claim: str
    #: The documents by name: the rules and the claim as pseudo-Boolean constraints (``puzzle.opb``), the puzzle, the solution,
    #: the goal, the proof (``proof.pbp``, for VeriPB), which is the last one.
    documents: dict[str, bytes]

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Writes the documents into a directory, which is created if necessary; the proof last. ``clew certify`` checks it.

        >>> import clew, os, tempfile
        >>> puzzle = clew.parse("puzzle: hidato\\n\\n6 . .\\n. 2 8\\n1 . .\\n")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     puzzle.prove().save(folder)
        ...     len(os.listdir(folder)) > 0
        True
        """
        Path(directory).mkdir(parents=True, exist_ok=True)
        for name, content in self.documents.items():
            Path(directory, name).write_bytes(content)

    def __repr__(self) -> str:
        return f"<clew.Certificate {self.claim}>"
