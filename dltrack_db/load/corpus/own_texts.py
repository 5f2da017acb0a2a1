"""Read texts of users like corpora: JSON lines, TSV or Parquet with ids, titles and texts, and an optional mapping."""

from __future__ import annotations

import hashlib
import json
import math
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from dltrack_db.base import exhaustion, resources, sql_text
from dltrack_db.base.files import duckpath, gunzip, plainfile
from dltrack_db.errors import DatabaseMemoryError, FormatError, SourceError, UsageError
from dltrack_db.load.corpus.members import BLOCK, FileSource, Member, file_blocks
from dltrack_db.load.corpus.records import MAX_RECORD
from dltrack_db.load.corpus.spec import CorpusFile, CorpusSpec
from dltrack_db.store import database

if TYPE_CHECKING:
    import pyarrow as pa

IDS = ("id", "_id", "pid", "passage_id", "docid", "doc_id", "docno")
TEXTS = ("text", "passage", "contents", "content", "body", "segment")
PASSAGES = ("id", "_id", "pid", "passage_id")
DOCUMENTS = ("docid", "doc_id", "document_id", "document", "docno")
"""Valid names of fields and columns; the first existing name is used."""
_OTHER_FIELDS = ("title", "url", "headings")
"""Names of the optional fields of texts."""
LONGEST_ID = 2048
"""Maximum size of an id in bytes, as in runs and labels."""

_UNFIT = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Zs"}
"""Unicode categories of characters that are not allowed in ids: those in staging.unfit_signs, and blanks."""
_BOM = b"\xef\xbb\xbf"
_PARQUET = b"PAR1"
_ROWS = 500
"""Number of rows of a Parquet file that are converted at a time."""


@dataclass
class TextsSource(FileSource):
    """A file of lines; the first `skip` bytes (byte order mark, line of column names) are left out."""

    skip: int = 0

    def members(self) -> Iterator[Member]:
        """Yield the file."""
        yield Member(0, self.path.name, self.total_bytes, self._blocks if self.skip else file_blocks(self.path))

    def _blocks(self) -> Iterator[bytes]:
        rest_to_skip = self.skip
        for block in gunzip.plain_blocks(file_blocks(self.path)(), self.label):
            if rest := block[rest_to_skip:]:
                yield rest
            rest_to_skip = max(0, rest_to_skip - len(block))


@dataclass
class ParquetSource(FileSource):
    """A Parquet file, converted to JSON lines.

    A separate DuckDB instance with `memory_limit` reads the `columns`, so a damaged file cannot harm the database.
    `total_bytes` is the size of the rows according to the file.
    """

    is_sequential: bool = True
    columns: Sequence[str] = ()
    memory_limit: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        with self._rows() as (con, rows):
            self.columns = [row[0] for row in con.execute(f"describe from {rows}").fetchall()]
            sizes = con.execute(resources.script("ingest/corpus/parquet_bytes")).fetchone() or (0, 0)
        self.total_bytes, self._needed = int(sizes[0]), int(sizes[1])

    def limit_memory(self, limit: str) -> None:
        """Set the memory limit; raise UsageError if the limit is too small to read the file."""
        self.memory_limit = limit
        with self._rows() as (con, _):
            ((bound,),) = con.execute("select current_setting('memory_limit')").fetchall()
        if self._needed > exhaustion.num_bytes(bound):
            raise UsageError(
                f"reading a row group of {self.path} takes about {self._needed / 1e6:,.0f} MB; allow more memory with "
                f"--memory {math.ceil(self._needed / 1e8) * 100}MB, or write the file with smaller row groups"
            )

    def members(self) -> Iterator[Member]:
        """Yield the file."""
        yield Member(0, self.path.name, None, self._blocks)

    def _blocks(self) -> Iterator[bytes]:
        lines: list[bytes] = []
        size = 0
        for line in self.lines():
            lines.append(line)
            size += len(line)
            if size >= BLOCK:
                yield b"".join(lines)
                lines, size = [], 0
        yield b"".join(lines)

    def lines(self) -> Iterator[bytes]:
        """Yield each row as a JSON object."""
        columns = ", ".join(map(sql_text.quote_name, self.columns))
        with self._rows() as (con, rows):
            con.execute(f"select to_json(wanted)::varchar from (select {columns} from {rows}) as wanted")
            while batch := con.fetchmany(_ROWS):
                yield from (f"{row[0]}\n".encode() for row in batch)

    @contextmanager
    def _rows(self) -> Iterator[tuple[duckdb.DuckDBPyConnection, str]]:
        """Yield a connection, and SQL that reads the rows; turn errors of DuckDB into errors with advice."""
        with database.connect(self.memory_limit or None) as con:
            sql_text.set_variables(con, file=duckpath.for_reader(self.path))
            try:
                yield con, "read_parquet(getvariable('file'))"
            except duckdb.Error as error:
                if exhaustion.is_memory_error(error):
                    raise DatabaseMemoryError(exhaustion.advice(error, has_option=True)) from error
                raise SourceError(f"{self.path} cannot be read as Parquet: {str(error).splitlines()[0]}") from error


