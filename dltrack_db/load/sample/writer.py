"""Write all files of the sample edition, in the formats of TREC and Microsoft."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Sequence
from pathlib import Path

from dltrack_db.load.sample.archive import gzip_bytes, write_tar_of_gzip
from dltrack_db.load.sample.corpus import build_corpus
from dltrack_db.load.sample.judgments import graded_qrels, sparse_labels, sparse_qrels
from dltrack_db.load.sample.relevance import build_truth
from dltrack_db.load.sample.roster import roster
from dltrack_db.load.sample.runs import Run, build_runs, run_file
from dltrack_db.load.sample.topics import build_topics

DEFAULT_SEED = 2021
RUN_COLUMNS = (
    "collection",
    "run_id",
    "team",
    "subtask",
    "category",
    "stage",
    "dense",
    "in_overview",
    "submitted_on",
)


def write_sample(target: Path, seed: int = DEFAULT_SEED) -> None:
    """Write the sample edition into a folder, and replace existing files; equal seeds result in identical bytes."""
    target.mkdir(parents=True, exist_ok=True)
    corpus = build_corpus(seed)
    topics = build_topics(seed)
    truth = build_truth(seed, corpus, topics)
    runs = build_runs(seed, roster(), truth)
    sparse = sparse_labels(seed, truth)

    write_tar_of_gzip(target / "sample_v2_doc.tar", corpus.document_files)
    write_tar_of_gzip(target / "sample_v2_passage.tar", corpus.passage_files)
    files = {
        "sample_v1_docs.tsv.gz": gzip_bytes(corpus.version1),
        "sample_queries.tsv": "".join(f"{topic.query_id}\t{topic.text}\r\n" for topic in topics).encode(),
        "sample.qrels.docs.txt": graded_qrels(seed, "docs", truth, runs, sparse),
        "sample.qrels.pass.txt": graded_qrels(seed, "passages", truth, runs, sparse),
        "sample.docs.sparse.tsv": sparse_qrels("docs", sparse),
        "sample.pass.sparse.tsv": sparse_qrels("passages", sparse),
    }
    run_files = [(run, run_file(run)) for run in runs]
    for run, content in run_files:
        files[f"runs/{run.entry.collection}/input.{run.entry.run_id}.gz"] = gzip_bytes(content)
        if "candidates" in run.entry.quirks:
            name = {"docs": "document", "passages": "passage"}[run.entry.task]
            files[f"sample_{name}_top100.txt.gz"] = gzip_bytes(content)
    files["sample_runs.csv"] = _run_table(run_files)
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _run_table(run_files: Sequence[tuple[Run, bytes]]) -> bytes:
    """Return the table of run descriptions as CSV, with the md5 of each run file before packing."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*RUN_COLUMNS, "submitted_md5"])
    for run, content in run_files:
        md5 = hashlib.md5(content, usedforsecurity=False).hexdigest()
        table.writerow([*(getattr(run.entry, column) for column in RUN_COLUMNS), md5])
    return text.getvalue().encode()
