"""Readers of TREC runs and qrels, for all commands.

A quick reader reads most files. A careful reader reads other files line by line. The readers are queries in
`ingest/read`: `runs_fast`, `runs_careful`, `runs_json`, `runs_video`, `qrels_fast`, `qrels_careful` and
`qrels_records`. Each reader takes one of three sets of rules, which its header describes: 'strict' is for loading,
checking and evaluating; 'trec_eval9' and 'trec_eval10' are for `dltrack trec-eval`. docs/formats.md lists the rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.files import duckpath, plainfile
from dltrack_db.errors import FormatError

RULES = ("strict", "trec_eval9", "trec_eval10")
LONGEST_LINE = plainfile.LONGEST_LINE
"""maximum bytes of a line in a file of runs or labels"""
MOST_LINES = 20_000_000
"""maximum number of lines in a file that is read line by line, because each line takes 60 bytes of memory"""
MOST_BYTES = 1 << 31
"""maximum bytes of a file that is read line by line, because DuckDB stores the file as one text"""
MOST_JSON = 1 << 29
"""maximum bytes of a run in JSON or XML, because the parsed file takes ten times as much memory"""
_OF_WHOLE_FILES = {b"{": ("JSON", "runs_json"), b"<": ("XML", "runs_video")}
"""Formats of runs that are not read as lines, by the first character of the file, with their readers."""
_BLANK_LINES = (b"\n\n", b"\n\r\n")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


NAMES = {
    "query_id": ("query_id", "qid", "q_id", "topic", "topic_id", "topic_number", "request_id", "turn_id", "query"),
    "doc_id": (
        "doc_id",
        "docno",
        "docid",
        "document_id",
        "corpus_id",
        "passage_id",
        "pid",
        "segment_id",
        "document",
        "doc",
    ),
    "relevance": ("relevance", "label", "rel", "grade", "relevance_grade", "judgment", "judgement", "rating"),
    "iteration": ("iteration", "iter", "q0", "subtopic", "subtopic_id"),
}
"""Column names in label files: ours first, then the names of PyTerrier, ir_measures, BEIR and others.

If a file has several of them, the first one in this list is used.
"""
_BEIR = ("query_id", "corpus_id", "score")
"""Columns of BEIR's label files; only there does a column `score` contain grades."""
_NOT_OF_ONE_FORM = (duckdb.InvalidInputException, duckdb.NotImplementedException)
"""Errors that DuckDB raises in the quick reader if lines differ in form, or if megabytes have no line end."""


@dataclass(frozen=True)
class TextFile:
    """A plain text file to read.

    Args:
        delimiter: the only kind of white space in the file; None if there are several, so that the file must be read
            line by line.
        lines: number of lines, if known.
    """

    file_id: int
    path: Path
    delimiter: str | None
    lines: int | None = None


def scan_file(file_id: int, path: Path, rules: str) -> TextFile:
    """Return a file with its delimiter, found from the white space in the file."""
    with path.open("rb") as file:
        if path.stat().st_size == 0:
            return TextFile(file_id, path, None)
        with mmap(file.fileno(), 0, access=ACCESS_READ) as content:
            if content[:4] == plainfile.PARQUET:
                return TextFile(file_id, path, None)
            most = MOST_JSON if rules == "strict" and _form_of_whole(content[:64]) else LONGEST_LINE
            for start in range(0, len(content) - most, most):
                if content.find(b"\n", start, start + most) < 0:
                    lines_before = sum(content[at : at + most].count(b"\n") for at in range(0, start, most))
                    raise plainfile.endless_line(path, lines_before + 1, most)
            has_tab, has_blank = content.find(b"\t") >= 0, content.find(b" ") >= 0
            is_careful = has_tab == has_blank or content[:3] == _BYTE_ORDER_MARK
            is_careful = is_careful or any(content.find(odd) >= 0 for odd in (b"\r", b"\v", b"\f"))
    return TextFile(file_id, path, None if is_careful else "\t" if has_tab else " ")


@contextmanager
def name_sources(sources: Mapping[Path, Path]) -> Iterator[None]:
    """In FormatErrors of the block, replace paths of unpacked copies (keys of `sources`) by the paths of the files."""
    try:
        yield
    except FormatError as error:
        message = str(error)
        for copy, source in sources.items():
            message = message.replace(str(copy), str(source))
        raise FormatError(message) from None


def define_macros(con: duckdb.DuckDBPyConnection) -> None:
    """Create the macros that several readers use (for numbers and records) in a connection."""
    scripts = ("macros", "record_macros")  # separate, because the site page runs DuckDB without JSON
    con.execute(";\n".join(resources.script(f"ingest/read/{script}") for script in scripts))


