"""Labels of files and frames: a database in memory that holds only these labels, for evaluations to read."""

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
    """Yield an evaluation by the labels of a file or frame.

    Args:
        qrels, measures: as `connect` takes them.
        min_relevance: lowest relevant grade, unless a measure names its own; 1 if none is given.
        objects, exclude: as `Evaluation` takes them.
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
    """Return a sentence on measures with an assumed level if the labels have higher grades; `option` sets a level."""
    if min_relevance is not None:
        return []
    highest = work.labels.highest or 0
    note = requests.assumed_level_note(measures, known_level(None), highest, option)
    return [note] if note else []


def connect(qrels: Any, measures: Sequence[Any], *, min_relevance: int) -> tuple[duckdb.DuckDBPyConnection, str]:
    """Return a database in memory that has the labels as its only collection, and the name of this.

    Args:
        qrels: a file, a frame or another object, as `dltrack_db.evaluate` takes it.
        measures: the measures that will be requested; they decide whether iterations are subtopics.
        min_relevance: lowest relevant grade, unless a measure names its own.
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
