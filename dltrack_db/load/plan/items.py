"""A plan and the files in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dltrack_db.base.recipes import CollectionSpec, FileSpec, Recipe, run_metadata


@dataclass(frozen=True)
class Item:
    """One file to load, before it is read.

    `path` is where it was found, None when it must be fetched from one of
    `addresses`; `spec` is the recipe's entry, None for files no recipe names;
    `display_name` is how messages and the ledger name a file that is a passing copy;
    `is_submission` is None where nobody says whether a run was submitted: then it is as runs of its collection are
    (`staging.is_submission`);
    `has_clicks` says that it is the recipe's file of clicks, `skips_foreign` whether labels of another collection are
    left out, None where nobody could ask for it; `bank` is the one whose nuggets are labelled, where it is another than
    the file's own; `text_field` is the field of topics that is their text, where it is not the usual one.
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
class Plan:
    """Contents of one load; all of it is published together or not at all.

    `owners` names the editions of collections where they are several; `edition` is then all of them, for messages.
    `notes_on_runs` hold where no submitted run of the collections is loaded yet (`Ledger.skip_loaded`).
    `has_level` is false where nobody said from which label on an item is relevant: official fractions need one.
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
        """The edition a collection belongs to: another's stays in it."""
        return self.recipe.owner(collection) if self.recipe else self.owners.get(collection, self.edition)
