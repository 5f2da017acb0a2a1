"""Runs and qrels that callers pass (frames, dicts, TREC files, named tuples), as tables of a DuckDB connection."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.base.files import plainfile, sources, tempfolder
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.score import intake, readers, scratch, trec_files
from dltrack_db.store import duckdb_errors

_TYPES = {
    "run_id": "varchar", "query_id": "varchar", "doc_id": "varchar", "score": "double", "relevance": "smallint",
    "rank": "integer", "subtopic": "varchar", "iteration": "varchar",
}  # fmt: skip
# our column names, each with the names in frames of PyTerrier, ir_measures, pytrec_eval and ranx
_NAMES = {
    **readers.NAMES,
    "run_id": ("run_id", "run"),
    "score": ("score", "sim"),
    "rank": ("rank",),
    "subtopic": ("subtopic", "subtopic_id"),
    "iteration": ("iteration",),
}

_HOMES = {"collection": "collections", "variant": "label sets"}
"""columns of frames that come from a database; all rows of a call must have the same value in each of these columns"""

_SMALL = 200_000  # maximum rows of a small run; a file of `connection.SMALL` bytes has about as many
_SLICE = 400_000
"""rows of a frame slice"""
_LARGE = 2_000_000
"""minimum rows of a frame that is read in slices"""


@dataclass(frozen=True)
class Kind:
    """Kind of input: its name in messages, its class in ranx, its value column ('' for none) and optional columns."""

    what: str
    in_ranx: str
    value: str
    optional: tuple[str, ...]


RUN = Kind("run", "Run", "score", ("run_id", "rank"))
QRELS = Kind("qrels", "Qrels", "relevance", ("subtopic", "iteration"))
EXCLUSIONS = Kind("exclusions", "", "", ())


def register(con: duckdb.DuckDBPyConnection, kind: Kind, source: Any) -> None:
    """Read a run with `intake.take`, or qrels or exclusions into a table, with the columns and types of the database.

    Missing optional columns become null; a missing `run_id` becomes 'run'. The tie rule is variable `tie_rule` of the
    connection.
    """
    if is_file(source):
        _register_file(con, kind, Path(source))
        return
    frame = _frame(kind, source)
    try:
        con.register(f"given_{kind.what}_frame", _stream(frame))
    except (duckdb.Error, TypeError) as error:
        if isinstance(error, duckdb.Error) and duckdb_errors.is_of_machine(error):
            raise
        raise UsageError(
            f"the {kind.what} is a {type(source).__name__}; give a polars, pandas or Arrow table, a dict of dicts, the "
            "path of a file, or named tuples as in ir_measures"
        ) from error
    column_names = [row[0] for row in con.execute(f"describe given_{kind.what}_frame").fetchall()]
    columns = _find_columns(column_names)
    needed_columns = [column for column in ("query_id", "doc_id", kind.value) if column]
    if missing := [column for column in needed_columns if columns[column] is None]:
        other = QRELS if kind is RUN else RUN
        is_swapped = bool(kind.value) and missing == [kind.value] and columns[other.value]
        hint = "; pass the run first, then the qrels" if is_swapped else ""
        raise UsageError(
            f"the {kind.what} has no column {', '.join(missing)}; its columns are {', '.join(column_names)}{hint}"
        )
    quoted_names = {column: sql_text.quote_name(name) for column, name in columns.items() if name is not None}
    frame_name = f"given_{kind.what}_frame"
    try:
        homes = [name for name in _HOMES if name in column_names]
        if kind is QRELS or homes:  # these rows are read several times, but a stream can be read only once
            read_names = dict.fromkeys([*quoted_names.values(), *homes])
            frame_name = f"given_{kind.what}_rows"
            con.execute(
                f"create temp table {frame_name} as select {', '.join(read_names)} from given_{kind.what}_frame"
            )
            _check_homes(con, kind, homes)
        if kind is QRELS and (fault := _not_whole(con, quoted_names["relevance"])) is not None:
            raise UsageError(
                f"the qrels have the grade {fault:g}, which is not a whole number; use whole grades, and pass the run "
                "first, then the qrels"
            )
        _take(con, kind, _typed_query(kind, quoted_names, frame_name))
    except duckdb.Error as error:
        if duckdb_errors.is_of_machine(error):
            raise
        raise UsageError(f"the {kind.what} has a value of the wrong type: {str(error).splitlines()[0]}") from error


def _find_columns(names: Sequence[str]) -> dict[str, str | None]:
    """Return, for each of our columns, the name of a frame's column; None if the frame does not have it."""
    return {ours: next((name for name in theirs if name in names), None) for ours, theirs in _NAMES.items()}


def _typed_query(kind: Kind, quoted_names: Mapping[str, str], frame_name: str) -> str:
    """Return a query that selects the rows of a frame with our columns and types."""
    expressions = []
    for column in filter(None, ("query_id", "doc_id", kind.value, *kind.optional)):
        missing_value = f"'{kind.what}'" if column == "run_id" else f"null::{_TYPES[column]}"
        value = f"{quoted_names[column]}::{_TYPES[column]}" if column in quoted_names else missing_value
        expressions.append(f"{value} as {column}")
    return f"select {', '.join(expressions)} from {frame_name}"


