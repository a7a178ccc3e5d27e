"""Search trees, drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal

from ._clew import Puzzle

_WIDTH, _HEIGHT, _RADIUS = 26, 44, 6
_COLOURS = {"decision": "#4477aa", "failure": "#cc6677", "solution": "#228833", "open": "#999999"}


@dataclass
class Node:
    """A node of a search tree: the root, a decision, or the end of a branch."""

    kind: Literal["root", "decision", "failure", "solution", "open"]
    #: The decision, such as ``r1c3 = 2``, or the place of a failure.
    text: str
    depth: int
    #: Inferences between it and the next one.
    inferences: int = 0
    children: list[Node] = field(default_factory=list)


class SearchTree:
    """The tree of a search, which a notebook draws: decisions blue, failures red, solutions green.

    >>> import clew
    >>> puzzle = clew.generate("futoshiki", 5, level="hard", seed=2)
    >>> tree = clew.search_tree(puzzle)
    >>> tree.solutions
    1
    >>> tree.svg().startswith("<svg")
    True
    """

    def __init__(self, root: Node) -> None:
        self.root = root

    def nodes(self) -> list[Node]:
        """All nodes, a node before those below it.

        >>> import clew
        >>> clew.search_tree(clew.generate("futoshiki", 4, level="easy", seed=1)).nodes()[0].kind
        'root'
        """
        found, todo = [], [self.root]
        while todo:
            node = todo.pop()
            found.append(node)
            todo.extend(reversed(node.children))
        return found

    def _count(self, kind: str) -> int:
        return sum(node.kind == kind for node in self.nodes())

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return self._count("decision")

    @property
    def failures(self) -> int:
        """The number of branches that failed."""
        return self._count("failure")

    @property
    def solutions(self) -> int:
        """The number of branches with a solution."""
        return self._count("solution")

    def svg(self) -> str:
        """The drawing; texts appear when the pointer rests on a node."""
        places: dict[int, tuple[float, int]] = {}
        leaves = 0
        # Leaves side by side, a decision above the middle of its branches.
        for node in reversed(self.nodes()):
            below = [places[id(child)][0] for child in node.children]
            if not below:
                leaves += 1
            places[id(node)] = (sum(below) / len(below) if below else leaves - 1, node.depth)
        wide = max(leaves, 1) * _WIDTH + 2 * _RADIUS
        tall = (1 + max(level for _, level in places.values())) * _HEIGHT

        def at(node: Node) -> tuple[float, float]:
            x, y = places[id(node)]
            # Branches were counted from the last one.
            return wide - (x + 0.5) * _WIDTH - _RADIUS, y * _HEIGHT + _HEIGHT / 2

        lines, dots = [], []
        for node in self.nodes():
            x, y = at(node)
            for child in node.children:
                u, v = at(child)
                lines.append(f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}")
            title = f"{node.kind}: {node.text}, {node.inferences} inferences" if node.kind != "root" else f"root, {node.inferences} inferences"
            colour = _COLOURS.get(node.kind, "#777777")
            dots.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{_RADIUS}" fill="{colour}"><title>{escape(title)}</title></circle>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}" role="img">'
            f'<title>a search tree of {self.decisions} decisions</title><path d="{"".join(lines)}" stroke="#888888" fill="none"/>'
            f"{''.join(dots)}</svg>"
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<clew.SearchTree {self.decisions} decisions, {self.failures} failures, {self.solutions} solutions>"


def search_tree(puzzle: Puzzle, *, events: int = 100_000, **options: Any) -> SearchTree:
    """The tree of a depth-first search, from the first ``events`` events of `Puzzle.trace`.

    >>> import clew
    >>> clew.search_tree(clew.generate("futoshiki", 4, level="easy", seed=1)).decisions
    0
    """
    root = Node("root", "", 0)
    # The node that the search is at, for each level of decisions.
    at, ended = [root], False
    for event in puzzle.trace(first=events, **{"search": "dfs", **options}):
        kind, level = event["event"], event["depth"]
        if kind == "inference":
            at[-1].inferences += 1
        elif kind == "decision":
            # After the end of a branch the opposite of its decision holds, one level above.
            parent = at[level] if ended else at[level - 1]
            node = Node("decision", ", ".join(event["conclusion"]), parent.depth + 1)
            parent.children.append(node)
            at[level:] = [node]
        elif kind in ("failure", "solution"):
            at[-1].children.append(Node(kind, event.get("place", "") or "", at[-1].depth + 1))
        ended = ended and kind == "inference" or kind in ("failure", "solution")
    return SearchTree(root)
