"""What a load consists of: which files, found where, or fetched from where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dltrack_db import run_metadata
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.files import sources
from dltrack_db.recipes import PARTS, CollectionSpec, FileSpec, Recipe

DEFAULT_PARTS = ("queries", "qrels", "runs")


@dataclass(frozen=True)
class Item:
    """One file to load, before it is read.

    `path` is where it was found, None when it must be fetched from one of
    `addresses`; `spec` is the recipe's entry, None for files no recipe names.
    """

    part: str
    name: str
    collection: str | None
    path: Path | None
    addresses: tuple[str, ...] = ()
    spec: FileSpec | None = None
    is_submission: bool = False

    @property
    def label(self) -> str:
        """The item in words, for messages."""
        of = f" of {self.collection}" if self.collection else ""
        return f"{self.part} «{self.name}»{of}"


@dataclass(frozen=True)
class Plan:
    """Everything one batch loads; all of it is published together or not at all."""

    edition: str
    collections: tuple[CollectionSpec, ...]
    items: tuple[Item, ...]
    recipe: Recipe | None = None
    run_descriptions: Path = run_metadata.RUNS_FILE
    notes: tuple[str, ...] = field(default=())


def plan_edition(
    recipe: Recipe, index: sources.SourceIndex, run_places: Sequence[Path], parts: Iterable[str] = DEFAULT_PARTS
) -> Plan:
    """The files of an edition: found in the index, else with the addresses to fetch them from.

    Runs are the files `input.*` in folders named after a collection, in the
    index or among `run_places`; a folder of another name is sorted out by the
    run ids that the overviews and the TREC Browser know.

    Raises:
        SourceError: a file is ambiguous, or a run cannot be assigned to a collection.
    """
    wanted = tuple(parts)
    items = [
        _file_item(spec, index) for part in ("queries", "qrels") if part in wanted for spec in recipe.files_of(part)
    ]
    notes: list[str] = []
    if "runs" in wanted:
        runs = _submitted_runs(recipe, index, run_places)
        items += runs
        expected = sum(spec.expected_runs or 0 for spec in recipe.collections)
        if expected and not runs and recipe.runs_how:
            notes.append(f"no submitted runs found. {recipe.runs_how}")
    return Plan(recipe.id, recipe.collections, tuple(items), recipe, notes=tuple(notes))


def plan_runs(edition: str, collection: CollectionSpec, paths: Sequence[Path]) -> Plan:
    """Any run files for a loaded collection; a run the overviews know counts as submitted.

    Raises:
        SourceError: a file is missing, or two have the same run id and different content.
    """
    known = run_metadata.run_ids(collection.collection)
    items = [
        Item("runs", sources.run_id(path), collection.collection, path, is_submission=sources.run_id(path) in known)
        for path in sources.run_files(paths)
    ]
    return Plan(edition, (collection,), tuple(items))


def plan_qrels(edition: str, collection: CollectionSpec, path: Path, variant: str) -> Plan:
    """One more qrels file for a loaded collection."""
    return Plan(edition, (collection,), (Item("qrels", variant, collection.collection, path),))


def plan_collection(collection: CollectionSpec, qrels: Path, topics: Path, runs: Sequence[Path]) -> Plan:
    """A test collection that no recipe knows, from files in TREC's formats.

    Raises:
        SourceError: a run file is missing, or two have the same run id and different content.
    """
    items = [
        Item("queries", collection.query_set, None, topics),
        Item("qrels", collection.qrels_variant, collection.collection, qrels),
    ]
    if runs:
        items += [
            Item("runs", sources.run_id(path), collection.collection, path, is_submission=True)
            for path in sources.run_files(runs)
        ]
    return Plan(collection.collection, (collection,), tuple(items))


def _file_item(spec: FileSpec, index: sources.SourceIndex) -> Item:
    path = index.find(spec.file, spec.md5)
    addresses = [*index.addresses(spec.file), *([spec.url] if spec.url else [])]
    return Item(spec.part, spec.name, spec.collection, path, tuple(addresses), spec)


def _submitted_runs(recipe: Recipe, index: sources.SourceIndex, run_places: Sequence[Path]) -> list[Item]:
    places = sources.SourceIndex(run_places)
    collections = [spec.collection for spec in recipe.collections]
    by_collection = {
        name: sources.one_per_run([*index.submitted_runs(name), *places.submitted_runs(name)]) for name in collections
    }
    taken = {path for paths in by_collection.values() for path in paths}
    for path in _loose_runs(run_places, collections):
        if path in taken:
            continue
        owners = [name for name in collections if sources.run_id(path) in run_metadata.run_ids(name)]
        if len(owners) != 1:
            raise SourceError(
                f"{path}: run «{sources.run_id(path)}» is not a known submission to one of {', '.join(collections)}; "
                f"put submitted runs into a folder named after the collection, "
                f"or load it with: dltrack ingest runs {path} --collection {collections[0]}"
            )
        by_collection[owners[0]].append(path)
    return [
        Item("runs", sources.run_id(path), name, path, is_submission=True)
        for name, paths in by_collection.items()
        for path in sources.one_per_run(paths)
    ]


def _loose_runs(run_places: Sequence[Path], collections: Sequence[str]) -> list[Path]:
    """Run files named one by one, or lying in folders that no collection is named after."""
    loose: list[Path] = []
    for place in run_places:
        if place.is_dir():
            inside = place.absolute().name not in collections
            loose += [path for path in sorted(place.glob(sources.SUBMITTED)) if inside and path.is_file()]
        else:
            loose.append(place)
    return loose


def check_parts(parts: str) -> tuple[str, ...]:
    """The parts named in a comma-separated option.

    Raises:
        UsageError: one of them is no part.
    """
    named = tuple(part.strip() for part in parts.split(",") if part.strip())
    if unknown := [part for part in named if part not in PARTS] or ([] if named else ["nothing"]):
        raise UsageError(f"--parts names {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    return named
