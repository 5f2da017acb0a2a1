"""Load a corpus into a shared database: first into a private file next to the overlay, then into the lake.

The rows are copied into the lake as hidden rows, without holding the lock; then a short transaction makes them visible.
An interrupted load continues in the private file, which is removed after publication.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import tempfolder
from dltrack_db.errors import DatabaseChangedError, UsageError
from dltrack_db.load.corpus.spec import CorpusSpec
from dltrack_db.store import database, database_files, template
from dltrack_db.store.patience import Patience

if TYPE_CHECKING:
    from dltrack_db.store.interface import SharedStore

_COPY = "slice"


def visible_load(db: Path, corpus: str) -> tuple[int, str, str] | None:
    """Return number, profile and source md5 of the published load of a corpus in a shared database, or None."""
    con = database.open_readonly(db)
    try:
        row = con.execute(
            sql_text.fill_values(
                "select load_no, profile, coalesce((select max(md5) from main.loads "
                "where part = 'corpus' and name = $1), '') from store.corpora where corpus = $1 and is_published",
                [corpus],
            )
        ).fetchone()
    finally:
        con.close()
    return (int(row[0]), str(row[1]), str(row[2])) if row else None


def check(db: Path, spec: CorpusSpec, profile: str, *, replace: bool) -> bool:
    """Return True if a shared database already has this corpus; raise UsageError if files or profile differ."""
    corpus = spec.corpus
    previous_load = visible_load(db, corpus)
    if previous_load is None or replace:
        return False
    check_same_source(spec, previous_load[2])
    if previous_load[1] != profile:
        raise UsageError(
            f"{corpus} is already loaded with the profile '{previous_load[1]}', not '{profile}'; to load the corpus "
            "again, add --replace"
        )
    return True


def check_same_source(spec: CorpusSpec, md5: str) -> None:
    """Raise UsageError if `spec` is texts of users and `md5`, the checksum of the loaded files, differs."""
    if spec.is_own and md5 != spec.source_md5:
        raise UsageError(
            f"{spec.corpus} is already loaded from other files; to replace the loaded texts, add --replace"
        )


def private_file(db: Path, spec: CorpusSpec, profile: str, collection: str | None, *, restart: bool) -> Path:
    """Create or reuse the private file for a load, with the labels that the corpus is checked against."""
    path = db.with_name(f".{db.name}.corpus-{spec.corpus}.duckdb")
    if restart:
        database_files.remove(path)
    if not path.exists():
        database_files.check_writable(path)
        template.copy_to(path)
    con = database.connect()
    try:
        database.attach(con, db, read_only=True, is_current=False)
        database.attach(con, path, read_only=False, alias=_COPY)
        with database.transaction(con):
            sql_text.set_variables(
                con,
                corpus=spec.corpus,
                collection=collection or "",
                item_corpus=spec.item_corpus or spec.corpus,
                document_corpus=spec.document_corpus or "",
                profile=profile,
            )
            con.execute(resources.script("load/corpus/shared/pull"))
    finally:
        con.close()
    return path


def publish(
    lake: SharedStore,
    path: Path,
    corpus: str,
    collection: str | None,
    previous_load: tuple[int, str, str] | None,
    patience: Patience,
) -> None:
    """Copy the corpus from the private file `path` into the lake, and remove the file.

    `previous_load` is the lake's published load of the corpus when this load began. If it has changed, raise
    DatabaseChangedError.
    """
    with tempfolder.folder() as folder, ExitStack() as kept_rows:
        con = database.connect(spill=folder / "spill")
        try:
            database.attach(con, path, read_only=True, alias=_COPY, is_current=False)
            own = con.execute(
                sql_text.fill_values(
                    f"select load_no from {_COPY}.store.corpora where corpus = $1 and is_published", [corpus]
                )
            ).fetchone()
            sql_text.set_variables(con, corpus=corpus, collection=collection or "", own_load_no=own[0] if own else None)
            with lake.change(con, patience=patience, command=f"begin corpus {corpus}"):
                con.execute(resources.script("load/corpus/shared/begin"))
                row = con.execute("select getvariable('load_no')").fetchone()
                kept_rows.enter_context(lake.keep_hidden_rows(con, int(row[0]) if row else 0))
            with lake.add_hidden_rows(con, "copy corpus"):
                con.execute(resources.script("load/corpus/shared/copy"))
            if visible_load(lake.path, corpus) != previous_load:
                raise DatabaseChangedError(
                    f"another user published {corpus} into {lake.path} during the load; run the same command again"
                )
            with lake.change(con, patience=patience, command=f"ingest corpus {corpus}"):
                con.execute(resources.script("load/corpus/shared/publish"))
        finally:
            con.close()
    database_files.remove(path)
