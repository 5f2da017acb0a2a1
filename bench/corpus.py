"""Time of loading generated v2 corpora, compared with unpacking the same files.

python -m bench.corpus [--rows 3000000] [--documents 100000] [--repeat 3] [--folder DIR]

Each load is compared with `zcat | wc -l` over the same members in two pipes; a ratio above 1 means that the load is
faster. On a busy machine, use the ratios of processor time. The files need about 2.5 GB of disk and are removed.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.corpus_data import write_corpus
from bench.process import ROOT
from dltrack_db.load import corpus

PROFILES = (("passage", "full"), ("passage", "ids"), ("doc", "full"), ("doc", "ids"))
NAMES = {"passage": "msmarco-v2-passage", "doc": "msmarco-v2-document"}

LOAD = """
import json, resource, sys, time
from dataclasses import replace
from pathlib import Path
import great_expectations, sqlalchemy, duckdb_sqlalchemy  # imported before the measurement: a fixed cost
from dltrack_db.load import corpus
from dltrack_db.store import database, template
name, tar, db, profile = sys.argv[1:]
template.write(Path(db))  # before the measurement: a fixed cost
database.open_readonly(Path(db)).close()
spec = replace(corpus.load_spec(name), rows=0, members=0)
times = []
began, cpu = time.perf_counter(), time.process_time()
say = lambda _: times.append((time.perf_counter() - began, time.process_time() - cpu))
options = corpus.CorpusOptions(profile=profile, say=say)
report = corpus.load(Path(db), spec, corpus.open_source(Path(tar), spec), options)
say("")
print(json.dumps({"rows": report.rows_stored, "read": times[1], "total": times[-1],
    "rss": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))
"""


def limit(members: list[Path]) -> tuple[float, float]:
    """Return wall-clock and processor seconds of `zcat | wc -l` in two pipes."""
    halves = [members[::2], members[1::2]]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    pipes = [subprocess.Popen(f"zcat {' '.join(map(str, half))} | wc -l", shell=True, stdout=-1) for half in halves]
    for pipe in pipes:
        pipe.communicate()
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def load(kind: str, profile: str, tar: Path, db: Path) -> dict:
    db.unlink(missing_ok=True)
    command = [sys.executable, "-c", LOAD, NAMES[kind], str(tar), str(db), profile]
    process = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    return json.loads(process.stdout.splitlines()[-1]) | {"size": db.stat().st_size}


def report(kind: str, profile: str, tar: Path, members: list[Path], repeat: int) -> None:
    limits, loads = [], []
    for _ in range(repeat):
        limits.append(limit(members))
        loads.append(load(kind, profile, tar, tar.parent / "bench.db"))
    rows = loads[0]["rows"]
    plain = sum(int(line.split()[1]) for line in _sizes(members))
    wall, cpu = (statistics.median(value[i] for value in limits) for i in (0, 1))
    read_wall, read_cpu = (statistics.median(value["read"][i] for value in loads) for i in (0, 1))
    total_wall, total_cpu = (statistics.median(value["total"][i] for value in loads) for i in (0, 1))
    size, rss = loads[0]["size"], max(value["rss"] for value in loads)
    official = corpus.load_spec(NAMES[kind]).rows
    print(
        f"{kind} {profile}: {rows:,} rows, {plain / 1e9:.2f} GB plain\n"
        f"  limit zcat | wc -l, 2 pipes: {wall:.2f} s ({cpu:.2f} s of processor)\n"
        f"  read and stored: {read_wall:.2f} s ({read_cpu:.2f}), {rows / read_wall:,.0f} rows/s, "
        f"{plain / read_wall / 1e6:,.0f} MB/s; ratio {wall / read_wall:.2f}, of processor time {cpu / read_cpu:.2f}\n"
        f"  validated and published: {total_wall:.2f} s ({total_cpu:.2f}); ratio {wall / total_wall:.2f}, "
        f"of processor time {cpu / total_cpu:.2f}\n"
        f"  peak memory {rss / 1e6:,.0f} MB; file {size / rows:.1f} MB per million rows, "
        f"{size / tar.stat().st_size:.3f} of the source\n"
        f"  {official:,} rows would take {official / rows * total_wall / 60:.1f} minutes "
        f"and {official / rows * size / 1e9:.1f} GB",
        flush=True,
    )


def _sizes(members: list[Path]) -> list[str]:
    counted = "; ".join(f"zcat {member} | wc -lc" for member in members)
    return subprocess.run(counted, shell=True, check=True, capture_output=True, text=True).stdout.splitlines()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=3_000_000, help="passages")
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="folder for the corpora; default: the system's temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for kind, rows in (("passage", arguments.rows), ("doc", arguments.documents)):
            tar, members = write_corpus(Path(folder) / kind, kind, rows, 4)
            for each, profile in PROFILES:
                if each == kind:
                    report(kind, profile, tar, members, arguments.repeat)


if __name__ == "__main__":
    main()
