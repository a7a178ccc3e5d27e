"""Propagation, drawn step by step."""

from __future__ import annotations

import json
import math
import re
from html import escape
from typing import Any

from ._clew import Puzzle

_CELL, _MARGIN = 52, 6
_FACT = re.compile(r"r(\d+)c(\d+)(?: (=|!=) (\d+)|-r(\d+)c(\d+) (on|off))$")
#: Cells of more candidates have them counted.
_MOST = 36

_SCRIPT = """
const of = id => document.getElementById(id), said = JSON.parse(of("said").textContent), slider = of("step");
function show() {
  const at = Number(slider.value);
  for (const e of document.querySelectorAll("[data-to],[data-from]")) {
    e.style.display = at >= Number(e.dataset.from ?? 0) && at < Number(e.dataset.to ?? Infinity) ? "" : "none";
    e.classList.toggle("new", Number(e.dataset.from) === at);
  }
  of("words").textContent = said[at];
}
slider.oninput = show;
show();
"""
_STYLE = """
body { font: 14px/1.4 system-ui, sans-serif; background: #fff; color: #111; margin: 8px } input { width: 100% }
p { min-height: 4.2em; margin: .4em 0 } .new { fill: #b3261e; stroke: #b3261e } text { stroke: none !important }
"""


class Propagation:
    """What the propagators of a puzzle infer, one after the other: a notebook shows the board with a slider, the possible
    values of the cells, and the lines that are drawn or excluded. It ends with the first failure or solution.

    >>> import clew
    >>> steps = clew.propagation(clew.generate("futoshiki", 4, level="easy", seed=1))
    >>> steps.words[1].startswith("domain: ")
    True
    >>> steps.svg(0).count("<svg")
    1
    """

    def __init__(self, puzzle: Puzzle, events: list[dict[str, Any]]) -> None:
        self.puzzle = puzzle
        #: The inferences and decisions, as `Puzzle.trace` gives them.
        self.events = events
        #: A sentence for each step; the first one is for the board before them.
        self.words = ["before the first inference"]
        # For each fact of a cell or of an edge the step at which it is known.
        self._values: dict[tuple[int, int, int], tuple[int, bool]] = {}
        self._edges: dict[tuple[int, int, int, int], tuple[int, bool]] = {}
        for step, event in enumerate(events, 1):
            what = event.get("propagator", event["event"])
            because = f" because {', '.join(event['premises'])}" if event.get("premises") else ""
            rule = f" ({event['rule']})" if event.get("rule") else ""
            self.words.append(f"{what}: {', '.join(event['conclusion'])}{because}{rule}")
            for fact in event["conclusion"]:
                self._note(fact, step)

    def _note(self, fact: str, step: int) -> None:
        found = _FACT.match(fact)
        if found is None:
            return
        r, c, relation, value, u, v, on = found.groups()
        if value is not None:
            self._values.setdefault((int(r) - 1, int(c) - 1, int(value)), (step, relation == "="))
        else:
            self._edges.setdefault((int(r) - 1, int(c) - 1, int(u) - 1, int(v) - 1), (step, on == "on"))

    def __len__(self) -> int:
        return len(self.events)

    def svg(self, step: int | None = None) -> str:
        """The board after a step; the last one if none is stated.

        >>> import clew
        >>> steps = clew.propagation(clew.generate("numberlink", 4, seed=1))
        >>> len(steps.svg()) > 0
        True
        """
        return self._drawn(len(self.events) if step is None else step)

    def _drawn(self, at: int | None) -> str:
        """The board at a step, or with the steps at which each part begins and ends."""
        rows, cols = self.puzzle.rows, self.puzzle.cols
        wide, high = cols * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
        parts = []

        def part(element: str, since: int = 0, until: float = math.inf) -> None:
            if at is None:
                times = (f' data-from="{since}"' if since else "") + (f' data-to="{until:.0f}"' if until < math.inf else "")
                parts.append(element.replace(" ", times + " ", 1))
            elif since <= at < until:
                parts.append(element)

        for r, row in enumerate(self.puzzle.grid()):
            for c, given in enumerate(row):
                fill = "#444" if given == "#" else "#eceae3" if given is not None else "#fff"
                place = f'x="{_MARGIN + c * _CELL}" y="{_MARGIN + r * _CELL}"'
                part(f'<rect {place} width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="#888"/>')
                if given is not None and given != "#":
                    part(_text(*_middle(r, c), 22, given, "#111", True))
        for (r, c, u, v), (step, on) in self._edges.items():
            (x, y), (z, w) = _middle(r, c), _middle(u, v)
            if on:
                part(f'<path d="M{x} {y}L{z} {w}" stroke="#3c78c8" stroke-width="6" stroke-linecap="round" opacity="0.6"/>', step)
            else:
                part(f'<path d="M{(x + z) / 2 - 4} {(y + w) / 2 - 4}l8 8m0 -8l-8 8" stroke="#999" fill="none"/>', step)
        self._candidates(part)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
            f"<title>propagation of {len(self.events)} steps</title>{''.join(parts)}</svg>"
        )

    def _candidates(self, part: Any) -> None:
        """The values that cells may have, each until it is excluded, and the one that is left."""
        most = max((value for _, _, value in self._values), default=0)
        labels = self.puzzle.labels
        given = self.puzzle.grid()
        across = max(1, math.ceil(math.sqrt(most)))
        for r, c in sorted({(r, c) for r, c, _ in self._values}):
            if given[r][c] is not None:
                continue
            known = {value: self._values.get((r, c, value), (math.inf, False)) for value in range(1, most + 1)}
            settled = min((step for step, is_value in known.values() if is_value), default=math.inf)
            for value, (step, is_value) in known.items():
                name = labels[value - 1] if labels and value <= len(labels) else value
                if is_value:
                    part(_text(*_middle(r, c), 22, name, "#17598f"), int(step))
                if most <= _MOST:
                    x = _MARGIN + (c + ((value - 1) % across + 0.6) / (across + 0.2)) * _CELL
                    y = _MARGIN + (r + ((value - 1) // across + 0.6) / (across + 0.2)) * _CELL
                    part(_text(x, y, min(13, (0.9 if most < 10 else 0.62) * _CELL / across), name, "#777"), 0, min(settled, math.inf if is_value else step))

    def _repr_html_(self) -> str:
        said = json.dumps(self.words).replace("<", "\\u003c")
        page = (
            f"<!doctype html><meta charset=utf-8><style>{_STYLE}</style>{self._drawn(None)}"
            f'<input id="step" type="range" min="0" max="{len(self.events)}" value="{len(self.events)}" aria-label="Step">'
            f'<p id="words"></p><script type="application/json" id="said">{said}</script><script>{_SCRIPT}</script>'
        )
        high = self.puzzle.rows * _CELL + 150
        return f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts" width="100%" height="{high}" style="border: 0"></iframe>'

    def __repr__(self) -> str:
        return f"<clew.Propagation {len(self.events)} steps>"


def _middle(r: int, c: int) -> tuple[float, float]:
    return _MARGIN + (c + 0.5) * _CELL, _MARGIN + (r + 0.5) * _CELL


def _text(x: float, y: float, size: float, content: object, colour: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:.0f}" font-family="sans-serif"{weight} text-anchor="middle" '
        f'fill="{colour}">{escape(str(content))}</text>'
    )


def propagation(puzzle: Puzzle, *, events: int = 5000, **options: Any) -> Propagation:
    """The inferences of a depth-first search up to its first failure or solution, drawn: at most ``events``, with the other
    keywords of `Puzzle.trace`.

    >>> import clew
    >>> len(clew.propagation(clew.generate("zip", 4, seed=1))) > 0
    True
    """
    found = []
    for event in puzzle.trace(first=events, **{"search": "dfs", **options}):
        if event["event"] in ("failure", "solution"):
            break
        if event.get("conclusion"):
            found.append(event)
    return Propagation(puzzle, found)
