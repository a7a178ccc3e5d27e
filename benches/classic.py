#!/usr/bin/env python3
"""Fifteen classic models, stated in Python for clew and for CP-SAT, each in a process of its own and on one thread.

    python3 benches/classic.py [--time 15] [--runs 3] [MODEL...]

Prints a table: the answers, which have to agree where both are proved, and the user seconds (the least of the runs), with the
import of the module taken off. Needs the packages clew-solver and ortools; instances come from seeds below.
"""

import argparse
import itertools
import json
import random
import resource
import subprocess
import sys

# --- instances


def job_shop(jobs, machines, seed):
    """For each job its machines in their order, with times."""
    r = random.Random(seed)
    return [[(m, r.randint(2, 24)) for m in r.sample(range(machines), machines)] for _ in range(jobs)]


def roster():
    """Wishes of 8 nurses for 14 days (nurse, day, shift), and the transitions of a legal line: days in a row, nights."""
    r = random.Random(41)
    wishes = [(n, d, r.choice([0, 1, 1, 2, 3])) for n in range(8) for d in range(14) if r.random() < 0.55]
    # 0 to 5 days worked in a row; 6 and 7: after one night, after two.
    moves = [(s, 0, 0) for s in range(8)] + [(s, shift, s + 1) for s in range(5) for shift in (1, 2)]
    return wishes, moves + [(s, 3, 6) for s in range(6)] + [(6, 3, 7)]


def distances(n, seed):
    r = random.Random(seed)
    at = [(r.randrange(100), r.randrange(100)) for _ in range(n)]
    return [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5) for c, d in at] for a, b in at]


def packing(n, seed):
    """Weights, values that hardly differ from them, a capacity."""
    r = random.Random(seed)
    weights = [r.randint(10, 100) for _ in range(n)]
    return weights, [w + r.randint(-6, 14) for w in weights], sum(weights) // 2


def graph(n, share, seed):
    r = random.Random(seed)
    return [pair for pair in itertools.combinations(range(n), 2) if r.random() < share]


def picture(n, seed):
    """The blocks of the rows and columns of a picture of squares."""
    r = random.Random(seed)
    cells = [[0] * n for _ in range(n)]
    for _ in range(14):
        top, left, size = r.randrange(n), r.randrange(n), r.randint(2, 6)
        for row in cells[top : top + size]:
            row[left : left + size] = [1 - v for v in row[left : left + size]]
    blocks = lambda line: [len(list(run)) for v, run in itertools.groupby(line) if v]
    return [blocks(row) for row in cells], [blocks(column) for column in zip(*cells)]


