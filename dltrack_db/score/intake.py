"""The intake of rankings: rows of files and frames become the tables that measures read (scripts/intake.sql).

Large inputs are read in slices; only counts and judged items are kept.
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
"""Bytes of a slice of a file: what is read from one stays in the processor's cache."""
LARGE = 4 * SLICE
"""Bytes of the smallest file that is read in slices."""
_LONGEST = 8
"""Slices that one topic may fill."""
_UNFIT = (b"\r", b"\v", b"\f")
"""White space that only the careful reader splits at."""
_CONTROLS = bytes({*range(32), 127} - {*b"\t\n"})


class UnfitError(Exception):
    """A file that cannot be read in slices."""


def take(con: duckdb.DuckDBPyConnection, rows: str) -> None:
    """Take the rows of a query (run_id, query_id, doc_id, score, rank, is_odd), and look for repeated documents."""
    con.execute(f"{statements(rows)};\n{resources.script('score/intake/repeats')}")


def statements(rows: str) -> str:
    """Return the statements that take the rows of a query."""
    return ";\n".join(
        (
            f"create or replace temp view given_rows as {rows}",
            resources.script("score/intake/take"),
            f"create or replace temp view taken_answers as {resources.script('score/intake/answers')}",
            f"create or replace temp view taken_judged as {resources.script('score/intake/judged')}",
        )
    )


def note_reordered(con: duckdb.DuckDBPyConnection) -> None:
    """Make the answers whose rank column contradicts the scores the view taken_reordered."""
    con.execute(f"create or replace temp view taken_reordered as {resources.script('score/intake/reordered')}")


def publish(con: duckdb.DuckDBPyConnection, *, has_rankings: bool) -> None:
    """Add what was taken to the collection of variable `collection`: all items, or only the judged ones.

    Variable `answers_before` is the last number of an answer in use.
    """
    sql_text.run_script(con, "score/intake/publish")
    sql_text.run_script(con, f"score/intake/{'rankings' if has_rankings else 'judged_rankings'}")


def is_large(path: Path) -> bool:
    """Return whether a plain file is to be taken in slices."""
    return path.stat().st_size >= LARGE


def may_be_large(path: Path) -> bool:
    """Return whether a file, plain or gzipped, may be large once it is unpacked."""
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
    """Take a run file in slices if it is large and can be taken so; return whether it was.

    `rules` are those of `dltrack_db.score.readers`, the other arguments those of `take_slices`.
    """
    slices = _file_slices(con, path, run_id, rules)
    return is_large(path) and take_slices(con, slices, only_judged=only_judged, with_reordered=with_reordered)


def take_slices(
    con: duckdb.DuckDBPyConnection, slices: Iterable[str], *, only_judged: bool, with_reordered: bool = False
) -> bool:
    """Take the rows of each of the queries in turn; return whether they can be taken so.

    They cannot if a row is malformed, a topic is in two slices, or a document occurs twice for a topic. `only_judged`
    forgets topics without labels in main.qrels, `with_reordered` compares rank columns with scores. Call `forget` when
    what was taken is published.
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
        except duckdb.Error as error:  # a line of another form, a value of another type
            if duckdb_errors.is_of_machine(error):
                raise
            is_open = False
    if not is_open:
        forget(con)
    return is_open


def forget(con: duckdb.DuckDBPyConnection) -> None:
    """Forget what was taken in slices."""
    sql_text.run_script(con, "score/intake/forget")


def _file_slices(con: duckdb.DuckDBPyConnection, path: Path, run_id: str, rules: str) -> Iterator[str]:
    """Yield a query of the rows of each slice of a run file, which is valid until the next one is asked for."""
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
    """Return the tag in the last line of a run file that was taken in slices."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - plainfile.LONGEST_LINE))
        return file.read().rstrip(b"\n").rpartition(b"\n")[2].split()[-1].decode()


def _delimiter(content: bytes) -> str:
    """Return the one kind of white space in the lines of a slice that the quick reader takes."""
    has_tab = b"\t" in content
    if has_tab == (b" " in content) or any(mark in content for mark in _UNFIT):
        raise UnfitError
    step = readers.LONGEST_LINE // 2
    if any(content.find(b"\n", start, start + step) < 0 for start in range(0, len(content) - step, step)):
        raise UnfitError
    return "\t" if has_tab else " "


def _cut(path: Path, size: int) -> Iterator[bytes]:
    """Yield a file in slices of about `size` bytes that end with a line and, if possible, with a topic."""
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
    """Return where the last topic of some lines begins."""
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