def check_by_line(path: Path, lines: int | None = None) -> None:
    """Raise FormatError if a file is too large to read line by line; `lines` is its number of lines, if known."""
    size = path.stat().st_size
    if lines is None and size > MOST_LINES:
        with path.open("rb") as content:
            lines = sum(block.count(b"\n") for block in iter(lambda: content.read(1 << 20), b""))
    if size > MOST_BYTES or (lines or 0) > MOST_LINES:
        raise FormatError(
            f"{path} has {size:,} bytes and {lines or 0:,} lines, too many for a file with blank lines or several "
            f"kinds of white space, which is read line by line (at most {MOST_BYTES:,} bytes and {MOST_LINES:,} "
            "lines); check that this is the right file"
        )


def read_runs(
    con: duckdb.DuckDBPyConnection,
    table: str,
    columns: str,
    files: Sequence[TextFile],
    rules: str,
    *,
    careful_columns: str = "line, problem",
    only_topics: Iterable[str] | None = None,
    with_fit_ids: bool = False,
) -> None:
    """Insert the lines of run files into a table, where `problem` describes malformed lines.

    Args:
        columns: SQL list of the readers' columns to insert by name, among `file_id`, `query_id`, `doc_id`,
            `submitted_rank`, `score` and `tag`.
        rules: one of RULES.
        careful_columns: more columns, which only the careful reader has.
        only_topics: topics to insert; other topics are skipped where that saves time.
        with_fit_ids: whether ids with invalid characters are malformed.
    """
    define_macros(con)
    sql_text.set_variables(
        con,
        only_topics=None if only_topics is None else list(only_topics),
        with_fit_ids=with_fit_ids,
        may_have_signs=True,
        rules=rules,
        counts_blank_lines=False,
    )
    if rules == "strict":
        files = [file for file in files if not _read_whole(con, table, f"{columns}, {careful_columns}", file)]
    forms: dict[str, list[TextFile]] = defaultdict(list)
    careful = [file for file in files if file.delimiter is None]
    for file in files:
        if file.delimiter is not None:
            forms[file.delimiter].append(file)
    for delimiter, group in forms.items():
        sql_text.set_variables(con, delimiter=delimiter)
        careful += _read_fast(con, table, columns, group)
    for file in careful:
        _read_carefully(con, "runs_careful", table, f"{columns}, {careful_columns}", file)


def read_qrels(
    con: duckdb.DuckDBPyConnection,
    table: str,
    columns: str,
    file: TextFile,
    rules: str,
    *,
    careful_columns: str = "line, problem",
    takes_fractions: bool = True,
) -> str:
    """Insert the lines of a qrels file into a table, where `problem` describes malformed lines.

    `columns` as for `read_runs`, among `query_id`, `iteration`, `doc_id`, `relevance` and `position`. With the rules
    'strict', other formats than TREC's are read, too. Fractions in these formats are rejected unless `takes_fractions`.

    Returns: a description of the format; '' for TREC's.
    """
    sql_text.set_variables(con, rules=rules, counts_blank_lines=rules != "strict", labels_form=None)
    # DuckDB skips blank lines, but trec_eval rejects them
    if file.delimiter is not None and not _has_blank_lines(file.path):
        sql_text.set_variables(con, path=duckpath.for_reader(file.path), delimiter=file.delimiter)
        with suppress(*_NOT_OF_ONE_FORM):  # the careful reader describes the problem
            reader = resources.script("ingest/read/qrels_fast")
            con.execute(f"insert into {table} by name select {columns}, is_odd from ({reader})")
            if con.execute(f"select 1 from {table} where is_odd limit 1").fetchone() is None:
                return ""
        con.execute(f"delete from {table}")
    if rules != "strict":
        _read_carefully(con, "qrels_careful", table, f"{columns}, {careful_columns}", file)
        return ""
    script = "qrels_careful"
    if form := named_form(file.path):
        form += f" with {', '.join(_open_records(con, file, form))}"
        script = "qrels_records"
    else:
        form = _open_label_lines(con, file)
    reader = resources.script(f"ingest/read/{script}")
    with _explain_content(file.path):
        if form:
            con.execute(f"create or replace temp table labels_read as {reader}")
            reader = "from temp.labels_read"
            _check_fractions(con, file.path, takes_fractions=takes_fractions)
        con.execute(f"insert into {table} by name select {columns}, {careful_columns} from ({reader})")
    return form


