"""Load a corpus: read the source, store hidden rows, validate them, and publish them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base.files import plainfile, tempfolder
from dltrack_db.cluster import pool
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.load import expectations
from dltrack_db.load.corpus import acceptance, shared
from dltrack_db.load.corpus.cluster_workers import ClusterFilling, can_share
from dltrack_db.load.corpus.estimate import make_plan
from dltrack_db.load.corpus.filling import Filling
from dltrack_db.load.corpus.members import Source, StreamSource
from dltrack_db.load.corpus.options import PROFILES, CorpusOptions, CorpusReport
from dltrack_db.load.corpus.own_texts import ParquetSource
from dltrack_db.load.corpus.spec import CorpusSpec
from dltrack_db.load.corpus.store import Store
from dltrack_db.store import (
    change_log,
    checked_files,
    collections,
    create,
    database,
    database_files,
    facts,
    refusals,
    stores,
    template,
)
from dltrack_db.store.patience import Patience

if TYPE_CHECKING:
    from dltrack_db.store.interface import SharedStore


def load(db: Path, spec: CorpusSpec, source: Source, options: CorpusOptions) -> CorpusReport:
    """Load a corpus into a database; all rows become visible at the end, in one transaction.

    After an interruption or an error, the stored rows remain hidden in the database, and the same call continues the
    load. If the corpus violates an expectation, its rows are removed.
    """
    if options.cluster is not None:
        pool.check(options.cluster)
    if options.profile not in PROFILES:
        raise UsageError(f"there is no profile '{options.profile}'; choose one of {', '.join(PROFILES)}")
    report = stores.at(db).load_in_steps(
        partial(_load_into, db, spec, source, options), partial(_load_into_lake, spec, source, options)
    )
    if report.is_already_loaded and options.collection:
        collections.set_texts(db, options.collection, spec.corpus)
    return report


def _load_into(db: Path, spec: CorpusSpec, source: Source, options: CorpusOptions) -> CorpusReport:
    began = time.monotonic()
    report = CorpusReport(spec.corpus, options.profile)
    with _connection(db, spec, options) as (con, scratch):
        if isinstance(source, ParquetSource):
            source.limit_memory(options.memory_limit)
        if options.collection:
            collections.check_texts(con, options.collection, spec.corpus)
        store = Store(
            con,
            spec,
            spec.file_for(source.name),
            options.profile,
            is_subset=options.is_subset,
            collection=options.collection,
        )
        published = store.published()
        if published and not options.replace:
            shared.check_same_source(spec, published[2])
            if published[1] != options.profile:
                raise UsageError(
                    f"{spec.corpus} is already loaded with the profile '{published[1]}', not '{options.profile}'; to "
                    "load the corpus again, add --replace"
                )
            report.is_already_loaded = True
            return report
        plan = make_plan(spec, source, options.profile, db, store.wanted() if options.profile == "judged" else None)
        plan.check()
        options.say(plan.text)
        if spec.terms and "://" in source.label:
            options.say(f"{spec.corpus}: terms of use: {spec.terms}")
        importing = expectations.preload()
        finished = _begin(store, source, options, report, is_own=spec.is_own)
        _filling(source, options)(store, source, spec, options, report, plan).run(scratch, finished)
        for path, stamp in spec.stamps.items():
            if plainfile.stamp(path) != stamp:
                store.discard(store.load_no)
                raise SourceError(f"{path} changed during the load; try again when no other process writes to the file")
        options.say(f"{spec.corpus}: validating")
        importing.join()
        report.rows_read, report.rows_stored = store.totals()
        with refusals.record(db, spec.corpus):
            report.outcomes = acceptance.validate_and_publish(con, store, spec, plan)
        if published:
            store.discard(published[0])
    report.seconds = time.monotonic() - began
    return report


def _filling(source: Source, options: CorpusOptions) -> type[Filling]:
    """Return the class that reads the members: in this process, or on a cluster if the source allows it."""
    if options.cluster is None:
        return Filling
    if can_share(source):
        return ClusterFilling
    options.say(
        f"only this machine reads {source.label}, because the file must be read from start to end; to use the cluster, "
        "unpack or download the file"
    )
    return Filling


def _load_into_lake(spec: CorpusSpec, source: Source, options: CorpusOptions, lake: SharedStore) -> CorpusReport:
    """Load the corpus into a private file, then copy it into the lake."""
    db = lake.path
    if options.collection:
        with closing(database.open_readonly(db)) as con:
            collections.check_texts(con, options.collection, spec.corpus)
    if shared.check(db, spec, options.profile, replace=options.replace):
        return CorpusReport(spec.corpus, options.profile, is_already_loaded=True)
    previous_load = shared.visible_load(db, spec.corpus)
    restart = options.restart or spec.is_own  # texts of users are never continued (`_begin`)
    own = shared.private_file(db, spec, options.profile, options.collection, restart=restart)
    with refusals.record(db, spec.corpus):
        report = load(own, spec, source, replace(options, replace=False, restart=False))
    options.say(f"{spec.corpus}: publishing")
    shared.publish(lake, own, spec.corpus, options.collection, previous_load, Patience(options.wait, options.say))
    report.is_already_loaded = False
    return report


@contextmanager
def _connection(db: Path, spec: CorpusSpec, options: CorpusOptions) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """Yield a connection with the database attached for writing, and a temporary folder next to the database."""
    con = database.connect(options.memory_limit)
    try:
        has_content = db.exists()
        is_own = not has_content and db.parent.is_dir() and template.copy_to(db)
        database.attach(
            con,
            db,
            read_only=False,
            row_group_rows=spec.row_group_rows,
            is_current=False,
            patience=Patience(options.wait, options.say),
            checks=database.TRUSTED if is_own else database.CHECKED,
        )
        con.execute("use dltrack")
        with database.transaction(con):
            if create.initialize(con, db, facts.get(con)):
                with change_log.note_changes(con, "build"):
                    pass
        if not has_content:
            database_files.sync_folder(db.absolute().parent)
        with tempfolder.folder_in(db.absolute().parent, f".{db.name}.load-") as folder:
            con.execute("set temp_directory = $folder", {"folder": str(folder)})
            con.execute("set enable_external_file_cache = false")  # every chunk is read once
            yield con, folder
        checked_files.note_written(con, db)
    finally:
        con.close()


def _begin(
    store: Store, source: Source, options: CorpusOptions, report: CorpusReport, *, is_own: bool = False
) -> dict[str, int | None]:
    """Start a load, or continue an unfinished load; return the packed sizes of its finished members.

    Loads of users' texts are always started again, because the files may have changed.
    """
    earlier = store.unfinished()
    if earlier is not None and (options.restart or is_own):
        store.discard(earlier)
        earlier = None
    if earlier is None:
        store.begin(source.label, datetime.now(UTC))
        return {}
    finished = store.resume(earlier)
    if isinstance(source, StreamSource) and source.can_begin_later:
        source.start, source.first_number = store.last_place()
    report.resumed_members = len(finished)
    options.say(f"{report.corpus}: continuing after {len(finished)} finished files")
    return finished
