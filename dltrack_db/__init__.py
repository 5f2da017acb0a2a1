"""dltrack: the TREC Deep Learning Track as one validated DuckDB file."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("dltrack")
except PackageNotFoundError:  # running from a source tree that is not installed
    __version__ = "0+unknown"
