"""The SQL files of `schema/` and `sql/`: their headers, references and build order.

One file defines one object; its path is the object's name
(`sql/metrics/ranked.sql` defines `metrics.ranked`, `schema/qrels.sql` defines
`main.qrels`). The comment block at the top is the object's documentation: it is
parsed here, becomes `comment on …` in the database, and the tests hold it
against the live columns. The build order is computed from the references in the
files, never kept by hand. A few files are built from the
others (`built`); a checkout makes them again when their sources have changed.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from dltrack_db.base import resources, sql_text
from dltrack_db.sqlfiles import dependencies, generated, places, reference
from dltrack_db.sqlfiles.dependencies import build_order
from dltrack_db.sqlfiles.sql_object import SqlObject, load_object

__all__ = [
    "CONSTANTS",
    "SqlObject",
    "all_objects",
    "build_order",
    "comments",
    "content_hash",
    "file_state",
    "load_folder",
    "load_object",
    "object_files",
    "object_names",
    "required_objects",
    "tables",
]


CONSTANTS = frozenset(
    f"metrics.{name}"
    for name in ("measures", "measure_parameters", "spellings", "summaries", "directions", "standard_names")
)
"""The tables that files of `sql/` fill themselves: what is the same in every database, and asked often."""
_ATTACHED = "attached: in another shell say `use NAME` first, where NAME is what this file is attached as"
"""Line in the comment of what answers for its own file only while that is the database in use."""


def object_files(root: Path, schema: str = "") -> list[Path]:
    """The files of `resources.SCHEMA` or `SQL`, or one schema of it, that define an object each, in path order.

    Those that are built are up to date; those of plug-ins are among them.
    """
    generated.renew()
    files = (Path(folder, name) for folder, name in places.walk(root, schema) if name.endswith(".sql"))
    return sorted(path for path in files if _is_object(path, places.find_root(path, root)))


def object_names(root: Path) -> frozenset[str]:
    """The names of the objects of `resources.SCHEMA` or `SQL`, as their places say; no file is opened."""
    generated.renew()
    roots = sorted(map(str, places.roots(root)), key=len, reverse=True)
    files = (
        (next(folder[len(each) + 1 :] for each in roots if folder.startswith(each)), name)
        for folder, name in places.walk(root)
    )
    return frozenset(
        f"{schema or 'main'}.{name.removesuffix('.sql')}"
        for schema, name in files
        if name.endswith(".sql") and name != places.SCRIPT and not schema.startswith("migrations")
    )


def _is_object(path: Path, root: Path) -> bool:
    """Return True if a file defines an object; `build.sql` is made of them all, `migrations` change old schemas."""
    return path.name != places.SCRIPT and path.relative_to(root).parts[0] != "migrations"


def load_folder(root: Path) -> list[SqlObject]:
    """All objects below a folder, in path order."""
    return [load_object(path, places.find_root(path, root)) for path in object_files(root)]


def all_objects() -> list[SqlObject]:
    """Every table, view and macro of the project, in build order."""
    return build_order([*load_folder(resources.SCHEMA), *load_folder(resources.SQL)])


def tables() -> list[SqlObject]:
    """The tables, in build order."""
    return build_order(load_folder(resources.SCHEMA))


def required_objects(names: Iterable[str], there: Collection[str] = ()) -> list[tuple[str, str]]:
    """The named objects and all that they refer to, directly or through others: name and statement, in build order.

    `there` names objects to leave out. Files are looked at once in a process.
    """
    generated.renew()
    return dependencies.required_objects(names, there)


def file_state(also: Iterable[Path] = ()) -> str:
    """Return the names, sizes and times of the files of `content_hash`, which show whether one has changed."""
    generated.renew()
    sql_files = [f"{folder}/{name}" for root in (resources.SCHEMA, resources.SQL) for folder, name in places.walk(root)]
    return places.list_states([*sql_files, *map(str, also)])


def content_hash(also: Iterable[Path] = ()) -> str:
    """A fingerprint of all SQL files, glossaries and further files: tells whether a database has today's views."""
    import hashlib

    digest = hashlib.md5(usedforsecurity=False)
    paths = [*object_files(resources.SCHEMA), *object_files(resources.SQL), *places.glossaries(), *also]
    # by label, because a wheel and a checkout keep the same files in different folders
    for label, path in sorted((places.label(path), path) for path in paths):
        digest.update(label.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _titles() -> dict[str, str]:
    """Return the titles of views whose names are citations: those of schema S are in the reference data S.csv.

    Its first column is the citation ('D-T3' of the view d_t3), its column `title` what is at that place.
    """
    titles = {}
    for path in reference.files():
        if path.stem in places.schemas(resources.SQL):
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    name = next(iter(row.values())).lower().replace("-", "_")
                    titles[f"{path.stem}.{name}"] = row["title"]
    return titles


def comments(obj: SqlObject) -> Iterator[str]:
    """The `comment on …` statements that carry an object's header into the database.

    `catalog.objects` and `catalog.columns` take the text apart again.
    """
    header = obj.header
    parts = [header.meaning]
    if title := _titles().get(obj.full_name):
        parts.append(f"alias: {title}")
    labels = ("source", "grain", "parents", "returns", "needs", "caveats", "cost")
    parts += [f"{label}: {text}" for label in labels if (text := getattr(header, label))]
    if "macro" in obj.kind:  # DuckDB has no place for comments on the parameters and columns of a macro
        parts += [f"param {name}: {text}" for name, text in header.params.items()]
        parts += [f"column {name}: {text}" for name, text in header.columns.items()]
    if dependencies.needs_use(obj.full_name):
        parts.append(_ATTACHED)
    if header.example:
        parts.append(f"example: {header.example}")
    kind = "macro table" if obj.kind == "table macro" else obj.kind
    yield f"comment on {kind} {obj.full_name} is {sql_text.quote_text(chr(10).join(parts))}"
    if obj.kind in ("table", "view"):
        for column, text in header.columns.items():
            yield f'comment on column {obj.full_name}."{column}" is {sql_text.quote_text(text)}'
