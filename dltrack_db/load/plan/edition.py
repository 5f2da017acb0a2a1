"""Plan the load of an edition: find its files in given folders, or list their addresses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

from dltrack_db.base import parts as kinds
from dltrack_db.base.files import sources
from dltrack_db.base.recipes import ClicksSpec, FileSetSpec, FileSpec, LabelsSpec, Recipe, ScoreSetSpec, own
from dltrack_db.errors import UsageError
from dltrack_db.load.plan import known, runs
from dltrack_db.load.plan.items import Item, Plan

DEFAULT_PARTS = tuple(part for part in kinds.edition_parts() if part not in ("corpus", "mapping"))


def plan_edition(
    recipe: Recipe, index: sources.SourceIndex, run_places: Sequence[Path | str], parts: Iterable[str] = DEFAULT_PARTS
) -> Plan:
    """Plan the files of an edition, each with its path in the index or with addresses for the download.

    Runs are the files `input.*` in folders that are named after a collection. Runs in other folders are assigned to a
    collection if their run ids are those of submitted runs.

    `run_places` are the values of `--runs`: more folders and files of runs; base addresses or 'nist', for submitted
    runs that are not found locally; and 'baselines', for public rankings that were not submitted.
    """
    chosen = tuple(parts)
    items = [_file_item(spec, index) for spec in _specs(recipe, "file", chosen)]
    items = [item for item in items if item.path or not (item.spec and item.spec.optional)]
    items += [_file_item(spec, index) for spec in recipe.part_files("ids") if "qrels" in chosen]
    items += _page_items([spec for spec in _specs(recipe, "pages", chosen) if isinstance(spec, FileSetSpec)], index)
    notes: list[str] = []
    notes_on_runs: tuple[str, ...] = ()
    if "scores" in chosen and recipe.part_files("scores"):
        scores = [item for spec in recipe.entries(ScoreSetSpec) for item in _score_items(spec, index)]
        items += scores
        if not scores and recipe.scores_how:
            notes.append(f"no scores of submitted runs found. {recipe.scores_how}")
    if "runs" in chosen:
        submitted = runs.local_runs(recipe, index, run_places)
        ranked = {(item.collection, item.name) for item in submitted}
        items = [item for item in items if item.path or not _has_ranking(item, ranked)] + submitted
        items += runs.remote_runs(recipe, index, run_places, ranked)
        if not submitted:
            has_scores = any(item.part == "scores" for item in items)
            notes += _notes_on_places(recipe, run_places)
            notes_on_runs = tuple(_notes_on_absent_runs(recipe, has_scores=has_scores))
    if not items and "runs" in chosen and recipe.part_files("runs"):
        notes.append(f"nothing was loaded: {recipe.id} has only public rankings; load them with --runs baselines")
    own.check_confined(recipe, (item.path for item in items if item.path))
    return Plan(recipe.id, recipe.collections, tuple(items), recipe, notes=tuple(notes), notes_on_runs=notes_on_runs)


def _specs(recipe: Recipe, listed: str, chosen: Collection[str]) -> list[FileSpec]:
    """Return the recipe's entries of the chosen parts with `parts.Part.listed` equal to `listed`."""
    return [spec for part in kinds.listed_as(listed) if part in chosen for spec in recipe.part_files(part)]


def _notes_on_places(recipe: Recipe, run_places: Sequence[Path | str]) -> Iterator[str]:
    """Yield a note on the folders and names of run files, if the user named a folder."""
    has_folders = any(not runs.is_remote(place) for place in run_places)
    if recipe.own_collections and (has_folders or (recipe.home and not run_places)):
        folders = " or ".join(f"'{spec.collection}'" for spec in recipe.own_collections)
        files = "run files" if recipe.run_names == "*" else f"run files named {recipe.run_names}"
        yield f"no runs found; put {files} into a folder named {folders}"


def _notes_on_absent_runs(recipe: Recipe, *, has_scores: bool) -> Iterator[str]:
    """Yield notes on how to get the submitted runs, and on the scores that are used without submitted runs."""
    if not recipe.runs_how or not any(spec.expected_runs for spec in recipe.own_collections):
        return
    yield f"no submitted runs found. {recipe.runs_how}"
    if recipe.part_files("scores") and not recipe.scores_how:
        means = "NIST's published means of each submitted run"
        yield "without submitted runs, leaderboards use " + (
            f"per-topic scores and {means}"
            if has_scores
            else f"{means}; load public per-topic scores with: dltrack ingest {recipe.id} --parts scores"
        )


