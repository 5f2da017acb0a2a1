"""Unpack members into batches of chunk files, in threads that run parallel to the database.

Every member is inflated with isal, which checks CRC and length (DuckDB does not). The bytes are cut at record ends and
written to chunk files, which DuckDB reads as one batch. The consumer receives all batches of a member, then a
`MemberEnd` with the totals; a member without `MemberEnd` is incomplete.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Full, Queue
from typing import TypeVar

from isal import isal_zlib

from dltrack_db.base.files import gunzip
from dltrack_db.errors import DltrackError, FormatError, SourceError
from dltrack_db.load.corpus.chunks import ChunkFiles, ChunkWriter
from dltrack_db.load.corpus.members import Member, Source
from dltrack_db.load.corpus.records import FixedCutter, Places, RecordCutter


@dataclass(frozen=True)
class Resume:
    """The loaded part of a member: unpacked bytes, their CRC-32, and records."""

    plain_bytes: int = 0
    crc: int = 0
    records: int = 0


@dataclass(frozen=True)
class Layout:
    """The record end, and the sizes of chunk files and batches.

    A chunk has as many records as the database compresses together, so that nothing is written twice, and fits into one
    of DuckDB's buffers. The first batch is small and each batch is twice as large as the batch before, up to
    `batch_bytes`, so that the database starts early. `record_bytes` is the length of records of fixed length, or 0.
    """

    record_end: bytes
    chunk_records: int = 40_960
    chunk_bytes: int = 32 << 20
    first_batch_bytes: int = 64 << 20
    batch_bytes: int = 512 << 20
    needs_final_end: bool = True
    record_bytes: int = 0


@dataclass
class Batch:
    """Chunk files for one insert.

    `first_byte` and `end_byte` are offsets in the unpacked member, `first_record` is the number of earlier records, and
    `crc` is the CRC-32 of all bytes up to `end_byte`.
    """

    member: Member
    first_byte: int
    first_record: int
    places: Places
    files: list[Path] = field(default_factory=list)
    end_byte: int = 0
    crc: int = 0

    @property
    def end_record(self) -> int:
        """Number of records of the member up to the end of this batch."""
        return self.first_record + self.places.records


@dataclass(frozen=True)
class MemberEnd:
    """The end of a complete member with a valid checksum."""

    member: Member
    plain_bytes: int
    crc: int
    records: int


@dataclass(frozen=True)
class MemberFailure:
    """A member that cannot be read; `member=None` means that the whole source cannot be read further."""

    member: Member | None
    error: DltrackError


Event = Batch | MemberEnd | MemberFailure
_MemberQueue = Queue[Event | None]
_T = TypeVar("_T")


def remaining_members(
    source: Source, finished: Mapping[str, int | None], on_bytes: Callable[[int], None]
) -> Iterator[Member]:
    """Yield the unfinished members of a source; `on_bytes` is called with the sizes of the finished members."""
    for member in source.members():
        if member.name not in finished:
            yield member
            continue
        if member.packed_bytes != finished[member.name]:
            raise SourceError(
                f"{source.label}:{member.name} has changed in size since the load began; start the load again with "
                "--restart"
            )
        on_bytes(member.packed_bytes or 0)


class Feeder:
    """Threads that read the members of a source and produce events, in the order of the members.

    `resume` maps member names to their loaded parts, and `finished` maps names of complete members to their packed
    sizes. `on_bytes` is called with the number of packed bytes of each block.
    """

    def __init__(
        self,
        source: Source,
        layout: Layout,
        chunks: ChunkFiles,
        *,
        resume: Mapping[str, Resume],
        finished: Mapping[str, int | None],
        on_bytes: Callable[[int], None],
        threads: int = 2,
    ) -> None:
        self._source, self._layout, self._chunks = source, layout, chunks
        self._resume, self._on_bytes = resume, on_bytes
        self._members = remaining_members(source, finished, on_bytes)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._begun = itertools.count()
        self._order: Queue[tuple[_MemberQueue, threading.Thread] | None] = Queue()
        count = 1 if source.is_sequential else threads
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(count)]

    def events(self) -> Iterator[Event]:
        """Start the threads and yield their events."""
        for thread in self._threads:
            thread.start()
        try:
            for _ in self._threads:  # each thread puts one None into the order when it ends
                while (turn := self._get(self._order, self._threads)) is not None:
                    queue, thread = turn
                    while (event := self._get(queue, [thread])) is not None:
                        yield event
        finally:
            self._stop.set()
            for thread in self._threads:
                thread.join()

    def _get(self, queue: Queue[_T], writers: Sequence[threading.Thread]) -> _T:
        while True:
            is_alive = any(thread.is_alive() for thread in writers)
            try:
                return queue.get(timeout=0.2)
            except Empty:
                if not is_alive:
                    raise SourceError(
                        f"reading {self._source.label} stopped before the end of the file; run the same command again "
                        "to continue"
                    ) from None

    def _work(self) -> None:
        while not self._stop.is_set():
            queue: _MemberQueue = Queue(maxsize=1)
            with self._lock:  # so that queues are in the order of their members
                member = self._next()
                if member is None:
                    break
                self._order.put((queue, threading.current_thread()))
                is_first = next(self._begun) == 0
            if isinstance(member, MemberFailure):
                self._put(queue, member)
            else:
                try:
                    for event in self._feed(
                        member, self._layout.first_batch_bytes if is_first else self._layout.batch_bytes
                    ):
                        self._put(queue, event)
                except (DltrackError, OSError) as error:
                    label = f"{self._source.label}:{member.name}"
                    self._put(queue, MemberFailure(member, _as_source_error(error, label)))
            self._put(queue, None)
        self._order.put(None)

    def _next(self) -> Member | MemberFailure | None:
        try:
            return next(self._members, None)
        except (DltrackError, OSError) as error:
            return MemberFailure(None, _as_source_error(error, self._source.label))

    def _put(self, queue: _MemberQueue, event: Event | None) -> None:
        while not self._stop.is_set():
            try:
                queue.put(event, timeout=0.2)
            except Full:
                continue
            return

    def _feed(self, member: Member, batch_bytes: int) -> Iterator[Event]:
        label = f"{self._source.label}:{member.name}"
        done = self._resume.get(member.name, Resume())
        plain = gunzip.plain_blocks(self._counted(member), label)
        surplus = _skip_done(plain, done.plain_bytes, done.crc, label)
        cutter: RecordCutter | FixedCutter
        if self._layout.record_bytes:
            cutter = FixedCutter(self._layout.record_bytes, done.plain_bytes)
        else:
            cutter = RecordCutter(self._layout.record_end, label, done.plain_bytes)
        batch = self._batch(member, done.plain_bytes, done.records, done.crc)
        first_record = batch.first_record  # first record of the open chunk
        with ChunkWriter(self._chunks) as writer:
            for block in itertools.chain([surplus], plain):
                while block:
                    room = first_record + self._layout.chunk_records - batch.end_record
                    cut = cutter.follow(block, batch.places, room)
                    is_full = batch.end_record - first_record == self._layout.chunk_records
                    if not is_full and (cut == 0 or writer.size + cut < self._layout.chunk_bytes):
                        self._write(writer, batch, block)
                        break
                    cutter.forget_open()
                    self._write(writer, batch, block[:cut])
                    writer.close()
                    first_record = batch.end_record
                    if cutter.offset - batch.first_byte >= batch_bytes:
                        batch.end_byte = cutter.offset
                        yield batch
                        batch_bytes = min(2 * batch_bytes, self._layout.batch_bytes)
                        batch = self._batch(member, cutter.offset, batch.end_record, batch.crc)
                    block = block[cut:]
            if cutter.open_bytes:
                if self._layout.needs_final_end:
                    raise FormatError(
                        f"{label} ends within a record that begins at byte {cutter.offset:,}: "
                        "the file is cut short; download it again"
                    )
                cutter.follow(self._layout.record_end, batch.places, 1)
                self._write(writer, batch, self._layout.record_end)
        batch.end_byte = cutter.offset
        if batch.files:
            yield batch
        yield MemberEnd(member, cutter.offset, batch.crc, batch.end_record)

    def _write(self, writer: ChunkWriter, batch: Batch, data: bytes) -> None:
        writer.write(data, batch.files)
        batch.crc = isal_zlib.crc32(data, batch.crc)

    def _batch(self, member: Member, first_byte: int, first_record: int, crc: int) -> Batch:
        return Batch(member, first_byte, first_record, Places(base=first_byte), crc=crc)

    def _counted(self, member: Member) -> Iterator[bytes]:
        for block in member.blocks():
            if self._stop.is_set():
                return
            self._on_bytes(len(block))
            yield block


def _as_source_error(error: Exception, label: str) -> DltrackError:
    if isinstance(error, DltrackError):
        return error
    return SourceError(f"{label} cannot be read: {error}")


def _skip_done(plain: Iterator[bytes], size: int, crc: int, label: str) -> bytes:
    """Skip the first `size` bytes, which are already loaded, and check their CRC; return the surplus bytes read."""
    bytes_left, found = size, 0
    surplus = b""
    while bytes_left:
        block = next(plain, None)
        if block is None:
            raise SourceError(f"{label} is shorter than when the load began; start the load again with --restart")
        head, surplus = block[:bytes_left], block[bytes_left:]
        found = isal_zlib.crc32(head, found)
        bytes_left -= len(head)
    if found != crc:
        raise SourceError(f"{label} has changed since the load began; start the load again with --restart")
    return surplus
