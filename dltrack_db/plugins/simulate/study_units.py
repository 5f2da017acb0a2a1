"""A unit of a study: all traces of one topic in one trial, with all teams and without each team."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from dltrack_db.plugins.simulate import active, extras, stopping, strategies
from dltrack_db.plugins.simulate.options import StudyOptions
from dltrack_db.plugins.simulate.progress import Trace
from dltrack_db.plugins.simulate.topics import JudgedTopic
from dltrack_db.plugins.simulate.vectors import TextVectors


def play(
    topic: JudgedTopic,
    words: active.TopicTexts | None,
    trial: int,
    simulations: Mapping[str | None, str],
    options: StudyOptions,
) -> list[Trace]:
    """Return the traces of a topic in a trial, one for each of `simulations`, whose keys are omitted teams.

    If omitting a team changes nothing for the strategy, the trace with all teams is reused.
    """
    whole = _order(topic, words, trial, None, options)
    traces = []
    for team, simulation in simulations.items():
        is_shared = team is not None and _changes_nothing(topic, team, options)
        order = whole if team is None or is_shared else _order(topic, words, trial, team, options)
        traces.append(
            Trace(
                simulation=simulation,
                trial=trial,
                query_id=topic.query_id,
                items=[topic.items[place] for place in order.places],
                grades=topic.grades[order.places],
                scores=order.scores,
                pool_size=len(topic.pool(team)),
                num_candidates=order.num_candidates,
                num_judged=topic.num_judged,
                is_shared=is_shared,
            )
        )
    return traces


@dataclass(frozen=True)
class Share:
    """Work for one worker: a topic, the trials still to do, the rows of its candidates in the texts, and its query."""

    topic: JudgedTopic
    trials: list[int]
    row: np.ndarray | None = None
    query: object = None


@dataclass(frozen=True)
class Common:
    """Inputs that all workers share."""

    texts: TextVectors | None
    simulations: Mapping[str | None, str]
    options: StudyOptions


def play_share(common: Common, share: Share) -> list[Trace]:
    """Return the traces of a topic in some trials."""
    words = (
        None if common.texts is None or share.row is None else active.TopicTexts(common.texts, share.row, share.query)
    )
    with extras.one_thread() if words else nullcontext():
        return [
            trace
            for trial in share.trials
            for trace in play(share.topic, words, trial, common.simulations, common.options)
        ]


def _order(
    topic: JudgedTopic, words: active.TopicTexts | None, trial: int, team: str | None, options: StudyOptions
) -> strategies.Order:
    rng = generator(options.seed, trial, topic.query_id)
    if words is None:
        return strategies.STRATEGIES[options.strategy](topic, team, rng)
    return active.play(
        topic,
        words,
        topic.pool(team),
        rng,
        batch=options.batch,
        negatives=options.negatives,
        needed=stopping.trace_length(options, topic.num_judged),
    )


def generator(seed: int, trial: int, query_id: str) -> np.random.Generator:
    """Return the random generator of a topic in a trial, which is the same for all omitted teams."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, trial, zlib.crc32(query_id.encode())])))


def _changes_nothing(topic: JudgedTopic, team: str, options: StudyOptions) -> bool:
    if options.reads_text:  # runs affect the learner only through the pool
        return np.array_equal(topic.pool(None), topic.pool(team))
    if options.strategy == "random":
        return len(topic.reachable(team)) == len(topic.items)
    return all(topic.teams[run] != team for run in topic.runs)
