"""Check addresses with HEAD requests: whether they respond, and whether size and checksum are as known."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import httpx2

from dltrack_db import __version__

_WAIT = httpx2.Timeout(20.0, connect=10.0)


@dataclass(frozen=True)
class Known:
    """An address, with the known facts about its file."""

    url: str
    bytes: int | None = None
    md5: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ProbeResult:
    """Facts about a file according to the server; `verdict` is 'as known' if no known fact is contradicted."""

    known: Known
    verdict: str
    bytes: int | None = None
    is_checked: bool = False
    """True if the server sent one of the known checksums"""


def ask(files: Iterable[Known]) -> Iterator[ProbeResult]:
    """Check the addresses one after the other, with one connection per host; yield the results."""
    with httpx2.Client(
        timeout=_WAIT, follow_redirects=True, headers={"User-Agent": f"dltrack/{__version__}"}
    ) as client:
        for known_file in files:
            yield _ask(client, known_file)


def _ask(client: httpx2.Client, known_file: Known) -> ProbeResult:
    try:
        response = client.head(known_file.url, headers={"Accept-Encoding": "identity", **known_file.headers})
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return ProbeResult(known_file, f"no answer ({type(error).__name__})")
    if response.status_code in (401, 403):
        return ProbeResult(known_file, f"needs an account (HTTP {response.status_code})")
    if response.status_code != 200:
        return ProbeResult(known_file, f"not there (HTTP {response.status_code})")
    length = response.headers.get("Content-Length", "")
    size = int(length) if length.isdecimal() else None
    if size is not None and known_file.bytes is not None and size != known_file.bytes:
        return ProbeResult(known_file, "another size", size)
    md5 = _md5(response.headers.get("Content-MD5", ""))
    if md5 and known_file.md5 and md5 not in known_file.md5:
        return ProbeResult(known_file, "another checksum", size)
    return ProbeResult(known_file, "as known", size, bool(md5 and known_file.md5))


def _md5(header: str) -> str:
    """Return the value of a header Content-MD5 in hexadecimal; '' if it is not valid."""
    try:
        return base64.b64decode(header, validate=True).hex()
    except (binascii.Error, ValueError):
        return ""
