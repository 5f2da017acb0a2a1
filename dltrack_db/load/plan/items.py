"""A plan and the files in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.base.recipes import CollectionSpec, FileSpec, Recipe, run_metadata


@dataclass(frozen=True)
class Item:
    """One file to load, before it is read.

    `path` is None if the file must be fetched from one of `addresses`; `spec` is its entry in a recipe, or an entry
    made from options; `display_name` is the name of a temporary copy in messages and the ledger. `is_submission` is
    None if unknown (`staging.is_submission` then decides), `skips_foreign` is None for kinds of data that cannot leave
    out lines of other collections. `has_clicks` marks a recipe's file of clicks. `bank` is the bank of the labelled
    nuggets if it is not in the file; `text_field` is the field with the text of topics if it is not the usual one.
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
        """The item, for messages."""
        suffix = f" of {self.collection}" if self.collection else ""
        return f"{self.part} '{self.name}'{suffix}"


@dataclass(frozen=True)
class StagedFile:
    """A source file as plain bytes; the ledger keeps `source` and `verified`."""

    file_id: int
    item: Item
    plain: PlainFile
    source: str
    verified: str


@dataclass(frozen=True)
class Plan:
    """Files of one load, published together or not at all.

    If the collections belong to several editions, `owners` has the edition of each and `edition` lists all of them for
    messages. `notes_on_runs` apply if no submitted run of the collections is loaded (`Ledger.skip_loaded`). `has_level`
    is false if no relevance level is given, which official fractions need.
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
