"""Run a load: fetch, read, stage, validate and publish the files of a plan."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import duckdb

from dltrack_db.base import parts as kinds
from dltrack_db.base import resources, sql_text
from dltrack_db.base.config import DEFAULT_MEMORY
from dltrack_db.base.files import tempfolder
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import Recipe, run_metadata
from dltrack_db.cluster import pool
from dltrack_db.errors import DatabaseChangedError, UsageError
from dltrack_db.load import corpora, corpus, expectations, fetching, publish, reading, staging
from dltrack_db.load.expectations import Outcome
from dltrack_db.load.ledger import Ledger
from dltrack_db.load.plan import DEFAULT_PARTS, Plan, StagedFile, plan_edition
from dltrack_db.store import connection, database, database_files, duckdb_errors, refusals, states
from dltrack_db.store.patience import Patience

_ATTEMPTS = 4
"""Maximum number of attempts of a load if other loads are published in the meantime."""

_SMALL_DATABASE = 256_000_000
"""Maximum size in bytes of a database that one thread loads into; an edition with all runs has 90 million bytes."""


@dataclass(frozen=True)
class LoadOptions:
    """Options of a load, as in `dltrack ingest`."""

    replace: bool = False
    unverified: bool = False
    first_of_duplicates: bool = False
    keep_downloads: Path | None = None
    data_docs: Path | None = None
    memory_limit: str | None = None
    cluster: str | None = None
    wait: float | None = None
    say: Callable[[str], None] = print

    @property
    def patience(self) -> Patience:
        """How long to wait for other processes."""
        return Patience(self.wait, self.say)


@dataclass
class LoadReport:
    """Results of a load: published rows and files by noun of the part, skipped files, and outcomes of expectations."""

    edition: str
    rows: dict[str, int] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)
    already_loaded: int = 0
    outcomes: list[Outcome] = field(default_factory=list, repr=False)  # about forty outcomes
    notes: tuple[str, ...] = ()
    docs_page: Path | None = None
    corpora: list[corpus.CorpusReport] = field(default_factory=list)


def load(plan: Plan, db: Path, options: LoadOptions, ledger: Ledger | None = None) -> LoadReport:
    """Load the files of a plan into a database; if an error occurs, the database does not change.

    The load starts over if another load is published in the meantime. `ledger` is the ledger of the database if the
    caller has just read it.
    """
    for _ in range(_ATTEMPTS - 1):
        try:
            return options.patience.until_reached(partial(_load, plan, db, options, ledger))
        except DatabaseChangedError:
            ledger = None
            options.say(f"{plan.edition}: another command changed {db} during the load; starting over")
    return _load(plan, db, options, ledger)


def _load(plan: Plan, db: Path, options: LoadOptions, ledger: Ledger | None) -> LoadReport:
    started_at = datetime.now(UTC)
    if options.cluster is not None:
        pool.check(options.cluster)
    if options.memory_limit:
        database.check_memory(options.memory_limit)
    with (
        tempfolder.folder() as folder,
        duckdb_errors.explain_faults(db, has_files=True),
        refusals.record(db, plan.edition),
    ):
        ledger = _read_ledger(plan, db, options, ledger)
        remaining, num_skipped = ledger.skip_loaded(plan, replace=options.replace)
        local_plan = fetching.fetch(remaining, folder, options.keep_downloads, options.say)
        files = reading.read(local_plan, folder, options.say, unverified=options.unverified)
        fresh = [file for file in files if not ledger.is_loaded(file, replace=options.replace)]
        report = LoadReport(plan.edition, notes=remaining.notes)
        report.already_loaded = len(files) - len(fresh) + num_skipped
        changes = _count_changes(plan, db, options) if ledger.state is not None else []
        if all(file.item.part == "ids" for file in fresh) and not changes:
            return report
        importing = expectations.preload()  # not earlier: the import holds the GIL, which the reading threads need
        threads = 1 if _is_small(fresh, db, is_new=ledger.state is None) else None
        con = connection.connect(options.memory_limit, folder / "spill", threads=threads)
        try:
            area = staging.stage(
                con,
                plan,
                fresh,
                None if ledger.state is None else db,
                options.say,
                first_of_duplicates=options.first_of_duplicates,
            )
            report.notes += tuple(area.notes)
            options.say(f"{plan.edition}: validating")
            with ThreadPoolExecutor(1) as executor:  # leaving the block waits for the validation, which uses `con`
                verdict = executor.submit(expectations.validate, con.cursor(), fresh, options.data_docs, importing)

                def approve() -> str:
                    found = verdict.result()
                    report.outcomes, report.docs_page = found.outcomes, found.docs_page
                    found.check(plan.edition)
                    for file in fresh:
                        file.plain.check_unchanged()
                    publish.note_outcomes(con.cursor(), found.outcomes)
                    options.say(f"{plan.edition}: publishing")
                    return found.gx_version

                publish.publish(
                    con,
                    db,
                    batch_id=uuid.uuid4().hex,
                    started_at=started_at,
                    approve=approve,
                    ledger_state=ledger.state,
                    cluster=options.cluster,
                    patience=options.patience,
                )
            counts = [*staging.count_rows(con), *((noun, number, 1) for noun, number in changes)]
            report.rows = {noun: number for noun, number, _ in counts}
            report.files = {noun: number for noun, _, number in counts}
            report.notes += _unknown_documents(con, db, options)
        finally:
            con.close()
    return report


def _read_ledger(plan: Plan, db: Path, options: LoadOptions, ledger: Ledger | None) -> Ledger:
    """Return the given ledger, or read it from the database; without files with changed rows if files are replaced."""
    names_judge = any(item.judge or item.bank for item in plan.items)
    with states.reading():
        ledger = ledger or Ledger.read(db, options.patience, with_origins=names_judge)
        return ledger.without_damaged(db, plan, options.patience) if options.replace else ledger


def load_edition(
    recipe: Recipe,
    db: Path,
    options: LoadOptions,
    *,
    places: Sequence[Path | str] = (),
    runs: Sequence[Path | str] = (),
    parts: Sequence[str] = (),
    corpus_options: corpus.CorpusOptions | None = None,
) -> LoadReport:
    """Load an edition; a synthetic edition is generated first.

    Files are searched in the folders and addresses in `places`, then at the addresses in the recipe; `runs` are the
    values of `--runs`. By default, all parts except texts are loaded, or all parts of a synthetic edition. Corpora are
    loaded last and published one by one.
    """
    if recipe.editions:
        raise UsageError(
            f"{recipe.id} consists of the editions {', '.join(recipe.editions)}; load each edition with its own command"
        )
    if not recipe.generator:
        chosen = parts or DEFAULT_PARTS
        recipe, notes = _limit_to_loaded(recipe, db)
        places = [*places, *([recipe.home] if recipe.home else [])]
        plan = plan_edition(recipe, SourceIndex(places, first_counts=options.unverified), runs, chosen)
        plan = replace(plan, notes=(*plan.notes, *notes))
        return _load_parts(recipe, plan, db, options, places, parts, corpus_options)
    database_files.check_writable(db)  # before generating, which takes seconds
    with tempfolder.folder() as folder, duckdb_errors.explain_faults(db, has_files=True):
        from dltrack_db.load.sample import write_sample  # imported here, because other editions do not need it

        options.say(f"{recipe.id}: generating")
        write_sample(folder)
        chosen = parts or kinds.edition_parts()
        plan = plan_edition(recipe, SourceIndex([folder]), runs, chosen)
        described = replace(plan, run_descriptions=folder / recipe.generated_runs)
        return _load_parts(recipe, described, db, options, [folder], chosen, corpus_options)


def _limit_to_loaded(recipe: Recipe, db: Path) -> tuple[Recipe, list[str]]:
    """Remove collections that must be loaded first (`needs_loaded`); return the recipe and a message in a list.

    Raise UsageError if no collection is loaded.
    """
    if not recipe.needs_loaded:
        return recipe, []
    ledger = Ledger.read_only(db)
    absent = [one for one in recipe.collections if ("qrels", one.qrels_variant, one.collection) not in ledger.md5]
    names = [spec.collection for spec in absent]
    commands = " or ".join(dict.fromkeys(f"dltrack ingest {recipe.owner(name)}" for name in names))
    if len(absent) == len(recipe.collections):
        raise UsageError(
            f"{recipe.id} only has labels for {', '.join(names)}, and {db} contains none of these collections; first "
            f"run: {commands}"
        )
    files = tuple(spec for spec in recipe.files if spec.collection not in names)
    kept = tuple(spec for spec in recipe.collections if spec not in absent)
    note = (
        f"{recipe.id}: left out the labels for {', '.join(names)}, because these collections are not loaded; to add "
        f"the labels, first run: {commands}"
    )
    return replace(recipe, files=files, collections=kept), [note] * bool(absent)


def _load_parts(
    recipe: Recipe,
    plan: Plan,
    db: Path,
    options: LoadOptions,
    places: Sequence[Path | str],
    parts: Sequence[str],
    corpus_options: corpus.CorpusOptions | None,
) -> LoadReport:
    texts = corpora.find_texts(
        recipe, parts or kinds.edition_parts(), places, keep=options.keep_downloads, say=options.say
    )
    opened = [each.open() for each in texts]  # raises errors before anything is loaded
    if plan.items:
        report = load(plan, db, options)
    else:
        report = LoadReport(recipe.id, notes=Ledger.read_only(db).skip_loaded(plan, replace=False)[0].notes)
    needed_corpora = corpora.required_corpora(recipe, parts)
    chosen = corpus_options or corpus.CorpusOptions(
        memory_limit=options.memory_limit or DEFAULT_MEMORY, say=options.say, replace=options.replace
    )
    report.corpora = [corpus.load(db, spec, source, chosen) for spec, source in opened]
    report.corpora += corpora.load_all(db, needed_corpora, places, chosen)
    return report


def _unknown_documents(con: duckdb.DuckDBPyConnection, db: Path, options: LoadOptions) -> tuple[str, ...]:
    """Return a note on each run with documents that are missing from the completely loaded corpus of the collection."""
    runs = con.execute(
        "select files.collection, files.name from staging.files as files "
        "inner join staging.collections as collections on collections.collection = files.collection "
        "where files.part = 'runs' and collections.corpus in (select corpus from staging.known_corpora)"
    ).fetchall()
    if not runs:
        return ()
    homes, names = map(list, zip(*runs, strict=True))
    query = (
        "select sentence from systems.unknown_shares where list_contains($1, collection) and list_contains($2, run_id) "
        "order by collection, run_id"
    )
    with states.reading(), closing(database.open_readonly(db, patience=options.patience)) as reader:
        return tuple(sentence for (sentence,) in reader.execute(sql_text.fill_values(query, [homes, names])).fetchall())


def _count_changes(plan: Plan, db: Path, options: LoadOptions) -> list[tuple[str, int]]:
    """Count changes that come from no file: run descriptions, and collections that newly exclude topic ids as items."""
    changes = {"descriptions of runs": 0, "conventions": 0}
    if plan.run_descriptions != run_metadata.RUNS_FILE:
        with closing(connection.connect(threads=1)) as con:
            staging.Staging(con, plan)
            database.attach(con, db, read_only=True, is_current=False, patience=options.patience)
            ((changes["descriptions of runs"],),) = con.execute(
                resources.script("ingest/staging/count_changed_descriptions")
            ).fetchall()
    if names := [spec.collection for spec in plan.collections if spec.excludes_query_id]:
        query = (
            f"select count(*) from main.collections where list_contains({sql_text.literal(names)}, collection) "
            "and not coalesce(excludes_query_id, false)"
        )
        with states.reading(), closing(database.open_readonly(db, patience=options.patience)) as con:
            ((changes["conventions"],),) = con.execute(query).fetchall()
    return [(noun, number) for noun, number in changes.items() if number]


def _is_small(files: Sequence[StagedFile], db: Path, *, is_new: bool) -> bool:
    """Return True if files and database are so small that one thread is more efficient than several."""
    if sum(file.plain.plain_bytes for file in files) > connection.SMALL:
        return False
    return is_new or (db.is_file() and db.stat().st_size <= _SMALL_DATABASE)
