"""`dltrack ingest qrels`, `scores`, `run-notes` and `predictions`: labels, scores and notes that others made."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from dltrack_db.base import names
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, whole_number
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import GREATEST_GRADE, LoadingOptions
from dltrack_db.errors import UsageError
from dltrack_db.score import levels

JUDGES = ("human", "llm", "synthetic", "inferred")
"""The kinds of judges that main.qrels_variants knows."""


@dataclass(frozen=True)
class LabelOrigin:
    """LabelOrigin and level of a set of labels: columns of main.qrels_variants."""

    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="Who judged: human, llm, synthetic, inferred.")
    ] = ""
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="The model that labelled, e.g. gpt-4.")] = ""
    prompt: Annotated[str, typer.Option("--prompt", metavar="TEXT", help="The prompt or method in words.")] = ""
    author: Annotated[str, typer.Option("--author", metavar="NAME", help="Who made the labels.")] = ""
    licence: Annotated[str, typer.Option("--licence", metavar="TEXT", help="Terms of use.")] = ""
    cuts: Annotated[
        str,
        typer.Option("--cuts", metavar="LIST", help="Cut points of fractions, such as 0.5,1.5."),
    ] = ""
    min_relevance: Annotated[
        float | None,
        typer.Option(
            "--min-relevance",
            min=0,
            max=GREATEST_GRADE,
            help="Lowest relevant label; else the collection's level, on the scale of its official labels.",
        ),
    ] = None


@with_option_groups
def ingest_qrels(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILES...", help="Files of labels, or folders of them."),
    ],
    collection: Annotated[str, typer.Option("--collection", "-c", metavar="NAME", help="The collection they judge.")],
    labels: Annotated[
        str,
        typer.Option("--labels", metavar="NAME", help="Name of the labels of one file; else the file's."),
    ] = "",
    skip_foreign: Annotated[
        bool, typer.Option("--skip-foreign", help="Leave out labels of other collections.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    *,
    origin: LabelOrigin,
    loading: LoadingOptions,
) -> None:
    """Load more sets of labels for a collection, next to the official ones; each is named after its file.

    Example: dltrack ingest qrels judges/ -c trec2021-passages --kind llm --model gpt-4

    Files are TREC's qrels, three columns, or CSV, JSON lines or Parquet with
    named columns (query_id,doc_id,label), where fractions need --cuts.

    The first labels of a collection that was made without (dltrack ingest collection --name N --topics F) become its
    official ones.

    Example: dltrack ingest qrels yes_or_no.qrels -c trec2021-passages --min-relevance 1
    """
    from dltrack_db.load import plan
    from dltrack_db.store import collections

    if origin.kind not in ("", *JUDGES):
        raise UsageError(f"--kind knows {', '.join(JUDGES)}, not '{origin.kind}'")
    if origin.min_relevance is not None and not isfinite(origin.min_relevance):
        raise UsageError("--min-relevance is not a number; write the lowest label that is relevant")
    levels.check_cuts(origin.cuts)
    described = {key: value for key, value in asdict(origin).items() if value not in ("", None)}
    for key, value in described.items():
        if odd := names.steering_mark(str(value)):
            raise UsageError(f"--{key} holds {odd}; leave it out")
    owner, spec = collections.in_database(db, collection, loading.patience)
    if collections.awaits_labels(db, owner, spec, loading.patience):
        planned = plan.plan_first_qrels(owner, spec, files, labels, described)
        planned = replace(planned, items=tuple(replace(item, skips_foreign=skip_foreign) for item in planned.items))
    else:
        planned = plan.plan_qrels(owner, spec, files, labels, described, skip_foreign=skip_foreign)
    loading.load(planned, db)


@partial(with_option_groups, more="ingest scores")
def ingest_scores(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files of scores, or folders of them.")],
    collection: Annotated[
        str, typer.Option("--collection", "-c", metavar="NAME", help="The collection the runs answer.")
    ],
    variant: Annotated[
        str, typer.Option("--labels", metavar="NAME", help="The labels they were computed by, if not the official.")
    ] = "",
    min_relevance: Annotated[
        int | None,
        whole_number(
            "--min-relevance", least=-GREATEST_GRADE, most=GREATEST_GRADE, help="Lowest relevant grade; else 1."
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load scores per topic of runs whose rankings are not public, for which they stand in.

    Example: dltrack ingest scores treceval/ -c trec2021-passages --min-relevance 1

    The files are output of trec_eval -q or ndcgeval, named after their run; or have the columns that their first line
    names, or run, measure, topic and value, or run, topic, measure and value (ir_measures), or topic, Q0, run, rank,
    value and measure; or are JSON lines with run_id, topic_id, measure and value. Rows over all topics are not read.
    """
    from dltrack_db.load import plan
    from dltrack_db.store import collections

    owner, spec = collections.in_database(db, collection, loading.patience)
    if variant:
        _check_labels(db, spec.collection, variant)
    level = 1 if min_relevance is None else min_relevance
    loading.load(plan.plan_scores(owner, spec, files, variant or spec.qrels_variant, level), db)


