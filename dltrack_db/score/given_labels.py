"""Evaluations with labels from a file or frame: a database in memory contains only these labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb

from dltrack_db.base import sql_text, tie_rules
from dltrack_db.score import catalogue, inputs, requests, scratch
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.score.in_memory import known_level


@contextmanager
def evaluation(
    qrels: Any, measures: Sequence[Any], *, min_relevance: int | None, objects: Sequence[str] = (), exclude: Any = None
) -> Iterator[Evaluation]:
    """Yield an evaluation with the labels of a file or frame.

    Args:
        qrels, measures: as for `connect`.
        min_relevance: lowest relevant grade, for measures without their own level; by default 1.
        objects, exclude: as for `Evaluation`.
    """
    con, name = connect(qrels, measures, min_relevance=known_level(min_relevance))
    with (
        closing(con),
        closing(Evaluation(Path(name), name, objects=objects, opened=(con, []), exclude=exclude)) as work,
    ):
        yield work


def level_notes(
    work: Evaluation, measures: Sequence[catalogue.Request], min_relevance: int | None, option: str
) -> list[str]:
    """Return a list with a note on measures with an assumed level, if the labels have higher grades; else [].

    `option` is the text that the user writes to set the level.
    """
    if min_relevance is not None:
        return []
    highest = work.labels.highest or 0
    note = requests.assumed_level_note(measures, known_level(None), highest, option)
    return [note] if note else []


def connect(qrels: Any, measures: Sequence[Any], *, min_relevance: int) -> tuple[duckdb.DuckDBPyConnection, str]:
    """Return a database in memory whose only collection has these labels, and the name of the collection.

    Args:
        qrels: a file, a frame or another object, as for `dltrack_db.evaluate`.
        measures: the measures that will be requested; they decide whether iterations are read as subtopics.
        min_relevance: lowest relevant grade, for measures without their own level.
    """
    con = scratch.connect([*scratch.SCORING, "labels.is_subtopic"], is_small=True)
    try:
        inputs.register(con, inputs.QRELS, qrels)
        measure_requests = requests.resolve(measures, catalogue.read(con))
        has_subtopics = any(request.measure.labels == "subtopics" for request in measure_requests)
        sql_text.run_script(con, "score/frames/subtopics", has_subtopics=has_subtopics)
        inputs.check(con, inputs.QRELS)
        name = str(qrels) if inputs.is_file(qrels) else "qrels"
        conventions = {
            "tie_rule": tie_rules.current(tie_rules.DEFAULT),
            "min_relevance": min_relevance,
            "run_depth": inputs.run_depth(con),
        }
        sql_text.run_script(con, "score/frames/publish_labels", collection=name, **conventions)
    except BaseException:
        con.close()
        raise
    return con, name
