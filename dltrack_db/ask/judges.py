"""Comparisons of other labels with the official ones, for `dltrack judges` and `db.judges`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, derived_labels, levels, spelling
from dltrack_db.score.catalogue import Request
from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.store import collections

_READY = ("ndcg_cut_10", "map", "recip_rank")
"""Measures that `labels.query_scores` contains for all labels; other measures are computed on request."""
_SHOWN = 5
"""Maximum number of names in a note."""
_TOGETHER = ("people", "truth")
"""Names of the row on the sets of --truth, if there are several sets (`labels.truths`)."""
_VARIABLES = ("label_cuts", "label_measure", "label_scores", "label_truth", "label_items")


class StudyPart(StrEnum):
    """A part of the study."""

    study = "study"
    shift = "shift"
    bias = "bias"
    panel = "panel"


_TITLES = {
    StudyPart.study: "{0}: agreement with {3}{4}",
    StudyPart.shift: "{0}: ranks of the runs by {1}, with {3} and with {2}",
    StudyPart.bias: "{0}: grade minus the grade of {3}, by type of item",
    StudyPart.panel: "{0}: kappa of panels of models with {3}",
}


class _Comparison(NamedTuple):
    """The sets of labels of a comparison.

    `labels` are the compared sets ([] for all other sets), `truths` the sets of --truth ([] for the official set), and
    `others` all sets of the collection that can be compared.
    """

    labels: list[str]
    truths: list[str]
    others: list[str]

    @property
    def reference(self) -> str:
        """Return the names of the reference sets for a title."""
        label_names = self.truths or ["the official labels"]
        return (
            f"{label_names[0]} and {len(label_names) - 1} others" if len(label_names) > 2 else " and ".join(label_names)
        )


def compare_labels(
    con: duckdb.DuckDBPyConnection,
    db: Path,
    collection: str,
    *,
    part: str,
    measure: str,
    labels: str | Sequence[str] = "",
    cuts: str = "",
    truth: str | Sequence[str] = "",
    common: bool = False,
) -> Answer:
    """Compare sets of labels with the official labels; the answer's notes list excluded labels and runs.

    Args:
        con: the database.
        db: path of the database, for messages.
        collection: the collection.
        part: part of the study (`StudyPart`).
        measure: the measure that ranks the runs.
        labels: names of the sets to compare, as a list or separated by commas; empty for all sets except `truth`.
        cuts: cut points that convert fractional `labels` to grades, such as '0.5,1.5'.
        truth: names of the reference sets, as a list or separated by commas; empty for the official labels.
        common: whether agreement is computed only on items that all sets grade.
    """
    levels.check_cuts(cuts)
    if cuts and len(_split(labels)) != 1:
        raise UsageError("cut points need one set of labels; name the set: --labels NAME, in Python labels='NAME'")
    if part not in [*StudyPart]:
        raise UsageError(f"part must be one of {', '.join(StudyPart)}, not '{part}'")
    given = _request(con, measure)
    request = given._replace(min_relevance=None, has_own_level=False) if given.has_own_level else given
    label_names, truths = _split(labels), _split(truth)
    name = collections.find_collection(con, collection, db, labels=[*label_names, *truths, ""][0], is_ranked=True)
    comparison = _choose(con, db, name, StudyPart(part), label_names, truths, common=common)
    is_on_runs = part in (StudyPart.study, StudyPart.shift) and len(truths) < 2
    measure_name = _name(request) if is_on_runs else _READY[0]
    statements = []
    if cuts or truths or common:
        items = (
            [*truths, *((label_names or comparison.others) if common else [])] if common or len(truths) > 1 else None
        )
        values = [cuts or None, truths or None, name, items]
        statements.append(sql_text.fill_values(resources.script("ask/judges/choose"), values))
    if is_on_runs:
        is_ready = measure_name in _READY
        for variant in [*label_names, *truths, *([] if is_ready or truths else [None])]:
            levels.check(levels.load_labels(con, name, variant), [request])
        if not is_ready:
            statements.append(_further_scores(con, name, request, comparison))
    shown_names = [*label_names, *(_TOGETHER if len(truths) > 1 else ())] if label_names else None
    query = sql_text.fill_values(resources.script(f"ask/judges/{part}"), [name, measure_name, shown_names, truths])
    rankings = f"; rankings by {measure_name}" if is_on_runs else ""
    title = _TITLES[StudyPart(part)].format(name, measure_name, ", ".join(label_names), comparison.reference, rankings)
    try:
        answer = Answer.ask(con, ";\n".join([*statements, query]), title=title)
        if part == StudyPart.study:
            answer.notes.extend(_note_pairs(con, name, comparison, answer, common=common))
        if part in (StudyPart.study, StudyPart.bias):
            answer.notes.extend(_note_fractions(con, name, label_names))
        if part in (StudyPart.bias, StudyPart.panel) and not answer.rows:
            answer.notes.append(_explain_empty(con, name, StudyPart(part), comparison.reference))
        if is_on_runs:
            answer.notes.extend(note_left_out(_left_out(con, name, measure_name, answer)))
    finally:
        for variable in _VARIABLES:
            con.execute(f"reset variable {variable}")
    if part == StudyPart.shift and not answer.rows:
        raise UsageError(
            f"no run of {name} has scores both by '{label_names[0]}' and by {comparison.reference}; load runs or scores"
        )
    if is_on_runs and given.has_own_level and given.min_relevance is not None:
        own_level = spelling.with_level(given, given.min_relevance)
        answer.notes.append(
            f"{measure} was computed as {measure_name}, with the relevance level of each set of labels; for one common "
            f"level write {own_level}"
        )
    if part == StudyPart.study and is_on_runs and not label_names:
        answer.notes.extend(_note_unranked(con, name, request, comparison.others))
    return answer


def compare_filled(
    con: duckdb.DuckDBPyConnection,
    db: Path,
    collection: str,
    *,
    labels: str | Sequence[str],
    fill: Sequence[str],
    **options: Any,
) -> Answer:
    """Compare labels, with gaps filled from the sets `fill` (`labels.filled`), with the official labels or `truth`.

    `options` are further arguments of `compare_labels`. Notes name sets that agree with these labels in every pair.
    """
    if not fill:
        return compare_labels(con, db, collection, labels=labels, **options)
    if options.get("cuts") or options["part"] == StudyPart.panel:
        raise UsageError("--fill cannot be combined with --cuts or --part panel; leave out --fill, or these options")
    if len(bases := _split(labels)) != 1:
        raise UsageError("--fill needs one set of labels to fill; name the set with --labels")
    home = collections.find_collection(con, collection, db, labels=bases[0], is_ranked=True)
    truths = _split(options["truth"]) or [collections.loaded_collection(con, home)[1].qrels_variant]
    if common_names := {*truths} & {*bases, *fill}:
        raise UsageError(
            f"the filled labels cannot be compared with '{min(common_names)}', which they contain; leave out this set"
        )
    with derived_labels.available(con, home, bases[0], fill) as label_name:
        answer = compare_labels(con, db, home, labels=[str(label_name)], **options)
        notes = [note for truth in truths for note in derived_labels.notes(con, home, bases[0], fill, truth=truth)]
        answer.notes.extend(dict.fromkeys(notes))
    return answer


def _split(names: str | Sequence[str]) -> list[str]:
    texts = names.split(",") if isinstance(names, str) else names
    return list(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _request(con: duckdb.DuckDBPyConnection, measure: str) -> Request:
    """Return the request for one measure; without a level in its name, each set of labels has its own level."""
    from dltrack_db.score import requests

    found = requests.resolve([measure], catalogue.read(con))
    if len(found) != 1 or len(found[0].names) != 1:
        raise UsageError(f"'{measure}' has several values; name one value, such as {found[0].names[0]}")
    (request,) = found
    if request.measure.labels is not None:
        raise UsageError(
            f"'{measure}' is defined only for certain labels; name a measure for all labels, such as recip_rank"
        )
    return request


def _name(request: Request) -> str:
    """Return the name of the measure in `labels.query_scores`: its stored name, if the request has no level."""
    from dltrack_db.score import requests

    return (requests.stored_name(request) if request.min_relevance is None else None) or request.names[0]


def _further_scores(con: duckdb.DuckDBPyConnection, collection: str, request: Request, comparison: _Comparison) -> str:
    """Return statements that add a measure to `labels.query_scores`, for each set of labels that has values of it."""
    macro = find_object(f"metrics.{request.measure.macro}")
    assert macro is not None
    branches = []
    for variant in collections.variants(con, collection):
        known = levels.load_labels(con, collection, variant)
        if (variant in comparison.others and comparison.labels and variant not in comparison.labels) or levels.problem(
            known, request
        ):
            continue
        level = known.level if request.min_relevance is None else request.min_relevance
        options = {"variant": variant, "min_relevance": level}
        label_names = [
            f"{name} := {sql_text.literal(value)}" for name, value in options.items() if name in macro.parameters
        ]
        arguments = ", ".join([*filter(None, [request.measure.arguments]), *request.arguments, *label_names])
        branches.append(
            f"select {sql_text.literal(variant)} as variant, scored.* exclude (measure) "
            f"from metrics.{macro.name}({arguments}) as scored"
        )
    values = {"collection": collection, "measure": _name(request)}
    words = {"scored_by_labels": f"({' union all by name '.join(branches)})"}
    return sql_text.written_out(resources.script("ask/judges/scores"), values, words)


def _note_unranked(
    con: duckdb.DuckDBPyConnection, collection: str, request: Request, variants: Sequence[str]
) -> list[str]:
    """Return a note on sets of labels that cannot rank runs by a measure, because it needs a relevance level."""
    if not request.measure.is_binary:
        return []
    unranked_variants = [
        variant for variant in variants if levels.problem(levels.load_labels(con, collection, variant), request)
    ]
    reason = "no label reaches the relevance level, or no level is set"
    return (
        [f"no rankings by {request.names[0]} for {', '.join(unranked_variants)}, because {reason}"]
        if unranked_variants
        else []
    )


def _note_fractions(con: duckdb.DuckDBPyConnection, collection: str, labels: Sequence[str]) -> list[str]:
    """Return a note on sets of labels without kappa, alpha and bias, because they are fractions without cut points."""
    query = sql_text.fill_values(resources.script("ask/judges/fractions"), [collection, labels or None])
    variants = [variant for (variant,) in con.execute(query).fetchall()]
    if not variants:
        return []
    return [
        f"no kappa, alpha and bias for {', '.join(variants)}: these labels are fractions, not grades; convert them by "
        f"cut points, for example: --labels {variants[0]} --cuts 0.5,1.5"
    ]


def note_left_out(runs: Sequence[str]) -> list[str]:
    """Return a note on runs that are not ranked because they were not submitted."""
    if not runs:
        return []
    verb = "was" if len(runs) == 1 else "were"
    return [f"only submitted runs are ranked; {_list_names(runs)} {verb} not submitted"]


def _left_out(con: duckdb.DuckDBPyConnection, collection: str, measure: str, answer: Answer) -> list[str]:
    """Return the runs that a study does not rank."""
    if "unranked" in answer.columns:
        return [row["run_id"] for row in answer.records() if row["unranked"]]
    kinds = set(answer.values("provenance"))
    provenance = ["rankings", "submitted scores"] if "both" in kinds else sorted(kinds - {None})
    query = sql_text.fill_values(resources.script("ask/judges/left_out"), [collection, measure, provenance])
    return [run for (run,) in con.execute(query).fetchall()]


def _explain_empty(con: duckdb.DuckDBPyConnection, collection: str, part: StudyPart, reference: str) -> str:
    """Return why a part has no rows, and what to load for it."""
    query = sql_text.fill_values(resources.script("ask/judges/overlap"), [collection])
    ((num_variants, num_models),) = con.execute(query).fetchall()
    if part is StudyPart.panel and num_variants:
        return (
            f"a panel needs 3 models, but only {num_models} of the {num_variants} comparable sets of labels of "
            f"{collection} are by models; load more with: dltrack ingest qrels FILES -c {collection} --kind llm"
        )
    return f"no other set of labels of {collection} has a grade for an item of {reference}"


def _choose(
    con: duckdb.DuckDBPyConnection,
    db: Path,
    collection: str,
    part: StudyPart,
    labels: list[str],
    truths: list[str],
    *,
    common: bool,
) -> _Comparison:
    """Return the sets of labels of a comparison; raise UsageError if they do not exist or cannot be compared."""
    known = collections.variants(con, collection)
    others = collections.variants(con, collection, official=False)
    if not others:
        raise UsageError(
            f"{collection} in {db} has only the official labels; load others with: dltrack ingest qrels "
            f"FILES -c {collection}"
        )
    for name in (*truths, *labels):
        if name not in known:
            raise UsageError(_explain_unknown(collection, name, known))
    if truths:
        others = [name for name in known if name not in truths]
    for name in labels:
        if name not in others:
            raise UsageError(f"'{name}' cannot be compared with itself; remove it from --labels, or change --truth")
    if not others:
        raise UsageError(f"--truth names all sets of labels of {collection}; leave out the set to be compared")
    if len(truths) > 1 and part is not StudyPart.study:
        raise UsageError(f"the part '{part}' needs one reference, but --truth names {len(truths)} sets; name one set")
    if len(truths) > 1 and (clashes := {*_TOGETHER} & {*known}):
        raise UsageError(
            f"several sets of --truth need a row '{clashes.pop()}', but labels with this name exist; rename the labels"
        )
    if part is StudyPart.panel and labels:
        raise UsageError("the part 'panel' uses all models; leave out --labels")
    if part is StudyPart.shift and common:
        raise UsageError("--common selects items, but the part 'shift' compares ranks; leave out --common")
    if part is StudyPart.shift and len(labels) != 1:
        raise UsageError(f"the part 'shift' needs one set of labels; name one with --labels: {', '.join(others)}")
    return _Comparison(labels, truths, others)


def _explain_unknown(collection: str, name: str, known: Sequence[str]) -> str:
    """Return the error message for labels that do not exist; `name` may be a part of several names."""
    from dltrack_db.base.suggest import did_you_mean

    matches = [variant for variant in known if name in variant]
    if len(matches) > 1:
        return (
            f"'{name}' may mean {len(matches)} sets of labels of {collection}; name one or more: {', '.join(matches)}"
        )
    suggestion = did_you_mean(name, known) or f"; its labels are {', '.join(known)}"
    return f"{collection} has no labels '{name}'{suggestion}"


def _note_pairs(
    con: duckdb.DuckDBPyConnection, collection: str, comparison: _Comparison, answer: Answer, *, common: bool
) -> list[str]:
    """Return notes on the pairs of topic and item that agreement is computed on.

    Raises:
        UsageError: the sets have no common pairs.
    """
    rows = answer.records()
    graded_rows = [row for row in rows if row["num_pairs"]]
    is_ranked = any(row["tau"] is not None for row in rows)
    judged_sets = comparison.labels or comparison.others
    if (common and not graded_rows) or (
        comparison.truths and not any(row["variant"] in judged_sets or not comparison.labels for row in rows)
    ):
        sets = [*comparison.truths, *(judged_sets if comparison.labels or common else [])]
        raise UsageError(
            f"no pair of topic and item is graded by all of {_sizes(con, collection, sets)}; "
            "the view labels.overlap contains the number of common pairs of two sets"
        )
    notes = []
    numbers = {row["num_pairs"] for row in graded_rows}
    if common:
        num_sets = len(comparison.truths or ["official"]) + len(judged_sets)
        more = "; tau is computed by all labels of each set" if is_ranked else ""
        notes.append(
            f"agreement is computed on the {_extent(graded_rows[0])} that all {num_sets} sets of labels grade{more}"
        )
    elif len(graded_rows) > 1:
        query = sql_text.fill_values(resources.script("ask/judges/num_items"), [collection, comparison.labels or None])
        if len(numbers) > 1 or con.execute(query).fetchall() != [(max(numbers),)]:
            notes.append(
                f"do not compare agreement between these rows, which are about different pairs of topic and item "
                f"({min(numbers):,} to {max(numbers):,}); to use only pairs that all sets grade: --common, in Python "
                "common=True"
            )
    for row in graded_rows:
        if row["variant"] in _TOGETHER and len(comparison.truths) > 1 and row["kappa"] is not None:
            who = "people" if row["variant"] == "people" else "sets of labels"
            low, high = f"{row['kappa_min']:.3f}", f"{row['kappa_max']:.3f}"
            extremes = f", from {low} to {high}" if low != high else ""
            notes.append(
                f"{len(comparison.truths)} {who} graded the same {_extent(row)}; the mean kappa of two {who} is "
                f"{row['kappa']:.3f}{extremes}"
            )
    if comparison.truths and (apart := [name for name in judged_sets if name not in answer.values("variant")]):
        notes.append(f"no pairs in common with {comparison.reference}: {_sizes(con, collection, apart)}")
    if len(comparison.truths) > 1:
        notes.append("rankings are compared only with one set of labels; to compare rankings, name one with --truth")
    few = sorted({row["num_topics"] for row in graded_rows if row["kappa"] is not None and row["kappa_low"] is None})
    if few:
        topics = _count(few[0], "topic") if len(few) == 1 else f"{few[0]} to {few[-1]} topics"
        notes.append(f"kappa has no interval over {topics}; an interval needs at least 6")
    return notes


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _extent(row: Mapping[str, Any]) -> str:
    return f"{_count(row['num_pairs'], 'pair')} of {_count(row['num_topics'], 'topic')}"


def _sizes(con: duckdb.DuckDBPyConnection, collection: str, variants: Sequence[str]) -> str:
    query = sql_text.fill_values(resources.script("ask/judges/sizes"), [collection, [*variants]])
    sizes = dict(con.execute(query).fetchall())
    return _list_names([f"{variant} ({_count(sizes.get(variant, 0), 'label')})" for variant in variants])


def _list_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
