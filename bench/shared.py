"""Speed of a shared database compared with a file, and of computing scores on Ray's workers.

    python -m bench.shared --from DIR --runs DIR [--rounds 3] [--first 300] [--topics 80]

PostgreSQL must be installed; it is started on a private socket. --from is a folder with topics and qrels of TREC 2021,
--runs a folder with its passage runs. The runs are cut to some topics and copied under other names until there are
enough. The commands run in turn; reported are medians of wall and processor seconds. Processor seconds do not include
PostgreSQL and Ray's workers. Their work is part of the seconds in which the machine was busy, if nothing else runs on
it. Queries are also timed without start-up.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.process import Cost, in_turn, run, table
from dltrack_db.store import database
from tests.shared import postgresql

DLTRACK = [sys.executable, "-m", "dltrack_db"]
COLLECTION = "trec2021-passages"
ASKED = {
    "leaderboard": f"from systems.leaderboard where collection = '{COLLECTION}'",
    "published.comparison": "from published.comparison",
    "rankings of a run": "select count(doc_id) from main.rankings where run_id = "
    "(select min(run_id) from main.runs where source_file is not null)",
}


@contextmanager
def lake() -> Iterator[tuple[Path, postgresql.Server]]:
    """Yield the overlay of a new shared database in a temporary folder (data files in `lake/`), and its PostgreSQL."""
    programs = postgresql.installed()
    if programs is None:
        sys.exit("needs PostgreSQL: make postgresql")
    with tempfile.TemporaryDirectory(prefix="dltrack-bench-") as folder, postgresql.started(programs) as server:
        os.environ["XDG_DATA_HOME"] = f"{folder}/data-home"
        db = Path(folder) / "lake.duckdb"
        address = server.address(Path(folder) / "lake")
        run([*DLTRACK, "connect", address.catalogue, "--data", address.data, "--db", db, "--init"])
        yield db, server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="places", action="append", required=True)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--first", type=int, default=300, help="runs loaded at once; one more for each round")
    parser.add_argument("--topics", type=int, default=80, help="topics of each run, judged topics first")
    arguments = parser.parse_args()
    with lake() as (lake_file, _):
        folder = lake_file.parent
        places = [Path(place) for place in arguments.places]
        files = _runs(arguments.runs, places, folder, arguments.first + 2 * arguments.rounds, arguments.topics)
        databases = {"file": folder / "file.duckdb", "lake": lake_file}
        named = [part for place in arguments.places for part in ("--from", place)]
        first: dict[str, list[Cost]] = {}
        for name, db in databases.items():
            run([*DLTRACK, "ingest", "trec2021", *named, "--parts", "queries,qrels", "--db", db])
            first[f"{arguments.first} runs, {name}"] = [_load(files[: arguments.first], db)]
        print(table(first, [f"{arguments.first} runs, file"]))
        own = {
            f"a run scored in place, {name}": lambda db=db: run(
                [*DLTRACK, "eval", files[-1], "--collection", COLLECTION, "--db", db]
            )
            for name, db in databases.items()
        }
        print(table(in_turn(own, arguments.rounds), ["a run scored in place, file"]))
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
        for title, asked in (
            ("one process", ()),
            ("1 worker", ("--cluster", "1", "--anyway")),
            ("2", ("--cluster", "2", "--anyway")),
        ):
            busy = _busy()
            cost = run([*DLTRACK, "score", *asked, "--db", databases["lake"]])
            print(f"all scores again, {title}: {cost.wall:.1f} s, the machine busy for {_busy() - busy:.1f} s")
        for title, query in ASKED.items():
            seconds = {name: _asked(db, query, arguments.rounds) for name, db in databases.items()}
            print(f"{title}, the query alone: " + ", ".join(f"{name} {cpu:.3f} s" for name, cpu in seconds.items()))


def _runs(source: Path, places: list[Path], folder: Path, count: int, topics: int) -> list[Path]:
    """Write `count` runs, cut to some topics; additional copies of a run have other names."""
    qrels = next(path for place in places for path in place.rglob("2021.qrels.pass.final.txt"))
    wanted = list(dict.fromkeys(line.split()[0] for line in qrels.read_text().splitlines()))[:topics]
    runs = sorted(source.glob("input.*"))
    (folder / "runs").mkdir()
    written = []
    for number in range(count):
        origin = runs[number % len(runs)]
        with (gzip.open if origin.suffix == ".gz" else open)(origin, "rt", encoding="utf-8") as lines:
            text = "".join(line for line in lines if line.split(maxsplit=1)[0] in wanted)
        name = origin.name.removeprefix("input.").removesuffix(".gz")
        written.append(folder / "runs" / f"{name}_{number // len(runs)}.txt")
        written[-1].write_text(text, encoding="utf-8")
    return written


def _busy() -> float:
    """Return the seconds that the processors of this machine have been busy since its start."""
    user, nice, system = Path("/proc/stat").read_text(encoding="ascii").split()[1:4]
    return (int(user) + int(nice) + int(system)) / os.sysconf("SC_CLK_TCK")


def _load(files: list[Path], db: Path) -> Cost:
    return run([*DLTRACK, "ingest", "runs", *files, "--collection", COLLECTION, "--db", db])


def _asked(db: Path, query: str, rounds: int) -> float:
    """Return the median processor seconds of a query in an open database, after a first query to warm up."""
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
