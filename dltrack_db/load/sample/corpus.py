"""Generate documents and passages of the sample, in the official formats of v2 (ids are byte offsets) and v1."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from dltrack_db.load.sample.random_numbers import Chance
from dltrack_db.load.sample.vocabulary import Domain, Vocabulary, model, vocabulary

T = TypeVar("T")


@dataclass
class Passage:
    """A passage: the aspect of its text, its amount of detail on this aspect (0 to 1), and its sentences."""

    aspect: int
    detail: float
    sentences: tuple[str, ...]
    spans: str = ""
    passage_id: str = ""

    @property
    def text(self) -> str:
        """The text of the passage."""
        return " ".join(self.sentences)


@dataclass
class Document:
    """A web page about one subject: passages, and text between the passages."""

    domain: int
    subject: int
    url: str
    title: str
    headings: str
    is_old: bool
    passages: list[Passage]
    body: str = ""
    doc_id: str = ""


@dataclass
class Corpus:
    """The complete corpus; documents and passages are in the order of their ids."""

    documents: list[Document]
    document_files: list[tuple[str, bytes]] = field(default_factory=list)
    passage_files: list[tuple[str, bytes]] = field(default_factory=list)
    version1: bytes = b""


def build_corpus(seed: int) -> Corpus:
    """Generate the corpus: write all pages, then assign ids, which depend on the positions in the files."""
    words, shape = vocabulary(), model()["shape"]
    chance = Chance(seed, "corpus")
    documents: list[Document] = []
    for domain_number, domain in enumerate(words.domains):
        for subject_number in range(len(domain.subjects)):
            low, high = shape["documents_per_subject"]
            passages: list[Passage] = []
            for _ in range(chance.between(low, high)):
                page = _write_page(chance, words, domain, domain_number, subject_number, passages, len(documents))
                documents.append(page)
                passages.extend(page.passages)
    corpus = Corpus(chance.shuffled(documents))
    for document in corpus.documents:
        _set_body(chance, words, document)
    corpus.document_files = _number_documents(corpus.documents, shape["document_files"])
    corpus.passage_files = _number_passages(corpus.documents, shape["passage_files"])
    corpus.version1 = _version1(seed, corpus.documents, shape["old_only_documents"])
    return corpus


def _write_page(
    chance: Chance,
    words: Vocabulary,
    domain: Domain,
    domain_number: int,
    subject_number: int,
    earlier_passages: Sequence[Passage],
    number: int,
) -> Document:
    """Write one page about a subject; sometimes it contains a copy of one of `earlier_passages`."""
    shape = model()["shape"]
    subject = domain.subjects[subject_number]
    low, high = shape["passages_per_document"]
    aspects = chance.shuffled(range(len(domain.aspects)))[: chance.between(low, high)]
    passages = []
    for aspect in aspects:
        if earlier_passages and chance.happens(shape["duplicate_share"]):
            source_passage = chance.pick(earlier_passages)
            passages.append(Passage(source_passage.aspect, source_passage.detail, source_passage.sentences))
        else:
            passages.append(_write_passage(chance, words, domain, subject, aspect))
    slug = subject.lower().replace(" ", "-")
    headings = [words.say(chance, chance.pick(words.headings), subject) for _ in range(chance.between(0, 3))]
    return Document(
        domain=domain_number,
        subject=subject_number,
        url=f"https://{chance.pick(domain.hosts)}/{slug}/{number}",
        title=f"{subject[0].upper()}{subject[1:]}: {words.say(chance, chance.pick(words.headings), subject)}",
        headings="\n".join(headings),
        is_old=chance.happens(shape["old_share"]),
        passages=passages,
    )


def _write_passage(chance: Chance, words: Vocabulary, domain: Domain, subject: str, aspect: int) -> Passage:
    """Write a passage of three to five sentences; with more detail, more sentences are about the aspect."""
    detail = chance.uniform()
    patterns = chance.shuffled(domain.aspects[aspect].statements)[: 1 + int(detail * 4)]
    missing = max(0, 3 - len(patterns)) + chance.below(2)
    patterns += [chance.pick(words.fillers) for _ in range(missing)]
    return Passage(aspect, detail, tuple(words.say(chance, p, subject) for p in chance.shuffled(patterns)))


def _set_body(chance: Chance, words: Vocabulary, document: Document) -> None:
    """Set the body: passages joined by other text; set the spans of each passage: UTF-8 byte offsets of sentences."""
    subject = words.domains[document.domain].subjects[document.subject]
    body = words.say(chance, chance.pick(words.fillers), subject)
    size = len(body.encode())
    for passage in document.passages:
        spans = []
        for sentence in passage.sentences:
            separator = "\n" if chance.happens(0.2) else " "
            start = size + len(separator)
            size = start + len(sentence.encode())
            spans.append(f"({start},{size})")
            body += separator + sentence
        passage.spans = ",".join(spans)
        filler = "\n" + words.say(chance, chance.pick(words.fillers), subject)
        body += filler
        size += len(filler.encode())
    document.body = body


def _number_documents(documents: Sequence[Document], files: int) -> list[tuple[str, bytes]]:
    """Assign ids to documents (file number and byte offset of the record); return the files as (name, content)."""

    def record(document: Document, doc_id: str) -> dict[str, str]:
        document.doc_id = doc_id
        return {
            "docid": doc_id,
            "url": document.url,
            "title": document.title,
            "headings": document.headings,
            "body": document.body,
        }

    return _number(documents, files, "msmarco_v2_doc/msmarco_doc", record)


def _number_passages(documents: Sequence[Document], files: int) -> list[tuple[str, bytes]]:
    """Assign ids to passages, in the order of their documents; return the files as (name, content)."""

    def record(item: tuple[Document, Passage], passage_id: str) -> dict[str, str]:
        document, passage = item
        passage.passage_id = passage_id
        return {
            "pid": passage_id,
            "passage": passage.text,
            "spans": passage.spans,
            "docid": document.doc_id,
        }

    items = [(document, passage) for document in documents for passage in document.passages]
    return _number(items, files, "msmarco_v2_passage/msmarco_passage", record)


def _number(
    items: Sequence[T], files: int, stem: str, record: Callable[[T, str], dict[str, str]]
) -> list[tuple[str, bytes]]:
    """Distribute items over files of JSON lines; `record` is called with item and id, and returns the fields."""
    result = []
    for number in range(files):
        name = f"{stem}_{number:02d}"
        content = bytearray()
        for item in items[len(items) * number // files : len(items) * (number + 1) // files]:
            fields = record(item, f"{name.rpartition('/')[2]}_{len(content)}")
            content += json.dumps(fields).encode() + b"\n"
        result.append((f"{name}.gz", bytes(content)))
    return result


def _version1(seed: int, documents: Sequence[Document], num_lost: int) -> bytes:
    """Return the file of the first crawl (v1): old documents, and `num_lost` documents that only v1 contains."""
    words, chance = vocabulary(), Chance(seed, "version1")
    rows = [(document.url, document.title, document.body) for document in documents if document.is_old]
    for number in range(num_lost):
        domain = chance.pick(words.domains)
        subject = chance.pick(domain.subjects)
        body = " ".join(words.say(chance, chance.pick(words.fillers), subject) for _ in range(4))
        rows.append((f"http://{chance.pick(domain.hosts)}/archive/{number}", f"About the {subject}", body))
    lines, number = [], 1000
    for row in chance.shuffled(rows):
        number += chance.between(1, 2000)
        # A tab or line end inside a field would break the row; the official file contains none either.
        lines.append("\t".join([f"D{number}", *(text.replace("\n", " ") for text in row)]))
    return ("\n".join(lines) + "\n").encode()
