"""Puzzles: read, asked about, written, drawn."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

import clew

INSTANCES = Path(__file__).parents[2] / "instances"
LINK = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
HIDATO = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n"
NONE = "puzzle: numberlink\n\nA . B\n. . .\nB . A\n"


def instance(name: str) -> clew.Puzzle:
    return clew.parse((INSTANCES / name).read_text())


def test_a_link_is_read_with_its_rules() -> None:
    puzzle = clew.parse(LINK)
    assert (puzzle.family, puzzle.rows, puzzle.cols, puzzle.neighbours) == ("numberlink", 5, 5, "4")
    assert puzzle.rules == {"cover": "partial", "touch": "yes"}
    assert puzzle.with_rules(cover="all").rules["cover"] == "all"
    assert clew.parse(LINK, cover="all").rules["cover"] == "all"
    assert repr(puzzle) == "<clew.Puzzle numberlink 5 x 5>"


def test_check_and_solve_agree() -> None:
    puzzle = clew.parse(LINK)
    reply = puzzle.check()
    assert reply and reply.verdict == "unique" and reply.exact and reply.count == 1
    assert reply.solutions == [puzzle.solve()]
    solution = reply.solutions[0]
    assert solution.paths()["1"][0] == (0, 0)
    assert solution.grid()[0][0] == "1" and solution.values()[0][0] == 1
    assert puzzle.broken(solution) is None and puzzle.solution(str(solution)) == solution
    assert reply.seconds >= 0 and reply.stats["nodes"] >= 0


def test_counts_are_exact_integers() -> None:
    assert instance("path/ladder-10x10.puzzle").count() == 1460089659025264


def test_a_limit_tells_what_is_known() -> None:
    with pytest.raises(clew.LimitReached) as caught:
        instance("count/hex-12x12.puzzle").count(time=timedelta(milliseconds=200))
    assert caught.value.stopped == "time" and caught.value.partial >= 0
    reply = instance("hard/numberlink-30x30.puzzle").check(nodes=1)
    assert reply.standing == "undecided" and reply.stopped == "nodes"
    with pytest.raises(clew.LimitReached):
        bool(reply)


def test_no_solution_is_an_error_of_its_own() -> None:
    puzzle = clew.parse(NONE)
    assert not puzzle.check() and puzzle.check().verdict == "none" and puzzle.count() == 0
    with pytest.raises(clew.NoSolution):
        puzzle.solve()
    with pytest.raises(clew.NoSolution):
        puzzle.sample(2)
    assert list(puzzle.solutions()) == []


def test_mistakes_have_a_place() -> None:
    with pytest.raises(clew.ParseError) as caught:
        clew.parse("puzzle: numberlink\n\nA . D\nA . .\n")
    assert (caught.value.line, caught.value.column) == (3, 5)
    with pytest.raises(clew.ParseError, match="2 puzzles"):
        clew.parse(HIDATO + "---\n" + HIDATO)
    with pytest.raises(clew.ParseError):
        clew.parse("")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.line, again.column, str(again)) == (3, 5, str(caught.value))


def test_what_does_not_apply_is_refused() -> None:
    puzzle = clew.parse(HIDATO)
    refused: list[Callable[[], object]] = [
        lambda: puzzle.to("nonsense"),
        lambda: puzzle.check(network="nonsense"),
        lambda: puzzle.with_rules(cover="all"),
        lambda: puzzle.with_rules(colour="red"),
        lambda: puzzle.best("length"),
        lambda: puzzle.model("nonsense", "lp"),
        lambda: puzzle.svg(clew.parse(LINK).solve()),
        lambda: puzzle.explain(nodes=3),
        lambda: puzzle.solutions(0),
        lambda: clew.generate("nonsense", 4),
        lambda: clew.generate("futoshiki", 0),
    ]
    for wrong in refused:
        with pytest.raises(clew.Unsuited):
            wrong()
    unknown: list[Callable[[], object]] = [
        lambda: puzzle.check(tine=3),  # type: ignore[call-arg]
        lambda: puzzle.check(time="long"),
        lambda: puzzle.check(progress=3),  # type: ignore[arg-type]
    ]
    for mistyped in unknown:
        with pytest.raises(TypeError):
            mistyped()
    with pytest.raises(ValueError):
        puzzle.check(time=-1)
    with pytest.raises(ValueError):
        puzzle.check(search="wild")  # type: ignore[arg-type]


def test_solutions_stream() -> None:
    puzzle = clew.grid("futoshiki", [[0] * 4] * 4)
    stream = puzzle.solutions(10)
    assert len(list(stream)) == 10 and stream.found == 10 and not stream.complete
    first = puzzle.solutions()
    assert next(first) and first.found == 1
    every = puzzle.solutions()
    assert len(set(every)) == 576 == puzzle.count() and every.complete
    with pytest.raises(clew.LimitReached):
        list(clew.grid("futoshiki", [[0] * 7] * 7).solutions(nodes=100))


def test_samples_end_with_their_limits() -> None:
    open_board = clew.parse("puzzle: path\n\n. . . .\n. . . .\n. . . .\n")
    for limits in ({"time": 0.2}, {"memory": 10**6}):
        with pytest.raises(clew.LimitReached) as caught:
            open_board.sample(10**12, **limits)
        drawn = caught.value.partial
        assert isinstance(drawn, list) and len(drawn) > 100
        assert all(isinstance(solution, clew.Solution) for solution in drawn[:10])


def test_samples_repeat_with_their_seed() -> None:
    puzzle = clew.grid("futoshiki", [[0] * 4] * 4)
    drawn = puzzle.sample(5, seed=3)
    assert len(drawn) == 5 and drawn == puzzle.sample(5, seed=3) and drawn != puzzle.sample(5, seed=4)


def test_where_solutions_differ() -> None:
    puzzle = clew.grid("futoshiki", [[1, 2, 3, 4], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    found = puzzle.where()
    document = found.to_dict()
    assert document["where"]["complete"] and document["candidates"][0] == [[1], [2], [3], [4]]
    assert document["candidates"][1][0] == [2, 3, 4]
    picture = puzzle.svg(where=found, coordinates=True, theme="mono")
    assert picture.startswith("<svg") and picture != puzzle.svg()
    assert puzzle.candidates().to_dict()["candidates_complete"]


def test_the_best_solution() -> None:
    puzzle = clew.parse(LINK)
    reply = puzzle.best("length")
    assert reply.objective == reply.solutions[0].worth("length") and reply.exact


def test_a_stated_solution_is_held_against_the_rules() -> None:
    puzzle = clew.parse(HIDATO)
    right = [[6, 7, 9], [5, 2, 8], [1, 4, 3]]
    assert puzzle.broken(right) is None and puzzle.solution(right) == puzzle.solve()
    wrong = [[6, 7, 9], [5, 2, 8], [1, 3, 4]]
    assert "r" in (puzzle.broken(wrong) or "")
    with pytest.raises(clew.Unsuited):
        puzzle.solution(wrong)
    with pytest.raises(clew.ParseError):
        puzzle.broken([[1, 2], [3, 4]])


def test_documents_are_those_of_the_command_line() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = Path(__file__).parents[2] / "docs" / "schema"
    puzzle = instance("futoshiki/ladder-04x04.puzzle")
    for name, document in {
        "result-1": puzzle.check().to_dict(),
        "puzzle-1": puzzle.to_dict(),
        "steps-1": puzzle.explain().to_dict(),
        "hint-1": puzzle.hint().to_dict(),
        "rating-1": puzzle.rate().to_dict(),
        "repair-1": puzzle.repair().to_dict(),
        "plan-1": puzzle.plan(task="count").to_dict(),
        "network-1": puzzle.network_sizes()[0].to_dict(),
        "profile-2": puzzle.profile(runs=1).to_dict(),
    }.items():
        jsonschema.validate(document, json.loads((schema / f"{name}.json").read_text()))
    event = json.loads((schema / "trace-1.json").read_text())
    lines = puzzle.trace(first=5)
    assert 0 < len(lines)
    for line in lines:
        jsonschema.validate(line, event)
    assert clew.from_dict(puzzle.to_dict()) == puzzle == pickle.loads(pickle.dumps(puzzle))


def test_formats_and_pictures() -> None:
    puzzle = clew.parse("https://puzz.link/p?minarism/4/4/lguggihj")
    assert puzzle.to("tatham").startswith("4:")
    assert clew.parse(puzzle.to("tatham"), family="futoshiki").check().verdict == puzzle.check().verdict
    assert puzzle._repr_svg_().startswith("<svg") and puzzle.solve()._repr_svg_().startswith("<svg")
    assert clew.parse(str(puzzle)) == puzzle
    assert {"pzpr", "tatham", "json"} <= {row["format"] for row in clew.formats()}
    assert {row["family"] for row in clew.families()} >= {"hidato", "path", "numberlink", "futoshiki"}


def test_steps_hints_ratings() -> None:
    puzzle = instance("futoshiki/ladder-04x04.puzzle")
    steps = puzzle.explain()
    assert steps["solved"] and steps.standing == "yes" and len(steps["steps"]) > 5
    assert steps.html is not None and "<iframe" in steps._repr_html_() and "Solved" not in steps.text
    assert puzzle.rate()["rating"]["level"] == "easy"
    answer = puzzle.solve().grid()
    assert puzzle.hint(answer).text == "Everything is filled in, and right"
    answer[0][0] = answer[0][0] % 4 + 1
    wrong = puzzle.hint(answer)
    assert wrong.standing == "no" and any(entry["cell"] == [0, 0] for entry in wrong["wrong"])
    look = puzzle.hint([[0] * 4] * 4, depth="where")
    assert look.text.startswith("Look at") and "So:" not in look.text
    with pytest.raises(clew.ParseError):
        puzzle.hint([[9] * 4] * 4)


def test_making() -> None:
    puzzle = clew.generate("futoshiki", 5, seed=7)
    assert puzzle.check() and puzzle == clew.generate("futoshiki", 5, seed=7)
    easy = clew.generate("hidato", 4, 5, level="easy", seed=1)
    assert easy.rate()["rating"]["level"] == "easy"
    assert clew.generate("numberlink", 4, cover="partial", seed=1).rules["cover"] == "partial"
    with pytest.raises(clew.LimitReached):
        clew.generate("futoshiki", 9, level="extreme", time=0)


def test_every_question_can_be_asked_by_its_name() -> None:
    puzzle = clew.parse(HIDATO)
    why = puzzle.ask("why-not", cell=(0, 1), value=9)
    assert why["schema"] == "clew-why-not/1" and why.standing == "no"
    assert puzzle.ask("verify", solution=str(puzzle.solve())).standing == "yes"
    assert puzzle.ask("breaks", filled="6 6 .\n. 2 8\n1 . .\n").standing == "no"
    assert puzzle.ask("draw", theme="mono").text.startswith("<svg")
    assert clew.ask("families")["schema"] == "clew-families/1"
    drawn = clew.ask("from-solution", "puzzle: hidato\n\n6 7 9\n5 2 8\n1 4 3\n", givens="few", seed=3)
    assert clew.from_dict(drawn.to_dict()).check()
    refused: list[Callable[[], object]] = [
        lambda: puzzle.ask("nonsense"),
        lambda: puzzle.ask("check", tine=3),
        lambda: clew.ask("check"),
    ]
    for wrong in refused:
        with pytest.raises(clew.Unsuited):
            wrong()


def test_seeds_of_new_puzzles_are_told_apart() -> None:
    assert clew.generate("futoshiki", 5) == clew.generate("futoshiki", 5, seed=1) != clew.generate("futoshiki", 5, seed=0)


def test_certificates() -> None:
    puzzle = clew.parse(LINK)
    certificate = puzzle.prove()
    assert certificate.claim == "one solution, and no other" == clew.certified(certificate.documents)
    spoilt = dict(certificate.documents)
    spoilt["solution.txt"] = spoilt["solution.txt"].replace(b"1", b"2", 1)
    with pytest.raises(clew.Unsuited):
        clew.certified(spoilt)
    with pytest.raises(clew.Unsuited, match="assum|rule"):
        clew.certified({**certificate.documents, "proof.pbp": b"pseudo-Boolean proof version 2.0\na 1 x1 >= 1 ;\n"})
    with pytest.raises(clew.LimitReached):
        puzzle.prove(memory=100)


def test_a_certificate_is_saved(tmp_path: Path) -> None:
    certificate = clew.parse(NONE).prove()
    certificate.save(tmp_path / "proof")
    assert {file.name for file in (tmp_path / "proof").iterdir()} == set(certificate.documents)
    assert certificate.claim == "no solution"


def test_models_for_other_solvers() -> None:
    puzzle = instance("futoshiki/ladder-04x04.puzzle")
    for name in puzzle.models:
        assert puzzle.model(name, "mzn")
    with pytest.raises(clew.Unsuited):
        puzzle.model(puzzle.models[0], "cobol")
    assert "lp" in clew.languages()


def test_same_puzzles_and_compared_profiles_are_documents() -> None:
    turned = "puzzle: hidato\n\n1 . 6\n. 2 .\n. 8 .\n"
    puzzles = [clew.parse(text) for text in (HIDATO, HIDATO.replace("6", "."), turned)]
    found = [document.to_dict() for document in clew.same(puzzles)]
    assert [one["schema"] for one in found] == ["clew-same/1"] * 3
    assert [one["copyOf"] for one in found] == [None, None, "0"]
    profiles = [puzzles[0].profile(runs=2) for _ in range(2)]
    comparison = clew.compare(*profiles).to_dict()
    assert comparison["schema"] == "clew-comparison/1" and comparison["differences"] == []
    with pytest.raises(clew.Unsuited):
        clew.compare(profiles[0], puzzles[0].rate())


def test_ablations_are_documents() -> None:
    ablation = clew.parse(HIDATO).ablate(seeds=1, networks=["tour"])
    document = ablation.to_dict()
    assert document["schema"] == "clew-ablation/1" and document["seeds"] == 1
    assert document["settings"][0]["setting"] == "everything"
    assert {one["setting"] for one in document["settings"] if one["group"] == "network"} == {"network tour"}
    assert "everything" in str(ablation)


def test_models_with_objectives() -> None:
    line = clew.parse("puzzle: path\n\n. . .\n. . .\n. . .\n")
    assert "Minimize\n obj: turn_1_1 + " in line.model("flow", "lp", goal="turns")
    assert "Binaries" not in line.model("flow", "lp", goal="turns", relax=True)
    assert line.model("mtz", "tex").startswith("\\documentclass")
    assert "param n := 9;" in line.model("mtz", "dat")
    assert "var y{ARCS union CLOSING} binary;" in line.model("mtz", "mod")
    with pytest.raises(clew.Unsuited, match="bigm and flow"):
        line.model("assign", "lp", goal="turns")
    with pytest.raises(clew.Unsuited, match="no goal"):
        line.model("assign", "lp", goal="length of hair")
    with pytest.raises(clew.Unsuited, match="relax"):
        line.model("assign", "mzn", relax=True)
    best = line.best("turns").solutions[0]
    assert best.worth("turns") == 4
