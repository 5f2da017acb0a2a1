"""One load from plan to published: find or fetch, read, validate, publish."""

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
from dltrack_db.base.files import plainfile, tempfolder
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.progress import readable
from dltrack_db.base.recipes import Recipe, own, run_metadata
from dltrack_db.cluster import pool
from dltrack_db.errors import DatabaseChangedError, FormatError, SourceError, UsageError
from dltrack_db.load import (
    corpora,
    corpus,
    expectations,
    fetching,
    load_expectations,
    publish,
    run_headers,
    topic_fields,
)
from dltrack_db.load.expectations import Outcome
from dltrack_db.load.ledger import Ledger
from dltrack_db.load.plan import DEFAULT_PARTS, Item, Plan, plan_edition
from dltrack_db.load.staging import StagedFile, Staging, note_known, run_part_scripts
from dltrack_db.store import connection, database, database_files, duckdb_errors, refusals, states
from dltrack_db.store.patience import Patience

_ATTEMPTS = 4
"""Attempts of a load when others are published in between."""

_SMALL_DATABASE = 256_000_000
"""Bytes of a database file into which a small load is done by one thread: a year with all its runs has 90 million."""


@dataclass(frozen=True)
class LoadOptions:
    """Options of a load: see the options of `dltrack ingest`."""

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
        """Return how a load waits for others to close the file."""
        return Patience(self.wait, self.say)


@dataclass
class LoadReport:
    """Results of a load: rows published by part, files skipped, outcomes of the expectations."""

    edition: str
    rows: dict[str, int] = field(default_factory=dict)
    files: dict[str, int] = field(default_factory=dict)
    already_loaded: int = 0
    outcomes: list[Outcome] = field(default_factory=list, repr=False)  # some forty, each with its meaning
    notes: tuple[str, ...] = ()
    docs_page: Path | None = None
    corpora: list[corpus.CorpusReport] = field(default_factory=list)


