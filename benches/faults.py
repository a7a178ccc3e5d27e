"""Faults against counts in pieces: every total must be exact or refused.

    python3 benches/faults.py [--clew target/release/clew] [--seed 1] [--scale 1] [--only kills,parallel,...]

Runs, each with its own table row:
  kills     kill -9 of one process at random moments, then --resume, until it ends: counts and residues
  parallel  GNU parallel over the cubes of a job; kill -9 of random workers, and of all of it, then --resume-failed
  slurm     one node with munge, slurmctld and slurmd of its own (as root, Debian's packages); kill -9 of workers and
            of both daemons in the middle of an array; the script is submitted again until nothing is missing
  disk      directories on a file system that is full (as root: a small tmpfs)
  damage    files of residues, cubes and layers with bits turned, cut short, doubled, or of another job

Needs no package of Python. What is not installed is skipped, and said so.
"""

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("--clew", default="target/release/clew")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--scale", type=float, default=1.0, help="how many faults, in parts of the usual number")
parser.add_argument("--only", default="kills,parallel,slurm,disk,damage")
args = parser.parse_args()
CLEW = os.path.realpath(args.clew)
rng = random.Random(args.seed)
PRIME = 2305843009213693951


def clew(*arguments, cwd, **more):
    """What the program says, and its status."""
    done = subprocess.run([CLEW, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, **more)
    return done.returncode, done.stdout, done.stderr


def board(folder, name, n):
    rows = [" ".join("." * n)] * n
    with open(os.path.join(folder, name), "w") as to:
        to.write("puzzle: path\n\n" + "\n".join(rows) + "\n")


def must(condition, what):
    if not condition:
        sys.exit(f"WRONG: {what}")


def exact_or_unknown(folder, what, exact):
    status, out, err = clew("merge", *what, cwd=folder)
    must((status == 0 and out == exact) or (status in (3, 4) and not re.match(r"\d", out)), f"{status} {out} {err}")
    return status == 0


def scaled(n):
    return max(1, int(n * args.scale))


def kills(folder):
    board(folder, "p.puzzle", 11)
    board(folder, "q.puzzle", 13)  # Its large layers are strands, where those of the smaller one are tables.
    faults = runs = 0
    lines = ["p.puzzle --every 0s", f"p.puzzle --every 0s --mod {PRIME}", "q.puzzle --every 200ms --disk 1G"]
    expected = {how: clew("count", *how.split()[:1], *how.split()[3:], cwd=folder)[1] for how in lines}
    while faults < scaled(300):
        how = rng.choice(lines)
        threads, patience = rng.choice("12"), 1.0 if how.startswith("q") else 0.3
        while True:
            kept = os.path.exists(os.path.join(folder, "kept", "run.json"))
            option = "--resume" if kept else "--checkpoint"
            line = ["count", *how.split(), option, "kept", "--threads", threads]
            child = subprocess.Popen([CLEW, *line], cwd=folder, stdout=subprocess.PIPE, text=True)
            try:
                out = child.communicate(timeout=rng.uniform(0.001, patience))[0]
                must(child.returncode == 0 and out == expected[how], f"{line}: {child.returncode} {out}")
                runs += 1
                break
            except subprocess.TimeoutExpired:
                child.kill()
                child.communicate()
                faults += 1
                patience += 0.05
    return faults, f"{runs} counts and residues of the 11x11 board, counts of 13x13 on a disk, all exact"


def job(folder, cubes=120):
    board(folder, "p.puzzle", 6)
    status, out, err = clew("split", "--jobs", cubes, "-o", "jobs", "p.puzzle", cwd=folder)
    must(status == 0, err)
    return int(re.search(r"(\d+) cubes", out).group(1)), clew("count", "p.puzzle", cwd=folder)[1]


def workers(under):
    """Processes of the program that work in a folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/exe") == CLEW and os.readlink(f"/proc/{pid}/cwd") == under:
                found.append(int(pid))
        except OSError:
            pass
    return found


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
        return 1
    except OSError:
        return 0


def parallel(folder):
    if not shutil.which("parallel"):
        return 0, "skipped: GNU parallel is not installed"
    faults = rounds = 0
    while faults < scaled(300):
        shutil.rmtree(os.path.join(folder, "jobs"), ignore_errors=True)
        cubes, exact = job(folder)
        log = os.path.join(folder, "log")
        if os.path.exists(log):
            os.remove(log)
        again, bold = [], 0.5
        while True:
            line = ["parallel", "-j2", "--joblog", log, *again, f"{CLEW} count-cube jobs", ":::"]
            line += [str(k) for k in range(1, cubes + 1)]
            run = subprocess.Popen(line, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
            calm = time.time() + rng.uniform(2, 6)
            while run.poll() is None:
                time.sleep(rng.uniform(0.01, 0.1))
                if time.time() > calm:
                    continue
                if rng.random() < 0.05:
                    # All of it, as when a machine goes down.
                    os.killpg(run.pid, signal.SIGKILL)
                    faults += 1 + sum(kill(pid) for pid in workers(folder))
                    run.wait()
                    break
                faults += sum(kill(pid) for pid in workers(folder) if rng.random() < bold)
            # The last few would never end if each was killed as often as the first.
            again, bold = ["--resume-failed"], bold * 0.8
            if exact_or_unknown(folder, ["jobs"], exact):
                break
        rounds += 1
    return faults, f"{rounds} jobs of {cubes} cubes, all exact in the end, unknown before"


CONFIG = """ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
MaxArraySize=10001
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
SchedulerParameters=batch_sched_delay=0,sched_min_interval=100000
SelectType=select/linear
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:2
"""


def slurm(folder):
    if not all(map(shutil.which, ["slurmctld", "slurmd", "sbatch", "munged"])) or os.geteuid() != 0:
        return 0, "skipped: slurm-wlm and munge are not installed, or this is not root"
    for name in ["state", "spool", "etc"]:
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    host = os.uname().nodename.split(".")[0]
    config = os.path.join(folder, "etc", "slurm.conf")
    with open(config, "w") as to:
        to.write(CONFIG.format(host=host, folder=folder, cpus=os.cpu_count()))
    with open(os.path.join(folder, "etc", "cgroup.conf"), "w") as to:
        to.write("CgroupAutomount=no\n")
    # The script says "clew", whatever the program under test is called.
    os.symlink(CLEW, os.path.join(folder, "etc", "clew"))
    env = dict(os.environ, SLURM_CONF=config, PATH=os.path.join(folder, "etc") + ":" + os.environ["PATH"])
    own_munge = None
    if subprocess.run(["munge", "-n"], capture_output=True).returncode != 0:
        os.makedirs("/run/munge", exist_ok=True)
        shutil.chown("/run/munge", "munge", "munge")
        own_munge = subprocess.Popen(["setpriv", "--reuid=munge", "--regid=munge", "--clear-groups", "munged", "-F"],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(1)
    daemons = []

    def start():
        daemons[:] = [subprocess.Popen([name, "-D"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                      for name in ["slurmctld", "slurmd"]]

    def stop():
        for daemon in daemons:
            daemon.kill()
            daemon.wait()

    def ask(*line):
        return subprocess.run(line, env=env, cwd=folder, capture_output=True, text=True)

    start()
    faults = rounds = 0
    try:
        deadline = time.time() + 60
        while "idle" not in ask("sinfo", "-h", "-o", "%t").stdout:
            must(time.time() < deadline, "the node does not come up: " + ask("sinfo").stdout)
            time.sleep(0.5)
        while faults < scaled(60):
            shutil.rmtree(os.path.join(folder, "jobs"), ignore_errors=True)
            cubes, exact = job(folder)
            script = clew("split", "--jobs", 120, "--slurm", "--chunk", 6, "-o", "jobs", "p.puzzle", cwd=folder)[1]
            with open(os.path.join(folder, "count.sbatch"), "w") as to:
                to.write(script)
            tries = 0
            while not exact_or_unknown(folder, ["jobs"], exact):
                tries += 1
                must(tries < 50, "the array gets nowhere")
                sent = ask("sbatch", "--output=/dev/null", "count.sbatch")
                must(sent.returncode == 0, sent.stderr)
                calm = time.time() + (rng.uniform(2, 8) if tries < 6 else 0)
                patience = time.time() + 90
                while ask("squeue", "-h").stdout.strip():
                    time.sleep(rng.uniform(0.05, 0.3))
                    if time.time() > patience:
                        # Slurm itself waits very long for a task whose daemon was killed beside it.
                        ask("scancel", "--me")
                    if time.time() > calm:
                        continue
                    if rng.random() < 0.1:
                        faults += len(daemons)
                        stop()
                        start()
                        time.sleep(2)
                    faults += sum(kill(pid) for pid in workers(folder) if rng.random() < 0.5)
            rounds += 1
    finally:
        ask("scancel", "--me")
        stop()
        if own_munge:
            own_munge.kill()
            own_munge.wait()
    return faults, f"{rounds} arrays over {cubes} cubes, all exact in the end, unknown before"


def disk(folder):
    small = os.path.join(folder, "small")
    os.makedirs(small)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], capture_output=True).returncode:
        return 0, "skipped: no file system can be mounted here"
    faults = 0
    try:
        board(folder, "p.puzzle", 11)
        board(folder, "q.puzzle", 6)
        exact = clew("count", "p.puzzle", cwd=folder)[1]
        residue = clew("count", "--mod", PRIME, "p.puzzle", cwd=folder)[1]
        for how, expected in [([], exact), (["--mod", PRIME], residue)]:
            status, out, err = clew("count", *how, "--checkpoint", "small/kept", "--every", "0s", "p.puzzle", cwd=folder)
            must(status == 0 and out == expected and "warning: cannot write" in err, f"{status} {out} {err}")
            faults += err.count("warning: cannot write")
        status, _, err = clew("split", "--jobs", 300, "-o", "small/jobs", "q.puzzle", cwd=folder)
        must(status == 0, err)
        sixes = clew("count", "q.puzzle", cwd=folder)[1]
        for first in range(1, 300, 20):
            status, out, err = clew("count-cube", "small/jobs", f"{first}-{min(first + 19, 300)}", cwd=folder)
            must(status == 0 or status == 5, f"{status} {out} {err}")
            faults += status == 5
            exact_or_unknown(folder, ["small/jobs"], sixes)
        with open(os.path.join(small, "rest"), "wb") as to:
            try:
                to.write(b"x" * (1 << 20))
            except OSError:
                pass
        status, out, err = clew("count", "--residues", "1/1", "-o", "small/r.jsonl", "q.puzzle", cwd=folder)
        must(status == 5 and not os.path.exists(os.path.join(small, "r.jsonl")), f"{status} {out} {err}")
        faults += 1
        must(not [n for n in os.listdir(small) if n.endswith(".part")], "parts are left")
    finally:
        subprocess.run(["umount", small])
    return faults, "counts exact with a warning, cubes and residues refused with status 5"


def damaged(data):
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data))
        what = rng.randrange(4)
        if what == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif what == 1:
            del data[at:]
        elif what == 2:
            data[at:at] = data[at:at + rng.randint(1, 40)]
        else:
            data[at:at + 8] = bytes(rng.randrange(256) for _ in range(8))
        if not data:
            break
    return bytes(data)


def damage(folder):
    cubes, exact = job(folder, 30)
    must(clew("count-cube", "jobs", f"1-{cubes}", cwd=folder)[0] == 0, "the cubes are counted")
    for k in "12":
        must(clew("count", "--residues", f"{k}/2", "-o", f"{k}.jsonl", "p.puzzle", cwd=folder)[0] == 0, "residues")
    must(clew("merge", "jobs", cwd=folder)[1] == exact == clew("merge", "1.jsonl", "2.jsonl", cwd=folder)[1], "sums")
    board(folder, "k.puzzle", 10)
    layer = os.path.join(folder, "kept", "layer.clew")
    kept = subprocess.Popen([CLEW, "count", "--checkpoint", "kept", "--every", "0s", "k.puzzle"], cwd=folder,
                            stdout=subprocess.DEVNULL)
    while not os.path.exists(layer):
        must(kept.poll() is None, "it is at work")
        time.sleep(0.002)
    kept.kill()
    kept.wait()
    tens = clew("count", "k.puzzle", cwd=folder)[1]
    files = ["1.jsonl", "2.jsonl", "kept/layer.clew", "kept/run.json", "jobs/job.jsonl"]
    files += [f"jobs/cube-{k:06}.jsonl" for k in range(1, cubes + 1)]
    faults, refused = 0, 0
    for _ in range(scaled(600)):
        name = rng.choice(files)
        path = os.path.join(folder, name)
        with open(path, "rb") as of:
            whole = of.read()
        spoilt = damaged(whole)
        if spoilt == whole:
            continue
        with open(path, "wb") as to:
            to.write(spoilt)
        faults += 1
        if name.startswith("kept"):
            shutil.copytree(os.path.join(folder, "kept"), os.path.join(folder, "copy"))
            status, out, err = clew("count", "--resume", "copy", "k.puzzle", cwd=folder)
            shutil.rmtree(os.path.join(folder, "copy"), ignore_errors=True)
            must((status == 0 and out == tens) or (status in (2, 3) and out == ""), f"{name}: {status} {out} {err}")
            refused += status != 0
        else:
            what = ["jobs"] if name.startswith("jobs") else ["1.jsonl", "2.jsonl"]
            refused += not exact_or_unknown(folder, what, exact)
        with open(path, "wb") as to:
            to.write(whole)
    must(clew("merge", "jobs", cwd=folder)[1] == exact, "whole again")
    return faults, f"{refused} refused, the others exact: blanks only were changed, or whole records doubled"


print(f"{'what':10} {'faults':>7} {'s':>7}  result")
for name in args.only.split(","):
    start = time.time()
    with tempfile.TemporaryDirectory() as folder:
        faults, result = globals()[name](os.path.realpath(folder))
    print(f"{name:10} {faults:7} {time.time() - start:7.0f}  {result}", flush=True)
