"""Replies of an assistant's tools as JSON values, with the views that computed them.

This module does not depend on the protocol. The database is open only while a reply is computed, so that a running
server does not block loads.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import duckdb

from dltrack_db.ask import answering
from dltrack_db.ask.leaderboard import provenance_notes
from dltrack_db.ask.open_database import OpenDatabase
from dltrack_db.base import sql_text
from dltrack_db.errors import UsageError
from dltrack_db.export import cite
from dltrack_db.plugins.mcp import budget
from dltrack_db.store import catalogue, database, empty_answers, query_sources
from dltrack_db.store.questions import check as check_statement

Reply = dict[str, Any]

ROWS = 200
"""Default limit on the rows of one reply."""
SECONDS = 60.0
"""Default limit on the time of one query."""
MEMORY = "4GB"
"""Default limit on the memory of one query, and on its disk space."""
CHARACTERS = 2000
"""Maximum length of a text in a cell; longer texts, such as documents, are cut, with a note."""
_HELD = 4
"""Rows are read up to this multiple of a reply's maximum bytes, because texts in rows are cut later."""
_CITED = 10
"""Maximum number of collections listed with their fingerprints; `catalog.fingerprints` contains all fingerprints."""
_Method = TypeVar("_Method", bound=Callable[..., Any])
_ANSWERING = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN, duckdb.StatementType.CALL)


def _within_budget(method: _Method) -> _Method:
    """Decorate a method to cut its reply to the maximum size."""

    @wraps(method)
    def answer(self: Answers, *arguments: Any, **options: Any) -> Reply:
        return budget.fit(method(self, *arguments, **options), self.max_bytes)

    return cast("_Method", answer)


