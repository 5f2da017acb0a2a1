"""The numbers that decide what this dltrack can open."""

from __future__ import annotations

SCHEMA_VERSION = "5"
# The schema of dltrack 0.1.0, from which schema/migrations leads on.
OLDEST_SCHEMA = 2
# The oldest in which text columns are compressed with zstd: DuckDB 1.2 and all later ones open the files.
STORAGE_VERSION = "v1.2.0"
