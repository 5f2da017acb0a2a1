"""`dltrack ingest`: load editions, runs, qrels and other test collections into the database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from dataclasses import replace as replaced
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dltrack_db.base import names, recipes, tie_rules
from dltrack_db.base import parts as kinds
from dltrack_db.base.files import sources
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import own
from dltrack_db.base.recipes import schema as recipe_schema
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.cli import ingest_corpus, ingest_notes, ingest_parts
from dltrack_db.cli.common import DEFAULT_DATABASE, Database, whole_number
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import (
    GREATEST_DEPTH,
    GREATEST_GRADE,
    CorpusLoadingOptions,
    NotSubmitted,
    RunLoadingOptions,
    TextOptions,
    corpus_options,
    print_report,
    say,
)
from dltrack_db.cli.lazy import ListedGroup
from dltrack_db.errors import UsageError
from dltrack_db.show import print_text

if TYPE_CHECKING:
    from dltrack_db.load.corpus import CorpusOptions
    from dltrack_db.load.plan import Item, Plan


class IngestGroup(ListedGroup):
    """The group `ingest`; `dltrack ingest trec2021` is short for `dltrack ingest edition trec2021`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Insert the command `edition` unless the first argument is a command or -h."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args.insert(0, "edition")
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=IngestGroup,
    no_args_is_help=True,
    help=f"""Load data into the database: validated first, published in one transaction, or not at all.

    Example: dltrack ingest trec2021 --from ~/downloads --runs ~/trec-runs

    `dltrack ingest ID...` loads editions; for its options see `dltrack ingest edition --help`. Valid IDs:
    {", ".join(recipes.names())}.
    """,
)


@dataclass(frozen=True)
class EditionOptions:
    """Options of `ingest edition`."""

    no_scores: Annotated[bool, typer.Option("--no-scores", help="Do not load the public scores of submitted runs.")] = (
        False
    )
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show which files would be loaded, and their sources.")] = (
        False
    )
    keep_downloads: Annotated[
        Path | None, typer.Option("--keep-downloads", metavar="DIR", help="Keep downloaded files in DIR.")
    ] = None
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Accept files with wrong checksums, as unofficial.")
    ] = False


@app.command("edition")
@with_option_groups
def edition(
    ids: Annotated[
        list[str],
        typer.Argument(metavar="ID...", help="Editions (listed by dltrack sources), or your own recipe (FILE.toml)."),
    ],
    db: Database = DEFAULT_DATABASE,
    source: Annotated[
        list[str] | None, typer.Option("--from", metavar="SOURCE", help="Folder or URL of the files (repeatable).")
    ] = None,
    runs: Annotated[
        list[str] | None, typer.Option("--runs", metavar="SOURCE", help="Files, folders, URLs, nist or baselines.")
    ] = None,
    parts: Annotated[
        str, typer.Option("--parts", metavar="LIST", help="Parts to load, e.g. queries,qrels. [default: all but texts]")
    ] = "",
    *,
    choice: EditionOptions,
    loading: RunLoadingOptions,
    text: CorpusLoadingOptions,
) -> None:
    """Load editions of the track: topics, qrels and submitted runs.

    Example: dltrack ingest trec2019 trec2021 --from ~/trec-data

    Files that --from contains under their official names are read from there;
    other files are downloaded. Submitted runs are files input.* in folders named
    after the collection, in --from or --runs. --runs nist downloads them with
    your NIST account (~/.netrc, or TREC_USER and TREC_PASSWORD); --runs baselines
    downloads public rankings that were not submitted. To write your own recipe,
    see docs/own-edition.md.
    """
    from dltrack_db.cli import load_summary
    from dltrack_db.load import corpora, loader, plan
    from dltrack_db.load.ledger import Ledger

    chosen = plan.check_parts(parts) if parts else ()
    if choice.no_scores:
        chosen = tuple(part for part in chosen or plan.DEFAULT_PARTS if part != "scores")
    chosen_recipes = [own.read(Path(name)) if own.is_path(name) else recipes.load(name) for name in ids]
    editions = [each for recipe in chosen_recipes for each in [*map(recipes.load, recipe.editions)] or [recipe]]
    places: list[Path | str] = [place if "://" in place else Path(place) for place in source or []]
    run_places = [place if plan.is_remote(place) else Path(place) for place in runs or []]
    if choice.dry_run:
        for recipe in editions:
            index = SourceIndex([*places, *([recipe.home] if recipe.home else [])])
            edition_plan = plan.plan_edition(recipe, index, run_places, chosen or plan.DEFAULT_PARTS)
            load_summary.print_plan(*Ledger.read_only(db).skip_loaded(edition_plan, replace=loading.replace))
            for name, is_whole in corpora.required_corpora(recipe, chosen).items():
                print_text(
                    corpora.preview(
                        name, SourceIndex(places), text.profile if is_whole else corpora.MAPPING_PROFILE, db
                    )
                )
        return
    options = loading.options(unverified=choice.unverified, keep_downloads=choice.keep_downloads)
    for recipe in editions:
        with _corpus_options(loading, text) as corpora_options:
            report = loader.load_edition(
                recipe, db, options, places=places, runs=run_places, parts=chosen, corpus_options=corpora_options
            )
        print_report(report, db)


