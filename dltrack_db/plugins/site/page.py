"""The page of a site: the page of a report, plus tools that query the page's database in the browser."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.ask import basis, leaderboard
from dltrack_db.base import recipes, resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.load import checking
from dltrack_db.plugins.report import head, measures, vega
from dltrack_db.plugins.report import page as report
from dltrack_db.plugins.report.column_titles import WORDS
from dltrack_db.plugins.report.settings import Settings
from dltrack_db.plugins.site import pages, parts, tables
from dltrack_db.plugins.site.published import Contents
from dltrack_db.score import intake
from dltrack_db.show.script import as_json, in_script
from dltrack_db.store import derive

POLICY = (
    "default-src 'none'; script-src {script}; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; "
    "connect-src {connect}; base-uri 'none'; form-action 'none'"
)
INTRO = (
    "This page contains its database. Every number is the result of a query: press <b>SQL</b> to see the query, "
    "change it and run it in your browser. Nothing leaves your machine."
)
_SCRIPTS = {
    "tables": "score/evaluate/tables",
    "copy_collection": "score/evaluate/copy_collection",
    "fields": "ingest/read/fields",
    "runs_careful": "ingest/read/runs_careful",
    "leave_out": "store/derive/leave_out",
    "judged_rankings": "store/derive/judged_rankings",
    "query_scores": "store/derive/query_scores",
    "faults": "plugins/site/own_run/faults",
    "foreign_runs": "score/evaluate/foreign_runs",
    "place": "plugins/site/own_run/place",
    "remove": "plugins/site/own_run/remove",
    "publish": "plugins/site/own_run/publish",
    "check": "plugins/site/own_run/check",
    "rules": "plugins/site/own_run/rules",
}
"""Scripts that read and score a run file, used by the command line and by the page."""
_IN_SCRATCH = ("copy_collection", "add_runs", "leave_out", "foreign_runs", "faults", "check", "rules")
_NAMED = re.compile(r"(?<!loaded\.)\b(?:main|store|metrics|systems)\.[a-z_]+")
Offer = Callable[[str, str, Answer], str]
"""Function (collection, table name, rows) that writes the rows to a file and returns a link to the file as HTML."""
READING = "reading.json"
"""File with the scripts that read and score a run; fetched when a visitor adds the first run."""
PLACES = {
    "wasm": parts.WASM,
    "worker": parts.WORKER,
    "client": parts.CLIENT,
    "editor": parts.EDITOR,
    "vega": "vega.js",
    "database": "database.duckdb.gz",
}
"""Files next to the page, each fetched when it is first needed."""


def build(
    con: duckdb.DuckDBPyConnection,
    title: str,
    collections: Sequence[str],
    contents: Contents,
    packed: bytes,
    settings: Settings,
    files_beside: dict[str, bytes],
    *,
    single_file: bool,
) -> Iterator[str]:
    """Yield the page in pieces.

    `con` is a connection to the page's database, and `packed` is the same database, gzipped. Unless `single_file` is
    set, the data files next to the page are added to `files_beside`.
    """
    folder = files("dltrack_db.plugins.site")
    official = settings.measures
    offer: Offer = (lambda *_: "") if single_file else _offer_into(con, files_beside, official)
    with derive.one_thread(con):
        end = list(_end(con, collections, contents, packed, settings, single_file=single_file))
    additions = report.Additions(
        policy=POLICY.format(
            script=("" if single_file else "'self' ") + "'unsafe-inline' 'wasm-unsafe-eval'",
            connect="'none'" if single_file else "'self'",
        ),
        vega="",
        intro=INTRO,
        is_public=True,
        duckdb_version=parts.duckdb_version(),
        style=folder.joinpath("site.css").read_text(encoding="utf-8"),
        settings=settings,
        buttons=folder.joinpath("buttons.html").read_text(encoding="utf-8"),
        before=folder.joinpath("own.html").read_text(encoding="utf-8"),
        tools=folder.joinpath("tools.html").read_text(encoding="utf-8").replace("$exhibits", tables.EXHIBITS.html(con)),
        end=end,
        figures=contents.figures(),
        tables=lambda collection: (
            _check_note(con, collection) + _tables(con, collection, official.get(collection, ()), offer)
        ),
        offer=offer,
        stored_rows={"statistics.rank_stability": "temp.rank_stability"},
    )
    if not single_file:
        files_beside[READING] = pages.as_bytes(_reading())
    for collection in collections:
        shown = [each.measure for each in measures.columns(con, collection, official.get(collection, ()))]
        scores = pages.scores(con, collection, shown)
        if single_file:
            end.extend(_data(path, content) for path, content in scores)
        else:
            files_beside.update((path, pages.as_bytes(content)) for path, content in scores)
            with derive.one_thread(con):
                files_beside.update(pages.files(con, collection, shown, _topics(con, collection)))
    return report.assemble_page(con, title, collections, additions)


def _tables(con: duckdb.DuckDBPyConnection, collection: str, official: Sequence[str], offer: Offer) -> str:
    first = measures.columns(con, collection, official)[0]
    return "".join(table.html(con, collection, first.measure, first.printed, offer) for table in tables.OF_COLLECTIONS)


def _topics(con: duckdb.DuckDBPyConnection, collection: str) -> list[str]:
    script = resources.script("plugins/site/facts/topics")
    return [topic for topic, _ in con.execute(sql_text.written_out(script, {"collection": collection})).fetchall()]


def _offer_into(
    con: duckdb.DuckDBPyConnection, files: dict[str, bytes], official: Mapping[str, Sequence[str]]
) -> Offer:
    """Return a function that adds the rows of a table to `files`, the data files next to the page."""

    def offer(collection: str, name: str, rows: Answer) -> str:
        path = f"data/{collection}/{name}.json"
        is_board = name == "leaderboard"
        data = _board_data(con, collection, official.get(collection, ()), rows) if is_board else rows.records()
        text = json.dumps(data, default=str, ensure_ascii=False, indent=1)
        files[path] = f"{text}\n".encode()
        return f'<p class="look data">For programs: <a href="{quote(path)}">{escape(name)}.json</a></p>'

    return offer


def _board_data(
    con: duckdb.DuckDBPyConnection, collection: str, official: Sequence[str], board: Answer
) -> dict[str, Any]:
    """Return the leaderboard as data for programs, with topic count, fingerprint, licence and tests."""
    measure = measures.columns(con, collection, official)[0].measure
    values = {"collection": collection, "measure": measure}

    def records(fact: str) -> list[dict[str, Any]]:
        script = resources.script(f"plugins/site/facts/{fact}")
        return Answer.ask(con, sql_text.written_out(script, values)).records()

    (facts,) = records("leaderboard")
    rows = {row["run_id"]: row for row in board.records()}
    runs = [row | {name: value for name, value in rows[row["run_id"]].items() if name not in row}
            for row in sorted(records("standings"), key=lambda row: list(rows).index(row["run_id"]))]  # fmt: skip
    return {
        "collection": collection,
        "title": facts["title"],
        "date": head.today().isoformat(),
        "measure": measure,
        "num_topics": facts["num_topics"],
        "num_runs": len(runs),
        "fingerprint": facts["fingerprint"],
        "licence": head.terms(facts["edition"]) or None,
        "family": facts["family"],
        "runs": runs,
    }


def _check_note(con: duckdb.DuckDBPyConnection, collection: str) -> str:
    """Return a note on how to check a run, for a collection without labels; '' for other collections."""
    script = resources.script("plugins/site/facts/open_topics")
    topics = con.execute(sql_text.written_out(script, {"collection": collection})).fetchall()
    if not topics:
        return ""
    return (
        f'<div class="verdict"><h3>Check your run</h3><p>{escape(collection)} has {len(topics):,} topics and no labels '
        "yet. Add your run, and this page checks the file by the rules of <code>dltrack check</code>. The file never "
        "leaves your machine. The leaderboard will appear here once there are labels.</p></div>"
    )


def _end(
    con: duckdb.DuckDBPyConnection,
    collections: Sequence[str],
    contents: Contents,
    packed: bytes,
    settings: Settings,
    *,
    single_file: bool,
) -> Iterator[str]:
    yield _data("site", _facts(con, collections, contents, settings))
    if single_file:
        yield _data(READING, _reading())
        yield _data("places", {})
        for name, content in (("wasm", parts.content(parts.WASM)), ("database", packed)):
            yield f'<script type="text/plain" id="part-{name}">{base64.b64encode(content).decode()}</script>\n'
        programs = {name: parts.content(PLACES[name]).decode() for name in ("worker", "client", "editor")}
        for name, text in (programs | {"vega": vega.program()}).items():
            yield f'<script type="text/plain" id="part-{name}">{in_script(text)}</script>\n'
    else:
        yield _data("places", PLACES)
    yield f"<script>{in_script(parts.content(parts.PROGRAM).decode())}</script>\n"


def _data(name: str, value: Any) -> str:
    return f'<script type="application/json" id="{escape(name)}">{as_json(value)}</script>\n'


def make_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Create the tables of rank intervals and ranked runs, which the scripts for each collection fill."""
    con.execute(resources.script("plugins/site/facts/make_tables"))


