"""Load corpora: complete collections of passages or documents."""

from dltrack_db.base.recipes import corpus_names as names
from dltrack_db.load.corpus.estimate import CorpusPlan, make_plan
from dltrack_db.load.corpus.loading import load
from dltrack_db.load.corpus.members import open_source
from dltrack_db.load.corpus.options import CorpusOptions, CorpusReport
from dltrack_db.load.corpus.own_texts import Texts
from dltrack_db.load.corpus.spec import CorpusSpec, load_spec

__all__ = [
    "CorpusOptions",
    "CorpusPlan",
    "CorpusReport",
    "CorpusSpec",
    "Texts",
    "load",
    "load_spec",
    "make_plan",
    "names",
    "open_source",
]
