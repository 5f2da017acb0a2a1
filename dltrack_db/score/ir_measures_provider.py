"""dltrack as a provider of ir_measures, for those who score with it: the same SQL, under ir_measures' interface.

    import ir_measures
    from ir_measures import nDCG, AP
    from dltrack_db import irm

    irm.provider.calc_aggregate([nDCG @ 10, AP(rel=2)], qrels, run)

Needs ir_measures, which dltrack itself does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from ir_measures import Metric, providers
from ir_measures.util import QrelsConverter, RunConverter

from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, in_memory, scratch, spelling

# these have no types
_run_converter: Any = RunConverter
_qrels_converter: Any = QrelsConverter
_register: Any = providers.register


@cache
def _catalogue() -> catalogue.Catalogue:
    return catalogue.read(scratch.connect(catalogue.NEEDED))


def _label(measure: Any) -> str:
    """The name of the values of a measure."""
    return spelling.parse(repr(measure), _catalogue()).names[0]


class _Judgment(NamedTuple):
    """A line of qrels with its second column as the subtopic."""

    query_id: str
    subtopic: str
    doc_id: str
    relevance: int


class _Line(NamedTuple):
    """A line of qrels; its second column is a subtopic only if a document has several values in it."""

    query_id: str
    iteration: str
    doc_id: str
    relevance: int


class Evaluator(providers.Evaluator):
    """Scores runs against fixed qrels; of a line that is repeated the last counts, as in ir_measures."""

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
        """The values of all judged topics; 0 or no value for topics that the run does not answer."""
        judged = {query: docs for query, docs in _run_converter(run).as_dict_of_dict().items() if query in self.queries}
        if not self.qrels or not self.by_label:
            return
        scored = in_memory.evaluate(
            judged, self.qrels, list(self.by_label.values()), tie_rule=Provider.TIE_RULE, per_query=True
        )
        for query, label, value in scored.select("query_id", "measure", "value").iter_rows():
            yield Metric(query_id=query, measure=self.by_label[label], value=value)


class Provider(providers.Provider):
    """All measures that dltrack takes in ir_measures' spelling; equal scores are ordered as in pytrec_eval."""

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
