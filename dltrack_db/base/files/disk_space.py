"""Unpacked copies of files, and the limit on their total size."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

from dltrack_db.base.files import tempfolder
from dltrack_db.errors import SourceError

MOST_UNPACKED = 1 << 40
"""maximum total bytes to which the files of one command may unpack, even if more space is free"""


class Room:
    """Limit on the total bytes to which the files of one command may unpack: half of the free space in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._bytes = self._left = min(shutil.disk_usage(folder).free // 2, MOST_UNPACKED)
        self._lock = threading.Lock()

    def take(self, size: int, path: Path) -> None:
        """Subtract `size` bytes for the file `path`; raise an error if the limit is exceeded."""
        with self._lock:
            self._left -= size
            if self._left < 0:
                raise SourceError(
                    f"{path} unpacks to more than {self._bytes:,} bytes (half of the free space for temporary files); "
                    "check that this is the right file, or set TMPDIR to a folder on a larger disk"
                )


class Copy:
    """The inflated copy of a file; the end of the `with` block removes the copy unless `keep` was called."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Copy:
        try:
            # a new name, because the name of the source may be unsafe
            handle, self._path = tempfolder.new_file(self._folder, ".plain")
        except OSError as error:
            raise self._failed(error) from error
        self._kept = False
        self._file = open(handle, "wb", buffering=0)  # noqa: PTH123 (a descriptor; closed in __exit__)
        return self

    def write(self, data: bytes, /) -> None:
        """Append bytes to the copy."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise self._failed(error) from error

    def keep(self) -> Path:
        """Keep the copy and return its path."""
        self._kept = True
        return self._path

    def __exit__(self, *_: object) -> None:
        self._file.close()
        if not self._kept:
            self._path.unlink(missing_ok=True)

    def _failed(self, error: OSError) -> SourceError:
        return SourceError(
            f"{self._folder}, the folder for unpacked files, cannot be written ({error.strerror}); "
            "free some space there, or set TMPDIR to another folder"
        )
