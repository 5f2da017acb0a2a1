"""Versions of the table schema and the storage format that this dltrack reads and writes."""

from __future__ import annotations

SCHEMA_VERSION = "5"
# The schema of dltrack 0.1.0, the oldest that schema/migrations can upgrade.
OLDEST_SCHEMA = 2
# The oldest storage format that compresses text columns with zstd; DuckDB 1.2 and later can open it.
STORAGE_VERSION = "v1.2.0"
