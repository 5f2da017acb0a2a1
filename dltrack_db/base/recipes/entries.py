"""Entries of `[[files]]` in a recipe: a small class for each kind, which a part names in its part.toml (`entry`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dltrack_db.base import parts

HELPERS = ("ids",)
"""Files that only help to read others: the lists of short names that some labels use for topics and documents."""


@dataclass(frozen=True)
class FileSpec:
    """One official file of an edition, of any kind.

    `name` is what its part calls the file: the query set of topics, the variant of labels, the name of a corpus. `md5`
    lists every checksum known to be valid for the official bytes; `bytes`, `rows` and `queries` were measured on them,
    None if not known. `member` is the file's path inside the archive at `url`, if it is published only in one.
    `mirrors` are further addresses of the same bytes, tried in order where the first does not give them. An `optional`
    file is loaded if it is found locally, and never fetched or missed.
    """

    part: str
    name: str
    file: str
    collection: str | None = None
    url: str | None = None
    mirrors: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    member: str = ""
    bytes: int | None = None
    md5: tuple[str, ...] = ()
    rows: int | None = None
    queries: int | None = None
    optional: bool = False

    @property
    def stored_rows(self) -> int | None:
        """Rows that a complete file leaves in the database."""
        return self.rows


@dataclass(frozen=True)
class ClicksSpec(FileSpec):
    """Topics, or labels, which may also come from a file of clicks.

    `clicks` is another official file with the same in four columns (topic, its text, document, address), taken where
    only that is found; its checksum is one of `md5`.
    """

    clicks: str = ""


@dataclass(frozen=True)
class JudgedSpec(FileSpec):
    """Judgments of any kind.

    `judge` says who made them, in the columns of `main.qrels_variants`. At most `repeats` lines say again what another
    one said: they are among the `rows`, and of labels loaded once; of votes, they are on what the judge was asked
    before, and all are loaded.
    """

    judge: Mapping[str, str] = field(default_factory=dict)
    repeats: int = 0


@dataclass(frozen=True)
class LabelsSpec(JudgedSpec, ClicksSpec):
    """Relevance labels.

    `grades` has the measured number of labels of each grade. With `short_ids` topics and documents are named as the
    files of part 'ids' do ('query' or 'document': official id, tab, short one). `foreign` lines are of other
    collections' topics or documents: they are among the `rows`, and left out. `min_relevance` is the lowest grade that
    is relevant; official labels have that of the collection.
    """

    grades: Mapping[str, int] = field(default_factory=dict)
    short_ids: bool = False
    foreign: int = 0
    min_relevance: int | None = None

    @property
    def stored_rows(self) -> int | None:
        """Rows that a complete file leaves in the database, without repeated and foreign ones."""
        return self.rows and self.rows - self.foreign - self.repeats


@dataclass(frozen=True)
class NotesSpec(FileSpec):
    """Notes on topics or runs; `keys` names the columns of a file without a header, '' for a column to leave out."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class TopicNotesSpec(NotesSpec):
    """Notes on the topics of `query_set`, or other wordings of them.

    `generators` names who wrote the variants, by the lowest topic number.
    """

    query_set: str = ""
    generators: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FileSetSpec(FileSpec):
    """A set of `files` files, their number, of which `file` is the pattern, the path or the page.

    Pages of tracks are of the editions or tracks `folders` alone, of all where none is named.
    """

    folders: tuple[str, ...] = ()
    files: int | None = None


@dataclass(frozen=True)
class BaselinesSpec(FileSetSpec):
    """Public rankings that were not submitted.

    `name` is the run id of the only one, or a source of which `baselines.csv` has `files`; their paths stand for {file}
    in `url`.
    """


@dataclass(frozen=True)
class ScoreSetSpec(FileSetSpec):
    """Scores of runs, in one of `folders`, computed by the labels `name` with `min_relevance`.

    Only `measures` are read, or all. `url` has {run} for the run's id; `bytes` are those of each file.
    """

    min_relevance: int | None = None
    measures: tuple[str, ...] = ()


_CLASSES: Mapping[str, type[FileSpec]] = {
    "": FileSpec,
    "topics": ClicksSpec,
    "judgments": JudgedSpec,
    "labels": LabelsSpec,
    "notes": NotesSpec,
    "topic notes": TopicNotesSpec,
    "set": FileSetSpec,
    "baselines": BaselinesSpec,
    "scores": ScoreSetSpec,
}
"""Classes by the name that `entry` in a part.toml has for them."""


def entry_class(part: object) -> type[FileSpec]:
    """Return the class of the entries of a part; the plain one for files that are of no part."""
    kind = parts.find(part) if isinstance(part, str) else None
    return _CLASSES[kind.entry if kind else ""]


def has_part(entry: Mapping[str, object]) -> bool:
    """Return True if an entry names a part that there is."""
    return entry.get("part") in (*(part.name for part in parts.all_parts()), *parts.edition_parts(), *HELPERS)


def all_classes() -> tuple[type[FileSpec], ...]:
    """Return all classes of entries."""
    return tuple(_CLASSES.values())