def take_in_slices(con: duckdb.DuckDBPyConnection, run: Any) -> bool:
    """Read a large run in slices; return False if it is not large or cannot be read in slices.

    The run is a file, or a polars frame with one run. The labels must be in main.qrels.
    """
    if is_file(run):
        path = Path(run)
        if not path.is_file():
            return False
        with tempfolder.folder() as folder:
            (plain,) = plainfile.unpack_all([path], folder)
            return intake.take_file(con, plain, sources.run_id(path), "strict", only_judged=False)
    columns = _find_columns(run.columns)
    return intake.take_slices(con, _frame_slices(con, run, columns), only_judged=False)


def may_be_sliced(run: Any) -> bool:
    """Return whether reading a run in slices may be possible and faster."""
    if is_file(run):
        return intake.may_be_large(Path(run))
    if type(run).__module__.partition(".")[0] != "polars" or not hasattr(run, "height") or run.height < _LARGE:
        return False
    columns = _find_columns(run.columns)
    if set(_HOMES) & set(run.columns) or not all(columns[name] for name in ("query_id", "doc_id", "score")):
        return False
    name = columns["run_id"]
    return name is None or run[name][0] == run[name][-1]


def _frame_slices(con: duckdb.DuckDBPyConnection, run: Any, columns: Mapping[str, str | None]) -> Iterator[str]:
    """Yield a query for the rows of each slice of a frame; no topic is in two slices."""
    quoted_names = {column: sql_text.quote_name(name) for column, name in columns.items() if name is not None}
    query = f"select *, false as is_odd from ({_typed_query(RUN, quoted_names, 'given_run_frame')})"
    begin = 0
    while begin < run.height:
        end = min(begin + _SLICE, run.height)
        if end < run.height:
            topics = run[columns["query_id"]].slice(begin, _SLICE)
            changes = (topics != topics[-1]).arg_true()
            if not len(changes):
                raise intake.UnfitError
            end = begin + changes[-1] + 1
        con.register("given_run_frame", _stream(run.slice(begin, end - begin)))
        yield query
        begin = end


def is_file(source: Any) -> bool:
    """Return whether an input is the path of a file."""
    return isinstance(source, (str, os.PathLike))


def forget(con: duckdb.DuckDBPyConnection) -> None:
    """Remove a run and qrels from a connection, with all computed rows; neither may be a file."""
    sql_text.run_script(con, "score/frames/empty")
    forget_run(con)
    con.execute("\n".join(row[0] for row in sql_text.run_script(con, "score/frames/tables").fetchall()))
    con.unregister(f"given_{QRELS.what}_frame")


def forget_run(con: duckdb.DuckDBPyConnection) -> None:
    """Remove the run from a connection, so that another run can be registered."""
    sql_text.run_script(con, "score/frames/empty_run")
    con.unregister(f"given_{RUN.what}_frame")


def run_depth(con: duckdb.DuckDBPyConnection) -> int | None:
    """Return the run depth, from its recipe, of the collection that the qrels come from; None if it is unknown.

    Qrels from a dltrack database name their collection in the column `collection`.
    """
    try:
        names = con.execute("select distinct collection::varchar from given_qrels_rows limit 2").fetchall()
    except (duckdb.CatalogException, duckdb.BinderException):  # the qrels are a file, or do not have the column
        return None
    from dltrack_db.base import recipes  # not imported for files

    return recipes.run_depth(names[0][0]) if len(names) == 1 else None


def is_large(con: duckdb.DuckDBPyConnection) -> bool:
    """Return whether the run has enough rows for several threads to be faster than one."""
    return con.execute(f"select count(*) > {_SMALL} from given_lines").fetchone() == (True,)


