"""Source files as plain (uncompressed) bytes on disk, with the facts that the loader and the ledger need.

A file is read once. Gzip files are recognized by their first bytes and inflated with isal, which checks CRC and length
(DuckDB does not). Several files are read in parallel, because hashing and inflating release the interpreter lock.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TypeVar

from dltrack_db.base.files import gunzip, tempfolder
from dltrack_db.base.files.bytescan import BadByte, ByteScan
from dltrack_db.base.files.disk_space import Copy, Room
from dltrack_db.errors import FormatError, SourceError

CHUNK = 1 << 18
LONGEST_LINE = 1 << 20
"""maximum bytes of a line, except in files of JSON or tags"""
_LONGEST_TAGGED = 1 << 29
"""maximum bytes of a line in files of JSON or tags"""
PARQUET = b"PAR1"
"""First bytes of a Parquet file."""
T = TypeVar("T")
# Other formats by offset and first bytes, with advice on how to convert them to text.
_OTHER_KINDS: tuple[tuple[int, bytes, str], ...] = (
    (0, b"PK\x03\x04", "a zip archive; unpack it with unzip"),
    (0, b"PK\x05\x06", "an empty zip archive; download it again"),
    (0, b"\xfd7zXZ\x00", "compressed with xz; unpack it with unxz"),
    (0, b"\x28\xb5\x2f\xfd", "compressed with zstd; unpack it with unzstd"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-zip archive; unpack it with 7z x"),
    (0, b"\x04\x22\x4d\x18", "compressed with lz4; unpack it with unlz4"),
    (0, b"\x1f\x9d", "compressed with compress; unpack it with uncompress"),
    (0, b"\xff\xfe", "UTF-16 text; convert it with iconv -f utf-16 -t utf-8"),
    (0, b"\xfe\xff", "UTF-16 text; convert it with iconv -f utf-16 -t utf-8"),
    (0, PARQUET, "a Parquet file; convert it to a text file"),
    (0, b"%PDF-", "a PDF; give the text file instead"),
    (0, b"<!DOCTYPE html", "a web page (a login or error page saved instead of the file?); download it again"),
    (0, b"<!DOCTYPE HTML", "a web page (a login or error page saved instead of the file?); download it again"),
    (0, b"<!doctype html", "a web page (a login or error page saved instead of the file?); download it again"),
    (0, b"<html", "a web page (a login or error page saved instead of the file?); download it again"),
    (4, b"1AY&SY", "compressed with bzip2; unpack it with bunzip2"),
    (257, b"ustar", "a tar archive; unpack it with tar xf"),
)


@dataclass(frozen=True)
class PlainFile:
    """A source file and its plain bytes. Offsets and sizes are in bytes, and line numbers start at 1."""

    source: Path
    """path of the source file"""
    path: Path
    """path of the plain bytes: the source file, or its inflated copy"""
    compression: str
    """'none', 'gzip' or 'parquet', by content; the facts about lines are unknown for Parquet"""
    bytes: int
    """size of the source file"""
    md5: str
    """md5 of the source file"""
    plain_bytes: int
    """number of plain bytes"""
    plain_md5: str
    """md5 of the plain bytes"""
    lines: int
    """number of lines, including a last line without line end"""
    ends_with_newline: bool
    first_line: str
    """the first line without line end, up to 4096 bytes, with undecodable bytes as \\xNN"""
    has_bom: bool
    """whether the file begins with a UTF-8 byte order mark"""
    has_carriage_return: bool
    has_tab: bool
    has_blank: bool
    has_vertical_space: bool
    """whether the file contains a vertical tab or form feed, which some programs read as a blank"""
    bad_byte: BadByte | None
    """the first byte that is NUL or not UTF-8"""
    line_bound: int
    """upper bound on the bytes of a line; if it is above 65,536, it is the exact maximum"""
    stamp: tuple[int, int, int]
    """inode, size and modification time (ns) of the source file when it was read"""

    def check_unchanged(self) -> None:
        """Check that the source file has not changed since it was read."""
        try:
            now = _stamp(self.source.stat())
        except OSError as error:
            raise _explain(error, self.source) from error
        if now != self.stamp:
            raise SourceError(f"{self.source} changed while it was read; try again when no program writes to the file")


def open_plain(path: Path, target_folder: Path) -> PlainFile:
    """Read a file; return its facts and the path of its plain bytes.

    `target_folder` is an existing folder for inflated copies, which the caller removes. A file that unpacks to more
    than half of the free space in this folder is rejected.
    """
    return _read(path, Room(target_folder))


def open_all(
    paths: Sequence[Path],
    target_folder: Path,
    *,
    threads: int | None = None,
    takes_parquet: Callable[[Path], bool] = lambda _: False,
) -> list[PlainFile]:
    """Do the same as `open_plain` for several files in parallel, with one limit on their total size.

    The results are in the order of `paths`. A file may be Parquet if `takes_parquet` returns True for its path; Parquet
    is not unpacked.
    """
    room = Room(target_folder)
    return _side_by_side(lambda path: _read(path, room, takes_parquet=takes_parquet(path)), paths, threads)


def unpack_all(paths: Sequence[Path], target_folder: Path, *, takes_parquet: bool = False) -> list[Path]:
    """Return only the paths of the plain bytes of several files, in the order of `paths`.

    `target_folder` is an existing folder for inflated copies, which the caller removes.
    """
    room = Room(target_folder)
    return _side_by_side(lambda path: _unpack(path, room, takes_parquet=takes_parquet), paths)


def inspect(path: Path, *, takes_parquet: bool = False) -> PlainFile:
    """Return the facts about a file as `open_plain` does, without an inflated copy (`path` is the source file)."""
    return _read(path, Room(tempfolder.base()), keep=False, takes_parquet=takes_parquet)


def stamp(path: Path) -> tuple[int, int, int]:
    """Return the stamp of a file: inode, size and modification time in nanoseconds."""
    return _stamp(regular_file(path))


def regular_file(path: Path) -> os.stat_result:
    """Return the status of a regular file, or of a link to one."""
    if "\0" in str(path):
        printable_path = str(path).replace("\0", "\N{SYMBOL FOR NULL}")
        raise SourceError(f"the path '{printable_path}' contains a NUL character; correct it")
    try:
        status = path.stat()
    except OSError as error:
        raise _explain(error, path) from error
    if S_ISDIR(status.st_mode):
        raise SourceError(f"{path} is a folder; give a file in it")
    if not S_ISREG(status.st_mode):
        raise SourceError(f"{path} is a pipe, socket or device; write its content to a file, and give that file")
    return status


def _side_by_side(read: Callable[[Path], T], paths: Sequence[Path], threads: int | None = None) -> list[T]:
    if len(paths) == 1:
        return [read(paths[0])]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(max_workers=threads or os.cpu_count() or 1) as pool:
        pending = [pool.submit(read, path) for path in paths]
        try:
            return [future.result() for future in pending]
        finally:
            for future in pending:
                future.cancel()


def _unpack(path: Path, room: Room, *, takes_parquet: bool) -> Path:
    _filled_file(path)
    try:
        with path.open("rb", buffering=0) as file:
            head = file.read(512)
    except OSError as error:
        raise _explain(error, path) from error
    if gunzip.is_gzip(head):
        return _read(path, room).path
    if not (takes_parquet and head.startswith(PARQUET)):
        _check_kind(head, path)
    return path


def _filled_file(path: Path) -> os.stat_result:
    status = regular_file(path)
    if status.st_size == 0:
        raise SourceError(f"{path} is empty; download it again, or remove it")
    return status


def _read(path: Path, room: Room, *, keep: bool = True, takes_parquet: bool = False) -> PlainFile:
    old_status = _filled_file(path)
    with ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("rb", buffering=0))
            head = file.read(512)
            file.seek(0)
        except OSError as error:
            raise _explain(error, path) from error
        is_gzip = gunzip.is_gzip(head)
        is_parquet = takes_parquet and head.startswith(PARQUET)
        as_found, plain = ByteScan(md5_only=True), ByteScan(md5_only=is_parquet)
        copy = stack.enter_context(Copy(room.folder)) if is_gzip and keep else None
        blocks = gunzip.blocks(file, path, as_found.feed) if is_gzip else _chunks(file)
        _consume(_limit_bytes(blocks, room, path) if is_gzip else blocks, plain, copy, path, is_text=not is_parquet)
        plain.close()
        stamp = _stamp(old_status)
        read = as_found.size if is_gzip else plain.size
        if read != old_status.st_size or stamp != _stamp(regular_file(path)):
            raise SourceError(f"{path} changed while it was read; try again when no program writes to the file")
        if plain.size == 0:
            raise SourceError(f"{path} is empty when unpacked; download it again, or remove it")
        target = copy.keep() if copy else path
    return PlainFile(
        source=path,
        path=target,
        compression="gzip" if is_gzip else "parquet" if is_parquet else "none",
        bytes=old_status.st_size,
        md5=as_found.md5 if is_gzip else plain.md5,
        plain_bytes=plain.size,
        plain_md5=plain.md5,
        lines=plain.lines,
        ends_with_newline=plain.ends_with_newline,
        first_line=plain.first_line,
        has_bom=plain.has_bom,
        has_carriage_return=plain.has_carriage_return,
        has_tab=plain.has_tab,
        has_blank=plain.has_blank,
        has_vertical_space=plain.has_vertical_space,
        bad_byte=plain.bad_byte,
        line_bound=plain.line_bound,
        stamp=stamp,
    )


def _consume(blocks: Iterable[bytes], scan: ByteScan, copy: Copy | None, path: Path, *, is_text: bool) -> None:
    """Scan every block and write it to the copy; if the file `is_text`, reject other formats by its first block.

    A line that is too long ends the scan, so that a packed file cannot unpack to a line of hundreds of megabytes.
    """
    most = LONGEST_LINE
    try:
        for block in blocks:
            if scan.size == 0 and is_text:
                _check_kind(block, path)
                is_tagged = block.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[", b"<")
                most = _LONGEST_TAGGED if is_tagged else LONGEST_LINE
            scan.feed(block)
            if scan.line_bound > most:
                raise endless_line(path, scan.lines, most)
            if copy:
                copy.write(block)
    except OSError as error:
        raise _explain(error, path) from error


def _limit_bytes(blocks: Iterable[bytes], room: Room, path: Path) -> Iterator[bytes]:
    for block in blocks:
        room.take(len(block), path)
        yield block


def _chunks(file: FileIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def _check_kind(head: bytes, path: Path) -> None:
    for offset, magic, kind in _OTHER_KINDS:
        if head.startswith(magic, offset) and (offset != 4 or head.startswith(b"BZh")):
            raise SourceError(f"{path} is {kind}")
    if gunzip.is_gzip(head):
        raise SourceError(f"{path} is compressed twice; unpack it once with gunzip")


def _stamp(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns


def endless_line(path: Path, line: int, most: int) -> FormatError:
    """Return the error about a line that is longer than `most` bytes."""
    return FormatError(
        f"{path}:{line}: the line is longer than {most:,} bytes, the limit for this kind of file; check that this is "
        "the right file"
    )


def _explain(error: OSError, path: Path) -> SourceError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return SourceError(f"{path} does not exist; check the path")
    if isinstance(error, PermissionError):
        return SourceError(f"{path} cannot be read (permission denied); change its permissions")
    return SourceError(f"{path} cannot be read ({error.strerror or error}); copy it to another disk and try again")
