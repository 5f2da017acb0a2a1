"""`dltrack ingest answers`, `nuggets` and parts that have a `help`: texts of systems, and judgments of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.base import parts
from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import LoadingOptions
from dltrack_db.sqlfiles import part_queries

Name = Annotated[str, typer.Option("--name", help="What to call the content of one file. [default: the file's name]")]
Judge = Annotated[
    str, typer.Option("--judge", help="Who judged, where a file does not say. [default: the file's name]")
]
Home = Annotated[str, typer.Option("--collection", "-c", help="The collection the files are of.")]


@with_option_groups
def ingest_answers(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="JSON lines, or folders of such files.")],
    collection: Home,
    name: Name = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load answers that systems wrote, with their sentences and what these cite.

    Example: dltrack ingest answers my_reports.jsonl -c rag2024

    A line is a topic of a run: a report (RAG 2025, DRAGUN, AutoJudge) with metadata, responses and citations by id
    or with weights, or an answer of RAG 2024 with citations by place in its references. Runs are called as the records
    say.
    """
    from dltrack_db.load import plan
    from dltrack_db.store import collections

    owner, spec = collections.in_database(db, collection, loading.patience)
    loading.load(plan.plan_answers(owner, spec, files, "answers", name), db)


@with_option_groups
def ingest_nuggets(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files, or folders of such files.")],
    collection: Home,
    bank: Annotated[
        str, typer.Option("--bank", help="The loaded bank whose nuggets the files label. [default: the file's own]")
    ] = "",
    judge: Judge = "",
    name: Name = "",
    skip_foreign: Annotated[
        bool, typer.Option("--skip-foreign", help="Leave out nuggets and labels of topics of other collections.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load nuggets, questions and criteria, who found them in which answers, and whether citations support sentences.

    Example: dltrack ingest nuggets assignments.jsonl -c rag2025 --judge gpt-4o

    A file is recognized by its first line: a bank (nuggetizer, AutoJudge, ResearchRubrics, autograder, or topic_number,
    text and importance between tabs), labels of nuggets (assignments of nuggetizer, or a table with nugget_id), or
    labels of citations (a table with run_id, topic_id, position, doc_id and label).
    """
    from dltrack_db.load import plan
    from dltrack_db.store import collections

    owner, spec = collections.in_database(db, collection, loading.patience)
    planned = plan.plan_answers(owner, spec, files, "nuggets", name, judge, bank)
    items = tuple(replace(item, skips_foreign=skip_foreign) for item in planned.items)
    loading.load(replace(planned, items=items), db)


def make_command(part: parts.Part) -> Callable[..., None]:
    """Return the command that loads files of a part; it asks for the judge where a table of the part has one."""

    def ingest_part(
        files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files, or folders of such files.")],
        collection: Home,
        judge: Judge = "",
        name: Name = "",
        db: Database = DEFAULT_DATABASE,
        *,
        loading: LoadingOptions,
    ) -> None:
        from dltrack_db.load import plan
        from dltrack_db.store import collections

        owner, spec = collections.in_database(db, collection, loading.patience)
        loading.load(plan.plan_answers(owner, spec, files, part.name, name, judge), db)

    return with_option_groups(ingest_part, without=() if part_queries.has_columns(part, "judge") else ("judge",))
