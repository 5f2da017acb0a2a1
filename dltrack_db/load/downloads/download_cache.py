"""The cache of downloaded files, and the sizes of downloads."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from dltrack_db.base.progress import Meter, readable
from dltrack_db.errors import SourceError, SourceNotFoundError
from dltrack_db.load.downloads.remote_file import Wanted as Wanted

if TYPE_CHECKING:
    import httpx2


@dataclass(frozen=True)
class Announcement:
    """Size and address of a file, which are reported before the download."""

    name: str
    url: str
    bytes: int | None
    """None if unknown"""
    is_cached: bool
    """True if the cache has the file with a valid checksum"""


def place(file: Wanted, folder: Path) -> Path:
    """Return the path that a file has in the cache, whether or not the file exists."""
    if file.name in ("", ".", "..") or set(file.name) & {"/", "\\", "\0"}:
        raise SourceError(f"the file name '{file.name}' in the recipe is empty or contains a path; correct the recipe")
    return folder / (urlsplit(file.url).hostname or "local") / file.name


def is_cached(wanted: Wanted, folder: Path) -> bool:
    """Return True if the cache has a copy with a valid checksum, or any copy of a final file without checksum."""
    path = place(wanted, folder)
    if wanted.is_final and not wanted.md5:
        return path.is_file()
    if not wanted.md5 or not path.is_file():
        return False
    if wanted.bytes is not None and path.stat().st_size != wanted.bytes:
        return False
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest() in wanted.md5


def announce(files: Iterable[Wanted], folder: Path) -> list[Announcement]:
    """Return sizes and addresses of files, without contacting a server."""
    return [Announcement(one.name, one.url, one.bytes, is_cached(one, folder)) for one in files]


def summary(files: Collection[Announcement]) -> str:
    """Summarize announcements in one line."""
    missing = [one for one in files if not one.is_cached]
    num_bytes = sum(one.bytes or 0 for one in missing)
    unknown = sum(one.bytes is None for one in missing)
    parts = [f"{len(missing)} file{'s' * (len(missing) != 1)} to download, {readable(num_bytes)}"]
    if unknown:
        parts.append(f"the size of {unknown} is unknown")
    if num_cached := len(files) - len(missing):
        parts.append(f"{num_cached} already in the cache")
    return "; ".join(parts)


def fetch_cached(
    file: Wanted,
    folder: Path,
    *,
    allowed_hosts: Collection[str] | None,
    progress: Meter,
    client: httpx2.Client | None = None,
) -> Path:
    """Return the path of a file in the cache; download the file if the cache has no valid copy."""
    target = place(file, folder)
    if is_cached(file, folder):
        return target
    from dltrack_db.load.downloads.fetch import fetch

    return fetch(file, target, allowed_hosts=allowed_hosts, progress=progress, client=client)


def fetch_from_bases(
    file: Wanted, addresses: Iterable[str], folder: Path, *, progress: Meter, client: httpx2.Client | None = None
) -> Path | None:
    """Download a file from the first of `addresses` that has it; return its path, or None if no address has it.

    An address may also be that of a gzipped or unpacked copy (`SourceIndex.addresses`). Size and checksum are checked
    only under the official name, because they refer to the official bytes.
    """
    for address in addresses:
        name = unquote(address.rsplit("/", 1)[-1])
        one = replace(file, name=name, url=address)
        if name != file.name:
            one = replace(one, bytes=None, md5=())
        try:
            return fetch_cached(one, folder, allowed_hosts=None, progress=progress, client=client)
        except SourceNotFoundError:
            continue
    return None
