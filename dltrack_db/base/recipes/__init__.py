"""Recipes: descriptions of editions in `ingest/recipes/*.toml`.

A recipe lists the judged tasks (collections) of an edition with their conventions, and the official files with their
addresses, sizes, checksums and row counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from dltrack_db.base import names as rules
from dltrack_db.base import parts, plugins, resources, tie_rules
from dltrack_db.base.recipes import schema
from dltrack_db.base.recipes.entries import (
    HELPERS,
    BaselinesSpec,
    ClicksSpec,
    FileSetSpec,
    FileSpec,
    JudgedSpec,
    LabelsSpec,
    NotesSpec,
    ScoreSetSpec,
    TopicNotesSpec,
    entry_class,
)
from dltrack_db.base.suggest import did_you_mean, unknown
from dltrack_db.errors import RecipeError, UsageError

__all__ = [
    "BaselinesSpec",
    "ClicksSpec",
    "CollectionSpec",
    "FileSetSpec",
    "FileSpec",
    "JudgedSpec",
    "LabelsSpec",
    "NotesSpec",
    "Recipe",
    "ScoreSetSpec",
    "TopicNotesSpec",
    "check_own_name",
    "check_own_variant",
    "load",
    "names",
    "official_names",
    "read",
]

OWN_LABELS = "own"
"""Default name of a collection's official label set in a user's recipe; NIST's label sets have other names."""


@dataclass(frozen=True)
class CollectionSpec:
    """A judged task; the fields are the columns of `main.collections`.

    `doc_id_pattern` is a regular expression that a whole document id must match; if it is empty, any id is valid.
    """

    collection: str
    task: str
    query_set: str
    title: str = ""
    year: int | None = None
    corpus: str | None = None
    qrels_variant: str = OWN_LABELS
    min_relevance: int = 1
    run_depth: int | None = None
    overview_depth: int | None = None
    ncg_depth: int = 100
    tie_rule: str = tie_rules.DEFAULT
    expected_runs: int | None = None
    follows: str | None = None
    excludes_query_id: bool = False
    citation: str | None = None
    doc_id_pattern: str = ""


_Entry = TypeVar("_Entry", bound=FileSpec)
_Spec = TypeVar("_Spec", bound=CollectionSpec | FileSpec)


@dataclass(frozen=True)
class Recipe:
    """An edition: its collections and files.

    Args:
        terms: terms of use.
        runs_how: where to get the submitted runs.
        generator: name of the program that writes the files of a synthetic edition.
        generated_runs: file with the descriptions of generated runs.
        uses: collections of other editions to which this edition adds labels or scores; `collections` includes them.
        owners: edition of each collection in `uses`.
        runs_pattern: pattern for the names of run files, if it is not the usual one (`run_names`).
        runs_url: NIST's address of a run file, with {run} for the run id; most downloads require an account.
        scores_how: where to get missing scores.
        files_how: where to get files that are not published for download.
        needs_loaded: whether the collections in `uses` are used only if they are loaded; at least one must be.
        home: folder of a user's recipe and its files.
        editions: other editions that this edition consists of.
    """

    id: str
    title: str
    collections: tuple[CollectionSpec, ...]
    files: tuple[FileSpec, ...]
    terms: str = ""
    runs_how: str = ""
    generator: str = ""
    generated_runs: str = ""
    uses: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    runs_pattern: str = ""
    runs_url: str = ""
    scores_how: str = ""
    files_how: str = ""
    needs_loaded: bool = False
    home: Path | None = None
    editions: Sequence[str] = ()

    def owner(self, collection: str) -> str:
        """Return the edition of a collection."""
        return self.owners.get(collection, self.id)

    @property
    def own_collections(self) -> tuple[CollectionSpec, ...]:
        """Collections that do not belong to another edition."""
        return tuple(spec for spec in self.collections if spec.collection not in self.owners)

    @property
    def run_names(self) -> str:
        """Pattern for the names of run files; by default 'input.*', or any name in a user's recipe."""
        return self.runs_pattern or ("*" if self.home else "input.*")

    def part_files(self, part: str) -> tuple[FileSpec, ...]:
        """Return the files of one part, in recipe order."""
        return tuple(spec for spec in self.files if spec.part == part)

    def entries(self, kind: type[_Entry]) -> tuple[_Entry, ...]:
        """Return the files of a class of entries, in recipe order."""
        return tuple(spec for spec in self.files if isinstance(spec, kind))


