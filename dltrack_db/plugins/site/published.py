"""The database of a page: the part of a loaded database that may be published.

A page without rankings contains labels, topics, run descriptions and stored scores. Views that read rankings would
return wrong rows on this page. If the page shows the result of such a view, or its header has `page: stored`, the
result is stored as a table under the name of the view. Other views that read rankings are omitted. Measures are
included, because they score a visitor's run. Leaderboard columns that read rankings are stored for every choice of
labels, level and tie rule.

Views that read the ledger (`published.complete_labels`, `score_identity`, `requirement_parts`) and views that use them
are not published. `published.comparison` is stored with the verdicts and reasons that these views compute.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import progress, resources, sql_text
from dltrack_db.errors import DatabaseError, UsageError
from dltrack_db.export import subset
from dltrack_db.load import corpus
from dltrack_db.plugins.report.figure import Figure
from dltrack_db.plugins.report.figures import FIGURES
from dltrack_db.sqlfiles import SqlObject, column_faces, run_columns
from dltrack_db.sqlfiles.headers import parse_header
from dltrack_db.store import create, database, derive, reference, template
from dltrack_db.store.connection import without_optimizers

SOURCE = "loaded"
RANKINGS = ("store.rankings", "main.run_topics", "main.judged_rankings")
"""Tables of rankings, published only with `--with-runs`."""
CHOICES = "report.stored_choices"
RUN_MAP = "report.run_map"
_OF_OWN_RUNS = (
    "main.rankings",
    "main.passages",
    "main.documents",
    "report.scores_by_choice",
    "systems.moved",
    "judging.judged_at",
    "judging.unjudged_shares",
)
"""Views that are kept in addition to measures; on a page, they return rows only for a visitor's runs, and no texts."""
_QUESTIONS = "main.start_here"
"""Always stored as a table; a script removes the questions that the page cannot answer."""
_BY_LABELS = "labels.run_scores"
"""Kept with another body, which reads the stored choices (script `database/run_scores`)."""
_GUIDES = ("exhibits", "published")
_OF_COLUMNS = {"systems.run_columns": run_columns.compose, "systems.column_faces": column_faces.compose}
"""Views composed from all leaderboard columns, and the functions that compose them again for the columns of a page."""
_READ = re.compile(r"(?<=\bfrom |\bjoin )\w+\.\w+(?:\((?:'[^']*'|\w+ := |true|false|[-\d.,\[\] ])*\))?(?= as )")
"""Matches a relation that a query reads under an alias: a name, or a call of a macro with constants."""
_INLINED = re.compile(r"\b(?P<schema>[a-z_]+?)__(?P<name>\w+) as \(\n(?:(?: .*)?\n)*\)")
"""Matches a view that `sqlfiles.inlining` wrote into a query as a common table expression."""


class Contents:
    """Objects of a page's database.

    Attributes:
        objects: all tables, views and macros of dltrack.
        hidden: tables whose rows are not published.
        kept: objects that the page contains.
        stored: objects whose results are stored as tables.
        by_choice: leaderboard columns whose results are stored for every choice of labels, level and tie rule.
        left_out: objects that the page does not contain.
    """

    def __init__(self, *, with_runs: bool, has_corpora: bool) -> None:
        self.objects = sqlfiles.all_objects()
        self.hidden = {*(() if with_runs else RANKINGS), *(subset.CORPORA if has_corpora else ())}
        figure_objects = {figure.object for figure in FIGURES if figure.in_site and not figure.prepare}
        self.kept: list[SqlObject] = []
        self.stored: list[SqlObject] = []
        self.by_choice: list[SqlObject] = []
        self.left_out: list[SqlObject] = []
        gone, limited = {*subset.PRIVATE, *self.hidden}, {*self.hidden}
        for obj in self.objects:  # in build order: each object comes after the objects that it reads
            name = obj.full_name
            if name == _BY_LABELS:
                caveated = _with_caveat(obj, "on this page, only for the six measures with stored means")
                self.kept.append(replace(caveated, statement=resources.script("plugins/site/database/run_scores")))
            elif obj.header.page == "slow" or name == _QUESTIONS:
                self.stored.append(obj)
            elif name in _OF_COLUMNS:
                self.kept.append(_without(obj, self.left_out))
            elif obj.kind == "table" or not obj.references & gone:
                self.kept.append(obj)
            elif obj.schema == run_columns.SCHEMA and obj.kind == "table macro" and _is_on_page(obj):
                self.by_choice.append(obj)
                self.kept.append(_of_stored_choices(obj))
            elif (
                name in figure_objects
                or obj.header.page == "stored"
                or (obj.schema == "exhibits" and obj.kind == "view")
                or (obj.schema == run_columns.SCHEMA and _is_on_page(obj))
            ):
                self.stored.append(obj)
                if "macro" in obj.kind:  # the result is stored, but the macro cannot be called
                    gone.add(name)
            elif name in _OF_OWN_RUNS or (obj.schema == "metrics" and obj.references & gone <= limited):
                self.kept.append(
                    _with_caveat(obj, "on this page, only for a visitor's runs, without submitted rankings and texts")
                )
                gone.add(name)
                limited.add(name)
            else:
                self.left_out.append(obj)
                gone.add(name)

    def figures(self) -> list[Figure]:
        """Return the figures of the page, which read stored results of views that the page does not contain."""
        stored = {obj.full_name for obj in self.stored}
        left_out = {obj.full_name for obj in self.left_out}
        return [_read_stored(figure, stored) for figure in FIGURES if figure.in_site and figure.object not in left_out]


