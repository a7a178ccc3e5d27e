"""Solutions of models as pictures of grids, and expressions as formulas."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Optional

from .constraints import And, BoolVar, Comparison, Connective, Not, Or
from .expressions import Expr, Sum, Variable, bracketed
from .functions import Absolute, Function
from .globals import Global

Place = tuple[int, int]
Cage = tuple[Sequence[Place], Optional[Any]]

_CELL, _MARGIN = 40, 4


@dataclass(frozen=True, repr=False)
class ModelGrid:
    """A grid of values, drawn in a notebook; from ``ModelSolution.grid``.

    >>> import clew
    >>> m = clew.Model()
    >>> cells = m.grid(1, 3, 0, 2)
    >>> m.add(clew.increasing(cells[0]))
    >>> grid = m.solve().grid(cells, cages=[([(0, 0), (0, 1)], 1)], signs=[((0, 1), (0, 2))], clues=[(0, 2)])
    >>> grid.values, grid.svg.count("<text")
    ([[0, 1, 2]], 4)
    """

    #: The values, a list of rows.
    values: list[list[int]]
    boxes: tuple[int, int] | None = None
    filled: Sequence[int] = ()
    empty: Sequence[int] = ()
    clues: Sequence[Place] = ()
    cages: Sequence[Cage] = ()
    signs: Sequence[tuple[Place, Place]] = ()

    def __post_init__(self) -> None:
        places = [*self.clues, *(place for cage, _ in self.cages for place in cage), *(place for pair in self.signs for place in pair)]
        for row, col in places:
            if not (0 <= row < len(self.values) and 0 <= col < len(self.values[row])):
                raise ValueError(f"there is no cell ({row}, {col})")
        for (r, c), (u, v) in self.signs:
            if abs(r - u) + abs(c - v) != 1:
                raise ValueError(f"a sign is between neighbours, not between ({r}, {c}) and ({u}, {v})")

    def __repr__(self) -> str:
        cols = max(map(len, self.values), default=0)
        return f"<clew.ModelGrid {len(self.values)} rows, {cols} columns>"

    @property
    def text(self) -> str:
        """One line per row: ``#`` for a filled cell, ``.`` for an empty one."""
        signs = [["#" if v in self.filled else "." if v in self.empty else str(v) for v in row] for row in self.values]
        width = max((len(sign) for row in signs for sign in row), default=0)
        return "".join(" ".join(sign.rjust(width) for sign in row) + "\n" for row in signs)

    @property
    def svg(self) -> str:
        """A picture that stands alone. Clues are bold on grey, cages have dashed borders and their numbers, signs point to the
        smaller value."""
        rows, cols = len(self.values), max(map(len, self.values), default=0)
        wide, high = cols * _CELL + 2 * _MARGIN, rows * _CELL + 2 * _MARGIN
        grounds = [_ground(r, c, "#333") for r, row in enumerate(self.values) for c, v in enumerate(row) if v in self.filled]
        grounds += [_ground(r, c, "#e4e0d6") for r, c in self.clues if self.values[r][c] not in self.filled]
        clues = set(self.clues)
        texts = [
            _text(c + 0.5, r + 0.5, v, 11 if len(str(v)) > 3 else 17, (r, c) in clues)
            for r, row in enumerate(self.values)
            for c, v in enumerate(row)
            if v not in self.filled and v not in self.empty
        ]
        lines = [_lines(rows, cols, self._thick, False), _lines(rows, cols, self._thick, True)]
        parts = [*grounds, *texts, *lines, *(_cage(*cage) for cage in self.cages), *(_sign(*pair) for pair in self.signs)]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">'
            f'<title>a grid of {rows} rows and {cols} columns</title><rect width="{wide}" height="{high}" fill="#fff"/>'
            f"{''.join(parts)}</svg>"
        )

    def _thick(self, at: int, of: int, axis: int) -> bool:
        """Whether a thick line runs before a row (axis 0) or a column (1)."""
        step = self.boxes[axis] if self.boxes else 0
        return at in (0, of) or (step > 0 and at % step == 0)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


def _at(x: float) -> str:
    return f"{_MARGIN + x * _CELL:g}"


def _ground(r: int, c: int, colour: str) -> str:
    return f'<rect x="{_at(c)}" y="{_at(r)}" width="{_CELL}" height="{_CELL}" fill="{colour}"/>'


def _text(x: float, y: float, content: object, size: int, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_at(x)}" y="{_MARGIN + y * _CELL + size * 0.35:g}" font-family="sans-serif" font-size="{size}"{weight} '
        f'text-anchor="middle" fill="#111">{escape(str(content))}</text>'
    )


def _lines(rows: int, cols: int, is_thick: Any, thick: bool) -> str:
    across = "".join(f"M{_MARGIN} {_at(r)}h{cols * _CELL}" for r in range(rows + 1) if is_thick(r, rows, 0) == thick)
    down = "".join(f"M{_at(c)} {_MARGIN}v{rows * _CELL}" for c in range(cols + 1) if is_thick(c, cols, 1) == thick)
    return f'<path stroke="#111" stroke-width="{2.5 if thick else 0.8}" fill="none" d="{across}{down}"/>'


