"""`dltrack ingest corpus`: load a corpus, in full or only its judged items."""

from __future__ import annotations

import dataclasses
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dltrack_db.base import names
from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.cli.common import DEFAULT_DATABASE, Cluster, Database
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import CorpusLoadingOptions, CorpusSource, Memory, Replace, Wait, corpus_options
from dltrack_db.errors import UsageError
from dltrack_db.show import print_text
from dltrack_db.store import patience

if TYPE_CHECKING:
    from dltrack_db.load.corpus import CorpusOptions, CorpusSpec
    from dltrack_db.load.corpus.members import Source


@with_option_groups
def ingest_corpus(
    corpus: Annotated[
        str,
        typer.Argument(
            metavar="CORPUS_OR_FILE", help="A corpus, e.g. msmarco-v2-passage; with --name, a file of your texts."
        ),
    ],
    db: Database = DEFAULT_DATABASE,
    *,
    own: CorpusSource,
    text: CorpusLoadingOptions,
    replace: Replace = False,
    memory: Memory = "",
    cluster: Cluster = None,
    wait: Wait = patience.DEFAULT,
) -> None:
    """Load one corpus directly from its archive; an interrupted load resumes.

    Example: dltrack ingest corpus msmarco-v2-passage --from msmarco_v2_passage.tar --profile judged

    With --name, you load your own texts: ids, texts and optional titles, as JSON lines or TSV (plain or .gz) or
    Parquet. The file of --mapping contains the document id of each passage.

    Example: dltrack ingest corpus texts.jsonl --name mytexts --collection mytrack-passages --mapping mapping.tsv
    """
    from dltrack_db.load import corpora

    options = corpus_options(text, memory=memory, wait=wait, replace=replace, cluster=cluster)
    if own.name:
        if own.source:
            raise UsageError(
                "--from works only with official corpora; leave out --from, and pass the file of your texts as the "
                "first argument"
            )
        _ingest_own(Path(corpus), own, db, options)
        return
    if own.collection or own.mapping or own.task:
        raise UsageError("--collection, --mapping and --task work only with your own texts; add --name")
    spec = corpora.check_name(corpus)
    place = corpora.open_place(spec, own.source) if own.source else corpora.find(spec, SourceIndex([]))
    load(db, spec, place, options)


def _ingest_own(path: Path, own: CorpusSource, db: Path, options: AbstractContextManager[CorpusOptions]) -> None:
    """Load a user's texts, and assign them to the collection of --collection."""
    from dltrack_db.load import corpora, corpus
    from dltrack_db.store import collections

    if reason := names.problem(own.name):
        raise UsageError(f"--name cannot be {names.displayed_name(own.name)}: {reason}; choose another name")
    if own.name in corpus.names():
        raise UsageError(f"'{own.name}' is the name of an official corpus; choose another name")
    if own.task not in ("", "docs", "passages"):
        raise UsageError(f"--task must be docs or passages, not '{own.task}'")
    task = own.task or None
    collection = None
    if own.collection:
        _, loaded = collections.in_database(db, own.collection)
        collection, task = loaded.collection, task or loaded.task
    texts = corpus.Texts(own.name, path, kind=corpora.item_kind(task), mapping=own.mapping)
    spec, place = texts.open()
    load(db, spec, place, options, collection=collection)


def load(
    db: Path,
    spec: CorpusSpec,
    place: Source,
    options: AbstractContextManager[CorpusOptions],
    *,
    collection: str | None = None,
) -> None:
    """Load a corpus, assign it to `collection` if given, and print the result."""
    from dltrack_db.cli import load_summary
    from dltrack_db.load import corpus

    with options as chosen:
        report = corpus.load(db, spec, place, dataclasses.replace(chosen, collection=collection))
    for line in load_summary.summarize_corpus(report):
        print_text(line)
