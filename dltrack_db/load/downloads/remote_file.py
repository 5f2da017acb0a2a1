"""A file to download."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Wanted:
    """A file to download, with the facts from its recipe."""

    name: str
    """official file name"""
    url: str
    bytes: int | None = None
    """None if unknown"""
    md5: tuple[str, ...] = ()
    """valid checksums; if empty, any content is valid"""
    headers: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int | None = None
    """maximum size of a file of unknown size"""
    is_final: bool = False
    """True if the file at this address never changes; any complete copy in the cache is then valid"""
