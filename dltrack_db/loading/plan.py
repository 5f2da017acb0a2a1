"""What a load consists of: which files, found where, or fetched from where."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from dltrack_db import recipes
from dltrack_db.basics import resources
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.files import plainfile, sources
from dltrack_db.recipes import (
    FILE_PARTS,
    PAGE_PARTS,
    PARTS,
    CollectionSpec,
    FileSpec,
    Recipe,
    check_own_name,
    check_own_variant,
    own,
    run_metadata,
)
from dltrack_db.vocabulary import names

TRACKS_FILE = resources.PAPERS / "tracks.csv"
"""The pages of the TREC Browser, with their checksums and numbers of entries."""
NIST = "nist"
"""The place of submitted runs that asks NIST's archive, with one's own account."""
BASELINES = "baselines"
"""The place of public rankings that were not submitted: the recipe's files of part 'runs'."""
DEFAULT_PARTS = tuple(part for part in PARTS if part not in ("corpus", "mapping"))


@dataclass(frozen=True)
class Item:
    """One file to load, before it is read.

    `path` is where it was found, None when it must be fetched from one of
    `addresses`; `spec` is the recipe's entry, None for files no recipe names;
    `told_as` is how messages and the ledger name a file that is a passing copy;
    `has_clicks` says that it is the recipe's file of clicks, `skips_foreign` whether labels of another collection are
    left out, None where nobody could ask for it; `bank` is the one whose nuggets are labelled, where it is another than
    the file's own; `text_field` is the field of topics that is their text, where it is not the usual one.
    """

    part: str
    name: str
    collection: str | None
    path: Path | None
    addresses: tuple[str, ...] = ()
    spec: FileSpec | None = None
    is_submission: bool = False
    judge: Mapping[str, object] = field(default_factory=dict)
    told_as: str = ""
    has_clicks: bool = False
    skips_foreign: bool | None = None
    bank: str = ""
    text_field: str = ""

    @property
    def label(self) -> str:
        """The item in words, for messages."""
        of = f" of {self.collection}" if self.collection else ""
        return f"{self.part} «{self.name}»{of}"


@dataclass(frozen=True)
class Plan:
    """Everything one batch loads; all of it is published together or not at all.

    `owners` names the editions of collections where they are several; `edition` is then all of them, for messages.
    `has_level` is false where nobody said from which label on an item is relevant: official fractions need one.
    """

    edition: str
    collections: tuple[CollectionSpec, ...]
    items: tuple[Item, ...]
    recipe: Recipe | None = None
    run_descriptions: Path = run_metadata.RUNS_FILE
    notes: tuple[str, ...] = field(default=())
    owners: Mapping[str, str] = field(default_factory=dict)
    has_level: bool = True

    def edition_of(self, collection: str) -> str:
        """The edition a collection belongs to: another's stays in it."""
        return self.recipe.owner(collection) if self.recipe else self.owners.get(collection, self.edition)


