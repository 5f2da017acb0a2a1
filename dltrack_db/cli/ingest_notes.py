"""`dltrack ingest run-notes` and `dltrack ingest topic-notes`: tables about runs and topics."""

from __future__ import annotations

import re
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Database, note
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import LoadingOptions
from dltrack_db.errors import UsageError


@with_option_groups
def ingest_run_notes(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES...", help="CSV (plain or .gz) or ir-metadata.yml: files, folders or URLs."),
    ],
    name: Annotated[str, typer.Option("--name", help="Name of the notes. [default: the file's name]")] = "",
    collection: Annotated[
        str,
        typer.Option("--collection", "-c", metavar="NAME", help="For ir-metadata.yml: collection of the run."),
    ] = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load notes on runs, such as the groups' descriptions.

    Example: dltrack ingest run-notes dl_descriptions.csv.gz

    In a CSV file, the columns run_id and collection (or edition and task) identify the run, and every other column is a
    note. Notes are stored in main.run_metadata, and `dltrack describe RUN` prints them. In your own collections, a
    column with a name of main.runs (team, category, subtask, stage and more) is stored in main.runs, and the column
    is_submission (true or false, by default true) says whether the run is a submission.

    In a description by ir-metadata.org (*.ir-metadata.yml), the tag identifies the run. A description next to a run
    file is also loaded with the run.

    The files may cover several editions. Either all of them are loaded, or none.
    """
    from dltrack_db.base.files import sources, tempfolder
    from dltrack_db.load import plan, run_notes, sidecars
    from dltrack_db.store import collections

    file_names = {path: file for file in files for path in sources.label_files([_local_path(file)])}
    _check_name(name, "notes", len(file_names))
    if collection and not all(sources.is_sidecar(path) for path in file_names):
        raise UsageError(
            "--collection works only with ir-metadata.yml files; leave it out, because each line of a table names its "
            "collection"
        )
    loaded = collections.all_in_database(db, loading.patience)
    owners = {collection: edition for collection, (edition, _) in loaded.items()}
    with tempfolder.folder() as folder:
        items: list[plan.Item] = []
        left_out: list[str] = []
        for number, (path, file) in enumerate(file_names.items()):
            called = name or sources.label_name(path).removesuffix(".csv")
            display_name = file if "://" in file else str(path)
            (folder / str(number)).mkdir()
            if sources.is_sidecar(path):
                of_run, path = sidecars.split(
                    path,
                    folder / str(number),
                    display_name,
                    lambda run_id: collection or collections.collection_of_run(db, run_id, loading.patience),
                )
                called = name or of_run
            note_items, notes_left_out = run_notes.split(
                path, folder / str(number), called, owners.keys(), display_name
            )
            items += note_items
            left_out += notes_left_out
        specs = {str(item.collection): loaded[str(item.collection)][1] for item in items}
        editions = " ".join(dict.fromkeys(owners[collection] for collection in specs))
        notes = plan.Plan(editions, tuple(specs.values()), tuple(items), notes=tuple(left_out), owners=owners)
        loading.load(notes, db)


@with_option_groups
def ingest_topic_notes(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Tables of topics: CSV, TSV or JSON lines.")],
    collection: Annotated[
        str, typer.Option("--collection", "-c", metavar="NAME", help="The collection of the topics.")
    ],
    name: Annotated[str, typer.Option("--name", help="Name of the notes. [default: the file's name]")] = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load notes on topics, such as query types or predictions of difficulty.

    Example: dltrack ingest topic-notes kinds.csv -c trec2021-passages

    The first line names the columns: query_id, and one column per note, with texts or numbers. In JSON lines, the names
    are keys. Notes are stored in main.query_attributes. The commands leaderboard, compare and eval split their results
    by a note with `--by NOTE`; judging.topic_difficulty compares numeric notes with the scores of runs.
    """
    from contextlib import closing

    from dltrack_db.base import sql_text
    from dltrack_db.base.files import sources, tempfolder
    from dltrack_db.load import plan, topic_notes
    from dltrack_db.store import collections, database

    found = sources.label_files(files)
    _check_name(name, "notes", len(found))
    owner, spec = collections.in_database(db, collection, loading.patience)
    with closing(database.open_readonly(db, patience=loading.patience)) as con:
        query = (
            f"select query_id from main.queries where query_set = {sql_text.literal(spec.query_set)} "
            f"union select query_id from main.qrels where collection = {sql_text.literal(spec.collection)}"
        )
        topics = {row[0] for row in con.execute(query).fetchall()}
    with tempfolder.folder() as folder:
        items, remarks = [], []
        for number, path in enumerate(found):
            (folder / str(number)).mkdir()
            called = re.sub(r"\.(csv|tsv|jsonl|ndjson|json)$", "", name or sources.label_name(path))
            item, remarks_on_file = topic_notes.read(path, folder / str(number), called, spec.query_set, topics)
            items.append(item)
            remarks += remarks_on_file
        loading.load(plan.Plan(owner, (spec,), tuple(items), notes=tuple(remarks)), db)


@wraps(ingest_topic_notes, assigned=["__annotations__"])  # not its docstring
def ingest_predictions(**options: Any) -> None:
    """Load notes on topics; this is the former name of `ingest topic-notes`.

    Example: dltrack ingest predictions qpp.csv -c trec2021-passages
    """
    note("'ingest predictions' is now called 'ingest topic-notes', which accepts texts, too")
    ingest_topic_notes(**options)


def _check_name(name: str, what: str, number: int) -> None:
    if name and number > 1:
        raise UsageError(f"--name can name the {what} of one file, not of {number}; leave out --name")


def _local_path(file: str) -> Path:
    """Return a path; if `file` is a URL, download it and return the path of the download."""
    from dltrack_db.base import config
    from dltrack_db.base.progress import shown_progress
    from dltrack_db.load.downloads import download_cache

    if "://" not in file:
        return Path(file)
    address_file = download_cache.Wanted(file.rsplit("/", 1)[-1], file, max_bytes=1 << 28)
    with shown_progress() as meter:
        return download_cache.fetch_cached(address_file, config.cache_folder(None), allowed_hosts=None, progress=meter)
