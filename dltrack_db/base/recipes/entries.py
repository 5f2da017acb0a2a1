"""Classes of the `[[files]]` entries in a recipe; the key `entry` in a part.toml names the class for the part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dltrack_db.base import parts

HELPERS = ("ids",)
"""Parts of files that are needed to read other files: 'ids' has the short names of topics and documents in labels."""


@dataclass(frozen=True)
class FileSpec:
    """One official file of an edition.

    Args:
        part: kind of data.
        name: depending on the part, a query set, label set or corpus.
        file: file name.
        url: address of the file, or of an archive that contains it.
        member: path in the archive.
        mirrors: other addresses of the same bytes, tried in order after `url`.
        headers: HTTP headers of the request.
        bytes: size of the official file.
        md5: all valid checksums of the official file.
        rows: number of rows in the official file.
        queries: number of topics in the official file.
        optional: whether the file is loaded only if it is found locally.
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
        """Number of rows in the database after a complete load of the file."""
        return self.rows


@dataclass(frozen=True)
class ClicksSpec(FileSpec):
    """A file of topics or labels that a file of clicks can replace.

    `clicks` names an official file that contains both topics and labels, in four columns: topic, text, document,
    address. It is used if the entry's own file is not found; `md5` includes its checksum.
    """

    clicks: str = ""


@dataclass(frozen=True)
class JudgedSpec(FileSpec):
    """A file of judgments: labels or votes.

    `judge` has facts about the judge, by column of `main.qrels_variants`. Up to `repeats` lines of the file are
    repeated. Repeated labels are loaded once. Repeated votes are all loaded, because the judge voted twice.
    """

    judge: Mapping[str, str] = field(default_factory=dict)
    repeats: int = 0


@dataclass(frozen=True)
class LabelsSpec(JudgedSpec, ClicksSpec):
    """A file of relevance labels.

    Args:
        grades: number of labels of each grade in the official file.
        short_ids: whether topics and documents have short names. Files of part 'ids' named 'query' and 'document' list
            these names, in lines of official id, tab, short name.
        foreign: number of rows about other collections, which are skipped.
        min_relevance: lowest relevant grade; by default, the lowest relevant grade of the collection.
    """

    grades: Mapping[str, int] = field(default_factory=dict)
    short_ids: bool = False
    foreign: int = 0
    min_relevance: int | None = None

    @property
    def stored_rows(self) -> int | None:
        """Number of rows in the database after a complete load of the file: without repeated and foreign rows."""
        return self.rows and self.rows - self.foreign - self.repeats


@dataclass(frozen=True)
class NotesSpec(FileSpec):
    """A file of notes on topics or runs; `keys` names the columns of a file without header, '' for a skipped column."""

    keys: tuple[str, ...] = ()


@dataclass(frozen=True)
class TopicNotesSpec(NotesSpec):
    """A file of notes on the topics of `query_set`, or of variants of these topics.

    `generators` maps the lowest topic number of each author to the author's name, for files of query variants.
    """

    query_set: str = ""
    generators: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FileSetSpec(FileSpec):
    """A set of files; `file` is a pattern, path or page, and `files` is the number of files.

    For pages of tracks, `folders` lists the tracks or editions to load; by default, all are loaded.
    """

    folders: tuple[str, ...] = ()
    files: int | None = None


@dataclass(frozen=True)
class BaselinesSpec(FileSetSpec):
    """Public rankings that were not submitted to the track.

    `name` is the run id of a single ranking, or a source that `baselines.csv` lists with `files` rankings. The path of
    each listed ranking replaces {file} in `url`.
    """


@dataclass(frozen=True)
class ScoreSetSpec(FileSetSpec):
    """A set of files with the scores of runs, one file for each run.

    Args:
        name: label set that the scores were computed with.
        min_relevance: lowest relevant grade of these labels.
        folders: folders that may contain the files.
        measures: measures to read; by default all.
        url: address of a run's file, with {run} for the run id.
        bytes: size of each file.
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
    """Return the class of a part's entries; FileSpec for an unknown part."""
    kind = parts.find(part) if isinstance(part, str) else None
    return _CLASSES[kind.entry if kind else ""]


def has_part(entry: Mapping[str, object]) -> bool:
    """Return True if the part of an entry exists."""
    return entry.get("part") in (*(part.name for part in parts.all_parts()), *parts.edition_parts(), *HELPERS)


def all_classes() -> tuple[type[FileSpec], ...]:
    """Return all classes of entries."""
    return tuple(_CLASSES.values())
