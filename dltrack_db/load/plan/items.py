"""The plan of a load, and the files in a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.base.recipes import CollectionSpec, FileSpec, Recipe, run_metadata


@dataclass(frozen=True)
class Item:
    """One file to load, before the file is read.

    Attributes:
        name: name in the ledger, such as the run id or the label set.
        path: local path; None if the file must be downloaded.
        spec: entry of the file in a recipe, or an entry made from options.
        is_submission: True for submitted runs; None if unknown (macro `staging.is_submission`).
        display_name: name in messages and the ledger, if it differs from the path.
        has_clicks: True for a recipe's file of clicks.
        skips_foreign: leave out lines of other collections; None if the part does not support it.
        bank: bank of the labelled nuggets, if the file does not name it.
        text_field: field with the text of topics, if it is not the usual field.
    """

    part: str
    name: str
    collection: str | None
    path: Path | None
    addresses: tuple[str, ...] = ()
    spec: FileSpec | None = None
    is_submission: bool | None = None
    judge: Mapping[str, object] = field(default_factory=dict)
    display_name: str = ""
    has_clicks: bool = False
    skips_foreign: bool | None = None
    bank: str = ""
    text_field: str = ""

    @property
    def label(self) -> str:
        """The item in words, for messages."""
        suffix = f" of {self.collection}" if self.collection else ""
        return f"{self.part} '{self.name}'{suffix}"


@dataclass(frozen=True)
class StagedFile:
    """An unpacked file of a load.

    `source` is its name in messages and the ledger. `verified` is 'md5', 'counts' or 'none' (`reading`).
    """

    file_id: int
    item: Item
    plain: PlainFile
    source: str
    verified: str


@dataclass(frozen=True)
class Plan:
    """The files of one load, which are published in one transaction.

    Attributes:
        edition: the edition; for collections of several editions, a list of these for messages.
        owners: edition of each collection, if there are several editions.
        has_level: False if official labels have no relevance level yet; official fractions then raise an error.
        notes_on_runs: messages that apply if no submitted run of the collections is loaded (`Ledger.skip_loaded`).
    """

    edition: str
    collections: tuple[CollectionSpec, ...]
    items: tuple[Item, ...]
    recipe: Recipe | None = None
    run_descriptions: Path = run_metadata.RUNS_FILE
    notes: tuple[str, ...] = field(default=())
    owners: Mapping[str, str] = field(default_factory=dict)
    has_level: bool = True
    notes_on_runs: tuple[str, ...] = ()

    def find_edition(self, collection: str) -> str:
        """Return the edition that a collection belongs to."""
        return self.recipe.owner(collection) if self.recipe else self.owners.get(collection, self.edition)
