#!/usr/bin/env python3
"""Proves and certifies puzzles, and prints a table by family.

    python3 benches/certificates.py [--clew PROGRAM] [--every K] [--cells N] [--time S] [--goal GOAL]
        [--cover COVER] [--touch TOUCH] [--rules] PATH...

Takes every K-th .puzzle file below the paths that has at most N places. Columns: puzzles that are unique or
without solution; how many of these were certified; seconds, of all certified ones together, of
`clew check --search learn`, of the search of `clew check --proof` beyond that of the verdict, and of
`veripb`; the size of the largest and of all proofs. With a goal (turns, cells, length) all puzzles to which it applies, certified
best; "learning" is then `clew solve` with that goal, without proof. Needs veripb on the path.

With --rules numberlinks alone, under each of the four rules that a board can be given (covered or not, touching or not): a row a
rule, with processor seconds and with limits in processor seconds, S for a verdict and three times S for one with its proof, so that
other work on the machine changes little. All puzzles that are decided count; seconds are those of the certified ones.
"""
import argparse
import pathlib
import resource
import subprocess
import tempfile
import time


def ran(*command):
    """Exit status, what was printed, and user seconds."""
    start = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stdout, done.stderr, time.monotonic() - start


def took(most, *command):
    """Standard output, and processor seconds of a command that may take so many."""
    spent = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    before = spent()
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limit
    )
    return done.stdout, spent() - before


def by_rules(args, files):
    """A row for each rule."""
    print("| cover | touch | decided | certified | verdict s | with proof s | ratio | checking s | largest proof, kB | all proofs, kB |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    files = [path for path in files if family(path) == "numberlink" and places(path) <= args.cells]
    for cover, touch in [("all", "no"), ("all", "yes"), ("partial", "no"), ("partial", "yes")]:
        decided, spent, sizes, left = 0, [0.0, 0.0, 0.0], [], []
        for path in files[args.every - 1 :: args.every]:
            check = [args.clew, "check", "--quiet", "--threads", "1", "--cover", cover, "--touch", touch]
            said, verdict = took(args.time, *check, str(path))
            if not said.startswith(("unique", "none")):
                continue
            decided += 1
            with tempfile.TemporaryDirectory() as folder:
                proof = pathlib.Path(folder, "proof")
                said, whole = took(3 * args.time, *check, "--proof", str(proof), str(path))
                if not said or "not proved" in said:
                    left.append(path.stem)
                    continue
                names = [str(proof / name) for name in ("puzzle.opb", "proof.pbp")]
                said, checking = took(50 * args.time, "veripb", "-u", *names)
                if "s VERIFIED UNSATISFIABLE" not in said.splitlines():
                    left.append(path.stem + " (refused)")
                    continue
                spent = [a + b for a, b in zip(spent, (verdict, whole, checking))]
                sizes.append((proof / "proof.pbp").stat().st_size // 1000)
        row = (cover, touch, decided, len(sizes), *spent[:2], spent[1] / max(spent[0], 0.01), spent[2])
        print("| %s | %s | %d | %d | %.1f | %.1f | %.1f | %.1f |" % row, end="")
        print(" %d | %d |" % (max(sizes or [0]), sum(sizes)), flush=True)
        if left:
            print("  without: " + " ".join(left), flush=True)


def places(path):
    grid = path.read_text(encoding="utf-8").split("\n\n", 1)
    rows = [row.split() for row in grid[-1].splitlines() if row.strip()]
    return len(rows) * max((len(row) for row in rows), default=0)


def family(path):
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith("puzzle:"):
            return row.split(":")[1].strip()
    return "?"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clew", default="target/release/clew")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--cells", type=int, default=400)
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--goal", choices=["turns", "cells", "length"])
    parser.add_argument("--cover", choices=["all", "partial"])
    parser.add_argument("--touch", choices=["no", "yes", "no2x2"])
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    files = []
    for path in args.paths:
        files += sorted(path.rglob("*.puzzle")) if path.is_dir() else [path]
    if args.rules:
        return by_rules(args, files)
    table = {}
    for path in files[args.every - 1 :: args.every]:
        side = 2 if family(path) == "futoshiki" else 1
        if places(path) > args.cells * side * side:
            continue
        usual = ["--threads", "1", "--time", "%ds" % args.time]
        for rule in ("cover", "touch"):
            usual += ["--" + rule, getattr(args, rule)] if getattr(args, rule) else []
        command, more = ["check"], ["--search", "learn"]
        if args.goal:
            sense = "--maximize" if args.goal == "cells" else "--minimize"
            command, more = ["solve", sense, args.goal], []
        learn = ran(args.clew, *command, *more, "--quiet", *usual, str(path))
        with tempfile.TemporaryDirectory() as folder:
            proof = pathlib.Path(folder, "proof")
            prove = ran(args.clew, *command, "--proof", str(proof), *usual, str(path))
            if prove[1].startswith(("multiple", "unknown")) and not args.goal or prove[0] in (2, 3):
                continue
            row = table.setdefault(family(path), dict(all=0, ok=0, learn=0, prove=0, check=0, size=[]))
            row["all"] += 1
            certified = ran(args.clew, "certify", str(proof))
            if certified[1] != "certified\n":
                print("%s: %s" % (path.name, (certified[1] + prove[2]).strip()[:150]), flush=True)
                continue
            plain = ran(args.clew, *command, "--quiet", *usual, str(path))
            checked = ran("veripb", "-u", str(proof / "puzzle.opb"), str(proof / "proof.pbp"))
            row["ok"] += 1
            row["learn"] += learn[3]
            row["prove"] += max(0.0, prove[3] - plain[3])
            row["check"] += checked[3]
            row["size"].append((proof / "proof.pbp").stat().st_size)
    asked = args.goal or "unique or none"
    print("| family | " + asked + " | certified | learning s | proving s | checking s | largest proof, kB | all proofs, kB |")
    print("|---|---|---|---|---|---|---|---|")
    for name, row in sorted(table.items()):
        sizes = row["size"] or [0]
        print(
            "| %s | %d | %d | %.1f | %.1f | %.1f | %d | %d |"
            % (name, row["all"], row["ok"], row["learn"], row["prove"], row["check"],
               max(sizes) // 1000, sum(sizes) // 1000)
        )


if __name__ == "__main__":
    main()
