"""Inputs of a study, read from the database: conventions, topics, labels, rankings, texts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from dltrack_db.base import engine, sql_text
from dltrack_db.base.files import duckpath, plainfile
from dltrack_db.errors import FormatError, UsageError
from dltrack_db.plugins.simulate import active, vectors
from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.plugins.simulate.topics import JudgedTopic
from dltrack_db.store import duckdb_errors


@dataclass(frozen=True)
class CollectionFacts:
    """Conventions of a collection, the number of its pooled runs, and a checksum of the loaded data.

    `is_submitted` is True if the pooled runs are submitted runs, False if all loaded runs are pooled.
    """

    corpus: str | None
    query_set: str
    qrels_variant: str
    min_relevance: int
    task: str
    tie_rule: str
    num_runs: int
    is_submitted: bool
    loaded: str


@dataclass(frozen=True)
class Judged:
    """A judged topic: its id, its text, and the number of its official judgments."""

    query_id: str
    text: str
    num_judged: int


@dataclass(frozen=True)
class TextSource:
    """Texts with their ids and the name of their source; `md5` is that of a file, '' for a loaded corpus."""

    name: str
    md5: str
    items: list[str]
    texts: list[str]


def facts(con: duckdb.DuckDBPyConnection, collection: str) -> CollectionFacts:
    """Return the conventions of a collection; raise UsageError if the collection has no runs."""
    rows = _rows(con, "collection", collection=collection)
    if not rows:
        raise UsageError(f"{collection} has no runs to pool; load some with: dltrack ingest runs FILES -c {collection}")
    study_facts = CollectionFacts(*rows[0])
    if study_facts.min_relevance < 1:
        raise UsageError(
            f"{collection} cannot be simulated: its lowest relevant grade is {study_facts.min_relevance}, so all items "
            "are relevant; a simulation needs a collection whose lowest relevant grade is at least 1"
        )
    return study_facts


def topics(con: duckdb.DuckDBPyConnection, options: StudyOptions) -> list[Judged]:
    """Return the judged topics."""
    judged_topics = [Judged(*row) for row in _rows(con, "topics", collection=options.collection)]
    if not judged_topics:
        raise UsageError(
            f"{options.collection} has no official labels, which a simulation needs; load them with: "
            f"dltrack ingest qrels FILE -c {options.collection}"
        )
    silent = [topic.query_id for topic in judged_topics if not topic.text.strip()]
    if silent and options.reads_text:
        raise UsageError(
            f"--strategy cal needs the text of every topic, but {len(silent)} topics of {options.collection} have no "
            f"text (first: {silent[0]}); choose another strategy, or load the topics with text"
        )
    return judged_topics


def pool(con: duckdb.DuckDBPyConnection, collection: str, study_facts: CollectionFacts) -> None:
    """Create the temporary table `pooled` with the rankings of the pooled runs, for `topic`."""
    script = "pooled" if study_facts.tie_rule == "float" else "pooled_by_rule"  # rankings are stored in float order
    sql_text.run_script(con, f"plugins/simulate/inputs/{script}", collection=collection)


def topic(
    con: duckdb.DuckDBPyConnection,
    options: StudyOptions,
    judged_topic: Judged,
    texts: vectors.TextVectors | None,
    items: list[str],
) -> JudgedTopic:
    """Return a topic with its candidates; `items` are the ids of `texts`, in the same order."""
    labels = _rows(con, "labels", collection=options.collection, query_id=judged_topic.query_id)
    rankings = _rows(con, "rankings", query_id=judged_topic.query_id)
    candidates = {item for item, _, _ in labels}
    if options.candidate_rule != "judged":
        candidates.update(item for _, _, ranking in rankings for item in ranking)
    if options.candidate_rule == "corpus" and texts is not None:
        if len(items) <= options.max_candidates:
            candidates.update(items)
        else:
            rows = active.nearest(texts, items, judged_topic.text, options.max_candidates)
            candidates.update(items[row] for row in rows)
    sorted_items = sorted(candidates)
    place = {item: number for number, item in enumerate(sorted_items)}
    grades = np.zeros(len(sorted_items), dtype=np.int16)
    is_relevant = np.zeros(len(sorted_items), dtype=bool)
    for item, grade, relevant in labels:
        grades[place[item]] = grade
        is_relevant[place[item]] = relevant
    runs: dict[str, np.ndarray] = {}
    ranks: dict[str, np.ndarray] = {}
    for run, _, ranking in rankings:
        ranked_places = [(place[item], rank) for rank, item in enumerate(ranking, 1) if item in place]
        runs[run] = np.array([each for each, _ in ranked_places], dtype=np.int64)
        ranks[run] = np.array([rank for _, rank in ranked_places], dtype=np.int64)
    return JudgedTopic(
        query_id=judged_topic.query_id,
        text=judged_topic.text,
        items=sorted_items,
        grades=grades,
        is_relevant=is_relevant,
        runs=runs,
        ranks=ranks,
        teams={run: team for run, team, _ in rankings},
        pool_depth=options.pool_depth,
        num_judged=judged_topic.num_judged,
    )


def texts(
    con: duckdb.DuckDBPyConnection, options: StudyOptions, study_facts: CollectionFacts, folder: Path
) -> TextSource:
    """Return the texts of the file in `options.text`, unpacked into `folder`, or of the loaded corpus."""
    if options.text is not None:
        return _read_file(options.text, folder)
    if study_facts.corpus is None:
        raise UsageError(
            f"{options.collection} has no corpus; pass the texts with --text FILE (lines of id, tab, text)"
        )
    form = "texts_docs" if study_facts.task == "docs" else "texts_passages"
    rows = _rows(con, form, corpus=study_facts.corpus)
    if not rows:
        raise UsageError(
            f"--strategy cal needs texts, but the texts of corpus {study_facts.corpus} are not loaded; run dltrack "
            f"ingest corpus {study_facts.corpus} --from FILE, or pass --text FILE (lines of id, tab, text)"
        )
    return TextSource(study_facts.corpus, "", [item for item, _ in rows], [text for _, text in rows])


def _read_file(path: Path, folder: Path) -> TextSource:
    plain = plainfile.open_plain(path, folder)
    if plain.bad_byte is not None:
        raise FormatError(f"{path}: line {plain.bad_byte.line} is not UTF-8 text; save the file as UTF-8")
    con = engine.connect()
    try:
        found = _rows(con, "texts_file", file=duckpath.for_reader(plain.path))
    except duckdb.Error as error:
        if duckdb_errors.is_of_machine(error):
            raise
        reason = str(error).splitlines()[0]
        raise FormatError(f"{path}: a line does not consist of an id, a tab and a text ({reason})") from error
    finally:
        con.close()
    items = [item for item, _ in found]
    repeated_item = next((item for item, next_item in pairwise(items) if item == next_item), None)
    if repeated_item is not None:
        raise FormatError(f"{path}: the id {repeated_item} appears twice; remove one of the two lines")
    return TextSource(str(path), plain.plain_md5, items, [text for _, text in found])


def _rows(con: duckdb.DuckDBPyConnection, script: str, **variables: object) -> list[tuple[Any, ...]]:
    return sql_text.run_script(con, f"plugins/simulate/inputs/{script}", **variables).fetchall()
