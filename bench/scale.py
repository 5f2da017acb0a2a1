"""Costs of one load, one run and one passage in a shared database: the numbers in docs/scale.md.

python -m bench.scale --from DIR --runs DIR --corpus TAR

The options are those of bench.shared, but only a lake is measured. Each line of the output is a step: name, seconds,
processor seconds of dltrack and of PostgreSQL, peak memory; then, after the step, rows and bytes of the catalogue,
number and bytes of the data files.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

from bench import shared
from bench.process import Cost, run
from bench.shared import COLLECTION, DLTRACK
from dltrack_db.store import connection
from dltrack_db.store.lake import overlay, session
from tests.shared import postgresql

BATCHES, MORE = (8, 16, 32), 6


class Lake:
    """A shared database, and the sizes of its parts."""

    def __init__(self, db: Path, server: postgresql.Server) -> None:
        self.db, self._folder = db, db.parent / "lake"
        self._postmaster = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])

    def step(self, title: str, *command: str | Path) -> None:
        before = self._server_seconds()
        self.report(title, run([*DLTRACK, *command, "--db", self.db]), before)

    def report(self, title: str, cost: Cost, before: float) -> None:
        rows, size = self._catalogue()
        files = [path.stat().st_size for path in self._folder.rglob("*.parquet")]
        cells = (f"{cost.wall:.2f}", f"{cost.cpu:.2f}", f"{self._server_seconds() - before:.2f}", f"{cost.peak_mb:.0f}")
        print("|", " | ".join([title, *cells, f"{rows:,}", f"{size:,}", f"{len(files):,}", f"{sum(files):,}"]), "|")

    def _server_seconds(self) -> float:
        """Return processor seconds of all ended connections to PostgreSQL."""
        time.sleep(0.3)
        fields = Path(f"/proc/{self._postmaster}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def _catalogue(self) -> tuple[int, int]:
        con = connection.connect()
        session.attach(con, overlay.find_address(self.db), read_only=True)
        names = "select tablename from pg_tables where schemaname = ''public''"
        tables = con.execute(f"from postgres_query('__ducklake_metadata_lake', '{names}')").fetchall()
        counted = " + ".join(f"(select count(*) from {table})" for (table,) in tables)
        query = f"select {counted} as n, pg_database_size(current_database()) as size"
        row = con.execute(f"from postgres_query('__ducklake_metadata_lake', $${query}$$)").fetchone()
        con.close()
        return int(row[0]), int(row[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="places", action="append", required=True)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, required=True)
    given = parser.parse_args()
    with shared.lake() as (db, server):
        files = sorted(given.runs.glob("input.*"))
        lake = Lake(db, server)
        board = ("leaderboard", COLLECTION)
        print("| step | s | cpu s | PostgreSQL s | peak MB | catalogue rows | its bytes | files | their bytes |")
        print("|---" * 9 + "|")
        named = [part for place in given.places for part in ("--from", place)]
        lake.step("topics and labels", "ingest", "trec2021", *named, "--parts", "queries,qrels")
        for number in BATCHES:
            these, files = files[:number], files[number:]
            lake.step(f"{number} whole runs", "ingest", "runs", *these, "--collection", COLLECTION)
            lake.step("leaderboard", *board)
        for file in files[:MORE]:
            lake.step("one run more", "ingest", "runs", file, "--collection", COLLECTION)
        lake.step("leaderboard", *board)
        lake.step("maintain", "lake", "maintain")
        lake.step("leaderboard", *board)
        lake.step("scores again, one process", "score")
        for workers in ("1", "2"):
            lake.step(f"scores again, {workers} of Ray", "score", "--cluster", workers, "--anyway")
        lake.step("verify", "verify")
        corpus = ("ingest", "corpus", "msmarco-v2-passage", "--subset", "--from", given.corpus)
        lake.step("the corpus", *corpus)
        lake.step("verify", "verify")


if __name__ == "__main__":
    main()
