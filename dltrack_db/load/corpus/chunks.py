"""Chunk files: plain bytes that the feeder writes and the database reads."""

from __future__ import annotations

import errno
import itertools
import os
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


class ChunkFiles:
    """The chunk files of one load in a folder; they are overwritten, which costs half as much as creating new files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        self._free: deque[Path] = deque()

    def take(self) -> Path:
        """Return a file to overwrite."""
        try:
            return self._free.pop()
        except IndexError:
            path = self._folder / f"chunk{next(self._numbers)}"
            path.touch()
            return path

    def give_back(self, files: Iterable[Path]) -> None:
        """Return files whose content is in the database."""
        self._free.extend(files)


class ChunkWriter:
    """Writer of one chunk file after the other; `size` is that of the open one."""

    def __init__(self, files: ChunkFiles) -> None:
        self._files = files
        self._file: BinaryIO | None = None
        self.size = 0

    def __enter__(self) -> ChunkWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: bytes, noted: list[Path]) -> None:
        """Append to the open chunk, or open one and add it to the list."""
        if not data:
            return
        if self._file is None:
            path = self._files.take()
            noted.append(path)
            self._file = path.open("r+b", buffering=0)
        if self._file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.size += len(data)

    def close(self) -> None:
        """Close the chunk and truncate the file to its size."""
        if self._file is not None:
            self._file.truncate(self.size)
            self._file.close()
        self._file, self.size = None, 0
