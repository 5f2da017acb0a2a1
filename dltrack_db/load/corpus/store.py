"""Write corpora into their storage tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from dltrack_db.base import exhaustion, resources, sql_text
from dltrack_db.base.files import duckpath
from dltrack_db.errors import DatabaseError, DatabaseMemoryError, FormatError
from dltrack_db.load.corpus import own_texts
from dltrack_db.load.corpus.diagnose import explain, member_stem
from dltrack_db.load.corpus.feed import Batch, MemberEnd, Resume
from dltrack_db.load.corpus.members import Member
from dltrack_db.load.corpus.spec import CorpusFile, CorpusSpec
from dltrack_db.store import database

if TYPE_CHECKING:
    import pyarrow as pa

TABLES = {
    "passages": "store.passages",
    "documents": "store.documents",
    "near-duplicates": "store.near_duplicates",
    "distinct-passages": "store.distinct_passages",
}

# text columns, which must not contain NUL
TEXTS = {"passages": ("text", "spans"), "documents": ("url", "title", "headings", "body")}


class Store:
    """One unfinished load of a corpus in the attached database."""

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        spec: CorpusSpec,
        file: CorpusFile,
        profile: str,
        *,
        is_subset: bool,
        collection: str | None = None,
    ) -> None:
        self._con, self._spec, self._file = con, spec, file
        self._profile, self.is_subset = profile, is_subset
        self._table = TABLES[spec.kind]
        self.load_no = 0
        self._query = resources.script(f"ingest/corpus/read/{file.format}")
        self._records = resources.script(f"ingest/corpus/read/{file.records}") if file.records else ""
        self._set(
            corpus=spec.corpus,
            collection=collection or "",
            item_corpus=spec.item_corpus or spec.corpus,
            profile=profile,
            is_subset=is_subset,
            format=file.format,
            has_text=profile != "ids",
            **file.places,
        )
        if spec.is_own:
            con.execute(resources.script("ingest/read/macros"))
        con.execute("create or replace temp table mapping (passage_id varchar, document_id varchar)")
        if spec.mapping is not None:
            con.register("given", pairs := own_texts.read_mapping(spec.mapping))
            if spec.mapping_rows not in (0, len(pairs)):
                raise FormatError(
                    f"{spec.mapping} maps {len(pairs):,} passages instead of {spec.mapping_rows:,}; correct the file"
                )
            con.execute("insert into temp.mapping by name from given")
            con.unregister("given")
        if profile == "judged":
            con.execute(statement("wanted"))

    def wanted(self) -> int:
        """Return the number of items that the profile 'judged' stores."""
        return self._number("select count(*) from temp.wanted")

    def wanted_items(self) -> pa.Table:
        """Return the items that the profile 'judged' stores."""
        return self._con.execute("from temp.wanted").to_arrow_table()

    def unfinished(self) -> int | None:
        """Return the number of an unpublished load of this corpus with the same options, or None."""
        row = self._con.execute(statement("unfinished")).fetchone()
        return int(row[0]) if row else None

    def published(self) -> tuple[int, str, str] | None:
        """Return number, profile and source md5 of the published load of this corpus, or None."""
        row = self._con.execute(
            "select load_no, profile, coalesce((select max(md5) from main.loads "
            "where part = 'corpus' and name = $1), '') from store.corpora where corpus = $1 and is_published",
            [self._spec.corpus],
        ).fetchone()
        return (int(row[0]), str(row[1]), str(row[2])) if row else None

    def begin(self, source: str, started_at: datetime) -> None:
        """Start a new load from `source`."""
        self.load_no = self._number("select coalesce(max(load_no), 0) + 1 from store.corpora")
        self._set(
            load_no=self.load_no,
            kind=self._spec.kind,
            source=source,
            expected_rows=self._spec.rows,
            started_at=started_at,
        )
        self._con.execute(statement("begin"))

    def resume(self, load_no: int) -> dict[str, int | None]:
        """Continue the load `load_no`; return the packed sizes of its finished and rejected members."""
        self.load_no = load_no
        rows = self._con.execute(
            "select member, packed_bytes from store.members where load_no = $1 and state <> 'partial'", [load_no]
        ).fetchall()
        return dict(rows)

    def partial(self) -> dict[str, Resume]:
        """Return the loaded part of each partly loaded member."""
        rows = self._con.execute(
            "select member, plain_bytes, plain_crc, num_rows from store.members"
            " where load_no = $1 and state = 'partial'",
            [self.load_no],
        ).fetchall()
        return {name: Resume(*facts) for name, *facts in rows}

    def last_place(self) -> tuple[int, int]:
        """Return source offset and number of the last member with loaded rows, or (0, 0)."""
        row = self._con.execute(
            "select source_start, member_no from store.members where load_no = $1 order by member_no desc limit 1",
            [self.load_no],
        ).fetchone()
        return (int(row[0]), int(row[1])) if row else (0, 0)

    def totals(self) -> tuple[int, int]:
        """Return the number of rows read and the number of rows stored."""
        row = self._con.execute(
            "select sum(num_rows), sum(num_stored) from store.members where load_no = $1", [self.load_no]
        ).fetchone()
        return (int(row[0] or 0), int(row[1] or 0)) if row else (0, 0)

    def add(self, batch: Batch, label: str) -> int:
        """Store a batch and the progress of its member in one transaction; return the number of stored rows."""
        stem = member_stem(self._spec, batch.member.stem)
        self._set(
            files=[duckpath.for_reader(path) for path in batch.files],
            stem=stem,
            load_no=self.load_no,
            member_no=batch.member.number,
        )
        self._con.execute("set variable key_base = corpus.key(getvariable('stem') || '0')")
        try:
            with database.transaction(self._con):
                stored = self._insert(batch)
                self._note(batch.member, batch.end_byte, batch.crc, batch.end_record, stored)
        except (duckdb.Error, FormatError) as error:
            if exhaustion.is_memory_error(error):
                raise DatabaseMemoryError(exhaustion.advice(error, has_option=True)) from error
            if isinstance(error, duckdb.IOException):
                raise DatabaseError(f"writing failed: {error}; free space and run the same command again") from error
            reason = str(error).splitlines()[0]
            numbers = self._number("select corpus.numbers_per_bundle()")
            raise explain(
                batch, self._spec, self._file, label, numbers=numbers, is_subset=self.is_subset, reason=reason
            ) from error
        return stored

    def finish(self, end: MemberEnd) -> None:
        """Mark a member as complete."""
        with database.transaction(self._con):
            self._note(end.member, end.plain_bytes, end.crc, end.records, 0, state="complete")
            self._con.execute(statement("note_checksum"))

    def packed(self, path: Path) -> bytes:
        """Write the rows of the load to `path` as a Parquet file; return the bytes of the file."""
        self._con.execute(f"copy (from {self._table}) to {sql_text.literal(path)} (format parquet, compression zstd)")
        return path.read_bytes()

    def notes(self) -> pa.Table:
        """Return the rows of store.members for the load: the progress of its members."""
        return self._con.execute("from store.members where load_no = $1", [self.load_no]).to_arrow_table()

    def take(self, path: Path, notes: pa.Table | None) -> int:
        """Store members that another process has read (see `packed`, `notes`); return the number of rows read."""
        self._con.register("given", notes)
        try:
            with database.transaction(self._con):
                stored = self._number("select coalesce(sum(num_stored), 0) from given")
                if stored:
                    self._set(file=duckpath.for_reader(path))
                    self._con.execute(f"insert into {self._table} by name from read_parquet(getvariable('file'))")
                self._con.execute("insert into store.members by name from given")
                return self._number("select coalesce(sum(num_rows), 0) from given")
        except duckdb.IOException as error:
            raise DatabaseError(f"writing failed: {error}; free space and run the same command again") from error
        finally:
            self._con.unregister("given")

    def reject(self, member: Member, reason: str) -> None:
        """Mark a member as rejected, and remove its rows."""
        with database.transaction(self._con):
            self.forget(member)
            self._note(member, 0, 0, 0, 0, state="rejected", reason=reason)

    def forget(self, member: Member) -> None:
        """Remove the rows and the progress of a member."""
        for table in (self._table, "store.members"):
            self._con.execute(
                f"delete from {table} where load_no = $1 and member_no = $2", [self.load_no, member.number]
            )

    def discard(self, load_no: int) -> None:
        """Remove a load and its rows."""
        with database.transaction(self._con):
            for table in (self._table, "store.members", "store.corpora"):
                self._con.execute(f"delete from {table} where load_no = $1", [load_no])

    def _insert(self, batch: Batch) -> int:
        if self._records:
            self._con.execute(f"create or replace temp view own_records as {self._records}")
        columns = "getvariable('load_no')::smallint as load_no, getvariable('member_no')::smallint as member_no"
        has_nul = " or ".join(f"contains({column}, chr(0))" for column in TEXTS.get(self._spec.kind, ())) or "false"
        self._con.execute(
            "create or replace temp view incoming as select * replace "
            f"(case when {has_nul} then null else key end as key) from ({self._query})"
        )
        if self._profile == "judged":
            self._con.execute("create or replace temp table batch as select * from incoming")
            read = self._number("select count(*) from temp.batch where key is not null")
            relation = "temp.batch"
            kept_rows = (
                f"select {columns}, batch.* from temp.batch semi join temp.wanted using (stem, key) order by key"
            )
            stored = self._number(f"insert into {self._table} by name {kept_rows}")
        else:
            stored = read = self._number(
                f"insert into {self._table} by name select {columns}, incoming.* from incoming"
            )
            relation = f"{self._table} where load_no = getvariable('load_no')"
        if read != batch.places.records:
            raise FormatError(f"{batch.places.records:,} records were read as {read:,} rows")
        self._check_places(batch, relation)
        return stored

    def _check_places(self, batch: Batch, relation: str) -> None:
        """Compare the ids with the positions of the records, by number, sum and sum of squares."""
        if self.is_subset or self._spec.ids in ("any", "rising"):
            return
        expected = batch.places.to_line_numbers(batch.first_record) if self._spec.ids == "line" else batch.places
        first_key = self._number("select getvariable('key_base')") + expected.base
        self._set(first_key=first_key, last_key=first_key + expected.last)
        self._con.execute(f"create or replace temp view stored_batch as select key from {relation}")
        found = self._con.execute(statement("places")).fetchone()
        if found != (expected.records, expected.total, expected.squares):
            raise FormatError("the ids do not match the positions of the records")

    def _note(
        self, member: Member, plain: int, crc: int, rows: int, stored: int, *, state: str = "partial", reason: str = ""
    ) -> None:
        self._set(
            load_no=self.load_no,
            member_no=member.number,
            member=member.name,
            packed_bytes=member.packed_bytes,
            source_start=member.start,
            plain_bytes=plain,
            plain_crc=crc,
            num_rows=rows,
            num_stored=stored,
            state=state,
            reason=reason,
        )
        self._con.execute(statement("note_member"))

    def _set(self, **variables: object) -> None:
        sql_text.set_variables(self._con, **variables)

    def _number(self, query: str, parameters: Sequence[object] = ()) -> int:
        row = self._con.execute(query, list(parameters)).fetchone()
        return int(row[0]) if row and row[0] is not None else 0


def statement(name: str) -> str:
    """Return the text of a statement in `ingest/corpus`."""
    return resources.script(f"ingest/corpus/{name}")
