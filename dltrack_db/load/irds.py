"""Load test collections of ir_datasets: topics, judgments and runs.

ir_datasets downloads and parses a data set, under the terms of that data set. The data are written as plain files,
which are loaded like other files. This module needs the extra `irds`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dltrack_db.base import extras, recipes, suggest
from dltrack_db.base.recipes import CollectionSpec
from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.load.plan import Item, Plan, plan_collection

CORPORA = {
    "msmarco-passage": ("msmarco-v1-passage", "passages"),
    "msmarco-document": ("msmarco-v1-document", "docs"),
    "msmarco-passage-v2": ("msmarco-v2-passage", "passages"),
    "msmarco-document-v2": ("msmarco-v2-document", "docs"),
}
"""Corpus and task by the first component of names in ir_datasets; `dltrack ingest corpus` loads the text."""
RUNS = "irds"
"""Value of --runs for the data set's run in ir_datasets (scoreddocs)."""
_RUN = "scoreddocs"
_LEVEL = re.compile(r"\brel=(\d+)")


@dataclass(frozen=True)
class Conventions:
    """Conventions of the collection that override the conventions of ir_datasets."""

    name: str = ""
    task: str = ""
    min_relevance: int | None = None
    year: int | None = None
    labels: str = recipes.OWN_LABELS


NONE_OF_ONES_OWN = Conventions()


def plan(
    dataset: str,
    folder: Path,
    own: Conventions = NONE_OF_ONES_OWN,
    *,
    runs: list[Path] | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Plan:
    """Write topics, judgments and run of a data set into a folder, and plan the load of these files.

    `own` has the conventions that the user chose. By default, the collection is named after the data set, with - for /,
    and the relevance level is the grade in the official measures of the data set, or 1; `say` reports the level. In
    `runs`, `RUNS` is the run in ir_datasets, ordered by score, unless a file of this name exists.
    """
    data = load(dataset)
    if not data.has_qrels():
        raise UsageError(f"{dataset} has no judgments in ir_datasets; name a data set with judgments")
    if "subtopic_id" in data.qrels_cls()._fields:
        raise UsageError(
            f"{dataset} has judgments by subtopic, which --irds does not support; load the file of judgments with: "
            "dltrack ingest collection"
        )
    files = [path for path in runs or [] if str(path) != RUNS or path.exists()]
    has_run = len(files) < len(runs or [])
    if has_run and not data.has_scoreddocs():
        raise UsageError(f"{dataset} has no run in ir_datasets; leave out --runs {RUNS}, or name run files")
    corpus, known_task = CORPORA.get(dataset.split("/")[0], (None, "docs"))
    min_relevance = own.min_relevance
    if min_relevance is None:
        min_relevance, why = _level(data)
        say(
            f"{dataset}: a document is relevant from grade {min_relevance} on {why}; change the grade with "
            "--min-relevance"
        )
    called = own.name or dataset.replace("/", "-")
    spec = CollectionSpec(
        collection=called,
        task=own.task or known_task,
        query_set=called,
        title=f"{dataset}, from ir_datasets",
        year=own.year,
        corpus=corpus,
        qrels_variant=own.labels,
        min_relevance=min_relevance,
    )
    stem = folder / called.replace("/", "-")
    qrels, topics = stem.with_name(f"{stem.name}.qrels"), stem.with_name(f"{stem.name}.topics.jsonl")
    made = plan_collection(spec, qrels, topics if data.has_queries() else None, files)
    if has_run:
        run = stem.with_name(f"{stem.name}.run")
        made = replace(made, items=(*made.items, Item("runs", _RUN, called, run)))
    say(f"{dataset}: reading from ir_datasets")
    try:
        _write(qrels, _qrels(data, dataset))
        if data.has_queries():
            _write(topics, _topics(data))
        if has_run:
            _write(run, _run(data, dataset))
    except FormatError:
        raise
    except Exception as error:  # parsers and downloads of ir_datasets raise errors of many types
        raise SourceError(
            f"ir_datasets could not read {dataset}: {type(error).__name__}: {error}; try again"
        ) from error
    display_names = {
        ("qrels", spec.qrels_variant): f"ir_datasets:{dataset}#qrels",
        ("queries", called): f"ir_datasets:{dataset}#queries",
    }
    if has_run:
        display_names["runs", _RUN] = f"ir_datasets:{dataset}#scoreddocs"
    return replace(
        made,
        items=tuple(replace(each, display_name=display_names.get((each.part, each.name), "")) for each in made.items),
    )


def load(dataset: str) -> Any:
    """Return a data set of ir_datasets."""
    ir_datasets = extras.load("ir_datasets", "irds", "--irds needs ir_datasets")
    try:
        return ir_datasets.load(dataset)
    except KeyError as error:
        known = [name for name in ir_datasets.registry if name.split("/")[0] == dataset.split("/")[0]]
        near = suggest.did_you_mean(dataset, known or list(ir_datasets.registry))
        raise UsageError(
            f"ir_datasets has no data set '{dataset}'{near}; https://ir-datasets.com lists all names"
        ) from error


def _level(data: Any) -> tuple[int, str]:
    """Return the lowest relevant grade, and the reason in words."""
    documented = data.documentation() if hasattr(data, "documentation") else None
    measures = (documented or {}).get("official_measures") or ()
    levels = {int(level) for measure in measures for level in _LEVEL.findall(str(measure))}
    if len(levels) == 1:
        return levels.pop(), f"(official measures: {', '.join(map(str, measures))})"
    return 1, "(the official measures name no grade)" if not levels else "(the official measures name several grades)"


def _qrels(data: Any, dataset: str) -> Iterator[str]:
    for row in data.qrels_iter():
        fields = (row.query_id, getattr(row, "iteration", None) or "0", row.doc_id, str(row.relevance))
        if any(not field or field.split() != [field] for field in fields):
            raise FormatError(
                f"{dataset}: a judgment of topic '{row.query_id}' and document '{row.doc_id}' has an id that is "
                "empty or contains a blank, which TREC's format does not allow; change the ids and load the files "
                "with: dltrack ingest collection"
            )
        yield " ".join(fields)


def _run(data: Any, dataset: str) -> Iterator[str]:
    """Yield the lines of the run, ranked by score; documents with equal scores keep their order."""
    answers: dict[str, list[tuple[float, str]]] = {}
    for row in data.scoreddocs_iter():
        if any(not field or field.split() != [field] for field in (row.query_id, row.doc_id)):
            raise FormatError(
                f"{dataset}: the run has the topic id '{row.query_id}' and the document id '{row.doc_id}'; TREC's "
                f"format does not allow empty ids or blanks in ids; leave out --runs {RUNS}"
            )
        answers.setdefault(row.query_id, []).append((row.score, row.doc_id))
    if not any(score for answer in answers.values() for score, _ in answer):
        raise FormatError(
            f"{dataset}: ir_datasets has no run, only documents to rerank without scores; leave out --runs {RUNS}"
        )
    for query_id, answer in answers.items():
        answer.sort(key=lambda scored: -scored[0])
        for rank, (score, doc_id) in enumerate(answer, start=1):
            yield f"{query_id} Q0 {doc_id} {rank} {score!r} {_RUN}"


def _topics(data: Any) -> Iterator[str]:
    for query in data.queries_iter():
        text = query.default_text() if hasattr(query, "default_text") else query.text
        yield json.dumps({"id": query.query_id, "text": text})


def _write(path: Path, lines: Iterator[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
