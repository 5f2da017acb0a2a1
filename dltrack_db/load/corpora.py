"""Find and load the corpora of an edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dltrack_db.base.files import tempfolder
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import Recipe, schema
from dltrack_db.errors import RecipeError, SourceError, UsageError
from dltrack_db.load import corpus, fetching
from dltrack_db.load.corpus.members import Source
from dltrack_db.load.plan import plan_files

MAPPING_PROFILE = "ids"
"""The profile that stores ids and the document of each passage, without text."""


def required_corpora(recipe: Recipe, parts: Sequence[str]) -> dict[str, bool]:
    """Return the corpora that the parts 'corpus' and 'mapping' require; the value is False if only ids are needed."""
    corpus_names = [each.corpus for each in recipe.collections if each.corpus]
    corpus_names += [spec.name for spec in recipe.part_files("corpus")]
    known = [name for name in dict.fromkeys(corpus_names) if name in corpus.names()]
    if "corpus" in parts:
        return dict.fromkeys(known, True)
    return {name: False for name in known if "mapping" in parts and corpus.load_spec(name).document_corpus}


def find_texts(
    recipe: Recipe, parts: Sequence[str], places: Sequence[Path | str], *, keep: Path | None, say: Callable[[str], None]
) -> list[corpus.Texts]:
    """Download the texts of a user's recipe; return documents first, because passages are checked against them."""
    files = {part: recipe.part_files(part) for part in ("corpus", "mapping")}
    if recipe.home is None or not any(files.values()) or not {"corpus", "mapping"} & set(parts):
        return []
    kinds = {spec.corpus: item_kind(spec.task) for spec in recipe.collections if spec.corpus}
    _check_texts(recipe, kinds)
    specs = [spec for each in files.values() for spec in each]
    index = SourceIndex(places)
    plan = plan_files(recipe, specs, index)
    with tempfolder.folder() as folder:
        items = fetching.fetch(plan, folder, keep, say).items
    paths = {(item.part, item.name): item.path for item in items if item.path is not None}
    for spec in specs:
        path = paths[spec.part, spec.name]
        if spec.bytes is not None and path.name == spec.file and path.stat().st_size != spec.bytes:
            raise SourceError(
                f"{path} has {path.stat().st_size:,} bytes instead of {spec.bytes:,}; download the file again"
            )
    mappings = {spec.name: spec for spec in files["mapping"]}
    documents = next((name for name, kind in kinds.items() if kind == "documents"), None)
    found = []
    for spec in files["corpus"]:
        mapping = mappings.get(spec.name)
        found.append(
            corpus.Texts(
                spec.name,
                paths["corpus", spec.name],
                kind=kinds[spec.name],
                mapping=paths["mapping", spec.name] if mapping else None,
                rows=spec.rows or 0,
                mapping_rows=mapping.rows or 0 if mapping else 0,
                md5=spec.md5,
                mapping_md5=mapping.md5 if mapping else (),
                document_corpus=documents,
            )
        )
    return sorted(found, key=lambda texts: texts.kind)


def _check_texts(recipe: Recipe, kinds: Mapping[str, str]) -> None:
    """Raise RecipeError if texts have an official name or no collection, files repeat, or a mapping has no texts."""
    names = [spec.name for spec in recipe.part_files("corpus")]
    mapped = [spec.name for spec in recipe.part_files("mapping")]
    for number, spec in enumerate(recipe.files):
        if spec.part not in ("corpus", "mapping"):
            continue
        if spec.name in corpus.names():
            reason = f"texts cannot have the name of the official corpus '{spec.name}'; choose another name"
        elif spec.name not in kinds:
            reason = f"no collection has corpus = '{spec.name}'; add it to the collection that uses these texts"
        elif (names if spec.part == "corpus" else mapped).count(spec.name) > 1:
            reason = f"there are two files of part '{spec.part}' named '{spec.name}'; merge the files"
        elif spec.name not in names:
            reason = f"the mapping '{spec.name}' belongs to no texts; add a file of part 'corpus' with this name"
        else:
            continue
        path, line = schema.place(Path(str(recipe.home)) / f"{recipe.id}.toml", "files", number, "name")
        raise RecipeError(f"{path}, line {line}: {reason}")


def item_kind(task: str | None) -> str:
    """Return the kind of items in the corpus of a task."""
    return "documents" if task == "docs" else "passages"


def load_all(
    db: Path, wanted: dict[str, bool], places: Sequence[Path | str], options: corpus.CorpusOptions
) -> Iterator[corpus.CorpusReport]:
    """Load corpora one after the other, each from one of the `places` or from its official address.

    The values of `wanted` are as in `required_corpora`.
    """
    index = SourceIndex(places)
    for name, is_whole in wanted.items():
        spec = corpus.load_spec(name)
        chosen = options if is_whole else replace(options, profile=MAPPING_PROFILE)
        yield corpus.load(db, spec, find(spec, index), chosen)


def find(spec: corpus.CorpusSpec, index: SourceIndex) -> Source:
    """Return the source of a corpus: a local file with its official name, or its address."""
    for file in spec.files:
        if path := index.find(file.file, file.md5):
            return corpus.open_source(path, spec)
    addresses = [address for file in spec.files for address in index.addresses(file.file)[:1]]
    addresses += [file.url for file in spec.files if file.url]
    if not addresses:
        names = " or ".join(file.file for file in spec.files)
        raise SourceError(
            f"{spec.corpus}: {names} is not published for download; with --from, name a folder that contains the file"
        )
    return _open_address(addresses[0], spec)


def preview(name: str, index: SourceIndex, profile: str, db: Path) -> str:
    """Return one line with the bytes that a load of the corpus would read and write."""
    spec = corpus.load_spec(name)
    return corpus.make_plan(spec, find(spec, index), profile, db).text


def open_place(spec: corpus.CorpusSpec, place: str) -> Source:
    """Open the source of a corpus that a user names: a file, a folder of its members, or an address."""
    return _open_address(place, spec) if "://" in place else corpus.open_source(Path(place), spec)


def check_name(name: str) -> corpus.CorpusSpec:
    """Return the recipe of a corpus; raise UsageError if it is unknown."""
    if name not in corpus.names():
        raise UsageError(f"there is no corpus '{name}'; choose one of {', '.join(corpus.names())}")
    return corpus.load_spec(name)


def _open_address(url: str, spec: corpus.CorpusSpec) -> Source:
    from dltrack_db.load.corpus import (
        remote,  # imported here, because importing an HTTP client takes long, and loads rarely need it
    )

    return remote.open_address(url, spec)
