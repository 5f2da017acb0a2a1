"""Corpora at full size: reading, storing, validating and publishing passages and documents."""

from dltrack_db.corpus.estimate import CorpusPlan, make_plan
from dltrack_db.corpus.loading import load
from dltrack_db.corpus.members import open_source
from dltrack_db.corpus.options import CorpusOptions, CorpusReport
from dltrack_db.corpus.own import Texts
from dltrack_db.corpus.spec import CorpusSpec, load_spec, names

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
