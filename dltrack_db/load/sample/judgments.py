"""Generate labels: graded judgments of pooled runs, as at NIST, and sparse labels, as in MS MARCO."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dltrack_db.load.sample.random_numbers import Chance
from dltrack_db.load.sample.relevance import Candidate, TopicTruth
from dltrack_db.load.sample.runs import Run
from dltrack_db.load.sample.vocabulary import model


@dataclass(frozen=True)
class SparseLabel:
    """A sparse label: an item that was chosen as the answer to a query."""

    task: str
    query_id: str
    item_id: str


def graded_qrels(
    seed: int, task: str, truth: Sequence[TopicTruth], runs: Sequence[Run], sparse: Sequence[SparseLabel]
) -> bytes:
    """Return the qrels file: judgments of the runs' top items, of some lower items, and of most sparse labels."""
    judging = model()["judging"]
    labelled_pairs = {(label.query_id, label.item_id) for label in sparse if label.task == task}
    lines = []
    for topic_truth in truth:
        if not topic_truth.topic.is_judged(task):
            continue
        query_id = topic_truth.topic.query_id
        chance = Chance(seed, f"judging/{task}/{query_id}")
        best_ranks = _best_ranks(query_id, [run for run in runs if run.entry.task == task])
        for candidate in sorted(topic_truth.candidates[task], key=lambda candidate: candidate.item_id):
            rank = best_ranks.get(candidate.item_id)
            share = 0.0
            if rank is not None and rank <= judging["deeper_depth"]:
                share = 1.0 if rank <= judging["pool_depth"] else judging["deeper_share"]
            if (query_id, candidate.item_id) in labelled_pairs:
                share = max(share, judging["sparse_share"])
            if chance.happens(share):
                lines.append(f"{query_id} 0 {candidate.item_id} {candidate.grade}\n")
    return "".join(lines).encode()


def _best_ranks(query_id: str, runs: Sequence[Run]) -> dict[str, int]:
    best: dict[str, int] = {}
    for run in runs:
        for rank, (candidate, _) in enumerate(run.rankings.get(query_id, []), 1):
            best[candidate.item_id] = min(rank, best.get(candidate.item_id, rank))
    return best


def sparse_labels(seed: int, truth: Sequence[TopicTruth]) -> list[SparseLabel]:
    """Choose sparse labels: usually one per query and task, only on pages of the first crawl.

    The labelled passage is on the labelled page. Items are chosen by true relevance plus noise, so that assessors give
    some of the labelled items a low grade.
    """
    sparse = model()["sparse"]
    labels = []
    for topic_truth in truth:
        query_id = topic_truth.topic.query_id
        chance = Chance(seed, f"sparse/{query_id}")
        noise = sparse["careless_noise" if chance.happens(sparse["careless"]) else "noise"]
        pages = _sort_by_appeal(chance, noise, [c for c in topic_truth.candidates["docs"] if c.is_old])
        labelled_pages = pages[: 2 if chance.happens(sparse["second_label"]) else 1]
        labels += [SparseLabel("docs", query_id, page.item_id) for page in labelled_pages]
        if not chance.happens(sparse["no_passage_label"]):
            inside = [c for c in topic_truth.candidates["passages"] if c.owner == labelled_pages[0].item_id]
            labels += [SparseLabel("passages", query_id, c.item_id) for c in _sort_by_appeal(chance, noise, inside)[:1]]
    return labels


def _sort_by_appeal(chance: Chance, noise: float, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Sort items by true relevance plus noise, best first."""
    appeals = [(candidate.latent + noise * chance.noise(), candidate) for candidate in candidates]
    return [candidate for _, candidate in sorted(appeals, key=lambda pair: (-pair[0], pair[1].item_id))]


def sparse_qrels(task: str, labels: Sequence[SparseLabel]) -> bytes:
    """Return the qrels file of a task in Microsoft's format: with tabs and carriage returns."""
    return "".join(f"{label.query_id}\t0\t{label.item_id}\t1\r\n" for label in labels if label.task == task).encode()
