"""The SQL files that are built from the others: never committed, made by the wheel's build and in a checkout.

A wheel carries them. In a checkout they lie at their places in `sql/`, where git ignores them, and are made again
when one of their sources is not the one they were made from: `build/sql.stamp` notes name, size and time of each.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from dltrack_db.base import resources
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import dependencies
from dltrack_db.sqlfiles.sql_object import GLOSSARY

PRODUCTS = {
    "metrics/measures.sql": "measures",
    "metrics/score_queries.sql": "score_queries",
    "published/computed.sql": "computed_exhibits",
    "catalog/orphans.sql": "orphans",
    "catalog/checksums.sql": "checksums",
}
"""The built objects below `sql/`, each after those that it is made from, and the modules that make them."""

SCRIPT = "build.sql"
"""The script for the DuckDB shell, an artifact of `make build` and of the wheel: nothing here reads it."""


def renew() -> None:
    """Rebuild the built objects if the sources in a checkout have changed; checked once in a process.

    Raises:
        SqlFileError: a source breaks the rules, or the folder cannot be written.
    """
    if resources.IS_CHECKOUT:
        _renew(resources.SQL)


@cache
def _renew(sql: Path) -> None:
    stamp = sql.parent / "build" / "sql.stamp"
    sources = list_states(_sources(sql))
    with suppress(OSError):
        if stamp.read_text(encoding="utf-8") == sources + list_states(_products(sql)):
            return
    dependencies.forget()
    for name in PRODUCTS:
        write(sql / name, render(name))
    with suppress(OSError):  # without the note they are made again next time, and are the same
        _replace(stamp, sources + list_states(_products(sql)), stamp.parent)


def render(name: str) -> str:
    """The text of one of the built objects; its module is imported only now.

    Raises:
        SqlFileError: a source breaks the rules.
    """
    text: str = import_module(f"{__package__}.{PRODUCTS[name]}").render()
    return text


def _products(sql: Path) -> list[str]:
    return [f"{sql}/{name}" for name in PRODUCTS]


def _sources(sql: Path) -> Iterator[str]:
    """All that they are made from: files of SQL, printed numbers, and the modules that make them."""
    products = frozenset(_products(sql))
    folders = [entry.path for entry in os.scandir(sql) if entry.is_dir()]
    for folder in (*folders, str(resources.SCHEMA), str(Path(__file__).parent)):
        for entry in os.scandir(folder):
            if entry.name.endswith((".sql", ".py")) and entry.path not in products:
                yield entry.path
    yield from (f"{resources.PAPERS}/{name}.csv" for name in ("cells", "official_scores", "official_tables"))
    yield f"{sql}/{GLOSSARY}"
    yield str(Path(__file__).parent / "scripts" / "checksums.sql")
    yield from map(str, resources.PARTS.glob("*/*.*"))


def list_states(files: Iterable[str]) -> str:
    """Return the name, size and time of files, a line for each.

    Raises:
        OSError: one of them is not there.
    """
    states = sorted((path, os.stat(path)) for path in files)  # noqa: PTH116 (a tenth of the time of a Path)
    return "".join(f"{path} {state.st_size} {state.st_mtime_ns}\n" for path, state in states)


def write(path: Path, text: str) -> None:
    """Write a file unless it has this text: readers see the old or the new one, never a part."""
    try:
        with suppress(FileNotFoundError):
            if path.read_text(encoding="utf-8") == text:
                return
        _replace(path, text, resources.SQL.parent / "build")
    except OSError as error:
        raise SqlFileError(
            f"{path} must be rebuilt from its sources and cannot be written: {error.strerror}; "
            "run make build as a user who may write there"
        ) from error


def _replace(path: Path, text: str, folder: Path) -> None:
    """Put a whole new file in the place of another, by way of a folder of the same disk."""
    folder.mkdir(exist_ok=True)
    new = folder / f"{path.name}.{os.getpid()}"
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