@app.command("runs")
@with_option_groups
def ingest_runs(
    files: Annotated[list[Path], typer.Argument(metavar="FILES...", help="Run files, or folders of them.")],
    collection: Annotated[str, typer.Option("--collection", "-c", help="The collection of the runs.")],
    not_submitted: NotSubmitted = False,
    db: Database = DEFAULT_DATABASE,
    *,
    loading: RunLoadingOptions,
) -> None:
    """Load run files.

    Example: dltrack ingest runs my_bm25.txt --collection trec2021-passages

    A file has TREC's run format, or is MTEB's JSON of predictions. The run's id is the file name without the prefix
    'input.' and without .txt, .run, .res, .trec, .json and .gz.

    In your own collection, runs are submissions unless you pass --not-submitted, or later set the column is_submission
    to false (dltrack ingest run-notes). In an official edition, your own runs are never submissions.
    """
    from dltrack_db.load import plan
    from dltrack_db.load.ledger import Ledger

    owner, spec, ledger = Ledger.read_with_collection(db, collection, loading.patience, runs=sources.run_files(files))
    planned = plan.plan_part("runs", owner, spec, files)
    loading.load(plan.without_submissions(planned) if not_submitted else planned, db, ledger)


app.command("corpus")(ingest_corpus.ingest_corpus)
for kind in kinds.all_parts():
    if kind.help:
        app.command(kind.name, help=kind.help)(ingest_parts.make_command(kind))
app.command("run-notes")(ingest_notes.ingest_run_notes)
app.command("topic-notes")(ingest_notes.ingest_topic_notes)
app.command("predictions")(ingest_notes.ingest_predictions)


_CONVENTIONS = ("title", "tie_rule", "run_depth", "overview_depth", "ncg_depth", "follows")
"""Columns of main.collections that options set, and that ir_datasets does not provide."""


