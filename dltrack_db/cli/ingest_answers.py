"""`dltrack ingest answers` and `preferences`: what systems wrote, and which of two items somebody prefers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import Replacing

Name = Annotated[str, typer.Option("--name", help="What to call the content of one file. [default: the file's name]")]
Home = Annotated[str, typer.Option("--collection", "-c", help="The collection the files are of.")]


@with_option_groups
def ingest_answers(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="JSON lines, or folders of such files.")],
    collection: Home,
    name: Name = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: Replacing,
) -> None:
    """Load answers that systems wrote, with their sentences and what these cite.

    A line is a topic of a run: a report (RAG 2025, DRAGUN, AutoJudge) with metadata, responses and citations by id
    or with weights, or an answer of RAG 2024 with citations by place in its references. Runs are called as the records
    say.

    Example: dltrack ingest answers my_reports.jsonl -c rag2024
    """
    from dltrack_db.loading import plan
    from dltrack_db.store import collections

    owner, spec = collections.in_database(db, collection, loading.wait)
    loading.load(plan.plan_answers(owner, spec, files, "answers", name), db)


@with_option_groups
def ingest_preferences(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files, or folders of such files.")],
    collection: Home,
    judge: Annotated[
        str, typer.Option("--judge", help="Who judged, where a file does not say. [default: the file's name]")
    ] = "",
    name: Name = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: Replacing,
) -> None:
    """Load preferences between pairs of items, as the pairs were shown.

    A line is a pair: topic, winner and loser; topic, the two items and the winner (a, b, tie or its id); or JSON with
    query_id, item_a and item_b and a winner for each dimension, of one judge or of a list of workers.

    Example: dltrack ingest preferences judge.00 -c trec2021-passages --judge gpt-4o
    """
    from dltrack_db.loading import plan
    from dltrack_db.store import collections

    owner, spec = collections.in_database(db, collection, loading.wait)
    loading.load(plan.plan_answers(owner, spec, files, "preferences", name, judge), db)
