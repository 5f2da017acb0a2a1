"""The corpora of an edition: which, from where, and how much of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from dltrack_db import corpus
from dltrack_db.corpus.members import Source
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.files.sources import SourceIndex
from dltrack_db.recipes import Recipe

MAPPING_PROFILE = "ids"
"""The profile that keeps ids and which document each passage belongs to, without text."""


def of_edition(recipe: Recipe, parts: Sequence[str]) -> dict[str, bool]:
    """The corpora that the parts 'corpus' and 'mapping' of an edition ask for; True where all of one is asked for."""
    named = [each.corpus for each in recipe.collections if each.corpus]
    named += [spec.name for spec in recipe.files_of("corpus")]
    known = [name for name in dict.fromkeys(named) if name in corpus.names()]
    if "corpus" in parts:
        return dict.fromkeys(known, True)
    return {name: False for name in known if "mapping" in parts and corpus.load_spec(name).document_corpus}


def load_all(
    db: Path, wanted: dict[str, bool], places: Sequence[Path | str], options: corpus.CorpusOptions
) -> Iterator[corpus.CorpusReport]:
    """Load corpora one after the other, each from a place that has it, else from its official address.

    Raises:
        SourceError: a corpus is nowhere to be had, or damaged.
        UsageError: the disk is too small, or it is loaded already in another way.
    """
    index = SourceIndex(places)
    for name, is_whole in wanted.items():
        spec = corpus.load_spec(name)
        chosen = options if is_whole else replace(options, profile=MAPPING_PROFILE)
        yield corpus.load(db, spec, find(spec, index), chosen)


def find(spec: corpus.CorpusSpec, index: SourceIndex) -> Source:
    """Where to read a corpus from: a file of its official name at hand, else its address.

    Raises:
        SourceError: there is neither.
    """
    for file in spec.files:
        if path := index.find(file.file, file.md5):
            return corpus.open_source(path, spec)
    addresses = [address for file in spec.files for address in index.addresses(file.file)[:1]]
    addresses += [file.url for file in spec.files if file.url]
    if not addresses:
        names = " or ".join(file.file for file in spec.files)
        raise SourceError(
            f"{spec.corpus}: {names} is not published for download; name a folder that has it with --from"
        )
    return _open_address(addresses[0], spec)


def foretell(name: str, index: SourceIndex, profile: str, db: Path) -> str:
    """What loading a corpus would read and write, in one line.

    Raises:
        SourceError: it is nowhere to be had.
    """
    spec = corpus.load_spec(name)
    return corpus.make_plan(spec, find(spec, index), profile, db).text


def open_place(spec: corpus.CorpusSpec, place: str) -> Source:
    """A corpus at a place a user names: a file, a folder of its members, or an address.

    Raises:
        SourceError: nothing usable is there.
    """
    return _open_address(place, spec) if "://" in place else corpus.open_source(Path(place), spec)


def check_name(name: str) -> corpus.CorpusSpec:
    """The recipe of a corpus.

    Raises:
        UsageError: there is none of that name.
    """
    if name not in corpus.names():
        raise UsageError(f"there is no corpus «{name}»; known are {', '.join(corpus.names())}")
    return corpus.load_spec(name)


def _open_address(url: str, spec: corpus.CorpusSpec) -> Source:
    from dltrack_db.corpus import remote  # not above: an HTTP client takes long to import, and loads rarely need one

    return remote.open_address(url, spec)
