#!/usr/bin/env python3
"""How much sooner two threads decide than one: the team on hard boards.

    python3 benches/team.py [--clew target/release/clew] [--limit S] [--seeds N] [--least S] [--most N]
        [--options "--cover partial"] FILE|DIR...

`clew check --time LIMIT` on each puzzle file, with one thread and with two by turns, as often as there are
seeds. Boards that one thread decides sooner than --least seconds (with the first seed) are passed over, and so
are those that neither decides. A row of the table is a board: the medians of the wall seconds, and how many
times as soon two threads are; a run that does not decide counts as the limit. The last line is the geometric
mean. Wall time needs a machine with two cores and nothing else to do.
"""

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import time


def run(clew, file, threads, seed, limit, options):
    """The verdict, and the wall seconds that it took."""
    command = [clew, "check", "--json", "--no-solutions", "--threads", str(threads), "--seed", str(seed)]
    command += ["--time", "%gs" % limit] + options + [str(file)]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if not done.stdout.strip():
        sys.exit("%s: %s" % (file, done.stderr.strip()))
    verdict = json.loads(done.stdout.splitlines()[0])["verdict"]
    return verdict, seconds if verdict != "unknown" else limit


def files(paths):
    for path in map(pathlib.Path, paths):
        yield from sorted(path.rglob("*.puzzle")) if path.is_dir() else [path]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--least", type=float, default=0.3)
    parser.add_argument("--most", type=int, default=1000, help="boards in the table at most")
    parser.add_argument("--options", default="")
    parser.add_argument("paths", nargs="+")
    args = parser.parse_args()
    options = args.options.split()
    ratios = []
    print("| board | verdict | one thread, s | two, s | times as soon |")
    print("|---|---|---|---|---|")
    for file in files(args.paths):
        if len(ratios) == args.most:
            break
        runs = {threads: [] for threads in (1, 2)}
        verdicts = set()
        for seed in range(args.seeds):
            for threads in runs:
                verdict, seconds = run(args.clew, file, threads, seed, args.limit, options)
                verdicts.add(verdict)
                runs[threads].append(seconds)
                if seed == 0 and threads == 1 and seconds < args.least:
                    break
            if not runs[2]:
                break
        known = verdicts - {"unknown"}
        if len(known) > 1:
            sys.exit("%s: %s" % (file, ", ".join(sorted(known))))
        if not runs[2] or not known:
            continue
        one, two = (statistics.median(runs[threads]) for threads in (1, 2))
        ratios.append(one / two)
        print("| %s | %s | %.2f | %.2f | %.2f |" % (file.stem, known.pop(), one, two, one / two), flush=True)
    if ratios:
        mean = math.exp(statistics.mean(map(math.log, ratios)))
        print("\n%d boards: two threads decide %.2f times as soon (geometric mean)" % (len(ratios), mean))


if __name__ == "__main__":
    main()