@cache
def names() -> tuple[str, ...]:
    """Return the ids of all recipes in alphabetical order."""
    return tuple(sorted(_paths()))


@cache
def _paths() -> dict[str, Path]:
    homes = [*plugins.folders("ingest/recipes"), resources.RECIPES]
    return {path.stem: path for home in homes for path in home.glob("*.toml")}


CORPORA = resources.RECIPES / "corpora"
"""Folder with the recipes of corpora."""


@cache
def corpus_names() -> tuple[str, ...]:
    """Return the names of all corpora that have a recipe."""
    return tuple(sorted(path.stem for path in CORPORA.glob("*.toml")))


@cache
def load(recipe_id: str) -> Recipe:
    """Read a recipe by its id; for a recipe with a page for each track, the id may include a track.

    For example, 'trec-browser/trec8/adhoc' is the track 'trec8/adhoc' of the recipe 'trec-browser'.
    """
    name, _, track = recipe_id.partition("/")
    recipe = read(_paths()[name]) if name in _paths() else None
    if recipe is not None and not track:
        return recipe
    pages = [spec for spec in recipe.entries(FileSetSpec) if spec.part in parts.listed_as("pages")] if recipe else []
    if recipe is None or not pages:
        raise UsageError(f"unknown edition '{recipe_id}'; see: dltrack sources{did_you_mean(recipe_id, names())}")
    return replace(recipe, files=tuple(replace(spec, folders=(track,)) for spec in pages))


def read(path: Path) -> Recipe:
    """Read and check a recipe file."""
    data = schema.read(path, {"": Recipe, "collections": CollectionSpec})
    own = [_build(CollectionSpec, entry) for entry in data.pop("collections", [])]
    is_one_of_several = len(own) > 1  # then a default title includes the collection's name
    own = [
        replace(spec, title=spec.title or data["title"] + (f", {spec.collection}" if is_one_of_several else ""))
        for spec in own
    ]
    uses = tuple(data.pop("uses", ()))
    owners, used_collections = _used_collections(path, uses)
    collections = (*own, *used_collections)
    files = tuple(_build(entry_class(entry["part"]), entry) for entry in data.pop("files", []))
    recipe = Recipe(collections=collections, files=files, uses=uses, owners=owners, **data)
    if recipe.id != path.stem:
        raise RecipeError(f"{path}: the recipe's id is '{recipe.id}', but must be the file name; change one of them")
    if misfit := next(_misfits(collections, files), None):
        file, line = schema.place(path, *misfit[:3])
        raise RecipeError(f"{file}, line {line}: {misfit[3]}")
    return recipe


def _misfits(
    collections: tuple[CollectionSpec, ...], files: tuple[FileSpec, ...]
) -> Iterator[tuple[str, int, str, str]]:
    """Yield contradictions between keys that are valid alone: table, number of the entry, key, message."""
    collection_names = [spec.collection for spec in collections]
    known = [*parts.edition_parts(), *HELPERS]
    of_a_collection = [part.name for part in parts.all_parts() if part.needs_collection]
    if twice := next((i for i, name in enumerate(collection_names) if name in collection_names[:i]), None):
        yield (
            "collections",
            twice,
            "collection",
            f"there are two [[collections]] named '{collection_names[twice]}'; rename or remove one of them",
        )
    for number, spec in enumerate(files):
        if spec.part not in known:
            message = f"file '{spec.file}' has the unknown part '{spec.part}'; valid parts: {', '.join(known)}"
            yield "files", number, "part", message + did_you_mean(spec.part, known)
        if spec.collection is not None and spec.collection not in collection_names:
            fix = unknown(spec.collection, collection_names) or "; add a [[collections]] entry for it"
            message = f"file '{spec.file}' has collection '{spec.collection}', which is not in the recipe{fix}"
            yield "files", number, "collection", message
        if spec.part in of_a_collection and spec.collection is None:
            message = f"file '{spec.file}' with part '{spec.part}' has no collection; add collection = \"NAME\""
            yield "files", number, "part", message
        if spec.part == "query-variants" and "/" not in spec.name:
            message = f"name = '{spec.name}' must have the form query_set/variant, because the file has query variants"
            yield "files", number, "name", message


