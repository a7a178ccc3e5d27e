#!/usr/bin/env python3
"""How fast are puzzles made, and does every one of them have one solution?

    python3 benches/generate.py --clew target/release/clew [--making 10] [--each 10000] [--checking 60] [--seed N]
                                [--families hidato,path]

First table: puzzles a processor second, a row a kind and size, and a row a level. Every row makes puzzles, on one
processor, until `--making` seconds are over.

Second table: `--each` puzzles a family, a mixture of small kinds, are made and checked again in two ways: by another
network than the usual one, and by search without learning. A puzzle has `--nodes` decisions for that, and a way as
many puzzles as fit into `--checking` seconds. The exit status is 1 if a puzzle has not one solution or does not
reach its level.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# What is made: a family, a name, the options.
KINDS = [
    *[("futoshiki", f"{n}x{n}", f"--rows {n}") for n in (5, 7, 9)],
    ("futoshiki", "7x7, few", "--rows 7 --minimal"),
    ("futoshiki", "6x6, signs only", "--rows 6 --signs-only"),
    *[("hidato", f"{n}x{n}", f"--rows {n}") for n in (6, 8, 10)],
    ("hidato", "8x8, few", "--rows 8 --minimal"),
    ("hidato", "8x8, 4 neighbours", "--rows 8 --neighbours 4"),
    ("hidato", "8x8, hexagons", "--rows 8 --neighbours hex"),
    *[("path", f"{n}x{n}", f"--rows {n} --unique") for n in (6, 8, 10)],
    ("path", "8x8, few", "--rows 8 --unique --minimal"),
    ("path", "8x8, hexagons", "--rows 8 --unique --neighbours hex"),
    *[("numberlink", f"{n}x{n}", f"--rows {n}") for n in (6, 8, 10)],
    ("numberlink", "8x8, hexagons", "--rows 8 --neighbours hex"),
    ("numberlink", "8x8, joined", "--rows 8 --wrap both"),
]
# The size of which levels are asked for.
LEVELLED = {"futoshiki": "--rows 6", "hidato": "--rows 6 --density 0.2", "path": "--rows 6 --unique", "numberlink": "--rows 7"}
LEVELS = ["trivial", "easy", "tricky", "hard", "extreme"]
# What is checked again: another network, and kinds that are small enough for a search without learning.
CHECKED = {
    "futoshiki": ("binary", ["--rows 4", "--rows 5", "--rows 5 --signs-only", "--rows 6 --minimal"]),
    "hidato": ("sparse", ["--rows 5", "--rows 6 --density 0.2", "--rows 5 --neighbours 4 --minimal", "--rows 5 --neighbours hex",
                        "--rows 5 --holes 4 --symmetric", "--rows 5 --wrap both", "--rows 5 --links 3 --walls 3"]),
    "path": ("assign", ["--rows 5 --unique", "--rows 6 --unique --minimal", "--rows 4 --unique --neighbours 8",
                        "--rows 5 --unique --neighbours hex", "--rows 6 --unique --holes 8", "--rows 5 --unique --wrap rows"]),
    "numberlink": ("labels", ["--rows 6", "--rows 7", "--rows 6 --neighbours hex", "--rows 6 --wrap both --walls 4",
                              "--rows 6 --bridges 2", "--rows 7 --holes 6"]),
}


def make(clew, family, options, count, seed, seconds):
    """Lines of puzzles, and the processor seconds they took; fewer than asked for when the seconds are over."""
    command = [clew, "generate", family, *options.split(), "--count", str(count), "--seed", str(seed), "--json"]
    began = time.monotonic()
    ran = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    lines = []
    for line in ran.stdout:
        lines.append(line)
        if time.monotonic() - began > seconds:
            ran.terminate()
            break
    ran.stdout.close()
    said = ran.stderr.read()
    _, status, used = os.wait4(ran.pid, 0)
    ran.returncode = os.waitstatus_to_exitcode(status)
    # 2: such puzzles are not made; 3 and more: limits, interrupts.
    if ran.returncode == 2:
        sys.exit(f"{' '.join(command)}: {said}")
    return lines, used.ru_utime


def speeds(arguments, families):
    """The first table; whether every level was reached."""
    right = True
    print("| family | kind | puzzles | a processor second |\n|---|---|---|---|")
    rows = [(f, name, options, None) for f, name, options in KINDS]
    rows += [(f, f"{options.replace('--', '')}, {level}", f"{options} --level {level} --time {arguments.making}s", level)
             for f, options in LEVELLED.items() for level in LEVELS]
    for family, name, options, level in rows:
        if family not in families:
            continue
        lines, took = make(arguments.clew, family, options, 100_000, arguments.seed, arguments.making)
        rate = f"{len(lines) / took:.3g}" if lines else f"none in {took:.1f} s"
        print(f"| {family} | {name} | {len(lines)} | {rate} |", flush=True)
        if level and lines:
            few = "".join(lines[:200])
            rated = subprocess.run([arguments.clew, "rate", "--json", "-"], input=few, capture_output=True, text=True)
            levels = {json.loads(line)["rating"]["level"] for line in rated.stdout.splitlines()}
            if levels != {level}:
                print(f"asked for {level}, made {levels}", file=sys.stderr)
                right = False
    return right


def verdicts(clew, file, seconds, more):
    """Verdicts in the order of the puzzles, as far as the seconds last."""
    command = [clew, "check", "--json", "--fields", "id,verdict", "--threads", "1", *more, str(file)]
    try:
        out = subprocess.run(command, capture_output=True, text=True, timeout=seconds).stdout
    except subprocess.TimeoutExpired as ended:
        out = (ended.stdout or b"").decode()
    whole = out[: out.rfind("\n") + 1]
    return [json.loads(line)["verdict"] for line in whole.splitlines()]


def again(arguments, families):
    """The second table; whether every puzzle has one solution."""
    right = True
    print("\n| family | puzzles | another network: checked, undecided | without learning: checked, undecided | wrong |\n|---|---|---|---|---|")
    for family in families:
        network, kinds = CHECKED[family]
        lines = []
        for k, options in enumerate(kinds):
            count = arguments.each * (k + 1) // len(kinds) - arguments.each * k // len(kinds)
            lines += make(arguments.clew, family, options, count, arguments.seed, arguments.checking)[0]
        shapes = {json.dumps({key: value for key, value in json.loads(line).items() if key not in ("title", "id")}, sort_keys=True)
                  for line in lines}
        # Kinds are mixed, so that those who are stopped have seen some of each.
        lines = [line for _, line in sorted((i * 7919 % (len(lines) or 1), line) for i, line in enumerate(lines))]
        cells, wrong = [], 0
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "made.jsonl")
            file.write_text("".join(lines))
            for more in (["--network", network], ["--search", "dfs"]):
                found = verdicts(arguments.clew, file, arguments.checking, [*more, "--nodes", str(arguments.nodes)])
                unknown = found.count("unknown")
                wrong += len(found) - unknown - found.count("unique")
                for i, verdict in enumerate(found):
                    if verdict not in ("unique", "unknown"):
                        print(f"{family} {' '.join(more)}: {verdict}: {lines[i]}", file=sys.stderr)
                cells.append(f"{len(found)}, {unknown}")
        print(f"| {family} | {len(lines)} ({len(shapes)} different) | `{network}`: {cells[0]} | {cells[1]} | {wrong} |", flush=True)
        right = right and not wrong
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--making", type=float, default=10, help="seconds a row of the first table; 0 leaves it out")
    parser.add_argument("--each", type=int, default=10_000, help="puzzles a family that are checked again; 0 for none")
    parser.add_argument("--checking", type=float, default=60, help="seconds a way of checking, and a kind to be made")
    parser.add_argument("--nodes", type=int, default=20_000, help="decisions a puzzle that is checked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--families", default=",".join(CHECKED))
    arguments = parser.parse_args()
    families = arguments.families.split(",")
    unknown = [family for family in families if family not in CHECKED]
    if unknown:
        sys.exit(f"no such family: {', '.join(unknown)}")
    right = True
    if arguments.making > 0:
        right = speeds(arguments, families)
    if arguments.each > 0:
        right = again(arguments, families) and right
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