@dataclass(frozen=True)
class Texts:
    """A file of texts to load as a corpus.

    The file `mapping` has the document of each passage, and `document_corpus` is the corpus of these documents. Row
    counts and checksums are expected values; 0 and () mean unknown.
    """

    name: str
    path: Path
    kind: str = "passages"
    mapping: Path | None = None
    rows: int = 0
    mapping_rows: int = 0
    md5: tuple[str, ...] = ()
    mapping_md5: tuple[str, ...] = ()
    document_corpus: str | None = None

    def open(self) -> tuple[CorpusSpec, FileSource]:
        """Check the checksums of the files; return the texts as a corpus, and their source."""
        if self.mapping is not None and self.kind != "passages":
            raise UsageError(
                f"{self.mapping} maps passages to documents, but {self.name} contains documents; leave out the mapping"
            )
        digest = hashlib.md5(usedforsecurity=False)
        stamps = {path: plainfile.stamp(path) for path in (self.path, self.mapping) if path is not None}
        for path, md5 in ((self.path, self.md5), (self.mapping, self.mapping_md5)):
            if path is not None:
                _check_md5(path, md5, digest)
        source, file = _open(self.path, self.kind)
        is_verified = bool(self.md5) and (self.mapping is None or bool(self.mapping_md5))
        spec = CorpusSpec(
            corpus=self.name,
            kind=self.kind,
            title=self.name,
            ids="any",
            id_pattern=".+",
            member=".*",
            files=(file,),
            document_pattern=".+" if self.mapping else "",
            document_corpus=self.document_corpus if self.mapping else None,
            rows=self.rows,
            is_own=True,
            mapping=self.mapping,
            mapping_rows=self.mapping_rows,
            source_md5=digest.hexdigest(),
            is_verified=is_verified,
            stamps=stamps,
        )
        return spec, source


def read_mapping(path: Path) -> pa.Table:
    """Read a mapping from TSV with two columns, JSON lines or Parquet; return a table of passage_id and document_id."""
    import pyarrow as pa

    source, is_json, names, (skip, _) = _look(path)
    passage, document = _find_name(names, PASSAGES), _find_name(names, DOCUMENTS)
    has_header = not is_json and passage is not None and document is not None
    if None in (passage, document) and (is_json or _is_header(names)):
        raise FormatError(
            f"{path}:1: the fields are {', '.join(names) or 'missing'}; a mapping needs a field for the passage "
            f"({', '.join(PASSAGES)}) and a field for the document ({', '.join(DOCUMENTS)})"
        )
    if isinstance(source, ParquetSource):
        source.columns = [str(passage), str(document)]
    columns = (names.index(str(passage)), names.index(str(document))) if has_header else (0, 1)
    pairs: dict[str, str] = {}
    for number, line in enumerate(_lines(source, path, skip), start=1):
        if number == 1 and has_header:
            continue
        if is_json:
            row = _object(line, path, number)
            cells = [row.get(str(passage)), row.get(str(document))]
        else:
            parts = line.split("\t")
            if len(parts) != len(names) or (len(parts) != 2 and not has_header):
                raise FormatError(f"{path}:{number}: {len(parts)} columns instead of 2 (passage, document)")
            cells = [parts[column] for column in columns]
        pair = ["" if cell is None or isinstance(cell, bool | float | list | dict) else str(cell) for cell in cells]
        for text in pair:
            if problem := id_problem(text):
                raise FormatError(f"{path}:{number}: {problem}; correct the id")
        if pair[0] in pairs:
            raise FormatError(f"{path}:{number}: passage '{pair[0]}' is mapped twice; remove one of the two lines")
        pairs[pair[0]] = pair[1]
    if not pairs:
        raise FormatError(f"{path} maps no passages; leave out this file")
    return pa.table({"passage_id": list(pairs), "document_id": list(pairs.values())})


def id_problem(identifier: str) -> str | None:
    """Return the reason why a text cannot be an id in labels and runs; None if it can."""
    if not identifier:
        return "an id is missing or empty"
    if any(unicodedata.category(sign) in _UNFIT for sign in identifier):
        return f"the id {identifier[:60]!a} contains a blank, a control character or an invisible character"
    if len(identifier.encode()) > LONGEST_ID:
        return f"the id {identifier[:60]!r}… has more than {LONGEST_ID:,} bytes"
    return None


