"""Labels: graded judgments of a pool of the runs, as at NIST, and sparse ones in the way of MS MARCO."""

from __future__ import annotations

from collections.abc import Sequence

from dltrack_db.sample.chance import Chance
from dltrack_db.sample.relevance import Candidate, TopicTruth
from dltrack_db.sample.runs import Run
from dltrack_db.sample.vocabulary import model


def graded_qrels(seed: int, task: str, truth: Sequence[TopicTruth], runs: Sequence[Run]) -> bytes:
    """Judgments of what the task's runs found near the top, and of some items further down."""
    judging = model()["judging"]
    lines = []
    for known in truth:
        if not known.topic.is_judged(task):
            continue
        query_id = known.topic.query_id
        chance = Chance(seed, f"judging/{task}/{query_id}")
        best_ranks = _best_ranks(query_id, [run for run in runs if run.entry.task == task])
        for candidate in sorted(known.candidates[task], key=lambda candidate: candidate.item_id):
            rank = best_ranks.get(candidate.item_id)
            if rank is None or rank > judging["deeper_depth"]:
                continue
            if rank <= judging["pool_depth"] or chance.happens(judging["deeper_share"]):
                lines.append(f"{query_id} 0 {candidate.item_id} {candidate.grade}\n")
    return "".join(lines).encode()


def _best_ranks(query_id: str, runs: Sequence[Run]) -> dict[str, int]:
    """The best rank any run gives an item."""
    best: dict[str, int] = {}
    for run in runs:
        for rank, (candidate, _, _) in enumerate(run.rankings.get(query_id, []), 1):
            best[candidate.item_id] = min(rank, best.get(candidate.item_id, rank))
    return best


def sparse_qrels(seed: int, truth: Sequence[TopicTruth]) -> dict[str, bytes]:
    """By task, mostly one label per query, on pages of the first crawl only, with lines as Microsoft writes them.

    The labelled passage comes from the labelled page. The choice follows true
    relevance with noise, so that some labels fall on items that assessors grade low.
    """
    sparse = model()["sparse"]
    lines: dict[str, list[str]] = {"docs": [], "passages": []}
    for known in truth:
        chance = Chance(seed, f"sparse/{known.topic.query_id}")

        def appeal(candidate: Candidate, chance: Chance = chance) -> float:
            noise: float = sparse["noise"] * chance.noise()
            return candidate.latent + noise

        old = [(appeal(c), c.item_id, c) for c in known.candidates["docs"] if c.is_old]
        old.sort(key=lambda entry: (-entry[0], entry[1]))
        labelled = [candidate for _, _, candidate in old[: 2 if chance.happens(sparse["second_label"]) else 1]]
        lines["docs"] += [_sparse_line(known, candidate) for candidate in labelled]
        if not chance.happens(sparse["no_passage_label"]):
            inside = [c for c in known.candidates["passages"] if c.owner == labelled[0].item_id]
            passages = sorted((-appeal(c), c.item_id, c) for c in inside)
            lines["passages"] += [_sparse_line(known, candidate) for _, _, candidate in passages[:1]]
    return {task: "".join(rows).encode() for task, rows in lines.items()}


def _sparse_line(known: TopicTruth, candidate: Candidate) -> str:
    return f"{known.topic.query_id}\t0\t{candidate.item_id}\t1\r\n"