def run_names(con: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the ids of the registered runs, in order."""
    return [name for (name,) in con.execute("select distinct run_id from given_blocks order by all").fetchall()]


def name_run(con: duckdb.DuckDBPyConnection, run_id: str) -> None:
    """Set the id of the only registered run."""
    names = run_names(con)
    if len(names) > 1:
        raise UsageError(f"run_id is for one run, not {len(names)} ({', '.join(map(str, names[:3]))}); omit run_id")
    con.execute(f"update given_blocks set run_id = {sql_text.literal(run_id)}")


def check(con: duckdb.DuckDBPyConnection, *kinds: Kind) -> None:
    """Raise UsageError if the inputs cannot be scored with the tie rule in variable `tie_rule`."""
    names = [*(kind.what for kind in kinds), *(["unjudged"] if len(kinds) > 1 else [])]
    scripts = [f"score/frames/{name}_problems" for name in names]
    problems = [row[0] for script in scripts for row in sql_text.run_script(con, script).fetchall()]
    if problems:
        raise UsageError("; ".join(problems))


def _check_homes(con: duckdb.DuckDBPyConnection, kind: Kind, columns: Sequence[str]) -> None:
    """Raise UsageError if rows are from several collections or label sets, where topics may have equal ids."""
    for column in columns:
        rows = con.execute(
            f"select distinct {column}::varchar as name from given_{kind.what}_rows order by name"
        ).fetchall()
        names = [name for (name,) in rows if name is not None]
        if len(names) > 1:
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            verb = "has" if kind is RUN else "have"
            raise UsageError(
                f"the {kind.what} {verb} rows of {len(names)} {_HOMES[column]} ({', '.join(names[:3])}{more}); score "
                f"them one at a time: pass only the rows with one value in column '{column}'"
            )


def _not_whole(con: duckdb.DuckDBPyConnection, column: str) -> float | None:
    """Return the lowest grade that is not a whole number; None if all grades are."""
    row = con.execute(
        f"select min(grade) from (select try_cast({column} as double) as grade from given_qrels_rows) "
        "where grade % 1 != 0"
    ).fetchone()
    return None if row is None or row[0] is None else float(row[0])


def _frame(kind: Kind, source: Any) -> Any:
    """Return an input as a frame: convert dicts, ranx's objects and named tuples, and return frames unchanged."""
    if type(source).__module__.partition(".")[0] == "ranx":  # Run and Qrels, which are neither mappings nor frames
        if type(source).__name__ != kind.in_ranx:
            raise UsageError(f"the {kind.what} is a ranx.{type(source).__name__}; pass the run first, then the qrels")
        source = source.to_dict()
    if isinstance(source, Mapping) and kind is EXCLUSIONS:
        if any(isinstance(docs, str) or not isinstance(docs, Iterable) for docs in source.values()):
            raise UsageError("the exclusions are a dict whose values are not all lists; give {query: [document, …]}")
        return _polars(["query_id", "doc_id"], [(query, doc) for query, docs in source.items() for doc in docs])
    if isinstance(source, Mapping):
        if not all(isinstance(docs, Mapping) for docs in source.values()):
            raise UsageError(f"the {kind.what} is not a dict of dicts; give {{query: {{document: {kind.value}}}}}")
        rows = [(query, doc, value) for query, docs in source.items() for doc, value in docs.items()]
        return _polars(["query_id", "doc_id", kind.value], rows)
    if hasattr(source, "collect"):  # a lazy frame, which would print a warning if its columns were read
        return source.collect()
    if hasattr(source, "columns") or hasattr(source, "schema") or not isinstance(source, Iterable):
        return source
    items = list(source)
    if not items:
        return _polars(["query_id", "doc_id", kind.value], [])
    fields = getattr(items[0], "_fields", None)
    if fields is None or any(getattr(item, "_fields", None) != fields for item in items):
        return source
    return _polars(list(fields), items)


def _stream(frame: Any) -> Any:
    """Return a frame as an Arrow stream, which can be read only once, but which DuckDB scans fastest.

    To scan other frames, DuckDB imports pyarrow.dataset, which imports pandas if pandas is installed.
    """
    is_pandas = type(frame).__module__.partition(".")[0] == "pandas"  # DuckDB reads its arrays in place
    return frame if is_pandas or not hasattr(frame, "__arrow_c_stream__") else frame.__arrow_c_stream__()


def _polars(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Any:
    import polars as pl

    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    data = {name: list(column) for name, column in zip(names, columns, strict=True)}
    for name in ("query_id", "doc_id"):
        if name in data:
            data[name] = [None if value is None else str(value) for value in data[name]]
    return pl.DataFrame(data, strict=False)


def _register_file(con: duckdb.DuckDBPyConnection, kind: Kind, path: Path) -> None:
    """Register a TREC file, plain or gzipped; it is read as in `dltrack eval`."""
    if not path.is_file():
        raise UsageError(f"the {kind.what} '{path}' does not exist; give the path of a TREC file")
    if con.execute("select 1 from duckdb_tables() where table_name = 'run_lines'").fetchone() is None:
        trec_files.prepare(con)
    with tempfolder.folder() as folder:
        (plain,) = plainfile.unpack_all([path], folder, takes_parquet=kind is QRELS)
        scratch.expect(con, [plain])
        if kind is RUN:
            with readers.name_sources({plain: path}):
                fault = trec_files.read_runs(con, {sources.run_id(path): plain}, "strict")
            line = None if fault is None else fault[1]
            query = "select run_id, query_id, doc_id, score, submitted_rank as rank from evaluate.run_lines"
        else:
            with readers.name_sources({plain: path}):
                line = trec_files.read_qrels(con, plain, "strict" if readers.named_form(plain) else "trec_eval10")
            columns = "query_id, doc_id, relevance, null::varchar as subtopic, iteration"
            query = f"select {columns} from evaluate.qrels_lines"
    if line is not None:
        raise FormatError(f"{path}, line {line}: not a valid line of a TREC {kind.what} file; correct the line")
    _take(con, kind, query)


def _take(con: duckdb.DuckDBPyConnection, kind: Kind, query: str) -> None:
    """Create the tables that the scripts read from the rows of a query."""
    if kind is RUN:
        intake.take(con, f"select *, false as is_odd from ({query})")
    else:
        con.execute(f"create temp table given_{kind.what} as {query}")