def plan_edition(
    recipe: Recipe, index: sources.SourceIndex, run_places: Sequence[Path | str], parts: Iterable[str] = DEFAULT_PARTS
) -> Plan:
    """The files of an edition: found in the index, else with the addresses to fetch them from.

    Runs are the files `input.*` in folders named after a collection, in the
    index or among `run_places`; a folder of another name is sorted out by the
    run ids that the overviews and the TREC Browser know. Places that are base
    addresses, or 'nist', are where known runs that are not at hand are fetched;
    'baselines' adds the public rankings that were not submitted.

    Raises:
        SourceError: a file is ambiguous, or a run cannot be assigned to a collection.
        UsageError: NIST has no runs of the edition, or it has no public rankings.
    """
    wanted = tuple(parts)
    named = [*(part for part in FILE_PARTS if part in wanted), *(["ids"] if "qrels" in wanted else [])]
    items = [_file_item(spec, index) for part in named for spec in recipe.files_of(part)]
    items += _page_items([spec for part in PAGE_PARTS if part in wanted for spec in recipe.files_of(part)], index)
    notes: list[str] = []
    if "scores" in wanted and recipe.files_of("scores"):
        scores = [item for spec in recipe.files_of("scores") for item in _score_items(spec, index)]
        items += scores
        if not scores and recipe.scores_how:
            notes.append(f"no scores of submitted runs found. {recipe.scores_how}")
    if "runs" in wanted:
        at_hand = [Path(place) for place in run_places if not is_remote(place)]
        runs = _submitted_runs(recipe, index, at_hand)
        remote = [str(place) for place in run_places if is_remote(place) and place != BASELINES]
        ranked = {(item.collection, item.name) for item in runs}
        items = [item for item in items if item.path or not _is_score_of(item, ranked)] + runs
        if BASELINES in run_places:
            items += _baselines(recipe, index)
        if remote:
            items += _runs_to_fetch(recipe, remote, ranked)
        if recipe.home and not runs and not any(is_remote(place) for place in run_places):
            folders = " or ".join(f"«{spec.collection}»" for spec in recipe.own_collections)
            notes.append(f"no runs found: they are files {recipe.runs_pattern} in a folder called {folders}")
        expected = sum(spec.expected_runs or 0 for spec in recipe.own_collections)
        if expected and not runs and recipe.runs_how:
            notes.append(f"no submitted runs found. {recipe.runs_how}")
            if recipe.files_of("scores") and not recipe.scores_how:
                has_scores = any(item.part == "scores" for item in items)
                notes.append(
                    "leaderboards stand without them, on "
                    + ("scores per topic and " if has_scores else "")
                    + "what NIST published of each submitted run"
                    + (
                        ""
                        if has_scores
                        else f"; its public scores per topic: dltrack ingest {recipe.id} --parts scores"
                    )
                )
    own.check_confined(recipe, (item.path for item in items if item.path))
    return Plan(recipe.id, recipe.collections, tuple(items), recipe, notes=tuple(notes))


def plan_runs(edition: str, collection: CollectionSpec, paths: Sequence[Path], run_id: str | None = None) -> Plan:
    """Any run files for a loaded collection; a run the overviews know counts as submitted.

    A run is called as its file is, the only one as `run_id` says.

    Raises:
        SourceError: a file is missing, or two have the same run id and different content.
        UsageError: one name is given to several files.
    """
    files = sources.run_files(paths)
    if run_id is not None and len(files) > 1:
        raise UsageError(f"run_id names one run, not {len(files)} files; leave it out")
    return plan_named_runs(
        edition, collection, [(run_id or _run_id(path, collection.collection), path) for path in files]
    )


def plan_named_runs(
    edition: str, collection: CollectionSpec, files: Iterable[tuple[str, Path]], told_as: str = ""
) -> Plan:
    """Run files with their run ids, for a loaded collection; `told_as` is how messages and the ledger call them."""
    known = run_metadata.run_ids(collection.collection)
    items = [
        Item("runs", run, collection.collection, path, is_submission=run in known, told_as=told_as)
        for run, path in files
    ]
    return Plan(edition, (collection,), tuple(items))


