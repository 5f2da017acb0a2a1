"""Find the invalid record in a batch that DuckDB could not load."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from dltrack_db.errors import FormatError
from dltrack_db.load.corpus import own_texts
from dltrack_db.load.corpus.feed import Batch
from dltrack_db.load.corpus.records import record_starts
from dltrack_db.load.corpus.spec import CorpusFile, CorpusSpec

_SHOWN = 60
_OPTIONAL = ("title", "url", "headings")
_TREC = re.compile(r"<DOC>\s*<DOCNO>\s*\S+\s*</DOCNO>\s*<TEXT>\n(.*\n)?</TEXT>\n$", re.DOTALL)


def explain(
    batch: Batch, spec: CorpusSpec, file: CorpusFile, label: str, *, numbers: int, is_subset: bool, reason: str
) -> FormatError:
    """Return an error that names member, record, byte offset and problem of the first invalid record.

    `numbers` is the upper limit of numbers in a bundle (`corpus.numbers_per_bundle`). If `is_subset` is set, positions
    are not checked. If every record looks valid, the error contains `reason`, the message of the database.
    """
    stem = member_stem(spec, batch.member.stem)
    for line, (place, record) in enumerate(_records(batch, file), start=batch.first_record + 1):
        problem = _problem(record, spec, file, stem, numbers)
        if problem is None and not is_subset:
            problem = _explain_misplaced(_id(record, file), spec, stem, place, line)
        if problem:
            return FormatError(
                f"{label}, record {line:,}: {problem}; correct the record"
                if spec.is_own
                else f"{label}:{batch.member.name}, record {line:,} at byte {place:,}: {problem}; "
                "download the file again, or leave the file out with --on-error reject-file"
            )
    first = batch.first_record + 1
    return FormatError(f"{label}:{batch.member.name}, records {first:,} to {batch.end_record:,}: {reason}")


def member_stem(spec: CorpusSpec, name: str) -> str:
    """Return the common prefix of all ids in a member: for bundles, the member name and an underscore; otherwise ''."""
    match = re.fullmatch(spec.member, name)
    if match and "stem" in match.groupdict():
        return f"{match['stem']}_"
    return ""


def _records(batch: Batch, file: CorpusFile) -> Iterator[tuple[int, bytes]]:
    place = batch.first_byte
    for path in batch.files:
        data = path.read_bytes()
        yield from record_starts(data, file.record_end.encode(), place)
        place += len(data)


def _problem(record: bytes, spec: CorpusSpec, file: CorpusFile, stem: str, numbers: int) -> str | None:
    try:
        text = record.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"invalid UTF-8 ({error.reason}) after {error.start:,} bytes of the record"
    if not text.strip():
        return "the line is empty"
    if file.record == "json":
        problem = _json_problem(text, file, spec) or _document_problem(text, spec, numbers)
    elif file.record == "tsv" and text.count("\t") != len(file.fields) - 1:
        problem = f"{text.count(chr(9)) + 1} columns instead of {len(file.fields)} ({', '.join(file.fields)})"
    elif file.record == "trec" and not _TREC.match(text):
        problem = "not of the form <DOC>, <DOCNO>, <TEXT>"
    else:
        problem = None
    if problem:
        return problem
    if "\0" in text or any("\0" in value for value in _texts(text, file)):
        return "the record contains a NUL character"
    identifier = _id(record, file)
    if spec.is_own:
        return own_texts.id_problem(identifier)
    if not re.fullmatch(spec.id_pattern, identifier) or not identifier.startswith(stem):
        return f"the id '{identifier[:_SHOWN]}' does not belong in this file, whose ids begin with '{stem}'"
    return _number_problem(f"the id '{identifier[:_SHOWN]}'", identifier, numbers)


def _json_problem(text: str, file: CorpusFile, spec: CorpusSpec) -> str | None:
    try:
        pairs = json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        return f"not valid JSON ({error.msg}) at character {error.pos:,}: '{text[:_SHOWN]}'"
    except RecursionError:
        return f"lists or objects are nested too deeply: '{text[:_SHOWN]}'"
    if not isinstance(pairs, _Pairs):
        return f"not a JSON object: '{text[:_SHOWN]}'"
    row = dict(pairs)
    keys = [name for name, _ in pairs]
    if repeated_fields := [field for field in file.fields if keys.count(field) > 1]:
        return f"the field {repeated_fields[0]} occurs twice"
    try:
        json.dumps(row, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return "an escape sequence is not a character (half of a surrogate pair)"
    fields = file.fields
    if spec.is_own:  # in texts of users, ids may be numbers, and records may have more fields
        if len(set(keys)) < len(keys):
            return f"the field {next(key for key in keys if keys.count(key) > 1)} occurs twice"
        fields = (*fields[1:], *(field for field in _OPTIONAL if row.get(field) is not None))
        if isinstance(row.get(file.fields[0]), bool) or not isinstance(row.get(file.fields[0]), str | int):
            return f"the field {file.fields[0]} is missing, or is neither text nor a whole number"
    return next((f"the field {field} is missing, or is not text" for field in fields if not _is_text(row, field)), None)


def _number_problem(subject: str, identifier: str, numbers: int) -> str | None:
    """Return the problem with the number at the end of an id, or None."""
    match = re.search(r"\d+$", identifier)
    if match and int(match[0]) >= numbers:
        return f"{subject} cannot be stored, because the number at its end is not below {numbers:,}"
    return None


def _texts(text: str, file: CorpusFile) -> list[str]:
    """Return the texts of a JSON record, with escapes resolved; [] for other formats."""
    return [value for value in json.loads(text).values() if isinstance(value, str)] if file.record == "json" else []


def _document_problem(text: str, spec: CorpusSpec, numbers: int) -> str | None:
    if not spec.document_pattern or spec.is_own:
        return None
    document = str(json.loads(text)["docid"])
    number = document.rpartition("_")[2]
    if re.fullmatch(spec.document_pattern, document) and number == str(int(number)):
        return _number_problem(f"the document id '{document[:_SHOWN]}'", document, numbers)
    return f"the document id '{document[:_SHOWN]}' is not an id of {spec.document_corpus}"


class _Pairs(list[tuple[str, object]]):
    """Names and values of a JSON object, in file order and including repeated names."""


def _is_text(row: dict[str, object], field: str) -> bool:
    return isinstance(row.get(field), str)


def _id(record: bytes, file: CorpusFile) -> str:
    text = record.decode("utf-8")
    if file.record == "json":
        return str(json.loads(text)[file.fields[0]])
    if file.record == "tsv":
        return text.removesuffix("\r").split("\t")[int(str(file.places.get("id_column", 1))) - 1]
    match = re.search(r"<DOCNO>\s*(\S+)\s*</DOCNO>", text)
    return match[1] if match else ""


def _explain_misplaced(identifier: str, spec: CorpusSpec, stem: str, place: int, line: int) -> str | None:
    expected = {"offset": f"{stem}{place}", "line": str(line - 1)}.get(spec.ids, identifier)
    if identifier == expected:
        return None
    return f"the id '{identifier[:_SHOWN]}' should be '{expected}' (if the file is incomplete, add --subset)"
