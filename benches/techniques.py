#!/usr/bin/env python3
"""Pictures of techniques for the book, from the pages of `clew explain --html`.

For each technique a puzzle is generated, seed after seed, until a step is told by it; the picture of this step is
written as docs/pictures/technique-FAMILY-N.svg, and the sentence of the step is printed.

    benches/techniques.py [--clew PROGRAM] [--technique NAME]
"""

import argparse
import pathlib
import re
import subprocess

# Techniques, and the sizes and levels at which they occur.
TECHNIQUES = [
    ("zip.order", 5, "easy"),
    ("zip.parity", 6, "tricky"),
    ("numberlink.beside", 6, "easy"),
    ("numberlink.reach", 7, "tricky"),
    ("numberlink.border", 7, "tricky"),
    ("hidato.few-ways", 5, "easy"),
    ("hidato.overlap", 5, "tricky"),
    ("hidato.look-ahead", 5, "tricky"),
    ("futoshiki.link-bound", 5, "easy"),
    ("futoshiki.naked-pair", 5, "tricky"),
    ("futoshiki.line-link", 5, "tricky"),
]
SEEDS = 60
# Sentences of a step at most.
IDEAS = 2
FOLDER = pathlib.Path(__file__).parent.parent / "docs" / "pictures"


def run(arguments, text=None):
    return subprocess.run(arguments, input=text, capture_output=True, text=True).stdout


def group(page, name):
    """The definition of this name of a page, without its name."""
    begin = page.index(f'<g id="{name}">')
    depth = 0
    for tag in re.finditer(r"<(/?)g\b[^>]*>", page[begin:]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return page[begin : begin + tag.end()].replace(f' id="{name}"', "")


def whole(page, picture):
    """A picture of a page with the definitions that it refers to in place."""

    def put(use):
        name, x, y = use.groups()
        place = f'<g transform="translate({x} {y})">' if x else "<g>"
        return place + whole(page, group(page, name)) + "</g>"

    return re.sub(r'<use href="#(\w+)"(?: x="([^"]*)" y="([^"]*)")?/>', put, picture)


def alone(page, picture):
    """A picture of a page as a file of its own, with colours in place of names."""
    picture = picture.replace('class="pencil"', 'font-family="Helvetica, Arial, sans-serif" text-anchor="middle"')
    colours = dict(re.findall(r"--([\w-]+):([^;}]+)", page.split("@media")[0]))
    return re.sub(r"var\(--([\w-]+)\)", lambda name: colours[name[1]], whole(page, picture)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--technique")
    options = parser.parse_args()
    for technique, size, level in TECHNIQUES:
        if options.technique not in (None, technique):
            continue
        family = technique.split(".")[0]
        number = sum(other.startswith(family) for other, _, _ in TECHNIQUES[: TECHNIQUES.index((technique, size, level)) + 1])
        for seed in range(1, SEEDS + 1):
            made = [options.clew, "generate", family, "--rows", str(size), "--level", level, "--seed", str(seed)]
            puzzle = run([*made, "--time", "5s"])
            page = run([options.clew, "explain", "-", "--html", "-"], puzzle)
            sections = re.findall(r"<section.*?</section>", page, re.DOTALL)
            met = [section for section in sections if f"({technique})" in section and "<svg" in section]
            met = [section for section in met if section.count("<p>") <= IDEAS]
            if not met:
                continue
            picture = re.findall(r"<svg.*?</svg>", met[0], re.DOTALL)[-1]
            (FOLDER / f"technique-{family}-{number}.svg").write_text(alone(page, picture))
            words = re.sub("<svg.*|<[^>]*>", " ", met[0].split("</nav>")[1], flags=re.DOTALL)
            print(technique, f"seed {seed}:", " ".join(words.split()))
            break
        else:
            print(technique, "not met")


main()
