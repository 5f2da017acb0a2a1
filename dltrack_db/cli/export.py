"""`dltrack export`: write a collection's data to Parquet, CSV or TREC files."""

from __future__ import annotations

import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.base import progress
from dltrack_db.base.progress import working
from dltrack_db.cli import completion
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, note
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.errors import UsageError
from dltrack_db.show import print_text, printable


@dataclass(frozen=True)
class FrozenLake:
    """Options for writing a frozen lake."""

    ducklake: Annotated[
        Path | None,
        typer.Option("--ducklake", metavar="DIR", help="Write a DuckLake into DIR, for a web server."),
    ] = None
    url: Annotated[str | None, typer.Option("--url", help="With --ducklake: the future URL of DIR.")] = None


@with_option_groups
def export(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="An edition, or one collection.", autocompletion=completion.editions_and_collections
        ),
    ],
    to: Annotated[Path | None, typer.Option("--to", metavar="DIR", help="Folder to write to.")] = None,
    form: Annotated[str, typer.Option("--format", "-f", metavar="parquet|csv|trec", help="File format.")] = "parquet",
    spreadsheet: Annotated[
        bool, typer.Option("--spreadsheet", help="In CSV, write ' before texts that begin with = + - @.")
    ] = False,
    croissant: Annotated[bool, typer.Option("--croissant", help="Describe the files in croissant.json.")] = False,
    anonymous: Annotated[
        Path | None,
        typer.Option("--anonymous", metavar="KEYFILE", help="Replace run and team names, by the key in KEYFILE."),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    *,
    lake: FrozenLake,
) -> None:
    """Write a collection's topics, labels, runs and scores to files.

    Example: dltrack export trec2021-passages --to runs --format trec

    --format trec writes NIST's formats, which dltrack ingest can read again.
    Corpus text is not exported. Submitted runs are not public: respect the
    terms of the data. docs/formats.md describes the files.
    """
    from dltrack_db.export import collection_files, pseudonyms
    from dltrack_db.export import croissant as described
    from dltrack_db.store import database

    if lake.ducklake is not None:
        if to is not None or croissant or spreadsheet or anonymous or form != "parquet":
            raise UsageError("--ducklake can be combined only with --url; leave out the other options")
        _freeze(db, name, lake.ducklake, lake.url)
        return
    if to is None or lake.url is not None:
        raise UsageError(
            "no valid output is named; pass --to DIR to write files, or --ducklake DIR (with or without --url) to "
            "write a DuckLake"
        )
    if croissant and form not in described.FORMATS:
        raise UsageError(f"--croissant does not work with --format {form}; use --format parquet or --format csv")
    key = pseudonyms.read_key(anonymous) if anonymous else None
    with working(f"writing {name}"), closing(database.open_readonly(db, older=note, into=to)) as con:
        files = list(collection_files.export(con, name, to, form, for_spreadsheets=spreadsheet, key=key))
        left_out = collection_files.files_left_out(con, name, anonymous=key is not None) if form == "trec" else []
        if croissant:
            files.append(described.write(con, name, to, files))
            if not progress.is_silent():
                print(f"{described.NAME} has no {described.LEFT_OUT}; add them before publishing it", file=sys.stderr)
    if left_out and not progress.is_silent():
        why = "they name runs" if key else f"an earlier release loaded them; drop {name} and load it again"
        print(f"not written: {', '.join(map(printable, left_out))}, because {why}", file=sys.stderr)
    size = sum(path.stat().st_size for path in files)
    print_text(f"{len(files)} file{'s' * (len(files) != 1)}, {size / 1e6:.1f} MB, in {to}")


def _freeze(db: Path, name: str, folder: Path, url: str | None) -> None:
    """Write a frozen lake, and print a warning if it contains runs."""
    from dltrack_db.export import frozen_lake

    with working(f"writing {name}"):
        num_runs = frozen_lake.freeze(db, name, folder, url=url)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print_text(f"{size / 1e6:.1f} MB in {folder}; {frozen_lake.OVERLAY} explains how to attach the DuckLake")
    if num_runs and not progress.is_silent():
        print(
            f"the folder contains the rankings of {num_runs:,} runs; submitted runs are not public: ask their authors "
            "before you publish the folder",
            file=sys.stderr,
        )
