"""A shared database against a file: load, leaderboard, the rankings of one run, one run more; scores on Ray's workers.

    python -m bench.shared CATALOGUE --data DIR --from DIR --runs DIR [--rounds 3] [--first 20]

CATALOGUE is an empty database of PostgreSQL, 'ducklake:postgres:dbname=…'; --from has topics and qrels of TREC 2021,
--runs its passage runs. Whole processes of `dltrack`, in turn; medians of wall and processor seconds. Queries are also
timed alone, without start and opening.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bench.process import Cost, in_turn, run, table
from dltrack_db.store import database

DLTRACK = [sys.executable, "-m", "dltrack_db"]
COLLECTION = "trec2021-passages"
ASKED = {
    "leaderboard": f"from systems.leaderboard where collection = '{COLLECTION}'",
    "published.comparison": "from published.comparison",
    "rankings of a run": "select count(doc_id) from main.rankings where run_id = "
    "(select min(run_id) from main.runs where source_file is not null)",
}


def main() -> None:
    """Load the same into both, then ask both in turn."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("catalogue")
    parser.add_argument("--data", required=True)
    parser.add_argument("--from", dest="places", action="append", required=True)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--first", type=int, default=20, help="runs loaded at once; one more for each round")
    arguments = parser.parse_args()
    files = sorted(arguments.runs.glob("input.*"))
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as folder:
        databases = {"file": Path(folder) / "file.duckdb", "lake": Path(folder) / "lake.duckdb"}
        run([*DLTRACK, "connect", arguments.catalogue, "--data", arguments.data, "--db", databases["lake"], "--init"])
        places = [part for place in arguments.places for part in ("--from", place)]
        first: dict[str, list[Cost]] = {}
        for name, db in databases.items():
            run([*DLTRACK, "ingest", "trec2021", *places, "--parts", "queries,qrels", "--db", db])
            first[f"{arguments.first} runs, {name}"] = [_load(files[: arguments.first], db)]
        print(table(first, [f"{arguments.first} runs, file"]))
        more: dict[str, list[Cost]] = {f"one run more, {name}": [] for name in databases}
        for file in files[arguments.first : arguments.first + arguments.rounds]:
            for name, db in databases.items():
                more[f"one run more, {name}"].append(_load([file], db))
        print(table(more, ["one run more, file"]))
        board = {
            f"leaderboard, {name}": lambda db=db: run([*DLTRACK, "leaderboard", COLLECTION, "--db", db])
            for name, db in databases.items()
        }
        print(table(in_turn(board, arguments.rounds), ["leaderboard, file"]))
        workers = {
            f"all scores anew, {title}": lambda more=more: run([*DLTRACK, "score", *more, "--db", databases["lake"]])
            for title, more in (("one process", ()), ("1 worker", ("--cluster", "1")), ("2", ("--cluster", "2")))
        }
        print(table(in_turn(workers, 1), ["all scores anew, one process"]))
        for title, query in ASKED.items():
            seconds = {name: _asked(db, query, arguments.rounds) for name, db in databases.items()}
            print(f"{title}, the query alone: " + ", ".join(f"{name} {cpu:.3f} s" for name, cpu in seconds.items()))


def _load(files: list[Path], db: Path) -> Cost:
    return run([*DLTRACK, "ingest", "runs", *files, "--collection", COLLECTION, "--db", db])


def _asked(db: Path, query: str, rounds: int) -> float:
    """Median processor seconds of a query in an open database, after one to warm up."""
    con = database.open_readonly(db)
    costs = []
    for _ in range(rounds + 1):
        began = time.process_time()
        con.execute(query).fetchall()
        costs.append(time.process_time() - began)
    con.close()
    return statistics.median(costs[1:])


if __name__ == "__main__":
    main()
