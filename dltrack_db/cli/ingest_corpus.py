"""`dltrack ingest corpus`: one corpus, whole or what is judged of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dltrack_db.cli.common import DEFAULT_DATABASE, Cluster, Database
from dltrack_db.cli.groups import with_option_groups
from dltrack_db.cli.ingest_options import Memory, OfCorpora, OfText, Replace, Wait, corpus_options
from dltrack_db.files.sources import SourceIndex
from dltrack_db.output import print_text
from dltrack_db.store import waiting

if TYPE_CHECKING:
    from dltrack_db.corpus import CorpusSpec
    from dltrack_db.corpus.members import Source


@with_option_groups
def ingest_corpus(
    name: Annotated[str, typer.Argument(metavar="CORPUS", help="A corpus, e.g. msmarco-v2-passage.")],
    db: Database = DEFAULT_DATABASE,
    source: Annotated[
        str,
        typer.Option("--from", metavar="FILE_DIR_OR_URL", help="The tar, a folder of its members, a file, or a URL."),
    ] = "",
    *,
    text: OfCorpora,
    replace: Replace = False,
    memory: Memory = "",
    cluster: Cluster = None,
    wait: Wait = waiting.DEFAULT,
) -> None:
    """Load one corpus, straight from its archive; an interrupted load goes on where it stopped.

    Example: dltrack ingest corpus msmarco-v2-passage --from msmarco_v2_passage.tar --profile judged
    """
    from dltrack_db.loading import corpora

    spec = corpora.check_name(name)
    place = corpora.open_place(spec, source) if source else corpora.find(spec, SourceIndex([]))
    load(db, spec, place, text, replace=replace, memory=memory, wait=wait, cluster=cluster)


def load(
    db: Path,
    spec: CorpusSpec,
    place: Source,
    text: OfText,
    *,
    memory: str,
    wait: float,
    replace: bool = False,
    cluster: str | None = None,
) -> None:
    """Load a corpus from a place, and tell."""
    from dltrack_db import corpus
    from dltrack_db.loading import summary

    with corpus_options(text, memory=memory, wait=wait, replace=replace, cluster=cluster) as options:
        report = corpus.load(db, spec, place, options)
    for line in summary.summarize_corpus(report):
        print_text(line)
