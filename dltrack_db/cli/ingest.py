"""`dltrack ingest`: editions, runs, qrels and other test collections into the database; `dltrack drop`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from dltrack_db import recipes
from dltrack_db.cli.common import DEFAULT_DATABASE, Database
from dltrack_db.errors import UsageError
from dltrack_db.files.sources import SourceIndex
from dltrack_db.output import printable_lines

if TYPE_CHECKING:
    from dltrack_db.corpus import Options as CorpusOptions
    from dltrack_db.ingest.loader import LoadReport, Options
    from dltrack_db.ingest.plan import Plan


class IngestGroup(TyperGroup):
    """Lets `dltrack ingest trec2021` stand for `dltrack ingest edition trec2021`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command in front unless another one is named."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args.insert(0, "edition")
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=IngestGroup,
    no_args_is_help=True,
    help=f"""Load data into the database: validated first, published in one transaction, or not at all.

    **dltrack ingest ID...** loads whole editions (see `dltrack ingest edition --help` for its options);
    known are {", ".join(recipes.names())}.

    Example: dltrack ingest trec2021 --from ~/downloads --runs ~/trec-runs
    """,
)

Replace = Annotated[bool, typer.Option("--replace", help="Put changed files in the place of loaded ones.")]
Dedup = Annotated[
    str, typer.Option("--dedup", metavar="first", help="Keep the first of documents a run repeats for a topic.")
]
DataDocs = Annotated[
    Path | None, typer.Option("--data-docs", metavar="DIR", help="Also write Great Expectations' HTML report there.")
]
Memory = Annotated[str, typer.Option("--memory", metavar="SIZE", help="Most memory DuckDB may use.")]
Profile = Annotated[
    str,
    typer.Option("--profile", help="How much of a corpus: full, ids (no text), judged (what qrels and runs name)."),
]
Subset = Annotated[
    bool, typer.Option("--subset", help="The corpus files hold only some lines: skip checks of places and totals.")
]
OnError = Annotated[
    str, typer.Option("--on-error", metavar="stop|reject-file", help="What to do with a damaged corpus file.")
]
Restart = Annotated[bool, typer.Option("--restart", help="Forget an unfinished load of a corpus and begin anew.")]
DEFAULT_MEMORY = "4GB"


def _say(text: str) -> None:
    print(printable_lines(text), file=sys.stderr)


def _options(dedup: str = "", **options: Any) -> Options:
    from dltrack_db.ingest.loader import Options

    if dedup not in ("", "first"):
        raise UsageError(f"--dedup knows only «first», not «{dedup}»")
    return Options(first_of_duplicates=dedup == "first", say=_say, **options)


def _load(plan: Plan, db: Path, **options: Any) -> None:
    from dltrack_db.ingest import loader

    _tell(loader.load(plan, db, _options(**options)), db)


def _tell(report: LoadReport, db: Path) -> None:
    from dltrack_db.ingest.summary import summarize

    for line in summarize(report, db):
        print(printable_lines(line))


@contextmanager
def _corpus_options(
    profile: str, memory: str, subset: bool, on_error: str, restart: bool, replace: bool
) -> Iterator[CorpusOptions]:
    """How to load corpora, with a progress bar on terminals as long as the block lasts."""
    from dltrack_db.corpus import Options
    from dltrack_db.progress import corpus_progress

    if on_error not in ("stop", "reject-file"):
        raise UsageError(f"--on-error knows stop and reject-file, not «{on_error}»")
    with corpus_progress() as show:
        yield Options(
            profile=profile,
            memory_limit=memory,
            is_subset=subset,
            reject_files=on_error == "reject-file",
            restart=restart,
            replace=replace,
            say=_say,
            on_progress=show,
        )


@app.command("edition")
def edition(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Editions: " + ", ".join(recipes.names()) + ".")],
    db: Database = DEFAULT_DATABASE,
    source: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="DIR_OR_URL", help="Look for the official files here first (repeatable)."),
    ] = None,
    runs: Annotated[
        list[Path] | None,
        typer.Option("--runs", metavar="DIR_OR_FILE", help="Submitted run files or folders of them (repeatable)."),
    ] = None,
    parts: Annotated[
        str,
        typer.Option(
            "--parts", metavar="LIST", help="Which parts: queries,qrels,runs,corpus,mapping. [default: the first three]"
        ),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what would be loaded, from where, how much; change nothing.")
    ] = False,
    keep_downloads: Annotated[
        Path | None, typer.Option("--keep-downloads", metavar="DIR", help="Keep downloaded files in this folder.")
    ] = None,
    replace: Replace = False,
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Accept a file whose md5 is not the official one, on its counts.")
    ] = False,
    dedup: Dedup = "",
    data_docs: DataDocs = None,
    memory: Memory = DEFAULT_MEMORY,
    profile: Profile = "full",
    subset: Subset = False,
    on_error: OnError = "stop",
    restart: Restart = False,
) -> None:
    """Load editions of the track: topics, qrels and the submitted runs at hand.

    Files are taken from --from when they lie there under their official names
    (plain or .gz), else downloaded. Submitted runs are the files input.* in
    folders named after the collection, for example trec2021-passages/.

    Example: dltrack ingest trec2019 trec2021 --from ~/trec-data
    """
    from dltrack_db.ingest import corpora, loader, plan, summary

    chosen = plan.check_parts(parts) if parts else ()
    editions = [recipes.load(name) for name in ids]
    places: list[Path | str] = [place if "://" in place else Path(place) for place in source or []]
    if dry_run:
        for recipe in editions:
            edition_plan = plan.plan_edition(recipe, SourceIndex(places), runs or [], chosen or plan.DEFAULT_PARTS)
            summary.print_plan(edition_plan)
            for name, is_whole in corpora.of_edition(recipe, chosen).items():
                print(corpora.foretell(name, SourceIndex(places), profile if is_whole else corpora.MAPPING_PROFILE, db))
        return
    options = _options(
        replace=replace,
        unverified=unverified,
        dedup=dedup,
        keep_downloads=keep_downloads,
        data_docs=data_docs,
        memory_limit=memory,
    )
    for recipe in editions:
        with _corpus_options(profile, memory, subset, on_error, restart, replace) as of_corpora:
            report = loader.load_edition(
                recipe, db, options, places=places, runs=runs or [], parts=chosen, corpus_options=of_corpora
            )
        _tell(report, db)


