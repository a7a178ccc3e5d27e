#!/usr/bin/env python3
"""Published numberlinks under each rule of cover and touch: how many are decided.

    CLEW=target/release/clew CLEW_CORPUS=DIR python3 benches/touching.py [--limit 5] [--least 225] [--most 1680] [--rules partial+yes]

CLEW_CORPUS is a folder, or several joined by ':', with files *.puzzle. The numberlinks among them whose boards
have --least to --most cells are asked `clew check --threads 1 --cover C --touch T`, one process each, killed
after --limit seconds of processor time, however busy the machine is. A board counts if its verdict is `unique`,
`multiple` or `none` by then. Prints a row for each rule, and the boards left open.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess

RULES = ["all+no", "all+yes", "partial+no", "partial+yes"]


def boards(folders, least, most):
    """The numberlinks of this many cells, by name."""
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.puzzle")):
            text = path.read_text()
            if re.search(r"^puzzle: numberlink$", text, re.MULTILINE):
                rows = text.split("\n\n", 1)[1].strip().splitlines()
                if least <= sum(len(row.split()) for row in rows) <= most:
                    yield path


def ask(clew, path, rule, limit):
    """The verdict, `None` if the limit came first, and the user seconds that were used."""
    cover, touch = rule.split("+")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [clew, "check", "--json", "--threads", "1", "--cover", cover, "--touch", touch, path]
    most = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=most)
    user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    lines = done.stdout.splitlines()
    return (json.loads(lines[-1])["verdict"] if lines and done.returncode >= 0 else None), user


def main():
    """Parse the arguments and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--limit", type=int, default=5)
    parser.add_argument("--every", type=int, default=1, help="every k-th board only")
    parser.add_argument("--least", type=int, default=225)
    parser.add_argument("--most", type=int, default=1680)
    parser.add_argument("--rules", default=",".join(RULES))
    options = parser.parse_args()
    clew = os.environ.get("CLEW", "target/release/clew")
    paths = list(boards(os.environ["CLEW_CORPUS"].split(":"), options.least, options.most))[:: options.every]
    print(f"| rule | decided of {len(paths)} in {options.limit} user s | their user s |\n|---|---|---|")
    for rule in options.rules.split(","):
        results = [(path.stem, *ask(clew, path, rule, options.limit)) for path in paths]
        decided = [user for _, verdict, user in results if verdict in ("unique", "multiple", "none")]
        print(f"| {rule} | {len(decided)} | {sum(decided):.1f} |", flush=True)
        for name, verdict, user in results:
            if verdict not in ("unique", "multiple", "none"):
                print(f"  {name}: {verdict or 'open'} after {user:.1f}")


if __name__ == "__main__":
    main()
