"""Choices that give a printed number: every combination of level, tie rule, topics, gain, depth and judged-only.

Each combination is computed by the macro of the measure itself, with other
arguments; means and comparison are in `scripts/explain.sql`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb

from dltrack_db.base import tie_rules
from dltrack_db.base.answer import Answer
from dltrack_db.base.files import sources
from dltrack_db.errors import UsageError
from dltrack_db.score import requests, run_collections, scratch
from dltrack_db.score.catalogue import Request, standard
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.store import collections, derive

DEPTHS = (5, 10, 20, 30, 100, 200, 500, 1000)
_GAINS = {"grade": "null", "2^grade - 1": "metrics.exp2_gains()"}


def explain(
    con: duckdb.DuckDBPyConnection,
    db: Path,
    run: str,
    number: str,
    *,
    measure: str,
    collection: str | None,
    option: str = "collection=",
) -> Answer:
    """List the choices that give a number for a loaded run, or for a run file, hits first.

    Notes say how many there are, and the tie rule where the first hit has another one than the collection. `db` and
    `option` are as in `run_collections.find`.

    Raises:
        UsageError: a file without a collection, a run in none or several, several measures, one that is no mean over
            topics, or a number that is none.
        FormatError: a line of the file is not one of a run.
    """
    is_file = Path(run).is_file()
    if is_file and collection is None:
        raise UsageError(f"{run} is a file, which does not name its collection; name it with {option}")
    if collection is not None and is_file:
        name = collections.find_collection(con, collection, db, [Path(run)])
    else:
        name = run_collections.find(con, db, [run], collection, option=option)
    with closing(Evaluation(db, name, opened=(con, [] if is_file else [run]))) as work:
        (request, *more) = requests.resolve([measure], work.measures)
        if more:
            raise UsageError(f"'{measure}' stands for several measures; ask about one")
        if is_file:
            run = ", ".join(work.add_files(sources.run_files([Path(run)])))
        else:
            work.copy_run(run)
        title = f"{run} in {work.collection}: what gives {number} as {measure}"
        answer = Answer.fetch(combinations(work.con, request, number), title=title)
        (rule,) = work.con.execute("select tie_rule from main.collections").fetchone() or ("",)
        answer.notes.extend(_notes(answer, number, work.collection, rule))
        return answer


def _notes(answer: Answer, number: str, collection: str, tie_rule: str) -> Iterator[str]:
    hits = sum(answer.values("is_hit"))
    outcome = f"{hits} of them print{'s' * (hits == 1)} as {number}" if hits else f"none of them prints as {number}"
    yield f"{len(answer.rows)} different values tried; {outcome}"
    if hits and (other_rule := answer.values("tie_rule")[0]) != tie_rule:
        yield (
            f"equal scores are ordered by '{tie_rule}' in {collection}, in that number by '{other_rule}': "
            "ingest collection --tie-rule, or tie_rule in a recipe, sets it for the collection"
        )


def combinations(con: duckdb.DuckDBPyConnection, request: Request, number_text: str) -> duckdb.DuckDBPyConnection:
    """Compute the combinations for the one run of a scratch database; `number_text` is the number as it was printed.

    Raises:
        UsageError: the number is none, or the measure is no mean over topics of one value.
    """
    match = re.fullmatch(r"[+-]?[0-9]*\.?([0-9]*)", number_text)
    if match is None or not re.search("[0-9]", number_text):
        raise UsageError(f"'{number_text}' is not a number; give it as it was printed, like 0.712")
    measure = request.measure
    if len(request.names) != 1 or measure.macro is None or measure.summary != "mean":
        raise UsageError(f"{measure.measure} is not a single mean over topics; ask for one value, like nDCG@10 or map")
    scratch.build(con, [f"metrics.{measure.macro}", "metrics.exp2_gains"])
    derive.fill_judged_rankings(con)
    scratch.run_script(con, "ask/explain/prepare")
    levels = (
        [row[0] for row in scratch.run_script(con, "ask/explain/levels").fetchall()] if measure.is_binary else [None]
    )
    for level, rule, judged_only, gain in itertools.product(
        levels, tie_rules.TIE_RULES, (False, True), _gains(request)
    ):
        arguments = [f"tie_rule := '{rule}'", f"judged_only := {str(judged_only).lower()}"]
        arguments += [f"min_relevance := {level}"] if level is not None else []
        arguments += [f"gains := {_GAINS[gain]}"] if gain else []
        own_arguments = [measure.arguments] if measure.arguments else []
        call = f'metrics."{measure.macro}"({", ".join([*own_arguments, *_positional(request), *arguments])})'
        try:
            con.execute(f"create or replace temp view combination as from {call}")
        except duckdb.BinderException as error:
            raise UsageError(f"{measure.measure} can be computed in one way only; ask about another measure") from error
        scratch.run_script(con, "ask/explain/try", level=level, tie_rule=rule, judged_only=judged_only, gain=gain)
    return scratch.run_script(
        con,
        "ask/explain/combinations",
        asked=float(number_text),
        margin=0.5 * 10.0 ** -len(match[1]) + 1e-12,
        asked_measure=_plain_name(request),
        scored_level=request.min_relevance,
    )


def _gains(request: Request) -> tuple[str | None, ...]:
    takes_gains = any("dcg=" in spelling for spelling in request.measure.ir_measures)
    return tuple(_GAINS) if takes_gains else (None,)


def _positional(request: Request) -> tuple[str, ...]:
    """Return the positional arguments: for a cut-off the asked one and the usual others, which tell a wrong depth."""
    if request.measure.parameter == "cutoffs":
        depths = sorted({*DEPTHS, _cutoff(request)})
        return (f"[{', '.join(map(str, depths))}]",)
    arguments = request.arguments or standard(request.measure).arguments
    return tuple(argument for argument in arguments if _is_own(argument))


def _is_own(argument: str) -> bool:
    return not argument.startswith(("judged_only", "gains"))


def _cutoff(request: Request) -> int:
    match = re.fullmatch(r"\[([0-9]+)\]", request.arguments[0]) if request.arguments else None
    if match is None:
        name = request.measure.measure
        raise UsageError(f"{name} has several depths; ask for one, like {name}_10")
    return int(match[1])


def _plain_name(request: Request) -> str:
    if request.measure.parameter == "cutoffs":
        return f"{request.measure.measure}_{_cutoff(request)}"
    return request.measure.measure if request.label else request.names[0]