def plan_qrels(
    edition: str,
    collection: CollectionSpec,
    paths: Sequence[Path],
    variant: str = "",
    judge: Mapping[str, object] | None = None,
    *,
    skip_foreign: bool = False,
) -> Plan:
    """More sets of labels for a loaded collection: files, or folders of them; a set is called as its file is, or as the
    recipe calls it that knows these bytes.

    `variant` is another name for the only file; `judge` says who made the labels, in the columns of
    `main.qrels_variants`. With `skip_foreign`, labels of topics or documents of other collections are left out.

    Raises:
        UsageError: the labels may not be called so, one name is given to several files, or the official ones are given
            another level than the collection has.
        SourceError: a file is missing, a folder holds none, or two files have one name.
    """
    files = sources.label_files(paths)
    if variant and len(files) > 1:
        raise UsageError(f"--variant names one set of labels, not {len(files)} files; leave it out")
    known = {} if variant else label_files(collection)
    items = []
    for path in files:
        plain = plainfile.inspect(path)
        spec = known.get(plain.plain_md5) or known.get(plain.md5)
        name = variant or (spec.name if spec else sources.label_name(path))
        if spec is None:
            check_own_variant(name, collection.collection)
        source = {"source": (spec.url if spec else None) or path.name}
        told = source | dict(judge or {})
        level = told.get("min_relevance", collection.min_relevance)
        if name == collection.qrels_variant and level != collection.min_relevance:
            raise UsageError(
                f"«{name}» are the official labels of {collection.collection}, which are relevant from "
                f"{collection.min_relevance} on; leave out --min-relevance"
            )
        items.append(Item("qrels", name, collection.collection, path, (), spec, judge=told, skips_foreign=skip_foreign))
    return Plan(edition, (collection,), tuple(items))


def plan_first_qrels(
    edition: str,
    collection: CollectionSpec,
    paths: Sequence[Path],
    variant: str = "",
    judge: Mapping[str, object] | None = None,
) -> Plan:
    """The official labels of a collection that has none yet; `variant` is what they are called, `judge` who made them.

    Their level becomes that of the collection.

    Raises:
        UsageError: the labels may not be called so, their level is no whole number, or there are several files.
        SourceError: a file is missing, or a folder holds none.
    """
    files = sources.label_files(paths)
    if len(files) > 1:
        raise UsageError(
            f"{collection.collection} has no labels yet, and these are {len(files)} files; load its official labels "
            f"first: dltrack ingest qrels FILE -c {collection.collection}"
        )
    name = variant or collection.qrels_variant
    check_own_variant(name, collection.collection)
    told = {"source": files[0].name} | dict(judge or {})
    item = Item("qrels", name, collection.collection, files[0], judge=told)
    level = float(str(told.get("min_relevance", collection.min_relevance)))
    if level % 1:
        raise UsageError(
            f"official labels have a whole number as their level, not {level:g}; give one to --min-relevance"
        )
    return Plan(edition, (replace(collection, qrels_variant=name, min_relevance=int(level)),), (item,))


def with_labels(planned: Plan, variant: str) -> Plan:
    """The load of a new collection, its labels called otherwise.

    Raises:
        UsageError: they may not be called so.
    """
    (collection,) = planned.collections
    check_own_variant(variant, collection.collection)
    items = tuple(replace(item, name=variant) if item.part == "qrels" else item for item in planned.items)
    return replace(planned, collections=(replace(collection, qrels_variant=variant),), items=items)


def label_files(collection: CollectionSpec) -> dict[str, FileSpec]:
    """The sets of labels that recipes have for a collection besides its official ones, by their md5."""
    specs = [spec for name in recipes.names() for spec in recipes.load(name).files_of("qrels")]
    return {
        md5: spec
        for spec in specs
        if spec.collection == collection.collection and spec.name != collection.qrels_variant and not spec.short_ids
        for md5 in spec.md5
    }


def plan_answers(
    edition: str,
    collection: CollectionSpec,
    paths: Sequence[Path],
    part: str = "answers",
    name: str = "",
    judge: str = "",
    bank: str = "",
) -> Plan:
    """Files of generated answers, or of what is said of them, for a loaded collection; each called as its file is.

    `part` is that of the ledger; `name` is another name for the only file; `judge` is who judged where a file does
    not say; `bank` is the one whose nuggets are labelled.

    Raises:
        UsageError: one name is given to several files, or it is none.
        SourceError: a file is missing, a folder holds none, or two files have one name.
    """
    files = sources.label_files(paths)
    if name and len(files) > 1:
        raise UsageError(f"--name is for one file, not for {len(files)}; leave it out")
    if name and (reason := names.problem(name)):
        raise UsageError(f"{names.displayed_name(name)} cannot be the name of {part}: {reason}")
    judges = {"name": judge} if judge else {}
    items = tuple(
        Item(part, name or sources.label_name(path), collection.collection, path, judge=judges, bank=bank)
        for path in files
    )
    return Plan(edition, (collection,), items)


