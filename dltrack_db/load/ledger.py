"""The ledger of a load: which files the database already contains."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from pathlib import Path
from typing import TYPE_CHECKING

from dltrack_db.base import resources, sql_text
from dltrack_db.errors import SourceError
from dltrack_db.load.plan import StagedFile
from dltrack_db.sqlfiles import part_queries
from dltrack_db.store import collections, database, states, stores
from dltrack_db.store.patience import USUAL, Patience

if TYPE_CHECKING:
    import duckdb

    from dltrack_db.base.recipes import CollectionSpec
    from dltrack_db.load.plan import Item, Plan
    from dltrack_db.store.interface import BaseStore

_LABELS = {"kind": "kind of judge", "name": "judge"}


def _own_collections(plan: Plan) -> list[str]:
    return [spec.collection for spec in plan.recipe.own_collections] if plan.recipe else []


@dataclass(frozen=True)
class Ledger:
    """Files in a database, identified by (part, name, collection)."""

    md5: dict[tuple[str, str, str | None], str]
    """md5 of the unpacked bytes of each file"""
    state: str | None
    """state of the database (`BaseStore.fingerprint`); None if there is no database"""
    origins: dict[tuple[str, str, str | None, str], set[str]] = field(default_factory=dict)
    """values of judge options by (part, name, collection, option)"""
    official: frozenset[tuple[str, str, str | None]] = frozenset()
    """files with the published checksum"""
    submissions: frozenset[tuple[str | None, str]] = frozenset()
    """submitted runs as (collection, name)"""

    @classmethod
    def read(cls, db: Path, patience: Patience = USUAL, *, with_origins: bool = True) -> Ledger:
        """Read the ledger of a database file; it is empty if the file does not exist.

        If `with_origins` is set, also read the judges, which requires a scan of all preferences and nugget labels.
        """
        store = stores.at(db)
        con = store.open_for_load(patience)
        if con is None:
            return cls({}, None)
        with closing(con):
            return cls._from_connection(con, store, with_origins=with_origins)

    @classmethod
    def read_only(cls, db: Path) -> Ledger:
        """Read the ledger of a database file that is opened read-only; it is empty if the file does not exist."""
        if not db.exists():
            return cls({}, None)
        with states.reading(), closing(database.open_readonly(db)) as con:
            return cls._from_connection(con, stores.at(db), with_origins=False)

    @classmethod
    def read_with_collection(
        cls,
        db: Path,
        collection: str,
        patience: Patience = USUAL,
        *,
        runs: Sequence[Path] = (),
    ) -> tuple[str, CollectionSpec, Ledger]:
        """Return edition, conventions and ledger (without judges) of a loaded collection; open the database once."""

        def ask() -> tuple[str, CollectionSpec, Ledger]:
            store = stores.at(db)
            with states.reading(), closing(store.open_for_load(patience) or database.open_readonly(db)) as con:
                name = collections.find_collection(con, collection, db, runs)
                return *collections.loaded_collection(con, name), cls._from_connection(con, store, with_origins=False)

        return patience.until_reached(ask)

    @classmethod
    def _from_connection(cls, con: duckdb.DuckDBPyConnection, store: BaseStore, *, with_origins: bool) -> Ledger:
        state = store.fingerprint(con)  # read first, to notice later changes by other users of a shared database
        rows = con.execute(resources.script("load/loaded_files")).fetchall()
        origins: dict[tuple[str, str, str | None, str], set[str]] = {}
        if with_origins:
            for *labels, value in con.execute(part_queries.origins()).fetchall():
                origins.setdefault(tuple(labels), set()).add(value)
        loaded = {(part, name, collection): md5 for part, name, collection, md5, *_ in rows}
        official = frozenset(
            (part, name, collection) for part, name, collection, _, is_official, _ in rows if is_official
        )
        submissions = frozenset((collection, name) for _, name, collection, *_, is_submission in rows if is_submission)
        return cls(loaded, state, origins, official, submissions)

    def without_damaged(self, db: Path, plan: Plan, patience: Patience) -> Ledger:
        """Return the ledger without those files of the plan that have rows changed since their load."""
        planned = {(item.part, item.name, item.collection) for item in plan.items} & self.md5.keys()
        if not planned:
            return self
        store = stores.at(db)
        values = {"parts": sorted({part for part, _, _ in planned}), "names": sorted({name for _, name, _ in planned})}
        query = sql_text.written_out(resources.script("load/damaged_loads"), values)
        with closing(store.open_for_load(patience) or database.open_readonly(db)) as con:
            damaged = planned & set(con.execute(query).fetchall())
        md5 = {identity: md5 for identity, md5 in self.md5.items() if identity not in damaged}
        return replaced(self, md5=md5, official=self.official - damaged)

    def skip_loaded(self, plan: Plan, *, replace: bool) -> tuple[Plan, int]:
        """Return the plan without files that would be downloaded although they are loaded, and their number.

        A loaded file is recognized by its published checksum. If `replace` is set, this must be the checksum of the
        unpacked bytes. The notes on missing submitted runs are dropped if a submitted run is loaded.
        """
        loaded = [item for item in plan.items if item.path is None and self._has_official(item, replace=replace)]
        remaining = [item for item in plan.items if item not in loaded]
        if not any(item.part == "qrels" for item in remaining):
            remaining = [
                item for item in remaining if item.part != "ids" or item.path
            ]  # lists of ids are needed only for labels
        has_runs = bool({collection for collection, _ in self.submissions} & {*_own_collections(plan)})
        notes = plan.notes if has_runs else (*plan.notes, *plan.notes_on_runs)
        return replaced(plan, items=tuple(remaining), notes=notes, notes_on_runs=()), len(loaded)

    def _has_official(self, item: Item, *, replace: bool) -> bool:
        identity = (item.part, item.name, item.collection)
        if item.spec and self.md5.get(identity) in item.spec.md5:
            return True
        is_packed = item.spec is None or item.spec.file.endswith(".gz")  # the recipe has the checksum of packed bytes
        return is_packed and identity in self.official and not replace

    def is_loaded(self, file: StagedFile, *, replace: bool) -> bool:
        """Return True if the file is already loaded; raise SourceError if content, judge or submission differ."""
        loaded = self.md5.get((file.item.part, file.item.name, file.item.collection))
        if loaded is None or (replace and loaded != file.plain.plain_md5):
            return False
        if loaded != file.plain.plain_md5:
            raise SourceError(
                f"{file.source}: {file.item.label} is already loaded with different content; "
                "to replace the loaded file by this one, add --replace"
            )
        if file.item.is_submission is False and (file.item.collection, file.item.name) in self.submissions:
            raise SourceError(
                f"{file.source}: {file.item.label} is already loaded as a submitted run; to mark it as not submitted, "
                "load a table with the columns collection, run_id and is_submission (value: false), with: "
                "dltrack ingest run-notes FILE"
            )
        origin = {key: value for key, value in file.item.judge.items() if key != "source"} | {"bank": file.item.bank}
        for key, value in origin.items():
            known = self.origins.get((file.item.part, file.item.name, file.item.collection, key), set())
            if value and value not in known:
                label = _LABELS.get(key, key)
                found = f"the {label} '{', '.join(sorted(known))}'" if known else f"no {label}"
                raise SourceError(
                    f"{file.source}: {file.item.label} is already loaded with {found}, not with '{value}'; "
                    "drop the loaded file first, or load this file under another name"
                )
        return True
