"""Reading source files into the staging area: an in-memory DuckDB schema.

Nothing here touches the database file. The readers are the SELECTs in
`ingest/formats`; this module decides which reader a file needs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

import duckdb

from dltrack_db import corpus, resources
from dltrack_db.corpus import CorpusSpec
from dltrack_db.errors import FormatError
from dltrack_db.files import duckpath
from dltrack_db.files.plainfile import PlainFile
from dltrack_db.ingest.plan import Item, Plan
from dltrack_db.store import sqltext


@dataclass(frozen=True)
class StagedFile:
    """A source file that was read, with what the ledger keeps of it."""

    file_id: int
    item: Item
    plain: PlainFile
    source: str
    verified: str


class Staging:
    """The staging area of one load, in the schema `memory.staging` of a connection."""

    def __init__(self, con: duckdb.DuckDBPyConnection, plan: Plan) -> None:
        """Create the empty area and note the collections the load is about."""
        self.con = con
        self.plan = plan
        con.execute((resources.INGEST / "staging" / "tables.sql").read_text(encoding="utf-8"))
        for spec in plan.collections:
            self._insert("collections", asdict(spec) | {"edition": plan.edition})
        self._define_forms()
        self._note_parts()
        con.execute(
            "insert into staging.runs by name "
            f"select * from read_csv({sqltext.literal(plan.run_descriptions)}, header = true, all_varchar = true) "
            "as described where collection in (select collection from staging.collections)"
        )

    def _define_forms(self) -> None:
        """Put the forms of all collections' document ids into one pattern, 'collection:form|collection:form'.

        It has to be a literal: DuckDB compiles a literal once, a pattern from a column for each of millions of rows.
        """
        forms = "|".join(
            f"{re.escape(spec.collection)}:(?:{spec.doc_id_pattern or '.*'})" for spec in self.plan.collections
        )
        self.con.execute(
            f"create macro staging.is_known_form(id) as regexp_full_match(id, {sqltext.quote_text(forms)})"
        )

    def _note_parts(self) -> None:
        """The yardstick of `dltrack status`: what a complete copy of the edition has."""
        if self.plan.recipe is None:
            return
        edition = self.plan.edition
        for spec in self.plan.recipe.files:
            if spec.part in ("corpus", "mapping"):
                continue
            self._insert(
                "collection_parts",
                {
                    "edition": edition,
                    "collection": spec.collection,
                    "part": spec.part,
                    "name": spec.name,
                    "file": spec.file,
                    "url": spec.url,
                    "bytes": spec.bytes,
                    "expected_rows": spec.rows,
                    "expected_queries": spec.queries,
                },
            )
        counted = {each.name: each.rows for each in self.plan.recipe.files_of("corpus")}
        for part, known in self._corpora():
            self._insert(
                "collection_parts",
                {
                    "edition": edition,
                    "part": part,
                    "name": known.corpus,
                    "file": known.files[0].file,
                    "url": known.files[0].url,
                    "bytes": known.files[0].bytes,
                    "expected_rows": known.rows or counted.get(known.corpus),
                },
            )
        for collection in self.plan.collections:
            if collection.expected_runs is not None:
                name = collection.collection
                runs = {"part": "runs", "name": name, "collection": name, "expected_rows": collection.expected_runs}
                self._insert("collection_parts", {"edition": edition} | runs)

    def _corpora(self) -> Iterator[tuple[str, CorpusSpec]]:
        """The corpora of the collections, and the mapping of passages to documents where a corpus has one."""
        recipe = self.plan.recipe
        named = [spec.name for spec in recipe.files_of("corpus")] if recipe else []
        for name in dict.fromkeys([*named, *(each.corpus for each in self.plan.collections if each.corpus)]):
            if name in corpus.names():
                spec = corpus.load_spec(name)
                yield "corpus", spec
                if spec.document_corpus:
                    yield "mapping", spec

    def read(self, files: Sequence[StagedFile]) -> None:
        """Read all files into the staging tables.

        Raises:
            FormatError: a file is not text (a NUL byte or invalid UTF-8), with its line.
        """
        for file in files:
            check_text(file)
            self._note(file)
        for file in files:
            if file.item.part == "queries":
                self._read_small("queries", _topics_format(file.plain), file)
            elif file.item.part == "qrels":
                self._read_small("qrels", "qrels", file)
        self._read_runs([file for file in files if file.item.part == "runs"])

    def _note(self, file: StagedFile) -> None:
        spec = file.item.spec
        fields = file.plain.first_line.split()
        self._insert(
            "files",
            {
                "file_id": file.file_id,
                "edition": self.plan.edition,
                "part": file.item.part,
                "collection": file.item.collection,
                "name": file.item.name,
                "source": file.source,
                "bytes": file.plain.bytes,
                "md5": file.plain.plain_md5,
                "verified": file.verified,
                "expected_rows": spec.rows if spec else None,
                "expected_queries": spec.queries if spec else None,
                "tag": fields[5] if file.item.part == "runs" and len(fields) == 6 else None,
                "is_submission": file.item.is_submission,
            },
        )
        for grade, rows in (spec.grades if spec else {}).items():
            row = {"file_id": file.file_id, "relevance": int(grade), "expected_rows": rows}
            self._insert("expected_grades", row)

    def _insert(self, table: str, row: Mapping[str, object]) -> None:
        sqltext.insert_row(self.con, f"staging.{table}", row)

    def _read_small(self, table: str, format: str, file: StagedFile) -> None:
        """Read one file line by line; every reader of this kind knows its line numbers."""
        self._set(path=duckpath.for_reader(file.plain.path), file_id=file.file_id)
        self.con.execute(f"create or replace temp view lines as {_format('lines')}")
        reader = _format(format).replace("staging.lines", "temp.lines")
        self.con.execute(f"insert into staging.{table} by name {reader}")

    def _read_runs(self, files: list[StagedFile]) -> None:
        """Read runs at full speed where their form allows it, carefully where it does not."""
        careful = []
        fast = defaultdict(list)
        for file in files:
            plain = file.plain
            if plain.has_carriage_return or plain.has_bom or plain.has_tab == plain.has_blank:
                careful.append(file)
            else:
                fast["\t" if plain.has_tab else " "].append(file)
        for delimiter, group in fast.items():
            careful += self._read_fast(group, delimiter)
        for file in careful:
            self._read_small("rankings", "runs_careful", file)
        self.con.execute(
            "update staging.files set first_row = rows.first_row "
            "from (select file_id, min(rowid) as first_row from staging.rankings group by file_id) as rows "
            "where rows.file_id = files.file_id"
        )

    def _read_fast(self, files: list[StagedFile], delimiter: str) -> list[StagedFile]:
        """Read files of one separator at once; return those that need the careful reader instead."""
        ids = [file.file_id for file in files]
        self._set(paths=[duckpath.for_reader(file.plain.path) for file in files], file_ids=ids, delimiter=delimiter)
        try:
            self.con.execute(f"insert into staging.rankings by name {_format('runs_fast')}")
        except duckdb.InvalidInputException:  # some line of some file has another number of columns
            return [odd for file in files for odd in self._read_fast([file], delimiter)] if len(files) > 1 else files
        exact = {
            file_id
            for file_id, rows, is_odd in self.con.execute(
                "select file_id, count(*), bool_or(is_odd) from staging.rankings group by file_id"
            ).fetchall()
            if not is_odd and rows == next((f.plain.lines for f in files if f.file_id == file_id), None)
        }
        odd = [file for file in files if file.file_id not in exact]
        if odd:
            self.con.execute(f"delete from staging.rankings where list_contains({sqltext.literal(ids)}, file_id)")
            if rest := [file for file in files if file.file_id in exact]:
                self._read_fast(rest, delimiter)
        return odd

    def _set(self, **variables: object) -> None:
        sqltext.set_variables(self.con, **variables)


def check_text(file: StagedFile) -> None:
    """Refuse a file that is no text.

    Raises:
        FormatError: it holds a NUL byte or invalid UTF-8.
    """
    bad = file.plain.bad_byte
    if bad is not None:
        raise FormatError(
            f"{file.source}:{bad.line}: {bad.kind} at byte {bad.offset}; the file is no UTF-8 text, fetch it again"
        )


def _topics_format(plain: PlainFile) -> str:
    """TREC's tagged topics begin with a tag, TSV topics with a topic number."""
    return "topics_trec" if plain.first_line.lstrip("\ufeff \t").startswith("<") else "queries"


def _format(name: str) -> str:
    return (resources.FORMATS / f"{name}.sql").read_text(encoding="utf-8")
