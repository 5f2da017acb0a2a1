"""Generate the truth behind labels and runs: relevance of items, grades of assessors, and errors that systems share."""

from __future__ import annotations

from dataclasses import dataclass

from dltrack_db.load.sample.corpus import Corpus, Document, Passage
from dltrack_db.load.sample.random_numbers import Chance
from dltrack_db.load.sample.topics import Topic
from dltrack_db.load.sample.vocabulary import model


@dataclass(frozen=True)
class Candidate:
    """An item that a system could retrieve for a topic.

    `owner` is the id of its document, `latent` the true relevance, and `grade` the assessor's grade. `lexical` and
    `neural` are errors that systems of the same kind share.
    """

    item_id: str
    owner: str
    is_old: bool
    latent: float
    grade: int
    lexical: float
    neural: float


@dataclass(frozen=True)
class TopicTruth:
    """A topic with all items that can be retrieved for it, by task."""

    topic: Topic
    candidates: dict[str, list[Candidate]]


def build_truth(seed: int, corpus: Corpus, topics: list[Topic]) -> list[TopicTruth]:
    """Return the truth of each topic, in the order of `topics`."""
    documents_by_subject: dict[tuple[int, int], list[Document]] = {}
    for document in corpus.documents:
        documents_by_subject.setdefault((document.domain, document.subject), []).append(document)
    return [_truth(Chance(seed, f"truth/{topic.query_id}"), documents_by_subject, topic) for topic in topics]


def _truth(chance: Chance, documents_by_subject: dict[tuple[int, int], list[Document]], topic: Topic) -> TopicTruth:
    """Return the candidates of a topic: documents on its subject, some documents on other subjects, and passages."""
    own = documents_by_subject[topic.domain, topic.subject]
    neighbours = [
        document
        for (domain, subject), documents in documents_by_subject.items()
        if domain == topic.domain and subject != topic.subject
        for document in documents
    ]
    distractors = chance.shuffled(neighbours)[: model()["shape"]["distractors"]]
    docs, passages = [], []
    for document in own + distractors:
        latents = [_passage_latent(chance, topic, document, passage) for passage in document.passages]
        total = 0.0
        for latent in latents:
            total += latent
        weights = model()["latent"]
        mixed = weights["best_passage"] * max(latents) + weights["mean_passage"] * total / len(latents)
        latent = mixed + weights["document_noise"] * chance.noise()
        docs.append(_candidate(chance, topic, "docs", document.doc_id, document, latent))
        for passage, latent in zip(document.passages, latents, strict=True):
            if document.subject == topic.subject or passage.aspect == topic.aspect:
                passages.append(_candidate(chance, topic, "passages", passage.passage_id, document, latent))
    return TopicTruth(topic, {"docs": docs, "passages": passages})


def _passage_latent(chance: Chance, topic: Topic, document: Document, passage: Passage) -> float:
    """Return the true relevance of a passage, from its subject, aspect and detail, plus noise."""
    weights = model()["latent"]
    latent: float = weights["passage_noise"] * chance.noise()
    if document.subject == topic.subject:
        latent += weights["same_subject"]
        if passage.aspect == topic.aspect:
            latent += weights["same_aspect"] + weights["detail"] * passage.detail
    elif passage.aspect == topic.aspect:
        latent += weights["neighbour_aspect"]
    return latent


def _candidate(chance: Chance, topic: Topic, task: str, item_id: str, document: Document, latent: float) -> Candidate:
    """Return an item with its grade: the number of thresholds that the assessor's impression reaches."""
    grading = model()["grades"][task]
    impression = latent - topic.strictness + grading["noise"] * chance.noise()
    return Candidate(
        item_id=item_id,
        owner=document.doc_id,
        is_old=document.is_old,
        latent=latent,
        grade=sum(impression >= threshold for threshold in grading["thresholds"]),
        lexical=chance.noise(),
        neural=chance.noise(),
    )