class Answers:
    """Answers to an assistant's questions about a database, one at a time.

    DuckDB does not check time and memory at every step, so use `Bounded` for untrusted users. The attribute `begun` is
    a function that is called when the file is open.

    Args:
        path: the database.
        rows: maximum number of rows in each table of a reply.
        seconds: maximum seconds for a reply, after the file was opened.
        memory: maximum memory of DuckDB, and maximum size of its temporary files.
        max_bytes: maximum size of a reply as JSON (`budget.fit`).
        spill: folder for DuckDB's temporary files.
    """

    def __init__(
        self,
        path: Path,
        *,
        rows: int = ROWS,
        seconds: float = SECONDS,
        memory: str = MEMORY,
        max_bytes: int = budget.BYTES,
        spill: Path | None = None,
    ) -> None:
        """Check the limits, and check that the database can be read."""
        if rows < 1 or not seconds > 0:
            raise UsageError("--rows and --seconds must be above 0")
        budget.check(max_bytes)
        self.path, self.rows, self.seconds, self.memory, self.max_bytes = path, rows, seconds, memory, max_bytes
        self.begun: Callable[[], object] = lambda: None
        self._spill = spill
        self._turn = threading.Lock()
        with self._reading():
            pass

    @_within_budget
    def query(self, sql: str, limit: int | None = None) -> Reply:
        """Return the first `limit` rows of a query in DuckDB's SQL, with the objects that it reads."""
        limit = self._limit(limit)
        with self._reading(sql) as con:
            statement, is_alone = _one(con, sql)
            answer = self._table(con, statement, limit)
            read = query_sources.named_objects(con, statement.query) if is_alone else None
            answer["comes_from"] = _citations(con, read)
            answer["note"] = _with_notes(answer, _reasons(con, statement.query, answer, read))
            answer["data"] = _fingerprints(con, statement.query)
        if read is None:
            answer["note"] += " The views that this type of query reads cannot be determined."
        elif not answer["comes_from"]:
            answer["note"] += " The query reads no table or view of dltrack."
        return answer

    @_within_budget
    def question(self, name: str, arguments: Mapping[str, Any], limit: int | None = None) -> Reply:
        """Answer a question of `ask.questions`; `sql` is the query that returns its rows, if there is one."""
        limit = self._limit(limit)
        with self._reading() as con:
            answer, homes = answering.ask(OpenDatabase(con, self.path), name, arguments)
            reply = _answer(answer.columns, answer.rows[:limit], len(answer.rows) <= limit)
            reply["note"] = _with_notes(reply, answer.notes)
            sources = query_sources.named_objects(con, answer.query) if answer.query else None
            reply["comes_from"] = _citations(con, {*(sources or ()), *answer.sources})
            if answer.query:
                reply["sql"] = answer.query
            if len(homes) == 1:
                reply["collection"] = homes[0]
            reply["data"] = ", ".join(cite.line(con, home) for home in homes) or _fingerprints(con, answer.query)
        return reply

    @_within_budget
    def describe(self, name: str) -> Reply:
        """Return the meaning, source, columns and parameters of an object, and a query to try.

        For a run, collection, label set, measure or value of a column, return facts as a table.
        """
        with self._reading() as con:
            if found_facts := catalogue.facts(con, name):
                kind, fields, facts = found_facts
                run_facts = _answer(fields, facts[: self.rows], len(facts) <= self.rows)
                return {"object": name, "kind": kind, **run_facts, "data": _fingerprints(con, name, is_about=True)}
            found = catalogue.find(con, name)
            result = catalogue.columns(con, found)
            names = [column[0] for column in result.description or []]
            columns = [dict(zip(names, row, strict=True)) for row in result.fetchall()]
        keys = ("object", "kind", "meaning", "source", "grain", "parents", "returns", "needs", "caveats", "cost")
        run_facts = {key: found.get(key) for key in keys}
        return {
            **{key: value for key, value in run_facts.items() if value},
            "columns": columns,
            "try": catalogue.call(found),
        }

    @_within_budget
    def catalogue(self, topic: str = "") -> Reply:
        """Return the objects of a schema, or the objects that match a word; without a topic, return the schemas."""
        with self._reading() as con:
            if not topic:
                answer = self._table(con, "from catalog.schemas", self.rows)
                answer["loaded"] = self._table(con, "from catalog.status", self.rows)
                answer["comes_from"] = _citations(con, {"catalog.schemas", "catalog.status"})
                answer["data"] = _fingerprints(con)
                answer["note"] += " To see objects, pass a schema or a word such as kappa."
                return answer
            rows = catalogue.list_objects(con, topic).fetchall()
            if not rows:
                see = "; to see the schemas, call catalogue without a topic"
                suggestion = catalogue.near(con, topic, is_object=True) or see
                raise UsageError(f"no table, view or macro matches '{topic}'{suggestion}")
            answer = _answer(("object", "kind", "summary"), rows[: self.rows], len(rows) <= self.rows)
            answer["comes_from"] = _citations(con, {"catalog.objects"})
        return answer

    @contextmanager
    def _reading(self, query: str = "") -> Iterator[duckdb.DuckDBPyConnection]:
        with self._turn:
            con = database.open_readonly(self.path, limits=database.Limits(self.memory, self._spill))
            self.begun()
            clock = threading.Timer(self.seconds, con.interrupt)
            clock.start()
            try:
                yield con
            except duckdb.InterruptException as error:
                raise UsageError(takes_too_long(self.seconds)) from error
            except (duckdb.OutOfMemoryException, MemoryError) as error:
                raise UsageError(takes_too_much(self.memory)) from error
            except duckdb.Error as error:
                raise UsageError(catalogue.explain_error(con, error, query)) from error
            finally:
                clock.cancel()
                con.close()

    def _limit(self, limit: int | None) -> int:
        if limit is None:
            return self.rows
        if not 1 <= limit <= self.rows:
            raise UsageError(f"limit must be between 1 and {self.rows}, the maximum of this server, not {limit}")
        return limit

    def _table(self, con: duckdb.DuckDBPyConnection, query: str | duckdb.Statement, limit: int) -> Reply:
        """Run a query and return its first rows as a reply."""
        result = con.execute(query)
        columns = [column[0] for column in result.description or []]
        rows: list[tuple[Any, ...]] = []
        weight = 0
        while row := result.fetchone():
            if len(rows) >= limit or weight > _HELD * self.max_bytes:  # do not read more than can be sent
                return _answer(columns, rows, False)
            rows.append(row)
            weight += budget.weight(row)
        return _answer(columns, rows, True)


def takes_too_long(seconds: float) -> str:
    """Return the error message for a query that exceeds its time."""
    return f"the query takes longer than this server's limit of {seconds:g} seconds; request less data"


def takes_too_much(memory: str) -> str:
    """Return the error message for a query that exceeds its memory."""
    return f"the query needs more memory than this server's limit of {memory}; request less data"


