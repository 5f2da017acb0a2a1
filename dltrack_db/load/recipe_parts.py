"""List the parts that a complete edition has according to its recipe, for `dltrack status`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dltrack_db.base import parts
from dltrack_db.base.recipes import CollectionSpec, FileSetSpec, Recipe, ScoreSetSpec

if TYPE_CHECKING:
    from dltrack_db.load.corpus import CorpusSpec


def list_parts(recipe: Recipe, collections: Sequence[CollectionSpec]) -> Iterator[dict[str, object]]:
    """Yield one dictionary per part of the edition: a row of main.collection_parts without the column edition."""
    yield from _list_files(recipe)
    yield from _list_corpora(recipe, collections)
    yield from _list_runs(recipe)


def _list_files(recipe: Recipe) -> Iterator[dict[str, object]]:
    pages = dict.fromkeys(parts.listed_as("pages"), 0)
    for page in recipe.entries(FileSetSpec):
        if page.part in pages:
            pages[page.part] += page.files or 0
    for spec in recipe.files:
        # _list_runs yields submitted runs
        if spec.optional or spec.part in ("corpus", "mapping", "ids", "runs"):
            continue
        if spec.part in pages:  # all pages of a part are one row
            if not pages[spec.part]:
                continue
            num_files: int | None = pages[spec.part]
            pages[spec.part] = 0
        else:
            num_files = spec.files if isinstance(spec, FileSetSpec) else None
        yield {
            "collection": spec.collection,
            "part": spec.part,
            "name": f"{spec.name}/{_score_folder(spec)}" if isinstance(spec, ScoreSetSpec) else spec.name,
            "file": spec.file,
            "url": spec.url,
            "bytes": spec.bytes,
            "expected_rows": num_files if isinstance(spec, FileSetSpec) else spec.stored_rows,
            "expected_queries": spec.queries,
        }


def _list_runs(recipe: Recipe) -> Iterator[dict[str, object]]:
    for spec in recipe.own_collections:
        if spec.expected_runs is not None:
            name = spec.collection
            yield {"collection": name, "part": "runs", "name": name, "expected_rows": spec.expected_runs}


def _list_corpora(recipe: Recipe, collections: Sequence[CollectionSpec]) -> Iterator[dict[str, object]]:
    counts = {each.name: each.rows for each in recipe.part_files("corpus")}
    for part, spec in _corpora(recipe, collections):
        first = spec.files[0]
        rows = spec.rows or counts.get(spec.corpus)
        facts = {"file": first.file, "url": first.url, "bytes": first.bytes, "expected_rows": rows}
        yield {"part": part, "name": spec.corpus, **facts}
    for each in recipe.files if recipe.home else ():
        if each.part in ("corpus", "mapping"):
            facts = {"file": each.file, "url": each.url, "bytes": each.bytes, "expected_rows": each.rows}
            yield {"part": each.part, "name": each.name, **facts}


def _corpora(recipe: Recipe, collections: Sequence[CollectionSpec]) -> Iterator[tuple[str, CorpusSpec]]:
    """Yield ('corpus', spec) for each corpus of the collections, and ('mapping', spec) if passages have documents."""
    from dltrack_db.load import corpus  # imported here, because loads without a recipe do not need it

    corpus_names = [spec.name for spec in recipe.part_files("corpus")]
    for name in dict.fromkeys([*corpus_names, *(each.corpus for each in collections if each.corpus)]):
        if name in corpus.names():
            spec = corpus.load_spec(name)
            yield "corpus", spec
            if spec.document_corpus:
                yield "mapping", spec


def _score_folder(spec: ScoreSetSpec) -> str:
    """Return the last component of the first folder, which is part of the set's name."""
    return spec.folders[0].rpartition("/")[2] if spec.folders else ""