@cache
def official_names() -> frozenset[str]:
    """Return the names of editions, collections and query sets in the recipes, in lower case."""
    found: set[str] = set()
    for recipe in map(load, names()):
        found |= {recipe.id, *(spec.collection for spec in recipe.collections)}
        found |= {spec.query_set for spec in recipe.collections}
    return frozenset(name.casefold() for name in found)


def check_own_name(name: str, what: str) -> None:
    """Check that a name is valid for a user's collection, edition or query set; `what` is its kind, in messages."""
    if reason := rules.problem(name):
        raise UsageError(f"{rules.displayed_name(name)} cannot be the name of {what}: {reason}")
    if name.casefold() in official_names():
        raise UsageError(
            f"'{name}' is the name of an official edition, collection or query set; choose another name for {what}, "
            "or load an official edition with: dltrack ingest EDITION"
        )


def check_own_variant(variant: str, collection: str) -> None:
    """Check that a name is valid for a user's label set of a collection."""
    if reason := rules.problem(variant):
        raise UsageError(f"{rules.displayed_name(variant)} cannot be the name of a label set: {reason}")
    for recipe in map(load, names()):
        official = {spec.name.casefold() for spec in recipe.part_files("qrels") if spec.collection == collection}
        if variant.casefold() in official:
            raise UsageError(
                f"'{variant}' is the name of an official label set of {collection}; choose another name, or load the "
                f"official labels with: dltrack ingest {recipe.id}"
            )


def _used_collections(
    asking: Path, names_of_collections: tuple[str, ...]
) -> tuple[dict[str, str], list[CollectionSpec]]:
    owners: dict[str, str] = {}
    specs: dict[str, CollectionSpec] = {}
    if names_of_collections:
        for stem, entry in _shipped_collections():
            if entry["collection"] in names_of_collections:
                owners[entry["collection"]] = stem
                specs[entry["collection"]] = _build(CollectionSpec, dict(entry))
    if missing := [name for name in names_of_collections if name not in specs]:
        raise RecipeError(f"{asking}: '{missing[0]}' in uses is not a collection of any recipe; correct it")
    return owners, [specs[name] for name in names_of_collections]


def run_depth(collection: str) -> int | None:
    """Return the maximum number of items per topic in a run of a shipped collection; None if there is no limit."""
    depths = (entry.get("run_depth") for _, entry in _shipped_collections() if entry["collection"] == collection)
    return next(depths, None)


@cache
def _shipped_collections() -> list[tuple[str, dict[str, Any]]]:
    return [
        (path.stem, entry)
        for _, path in sorted(_paths().items())
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("collections", ())
    ]


def find_edition(name: str) -> str:
    """Return the id of the edition with this name, or with a collection of this name; else ''."""
    if name in names():
        return name
    return next((edition for edition, entry in _shipped_collections() if entry["collection"] == name), "")


def _build(kind: type[_Spec], entry: dict[str, Any]) -> _Spec:
    for listed in {"md5", "keys", "folders", "measures", "mirrors"} & set(entry):
        entry[listed] = tuple(entry[listed])
    if "tie_rule" in entry:
        entry["tie_rule"] = tie_rules.current(entry["tie_rule"])
    known = {each.name for each in fields(kind)}  # an unknown part may have more keys
    return kind(**{key: value for key, value in entry.items() if key in known})
