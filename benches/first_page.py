#!/usr/bin/env python3
"""The first table of RESULTS.md: a class of puzzles, clew, the best other solver, the ratio.

Reads the tables of docs/lab/other-solvers.md, which benches/compare.py made, and adds up their solving times per
class. A solver counts for the boards of a class that it was run on; a board that it
did not decide within the limit counts as the limit. The best peer of a class is the one that decided the most boards,
and of these the quickest.

    python3 benches/first_page.py            prints the table
    python3 benches/first_page.py --check    fails if RESULTS.md shows another one
"""

import math
import pathlib
import re
import sys

LIMIT = 12.0
RESULTS = pathlib.Path(__file__).with_name("RESULTS.md")
NOTES = RESULTS.parents[1] / "docs/lab/other-solvers.md"

# Class, its section, and what its boards are called and asked.
CLASSES = [
    ("hidato, published: unique?", "Hidato", r"janko|benedek|reddit", "unique"),
    ("hidato, 8 to 25 % given: a first filling", "Hidato", r"hid-", "first"),
    ("one line, up to 100x100: a first one", "Continuous line", r"path-|coil", "first"),
    ("boards without a line: refuted", "Continuous line", r"parity|flow|bridges|blocks|sides|doors", "first"),
    ("numberlink, few labels, 20x20 to 50x50: unique?", "Numberlink", r"ahle|janko|noqx", "unique"),
    ("the same: a first solution", "Numberlink", r"ahle", "first"),
    ("numberlink, many labels, 20x20 to 50x50: unique?", "Numberlink", r"nl-", "unique"),
    ("numberlink whose cells may stay empty, 9x9 to 20x20: unique?", "Numberlink under weaker rules, beside others", r"janko\S* cover=partial", "unique"),
    ("numberlink that may touch itself, 9x9 to 20x20: unique?", "Numberlink under weaker rules, beside others", r"janko\S* touch=yes", "unique"),
    ("design contest, cells may stay empty: a first solution", "Numberlink under weaker rules, beside others", r"adc", "first"),
    ("futoshiki, published: unique?", "Futoshiki and quasigroups", r"janko|falswe", "unique"),
    ("futoshiki, minimal 10x10 to 14x14: unique?", "Futoshiki and quasigroups", r"futmin|futnew", "unique"),
    ("quasigroups of Gomes, csplib and qcp, order 25 to 60: a first one", "Futoshiki and quasigroups", r"gomes|csplib|qcp", "first"),
    ("quasigroups with holes, order 35 and 40: a first one", "Futoshiki and quasigroups", r"qwh", "first"),
]


def tables(text):
    """Rows of the peer tables by section: instance, task, clew's seconds and each peer's, or None."""
    sections = {}
    section, header = None, None
    for line in text.splitlines():
        if line.startswith("#"):
            section, header = line.lstrip("# "), None
        elif not line.startswith("|"):
            header = None
        elif header is None:
            header = [cell.strip() for cell in line.strip("|").split("|")]
        elif "solve s" in header and not line.startswith("|---"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            row = dict(zip(header, cells))
            peers = {}
            for name, cell in row.items():
                if ":" in name and cell:
                    found = re.search(r"/ ([\d.]+)", cell)
                    peers[name.split(":")[0]] = float(found[1]) if found else None
            own = None if row["clew"] == "over limit" else float(row["solve s"])
            sections.setdefault(section, []).append((row["instance"], row["task"], own, peers))
    return sections


def rows(text):
    """The rows of the first table."""
    sections = tables(text)
    for title, section, names, task in CLASSES:
        boards = [b for b in sections.get(section, []) if re.match(names, b[0]) and b[1] == task]
        peers = {}
        for _, _, _, times in boards:
            for name, time in times.items():
                peers.setdefault(name, []).append(time)
        # Whoever was run on part of the boards only stands for that part, if nobody decided more.
        best = min(
            peers,
            key=lambda name: (-sum(t is not None for t in peers[name]), sum(t or LIMIT for t in peers[name])),
        )
        own = [time for _, _, time, times in boards if best in times]
        ours = sum(LIMIT if time is None else time for time in own)
        theirs = sum(time or LIMIT for time in peers[best])
        decided = sum(time is not None for time in peers[best])
        of = len(peers[best])
        open_here = sum(time is None for time in own)
        mine = f"{ours:.3g}" + (f" ({len(own) - open_here} of {len(own)})" if open_here else "")
        more = "" if decided == of or open_here else "more than "
        ratio = theirs / max(ours, 1e-4)
        digits = max(0, 1 - int(math.floor(math.log10(ratio)))) if ratio > 0 else 0
        shown = f"{round(ratio, digits):g}" if ratio < 10 else f"{round(ratio):d}"
        yield f"| {title} | {len(boards)} | {mine} | {best} | {theirs:.3g} ({decided} of {of}) | {more}{shown} |"


def main():
    text = RESULTS.read_text()
    head = "| class | boards | clew s | best peer | its s (decided) | times as long |\n|---|---|---|---|---|---|\n"
    table = head + "\n".join(rows(NOTES.read_text())) + "\n"
    if "--check" in sys.argv[1:]:
        sys.exit(0 if table in text else "benches/RESULTS.md shows another first table; put this there:\n" + table)
    print(table, end="")


if __name__ == "__main__":
    main()
