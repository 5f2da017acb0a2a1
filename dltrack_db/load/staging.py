"""Read source files into the staging area, a schema of an in-memory DuckDB database.

The readers are SELECTs in `ingest/read` and in the folders of parts; this module chooses the reader for each file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import ClassVar

import duckdb

from dltrack_db.base import parts, recipes, resources, sql_text
from dltrack_db.base.files import duckpath
from dltrack_db.base.files.plainfile import PlainFile
from dltrack_db.base.progress import readable
from dltrack_db.base.recipes import JudgedSpec, NotesSpec, own
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.load import expectations, recipe_parts, run_notes, tagged_topics, topic_fields
from dltrack_db.load.plan import Plan, StagedFile
from dltrack_db.score import readers, scratch
from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.sqlfiles.sql_object import find_references
from dltrack_db.store import database, states

_READ = resources.INGEST / "read"

_SCORE_COLUMNS = 4
"""Number of columns in files of scores with the run on every line: run, measure, topic, value."""

_FAST_SCORES = (3, _SCORE_COLUMNS)
"""Numbers of columns in files of scores without column names that a single statement can read."""


class Staging:
    """The staging area of one load: the schema `memory.staging` of a connection."""

    def __init__(self, con: duckdb.DuckDBPyConnection, plan: Plan) -> None:
        """Create the empty tables, and insert the collections of the plan."""
        self.con = con
        self.plan = plan
        self.notes: list[str] = []
        create_tables(con)
        for spec in plan.collections:
            owner = plan.find_edition(spec.collection)
            facts = {"edition": owner, "is_own": owner not in recipes.names()}
            self._insert("collections", asdict(spec) | facts)
        self._define_forms()
        if plan.recipe is not None:
            for row in recipe_parts.list_parts(plan.recipe, plan.collections):
                self._insert("collection_parts", {"edition": plan.edition, **row})
        self._set(run_descriptions=duckpath.for_reader(plan.run_descriptions))
        con.execute(resources.script("ingest/staging/run_descriptions"))

    def _define_forms(self) -> None:
        """Create the macro staging.is_known_form, which matches document ids with the patterns of their collections.

        The patterns are literals, because DuckDB compiles a literal once, but a pattern in a column for each row.
        Searching an anchored pattern takes three quarters of the time of a full match.
        """
        forms = "".join(
            f" when {sql_text.quote_text(spec.collection)} then "
            + (
                f"regexp_matches(doc_id, {sql_text.quote_text(f'^(?:{spec.doc_id_pattern})$')})"
                if spec.doc_id_pattern
                else "true"
            )
            for spec in self.plan.collections
        )
        self.con.execute(
            "create macro staging.is_known_form(collection, doc_id) as "
            + (f"case collection{forms} else true end" if forms else "true")
        )

    def summarize_rankings(self) -> None:
        """Fill staging.answers with facts about every run and topic; call it after the last change of rankings."""
        for (step,) in self.con.execute(resources.script("ingest/staging/answers/steps")).fetchall():
            sql_text.run_script(self.con, "ingest/staging/answers/answers", summary_step=step)

    def read(self, files: Sequence[StagedFile]) -> None:
        """Read all files into the staging tables."""
        for file in files:
            check_text(file)
        # one statement, because each statement waits for the GIL while another thread imports Great Expectations
        sql_text.insert_rows(self.con, "staging.files", [self._facts(file) for file in files])
        with readers.name_sources({file.plain.path: file.plain.source for file in files}):
            self._read(files)

    def _read(self, files: Sequence[StagedFile]) -> None:
        for file in files:
            part = parts.find(file.item.part)
            if file.item.has_clicks:
                self._read_clicks(file)
            elif file.item.name.endswith(topic_fields.SUFFIX):
                self._read_topics(file)
            elif file.item.part == "ids":
                self._set(kind=file.item.name)
                self._read_small("ids", "ids", file)
            elif part and part.reader in self._READERS:
                self._READERS[part.reader](self, file)
                if part.keeps_lines:
                    self._keep_lines(file)
        self.con.execute(resources.script("ingest/staging/fractions"))
        self.con.execute(resources.script("ingest/staging/official_ids"))
        for part in parts.all_parts():
            if part.listed == "pages":
                self._read_pages(part, [file for file in files if file.item.part == part.name])
        self._read_scores(_scores(files))
        self._read_runs([file for file in files if file.item.part == "runs"])

    def _facts(self, file: StagedFile) -> dict[str, object]:
        """Return the row of a file in staging.files, for the ledger and the checks."""
        spec = file.item.spec
        fields = file.plain.first_line.split()
        return {
            "file_id": file.file_id,
            "edition": self.plan.owners.get(str(file.item.collection), self.plan.edition),
            "part": file.item.part,
            "collection": file.item.collection,
            "name": file.item.name,
            "source": file.source,
            "bytes": file.plain.bytes,
            "md5": file.plain.plain_md5,
            "verified": file.verified,
            "expected_rows": spec.rows if spec else None,
            "expected_queries": spec.queries if spec else None,
            "tag": fields[5] if file.item.part == "runs" and len(fields) == 6 and fields[0] != "#" else None,
            "is_submission": file.item.is_submission,
            "skips_foreign": file.item.skips_foreign,
            "entry": json.dumps(vars(spec)) if spec else None,
            "judge": json.dumps(_judge(file)),
            "origin": (spec and spec.url) or file.item.display_name or file.plain.source.name,
        }

    def _insert(self, table: str, row: Mapping[str, object]) -> None:
        sql_text.insert_row(self.con, f"staging.{table}", row)

    def _read_small(self, table: str, format: str, file: StagedFile) -> None:
        """Read one file line by line, with line numbers, by the reader `ingest/read/{format}.sql`."""
        self._open_lines(file)
        self.con.execute(f"insert into staging.{table} by name {_line_query(_READ / f'{format}.sql')}")

    def _open_lines(self, file: StagedFile) -> None:
        """Create the view temp.lines with the lines of a file, or with the records of a JSON or CSV file."""
        readers.check_by_line(file.plain.path, file.plain.lines)
        self._set(path=duckpath.for_reader(file.plain.path), file_id=file.file_id)
        is_json = file.plain.first_line.lstrip("\ufeff \t")[:1] in ("{", "[")
        part = parts.find(file.item.part)
        is_table = part is not None and part.takes_tables and topic_fields.columns(file.plain)
        if is_table:
            self._set(columns=dict.fromkeys(topic_fields.columns(file.plain), "VARCHAR"))
            try:
                self.con.execute(f"create or replace temp table table_records as {_format('table_records')}")
            except duckdb.InvalidInputException:
                raise FormatError(
                    f"{file.source}: some rows do not match the columns in the first line; enclose a text that "
                    "contains "
                    'a comma in quotation marks, and write each " in the text twice'
                ) from None
        lines = "from temp.table_records" if is_table else _format("json_lines" if is_json else "lines")
        self.con.execute(f"create or replace temp view lines as {lines}")

    def _read_topics(self, file: StagedFile) -> None:
        format = topic_fields.reader(file.plain)
        if format not in topic_fields.READERS.values():
            self._read_small(file.item.part.replace("-", "_"), format, file)
            return
        self._open_lines(file)
        self._set(text_field=file.item.text_field or None)
        if format == topic_fields.TAGGED:
            self.con.execute(resources.script("ingest/staging/topic_fields"))
            sql_text.insert_rows(
                self.con, "temp.topic_fields", [topic.row() for topic in tagged_topics.read(file.plain.path)]
            )
        else:
            self.con.execute(f"create or replace temp table topic_fields as {_line_query(_READ / f'{format}.sql')}")
        is_notes = file.item.part == "query-attributes"
        table = "notes" if is_notes else file.item.part.replace("-", "_")
        query = _format("topic_fields" if is_notes else "topics_of_fields")
        columns = " exclude (text_field)" if table == "query_variants" else ""
        self.con.execute(f"insert into staging.{table} by name select *{columns} from ({query})")

    def _read_lines(self, file: StagedFile) -> None:
        """Read a file with `read.sql` of its part.

        For each table NAME.csv in the folder of the part, the variable NAME is the path of the table.
        """
        part = parts.find(file.item.part)
        assert part is not None
        takes_repeats = _repeats(file) > 0
        tables = {table.stem: duckpath.for_reader(table) for table in part.folder.glob("*.csv")}
        self._set(judge=_judge_name(file), takes_repeats=takes_repeats, **tables)
        self._open_lines(file)
        self.con.execute(f"insert into staging.{part.read_into} by name {_line_query(part.folder / 'read.sql')}")

    def _read_labels(self, file: StagedFile) -> None:
        text = readers.TextFile(file.file_id, file.plain.path, None, file.plain.lines)
        columns = "file_id, query_id, iteration, doc_id, relevance, gain, stratum"
        has_cuts = bool(_judge(file).get("cuts"))
        form = readers.read_qrels(self.con, "staging.qrels", columns, text, "strict", takes_fractions=has_cuts)
        self._check_form(file, "qrels")
        if form:
            self.notes.append(f"{file.source}: read as {form}")
        self._leave_out_repeats(file)

    def _read_notes(self, file: StagedFile) -> None:
        """Read notes on topics or runs: lines with an id and values, or a table about runs."""
        if file.item.part == "run-metadata" and run_notes.is_table(file.item):
            self._read_run_notes(file)
            return
        spec = file.item.spec
        self._set(keys=list(spec.keys if isinstance(spec, NotesSpec) else ()) or None)
        self._read_small("notes", "notes", file)

    def _read_run_notes(self, file: StagedFile) -> None:
        """Read a table about runs: each value becomes a note; values of describing columns also describe the run."""
        collection = str(file.item.collection)
        describing = run_notes.describing_columns(self.con, collection)
        for row in run_notes.read(file.plain.path, file.source, collection, describing):
            row_key = {"file_id": file.file_id, "line": row.line, "id": row.run_id}
            sql_text.insert_rows(
                self.con, "staging.notes", [row_key | {"key": key, "value": value} for key, value in row.notes.items()]
            )
            if row.description:
                self._insert("described_runs", {"collection": collection, "run_id": row.run_id, **row.description})

    def _read_records(self, file: StagedFile) -> None:
        """Read a file of a part that has several forms.

        `files.sql` of the part returns the tables for this form; the query `TABLE.sql` of the part fills each table.
        """
        part = parts.find(file.item.part)
        assert part is not None
        self._open_lines(file)
        self._set(bank=file.item.bank or file.item.name, judge=_judge_name(file))
        self.con.execute(f"create or replace temp view records as {_line_query(_READ / 'records.sql')}")
        found = self.con.execute(_line_query(part.folder / "files.sql")).fetchone()
        tables, form = found or ((), "")
        if form:
            self.notes.append(f"{file.source}: read as {form}")
        for table in tables:
            self.con.execute(f"insert into staging.{table} by name {_line_query(part.folder / f'{table}.sql')}")
        if tables:
            self._check_form(file, *tables)

    def _check_form(self, file: StagedFile, *tables: str) -> None:
        """Raise FormatError if no line of a file is readable; an expectation reports single unreadable lines."""
        rows = " union all ".join(f"select file_id, line, problem from staging.{table}" for table in tables)
        ((lines, unread, line, problem),) = self.con.execute(
            f"select count(*), count(problem), min(line), arg_min(problem, line) from ({rows}) where file_id = $1",
            [file.file_id],
        ).fetchall()
        part = parts.find(file.item.part)
        if lines == unread > 1 and part is not None:
            raise FormatError(
                f"{file.source}:{line}: {problem}; none of {lines:,} lines can be read; write {part.forms}"
            )

    def _keep_lines(self, file: StagedFile) -> None:
        """Store the unchanged lines of a file, for exports; the reader has already set `path` and `file_id`."""
        self.con.execute(f"insert into staging.source_lines by name {_format('source_lines')}")

    def _read_clicks(self, file: StagedFile) -> None:
        self._set(path=duckpath.for_reader(file.plain.path), file_id=file.file_id)
        self.con.execute(f"create or replace temp view clicks as {_format('clicks')}")
        part = file.item.part
        self.con.execute(f"insert into staging.{part} by name {_format(f'clicks_{part}')}")

    def _leave_out_repeats(self, file: StagedFile) -> None:
        if repeats := _repeats(file):
            self._set(file_id=file.file_id, repeats=repeats)
            self.con.execute(resources.script("ingest/staging/repeated_labels"))

    def _read_scores(self, files: list[StagedFile]) -> None:
        """Read all score files of the same simple form with one statement, and other files one by one."""
        forms: dict[int, list[StagedFile]] = {}
        for file in files:
            forms.setdefault(_score_columns(file.plain), []).append(file)
        for columns, group in forms.items():
            if columns not in _FAST_SCORES:
                self._read_each("scores", "scores_careful", group)
                continue
            paths = [duckpath.for_reader(file.plain.path) for file in group]
            self._set(paths=paths, file_ids=[file.file_id for file in group], has_run=columns == _SCORE_COLUMNS)
            try:
                self.con.execute(f"insert into staging.scores by name {_format('scores_fast')}")
            except duckdb.InvalidInputException:  # a line has another form; the careful reader reports it
                self._read_each("scores", "scores_careful", group)
        self._finish_scores()

    def _read_each(self, table: str, format: str, files: Sequence[StagedFile]) -> None:
        for file in files:
            self._read_small(table, format, file)

    def place_scores(self, files: Sequence[StagedFile]) -> None:
        """Decide which column of score files contains topics and which contains measures.

        The topics of the collections must be staged. Files that violate an expectation are read again line by line, so
        that reports name lines.
        """
        scores = {file.file_id: file for file in _scores(files)}
        if not scores:
            return
        self._name_score_columns(scores.values())
        suite = expectations.load_suite("scores")
        checks = [entry.query for entry in suite.expectations if entry.query and entry.severity == "error"]
        found = " union ".join(f"select file_id from ({query})" for query in checks)
        misfits = [scores[row[0]] for row in self.con.execute(found).fetchall()]
        for file in misfits:
            self.con.execute("delete from staging.scores where file_id = ?", [file.file_id])
        self._read_each("scores", "scores_careful", misfits)
        if misfits:
            self._finish_scores()
            self._name_score_columns(misfits)

    def _name_score_columns(self, files: Iterable[StagedFile]) -> None:
        unnamed = [file.file_id for file in files if _score_columns(file.plain) == _SCORE_COLUMNS]
        self._set(unnamed_files=unnamed)
        self.con.execute(resources.script("ingest/staging/score_columns"))

    def _finish_scores(self) -> None:
        self.con.execute(resources.script("ingest/staging/wanted_measures"))
        self._set(run_names=duckpath.for_reader(resources.RECIPES / "run_names.csv"))
        self.con.execute(resources.script("ingest/staging/official_run_names"))

    def _read_pages(self, part: parts.Part, files: list[StagedFile]) -> None:
        """Read all pages of a part with one statement."""
        if files:
            paths = [duckpath.for_reader(file.plain.path) for file in files]
            self._set(paths=paths, file_ids=[file.file_id for file in files])
            lines, rows = ((part.folder / name).read_text(encoding="utf-8") for name in (part.lines, "read.sql"))
            self.con.execute(f"create or replace temp view page_lines as {lines}")
            self.con.execute(f"insert into staging.{part.staged} by name {rows}")

    def _read_runs(self, files: list[StagedFile]) -> None:
        """Read run files: with the fast reader if their format allows it, otherwise with the careful reader."""
        texts = []
        for file in files:
            plain = file.plain
            is_careful = plain.has_carriage_return or plain.has_bom or plain.has_tab == plain.has_blank
            is_careful |= plain.has_vertical_space
            delimiter = None if is_careful else "\t" if plain.has_tab else " "
            texts.append(readers.TextFile(file.file_id, plain.path, delimiter, plain.lines))
        columns = "file_id, query_id, doc_id, submitted_rank, score"
        readers.read_runs(self.con, "staging.rankings", columns, texts, "strict")
        self.con.execute(resources.script("ingest/staging/first_rows"))

    def _set(self, **variables: object) -> None:
        sql_text.set_variables(self.con, **variables)

    _READERS: ClassVar[Mapping[str, Callable[[Staging, StagedFile], None]]] = {
        "topics": _read_topics,
        "notes": _read_notes,
        "labels": _read_labels,
        "records": _read_records,
        "lines": _read_lines,
    }


def stage(
    con: duckdb.DuckDBPyConnection,
    plan: Plan,
    files: Sequence[StagedFile],
    db: Path | None,
    say: Callable[[str], None],
    *,
    first_of_duplicates: bool,
) -> Staging:
    """Read files into the staging area of a connection, with facts about their topics and runs from the database.

    If `db` is None, the database is new. If `first_of_duplicates` is set, only the first occurrence of a document that
    a run repeats for a topic is loaded.
    """
    staging = Staging(con, plan)
    if files:
        total = sum(file.plain.plain_bytes for file in files)
        say(f"{plan.edition}: reading {len(files)} file{'s' * (len(files) != 1)}, {readable(total)}")
    staging.read(files)
    for (source,) in con.execute(resources.script("ingest/staging/subtopics")).fetchall():
        say(f"{source}: judged by subtopic; measures without subtopics use a document's highest grade")
    _check_fractions(con, has_level=plan.has_level)
    if first_of_duplicates:
        dropped = con.execute(resources.script("ingest/staging/drop_duplicates")).fetchall()
        if dropped and dropped[0][0]:
            say(f"left out {dropped[0][0]:,} repeated documents; the first occurrence of each was kept")
    staging.summarize_rankings()
    with states.reading():
        _note_known(con, db)
    if any(file.item.skips_foreign for file in files):
        _leave_out_foreign(con, say)
    staging.place_scores(files)
    return staging


def count_rows(con: duckdb.DuckDBPyConnection) -> list[tuple[str, int, int]]:
    """Return (noun, number of rows, number of files) for each part with staged rows."""
    counts = " union all ".join(
        f"select {sql_text.literal(noun)}, count(*), count(distinct file_id) from memory.staging.{table}"
        for noun, table in {part.noun: part.staged for part in parts.shown_parts()}.items()
    )
    return [row for row in con.execute(counts).fetchall() if row[1]]


def _check_fractions(con: duckdb.DuckDBPyConnection, *, has_level: bool) -> None:
    """Raise an error for fractions in labels by subtopic, and for official fractions if no relevance level is given."""
    for source, is_official, has_subtopics in con.execute(resources.script("ingest/staging/fraction_files")).fetchall():
        if has_subtopics:
            raise FormatError(
                f"{source}: grades by subtopic must be whole numbers, but some are fractions; correct them"
            )
        if is_official and not has_level:
            raise UsageError(
                f"the grades in {source} are fractions, but no relevance level is given; {own.FRACTION_CURE}"
            )


def _leave_out_foreign(con: duckdb.DuckDBPyConnection, say: Callable[[str], None]) -> None:
    con.execute(resources.script("ingest/staging/foreign_lines/lines"))
    run_part_scripts(con, "foreign.sql")
    for source, labels, topics in con.execute(resources.script("ingest/staging/foreign_lines/counts")).fetchall():
        say(f"{source}: left out {labels:,} labels of {topics:,} topic{'s' * (topics != 1)} of other collections")


def _note_known(con: duckdb.DuckDBPyConnection, db: Path | None) -> None:
    """Copy facts about the collections from the database and the staged files, for checks across loads."""
    if db is not None:
        database.attach(con, db, read_only=True)
        try:
            con.execute("use memory")
            note_known(con)
        finally:
            database.detach(con)
    con.execute(resources.script("ingest/staging/described_runs"))
    con.execute(resources.script("ingest/staging/know_staged"))


def _scores(files: Iterable[StagedFile]) -> list[StagedFile]:
    return [file for file in files if (part := parts.find(file.item.part)) and part.reader == "scores"]


def _score_columns(plain: PlainFile) -> int:
    """Return the number of columns of a score file; 0 if the first line names the columns or is JSON."""
    fields = plain.first_line.split()
    names = {field.strip('"').casefold() for field in plain.first_line.replace(",", " ").split()}
    is_named = bool(names & {"measure", "metric"} and names & {"value", "score"})
    return 0 if is_named or plain.first_line.lstrip("\ufeff \t").startswith("{") else len(fields)


def create_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Create the empty tables of the staging area."""
    macros = ("catalog.ranking_digest", "labels.is_subtopic", "metrics.decimals", "metrics.orders_nothing")
    scratch.build(con, [*macros, *_called_macros(), "main.runs"])
    con.execute(";\n".join(resources.script(f"ingest/staging/{script}") for script in ("tables", "promises")))
    run_part_scripts(con, "staging.sql")
    readers.define_macros(con)


