"""Recipes of corpora: `ingest/recipes/corpora/*.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from dltrack_db.base import recipes
from dltrack_db.base.recipes import corpus_names
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import RecipeError, UsageError

KINDS = ("passages", "documents", "near-duplicates", "distinct-passages")
ID_RULES = ("offset", "line", "rising", "any")


@dataclass(frozen=True)
class CorpusFile:
    """One official file that holds the whole corpus.

    `accepts` is a regular expression for names of files in this format;
    `format` names the SELECT in `ingest/read` that reads it; `record` is
    'json', 'tsv', 'trec', 'words' or 'position', `fields` what it must hold, the
    id first, `record_end` the bytes that end it, or `record_bytes` how many it
    has; `other_members` says whether the archive holds unrelated files too;
    `bytes` and `md5` are those of the official file. Texts of users are read by two
    SELECTs: `records` gives their fields, which lie in `places`, to `format`.
    """

    file: str
    accepts: str
    format: str
    record: str
    fields: tuple[str, ...]
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    bytes: int | None = None
    md5: tuple[str, ...] = ()
    record_end: str = "\n"
    record_bytes: int = 0
    other_members: bool = False
    records: str = ""
    places: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class CorpusSpec:
    """A corpus and the facts its load is checked against.

    `ids` says what an id must be: 'offset' (bundle and byte offset of the
    line), 'line' (line number from 0), 'rising' or 'any' (unique). `item_corpus`
    is the corpus whose ids the rows have, when that is another one. `id_pattern` and
    `document_pattern` are regular expressions for whole ids; `member` is one
    for names of files inside an archive, whose group `stem`, if it has one, is
    how all ids of that file begin. `members` and `rows` count the complete
    corpus, 0 when that is not known. `disk_per_source_byte` says, by profile, how
    many bytes of database a byte of source becomes (measured). Texts of users
    (`is_own`) may have a file `mapping` of the documents of passages, of
    `mapping_rows` lines if these are known; `source_md5` is the checksum of both,
    and `is_verified` says that somebody had published it; by their `stamps` a change of the files is noticed.
    """

    corpus: str
    kind: str
    title: str
    ids: str
    id_pattern: str
    member: str
    files: tuple[CorpusFile, ...]
    document_pattern: str = ""
    item_corpus: str = ""
    document_corpus: str | None = None
    passage_corpus: str | None = None
    members: int = 0
    rows: int = 0
    row_group_rows: int = 122_880
    disk_per_source_byte: Mapping[str, float] = field(default_factory=dict)
    terms: str = ""
    is_own: bool = False
    mapping: Path | None = None
    mapping_rows: int = 0
    source_md5: str = ""
    is_verified: bool = False
    stamps: Mapping[Path, tuple[int, int, int]] = field(default_factory=dict)

    def file_for(self, name: str) -> CorpusFile:
        """The official file whose format a source of this name has; the first one when no name tells."""
        return next((file for file in self.files if re.fullmatch(file.accepts, name)), self.files[0])


@cache
def load_spec(corpus: str) -> CorpusSpec:
    """The recipe of a corpus."""
    if corpus not in corpus_names():
        raise UsageError(
            f"there is no recipe for the corpus '{corpus}'; see: dltrack sources{did_you_mean(corpus, corpus_names())}"
        )
    return read_spec(recipes.CORPORA / f"{corpus}.toml")


def read_spec(path: Path) -> CorpusSpec:
    """Read one corpus recipe; `like` names another corpus whose fields apply where the recipe has none."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        files = tuple(_file(entry) for entry in data.pop("files", []))
        if files:
            data["files"] = files
        like = data.pop("like", None)
        spec = replace(load_spec(like), **data) if like else CorpusSpec(**data)
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise RecipeError(f"{path}: not a corpus recipe: {error}") from error
    if spec.corpus != path.stem or spec.kind not in KINDS or spec.ids not in ID_RULES or not spec.files:
        raise RecipeError(f"{path}: corpus '{spec.corpus}', kind '{spec.kind}', ids '{spec.ids}' or files do not fit")
    return spec


def _file(entry: dict[str, Any]) -> CorpusFile:
    unknown = set(entry) - {f.name for f in fields(CorpusFile)}
    if unknown:
        raise KeyError(f"unknown field {', '.join(sorted(unknown))}")
    return CorpusFile(**{**entry, "fields": tuple(entry["fields"]), "md5": tuple(entry.get("md5", ()))})
