"""Read the recipes of corpora: `ingest/recipes/corpora/*.toml`."""

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
    """One official file with the whole corpus.

    Attributes:
        accepts: regular expression for names of files in this format.
        format: name of the SELECT in `ingest/corpus/read` that reads the file.
        record: format of a record: 'json', 'tsv', 'trec', 'words' or 'position'.
        fields: required fields of a record, the id first.
        record_bytes: length of records of fixed length; otherwise 0, and records end with `record_end`.
        other_members: the archive may contain other files.
        records: for texts of users, name of another SELECT, which passes fields to `format`.
        places: for texts of users, names or column numbers of the fields.
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
    """A corpus, and the facts that its load is checked against.

    Attributes:
        ids: rule for ids: 'offset' (bundle and byte offset of the record), 'line' (line number from 0), 'rising'
            (ascending) or 'any' (unique).
        id_pattern: regular expression for whole ids.
        member: regular expression for names of files in an archive; its group `stem` is the prefix of all ids in the
            file.
        document_pattern: regular expression for whole document ids; '' if passages have no documents.
        item_corpus: corpus of the items, if the rows refer to items of another corpus.
        members, rows: numbers of files and records in the complete corpus; 0 if unknown.
        disk_per_source_byte: measured bytes in the database per byte of the source, by profile.
        is_own: True for texts of users; the following attributes apply only to these.
        mapping: file that maps passages to documents.
        source_md5: checksum of the text file and `mapping` together.
        is_verified: True if the checksums of both files were published.
        stamps: stamps of both files, which reveal changes during the load.
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
        """Return the official file with the same format as a source of this name; by default, the first file."""
        return next((file for file in self.files if re.fullmatch(file.accepts, name)), self.files[0])


@cache
def load_spec(corpus: str) -> CorpusSpec:
    """Return the recipe of a corpus."""
    if corpus not in corpus_names():
        raise UsageError(
            f"there is no recipe for the corpus '{corpus}'{did_you_mean(corpus, corpus_names())}; list all corpora "
            "with: dltrack sources"
        )
    return read_spec(recipes.CORPORA / f"{corpus}.toml")


def read_spec(path: Path) -> CorpusSpec:
    """Read one corpus recipe; the corpus named in `like` provides missing fields."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        files = tuple(_file(entry) for entry in data.pop("files", []))
        if files:
            data["files"] = files
        like = data.pop("like", None)
        spec = replace(load_spec(like), **data) if like else CorpusSpec(**data)
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise RecipeError(f"{path}: not a valid corpus recipe: {error}") from error
    if spec.corpus != path.stem or spec.kind not in KINDS or spec.ids not in ID_RULES or not spec.files:
        raise RecipeError(
            f"{path}: corpus '{spec.corpus}' must be the name of the file, kind '{spec.kind}' one of "
            f"{', '.join(KINDS)}, ids '{spec.ids}' one of {', '.join(ID_RULES)}, and there must be files"
        )
    return spec


def _file(entry: dict[str, Any]) -> CorpusFile:
    unknown = set(entry) - {f.name for f in fields(CorpusFile)}
    if unknown:
        raise KeyError(f"unknown field {', '.join(sorted(unknown))}")
    return CorpusFile(**{**entry, "fields": tuple(entry["fields"]), "md5": tuple(entry.get("md5", ()))})