def cages(seed):
    """Cages of one to four cells with their sums, of a filled 9x9."""
    r = random.Random(seed)
    names = r.sample(range(1, 10), 9)
    filled = [[names[(3 * (i % 3) + i // 3 + j) % 9] for j in range(9)] for i in range(9)]
    free, found = set(itertools.product(range(9), range(9))), []
    while free:
        cage = [min(free)]
        free.discard(cage[0])
        for _ in range(r.choice([1, 1, 2, 2, 3])):
            beside = sorted({(i + a, j + b) for i, j in cage for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & free)
            beside = [(i, j) for i, j in beside if filled[i][j] not in [filled[k][m] for k, m in cage]]
            if not beside:
                break
            cage.append(r.choice(beside))
            free.discard(cage[-1])
        found.append((cage, sum(filled[i][j] for i, j in cage)))
    return found


def project(n, seed):
    """Durations, needs of three resources of 6, and pairs of which the first comes before."""
    r = random.Random(seed)
    durations = [r.randint(1, 9) for _ in range(n)]
    return durations, [[r.randint(0, 4) for _ in range(3)] for _ in range(n)], graph(n, 0.1, seed + 1)


def lines(grid):
    return [list(line) for line in grid] + [list(line) for line in zip(*grid)]


def boxes(grid):
    return [[grid[3 * a + i][3 * b + j] for i in range(3) for j in range(3)] for a in range(3) for b in range(3)]


def word(letters, text):
    return sum(10**k * letters[c] for k, c in enumerate(reversed(text)))


# --- clew


class Clew:
    def __init__(self, time):
        import clew

        self.c, self.limits = clew, {"time": time, "threads": 1}

    def best(self, m, goal, **more):
        reply = m.minimize(goal, **self.limits, **more)
        return [reply.objective, reply.verdict == "optimal"]

    def queens_of(self, n):
        m = self.c.Model()
        q = m.ints(n, 0, n - 1)
        for step in (0, 1, -1):
            m += self.c.all_different(x + step * i for i, x in enumerate(q))
        return m

    def queens(self):
        return [bool(self.queens_of(40).solve(**self.limits)), True]

    def queens_count(self):
        return [self.queens_of(9).count(**self.limits), True]

    def send_more(self):
        m = self.c.Model()
        letters = {c: m.int(0 if c not in "SM" else 1, 9, c) for c in "SENDMORY"}
        m += self.c.all_different(letters.values())
        m += word(letters, "SEND") + word(letters, "MORE") == word(letters, "MONEY")
        return [m.check(**self.limits).verdict, True]

    def golomb(self, **more):
        m = self.c.Model()
        x = m.ints(9, 0, 81)
        m.add(x[0] == 0, self.c.increasing(x), x[1] - x[0] < x[-1] - x[-2])
        m += self.c.all_different(b - a for a, b in itertools.combinations(x, 2))
        return self.best(m, x[-1], **more)

    def golomb_plain(self):
        return self.golomb(search="dfs")

    def job_shop(self):
        jobs = job_shop(8, 6, 4)
        m, most = self.c.Model(), sum(t for job in jobs for _, t in job)
        end, used = m.int(0, most), {}
        for job in jobs:
            starts = m.ints(len(job), 0, most)
            for (machine, time), start, after in zip(job, starts, [*starts[1:], end]):
                m += start + time <= after
                used.setdefault(machine, []).append(m.interval(start, time))
        m.add([self.c.no_overlap(all_) for all_ in used.values()])
        return self.best(m, end)

    def nurses(self):
        wishes, moves = roster()
        m = self.c.Model()
        x = m.grid(8, 14, 0, 3)
        for day in zip(*x):
            m.add(self.c.count_of(day, shift) == k for shift, k in ((1, 2), (2, 2), (3, 1)))
        for line in x:
            nights, free = self.c.count_of(line, 3), self.c.count_of(line, 0)
            m.add(self.c.automaton(line, 8, range(8), moves), nights >= 1, nights <= 3, free >= 4, free <= 6)
        reply = m.maximize(sum((x[n][d] == s) for n, d, s in wishes), **self.limits)
        return [reply.objective, reply.verdict == "optimal"]

    def tour_of(self, cost):
        d, n = distances(15, 1), 15
        m = self.c.Model()
        after = m.ints(n, 0, n - 1)
        m += self.c.circuit(n, [(i, j) for i in range(n) for j in range(n) if i != j], after)
        return self.best(m, sum(cost(d[i], x, i) for i, x in enumerate(after)))

    def tour(self):
        return self.tour_of(lambda row, x, _: self.c.element(row, x))

    def tour_of_literals(self):
        return self.tour_of(lambda row, x, i: sum(row[j] * (x == j) for j in range(15) if j != i))

    def knapsack(self):
        weights, values, capacity = packing(35, 2)
        m = self.c.Model()
        take = m.bools(35)
        m += sum(w * b for w, b in zip(weights, take)) <= capacity
        reply = m.maximize(sum(v * b for v, b in zip(values, take)), **self.limits)
        return [reply.objective, reply.verdict == "optimal"]

    def colours(self):
        m = self.c.Model()
        x = m.ints(45, 0, 11)
        m.add(x[a] != x[b] for a, b in graph(45, 0.35, 3))
        return self.best(m, self.c.maximum(x))

    def nonogram(self):
        m = self.c.Model()
        cells = m.grid(20, 20, 0, 1)
        rows, columns = picture(20, 5)
        m.add(self.c.blocks(line, found) for line, found in zip(lines(cells), rows + columns))
        return [m.check(**self.limits).verdict, True]

    def killer(self):
        m = self.c.Model()
        cells = m.grid(9, 9, 1, 9)
        m.add(self.c.all_different(group) for group in lines(cells) + boxes(cells))
        for cage, total in cages(1):
            inside = [cells[i][j] for i, j in cage]
            m.add(self.c.all_different(inside), sum(inside) == total)
        return [m.check(**self.limits).verdict, True]

    def golfers(self):
        m = self.c.Model()
        x = m.grid(4, 12, 0, 3)
        for week in x:
            m.add(self.c.count_of(week, group) == 3 for group in range(4))
            m.add(week[p] == p for p in range(3) if week is not x[0])
        m.add(x[0][p] == p // 3 for p in range(12))
        m.add(sum(week[a] == week[b] for week in x) <= 1 for a, b in itertools.combinations(range(12), 2))
        return [m.check(**self.limits).verdict != "none", True]

    def project(self):
        durations, needs, before = project(20, 7)
        m = self.c.Model()
        starts, most = m.ints(20, 0, sum(durations)), sum(durations)
        for need in zip(*needs):
            m += self.c.cumulative(starts, durations, need, 6)
        m.add(starts[a] + durations[a] <= starts[b] for a, b in before)
        end = m.int(0, most)
        m.add(s + t <= end for s, t in zip(starts, durations))
        return self.best(m, end)


# --- CP-SAT


class CpSat:
    def __init__(self, time):
        from ortools.sat.python import cp_model

        self.c, self.time = cp_model, time

    def run(self, m, most=0):
        """The status, the value of the goal, and how many solutions were found of at most so many."""
        solver = self.c.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = self.time
        solver.parameters.enumerate_all_solutions = most > 0

        class Counted(self.c.CpSolverSolutionCallback):
            found = 0

            def on_solution_callback(self):
                self.found += 1
                if self.found == most:
                    self.stop_search()

        counted = Counted()
        status = solver.status_name(solver.solve(m, counted))
        return status, solver, counted.found

    def best(self, m):
        status, solver, _ = self.run(m)
        return [round(solver.objective_value), status == "OPTIMAL"]

    def verdict(self, m):
        _, _, found = self.run(m, 2)
        return [{0: "none", 1: "unique", 2: "multiple"}[found], True]

    def queens_of(self, n):
        m = self.c.CpModel()
        q = [m.new_int_var(0, n - 1, "") for _ in range(n)]
        for step in (0, 1, -1):
            m.add_all_different(x + step * i for i, x in enumerate(q))
        return m

    def queens(self):
        return [self.run(self.queens_of(40))[0] in ("OPTIMAL", "FEASIBLE"), True]

    def queens_count(self):
        return [self.run(self.queens_of(9), 1 << 60)[2], True]

    def send_more(self):
        m = self.c.CpModel()
        letters = {c: m.new_int_var(0 if c not in "SM" else 1, 9, c) for c in "SENDMORY"}
        m.add_all_different(letters.values())
        m.add(word(letters, "SEND") + word(letters, "MORE") == word(letters, "MONEY"))
        return self.verdict(m)

    def golomb(self):
        m = self.c.CpModel()
        x = [m.new_int_var(0, 81, "") for _ in range(9)]
        m.add(x[0] == 0)
        m.add(x[1] - x[0] < x[-1] - x[-2])
        for a, b in zip(x, x[1:]):
            m.add(a < b)
        m.add_all_different(b - a for a, b in itertools.combinations(x, 2))
        m.minimize(x[-1])
        return self.best(m)

    golomb_plain = golomb

    def job_shop(self):
        jobs = job_shop(8, 6, 4)
        m, most = self.c.CpModel(), sum(t for job in jobs for _, t in job)
        end, used = m.new_int_var(0, most, ""), {}
        for job in jobs:
            starts = [m.new_int_var(0, most, "") for _ in job]
            for (machine, time), start, after in zip(job, starts, [*starts[1:], end]):
                m.add(start + time <= after)
                used.setdefault(machine, []).append(m.new_fixed_size_interval_var(start, time, ""))
        for all_ in used.values():
            m.add_no_overlap(all_)
        m.minimize(end)
        return self.best(m)

    def shifts(self, m, count):
        """A variable with its literals."""
        literals = [m.new_bool_var("") for _ in range(count)]
        x = m.new_int_var(0, count - 1, "")
        m.add_exactly_one(literals)
        m.add(sum(v * b for v, b in enumerate(literals)) == x)
        return x, literals

    def nurses(self):
        wishes, moves = roster()
        m = self.c.CpModel()
        x = [[self.shifts(m, 4) for _ in range(14)] for _ in range(8)]
        for day in zip(*x):
            for shift, k in ((1, 2), (2, 2), (3, 1)):
                m.add(sum(b[shift] for _, b in day) == k)
        for line in x:
            m.add_automaton([v for v, _ in line], 0, list(range(8)), moves)
            m.add_linear_constraint(sum(b[3] for _, b in line), 1, 3)
            m.add_linear_constraint(sum(b[0] for _, b in line), 4, 6)
        m.maximize(sum(x[n][d][1][s] for n, d, s in wishes))
        return self.best(m)

    def tour(self):
        d = distances(15, 1)
        m = self.c.CpModel()
        arcs = [(i, j, m.new_bool_var("")) for i in range(15) for j in range(15) if i != j]
        m.add_circuit(arcs)
        m.minimize(sum(d[i][j] * b for i, j, b in arcs))
        return self.best(m)

    tour_of_literals = tour

    def knapsack(self):
        weights, values, capacity = packing(35, 2)
        m = self.c.CpModel()
        take = [m.new_bool_var("") for _ in weights]
        m.add(sum(w * b for w, b in zip(weights, take)) <= capacity)
        m.maximize(sum(v * b for v, b in zip(values, take)))
        return self.best(m)

    def colours(self):
        m = self.c.CpModel()
        x = [m.new_int_var(0, 11, "") for _ in range(45)]
        for a, b in graph(45, 0.35, 3):
            m.add(x[a] != x[b])
        top = m.new_int_var(0, 11, "")
        m.add_max_equality(top, x)
        m.minimize(top)
        return self.best(m)

    def nonogram(self):
        m = self.c.CpModel()
        cells = [[m.new_bool_var("") for _ in range(20)] for _ in range(20)]
        rows, columns = picture(20, 5)
        for line, found in zip(lines(cells), rows + columns):
            state, moves = 0, [(0, 0, 0)]
            for k, length in enumerate(found):
                for _ in range(length):
                    moves.append((state, 1, state + 1))
                    state += 1
                if k + 1 < len(found):
                    moves.append((state, 0, state + 1))
                    state += 1
                moves.append((state, 0, state))
            m.add_automaton(line, 0, [state], sorted(set(moves)))
        return self.verdict(m)

    def killer(self):
        m = self.c.CpModel()
        cells = [[m.new_int_var(1, 9, "") for _ in range(9)] for _ in range(9)]
        for group in lines(cells) + boxes(cells):
            m.add_all_different(group)
        for cage, total in cages(1):
            inside = [cells[i][j] for i, j in cage]
            m.add_all_different(inside)
            m.add(sum(inside) == total)
        return self.verdict(m)

    def golfers(self):
        m = self.c.CpModel()
        x = [[self.shifts(m, 4)[1] for _ in range(12)] for _ in range(4)]
        for w, week in enumerate(x):
            for group in range(4):
                m.add(sum(b[group] for b in week) == 3)
            for p in range(12 if w == 0 else 3):
                m.add(week[p][p // 3 if w == 0 else p] == 1)
        for a, b in itertools.combinations(range(12), 2):
            together = []
            for week in x:
                for p, q in zip(week[a], week[b]):
                    both = m.new_bool_var("")
                    m.add_bool_or([both, ~p, ~q])
                    together.append(both)
            m.add(sum(together) <= 1)
        return [self.run(m)[0] in ("OPTIMAL", "FEASIBLE"), True]

    def project(self):
        durations, needs, before = project(20, 7)
        m, most = self.c.CpModel(), sum(durations)
        starts = [m.new_int_var(0, most, "") for _ in durations]
        jobs = [m.new_fixed_size_interval_var(s, t, "") for s, t in zip(starts, durations)]
        for need in zip(*needs):
            m.add_cumulative(jobs, need, 6)
        for a, b in before:
            m.add(starts[a] + durations[a] <= starts[b])
        end = m.new_int_var(0, most, "")
        for s, t in zip(starts, durations):
            m.add(s + t <= end)
        m.minimize(end)
        return self.best(m)


SOLVERS = {"clew": Clew, "cpsat": CpSat}
MODELS = "queens queens_count send_more golomb golomb_plain job_shop nurses tour tour_of_literals knapsack colours nonogram killer golfers project".split()


def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def child(solver, model, time):
    """One model in this process: its answer and the user seconds that it took after the import."""
    made = SOLVERS[solver](time)
    began = used()
    try:
        answer = getattr(made, model)()
    except Exception as why:  # A limit is an answer too.
        answer = [type(why).__name__, False]
    print(json.dumps([answer, used() - began]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=MODELS)
    parser.add_argument("--time", type=float, default=15)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return child(*given.child, given.time)
    print("| model | answer | clew s | CP-SAT s |\n|---|---|---|---|", flush=True)
    for model in given.models:
        answers, seconds = {}, {}
        for solver in SOLVERS:
            for _ in range(given.runs):
                command = [sys.executable, __file__, "--time", str(given.time), "--child", solver, model]
                answers[solver], took = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
                seconds[solver] = min(took, seconds.get(solver, took))
        (ours, proved), (theirs, proved_too) = answers["clew"], answers["cpsat"]
        if proved and proved_too and ours != theirs:
            sys.exit(f"{model}: {ours} and {theirs}")
        shown = [f"{seconds[s]:.3f}" + ("" if answers[s][1] else " (open)") for s in SOLVERS]
        print(f"| {model} | {ours} | {shown[0]} | {shown[1]} |", flush=True)


main()