@dataclass(frozen=True)
class CollectionOptions:
    """Options that describe a collection without a recipe."""

    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Name of the collection, e.g. robust04.")] = ""
    title: Annotated[str | None, typer.Option("--title", metavar="TITLE", help="Printed name. [default: NAME]")] = None
    qrels: Annotated[
        Path | None, typer.Option("--qrels", metavar="FILE", help="Labels as TREC's qrels, or a table.")
    ] = None
    variant: Annotated[str, typer.Option("--labels", metavar="NAME", help="Name of the labels. [default: own]")] = ""
    irds: Annotated[str, typer.Option("--irds", metavar="DATASET", help="Load topics and qrels from ir_datasets.")] = ""
    topics: Annotated[
        Path | None, typer.Option("--topics", metavar="FILE", help="Topics: TSV, TREC's <top>, XML, JSON or ids.")
    ] = None
    text: Annotated[str, typer.Option("--text", metavar="FIELD", help="Field of a topic's text. [default: title]")] = ""
    task: Annotated[
        str, typer.Option("--task", metavar="NAME", help="docs (default), passages, segments or reports.")
    ] = ""
    runs: Annotated[
        list[Path] | None, typer.Option("--runs", metavar="SOURCE", help="Run files or folders; irds with --irds.")
    ] = None
    metadata: Annotated[
        Path | None, typer.Option("--metadata", metavar="CSV", help="Table about runs: run_id, team, category, …")
    ] = None
    min_relevance: Annotated[
        int | None,
        whole_number(
            "--min-relevance",
            least=-GREATEST_GRADE,
            most=GREATEST_GRADE,
            help="Lowest relevant grade. [default: 1]",
            hint=own.FRACTION_CURE,
        ),
    ] = None
    year: Annotated[int | None, whole_number("--year", least=1900, most=2200, help="Year of the collection.")] = None
    tie_rule: Annotated[
        str | None, typer.Option("--tie-rule", metavar="RULE", help="Order equal scores: double, float, submitted.")
    ] = None
    run_depth: Annotated[
        int | None, whole_number("--run-depth", least=1, most=GREATEST_DEPTH, help="Maximum items of a run per topic.")
    ] = None
    overview_depth: Annotated[
        int | None,
        whole_number("--overview-depth", least=1, most=GREATEST_DEPTH, help="Depth of RR and AP in leaderboards."),
    ] = None
    ncg_depth: Annotated[
        int | None,
        whole_number("--ncg-depth", least=1, most=GREATEST_DEPTH, help="k of NCG@k in leaderboards. [default: 100]"),
    ] = None
    follows: Annotated[
        str | None, typer.Option("--follows", metavar="NAME", help="The collection of the previous round.")
    ] = None
    exclude: Annotated[
        str | None,
        typer.Option("--exclude", metavar="FILE|self", help="Items to leave out; self: the item with the topic's id."),
    ] = None

    @property
    def labels(self) -> str:
        """Name of the official labels."""
        return self.variant or recipes.OWN_LABELS

    def with_conventions(self, labels_plan: Plan, db: Path) -> Plan:
        """Return the plan with the conventions given by the options."""
        if self.follows is not None:
            self._check_follows(labels_plan, db)
        if self.title is not None and (reason := recipe_schema.COLLECTION["title"](self.title)):
            raise UsageError(f"--title {reason}; write one plain line of at most 1,000 characters")
        conventions = {name: getattr(self, name) for name in _CONVENTIONS if getattr(self, name) is not None}
        if self.tie_rule is not None:
            conventions["tie_rule"] = tie_rules.current(self.tie_rule)
        from dltrack_db.score import exclusions

        items = labels_plan.items
        if self.exclude == exclusions.SELF:
            conventions["excludes_query_id"] = True
        elif self.exclude is not None:
            items = (*items, *self._excluded(labels_plan))
        return replaced(
            labels_plan,
            collections=tuple(replaced(spec, **conventions) for spec in labels_plan.collections),
            items=items,
        )

    def _excluded(self, labels_plan: Plan) -> tuple[Item, ...]:
        from dltrack_db.load import plan

        (spec,) = labels_plan.collections
        return plan.plan_part("exclusions", labels_plan.edition, spec, [Path(str(self.exclude))]).items

    def _check_follows(self, labels_plan: Plan, db: Path) -> None:
        from dltrack_db.store import collections

        follows = str(self.follows)
        if reason := names.problem(follows):
            raise UsageError(f"{names.displayed_name(follows)} cannot name a collection: {reason}; choose another name")
        if follows in [spec.collection for spec in labels_plan.collections]:
            raise UsageError(
                f"'{follows}' cannot follow itself; pass the collection of the previous round to --follows"
            )
        loaded_collections = collections.all_in_database(db) if db.exists() else {}
        if follows not in loaded_collections and follows.casefold() not in recipes.official_names():
            raise UsageError(
                f"--follows names '{follows}', which is not in {db}; load the previous round first"
                f"{did_you_mean(follows, list(loaded_collections))}"
            )

    def plan_files(self) -> Plan:
        """Return the plan for loading the collection from files."""
        from dltrack_db.load import plan

        if not self.name or not (self.qrels or self.topics):
            raise UsageError(
                "a collection needs a name and data; add --name and --topics or --qrels (or both), or --irds DATASET"
            )
        if self.text and not self.topics:
            raise UsageError("--text works only with --topics, as it names a field of that file; add --topics FILE")
        spec = recipes.CollectionSpec(
            collection=self.name,
            task=self.task or "docs",
            query_set=self.name,
            title=self.name,
            year=self.year,
            qrels_variant=self.labels,
            min_relevance=1 if self.min_relevance is None else self.min_relevance,
        )
        labels_plan = plan.plan_collection(spec, self.qrels, self.topics, self.runs or [], self.text)
        return replaced(labels_plan, has_level=self.min_relevance is not None)

    def plan_irds(self, folder: Path) -> Plan:
        """Return the plan for loading the collection from ir_datasets."""
        from dltrack_db.load import irds

        if self.qrels or self.topics or self.text:
            raise UsageError("--irds already provides topics and qrels; leave out --topics, --text and --qrels")
        own = irds.Conventions(self.name, self.task, self.min_relevance, self.year, self.labels)
        return irds.plan(self.irds, folder, own, runs=self.runs, say=say)


