"""`dltrack ingest answers`: what systems wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import Replacing

Name = Annotated[str, typer.Option("--name", help="What to call the content of one file. [default: the file's name]")]
Home = Annotated[str, typer.Option("--collection", "-c", help="The collection the answers are of.")]


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
