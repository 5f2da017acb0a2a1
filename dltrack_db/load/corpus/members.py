"""Read the members of a corpus from a tar, a folder, a single file or an address.

A source yields its members one after the other as packed blocks, and writes nothing to disk. Names are checked before
bytes are read, so the entries of an untrusted archive cannot point outside of the archive.
"""

from __future__ import annotations

import os
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Protocol, cast

from isal import igzip

from dltrack_db.base.files import gunzip, tempfolder
from dltrack_db.errors import SourceError
from dltrack_db.load.corpus.archive import Entry, check_end, check_entry, check_once, is_member, tar_errors
from dltrack_db.load.corpus.spec import CorpusFile, CorpusSpec

BLOCK = 1 << 16  # a block and its inflated bytes fit into the processor cache
_TAR_MAGIC = b"ustar"
_TAR_MAGIC_AT = 257
Blocks = Callable[[], Iterator[bytes]]


@dataclass(frozen=True)
class Member:
    """One file of a corpus in a source.

    `packed_bytes` is its size in the source, None if unknown. `blocks` reads the packed bytes from the start of the
    member. `start` is the offset of the archive entry, at which a download can continue.
    """

    number: int
    name: str
    packed_bytes: int | None
    blocks: Blocks = field(compare=False)
    start: int = 0

    @property
    def stem(self) -> str:
        """File name without folders and without .gz."""
        return PurePosixPath(self.name).name.removesuffix(".gz")


class Source(Protocol):
    """A file, folder or address with a corpus.

    `label` is its name in messages and the ledger, `name` the file name, and `total_bytes` the size (None if unknown).
    If `is_sequential` is set, each member must be read before the next member.
    """

    label: str
    name: str
    total_bytes: int | None
    is_sequential: bool

    def members(self) -> Iterator[Member]:
        """Yield the members in the order of the source."""
        ...


@dataclass
class FolderSource:
    """A folder of extracted members, packed or not."""

    path: Path
    spec: CorpusSpec
    is_sequential: bool = False

    def __post_init__(self) -> None:
        self.label, self.name = tempfolder.display_name(self.path), self.path.name
        files = [path for path in sorted(self.path.iterdir()) if path.is_file()]
        self._files = [path for path in files if is_member(self.spec, path.name)]
        if not self._files:
            raise SourceError(
                f"{self.path} contains no file of {self.spec.corpus}; file names must match the regular expression "
                f"'{self.spec.member}', with or without .gz at the end"
            )
        self.total_bytes: int | None = sum(path.stat().st_size for path in self._files)

    def members(self) -> Iterator[Member]:
        """Yield the files in the order of their names."""
        for number, path in enumerate(self._files):
            yield Member(number, path.name, path.stat().st_size, file_blocks(path))


@dataclass
class FileSource:
    """A single file with the whole corpus, packed or not."""

    path: Path
    is_sequential: bool = False

    def __post_init__(self) -> None:
        self.label, self.name = tempfolder.display_name(self.path), self.path.name
        self.total_bytes: int | None = self.path.stat().st_size

    def members(self) -> Iterator[Member]:
        """Yield the file."""
        yield Member(0, self.path.name, self.total_bytes, file_blocks(self.path))


@dataclass
class TarSource:
    """An unpacked tar on disk; its members can be read independently."""

    path: Path
    spec: CorpusSpec
    file: CorpusFile
    is_sequential: bool = False

    def __post_init__(self) -> None:
        self.label, self.name = tempfolder.display_name(self.path), self.path.name
        self.total_bytes: int | None = self.path.stat().st_size

    def members(self) -> Iterator[Member]:
        """Yield the members in tar order, after all names and sizes are checked."""
        with tar_errors(self.path), tarfile.open(self.path, "r:", tarinfo=Entry) as archive:
            entries = [entry for entry in archive if check_entry(entry, self.spec, self.file, self.label)]
            check_once(entries, self.label)
            check_end(archive, self.path)
        for number, entry in enumerate(entries):
            blocks = file_blocks(self.path, entry.offset_data, entry.size)
            yield Member(number, entry.name, entry.size, blocks, entry.offset)