@app.command("collection")
@partial(with_option_groups, more="ingest collection")
def ingest_collection(
    *,
    described: CollectionOptions,
    corpus: Annotated[bool, typer.Option("--corpus", help="With --irds: load the texts too.")] = False,
    not_submitted: NotSubmitted = False,
    text_options: TextOptions,
    db: Database = DEFAULT_DATABASE,
    loading: RunLoadingOptions,
) -> None:
    """Load any other test collection, from TREC's files or from ir_datasets.

    Example: dltrack ingest collection --name robust04 --qrels labels --runs runs

    Labels and runs can follow later, in any order (docs/own-edition.md).
    """
    load_collection(described, corpus, not_submitted, text_options, db, loading)


def load_collection(
    described: CollectionOptions,
    corpus: bool,
    not_submitted: bool,
    text_options: TextOptions,
    db: Path,
    loading: RunLoadingOptions,
    extend: Callable[[Plan, Path], Plan] | None = None,
) -> str:
    """Load a test collection and return its name.

    `extend` adds the files of a plug-in: it takes the plan and a folder for temporary files, and returns the new plan.
    """
    if corpus and not described.irds:
        raise UsageError(
            "--corpus works only with --irds DATASET; to load your own texts see: dltrack ingest corpus --help"
        )
    text = None
    with ExitStack() as stack:
        if described.irds:
            from dltrack_db.base.files import tempfolder
            from dltrack_db.load import irds_text

            text = irds_text.source(described.irds) if corpus else None
            labels_plan = described.plan_irds(stack.enter_context(tempfolder.folder()))
        else:
            labels_plan = described.plan_files()
        labels_plan = described.with_conventions(labels_plan, db)
        if not_submitted:
            from dltrack_db.load import plan

            labels_plan = plan.without_submissions(labels_plan)
        if extend:
            from dltrack_db.base.files import tempfolder

            labels_plan = extend(labels_plan, stack.enter_context(tempfolder.folder()))
        if described.metadata:
            from dltrack_db.base.files import tempfolder
            from dltrack_db.load import run_descriptions as of_runs

            folder = stack.enter_context(tempfolder.folder())
            written = of_runs.write(described.metadata, labels_plan.collections[0].collection, folder / "runs.csv")
            notes = of_runs.notes(described.metadata, labels_plan.collections[0].collection, folder)
            labels_plan = replaced(labels_plan, run_descriptions=written, items=(*labels_plan.items, *notes))
        loading.load(labels_plan, db)
    if text is not None:
        here = replaced(loading, cluster=None)  # ir_datasets reads the texts in this process
        ingest_corpus.load(db, *text, _corpus_options(here, text_options))
    return labels_plan.collections[0].collection


def _corpus_options(loading: RunLoadingOptions, text: TextOptions) -> AbstractContextManager[CorpusOptions]:
    return corpus_options(
        text, memory=loading.memory, wait=loading.wait, replace=loading.replace, cluster=loading.cluster
    )
