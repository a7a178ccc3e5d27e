"""Many puzzles at once, threads, interrupts, arrays."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import clew

INSTANCES = Path(__file__).parents[2] / "instances"
HARD = INSTANCES / "hard" / "numberlink-30x30.puzzle"
LONG = INSTANCES / "count" / "hex-12x12.puzzle"


def texts(n: int) -> list[str]:
    return [str(clew.generate("futoshiki", 4, seed=seed)) for seed in range(n)]


def test_batches_keep_their_order() -> None:
    made = texts(20)
    made[3] = "puzzle: numberlink\n\nA . B\n. . .\nB . A\n"
    replies = clew.check_all(made)
    assert [reply.verdict for reply in replies] == ["unique"] * 3 + ["none"] + ["unique"] * 16
    assert [reply.verdict for reply in clew.check_all("---\n".join(made), threads=1)] == [
        reply.verdict for reply in replies
    ]
    assert all(reply.count == 1 for reply in clew.count_all(made[4:8]))
    rows = clew.table(replies)
    assert len(rows) == 20 and rows[3]["verdict"] == "none" and rows[0]["family"] == "futoshiki"
    rated = clew.table(clew.rate_all(made[:3]))
    assert all(row["score"] > 0 and row["family"] == "futoshiki" for row in rated)
    assert len(clew.solve_all(map(clew.parse, made[:2]))[0].solutions) == 1


def test_errors_of_a_batch_are_raised_or_returned() -> None:
    made = [*texts(2), "puzzle: nothing\n\n1\n"]
    with pytest.raises(clew.ParseError):
        clew.check_all(made)
    found = clew.check_all(made, errors="return")
    assert isinstance(found[2], clew.ParseError) and found[2].line == 1
    assert clew.table(found)[2]["verdict"] == "invalid"
    read = clew.read("---\n".join(made), errors="return")
    assert isinstance(read[0], clew.Puzzle) and isinstance(read[2], clew.ParseError)


def test_progress_is_told_and_may_end_the_work() -> None:
    heard: list[clew.Progress] = []
    clew.check_all(texts(5), progress=heard.append)
    assert (heard[-1].done, heard[-1].total) == (5, 5)

    class Enough(Exception):
        pass

    def enough(progress: clew.Progress) -> None:
        raise Enough

    with pytest.raises(Enough):
        clew.parse(LONG.read_text()).count(progress=enough)


def test_the_lock_is_given_up() -> None:
    puzzle = clew.parse(LONG.read_text())
    ended: list[Any] = []

    def work() -> None:
        try:
            puzzle.count(time=1.0)
        except clew.LimitReached as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.005)
    assert turns > 20 and ended[0].stopped == "time"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "question",
    [
        "puzzle.count()",
        "list(clew.grid('futoshiki', [[0] * 9] * 9).solutions())",
        "clew.count_all([puzzle] * 4)",
        "puzzle.count(progress=lambda step: None)",
    ],
)
def test_ctrl_c_ends_the_work(question: str) -> None:
    code = f"""
import clew, signal
# A process that is started in the background ignores it.
signal.signal(signal.SIGINT, signal.default_int_handler)
puzzle = clew.parse(open({str(LONG)!r}).read())
print("ready", flush=True)
try:
    {question}
except KeyboardInterrupt:
    raise SystemExit(7)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        child.stdout.readline()
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        assert child.wait(timeout=20) == 7
    finally:
        # What was not ended would count on until the memory is full.
        child.kill()


def test_arrays_go_in_and_out() -> None:
    numpy = pytest.importorskip("numpy")
    givens = numpy.array([[6, 0, 0], [0, 2, 8], [1, 0, 0]])
    puzzle = clew.grid("hidato", givens)
    assert puzzle == clew.grid("hidato", [[6, None, "."], [None, 2, 8], [1, "", 0]])
    assert puzzle == clew.grid("hidato", numpy.where(givens == 0, numpy.nan, givens))
    solution = numpy.array(puzzle.solve())
    assert solution.tolist() == [[6, 7, 9], [5, 2, 8], [1, 4, 3]]
    assert numpy.asarray(puzzle.solve(), dtype=float).dtype == float
    assert puzzle.broken(solution) is None and puzzle.hint(solution).standing == "yes"
    m = clew.Model()
    x = m.int(numpy.int64(0), numpy.int64(5))
    m += numpy.int64(2) * x + numpy.int64(1) == 7
    assert m.solve()[x] == 3


def test_solutions_and_documents_are_pickled() -> None:
    import pickle

    puzzle = clew.parse("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n")
    solution, rating = puzzle.solve(), puzzle.rate()
    assert pickle.loads(pickle.dumps(solution)) == solution
    again = pickle.loads(pickle.dumps(rating))
    assert again.to_dict() == rating.to_dict() and str(again) == str(rating) and again.standing == rating.standing
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


def test_words_of_goals() -> None:
    line = clew.parse("puzzle: path\n\n1 . .\n. . .\n. . .\n")
    reply = line.best("turns")
    assert reply.verdict == "optimal" and reply and reply.exact
