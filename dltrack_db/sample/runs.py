"""What every system retrieves, and the run files it submits, with the oddities real ones have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from dltrack_db.sample.chance import Chance
from dltrack_db.sample.relevance import Candidate, TopicTruth
from dltrack_db.sample.roster import Entry
from dltrack_db.sample.scores import KINDS
from dltrack_db.sample.vocabulary import model

# Retrieved items, best first, each with its printed score.
Ranking = list[tuple[Candidate, str]]


@dataclass(frozen=True)
class Run:
    """A submitted run: its answers by query id."""

    entry: Entry
    rankings: dict[str, Ranking]


def build_runs(seed: int, entries: Sequence[Entry], truth: Sequence[TopicTruth]) -> list[Run]:
    """All runs in the order of the roster; rerankers see what the task's 'candidates' run retrieved."""
    built: dict[str, Run] = {}
    candidate_sets: dict[str, Run] = {}
    originals = [entry for entry in entries if not entry.same_as]
    for entry in sorted(originals, key=lambda entry: entry.subtask == "rerank"):
        run = Run(entry, _retrieve_all(seed, entry, truth, candidate_sets.get(entry.task)))
        built[entry.run_id] = run
        if "candidates" in entry.quirks:
            candidate_sets[entry.task] = run
    for entry in entries:
        if entry.same_as:
            built[entry.run_id] = Run(entry, built[entry.same_as].rankings)
    _team_errors.cache_clear()
    return [built[entry.run_id] for entry in entries]


def _retrieve_all(
    seed: int, entry: Entry, truth: Sequence[TopicTruth], candidate_set: Run | None
) -> dict[str, Ranking]:
    """The run's answers to all topics it answers."""
    unanswered = next(known.topic for known in truth if known.topic.is_judged("passages"))
    rankings = {}
    for known in truth:
        query_id = known.topic.query_id
        if "missing_topic" in entry.quirks and query_id == unanswered.query_id:
            continue
        given = None
        if entry.subtask == "rerank" and candidate_set is not None:
            given = {candidate.item_id for candidate, _ in candidate_set.rankings[query_id]}
        rankings[query_id] = _retrieve(seed, entry, known, given)
    return rankings


@cache
def _team_errors(seed: int, team: str, category: str, task: str, query_id: str, number: int) -> list[float]:
    """The errors that the runs of a team share, item by item."""
    return Chance(seed, f"team/{team}/{category}/{task}/{query_id}").noises(number)


def _retrieve(seed: int, entry: Entry, known: TopicTruth, given: set[str] | None) -> Ranking:
    """The strongest items: ability times true relevance, plus errors shared by kind and by team, plus the run's own.

    `given` are the items that a reranker sees, None where all are.
    """
    parameters, kind = model()["runs"], model()["categories"][entry.category]
    query_id = known.topic.query_id
    own = Chance(seed, f"run/{entry.run_id}/{query_id}")
    pool = known.candidates[entry.task]
    # drawn for everything, also for what a reranker never sees
    errors = _team_errors(seed, entry.team, entry.category, entry.task, query_id, len(pool))
    seen = [pair for pair in zip(pool, errors, strict=True) if given is None or pair[0].item_id in given]
    ability = entry.quality + parameters["topic_ability"] * own.noise()
    if known.topic.is_long:
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
        for (candidate, error), noise in zip(seen, own.noises(len(seen)), strict=True)
    ]
    weaknesses.sort()  # no two have the same id, so candidates are never compared
    print_score = KINDS[entry.score_kind]
    ranking = []
    for weakness, _, candidate in weaknesses[: parameters["depth"]]:
        printed = -weakness
        if "scores_of_first_stage" in entry.quirks:
            printed = parameters["first_stage_ability"] * candidate.latent + candidate.lexical
        ranking.append((candidate, print_score(printed)))
    return ranking


def run_file(run: Run) -> bytes:
    """The run in the six columns of TREC, as its team wrote it."""
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
