"""Comparisons of other labels with the official ones, for `dltrack judges` and `db.judges`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, derived_labels, levels, spelling
from dltrack_db.score.catalogue import Request
from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.store import collections

_READY = ("ndcg_cut_10", "map", "recip_rank")
"""Measures that `labels.query_scores` has for all labels; others are computed on request."""
_SHOWN = 5
"""Largest number of runs in a note."""


class StudyPart(StrEnum):
    """A part of the study."""

    study = "study"
    shift = "shift"
    bias = "bias"
    panel = "panel"


_TITLES = {
    StudyPart.study: "{0}: labels compared with the official ones; rankings by {1}",
    StudyPart.shift: "{0}: ranks of the runs by {1}, with the official labels and with {2}",
    StudyPart.bias: "{0}: grade minus official grade, by kinds of items",
    StudyPart.panel: "{0}: kappa of panels of models with the official labels",
}


def compare_labels(
    con: duckdb.DuckDBPyConnection, db: Path, collection: str, *, part: str, labels: str, measure: str, cuts: str = ""
) -> Answer:
    """Compare sets of labels with the official ones in a part of the study; notes name excluded labels and runs.

    `cuts` are cut points, such as '0.5,1.5', that convert the named labels to grades.
    """
    levels.check_cuts(cuts)
    if cuts and not labels:
        raise UsageError("cut points need one set of labels; name it: --labels NAME, in Python labels='NAME'")
    if part not in [*StudyPart]:
        raise UsageError(f"part must be one of {', '.join(StudyPart)}, not '{part}'")
    asked = _request(con, measure)
    request = asked._replace(min_relevance=None, has_own_level=False) if asked.has_own_level else asked
    is_on_runs = part in (StudyPart.study, StudyPart.shift)
    name = collections.find_collection(con, collection, db, labels=labels, is_ranked=True)
    _check_labels(con, name, labels, StudyPart(part), db)
    if labels and is_on_runs:
        levels.check(levels.load_labels(con, name, labels), [request])
    measure_name = _name(request)
    query = sql_text.fill_values(resources.script(f"ask/judges/{part}"), [name, measure_name, labels])
    if cuts:
        query = f"{sql_text.fill_values(resources.script('ask/judges/cuts'), [cuts])};\n{query}"
    if is_on_runs and measure_name not in _READY:
        levels.check(levels.load_labels(con, name), [request])
        query = f"{_further_scores(con, name, request, labels)};\n{query}"
    try:
        answer = Answer.ask(con, query, title=_TITLES[StudyPart(part)].format(name, measure_name, labels))
        if part in (StudyPart.study, StudyPart.bias):
            answer.notes.extend(_note_fractions(con, name, labels))
        if is_on_runs:
            answer.notes.extend(note_left_out(_left_out(con, name, measure_name, answer)))
    finally:
        for variable in ("label_cuts", "label_measure", "label_scores"):
            con.execute(f"reset variable {variable}")
    if part == StudyPart.shift and not answer.rows:
        raise UsageError(f"no run of {name} has scores by '{labels}' and by the official labels; load runs or scores")
    if is_on_runs and asked.has_own_level and asked.min_relevance is not None:
        own_level = spelling.with_level(asked, asked.min_relevance)
        answer.notes.append(
            f"{measure} is {measure_name}, by the level of each set of labels; for one level write {own_level}"
        )
    if part == StudyPart.study and not labels:
        answer.notes.extend(_note_unranked(con, name, request))
    if part in (StudyPart.bias, StudyPart.panel) and not answer.rows:
        answer.notes.append(_explain_empty(con, name, StudyPart(part)))
    return answer


def compare_filled(
    con: duckdb.DuckDBPyConnection, db: Path, collection: str, *, labels: str, fill: Sequence[str], **options: str
) -> Answer:
    """Compare labels whose gaps are filled from other sets (`labels.filled`) with the official ones.

    `options` are those of `compare_labels`. A note says which sets agree with the official labels in every pair.
    """
    if not fill:
        return compare_labels(con, db, collection, labels=labels, **options)
    if options.get("cuts") or options["part"] == StudyPart.panel:
        raise UsageError("filled labels have grades, and are in no panel; leave out --cuts and --part panel, or --fill")
    home = collections.find_collection(con, collection, db, labels=labels, is_ranked=True)
    truth = collections.loaded_collection(con, home)[1].qrels_variant
    if truth in (labels, *fill):
        raise UsageError(f"the filled labels would be compared with '{truth}', which goes into them; leave it out")
    with derived_labels.available(con, home, labels, fill) as label_name:
        answer = compare_labels(con, db, home, labels=str(label_name), **options)
        answer.notes.extend(derived_labels.notes(con, home, labels, fill, truth=truth))
    return answer


def _request(con: duckdb.DuckDBPyConnection, measure: str) -> Request:
    """Return the request for one measure: by its own level if it names one, else by the level of each set of labels."""
    from dltrack_db.score import requests

    found = requests.resolve([measure], catalogue.read(con))
    if len(found) != 1 or len(found[0].names) != 1:
        raise UsageError(f"'{measure}' has several values; name one, such as {found[0].names[0]}")
    (request,) = found
    if request.measure.labels is not None:
        raise UsageError(
            f"'{measure}' is defined only for its own labels; name a measure for any labels, such as recip_rank"
        )
    return request


def _name(request: Request) -> str:
    """Return the measure's name in `labels.query_scores`: the stored one, unless a level is named."""
    from dltrack_db.score import requests

    return (requests.stored_name(request) if request.min_relevance is None else None) or request.names[0]


