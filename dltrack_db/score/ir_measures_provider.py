"""dltrack as a provider of ir_measures: users of ir_measures can score runs with dltrack's SQL.

    import ir_measures
    from ir_measures import nDCG, AP
    from dltrack_db import irm

    irm.provider.calc_aggregate([nDCG @ 10, AP(rel=2)], qrels, run)

This module needs the package ir_measures; the rest of dltrack does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from ir_measures import Metric, providers
from ir_measures.util import QrelsConverter, RunConverter

from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, in_memory, scratch, spelling

# these classes of ir_measures have no type annotations
_run_converter: Any = RunConverter
_qrels_converter: Any = QrelsConverter
_register: Any = providers.register


@cache
def _catalogue() -> catalogue.Catalogue:
    return catalogue.read(scratch.connect(catalogue.NEEDED))


def _label(measure: Any) -> str:
    """Return the name that dltrack gives to the values of a measure."""
    return spelling.parse(repr(measure), _catalogue()).names[0]


class _Judgment(NamedTuple):
    """A line of qrels whose second column is the subtopic."""

    query_id: str
    subtopic: str
    doc_id: str
    relevance: int


class _Line(NamedTuple):
    """A line of qrels whose second column is a subtopic only if a document has several values in this column."""

    query_id: str
    iteration: str
    doc_id: str
    relevance: int


class Evaluator(providers.Evaluator):
    """Scores runs against fixed qrels; if a line is repeated, the last one is used, as in ir_measures."""

    def __init__(self, measures: Iterable[Any], qrels: Iterable[Any]) -> None:
        self.by_label = {_label(measure): measure for measure in measures}
        has_subtopics = any(
            spelling.parse(repr(measure), _catalogue()).measure.labels == "subtopics"
            for measure in self.by_label.values()
        )
        lines = {(line.query_id, str(getattr(line, "iteration", 0)), line.doc_id): line.relevance for line in qrels}
        kind = _Judgment if has_subtopics else _Line
        self.qrels = [kind(*key, grade) for key, grade in lines.items()]
        self.queries = {line.query_id for line in self.qrels}
        super().__init__(list(self.by_label.values()), self.queries)

    def iter_calc(self, run: Any) -> Iterator[Metric]:
        """Yield the values of all judged topics; an unanswered topic has the value 0 or no value."""
        judged = {query: docs for query, docs in _run_converter(run).as_dict_of_dict().items() if query in self.queries}
        if not self.qrels or not self.by_label:
            return
        scored = in_memory.evaluate(
            judged, self.qrels, list(self.by_label.values()), tie_rule=Provider.TIE_RULE, per_query=True
        )
        for query, label, value in scored.select("query_id", "measure", "value").iter_rows():
            yield Metric(query_id=query, measure=self.by_label[label], value=value)


class Provider(providers.Provider):
    """Provider of all measures that dltrack accepts in ir_measures' spelling; ties are ordered as in pytrec_eval."""

    NAME = "dltrack"
    TIE_RULE = "float"

    def supports(self, measure: Any) -> bool:
        """Return whether dltrack computes a measure with these parameters."""
        measure.validate_params()
        try:
            _label(measure)
        except UsageError:
            return False
        return True

    def _evaluator(self, measures: Iterable[Any], qrels: Any) -> Evaluator:
        return Evaluator(measures, _qrels_converter(qrels).as_namedtuple_iter())


provider: Provider = _register(Provider())  # type: ignore[no-untyped-call]
