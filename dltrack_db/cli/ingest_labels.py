"""`dltrack ingest qrels`, `scores`, `run-notes` and `predictions`: labels, scores and notes by third parties."""

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
"""Valid kinds of judges in main.qrels_variants."""


@dataclass(frozen=True)
class LabelOrigin:
    """Origin and relevance level of a set of labels, as in main.qrels_variants."""

    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="Who judged: human, llm, synthetic, inferred.")
    ] = ""
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="The model that judged, e.g. gpt-4.")] = ""
    prompt: Annotated[str, typer.Option("--prompt", metavar="TEXT", help="The prompt or method.")] = ""
    author: Annotated[str, typer.Option("--author", metavar="NAME", help="Who made the labels.")] = ""
    licence: Annotated[str, typer.Option("--licence", metavar="TEXT", help="Terms of use.")] = ""
    cuts: Annotated[str, typer.Option("--cuts", metavar="LIST", help="Cut points of fractions, e.g. 0.5,1.5.")] = ""
    min_relevance: Annotated[
        float | None,
        typer.Option(
            "--min-relevance",
            min=0,
            max=GREATEST_GRADE,
            help="Lowest relevant label. [default: the collection's level, converted to these labels' scale]",
        ),
    ] = None


@with_option_groups
def ingest_qrels(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Files of labels, or folders of them.")],
    collection: Annotated[str, typer.Option("--collection", "-c", metavar="NAME", help="The collection they judge.")],
    labels: Annotated[
        str, typer.Option("--labels", metavar="NAME", help="Name of the labels. [default: the file's name]")
    ] = "",
    skip_foreign: Annotated[
        bool, typer.Option("--skip-foreign", help="Skip labels for topics of other collections.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
    *,
    origin: LabelOrigin,
    loading: LoadingOptions,
) -> None:
    """Load more sets of labels for a collection, in addition to the official ones.

    Example: dltrack ingest qrels judges/ -c trec2021-passages --kind llm --model gpt-4

    Files are TREC's qrels, three columns, or CSV, JSON lines or Parquet with
    named columns (query_id,doc_id,label), where fractions need --cuts.

    If the collection was loaded without labels (dltrack ingest collection --name N --topics F), these become its
    official ones.

    Example: dltrack ingest qrels yes_or_no.qrels -c trec2021-passages --min-relevance 1
    """
    from dltrack_db.load import plan
    from dltrack_db.store import collections

    if origin.kind not in ("", *JUDGES):
        raise UsageError(f"--kind must be one of {', '.join(JUDGES)}, not '{origin.kind}'")
    if origin.min_relevance is not None and not isfinite(origin.min_relevance):
        raise UsageError("--min-relevance must be a number: the lowest relevant label")
    levels.check_cuts(origin.cuts)
    described = {key: value for key, value in asdict(origin).items() if value not in ("", None)}
    for key, value in described.items():
        if mark := names.steering_mark(str(value)):
            raise UsageError(f"--{key} contains {mark}; remove it")
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
        str,
        typer.Option("--labels", metavar="NAME", help="Labels they were computed with. [default: the official ones]"),
    ] = "",
    min_relevance: Annotated[
        int | None,
        whole_number(
            "--min-relevance", least=-GREATEST_GRADE, most=GREATEST_GRADE, help="Lowest relevant grade. [default: 1]"
        ),
    ] = None,
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load scores per topic of runs whose rankings are not public.

    Example: dltrack ingest scores treceval/ -c trec2021-passages --min-relevance 1

    Formats: output of trec_eval -q or ndcgeval, named after the run; tables with a header, or with the columns run,
    measure, topic, value, or run, topic, measure, value (ir_measures), or topic, Q0, run, rank, value, measure; JSON
    lines with run_id, topic_id, measure and value. Means over topics are skipped.
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
            f"first with: dltrack ingest qrels FILE -c {collection}"
        )


@with_option_groups
def ingest_run_notes(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES...", help="CSV or ir-metadata.yml files, plain or .gz, folders, or URLs."),
    ],
    name: Annotated[str, typer.Option("--name", help="Name of the notes. [default: the file's name]")] = "",
    collection: Annotated[
        str,
        typer.Option("--collection", "-c", metavar="NAME", help="Collection of the run in an ir-metadata.yml."),
    ] = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load notes on runs, such as their descriptions by the groups.

    Example: dltrack ingest run-notes dl_descriptions.csv.gz

    Columns run_id and collection (or edition and task) identify the run; every other column is a note. In your own
    collections, columns of main.runs (team, category, subtask, stage and more) are stored there, and is_submission
    (true or false) says whether a run is a submission, which is the default.
    A description by ir-metadata.org (*.ir-metadata.yml) names its run by its tag; next to a run's file it is loaded
    with the run, too.
    Files may cover several editions; all of them are loaded, or none. The notes are stored in main.run_metadata, and
    `dltrack describe RUN` shows them.
    """
    from dltrack_db.base.files import sources, tempfolder
    from dltrack_db.load import plan, run_notes, sidecars
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
def ingest_predictions(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Tables of topics, as CSV or TSV.")],
    collection: Annotated[
        str, typer.Option("--collection", "-c", metavar="NAME", help="The collection of the topics.")
    ],
    name: Annotated[str, typer.Option("--name", help="Name of the predictions. [default: the file's name]")] = "",
    db: Database = DEFAULT_DATABASE,
    *,
    loading: LoadingOptions,
) -> None:
    """Load numbers about topics, such as performance predictions.

    Example: dltrack ingest predictions qpp.csv -c trec2021-passages

    The first line names the columns: query_id and one per predictor. They are stored in main.query_attributes;
    judging.topic_difficulty compares them with the scores of runs.
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
        raise UsageError(f"--name can name the {what} of one file, not of {number}; leave it out")


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