def _is_on_page(obj: SqlObject) -> bool:
    """Return whether a page shows one of the columns that the SQL file adds to leaderboards."""
    return any("page" in column_faces.faces(obj, name) for name in run_columns.own_columns(obj))


def _without(obj: SqlObject, left_out: Sequence[SqlObject]) -> SqlObject:
    """Return an object of `_OF_COLUMNS`, composed without the columns of `left_out` files."""
    files = [each for each in run_columns.load() if each.full_name not in {one.full_name for one in left_out}]
    _, statement = parse_header(_OF_COLUMNS[obj.full_name](files), obj.path)
    return replace(obj, statement=statement)


def _of_stored_choices(obj: SqlObject) -> SqlObject:
    """Return the macro of a leaderboard column with another body, which reads the rows stored for every choice."""
    names = [name if name in obj.parameters else "null" for name in run_columns.PARAMETERS]
    result = _with_caveat(obj, "on this page, only for the labels, levels and tie rules in report.choices")
    return replace(result, statement=_column_script(obj, "run_column", names))


def _column_script(obj: SqlObject, block: str, choice: Sequence[str]) -> str:
    """Return script `block` for a leaderboard column; `choice` are SQL expressions for labels, level and tie rule."""
    by_parameter = dict(zip(run_columns.PARAMETERS, choice, strict=True))
    call = f"{obj.full_name}({', '.join(by_parameter[name] for name in obj.parameters)})"
    words = {f"{name}_asked": text for name, text in by_parameter.items()} | {
        "name_asked": obj.name,
        "parameters_asked": ", ".join(f"{name} := null" for name in obj.parameters),
        "call_asked": f"(from {call}{subset.COLLECTIONS})",
        "stored_asked": f"report.stored_{obj.name}_column",
        "columns_asked": ", ".join(f"stored.{name}" for name in obj.header.columns),
    }
    return sql_text.written_out(resources.script(f"plugins/site/database/{block}"), {}, words)


def _read_stored(figure: Figure, stored: set[str]) -> Figure:
    if figure.prepare is not None:
        return replace(figure, view=RUN_MAP, prepare=None)
    return replace(figure, view=figure.object) if figure.object in stored else figure