@app.command("corpus")
def ingest_corpus(
    name: Annotated[str, typer.Argument(metavar="CORPUS", help="A corpus, e.g. msmarco-v2-passage.")],
    db: Database = DEFAULT_DATABASE,
    source: Annotated[
        str,
        typer.Option("--from", metavar="FILE_DIR_OR_URL", help="The tar, a folder of its members, a file, or a URL."),
    ] = "",
    profile: Profile = "full",
    subset: Subset = False,
    on_error: OnError = "stop",
    restart: Restart = False,
    replace: Replace = False,
    memory: Memory = DEFAULT_MEMORY,
) -> None:
    """Load one corpus, straight from its archive; an interrupted load goes on where it stopped.

    Example: dltrack ingest corpus msmarco-v2-passage --from msmarco_v2_passage.tar --profile judged
    """
    from dltrack_db import corpus
    from dltrack_db.ingest import corpora, summary

    spec = corpora.check_name(name)
    place = corpora.open_place(spec, source) if source else corpora.find(spec, SourceIndex([]))
    with _corpus_options(profile, memory, subset, on_error, restart, replace) as options:
        report = corpus.load(db, spec, place, options)
    for line in summary.summarize_corpus(report):
        print(line)


@app.command("runs")
def ingest_runs(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Run files, or folders of them.")],
    collection: Annotated[str, typer.Option("--collection", "-c", help="The collection the runs answer.")],
    db: Database = DEFAULT_DATABASE,
    replace: Replace = False,
    dedup: Dedup = "",
    data_docs: DataDocs = None,
    memory: Memory = DEFAULT_MEMORY,
) -> None:
    """Load run files: your own, or new ones somebody sent.

    The run's id is its file name without input. before and .txt, .run, .res, .trec, .gz behind it.

    Example: dltrack ingest runs my_bm25.txt --collection trec2021-passages
    """
    from dltrack_db.ingest import plan
    from dltrack_db.store import collections

    owner, spec = collections.in_database(db, collection)
    _load(
        plan.plan_runs(owner, spec, files), db, replace=replace, dedup=dedup, data_docs=data_docs, memory_limit=memory
    )


@app.command("qrels")
def ingest_qrels(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A qrels file in TREC's format.")],
    collection: Annotated[str, typer.Option("--collection", "-c", help="The collection it judges.")],
    variant: Annotated[str, typer.Option("--variant", help="The name to give these labels, e.g. nist-expanded.")],
    db: Database = DEFAULT_DATABASE,
    replace: Replace = False,
    data_docs: DataDocs = None,
) -> None:
    """Load another set of labels for a collection, beside the official ones.

    Example: dltrack ingest qrels gpt4.qrels --collection trec2021-passages --variant gpt4
    """
    from dltrack_db.ingest import plan
    from dltrack_db.store import collections

    owner, spec = collections.in_database(db, collection)
    _load(plan.plan_qrels(owner, spec, file, variant), db, replace=replace, data_docs=data_docs)


@app.command("collection")
def ingest_collection(
    name: Annotated[str, typer.Option("--name", help="Name of the collection, e.g. robust04.")],
    qrels: Annotated[Path, typer.Option("--qrels", metavar="FILE", help="Qrels in TREC's format.")],
    topics: Annotated[
        Path, typer.Option("--topics", metavar="FILE", help="Topics: id, tab, text; or TREC's <top> form.")
    ],
    task: Annotated[str, typer.Option("--task", help="What is retrieved, e.g. docs.")] = "docs",
    runs: Annotated[
        list[Path] | None, typer.Option("--runs", metavar="DIR_OR_FILE", help="Run files or folders of them.")
    ] = None,
    min_relevance: Annotated[
        int, typer.Option("--min-relevance", help="Lowest grade that counts as relevant in binary measures.")
    ] = 1,
    year: Annotated[int | None, typer.Option("--year", help="Year of the collection.")] = None,
    db: Database = DEFAULT_DATABASE,
    replace: Replace = False,
    dedup: Dedup = "",
    data_docs: DataDocs = None,
    memory: Memory = DEFAULT_MEMORY,
) -> None:
    """Load any other test collection in TREC's formats.

    Example: dltrack ingest collection --name robust04 --qrels qrels.robust04.txt --topics topics.txt --runs runs/
    """
    from dltrack_db.ingest import plan

    spec = recipes.CollectionSpec(
        collection=name, task=task, query_set=name, title=name, year=year, min_relevance=min_relevance
    )
    _load(
        plan.plan_collection(spec, qrels, topics, runs or []),
        db,
        replace=replace,
        dedup=dedup,
        data_docs=data_docs,
        memory_limit=memory,
    )


def drop(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Editions or single collections.")],
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Remove editions or collections with everything loaded for them.

    Example: dltrack drop trec2019
    """
    from dltrack_db.store import collections

    for name in ids:
        for collection, rows in collections.drop(db, name):
            print(printable_lines(f"dropped {collection}: {rows:,} ranking rows"))
