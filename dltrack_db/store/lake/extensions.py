"""The DuckDB extensions that a shared database needs, loaded from Python wheels without network access."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import duckdb

from dltrack_db.base.sql_text import literal
from dltrack_db.errors import DatabaseError

LAKE = "ducklake"
POSTGRES = "postgres_scanner"
OBJECT_STORE = "httpfs"


def required_extensions(*, is_remote: bool, is_frozen: bool = False) -> list[str]:
    """Return the extensions for a lake; `is_remote` means data files in an object store or on a web server."""
    return [LAKE, *([] if is_frozen else [POSTGRES]), *([OBJECT_STORE] if is_remote else [])]


def load(con: duckdb.DuckDBPyConnection, *names: str) -> None:
    """Load extensions into a connection, from their wheels or from DuckDB's own installation."""
    for name in names:
        try:
            con.execute(statement(name))
        except duckdb.Error as error:
            raise DatabaseError(_refusal(name, str(error))) from error


def statement(name: str) -> str:
    """Return the statement that loads an extension, in this process or in the DuckDB shell."""
    path = _folder(name) / f"v{duckdb.__version__}" / f"{name}.duckdb_extension"
    return f"load {literal(path) if path.is_file() else name}"


def _folder(name: str) -> Path:
    """Return the extensions folder of an extension's wheel, with a subfolder for each release of DuckDB."""
    found = importlib.util.find_spec(f"duckdb_extension_{name}")
    paths = found.submodule_search_locations if found else None
    return Path(next(iter(paths), "") if paths else "") / "extensions"


def _refusal(name: str, reason: str) -> str:
    folder = _folder(name)
    fitting = sorted(path.name.removeprefix("v") for path in folder.iterdir()) if folder.is_dir() else []
    if fitting and duckdb.__version__ not in fitting:
        return (
            f"DuckDB's extension {name} is installed for DuckDB {' and '.join(fitting)}, but this is DuckDB "
            f"{duckdb.__version__}; install the matching version with: pip install duckdb=={fitting[-1]}"
        )
    if fitting:
        return f"DuckDB's extension {name} cannot be loaded ({reason.splitlines()[0]}); reinstall its wheel"
    package = f"duckdb-extension-{name.replace('_', '-')}"
    return (
        f"a shared database needs DuckDB's extension {name}, which is not installed; install it with: "
        f"pip install 'dltrack[shared]' ({package}=={duckdb.__version__})"
    )