def _open(path: Path, kind: str) -> tuple[FileSource, CorpusFile]:
    source, is_json, names, (skip, first_line_end) = _look(path)
    identifier, text = _find_name(names, IDS), _find_name(names, TEXTS)
    if None in (identifier, text) and (is_json or _is_header(names)):
        raise FormatError(
            f"{path}:1: the fields are {', '.join(names) or 'missing'}; each line needs a field for the id "
            f"({', '.join(IDS)}) and a field for the text ({', '.join(TEXTS)})"
        )
    if is_json:
        fields: tuple[str, ...] = (str(identifier), str(text))
        places: dict[str, object] = {"id_field": identifier, "text_field": text}
    elif identifier is not None and text is not None:
        fields = tuple(names)
        title = names.index("title") + 1 if "title" in names else 0
        places = {"id_column": names.index(identifier) + 1, "title_column": title, "text_column": names.index(text) + 1}
        skip = first_line_end
    else:
        if len(names) not in (2, 3):
            raise FormatError(
                f"{path}:1: {len(names)} columns instead of 2 (id, text) or 3 (id, title, text); if the file has other "
                "columns, write their names in the first line, or write one JSON object on each line"
            )
        fields = ("id", "title", "text") if len(names) == 3 else ("id", "text")
        places = {"id_column": 1, "title_column": 2 if len(names) == 3 else 0, "text_column": len(names)}
    if isinstance(source, TextsSource):
        source.skip = skip
    if isinstance(source, ParquetSource):
        source.columns = [*fields, *(name for name in _OTHER_FIELDS if name in names)]
    file = CorpusFile(
        file=path.name,
        accepts=".*",
        format=f"own_{kind}",
        records="own_json" if is_json else "own_tsv",
        record="json" if is_json else "tsv",
        fields=fields,
        places={**places, "num_columns": len(fields)},
    )
    return source, file


def _look(path: Path) -> tuple[FileSource, bool, list[str], tuple[int, int]]:
    """Return the source, True for JSON lines, the names or cells in its first line, and the byte range of that line."""
    if not path.is_file():
        raise SourceError(f"{path} is not a file; name a file of JSON lines or TSV (plain or .gz), or a Parquet file")
    with path.open("rb") as file:
        head = file.read(4)
    if head == _PARQUET:
        parquet = ParquetSource(path)
        return parquet, True, list(parquet.columns), (0, 0)
    line = next(_byte_lines(path, MAX_RECORD), b"")
    skip = len(_BOM) if line.startswith(_BOM) else 0
    ends = skip, len(line) + 1
    text = _text(line[skip:], path, 1)
    if not text.strip():
        raise FormatError(f"{path}:1: the line is empty" if path.stat().st_size > len(line) else f"{path} is empty")
    if text.lstrip().startswith("["):
        raise FormatError(f"{path}:1: the file is a JSON list; write one JSON object on each line")
    if not text.lstrip().startswith("{"):
        return TextsSource(path), False, text.removesuffix("\r").split("\t"), ends
    try:
        return TextsSource(path), True, list(_object(text, path, 1)), ends
    except FormatError as error:
        if isinstance(error.__cause__, RecursionError):
            raise
        return TextsSource(path), True, [], ends


def _is_header(cells: Sequence[str]) -> bool:
    return bool(cells) and cells[0].strip().casefold() in {*IDS, *DOCUMENTS}


def _find_name(names: Sequence[str], known: Sequence[str]) -> str | None:
    return next((name for name in known if name in names), None)


def _lines(source: FileSource, path: Path, skip: int) -> Iterator[str]:
    if isinstance(source, ParquetSource):
        yield from (line.decode() for line in source.lines())
        return
    for number, line in enumerate(_byte_lines(path, plainfile.LONGEST_LINE), start=1):
        yield _text(line[skip if number == 1 else 0 :], path, number).removesuffix("\r")


def _byte_lines(path: Path, most: int) -> Iterator[bytes]:
    """Yield the lines of a file, packed or not, without line ends; a line longer than `most` bytes is an error."""
    number, rest = 1, bytearray()
    for block in gunzip.plain_blocks(file_blocks(path)(), str(path)):
        first, *lines = block.split(b"\n")
        rest += first
        for line in lines:
            yield bytes(rest)
            number, rest = number + 1, bytearray(line)
        if len(rest) > most:
            raise plainfile.endless_line(path, number, most)
    if rest:
        yield bytes(rest)


def _text(line: bytes, path: Path, number: int) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise FormatError(f"{path}:{number}: invalid UTF-8 ({error.reason})") from error


def _object(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise FormatError(f"{path}:{number}: not valid JSON ({error})") from error
    except RecursionError as error:
        raise FormatError(f"{path}:{number}: lists or objects are nested too deeply") from error
    if not isinstance(row, dict):
        raise FormatError(f"{path}:{number}: not a JSON object")
    return row


def _check_md5(path: Path, expected: tuple[str, ...], digest: Any) -> None:
    if not path.is_file():
        raise SourceError(f"{path} is not a file; name a file of JSON lines or TSV (plain or .gz), or a Parquet file")
    own = hashlib.md5(usedforsecurity=False)
    for block in file_blocks(path)():
        own.update(block)
        digest.update(block)
    if expected and own.hexdigest() not in expected:
        raise SourceError(f"{path} has md5 {own.hexdigest()}, not {' or '.join(expected)}; download it again")
