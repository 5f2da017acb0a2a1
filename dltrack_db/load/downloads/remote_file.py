"""A file to be fetched, and what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Wanted:
    """A file that a recipe names."""

    name: str
    """official file name"""
    url: str
    bytes: int | None = None
    """size, when known"""
    md5: tuple[str, ...] = ()
    """valid checksums; none: any content"""
    headers: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int | None = None
    """bound for a file of unknown size"""
    is_final: bool = False
    """never changed at its address: a whole copy in the cache will do, without a known checksum"""
