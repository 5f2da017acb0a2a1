"""The user's own defaults: `dltrack/config.toml` in the folder where the system keeps such files.

    db = "~/trec/dltrack.duckdb"
    memory = "8GB"

An option of a command wins over the environment (DLTRACK_DB, DLTRACK_MEMORY), and that over the file.
"""

from __future__ import annotations

import os
from pathlib import Path

from dltrack_db.errors import UsageError
from dltrack_db.vocabulary.suggest import did_you_mean

DEFAULT_NAME = "dltrack.duckdb"
"""The database file where none is named."""
DEFAULT_MEMORY = "4GB"
"""Most memory that DuckDB may use in a load where nothing is said."""
KEYS = {"db": "DLTRACK_DB", "memory": "DLTRACK_MEMORY"}
"""What the file may say, and the variable of the environment that says the same."""


def place() -> Path:
    """Where the file is looked for; DLTRACK_CONFIG names another one."""
    if named := os.environ.get("DLTRACK_CONFIG"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_config_dir("dltrack", appauthor=False)) / "config.toml"


def cache_folder(chosen: Path | None = None) -> Path:
    """Where all that can be made again is kept: the chosen folder, $DLTRACK_CACHE, or the user's cache."""
    if chosen is not None:
        return chosen
    if named := os.environ.get("DLTRACK_CACHE"):
        return Path(named).expanduser()
    import platformdirs

    return platformdirs.user_cache_path("dltrack") / "downloads"


def read(path: Path) -> dict[str, str]:
    """What the file says; nothing when it is not there.

    Raises:
        UsageError: it is no TOML, or holds a key or a kind of value that dltrack does not know.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read ({error}); correct or remove it") from error
    import tomllib

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from error
    for key, value in found.items():
        if key not in KEYS:
            listed = did_you_mean(key, KEYS) or f"; it may say {' and '.join(KEYS)}"
            raise UsageError(f"{path} has a key «{key}», which dltrack does not know{listed}")
        if not isinstance(value, str) or not value:
            raise UsageError(f'{path}: {key} is not text; write it as {key} = "…"')
    if "db" in found:
        found["db"] = str(Path(found["db"]).expanduser())
    return found


def into_environment() -> None:
    """Let the environment say what the file says, where it says nothing itself.

    Raises:
        UsageError: see `read`.
    """
    for key, value in read(place()).items():
        os.environ.setdefault(KEYS[key], value)
