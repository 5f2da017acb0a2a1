"""The page over its database: the report's page, with tools that question the database in the browser."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.ask import leaderboard
from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.load import checking
from dltrack_db.score import left_out
from dltrack_db.show.report import html, vega
from dltrack_db.show.report import page as report
from dltrack_db.show.report.column_titles import WORDS
from dltrack_db.show.script import as_json, in_script
from dltrack_db.show.site import parts, tables
from dltrack_db.show.site.published import Contents
from dltrack_db.show.site.settings import Settings

POLICY = (
    "default-src 'none'; script-src {script}; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; "
    "connect-src {connect}; base-uri 'none'; form-action 'none'"
)
INTRO = (
    "This page carries its database. Every number is the answer of a view to a query: press <b>SQL</b> to see it, "
    "change it and run it here; nothing leaves your machine."
)
_SCRIPTS = {
    "tables": "score/evaluate/tables",
    "copy_collection": "score/evaluate/copy_collection",
    "add_runs": "score/evaluate/add_runs",
    "fields": "ingest/read/fields",
    "runs_careful": "ingest/read/runs_careful",
    "judged_rankings": "store/derive/judged_rankings",
    "query_scores": "store/derive/query_scores",
    "faults": "show/own_run/faults",
    "foreign_runs": "score/evaluate/foreign_runs",
    "place": "show/own_run/place",
    "remove": "show/own_run/remove",
    "publish": "show/own_run/publish",
    "check": "show/own_run/check",
}
"""Scripts that the command and the page run to read and score a run file."""
_IN_SCRATCH = ("copy_collection", "add_runs", "foreign_runs", "faults", "check")
_NAMED = re.compile(r"(?<!loaded\.)\b(?:main|store|metrics|systems)\.[a-z_]+")
PLACES = {
    "wasm": parts.WASM,
    "worker": parts.WORKER,
    "editor": parts.EDITOR,
    "vega": "vega.js",
    "database": "database.duckdb.gz",
}
"""Files next to the page, which fetches them when it first needs them."""


def build(
    con: duckdb.DuckDBPyConnection,
    title: str,
    collections: Sequence[str],
    contents: Contents,
    packed: bytes,
    settings: Settings,
    *,
    single_file: bool,
) -> Iterator[str]:
    """The page in pieces; `con` has its database open, `packed` is that database, gzipped.

    Raises:
        UsageError: the parts of the page are not built.
    """
    folder = files("dltrack_db.show.site")
    additions = report.Additions(
        policy=POLICY.format(
            script=("" if single_file else "'self' ") + "'unsafe-inline' 'wasm-unsafe-eval'",
            connect="'none'" if single_file else "'self'",
        ),
        vega="",
        intro=INTRO,
        is_public=True,
        duckdb_version=parts.duckdb_version(),
        style=folder.joinpath("site.css").read_text(encoding="utf-8") + settings.style,
        title=settings.title,
        logo=settings.logo_html,
        welcome=settings.welcome_html,
        preview=settings.preview_html,
        buttons=folder.joinpath("buttons.html").read_text(encoding="utf-8"),
        before=folder.joinpath("own.html").read_text(encoding="utf-8"),
        tools=folder.joinpath("tools.html").read_text(encoding="utf-8").replace("$exhibits", tables.EXHIBITS.html(con)),
        end=list(_end(con, collections, contents, packed, single_file=single_file)),
        figures=contents.figures(),
        tables=lambda collection: (
            _check_note(con, collection) + "".join(table.html(con, collection) for table in tables.OF_COLLECTIONS)
        ),
    )
    return report.assemble_page(con, title, collections, additions)


def _check_note(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Say what a page does for a collection without labels; empty for another."""
    script = resources.script("show/site_facts/open_topics")
    topics = con.execute(sql_text.written_out(script, {"collection": collection})).fetchall()
    if not topics:
        return ""
    return (
        f'<div class="verdict"><h3>Check your run</h3><p>{escape(collection)} has {len(topics):,} topics and no labels '
        "yet. Bring your run, and this page checks it by the rules of <code>dltrack check</code>; it never leaves your "
        "machine. Once there are labels, the leaderboard stands here.</p></div>"
    )


def _end(
    con: duckdb.DuckDBPyConnection, collections: Sequence[str], contents: Contents, packed: bytes, *, single_file: bool
) -> Iterator[str]:
    yield _data("site", _facts(con, collections, contents))
    if single_file:
        yield _data("places", {})
        for name, content in (("wasm", parts.content(parts.WASM)), ("database", packed)):
            yield f'<script type="text/plain" id="part-{name}">{base64.b64encode(content).decode()}</script>\n'
        programs = {"worker": parts.content(parts.WORKER), "editor": parts.content(parts.EDITOR)}
        for name, text in ({name: part.decode() for name, part in programs.items()} | {"vega": vega.program()}).items():
            yield f'<script type="text/plain" id="part-{name}">{in_script(text)}</script>\n'
    else:
        yield _data("places", PLACES)
    yield f"<script>{in_script(parts.content(parts.PROGRAM).decode())}</script>\n"


def _data(name: str, value: Any) -> str:
    return f'<script type="application/json" id="{escape(name)}">{as_json(value)}</script>\n'


def _facts(con: duckdb.DuckDBPyConnection, collections: Sequence[str], contents: Contents) -> dict[str, Any]:
    """Return the facts that the tools need before DuckDB is there."""
    scripts = {name: resources.script(path) for name, path in _SCRIPTS.items()}
    scripts["tables"] += ";\n" + resources.script("ingest/read/macros")
    names = dict.fromkeys(name for script in _IN_SCRATCH for name in _NAMED.findall(scripts[script]))
    return {
        "collections": [_collection(con, collection) for collection in report.sort_by_evidence(con, collections)],
        "words": WORDS,
        "examples": con.execute(resources.script("show/site_facts/examples")).fetchall(),
        "tinted": html.TINTED,
        "with_runs": not contents.hidden & {"store.rankings"},
        "stored": [obj.full_name for obj in contents.stored],
        "scripts": scripts,
        # of corpora a page knows nothing, so the tables that stand for them stay empty
        "objects": [
            *((table, f"create table {table} ({columns})") for table, columns in checking.KNOWN_TABLES.items()),
            *sqlfiles.required_objects(names, checking.KNOWN_TABLES),
        ],
    }


def _collection(con: duckdb.DuckDBPyConnection, collection: str) -> dict[str, Any]:
    def rows(fact: str, file: str = "show/site_facts") -> list[tuple[Any, ...]]:
        script = resources.script(f"{file}/{fact}")
        return con.execute(sql_text.written_out(script, {"collection": collection})).fetchall()

    variant, level, rule, edition, has_overview = rows("official")[0]
    specs = recipes.load(edition).collections if edition in recipes.names() else ()
    open_topics = rows("open_topics")
    return {
        "collection": collection,
        "is_open": bool(open_topics),
        "variant": variant,
        "min_relevance": level,
        "tie_rule": rule,
        "doc_id_pattern": next((spec.doc_id_pattern for spec in specs if spec.collection == collection), "") or None,
        "choices": rows("choices"),
        "measures": rows("measures"),
        "columns": rows("columns", "show/report"),
        "main": rows("main_measure", "show/report")[0],
        "run_columns": leaderboard.run_columns(con, is_short=True),
        "notes": [
            *leaderboard.provenance_notes(each for (each,) in rows("provenances")),
            *left_out.notes(con, collection),
        ],
        "has_overview": has_overview,
        "topics": open_topics or rows("topics"),
        "runs": rows("runs"),
        "answer_runs": [run for (run,) in rows("answer_runs")],
    }