@dataclass
class StreamSource:
    """A tar or file that can only be read sequentially: a packed tar, or a download.

    `open` returns the stream from a byte offset on; unless `can_begin_later` is set, the offset must be 0. `start` and
    `first_number` are offset and number of the first member to read.
    """

    label: str
    name: str
    total_bytes: int | None
    spec: CorpusSpec
    file: CorpusFile
    open: Callable[[int], IO[bytes]]
    is_tar: bool
    can_begin_later: bool = False
    start: int = 0
    first_number: int = 0
    is_sequential: bool = True

    def members(self) -> Iterator[Member]:
        """Yield the members in order; each must be read, at least in part, before the next member."""
        with self.open(self.start) as stream:
            if not self.is_tar:
                yield Member(0, self.name, self.total_bytes, lambda: _stream_blocks(stream))
                return
            number = self.first_number
            seen_entries: list[tarfile.TarInfo] = []
            with (
                tar_errors(self.label),
                tarfile.open(fileobj=stream, mode="r|", bufsize=BLOCK, tarinfo=Entry) as archive,
            ):
                for entry in archive:
                    if not check_entry(entry, self.spec, self.file, self.label):
                        continue
                    seen_entries.append(entry)
                    check_once(seen_entries, self.label)
                    content = archive.extractfile(entry)
                    assert content is not None
                    blocks = _exact_blocks(content, entry.size, f"{self.label}:{entry.name}")
                    yield Member(number, entry.name, entry.size, blocks, self.start + entry.offset)
                    number += 1
            with tar_errors(self.label):
                while stream.read(BLOCK):  # reading to the end checks the checksum of the whole stream
                    pass


def open_source(path: Path, spec: CorpusSpec) -> Source:
    """Open the source at a path; its content decides which class is used."""
    if path.is_dir():
        return FolderSource(path, spec)
    if not path.is_file():
        raise SourceError(
            f"{path} is neither a file nor a folder; name the tar, a folder of its members, or a .gz or plain file"
        )
    file = spec.file_for(path.name)
    head = _head(path)
    if not head:
        raise SourceError(f"{path} is empty; download the file again")
    if _is_tar(head):
        return TarSource(path, spec, file)
    if gunzip.is_gzip(head) and _is_tar(_packed_head(path)):
        size = path.stat().st_size
        return StreamSource(str(path), path.name, size, spec, file, partial(_open_packed, path), is_tar=True)
    return FileSource(path)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(512)


def _packed_head(path: Path) -> bytes:
    with tar_errors(path), _open_packed(path) as file:
        return file.read(512)


def _open_packed(path: Path, start: int = 0) -> IO[bytes]:
    """Open the unpacked bytes of a gzip file; `start` must be 0."""
    assert start == 0
    return cast(IO[bytes], igzip.IGzipFile(str(path), "rb"))  # type: ignore[no-untyped-call]


def _is_tar(head: bytes) -> bool:
    return head[_TAR_MAGIC_AT : _TAR_MAGIC_AT + 5] == _TAR_MAGIC


def file_blocks(path: Path, start: int = 0, size: int | None = None) -> Blocks:
    """Return a function that reads `size` bytes of a file from `start` on, in blocks."""

    def blocks() -> Iterator[bytes]:
        bytes_left = path.stat().st_size - start if size is None else size
        place = start
        with path.open("rb", buffering=0) as file:
            while bytes_left:
                block = os.pread(file.fileno(), min(BLOCK, bytes_left), place)
                if not block:
                    raise SourceError(f"{path} is cut short: it ends at byte {place:,}; download it again")
                place += len(block)
                bytes_left -= len(block)
                yield block

    return blocks


def _stream_blocks(stream: IO[bytes]) -> Iterator[bytes]:
    while block := stream.read(BLOCK):
        yield block


def _exact_blocks(content: IO[bytes], size: int, label: str) -> Blocks:
    def blocks() -> Iterator[bytes]:
        bytes_left = size
        while bytes_left:
            with tar_errors(label):
                block = content.read(min(BLOCK, bytes_left))
            if not block:
                raise SourceError(
                    f"{label} is cut short: {bytes_left:,} of {size:,} bytes are missing; download it again"
                )
            bytes_left -= len(block)
            yield block

    return blocks
