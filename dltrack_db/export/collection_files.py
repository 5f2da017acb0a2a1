"""Exports of a collection: tables as Parquet or CSV, runs and labels in TREC's formats.

The queries are in `scripts/tables.sql` and `scripts/trec.sql`. A file gets its final name only when it is complete.
File names are checked before anything is written (`dltrack_db.base.names`), because an untrusted database may contain
any name.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb

from dltrack_db.base import names, parts, resources, sql_text
from dltrack_db.base.files import sources
from dltrack_db.errors import UsageError
from dltrack_db.export.pseudonyms import Pseudonyms, hide_names
from dltrack_db.store import collections as loaded
from dltrack_db.store import database, facts, plugin_notes

FORMATS = ("parquet", "csv", "trec")
TREC_OPTIONS = "format csv, delimiter '{delimiter}', header false, quote '', escape ''"


def export(
    con: duckdb.DuckDBPyConnection,
    name: str,
    folder: Path,
    form: str,
    *,
    for_spreadsheets: bool = False,
    key: bytes | None = None,
) -> Iterator[Path]:
    """Write an edition or a collection into a folder, without corpus texts, and yield the path of each complete file.

    Args:
        con: connection that may write to the folder (`database.open_readonly(path, into=folder)`).
        name: edition or collection.
        folder: folder, which is created if it does not exist.
        form: 'parquet' or 'csv' for one file per table. 'trec' for topics and qrels in a folder per collection, runs in
            runs/COLLECTION, where `dltrack ingest --runs` finds them, and stored files in a folder per part.
        for_spreadsheets: put an apostrophe before each text in CSV that a spreadsheet would run as a formula.
        key: key of the pseudonyms that replace the names of runs and teams; None to keep the names.
    """
    if form not in FORMATS:
        raise UsageError(f"--format must be one of {', '.join(FORMATS)}, not '{form}'")
    if for_spreadsheets and form != "csv":
        raise UsageError(f"--spreadsheet works only with CSV, not {form}; add --format csv")
    if not con.execute(resources.script("export/prepare/has_subtopics")).fetchone():
        con.execute(resources.script("export/prepare/no_subtopics"))
    if file_facts := facts.get(con):
        plugin_notes.check_all_here(file_facts, "the database")
    collections = loaded.find_collections(con, name, "the database")
    folder = folder.resolve()
    pseudonyms = Pseudonyms(con, key, collections) if key else None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if form == "trec":
            # check all file names before writing a file
            plans = [_TrecPlan(con, collection, folder, pseudonyms) for collection in collections]
            for plan in plans:
                yield from plan.write()
            return
        sql_text.set_variables(con, collections=collections)
        for table, select in resources.scripts("export/tables").items():
            if pseudonyms:
                select = hide_names(con, select)
            if for_spreadsheets:
                select = _defuse(con, select)
            options = "format parquet, compression zstd" if form == "parquet" else "format csv, header true"
            yield _copy(con, select, folder / f"{table}.{form}", options)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be written: {error.strerror}") from error


def files_left_out(con: duckdb.DuckDBPyConnection, name: str, *, anonymous: bool = False) -> list[str]:
    """Return the loaded files that the format 'trec' leaves out, because their lines are not stored.

    If the export is `anonymous`, all such files are left out.
    """
    files = [
        (called, is_kept)
        for collection in loaded.find_collections(con, name, "the database")
        for _, called, _, _, is_kept in _lined_files(con, collection)
    ]
    return [called for called, is_kept in files if anonymous or not is_kept]


def _lined_files(con: duckdb.DuckDBPyConnection, collection: str) -> list[tuple[str, str, str, str, bool]]:
    """Return part, name, source and md5 of each file whose part can store its lines, and True if they are stored."""
    if not database.has_table(con, "source_lines"):  # a database of an earlier release
        return []
    line_parts = [part.name for part in parts.all_parts() if part.keeps_lines]
    sql_text.set_variables(con, collection=collection, line_parts=line_parts)
    return con.execute(resources.script("export/trec/files")).fetchall()


class _TrecPlan:
    """The TREC files to write for one collection; on creation, raise UsageError if a file name or value is invalid."""

    def __init__(
        self, con: duckdb.DuckDBPyConnection, collection: str, folder: Path, pseudonyms: Pseudonyms | None
    ) -> None:
        self._con, self._collection, self._pseudonyms = con, collection, pseudonyms
        name = _plain("collection", collection)
        self._labels, self._rankings = folder / name, folder / "runs" / name
        self._written: dict[str, Path] = {}
        sql_text.set_variables(con, collection=collection)
        self._variants = self._names("variant", "main.qrels")
        self._runs = self._names("run_id", "main.run_topics")
        self._files = [] if pseudonyms else [file for file in _lined_files(con, collection) if file[-1]]
        for part, called, *_ in self._files:
            _plain(f"file of {part}", called)
        if breaking := con.execute(resources.script("export/trec/breaking_values")).fetchone():
            kind, value = breaking
            raise UsageError(
                f"{collection}: the {kind} {names.displayed_name(str(value))} would break the lines of TREC files; "
                "export the collection with --format parquet"
            )

    def write(self) -> Iterator[Path]:
        """Write topics, labels and runs."""
        for folder in (self._labels, self._rankings):
            folder.mkdir(parents=True, exist_ok=True)
        spaced, tabbed = TREC_OPTIONS.format(delimiter=" "), TREC_OPTIONS.format(delimiter="\\t")
        sql_text.set_variables(self._con, collection=self._collection)
        yield self._copy("topics", self._labels / "topics.tsv", tabbed)
        for variant in self._variants:
            sql_text.set_variables(self._con, variant=variant)
            yield self._copy("qrels", self._labels / f"qrels.{variant}.txt", spaced)
        for run_id in self._runs:
            sql_text.set_variables(self._con, run_id=run_id)
            if self._pseudonyms:  # without comments and tag, which may identify the run's author
                called = self._pseudonyms.pseudonym_of_run(run_id)
                yield self._copy("run", self._rankings / f"input.{called}", spaced, tag=called)
            else:
                yield self._with_header(self._copy("run", self._rankings / f"input.{run_id}", spaced))
        for part, called, source, md5, _ in self._files:
            folder = self._labels / part
            folder.mkdir(exist_ok=True)
            yield self._rejoin(part, called, md5, folder / f"{called}{sources.label_ending(source)}")

    def _rejoin(self, part: str, called: str, md5: str, target: Path) -> Path:
        """Write a stored file as it was loaded, from its stored lines."""
        self._claim(target)
        sql_text.set_variables(self._con, part=part, source=called)
        lines = self._con.execute(resources.script("export/trec/lines")).fetchall()
        text = "\n".join(line for (line,) in lines).encode()
        if hashlib.md5(text, usedforsecurity=False).hexdigest() != md5:
            raise UsageError(
                f"the stored lines of the {part} {names.displayed_name(called)} have changed since they were loaded; "
                "load the file again"
            )
        part_file = target.with_name(target.name + ".part")
        part_file.unlink(missing_ok=True)  # never write through a symbolic link
        part_file.write_bytes(text)
        part_file.replace(target)
        return target

    def _with_header(self, run: Path) -> Path:
        """Add the comment lines that the loaded run file had before its first row."""
        if not database.has_table(self._con, "run_metadata"):  # a database of an earlier release
            return run
        lines = self._con.execute(resources.script("export/trec/header")).fetchall()
        if lines:
            with run.open("rb") as rows, run.with_name(run.name + ".part").open("wb") as whole:
                whole.write("".join(f"{line}\n" for (line,) in lines).encode())
                shutil.copyfileobj(rows, whole)
            run.with_name(run.name + ".part").replace(run)
        return run

    def _names(self, column: str, table: str) -> list[str]:
        is_own = f"collection = {sql_text.literal(self._collection)}"
        rows = self._con.execute(f"select distinct {column} from {table} where {is_own} order by all").fetchall()
        return [_plain(column.removesuffix("_id"), name) for (name,) in rows]

    def _copy(self, query: str, target: Path, options: str, tag: str = "") -> Path:
        self._claim(target)
        select = resources.script(f"export/trec/{query}")
        if tag:
            select = f"select * replace ({sql_text.quote_text(tag)} as tag) from (\n{select}\n)"
        return _copy(self._con, select, target, options)

    def _claim(self, target: Path) -> None:
        """Raise UsageError if another file was already written under this name."""
        key = str(target).casefold()
        other = self._written.get(key)
        if other is not None and target.exists() and target.samefile(other):
            raise UsageError(
                f"{other.name} and {target.name} would be the same file in {target.parent}, because the disk ignores "
                "case; export to another disk"
            )
        self._written[key] = target


def _plain(what: str, name: str) -> str:
    """Return the name; raise UsageError if it cannot be a file name."""
    if reason := names.problem(name):
        raise UsageError(
            f"the name of the {what} {names.displayed_name(name)} cannot be a file name: {reason}; "
            "export with --format parquet"
        )
    return name


def _defuse(con: duckdb.DuckDBPyConnection, select: str) -> str:
    """Return the query with an apostrophe before each text that a spreadsheet would run as a formula."""
    con.execute(resources.script("export/prepare/defused"))
    columns = con.execute(f"describe {select}").fetchall()
    texts = [f'"{column[0]}"' for column in columns if column[1] == "VARCHAR"]
    return f"select * replace ({', '.join(f'defused({text}) as {text}' for text in texts)}) from (\n{select}\n)"


def _copy(con: duckdb.DuckDBPyConnection, select: str, target: Path, options: str) -> Path:
    """Write the rows of a query to a file."""
    part = target.with_name(target.name + ".part")
    quoted = str(part).replace("'", "''")
    part.unlink(missing_ok=True)  # never write through a symbolic link
    try:
        con.execute(f"copy (\n{select}\n) to '{quoted}' ({options})")
    except (duckdb.IOException, duckdb.PermissionException) as error:
        part.unlink(missing_ok=True)
        raise UsageError(f"{target} cannot be written: {str(error).splitlines()[0]}") from error
    part.replace(target)
    return target
