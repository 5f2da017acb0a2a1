"""Every view, the questions of commands and the cookbook, asked with one thread and hardly a buffer, each in its time.

DuckDB 1.5.5 never ends some unions with one thread, as soon as their rows fill the buffer of results (docs/duckdb.md),
here a sixtieth of the usual one, so that the rows of the sample fill it as those of sixty times as many runs would.
`python tests/one_thread.py DATABASE KIND` names what it asks, and ends by itself where an answer does not come.
"""

from __future__ import annotations

import faulthandler
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db import cli
from dltrack_db.store import connection, database
from docs.generate import cookbook

SECONDS = 60
"""for one answer, on a busy machine"""
COOKBOOK = Path(__file__).parents[1] / "docs" / "cookbook"
COLLECTION = "sample-passages"
HANGING = (
    "select t.answer_id, c.n from main.judged_rankings t left join (select answer_id, count(*) as n from "
    "(select answer_id from main.judged_rankings where rank > 5 union all "
    "select answer_id from main.judged_rankings where rank <= 5) group by answer_id) c using (answer_id)"
)
"""DuckDB hangs in a union of this with itself, so that the test can see one."""
COMMANDS = (
    ["status"],
    ["leaderboard", COLLECTION, "--measures", "map,P_10,ndcg_cut_10,bpref,recip_rank"],
    ["leaderboard", COLLECTION, "--baseline", "alder_p1", "--measures", "map,bpref"],
    ["leaderboard", COLLECTION, "sample-docs"],
    ["compare", "alder_p1", "alder_p2", "-c", COLLECTION, "-m", "map", "-m", "bpref"],
    ["diff", "alder_p1", "alder_p2", "-c", COLLECTION],
    ["judges", COLLECTION],
    ["audit", COLLECTION, "--trials", "20"],
    ["explain", "alder_p1", "0.5", "-c", COLLECTION, "-m", "map"],
    ["eval", "{run}", "-c", COLLECTION, "--baseline", "alder_p1", "-q"],
    ["check", "{run}", "-c", COLLECTION],
    ["validations"],
)


def questions(db: Path, kind: str, folder: Path) -> Iterator[tuple[str, Callable[[], Any]]]:
    """What is asked, with what asks it."""
    if kind == "commands":
        for words in COMMANDS:
            given = [word.format(run=folder / "mine.run", folder=folder) for word in words]
            yield " ".join(words), lambda given=given: command([*given, "--db", str(db)])
        return
    with closing(database.open_readonly(db)) as con:
        if kind == "hanging":
            texts = {"a union that hangs": f"({HANGING}) union all ({HANGING})"}
        elif kind == "cookbook":
            texts = {file.name: cookbook.split(file.read_text(encoding="utf-8"))[2] for file in COOKBOOK.glob("*.sql")}
        else:
            views = "select schema_name || '.' || view_name from duckdb_views() where not internal order by all"
            texts = {name: f"from {name}" for (name,) in con.execute(views).fetchall()}
        for name, text in texts.items():
            yield name, lambda text=text: con.execute(text).fetchall()


def command(words: list[str]) -> None:
    """Run a command, which must end well."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as said:
        try:
            cli.run_and_explain(words)
        except SystemExit as end:
            assert end.code in (None, 0, 1), (words, said.getvalue())


def main(db: Path, kind: str, folder: Path, seconds: float = SECONDS) -> None:
    """Ask it all."""
    connect = duckdb.connect

    def connect_alone(*args: Any, config: dict[str, Any] | None = None, **options: Any) -> duckdb.DuckDBPyConnection:
        con = connect(*args, config={**(config or {}), "threads": 1}, **options)
        con.execute("set streaming_buffer_size = '16KB'")
        return con

    duckdb.connect = connect_alone  # type: ignore[assignment]
    connection.use_all_threads = lambda _: None
    num_asked = 0
    for name, ask in questions(db, kind, folder):
        print(name, flush=True)
        faulthandler.dump_traceback_later(seconds, exit=True)
        ask()
        faulthandler.cancel_dump_traceback_later()
        num_asked += 1
    print(f"{num_asked} answers", flush=True)
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), *map(float, sys.argv[4:]))