def _check_labels(db: Path, collection: str, variant: str) -> None:
    """Raise UsageError if neither the database nor a recipe has labels of that name."""
    from contextlib import closing

    from dltrack_db.base import recipes
    from dltrack_db.base.suggest import unknown
    from dltrack_db.store import collections, database

    with closing(database.open_readonly(db)) as con:
        loaded_labels = collections.variants(con, collection)
    official = [
        spec.name
        for recipe in map(recipes.load, recipes.names())
        for part in ("qrels", "scores")
        for spec in recipe.part_files(part)
        if spec.collection == collection
    ]
    known_labels = list(dict.fromkeys([*loaded_labels, *official]))
    if variant not in known_labels:
        raise UsageError(
            f"{collection} has no labels {names.displayed_name(variant)}{unknown(variant, known_labels)}; load them "
            "first with: dltrack ingest qrels"
        )


@with_option_groups
def ingest_run_notes(
    files: Annotated[
        list[str], typer.Argument(metavar="FILES...", help="CSV files, plain or .gz, folders of them, or addresses.")
    ],
    name: Annotated[
        str, typer.Option("--name", help="What to call the notes of one file. [default: the file's name]")
    ] = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load notes on runs, such as the descriptions that groups gave, for the loaded collections.

    Example: dltrack ingest run-notes dl_descriptions.csv.gz

    Columns run_id and collection (or edition and task) say which run a line is about; each other column is a note,
    and those of main.runs (team, category, subtask, stage and more) describe runs of collections of your own. There,
    is_submission (true, false) says which runs count as submitted; all do of which nothing is said.
    Files may be about several editions; all are loaded, or nothing is. `dltrack describe RUN` shows the notes,
    main.run_metadata holds them.
    """
    from dltrack_db.base.files import sources, tempfolder
    from dltrack_db.load import plan, run_notes
    from dltrack_db.store import collections

    file_names = {path: file for file in files for path in sources.label_files([_local_path(file)])}
    _check_name(name, "notes", len(file_names))
    loaded = collections.all_in_database(db, loading.patience)
    owners = {collection: edition for collection, (edition, _) in loaded.items()}
    with tempfolder.folder() as folder:
        items: list[plan.Item] = []
        left_out: list[str] = []
        for number, (path, file) in enumerate(file_names.items()):
            called = name or sources.label_name(path).removesuffix(".csv")
            display_name = file if "://" in file else str(path)
            (folder / str(number)).mkdir()
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
def ingest_predictions(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Tables of topics: CSV, or tabs between.")],
    collection: Annotated[
        str, typer.Option("--collection", "-c", metavar="NAME", help="The collection whose topics they are.")
    ],
    name: Annotated[
        str, typer.Option("--name", help="What to call the predictions of one file. [default: the file's name]")
    ] = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load predictions of how well topics will do, or any other numbers that are known of them.

    Example: dltrack ingest predictions qpp.csv -c trec2021-passages

    The first line names the columns: query_id and one for each predictor. judging.topic_difficulty compares them with
    the scores of runs; main.query_attributes has them.
    """
    from contextlib import closing

    from dltrack_db.base import sql_text
    from dltrack_db.base.files import sources, tempfolder
    from dltrack_db.load import plan, predictions
    from dltrack_db.store import collections, database

    found = sources.label_files(files)
    _check_name(name, "predictions", len(found))
    owner, spec = collections.in_database(db, collection, loading.patience)
    with closing(database.open_readonly(db, patience=loading.patience)) as con:
        query = (
            f"select query_id from main.queries where query_set = {sql_text.literal(spec.query_set)} "
            f"union select query_id from main.qrels where collection = {sql_text.literal(spec.collection)}"
        )
        topics = {row[0] for row in con.execute(query).fetchall()}
    with tempfolder.folder() as folder:
        items = []
        for number, path in enumerate(found):
            (folder / str(number)).mkdir()
            called = name or sources.label_name(path).removesuffix(".csv").removesuffix(".tsv")
            items.append(predictions.read(path, folder / str(number), called, spec.query_set, topics))
        loading.load(plan.Plan(owner, (spec,), tuple(items)), db)


def _check_name(name: str, what: str, number: int) -> None:
    if name and number > 1:
        raise UsageError(f"--name is for the {what} of one file, not of {number}; leave it out")


def _local_path(file: str) -> Path:
    """Return the file or folder, downloaded first if it is an address."""
    from dltrack_db.base import config
    from dltrack_db.base.progress import shown_progress
    from dltrack_db.load.downloads import download_cache

    if "://" not in file:
        return Path(file)
    address_file = download_cache.Wanted(file.rsplit("/", 1)[-1], file, max_bytes=1 << 28)
    with shown_progress() as meter:
        return download_cache.fetch_cached(address_file, config.cache_folder(None), allowed_hosts=None, progress=meter)
