#!/usr/bin/env python3
"""Do our ratings agree with the labels of those who published the puzzles?

A rank correlation (Spearman, ties at their mean rank) for each source, between the order of its labels and
our score, and a table of labels against our levels.

    python3 benches/labels.py --clew target/release/clew [--corpus DIR] [--unequal PROGRAM] [--each 60]

--corpus is a folder of puzzles whose names carry labels (hidatos of Benedek and Rikudo, futoshikis of
Sterman). --unequal is the program of Tatham's collection, which makes ids of a difficulty:
`PROGRAM --generate N 7dt`. Nothing is installed here.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess

# Sources whose file names or titles carry labels: a pattern, and the labels from easy to hard.
NAMED = {
    "Benedek, hidato": (r"benedek.*-(beginner|intermediate|expert|master|genius)",
                        ["beginner", "intermediate", "expert", "master", "genius"]),
    "Rikudo, hidato": (r"rikudo-(beginner|easy|medium|hard)", ["beginner", "easy", "medium", "hard"]),
    "Agendeas, hidato": (r"agendeas-level-?0*(\d+)", [str(n) for n in range(1, 40)]),
    "Schiang, hidato": (r"schiang-game\d+(easy|hard)", ["easy", "hard"]),
    "DeshaunH, numberlink": (r"\((easy|normal)\)", ["easy", "normal"]),
    "Sterman, futoshiki": (r"jsterman-(easy|intermediate|hard)", ["easy", "intermediate", "hard"]),
}
# Letters of Tatham's difficulties, from easy to hard.
UNEQUAL = {"t": "trivial", "e": "easy", "k": "tricky", "x": "extreme", "r": "unreasonable"}


def title(path):
    """The title that a file states."""
    found = re.search(r"^title: (.*)$", path.read_text(), re.MULTILINE)
    return found[1] if found else ""


def rated(clew, puzzles):
    """The rating of each puzzle, None where it has none."""
    ratings = []
    for puzzle in puzzles:
        ran = subprocess.run([clew, "rate", "--json", puzzle], capture_output=True, text=True)
        try:
            result = json.loads(ran.stdout)
        except ValueError:
            result = {}
        ratings.append(result.get("rating"))
    return ratings


def ranks(values):
    """Ranks from 1, ties at their mean."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in order[at:end]:
            found[i] = (at + 1 + end) / 2
        at = end
    return found


def spearman(xs, ys):
    """The correlation of the ranks, None if one of the two never varies."""
    a, b = ranks(xs), ranks(ys)
    n = len(a)
    ma, mb = sum(a) / n, sum(b) / n
    top = sum((x - ma) * (y - mb) for x, y in zip(a, b))
    bottom = (sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b)) ** 0.5
    return top / bottom if bottom else None


def report(source, labelled, clew):
    """labelled: (label, its rank, puzzle)."""
    if not labelled:
        return
    ratings = rated(clew, [puzzle for _, _, puzzle in labelled])
    kept = [(label, rank, rating) for (label, rank, _), rating in zip(labelled, ratings) if rating]
    missing = len(labelled) - len(kept)
    rho = spearman([rank for _, rank, _ in kept], [rating["score"] for _, _, rating in kept])
    guessing = sum(rating["guessing"] for _, _, rating in kept)
    print(f"\n{source}: {len(kept)} puzzles, {missing} without a rating, {guessing} beyond our techniques;"
          f" rank correlation {'none' if rho is None else format(rho, '.2f')}")
    table = collections.defaultdict(collections.Counter)
    scores = collections.defaultdict(list)
    names = {}
    for label, rank, rating in kept:
        names[rank] = label
        table[rank][rating["level"] if not rating["guessing"] else "guessing"] += 1
        scores[rank].append(rating["score"])
    for rank in sorted(table):
        middle = sorted(scores[rank])[len(scores[rank]) // 2]
        levels = ", ".join(f"{level} {n}" for level, n in table[rank].most_common())
        print(f"  {names[rank]:>12}: median score {middle:>5}; {levels}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--corpus", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--unequal")
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--order", type=int, default=7)
    asked = parser.parse_args()
    files = [path for folder in asked.corpus for path in sorted(folder.rglob("*.puzzle"))]
    for source, (pattern, labels) in NAMED.items():
        met = [(re.search(pattern, path.stem + " " + title(path)), str(path)) for path in files]
        labelled = [(m[1], labels.index(m[1]), path) for m, path in met if m]
        report(source, labelled, asked.clew)
    if asked.unequal:
        labelled = []
        for rank, (letter, label) in enumerate(UNEQUAL.items()):
            command = [asked.unequal, "--generate", str(asked.each), f"{asked.order}d{letter}"]
            made = subprocess.run(command, capture_output=True, text=True).stdout.split()
            labelled += [(label, rank, identifier) for identifier in made]
        report(f"Unequal {asked.order}x{asked.order}, futoshiki", labelled, asked.clew)


if __name__ == "__main__":
    main()
