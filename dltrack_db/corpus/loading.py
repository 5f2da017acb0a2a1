"""One load of a corpus: read, store beside what is visible, validate, publish."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from dltrack_db import validation
from dltrack_db.config import DEFAULT_MEMORY
from dltrack_db.corpus import check, shared
from dltrack_db.corpus.chunks import ChunkFiles
from dltrack_db.corpus.feed import Batch, Feeder, Layout, MemberEnd, MemberFailure
from dltrack_db.corpus.plan import CorpusPlan, make_plan
from dltrack_db.corpus.sources import Member, Source, StreamSource
from dltrack_db.corpus.spec import CorpusSpec
from dltrack_db.corpus.store import Store
from dltrack_db.errors import DltrackError, FormatError, SourceError, UsageError
from dltrack_db.store import changes, database, template, trust, writing
from dltrack_db.store.lake import overlay
from dltrack_db.validation import Outcome

PROFILES = ("full", "ids", "judged")


@dataclass(frozen=True)
class CorpusOptions:
    """How to load a corpus.

    `profile` says what is kept; `memory_limit` bounds DuckDB ('4GB'); a
    `is_subset` load skips checks of places and totals; with `reject_files` a
    damaged member is set aside and the rest is loaded; `restart` forgets an
    unfinished load, `replace` puts this load in the place of a published one.
    Others may hold the database file for `wait` seconds. `say` gets sentences,
    `on_progress` packed bytes done, their total, and rows.
    """

    profile: str = "full"
    memory_limit: str = DEFAULT_MEMORY
    is_subset: bool = False
    reject_files: bool = False
    restart: bool = False
    replace: bool = False
    wait: float | None = None
    layout: Layout | None = None
    say: Callable[[str], None] = lambda _: None
    on_progress: Callable[[int, int | None, int], None] = lambda _done, _total, _rows: None


@dataclass
class CorpusReport:
    """What a load did.

    Rows read and stored are those of the whole load, `members` those that this
    run finished, `resumed_members` those that an earlier one had; `rejected`
    maps members that were set aside to the reason.
    """

    corpus: str
    profile: str
    rows_read: int = 0
    rows_stored: int = 0
    members: int = 0
    resumed_members: int = 0
    rejected: dict[str, str] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    seconds: float = 0.0
    is_already_loaded: bool = False


def load(db: Path, spec: CorpusSpec, source: Source, options: CorpusOptions) -> CorpusReport:
    """Load a corpus into a database file; it becomes visible all at once, at the end.

    What was read before an interruption or error stays in the file, unseen,
    and the same call continues from there.

    Raises:
        SourceError: a file is missing, damaged, cut short, or not the one whose load began.
        FormatError: a record is malformed, or its id is not what its place asks for.
        ValidationError: an expectation of severity 'error' failed.
        UsageError: the disk is too small, or the corpus is loaded already in another way.
        DatabaseError: the database cannot be opened or written.
    """
    if options.profile not in PROFILES:
        raise UsageError(f"there is no profile «{options.profile}»; choose one of {', '.join(PROFILES)}")
    if overlay.of(db) is not None:
        return _load_shared(db, spec, source, options)
    began = time.monotonic()
    report = CorpusReport(spec.corpus, options.profile)
    with _connection(db, spec, options) as (con, scratch):
        store = Store(con, spec, spec.file_for(source.name), options.profile, is_subset=options.is_subset)
        published = store.published()
        if published and not options.replace:
            if published[1] != options.profile:
                raise UsageError(
                    f"{spec.corpus} is loaded already with the profile «{published[1]}»; use --replace to load it anew"
                )
            report.is_already_loaded = True
            return report
        plan = make_plan(spec, source, options.profile, db, store.wanted() if options.profile == "judged" else None)
        options.say(plan.text)
        if spec.terms and "://" in source.label:
            options.say(f"{spec.corpus}: terms of use: {spec.terms}")
        plan.check()
        importing = validation.preload()
        finished = _begin(store, source, options, report)
        _Filling(store, source, spec, options, report, plan).run(scratch, finished)
        options.say(f"{spec.corpus}: validating")
        importing.join()
        report.rows_read, report.rows_stored = store.totals()
        report.outcomes = check.validate_and_publish(con, store, spec, plan)
        if published:
            store.discard(published[0])
    report.seconds = time.monotonic() - began
    return report


def _load_shared(db: Path, spec: CorpusSpec, source: Source, options: CorpusOptions) -> CorpusReport:
    """Load into a private file first, then into the lake that the overlay leads to."""
    if shared.check(db, spec.corpus, options.profile, replace=options.replace):
        return CorpusReport(spec.corpus, options.profile, is_already_loaded=True)
    held = shared.published(db, spec.corpus)
    own = shared.private_file(db, spec, options.profile, restart=options.restart)
    report = load(own, spec, source, replace(options, replace=False, restart=False))
    options.say(f"{spec.corpus}: publishing")
    shared.publish(db, own, spec.corpus, held, wait=options.wait, say=options.say)
    report.is_already_loaded = False
    return report


@contextmanager
def _connection(db: Path, spec: CorpusSpec, options: CorpusOptions) -> Iterator[tuple[duckdb.DuckDBPyConnection, Path]]:
    """A connection with the database attached for writing, and a folder for what is being unpacked."""
    prefix = f".{db.name}.load-"
    con = database.connect(options.memory_limit)
    try:
        has_content = db.exists()
        if not has_content and db.parent.is_dir():
            template.copy_to(db)
        database.attach(
            con,
            db,
            read_only=False,
            row_group_rows=spec.row_group_rows,
            is_current=False,
            wait=options.wait,
            say=options.say,
        )
        if has_content:
            trust.check(con, db)
        con.execute("use dltrack")
        with database.transaction(con):
            if database.initialize(con, db):
                with changes.noted(con, "build"):
                    pass
        if not has_content:
            writing.sync_folder(db.absolute().parent)
        for left_over in db.parent.glob(f"{prefix}*"):  # of a killed load; ours is the only writer now
            shutil.rmtree(left_over, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=prefix, dir=db.parent) as folder:
            con.execute("set temp_directory = $folder", {"folder": folder})
            con.execute("set enable_external_file_cache = false")  # every chunk is read once
            yield con, Path(folder)
        trust.vouch(con, db)
    finally:
        con.close()


def _begin(store: Store, source: Source, options: CorpusOptions, report: CorpusReport) -> dict[str, int | None]:
    """Start a load or find the one to continue; packed sizes of the members that are finished."""
    earlier = store.unfinished()
    if earlier is not None and options.restart:
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


class _Filling:
    """Takes what the feeder unpacks into the storage tables, member by member."""

    def __init__(
        self,
        store: Store,
        source: Source,
        spec: CorpusSpec,
        options: CorpusOptions,
        report: CorpusReport,
        plan: CorpusPlan,
    ) -> None:
        self._store, self._source, self._options = store, source, options
        self._report, self._plan = report, plan
        self._file, self._row_group_rows = spec.file_for(source.name), spec.row_group_rows
        self._done = source.start if isinstance(source, StreamSource) else 0
        self._rows = 0

    def run(self, scratch: Path, finished: dict[str, int | None]) -> None:
        """Feed and store all members.

        Raises:
            SourceError: a member cannot be read, and damaged members are not to be set aside.
            FormatError: a record is wrong, and damaged members are not to be set aside.
        """
        layout = self._options.layout or Layout(
            self._file.record_end.encode(),
            chunk_records=self._row_group_rows,
            record_bytes=self._file.record_bytes,
            needs_final_end=not self._options.is_subset,
        )
        chunks = ChunkFiles(scratch)
        feeder = Feeder(
            self._source, layout, chunks, resume=self._store.partial(), finished=finished, on_bytes=self._count
        )
        for event in feeder.events():
            member = event.member
            is_rejected = member is not None and member.name in self._report.rejected
            match event:
                case Batch():
                    if not is_rejected:
                        self._add(event)
                    chunks.give_back(event.files)
                case MemberEnd():
                    if not is_rejected:
                        self._store.finish(event)
                        self._report.members += 1
                case MemberFailure():
                    self._set_aside(member, event.error)
            self._options.on_progress(self._done, self._plan.bytes_to_read, self._rows)
        if not self._report.members and not finished:
            raise SourceError(f"{self._source.label} holds no file that could be loaded")

    def _count(self, packed: int) -> None:
        self._done += packed

    def _add(self, batch: Batch) -> None:
        try:
            self._store.add(batch, self._source.label)
            self._rows += batch.places.records
        except FormatError as error:
            self._set_aside(batch.member, error)

    def _set_aside(self, member: Member | None, error: DltrackError) -> None:
        """Remove what is there of a damaged member; stop, unless the rest is wanted without it."""
        if member is not None and member.name not in self._report.rejected:
            if self._options.reject_files:
                self._store.reject(member, str(error))
                self._report.rejected[member.name] = str(error)
                self._options.say(f"set aside: {error}")
                return
            self._store.forget(member)
        raise error