def _one(con: duckdb.DuckDBPyConnection, sql: str) -> tuple[duckdb.Statement, bool]:
    """Execute the statements before the query; return the query, and True if there were no other statements."""
    statements = con.extract_statements(sql)
    answering = [one for one in statements if one.type in _ANSWERING]
    if len(answering) != 1 or statements[-1] is not answering[0]:
        raise UsageError(f"a call must contain exactly one query, not {len(answering) or 'none'}")
    for statement in statements:
        check_statement(con, statement, sql)
    for statement in statements[:-1]:  # DuckDB creates types for `pivot`; they disappear with the connection
        con.execute(statement)
    return answering[0], len(statements) == 1


def _answer(columns: Any, rows: list[Any], is_whole: bool) -> Reply:
    """Return a reply with rows as lists in the order of the columns, a third of the size of rows with names."""
    names = _distinct(list(columns))
    cut: set[str] = set()
    records = [[_as_json(value, name, cut) for name, value in zip(names, row, strict=True)] for row in rows]
    note = f"All {len(rows)} rows." if is_whole else f"The first {len(rows)} rows; there are more: aggregate or filter."
    if cut:
        note += f" Texts in {', '.join(sorted(cut))} are cut after {CHARACTERS} characters."
    return {"columns": names, "rows": records, "is_whole": is_whole, "note": note}


def _reasons(con: duckdb.DuckDBPyConnection, query: str, answer: Reply, read: set[str] | None) -> Iterator[str]:
    """Yield reasons for missing rows and empty columns, such as data that is not loaded."""
    empty = [name for i, name in enumerate(answer["columns"]) if all(row[i] is None for row in answer["rows"])]
    if answer["rows"] and empty:
        yield f"Empty in every row: {', '.join(empty)}"
    reason = "" if answer["rows"] else empty_answers.explain_lack(con, query)
    if note := empty_answers.name_unloaded(con, query):
        yield note
    elif reason:
        yield reason
    if empty and any(name.startswith(("metrics.", "systems.")) for name in read or ()):
        provenances = con.execute("select distinct provenance from metrics.run_scores order by all").fetchall()
        yield from provenance_notes(provenance for (provenance,) in provenances)


def _with_notes(answer: Reply, notes: Iterable[str]) -> str:
    return " ".join([answer["note"], *(f"{note}." for note in notes)])


def _fingerprints(con: duckdb.DuckDBPyConnection, text: str = "", *, is_about: bool = False) -> str:
    """Return the fingerprints (`dltrack cite`) of collections that an answer may be computed from.

    Collections named in `text` come first. Other collections follow, because a query can name a collection in order to
    exclude it; with `is_about`, only the named collections are returned if there are any.
    """
    collections_loaded = con.execute("select collection from main.collections order by all").fetchall()
    names = sorted((name for (name,) in collections_loaded), key=lambda name: name not in text)
    if is_about:
        names = [name for name in names if name in text] or names
    more = f", and {len(names) - _CITED} collections more, see catalog.fingerprints" if len(names) > _CITED else ""
    return cite.line(con, *names[:_CITED]) + more


def _distinct(names: list[str]) -> list[str]:
    times_by_name: dict[str, int] = {}
    unique_names = []
    for name in names:
        times_by_name[name] = times_by_name.get(name, 0) + 1
        unique_names.append(name if times_by_name[name] == 1 else f"{name} ({times_by_name[name]})")
    return unique_names


def _as_json(value: Any, name: str, cut: set[str]) -> Any:
    """Return a value for JSON: unsupported values become texts, and long texts are cut and `name` added to `cut`."""
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case list() | tuple() | dict():
            text = json.dumps(value, default=str, ensure_ascii=False)
            if len(text) <= CHARACTERS and "NaN" not in text and "Infinity" not in text:
                return json.loads(text)
        case _:
            text = str(value)
    if len(text) > CHARACTERS:
        cut.add(name)
        return text[:CHARACTERS]
    return text


def _citations(con: duckdb.DuckDBPyConnection, names: set[str] | None) -> list[Reply]:
    """Return name, kind, meaning and source of the objects with these names."""
    if not names:
        return []
    rows = con.execute(
        "select object, kind, summary, source from catalog.objects "
        f"where object in (select unnest({sql_text.literal(sorted(names))})) order by object"
    ).fetchall()
    return [dict(zip(("object", "kind", "summary", "source"), row, strict=True)) for row in rows]
