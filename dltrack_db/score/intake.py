"""Intake of rankings: rows of files and frames become the tables that measures read (scripts/intake.sql).

Large inputs are read in slices; of each slice, only counts and judged items are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath, plainfile, tempfolder
from dltrack_db.score import readers
from dltrack_db.store import derive, duckdb_errors

SLICE = 8_000_000
"""bytes of a file slice; small enough for the processor's cache"""
LARGE = 4 * SLICE
"""minimum bytes of a file that is read in slices"""
_LONGEST = 8
"""maximum number of slices that one topic may fill"""
_UNFIT = (b"\r", b"\v", b"\f")
"""White space that only the careful reader accepts as a separator."""
_CONTROLS = bytes({*range(32), 127} - {*b"\t\n"})


class UnfitError(Exception):
    """A file or frame cannot be read in slices."""


def take(con: duckdb.DuckDBPyConnection, rows: str) -> None:
    """Read the rows of a query (run_id, query_id, doc_id, score, rank, is_odd), and find repeated documents."""
    con.execute(f"{statements(rows)};\n{resources.script('score/intake/repeats')}")


def statements(rows: str) -> str:
    """Return the SQL statements that read the rows of a query."""
    return ";\n".join(
        (
            f"create or replace temp view given_rows as {rows}",
            resources.script("score/intake/take"),
            f"create or replace temp view taken_answers as {resources.script('score/intake/answers')}",
            f"create or replace temp view taken_judged as {resources.script('score/intake/judged')}",
        )
    )


def note_reordered(con: duckdb.DuckDBPyConnection) -> None:
    """Create the view taken_reordered: the answers (run and topic) whose rank column contradicts their scores."""
    con.execute(f"create or replace temp view taken_reordered as {resources.script('score/intake/reordered')}")


def publish(con: duckdb.DuckDBPyConnection, *, has_rankings: bool) -> None:
    """Add the rows that were read to the collection in variable `collection`: all items, or only the judged items.

    Variable `answers_before` is the highest answer_id that is already used.
    """
    sql_text.run_script(con, "score/intake/publish")
    sql_text.run_script(con, f"score/intake/{'rankings' if has_rankings else 'judged_rankings'}")


def is_large(path: Path) -> bool:
    """Return whether a plain file is large enough to be read in slices."""
    return path.stat().st_size >= LARGE


def may_be_large(path: Path) -> bool:
    """Return whether a file, plain or gzipped, may be large after unpacking."""
    return path.is_file() and path.stat().st_size * 20 >= LARGE


def take_file(
    con: duckdb.DuckDBPyConnection,
    path: Path,
    run_id: str,
    rules: str,
    *,
    only_judged: bool = True,
    with_reordered: bool = False,
) -> bool:
    """Read a large run file in slices; return False if it is not large or cannot be read in slices.

    `rules` as for `dltrack_db.score.readers`; the other arguments as for `take_slices`.
    """
    slices = _file_slices(con, path, run_id, rules)
    return is_large(path) and take_slices(con, slices, only_judged=only_judged, with_reordered=with_reordered)


def take_slices(
    con: duckdb.DuckDBPyConnection, slices: Iterable[str], *, only_judged: bool, with_reordered: bool = False
) -> bool:
    """Read the slices, each given as a query for its rows, in turn; return whether this succeeded.

    It fails if a row is malformed, a topic is in two slices, or a document occurs twice for a topic. `only_judged`
    drops topics without labels in main.qrels; `with_reordered` compares rank columns with scores. Call `forget` after
    publishing the rows.
    """
    queries = {name: resources.script(f"score/intake/{name}") for name in ("answers", "judged", "reordered")}
    inserts = {name: f"insert into taken_{name} by name {query}" for name, query in queries.items()}
    is_open = False
    with derive.one_thread(con):
        try:
            for rows in slices:
                if not is_open:
                    con.execute(f"create or replace temp view given_rows as {rows}")
                sql_text.run_script(con, "score/intake/take")
                if not is_open:
                    for name, query in queries.items():
                        con.execute(f"create temp table taken_{name} as from ({query}) limit 0")
                    is_open = True
                ((is_fit, is_by_rank, is_judged),) = sql_text.run_script(con, "score/intake/fits").fetchall()
                if not is_fit:
                    raise UnfitError
                if only_judged and not is_judged:
                    sql_text.run_script(con, "score/intake/only_judged")
                con.execute(f"{inserts['answers']};\n{inserts['judged']}")
                if with_reordered and not is_by_rank:
                    con.execute(inserts["reordered"])
        except UnfitError:
            is_open = False
        except duckdb.Error as error:  # a line with another number of columns, or a value of another type
            if duckdb_errors.is_of_machine(error):
                raise
            is_open = False
    if not is_open:
        forget(con)
    return is_open