def load(plan: Plan, db: Path, options: LoadOptions, ledger: Ledger | None = None) -> LoadReport:
    """Load everything a plan names into a database file, or leave the file as it was.

    `ledger` is that of the file, where it was read just now. Starts over when another load was published meanwhile, so
    that loads queue.
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
        names_judge = any(item.judge or item.bank for item in plan.items)
        with states.reading():
            ledger = ledger or Ledger.read(db, options.patience, with_origins=names_judge)
            if options.replace:
                ledger = ledger.without_damaged(db, plan, options.patience)
        remaining, num_skipped = ledger.skip_loaded(plan, replace=options.replace)
        files = _read_files(remaining, folder, options)
        report = LoadReport(plan.edition, notes=remaining.notes)
        fresh = [file for file in files if not ledger.is_loaded(file, replace=options.replace)]
        helpers = [file for file in files if file.item.part == "ids"]
        report.already_loaded = len(files) - len(fresh) + num_skipped
        described = _count_changed_descriptions(plan, db, options) if ledger.state is not None else 0
        excluding = _count_new_exclusions(plan, db, options) if ledger.state is not None else 0
        if len(fresh) == len(helpers) and not described and not excluding:
            return report
        importing = expectations.preload()  # not before: it holds the interpreter, for which reading threads would wait
        con = connection.connect(
            options.memory_limit,
            folder / "spill",
            threads=1 if _is_small(fresh, db, is_new=ledger.state is None) else None,
        )
        try:
            report.notes += _stage(con, plan, db, fresh, ledger, options)
            options.say(f"{plan.edition}: validating")
            with ThreadPoolExecutor(1) as executor:  # waits for the validation, which needs the connection
                verdict = executor.submit(load_expectations.validate, con.cursor(), fresh, options.data_docs, importing)

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
            _count(con, report)
            report.notes += _unknown_documents(con, db, options)
            if described:
                report.rows["descriptions of runs"], report.files["descriptions of runs"] = described, 1
            if excluding:
                report.rows["conventions"], report.files["conventions"] = excluding, 1
        finally:
            con.close()
    return report


def _stage(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    db: Path,
    files: Sequence[StagedFile],
    ledger: Ledger,
    options: LoadOptions,
) -> tuple[str, ...]:
    """Read the files into the staging area, next to what the database knows of their topics and runs; return notes on
    their forms."""
    staging = Staging(con, plan)
    if files:
        options.say(f"{plan.edition}: reading {_size(files)}")
    staging.read(files)
    _note_subtopics(con, options)
    _check_fractions(con, plan)
    if options.first_of_duplicates:
        _drop_duplicates(con, options)
    staging.summarize_rankings()
    with states.reading():
        _note_known(con, db, ledger)
    if any(file.item.skips_foreign for file in files):
        _leave_out_foreign(con, options)
    staging.place_scores(files)
    return tuple(staging.notes)


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
    """Load an edition from the given places, or from where its recipe says; generate it if it is synthetic.

    `parts` defaults to topics, qrels and runs, for a synthetic edition to everything. Corpora come after the
    rest and are published one by one.
    """
    if recipe.editions:
        raise UsageError(f"{recipe.id} stands for {', '.join(recipe.editions)}; load those one after the other")
    if not recipe.generator:
        chosen = parts or DEFAULT_PARTS
        places = [*places, *([recipe.home] if recipe.home else [])]
        plan = plan_edition(recipe, SourceIndex(places, first_counts=options.unverified), runs, chosen)
        return _load_parts(recipe, plan, db, options, places, parts, corpus_options)
    database_files.check_writable(db)  # before seconds are spent on files that could go nowhere
    with tempfolder.folder() as folder, duckdb_errors.explain_faults(db, has_files=True):
        from dltrack_db.load.sample import write_sample  # not above: no other edition needs the generator

        options.say(f"{recipe.id}: generating")
        write_sample(folder)
        chosen = parts or kinds.edition_parts()
        plan = plan_edition(recipe, SourceIndex([folder]), runs, chosen)
        described = replace(plan, run_descriptions=folder / recipe.generated_runs)
        return _load_parts(recipe, described, db, options, [folder], chosen, corpus_options)


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
    opened = [each.open() for each in texts]  # before anything is loaded
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


def _read_files(plan: Plan, folder: Path, options: LoadOptions) -> list[StagedFile]:
    """Return every file of the plan as plain bytes: fetched if it is not found locally, checked if possible."""
    items = fetching.complete(plan, folder, options.keep_downloads, options.say)
    paths = [item.path for item in items if item.path is not None]
    unpacked = folder / "plain"
    unpacked.mkdir()
    unique = list(dict.fromkeys(paths))  # a file of clicks has topics and labels
    in_parquet = {item.path for item in items if (part := kinds.find(item.part)) is not None and part.takes_parquet}
    opened = plainfile.open_all(unique, unpacked, takes_parquet=in_parquet.__contains__)
    read = dict(zip(unique, opened, strict=True))
    plains = [read[path] for path in paths]
    fields = [(topic_fields.extract(item, plain), plain) for item, plain in zip(items, plains, strict=True)]
    notes = [
        run_headers.write_notes(item, plain, unpacked, options.say) for item, plain in zip(items, plains, strict=True)
    ]
    headers = [item for item in notes if item is not None]
    items += [*headers, *(item for item, _ in fields if item is not None)]
    plains += plainfile.open_all([item.path for item in headers if item.path is not None], unpacked)
    plains += [plain for item, plain in fields if item is not None]
    files = [
        StagedFile(
            number,
            item,
            plain,
            item.display_name or tempfolder.display_name(plain.source),
            _verify(item, plain, options.unverified),
        )
        for number, (item, plain) in enumerate(zip(items, plains, strict=True), start=1)
    ]
    _note_other_runs(plan, files, options.say)
    return files


def _note_other_runs(plan: Plan, files: Sequence[StagedFile], say: Callable[[str], None]) -> None:
    """Say which fetched runs are not the bytes that were submitted; the ledger has no 'md5' for them."""
    fetched = [file for file in files if file.item.part == "runs" and file.item.addresses]
    others = [file.item.name for file in fetched if file.verified != "md5"]
    if others:
        say(
            f"{plan.edition}: {len(others)} of {len(fetched)} fetched runs do not have the md5 of the "
            f"submitted file: {', '.join(others[:5])}{' …' if len(others) > 5 else ''}"
        )


def _verify(item: Item, plain: plainfile.PlainFile, accept: bool) -> str:
    """Return how far a file is known to be the official one: by checksum, by counts only, or not at all."""
    spec = item.spec
    if item.part == "runs" and item.collection:
        _refuse_run_of_another(item, plain)
    if spec is None and item.part == "runs" and item.collection:
        submitted = run_metadata.submitted_md5(item.collection, item.name)
        return "md5" if submitted in (plain.md5, plain.plain_md5) else "none"
    if spec is None:
        return "none"
    known = {*spec.md5}
    if item.part == "scores" and item.collection:
        known |= run_metadata.score_md5s(item.collection, item.name)
    # packing changes the bytes of a file, not its content; with `accept` no file counts as verified by md5
    if known & {plain.md5, plain.plain_md5} and not accept:
        return "md5"
    if item.part == "scores":
        return "none"
    was_repacked = spec.file.endswith(".gz") != (plain.compression == "gzip")
    if spec.md5 and not was_repacked and not accept:
        raise SourceError(
            f"{plain.source}: md5 {plain.md5} is not that of the official {spec.file} ({' or '.join(spec.md5)}); "
            f"get it from {spec.url}, or accept it on its counts alone with --unverified"
        )
    if spec.bytes not in (None, plain.bytes) and not (spec.md5 or was_repacked or item.has_clicks or accept):
        raise SourceError(
            f"{plain.source}: it has {plain.bytes:,} bytes, {spec.bytes:,} are expected; correct the recipe, or accept "
            "it on its counts alone with --unverified"
        )
    return "counts" if spec.rows is not None else "none"


def _refuse_run_of_another(item: Item, plain: plainfile.PlainFile) -> None:
    """Make sure that a run is not, byte for byte, one that was submitted to another task, year or round."""
    collection = str(item.collection)
    homes = (
        [run_metadata.submitted_to(md5) for md5 in {plain.md5, plain.plain_md5}]
        if run_metadata.run_ids(collection)
        else []
    )
    if others := sorted({one for each in homes for one in each if one[0] != collection}):
        home, run = others[0]
        raise SourceError(
            f"{plain.source} is run '{run}' as it was submitted to {home}, not to {collection}; "
            f"load it with: dltrack ingest runs {plain.source} --collection {home}"
        )


def _note_subtopics(con: duckdb.DuckDBPyConnection, options: LoadOptions) -> None:
    for (source,) in con.execute(resources.script("ingest/staging/subtopics")).fetchall():
        options.say(f"{source}: judged by subtopic; measures that know no subtopics take a document's best grade")


def _check_fractions(con: duckdb.DuckDBPyConnection, plan: Plan) -> None:
    """Refuse fractions by subtopic, and official ones of a collection for which nobody named a level."""
    for source, is_official, has_subtopics in con.execute(resources.script("ingest/staging/fraction_files")).fetchall():
        if has_subtopics:
            raise FormatError(f"{source} has fractions by subtopic; labels by subtopic are whole grades")
        if is_official and not plan.has_level:
            raise UsageError(
                f"the labels of {source} are fractions, and no relevance level is given; {own.FRACTION_CURE}"
            )


def _leave_out_foreign(con: duckdb.DuckDBPyConnection, options: LoadOptions) -> None:
    con.execute(resources.script("ingest/staging/foreign_lines/lines"))
    run_part_scripts(con, "foreign.sql")
    for source, labels, topics in con.execute(resources.script("ingest/staging/foreign_lines/counts")).fetchall():
        options.say(
            f"{source}: left out {labels:,} labels of {topics:,} topic{'s' * (topics != 1)} of other collections"
        )


def _drop_duplicates(con: duckdb.DuckDBPyConnection, options: LoadOptions) -> None:
    script = resources.script("ingest/staging/drop_duplicates")
    dropped = con.execute(script).fetchall()
    if dropped and dropped[0][0]:
        options.say(f"left out {dropped[0][0]:,} repeated documents; the first of each was kept")


def _note_known(con: duckdb.DuckDBPyConnection, db: Path, ledger: Ledger) -> None:
    """Tell the checks what the database already holds."""
    if ledger.state is not None:
        database.attach(con, db, read_only=True)
        try:
            con.execute("use memory")
            note_known(con)
        finally:
            database.detach(con)
    con.execute(resources.script("ingest/staging/described_runs"))
    con.execute(resources.script("ingest/staging/know_staged"))


def _unknown_documents(con: duckdb.DuckDBPyConnection, db: Path, options: LoadOptions) -> tuple[str, ...]:
    """Return a sentence on each run of the load with documents that the collection's texts, loaded whole, lack."""
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


