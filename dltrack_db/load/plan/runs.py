"""Plan the runs of an edition: submitted runs (local files or downloads), and public rankings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from dltrack_db.base.files import sources
from dltrack_db.base.recipes import BaselinesSpec, Recipe, run_metadata
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.load.plan import known
from dltrack_db.load.plan.items import Item

NIST = "nist"
"""Value of --runs to download submitted runs from NIST's archive, with the user's account."""
BASELINES = "baselines"
"""Value of --runs to download public rankings that were not submitted: the recipe's files of part 'runs'."""


def is_remote(place: Path | str) -> bool:
    """Return True if a value of --runs means a download: an address, `NIST` or `BASELINES`."""
    return isinstance(place, str) and (place in (NIST, BASELINES) or "://" in place)


def local_runs(recipe: Recipe, index: sources.SourceIndex, run_places: Sequence[Path | str]) -> list[Item]:
    """Return the submitted runs that are in the index or in one of the local `run_places`."""
    return _submitted_runs(recipe, index, [Path(place) for place in run_places if not is_remote(place)])


def remote_runs(
    recipe: Recipe,
    index: sources.SourceIndex,
    run_places: Sequence[Path | str],
    ranked: Collection[tuple[str | None, str]],
) -> list[Item]:
    """Return the runs to download: public rankings, and known submitted runs that are not in `ranked`.

    `ranked` has (collection, run id) of the submitted runs that were found locally.
    """
    items = _baselines(recipe, index) if BASELINES in run_places else []
    remote = [str(place) for place in run_places if is_remote(place) and place != BASELINES]
    return items + (_runs_to_fetch(recipe, remote, ranked) if remote else [])


def _submitted_runs(recipe: Recipe, index: sources.SourceIndex, run_places: Sequence[Path]) -> list[Item]:
    places = sources.SourceIndex(run_places)
    collections = [spec.collection for spec in recipe.own_collections]
    others = _other_files(recipe)
    paths_by_collection = {
        name: [
            path
            for each in (index, places)
            for path in each.submitted_runs(name, recipe.run_names, known, others)
            if path.absolute().parent != recipe.home or path.match(sources.SUBMITTED)
        ]
        for name, known in ((name, run_metadata.run_ids(name)) for name in collections)
    }
    sorted_out = {path for paths in paths_by_collection.values() for path in paths}
    for path in _loose_runs(recipe, run_places, collections):
        if path in sorted_out:
            continue
        owners = [name for name in collections if _run_id(path, name) in run_metadata.run_ids(name)]
        if recipe.home and len(collections) == 1:
            owners = collections
        if len(owners) != 1:
            raise SourceError(
                f"{path}: run '{sources.run_id(path)}' is not a known submission to {' or '.join(collections)}; "
                f"put submitted runs into a folder named after their collection, "
                f"or load the file with: dltrack ingest runs {path} --collection {collections[0]}"
            )
        paths_by_collection[owners[0]].append(path)
    return [
        Item("runs", _run_id(path, name), name, path, is_submission=None if recipe.home else True)
        for name, paths in paths_by_collection.items()
        for path in sources.one_per_run(paths, run_metadata.run_ids(name))
    ]


def _run_id(path: Path, collection: str) -> str:
    return sources.run_id(path, run_metadata.run_ids(collection))


def _other_files(recipe: Recipe) -> set[str]:
    """Return the names of a user's recipe and its other files, so that they are not read as runs."""
    if recipe.home is None:
        return set()
    named = {PurePosixPath(spec.file).name for spec in recipe.files}
    return named | {sources.twin(name) for name in named} | {f"{recipe.id}.toml"}


def _loose_runs(recipe: Recipe, run_places: Sequence[Path], collections: Sequence[str]) -> list[Path]:
    """Return the run files that the user named, and those in named folders that are not named after a collection."""
    loose: list[Path] = []
    for place in run_places:
        if place.is_dir():
            inside = place.absolute().name not in collections
            found = sorted(place.glob(recipe.run_names)) if inside else []
            loose += [
                path
                for path in found
                if path.is_file() and not path.name.startswith(".") and path.name not in _other_files(recipe)
            ]
        else:
            loose.append(place)
    return loose


def _runs_to_fetch(recipe: Recipe, places: Sequence[str], ranked: Collection[tuple[str | None, str]]) -> list[Item]:
    """Return the known submitted runs of the edition that are not in `ranked`, with their possible addresses."""
    if NIST in places and not recipe.runs_url:
        raise UsageError(
            f"NIST's archive has no runs of {recipe.id}; with --runs, name a folder or address that contains the runs"
        )
    bases = sources.SourceIndex([place for place in places if place != NIST])
    return [
        Item("runs", run, name, None, tuple(_run_addresses(recipe, bases, name, run, NIST in places)), None, True)
        for name in (spec.collection for spec in recipe.own_collections)
        for run in sorted(run_metadata.run_ids(name))
        if (name, run) not in ranked
    ]


def _run_addresses(
    recipe: Recipe, bases: sources.SourceIndex, collection: str, run: str, from_nist: bool
) -> Iterator[str]:
    """Yield the possible addresses of a run: in the folder of its collection, without a folder, and at NIST."""
    name = f"{sources.SUBMITTED.removesuffix('*')}{run}.gz"
    yield from bases.addresses(f"{collection}/{name}")
    yield from bases.addresses(name)
    if from_nist:
        yield recipe.runs_url.format(run=quote(run))


def _baselines(recipe: Recipe, index: sources.SourceIndex) -> list[Item]:
    items = []
    for path, spec in (each for one in recipe.entries(BaselinesSpec) for each in known.baseline_files(one)):
        folder = str(path.parent)
        inside = index.in_folder(folder, spec.file.removesuffix(".gz")) if folder != "." else []
        found = inside[0] if inside else index.find(spec.file, spec.md5) if folder == "." else None
        addresses = [*index.addresses(str(path)), *([spec.url] if spec.url else [])]
        items.append(Item("runs", spec.name, spec.collection, found, tuple(addresses), spec, is_submission=False))
    if not items:
        raise UsageError(f"there are no public rankings of {recipe.id}; with --runs, name a folder that contains runs")
    return items
