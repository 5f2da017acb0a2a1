"""Read corpus members on a cluster: workers read whole members, and one process stores the rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dltrack_db.base.files import tempfolder
from dltrack_db.cluster import pool, slices
from dltrack_db.errors import DltrackError, FormatError
from dltrack_db.load.corpus.chunks import ChunkFiles
from dltrack_db.load.corpus.feed import Batch, Feeder, Layout, MemberEnd, MemberFailure, remaining_members
from dltrack_db.load.corpus.filling import Filling
from dltrack_db.load.corpus.members import Member, Source, StreamSource
from dltrack_db.load.corpus.spec import CorpusSpec
from dltrack_db.load.corpus.store import Store

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Task:
    """Settings for all members of a load; `wanted` contains the items that the profile 'judged' stores."""

    spec: CorpusSpec
    label: str
    name: str
    profile: str
    is_subset: bool
    layout: Layout
    load_no: int
    wanted: pa.Table | None


@dataclass(frozen=True)
class Read:
    """Result of a worker for one member: its rows as a Parquet file and its row of store.members, or an error."""

    member: Member
    rows: bytes = b""
    note: pa.Table | None = None
    error: DltrackError | None = None


@dataclass
class _One:
    """A source with a single member."""

    label: str
    name: str
    total_bytes: int | None
    member: Member
    is_sequential: bool = True

    def members(self) -> Iterator[Member]:
        """Yield the single member."""
        yield self.member


def can_share(source: Source) -> bool:
    """Return True if workers can read the members of a source one by one."""
    return not isinstance(source, StreamSource)


def read(task: Task, member: Member) -> Read:
    """Read a member into a private database on a worker; return its rows."""
    file = task.spec.file_for(task.name)
    with slices.private() as con, tempfolder.folder() as folder:
        store = Store(con, task.spec, file, task.profile, is_subset=task.is_subset)
        store.load_no = task.load_no
        if task.wanted is not None:
            con.register("given", task.wanted)
            con.execute("create or replace temp table wanted as from given")
        chunks = ChunkFiles(folder)
        source = _One(task.label, task.name, member.packed_bytes, member)
        feeder = Feeder(source, task.layout, chunks, resume={}, finished={}, on_bytes=lambda _: None)
        for event in feeder.events():
            match event:
                case Batch():
                    try:
                        store.add(event, task.label)
                    except FormatError as error:
                        return Read(member, error=error)
                    chunks.give_back(event.files)
                case MemberEnd():
                    store.finish(event)
                case MemberFailure():
                    return Read(member, error=event.error)
        return Read(member, store.packed(folder / "rows.parquet"), store.notes())


class ClusterFilling(Filling):
    """A `Filling` that reads members on the workers of a cluster."""

    def run(self, scratch: Path, finished: dict[str, int | None]) -> None:
        """Read and store all members, except for those in `finished`."""
        members = list(remaining_members(self._source, finished, self._count))
        partial_members = self._store.partial()
        for member in members:
            if member.name in partial_members:  # partly read by a load without a cluster; workers read whole members
                self._store.forget(member)
        options = self._options
        task = Task(
            self._spec,
            self._source.label,
            self._source.name,
            options.profile,
            options.is_subset,
            self._layout,
            self._store.load_no,
            self._store.wanted_items() if options.profile == "judged" else None,
        )
        early: dict[str, Read] = {}  # results wait here, so that rows are stored in source order and ids are ascending
        turn = 0
        for made in pool.map_units(read, task, members, options.cluster or "auto", options.say):
            _path(scratch, made.member).write_bytes(made.rows)
            early[made.member.name] = replace(made, rows=b"")
            while turn < len(members) and (due := early.pop(members[turn].name, None)):
                self._store_read(due, _path(scratch, due.member))
                turn += 1
        self._check_any(finished)

    def _store_read(self, made: Read, rows: Path) -> None:
        if made.error is not None:
            self._set_aside(made.member, made.error)
        else:
            self._rows += self._store.take(rows, made.note)
            self._report.members += 1
        rows.unlink()
        self._count(made.member.packed_bytes or 0)
        self._report_progress()


def _path(folder: Path, member: Member) -> Path:
    return folder / f"read{member.number}.parquet"
