"""Generate the ranking of every system, and its run file, with quirks that occur in real run files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from dltrack_db.load.sample.random_numbers import Chance
from dltrack_db.load.sample.relevance import Candidate, TopicTruth
from dltrack_db.load.sample.roster import RosterEntry
from dltrack_db.load.sample.scores import KINDS
from dltrack_db.load.sample.vocabulary import model

# Retrieved items, best first, each with its score as printed in the run file.
Ranking = list[tuple[Candidate, str]]


@dataclass(frozen=True)
class Run:
    """A submitted run: its rankings by query id."""

    entry: RosterEntry
    rankings: dict[str, Ranking]


def build_runs(seed: int, entries: Sequence[RosterEntry], truth: Sequence[TopicTruth]) -> list[Run]:
    """Return all runs in roster order; rerankers rank only items of the task's run with the quirk 'candidates'."""
    runs_by_name: dict[str, Run] = {}
    candidate_sets: dict[str, Run] = {}
    originals = [entry for entry in entries if not entry.same_as]
    for entry in sorted(originals, key=lambda entry: entry.subtask == "rerank"):
        run = Run(entry, _retrieve_all(seed, entry, truth, candidate_sets.get(entry.task)))
        runs_by_name[entry.run_id] = run
        if "candidates" in entry.quirks:
            candidate_sets[entry.task] = run
    for entry in entries:
        if entry.same_as:
            runs_by_name[entry.run_id] = Run(entry, runs_by_name[entry.same_as].rankings)
    _team_errors.cache_clear()
    return [runs_by_name[entry.run_id] for entry in entries]


def _retrieve_all(
    seed: int, entry: RosterEntry, truth: Sequence[TopicTruth], candidate_set: Run | None
) -> dict[str, Ranking]:
    missing_topic = next(topic_truth.topic for topic_truth in truth if topic_truth.topic.is_judged("passages"))
    rankings = {}
    for topic_truth in truth:
        query_id = topic_truth.topic.query_id
        if "missing_topic" in entry.quirks and query_id == missing_topic.query_id:
            continue
        first_stage = None
        if entry.subtask == "rerank" and candidate_set is not None:
            first_stage = {candidate.item_id for candidate, _ in candidate_set.rankings[query_id]}
        rankings[query_id] = _retrieve(seed, entry, topic_truth, first_stage)
    return rankings


@cache
def _team_errors(seed: int, team: str, category: str, task: str, query_id: str, number: int) -> list[float]:
    """Return the errors that all runs of a team share, one per item."""
    return Chance(seed, f"team/{team}/{category}/{task}/{query_id}").noises(number)


def _retrieve(seed: int, entry: RosterEntry, topic_truth: TopicTruth, first_stage: set[str] | None) -> Ranking:
    """Return the items with the highest scores, best first.

    The score is ability times true relevance, plus errors of category, team and run. A reranker ranks only items in
    `first_stage`.
    """
    parameters, kind = model()["runs"], model()["categories"][entry.category]
    query_id = topic_truth.topic.query_id
    own = Chance(seed, f"run/{entry.run_id}/{query_id}")
    pool = topic_truth.candidates[entry.task]
    # drawn for all items, including items that a reranker does not rank, so that all runs of a team share the errors
    errors = _team_errors(seed, entry.team, entry.category, entry.task, query_id, len(pool))
    reranked_pairs = [
        pair for pair in zip(pool, errors, strict=True) if first_stage is None or pair[0].item_id in first_stage
    ]
    ability = entry.quality + parameters["topic_ability"] * own.noise()
    if topic_truth.topic.is_long:
        ability -= kind["long_loss"]
    lexical, neural, old_bias = kind["lexical"], kind["neural"], entry.old_bias
    team_noise, own_noise = parameters["team_noise"], parameters["own_noise"]
    weaknesses = [
        (
            -(
                ability * candidate.latent
                + lexical * candidate.lexical
                + neural * candidate.neural
                + team_noise * error
                + own_noise * noise
                + (old_bias if candidate.is_old else 0.0)
            ),
            candidate.item_id,
            candidate,
        )
        for (candidate, error), noise in zip(reranked_pairs, own.noises(len(reranked_pairs)), strict=True)
    ]
    weaknesses.sort()  # ids are unique, so candidates are never compared
    print_score = KINDS[entry.score_kind]
    ranking = []
    for weakness, _, candidate in weaknesses[: parameters["depth"]]:
        score = -weakness
        if "scores_of_first_stage" in entry.quirks:
            score = parameters["first_stage_ability"] * candidate.latent + candidate.lexical
        ranking.append((candidate, print_score(score)))
    return ranking


def run_file(run: Run) -> bytes:
    """Return the run file in TREC's format, with the quirks of its team."""
    quirks = run.entry.quirks
    separator = "\t" if "tabs" in quirks else " "
    line_end = "\r\n" if "crlf" in quirks else "\n"
    tag = "rank" if "tag_rank" in quirks else run.entry.run_id
    first_rank = 0 if "ranks_from_zero" in quirks else 1
    lines = [
        separator.join((query_id, "Q0", candidate.item_id, str(rank), score, tag))
        for query_id, ranking in run.rankings.items()
        for rank, (candidate, score) in enumerate(ranking, first_rank)
    ]
    return (line_end.join(lines) + ("" if "no_final_newline" in quirks else line_end)).encode()