def plan_scores(
    edition: str, collection: CollectionSpec, paths: Sequence[Path], variant: str, min_relevance: int | None
) -> Plan:
    """Scores per topic that somebody else computed, for a loaded collection.

    Raises:
        SourceError: a file is missing, a folder holds none, or two files have one name.
    """
    spec = FileSpec("scores", variant, "", collection.collection, min_relevance=min_relevance)
    return Plan(
        edition,
        (collection,),
        tuple(
            Item("scores", f"{variant}/{sources.label_name(path)}", collection.collection, path, (), spec)
            for path in sources.label_files(paths)
        ),
    )


def plan_judge_scores(
    edition: str, collection: CollectionSpec, paths: Sequence[Path], judge: str, model: str = ""
) -> Plan:
    """The leaderboard that a judge made, in files of scores per topic, for a loaded collection.

    Raises:
        UsageError: the judge may not be called so.
        SourceError: a file is missing, a folder holds none, or two files have one name.
    """
    if reason := names.problem(judge):
        raise UsageError(f"{names.displayed_name(judge)} cannot be the name of a judge: {reason}")
    spec = FileSpec("judge-scores", judge, "", collection.collection)
    items = tuple(
        Item(
            "judge-scores",
            f"{judge}/{sources.label_name(path)}",
            collection.collection,
            path,
            (),
            spec,
            judge={"model": model} if model else {},
        )
        for path in sources.label_files(paths)
    )
    return Plan(edition, (collection,), items)


def plan_collection(
    collection: CollectionSpec, qrels: Path | None, topics: Path | None, runs: Sequence[Path], text_field: str = ""
) -> Plan:
    """A test collection that no recipe knows, from files in TREC's formats; scoring needs no topics.

    Labels may come later; `text_field` is the field of the topics that is their text.

    Raises:
        UsageError: it may not be called so.
        SourceError: a run file is missing, or two have the same run id and different content.
    """
    check_own_name(collection.collection, "a collection")
    check_own_name(collection.query_set, "a query set")
    check_own_variant(collection.qrels_variant, collection.collection)
    if reason := names.problem(collection.task):
        raise UsageError(f"{names.displayed_name(collection.task)} cannot be the name of a task: {reason}")
    items = [Item("queries", collection.query_set, None, topics, text_field=text_field)] if topics else []
    if qrels:
        items.append(Item("qrels", collection.qrels_variant, collection.collection, qrels))
    if runs:
        items += [
            Item("runs", sources.run_id(path), collection.collection, path, is_submission=True)
            for path in sources.run_files(runs)
        ]
    return Plan(collection.collection, (collection,), tuple(items))


def _file_item(spec: FileSpec, index: sources.SourceIndex) -> Item:
    path = index.find(spec.file, spec.md5)
    if path is None and spec.clicks and (path := index.find(spec.clicks, spec.md5)):
        return Item(spec.part, spec.name, spec.collection, path, (), spec, has_clicks=True)
    addresses = [*index.addresses(spec.file), *([spec.url] if spec.url else [])]
    skips = bool(spec.foreign) or None
    return Item(spec.part, spec.name, spec.collection, path, tuple(addresses), spec, skips_foreign=skips)


