"""The user's settings: `dltrack/config.toml` in the system's folder for settings.

    db = "~/trec/dltrack.duckdb"
    memory = "8GB"

Options take precedence over environment variables (DLTRACK_DB, DLTRACK_MEMORY), and these over the file.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError

DEFAULT_NAME = "dltrack.duckdb"
"""Default name of the database file."""
DEFAULT_MEMORY = "4GB"
"""Default limit on DuckDB's memory for loading a corpus."""
USUAL_MEMORY_MB = 1400
"""Default limit on DuckDB's memory in other commands; the whole process needs about 500 MB more."""
KEYS = {"db": "DLTRACK_DB", "memory": "DLTRACK_MEMORY"}
"""Keys of the file, each with the environment variable of the same meaning."""
_LONGEST = 1 << 20
"""maximum bytes of the file"""


def usual_memory() -> str:
    """Return the limit on DuckDB's memory: the user's setting, or a quarter of the memory, but at most 1.4 GB."""
    if memory := os.environ.get(KEYS["memory"]):
        return memory
    try:
        quarter = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4_000_000
    except (AttributeError, OSError, ValueError):  # not available on this system
        quarter = USUAL_MEMORY_MB
    return f"{min(quarter, USUAL_MEMORY_MB)}MB"


def place() -> Path:
    """Return the path of the configuration file: DLTRACK_CONFIG, or the default path."""
    if file_name := os.environ.get("DLTRACK_CONFIG"):
        return Path(file_name)
    import platformdirs

    return Path(platformdirs.user_config_dir("dltrack", appauthor=False)) / "config.toml"


def cache_folder(chosen: Path | None = None) -> Path:
    """Return the cache folder: `chosen`, else DLTRACK_CACHE, else a folder in the user's cache."""
    if chosen is not None:
        return chosen
    if folder_name := os.environ.get("DLTRACK_CACHE"):
        return whole_path(folder_name, "DLTRACK_CACHE")
    import platformdirs

    return platformdirs.user_cache_path("dltrack") / "downloads"


def whole_path(text: str, setting: str) -> Path:
    """Return a path with ~ expanded; messages refer to the path by `setting`."""
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise UsageError(f"{setting} is '{text}', but the home folder is unknown; write an absolute path") from error


def read(path: Path) -> dict[str, str]:
    """Return the settings in the configuration file; an empty dict if the file does not exist."""
    if not (text := _text(path)):
        return {}
    import tomllib

    try:
        settings = tomllib.loads(text)
    except RecursionError as error:
        lines = text.splitlines()
        line = max(range(len(lines)), key=lambda i: sum(map(lines[i].count, "[{")))
        raise UsageError(f"{path}:{line + 1}: the value is nested too deeply; correct or remove it") from error
    except ValueError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from error
    for key, value in settings.items():
        if key not in KEYS:
            suggestion = did_you_mean(key, KEYS) or f"; valid keys: {', '.join(KEYS)}"
            raise UsageError(f"{_find_line(key, path, text)} has an unknown key '{key}'{suggestion}")
        if not isinstance(value, str) or not value:
            raise UsageError(f'{_find_line(key, path, text)}: {key} is not text; write it as {key} = "…"')
        if "\0" in value:
            raise UsageError(f"{_find_line(key, path, text)}: {key} contains a NUL character; correct it")
    if "db" in settings:
        settings["db"] = str(whole_path(settings["db"], f"{_find_line('db', path, text)}: db"))
    return settings


def _text(path: Path) -> str:
    """Return the text of a file without byte order mark; empty if it does not exist."""
    try:
        if stat.S_ISFIFO(path.stat().st_mode):
            raise UsageError(f"{path} is a pipe, not a file; write its content to a file")
        with path.open("rb") as file:
            content = file.read(_LONGEST + 1)
        if len(content) > _LONGEST:
            raise UsageError(f"{path} has more than {_LONGEST:,} bytes; correct the path, or shorten the file")
        return content.decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}:{line}: the line is not UTF-8 text; correct or remove it") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read ({error}); change its permissions, or remove it") from error


def _find_line(key: str, path: Path, text: str) -> str:
    match = re.search(rf"(?m)^[\s\[\"']*{re.escape(key)}[\"'\]]*[ \t]*(=|\.|$)", text)
    return f"{path}:{text.count(chr(10), 0, match.start(1)) + 1}" if match else str(path)


def into_environment() -> None:
    """Set the environment variables of the settings from the file; variables that are already set stay unchanged."""
    for key, value in read(place()).items():
        os.environ.setdefault(KEYS[key], value)
