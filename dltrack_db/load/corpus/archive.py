"""Check the entries of a corpus archive, and explain damaged archives."""

from __future__ import annotations

import gzip
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from isal import isal_zlib

from dltrack_db.errors import SourceError
from dltrack_db.load.corpus.spec import CorpusFile, CorpusSpec

_DAMAGED = (
    "InvalidHeaderError",
    "TruncatedHeaderError",
)  # undocumented classes of tarfile; other header errors mean the end of the archive


class Entry(tarfile.TarInfo):
    """An archive entry with a valid header; plain tarfile treats a damaged header as the end of the archive."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Entry:
        """Return the next entry; raise ReadError if its header is damaged."""
        try:
            return super().fromtarfile(archive)
        except tarfile.HeaderError as error:
            if type(error).__name__ not in _DAMAGED:
                raise
            raise tarfile.ReadError(f"{error} at byte {archive.offset:,}") from error


def check_entry(entry: tarfile.TarInfo, spec: CorpusSpec, file: CorpusFile, label: str) -> bool:
    """Return True for a member of the corpus, False for a folder; raise SourceError for any other archive entry."""
    path = PurePosixPath(entry.name)
    if path.is_absolute() or ".." in path.parts or "\0" in entry.name or "\\" in entry.name:
        raise SourceError(f"{label}: the entry '{entry.name}' points outside the archive; do not use this archive")
    if entry.isdir():
        return False
    if not entry.isreg() or entry.issparse():
        raise SourceError(f"{label}: the entry '{entry.name}' is not a plain file; do not use this archive")
    if is_member(spec, path.name):
        return True
    if not file.other_members:
        raise SourceError(
            f"{label}: the entry '{entry.name}' does not belong to {spec.corpus}; check that this is the right archive"
        )
    return False


def check_once(entries: list[tarfile.TarInfo], label: str) -> None:
    """Raise SourceError if two entries of an archive have the same file name."""
    names = [PurePosixPath(entry.name).name for entry in entries]
    if repeated_names := [name for name, times in Counter(names).items() if times > 1]:
        raise SourceError(f"{label}: the archive contains '{repeated_names[0]}' twice; do not use this archive")


def is_member(spec: CorpusSpec, name: str) -> bool:
    """Return True if a file of this name, with or without .gz, is a member of the corpus."""
    return re.fullmatch(spec.member, name.removesuffix(".gz")) is not None


@contextmanager
def tar_errors(label: object) -> Iterator[None]:
    """Turn errors of tarfile and gzip into a SourceError that names the source."""
    try:
        yield
    except (tarfile.TarError, EOFError, gzip.BadGzipFile, isal_zlib.error) as error:  # type: ignore[misc] # its stub types the class as an instance
        raise SourceError(f"{label} is cut short or damaged ({error}); download it again") from error


def check_end(archive: tarfile.TarFile, path: Path) -> None:
    """Raise SourceError if a tar has no final blocks of zeros, or a truncated last member; tarfile accepts both."""
    end = archive.offset
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(min(end, size))
        closing = file.read(512)
    last = archive.getmembers()[-1] if archive.getmembers() else None
    if last is not None and last.offset_data + last.size > size:
        raise SourceError(f"{path} is cut short within '{last.name}' (it ends at byte {size:,}); download it again")
    if len(closing) < 512:
        raise SourceError(f"{path} is cut short: the end of the archive is missing; download it again")