def _score_items(spec: FileSpec, index: sources.SourceIndex) -> list[Item]:
    """The files of a set of scores, named after labels, set and run, where they lie in one of the set's folders.

    Where no folder is named, or only addresses, those that are not at hand are to be fetched.
    """
    found = (index.in_folder(folder, spec.file) for folder in spec.folders)
    paths = next((paths for paths in found if paths), [])
    scores = f"{spec.name}/{spec.folders[0].rpartition('/')[2]}" if spec.folders else f"{spec.name}/"
    items = [Item("scores", f"{scores}/{sources.label_name(path)}", spec.collection, path, (), spec) for path in paths]
    if index.has_folders:
        return items
    for one in score_files(spec):
        published = [folder for folder in spec.folders if f"/{folder}/" in str(one.url)]
        bases = [address for folder in published for address in index.addresses(f"{folder}/{one.file}")]
        name = f"{scores}/{sources.label_name(Path(one.file))}"
        items.append(Item("scores", name, spec.collection, None, (*bases, str(one.url)), one))
    return items


def score_files(spec: FileSpec) -> Iterator[FileSpec]:
    """The published files of a set of scores, each with its address and checksum; none without an address."""
    if not spec.url or not spec.folders:
        return
    scores, ending = f"{spec.name}/{spec.folders[0].rpartition('/')[2]}", spec.file.removeprefix("*")
    for run in run_metadata.scored_runs(str(spec.collection), scores):
        md5 = tuple(run_metadata.score_md5s(str(spec.collection), f"{scores}/{run}"))
        yield replace(spec, file=run + ending, url=spec.url.replace("{run}", quote(run)), md5=md5)


def _baselines(recipe: Recipe, index: sources.SourceIndex) -> list[Item]:
    """The public rankings that were not submitted: under their paths in the index, or to be fetched.

    Raises:
        UsageError: the recipe names none.
    """
    items = []
    for path, spec in (each for one in recipe.files_of("runs") for each in baseline_files(one)):
        folder = str(path.parent)
        inside = index.in_folder(folder, spec.file.removesuffix(".gz")) if folder != "." else []
        found = inside[0] if inside else index.find(spec.file, spec.md5) if folder == "." else None
        addresses = [*index.addresses(str(path)), *([spec.url] if spec.url else [])]
        items.append(Item("runs", spec.name, spec.collection, found, tuple(addresses), spec))
    if not items:
        raise UsageError(f"no public rankings of {recipe.id} are known; name a folder that has runs with --runs")
    return items


def baseline_files(spec: FileSpec) -> Iterator[tuple[PurePosixPath, FileSpec]]:
    """The files that a recipe's entry of part 'runs' stands for, each with its path at the source; itself, or several.

    Where the address has {file}, the paths and checksums are those of `baselines.csv`.
    """
    if "{file}" not in (spec.url or ""):
        path = PurePosixPath(spec.file)
        yield path, replace(spec, file=path.name)
        return
    for row in run_metadata.baselines(str(spec.collection), spec.name):
        path, url = PurePosixPath(row["path"]), str(spec.url).replace("{file}", quote(row["path"], safe="/="))
        named = replace(spec, name=row["run_id"], file=path.name, url=url)
        yield path, replace(named, bytes=int(row["bytes"]), md5=(row["md5"],), files=None)


def _page_items(specs: Sequence[FileSpec], index: sources.SourceIndex) -> list[Item]:
    """The pages of the TREC Browser: those in folders named after edition and track, else all, to be fetched."""
    pages = [page for spec in specs for page in track_pages(spec)]
    if specs and not pages:
        raise UsageError(
            f"the TREC Browser has no runs of «{specs[0].folders[0]}»; name an edition or a track like trec8/adhoc"
        )
    places = {page.file: PurePosixPath(page.file) for page in pages}
    found = {file: index.in_folder(str(place.parent), place.name) for file, place in places.items()}
    if index.has_folders and any(found.values()):
        pages = [page for page in pages if found[page.file]]
    return [
        Item(page.part, page.name, None, path, (*index.addresses(page.file), str(page.url)), page)
        for page in pages
        for path in [next(iter(found[page.file]), None)]
    ]