def write(
    source: Path, target: Path, collections: Sequence[str], *, with_runs: bool, with_texts: bool = False
) -> Contents:
    """Write the database of a page about `collections`.

    `with_runs` includes rankings; `with_texts` includes the user's own texts. Return the objects of the database.
    """
    con = database.connect()
    try:
        database.attach(con, source, read_only=True, alias=SOURCE, is_current=False)
        con.execute(f"use {SOURCE}")
        if database.check_version(con, source, alias=SOURCE).views_hash != reference.views_hash():
            raise DatabaseError(f"{source} has the views of another dltrack; upgrade it with: dltrack build")
        has_corpora = con.execute("select 1 from store.corpora limit 1").fetchone() is not None
        texts = _texts(con, collections) if with_texts else []
        contents = Contents(with_runs=with_runs, has_corpora=has_corpora and not with_texts)
        database.attach(con, target, read_only=False)
        template.write(empty := target.with_name("empty.duckdb"))
        con.execute(f"attach {sql_text.literal(empty)} as empty (type duckdb, read_only)")
        with derive.one_thread(con), database.transaction(con):
            _copy_definitions(con, contents)
            sql_text.set_variables(con, collections=list(collections), texts=texts)
            con.execute(f"use {SOURCE}")  # macros read the current catalogue
            with without_optimizers(con, "compressed_materialization"):  # faster, see exhibits/reproduce.py
                answers = _shared_answers(con, contents)
                for number, obj in enumerate(contents.stored):
                    progress.stage("storing views", number, len(contents.stored))
                    _store(con, obj, answers)
                    if obj.schema in _GUIDES:
                        answers[obj.full_name] = f"dltrack.{obj.full_name}"
            _store_map(con)
            _store_choices(con, contents.by_choice)
            con.execute("use dltrack")
            _redefine(con, contents)
            con.execute(resources.script("plugins/site/database/start_here"))
            private = {*contents.hidden, *subset.PRIVATE}
            tables = [
                obj.full_name
                for obj in contents.kept
                if obj.kind == "table" and not obj.is_constant and obj.full_name not in private
            ]
            for number, table in enumerate(tables):
                progress.stage("copying tables", number, len(tables))
                _copy(con, table)
        con.execute("checkpoint")
    finally:
        con.close()
    return contents


def _copy_definitions(con: duckdb.DuckDBPyConnection, contents: Contents) -> None:
    """Create the objects of the page's database that need no other definition than elsewhere.

    DuckDB plans the query of each new view, so copying definitions takes a tenth of the time of creating the objects.
    """
    con.execute("copy from database empty to dltrack (schema)")
    con.execute("use dltrack")
    for obj in (*contents.stored, *contents.left_out):
        con.execute(f"drop {'macro table' if obj.kind == 'table macro' else obj.kind} {obj.full_name}")


def _redefine(con: duckdb.DuckDBPyConnection, contents: Contents) -> None:
    """Create the objects that have another definition on a page, and tables with constant rows; add caveats."""
    copies = [obj for obj in contents.objects if not obj.is_constant]
    statements, ids = {obj.statement for obj in copies}, {id(obj) for obj in copies}
    create.build(con, [obj for obj in contents.kept if obj.statement not in statements])
    for obj in contents.kept:
        if id(obj) not in ids:
            con.execute(";\n".join(sqlfiles.comments(obj)))


def _texts(con: duckdb.DuckDBPyConnection, collections: Sequence[str]) -> list[str]:
    """Return the user's own corpora of the collections; raise UsageError for an official corpus or without corpora."""
    query = (
        "select distinct collections.corpus from main.collections as collections "
        "inner join store.corpora as corpora on collections.corpus = corpora.corpus "
        "where corpora.is_published and list_contains($1, collections.collection) order by all"
    )
    found = [row[0] for row in con.execute(query, [list(collections)]).fetchall()]
    if official := [name for name in found if name in corpus.names()]:
        raise UsageError(
            f"--with-texts would publish the texts of {official[0]}, which are not yours to publish; choose other "
            "collections with --collection, or leave out --with-texts"
        )
    if not found:
        raise UsageError("no texts of these collections are loaded; leave out --with-texts")
    return found


def _copy(con: duckdb.DuckDBPyConnection, table: str) -> None:
    """Copy the rows of a table that belong to the collections of the page."""
    columns = frozenset(row[0] for row in con.execute(f"describe {SOURCE}.{table}").fetchall())
    rows = (
        subset.texts(table, SOURCE)
        if table in subset.CORPORA
        else f"from {SOURCE}.{table}{subset.condition(table, columns, SOURCE)}"
    )
    if "source_file" in columns:  # paths on the owner's machine are private
        rows = f"select * replace (parse_filename(source_file) as source_file) {rows}"
    if con.execute(f"select 1 from ({rows}) limit 1").fetchone():  # skip an insert without rows
        con.execute(f"insert into dltrack.{table} by name {rows}")


