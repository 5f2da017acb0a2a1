"""Generate the topics of the sample: one short and one long question on each subject."""

from __future__ import annotations

from dataclasses import dataclass

from dltrack_db.load.sample.random_numbers import Chance
from dltrack_db.load.sample.vocabulary import model, vocabulary


@dataclass(frozen=True)
class Topic:
    """A topic: its query, its subject and aspect, and the strictness of its assessor."""

    query_id: str
    text: str
    domain: int
    subject: int
    aspect: int
    is_long: bool
    strictness: float
    judged_for_docs: bool
    judged_for_passages: bool

    def is_judged(self, task: str) -> bool:
        """Return True if the topic is judged for the task, 'docs' or 'passages'."""
        return self.judged_for_docs if task == "docs" else self.judged_for_passages


def build_topics(seed: int) -> list[Topic]:
    """Return all topics, in the order of the topic file."""
    chance, shape = Chance(seed, "topics"), model()["topics"]
    latent = model()["latent"]
    subjects = [(d, s) for d, domain in enumerate(vocabulary().domains) for s in range(len(domain.subjects))]
    judged_numbers = {
        False: set(chance.shuffled(subjects)[: shape["judged_short"]]),
        True: set(chance.shuffled(subjects)[: shape["judged_long"]]),
    }
    drafts = []
    for subject in subjects:
        aspects = vocabulary().domains[subject[0]].aspects
        two_aspects = chance.shuffled(range(len(aspects)))[:2]
        drafts += [(subject, two_aspects[0], False), (subject, two_aspects[1], True)]
    used_ids: set[str] = set()
    documents_only = shape["documents_only"]
    topics = []
    for subject, aspect_number, is_long in chance.shuffled(drafts):
        domain = vocabulary().domains[subject[0]]
        aspect = domain.aspects[aspect_number]
        pattern = aspect.long if is_long else aspect.short
        is_judged = subject in judged_numbers[is_long]
        is_documents_only = is_judged and documents_only > 0
        documents_only -= is_documents_only
        topics.append(
            Topic(
                query_id=_new_query_id(chance, used_ids),
                text=pattern.format(s=domain.subjects[subject[1]]).lower(),
                domain=subject[0],
                subject=subject[1],
                aspect=aspect_number,
                is_long=is_long,
                strictness=latent["topic_strictness"] * (2.0 * chance.uniform() - 1.0)
                + (latent["scarcity"] if is_documents_only else 0.0),
                judged_for_docs=is_judged,
                judged_for_passages=is_judged and not is_documents_only,
            )
        )
    return topics


def _new_query_id(chance: Chance, used_ids: set[str]) -> str:
    """Return an unused number like those of MS MARCO's queries."""
    while True:
        query_id = str(chance.between(2000, 1_140_000))
        if query_id not in used_ids:
            used_ids.add(query_id)
            return query_id