def _check_fractions(con: duckdb.DuckDBPyConnection, path: Path, *, takes_fractions: bool) -> None:
    """Raise FormatError if a label that was read is a fraction, unless `takes_fractions`."""
    row = con.execute("select line, gain from temp.labels_read where gain is not null order by line limit 1").fetchone()
    if row and not takes_fractions:
        raise FormatError(
            f"{path}:{row[0]}: grade {row[1]:g} is a fraction; write whole grades, or load the labels with cut points: "
            "dltrack ingest qrels FILE -c COLLECTION --cuts 0.5,1.5"
        )


def named_form(path: Path) -> str:
    """Return the format of a label file with column names: JSON, Parquet, CSV or a table; '' if it has no names."""
    with path.open("rb") as file:
        head = file.read(1 << 16)
    if head.startswith(plainfile.PARQUET):
        return "Parquet"
    lines = head.removeprefix(_BYTE_ORDER_MARK).decode(errors="replace").split("\n")
    line = next((line for line in lines if line.strip() and not line.startswith("#")), "").strip(" \r")
    inside = line[1:].lstrip()[:1]
    if (line[:1] == "{" and inside in ("", '"', "}")) or (line[:1] == "[" and inside in ("", "{", "]")):
        return "JSON"
    separator = next((mark for mark in ("\t", ",") if mark in line), None)
    found = _columns([name.strip('"') for name in line.split(separator)])
    if separator == ",":
        return "CSV" if {"query_id", "doc_id"} <= found.keys() else ""
    return "a table" if {"query_id", "doc_id", "relevance"} <= found.keys() else ""


def _columns(names: Sequence[str]) -> dict[str, str]:
    """Return, for each of our columns of labels, the name of the file's column; missing columns are left out."""
    given = {name.strip().casefold().replace("-", "_").replace(" ", "_"): name for name in reversed(names)}
    found = {
        column: given[known[0]]
        for column, all_known in NAMES.items()
        if (known := [n for n in all_known if n in given])
    }
    if all(name in given for name in _BEIR):
        found.setdefault("relevance", given["score"])
    return found


def _open_records(con: duckdb.DuckDBPyConnection, file: TextFile, form: str) -> list[str]:
    """Read labels with named columns into temp.label_records; return the names of query, document and grade columns."""
    define_macros(con)
    sql_text.set_variables(con, path=duckpath.for_reader(file.path), file_id=file.file_id)
    if form != "Parquet":
        check_by_line(file.path, file.lines)
        lines = resources.script(f"ingest/read/{'json_lines' if form == 'JSON' else 'lines'}")
        con.execute(f"create or replace temp view lines as {lines}")
    source = resources.script(f"ingest/read/{'parquet_records' if form == 'Parquet' else 'records'}")
    with _explain_content(file.path):
        con.execute(f"create or replace temp table label_records as {source.replace('staging.lines', 'temp.lines')}")
    first = "select {} from temp.label_records where {} is not null order by line limit 1"
    row = con.execute(first.format("json_keys(record)", "record")).fetchone()
    bad_line = con.execute(first.format("line, fault", "fault")).fetchone()
    if row is None:
        problem = (
            f":{bad_line[0]}: no record of this {form} can be read: {bad_line[1]}"
            if bad_line
            else f": the file is {form} without labels; add labels, or leave out the file"
        )
        raise FormatError(f"{file.path}{problem}")
    names = list(row[0])
    found = _columns(names)
    if missing := [column for column in ("query_id", "doc_id", "relevance") if column not in found]:
        known = ", and ".join(f"{NAMES[column][0]} (or {', '.join(NAMES[column][1:])})" for column in missing)
        raise FormatError(
            f"{file.path}: labels need the columns query, document and grade, but this file is {form} with the columns "
            f"{', '.join(names[:8])}{', …' * (len(names) > 8)}; name a column {known}"
        )
    grades = [name for name in names if "relevance" in _columns([name])]
    if len(grades) > 1:
        raise FormatError(f"{file.path}: {' and '.join(grades)} may all be the grade; keep only one of these columns")
    keys = {
        column: "/" + found[column].replace("~", "~0").replace("/", "~1") if column in found else None
        for column in NAMES
    }
    sql_text.set_variables(
        con,
        topic_key=keys["query_id"],
        document_key=keys["doc_id"],
        grade_key=keys["relevance"],
        iteration_key=keys["iteration"],
    )
    return [found[column] for column in ("query_id", "doc_id", "relevance")]


def _open_label_lines(con: duckdb.DuckDBPyConnection, file: TextFile) -> str:
    """Create the view temp.fields of the lines of labels; return a description of their format, or '' for TREC's."""
    _open_fields(con, file)
    with _explain_content(file.path):
        form, is_doubtful = con.execute(resources.script("ingest/read/qrels_form")).fetchall()[0]
        sql_text.set_variables(con, labels_form=form)
        if is_doubtful:
            ((fault,),) = con.execute(resources.script("ingest/read/qrels_form_fault")).fetchall()
            if fault:
                raise FormatError(f"{file.path}: {fault}")
    return "three columns (query, document, grade)" if form == "columns" else ""