def _cage(cells: Sequence[Place], number: object) -> str:
    """A dashed line inside the cells of a cage, which goes on where two of them meet, and its number in the first one."""
    inside, gap, strokes = set(cells), 0.08, []
    for (r, c), (dr, dc) in itertools.product(cells, ((-1, 0), (1, 0), (0, -1), (0, 1))):
        if (r + dr, c + dc) in inside:
            continue
        ends = []
        for side in (-1, 1):
            # Along the side to its end: around an outer corner, into the next cell, or into an inner corner.
            ar, ac = abs(dc) * side, abs(dr) * side
            reach = 0.5 - gap
            if (r + ar, c + ac) in inside:
                reach = 0.5 + gap if (r + ar + dr, c + ac + dc) in inside else 0.5
            ends.append(f"{_at(c + 0.5 + dc * (0.5 - gap) + ac * reach)} {_at(r + 0.5 + dr * (0.5 - gap) + ar * reach)}")
        strokes.append(f"M{ends[0]}L{ends[1]}")
    label = ""
    if number is not None:
        r, c = min(cells)
        label = f'<rect x="{_at(c + 0.05)}" y="{_at(r + 0.05)}" width="{4 + 6 * len(str(number))}" height="11" fill="#fff"/>'
        label += _text(c + 0.1 + 0.08 * len(str(number)), r + 0.18, number, 10)
    return f'<path stroke="#555" stroke-dasharray="3 2" fill="none" d="{"".join(strokes)}"/>{label}'


def _sign(smaller: Place, larger: Place) -> str:
    """A chevron on the border, whose point is at the smaller value."""
    (r, c), (u, v) = smaller, larger
    y, x, dy, dx = (r + u + 1) / 2, (c + v + 1) / 2, (u - r) * 0.1, (v - c) * 0.1
    arms = [f"{_at(x + dx + side * dy * 1.2)} {_at(y + dy + side * dx * 1.2)}" for side in (-1, 1)]
    point = f"{_at(x - dx)} {_at(y - dy)}"
    ground = f'<circle cx="{_at(x)}" cy="{_at(y)}" r="7" fill="#fff"/>'
    return f'{ground}<path d="M{arms[0]}L{point}L{arms[1]}" stroke="#111" stroke-width="1.8" fill="none"/>'


_SIGNS = {"==": "=", "!=": r"\ne", "<=": r"\le", ">=": r"\ge", "&": r"\wedge", "|": r"\vee", "^": r"\oplus", "*": r"\cdot", "%": r"\bmod"}


def latex(of: Any) -> str:
    """An expression or a constraint as a formula, which a notebook shows.

    >>> import clew
    >>> m = clew.Model()
    >>> x, y, b = m.int(0, 9, "x1"), m.int(0, 9, "y"), m.bool("late")
    >>> print((x * y - 3 >= abs(y) // 2)._repr_latex_())
    $x_{1} \\cdot y - 3 \\ge \\left\\lfloor |y| / 2 \\right\\rfloor$
    >>> print(((x <= y) | ~b)._repr_latex_())
    $\\left(x_{1} \\le y\\right) \\vee \\neg \\mathit{late}$
    """
    if isinstance(of, (Sum, Comparison, Connective, Function, Global, Variable)):
        return _formula(of)
    return r"\text{" + of.shown().replace("_", r"\_") + "}" if isinstance(of, Expr) else str(of)


def _name(name: str) -> str:
    word, number = re.fullmatch(r"(.*?)[ _]?(\d*)", name, re.S).groups()  # type: ignore[union-attr]
    if not word:
        return number
    shown = word if len(word) == 1 and word.isalpha() else r"\mathit{" + re.sub(r"([_&%$#{}])", r"\\\1", word).replace(" ", r"\ ") + "}"
    return shown + (f"_{{{number}}}" if number else "")


def _in(of: Any, binds: int) -> str:
    """A part, in brackets where its text has them."""
    shown = latex(of)
    return rf"\left({shown}\right)" if isinstance(of, Expr) and bracketed(of, binds) != of.shown() else shown


def _formula(of: Any) -> str:
    if isinstance(of, BoolVar):
        return (r"\neg " if of.index < 0 else "") + _name(of.name.lstrip("~"))
    if isinstance(of, Variable):
        return _name(of.name)
    if isinstance(of, Sum):
        terms = [(c, rf"{abs(c)} \cdot {_in(x, 7)}" if abs(c) != 1 else _in(x, 6)) for c, x in of.terms]
        terms += [(of.constant, str(abs(of.constant)))] if of.constant or not terms else []
        signed = " ".join(("- " if c < 0 else "+ ") + shown for c, shown in terms)
        return signed[2:] if signed.startswith("+ ") else "-" + signed[2:]
    if isinstance(of, Comparison):
        return f"{_in(of.left, 1)} {_SIGNS.get(of.relation, of.relation)} {_in(of.right, 1)}"
    if isinstance(of, Not):
        return rf"\neg {_in(of.args[0], 9)}"
    if isinstance(of, Connective):
        return f" {_SIGNS[of.sign]} ".join(_in(arg, of.binds + 1) for arg in of.args) or of.shown()
    if isinstance(of, Absolute):
        return f"|{latex(of.args[0])}|"
    if isinstance(of, Global):
        lists = ["[" + ", ".join(map(latex, one)) + "]" for one in of.lists]
        numbers = [rf"\text{{{n!r}}}".replace("_", r"\_") for n in of.numbers]
        return rf"\operatorname{{{of.name}}}".replace("_", r"\_") + "(" + ", ".join([*lists, *numbers]) + ")"
    left, right = of.args
    if of.sign == "//":
        return rf"\left\lfloor {_in(left, 7)} / {_in(right, 8)} \right\rfloor"
    if of.sign == "**":
        return f"{_in(left, 9)}^{{{latex(right)}}}"
    return f"{_in(left, of.binds)} {_SIGNS[of.sign]} {_in(right, of.binds + 1)}"


def rows(lines: Iterable[str]) -> str:
    """Formulas below each other."""
    return r"$\begin{array}{l}" + r" \\ ".join(lines) + r"\end{array}$"
