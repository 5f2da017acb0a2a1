"""The sample's files read back with nothing but the standard library, apart from the code that wrote them."""

from __future__ import annotations

import csv
import gzip
import json
import struct
import tarfile
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

QRELS_FILES = {"docs": "sample.qrels.docs.txt", "passages": "sample.qrels.pass.txt"}
SPARSE_FILES = {"docs": "sample.docs.sparse.tsv", "passages": "sample.pass.sparse.tsv"}

Qrels = dict[str, dict[str, int]]
Line = tuple[str, str, int, str, str]


@dataclass(frozen=True)
class Sample:
    """A folder with the sample's files."""

    folder: Path

    @cached_property
    def queries(self) -> dict[str, str]:
        text = (self.folder / "sample_queries.tsv").read_bytes().decode()
        return dict(line.split("\t") for line in text.split("\r\n") if line)  # type: ignore[misc]

    @cached_property
    def long_queries(self) -> set[str]:
        return {query_id for query_id, text in self.queries.items() if len(text.split()) >= 10}

    @cached_property
    def documents(self) -> dict[str, dict[str, str]]:
        return {record["docid"]: record for _, records in self.members("sample_v2_doc.tar") for _, record in records}

    @cached_property
    def passages(self) -> dict[str, dict[str, str]]:
        return {record["pid"]: record for _, records in self.members("sample_v2_passage.tar") for _, record in records}

    @cached_property
    def version1(self) -> list[list[str]]:
        text = gzip.decompress((self.folder / "sample_v1_docs.tsv.gz").read_bytes()).decode()
        return [line.split("\t") for line in text.rstrip("\n").split("\n")]

    @cached_property
    def runs(self) -> dict[tuple[str, str], dict[str, str]]:
        with (self.folder / "sample_runs.csv").open(encoding="utf-8", newline="") as file:
            return {(row["collection"], row["run_id"]): row for row in csv.DictReader(file)}

    def members(self, tar: str) -> list[tuple[str, list[tuple[int, dict[str, str]]]]]:
        """Members of an archive with their records and the byte offsets at which they begin."""
        result = []
        with tarfile.open(self.folder / tar) as archive:
            for member in archive:
                content = gzip.decompress(archive.extractfile(member).read())  # type: ignore[union-attr]
                offset, records = 0, []
                for line in content.splitlines(keepends=True):
                    records.append((offset, json.loads(line)))
                    offset += len(line)
                result.append((member.name, records))
        return result

    def qrels(self, task: str) -> Qrels:
        return _labels(self.folder / QRELS_FILES[task])

    def sparse(self, task: str) -> Qrels:
        return _labels(self.folder / SPARSE_FILES[task])

    def run_bytes(self, collection: str, run_id: str) -> bytes:
        return gzip.decompress((self.folder / "runs" / collection / f"input.{run_id}.gz").read_bytes())

    def run_lines(self, collection: str, run_id: str) -> list[Line]:
        """Query, doc, rank, score as printed, and tag of each line."""
        rows = (line.split() for line in self.run_bytes(collection, run_id).decode().splitlines())
        return [(query, doc, int(rank), score, tag) for query, _, doc, rank, score, tag in rows]

    def rankings(self, collection: str, run_id: str) -> dict[str, dict[str, float]]:
        result: dict[str, dict[str, float]] = defaultdict(dict)
        for query, doc, _, score, _ in self.run_lines(collection, run_id):
            assert doc not in result[query], f"{run_id} returns {doc} twice"
            result[query][doc] = float(score)
        return dict(result)


def float32(value: float) -> float:
    """The nearest single-precision number."""
    single: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return single


def _labels(path: Path) -> Qrels:
    result: Qrels = defaultdict(dict)
    for line in path.read_bytes().decode().splitlines():
        query, _, doc, grade = line.split()
        assert doc not in result[query], f"{path.name} labels {doc} twice"
        result[query][doc] = int(grade)
    return dict(result)
