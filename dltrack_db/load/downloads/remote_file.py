"""A file to fetch."""

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
    """None if unknown"""
    md5: tuple[str, ...] = ()
    """valid checksums; empty: any content"""
    headers: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int | None = None
    """limit for a file of unknown size"""
    is_final: bool = False
    """never changed at its address, so a complete copy in the cache is valid without a checksum"""