def track_pages(spec: FileSpec) -> Iterator[FileSpec]:
    """The pages of a set, one for each track that has one, each with its address, checksum and number of entries."""
    kind = spec.part.removeprefix("track-")
    with TRACKS_FILE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            track = f"{row['edition']}/{row['track']}"
            if kind == "runs" and spec.file != (row.get("runs_page") or "runs.md"):
                continue
            if row[f"{kind}_md5"] and (not spec.folders or {row["edition"], track} & {*spec.folders}):
                yield replace(
                    spec,
                    name=track,
                    file=f"{track}/{spec.file}",
                    url=str(spec.url).replace("{track}", track),
                    bytes=int(row[f"{kind}_bytes"]),
                    md5=(row[f"{kind}_md5"],),
                    rows=int(row[f"num_{kind}"]),
                )


def _is_score_of(item: Item, ranked: Collection[tuple[str | None, str]]) -> bool:
    """Whether it is a score of a run among those whose rankings are at hand."""
    return item.part == "scores" and (item.collection, item.name.rpartition("/")[2]) in ranked


def _submitted_runs(recipe: Recipe, index: sources.SourceIndex, run_places: Sequence[Path]) -> list[Item]:
    places = sources.SourceIndex(run_places)
    collections = [spec.collection for spec in recipe.own_collections]
    pattern = recipe.runs_pattern
    by_collection = {
        name: [path for each in (index, places) for path in each.submitted_runs(name, pattern, known)]
        for name, known in ((name, run_metadata.run_ids(name)) for name in collections)
    }
    taken = {path for paths in by_collection.values() for path in paths}
    for path in _loose_runs(run_places, collections):
        if path in taken:
            continue
        owners = [name for name in collections if _run_id(path, name) in run_metadata.run_ids(name)]
        if len(owners) != 1:
            raise SourceError(
                f"{path}: run «{sources.run_id(path)}» is not a known submission to one of {', '.join(collections)}; "
                f"put submitted runs into a folder named after the collection, "
                f"or load it with: dltrack ingest runs {path} --collection {collections[0]}"
            )
        by_collection[owners[0]].append(path)
    return [
        Item("runs", _run_id(path, name), name, path, is_submission=True)
        for name, paths in by_collection.items()
        for path in sources.one_per_run(paths, run_metadata.run_ids(name))
    ]


def _run_id(path: Path, collection: str) -> str:
    return sources.run_id(path, run_metadata.run_ids(collection))


def is_remote(place: Path | str) -> bool:
    """Whether runs are to be fetched from there: a base address, NIST's, or where the public ones are."""
    return isinstance(place, str) and (place in (NIST, BASELINES) or "://" in place)


def _runs_to_fetch(recipe: Recipe, places: Sequence[str], held: Collection[tuple[str | None, str]]) -> list[Item]:
    """The known runs of the edition that are not at hand, with the addresses where they may lie."""
    if NIST in places and not recipe.runs_url:
        raise UsageError(f"NIST keeps no runs of {recipe.id}; name a folder or address that has them with --runs")
    bases = sources.SourceIndex([place for place in places if place != NIST])
    return [
        Item("runs", run, name, None, tuple(_run_addresses(recipe, bases, name, run, NIST in places)), None, True)
        for name in (spec.collection for spec in recipe.own_collections)
        for run in sorted(run_metadata.run_ids(name))
        if (name, run) not in held
    ]


def _run_addresses(
    recipe: Recipe, bases: sources.SourceIndex, collection: str, run: str, from_nist: bool
) -> Iterator[str]:
    """A run in a folder of its collection, or beside it, gzipped first; or where NIST has it."""
    name = f"{sources.SUBMITTED.removesuffix('*')}{run}.gz"
    yield from bases.addresses(f"{collection}/{name}")
    yield from bases.addresses(name)
    if from_nist:
        yield recipe.runs_url.format(run=quote(run))


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