def _count_changed_descriptions(plan: Plan, db: Path, options: LoadOptions) -> int:
    """Return how many runs an organizer describes differently from the database."""
    if plan.run_descriptions == run_metadata.RUNS_FILE:
        return 0
    with closing(connection.connect(threads=1)) as con:
        Staging(con, plan)
        database.attach(con, db, read_only=True, is_current=False, patience=options.patience)
        row = con.execute(resources.script("ingest/staging/count_changed_descriptions")).fetchone()
    return int(row[0]) if row else 0


def _count_new_exclusions(plan: Plan, db: Path, options: LoadOptions) -> int:
    """Return how many loaded collections leave out the item with a topic's own id only from now on."""
    names = [spec.collection for spec in plan.collections if spec.excludes_query_id]
    if not names:
        return 0
    query = (
        f"select count(*) from main.collections where list_contains({sql_text.literal(names)}, collection) "
        "and not coalesce(excludes_query_id, false)"
    )
    with states.reading(), closing(database.open_readonly(db, patience=options.patience)) as reader:
        ((number,),) = reader.execute(query).fetchall()
    return int(number)


def _count(con: duckdb.DuckDBPyConnection, report: LoadReport) -> None:
    counts = " union all ".join(
        f"select {sql_text.literal(part)}, count(*), count(distinct file_id) from memory.staging.{table}"
        for part, table in {part.noun: part.staged for part in kinds.shown_parts()}.items()
    )
    for part, rows, files in con.execute(counts).fetchall():
        if rows:
            report.rows[part], report.files[part] = rows, files


def _is_small(files: Sequence[StagedFile], db: Path, *, is_new: bool) -> bool:
    """Return True if one thread loads these files at less cost than many; the size of the database counts, too."""
    if sum(file.plain.plain_bytes for file in files) > connection.SMALL:
        return False
    return is_new or (db.is_file() and db.stat().st_size <= _SMALL_DATABASE)


def _size(files: Sequence[StagedFile]) -> str:
    total = sum(file.plain.plain_bytes for file in files)
    return f"{len(files)} file{'s' * (len(files) != 1)}, {readable(total)}"
