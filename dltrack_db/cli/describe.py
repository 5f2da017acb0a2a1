"""`dltrack views` and `dltrack describe`: print the documentation of the database's objects."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dltrack_db.base import plugins
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, OutputFormat
from dltrack_db.errors import UsageError
from dltrack_db.show import Format, print_rows, print_text, printable, table
from dltrack_db.store import catalogue, database

# Columns of facts about a run, a collection, a track, labels, a measure or a word; each table has some of them.
_FACTS = table.Fit(
    keys=["collection", "name", "language", "measure", "kind"],
    point=["value", "meaning", "description"],
    expendable=["defaults"],
)
_COLUMNS = table.Fit(keys=["name"], point=["meaning"], expendable=["role"])
_SHOWN = ("alias", "source", "grain", "parents", "returns", "needs", "caveats", "cost")


def views(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[TOPIC]...", help="A schema, or words to search for.")
    ] = None,
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """List tables, views and macros, each with a one-line summary.

    Example: dltrack views labels

    Without words, on a terminal, the command lists the schemas with the number of
    their objects. With words, it lists the objects with all these words in name
    or description, and exhibits of papers also by their sources.

    Example: dltrack views kappa

    Example: dltrack views passage runs 2021
    """
    topic = " ".join(words or [])
    con = database.open_readonly(db)
    try:
        lists_schemas = not topic and format is Format.table and sys.stdout.isatty()
        found = con.execute("from catalog.schemas") if lists_schemas else catalogue.list_objects(con, topic)
        names, rows = [column[0] for column in found.description or []], found.fetchall()
        if not rows:
            suggestion = catalogue.near(con, topic, is_object=True) or "; see all with: dltrack views"
            raise UsageError(f"no table, view or macro matches '{topic}'{suggestion}")
    finally:
        con.close()
    print_rows(names, rows, format, fit=table.Fit(keys=["object", "schema"], point=["summary"]))
    if not topic and format is Format.table:
        if lists_schemas:
            print("\nObjects of one schema, or about a word: dltrack views labels, dltrack views kappa")
        print('\nQuestions to start with: dltrack sql "select position, question from main.start_here"')
        print('The query of a question: dltrack sql "select query from main.start_here where position = 2"')


def describe(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A table, view or macro, with or without schema; or a collection, edition, TREC track, run, label "
            "set, measure, exhibit of a paper, or value of a column.",
            autocompletion=completion.objects,
        ),
    ],
    db: Database = DEFAULT_DATABASE,
    format: OutputFormat = Format.table,
) -> None:
    """Show the meaning, source, columns and an example of an object; or facts about a collection, a run or labels.

    Example: dltrack describe systems.leaderboard

    For a measure, it prints all its settings; for a value such as fullrank, the columns with this value; for an exhibit
    without a view, such as A-T6, the reason. Formats other than table contain only the columns. Descriptions of runs
    are printed if they are loaded (dltrack ingest run-notes).

    Example: dltrack describe pash_f1

    Example: dltrack describe trec2021-passages

    Example: dltrack describe trec8/adhoc

    Example: dltrack describe nist

    Example: dltrack describe fullrank
    """
    con = database.open_readonly(db)
    try:
        if known_facts := catalogue.facts(con, name):
            _, fields, facts = known_facts
            print_rows(fields, facts, format, title=name, fit=_FACTS)
            return
        found = catalogue.find(con, name)
        columns = catalogue.columns(con, found)
        names, rows = [column[0] for column in columns.description or []], columns.fetchall()
    finally:
        con.close()
    if format is not Format.table:
        print_rows(names, rows, format)
        return
    print_text(f"{found['object']}: {found['kind']}\n\n{found['meaning']}\n")
    if plugin := next((one for one in plugins.active() if found["object"] in one.objects), None):
        print_text(f"plug-in: {plugin.name} {plugin.version}")
    for label in _SHOWN:
        if value := found.get(label):  # files of earlier releases have fewer labels
            print_text(f"{label}: {value}")
    if rows:
        print()
        print_rows(names, rows, format, fit=_COLUMNS)
    print(f"try: dltrack sql {printable(_quote(catalogue.call(found)))}")  # in one line, so that it can be copied


def _quote(query: str) -> str:
    one_line = " ".join(query.split()).removesuffix(";")
    return '"' + one_line.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("`", "\\`") + '"'