def _facts(
    con: duckdb.DuckDBPyConnection,
    collections: Sequence[str],
    contents: Contents,
    settings: Settings,
) -> dict[str, Any]:
    """Return the data that the tools of the page need before DuckDB is started."""
    make_tables(con)
    return {
        "collections": [
            _collection(con, collection, settings.measures.get(collection, ()))
            for collection in report.sort_by_evidence(con, collections, settings.order)
        ],
        "words": {**WORDS, **settings.titles},
        "meanings": {
            name: meaning for name, *meaning in con.execute(resources.script("plugins/site/facts/meanings")).fetchall()
        },
        "examples": con.execute(resources.script("plugins/site/facts/examples")).fetchall(),
        "with_runs": not contents.hidden & {"store.rankings"},
        "stored": [obj.full_name for obj in contents.stored],
    }


def _reading() -> dict[str, Any]:
    """Return the scripts that read and score a visitor's run, and the views and macros that the scripts need."""
    scripts = {name: resources.script(path) for name, path in _SCRIPTS.items()}
    scripts["tables"] += ";\n" + resources.script("ingest/read/macros")
    scripts["add_runs"] = ";\n".join(
        (
            resources.script("score/evaluate/open"),
            intake.statements(resources.script("score/evaluate/lines")),
            resources.script("score/intake/publish"),
            resources.script("score/intake/rankings"),
        )
    )
    names = dict.fromkeys(name for script in _IN_SCRATCH for name in _NAMED.findall(scripts[script]))
    return {
        "scripts": scripts,
        # a page has no corpora; empty tables replace them
        "objects": [
            *((table, f"create table {table} ({columns})") for table, columns in checking.KNOWN_TABLES.items()),
            *sqlfiles.required_objects(names, checking.KNOWN_TABLES),
        ],
    }


def _collection(con: duckdb.DuckDBPyConnection, collection: str, official: Sequence[str]) -> dict[str, Any]:
    shown = measures.columns(con, collection, official)
    values: dict[str, Any] = {
        "collection": collection,
        "shown": [each.measure for each in shown],
        "is_named": bool(official),
    }

    def rows(fact: str) -> list[tuple[Any, ...]]:
        script = resources.script(f"plugins/site/facts/{fact}")
        return con.execute(sql_text.written_out(script, values)).fetchall()

    rows("rank_intervals")
    rows("board")
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
        "columns": shown,
        "numbers": measures.numbers(con, collection),
        "run_columns": leaderboard.columns_of_face(con, "measures"),
        "notes": [
            *leaderboard.provenance_notes((each for (each,) in rows("provenances")), has_gaps=rows("gaps")[0][0]),
            *basis.notes(basis.read(con, collection, values["shown"])),
        ],
        "has_overview": has_overview,
        "topics": open_topics or rows("topics"),
        "runs": rows("runs"),
        "answer_runs": [run for (run,) in rows("answer_runs")],
    }
