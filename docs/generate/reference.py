"""Generate the reference of tables, views, macros, measures and recipes from a live database and the recipes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb

from dltrack_db import sqlfiles
from dltrack_db.base import recipes
from docs.generate.drawings import picture
from docs.generate.markdown import code, table

TITLES = {
    "main": "Tables",
    "answers": "Generated answers",
    "preferences": "Preferences",
    "catalog": "What is in the database",
    "corpus": "Corpora",
    "judging": "Judging",
    "labels": "Labels",
    "metrics": "Measures and scores",
    "published": "Printed numbers",
    "report": "Figures of the report",
    "search_length": "Search length",
    "statistics": "Statistics",
    "store": "Storage",
    "systems": "Runs",
    "tracks": "All tracks of TREC",
    "validity": "Validity",
}


def pages(con: duckdb.DuckDBPyConnection) -> Iterator[tuple[str, str]]:
    """Yield one page per object, a list per schema, an index, the measures and the recipes."""
    objects = _records(con, "from catalog.objects order by schema, object")
    columns = _records(con, "from catalog.columns order by object, role desc, position")
    files = {obj.full_name: obj for obj in sqlfiles.all_objects()}
    reads = {name: sorted(obj.references & files.keys()) for name, obj in files.items()}
    schemas = list(dict.fromkeys(each["schema"] for each in objects))
    index = []
    for schema in sorted(schemas, key=lambda name: (name != "main", name)):
        members = [each for each in objects if each["schema"] == schema]
        index.append([f"[{_title(schema)}](schema-{schema}.md)", f"`{schema}`", str(len(members))])
        listed = table(
            ["object", "kind", "meaning"], [[link(each["object"]), each["kind"], each["summary"]] for each in members]
        )
        drawing = f"{picture('The tables and their relations', 'tables')}\n\n" if schema == "main" else ""
        yield f"docs/reference/schema-{schema}.md", f"# {_title(schema)}\n\n{drawing}{listed}"
        for each in members:
            yield f"docs/reference/{each['object']}.md", _object_page(each, columns, reads.get(each["object"], []))
    text = (
        "Every object of the database by topic, with its meaning, columns and an example. The same texts are in the "
        "database: `dltrack views`, `dltrack describe NAME`, or `from catalog.objects`."
    )
    yield "docs/reference/index.md", f"# Reference\n\n{text}\n\n{table(['topic', 'schema', 'objects'], index)}"
    yield "docs/reference/measures.md", _measures(con)
    yield "docs/reference/recipes.md", _recipes()


def _records(con: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    result = con.execute(query)
    names = [column[0] for column in result.description or []]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def _title(schema: str) -> str:
    return TITLES.get(schema, schema.replace("_", " ").capitalize())


def link(name: str) -> str:
    """Return a link to the page of an object."""
    return f"[`{name}`]({name}.md)"


def _object_page(each: dict[str, Any], columns: list[dict[str, Any]], used: list[str]) -> str:
    parts = [f"# {each['object']}\n", f"*{each['kind'].capitalize()}.* {each['meaning']}\n"]
    labels = ("source", "grain", "parents", "returns", "needs", "caveats", "cost")
    parts += [f"**{label.capitalize()}**: {each[label]}\n" for label in labels if each[label]]
    for role in ("parameter", "column"):
        rows = [
            [f"`{row['name']}`", *([row["type"]] if row["type"] else []), row["meaning"]]
            for row in columns
            if row["object"] == each["object"] and row["role"] == role
        ]
        if rows:
            head = [role, "type", "meaning"] if len(rows[0]) == 3 else [role, "meaning"]
            parts.append(table(head, rows))
    if each["example"]:
        parts.append(code("sql", each["example"]))
    if used:
        parts.append(f"Reads {', '.join(map(link, used))}.\n")
    title = _title(each["schema"])
    return "\n".join([*parts, f"See also: [{title}](schema-{each['schema']}.md), [Glossary](../glossary.md).\n"])


def _measures(con: duckdb.DuckDBPyConnection) -> str:
    result = con.execute(
        "select measure, macro, parameter, array_to_string(defaults, ', '), summary, array_to_string(groups, ', '), "
        "array_to_string(ir_measures, ', ') "
        "from metrics.measures order by position"
    )
    rows = [
        [
            f"`{name}`",
            link(f"metrics.{macro}") if macro else "",
            parameter,
            defaults,
            summary,
            groups,
            f"`{spellings.replace('|', '` or `')}`" if spellings else "",
        ]
        for name, macro, parameter, defaults, summary, groups, spellings in result.fetchall()
    ]
    return "\n".join(
        [
            "# Measures\n",
            "Names are trec_eval's; `dltrack eval` and `dl.evaluate` also take ir_measures' spelling, such as "
            "`nDCG@10` or `AP(rel=2)`. This is the table `metrics.measures`.\n",
            table(["measure", "computed by", "parameter", "defaults", "over topics", "groups", "in ir_measures"], rows),
        ]
    )


def _recipes() -> str:
    parts = [
        "# Recipes\n",
        "The editions that `dltrack ingest` can load (`ingest/recipes`). For example, `dltrack ingest trec2021 "
        "--dry-run` lists the files of one, with sizes and sources.\n",
    ]
    for name in recipes.names():
        recipe = recipes.load(name)
        parts.append(f"## {name}\n")
        parts.append(
            table(
                ["collection", "task", "corpus", "relevant from", "tie rule", "submitted runs"],
                [
                    [
                        f"`{each.collection}`",
                        each.task,
                        each.corpus or "",
                        str(each.min_relevance),
                        each.tie_rule,
                        "" if each.expected_runs is None else str(each.expected_runs),
                    ]
                    for each in recipe.collections
                ],
            )
        )
    return "\n".join(parts)
