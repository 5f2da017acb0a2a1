"""Paths of SQL files: dltrack's files in `schema/` and `sql/`, files of plug-ins, and generated files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from dltrack_db import __version__
from dltrack_db.base import config, plugins, resources
from dltrack_db.base.plugin_description import OWN
from dltrack_db.sqlfiles import lists

_GENERATORS = {
    "metrics/measures.sql": "measures",
    "metrics/score_queries.sql": "score_queries",
    "metrics/common_scores.sql": "common_scores",
    "catalog/orphans.sql": "orphans",
    "catalog/checksums.sql": "checksums",
    "catalog/reference_checksums.sql": "reference",
    "systems/column_faces.sql": "column_faces",
    "systems/run_columns.sql": "run_columns",
}
"""Generated files in build order, with the modules that render them."""
GLOSSARY = "glossary.txt"
"""Name of the files with descriptions of columns and parameters that several headers share."""
SCRIPT = "build.sql"
"""Name of the generated script for the DuckDB shell; dltrack itself does not use the script."""


_in_building: list[Path] = []
"""Folders for files that are being generated; the last one is used instead of the folder of finished files."""


def roots(home: Path) -> list[Path]:
    """Return the root folders for `resources.SCHEMA` or `SQL`: of dltrack, of generated files, and of plug-ins."""
    if home not in (resources.SCHEMA, resources.SQL):  # in tests
        return [home]
    generated = [made_folder()] if home == resources.SQL else []
    return [home, *generated, *plugins.folders(home.name)]


def made_folder() -> Path:
    """Return the folder of generated files, which depends on the plug-ins of this process."""
    if _in_building:
        return _in_building[-1]
    if not plugins.mark():
        return resources.SQL.parent / "build" / "sql"
    return config.cache_folder() / "sets" / f"{_core_mark()}-{plugins.mark()}"


@contextmanager
def building(folder: Path) -> Iterator[None]:
    """In the block, use a folder as the folder of generated files."""
    _in_building.append(folder)
    try:
        yield
    finally:
        _in_building.pop()


def find(home: Path, schema: str, stem: str) -> tuple[Path, Path] | None:
    """Return the file that defines an object, and the root folder of the file; None if no file does."""
    folder = "" if schema == "main" and home == resources.SCHEMA else schema
    for root in roots(home):
        if os.path.isfile(path := f"{root}/{folder}/{stem}.sql"):  # noqa: PTH113 (a third of the time of a Path)
            return Path(path), root
    return None


def schemas(home: Path) -> set[str]:
    """Return the names of the schemas in `resources.SCHEMA` or `SQL`, which are the names of their folders."""
    return {each.name for root in roots(home) if root.is_dir() for each in root.iterdir()}


def walk(home: Path, schema: str = "") -> Iterator[tuple[str, str]]:
    """Yield the folder and name of all files in `resources.SCHEMA` or `SQL`, or in one schema."""
    for root in roots(home):
        for folder, _, names in os.walk(f"{root}/{schema}" if schema else root):
            for name in names:
                yield folder, name


def glossaries() -> list[Path]:
    """Return the glossaries of dltrack and plug-ins."""
    folders = (resources.SQL, *plugins.folders("sql"))
    return [path for folder in folders if (path := folder / GLOSSARY).is_file()]


def direct_files(home: Path, schema: str = "") -> list[Path]:
    """Return the SQL files directly in `resources.SCHEMA` or `SQL`, or directly in one schema, in order of names."""
    paths = [path for root in roots(home) for path in (root / schema).glob("*.sql")]
    return sorted(paths, key=lambda path: path.name)


def own_first(home: Path, schema: str) -> list[Path]:
    """Return the SQL files of one schema: dltrack's files in order of names, then the files of each plug-in."""
    order = {each.name: number for number, each in enumerate(plugins.active(), 1)}

    def sort_key(path: Path) -> tuple[int, str]:
        plugin = plugins.owner(path)
        return (order[plugin.name] if plugin else 0), path.name

    return sorted(direct_files(home, schema), key=sort_key)


def find_root(path: Path, home: Path) -> Path:
    """Return the root folder of a file in `resources.SCHEMA` or `SQL`."""
    return next((root for root in roots(home) if path.is_relative_to(root)), home)


def label(path: Path) -> str:
    """Return a name for a file that does not depend on the folders of dltrack, plug-ins and generated files."""
    if (plugin := plugins.owner(path)) is not None:
        return f"{plugin.name}: {path.relative_to(plugin.folder).as_posix()}"
    if path.is_relative_to(OWN):
        return f"plugins/{path.relative_to(OWN).as_posix()}"
    folder = made_folder()
    if path.is_relative_to(folder):
        return f"sql/{path.relative_to(folder).as_posix()}"
    return path.relative_to(resources.ROOT).as_posix()


def _core_mark() -> str:
    return _mark_sources() if resources.IS_CHECKOUT else __version__


@cache
def _mark_sources() -> str:
    return hashlib.md5(list_states(sources(resources.SQL)).encode(), usedforsecurity=False).hexdigest()


@cache
def generators() -> dict[str, str]:
    """Return the generated files in build order, with the modules that render them.

    In a bundled plug-in, the module `generators/SCHEMA/NAME.py` renders `SCHEMA/NAME.sql`.
    """
    own = {
        f"{path.parent.name}/{path.stem}.sql": path
        for folder in plugins.own_folders("generators")
        for path in folder.glob("*/*.py")
    }
    return (
        {name: f"dltrack_db.sqlfiles.{module}" for name, module in _GENERATORS.items()}
        | dict.fromkeys(lists.views(), "dltrack_db.sqlfiles.lists")
        | {
            name: ".".join(path.relative_to(resources.PACKAGE.parent).with_suffix("").parts)
            for name, path in own.items()
        }
    )


def products() -> list[str]:
    """Return the paths of the generated files."""
    return [f"{made_folder()}/{name}" for name in generators()]


def sources(sql: Path) -> Iterator[str]:
    """Yield the paths of all files that generated files depend on: SQL, reference data, parts and Python modules."""
    homes = (sql, *plugins.own_folders("sql"))
    schemas = [entry.path for home in homes for entry in os.scandir(home) if entry.is_dir()]
    here = Path(__file__).parent
    flat = (resources.SCHEMA, *plugins.own_folders("schema"), here, here / "scripts")
    for source_folder in (*schemas, *map(str, flat)):
        for entry in os.scandir(source_folder):
            if entry.name.endswith((".sql", ".py")):
                yield entry.path
    for home in homes:
        yield from map(str, home.glob(GLOSSARY))
    patterns = {
        "papers": "*.csv",
        "ingest/parts": "*/*.*",
        "scripts/lists": "*.sql",
        "scripts/checksums": "*.sql",
        "generators": "*/*.py",
    }
    for name, pattern in patterns.items():
        for folder in (resources.ROOT / name, *plugins.own_folders(name)):
            yield from map(str, folder.glob(pattern))
    yield from map(str, lists.FOLDER.glob("*/*.sql"))


def list_states(files: Iterable[str]) -> str:
    """Return a text with the path, size and time of each file, one file per line."""
    states = sorted((path, os.stat(path)) for path in files)  # noqa: PTH116 (a tenth of the time of a Path)
    return "".join(f"{path} {state.st_size} {state.st_mtime_ns}\n" for path, state in states)