def _further_scores(con: duckdb.DuckDBPyConnection, collection: str, request: Request, labels: str) -> str:
    """Return the statements that add another measure to `labels.query_scores`, for each set of labels.

    `labels` is the set to compare with the official one; '' for all. Sets without values of the measure are left
    out.
    """
    macro = find_object(f"metrics.{request.measure.macro}")
    assert macro is not None
    others = collections.variants(con, collection, official=False)
    compared = [labels] if labels else others
    branches = []
    for variant in collections.variants(con, collection):
        known = levels.load_labels(con, collection, variant)
        if (variant in others and variant not in compared) or levels.problem(known, request):
            continue
        level = known.level if request.min_relevance is None else request.min_relevance
        options = {"variant": variant, "min_relevance": level}
        named = [f"{name} := {sql_text.literal(value)}" for name, value in options.items() if name in macro.parameters]
        arguments = ", ".join([*filter(None, [request.measure.arguments]), *request.arguments, *named])
        branches.append(
            f"select {sql_text.literal(variant)} as variant, scored.* exclude (measure) "
            f"from metrics.{macro.name}({arguments}) as scored"
        )
    values = {"collection": collection, "measure": _name(request)}
    words = {"scored_by_labels": f"({' union all by name '.join(branches)})"}
    return sql_text.written_out(resources.script("ask/judges/scores"), values, words)


def _note_unranked(con: duckdb.DuckDBPyConnection, collection: str, request: Request) -> list[str]:
    """Name the sets of labels that cannot rank the runs: the measure needs a relevance level, and they have none."""
    if not request.measure.is_binary:
        return []
    unranked_variants = [
        variant
        for variant in collections.variants(con, collection, official=False)
        if levels.problem(levels.load_labels(con, collection, variant), request)
    ]
    reason = "no label reaches the relevance level, or no level is set"
    return (
        [f"no rankings by {request.names[0]}, because {reason}: {', '.join(unranked_variants)}"]
        if unranked_variants
        else []
    )


def _note_fractions(con: duckdb.DuckDBPyConnection, collection: str, labels: str) -> list[str]:
    """Name the sets of labels without kappa, alpha and bias because they are fractions without cut points."""
    query = sql_text.fill_values(resources.script("ask/judges/fractions"), [collection, labels])
    variants = [variant for (variant,) in con.execute(query).fetchall()]
    if not variants:
        return []
    return [
        f"no kappa, alpha and bias for {', '.join(variants)}: these labels are fractions, not grades; convert them by "
        f"cut points, for example: --labels {variants[0]} --cuts 0.5,1.5"
    ]


def note_left_out(runs: Sequence[str]) -> list[str]:
    """Name the runs that were not submitted, which do not change other runs' ranks."""
    if not runs:
        return []
    more = f" and {len(runs) - _SHOWN} more" if len(runs) > _SHOWN else ""
    verb = "was" if len(runs) == 1 else "were"
    return [f"only submitted runs are ranked; {', '.join(runs[:_SHOWN])}{more} {verb} not submitted"]


def _left_out(con: duckdb.DuckDBPyConnection, collection: str, measure: str, answer: Answer) -> list[str]:
    """Return the runs that a study does not rank."""
    if "unranked" in answer.columns:
        return [row["run_id"] for row in answer.records() if row["unranked"]]
    kinds = set(answer.values("provenance"))
    provenance = ["rankings", "submitted scores"] if "both" in kinds else sorted(kinds - {None})
    query = sql_text.fill_values(resources.script("ask/judges/left_out"), [collection, measure, provenance])
    return [run for (run,) in con.execute(query).fetchall()]


def _explain_empty(con: duckdb.DuckDBPyConnection, collection: str, part: StudyPart) -> str:
    """Return why a part has no rows, and what to load for it."""
    query = sql_text.fill_values(resources.script("ask/judges/overlap"), [collection])
    ((num_variants, num_models),) = con.execute(query).fetchall()
    if part is StudyPart.panel and num_variants:
        return (
            f"a panel needs 3 models, and only {num_models} of the {num_variants} comparable sets of labels of "
            f"{collection} are by models; load more with: dltrack ingest qrels FILES -c {collection} --kind llm"
        )
    return f"no other set of labels of {collection} has a grade for an item of the official labels"


def _check_labels(con: duckdb.DuckDBPyConnection, collection: str, labels: str, part: StudyPart, db: Path) -> None:
    """Raise UsageError if the labels do not exist."""
    variants = collections.variants(con, collection, official=False)
    if not variants:
        raise UsageError(
            f"{collection} in {db} has only the official labels; load others with: dltrack ingest qrels "
            f"FILES -c {collection}"
        )
    collections.check_labels(collection, [labels] if labels else [], variants)
    if part is StudyPart.shift and not labels:
        raise UsageError(f"the part 'shift' needs one set of labels; name it with --labels: {', '.join(variants)}")
