"""Recipes: what makes up an edition, as data in `ingest/recipes/*.toml`.

A recipe lists the judged tasks (collections) of an edition with their
conventions, and the official files with address, size, checksums and the
counts that were measured on the genuine bytes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from dltrack_db import resources
from dltrack_db.errors import RecipeError

PARTS = ("queries", "qrels", "runs", "corpus", "mapping")
"""The parts an edition consists of, in the order they are loaded."""


@dataclass(frozen=True)
class CollectionSpec:
    """One judged task; the fields are the columns of `main.collections`, see there.

    `doc_id_pattern` is a regular expression that a whole document id must
    match; empty when anything goes.
    """

    collection: str
    task: str
    query_set: str
    title: str = ""
    year: int | None = None
    corpus: str | None = None
    qrels_variant: str = "nist"
    min_relevance: int = 1
    run_depth: int | None = None
    overview_depth: int | None = None
    ncg_depth: int = 100
    tie_rule: str = "trec_eval9"
    expected_runs: int | None = None
    doc_id_pattern: str = ""


@dataclass(frozen=True)
class FileSpec:
    """One official file of an edition.

    `name` is the query set (queries), the variant (qrels) or the corpus; `md5`
    lists every checksum known to be valid for the official bytes; `bytes`,
    `rows`, `queries` and `grades` were measured on them (None or empty when
    not known; `member` is the file's path inside the archive at `url`, if it
    is published only in one. `optional` files are loaded when they are at hand.
    """

    part: str
    name: str
    file: str
    collection: str | None = None
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    member: str = ""
    bytes: int | None = None
    md5: tuple[str, ...] = ()
    rows: int | None = None
    queries: int | None = None
    grades: Mapping[str, int] = field(default_factory=dict)
    optional: bool = False


@dataclass(frozen=True)
class Recipe:
    """An edition: its collections and files.

    `generator` is set for a synthetic edition, whose files dltrack writes
    itself; `generated_runs` names the file of run descriptions among them.
    """

    id: str
    title: str
    collections: tuple[CollectionSpec, ...]
    files: tuple[FileSpec, ...]
    terms: str = ""
    runs_how: str = ""
    generator: str = ""
    generated_runs: str = ""

    def files_of(self, part: str) -> tuple[FileSpec, ...]:
        """The files of one part, in recipe order."""
        return tuple(spec for spec in self.files if spec.part == part)


_Spec = TypeVar("_Spec", CollectionSpec, FileSpec)


@cache
def names() -> tuple[str, ...]:
    """The ids of all recipes, in the order of a listing."""
    return tuple(sorted(path.stem for path in resources.RECIPES.glob("*.toml")))


@cache
def load(recipe_id: str) -> Recipe:
    """Read a recipe by id.

    Raises:
        RecipeError: no such recipe, or its file is malformed.
    """
    if recipe_id not in names():
        raise RecipeError(f"there is no recipe «{recipe_id}»; known are: {', '.join(names())}")
    return read(resources.RECIPES / f"{recipe_id}.toml")


def read(path: Path) -> Recipe:
    """Read one recipe file.

    Raises:
        RecipeError: the file is no TOML, or lacks or misspells a field.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        collections = tuple(_build(CollectionSpec, entry) for entry in data.pop("collections"))
        files = tuple(_build(FileSpec, entry) for entry in data.pop("files"))
        recipe = Recipe(collections=collections, files=files, **data)
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise RecipeError(f"{path}: not a recipe: {error}") from error
    if recipe.id != path.stem:
        raise RecipeError(f"{path}: the recipe calls itself «{recipe.id}»")
    known = {spec.collection for spec in collections}
    for spec in files:
        if spec.part not in PARTS or (spec.collection is not None and spec.collection not in known):
            raise RecipeError(f"{path}: file «{spec.file}» has part «{spec.part}», collection «{spec.collection}»")
    return recipe


def _build(kind: type[_Spec], entry: dict[str, Any]) -> _Spec:
    unknown = set(entry) - {f.name for f in fields(kind)}
    if unknown:
        raise KeyError(f"unknown field {', '.join(sorted(unknown))}")
    if "md5" in entry:
        entry["md5"] = tuple(entry["md5"])
    return kind(**entry)