def forget(con: duckdb.DuckDBPyConnection) -> None:
    """Drop the tables with the rows that were read in slices."""
    sql_text.run_script(con, "score/intake/forget")


def _file_slices(con: duckdb.DuckDBPyConnection, path: Path, run_id: str, rules: str) -> Iterator[str]:
    """Yield a query for the rows of each slice of a run file; the query is valid until the next slice is requested."""
    readers.define_macros(con)
    is_strict = rules == "strict"
    reader = resources.script("ingest/read/runs_fast")
    query = (
        f"select {sql_text.literal(run_id)} as run_id, query_id, doc_id, submitted_rank as rank, score, is_odd "
        f"from ({reader})"
    )
    first_delimiter = None
    with tempfolder.folder() as folder:
        target = folder / "slice"
        variables = {"paths": [duckpath.for_reader(target)], "file_ids": [1], "only_topics": None}
        sql_text.set_variables(con, **variables, with_fit_ids=is_strict)
        for content in _cut(path, SLICE):
            delimiter = _delimiter(content)
            if first_delimiter is None and readers.may_have_lines(content[:64], is_strict=is_strict):
                first_delimiter = delimiter
                sql_text.set_variables(con, delimiter=delimiter)
            if delimiter != first_delimiter:
                raise UnfitError
            is_plain = not is_strict or (content.isascii() and len(content.translate(None, _CONTROLS)) == len(content))
            sql_text.set_variables(con, may_have_signs=not is_plain)
            target.write_bytes(content)
            yield query


def last_tag(path: Path) -> str:
    """Return the tag in the last line of a run file that was read in slices."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - plainfile.LONGEST_LINE))
        return file.read().rstrip(b"\n").rpartition(b"\n")[2].split()[-1].decode()


def _delimiter(content: bytes) -> str:
    """Return the separator of a slice, tab or blank; raise UnfitError if the quick reader cannot read the slice."""
    has_tab = b"\t" in content
    if has_tab == (b" " in content) or any(mark in content for mark in _UNFIT):
        raise UnfitError
    step = readers.LONGEST_LINE // 2
    if any(content.find(b"\n", start, start + step) < 0 for start in range(0, len(content) - step, step)):
        raise UnfitError
    return "\t" if has_tab else " "


def _cut(path: Path, size: int) -> Iterator[bytes]:
    """Yield the slices of a file: about `size` bytes each, up to the last line of a topic if possible."""
    rest = b""
    with path.open("rb", buffering=0) as file:
        while block := file.read(size):
            content = rest + block
            end = _last_change(content)
            if not end and len(content) > _LONGEST * size:
                raise UnfitError
            if end:
                yield content[:end]
            rest = content[end:]
    if rest:
        yield rest


def _last_change(content: bytes) -> int:
    """Return the position in `content` where its last topic begins; 0 if it has only one topic."""
    begin = content.rfind(b"\n") + 1
    topic = b""
    while begin:
        line = content.rfind(b"\n", 0, begin - 1) + 1
        topic = topic or content[line:begin].replace(b"\t", b" ").split(b" ", 1)[0]
        if not content.startswith(topic, line) or content[line + len(topic) : line + len(topic) + 1] not in (
            b" ",
            b"\t",
        ):
            return begin
        begin = line
    return 0
