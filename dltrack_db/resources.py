"""Where the data folders `schema/`, `sql/` and `ingest/` are.

A wheel carries them inside the package (`dltrack_db/_data`); a checkout keeps
them at its top level, where an editable install reads them in place.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE / "_data"
ROOT = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parent

SCHEMA = ROOT / "schema"
SQL = ROOT / "sql"
INGEST = ROOT / "ingest"
RECIPES = INGEST / "recipes"
FORMATS = INGEST / "formats"
EXPECTATIONS = INGEST / "expectations"
