"""The fuzzer: mutated files through the loader's own readers and expectations, held against the strict parser."""

from __future__ import annotations

import gzip
import random
import shutil
import tempfile
import zlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from dltrack_db.base import resources
from dltrack_db.base.files import plainfile
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import DltrackError
from dltrack_db.load import expectations
from dltrack_db.load.plan import Item, Plan, StagedFile
from dltrack_db.load.staging import Staging, check_text
from dltrack_db.store import database
from torture import mutations, strict_parser
from torture.strict_parser import Refused

KINDS = {
    "runs": (mutations.valid_run, (" ", "\t", "  ", " \t"), strict_parser.run),
    "qrels": (mutations.valid_qrels, (" ", "\t", "\t\t", " \t"), strict_parser.qrels),
    "queries": (mutations.valid_queries, ("\t",), strict_parser.queries),
}
TABLES = {"runs": "rankings", "qrels": "qrels", "queries": "queries"}
COLUMNS = {
    "runs": "query_id, doc_id, submitted_rank, score",
    "qrels": "query_id, doc_id, iteration, relevance, coalesce(gain, relevance)",
    "queries": "query_id, text",
}


@dataclass
class Verdict:
    """What became of one file: `rows` when it would be published, else the message and the lines it names."""

    rows: list[tuple] | None = None
    reason: str = ""
    lines: set[int] = field(default_factory=set)


@dataclass
class Figures:
    """What the fuzzer counted."""

    tried: int = 0
    loaded_equal: int = 0
    refused_with_reason: int = 0
    wrong: list[tuple[str, bytes, str]] = field(default_factory=list)
    reasons: Counter = field(default_factory=Counter)


def mutated(kind: str, chance: random.Random) -> bytes:
    """One mutated file."""
    make, separators, _ = KINDS[kind]
    content = mutations.render(mutations.spoil(make(chance), chance), chance, separators)
    return mutations.pack(content, chance)


def expected(kind: str, content: bytes) -> list[tuple] | Refused:
    """What the strict parser makes of a file."""
    try:
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        return KINDS[kind][2](content)
    except Refused as refused:
        return refused
    except (OSError, EOFError, zlib.error) as error:
        return Refused(f"gzip: {error}")


def verdicts(kind: str, paths: list[Path], scratch: Path) -> list[Verdict]:
    """What the loader makes of files, each taken as one of many of its load."""
    found: dict[int, Verdict] = {}
    readable: list[StagedFile] = []
    spec = CollectionSpec(collection="c", task="docs", query_set="c")
    for number, path in enumerate(paths, start=1):
        item = Item(kind, f"n{number}", None if kind == "queries" else "c", path)
        try:
            plain = plainfile.open_plain(path, scratch)
            file = StagedFile(number, item, plain, str(path), "none")
            check_text(file)
            readable.append(file)
        except DltrackError as error:
            found[number] = Verdict(reason=str(error))
    if readable:
        found |= _judge(kind, Plan("c", (spec,), tuple(file.item for file in readable)), readable)
    return [found[number] for number in range(1, len(paths) + 1)]


def _judge(kind: str, plan: Plan, files: list[StagedFile]) -> dict[int, Verdict]:
    con = database.connect("500MB")
    try:
        staging = Staging(con, plan)
        refused = _read(kind, staging, files)
        files = [file for file in files if file.file_id not in refused]
        con.execute(resources.script("ingest/staging/know_staged"))
        con.execute(resources.script("ingest/staging/subtopics"))
        staging.summarize_rankings()
        table = TABLES[kind]
        found = {file.file_id: Verdict() for file in files}
        suite = expectations.load_suite(table)
        for entry in suite.expectations:
            if entry.severity == "error":
                for offender in expectations.offenders(con, suite, entry, most=1 << 30):
                    verdict = found[offender.file_id]
                    verdict.reason = verdict.reason or f"{entry.name}: {offender.detail}"
                    verdict.lines |= {offender.line} - {None}
        for file in files:
            if not found[file.file_id].reason:
                query = f"select {COLUMNS[kind]} from staging.{table} where file_id = $1 order by rowid"
                found[file.file_id].rows = con.execute(query, [file.file_id]).fetchall()
        return found | refused
    finally:
        con.close()


def _read(kind: str, staging: Staging, files: list[StagedFile]) -> dict[int, Verdict]:
    """Read files; return the verdicts on labels that their reader refuses as a whole."""
    if kind != "qrels":
        staging.read(files)
        return {}
    refused = {}
    for file in files:
        try:
            staging.read([file])
        except DltrackError as error:
            refused[file.file_id] = Verdict(reason=str(error))
            for table in ("files", "qrels"):
                staging.con.execute(f"delete from staging.{table} where file_id = $1", [file.file_id])
    return refused


def compare(kind: str, content: bytes, verdict: Verdict, figures: Figures) -> None:
    """Count one file."""
    figures.tried += 1
    wanted = expected(kind, content)
    if verdict.rows is None and not verdict.reason:
        figures.wrong.append((kind, content, "refused without a reason"))
    elif isinstance(wanted, Refused):
        if verdict.rows is not None:
            figures.wrong.append((kind, content, f"loaded, though {wanted.reason} {wanted.lines}"))
        elif wanted.lines and verdict.lines and min(wanted.lines) not in verdict.lines:
            figures.wrong.append((kind, content, f"names lines {verdict.lines}, not {wanted.lines}: {verdict.reason}"))
        elif wanted.lines and not verdict.lines and ":" not in verdict.reason:
            figures.wrong.append((kind, content, f"names no line: {verdict.reason}"))
        else:
            figures.refused_with_reason += 1
            figures.reasons[verdict.reason.split(":")[0] if verdict.lines else "whole file"] += 1
    elif verdict.rows is None:
        figures.wrong.append((kind, content, f"refused, though valid: {verdict.reason}"))
    elif [tuple(row) for row in verdict.rows] != [tuple(row) for row in wanted]:
        figures.wrong.append((kind, content, "loaded with other rows"))
    else:
        figures.loaded_equal += 1


def campaign(count: int, seed: int, batch: int = 150) -> Figures:
    """Try `count` mutated files."""
    figures = Figures()
    chance = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="torture-"))
    try:
        while figures.tried < count:
            kind = ("runs", "runs", "qrels", "queries")[(figures.tried // batch) % 4]
            contents = [mutated(kind, chance) for _ in range(min(batch, count - figures.tried))]
            check(kind, contents, folder, figures)
    finally:
        shutil.rmtree(folder)
    return figures


def check(kind: str, contents: list[bytes], folder: Path, figures: Figures) -> None:
    """Write files, load them, compare."""
    scratch = folder / "scratch"
    scratch.mkdir()
    paths = []
    for number, content in enumerate(contents):
        path = folder / f"input.{number}"
        path.write_bytes(content)
        paths.append(path)
    for content, verdict in zip(contents, verdicts(kind, paths, scratch), strict=True):
        compare(kind, content, verdict, figures)
    shutil.rmtree(scratch)
