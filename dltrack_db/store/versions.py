"""Versions that decide which databases this dltrack can open."""

from __future__ import annotations

SCHEMA_VERSION = "5"
# The schema of dltrack 0.1.0, the first in schema/migrations.
OLDEST_SCHEMA = 2
# The oldest version that compresses text columns with zstd; DuckDB 1.2 and later open it.
STORAGE_VERSION = "v1.2.0"
