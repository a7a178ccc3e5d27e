#!/usr/bin/env python3
"""Level lines of Flow Free: is every level read, its author's solution accepted, and answered in time?

    python3 benches/levels.py --clew target/release/clew [--seconds 10] [--networks] FILE...

A file has one level a line and is one row of the table: levels, those that are read, those whose author's
solution obeys all rules, verdicts, and processor time a level as the program measures it. With --networks
every network answers each level as well, and one that contradicts the usual answer is named. The exit
status is 1 if a level is not read, a solution is not accepted, a verdict is missing or contradicted.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys

NETWORKS = ["labels", "pairs", "degree"]


def check(clew, file, seconds, more=()):
    """The results of a file's levels, in their order."""
    command = [clew, "check", "--json", "--no-solutions", "--threads", "1", "--time", str(seconds), *more, str(file)]
    ran = subprocess.run(command, capture_output=True, text=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def accepted(clew, level):
    """Whether the solution that a level carries obeys the rules; what is wrong with it is printed."""
    ran = subprocess.run([clew, "verify", "-"], input=level, capture_output=True, text=True)
    if ran.returncode:
        print(f"not accepted: {level}\n  {ran.stdout}{ran.stderr}", file=sys.stderr)
    return ran.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--networks", action="store_true")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    failed = False
    print("| kind | levels | read | author's solution accepted | unique | multiple | none | open | median ms | slowest ms |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for file in args.files:
        levels = [line for line in file.read_text().splitlines() if line.strip()]
        results = check(args.clew, file, args.seconds)
        verdicts = [result["verdict"] for result in results]
        count = {word: verdicts.count(word) for word in ["unique", "multiple", "none", "unknown", "invalid"]}
        right = sum(accepted(args.clew, level) for level in levels)
        times = [result["time_ms"] for result in results if "time_ms" in result]
        read = len(results) - count["invalid"]
        print(f"| {file.stem} | {len(levels)} | {read} | {right} | {count['unique']} | {count['multiple']} | "
              f"{count['none']} | {count['unknown']} | {statistics.median(times):.1f} | {max(times):.1f} |")
        failed |= read < len(levels) or right < len(levels) or count["unknown"] > 0
        for network in NETWORKS if args.networks else []:
            others = check(args.clew, file, args.seconds, ["--network", network])
            for n, (mine, other) in enumerate(zip(verdicts, others), 1):
                if other["verdict"] not in (mine, "unknown"):
                    print(f"{file.stem}, level {n}: {mine}, by {network} {other['verdict']}", file=sys.stderr)
                    failed = True
            settled = sum(other["verdict"] != "unknown" for other in others)
            print(f"{file.stem}: {network} settles {settled} of {len(levels)}", file=sys.stderr)
    sys.exit(failed)


if __name__ == "__main__":
    main()
