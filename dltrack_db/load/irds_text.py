"""Read the text of MS MARCO v1 from ir_datasets in the form of a corpus file.

The corpora of v2 are read from their archives, which is faster and checks the positions of records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from dltrack_db.errors import FormatError, SourceError, UsageError
from dltrack_db.load import corpus, irds
from dltrack_db.load.corpus import CorpusSpec
from dltrack_db.load.corpus.members import BLOCK, Member


@dataclass
class DocumentsSource:
    """A source (`corpus.members.Source`) with the documents of a data set as one corpus file."""

    label: str
    name: str
    lines: Callable[[], Iterator[bytes]]
    total_bytes: int | None = None
    is_sequential: bool = True

    def members(self) -> Iterator[Member]:
        """Yield all documents as one member."""
        yield Member(0, self.name, None, self._blocks)

    def _blocks(self) -> Iterator[bytes]:
        batch: list[bytes] = []
        size = 0
        try:
            for line in self.lines():
                batch.append(line)
                size += len(line)
                if size >= BLOCK:
                    yield b"".join(batch)
                    batch, size = [], 0
        except (FormatError, GeneratorExit):
            raise
        except Exception as error:  # parsers and downloads of ir_datasets raise errors of many types
            raise SourceError(
                f"ir_datasets could not read the text of {self.label}: {type(error).__name__}: {error}; try again"
            ) from error
        yield b"".join(batch)


def source(dataset: str) -> tuple[CorpusSpec, DocumentsSource]:
    """Return the corpus of a data set, and the source of its text; raise UsageError if the text cannot be loaded."""
    name, _ = irds.CORPORA.get(dataset.split("/")[0], (None, ""))
    if name is None:
        known = ", ".join(prefix for prefix, (corpus, _) in irds.CORPORA.items() if corpus in _FORMS)
        raise UsageError(f"the text of {dataset} cannot be loaded; --corpus works only with data sets of {known}")
    if name not in _FORMS:
        raise UsageError(
            f"the text of {dataset} is read from its archive; load the text with: dltrack ingest corpus {name}"
        )
    data = irds.load(dataset)
    if not data.has_docs():
        raise UsageError(f"{dataset} has no text in ir_datasets; load the text with: dltrack ingest corpus {name}")
    file, form = _FORMS[name]
    lines = _lines(data, dataset, form)
    return corpus.load_spec(name), DocumentsSource(f"ir_datasets:{dataset}#docs", file, lines)


def _lines(data: Any, dataset: str, form: Callable[[Any], str]) -> Callable[[], Iterator[bytes]]:
    def lines() -> Iterator[bytes]:
        for doc in data.docs_iter():
            try:
                yield form(doc).encode()
            except (ValueError, AttributeError) as error:
                raise FormatError(f"{dataset}: document '{doc.doc_id}' {error}; leave out --corpus") from error

    return lines


def _passage(doc: Any) -> str:
    if "\n" in doc.text or "\r" in doc.text:
        raise ValueError("has a line break in a passage")
    return f"{doc.doc_id}\t{doc.text}\n"


def _document(doc: Any) -> str:
    """Return a document in TREC's format, which preserves the line breaks of the body."""
    if any("\n" in part for part in (doc.url, doc.title)) or "</DOC>" in doc.body:
        raise ValueError("has a line break in its address or title, or a tag in its text")
    return f"<DOC>\n<DOCNO>{doc.doc_id}</DOCNO>\n<TEXT>\n{doc.url}\n{doc.title}\n{doc.body}\n</TEXT>\n</DOC>\n"


_FORMS = {
    "msmarco-v1-passage": ("collection.tsv", _passage),
    "msmarco-v1-document": ("msmarco-docs.trec", _document),
}
"""Name of the corpus file, and function that formats a document, for each corpus with text from ir_datasets."""
