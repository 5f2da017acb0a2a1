"""Time and memory of loads into a growing database: 300 runs of 500 topics and 1000 ranks, loaded in steps.

python -m bench.history [--runs 300] [--step 20] [--topics 500] [--depth 1000] [--folder DIR]

Every step is a process of `dltrack ingest runs` with Great Expectations; its files are then removed. After each step
the leaderboard is timed. The full size needs about 8 GB of disk.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from bench.process import run

SQL = (Path(__file__).parent / "history.sql").read_text(encoding="utf-8")
QRELS = """
select topic, 0, doc_id, (hash(doc_id, topic) % 4)::integer
from ({run}) where rank % {every} = 0
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--step", type=int, default=20, help="runs per load")
    parser.add_argument("--topics", type=int, default=500)
    parser.add_argument("--depth", type=int, default=1000)
    parser.add_argument("--memory", default="4GB")
    parser.add_argument("--folder", type=Path, help="folder for files; default: the system's temporary folder")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-", dir=arguments.folder) as name:
        folder = Path(name)
        db = folder / "history.duckdb"
        generator = duckdb.connect()
        for variable in ("topics", "depth"):
            generator.execute(f"set variable {variable} = {getattr(arguments, variable)}")
        generator.execute(f"set variable pool = {arguments.depth * 3}")
        _collection(generator, folder, db)
        print(f"| runs | rows | load s | cpu s | peak MB | file MB | leaderboard ms |\n{'|---' * 7}|", flush=True)
        for first in range(0, arguments.runs, arguments.step):
            files = [
                _write_run(generator, folder, i) for i in range(first, min(first + arguments.step, arguments.runs))
            ]
            cost = run([*_dltrack("ingest", "runs"), *files, "-c", "history", "--memory", arguments.memory, "--db", db])
            for file in files:
                file.unlink()
            loaded = first + len(files)
            rows = loaded * arguments.topics * arguments.depth
            print(
                f"| {loaded} | {rows:,} | {cost.wall:.1f} | {cost.cpu:.1f} | {cost.peak_mb:.0f} "
                f"| {db.stat().st_size / 1e6:.0f} | {_leaderboard(db):.0f} |",
                flush=True,
            )
        whole = run([*_dltrack("leaderboard", "history"), "--format", "csv", "--db", db])
        print(f"\ndltrack leaderboard, whole process: {whole.wall:.2f} s, {whole.peak_mb:.0f} MB")


def _dltrack(*words: str) -> list[str]:
    return [sys.executable, "-m", "dltrack_db", *words]


def _collection(generator: duckdb.DuckDBPyConnection, folder: Path, db: Path) -> None:
    """Load topics, and qrels for every tenth item of run 0."""
    generator.execute("set variable run = 0")
    qrels, topics = folder / "qrels.txt", folder / "topics.tsv"
    options = "(format csv, delimiter ' ', header false)"
    generator.execute(f"copy ({QRELS.format(run=SQL, every=10)}) to '{qrels}' {options}")
    generator.execute(
        f"copy (select range + 1, 'topic ' || range from range(getvariable('topics'))) to '{topics}' "
        "(format csv, delimiter '\t', header false)"
    )
    run([*_dltrack("ingest", "collection"), "--name", "history", "--qrels", qrels, "--topics", topics, "--db", db])


def _write_run(generator: duckdb.DuckDBPyConnection, folder: Path, number: int) -> Path:
    path = folder / f"run{number:03d}.txt"
    generator.execute(f"set variable run = {number}")
    generator.execute(f"copy ({SQL}) to '{path}' (format csv, delimiter ' ', header false)")
    return path


def _leaderboard(db: Path) -> float:
    """Return the milliseconds of a query when it runs the second time."""
    con = duckdb.connect(str(db), read_only=True)
    for _ in range(2):
        started = time.perf_counter()
        con.execute("from systems.leaderboard").fetchall()
        taken = (time.perf_counter() - started) * 1000
    con.close()
    return taken


if __name__ == "__main__":
    main()
