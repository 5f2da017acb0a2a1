"""The part file of a download: the bytes received so far."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from dltrack_db.errors import SourceError

try:
    import fcntl
except ImportError:  # Windows has no such lock; there, two downloads of the same file result in a wrong checksum.
    fcntl = None  # type: ignore[assignment]

_BLOCK = 1 << 18


class PartFile:
    """A part file with its size, its checksum, and the version of the file according to the server.

    Bytes from another address than `url` are discarded, because versions of different servers are not comparable.
    """

    def __init__(self, target: Path, url: str) -> None:
        self.target, self._url = target, url
        self.path = target.with_name(target.name + ".part")
        self._mark = target.with_name(target.name + ".part-version")
        self.size = 0
        self.digest = hashlib.md5(usedforsecurity=False)

    def __enter__(self) -> PartFile:
        self._file: BinaryIO = self.path.open("a+b")
        self._lock()
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            self._count(block)
        if not self.version:
            self.restart(None)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _lock(self) -> None:
        if fcntl is None:
            return
        with suppress(OSError):  # network disks may not support locks
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                self._file.close()
                raise SourceError(
                    f"another process is downloading {self.path}; wait until that download has ended"
                ) from error

    @property
    def version(self) -> str:
        """The ETag or date of the bytes received so far; '' if the download cannot be resumed."""
        if not self.size or not self._mark.exists():
            return ""
        url, _, mark = self._mark.read_text(encoding="utf-8", errors="replace").partition("\n")
        if url != self._url:
            return ""
        # the version is sent in a header, and headers allow only printable ASCII characters
        return mark if mark.isascii() and mark.isprintable() else ""

    def restart(self, version: str | None) -> None:
        """Discard the bytes received so far; the next bytes belong to `version`."""
        self._file.truncate(0)
        self.size, self.digest = 0, hashlib.md5(usedforsecurity=False)
        self._mark.write_text(f"{self._url}\n{version or ''}", encoding="utf-8")

    def append(self, block: bytes) -> None:
        """Add the next bytes."""
        self._file.write(block)
        self._count(block)

    def finish(self) -> None:
        """Write all bytes to disk, and rename the part file to its final name."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()  # Windows can rename and remove only closed files
        self.path.replace(self.target)
        self._mark.unlink(missing_ok=True)

    def discard(self) -> None:
        """Remove the part file."""
        self._file.close()
        self.path.unlink(missing_ok=True)
        self._mark.unlink(missing_ok=True)

    def _count(self, block: bytes) -> None:
        self.size += len(block)
        self.digest.update(block)
