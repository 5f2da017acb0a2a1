"""Classes of `[[files]]` entries in a recipe; a part.toml names its class (`entry`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dltrack_db.base import parts

HELPERS = ("ids",)
"""Files that only help to read others: lists of short names that some labels use for topics and documents."""


@dataclass(frozen=True)
class FileSpec:
    """One official file of an edition, of any kind.

    `name` depends on the part: query set, variant of labels, corpus. `md5` lists all valid checksums of the official
    bytes; `bytes`, `rows` and `queries` were measured on them. `member` is the path in the archive at `url`. `mirrors`
    are other addresses of the same bytes, tried in order. An `optional` file is only loaded if it is found locally.
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
        """Rows of a complete file in the database."""
        return self.rows


@dataclass(frozen=True)
class ClicksSpec(FileSpec):
    """Topics or labels, which may also come from a file of clicks.

    `clicks` is an official file with both in four columns (topic, text, document, address), used if only it is found;
    its checksum is in `md5`.
    """

    clicks: str = ""


@dataclass(frozen=True)
class JudgedSpec(FileSpec):
    """Judgments of any kind.

    `judge` describes their source, in the columns of `main.qrels_variants`. Up to `repeats` of the `rows` are repeated
    lines. Repeated labels are loaded once, repeated votes all, because the judge was asked twice.
    """

    judge: Mapping[str, str] = field(default_factory=dict)
    repeats: int = 0


@dataclass(frozen=True)
class LabelsSpec(JudgedSpec, ClicksSpec):
    """Relevance labels.

    `grades` are measured numbers of labels by grade. With `short_ids`, topics and documents have the short names in the
    files of part 'ids' ('query' or 'document': official id, tab, short name). `foreign` of the `rows` are about other
    collections, and skipped. `min_relevance` is the lowest relevant grade, by default that of the collection.
    """

    grades: Mapping[str, int] = field(default_factory=dict)
    short_ids: bool = False
    foreign: int = 0
    min_relevance: int | None = None

    @property
    def stored_rows(self) -> int | None:
        """Rows of a complete file in the database, without repeated and foreign ones."""
        return self.rows and self.rows - self.foreign - self.repeats


@dataclass(frozen=True)
class NotesSpec(FileSpec):
    """Notes on topics or runs; `keys` names the columns of a file without header, '' for one to skip."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class TopicNotesSpec(NotesSpec):
    """Notes on the topics of `query_set`, or variants of them.

    `generators` names the authors of variants by their lowest topic number.
    """

    query_set: str = ""
    generators: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FileSetSpec(FileSpec):
    """A set of `files` files; `file` is their pattern, path or page.

    Pages of tracks are limited to the editions or tracks `folders`, if there are any.
    """

    folders: tuple[str, ...] = ()
    files: int | None = None


@dataclass(frozen=True)
class BaselinesSpec(FileSetSpec):
    """Public rankings that were not submitted.

    `name` is the run id of a single one, or a source with `files` rankings in `baselines.csv`, whose paths replace
    {file} in `url`.
    """


@dataclass(frozen=True)
class ScoreSetSpec(FileSetSpec):
    """Scores of runs, in one of `folders`, computed with the labels `name` and `min_relevance`.

    Only `measures` are read, by default all. `url` has {run} for the run's id; `bytes` are those of each file.
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
"""Classes by the value of `entry` in a part.toml."""


def entry_class(part: object) -> type[FileSpec]:
    """Return the class of the entries of a part; FileSpec for an unknown part."""
    kind = parts.find(part) if isinstance(part, str) else None
    return _CLASSES[kind.entry if kind else ""]


def has_part(entry: Mapping[str, object]) -> bool:
    """Return True if an entry names an existing part."""
    return entry.get("part") in (*(part.name for part in parts.all_parts()), *parts.edition_parts(), *HELPERS)


def all_classes() -> tuple[type[FileSpec], ...]:
    """Return all classes of entries."""
    return tuple(_CLASSES.values())