def run_part_scripts(con: duckdb.DuckDBPyConnection, name: str) -> None:
    """Run the script `name` of every part that has this script."""
    for part in sorted(parts.all_parts(), key=lambda one: one.name):
        if (path := part.folder / name).exists():
            con.execute(path.read_text(encoding="utf-8"))


def note_known(con: duckdb.DuckDBPyConnection) -> None:
    """Copy facts about the collections from the database that is attached as dltrack, for checks across loads."""
    con.execute(resources.script("ingest/staging/know"))
    run_part_scripts(con, "known.sql")


@cache
def _called_macros() -> tuple[str, ...]:
    """Return the names of the database macros that expectations of parts call."""
    scripts = [path for part in parts.all_parts() for path in sorted((part.folder / "expectations").glob("*.sql"))]
    called = {name for path in scripts for name in find_references(path.read_text(encoding="utf-8"))}
    return tuple(name for name in sorted(called) if (obj := find_object(name)) and "macro" in obj.kind)


def _judge_name(file: StagedFile) -> str:
    """Return the judge of lines without a judge: the judge of the load, the model in the recipe, or the file name."""
    judge = _judge(file)
    return str(judge.get("name") or judge.get("model") or file.item.name)


def _judge(file: StagedFile) -> dict[str, object]:
    """Return the facts about the judge from the recipe and the options of the load."""
    spec = file.item.spec
    return {**(spec.judge if isinstance(spec, JudgedSpec) else {}), **file.item.judge}


def _repeats(file: StagedFile) -> int:
    """Return the number of lines that may repeat other lines of the file, according to the recipe."""
    return file.item.spec.repeats if isinstance(file.item.spec, JudgedSpec) else 0


def check_text(file: StagedFile) -> None:
    """Raise FormatError if a file is not text."""
    bad = file.plain.bad_byte
    if bad is not None:
        raise FormatError(
            f"{file.source}:{bad.line}: {bad.kind} at byte {bad.offset}; the file is not UTF-8 text; download it again"
        )


def _format(name: str) -> str:
    return resources.script(f"ingest/read/{name}")


def _line_query(reader: Path) -> str:
    return reader.read_text(encoding="utf-8").rstrip().removesuffix(";").replace("staging.lines", "temp.lines")
