"""`dltrack ingest PART` for kinds of data whose `part.toml` has a `help`."""

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

Name = Annotated[str, typer.Option("--name", help="Name for the content of the file. [default: the file's name]")]
Judge = Annotated[
    str, typer.Option("--judge", help="The judge, if the file does not name one. [default: the file's name]")
]
Bank = Annotated[
    str, typer.Option("--bank", help="The loaded bank of the labelled nuggets. [default: the bank in the file]")
]
SkipForeign = Annotated[
    bool, typer.Option("--skip-foreign", help="Skip nuggets and labels for topics of other collections.")
]
Home = Annotated[str, typer.Option("--collection", "-c", help="The collection of the files.")]


def make_command(part: parts.Part) -> Callable[..., None]:
    """Return the command that loads files of a part, with --judge, --bank and --skip-foreign if the part needs them."""
    options = {
        "bank": part_queries.has_columns(part, "bank"),
        "judge": part_queries.has_columns(part, "judge"),
        "skip_foreign": (part.folder / "foreign.sql").exists(),
    }

    def ingest_part(
        files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files, or folders of such files.")],
        collection: Home,
        bank: Bank = "",
        judge: Judge = "",
        name: Name = "",
        skip_foreign: SkipForeign = False,
        db: Database = DEFAULT_DATABASE,
        *,
        loading: LoadingOptions,
    ) -> None:
        from dltrack_db.load import plan
        from dltrack_db.store import collections

        owner, spec = collections.in_database(db, collection, loading.patience)
        planned = plan.plan_answers(owner, spec, files, part.name, name, judge, bank)
        if options["skip_foreign"]:
            planned = replace(planned, items=tuple(replace(item, skips_foreign=skip_foreign) for item in planned.items))
        loading.load(planned, db)

    return with_option_groups(ingest_part, without=[name for name, is_taken in options.items() if not is_taken])
