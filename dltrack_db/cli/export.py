"""`dltrack export`: a collection's data as Parquet, CSV or TREC files."""

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
    """A lake to write, and where it will be served."""

    ducklake: Annotated[
        Path | None,
        typer.Option(
            "--ducklake", metavar="DIR", help="Write a new folder that anybody attaches read-only by address."
        ),
    ] = None
    url: Annotated[
        str | None, typer.Option("--url", help="With --ducklake: the address at which the folder will be served.")
    ] = None


@with_option_groups
def export(
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="An edition, or one collection.", autocompletion=completion.editions_and_collections
        ),
    ],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="Folder to write into; created if missing.")
    ] = None,
    form: Annotated[str, typer.Option("--format", "-f", metavar="parquet|csv|trec", help="Kind of files.")] = "parquet",
    spreadsheet: Annotated[
        bool,
        typer.Option("--spreadsheet", help="In CSV, put ' before texts that a spreadsheet would compute (= + - @)."),
    ] = False,
    croissant: Annotated[
        bool,
        typer.Option("--croissant", help="Describe the files in croissant.json, as catalogues of data sets want it."),
    ] = False,
    anonymous: Annotated[
        Path | None,
        typer.Option("--anonymous", metavar="KEYFILE", help="Runs and teams under pseudonyms, by the key in it."),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    *,
    lake: FrozenLake,
) -> None:
    """Write a collection's topics, labels, runs and scores to files.

    trec gives the files that NIST gives out (topics, qrels, input.RUN), which
    score the same and which `dltrack ingest` reads back, and files of answers,
    nuggets and preferences byte for byte. Corpus text is not exported. Remember
    the terms of the data: submitted runs are not public.

    --croissant adds croissant.json (MLCommons Croissant 1.0): the files with
    size and sha256, tables, keys, and what each column means.

    --anonymous names runs and teams by a key that is made where the file has
    none: with the same key the names stay the same; keep it to yourself.

    --ducklake writes a frozen DuckLake: a catalogue and Parquet files for any web
    server, with overlay.sql beside, which makes all views in the DuckDB shell.

    Example: dltrack export trec2021-passages --to runs --format trec

    Example: dltrack export trec2021 --ducklake public --url https://example.org/trec2021
    """
    from dltrack_db.export import collection_files, pseudonyms
    from dltrack_db.export import croissant as described
    from dltrack_db.store import database

    if lake.ducklake is not None:
        if to is not None or croissant or spreadsheet or anonymous or form != "parquet":
            raise UsageError("--ducklake writes a lake and nothing else; leave the other options out, but --url")
        _freeze(db, name, lake.ducklake, lake.url)
        return
    if to is None or lake.url is not None:
        raise UsageError("say where to write: --to DIR for files, or --ducklake DIR (which alone takes --url)")
    if croissant and form not in described.FORMATS:
        raise UsageError(f"--croissant describes tables, not {form}; add --format parquet or --format csv")
    key = pseudonyms.key_of(anonymous) if anonymous else None
    with working(f"writing {name}"), closing(database.open_readonly(db, older=note, into=to)) as con:
        files = list(collection_files.export(con, name, to, form, for_spreadsheets=spreadsheet, key=key))
        left_out = collection_files.files_left_out(con, name, anonymous=key is not None) if form == "trec" else []
        if croissant:
            files.append(described.write(con, name, to, files))
            if not progress.is_silent():
                print(f"{described.NAME} lacks {described.LEFT_OUT}; add them to publish it", file=sys.stderr)
    if left_out and not progress.is_silent():
        why = "they name runs" if key else f"an earlier dltrack loaded them; drop {name} and load it again"
        print(f"not written: {', '.join(map(printable, left_out))}; {why}", file=sys.stderr)
    size = sum(path.stat().st_size for path in files)
    print_text(f"{len(files)} file{'s' * (len(files) != 1)}, {size / 1e6:.1f} MB, in {to}")


def _freeze(db: Path, name: str, folder: Path, url: str | None) -> None:
    """Write a frozen lake, and say how it is attached and whose runs are in it."""
    from dltrack_db.export import frozen_lake

    with working(f"writing {name}"):
        num_runs = frozen_lake.freeze(db, name, folder, url=url)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print_text(f"{size / 1e6:.1f} MB in {folder}; {frozen_lake.OVERLAY} says how it is attached")
    if num_runs and not progress.is_silent():
        print(
            f"it holds the rankings of {num_runs:,} runs; submitted runs are not public: ask those who submitted them "
            "before you publish it",
            file=sys.stderr,
        )
