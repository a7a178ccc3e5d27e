"""Results as values and pictures: pickles, propagation, formulas, grids."""

from __future__ import annotations

import pickle

import pytest

import clew

HIDATO = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"


def test_replies_documents_and_certificates_are_pickled() -> None:
    puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. . .\n1 . .\n")
    for reply in (puzzle.check(), puzzle.where(), puzzle.candidates(), puzzle.estimate()):
        again = pickle.loads(pickle.dumps(reply))
        assert again == reply and again.solutions == reply.solutions and again.to_dict() == reply.to_dict()
        assert str(again) == str(reply) and repr(again) == repr(reply) and hash(again) == hash(reply)
    where = pickle.loads(pickle.dumps(puzzle.where()))
    assert puzzle.svg(where=where) == puzzle.svg(where=puzzle.where())
    with pytest.raises(clew.Unsuited, match="a reply of Puzzle.where"):
        puzzle.svg(where=puzzle.check())
    unique = clew.parse(HIDATO)
    assert pickle.loads(pickle.dumps(unique.prove())) == unique.prove()
    assert list(unique.prove().documents)[-1] == "proof.pbp"


def test_propagation_is_drawn() -> None:
    puzzle = clew.generate("futoshiki", 5, level="extreme", seed=3)
    steps = clew.propagation(puzzle)
    assert len(steps.words) == len(steps) + 1 and 0 < len(steps) < 5000
    # Candidates only go away, and values only come.
    counts = [steps.svg(k).count("#777") for k in range(len(steps) + 1)]
    assert counts == sorted(counts, reverse=True) and counts[0] > counts[-1]
    values = [steps.svg(k).count("#17598f") for k in range(len(steps) + 1)]
    assert values == sorted(values)
    # Nothing that a solution has is excluded at the root.
    solution = puzzle.solve().grid()
    for event in steps.events:
        if event["event"] == "decision":
            break
        for fact in event["conclusion"]:
            cell, relation, value = fact.split()
            r, c = map(int, cell[1:].split("c"))
            assert (solution[r - 1][c - 1] == int(value)) == (relation == "="), fact
    page = steps._repr_html_()
    assert page.count("iframe") == 2 and "data-to=" in page
    assert "A" in clew.propagation(clew.parse("puzzle: numberlink\n\nA . B\n. . .\nA . B\n")).svg(0)


def test_models_are_traced_and_shown_as_formulas() -> None:
    m = clew.Model()
    x, y, b = m.int(0, 9, "x1"), m.int(0, 9, "y"), m.bool("late")
    m.add(x + y >= 17, b.implies(x == 9), name="much")
    events = m.trace(first=50)
    assert any("x1 = 8" in event["conclusion"] or "x1 = 9" in event["conclusion"] for event in events)
    with pytest.raises(clew.WrongKeyword):
        m.trace(frist=1)
    assert (x + 2 * y <= 3)._repr_latex_() == r"$x_{1} + 2 \cdot y \le 3$"
    assert (~(x == y) ^ b)._repr_latex_().startswith(r"$x_{1} \ne y \oplus") or "oplus" in (~(x == y) ^ b)._repr_latex_()
    assert clew.all_different([x, y])._repr_latex_() == r"$\operatorname{all\_different}([x_{1}, y])$"
    assert m._repr_latex_().startswith(r"$\begin{array}{l}x_{1} \in \{0, \dots, 9\} \\")


def test_grids_of_models_have_clues_cages_and_signs() -> None:
    m = clew.Model()
    cells = m.grid(2, 3, 1, 6)
    m.add(clew.all_different(x for row in cells for x in row), cells[0][0] == 6)
    cage = [(0, 0), (0, 1), (1, 0)]
    grid = m.solve().grid(cells, clues=[(0, 0)], cages=[(cage, 11), ([(1, 2)], None)], signs=[((1, 1), (1, 2))])
    # A cage of three cells has eight sides, one of one cell has four.
    dashed = grid.svg.split("stroke-dasharray")
    assert [part.split('"/>')[0].count("M") for part in dashed[1:]] == [8, 4]
    assert grid.svg.count('font-weight="bold"') == 1 and grid.svg.count("<text") == 7 and grid.svg.count("<circle") == 1
    assert pickle.loads(pickle.dumps(grid)) == grid
    with pytest.raises(ValueError, match="no cell"):
        m.solve().grid(cells, clues=[(2, 0)])
    with pytest.raises(ValueError, match="between neighbours"):
        m.solve().grid(cells, signs=[((0, 0), (1, 1))])
