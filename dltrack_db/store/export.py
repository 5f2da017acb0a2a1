"""Taking data out of a database: tables as Parquet or CSV, runs and labels as TREC's own files.

The queries are in `ingest/export`; a file appears under its name only when it
is complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import duckdb

from dltrack_db import resources
from dltrack_db.errors import UsageError
from dltrack_db.store import sqltext

FORMATS = ("parquet", "csv", "trec")
FOLDER = resources.INGEST / "export"
_TREC_OPTIONS = "format csv, delimiter '{delimiter}', header false, quote '', escape ''"


def export(con: duckdb.DuckDBPyConnection, name: str, folder: Path, form: str) -> Iterator[Path]:
    """Write an edition or a collection into a folder; each file as it is finished.

    'parquet' and 'csv' give one file per table; 'trec' gives topics and qrels
    in a folder per collection, and runs in runs/COLLECTION, where
    `dltrack ingest --runs` looks for them. Corpus text is not exported.

    Raises:
        UsageError: the database holds no such edition or collection, or a file cannot be written.
    """
    if form not in FORMATS:
        raise UsageError(f"there is no format «{form}»; choose one of {', '.join(FORMATS)}")
    collections = [
        row[0]
        for row in con.execute(
            "select collection from main.collections where $1 in (collection, edition) order by all", [name]
        ).fetchall()
    ]
    if not collections:
        held = con.execute("select distinct edition from main.collections order by all").fetchall()
        raise UsageError(
            f"the database holds no «{name}»; it holds {', '.join(row[0] for row in held) or 'nothing yet'}"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if form == "trec":
            for collection in collections:
                yield from _trec_files(con, collection, folder)
            return
        sqltext.set_variables(con, collections=collections)
        for query in sorted((FOLDER / "tables").glob("*.sql")):
            options = "format parquet, compression zstd" if form == "parquet" else "format csv, header true"
            yield _copy(con, query, folder / f"{query.stem}.{form}", options)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be written: {error.strerror}") from error


def _trec_files(con: duckdb.DuckDBPyConnection, collection: str, folder: Path) -> Iterator[Path]:
    labels, rankings = folder / collection, folder / "runs" / collection
    labels.mkdir(parents=True, exist_ok=True)
    rankings.mkdir(parents=True, exist_ok=True)
    sqltext.set_variables(con, collection=collection)
    spaced, tabbed = _TREC_OPTIONS.format(delimiter=" "), _TREC_OPTIONS.format(delimiter="\\t")
    yield _copy(con, FOLDER / "trec" / "topics.sql", labels / "topics.tsv", tabbed)
    variants = con.execute("select distinct variant from main.qrels where collection = $1 order by all", [collection])
    for (variant,) in variants.fetchall():
        sqltext.set_variables(con, variant=variant)
        yield _copy(con, FOLDER / "trec" / "qrels.sql", labels / f"qrels.{_file_name(variant)}.txt", spaced)
    runs = con.execute("select distinct run_id from main.run_topics where collection = $1 order by all", [collection])
    for (run_id,) in runs.fetchall():
        sqltext.set_variables(con, run_id=run_id)
        yield _copy(con, FOLDER / "trec" / "run.sql", rankings / f"input.{_file_name(run_id)}", spaced)


def _file_name(name: str) -> str:
    """A name that cannot leave its folder."""
    return re.sub(r"[/\\\x00]", "_", name)


def _copy(con: duckdb.DuckDBPyConnection, query: Path, target: Path, options: str) -> Path:
    """Write what a query returns."""
    part = target.with_name(target.name + ".part")
    select = query.read_text(encoding="utf-8").rstrip().removesuffix(";")
    quoted = str(part).replace("'", "''")
    try:
        con.execute(f"copy (\n{select}\n) to '{quoted}' ({options})")
    except duckdb.IOException as error:
        raise UsageError(f"{target} cannot be written: {str(error).splitlines()[0]}") from error
    part.replace(target)
    return target
