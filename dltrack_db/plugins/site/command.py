"""`dltrack site`: write the database as a page that visitors can query."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.show import print_text


def site(
    output: Annotated[Path, typer.Argument(metavar="OUT", help="The folder to write, or a file that ends in .html.")],
    collections: Annotated[
        list[str] | None,
        typer.Option(
            "--collection",
            "-c",
            metavar="NAME",
            help="A collection or edition to publish; may be repeated, or a list with commas. [default: all judged]",
            autocompletion=completion.editions_and_collections,
        ),
    ] = None,
    with_runs: Annotated[
        bool, typer.Option("--with-runs", help="Publish the rankings too; ask the teams for permission first.")
    ] = False,
    with_texts: Annotated[
        bool, typer.Option("--with-texts", help="Publish the texts of your own corpora, too.")
    ] = False,
    single_file: Annotated[
        bool, typer.Option("--single-file", help="Write one HTML file that opens without a server.")
    ] = False,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", metavar="FILE", help="site.toml: title, welcome, logo, links, colours, measures."),
    ] = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write a page on which every number shows its SQL, and visitors can query the data.

    Example: dltrack site public -c trec2021

    The page contains the database and DuckDB. Leaderboards, charts and tests are
    visible at once, and queries run in the visitor's browser. A run file that a
    visitor drops on the page is scored in the browser and never leaves the
    machine. Without --with-runs, the page contains scores, labels and topics, but
    no rankings.

    Example: dltrack site trec2021.html --single-file

    Organizers set the page's title, welcome, logo, links, colours and official
    measures in a site.toml; docs/site.md contains an example.
    """
    from dltrack_db.plugins.site.writing import write_site

    names = [part.strip() for each in collections or [] for part in each.split(",") if part.strip()]
    messages: list[str] = []
    with working("reading"):
        write_site(
            db,
            output,
            names,
            with_runs=with_runs,
            with_texts=with_texts,
            single_file=single_file,
            settings=settings,
            say=messages.append,
        )
    print_text("\n".join(messages))
