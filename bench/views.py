"""Costs of every view and macro by the example in its header: processor seconds and memory.

python -m bench.views dltrack.duckdb [--over .5 150]

Each example runs twice in a separate process; reported are the seconds of the second run, and the growth of memory in
both runs. The output lists views over a number of seconds or megabytes, most expensive first, and whether their header
states a cost.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from bench.process import ROOT
from dltrack_db.store import database


def examples(db: Path) -> list[tuple[str, str, bool]]:
    """Return name and example of every view and macro, and whether its header states a cost."""
    with closing(database.open_readonly(db)) as con:
        rows = con.execute(
            "select object, coalesce(nullif(example, ''), 'from ' || object), cost is not null from catalog.objects "
            "where kind = 'view' or kind <> 'table' and example <> '' order by all"
        )
        return rows.fetchall()


def measure(db: Path, query: str) -> tuple[float, float]:
    """Return processor seconds of the second run in this process, and the growth of its memory in MB."""
    with closing(database.open_readonly(db)) as con:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        con.execute(query).fetchall()
        began = time.process_time()
        con.execute(query).fetchall()
        seconds = time.process_time() - began
    return seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def measure_apart(db: Path, query: str) -> tuple[float, float]:
    """Measure in a separate process; raise RuntimeError if the example fails."""
    command = [sys.executable, "-m", "bench.views", str(db), "--only", query]
    process = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    if process.returncode:
        raise RuntimeError(f"{query}: {process.stderr.splitlines()[-1]}")
    seconds, megabytes = process.stdout.split()
    return float(seconds), float(megabytes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("db", type=Path)
    parser.add_argument("--over", nargs=2, type=float, default=(0.5, 150), metavar=("SECONDS", "MB"))
    parser.add_argument("--only", help="measure this query here")
    arguments = parser.parse_args()
    if arguments.only:
        print(*measure(arguments.db, arguments.only))
        return
    rows = [(*measure_apart(arguments.db, query), name, is_stated) for name, query, is_stated in examples(arguments.db)]
    seconds, megabytes = arguments.over
    expensive = sorted((row for row in rows if row[0] > seconds or row[1] > megabytes), reverse=True)
    print(f"{len(rows)} examples, {sum(row[0] for row in rows):.1f} s; {len(expensive)} are expensive\n")
    print("| object | cpu s | MB | header states a cost |\n|---|---|---|---|")
    for cost, size, name, is_stated in expensive:
        print(f"| `{name}` | {cost:.2f} | {size:.0f} | {'yes' if is_stated else 'no'} |")


if __name__ == "__main__":
    main()