def _shared_answers(con: duckdb.DuckDBPyConnection, contents: Contents) -> dict[str, str]:
    """Compute relations that several exhibits read only once, each into a temporary table.

    Return the name of the temporary table by the text of the relation in queries.
    """
    stored = {obj.full_name for obj in contents.stored}
    computed = {obj.full_name for obj in contents.objects if obj.kind != "table"} - stored
    readers = Counter(
        relation for obj in contents.stored if obj.schema == "exhibits" for relation in {*_READ.findall(obj.body)}
    )
    shared = sorted(each for each, number in readers.items() if number > 1 and each.partition("(")[0] in computed)
    answers = {relation: f"temp.shared_{number}" for number, relation in enumerate(shared)}
    for relation, table in answers.items():
        con.execute(f"create temp table {table} as from {relation}")
    return answers


def _store(con: duckdb.DuckDBPyConnection, obj: SqlObject, answers: Mapping[str, str]) -> None:
    """Store the result of an object; `answers` maps texts of relations in its query to tables to read instead."""

    def replace_inlined(view: re.Match[str]) -> str:
        table = answers.get(f"{view['schema']}.{view['name']}")
        return f"{view['schema']}__{view['name']} as (from {table})" if table else view[0]

    con.execute(f"create schema if not exists dltrack.{obj.schema}")
    if obj.schema in _GUIDES:  # stored for all collections, because exhibits read each other's results
        query = _READ.sub(lambda read: answers.get(read[0], read[0]), _INLINED.sub(replace_inlined, obj.body))
    else:
        call = f"{obj.full_name}()" if obj.kind == "table macro" else obj.full_name
        # columns are read from the header, because DuckDB plans a view to describe it, which takes long
        query = f"from {call}{subset.COLLECTIONS if 'collection' in obj.header.columns else ''}"
    con.execute(f"create table dltrack.{obj.full_name} as {query}")
    con.execute("use dltrack")
    described = _with_caveat(replace(obj, kind="table"), "on this page, a stored result")
    con.execute(";\n".join(sqlfiles.comments(described)))
    con.execute(f"use {SOURCE}")


def _with_caveat(obj: SqlObject, caveat: str) -> SqlObject:
    caveats = f"{obj.header.caveats}; {caveat}" if obj.header.caveats else caveat
    return replace(obj, header=obj.header._replace(caveats=caveats))


def _store_map(con: duckdb.DuckDBPyConnection) -> None:
    """Store the coordinates of the figure `run-map` for all collections of the page."""
    from dltrack_db.plugins.report.figure import read_rows

    figure = next(figure for figure in FIGURES if figure.prepare)
    con.execute("create schema if not exists dltrack.report")
    con.execute(resources.script("plugins/site/database/run_map"))
    con.execute(resources.script("plugins/site/database/own_findings"))
    for (collection,) in con.execute("select unnest(getvariable('collections'))").fetchall():
        rows = read_rows(con, figure, collection)
        if rows.rows:
            # literals, because DuckDB imports pandas to bind values
            values = ", ".join(f"({', '.join(map(sql_text.literal, row))})" for row in rows.rows)
            con.execute(f"insert into dltrack.{RUN_MAP} ({', '.join(rows.columns)}) values {values}")


def _store_choices(con: duckdb.DuckDBPyConnection, columns: Sequence[SqlObject]) -> None:
    """Store the means and leaderboard columns of all runs for every choice of labels, level and tie rule."""
    con.execute(resources.script("plugins/site/database/choices"))
    for obj in columns:
        con.execute(_column_script(obj, "run_column_table", ("null", "null", "null")))
    choices = con.execute(
        "select distinct variant, min_relevance, tie_rule from report.choices "
        "where list_contains(getvariable('collections'), collection) order by all"
    ).fetchall()
    for number, choice in enumerate(choices):
        progress.stage("scores by other labels, levels and tie rules", number, len(choices))
        call = f"report.scores_by_choice({', '.join(map(sql_text.literal, choice))})"
        con.execute(f"create or replace temp table chosen as from {call}{subset.COLLECTIONS}")
        if con.execute("select 1 from temp.chosen limit 1").fetchone():
            con.execute(f"insert into dltrack.{CHOICES} by name from temp.chosen")
        for obj in columns:
            con.execute(_column_script(obj, "run_column_rows", [sql_text.literal(each) for each in choice]))
    con.execute("drop table if exists temp.chosen")