def plan_files(recipe: Recipe, specs: Iterable[FileSpec], index: sources.SourceIndex) -> Plan:
    """Plan some files of a recipe, each with its path in the index or with addresses for the download."""
    items = tuple(_file_item(spec, index) for spec in specs)
    own.check_confined(recipe, (item.path for item in items if item.path))
    return Plan(recipe.id, recipe.collections, items, recipe)


def check_parts(parts: str) -> tuple[str, ...]:
    """Split the comma-separated option `--parts`; raise UsageError if a part is unknown."""
    part_names = tuple(part.strip() for part in parts.split(",") if part.strip())
    if unknown := [part for part in part_names if part not in kinds.edition_parts()]:
        raise UsageError(
            f"--parts contains unknown parts: {', '.join(unknown)}; valid parts are {', '.join(kinds.edition_parts())}"
        )
    return part_names


def _file_item(spec: FileSpec, index: sources.SourceIndex) -> Item:
    content = None if spec.url else index.find_content(spec.bytes, spec.md5)
    path = content or index.find(spec.file, spec.md5)
    if path is None and isinstance(spec, ClicksSpec) and (path := _find_clicks(spec, index)):
        return Item(spec.part, spec.name, spec.collection, path, (), spec, has_clicks=True)
    addresses = [*index.addresses(spec.file), *([spec.url] if spec.url else [])]
    skips = (isinstance(spec, LabelsSpec) and spec.foreign > 0) or None
    # a file that is recognized by its content may have a private name
    name = spec.file if content and content.name != spec.file else ""
    return Item(
        spec.part, spec.name, spec.collection, path, tuple(addresses), spec, display_name=name, skips_foreign=skips
    )


def _find_clicks(spec: ClicksSpec, index: sources.SourceIndex) -> Path | None:
    return index.find(spec.clicks, spec.md5) if spec.clicks else None


def _score_items(spec: ScoreSetSpec, index: sources.SourceIndex) -> list[Item]:
    """Return the files of a score set: those in the first of its folders that exists, or published files.

    Items are named after labels, folder and run. Published files are downloaded only if the user named no local folder.
    """
    found = (index.in_folder(folder, spec.file) for folder in spec.folders)
    paths = next((paths for paths in found if paths), [])
    scores = f"{spec.name}/{spec.folders[0].rpartition('/')[2]}" if spec.folders else f"{spec.name}/"
    items = [Item("scores", f"{scores}/{sources.label_name(path)}", spec.collection, path, (), spec) for path in paths]
    if index.has_folders:
        return items
    for one in known.score_files(spec):
        published = [folder for folder in spec.folders if f"/{folder}/" in str(one.url)]
        bases = [address for folder in published for address in index.addresses(f"{folder}/{one.file}")]
        name = f"{scores}/{sources.label_name(Path(one.file))}"
        items.append(Item("scores", name, spec.collection, None, (*bases, str(one.url)), one))
    return items


def _page_items(specs: Sequence[FileSetSpec], index: sources.SourceIndex) -> list[Item]:
    """Return the pages found in folders named after edition and track; without such pages, all pages to download."""
    pages = [page for spec in specs for page in known.track_pages(spec)]
    if specs and not pages:
        raise UsageError(
            f"the recipe has no pages of '{specs[0].folders[0]}'; name an edition or a track like trec8/adhoc"
        )
    places = {page.file: PurePosixPath(page.file) for page in pages}
    found = {file: index.in_folder(str(place.parent), place.name) for file, place in places.items()}
    if any(found.values()):
        pages = [page for page in pages if found[page.file]]
    return [
        Item(page.part, page.name, None, path, (*index.addresses(page.file), str(page.url)), page)
        for page in pages
        for path in [next(iter(found[page.file]), None)]
    ]


def _has_ranking(item: Item, ranked: Collection[tuple[str | None, str]]) -> bool:
    """Return True for a score of a run whose ranking is in the same load (`ranked`)."""
    return item.part == "scores" and (item.collection, item.name.rpartition("/")[2]) in ranked