def _read_fast(con: duckdb.DuckDBPyConnection, table: str, columns: str, files: Sequence[TextFile]) -> list[TextFile]:
    """Read files with the same separator; return the files that the careful reader must read, without their rows."""
    sql_text.set_variables(
        con, paths=[duckpath.for_reader(file.path) for file in files], file_ids=[file.file_id for file in files]
    )
    reader = resources.script("ingest/read/runs_fast")
    try:
        con.execute(f"insert into {table} by name select {columns}, is_odd from ({reader})")
    except _NOT_OF_ONE_FORM:  # a line of a file has another number of columns
        if len(files) == 1:
            return list(files)
        return [odd for file in files for odd in _read_fast(con, table, columns, [file])]
    found = {
        file_id: (rows, is_odd)
        for file_id, rows, is_odd in con.execute(
            f"select file_id, count(*), bool_or(is_odd) from {table} group by file_id"
        ).fetchall()
    }
    odd = []
    for file in files:
        rows, is_odd = found.get(file.file_id, (0, False))
        # fewer rows than lines: DuckDB skipped blank lines, so the row numbers are not the line numbers
        if is_odd or (file.lines is not None and rows != file.lines):
            odd.append(file)
    if odd:
        ids = sql_text.literal([file.file_id for file in odd])
        con.execute(f"delete from {table} where list_contains({ids}, file_id)")
    return odd


def _read_whole(con: duckdb.DuckDBPyConnection, table: str, columns: str, file: TextFile) -> bool:
    """Read a run that is a JSON object of topics or TRECVID's XML; return False if the file is neither."""
    with file.path.open("rb") as content:
        form = _form_of_whole(content.read(64))
    if form is None:
        return False
    if file.path.stat().st_size > MOST_JSON:
        raise FormatError(
            f"{file.path} has more than {MOST_JSON:,} bytes, the limit for a run in {form[0]}; write the run as lines "
            "of query, Q0, document, rank, score and tag"
        )
    sql_text.set_variables(con, path=duckpath.for_reader(file.path), file_id=file.file_id)
    reader = resources.script(f"ingest/read/{form[1]}")
    try:
        row = con.execute(f"insert into {table} by name select {columns} from ({reader})").fetchone()
    except duckdb.InvalidInputException:  # not UTF-8, which the careful reader reports
        return False
    return row is not None and row[0] > 0


def may_have_lines(head: bytes, *, is_strict: bool) -> bool:
    """Return whether a file that begins with `head` may consist of lines.

    The head must not be a byte order mark, or the beginning of Parquet or, if `is_strict`, of JSON or XML.
    """
    is_whole = is_strict and _form_of_whole(head) is not None
    return not (is_whole or head.startswith((plainfile.PARQUET, _BYTE_ORDER_MARK)))


def _form_of_whole(head: bytes) -> tuple[str, str] | None:
    return _OF_WHOLE_FILES.get(head.lstrip(_BYTE_ORDER_MARK + b" \t\r\n")[:1])


def _read_carefully(con: duckdb.DuckDBPyConnection, script: str, table: str, columns: str, file: TextFile) -> None:
    _open_fields(con, file)
    reader = resources.script(f"ingest/read/{script}")
    with _explain_content(file.path):
        con.execute(f"insert into {table} by name select {columns} from ({reader})")


def _open_fields(con: duckdb.DuckDBPyConnection, file: TextFile) -> None:
    """Create the view temp.fields of the lines of a file, split at white space."""
    check_by_line(file.path, file.lines)
    define_macros(con)
    sql_text.set_variables(con, path=duckpath.for_reader(file.path), file_id=file.file_id)
    con.execute(f"create or replace temp view fields as {resources.script('ingest/read/fields')}")


@contextmanager
def _explain_content(path: Path) -> Iterator[None]:
    """In the block, convert DuckDB's errors about the content of a file to FormatErrors."""
    try:
        yield
    except duckdb.Error as error:
        if named_form(path) == "Parquet":
            raise FormatError(f"{path} cannot be read as Parquet: {str(error).splitlines()[0]}") from error
        if isinstance(error, duckdb.InvalidInputException):
            raise FormatError(f"{path} is not UTF-8 text; convert it first (iconv -f latin1 -t utf-8)") from None
        raise


def _has_blank_lines(path: Path) -> bool:
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as content:
        return content[:2] == b"\r\n" or content[:1] == b"\n" or any(content.find(two) >= 0 for two in _BLANK_LINES)
